"""The words of the notations in every language, and the suits."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Generic, TypeVar

from prefcount.base.i18n import N_, Text, language, text
from prefcount.entries.names_and_figures import fold

_CYRILLIC, _LATIN = "йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
_KEYS = str.maketrans(_CYRILLIC + _LATIN, _LATIN + _CYRILLIC)

Meaning = TypeVar("Meaning", bound=str)


def plain(word: str) -> str:
    """A folded word with е for ё, as most people type it."""
    return word.replace("ё", "е")


@lru_cache(maxsize=10_000)
def variants(word: str) -> tuple[str, ...]:
    """A word as it was typed, the same without ё, and as its keys would have typed it on the other layout."""
    folded = fold(word)
    return folded, plain(folded), plain(folded.translate(_KEYS))


class Word:
    """What a notation says in one word, such as who deals."""

    def __init__(self, **spellings: str) -> None:
        """For every language, by its code, its words for it between blanks; the first one is written.

        A low line stands for a blank inside of one.
        """
        by_language = {
            code: [word.replace("_", " ") for word in words.split()] for code, words in spellings.items()
        }
        self._written = {code: words[0] for code, words in by_language.items()}
        self.spellings = frozenset(plain(word) for words in by_language.values() for word in words)

    def __contains__(self, word: str) -> bool:
        """Whether `word` says this, in any language and on either layout."""
        return not self.spellings.isdisjoint(variants(word))

    def __str__(self) -> str:
        """The word in the language in use."""
        return self._written[language()]


class Vocabulary(Generic[Meaning]):
    """Words of which a line needs one, such as the suits, by what they mean to a file."""

    def __init__(self, words: Mapping[Meaning, Word]) -> None:
        self.words = words
        self._meanings = {spelling: meaning for meaning, word in words.items() for spelling in word.spellings}

    def __getitem__(self, meaning: Meaning) -> str:
        """What is written for a meaning in the language in use."""
        return str(self.words[meaning])

    def read(self, word: str) -> Meaning | None:
        """What a word means, or None."""
        return next(filter(None, map(self.spelled, variants(word))), None)

    def spelled(self, word: str) -> Meaning | None:
        """What a word means that is one of `variants`, just as it stands, or None."""
        return self._meanings.get(word)

    def letters(self, word: str) -> list[Meaning] | None:
        """What a word means, or its letters one by one; None if one of them means nothing."""
        for variant in variants(word):
            if variant in self._meanings:
                return [self._meanings[variant]]
            if all(letter in self._meanings for letter in variant):
                return [self._meanings[letter] for letter in variant]
        return None


NO_TRUMP = N_("NT")
SUITS: Mapping[str, str] = {"S": "♠", "C": "♣", "D": "♦", "H": "♥", "N": NO_TRUMP}
"""The sign of every suit in the order of bidding, a marked word for no trump."""


def contract_in_words(contract: str) -> Text:
    """A contract of a level and a suit as files spell it, for people: 7♥, and no trump in their language."""
    return Text("{level}{suit}", {"level": contract[:-1], "suit": text(SUITS[contract[-1]])})
