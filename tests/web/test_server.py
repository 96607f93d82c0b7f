"""Tests of the web server and its feed of states."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiohttp.web import ServerRunner, SockSite

from prefcount.store.reader import load
from prefcount.web import server
from prefcount.web.address import LOOPBACK, Address, listen
from prefcount.web.server import HEADERS, LiveServer, SessionWatcher, Snapshot, StateFeed, server_sent_event
from tests.store.files import amend, by_program, void
from tests.tui.game_files import appended
from tests.web.shared import LONGEST, Answer, answer, connected, following, parsed, request, shared


def watcher(path: Path) -> SessionWatcher:
    return SessionWatcher(lambda: path, load(path))


def polled(watching: SessionWatcher) -> Snapshot:
    state = watching.poll()
    assert state is not None
    return state.snapshot("en")


def test_equal_states_have_equal_names(game: Path) -> None:
    assert watcher(game).first_state().snapshot("en") == watcher(game).first_state().snapshot("en")


def test_a_missing_file_is_reported_until_it_is_back(game: Path) -> None:
    watching = watcher(game)
    first = watching.first_state()
    content = game.read_bytes()
    game.unlink()
    assert b"the file was moved or deleted" in polled(watching).page
    game.write_bytes(content)
    assert polled(watching) == first.snapshot("en")


def test_the_watcher_switches_to_another_file(game: Path, tmp_path: Path) -> None:
    places = [game]
    watching = SessionWatcher(lambda: places[-1], load(game))
    watching.first_state()
    places.append(tmp_path / "elsewhere.jsonl")
    assert watching.poll() is None
    by_program(places[-1], "anna 7h wp 6", "r 3 5 2")
    assert b"raspasy: Anna 3, Boris 5, Vera 2" in polled(watching).page
    assert watching.poll() is None


def test_facts_change_with_the_clock(tmp_path: Path) -> None:
    began = datetime(2026, 3, 6, 21, 0, tzinfo=UTC)
    path = by_program(tmp_path / "evening.jsonl", started=began, rules={"end": "time", "minutes": 60})
    times = [began + timedelta(minutes=10)]
    watching = SessionWatcher(lambda: path, load(path), lambda: times[-1])
    assert b"10 of 60 minutes" in watching.first_state().snapshot("en").page
    assert watching.poll() is None
    times.append(began + timedelta(minutes=11))
    assert b"11 of 60 minutes" in polled(watching).page


def test_line_ends_in_data_start_no_field() -> None:
    told = server_sent_event("game", "a\nid: b\r\ndata: c\rd\u2028e", "name")
    fields = ("id: name", "event: game", "data: a", "data: id: b", "data: data: c", "data: d\u2028e")
    assert told.decode() == "\n".join((*fields, "", ""))


class Maker:
    """Makes snapshots of a state, and counts the languages requested."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.asked: list[str] = []

    def __call__(self, code: str) -> Snapshot:
        self.asked.append(code)
        return Snapshot(f"{self.name}-{code}", b"", b"")


async def test_a_language_is_made_once_at_its_first_request() -> None:
    first, second = Maker("a"), Maker("b")
    told = StateFeed(first)
    gone = asyncio.create_task(told.newest_snapshot("ru"))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(*(told.newest_snapshot("ru") for _ in range(5)))
    assert first.asked == ["ru"]
    told.publish(second)
    await asyncio.gather(*(told.newest_snapshot(code) for code in ("en", "ru", "en")))
    assert (first.asked, sorted(second.asked)) == (["ru"], ["en", "ru"])


FAT = 8 << 20
"""More bytes than the system buffers for a slow reader."""


@asynccontextmanager
async def serving(feed: StateFeed) -> AsyncIterator[Address]:
    taken, address = listen(LOOPBACK)
    runner = ServerRunner(LiveServer(address, feed), handle_signals=False, shutdown_timeout=1)
    await runner.setup()
    await SockSite(runner, taken).start()
    try:
        yield address
    finally:
        feed.close()
        await runner.cleanup()


def snapshot(name: str, said: str) -> Callable[[str], Snapshot]:
    return lambda _code: Snapshot(name, said.encode(), server_sent_event("game", said, name))


