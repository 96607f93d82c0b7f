"""Who gets in to write over a real socket: by the second link, with what its page sends, and no more."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from prefcount.entries.models import Entry
from prefcount.session.session import Proposal, Session
from prefcount.store.reader import load
from prefcount.web import writing as door
from prefcount.web.address import TOKEN_BYTES, Address
from prefcount.web.state_feed import Snapshot, StateFeed
from prefcount.web.writing import PhoneEntries
from tests.web import shared as reading
from tests.web.phone import SEVEN, asked, ident, request, sent, writable
from tests.web.shared import Answer, answer, connected, following, parsed, shared
from tests.web.test_server import strict


def entries(path: Path) -> int:
    """How many entries are on disk."""
    return len(load(path).session.entries)


async def test_a_hand_from_the_page_to_the_disk(game: Path) -> None:
    """The page and its script, the questions, and the record; those who read see it."""
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


async def test_every_answer_is_strict(game: Path) -> None:
    """As everywhere: nothing is kept, in no frame, no Referer; it names the language and not who answers."""
    async with writable(game) as (address, _game, _sharing):
        said = await answer(address, request(address, "form?lang=ru", asked().model_dump_json()))
        strict(said)
        assert said.headers["content-type"] == "application/json; charset=utf-8"
        assert said.headers["content-language"] == "ru"
        assert json.loads(said.text)["question"]["prompt"] == "Кто играет?"
        assert "set-cookie" not in said.headers


async def test_the_link_that_reads_writes_nothing(game: Path) -> None:
    """Neither its token nor any other one; the answer does not say what would."""
    async with writable(game) as (address, _game, sharing):
        assert address.access.token != sharing.address.access.token
        assert len(address.access.token) == len(sharing.address.access.token) >= TOKEN_BYTES * 4 / 3
        for token in (sharing.address.access.token, address.access.token[:-1], "", "x" * 22):
            other = Address(address.host, address.access._replace(token=token))
            for path in ("form", "record"):
                refused = await answer(address, request(other, path, asked().model_dump_json()))
                assert (refused.status, refused.text) == (405, "This is read-only.")
        page = await answer(address, reading.request(sharing.address))
        assert address.access.token not in page.text
        assert "enter.js" not in page.text
    assert entries(game) == 1


async def test_a_door_that_is_closed(game: Path) -> None:
    """At first, and again; every time that it is opened it has another link. Who reads goes on."""
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
async def test_a_link_that_is_revoked_before_the_body_comes(game: Path, path: str, opens_again: bool) -> None:
    """The headers came in time; nothing is written or told by the old link."""
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
        await asyncio.sleep(0)  # the body is waited for
        sharing.stop_writing()
        if opens_again:
            sharing.allow_writing(PhoneEntries(table, table.write))
        writer.write(body.encode())
        refused = parsed(await reader.read())
        assert (refused.status, refused.text) == (405, "This is read-only.")
        strict(refused)
    assert entries(game) == 1


async def test_a_link_that_is_revoked_while_another_hand_is_written(game: Path) -> None:
    """What is being written is finished; what waits behind it is not begun."""
    async with writable(game) as (address, table, sharing):
        begun, goes_on = asyncio.Event(), asyncio.Event()

        async def slowly(entry: Entry, seen: Session) -> Proposal:
            begun.set()
            await goes_on.wait()
            return await table.write(entry, seen)

        sharing.allow_writing(writing := PhoneEntries(table, slowly), address.access.token)
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


async def test_a_state_that_is_made_while_the_link_is_revoked(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not told to whoever follows by that link."""
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


