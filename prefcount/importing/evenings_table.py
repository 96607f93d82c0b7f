"""Import of tables in which each line has the date of an evening and a result for each player.

Every evening becomes a session without hands, of which only the results are known.
"""

import csv
import hashlib
import io
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, islice, permutations, zip_longest
from math import floor, gcd, lcm
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.base.locale_format import is_unknown_currency, parse_currency
from prefcount.base.problems import (
    InvalidInput,
    Problem,
    invalid,
    join_problems,
    printable,
    problem,
    quote,
    unknown_word,
)
from prefcount.entries.models import MAX_PLAYERS, NOTE_LENGTH, End, Price
from prefcount.importing.cells import CellAmount, parse_amount, parse_moment
from prefcount.languages import get_all_words
from prefcount.ledger import ScaledResults, amount_to_json, minor_digits, normalize_amount, scale_to_units
from prefcount.session.session import Session, new_header
from prefcount.store.disk import WriteError, make_folder
from prefcount.store.journal import Journal, header_line, spell_entry
from prefcount.store.reader import ReadError, load, read_entry, read_small_file
from prefcount.store.session_folder import make_path

GAME = "preferans"
FILE_LIMIT = 4 * 1024 * 1024
FORMAT = "csv"
REMOVED_FORMATS = ("prefandroid", "mathfewmatthews")
"""Formats that only prefcount 1.0 could read."""
_GAME_OF_A_PROGRAM = re.compile(rb'\s*\{.*"(?:gameLog|scores|poolTarget|preferans-game-v2)"', re.S)
"""Pattern of a file in one of `REMOVED_FORMATS`."""
_REMOVED_FORMAT = N_(
    "this version no longer reads games of other programs; import them with prefcount 1.0.0, whose "
    "sessions this version reads, or begin a game and enter only its result: "
    "prefcount add FILE --result 'anna 57' --result 'boris -57'"
)

MAX_EVENINGS = 9_999
MAX_COLUMNS = 100
MAX_TITLE_LINES = 20
"""Maximum number of lines before the heading."""
_HEADINGS = [
    *get_all_words("heading").items(),
    ("date", ["datum", "tag"]),
    ("note", ["bemerkung", "kommentar", "notiz", "ort"]),
    ("total", ["summe", "gesamt", "kontrolle", "saldo", "differenz", "σ"]),
    ("number", ["#", "№", "nummer", "spiel", "abend", "runde", "woche", "datei"]),
    *(("price", ["preis", "einsatz"]), ("currency", ["währung"])),
]
"""Words of all languages for columns that belong to no player, by kinds."""
KIND_OF = {word: kind for kind, words in _HEADINGS for word in words}
"""The kind of each column that belongs to no player, by its heading."""
PLAYER, NUMBER = "player", "number"
EMPTY_CELLS = ("", "-", "–", "—")
_DELIMITER = re.compile(r"[^\S\n]*sep=(\S)[^\S\n]*$", re.I | re.M)
"""Pattern of a first line such as `sep=;`, by which some spreadsheets name the delimiter."""
_DECIMAL = re.compile(r"-?[0-9]{1,10}(?:[.,][0-9]{1,6})?")
"""Pattern of a number as this program writes it."""
BY_PLAYER = ("date", "player", "whists")
"""Columns of a table that `prefcount stats` wrote, with a line for each evening and player."""
BY_EVENING = ("date", "file", "currency", "price")
"""Columns of a table that this program wrote, with a line for each evening."""


class Row(NamedTuple):
    """A line of a table.

    Attributes:
        line: the number of the line in the file.
        cells: the texts of its cells.
    """

    line: int
    cells: tuple[str, ...]


NO_PRICE = Price(None, "")


class ImportFlags(NamedTuple):
    """The options of the import command.

    Attributes:
        price: the price of a whist, for lines of the table without a price.
        unit: "whists" or "money" for figures without a currency sign, or "" if the user did not say.
        players: headings of columns to import as players, whatever is in these columns.
        without: headings of columns that are not players.
    """

    price: Price = NO_PRICE
    unit: str = ""
    players: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


NO_FLAGS = ImportFlags()


class UnknownUnit(ReadError):
    """Raised when it is not certain whether the figures of a table are whists or money."""


class Column(NamedTuple):
    """A column of a table.

    Attributes:
        name: the heading.
        kind: "player", "date", "note", "total", "number", "price" or "currency".
    """

    name: str
    kind: str


