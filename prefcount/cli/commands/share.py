"""`prefcount share FILE`: a page for phones that follows the game."""

import argparse
import asyncio
import sys
from contextlib import suppress
from shutil import get_terminal_size

from prefcount.base import system
from prefcount.base.i18n import _
from prefcount.cli.arguments import add_file
from prefcount.cli.command_io import read_with_warnings, say, say_lines
from prefcount.web.address import Address, candidates
from prefcount.web.qr import half_blocks
from prefcount.web.sharing import Sharing

BLACK_ON_WHITE, PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
"""Colours that no theme of a terminal changes: cameras want dark on light."""
BELOW = 1
"""The lines that are kept free for the cursor."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount share`."""
    command.description = _(
        "A page that follows the game live, for the phones in the room or a screen on the wall. "
        "Nothing can be entered there. Needs prefcount[share]."
    )
    add_file(command, _("a session file; it is only read"))
    command.add_argument(
        "--host",
        metavar="ADDRESS",
        help=_("an address of this machine in the phones' network; without it only this machine can follow"),
    )
    command.add_argument(
        "--port", type=int, default=0, metavar="N", help=_("the port; any free one by default")
    )


def main(options: argparse.Namespace) -> int:
    """Serve the page until interrupted."""
    loaded = read_with_warnings(options.file)
    sharing = Sharing(lambda: options.file, loaded, options.host or "127.0.0.1", options.port)
    _introduce(sharing.address)
    asyncio.run(_served(sharing))
    return 0


async def _served(sharing: Sharing) -> None:
    """Serve until a key, a closed window or the system asks for the end."""
    loop = asyncio.get_running_loop()
    for number in system.HERE.ending_signals():
        with suppress(NotImplementedError, RuntimeError):  # Windows has no such handlers
            loop.add_signal_handler(number, sharing.close)
    await sharing.run()


def _introduce(address: Address) -> None:
    """Print the link, as a picture too where there is room for it, and who can use it."""
    below = [address.link, *_hints(address)]
    if sys.stdout.isatty():
        size = get_terminal_size()
        used = sum(-(-len(line) // size.columns) for line in below)
        for line in half_blocks(address.link, size.columns, size.lines - used - BELOW):
            say(f"{BLACK_ON_WHITE}{line}{PLAIN}")
    say_lines(below)
    sys.stdout.flush()


def _hints(address: Address) -> list[str]:
    end = _("Ctrl+C ends it.")
    if not address.is_loopback:
        return [
            _("Everyone in this network who has the link can follow the game; nobody can change it."),
            end,
        ]
    hosts = " ".join(f"--host {each}" for each in candidates()[:3])
    room = _("Only this machine can open it. For the phones in the room: {options}")
    reads = _("Everyone in that network who has the link can then follow the game.")
    return [room.format(options=hosts or _("--host with an address of this machine")), f"{reads} {end}"]
