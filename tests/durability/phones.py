"""Two phones and a laptop record in one game at once, over connections that break: nothing lost or doubled.

Every phone sends what the page sends, over a real socket. If the answer is lost, it sends the same request
again.
"""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from prefcount.entries.models import NoteEntry
from prefcount.store.disk import WriteError
from prefcount.store.reader import load
from prefcount.tui.kit.open_session import OpenSession
from prefcount.web import writing as door
from prefcount.web.address import LOOPBACK, Address
from tests.durability.report import Row
from tests.store.files import by_program
from tests.web.phone import Answers, asked, ident, request, writable

AT_LENGTH = 1000
"""Number of rounds from which on connections are cut at every byte, not only at some."""
SOME = 61
ROUNDS_A_FILE = 25
BAD = ("lost", "doubled", "damaged")
UNBOUNDED = 10**9


class Phone:
    """A phone that records notes. A `naive` phone sends neither ids nor the state that it has seen."""

    def __init__(self, address: Address, random: Random, *, naive: bool = False) -> None:
        self._address, self._random, self._naive = address, random, naive
        self._seen = ""

    async def record(self, note: str) -> None:
        answers, name = noted(note), ident()
        while True:
            if not self._seen or self._naive:
                self._seen = (await self._sent("form", "", (), None))["seen"]
            cut = self._random.random() < 0.3
            said = await self._sent("record", self._seen, answers, name, cut=cut)
            if said.get("status") == "recorded":
                self._seen = said["seen"]
                return
            self._seen = said.get("seen", self._seen)
            name = ident() if self._naive else name

    async def _sent(
        self, path: str, seen: str, answers: Answers, name: str | None, *, cut: bool = False
    ) -> dict[str, Any]:
        """Return the answer, or an empty one if the connection breaks first."""
        body = asked(seen, answers, ident=name).model_dump_json()
        answer = await exchanged(self._address, request(self._address, path, body).encode(), 1 if cut else -1)
        head, _, content = answer.decode().partition("\r\n\r\n")
        return json.loads(content) if " 200 " in head else {}


def noted(note: str) -> Answers:
    return (("who", "other"), ("other", "note"), ("text", note))


async def exchanged(address: Address, sent: bytes, read: int = -1) -> bytes:
    """Send a request; return the answer, or cut the connection after `read` bytes of it."""
    reader, writer = await asyncio.open_connection(LOOPBACK, address.port)
    try:
        writer.write(sent)
        with suppress(ConnectionError):
            await writer.drain()
            return await reader.read() if read < 0 else await reader.readexactly(read) if read else b""
        return b""
    finally:
        writer.transport.abort()


async def record_at_laptop(game: OpenSession, note: str) -> None:
    """Record a note at the laptop, and try again until it is written."""
    while True:
        with suppress(WriteError):
            await game.write(NoteEntry(text=note), game.session)
            return
        await asyncio.sleep(0)


def counted(path: Path, wanted: list[str]) -> Counter[str]:
    """Count the acknowledged notes that are missing from the file, the doubled notes and the faults."""
    loaded = load(path)
    there = Counter(entry.text for entry in loaded.session.entries if isinstance(entry, NoteEntry))
    return Counter(
        lost=sum(not there[note] for note in wanted),
        doubled=sum(many - 1 for many in there.values()),
        damaged=len(loaded.faults),
    )


@asynccontextmanager
async def shared(folder: Path, name: str) -> AsyncIterator[tuple[Path, Address, OpenSession]]:
    """Share a new game with phones that may write without a limit of requests."""
    path = by_program(folder / f"{name}.jsonl")
    with patch.multiple(door, REQUESTS_PER_SECOND=UNBOUNDED, BURST_REQUESTS=UNBOUNDED):
        async with writable(path) as (address, game, _sharing):
            yield path, address, game


