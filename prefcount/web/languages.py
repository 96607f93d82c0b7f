"""The language of a request: the one in its link, or else the one that the browser prefers."""

import re
from collections.abc import Iterator
from fractions import Fraction

from babel import negotiate_locale

from prefcount.base.i18n import LANGUAGES, language

ASKED = "lang"
"""What a link says in its query, with the code of a language."""
_RANGE = re.compile(
    r"\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)\s*(?:;\s*q\s*=\s*(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)\s*)?", re.I
)
"""One language of an Accept-Language header, or any, and how much it is wanted (RFC 9110, 12.5.4)."""


def query(code: str) -> str:
    """What a link ends with so that it is read in a language."""
    return f"?{ASKED}={code}"


def named(asked: str) -> str | None:
    """The code of the language that a link names; None if there is no such language."""
    return asked if asked in LANGUAGES else None


def negotiated(accepted: str) -> str:
    """The code of the language that fits an Accept-Language header best; without any that of the program."""
    wished = sorted(_wished(accepted), key=lambda each: each[1], reverse=True)
    agreed = negotiate_locale([code for code, much in wished if much], LANGUAGES, sep="-")
    return agreed or language()


def _wished(accepted: str) -> Iterator[tuple[str, Fraction]]:
    """The languages of a header as it has them, with how much each is wanted; what is none is left out."""
    for each in accepted.split(","):
        if match := _RANGE.fullmatch(each):
            code, much = match.groups()
            yield language() if code == "*" else code.lower(), Fraction(much or 1)
