"""The file is replaced while a line is written: the file at the path has the line, or it is refused.

Another program interferes right before each system call of an append, one call after the other, in every way
in which files are replaced.
"""

import os
import shutil
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from prefcount.base import system
from prefcount.entries.models import NoteEntry
from prefcount.store import disk
from prefcount.store import disk as lock
from prefcount.store import journal as writing
from prefcount.store.disk import WriteError, is_same_file
from prefcount.store.journal import Journal
from prefcount.store.reader import ReadError, load
from tests.helpers import header
from tests.store.faulty import FaultyOs
from tests.store.files import by_program

NOTE = NoteEntry(n=3, text="the cat")
posix = pytest.mark.skipif(os.name == "nt", reason="an open file keeps its name on Windows")


# --- what another program may do -----------------------------------------------------------------


def a_copy_gets_the_name(path: Path, _old: bytes) -> None:
    an_old_copy_gets_the_name(path, path.read_bytes())


def an_old_copy_gets_the_name(path: Path, old: bytes) -> None:
    fresh = path.with_name("fresh")
    fresh.write_bytes(old)
    fresh.replace(path)


def an_older_copy_gets_the_name(path: Path, old: bytes) -> None:
    an_old_copy_gets_the_name(path, b"".join(old.splitlines(keepends=True)[:-1]))


def it_is_deleted(path: Path, _old: bytes) -> None:
    path.unlink()


def it_is_moved(path: Path, _old: bytes) -> None:
    path.rename(path.with_name("moved.jsonl"))


def the_folder_is_moved(path: Path, _old: bytes) -> None:
    path.parent.rename(path.parent.with_name("moved"))


def the_folder_is_replaced(path: Path, old: bytes) -> None:
    the_folder_is_moved(path, old)
    path.parent.mkdir()
    path.write_bytes(old)


def the_folder_is_deleted(path: Path, _old: bytes) -> None:
    shutil.rmtree(path.parent)


def it_is_emptied(path: Path, _old: bytes) -> None:
    path.write_bytes(b"")


def it_is_written_anew_in_its_place(path: Path, old: bytes) -> None:
    path.write_bytes(old)


def its_last_hand_is_cut_off(path: Path, old: bytes) -> None:
    path.write_bytes(b"".join(old.splitlines(keepends=True)[:-1]))


Strike = Callable[[Path, bytes], None]
OTHER_FILES: tuple[Strike, ...] = (
    a_copy_gets_the_name,
    an_old_copy_gets_the_name,
    an_older_copy_gets_the_name,
    it_is_deleted,
    it_is_moved,
    the_folder_is_moved,
    the_folder_is_replaced,
    the_folder_is_deleted,
)
SAME_FILE: tuple[Strike, ...] = (it_is_emptied, it_is_written_anew_in_its_place, its_last_hand_is_cut_off)
CALLS = ("open", "lseek", "read", "write", "fsync", "ftruncate")


class Striking:
    """Functions of `os`, before the `at`-th call of which another program interferes once."""

    def __init__(self, at: int, strike: Callable[[], None], *names: str) -> None:
        self.at, self.strike, self.calls = at, strike, 0
        self.replaced: dict[str, Callable[..., Any]] = {name: self._call(name) for name in names}

    def _call(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            self.before_call()
            return getattr(os, name)(*arguments, **named)

        return call

    def before_call(self) -> None:
        self.calls += 1
        if self.calls == self.at:
            self.strike()

    def beside(self, patch: pytest.MonkeyPatch) -> None:
        for module in (disk, writing, lock, system):
            patch.setattr(module, "os", FaultyOs(**self.replaced))


@posix
@pytest.mark.parametrize("strike", [*OTHER_FILES, *SAME_FILE], ids=lambda strike: strike.__name__)
def test_a_line_survives_any_replacement_or_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, strike: Strike
) -> None:
    names = (*CALLS, "stat") if strike in OTHER_FILES else CALLS
    struck = at = acknowledged = 0
    while at == struck:
        at += 1
        folder = tmp_path / f"{at}" / "games"
        folder.mkdir(parents=True)
        path = by_program(folder / "evening.jsonl", "anna 7h wp 6", "r 3 5 2")
        journal, old = Journal.from_loaded(path, load(path)), path.read_bytes()
        striking = Striking(at, lambda path=path, old=old: strike(path, old), *names)
        with monkeypatch.context() as patched:
            striking.beside(patched)
            answer = written(journal)
        struck += striking.calls >= at
        if answer is None:
            acknowledged += 1
            assert notes(path) == ["the cat"], f"{strike.__name__} before call {at}"
            assert journal.is_start_of_file(journal.path)
            journal.append(NOTE.model_copy(update={"n": 4}))
        else:
            assert str(answer).isprintable()
            assert answer.elsewhere
            assert notes(path) == [] or not answer.certain
            copied = journal.copy_to(tmp_path / f"{at}.jsonl", NOTE)
            assert notes(copied.path) == ["the cat"]
    assert struck > 8
    assert acknowledged > 0  # at least where nothing was struck any more


