"""In games of a thousand hands, views that are shown often do not become slower."""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from prefcount import whatif
from prefcount.games.game import Question
from prefcount.render import sheet_drawing, svg
from prefcount.render.documents import MAX_BRIEF_TOTALS
from prefcount.render.sheet_drawing import ColumnPiece, draw_sheet
from prefcount.render.svg import BOX_HEIGHTS, MAX_TOTALS, WIDTH, Strip, sheet_svg
from prefcount.render.view import table_view
from prefcount.session import replay, session
from prefcount.session.session import Session
from prefcount.store.reader import load
from prefcount.web.page import build_parts, page_html
from prefcount.whatif import compare_rules
from tests.counting import counted
from tests.games.family import Table
from tests.render.reading import Page
from tests.store import files
from tests.store.files import after, amend, by_hand, entry, void

ROUND = ("anna 7h wp 6", "boris 6s ww 5 3 2", "r 3 5 2", "vera 8n pp", "anna m 0")
NOW = datetime(2026, 3, 6, 21, 0, tzinfo=UTC)
LARGE_SCREEN = (200, 60)
LOOKS_AT_A_TEXT = 6
"""Maximum number of times that a text is measured for one way to break a column, dots included."""


@cache
def season(hands: int) -> Session:
    played = files.session(*ROUND * (hands // len(ROUND)), end="manual")
    assert played.state.hands == hands
    return played


def season_of_priffe(hands: int) -> Session:
    table = Table.of("priffe")
    played = Session(table.header(("Anna", "Boris", "Vera", "Gleb"), rubbers=300))
    for _each in range(hands):
        answers: dict[str, str] = {}
        while isinstance(asked := played.game.ask(played.state, answers), Question):
            answers[asked.field] = asked.choices[0 if asked.field == "who" else asked.likely].value
        played = played.accept(asked).session
    return played


def page_of(path: Path) -> str:
    return page_html(build_parts(load(path), NOW))


# --- what is sent and drawn after every hand ------------------------------------------------------


def test_the_page_for_phones_does_not_grow(tmp_path: Path) -> None:
    sizes = []
    for hands in (1000, 2000):
        path = by_hand(tmp_path / f"{hands}.jsonl", *ROUND * (hands // len(ROUND)), rules={"end": "manual"})
        document = page_of(path)
        sizes.append(len(document))
        _results, table = Page(document).tables
        said = next(row[-1] for row in table if row[:2] == ["Anna", "dump"])
        dump = next(
            column for column in table_view(load(path).session).rows[0].own if column.heading == "dump"
        )
        assert said == f"({len(dump.marks) - MAX_BRIEF_TOTALS} totals before) … " + ".".join(
            dump.totals_text.split(".")[-MAX_BRIEF_TOTALS:]
        )
    assert sizes[1] < sizes[0] * 11 // 10


@pytest.mark.parametrize("made", [season, season_of_priffe])
def test_a_picture_does_not_grow(made: Any) -> None:
    short, long = (len(sheet_svg(made(hands))) for hands in (500, 1000))
    assert long < short * 11 // 10


def test_no_place_of_a_page_has_room_for_more_totals_than_are_tried() -> None:
    place = Strip(0, BOX_HEIGHTS[-1], (0, 0), (WIDTH, WIDTH))
    written = svg.fit_column(place, "", [ColumnPiece("1", "old")] * 2 * MAX_TOTALS)
    assert sum(piece.text == "1" for line in written for piece in line.pieces) < MAX_TOTALS


def test_a_sheet_on_the_screen_costs_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    views = [table_view(season(hands)) for hands in (1000, 2000)]
    written = counted(monkeypatch, sheet_drawing, "figure")
    measured = counted(monkeypatch, sheet_drawing, "width")
    costs = []
    for view in views:
        draw_sheet(view, *LARGE_SCREEN)
        costs.append(len(written))
        written.clear()
    drawn = sum(len(row.columns) for view in views for row in view.rows)
    assert costs[0] == costs[1]
    tried = sheet_drawing.MAX_SHOWN_TOTALS.bit_length() + 4
    assert len(measured) <= drawn * tried * sheet_drawing.MAX_SHOWN_TOTALS * LOOKS_AT_A_TEXT


# --- what is played ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "most"),
    [
        pytest.param("boris m 0", 1, id="a hand"),
        pytest.param(void(1000), 2, id="the newest one taken back"),
        pytest.param(amend(991, ROUND[1]), 11, id="one of the last ten corrected"),
        pytest.param(after(990, "boris m 0"), 2 * 11, id="one forgotten before the last ten"),
    ],
)
def test_an_entry_plays_what_comes_after_its_place(
    what: files.What, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = season(1000)
    played = [counted(monkeypatch, module, "play_step") for module in (replay, session)]
    game.accept(entry(what))
    assert 1 <= sum(map(len, played)) <= most


def test_other_rules_play_every_hand_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    game = season(1000)
    played = counted(monkeypatch, whatif, "play_step")
    compare_rules(game, {"preset": "leningrad", "target": 20})
    assert len(played) <= 2 * 1000
