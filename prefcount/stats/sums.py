"""Statistics over many sessions: the records read from each file, and sums that grow file by file."""

import re
from calendar import monthrange
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from operator import gt, lt
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar

from prefcount.base.i18n import N_
from prefcount.base.problems import invalid, quote
from prefcount.entries.models import Join, Price
from prefcount.games import get_game
from prefcount.games.game import Game
from prefcount.games.state import Seats
from prefcount.ledger.settle import minor_digits, units_to_money
from prefcount.ledger.sheet import Amount, Sum, divide_amount, normalize_amount
from prefcount.session.outcome import compute_results
from prefcount.session.replay import Replay
from prefcount.session.session import Session
from prefcount.stats.aliases import NO_ALIASES, People, find_similar_names, most_frequent_spelling
from prefcount.store.reader import BookNotSession, LoadedSession, ReadError, find_faults, load

By = Literal["month", "quarter", "season", "year"]
SEPTEMBER = 9
"""The default month in which seasons begin."""

_LAST = re.compile(r"([0-9]{1,5})([dmy])")


class Period(NamedTuple):
    """The days from `since` to `until`, including both; None means no limit."""

    since: date | None = None
    until: date | None = None

    @property
    def bounded(self) -> bool:
        """Return whether any days are outside this period."""
        return self != ALWAYS

    def has(self, day: date | None) -> bool:
        """Return whether a day is in the period; a game without a date is only in an unlimited period."""
        if day is None:
            return not self.bounded
        return (self.since or date.min) <= day <= (self.until or date.max)


ALWAYS = Period()


def parse_period(since: date | None, until: date | None, last: str | None, today: date) -> Period:
    """Return the period from its first day, or from 30d, 3m or 1y before `today`.

    Raises:
        InvalidInput: if the length cannot be read, or the end is before the beginning.
    """
    if last is not None and since is not None:
        raise invalid(N_("--last and --since both set the start of the period; give only one"))
    period = Period(since if last is None else _day_before(last, today), until)
    if period.since is not None and period.until is not None and period.until < period.since:
        sentence = N_("the period ends on {until}, before it begins on {since}")
        raise invalid(sentence, since=period.since, until=period.until)
    return period


def _day_before(typed: str, today: date) -> date:
    match = _LAST.fullmatch(typed)
    if match is None:
        sentence = N_("--last: “{typed}” is not a period; write days, months or years, e.g. 30d, 3m or 1y")
        raise invalid(sentence, typed=quote(typed))
    count, unit = int(match[1]), match[2]
    if unit == "d":
        return today - timedelta(min(count, today.toordinal() - 1))
    months = today.year * 12 + today.month - 1 - count * (12 if unit == "y" else 1)
    if months < 12:
        return date.min
    year, month = months // 12, months % 12 + 1
    return date(year, month, min(today.day, monthrange(year, month)[1]))


def this_year(today: date) -> Period:
    """Return the period from the first day of the year on."""
    return Period(today.replace(month=1, day=1))


def this_month(today: date) -> Period:
    """Return the period from the first day of the month on."""
    return Period(today.replace(day=1))


def period_key(day: date | None, by: By, season_from: int = SEPTEMBER) -> str:
    """Return the key of the period of a day: 2026-01, 2026-Q1, 2025/2026 or 2026; "" without a day.

    A season that begins in January is a year.
    """
    if day is None:
        return ""
    if by == "quarter":
        return f"{day.year}-Q{(day.month + 2) // 3}"
    if by == "season" and season_from > 1:
        first = day.year if day.month >= season_from else day.year - 1
        return f"{first}/{first + 1}"
    return day.isoformat()[: 7 if by == "month" else 4]


KeyT = TypeVar("KeyT")

MIN_HAND_TIME = timedelta(seconds=30)
"""The minimum average time to deal, bid, play and write down a hand."""
MAX_EVENING = timedelta(hours=16)
"""The maximum length of an evening; a longer session was played on two days."""


class ResultsSoFar(NamedTuple):
    """The results of a session if it ended after some hands, by the number of the seat.

    Attributes:
        money: the results in the smallest units of the currency; empty without a price.
        pairs: the exact amount that the first of two seats wins of the second, in games that know it.
    """

    hands: int
    results: Mapping[int, Amount]
    money: Mapping[int, int]
    pairs: Mapping[tuple[int, int], Amount]


