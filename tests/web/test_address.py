"""Where a page can be served, what is said where it cannot, and who comes in by which link."""

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

import pytest

from prefcount.base.problems import InvalidInput
from prefcount.web.address import LOOPBACK, Access, Address, listen, own_addresses
from tests.tables import each_line
from tests.web.shared import LONGEST


def refusal(host: str, port: int = 0) -> str:
    """Why nothing is served at an address."""
    with pytest.raises(InvalidInput) as refused:
        listen(host, port)
    return str(refused.value)


def test_the_link() -> None:
    """An address, a port and a token that nobody guesses: 128 random bits, new each time.

    What listens at one address listens at no other; addresses of the longer kind stand in brackets.
    """
    taken, address = listen(LOOPBACK)
    other, another = listen(LOOPBACK)
    with taken, other:
        assert taken.getsockname()[0] == LOOPBACK
        assert address.link == f"http://127.0.0.1:{taken.getsockname()[1]}/{address.access.token}/"
        assert len(address.access.token) == 22
        assert address.access.token != another.access.token
        assert address.is_loopback
        assert address.access.hosts == {LOOPBACK, "localhost"}
        assert not address.access.any_address
    assert Address("fd00::5", Access("t", frozenset(), 80)).link == "http://[fd00::5]:80/t/"


def has_ipv6() -> bool:
    """Whether this machine has addresses of the longer kind."""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


long_addresses = pytest.mark.skipif(not has_ipv6(), reason="needs IPv6")


@pytest.mark.parametrize(
    "host",
    [
        *(LOOPBACK, "localhost", "0.0.0.0"),
        *(pytest.param(host, marks=long_addresses) for host in ("::1", "::")),
    ],
)
def test_what_the_link_says_is_served(host: str) -> None:
    """Whoever opens it reaches the socket, and the door knows the address."""
    taken, address = listen(host)
    with taken:
        place = urlsplit(address.link)
        assert address.access.is_host(place.netloc)
        with socket.create_connection((str(place.hostname), place.port or 0), LONGEST) as came:
            there, _name = taken.accept()
            there.close()
            assert came.getpeername()[1] == address.access.port


@pytest.mark.parametrize(
    ("host", "networks", "both", "shown"),
    [
        ("0.0.0.0", ["192.0.2.2", "fd00::2"], True, "192.0.2.2"),
        ("0.0.0.0", ["fd00::2"], True, LOOPBACK),
        pytest.param("::", ["192.0.2.2", "fd00::2"], True, "192.0.2.2", marks=long_addresses),
        pytest.param("::", ["192.0.2.2", "fd00::2"], False, "fd00::2", marks=long_addresses),
        pytest.param("::", ["192.0.2.2"], False, "::1", marks=long_addresses),
    ],
)
def test_the_link_of_every_address_is_of_a_kind_that_is_served(
    host: str, networks: list[str], both: bool, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`0.0.0.0` serves the short kind alone; `::` both, where the system can do that."""
    monkeypatch.setattr("prefcount.web.address.own_addresses", lambda: tuple(networks))
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: both)
    taken, address = listen(host)
    with taken:
        assert address.host == shown


@each_line("host", ["fe80::1%eth0", "fe80::1"])
def test_a_link_local_address(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its link would name a cable as this machine calls it, which no browser takes: others are named."""
    place = (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("fe80::1", 0, 0, 4))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: [place])
    said = refusal(host)
    assert said.startswith(f"browsers open no links to {host}, a link-local address; ")
    assert said.endswith(LOOPBACK)


