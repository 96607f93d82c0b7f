"""The table: entering, writing and undoing hands, by keys and with the mouse."""

import hashlib
import json
import re
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste

from prefcount.base.i18n import override_language
from prefcount.entries.models import Price
from prefcount.session.outcome import settle_session
from prefcount.tui.kit.widgets import KeyFooter
from prefcount.tui.table.entry_form import EntryForm
from prefcount.tui.table.hand_list import HandList
from prefcount.tui.table.sheet_widget import Sheet
from tests.helpers import GAME
from tests.tui.game_files import SlowDisk, game_file, lines_on_disk, on_disk
from tests.tui.terminal import NORMAL, ROOMY, WAITING, Terminal, running

WRITTEN = "Recorded: "


async def enter(terminal: Terminal, line: str) -> None:
    """Type a line, check its preview, write it, and wait for the disk."""
    number = terminal.open_session.session.state.hands + 1
    await terminal.enter(line, shows=WAITING)
    await terminal.press("enter", shows=f"{WRITTEN}hand {number}.")


def figures(terminal: Terminal, *names: str) -> list[list[str]]:
    """Return the lines of the sheet without what the last entry changed."""
    return [terminal.row(name)[:-1] for name in names or ("Anna", "Boris", "Vera")]


# --- the guided form -----------------------------------------------------------------------------


async def test_undo_and_redo_go_back_and_forth_without_limit(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    lines = ("anna 7h wp 6", "boris m 0", "r 3 5 2")
    async with running(path) as terminal:
        seen = [figures(terminal)]
        for line in lines:
            await enter(terminal, line)
            seen.append(figures(terminal))
        for at in (2, 1, 0):
            await terminal.press("f3")
            await terminal.until(partial(stands, terminal, seen[at]), f"undo to hand {at}")
        await terminal.press("f3", shows=("Nothing to undo.", "F4 redo"))
        for at in (1, 2, 3):
            await terminal.press("f4")
            await terminal.until(partial(stands, terminal, seen[at]), f"redo to hand {at}")
        await terminal.press("f4", shows="Nothing to redo.")
        assert "F4 redo" not in terminal.flowing
        assert [entry.kind for entry in on_disk(path).entries[3:]] == ["void"] * 6
        await terminal.press("f3", shows="Undone: ")
        await enter(terminal, "boris m 0")
        await terminal.press("f4", shows="Nothing to redo.")  # what was undone is gone for good now
        # Digits enter a hand, and Enter writes it.
        await terminal.shows("Who plays?", "1 Anna")
        for key, asked in (("1", "What does Anna play?"), ("7", "Who whists?")):
            await terminal.press(key, shows=asked)
        await terminal.press("1", shows=("Tricks of Anna?", "Anna · 7 · Boris whists, Vera passes"))
        await terminal.press("6", shows=("Anna 7, Boris whists: 1 down", WAITING))
        assert on_disk(path).state.hands == 3
        await terminal.press("enter", shows=("Recorded: hand 4.", "Who plays?"))
        assert lines_on_disk(path)[-1] == "Anna 7 wp 6"
        assert on_disk(path).entries[-1].at is not None
        # Arrows bring back earlier lines.
        await enter(terminal, "anna 8h pp")
        await enter(terminal, "b 6s pp")
        await terminal.write("ver")
        await terminal.press("up", "up", shows="> anna 8h pp▏")
        await terminal.press("down", shows="> b 6s pp▏")
        await terminal.press("down", shows="> ver▏")
        await terminal.burst(*["up"] * 9, shows="> anna 7h wp 6▏")


async def test_only_entries_of_the_rules_are_offered(folder: Path) -> None:
    async with running(game_file(folder / "game.jsonl", half_whist=False, leave_without=0)) as terminal:
        await terminal.press("1", "6", shows=("Boris passes, Vera whists", "both pass"))
        assert "half" not in terminal.frame
        assert "concedes" not in terminal.frame


PREVIEWED: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "sochi": ({"leave_without": 3}, ("anna 6s ww 4 5 1", "boris 8n pp", "r 3 5 2", "anna 7h -3")),
    "leningrad": (
        {"preset": "leningrad", "players": 4, "misdeal_dump": 2},
        ("anna 9d ww 7 2 1", "r 2 5 3 0", "misdeal"),
    ),
}


