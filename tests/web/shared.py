"""A shared game, and well-behaved and other readers of it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from prefcount.store.reader import load
from prefcount.web.address import LOOPBACK, Address
from prefcount.web.sharing import Sharing

LONGEST = 10.0


class Answer(NamedTuple):
    """An answer: the status, the headers by lower-case name, and the text."""

    status: int
    headers: dict[str, str]
    text: str


class Told(NamedTuple):
    """A server-sent event."""

    name: str
    kind: str
    text: str


@asynccontextmanager
async def shared(
    path: Path | Callable[[], Path], port: int = 0, token: str | None = None, host: str = LOOPBACK
) -> AsyncIterator[Address]:
    where = path if callable(path) else lambda: path
    sharing = Sharing(where, load(where()), host, port, token)
    running = asyncio.create_task(sharing.run())
    try:
        yield sharing.address
    finally:
        sharing.close()
        await asyncio.wait_for(running, LONGEST)


@asynccontextmanager
async def connected(address: Address) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection(LOOPBACK, address.port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


def request(address: Address, path: str = "", method: str = "GET", **headers: str) -> str:
    """Return the text of a request for a path after the token; underscores in headers become hyphens."""
    said = {"Host": f"{LOOPBACK}:{address.port}", "Connection": "close"}
    said |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{method} /{address.token}/{path} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in said.items() if value]
    return "\r\n".join([*lines, "", ""])


async def answer(address: Address, asked: str) -> Answer:
    async with connected(address) as (reader, writer):
        writer.write(asked.encode())
        return parsed(await asyncio.wait_for(reader.read(), LONGEST))


def parsed(content: bytes) -> Answer:
    head, _, body = content.decode().partition("\r\n\r\n")
    first, *lines = head.split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return Answer(int(first.split()[1]), headers, body)


class Reader:
    """A reader that follows a game."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    async def head(self) -> Answer:
        return parsed(await asyncio.wait_for(self._reader.readuntil(b"\r\n\r\n"), LONGEST))

    async def told(self) -> Told:
        """Return the next event. Raises IncompleteReadError after the last one."""
        while True:
            content = await asyncio.wait_for(self._chunk(), LONGEST)
            lines = [line.partition(": ") for line in content.decode().removesuffix("\n\n").split("\n")]
            kinds = {name: value for name, _, value in lines}
            if "event" in kinds:
                text = "\n".join(value for name, _, value in lines if name == "data")
                return Told(kinds.get("id", ""), kinds["event"], text)

    async def _chunk(self) -> bytes:
        size = int(await self._reader.readuntil(b"\r\n"), 16)
        if not size:
            raise asyncio.IncompleteReadError(b"", None)
        content = await self._reader.readexactly(size)
        await self._reader.readexactly(2)
        return content


@asynccontextmanager
async def following(address: Address, query: str = "", **headers: str) -> AsyncIterator[Reader]:
    async with connected(address) as (stream, writer):
        writer.write(request(address, f"events{query}", **headers).encode())
        reader = Reader(stream)
        head = await reader.head()
        assert (head.status, head.headers["content-type"]) == (200, "text/event-stream; charset=utf-8"), head
        yield reader