class Evening(NamedTuple):
    """The results of one evening, as read from a table.

    Attributes:
        results: the whists that each player won, in seat order.
        started: the date and time, or None if the table has no date.
        place: the place in the table, such as “line 3”.
        notes: texts that become notes of the session.
        price: the price of a whist.
    """

    results: Mapping[str, Fraction]
    started: datetime | None
    place: Text
    notes: tuple[str, ...] = ()
    price: Price = NO_PRICE


class SkippedLine(NamedTuple):
    """A remark on a line or column that is not imported.

    Attributes:
        place: the place in the table, such as “line 3”, or "" for the whole table.
        text: the remark.
        lost: whether results are missing or may be wrong. False, for example, for a line of correct totals.
    """

    place: Text | str
    text: Text
    lost: bool

    def __str__(self) -> str:
        return printable(f"{self.place}: {self.text}" if str(self.place) else str(self.text))


class Table(NamedTuple):
    """A CSV table with a line for each evening and a column for each player, below a heading."""

    heading: tuple[str, ...]
    rows: tuple[Row, ...]


def refuse_removed_format(name: str | None) -> None:
    """Refuse to import a format that only prefcount 1.0 reads.

    Raises:
        InvalidInput: if `name` is the name of such a format.
    """
    if name in REMOVED_FORMATS:
        raise invalid(_REMOVED_FORMAT)


def read_table(path: Path) -> Table:
    """Read a CSV file with a line for each evening and a column for each player.

    Raises:
        ReadError: if the file is not such a table, for example because it has no heading.
    """
    content = read_small_file(path, FILE_LIMIT, follow_links=True)
    try:
        table = parse_table(content)
    except UnicodeDecodeError:
        sentence = N_("this is not UTF-8 text; save it as UTF-8, a table as “CSV UTF-8”")
        raise ReadError(sentence) from None
    except InvalidInput as refusal:
        raise ReadError(_problems_text(refusal.problems)) from None
    if table is None and _GAME_OF_A_PROGRAM.match(content.removeprefix(b"\xef\xbb\xbf")):
        raise ReadError(text(_REMOVED_FORMAT))
    if table is None:
        sentence = N_(
            "this is not a table of evenings: such a table has a line with “date” and the names of players"
        )
        raise ReadError(sentence)
    return table


def _problems_text(problems: Sequence[Problem]) -> Text:
    return text(N_("{problems}"), problems=printable(join_problems(problems)))


def parse_table(content: bytes) -> Table | None:
    """Return the table in a CSV text, or None if no line is a heading with a date and two players.

    Raises:
        InvalidInput: if there are too many lines or columns, or misplaced quotation marks.
        UnicodeDecodeError: if the text is not UTF-8.
    """
    lines = content.decode("utf-8-sig")
    named = _DELIMITER.match(lines)
    columns, delimiter = max((_count_columns(lines, sign), sign) for sign in (named[1] if named else ",;\t|"))
    if not columns:
        return None
    if columns > MAX_COLUMNS:
        sentence = N_("the table has {count} columns; at most {most} are read")
        raise invalid(sentence, count=columns, most=MAX_COLUMNS)
    rows = _parse_rows(lines, delimiter)
    heading = next(row.cells for row in rows if _is_heading(row.cells))
    below = tuple(islice((row for row in rows if any(row.cells)), MAX_EVENINGS + 1))
    if len(below) > MAX_EVENINGS:
        raise invalid(N_("the table has more than {most} evenings"), most=MAX_EVENINGS)
    return Table(heading, below)


def _count_columns(lines: str, delimiter: str) -> int:
    try:
        first = islice(_parse_rows(lines, delimiter), MAX_TITLE_LINES + 1)
        return next((len(row.cells) for row in first if _is_heading(row.cells)), 0)
    except InvalidInput:
        return 0


def _parse_rows(lines: str, delimiter: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(lines, newline=""), delimiter=delimiter, strict=True)
    line = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error:
            sentence = N_(
                "line {number} cannot be read: a quotation mark is not closed or misplaced, "
                "or a cell is too long"
            )
            raise invalid(sentence, number=line) from None
        if cells is None:
            return
        yield Row(line, tuple(" ".join(cell.split()).removeprefix("'") for cell in cells))
        line = reader.line_num + 1


def _normalize_heading(cell: str) -> str:
    return cell.casefold().strip(" :.")


