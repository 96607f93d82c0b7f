"""Text in terminal cells: widths, cut and padded texts, tables, and figures as people read them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from prefcount.base.locale_format import decimal_sign
from prefcount.languages import LANGUAGES
from prefcount.ledger import Amount, format_amount

ONE_CELL_EACH = re.compile("[ -~¡-¬®-ʯЀ-҂Ҋ-ԯ–—“”„…−×½⅓⅔¼¾⅙⅚€₽♠♣♦♥●■▲◆≠→─-╿⠀-⣿]*")
"""Pattern of texts whose characters all take one cell. For these wcwidth is not imported."""


def width(text: str) -> int:
    """Return the width of a text in terminal cells: the sum of the widths of its graphemes."""
    if ONE_CELL_EACH.fullmatch(text):
        return len(text)
    from wcwidth import wcswidth

    return sum(max(0, wcswidth(sign)) for sign in graphemes(text))


def graphemes(text: str) -> Iterable[str]:
    """Return the graphemes of a text: each character with its combining marks."""
    if ONE_CELL_EACH.fullmatch(text):
        return text
    from wcwidth import iter_graphemes

    return iter_graphemes(text)


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """Pad a text with blanks to the width `cells`. If `right` is True, the text is aligned right."""
    blanks = " " * (cells - width(text))
    return blanks + text if right else text + blanks


FRACTIONS = tuple("½⅓⅔¼¾⅙⅚")
"""Fraction signs of one cell."""
WHOLE = re.compile("[+−]?[0-9]+")
"""Pattern of a whole number, but not of money, which has decimals."""


def align_whole_figures(column: Iterable[str]) -> list[str]:
    """Add a blank after the whole numbers of a column that has fractions, so that 12 is aligned with 7⅓."""
    cells = list(column)
    if not any(cell.endswith(FRACTIONS) for cell in cells):
        return cells
    return [f"{cell} " if WHOLE.fullmatch(cell) else cell for cell in cells]


def table_lines(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """Return the lines of a table as text.

    Args:
        rows: the cells of each row.
        left: the number of columns that are aligned left. The other columns are aligned right.
    """
    columns = [align_whole_figures(column) for column in zip_longest(*rows, fillvalue="")]
    cells = [max(map(width, column)) for column in columns]
    return [
        "  ".join(pad(text, cells[at], right=at >= left) for at, text in enumerate(row)).rstrip()
        for row in zip(*columns, strict=True)
    ]


def clip(text: str, cells: int) -> str:
    return text if width(text) <= cells else cut_off(text, cells - 1) + "…"


def cut_off(text: str, cells: int) -> str:
    while text and width(text) > cells:
        text = text[:-1]
    return text


WHOLE_NAME = 7
"""Width in cells of the widest name that is not abbreviated on paper."""
VOWELS = "".join(language.vowels for language in LANGUAGES.values())
"""Letters that an abbreviation does not end in."""
MAX_BEGINNING, MAX_END = 3, 4
"""Maximum number of letters before and after the dash in “Але-р”, when other names begin alike."""


def shorten_names(names: Sequence[str], cells: int = WHOLE_NAME) -> list[str]:
    """Abbreviate names that are wider than `cells`. All abbreviations are different.

    In 7 cells Константин becomes “Конст.”, and Любовь Петровна becomes “Люб. П.”. Names that begin alike keep
    their ends: Александр and Александра become “Але-р” and “Але-а”.
    """
    short = [name if width(name) <= cells else _abbreviate(name, cells) for name in names]
    for end in range(MAX_END + 1):
        doubled = [at for at in range(len(names)) if _is_taken(at, names, short)]
        for at in doubled:
            beginning = cut_off(names[at], min(MAX_BEGINNING, cells - 1 - end) if end else cells - 1)
            longer = f"{beginning}-{names[at][-end:]}" if end else f"{beginning}."
            if beginning and width(longer) <= cells:
                short[at] = longer
    return [
        f"{cut_off(name, cells - len(str(at + 1)))}{at + 1}" if _is_taken(at, names, short) else short[at]
        for at, name in enumerate(names)
    ]


def _is_taken(at: int, names: Sequence[str], short: Sequence[str]) -> bool:
    others = (*names[:at], *names[at + 1 :], *short[:at], *short[at + 1 :])
    return short[at] != names[at] and short[at].casefold() in map(str.casefold, others)


def _abbreviate(name: str, cells: int) -> str:
    first, *others = [part for part in re.split("(?=[ -])", name) if part]
    others = others if first[-1:].isalpha() else []
    letters = [next(iter(graphemes(part))) for part in (first, *(part[1:] for part in others)) if part]
    initials = "".join(f"{part[0]}{letter}" for part, letter in zip(others, letters[1:], strict=False))
    room = cells - width(initials) - 1
    shorter = [f"{first}{initials}."] if initials else []
    if "-" in initials:  # a double name keeps a letter of each part
        shorter.append(f"{first}{initials}")
    if initials and room > 2:
        shorter.append(f"{_cut_with_dot(first, room)}{initials}.")
    if "-" in initials:
        shorter += [f"{letters[0]}{initials}.", f"{letters[0]}{initials}", "".join(letters)]
    fitting = next((short for short in shorter if width(short) <= cells), None)
    return fitting or (_cut_with_dot(first if others else name, cells) if cells > 1 else cut_off(name, cells))


def _cut_with_dot(name: str, cells: int) -> str:
    cut = cut_off(name, cells - 1)
    consonant = cut.rstrip(VOWELS + VOWELS.upper())
    return f"{consonant if len(consonant) > 2 else cut}."


GAP = 2
MIN_NAME_WIDTH = 8


class TableLine(NamedTuple):
    """A line of text of a table. A row of the table may take several lines.

    Attributes:
        row: the index of the row.
        cells: the cells, padded to the width of their columns.
    """

    row: int
    cells: tuple[str, ...]


def fit_table(rows: Sequence[Sequence[str]], room: int) -> list[TableLine]:
    """Lay out a table in a width of `room` cells. The first column is aligned left, the others right.

    If the table is too wide, its headings are wrapped. If it is still too wide, the texts in the first column
    are wrapped, too.
    """
    rows = [*zip(*map(align_whole_figures, zip_longest(*rows, fillvalue="")), strict=True)]
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
    heading, *body = rows
    natural = [max(width(row[at]) for row in rows) for at in range(len(heading))]
    gaps = GAP * (len(heading) - 1)
    if sum(natural) + gaps <= room:
        return natural
    figures = [
        max([*map(width, heading[at].split()), *(width(row[at]) for row in body)])
        for at in range(1, len(heading))
    ]
    names = max(MIN_NAME_WIDTH, min(natural[0], room - gaps - sum(figures)))
    columns = [names, *figures]
    for _more in range(room - gaps - sum(columns)):  # give each spare cell to the column that lacks most
        at = max(range(len(columns)), key=lambda column: natural[column] - columns[column])
        columns[at] += 1
    return columns


_LETTER = r"[^\W\d_]"
_BREAKS = re.compile(rf" (?!— |(?<=\d ){_LETTER}|(?<={_LETTER} )\d+(?! ?\w))")
"""A blank where a line may end: not before a dash, in “12 hands”, or in “hand 8,”."""


def wrap(text: str, room: int) -> list[str]:
    """Break a text into lines of at most `room` cells.

    If possible, a number stays with its noun, such as “12 hands”, and no line begins with a dash.
    """
    if width(text) <= room:
        return [text]
    lines = [""]
    for unit in _BREAKS.split(text):
        for word in [unit] if width(unit) <= room else unit.split(" "):
            longer = f"{lines[-1]} {word}" if lines[-1] else word
            if width(longer) <= room:
                lines[-1] = longer
                continue
            *whole, rest = _pieces(word, room)
            lines += [*whole, rest]
    return lines if lines[0] or len(lines) == 1 else lines[1:]


def join_with_dots(parts: Iterable[str], room: int) -> list[str]:
    """Join texts with “ · ” into lines of at most `room` cells."""
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]} · {part}" if lines[-1] else part
        if width(longer) <= room:
            lines[-1] = longer
        else:
            lines += wrap(part, room)
    return lines if lines[0] else lines[1:]


def _pieces(word: str, room: int) -> Iterator[str]:
    piece = ""
    for char in word:
        if piece and width(piece + char) > room:
            yield piece
            piece = ""
        piece += char
    yield piece


class Section(NamedTuple):
    """A section of a report: a title, some sentences, and a table whose first row has the headings."""

    title: str
    sentences: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def sections_text(sections: Iterable[Section]) -> str:
    """Return sections as plain text with blank lines between them."""
    parts = ([*filter(None, [each.title]), *each.sentences, *table_lines(each.rows)] for each in sections)
    return "\n\n".join("\n".join(part) for part in parts)


def figure(amount: Amount | str) -> str:
    """Return an amount as text: 12, or 7⅓ for a fraction."""
    return amount if isinstance(amount, str) else format_amount(amount)


def signed(amount: Amount) -> str:
    """Return a result or a change with its sign: +12, −3⅓, 0."""
    return f"+{figure(amount)}" if amount > 0 else figure(amount)


def styled_result(result: Amount | None) -> tuple[str, str]:
    """Return a result with its sign, and the name of its style: "plus", "minus", or "name" for zero.

    For None, the text is "".
    """
    if result is None:
        return "", "name"
    return signed(result), "plus" if result > 0 else "minus" if result < 0 else "name"


def rounded_text(amount: Amount | None, places: int = 1) -> str:
    """Return an average rounded to `places` decimal places, such as “1.5”. For None return a dash."""
    if amount is None:
        return "–"
    unit = int(10**places)
    units = (2 * abs(Fraction(amount)) * unit + 1) // 2
    whole, rest = divmod(units, unit)
    sign = "−" if amount < 0 and units else ""
    return f"{sign}{whole}{decimal_sign()}{rest:0{places}}"


def crossing_sign(before: Amount, after: Amount, below: str, above: str) -> str:
    """Return the sign to draw before a new total if the column has just crossed zero, or else "".

    Args:
        before: the total before.
        after: the new total.
        below: the sign for a total that fell below zero.
        above: the sign for a total that rose to zero or more.
    """
    if (before < 0) == (after < 0):
        return ""
    return below if after < 0 else above


def dotted_totals(totals: Sequence[str]) -> str:
    """Join totals with dots as on paper, such as "2.6.12". Without totals return a dash."""
    return ".".join(totals) or "–"


def group_digits(digits: str) -> str:
    """Return the digits of a hash in groups of eight."""
    return " ".join(digits[at : at + 8] for at in range(0, len(digits), 8))
