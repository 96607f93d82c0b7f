"""The feed of the newest state of a game to all readers, and the watcher that follows the game's file.

The page of a state is built once for each language, when it is first requested.
"""

import asyncio
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from prefcount.base.i18n import Text, override_language
from prefcount.base.system import now
from prefcount.entering import Draft
from prefcount.store.journal import Follower
from prefcount.store.reader import LoadedSession, ReadError, load
from prefcount.web.page import build_parts, page_content, page_html, parts_html, table_facts

_LINE_ENDS = re.compile(r"\r\n|\r|\n")


class Snapshot(NamedTuple):
    """The page about a state of the game in one language.

    Attributes:
        name: a hash of the language and the content. Equal states have equal names, even after a restart.
        page: the whole page.
        event: the changing parts of the page as a server-sent event.
    """

    name: str
    page: bytes
    event: bytes


class ObservedState(NamedTuple):
    """A state of the game.

    Attributes:
        loaded: the session file.
        now: the time of the observation.
        warning: a sentence about a change of the file, such as that it cannot be read, or None.
        played: hands that are half entered.
    """

    loaded: LoadedSession
    now: datetime
    warning: Text | None = None
    played: Sequence[Draft] = ()

    def snapshot(self, code: str) -> Snapshot:
        """Return the page about this state in the language with the code `code`."""
        with override_language(code):
            content = page_content(self.loaded, self.now, str(self.warning or ""), self.played)
            whole = build_parts(content)
            shown = parts_html(whole)
            name = sha256(f"{code} {shown}".encode()).hexdigest()[:16]
            return Snapshot(name, page_html(content, whole).encode(), server_sent_event("game", shown, name))


class StateFeed:
    """The newest state for all readers. A slow reader skips older states.

    Attributes:
        closed: whether the feed has ended, so that no further state will follow.
    """

    def __init__(self, make: Callable[[str], Snapshot]) -> None:
        self.closed = False
        self._changed = asyncio.Event()
        self.publish(make)

    def publish(self, make: Callable[[str], Snapshot]) -> None:
        """Replace the state. `make` gets the code of a language and returns the snapshot in it."""
        self._make = make
        self._snapshots: dict[str, asyncio.Task[Snapshot]] = {}
        self._wake()

    def close(self) -> None:
        """End the feed, and wake all readers that wait for a change."""
        self.closed = True
        self._wake()

    async def newest_snapshot(self, code: str) -> Snapshot:
        """Return the newest snapshot in a language, which is built in a thread at its first request."""
        if code not in self._snapshots:
            self._snapshots[code] = asyncio.create_task(asyncio.to_thread(self._make, code))
        return await asyncio.shield(self._snapshots[code])

    async def wait_for_change(self, code: str, name: str) -> None:
        """Wait until the newest snapshot in a language is not called `name`, or the feed is closed."""
        while not self.closed:
            changed = self._changed
            if (await self.newest_snapshot(code)).name != name:
                return
            await changed.wait()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class SessionWatcher:
    """Watcher that follows a session file and returns the states to show."""

    def __init__(
        self,
        find_path: Callable[[], Path],
        loaded: LoadedSession,
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        self._find_path = find_path
        self._clock = clock or now
        self._follower = Follower(find_path(), loaded)
        self._warning: Text | None = None
        self._facts: tuple[tuple[str, str], ...] = ()
        self._played: Sequence[Draft] = ()

    def first_state(self) -> ObservedState:
        """Return the state of the game when watching begins."""
        return self._observe(self._clock())

    def poll(self, played: Sequence[Draft] = ()) -> ObservedState | None:
        """Return the new state if the file, the facts or the half-entered hands changed, else None."""
        before, self._played = self._played, played
        sight = None if self._switch_file() else self._follower.look()
        now = self._clock()
        if sight is not None:
            self._warning = sight.text
        elif table_facts(self._follower.loaded.session, now) == self._facts and played == before:
            return None
        return self._observe(now)

    def _switch_file(self) -> bool:
        """Follow the file in which the game continues, and return whether the file was switched.

        The file is not switched if its path is still the same, or the new file cannot be read.
        """
        path = self._find_path()
        if path == self._follower.path:
            return False
        try:
            self._follower = Follower(path, load(path))
        except ReadError:
            return False  # keep showing the old file until the new one can be read
        self._warning, self._facts = None, ()
        return True

    def _observe(self, now: datetime) -> ObservedState:
        self._facts = table_facts(self._follower.loaded.session, now)
        return ObservedState(self._follower.loaded, now, self._warning, self._played)


def server_sent_event(kind: str, data: str, name: str = "") -> bytes:
    """Encode a server-sent event with the id `name`.

    When a browser connects again, it sends the last id that it got.
    """
    lines = [f"id: {name}"] if name else []
    lines += [f"event: {kind}", *(f"data: {line}" for line in _LINE_ENDS.split(data))]
    return ("\n".join(lines) + "\n\n").encode()
