"""Looking back: why a figure stands there, and hands corrected, voided, or put in."""

import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from prefcount.base.i18n import speaking
from prefcount.entries.common import Void
from prefcount.tui.table.entry_form import EntryForm
from prefcount.tui.table.hand_list import HandList
from tests.helpers import entry
from tests.session.test_bounds_of_figures import adjust
from tests.store.files import by_hand
from tests.tui.game_files import game_file, on_disk
from tests.tui.terminal import ROOMY, Terminal, running
from tests.waiting import until

HANDS = ("anna 7h wp 6", "boris m 0", "r 3 5 2")


@pytest.fixture
def game(folder: Path) -> Path:
    """A game of three hands."""
    return game_file(folder / "game.jsonl", *HANDS)


async def written(terminal: Terminal, number: int) -> None:
    """Write what is previewed."""
    await terminal.shows("Enter records it, Esc goes back")
    await terminal.press("enter")
    await terminal.shows("Who plays?")
    assert re.search(r"(Recorded|Corrected): ", terminal.flowing)
    assert terminal.open_session.session.next_number == number + 1


async def test_the_list_of_hands_says_why_posting_by_posting(game: Path) -> None:
    content = game.read_bytes()
    async with running(game, size=ROOMY) as terminal:
        await terminal.press("tab")
        await terminal.shows(
            "hand 3: raspasy: Anna 3, Boris 5, Vera 2",
            "Anna: raspasy, 3 tricks × 1",
            "Vera: raspasy, 2 tricks × 1",
        )
        await terminal.press("up")
        await terminal.shows("hand 2: Boris misère: made", "Boris: misère made, 10 in the pool")
        await terminal.press("up")
        await terminal.shows(
            "hand 1: Anna 7♥, Boris whists: 1 down",
            "Anna: one down on 7♥, 4 in the dump",
            "Boris: whist, 4 tricks × 4 = 16 on Anna",
            "Boris: consolation, one undertrick, 4 on Anna",
            "Vera: consolation, one undertrick, 4 on Anna",
        )
        await terminal.press("escape")
        await terminal.shows("Who plays?")
    assert game.read_bytes() == content


async def test_undo_with_a_correction_open_drops_that_and_says_what_it_would_undo(game: Path) -> None:
    """The newest hand is not what somebody thinks of who corrects another one."""
    before = on_disk(game).entries
    offered = "F3 не надо"
    with speaking("ru"):
        async with running(game) as terminal:
            await terminal.press("tab", "up", "f7")
            await terminal.shows(offered)
            await terminal.press("f3")
            await terminal.shows(
                "Убрано: «Исправляем раздачу 2»; ничего не изменилось.", "Ещё раз F3 — отменить: р 3 5 2"
            )
            assert offered not in terminal.flowing
            assert on_disk(game).entries == before
            await terminal.press("f3")
            await until(terminal.pilot, lambda: len(on_disk(game).entries) == len(before) + 1, "the undo")
    undone = on_disk(game).entries[-1]
    assert isinstance(undone, Void)
    assert undone.entry == 3


