"""Looking back: explanations, corrections, voids and insertions."""

import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from prefcount.base.i18n import override_language
from prefcount.entries.models import Void
from prefcount.tui.table.entry_form import EntryForm
from prefcount.tui.table.hand_list import HandList
from tests.helpers import entry
from tests.session.test_bounds_of_figures import adjust
from tests.store.files import by_hand
from tests.tui.game_files import game_file, on_disk
from tests.tui.terminal import NORMAL, ROOMY, WAITING, Terminal, running

HANDS = ("anna 7h wp 6", "boris m 0", "r 3 5 2")


@pytest.fixture
def game(folder: Path) -> Path:
    return game_file(folder / "game.jsonl", *HANDS)


async def written(terminal: Terminal, number: int) -> None:
    await terminal.shows(WAITING)
    await terminal.press("enter", shows="Who plays?")
    assert re.search(r"(Recorded|Corrected): ", terminal.flowing)
    assert terminal.open_session.session.next_number == number + 1


async def test_looking_back_changes_nothing(game: Path) -> None:
    content = game.read_bytes()
    async with running(game, size=ROOMY) as terminal:
        # The list of hands explains every posting.
        await terminal.press("tab")
        await terminal.shows(
            "hand 3: raspasy: Anna 3, Boris 5, Vera 2",
            "Anna: raspasy, 3 tricks × 1",
            "Vera: raspasy, 2 tricks × 1",
        )
        await terminal.press("up", shows=("hand 2: Boris misère: made", "Boris: misère made, 10 in the pool"))
        await terminal.press("up")
        await terminal.shows(
            "hand 1: Anna 7♥, Boris whists: 1 down",
            "Anna: one down on 7♥, 4 in the dump",
            "Boris: whist, 4 tricks × 4 = 16 on Anna",
            "Boris: consolation, one undertrick, 4 on Anna",
            "Vera: consolation, one undertrick, 4 on Anna",
        )
        await terminal.press("escape", shows="Who plays?")
        assert game.read_bytes() == content
        # Escape returns from correcting a name to where it was begun, and keeps the pending hand.
        await terminal.press("1", shows="1 misère")
        await terminal.press("f7", shows="Whose name is misspelled?")
        await terminal.press("escape", shows="1 misère")
        await terminal.press("tab", "tab", shows="type a figure or use arrows")
        # On the sheet F7 takes the player in whose row the cursor is.
        await terminal.press("f7", shows="What is the right spelling of Anna?")
        await terminal.press("escape", shows="Whose name is misspelled?")
        # A new name that is typed too early is not taken for a hand.
        await terminal.enter("Zoya", shows="First choose whose name is misspelled (digit), then type")
        assert "no player has this name" not in terminal.flowing
        await terminal.press("escape", "escape", shows="type a figure or use arrows")
        assert on_disk(game).next_number == 4


async def test_a_hand_says_what_the_results_were_after_it(folder: Path) -> None:
    """Hand 2 cost Anna 33⅓, although it wrote nothing on her."""
    game = game_file(folder / "game.jsonl", *HANDS, *["anna 6s pp"] * 20, target=100)
    said = {
        "en": "after it: Anna −84 (−33⅓), Boris +100 (+66⅔), Vera −16 (−33⅓)",
        "ru": "стало: Anna −84 (−33⅓), Boris +100 (+66⅔), Vera −16 (−33⅓)",
    }
    for language, after in said.items():
        with override_language(language):
            async with running(game, size=(60, 20)) as terminal:
                await terminal.press("tab", "home", "down", shows=after)
                for size in (NORMAL, (120, 40)):
                    await terminal.resize(*size)
                    await terminal.shows(after)


async def test_pages_scroll_a_long_explanation_before_they_move_in_the_list(folder: Path) -> None:
    game = game_file(folder / "game.jsonl", "anna 6s pp", "anna 7h wp 6", *["boris 6s pp"] * 20, target=100)
    async with running(game, size=(60, 20)) as terminal:
        hands = terminal.app.screen.query_one(HandList)
        await terminal.press("tab", "home", "down", shows="hand 2: Anna 7♥, Boris whists: 1 down")
        assert "after it: " not in terminal.flowing
        await terminal.press("pagedown", shows="after it: Anna −37⅓ (−50⅔)")
        assert hands.marked == 2
        await terminal.press("pageup", shows="hand 2: Anna 7♥")
        assert hands.marked == 2
        await terminal.press("pagedown", "pagedown", shows="hand 12: Boris 6♠, both pass")
        assert hands.marked == 12
        await terminal.press("pageup", shows="hand 2: Anna 7♥")