@posix
def test_a_file_that_is_emptied_and_refilled_is_not_harmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = 20
    for emptied, filled in combinations(range(1, moments), 2):
        path = by_program(tmp_path / f"{emptied} {filled}.jsonl", "anna 7h wp 6", "r 3 5 2")
        journal, old = Journal.from_loaded(path, load(path)), path.read_bytes()
        descriptor = os.open(path, os.O_WRONLY)
        second = Striking(filled, partial(os.pwrite, descriptor, old, 0), *CALLS)
        first = Striking(emptied, partial(os.truncate, path, 0), *CALLS)
        both = {name: _one_after_the_other(first, second, name) for name in CALLS}
        with monkeypatch.context() as patched:
            for module in (disk, writing, lock, system):
                patched.setattr(module, "os", FaultyOs(**both))
            answer = written(journal)
        if emptied <= first.calls:
            if filled > second.calls:
                os.pwrite(descriptor, old, 0)
            assert path.read_bytes().startswith(old), f"{emptied} {filled}"
            assert answer is None or answer.elsewhere
        os.close(descriptor)


def _one_after_the_other(first: Striking, second: Striking, name: str) -> Callable[..., Any]:
    def call(*arguments: Any, **named: Any) -> Any:
        second.before_call()
        return first.replaced[name](*arguments, **named)

    return call


def written(journal: Journal) -> WriteError | None:
    try:
        journal.append(NOTE)
    except WriteError as error:
        return error
    return None


def notes(path: Path) -> list[str]:
    """Return the notes in a sound file; none if the file does not exist or is broken."""
    try:
        loaded = load(path)
    except ReadError:
        return []
    assert loaded.faults == ()
    return [entry.text for entry in loaded.session.entries if isinstance(entry, NoteEntry)]


@posix
def test_who_holds_the_lock_may_replace_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = by_program(tmp_path / "evening.jsonl", "anna 7h wp 6", "r 3 5 2")
    journal = Journal.from_loaded(path, load(path))
    waits = iter([False, True, True, True])

    def flock(_descriptor: int) -> bool:
        free = next(waits)
        if not free:
            a_copy_gets_the_name(path, b"")
        return free

    monkeypatch.setattr(system.CURRENT, "lock", flock)
    journal.append(NOTE)
    assert notes(path) == ["the cat"]


@posix
def test_endless_replacement_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = by_program(tmp_path / "evening.jsonl", "anna 7h wp 6", "r 3 5 2")
    journal = Journal.from_loaded(path, load(path))

    def replaced(name: Path, descriptor: int, **how: bool) -> bool:
        a_copy_gets_the_name(path, b"")
        return is_same_file(name, descriptor, **how)

    monkeypatch.setattr(writing, "is_same_file", replaced)
    monkeypatch.setattr(writing, "PATIENCE", 0.02)
    answer = written(journal)
    assert answer is not None
    assert str(answer).startswith("nothing was written: another program keeps replacing the file")
    assert (answer.elsewhere, answer.certain, notes(path)) == (True, True, [])


@posix
@pytest.mark.parametrize(
    "strike", [it_is_deleted, it_is_emptied, the_folder_is_replaced, the_folder_is_deleted]
)
def test_a_new_file_that_is_replaced_at_once_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, strike: Strike
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    path = folder / "evening.jsonl"
    made = writing.make_file

    def struck(name: Path, content: bytes) -> os.stat_result:
        found = made(name, content)
        strike(name, b"")
        return found

    monkeypatch.setattr(writing, "make_file", struck)
    with pytest.raises(WriteError, match="what was written is not in the new file") as caught:
        Journal.create(path, header())
    assert caught.value.elsewhere
