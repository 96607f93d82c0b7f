"""The rule books in `docs/`: every worked hand writes what the book says, in every language."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Any

import pytest

from prefcount.base import i18n
from prefcount.base.i18n import override_language
from prefcount.games import GAMES, get_game
from prefcount.games.preferans.legality import count_talon_units
from prefcount.games.preferans.scoring import QUOTAS
from prefcount.games.preferans.state import raspasy_price
from prefcount.render.book import rule_book, section, section_numbers
from prefcount.render.text import value_text
from tests.cli.ran import ROOT
from tests.documents import SPAN, Row, sections
from tests.helpers import GAME, scored, start
from tests.i18n.catalogues import translations
from tests.tables import each_line
from tests.worked import FENCE, Example, examples, played

DOCS = ROOT / "docs"
BOOKS = sorted(path.name for path in DOCS.glob("*.md") if FENCE in path.read_text(encoding="utf-8"))
ENGLISH = [name for name in BOOKS if not name.endswith(".ru.md")]
WORKED = [
    pair
    for name in ENGLISH
    for pair in zip(examples(DOCS / name), examples(DOCS / name.replace(".md", ".ru.md")), strict=True)
]
"""Each worked hand in English and in Russian."""


EDITED = cache(translations)


@pytest.fixture(autouse=True)
def translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "load_catalogue", EDITED)


@each_line(("english", "russian"), WORKED)
def test_worked_hands_have_the_figures_of_the_program(english: Example, russian: Example) -> None:
    ours = played(english)
    with override_language("ru"):
        assert played(russian) == ours
    assert (russian.section, len(russian.lines)) == (english.section, len(english.lines))


# --- citations -------------------------------------------------------------------------------------


NUMBERS = re.compile(r"\d+(?:\.\d+)*(?: to [\d.]+)?")
CITED = re.compile(r"\b(sections?|fine print)\s((?:\d[\d.]*(?: to [\d.]+)?(?:,\s|\sand\s)?)+)")


def documents(game: str) -> dict[str, str]:
    found = {}
    for code in ("en", "ru"):
        with override_language(code):
            found[code] = rule_book(get_game(game))
    return found


def items(text: str) -> set[str]:
    return set(re.findall(r"^(\d+)\. ", section(text, "12"), re.MULTILINE))


def cited(text: str) -> Iterator[tuple[bool, str]]:
    """Yield every number of a section cited in a text, with whether it is of the fine print."""
    for match in CITED.finditer(text):
        for each in NUMBERS.findall(match[2].rstrip(".")):
            first, _, last = each.rstrip(".").partition(" to ")
            chapter, _, begin = first.rpartition(".")
            ends = range(int(begin), int(last.rpartition(".")[2] or begin) + 1)
            yield from ((match[1] == "fine print", f"{chapter}.{end}".lstrip(".")) for end in ends)


def test_citations_in_the_code_exist() -> None:
    books = {game: [text for text in documents(game).values() if text] for game in GAMES}
    wrong = [
        f"{path.relative_to(ROOT)}: {'fine print' if fine else 'section'} {number}"
        for path in sorted((ROOT / "prefcount").rglob("*.py"))
        for fine, number in cited(path.read_text(encoding="utf-8"))
        for text in books.get(path.parent.name, books["preferans"])
        if number not in (items(text) if fine else section_numbers(text))
    ]
    assert not wrong


@each_line("game", GAMES)
def test_citations_of_options_exist(game: str) -> None:
    played = get_game(game)
    for text in filter(None, documents(game).values()):
        for info in played.options(played.preset(next(iter(played.presets)))):
            assert f"`{info.name}`" in section(text, info.section), info.name


def test_every_value_of_an_option_is_explained() -> None:
    for text in documents("preferans").values():
        for info in GAME.options(GAME.preset("sochi")):
            for value in (*info.choices, *info.usual):
                assert f"`{value_text(value)}`" in section(text, info.section) or value in (True, False), (
                    info.name
                )


def test_the_headings_have_the_same_numbers() -> None:
    for game in GAMES:
        english, russian = documents(game).values()
        assert section_numbers(english) == section_numbers(russian)
    assert section_numbers(documents("preferans")["en"]) == [str(number) for number in range(15)]


# --- tables ----------------------------------------------------------------------------------------


def tables(number: str) -> Iterator[tuple[tuple[Row, ...], ...]]:
    """Yield the tables of a section in each language, with codes of the program instead of words."""
    for name in ("docs/rules.md", "docs/rules.ru.md"):
        yield next(each.tables for each in sections(name) if each.heading.startswith(f"{number}. "))


def spelled(cell: str) -> str:
    return SPAN.findall(cell)[0]


def test_the_tables_of_both_languages_have_the_same_figures() -> None:
    for number in (str(number) for number in range(13) if number != 9):
        english, russian = tables(number)
        assert [[len(row) for row in table] for table in english] == [
            [len(row) for row in table] for table in russian
        ]
        for ours, its in zip(chain(*english), chain(*russian), strict=True):
            for cell, other in zip(ours, its, strict=True):
                assert re.findall(r"\d+", cell) == re.findall(r"\d+", other)
                assert SPAN.findall(cell) == SPAN.findall(other)


def test_values_and_quotas_are_right() -> None:
    for found in tables("0"):
        rules: Any = GAME.preset("sochi")
        rows = [*((str(level), str(rules.value(level)), str(quota)) for level, quota in QUOTAS.items())]
        assert list(found[0][1:-1]) == rows
        assert found[0][-1][1:] == (str(rules.misere_value), "–")


def test_figures_of_contracts_are_right() -> None:
    for found in tables("0"):
        heads = [cell.split(" ")[0] for cell in found[1][0][1:]]
        for level, *cells in found[1][1:]:
            for preset, cell in zip(heads, cells, strict=True):
                made, short = int(level), 10 - (QUOTAS[int(level)] - 1)
                written = scored(f"anna {level}h wp {short}", preset=preset, aid=False)
                failed = scored(
                    f"anna {level}h ww {made - 1} 0 {11 - made}", preset=preset, consolation="none"
                )
                figures = (
                    *(written["Anna pool"], Fraction(failed["Vera on Anna"], 11 - made)),
                    *(failed["Anna dump"], written["Boris dump"]),
                )
                assert cell == " / ".join(map(str, figures))


def test_shares_of_undertricks_are_right() -> None:
    for found in tables("3"):
        for (head, *columns), *rows in found:
            for value, *cells in rows:
                for column, cell in zip(columns, cells, strict=True):
                    word, tricks = column.split(", ")
                    first, second = map(int, re.findall(r"\d+", tricks))
                    level = LEVELS[word]
                    line = f"anna {level}h ww {10 - first - second} {first} {second}"
                    written = scored(line, **{spelled(head): spelled(value)})
                    dumps = written.get("Boris dump", 0), written.get("Vera dump", 0)
                    assert cell == " / ".join(map(str, dumps)), (value, column)


LEVELS = {
    **{"six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10},
    **{"шесть": 6, "семь": 7, "восемь": 8, "девять": 9, "десять": 10},
}


def test_prices_of_raspasy_are_right() -> None:
    for prices, _ladder in tables("4"):
        for base, progression, cap, *cells in prices[1:]:
            rules = {"base": int(base), "progression": spelled(progression), "cap": int(cap)}
            played = start(raspasy=rules)
            row = [str(raspasy_price(played.rules, place)) for place in range(1, 6)]
            assert cells == row, progression


def test_lowest_bids_after_raspasy_are_right() -> None:
    for _prices, ladder in tables("4"):
        for levels, *cells in ladder[1:]:
            played = start(raspasy={"exit": [int(each) for each in spelled(levels).split()]})
            bids = [str(played._replace(row=row).lowest_bid) for row in range(1, 5)]
            assert cells == bids, levels


def test_values_of_talons_are_right() -> None:
    talons = (("AS", "10H"), ("KS", "QS"), ("AS", "KS"), ("AS", "AH"))
    for (found,) in tables("7"):
        assert [int(row[1]) for row in found[1:]] == [count_talon_units(talon) for talon in talons]


def test_presets_are_right() -> None:
    options = {name: {each.name: each for each in GAME.options(GAME.preset(name))} for name in GAME.presets}
    differing = [
        name
        for name in options["sochi"]
        if name != "preset" and len({str(each[name].value) for each in options.values()}) > 1
    ]
    for code, (found,) in zip(("en", "ru"), tables("9"), strict=True):
        head, *rows = found
        assert [cell.split(" ")[0] for cell in head[1:]] == list(GAME.presets)
        assert [spelled(row[0]) for row in rows] == differing
        with override_language(code):
            for name, *cells in rows:
                option = spelled(name)
                word = option if code != "en" else ""
                values = [value_text(each[option].value, word) for each in options.values()]
                assert cells == [value.replace(", ", " ") for value in values], name


def test_all_forms_of_citations_are_found() -> None:
    text = "(rule book, sections 1 to 3 and 7; fine print 8 to 10, 22). See section 2.4; sections 2.3 to 2.5."
    assert list(cited(text)) == [
        *((False, each) for each in ("1", "2", "3", "7")),
        *((True, each) for each in ("8", "9", "10", "22")),
        *((False, each) for each in ("2.4", "2.3", "2.4", "2.5")),
    ]
