"""Tables of evenings: a column for the date, one for each player, results in the cells.

Every evening becomes a session of which only the result is known.
"""

import csv
import hashlib
import io
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import InvalidInput, Problem, invalid, printable, problem, quote, together
from prefcount.entries.header import Price
from prefcount.entries.names_and_figures import NOTE_LENGTH
from prefcount.importing.cells import amount_in, moment_in
from prefcount.ledger.amount import exact, written
from prefcount.session.new_headers import new_header
from prefcount.session.session import Session
from prefcount.store.disk import WriteError, make_folder
from prefcount.store.journal import Journal, header_line, spelled
from prefcount.store.lines import read_entry
from prefcount.store.open_file import ReadError, read_small
from prefcount.store.session_folder import new_path

GAME = "preferans"
"""The game of every evening in a table."""
FILE_LIMIT = 4 * 1024 * 1024
"""Maximum size of a table in bytes."""
FORMAT = "csv"
NO_LONGER_READ = ("prefandroid", "mathfewmatthews")
"""Formats that prefcount 1.0 read."""
_GAME_OF_A_PROGRAM = re.compile(rb'\s*\{.*"(?:gameLog|scores|poolTarget|preferans-game-v2)"', re.S)
"""Begins the files of the programs whose games prefcount 1.0 read."""

MOST_EVENINGS = 9_999
"""The largest number of lines of a table: an evening a day for 27 years."""
MOST_COLUMNS = 100
MOST_TITLES = 20
"""How many lines may stand before the heading."""
DATES = ("date", "day", "datum", "tag", "дата", "день", "число")
NOTES = (
    *("note", "notes", "comment", "comments", "place", "bemerkung", "kommentar", "notiz", "ort"),
    *("заметка", "заметки", "примечание", "примечания", "комментарий", "место", "где"),
)
TOTALS = ("total", "totals", "sum", "check", "summe", "gesamt", "σ", "итого", "итог", "сумма", "всего")
NUMBERS = ("no", "nr", "n", "#", "№", "п/п", "№ п/п")
NO_PLAYERS = frozenset((*DATES, *NOTES, *TOTALS, *NUMBERS))
"""The headings of columns that are nobody's."""
EMPTY = ("", "-", "–", "—")
_DELIMITER = re.compile(r"[^\S\n]*sep=(\S)[^\S\n]*$", re.I | re.M)
"""What a first line may say that spreadsheets write for each other."""
BY_PLAYER = ("date", "player", "whists")
"""The columns of a table with a line for each player of an evening, as the statistics write it."""


class Row(NamedTuple):
    """A line of a table: its number in the file, and its cells."""

    line: int
    cells: tuple[str, ...]


class Evening(NamedTuple):
    """An evening in a table.

    Attributes:
        results: whists by player, in the order of the columns.
        place: the line that it stands in.
    """

    results: Mapping[str, Fraction]
    started: datetime | None
    place: Text
    notes: tuple[str, ...] = ()


class SkippedLine(NamedTuple):
    """A part of a table that does not become a session; an evening may be `lost` by that."""

    place: Text | str
    text: Text
    lost: bool

    def __str__(self) -> str:
        return printable(f"{self.place}: {self.text}" if str(self.place) else str(self.text))


class Table(NamedTuple):
    """A table: its heading, and the lines below it."""

    heading: tuple[str, ...]
    rows: tuple[Row, ...]


def refuse_removed_format(name: str | None) -> None:
    """Refuse a format that only prefcount 1.0 reads.

    Raises:
        InvalidInput: with what can be done instead.
    """
    if name in NO_LONGER_READ:
        raise InvalidInput([Problem("", _no_longer_read())])


def _no_longer_read() -> Text:
    sentence = N_(
        "this version no longer reads games of other programs; import them with prefcount 1.0.0, whose "
        "sessions this version reads, or begin a game and enter only its result: "
        "prefcount add FILE --result 'anna 57' --result 'boris -57'"
    )
    return text(sentence)


