"""From files to sums, one file after the other; a file is forgotten as soon as it is added."""

from hashlib import sha256
from pathlib import Path

from prefcount.i18n import _
from prefcount.problems import quote
from prefcount.session.faults import doubts
from prefcount.session.reader import Loaded, Unreadable, load
from prefcount.session.session import Session
from prefcount.stats.people import NOBODY_ELSE, People
from prefcount.stats.sums import GameSums


class Statistics:
    """The sums of every game, and how many sessions were not counted.

    Attributes:
        games: the sums by the name of the game.
        read: sessions that could be read, counted or not.
        running: sessions that are not over and therefore not counted.
    """

    def __init__(self, people: People = NOBODY_ELSE, *, running: bool = False) -> None:
        """Begin with nothing.

        Args:
            people: who goes by several names.
            running: whether games that are not over count as they stand.
        """
        self.games: dict[str, GameSums] = {}
        self.read = self.running = 0
        self._people, self._count_running = people, running
        self._seen: dict[bytes, Path] = {}

    def add_file(self, path: Path) -> str:
        """Add the session in a file. Returns "" or why it is left out."""
        try:
            loaded = load(path)
        except Unreadable as error:
            return str(error)
        serious = next((doubt.said for doubt in doubts(loaded) if doubt.serious), "")
        if serious:
            return serious
        self.read += 1
        return self._same_file(path, loaded) or self.add(loaded.session, path)

    def _same_file(self, path: Path, loaded: Loaded) -> str:
        """Why a copy of a file that was read does not count once more, or ""."""
        earlier = self._seen.setdefault(sha256(loaded.content).digest()[:16], path)
        if earlier is path:
            return ""
        return _("the same game as {path}").format(path=quote(earlier))

    def add(self, session: Session, path: Path) -> str:
        """Add a session. Returns "" or why it is left out."""
        keys = [self._people.key(name) for name in session.players]
        twice = [name for name, key in zip(session.players, keys, strict=True) if keys.count(key) > 1]
        if twice:
            return _("these players would be one person: {names}").format(names=", ".join(twice))
        if not session.state.over and not self._count_running:
            self.running += 1
            return ""
        sums = self.games.setdefault(session.game.name, GameSums(session.game))
        sums.add(session, path, self._people)
        return ""
