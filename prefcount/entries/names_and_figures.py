"""Names and figures as people type them, and as files spell them."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from unicodedata import normalize

from prefcount.languages import LANGUAGES, letter_table
from prefcount.ledger import FRACTION_SIGNS, Amount, normalize_amount

FIGURE = r"-?[0-9]{1,10}(?:/[0-9]{1,7})?"
MIXED = r"-?[0-9]{1,10}(?:(?: [0-9]{1,7})?/[0-9]{1,7})?"
"""Pattern of a whole number, a fraction such as 5/2, or both, such as 27 1/2."""


@lru_cache(maxsize=10_000)
def fold(name: str) -> str:
    """Return `name` in lower case and without extra blanks, for comparisons."""
    return normalize_letters(" ".join(name.split()).casefold())


_WORD_BEGIN = re.compile(r"(?:(?<=[\s-])|^)\w")


def capitalize_like(names: Sequence[str], typed: str) -> str:
    """Return a typed name with capitals like `names`: next to “Ana” and “Boris”, “vera” becomes “Vera”.

    A name that was typed with a capital, or is one of `names`, stays as it was typed.
    """
    if typed != typed.lower() or fold(typed) in map(fold, names):
        return typed
    if all(name == name.upper() != name.lower() and len(name) > 1 for name in names):
        return typed.upper()
    if all(name[:1].isupper() for name in names):
        return _WORD_BEGIN.sub(lambda letter: letter[0].title(), typed)
    return typed


_SAME_LETTERS = letter_table(language.same_letters for language in LANGUAGES.values())
_LATIN = letter_table(language.latin for language in LANGUAGES.values())


def unify_letters(folded: str) -> str:
    """Replace letters that people interchange in a lower-case word, such as ё by е."""
    return folded.translate(_SAME_LETTERS)


def transliterate(folded: str) -> str:
    """Return a name in lower case with Latin letters in place of others."""
    return folded.translate(_LATIN)


def normalize_letters(value: str) -> str:
    """Return a text with composed letters: ё as one character, not as е and two dots."""
    return value if value.isascii() else normalize("NFC", value)


def normalize_figure(typed: str) -> str:
    """Return a typed figure with the characters that files use: −27½ becomes -27 1/2."""
    plain = typed.strip().replace("−", "-")
    for fraction, sign in FRACTION_SIGNS.items():
        plain = re.sub(rf"(?<=[0-9]) ?{sign}", f" {fraction}", plain).replace(sign, str(fraction))
    return plain


def parse_whole_number(typed: str, digits: int = 10) -> int | str:
    """Return a typed whole number as an int, and other text as `normalize_figure` spells it.

    A number of more than `digits` digits stays text, which the validation of an entry then refuses.
    """
    plain = normalize_figure(typed)
    return int(plain) if re.fullmatch(f"[+-]?[0-9]{{1,{digits}}}", plain) else plain


def parse_amount(figure: int | str) -> Amount:
    """Return the exact amount of a figure: 5/2 for "5/2", −55/2 for "-27 1/2"."""
    if isinstance(figure, int):
        return figure
    whole, _blank, fraction = figure.rpartition(" ")
    sign = -1 if whole.startswith("-") else 1
    return normalize_amount(int(whole or 0) + sign * Fraction(fraction))


def parse_history(figure: int | str) -> tuple[Amount, ...]:
    """Return the totals in a figure, oldest first: 2, 6 and 12 for "2.6.12", but only 7 for 7."""
    if isinstance(figure, int):
        return (figure,)
    return tuple(normalize_amount(Fraction(part)) for part in figure.rstrip(".").split("."))
