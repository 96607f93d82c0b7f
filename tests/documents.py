"""Documents in Markdown: where they are, and taken apart as far as tests compare them."""

import re
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from tests.cli.ran import ROOT

SPAN = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")

ALL = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/*.md", "docs/how-to/*.md", "sample_sessions/*.md")
    for path in ROOT.glob(pattern)
)
"""Every document of the checkout, as a path from its root."""
TWINS = {name: russian for name in ALL if (russian := name.replace(".md", ".ru.md")) in ALL}
"""The documents that are there twice, English and Russian."""

OTHERS = [name for name in ALL if re.search(r"\.(?!ru)[a-z]{2}\.md$", name)]
"""The documents in further languages, which have a README and a tutorial."""

Row = tuple[str, ...]


def words(text: str) -> str:
    """A text without code, and without the addresses of links."""
    return LINK.sub("]", SPAN.sub("", text))


class Section(NamedTuple):
    """A heading with the text below it, up to the next heading of any level."""

    level: int
    heading: str
    prose: str
    """All lines outside of code blocks, tables included."""
    blocks: tuple[tuple[str, ...], ...]
    """The lines of each code block."""
    tables: tuple[tuple[Row, ...], ...]
    """The cells of each row of each table, without the line that rules the heading off."""

    @property
    def anchor(self) -> str:
        """The anchor of this heading in links."""
        return re.sub(r"[^\w -]", "", self.heading.lower()).replace(" ", "-")

    @property
    def spans(self) -> list[str]:
        """The spans of code in the prose."""
        return SPAN.findall(self.prose)

    @property
    def paragraphs(self) -> list[str]:
        """Paragraphs and items of lists, without tables."""
        parts = re.split(r"\n\s*\n|\n(?=\s*(?:-|\d+\.) )", self.prose)
        return [part for part in parts if not part.lstrip().startswith("|")]

    @property
    def links(self) -> list[str]:
        return LINK.findall(self.prose)

    @property
    def words(self) -> str:
        """The lines as far as they are words, but for the table of codes."""
        return words("\n".join(_without_codes(self.prose.splitlines())))


def _cells(line: str) -> Row:
    return tuple(cell.strip() for cell in line.strip("|").split("|"))


def _tables(lines: list[str]) -> tuple[tuple[Row, ...], ...]:
    tables: list[list[Row]] = []
    before = ""
    for line in lines:
        if line.startswith("|") and not before.startswith("|"):
            tables.append([])
        if line.startswith("|") and not line.startswith("|---"):
            tables[-1].append(_cells(line))
        before = line
    return tuple(map(tuple, tables))


CODES = "| в файле |"
"""Begins the table of codes at the end of a section, in a language whose text has words instead."""


def _without_codes(lines: list[str]) -> list[str]:
    """Return the lines of a section before its table of codes."""
    starts = [at for at, line in enumerate(lines) if line.startswith(CODES)]
    return lines[: starts[0]] if starts else lines


def _section(heading: str, lines: list[str]) -> Section:
    marks, _, title = heading.partition(" ")
    outside: list[str] = []
    blocks: list[list[str]] = []
    within = False
    for line in lines:
        if line.startswith("```"):
            within = not within
            if within:
                blocks.append([])
        else:
            (blocks[-1] if within else outside).append(line)
    return Section(
        len(marks), title, "\n".join(outside), tuple(map(tuple, blocks)), _tables(_without_codes(outside))
    )


GENERATED = re.compile("<!-- generated: .*?<!-- end -->", re.DOTALL)
"""A list that `docs/reference.py` writes."""


@cache
def sections(path: str) -> tuple[Section, ...]:
    """Return the document at a path from the root of the checkout by headings, without generated lists."""
    found: list[tuple[str, list[str]]] = []
    within = False
    for line in GENERATED.sub("", Path(ROOT / path).read_text(encoding="utf-8")).splitlines():
        within ^= line.startswith("```")
        if not within and re.match(r"#+ ", line):
            found.append((line, []))
        else:
            found[-1][1].append(line)
    return tuple(_section(heading, lines) for heading, lines in found)


def target(path: str, link: str) -> tuple[str, str]:
    """Return the path and the anchor that a link in the document at `path` leads to."""
    name, _, anchor = link.partition("#")
    if not name:
        return path, anchor
    led = (ROOT / PurePosixPath(path).parent / name).resolve()
    return led.relative_to(ROOT.resolve()).as_posix(), anchor
