"""The sums over many games: of people, of pairs, and one small record for each evening."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Set
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from operator import gt, lt
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from prefcount.entries.models import Price
from prefcount.games.game import Game
from prefcount.ledger.settle import as_money, minor_digits
from prefcount.ledger.sheet import Amount, Sum, divided, exact
from prefcount.stats.aliases import NOBODY_ELSE, People, alike, most_used
from prefcount.stats.session_record import Part, SessionRecord


class Evening(NamedTuple):
    """One game.

    Attributes:
        day: when it was played, if that is known.
        results: the exact results by the keys of the players.
        units: the same in the smallest units of money, where it was played for.
        price: the price of a whist or point, with the currency.
    """

    day: date | None
    path: Path
    hands: int
    results: Mapping[str, Amount]
    units: Mapping[str, int] = MappingProxyType({})
    price: Price = Price(None, "")

    @property
    def order(self) -> tuple[date, str]:
        """What evenings are sorted by; those without a date come first."""
        return self.day or date.min, str(self.path)


class PersonSums:
    """The sums of one person.

    Attributes:
        games, hands: those that they had a result in and were at the table for, from their own time there.
        units: what they won in all, in the smallest units of each currency that was played for.
        tallies: what the game counts, by its keys.
        best, worst: the evenings of their best and worst result, the earliest of several.
    """

    def __init__(self, spellings: Counter[str]) -> None:
        """Begin with nothing; `spellings` counts the evenings of each spelling of their name."""
        self.games = self.hands = 0
        self.units: dict[str, int] = {}
        self.tallies: dict[str, Amount] = {}
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
    def money(self) -> dict[str, Decimal]:
        """What they won in all, by currency, where it was played for."""
        return {code: as_money(units, minor_digits(code)) for code, units in self.units.items()}

    @property
    def total(self) -> Amount:
        """The sum of their results, exactly."""
        return self._total.amount

    @property
    def per_hand(self) -> Amount | None:
        """The result for each hand, of the games that were kept hand by hand; None without hands."""
        return divided(self._hand_by_hand.amount, self.hands) if self.hands else None

    def average(self, key: str, per: str) -> Amount | None:
        """The sum of some tallies through that of others; None where there are none of these."""
        count = self.tallies.get(per, 0)
        return exact(Fraction(self.tallies.get(key, 0)) / count) if count else None


class PairSums:
    """Two people who sat at one table, and how often."""

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


class Pace:
    """How long evenings last, and their hands, as far as that is known."""

    def __init__(self) -> None:
        self.evenings = self.hands = 0
        self.lasted = timedelta()

    def add(self, lasted: timedelta, hands: int) -> None:
        """Add an evening."""
        self.evenings += 1
        self.hands += hands
        self.lasted += lasted

    @property
    def an_hour(self) -> Fraction:
        """Hands an hour; there has to be an evening."""
        return Fraction(self.hands * 3600, int(self.lasted.total_seconds()))

    @property
    def minutes(self) -> int:
        """The length of an evening on average, in whole minutes; there has to be one."""
        return round(Fraction(int(self.lasted.total_seconds()), 60 * self.evenings))


class GameSums:
    """The sums of all sessions of one game. A pair is found under the sorted keys of two people."""

    def __init__(
        self,
        game: Game[Any],
        spellings: dict[str, Counter[str]] | None = None,
        left_out: Set[str] = frozenset(),
        tables: Collection[Set[str]] | None = None,
    ) -> None:
        """Begin with nothing.

        Args:
            game: the game.
            spellings: the evenings of each spelling of a name, by the key of the person; shared by sums that
                show a person under one name.
            left_out: the keys of people who are not shown, such as guests; what others won of them counts.
            tables: the keys of the people of each file, of all games and days; else the pairs of this game.
        """
        self.game, self._left_out, self._tables = game, left_out, tables
        self.people: dict[str, PersonSums] = {}
        self.pairs: dict[tuple[str, str], PairSums] = {}
        self.evenings: list[Evening] = []
        self.pace = Pace()
        self._spellings: dict[str, Counter[str]] = {} if spellings is None else spellings

    @property
    def alike(self) -> list[tuple[str, ...]]:
        """Groups of people who may be one, by their keys."""
        games = {key: person.games for key, person in self.people.items()}
        return alike(games, list(map(set, self.pairs)) if self._tables is None else self._tables)

    def shows(self, only: str, *keys: str) -> bool:
        """Whether people are shown, of whom one is `only` unless that is ""."""
        return only in ("", *keys) and self._left_out.isdisjoint(keys)

    @property
    def hands(self) -> int:
        """All hands of all games."""
        return sum(evening.hands for evening in self.evenings)

    def in_order(self) -> list[Evening]:
        """The evenings by their dates."""
        return sorted(self.evenings, key=lambda evening: evening.order)

    def add(self, record: SessionRecord, path: Path, people: People = NOBODY_ELSE) -> None:
        """Add a session of different people; each of them gets the result of their own time at the table."""
        results: dict[str, Amount] = {}
        units: dict[str, int] = {}
        pairs: dict[tuple[str, str], Amount | None] = {}
        for name in record.names:
            self._spellings.setdefault(people.key(name), Counter())[people.shown(name)] += 1
        for part in record.parts:
            keys = {seat: people.key(part.names[seat]) for seat in part.credited}
            for seat, key in keys.items():
                results[key] = exact(results.get(key, 0) + part.results[seat])
                person = self._person(key)
                if seat in part.money:
                    currency = record.price.currency
                    person.units[currency] = person.units.get(currency, 0) + part.money[seat]
                    units[key] = units.get(key, 0) + part.money[seat]
            _add_nets(pairs, part, keys)
        evening = Evening(record.day, path, record.hands, results, units, record.price)
        self.evenings.append(evening)
        if record.lasted is not None:
            self.pace.add(record.lasted, record.hands)
        for key in results:
            self.people[key].add(evening, key)
        for pair, net in pairs.items():
            first, second = pair
            self.pairs.setdefault(pair, PairSums()).add(net, results[first], results[second])
        self._add_counted(record, people)

    def _person(self, key: str) -> PersonSums:
        if key not in self.people:
            self.people[key] = PersonSums(self._spellings[key])
        return self.people[key]

    def _add_counted(self, record: SessionRecord, people: People) -> None:
        """Add the hands that each player was at the table for, and what the game counts of them."""
        for name, hands in record.seated.items():
            self._person(people.key(name)).hands += hands
        for name, tallies in record.tallies.items():
            if tallies:
                sums = self._person(people.key(name)).tallies
                for key, amount in tallies.items():
                    sums[key] = exact(sums.get(key, 0) + amount)


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