class Part(NamedTuple):
    """A part of an evening with the same people at the table, by the number of the seat.

    Attributes:
        results: the exact changes of the results in this part, which sum to zero.
        money: the changes in the smallest units of the currency; all parts of a seat sum up to its
            settlement.
        pairs: the amount that the first of two seats won of the second in this part, in games that know it.
        last: whether the evening ended with these people.
    """

    names: Mapping[int, str]
    hands: int
    results: Mapping[int, Amount]
    money: Mapping[int, int]
    pairs: Mapping[tuple[int, int], Amount]
    last: bool

    @property
    def credited(self) -> tuple[int, ...]:
        """The seats whose players have a result; people who left before the first hand have none."""
        return tuple(seat for seat in self.names if self.last or self.hands or self.results[seat])


def split_parts(session: Session) -> Iterator[Part]:
    """Yield the parts of an evening in order; a single part if no seat was taken over."""
    before = ResultsSoFar(0, {}, {}, {})
    for part in (*_sessions_before_replacements(session), session):
        so_far = _results_so_far(part)
        yield Part(
            {seat: part.state.names[seat] for seat in part.state.seats},
            so_far.hands - before.hands,
            _subtract(before.results, so_far.results),
            {seat: units - before.money.get(seat, 0) for seat, units in so_far.money.items()},
            _subtract(before.pairs, so_far.pairs),
            last=part is session,
        )
        before = so_far


def _subtract(before: Mapping[KeyT, Amount], after: Mapping[KeyT, Amount]) -> Mapping[KeyT, Amount]:
    return (
        {key: normalize_amount(amount - before.get(key, 0)) for key, amount in after.items()}
        if before
        else after
    )


def _sessions_before_replacements(session: Session) -> Iterator[Session]:
    played = session.replay
    for index, step in enumerate(played.steps):
        if step.state.names is step.before.names:
            continue  # nearly always; a change of players creates new names
        if isinstance(step.entry, Join) and step.counts and step.entry.replaces is not None:
            until = Replay(played.start, played.steps[:index], step.before)
            yield Session.from_replay(session.header, until, session.price)


def _results_so_far(session: Session) -> ResultsSoFar:
    outcome, seats = compute_results(session), session.state.seats
    results = dict(zip(seats, outcome.counted, strict=True))
    money = {} if outcome.units is None else dict(zip(seats, outcome.units, strict=True))
    pairs = {}
    for (one, other), net in session.game.pairs(session.state).items():
        pairs[min(one, other), max(one, other)] = net if one < other else -net
    return ResultsSoFar(session.state.hands, results, money, pairs)


def load_trusted_session(path: Path) -> LoadedSession | str:
    """Return the session in a file, or the reason why it is unusable. Raises BookNotSession."""
    try:
        loaded = load(path)
    except ReadError as error:
        if isinstance(error, BookNotSession):
            raise
        return str(error)
    return next((str(fault) for fault in find_faults(loaded) if fault.is_serious), loaded)


def session_day(session: Session) -> date | None:
    """Return the day on which a session began, if it is known."""
    started = session.started
    return None if started is None else started.date()


class SessionRecord(NamedTuple):
    """One session, with players by their names.

    Attributes:
        day: the day on which it began, if it is known.
        lasted: the time from the beginning to the last hand, if it is known.
        price: the price of a whist or point.
        parts: its parts between changes of players.
        seated: the number of hands for which each player was at the table.
        tallies: the counts of the game for each player, by key.
    """

    game: str
    day: date | None
    over: bool
    hands: int
    lasted: timedelta | None
    price: Price
    parts: tuple[Part, ...]
    seated: Mapping[str, int]
    tallies: Mapping[str, Mapping[str, Amount]]

    @property
    def names(self) -> set[str]:
        """The names of all people who have a seat in any of the parts."""
        return {name for part in self.parts for name in part.names.values()}


def read_session(path: Path) -> SessionRecord | str:
    """Return the record of a file, or the reason why it is unusable; "" for a payment book."""
    try:
        loaded = load_trusted_session(path)
    except BookNotSession:
        return ""
    return loaded if isinstance(loaded, str) else make_record(loaded.session)


