"""The address at which a page is served, the secret link to it, and the check of requests.

A foreign website can make a browser send requests to this server under a host name of that website (DNS
rebinding). Such a request has no token, and its host name is not among `Address.hosts`.
"""

import errno
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from hmac import compare_digest
from ipaddress import IPv4Address, IPv6Address, ip_address
from itertools import zip_longest
from secrets import token_urlsafe
from typing import NamedTuple
from urllib.parse import urlsplit

from prefcount.base.i18n import N_, _
from prefcount.base.problems import InvalidInput, Problem, invalid, problem, quote
from prefcount.base.system import os_error_text

READ_METHODS = ("GET", "HEAD")
TOKEN_BYTES = 16
"""Number of random bytes in a link: 128 bits cannot be guessed."""
_SCHEME, _PORT = "http", 80
_HOST_HEADER = re.compile(r"[0-9A-Za-z.:\[\]_-]{1,255}")
"""Pattern of a host name or address with an optional port. Other characters are refused."""
LOOPBACK = "127.0.0.1"
"""The address that only this machine can reach."""
MAX_PORT = 65535
_PROBED_ADDRESSES = (
    (socket.AF_INET, ("192.0.2.1", "10.0.0.1", "172.16.0.1", "192.168.0.1", "192.168.1.1")),
    (socket.AF_INET6, ("2001:db8::1", "fd00::1")),
)
"""Nothing is sent to these addresses. The route to each shows an address of this machine."""


