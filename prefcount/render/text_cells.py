"""Text in terminal cells: widths, cut and padded texts, tables, and figures as people read them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from prefcount.base.locale_format import decimal_sign
from prefcount.languages import LANGUAGES
from prefcount.ledger.sheet import Amount, format_amount

ONE_CELL_EACH = re.compile("[ -~¡-¬®-ʯЀ-҂Ҋ-ԯ–—“”„…−×½⅓⅔¼¾⅙⅚€₽♠♣♦♥●■▲◆≠→─-╿⠀-⣿]*")
"""Pattern of texts whose characters all take one cell, so that wcwidth need not be imported."""


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
    """Pad a text with blanks to the width `cells`. The blanks come before a text that is aligned `right`."""
    blanks = " " * (cells - width(text))
    return blanks + text if right else text + blanks


FRACTIONS = tuple("½⅓⅔¼¾⅙⅚")
"""Fraction signs of one cell."""
WHOLE = re.compile("[+−]?[0-9]+")
"""Pattern of a whole number. An amount of money has decimals, so it does not match."""


def align_whole_figures(column: Iterable[str]) -> list[str]:
    """Add a blank after whole figures of a column if other figures end in a fraction sign."""
    cells = list(column)
    if not any(cell.endswith(FRACTIONS) for cell in cells):
        return cells
    return [f"{cell} " if WHOLE.fullmatch(cell) else cell for cell in cells]


def table_lines(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """Return rows as lines of text. The first `left` columns are aligned left, all others right."""
    columns = [align_whole_figures(column) for column in zip_longest(*rows, fillvalue="")]
    cells = [max(map(width, column)) for column in columns]
    return [
        "  ".join(pad(text, cells[at], right=at >= left) for at, text in enumerate(row)).rstrip()
        for row in zip(*columns, strict=True)
    ]


def clip(text: str, cells: int) -> str:
    """Cut a text to a width, with an ellipsis if it is too long."""
    if width(text) <= cells:
        return text
    while text and width(text) > cells - 1:
        text = text[:-1]
    return text + "…"


def cut_off(text: str, cells: int) -> str:
    """Cut a text to a width, without an ellipsis."""
    while width(text) > cells:
        text = text[:-1]
    return text


MAX_UNSHORTENED_WIDTH = 5
"""Maximum width in which a name is cut without an ellipsis, which would take too much of the width."""


def _parts(name: str) -> list[str]:
    return [part for part in name.split("-") if part]


def _shorten_name(name: str, cells: int) -> str:
    """Cut a name to a width. A double name keeps the initials of its later parts."""
    cut = clip(name, cells) if cells > MAX_UNSHORTENED_WIDTH else cut_off(name, cells)
    parts = _parts(name)
    if cut == name or len(_parts(cut.rstrip("…"))) == len(parts):
        return cut
    initials = "".join(f"-{part[0]}" for part in parts[1:])
    left = cells - width(initials)
    if left > 0:
        return f"{cut_off(parts[0], left)}{initials}"
    return cut_off("".join(part[0] for part in parts), cells)


def shorten_names(names: Sequence[str], cells: int) -> list[str]:
    """Cut names to a width, and add the number of the seat to cut names that would look alike.

    A double name keeps something of each part: "Анна-М", "А-М".
    """
    begun = [_shorten_name(name, cells) for name in names]
    return [
        f"{cut_off(name, cells - len(str(seat)))}{seat}"
        if begun.count(short) > 1 and short != name
        else short
        for seat, (name, short) in enumerate(zip(names, begun, strict=True), start=1)
    ]


WHOLE_NAME = 7
"""Longest name that is not abbreviated on paper, in cells."""
VOWELS = "".join(language.vowels for language in LANGUAGES.values())
"""Letters that an abbreviation does not end in."""


def abbreviate_names(names: Sequence[str]) -> list[str]:
    """Return long names as they are abbreviated on paper, all different.

    Константин becomes “Конст.”, Любовь Петровна “Люб. П.”, Anna-Maria “Anna-M.”. Names that begin alike keep
    their ends: Александр and Александра are “Але-р” and “Але-а”.
    """
    short = [name if width(name) <= WHOLE_NAME else _abbreviate(name) for name in names]
    for end in range(5):
        doubled = {at for at, name in enumerate(short) if _is_taken(name, at, names, short)}
        if not doubled:
            return short
        for at in doubled:
            if short[at] != names[at]:
                name = names[at]
                short[at] = f"{cut_off(name, 3)}-{name[-end:]}" if end else f"{cut_off(name, 6)}."
    return shorten_names(names, WHOLE_NAME)


def _is_taken(name: str, at: int, names: Sequence[str], short: Sequence[str]) -> bool:
    others = (*names[:at], *names[at + 1 :], *short[:at], *short[at + 1 :])
    return name.casefold() in map(str.casefold, others)


def _abbreviate(name: str) -> str:
    first, *others = re.split("(?=[ -])", name)
    initial = f"{others[0][0]}{next(iter(graphemes(others[0][1:])))}." if others and others[0][1:] else ""
    room = WHOLE_NAME - (width(initial) or 1)
    if width(first) <= room + 1 and initial:
        return first + initial
    cut = cut_off(first, room - 1)
    return f"{cut.rstrip(VOWELS + VOWELS.upper()) or cut}.{initial}"


GAP = 2
MIN_NAME_WIDTH = 8


class TableLine(NamedTuple):
    """A line of a table: the index of its row, and its cells padded to their columns."""

    row: int
    cells: tuple[str, ...]


def fit_table(rows: Sequence[Sequence[str]], room: int) -> list[TableLine]:
    """Lay out a table in `room` cells, headings first, with the first column aligned left, others right.

    If there are too few cells, the headings are wrapped first, then the names in the first column.
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


