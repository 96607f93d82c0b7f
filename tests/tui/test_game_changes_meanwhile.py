"""Pending input while another table writes: as much as still fits stays."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from prefcount.entering import PendingInput, draft_correction, draft_next_hand, draft_whole_entry
from prefcount.entries.models import Void
from prefcount.store.disk import LockRefusal, WriterLock
from prefcount.store.journal import FileChange, Follower, Journal
from prefcount.store.reader import load
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.table.entry_input import DRAFT_SUFFIX, load_draft, save_draft
from prefcount.tui.table.table_screen import TableScreen
from tests.helpers import entry
from tests.store.files import amend, session
from tests.tui.game_files import appended, game_file, lines_on_disk, looks, on_disk
from tests.tui.terminal import WAITING, Terminal, running
from tests.waiting import LONGEST, until

READ_ONLY = "This is read-only."
NOT_ALL = "some of what you entered no longer fits"


async def somebody_writes(terminal: Terminal, path: Path, line: str) -> None:
    appended(path, line)
    await looks(terminal)


# --- reading along -------------------------------------------------------------------------------


async def test_pending_input_stays_when_another_table_writes(game: Path, elsewhere: WriterLock) -> None:
    halves: list[tuple[Sequence[str], Sequence[str]]] = [
        ("27", ("· 7", "Who whists?")),
        ((*"anna 7h wp 6", "enter"), ("Anna 7h wp 6", READ_ONLY)),
        ("932112", ("penalty or adjustment · Boris · pool", "12")),
        (("tab", "f9", *"27"), ("Insert a forgotten hand after hand 4;", "· 7")),
    ]
    async with running(game) as terminal:
        await terminal.shows("has had this game open since")
        for entries, (keys, there) in enumerate(halves, 2):
            await terminal.press(*keys, shows=there)
            await somebody_writes(terminal, game, "vera m 0")
            await until(
                terminal.pilot,
                lambda wanted=entries: len(terminal.open_session.session.entries) == wanted,
                "the hand of the other table",
            )
            await terminal.shows(*there)
            assert NOT_ALL not in terminal.flowing, keys
            await terminal.drop_all()


@pytest.fixture
def four(folder: Path) -> Iterator[Path]:
    path = game_file(folder / "four.jsonl", players=4, dealer="Vera")
    writer = WriterLock.take(path)
    assert isinstance(writer, WriterLock)
    yield path
    writer.release()


async def test_answers_that_no_longer_fit_are_reported_and_dropped(four: Path) -> None:
    async with running(four) as terminal:
        await terminal.shows("has had this game open since")
        await terminal.press(*"47", shows=("Gleb · 7", "Who whists?"))
        await somebody_writes(terminal, four, "boris 8n pp")
        await terminal.shows(NOT_ALL, READ_ONLY)
        await terminal.enter("anna 7h wp 6", shows=("Anna 7h wp 6", "Anna: one down on 7♥", READ_ONLY))
        await somebody_writes(terminal, four, "vera 8n pp")
        await terminal.shows("> anna 7h wp 6")
        assert READ_ONLY not in terminal.flowing


async def test_the_question_turns_round_when_an_entry_was_voided_elsewhere(
    game: Path, elsewhere: WriterLock
) -> None:
    async with running(game) as terminal:
        await terminal.shows("has had this game open since")
        await terminal.press("tab", "f8", shows="Leave hand 1 out of the score")
        loaded = load(game)
        Journal.from_loaded(game, loaded).append(loaded.session.accept(Void(entry=1)).session.entries[-1])
        await looks(terminal)
        await terminal.shows("the hand you wanted to change is different now", READ_ONLY)


async def test_readers_are_not_offered_the_draft_of_the_writer(game: Path, elsewhere: WriterLock) -> None:
    save_draft(game, 2, {"who": "0"}, "")
    async with running(game) as terminal:
        await terminal.shows("has had this game open since", READ_ONLY)
        assert "left unfinished" not in terminal.flowing
        elsewhere.release()
        await terminal.press("f11", shows="left unfinished. Carry on")


async def test_taking_over_keeps_the_pending_input(game: Path, elsewhere: WriterLock) -> None:
    async with running(game) as terminal:
        await terminal.shows("has had this game open since")
        await terminal.press(*"27")
        assert not game.with_name(game.name + DRAFT_SUFFIX).exists()
        elsewhere.release()
        await terminal.press("f11")
        await terminal.shows("The file was reloaded; you can write here.", "· 7", "Who whists?")
        half = load_draft(game, 2)
        assert half is not None
        assert len(half.answers) == 2


# --- while the lock is taken ---------------------------------------------------------------------


@pytest.fixture
def slow_lock(game: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Delay the lock of the game until an event; another program has written a hand by then."""
    answered = threading.Event()
    take = WriterLock.take

    def slowly(path: Path) -> WriterLock | LockRefusal:
        answered.wait(LONGEST)
        appended(game, "vera m 0")
        return take(path)

    monkeypatch.setattr(WriterLock, "take", slowly)
    yield answered
    answered.set()


async def test_pending_input_stays_when_the_file_grew_before_the_lock(
    game: Path, slow_lock: threading.Event
) -> None:
    async with running(game) as terminal:
        await terminal.press_meanwhile(*"27")
        slow_lock.set()
        await terminal.becomes_writer()
        await terminal.shows("2 Vera misère: made", "· 7", "Who whists?")
        await terminal.press("4", "enter", shows="Recorded: hand 3.")
    assert lines_on_disk(game)[1:] == ["Vera m 0", "Boris 7 pp"]


