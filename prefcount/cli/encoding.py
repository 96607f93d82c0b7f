"""The encoding of what is printed: UTF-8, or what an old console has, with its own signs for the others."""

import codecs
import os
import sys
from functools import partial

from prefcount.base.i18n import language

SPELLED = "prefcount.spelled"
_SUITS = {"♠": ("s", "п"), "♣": ("c", "т"), "♦": ("d", "б"), "♥": ("h", "ч")}
_LIKE = {
    **{"−": "-", "–": "-", "—": "-", "·": ".", "×": "x", "«": '"', "»": '"', "“": '"', "”": '"', "„": '"'},
    **{"’": "'", "‘": "'", "→": ">", "←": "<", "↑": "^", "↓": "v", "⁄": "/", "│": "|", "─": "-", "■": "#"},
    **{"₽": "р.", "€": "EUR", "£": "GBP", "☐": "[ ]", "✓": "+", "†": "+"},
}
_LIKE_KIND = {"BOX": "+", "BRAILLE": "*", "BLOCK": "#"}
_LIKE_CATEGORY = {"So": "*", "Sm": "*", "Cf": ""}


def take_encoding(*, plain: bool) -> None:
    """Print in UTF-8, which names and suits need, whatever the locale is; or as PYTHONIOENCODING wants it.

    That is obeyed where it has Cyrillic, as consoles of Windows; what it lacks is spelled with what it has.

    Args:
        plain: whether what is printed is for people; programs get UTF-8.
    """
    wanted = os.environ.get("PYTHONIOENCODING", "").partition(":")[0]
    encoding, errors = "utf-8", "backslashreplace"
    if plain and wanted and _has_cyrillic(wanted):
        encoding, errors = wanted, SPELLED
        codecs.register_error(SPELLED, partial(_spelled, wanted))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding=encoding, errors=errors)


def _has_cyrillic(encoding: str) -> bool:
    try:
        return bool("Преферанс".encode(encoding))
    except (LookupError, UnicodeEncodeError):
        return False


def _spelled(encoding: str, error: UnicodeError) -> tuple[str, int]:
    """What an encoding lacks, by signs that it has: a handler of `codecs`."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_sign(char, encoding) for char in error.object[error.start : error.end]), error.end


def _sign(char: str, encoding: str) -> str:
    from unicodedata import category, name, normalize

    if char in _SUITS:
        return _SUITS[char][language() == "ru"]
    parts = normalize("NFKD", char)
    like = _LIKE.get(char) or "".join(_LIKE.get(part, part) for part in parts)
    before = " " if "⁄" in parts else ""  # 7⅓ is 7 1/3, not 71/3
    found = before + like.encode(encoding, "ignore").decode(encoding)
    return found.rstrip() or _by_name(name(parts[0], "")) or _LIKE_CATEGORY.get(category(char), "?")


def _by_name(name: str) -> str:
    """A sign for one that is only known by its name in Unicode, a letter by the first one of that; or ""."""
    kind, _letter, said = name.partition(" LETTER ")
    if said:
        return said[0] if "CAPITAL" in kind else said[0].lower()
    if name.endswith(" SIGN"):  # as of a currency
        return name.removesuffix(" SIGN").lower()
    return _LIKE_KIND.get(name.partition(" ")[0], "")
