"""The start screen and the form of a new game."""

import json
import re
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest
from textual.widgets import Input, Select

from prefcount.base.i18n import override_language
from prefcount.games import GAMES, get_game
from prefcount.games.rules import preset_description, preset_word
from prefcount.languages import LANGUAGES
from prefcount.tui.games.new_game_screen import DropDown, NewGameScreen
from prefcount.tui.kit.widgets import KeyFooter, MessageLine
from prefcount.tui.table.table_screen import TableScreen
from tests.helpers import GAME
from tests.tables import each_line
from tests.tui import new_game
from tests.tui.game_files import game_file
from tests.tui.terminal import ROOMY, Terminal, running

PRESETS = list(GAME.presets)
TRIO = ("Anna", "Boris", "Vera")


async def only_file(terminal: Terminal, folder: Path) -> Path:
    """Play a hand of a new game, and return the session file that this has made."""
    assert list(folder.glob("*.jsonl")) == []
    await terminal.press(*"r 3 4 3", "enter", "enter", shows="Recorded: hand 1.")
    return next(folder.glob("*.jsonl"))


# --- the list of games ---------------------------------------------------------------------------


STRANGE = {
    b"": "the file is empty",
    b"shopping list\n": "line 1 is not a valid session header",
    b'{"kind":"session","version":1,"game":"preferans","players":["Anna"]}\n': "players: needs 2 or more",
    b"\xff\xfe\x00\n": "line 1 is not a valid session header",
    b'{"kind":"session","version":1,"game":"bridge","players":["Anna","Boris"]}\n': "“bridge” is not known",
}


async def test_a_file_that_is_not_a_session_is_listed_with_the_reason_and_not_opened(folder: Path) -> None:
    files = [folder / f"strange{at}.jsonl" for at in range(len(STRANGE))]
    for file, content in zip(files, STRANGE, strict=True):
        file.write_bytes(content)
    game_file(folder / "game.jsonl", "anna 7h wp 7", end="hands", hands=1)
    (folder / "notes.txt").write_text("not a session, and not listed")
    (folder / "folder.jsonl").mkdir()
    async with running(size=ROOMY) as terminal:
        await terminal.shows("6 games", "Anna +14⅔")
        await terminal.press("home", "down")
        for file, why in zip(files, STRANGE.values(), strict=True):
            assert why in terminal.line(f"{file.name}: ")
        for _ in files:
            await terminal.press("enter")
            assert "Who plays?" not in terminal.frame
            assert len(re.findall(r"strange\d.jsonl:", terminal.frame)) == len(files) + 1  # said once more
            await terminal.press("down")
    assert [file.read_bytes() for file in files] == list(STRANGE)


# --- keys ----------------------------------------------------------------------------------------


async def test_letters_and_digits_in_the_list_only_search(folder: Path) -> None:
    game_file(folder / "game.jsonl", "boris 8n pp")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    async with running() as terminal:
        for typed in ("vera 7h wp 7", "r 3 5 2", "clspnqd", "1718", "вера 7ч вп 7", "йцукен"):
            terminal.send(*typed, "enter")
            await terminal.shows("No game to continue.", "0 of 1 games", "Esc all games")
            await terminal.press("escape", shows="1 hand, running")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


