"""Tables, sentences and sections fitted into a width: words are wrapped, figures never."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from prefcount.render.text_cells import on_the_unit, pad, table, width

GAP = 2
LEAST_NAME = 8


class TableLine(NamedTuple):
    """A line of a table: the row it belongs to, and its cells filled up to their columns."""

    row: int
    cells: tuple[str, ...]


def fitted(rows: Sequence[Sequence[str]], room: int) -> list[TableLine]:
    """A table whose first column is aligned left and the others right; the first row is the heading.

    Where the room is short the words of the headings go below each other, then those of the names.
    """
    rows = [*zip(*map(on_the_unit, zip_longest(*rows, fillvalue="")), strict=True)]
    columns = _columns(rows, room)
    lines: list[TableLine] = []
    for at, row in enumerate(rows):
        wrapped = [wrap(cell, columns[column]) for column, cell in enumerate(row)]
        if at == 0:
            deepest = max(map(len, wrapped))
            wrapped = [[""] * (deepest - len(cell)) + cell for cell in wrapped]
        for cells in zip_longest(*wrapped, fillvalue=""):
            figures = zip(cells[1:], columns[1:], strict=True)
            padded = (" " * GAP + pad(cell, column, right=True) for cell, column in figures)
            lines.append(TableLine(at, (pad(cells[0], columns[0]), *padded)))
    return lines


def _columns(rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """The width of every column."""
    heading, *body = rows
    natural = [max(width(row[at]) for row in rows) for at in range(len(heading))]
    gaps = GAP * (len(heading) - 1)
    if sum(natural) + gaps <= room:
        return natural
    figures = [
        max([*map(width, heading[at].split()), *(width(row[at]) for row in body)])
        for at in range(1, len(heading))
    ]
    names = max(LEAST_NAME, min(natural[0], room - gaps - sum(figures)))
    columns = [names, *figures]
    for _more in range(room - gaps - sum(columns)):  # what is left goes to those that lack most
        at = max(range(len(columns)), key=lambda column: natural[column] - columns[column])
        columns[at] += 1
    return columns


def wrap(text: str, room: int) -> list[str]:
    """`text` in lines of at most `room` cells, broken between words, and inside those that are longer.

    No line begins with a dash, and none with blanks, but where one line is enough.
    """
    if width(text) <= room:
        return [text]
    lines = [""]
    for word in re.split(" (?!— )", text):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width(longer) <= room:
            lines[-1] = longer
            continue
        *whole, rest = _pieces(word, room)
        lines += [*whole, rest]
    return lines if lines[0] or len(lines) == 1 else lines[1:]


def flowing(parts: Iterable[str], room: int) -> list[str]:
    """`parts` with dots between them in lines of at most `room` cells, each whole in its line if it fits."""
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]} · {part}" if lines[-1] else part
        if width(longer) <= room:
            lines[-1] = longer
        else:
            lines += wrap(part, room)
    return lines if lines[0] else lines[1:]


def _pieces(word: str, room: int) -> Iterator[str]:
    """A word cut into pieces that fit, of at least one character each."""
    piece = ""
    for char in word:
        if piece and width(piece + char) > room:
            yield piece
            piece = ""
        piece += char
    yield piece


class Section(NamedTuple):
    """A part of a report; in its table, headings first, the first column stands left, the others right."""

    title: str
    sentences: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def plain(sections: Iterable[Section]) -> str:
    """The sections as plain text, a blank line between them."""
    parts = ([*filter(None, [each.title]), *each.sentences, *table(each.rows)] for each in sections)
    return "\n\n".join("\n".join(part) for part in parts)
