"""Every sentence about reading, writing, locking and following files, each with a sample or a recipe.

The samples in tests/data/errors are small files that users may have. The recipes make files that are too
large, too odd or too short-lived for samples. A sentence without either fails the last test.
"""

import ast
import errno
import io
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from prefcount import __version__
from prefcount.base import system
from prefcount.base.i18n import Text, text
from prefcount.base.problems import InvalidInput
from prefcount.entries.models import NoteEntry
from prefcount.store import disk, journal, reader
from prefcount.store import disk as lock
from prefcount.store import reader as lines
from prefcount.store import reader as open_file
from prefcount.store.disk import (
    BOOK_SENTENCES,
    GAME_SENTENCES,
    LockRefusal,
    LockSentences,
    WriteError,
    WriterLock,
)
from prefcount.store.journal import LOOKS_BEFORE_DAMAGE, Follower, Journal
from prefcount.store.reader import LoadedSession, ReadError, check_line, load, load_book
from tests.helpers import GAME, header
from tests.store.faulty import FaultyOs, failing, faulty, writing_only
from tests.store.files import HEADER, by_hand, by_program, entry, line

SAMPLES = Path(__file__).parents[1] / "data" / "errors"
MODULES = (reader, disk, journal)
OF_BOOKS = {
    "entry {n} (line {line}) does not count: {why}",
    "nothing can be added to a damaged file: {fault}",
}
"""Sentences about books of payments, which the tests of `paid` and `debts` show."""
NOTE = NoteEntry(n=2, text="the cat")
HEADER_WRONG = "line 1 is not a valid session header: "
BROKEN = (
    "the line before entry {} is not the one it was written after: "
    "{} was changed, or a line was lost or moved"
)

SAID_OF_SAMPLES = {
    "two-objects": "entry 1 (line 2): has two objects; write each entry on a line of its own",
    "comment": "entry 1 (line 2): has a comment, which JSON does not allow; delete it, or write a note "
    "as an entry",
    "comma": "entry 1 (line 2): ends with a comma; delete it, because lines of a file are not separated "
    "by commas",
    "curly": 'entry 1 (line 2): has the quotation mark “, which JSON does not allow; write " instead',
    "python": "entry 1 (line 2): has None, which JSON spells null",
    "spread": "entry 1 (lines 2 to 6) is spread over several lines; write it on one line",
    "header-spread": "line 1 is not a valid session header: it continues on the next line; write the header "
    "and each entry on one line (jq -c . FILE does that)",
    "header-in-a-list": "line 1 begins a list; write the header and each entry on one line, without brackets "
    "around them and commas between them (jq -c '.[]' FILE does that)",
    "header-below": "line 1 is empty; delete it, because line 1 must be the session header",
    "another-game": HEADER_WRONG
    + "game: “bridge” is not known; perhaps a newer version of prefcount wrote it; "
    "known here: preferans, balkan, prefa, priffe",
    "another-version": "a newer version of prefcount wrote this file: its format is 2, not 1",
    "byte-order-mark": HEADER_WRONG + "begins with a byte order mark; save the file as UTF-8 without one",
    "changed-entry": BROKEN.format(2, "entry 1"),
    "changed-header": BROKEN.format(1, "the header"),
    "cut-off-in-the-middle": "entry 1 (line 2): is not JSON: EOF while parsing a string at character 40",
    "deep": "entry 1 (line 2): is nested deeper than 32 levels, too deep for an entry",
    "digits": "entry 1 (line 2): has a number of 17 digits; at most 15 are read",
    "empty": "the file is empty; line 1 must be the session header",
    "escape-in-a-name": HEADER_WRONG
    + "players.0: has the character U+001B, which cannot be printed; leave it out",
    "field-twice": "entry 1 (line 2): the field “Boris” is there twice; keep only one",
    "format-of-none": HEADER_WRONG + "version: this program reads version 1, not 0",
    "gap": "entry 3 is in the place of entry 2; a line was lost or moved",
    "latin-1": "entry 1 (line 2): is not UTF-8 at byte 36 of the line; save the file as UTF-8",
    "many-bad-lines": "more than 100 lines cannot be used, so this is not a session; "
    "the first: entry 1 (line 2): is not JSON: "
    "expected value at character 1",
    "many-values": "entry 1 (line 2): has more than 1000 values, too many for an entry",
    "nan": "entry 1 (line 2): has a number that is not valid: NaN, Infinity, or far too large",
    "newer-entry": "entry 2 (line 3): kind: “bonus” is not known; perhaps a newer version of prefcount wrote "
    "it",
    "newer-program": f"a newer version of prefcount wrote this file: it needs 9.4, and this is {__version__}",
    "no-header": HEADER_WRONG + "is not JSON: expected value at character 1",
    "no-json": "entry 1 (line 2): is not JSON: expected value at character 1",
    "no-number": 'entry 1 (line 2): n is missing; write "n": 1 into the line',
    "one-player": HEADER_WRONG + "players: needs at least 2, has 1",
    "same-player-twice": HEADER_WRONG
    + "players: the name “anna” is used twice; names must differ in more than capitals and blanks",
    "seal": "the seal of entry 4 does not fit: a line above it was changed",
    "torn-tail": "the last line, entry 3, is cut off; it does not count",
    "twice": "entry 2 is there twice; the second one does not count",
    "unknown-field": "entry 1 (line 2): cals: “cals” is not known; "
    "did you mean “calls”, or is the file of a newer prefcount?",
    "unknown-option": HEADER_WRONG
    + "rules.raspasy.caps: “caps” is not known; did you mean “cap”, or is the file of a newer prefcount?",
    "utf-16": HEADER_WRONG + "has zero bytes or UTF-16, not UTF-8 text; save the file as UTF-8",
}


