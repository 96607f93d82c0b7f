"""Commands that stay open: `open`, the terminal program, and `share`."""

import argparse
import asyncio
import gc
import os
import sys
from contextlib import suppress
from shutil import get_terminal_size

from prefcount.base import system
from prefcount.base.i18n import N_, _
from prefcount.base.problems import MIN_LIKENESS, find_nearest, quote
from prefcount.cli.arguments import EXIT_OK, Command, UsageError, add_file, add_switch, parse_path
from prefcount.cli.command_io import (
    UnusableFile,
    path_exists,
    print_line,
    print_lines,
    read_session,
    read_with_warnings,
    report_copies,
)
from prefcount.cli.main import COMMANDS
from prefcount.store.reader import LoadedSession
from prefcount.web.address import LOOPBACK, QR_GAP, Address, draw_qr_codes, labelled_links, own_addresses
from prefcount.web.sharing import Sharing


def _add_open_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", nargs="?", type=parse_path, help=_("a session file"))


def _run_open(options: argparse.Namespace) -> int:
    loaded = None
    if options.file is not None:
        if not path_exists(options.file) and (
            guess := find_nearest(str(options.file), COMMANDS, MIN_LIKENESS)
        ):
            sentence = N_("{given} is neither a file nor a command; did you mean “{guess}”?")
            raise UsageError(sentence, given=quote(options.file), guess=guess)
        loaded = read_session(options.file)
    # Textual draws on stderr, unless another program such as textual-serve names its own driver.
    streams = () if os.environ.get("TEXTUAL_DRIVER") else (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream.isatty() for stream in streams):
        raise UsageError(
            N_("the terminal program needs a terminal; prefcount --help lists the other commands")
        )
    from prefcount.tui.app import PrefcountApp
    from prefcount.tui.kit.open_session import watch_games

    with watch_games() as games:
        app = PrefcountApp(options.file, loaded, lambda: report_copies(games.close()))
        gc.freeze()  # so that no key press waits for a garbage collection of all modules
        try:
            app.run()
        finally:
            code = report_copies(games.close())
    return app.return_code or code


BLACK_ON_WHITE, PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
"""Colours that no terminal theme changes, because cameras need a dark QR code on a light ground."""
CURSOR_LINES = 1
"""Lines kept free for the cursor."""


def _add_share_arguments(command: argparse.ArgumentParser) -> None:
    command.description = _(
        "Serves a page that follows the game live, for the phones in the room or a screen on the wall. "
        "With --write, phones with a second link can enter hands. Needs prefcount[share]."
    )
    add_file(command, _("a session file; without --write it is only read"))
    host = _(
        "the address of this machine in the network of the phones; without --host, only this "
        "machine can open the page"
    )
    command.add_argument("--host", metavar="ADDRESS", help=host)
    port = _("the port; default: any free port")
    command.add_argument("--port", type=int, default=0, metavar="N", help=port)
    add_switch(
        command, "--write", _("make a second link for phones that enter hands; everyone who has it can write")
    )
    only_written = _("until a hand is recorded, hide its contract from people who only follow the game")
    add_switch(command, "--only-written", only_written)


def _run_share(options: argparse.Namespace) -> int:
    loaded = read_with_warnings(options.file)
    if not options.write:
        asyncio.run(_serve(_make_sharing(loaded, options)))
        return EXIT_OK
    from prefcount.tui.kit.open_session import watch_games

    with watch_games() as games:
        try:
            asyncio.run(_share_writable(loaded, options))
        finally:
            code = report_copies(games.close())
    return code


async def _share_writable(loaded: LoadedSession, options: argparse.Namespace) -> None:
    from prefcount.tui.kit.open_session import OpenSession
    from prefcount.web.writing import PhoneEntries

    game = OpenSession(options.file, loaded)
    try:
        if not await game.become_writer():
            raise UnusableFile(options.file, game.busy.text if game.busy else game.warning or "")
        sharing = _make_sharing(loaded, options)
        sharing.allow_writing(PhoneEntries(game, game.write))
        await _serve(sharing)
    finally:
        game.close()


def _make_sharing(loaded: LoadedSession, options: argparse.Namespace) -> Sharing:
    sharing = Sharing(lambda: options.file, loaded, options.host or LOOPBACK, options.port)
    sharing.shows_drafts = not options.only_written
    return sharing


async def _serve(sharing: Sharing) -> None:
    _print_links(sharing.address, sharing.writing_address)
    loop = asyncio.get_running_loop()
    for number in system.CURRENT.ending_signals():
        with suppress(NotImplementedError, RuntimeError):  # Windows has no signal handlers in asyncio
            loop.add_signal_handler(number, sharing.close)
    await sharing.run()


def _print_links(address: Address, writing: Address | None) -> None:
    links = [address.link]
    lines = [address.link, *_hints(address, writing)]
    if writing is not None:
        links.append(writing.link)
        labels = labelled_links(address.link, writing.link)
        lines[:1] = [*labels, _("Everyone who has the second link can also write.")]
    if sys.stdout.isatty():
        size = get_terminal_size()
        used = sum(-(-len(line) // size.columns) for line in lines)
        for parts in draw_qr_codes(links, size.columns, size.lines - used - CURSOR_LINES):
            print_line(QR_GAP.join(f"{BLACK_ON_WHITE}{part}{PLAIN}" for part in parts))
    print_lines(lines)
    sys.stdout.flush()


def _hints(address: Address, writing: Address | None) -> list[str]:
    end = _("Press Ctrl+C to stop.")
    if not address.is_loopback:
        return [
            _("Everyone in this network who has the link can follow the game; nobody can change it.")
            if writing is None
            else _("Everyone in this network who has the first link can follow the game."),
            end,
        ]
    hosts = " ".join(f"--host {each}" for each in own_addresses()[:3])
    room = _("Only this machine can open the link. For the phones in the room: {options}")
    reads = _("With --host, everyone in the network who has the link can follow the game.")
    return [
        room.format(options=hosts or _("add --host with the address of this machine in the network")),
        f"{reads} {end}",
    ]


FUNCTIONS = {
    "open": Command(_add_open_arguments, _run_open),
    "share": Command(_add_share_arguments, _run_share),
}
