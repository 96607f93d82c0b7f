"""The words for keys of files: the keys themselves in English, translations in other languages."""

from itertools import product
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from prefcount.base.i18n import N_, override_language
from prefcount.base.problems import AMENDED, RULES, field_word, option_word, player_field_word, problem
from prefcount.games import GAMES, get_game
from prefcount.languages import LANGUAGES
from tests.i18n.catalogues import COMPLETE, fields, models, options
from tests.tables import each_line

FIELDS = {
    "tricks": "взятки",
    "calls.Вера": "кто вистует, Вера",
    "players.0": "игроки, 0",
    "columns.Вера.whists.Anna": "столбцы, Вера, висты, Anna",
    "columns.@X.line": "столбцы, @X, линия",
    "followers.Ana.role": "идущие, Ana, роль",
    "with.declarer_tricks": "исправление, взятки играющего",
    "with.set.raspasy.exit.2": "исправление, новые правила, выход из распасов, 2",
    "rules.raspasy": "правила, распасы",
    "rules.style": "правила, висты на подсаде",
}
AS_THEY_ARE = ("", "“tricks.a.tricks”", "Игроки", "kindly", "a..tricks", "Вера.tricks")


@each_line(("field", "words"), [*FIELDS.items(), *zip(AS_THEY_ARE, AS_THEY_ARE, strict=True)])
def test_a_key_is_a_word_and_a_name_stays(field: str, words: str) -> None:
    wrong = problem(field, N_("is missing"))
    assert field_word(field) == field
    with override_language("ru"):
        assert field_word(field) == words
        assert str(wrong) == f"{words}: не указано" if words else "не указано"


PLAIN = {
    "calls.Вера": ("Вера", "Вера"),
    "with.tricks.J. R.": ("J. R.", "J. R."),
    "tricks": ("tricks", "взятки"),
    "declarer_tricks": ("declarer's tricks", "взятки играющего"),
    "followers.Ana.role": ("Ana, role", "Ana, роль"),
    "set.raspasy.exit": ("Raspasy: lowest bid after them", "выход из распасов"),
    "“anna 7h.5”": ("“anna 7h.5”", "“anna 7h.5”"),
}


@each_line("field", PLAIN)
def test_at_the_table_a_player_is_only_named(field: str) -> None:
    for code, said in zip(("en", "ru"), PLAIN[field], strict=True):
        with override_language(code):
            assert player_field_word(field) == said


@each_line("name", ["kind", "Иванов И.И.", "tricks", "12", " ", "J. R."])
def test_a_name_is_never_translated(name: str) -> None:
    with override_language("ru"):
        assert field_word(f"calls.{name}") == f"кто вистует, {name}"
        assert field_word(f"columns.{name}.pool") == f"столбцы, {name}, пуля"


def test_an_unknown_option_keeps_its_name_in_its_group() -> None:
    with override_language("ru"):
        assert option_word("raspasy.cup") == "распасы, cup"
        assert option_word("a.b.c") == "a.b.c"


OTHER_SCRIPTS = [code for code in COMPLETE if not LANGUAGES[code].name.isascii()]
"""Languages in which no word can equal the key in files."""


@each_line(("name", "code"), product(GAMES, OTHER_SCRIPTS))
def test_every_key_and_every_option_has_a_word(name: str, code: str) -> None:
    game = get_game(name)
    with override_language(code):
        assert [key for _about, key in fields(game) if field_word(key) == key] == []
        assert [each for _about, each in options(game) if option_word(each) == each] == []


@each_line("name", GAMES)
def test_keys_and_names_take_turns(name: str) -> None:
    objects = [
        (key, key in (AMENDED, *RULES) or _by_name(info.annotation))
        for model in get_game(name).entries.values()
        for key, info in ((info.alias or field, info) for field, info in model.model_fields.items())
        if list(models(info.annotation)) or _has_dict(info.annotation)
    ]
    assert [key for key, fine in objects if not fine] == []


def _has_dict(annotation: Any) -> bool:
    return get_origin(annotation) is dict or any(map(_has_dict, get_args(annotation)))


def _by_name(annotation: Any) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return False
    return get_origin(annotation) is dict or all(map(_by_name, get_args(annotation)))
