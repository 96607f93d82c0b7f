"""The sums that grow with every game: of people, of pairs, and one small record for each evening."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from prefcount.games.protocol import Game
from prefcount.ledger.amount import Amount, exact, share
from prefcount.session.outcome import outcome
from prefcount.session.session import Session
from prefcount.stats.people import NOBODY_ELSE, People


class Evening(NamedTuple):
    """One game: its day, its file, its hands, and everybody's exact result by his key."""

    day: date | None
    path: Path
    hands: int
    results: Mapping[str, Amount]

    @property
    def order(self) -> tuple[date, str]:
        """What evenings are sorted by; those without a date come first."""
        return self.day or date.min, str(self.path)


@dataclass
class Person:
    """What is known about somebody.

    Attributes:
        name: how he is shown.
        games: games that he had a result in.
        hands: hands that he was at the table for.
        total: the sum of his results, exactly.
        money: the same in money, by currency, where it was played for.
        tallies: what the game counts, by its keys.
        best: the evening of his best result, the earliest of several.
        worst: that of his worst one.
    """

    name: str
    games: int = 0
    hands: int = 0
    total: Amount = 0
    money: dict[str, Decimal] = field(default_factory=dict)
    tallies: dict[str, Amount] = field(default_factory=lambda: defaultdict(int))
    best: Evening | None = None
    worst: Evening | None = None

    @property
    def per_hand(self) -> Amount | None:
        """His result for each hand; None without one."""
        return share(self.total, self.hands) if self.hands else None

    def average(self, key: str, per: str) -> Amount | None:
        """The sum of some tallies through that of others; None where there are none of these."""
        count = self.tallies.get(per, 0)
        return exact(Fraction(self.tallies.get(key, 0)) / count) if count else None


@dataclass
class Pair:
    """Two people who sat at one table.

    Attributes:
        games: how often.
        net: what the first won of the second, exactly; None if their game does not tell.
        totals: what each of them won in these games of everybody.
    """

    games: int = 0
    net: Amount | None = 0
    totals: tuple[Amount, Amount] = (0, 0)


class GameSums:
    """Everything about the sessions of one game. Two people are a pair under their keys in order."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.people: dict[str, Person] = {}
        self.pairs: dict[tuple[str, str], Pair] = {}
        self.evenings: list[Evening] = []

    @property
    def hands(self) -> int:
        """All hands of all games."""
        return sum(evening.hands for evening in self.evenings)

    def in_order(self) -> list[Evening]:
        """The evenings by their dates."""
        return sorted(self.evenings, key=lambda evening: evening.order)

    def add(self, session: Session, path: Path, people: People = NOBODY_ELSE) -> None:
        """Add a session. Whoever has the seat at the end has the result; hands are those of who played them.

        Args:
            session: the game as it stands; no two of its players are one person.
            path: its file.
            people: who goes by several names.
        """
        keys = [self._known(people, name) for name in session.players]
        settled = outcome(session)
        started = session.header.started
        results = dict(zip(keys, settled.exact, strict=True))
        evening = Evening(started.date() if started else None, path, session.state.hands, results)
        self.evenings.append(evening)
        for at, key in enumerate(keys):
            self._add_result(key, evening)
            if settled.money is not None:
                money, currency = self.people[key].money, settled.money.currency
                money[currency] = money.get(currency, Decimal(0)) + settled.money.amounts[at]
        self._add_pairs(session, keys, results)
        self._add_hands(session, people)

    def _known(self, people: People, name: str) -> str:
        """The key of a player, who is known from now on."""
        key = people.key(name)
        self.people.setdefault(key, Person(people.shown(name)))
        return key

    def _add_result(self, key: str, evening: Evening) -> None:
        person = self.people[key]
        person.games += 1
        person.total = exact(person.total + evening.results[key])
        for which, sign in (("best", 1), ("worst", -1)):
            known: Evening | None = getattr(person, which)
            if known is None or _rank(evening, key, sign) > _rank(known, key, sign):
                setattr(person, which, evening)

    def _add_pairs(self, session: Session, keys: list[str], results: Mapping[str, Amount]) -> None:
        seats = dict(zip(session.state.seats, keys, strict=True))
        nets: dict[tuple[str, str], Amount] = {}
        for (one, other), net in session.game.pairs(session.state).items():
            first, second = seats[one], seats[other]
            nets[min(first, second), max(first, second)] = net if first < second else -net
        for first, second in combinations(sorted(keys), 2):
            pair = self.pairs.setdefault((first, second), Pair())
            pair.games += 1
            between = nets.get((first, second))
            pair.net = None if pair.net is None or between is None else exact(pair.net + between)
            pair.totals = (exact(pair.totals[0] + results[first]), exact(pair.totals[1] + results[second]))

    def _add_hands(self, session: Session, people: People) -> None:
        """Count hands, and whatever the game counts, for those who sat at the table then."""
        met: dict[str, Person] = {}

        def person(name: str) -> Person:
            if name not in met:
                met[name] = self.people[self._known(people, name)]
            return met[name]

        for step in session.replay.steps:
            if not step.counts or step.entry is None:
                continue
            names = step.state.names
            if step.entry.kind in session.game.hand_kinds:
                for player in step.state.seats:
                    person(names[player]).hands += 1
            for player, key, amount in session.game.tallies(step.before, step.entry, step.postings):
                tallies = person(names[player]).tallies
                tallies[key] = exact(tallies[key] + amount)


def _rank(evening: Evening, key: str, sign: int) -> tuple[Amount, int]:
    """How far an evening is to one end of somebody's results; of equal ones the earlier is farther."""
    return sign * evening.results[key], -(evening.day or date.min).toordinal()
