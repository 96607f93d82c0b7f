"""The languages of the program. Each folder here is one language, and its name is the code of the language.

A folder has the translated sentences in `messages.po`, everything that is typed or depends on letters in
a `Language`, and samples for the tests in `samples.toml`. A language that declines names also has a module
`names`. CONTRIBUTING explains how to add a language.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from os import listdir
from os.path import dirname, isfile
from typing import NamedTuple, Protocol

FOLDER = dirname(__file__)  # noqa: PTH120 - pathlib loads slowly


class Language(NamedTuple):
    """The words, letters and names of a language. Its sentences are in another file.

    Letters are given as pairs such as "ё=е", separated by blanks.

    Attributes:
        name: the name of the language in the language itself.
        words: the words that players type, by their group and by their meaning in files. The first spelling
            is used for output. An underscore replaces a blank inside a spelling.
        translated: the minimum share of translated sentences in percent. With 100 the language is complete.
        fallback: the language in which missing sentences are shown.
        locale: the code of the language in the Unicode locale data, if it differs from the code here.
        date_locale: the code for dates, such as "en_GB", if it differs from `locale`.
        layout: the letters of the keyboard, and the Latin letters on the same keys in the same order.
        same_letters: letters that people replace by others when they type.
        look_alikes: letters that look like the Latin letters of contracts, cards and sides.
        latin: Latin spellings of letters.
        vowels: letters that an abbreviated name does not end in.
    """

    name: str
    words: Mapping[str, Mapping[str, str]]
    translated: int = 0
    fallback: str = "en"
    locale: str = ""
    date_locale: str = ""
    layout: tuple[str, str] = ("", "")
    same_letters: str = ""
    look_alikes: str = ""
    latin: str = ""
    vowels: str = ""


class Names(Protocol):
    """Functions for the forms of words and names, in the module `names` of a language."""

    def inflect(self, word: str, form: str) -> str:
        """Return `word` in a grammatical form, such as the form "acc" for the placeholder `{other:acc}`."""

    def yield_forms(self, word: str) -> Iterator[str]:
        """Yield forms of one word of a name that players may type, such as “вере” for “вера”."""


def _load(code: str) -> Language:
    language = import_module(f"prefcount.languages.{code}").LANGUAGE
    assert isinstance(language, Language)
    return language


_FOLDERS = sorted(name for name in listdir(FOLDER) if isfile(f"{FOLDER}/{name}/__init__.py"))  # noqa: PTH113, PTH208
LANGUAGES: Mapping[str, Language] = {code: _load(code) for code in dict.fromkeys(["en", *_FOLDERS])}
"""The languages by their codes, English first."""
READABLE = [code for code, language in LANGUAGES.items() if language.translated >= 50]
"""Languages with most sentences. Others are used only if a player chooses them."""


@cache
def load_names(code: str) -> Names | None:
    """Return the module `names` of a language, or None if the language does not decline names."""
    try:
        names: Names = import_module(f"{__name__}.{code}.names")
    except ModuleNotFoundError:
        return None
    return names


def get_words(group: str, code: str) -> dict[str, list[str]]:
    """Return the words of a group such as "suit" in a language, for example {"S": ["spades", …], …}."""
    words = LANGUAGES[code].words.get(group, {})
    return {meaning: [word.replace("_", " ") for word in typed.split()] for meaning, typed in words.items()}


def write_word(group: str, meaning: str, code: str) -> str:
    """Return the word for a meaning in a language or its fallback.

    Args:
        group: the group of words, such as "suit".
        meaning: the meaning in files, such as "S".
    """
    language = LANGUAGES[code]
    typed = language.words.get(group, {}).get(meaning)
    return typed.split()[0].replace("_", " ") if typed else write_word(group, meaning, language.fallback)


def get_all_words(group: str) -> dict[str, list[str]]:
    """Return the words of a group such as "suit" in all languages, for example {"S": ["spades", …], …}."""
    found = dict[str, list[str]]()
    for code in LANGUAGES:
        for meaning, words in get_words(group, code).items():
            found.setdefault(meaning, []).extend(words)
    return found


def letter_table(pairs: Iterable[str]) -> dict[int, str]:
    """Return a table for `str.translate` from pairs such as "ё=е".

    If a letter is in several pairs, the first pair is used.
    """
    found = dict[int, str]()
    for pair in " ".join(pairs).split():
        letter, _equals, replaced_by = pair.partition("=")
        found.setdefault(ord(letter), replaced_by)
    return found
