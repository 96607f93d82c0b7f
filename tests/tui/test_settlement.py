"""The settlement: figures at every size, copies, the end of a game."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path

import pytest

from prefcount.base import system
from prefcount.base.i18n import _, override_language
from prefcount.entries.models import End
from prefcount.ledger import Coin
from prefcount.render.text import file_line, settlement_text
from prefcount.render.text_cells import width
from prefcount.session.outcome import settle_session
from prefcount.store.disk import WriteError
from prefcount.store.reader import file_hash, load
from prefcount.store.settings import saved_coin
from prefcount.tui.kit.screens import save_file
from prefcount.tui.results.report_lines import Chart
from prefcount.tui.results.settlement_screen import WIDE, SettlementScreen
from tests.helpers import entry
from tests.store.files import by_hand
from tests.tui.game_files import SAMPLES, SlowDisk, game_file, on_disk, shortened
from tests.tui.terminal import SIZES, Terminal, running

RUNNING = 20
"""Number of entries taken of a sample, so that its game still runs."""
STANDING = "If the game ended now:"
QUESTION = "Press F2 again to record it"

HANDS = ("anna 6h wp 6", "boris 7s ww 6 3 1", "vera m 0", "r 3 5 2", "anna 8d pp")
RESULTS = {"Anna +36⅔ +€3.67", "Boris −119⅓ −€11.93", "Vera +82⅔ +€8.26"}
PAYMENTS = {"Boris pays Vera €8.26", "Boris pays Anna €3.67"}
MESSAGE = [
    "Anna, Boris, Vera · Preferans · Sochi to 10",
    "5 hands, the game is not over yet",
    "",
    "Anna: +36⅔ whists, +€3.67",
    "Boris: −119⅓ whists, −€11.93",
    "Vera: +82⅔ whists, +€8.26",
    "",
    "Boris pays Vera €8.26",
    "Boris pays Anna €3.67",
]
STEPS = (
    *("1 Equal pools", "Anna 8 3 5", "Boris 0 9 19", "Vera 10 2 2"),
    *("2 Amnesty", "Anna 5 3", "Boris 19 17", "Vera 2 0"),
    *("3 Dump into whists", "Anna 3 10", "Boris 17 56⅔", "Vera 0 0"),
    *("4 Pairs", "Anna – Boris 64⅔ 18 +46⅔", "Anna – Vera 0 10 −10", "Boris – Vera 0 72⅔ −72⅔"),
    *("5 Results", "Anna +36⅔", "Boris −119⅓", "Vera +82⅔"),
)
"""="""


def evening(folder: Path) -> Path:
    return game_file(folder / "evening.jsonl", *HANDS, target=10, stake="0.10", currency="EUR")


@asynccontextmanager
async def settled(path: Path, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Terminal]:
    async with running(path, size=size) as terminal:
        await terminal.press("f5")
        assert isinstance(terminal.app.screen, SettlementScreen)
        yield terminal


def sample(folder: Path, name: str, entries: int = RUNNING) -> Path:
    return shortened(folder / f"{name}.jsonl", name, entries)


def written(terminal: Terminal) -> list[str]:
    return [line.rstrip(" ▁▂▃▄▅▆▇█") for line in terminal.frame.splitlines()]


async def next_page(terminal: Terminal) -> bool:
    """Press PageDown, and return whether the page moved."""
    page = terminal.app.screen.query_one("#page")
    below = min(page.scroll_y + page.size.height, page.max_scroll_y)
    moved = below > page.scroll_y
    terminal.send("pagedown")
    await terminal.until(lambda: page.scroll_y == below, "the next page")
    await terminal.quiet()
    return moved


# --- what it shows -------------------------------------------------------------------------------


async def test_keys_lead_to_the_sections_and_the_chart_takes_the_room_that_is_left(folder: Path) -> None:
    async with settled(sample(folder, "sochi-american-aid"), (60, 20)) as terminal:
        # 2 scrolls to the chart, 3 to the calculation, 1 to the results; arrows scroll by a line.
        def top() -> str:
            return next(line.strip() for line in written(terminal)[2:] if line.strip())

        await terminal.press("2")
        assert top() == "Results in whists after each hand"
        await terminal.press("3")
        assert top() == "1  Equal pools"
        await terminal.press("1")
        assert top().startswith("Results  whists")
        await terminal.press("down")
        await terminal.until(lambda: top().startswith("Igor"), "the next line")
        await terminal.press("1")
        # The chart fills the page below the results, or a page of its own.
        chart, page = terminal.app.screen.query_one(Chart), terminal.app.screen.query_one("#page")
        for size, beside in (((80, 24), False), ((100, 30), False), ((120, 40), True), ((80, 24), False)):
            await terminal.resize(*size)
            assert chart.region.bottom == page.region.bottom
            assert (chart.size.width < size[0] // 2 + 2) is beside
            first, steps = (terminal.app.screen.query_one(part).region for part in ("#results", "#steps"))
            assert (steps.y == first.y) is beside
        await terminal.resize(60, 20)
        await terminal.press("2")
        assert page.region.contains_region(chart.region)


async def test_a_game_without_hands_has_no_chart(folder: Path) -> None:
    async with settled(game_file(folder / "game.jsonl")) as terminal:
        await terminal.shows("Nobody owes anything.", "0 hands", "Equal pools")
        assert "Results in whists after each hand" not in terminal.frame
        await terminal.press("2", shows="There is no chart yet, because the game has no hands.")


async def test_a_damaged_file_is_warned_about_and_passes_nothing_on(folder: Path) -> None:
    path = folder / "faulty.jsonl"
    path.write_bytes((SAMPLES / "faulty.jsonl").read_bytes())
    async with settled(path) as terminal:
        await terminal.shows(
            "the file is damaged and can only be read: the line before entry 5",
            "Entries that do not count: entry 8, entry 16",
        )
        for key in ("ctrl+c", "ctrl+s"):
            await terminal.press(key, shows="The file is damaged, so results can't be passed on.")
        assert terminal.app.clipboard == ""
    assert list(folder.iterdir()) == [path]


async def test_wrong_announced_results_are_reported(folder: Path) -> None:
    results = {"Anna": 20, "Boris": -10, "Vera": -10}
    end = {"kind": "end", "reason": "agreed", "results": results}
    path = by_hand(folder / "other.jsonl", "anna 6h pp", end)
    otherwise = (
        "These results were announced at the end, but the hands give others: Anna +20, Boris −10, Vera −10"
    )
    async with running(path) as terminal:
        await terminal.shows("The game is over.", otherwise)
        assert "sealed" not in terminal.flowing
        await terminal.press("f5", shows=("Results", otherwise))


# --- what it passes on ---------------------------------------------------------------------------


async def test_who_pays_whom_is_shown_copied_and_saved(folder: Path, documents: Path) -> None:
    path = evening(folder)
    before = path.read_bytes()
    async with settled(path) as terminal:
        # Without a key, results and payments are visible, and no line is too wide.
        async for columns, _rows in terminal.sizes():
            lines = written(terminal)
            assert all(width(line) <= columns for line in lines)
            assert " ".join(lines[1].split()) == "If the game ended now: 5 hands"
            first = columns // 2 if columns >= WIDE else columns
            shown = [" ".join(line[:first].split()) for line in lines]
            assert set(shown) >= RESULTS | PAYMENTS
            assert all(
                key in lines[-1]
                for key in ("Ctrl+C copy", "Ctrl+S save", "F2 end game", "Esc table", "F1 help")
            )
            assert all(key in lines[-1] for key in ("4 coin", "3 steps")) or columns < 80
        # Paging shows every marker, result, step and figure.
        await terminal.resize(*SIZES[0])
        seen = written(terminal)
        while await next_page(terminal):
            seen += written(terminal)
        everything = " ".join(" ".join(seen).split())
        for ending in ("● Anna +36⅔", "■ Boris −119⅓", "▲ Vera +82⅔"):
            assert ending in everything
        assert "Every pool is filled up to 10" in everything
        shown = [" ".join(line.split()) for line in seen]
        for line in STEPS:
            assert any(each.endswith(line) for each in shown), line
        # The message for the chat is copied and saved.
        await terminal.press("ctrl+c", shows="Copied.")
        assert terminal.app.clipboard.splitlines() == MESSAGE
        await terminal.press("1", shows=STANDING)
        # The file has the name of the session, and replaces no other file.
        first, second = (documents / f"{path.stem}-settlement{number}.txt" for number in ("", "-2"))
        await terminal.press("ctrl+s")
        await terminal.until(first.exists, "the file")
        whole = "".join(str(first).split())
        await terminal.until(lambda: whole in "".join(terminal.frame.split()), "the whole path")
        first.write_text("changed")
        await terminal.press("ctrl+s")
        await terminal.until(second.exists, "another file")
        assert first.read_text() == "changed"
        assert second.read_text("utf-8").splitlines() == MESSAGE
        assert path.read_bytes() == before


async def test_a_saved_file_has_the_corrected_names(folder: Path, documents: Path) -> None:
    path = game_file(
        folder / "2026-11-14-anna-boris-vera-1a2b3c.jsonl",
        *HANDS[:2],
        entry("rename", player="Boris", to="Bruno"),
    )
    async with settled(path) as terminal:
        await terminal.press("ctrl+s", shows="Saved as")
    assert (documents / "2026-11-14-anna-bruno-vera-1a2b3c-settlement.txt").exists()


async def test_one_key_rounds_payments_to_the_next_coin(folder: Path, documents: Path) -> None:
    path = game_file(folder / "evening.jsonl", *HANDS, target=10, stake="10", currency="EUR")
    async with settled(path) as terminal:
        await terminal.shows("Boris pays Vera €826.66")
        for coin, payment in (("1", "826"), ("2", "826"), ("5", "825"), ("10", "820")):
            await terminal.press(
                "4", shows=(f"Payments are rounded to €{coin}.", f"Boris pays Vera €{payment}")
            )
        await terminal.shows("Rounding down left a remainder (€10 each), which goes to Anna, Boris")
        await terminal.press("ctrl+c", shows="Copied.")
        assert terminal.app.clipboard.splitlines()[3:] == [
            *("Anna: +36⅔ whists, +€370", "Boris: −119⅓ whists, −€1,190", "Vera: +82⅔ whists, +€820", ""),
            *("Boris pays Vera €820", "Boris pays Anna €370", "", "Payments are rounded to €10."),
        ]
        # Other games in this currency are rounded, too, on the page, at the table and on phones.
        await terminal.press("f12", shows="Saved as")
        assert "Boris pays Vera €820" in (documents / f"{path.stem}.html").read_text("utf-8")
        assert saved_coin("EUR") == Coin(Decimal(10), "EUR")
        assert saved_coin("RUB") is None
        await terminal.press("4", "4", "4", shows="Boris pays Vera €800")
        await terminal.press("4", shows=("Payments are exact.", "Boris pays Vera €826.66"))
        assert saved_coin("EUR") is None
    ended = entry("end", reason="agreed")
    over = game_file(folder / "over.jsonl", *HANDS, ended, target=10, stake="10", currency="EUR")
    async with running(over) as terminal:
        await terminal.shows("Boris pays Vera €826.66")
        await terminal.press(
            "f5", "4", "escape", shows=("Boris pays Vera €826", "Payments are rounded to €1.")
        )
    free = game_file(folder / "free.jsonl", *HANDS)
    async with settled(free) as terminal:
        await terminal.press("4", shows="not played for money, so nothing is rounded to a coin")


async def test_the_page_of_a_game_from_elsewhere_is_saved_beside_it(tmp_path: Path) -> None:
    elsewhere = tmp_path / "stick"
    elsewhere.mkdir()
    path = game_file(elsewhere / "game.jsonl", "anna 7h wp 6")
    first, second = elsewhere / "game.html", elsewhere / "game-2.html"
    async with settled(path) as terminal:
        await terminal.press("f12")
        await terminal.until(first.exists, "the page")
        await terminal.until(lambda: first.name in "".join(terminal.frame.split()), "its name")
        await terminal.press("f12")
        await terminal.until(second.exists, "another page")
    page = first.read_text("utf-8")
    assert page == second.read_text("utf-8")
    for result in ("−50⅔", "+33⅓", "+17⅓"):  # 24 whists on Anna, and 13⅓ twice for her dump of 4
        assert f"<td>{result}</td>" in page


async def test_a_picture_is_saved_or_the_error_says_how_to_install_it(
    folder: Path, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with settled(game_file(folder / "game.jsonl", "anna 7h wp 6")) as terminal:
        if find_spec("typst"):
            await terminal.press("ctrl+k", shows="Saved as")
            assert (documents / "game.png").read_bytes().startswith(b"\x89PNG")
        monkeypatch.setitem(sys.modules, "typst", None)
        await terminal.press("ctrl+k", shows="a PDF or PNG needs typst; install it with: ")


async def test_enter_opens_the_saved_file(
    folder: Path, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Path] = []
    desktop = [True]
    monkeypatch.setattr(
        system.CURRENT, "open_with_desktop", lambda path: desktop[0] and not shown.append(path)
    )
    async with settled(game_file(folder / "game.jsonl", "anna 7h wp 6")) as terminal:
        await terminal.press("enter")
        assert shown == []
        await terminal.press("f12", shows="Enter opens it.")
        await terminal.press("enter")
        await terminal.until(lambda: shown == [documents / "game.html"], "the page on the desktop")
        desktop[0] = False
        await terminal.press("enter", shows="No program here can open the file; its path is ")


def test_a_saved_file_is_complete_or_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = tmp_path / "game.jsonl"
    (tmp_path / "game-settlement.txt").symlink_to(tmp_path / "elsewhere")
    assert save_file(session, "-settlement.txt", b"text\n").name == "game-settlement-2.txt"
    assert not (tmp_path / "elsewhere").exists()

    def full(_descriptor: int) -> None:
        raise OSError(28, "The disk is full")

    monkeypatch.setattr("os.fsync", full)
    before = set(tmp_path.iterdir())
    with pytest.raises(WriteError, match="not saved: the disk is full; make room"):
        save_file(session, "-settlement.txt", b"text\n")
    assert set(tmp_path.iterdir()) == before


# --- the end -------------------------------------------------------------------------------------


async def test_another_key_drops_the_question_about_the_end(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with settled(path) as terminal:
        for between in ("ctrl+c", "1", "3", "escape", "f10"):
            await terminal.press("f2", shows=QUESTION)
            await terminal.press(between)
            assert QUESTION not in terminal.flowing
            assert isinstance(terminal.app.screen, SettlementScreen)
        # After the answer no, the price key means the price, not a misspelled name.
        await terminal.press("f7", shows="Price per whist")
        await terminal.press("escape", shows=STANDING)
        await terminal.press(*"vera 7h wp", *"цыдсчшр", "enter", "enter", shows=STANDING)
        assert on_disk(path).state.ended == ""
        await terminal.press("f2", "pagedown", "down", "up", "pageup", shows=QUESTION)
        await terminal.press("f2", shows="The game has ended; the results are recorded.")
    assert on_disk(path).state.ended == "agreed"


async def test_an_ended_game_cannot_be_ended_again(folder: Path) -> None:
    offered = "F2 конец"
    with override_language("ru"):
        async with settled(game_file(folder / "game.jsonl", "anna 7h wp 6")) as terminal:
            await terminal.shows(offered)
            await terminal.press("f2", "f2")
            await terminal.until(lambda: offered not in terminal.flowing, "the key to be gone")
            await terminal.press("1", "f2")
            await terminal.shows(
                _("The game has ended. To reopen it, press {key} at the table.").format(key="F3")
            )
            assert "end" not in {each.binding.action for each in terminal.app.screen.active_bindings.values()}
            await terminal.press("f1", shows=_("results and payments"))
            assert (
                _("end the game and record the results for good; press the key twice") not in terminal.flowing
            )


async def test_nobody_leaves_before_the_end_is_on_disk(game: Path, slow_disk: SlowDisk) -> None:
    async with settled(game) as terminal:
        await terminal.press_meanwhile("f2", "f2", "f2", "escape", "f2")
        assert isinstance(terminal.app.screen, SettlementScreen)
        slow_disk.go_on()  # then the keys are handled: the second F2 finds an ended game
        await terminal.shows("The game is over.")
    assert [entry.kind for entry in on_disk(game).entries] == ["game", "end"]


# --- the widget ----------------------------------------------------------------------------------


async def test_the_result_of_a_game_that_is_over_is_large_and_its_winner_marked(folder: Path) -> None:
    path = game_file(
        folder / "over.jsonl", "anna 6h wp 6", "boris 7s ww 6 3 1", entry("end", reason="agreed")
    )
    digits = "╶┼╴"
    async with running(path) as terminal:
        await terminal.shows("★ Anna", digits, "pays", "The game is over. F5 shows the settlement and")
        assert terminal.frame.count("★") == 1
        await terminal.press("f5", shows=("★ Anna", digits, "Results"))
        await terminal.press("escape", "f3", "f2", shows="Who plays?")
        assert "★" not in terminal.frame


async def test_equal_results_both_win(folder: Path) -> None:
    ended = entry("end", reason="agreed")
    path = game_file(folder / "over.jsonl", "vera m 1", ended, stake="0.10", currency="EUR")
    settled = settle_session(on_disk(path))
    assert settled.exact[0] == settled.exact[1]
    cent = (
        "Rounding down left a remainder (€0.01), which goes to Anna. Fractions are equal "
        "(Anna, Boris, Vera), so earlier seats come first."
    )
    async with running(path) as terminal:
        await terminal.shows("★ Anna", "★ Boris", cent, "─┤ ─┤⅓", "+33⅓")
        await terminal.press("f5", shows=("★ Anna", "★ Boris", cent))
    assert settlement_text(on_disk(path)).endswith(f"\n\n{cent}")


async def test_the_odd_whist_is_explained(folder: Path) -> None:
    """Of equal fractions the third in seat order is rounded down, although she is the richest."""
    path = game_file(folder / "over.jsonl", *HANDS, target=10, rounding="whole")
    said = (
        "Results in whole numbers must add up to 0, so +82⅔ counts as +82.",
        "Rounding down left a remainder (1 whist each), which goes to Anna, Boris. Fractions are equal "
        "(Anna, Boris, Vera), so earlier seats come first.",
    )
    async with running(path) as terminal:
        await terminal.press("f5", shows=("Vera +82 +82⅔", "Boris pays Vera 82 whists", *said))
    assert all(line in settlement_text(on_disk(path)) for line in said)
    paper = game_file(folder / "paper.jsonl", *HANDS, target=10, rounding="paper")
    assert "Results are rounded as on paper: " in settlement_text(on_disk(paper))


async def test_the_price_is_entered_and_corrected(folder: Path) -> None:
    result = entry("result", results={"Anna": 57, "Boris": -18, "Vera": -39})
    path = game_file(folder / "one.jsonl", result)
    async with running(path, size=(80, 24)) as terminal:
        await terminal.press("f5", "f7", shows="Price per whist, e.g. 0.10 EUR or none")
        await terminal.press("1", "0", "§", "enter")
        await terminal.shows("Write the price as a number and a currency, such as 0.10 EUR, or “none”.")
        assert "stake" not in terminal.flowing
        assert len(load(path).session.entries) == 1
        await terminal.press("escape", shows="The game has ended")
        await terminal.press("f7", *"0,10", "space", *"eur", "enter")
        await terminal.shows("The price is recorded. It applies to the whole game.", "Vera pays Anna €3.90")
        await terminal.press("f7", *"none", "enter", shows="Vera pays Anna 39 whists")
        await terminal.press(
            "f7", shows="To change the date of the game instead, type a date, e.g. 2026-11-26."
        )
        await terminal.press(*"31.11.2026", "enter", shows="is not a date; write year, month and day")
        await terminal.press("home", "ctrl+u", "ctrl+k", *"26.11.2025", "enter")
        await terminal.shows("The evening was on 26 Nov 2025.")
    session = load(path).session
    assert [each.kind for each in session.entries] == ["result", "price", "price", "date"]
    assert session.price.amount is None
    assert session.started is not None
    assert str(session.started.date()) == "2025-11-26"


ASKED = "This game has ended; its results are recorded. Change it anyway?"


@pytest.fixture
def sealed(folder: Path) -> Path:
    return game_file(folder / "game.jsonl", "anna 7h wp 7", End(reason="agreed"))


async def test_a_price_is_written_into_a_sealed_file_only_after_a_question(sealed: Path) -> None:
    before = sealed.read_bytes()
    async with running(sealed) as terminal:
        await terminal.becomes_writer()
        await terminal.press("f5", "f7", *"0.10 eur", "enter", shows=ASKED)
        assert sealed.read_bytes() == before
        await terminal.press("f2", shows="The price is recorded")
    assert str(load(sealed).session.price.amount) == "0.10"


async def test_a_game_that_has_ended_is_changed_only_after_a_question(sealed: Path) -> None:
    before = sealed.read_bytes()
    async with running(sealed) as terminal:
        # An ended game is not reopened by one key.
        await terminal.becomes_writer()
        for stray in ("enter", "f3", "space"):
            await terminal.press("f3", shows=(ASKED, "F2 open it again Esc leave it"))
            await terminal.press(
                stray, "escape", shows="The game is over. F5 shows the settlement and the check code."
            )
        assert sealed.read_bytes() == before
        await terminal.press("ctrl+z", "f2", shows="Undone:")
        assert not on_disk(sealed).state.ended
        # The list shows whether a game is over, sealed or running.
        await terminal.press("f4", shows="Redone:")
        await terminal.press("escape", shows="1 hand, over:")
        await terminal.press("enter", "f3", "f2", shows="Undone:")
        await terminal.press("escape", shows="1 hand, running:")


async def test_a_game_that_is_over_by_its_rules_is_not_settled_until_its_end(folder: Path) -> None:
    game = game_file(folder / "game.jsonl", *["anna 9h pp", "boris 9h pp", "vera 9h pp"], target=8)
    async with running(game) as terminal:
        await terminal.press("f10", shows="3 hands, not settled:")
        await terminal.press("enter", "f5", "f2", "f2", shows="the results are recorded")
        await terminal.press("escape", "f10", shows="3 hands, over:")
    assert on_disk(game).state.ended == "pool"


async def test_a_copied_check_code_stays_the_code_of_the_file(folder: Path, documents: Path) -> None:
    game = game_file(folder / "game.jsonl", "anna 7h wp 7")
    async with running(game) as terminal:
        await terminal.becomes_writer()
        await terminal.press("f5", "ctrl+c")
        await terminal.shows("Copied.", "You get a check code when you end the game (F2).")
        assert "Check code:" not in terminal.app.clipboard + terminal.flowing
        await terminal.press("f12", shows="Saved as")
        await terminal.press("down")
        await terminal.until(lambda: "Saved as" not in terminal.frame, "the notice gone")
        await terminal.press("f2", "f2", shows=("the results are recorded", "this code stays the same"))
        await terminal.press("ctrl+c")
        noted = terminal.app.clipboard.splitlines()[-1]
        await terminal.press("f12", shows="Saved as")
    assert noted == file_line(file_hash(game.read_bytes()))
    pages = [(documents / name).read_text("utf-8") for name in ("game.html", "game-2.html")]
    assert [noted.partition(": ")[2] in page for page in pages] == [False, True]