async def test_undo_with_a_correction_open_drops_that_and_says_what_it_would_undo(game: Path) -> None:
    before = on_disk(game).entries
    offered = "F3 бросить"
    with override_language("ru"):
        async with running(game) as terminal:
            await terminal.press("tab", "up", "f7", shows=offered)
            await terminal.press("f3")
            await terminal.shows(
                "Убрано: «Исправляем раздачу 2»; ничего не изменилось.", "Ещё раз F3 — отменить: распасы: "
            )
            assert offered not in terminal.flowing
            assert on_disk(game).entries == before
            await terminal.press("f3")
            await terminal.until(lambda: len(on_disk(game).entries) == len(before) + 1, "the undo")
    undone = on_disk(game).entries[-1]
    assert isinstance(undone, Void)
    assert undone.entry == 3


async def test_undo_first_drops_a_wrong_digit_and_asks_while_a_hand_is_entered(game: Path) -> None:
    async with running(game) as terminal:
        await terminal.becomes_writer()
        for keys, kept in (("4", "Who plays?"), ("1", "1 misère"), ("1714", "Tricks of Anna?"), ("x", "> x")):
            await terminal.press(*keys)
            await terminal.press("f3", shows=("Press F3 again to undo: raspasy:", kept))
            assert "Press Esc, then choose another answer" not in terminal.flowing
            assert len(on_disk(game).entries) == len(HANDS)
            await terminal.drop_all()
        # Keys typed in between are not the second F3, and stay when the hand is undone.
        await terminal.press("1", "f3", "7", "f3", shows=("Press F3 again to undo: raspasy:", "Who whists?"))
        await terminal.press("f3", shows=("Undone: raspasy: Anna 3", "Who whists?"))