def said_of(path: Path) -> list[Text]:
    try:
        return [fault.text for fault in load(path).faults]
    except ReadError as error:
        return [error.text]


def unread(what: Callable[[], object]) -> Text:
    with pytest.raises(ReadError) as caught:
        what()
    return caught.value.text


def test_every_sample_leads_to_its_sentence() -> None:
    said = {name: [str(each) for each in said_of(SAMPLES / f"{name}.jsonl")] for name in SAID_OF_SAMPLES}
    assert said == {name: [sentence] for name, sentence in SAID_OF_SAMPLES.items()}


def test_every_sample_is_in_the_list() -> None:
    assert {path.name for path in SAMPLES.iterdir()} == {f"{name}.jsonl" for name in SAID_OF_SAMPLES}


# --- what has to be made -------------------------------------------------------------------------


class Kitchen:
    """A folder, a session in it, and a system that can be made to fail."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.patch = monkeypatch
        self.open: list[WriterLock] = []
        self.path = by_program(folder / "evening.jsonl", "anna 7h wp 6")

    def opened(self) -> Journal:
        return Journal.from_loaded(self.path, load(self.path))

    def refused(self, what: Callable[[], object]) -> Text:
        with pytest.raises(WriteError) as caught:
            what()
        return caught.value.text

    def appending(self, to: Journal | None = None) -> Text:
        to = to or self.opened()
        return self.refused(lambda: to.append(NOTE))

    def failing(self, **functions: Callable[..., Any]) -> Text:
        to = self.opened()
        faulty(self.patch, **functions)
        return self.appending(to)

    def kept(self) -> Text:
        said = self.opened().write_rescue_copy().text
        return text(
            said.template, **{k: str(v).replace(str(self.folder), "") for k, v in said.values.items()}
        )

    def busy(self, path: Path | None = None, sentences: LockSentences = GAME_SENTENCES) -> Text:
        found = WriterLock.take(path or self.path, patience=0, sentences=sentences)
        assert isinstance(found, LockRefusal)
        return found.text

    def seen(self, what: Callable[[], object], looks: int = 1) -> Text:
        follower = Follower(self.path, load(self.path))
        what()
        found = [follower.look() for _ in range(looks)][-1]
        assert found is not None
        assert found.text is not None
        return found.text


class Recipe(NamedTuple):
    """A sentence, and a function that leads to it; {…} is in place of words of the system."""

    said: str
    make: Callable[[Kitchen], Text]


RECIPES: list[Recipe] = []


def recipe(said: str) -> Callable[[Callable[[Kitchen], Text]], Callable[[Kitchen], Text]]:
    """Add a recipe to the list."""

    def put(make: Callable[[Kitchen], Text]) -> Callable[[Kitchen], Text]:
        RECIPES.append(Recipe(said, make))
        return make

    return put


def one(texts: list[Text]) -> Text:
    (said,) = texts
    return said


# reading


@recipe("there is no such file")
def _no_file(here: Kitchen) -> Text:
    return one(said_of(here.folder / "none.jsonl"))


@recipe("this is a folder; name a session file in it")
def _a_folder(here: Kitchen) -> Text:
    return one(said_of(here.folder))


@recipe("this is not a regular file, so it is not read")
def _a_pipe(here: Kitchen) -> Text:
    os.mkfifo(here.folder / "pipe")
    return one(said_of(here.folder / "pipe"))


@recipe(f"the file cannot be opened: {os.strerror(errno.ELOOP)}")
def _a_loop_of_links(here: Kitchen) -> Text:
    (here.folder / "a").symlink_to("b")
    (here.folder / "b").symlink_to("a")
    return one(said_of(here.folder / "a"))


@recipe("this is a folder; name a book of payments in it")
def _a_folder_of_books(here: Kitchen) -> Text:
    return unread(lambda: load_book(here.folder))


@recipe("this is a game, not a book of payments")
def _a_game_for_a_book(here: Kitchen) -> Text:
    return unread(lambda: load_book(here.path))


@recipe("this is a book of payments, not a game; prefcount debts reads it")
def _a_book_for_a_game(here: Kitchen) -> Text:
    here.path.write_bytes(b'{"kind":"payments","version":1,"currency":"EUR"}\n')
    return unread(lambda: load(here.path))


@recipe("line 1 is not a valid header of a book of payments: currency: is missing")
def _a_book_without_currency(here: Kitchen) -> Text:
    here.path.write_bytes(b'{"kind":"payments","version":1}\n')
    return unread(lambda: load_book(here.path))


@recipe("the file is larger than 64 MiB, too large for a session")
def _a_large_file(here: Kitchen) -> Text:
    os.truncate(here.path, 64 * 1024 * 1024 + 1)
    return one(said_of(here.path))


@recipe("the file is larger than 64 KiB, too large for its kind")
def _a_large_preset(here: Kitchen) -> Text:
    os.truncate(here.path, 64 * 1024 + 1)
    with pytest.raises(ReadError) as caught:
        open_file.read_small_file(here.path, 64 * 1024)
    return caught.value.text


@recipe("line 2 is longer than 64 KiB, too long for an entry")
def _a_long_line(here: Kitchen) -> Text:
    here.path.write_bytes(line(HEADER) + b"x" * 64 * 1024 * 1024)
    os.truncate(here.path, 64 * 1024 * 1024)
    return one(said_of(here.path))


@recipe("is longer than 64 KiB, too long for an entry")
def _a_long_line_by_itself(_here: Kitchen) -> Text:
    with pytest.raises(InvalidInput) as caught:
        lines.read_entry(GAME, b" " * 64 * 1024 + b"oops")
    return caught.value.problems[0].text


@recipe("the file has more than 250,000 lines, too many for a session")
def _many_lines(here: Kitchen) -> Text:
    note = b'{"kind":"note","n":1,"text":"x"}\n'
    here.patch.setattr(reader, "LINES_LIMIT", 2)
    here.path.write_bytes(line(HEADER) + note * 2)
    return one(said_of(here.path))


@recipe(f"the file cannot be read to its end: {os.strerror(errno.EIO)}")
def _a_disk_that_fails_while_it_is_read(here: Kitchen) -> Text:
    class Failing(io.FileIO):
        def readline(self, _size: int | None = -1, /) -> bytes:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    with Failing(str(here.path)) as file, pytest.raises(ReadError) as caught:
        reader.read_session(file)
    return caught.value.text


# writing

ERRORS = {
    errno.ENOSPC: "nothing was written: the disk is full; make room on it, or write to another place",
    errno.EDQUOT: "nothing was written: your share of the disk is used up; "
    "make room, or write to another place",
    errno.EFBIG: "nothing was written: files here cannot be this large; write to another place",
    errno.EACCES: "nothing was written: you have no permission to write here; write to another place",
    errno.EPERM: "nothing was written: you have no permission to write here; write to another place",
    errno.EROFS: "nothing was written: the disk is read-only; write to another place",
    errno.ENOENT: "nothing was written: the file was moved or deleted; "
    "put it back, or write to another place",
    errno.EIO: "nothing was written: the disk failed; write to another place, and do not trust this disk",
    errno.ESTALE: "nothing was written: the server has lost the file; "
    "open it again, or write to another place",
    errno.ENODEV: f"nothing was written: {os.strerror(errno.ENODEV)}",
}


def _failing_with(number: int) -> Callable[[Kitchen], Text]:
    return lambda here: here.failing(write=failing(number))


RECIPES += [Recipe(said, _failing_with(number)) for number, said in ERRORS.items()]


@recipe(
    f"the disk failed ({os.strerror(errno.EIO)}), and the contents of the file are uncertain: "
    "the entry does not count; write to another place, or try again, which removes it first"
)
def _a_cut_that_fails(here: Kitchen) -> Text:
    return here.failing(write=writing_only(9, then=errno.EIO), ftruncate=failing(errno.EIO))


@recipe("the file has changed since it was read; open it again")
def _changed(here: Kitchen) -> Text:
    to = here.opened()
    here.path.write_bytes(here.path.read_bytes().replace(b"Anna", b"Inna"))
    return here.appending(to)


@recipe("nothing was written: another program has locked the file; close that program")
def _locked_by_another(here: Kitchen) -> Text:
    import fcntl

    here.patch.setattr(journal, "PATIENCE", 0)
    with here.path.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        return here.appending()


@recipe("the entry is longer than 64 KiB; shorten its note")
def _a_long_entry(here: Kitchen) -> Text:
    columns = {f"player {number}": {"pool": "1." * 5000} for number in range(8)}
    long = entry({"kind": "check", "n": 2, "columns": columns})
    return here.refused(lambda: here.opened().append(long))


@recipe("nothing was written: the file has reached the largest size; go on in a new game")
def _a_file_that_is_full(here: Kitchen) -> Text:
    here.patch.setattr(journal, "LINES_LIMIT", 2)
    return here.appending()


@recipe(
    "nothing was written: another program keeps replacing the file; close that program, or write to "
    "another place"
)
def _another_file_each_time(here: Kitchen) -> Text:
    here.patch.setattr(journal, "PATIENCE", 0)
    here.patch.setattr(journal, "is_same_file", lambda *_arguments, **_how: False)
    return here.appending()


@recipe(
    "another program wrote to the file at the same moment, and its contents are uncertain: the entry "
    "does not count; write to another place, or open the file again"
)
def _overwritten(here: Kitchen) -> Text:
    def sync(_descriptor: int) -> None:
        here.path.write_bytes(here.path.read_bytes() + b"{}")

    return here.failing(fsync=sync)


@recipe(
    "what was written is not in the new file: another program may have replaced or deleted it; "
    "write to another place"
)
def _gone_at_once(here: Kitchen) -> Text:
    here.patch.setattr(journal, "make_file", lambda *_arguments: None)
    return here.refused(lambda: Journal.create(here.folder / "new.jsonl", header()))


@recipe(
    f"the new file is there, but the disk did not confirm it ({os.strerror(errno.EIO)}): "
    "after a power cut the old one may be back"
)
def _a_replacement_that_is_not_confirmed(here: Kitchen) -> Text:
    here.patch.setattr(disk, "sync_folder", failing(errno.EIO))
    with pytest.raises(WriteError) as caught:
        disk.replace_file(here.path, b"new")
    assert not caught.value.certain
    return caught.value.text


@recipe("there are a thousand files such as evening.jsonl.torn1 next to the session; move them away")
def _many_torn_lines(here: Kitchen) -> Text:
    here.path.write_bytes(here.path.read_bytes() + b"{")
    for number in range(1, 1000):
        (here.folder / f"evening.jsonl.torn{number}").touch()
    return here.appending()


@recipe("/evening.jsonl no longer had what was written here; all of it was saved in /evening.jsonl.written1")
def _kept_copy(here: Kitchen) -> Text:
    return here.kept()


@recipe(
    "/evening.jsonl no longer has what was written here, and no other place took a copy (: Read-only file "
    "system); these are all its lines, to be saved as a file:"
)
def _kept_nowhere(here: Kitchen) -> Text:
    for place in ("sessions_folder", "home_folder", "_temporary_folder"):
        here.patch.setattr(journal, place, lambda: here.folder)
    here.patch.setattr(journal, "make_numbered", failing(errno.EROFS))
    return here.kept()


@recipe("the file exists already; choose another name")
def _there_already(here: Kitchen) -> Text:
    return here.refused(lambda: here.opened().copy_to(here.path))


@recipe("nothing was written: the folder does not exist; name one that does")
def _no_such_folder(here: Kitchen) -> Text:
    return here.refused(lambda: Journal.create(here.folder / "none" / "new.jsonl", header()))


@recipe("nothing was written: a file cannot have this name; choose another")
def _a_name_that_cannot_be(here: Kitchen) -> Text:
    return here.refused(lambda: Journal.create(here.folder / "a\0b", header()))


# locking

BOB = (
    b'\n{"lock": "prefcount", "user": "Bob", "host": "home", "pid": 7, "since": "2026-11-14T19:05:00+03:00"}'
)
"""The text of a lock file with an owner."""


Locking = Callable[[Kitchen, Path], None]


def locking(of_game: str, of_book: str, name: str = "") -> Callable[[Locking], Locking]:
    """Add recipes for two sentences: why a game cannot be locked, and why a book cannot."""

    def put(make: Locking) -> Locking:
        for said, usual, sentences in (
            (of_game, "evening.jsonl", GAME_SENTENCES),
            (of_book, "payments.jsonl", BOOK_SENTENCES),
        ):
            RECIPES.append(Recipe(said, partial(_locked, make=make, name=name or usual, sentences=sentences)))
        return make

    return put


def _locked(here: Kitchen, make: Locking, name: str, sentences: LockSentences) -> Text:
    path = here.folder / name
    make(here, path.with_name(f"{path.name}.lock"))
    return here.busy(path, sentences)


def _taken(here: Kitchen, beside: Path, content: bytes) -> None:
    writer = WriterLock.take(beside.with_suffix(""))
    assert isinstance(writer, WriterLock)
    here.open.append(writer)
    beside.write_bytes(content)


@locking(
    "Bob on home has had this game open since 14 Nov 2026, 19:05:00 (process 7); read-only here",
    "Bob on home has had this book of payments open since 14 Nov 2026, 19:05:00 (process 7); try "
    "again in a moment",
)
def _named(here: Kitchen, beside: Path) -> None:
    _taken(here, beside, BOB)


@locking(
    "another program is writing this game; it is read-only here for now",
    "another program is writing to this book of payments; try again in a moment",
)
def _unnamed(here: Kitchen, beside: Path) -> None:
    _taken(here, beside, b"")


@locking(
    "another program is writing this game; it is read-only here for now",
    "another program is writing to this book of payments; try again in a moment",
)
def _always_another_file(here: Kitchen, _beside: Path) -> None:
    here.patch.setattr(lock, "is_same_file", lambda *_arguments: False)


@locking(
    "evening.jsonl.lock is not a lock file; move it away; until then the game is read-only",
    "payments.jsonl.lock is not a lock file; move it away; until then the book is read-only",
)
def _no_lock_file(_here: Kitchen, beside: Path) -> None:
    os.mkfifo(beside)


@locking(
    "evening.jsonl.lock belongs to another user, who may be writing this game; it is read-only here",
    "payments.jsonl.lock belongs to another user, who may be writing to this book; try again in a moment",
)
def _lock_of_others(here: Kitchen, beside: Path) -> None:
    beside.touch()
    here.patch.setattr(system, "os", FaultyOs(open=failing(errno.EACCES)))


@locking(
    "you have no permission to write in this folder, so the game is read-only; copy it to another place",
    "you have no permission to write in this folder, so the book is read-only; copy it to another place",
)
def _no_right(here: Kitchen, _beside: Path) -> None:
    here.patch.setattr(system, "os", FaultyOs(open=failing(errno.EROFS)))


@locking(
    "this disk has no locks against a second writer, so the game is read-only; copy it to another disk",
    "this disk has no locks against a second writer, so the book is read-only; copy it to another disk",
)
def _no_locks(here: Kitchen, _beside: Path) -> None:
    here.patch.setattr(system.CURRENT, "lock", failing(errno.ENOLCK))


NO_LOCK = "no lock file can be created next to the {0}, so the {0} is read-only: " + os.strerror(
    errno.ENAMETOOLONG
)


@locking(NO_LOCK.format("game"), NO_LOCK.format("book"), "x" * 252)
@locking(
    "the folder of this game no longer exists; the game is read-only",
    "the folder of this book no longer exists",
    "none/evening.jsonl",
)
def _as_it_is(_here: Kitchen, _beside: Path) -> None:
    """Do nothing, because the name is enough."""


# following


@recipe("the file was moved or deleted; this is its last known content")
def _moved(here: Kitchen) -> Text:
    return here.seen(lambda: here.path.rename(here.folder / "elsewhere.jsonl"))


@recipe(f"the file cannot be reached; this is its last known content: {os.strerror(errno.ELOOP)}")
def _out_of_reach(here: Kitchen) -> Text:
    def loop() -> None:
        here.path.unlink()
        here.path.symlink_to(here.path.name)

    return here.seen(loop)


@recipe("the file was replaced or edited; this is its content now")
def _replaced(here: Kitchen) -> Text:
    return here.seen(lambda: by_hand(here.path, "boris m 0"))


@recipe(
    "the file can no longer be read; this is its last known content: the file is empty; line 1 must be "
    "the session header"
)
def _emptied(here: Kitchen) -> Text:
    return here.seen(lambda: os.truncate(here.path, 0))


@recipe("the last line, entry 2, is cut off; it does not count")
def _torn_for_long(here: Kitchen) -> Text:
    return here.seen(
        lambda: here.path.write_bytes(here.path.read_bytes() + b"{"), looks=1 + LOOKS_BEFORE_DAMAGE
    )


pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes, links and locks as on POSIX")


# --- nothing is left out ------------------------------------------------------------------------


def sentences(source: str) -> list[str]:
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    marked = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "N_"]
    return [ast.literal_eval(node.args[0]) for node in marked]


def templates_of_samples() -> set[str]:
    found = {said.template for name in SAID_OF_SAMPLES for said in said_of(SAMPLES / f"{name}.jsonl")}
    for name in SAID_OF_SAMPLES:
        for each in (SAMPLES / f"{name}.jsonl").read_bytes().splitlines():
            wrong = check_line(each)
            found |= {wrong.text.template} if wrong is not None else set()
    return found


def test_every_sentence_has_a_recipe_or_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known, made = templates_of_samples(), []
    for at, each in enumerate(RECIPES):
        folder = tmp_path / str(at)
        folder.mkdir()
        with monkeypatch.context() as patched:
            said = each.make(Kitchen(folder, patched))
        known.add(said.template)
        made.append(str(said))
    assert made == [each.said for each in RECIPES]
    assert all(map(str.isprintable, made))
    for module in MODULES:
        source = Path(str(module.__file__)).read_text(encoding="utf-8")
        assert not set(sentences(source)) - known - OF_BOOKS, module.__name__


def test_the_list_of_sentences_is_that_of_the_source() -> None:
    found = sentences('def f():\n    return text(N_("a new " "sentence"), n=1) or N_("x")')
    assert sorted(found) == ["a new sentence", "x"]


def test_templates_are_compared_without_values() -> None:
    loaded: LoadedSession = load(SAMPLES / "gap.jsonl")
    assert loaded.faults[0].text.template in sentences(Path(str(reader.__file__)).read_text(encoding="utf-8"))
    assert str(loaded.faults[0].text) != loaded.faults[0].text.template
