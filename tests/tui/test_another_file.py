"""No key moves a game to another file unless a question was answered; the list knows both files."""

from pathlib import Path

import pytest

from prefcount.store.session_folder import MOVES_NAME, keep_move, moved_games, newest
from prefcount.tui.games.start_screen import StartScreen
from prefcount.tui.kit.key_table import ENTRY_FORM, HAND_LIST, SHEET, TABLE
from prefcount.tui.table.table_screen import TableScreen
from tests.tables import each_line
from tests.tui.game_files import game_file, lines_on_disk
from tests.tui.terminal import Terminal, running
from tests.tui.test_key_table import bound

ASKED = "Continue this game in another file?"
KEYS = sorted({key for place in (TABLE, ENTRY_FORM, HAND_LIST, SHEET) for key in bound(place)} - {"f10"})
NEXT = [("enter", "enter"), ("f12", "enter")]


async def gone_on(terminal: Terminal, other: Path) -> None:
    """Answer the question and name another file."""
    await terminal.press("f12")
    await terminal.shows(ASKED, "F2 name the other file Esc stay in this one")
    await terminal.press("f2", "ctrl+u")
    await terminal.write(str(other))
    await terminal.press("enter")
    await terminal.shows("The game goes on in")


async def test_no_key_and_no_stray_key_after_it_writes_to_another_file(game: Path) -> None:
    async with running(game) as terminal:
        for key in KEYS:
            for after in NEXT:
                await terminal.press(key, *after)
                assert terminal.open_session.path == game
                await terminal.press("escape")
                while not isinstance(terminal.app.screen, TableScreen):
                    await terminal.press(
                        "enter" if isinstance(terminal.app.screen, StartScreen) else "escape"
                    )
    assert sorted(game.parent.glob("*.jsonl")) == [game]


async def test_the_list_says_which_file_went_on(game: Path, tmp_path: Path) -> None:
    """Both are there; the one of before leads to the one in which the game went on."""
    other = tmp_path / "stick.jsonl"
    async with running(game, size=(120, 24)) as terminal:
        await gone_on(terminal, other)
        await terminal.write("vera m 0")
        await terminal.press("enter", "enter")
        await terminal.shows("Recorded: hand 2.")
        await terminal.press("escape")
        await terminal.shows("2 games", f"goes on in: {other}"[:40], "2 hands, running")
        await terminal.press("end", "enter")
        await terminal.shows("2 Vera misère: made")
        assert terminal.open_session.path == other
    assert (len(lines_on_disk(game)), len(lines_on_disk(other))) == (1, 2)


async def test_the_file_of_before_is_gone_on_in_only_after_a_question(game: Path, tmp_path: Path) -> None:
    other = tmp_path / "stick.jsonl"
    keep_move(game.parent, game, other)
    async with running() as terminal:
        await terminal.press("enter")
        await terminal.shows("which is not there now. Go on here, without what it has?")
        await terminal.press("escape")
        await terminal.shows("goes on in:")
        await terminal.press("enter", "f2")
        await terminal.shows("Who plays?")
        await terminal.press("escape")
        await terminal.shows("1 hand, running")
    assert moved_games(game.parent) == {}


async def test_what_lies_in_another_folder_is_not_deleted_here(game: Path, tmp_path: Path) -> None:
    other = game_file(tmp_path / "stick.jsonl")
    keep_move(game.parent, game, other)
    async with running() as terminal:
        await terminal.press("home", "f8")
        await terminal.shows("lies in another folder; delete it there")
    assert other.exists()


def test_a_game_is_followed_from_file_to_file(tmp_path: Path) -> None:
    one, two, three = (tmp_path / f"{name}.jsonl" for name in ("one", "two", "three"))
    keep_move(tmp_path, one, two)
    keep_move(tmp_path, two, three)
    moved = moved_games(tmp_path)
    assert [newest(moved, each) for each in (one, two, three)] == [three, three, None]
    assert newest({one: two, two: one}, one) == two


@each_line("damaged", [b"", b"[]", b'{"a": 1}', b"\xff", b'{"a": "b"'])
def test_a_damaged_note_is_as_if_it_were_not_there(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / MOVES_NAME).write_bytes(damaged)
    assert moved_games(tmp_path) == {}


def test_a_full_disk_is_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This program knows it all the same, and keeps it when there is room again."""

    def full(*_given: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    one, two, three = (tmp_path / f"{name}.jsonl" for name in ("one", "two", "three"))
    with monkeypatch.context() as disk:
        disk.setattr("prefcount.store.session_folder.replace_file", full)
        keep_move(tmp_path, one, two)
        assert moved_games(tmp_path) == {one: two}
        assert not (tmp_path / MOVES_NAME).exists()
    keep_move(tmp_path, two, three)
    assert moved_games(tmp_path) == {one: two, two: three}
