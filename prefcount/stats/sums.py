"""Statistics over many sessions: the records read from each file, and sums that grow file by file."""

import re
from calendar import monthrange
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Self, TypeVar

from prefcount.base.i18n import N_
from prefcount.base.problems import invalid, quote
from prefcount.entries.models import Join, Price
from prefcount.games import get_game
from prefcount.games.game import Game
from prefcount.games.state import Seats
from prefcount.ledger import Amount, divide_amount, minor_digits, normalize_amount, units_to_money
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
    """A period from the day `since` to the day `until`, both included. None means that this end is open."""

    since: date | None = None
    until: date | None = None

    @property
    def bounded(self) -> bool:
        """True if the period has a first or a last day. False if it includes all days."""
        return self != ALWAYS

    def has(self, day: date | None) -> bool:
        """Return whether a day is in the period.

        `day` is None for a game without a date, which is only in a period that includes all days.
        """
        if day is None:
            return not self.bounded
        return (self.since or date.min) <= day <= (self.until or date.max)


ALWAYS = Period()


def parse_period(since: date | None, until: date | None, last: str | None, today: date) -> Period:
    """Return the period that command-line options select.

    Args:
        since: the first day, or None.
        until: the last day, or None.
        last: instead of `since`, the time from the first day until `today`, such as "30d", "3m" or "1y".

    Raises:
        InvalidInput: if `last` cannot be read, if both `last` and `since` are given, or if the last day is
            before the first day.
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


def period_key(day: date | None, by: By, season_from: int = SEPTEMBER) -> str:
    """Return the key of the period to which a day belongs, or "" if `day` is None.

    Args:
        by: the length of a period: "month" for a key such as "2026-01", "quarter" for "2026-Q1", "season" for
            "2025/2026", or "year" for "2026".
        season_from: the number of the month in which a season begins. With 1, its key is a year: "2026".
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
"""The maximum length of an evening. A longer session was probably played on two days."""


class Part(NamedTuple):
    """A part of an evening in which the same people sit at the table.

    Attributes:
        names: the name of the player in each seat.
        hands: the number of hands in this part.
        results: the amount that the player in each seat won in this part. The amounts sum to zero.
        money: the results in the smallest unit of the currency, such as cents, or {} without a price.
        pairs: for each two seats, the amount that the first won from the second, or {} if the game does not
            track these amounts.
        last: whether this is the last part of the evening.
    """

    names: Mapping[int, str]
    hands: int
    results: Mapping[int, Amount]
    money: Mapping[int, int]
    pairs: Mapping[tuple[int, int], Amount]
    last: bool

    @property
    def credited(self) -> tuple[int, ...]:
        """The seats of players for whom this part counts as a game.

        A player who was replaced before any hand, and won or lost nothing, is left out.
        """
        return tuple(seat for seat in self.names if self.last or self.hands or self.results[seat])


def _split_parts(session: Session) -> Iterator[Part]:
    before = Part({}, 0, {}, {}, {}, last=False)
    for begun in (*_sessions_before_replacements(session), session):
        so_far = _whole_part(begun)
        yield so_far._replace(
            hands=so_far.hands - before.hands,
            results=_subtract(before.results, so_far.results),
            money={seat: units - before.money.get(seat, 0) for seat, units in so_far.money.items()},
            pairs=_subtract(before.pairs, so_far.pairs),
            last=begun is session,
        )
        before = so_far


def _subtract(before: Mapping[KeyT, Amount], after: Mapping[KeyT, Amount]) -> Mapping[KeyT, Amount]:
    return {key: normalize_amount(amount - before.get(key, 0)) for key, amount in after.items()}


def _sessions_before_replacements(session: Session) -> Iterator[Session]:
    played = session.replay
    for index, step in enumerate(played.steps):
        if step.state.names is step.before.names:
            continue  # no player was replaced: this would create new names
        if isinstance(step.entry, Join) and step.counts and step.entry.replaces is not None:
            until = Replay(played.start, played.steps[:index], step.before)
            yield Session.from_replay(session.header, until, session.price)


def _whole_part(session: Session) -> Part:
    outcome, seats = compute_results(session), session.state.seats
    names = {seat: session.state.names[seat] for seat in seats}
    results = dict(zip(seats, outcome.counted, strict=True))
    money = {} if outcome.units is None else dict(zip(seats, outcome.units, strict=True))
    pairs = {}
    for (one, other), net in session.game.pairs(session.state).items():
        pairs[min(one, other), max(one, other)] = net if one < other else -net
    return Part(names, session.state.hands, results, money, pairs, last=True)


