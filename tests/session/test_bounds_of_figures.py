"""Figures on a sheet have limits, whatever the entries add up to, and so do results."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from prefcount.ledger import MAX_TOTAL
from prefcount.render.data import sheet_object
from prefcount.session.replay import MAX_DENOMINATOR
from prefcount.session.session import Session
from tests.games.family import Table
from tests.helpers import header
from tests.store.files import entry, numbered, session

PEOPLE = ("Anna", "Boris", "Vera", "Gleb")
EXACT_EVERYWHERE = 2**53
"""Programs that know one kind of number only read larger whole ones wrongly."""
LONGEST_FIGURE = 80
PRIMES = [each for each in range(2, 1000) if all(each % other for other in range(2, each))]
COLUMNS: Mapping[str, Mapping[str, Any]] = {
    "preferans": {"player": "Anna", "column": "dump"},
    "balkan": {"player": "Anna", "column": "bule"},
    "prefa": {"player": "Anna", "column": "cash", "on": "Boris"},
    "priffe": {"player": "Anna", "column": "points", "on": "Boris"},
}
"""A column of each game that can be adjusted."""


def adjust(amount: int | str, **column: Any) -> dict[str, Any]:
    return {"kind": "adjust", **(column or COLUMNS["preferans"]), "amount": amount, "reason": "x"}


def problems(played: Session) -> list[str]:
    return [str(problem) for step in played.replay.steps for problem in step.problems]


def numbers(value: object) -> Iterator[int]:
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from numbers(each)
    elif isinstance(value, int):
        yield value


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("amount", [1_000_000, -1_000_000])
def test_no_column_of_any_game_outgrows_its_bound(name: str, amount: int) -> None:
    table = Table.of(name)
    largest = table.entry(**adjust(amount, **COLUMNS[name]))
    players = PEOPLE[: 4 if name == "priffe" else 3]
    entries = [largest.model_copy(update={"n": n}) for n in range(1, 1003)]
    played = Session(table.header(players), entries)
    assert max(abs(each) for _account, each in played.state.sheet.items()) <= MAX_TOTAL
    assert problems(played)[0].endswith("but the largest allowed is 1,000,000,000")
    assert max(map(abs, numbers(sheet_object(played)))) < EXACT_EVERYWHERE


def test_the_player_beyond_the_limit_is_named() -> None:
    full = {"kind": "sheet", "columns": {"Anna": {"dump": "1000000"}}}
    played = session(*[full] * 1000, adjust(1), adjust(-1), adjust(1))
    assert problems(played) == [
        "Anna, dump: the figure would be 1000000001, but the largest allowed is 1,000,000,000"
    ]
    assert [step.n for step in played.replay.steps if not step.counts] == [1001]


def test_raspasy_without_a_cap_stop_at_the_limit() -> None:
    geometric = {"progression": "geometric", "cap": 0, "base": 1000}
    played = session(*["r 3 5 2"] * 40, raspasy=geometric, end="manual")
    counted = [step.n for step in played.replay.steps if step.counts]
    assert counted == list(range(1, 18))
    assert problems(played)[0] == (
        "Boris, dump: the figure would be 1310715000, but the largest allowed is 1,000,000,000"
    )
    assert max(map(abs, numbers(sheet_object(played)))) < EXACT_EVERYWHERE


def test_denominators_do_not_multiply() -> None:
    """The sum of one part for each prime would take hundreds of digits."""
    played = session(*(adjust(f"1/{prime}") for prime in (997, *PRIMES)))
    assert (
        problems(played)[0]
        == "Anna, dump: the figure would be 999/1994, but the largest denominator allowed is 1,000"
    )
    assert max(each.denominator for _account, each in played.state.sheet.items()) <= MAX_DENOMINATOR


@pytest.mark.parametrize("figure", ["1/1001", "2.6.1/9999991.12", "1/997.1/1001.3"])
def test_every_total_of_a_column_is_checked(figure: str) -> None:
    (said,) = problems(session({"kind": "sheet", "columns": {"Anna": {"pool": figure}}}))
    assert said.endswith("the largest denominator allowed is 1,000")


def test_a_hand_is_never_refused_for_an_earlier_denominator() -> None:
    stands = Fraction(1, 997) + Fraction(15, 2) + 1
    what = (
        adjust("1/997", player="Anna", column="pool"),
        {"kind": "misere", "declarer": "Anna", "blind": True, "tricks": {"Anna": 0}},
        adjust(1, player="Anna", column="pool"),
        adjust(str(8 + Fraction(1, 1993) - stands), player="Anna", column="pool"),
    )
    shared = header(4, misere_blind_value=15, misere_half_with_dealer=True)
    played = Session(shared, [entry(each) for each in numbered(*what)])
    assert problems(played) == [
        "Anna, pool: the figure would be 8 1/1993, but the largest denominator allowed is 1,000"
    ]
    assert played.state.pool(0) == stands


def test_results_of_the_largest_denominators_are_short() -> None:
    fine = iter(PRIMES[::-1])
    columns = {
        player: {
            "pool": f"1/{next(fine)}",
            "dump": f"1/{next(fine)}",
            "whists": {other: f"1/{next(fine)}" for other in PEOPLE[:3] if other != player},
        }
        for player in PEOPLE[:3]
    }
    played = session({"kind": "sheet", "columns": columns})
    assert problems(played) == []
    assert max(len(each) for each in sheet_object(played)["results"]["exact"].values()) < LONGEST_FIGURE