def make_record(session: Session) -> SessionRecord:
    """Return the record of a session in its current state."""
    state = session.state
    seated, tallies = _count_hands_and_tallies(session)
    return SessionRecord(
        game=session.game.name,
        day=session_day(session),
        over=bool(state.over),
        hands=state.hands,
        lasted=_playing_time(session),
        price=session.price,
        parts=tuple(split_parts(session)),
        seated=seated,
        tallies=tallies,
    )


def _playing_time(session: Session) -> timedelta | None:
    """Return the time from the beginning to the last hand, or None if it is not plausible.

    Hands may have no times, or may have been typed in later, with a clock that was set back, or on two days.
    """
    hands, kinds = session.state.hands, session.game.hand_kinds
    entries = (step.effective.written for step in session.replay.steps)
    times = [entry.at for entry in entries if entry.kind in kinds]
    first = session.header.started or next(iter(times), None)
    last = times[-1] if times else None
    if first is None or last is None or not hands:
        return None
    return last - first if hands * MIN_HAND_TIME <= last - first <= MAX_EVENING else None


def _count_hands_and_tallies(session: Session) -> tuple[dict[str, int], dict[str, dict[str, Amount]]]:
    """Count the hands of each player at the table, and add up the tallies of the game."""
    hand_kinds, tallies_of = session.game.hand_kinds, session.game.tallies
    tallies = dict[str, dict[str, Amount]]()
    tables, fractions = dict[tuple[str, ...], dict[Seats, int]](), dict[tuple[str, str], Sum]()
    names: tuple[str, ...] | None = None
    for step in session.replay.steps:
        entry, state = step.entry, step.state
        if entry is None or step.problems:
            continue
        if state.names is not names:
            names = state.names
            hands = tables.setdefault(names, {})
            of_player = [tallies.setdefault(name, {}) for name in names]
        if entry.kind in hand_kinds:
            seats = session.game.get_playing_seats(state)
            hands[seats] = hands.get(seats, 0) + 1
        for player, key, amount in tallies_of(step.before, entry, step):
            if type(amount) is int:
                counted = of_player[player]
                counted[key] = counted.get(key, 0) + amount
            else:
                fractions.setdefault((state.names[player], key), Sum()).add(amount)
    for (name, key), total in fractions.items():
        tallies[name][key] = normalize_amount(tallies[name].get(key, 0) + total.amount)
    return _count_by_person(tables), tallies


def _count_by_person(tables: Mapping[tuple[str, ...], Mapping[Seats, int]]) -> dict[str, int]:
    """Return the hands of each person from the hands of each table, whose key is the names of its seats."""
    seated = dict[str, int]()
    for names, hands in tables.items():
        for seats, count in hands.items():
            for player in seats:
                seated[names[player]] = seated.get(names[player], 0) + count
    return seated


class Evening(NamedTuple):
    """One game.

    Attributes:
        day: the day on which it was played, if it is known.
        results: the exact results by the keys of the players.
        units: the results in the smallest units of money; empty without a price.
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
        """The sort key of evenings; evenings without a date come first."""
        return self.day or date.min, str(self.path)


class PersonSums:
    """The sums of one person.

    Attributes:
        games, hands: the games with a result of the person, and the hands for which they were at the table.
        units: their winnings in all, in the smallest units of each currency.
        tallies: the counts of the game, by key.
        best, worst: the evenings of their best and worst result; the earliest of several.
    """

    def __init__(self, spellings: Counter[str]) -> None:
        """Start with nothing; `spellings` counts the evenings of each spelling of the name."""
        self.games = self.hands = 0
        self.units: dict[str, int] = {}
        self.tallies: dict[str, Amount] = {}
        self.best: Evening | None = None
        self.worst: Evening | None = None
        self._spellings, self._total, self._hand_by_hand = spellings, Sum(), Sum()

    def add(self, evening: Evening, key: str) -> None:
        """Add an evening in which the person has a result under this key."""
        result = evening.results[key]
        self.games += 1
        self._total.add(result)
        if evening.hands:
            self._hand_by_hand.add(result)
        self.best = _choose_extreme(gt, evening, self.best, key)
        self.worst = _choose_extreme(lt, evening, self.worst, key)

    @property
    def name(self) -> str:
        """The most frequent spelling of the name."""
        return most_frequent_spelling(self._spellings)

    @property
    def money(self) -> dict[str, Decimal]:
        """The sum of the person's money, by currency."""
        return {code: units_to_money(units, minor_digits(code)) for code, units in self.units.items()}

    @property
    def total(self) -> Amount:
        """The exact sum of the person's results."""
        return self._total.amount

    @property
    def per_hand(self) -> Amount | None:
        """The result per hand, of games kept hand by hand; None without hands."""
        return divide_amount(self._hand_by_hand.amount, self.hands) if self.hands else None

    def average(self, key: str, per: str) -> Amount | None:
        """Return the sum of one tally divided by the sum of another; None if the latter is 0."""
        count = self.tallies.get(per, 0)
        return normalize_amount(Fraction(self.tallies.get(key, 0)) / count) if count else None


