"""Following a file while other programs write, move, truncate or delete it."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.base.i18n import Text
from prefcount.entries.models import NoteEntry
from prefcount.session import replay
from prefcount.store import journal as file_follower
from prefcount.store import reader
from prefcount.store.journal import LOOKS_BEFORE_DAMAGE, FileChange, Follower, Journal
from prefcount.store.reader import TORN_TAIL, LoadedSession, load
from tests.counting import counted
from tests.store.files import EVERY_KIND, by_hand, by_program, fields, line, lines

HANDS = ("anna 7h wp 6", "r 3 5 2")
NOTE = NoteEntry(n=3, text="the cat")
TORN = b'{"kind":"note","n":3,"te'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return by_program(tmp_path / "evening.jsonl", *HANDS)


@pytest.fixture
def follower(path: Path) -> Follower:
    return Follower(path, load(path))


def seen(follower: Follower) -> FileChange:
    found = follower.look()
    assert found is not None
    assert found.loaded == follower.loaded
    assert follower.look() is None
    return found


GROWN, CHANGED, DAMAGED = "", "the file was replaced or edited", "the last line, entry"
GONE, UNREADABLE = "the file was moved or deleted", "the file can no longer be read"


def kind_of(change: FileChange) -> str:
    said = str(change.text or "")
    kind = next(kind for kind in (CHANGED, DAMAGED, GONE, UNREADABLE, GROWN) if said.startswith(kind))
    assert change.is_readable == (kind not in (GONE, UNREADABLE))
    assert kind or not said
    return kind


def append(path: Path, *content: bytes) -> None:
    with path.open("ab") as file:
        file.write(b"".join(content))


def test_an_unchanged_file_is_not_read(follower: Follower, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_follower, "open_file", None)
    assert [follower.look() for _ in range(5)] == [None] * 5


def test_a_new_entry_is_reported(path: Path, follower: Follower) -> None:
    Journal.from_loaded(path, load(path)).append(NOTE)
    found = seen(follower)
    assert found.text is None
    assert [entry.n for entry in found.loaded.session.entries] == [1, 2, 3]
    assert found.loaded.content == path.read_bytes()


def test_an_incomplete_line_is_not_reported_at_once(path: Path, follower: Follower) -> None:
    append(path, TORN)
    assert follower.look() is None
    assert follower.loaded.faults == ()
    append(path, b'xt":"x"}\n')
    found = seen(follower)
    assert (kind_of(found), len(found.loaded.session.entries)) == (GROWN, 3)
    assert found.loaded.faults == ()


def test_a_lasting_incomplete_line_is_reported_once(path: Path, follower: Follower) -> None:
    append(path, TORN)
    assert [follower.look() for _ in range(LOOKS_BEFORE_DAMAGE)] == [None] * LOOKS_BEFORE_DAMAGE
    found = seen(follower)
    assert kind_of(found) == DAMAGED
    assert str(found.text) == "the last line, entry 3, is cut off; it does not count"
    assert [fault.code for fault in found.loaded.faults] == [TORN_TAIL]
    Journal.from_loaded(path, load(path)).append(NOTE)
    assert kind_of(seen(follower)) == GROWN
    assert follower.loaded.faults == ()


def test_an_incomplete_line_at_the_start_may_be_completed(path: Path) -> None:
    append(path, TORN)
    follower = Follower(path, load(path))
    assert follower.loaded.faults == ()
    assert [follower.look() for _ in range(LOOKS_BEFORE_DAMAGE - 1)] == [None] * (LOOKS_BEFORE_DAMAGE - 1)
    assert kind_of(seen(follower)) == DAMAGED


def test_a_removed_incomplete_line_is_reported(path: Path, follower: Follower) -> None:
    whole = path.read_bytes()
    append(path, TORN)
    for _ in range(LOOKS_BEFORE_DAMAGE + 1):
        follower.look()
    os.truncate(path, len(whole))
    assert (kind_of(seen(follower)), follower.loaded.faults) == (GROWN, ())


def test_a_file_may_disappear_and_come_back(path: Path, follower: Follower) -> None:
    elsewhere = path.rename(path.with_name("elsewhere.jsonl"))
    found = seen(follower)
    assert kind_of(found) == GONE
    assert str(found.text) == "the file was moved or deleted; its last known content is shown"
    assert len(found.loaded.session.entries) == 2
    elsewhere.rename(path)
    assert kind_of(seen(follower)) == GROWN


def _truncate(path: Path) -> None:
    path.write_bytes(b"".join(lines(path)[:-1]))


def _edit(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"tricks":{"Anna":6}', b'"tricks":{"Anna":5}'))


def _replace_by_longer(path: Path) -> None:
    fresh = path.with_name("fresh")
    fresh.write_bytes(path.read_bytes())
    Journal.from_loaded(fresh, load(fresh)).append(NOTE)
    fresh.replace(path)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda path: by_hand(path, "boris m 0"), (CHANGED, 1, [])),
        (_truncate, (CHANGED, 1, [])),
        (_edit, (CHANGED, 2, ["chain-broken"])),
        (_replace_by_longer, (GROWN, 3, [])),
    ],
)
def test_a_changed_file_is_read_again(
    path: Path, follower: Follower, change: Callable[[Path], object], expected: object
) -> None:
    change(path)
    kind, loaded = kind_of(seen(follower)), follower.loaded
    assert (kind, len(loaded.session.entries), [fault.code for fault in loaded.faults]) == expected


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"", "the file is empty; line 1 must be the session header"), (b"oops\n", "line 1 is not a valid")],
)
def test_an_unreadable_file_keeps_the_last_session(
    path: Path, follower: Follower, content: bytes, reason: str
) -> None:
    path.write_bytes(content)
    found = seen(follower)
    assert kind_of(found) == UNREADABLE
    assert str(found.text).startswith(f"the file can no longer be read ({reason}")
    assert found.text is not None
    assert isinstance(found.text.values["reason"], Text)  # which follows the language of the reader
    assert len(found.loaded.session.entries) == 2
    by_program(path.with_name("fresh"), *HANDS).replace(path)
    assert kind_of(seen(follower)) == GROWN


def alike(one: LoadedSession, other: LoadedSession) -> bool:
    return (
        replace(one, session=other.session) == other
        and one.session.entries == other.session.entries
        and one.session.replay == other.session.replay
    )


def test_added_lines_are_read_like_the_whole_file(tmp_path: Path) -> None:
    sound = by_program(tmp_path / "sound.jsonl", *EVERY_KIND).read_bytes().splitlines(keepends=True)
    wrong_seal = line({"kind": "end", "n": 15, "reason": "agreed", "seal": "0" * 64})
    for content in (
        sound,
        [*sound[:3], *sound[4:]],
        [*sound[:3], sound[3].replace(b'"Anna":3', b'"Anna":4'), *sound[4:]],
        [*sound[:2], b"oops\n", b"\n", *sound[2:]],
        [*sound[:4], sound[1], *sound[4:]],
        [*sound, wrong_seal],
        [*sound[:-1], sound[-1].rstrip(b"\n")],
    ):
        path = tmp_path / "live.jsonl"
        path.write_bytes(content[0])
        follower = Follower(path, load(path))
        for each in content[1:]:
            append(path, each)
            follower.look()
            assert alike(follower.loaded, load(path))


def test_a_new_hand_costs_one_line_and_one_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = by_hand(tmp_path / "season.jsonl", *HANDS * 500, rules={"end": "manual"})
    follower = Follower(path, load(path))
    assert follower.loaded.session.state.hands == 1000
    read, played = counted(monkeypatch, reader, "read_entry"), counted(monkeypatch, replay, "play_step")
    append(path, line({"n": 1001, **fields("boris m 0")}))
    assert seen(follower).loaded.session.state.hands == 1001
    assert (len(read), len(played)) == (1, 1)


@given(cuts=st.lists(st.integers(min_value=1, max_value=2000), max_size=12))
def test_any_way_of_writing_is_followed(tmp_path_factory: pytest.TempPathFactory, cuts: list[int]) -> None:
    folder = tmp_path_factory.mktemp("followed")
    whole = by_program(folder / "whole.jsonl", *HANDS, "boris 6s ww 5 3 2", "anna m 0").read_bytes()
    start = len(b"".join(whole.splitlines(keepends=True)[:1]))
    path = folder / "live.jsonl"
    path.write_bytes(whole[:start])
    follower, hands = Follower(path, load(path)), 0
    for cut in sorted({*(min(start + cut, len(whole)) for cut in cuts), len(whole)}):
        append(path, whole[path.stat().st_size : cut])
        found = follower.look()
        assert found is None or kind_of(found) == GROWN
        assert follower.loaded.faults == ()
        assert len(follower.loaded.session.entries) >= hands
        hands = len(follower.loaded.session.entries)
    assert hands == 4
