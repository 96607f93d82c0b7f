"""Build hook: compile the translations, and add the rule books and the manual page to the package."""

import sys
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BOOKS = ("rules", "relatives")
"""First parts of the names of documents that the program shows, such as `rules` for `rules.ru.md`."""


class BuildPackage(BuildHookInterface[Any]):
    """Build hook of hatchling that prepares the translations, rule books and manual page."""

    _room = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile each `.po` file to a `.mo` file. For a wheel, add the rule books and manual page too."""
        for edited in Path(self.root, "prefcount", "languages").glob("*/messages.po"):
            with edited.open("rb") as file:
                catalogue = read_po(file)
            with edited.with_suffix(".mo").open("wb") as file:
                write_mo(file, catalogue)
        if self.target_name == "wheel" and version == "standard":  # not needed if the wheel is editable
            for document in sorted(Path(self.root, "docs").glob("*.md")):
                if document.name.partition(".")[0] in BOOKS:
                    build_data["force_include"][str(document)] = f"prefcount/docs/{document.name}"
            self._room = mkdtemp()
            page = Path(self._room, "prefcount.1")
            manual = manual_page(self.root, self.metadata.core.description, self.metadata.version)
            page.write_text(manual, encoding="utf-8")
            build_data["shared_data"][str(page)] = "share/man/man1/prefcount.1"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the temporary folder of the manual page."""
        if self._room:
            rmtree(self._room)


def manual_page(root: str, about: str, version: str) -> str:
    """Return the manual page of prefcount, with the English --help of every command.

    `about` describes the program in half a sentence, for the line in which `apropos` searches.
    """
    from argparse_manpage.manpage import Manpage

    sys.path.insert(0, root)
    try:
        from prefcount.base.i18n import override_language
        from prefcount.cli.main import build_parser
    finally:
        sys.path.remove(root)
    with override_language("en"):
        names = {"project_name": "prefcount", "manual_title": "prefcount"}
        return str(Manpage(build_parser(), {**names, "description": about, "version": version}))
