"""The newest state of the game for all readers, and the watcher that makes it.

Of each state there is one page for each language that is read, made at its first request.
"""

import asyncio
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from prefcount.base.clock import now
from prefcount.base.i18n import Text, speaking
from prefcount.entering.draft import Draft
from prefcount.store.journal import Follower
from prefcount.store.reader import Loaded, ReadError, load
from prefcount.web.page import facts, fragment, page, page_content, parts

_LINE_ENDS = re.compile(r"\r\n|\r|\n")


class Snapshot(NamedTuple):
    """The page of a state in one language, made once for all its readers: for who comes, and as an event.

    The name follows from the language and from what is shown, so that equal states have one name, also after
    a restart.
    """

    name: str
    page: bytes
    event: bytes


class StateAt(NamedTuple):
    """A state of the game: the file as it was read, when, what was wrong with it, and what is played now."""

    loaded: Loaded
    now: datetime
    warning: Text | None = None
    played: Sequence[Draft] = ()

    def shot(self, code: str) -> Snapshot:
        """The same in a language of `LANGUAGES`."""
        with speaking(code):
            content = page_content(self.loaded, self.now, str(self.warning or ""), self.played)
            whole = parts(content)
            shown = fragment(whole)
            name = sha256(f"{code} {shown}".encode()).hexdigest()[:16]
            return Snapshot(name, page(content, whole).encode(), event("game", shown, name))


class Feed:
    """The newest state; a slow reader gets the newest one and none of those before it.

    Attributes:
        closed: whether nothing further comes.
    """

    def __init__(self, made: Callable[[str], Snapshot]) -> None:
        """Show a state at first, of which a function makes the shot in a language."""
        self.closed = False
        self._changed = asyncio.Event()
        self.show(made)

    def show(self, made: Callable[[str], Snapshot]) -> None:
        """Show another state from now on, of which a function makes the shot in a language."""
        self._made = made
        self._shots: dict[str, asyncio.Task[Snapshot]] = {}
        self._wake()

    def close(self) -> None:
        """End the waiting of all readers."""
        self.closed = True
        self._wake()

    async def newest(self, code: str) -> Snapshot:
        """The current page in a language: made once, in a thread of its own, at its first request."""
        if code not in self._shots:
            self._shots[code] = asyncio.create_task(asyncio.to_thread(self._made, code))
        return await asyncio.shield(self._shots[code])

    async def after(self, code: str, name: str) -> None:
        """Wait until there is another state than `name` in a language, or nothing further comes."""
        while not self.closed:
            changed = self._changed
            if (await self.newest(code)).name != name:
                return
            await changed.wait()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class Watcher:
    """Follows a session file, and makes the states that are shown."""

    def __init__(
        self, where: Callable[[], Path], loaded: Loaded, clock: Callable[[], datetime] | None = None
    ) -> None:
        """Watch the file at the path that `where` returns, by the clock of the system or another."""
        self._where = where
        self._clock = clock or now
        self._follower = Follower(where(), loaded)
        self._warning: Text | None = None
        self._facts: tuple[tuple[str, str], ...] = ()
        self._played: Sequence[Draft] = ()

    def first(self) -> StateAt:
        """What is shown at the beginning."""
        return self._seen(self._clock())

    def look(self, played: Sequence[Draft] = ()) -> StateAt | None:
        """What is to be shown now, if that is something else: the file has grown, or time has passed."""
        before, self._played = self._played, played
        sight = None if self._moved() else self._follower.look()
        now = self._clock()
        if sight is not None:
            self._warning = sight.text
        elif facts(self._follower.loaded.session, now) == self._facts and played == before:
            return None
        return self._seen(now)

    def _moved(self) -> bool:
        """Whether the game goes on in another file, which is looked at from now on."""
        path = self._where()
        if path == self._follower.path:
            return False
        try:
            self._follower = Follower(path, load(path))
        except ReadError:
            return False  # the old one is shown until the new one can be read
        self._warning, self._facts = None, ()
        return True

    def _seen(self, now: datetime) -> StateAt:
        self._facts = facts(self._follower.loaded.session, now)
        return StateAt(self._follower.loaded, now, self._warning, self._played)


def event(kind: str, data: str, name: str = "") -> bytes:
    """A server-sent event: its kind, its lines, and its id, by which a browser names the last one it saw."""
    lines = [f"id: {name}"] if name else []
    lines += [f"event: {kind}", *(f"data: {line}" for line in _LINE_ENDS.split(data))]
    return ("\n".join(lines) + "\n\n").encode()
