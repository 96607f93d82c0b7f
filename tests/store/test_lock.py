"""One writer: who holds the lock, who is refused, and what remains when a program is killed."""

import errno
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.base import system
from prefcount.store import disk as lock
from prefcount.store.disk import LockOwner, LockRefusal, WriterLock, current_writer
from tests.store.faulty import FaultyOs, failing, nobody
from tests.store.files import by_hand
from tests.tables import each_line

posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX")
SOMEBODY = "another program is writing this game, so the game is read-only here for now"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return by_hand(tmp_path / "evening.jsonl", "r 3 5 2")


def beside(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def taken(path: Path) -> WriterLock:
    found = WriterLock.take(path)
    assert isinstance(found, WriterLock), found
    return found


def refused(path: Path) -> LockRefusal:
    found = WriterLock.take(path, patience=0)
    assert isinstance(found, LockRefusal)
    return found


def only_read(path: Path) -> str:
    found = refused(path)
    assert ("user" in found.text.values, found.is_held) == (False, False)
    return str(found.text)


# --- one writer ----------------------------------------------------------------------------------


def test_a_second_writer_is_refused(path: Path) -> None:
    with taken(path) as first:
        assert first.is_held
        assert refused(path).is_held
        assert current_writer(path) is not None
    assert not first.is_held
    assert current_writer(path) is None
    with taken(path):
        assert sorted(path.parent.iterdir()) == [path, beside(path)]
    assert list(path.parent.iterdir()) == [path]


def test_a_lock_can_be_released_twice(path: Path) -> None:
    first = taken(path)
    first.release()
    with taken(path):
        first.release()
        assert refused(path).is_held


@posix
def test_a_link_leads_to_the_same_lock(path: Path) -> None:
    link = path.with_name("link.jsonl")
    link.symlink_to(path.name)
    with taken(link):
        assert refused(path).is_held
        assert beside(path).exists()


HOLDER = """
import sys, time
from pathlib import Path
from prefcount.store.disk import WriterLock
assert isinstance(WriterLock.take(Path(sys.argv[1])), WriterLock)
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held_elsewhere(path: Path) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_writer_in_another_process_is_named(path: Path) -> None:
    with held_elsewhere(path) as process:
        found = refused(path)
        assert found.text.values["pid"] == process.pid
        process.kill()
        process.wait(10)
    assert beside(path).exists()
    assert current_writer(path) is None
    with taken(path) as writer:
        assert writer.is_held
    assert list(path.parent.iterdir()) == [path]


# --- the lock file -------------------------------------------------------------------------------


@posix
def test_the_holder_notices_a_deleted_lock_file(path: Path) -> None:
    first = taken(path)
    beside(path).unlink()
    assert not first.is_held
    with taken(path) as second:
        first.release()
        assert second.is_held
        assert refused(path).is_held


@posix
def test_a_lock_file_deleted_before_locking_is_made_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = system.CURRENT.lock, []

    def flock(descriptor: int) -> bool:
        calls.append(descriptor)
        if len(calls) == 1:
            beside(path).unlink()
        return real(descriptor)

    monkeypatch.setattr(system.CURRENT, "lock", flock)
    with taken(path) as writer:
        assert writer.is_held
        assert len(calls) == 2
        assert refused(path).is_held


CROWD = """
import os, sys
from pathlib import Path
from prefcount.store.disk import WriterLock
path, inside = Path(sys.argv[1]), Path(sys.argv[1] + ".inside")
for _ in range(30):
    writer = WriterLock.take(path, patience=60)
    assert isinstance(writer, WriterLock), writer
    os.close(os.open(inside, os.O_CREAT | os.O_EXCL))
    inside.unlink()
    writer.release()
"""


@posix
def test_four_programs_never_write_at_once(path: Path) -> None:
    command = [sys.executable, "-c", CROWD, str(path)]
    crowd = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    said = [each.communicate(timeout=120)[1] for each in crowd]
    assert [each.returncode for each in crowd] == [0] * 4, said
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("content", [b"", b"\n", b'\n{"lock":"pref', b'\n{"lock":"prefcount","user":"a"}\n'])
def test_a_lock_file_left_behind_does_not_block(path: Path, content: bytes) -> None:
    beside(path).write_bytes(content)
    assert current_writer(path) is None
    with taken(path):
        found = refused(path)
        assert found.text.values["user"]
    assert list(path.parent.iterdir()) == [path]


def test_another_file_with_the_name_is_kept(path: Path) -> None:
    beside(path).write_bytes(b"my notes\n")
    with taken(path):
        assert (str(refused(path).text), *refused(path)[1:]) == (SOMEBODY, True)
    assert beside(path).read_bytes() == b"my notes\n"


@posix
@pytest.mark.parametrize("rights", [0o600, 0o640, 0o664, 0o444])
def test_the_lock_has_the_permissions_of_the_game(path: Path, rights: int) -> None:
    usual = os.umask(0)
    try:
        path.chmod(rights)
        with taken(path):
            assert stat.S_IMODE(beside(path).stat().st_mode) == rights
        with taken(path.with_name("new.jsonl")):
            assert stat.S_IMODE(beside(path.with_name("new.jsonl")).stat().st_mode) == 0o600
    finally:
        os.umask(usual)


# --- what others say is only text ----------------------------------------------------------------

SIGNED = '\n{"lock":"prefcount","user":%s,"host":"h","pid":7,"since":"2026-11-14T19:05:00+03:00"}\n'


@each_line(
    ("content", "user"),
    [
        (SIGNED % '"\\u001b[31mB\\u202eo\\u009bb"', "�[31mB�o�b"),
        (SIGNED % f'"{"x" * 300}"', "x" * 64),
        (SIGNED % '""', "?"),
        (SIGNED % "5", None),
        (SIGNED % f'"{"x" * 3000}"', None),
        (SIGNED.replace("7,", '"7",') % '"Bob"', None),
        (SIGNED.replace("7,", "-7,") % '"Bob"', None),
        (SIGNED.replace("2026", "20x6") % '"Bob"', None),
        ("\n[]", None),
        ("\n" + "[" * 900, None),
        ("\xff", None),
    ],
)
def test_hostile_text_in_a_lock_file_is_made_harmless(path: Path, content: str, user: str | None) -> None:
    with taken(path):
        beside(path).write_bytes(content.encode("latin-1" if content == "\xff" else "utf-8"))
        found = refused(path)
    assert found.is_held
    assert found.text.values.get("user") == user
    assert str(found.text).isprintable()
    assert (str(found.text) == SOMEBODY) == (user is None)


@given(content=st.binary(max_size=2000))
def test_any_lock_file_gives_a_sentence(content: bytes) -> None:
    who = lock.parse_owner(content)
    assert who is None or isinstance(who, LockOwner)


# --- where no lock can be ------------------------------------------------------------------------


@pytest.fixture
def shared() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        yield by_hand(Path(folder) / "evening.jsonl", "r 3 5 2")
        Path(folder).chmod(0o777)


@posix
def test_a_game_in_a_read_only_folder_is_read(shared: Path) -> None:
    path = shared
    path.parent.chmod(0o555)
    with nobody():
        said = only_read(path)
    assert said == (
        "you have no permission to write in this folder, so the game is read-only; copy it to another place"
    )
    assert list(path.parent.iterdir()) == [path]


@posix
def test_a_readable_lock_file_of_another_user_does_not_block(shared: Path) -> None:
    path = shared
    beside(path).write_bytes(b"")
    beside(path).chmod(0o644)
    with nobody(), taken(path):
        assert str(refused(path).text) == SOMEBODY
    assert list(path.parent.iterdir()) == [path]


@posix
def test_an_unreadable_lock_file_blocks(shared: Path) -> None:
    beside(shared).write_bytes(b"")
    beside(shared).chmod(0)
    with nobody():
        said = only_read(shared)
    assert said == (
        "evening.jsonl.lock belongs to another user, who may be writing this game, so the game is "
        "read-only here"
    )


@each_line("error", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
def test_a_game_on_a_disk_without_locks_is_read_only(
    path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    monkeypatch.setattr(system.CURRENT, "lock", failing(error))
    assert only_read(path) == (
        "this disk cannot lock files, so the game is read-only; copy it to another disk"
    )
    assert current_writer(path) is None


def test_a_lock_works_on_a_full_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(lock, "os", FaultyOs(write=failing(errno.ENOSPC)))
        with taken(path):
            assert str(refused(path).text) == SOMEBODY
    monkeypatch.setattr(system, "os", FaultyOs(open=failing(errno.ENOSPC)))
    assert only_read(path) == (
        "no lock file can be created next to the game, so the game is read-only: "
        "the disk is full; make room on it, or use another place"
    )


def test_impossible_paths_are_refused(path: Path) -> None:
    gone = path.parent / "gone" / "evening.jsonl"
    assert only_read(gone) == ("the folder of this game no longer exists; the game is read-only")
    for name in ("x" * 5000, "a\0b"):
        said = str(refused(path.with_name(name)).text)
        assert said.startswith("no lock file can be created next to the game, so the game is read-only: ")
        assert current_writer(path.with_name(name)) is None
    assert not gone.parent.exists()
