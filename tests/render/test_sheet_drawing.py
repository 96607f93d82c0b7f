"""Tests of the sheet in terminal cells."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby, product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.entries.models import NAME_LENGTH
from prefcount.games.state import RESULT
from prefcount.ledger import Account, Amount
from prefcount.render.sheet_drawing import (
    MIN_SIZES,
    Area,
    Canvas,
    Cursor,
    Figures,
    Page,
    Piece,
    compact_height,
    draw_column,
    draw_compact,
    draw_sheet,
    fits,
    lay_out_page,
    next_figure,
)
from prefcount.render.svg import draw_sheet as drawn_page
from prefcount.render.svg import svg_text
from prefcount.render.text import sheet_text
from prefcount.render.text_cells import figure, signed, width
from prefcount.render.view import ColumnView, OwnerRow, TableView, explain_figure, table_view
from prefcount.session.replay import Total
from prefcount.session.session import Session
from tests import strategies
from tests.games.family import Table
from tests.helpers import PLAYERS
from tests.store.files import amend, session, void
from tests.tables import each_line

MOST = (140, 50)
Size = tuple[int, int]


def sizes(players: int, across: int = 7, down: int = 5) -> Iterator[Size]:
    """Return sizes from the least to the largest in steps, with the first odd and even ones."""
    columns, rows = MIN_SIZES[players]
    wide = {*range(columns, columns + 7), *range(columns, MOST[0], across), MOST[0]}
    high = {*range(rows, rows + 7), *range(rows, MOST[1], down), MOST[1]}
    yield from product(sorted(wide), sorted(high))


SOME = {players: list(sizes(players, 23, 11))[:: 6 + 2 * players] for players in MIN_SIZES}
"""A dozen sizes for two, three and four players."""
every_table = pytest.mark.parametrize("players", MIN_SIZES)


# --- the drawing, cell by cell ---------------------------------------------------------------------

Cells = list[list[Piece]]
"""The text and style of each cell, row by row; the second cell of a wide character is empty."""


wide = cache(width)
"""The width of a character, cached: millions of cells have only a few dozen characters."""


def cells(lines: Sequence[Sequence[Piece]]) -> Cells:
    found: Cells = []
    for line in lines:
        row: list[Piece] = []
        for text, style in line:
            for char in text:
                taken = wide(char)
                if taken == 1:
                    row.append((char, style))
                elif taken == 0 and row:
                    row[-1] = (row[-1][0] + char, style)
                else:
                    row += [(char, style), *[("", style)] * (taken - 1)]
        found.append(row)
    return found


def reach(row: list[Piece], area: Area) -> tuple[int, int]:
    """Return where the part of a row begins and ends in which an area is, between lines of the drawing."""
    lined = [x for x, (text, style) in enumerate(row) if style == "line" and text.strip()]
    left = max((x + 1 for x in lined if x < area.x), default=0)
    return left, min((x for x in lined if x >= area.x + area.columns), default=len(row))


def inside(drawn: Cells, area: Area) -> list[list[Piece]]:
    """Return the cells of an area and, on both sides, those up to the next line of the drawing."""
    return [row[slice(*reach(row, area))] for row in drawn[area.y : area.y + area.rows]]


def said(drawn: Cells, area: Area) -> list[str]:
    return ["".join(char for char, _ in row).strip() for row in inside(drawn, area)]


def styled(drawn: Sequence[Sequence[Piece]], style: str) -> str:
    return " ".join(text for line in drawn for text, name in line if name == style)


class Place(NamedTuple):
    """A column of the sheet with its area and its label."""

    column: ColumnView
    area: Area
    label: str


def places(view: TableView, plan: Page) -> Iterator[Place]:
    for seat, (row, sector) in enumerate(zip(view.rows, plan.sectors, strict=True)):
        for own, area in zip(row.own, sector.own, strict=True):
            yield Place(own, area, own.heading)
        for clockwise, area in sector.on.items():
            other = (seat + clockwise) % len(view.rows)
            written_on = row.on[other]
            assert written_on is not None
            yield Place(written_on, area, view.rows[other].name)


def totals(drawn: Cells, place: Place) -> tuple[bool, list[str]]:
    first, *more = said(drawn, place.area)
    label, _, figures = first.partition(" ")
    assert place.label.startswith(label.removesuffix("…"))
    found = [each.strip() for line in (figures, *more) for each in line.split(".") if each.strip()]
    return found[0][0] == "…", [each.strip("…") for each in found if each != "…"]


# --- views ----------------------------------------------------------------------------------------


def view(names: Sequence[str], columns: Sequence[Sequence[Amount]], middle: str = "20") -> TableView:
    numbers = range(len(names))
    written = iter(columns)

    def column(heading: str, account: Account) -> ColumnView:
        marks = tuple(Total(n, amount) for n, amount in enumerate(next(written), 1))
        return ColumnView(heading, account, marks)

    rows = []
    for player in numbers:
        own = (column("pool", Account("pool", player)), column("dump", Account("dump", player)))
        on = tuple(
            None if other == player else column(f"on {names[other]}", Account("whists", player, other))
            for other in numbers
        )
        result = (player - 1) * 111
        rows.append(OwnerRow(names[player], own, on, result, 0, Account(RESULT, player)))
    return TableView("", tuple(rows), (), middle, False)


def columns_of(players: int) -> int:
    return players * (players + 1)


def plain(players: int, hands: int = 3) -> TableView:
    count = columns_of(players)
    return view(PLAYERS[:players], [[at + count * hand + 10 for hand in range(hands)] for at in range(count)])


@st.composite
def views(draw: st.DrawFn, names: st.SearchStrategy[list[str]] | None = None) -> TableView:
    people = draw(st.integers(2, 5).flatmap(strategies.names) if names is None else names)
    columns = draw(st.lists(st.lists(st.integers(-99, 999), max_size=9), min_size=1, max_size=6))
    return view(people, [columns[at % len(columns)] for at in range(columns_of(len(people)))])


@st.composite
def sized(draw: st.DrawFn, players: int) -> Size:
    columns, rows = MIN_SIZES[players]
    return draw(st.integers(columns, MOST[0])), draw(st.integers(rows, MOST[1]))


def drawn(view: TableView, columns: int, rows: int, cursor: Cursor | None = None) -> list[list[Piece]]:
    canvas = draw_sheet(view, columns, rows, cursor)
    assert canvas is not None
    return list(canvas.lines())


def compact(view: TableView, columns: int, cursor: Cursor | None = None) -> list[list[Piece]]:
    return list(draw_compact(view, columns, cursor).lines())


HOSTILE_NAMES = (
    *("日本" * (NAME_LENGTH // 2), "x" * NAME_LENGTH, "e\u0301\u0302" * 13, "[/red]", "👨" * NAME_LENGTH),
    *("a b c d e f g h", "┼─│╱╲", "❤\ufe0f❤\ufe0f", "…", "👍🏽", "🇺🇦🇷🇺", "x👍🏽", "\u0301\u0302"),
)
"""Wide, long, combining, of several characters in the cells of one, and of no width at all."""


def seated(name: str, players: int) -> list[str]:
    return [name, *PLAYERS[: players - 1]]


# --- the page -------------------------------------------------------------------------------------


def areas(plan: Page) -> list[Area]:
    found = [plan.middle]
    for sector in plan.sectors:
        found += [sector.name, *sector.own, *sector.on.values()]
    return found


def apart(one: Area, other: Area) -> bool:
    """Return whether two areas share no cell."""
    return (
        one.x + one.columns <= other.x
        or other.x + other.columns <= one.x
        or one.y + one.rows <= other.y
        or other.y + other.rows <= one.y
    )


def cross(area: Area, plan: Page) -> bool:
    """Return whether a line or a stroke goes through an area."""
    x, y, columns, rows = area
    return (
        any(
            line in range(y, y + rows) and left < x + columns and x <= right
            for left, right, line in plan.across
        )
        or any(line in range(x, x + columns) and top < y + rows and y <= low for line, top, low in plan.down)
        or any(at in range(x, x + columns) and line in range(y, y + rows) for at, line, _ in plan.diagonals)
    )


@every_table
def test_no_area_overlaps_another_or_leaves_the_page(players: int) -> None:
    for columns, rows in sizes(players):
        plan = lay_out_page(players, columns, rows)
        for x, y, wide, high in areas(plan):
            assert wide >= 1
            assert high >= 1
            assert 0 <= x <= x + wide <= columns
            assert 0 <= y <= y + high <= rows
        assert all(apart(one, other) for one, other in combinations(areas(plan), 2)), (columns, rows)
        assert len(plan.sectors) == players
        for sector in plan.sectors:
            assert len(sector.own) == 2
            assert sorted(sector.on) == list(range(1, players))
            figures = (*sector.own, *sector.on.values())
            assert all(area.columns >= 6 and not cross(area, plan) for area in figures), (columns, rows)


@pytest.mark.parametrize("players", [3, 4])
def test_whists_are_outside_then_pool_then_dump(players: int) -> None:
    plan = lay_out_page(players, 100, 40)
    first, left, *_, right = plan.sectors
    outside = first.on[1]
    assert outside.y > first.own[0].y > first.own[1].y > plan.middle.y
    assert left.on[1].x < left.own[0].x < left.own[1].x
    assert right.on[1].x > right.own[0].x > right.own[1].x


@every_table
def test_a_sheet_that_is_too_small_is_not_drawn(players: int) -> None:
    columns, rows = MIN_SIZES[players]
    shown = plain(players)
    assert draw_sheet(shown, columns, rows) is not None
    for small in ((columns - 1, MOST[1]), (MOST[0], rows - 1), (0, 0)):
        assert not fits(players, *small)
        assert draw_sheet(shown, *small) is None


# --- lines and names ------------------------------------------------------------------------------


def check_cells(view: TableView, columns: int, rows: int) -> None:
    lines = drawn(view, columns, rows)
    assert len(lines) == rows
    assert {width("".join(text for text, _ in line)) for line in lines} == {columns}


@each_line("name", HOSTILE_NAMES)
def test_no_name_moves_the_lines(name: str) -> None:
    for players in MIN_SIZES:
        names = seated(name, players)
        for at in range(players):
            shown = view([*names[at:], *names[:at]], [[5, 12]] * columns_of(players))
            check_cells(shown, *(MIN_SIZES[players] if at % 2 else (99, 31)))


@given(views(), st.data())
def test_any_sheet_has_the_given_size(shown: TableView, data: st.DataObject) -> None:
    check_cells(shown, *data.draw(sized(len(shown.rows)), label="size"))


@every_table
@pytest.mark.parametrize("name", ["Anna", *HOSTILE_NAMES[:3:2]])
def test_every_player_is_shown_with_name_and_result(players: int, name: str) -> None:
    shown = view(seated(name, players), [[7]] * columns_of(players))
    for columns, rows in SOME[players]:
        grid = cells(drawn(shown, columns, rows))
        for row, sector in zip(shown.rows, lay_out_page(players, columns, rows).sectors, strict=True):
            check_name(grid, row, sector.name)


def check_name(grid: Cells, row: OwnerRow, area: Area) -> None:
    text, result = "\n".join(said(grid, area)), signed(row.result)
    assert any(begin in text for begin in (row.name, *(f"{row.name[:at]}." for at in range(len(row.name)))))
    assert result in text
    if area.columns >= width(row.name) + width(result) + 3:
        assert row.name in text
    colour = "plus" if row.result > 0 else "minus" if row.result < 0 else "name"
    assert (result[-1], colour) in [cell for line in inside(grid, area) for cell in line]


@every_table
def test_the_target_stands_in_the_middle(players: int) -> None:
    for middle, (columns, rows) in product(("20", "1000"), SOME[players]):
        lines = drawn(view(PLAYERS[:players], [[]] * columns_of(players), middle), columns, rows)
        assert styled(lines, "middle") == f"({middle})"
        [y] = [at for at, line in enumerate(lines) if "middle" in [style for _, style in line]]
        x = "".join(text for text, _ in lines[y]).index(f"({middle})") + len(middle) // 2 + 1
        assert abs(2 * x - columns) <= 4
        assert players in (3, 5) or abs(2 * y - rows) <= 4


# --- totals ---------------------------------------------------------------------------------------


@every_table
@pytest.mark.parametrize("hands", [0, 2, 30])
def test_every_column_shows_its_newest_totals_in_its_own_area(players: int, hands: int) -> None:
    shown = plain(players, hands)
    for columns, rows in SOME[players]:
        grid = cells(drawn(shown, columns, rows))
        for place in places(shown, lay_out_page(players, columns, rows)):
            figures = [figure(mark.amount) for mark in place.column.marks] or ["–"]
            left_out, found = totals(grid, place)
            assert found == figures[len(figures) - len(found) :]
            assert found[-1:] == figures[-1:]
            assert left_out == (len(found) < len(figures))


@pytest.mark.parametrize(
    ("rows", "shown"), [(4, ["previous", "100.200.", "300.400"]), (2, ["prev…", "…300.400"])]
)
def test_a_heading_is_whole_where_all_totals_fit_below_it(rows: int, shown: list[str]) -> None:
    canvas, account = Canvas(8, rows), Account("past", 0)
    marks = tuple(Total(n, 100 * n) for n in range(1, 5))
    draw_column(canvas, Area(0, 0, 8, rows), ColumnView("previous", account, marks), None)
    assert ["".join(text for text, _style in line).strip() for line in canvas.lines()][: len(shown)] == shown


@each_line(("columns", "rows"), [(60, 26), (74, 36)])
def test_a_sheet_for_four_has_room_for_ten_totals_of_each_dump(columns: int, rows: int) -> None:
    figures: list[Amount] = [5, 9, 15, 19, 23, 29, 33, 37, 42, 52]
    for seat in range(4):
        written: list[Sequence[Amount]] = [[7]] * columns_of(4)
        written[5 * seat + 1] = figures
        shown, plan = view(PLAYERS[:4], written), lay_out_page(4, columns, rows)
        place = Place(shown.rows[seat].own[1], plan.sectors[seat].own[1], "dump")
        assert totals(cells(drawn(shown, columns, rows)), place) == (False, [*map(figure, figures)])


def check_only(players: int, at: int, totals: Sequence[Amount], size: Size) -> None:
    """Check that other totals in a column change nothing outside its area."""
    columns, rows = size
    usual: list[Sequence[Amount]] = [[7]] * columns_of(players)
    before = view(PLAYERS[:players], usual)
    now = view(PLAYERS[:players], [*usual[:at], totals, *usual[at + 1 :]])
    pairs = zip(*(places(each, lay_out_page(players, *size)) for each in (before, now)), strict=True)
    [mine] = [place.area for usual_place, place in pairs if place.column != usual_place.column]
    was, shown = (cells(drawn(each, *size)) for each in (before, now))
    for y, (row, usually) in enumerate(zip(shown, was, strict=True)):
        left, right = reach(usually, mine) if mine.y <= y < mine.y + mine.rows else (columns, columns)
        assert row[:left] == usually[:left], f"{columns}x{rows}: something else in row {y}"
        assert row[right:] == usually[right:], f"{columns}x{rows}: something else in row {y}"


@every_table
def test_a_column_writes_in_its_own_area_only(players: int) -> None:
    for at, size in product(range(columns_of(players)), SOME[players][::6]):
        check_only(players, at, (5, 12, 999), size)


@each_line(("players", "columns", "rows"), [(3, 48, 15), (4, 60, 17), (2, 40, 13)])
def test_a_figure_wider_than_its_area_stays_in_it(players: int, columns: int, rows: int) -> None:
    for at in range(columns_of(players)):
        check_only(players, at, (Fraction(-2469, 2),), (columns, rows))


# --- styles ---------------------------------------------------------------------------------------

CORRECTED = session(
    "anna 7h wp 7", "boris 6s ww 5 3 2", "anna 8d pp", "r 3 5 2", void(3), amend(1, "anna 7h wp 5")
)
"""The first hand was corrected and the third one voided."""


def styles(drawn: Cells, place: Place) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in inside(drawn, place.area):
        for style, group in groupby(line, key=lambda cell: cell[1]):
            for text in "".join(char for char, _ in group).split("."):
                found[text.strip()] = style
    return found


def test_struck_totals_are_marked_in_their_place() -> None:
    shown = table_view(CORRECTED)
    grid = cells(drawn(shown, 100, 40))
    pool, dump = shown.rows[0].own
    assert [(figure(mark.amount), mark.struck) for mark in pool.marks] == [("4", True), ("6", True)]
    assert [(figure(mark.amount), mark.struck) for mark in dump.marks] == [("8", False), ("11", False)]
    for place in places(shown, lay_out_page(3, 100, 40)):
        marks = place.column.marks
        said = [f"[{figure(mark.amount)}]" if mark.struck else figure(mark.amount) for mark in marks]
        counting = any(not mark.struck for mark in marks)
        assert totals(grid, place) == (False, said if counting else [*said, "–"])
        for at, (mark, total) in enumerate(zip(marks, said, strict=True)):
            newest = not any(not later.struck for later in marks[at + 1 :])
            expected = "struck" if mark.struck else "last" if newest else "recent"
            assert styles(grid, place)[total] == expected


@every_table
def test_older_totals_fade(players: int) -> None:
    shown = plain(players, 9)
    grid = cells(drawn(shown, *MOST))
    for place in places(shown, lay_out_page(players, *MOST)):
        _left_out, found = totals(grid, place)
        fading = [styles(grid, place)[text] for text in found]
        assert fading == (["old"] * 4 + ["recent"] * 4 + ["last"])[9 - len(found) :]
        assert len(found) > 5


# --- the cursor -----------------------------------------------------------------------------------


@every_table
def test_the_cursor_marks_one_total_and_hides_none(players: int) -> None:
    shown = plain(players)
    without = drawn(shown, 120, 40)
    assert styled(without, "cursor") == ""
    for place in [*places(shown, lay_out_page(players, 120, 40))][::players]:
        for mark in place.column.marks:
            lines = drawn(shown, 120, 40, (place.column.account, mark.n))
            assert styled(lines, "cursor") == figure(mark.amount)
            assert styled(inside(cells(lines), place.area), "cursor").replace(" ", "") == figure(mark.amount)
            assert ["".join(text for text, _ in line) for line in lines] == [
                "".join(text for text, _ in line) for line in without
            ]
    for account, n in ((Account("pool", 7), 1), (Account("pool", 0), 99)):
        assert styled(drawn(shown, 120, 40, (account, n)), "cursor") == ""


@each_line(("players", "columns", "rows"), [(3, 60, 20), (4, 80, 24)])
def test_the_total_under_the_cursor_is_always_visible(players: int, columns: int, rows: int) -> None:
    shown = plain(players, 40)
    for place in list(places(shown, lay_out_page(players, columns, rows)))[:: players + 1]:
        for mark in place.column.marks[::9]:
            lines = drawn(shown, columns, rows, (place.column.account, mark.n))
            assert styled(lines, "cursor") == figure(mark.amount)
            text = "".join(said(cells(lines), place.area)).rstrip()
            assert text.endswith(("…", figure(place.column.now))), text


ARROWS = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}
TABLE = 0
"""The number of rows that means the compact table."""


def figures_at(shown: TableView, size: Size, cursor: Cursor | None) -> Figures:
    canvas = draw_sheet(shown, *size, cursor) if size[1] != TABLE else draw_compact(shown, size[0], cursor)
    assert canvas is not None
    return canvas.figures


def ahead_and_aside(one: Area, other: Area, arrow: str) -> tuple[int, int]:
    """Return how far away an area is in the direction of an arrow, and how far to the side."""
    before, after = other.x - one.x - one.columns, one.x - other.x - other.columns
    down = other.y - one.y
    across = max(before, after, -1) + 1
    return {
        "right": (before, abs(down)),
        "left": (after, abs(down)),
        "down": (down - 1, across),
        "up": (-down - 1, across),
    }[arrow]


def check_move(figures: Figures, cursor: Cursor, arrow: str, reached: Cursor) -> None:
    """Check that an arrow leads in its direction, and that no figure is nearer both ahead and aside."""
    starts = [each.area for each in figures if each.cursor == cursor]
    others = [each for each in figures if each.cursor != cursor]
    own = [each for each in others if each.cursor[0] == cursor[0]]
    if reached != cursor and arrow in ("up", "down") and reached[0] == cursor[0]:
        others = own
    away = [
        (ahead_and_aside(start, each.area, arrow), each.cursor)
        for each, start in product(others, starts)
        if each in own or each.text != "…"
    ]
    there = [distance for distance, each in away if each == reached and distance[0] >= 0]
    assert there or (reached == cursor and all(distance[0] < 0 for distance, _each in away))
    for ahead, aside in there[:1]:
        assert not any(0 <= near < ahead and beside < aside for (near, beside), _each in away)


@each_line(
    ("players", "columns", "rows"),
    [(3, 78, TABLE), (4, 60, 26), (5, 74, 36)],
)
def test_an_arrow_leads_to_the_nearest_figure_and_arrows_reach_all(
    players: int, columns: int, rows: int
) -> None:
    shown = plain(players, 4)
    size = columns, rows
    waiting = [figures_at(shown, size, None)[0].cursor]
    found = set(waiting)
    while waiting:
        cursor = waiting.pop()
        figures = figures_at(shown, size, cursor)
        assert cursor in [each.cursor for each in figures if each.text != "…"]
        for name, arrow in ARROWS.items():
            reached = next_figure(figures, cursor, *arrow)
            check_move(figures, cursor, name, reached)
            if reached[0] != cursor[0]:  # in another column the cursor goes to the current total
                reached = reached[0], shown.current_number(reached[0])
            if reached not in found:
                found.add(reached)
                waiting.append(reached)
    totals = {
        (column.account, mark.n) for row in shown.rows for column in row.columns for mark in column.marks
    }
    assert found == totals | {(row.account, 0) for row in shown.rows}


# --- the compact table ----------------------------------------------------------------------------

MIN_COMPACT_WIDTH = 58
"""Cells of the table in a terminal of sixty columns."""


def check_table(shown: TableView, columns: int) -> list[str]:
    lines = ["".join(text for text, _ in line) for line in compact(shown, columns)]
    assert len(lines) == 1 + len(shown.rows)
    assert len({width(line) for line in lines}) == 1
    assert width(lines[0]) <= columns
    for line, row in zip(lines[1:], shown.rows, strict=True):
        assert signed(row.result) in line.split()[-2:]
        for column in (*row.own, *row.on):
            if column is not None:
                assert (figure(column.now) if column.marks else "–") in line
    return lines


@given(views(), st.integers(MIN_COMPACT_WIDTH, 140))
def test_any_sheet_fits_the_compact_table(shown: TableView, columns: int) -> None:
    check_table(shown, columns)


@each_line("figures", [[0, 999], [0, Fraction(25, 2)], [0, -1000]])
def test_four_long_names_leave_room_for_every_figure(figures: Sequence[Amount]) -> None:
    names = [f"{name} {name} {name}" for name in PLAYERS[:4]]
    check_table(view(names, [figures] * columns_of(4)), MIN_COMPACT_WIDTH)


def test_a_name_above_a_column_takes_no_cells_from_figures() -> None:
    totals = [[], [2, 18, 30], *[[0]] * (columns_of(4) - 2)]
    [heading, first, *_lines] = check_table(view(("Anna", "Lyubov Petrovna", "Vera", "Gleb"), totals), 78)
    assert " Lyub. P. " in heading
    assert " 2.18.30 " in first


@every_table
def test_columns_stay_in_place_during_a_game(players: int) -> None:
    empty: list[list[Amount]] = [[]] * (columns_of(players) - 1)
    games = (view(PLAYERS[:players], [list(range(2, 2 * hands, 2)), *empty]) for hands in range(1, 40))
    assert len({check_table(shown, 78)[0] for shown in games}) == 1


@every_table
def test_the_compact_table_shows_older_totals_that_fit(players: int) -> None:
    shown = plain(players, 3)
    lines = check_table(shown, 140)
    for line, row in zip(lines[1:], shown.rows, strict=True):
        for column in (*row.own, *row.on):
            if column is not None:
                assert ".".join(figure(mark.amount) for mark in column.marks) in line


@every_table
def test_the_cursor_in_the_compact_table_marks_the_total_it_stands_on(players: int) -> None:
    shown = plain(players)
    assert styled(compact(shown, 100), "cursor") == ""
    for row in shown.rows:
        for lines in (drawn(shown, 120, 40, (row.account, 0)), compact(shown, 100, (row.account, 0))):
            assert styled(lines, "cursor") == signed(row.result)
        for column in row.columns:
            cursor = (column.account, column.marks[-1].n)
            assert styled(compact(shown, 100, cursor), "cursor") == figure(column.now)
    column = shown.rows[0].own[0]
    assert styled(compact(shown, 140, (column.account, 2)), "cursor") == figure(column.marks[1].amount)


@every_table
def test_walking_left_in_the_compact_table_shows_that_newer_totals_follow(players: int) -> None:
    shown = plain(players, 60)
    column = shown.rows[0].own[0]
    for mark in column.marks[:-1:6]:
        line = compact(shown, 100, (column.account, mark.n))[1]
        marked = line.index((figure(mark.amount), "cursor"))
        newer = "".join(text for text, _style in line[marked + 1 :]).split()[0]
        assert newer[0] in ("…", "."), mark
        assert newer.endswith(("…", figure(column.now))), mark
        assert sum(width(text) for text, _style in line) <= 100
    # A total that is shown anyway is marked in its place.
    one_back = compact(shown, 100, (column.account, column.marks[-2].n))
    lines, usual = (
        ["".join(text for text, _ in line) for line in table] for table in (one_back, compact(shown, 100))
    )
    assert lines == usual


def test_a_long_column_gets_cells_that_others_do_not_use() -> None:
    shown = table_view(session(*["anna 6h wp 5"] * 8, players=4))
    dump = shown.rows[0].own[1]
    assert dump.totals_text in check_table(shown, 78)[1]


@pytest.mark.parametrize("end", ["each", "total"])
def test_a_full_pool_has_its_own_style(end: str) -> None:
    shown = table_view(session("anna 8h pp", "boris 6s pp", target=6, end=end))
    assert styled(drawn(shown, 80, 30), "full").split() == styled(compact(shown, 78), "full").split() == ["6"]
    assert 'text-decoration="underline"' in svg_text(drawn_page(shown).picture)


BALKAN = Table.of("balkan")


def balkan_session(*lines: str, players: int = 3) -> Session:
    people = ("Ana", "Boro", "Ceca", "Dina")[:players]
    found = Session(BALKAN.header(people, start_bule=12))
    for line in lines:
        found = found.accept(BALKAN.game.parse(found.state, line)).session
    return found


EVENING = balkan_session("b tref 2 2", "pass", "ana h 3 -", "c s igra 2 2")


def rows(view: TableView, columns: int, lines: int) -> list[str]:
    drawn = draw_sheet(view, columns, lines)
    assert drawn is not None
    return ["".join(text for text, _style in line).rstrip() for line in drawn.lines()]


def test_blocks_are_drawn_below_each_other() -> None:
    assert rows(table_view(EVENING), 46, 13) == [
        "┌─ Ana +76 ⊠ ──┬──────────────┬──────────────┐",
        "│on Ceca 64    │bule 12.∩ −4  │on Boro 20    │",
        "│              │              │              │",
        "│              │              │              │",
        "├─ Boro +52 □ ─┼──────────────┼──────────────┤",
        "│on Ana 48     │bule 12.2     │on Ceca 64    │",
        "│              │              │              │",
        "│              │              │              │",
        "├─ Ceca −128 ⊠ ┼──────────────┼──────────────┤",
        "│on Boro 20    │bule 12.2     │on Ana –      │",
        "│              │              │              │",
        "│              │              │              │",
        "└──────────────┴──────────────┴──────────────┘",
    ]


@pytest.mark.parametrize("size", [(20, 13), (46, 9), (46, 0)])
def test_a_sheet_that_does_not_fit_is_not_drawn(size: tuple[int, int]) -> None:
    assert draw_sheet(table_view(EVENING), *size) is None


def test_columns_of_the_table_have_a_line_below_the_players() -> None:
    view = table_view(EVENING)
    lines = ["".join(text for text, _style in line).rstrip() for line in draw_compact(view, 70).lines()]
    assert len(lines) == compact_height(view) == 5
    assert lines[0].split() == ["bule", "open", "refe", "Ana", "Boro", "Ceca", "now", "last"]
    assert lines[-1].split() == ["the", "table", "refe", "written", "1"]
    assert {
        width("".join(text for text, _style in line)) for line in [*draw_compact(view, 70).lines()][:4]
    } == {70}


def test_the_figure_under_the_cursor_is_marked_with_its_sign() -> None:
    account = BALKAN.game.cells(EVENING.state, 0)[0].account
    drawn = draw_sheet(table_view(EVENING), 46, 13, (account, 3))
    assert drawn is not None
    assert ("∩ −4", "cursor") in [piece for line in drawn.lines() for piece in line]


def test_a_column_shows_its_start_value() -> None:
    assert "  bule       12.∩−4\n" in sheet_text(EVENING)
    account = BALKAN.game.cells(EVENING.state, 0)[0].account
    assert explain_figure(EVENING, account, 3)[0] == "Ana bule: −4, recorded in hand 3"


def test_a_first_hand_that_leaves_zero_is_a_total() -> None:
    view = table_view(balkan_session("b karo igra 2 2", "b pik igra k4 0 dealer ana"))
    assert view.rows[1].columns[0].totals_text.startswith("12.4")
    exactly = table_view(balkan_session("b betl 0"))
    assert exactly.rows[1].columns[0].totals_text == "12.0"


def test_four_players_have_a_third_column() -> None:
    drawn = rows(table_view(balkan_session("b tref 2 2 dealer ana", players=4)), 100, 17)
    assert [cell.split(" ")[:2] for cell in drawn[5].strip("│").split("│")] == [
        ["on", "Ana"],
        ["bule", "12.2"],
        ["on", "Ceca"],
        ["on", "Dina"],
    ]


def test_sides_are_named_after_both_partners() -> None:
    game = Table.of("priffe")
    view = table_view(Session(game.header(("Nikos", "Eleni", "Kostas", "Maria"))))

    def names(columns: int) -> list[str]:
        lines = ["".join(text for text, _style in line) for line in draw_compact(view, columns).lines()]
        return [line.partition("  ")[0].rstrip() for line in lines if line.startswith(("X:", "Y:"))]

    assert names(78) == ["X: Nikos + Kostas", "Y: Eleni + Maria"]
    assert names(28) == ["X: Nik.", "Y: Elen."]