def read_table(path: Path) -> "Table":
    """Return the table in a file.

    Raises:
        ReadError: if the file cannot be read or holds no table of evenings.
    """
    content = read_small(path, FILE_LIMIT, follow_links=True)
    try:
        table = table_in(content)
    except UnicodeDecodeError:
        sentence = N_("this is not UTF-8 text; save it as UTF-8, a table as “CSV UTF-8”")
        raise ReadError(text(sentence)) from None
    except InvalidInput as refusal:
        raise ReadError(_problems(refusal.problems)) from None
    if table is None and _GAME_OF_A_PROGRAM.match(content.removeprefix(b"\xef\xbb\xbf")):
        raise ReadError(_no_longer_read())
    if table is None:
        sentence = N_("this is not a table of evenings, which has a line with “date” and its players")
        raise ReadError(text(sentence))
    return table


def _problems(problems: Sequence[Problem]) -> Text:
    return text(N_("{problems}"), problems=printable(together(problems)))


def table_in(content: bytes) -> Table | None:
    """The table in a text in UTF-8, or None if this is none: no heading with a date and two players.

    Raises InvalidInput if it has too many lines or columns, or quotation marks that do not fit.
    """
    lines = content.decode("utf-8-sig")
    named = _DELIMITER.match(lines)
    columns, delimiter = max((_columns(lines, sign), sign) for sign in (named[1] if named else ",;\t|"))
    if not columns:
        return None
    if columns > MOST_COLUMNS:
        sentence = N_("the table has {count} columns; at most {most} are read")
        raise invalid(sentence, count=columns, most=MOST_COLUMNS)
    rows = _rows(lines, delimiter)
    heading = next(row.cells for row in rows if _is_heading(row.cells))
    below = tuple(islice((row for row in rows if any(row.cells)), MOST_EVENINGS + 1))
    if len(below) > MOST_EVENINGS:
        raise invalid(N_("the table has more than {most} evenings"), most=MOST_EVENINGS)
    return Table(heading, below)


def _columns(lines: str, delimiter: str) -> int:
    """The columns of the heading if this is the delimiter; 0 without a heading."""
    try:
        first = islice(_rows(lines, delimiter), MOST_TITLES + 1)
        return next((len(row.cells) for row in first if _is_heading(row.cells)), 0)
    except InvalidInput:
        return 0


def _rows(lines: str, delimiter: str) -> Iterator[Row]:
    """The lines of a table. Raises InvalidInput at a quotation mark that does not fit."""
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


def _word(cell: str) -> str:
    return cell.casefold().strip(" :.")


def _is_heading(row: Sequence[str]) -> bool:
    named = [_word(cell) for cell in row]
    if set(BY_PLAYER) <= set(named):
        return True
    players = [cell for cell in named if cell and cell not in NO_PLAYERS]
    if not any(cell in DATES for cell in named) or len(players) < 2:
        return False
    return not any(map(_is_amount, players[:MOST_COLUMNS]))


def _is_amount(cell: str) -> bool:
    try:
        amount_in(cell)
    except InvalidInput:
        return False
    return True


def evenings(table: Table, price: Price | None = None) -> list[Evening | SkippedLine]:
    """Every evening, money divided by the price of a whist, and the lines of which none can be made.

    Raises InvalidInput if two columns have one heading.
    """
    columns = Counter(_word(name) for name in table.heading if name)
    twice = next((name for name in table.heading if columns[_word(name)] > 1), None)
    if twice is not None:
        raise invalid(N_("two columns are headed “{name}”"), name=quote(twice))
    lines, others = [(table.heading, row) for row in table.rows], list[SkippedLine]()
    if columns.keys() >= set(BY_PLAYER):
        lines, others = _by_evening(table)
    reading = _Reading(price)
    return [*(reading.read(heading, row) for heading, row in lines), *others]


def _by_evening(table: Table) -> tuple[list[tuple[tuple[str, ...], Row]], list[SkippedLine]]:
    """The lines of players put together to evenings, exact results first, and evenings of other games."""
    evenings: dict[tuple[str, ...], tuple[list[str], list[str], int]] = {}
    others: dict[tuple[str, ...], SkippedLine] = {}
    for row in table.rows:
        cells = dict(zip(map(_word, table.heading), row.cells, strict=False))
        date, player, game = (cells.get(each, "") for each in ("date", "player", "game"))
        evening = (date, cells.get("file", ""))
        if game not in ("", GAME):
            why = text(N_("an evening of {game}; only those of Preferans are imported"), game=quote(game))
            others.setdefault(
                evening, SkippedLine(text(N_("line {number}"), number=row.line), why, lost=True)
            )
            continue
        names, results, _line = evenings.setdefault(evening, (["date"], [date], row.line))
        names.append(player)
        results.append(cells.get("exact") or cells.get("whists", ""))
    played = [(tuple(names), Row(line, tuple(results))) for names, results, line in evenings.values()]
    return played, list(others.values())


