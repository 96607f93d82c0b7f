"""Misère and its options (rule book, sections 1 and 7; fine print 13 and 14)."""

from fractions import Fraction
from typing import Any

import pytest

from tests.helpers import scored


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_else_writes(players: int) -> None:
    assert scored("anna m 0", players=players) == {"Anna pool": 10}
    assert scored("anna m 3", players=players) == {"Anna dump": 30}


def test_without_the_talon_it_is_not_dearer() -> None:
    assert scored("anna m blind 0") == {"Anna pool": 10}
    assert scored("anna m blind 2") == {"Anna dump": 20}


def test_blind_misere_of_another_value() -> None:
    """`misere_blind_value` replaces the value in pool, dump, consolation and talon bonus."""
    options: dict[str, Any] = {
        "misere_blind_value": 15,
        "misere_consolation": True,
        "misere_talon_bonus": True,
    }
    assert scored("anna m blind 0", **options) == {"Anna pool": 15}
    assert scored("anna m blind 2 talon 7s ah", players=4, **options) == {
        "Anna dump": 30,
        "Boris on Anna": 30,
        "Vera on Anna": 30,
        "Gleb on Anna": 30 + 15,
    }
    assert scored("anna m 0", **options) == {"Anna pool": 10}


@pytest.mark.parametrize(("doubled", "each"), [(False, 20), (True, 40)])
def test_consolation_of_a_misere(doubled: bool, each: int) -> None:
    """Every opponent, the sitting dealer too, writes 10·k whists for every trick."""
    assert scored("anna m 2", players=4, misere_consolation=True, doubled=doubled) == {
        "Anna dump": each,
        "Boris on Anna": each,
        "Vera on Anna": each,
        "Gleb on Anna": each,
    }
    assert scored("anna m 0", players=4, misere_consolation=True) == {"Anna pool": 10}


@pytest.mark.parametrize(("doubled", "a_trick"), [(False, 5), (True, 10)])
def test_half_with_the_dealer(doubled: bool, a_trick: int) -> None:
    """Declarer and sitting dealer take 5 pool points each, or 5·k in the dump for every trick."""
    options: dict[str, Any] = {"misere_half_with_dealer": True, "doubled": doubled}
    assert scored("anna m 0", players=4, **options) == {"Anna pool": 5, "Gleb pool": 5}
    assert scored("anna m 3", players=4, **options) == {"Anna dump": 3 * a_trick, "Gleb dump": 3 * a_trick}


def test_half_with_the_dealer_needs_a_dealer_who_sits_out() -> None:
    assert scored("anna m 0", players=3, misere_half_with_dealer=True) == {"Anna pool": 10}


def test_half_of_an_odd_blind_misere() -> None:
    options: dict[str, Any] = {"misere_half_with_dealer": True, "misere_blind_value": 15}
    assert scored("anna m blind 0", players=4, **options) == {
        "Anna pool": Fraction(15, 2),
        "Gleb pool": Fraction(15, 2),
    }


@pytest.mark.parametrize(
    ("cards", "whists"),
    [("7s ah", 10), ("7s 7h", 20), ("7s 8s", 20), ("8s 7s", 20), ("7s 8h", 10), ("8s 9s", 0), ("ah kh", 0)],
)
@pytest.mark.parametrize("taken", [0, 4])
def test_talon_bonus(cards: str, whists: int, taken: int) -> None:
    """The sitting dealer writes 10 whists for a seven, 20 for seven and eight of a suit."""
    for doubled, times in ((False, 1), (True, 2)):
        found = scored(f"anna m {taken} talon {cards}", players=4, misere_talon_bonus=True, doubled=doubled)
        assert found.get("Gleb on Anna", 0) == whists * times
