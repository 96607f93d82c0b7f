"""Serbian grammar for the values in a sentence: declined names in Latin script.

A sentence of the catalogue asks for a case after a colon: `{other:acc}` is “Anu” or “Borisa”. A name that is
not certainly declined like a Serbian one is left as it is.
"""

import re
from collections.abc import Iterator, Mapping

from prefcount.languages.grammar import CASES, Rules, decline_by_rules

_CERTAIN: Mapping[str, str] = {"petar": "petr", "aleksandar": "aleksandr", "pavao": "pavl", "lazo": "laz"}
"""Stems of men's names that lose a vowel when they are declined."""
_FOREIGN = re.compile(r".*([qwxy]|([bcdfghjklmnprstvz])\2).*|.*[^a-zčćđšž].*")
_WOMEN = re.compile(
    r"ines|karmen|dolores|mirjam|nives|ester|rut|ingrid|astrid|katrin|elen|iren|lejn|keti|meri"
)
"""Names of women that do not end in a, which are not declined."""
_RULES: Rules = (
    (re.compile(r".+a"), 1, ("e", "i", "u", "om")),
    (re.compile(r".+(đ|j|lj|nj|č|ć|š|ž|c)e"), 1, ("a", "u", "a", "em")),
    (re.compile(r".+[eo]"), 1, ("a", "u", "a", "om")),
    (re.compile(r".+i"), 0, ("ja", "ju", "ja", "jem")),
    (re.compile(r".+(đ|j|č|ć|š|ž|c)"), 0, ("a", "u", "a", "em")),
    (re.compile(r".+[^aeiou]"), 0, ("a", "u", "a", "om")),
)
_TAIL = re.compile(r"[A-ZČĆĐŠŽ]\.?|\d+")


def inflect(word: str, form: str) -> str:
    """Return a name in the case "gen", "dat", "acc" or "ins". For other forms, return it unchanged."""
    if form not in CASES:
        return word
    words = word.split(" ")
    declined = [part if _TAIL.fullmatch(part) else _decline_word(part, CASES.index(form)) for part in words]
    return word if None in declined else " ".join(filter(None, declined))


def _decline_word(word: str, index: int) -> str | None:
    plain = word.lower()
    if len(word) < 3 or word.isupper() or _FOREIGN.fullmatch(plain) or _WOMEN.fullmatch(plain):
        return None
    if plain in _CERTAIN:
        return word[0] + _CERTAIN[plain][1:] + ("a", "u", "a", "om")[index]
    return decline_by_rules(word, plain, _RULES, index)


def yield_forms(word: str) -> Iterator[str]:
    """Yield the forms of a name, in lower case, in which players may type it."""
    yield from filter(None, (_decline_word(word, index) for index in range(len(CASES))))