def _column_kind(word: str) -> str:
    return KIND_OF.get(word) or (NUMBER if word[:1] in ("#", "№") else PLAYER)


def _is_heading(row: Sequence[str]) -> bool:
    named = [_normalize_heading(cell) for cell in row]
    if any(set(headings) <= set(named) for headings in (BY_PLAYER, BY_EVENING)):
        return True
    players = [cell for cell in named if cell and _column_kind(cell) == PLAYER]
    if "date" not in map(KIND_OF.get, named) or len(players) < 2:
        return False
    return not any(map(_read_amount, players[:MAX_COLUMNS]))


def _read_amount(cell: str) -> CellAmount | None:
    try:
        return parse_amount(cell)
    except InvalidInput:
        return None


def read_evenings(table: Table, flags: ImportFlags = NO_FLAGS) -> list[Evening | SkippedLine]:
    """Return the evenings of a table, and a remark on each line and column that is not imported.

    Raises:
        InvalidInput: if it is uncertain which columns are players, or if two headings are equal.
        UnknownUnit: if it is uncertain whether figures are whists or money.
    """
    words = [_normalize_heading(name) for name in table.heading if name]
    twice = next((name for name in table.heading if words.count(_normalize_heading(name)) > 1), None)
    if twice is not None:
        raise invalid(N_("two columns are headed “{name}”"), name=quote(twice))
    reading = _TableReader(flags)
    if set(BY_PLAYER) <= set(words):
        lines, others = _join_players(table)
        return [*(reading.read(line) for line in lines), *others]
    columns: Sequence[Column] = _columns_by_flags(table.heading, flags)
    is_exact = set(BY_EVENING) <= set(words)
    lines = [_Line(columns, row, exact=is_exact) for row in table.rows]
    remarks = list[SkippedLine]()
    if not is_exact:
        columns, remarks = _find_players(columns, [line for line in lines if not line.is_total], flags)
        lines = [line._replace(columns=columns) for line in lines]
        remarks += _check_unit([line for line in lines if not line.is_total], flags)
    skipped = [_find_other_game(line) if line.exact else None for line in lines]
    return [*remarks, *(skip or reading.read(line) for skip, line in zip(skipped, lines, strict=True))]


def _find_other_game(line: "_Line") -> SkippedLine | None:
    names = (cell for heading, cell in line.cells(NUMBER) if _normalize_heading(heading) == "game")
    return _skip_other_game(line.row, next(names, ""))


def _skip_other_game(row: Row, name: str) -> SkippedLine | None:
    if name in ("", GAME):
        return None
    sentence = N_("this is an evening of {game}; only evenings of Preferans are imported")
    reason = text(sentence, game=quote(name))
    return SkippedLine(text(N_("line {number}"), number=row.line), reason, lost=True)


class _Line(NamedTuple):
    columns: Sequence[Column]
    row: Row
    exact: bool
    money: Mapping[str, str] = MappingProxyType({})

    @property
    def is_total(self) -> bool:
        first = next(filter(None, self.row.cells), "").split()
        return bool(first) and KIND_OF.get(_normalize_heading(first[0])) == "total"

    def cells(self, *kinds: str) -> Iterator[tuple[str, str]]:
        for column, cell in zip_longest(self.columns, self.row.cells, fillvalue=None):
            if column is not None and column.kind in kinds:
                yield column.name, cell or ""

    def players(self) -> Iterator[tuple[str, str]]:
        return ((name, cell) for name, cell in self.cells(PLAYER) if cell not in EMPTY_CELLS)


def _join_players(table: Table) -> tuple[list[_Line], list[SkippedLine]]:
    evenings: dict[tuple[str, ...], list[tuple[Row, dict[str, str]]]] = defaultdict(list)
    others: dict[tuple[str, ...], SkippedLine] = {}
    for row in table.rows:
        cells = dict(zip(map(_normalize_heading, table.heading), row.cells, strict=False))
        evening = cells.get("date", ""), cells.get("file", "")
        if skipped := _skip_other_game(row, cells.get("game", "")):
            others.setdefault(evening, skipped)
        else:
            evenings[evening].append((row, cells))
    lines = []
    for (date, _file), rows in evenings.items():
        columns, figures = [Column("date", "date")], [date]
        money = dict[str, str]()
        for _row, cells in rows:
            columns.append(Column(cells.get("player", ""), PLAYER))
            figures.append(cells.get("exact") or cells.get("whists", ""))
            money |= {cells.get("player", ""): cells["money"]} if cells.get("money") else {}
        for kind in ("price", "currency"):
            for value in dict.fromkeys(cells[kind] for _row, cells in rows if cells.get(kind)):
                columns.append(Column(kind, kind))
                figures.append(value)
        lines.append(_Line(columns, Row(rows[0][0].line, tuple(figures)), exact=True, money=money))
    return lines, list(others.values())