async def at_once(folder: Path, rounds: int, *, naive: bool) -> Row:
    """Record a note on each of two phones and the laptop in every round. A third of the answers are lost."""
    figures, random = Counter(dict.fromkeys(BAD, 0)), Random(29)
    done = 0
    while done < rounds:
        now = min(ROUNDS_A_FILE, rounds - done)
        async with shared(folder, f"{naive}-{done}") as (path, address, game):
            phones = [Phone(address, random, naive=naive) for _phone in range(2)]
            notes = []
            for number in range(now):
                notes += (three := [f"{who} {number}" for who in ("one", "two", "laptop")])
                await asyncio.gather(
                    *(phone.record(note) for phone, note in zip(phones, three, strict=False)),
                    record_at_laptop(game, three[2]),
                )
        figures += counted(path, notes)
        done += now
    name = "control: phones that send what they think again" if naive else "two phones and the laptop at once"
    return Row(name, {"rounds": rounds, **{bad: figures[bad] for bad in BAD}}, BAD, control=naive)


async def cut(folder: Path, step: int, *, answers: bool) -> Row:
    """Cut connections after each number of bytes of the request, or of the answer."""
    figures, cuts = Counter(dict.fromkeys(BAD, 0)), 0
    async with shared(folder, "answers" if answers else "requests") as (path, address, game):
        notes, length, at = [], 1, 0
        while at < length:
            note = f"note {at:05d}"
            body = asked(game.last_hash, noted(note), ident=ident()).model_dump_json()
            sent = request(address, "record", body).encode()
            if answers:
                await exchanged(address, sent, at)
            else:
                await exchanged(address, sent[:at], 0)
            again = await exchanged(address, sent)
            if b'"recorded"' in again:
                notes.append(note)
            else:
                figures["lost"] += 1
            length, at, cuts = len(again if answers else sent), at + step, cuts + 1
    figures += counted(path, notes)
    name = f"{'answers' if answers else 'requests'} cut at every byte"
    return Row(name, {"cuts": cuts, **{bad: figures[bad] for bad in BAD}}, BAD)


async def hostile(folder: Path, count: int) -> Row:
    """Send requests that no page sends. Each must be refused in a sentence, and none written."""
    random, figures = Random(500), Counter[str]()
    async with shared(folder, "hostile") as (path, address, game):
        for _each in range(count):
            body = asked(game.last_hash, noted("hostile"), ident=ident()).model_dump_json()
            answered = await exchanged(address, spoil_request(request(address, "record", body), random))
            figures["not refused"] += answered[9:10] != b"4"
            figures["without a sentence"] += not answered.partition(b"\r\n\r\n")[2].strip()
        figures["written"] = len(load(path).session.entries)
    bad = ("written", "not refused", "without a sentence")
    return Row("hostile requests", {"requests": count, **{each: figures[each] for each in bad}}, bad)


def spoil_request(sent: str, random: Random) -> bytes:
    """Change one thing in a request, so that the request is one that no page sends."""
    head, _, body = sent.partition("\r\n\r\n")
    first, *lines = head.split("\r\n")
    token = first.split("/")[1]
    at = random.randrange(len(token))
    other = random.choice([each for each in "abcXYZ019-_" if each != token[at]])
    spoil = random.choice(["token", "method", "host", "origin", "type", "body", "json"])
    if spoil == "token":
        first = first.replace(token, f"{token[:at]}{other}{token[at + 1 :]}")
    elif spoil == "method":
        first = first.replace("POST", random.choice(["PUT", "DELETE", "PATCH", "GET", "OPTIONS"]))
    elif spoil in ("host", "origin", "type"):
        name = {"host": "Host", "origin": "Origin", "type": "Content-Type"}[spoil]
        evil = random.choice(["evil.example", "null", "text/plain", "http://evil.example:80", "[::1]:1"])
        lines = [f"{name}: {evil}" if line.startswith(f"{name}:") else line for line in lines]
    elif spoil == "body":
        body = "".join(random.choice('{}[]",:0a\\') for _char in body)
    else:
        body = body.replace(random.choice(['"page"', '"seen"', '"id"']), '"more"')
    return "\r\n".join([first, *lines, "", body]).encode()


def run(folder: Path, count: int) -> Iterator[Row]:
    step = 1 if count >= AT_LENGTH else SOME
    yield asyncio.run(at_once(folder, count, naive=False))
    yield asyncio.run(at_once(folder, min(count, ROUNDS_A_FILE), naive=True))
    for answers in (False, True):
        yield asyncio.run(cut(folder, step, answers=answers))
    yield asyncio.run(hostile(folder, max(1, count // 2)))
