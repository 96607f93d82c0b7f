"""The web server of the pages: the states that it sends, its answers, and its limits on connections and time.

The page of a state is built once for each language, when it is first requested.
"""

import asyncio
import logging
import re
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import tostring

from aiohttp.web import BaseRequest, RequestHandler, Response, Server, StreamResponse

from prefcount.base.i18n import Text, _, language, override_language
from prefcount.base.system import now
from prefcount.entering import Draft
from prefcount.store.journal import Follower
from prefcount.store.reader import LoadedSession, ReadError, load
from prefcount.web.address import READ_METHODS, Address
from prefcount.web.page import (
    CONTENT_TYPES,
    EVENTS,
    LANGUAGE_PARAMETER,
    build_parts,
    entry_page,
    known_language,
    language_query,
    negotiate_language,
    page_html,
    table_facts,
)
from prefcount.web.writing import FORM_PATH, MAX_BODY_BYTES, RECORD_PATH, WriteEndpoint

_LINE_ENDS = re.compile(r"\r\n|\r|\n")


class Snapshot(NamedTuple):
    """The page in one language, as it was built for one state of the game.

    Attributes:
        name: a hash of the language and the content. Equal pages have equal names, even if the program was
            started again.
        event: the changing parts of the page as a server-sent event.
    """

    name: str
    page: bytes
    event: bytes


class ObservedState(NamedTuple):
    """A state of the game to show.

    Attributes:
        now: the time at which the file had this state.
        warning: a sentence about the file, such as that it cannot be read any more, or None.
        played: hands that are half entered.
    """

    loaded: LoadedSession
    now: datetime
    warning: Text | None = None
    played: Sequence[Draft] = ()

    def snapshot(self, code: str) -> Snapshot:
        """Return the page about this state in the language `code`."""
        with override_language(code):
            whole = build_parts(self.loaded, self.now, str(self.warning or ""), self.played)
            shown = tostring(whole, encoding="unicode", method="html")
            name = sha256(f"{code} {shown}".encode()).hexdigest()[:16]
            return Snapshot(name, page_html(whole).encode(), server_sent_event("game", shown, name))


class StateFeed:
    """The newest state of the game, for the connections of all readers.

    A connection waits here for the next state. A slow reader may miss states in between.

    Attributes:
        closed: True when sharing has ended.
    """

    def __init__(self, make: Callable[[str], Snapshot]) -> None:
        self.closed = False
        self._changed = asyncio.Event()
        self.publish(make)

    def publish(self, make: Callable[[str], Snapshot]) -> None:
        """Replace the state that readers see.

        `make` is called with the code of a language, and builds the page in that language.
        """
        self._make = make
        self._snapshots: dict[str, asyncio.Task[Snapshot]] = {}
        self._wake()

    def close(self) -> None:
        self.closed = True
        self._wake()

    async def newest_snapshot(self, code: str) -> Snapshot:
        """Return the newest snapshot of the page in a language."""
        if code not in self._snapshots:
            self._snapshots[code] = asyncio.create_task(asyncio.to_thread(self._make, code))
        return await asyncio.shield(self._snapshots[code])

    async def wait_for_change(self, code: str, name: str) -> None:
        """Wait until the page changes or the feed is closed.

        Args:
            code: the language of the page.
            name: the name of the snapshot that the reader already has.
        """
        while not self.closed:
            changed = self._changed
            if (await self.newest_snapshot(code)).name != name:
                return
            await changed.wait()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class SessionWatcher:
    """Watcher of a session file, which returns a new state when the page must change."""

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
        return self._observe(self._clock())

    def poll(self, played: Sequence[Draft] = ()) -> ObservedState | None:
        """Return the new state of the game, or None if nothing on the page has changed.

        Args:
            played: the half-entered hands to show on the page.
        """
        before, self._played = self._played, played
        sight = None if self._switch_file() else self._follower.look()
        now = self._clock()
        if sight is not None:
            self._warning = sight.text
        elif table_facts(self._follower.loaded.session, now) == self._facts and played == before:
            return None
        return self._observe(now)

    def _switch_file(self) -> bool:
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
    """Encode a server-sent event.

    Args:
        kind: the name of the event, such as "game".
        data: the content of the event.
        name: the id of the event, which a browser sends when it connects again.
    """
    lines = [f"id: {name}"] if name else []
    lines += [f"event: {kind}", *(f"data: {line}" for line in _LINE_ENDS.split(data))]
    return ("\n".join(lines) + "\n\n").encode()


