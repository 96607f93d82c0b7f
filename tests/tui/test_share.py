"""Sharing from the table: addresses, link, QR code, and its end."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from prefcount.store.reader import load
from prefcount.tui.table import share_screen as share
from prefcount.tui.table.table_screen import TableScreen
from prefcount.web import sharing
from prefcount.web.address import LOOPBACK, Address
from tests.tui import new_game
from tests.tui.game_files import SlowDisk, looks
from tests.tui.terminal import NORMAL, ROOMY, Terminal, running
from tests.web.phone import RASPASY, asked, ident, sent
from tests.web.shared import Answer, answer, following, request


@pytest.fixture(autouse=True)
def looked_at_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the file all the time; the machine has one address besides its own."""
    monkeypatch.setattr(sharing, "POLL_SECONDS", 0.02)
    monkeypatch.setattr(share, "own_addresses", lambda: ("192.0.2.77",))


async def shared(terminal: Terminal) -> Address:
    await terminal.press("ctrl+l")
    await terminal.shows("Share with phones in the room", "1 192.0.2.77", "0 127.0.0.1, only this machine")
    await terminal.press("0")
    await terminal.shows("Only this computer can open the page. The link works until you leave this table.")
    return link_shown(terminal)


def link_shown(terminal: Terminal) -> Address:
    found = re.search(rf"http://({LOOPBACK}):(\d+)/([\w-]+)/", terminal.frame)
    assert found, terminal.frame
    return Address(found[1], found[3], frozenset({found[1]}), int(found[2]))


async def test_the_link_and_its_picture(game: Path) -> None:
    async with running(game) as terminal:
        # An address is chosen by arrows and Enter; after a failure another one can be chosen.
        await terminal.press("ctrl+l", shows="1 192.0.2.77")
        await terminal.press("down", "enter")
        await terminal.shows(
            "Only this computer can open the page. The link works until you leave this table."
        )
        await terminal.until(lambda: "192.0.2.77" not in terminal.frame, "the addresses to go")
        address = link_shown(terminal)
        await terminal.press("f8", shows=("Sharing stopped", "1 192.0.2.77"))
        await gone(terminal, address)
        await terminal.press("up", "enter", shows="192.0.2.77 is not an address of this machine")
        await terminal.press(
            "5", "f8", "ctrl+c", "s", "c", "0", shows="Only this computer can open the page."
        )
        assert link_shown(terminal) != address
        # Link and QR code are visible with the keys, or only the link in a small window.
        address = link_shown(terminal)
        for size in (NORMAL, (60, 24), ROOMY, (60, 18)):
            await terminal.resize(*size)
            await terminal.shows(address.link, "stop sharing")
            drawn = size != (60, 18)
            await terminal.until(lambda: (terminal.frame.count("█") > 50) == drawn, "the picture")  # noqa: B023
            assert ("In a larger window" in terminal.flowing) != drawn
        assert (await page(address)).status == 200
        await terminal.press("ctrl+c", shows="Copied.")
        assert terminal.app.clipboard == address.link
        await terminal.press("escape", shows="Who plays?")
        await terminal.press("ctrl+l", shows=address.link)
        await terminal.press("escape", "escape", shows="new game")
        await gone(terminal, address)  # it ends with the table


async def test_a_new_game_is_shared_before_its_first_hand(folder: Path) -> None:
    async with new_game.form() as terminal:
        await new_game.fill(terminal, ("Anna", "Boris", "Vera"))
        await terminal.press("f2", shows="Who plays?")
        assert list(folder.glob("*.jsonl")) == []
        address = await shared(terminal)
        assert len(list(folder.glob("*.jsonl"))) == 1
        assert "Anna" in (await page(address)).text
        await terminal.press("escape", *"r 3 4 3", "enter", "enter", shows="Recorded: hand 1.")


async def page(address: Address) -> Answer:
    return await asyncio.wait_for(answer(address, request(address)), 10)


async def test_what_is_entered_at_the_table_is_seen_by_phones(game: Path) -> None:
    async with running(game) as terminal:
        # Phones get a new hand without a request.
        address = await shared(terminal)
        await terminal.press("escape")
        async with following(address) as reader:
            assert "Boris 8NT, both pass" in (await reader.told()).text
            await terminal.enter("anna 7h wp 6", "enter", shows="Recorded: hand 2.")
            assert "Anna 7♥, Boris whists: 1 down" in (await reader.told()).text
        # Readers see the contract before it is written, unless the table hides it.
        async with following(address) as reader:
            await reader.told()
            await terminal.press("1", "7")
            assert "Anna · 7" in (await reader.told()).text
            await terminal.press("ctrl+l", "ctrl+f")
            await terminal.shows("Others see a hand only when it is recorded.", "show unwritten")
            assert "not written yet" not in (await reader.told()).text
            await terminal.press("ctrl+f", shows="Others see the contract while it is played.")
            assert "Anna · 7" in (await reader.told()).text
    # Sharing ends with the program.
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait([task], timeout=5)
    with pytest.raises(ConnectionRefusedError):
        await page(address)