def test_a_name_with_a_link_local_address_and_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one is served."""
    near = (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("fe80::1", 0, 0, 4))
    far = (socket.AF_INET, socket.SOCK_STREAM, 6, "", (LOOPBACK, 0))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: [near, far])
    taken, address = listen("Laptop.local")
    with taken:
        assert (taken.getsockname()[0], address.host) == (LOOPBACK, "laptop.local")


def test_a_port_that_is_taken() -> None:
    """Another one is asked for."""
    taken, address = listen(LOOPBACK)
    with taken:
        port = address.access.port
        assert refusal(LOOPBACK, port) == f"port {port} is taken; choose another with --port, or leave it out"


def test_no_port() -> None:
    """Ports are numbers up to 65535."""
    for port in (-1, 65536, 10**30):
        assert refusal(LOOPBACK, port) == "a port is a number from 1 to 65535; 0 is any free one"


@each_line("host", ["192.0.2.77", "no such name", "x" * 80, ".", "\x1b[31m"])
def test_an_address_of_somebody_else(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ones that this machine has are named."""
    real = socket.getaddrinfo

    def known(asked: str, *arguments: int, **more: int) -> object:
        if not asked.isascii() or not asked.replace(".", "").isdigit():
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return real(asked, *arguments, **more)

    monkeypatch.setattr(socket, "getaddrinfo", known)
    said = refusal(host)
    assert " is not an address of this machine; it has " in said
    assert said.endswith(LOOPBACK)
    assert said.isprintable()


def test_candidates_are_found_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked and nothing is sent; each is a number, and none of them is of this machine alone."""
    monkeypatch.setattr(socket, "getaddrinfo", None)
    found = own_addresses()
    assert len(set(found)) == len(found)
    assert not any(ip_address(each).is_loopback or ip_address(each).is_unspecified for each in found)


def test_a_machine_without_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then there is none."""

    def unreachable(_socket: object, _place: object) -> None:
        raise OSError(101, "Network is unreachable")

    class Lone(socket.socket):
        connect = unreachable  # type: ignore[assignment]

    monkeypatch.setattr(socket, "socket", Lone)
    assert own_addresses() == ()


TOKEN = "kM3-x_9"
DOOR = Access(TOKEN, frozenset({"192.168.1.5", "desk.local"}), 8080)
EVERYWHERE = Access(TOKEN, frozenset({"0.0.0.0"}), 8080, any_address=True)
IPV6 = Access(TOKEN, frozenset({"fd00::5"}), 80)


@each_line(
    ("door", "host"),
    [
        (DOOR, "192.168.1.5:8080"),
        (DOOR, "desk.local:8080"),
        (DOOR, "Desk.Local:8080"),
        (EVERYWHERE, "10.0.0.7:8080"),
        (EVERYWHERE, "[fd00::7]:8080"),
        (IPV6, "[fd00::5]:80"),
        (IPV6, "[FD00::5]"),
    ],
)
def test_what_is_served(door: Access, host: str) -> None:
    """The address that was asked for, with its port; behind every address each number is one of ours."""
    assert door.is_host(host)
    assert door.is_origin(f"http://{host}")


@each_line(
    "host",
    [
        *("", ":8080", "192.168.1.5", "192.168.1.5:80", "192.168.1.5:08080x", "192.168.1.5:99999"),
        *("evil.example:8080", "192.168.1.5.evil.example:8080", "evil.example", "a@192.168.1.5:8080"),
        *("192.168.1.5:8080/x", "192.168.1.5:8080,evil", "[::1", "]:8080", "é:8080", "x" * 300),
    ],
)
def test_what_is_not(host: str) -> None:
    """Another name, another port, or no name at all: so a rebound name of somebody else asks."""
    for door in (DOOR, EVERYWHERE, IPV6):
        assert not door.is_host(host)
        assert not door.is_origin(f"http://{host}")


@each_line("origin", ["null", "", "https://192.168.1.5:8080", "192.168.1.5:8080", "http://"])
def test_pages_from_elsewhere(origin: str) -> None:
    """A page without a place, or from another one."""
    assert not DOOR.is_origin(origin)


def test_the_link_opens() -> None:
    """What comes behind the token is what is asked for."""
    assert DOOR.path_after_token(f"/{TOKEN}/") == "/"
    assert DOOR.path_after_token(f"/{TOKEN}/live.js") == "/live.js"
    assert DOOR.path_after_token(f"/{TOKEN}") == ""


@each_line("path", ["", "/", "//", "/x/", f"/{TOKEN}x/", f"//{TOKEN}/", f"/{TOKEN[:-1]}/", "/é/"])
def test_a_wrong_token(path: str) -> None:
    """Also one that is only too short, or empty, or no token at all."""
    assert DOOR.path_after_token(path) is None
