"""Undertricks of whisters: the contract was made and the quota was not (rule book, section 3)."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from prefcount.ledger.amount import Amount
from tests.helpers import scored

HALF = Fraction(1, 2)
RULES = ["collective", "personal", "shared", "individual"]


def dumps(line: str, **rules: Any) -> tuple[Amount, Amount]:
    """What a hand writes in the dumps of the first and the second defender."""
    found = scored(line, **rules)
    return found.get("Boris dump", 0), found.get("Vera dump", 0)


# undertricks of first and second defender by their tricks: collective, personal, shared, individual
SIX = {
    (4, 0): ((0, 0), (0, 0), (0, 0), (0, 2)),
    (3, 1): ((0, 0), (0, 0), (0, 0), (0, 1)),
    (2, 2): ((0, 0), (0, 0), (0, 0), (0, 0)),
    (3, 0): ((0, 1), (0, 2), (HALF, HALF), (0, 2)),
    (0, 3): ((1, 0), (2, 0), (HALF, HALF), (2, 0)),
    (2, 1): ((0, 1), (0, 1), (HALF, HALF), (0, 1)),
    (2, 0): ((0, 2), (0, 2), (1, 1), (0, 2)),
    (1, 1): ((1, 1), (1, 1), (1, 1), (1, 1)),
    (1, 0): ((1, 2), (1, 2), (HALF * 3, HALF * 3), (1, 2)),
    (0, 0): ((2, 2), (2, 2), (2, 2), (2, 2)),
}
SEVEN = {
    (3, 0): ((0, 0), (0, 0), (0, 0), (0, 1)),
    (2, 0): ((0, 0), (0, 0), (0, 0), (0, 1)),
    (1, 1): ((0, 0), (0, 0), (0, 0), (0, 0)),
    (1, 0): ((0, 1), (0, 1), (HALF, HALF), (0, 1)),
    (0, 1): ((1, 0), (1, 0), (HALF, HALF), (1, 0)),
    (0, 0): ((1, 1), (1, 1), (1, 1), (1, 1)),
}
TWO_WHISTERS = [
    pytest.param(level, own, rule, missing, id=f"{level}-{own[0]}+{own[1]}-{rule}")
    for level, table in ((6, SIX), (7, SEVEN))
    for own, row in table.items()
    for rule, missing in zip(RULES, row, strict=True)
]


@pytest.mark.parametrize(("level", "own", "rule", "missing"), TWO_WHISTERS)
def test_two_whisters_on_six_and_seven(
    level: int, own: tuple[int, int], rule: str, missing: tuple[Amount, Amount]
) -> None:
    """An undertrick costs the value of the contract, each whister for what he answers for."""
    value = {6: 2, 7: 4}[level]
    line = f"anna {level}h ww {10 - sum(own)} {own[0]} {own[1]}"
    assert dumps(line, undertricks=rule) == (missing[0] * value, missing[1] * value)


@pytest.mark.parametrize("level", [6, 7, 8, 9, 10])
def test_personal_differs_from_collective_only_for_a_six_with_three_and_none(level: int) -> None:
    differing = {
        tuple(sorted(own))
        for own in product(range(11 - level), repeat=2)
        if sum(own) <= 10 - level
        for line in [f"anna {level}h ww {10 - sum(own)} {own[0]} {own[1]}"]
        if dumps(line, undertricks="personal") != dumps(line, undertricks="collective")
    }
    assert differing == ({(0, 3)} if level == 6 else set())


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("line", "dump"),
    [
        ("anna 6h wp 6", 0),
        ("anna 6h wp 7", 2),
        ("anna 6h wp 10", 8),
        ("anna 7h wp 8", 0),
        ("anna 7h wp 9", 4),
        ("anna 7h wp 10", 8),
        ("anna 8h wp 9", 0),
        ("anna 8h wp 10", 6),
        ("anna 9h wp 10", 8),
        ("anna 10h wp 10", 10),
    ],
)
def test_one_whister_is_bound_for_the_whole_quota(line: str, dump: int, rule: str) -> None:
    """Fine print 11: under every `undertricks`; the passer pays nothing."""
    assert dumps(line, undertricks=rule) == (dump, 0)


@pytest.mark.parametrize("responsibility", ["full", "half"])
@pytest.mark.parametrize("rule", ["collective", "personal", "shared", "individual"])
@pytest.mark.parametrize(("level", "value"), [(8, 6), (9, 8), (10, 10)])
@pytest.mark.parametrize(
    ("eight_up", "first", "second"),
    [("second", 0, 1), ("first", 1, 0), ("both", 1, 1), ("split", HALF, HALF)],
)
def test_two_whisters_without_a_trick_from_eight_up(
    eight_up: str, first: Amount, second: Amount, level: int, value: int, rule: str, responsibility: str
) -> None:
    """`eight_up` says who answers for the one trick, under every `undertricks`."""
    each = Fraction(value, 2 if responsibility == "half" else 1)
    found = dumps(
        f"anna {level}h ww 10 0 0", eight_up=eight_up, undertricks=rule, responsibility=responsibility
    )
    assert found == (first * each, second * each)


@pytest.mark.parametrize("eight_up", ["second", "first", "both", "split"])
@pytest.mark.parametrize("rule", ["collective", "personal", "shared"])
@pytest.mark.parametrize("own", [(1, 0), (0, 1), (2, 0)])
def test_from_eight_up_one_trick_of_either_is_enough(own: tuple[int, int], rule: str, eight_up: str) -> None:
    line = f"anna 8h ww {10 - sum(own)} {own[0]} {own[1]}"
    assert dumps(line, undertricks=rule, eight_up=eight_up) == (0, 0)


@pytest.mark.parametrize(
    ("own", "eight_up", "first", "second"),
    [
        ((1, 0), "second", 0, 6),
        ((1, 0), "first", 0, 0),
        ((1, 0), "both", 0, 6),
        ((1, 0), "split", 0, 3),
        ((0, 1), "second", 0, 0),
        ((0, 1), "first", 6, 0),
        ((2, 0), "second", 0, 6),
        ((3, 0), "second", 0, 6),
        ((0, 4), "both", 6, 0),
    ],
)
def test_individual_from_eight_up(own: tuple[int, int], eight_up: str, first: int, second: int) -> None:
    """Each who is bound answers for his own trick, whatever the partner took, failed or not."""
    line = f"anna 8h ww {10 - sum(own)} {own[0]} {own[1]}"
    assert dumps(line, undertricks="individual", eight_up=eight_up) == (first, second)


@pytest.mark.parametrize(
    ("line", "rule", "second"),
    [
        ("anna 6h ww 5 5 0", "individual", 4),
        ("anna 6h ww 5 4 1", "individual", 2),
        ("anna 7h ww 6 4 0", "individual", 4),
        ("anna 6h ww 5 5 0", "collective", 0),
        ("anna 6h ww 5 5 0", "personal", 0),
        ("anna 6h ww 5 5 0", "shared", 0),
    ],
)
def test_only_individual_answers_when_the_contract_failed(line: str, rule: str, second: int) -> None:
    assert dumps(line, undertricks=rule) == (0, second)


def test_whists_for_tricks_taken_are_still_written() -> None:
    """Both pay for what they are short of and write what they have."""
    assert scored("anna 6h ww 8 1 1") == {
        "Anna pool": 2,
        "Boris on Anna": 2,
        "Vera on Anna": 2,
        "Boris dump": 2,
        "Vera dump": 2,
    }


@pytest.mark.parametrize(
    ("responsibility", "doubled", "dump"),
    [("full", False, 2), ("half", False, 1), ("full", True, 4), ("half", True, 2)],
)
def test_responsibility_and_doubling(responsibility: str, doubled: bool, dump: int) -> None:
    """One undertrick on a six costs v·k·r: Leningrad with full responsibility is the doubled reading."""
    assert dumps("anna 6h wp 7", responsibility=responsibility, doubled=doubled) == (dump, 0)


def test_a_shared_undertrick_may_cost_half_a_point() -> None:
    """Half-responsible and shared: one undertrick on a six is half a point for each."""
    assert dumps("anna 6h ww 7 2 1", undertricks="shared", responsibility="half") == (HALF, HALF)
