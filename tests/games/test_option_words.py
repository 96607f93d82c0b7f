"""The words for values of options: files have codes, people read words of their language."""

import re
from collections import defaultdict
from typing import Any

import pytest

from prefcount.base.i18n import override_language
from prefcount.cli.arguments import set_options
from prefcount.games import GAMES, get_game
from prefcount.games.game import EditedRules
from prefcount.games.rules import preset_word, value_word
from prefcount.render.text import changed_options, contradictions_text, rules_summary, value_text
from prefcount.render.text_cells import width
from prefcount.tui.rules_screen import OptionFilter
from tests.i18n import catalogues
from tests.i18n.catalogues import COMPLETE, plain_options, stored_catalogue
from tests.tables import each_line

PRESETS = [("preset", name) for game in GAMES for name in get_game(game).presets]
VALUES = [each for game in map(get_game, GAMES) for each in catalogues.values(game) if each not in PRESETS]
CELLS = {code: 36 if code == "en" else 28 for code in COMPLETE}
"""The largest width of an option's name that leaves space for its value in any terminal."""


@pytest.fixture(scope="module", params=COMPLETE)
def words(request: pytest.FixtureRequest) -> dict[tuple[str, str], str]:
    if request.param == "en":
        return {(name, code): value_word(name, code) for name, code in (*VALUES, *PRESETS)}
    catalogue = stored_catalogue(request.param)
    return {(str(each.context), str(each.id)): str(each.string) for each in catalogue if each.context}


def test_no_word_of_english_is_a_code_of_a_file() -> None:
    """The name of a value is a word or two, and never a code such as `each2`."""
    said = {value_word(name, value) for name, value in VALUES}
    assert [word for word in said if not re.fullmatch("[a-z][a-z’', ]+|1-[12]-[134]", word)] == []


def test_presets_have_names_of_their_own_where_people_read_them() -> None:
    codes = [name for _option, name in PRESETS]
    assert [word for word in map(preset_word, codes) if not word[0].isupper() or "-" in word] == []


def test_every_value_has_a_word_in_every_language(words: dict[tuple[str, str], str]) -> None:
    assert [each for each in (*VALUES, *PRESETS) if not words.get(each)] == []


def test_no_word_of_russian_is_the_code_of_a_file() -> None:
    said = {each.string for each in stored_catalogue("ru") if (each.context, each.id) in {*VALUES, *PRESETS}}
    assert [word for word in said if re.search("[A-Za-z]", str(word))] == []


def test_two_values_of_an_option_never_share_a_word(words: dict[tuple[str, str], str]) -> None:
    called = defaultdict(list)
    for name, value in VALUES:
        called[name].append(words[name, value])
    for game in GAMES:
        called[game] = [words["preset", name] for name in get_game(game).presets]
    assert {name: each for name, each in called.items() if len(set(each)) < len(each)} == {}


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_a_short_name_of_its_own(game: str, language: str) -> None:
    with override_language(language):
        called = {info.name: info.word for info in plain_options(get_game(game))}
    limit = CELLS[language]
    assert {name: word for name, word in called.items() if width(word) > limit or word == name} == {}
    assert len(set(called.values())) == len(called)


def test_what_differs_is_said_by_names_and_words() -> None:
    rules = {"preset": "sochi", "style": "gentleman", "bombs": True, "raspasy": {"cap": 5, "exit": [6, 7]}}
    chosen = EditedRules.from_header(get_game("preferans"), rules)
    assert changed_options(chosen) == (
        "Style of whisting: gentleman, Raspasy: price grows up to: 5, "
        "Raspasy: lowest bid after them: 6 7, Bombs: yes"
    )
    with override_language("ru"):
        assert changed_options(chosen) == (
            "висты на подсаде: джентльменские, потолок прогрессии: 5, выход из распасов: 6 7, бомбы: да"
        )


def test_a_problem_of_rules_names_the_option_as_the_list_does() -> None:
    rules = {"preset": "sochi", "raspasy": {"cap": -1}, "bombs": 3, "stlye": "x"}
    problems = EditedRules.from_header(get_game("preferans"), rules).problems
    named = {each.partition(":")[0] for each in contradictions_text(problems).split("; ")}
    assert named >= {"Raspasy", "Bombs", "stlye"}
    with override_language("ru"):
        named = {each.partition(":")[0] for each in contradictions_text(problems).split("; ")}
        assert named >= {"потолок прогрессии", "бомбы", "stlye"}


@pytest.mark.parametrize("language", COMPLETE)
def test_a_file_has_the_code_whatever_people_read(language: str) -> None:
    game = get_game("preferans")
    with override_language(language):
        chosen = EditedRules.from_header(game, {"preset": "rostov"}).with_option("style", "greedy")
    assert chosen.given == {"preset": "rostov", "target": 20, "style": "greedy"}
    assert chosen.preset == "rostov"


def test_what_no_game_knows_stays_as_it_is() -> None:
    assert preset_word("Friday") == "Friday"
    assert value_text("{braces} <b>", "style") == "{braces} <b>"
    assert rules_summary(EditedRules.from_header(get_game("preferans"), {"preset": "unknown"})).startswith(
        "unknown to 20"
    )


PLAYERS_SAY = (
    *("пулька", "гора", "распас", "мизерок", "ремиз", "подсад", "недовист", "без трёх", "чистые", "лестница"),
    *(
        "платный прикуп",
        "тёмная",
        "темная",
        "тотус",
        "утешительные",
        "роспись",
        "скачки",
        "ёлка",
        "сталинград",
    ),
)


@each_line("words", PLAYERS_SAY)
def test_the_search_in_the_rules_knows_what_players_say(words: str) -> None:
    edited = EditedRules.from_header(get_game("preferans"), {})
    with override_language("ru"):
        assert any(OptionFilter(words).matches(edited, info) for info in edited.options)


@each_line(
    ("typed", "rules"),
    [
        ("сталинград=да", {"stalingrad": True}),
        ("style=джентльменский", {"style": "gentleman"}),
        ("висты на подсаде=жлобские", {"style": "greedy"}),
        ("потолок прогрессии=5", {"raspasy": {"cap": 5}}),
        ("уход=без двух", {"leave_without": 2}),
        ("выход=любой игрой", {"raspasy": {"reset": "any_hand"}}),
        ("half_whist_levels=[6]", {"half_whist_levels": [6]}),
    ],
)
def test_options_are_set_by_what_players_call_them(typed: str, rules: dict[str, Any]) -> None:
    given: dict[str, Any] = {}
    set_options(given, [typed], get_game("preferans"))
    assert given == rules