def wrap(text: str, room: int) -> list[str]:
    """Wrap a text to a width between words, and inside words that are too long.

    No line begins with a dash. Blanks at the start are kept only if the text fits on one line.
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


def join_with_dots(parts: Iterable[str], room: int) -> list[str]:
    """Join texts with “ · ” into lines of a width. Only a text that is longer than a line is broken."""
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
    """A section of a report: title, sentences, and a table with headings first."""

    title: str
    sentences: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def sections_text(sections: Iterable[Section]) -> str:
    """Return sections as plain text with blank lines between them."""
    parts = ([*filter(None, [each.title]), *each.sentences, *table_lines(each.rows)] for each in sections)
    return "\n\n".join("\n".join(part) for part in parts)


GROUP_DIGITS = 8
"""Number of digits in a group of a hash."""


def figure(amount: Amount | str) -> str:
    """Return an amount as text: 12, or 7⅓ for a fraction."""
    return amount if isinstance(amount, str) else format_amount(amount)


def signed(amount: Amount) -> str:
    """Return a result or a change with its sign: +12, −3⅓, 0."""
    return f"+{figure(amount)}" if amount > 0 else figure(amount)


def changes_text(changes: Iterable[tuple[str, Amount]]) -> str:
    """Return changes of scores as text, such as "Anna +33⅓, Boris −33⅓", or "" if there are none."""
    return ", ".join(f"{name} {signed(change)}" for name, change in changes if change)


def styled_result(result: Amount | None) -> tuple[str, str]:
    """Return a result as text with its style: plus, minus, or name for zero. The text for None is empty."""
    if result is None:
        return "", "name"
    return signed(result), "plus" if result > 0 else "minus" if result < 0 else "name"


def rounded_text(amount: Amount | None, places: int = 1) -> str:
    """Return an average rounded half away from zero, such as 1.5, or a dash for None."""
    if amount is None:
        return "–"
    unit = int(10**places)
    units = (2 * abs(Fraction(amount)) * unit + 1) // 2
    whole, rest = divmod(units, unit)
    sign = "−" if amount < 0 and units else ""
    return f"{sign}{whole}{decimal_sign()}{rest:0{places}}"


def rounded_change_text(amount: Amount | None, places: int = 1) -> str:
    """Return an average change rounded, with its sign."""
    shown = rounded_text(amount, places)
    return f"+{shown}" if amount is not None and amount > 0 and shown.strip("0.,") else shown


def crossing_sign(before: Amount, after: Amount, below: str, above: str) -> str:
    """Return `below` if a column falls below zero between two totals, `above` if it rises again, or ""."""
    if (before < 0) == (after < 0):
        return ""
    return below if after < 0 else above


def dotted_totals(totals: Sequence[str]) -> str:
    """Join totals with dots as on paper, such as "2.6.12", or return a dash if there are none."""
    return ".".join(totals) or "–"


def group_digits(digits: str) -> str:
    """Return the digits of a hash in groups of eight."""
    return " ".join(digits[at : at + GROUP_DIGITS] for at in range(0, len(digits), GROUP_DIGITS))
