"""The strength of players: Plackett–Luce over the evenings, by places and not by amounts."""

from collections import Counter
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from prefcount.stats.sums import GameSums

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

    @property
    def figures(self) -> tuple[Decimal | None, Decimal | None, Decimal | None]:
        """The estimate, its deviation, and what it is at least."""
        return self.strength, self.uncertainty, self.at_least


NOT_KNOWN = Strength(0, None, None)


def strengths(sums: GameSums) -> list[tuple[str, Strength]]:
    """The strengths by key, the almost certainly strongest first, those without a number last.

    The same evenings give the same numbers in whatever order their files were read.
    """
    ratings, evenings = _rated(sums)
    by_person = {}
    for key, rating in ratings.items():
        by_person[key] = Strength(evenings[key], None, None)
        if evenings[key] >= LEAST_EVENINGS:
            figures = (Decimal(each).quantize(_HUNDREDTH) for each in (rating.mu, rating.sigma))
            by_person[key] = Strength(evenings[key], *figures)

    def rank(key: str) -> tuple[bool, Decimal, int, str]:
        least, count, name = by_person[key].at_least, evenings[key], sums.people[key].name
        return least is None, -(least or Decimal(0)), -count, name

    return [(key, by_person[key]) for key in sorted(by_person, key=rank)]


def _rated(sums: GameSums) -> tuple[dict[str, Any], Counter[str]]:
    """The ratings after all evenings, and the number of evenings, of everybody."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {key: model.rating() for key, person in sums.people.items() if person.games}
    evenings = Counter[str]()
    for evening in sorted(
        sums.evenings, key=lambda each: (each.day or date.min, each.path.name, str(each.path))
    ):
        best_first = sorted(evening.results.values(), reverse=True)
        places: dict[str, float] = {
            key: best_first.index(result) for key, result in sorted(evening.results.items())
        }
        evenings.update(places.keys())
        if len(places) > 1:
            rated = model.rate([[ratings[key]] for key in places], ranks=list(places.values()))
            ratings |= {key: team[0] for key, team in zip(places, rated, strict=True)}
    return ratings, evenings
