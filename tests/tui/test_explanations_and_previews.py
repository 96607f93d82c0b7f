"""Explanations of figures, and previews of changes."""

import math
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.content import Content
from textual.widgets import Static

from prefcount.base.i18n import override_language
from prefcount.entries.models import Entry
from prefcount.render.text_cells import width
from prefcount.render.view import Cursor, sum_line, table_view
from prefcount.session.session import Session
from prefcount.store.reader import load
from prefcount.tui.table.entry_form import EntryForm
from prefcount.tui.table.hand_list import HandList
from prefcount.tui.table.sheet_widget import Sheet
from tests.helpers import GAME, entry
from tests.store.files import by_hand
from tests.tui.game_files import SAMPLES, game_file, on_disk, without
from tests.tui.terminal import NORMAL, ROOMY, WAITING, Terminal, running

HANDS: dict[int, tuple[str, ...]] = {
    3: ("anna 7h wp 7", "boris 6s ww 5 3 2", "r 0 5 5", "anna 8d pp"),
    4: ("anna 7h wp 6", "boris m 1", "r 4 2 3 1"),
}
"""Hands of a game by the number of players."""


# --- what is on the screen --------------------------------------------------------------------


def explained(terminal: Terminal) -> tuple[str, ...]:
    content = terminal.app.screen.query_one("#reasons", Static).content
    assert isinstance(content, Content)
    return tuple(content.plain.splitlines())


def marked(terminal: Terminal) -> tuple[str, ...]:
    """Return the explanation of the figure under the cursor, without the list of equal figures above it."""
    lines = explained(terminal)
    return lines[lines.index("") + 1 :] if "" in lines else lines


WALK = [
    ("left", "Anna pool: 5, recorded in hand 3"),
    ("left", "Anna pool: 4, recorded in hand 1"),
    ("up", "Anna pool: 4, recorded in hand 1"),
    ("right", "Anna pool: 5, recorded in hand 3"),
    ("right", "Anna pool: 11, recorded in hand 4"),
    ("right", "Anna on Boris: 6, recorded in hand 2"),
    ("right", "Anna now: +107⅓"),
    ("right", "Anna, hand 4: +40 (result +67⅓ → +107⅓)"),
    ("right", "Anna, hand 4: +40 (result +67⅓ → +107⅓)"),
    ("left", "Anna now: +107⅓"),
    ("down", "Boris now: −68⅔"),
    ("down", "Vera now: −38⅔"),
    ("left", "Vera on Boris: 8, recorded in hand 2"),
    ("left", "Vera dump: 5, recorded in hand 3"),
    ("up", "Boris dump: 7, recorded in hand 3"),
    ("left", "Boris dump: 2, recorded in hand 2"),
    ("right", "Boris dump: 7, recorded in hand 3"),
    ("right", "Boris on Anna: 12, recorded in hand 1"),
    ("up", "Anna on Boris: 6, recorded in hand 2"),
    ("left", "Anna pool: 11, recorded in hand 4"),
    ("left", "Anna pool: 5, recorded in hand 3"),
    ("down", "Boris dump: 7, recorded in hand 3"),
]
"""Arrows in the table of a game of three, and the figures that they lead to from Anna's pool."""


def form(terminal: Terminal) -> list[str]:
    rendered = terminal.app.screen.query_one(EntryForm).render()
    return rendered.plain.splitlines()


# --- the cursor on the sheet ----------------------------------------------------------------------


