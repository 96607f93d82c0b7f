"""Tests that a file of a newer version is refused with one sentence, and never written to."""

import json
from pathlib import Path
from typing import Any

import pytest

from prefcount import __version__
from prefcount.games import get_game
from prefcount.store.journal import Follower
from prefcount.store.presets import read_preset
from prefcount.store.reader import ReadError, load
from tests.cli.conftest import Prefcount
from tests.session.test_bounds_of_figures import adjust
from tests.store.files import amend, by_hand, by_program, line
from tests.tables import each_line

NEWER = "a newer version of prefcount wrote"
HANDS = ("anna 7h wp 6", "boris m 0")
RULES = {"kind": "rules", "set": {"hoopla": True}}

ENTRIES = {
    "a kind": {"kind": "bonus", "player": "Anna"},
    "a field": {"kind": "misere", "declarer": "Vera", "tricks": {"Vera": 0}, "curtained": 1},
    "a call": {"kind": "game", "declarer": "Anna", "contract": "7H", "calls": {"Boris": "redouble"}},
    "a reason": {"kind": "end", "reason": "storm"},
    "an option": RULES,
    "a value": {"kind": "rules", "set": {"ten": "zigzag"}},
    "a preset": {"kind": "rules", "set": {"preset": "odessa"}},
    "what is amended": amend(1, {"kind": "bonus", "player": "Anna"}),
    "amended rules": amend(3, RULES),
}
HEADERS: dict[str, dict[str, Any]] = {
    "what it needs": {"needs": "9.1", "seats": "round", "players": ["Anna"] * 9},
    "its format": {"version": 2, "seats": "round", "players": {}},
    "a field": {"curtains": "red"},
    "a game": {"game": "tarock"},
    "a preset": {"rules": {"preset": "odessa"}},
    "an option": {"rules": {"preset": "sochi", "hoopla": True}},
    "a value": {"rules": {"preset": "sochi", "ten": "zigzag"}},
}
READING = (
    ("show",),
    ("settle",),
    ("settle", "--json"),
    ("replay", "--preset", "rostov"),
    ("report", "--csv", "hands"),
    ("stats",),
    ("debts",),
    ("paper", "--says", "anna pool 4"),
    ("fit",),
    ("share",),
    ("open",),
)
WRITING = (
    ("add", "vera", "6s", "pp"),
    ("add", "--json", '{"kind": "note", "text": "x"}'),
    ("add", "--end"),
    ("add", "--price", "0.10", "EUR"),
)


def written(path: Path, new: str) -> Path:
    where, what = new.split(": ")
    if where == "entry":
        middle = ({"kind": "rules", "set": {"style": "gentleman"}},)
        return by_hand(path, *HANDS, *middle, ENTRIES[what], "vera m 0")
    return by_hand(path, *HANDS, **HEADERS[what])


EVERY = [*(f"entry: {each}" for each in ENTRIES), *(f"header: {each}" for each in HEADERS)]


@each_line("new", EVERY)
def test_every_command_refuses_a_newer_file(prefcount: Prefcount, tmp_path: Path, new: str) -> None:
    path = written(tmp_path / "newer.jsonl", new)
    content = path.read_bytes()
    everything = new in ("entry: a kind", "header: what it needs", "header: a value")
    for command, *further in (*READING, *WRITING) if everything else (READING[1], WRITING[0]):
        ran = prefcount(command, path, *further)
        assert (ran.code, ran.out.count("Anna")) == (2, 0), command
        assert NEWER in ran.err, command
    audited = prefcount("audit", path)
    assert audited.code == 1
    assert NEWER in audited.out
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (content, [path])


@each_line("new", ["header: what it needs", "header: its format"])
def test_the_error_names_the_version_that_is_needed(prefcount: Prefcount, tmp_path: Path, new: str) -> None:
    path = written(tmp_path / "newer.jsonl", new)
    said = prefcount("settle", path).complaint
    assert said.startswith(f"{path}: {NEWER} this file: ")
    assert "round" not in said
    assert ";" not in said
    for needs in ("0.9", "1.0", __version__):
        assert load(by_hand(tmp_path / "own.jsonl", *HANDS, needs=needs)).faults == ()


