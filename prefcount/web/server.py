"""The server of the pages: its answers, and its limits of connections and of time."""

import asyncio
import logging
import socket
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from aiohttp.web import BaseRequest, RequestHandler, Response, Server, StreamResponse

from prefcount.base.i18n import _, language, speaking
from prefcount.web.address import METHODS, Access
from prefcount.web.page import (
    ASKED,
    ENTRY_SCRIPT,
    EVENTS,
    ICON,
    MANIFEST,
    SCRIPT,
    STYLE,
    entry_page,
    named,
    negotiated,
    query,
)
from prefcount.web.state_feed import Feed, event
from prefcount.web.writing import BODY, FORM, RECORD, Door

STREAMS, STREAMS_EACH = 64, 16
"""How many pages may follow the game at once, and how many of them from one address."""
CONNECTIONS, CONNECTIONS_EACH = 256, 128
"""How many connections may be open, and from one address; those without the link are cut off for new ones."""
LIFE = 30.0
"""The seconds a connection may last, unless the game is followed on it."""
BEAT = 15.0
"""The seconds of silence after which a page is sent a sign that it is still connected."""
PATIENCE = 10.0
"""The seconds a page may take to fetch what it was sent, before it is given up."""
AGAIN = 2000
"""The milliseconds after which a page connects again by itself."""
GLANCE = 0.1
MAX_LINE, MAX_FIELD, MAX_HEADERS = 1024, 4096, 64
"""Bounds of a request: bytes of its first line and of a header, and how many headers."""

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
"""What every answer says: nothing from elsewhere, in no frame, nothing kept."""
_FILES = {
    SCRIPT: "text/javascript",
    ENTRY_SCRIPT: "text/javascript",
    STYLE: "text/css",
    ICON: "image/svg+xml",
    MANIFEST: "application/manifest+json",
}


class _Request(BaseRequest):
    """A request whose answers have the headers of every answer, and do not name the server software."""

    async def _prepare_hook(self, response: StreamResponse) -> None:
        response.headers.update(HEADERS)
        response.headers.popall("Server", None)


@dataclass(slots=True)
class _Connection:
    """An open connection, which ends at a time; `has_link` once a request on it knew the link."""

    address: str
    transport: asyncio.Transport
    end: asyncio.TimerHandle
    has_link: bool = False


