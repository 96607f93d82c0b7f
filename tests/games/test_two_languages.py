"""The notation of every game in two languages: both are read whatever is in use, and one is written."""

import importlib
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefcount.base.i18n import LANGUAGES, speaking
from prefcount.base.problems import InvalidInput
from prefcount.games import GAMES
from prefcount.games.shared import notation_words
from prefcount.games.shared.vocabulary import Vocabulary, Word, variants
from tests import strategies
from tests.games.brought import BROUGHT
from tests.games.family import Table
from tests.helpers import PLAYERS
from tests.i18n.catalogues import stored_catalogue
from tests.tables import each_line

each_game = pytest.mark.parametrize("name", GAMES)

PEOPLE = ("Анна", "Борис", "Вера", "Глеб", "Елена")

LINES: dict[str, dict[str, str]] = {
    "preferans": {
        "Анна 7ч вп 6": "Анна 7h wp 6",
        "Борис 6п вв 5 3 2": "Борис 6s ww 5 3 2",
        "Вера 8бк пп": "Вера 8n pp",
        "Анна 6т пх": "Анна 6c ph",
        "Анна 10б вп 10": "Анна 10d wp 10",
        "Анна 9ч без прикупа пв 9": "Анна 9h blind pw 9",
        "Анна м 0": "Анна m 0",
        "Анна м без прикупа 1 4 5": "Анна m blind 1 4 5",
        "Анна 7ч -3": "Анна 7h -3",
        "р 3 5 2": "r 3 5 2",
        "р 3 5 2 сдаёт Борис": "r 3 5 2 dealer Борис",
        "Анна 7ч вп 6 прикуп тп 10ч": "Анна 7h wp 6 talon as 10h",
        "Анна 7ч вп 6 прикуп дб вт сдаёт Вера": "Анна 7h wp 6 talon qd jc dealer Вера",
        "Анна 7ч вп 6 прикуп кч 7п": "Анна 7h wp 6 talon kh 7s",
        "пересдача сдаёт Борис": "misdeal dealer Борис",
        "пересдача": "misdeal",
        "брошен": "thrown",
    },
    "balkan": {
        "Анна треф 2 2": "Анна tref 2 2",
        "Анна херц игра 3 -": "Анна herc igra 3 -",
        "Анна каро - -": "Анна karo - -",
        "Анна херц зв2 1": "Анна herc c2 1",
        "Анна треф 3 к2": "Анна tref 3 k2",
        "Анна санс рк3 1": "Анна sans rk3 1",
        "Анна санс ск3 1": "Анна sans sk3 1",
        "Анна санс мк3 1": "Анна sans mk3 1",
        "Анна херц ид2 зв1": "Анна herc f2 c1",
        "Анна херц пом2 1": "Анна herc h2 1",
        "Анна херц зван2 1": "Анна herc d2 1",
        "Анна бетл 0": "Анна betl 0",
        "Анна бетл к* * 1": "Анна betl k* * 1",
        "Анна пик сдаёт Вера": "Анна pik dealer Вера",
        "пас": "pass",
    },
    "prefa": {
        "Анна 6ч вв 2 2": "Анна 6h dd 2 2",
        "Анна 8т пв 1": "Анна 8c pd 1",
        "Борис 6п бс 0 3": "Борис 6s th 0 3",
        "Борис 6п сб 0 3": "Борис 6s ht 0 3",
        "Вера 7бк пп": "Вера 7n pp",
        "Анна 9п уход": "Анна 9s up",
        "Вера 6ч вв 3 1 тузы": "Вера 6h dd 3 1 aces",
        "пас": "pass",
        "пас 5 3 2 сдаёт Борис": "pass 5 3 2 dealer Борис",
        "ставка 100": "stake 100",
    },
    "priffe": {
        "х ч 9": "x h 9",
        "у бк 5": "y p 5",
        "х н 4": "x n 4",
        "х б 9 2 0 1 1": "x d 9 2 0 1 1",
        "х ч у4": "x h y4",
        "вын х5": "f x5",
        "вын х5 у8 сдаёт Вера": "f x5 y8 dealer Вера",
        "пары Анна Борис": "pairs Анна Борис",
        "роббер 190 140": "rubber 190 140",
    },
}
"""What is written in Russian, and the same in English."""

