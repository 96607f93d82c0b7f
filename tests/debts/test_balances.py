"""Balances over random evenings and books of payments: they sum to zero, in whatever order files are read."""

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefcount.debts import balances
from prefcount.debts.balances import MAX_EXACT_PEOPLE, Debt, Debts, minimize_transfers
from prefcount.ledger import Coin, IndexedTransfer, Unbalanced, find_transfers, minor_digits
from prefcount.session.outcome import settle_session
from prefcount.store.reader import load
from tests.counting import counted
from tests.store.files import by_hand
from tests.strategies import one_of
from tests.tables import each_line

PEOPLE = ("Anna", "Boris", "Vera")


class Evening(NamedTuple):
    """Spellings of the three names, what two of them won, the price of a whist and its currency."""

    names: tuple[str, str, str]
    won: tuple[int, int]
    stake: str
    currency: str


def spelled(name: str) -> st.SearchStrategy[str]:
    return one_of(name, name.upper(), name.lower())


EVENINGS = st.builds(
    Evening,
    st.tuples(*map(spelled, PEOPLE)),
    st.tuples(st.integers(-300, 300), st.integers(-300, 300)),
    one_of("0.10", "0.05", "0.33", "7"),
    one_of("EUR", "RUB", "JPY"),
)
PAYMENTS = st.tuples(st.permutations(PEOPLE), st.integers(1, 5000), one_of("EUR", "RUB"))


def written(folder: Path, evenings: Sequence[Evening], payments: Sequence[Any]) -> list[Path]:
    paths = []
    for at, each in enumerate(evenings):
        results = dict(zip(each.names, (*each.won, -sum(each.won)), strict=True))
        path = folder / f"{at}.jsonl"
        header = {"players": list(each.names), "stake": each.stake, "currency": each.currency}
        result = {"kind": "result", "results": results}
        paths.append(by_hand(path, result, dealer=each.names[0], note=str(at), **header))
    book = folder / "payments.jsonl"
    lines = ['{"kind": "payments", "version": 1, "currency": "EUR"}']
    for n, ((payer, receiver, _third), amount, currency) in enumerate(payments, 1):
        said = f'"from": "{payer}", "to": "{receiver}", "amount": "{amount}", "currency": "{currency}"'
        lines.append(f'{{"kind": "paid", "n": {n}, {said}}}')
    book.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [*paths, book]


COINS = st.none() | st.sampled_from(["1", "2", "5", "10", "100"]).map(lambda each: Coin(Decimal(each)))


def read(paths: Sequence[Path], coin: Coin | None = None) -> Debts:
    debts = Debts(coin=coin)
    assert [debts.add_file(path) for path in paths] == [""] * len(paths)
    return debts


@given(st.lists(EVENINGS, min_size=1, max_size=5), st.lists(PAYMENTS, max_size=4), st.data())
def test_debts_sum_to_zero_in_any_order_of_the_files(
    evenings: list[Evening], payments: list[Any], data: st.DataObject
) -> None:
    with TemporaryDirectory() as folder:
        paths = written(Path(folder), evenings, payments)
        found = [read(paths), read(data.draw(st.permutations(paths)))]
    shown = []
    for debts in found:
        for each in debts.currencies.values():
            assert sum(balance.units for balance in each.balances) == 0
        shown.append(
            {
                code: (
                    len(each.games),
                    len(each.paid),
                    [(who.name, who.won, who.lost, who.paid, who.received) for who in each.balances],
                    each.suggested_payments,
                )
                for code, each in debts.currencies.items()
            }
        )
    assert shown[0] == shown[1]


@given(st.lists(EVENINGS, min_size=1, max_size=5), COINS, st.data())
def test_a_suggestion_that_is_paid_leaves_the_others(
    evenings: list[Evening], coin: Coin | None, data: st.DataObject
) -> None:
    with TemporaryDirectory() as folder:
        paths = written(Path(folder), evenings, ())
        before = {code: each.suggested_payments for code, each in read(paths, coin).currencies.items()}
        waiting = [(code, debt) for code, debts in before.items() for debt in debts]
        if not waiting:
            return
        code, paid = data.draw(st.sampled_from(waiting))
        said = f'"from": "{paid.payer}", "to": "{paid.receiver}", "amount": "{paid.amount}"'
        with paths[-1].open("a", encoding="utf-8") as book:
            book.write(f'{{"kind": "paid", "n": 1, {said}, "currency": "{code}"}}\n')
        after = {code: each.suggested_payments for code, each in read(paths, coin).currencies.items()}
    assert after == {
        currency: [debt for debt in debts if (currency, debt) != (code, paid)]
        for currency, debts in before.items()
    }


@given(EVENINGS, COINS)
def test_one_game_has_the_payments_of_its_settlement(evening: Evening, coin: Coin | None) -> None:
    with TemporaryDirectory() as folder:
        path = written(Path(folder), [evening], ())[0]
        money = settle_session(load(path).session, coin).money
        [debts] = read([path], coin).currencies.values()
    assert money is not None
    assert sorted(debts.amount(units) for units in debts.in_coins) == sorted(money.in_coins)
    shown = {tuple(each)[:3] for each in debts.suggested_payments}
    assert shown == {tuple(each) for each in money.transfers}


