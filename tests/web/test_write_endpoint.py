"""Tests of writing over a real socket: only by the second link, and only requests of the page."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from prefcount.entries.models import Entry
from prefcount.session.session import Proposal, Session
from prefcount.store.reader import load
from prefcount.web import writing as door
from prefcount.web.address import TOKEN_BYTES
from prefcount.web.server import Snapshot, StateFeed
from prefcount.web.writing import PhoneEntries
from tests.web import shared as reading
from tests.web.phone import SEVEN, asked, ident, request, sent, writable
from tests.web.shared import Answer, answer, connected, following, parsed, shared
from tests.web.test_server import strict


def entries(path: Path) -> int:
    return len(load(path).session.entries)


async def test_a_hand_is_recorded_and_shown_to_readers(game: Path) -> None:
    async with writable(game) as (address, _game, sharing), following(sharing.address) as reader:
        await reader.told()
        page = await answer(address, reading.request(address))
        assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        strict(page)
        assert "enter.js" in page.text
        script = await answer(address, reading.request(address, "enter.js"))
        assert (script.status, script.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
        shown = await sent(address, "form", asked())
        assert shown["question"]["prompt"] == "Who plays?"
        shown = await sent(address, "record", asked(shown["seen"], SEVEN, ident=ident()))
        assert shown["notice"] == "Recorded: hand 2."
        while "Boris 7, Vera whists: made" not in (await reader.told()).text:
            pass
    assert entries(game) == 2


async def test_every_answer_has_the_security_headers(game: Path) -> None:
    async with writable(game) as (address, _game, _sharing):
        said = await answer(address, request(address, "form?lang=ru", asked().model_dump_json()))
        strict(said)
        assert said.headers["content-type"] == "application/json; charset=utf-8"
        assert said.headers["content-language"] == "ru"
        assert json.loads(said.text)["question"]["prompt"] == "Кто играет?"
        assert "set-cookie" not in said.headers


async def test_the_readers_link_cannot_write(game: Path) -> None:
    async with writable(game) as (address, _game, sharing):
        assert address.token != sharing.address.token
        assert len(address.token) == len(sharing.address.token) >= TOKEN_BYTES * 4 / 3
        for token in (sharing.address.token, address.token[:-1], "", "x" * 22):
            other = address._replace(token=token)
            for path in ("form", "record"):
                refused = await answer(address, request(other, path, asked().model_dump_json()))
                assert (refused.status, refused.text) == (405, "This is read-only.")
        page = await answer(address, reading.request(sharing.address))
        assert address.token not in page.text
        assert "enter.js" not in page.text
    assert entries(game) == 1


async def test_a_closed_endpoint_refuses_and_gets_a_new_link(game: Path) -> None:
    async with shared(game) as address:
        refused = await answer(address, request(address, "form", asked().model_dump_json()))
        assert refused.status == 405
    async with writable(game) as (address, table, sharing):
        assert (await sent(address, "form", asked()))["status"] == "open"
        sharing.stop_writing()
        body = asked().model_dump_json()
        assert (await answer(address, request(address, "form", body))).status == 405
        assert (await answer(address, reading.request(address))).status == 404
        assert (await answer(address, reading.request(sharing.address))).status == 200
        sharing.allow_writing(PhoneEntries(table, table.write))
        assert (await answer(address, request(address, "form", body))).status == 405
        assert sharing.writing_address is not None
        assert (await sent(sharing.writing_address, "form", asked()))["status"] == "open"


@pytest.mark.parametrize("opens_again", [False, True], ids=["closed", "opened again"])
@pytest.mark.parametrize("path", ["form", "record"])
async def test_a_link_revoked_before_the_body_writes_nothing(
    game: Path, path: str, opens_again: bool
) -> None:
    async with writable(game) as (address, table, sharing), connected(address) as (reader, writer):
        body = asked(table.last_hash, SEVEN, ident=ident()).model_dump_json()
        head = request(address, path, body).removesuffix(body)
        begun = asyncio.Event()
        answered = sharing._endpoint.answer
        with pytest.MonkeyPatch.context() as patched:

            def begins(*given: Any) -> Any:
                begun.set()
                return answered(*given)

            patched.setattr(sharing._endpoint, "answer", begins)
            writer.write(head.encode())
            await begun.wait()
        await asyncio.sleep(0)  # the server waits for the body
        sharing.stop_writing()
        if opens_again:
            sharing.allow_writing(PhoneEntries(table, table.write))
        writer.write(body.encode())
        refused = parsed(await reader.read())
        assert (refused.status, refused.text) == (405, "This is read-only.")
        strict(refused)
    assert entries(game) == 1


async def test_revoking_finishes_the_current_hand_and_refuses_the_next(game: Path) -> None:
    async with writable(game) as (address, table, sharing):
        begun, goes_on = asyncio.Event(), asyncio.Event()

        async def slowly(entry: Entry, seen: Session) -> Proposal:
            begun.set()
            await goes_on.wait()
            return await table.write(entry, seen)

        sharing.allow_writing(writing := PhoneEntries(table, slowly), address.token)
        bodies = [asked(table.last_hash, SEVEN, ident=ident()).model_dump_json() for _hand in range(2)]
        first, second = (
            asyncio.create_task(answer(address, request(address, "record", body))) for body in bodies
        )
        await begun.wait()
        while len(writing._tasks) < len(bodies):
            await asyncio.sleep(0)
        sharing.stop_writing()
        goes_on.set()
        assert sorted(each.status for each in await asyncio.gather(first, second)) == [200, 405]
    assert entries(game) == 2


async def test_a_revoked_link_gets_no_further_state(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, goes_on = asyncio.Event(), asyncio.Event()
    newest = StateFeed.newest_snapshot

    async def slowly(feed: StateFeed, code: str) -> Snapshot:
        made.set()
        await goes_on.wait()
        return await newest(feed, code)

    async with writable(game) as (address, _table, sharing):
        monkeypatch.setattr(StateFeed, "newest_snapshot", slowly)
        async with following(address) as reader:
            await made.wait()
            sharing.stop_writing()
            goes_on.set()
            with pytest.raises(asyncio.IncompleteReadError):
                await reader.told()


async def test_readers_by_the_writers_link_are_released_when_it_is_revoked(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from prefcount.web import server

    monkeypatch.setattr(server, "HEARTBEAT_SECONDS", 0.02)
    async with writable(game) as (address, _table, sharing), following(address) as reader:
        assert "Anna 7♥" in (await reader.told()).text
        sharing.stop_writing()
        with pytest.raises(asyncio.IncompleteReadError):
            await to_the_end(reader)


async def to_the_end(reader: reading.Reader) -> None:
    """Read to the end. Raises IncompleteReadError then."""
    while True:
        await reader.told()


async def test_get_and_requests_that_are_invalid_or_foreign_write_nothing(game: Path) -> None:
    async with writable(game) as (address, table, _sharing):
        for path in ("form", "record", f"record?id={ident()}&seen={table.last_hash}"):
            for method in ("GET", "HEAD"):
                got = await answer(address, reading.request(address, path, method))
                assert got.status == 404
                strict(got)
        # Invalid bodies are refused.
        for body in BODIES:
            refused = await answer(address, request(address, "record", body))
            assert (refused.status, refused.text) == (400, "This request is not valid; reload the page.")
        body = asked(table.last_hash, SEVEN).model_dump_json()
        assert (await answer(address, request(address, "record", body))).status == 400
        # Foreign requests are refused.
        wanted = asked(table.last_hash, SEVEN, ident=ident()).model_dump_json()
        for headers, status in FOREIGN:
            refused = await answer(address, request(address, "record", wanted, **headers))
            assert refused.status == status, headers
            strict(refused)
    assert entries(game) == 1


FOREIGN: list[tuple[dict[str, str], int]] = [
    ({"Host": "evil.example"}, 421),
    ({"Origin": ""}, 403),
    ({"Origin": "null"}, 403),
    ({"Origin": "http://evil.example"}, 403),
    ({"Origin": "https://127.0.0.1"}, 403),
    ({"Sec_Fetch_Site": "cross-site"}, 403),
    ({"Sec_Fetch_Site": "same-site"}, 403),
    ({"Content_Type": "text/plain"}, 415),
    ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
    ({"Content_Type": ""}, 415),
    ({"Content_Length": str(door.MAX_BODY_BYTES + 1)}, 413),
    ({"Content_Length": "99999999999"}, 413),
    ({"Content_Length": "-1"}, 400),
    ({"Content_Length": "3"}, 400),
]


async def test_an_endless_body_is_cut_off(game: Path) -> None:
    async with writable(game) as (address, _table, _sharing), connected(address) as (reader, writer):
        head = request(address, "record", "", Content_Length="", Transfer_Encoding="chunked")
        writer.write(head.encode())
        for _each in range(4):
            writer.write(b"2000\r\n" + b" " * 0x2000 + b"\r\n")
        writer.write(b"0\r\n\r\n")
        assert (await asyncio.wait_for(reader.readline(), 10)).startswith(b"HTTP/1.1 413")


BODIES = (*("", "{", "[]", "[" * 10_000, '{"page": NaN}', '{"page": "\\ud800"}', '{"a":' * 2_000), "\x00")


async def test_too_many_requests_are_refused_for_a_moment(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = 0.0
    monkeypatch.setattr(door.time, "monotonic", lambda: moment)
    async with writable(game) as (address, _table, _sharing):
        body = asked().model_dump_json()

        async def status() -> Answer:
            return await answer(address, request(address, "form", body))

        for _each in range(door.BURST_REQUESTS):
            assert (await status()).status == 200
        waits = await status()
        assert (waits.status, waits.headers["retry-after"]) == (429, "1")
        moment = 1.0
        assert (await status()).status == 200


async def test_half_entered_hands_are_shown_to_readers(game: Path) -> None:
    async with writable(game) as (address, _table, sharing), following(sharing.address) as reader:
        assert "not written yet" not in (await reader.told()).text
        await sent(address, "form", asked("", SEVEN[:3]))
        told = (await reader.told()).text
        assert "Being played, not recorded yet" in told
        assert "Boris · 7 · Vera whists, Anna passes" in told
        await sent(address, "form", asked())
        assert "not written yet" not in (await reader.told()).text
        sharing.shows_drafts = False
        await sent(address, "form", asked("", SEVEN[:3]))
        assert (len(sharing.drafts), sharing.visible_drafts()) == (1, ())


async def test_a_hand_being_written_is_finished_at_the_end(game: Path) -> None:
    async with writable(game) as (address, table, sharing):
        begun = asyncio.Event()

        async def slowly(*given: object) -> object:
            begun.set()
            await asyncio.sleep(0.1)
            return await table.write(*given)  # type: ignore[arg-type]

        sharing.allow_writing(PhoneEntries(table, slowly), address.token)  # type: ignore[arg-type]
        body = asked(table.last_hash, SEVEN, ident=ident()).model_dump_json()
        sending = asyncio.create_task(answer(address, request(address, "record", body)))
        await begun.wait()
        sharing.close()
        await asyncio.wait([sending])
        sending.exception()
    assert entries(game) == 2