TYPED: dict[str, dict[str, str]] = {
    "preferans": {
        "АННА 7Ч ВП 6": "Анна 7h wp 6",
        "а 7черви вп 6": "Анна 7h wp 6",
        "анна 7♥ wп 6": "Анна 7h wp 6",
        "анна 7ч втемную вп 6": "Анна 7h blind wp 6",
        "анна м Без Прикупа 0": "Анна m blind 0",
        "fyyf v ,tp ghbregf 0": "Анна m blind 0",
        "№2 6п вв 5 3 2": "Борис 6s ww 5 3 2",
        "#2 6п вв 5 3 2": "Борис 6s ww 5 3 2",
        "бориса 6п вв 5 3 2": "Борис 6s ww 5 3 2",
        "анну 6 пик вв 5 3 2": "Анна 6s ww 5 3 2",
        "анна 7черв вп 6": "Анна 7h wp 6",
        "анна 6тр п½": "Анна 6c ph",
        "р 3 5 2 сдаёт №2": "r 3 5 2 dealer Борис",
        "анна 6т п½": "Анна 6c ph",
        "анна мизер 0": "Анна m 0",
        "распасы 3 5 2 сдает борис": "r 3 5 2 dealer Борис",
        "анна 7h цз 6 ефдщт фы 10р": "Анна 7h wp 6 talon as 10h",
        "анна 7ч вп 6 прикуп Т♠ 10♥": "Анна 7h wp 6 talon as 10h",
        "анна 7ы цр 6": "Анна 7s wh 6",
        "fyyf 7x dg 6": "Анна 7h wp 6",
        "FYYF 7X DG 6": "Анна 7h wp 6",
        ",jh 6g dd 5 3 2": "Борис 6s ww 5 3 2",
        "dthf 8,r gg": "Вера 8n pp",
        "анна 7, d[ 7": "Анна 7d wh 7",
        "fyyf v 0": "Анна m 0",
        "hfcgfcs 3 5 2 clf`n ,jhbc": "r 3 5 2 dealer Борис",
    },
    "balkan": {
        "а п": "Анна pik",
        "а к 2 2": "Анна karo 2 2",
        "а х и 2 -": "Анна herc igra 2 -",
        "а т реконтра2 3": "Анна tref rk2 3",
        "а т л2 3": "Анна tref k2 3",
        "а еката 2 2": "",
        "а екуа 2 2": "Анна tref 2 2",
        "а т позв2 1": "Анна tref c2 1",
        "а херц ц2 1": "Анна herc c2 1",
        "а б −": "",
        "анна и 0": "Анна betl 0",
        "анна и": "",
        "п": "pass",
        "даље": "pass",
        "fyyf nhta 2 2": "Анна tref 2 2",
        "fyyf [thw pd2 1": "Анна herc c2 1",
    },
    "prefa": {
        "а 6ч дд 2 2": "Анна 6h dd 2 2",
        "а 6р вв 2 2": "Анна 6h dd 2 2",
        "а 8т зв 1": "Анна 8c pd 1",
        "б 6ы ер 0 3": "Борис 6s th 0 3",
        ",jh 6g ,c 0 3": "Борис 6s th 0 3",
    },
    "priffe": {
        "№1 ч 9": "x h 9",
        "Х Черви 9": "x h 9",
        "а нолль 4": "Анна n 4",
        "у игра 5": "y p 5",
        "x р 9": "x h 9",
        "вынужденный у 5": "f y 5",
        "а борис 5": "f Борис 5",
        "вера в 5": "Вера d 5",
        "fyyf xthdb 9": "x h 9",
    },
}
"""What may be typed too, and the same in English; "" where it is no hand."""