@pytest.mark.parametrize("table", PREVIEWED)
async def test_the_preview_says_every_posting_in_words_and_whom_it_touches(folder: Path, table: str) -> None:
    options, lines = PREVIEWED[table]
    path = game_file(folder / "game.jsonl", **options)
    session = on_disk(path)
    before = GAME.results(session.state)
    async with running(path, size=ROOMY) as terminal:
        for line in lines:
            done = GAME.play(session.state, GAME.parse(session.state, line))
            assert done.postings
            await terminal.enter(line, shows=WAITING)
            for posting in done.postings:
                assert str(GAME.sentence(posting, session.players)) in terminal.flowing
            results = terminal.line("the change " if line == "misdeal" else "this hand ").split()[2:]
            for said, old, new in zip(results, before, GAME.results(done.state), strict=True):
                assert (said != "·") == (old != new)
            await terminal.press("escape", shows=f"> {line}")
            await terminal.press("escape", shows="Who plays?")
    assert on_disk(path).entries == ()


# --- typed lines ---------------------------------------------------------------------------------


WRONG = {
    "anna": "“anna”: is not a contract; write 6s to 10n, m for misère, or r and the tricks for raspasy",
    "anno 7h wp 6": "“anno”: no player has this name; did you mean Anna?",
    "anna 7h ww 5 3 1": "tricks",
    "инна 5п": "“инна”: no player has this name",
}

EDITED = {
    ("left", "left", "x"): "anna 7h x▏wp",
    ("home", "delete", "A"): "A▏nna 7h wp",
    ("ctrl+a", "right", "backspace", "ctrl+e", "6"): "nna 7h wp6▏",
    ("ctrl+w", "p", "p"): "anna 7h pp▏",
    ("ctrl+left", "left", "ctrl+u", "b"): "b▏ wp",
    ("ctrl+left", "ctrl+k"): "anna 7h ▏",
    ("shift+left", "shift+left", "p", "p"): "anna 7h pp▏",
}
"""Keys pressed in the line "anna 7h wp", and the line after them with its cursor."""


def with_cursor(terminal: Terminal) -> str:
    """Return the typed line with a bar at the cursor."""
    form = terminal.app.screen.query_one(EntryForm)
    [line] = [strip for strip in form.draw_lines() if strip.text.startswith("> ")]
    before = ""
    for said, style, _control in line:
        before += "▏" + said if style is not None and style.reverse else said
    return before.removeprefix("> ").rstrip()


