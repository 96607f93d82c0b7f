"""The screen of the debts."""

import csv
import json
import re
import shutil
from collections import defaultdict
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from prefcount.base.i18n import override_language
from prefcount.base.locale_format import format_money
from prefcount.cli.main import run
from prefcount.debts.balances import CurrencyDebts, Debt
from prefcount.session.outcome import settle_session
from prefcount.store.reader import load_book
from prefcount.store.session_folder import BOOK_NAME
from prefcount.store.settings import save_settings
from prefcount.tui.games.start_screen import StartScreen
from prefcount.tui.kit.widgets import PromptLine
from prefcount.tui.results.debts_screen import DebtsScreen
from prefcount.tui.results.settlement_screen import SettlementScreen
from tests.helpers import entry
from tests.tui.game_files import game_file, on_disk
from tests.tui.terminal import Terminal, running


@pytest.fixture
def games(folder: Path) -> Path:
    """Write evenings of which only the result is known: Boris owes 1.80, Vera 3.90."""
    result = entry("result", results={"Anna": 57, "Boris": -18, "Vera": -39})
    game_file(folder / "one.jsonl", result, stake="0.10", currency="EUR")
    return folder


async def asked(terminal: Terminal, action: str) -> None:
    terminal.app.screen.call_later(terminal.app.screen.run_action, action)
    await terminal.quiet()
    await terminal.work_done()


def paid(folder: Path) -> list[tuple[str, str, str]]:
    book = folder / BOOK_NAME
    found = load_book(book).session.payments if book.exists() else ()
    return [(each.payer, each.receiver, str(each.amount)) for each in found]