def load_trusted_session(path: Path) -> LoadedSession | str:
    """Load a session file. If its figures cannot be trusted, for example after damage, return the reason.

    Raises:
        BookNotSession: if the file is a payment book.
    """
    try:
        loaded = load(path)
    except ReadError as error:
        if isinstance(error, BookNotSession):
            raise
        return str(error)
    return next((str(fault) for fault in find_faults(loaded) if fault.is_serious), loaded)


def session_day(session: Session) -> date | None:
    """Return the day on which a session began, or None if the file has no date."""
    return None if session.started is None else session.started.date()


class SessionRecord(NamedTuple):
    """The data of one session that statistics need.

    Attributes:
        day: the day on which the session began, or None if it is not known.
        over: whether the game is over.
        lasted: the time from the beginning to the last hand, or None if it is not known.
        price: the price of a whist or point.
        parts: the parts of the evening. A new part begins when a player is replaced.
        seated: the number of hands for which each player was at the table, by name.
        tallies: for each player's name, counts such as the number of contracts made.
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
        """The names of all people who sat at the table at some time."""
        return {name for part in self.parts for name in part.names.values()}


def read_session(path: Path) -> SessionRecord | str:
    """Return the session in a file, the reason why the file is unusable, or "" for a payment book."""
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
        parts=tuple(_split_parts(session)),
        seated=seated,
        tallies=tallies,
    )


def _playing_time(session: Session) -> timedelta | None:
    hands, kinds = session.state.hands, session.game.hand_kinds
    entries = (step.effective.written for step in session.replay.steps)
    times = [entry.at for entry in entries if entry.kind in kinds]
    first = session.header.started or next(iter(times), None)
    last = times[-1] if times else None
    if first is None or last is None or not hands:
        return None
    return last - first if hands * MIN_HAND_TIME <= last - first <= MAX_EVENING else None


def _count_hands_and_tallies(session: Session) -> tuple[dict[str, int], dict[str, dict[str, Amount]]]:
    hand_kinds, tallies_of = session.game.hand_kinds, session.game.tallies
    tallies = dict[str, dict[str, Amount]]()
    tables = dict[tuple[str, ...], dict[Seats, int]]()
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
            counted = of_player[player]
            counted[key] = normalize_amount(counted.get(key, 0) + amount)
    seated = Counter[str]()
    for names_at_table, hands in tables.items():
        for seats, count in hands.items():
            seated.update({names_at_table[player]: count for player in seats})
    return seated, tallies


class Evening(NamedTuple):
    """The results of one session, for the statistics of its game.

    Attributes:
        day: the day on which the session began, or None if it is not known.
        path: the file of the session.
        results: the exact result of each person. The keys are from `People.key`.
        units: the results in the smallest unit of the currency, such as cents, or {} without a price.
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
        """The sort key to sort evenings by date. Evenings without a date come first."""
        return self.day or date.min, str(self.path)


class PersonSums:
    """The sums of one person over many evenings.

    Attributes:
        games: the number of games in which the person has a result.
        hands: the number of hands for which the person was at the table.
        total: the exact sum of the person's results.
        units: for each currency, the money won, in its smallest unit such as cents.
        tallies: the sums of counts such as "whist_tricks", the tricks taken as whister.
        best: the evening with the best result. Of equal results the earliest counts.
        worst: the evening with the worst result. Of equal results the earliest counts.
    """

    def __init__(self, spellings: Counter[str]) -> None:
        """Start without evenings. `spellings` counts evenings by the spelling of the person's name."""
        self.games = self.hands = 0
        self.units = defaultdict[str, int](int)
        self.tallies = defaultdict[str, Amount](int)
        self.best: Evening | None = None
        self.worst: Evening | None = None
        self.total: Amount = 0
        self._spellings, self._hand_by_hand = spellings, Fraction(0)

    def add(self, evening: Evening, key: str) -> None:
        """Add an evening to the sums. `key` is the key of this person in the results of the evening."""
        result = evening.results[key]
        self.games += 1
        self.total = normalize_amount(self.total + result)
        if evening.hands:
            self._hand_by_hand += result
        best = filter(None, (self.best, evening))
        self.best = min(best, key=lambda each: (-each.results[key], each.order))
        worst = filter(None, (self.worst, evening))
        self.worst = min(worst, key=lambda each: (each.results[key], each.order))

    @property
    def name(self) -> str:
        """The most frequent spelling of the name."""
        return most_frequent_spelling(self._spellings)

    @property
    def money(self) -> dict[str, Decimal]:
        """The money that the person won, by currency."""
        return {code: units_to_money(units, minor_digits(code)) for code, units in self.units.items()}

    @property
    def per_hand(self) -> Amount | None:
        """The person's average result per hand, or None without hands. Only sessions with hands count."""
        return divide_amount(self._hand_by_hand, self.hands) if self.hands else None

    def average(self, key: str, per: str) -> Amount | None:
        """Return an average, such as the tricks for each time the person whisted.

        Args:
            key: the key of the count to divide, such as "whist_tricks".
            per: the key of the count to divide by, such as "whisted". If this count is zero, return None.
        """
        count = self.tallies.get(per, 0)
        return normalize_amount(Fraction(self.tallies.get(key, 0)) / count) if count else None


