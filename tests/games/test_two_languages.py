"""The notation in several languages: all are read at any time, and the language in use is written."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.base.i18n import override_language
from prefcount.base.problems import InvalidInput
from prefcount.entries.names_and_figures import unify_letters
from prefcount.games import GAMES
from prefcount.games.notation import Word, find_spellings, typed_variants
from prefcount.languages import LANGUAGES, get_words
from tests import strategies
from tests.games.brought import BROUGHT
from tests.games.family import Table
from tests.helpers import PLAYERS
from tests.i18n.catalogues import stored_catalogue
from tests.tables import each_line, load_table

each_game = pytest.mark.parametrize("name", GAMES)

PEOPLE = ("Анна", "Борис", "Вера", "Глеб", "Елена")


def table(name: str, **rules: Any) -> tuple[Table, Any]:
    found = Table.of(name)
    people = PEOPLE[: max(3, found.game.sizes[0])]
    return found, found.start(people, dealer=people[-1], **rules)


@each_game
def test_a_hand_is_written_in_the_language_in_use(name: str) -> None:
    found, state = table(name)
    for russian, english in load_table(f"russian-lines-of-{name}")[1]:
        entry = found.game.parse(state, english)
        with override_language("ru"):
            assert found.game.format(state, entry) == russian
            assert found.game.parse(state, english) == found.game.parse(state, russian) == entry
        assert found.game.format(state, entry) == english
        assert found.game.parse(state, russian) == entry


@each_game
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_hand_may_be_typed_otherwise(name: str, code: str) -> None:
    found, state = table(name)
    with override_language(code):
        for typed, english in load_table(f"typed-lines-of-{name}")[1]:
            if english != "(refused)":
                assert found.game.parse(state, typed) == found.game.parse(state, english)
            else:
                with pytest.raises(InvalidInput):
                    found.game.parse(state, typed)


@each_game
@given(data=st.data())
def test_every_hand_is_read_back(name: str, data: st.DataObject) -> None:
    found = Table.of(name)
    size = data.draw(st.sampled_from(found.game.sizes))
    people = data.draw(strategies.names(size).filter(lambda them: not set(found.game.reserved) & set(them)))
    state = found.start(people, data.draw(st.sampled_from(people)))
    hand = data.draw(BROUGHT[name].hands(state)).model_copy(update={"at": None})
    for writer, reader in product(LANGUAGES, LANGUAGES):
        with override_language(writer):
            line = found.game.format(state, hand)
        with override_language(reader):
            assert found.game.parse(state, line) == hand, line


@given(st.data())
def test_partners_are_read_back(data: st.DataObject) -> None:
    priffe = Table.of("priffe")
    people = data.draw(strategies.names(4).filter(lambda them: not {"@X", "@Y"} & set(them)))
    state = priffe.start(people)
    pairs = priffe.entry("pairs", sides={"X": data.draw(st.permutations(people))[:2]})
    with override_language(data.draw(st.sampled_from(list(LANGUAGES)))):
        line = priffe.game.format(state, pairs)
    assert priffe.game.parse(state, line) == pairs, line


def test_yo_may_be_typed_as_ye() -> None:
    found = Table.of("preferans")
    state = found.start(["Пётр", "Петя", "Семён"])
    for typed, player in {
        "петр": "Пётр",
        "пё": "Пётр",
        "сем": "Семён",
        "СЕМЕН": "Семён",
        "сёмен": "",
    }.items():
        if player:
            assert found.game.parse(state, f"{typed} м 0") == found.entry(
                "misere", declarer=player, tricks={player: 0}
            )
    with pytest.raises(InvalidInput, match="Пётр, Петя"):
        found.game.parse(state, "пе м 0")


@each_line(*load_table("declined-names"))
def test_a_russian_name_may_be_declined(people: str, typed: str, meant: str) -> None:
    found = Table.of("preferans")
    state = found.start(people.split(", "))
    if meant != "-":
        entry = found.entry("misere", declarer=meant, tricks={meant: 0})
        assert found.game.parse(state, f"{typed} м 0") == entry
    else:
        with pytest.raises(InvalidInput):
            found.game.parse(state, f"{typed} м 0")


@each_game
@given(data=st.data())
def test_any_words_are_a_hand_or_are_refused(name: str, data: st.DataObject) -> None:
    found, state = table(name)
    tables = (load_table(f"{kind}-lines-of-{name}")[1] for kind in ("russian", "typed"))
    said = [each for table in tables for line, _english in table for each in line.split()]
    line = " ".join(data.draw(st.lists(st.sampled_from([*said, "#2", "в", "?", "11"]), max_size=7)))
    with override_language("ru"):
        try:
            entry = found.game.parse(state, line)
        except InvalidInput:
            return
        assert found.game.parse(state, found.game.format(state, entry)) == entry


AS_TYPED = {"т", "n"}
"""Letters that are read as typed, although the same key means another suit on another layout: 7т, 7n."""
MEANS_TWO_THINGS: dict[str, set[str]] = {}
"""Words with different meanings in two languages, by group. The language in use decides."""
NOT_IN_A_LINE = ("preset", "option", "heading", "month", "currency", "cent", "period")
"""Last parts of the names of groups whose words no line contains."""
GROUPS = dict.fromkeys(
    group
    for spoken in LANGUAGES.values()
    for group in spoken.words
    if group.rpartition(".")[2] not in NOT_IN_A_LINE
)


def test_words_with_two_meanings_are_known() -> None:
    found: dict[str, set[str]] = {}
    for group in GROUPS:
        meanings: dict[str, str] = {}
        for code in LANGUAGES:
            for meaning, words in get_words(group, code).items():
                for each in map(unify_letters, words):
                    if meanings.setdefault(each, meaning) != meaning:
                        found.setdefault(group, set()).add(each)
    assert found == MEANS_TWO_THINGS


@each_line(("group", "code"), product(GROUPS, LANGUAGES))
def test_a_word_means_in_its_language_what_it_says(group: str, code: str) -> None:
    """It means the same as typed on other keyboard layouts, except for a few single letters."""
    with override_language(code):
        for meaning, words in get_words(group, code).items():
            word = Word(f"{group}.{meaning}")
            for each in words:
                assert each in word
                others = {find_spellings(group).read(other) for other in typed_variants(each)}
                assert others <= {meaning, None} or each in AS_TYPED


@each_game
def test_examples_of_the_help_are_the_same_hands(name: str) -> None:
    found = Table.of(name)
    catalogue, size = stored_catalogue("ru"), max(3, found.game.sizes[0])
    here, there = (found.start(people[:size], dealer=people[size - 1]) for people in (PLAYERS, PEOPLE))
    guide = found.game.guide
    pairs = [(line, catalogue.get(line).string) for line, _meaning in guide.lines]
    english_lines = guide.short(PLAYERS[:3])
    with override_language("ru"):
        pairs += zip(english_lines, guide.short(PEOPLE[:3]), strict=True)
    for english, russian in pairs:
        with override_language("ru"):
            line = found.game.format(here, found.game.parse(here, english))
            for latin, cyrillic in zip(PLAYERS, PEOPLE, strict=True):
                line = line.replace(latin, cyrillic)
            assert found.game.format(there, found.game.parse(there, russian)) == line