async def test_hands_are_in_words_unless_the_list_is_very_narrow(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.tui.terminal.brisk", nullcontext)
    game = game_file(folder / "game.jsonl", *HANDS, "anna 7d wh 5")
    async with running(game, size=(60, 19)) as terminal:
        await terminal.press("tab")
        for size, said in (
            ((60, 19), "7h wp 6"),
            ((60, 20), "7♥, Boris whists: 1 down"),
            ((80, 24), "7♥, Boris whists: 1 down"),
            ((100, 30), "7♥, Boris whists: 1 down"),
            ((120, 40), "7♥, Boris whists: 1 down"),
        ):
            await terminal.resize(*size)
            await terminal.press("home")
            assert said in terminal.app.export_screenshot().replace("&#160;", " "), size
        # The figures of a hand too long for one line are below it.
        await terminal.press("end", shows="4 Anna 7♦, Vera half, then Boris whists: 2 down")
        lines = terminal.frame.splitlines()
        hand = next(index for index, line in enumerate(lines) if " 4 Anna 7♦" in line)
        assert [bool(re.search(r"[+−]\d", line)) for line in lines[hand : hand + 2]] == [False, True]


async def test_names_are_shortened_next_to_the_sheet_so_that_a_hand_has_one_line(folder: Path) -> None:
    hands = ("mikhail 8c wp 7", "natasha 6d ww 8 1 1", "r 4 5 1")
    game = game_file(folder / "game.jsonl", *hands, players=("Leonid", "Mikhail", "Natasha"))
    with override_language("ru"):
        async with running(game, size=(120, 40)) as terminal:
            for line, figures in (
                ("1 Mikh. 8♣, Nat. вистует: без одной", True),
                ("2 Natasha 6♦, вистуют оба: сыграно", False),
                ("3 распасы: Leon. 4, Mikh. 5, Nat. 1", True),
            ):
                await terminal.shows(line)
                assert bool(re.search(f"{re.escape(line)} .*[+−][0-9]", terminal.frame)) == figures, line


async def test_corrections_and_claims_say_what_matters_in_a_narrow_list(folder: Path) -> None:
    claim = entry("check", columns={"Anna": {"pool": 0}, "Boris": {"pool": 10}})
    async with running(game_file(folder / "game.jsonl", *HANDS, claim), size=(60, 20)) as terminal:
        await terminal.press("tab", "home", "f7", "8")
        await written(terminal, 5)
        await terminal.press("tab", "home", shows="1 Anna 7♥, Boris whists: made, 1 over — corrected")
        await terminal.press("end", shows="paper figures of Anna, Boris, kept to compare with the game")


async def test_list_and_form_show_hands_the_same_way(folder: Path) -> None:
    players = ("Dora", "Emil", "Fritz", "Gerald")
    round_ = [f"{name.lower()} 6s wp 6" for name in (*players[1:], players[0])]
    for rounds in (1, 4):
        path = game_file(folder / f"{rounds}.jsonl", *round_ * rounds, players=players)
        async with running(path) as terminal:
            for columns in (76, 80, 90):
                await terminal.resize(columns, 24)
                below = terminal.line(f"{4 * rounds} Dora")
                await terminal.press("tab", shows="F7 correct")
                assert terminal.line(f"{4 * rounds} Dora") == below, columns
                await terminal.press("escape")


async def test_a_correction_is_dropped_finished_or_kept(game: Path) -> None:
    async with running(game) as terminal:
        # A wrong correction is refused with a reason.
        await terminal.press("tab", "home", "f7")
        await terminal.enter("anna 7h wp 11", shows="> anna 7h wp 11")
        assert "Enter records" not in terminal.flowing
        await terminal.press(*["escape"] * 6, shows="Who plays?")
        assert len(on_disk(game).entries) == 3
        # Undo and redo cancel an open correction, and the pending hand returns.
        for keys, key, further in (
            (("f8",), "f3", "Press F3 again to undo: raspasy: "),
            (("f9", "tab"), "f4", "Nothing has changed. "),
        ):
            await terminal.press("1", "7", "tab", "up", *keys, key)
            await terminal.shows("Cancelled: “", further, "Who whists?")
            await terminal.press("escape", "escape")
        assert len(on_disk(game).entries) == len(HANDS)
        # A hand entered by keys, with its time, is corrected by its questions.
        await terminal.becomes_writer()
        await terminal.press(*"1718")
        await written(terminal, 4)
        assert on_disk(game).entries[-1].at is not None
        await terminal.press("tab", "f7")
        await terminal.shows(
            "Correcting hand 4", "Tricks of Anna?", "old hand: Anna 7, Boris whists: made, 1 over"
        )
        assert "> " not in terminal.flowing
        await terminal.drop_all()
        # F7 does not cancel an open correction.
        await terminal.press("tab", "up", "f7", "escape")
        entry_input = terminal.app.screen.query_one(EntryForm).entry_input
        before = terminal.open_session.session, entry_input.draft
        await terminal.press("f7", shows="Finish what you have begun first, or cancel it with F3.")
        assert (terminal.open_session.session, entry_input.draft) == before
        await terminal.press("f3", "f7", shows=("A misspelled name", "Whose name is misspelled?"))
        # A misspelled name is corrected for the whole game; another player's name is refused.
        await terminal.press("2", shows=("What is the right spelling of Boris?", "> Boris▏"))
        await terminal.press(*"Vera", "enter", shows="Vera is or was the name of another player")
        await terminal.press("enter")
        assert on_disk(game).next_number == 5
        await terminal.press("ctrl+u", *"Borya", "enter")
        await written(terminal, 5)
        assert on_disk(game).players == ("Anna", "Borya", "Vera")
        await terminal.press("f3", shows="Undone: Name corrected: Boris → Borya")
        assert on_disk(game).players == ("Anna", "Boris", "Vera")
        # Ctrl+U clears the line, and typing continues.
        await terminal.press("tab", "home", "f7")
        await terminal.write("boris 6")
        await terminal.press("ctrl+u", shows="> ▏")
        await terminal.enter("r 3 5 2")
        await written(terminal, 7)
        await terminal.write("boris 9")
        await terminal.press("ctrl+u")
        await terminal.write("v m 0", shows="> v m 0▏")
        amended = on_disk(game).replay.step(1)
        assert amended.entry is not None
        assert amended.entry.kind == "raspasy"


async def test_escape_leaves_everything_as_it_was(game: Path) -> None:
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
            await terminal.press(*keys, "escape", shows="Who plays?")
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


async def test_every_kind_of_entry_is_explained(folder: Path) -> None:
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


async def test_figures_beyond_the_bounds_are_reported_and_the_game_goes_on(folder: Path) -> None:
    path = by_hand(folder / "game.jsonl", *(adjust(f"1/{9_999_991 - 2 * n}") for n in range(700)))
    async with running(path, size=ROOMY) as terminal:
        await terminal.press("tab", shows="the largest denominator allowed is 1,000")
        await terminal.press("escape", "f5")
        await terminal.shows("Entries that do not count: entry 1, entry 2, entry 3", "entry 9 and 691 more")
        await terminal.press("escape", *"anna 7h wp 6", "enter")
        await written(terminal, 701)
    assert on_disk(path).state.hands == 1


async def test_an_open_correction_waits_while_new_rules_are_entered(game: Path) -> None:
    async with running(game) as terminal:
        await terminal.press("1", shows="1 misère")
        for key, entries in (("f3", 3), ("enter", 4)):
            await terminal.press("tab", "home", "f7", "escape")
            entry_input = terminal.app.screen.query_one(EntryForm).entry_input
            answers = entry_input.draft.answers
            assert answers
            await terminal.press("ctrl+r", shows="Rules of this game")
            await terminal.press(*"style", "right", "f2", shows="New rules from the next hand")
            await terminal.press(key, shows="Correcting hand")
            assert entry_input.draft.answers == answers, key
            await terminal.press("f3", shows="1 misère")
            assert len(on_disk(game).entries) == entries, key
