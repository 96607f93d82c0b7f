"""Tests of the empty sheet."""

import pytest

from prefcount.base.problems import InvalidInput
from prefcount.render.documents import Blank, blank_html, blank_svg, make_blank
from tests.render.reading import HOSTILE, Drawn, Page
from tests.tables import each_line


def texts(empty: Blank) -> list[str]:
    drawn = Drawn(blank_svg(empty))
    return ["".join(text.itertext()) for text in drawn.root.iter() if text.tag.endswith("}text")]


@pytest.mark.parametrize(
    ("players", "places"),
    [
        (2, {"on the other"}),
        (3, {"on the left", "on the right"}),
        (4, {"on the left", "opposite", "on the right"}),
    ],
)
def test_without_names_there_are_lines_for_them(players: int, places: set[str]) -> None:
    empty = make_blank("preferans", players, ())
    assert set(texts(empty)) == {"20", "pool", "dump", *places}
    assert len(Drawn(blank_svg(empty)).root.findall(".//{*}line")) == players


def test_with_names_and_a_target() -> None:
    assert set(texts(make_blank("preferans", 3, ("Anna", "Boris", "Vera"), 50))) == {
        *("50", "pool", "dump", "Anna", "Boris", "Vera")
    }


def test_the_player_at_the_top_reads_from_there() -> None:
    groups = Drawn(blank_svg(make_blank("preferans", 4, (), 20))).root.findall("{*}g")
    turns = [(group.get("transform") or "").partition("rotate")[2] for group in groups]
    assert turns == ["", "(90)", "(180)", "(-90)"]


def test_the_page_has_fields_to_fill_in() -> None:
    shown = Page(blank_html(make_blank("preferans", 3, (), 20)))
    assert shown.texts["span"] == ["Date", "Place", "Preset", "Price per whist"]
    assert ("body", {"class": "blank"}) in shown.tags
    assert shown.texts["title"][0] == "An empty sheet for 3 players"


@each_line("players", HOSTILE)
def test_names_are_text(players: tuple[str, ...]) -> None:
    shown = Page(blank_html(make_blank("preferans", len(players), players, 20)))
    assert shown.texts["title"][0] == f"{', '.join(players)} · Preferans"
    assert "script" not in shown.names


@pytest.mark.parametrize(
    ("names", "target", "sentence"),
    [(("a", "A", "b"), 20, "is used twice"), (("a", "b\x1b", "c"), 20, "U\\+001B"), ((), 0, "at least 1")],
)
def test_impossible_tables_are_refused(names: tuple[str, ...], target: int, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        make_blank("preferans", 3, names, target)
