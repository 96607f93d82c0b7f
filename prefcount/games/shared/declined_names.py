"""The forms that a Russian name takes in a sentence: Анна, на Анну, у Анны."""

import re
from collections.abc import Iterator
from itertools import product

from prefcount.entries.text import fold
from prefcount.games.shared.vocabulary import plain

_MOST_WORDS = 3
"""The words of a name that may all be declined; of a longer one only the first ones."""


def declined(name: str) -> frozenset[str]:
    """A name in all its cases, folded and without ё; one that is not Cyrillic has none but its own."""
    return frozenset(_forms(plain(fold(name))))


def first_words_declined(name: str) -> frozenset[str]:
    """The same of the words that a longer name begins with: Анну for Анна Петровна and for Анна-Мария."""
    words = re.findall(r"[^ -]+[ -]?", plain(fold(name)))[:_MOST_WORDS]
    begun = ("".join(words[:count]).rstrip(" -") for count in range(1, len(words)))
    return frozenset(form for each in begun for form in _forms(each))


def _forms(name: str) -> Iterator[str]:
    """Every word of a name in every case, the others of it too: Анна-Марию, Анну-Марию."""
    parts = re.split(r"([ -])", name, maxsplit=_MOST_WORDS - 1)
    return map("".join, product(*(sorted({part, *_cases(part)}) for part in parts)))


def _cases(word: str) -> Iterator[str]:
    """A word in the other cases of the singular, as its last letter wants it."""
    stem, last = word[:-1], word[-1:]
    match last:
        case "а":
            hard = stem[-1:] not in "гкхжчшщ"
            soft = stem[-1:] in "жчшщц"
            endings = ["ы" if hard else "и", "е", "у", "ей" if soft else "ой"]
        case "я":
            endings = ["и", "е", "ю", "ей"]
        case "й":
            endings = ["я", "ю", "ем", "е", "и"]
        case "ь":
            endings = ["я", "ю", "ем", "е", "и", "ью"]
        case _ if last and last in "бвгджзклмнпрстфхцчшщ":
            for each in (word, *_without_vowel(stem, last)):
                yield from (f"{each}{ending}" for ending in ("а", "у", "ом", "ем", "е"))
            return
        case _:
            return
    yield from (f"{stem}{ending}" for ending in endings)


def _without_vowel(stem: str, last: str) -> Iterator[str]:
    """The stem of a name that loses its last vowel: Павел, Павла; Лев, Льва; Игорёк, Игорька."""
    if stem[-1:] and stem[-1] in "ео":
        yield f"{stem[:-1]}{last}"
        yield f"{stem[:-1]}ь{last}"