async def test_a_hand_accepted_before_the_game_changed_is_not_written(
    game: Path, slow_lock: threading.Event
) -> None:
    async with running(game) as terminal:
        await terminal.burst(*"274", "enter", "enter", "f6")
        slow_lock.set()
        await terminal.shows("the game has changed meanwhile", "2 Vera misère: made", "Boris 7 pp", WAITING)
        assert len(on_disk(game).entries) == 2
        await terminal.press("enter", shows="Recorded: hand 3.")
    assert lines_on_disk(game)[1:] == ["Vera m 0", "Boris 7 pp"]


# --- at one table --------------------------------------------------------------------------------


async def test_undo_and_redo_leave_what_is_half_entered(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "boris 8n pp", "vera m 0")
    async with running(path) as terminal:
        await terminal.becomes_writer()
        await terminal.press("2", "7", "f3")
        for key, number, hands in (("f3", 4, 1), ("f4", 5, 2)):
            await terminal.press(key, shows=("Vera m 0", "· 7", "Who whists?"))
            await until(terminal.pilot, partial(load_draft, path, number), f"the half to be kept after {key}")
            assert on_disk(path).state.hands == hands, key


async def test_a_line_waits_outlasts_a_crash_and_moves_to_another_place(game: Path, tmp_path: Path) -> None:
    async with running(game) as terminal:
        await terminal.becomes_writer()
        # A line that waits for Enter survives a crash.
        await terminal.enter("anna 7h wp 6", shows=WAITING)
        half = load_draft(game, 2)
        assert half is not None
        assert half.typed == "anna 7h wp 6"
        await terminal.drop_all()
        # A typed line waits during a correction, and survives a crash after it.
        await terminal.write("anna 7h wp")
        await terminal.press("tab", "f8", shows="Leave hand 1 out of the score")
        await terminal.press("enter", shows=("Recorded: hand 1 does not count: ", "> anna 7h wp"))
        half = load_draft(game, 3)
        assert half is not None
        assert half.typed == "anna 7h wp"
        await terminal.drop_all()
        # The pending hand moves to the other file.
        other = tmp_path / "stick.jsonl"
        await terminal.press(*"27", "f12", "f2", "ctrl+u")
        await terminal.enter(str(other), shows=("The game goes on in", "· 7", "Who whists?"))
        assert (load_draft(game, 3), load_draft(other, 3) is not None) == (None, True)


# --- looking -------------------------------------------------------------------------------------


async def test_only_one_file_check_runs_at_a_time(
    game: Path, elsewhere: WriterLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Follower] = []
    answered = threading.Event()
    look = Follower.look

    def slowly(follower: Follower) -> FileChange | None:
        asked.append(follower)
        answered.wait(LONGEST)
        return look(follower)

    async with running(game) as terminal:
        await terminal.shows("has had this game open since")
        appended(game, "vera m 0")
        monkeypatch.setattr(Follower, "look", slowly)
        screen = terminal.app.screen
        assert isinstance(screen, TableScreen)
        first = screen.show_file_changes()
        await until(terminal.pilot, lambda: asked, "the first look")
        await screen.show_file_changes().wait()
        assert len(asked) == 1
        answered.set()
        await first.wait()
        await terminal.shows("2 Vera misère: made")


# --- an open session --------------------------------------------------------------------------------------


async def test_an_outdated_file_check_changes_nothing(
    game: Path, elsewhere: WriterLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_session = OpenSession(game)
    assert not await open_session.become_writer()
    looking, answered = threading.Event(), threading.Event()
    look = Follower.look

    def slowly(follower: Follower) -> FileChange | None:
        found = look(follower)
        looking.set()
        answered.wait(LONGEST)
        return found

    appended(game, "vera m 0")
    monkeypatch.setattr(Follower, "look", slowly)
    seen = asyncio.ensure_future(open_session.check_file())
    await asyncio.to_thread(looking.wait, LONGEST)
    elsewhere.release()
    assert await open_session.reopen()
    answered.set()
    assert not await seen
    assert (open_session.is_writer, open_session.busy, len(open_session.session.entries)) == (True, None, 2)
    open_session.close()


# --- drafts --------------------------------------------------------------------------------------


def test_a_draft_restarts_in_a_changed_game() -> None:
    before, after = session("anna 7h wp 6"), session("anna 7h wp 6", "r 3 5 2")
    note = entry("note", text="tea")
    drafts = [draft_next_hand(before), draft_whole_entry(before, note, "a note")]
    drafts += [draft_correction(before, 1, what)[0] for what in ("correct", "void", "after")]
    for draft in drafts:
        begun = draft.restarted_in(after)
        assert begun is not None
        assert (begun.session, begun.about, begun.offered) == (after, draft.about, draft.offered)


@pytest.mark.parametrize(
    "after", [("anna 7h wp 7",), ("r 3 5 2", "anna 7h wp 6"), ()], ids=["edited", "moved", "gone"]
)
def test_a_correction_of_a_vanished_entry_is_dropped(after: tuple[Any, ...]) -> None:
    draft, line = draft_correction(session("anna 7h wp 6"), 1, "correct")
    moved = PendingInput(draft, line).moved_to(session(*after))
    assert moved.is_next
    assert moved.typed is None
    assert moved.notice == "The game has moved on, and the hand you wanted to change is different now."


def test_a_correction_still_applies_after_its_entry_was_corrected_elsewhere() -> None:
    before = session("anna 7h wp 6")
    draft, line = draft_correction(before, 1, "correct")
    moved = PendingInput(draft, line).moved_to(session("anna 7h wp 6", amend(1, "anna 7h wp 7")))
    assert (moved.draft.about, moved.typed, moved.notice) == (draft.about, line, "")
