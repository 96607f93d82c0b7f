"""No phrase at which Russian players stumbled is left in the Russian texts."""

import re
from collections.abc import Iterator

import pytest

from prefcount.languages import LANGUAGES
from tests.i18n.catalogues import PROGRAM, stored_catalogue
from tests.tables import each_line, load_table

ROOT = PROGRAM.parent
_HEAD, STUMBLED = load_table("russian-that-players-stumbled-at")
"""The phrases as patterns, by where they were found; ^ and $ are the ends of a sentence of the catalogue."""


@pytest.fixture(scope="module")
def russian() -> list[tuple[str, str]]:
    return [*_catalogue(), *_documents(), *_typed_words()]


def _catalogue() -> Iterator[tuple[str, str]]:
    for message in stored_catalogue("ru"):
        sentences = message.string if isinstance(message.string, tuple | list) else (message.string,)
        yield from ((str(message.id), sentence) for sentence in sentences if message.id)


def _documents() -> Iterator[tuple[str, str]]:
    paths = [path for folder in (ROOT, ROOT / "docs") for path in folder.glob("*.ru.md")]
    for path in (*paths, *(ROOT / "docs").glob("*/*.ru.md")):
        yield path.name, " ".join(path.read_text("utf-8").split())


def _typed_words() -> Iterator[tuple[str, str]]:
    for group, words in LANGUAGES["ru"].words.items():
        if not group.endswith(".option"):  # words that players search for
            yield from ((group, typed) for typed in words.values())


@each_line("phrase", [phrase for _place, phrase in STUMBLED])
def test_no_phrase_stands_at_which_players_stumbled(phrase: str, russian: list[tuple[str, str]]) -> None:
    assert [(place, found[0]) for place, said in russian if (found := re.search(phrase, said))] == []
