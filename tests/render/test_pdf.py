"""Tests of the PDF: the figures of the session, names only as data, equal files for equal sessions."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from prefcount.base.problems import InvalidInput
from prefcount.render import documents
from prefcount.render.documents import BREAK, blank_pdf, make_blank, make_report, session_pdf, session_png
from prefcount.session.session import Session
from prefcount.store.reader import load
from tests.helpers import header
from tests.render.reading import HOSTILE, Drawn, effective
from tests.store.files import session

typst = pytest.importorskip("typst")
FILE_HASH = "1a2b3c4d5e6f708192a3b4c5d6e7f809"
SAMPLE = Path(__file__).parents[2] / "sample_sessions" / "corrections.jsonl"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, Any]]:
    found: list[tuple[bytes, Any]] = []
    real = typst.compile

    def compile_(template: bytes, *, sys_inputs: dict[str, str], **others: Any) -> bytes:
        found.append((template, json.loads(sys_inputs["report"])))
        made: bytes = real(template, sys_inputs=sys_inputs, **others)
        return made

    monkeypatch.setattr(typst, "compile", compile_)
    return found


def test_equal_sessions_give_equal_files() -> None:
    played = load(SAMPLE).session
    first = session_pdf(played, FILE_HASH)
    assert first.startswith(b"%PDF-")
    assert first == session_pdf(played, FILE_HASH)
    assert first != session_pdf(played, "00000000")


def test_the_pdf_has_the_figures_of_the_session(compiled: list[tuple[bytes, Any]]) -> None:
    played = load(SAMPLE).session
    session_pdf(played, FILE_HASH)
    ((_template, told),) = compiled
    same = make_report(played, FILE_HASH)
    assert told["results"]["rows"] == [list(row) for row in same.results.rows]
    assert told["payments"] == list(same.payments)
    assert [hand["text"] for hand in told["hands"]] == [hand.text for hand in same.hands]
    assert Drawn(told["pictures"][0]).last == effective(played)
    assert "Check code: 1a2b3c4d 5e6f7081 92a3b4c5 d6e7f809. " in told["file"]


@pytest.mark.parametrize("players", HOSTILE[:2])
def test_the_template_does_not_depend_on_names(
    players: tuple[str, ...], compiled: list[tuple[bytes, Any]]
) -> None:
    session_pdf(Session(header(players)), "0")
    session_pdf(Session(header(len(players))), "0")
    (template, told), (plain, _told) = compiled
    assert template == plain
    assert [name.replace(BREAK, "") for name in told["players"]] == list(players)


def test_a_picture_is_three_dots_for_each_pixel_of_a_phone(compiled: list[tuple[bytes, Any]]) -> None:
    played = load(SAMPLE).session
    made = session_png(played, FILE_HASH)
    assert (made[1:4], int.from_bytes(made[16:20])) == (b"PNG", 3 * 390)
    assert made == session_png(played, FILE_HASH)
    told, content = compiled[0][1], make_report(played, FILE_HASH)
    assert told["results"]["rows"] == [list(row) for row in content.results.rows]
    assert told["payments"] == list(content.payments)
    assert (Drawn(told["pictures"][0]).last, told["file"]) == (effective(played), content.file)
    assert session_png(session(), "")[1:4] == b"PNG"


def test_games_without_hands_and_ruled_sheets_are_set() -> None:
    assert session_pdf(session(), "").startswith(b"%PDF-")
    for game in ("prefa", "priffe"):
        played = Session(header(4).model_copy(update={"game": game}))
        assert session_pdf(played, "0").startswith(b"%PDF-")
        assert blank_pdf(make_blank(game, 4, ())) == blank_pdf(make_blank(game, 4, ()))


def test_forty_hands_of_three_players_are_one_page(compiled: list[tuple[bytes, Any]]) -> None:
    round_ = ["anna 6h wp 5", "boris 7h wp 7", "vera 6s wp 6", "r 3 5 2"]
    for rounds, pages in ((10, 1), (40, 2)):
        session_pdf(session(*round_ * rounds, end="manual"), FILE_HASH)
        template, told = compiled[-1]
        made = typst.compile(template, sys_inputs={"report": json.dumps(told)}, format="png", ppi=10)
        assert (1 if isinstance(made, bytes) else len(made)) == pages


PLACES = b"""
#show table.cell.where(x: 0): it => it + context [#metadata(here().position()) <place>]
"""
"""Reports the position of the first cell of each row."""


@pytest.mark.parametrize(("players", "hands"), [(3, 60), (4, 29)])
def test_no_row_overlaps_another(players: int, hands: int, compiled: list[tuple[bytes, Any]]) -> None:
    names = ("Константинопольский", "Аннушка", "Анна-Мария", "Анна")[:players]
    game = Session(header(names))
    for _hand in range(hands):
        first = game.state.names[game.state.seats.from_first_hand(game.state.dealer)[0]]
        game = game.accept(game.game.parse(game.state, f"{first} m 1")).session
    session_pdf(game, FILE_HASH)
    template, told = compiled[-1]
    found = typst.query(PLACES + template, "<place>", field="value", sys_inputs={"report": json.dumps(told)})
    places = [tuple(sorted(place.items())) for place in json.loads(found)]
    assert len(places) > hands
    assert len(set(places)) == len(places)


def test_long_columns_break_between_totals(compiled: list[tuple[bytes, Any]]) -> None:
    played = session(*["anna 7h wp 6", "boris 6s ww 5 3 2", "r 3 5 2"] * 40, end="manual")
    session_pdf(played, "")
    ((_template, told),) = compiled
    rows = told["columns"]["rows"]
    assert [[name, column, totals.replace(BREAK, "")] for name, column, totals in rows] == [
        list(row) for row in make_report(played, "").columns.rows
    ]
    assert max(len(part) for row in rows for part in row[2].split(BREAK)) < 12


def test_a_game_that_is_too_long_is_refused(
    compiled: list[tuple[bytes, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MAX_ENTRIES_IN_A_PDF", 3)
    session_pdf(session(*["anna 7h wp 6"] * 3), "")
    with pytest.raises(InvalidInput) as caught:
        session_pdf(session(*["anna 7h wp 6"] * 4), "")
    assert str(caught.value) == (
        "a PDF has room for 3 entries, and this game has 4; make an HTML page instead: --html"
    )
    assert len(compiled) == 1


def test_without_typst_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(
        InvalidInput, match=r"a PDF or PNG needs typst; install it with: pip install 'prefcount\[pdf\]'"
    ):
        session_pdf(session("anna 7h wp 6"), "0")
