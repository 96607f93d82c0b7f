"""The sums over many games: of people, of pairs, and one small record for each evening."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, groupby
from operator import gt, lt
from pathlib import Path
from typing import Any, NamedTuple

from prefcount.games.measures import Tally
from prefcount.games.protocol import Game
from prefcount.games.seats import Seats
from prefcount.ledger.amount import Amount, Sum, Sums, exact, share
from prefcount.session.session import Session
from prefcount.stats.aliases import NOBODY_ELSE, People, most_used
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


class PersonSums:
    """The sums of one person.

    Attributes:
        games: games that they had a result in, from their own time at the table.
        hands: hands that they were at the table for.
        money: what they won in all, by currency, where it was played for.
        tallies: what the game counts, by its keys.
        best: the evening of their best result, the earliest of several.
        worst: that of their worst one.
    """

    def __init__(self, spellings: Counter[str]) -> None:
        """Begin with nothing; `spellings` counts the evenings of each spelling of their name."""
        self.games = self.hands = 0
        self.money: dict[str, Decimal] = {}
        self.tallies = Sums()
        self.best: Evening | None = None
        self.worst: Evening | None = None
        self._spellings, self._total, self._hand_by_hand = spellings, Sum(), Sum()

    def add(self, evening: Evening, key: str) -> None:
        """Add an evening, in which they have a result under their key."""
        result = evening.results[key]
        self.games += 1
        self._total.add(result)
        if evening.hands:
            self._hand_by_hand.add(result)
        self.best = _further(gt, evening, self.best, key)
        self.worst = _further(lt, evening, self.worst, key)

    @property
    def name(self) -> str:
        """The name to be shown, in any order of the files."""
        return most_used(self._spellings)

    @property
    def total(self) -> Amount:
        """The sum of their results, exactly."""
        return self._total.amount

    @property
    def per_hand(self) -> Amount | None:
        """The result for each hand, of the games that were kept hand by hand; None without hands."""
        return share(self._hand_by_hand.amount, self.hands) if self.hands else None

    def average(self, key: str, per: str) -> Amount | None:
        """The sum of some tallies through that of others; None where there are none of these."""
        count = self.tallies.get(per, 0)
        return exact(Fraction(self.tallies.get(key, 0)) / count) if count else None


class PairSums:
    """Two people who sat at one table.

    Attributes:
        games: how often.
    """

    def __init__(self) -> None:
        self.games = 0
        self._net: Sum | None = Sum()
        self._totals = (Sum(), Sum())

    def add(self, net: Amount | None, first: Amount, second: Amount) -> None:
        """Add a game: what the first won of the second, where that is known, and what both won in all."""
        self.games += 1
        if net is None:
            self._net = None
        elif self._net is not None:
            self._net.add(net)
        for total, won in zip(self._totals, (first, second), strict=True):
            total.add(won)

    @property
    def net(self) -> Amount | None:
        """What the first won of the second, exactly; None in games that do not know it."""
        return None if self._net is None else self._net.amount

    @property
    def totals(self) -> tuple[Amount, Amount]:
        """What each of them won in these games in all."""
        first, second = self._totals
        return first.amount, second.amount


class GameSums:
    """The sums of all sessions of one game. A pair is found under the sorted keys of two people."""

    def __init__(self, game: Game[Any], spellings: dict[str, Counter[str]] | None = None) -> None:
        """Begin with nothing.

        Args:
            game: the game.
            spellings: the evenings of each spelling of a name, by the key of the person; shared by sums that
                show a person under one name.
        """
        self.game = game
        self._people: dict[str, PersonSums] = {}
        self.pairs: dict[tuple[str, str], PairSums] = {}
        self.evenings: list[Evening] = []
        self._spellings: dict[str, Counter[str]] = {} if spellings is None else spellings
        self._told: dict[tuple[str, ...], Counter[Tally]] = {}

    @property
    def people(self) -> dict[str, PersonSums]:
        """The sums of each person, by their key."""
        for keys, tallies in self._told.items():
            for (player, key, amount), times in tallies.items():
                self._person(keys[player]).tallies.add(key, amount, times)
        self._told.clear()
        return self._people

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
        results: dict[str, Amount] = {}
        pairs: dict[tuple[str, str], Amount | None] = {}
        found = parts or tuple(parts_of(session))
        for name in {name for part in found for name in part.names.values()}:
            spelled = self._spellings.setdefault(people.key(name), Counter())
            spelled[people.shown(name)] += 1
        for part in found:
            keys = {seat: self._known(people, part.names[seat]) for seat in part.credited}
            for seat, key in keys.items():
                earlier = results.get(key)
                results[key] = part.results[seat] if earlier is None else exact(earlier + part.results[seat])
            self._add_money(session, part, keys)
            _add_nets(pairs, part, keys)
        evening = Evening(started.date() if started else None, path, session.state.hands, results)
        self.evenings.append(evening)
        for key in results:
            self._people[key].add(evening, key)
        for (first, second), net in pairs.items():
            pair = self.pairs.setdefault((first, second), PairSums())
            pair.add(net, results[first], results[second])
        self._add_hands(session, people)

    def _known(self, people: People, name: str) -> str:
        """The key of a player, who is known from now on."""
        key = people.key(name)
        self._person(key)
        return key

    def _person(self, key: str) -> PersonSums:
        if key not in self._people:
            self._people[key] = PersonSums(self._spellings[key])
        return self._people[key]

    def _add_money(self, session: Session, part: Part, keys: Mapping[int, str]) -> None:
        """Add what was won and lost in a part of a game for money."""
        currency = session.header.currency or ""
        for seat, amount in part.money.items():
            if seat in keys:
                money = self._people[keys[seat]].money
                money[currency] = money.get(currency, Decimal(0)) + amount

    def _add_hands(self, session: Session, people: People) -> None:
        """Count hands, and whatever the game counts, for those who sat at the table then.

        What is counted is kept by tables, which meet again and again, until somebody asks for a person.
        """
        hand_kinds, tallies_of = session.game.hand_kinds, session.game.tallies
        for names, steps in groupby(session.replay.steps, lambda step: step.state.names):
            seated, told = dict[Seats, int](), list[Tally]()
            for step in steps:
                entry = step.entry
                if entry is None or step.problems:
                    continue
                if entry.kind in hand_kinds:
                    seats = step.state.seats
                    seated[seats] = seated.get(seats, 0) + 1
                told += tallies_of(step.before, entry, step)
            for seats, hands in seated.items():
                for player in seats:
                    self._person(people.key(names[player])).hands += hands
            if told:
                keys = tuple(map(people.key, names))
                self._told.setdefault(keys, Counter()).update(told)


def _add_nets(pairs: dict[tuple[str, str], Amount | None], part: Part, keys: Mapping[int, str]) -> None:
    """Add what two people won of each other in a part of an evening; None in games that do not know it."""
    for one, other in combinations(sorted(keys), 2):
        net, (first, second) = part.pairs.get((one, other)), sorted((keys[one], keys[other]))
        turned = None if net is None else net if first == keys[one] else -net
        if (first, second) in pairs:
            known = pairs[first, second]
            turned = None if known is None or turned is None else exact(known + turned)
        pairs[first, second] = turned


def _further(
    is_further: Callable[[Amount, Amount], bool], evening: Evening, known: Evening | None, key: str
) -> Evening:
    """The evening of the result that is further up, or down; of equal ones the earlier evening."""
    if known is None:
        return evening
    result, other = evening.results[key], known.results[key]
    if result == other:
        return min(evening, known, key=lambda each: each.order)
    return evening if is_further(result, other) else known
