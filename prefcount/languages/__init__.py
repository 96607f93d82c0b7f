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
    """A language of the program: its words and letters. Its translated sentences are in `messages.po`.

    Some attributes are lists of letter pairs with blanks between them, such as "ё=е й=и".

    Attributes:
        name: the name of the language in the language itself.
        words: the words that players type, such as `words["suit"]["S"]` for spades. Several words are
            separated by blanks, and the program writes the first of them. An underscore means a blank.
        translated: the minimum share of translated sentences in percent. With 100 the language is complete.
        fallback: the code of the language in which untranslated sentences are shown.
        locale: the code of the language in the Unicode locale data, or "" if it is the code of the folder.
        date_locale: the code of the language for dates, such as "en_GB", or "" if it is `locale`.
        layout: the letters on the keyboard, and in the same order the Latin letters on the same keys.
        same_letters: pairs of letters that count as equal in names, such as "ё=е".
        look_alikes: letters with the Latin letters that look like them, such as the Cyrillic "с=c".
        latin: letters with their Latin spellings, such as "ж=zh".
        vowels: the vowels. An abbreviated name does not end in one.
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
    """The functions in the module `names` of a language, which inflect names and words."""

    def inflect(self, word: str, form: str) -> str:
        """Return a word in a grammatical form.

        Args:
            word: a name or a number.
            form: the form that a placeholder asks for, such as "acc" in `{other:acc}`.
        """

    def yield_forms(self, word: str) -> Iterator[str]:
        """Yield the inflected forms of a word of a name, in which players may type it: “вере” for “вера”."""


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
    """Return the module `names` of a language, or None if the language does not inflect names."""
    try:
        names: Names = import_module(f"{__name__}.{code}.names")
    except ModuleNotFoundError:
        return None
    return names


def get_words(group: str, code: str) -> dict[str, list[str]]:
    """Return the words of a group such as "suit" in one language, by meaning: {"S": ["spades", …], …}."""
    words = LANGUAGES[code].words.get(group, {})
    return {meaning: [word.replace("_", " ") for word in typed.split()] for meaning, typed in words.items()}


def write_word(group: str, meaning: str, code: str) -> str:
    """Return the first word for a meaning in a language, or in its fallback language.

    Args:
        group: the group of words, such as "suit".
        meaning: the meaning in files, such as "S".
        code: the code of the language, such as "ru".
    """
    language = LANGUAGES[code]
    typed = language.words.get(group, {}).get(meaning)
    return typed.split()[0].replace("_", " ") if typed else write_word(group, meaning, language.fallback)


def get_all_words(group: str) -> dict[str, list[str]]:
    """Return the words of a group such as "suit" in all languages: {"S": ["spades", "пики", …], …}."""
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
