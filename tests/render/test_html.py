"""Tests of reports as HTML, and of empty sheets."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings

from prefcount.base.i18n import override_language
from prefcount.base.locale_format import format_money_column, use_no_break_spaces
from prefcount.base.problems import InvalidInput
from prefcount.games.game import Sectors
from prefcount.render.documents import (
    MAX_HANDS_IN_ONE_COLUMN,
    Blank,
    blank_html,
    blank_svg,
    make_blank,
    session_html,
)
from prefcount.render.text import chat_message, payment_lines, rounding_lines, settlement_steps
from prefcount.render.text_cells import shorten_names, signed
from prefcount.render.view import table_view
from prefcount.session.outcome import has_only_result, settle_session
from prefcount.session.session import Session
from prefcount.store.reader import load
from tests.helpers import header
from tests.render.reading import HOSTILE, Drawn, Page, effective, sessions
from tests.store.files import ONLY_RESULT, amend, session, void
from tests.tables import each_line

SAMPLES = sorted((Path(__file__).parents[2] / "sample_sessions").glob("*.jsonl"))
SETTLED = [path for path in SAMPLES if path.stem != "faulty"]
DEAD = {"script", "link", "img", "iframe", "object", "embed", "a", "form", "input", "base", "video", "audio"}


def page(played: Session) -> Page:
    return Page(session_html(played, "1a2b3c4d5e6f708192a3b4c5d6e7f809"))


def check(played: Session, shown: Page) -> None:
    settled = settle_session(played)
    results = shown.tables[0]
    assert [row[0] for row in results[1:]] == list(played.players)
    figures = [settled.counted]
    if settled.exact != settled.counted:
        figures.append(settled.exact)
    assert [row[1 : len(figures) + 1] for row in results[1:]] == [
        [use_no_break_spaces(signed(each)) for each in of_one] for of_one in zip(*figures, strict=True)
    ]
    paid = settled.money
    if paid:
        assert [row[len(figures) + 1] for row in results[1:]] == [
            use_no_break_spaces(amount)
            for amount in format_money_column(paid.amounts, paid.currency, signed=True)
        ]
    paid_by = [*payment_lines(settled, use_no_break_spaces), *rounding_lines(settled)]
    assert shown.texts["li"][: len(paid_by)] == paid_by
    steps = shown.tables[1 : 1 + len(settlement_steps(settled))]
    assert [len(step) for step in steps] == [len(step.rows) + 1 for step in settlement_steps(settled)]
    if has_only_result(played):
        return
    if played.entries:
        listed = [line for line in table_view(played).hands if not (line.crosses_out or line.is_past)]
        hands = shown.tables[1 + len(steps)][1:] if listed else []
        assert [row[0] for row in hands] == [str(line.number or "") for line in listed]
        if len(listed) <= MAX_HANDS_IN_ONE_COLUMN or tuple(shorten_names(played.players)) == played.players:
            assert [row[1].replace("\xa0", " ") for row in hands] == [line.words_now for line in listed]
        for row, line in zip(hands, listed, strict=True):
            step = played.replay.step(line.n)
            if step.postings and step.state.seats == played.state.seats:
                assert row[2:] == list(map(signed, line.exact_worth))


@each_line("path", SETTLED)
def test_the_page_has_results_payments_calculation_and_hands(path: Path) -> None:
    played = load(path).session
    shown = page(played)
    check(played, shown)
    if isinstance(played.game.layout(played.state), Sectors):  # in ruled sheets headings are bold, too
        assert sorted(_newest(shown, played)) == effective(played)
    noted = "Check code: 1a2b3c4d 5e6f7081 92a3b4c5 d6e7f809. " in shown.texts["p"][-1]
    assert noted == bool(played.state.ended)


def _newest(shown: Page, played: Session) -> list[str]:
    pieces = zip(
        (attributes for tag, attributes in shown.tags if tag == "tspan"), shown.texts["tspan"], strict=True
    )
    columns = [(attributes, text) for attributes, text in pieces if text not in _names(played)]
    bold = [text for attributes, text in columns if attributes.get("font-weight") == "bold"]
    return [*bold, *("0" for _attributes, text in columns if text.endswith("–"))]


def _names(played: Session) -> set[str]:
    results = {signed(result) for result in settle_session(played).exact if result}
    return {*played.players, *results}


@settings(max_examples=8)
@given(sessions())
def test_the_page_of_any_game_is_complete(played: Session) -> None:
    check(played, page(played))
    assert session_html(played, "0") == session_html(played, "0")


@pytest.mark.parametrize("game", ["prefa", "priffe"])
def test_a_game_with_a_ruled_sheet_is_reported_in_its_units(game: str) -> None:
    played = Session(header(4).model_copy(update={"game": game}))
    shown = page(played)
    check(played, shown)
    assert shown.tables[0][0][1] == played.game.words.heading


@pytest.mark.parametrize(("hands", "columns"), [(5, 0), (15, 1)])
def test_a_long_list_of_hands_is_printed_in_two_columns(hands: int, columns: int) -> None:
    shown = page(session(*["r 3 5 2"] * hands))
    assert shown.tags.count(("div", {"class": "list"})) == columns


@each_line("players", HOSTILE)
def test_names_are_text(players: tuple[str, ...]) -> None:
    shown, plain = page(Session(header(players))), page(Session(header(len(players))))
    assert shown.texts["h1"] == [", ".join(players)]
    assert [row[0] for row in shown.tables[0][1:]] == list(players)
    assert shown.names == plain.names
    assert not [name for _tag, attributes in shown.tags for name in attributes if name.startswith("on")]


def test_the_page_has_no_script_and_loads_nothing() -> None:
    document = session_html(session("anna 7h wp 6"), "0")
    shown = Page(document)
    assert not shown.names & DEAD
    policies = [each.get("content") for tag, each in shown.tags if each.get("http-equiv")]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'"]
    assert not re.search(r"href|src=|url\(|@import", document)


def test_the_markup_names_language_title_captions_and_headings() -> None:
    shown = page(session("anna 7h wp 6"))
    assert ("html", {"lang": "en"}) in shown.tags
    assert shown.texts["title"][0] == "Anna, Boris, Vera"
    assert [tag for tag, _ in shown.tags].count("caption") == len(shown.tables)
    scopes = [each.get("scope") for tag, each in shown.tags if tag == "th"]
    assert set(scopes) == {"row", "col"}


def test_entries_taken_back_are_counted_and_invalid_ones_are_struck_through() -> None:
    undone = page(session("anna 7h wp 6", "boris m 0", void(1)))
    assert [row[1] for row in undone.tables[-1][1:]] == ["Boris misère: made"]
    told = "Entries corrected or taken back during the game: 1. prefcount show --all lists them."
    assert told in undone.texts["p"]
    amended = page(session("anna 7h wp 7", amend(1, "anna 7h wp 6")))
    assert [row[1] for row in amended.tables[-1][1:]] == ["Anna 7♥, Boris whists: 1 down"]
    assert told in amended.texts["p"]
    assert all(attributes.get("text-decoration") is None for _tag, attributes in amended.tags)
    again = page(session("anna 7h wp 6", void(1), void(2)))
    assert [row[0] for row in again.tables[-1][1:]] == ["1"]
    assert "taken back" not in " ".join(again.texts["p"])
    assert "does not count" in page(session({"kind": "leave", "player": "Anna"})).texts["s"][0]


def test_a_game_of_which_only_the_result_is_known_has_no_sheet() -> None:
    shown = page(session(ONLY_RESULT))
    assert len(shown.tables) == 1
    assert "svg" not in shown.names
    assert "Sochi" not in "".join(text for texts in shown.texts.values() for text in texts[1:])
    assert "only the result of the game is known" in shown.texts["p"][0]


def test_changes_of_the_rules_are_listed_with_their_hands() -> None:
    before, later = ({"kind": "rules", "set": {"style": style}} for style in ("gentleman", "greedy"))
    shown = page(session(before, "anna 7h wp 6", later))
    assert [each for each in shown.texts["li"] if "hand" in each] == [
        "from hand 2 on: Style of whisting: greedy (before: gentleman)"
    ]


def test_options_that_differ_from_the_preset_are_explained() -> None:
    shown = page(session("anna 7h wp 6", style="gentleman"))
    assert shown.texts["b"] == ["Style of whisting: gentleman"]
    assert "Sochi" in " ".join(shown.texts["p"])
    assert page(session("anna 7h wp 6")).texts.get("b") is None


def test_all_totals_are_listed_if_the_drawing_leaves_some_out() -> None:
    long = page(session(*["anna 6h wp 5", "r 3 5 2"] * 60, end="manual"))
    columns = long.tables[-1]
    assert [row[:2] for row in columns[1:3]] == [["Anna", "pool"], ["Anna", "dump"]]
    assert len(columns[2][2].split(".")) == 120
    assert len(page(session("anna 7h wp 6")).tables) + 1 == len(long.tables)


def test_money_never_breaks_across_lines() -> None:
    head = header(preset="leningrad").model_copy(update={"stake": "50", "currency": "RUB"})
    price = {"kind": "price", "stake": "125.5", "currency": "RUB"}
    played = Session(head, session("anna 7h wp 6", "boris m 2", price).entries)
    with override_language("ru"):
        shown = page(played)
        told = [*(text for texts in shown.texts.values() for text in texts), chat_message(played, "")]
    assert any("\xa0₽" in text for text in told)
    assert not [text for text in told if re.search(r"\d [\d₽]", text) and "<" not in text and "{" not in text]


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


def test_the_player_at_the_top_reads_from_there() -> None:
    groups = Drawn(blank_svg(make_blank("preferans", 4, (), 20))).root.findall("{*}g")
    turns = [(group.get("transform") or "").partition("rotate")[2] for group in groups]
    assert turns == ["", "(90)", "(180)", "(-90)"]


def test_the_page_has_fields_to_fill_in() -> None:
    shown = Page(blank_html(make_blank("preferans", 3, (), 20)))
    assert shown.texts["span"] == ["Date", "Place", "Preset", "Price per whist"]
    assert ("body", {"class": "blank"}) in shown.tags
    assert shown.texts["title"][0] == "An empty sheet for 3 players"


@pytest.mark.parametrize(
    ("names", "target", "sentence"),
    [(("a", "A", "b"), 20, "is used twice"), (("a", "b\x1b", "c"), 20, "U\\+001B"), ((), 0, "at least 1")],
)
def test_impossible_tables_are_refused(names: tuple[str, ...], target: int, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        make_blank("preferans", 3, names, target)
