"""Turning a game of another program into a session, with its figures as claims for the audit."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, Text, speaking, text
from prefcount.base.problems import InvalidInput, Problem, printable, quote, together
from prefcount.entries.header import Price
from prefcount.entries.names_and_figures import NOTE_LENGTH, history_of
from prefcount.importing import evenings_table, mathfewmatthews, prefandroid
from prefcount.importing.foreign_game import GAME, Fields, ForeignEntry, ForeignGame, NoGame, json_in
from prefcount.session.claims import claims
from prefcount.session.new_headers import new_header
from prefcount.session.session import Session
from prefcount.store.disk import WriteError, make_folder
from prefcount.store.journal import Journal, header_line, spelled
from prefcount.store.lines import read_entry
from prefcount.store.open_file import ReadError, read_small
from prefcount.store.session_folder import new_path

FILE_LIMIT = 4 * 1024 * 1024
"""The largest size of a file in bytes; one of a thousand hands has a tenth of that."""
TABLE = "csv"


class JsonFormat(NamedTuple):
    """The format of a program that writes JSON: how it is recognised, and how its games are read."""

    recognised: Callable[[object], bool]
    games: Callable[[Any], Sequence[ForeignGame]]


JSON_FORMATS = {
    "prefandroid": JsonFormat(prefandroid.recognised, prefandroid.games),
    "mathfewmatthews": JsonFormat(mathfewmatthews.recognised, mathfewmatthews.games),
}
FORMATS = (*JSON_FORMATS, TABLE)


def games_in(
    path: Path, wanted: str | None = None, price: Price | None = None
) -> tuple[str, Sequence[ForeignGame | NoGame]]:
    """The format of a file, which may have to be the `wanted` one, and its games; a price divides money.

    Raises ReadError if it cannot be read, has no such format, or no players or figures where they should be.
    """
    content = read_small(path, FILE_LIMIT, follow_links=True)
    formats = FORMATS if wanted is None else (wanted,)
    try:
        content.decode()
        value = json_in(content)
        for name in formats:
            if name in JSON_FORMATS and JSON_FORMATS[name].recognised(value):
                return name, JSON_FORMATS[name].games(value)
        table = evenings_table.table_in(content) if TABLE in formats and value is None else None
        if table is not None:
            return TABLE, evenings_table.games(table, price)
    except UnicodeDecodeError:
        sentence = N_("this is not UTF-8 text; save it as UTF-8, a table as “CSV UTF-8”")
        raise ReadError(text(sentence)) from None
    except InvalidInput as refusal:
        raise ReadError(text("{problems}", problems=printable(together(refusal.problems)))) from None
    sentence = N_("this is not a game of a known program: {formats}")
    if formats[-1:] == (TABLE,):
        sentence = N_(
            "this is not a game of a known program: {formats}; a table has a line with “date” and its players"
        )
    raise ReadError(text(sentence, formats=", ".join(formats)))


MOST_NOTES = 1000
"""How many sentences of another program are kept, the last ones."""
MOST_REMARKS = 1000
"""A file of which more has no counterpart or contradicts itself is not a game of any program."""


class ImportNote(NamedTuple):
    """Something in a file of another program that has no counterpart or contradicts itself, and its place."""

    place: Text | str
    text: Text | Problem

    def __str__(self) -> str:
        return printable(f"{self.place}: {self.text}" if str(self.place) else str(self.text))


class Imported(NamedTuple):
    """The session of a game, what was lost, and the figures that its hands do not bring here."""

    session: Session
    remarks: tuple[ImportNote, ...]
    differences: tuple[Text, ...] = ()


def imported(
    game: ForeignGame, program: str, stake: str | None = None, currency: str | None = None
) -> Imported:
    """The session of a game from a program. What cannot be an entry is kept as a note; nothing is repaired.

    Raises ReadError if there cannot be such a session: players without a name, too many of them, or hardly
    anything in it that a game could have.
    """
    written = _Written(_empty(game, {"note": program, "stake": stake, "currency": currency}))
    for remark in game.remarks:
        written.remark("", remark)
    for entry in game.entries:
        written.put(entry)
    for sentence in game.notes[-MOST_NOTES:]:
        written.note(sentence)
    if game.columns:
        written.put(ForeignEntry({"kind": "check", "columns": game.columns}, "", game.columns))
    differences = tuple(_differences(written.session, game.columns))
    if game.over:
        results = {"results": dict(game.results)} if game.results else {}
        written.put(ForeignEntry({"kind": "end", "reason": game.over, **results}, "", results))
    return Imported(written.session, tuple(written.remarks), differences)


def _differences(session: Session, columns: Fields) -> Iterator[Text]:
    """The last figures of columns that are not those of the sheet."""
    for claim in claims(session.game, session.state, dict(columns)):
        if claim.cell is not None:
            ours, theirs = session.state.sheet[claim.cell.account], history_of(claim.figure)[-1]
            if ours != theirs:
                sentence = N_("{player}, {column}: {theirs} in the file, {ours} by its hands")
                yield text(sentence, player=claim.player, column=claim.cell.heading, theirs=theirs, ours=ours)


def _empty(game: ForeignGame, further: Fields) -> Session:
    """The session before its first entry, with further fields of the header. Raises ReadError."""
    known = {"players": game.players, "dealer": game.dealer, "rules": dict(game.rules)}
    try:
        return Session(new_header(game=GAME, started=game.started, **known, **further))
    except InvalidInput as refusal:
        sentence = N_("it cannot become a session: {problems}")
        raise ReadError(text(sentence, problems=together(refusal.problems))) from None


class _Written:
    """Builds the session of a game, entry by entry, with the notes on what was lost."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.remarks: list[ImportNote] = []

    def put(self, entry: ForeignEntry) -> None:
        """Add an entry, or a note with its content. Raises ReadError if there is nothing without it."""
        for remark in entry.remarks:
            self.remark(entry.place, remark)
        problems = self._added(entry.fields) if entry.fields else ()
        if problems and entry.whole:
            raise ReadError(text(N_("{problems}"), problems=together(problems)))
        for problem in problems:
            self.remark(entry.place, problem)
        if problems or not entry.fields:
            self.note(json.dumps(entry.source, ensure_ascii=False, default=str))

    def remark(self, place: Text | str, why: Text | Problem) -> None:
        """Keep what was lost, also as a note in the session. Raises ReadError if that is too much."""
        if len(self.remarks) == MOST_REMARKS:
            sentence = N_(
                "more than {limit} things in it cannot be, so this is not a game; the first: {first}"
            )
            raise ReadError(text(sentence, limit=MOST_REMARKS, first=str(self.remarks[0])))
        remark = ImportNote(place, why)
        self.remarks.append(remark)
        with speaking("en"):
            self.note(str(remark))

    def note(self, sentence: str) -> None:
        """Add a note, as much of it as one holds."""
        plain = " ".join(printable(" ".join(sentence.split())).split())[:NOTE_LENGTH]
        if plain and self._added({"kind": "note", "text": plain}):  # a sign that shows nothing
            in_ascii = plain.encode("ascii", "backslashreplace").decode()
            self._added({"kind": "note", "text": in_ascii[:NOTE_LENGTH]})

    def _added(self, fields: Fields) -> tuple[Problem, ...]:
        """Add an entry; returns why there cannot be such a one."""
        try:
            entry = read_entry(self.session.game, json.dumps(fields).encode())
            self.session = self.session.accepted(entry).session
        except InvalidInput as refusal:
            return refusal.problems
        return ()


def write_session(folder: Path, session: Session) -> Path:
    """Write a session into a folder, under a name that the same game always has, whatever a whist costs.

    Raises WriteError if it is there already or cannot be made, OSError if the folder cannot be.
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


class FileImport(NamedTuple):
    """What became of a file of another program: the sessions written, and all there is to say of it."""

    written: Sequence[Path]
    notes: Sequence[Text | ImportNote]


def import_file(path: Path, folder: Path) -> FileImport:
    """Write a session into a folder for every game of a file of another program, by the rules that it names.

    Raises ReadError if it is no such file, OSError if the folder cannot be made.
    """
    program, games = games_in(path)
    paths, notes = list[Path](), list[Text | ImportNote]()
    for game in games:
        if isinstance(game, NoGame):
            notes.append(ImportNote(game.place, game.text))
            continue
        try:
            made = imported(game, program)
            paths.append(write_session(folder, made.session))
        except (ReadError, WriteError) as error:
            notes.append(ImportNote(game.place, error.text))
        else:
            notes += (*made.remarks, *made.differences)
    if not games:
        notes.append(text(N_("there is no game in it")))
    return FileImport(paths, notes)
