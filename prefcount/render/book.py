"""The rule books of `docs/`, laid out for a terminal: sections of them, with words in place of codes.

A book is a Markdown document. Its numbered sections, such as `## 4. Raspasy` or `### 2.4 Refe`, are what
options and messages refer to.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from prefcount.base.i18n import _, language
from prefcount.games.game import Game
from prefcount.games.rules import OptionInfo, preset_word, value_word
from prefcount.render.text_cells import table_lines, width, wrap

_PACKAGE = Path(__file__).parents[1]
BOOK_FOLDERS = (_PACKAGE / "docs", _PACKAGE.parent / "docs")
"""Folders of the books: in the installed package, or next to it in a checkout."""
TITLE, TEXT, CODE = "title", "text", "code"
_HEADING = re.compile(r"(#+) (?:(\d+(?:\.\d+)*)\.? )?(.+)")
_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
_SIGN = re.compile(r"^(?:-|\d+\.) +")
_BEFORE_ITEM = re.compile(r"\n(?=(?:-|\d+\.) )")
MAX_CELLS_IN_A_LIST = 5
"""Number of cells above which a row of a table, shown as a list, names each value once: “2: pool, dump”."""
_INDENT = "    "
_CODE_WITH_WORDS = re.compile(r"(?:`[\w.-]+`|(?<=\| )[a-z-]+)\s\(([^()`]*[а-џґ][^()`]*)\)")
_WORDS_WITH_CODE = re.compile(r"(?<=[а-џґ»0-9]) `[\w.-]+`(?=[,;]? |$)")

_BLOCK_OF_CODE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
_CODE_IN_TEXT = re.compile(r"`([\w. -]+)`")
_NUMBERS = re.compile(r"\d+( \d+)*")
_CODE_IN_CELL = re.compile(r"`([\w.-]+)`|(?<=\| )([a-z][a-z0-9_-]*)(?= \|)")


class BookLine(NamedTuple):
    """A line of the rule book. `kind` is "title", "text" or "code"."""

    kind: str
    text: str


def rule_book(game: Game[Any]) -> str:
    """Return the rule book of a game in the current language.

    An untranslated rule book is returned in English. If the game has no rule book, return "".
    """
    ending = "" if language() == "en" else f".{language()}"
    paths = (folder / f"{game.book}{each}.md" for each in (ending, "") for folder in BOOK_FOLDERS)
    path = next((path for path in paths if path.is_file()), None)
    return path.read_text(encoding="utf-8") if path else ""


def section_numbers(text: str) -> list[str]:
    return [match[2] for _at, match in _headings(text.splitlines()) if match[2]]


def section(text: str, number: str) -> str:
    """Return one section of a rule book, with its subsections.

    Args:
        text: the whole rule book as Markdown.
        number: the number of the section, such as "3.2". If no section has this number, "" is returned.
    """
    lines = text.splitlines()
    headings = list(_headings(lines))
    for at, heading in headings:
        if heading[2] == number:
            after = (end for end, other in headings if end > at and len(other[1]) <= len(heading[1]))
            return "\n".join(lines[at : next(after, len(lines))]).rstrip() + "\n"
    return ""


def replace_codes(text: str, options: Sequence[OptionInfo], presets: Collection[str]) -> str:
    """Replace the codes in a rule book by the words that screens show, such as `yes` by “да” in Russian.

    If a Russian word follows its code, as in “`yes` (да)”, the code is removed. Blocks of code are unchanged.

    Args:
        text: the rule book as Markdown.
        options: the options of the game, whose names and values are replaced.
        presets: the codes of the game's presets, which are also replaced.
    """
    words = _CodeReplacer(options, presets)
    parts = _BLOCK_OF_CODE.split(text)
    parts[::2] = map(words.in_part, parts[::2])
    return "".join(parts)


class _CodeReplacer:
    def __init__(self, options: Sequence[OptionInfo], presets: Collection[str]) -> None:
        self._options = {info.name: info for info in options}
        self._presets = presets
        self._having: dict[str, list[str]] = {}
        for info in options:
            for choice in info.choices:
                self._having.setdefault(str(choice), []).append(info.name)
        self._option = ""

    def in_part(self, part: str) -> str:
        return "\n".join(map(self._in_line, _CODE_WITH_WORDS.sub(r"\1", part).split("\n")))

    def _in_line(self, line: str) -> str:
        if line.startswith("|"):
            line = _WORDS_WITH_CODE.sub("", line)
            return _CODE_IN_CELL.sub(lambda match: self._word(match[1] or match[2]) or match[0], line)
        return _CODE_IN_TEXT.sub(self._in_text, line)

    def _in_text(self, match: re.Match[str]) -> str:
        if _NUMBERS.fullmatch(match[1]):
            return match[1]
        word = self._word(match[1])
        return _("“{word}”").format(word=word) if word else match[0]

    def _word(self, code: str) -> str:
        having = self._having.get(code, [])
        if code in self._options and self._option not in having:
            self._option = code
            return self._options[code].word
        if self._option in having or len(having) == 1:
            return value_word(self._option if self._option in having else having[0], code)
        if code in self._presets:
            return preset_word(code)
        if code in ("yes", "no"):
            return _(code)
        return code if code in (_("yes"), _("no")) else ""


def _headings(lines: Sequence[str]) -> Iterator[tuple[int, re.Match[str]]]:
    code = False
    for at, line in enumerate(lines):
        code ^= line.startswith("```")
        match = None if code else _HEADING.fullmatch(line)
        if match:
            yield at, match


def lay_out(text: str, room: int) -> Iterator[BookLine]:
    """Yield the lines of a Markdown text, wrapped to `room` cells. Blocks of code are not wrapped."""
    blocks: list[str] = []
    for at, part in enumerate(_BLOCK_OF_CODE.split(text)):
        blocks += [part] if at % 2 else filter(None, re.split(r"\n{2,}", part.strip("\n")))
    for at, block in enumerate(blocks):
        if at:
            yield BookLine(TEXT, "")
        yield from _block(block.split("\n"), room)


def _block(lines: list[str], room: int) -> Iterator[BookLine]:
    heading = _HEADING.fullmatch(lines[0])
    if heading:
        yield BookLine(TITLE, lines[0].lstrip("# "))
        lines = lines[1:]
        if not lines:
            return
    if lines[0].startswith("```"):
        yield from (BookLine(CODE, f"{_INDENT}{line}") for line in lines[1:-1])
    elif lines[0].startswith("|"):
        yield from _table([_cells(line) for line in lines if not line.startswith("|---")], room)
    else:
        yield from _paragraphs(lines, room)


def _table(rows: list[list[str]], room: int) -> Iterator[BookLine]:
    lines = [line.rstrip() for line in table_lines(rows, left=len(rows[0]))]
    if max(map(width, lines)) <= room:
        yield from (BookLine(CODE, line) for line in lines)
        return
    (corner, *heads), *below = rows
    for first, *cells in below:
        yield BookLine(CODE, f"{corner}: {first}" if corner else first)
        for line in wrap(_row(heads, cells), max(1, room - len(_INDENT))):
            yield BookLine(TEXT, f"{_INDENT}{line}")


def _row(heads: list[str], cells: list[str]) -> str:
    columns = [(head, cell) for head, cell in zip(heads, cells, strict=True) if cell]
    if len(cells) <= MAX_CELLS_IN_A_LIST:
        return "; ".join(f"{head}: {cell}" for head, cell in columns)
    having: dict[str, list[str]] = {}
    for head, cell in columns:
        having.setdefault(cell, []).append(head)
    return "; ".join(f"{cell}: {', '.join(named)}" for cell, named in having.items())


def _cells(line: str) -> list[str]:
    return [_plain(cell.strip()).replace("`", "") for cell in line.strip("|").split("|")]


def _paragraphs(lines: list[str], room: int) -> Iterator[BookLine]:
    for item in _BEFORE_ITEM.split("\n".join(lines)):
        text = " ".join(line.strip() for line in item.split("\n"))
        words = _SIGN.sub("", text)
        sign = text.removesuffix(words)
        for at, line in enumerate(wrap(_plain(words), max(1, room - len(sign)))):
            yield BookLine(TEXT, f"{' ' * len(sign) if at else sign}{line}")


def _plain(text: str) -> str:
    return _LINK.sub(r"\1", text).replace("**", "")