def table(name: str, **rules: Any) -> tuple[Table, Any]:
    """A game and its first state, with the fewest players that may play it."""
    found = Table.of(name)
    people = PEOPLE[: max(3, found.game.sizes[0])]
    return found, found.start(people, dealer=people[-1], **rules)


@each_game
def test_a_hand_is_written_in_the_language_in_use(name: str) -> None:
    """And read in both, whichever is in use."""
    found, state = table(name)
    for russian, english in LINES[name].items():
        entry = found.game.parse(state, english)
        with speaking("ru"):
            assert found.game.format(state, entry) == russian
            assert found.game.parse(state, english) == found.game.parse(state, russian) == entry
        assert found.game.format(state, entry) == english
        assert found.game.parse(state, russian) == entry


@each_game
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_hand_may_be_typed_otherwise(name: str, code: str) -> None:
    """Capitals, whole words, е for ё, signs, mixed words, and the other keyboard layout."""
    found, state = table(name)
    with speaking(code):
        for typed, english in TYPED[name].items():
            if english:
                assert found.game.parse(state, typed) == found.game.parse(state, english)
            else:
                with pytest.raises(InvalidInput):
                    found.game.parse(state, typed)


@each_game
@given(data=st.data())
def test_every_hand_is_read_back(name: str, data: st.DataObject) -> None:
    """Written in one language and read while another one is in use, whatever the players are called."""
    found = Table.of(name)
    size = data.draw(st.sampled_from(found.game.sizes))
    people = data.draw(strategies.names(size).filter(lambda them: not set(found.game.reserved) & set(them)))
    state = found.start(people, data.draw(st.sampled_from(people)))
    hand = data.draw(BROUGHT[name].hands(state)).model_copy(update={"at": None})
    for writer, reader in product(LANGUAGES, LANGUAGES):
        with speaking(writer):
            line = found.game.format(state, hand)
        with speaking(reader):
            assert found.game.parse(state, line) == hand, line


@given(st.data())
def test_partners_are_read_back(data: st.DataObject) -> None:
    """Two names beside each other mean these two, else their seats are written."""
    priffe = Table.of("priffe")
    people = data.draw(strategies.names(4).filter(lambda them: not {"@X", "@Y"} & set(them)))
    state = priffe.start(people)
    pairs = priffe.entry("pairs", sides={"X": data.draw(st.permutations(people))[:2]})
    with speaking(data.draw(st.sampled_from(list(LANGUAGES)))):
        line = priffe.game.format(state, pairs)
    assert priffe.game.parse(state, line) == pairs, line


def test_partners_whose_names_run_together() -> None:
    priffe = Table.of("priffe")
    state = priffe.start(["A", "A B", "B C", "C"])
    pairs = priffe.entry("pairs", sides={"X": ["A B", "C"]})
    assert priffe.game.format(state, pairs) == "pairs #2 #4"
    with speaking("ru"):
        assert priffe.game.format(state, pairs) == "пары №2 №4"


def test_yo_may_be_typed_as_ye() -> None:
    """A player is found without his dots; with them only where he has them."""
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


