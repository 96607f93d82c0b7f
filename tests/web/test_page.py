"""Tests of the pages."""

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

import pytest

import prefcount
from prefcount.entries.models import End
from prefcount.languages import LANGUAGES
from prefcount.render.svg import draw_sheet, svg_text
from prefcount.render.text_cells import group_digits, signed
from prefcount.render.view import table_view
from prefcount.session.outcome import settle_session
from prefcount.store.reader import load
from prefcount.web.page import (
    EVENTS,
    ICON,
    MANIFEST,
    SCRIPT,
    STYLE,
    build_parts,
    page_html,
)
from tests.render.reading import HOSTILE, Page
from tests.store.files import What, amend, by_hand, by_program, void
from tests.tables import each_line
from tests.test_import_hygiene import loaded

NOW = datetime(2026, 3, 6, 21, 0, tzinfo=UTC)
SAMPLES = sorted((Path(__file__).parents[2] / "sample_sessions").glob("*.jsonl"))


def shown(path: Path, warning: str = "") -> tuple[Element, str]:
    whole = build_parts(load(path), NOW, warning)
    return whole, page_html(whole)


def texts(whole: Element, part: str) -> list[str]:
    return [each.text or "" for each in whole.findall(f"section[@id='{part}']//*") if each.tag in ("p", "li")]


def last(path: Path, *what: What) -> list[str]:
    return texts(shown(by_program(path, *what))[0], "last")


@each_line("path", SAMPLES)
def test_the_page_of_any_game_has_results_facts_and_sheet(path: Path) -> None:
    whole, document = shown(path)
    session = load(path).session
    read = Page(document)
    results, columns = read.tables
    assert [row[:2] for row in results[1:]] == [
        [name, signed(result)]
        for name, result in zip(session.players, settle_session(session).counted, strict=True)
    ]
    assert len(columns) > len(session.players)
    drawn = svg_text(draw_sheet(table_view(session, struck=False)).picture)
    assert drawn.splitlines()[1] in document
    facts = [(str(fact.label), str(fact.value)) for fact in session.game.facts(session.state, NOW)]
    assert list(zip(read.texts["dt"], read.texts["dd"], strict=True)) == facts
    assert [text for text in read.texts["p"] if text == texts(whole, "last")[0]]


def test_the_hash_is_shown_after_the_end(game: Path) -> None:
    _whole, document = shown(game)
    assert "Check code: " not in document
    by_program(game.with_name("later.jsonl"), "anna 7h wp 6", End(reason="agreed")).replace(game)
    groups = group_digits(load(game).file_hash)
    assert len(groups.split()) == 4
    _whole, document = shown(game)
    assert Page(document).texts["p"][-4].startswith(f"Check code: {groups}. ")


def test_tables_have_captions_and_the_page_loads_only_its_own_files(game: Path) -> None:
    read = Page(shown(game)[1])
    tags = [tag for tag, _attributes in read.tags]
    assert tags.count("caption") == tags.count("table") == 2
    assert {attributes.get("scope") for tag, attributes in read.tags if tag == "th"} == {"row", "col"}
    spoken = {
        attributes["id"]: attributes["aria-live"]
        for _tag, attributes in read.tags
        if "aria-live" in attributes
    }
    assert spoken == {"doubts": "polite", "played": "polite", "last": "polite"}
    assert dict(read.tags)["html"] == {"lang": "en"}
    assert ("p", "status") in [(tag, attributes.get("role")) for tag, attributes in read.tags]
    assert len(read.texts["h1"]) == 1
    # The page loads only its own files.
    asked = [
        value
        for _tag, attributes in read.tags
        for name, value in attributes.items()
        if name in ("src", "href")
    ]
    links = [f"?lang={code}" for code in LANGUAGES if code != "en"]
    assert sorted(map(str, asked)) == sorted([ICON, MANIFEST, STYLE, SCRIPT, *links])
    assert not read.names & {"style", "img", "iframe", "form", "base", "object"}
    assert read.texts["script"] == [""]
    assert not [
        name
        for _tag, attributes in read.tags
        for name in attributes
        if name.startswith("on") or name == "style"
    ]
    assert [attributes["data-events"] for tag, attributes in read.tags if tag == "body"] == [
        f"{EVENTS}?lang=en"
    ]


