"""The list of games: columns, search, rematch, deleting, and hands that are typed there."""

import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import Paste
from textual.widgets import Input, Static

from prefcount.base.i18n import language
from prefcount.languages import LANGUAGES
from prefcount.render.text_cells import signed, width
from prefcount.store.disk import WriterLock
from prefcount.store.presets import presets_folder, save_preset
from prefcount.store.session_folder import read_listed
from prefcount.store.settings import load_settings
from prefcount.tui.games import saved_list as reading
from prefcount.tui.games.new_game_screen import NameSuggester
from prefcount.tui.games.saved_list import GameList, SavedGame, SavedGames, game_rows, saved_game
from prefcount.tui.rules_screen import RuleList
from prefcount.tui.table.table_screen import TableScreen
from prefcount.tui.table.table_writer import save_draft
from tests import strategies
from tests.helpers import GAME, entry
from tests.tui import new_game
from tests.tui.game_files import game_file, lines_on_disk, on_disk
from tests.tui.terminal import NORMAL, Terminal, running

TRIO = ("Anna", "Boris", "Vera")


def evening(folder: Path, name: str, hours: int, *hands: str, **options: Any) -> Path:
    """Write a game that was touched `hours` ago."""
    path = game_file(folder / f"{name}.jsonl", *hands, **options)
    moment = 1_700_000_000 - 3600 * hours
    os.utime(path, (moment, moment))
    return path


def listed(terminal: Terminal) -> GameList:
    return terminal.app.screen.query_one(GameList)


def names(terminal: Terminal) -> list[str]:
    return [game.path.stem for game in listed(terminal).listed]


async def test_one_key_goes_through_all_languages() -> None:
    async with running() as terminal:
        for code in [*list(LANGUAGES)[1:], "en"]:
            await terminal.press("ctrl+n")
            assert language() == load_settings().language == code


# --- drawing -------------------------------------------------------------------------------------

GAMES = st.builds(
    lambda people, results, **fields: SavedGame(
        Path("game.jsonl"), players=tuple(people), results=tuple(results[: len(people)]), **fields
    ),
    people=st.integers(2, 5).flatmap(strategies.names),
    results=st.lists(st.integers(-99_999, 99_999), min_size=5, max_size=5),
    began=st.none() | st.dates(),
    rules_name=st.sampled_from(["Sochi to 20", "Club Leningrad to 100000, with changes"]),
    hands=st.integers(0, 9999),
    over=st.booleans(),
)


@given(shown=st.lists(GAMES, min_size=1, max_size=5), cells=st.integers(40, 160))
def test_lines_of_games_fit_the_width(shown: list[SavedGame], cells: int) -> None:
    drawn = [line.split("\n") for line in game_rows(shown, cells)]
    assert len({len(lines) == 1 for lines in drawn}) == 1
    for game, lines in zip(shown, drawn, strict=True):
        assert all(width(line) <= cells for line in lines)
        assert all(signed(result) in "\n".join(lines) for result in game.results)
        assert lines[0].startswith(game.day)


def test_columns_are_aligned() -> None:
    assert game_rows([], 80) == []
    first = SavedGame(Path("a"), began=date(2026, 3, 14), players=TRIO, rules_name="Sochi to 20", hands=5)
    second = SavedGame(
        Path("b"), players=("Лев", "日本"), rules_name="Rostov to 16", hands=12, over=True, ended=True
    )
    drawn = game_rows([first._replace(results=(7, -3, -4)), second._replace(results=(-1, 1))], 100)
    assert drawn == [
        "14 Mar 2026  Sochi to 20    5 hands, running: Anna +7, Boris −3, Vera −4",
        "—            Rostov to 16  12 hands, over:    Лев −1, 日本 +1",
    ]


def test_lines_name_the_game_if_several_kinds_are_listed() -> None:
    game = SavedGame(Path("a"), players=TRIO, results=(7, -3, -4), rules_name="Standard", kind="prefa")
    other = game._replace(path=Path("b"), rules_name="Sochi to 20", kind="preferans")
    first, second = game_rows([game, other], 80)
    assert "  Prefa Standard  " in first
    assert "  Preferans Sochi to 20  " in second