async def test_a_table_of_one_evening_is_imported_and_opened(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "evening.csv"
    path.write_text("date,Anna,Boris,Vera\n2026-01-02,5,-4,-1\n", "utf-8")
    async with new_game.form() as terminal:
        await terminal.press("f12")
        await terminal.enter(str(path), shows="Anna, Boris, Vera · Preferans")
        assert next(iter(terminal.open_session.session.entries)).kind == "result"
        await terminal.press("escape", shows="evening.csv: 1 game is imported")
        await terminal.press("f12")
        await terminal.enter(str(path), shows=("evening.csv: ", "exists already"))
    assert len(list(folder.glob("*.jsonl"))) == 1


PATHS = {
    "nowhere.jsonl": "there is no such file",
    ".": "this is a folder",
    "": "this is a folder",
    "x" * 300: "cannot be opened",
    "~nobody-of-that-name/game.jsonl": "there is no such file",
}


async def test_files_are_opened_by_their_paths_or_refused_with_a_reason(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    async with running(size=ROOMY) as terminal:
        # A wrong path is refused with a reason, and stays.
        for typed, why in PATHS.items():
            await terminal.press("f12")
            await terminal.enter(typed, shows=why)
            field = terminal.app.focused
            assert isinstance(field, Input)
            assert field.value == typed
            await terminal.press("ctrl+u", "escape")
        # A file is opened by its path, with a tilde for the home folder.
        game_file(tmp_path / "at veras.jsonl", "anna 7h wp 7")
        await terminal.press("f12", shows=("path of a file", "Enter open Esc all games"))
        assert "No games yet" not in terminal.frame
        await terminal.press("escape", shows="No games yet")
        await terminal.until(lambda: "path of a" not in terminal.frame, "the field to go")
        await terminal.press("f12")
        await terminal.enter(" ~/at veras.jsonl ")
        await terminal.shows("Anna, Boris, Vera · Preferans", "1 Anna 7♥, Boris whists: made")
        await terminal.press("escape")
        # A table of evenings is imported, with notes on what is left out.
        table, other = tmp_path / "ev.csv", tmp_path / "letter.txt"
        table.write_text("date,Anna,Boris\n2026-01-02,5,-5\n2026-01-09,7,-7\n2026-01-16,1,1\n", "utf-8")
        other.write_text("Dear Anna", "utf-8")
        for path, said in (
            (other, "letter.txt: this is not a table of evenings"),
            (table, "ev.csv: 2 games are imported; line 4: the results add up to 2, not 0"),
        ):
            await terminal.press("f12")
            await terminal.enter(str(path), shows=said)
            await terminal.press("escape")
        await terminal.shows("2 games")
        assert len(list(folder.glob("*.jsonl"))) == 2
        # Figures that may be money are asked about.
        table.write_text("date,Anna,Boris\n2026-02-02,5.50,-5.50\n", "utf-8")
        await terminal.press("f12")
        await terminal.enter(str(table), shows="Import the figures as whists, not as money?")
        await terminal.press("escape")
        await terminal.until(lambda: "whists, not as money?" not in terminal.frame, "the question to go")
        assert len(list(folder.glob("*.jsonl"))) == 2
        await terminal.press("escape", "f12")
        await terminal.enter(str(table), shows="Import the figures as whists, not as money?")
        await terminal.press("f2", shows="Anna, Boris · Preferans")
        assert len(list(folder.glob("*.jsonl"))) == 3


# --- the form of a new game ----------------------------------------------------------------------


async def test_a_new_game_has_the_header_that_was_asked_for(folder: Path) -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    folder.rmdir()
    async with running() as terminal:
        await terminal.shows("No games yet")
        await new_game.opened(terminal)
        await new_game.fill(
            terminal,
            TRIO,
            dealer=1,
            preset=PRESETS.index("leningrad"),
            goal="30",
            stake="0,25",
            currency="gel",
        )
        terminal.send("f2", "f2")
        await terminal.shows("Anna, Boris, Vera · Preferans · Leningrad to 30", "Boris deals")
        await terminal.quiet()
        assert sum(isinstance(screen, TableScreen) for screen in terminal.app.screen_stack) == 1
        path = await only_file(terminal, folder)
    header = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    started = datetime.fromisoformat(header.pop("started"))
    assert started.utcoffset() is not None
    assert before <= started <= datetime.now(UTC)
    assert header == {
        "kind": "session",
        "version": 1,
        "game": "preferans",
        "players": ["Anna", "Boris", "Vera"],
        "dealer": "Boris",
        "rules": {"preset": "leningrad", "target": 30},
        "stake": "0.25",
        "currency": "GEL",
    }
    assert path.name.startswith(f"{datetime.now().date().isoformat()}-anna-boris-vera-")


@each_line(("name", "code"), product(GAMES, LANGUAGES))
def test_descriptions_of_presets_begin_with_a_capital(name: str, code: str) -> None:
    with override_language(code):
        below = {
            preset_word(each): preset_description(each, about)
            for each, about in get_game(name).presets.items()
        }
    assert [said for word, said in below.items() if said[:1].islower() or said.startswith(f"{word}: ")] == []


def typed(terminal: Terminal, field: str) -> str:
    return terminal.app.screen.query_one(f"#{field}", Input).value


REFUSED = [
    ({"stake": "ten"}, "Price per whist: write a price such as 0.10"),
    ({"goal": "0"}, "Pool target: must be at least 1, not 0"),
    ({"minutes": "+"}, "Minutes: must be a whole number"),
    ({"stake": "1 сом"}, "Price per whist: write the currency as its code"),
    (
        {"stake": "€1", "currency": "RUB"},
        "Currency: the price names another currency, EUR; change the price or the currency",
    ),
    ({"currency": "€"}, "Price per whist: the price is missing; fill it in, or leave out the currency (EUR)"),
    ({"stake": "1", "currency": "EUO"}, "Currency: write the currency as its code, such as EUR or RUB"),
]


async def test_a_refused_form_keeps_its_fields(folder: Path) -> None:
    async with new_game.form() as terminal:
        # Each refusal names another problem, and all fields stay.
        await new_game.fill(terminal, TRIO)
        for fields, why in REFUSED:
            before = {field: typed(terminal, field) for field in fields}
            for field, text in fields.items():
                await emptied(terminal, field)
                await terminal.write(text)
            await terminal.press("f2", shows=why)
            assert [typed(terminal, f"player{at}") for at in (1, 2, 3)] == list(TRIO)
            for field, text in fields.items():
                assert typed(terminal, field) == text
                await emptied(terminal, field)
                await terminal.write(before[field])
        assert list(folder.iterdir()) == []
        await new_game.choose(terminal, "preset", PRESETS.index("leningrad-sport"))
        await terminal.press("f2", shows="must be given, because the game is timed")
        assert terminal.app.screen.query_one("#preset", Select).value == "leningrad-sport"
        assert list(folder.iterdir()) == []
    # An empty place or a moved name is never the dealer.
    async with new_game.form() as terminal:
        await new_game.fill(terminal, (*TRIO, "Gleb"), dealer=1)
        await new_game.go_to(terminal, "player2")
        await terminal.press(
            "ctrl+u", "f2", shows="First dealer: nobody sits in the dealer's seat; choose another dealer"
        )
        await new_game.go_to(terminal, "dealer")
        await terminal.press("space", "end", "enter", "f2")
        await terminal.shows("First dealer: nobody sits in the dealer's seat; choose another dealer")
        assert not list(folder.glob("*.jsonl"))
    # Refused names stay as typed, and the wrong one has the focus.
    async with new_game.form() as terminal:
        await new_game.fill(terminal, ("Анна",))
        await terminal.press("f2", shows="Players: type at least two names")
        assert typed(terminal, "player1") == "Анна"
        await new_game.go_to(terminal, "player2")
        await terminal.write("АННА")
        await terminal.until(
            lambda: not terminal.app.screen.query_one(MessageLine).display, "the message to go"
        )
        await new_game.go_to(terminal, "currency")
        await terminal.press("f2", shows="the name “АННА” is used twice")
        assert list(folder.iterdir()) == []
        await terminal.press("ctrl+u")
        await terminal.write("Борис")
        await terminal.press("f2", shows=("Анна, Борис · Preferans", "Who plays?"))


def focused(terminal: Terminal) -> str | None:
    return terminal.app.focused and terminal.app.focused.id


async def emptied(terminal: Terminal, field: str) -> None:
    await new_game.go_to(terminal, field)
    await terminal.press("ctrl+u")


async def test_the_form_keeps_the_names_of_a_game_without_an_entry(folder: Path) -> None:
    async with new_game.form() as terminal:
        # Escape leaves the form.
        await terminal.press("escape", shows="No games yet")
        await new_game.opened(terminal)
        await new_game.fill(terminal, TRIO)
        await terminal.press("escape")
        await terminal.shows(
            "Leave? What you typed or changed here will be lost.", "F2 leave Esc continue here"
        )
        await terminal.press("escape")
        assert typed(terminal, "player1") == "Anna"
        await terminal.press("escape", "f2", shows="No games yet")
        assert list(folder.iterdir()) == []
        # Names, price and rules stay in the form until a game has begun with them.
        await new_game.opened(terminal)
        await new_game.fill(terminal, TRIO, dealer=1, stake="0.10", currency="EUR")
        await terminal.press("f2", shows="Who plays?")
        await terminal.press("escape")
        await terminal.shows(
            "Nothing was entered, so the new game was not saved. F2 brings back the names you typed."
        )
        await new_game.opened(terminal)
        shown = ("player1", "player2", "player3", "stake", "currency")
        assert [typed(terminal, field) for field in shown] == [*TRIO, "0.10", "EUR"]
        await terminal.press("f2", shows="Boris deals")
        await terminal.press("1", "7", "f10", shows="Nothing was entered, so the new game was not saved")
        await new_game.opened(terminal)
        await terminal.press("escape", "f2")
        await new_game.opened(terminal)
        assert typed(terminal, "player1") == ""
        assert list(folder.iterdir()) == []


async def test_the_dealer_is_one_of_the_names(folder: Path) -> None:
    async with new_game.form() as terminal:
        # Names move up to empty seats, however fast the keys come; the dealer stays.
        await terminal.burst("tab", *"Anna", "tab", "tab", *"Boris", "tab", *"Vera", "tab")
        names = [terminal.app.screen.query_one(f"#player{at}", Input) for at in range(1, 6)]
        assert [name.value for name in names] == [*TRIO, "", ""]
        await new_game.choose(terminal, "dealer", 2)
        await new_game.go_to(terminal, "player2")
        await terminal.press("ctrl+u", "up")
        assert [name.value for name in names] == ["Anna", "Vera", "", "", ""]
        await terminal.press("f2", shows=("Anna, Vera · Preferans", "Vera deals"))
    # A name typed in the dealer's list marks that player.
    async with new_game.form() as terminal:
        await new_game.fill(terminal, TRIO)
        await new_game.go_to(terminal, "dealer")
        await terminal.press(*"Vera", "enter", "f2", shows="Vera deals")
    # An unknown name typed in the dealer's list is reported.
    async with new_game.form() as terminal:
        await new_game.fill(terminal, TRIO[:2])
        await new_game.go_to(terminal, "dealer")
        await terminal.press(*"Abel", "tab", "f2")  # it begins like the name of a player
        await terminal.shows("First dealer: no player is called “Abel”; names go in the fields above")
        assert not list(folder.glob("*.jsonl"))
        await terminal.press("f2", shows="Anna, Boris · Preferans")
    # Four names alone are enough, typed before the form and then the table are shown.
    async with running() as terminal:
        players = ("f2", *"Анна", "tab", *"Борис", "enter", *"Вера", "down", *"Глеб")
        await terminal.burst(*players, "f2", *"r 3 4 2", "enter", shows=("Анна deals", "Enter records it"))
        header = terminal.open_session.session.header
        assert (header.players, header.rules) == (
            ("Анна", "Борис", "Вера", "Глеб"),
            {"preset": "sochi", "target": 20},
        )
        assert (header.stake, header.currency) == (None, None)
    # A preset is found by its names; a misspelled name finds the nearest.
    async with new_game.form() as terminal:
        await new_game.go_to(terminal, "preset")
        await terminal.press(*"lenningrad", "enter")
        select = terminal.app.screen.query_one("#preset", Select)
        await terminal.until(lambda: select.value == "leningrad", "it to be chosen")
        # Enter goes on from a list, too. From the rules one comes to what is still empty.
        await terminal.press("escape", shows="No games yet")
        await new_game.opened(terminal)
        await terminal.press("ctrl+r", "f2")
        assert focused(terminal) == "player1"
        await new_game.fill(terminal, TRIO)
        await new_game.go_to(terminal, "dealer")
        await terminal.press("enter")
        assert focused(terminal) == "goal"
        await terminal.press("ctrl+r", "f2", *"0.10")
        assert typed(terminal, "stake") == "0.10"
        await terminal.press("ctrl+r", "f2", "enter", shows="Who plays?")


async def test_a_name_typed_early_chooses_no_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    focused: list[str | None] = []
    monkeypatch.setattr(
        NewGameScreen,
        "watch_focused",
        lambda _screen, widget: focused.append(widget and widget.id),
        raising=False,
    )
    async with new_game.form():
        assert [name for name in focused if name] == ["player1"]


async def test_the_bottom_says_how_to_open_a_list(folder: Path) -> None:
    async with new_game.form() as terminal:
        await terminal.burst("tab", *"Anna", "tab", "tab", *"Boris")
        await new_game.go_to(terminal, "preset")
        await terminal.shows("Space open the list")
        await terminal.click_on("Space open", KeyFooter)
        assert terminal.app.screen.query_one("#preset", DropDown).expanded
        await terminal.press("escape")
        await terminal.press("enter", shows="Anna")
        assert "open the list" not in terminal.flowing