class LiveServer(Server):
    """Serves one page to every request that may read it, and another one to those that may write."""

    def __init__(self, access: Access, feed: Feed, door: Door | None = None) -> None:
        super().__init__(
            self._answered,
            request_factory=self._request,
            handler_cancellation=True,
            access_log=None,
            logger=_silent(),
            max_line_size=MAX_LINE,
            max_field_size=MAX_FIELD,
            max_headers=MAX_HEADERS,
            keepalive_timeout=BEAT,
            lingering_time=0,
        )
        self._access, self._feed, self._door = access, feed, door or Door(access)
        self._streams: Counter[str] = Counter()
        self._held: dict[RequestHandler, _Connection] = {}
        self._beside = {name: files(__package__).joinpath(name).read_bytes() for name in _FILES}

    # --- connections -----------------------------------------------------------------------------

    def connection_made(self, handler: RequestHandler, transport: asyncio.Transport) -> None:
        """Hold a connection for a while, if there is room for it."""
        super().connection_made(handler, transport)
        address = _address(transport)
        if not self._make_room(address):
            transport.abort()
            return
        self._held[handler] = _Connection(address, transport, self._loop.call_later(LIFE, transport.abort))

    def _make_room(self, address: str) -> bool:
        """Return whether a further connection from an address may be held.

        If there is no room, the oldest connection that has not shown the link is cut off: one of the same
        address, or of the address with most of them.
        """
        held = sum(each.address == address for each in self._held.values())
        crowded = held >= CONNECTIONS_EACH
        if not crowded and len(self._held) < CONNECTIONS:
            return True
        strangers = [item for item in self._held.items() if not item[1].has_link]
        counts = Counter(each.address for _handler, each in strangers)
        busiest = address if crowded else max(counts, key=counts.__getitem__, default=address)
        for handler, stranger in strangers:
            if stranger.address == busiest:
                self._release(handler)
                stranger.transport.abort()
                return True
        return False

    def connection_lost(self, handler: RequestHandler, exc: BaseException | None = None) -> None:
        """Release the place of the connection."""
        super().connection_lost(handler, exc)
        self._release(handler)

    def _release(self, handler: RequestHandler) -> None:
        connection = self._held.pop(handler, None)
        if connection is not None:
            connection.end.cancel()

    def _stay(self, request: BaseRequest) -> None:
        """Take the limit of time off a connection on which the game is followed, while it is open."""
        if request.protocol in self._held:
            self._held[request.protocol].end.cancel()
        if hasattr(socket, "TCP_USER_TIMEOUT") and request.transport is not None:
            taken, milliseconds = request.transport.get_extra_info("socket"), int(LIFE) * 1000
            with suppress(OSError):  # only the system sees that a phone is out of reach
                taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)

    @staticmethod
    def _request(message: Any, payload: Any, protocol: RequestHandler, writer: Any, task: Any) -> BaseRequest:
        loop = asyncio.get_running_loop()
        return _Request(message, payload, protocol, writer, task, loop, client_max_size=BODY)

    # --- answers ---------------------------------------------------------------------------------

    async def _answered(self, request: BaseRequest) -> StreamResponse:
        """The answer to a request, in its language: a refusal, or what was asked for."""
        asked = named(request.query.get(ASKED, ""))
        with speaking(asked or negotiated(",".join(request.headers.getall("Accept-Language", [])))):
            path = request.raw_path.partition("?")[0]
            inside = self._door.beyond(path)
            writes = request.method == "POST" and inside in (FORM, RECORD)
            refused = self._refused(request, writes=writes)
            if refused is not None:
                return refused
            if request.protocol in self._held and self._is_let_in(request):
                self._held[request.protocol].has_link = True
            if writes and inside is not None:
                answer = await self._door.answered(request, inside, _address(request.transport))
                if answer is None:
                    return _read_only()
                answer.headers.update(_spoken())
                return answer
            if inside is not None:
                return await self._found(request, self._door.access.token, inside, asked)
            return await self._found(request, self._access.token, self._access.beyond(path), asked)

    async def _found(
        self, request: BaseRequest, token: str, behind: str | None, asked: str | None
    ) -> StreamResponse:
        """What lies behind a token, by a link that names a language or none."""
        match behind:
            case "/":
                writes = token != self._access.token
                code = language()
                body = entry_page(code) if writes else (await self._feed.newest(code)).page
                return Response(body=body, content_type="text/html", charset="utf-8", headers=_spoken())
            case "":
                location = f"/{token}/{query(asked) if asked else ''}"
                return Response(status=308, headers={"Location": location})
            case str(path) if path[1:] in _FILES:
                name = path[1:]
                return Response(body=self._beside[name], content_type=_FILES[name], charset="utf-8")
            case str(path) if path[1:] == EVENTS:
                return await self._events(request)
        return _said(404, _("Nothing here."))

    def _refused(self, request: BaseRequest, *, writes: bool) -> Response | None:
        """The refusal of a request without access, or None; `writes` is whether it comes in by the door."""
        if request.method not in METHODS and not writes:
            return _read_only()
        hosts, origins = request.headers.getall("Host", []), request.headers.getall("Origin", [])
        if len(hosts) != 1 or not self._access.is_host(hosts[0]):
            return _said(421, _("There is no page at this address."))
        own = f"http://{hosts[0]}".lower()
        if not all(self._access.is_origin(origin) and origin.lower() == own for origin in origins):
            return _said(403, _("Other websites cannot read this page."))
        return None

    async def _events(self, request: BaseRequest) -> StreamResponse:
        """The state now, and every further one, until one of both sides has enough."""
        address = _address(request.transport)
        if self._streams[address] >= STREAMS_EACH or self._streams.total() >= STREAMS:
            text = _("Too many are following already; there is no room for more.")
            return _said(503, text, **{"Retry-After": "10"})
        response = StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8", **_spoken()})
        response.force_close()
        if request.method == "HEAD":
            return response
        self._streams[address] += 1
        try:
            self._stay(request)
            await response.prepare(request)
            await self._told(request, response)
        except (ConnectionError, TimeoutError):
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._streams[address] -= 1
            self._streams += Counter()  # forgets addresses from which nobody reads
        return response

    def _is_let_in(self, request: BaseRequest) -> bool:
        """Whether the link of a request still leads here."""
        path = request.raw_path.partition("?")[0]
        return self._access.beyond(path) is not None or self._door.beyond(path) is not None

    async def _told(self, request: BaseRequest, response: StreamResponse) -> None:
        """Send the newest state whenever it changes. Raises TimeoutError if the browser does not fetch it."""
        await response.write(f"retry: {AGAIN}\n\n".encode())
        feed, code, known = self._feed, language(), request.headers.get("Last-Event-ID", "")
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(feed.after(code, known), BEAT)
            await asyncio.wait_for(_fetched(request), PATIENCE)
            newest = await feed.newest(code)  # what came while somebody was slow is never sent
            if feed.closed or not self._is_let_in(request):
                return
            message = newest.event if newest.name != known else event("alive", "")
            known = newest.name
            await asyncio.wait_for(response.write(message), PATIENCE)


def _spoken() -> dict[str, str]:
    """The headers about the language of an answer, which may be that of the browser."""
    return {"Content-Language": language(), "Vary": "Accept-Language"}


def _said(status: int, text: str, **headers: str) -> Response:
    """An answer in a sentence."""
    return Response(status=status, text=text, headers={**headers, **_spoken()})


def _read_only() -> Response:
    """The answer to what would write where nothing may be written, or not any more."""
    return _said(405, _("This is read-only."), Allow=", ".join(METHODS))


async def _fetched(request: BaseRequest) -> None:
    """Wait until all that was sent has gone: never more than one state waits for a slow phone."""
    while request.transport is not None and request.transport.get_write_buffer_size():
        await asyncio.sleep(GLANCE)


def _address(transport: asyncio.Transport | None) -> str:
    """The address that a request comes from."""
    name = None if transport is None else transport.get_extra_info("peername")
    return str(name[0]) if name else ""


def _silent() -> logging.Logger:
    """A log without output, since the screen belongs to the game."""
    logger = logging.getLogger("prefcount.web")
    logger.propagate = False
    logger.handlers[:] = [logging.NullHandler()]
    return logger