async def test_payments_are_worked_out_once(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for: list[CurrencyDebts] = []
    suggested = CurrencyDebts.suggested_payments.fget
    assert suggested is not None

    def counted(debts: CurrencyDebts) -> list[Debt]:
        asked_for.append(debts)
        return suggested(debts)

    monkeypatch.setattr(CurrencyDebts, "suggested_payments", property(counted))
    async with running() as terminal:
        await terminal.press("ctrl+d")
        assert len(asked_for) == 1
        await terminal.burst("ctrl+p", *["pagedown"] * 9, "escape")
        await terminal.resize(100, 30)
        await terminal.shows("Boris pays Anna €1.80")
        assert len(asked_for) == 1


async def test_payments_are_rounded_to_the_coin_of_the_settlement(games: Path) -> None:
    save_settings(coin="0.50 EUR")
    async with running() as terminal:
        await asked(terminal, "debts")
        await terminal.shows("to €0.50", "Vera pays Anna €4.00", "Payments are rounded to €0.50")


@pytest.mark.parametrize(
    ("columns", "heading"),
    [(60, "balance to RUB 5"), (70, "balance to RUB 5 won"), (80, "balance to RUB 5 won lost")],
)
async def test_columns_that_do_not_fit_are_left_out(folder: Path, columns: int, heading: str) -> None:
    save_settings(coin="5 RUB")
    result = entry("result", results={"Святослав К.": 57000, "Boris": -18000, "Vera": -39000})
    players = ("Святослав К.", "Boris", "Vera")
    game_file(folder / "one.jsonl", result, players=players, stake="2", currency="RUB")
    async with running(size=(columns, 20)) as terminal:
        await asked(terminal, "debts")
        await terminal.shows("Святослав К.")
        lines = [" ".join(line.split()) for line in terminal.frame.splitlines()]
        assert heading in lines
        assert any(line.startswith("Святослав К. +RUB") for line in lines)


async def test_no_single_key_writes(games: Path) -> None:
    async with running() as terminal:
        for key in ("1", "2", "9", "f2", "f3", "enter", "d", "x", "space", "escape"):
            await terminal.press("ctrl+d", key, key)
            assert not (games / BOOK_NAME).exists()
            while not isinstance(terminal.app.screen, StartScreen):
                await terminal.press("escape")


async def test_a_payment_is_written_by_two_keys_and_taken_back_by_two(games: Path) -> None:
    async with running(games / "one.jsonl", size=(100, 40)) as terminal:
        # Escape drops a chosen payment first, and leaves the screen only then.
        await terminal.press("f5", "ctrl+d", "2", "escape", "f2")
        assert isinstance(terminal.app.screen, DebtsScreen)
        assert paid(games) == []
        await terminal.press("escape")
        assert isinstance(terminal.app.screen, SettlementScreen)
        # Two keys record a payment and two take it back; the book is listed, and is not a game.
        await terminal.press("ctrl+d")
        assert isinstance(terminal.app.screen, DebtsScreen)
        await terminal.shows("€: 1 evening, no payments", "1 Boris pays Anna €1.80", "2 Vera pays Anna €3.90")
        await terminal.press("1", "f2")
        assert paid(games) == [("Boris", "Anna", "1.80")]
        await terminal.shows("1 Vera pays Anna €3.90", "Boris paid Anna €1.80", "The payment is recorded.")
        await terminal.press("f3", shows="F2 take back  Esc back")
        await terminal.press("f2")
        assert paid(games) == []
        await terminal.shows("F2 paid", "1 Boris pays Anna €1.80", "The payment was taken back.")
        await terminal.press("escape", "escape", "escape")
        assert isinstance(terminal.app.screen, StartScreen)
        await terminal.shows("1 game")


async def test_a_refused_payment_shows_an_example_with_the_decimal_mark_of_the_language(games: Path) -> None:
    assert (games / "one.jsonl").exists()
    examples = {"en": "Write who paid whom how much, such as boris anna 24.87", "ru": "борис анна 24,87"}
    for language, example in examples.items():
        with override_language(language):
            async with running() as terminal:
                await terminal.press("ctrl+d", "f9", "ctrl+u", "x", "enter", shows=example)


async def test_a_part_another_payment_and_all_are_recorded(games: Path) -> None:
    async with running(size=(80, 30)) as terminal:
        # A part of a suggested payment: its amount is selected, so typing replaces it.
        await terminal.press("ctrl+d", "1", "f9", shows=("Who paid whom how much:", "Boris → Anna 1.80"))
        assert "was this paid?" not in terminal.frame
        await terminal.write("0.8")
        await terminal.press("enter")
        assert paid(games) == []
        await terminal.shows("Boris pays Anna €0.80: was this paid?")
        await terminal.press("f2")
        assert paid(games) == [("Boris", "Anna", "0.80")]
        await terminal.shows("1 Boris pays Anna €1.00")
        # Any other payment: the whole line is selected; what cannot be read stays in the field.
        await terminal.press("f9")
        await terminal.write("vera bor 2.505")
        await terminal.press("enter", "f2", shows="EUR has 2 decimal places, so 2.505 cannot be paid")
        await terminal.press("backspace", "enter", "f2")
        assert paid(games)[1:] == [("Vera", "Boris", "2.50")]
        await terminal.press("f9")
        await terminal.write("boris owes vera 2")
        await terminal.press("enter", shows="Vera pays Boris €2.00 (debt from before): was this paid?")
        await terminal.press("escape")
        # Escape leaves the prompt, then drops what was chosen.
        await terminal.press("1", "f9", "ctrl+u")
        assert terminal.app.screen.query_one(PromptLine).text == ""
        await terminal.press("escape", "f2")
        assert len(paid(games)) == 2
        # All suggested payments with one question; the people who are settled are left out then.
        await terminal.press("0", shows="Were all suggested payments made?")
        await terminal.press("f2")
        assert len(paid(games)) == 4
        await terminal.shows(
            "The payments are recorded.",
            "Nobody owes anything.",
            ("3 people have no open debts; Ctrl+F shows them"),
        )
        assert "balance" not in terminal.frame
        await terminal.press("ctrl+f", shows=("balance", "Vera"))


async def test_a_doubtful_name_is_asked_about_before_it_is_written(games: Path) -> None:
    more = entry("result", results={"Anna": 10, "Вера": -10})
    game_file(games / "two.jsonl", more, players=("Anna", "Вера"), stake="0.10", currency="EUR")
    async with running(size=(80, 30)) as terminal:
        await terminal.press("ctrl+d")
        for line, doubt in (
            ("gleb anna 1", "is called “gleb”"),
            ("vera anna 1", "Vera and Вера may be one person"),
        ):
            await terminal.press("f9")
            await terminal.write(line)
            await terminal.press("enter", "f2", shows=(doubt, "Record the payment anyway?"))
            await terminal.press("escape")
            assert paid(games) == []
            await terminal.press(*(["escape"] if doubt.startswith("is") else ["f2", "f2"]))
        assert paid(games) == [("Vera", "Anna", "1.00")]


async def test_a_game_that_is_not_counted_is_named_by_day_and_players(folder: Path) -> None:
    result = entry("result", results={"Anna": 57, "Boris": -18, "Vera": -39})
    game_file(folder / "friday.jsonl", result, started="2026-11-20T19:00:00+03:00")
    game, why = "20 Nov 2026, Anna, Boris, Vera", "the game has no price"
    said = f"the file {game} is not counted: {why}"
    async with running(size=(140, 30)) as terminal:
        await terminal.press("ctrl+d", shows=f"{said} (friday.jsonl)")
    async with running(size=(80, 30)) as terminal:
        await terminal.press("ctrl+d", shows=said)
        assert "friday.jsonl" not in terminal.frame
        game_file(folder / "again.jsonl", result, started="2026-11-20T23:00:00+03:00")
        await terminal.press("escape", "ctrl+d")
        await terminal.shows(*(said.replace("2026", f"2026 ({number})") for number in (1, 2)))


async def test_a_game_names_the_payments_that_were_recorded_since(folder: Path) -> None:
    result = entry("result", results={"Anna": 57, "Boris": -18, "Vera": -39})
    fields = {"stake": "0.10", "currency": "EUR", "started": "2026-03-14T19:05:00+03:00"}
    game_file(folder / "one.jsonl", result, **fields)
    async with running() as terminal:
        await terminal.press("enter", shows="The game is over.")
        await terminal.press("f5", shows="Boris pays Anna €1.80")
        assert "Recorded since" not in terminal.flowing
        # A payment that is recorded behind the settlement is there and at the table afterwards.
        await terminal.press("ctrl+d", shows="1 Boris pays Anna €1.80")
        await terminal.press("1", "f2", shows="The payment is recorded.")
        await terminal.press("escape", shows="Recorded since this game: Boris paid Anna €1.80")
        await terminal.press("escape", shows=("The game is over.", "this game: Boris paid Anna €1.80"))
        # Payments of other people, or in another currency, do not belong to this game.
        for line in ("boris dora 5", "boris anna 7 usd"):
            assert run(["paid", str(folder / BOOK_NAME), *line.split(), "--new"]) == 0
        await terminal.press("escape")
        await terminal.press("f8", shows="stay in the book: Boris paid Anna €1.80. If one was made for this")
        await terminal.press("f2", shows="The game is deleted")
        await terminal.press("ctrl+d", shows="Anna pays Boris €1.80")


async def test_found_games_show_their_sums_without_payments(games: Path) -> None:
    more = entry("result", results={"Anna": -10, "Gleb": 10})
    game_file(games / "two.jsonl", more, players=("Anna", "Gleb"), stake="0.10", currency="EUR")
    async with running(size=(100, 40)) as terminal:
        await asked(terminal, "debts")
        await terminal.shows("€: 2 evenings")
        await terminal.press("1", "f2", shows="The payment is recorded.")
        assert len(paid(games)) == 1
        await terminal.press("escape", "/", shows="2 games")
        await terminal.write("vera", shows="1 of 2 games")
        await asked(terminal, "debts")
        await terminal.shows("Only the 1 game that your search found is counted.")
        await terminal.press("1", "f2", "f3", "f2")
        await terminal.shows(
            "Only the 1 game that your search found is counted. "
            "Recorded payments are not counted here, because only some games are shown.",
            "€: 1 evening, no payments",
            "Boris pays Anna €1.80",
        )
        assert "The book of payments" not in terminal.frame
    assert len(paid(games)) == 1


CIRCLE = {
    "Anna": ("Anna", "Аня", "anna"),
    "Boris": ("Boris", "Борис"),
    "Vera": ("Vera",),
    "Gleb": ("Gleb", "Глеб П."),
    "Dina": ("Dina",),
}
"""People, with the names they have in games."""
PERSON = {name: person for person, names in CIRCLE.items() for name in names}
Balances = dict[str, dict[str, Decimal]]
"""Balances by currency and person."""


def nested(amounts: list[tuple[str, str, Decimal]]) -> Balances:
    sums: defaultdict[str, defaultdict[str, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    for currency, person, amount in amounts:
        sums[currency][person] += amount
    even = {
        currency: {who: amount for who, amount in each.items() if amount} for currency, each in sums.items()
    }
    return {currency: each for currency, each in even.items() if each}


def draw_season(folder: Path, random: Random) -> list[tuple[str, str, Decimal]]:
    """Write a dozen evenings in two currencies, and return the results of all players."""
    (folder / "people.txt").write_text("Anna = Аня\nBoris = Борис\nGleb = Глеб П.\n", encoding="utf-8")
    (folder / "spring").mkdir()
    won = []
    for number in range(12):
        players = [random.choice(CIRCLE[person]) for person in random.sample(list(CIRCLE), 3)]
        first, second = random.randrange(-90, 90), random.randrange(-90, 90)
        result = dict(zip(players, (first, second, -first - second), strict=True))
        tricks = [random.randrange(4) for _player in range(2)]
        hands = [f"r {tricks[0]} {tricks[1]} {10 - sum(tricks)}", entry("end", reason="agreed")]
        price = random.choice([{"stake": "0.10", "currency": "EUR"}, {"stake": "0.05", "currency": "GEL"}])
        path = game_file(
            folder / random.choice(["", "spring"]) / f"{number}.jsonl",
            *(hands if number % 3 else [entry("result", results=result)]),
            players=players,
            started=f"2026-03-{number + 10}T19:00:00+04:00",
            **price,
        )
        settled = settle_session(on_disk(path))
        assert settled.money is not None
        won += [
            (settled.money.currency, PERSON[name], amount)
            for name, amount in zip(settled.players, settled.money.amounts, strict=True)
        ]
    return won


@pytest.mark.parametrize("seed", range(2))
async def test_a_season_has_the_same_balance_by_every_way(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    random = Random(seed)

    def told(*arguments: object) -> str:
        capsys.readouterr()
        assert run([str(argument) for argument in arguments]) == 0
        return capsys.readouterr().out

    won, book, names = draw_season(folder, random), folder / BOOK_NAME, folder / "people.txt"
    paid: list[tuple[str, str, Decimal]] = []
    for day in range(4):
        payer, receiver = random.sample(list(CIRCLE), 2)
        amount, currency = Decimal(random.randrange(1, 999)) / 100, random.choice(["EUR", "GEL"])
        line = f"{random.choice(CIRCLE[payer])} -> {random.choice(CIRCLE[receiver])} {amount} {currency}"
        told(
            "paid",
            book,
            line,
            "--date",
            f"2026-04-0{day + 1}",
            "--new",
            *([] if day else ["--currency", "EUR"]),
        )
        paid += [(currency, payer, amount), (currency, receiver, -amount)]
    balances = nested([*won, *paid])

    def people(*arguments: object) -> Balances:
        currencies = json.loads(told("debts", *arguments, "--json"))["currencies"]
        return nested(
            [
                (each["currency"], one["name"], Decimal(one["balance"]))
                for each in currencies
                for one in each["people"]
            ]
        )

    assert people(folder) == balances
    files = [*folder.rglob("*.jsonl")]
    assert people(*random.sample(files, len(files))) == balances
    assert people("--alias", names, *files) == balances
    table = csv.DictReader(told("debts", folder, "--csv").splitlines())
    assert nested([(row["currency"], row["name"], Decimal(row["balance"])) for row in table]) == balances
    for each, called in CIRCLE.items():
        statement = json.loads(told("debts", folder, "--person", random.choice(called), "--json"))
        ends = [
            (each["currency"], each["name"], Decimal(each["entries"][-1]["balance"]))
            for each in statement["currencies"]
        ]
        assert nested(ends) == nested(
            [(code, each, found.get(each, Decimal(0))) for code, found in balances.items()]
        )
    [game] = json.loads(told("stats", folder, "--json"))["games"]
    summed = [
        (code, one["name"], Decimal(amount))
        for one in game["players"]
        for code, amount in one["money"].items()
    ]
    assert nested([*summed, *paid]) == balances

    season, again = tmp_path / "season.csv", tmp_path / "again"
    season.write_text(told("stats", folder, "--csv", "--games"), encoding="utf-8")
    told("import", season, "-o", again)
    for each in (book, names):
        shutil.copy(each, again)
    assert people(again) == balances

    async with running(size=(100, 60)) as terminal:
        await terminal.press("ctrl+d")
        for code, found in balances.items():
            for name, amount in found.items():
                shown = re.escape(format_money(amount, code, signed=True))
                assert re.search(rf"(?m)^ *{name} +{shown}  ", terminal.frame), (name, shown)

    for each in json.loads(told("debts", folder, "--json"))["currencies"]:
        for payment in each["payments"]:
            payer, receiver = (random.choice(CIRCLE[payment[side]]) for side in ("from", "to"))
            told("paid", book, f"{payer} -> {receiver} {payment['amount']} {each['currency']}", "--new")
    assert people(folder) == {}
