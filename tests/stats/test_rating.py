"""How strong somebody is: what it depends on, and what it does not."""

from collections import Counter
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from prefcount.games import game_named
from prefcount.stats.rating import LEAST_EVENINGS, Strength, strengths
from prefcount.stats.sums import Evening, GameSums, PersonSums

NAMES = ("anna", "boris", "vera", "gleb")


def played(*results: tuple[int, ...], order: list[int] | None = None) -> GameSums:
    """Evenings of these people with these results, one a day, read in some order."""
    found = GameSums(game_named("preferans"))
    for number in order or range(len(results)):
        won = dict(zip(NAMES, results[number], strict=False))
        found.evenings.append(Evening(date(2026, 1, 1) + timedelta(number), Path(f"{number}"), 10, won))
        for name in won:
            found.people.setdefault(name, PersonSums(Counter([name.title()]))).games += 1
    return found


def test_three_evenings_before_a_number() -> None:
    """Until then it is said that there are evenings, and how many."""
    assert LEAST_EVENINGS == 3
    assert strengths(played((40, 0, -40), (40, 0, -40)))[0] == ("anna", Strength(2, None, None))
    [first, *_others] = strengths(played(*[(40, 0, -40)] * 3))
    assert first[0] == "anna"
    assert first[1].strength is not None
    assert first[1].strength > 25


def test_sorted_by_what_is_almost_certain() -> None:
    """Three times the uncertainty less; who has no number comes last."""
    found = strengths(played(*[(40, 0, -40)] * 5, (10, 0, -20, 10)))
    least = [strength.at_least for _key, strength in found]
    assert [key for key, _strength in found][-1] == "gleb"
    known = [each for each in least if each is not None]
    assert known == sorted(known, reverse=True)
    assert all(
        each.at_least == each.strength - 3 * each.uncertainty
        for _key, each in found
        if each.strength is not None and each.uncertainty is not None
    )


def test_it_does_not_matter_by_how_much() -> None:
    """One whist or a thousand: only who came before whom."""
    assert strengths(played(*[(1, 0, -1)] * 4)) == strengths(played(*[(1000, 10, -1010)] * 4))


def test_equal_results_are_equal_strength() -> None:
    """Who always had the same has the same numbers, under any name."""
    found = dict(strengths(played(*[(0, 0, 0)] * 4)))
    assert found["anna"] == found["boris"] == found["vera"]
    assert abs((found["anna"].strength or Decimal(0)) - 25) < Decimal("0.01")


@given(
    st.lists(st.tuples(*[st.integers(-100, 100)] * 4), min_size=3, max_size=8).flatmap(
        lambda results: st.tuples(st.just(results), st.permutations(range(len(results))))
    )
)
def test_the_order_of_the_files_does_not_matter(given: tuple[list[tuple[int, ...]], list[int]]) -> None:
    """Evenings count by their dates."""
    results, order = given
    assert strengths(played(*results)) == strengths(played(*results, order=order))
