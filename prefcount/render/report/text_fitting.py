"""Fitting totals into a place: the size of the letters, the number of totals, the lines.

No font is known here, only that it is some sans-serif one. So every width is an estimate on the
wide side: what fits by it fits in the fonts that readers have.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from prefcount.render.report.pages import LABEL, Strip
from prefcount.render.text_cells import ONE_CELL_EACH, width

SIZES = (150, 142, 133, 125, 117, 108, 100, 92, 84)
"""Heights of the writing that are tried, in hundredths of the height of a label."""
EM = 1000
_NARROW, _WIDE = frozenset(" .,:;!|'ijlItfr()[]·-/"), frozenset("mwMWQOGDжшщмыюфЖШЩМЫЮФ@%&—…")
BOLD = 1100
"""How much wider bold writing is, in thousandths."""
PADDING = 14
DOT = "."
OMITTED = "…"


class Piece(NamedTuple):
    """A piece of text and its style: label, old, struck, last, full."""

    text: str
    style: str


LEFT_OUT = Piece(OMITTED, "old")
"""Stands where the oldest totals would stand if there were room."""


class FittedText(NamedTuple):
    """A line of text: its start, its baseline, its size, and its pieces."""

    x: int
    y: int
    size: int
    pieces: tuple[Piece, ...]


def ems(text: str) -> int:
    """How wide a text may be, in thousandths of its height."""
    return sum(map(_em, text))


def _em(char: str) -> int:
    if char.isdigit() and char.isascii():
        return 640
    if char in _NARROW:
        return 400
    if not ONE_CELL_EACH.fullmatch(char):
        return 1150 if width(char) else 0
    return 1050 if char in _WIDE else 800 if char.isupper() else 720


def units(text: str, size: int, *, bold: bool = False) -> int:
    """How wide a text may be at a size, in units of the page."""
    return -(-ems(text) * size * (BOLD if bold else EM) // (EM * EM))


def shortened(text: str, room: int, size: int, *, bold: bool = False) -> str:
    """A text cut to some room, with an ellipsis where something is missing."""
    if units(text, size, bold=bold) <= room:
        return text
    while text and units(text + OMITTED, size, bold=bold) > room:
        text = text[:-1]
    return text + OMITTED


def size_for(text: str, room: int, sizes: Sequence[int]) -> int:
    """The largest of the sizes at which a bold text fits, or the smallest one."""
    return next((size for size in sizes if units(text, size, bold=True) <= room), sizes[-1])


def column(strip: Strip, label: str, totals: Sequence[Piece], least: int = LABEL) -> tuple[FittedText, ...]:
    """The label and the totals of a column in its place, as large as they fit, the label in the `least` size.

    Where not all fit even at the smallest size, the oldest give way to an ellipsis; the newest
    is always there, if need be smaller than everything else.
    """
    place = strip.inside(PADDING)
    for size in SIZES:
        lines = _lines(place, label, totals, size * least // 100, least)
        if lines is not None:
            return lines
    return _newest(place, label, totals, least)


def _newest(place: Strip, label: str, totals: Sequence[Piece], least: int) -> tuple[FittedText, ...]:
    """As many of the newest totals as fit at the smallest size."""

    def without(left_out: int) -> tuple[FittedText, ...] | None:
        return _lines(place, label, [LEFT_OUT, *totals[left_out:]], least * SIZES[-1] // 100, least)

    tried = range(1, len(totals))
    at = bisect_left(tried, True, key=lambda left_out: without(left_out) is not None)
    lines = without(tried[at]) if at < len(tried) else None
    return tuple(_squeezed(place, label, totals, least)) if lines is None else lines


def _squeezed(place: Strip, label: str, totals: Sequence[Piece], least: int) -> Iterator[FittedText]:
    """The label, and the newest total in the widest line below it, however small it must be."""
    lines = list(_places(place, least))
    if not lines:
        return
    x, y, room = lines[0]
    yield FittedText(x, y, least, (Piece(shortened(label, room, least), "label"),))
    x, y, room = max(lines[1:] or lines, key=lambda line: line[2])
    newest = [LEFT_OUT, totals[-1]] if len(totals) > 1 else list(totals)
    wide = sum(units(piece.text, EM, bold=True) for piece in newest)
    yield FittedText(x, y, max(1, min(least, room * EM // max(1, wide))), tuple(newest))


def _places(place: Strip, size: int) -> Iterator[tuple[int, int, int]]:
    """The lines of a place from the top: where each begins, its baseline, and its room."""
    height = size * 5 // 4
    for top in range(place.top, place.bottom - height + 1, height):
        left, right = place.span(top, top + height)
        if right - left >= 3 * size:
            yield left, top + size, right - left


def _lines(
    place: Strip, label: str, totals: Sequence[Piece], size: int, least: int
) -> tuple[FittedText, ...] | None:
    """The column at a size, or None if it does not fit."""
    places = _places(place, size)
    first = next(places, None)
    if first is None:
        return None
    x, y, room = first
    shown = shortened(label, max(room // 2, min(room, 5 * least)) if totals else room, least)
    lines: list[FittedText] = []
    if shown:
        lines.append(FittedText(x, y, least, (Piece(shown, "label"),)))
        used = units(shown, least) + size * 2 // 5
        x, room = x + used, room - used
    line: list[Piece] = []
    for pieces in _with_dots(totals):
        wide = units("".join(piece.text for piece in pieces), size, bold=pieces[0].style in ("last", "full"))
        while wide > room:
            if line:
                lines.append(FittedText(x, y, size, tuple(line)))
            following = next(places, None)
            if following is None:
                return None
            line, (x, y, room) = [], following
        line += pieces
        room -= wide
    if line:
        lines.append(FittedText(x, y, size, tuple(line)))
    return tuple(lines)


def _with_dots(totals: Sequence[Piece]) -> Iterator[list[Piece]]:
    for at, total in enumerate(totals):
        has_dot = at < len(totals) - 1 and total != LEFT_OUT
        yield [total, Piece(DOT, "old")] if has_dot else [total]