@dataclass
class PairSums:
    """The results of two people in all games that they played together.

    Attributes:
        net: the amount that the first person won from the second, or None if the game does not track it.
        totals: the results of the first and of the second person.
    """

    games: int = 0
    net: Amount | None = 0
    totals: tuple[Amount, Amount] = (0, 0)


@dataclass
class Pace:
    """The sums from which the average length of an evening and the hands per hour are computed.

    Evenings of unknown length are not included.
    """

    evenings: int = 0
    hands: int = 0
    lasted: timedelta = timedelta()

    @property
    def hands_per_hour(self) -> Fraction:
        """The average number of hands per hour. There must be at least one evening."""
        return Fraction(self.hands * 3600, int(self.lasted.total_seconds()))

    @property
    def minutes(self) -> int:
        """The average length of an evening in whole minutes. There must be at least one evening."""
        return round(Fraction(int(self.lasted.total_seconds()), 60 * self.evenings))


class GameSums:
    """The statistics of one game over many sessions.

    Attributes:
        people: the sums of each person, by the key of the person.
        pairs: the sums of each two people who played together. Their two keys are in alphabetical order.
        evenings: the sessions in the order in which they were added.
        pace: the length and the number of hands of the sessions.
        only: the key of a person if reports show only this person's rows, or "" for all people.
    """

    def __init__(self, game: Game[Any], whole: "Statistics") -> None:
        """Start without sessions. `whole` is the statistics of all games, which include this game."""
        self.game, self._whole, self.only = game, whole, ""
        self.people: dict[str, PersonSums] = {}
        self.pairs: dict[tuple[str, str], PairSums] = {}
        self.evenings: list[Evening] = []
        self.pace = Pace()

    @property
    def similar_names(self) -> list[tuple[str, ...]]:
        """Groups of keys of people whose names are similar, because they may be one person."""
        games = {key: person.games for key, person in self.people.items()}
        return find_similar_names(games, self._whole.tables)

    def of_person(self, key: str) -> Self:
        """Return a copy for a report on the person with this key, or on all people if `key` is ""."""
        shown = copy(self)
        shown.only = key
        return shown

    @property
    def is_shown(self) -> bool:
        """Return whether reports show this game. A report on one person shows only games of this person."""
        return self.only in ("", *self.people)

    def shows(self, *keys: str) -> bool:
        """Return whether reports show a row about the people with these keys."""
        return self.only in ("", *keys) and self._whole.left_out.isdisjoint(keys)

    @property
    def shown_people(self) -> list[tuple[str, PersonSums]]:
        """The key and the sums of each person whom reports show, the biggest winner first."""
        people = sorted(self.people.items(), key=lambda each: (-each[1].total, each[1].name))
        return [each for each in people if self.shows(each[0])]

    @property
    def hands(self) -> int:
        """The number of hands of all games."""
        return sum(evening.hands for evening in self.evenings)

    def in_order(self) -> list[Evening]:
        """Return the evenings sorted by date."""
        return sorted(self.evenings, key=lambda evening: evening.order)

    def add(self, record: SessionRecord, path: Path) -> None:
        """Add the session in the file `path`.

        If a player was replaced during the evening, both get the result of the time when they played.
        """
        people, results, units = self._whole.people, defaultdict[str, Amount](int), defaultdict[str, int](int)
        pairs: dict[tuple[str, str], Amount | None] = {}
        for name in record.names:
            self._whole.spellings[people.key(name)][people.shown(name)] += 1
        for part in record.parts:
            keys = {seat: people.key(part.names[seat]) for seat in part.credited}
            for seat, key in keys.items():
                results[key] = normalize_amount(results[key] + part.results[seat])
                person = self._person(key)
                if seat in part.money:
                    person.units[record.price.currency] += part.money[seat]
                    units[key] += part.money[seat]
            _add_nets(pairs, part, keys)
        evening = Evening(record.day, path, record.hands, results, units, record.price)
        self.evenings.append(evening)
        if record.lasted is not None:
            self.pace.evenings += 1
            self.pace.hands += record.hands
            self.pace.lasted += record.lasted
        for key in results:
            self.people[key].add(evening, key)
        for pair, net in pairs.items():
            first, second = pair
            known = self.pairs.get(pair, PairSums())
            totals = known.totals[0] + results[first], known.totals[1] + results[second]
            self.pairs[pair] = PairSums(known.games + 1, _add_net(known.net, net), totals)
        self._add_counts(record)

    def _add_counts(self, record: SessionRecord) -> None:
        people = self._whole.people
        for name, hands in record.seated.items():
            self._person(people.key(name)).hands += hands
        for name, tallies in record.tallies.items():
            for key, amount in tallies.items():
                sums = self._person(people.key(name)).tallies
                sums[key] = normalize_amount(sums[key] + amount)

    def _person(self, key: str) -> PersonSums:
        if key not in self.people:
            self.people[key] = PersonSums(self._whole.spellings[key])
        return self.people[key]


