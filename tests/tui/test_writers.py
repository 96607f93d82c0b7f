"""The writer of a game: a second table and its hands, a full or slow disk, and drafts."""

import asyncio
import errno
import shutil
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path

import pytest

from prefcount.base.i18n import text
from prefcount.cli.arguments import EXIT_UNUSABLE
from prefcount.cli.command_io import report_copies
from prefcount.entering import PendingInput, draft_correction
from prefcount.entries.models import NoteEntry, Void
from prefcount.store import journal
from prefcount.store.disk import LockRefusal, WriteError, WriterLock
from prefcount.store.journal import FileChange, Follower, Journal
from prefcount.store.reader import load
from prefcount.store.session_folder import MOVES_NAME, find_newest_file, load_moves, remember_move
from prefcount.store.settings import FOLDER_VARIABLE
from prefcount.tui.games.start_screen import StartScreen
from prefcount.tui.kit.keys import ENTRY_FORM, HAND_LIST, SHEET, TABLE
from prefcount.tui.kit.open_session import OpenSession, watch_games
from prefcount.tui.table import table_writer as draft_file
from prefcount.tui.table.table_screen import TableScreen
from prefcount.tui.table.table_writer import DRAFT_SUFFIX, load_draft, save_draft
from tests.store.faulty import failing
from tests.store.files import amend, session
from tests.tables import each_line
from tests.tui.game_files import SlowDisk, appended, game_file, lines_on_disk, looks, on_disk
from tests.tui.terminal import WAITING, Terminal, running
from tests.tui.test_key_table import bound
from tests.waiting import LONGEST

# --- one writer ----------------------------------------------------------------------------------


async def test_a_table_writes_until_it_is_left_and_reads_an_edited_file(game: Path) -> None:
    async with running(game) as terminal:
        # F11 reads an edited file again.
        await terminal.becomes_writer()
        appended(game, "anna 7h wp 6")
        grown = game.read_bytes()
        await terminal.enter("vera m 0", "enter", shows="the file has changed since it was read")
        assert game.read_bytes() == grown
        await terminal.press("f11", shows=("2 Anna 7♥, Boris whists: 1 down", "The file was reloaded"))
        await terminal.drop_all()
        # A table is the writer until it is left.
        await terminal.becomes_writer()
        assert not isinstance(WriterLock.take(game), WriterLock)
        await terminal.press("escape", shows="1 game")
        writer = WriterLock.take(game)
        assert isinstance(writer, WriterLock)
        writer.release()


@pytest.mark.parametrize("keys", [(), ("escape",)], ids=["quit", "Escape"])
async def test_a_table_that_is_left_before_it_has_the_lock_leaves_nothing_behind(
    game: Path, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]
) -> None:
    asked, answered = threading.Event(), threading.Event()
    take = WriterLock.take

    def slowly(path: Path) -> WriterLock | LockRefusal:
        asked.set()
        answered.wait(LONGEST)
        return take(path)

    monkeypatch.setattr(WriterLock, "take", slowly)
    async with running(game) as terminal:
        await terminal.until(asked.is_set, "the lock to be asked for")
        await terminal.burst(*keys)
        answered.set()
    monkeypatch.undo()
    writer = await asyncio.to_thread(WriterLock.take, game, LONGEST)
    assert isinstance(writer, WriterLock)
    writer.release()


async def test_a_second_table_says_who_writes_follows_along_and_takes_over(
    game: Path, elsewhere: WriterLock
) -> None:
    before = game.read_bytes()
    async with running(game) as terminal:
        # A second table writes nothing, and keeps its hand.
        await terminal.shows("has had this game open since")
        await terminal.shows("This is read-only.")
        assert "Who plays?" not in terminal.flowing
        await terminal.enter("anna 7h wp 6", "enter", shows=("read-only here", "Anna: one down on 7♥"))
        assert WAITING not in terminal.flowing
        await terminal.press("escape", "escape", "f3")
        assert game.read_bytes() == before
        assert not game.with_name(game.name + DRAFT_SUFFIX).exists()
        # A second table names the writer, and shows new hands.
        await terminal.shows("has had this game open since", "read-only here")
        await terminal.press("f11", shows="has had this game open since")
        assert not terminal.open_session.is_writer
        appended(game, "anna 7h wp 6")
        await looks(terminal)
        await terminal.shows("2 Anna 7♥, Boris whists: 1 down", "has had this game open since")
        # The second table takes over only by its key.
        appended(game, "boris 8n pp")
        elsewhere.release()
        await looks(terminal)
        await terminal.shows("the other program has closed this game; press F11 to enter hands here")
        assert not terminal.open_session.is_writer
        await terminal.press("f11", shows="The file was reloaded; you can enter hands here.")
        assert "F11" not in terminal.flowing
        await terminal.enter("vera m 0", "enter", shows="Recorded: hand 4.")
        assert lines_on_disk(game)[1:] == ["Anna 7h wp 6", "Boris 8n pp", "Vera m 0"]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (None, "the file was moved or deleted; put it back, or write to another place"),
        (b"", "nothing was written: the file is empty; line 1 must be the session header"),
    ],
    ids=["gone", "no session"],
)
async def test_a_file_that_is_no_longer_a_session_takes_no_entry(
    game: Path, found: bytes | None, said: str
) -> None:
    open_session = OpenSession(game)
    game.unlink()
    if found is not None:
        game.write_bytes(found)
    with pytest.raises(WriteError, match=said) as refused:
        await open_session.write(NoteEntry(text="late"))
    assert refused.value.elsewhere


