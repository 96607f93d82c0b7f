"""The rule books as lines of text: nothing is lost, and it fits."""

import re
from itertools import cycle, product
from pathlib import Path

import pytest

from prefcount.base.i18n import LANGUAGES, override_language
from prefcount.games import GAMES, get_game
from prefcount.render import book as books
from prefcount.render.book import TEXT, lay_out, remove_codes, replace_codes, section, section_numbers
from prefcount.render.text_cells import width
from tests.tables import each_line

SIGNS = re.compile(r"\]\([^)]*\)|[^\w/×·−]+")


def words(text: str) -> str:
    """What a text says, without signs and blanks."""
    return SIGNS.sub("", text.replace("```example", ""))


@each_line(
    ("game", "code", "room"),
    [*zip(GAMES, cycle(LANGUAGES), cycle((20, 60, 100)), strict=False), (GAMES[0], "ru", 60)],
)
def test_a_section_in_lines(game: str, code: str, room: int) -> None:
    """Every word of every section is there once, and lines of text are no longer than the room."""
    with override_language(code):
        whole = books.rule_book(get_game(game))
    for number in section_numbers(whole):
        lines = list(lay_out(section(whole, number), room))
        said = words("".join(line.text for line in lines))
        for line in section(whole, number).splitlines():
            assert all(words(each) in said for each in line.split("|"))
        assert all(width(line.text) <= room for line in lines if line.kind == TEXT)


def test_a_section_ends_where_the_next_of_its_level_begins() -> None:
    """What is below it is part of it; a # in a block of code is no heading, and numbers are told whole."""
    whole = "# Book\n\n## 1. One\n\na\n\n### 1.1 Half\n\n```\n## 2. no\n```\n\n## 10. Ten\n\nb\n"
    assert section_numbers(whole) == ["1", "1.1", "10"]
    assert section(whole, "1") == "## 1. One\n\na\n\n### 1.1 Half\n\n```\n## 2. no\n```\n"
    assert section(whole, "1.1") == "### 1.1 Half\n\n```\n## 2. no\n```\n"
    assert section(whole, "10") == "## 10. Ten\n\nb\n"
    assert section(whole, "2") == section(whole, "0") == ""


def test_a_book_without_a_translation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read in English, which is better than none."""
    (tmp_path / "rules.md").write_text("# English\n", encoding="utf-8")
    monkeypatch.setattr(books, "BOOK_FOLDERS", (tmp_path,))
    with override_language("ru"):
        assert books.rule_book(get_game("preferans")) == "# English\n"


def test_who_reads_at_the_table_sees_words_only() -> None:
    """What files call a thing stays where it has no words beside it, and in what is no table."""
    said = (
        "`preset` (набор правил): `sochi` (Сочинка, так обычно), `races`\n(Скачки)\n"
        "| | sochi (Сочинка) |\n"
        "| `rounding` | округление | целые `whole`, по 10 `fixed` |"
    )
    assert remove_codes(said).splitlines() == [
        "набор правил: Сочинка, так обычно, Скачки",
        "| | Сочинка |",
        "| `rounding` | округление | целые, по 10 |",
    ]
    english = "`style` (`greedy`; `gentleman`) is one\n| `style` | greedy |"
    assert remove_codes(english) == english


CODES = re.compile(r"[a-z0-9]+_[a-z0-9_]+|[a-z]+\.[a-z]+_")


@each_line(("name", "code"), product(GAMES, LANGUAGES))
def test_who_reads_at_the_table_sees_no_code(name: str, code: str) -> None:
    """What a section calls an option, a value or a preset is what the screens call it, but in examples."""
    game = get_game(name)
    with override_language(code):
        whole, options = books.rule_book(game), game.options(game.preset(next(iter(game.presets))))
        for number in {info.section for info in options}:
            read = replace_codes(remove_codes(section(whole, number)), options, game.presets)
            assert not CODES.search(re.sub("```.*?```", "", read, flags=re.DOTALL))


def test_a_value_is_that_of_the_option_before_it() -> None:
    """Where several options have it; numbers stand plain, and what is typed stays as it is."""
    game = get_game("preferans")
    said = "`style` `gentleman`, `returned_half_whister` `consolation`, `6 7 7`, `ppw`\n| `end` | each |"
    read = replace_codes(said, game.options(game.preset("sochi")), game.presets)
    assert read.splitlines() == [
        "“Style of whisting” “gentleman”, “Who took half, whist returned” “consolation”, 6 7 7, `ppw`",
        "| Game ends by | every pool full |",
    ]