def test_long_names_are_cut_to_the_same_length() -> None:
    game = SavedGame(Path("a"), players=("Konstantin", "Maximilian", "Ann"), results=(100, -60, -40))
    [line] = game_rows([game], 39)
    assert line.split("\n")[1].strip() == "Konstan. +100, Maximil. −60, Ann −40"


def test_an_unreadable_file_is_listed_with_the_reason(folder: Path) -> None:
    (folder / "a\x1b[31m.jsonl").write_bytes(b"")
    game = saved_game(read_listed(folder / "a\x1b[31m.jsonl"))
    [line] = game_rows([game], 80)
    assert line == "a�[31m.jsonl: the file is empty; line 1 must be the session header"
    assert line.isprintable()


async def test_the_list_is_never_drawn_narrow(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = list[int]()

    def recorded(games: Sequence[SavedGame], room: int) -> list[str]:
        rooms.append(room)
        return game_rows(games, room)

    monkeypatch.setattr(reading, "game_rows", recorded)
    async with running(game_file(folder / "game.jsonl", players=TRIO)) as terminal:
        await terminal.press("escape", shows="1 game")
    assert max(rooms) - min(rooms) < 5


# --- reading -------------------------------------------------------------------------------------


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []

    def noted(path: Path) -> Any:
        found.append(path.stem)
        return read_listed(path)

    monkeypatch.setattr(reading, "read_listed", noted)
    return found


async def all_of(saved_games: SavedGames) -> None:
    """Read everything that was left for later."""
    async for _more in saved_games.read_more():
        pass


async def test_only_the_newest_games_are_read_before_the_first_frame(folder: Path, read: list[str]) -> None:
    for hours in range(30):
        evening(folder, f"{hours:03}", hours)
    with (folder / "000.jsonl").open("ab") as file:
        file.write(b" " * reading.FIRST_BYTES)
    os.utime(folder / "000.jsonl", (1_700_000_000, 1_700_000_000))
    saved_games = SavedGames()
    saved_games.list_folder(folder)
    assert read == []
    (folder / "000.jsonl").unlink()
    saved_games.list_folder(folder)
    assert read == [f"{hours:03}" for hours in range(1, 1 + reading.FIRST_FILES)]
    await all_of(saved_games)
    assert [game.path.stem for game in saved_games.games] == [f"{hours:03}" for hours in range(1, 30)]
    saved_games.list_folder(folder)
    await all_of(saved_games)
    assert len(read) == 29
    evening(folder, "new", -1, "r 3 5 2")
    (folder / "001.jsonl").unlink()
    evening(folder, "001", 1, "r 3 5 2")
    (folder / "002.jsonl").unlink()
    saved_games.list_folder(folder)
    await all_of(saved_games)
    assert sorted(read[29:]) == ["001", "new"]
    assert saved_games.files == 29
    assert {game.path.stem: game.hands for game in saved_games.games}["001"] == 1


async def test_many_games_arrive_and_the_mark_stays_where_it_is(folder: Path) -> None:
    for hours in range(40):
        evening(folder, f"g{hours:03}", hours, "anna 7h wp 7")
    async with running() as terminal:
        await terminal.press("down", "down", "down")
        marked = listed(terminal).marked
        assert marked is not None
        await terminal.shows("40 games")
        assert listed(terminal).marked == marked
        assert marked.path.stem == "g003"
        assert names(terminal) == [f"g{hours:03}" for hours in range(40)]
        await terminal.press("end", "enter", shows="Anna, Boris, Vera · Preferans")


# --- the list on the screen ----------------------------------------------------------------------


async def test_games_and_keys_are_shown_in_any_terminal(folder: Path) -> None:
    path = evening(folder, "one", 0, "anna 7h wp 6", "boris m 0", started="2026-03-14T19:05:00+03:00")
    (folder / "strange.jsonl").write_text("?")
    results = [
        f"{name} {signed(figure)}"
        for name, figure in zip(TRIO, saved_game(read_listed(path)).results, strict=True)
    ]
    async with running() as terminal:
        async for _size in terminal.sizes():
            await terminal.shows("14 Mar 2026 Sochi to 20 2 hands, running: " + ", ".join(results))
            await terminal.shows("strange.jsonl: line 1 is not a valid session header")
            await terminal.shows("Enter continue a–z search F4 rematch F8 delete", "F10 quit F5 statistics")


async def test_a_double_enter_opens_one_table(folder: Path) -> None:
    path = evening(folder, "one", 1)
    async with running() as terminal:
        for keys in ((), ("a", "n"), ("f12", *str(path))):
            await terminal.press(*keys)
            terminal.send("enter", "enter")
            await terminal.until(lambda: isinstance(terminal.app.screen, TableScreen), "the table")
            await terminal.quiet()
            assert sum(isinstance(screen, TableScreen) for screen in terminal.app.screen_stack) == 1
            terminal.app.screen.dismiss()
            await terminal.shows("Enter continue")


async def test_an_unreadable_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PREFCOUNT_SESSIONS", str(tmp_path / "file"))
    async with running() as terminal:
        await terminal.shows("The folder of the games cannot be read:")
        for key, said in (("f8", "No game to delete."), ("f4", "There is no game for a rematch.")):
            await terminal.press(key, shows=said)
        await terminal.press("f2", shows="New game")
        await terminal.write("Anna")
        await terminal.press("f4", shows="There is no earlier game to copy.")
        assert field(terminal, "player1") == "Anna"


async def test_a_rematch_asks_and_begins_with_the_next_dealer(folder: Path) -> None:
    evening(folder, "last", 1, players=("Igor", "Olga"))
    old = evening(
        folder, "old", 2, "anna 7h wp 7", dealer="Boris", preset="rostov", target=12, style="greedy",
        stake="0.25", currency="GEL",
    )  # fmt: skip
    async with running() as terminal:
        await terminal.press("down", "f4")
        await terminal.shows("Rematch? Anna, Boris, Vera, Rostov to 12, with changes; Vera deals.")
        await terminal.press("f4", "enter", "r", "к", "escape", shows="Enter continue")
        # A guest takes the place of a player: the form has everything else from the old game.
        await terminal.press("f4", shows="change players or rules")
        await terminal.press("f7", shows=("New game", "≠ Style of whisting: greedy"))
        assert [field(terminal, f"player{seat}") for seat in (1, 2, 3)] == [*TRIO]
        await terminal.press("escape", shows="F2 leave")
        await terminal.press("f2", shows="Enter continue")
        await terminal.press("f4", shows="Rematch?")
        terminal.send("f2", "f2")  # pressed twice it begins once
        await terminal.shows("Anna, Boris, Vera · Preferans · Rostov to 12", "Vera deals", "Who plays?")
        header = terminal.open_session.session.header
        first = on_disk(old).header
        assert header.rules == first.rules
        assert header.dealer == "Vera"
        assert (header.players, header.stake, header.currency) == (TRIO, "0.25", "GEL")
        assert header.started is not None
        await terminal.quiet()
        assert sum(isinstance(screen, TableScreen) for screen in terminal.app.screen_stack) == 1


async def test_enter_opens_a_game_that_is_over(folder: Path) -> None:
    evening(folder, "runs", 1, "anna 7h wp 7")
    evening(folder, "over", 2, "anna 7h wp 7", entry("end", reason="agreed"))
    async with running() as terminal:
        await terminal.shows("Enter continue")
        await terminal.press("down", shows="Enter open")
        await terminal.press("up", shows="Enter continue")


# --- deleting ------------------------------------------------------------------------------------


async def test_a_game_that_is_open_elsewhere_is_not_deleted(game: Path, elsewhere: WriterLock) -> None:
    assert elsewhere.is_held
    async with running() as terminal:
        await terminal.press("f8", "f2", shows="has had this game open since")
    assert game.exists()


async def test_a_game_is_deleted_after_a_question_and_taken_back(folder: Path) -> None:
    game = evening(folder, "game", 1, "anna 7h wp 7", started="2026-03-14T19:05:00+03:00")
    evening(folder, "other", 2, players=("Igor", "Olga"))
    before = game.read_bytes()
    async with running() as terminal:
        for key in ("f8", "delete"):
            await terminal.press(key)
            await terminal.shows(
                "Delete the game of Anna, Boris, Vera (14 Mar 2026, 1 hand)?", "F2 delete Esc keep it"
            )
            await terminal.press("enter", "y", "д", "f8", "delete", "escape")
            assert names(terminal) == ["game", "other"]
        await terminal.press("f8", "f2", shows=("The game is deleted; F3 takes it back.", "1 game"))
        assert names(terminal) == ["other"]
        await terminal.press("f12", shows="path of a file")
        assert "The game is deleted" not in terminal.frame
        await terminal.press("escape")
        assert (folder / "trash" / "game.jsonl").read_bytes() == before
        await terminal.press("f3", shows=("Deleted games", "Anna +14⅔", "Enter take it back Esc games"))
        await terminal.press("escape", "f3", shows=("Deleted games", "Anna +14⅔"))
        await terminal.press("enter", shows=("The game was restored.", "2 games"))
        marked = listed(terminal).marked
        assert marked is not None
        assert marked.path == game
        await terminal.press("f3", shows="No game was deleted.")
        assert "Enter take it back" not in terminal.flowing
        assert game.read_bytes() == before
        # A file that is not a session is deleted by its name.
        (folder / "strange.jsonl").write_text("?")
        await terminal.press("escape", "enter", shows="Who plays?")
        await terminal.press("escape", "end", "f8", shows="Delete the game of strange.jsonl (—)?")
        await terminal.press("f2", shows="The game is deleted")
        assert (folder / "trash" / "strange.jsonl").read_text() == "?"


async def test_running_games_come_first_then_the_last_played(
    folder: Path,
) -> None:
    evening(folder, "april", 1, "anna 7h wp 7", started="2026-04-14T19:05:00+03:00")
    evening(folder, "march", 2, "anna 7h wp 7", started="2026-03-14T19:05:00+03:00")
    evening(folder, "over", 0, "anna 7h wp 7", started="2026-05-01T19:05:00+03:00", end="hands", hands=1)
    evening(folder, "tonight", 9, "anna 7h wp 7", started="2026-06-14T19:05:00+03:00")
    save_draft(folder / "tonight.jsonl", 2, {"who": "0"}, "")
    async with running() as terminal:
        assert names(terminal) == ["tonight", "april", "march", "over"]
        await terminal.shows("1 hand, in mid-hand:", "1 hand, running:", "1 hand, not settled:")


# --- looking for a game --------------------------------------------------------------------------


@pytest.fixture
def saved_games(folder: Path) -> Path:
    evening(folder, "one", 1, "anna 7h wp 7", started="2026-03-14T19:05:00+03:00")
    evening(folder, "two", 2, players=("Igor", "Olga"), started="2026-04-14T19:05:00+03:00")
    evening(folder, "three", 3, preset="leningrad", started="2026-03-15T19:05:00+03:00")
    evening(folder, "four", 4, players=("Анна", "Лев"), preset="leningrad")
    return folder


@pytest.mark.usefixtures("saved_games")
async def test_the_list_narrows_while_one_types() -> None:
    async with running() as terminal:
        for search, found in (("leningrad", ["three", "four"]), ("2026-03", ["three", "one"]), ("[/]", [])):
            await terminal.press("/" if found else ".", shows="name, date, preset")
            await terminal.write(search)
            assert names(terminal) == found
            await terminal.shows(f"{len(found)} of 4 games")
            assert terminal.app.screen.query_one("#search", Input).value == search
            if not found:
                await terminal.press("enter", shows="No game to continue.")
            await terminal.press("escape")
            assert names(terminal) == ["two", "three", "one", "four"]
            await terminal.shows("4 games")
        await terminal.write("leningrad")
        await terminal.press("down", "down", "up", "enter", shows="Анна, Лев · Preferans · Leningrad")
        await terminal.press("escape", shows="4 games")
        marked = listed(terminal).marked
        assert marked is not None
        assert marked.path.stem == "four"


# --- the form ------------------------------------------------------------------------------------


def field(terminal: Terminal, name: str) -> str:
    return terminal.app.screen.query_one(f"#{name}", Input).value


def said(terminal: Terminal, name: str) -> str:
    return str(terminal.app.screen.query_one(f"#{name}", Static).content)


async def mark(terminal: Terminal, option: str) -> None:
    rules = terminal.app.screen.query_one(RuleList)
    at = [each.id for each in rules.options].index(option)
    await terminal.burst("home", *["down"] * at)


async def known(terminal: Terminal) -> None:
    """Go to the form, and wait until it knows the names of earlier games."""
    await new_game.opened(terminal)
    names = terminal.app.screen.query_one("#player1", Input).suggester
    assert isinstance(names, NameSuggester)
    await terminal.until(lambda: names.known, "the names")


async def test_names_of_earlier_games_are_offered(folder: Path) -> None:
    evening(folder, "old", 2, players=("Anton", "Борис"))
    evening(folder, "new", 1, players=("Anna", "Boris", "Vera"))
    async with running() as terminal:
        await known(terminal)
        await terminal.write("an", shows="anna")
        await terminal.press("right", "tab")
        assert field(terminal, "player1") == "Anna"
        await terminal.write("An", shows="Anton")
        await terminal.press("enter")  # only the arrow takes what is offered
        assert field(terminal, "player2") == "An"
        await terminal.write("б")
        await terminal.press("right")
        assert field(terminal, "player3") == "Борис"
        terminal.app.screen.query_one("#minutes").focus()
        await terminal.press("enter")
        assert terminal.app.screen.query_one("#stake").has_focus  # past the button of the rules


async def test_as_last_time_fills_in_players_rules_and_stake(folder: Path) -> None:
    evening(folder, "old", 2, players=("Igor", "Olga"))
    evening(
        folder, "last", 1, "anna 7h wp 7", dealer="Boris", preset="rostov", target=12, style="greedy",
        end="time", minutes=90, stake="0.25", currency="GEL",
    )  # fmt: skip
    (folder / "strange.jsonl").write_text("?")
    async with new_game.form() as terminal:
        await terminal.shows("F2 begin F4 as last time")
        await new_game.fill(terminal, ("Somebody",))
        terminal.send("f4", "ctrl+r")  # faster than the screen follows
        await terminal.shows("Rules of the new game · Rostov · 4 options differ")
        await terminal.press("f2", shows=("New game", "≠ Style of whisting: greedy"))
        assert [field(terminal, f"player{at}") for at in (1, 2, 3, 4)] == [*TRIO, ""]
        assert [field(terminal, name) for name in ("goal", "minutes", "stake", "currency")] == [
            "12",
            "90",
            "0.25",
            "GEL",
        ]
        await terminal.quiet()
        await terminal.press("f2", shows=("Rostov to 12, with changes", "Vera deals"))
        header = terminal.open_session.session.header
    rules: Any = GAME.rules(header.rules)
    assert (rules.preset, rules.style, rules.end, rules.minutes) == ("rostov", "greedy", "time", 90)
    assert (header.players, header.dealer, header.stake) == (TRIO, "Vera", "0.25")


async def test_every_rule_can_be_changed_from_the_form() -> None:
    async with running() as terminal:
        # The whole form is visible in any terminal of twenty lines.
        always = (
            "Player 1",
            "Player 4",
            "First dealer",
            "Preset",
            "Rules (Ctrl+R)",
            "Pool target",
            "Minutes",
        )
        always += ("Pool target", "Sochi rules without changes", "F2 begin Esc games")
        await new_game.opened(terminal)
        async for _columns, rows in terminal.sizes():
            roomy = ("Price per whist", "Currency", "Begin (F2)") if rows >= 20 else ()
            await terminal.shows(*always, *roomy)
        await terminal.press("f1", shows=("Keys here", "accept the suggested name"))
        # Every rule can be changed from the form; another preset undoes that.
        await terminal.press("escape")
        await terminal.resize(*NORMAL)
        await terminal.press("ctrl+r")
        await mark(terminal, "doubled")
        await terminal.press("right", "f2", shows="≠ Everything counts double: yes")
        await new_game.fill(terminal, TRIO, preset=list(GAME.presets).index("rostov"))
        assert said(terminal, "changes") == "Rostov rules without changes"
        await terminal.press("ctrl+r", shows="Rules of the new game · Rostov")
        await terminal.press("escape")
        assert said(terminal, "changes") == "Rostov rules without changes"
        await terminal.press("ctrl+r")
        await mark(terminal, "style")
        await terminal.press("right", "f2", shows="≠ Style of whisting: greedy")
        await terminal.press("f2", shows="Rostov to 20, with changes")
        assert terminal.open_session.session.header.rules == {
            "preset": "rostov",
            "target": 20,
            "style": "greedy",
        }
        # Presets of the player are listed with the others.
        rules = {"preset": "rostov", "target": 14, "raspasy": {"trick_whists": 7}}
        save_preset(presets_folder(), GAME, "[/]Наши", rules)
    async with new_game.form() as terminal:
        await new_game.fill(terminal, TRIO, preset=len(GAME.presets))
        await terminal.shows("[/]Наши", "Your own rules, based on Rostov.", "≠ Raspasy: whists a trick: 7")
        assert field(terminal, "goal") == "14"
        await terminal.press("f2", shows="Rostov to 14, with changes")
        assert terminal.open_session.session.header.rules == rules


HAND = "vera 7h wp 7"
OFFERED = f"Is “{HAND}” a hand of the game you just left?"


async def left_with_a_line(terminal: Terminal) -> None:
    """Discard a typed line, and leave the table with one Escape too many."""
    await terminal.becomes_writer()
    await terminal.write("anna 6")
    await terminal.press("escape")


@pytest.mark.parametrize(
    ("pause", "from_list"),
    [(True, True), (False, False)],
    ids=["into the list that it was opened from", "while the table of the command line is left"],
)
async def test_a_hand_typed_into_the_list_goes_to_the_table(game: Path, pause: bool, from_list: bool) -> None:
    async with running(None if from_list else game) as terminal:
        await terminal.press(*["enter"] * from_list, shows="Who plays?")
        await left_with_a_line(terminal)
        terminal.send("escape")
        if pause:
            await terminal.shows("1 hand, running")
        await terminal.burst(*HAND, "enter", "enter", shows=(OFFERED, "F2 to the table Esc games"))
        assert len(lines_on_disk(game)) == 1
        await terminal.press("f2", shows=(HAND, "Enter checks the line"))
        await terminal.becomes_writer()
        await terminal.press("enter", "enter", shows="Recorded: hand 2.")
    assert lines_on_disk(game)[-1] == "Vera 7h wp 7"


async def test_typing_in_the_list_is_a_search_or_a_hand(game: Path) -> None:
    async with running(game) as terminal:
        # A search stays a search.
        await terminal.becomes_writer()
        await terminal.press("escape", shows="1 hand, running")
        for search in ("anna", "boris sochi", "2026", "vera sochi running"):
            await terminal.write(search)
            assert "This looks like a hand" not in terminal.flowing
            await terminal.press("escape")
        # A line with a mistake is offered to the table, too.
        await terminal.write(
            "vera 7h wq", shows="This looks like a hand; Enter goes back to the game with it."
        )
        await terminal.press("enter", shows="Is “vera 7h wq” a hand")
        await terminal.press("escape", shows=("0 of 1 games", "vera 7h wq"))
        await terminal.press(
            "enter", "f2", shows=("> vera 7h wq", "Vera 7♥", "“wq”: these letters are not calls")
        )
        # A pasted hand is offered, too.
        await terminal.press("escape", "escape", shows="1 hand, running")
        terminal.app.post_message(Paste(f"{HAND}\n"))
        await terminal.shows("This looks like a hand")


async def test_a_hand_in_the_other_language_is_understood(folder: Path) -> None:
    async with running(game_file(folder / "game.jsonl", players=("Анна", "Борис", "Вера"))) as terminal:
        await terminal.becomes_writer()
        await terminal.press("escape")
        await terminal.enter("анна 7ч вп 7", "f2", shows=("анна 7ч вп 7", "Enter checks the line"))
