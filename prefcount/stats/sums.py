"""The sums over many games: of people, of pairs, and one small record for each evening."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, groupby
from pathlib import Path
from typing import Any, NamedTuple

from prefcount.games.measures import Tally
from prefcount.games.protocol import Game
from prefcount.ledger.amount import Amount, exact, share
from prefcount.session.session import Session
from prefcount.stats.aliases import NOBODY_ELSE, People
from prefcount.stats.parts_of_evening import Part, parts_of


class Evening(NamedTuple):
    """One game: its day, its file, its hands, and the exact results by the keys of the players."""

    day: date | None
    path: Path
    hands: int
    results: Mapping[str, Amount]

    @property
    def order(self) -> tuple[date, str]:
        """What evenings are sorted by; those without a date come first."""
        return self.day or date.min, str(self.path)


@dataclass
class PersonSums:
    """The sums of one person.

    Attributes:
        name: the name to be shown.
        games: games that they had a result in, from their own time at the table.
        hands: hands that they were at the table for.
        total: the sum of their results, exactly.
        money: the same in money, by currency, where it was played for.
        tallies: what the game counts, by its keys.
        best: the evening of their best result, the earliest of several.
        worst: that of their worst one.
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
        """The result for each hand; None without hands."""
        return share(self.total, self.hands) if self.hands else None

    def average(self, key: str, per: str) -> Amount | None:
        """The sum of some tallies through that of others; None where there are none of these."""
        count = self.tallies.get(per, 0)
        return exact(Fraction(self.tallies.get(key, 0)) / count) if count else None


@dataclass
class PairSums:
    """Two people who sat at one table.

    Attributes:
        games: how often.
        net: what the first won of the second, exactly; None in games that do not know it.
        totals: what each of them won in these games in all.
    """

    games: int = 0
    net: Amount | None = 0
    totals: tuple[Amount, Amount] = (0, 0)


class GameSums:
    """The sums of all sessions of one game. A pair is found under the sorted keys of two people."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.people: dict[str, PersonSums] = {}
        self.pairs: dict[tuple[str, str], PairSums] = {}
        self.evenings: list[Evening] = []

    @property
    def hands(self) -> int:
        """All hands of all games."""
        return sum(evening.hands for evening in self.evenings)

    def in_order(self) -> list[Evening]:
        """The evenings by their dates."""
        return sorted(self.evenings, key=lambda evening: evening.order)

    def add(
        self, session: Session, path: Path, people: People = NOBODY_ELSE, parts: Sequence[Part] = ()
    ) -> None:
        """Add a session. Each player gets the result and the hands of their own time at the table.

        Args:
            session: the game as it stands; no two of those who sat together are one person.
            path: its file.
            people: who goes by several names.
            parts: its parts, where they are known already.
        """
        started = session.header.started
        results: defaultdict[str, Amount] = defaultdict(int)
        pairs: dict[tuple[str, str], Amount | None] = {}
        for part in parts or parts_of(session):
            keys = {seat: self._known(people, part.names[seat]) for seat in part.credited}
            for seat, key in keys.items():
                results[key] = exact(results[key] + part.results[seat])
            self._add_money(session, part, keys)
            _add_nets(pairs, part, keys)
        evening = Evening(started.date() if started else None, path, session.state.hands, dict(results))
        self.evenings.append(evening)
        for key in results:
            self._add_result(key, evening)
        for (first, second), net in pairs.items():
            pair = self.pairs.setdefault((first, second), PairSums())
            pair.games += 1
            pair.net = None if pair.net is None or net is None else exact(pair.net + net)
            pair.totals = (exact(pair.totals[0] + results[first]), exact(pair.totals[1] + results[second]))
        self._add_hands(session, people)

    def _known(self, people: People, name: str) -> str:
        """The key of a player, who is known from now on."""
        key = people.key(name)
        self.people.setdefault(key, PersonSums(people.shown(name)))
        return key

    def _add_result(self, key: str, evening: Evening) -> None:
        person = self.people[key]
        person.games += 1
        person.total = exact(person.total + evening.results[key])
        for which, sign in (("best", 1), ("worst", -1)):
            known: Evening | None = getattr(person, which)
            if known is None or _rank(evening, key, sign) > _rank(known, key, sign):
                setattr(person, which, evening)

    def _add_money(self, session: Session, part: Part, keys: Mapping[int, str]) -> None:
        """Add what was won and lost in a part of a game for money."""
        currency = session.header.currency or ""
        for seat, amount in part.money.items():
            if seat in keys:
                money = self.people[keys[seat]].money
                money[currency] = money.get(currency, Decimal(0)) + amount

    def _add_hands(self, session: Session, people: People) -> None:
        """Count hands, and whatever the game counts, for those who sat at the table then."""
        hand_kinds, tallies_of = session.game.hand_kinds, session.game.tallies
        for names, steps in groupby(session.replay.steps, lambda step: step.state.names):
            seated, told = list[int](), list[Tally]()
            for step in steps:
                entry = step.entry
                if entry is None or step.problems:
                    continue
                if entry.kind in hand_kinds:
                    seated.extend(step.state.seats)
                told.extend(tallies_of(step.before, entry, step.hand, step.postings))
            hands, tallies = Counter(seated), Counter(told)
            sat = {*hands, *(player for player, _key, _amount in tallies)}
            known = {player: self.people[self._known(people, names[player])] for player in sat}
            for player, count in hands.items():
                known[player].hands += count
            for (player, key, amount), times in tallies.items():
                sums = known[player].tallies
                sums[key] = exact(sums[key] + times * amount)


def _add_nets(pairs: dict[tuple[str, str], Amount | None], part: Part, keys: Mapping[int, str]) -> None:
    """Add what two people won of each other in a part of an evening; None in games that do not know it."""
    for one, other in combinations(sorted(keys), 2):
        net, (first, second) = part.pairs.get((one, other)), sorted((keys[one], keys[other]))
        known = pairs.get((first, second), 0)
        turned = None if net is None else net if first == keys[one] else -net
        pairs[first, second] = None if known is None or turned is None else exact(known + turned)


def _rank(evening: Evening, key: str, sign: int) -> tuple[Amount, int]:
    """The rank of an evening among a person's results; of equal ones the earlier is higher."""
    return sign * evening.results[key], -(evening.day or date.min).toordinal()
