"""Power cuts: a session is recorded, and the real reader opens every state that a cut could leave."""

import errno
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path
from unittest.mock import patch

from prefcount.session.session import Session
from prefcount.store.disk import WriteError
from prefcount.store.journal import Journal, entry_line, header_line
from prefcount.store.reader import line_hash
from prefcount.store.session_folder import begin_game
from tests.durability.crash import State, final, laid_out, states
from tests.durability.material import (
    BOOK,
    HEADER,
    SESSION,
    UNREADABLE,
    Found,
    Material,
    appended,
    expected,
    found,
)
from tests.durability.recorded import Recording
from tests.durability.report import Row

WHEN = datetime.fromisoformat("2026-11-14T19:05:00+03:00")
ENTRIES = 6
CONTROL_ENTRIES = 1
TORN = b'{"kind":"game","n":4,"declarer":"An'
BAD = ("lost", "unreadable", "begun half", "stuck")

Evening = Callable[[Path, Recording], None]


def real(folder: Path, recording: Recording) -> None:
    _record_through_faults(SESSION, folder / "evening.jsonl", recording)


def record_payments(folder: Path, recording: Recording) -> None:
    _record_through_faults(BOOK, folder / "payments.jsonl", recording)


def _record_through_faults(material: Material, path: Path, recording: Recording) -> None:
    """Begin a file and record through a failed fsync, a torn line and a full disk."""
    append = material.begin(path)
    recording.acknowledged(0)
    for number in range(1, ENTRIES + 1):
        if number == 3:
            recording.fail_next("fsync", errno.EIO)
            _check_refused(append)
        if number == 4:
            _tear(path)
            append = material.resume(path)
        if number == 5:
            recording.fail_next("write", errno.ENOSPC, taken=20)
            _check_refused(append)
        append()
        recording.acknowledged(number)


def _check_refused(append: Callable[[], object]) -> None:
    try:
        append()
    except WriteError:
        return
    raise AssertionError("the disk failed and nobody was told")