async def test_answers_can_be_taken_back_before_writing(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        # Escape takes back one step at a time.
        for key in ("escape", "backspace"):
            await terminal.press("1", "7", "3", "5", "2", shows=WAITING)
            for asked in ("Tricks of Anna?", "Who whists?", "What does Anna play?", "Who plays?"):
                await terminal.press(key, shows=asked)
        # A wrong line is refused with a reason, and stays.
        for typed, said in WRONG.items():
            await terminal.enter(typed, shows=(f"> {typed}", said))
            assert WAITING not in terminal.flowing
            await terminal.press("backspace")
            assert terminal.app.screen.query_one(EntryForm).entry_input.reply == ""
            await terminal.press("escape", shows="Who plays?")
        # A typed line is edited like any field.
        for keys, edited in EDITED.items():
            await terminal.write("anna 7h wp")
            await terminal.burst(*keys)
            assert with_cursor(terminal) == edited, keys
            await terminal.press("escape")

        # The wrong word of a line is marked.
        def marked() -> list[str]:
            form = terminal.app.screen.query_one(EntryForm)
            return [
                said for strip in form.draw_lines() for said, style, _c in strip if style and style.underline
            ]

        await terminal.enter("anna 7h zz 6")
        assert marked() == ["zz"]
        await terminal.press("home")
        assert marked() == ["zz"]
        await terminal.press("delete")
        assert marked() == []
        await terminal.press("escape")
        # While a line is typed, its section comes first in the help.
        await terminal.press("f1", shows="The next hand")
        assert "A hand as a line" not in terminal.flowing
        await terminal.press("escape", "a", "f1", shows=("A hand as a line", "anna 7h wp 6"))
        await terminal.press("escape", shows="> a")
        await terminal.press("escape")
        # Help and settlement keep the pending hand.
        await terminal.write("anna 7h w")
        before = terminal.frame
        for visit in ("f1", "f5"):
            await terminal.press(visit)
            assert terminal.frame != before
            await terminal.press("escape")
            assert terminal.frame == before, visit
    assert on_disk(path).entries == ()


SO_FAR = (
    (" 7", "Boris 7 calls: write the calls of Vera, Anna after the contract"),
    ("h w", "Boris 7♥ “w”: needs one call for each of Vera, Anna"),
    ("p", "Boris 7♥, Vera whists tricks: how many tricks did Boris, Vera, Anna take?"),
    (" 6", "Boris 7♥, Vera whists: 1 down Enter checks the line, Esc discards it."),
    (" 3 3", "Boris 7♥, Vera whists: 1 down tricks: "),
)
"""Pieces of a line after "boris", and the hand and the sentence that are shown after each piece."""


async def test_the_words_of_a_line_are_read_while_it_is_typed(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 7")
    async with running(path) as terminal:
        await terminal.becomes_writer()
        form = terminal.app.screen.query_one(EntryForm)
        await terminal.write("boris", shows="Enter checks the line, Esc discards it. Examples: ")
        below = terminal.frame.splitlines()[-8:]
        for typed, said in SO_FAR:
            await terminal.write(typed, shows=said)
            assert "Examples:" not in terminal.flowing
            assert form.entry_input.reply == ""
            assert terminal.frame.splitlines()[-8:] == below
        # After Enter the reason is an error, and is not repeated.
        await terminal.press("enter", shows="Boris 7♥, Vera whists: 1 down Correct the line")
        assert terminal.flowing.count("tricks: ") == 1
        await terminal.press("escape")
        # An unknown player, and a line that is too long to be read for every key.
        await terminal.write("anno 7h", shows="“anno”: no player has this name; did you mean Anna?")
        await terminal.write(" x" * 50, shows="Enter checks the line, Esc discards it.")
        assert "no player has this name" not in terminal.flowing
        await terminal.press("escape")
        # A correction is read at its place.
        await terminal.press("tab", "f7", shows="Correcting hand 1")
        await terminal.write(
            "vera 8s", shows="Vera 8♠ calls: write the calls of Anna, Boris after the contract"
        )
    assert len(on_disk(path).entries) == 1


PASTED = "anna 7h wp 6\n\n  b 6s zz 5\r\nr 3 5 2\n"


async def test_pasted_lines_are_seen_one_after_the_other_before_each_is_written(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        # Pasted lines are previewed one after the other.
        terminal.app.post_message(Paste(PASTED))
        await terminal.shows("Anna 7♥, Boris whists: 1 down", WAITING, "2 more pasted lines follow.")
        assert on_disk(path).entries == ()
        await terminal.press("enter")
        await terminal.shows(
            "> b 6s zz 5", "“zz”: these letters are not calls", "1 more pasted line follows."
        )
        await terminal.press("left", "left", "backspace", "backspace", "p", "p", "delete", "delete", "enter")
        await terminal.shows("Boris 6♠, both pass", WAITING)
        await terminal.press("enter", shows=("raspasy: Anna 3, Boris 5, Vera 2", WAITING))
        await terminal.press("enter", shows="Who plays?")
        assert len(on_disk(path).entries) == 3
        # Escape leaves out the pasted lines that wait.
        terminal.app.post_message(Paste("anna 7h wp"))
        await terminal.shows("> anna 7h wp▏")
        await terminal.write(" 6")
        terminal.app.post_message(Paste("\nv 8h pp\nb 6s pp"))
        await terminal.shows("Anna 7♥, Boris whists: 1 down", WAITING, "2 more pasted lines follow.")
        await terminal.press("escape", shows="> anna 7h wp 6")
        await terminal.press("escape", "escape", shows=("2 pasted lines are left out.", "Who plays?"))


async def test_escape_passes_over_a_bad_pasted_line_and_twice_over_all(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    pasted = Paste("anna 7h zz 6\nboris 8s pp\nvera 6h pp")
    with override_language("ru"):
        async with running(path) as terminal:
            terminal.app.post_message(pasted)
            await terminal.shows("> anna 7h zz 6")
            await terminal.press("escape")
            await terminal.shows("«anna 7h zz 6» пропущено.", "Осталась ещё 1 строка.", "> boris 8s pp")
            await terminal.press("escape", shows="Пропущены 2 вставленные строки.")
            terminal.app.post_message(Paste(pasted.text))
            await terminal.shows("> anna 7h zz 6")
            await terminal.press("escape", "enter", "enter")
            await terminal.until(lambda: len(on_disk(path).entries) == 1, "the second line on the disk")


async def test_problems_name_players_and_not_fields_of_files(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", players=("Анна", "Борис", "Вера"), stalingrad=True)
    with override_language("ru"):
        async with running(path) as terminal:
            await terminal.enter("анна 6п пп", shows="Борис, Вера: ")
            assert "кто вистует" not in terminal.flowing
            await terminal.press("escape")
            for line in ("анна 7ч вп 6", "fyyf 7x dg 6"):
                await terminal.enter(line, "enter")
    assert lines_on_disk(path) == ["Анна 7h wp 6"] * 2


# --- writing -------------------------------------------------------------------------------------


async def test_nothing_is_called_written_before_the_disk_has_it(game: Path, slow_disk: SlowDisk) -> None:
    async with running(game) as terminal:
        before = figures(terminal)
        await terminal.write("anna 7h wp 6")
        await terminal.press_meanwhile("enter", "enter")
        await terminal.until(lambda: slow_disk.asked, "the entry to be on its way")
        await terminal.quiet()
        assert WRITTEN not in terminal.flowing
        assert figures(terminal) == before
        assert "2 Anna 7♥" not in terminal.flowing
        assert len(on_disk(game).entries) == 1
        slow_disk.go_on()
        await terminal.shows("Recorded: hand 2.", "2 Anna 7♥, Boris whists: 1 down")
        assert figures(terminal) != before
    assert len(on_disk(game).entries) == 2


async def test_a_full_disk_keeps_the_guided_entry_and_a_second_enter_writes_it(
    folder: Path, full_disk: list[str]
) -> None:
    path = game_file(folder / "game.jsonl", "boris 8n pp")
    full_disk.append("no space left")
    async with running(path) as terminal:
        before, bytes_before = figures(terminal), path.read_bytes()
        await terminal.press("1", "7", "1", "6", "enter")
        await terminal.shows("nothing was written: no space left", "Boris whists: 1 down", WAITING)
        assert figures(terminal) == before
        assert path.read_bytes() == bytes_before
        full_disk.clear()
        await terminal.press("enter", shows="Recorded: hand 2.")
    assert len(on_disk(path).entries) == 2


# --- undo and redo -------------------------------------------------------------------------------


def stands(terminal: Terminal, expected: list[list[str]]) -> bool:
    return figures(terminal) == expected


async def test_suits_are_asked_for_until_switched_off(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await terminal.becomes_writer()
        await terminal.press("1", "7", shows="Who whists?")
        await terminal.press("escape", "escape", "ctrl+t", shows="The program will ask for the trump suit.")
        await terminal.press("1", "7", shows="♥")
        assert "Who whists?" not in terminal.flowing
    async with running(path) as terminal:
        await terminal.shows("left unfinished", "♥")
        await terminal.press("ctrl+t", shows=("The program will not ask for the trump suit.", "Who whists?"))


async def test_undo_says_what_counts_again(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with running(path, size=ROOMY) as terminal:
        # Entries that do not count are listed on request, with their struck totals on the sheet.
        await terminal.press("f3", shows="Undone: Anna 7♥, Boris whists: 1 down")
        assert "— void" not in terminal.flowing
        assert "[4]" not in terminal.flowing
        await terminal.press("ctrl+f", shows=("– Anna 7♥, Boris whists: 1 down — void", "dump [4]"))
        assert "does not count" not in terminal.flowing
        await terminal.press("f4", shows="Redone: Anna 7♥, Boris whists: 1 down")
        assert "— void" not in terminal.frame
        await terminal.press("ctrl+f")
        # Redoing a correction names the hand as it counts now.
        await terminal.press("tab", "home", "f7", "5", "enter", shows="Corrected: ")
        await terminal.press(
            "f3", shows="Undone: the correction of hand 1 (back to Anna 7♥, Boris whists: 1 down)"
        )
        await terminal.press("f4", shows="Redone: hand 1 is corrected: Anna 7♥, Boris whists: 2 down")
        await terminal.press("f3", shows="Undone: the correction of hand 1")
        # Undo takes back the void of a hand, also of the newest one.
        await enter(terminal, "boris m 0")
        before = on_disk(path).state.sheet
        for hand in (1, 2):
            await terminal.press("tab", "home", *["down"] * (hand - 1), "f8", "enter")
            await terminal.shows(f"Hand {hand} does not count")
            await terminal.press("f3", shows=f"Undone: hand {hand} counts again")
            assert on_disk(path).state.sheet == before
            await terminal.press("f4", shows=f"hand {hand} does not count")
            await terminal.press("f3")
        await terminal.press("f3", shows="Undone: Boris misère: made")
        await terminal.press("ctrl+f", "tab", "end", shows="F8 counts it again, F9 adds")
        await terminal.press("f8", "enter", shows="Hand 2 counts again")
        await terminal.press("f3", shows="Undone: Boris misère: made")
        assert on_disk(path).state.hands == 1


# --- the end -------------------------------------------------------------------------------------


async def test_a_game_that_is_over_asks_for_no_hand(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", end="hands", hands=1)
    async with running(path) as terminal:
        await enter(terminal, "anna 7h wp 7")
        await terminal.shows("The game is over. F5 shows the settlement.")
        content = path.read_bytes()
        await terminal.press("1", "enter", "enter")
        await terminal.enter("anna 7h wp 6", "enter")
        assert "Who plays?" not in terminal.flowing
        assert WAITING not in terminal.flowing
        assert path.read_bytes() == content
        await terminal.press("f3", shows="Who plays?")


async def test_f2_twice_ends_the_game_with_results_and_a_seal_that_verify(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris m 0")
    before, results = (
        path.read_bytes(),
        dict(zip(("Anna", "Boris", "Vera"), settle_session(on_disk(path)).whole, strict=True)),
    )
    async with running(path) as terminal:
        await terminal.press("f5", "f2", shows="Press F2 again to record it")
        assert path.read_bytes() == before
        await terminal.press("f2", shows="The game has ended; the results are recorded.")
        await terminal.press("f2", shows="The game has ended")
        await terminal.press("escape", shows=("The game is over.", "By agreement, "))
        await terminal.press("f4", shows="Nothing to redo.")
    *_, last = path.read_bytes().splitlines()
    end = json.loads(last)
    assert path.read_bytes().startswith(before)
    assert (end["kind"], end["n"], end["reason"], end["results"]) == ("end", 3, "agreed", results)
    assert end["seal"] == hashlib.sha256(before).hexdigest()
    assert on_disk(path).state.ended == "agreed"


# --- damaged files -------------------------------------------------------------------------------


async def test_a_damaged_file_is_only_read_and_says_why(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris m 0", "r 3 5 2")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(content := b"".join([*lines[:2], *lines[3:]]))
    async with running(path) as terminal:
        await terminal.shows("the file is damaged and can only be read:", "entry 3 is in the place of")
        await terminal.enter("anna 7h wp 6", "enter")
        await terminal.shows("nothing can be added to a damaged file; run prefcount audit on it")
        await terminal.press("escape", "f3", "f3", shows="nothing can be added to a damaged file")
        await terminal.press("f5", "f2", "f2", shows="nothing can be added to a damaged file")
    assert path.read_bytes() == content


async def test_a_torn_last_line_is_warned_about_and_kept_beside_when_the_game_goes_on(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris m 0")
    whole = path.read_bytes()
    torn = b'{"kind":"raspasy","n":3,"tri'
    path.write_bytes(whole + torn)
    async with running(path) as terminal:
        await terminal.shows("the last line, entry 3, is cut off; it does not count")
        assert path.read_bytes() == whole + torn
        await enter(terminal, "r 3 5 2")
    assert path.read_bytes().startswith(whole)
    assert [entry.kind for entry in on_disk(path).entries] == ["game", "misere", "raspasy"]
    [beside] = [each for each in folder.iterdir() if each != path]
    assert beside.read_bytes() == torn


async def test_a_hand_is_entered_with_the_mouse(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        for answer in ("2 Boris", " 8 ", "4 both pass"):
            await terminal.click_on(answer, EntryForm)
        await terminal.shows("Boris 8, both pass", WAITING)
        await terminal.click_on("Enter records", EntryForm, shows="Recorded: hand 1.")
        for answer in ("1 Anna", "1 misère", " 2 "):
            await terminal.click_on(answer, EntryForm)
        assert len(on_disk(path).entries) == 1
        for times in (1, 2, 3):
            await terminal.click_on(" 2 ", EntryForm, times)
        assert len(on_disk(path).entries) == 1
        await terminal.shows("Anna misère: caught, 2 tricks", WAITING)
        await terminal.click_on("Enter records", EntryForm, shows="Recorded: hand 2.")
    assert lines_on_disk(path) == ["Boris 8 pp", "Anna m 2"]


async def test_hands_and_keys_in_the_footer_can_be_clicked(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris m 0", "vera 8s pp")
    async with running(path) as terminal:
        await terminal.click_on("2 Boris misère", EntryForm, shows="F7 correct")
        assert terminal.app.screen.query_one(HandList).marked == 2
        await terminal.click_on("1 Anna", HandList, times=2, shows=("Correcting hand 1", "Tricks of Anna?"))
        await terminal.drop_all()
        await terminal.click_on("F3 undo", KeyFooter, shows="Undone: Vera 8♠, both pass")
        await terminal.click_on("settle", KeyFooter, shows="If the game ended now:")


async def test_the_price_is_corrected_at_the_table(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", stake="0.10", currency="EUR")
    async with running(path) as terminal:
        await terminal.press("9", "9", shows="the price is wrong or missing")
        await terminal.press("4", shows=("Price per whist, e.g. 0.10 EUR or none", "> 0.10 EUR"))
        await terminal.enter("x", shows="Write the price as a number and a currency")
        await terminal.press("ctrl+u")
        await terminal.enter("0.25", "enter", shows="Recorded: Price per whist: €0.25")
        await terminal.press("9", "9", "4", shows="> 0.25 EUR")
    assert on_disk(path).price == Price(Decimal("0.25"), "EUR")


async def test_a_click_on_a_figure_explains_it(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris m 0", "boris 8s pp")
    async with running(path) as terminal:
        for size in (NORMAL, ROOMY):
            await terminal.resize(*size)
            await terminal.click_on("16", Sheet, shows="type a figure or use arrows")
            assert terminal.app.screen.query_one(Sheet).cursor is not None, size
            await terminal.press("escape")


HANDS = ("anna 7h wp 6", "boris 6s ww 5 3 2", "r 1 4 3 2", "gleb m 0")


async def test_five_players_play_a_game(folder: Path) -> None:
    async with running(game_file(folder / "five.jsonl", *HANDS, players=5)) as terminal:
        # The dealer holds no cards, so the rest of the tricks are theirs.
        await terminal.shows("Gleb deals · Elena leads · Vera sits out")
        # The tricks are not asked from the leader on, so the leader is not named meanwhile.
        await terminal.press(
            "0",
            shows=(
                "Gleb deals · Vera sits out",
                "Tricks in this order: Anna ? · Boris · Elena · Gleb (dealer)",
            ),
        )
        await terminal.press("4", shows="Tricks in this order: Anna 4 · Boris ? · Elena · Gleb (dealer)")
        await terminal.press("3", shows=("Anna 4 · Boris 3 · Elena ? · Gleb (dealer)", "1 2 3"))
        await terminal.press("2", shows="Gleb: raspasy, one trick")
        await terminal.drop_all()
        order = (
            "Raspasy: type the tricks of Anna, Boris, Elena, in this order. "
            "You may also add those of the dealer, Gleb"
        )
        await terminal.press("r", shows=order)
        await terminal.press("f1", shows=order)
        await terminal.press("escape", *" 4 3 2", "enter", shows="Gleb: raspasy, one trick")
        await terminal.drop_all()
        # Elena dealt first, so Gleb deals now; Vera sits out, too.
        await terminal.shows("Who plays?", "5 Elena", "1 Anna", "2 Boris")
        await terminal.press("3", shows="Vera rests and does not play.")
        await terminal.press("escape", "4", shows="Gleb deals and does not play.")
        await terminal.press("escape", "f5", shows=("If the game ended now", "Elena"))
        await terminal.press("escape", "9", "9", shows=("Who leaves?", "5 Elena"))
        await terminal.press(
            "5", shows=("Elena leaves", "no result changes", "because these points become whists")
        )
        await terminal.press("enter", shows="Recorded: Elena leaves")
        await terminal.press("f3", shows="5 Elena")
        await terminal.drop_all()
        # The others keep their digits when Boris leaves, and nothing offers his.
        await terminal.press(
            "9", "9", "2", "enter", shows=("Recorded: Boris leaves", "5 Elena", "1 Anna", "3 Vera")
        )
        await terminal.press("2", shows="Boris left after hand 4. Press Esc, then choose another answer.")
        await terminal.press("escape", "v", shows=("vera m 0", "anna 6s"))
        assert not re.search(r"boris [m67]", terminal.flowing)
        for line in ("boris m 0", "bor 7h wp 6", "#2 7h wp 6"):
            await terminal.press("ctrl+u")
            await terminal.enter(line, shows="Boris left after hand 4")
        await terminal.press("ctrl+u")
        await terminal.enter("#5 7h wp 6", shows="Elena 7♥, Anna whists: 1 down")
        await terminal.drop_all()
        await terminal.press("f3", shows="2 Boris")
        # The sheet is next to the questions only if it is drawn, because a table needs the whole width.
        for columns, beside in ((119, False), (120, True)):
            await terminal.resize(columns, 30)
            await terminal.shows("Vera sits out", "1 Anna")
            assert ("┌─" in terminal.frame) == beside
            sheet = terminal.app.screen.query_one(Sheet).region
            side = terminal.app.screen.query_one("#side").region
            assert (sheet.right <= side.x) == beside
            assert sheet.height == (side.height if beside else 6)


async def test_the_hand_that_fills_a_pool_ends_a_leg_of_races(folder: Path) -> None:
    path = game_file(folder / "leg.jsonl", "boris m 0", players=4, preset="races", target=12)
    async with running(path, size=(120, 40)) as terminal:
        await terminal.shows("largest pool 10/12")
        await terminal.press(*"boris 6s wp 6", "enter", "enter", shows="The game is over.")
        assert "a–z" not in terminal.frame.splitlines()[-1]
        await terminal.press("f5", "3", "pagedown", "pagedown", shows="Prize for the first full pool")
