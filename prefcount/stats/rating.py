"""The strength of players: Plackett–Luce over the evenings, by places and not by amounts."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from prefcount.stats.sums import Evening, GameSums

LEAST_EVENINGS = 3
"""The number of evenings before which no strength is shown."""
_HUNDREDTH = Decimal("0.01")


class Strength(NamedTuple):
    """An estimate after some evenings, which begins at 25, and its deviation; None before enough of them."""

    evenings: int
    strength: Decimal | None
    uncertainty: Decimal | None

    @property
    def at_least(self) -> Decimal | None:
        """A strength that the person almost certainly has: the estimate less three times the uncertainty."""
        if self.strength is None or self.uncertainty is None:
            return None
        return self.strength - 3 * self.uncertainty


def strengths(sums: GameSums) -> list[tuple[str, Strength]]:
    """The strengths by key, the almost certainly strongest first, those without a number last.

    The same evenings give the same numbers in whatever order their files were read.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known = {key: model.rating() for key, person in sums.people.items() if person.games}
    evenings = dict.fromkeys(known, 0)
    for evening in sorted(sums.evenings, key=_order):
        places = dict(_places(evening))
        if len(places) > 1:
            rated = model.rate([[known[key]] for key in places], ranks=list(places.values()))
            known |= {key: team[0] for key, team in zip(places, rated, strict=True)}
        for key in places:
            evenings[key] += 1
    by_person = {key: _strength(evenings[key], known[key].mu, known[key].sigma) for key in known}
    return sorted(by_person.items(), key=lambda each: (*_rank(each[1]), sums.people[each[0]].name))


def _order(evening: Evening) -> tuple[date, str, str]:
    return evening.day or date.min, evening.path.name, str(evening.path)


def _places(evening: Evening) -> Iterator[tuple[str, float]]:
    """The places of an evening, equal ones for equal results, in the order of the keys."""
    best_first = sorted(evening.results.values(), reverse=True)
    for key, result in sorted(evening.results.items()):
        yield key, best_first.index(result)


def _strength(evenings: int, mu: float, sigma: float) -> Strength:
    if evenings < LEAST_EVENINGS:
        return Strength(evenings, None, None)
    return Strength(evenings, *(Decimal(each).quantize(_HUNDREDTH) for each in (mu, sigma)))


def _rank(strength: Strength) -> tuple[bool, Decimal, int]:
    least = strength.at_least
    return least is None, -(least or Decimal(0)), -strength.evenings
