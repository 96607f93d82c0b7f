"""Addresses: where a page can be served on this machine, and the link to it."""

import errno
import socket
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address
from secrets import token_urlsafe
from typing import NamedTuple

from prefcount.i18n import N_
from prefcount.problems import Problem, Refused, problem, quote
from prefcount.reasons import reason
from prefcount.web.door import Door

LOOPBACK = "127.0.0.1"
"""Nobody but this machine itself reaches it here."""
TOKEN_BYTES = 16
MOST_PORT = 65535
_BEYOND = (
    (socket.AF_INET, ("192.0.2.1", "10.0.0.1", "172.16.0.1", "192.168.0.1", "192.168.1.1")),
    (socket.AF_INET6, ("2001:db8::1", "fd00::1")),
)
"""Addresses of documents and of private networks: by which way they would be reached says where we are."""


class Address(NamedTuple):
    """Where a page is served: what the link says, and what stands at its door."""

    host: str
    door: Door

    @property
    def link(self) -> str:
        """What is typed into a browser, or photographed from the screen."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.door.port}/{self.door.token}/"

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can open the link."""
        return self.host == "localhost" or (_is_number(self.host) and ip_address(self.host).is_loopback)


def candidates() -> tuple[str, ...]:
    """The addresses of this machine in the networks that it is in, the likeliest first.

    Nothing is sent to find them out: a socket for datagrams only chooses the way that they would take.
    """
    return tuple(dict.fromkeys(_candidates()))


def _candidates() -> Iterator[str]:
    for family, beyond in _BEYOND:
        for each in beyond:
            with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect((each, 9))
                found = ip_address(asking.getsockname()[0])
                if not (found.is_loopback or found.is_link_local or found.is_unspecified):
                    yield str(found)


def listening(host: str, port: int = 0, token: str | None = None) -> tuple[socket.socket, Address]:
    """A socket that listens at an address, with its link.

    Args:
        host: an address of this machine, or a name of it.
        port: the port; 0 is any free one.
        token: what the link has in it so that nobody guesses it; a new one if none is given.

    Raises:
        Refused: if nothing can be served there.
    """
    if not 0 <= port <= MOST_PORT:
        raise Refused(
            [problem("", N_("a port is a number from 1 to {most}; 0 is any free one"), most=MOST_PORT)]
        )
    try:
        family, _kind, _protocol, _name, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.create_server((str(place[0]), port), family=family, backlog=128)
    except (OSError, UnicodeError) as error:
        raise Refused([_why_not(error, host, port)]) from None
    bound, port = found.getsockname()[:2]
    number = ip_address(bound)
    served = {bound, host.lower(), *(("localhost",) if number.is_loopback else ())}
    shown = (
        next(iter(candidates()), LOOPBACK)
        if number.is_unspecified
        else host
        if _is_number(host)
        else host.lower()
    )
    door = Door(token or token_urlsafe(TOKEN_BYTES), frozenset(served), port, number.is_unspecified)
    return found, Address(shown, door)


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _why_not(error: OSError | UnicodeError, host: str, port: int) -> Problem:
    """What to say of an address that cannot be had."""
    said = getattr(error, "errno", None)
    if said == errno.EADDRINUSE:
        return problem("", N_("port {port} is taken already; choose another with --port, or none"), port=port)
    if said in (errno.EACCES, errno.EPERM):
        return problem("", N_("port {port} is not for everybody; choose one above 1023"), port=port)
    if isinstance(error, UnicodeError | socket.gaierror) or said == errno.EADDRNOTAVAIL:
        known = ", ".join((*candidates(), LOOPBACK))
        return problem(
            "", N_("{host} is no address of this machine; it has {known}"), host=quote(host), known=known
        )
    return problem(
        "", N_("nothing can be served at {host}: {reason}"), host=quote(host), reason=reason(error)
    )