class _Reading:
    """Reads a table line by line: the sums of everybody are compared with lines of totals."""

    def __init__(self, price: Price | None) -> None:
        self.price = price
        self.sums = defaultdict[str, Fraction](Fraction)
        self.whole = True
        self.begun = Counter[datetime]()

    def read(self, heading: Sequence[str], row: Row) -> Evening | SkippedLine:
        """An evening, or what is wrong with the line."""
        place = text(N_("line {number}"), number=row.line)
        words = next(cell for cell in row.cells if cell).casefold().split()
        if _word(words[0]) in TOTALS:
            return self._totals(heading, row, place)
        problems: list[Problem] = []
        started, results, notes = self._evening(heading, row, problems)
        if started is not None:
            # Evenings of one day are different games: each header has another moment.
            later = timedelta(seconds=self.begun[started])
            self.begun[started] += 1
            started += later
        if problems:
            self.whole = False
            return SkippedLine(place, text(N_("{problems}"), problems=together(problems)), lost=True)
        for name, amount in results.items():
            self.sums[name] += amount
        return Evening(results, started, place, notes)

    def _evening(
        self, heading: Sequence[str], row: Row, problems: list[Problem]
    ) -> tuple[datetime | None, dict[str, Fraction], tuple[str, ...]]:
        """When it was, who had which result, and notes; what is wrong is added to `problems`."""
        if any(row.cells[len(heading) :]):
            problems.append(problem("", N_("there are more cells than headings")))
        results: dict[str, Fraction] = {}
        started, notes = None, list[str]()
        for name, cell in zip_longest(heading, row.cells[: len(heading)], fillvalue=""):
            kind = _word(name)
            try:
                if kind in DATES:
                    started = moment_in(cell)
                elif kind in NOTES:
                    notes += filter(None, [cell])
                elif kind in TOTALS:
                    _zero(cell)
                elif kind not in NUMBERS and name in results:
                    raise invalid(N_("“{name}” is there twice"), name=quote(name))
                elif kind not in NUMBERS and cell not in EMPTY:
                    results[name] = self._result(name, cell)
            except InvalidInput as refusal:
                problems += refusal.problems
        if not problems:
            problems += _not_even(results)
        return started, results, tuple(notes)

    def _result(self, name: str, cell: str) -> Fraction:
        """A result in whists. Raises InvalidInput."""
        if not name:
            raise invalid(N_("“{cell}” stands below no heading"), cell=quote(cell))
        try:
            return self._whists(cell)
        except InvalidInput as refusal:
            sentence = N_("{player}: {problem}")
            raise InvalidInput(
                [problem("", sentence, player=quote(name), problem=each.text) for each in refusal.problems]
            ) from None

    def _whists(self, cell: str) -> Fraction:
        """What the amount in a cell is in whists. Raises InvalidInput."""
        amount = amount_in(cell)
        if not amount.money or not amount.amount:
            return amount.amount
        if self.price is None:
            sentence = N_(
                "“{cell}” is money, and what a whist costs is not known; say it on the command line: "
                "prefcount import --stake 0.10 --currency EUR"
            )
            raise invalid(sentence, cell=quote(cell))
        if not amount.is_in(self.price.currency):
            raise invalid(N_("“{cell}” is not in {currency}"), cell=quote(cell), currency=self.price.currency)
        return amount.amount / Fraction(self.price.amount or 1)

    def _totals(self, heading: Sequence[str], row: Row, place: Text) -> SkippedLine:
        """A line of totals, which is no evening; all of it has to follow from the lines above."""
        problems: list[Problem] = []
        for name, cell in zip(heading, row.cells, strict=False):
            if _word(name) in NO_PLAYERS or cell in EMPTY or _word(cell) in TOTALS:
                continue
            try:
                total = self._result(name, cell)
            except InvalidInput as refusal:
                problems += refusal.problems
                continue
            if self.whole and total != self.sums[name]:
                sentence = N_("the total of {player} is {total}, but the evenings add up to {sum}")
                figures = {"total": exact(total), "sum": exact(self.sums[name])}
                problems.append(problem("", sentence, player=quote(name), **figures))
        if problems:
            return SkippedLine(place, text(N_("{problems}"), problems=together(problems)), lost=True)
        sentence = N_("totals, which agree") if self.whole else N_("totals, which cannot be compared")
        return SkippedLine(place, text(sentence), lost=False)


