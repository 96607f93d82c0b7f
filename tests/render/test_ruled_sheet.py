"""Sheets that are ruled into blocks, and the compact table below which they are given up, as plain text."""

import pytest

from prefcount.render.sheet_drawing import compact_height, draw_compact, draw_sheet
from prefcount.render.text import sheet_text
from prefcount.render.text_cells import width
from prefcount.render.view import TableView, explain_figure, table_view
from prefcount.session.session import Session
from tests.games.family import Table

BALKAN = Table.of("balkan")


def session(*lines: str, players: int = 3) -> Session:
    """A game from twelve bule."""
    people = ("Ana", "Boro", "Ceca", "Dina")[:players]
    found = Session(BALKAN.header(people, start_bule=12))
    for line in lines:
        found = found.accept(BALKAN.game.parse(found.state, line)).session
    return found


EVENING = session("b tref 2 2", "pass", "ana h 3 -", "c s igra 2 2")


def rows(view: TableView, columns: int, lines: int) -> list[str]:
    """The plain text of the drawing."""
    drawn = draw_sheet(view, columns, lines)
    assert drawn is not None
    return ["".join(text for text, _style in line).rstrip() for line in drawn]


def test_the_blocks_stand_below_each_other() -> None:
    """Supe left and right, bule in the middle with the hat at zero, refe beside the name."""
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
def test_too_little_room_is_said(size: tuple[int, int]) -> None:
    """Then there is no drawing, and the compact table takes its place."""
    assert draw_sheet(table_view(EVENING), *size) is None


def test_the_compact_table_has_a_line_for_the_table() -> None:
    """Players in a table of their own; what belongs to nobody in one line below."""
    view = table_view(EVENING)
    lines = ["".join(text for text, _style in line).rstrip() for line in draw_compact(view, 70)]
    assert len(lines) == compact_height(view) == 5
    assert lines[0].split() == ["bule", "open", "refe", "Ana", "Boro", "Ceca", "now", "last"]
    assert lines[-1].split() == ["the", "table", "refe", "written", "1"]
    assert {width("".join(text for text, _style in line)) for line in draw_compact(view, 70)[:4]} == {70}


def test_the_figure_under_the_cursor_is_marked_with_its_sign() -> None:
    """The hat belongs to the total that is below zero."""
    account = BALKAN.game.cells(EVENING.state, 0)[0].account
    drawn = draw_sheet(table_view(EVENING), 46, 13, (account, 3))
    assert drawn is not None
    assert ("∩ −4", "cursor") in [piece for line in drawn for piece in line]


def test_a_column_begins_where_the_game_began() -> None:
    """In the text as well, with the hat; a figure says why it stands there."""
    assert "  bule       12.∩−4\n" in sheet_text(EVENING)
    account = BALKAN.game.cells(EVENING.state, 0)[0].account
    assert explain_figure(EVENING, account, 3)[0] == "Ana bule: −4, written by hand 3"


def test_a_first_hand_that_leaves_nothing_is_a_total_too() -> None:
    """From twelve to zero is a step, although the column reads zero afterwards."""
    view = table_view(session("b karo igra 2 2", "b pik igra k4 0 dealer ana"))
    assert view.rows[1].columns[0].totals_text.startswith("12.4")
    exactly = table_view(session("b betl 0"))
    assert exactly.rows[1].columns[0].totals_text == "12.0"


def test_four_players_have_a_third_column() -> None:
    """Against the one opposite."""
    drawn = rows(table_view(session("b tref 2 2 dealer ana", players=4)), 100, 17)
    assert [cell.split(" ")[:2] for cell in drawn[5].strip("│").split("│")] == [
        ["on", "Ana"],
        ["bule", "12.2"],
        ["on", "Ceca"],
        ["on", "Dina"],
    ]


def test_sides_are_called_by_both_partners() -> None:
    """Their names have half of the room that the figures leave, and are cut where that is too little."""
    game = Table.of("priffe")
    view = table_view(Session(game.header(("Nikos", "Eleni", "Kostas", "Maria"))))

    def names(columns: int) -> list[str]:
        lines = ["".join(text for text, _style in line) for line in draw_compact(view, columns)]
        return [line.partition("  ")[0].rstrip() for line in lines if line.startswith(("X:", "Y:"))]

    assert names(78) == ["X: Nikos + Kostas", "Y: Eleni + Maria"]
    assert names(28) == ["X: Niko…", "Y: Elen…"]
