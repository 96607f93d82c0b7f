"""Tests of sheets ruled into blocks, and of the compact table, as plain text."""

import pytest

from prefcount.render.sheet_drawing import compact_height, draw_compact, draw_sheet
from prefcount.render.text import sheet_text
from prefcount.render.text_cells import width
from prefcount.render.view import TableView, explain_figure, table_view
from prefcount.session.session import Session
from tests.games.family import Table

BALKAN = Table.of("balkan")


def session(*lines: str, players: int = 3) -> Session:
    people = ("Ana", "Boro", "Ceca", "Dina")[:players]
    found = Session(BALKAN.header(people, start_bule=12))
    for line in lines:
        found = found.accept(BALKAN.game.parse(found.state, line)).session
    return found


EVENING = session("b tref 2 2", "pass", "ana h 3 -", "c s igra 2 2")


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
    assert explain_figure(EVENING, account, 3)[0] == "Ana bule: −4, written by hand 3"


def test_a_first_hand_that_leaves_zero_is_a_total() -> None:
    view = table_view(session("b karo igra 2 2", "b pik igra k4 0 dealer ana"))
    assert view.rows[1].columns[0].totals_text.startswith("12.4")
    exactly = table_view(session("b betl 0"))
    assert exactly.rows[1].columns[0].totals_text == "12.0"


def test_four_players_have_a_third_column() -> None:
    drawn = rows(table_view(session("b tref 2 2 dealer ana", players=4)), 100, 17)
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