@each_line("names", HOSTILE)
def test_names_are_text(tmp_path: Path, names: tuple[str, ...]) -> None:
    path = by_hand(
        tmp_path / "evening.jsonl", {"kind": "note", "text": names[0]}, players=names, dealer=names[0]
    )
    whole, document = shown(path)
    read = Page(document)
    assert [row[0] for row in read.tables[0][1:]] == list(names)
    assert read.texts["title"][0] == ", ".join(names)
    assert (
        read.names == Page(shown(by_hand(tmp_path / "other.jsonl", {"kind": "note", "text": "x"}))[1]).names
    )
    assert tostring(whole, encoding="unicode", method="html") in document


def test_there_is_a_page_before_the_first_hand(tmp_path: Path) -> None:
    whole, _document = shown(by_program(tmp_path / "evening.jsonl"))
    assert texts(whole, "last") == ["No hands yet."]


def test_the_hands_are_listed_in_words_newest_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = ("anna 7h wp 6", "r 3 5 2", "boris m 0", void(2))
    path = by_program(tmp_path / "evening.jsonl", *hands)
    monkeypatch.setattr("prefcount.web.page.MAX_LISTED_HANDS", 1)
    assert Page(shown(path)[1]).texts["li"][-2:] == ["2 Boris misère: made", "Earlier entries: 1"]
    monkeypatch.undo()
    listed = Page(shown(path)[1]).texts["li"][-2:]
    assert listed == ["2 Boris misère: made", "1 Anna 7♥, Boris whists: 1 down"]


def test_headings_name_the_hand_and_the_state_of_the_game(tmp_path: Path) -> None:
    hands = ("anna 7h wp 6", "r 3 5 2")
    for more, said in (
        ((), ["Hand 2", "If the game ended now:"]),
        (({"kind": "end", "reason": "agreed"},), ["Last entry", "The game is over."]),
    ):
        read = Page(shown(by_program(tmp_path / f"{len(more)}.jsonl", *hands, *more))[1])
        assert [read.texts["h2"][0], read.texts["caption"][0]] == said


def test_a_line_of_totals_is_broken_between_figures_only(tmp_path: Path) -> None:
    path = by_program(tmp_path / "evening.jsonl", *["r 3 5 2"] * 3)
    assert "<td>3.<wbr>9.<wbr>18</td>" in shown(path)[1]


def test_the_last_hand_lists_its_reasons(tmp_path: Path) -> None:
    hands = ("r 3 5 2", "anna 7h wp 6")
    said, *reasons = last(tmp_path / "hand.jsonl", *hands)
    assert said == "Anna 7♥, Boris whists: 1 down"
    assert reasons[0].startswith("Anna: one down on 7♥")
    assert reasons[-1].startswith("after it: Anna −")
    said, *reasons = last(tmp_path / "amend.jsonl", *hands, amend(2, "anna 7h wp 7"))
    assert said == "hand 2 is corrected: Anna 7♥, Boris whists: made"
    assert any(each.startswith("Anna: 7♥ made, 4 in the pool") for each in reasons)
    assert last(tmp_path / "void.jsonl", *hands, void(2)) == ["does not count: Anna 7♥, Boris whists: 1 down"]


def test_faults_are_shown_once(tmp_path: Path) -> None:
    path = by_hand(tmp_path / "evening.jsonl", "anna 7h wp 6", {"kind": "void", "entry": 9})
    whole, document = shown(path, "the file was moved")
    faults = texts(whole, "doubts")
    assert faults[0] == "the file was moved"
    assert faults[1].startswith("entry 2 (line 3) does not count: ")
    assert len(faults) == 2
    assert "the file was moved" in Page(document).texts["p"]


HOUSE = Path(prefcount.__path__[0])
OURS = ("aiohttp", "segno", "prefcount.web")
FRONTS = {"cli/commands/interactive.py", "tui/table/table_writer.py", "tui/table/share_screen.py"}
"""Modules that start sharing."""


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_only_this_package_imports_servers() -> None:
    found = {
        (module.relative_to(HOUSE).as_posix(), name)
        for module in HOUSE.rglob("*.py")
        if any(name in (source := module.read_text(encoding="utf-8")) for name in OURS)
        for name in imported(source)
        if name.startswith(OURS)
    }
    outside = {(module, name) for module, name in found if not module.startswith("web/")}
    assert {module for module, _name in outside} == FRONTS
    assert all(name.startswith("prefcount.web") for _module, name in outside)


def test_starting_loads_no_server() -> None:
    found = loaded(
        "import prefcount.tui.table.table_screen\n"
        "assert not [name for name in sys.modules if name.startswith('prefcount.web')]\n"
        "import prefcount.cli.commands.interactive, prefcount.tui.table.share_screen"
    )
    assert not found & {"aiohttp", "segno"}
