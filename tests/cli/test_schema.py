"""Tests of `prefcount schema`: it fits every line that the program reads, and no line of a wrong form."""

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from prefcount.cli.main import run
from tests.cli.conftest import Prefcount
from tests.cli.json_schema import branches, fits
from tests.helpers import GAME
from tests.store.files import EVERY_KIND, HEADER, What, by_program, fields, lines, numbered
from tests.tables import each_line

CONTRACT = {"kind": "game", "n": 1, "declarer": "Anna", "contract": "7H"}


@pytest.fixture(scope="module")
def root() -> dict[str, Any]:
    with redirect_stdout(StringIO()) as printed:
        assert run(["schema"]) == 0
    found: dict[str, Any] = json.loads(printed.getvalue())
    return found


def test_every_line_fits_its_own_model(root: dict[str, Any], tmp_path: Path) -> None:
    full = {"rules": {"preset": "sochi", "raspasy": {"cap": 5}}, "stake": "0.10", "currency": "EUR"}
    path = by_program(tmp_path / "evening.jsonl", *EVERY_KIND, **full, note="at Vera's")
    kinds = []
    for line in map(json.loads, lines(path)):
        (branch,) = branches(line, root)
        properties = root["$defs"][branch]["properties"]
        assert properties["kind"]["const"] == line["kind"]
        kinds.append(line["kind"])
    alone = by_program(
        tmp_path / "result.jsonl", {"kind": "result", "results": {"Anna": 2, "Boris": -2, "Vera": 0}}
    )
    line = json.loads(lines(alone)[1])
    (branch,) = branches(line, root)
    assert root["$defs"][branch]["properties"]["kind"]["const"] == line["kind"]
    assert {*kinds, line["kind"]} == {"session", *GAME.entries}


def test_every_kind_has_a_branch(root: dict[str, Any]) -> None:
    models = [root["$defs"][each["$ref"].rpartition("/")[2]] for each in root["oneOf"]]
    assert [model["properties"]["kind"]["const"] for model in models] == ["session", *GAME.entries]
    amend = next(model for model in models if model["properties"]["kind"]["const"] == "amend")
    inner = [root["$defs"][each["$ref"].rpartition("/")[2]] for each in amend["properties"]["with"]["oneOf"]]
    assert {model["properties"]["kind"]["const"] for model in inner} == set(GAME.entries)


@each_line("what", EVERY_KIND)
def test_misspelled_fields_do_not_fit(root: dict[str, Any], what: What) -> None:
    (line,) = numbered(what)
    assert not branches({**line, "whatever": 1}, root)
    amended = {"kind": "amend", "n": 2, "entry": 1, "with": {**fields(what), "whatever": 1}}
    assert not branches(amended, root)


@each_line(
    "line",
    [
        *({}, {"n": 1, "dealer": "Anna"}, {"n": 1, "text": "x"}, {"n": 1, "entry": 3}),
        {**HEADER, "version": 2},
        {**HEADER, "players": ["Anna"]},
        {**HEADER, "players": list("ABCDEF")},
        {**HEADER, "stake": 0.1},
        {**HEADER, "stake": "0,10"},
        {**HEADER, "currency": "euro"},
        {**CONTRACT, "contract": "7X"},
        {**CONTRACT, "tricks": {"Anna": 11}},
        {**CONTRACT, "tricks": {"Anna": 7.5}},
        {**CONTRACT, "tricks": {"Anna": True}},
        {**CONTRACT, "calls": {"Boris": "wist"}},
        {**CONTRACT, "talon": ["AS"]},
        {**CONTRACT, "n": 0},
        {"kind": "void", "n": 1, "entry": 0},
        {"kind": "check", "n": 1, "columns": {"Anna": {"pool": 1.5}}},
        {"kind": "check", "n": 1, "columns": {"Anna": {"pool": "2..6"}}},
        {"kind": "end", "n": 1, "reason": "tired"},
        {"kind": "end", "n": 1, "reason": "agreed", "seal": "abc"},
        {"kind": "gmae", "n": 1},
        [],
        5,
    ],
)
def test_refused_lines_do_not_fit(root: dict[str, Any], line: Any) -> None:
    assert not branches(line, root)


def test_options_are_described(root: dict[str, Any]) -> None:
    rules = root["$defs"]["PreferansRules"]
    assert fits({"preset": "sochi", "style": "greedy", "raspasy": {"cap": 5}}, rules, root)
    assert not fits({"style": "gready"}, rules, root)
    assert not fits({"raspasy": {"cup": 5}}, rules, root)
    assert not fits({"aid": 1}, rules, root)


def test_lines_of_a_book_fit_its_schema(prefcount: Prefcount, tmp_path: Path) -> None:
    book = tmp_path / "payments.jsonl"
    prefcount("paid", book, "anna boris 3.50", "--currency", "EUR", "--new", "--note", "for two evenings")
    prefcount("paid", book, "--undo", "1")
    root = json.loads(prefcount("schema", "--payments").fine)
    found = [json.loads(line) for line in lines(book)]
    kinds = [
        root["$defs"][branch]["properties"]["kind"]["const"]
        for line in found
        for branch in branches(line, root)
    ]
    assert kinds == ["payments", "paid", "void"]
    assert not any(branches({**line, "whatever": 1}, root) for line in found)
    assert not branches({**found[1], "amount": "-1"}, root)
