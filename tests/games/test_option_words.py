"""What the values of options are called: files have codes, people read words of their language."""

import re
from collections import defaultdict

import pytest

from prefcount.games import GAMES, game_named
from prefcount.games.convention import Convention
from prefcount.games.terms import preset_word, value_word
from prefcount.i18n import speaking
from prefcount.render.options import in_short, shown
from tests.i18n.catalogues import TRANSLATED, kept

VALUES = [
    (info.name, value)
    for game in map(game_named, GAMES)
    for info in game.options(game.preset(next(iter(game.presets))))
    for value in info.choices
    if isinstance(value, str)
]
PRESETS = [("preset", name) for game in GAMES for name in game_named(game).presets]


@pytest.fixture(scope="module", params=TRANSLATED)
def words(request: pytest.FixtureRequest) -> dict[tuple[str, str], str]:
    """Every word of a language for a value, by the option and the code."""
    catalogue = kept(request.param)
    return {(str(each.context), str(each.id)): str(each.string) for each in catalogue if each.context}


def test_english_calls_every_value_as_files_do() -> None:
    assert [value_word(name, value) for name, value in (*VALUES, *PRESETS)] == [
        value for _name, value in (*VALUES, *PRESETS)
    ]


def test_every_value_has_a_word_in_every_language(words: dict[tuple[str, str], str]) -> None:
    assert [each for each in (*VALUES, *PRESETS) if not words.get(each)] == []


def test_no_word_of_russian_is_the_code_of_a_file() -> None:
    said = {each.string for each in kept("ru") if (each.context, each.id) in {*VALUES, *PRESETS}}
    assert [word for word in said if re.search("[A-Za-z]", str(word))] == []


def test_two_values_of_an_option_never_share_a_word(words: dict[tuple[str, str], str]) -> None:
    called = defaultdict(list)
    for name, value in VALUES:
        called[name].append(words[name, value])
    for game in GAMES:
        called[game] = [words["preset", name] for name in game_named(game).presets]
    assert {name: each for name, each in called.items() if len(set(each)) < len(each)} == {}


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_a_file_has_the_code_whatever_people_read(language: str) -> None:
    game = game_named("preferans")
    with speaking(language):
        chosen = Convention.of(game, {"preset": "rostov"}).put("style", "greedy")
    assert chosen.given == {"preset": "rostov", "target": 20, "style": "greedy"}
    assert chosen.preset == "rostov"


def test_what_no_game_knows_stays_as_it_is() -> None:
    assert preset_word("Friday") == "Friday"
    assert shown("{braces} <b>", "style") == "{braces} <b>"
    assert in_short(Convention.of(game_named("preferans"), {"preset": "unknown"})).startswith("unknown to 20")
