"""Where a page can be served, and what is said where it cannot."""

import socket
from ipaddress import ip_address

import pytest

from prefcount.problems import Refused
from prefcount.web.address import LOOPBACK, Address, candidates, listening
from prefcount.web.door import Door


def refusal(host: str, port: int = 0) -> str:
    """Why nothing is served at an address."""
    with pytest.raises(Refused) as refused:
        listening(host, port)
    return str(refused.value)


def test_the_link() -> None:
    """An address, a port and a token that nobody guesses: 128 random bits, new each time."""
    taken, address = listening(LOOPBACK)
    other, another = listening(LOOPBACK)
    with taken, other:
        assert address.link == f"http://127.0.0.1:{taken.getsockname()[1]}/{address.door.token}/"
        assert len(address.door.token) == 22
        assert address.door.token != another.door.token
        assert address.is_loopback


def test_only_there() -> None:
    """What listens at one address listens at no other."""
    taken, address = listening(LOOPBACK)
    with taken:
        assert taken.getsockname()[0] == LOOPBACK
        assert address.door.hosts == {LOOPBACK, "localhost"}
        assert not address.door.any_address


def test_every_address() -> None:
    """Somebody may ask for all of them; the link then names one that others can use."""
    taken, address = listening("0.0.0.0")
    with taken:
        assert address.door.any_address
        assert address.host in (*candidates(), LOOPBACK)


def test_a_link_with_colons() -> None:
    """Addresses of the longer kind stand in brackets."""
    assert Address("fd00::5", Door("t", frozenset(), 80)).link == "http://[fd00::5]:80/t/"


def test_a_port_that_is_taken() -> None:
    """Another one is asked for."""
    taken, address = listening(LOOPBACK)
    with taken:
        port = address.door.port
        assert refusal(LOOPBACK, port) == f"port {port} is taken already; choose another with --port, or none"


@pytest.mark.parametrize("port", [-1, 65536, 10**30])
def test_no_port(port: int) -> None:
    """Ports are numbers up to 65535."""
    assert refusal(LOOPBACK, port) == "a port is a number from 1 to 65535; 0 is any free one"


@pytest.mark.parametrize("host", ["192.0.2.77", "no such name", "x" * 80, ".", "\x1b[31m"])
def test_an_address_of_somebody_else(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ones that this machine has are named."""
    real = socket.getaddrinfo

    def known(asked: str, *arguments: int, **more: int) -> object:
        if not asked.isascii() or not asked.replace(".", "").isdigit():
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return real(asked, *arguments, **more)

    monkeypatch.setattr(socket, "getaddrinfo", known)
    said = refusal(host)
    assert " is no address of this machine; it has " in said
    assert said.endswith(LOOPBACK)
    assert said.isprintable()


def test_candidates_are_found_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked and nothing is sent; each is a number, and none of them is of this machine alone."""
    monkeypatch.setattr(socket, "getaddrinfo", None)
    found = candidates()
    assert len(set(found)) == len(found)
    assert not any(ip_address(each).is_loopback or ip_address(each).is_unspecified for each in found)


def test_a_machine_without_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then there is none."""

    def unreachable(_socket: object, _place: object) -> None:
        raise OSError(101, "Network is unreachable")

    class Lone(socket.socket):
        connect = unreachable  # type: ignore[assignment]

    monkeypatch.setattr(socket, "socket", Lone)
    assert candidates() == ()
