"""The newest state of the game for all readers, and the watcher that makes it.

The page of a state is made once for each language, when it is first requested.
"""

import asyncio
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from prefcount.base.clock import now
from prefcount.base.i18n import Text, override_language
from prefcount.entering.draft import Draft
from prefcount.store.journal import Follower
from prefcount.store.reader import LoadedSession, ReadError, load
from prefcount.web.page import build_parts, page_content, page_html, parts_html, table_facts

_LINE_ENDS = re.compile(r"\r\n|\r|\n")


class Snapshot(NamedTuple):
    """The page of a state in one language: as a whole, and as an event.

    The name is a hash of the language and the content: equal states have equal names, also after a restart.
    """

    name: str
    page: bytes
    event: bytes


class ObservedState(NamedTuple):
    """A state of the game: the file, when it was read, what was wrong with it, and half-entered hands."""

    loaded: LoadedSession
    now: datetime
    warning: Text | None = None
    played: Sequence[Draft] = ()

    def snapshot(self, code: str) -> Snapshot:
        """Return the state as a page in a language."""
        with override_language(code):
            content = page_content(self.loaded, self.now, str(self.warning or ""), self.played)
            whole = build_parts(content)
            shown = parts_html(whole)
            name = sha256(f"{code} {shown}".encode()).hexdigest()[:16]
            return Snapshot(name, page_html(content, whole).encode(), server_sent_event("game", shown, name))


class StateFeed:
    """The newest state for all readers; a slow reader skips the states between.

    Attributes:
        closed: whether nothing further comes.
    """

    def __init__(self, make: Callable[[str], Snapshot]) -> None:
        self.closed = False
        self._changed = asyncio.Event()
        self.publish(make)

    def publish(self, make: Callable[[str], Snapshot]) -> None:
        """Replace the state; `make` returns its snapshot in a language."""
        self._make = make
        self._snapshots: dict[str, asyncio.Task[Snapshot]] = {}
        self._wake()

    def close(self) -> None:
        """Release all waiting readers."""
        self.closed = True
        self._wake()

    async def newest_snapshot(self, code: str) -> Snapshot:
        """Return the newest page in a language, made in a thread at its first request."""
        if code not in self._snapshots:
            self._snapshots[code] = asyncio.create_task(asyncio.to_thread(self._make, code))
        return await asyncio.shield(self._snapshots[code])

    async def wait_for_change(self, code: str, name: str) -> None:
        """Wait until the newest state in a language is not `name`, or the feed is closed."""
        while not self.closed:
            changed = self._changed
            if (await self.newest_snapshot(code)).name != name:
                return
            await changed.wait()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class SessionWatcher:
    """Follows a session file, and makes the states that pages show."""

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
        """Return the state when watching begins."""
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
        """Return whether the game goes on in another file, and follow that file."""
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
    """Encode a server-sent event; a browser reports the last id it saw when it connects again."""
    lines = [f"id: {name}"] if name else []
    lines += [f"event: {kind}", *(f"data: {line}" for line in _LINE_ENDS.split(data))]
    return ("\n".join(lines) + "\n\n").encode()
