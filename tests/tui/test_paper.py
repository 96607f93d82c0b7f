"""The paper sheet at the table, and the form for only the result."""

import sys
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from textual.widgets import Input

from prefcount.entries.models import ClaimEntry, End, ResultEntry, SheetEntry
from prefcount.paper.known_games import SearchBudget
from prefcount.store.reader import load
from prefcount.tui.games.start_screen import StartScreen
from prefcount.tui.paper import paper_form
from prefcount.tui.paper.paper_screen import PaperScreen, ResultScreen
from prefcount.tui.table.table_screen import TableScreen
from tests.search_in_vain import compare_nothing, search_in_vain
from tests.tui import new_game
from tests.tui.game_files import SlowDisk, game_file, on_disk, shortened
from tests.tui.terminal import Terminal, running
from tests.tui.test_frames import check

HANDS = ("anna 7h wp 6", "boris 6s pp", "r 3 5 2")
"""Anna's dump goes 4.7; Boris has 2 in the pool, 5 in the dump and 20 on Anna."""
FEW = 3
"""Number of columns that are typed again during a search."""


async def at_paper(terminal: Terminal) -> None:
    await terminal.press("ctrl+o", shows="Type what the paper says")


async def fill(terminal: Terminal, *columns: str) -> None:
    """Type columns one after the other, from the focused one."""
    for column in columns:
        await terminal.enter(column)


