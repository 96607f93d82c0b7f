"""Every sentence about reading, writing, locking and following files, each with a sample or a recipe.

The samples in tests/data/errors are small files that users may have. The recipes make files that are too
large, too odd or too short-lived for samples. A sentence without either fails the last test.
"""

import ast
import errno
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from prefcount import __version__
from prefcount.base import system
from prefcount.base.i18n import Text, text
from prefcount.base.problems import InvalidInput
from prefcount.entries.models import NoteEntry
from prefcount.store import disk, journal, reader
from prefcount.store.disk import BOOK_SENTENCES, GAME_SENTENCES, LockRefusal, WriteError, WriterLock
from prefcount.store.journal import LOOKS_BEFORE_DAMAGE, Follower, Journal
from prefcount.store.reader import ReadError, check_line, load, load_book, read_small_file
from tests.helpers import header
from tests.store.faulty import FaultyOs, failing, faulty, writing_only
from tests.store.files import HEADER, by_hand, by_program, entry, line
from tests.tables import load_table

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes, links and locks as on POSIX")

SAMPLES = Path(__file__).parents[1] / "data" / "errors"
MODULES = (reader, disk, journal)
OF_BOOKS = {
    "entry {n} (line {line}) does not count: {why}",
    "nothing can be added to a damaged file: {fault}",
}
"""Sentences about books of payments, which the tests of `paid` and `debts` show."""
NOTE = NoteEntry(n=2, text="the cat")


def refusal(call: Callable[..., object], *arguments: Any) -> Text:
    with pytest.raises((ReadError, WriteError)) as caught:
        call(*arguments)
    return caught.value.text


def said_of(path: Path) -> list[Text]:
    try:
        return [fault.text for fault in load(path).faults]
    except ReadError as error:
        return [error.text]


def test_every_sample_leads_to_its_sentence() -> None:
    said = {path.stem: [*map(str, said_of(path))] for path in SAMPLES.iterdir()}
    _head, sentences = load_table("errors-of-samples")
    assert said == {name: [sentence.replace("VERSION", __version__)] for name, sentence in sentences}


# --- what has to be made -------------------------------------------------------------------------


