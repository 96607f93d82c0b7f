"""Hooks of mkdocs: links that are right in the checkout become right on the site."""

import re
from pathlib import Path
from typing import Any

from mkdocs.plugins import event_priority
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
FROM_ROOT = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "sample_sessions/README.md": "sample_sessions.md",
}
"""Documents outside of `docs/`, and their names on the site."""
OTHER_LANGUAGE = re.compile(r"^\[(?:По-русски|In English)\]\(.*\)\n", re.MULTILINE)
OTHER_SUFFIX = re.compile(r"\.(?:ru|uk|sr)\.md$")
LINK = re.compile(r"\]\(([^)\s#]*)(#[^)\s]*)?\)")


@event_priority(-100)  # after the plugin that sorts pages by language
def on_files(files: Any, config: Any) -> Any:
    """Add the documents outside of `docs/`."""
    for path, name in FROM_ROOT.items():
        if files.get_file_from_path(name) is None:
            files.append(File.generated(config, name, content=(ROOT / path).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_others: Any) -> str:
    """Name pages as the site does, and leave out the link to the other language, which the theme has."""
    source = page.file.src_uri
    inside = {name: path for path, name in FROM_ROOT.items()}
    place = Path(inside.get(source, f"docs/{source}")).parent

    def on_the_site(link: re.Match[str]) -> str:
        address, anchor = link.groups()
        if not address or "://" in address:
            return link.group()
        target = (ROOT / place / address).resolve().relative_to(ROOT).as_posix()
        name = OTHER_SUFFIX.sub(".md", FROM_ROOT.get(target, target.removeprefix("docs/")))
        up = "../" * source.count("/")
        return f"]({up}{name}{anchor or ''})"

    return LINK.sub(on_the_site, OTHER_LANGUAGE.sub("", markdown, count=1))
