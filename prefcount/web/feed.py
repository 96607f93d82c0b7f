"""What everybody is shown: the newest state of the game and nothing before it, and who makes it."""

import asyncio
import re
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from prefcount.session.follow import Follower
from prefcount.session.reader import Loaded, Unreadable, load
from prefcount.web.page import fragment, page, parts
from prefcount.web.told import facts, told

_LINE_ENDS = re.compile(r"\r\n|\r|\n")


class Shot(NamedTuple):
    """The game at a moment, made once for everybody.

    Attributes:
        name: follows from what is shown, so that equal states have one name, also after a restart.
        page: the page for a browser that comes.
        event: the same for one that has the page.
    """

    name: str
    page: bytes
    event: bytes


class Feed:
    """The newest state. A reader who is slow finds the newest one when he comes, never those between.

    Attributes:
        newest: what is shown now.
        closed: whether nothing further comes.
    """

    def __init__(self, first: Shot) -> None:
        self.newest = first
        self.closed = False
        self._changed = asyncio.Event()

    def show(self, shot: Shot) -> None:
        """Show another state from now on."""
        self.newest = shot
        self._changed.set()
        self._changed = asyncio.Event()

    def close(self) -> None:
        """Let everybody go."""
        self.closed = True
        self._changed.set()

    async def after(self, name: str) -> None:
        """Wait until there is another state than `name`, or nothing further comes."""
        while self.newest.name == name and not self.closed:
            await self._changed.wait()


class Watcher:
    """Looks at a session file as readers do, and makes what is shown of it."""

    def __init__(self, where: Callable[[], Path], loaded: Loaded) -> None:
        """Watch the file at the path that `where` says, which may become another one; from what was read."""
        self._where = where
        self._follower = Follower(where(), loaded)
        self._warning = ""
        self._facts: tuple[tuple[str, str], ...] = ()

    def first(self) -> Shot:
        """What is shown at the beginning."""
        return self._made(_now())

    def look(self) -> Shot | None:
        """What is to be shown now, if that is something else: the file has grown, or time has passed."""
        sight = None if self._moved() else self._follower.look()
        now = _now()
        if sight is not None:
            self._warning = str(sight.text or "")
        elif facts(self._follower.loaded.session, now) == self._facts:
            return None
        return self._made(now)

    def _moved(self) -> bool:
        """Whether the game goes on in another file, which is looked at from now on."""
        path = self._where()
        if path == self._follower.path:
            return False
        try:
            self._follower = Follower(path, load(path))
        except Unreadable:
            return False  # the old one is shown until the new one can be read
        self._warning, self._facts = "", ()
        return True

    def _made(self, now: datetime) -> Shot:
        said = told(self._follower.loaded, now, self._warning)
        self._facts = said.facts
        whole = parts(said)
        shown = fragment(whole)
        name = sha256(shown.encode()).hexdigest()[:16]
        return Shot(name, page(said, whole).encode(), event("game", shown, name))


def event(kind: str, said: str, name: str = "") -> bytes:
    """A server-sent event: its kind, its lines, and the name by which a browser says what it saw last."""
    lines = [f"id: {name}"] if name else []
    lines += [f"event: {kind}", *(f"data: {line}" for line in _LINE_ENDS.split(said))]
    return ("\n".join(lines) + "\n\n").encode()


def _now() -> datetime:
    return datetime.now().astimezone().replace(microsecond=0)
