"""Who comes in: by which link, under which names, from which pages."""

from prefcount.web.address import Access
from tests.tables import each_line

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
    assert DOOR.beyond(f"/{TOKEN}/") == "/"
    assert DOOR.beyond(f"/{TOKEN}/live.js") == "/live.js"
    assert DOOR.beyond(f"/{TOKEN}") == ""


@each_line("path", ["", "/", "//", "/x/", f"/{TOKEN}x/", f"//{TOKEN}/", f"/{TOKEN[:-1]}/", "/é/"])
def test_a_wrong_token(path: str) -> None:
    """Also one that is only too short, or empty, or no token at all."""
    assert DOOR.beyond(path) is None