async def test_a_window_that_becomes_wider_tells_the_hands_in_words(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where lines were drawn before the list was told of its size, as every terminal does."""
    monkeypatch.setattr("tests.tui.terminal.brisk", nullcontext)
    async with running(game, size=(60, 20)) as terminal:
        await terminal.press("tab")
        for size, said in (((60, 20), "7h wp 6"), ((80, 24), "7♥, Boris whists: 1 down")):
            await terminal.resize(*size)
            assert said in terminal.app.export_screenshot().replace("&#160;", " ")


@pytest.mark.parametrize("keys", [("f8",), ("f9", "tab")])
async def test_undo_and_redo_drop_whatever_was_begun_in_the_list(game: Path, keys: tuple[str, ...]) -> None:
    """Also from the list; the hand that was being entered is there again."""
    async with running(game) as terminal:
        for key, further in (("f3", "F3 once more undoes: r 3 5 2"), ("f4", "nothing has changed. ")):
            await terminal.press("1", "7", "tab", "up", *keys, key)
            await terminal.shows("Dropped: “", further, "Who whists?")
            await terminal.press("escape", "escape")
    assert len(on_disk(game).entries) == len(HANDS)


async def test_a_hand_entered_at_the_table_is_corrected_by_its_questions(game: Path) -> None:
    """As every evening: entered by keys, so with the time at which that was."""
    async with running(game) as terminal:
        await terminal.becomes_writer()
        await terminal.press(*"1718")
        await written(terminal, 4)
        assert on_disk(game).entries[-1].at is not None
        await terminal.press("tab", "f7")
        await terminal.shows("Correcting hand 4", "Tricks of Anna?", "old hand: Anna 7 wp 8")
        assert "> " not in terminal.flowing


async def test_corrections_and_claims_say_what_matters_in_a_narrow_list(folder: Path) -> None:
    """At 60 columns there are some thirty for a hand, and the whole line for what has no figures."""
    claim = entry("check", columns={"Anna": {"pool": 0}, "Boris": {"pool": 10}})
    path = game_file(folder / "game.jsonl", *HANDS, claim)
    async with running(path, size=(60, 20)) as terminal:
        await terminal.press("tab", "home", "f7", "8")
        await written(terminal, 5)
        await terminal.press("tab", "home")
        await terminal.shows("1 Anna 7h wp 8 — corrected")
        await terminal.press("end")
        await terminal.shows("figures claimed: Anna, Boris")


@pytest.mark.parametrize("columns", [76, 80, 90])
async def test_the_list_tells_hands_as_the_form_below_does(folder: Path, columns: int) -> None:
    """In words or in short, whether a list has the keys, and whether it has a bar to scroll."""
    players = ("Dora", "Emil", "Fritz", "Gerald")
    round_ = [f"{name.lower()} 6s wp 6" for name in (*players[1:], players[0])]
    for rounds in (1, 4):
        path = game_file(folder / f"{rounds}.jsonl", *round_ * rounds, players=players)
        async with running(path, size=(columns, 24)) as terminal:
            below = terminal.line(f"{4 * rounds} Dora")
            await terminal.press("tab")
            await terminal.shows("F7 correct")
            assert terminal.line(f"{4 * rounds} Dora") == below


async def test_ctrl_u_clears_the_line(game: Path) -> None:
    """Of a correction and of a new hand; typing goes on in the empty line."""
    async with running(game) as terminal:
        await terminal.press("tab", "home", "f7")
        await terminal.write("boris 6")
        await terminal.press("ctrl+u")
        await terminal.shows("> ▏")
        await terminal.write("r 3 5 2")
        await terminal.press("enter")
        await written(terminal, 4)
        await terminal.write("boris 9")
        await terminal.press("ctrl+u")
        await terminal.write("v m 0")
        await terminal.shows("> v m 0▏")
    amended = on_disk(game).replay.step(1)
    assert amended.entry is not None
    assert amended.entry.kind == "raspasy"


async def test_a_wrong_correction_says_why_and_writes_nothing(game: Path) -> None:
    async with running(game) as terminal:
        await terminal.press("tab", "home", "f7")
        await terminal.write("anna 7h wp 11")
        await terminal.press("enter")
        await terminal.shows("> anna 7h wp 11")
        assert "Enter records" not in terminal.flowing
        await terminal.press(*["escape"] * 6)
        await terminal.shows("Who plays?")
    assert len(on_disk(game).entries) == 3


async def test_escape_leaves_everything_as_it_was(game: Path) -> None:
    """Whatever was begun in the list, no hand is asked for in between; in an empty game nothing is begun."""
    content = game.read_bytes()
    async with running(game) as terminal:
        before = terminal.frame
        for key in ("f7", "f8", "f9"):
            await terminal.press("tab", key, "escape")
            assert key == "f9" or "Who plays?" not in terminal.flowing
            while terminal.frame != before:
                await terminal.press("escape")
                assert "Enter continue" not in terminal.flowing
    assert game.read_bytes() == content
    empty = game_file(game.with_name("empty.jsonl"))
    async with running(empty) as terminal:
        for keys in (("tab", "f7"), ("tab", "f8"), ("tab", "f9"), ("tab", "tab", "enter", "left", "up")):
            await terminal.press(*keys, "escape")
            await terminal.shows("Who plays?")
    assert on_disk(empty).entries == ()


EVERYTHING = (
    "anna 7h wp 6",
    entry("misdeal"),
    entry("talon_thrown"),
    entry("adjust", player="Anna", column="whists", on="Boris", amount="5/2", reason="agreed"),
    entry("join", player="Gleb", replaces="Vera"),
    entry("sheet", columns={"Anna": {"pool": "2.6.12"}}),
    entry("check", columns={"Boris": {"pool": 0}}),
    entry("note", text="tea"),
    entry("rules", set={"style": "gentleman"}),
    entry("void", entry=1),
    entry("amend", entry=2, **{"with": {"kind": "raspasy", "tricks": {"Anna": 3, "Boris": 5, "Vera": 2}}}),
)


async def test_every_kind_of_entry_can_be_looked_at(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", *EVERYTHING)
    async with running(path, size=ROOMY) as terminal:
        await terminal.press("ctrl+f", "tab", "end")
        steps = [step for step in on_disk(path).replay.steps if not isinstance(step.effective.written, Void)]
        for step in reversed(steps):
            assert terminal.app.screen.query_one(HandList).marked == step.n
            await terminal.press("f7", "escape")
            while "F7 correct" not in terminal.flowing:
                await terminal.press("escape")
                assert "Enter continue" not in terminal.flowing
            await terminal.press("up")
    assert len(on_disk(path).entries) == len(EVERYTHING)


async def test_figures_that_no_sheet_holds_are_told_and_the_game_goes_on(folder: Path) -> None:
    """The file of an older program is shown, says why they do not count, is settled, and takes a hand."""
    path = by_hand(folder / "game.jsonl", *(adjust(f"1/{9_999_991 - 2 * n}") for n in range(700)))
    async with running(path, size=ROOMY) as terminal:
        await terminal.press("tab")
        await terminal.shows("the largest denominator allowed is 1,000")
        await terminal.press("escape", "f5")
        await terminal.shows("Not counted: entry 1, entry 2, entry 3", "entry 9 and 691 more")
        await terminal.press("escape", *"anna 7h wp 6", "enter")
        await written(terminal, 701)
    assert on_disk(path).state.hands == 1


async def test_a_misspelled_name_is_corrected_from_the_form(game: Path) -> None:
    """It is right for the whole game then; one that somebody else has is refused, and undo gives it back."""
    async with running(game) as terminal:
        await terminal.press("f7")
        await terminal.shows("A misspelled name", "Whose name is misspelled?")
        await terminal.press("2")
        await terminal.shows("What is right instead of Boris?")
        await terminal.press(*"Vera", "enter")
        await terminal.shows("Vera is, or was,")
        await terminal.press("enter")
        assert on_disk(game).next_number == 4
        await terminal.press("escape")
        await terminal.shows("What is right instead of Boris?")
        await terminal.press(*"Borya", "enter")
        await written(terminal, 4)
        assert on_disk(game).players == ("Anna", "Borya", "Vera")
        await terminal.press("f3")
        await terminal.shows("Undone: Boris is spelled Borya")
    assert on_disk(game).players == ("Anna", "Boris", "Vera")


async def test_f7_drops_no_correction_that_is_begun(game: Path) -> None:
    """In the list it corrects a hand; pressed once more there it is no question about names."""
    async with running(game) as terminal:
        await terminal.press("tab", "up", "f7", "escape")
        entered = terminal.app.screen.query_one(EntryForm).entered
        before = terminal.open_session.session, entered.draft
        await terminal.press("f7")
        await terminal.shows("Finish this first; F3 drops it.")
        assert (terminal.open_session.session, entered.draft) == before
        await terminal.press("f3", "f7")
        await terminal.shows("Whose name is misspelled?")


@pytest.mark.parametrize("key", ["enter", "f3"])
async def test_a_correction_that_is_begun_waits_for_new_rules(game: Path, key: str) -> None:
    """Whether they are recorded or given up; behind it waits the hand that was half entered before."""
    async with running(game) as terminal:
        await terminal.press("1")
        await terminal.shows("1 misère")
        await terminal.press("tab", "up", "f7", "escape")
        entered = terminal.app.screen.query_one(EntryForm).entered
        answers = entered.draft.answers
        assert answers
        await terminal.press("ctrl+r")
        await terminal.shows("Rules of this game")
        await terminal.press(*"style", "right", "f2")
        await terminal.shows("New rules from the next hand")
        await terminal.press(key)
        await terminal.shows("Correcting hand")
        assert entered.draft.answers == answers
        await terminal.press("f3")
        await terminal.shows("1 misère")
    assert len(on_disk(game).entries) == (4 if key == "enter" else 3)


async def test_a_name_is_left_as_it_is_where_its_correction_was_begun(game: Path) -> None:
    """What was half entered is there again, and the cursor on the sheet stays there."""
    async with running(game, size=ROOMY) as terminal:
        await terminal.press("1")
        await terminal.shows("1 misère")
        await terminal.press("f7")
        await terminal.shows("Whose name is misspelled?")
        await terminal.press("escape")
        await terminal.shows("1 misère")
        await terminal.press("tab", "tab")
        await terminal.shows("Enter shows the hand")
        await terminal.press("f7")
        await terminal.shows("Whose name is misspelled?")
        await terminal.press("escape")
        await terminal.shows("Enter shows the hand")
    assert on_disk(game).next_number == 4