def strict(answered: Answer) -> None:
    for name, value in HEADERS.items():
        assert answered.headers[name.lower()] == value
    assert "server" not in answered.headers
    assert "aiohttp" not in answered.text.lower()


# --- access --------------------------------------------------------------------------------------


async def test_the_page_and_its_files_are_served(game: Path) -> None:
    async with shared(game) as address:
        page = await answer(address, request(address))
        assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert "Anna 7♥, Boris whists: 1 down" in page.text
        strict(page)
        for name, kind in (
            ("live.js", "text/javascript"),
            ("style.css", "text/css"),
            ("icon.svg", "image/svg+xml"),
        ):
            beside = await answer(address, request(address, name))
            assert (beside.status, beside.headers["content-type"]) == (200, f"{kind}; charset=utf-8")
            strict(beside)
        # The security headers are exact.
        assert page.headers["content-security-policy"] == (
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
            "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        assert page.headers["x-content-type-options"] == "nosniff"
        assert page.headers["referrer-policy"] == "no-referrer"
        assert page.headers["cache-control"] == "no-store"
        # HEAD returns only headers.
        for name in ("", "live.js", "events"):
            head = await answer(address, request(address, name, "HEAD"))
            assert (head.status, head.text) == (200, "")
            strict(head)
        moved = await answer(address, request(address).replace("/ HTTP", " HTTP"))
        assert (moved.status, moved.headers["location"]) == (308, f"/{address.token}/")


async def test_other_links_methods_hosts_and_origins_are_refused(game: Path) -> None:
    async with shared(game) as address:
        # Every wrong link gets the same answer.
        token, port = address.token, address.port
        for path in (
            *("/", "/favicon.ico", f"/{token}x/", f"/{token}/x", "/x/events", f"/{token}/../"),
            f"http://x/{token}/",
        ):
            answered = await answer(address, request(address).replace(f"/{token}/", path, 1))
            assert (answered.status, answered.text) == (404, "Nothing here."), path
            strict(answered)
        # Only reading methods are allowed.
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY", "CONNECT"):
            asked = request(address, method=method, Content_Length="3") + "{}\n"
            answered = await answer(address, asked)
            strict(answered)
            if method == "CONNECT":  # not a valid request without a host and port
                assert answered.status in (400, 405)
            else:
                assert (answered.status, answered.headers["allow"]) == (405, "GET, HEAD")
        # Foreign names of the host are refused.
        names = ("evil.example", f"evil.example:{port}", "127.0.0.1:1", "")
        twice = request(address).replace("\r\n", f"\r\nHost: {LOOPBACK}:{port}\r\n", 1)
        for each in (*(request(address, Host=host) for host in names), twice):
            answered = await answer(address, each)
            assert answered.status in (400, 421)
            assert "Anna" not in answered.text
            strict(answered)
        # Foreign origins are refused.
        own = f"{LOOPBACK}:{port}"
        for said in ("http://evil.example", "null", f"https://{own}", f"http://{own}.evil.example"):
            for name in ("", "events"):
                answered = await answer(address, request(address, name, Origin=said))
                assert answered.status == 403
                strict(answered)
        assert (await answer(address, request(address, Origin=f"http://{own}"))).status == 200
        # Malformed requests are closed.
        long, many = "X: " + "x" * 10_000, "\r\n".join(f"X-{n}: x" for n in range(200))
        for asked in (
            *("NONSENSE\r\n\r\n", "GET * HTTP/1.1\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\x16\x03\x01\r\n\r\n"),
            "GET /" + "x" * 5000 + " HTTP/1.1\r\n\r\n",
            *(request(address).replace("\r\n\r\n", f"\r\n{field}\r\n\r\n") for field in (long, many)),
        ):
            answered = await answer(address, asked)
            assert answered.status == 400
            strict(answered)


async def test_an_origin_that_is_not_the_address_of_the_request(game: Path) -> None:
    async with shared(game, host="0.0.0.0") as address:
        port = address.port
        for host, status in ((LOOPBACK, 200), ("192.0.2.66", 403), ("10.0.0.1", 403), ("[::1]", 403)):
            origin = f"http://{host}:{port}"
            assert (await answer(address, request(address, Origin=origin))).status == status, origin


# --- following -----------------------------------------------------------------------------------


async def test_events_follow_a_hand_and_its_correction(tmp_path: Path) -> None:
    path = by_program(tmp_path / "evening.jsonl", "anna 7h wp 6")
    async with shared(path) as address, following(address) as reader:
        first = await reader.told()
        assert (first.kind, "Anna 7♥, Boris whists: 1 down" in first.text) == ("game", True)
        appended(path, "r 3 5 2")
        assert "raspasy: Anna 3, Boris 5, Vera 2" in (await reader.told()).text
        by_program(tmp_path / "corrected.jsonl", "anna 7h wp 6", "r 3 5 2", amend(1, "anna 7h wp 7"), void(2))
        path.write_bytes((tmp_path / "corrected.jsonl").read_bytes())
        assert "does not count: raspasy: Anna 3, Boris 5, Vera 2" in (await reader.told()).text


async def test_a_reader_who_returns_gets_only_a_new_state(game: Path) -> None:
    async with shared(game) as address:
        async with following(address) as reader:
            seen = await reader.told()
        appended(game, "r 3 5 2")
        async with following(address, Last_Event_ID=seen.name) as reader:
            newest = await reader.told()
            assert "raspasy: Anna 3, Boris 5, Vera 2" in newest.text
    async with shared(game) as address, following(address, Last_Event_ID="of another game") as reader:
        assert await reader.told() == newest


async def test_no_state_is_sent_twice(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with shared(game) as address, following(address) as reader:
        seen = await reader.told()
    monkeypatch.setattr(server, "HEARTBEAT_SECONDS", 0.05)
    port, token = address.port, address.token
    async with shared(game, port, token) as again, following(again, Last_Event_ID=seen.name) as reader:
        assert again == address
        assert [(await reader.told()).kind for _ in range(3)] == ["alive"] * 3


async def test_readers_are_released_at_the_end(game: Path) -> None:
    async with AsyncExitStack() as everybody:
        async with shared(game) as address:
            reader = await everybody.enter_async_context(following(address))
            await reader.told()
            idle, _writer = await everybody.enter_async_context(connected(address))
        with pytest.raises(asyncio.IncompleteReadError):
            await reader.told()
        assert await asyncio.wait_for(idle.read(), LONGEST) == b""
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection(LOOPBACK, address.port)


# --- many and slow readers ------------------------------------------------------------------------


async def test_too_many_readers_are_refused(game: Path) -> None:
    async with shared(game) as address, AsyncExitStack() as stack:
        streams = [await stack.enter_async_context(connected(address)) for _ in range(100)]
        for _reader, writer in streams:
            writer.write(request(address, "events").encode())
        heads = [
            parsed(await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), LONGEST))
            for reader, _writer in streams
        ]
        statuses = [head.status for head in heads]
        assert statuses.count(200) == server.MAX_STREAMS_PER_ADDRESS
        assert statuses.count(503) == 100 - server.MAX_STREAMS_PER_ADDRESS
        turned_away = streams[statuses.index(503)][0]
        assert await turned_away.read() == b"Too many phones already follow this game; try again later."
        for head in heads:
            strict(head)
        assert (await answer(address, request(address))).status == 200


