"""Tests of the rule books as lines of text."""

import re
from itertools import cycle, product
from pathlib import Path

import pytest

from prefcount.base.i18n import override_language
from prefcount.games import GAMES, get_game
from prefcount.languages import LANGUAGES
from prefcount.render import book as books
from prefcount.render.book import TEXT, lay_out, replace_codes, section, section_numbers
from prefcount.render.text_cells import width
from tests.tables import each_line

SIGNS = re.compile(r"\]\([^)]*\)|[^\w/×·−]+")


def words(text: str) -> str:
    return SIGNS.sub("", text.replace("```example", ""))


@each_line(
    ("game", "code", "room"),
    [*zip(GAMES, cycle(LANGUAGES), cycle((20, 60, 100)), strict=False), (GAMES[0], "ru", 60)],
)
def test_a_section_keeps_every_word_within_the_width(game: str, code: str, room: int) -> None:
    with override_language(code):
        whole = books.rule_book(get_game(game))
    for number in section_numbers(whole):
        lines = list(lay_out(section(whole, number), room))
        said = words("".join(line.text for line in lines))
        for line in section(whole, number).splitlines():
            assert all(words(each) in said for each in line.split("|"))
        assert all(width(line.text) <= room for line in lines if line.kind == TEXT)


def test_a_section_includes_its_subsections() -> None:
    whole = "# Book\n\n## 1. One\n\na\n\n### 1.1 Half\n\n```\n## 2. no\n```\n\n## 10. Ten\n\nb\n"
    assert section_numbers(whole) == ["1", "1.1", "10"]
    assert section(whole, "1") == "## 1. One\n\na\n\n### 1.1 Half\n\n```\n## 2. no\n```\n"
    assert section(whole, "1.1") == "### 1.1 Half\n\n```\n## 2. no\n```\n"
    assert section(whole, "10") == "## 10. Ten\n\nb\n"
    assert section(whole, "2") == section(whole, "0") == ""


def test_a_book_without_a_translation_is_read_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules.md").write_text("# English\n", encoding="utf-8")
    monkeypatch.setattr(books, "BOOK_FOLDERS", (tmp_path,))
    with override_language("ru"):
        assert books.rule_book(get_game("preferans")) == "# English\n"


def test_codes_with_words_next_to_them_are_removed() -> None:
    said = (
        "`preset` (конвенция): `sochi` (Сочинка, так обычно), `races`\n(Скачки)\n"
        "| | sochi (Сочинка) |\n"
        "| `rounding` | округление | целые `whole`, по 10 `fixed` |"
    )
    assert replace_codes(said, (), ()).splitlines() == [
        "конвенция: Сочинка, так обычно, Скачки",
        "| | Сочинка |",
        "| `rounding` | округление | целые, по 10 |",
    ]
    english = "`style` (`greedy`; `gentleman`) is one\n| `style` | greedy |"
    assert replace_codes(english, (), ()) == english


CODES = re.compile(r"[a-z0-9]+_[a-z0-9_]+|[a-z]+\.[a-z]+_")


@each_line(("name", "code"), product(GAMES, LANGUAGES))
def test_codes_are_replaced_by_the_words_of_the_screens(name: str, code: str) -> None:
    game = get_game(name)
    with override_language(code):
        whole, options = books.rule_book(game), game.options(game.preset(next(iter(game.presets))))
        for number in {info.section for info in options}:
            read = replace_codes(section(whole, number), options, game.presets)
            assert not CODES.search(re.sub("```.*?```", "", read, flags=re.DOTALL))


def test_a_value_belongs_to_the_option_before_it() -> None:
    game = get_game("preferans")
    said = "`style` `gentleman`, `returned_half_whister` `consolation`, `6 7 7`, `ppw`\n| `end` | each |"
    read = replace_codes(said, game.options(game.preset("sochi")), game.presets)
    assert read.splitlines() == [
        "“Style of whisting” “gentleman”, “Half-whister after a returned whist” “consolation”, 6 7 7, `ppw`",
        "| Game ends by | every pool full |",
    ]