@each_line(
    ("people", "typed", "meant"),
    [
        (("Аня", "Борис", "Игорь"), "аней", "Аня"),
        (("Аня", "Борис", "Игорь"), "бориса", "Борис"),
        (("Аня", "Борис", "Игорь"), "игорю", "Игорь"),
        (("Пётр", "Павел", "Игорёк"), "петра", "Пётр"),
        (("Пётр", "Павел", "Игорёк"), "павлу", "Павел"),
        (("Пётр", "Павел", "Игорёк"), "игорька", "Игорёк"),
        (("Лев", "Андрей", "Ольга"), "льву", "Лев"),
        (("Лев", "Андрей", "Ольга"), "андрея", "Андрей"),
        (("Лев", "Андрей", "Ольга"), "ольги", "Ольга"),
        (("Анна", "Анна-Мария", "Борис П."), "анну", "Анна"),
        (("Анна", "Анна-Мария", "Борис П."), "анну-марию", "Анна-Мария"),
        (("Анна", "Анна-Мария", "Борис П."), "бориса", "Борис П."),
        (("Ира", "Ирина", "Яна"), "ири", "Ирина"),
        (("Ян", "Яна", "Ира"), "яна", "Яна"),
        (("Анна", "Аннушка", "Ира"), "анну", ""),
        (("Ян", "Яна", "Ира"), "яну", ""),
        (("Ян", "Яна", "Ира"), "иру-марию", ""),
    ],
)
def test_a_russian_name_may_be_declined(people: tuple[str, ...], typed: str, meant: str) -> None:
    """A name as it stands comes first; where a form is the beginning of another name, nobody is meant."""
    found = Table.of("preferans")
    state = found.start(people)
    if meant:
        entry = found.entry("misere", declarer=meant, tricks={meant: 0})
        assert found.game.parse(state, f"{typed} м 0") == entry
    else:
        with pytest.raises(InvalidInput):
            found.game.parse(state, f"{typed} м 0")


@each_game
@settings(max_examples=50)
@given(data=st.data())
def test_any_words_are_a_hand_or_are_refused(name: str, data: st.DataObject) -> None:
    """However they stand together; what is read from them is written and read back."""
    found, state = table(name)
    said = [each for line in (*LINES[name], *TYPED[name]) for each in line.split()]
    line = " ".join(data.draw(st.lists(st.sampled_from([*said, "#2", "в", "?", "11"]), max_size=7)))
    with speaking("ru"):
        try:
            entry = found.game.parse(state, line)
        except InvalidInput:
            return
        assert found.game.parse(state, found.game.format(state, entry)) == entry


AS_TYPED = {"т", "n"}
"""What is read as it is typed though its key means something else: 7т is clubs, 7n no trump, on one key."""


def spoken() -> Iterator[tuple[str, Vocabulary[Any] | Word]]:
    """The words of all notations, by where they stand."""
    modules = [
        notation_words,
        *(importlib.import_module(f"prefcount.games.{name}.notation") for name in GAMES),
    ]
    for module in modules:
        for called, value in vars(module).items():
            if isinstance(value, Vocabulary | Word):
                yield f"{module.__name__}.{called}", value


def test_no_word_means_two_things() -> None:
    """Every language has a word for everything, and keys read as letters take no word's meaning away."""
    for where, words in spoken():
        means_one_thing(Vocabulary({where: words}) if isinstance(words, Word) else words)


def means_one_thing(words: Vocabulary[Any]) -> None:
    """What is typed for a word is no other one."""
    meanings: dict[str, str] = {}
    for code, (meaning, word) in product(LANGUAGES, words.words.items()):
        with speaking(code):
            assert words.read(str(word)) == meaning
        for each in word.spellings:
            assert meanings.setdefault(each, meaning) == meaning
    for each, meaning in meanings.items():
        keys = {meanings.get(other, meaning) for other in variants(each)} - {meaning}
        assert words.read(each) == meaning
        assert not keys or each in AS_TYPED


@each_game
def test_examples_of_the_help_are_the_same_hands(name: str) -> None:
    """Translated, every line of the help is still a hand, and the one that its sentence tells of."""
    found = Table.of(name)
    catalogue, size = stored_catalogue("ru"), max(3, found.game.sizes[0])
    here, there = (found.start(people[:size], dealer=people[size - 1]) for people in (PLAYERS, PEOPLE))
    guide = found.game.guide()
    pairs = [(line, catalogue.get(line).string) for line, _meaning in guide.lines]
    english_lines = guide.short(PLAYERS[:3])
    with speaking("ru"):
        pairs += zip(english_lines, guide.short(PEOPLE[:3]), strict=True)
    for english, russian in pairs:
        with speaking("ru"):
            line = found.game.format(here, found.game.parse(here, english))
            for latin, cyrillic in zip(PLAYERS, PEOPLE, strict=True):
                line = line.replace(latin, cyrillic)
            assert found.game.format(there, found.game.parse(there, russian)) == line
