"""Access to a page: with the token of its link, and by an address that is served.

A foreign page in a browser can send requests here under a name of its own (DNS rebinding). It has no token,
and its name is not among those that are served.
"""

import re
from hmac import compare_digest
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

METHODS = ("GET", "HEAD")
TOKEN_BYTES = 16
"""The bytes of chance in a link: 128 bits are not guessed."""
_SCHEME, _PORT = "http", 80
_SAID = re.compile(r"[0-9A-Za-z.:\[\]_-]{1,255}")
"""What a name or an address with its port is written with; whatever else stands there is none."""


class Access(NamedTuple):
    """The token and the addresses by which a page can be read.

    Attributes:
        token: what the path of every link begins with.
        hosts: the names and addresses that are served, in lower case.
        port: the port.
        any_address: whether every address of this machine is served, too.
    """

    token: str
    hosts: frozenset[str]
    port: int
    any_address: bool = False

    def is_host(self, header: str) -> bool:
        """Whether a Host header names what is served. Any other name was not given by us."""
        if not _SAID.fullmatch(header):
            return False
        try:
            asked = urlsplit(f"//{header}")
            host, port = asked.hostname or "", asked.port or _PORT
        except ValueError:
            return False
        return port == self.port and (host in self.hosts or (self.any_address and is_address(host)))

    def is_origin(self, header: str) -> bool:
        """Whether an Origin header names a page of ours."""
        scheme, _, host = header.partition("://")
        return scheme == _SCHEME and self.is_host(host)

    def beyond(self, path: str) -> str | None:
        """What a path asks for behind the token; None if the token is not right.

        How long that takes does not depend on how much of the token is right.
        """
        token, slash, rest = path.removeprefix("/").partition("/")
        if not compare_digest(token.encode(errors="replace"), self.token.encode()):
            return None
        return slash + rest


def is_address(host: str) -> bool:
    """Whether a host is given by its number."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