class Address(NamedTuple):
    """The address of a page: the parts of its link, and the hosts that requests may name.

    Attributes:
        host: the host name or IP address in the link.
        token: the secret part of the link.
        hosts: the host names, in lower case, that the Host header of a request may have.
        any_address: whether the Host header may also be an IP address, whichever it is.
    """

    host: str
    token: str
    hosts: frozenset[str]
    port: int
    any_address: bool = False

    @property
    def link(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/{self.token}/"

    @property
    def is_loopback(self) -> bool:
        """True if only this machine can open the link."""
        return self.host == "localhost" or (is_address(self.host) and ip_address(self.host).is_loopback)

    def is_host(self, header: str) -> bool:
        """Return whether a Host header names this server. A foreign name is a sign of DNS rebinding."""
        if not _HOST_HEADER.fullmatch(header):
            return False
        try:
            parts = urlsplit(f"//{header}")
            host, port = parts.hostname or "", parts.port or _PORT
        except ValueError:
            return False
        return port == self.port and (host in self.hosts or (self.any_address and is_address(host)))

    def is_origin(self, header: str) -> bool:
        scheme, _, host = header.partition("://")
        return scheme == _SCHEME and self.is_host(host)

    def path_after_token(self, path: str) -> str | None:
        """Return the part of a URL path after the secret token, or None if the token is wrong."""
        # compare_digest takes the same time for every wrong token, which thus cannot be guessed byte by byte.
        token, slash, rest = path.removeprefix("/").partition("/")
        if not compare_digest(token.encode(errors="replace"), self.token.encode()):
            return None
        return slash + rest


def is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def own_addresses() -> tuple[str, ...]:
    """Return the addresses of this machine in its networks, the most likely address first."""
    # Nothing is sent: connecting a datagram socket only makes the system choose a route.
    addresses: dict[str, None] = {}
    for family, beyond in _PROBED_ADDRESSES:
        for other in beyond:
            with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect((other, 9))
                own = ip_address(asking.getsockname()[0])
                if not (own.is_loopback or own.is_link_local or own.is_unspecified):
                    addresses[str(own)] = None
    return tuple(addresses)


_FAMILIES = {4: socket.AF_INET, 6: socket.AF_INET6}


def listen(host: str, port: int = 0, token: str | None = None) -> tuple[socket.socket, Address]:
    """Open a socket at an address or name of this machine, and build the link to it. Raises InvalidInput.

    Args:
        port: the port, or 0 for any free port.
        token: the secret of the link, or None for a new random one.
    """
    if not 0 <= port <= MAX_PORT:
        raise invalid(N_("a port is a number from 1 to {most}, or 0 for any free port"), most=MAX_PORT)
    try:
        chosen = _resolve_host(host, port)
        both = chosen.version == 6 and chosen.is_unspecified and socket.has_dualstack_ipv6()
        family = _FAMILIES[chosen.version]
        listener = socket.create_server((str(chosen), port), family=family, backlog=128, dualstack_ipv6=both)
    except (OSError, UnicodeError) as error:
        raise InvalidInput([_listen_problem(error, host, port)]) from None
    bound, port = listener.getsockname()[:2]
    number = ip_address(bound)
    served = {bound, host.lower(), *(("localhost",) if number.is_loopback else ())}
    shown = host if is_address(host) else host.lower()
    if number.is_unspecified:
        known = (*own_addresses(), LOOPBACK, "::1")
        shown = next(each for each in known if both or ip_address(each).version == chosen.version)
    token = token or token_urlsafe(TOKEN_BYTES)
    return listener, Address(shown, token, frozenset(served), port, number.is_unspecified)


def _resolve_host(host: str, port: int) -> IPv4Address | IPv6Address:
    places = [each[4][0] for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    addresses = [ip_address(str(place)) for place in places]
    usable = [each for each in addresses if each.version == 4 or not each.is_link_local]
    if not usable:
        sentence = N_("browsers cannot open {host}, a link-local address; use one of {known}")
        raise invalid(sentence, host=quote(host), known=_own_addresses_text())
    return usable[0]


def _own_addresses_text() -> str:
    return ", ".join((*own_addresses(), LOOPBACK))


def _listen_problem(error: OSError | UnicodeError, host: str, port: int) -> Problem:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return problem(
            "", N_("port {port} is in use; choose another with --port, or leave it out"), port=port
        )
    if number in (errno.EACCES, errno.EPERM):
        return problem("", N_("port {port} is reserved for the system; choose one above 1023"), port=port)
    if isinstance(error, UnicodeError | socket.gaierror) or number == errno.EADDRNOTAVAIL:
        sentence = N_("{host} is not an address of this machine; use one of {known}")
        return problem("", sentence, host=quote(host), known=_own_addresses_text())
    return problem(
        "", N_("the page cannot be served at {host}: {reason}"), host=quote(host), reason=os_error_text(error)
    )


QR_BORDERS = (4, 2)
"""Widths of the white border of a QR code: the standard width, and the least that cameras need."""
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
QR_GAP = "   "
"""Space between two QR codes next to each other."""


def draw_qr_codes(links: Sequence[str], columns: int, lines: int) -> list[tuple[str, ...]]:
    """Return the lines of one or two QR codes side by side. Each line is a tuple with a piece of each code.

    If two codes do not fit, only the code of the last link is drawn. If this code does not fit either, the
    list is empty.

    Args:
        columns: the width of the space for the codes, in characters.
        lines: the height of this space.
    """
    room = (columns - len(QR_GAP) * (len(links) - 1)) // max(1, len(links))
    pictures = [draw_qr_code(link, room, lines) for link in links]
    if not all(pictures):
        pictures = [draw_qr_code(links[-1], columns, lines)]
    return list(zip(*pictures, strict=False))


def draw_qr_code(content: str, columns: int, lines: int) -> tuple[str, ...]:
    """Return the lines of a QR code, to be shown black on white, or no lines if it does not fit.

    Args:
        columns: the width of the space for the code, in characters.
        lines: the height of this space.
    """
    import segno

    code = segno.make(content, error="l", micro=False)
    for border in QR_BORDERS:
        size = code.symbol_size(border=border)[0]
        if size <= columns and (size + 1) // 2 <= lines:
            rows = [[bool(module) for module in row] for row in code.matrix_iter(border=border)]
            pairs = zip_longest(rows[::2], rows[1::2], fillvalue=[False] * len(rows[0]))
            halves = (zip(upper, lower, strict=True) for upper, lower in pairs)
            return tuple("".join(_HALVES[half] for half in line) for line in halves)
    return ()


def labelled_links(reads: str, writes: str) -> list[str]:
    """Return a line with the link for following the game, and a line with the link for entering hands."""
    return [
        _("To follow the game: {link}").format(link=reads),
        _("To enter hands: {link}").format(link=writes),
    ]
