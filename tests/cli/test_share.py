"""Tests of `prefcount share`."""

import http.client
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import pytest

from prefcount.cli.commands import interactive as share
from prefcount.cli.commands.interactive import BLACK_ON_WHITE
from prefcount.web.address import LOOPBACK, listen
from prefcount.web.sharing import Sharing
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.tables import each_line
from tests.tui.game_files import appended

LONGEST = 30
posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX")


@contextmanager
def sharing(path: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    command = [sys.executable, "-m", "prefcount", "share", str(path), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        try:
            yield process, [process.stdout.readline().rstrip("\n") for _line in range(3)]
        finally:
            process.kill()


def page(link: str) -> tuple[int, str]:
    place = urlsplit(link)
    connection = http.client.HTTPConnection(place.netloc, timeout=LONGEST)
    try:
        connection.request("GET", place.path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@posix
def test_the_page_is_served_until_the_window_is_closed(session_file: Path) -> None:
    with sharing(session_file) as (process, (link, who, then)):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{22}/", link)
        assert who.startswith("Only this machine can open the link. For the phones in the room: --host ")
        assert (
            then == "With --host, everyone in the network who has the link can follow the game. "
            "Press Ctrl+C to stop."
        )
        status, said = page(link)
        assert (status, "Anna 7♥, Boris whists: 1 down" in said) == (200, True)
        # Someone who follows the game does not delay the end.
        connection = http.client.HTTPConnection(urlsplit(link).netloc, timeout=LONGEST)
        connection.request("GET", f"{urlsplit(link).path}events")
        lines = iter(connection.getresponse().readline, b"")
        appended(session_file, "r 3 5 2")
        until = monotonic() + LONGEST  # heartbeats never end
        told = takewhile(lambda _line: monotonic() < until, lines)
        assert any(b"raspasy: Anna 3, Boris 5, Vera 2" in line for line in told)
        process.send_signal(signal.SIGHUP)
        out, err = process.communicate(timeout=LONGEST)
        assert (process.returncode, out, err) == (0, "", "")
        assert list(lines)[-1:] in ([], [b"\n"])
        connection.close()
        with pytest.raises(ConnectionRefusedError):
            page(link)


@posix
def test_qr_code_and_text_fit_on_80_by_24_cells(session_file: Path) -> None:
    from tests.bench.terminal import SIZE, running

    with running("prefcount", "share", str(session_file)) as terminal:
        shown = terminal.text("Press Ctrl+C to stop.")
    columns, height = SIZE
    lines = shown.splitlines()
    assert 17 <= sum(BLACK_ON_WHITE in line for line in lines) <= 20
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    assert sum(-(-len(line) // columns) for line in plain) < height
    assert max(map(len, plain[:17])) < columns


# --- refusals -----------------------------------------------------------------------------------


def test_a_port_in_use_is_refused(prefcount: Prefcount, session_file: Path) -> None:
    taken, address = listen(LOOPBACK)
    with taken:
        port = address.port
        said = prefcount("share", session_file, "--port", port).complaint
    assert said == f"port {port} is in use; choose another with --port, or leave it out"


@each_line(
    ("arguments", "sentence"),
    [
        (("--host", "192.0.2.77"), "192.0.2.77 is not an address of this machine; use one of "),
        (("--port", "65536"), "a port is a number from 1 to 65535, or 0 for any free port"),
    ],
)
def test_impossible_addresses_are_refused(
    prefcount: Prefcount, session_file: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    assert prefcount("share", session_file, *arguments).complaint.startswith(sentence)


@each_line("missing", ["aiohttp", "segno"])
def test_missing_libraries_are_named(prefcount: Prefcount, session_file: Path, missing: str) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(sys.modules, missing, None)
        said = prefcount("share", session_file).complaint
    assert said == "sharing needs aiohttp and segno; install them with: pip install 'prefcount[share]'"


def test_without_a_network_no_address_is_suggested(
    prefcount: Prefcount, session_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Sharing.run

    async def ended(sharing: Sharing) -> None:
        sharing.close()
        await run(sharing)

    monkeypatch.setattr(share, "own_addresses", lambda: ())
    monkeypatch.setattr(Sharing, "run", ended)
    said = prefcount("share", session_file, "--lang", "en").fine
    assert "For the phones in the room: add --host with the address of this machine in the network\n" in said


# --- phones that write ---------------------------------------------------------------------------


@posix
def test_write_prints_two_links_and_locks_the_file(session_file: Path) -> None:
    with sharing(session_file, "--write") as (process, (reads, writes, who)):
        (follow, link), (enter, second) = reads.split(": "), writes.split(": ")
        assert (follow, enter) == ("To follow the game", "To enter hands")
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{22}/", second)
        assert link != second
        assert who == "Everyone who has the second link can also write."
        assert "enter.js" in page(second)[1]
        assert "enter.js" not in page(link)[1]
        with sharing(session_file, "--write") as (other, _nothing):
            assert other.wait(timeout=LONGEST) == 2
            assert other.stderr is not None
            assert "has had this game open since" in other.stderr.read()
        process.send_signal(signal.SIGINT)
        _out, err = process.communicate(timeout=LONGEST)
        assert (process.returncode, err) == (0, "")


def test_a_damaged_file_is_not_shared_for_writing(prefcount: Prefcount, session_file: Path) -> None:
    session_file.write_bytes(session_file.read_bytes().replace(b'"n":1', b'"n":7'))
    said = prefcount("share", session_file, "--write")
    assert said.code == 2
    assert "the file is damaged and can only be read" in said.err
