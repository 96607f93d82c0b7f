"""The catalogues of translations: what the program says, extracted from it, merged and compiled by Babel."""

from collections.abc import Iterator
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from prefcount.games import GAMES, game_named
from prefcount.games.protocol import Game
from prefcount.i18n import DOMAIN, LANGUAGES, LOCALES

PROGRAM = Path(LOCALES).parent
KEYWORDS = parse_keywords(
    ["_", "N_", "text", "C_:1c,2", "ngettext:1,2", "Phrase:1,1t", "Phrase:1,2,2t", "Phrase:1,2,3t"]
)
"""How sentences are marked: see `prefcount.i18n`. A comma after the last of them counts as one more."""
WIDTH = 110
TRANSLATED = [code for code in LANGUAGES if code != "en"]


def folder(code: str) -> Path:
    """Where the catalogue of a language lies."""
    return Path(LOCALES) / code / "LC_MESSAGES"


def said() -> Catalog:
    """Everything that the program can say, without translations."""
    catalogue = Catalog(project="prefcount")
    found = extract_from_dir(PROGRAM, method_map=[("**.py", "python")], keywords=KEYWORDS)
    for name, _line, message, _comments, about in found:
        catalogue.add(message, None, [(f"prefcount/{name}", None)], context=about)
    for game in map(game_named, GAMES):
        for option, value in _values(game):
            where = f"prefcount/games/{game.name}/options.py"
            catalogue.add(value, None, [(where, None)], context=option)
    return catalogue


def _values(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """Every word that an option of a game can have, with the option, which tells it from others."""
    yield from (("preset", name) for name in game.presets)
    for info in game.options(game.preset(next(iter(game.presets)))):
        yield from ((info.name, value) for value in info.choices if isinstance(value, str))


def kept(code: str) -> Catalog:
    """The catalogue of a language as it lies there."""
    with (folder(code) / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=code, domain=DOMAIN)


def merged(code: str) -> Catalog:
    """The catalogue of a language with everything that the program says now, and nothing else."""
    catalogue = kept(code)
    dated = catalogue.creation_date
    catalogue.update(said(), no_fuzzy_matching=True)
    catalogue.creation_date = dated
    catalogue.obsolete.clear()
    return catalogue


def as_text(catalogue: Catalog) -> bytes:
    """The catalogue as it is edited."""
    written = BytesIO()
    write_po(written, catalogue, width=WIDTH, sort_by_file=True, include_lineno=False, include_previous=False)
    return written.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as the program reads it."""
    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def translations(code: str) -> NullTranslations:
    """A catalogue as the program would read it; English says everything as it stands."""
    return GNUTranslations(BytesIO(compiled(kept(code)))) if code in TRANSLATED else NullTranslations()