# --- columns of players, and the unit of figures -------------------------------------------------


def _columns_by_flags(heading: Sequence[str], flags: ImportFlags) -> list[Column]:
    words = [_normalize_heading(name) for name in heading]
    for flag, names in (("--player", flags.players), ("--without", flags.without)):
        for name in names:
            if _normalize_heading(name) not in words:
                raise InvalidInput([unknown_word(flag, name, filter(None, heading))])
    players, without = (
        {_normalize_heading(name) for name in names} for names in (flags.players, flags.without)
    )
    if set(BY_EVENING) <= set(words[:5]):  # this program wrote the players last, who may be called “Sum”
        players |= {*words[words.index("price") + 1 :]} - without
    return [
        Column(name, PLAYER if word in players else NUMBER if word in without else _column_kind(word))
        for name, word in zip(heading, words, strict=True)
    ]


MAX_GROUPED = 12
"""Maximum number of players whose columns are tested for groups that add up to 0."""
MAX_LOOKED_AT = 200
"""Maximum number of lines on which sums of columns are tested."""


def _find_players(
    columns: Sequence[Column], lines: Sequence[_Line], flags: ImportFlags
) -> tuple[Sequence[Column], list[SkippedLine]]:
    figures: dict[int, list[Fraction | None]] = {}
    named = {_normalize_heading(name) for name in flags.players}
    texts, zeros = list[str](), list[str]()
    for index, column in enumerate(columns):
        cells = [line.row.cells[index] if index < len(line.row.cells) else "" for line in lines]
        if column.kind != PLAYER or not column.name or not any(cell not in EMPTY_CELLS for cell in cells):
            continue
        figures[index] = [None if amount is None else amount.amount for amount in map(_read_amount, cells)]
        if _normalize_heading(column.name) not in named:
            if all(figure is None for figure in figures[index]):
                texts.append(column.name)
            elif not any(figures[index]) and all(cell in EMPTY_CELLS or _read_amount(cell) for cell in cells):
                zeros.append(column.name)
    if len(figures) - len(texts) - len(zeros) < len(("one player", "another")):
        return columns, []
    left_out = {*texts, *zeros}
    kept = [index for index in figures if columns[index].name not in left_out]
    rows = [
        [figures[column][row] or Fraction(0) for column in kept]
        for row, line in enumerate(lines)
        if all(_read_amount(cell) for name, cell in line.players() if name not in left_out)
    ]
    _refuse_sums([columns[index].name for index in kept], rows[:MAX_LOOKED_AT], named)
    remarks = [
        SkippedLine("", text(sentence, name=quote(name), flag="--player " + quote(name)), lost=False)
        for names, sentence in (
            (zeros, N_("“{name}” is 0 in every line and is not counted as a player; {flag} counts it")),
            (texts, N_("“{name}” has no figures and is not counted as a player")),
        )
        for name in names
    ]
    return [
        column._replace(kind=NUMBER) if column.name in left_out else column for column in columns
    ], remarks


def _refuse_sums(names: Sequence[str], rows: Sequence[Sequence[Fraction]], named: set[str]) -> None:
    doubtful = [index for index, name in enumerate(names) if _normalize_heading(name) not in named]
    whole = _sums_of(rows, range(len(names)))
    largest = min(3 if len(doubtful) <= 2 * MAX_GROUPED else 2, len(names) - 2)
    for size in range(1, largest + 1 if sum(map(bool, whole)) > 1 else 0):
        groups = combinations(doubtful, size)
        if suspects := [group for group in groups if _unbalances(_sums_of(rows, group), whole)]:
            sentence = N_(
                "perhaps {columns} is not a player, because with this column fewer lines add up to 0; "
                "for a column that is no player, use --without NAME; for a player, use --player NAME"
            )
            listed = [str(_join_names(_TOGETHER, _quoted(names, group))) for group in suspects]
            raise invalid(sentence, columns=_join_names(N_("{columns} or {column}"), listed))
    for size in range(2, len(names) - 1 if len(names) <= MAX_GROUPED else 0):
        for group in combinations([index for index in doubtful if index], size):
            if any(_sums_of(rows, group)):
                continue
            others = set(range(len(names))) - set(group)
            beside = sum(
                any(row[index] for index in group) and any(row[index] for index in others) for row in rows
            )
            if beside >= (1 if _are_derived(names, group) else 2):
                sentence = N_(
                    "perhaps {columns} are not players, because these columns alone add up to 0 in every "
                    "line; for a column that is no player, use --without NAME; for a player, use --player "
                    "NAME"
                )
                raise invalid(sentence, columns=_join_names(_TOGETHER, _quoted(names, group)))