# --- the file is replaced ------------------------------------------------------------------------

NOT_THERE = "another program replaced or deleted the file"


async def replaced(terminal: Terminal, game: Path) -> bytes:
    """Write one hand at the table, then let another program restore an older copy."""
    await terminal.becomes_writer()
    old = game.read_bytes()
    await terminal.enter("vera m 0", "enter", shows="Recorded: hand 2.")
    written = game.read_bytes()
    fresh = game.with_name("fresh")
    fresh.write_bytes(old)
    fresh.replace(game)
    return written


async def test_a_replaced_file_is_reported_at_once(game: Path) -> None:
    async with running(game) as terminal:
        written = await replaced(terminal, game)
        await looks(terminal)
        await terminal.shows(NOT_THERE, "F12 saves everything in another file")
        game.write_bytes(written)
        await looks(terminal)
        assert NOT_THERE not in terminal.flowing
    assert list(game.parent.glob("*.written*")) == []


async def test_leaving_a_replaced_file_warns_and_saves_a_copy(game: Path) -> None:
    async with running(game) as terminal:
        written = await replaced(terminal, game)
        await terminal.press("f10", shows=NOT_THERE)
        assert terminal.app.return_code is None
        await terminal.press("f10")
    assert game.with_name(f"{game.name}.written1").read_bytes() == written


async def test_a_warning_behind_another_screen_counts_as_unseen(game: Path) -> None:
    async with running(game) as terminal:
        await replaced(terminal, game)
        await terminal.press("f5")
        await terminal.until(lambda: terminal.open_session.warning, "the file to be looked at")
        await terminal.press("ctrl+q", shows=(NOT_THERE, "Who plays?"))
        terminal.send("ctrl+q")
        await terminal.until(lambda: terminal.app._exit, "the program to end")