async def test_a_place_is_free_after_a_reader_leaves(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_STREAMS_PER_ADDRESS", 1)
    async with shared(game) as address:
        async with following(address) as reader:
            await reader.told()
            assert (await answer(address, request(address, "events"))).status == 503
        await until_let_in(address)
        monkeypatch.setattr(server, "MAX_STREAMS", 0)
        assert (await answer(address, request(address, "events"))).status == 503


async def test_connections_without_the_link_are_closed_first(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MAX_CONNECTIONS", 8)
    monkeypatch.setattr(server, "MAX_CONNECTIONS_PER_ADDRESS", 4)
    strangers: dict[int, str] = {}
    address_of = server._address

    def named(transport: asyncio.Transport | None) -> str:
        port = 0 if transport is None else transport.get_extra_info("peername")[1]
        return strangers.get(port, address_of(transport))

    monkeypatch.setattr(server, "_address", named)
    refused = asyncio.Semaphore(0)

    async def intrude(name: str) -> None:
        while True:
            with socket.socket() as taken:
                taken.bind((LOOPBACK, 0))
                strangers[taken.getsockname()[1]] = name
                taken.setblocking(False)
                await asyncio.get_running_loop().sock_connect(taken, (LOOPBACK, address.port))
                with suppress(ConnectionError):
                    await asyncio.get_running_loop().sock_recv(taken, 1)
                refused.release()

    async with shared(game) as address, following(address) as reader, asyncio.TaskGroup() as everybody:
        await reader.told()
        intruders = [everybody.create_task(intrude(name)) for name in ("first", "second") for _ in range(5)]
        for _round in range(20):
            await asyncio.wait_for(refused.acquire(), LONGEST)
            assert (await answer(address, request(address))).status == 200
        appended(game, "r 3 5 2")
        assert "raspasy: Anna 3, Boris 5, Vera 2" in (await reader.told()).text
        for intruder in intruders:
            intruder.cancel()


async def test_further_connections_are_closed_if_all_have_the_link(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MAX_CONNECTIONS_PER_ADDRESS", 1)
    async with shared(game) as address, following(address), connected(address) as (reader, _):
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await asyncio.wait_for(reader.readexactly(1), LONGEST)


async def test_an_unfinished_request_times_out(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "CONNECTION_SECONDS", 0.2)
    async with shared(game) as address:
        for said in ("", "GET / HTTP/1.1\r\nHost: x"):
            async with connected(address) as (reader, writer):
                writer.write(said.encode())
                with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                    await asyncio.wait_for(reader.readexactly(1), LONGEST)


async def test_following_has_no_time_limit(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "CONNECTION_SECONDS", 0.2)
    monkeypatch.setattr(server, "HEARTBEAT_SECONDS", 0.1)
    async with shared(game) as address, following(address) as reader:
        kinds = [(await reader.told()).kind for _ in range(6)]
    assert kinds == ["game", *["alive"] * 5]


async def test_a_slow_reader_gets_only_the_newest_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "BUFFER_POLL_SECONDS", 0.01)
    told = StateFeed(snapshot("a", "a" * FAT))
    async with serving(told) as address, slow(address) as reader:
        begun = await reader.until(b"event: game")
        for name in "bcdefg":
            told.publish(snapshot(name, name))
            async with following(address) as other:
                assert (await other.told()).text == name
        rest = begun + await reader.until(b"data: g\n")
        assert rest.count(b"event: game") == 2
        assert rest.count(b"a") > FAT


async def test_a_reader_who_fetches_nothing_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "BUFFER_POLL_SECONDS", 0.01)
    monkeypatch.setattr(server, "FETCH_SECONDS", 0.2)
    monkeypatch.setattr(server, "MAX_STREAMS_PER_ADDRESS", 1)
    async with serving(StateFeed(snapshot("a", "a" * FAT))) as address, slow(address) as reader:
        await reader.until(b"event: game")
        await until_let_in(address)


class Slow:
    """A reader that reads a given number of bytes at a time."""

    def __init__(self, taken: socket.socket) -> None:
        self._taken = taken

    async def until(self, said: bytes) -> bytes:
        loop, found = asyncio.get_running_loop(), bytearray()
        async with asyncio.timeout(LONGEST):
            while said not in found[-(len(said) + (1 << 16)) :]:
                more = await loop.sock_recv(self._taken, 1 << 16)
                assert more, "the connection has ended"
                found += more
        return bytes(found)


@asynccontextmanager
async def slow(address: Address) -> AsyncIterator[Slow]:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        taken.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(taken, (LOOPBACK, address.port))
        await loop.sock_sendall(taken, request(address, "events").encode())
        yield Slow(taken)


async def until_let_in(address: Address) -> None:
    async with asyncio.timeout(LONGEST):
        while (await status(address)) != 200:
            await asyncio.sleep(0.01)


async def status(address: Address) -> int:
    async with connected(address) as (reader, writer):
        writer.write(request(address, "events").encode())
        return parsed(await reader.readuntil(b"\r\n\r\n")).status