MAX_STREAMS, MAX_STREAMS_PER_ADDRESS = 64, 16
"""Maximum number of pages that follow the game: in total, and from one address."""
MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS = 256, 128
"""Maximum number of open connections: in total, and from one address."""
CONNECTION_SECONDS = 30.0
"""Maximum duration of a connection of a page that does not follow the game."""
HEARTBEAT_SECONDS = 15.0
"""Seconds between signs of life to a page, as long as the state stays the same."""
FETCH_SECONDS = 10.0
"""Seconds in which a page must receive what was sent to it. A slower page is disconnected."""
RETRY_MILLISECONDS = 2000
"""Milliseconds after which the browser connects a disconnected page again."""
BUFFER_POLL_SECONDS = 0.1
MAX_LINE_BYTES, MAX_FIELD_BYTES, MAX_HEADERS = 1024, 4096, 64
"""Limits of a request: the bytes of its first line, the bytes of one header, and the number of headers."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Headers of every reply: a page loads nothing from other sites, is in no frame, and is not cached."""


class _Request(BaseRequest):
    async def _prepare_hook(self, response: StreamResponse) -> None:
        response.headers.update(HEADERS)
        response.headers.popall("Server", None)


@dataclass(slots=True)
class _Connection:
    address: str
    transport: asyncio.Transport
    end: asyncio.TimerHandle
    has_link: bool = False


