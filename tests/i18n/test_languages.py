"""The folders of the languages: what is typed, the letters, and what a complete language has."""

import re
from itertools import product

import pytest
from babel.core import Locale

from prefcount.base.i18n import _, language, load_catalogue, override_language, text
from prefcount.entries.names_and_figures import transliterate
from prefcount.games import GAMES, get_game
from prefcount.games.notation import read_player
from prefcount.languages import LANGUAGES, Language, load_names, write_word
from tests.games.family import Table
from tests.i18n.catalogues import COMPLETE, TRANSLATED, options, samples
from tests.tables import each_line

ENGLISH = LANGUAGES["en"].words
FREE = {
    "currency": None,
    "cent": None,
    **{f"{name}.preset": set(get_game(name).presets) for name in GAMES},
    **{f"{name}.option": {option for _about, option in options(get_game(name))} for name in GAMES},
}
"""Groups in which a language may have any words, with the meanings that are known."""
HANDS = [
    (code, name, typed, english)
    for code in TRANSLATED
    for name, lines in samples(code).get("hands", {}).items()
    for typed, english in lines.items()
]

every_language = pytest.mark.parametrize("code", LANGUAGES)


@each_line(("code", "name", "typed", "english"), HANDS)
def test_a_hand_is_understood_whatever_language_is_in_use(
    code: str, name: str, typed: str, english: str
) -> None:
    found = Table.of(name)
    people = samples(code)["players"]
    state = found.start(people, dealer=people[-1])
    hand = found.game.parse(state, english)
    for reader, writer in product(("en", code), (code, "en")):
        with override_language(reader):
            assert found.game.parse(state, typed) == hand
        with override_language(writer):
            line = found.game.format(state, hand)
        with override_language(reader):
            assert found.game.parse(state, line) == hand, line


@each_line(("code", "name"), [(code, name) for code in TRANSLATED for name in samples(code).get("names", ())])
def test_a_name_in_a_case_finds_the_player(code: str, name: str) -> None:
    names, forms = load_names(code), samples(code)["names"][name].split()
    assert names is not None
    assert [names.inflect(name, case) for case in ("gen", "dat", "acc", "ins")] == forms
    state = Table.of("preferans").start(["Щукарь", name, "Жорж"])
    with override_language(code):
        assert [read_player(state, form) for form in forms] == [1] * len(forms)


@every_language
def test_every_word_has_a_known_meaning(code: str) -> None:
    unknown = [
        (group, meaning)
        for group, words in LANGUAGES[code].words.items()
        for meaning in words
        if meaning not in (FREE[group] or words if group in FREE else ENGLISH[group])
    ]
    assert unknown == []


@every_language
def test_a_language_has_its_own_words_for_everything_that_is_typed(code: str) -> None:
    """A sign such as # is the same in every language, and may be left out."""
    missing = [
        (group, meaning)
        for group, words in ENGLISH.items()
        for meaning, word in words.items()
        if group not in FREE and word[:1].isalpha() and meaning not in LANGUAGES[code].words.get(group, ())
    ]
    assert missing == [] or code not in COMPLETE


@every_language
def test_letters_are_in_pairs(code: str) -> None:
    spoken = LANGUAGES[code]
    letters, keys = spoken.layout
    assert len(set(letters)) == len(set(keys)) == len(letters) == len(keys)
    pairs = " ".join((spoken.same_letters, spoken.look_alikes, spoken.latin)).split()
    assert [pair for pair in pairs if not re.fullmatch("[^=]=[^=]*", pair)] == []
    assert transliterate("".join(letter for letter in letters if letter.isalpha())).isascii()


def test_what_a_language_lacks_is_taken_from_its_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "xx", Language("Begun", {"suit": {"S": "x"}}, fallback="ru"))
    load_catalogue.cache_clear()
    with override_language("xx"):
        assert _("Price per whist") == "Цена виста"
        sentence = "a trick of {who} was counted for {other}"
        assert str(text(sentence, who="Анна", other="Борис")) == "взятка Анны посчитана Борису"
    assert [write_word("suit", suit, "xx") for suit in "SC"] == ["x", "т"]


@every_language
def test_a_language_is_known_by_its_own_name(code: str) -> None:
    spoken = LANGUAGES[code]
    own = Locale.parse(spoken.locale or code).language_name
    assert own is not None
    assert spoken.name.casefold() == own.casefold()
    assert spoken.fallback in LANGUAGES
    with override_language(code):
        assert language() == code