@given(EVENINGS, COINS, st.data())
def test_a_part_of_a_payment_of_one_game_leaves_the_rest_to_pay(
    evening: Evening, coin: Coin | None, data: st.DataObject
) -> None:
    with TemporaryDirectory() as folder:
        paths = written(Path(folder), [evening], ())
        [debts] = read(paths, coin).currencies.values()
        before = debts.suggested_payments
        if not before:
            return
        index = data.draw(st.integers(0, len(before) - 1))
        payer, receiver, amount, is_later = before[index]
        units = int(amount.scaleb(minor_digits(debts.currency)))
        part = debts.amount(data.draw(st.integers(1, units)))
        with paths[-1].open("a", encoding="utf-8") as book:
            said = f'"from": "{payer}", "to": "{receiver}", "amount": "{part}"'
            book.write(f'{{"kind": "paid", "n": 1, {said}, "currency": "{debts.currency}"}}\n')
        [debts] = read(paths, coin).currencies.values()
    rest = [Debt(payer, receiver, amount - part, is_later)] if part < amount else []
    assert debts.suggested_payments == [*before[:index], *rest, *before[index + 1 :]]


def test_suggested_payments_are_calculated_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(PEOPLE, (10, 5), "1", "EUR")
    paths, found = written(tmp_path, [evening] * 3, ()), Debts()
    worked_out = counted(monkeypatch, balances, "minimize_transfers")
    shown = []
    for path in paths[:3]:
        found.add_file(path)
        shown += [found.currencies["EUR"].suggested_payments for _again in range(3)]
        assert shown[-1] == shown[-2] == shown[-3]
    assert len(worked_out) == 2
    assert [each.amount for each in shown[-1]] == [3 * each.amount for each in shown[0]]


@given(st.lists(EVENINGS, min_size=1, max_size=5), COINS)
def test_suggested_payments_are_of_whole_coins(evenings: list[Evening], coin: Coin | None) -> None:
    with TemporaryDirectory() as folder:
        found = read(written(Path(folder), evenings, ()), coin)
    for debts in found.currencies.values():
        left = [each.units for each in debts.balances]
        names = [each.name for each in debts.balances]
        for payment in debts.suggested_payments:
            units = int(payment.amount / debts.amount(1))
            assert units % debts.coin == 0
            left[names.index(payment.payer)] += units
            left[names.index(payment.receiver)] -= units
        assert sum(left) == 0
        assert all(abs(each) < debts.coin for each in left)


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=6, max_size=7), COINS)
def test_in_a_large_circle_no_stranger_is_paid(results: list[tuple[int, int]], coin: Coin | None) -> None:
    tables = [tuple(f"{name} {at}" for name in PEOPLE) for at in range(len(results))]
    evenings = [Evening(table, won, "7", "EUR") for table, won in zip(tables, results, strict=True)]
    with TemporaryDirectory() as folder:
        (debts,) = read(written(Path(folder), evenings, ()), coin).currencies.values()
    left = dict(zip((each.name for each in debts.balances), debts.in_coins, strict=True))
    for payment in debts.suggested_payments:
        assert payment.payer.split()[1] == payment.receiver.split()[1]
        left[payment.payer] += int(payment.amount * 100)
        left[payment.receiver] -= int(payment.amount * 100)
    assert not any(left.values())


# --- payments that settle a circle ----------------------------------------------------------------------


def amounts_of(people: int, most: int) -> st.SearchStrategy[list[int]]:
    some = st.lists(st.integers(-most, most), min_size=1, max_size=people - 1)
    return some.map(lambda amounts: [*amounts, -sum(amounts)])


def after_payment(before: Sequence[int], payment: IndexedTransfer) -> list[int]:
    left = list(before)
    left[payment.payer] += payment.amount
    left[payment.receiver] -= payment.amount
    return left


def large_circle(owed: list[int]) -> list[int]:
    return [*owed, *([0] * (MAX_EXACT_PEOPLE + 1 - len(owed)))]


@given(st.one_of(amounts_of(8, 6), amounts_of(8, 100_000), amounts_of(40, 1000).map(large_circle)), st.data())
def test_a_payment_made_leaves_the_others_as_they_are(owed: list[int], data: st.DataObject) -> None:
    left, suggested = owed, minimize_transfers(owed)
    assert len(suggested) < max(2, sum(map(bool, owed)))
    while suggested:
        made = data.draw(st.sampled_from(suggested))
        left, suggested = after_payment(left, made), tuple(each for each in suggested if each != made)
        assert minimize_transfers(left) == suggested
    assert not any(left)


@settings(max_examples=60)
@given(st.one_of(amounts_of(7, 4), amounts_of(7, 100_000)))
def test_payments_are_as_few_as_possible(owed: list[int]) -> None:
    suggested = minimize_transfers(owed)
    assert len(suggested) == len(find_transfers(owed))
    for each in suggested:
        assert owed[each.payer] < 0 < owed[each.receiver]
        assert 0 < each.amount <= min(-owed[each.payer], owed[each.receiver])


@each_line(
    ("owed", "expected"),
    [
        ([], []),
        ([0, 0], []),
        ([-5, 5], [(0, 1, 5)]),
        ([120, -100, -50, 30], [(1, 0, 100), (2, 0, 20), (2, 3, 30)]),
        ([-7, 3, 7, -3], [(0, 2, 7), (3, 1, 3)]),
    ],
)
def test_examples_of_payments(owed: list[int], expected: list[tuple[int, int, int]]) -> None:
    assert [tuple(each) for each in minimize_transfers(owed)] == expected


def test_balances_have_to_sum_to_zero() -> None:
    with pytest.raises(Unbalanced):
        minimize_transfers([1, -2])