class LiveServer(Server):
    """The HTTP server for readers, and for phones that enter hands."""

    def __init__(self, address: Address, feed: StateFeed, endpoint: WriteEndpoint | None = None) -> None:
        super().__init__(
            self._answer,
            request_factory=self._request,
            handler_cancellation=True,
            access_log=None,
            logger=_silent_logger(),
            max_line_size=MAX_LINE_BYTES,
            max_field_size=MAX_FIELD_BYTES,
            max_headers=MAX_HEADERS,
            keepalive_timeout=HEARTBEAT_SECONDS,
            lingering_time=0,
        )
        self._address, self._feed, self._endpoint = address, feed, endpoint or WriteEndpoint(address)
        self._streams: Counter[str] = Counter()
        self._open: dict[RequestHandler, _Connection] = {}
        self._file_contents = {name: files(__package__).joinpath(name).read_bytes() for name in CONTENT_TYPES}

    # --- connections -----------------------------------------------------------------------------

    def connection_made(self, handler: RequestHandler, transport: asyncio.Transport) -> None:
        super().connection_made(handler, transport)
        address = _address(transport)
        if not self._make_room(address):
            transport.abort()
            return
        self._open[handler] = _Connection(
            address, transport, self._loop.call_later(CONNECTION_SECONDS, transport.abort)
        )

    def _make_room(self, address: str) -> bool:
        held = sum(each.address == address for each in self._open.values())
        crowded = held >= MAX_CONNECTIONS_PER_ADDRESS
        if not crowded and len(self._open) < MAX_CONNECTIONS:
            return True
        strangers = [item for item in self._open.items() if not item[1].has_link]
        counts = Counter(each.address for _handler, each in strangers)
        busiest = address if crowded else max(counts, key=counts.__getitem__, default=address)
        for handler, stranger in strangers:
            if stranger.address == busiest:
                self._release(handler)
                stranger.transport.abort()
                return True
        return False

    def connection_lost(self, handler: RequestHandler, exc: BaseException | None = None) -> None:
        super().connection_lost(handler, exc)
        self._release(handler)

    def _release(self, handler: RequestHandler) -> None:
        connection = self._open.pop(handler, None)
        if connection is not None:
            connection.end.cancel()

    def _lift_time_limit(self, request: BaseRequest) -> None:
        if request.protocol in self._open:
            self._open[request.protocol].end.cancel()
        if hasattr(socket, "TCP_USER_TIMEOUT") and request.transport is not None:
            taken, milliseconds = request.transport.get_extra_info("socket"), int(CONNECTION_SECONDS) * 1000
            with suppress(OSError):  # only the operating system notices that a phone is out of reach
                taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)

    @staticmethod
    def _request(message: Any, payload: Any, protocol: RequestHandler, writer: Any, task: Any) -> BaseRequest:
        loop = asyncio.get_running_loop()
        return _Request(message, payload, protocol, writer, task, loop, client_max_size=MAX_BODY_BYTES)

    # --- answers ---------------------------------------------------------------------------------

    async def _answer(self, request: BaseRequest) -> StreamResponse:
        asked = known_language(request.query.get(LANGUAGE_PARAMETER, ""))
        with override_language(
            asked or negotiate_language(",".join(request.headers.getall("Accept-Language", [])))
        ):
            path = request.raw_path.partition("?")[0]
            inside = self._endpoint.path_after_token(path)
            writes = request.method == "POST" and inside in (FORM_PATH, RECORD_PATH)
            refused = self._refused(request, writes=writes)
            if refused is not None:
                return refused
            if request.protocol in self._open and self._is_let_in(request):
                self._open[request.protocol].has_link = True
            if writes and inside is not None:
                answer = await self._endpoint.answer(request, inside, _address(request.transport))
                if answer is None:
                    return _read_only()
                answer.headers.update(_language_headers())
                return answer
            if inside is not None:
                return await self._serve_path(request, self._endpoint.address.token, inside, asked)
            return await self._serve_path(
                request, self._address.token, self._address.path_after_token(path), asked
            )

    async def _serve_path(
        self, request: BaseRequest, token: str, behind: str | None, asked: str | None
    ) -> StreamResponse:
        match behind:
            case "/":
                writes = token != self._address.token
                code = language()
                body = entry_page(code) if writes else (await self._feed.newest_snapshot(code)).page
                return Response(
                    body=body, content_type="text/html", charset="utf-8", headers=_language_headers()
                )
            case "":
                location = f"/{token}/{language_query(asked) if asked else ''}"
                return Response(status=308, headers={"Location": location})
            case str(path) if path[1:] in CONTENT_TYPES:
                body, kind = self._file_contents[path[1:]], CONTENT_TYPES[path[1:]]
                return Response(body=body, content_type=kind, charset="utf-8")
            case str(path) if path[1:] == EVENTS:
                return await self._events(request)
        return _text_response(404, _("Nothing here."))

    def _refused(self, request: BaseRequest, *, writes: bool) -> Response | None:
        if request.method not in READ_METHODS and not writes:
            return _read_only()
        hosts, origins = request.headers.getall("Host", []), request.headers.getall("Origin", [])
        if len(hosts) != 1 or not self._address.is_host(hosts[0]):
            return _text_response(421, _("There is no page at this address."))
        own = f"http://{hosts[0]}".lower()
        if not all(self._address.is_origin(origin) and origin.lower() == own for origin in origins):
            return _text_response(403, _("This page cannot be read from another website; open its own link."))
        return None

    async def _events(self, request: BaseRequest) -> StreamResponse:
        address = _address(request.transport)
        if self._streams[address] >= MAX_STREAMS_PER_ADDRESS or self._streams.total() >= MAX_STREAMS:
            text = _("Too many phones already follow this game; try again later.")
            return _text_response(503, text, **{"Retry-After": "10"})
        response = StreamResponse(
            headers={"Content-Type": "text/event-stream; charset=utf-8", **_language_headers()}
        )
        response.force_close()
        if request.method == "HEAD":
            return response
        self._streams[address] += 1
        try:
            self._lift_time_limit(request)
            await response.prepare(request)
            await self._send_states(request, response)
        except (ConnectionError, TimeoutError):
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._streams[address] -= 1
            self._streams += Counter()  # drops addresses with a count of zero
        return response

    def _is_let_in(self, request: BaseRequest) -> bool:
        path = request.raw_path.partition("?")[0]
        return (
            self._address.path_after_token(path) is not None
            or self._endpoint.path_after_token(path) is not None
        )

    async def _send_states(self, request: BaseRequest, response: StreamResponse) -> None:
        await response.write(f"retry: {RETRY_MILLISECONDS}\n\n".encode())
        feed, code, known = self._feed, language(), request.headers.get("Last-Event-ID", "")
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(feed.wait_for_change(code, known), HEARTBEAT_SECONDS)
            await asyncio.wait_for(_wait_until_fetched(request), FETCH_SECONDS)
            newest = await feed.newest_snapshot(code)  # a slow page skips all older states
            if feed.closed or not self._is_let_in(request):
                return
            message = newest.event if newest.name != known else server_sent_event("alive", "")
            known = newest.name
            await asyncio.wait_for(response.write(message), FETCH_SECONDS)


def _language_headers() -> dict[str, str]:
    return {"Content-Language": language(), "Vary": "Accept-Language"}


def _text_response(status: int, text: str, **headers: str) -> Response:
    return Response(status=status, text=text, headers={**headers, **_language_headers()})


def _read_only() -> Response:
    return _text_response(405, _("This is read-only."), Allow=", ".join(READ_METHODS))


async def _wait_until_fetched(request: BaseRequest) -> None:
    while request.transport is not None and request.transport.get_write_buffer_size():
        await asyncio.sleep(BUFFER_POLL_SECONDS)


def _address(transport: asyncio.Transport | None) -> str:
    name = None if transport is None else transport.get_extra_info("peername")
    return str(name[0]) if name else ""


def _silent_logger() -> logging.Logger:
    # The terminal shows the game, so log lines must not appear in it.
    logger = logging.getLogger("prefcount.web")
    logger.propagate = False
    logger.handlers[:] = [logging.NullHandler()]
    return logger