class PairSums:
    """The sums of two people who sat at one table."""

    def __init__(self) -> None:
        self.games = 0
        self._net: Sum | None = Sum()
        self._totals = (Sum(), Sum())

    def add(self, net: Amount | None, first: Amount, second: Amount) -> None:
        """Add a game: the amount the first won of the second, if the game knows it, and both results."""
        self.games += 1
        if net is None:
            self._net = None
        elif self._net is not None:
            self._net.add(net)
        for total, won in zip(self._totals, (first, second), strict=True):
            total.add(won)

    @property
    def net(self) -> Amount | None:
        """The exact amount that the first won of the second; None in games that do not know it."""
        return None if self._net is None else self._net.amount

    @property
    def totals(self) -> tuple[Amount, Amount]:
        """The sums of both results."""
        first, second = self._totals
        return first.amount, second.amount


class Pace:
    """The total length of evenings and the number of their hands, for evenings whose length is known."""

    def __init__(self) -> None:
        self.evenings = self.hands = 0
        self.lasted = timedelta()

    def add(self, lasted: timedelta, hands: int) -> None:
        """Add an evening."""
        self.evenings += 1
        self.hands += hands
        self.lasted += lasted

    @property
    def hands_per_hour(self) -> Fraction:
        """The average number of hands per hour. Needs an evening."""
        return Fraction(self.hands * 3600, int(self.lasted.total_seconds()))

    @property
    def minutes(self) -> int:
        """The average length of an evening in whole minutes. Needs an evening."""
        return round(Fraction(int(self.lasted.total_seconds()), 60 * self.evenings))


class GameSums:
    """The sums of all sessions of one game. The key of a pair is the sorted keys of two people."""

    def __init__(
        self,
        game: Game[Any],
        spellings: dict[str, Counter[str]] | None = None,
        left_out: Set[str] = frozenset(),
        tables: Collection[Set[str]] | None = None,
    ) -> None:
        """Start with nothing.

        Args:
            game: the game.
            spellings: the evenings of each spelling of a name, by the key of the person; shared by sums that
                show a person under one name.
            left_out: the keys of people who are not shown, such as guests; the results of others include
                them.
            tables: the keys of the people in each file, of all games and days; by default the pairs of this
                game.
        """
        self.game, self._left_out, self._tables = game, left_out, tables
        self.people: dict[str, PersonSums] = {}
        self.pairs: dict[tuple[str, str], PairSums] = {}
        self.evenings: list[Evening] = []
        self.pace = Pace()
        self._spellings: dict[str, Counter[str]] = {} if spellings is None else spellings

    @property
    def similar_names(self) -> list[tuple[str, ...]]:
        """Groups of people who may be one, by their keys."""
        games = {key: person.games for key, person in self.people.items()}
        return find_similar_names(games, list(map(set, self.pairs)) if self._tables is None else self._tables)

    def shows(self, only: str, *keys: str) -> bool:
        """Return whether people are shown, one of whom is `only` unless that is ""."""
        return only in ("", *keys) and self._left_out.isdisjoint(keys)

    @property
    def hands(self) -> int:
        """The number of hands of all games."""
        return sum(evening.hands for evening in self.evenings)

    def in_order(self) -> list[Evening]:
        """Return the evenings by date."""
        return sorted(self.evenings, key=lambda evening: evening.order)

    def add(self, record: SessionRecord, path: Path, people: People = NO_ALIASES) -> None:
        """Add a session of different people; each gets the result of their own time at the table."""
        results: dict[str, Amount] = {}
        units: dict[str, int] = {}
        pairs: dict[tuple[str, str], Amount | None] = {}
        for name in record.names:
            self._spellings.setdefault(people.key(name), Counter())[people.shown(name)] += 1
        for part in record.parts:
            keys = {seat: people.key(part.names[seat]) for seat in part.credited}
            for seat, key in keys.items():
                results[key] = normalize_amount(results.get(key, 0) + part.results[seat])
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
        """Add the hands that each player was at the table for, and their tallies."""
        for name, hands in record.seated.items():
            self._person(people.key(name)).hands += hands
        for name, tallies in record.tallies.items():
            if tallies:
                sums = self._person(people.key(name)).tallies
                for key, amount in tallies.items():
                    sums[key] = normalize_amount(sums.get(key, 0) + amount)


