"""The catalogues of translations: sentences extracted from the program, merged and compiled by Babel."""

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, get_args

from babel.core import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from pydantic import BaseModel

from prefcount.audit.checks import all_codes
from prefcount.entries.models import Header
from prefcount.games import GAMES, get_game
from prefcount.games.game import Game
from prefcount.games.rules import OptionInfo
from prefcount.languages import FOLDER, LANGUAGES

PROGRAM = Path(FOLDER).parent
KEYWORDS = parse_keywords(
    ["_", "N_", "text", "C_:1c,2", "ngettext:1,2", "Phrase:1,1t", "Phrase:1,2,2t", "Phrase:1,2,3t"]
)
"""Functions that mark sentences, see `prefcount.base.i18n`. A trailing comma counts as one more argument."""
WIDTH = 110
TRANSLATED = [code for code in LANGUAGES if code != "en"]
LEADING = ("en", "ru")
"""Languages in which every change has its sentences. The others may wait for them until the next release."""


def folder(code: str) -> Path:
    return Path(FOLDER) / code


def program_messages() -> Catalog:
    """Return every message of the program, without translations."""
    catalogue = Catalog(project="prefcount")
    for name, _line, message, _comments, about in _extracted():
        catalogue.add(message, None, [(f"prefcount/{name}", None)], context=about)
    for code in all_codes():
        catalogue.add(code, None, [("prefcount/audit/checks.py", None)], context="mistake")
    for game in map(get_game, GAMES):
        for sentence in sentences_of_options(game):
            catalogue.add(sentence, None, [(f"prefcount/games/{game.name}", None)])
        for about, word in (*values(game), *options(game), *kinds(game), *fields(game)):
            catalogue.add(word, None, [(f"prefcount/games/{game.name}", None)], context=about)
    return catalogue


@cache
def _extracted() -> list[Any]:
    return list(extract_from_dir(PROGRAM, method_map=[("**.py", "python")], keywords=KEYWORDS))


def sentences_of_options(game: Game[Any]) -> Iterator[str]:
    """Yield the explanations of the options and presets of a game, and the headings of their groups."""
    for info in plain_options(game):
        yield from (info.explanation.template, info.group.template)
    yield from game.presets.values()


Words = Iterator[tuple[str, str]]
"""Pairs of a context and a word of files in that context."""


def values(game: Game[Any]) -> Words:
    """Yield every preset of a game, and every value of an option that is a word, with the option."""
    yield from (("preset", name) for name in game.presets)
    for info in plain_options(game):
        yield from ((info.name, value) for value in info.choices if isinstance(value, str))


def options(game: Game[Any]) -> Words:
    """Yield the name of every option of a game, and of every group of options."""
    names = [info.name for info in plain_options(game)]
    yield from (("option", name) for name in names)
    yield from (("option", group) for group in {name.rpartition(".")[0]: "" for name in names} if group)


def plain_options(game: Game[Any]) -> tuple[OptionInfo, ...]:
    """Return every option of a game, with its values in the first preset."""
    return game.options(game.preset(next(iter(game.presets))))


def kinds(game: Game[Any]) -> Words:
    """Yield every kind of entry of a game."""
    yield from (("kind", kind) for kind in game.entries)


def fields(game: Game[Any]) -> Words:
    """Yield every key of a header and of the entries of a game, and every column of its sheet."""
    for model in (Header, *game.entries.values()):
        yield from (("field", key) for key in _keys(model))
    people = [f"Player {seat}" for seat in range(max(game.sizes))]
    begun = game.start(Header.model_validate_json(_first_line(game, people)))
    for owner in game.owners(begun):
        yield from (("field", cell.column) for cell in game.cells(begun, owner.number))


def _first_line(game: Game[Any], people: list[str]) -> str:
    return json.dumps({"kind": "session", "version": 1, "game": game.name, "players": people})


def _keys(model: type[BaseModel]) -> Iterator[str]:
    """Yield the keys of a model as files spell them, and of the models inside it."""
    for name, info in model.model_fields.items():
        yield info.alias or name
        if info.alias is None:
            yield from (key for inner in models(info.annotation) for key in _keys(inner))


def models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models inside the type of a field."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for each in get_args(annotation):
        yield from models(each)


def stored_catalogue(code: str) -> Catalog:
    """Return the catalogue of a language, or an empty one if the language has no sentences yet."""
    path = folder(code) / "messages.po"
    if not path.exists():
        name = str(Locale.parse(LANGUAGES[code].locale or code).english_name)
        about = f"# What prefcount says, in {name}."
        return Catalog(code, project="prefcount", version="", header_comment=about, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def samples(code: str) -> dict[str, Any]:
    """Return the samples of a language. A language that has just begun has none."""
    path = folder(code) / "samples.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def is_translated(message: Message) -> bool:
    """Return whether every form of a sentence has a translation that is not marked as a guess (fuzzy)."""
    string = message.string
    return all(string if isinstance(string, tuple | list) else [string]) and not message.fuzzy


def translated_share(catalogue: Catalog) -> float:
    """Return how many percent of the sentences of a catalogue are translated."""
    sentences = [message for message in catalogue if message.id]
    return 100 * sum(map(is_translated, sentences)) / len(sentences)


def waits(code: str) -> bool:
    """Return whether a language lacks sentences that Russian has: those since its last translation."""
    return bool(_sentences("ru") - _sentences(code))


@cache
def _sentences(code: str) -> set[object]:
    return {(message.context, message.id) for message in stored_catalogue(code) if is_translated(message)}


COMPLETE = [
    code
    for code, language in LANGUAGES.items()
    if language.translated == 100 and (code in LEADING or not waits(code))
]
"""Languages in which the screens and the words of options are tried: those that have every sentence."""


def updated_catalogue(code: str) -> Catalog:
    """Return the stored catalogue of a language with exactly the messages of the program."""
    catalogue = stored_catalogue(code)
    dated = catalogue.creation_date
    catalogue.update(program_messages(), no_fuzzy_matching=True)
    catalogue.creation_date = dated
    catalogue.obsolete.clear()
    return catalogue


def as_text(catalogue: Catalog) -> bytes:
    """Return the content of a .po file."""
    written = BytesIO()
    write_po(written, catalogue, width=WIDTH, sort_output=True, no_location=True, include_previous=False)
    return written.getvalue()


def compiled_catalogue(catalogue: Catalog) -> bytes:
    """Return the content of a .mo file."""
    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def translations(code: str) -> NullTranslations:
    """Compile a catalogue as the program would read it; English has none."""
    if code not in TRANSLATED:
        return NullTranslations()
    return GNUTranslations(BytesIO(compiled_catalogue(stored_catalogue(code))))
