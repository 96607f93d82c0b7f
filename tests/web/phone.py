"""A phone that writes, without a browser: it sends the requests of the page."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

from prefcount.store.reader import load
from prefcount.tui.kit.open_session import OpenSession
from prefcount.web.address import LOOPBACK, Address
from prefcount.web.sharing import Sharing
from prefcount.web.writing import EntryRequest, PhoneEntries
from tests.web import shared
from tests.web.shared import LONGEST, answer

Answers = Sequence[tuple[str, str]]

SEVEN: Answers = (("who", "1"), ("contract", "7"), ("calls", "wp"), ("tricks", "7"))
"""Boris makes a seven, Vera whists: the hand after one that Vera dealt."""
RASPASY: Answers = (("who", "raspasy"), ("tricks0", "3"), ("tricks1", "5"))


def asked(
    seen: str = "", answers: Answers = (), *, undo: bool = False, ident: str | None = None
) -> EntryRequest:
    return EntryRequest(page="0" * 32, seen=seen, answers=list(answers), undo=undo, id=ident)


def ident() -> str:
    return token_hex(16)


@asynccontextmanager
async def writable(
    path: Path, token: str | None = None
) -> AsyncIterator[tuple[Address, OpenSession, Sharing]]:
    game = OpenSession(path)
    assert await game.become_writer()
    sharing = Sharing(lambda: path, load(path), LOOPBACK)
    sharing.allow_writing(PhoneEntries(game, game.write), token)
    running = asyncio.create_task(sharing.run())
    assert sharing.writing_address is not None
    try:
        yield sharing.writing_address, game, sharing
    finally:
        sharing.close()
        await asyncio.wait_for(running, LONGEST)
        game.close()


def request(address: Address, path: str, body: str, **headers: str) -> str:
    """Return the text of a request; underscores in headers become hyphens, empty headers are omitted."""
    said = {
        "Origin": f"http://{LOOPBACK}:{address.port}",
        "Content_Type": "application/json",
        "Content_Length": str(len(body.encode())),
    }
    return shared.request(address, path, "POST", **said | headers) + body


async def sent(address: Address, path: str, wanted: EntryRequest) -> dict[str, Any]:
    answered = await answer(address, request(address, path, wanted.model_dump_json()))
    assert answered.status == 200, answered
    said: dict[str, Any] = json.loads(answered.text)
    return said