def _sums_of(rows: Sequence[Sequence[Fraction]], group: Iterable[int]) -> list[Fraction]:
    indexes = tuple(group)
    return [sum((row[index] for index in indexes), Fraction(0)) for row in rows]


def _unbalances(parts: Sequence[Fraction], whole: Sequence[Fraction]) -> bool:
    # Without these columns most of the lines that do not add up to 0 do so, and fewer lines no longer do.
    pairs = [(part, total) for part, total in zip(parts, whole, strict=True) if part]
    gained, lost = sum(part == total for part, total in pairs), sum(not total for _part, total in pairs)
    return gained > max(1, lost) and 2 * gained >= sum(map(bool, whole))


def _are_derived(names: Sequence[str], group: Sequence[int]) -> bool:
    # For example, “Anna total” contains “Anna”.
    others = {_normalize_heading(name) for index, name in enumerate(names) if index not in group}
    return all(any(other in _normalize_heading(names[index]) for other in others) for index in group)


_TOGETHER = N_("{columns} and {column}")


def _quoted(names: Sequence[str], group: Sequence[int]) -> list[str]:
    return [f"“{quote(names[index])}”" for index in group]


def _join_names(pair: str, names: Sequence[str]) -> Text | str:
    listed: Text | str = names[0]
    for name in names[1:]:
        listed = text(pair, columns=listed, column=name)
    return listed


def _check_unit(lines: Sequence[_Line], flags: ImportFlags) -> list[SkippedLine]:
    cells = [(line, cell, _read_amount(cell)) for line in lines for _name, cell in line.players()]
    figures = [(line, cell, amount) for line, cell, amount in cells if amount is not None and amount.amount]
    priced = flags.price.amount is not None or any(amount.money for _line, _cell, amount in figures)
    priced |= any(cell for line in lines for _name, cell in line.cells("price"))
    if flags.unit:
        return []
    for line, cell, amount in figures:
        if amount.money or not amount.places:
            continue
        if priced or amount.places > 1 or not _can_be_whists(amount.amount, len(list(line.players()))):
            sentence = N_(
                "line {number}: “{cell}” may be whists or money; say prefcount import --whists, or --money "
                "with the price of a whist, such as --stake 0.10 --currency EUR"
            )
            raise UnknownUnit(text(sentence, number=line.row.line, cell=quote(cell)))
    if flags.price.amount is None or not any(not amount.money for _line, _cell, amount in figures):
        return []
    sentence = N_(
        "figures without a currency sign are taken for whists; with --money they are taken for money"
    )
    return [SkippedLine("", text(sentence), lost=False)]