def _add_nets(pairs: dict[tuple[str, str], Amount | None], part: Part, keys: Mapping[int, str]) -> None:
    """Add the amounts two people won of each other in a part; None in games that do not know them."""
    for one, other in combinations(sorted(keys), 2):
        net, (first, second) = part.pairs.get((one, other)), sorted((keys[one], keys[other]))
        turned = None if net is None else net if first == keys[one] else -net
        if (first, second) in pairs:
            known = pairs[first, second]
            turned = None if known is None or turned is None else normalize_amount(known + turned)
        pairs[first, second] = turned


def _choose_extreme(
    is_further: Callable[[Amount, Amount], bool], evening: Evening, known: Evening | None, key: str
) -> Evening:
    if known is None:
        return evening
    result, other = evening.results[key], known.results[key]
    if result == other:
        return min(evening, known, key=lambda each: each.order)
    return evening if is_further(result, other) else known


class Statistics:
    """The sums of every game, and how many sessions were read, are still running, or have no date."""

    def __init__(
        self,
        people: People = NO_ALIASES,
        *,
        running: bool = False,
        period: Period = ALWAYS,
        by: By | None = None,
        season_from: int = SEPTEMBER,
        without: Iterable[str] = (),
    ) -> None:
        """Start with nothing.

        Args:
            people: the people with several names.
            running: whether games that are not over count with their current results.
            period: the days that are counted.
            by: the length of the periods with sums of their own, if any.
            season_from: the number of the month in which a season begins.
            without: the names of people who are not shown.
        """
        self._games: dict[str, GameSums] = {}
        self._periods: dict[str, dict[str, GameSums]] = {}
        self._spellings: dict[str, Counter[str]] = {}
        self._tables = set[frozenset[str]]()
        self.read = self.running = self.undated = 0
        self.period = period
        self._without = frozenset(map(people.key, without))
        self.people, self._count_running, self.by, self._season_from = people, running, by, season_from

    @property
    def games(self) -> dict[str, GameSums]:
        """The sums by the name of the game; the most played game comes first."""
        return _most_played_first(self._games)

    @property
    def periods(self) -> dict[str, dict[str, GameSums]]:
        """The sums of each period, by its key and the name of the game."""
        return {key: _most_played_first(games) for key, games in sorted(self._periods.items())}

    @property
    def by_dates(self) -> bool:
        """Return whether a period or a report for each period was requested."""
        return self.period.bounded or self.by is not None

    def add_file(self, path: Path) -> str:
        """Read a file and add the session in it. Returns "" or the reason why it is left out."""
        return self.add(path, read_session(path))

    def add(self, path: Path, read: SessionRecord | str) -> str:
        """Add the result of `read_session`. Returns "" or the reason why the file is left out."""
        if isinstance(read, str):
            return read
        self.read += 1
        day = read.day
        self._tables.add(frozenset(map(self.people.key, read.names)))
        if not self.period.has(day):
            self.undated += day is None
            return ""
        for part in read.parts:
            if reason := self.people.same_person_problem(tuple(part.names.values())):
                return reason
        if not read.over and not self._count_running:
            self.running += 1
            return ""
        among = [self._games]
        if self.by is not None:
            among.append(self._periods.setdefault(period_key(day, self.by, self._season_from), {}))
        for games in among:
            if read.game not in games:
                games[read.game] = GameSums(get_game(read.game), self._spellings, self._without, self._tables)
            games[read.game].add(read, path, self.people)
        return ""


def _most_played_first(games: dict[str, GameSums]) -> dict[str, GameSums]:
    return dict(sorted(games.items(), key=lambda each: (-len(each[1].evenings), each[0])))