def _zero(cell: str) -> None:
    """Raises InvalidInput if the total of an evening is not nothing."""
    if cell not in EMPTY and not (_is_amount(cell) and amount_in(cell).amount == 0):
        raise invalid(N_("the total is {total}, not 0"), total=quote(cell))


def _not_even(results: dict[str, Fraction]) -> Iterator[Problem]:
    if not results:
        yield problem("", N_("there is no result in it"))
    total = exact(sum(results.values(), Fraction(0)))
    if total:
        yield problem("", N_("the results add up to {total}, not 0"), total=total)


# --- sessions ------------------------------------------------------------------------------------


def session_of(evening: Evening, stake: str | None = None, currency: str | None = None) -> Session:
    """Return the session of an evening.

    Raises:
        ReadError: if its players or results cannot be those of a game.
    """
    try:
        players = tuple(evening.results)
        header = {"players": players, "started": evening.started, "note": FORMAT}
        session = Session(new_header(game=GAME, stake=stake, currency=currency, **header))
    except InvalidInput as refusal:
        sentence = N_("it cannot become a session: {problems}")
        raise ReadError(text(sentence, problems=together(refusal.problems))) from None
    results = {name: written(amount) for name, amount in evening.results.items()}
    try:
        session = _with_entry(session, {"kind": "result", "results": results})
    except InvalidInput as refusal:
        raise ReadError(_problems(refusal.problems)) from None
    for sentence in evening.notes:
        session = _with_note(session, sentence)
    return _with_entry(session, {"kind": "end", "reason": "agreed"})


def _with_note(session: Session, sentence: str) -> Session:
    """Add a note, as much of it as one holds."""
    plain = " ".join(printable(" ".join(sentence.split())).split())[:NOTE_LENGTH]
    in_ascii = plain.encode("ascii", "backslashreplace").decode()[:NOTE_LENGTH]
    for spelling in (plain, in_ascii) if plain else ():
        try:
            return _with_entry(session, {"kind": "note", "text": spelling})
        except InvalidInput:  # A sign that shows nothing is spelled in ASCII.
            continue
    return session


def _with_entry(session: Session, fields: Mapping[str, Any]) -> Session:
    entry = read_entry(session.game, json.dumps(fields).encode())
    return session.accepted(entry).session


def write_session(folder: Path, session: Session) -> Path:
    """Write a session into a folder, under a name that the same evening always has, whatever a whist costs.

    Raises:
        WriteError: if it is there already or cannot be made.
        OSError: if the folder cannot be made.
    """
    make_folder(folder)
    unpriced = session.header.model_copy(update={"stake": None, "currency": None})
    content = header_line(unpriced) + b"".join(map(spelled, session.entries))
    known_by = hashlib.sha256(content).hexdigest()[:6]
    path = new_path(folder, session.header.players, session.header.started, known_by)
    if path.exists():
        sentence = N_("{file} exists already, so the game is not written again")
        raise WriteError(text(sentence, file=quote(path.name)))
    Journal.create(path, session.header, session.entries)
    return path


def import_table(
    path: Path, folder: Path, stake: str | None = None, currency: str | None = None
) -> Iterator[Path | SkippedLine]:
    """Write a session into a folder for every evening of a table; yield its path, or why there is none.

    Raises:
        ReadError: if the file is no such table.
        OSError: if the folder cannot be made.
    """
    price = Price.of(stake, currency)
    try:
        found = evenings(read_table(path), price if price.amount and price.currency else None)
    except InvalidInput as refusal:
        raise ReadError(_problems(refusal.problems)) from None
    for evening in found:
        if isinstance(evening, SkippedLine):
            yield evening
            continue
        try:
            yield write_session(folder, session_of(evening, stake, currency))
        except (ReadError, WriteError) as error:
            yield SkippedLine(evening.place, error.text, lost=True)
    if not found:
        yield SkippedLine("", text(N_("there is no game in it")), lost=True)
