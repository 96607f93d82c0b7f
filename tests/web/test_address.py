"""Tests of addresses, links and QR codes."""

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

import pytest
import segno

from prefcount.base.problems import InvalidInput
from prefcount.web.address import LOOPBACK, Address, draw_qr_code, listen, own_addresses
from tests.tables import each_line
from tests.web.shared import LONGEST


def refusal(host: str, port: int = 0) -> str:
    with pytest.raises(InvalidInput) as refused:
        listen(host, port)
    return str(refused.value)


def test_a_link_has_address_port_and_random_token() -> None:
    taken, address = listen(LOOPBACK)
    other, another = listen(LOOPBACK)
    with taken, other:
        assert taken.getsockname()[0] == LOOPBACK
        assert address.link == f"http://127.0.0.1:{taken.getsockname()[1]}/{address.token}/"
        assert len(address.token) == 22
        assert address.token != another.token
        assert address.is_loopback
        assert address.hosts == {LOOPBACK, "localhost"}
        assert not address.any_address
    assert Address("fd00::5", "t", frozenset(), 80).link == "http://[fd00::5]:80/t/"


def has_ipv6() -> bool:
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
def test_the_link_is_served(host: str) -> None:
    taken, address = listen(host)
    with taken:
        place = urlsplit(address.link)
        assert address.is_host(place.netloc)
        with socket.create_connection((str(place.hostname), place.port or 0), LONGEST) as came:
            there, _name = taken.accept()
            there.close()
            assert came.getpeername()[1] == address.port


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
def test_links_of_wildcard_addresses_use_a_served_version(
    host: str, networks: list[str], both: bool, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prefcount.web.address.own_addresses", lambda: tuple(networks))
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: both)
    taken, address = listen(host)
    with taken:
        assert address.host == shown


@each_line("host", ["fe80::1%eth0", "fe80::1"])
def test_link_local_addresses_are_refused(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("fe80::1", 0, 0, 4))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: [place])
    said = refusal(host)
    assert said.startswith(f"browsers cannot open {host}, a link-local address; ")
    assert said.endswith(LOOPBACK)


def test_a_name_with_another_address_is_served_there(monkeypatch: pytest.MonkeyPatch) -> None:
    near = (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("fe80::1", 0, 0, 4))
    far = (socket.AF_INET, socket.SOCK_STREAM, 6, "", (LOOPBACK, 0))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: [near, far])
    taken, address = listen("Laptop.local")
    with taken:
        assert (taken.getsockname()[0], address.host) == (LOOPBACK, "laptop.local")


def test_ports_that_are_in_use_or_impossible_are_refused() -> None:
    taken, address = listen(LOOPBACK)
    with taken:
        port = address.port
        assert (
            refusal(LOOPBACK, port) == f"port {port} is in use; choose another with --port, or leave it out"
        )
    for port in (-1, 65536, 10**30):
        assert refusal(LOOPBACK, port) == "a port is a number from 1 to 65535, or 0 for any free port"


@each_line("host", ["192.0.2.77", "no such name", "x" * 80, ".", "\x1b[31m"])
def test_addresses_of_other_machines_are_refused(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.getaddrinfo

    def known(asked: str, *arguments: int, **more: int) -> object:
        if not asked.isascii() or not asked.replace(".", "").isdigit():
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return real(asked, *arguments, **more)

    monkeypatch.setattr(socket, "getaddrinfo", known)
    said = refusal(host)
    assert " is not an address of this machine; use one of " in said
    assert said.endswith(LOOPBACK)
    assert said.isprintable()


def test_own_addresses_are_found_without_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", None)
    found = own_addresses()
    assert len(set(found)) == len(found)
    assert not any(ip_address(each).is_loopback or ip_address(each).is_unspecified for each in found)


def test_a_machine_without_networks_has_no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(_socket: object, _place: object) -> None:
        raise OSError(101, "Network is unreachable")

    class Lone(socket.socket):
        connect = unreachable  # type: ignore[assignment]

    monkeypatch.setattr(socket, "socket", Lone)
    assert own_addresses() == ()


TOKEN = "kM3-x_9"
DOOR = Address("", TOKEN, frozenset({"192.168.1.5", "desk.local"}), 8080)
EVERYWHERE = Address("", TOKEN, frozenset({"0.0.0.0"}), 8080, any_address=True)
IPV6 = Address("", TOKEN, frozenset({"fd00::5"}), 80)


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
def test_valid_hosts_are_accepted(door: Address, host: str) -> None:
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
def test_rebound_names_are_refused(host: str) -> None:
    for door in (DOOR, EVERYWHERE, IPV6):
        assert not door.is_host(host)
        assert not door.is_origin(f"http://{host}")


@each_line("origin", ["null", "", "https://192.168.1.5:8080", "192.168.1.5:8080", "http://"])
def test_foreign_origins_are_refused(origin: str) -> None:
    assert not DOOR.is_origin(origin)


def test_the_path_after_the_token_is_returned() -> None:
    assert DOOR.path_after_token(f"/{TOKEN}/") == "/"
    assert DOOR.path_after_token(f"/{TOKEN}/live.js") == "/live.js"
    assert DOOR.path_after_token(f"/{TOKEN}") == ""


@each_line("path", ["", "/", "//", "/x/", f"/{TOKEN}x/", f"//{TOKEN}/", f"/{TOKEN[:-1]}/", "/é/"])
def test_wrong_tokens_are_refused(path: str) -> None:
    assert DOOR.path_after_token(path) is None


LINK = "http://192.168.178.123:54321/NMB0JGO8xeI2e0DpkU73BQ/"
HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


def modules(lines: tuple[str, ...]) -> list[list[int]]:
    return [[HALVES[char][half] for char in line] for line in lines for half in (0, 1)]


@each_line(("lines", "border"), [(24, 4), (19, 4), (18, 2), (17, 2)])
def test_the_qr_code_is_drawn_module_by_module(lines: int, border: int) -> None:
    made = draw_qr_code(LINK, 80, lines)
    code = segno.make(LINK, error="l", micro=False)
    expected = [list(map(bool, row)) for row in code.matrix_iter(border=border)]
    light = [False] * len(expected)
    assert [list(map(bool, row)) for row in modules(made)] == [*expected, light]
    assert len(made) <= lines


@each_line(("columns", "lines"), [(80, 16), (32, 24), (0, 0), (80, -3)])
def test_a_qr_code_that_does_not_fit_is_not_drawn(columns: int, lines: int) -> None:
    assert draw_qr_code(LINK, columns, lines) == ()


def test_a_long_link_fits_on_80_by_24_cells_with_five_lines() -> None:
    assert draw_qr_code("http://255.255.255.255:65535/" + "m" * 22 + "/", 80, 24 - 5)