async def test_without_its_folder_a_copy_goes_to_the_games(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games of this user"
    games.mkdir()
    async with running(game) as terminal:
        written = await replaced(terminal, game)
        monkeypatch.setenv(FOLDER_VARIABLE, str(games))
        shutil.rmtree(game.parent)
    assert (games / f"{game.name}.written1").read_bytes() == written


async def test_lines_are_printed_if_no_place_takes_a_copy(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    nowhere = "a copy could not be saved anywhere"
    with watch_games() as games:
        async with running(game, size=(120, 40)) as terminal:
            written = await replaced(terminal, game)
            monkeypatch.setattr(journal, "make_numbered", failing(errno.EROFS))
            await terminal.press("f10", shows=NOT_THERE)
            await terminal.press("f10", shows=(nowhere, "the disk is read-only"))
            await looks(terminal)
            await terminal.press("ctrl+s", shows=nowhere)
            assert isinstance(terminal.app.screen, TableScreen)
            await terminal.press("f10", shows="1 game")
        assert report_copies(games.close()) == EXIT_UNUSABLE
    printed, said = capsysbinary.readouterr()
    assert printed == written
    assert b"no copy could be saved elsewhere" in said


async def test_a_file_that_is_reloaded_keeps_a_copy_of_what_it_lacks(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(game, size=(120, 40)) as terminal:
        written = await replaced(terminal, game)
        with monkeypatch.context() as full:
            full.setattr(journal, "make_numbered", failing(errno.ENOSPC))
            await terminal.press("f11", shows="a copy could not be saved anywhere")
        assert len(terminal.open_session.session.entries) == 2
        await terminal.press("f11", shows=("The file was reloaded", "the whole game was saved in"))
        assert game.with_name(f"{game.name}.written1").read_bytes() == written
        # Later entries are watched like earlier ones.
        await terminal.enter("anna 7h wp 6", "enter", shows="Recorded: hand 2.")
        await terminal.press("f11", shows="The file was reloaded")
        again = game.read_bytes()
        game.unlink()
        await looks(terminal)
        await terminal.shows(NOT_THERE)
    assert game.with_name(f"{game.name}.written2").read_bytes() == again


async def test_saving_says_when_a_half_entered_hand_cannot_be_kept(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(game) as terminal:
        await terminal.becomes_writer()
        monkeypatch.setattr(draft_file, "replace_file", failing(errno.ENOSPC))
        await terminal.press("1", "ctrl+s", shows="an unfinished hand cannot be saved in this folder")


# --- another place -------------------------------------------------------------------------------


def _refuse(_journal: Journal, _entry: object) -> None:
    raise WriteError(text("nothing was written: the disk is full"), elsewhere=True)


async def test_a_waiting_hand_is_written_to_the_new_file(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, other = game.read_bytes(), tmp_path / "stick.jsonl"
    append = Journal.append
    async with running(game) as terminal:
        # While the prompt is open, other keys do nothing.
        await terminal.press("f12", "f2", "f3", "tab", "f5", "f10", shows=("Continue in:", "Who plays?"))
        await terminal.press("escape", "1", shows="What does Anna play?")
        assert game.read_bytes() == before
        await terminal.drop_all()
        # An existing file or a missing folder is refused.
        taken = tmp_path / "taken.jsonl"
        taken.write_text("mine")
        for place, said in (
            (taken, "the file exists already; choose another name"),
            (tmp_path / "none" / "game.jsonl", "the folder does not exist; name one that does"),
        ):
            await terminal.press("f12", "f2", "ctrl+u")
            await terminal.enter(str(place), shows=said)
            await terminal.press("escape", shows="Who plays?")
        assert terminal.open_session.path == game
        assert taken.read_text() == "mine"
        # The game continues in another file with the waiting hand.
        with monkeypatch.context() as full:
            full.setattr(Journal, "append", _refuse)
            await terminal.enter("anna 7h wp 6", "enter")
            await terminal.shows("the disk is full", "(F12 continues the game in another file.)", WAITING)
        assert Journal.append is append
        await terminal.press("f12", shows="Continue in:")
        await terminal.press("ctrl+u")
        await terminal.enter(str(other), shows=("The game continues in", "2 Anna 7♥, Boris whists: 1 down"))
        assert (terminal.open_session.path, terminal.open_session.is_writer) == (other, True)
        await terminal.enter("vera m 0", "enter", shows="Recorded: hand 3.")
        assert game.read_bytes() == before
        assert lines_on_disk(other)[1:] == ["Anna 7h wp 6", "Vera m 0"]


# --- half-entered hands --------------------------------------------------------------------------


async def test_a_draft_is_offered_after_a_restart(game: Path) -> None:
    beside = game.with_name(game.name + DRAFT_SUFFIX)
    async with running(game) as terminal:
        await terminal.becomes_writer()
        await terminal.press("1", "7", shows="Who whists?")
    async with running(game) as terminal:
        await terminal.shows("left unfinished. You can continue", "· 7", "Who whists?")
        await terminal.becomes_writer()
        await terminal.press("4", "enter", shows="Recorded: hand 2.")
        assert not beside.exists()
        await terminal.write("anna 7h wp")
    async with running(game) as terminal:
        await terminal.shows("left unfinished", "> anna 7h wp")
        await terminal.becomes_writer()
        await terminal.press("escape", "escape", shows="1 game")
    assert not beside.exists()


async def test_a_draft_is_dropped_once_its_number_is_taken(game: Path) -> None:
    save_draft(game, 2, {"who": "0"}, "")
    appended(game, "anna 7h wp 6")
    async with running(game) as terminal:
        await terminal.shows("Who plays?")
        assert "left unfinished" not in terminal.flowing


async def test_keys_pressed_while_a_hand_is_written_are_kept(game: Path, slow_disk: SlowDisk) -> None:
    async with running(game) as terminal:
        terminal.send(*"2716", "enter", *"18", "escape", *"8", *"4", "enter", *"vera m 0", "enter", "enter")
        await terminal.until(lambda: slow_disk.asked, "the first hand to be on its way")
        await terminal.quiet()
        assert len(slow_disk.asked) == 1
        slow_disk.go_on()
        await terminal.shows("Recorded: hand 4.")
    assert lines_on_disk(game)[1:] == ["Boris 7 wp 6", "Anna 8 pp", "Vera m 0"]


async def test_undo_pressed_while_a_hand_is_written_takes_that_hand_back(
    game: Path, slow_disk: SlowDisk
) -> None:
    async with running(game) as terminal:
        terminal.send(*"2716", "enter", "f3")
        await terminal.until(lambda: slow_disk.asked, "the hand to be on its way")
        slow_disk.go_on()
        await terminal.shows("Undone: Boris 7, Vera whists: 1 down")
    session = on_disk(game)
    assert [entry.kind for entry in session.entries] == ["game", "game", "void"]
    assert session.state.hands == 1


async def test_leaving_waits_for_a_slow_disk(game: Path, slow_disk: SlowDisk) -> None:
    async with running(game) as terminal:
        terminal.send(*"2716", "enter", "f10")
        await terminal.until(lambda: slow_disk.asked, "the hand to be on its way")
        await terminal.quiet()
        assert isinstance(terminal.app.screen, TableScreen)
        slow_disk.go_on()
        await terminal.until(lambda: isinstance(terminal.app.screen, StartScreen), "the games")
        await terminal.shows("2 hands")
        await terminal.press("enter", shows="2 Boris 7, Vera whists: 1 down")
        await terminal.press("1", "1", "0", "enter", shows="Recorded: hand 3.")
    assert lines_on_disk(game)[1:] == ["Boris 7 wp 6", "Anna m 0"]


async def test_keys_pressed_before_the_table_is_drawn_do_no_harm(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with running() as terminal:
        terminal.app.push_screen(TableScreen(path))
        await terminal.burst("f6", "tab", "f5", "f9", "f3", "f4", "f2", "escape")
        assert not terminal.app.return_code


ASKED = "Continue this game in another file,"
KEYS = sorted({key for place in (TABLE, ENTRY_FORM, HAND_LIST, SHEET) for key in bound(place)} - {"f10"})


async def gone_on(terminal: Terminal, other: Path) -> None:
    await terminal.press("f12", shows=(ASKED, "F2 choose the file Esc stay here"))
    await terminal.press("f2", "ctrl+u")
    await terminal.enter(str(other), shows="The game continues in")


async def test_no_key_and_no_stray_key_after_it_writes_to_another_file(game: Path) -> None:
    async with running(game) as terminal:
        for key, after in zip(KEYS, cycle(("enter", "f12")), strict=False):
            await terminal.press(key, after, "enter")
            tables = [screen for screen in terminal.app.screen_stack if isinstance(screen, TableScreen)]
            assert {table.open_session.path for table in tables} <= {game}
            await terminal.press("escape")
            while not isinstance(terminal.app.screen, TableScreen):
                await terminal.press("enter" if isinstance(terminal.app.screen, StartScreen) else "escape")
    assert sorted(game.parent.glob("*.jsonl")) == [game]


async def test_the_list_names_the_file_in_which_a_game_continued(game: Path, tmp_path: Path) -> None:
    other = tmp_path / "stick.jsonl"
    async with running(game, size=(120, 24)) as terminal:
        await gone_on(terminal, other)
        await terminal.enter("vera m 0", "enter", shows="Recorded: hand 2.")
        await terminal.press("escape", shows=("2 games", f"goes on in: {other}"[:40], "2 hands, running"))
        await terminal.press("end", "enter", shows="2 Vera misère: made")
        assert terminal.open_session.path == other
    assert (len(lines_on_disk(game)), len(lines_on_disk(other))) == (1, 2)


async def test_continuing_an_abandoned_file_needs_a_confirmation(game: Path, tmp_path: Path) -> None:
    other = tmp_path / "stick.jsonl"
    remember_move(game.parent, game, other)
    async with running() as terminal:
        await terminal.press(
            "enter", shows="but that file is missing. Continue here without the hands recorded there?"
        )
        await terminal.press("escape", shows="goes on in:")
        await terminal.press("enter", "f2", shows="Who plays?")
        await terminal.press("escape", shows="1 hand, running")
    assert load_moves(game.parent) == {}


async def test_a_game_in_another_folder_is_not_deleted(game: Path, tmp_path: Path) -> None:
    other = game_file(tmp_path / "stick.jsonl")
    remember_move(game.parent, game, other)
    async with running() as terminal:
        await terminal.press("home", "f8", shows="is in another folder; delete it there")
    assert other.exists()


def test_a_continued_game_is_opened_in_its_last_file(tmp_path: Path) -> None:
    one, two, three = (tmp_path / f"{name}.jsonl" for name in ("one", "two", "three"))
    remember_move(tmp_path, one, two)
    remember_move(tmp_path, two, three)
    moved = load_moves(tmp_path)
    assert [find_newest_file(moved, each) for each in (one, two, three)] == [three, three, None]
    assert find_newest_file({one: two, two: one}, one) == two


@each_line("damaged", [b"", b"[]", b'{"a": 1}', b"\xff", b'{"a": "b"'])
def test_a_damaged_note_is_as_if_it_were_not_there(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / MOVES_NAME).write_bytes(damaged)
    assert load_moves(tmp_path) == {}


def test_a_move_is_remembered_with_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_given: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    one, two, three = (tmp_path / f"{name}.jsonl" for name in ("one", "two", "three"))
    with monkeypatch.context() as disk:
        disk.setattr("prefcount.store.session_folder.replace_file", full)
        remember_move(tmp_path, one, two)
        assert load_moves(tmp_path) == {one: two}
        assert not (tmp_path / MOVES_NAME).exists()
    remember_move(tmp_path, two, three)
    assert load_moves(tmp_path) == {one: two, two: three}


READ_ONLY = "This is read-only."
NOT_ALL = "some of what you entered no longer fits"


async def somebody_writes(terminal: Terminal, path: Path, line: str) -> None:
    appended(path, line)
    await looks(terminal)


# --- reading along -------------------------------------------------------------------------------


async def test_pending_input_stays_when_another_table_writes(game: Path, elsewhere: WriterLock) -> None:
    halves: list[tuple[Sequence[str], Sequence[str]]] = [
        ("27", ("· 7", "Who whists?")),
        ((*"anna 7h wp 6", "enter"), ("Anna 7♥, Boris whists: 1 down", READ_ONLY)),
        ("932112", ("penalty or adjustment · Boris · pool", "12")),
        (("tab", "f9", *"27"), ("Insert a forgotten hand after hand 4;", "· 7")),
    ]
    async with running(game) as terminal:
        await terminal.shows("has had this game open since")
        for entries, (keys, there) in enumerate(halves, 2):
            await terminal.press(*keys, shows=there)
            await somebody_writes(terminal, game, "vera m 0")
            await terminal.until(
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
        await terminal.enter(
            "anna 7h wp 6", shows=("Anna 7♥, Boris whists: 1 down", "Anna: one down on 7♥", READ_ONLY)
        )
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
        await terminal.press("f11", shows="left unfinished. You can continue")


async def test_taking_over_keeps_the_pending_input(game: Path, elsewhere: WriterLock) -> None:
    async with running(game) as terminal:
        await terminal.shows("has had this game open since")
        await terminal.press(*"27")
        assert not game.with_name(game.name + DRAFT_SUFFIX).exists()
        elsewhere.release()
        await terminal.press("f11")
        await terminal.shows("The file was reloaded; you can enter hands here.", "· 7", "Who whists?")
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
        await terminal.shows(
            "the game has changed in the meantime", "2 Vera misère: made", "Boris 7, both pass", WAITING
        )
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
            await terminal.press(key, shows=("Vera misère: made", "· 7", "Who whists?"))
            await terminal.until(partial(load_draft, path, number), f"the half to be kept after {key}")
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
        await terminal.press("enter", shows=("Hand 1 does not count: ", "> anna 7h wp"))
        half = load_draft(game, 3)
        assert half is not None
        assert half.typed == "anna 7h wp"
        await terminal.drop_all()
        # The pending hand moves to the other file.
        other = tmp_path / "stick.jsonl"
        await terminal.press(*"27", "f12", "f2", "ctrl+u")
        await terminal.enter(str(other), shows=("The game continues in", "· 7", "Who whists?"))
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
        await terminal.until(lambda: asked, "the first look")
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


def test_a_correction_still_applies_after_its_entry_was_corrected_elsewhere() -> None:
    before = session("anna 7h wp 6")
    draft, line = draft_correction(before, 1, "correct")
    moved = PendingInput(draft, line).moved_to(session("anna 7h wp 6", amend(1, "anna 7h wp 7")))
    assert (moved.draft.about, moved.typed, moved.notice) == (draft.about, line, "")
