"""Text in columns, by the cells that a terminal gives each character."""

import re
from collections.abc import Sequence

ONE_CELL_EACH = re.compile("[ -~¡-¬®-ʯЀ-҂Ҋ-ԯ–—“”„…−×½€₽♠♣♦♥≠→]*")
"""What is shown most: Latin, Cyrillic and the signs of the sheet, none of which is wide or joins another."""


def width(text: str) -> int:
    """The terminal cells that `text` takes; the tables of all characters are loaded only for rare ones."""
    if ONE_CELL_EACH.fullmatch(text):
        return len(text)
    from wcwidth import wcswidth

    return max(0, wcswidth(text))


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """`text` filled up with blanks to `cells`, on its left side if it is to stand `right`."""
    blanks = " " * (cells - width(text))
    return blanks + text if right else text + blanks


def table(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """Rows as lines with aligned columns; the first `left` columns stand left, the others right."""
    columns = max(map(len, rows), default=0)
    cells = [max((width(row[at]) for row in rows if at < len(row)), default=0) for at in range(columns)]
    return [
        "  ".join(pad(text, cells[at], right=at >= left) for at, text in enumerate(row)).rstrip()
        for row in rows
    ]


def clipped(text: str, cells: int) -> str:
    """`text` cut to `cells`, with an ellipsis where something is missing."""
    if width(text) <= cells:
        return text
    while text and width(text) > cells - 1:
        text = text[:-1]
    return text + "…"


def beginning(text: str, cells: int) -> str:
    """As much of `text` as fits into a few cells, where an ellipsis would take more than it tells."""
    while width(text) > cells:
        text = text[:-1]
    return text