async def test_every_total_is_explained_and_leads_to_its_hand(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", *HANDS[3])
    around = [HandList, Sheet, EntryForm]
    async with running(path, size=ROOMY) as terminal:
        # Tab moves from the form to the hands, the sheet, and back.
        for kind in around * 2:
            await terminal.press("tab")
            assert isinstance(terminal.app.focused, kind)
        for kind in [Sheet, HandList, EntryForm]:
            await terminal.press("shift+tab")
            assert isinstance(terminal.app.focused, kind)
        await terminal.shows("Who plays?")
        # Arrows lead to the figure that is seen there, and each is explained.
        await terminal.resize(*NORMAL)
        await terminal.press("tab", "tab")
        for arrow, figure in WALK:
            await terminal.press(arrow)
            assert explained(terminal)[0] == figure
        # A figure that is asked for is found in four keys, in the table and in the drawing.
        for size in ((60, 20), ROOMY):
            await terminal.resize(*size)
            await terminal.press("escape", "shift+tab", "1", "2")
            assert marked(terminal)[0] == "Boris on Anna: 12, recorded in hand 1", size
            await terminal.press(*"107")
            assert marked(terminal)[0] == "Anna now: +107⅓", size
            await terminal.press(*"11")
            assert marked(terminal) == (
                "Anna pool: 11, recorded in hand 4",
                "Anna 8♦, both pass",
                "Anna: 8♦, both passed, 6 in the pool",
                "11 = 6 + 1 + 4",
                "hand 3: Anna: no trick in raspasy, 1 in the pool",
                "hand 1: Anna: 7♥ made, 4 in the pool",
            ), size
        # Enter marks the hand behind a figure, and the newest hand for a result.
        await terminal.press("enter")
        assert isinstance(terminal.app.focused, HandList)
        assert marked(terminal)[0] == "hand 4: Anna 8♦, both pass"
        await terminal.press("tab", "tab", "tab", *"68", "enter")
        assert marked(terminal)[0] == "hand 4: Anna 8♦, both pass"
        await terminal.press("escape", "tab", "tab", *"12", "enter")
        assert marked(terminal)[0] == "hand 1: Anna 7♥, Boris whists: made"
        # Escape leads back to the figure, and only then to the question. So it does for digits in the list.
        await terminal.press("escape", shows="Esc back to the question")
        assert marked(terminal)[0] == "Boris on Anna: 12, recorded in hand 1"
        await terminal.press("escape", shows="Who plays?")
        await terminal.press("tab", "home", "down", *"12", shows="Esc hands")
        assert marked(terminal)[0] == "Boris on Anna: 12, recorded in hand 1"
        await terminal.press("escape", shows="Esc back to the question")
        assert marked(terminal)[0].startswith("hand 2: ")
        # F6 during a correction shows the change of the whole game.
        await terminal.press("escape")
        await terminal.press("tab", "home", "f7")
        await terminal.burst("escape", "f6")
        assert shown_table(terminal, CORRECTED_CALLS) == lines_of(CORRECTED_CALLS)
        assert len(on_disk(path).entries) == len(HANDS[3])
        # A void and its undo show all that they change.
        await terminal.press("f6")
        await terminal.drop_all()
        void = (
            "Anna on Boris: 6 → 0",
            "Boris dump: 7 → 5",
            "Vera on Boris: 8 → 0",
            "Anna Boris Vera",
            "the change −12⅔ +27⅓ −14⅔",
            "score after +94⅔ −41⅓ −53⅓",
        )
        again = (
            "Anna on Boris: 0 → 6",
            "Boris dump: 5 → 7",
            "Vera on Boris: 0 → 8",
            "Anna Boris Vera",
            "the change +12⅔ −27⅓ +14⅔",
            "score after +107⅓ −68⅔ −38⅔",
        )
        await terminal.press("tab", "home", "down", "f8")
        await accept(terminal, path, void, "Anna +94⅔", "Boris −41⅓", "Vera −53⅓")
        await terminal.press("ctrl+f", "tab", "home", "down", "f8")
        await accept(terminal, path, again, "Anna +107⅓", "Boris −68⅔", "Vera −38⅔")


async def test_a_number_typed_again_in_a_hurry_finds_the_next_equal_figure(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 6s ww 4 3 3")
    async with running(path) as terminal:
        for name in ("Boris", "Vera", "Boris"):
            await terminal.burst(*["shift+tab"] * (name == "Boris"), *"10")
            assert explained(terminal)[4] == f"{name} on Anna: 10, recorded in hand 1"
            if name == "Vera":
                await terminal.press("escape", shows="Who plays?")
        assert explained(terminal)[:4] == (
            "10 is found several times. Space shows the next.",
            "Boris on Anna: 10, recorded in hand 1",
            "Vera on Anna: 10, recorded in hand 1",
            "",
        )
        # A number that is nowhere is not taken for another one, not even its last digits.
        await terminal.burst("8", shows="The sheet has no figure 108.")
        await terminal.burst("0", shows="The sheet has no figure 1080.")
        await terminal.burst("up", "8", shows="The sheet has no figure 8.")
        # No digit answered the question of the next hand.
        await terminal.press("escape", shows="Esc games")
        # Digits typed in the list of hands find a figure on the sheet as well.
        await terminal.press("tab", shows="type a figure to find it, PgDn reads on")
        await terminal.press("escape", shows="Esc games")
        await terminal.burst("tab", *"10", shows="10 is found several times. Space shows the next.")
        await terminal.press("escape", "escape", shows="Esc games")


async def test_equal_older_figures_are_listed(folder: Path) -> None:
    hands = ("anna 6s pp", "boris 6s pp", "anna 7h pp", "boris 7h pp", "vera 6s pp")
    async with running(game_file(folder / "game.jsonl", *hands)) as terminal:
        await terminal.burst("shift+tab", "2", shows="2 is found several times. Space shows the next.")
        await terminal.press("2")
        assert explained(terminal)[1:6] == (
            "Vera pool: 2, recorded in hand 5",
            "Boris pool: 2, recorded in hand 2",
            "Anna pool: 2, recorded in hand 1",
            "",
            "Boris pool: 2, recorded in hand 2",
        )


async def test_space_shows_the_next_equal_figure_although_the_typed_number_could_go_on(folder: Path) -> None:
    hands = ("anna 7h pp", "boris 7h pp", *["vera 6s pp"] * 20)
    async with running(game_file(folder / "game.jsonl", *hands, target=50)) as terminal:
        await terminal.burst("shift+tab", "4", shows="4 is found several times. Space shows the next.")
        first, *others = [re.split(" =|,", line)[0] for line in explained(terminal)[1:4]]
        assert marked(terminal)[0].startswith(first)
        for expected in (*others, first):
            await terminal.press("space")
            assert marked(terminal)[0].startswith(expected)
        await terminal.press("0", shows="Vera pool: 40")


def current_figures(session: Session) -> dict[str, list[Cursor]]:
    """Return the newest totals of all columns, and the results, by the digits of their whole part."""
    figures: dict[str, list[Cursor]] = {}
    for row in table_view(session).rows:
        now = [(each.now, (each.account, each.marks[each.last].n)) for each in row.columns if each.last >= 0]
        for amount, cursor in [*now, *([] if row.result is None else [(row.result, (row.account, 0))])]:
            figures.setdefault(str(abs(math.trunc(amount))), []).append(cursor)
    return figures


def test_a_typed_number_finds_all_current_figures_first() -> None:
    for path in SAMPLES.glob("*.jsonl"):
        session = load(path).session
        for number, cursors in current_figures(session).items():
            found = table_view(session).find_number(number)
            assert set(found.equal[: len(cursors)]) == set(cursors)
            assert found.equal[: len(found.now)] == found.now


@pytest.mark.parametrize("sample", ["sochi-american-aid", "balkan-to-the-last-bula"])
async def test_every_current_figure_is_explained_in_four_keys(folder: Path, sample: str) -> None:
    session = load(Path(shutil.copy(SAMPLES / f"{sample}.jsonl", folder))).session
    async with running(folder / f"{sample}.jsonl") as terminal:
        figures = sorted(current_figures(session).items(), key=lambda found: len(found[1]))
        for number, cursors in (*figures[:2], *figures[-3:]):  # single figures, and many equal ones
            await terminal.burst("shift+tab", *number)
            said = [re.split(" = | \\(|, written", sum_line(session, *cursor))[0] for cursor in cursors]
            missing = [line for line in said if line not in terminal.flowing]
            assert not missing, f"{number}: {missing}\n{terminal.frame}"
            await terminal.press("escape")


DISPUTE = ("anna 7h wp 7", "boris m 2", "anna 6s ww 4 3 3", "vera 7c pp", "boris 6d wp 6")
ANSWERS: list[tuple[str, str, str]] = [
    # “Why was I −134 after the misère?”
    ("134", "Boris after hand 2: −134⅔", "Boris после раздачи 2: −134⅔"),
    # “What did the misère cost?”
    ("133", "Boris, hand 2: −133⅓ (result −1⅓ → −134⅔)", "Boris, раздача 2: −133⅓ (было −1⅓, стало −134⅔)"),
    # The column “last”.
    ("5", "Boris, hand 5: +5⅓ (result −124⅔ → −119⅓)", "Boris, раздача 5: +5⅓ (было −124⅔, стало −119⅓)"),
]
"""Digits typed on the sheet, and the answers in English and in Russian."""


@pytest.mark.parametrize("size", [(60, 20), NORMAL, (120, 40)])
async def test_past_results_and_changes_are_explained_in_four_keys(
    folder: Path, size: tuple[int, int]
) -> None:
    path = game_file(folder / "game.jsonl", *DISPUTE)
    for at, language in enumerate(("en", "ru"), 1):
        with override_language(language):
            async with running(path, size=size) as terminal:
                for answer in ANSWERS:
                    await terminal.press("shift+tab", *answer[0], shows=answer[at])
                    assert marked(terminal)[0] == answer[at]
                    await terminal.press("escape")


ROUBLES, CENTS = {"stake": "2", "currency": "RUB"}, {"stake": "0.10", "currency": "EUR"}
PRICED: list[tuple[dict[str, str], str, str, Sequence[str], str]] = [
    (ROUBLES, "en", "320", ("Boris now: −160", "−160 whists at RUB 2: −RUB 320"), "Price per whist: RUB 2."),
    (ROUBLES, "ru", "320", ("Boris сейчас: −160", "−160 вистов по 2 ₽: −320 ₽"), "Цена виста: 2 ₽."),
    # The money of an earlier result.
    (
        ROUBLES,
        "ru",
        "306",
        ("Boris после раздачи 4: −153⅓", "−153⅓ виста по 2 ₽: −306,67 ₽"),
        "Цена виста: 2 ₽.",
    ),
    (CENTS, "en", "13.60", ("Anna now: +136", "+136 whists at €0.10: +€13.60"), "Price per whist: €0.10."),
]
"""The price, the language, digits typed on the sheet, the answer, and the price on the settlement."""


async def test_money_is_explained_by_the_result_and_the_price(folder: Path) -> None:
    hands = ("boris m 2", "anna 7h wp 6", "anna 9h pp", "anna 9h pp", "anna 6s pp")
    for at, (price, language, typed, said, step) in enumerate(PRICED):
        path = game_file(folder / f"{at}.jsonl", *hands, **price)
        with override_language(language):
            async with running(path, size=(60, 20)) as terminal:
                await terminal.press("shift+tab", *typed, shows=said)
                assert marked(terminal)[:2] == said
                await terminal.press("escape", "f5", "3", *["pagedown"] * 4, shows=step)


async def test_money_rounded_to_a_coin_is_found(folder: Path) -> None:
    path = game_file(
        folder / "game.jsonl", "boris m 2", "anna 7h wp 6", "anna 9h pp", "anna 9h pp", **ROUBLES
    )
    async with running(path) as terminal:
        await terminal.press("shift+tab", *"305", shows="The sheet has no figure 305.")
        await terminal.press("escape", "f5", *"444", shows="to RUB 5")
        await terminal.press("escape", "shift+tab", *"305", shows="Boris now: −153⅓")
        assert marked(terminal)[1] == "−153⅓ whists at RUB 2: −RUB 306.67, to RUB 5: −RUB 305"


async def test_a_past_figure_leads_to_its_hand_and_back(folder: Path) -> None:
    async with running(game_file(folder / "game.jsonl", *DISPUTE)) as terminal:
        await terminal.press("shift+tab", *"134", "enter", shows="hand 2: Boris misère: caught, 2 tricks")
        await terminal.press("escape", shows="Boris after hand 2: −134⅔")
        # The player's result is marked in place of a past one, and arrows go on from there.
        await terminal.press("right", shows="Boris, hand 5: +5⅓ (result −124⅔ → −119⅓)")
        await terminal.press("enter", shows="hand 5: Boris 6♦, Vera whists: made")
        await terminal.press("escape", "left", shows="Boris now: −119⅓")


async def test_equal_figures_that_do_not_fit_are_counted(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", *["anna 6s pp", "boris 6s pp", "vera 6s pp"] * 3, target=40)
    more = {"en": "and 27 more", "ru": "и ещё 27"}
    for language, said in more.items():
        with override_language(language):
            async with running(path, size=(60, 20)) as terminal:
                await terminal.press("shift+tab", "6", shows=said)


async def test_a_digit_after_a_pause_goes_on_only_with_a_number_on_the_sheet(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = game_file(
        folder / "game.jsonl", "anna 6s pp", "boris 7s pp", "anna 6s pp", "r 2 2 6", "vera 6s pp"
    )
    async with running(path) as terminal:
        await terminal.press("shift+tab", *"26", shows="Boris, hand 2: +26⅔")
        await terminal.press("escape", "shift+tab", "2", shows="Anna pool: 2, recorded in hand 1")
        monkeypatch.setattr("prefcount.tui.table.sheet_widget.NEXT_NUMBER_SECONDS", -1.0)
        await terminal.press("6", shows="Vera dump: 6, recorded in hand 4")


async def test_the_cursor_passes_a_corrected_total(folder: Path) -> None:
    instead = without(GAME.parse(on_disk(game_file(folder / "empty.jsonl")).state, "anna 8h pp"))
    hands = ("anna 6s pp", "anna 7h pp", "anna 6d pp", entry("amend", entry=2, **{"with": instead}))
    async with running(game_file(folder / "game.jsonl", *hands)) as terminal:
        await terminal.press("tab", "tab", *["left"] * 2)
        assert explained(terminal)[0] == "Anna pool: 2, recorded in hand 1"
        await terminal.press("ctrl+f", *["right"] * 2)
        assert explained(terminal)[0] == "Anna pool: 10, recorded in hand 3"


async def test_a_long_sum_is_read_page_by_page(folder: Path) -> None:
    async with running(game_file(folder / "game.jsonl", *["anna 6s pp"] * 12, target=100)) as terminal:
        await terminal.press("tab", "tab", shows=("24 = 2 + 2 + 2", "PgUp PgDn scroll"))
        assert "hand 1: " not in terminal.flowing
        await terminal.press("pagedown", "pagedown", "pagedown")
        await terminal.shows("hand 1: Anna: 6♠, both passed, 2 in the pool", "PgUp PgDn scroll")
        # The next figure is explained from its beginning.
        await terminal.press("left", shows="Anna pool: 22, recorded in hand 11")


async def test_undo_while_looking_back_leaves_the_keys_where_they_are_seen(folder: Path) -> None:
    """If undo moved the focus, the next digits would write a hand that was not seen."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 7", "boris m 0", players=4)
    async with running(path) as terminal:
        await terminal.press("1", "f3", "f3", shows="Undone: Boris misère: made. The game has moved on")
        await terminal.press("tab", "f3")
        await terminal.until(
            lambda: len(terminal.open_session.session.entries) == 4, "the entry to be written"
        )
        await terminal.quiet()
        assert terminal.app.focused is not None
        assert terminal.app.focused.display


# --- correcting -----------------------------------------------------------------------------------


async def accept(terminal: Terminal, path: Path, preview: Sequence[str], *shown: str) -> None:
    """Check the last lines of the preview, record the entry, and wait for `shows`."""
    before = len(on_disk(path).entries)
    await terminal.shows(WAITING)
    *lines, waiting = [" ".join(line.split()) for line in form(terminal)]
    assert lines[-len(preview) :] == list(preview)
    assert waiting.strip() == WAITING
    assert len(on_disk(path).entries) == before
    await terminal.press("enter", shows=(*shown,))
    assert len(on_disk(path).entries) == before + 1


async def test_a_correction_shows_all_that_it_moves(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris 6s pp", "anna 6c ww 6 4 0", target=4)
    preview = (
        "old hand: Anna 7♥, Boris whists: 1 down (Anna −50⅔, Boris +33⅓, Vera +17⅓)",
        "new hand: Anna 7♥, Boris whists: made, 1 over (Anna +18⅔, Boris −5⅓, Vera −13⅓)",
        "Anna: 7♥ made, 4 in the pool",
        "Boris: whist, 2 tricks × 4 = 8 on Anna",
        "Anna pool: 2 → 4",
        "Anna dump: 4 → 0",
        "Anna on Boris: 0 → 20",
        "Boris pool: 2 → 4",
        "Boris on Anna: 28 → 16",
        "Vera on Anna: 4 → 0",
        "Anna Boris Vera",
        "the change +69⅓ −38⅔ −30⅔",
        "score after +17⅓ +9⅓ −26⅔",
    )
    async with running(path, size=ROOMY) as terminal:
        await terminal.press("tab", "home", "f7", "8")
        await accept(terminal, path, preview, "Corrected: hand 1.", "Anna +17⅓", "Boris +9⅓", "Vera −26⅔")


async def test_a_preview_says_what_the_words_of_a_hand_leave_out(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 6s ww 6 2 2")
    was, now = (
        f"Anna 6♠, both whist: made; tricks: Anna 6, {others}"
        for others in ("Boris 2, Vera 2", "Boris 1, Vera 3")
    )
    async with running(path, size=ROOMY) as terminal:
        await terminal.press(*"anna 6h pp dealer boris", "enter", shows="Anna 6♥, both pass · Boris deals")
        await terminal.drop_all()
        await terminal.press("tab", "f7", shows="old hand: Anna 6♠, both whist: made (Anna +5")
        await terminal.press("1", shows=(f"old hand: {was} (", f"new hand: {now} ("))
        await terminal.press("enter", "f3", shows=f"Undone: the correction of hand 1 (back to {was})")


async def test_a_preview_shows_the_remarks_of_the_audit(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "r 3 3 4", "r 3 3 4", preset="leningrad", target=100)
    async with running(path, size=ROOMY) as terminal:
        await terminal.press(*"anna 6h pp", "enter", shows=WAITING)
        hand, remark = form(terminal)[:2]
        assert hand == "Anna 6♥, both pass"
        assert remark == "after 2 raspasy in a row only a contract of 7 or more ends raspasy, not 6"


async def test_a_forgotten_hand_shows_all_that_it_moves(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "r 3 3 4", "r 2 4 4", "r 1 4 5")
    preview = (
        "Vera: 8, both passed, 6 in the pool",
        "Anna dump: 10 → 7",
        "Boris dump: 23 → 15",
        "Vera pool: 0 → 6",
        "Vera dump: 27 → 18",
        "Anna Boris Vera",
        "this hand −20 −20 +40",
        "the change −56⅔ −6⅔ +63⅓",
        "score after +43⅓ −36⅔ −6⅔",
    )
    async with running(path, size=ROOMY) as terminal:
        await terminal.press("tab", "home", "f9", "3", "8", "4")
        done = "Recorded: hand 2. Vera still deals next."
        await accept(terminal, path, preview, done, "Boris −36⅔", "Vera −6⅔")
        await terminal.press("tab")
        assert [line.split()[0] for line in hand_lines(terminal)] == ["1", "2", "3", "4"]


def hand_lines(terminal: Terminal) -> list[str]:
    hands = terminal.app.screen.query_one(HandList)
    return [hands.render_line(y).text.strip() for y in range(1, 1 + len(hands.hands))]


async def test_numbers_of_any_length_stand_below_each_other(folder: Path) -> None:
    path = by_hand(folder / "season.jsonl", *["anna 6s pp", "anna 7h wp 6"] * 500, rules={"end": "manual"})
    async with running(path, size=ROOMY) as terminal:
        await terminal.press("tab")
        hands = terminal.app.screen.query_one(HandList)
        await terminal.until(lambda: hands.scroll_y == hands.max_scroll_y, "the newest hand")
        new = hands.render_line(hands.size.height - 1).text.rstrip()
        hands.mark(2)
        await terminal.until(lambda: hands.scroll_y <= 1, "the oldest hands")
        old = next(
            line for y in range(1, 5) if (line := hands.render_line(y).text.rstrip()).split()[0] == "2"
        )
    assert new.split()[0] == "1000"
    assert (new.index("Anna"), len(new)) == (old.index("Anna"), len(old))


async def test_entries_that_no_longer_fit_are_named_before_and_after(folder: Path) -> None:
    game = on_disk(game_file(folder / "joined.jsonl", "anna 7h wp 7", entry("join", player="Gleb")))
    for line in ("anna 6s pp", "vera 8d pp"):
        game = game.accept(GAME.parse(game.state, line)).session
    game = game.accept(entry("adjust", player="Gleb", column="dump", amount=4, reason="late")).session
    named = "hand 2, hand 3, “Gleb's dump changed by 4: late”"
    path = game_file(folder / "game.jsonl", *(each.model_copy(update={"n": None}) for each in game.entries))
    async with running(path, size=ROOMY) as terminal:
        await terminal.press(
            "tab",
            "home",
            "down",
            "f8",
            shows=(f"This change makes these entries invalid: {named}", WAITING),
        )
        await terminal.press("enter", shows=f"These entries are no longer valid and do not count: {named}.")
        await terminal.press("tab", "ctrl+f")
        not_counted = [hand.n for hand in terminal.app.screen.query_one(HandList).hands if not hand.counts]
        assert not_counted == [2, 3, 4, 5]


# --- something else -------------------------------------------------------------------------------

Keys = Sequence[str]
SOMETHING_ELSE: list[tuple[Keys, Entry]] = [
    ("1", entry("misdeal", dealer="Anna")),
    ("2", entry("talon_thrown")),
    (("3", "1", "2", *"4", "enter", *"Fined for a revoke", "enter"),
     entry("adjust", player="Anna", column="dump", amount=4, reason="Fined for a revoke")),
    (("3", "2", "3", "3", *"-5/2", "enter", *"по уговору", "enter"),
     entry("adjust", player="Boris", column="whists", on="Vera", amount="-5/2", reason="по уговору")),
    (("6", *"1 tea = 2 cups", "enter"), entry("note", text="1 tea = 2 cups")),
    (("5", *"Дядя Ваня", "enter", "2"), entry("join", player="Дядя Ваня", replaces="Boris")),
    (("4", "1", "1", "7", "1", "6"),
     entry("game", dealer="Anna", declarer="Anna", contract="7",
           calls={"Дядя Ваня": "whist", "Vera": "pass"}, tricks={"Anna": 6})),
    (("5", *"Gleb", "enter", "0"), entry("join", player="Gleb")),
    (("8", "3"), entry("end", reason="resigned", player="Vera")),
]  # fmt: skip
"""Keys after 9 in each game, and the entry that they write."""


async def written(terminal: Terminal, entries: int) -> None:
    await terminal.until(
        lambda: len(terminal.open_session.session.entries) == entries,
        f"entry {entries} to be written",
    )
    await terminal.until(lambda: terminal.app.focused, "the form to have the keys again")


async def test_entries_other_than_hands_are_written(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 7")
    async with running(path, size=ROOMY) as terminal:
        for n, (keys, expected) in enumerate(SOMETHING_ELSE, 2):
            await terminal.shows("Who plays?")
            await terminal.burst("9", *keys, shows=WAITING)
            await terminal.press("enter")
            await written(terminal, n)
            new = on_disk(path).entries[-1]
            assert without(new, "n", "at", "prev", "seal", "results") == without(expected)
        await terminal.shows("The game is over.")


async def test_wrong_fields_are_refused_and_focused(game: Path) -> None:
    async with running(game) as terminal:
        await terminal.burst("9", "3", "1", "1", *"lots", "enter", shows="“lots” is not an amount such as 4")
        await terminal.press("enter")
        await terminal.drop_all()
        await terminal.burst("9", "5", *"anna", "enter", "2", shows="anna is already playing")
        await terminal.press("enter")
    assert len(on_disk(game).entries) == 1


# --- what each answer would score -----------------------------------------------------------------------
CALLS_IN_LENINGRAD = """
 if nobody is short of tricks    Anna  Boris  Vera  Gleb
 1 Gleb whists, Anna passes       −10    +14   −10    +6
 2 Gleb passes, Anna whists        +6    +14   −10   −10
 3 both whist                      −2    +14   −10    −2
 4 both pass                      −10    +30   −10   −10
 5 Gleb passes, Anna takes half    −2    +22   −10   −10
 6 Anna half, then Gleb whists    −10    +14   −10    +6
 - Boris concedes, down 3         +30    −90   +30   +30
"""
CORRECTED_CALLS = """
 changes by, if nobody is short of tricks  Anna  Boris  Vera
 1 Boris whists, Vera passes                 0      0     0
 2 Boris passes, Vera whists                 0    −12   +12
 3 both whist                                0     −4    +4
 4 both pass                               +12    −12     0
 5 Boris passes, Vera takes half            +8    −12    +4
 6 Vera half, then Boris whists              0      0     0
 - Anna concedes, down 3                   −94⅔   +41⅓  +53⅓
"""


def shown_table(terminal: Terminal, table: str) -> list[str]:
    lines = [line.rstrip() for line in form(terminal)]
    heading = lines_of(table)[0]
    assert heading in lines, terminal.frame
    return lines[lines.index(heading) :][: len(lines_of(table))]


def lines_of(table: str) -> list[str]:
    return table.strip("\n").splitlines()


async def test_f6_shows_what_each_answer_would_score(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", *HANDS[4], players=4, preset="leningrad")
    async with running(path, size=ROOMY) as terminal:
        await terminal.burst("2", "6", shows="F6 what it scores")
        await terminal.press("f6")
        assert shown_table(terminal, CALLS_IN_LENINGRAD) == lines_of(CALLS_IN_LENINGRAD)
        assert all(width(line) <= 60 for line in form(terminal))
        await terminal.press("f6", shows="F6 what it scores")
    assert len(on_disk(path).entries) == len(HANDS[4])


async def test_the_sheet_returns_when_no_scores_are_shown(folder: Path) -> None:
    async with running(game_file(folder / "game.jsonl", "boris 6s wp 6"), size=(60, 20)) as terminal:
        sheet = terminal.app.screen.query_one(Sheet)
        await terminal.press("1", "6", "f6", shows="hide scores")
        assert not sheet.display
        await terminal.press("shift+tab", shows="Boris pool: 2, recorded in hand 1")
        await terminal.press("escape", "1", "enter", shows="Recorded: hand 2.")
        assert sheet.display
        await terminal.press("2", "6", shows="hide scores")
        assert not sheet.display


async def test_the_scores_of_five_have_names_as_on_paper(folder: Path) -> None:
    players = ("Константин", "Любовь", "Михаил", "Наташа", "Александра")
    with override_language("ru"):
        async with running(game_file(folder / "five.jsonl", players=players), size=(80, 24)) as terminal:
            await terminal.press("2", "7", "f6", shows="Конст. Любовь Михаил Наташа Алекс.")
            await terminal.resize(100, 30)
            await terminal.shows("Константин Любовь Михаил Наташа Александра")


async def test_the_bottom_line_says_how_the_scores_are_hidden(folder: Path) -> None:
    hides = "F6 убрать таблицу"
    with override_language("ru"):
        async with running(game_file(folder / "game.jsonl")) as terminal:
            await terminal.press("1", "7", "1")
            assert hides not in terminal.flowing
            await terminal.press("f6")
            async for _size in terminal.sizes():
                assert hides in terminal.frame.splitlines()[-1]
            await terminal.press("escape", "escape")  # no level pays anything by itself
            assert hides not in terminal.flowing
            await terminal.press("f6", shows="Не будет видно, что даёт каждый ответ.")
            await terminal.press("f6", shows="Будет видно, что даёт каждый ответ.")
            await terminal.press("7", "1", shows=hides)
            await terminal.press("f6")
            assert hides not in terminal.flowing


async def test_scores_that_do_not_fit_scroll_with_the_marked_answer_and_say_so(folder: Path) -> None:
    more = "… ещё ответы: ↑ ↓"
    with override_language("ru"):
        async with running(game_file(folder / "game.jsonl"), size=(60, 18)) as terminal:
            await terminal.press("1", "7", "1", "f6", "0")
            assert {"0", "4"} <= answers(terminal)
            assert "9" not in answers(terminal)
            await terminal.shows(more)
            await terminal.press(*["down"] * 9)
            assert {"6", "9"} <= answers(terminal)
            assert "0" not in answers(terminal)
            await terminal.shows(more)
            await terminal.resize(80, 30)
            assert {str(number) for number in range(10)} <= answers(terminal)
            assert more not in terminal.flowing


def answers(terminal: Terminal) -> set[str]:
    return {line.split()[0] for line in form(terminal) if re.search(r" [+−]\d", line)}