def _add_nets(pairs: dict[tuple[str, str], Amount | None], part: Part, keys: Mapping[int, str]) -> None:
    for one, other in combinations(sorted(keys), 2):
        net, (first, second) = part.pairs.get((one, other)), sorted((keys[one], keys[other]))
        turned = None if net is None else net if first == keys[one] else -net
        pairs[first, second] = _add_net(pairs.get((first, second), 0), turned)


def _add_net(known: Amount | None, more: Amount | None) -> Amount | None:
    return None if known is None or more is None else normalize_amount(known + more)


class Statistics:
    """The statistics of all games over many files.

    Attributes:
        read: the number of sessions that were read.
        running: the number of sessions that were not counted because they are not over.
        undated: the number of sessions that were not counted because they have no date.
        spellings: for each person's key, the number of evenings with each spelling of the name.
        tables: the keys of the people in each file. People at one table are never taken for one person.
        left_out: the keys of people whom reports do not show, such as guests. Their results still count.
    """

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
        """Start without sessions.

        Args:
            people: the people who have several names.
            running: whether games that are not over count with their current results.
            period: the period to count. Sessions of other days are left out.
            by: the length of the periods for which sums are kept, such as "month", or None for no periods.
            season_from: the number of the month in which a season begins.
            without: the names of people whom reports do not show, such as guests. Their results still count.
        """
        self._games: dict[str, GameSums] = {}
        self._periods: dict[str, dict[str, GameSums]] = {}
        self.spellings = defaultdict[str, Counter[str]](Counter)
        self.tables = set[frozenset[str]]()
        self.read = self.running = self.undated = 0
        self.period = period
        self.left_out = frozenset(map(people.key, without))
        self.people, self._count_running, self.by, self._season_from = people, running, by, season_from

    @property
    def games(self) -> dict[str, GameSums]:
        """The statistics of each game, by the code of the game. The most played game comes first."""
        return _most_played_first(self._games)

    def of_person(self, key: str) -> Self:
        """Return a copy for a report on the person with this key, or on all people if `key` is ""."""

        def select(games: dict[str, GameSums]) -> dict[str, GameSums]:
            return {name: sums.of_person(key) for name, sums in games.items()}

        shown = copy(self)
        shown._games = select(self._games)
        shown._periods = {period: select(games) for period, games in self._periods.items()}
        return shown

    @property
    def periods(self) -> dict[str, dict[str, GameSums]]:
        """The statistics of each period and each game, such as `periods["2026-01"]["preferans"]`."""
        return {key: _most_played_first(games) for key, games in sorted(self._periods.items())}

    @property
    def by_dates(self) -> bool:
        """True if dates matter: not all days are counted, or sums are kept for each month, season or year."""
        return self.period.bounded or self.by is not None

    def add_file(self, path: Path) -> str:
        """Read a file and add its session. Return "", or the reason why this is not possible."""
        return self.add(path, read_session(path))

    def add(self, path: Path, record: SessionRecord | str) -> str:
        """Add the result of `read_session`. Return "", or the reason why the session cannot be added.

        Args:
            record: the session, or the reason why the file is unusable.
        """
        if isinstance(record, str):
            return record
        self.read += 1
        day = record.day
        self.tables.add(frozenset(map(self.people.key, record.names)))
        if not self.period.has(day):
            self.undated += day is None
            return ""
        for part in record.parts:
            if reason := self.people.same_person_problem(tuple(part.names.values())):
                return reason
        if not record.over and not self._count_running:
            self.running += 1
            return ""
        totals = [self._games]
        if self.by is not None:
            totals.append(self._periods.setdefault(period_key(day, self.by, self._season_from), {}))
        for games in totals:
            if record.game not in games:
                games[record.game] = GameSums(get_game(record.game), self)
            games[record.game].add(record, path)
        return ""


def _most_played_first(games: dict[str, GameSums]) -> dict[str, GameSums]:
    return dict(sorted(games.items(), key=lambda each: (-len(each[1].evenings), each[0])))