def _tear(path: Path) -> None:
    """Write half a line without syncing it, as a killed program leaves it."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
    os.write(descriptor, TORN)
    os.close(descriptor)


def record_in_new_folder(folder: Path, recording: Recording) -> None:
    """Record the first session of a new user: the folder is made first, and the file with the first entry."""
    path, loaded, _from_paper = begin_game(folder / "share" / "sessions", HEADER, WHEN)
    journal = Journal.from_loaded(path, loaded)
    for number in range(1, 3):
        loaded = replace(loaded, session=appended(loaded.session, journal))
        recording.acknowledged(number)


def copied(folder: Path, recording: Recording) -> None:
    """Go on in another file, together with the failed entry, after the disk takes nothing more."""
    session, journal = Session(HEADER), Journal.create(folder / "evening.jsonl", HEADER)
    recording.acknowledged(0)
    session = appended(session, journal)
    recording.acknowledged(1)
    recording.fail_next("fsync", errno.EIO)
    _check_refused(partial(appended, session, journal))
    session = session.accept(expected(2)[1]).session
    journal = journal.copy_to(folder / "elsewhere.jsonl", session.entries[-1])
    recording.acknowledged(2)
    appended(session, journal)
    recording.acknowledged(3)


def begin_in_place(folder: Path, recording: Recording) -> None:
    """Write a header directly under the final name, as on a system without hard links (a control)."""
    with patch.object(os, "link", _refuse_second_name):
        Journal.create(folder / "evening.jsonl", HEADER)
    recording.acknowledged(0)


def _refuse_second_name(*_names: Path) -> None:
    raise OSError(errno.EPERM, os.strerror(errno.EPERM))


def record_without_fsync(folder: Path, recording: Recording) -> None:
    """Run the real code on a system whose fsync does nothing (a control)."""
    with patch.object(os, "fsync", lambda _descriptor: None):
        path = folder / "evening.jsonl"
        session, journal = Session(HEADER), Journal.create(path, HEADER)
        recording.acknowledged(0)
        for number in range(1, CONTROL_ENTRIES + 1):
            session = appended(session, journal)
            recording.acknowledged(number)


def rewriting(folder: Path, recording: Recording) -> None:
    """Overwrite the whole file in place for each entry, synced (a control)."""
    _rewrite_for_each_entry(folder, recording, _put)


def record_by_renaming(folder: Path, recording: Recording) -> None:
    """Replace the old file by a synced new one without syncing the folder (a control)."""

    def replace(path: Path, content: bytes) -> None:
        _put(path.with_suffix(".new"), content)
        os.rename(path.with_suffix(".new"), path)  # noqa: PTH104  # recorded as it is called

    _rewrite_for_each_entry(folder, recording, replace)


def _rewrite_for_each_entry(folder: Path, recording: Recording, put: Callable[[Path, bytes], None]) -> None:
    content = header_line(HEADER)
    put(folder / "evening.jsonl", content)
    recording.acknowledged(0)
    for number, entry in enumerate(expected(CONTROL_ENTRIES), 1):
        content += entry_line(entry, line_hash(content.splitlines()[-1]))
        put(folder / "evening.jsonl", content)
        recording.acknowledged(number)


def _put(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.write(descriptor, content)
    os.fsync(descriptor)
    os.close(descriptor)


OF_PAYMENTS = "power cuts, book of payments"
EVENINGS: dict[str, tuple[Evening, bool]] = {
    "power cuts": (real, False),
    OF_PAYMENTS: (record_payments, False),
    "power cuts, folder made for the session": (record_in_new_folder, False),
    "power cuts, copied to another place": (copied, False),
    "power cuts, begun in place": (begin_in_place, True),
    "power cuts, no fsync": (record_without_fsync, True),
    "power cuts, file rewritten in place": (rewriting, True),
    "power cuts, renamed without folder fsync": (record_by_renaming, True),
}


def run(folder: Path, _count: int) -> Iterator[Row]:
    for number, (name, (evening, control)) in enumerate(EVENINGS.items()):
        room = folder / str(number)
        room.mkdir()
        yield cut(name, evening, room, BOOK if name == OF_PAYMENTS else SESSION)._replace(control=control)


def cut(
    name: str,
    evening: Evening,
    room: Path,
    material: Material = SESSION,
    *,
    every: int = 1,
    until_seen: bool = False,
) -> Row:
    """Record an evening, and open the states that a power cut could leave, or one in `every`.

    `until_seen` stops at the first loss, which is enough to show that a control fails.
    """
    figures = dict.fromkeys(("operations", "states", "not begun", "in doubt", *BAD), 0)
    recorded, replayed = room / "recorded", room / "replayed"
    recorded.mkdir()
    replayed.mkdir()
    recording = Recording(recorded)
    with recording.watching():
        evening(recorded, recording)
    _complete(recording, recorded)
    figures["operations"] = sum(each.kind != "acknowledged" for each in recording.operations)
    for state in islice(states(recording), 0, None, every):
        figures["states"] += 1
        laid_out(state, replayed)
        _judge(material, state, replayed, figures)
        if until_seen and figures["lost"] and figures["unreadable"]:
            break
    return Row(name, figures, BAD)


def _complete(recording: Recording, folder: Path) -> None:
    """Check that the recorded operations lead to the files that are there."""
    there = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    if there != dict(final(recording)):
        raise AssertionError("the folder was changed in a way that is not recorded")


def _judge(material: Material, state: State, folder: Path, figures: dict[str, int]) -> None:
    """Open the files that the cut left, and go on with the fullest one."""
    each = [(found(path, material), path) for path in folder.rglob("*.jsonl")]
    after, path = max(each, default=(UNREADABLE, folder))
    figures["begun half"] += any(not one.readable for one, _path in each)
    if not after.readable:
        figures["not begun"] += state.acknowledged < 0
        figures["unreadable"] += state.acknowledged >= 0
        figures["lost"] += max(0, state.acknowledged)
        return
    figures["lost"] += max(0, state.acknowledged - after.entries)
    figures["in doubt"] += after.entries == max(0, state.acknowledged) + 1
    figures["stuck"] += not _can_go_on(material, path, after)


def _can_go_on(material: Material, path: Path, before: Found) -> bool:
    """Return whether the file is sound except for a torn tail, and takes the next entry."""
    if not before.sound:
        return False
    with patch.object(os, "fsync", lambda _descriptor: None):  # slow, and irrelevant here
        material.resume(path)()
    return found(path, material) == before._replace(entries=before.entries + 1)