async def test_typed_columns_are_kept_and_written_as_a_claim(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", *HANDS)
    async with running(path) as terminal:
        # F2 writes a `check` entry, which an audit compares from then on.
        await at_paper(terminal)
        await fill(terminal, "", "4.7", "0", "0", "2", "5", "0", "16")
        await terminal.shows("≠ at 1")
        await terminal.press("f2", shows="The figures are saved with the game, to compare later.")
        entry = on_disk(path).entries[-1]
        assert isinstance(entry, ClaimEntry)
        assert entry.columns == {
            "Anna": {"dump": "4.7", "whists": {"Boris": 0, "Vera": 0}},
            "Boris": {"pool": 2, "dump": 5, "whists": {"Vera": 0, "Anna": 16}},
        }
        # An equal check is not written again.
        written = path.read_bytes()
        await terminal.press("f2", shows="These figures are already saved with the game")
        await terminal.press("escape", "ctrl+o", "ctrl+s", shows="already saved with the game")
        assert path.read_bytes() == written
        # After Escape the typed columns are still there, and compared with new hands.
        await terminal.shows("✓ to 3")
        await terminal.press("escape")
        assert isinstance(terminal.app.screen, TableScreen)
        await terminal.enter("r 1 4 5", "enter", shows="Recorded: hand 4.")
        await terminal.press("ctrl+o", shows=("4.7", "≠ at 4"))
        await terminal.press("f2", shows="The figures are saved with the game, to compare later.")
        assert [entry.kind for entry in on_disk(path).entries[-3:]] == ["check", "raspasy", "check"]
        # A game with hands does not ask for its result.
        await terminal.press("ctrl+o", shows="so its result can't be typed")
        assert isinstance(terminal.app.screen, PaperScreen)


async def test_the_rules_behind_a_sheet_are_found(folder: Path) -> None:
    """Anna's failed seven is written as in Leningrad, except that the lone whister keeps all whists."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with running(path) as terminal:
        await at_paper(terminal)
        await terminal.press("ctrl+g", shows="Type figures from the paper")
        await fill(terminal, "", "8.", "0.", "", "", "", "", "40.")
        await terminal.press("ctrl+g", shows="all 3 figures agree")
        await terminal.shows("Leningrad, but Style of whisting: greedy")
        await terminal.press("escape")
    assert len(on_disk(path).entries) == 1


async def test_a_key_ends_the_search_for_rules(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris 6s ww 6 2 2", "vera m 2", "r 3 5 2")
    async with running(path) as terminal:
        await at_paper(terminal)
        await fill(terminal, "3.", "7.", "1.", "2.", "5.", "1.", "9.", "11.")
        await terminal.press("ctrl+g", shows="Ctrl+G stops")
        await terminal.press("ctrl+g", shows="the search ended before everything was tried")


async def test_impossible_figures_need_a_second_f2(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await at_paper(terminal)
        await terminal.write("2,6 13.12", shows=("13 → 12: no hand at this table writes −1 here", "≠"))
        await terminal.press(
            "down", shows=("1 column has figures that are impossible.", "Anna, pool: 13 → 12: no hand")
        )
        await terminal.shows("11 columns are empty. If they are empty on paper")
        assert "compared" not in terminal.flowing
        await terminal.press(
            "f2", shows="1 column has figures that are impossible; press F2 again to record them anyway."
        )
        assert on_disk(path).entries == ()
        await terminal.press("f2", shows="The figures are recorded, and the game continues from them.")
        await terminal.shows("1 column has figures that are impossible.", "Anna, pool: 13 → 12: no hand", "≠")
        [entry] = on_disk(path).entries
        assert isinstance(entry, SheetEntry)
        assert entry.columns == {"Anna": {"pool": "2.6.13.12"}}


async def test_a_figure_of_an_old_sheet_shows_its_hand(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper_form, "SearchBudget", partial(SearchBudget, 600, 0))  # on a busy machine, too
    async with running(game_file(folder / "game.jsonl")) as terminal:
        await at_paper(terminal)
        await terminal.burst(*"2.6.", "enter", *["-", "enter"] * 11)
        await terminal.shows("This sheet is possible at this table")
        await terminal.shows("Anna, pool, 2 → 6 can come from 1 hand: Anna 7 pp")
        await terminal.press("home", shows="Anna, pool, 0 → 2 can come from 1 hand: Anna 6 pp")
        await terminal.press("down", "backspace")
        await terminal.write("3.", shows="This sheet is not possible at this table")
        # A single figure counts as the whole column if others have dots, and a sentence says so.
        await terminal.press("ctrl+u")
        await terminal.write(
            "4",
            shows="It was read as the only figure, not as the last of several: Anna, dump 4.",
        )
        await terminal.shows("This sheet is not possible at this table")


async def test_every_key_arrives_in_order_while_the_search_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paper_form.TypedSheet, "read", lambda _sheet, stopped: search_in_vain(stopped))
    monkeypatch.setattr(paper_form, "column_verdicts", compare_nothing)
    interval = sys.getswitchinterval()
    async with running(game_file(folder / "game.jsonl")) as terminal:
        await at_paper(terminal)
        await terminal.burst(*"2.6.", "enter", *["-", "enter"] * 11)
        await terminal.shows("Searching for hands that could have given this sheet")
        assert sys.getswitchinterval() < interval
        for at in range(FEW):
            wrong, right = ["7", ".", "7"], [*f"{at + 1}.38"]
            terminal.send(*wrong, "ctrl+u", *right[:-1], "1", "left", "delete", right[-1], "down")
        await terminal.quiet()
        fields = [field.value for field in terminal.app.screen.query(Input)][:FEW]
        assert fields == [f"{at + 1}.38" for at in range(FEW)]
        # After all searches the interpreter has its own switch interval again.
        await terminal.press("escape")
        await terminal.until(lambda: sys.getswitchinterval() == interval, "the searches to end")


async def test_an_old_sheet_is_brought_forward(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await at_paper(terminal)
        await terminal.shows(
            "An old sheet: Anna, Boris, Vera", "F2 record figures", "Nothing is recorded yet"
        )
        await fill(terminal, "2.6", "4")
        await terminal.press("up", shows="F2 records it")
        async for _size in terminal.sizes():
            check(terminal, "An old sheet: Anna, Boris, Vera", "F2 record figures", "F2 records it")
        await terminal.press("f2", shows="2 columns compared, all agree.")
        async for _size in terminal.sizes():
            check(
                terminal,
                "The figures are recorded, and the game continues from them.",
                "✓",
                "F2 save with the game",
            )
            check(terminal, "On paper: Anna, Boris, Vera", "2 columns compared, all agree.")
        # One key settles it for good, so that the debts count it.
        await terminal.press("f5", shows="This is an old sheet. F2 records these results;")
        await terminal.press(
            "f2", shows="The results count in the debts when the game has a price; press F7 to enter it."
        )
        await terminal.press("f7", shows="e.g. 0.10 EUR or none")
        await terminal.enter("0.10 EUR", "f2", shows="The price is recorded.")
        await terminal.press("ctrl+d", shows="1 evening")
    session = on_disk(path)
    entry, *_further = session.entries
    assert isinstance(entry, SheetEntry)
    assert entry.columns == {"Anna": {"pool": "2.6", "dump": 4}}
    sheet = {account: amount for account, amount in session.state.sheet.items() if amount}
    assert sorted(sheet.values()) == [4, 6]


async def test_an_old_evening_gets_its_date(folder: Path) -> None:
    async with new_game.form() as terminal:
        await new_game.fill(terminal, ("Anna", "Boris", "Vera"))
        await terminal.press("f2", shows="Anna, Boris, Vera")
        await at_paper(terminal)
        await terminal.shows("Date of the evening", "today, or e.g. 2026-01-31")
        await terminal.write("2.6")
        await terminal.press("up")
        await terminal.write("31.13.2025", shows="“31.13.2025” is not a date")
        await terminal.press("down", "f2")
        await terminal.until(
            lambda: terminal.app.focused is terminal.app.screen.query_one("#date"), "the date"
        )
        await terminal.press("ctrl+o")
        assert terminal.flowing.count("is not a date") == 1
        assert list(folder.glob("*.jsonl")) == []
        await terminal.write("31.12.2025", shows="The evening was on 31 Dec 2025.")
        await terminal.press("escape", "ctrl+o", shows=("2025-12-31", "2.6"))
        await terminal.press("f2", shows="The figures are recorded, and the game continues from them.")
        assert "Date of the evening" not in terminal.frame
        await terminal.press("down")
        assert "Recorded" not in terminal.frame
        await terminal.press("escape")
        path = terminal.open_session.path
    started = on_disk(path).header.started
    assert started is not None
    assert started.date() == date(2025, 12, 31)


async def test_fast_typing_fills_the_right_columns(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await at_paper(terminal)
        terminal.send(*"2.6", "enter", *"4", "down", *"8", "pagedown", *"10", "f2")
        await terminal.shows("The figures are recorded, and the game continues from them.")
    (entry,) = on_disk(path).entries
    assert isinstance(entry, SheetEntry)
    assert entry.columns == {
        "Anna": {"pool": "2.6", "dump": 4, "whists": {"Boris": 8}},
        "Boris": {"pool": 10},
    }


async def test_ctrl_s_writes_a_check_in_any_game(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await at_paper(terminal)
        await terminal.press("f2", shows="Nothing to record: no figure was typed.")
        await fill(terminal, "2..6")
        await terminal.press(
            "f2", shows=("1 column has something that is not a figure", "Anna, pool: “2..6” is not a figure")
        )
        await terminal.press("backspace", "backspace", "backspace")
        await terminal.press("ctrl+s", shows="The figures are saved with the game, to compare later.")
    (entry,) = on_disk(path).entries
    assert isinstance(entry, ClaimEntry)
    assert entry.columns == {"Anna": {"pool": 2}}


async def test_the_marked_game_is_compared_without_opening_its_table(folder: Path) -> None:
    async with running() as terminal:
        await terminal.press("ctrl+o", shows="There is no game to compare with the paper sheet.")
    game_file(folder / "game.jsonl", *HANDS)
    async with running() as terminal:
        await terminal.press("ctrl+o")
        assert isinstance(terminal.app.screen, PaperScreen)
        await fill(terminal, "", "4.7")
        await terminal.shows("✓ to 3")
        assert not terminal.app.screen.open_session.is_writer
        await terminal.press("escape")
        assert isinstance(terminal.app.screen, StartScreen)
        await terminal.press("ctrl+o")
        assert [field.value for field in terminal.app.screen.query(Input)][1] == "4.7"


async def test_a_game_that_has_ended_is_changed_only_after_a_question(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", *HANDS, End(reason="agreed"))
    before = path.read_bytes()
    async with running() as terminal:
        await terminal.press("ctrl+o")
        await fill(terminal, "", "4.7")
        await terminal.press("f2", shows=("This game has ended", "F2 write it anyway"))
        await terminal.press("escape")
        assert isinstance(terminal.app.screen, PaperScreen)
        assert path.read_bytes() == before
        await terminal.press("f2", "f2", shows="The figures are saved with the game, to compare later.")
    assert [entry.kind for entry in on_disk(path).entries[-2:]] == ["end", "check"]


async def check_begun(terminal: Terminal, disk: SlowDisk) -> None:
    await at_paper(terminal)
    await fill(terminal, "", "4.7")
    terminal.send("f2")
    await terminal.until(lambda: disk.asked, "the check")


async def test_a_key_pressed_twice_writes_one_check(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = game_file(folder / "game.jsonl", *HANDS)
    disk = SlowDisk(monkeypatch)
    async with running(path) as terminal:
        await check_begun(terminal, disk)
        terminal.send("f2")
        await terminal.quiet()
        disk.go_on()
        await terminal.shows("The figures are saved with the game, to compare later.")
    assert [entry.kind for entry in on_disk(path).entries].count("check") == 1


async def test_leaving_the_form_does_not_lose_a_check(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = game_file(folder / "game.jsonl", *HANDS)
    disk = SlowDisk(monkeypatch)
    async with running(path) as terminal:
        await check_begun(terminal, disk)
        await terminal.press_meanwhile("escape")
        disk.go_on()
        await terminal.until(lambda: not disk.busy, "the disk")
        await terminal.enter("boris 8n pp", "enter", shows="the game has changed in the meantime")
        await terminal.press("enter", shows="Recorded: hand 4.")
    assert [entry.kind for entry in on_disk(path).entries[-2:]] == ["check", "game"]


async def test_titles_distinguish_two_games_of_an_evening(folder: Path) -> None:
    for at, hands in ((19, HANDS), (22, HANDS[:1])):
        game_file(folder / f"{at}.jsonl", *hands, started=f"2026-10-09T{at}:30:00+00:00")
    async with running(folder / "19.jsonl") as terminal:
        await terminal.press("ctrl+o", shows="On paper: 9 Oct 2026, 19:30 · 3 hands · Anna, Boris, Vera")
    async with running(folder / "22.jsonl") as terminal:
        await terminal.press("ctrl+o", shows="On paper: 9 Oct 2026, 22:30 · 1 hand · Anna, Boris, Vera")


@pytest.mark.parametrize(
    ("sample", "heading", "claimed"),
    [
        (
            "balkan-to-the-last-bula",
            "the table, refe written: the paper has 5, the calculation gives 1",
            {"@table": {"refe_written": 5}},
        ),
        (
            "priffe-six-rubbers",
            "Y: Bertil + David, games: the paper has 5, the calculation gives 0",
            {"@Y": {"games": 5}},
        ),
    ],
)
async def test_columns_of_the_table_and_of_sides_are_compared(
    folder: Path, sample: str, heading: str, claimed: dict[str, dict[str, int]]
) -> None:
    path = shortened(folder / "game.jsonl", sample, 14)
    async with running(path) as terminal:
        await terminal.press("ctrl+o", "up", "5", shows=heading)
        await terminal.press("f2", shows="The figures are saved with the game, to compare later.")
    written = on_disk(path).entries[-1]
    assert isinstance(written, ClaimEntry)
    assert written.model_dump(mode="json", exclude_none=True)["columns"] == claimed


async def at_result(terminal: Terminal) -> None:
    await terminal.press("ctrl+o", shows="Type what the paper says")
    await terminal.press("ctrl+o", shows="Type what each player won or lost")


async def test_the_form_of_a_new_game_leads_to_the_result(folder: Path) -> None:
    async with new_game.form() as terminal:
        await new_game.fill(terminal, ("Anna", "Boris", "Vera"))
        await at_result(terminal)
        await terminal.shows("The game was played on", "press Esc to change the date.")
        await fill(terminal, "57", "-27 1/2")
        await terminal.shows("Anna 57, Boris −27½, Vera −29½. F2 records this")
        await terminal.press("f2", shows="★ Anna")
        assert isinstance(terminal.app.screen, TableScreen)
        await terminal.press("escape", shows=("only the result", "over: Anna +57"))
        assert "0 hands" not in terminal.flowing
    [path] = folder.glob("*.jsonl")
    session = load(path).session
    (entry,) = session.entries
    assert isinstance(entry, ResultEntry)
    assert entry.results == {"Anna": 57, "Boris": "-55/2", "Vera": "-59/2"}
    assert session.state.over


async def test_wrong_results_are_refused(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    before = path.read_bytes()
    async with running(path) as terminal:
        await at_result(terminal)
        await terminal.press("f2", shows="Nothing to record: no figure was typed.")
        await fill(terminal, "57")
        await terminal.shows("You may leave one player out; the program adds that result.")
        await fill(terminal, "-18", "-")
        await terminal.shows("You may leave one player out; the program adds that result.")
        await terminal.press("f2", shows="Vera: “-” is not a result such as 57, -18 or -27 1/2")
        await terminal.press("up", *"38", "enter", shows="must add up to 0, not 1")
        await terminal.press("f2")
        await fill(terminal, "x")
        await terminal.shows("Anna: “57x” is not a result such as 57")
        await terminal.press("f2")
        assert isinstance(terminal.app.screen, ResultScreen)
        await terminal.press("escape", shows="Leave? What you typed or changed here will be lost.")
        await terminal.press("f2")
        assert isinstance(terminal.app.screen, PaperScreen)
    assert path.read_bytes() == before