def test_the_last_understood_state_stays_while_a_newer_program_writes(tmp_path: Path) -> None:
    path = by_program(tmp_path / "evening.jsonl", *HANDS)
    follower = Follower(path, load(path))
    with path.open("ab") as file:
        file.write(line({"kind": "bonus", "n": 3}))
    seen = follower.look()
    assert seen is not None
    assert not seen.is_readable
    assert NEWER in str(seen.text)
    assert len(seen.loaded.session.entries) == 2


BOOK = {"kind": "payments", "version": 1, "currency": "EUR"}
PAID = {"kind": "paid", "n": 1, "from": "Anna", "to": "Boris", "amount": "3"}


@each_line(
    "lines",
    [
        [{**BOOK, "needs": "9.1"}, PAID],
        [{**BOOK, "version": 2}, PAID],
        [BOOK, PAID, {"kind": "forgiven", "n": 2}],
    ],
)
def test_a_newer_book_of_payments_is_refused(
    prefcount: Prefcount, tmp_path: Path, lines: list[dict[str, Any]]
) -> None:
    path = tmp_path / "payments.jsonl"
    path.write_bytes(b"".join(map(line, lines)))
    content = path.read_bytes()
    for ran in (
        prefcount("paid", path),
        prefcount("paid", path, "anna boris 4", "--new"),
        prefcount("debts", path),
    ):
        assert (ran.code, ran.out) == (2, "")
        assert NEWER in ran.err
    assert path.read_bytes() == content


@each_line("more", [{"needs": "9.1"}, {"version": 2}, {"rules": {"hoopla": 1}}, {"icon": "x"}])
def test_a_preset_with_newer_options_is_refused(tmp_path: Path, more: dict[str, Any]) -> None:
    path = tmp_path / "ours.json"
    preset = {"kind": "preset", "version": 1, "game": "preferans", "name": "x", "rules": {}, **more}
    path.write_text(json.dumps(preset), encoding="utf-8")
    with pytest.raises(ReadError, match=NEWER):
        read_preset(path, get_game("preferans"))


def test_a_misspelled_field_does_not_hide_the_file(tmp_path: Path) -> None:
    path = by_hand(tmp_path / "slip.jsonl", *HANDS, {"kind": "notes", "text": "x"})
    loaded = load(path)
    assert len(loaded.session.entries) == 2
    assert "did you mean “note”" in str(loaded.faults[0])


PARTS = [adjust(f"1/{9_999_991 - 2 * n}") for n in range(700)]
"""Fractions whose denominators are too many for a sheet to hold their sum."""
COMMANDS = {
    ("show",): 0,
    ("audit", "--json"): 1,
    ("settle", "--json"): 2,
    ("report", "--csv", "postings"): 2,
    ("replay", "--all"): 2,
    ("stats",): 2,
}


def test_files_of_older_programs_are_shown_but_not_settled(prefcount: Prefcount, tmp_path: Path) -> None:
    path = by_hand(tmp_path / "evening.jsonl", *PARTS, {"kind": "end", "reason": "agreed"})
    for (command, *further), code in COMMANDS.items():
        ran = prefcount(command, path, *further)
        assert (ran.code, " allowed is 1,000" in ran.out + ran.err) == (code, True), command


def test_an_entry_beyond_the_limits_is_not_added(prefcount: Prefcount, tmp_path: Path) -> None:
    path = by_hand(tmp_path / "evening.jsonl", *[adjust(1_000_000)] * 1000)
    said = prefcount("add", path, "--json", json.dumps(adjust(1))).complaint
    assert said == "Anna, dump: the figure would be 1000000001, but the largest allowed is 1,000,000,000"
