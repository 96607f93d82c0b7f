"""Tests of the sheet as an SVG picture."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefcount.render.sheet_drawing import ELLIPSIS, ColumnPiece
from prefcount.render.svg import (
    LABEL_HEIGHT,
    SIZES,
    FittedText,
    Strip,
    draw_sheet,
    fit_column,
    ruled_page,
    sheet_svg,
    shorten,
    text_ems,
    text_units,
    traditional_page,
)
from prefcount.render.view import table_view
from prefcount.session.session import Session
from prefcount.store.reader import load
from tests.helpers import header
from tests.render.reading import HOSTILE, SVG, Drawn, effective, sessions
from tests.store.files import amend, session
from tests.tables import each_line

SAMPLES = sorted((Path(__file__).parents[2] / "sample_sessions").glob("*.jsonl"))
SETTLED = [path for path in SAMPLES if path.stem != "faulty"]


@each_line("path", SETTLED)
def test_every_figure_of_the_sheet_is_drawn(path: Path) -> None:
    played = load(path).session
    assert Drawn(sheet_svg(played)).last == effective(played)
    assert draw_sheet(table_view(played)).complete


@settings(max_examples=8)
@given(sessions())
def test_every_figure_of_any_game_is_drawn(played: Session) -> None:
    document = sheet_svg(played)
    drawn = Drawn(document)
    assert drawn.last == effective(played)
    assert len(drawn.names) == len(played.players)
    assert document == sheet_svg(played)


@each_line("players", HOSTILE)
def test_names_are_text_and_never_markup(players: tuple[str, ...]) -> None:
    drawn = Drawn(sheet_svg(Session(header(players))))
    assert drawn.title.startswith(", ".join(players))
    assert [line.split(" 0: ")[0] for line in drawn.words.splitlines()] == list(players)
    for name, player in zip(drawn.names, players, strict=True):
        assert name == player or (name.endswith("…") and player.startswith(name[:-1]))
    tags = {element.tag.removeprefix(SVG) for element in drawn.root.iter()}
    assert tags <= {"svg", "title", "desc", "rect", "g", "polygon", "text", "tspan", "circle"}


def test_it_names_only_generic_fonts_and_fetches_nothing() -> None:
    document = sheet_svg(session("anna 7h wp 6"))
    assert set(re.findall(r'font-family="([^"]*)"', document)) == {"sans-serif"}
    assert not re.search(r"href|url\(|@import|<style|<script|http(?!://www\.w3\.org/2000/svg)", document)


def test_it_is_a_picture_with_a_title_and_a_description() -> None:
    drawn = Drawn(sheet_svg(session("anna 7h wp 6")))
    assert drawn.root.get("role") == "img"
    by_id = {element.get("id"): element.tag for element in drawn.root if element.get("id")}
    assert drawn.root.get("aria-labelledby") == " ".join(map(str, by_id))
    assert list(by_id.values()) == [f"{SVG}title", f"{SVG}desc"]
    assert drawn.words.splitlines()[:2] == [
        "Anna −50⅔: pool 0, dump 4, on Boris 0, on Vera 0",
        "Boris +33⅓: pool 0, dump 0, on Anna 20, on Vera 0",
    ]


def test_a_struck_figure_is_struck_through_before_the_one_that_replaces_it() -> None:
    drawn = Drawn(sheet_svg(session("anna 7h wp 7", amend(1, "anna 7h wp 6"))))
    struck = [p.text for t in drawn.columns for p in t if p.get("text-decoration") == "line-through"]
    assert struck[0] == "4"
    assert "4" in drawn.last


def test_old_figures_are_lighter_and_the_newest_is_bold() -> None:
    drawn = Drawn(sheet_svg(session("anna 6h wp 6", "anna 7h wp 7", "anna 6s wp 6")))
    pool = next(text for text in drawn.columns if [piece.text for piece in text] == ["2.6.", "8"])
    old, last = pool
    assert old.get("font-weight") is None
    assert old.get("fill") != last.get("fill")
    assert last.get("font-weight") == "bold"


def test_two_hundred_hands_leave_out_only_old_figures() -> None:
    hands = [f"{player} {hand}" for player in ("anna", "boris", "vera") for hand in ("6h wp 5", "r")]
    lines = ["r 3 5 2" if hand.endswith("r") else hand for hand in hands] * 33
    played = session(*lines, end="manual")
    assert played.state.hands == 198
    drawn = draw_sheet(table_view(played))
    assert not drawn.complete
    assert Drawn(sheet_svg(played)).last == effective(played)


def test_more_columns_than_the_traditional_page_has_get_ruled_boxes() -> None:
    view = table_view(session("anna 7h wp 6"))
    more = view._replace(rows=tuple(row._replace(own=(*row.own, *row.own)) for row in view.rows))
    picture = draw_sheet(more).picture
    assert len(picture.findall(".//polygon")) == 3 * (4 + 2)
    assert picture.find("circle") is None
    alone = view._replace(rows=tuple(row._replace(own=(), on=(None, None, None)) for row in view.rows))
    assert draw_sheet(alone).picture.findall(".//polygon") == []


def test_ruled_boxes_grow_as_far_as_paper_allows() -> None:
    head = header(3).model_copy(update={"game": "prefa", "rules": {"stake": 100_000}})
    played, heights = Session(head), []
    for hands in (0, 30, 270):
        while played.state.hands < hands:
            played = played.accept(played.game.parse(played.state, "#1 6h dd 2 2")).session
        made = draw_sheet(table_view(played))
        assert made.complete is (hands < 270)
        heights.append(int(made.picture.attrib["viewBox"].split()[-1]))
    assert heights == sorted(set(heights))


@pytest.mark.parametrize("game", ["prefa", "priffe"])
def test_a_ruled_sheet_has_the_blocks_and_lines_of_its_game(game: str) -> None:
    head = header(4).model_copy(update={"game": game})
    view = table_view(Session(head))
    picture = draw_sheet(view).picture
    panels = [panel for row in view.panels for panel in row]
    assert len(picture.findall(".//polygon")) == sum(len(panel.columns) for panel in panels)
    texts = ["".join(text.itertext()) for text in picture.iter("text")]
    assert all(any(text.startswith(panel.heading) for text in texts) for panel in panels)
    assert set(view.lines) <= set(texts)


PLACES = [
    (place, page.label)
    for page in (
        *map(traditional_page, (2, 3, 4, 5)),
        traditional_page(5, table=True),
        ruled_page([(7,), (2, 1), (4, 4, 4)]),
    )
    for sector in page.sectors
    for place in (*sector.own, *sector.on.values())
]
figures = st.integers(-1_000_000, 1_000_000).map(str) | st.sampled_from(["7 1/3", "−999999 1234567/7654321"])


def written(amounts: list[str]) -> list[ColumnPiece]:
    return [
        ColumnPiece(amount, "last" if at == len(amounts) - 1 else "old") for at, amount in enumerate(amounts)
    ]


def wide(line: FittedText) -> int:
    return sum(text_units(piece.text, line.size, bold=piece.style == "last") for piece in line.pieces)


@given(st.sampled_from(PLACES), st.text(max_size=40), st.lists(figures, min_size=1, max_size=60))
def test_text_stays_inside_its_place(place: tuple[Strip, int], label: str, amounts: list[str]) -> None:
    strip, least = place
    lines = fit_column(strip, label, written(amounts), least)
    for line in lines:
        assert strip.top <= line.y - line.size < line.y <= strip.bottom
        left, right = strip.span(line.y - line.size, line.y)
        assert left <= line.x
        assert line.x + wide(line) <= right
    assert lines[-1].pieces[-1].text == amounts[-1]


@given(st.sampled_from(PLACES), st.integers(1, 400))
def test_only_the_oldest_totals_are_left_out_and_only_at_the_smallest_size(
    place: tuple[Strip, int], count: int
) -> None:
    totals = written([str(10 + at) for at in range(count)])
    strip, least = place
    lines = fit_column(strip, "pool", totals, least)
    shown = [piece for line in lines for piece in line.pieces if piece.style != "label" and piece.text != "."]
    if ELLIPSIS in [piece.text for piece in shown]:
        assert shown[0].text == ELLIPSIS
        assert {line.size for line in lines} <= {least, least * SIZES[-1] // 100}
        shown = shown[1:]
        assert len(shown) < count
    assert shown == totals[-len(shown) :]


@each_line("place", PLACES)
def test_six_totals_of_three_digits_fit_in_every_place(place: tuple[Strip, int]) -> None:
    strip, least = place
    lines = fit_column(strip, "Boris", written(["888"] * 6), least)
    assert ELLIPSIS not in [piece.text for line in lines for piece in line.pieces]


def test_few_totals_are_written_large() -> None:
    strip, least = PLACES[0]
    lines = fit_column(strip, "pool", written(["2", "6", "12"]), least)
    assert {line.size for line in lines[1:]} == {SIZES[0] * LABEL_HEIGHT // 100}


def test_long_names_are_cut_with_an_ellipsis() -> None:
    assert shorten("Anna", 1000, 20) == "Anna"
    assert shorten("x" * 40, 200, 20).endswith("x…")
    assert text_units(shorten("漢" * 40, 200, 20), 20) <= 200
    assert text_ems("漢") > 1000 > text_ems("i") > text_ems("\u0301") == 0