async def test_missing_packages_are_named(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    async with running(game) as terminal:
        await terminal.press("ctrl+l", "0")
        await terminal.shows(
            "sharing needs aiohttp and segno; install them with: pip install 'prefcount[share]'"
        )


async def gone(terminal: Terminal, address: Address) -> None:
    async def refused() -> bool:
        try:
            _reader, writer = await asyncio.open_connection(LOOPBACK, address.port)
        except ConnectionRefusedError:
            return True
        writer.close()
        return False

    deadline = asyncio.timeout(10)
    async with deadline:
        while not await refused():
            await asyncio.sleep(0.01)
    await terminal.until(lambda: True, "the table")


# --- phones that write ---------------------------------------------------------------------------


async def writable(terminal: Terminal) -> Address:
    address = await shared(terminal)
    await terminal.press("f9")
    await terminal.shows("Anyone with the second link can enter hands. Give it only to those who should.")
    links = re.findall(rf"http://{LOOPBACK}:\d+/([\w-]+)/", terminal.frame)
    assert links[0] == address.token
    return address._replace(token=links[1])


async def test_a_hand_from_a_phone_appears_at_the_table(game: Path) -> None:
    async with running(game) as terminal:
        address = await writable(terminal)
        await terminal.press("escape", "1", "7", shows="Anna · 7")
        await looks(terminal)
        shown = await sent(address, "form", asked("", RASPASY[:1]))
        await looks(terminal)
        await terminal.shows("On a phone: raspasy")
        recorded = await sent(address, "record", asked(shown["seen"], RASPASY, ident=ident()))
        assert recorded["notice"] == "Recorded: hand 2."
        await terminal.shows("From a phone: Recorded: hand 2.", "Anna · 7")
        await looks(terminal)
        await terminal.until(lambda: "On a phone" not in terminal.frame, "the phone to be done")
        assert terminal.app.screen is not None
        await terminal.press("1", "7", "enter", shows="Recorded: hand 3.")


async def test_nobody_writes_where_the_game_is_only_read(game: Path, elsewhere: object) -> None:
    assert elsewhere
    async with running(game) as terminal:
        await shared(terminal)
        await terminal.press("f9", shows=("has had this game open since", "read-only here"))
        assert len(re.findall(rf"http://{LOOPBACK}", terminal.frame)) == 1


async def test_two_qr_codes_are_shown_and_writing_stops(game: Path) -> None:
    async with running(game, ROOMY) as terminal:
        # Two QR codes are next to each other, or only the second one.
        address = await writable(terminal)
        for size, several in ((ROOMY, True), (NORMAL, True), ((60, 30), False)):
            await terminal.resize(*size)
            await terminal.until(lambda: terminal.frame.count("█") > 50, "the picture")
            widest = max(line.count("█▀▀▀▀▀█") for line in terminal.frame.splitlines())
            assert (widest > 2) == several, terminal.frame
        # The first F8 stops writing, the second one stops sharing.
        await terminal.resize(*NORMAL)
        await terminal.press("f8")
        await terminal.shows(
            "Phones can no longer enter hands. The link to follow the game still works.", "let write"
        )
        assert (await answer(address, request(address))).status == 404
        assert (await page(link_shown(terminal))).status == 200
        await terminal.press("f9", "f8", "f8", shows="Sharing stopped")


async def test_a_revoked_link_writes_nothing(game: Path, slow_disk: SlowDisk) -> None:
    async with running(game) as terminal:
        await terminal.becomes_writer()
        table = terminal.app.screen
        assert isinstance(table, TableScreen)
        await table.sharing.open(LOOPBACK)
        await table.sharing.allow_writing()
        served = table.sharing.served
        assert served is not None
        assert served.phone_entries is not None
        seen = table.open_session.last_hash
        terminal.send(*"2716", "enter")
        await terminal.until(lambda: slow_disk.asked, "the hand to be on its way")
        waiting = asyncio.create_task(served.phone_entries.record(asked(seen, RASPASY, ident=ident())))
        await terminal.quiet()
        served.stop_writing()
        slow_disk.go_on()
        assert await waiting is None
        await terminal.shows("Recorded: hand 2.")
    assert len(load(game).session.entries) == 2
