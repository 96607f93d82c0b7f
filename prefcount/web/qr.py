"""Links as QR codes, in the half blocks that every terminal has."""

from collections.abc import Sequence
from itertools import zip_longest

BORDERS = (4, 2)
"""The border of light modules: what the norm asks for, and what cameras need."""
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


GAP = "   "
"""What is between two pictures."""


def side_by_side(links: Sequence[str], columns: int, lines: int) -> list[tuple[str, ...]]:
    """The lines of the pictures of one or two links, each with its part of every picture.

    Where there is not room for two beside each other there is the one of the last link.
    """
    each = (columns - len(GAP) * (len(links) - 1)) // max(1, len(links))
    pictures = [half_blocks(link, each, lines) for link in links]
    if not all(pictures):
        pictures = [half_blocks(links[-1], columns, lines)]
    return list(zip(*pictures, strict=False))


def half_blocks(content: str, columns: int, lines: int) -> tuple[str, ...]:
    """The lines of the picture, to be shown black on white; none if it does not fit."""
    import segno

    code = segno.make(content, error="l", micro=False)
    for border in BORDERS:
        size = code.symbol_size(border=border)[0]
        if size <= columns and (size + 1) // 2 <= lines:
            return tuple(_lines([[*row] for row in code.matrix_iter(border=border)]))
    return ()


def _lines(rows: list[list[int]]) -> list[str]:
    light = [0] * len(rows[0])
    return [
        "".join(_HALVES[bool(upper), bool(lower)] for upper, lower in zip(above, below, strict=True))
        for above, below in zip_longest(rows[::2], rows[1::2], fillvalue=light)
    ]
