"""Writing: one whole line is on the disk, or the file is unchanged and a sentence says why."""

import errno
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from prefcount.entries.models import End, NoteEntry
from prefcount.store import disk, reader
from prefcount.store import journal as writing
from prefcount.store.disk import WriteError
from prefcount.store.journal import Journal
from prefcount.store.reader import line_hash, load
from tests.helpers import header
from tests.store.faulty import failing, faulty, nobody, recording, writing_only
from tests.store.files import HEADER, by_hand, by_program, lines, session

HANDS = ("anna 7h wp 6", "r 3 5 2")
NOTE = NoteEntry(n=3, text="the cat")
posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX")
FULL = "nothing was written: the disk is full; make room on it, or use another place"
FAILED = "nothing was written: the disk failed; use another disk, and do not trust this one"
DENIED = (
    "nothing was written: you have no permission for this file or folder; ask its owner, or use another place"
)
GONE = "nothing was written: the file was moved or deleted; put it back, or write to another place"
LARGE = "nothing was written: files here cannot be this large; use another place"
UNSURE = (
    "the file may now have only a part of the entry, so the entry does not count (the disk failed; use "
    "another disk, and do not trust this one); write to another place, or try again, which removes that "
    "part first"
)
not_on_macos = pytest.mark.skipif(sys.platform == "darwin", reason="macOS syncs by fcntl")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return by_program(tmp_path / "evening.jsonl", *HANDS)


def opened(path: Path) -> Journal:
    return Journal.from_loaded(path, load(path))


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(WriteError) as caught:
        call()
    return str(caught.value)


# --- what is written -----------------------------------------------------------------------------


