"""Adding up what was read of the sessions of many files, one after the other, without keeping it."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from prefcount.games import game_named
from prefcount.stats.aliases import NOBODY_ELSE, People
from prefcount.stats.periods import ALWAYS, SEPTEMBER, By, Period, key_of
from prefcount.stats.session_record import SessionRecord, read_session
from prefcount.stats.sums import GameSums


class Statistics:
    """The sums of every game, and how many sessions were read, still run, or have no date."""

    def __init__(
        self,
        people: People = NOBODY_ELSE,
        *,
        running: bool = False,
        period: Period = ALWAYS,
        by: By | None = None,
        season_from: int = SEPTEMBER,
        without: Iterable[str] = (),
    ) -> None:
        """Begin with nothing.

        Args:
            people: who goes by several names.
            running: whether games that are not over count as they stand.
            period: the days that are counted.
            by: whether sums are kept for every month, season …, too.
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
        """The sums by the name of the game, the one that was played most first."""
        return _most_played_first(self._games)

    @property
    def periods(self) -> dict[str, dict[str, GameSums]]:
        """The same sums month by month, season by season …, by its key and the name of the game."""
        return {key: _most_played_first(games) for key, games in sorted(self._periods.items())}

    @property
    def by_dates(self) -> bool:
        """Whether a period was asked for, or a report on each."""
        return self.period.bounded or self.by is not None

    def add_file(self, path: Path) -> str:
        """Read a file and add the session in it, if it holds one. Returns "" or why it is left out."""
        return self.add(path, read_session(path))

    def add(self, path: Path, read: SessionRecord | str) -> str:
        """Add what `read_session` has read of a file. Returns "" or why it is left out."""
        if isinstance(read, str):
            return read
        self.read += 1
        day = read.day
        self._tables.add(frozenset(map(self.people.key, read.names)))
        if not self.period.has(day):
            self.undated += day is None
            return ""
        for part in read.parts:
            if reason := self.people.one_person(tuple(part.names.values())):
                return reason
        if not read.over and not self._count_running:
            self.running += 1
            return ""
        among = [self._games]
        if self.by is not None:
            among.append(self._periods.setdefault(key_of(day, self.by, self._season_from), {}))
        for games in among:
            if read.game not in games:
                games[read.game] = GameSums(
                    game_named(read.game), self._spellings, self._without, self._tables
                )
            games[read.game].add(read, path, self.people)
        return ""


def _most_played_first(games: dict[str, GameSums]) -> dict[str, GameSums]:
    return dict(sorted(games.items(), key=lambda each: (-len(each[1].evenings), each[0])))