async def test_who_follows_is_let_go_when_the_door_is_closed(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the next sign of life."""
    from prefcount.web import server

    monkeypatch.setattr(server, "HEARTBEAT_SECONDS", 0.02)
    async with writable(game) as (address, _table, sharing), following(address) as reader:
        assert "Anna 7♥" in (await reader.told()).text
        sharing.stop_writing()
        with pytest.raises(asyncio.IncompleteReadError):
            await to_the_end(reader)


async def to_the_end(reader: reading.Reader) -> None:
    """Read until nothing more comes. Raises IncompleteReadError then."""
    while True:
        await reader.told()


async def test_nothing_by_get(game: Path) -> None:
    """What is sent in the address does nothing."""
    async with writable(game) as (address, table, _sharing):
        for path in ("form", "record", f"record?id={ident()}&seen={table.last_hash}"):
            for method in ("GET", "HEAD"):
                got = await answer(address, reading.request(address, path, method))
                assert got.status == 404
                strict(got)
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


async def test_what_no_page_of_ours_sends(game: Path) -> None:
    """Is refused with a sentence, and writes nothing."""
    async with writable(game) as (address, table, _sharing):
        wanted = asked(table.last_hash, SEVEN, ident=ident()).model_dump_json()
        for headers, status in FOREIGN:
            refused = await answer(address, request(address, "record", wanted, **headers))
            assert refused.status == status, headers
            strict(refused)
    assert entries(game) == 1


async def test_a_body_without_an_end(game: Path) -> None:
    """In chunks, without a length: no more of it is read than a hand can have."""
    async with writable(game) as (address, _table, _sharing), connected(address) as (reader, writer):
        head = request(address, "record", "", Content_Length="", Transfer_Encoding="chunked")
        writer.write(head.encode())
        for _each in range(4):
            writer.write(b"2000\r\n" + b" " * 0x2000 + b"\r\n")
        writer.write(b"0\r\n\r\n")
        assert (await asyncio.wait_for(reader.readline(), 10)).startswith(b"HTTP/1.1 413")


BODIES = (*("", "{", "[]", "[" * 10_000, '{"page": NaN}', '{"page": "\\ud800"}', '{"a":' * 2_000), "\x00")


async def test_a_body_that_is_none(game: Path) -> None:
    """Is refused, whatever it is; a record without an id could not be found again, so it is none either."""
    async with writable(game) as (address, table, _sharing):
        for body in BODIES:
            refused = await answer(address, request(address, "record", body))
            assert (refused.status, refused.text) == (400, "This is not what the page sends; reload it.")
        wanted = asked(table.last_hash, SEVEN)
        assert (await answer(address, request(address, "record", wanted.model_dump_json()))).status == 400
    assert entries(game) == 1


async def test_too_many_at_once(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One phone is asked to wait; after a moment it is answered again."""
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


async def test_what_is_played_is_seen_by_those_who_read(game: Path) -> None:
    """Marked as not written yet; gone when it is given up; never shown where the table does not want it."""
    async with writable(game) as (address, _table, sharing), following(sharing.address) as reader:
        assert "not written yet" not in (await reader.told()).text
        await sent(address, "form", asked("", SEVEN[:3]))
        told = (await reader.told()).text
        assert "Being played, not written yet" in told
        assert "Boris · 7 · Vera whists, Anna passes" in told
        await sent(address, "form", asked())
        assert "not written yet" not in (await reader.told()).text
        sharing.shows_drafts = False
        await sent(address, "form", asked("", SEVEN[:3]))
        assert (len(sharing.drafts), sharing.visible_drafts()) == (1, ())


async def test_a_hand_on_its_way_when_the_sharing_ends(game: Path) -> None:
    """Is written before the end."""
    async with writable(game) as (address, table, sharing):
        begun = asyncio.Event()

        async def slowly(*given: object) -> object:
            begun.set()
            await asyncio.sleep(0.1)
            return await table.write(*given)  # type: ignore[arg-type]

        sharing.allow_writing(PhoneEntries(table, slowly), address.access.token)  # type: ignore[arg-type]
        body = asked(table.last_hash, SEVEN, ident=ident()).model_dump_json()
        sending = asyncio.create_task(answer(address, request(address, "record", body)))
        await begun.wait()
        sharing.close()
        await asyncio.wait([sending])
        sending.exception()
    assert entries(game) == 2