def test_a_new_file_is_its_header(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    journal = Journal.create(path, header(stalingrad=True))
    (written,) = lines(path)
    assert json.loads(written) == {**HEADER, "rules": {"stalingrad": True}}
    assert written.endswith(b"\n")
    assert (journal.size, journal.last_hash) == (len(written), line_hash(written))
    assert load(path).session.header == header(stalingrad=True)


def test_one_entry_is_one_whole_line(path: Path) -> None:
    before = path.read_bytes()
    opened(path).append(NOTE)
    assert path.read_bytes()[: len(before)] == before
    added = path.read_bytes()[len(before) :]
    assert added.count(b"\n") == 1
    assert added.endswith(b"\n")
    assert json.loads(added) == {
        "kind": "note",
        "n": 3,
        "prev": line_hash(before.splitlines()[-1]),
        "text": "the cat",
    }


def test_a_given_prev_is_replaced(path: Path) -> None:
    opened(path).append(NOTE.model_copy(update={"prev": "0" * 16}))
    assert load(path).faults == ()


def test_a_file_without_chain_gets_one(tmp_path: Path) -> None:
    path = by_hand(tmp_path / "hand.jsonl", *HANDS)
    opened(path).append(NOTE)
    assert [b"prev" in each for each in lines(path)] == [False, False, False, True]
    assert load(path).faults == ()


def test_a_missing_line_end_is_supplied(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    journal = opened(path)
    journal.append(NOTE)
    journal.append(NOTE.model_copy(update={"n": 4}))
    assert path.read_bytes().startswith(whole)
    assert len(lines(path)) == 5
    assert load(path).faults == ()


def test_each_line_is_hashed_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.from_loaded(path, load(path))
    there = path.read_bytes().splitlines()
    hashes = [line_hash(line) for line in there]
    hashed: list[bytes] = []

    def counted(line: bytes) -> str:
        hashed.append(line)
        return line_hash(line)

    monkeypatch.setattr(writing, "line_hash", counted)
    for _phone in range(3):
        assert [journal.lines_after(known) for known in (*hashes, "f" * 16)] == [2, 1, 0, None]
    assert hashed == there
    journal.append(NOTE)
    assert [journal.lines_after(known) for known in (*hashes, journal.last_hash)] == [3, 2, 1, 0]


# --- safely --------------------------------------------------------------------------------------


@not_on_macos
def test_a_line_is_on_disk_when_append_returns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    faulty(monkeypatch, **recording(calls, "write", "fsync", "ftruncate", "close"))
    opened(path).append(NOTE)
    assert calls == ["write", "fsync", "close"]


@posix
@not_on_macos
def test_a_new_file_is_safe_with_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    faulty(monkeypatch, **recording(calls, "open", "write", "fsync", "link"))
    Journal.create(tmp_path / "new.jsonl", header())
    assert calls == ["open", "write", "fsync", "link", "open", "fsync", "open"]


def test_short_writes_are_continued(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = (1, 7, 20, 10_000)
    faulty(monkeypatch, write=writing_only(*sizes, then=errno.EIO))
    opened(path).append(NOTE)
    assert load(path).faults == ()
    assert len(load(path).session.entries) == 3


# --- a new file never replaces another -----------------------------------------------------------


def test_an_existing_file_is_not_changed(path: Path) -> None:
    before = path.read_bytes()
    sentence = "the file exists already; choose another name"
    assert refused(lambda: Journal.create(path, header())) == sentence
    assert path.read_bytes() == before
    path.write_bytes(b"")
    assert refused(lambda: Journal.create(path, header())) == sentence
    assert path.read_bytes() == b""


# --- a new file is whole or not there -------------------------------------------------------------


def test_a_new_file_has_its_name_only_when_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.jsonl"
    there: list[list[str]] = []

    def write(descriptor: int, data: memoryview) -> int:
        there.append([each.name for each in tmp_path.iterdir()])
        return os.write(descriptor, data[:50])

    faulty(monkeypatch, write=write)
    Journal.create(path, header())
    assert len(there) > 2
    assert {*map(tuple, there)} == {("new.jsonl.new1",)}
    assert list(tmp_path.iterdir()) == [path]


def test_remains_of_a_killed_start_do_no_harm(tmp_path: Path) -> None:
    left = tmp_path / "new.jsonl.new1"
    left.write_bytes(b'{"kind":"ses')
    journal = Journal.create(tmp_path / "new.jsonl", header())
    journal.append(NOTE.model_copy(update={"n": 1}))
    assert load(journal.path).faults == ()
    assert left.read_bytes() == b'{"kind":"ses'
    assert sorted(tmp_path.iterdir()) == [journal.path, left]


@pytest.mark.parametrize("error", [errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS])
def test_a_file_is_made_on_a_disk_without_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    path = tmp_path / "new.jsonl"
    faulty(monkeypatch, link=failing(error))
    Journal.create(path, header())
    assert load(path).session.header == header()
    assert list(tmp_path.iterdir()) == [path]
    assert refused(lambda: Journal.create(path, header())) == "the file exists already; choose another name"


def test_a_name_taken_meanwhile_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new.jsonl"

    def link(fresh: Path, name: Path) -> None:
        path.write_bytes(b"mine")
        os.link(fresh, name)

    faulty(monkeypatch, link=link)
    assert refused(lambda: Journal.create(path, header())) == "the file exists already; choose another name"
    assert path.read_bytes() == b"mine"
    assert list(tmp_path.iterdir()) == [path]


def test_a_repeated_request_to_a_server_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(fresh: Path, name: Path) -> None:
        os.link(fresh, name)
        os.link(fresh, name)

    faulty(monkeypatch, link=link)
    journal = Journal.create(tmp_path / "new.jsonl", header())
    assert load(journal.path).session.header == header()
    assert list(tmp_path.iterdir()) == [journal.path]


# --- a torn tail ---------------------------------------------------------------------------------

TORN = b'{"kind":"game","n":3,"decl'


def test_every_torn_tail_is_kept(path: Path) -> None:
    for number, torn in enumerate((TORN, b"{", b"\xff\xfe"), 3):
        with path.open("ab") as file:
            file.write(torn)
        opened(path).append(NOTE.model_copy(update={"n": number}))
    kept = sorted(path.parent.glob("*.torn*"))
    assert [each.name.rpartition(".")[2] for each in kept] == ["torn1", "torn2", "torn3"]
    assert [each.read_bytes() for each in kept] == [TORN, b"{", b"\xff\xfe"]
    assert load(path).faults == ()


# --- other programs wrote ------------------------------------------------------------------------

CHANGED = "the file has changed since it was read; open it again"


def _longer(path: Path) -> None:
    opened(path).append(NOTE)


def _shorter(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-10])


def _edited(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"tricks":{"Anna":6}', b'"tricks":{"Anna":5}'))


def _gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("torn", [b"", TORN])
@pytest.mark.parametrize(
    ("change", "said"), [(_longer, CHANGED), (_shorter, CHANGED), (_edited, CHANGED), (_gone, GONE)]
)
def test_a_changed_file_is_not_written(
    path: Path, change: Callable[[Path], None], said: str, torn: bytes
) -> None:
    path.write_bytes(path.read_bytes() + torn)
    journal = opened(path)
    change(path)
    before = path.read_bytes() if path.exists() else b""
    assert refused(lambda: journal.append(NOTE)) == said
    assert (path.read_bytes() if path.exists() else b"") == before


# --- a disk that fails ---------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [(), (1,), (30, 30)])
def test_a_failed_write_leaves_the_file_unchanged(
    path: Path, monkeypatch: pytest.MonkeyPatch, sizes: tuple[int, ...]
) -> None:
    before = path.read_bytes()
    journal = opened(path)
    with monkeypatch.context() as patched:
        faulty(patched, write=writing_only(*sizes, then=errno.ENOSPC))
        assert refused(lambda: journal.append(NOTE)) == FULL
    assert path.read_bytes() == before
    journal.append(NOTE)
    assert load(path).faults == ()
    assert len(load(path).session.entries) == 3


@not_on_macos
def test_a_failed_sync_leaves_the_file_unchanged(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()
    calls: list[tuple[str, int]] = []

    def fsync(descriptor: int) -> None:
        calls.append(("fsync", descriptor))
        if len(calls) == 2:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def write(descriptor: int, data: memoryview) -> int:
        calls.append(("write", descriptor))
        return os.write(descriptor, data)

    def ftruncate(descriptor: int, size: int) -> None:
        calls.append(("ftruncate", descriptor))
        os.ftruncate(descriptor, size)

    journal = opened(path)
    with monkeypatch.context() as patched:
        faulty(patched, write=write, fsync=fsync, ftruncate=ftruncate)
        assert refused(lambda: journal.append(NOTE)) == FAILED
    assert [name for name, _descriptor in calls] == ["write", "fsync", "ftruncate", "fsync"]
    first, second = (descriptor for name, descriptor in calls if name == "fsync")
    assert first != second
    assert path.read_bytes() == before
    journal.append(NOTE)
    assert load(path).faults == ()


@pytest.mark.parametrize("sizes", [(1,), (30, 30), (10_000,)], ids=["a byte", "half a line", "a whole line"])
def test_the_next_append_removes_a_failed_line(
    path: Path, monkeypatch: pytest.MonkeyPatch, sizes: tuple[int, ...]
) -> None:
    before = path.read_bytes()
    journal = opened(path)
    with monkeypatch.context() as patched:
        write = writing_only(*sizes, then=errno.EIO)
        replaced = {"write": write, "fsync": failing(errno.EIO), "ftruncate": failing(errno.EIO)}
        faulty(patched, **replaced)
        with pytest.raises(WriteError) as caught:
            journal.append(NOTE)
        assert str(caught.value) == UNSURE
        assert (caught.value.elsewhere, caught.value.certain) == (True, False)
        assert path.read_bytes().startswith(before)
        assert len(path.read_bytes()) > len(before)
        assert refused(lambda: journal.append(NOTE)) == UNSURE
    journal.append(NoteEntry(n=3, text="the dog"))
    assert load(path).faults == ()
    assert json.loads(lines(path)[-1])["text"] == "the dog"
    assert len(lines(path)) == 4
    assert list(path.parent.iterdir()) == [path]


def test_lines_of_other_programs_are_never_removed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, other = opened(path), opened(path)
    with monkeypatch.context() as patched:
        replaced = {"write": writing_only(30, then=errno.EIO), "ftruncate": failing(errno.EIO)}
        faulty(patched, **replaced)
        refused(lambda: journal.append(NOTE))
    assert refused(lambda: other.append(NOTE)) == CHANGED
    with path.open("ab") as file:
        file.write(b"x")
    before = path.read_bytes()
    assert refused(lambda: journal.append(NOTE)) == CHANGED
    assert path.read_bytes() == before


@pytest.mark.parametrize("sizes", [(), (5,)])
def test_a_torn_tail_stays_when_it_cannot_be_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch, sizes: tuple[int, ...]
) -> None:
    path.write_bytes(path.read_bytes() + TORN)
    before, journal = path.read_bytes(), opened(path)
    with monkeypatch.context() as patched:
        faulty(patched, write=writing_only(*sizes, then=errno.ENOSPC))
        assert refused(lambda: journal.append(NOTE)) == FULL
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]
    journal.append(NOTE)
    assert path.with_name("evening.jsonl.torn1").read_bytes() == TORN


def test_a_failed_close_is_ignored(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def close(descriptor: int) -> None:
        os.close(descriptor)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    journal = opened(path)
    faulty(monkeypatch, close=close)
    journal.append(NOTE)
    assert len(load(path).session.entries) == 3
    Journal.create(path.with_name("new.jsonl"), header())
    assert load(path.with_name("new.jsonl")).session.header == header()


@posix
@not_on_macos
def test_a_new_folder_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(disk, "sync_folder", synced.append)
    disk.make_folder(tmp_path / "a" / "b" / "c")
    assert synced == [tmp_path, tmp_path / "a", tmp_path / "a" / "b"]
    assert (tmp_path / "a" / "b" / "c").is_dir()
    disk.make_folder(tmp_path / "a" / "b")
    assert len(synced) == 3


@posix
def test_a_pipe_is_not_written(path: Path) -> None:
    journal = opened(path)
    path.unlink()
    os.mkfifo(path)
    assert refused(lambda: journal.append(NOTE)) == CHANGED


# --- another place -------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", [0, 1])
def test_a_copy_is_the_same_file_and_goes_on(path: Path, tmp_path: Path, cut: int) -> None:
    path.write_bytes(path.read_bytes()[: -cut or None])
    before = path.read_bytes()
    journal = opened(path)
    path.unlink()
    copy = journal.copy_to(tmp_path / "copy.jsonl")
    assert copy.path.read_bytes() == before
    assert not path.exists()
    copy.append(NOTE)
    assert load(copy.path).faults == ()
    assert len(load(copy.path).session.entries) == 3


def test_a_copy_takes_the_entry_that_the_old_place_did_not(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path.read_bytes()
    journal = opened(path)
    with monkeypatch.context() as patched:
        faulty(patched, write=writing_only(30, then=errno.ENOSPC))
        assert refused(lambda: journal.append(NOTE)) == FULL
    copy = journal.copy_to(path.with_name("copy.jsonl"), NOTE)
    assert path.read_bytes() == before
    journal.append(NOTE)
    assert copy.path.read_bytes() == path.read_bytes()
    assert (copy.size, copy.last_hash, copy.seal()) == (journal.size, journal.last_hash, journal.seal())


def test_a_copy_holds_what_was_written_since_it_was_read(path: Path) -> None:
    path.write_bytes(path.read_bytes() + TORN)
    journal = opened(path)
    assert TORN not in journal.copy_to(path.with_name("one.jsonl")).path.read_bytes()
    journal.append(NOTE)
    assert journal.copy_to(path.with_name("two.jsonl")).path.read_bytes() == path.read_bytes()


# --- a new file that fails -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["write", "link", pytest.param("fsync", marks=not_on_macos)])
def test_a_failed_new_file_is_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    faulty(monkeypatch, **{name: failing(errno.ENOSPC)})
    assert refused(lambda: Journal.create(tmp_path / "new.jsonl", header())) == FULL
    assert list(tmp_path.iterdir()) == []


@posix
@not_on_macos
def test_an_unsynced_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def open_no_folder(path: Any, *arguments: Any) -> int:
        if Path(path).is_dir():
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        return os.open(path, *arguments)

    faulty(monkeypatch, open=open_no_folder)
    assert refused(lambda: Journal.create(tmp_path / "new.jsonl", header())) == DENIED


FULL_DISK = """
import resource, signal, sys
sys.dont_write_bytecode = True  # a limit would cut it off too, and nobody could import it any more
from prefcount.cli.main import run
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
sys.exit(run(["add", sys.argv[1], "r", "3", "5", "2"]))
"""


@posix
def test_a_full_disk_is_reported(path: Path) -> None:
    before = path.read_bytes()
    command = [sys.executable, "-c", FULL_DISK, str(path), str(len(before) + 40)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"prefcount: {path}: {LARGE}\n"
    assert path.read_bytes() == before


@posix
def test_a_read_only_folder_can_be_read() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = by_program(folder / "evening.jsonl", *HANDS)
        path.chmod(0o444)
        folder.chmod(0o555)
        with nobody():
            assert refused(lambda: Journal.create(folder / "new.jsonl", header())) == DENIED
            assert refused(lambda: opened(path).append(NOTE)) == DENIED
            assert load(path).session.state == session(*HANDS).state
        assert list(folder.iterdir()) == [path]
        folder.chmod(0o755)


# --- bounds and the seal -------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "bound"), [("FILE_LIMIT", "bytes"), ("LINES_LIMIT", "lines")])
def test_a_file_is_never_longer_than_it_can_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, bound: str
) -> None:
    line = len(writing.entry_line(NOTE, "0" * 16))
    room = {"bytes": path.stat().st_size + line, "lines": len(lines(path)) + 1}[bound]
    for module in (writing, reader):
        monkeypatch.setattr(module, limit, room)
    journal = opened(path)
    journal.append(NOTE)
    before = path.read_bytes()
    said = refused(lambda: journal.append(NOTE.model_copy(update={"n": 4})))
    assert said == "nothing was written: the file has reached the largest size; continue in a new game"
    assert path.read_bytes() == before
    assert load(path).faults == ()


@pytest.mark.parametrize("cut", [0, 1])
def test_the_seal_is_that_of_the_bytes_above(path: Path, cut: int) -> None:
    path.write_bytes(path.read_bytes()[: -cut or None])
    journal = opened(path)
    seal = journal.seal()
    journal.append(End(n=3, reason="agreed", seal=seal))
    assert seal == hashlib.sha256(b"".join(lines(path)[:-1])).hexdigest()
    assert load(path).faults == ()
