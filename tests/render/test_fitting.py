"""Tests of fitting columns: text stays in its place, and the newest total is always shown."""

from hypothesis import given
from hypothesis import strategies as st

from prefcount.render.sheet_drawing import ELLIPSIS, ColumnPiece
from prefcount.render.svg import (
    LABEL_HEIGHT,
    SIZES,
    FittedText,
    Strip,
    fit_column,
    ruled_page,
    shorten,
    text_ems,
    text_units,
    traditional_page,
)
from tests.tables import each_line

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