class Kitchen:
    """A folder, a session in it, and a system that can be made to fail."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.patch = monkeypatch
        self.open: list[WriterLock] = []
        self.path = by_program(folder / "evening.jsonl", "anna 7h wp 6")

    def read(self, content: bytes, size: int = 0, *, load: Callable[[Path], object] = load) -> Text:
        """Return why a file with `content`, cut or lengthened to `size` bytes, is refused."""
        self.path.write_bytes(content)
        os.truncate(self.path, size or len(content))
        return refusal(load, self.path)

    def made(self, make: Callable[[Path], object]) -> Path:
        """Return the path of a pipe or link that `make` makes."""
        make(self.folder / "made")
        return self.folder / "made"

    def opened(self) -> Journal:
        return Journal.from_loaded(self.path, load(self.path))

    def appending(self, change: Callable[[], object] = bool, **replaced: object) -> Text:
        """Return why a note is not appended after `change`, with names of `journal` replaced."""
        journal_of_file = self.opened()
        change()
        for name, value in replaced.items():
            self.patch.setattr(journal, name, value)
        return refusal(journal_of_file.append, NOTE)

    def failing(self, **functions: Callable[..., Any]) -> Text:
        return self.appending(lambda: faulty(self.patch, **functions))

    def rescued(self) -> Text:
        said = self.opened().write_rescue_copy().text
        values = {name: str(value).replace(str(self.folder), "") for name, value in said.values.items()}
        return text(said.template, **values)

    def seen(self, change: Callable[[], object], looks: int = 1) -> Text:
        follower = Follower(self.path, load(self.path))
        change()
        found = [follower.look() for _ in range(looks)][-1]
        assert found is not None
        assert found.text is not None
        return found.text


def _failing_while_read(here: Kitchen) -> Text:
    class Failing(io.FileIO):
        def readline(self, _size: int | None = -1, /) -> bytes:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    with Failing(str(here.path)) as file:
        return refusal(reader.read_session, file)


def _many_lines(here: Kitchen) -> Text:
    here.patch.setattr(reader, "LINES_LIMIT", 2)
    return here.read(line(HEADER) + b'{"kind":"note","n":1,"text":"x"}\n' * 2)


def _long_line(_here: Kitchen) -> Text:
    with pytest.raises(InvalidInput) as refused:
        check_line(b" " * 64 * 1024 + b"oops")
    return refused.value.problems[0].text


def _locked_by_another(here: Kitchen) -> Text:
    import fcntl

    with here.path.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        return here.appending(PATIENCE=0)


def _long_entry(here: Kitchen) -> Text:
    columns = {f"player {number}": {"pool": "1." * 5000} for number in range(8)}
    return refusal(here.opened().append, entry({"kind": "check", "n": 2, "columns": columns}))


def _gone_at_once(here: Kitchen) -> Text:
    here.patch.setattr(journal, "make_file", lambda *_arguments: None)
    return refusal(Journal.create, here.folder / "new.jsonl", header())


def _unconfirmed_replacement(here: Kitchen) -> Text:
    here.patch.setattr(disk, "sync_folder", failing(errno.EIO))
    with pytest.raises(WriteError) as caught:
        disk.replace_file(here.path, b"new")
    assert not caught.value.certain
    return caught.value.text


def _many_torn_lines(here: Kitchen) -> Text:
    here.path.write_bytes(here.path.read_bytes() + b"{")
    for number in range(1, 1000):
        (here.folder / f"evening.jsonl.torn{number}").touch()
    return here.appending()


def _rescued_nowhere(here: Kitchen) -> Text:
    for place in ("sessions_folder", "home_folder", "_temporary_folder"):
        here.patch.setattr(journal, place, lambda: here.folder)
    here.patch.setattr(journal, "make_numbered", failing(errno.EROFS))
    return here.rescued()


def _out_of_reach(here: Kitchen) -> Text:
    def loop() -> None:
        here.path.unlink()
        here.path.symlink_to(here.path.name)

    return here.seen(loop)


MIB = 1024 * 1024
DISK_FAILED = "the disk failed; use another disk, and do not trust this one"
LINK = "this is a link that cannot be followed; name the file itself"
UNCERTAIN = (
    f"the file may now have only a part of the entry, so the entry does not count ({DISK_FAILED}); write to "
    "another place, or try again, which removes that part first"
)
LAST_KNOWN = "its last known content is shown"
RECIPES: list[tuple[str, Callable[[Kitchen], Text]]] = [
    # reading
    ("there is no such file", lambda here: refusal(load, here.folder / "none.jsonl")),
    ("this is a folder; name a session file in it", lambda here: refusal(load, here.folder)),
    (
        "this is not an ordinary file (it may be a device or a pipe), so it is not read",
        lambda here: refusal(load, here.made(os.mkfifo)),
    ),
    (
        f"the file cannot be opened: {LINK}",
        lambda here: refusal(load, here.made(lambda path: path.symlink_to(path.name))),
    ),
    ("this is a folder; name a book of payments in it", lambda here: refusal(load_book, here.folder)),
    ("this is a game, not a book of payments", lambda here: refusal(load_book, here.path)),
    (
        "this is a book of payments, not a game; prefcount debts reads it",
        lambda here: here.read(b'{"kind":"payments","version":1,"currency":"EUR"}\n'),
    ),
    (
        "line 1 is not a valid header of a book of payments: currency: is missing",
        lambda here: here.read(b'{"kind":"payments","version":1}\n', load=load_book),
    ),
    ("the file is larger than 64 MiB, too large for a session", lambda here: here.read(b"", 64 * MIB + 1)),
    (
        "the file is too large; at most 64 KiB are read",
        lambda here: here.read(b"", 64 * 1024 + 1, load=lambda path: read_small_file(path, 64 * 1024)),
    ),
    (
        "line 2 is longer than 64 KiB, too long for an entry",
        lambda here: here.read(line(HEADER) + b"x" * 64 * MIB, 64 * MIB),
    ),
    ("the line is longer than 64 KiB, too long for an entry", _long_line),
    ("the file has more than 250,000 lines, too many for a session", _many_lines),
    (f"the file cannot be read to its end: {DISK_FAILED}", _failing_while_read),
    # writing
    (
        UNCERTAIN,
        lambda here: here.failing(write=writing_only(9, then=errno.EIO), ftruncate=failing(errno.EIO)),
    ),
    (
        "the file has changed since it was read; open it again",
        lambda here: here.appending(lambda: here.path.write_bytes(b"another game")),
    ),
    ("nothing was written: another program has locked the file; close that program", _locked_by_another),
    ("the entry is longer than 64 KiB; shorten its note", _long_entry),
    (
        "nothing was written: the file has reached the largest size; continue in a new game",
        lambda here: here.appending(LINES_LIMIT=2),
    ),
    (
        "nothing was written: another program keeps replacing the file; close that program, or write to "
        "another place",
        lambda here: here.appending(PATIENCE=0, is_same_file=lambda *_arguments, **_how: False),
    ),
    (
        "another program wrote to the file at the same moment, so the contents of the "
        "file are uncertain, and the entry does not count; write to another place, or "
        "open the file again",
        lambda here: here.failing(fsync=lambda _file: here.path.write_bytes(here.path.read_bytes() + b"{}")),
    ),
    (
        "what was written is not in the new file: another program may have replaced or deleted it; "
        "write to another place",
        _gone_at_once,
    ),
    (
        f"the new file is there, but the disk did not confirm it ({DISK_FAILED}); "
        "after a power cut the old file may be back",
        _unconfirmed_replacement,
    ),
    (
        "there are a thousand files such as evening.jsonl.torn1 next to the session; move them away",
        _many_torn_lines,
    ),
    (
        (
            "the file /evening.jsonl no longer had all entries of this game; the whole game "
            "was saved in /evening.jsonl.written1"
        ),
        Kitchen.rescued,
    ),
    (
        "the file /evening.jsonl no longer has all entries of this game, and no copy could be saved "
        "elsewhere (: the disk is read-only; use another place); these are all lines of the game, save "
        "them as a file:",
        _rescued_nowhere,
    ),
    ("the file exists already; choose another name", lambda here: refusal(here.opened().copy_to, here.path)),
    (
        "nothing was written: the folder does not exist; name one that does",
        lambda here: refusal(Journal.create, here.folder / "none" / "new.jsonl", header()),
    ),
    (
        "nothing was written: a file cannot have this name; choose another",
        lambda here: refusal(Journal.create, here.folder / "a\0b", header()),
    ),
    # following
    (
        f"the file was moved or deleted; {LAST_KNOWN}",
        lambda here: here.seen(lambda: here.path.rename(here.folder / "elsewhere.jsonl")),
    ),
    (f"the file cannot be reached ({LINK}); {LAST_KNOWN}", _out_of_reach),
    (
        "the file was replaced or edited; its new content is shown",
        lambda here: here.seen(lambda: by_hand(here.path, "boris m 0")),
    ),
    (
        "the file can no longer be read (the file is empty; line 1 must be the session header); "
        f"{LAST_KNOWN}",
        lambda here: here.seen(lambda: os.truncate(here.path, 0)),
    ),
    (
        "the last line, entry 2, is cut off; it does not count",
        lambda here: here.seen(
            lambda: here.path.write_bytes(here.path.read_bytes() + b"{"), looks=1 + LOOKS_BEFORE_DAMAGE
        ),
    ),
]
ERRORS = {
    errno.ENOENT: "nothing was written: the file was moved or deleted; "
    "put it back, or write to another place",
    errno.ENOSPC: "nothing was written: the disk is full; make room on it, or use another place",
    errno.EIO: f"nothing was written: {DISK_FAILED}",
}
"""Errors of a disk, and what to do about them."""


def _failing_with(number: int) -> Callable[[Kitchen], Text]:
    return lambda here: here.failing(write=failing(number))


RECIPES += [(said, _failing_with(number)) for number, said in ERRORS.items()]

# --- locks ---------------------------------------------------------------------------------------

BOB = (
    b'\n{"lock": "prefcount", "user": "Bob", "host": "home", "pid": 7, "since": "2026-11-14T19:05:00+03:00"}'
)
"""The text of a lock file with an owner."""


def _taken(here: Kitchen, beside: Path, content: bytes = b"") -> None:
    writer = WriterLock.take(beside.with_suffix(""))
    assert isinstance(writer, WriterLock)
    here.open.append(writer)
    beside.write_bytes(content)


def _lock_of_others(here: Kitchen, beside: Path) -> None:
    beside.touch()
    here.patch.setattr(system, "os", FaultyOs(open=failing(errno.EACCES)))


TAKEN = (
    "another program is writing this game, so the game is read-only here for now",
    "another program is writing to this book of payments; try again in a moment",
)
NO_LOCK = "no lock file can be created next to the {0}, so the {0} is read-only: "
NO_LOCK += "the name is too long; choose a shorter one"
LOCKS: list[tuple[str, str, str, Callable[[Kitchen, Path], object]]] = [
    (
        "Bob on home has had this game open since 14 Nov 2026, 19:05:00 (process 7), so the game is "
        "read-only here",
        "Bob on home has had this book of payments open since 14 Nov 2026, 19:05:00 (process 7); try "
        "again in a moment",
        "",
        lambda here, beside: _taken(here, beside, BOB),
    ),
    (*TAKEN, "", _taken),
    (
        *(*TAKEN, ""),
        lambda here, _beside: here.patch.setattr(disk, "is_same_file", lambda *_arguments: False),
    ),
    (
        "evening.jsonl.lock is not a lock file; move it away, because until then the game is read-only",
        "payments.jsonl.lock is not a lock file; move it away, because until then the book is read-only",
        "",
        lambda _here, beside: os.mkfifo(beside),
    ),
    (
        "evening.jsonl.lock belongs to another user, who may be writing this game, so the game is "
        "read-only here",
        "payments.jsonl.lock belongs to another user, who may be writing to this book; try again in a moment",
        "",
        _lock_of_others,
    ),
    (
        "you have no permission to write in this folder, so the game is read-only; copy it to another place",
        "you have no permission to write in this folder, so the book is read-only; copy it to another place",
        "",
        lambda here, _beside: here.patch.setattr(system, "os", FaultyOs(open=failing(errno.EROFS))),
    ),
    (
        "this disk cannot lock files, so the game is read-only; copy it to another disk",
        "this disk cannot lock files, so the book is read-only; copy it to another disk",
        "",
        lambda here, _beside: here.patch.setattr(system.CURRENT, "lock", failing(errno.ENOLCK)),
    ),
    (NO_LOCK.format("game"), NO_LOCK.format("book"), "x" * 252, lambda *_lock: None),
    (
        "the folder of this game no longer exists; the game is read-only",
        "the folder of this book no longer exists",
        "none/evening.jsonl",
        lambda *_lock: None,
    ),
]
"""The sentences about the lock of a game and of a book, the name of the file, and how they come about."""


def _locked(make: Callable[[Kitchen, Path], object], name: str, **of: Any) -> Callable[[Kitchen], Text]:
    def take(here: Kitchen) -> Text:
        path = here.folder / name
        make(here, path.with_name(f"{path.name}.lock"))
        found = WriterLock.take(path, patience=0, **of)
        assert isinstance(found, LockRefusal)
        return found.text

    return take


for of_game, of_book, name, make in LOCKS:
    RECIPES += [
        (of_game, _locked(make, name or "evening.jsonl", sentences=GAME_SENTENCES)),
        (of_book, _locked(make, name or "payments.jsonl", sentences=BOOK_SENTENCES)),
    ]


# --- nothing is left out ------------------------------------------------------------------------


def sentences(source: str) -> list[str]:
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    marked = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "N_"]
    return [ast.literal_eval(node.args[0]) for node in marked]


def templates_of_samples() -> set[str]:
    found = {said.template for path in SAMPLES.iterdir() for said in said_of(path)}
    for each in (each for path in SAMPLES.iterdir() for each in path.read_bytes().splitlines()):
        try:
            check_line(each)
        except InvalidInput as refusal:
            found |= {problem.text.template for problem in refusal.problems}
    return found


def test_every_sentence_has_a_recipe_or_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known, made = templates_of_samples(), []
    for at, (_sentence, make) in enumerate(RECIPES):
        folder = tmp_path / str(at)
        folder.mkdir()
        with monkeypatch.context() as patched:
            said = make(Kitchen(folder, patched))
        known.add(said.template)
        made.append(str(said))
    assert made == [sentence for sentence, _make in RECIPES]
    assert all(map(str.isprintable, made))
    for module in MODULES:
        marked = set(sentences(Path(str(module.__file__)).read_text(encoding="utf-8")))
        assert marked
        assert not marked - known - OF_BOOKS, module.__name__