def _can_be_whists(amount: Fraction, players: int) -> bool:
    # The dump times ten is divided by the number of players or opponents, and some rules halve twice.
    parts = lcm(*(count // gcd(count, 10) for count in (players, players - 1) if count))
    return bool(4 * parts % amount.denominator == 0)


# --- the lines -----------------------------------------------------------------------------------


class _TableReader:
    def __init__(self, flags: ImportFlags) -> None:
        self.flags = flags
        self.sums = defaultdict[str, Fraction](Fraction)
        self.whole = True
        self.prices = set[Price]()
        self.begun = Counter[datetime]()

    def read(self, line: _Line) -> Evening | SkippedLine:
        place = text(N_("line {number}"), number=line.row.line)
        if line.is_total:
            return self._compare_totals(line, place)
        problems: list[Problem] = []
        started = self._parse_start(line, problems)
        try:
            price = self._parse_price(line)
            results: Mapping[str, Fraction] = self._parse_results(line, price, problems)
            if not problems:
                problems += _check_sum(results)
            if line.money and not problems:
                results, price = _match_money(line, results, price)
        except InvalidInput as refusal:
            problems += refusal.problems
        if problems:
            self.whole = False
            return SkippedLine(place, text(N_("{problems}"), problems=join_problems(problems)), lost=True)
        for name, amount in results.items():
            self.sums[name] += amount
        self.prices.add(price)
        notes = tuple(cell for _name, cell in line.cells("note") if cell)
        return Evening(results, started, place, notes, price)

    def _parse_start(self, line: _Line, problems: list[Problem]) -> datetime | None:
        try:
            moments = [parse_moment(cell) for name, cell in line.cells("date")]
        except InvalidInput as refusal:
            problems += refusal.problems
            return None
        started = moments[0]
        if any(moment.date() != started.date() for moment in moments):
            problems.append(problem("", N_("the line has two dates")))
        later = timedelta(seconds=self.begun[started])
        self.begun[started] += 1
        return started + later

    def _parse_price(self, line: _Line) -> Price:
        amounts, currencies = set[Decimal](), set[str]()
        for _name, cell in line.cells("price"):
            if cell not in EMPTY_CELLS:
                amount, money = _parse_price_cell(cell, exact=line.exact)
                amounts.add(amount)
                currencies |= {_parse_currency(money)} if money else set()
        currencies |= {
            _parse_currency(cell) for _name, cell in line.cells("currency") if cell not in EMPTY_CELLS
        }
        given = self.flags.price
        if len(amounts) > 1 or len(currencies) > 1:
            raise invalid(N_("the line has two prices or currencies"))
        own = Price(next(iter(amounts), None), next(iter(currencies), ""))
        other_price = own.amount is not None and given.amount not in (None, own.amount)
        if other_price or (own.currency and given.currency not in ("", own.currency)):
            sentence = N_(
                "the line says {own}, not {given}; leave out --stake and --currency to "
                "use the price in the line"
            )
            raise invalid(sentence, own=_price_text(own), given=_price_text(given))
        if own.amount is None and line.money:
            return own._replace(amount=given.amount, currency=own.currency or given.currency)
        return Price(given.amount if own.amount is None else own.amount, own.currency or given.currency)

    def _parse_results(self, line: _Line, price: Price, problems: list[Problem]) -> dict[str, Fraction]:
        if any(line.row.cells[len(line.columns) :]):
            problems.append(problem("", N_("the line has more cells than the table has headings")))
        results: dict[str, Fraction] = {}
        for name, cell in line.cells("total"):
            total = _read_amount(cell)
            if cell not in EMPTY_CELLS and (total is None or total.amount):
                sentence = N_("the sum in the column “{name}” must be 0, but is {total}")
                problems.append(problem("", sentence, name=quote(name), total=quote(cell)))
        for name, cell in line.players():
            try:
                if name in results:
                    raise invalid(N_("the player “{name}” is in this evening twice"), name=quote(name))
                results[name] = self._parse_result(name, cell, price, exact=line.exact)
            except InvalidInput as refusal:
                problems += refusal.problems
        return results

    def _parse_result(self, name: str, cell: str, price: Price, *, exact: bool) -> Fraction:
        if not name:
            raise invalid(N_("the column of “{cell}” has no heading"), cell=quote(cell))
        try:
            return self._parse_whists(cell, price, exact=exact)
        except InvalidInput as refusal:
            sentence = N_("{player}: {problem}")
            raise InvalidInput(
                [problem("", sentence, player=quote(name), problem=each.text) for each in refusal.problems]
            ) from None

    def _parse_whists(self, cell: str, price: Price, *, exact: bool) -> Fraction:
        if exact and _DECIMAL.fullmatch(cell):
            return Fraction(cell.replace(",", "."))
        amount = parse_amount(cell)
        is_money = bool(amount.money) or (self.flags.unit == "money" and not exact)
        if not is_money or not amount.amount:
            return amount.amount
        if not price.amount or (amount.money and not price.currency):
            sentence = N_(
                "“{cell}” is money, and the price of a whist is not known; give it on the command line: "
                "prefcount import --stake 0.10 --currency EUR"
            )
            raise invalid(sentence, cell=quote(cell))
        if amount.money and not amount.may_be_in(price.currency):
            sentence = N_("“{cell}” is not an amount in {currency}")
            raise invalid(sentence, cell=quote(cell), currency=price.currency)
        return amount.amount / Fraction(price.amount)

    def _compare_totals(self, line: _Line, place: Text) -> SkippedLine:
        problems: list[Problem] = []
        known = self.whole and len(self.prices) <= 1
        price = next(iter(self.prices), self.flags.price)
        for name, cell in line.players():
            if KIND_OF.get(_normalize_heading(cell)) == "total":
                continue
            try:
                total = self._parse_result(name, cell, price, exact=line.exact)
            except InvalidInput as refusal:
                problems += refusal.problems
                continue
            if known and total != self.sums[name]:
                sentence = N_("the total of {player} is {total}, but the evenings add up to {sum}")
                figures = {"total": normalize_amount(total), "sum": normalize_amount(self.sums[name])}
                problems.append(problem("", sentence, player=quote(name), **figures))
        if problems:
            return SkippedLine(place, text(N_("{problems}"), problems=join_problems(problems)), lost=True)
        sentence = N_("this is a line of totals, which agree with the evenings")
        if not known:
            sentence = N_("this is a line of totals, which could not be checked")
        return SkippedLine(place, text(sentence), lost=False)


def _parse_price_cell(cell: str, *, exact: bool) -> tuple[Decimal, str]:
    if exact and _DECIMAL.fullmatch(cell):
        return Decimal(cell.replace(",", ".")), ""
    amount = parse_amount(cell)
    if 10**6 % amount.amount.denominator or amount.amount < 0:
        raise invalid(N_("“{cell}” is not the price of a whist"), cell=quote(cell))
    return Decimal(amount.amount.numerator) / amount.amount.denominator, amount.money


def _parse_currency(typed: str) -> str:
    code = parse_currency(typed)
    if is_unknown_currency(code):
        sentence = N_("write the currency as its code, such as EUR or RUB, not {typed}")
        raise invalid(sentence, typed=quote(typed))
    return code


def _price_text(price: Price) -> str:
    amount = "" if price.amount is None else f"{price.amount:f}"
    return f"{amount} {price.currency}".strip()


MAX_PLACES = 6
"""Maximum number of decimal places in the price of a whist."""


def _match_money(
    line: _Line, results: Mapping[str, Fraction], price: Price
) -> tuple[Mapping[str, Fraction], Price]:
    # The seat order decides who gets the odd cent. The price has the fewest decimal places possible.
    digits = minor_digits(price.currency)
    if wrong := next((cell for cell in line.money.values() if not _DECIMAL.fullmatch(cell)), None):
        raise invalid(N_("“{cell}” is not an amount of money"), cell=quote(wrong))
    units = {name: Fraction(cell.replace(",", ".")) * 10**digits for name, cell in line.money.items()}
    if len(results) > MAX_PLAYERS or not any((*results.values(), *units.values())):
        return results, price

    def order_at(amount: Decimal) -> tuple[str, ...] | None:
        for order in permutations(results):
            scaled = ScaledResults.from_results([results[name] for name in order])
            if [units.get(name) for name in order] == [*scale_to_units(scaled, amount, digits).whole]:
                return order
        return None

    prices = [[price.amount]] if price.amount is not None else _possible_prices(results, units, digits)
    for equally_short in prices:
        found = [(order, amount) for amount in equally_short if (order := order_at(amount)) is not None]
        if len(found) > 1:
            raise invalid(N_("the price of a whist cannot be computed from the money; give it with --stake"))
        for order, amount in found:
            return {name: results[name] for name in order}, price._replace(amount=amount)
    sentence = N_("the money does not match the whists at a price of {price}")
    if price.amount is None:
        sentence = N_("no price of a whist fits both the whists and the money")
    raise invalid(sentence, price=_price_text(price))


def _possible_prices(
    results: Mapping[str, Fraction], units: Mapping[str, Fraction], digits: int
) -> Iterator[list[Decimal]]:
    name = max(results, key=lambda each: abs(results[each]))
    whists, money = abs(results[name]) * 10**digits, abs(units.get(name, Fraction(0)))
    for places in range(MAX_PLACES + 1) if whists else ():
        least = floor((money - 1) * 10**places / whists)
        most = floor((money + 1) * 10**places / whists)
        yield [Decimal(each).scaleb(-places) for each in range(max(least, 1), min(most, least + 100) + 1)]


def _check_sum(results: Mapping[str, Fraction]) -> Iterator[Problem]:
    if not results:
        yield problem("", N_("the line has no result for any player"))
    total = normalize_amount(sum(results.values(), Fraction(0)))
    if total:
        sentence = N_("the results add up to {total}, not 0; counted as players: {names}")
        yield problem("", sentence, total=total, names=", ".join(map(quote, results)))


# --- sessions ------------------------------------------------------------------------------------

NAME_DIGITS = (6, 32)
"""Number of digits of the digest in a file name, and in a longer name if the first name is taken."""


def make_session(evening: Evening) -> Session:
    """Return a new session with the results of an evening, and without hands.

    Raises:
        ReadError: if the players or the results are impossible.
    """
    players, price = tuple(evening.results), evening.price
    stake = None if price.amount is None else f"{price.amount:f}"
    try:
        header = {"players": players, "started": evening.started, "note": FORMAT}
        session = Session(new_header(game=GAME, stake=stake, currency=price.currency or None, **header))
    except InvalidInput as refusal:
        sentence = N_("this evening cannot be imported: {problems}")
        raise ReadError(sentence, problems=join_problems(refusal.problems)) from None
    results = {name: amount_to_json(amount) for name, amount in evening.results.items()}
    try:
        session = _with_entry(session, {"kind": "result", "results": results})
    except InvalidInput as refusal:
        raise ReadError(_problems_text(refusal.problems)) from None
    for sentence in evening.notes:
        session = _with_note(session, sentence)
    return _with_entry(session, {"kind": "end", "reason": "agreed"})


def _with_note(session: Session, sentence: str) -> Session:
    plain = " ".join(printable(" ".join(sentence.split())).split())[:NOTE_LENGTH]
    in_ascii = plain.encode("ascii", "backslashreplace").decode()[:NOTE_LENGTH]
    for spelling in (plain, in_ascii) if plain else ():
        try:
            return _with_entry(session, {"kind": "note", "text": spelling})
        except InvalidInput:  # A note with invisible characters is written in ASCII instead.
            continue
    return session


def _with_entry(session: Session, fields: Mapping[str, Any]) -> Session:
    entry = read_entry(session.game, json.dumps(fields).encode())
    return session.accept(entry).session


def write_session(folder: Path, session: Session) -> Path:
    """Write the session of an imported evening into a folder, and return its path.

    The name of the file depends only on the evening, so that an evening cannot be imported twice.

    Raises:
        WriteError: if the session exists already or cannot be written.
        OSError: if the folder cannot be made.
    """
    make_folder(folder)
    digest = _digest(session)
    header = session.header
    paths = [make_path(folder, header.players, header.started, digest[:length]) for length in NAME_DIGITS]
    for path in paths:
        if path.exists() and not _is_of_another_evening(path, digest):
            sentence = N_("{file} exists already, so the game is not written again")
            raise WriteError(sentence, file=quote(path.name))
    path = next((path for path in paths if not path.exists()), paths[-1])
    Journal.create(path, header, session.entries)
    return path


def _is_of_another_evening(path: Path, digest: str) -> bool:
    try:
        own = _digest(load(path).session)
    except ReadError:
        return False
    return own != digest and path.stem.endswith(tuple(f"-{own[:length]}" for length in NAME_DIGITS))


def _digest(session: Session) -> str:
    unpriced = session.header.model_copy(update={"stake": None, "currency": None})
    lines = [header_line(unpriced)]
    for entry in session.entries:
        unsealed = {"seal": None} if isinstance(entry, End) else {}
        lines.append(spell_entry(entry.model_copy(update={"prev": None, **unsealed})))
        if isinstance(entry, End):
            break
    return hashlib.sha256(b"".join(lines)).hexdigest()


def import_table(path: Path, folder: Path, flags: ImportFlags = NO_FLAGS) -> Iterator[Path | SkippedLine]:
    """Write a session into `folder` for each evening of a table.

    Yield the path of each new session, and a remark on each line or evening that is not imported.

    Raises:
        ReadError: if the file is not a table of evenings, or if it is uncertain which columns are players, or
            whether figures are whists or money.
        OSError: if the folder cannot be made.
    """
    table = read_table(path)
    try:
        found = read_evenings(table, flags)
    except InvalidInput as refusal:
        raise ReadError(_problems_text(refusal.problems)) from None
    for evening in found:
        if isinstance(evening, SkippedLine):
            yield evening
            continue
        try:
            yield write_session(folder, make_session(evening))
        except (ReadError, WriteError) as error:
            yield SkippedLine(evening.place, error.text, lost=True)
    if not found:
        yield SkippedLine("", text(N_("the table has no line with an evening")), lost=True)
