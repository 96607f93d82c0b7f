"""Tests of `add`."""

import io
import json
import os
import re
import subprocess
import sys
from contextlib import redirect_stderr
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from prefcount.audit.run_audit import audit_file
from prefcount.base.i18n import text
from prefcount.base.locale_format import normalize_decimal
from prefcount.cli.commands import session as add
from prefcount.cli.main import run
from prefcount.games import GAMES, get_game
from prefcount.session.typed_entries import parse_money
from prefcount.store.disk import LockRefusal, WriteError, WriterLock, current_writer
from prefcount.store.journal import Journal
from prefcount.store.reader import LoadedSession, load, read_entry
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.from_schema import Fields, allowed
from tests.store.files import HEADER, What, amend, by_hand, by_program, line, lines, void
from tests.tables import each_line, load_table

IDLE_ZERO: dict[str, Any] = {
    "kind": "game",
    "declarer": "Anna",
    "contract": "7H",
    "calls": {"Boris": "pass", "Vera": "whist"},
    "tricks": {"Anna": 7, "Gleb": 0},
    "dealer": "Gleb",
}
"""A hand of four with the tricks of the dealer, who sits out."""
RASPASY: dict[str, Any] = {
    "kind": "raspasy",
    "tricks": {"Anna": 3, "Boris": 3, "Vera": 3, "Gleb": 1},
    "dealer": "Gleb",
}


def last(path: Path) -> dict[str, Any]:
    entry: dict[str, Any] = json.loads(lines(path)[-1])
    return {key: value for key, value in entry.items() if key not in {"at", "prev"}}


def test_a_hand_is_added_with_number_time_dealer_and_hash(prefcount: Prefcount, session_file: Path) -> None:
    assert prefcount("add", session_file, "boris", "6s", "ww", "5", "3", "2").fine == ""
    assert last(session_file) == {
        "kind": "game",
        "n": 2,
        "dealer": "Anna",
        "declarer": "Boris",
        "contract": "6S",
        "calls": {"Vera": "whist", "Anna": "whist"},
        "tricks": {"Boris": 5, "Vera": 3, "Anna": 2},
    }
    assert load(session_file).session.entries[-1].at is not None
    assert audit_file(session_file).ok


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["r 3 5 2"], "r 3 5 2"),
        (["r", "3", "5", "2"], "r 3 5 2"),
        (["anna", "7h", "-3"], "Anna 7h -3"),
        (["--", "anna", "7h", "−3"], "Anna 7h -3"),
        (["vera", "m", "0", "dealer", "anna"], "Vera m 0"),
    ],
)
def test_a_line_may_be_one_or_several_arguments(
    prefcount: Prefcount, session_file: Path, words: list[str], line: str
) -> None:
    assert prefcount("add", session_file, *words).fine == ""
    session = load(session_file).session
    assert session.line(session.replay.steps[-1]) == line


OLD_SHEET = """
anna pool 2.4.5
an dump 3.11

boris on anna 24
vera whists boris 8.20
"""


def test_sheet_columns_become_one_entry(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = by_hand(tmp_path / "old.jsonl")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(OLD_SHEET.encode())))
    ran = prefcount("add", path, "--sheet", "vera dump 2", "--sheet", "-")
    assert (ran.code, ran.out) == (0, ""), ran.err
    assert last(path) == {
        "kind": "sheet",
        "n": 1,
        "columns": {
            "Vera": {"dump": 2, "whists": {"Boris": "8.20"}},
            "Anna": {"pool": "2.4.5", "dump": "3.11"},
            "Boris": {"whists": {"Anna": 24}},
        },
    }
    assert audit_file(path).ok
    assert "  pool      2.4.5\n  dump      3.11\n" in prefcount("show", path).fine
    assert prefcount("add", path, "--sheet", "vera dump 2", "--sheet", "anna dump 0").warnings == [
        "Vera, dump: entry 1 already took these figures from paper, and entry 2 adds to them. "
        "If the sheet was entered twice, void one of the two entries"
    ]


def test_a_wrong_number_or_hash_in_json_is_refused(prefcount: Prefcount, session_file: Path) -> None:
    prev = load(session_file).last_hash
    note = {"kind": "note", "text": "x"}
    for wrong, said in (
        ({"n": 7}, "n: must be 2 or left out"),
        ({"prev": "0" * 16}, "prev: this does not match the last line of the file; leave the field"),
    ):
        ran = prefcount("add", session_file, "--json", json.dumps({**wrong, **note}))
        assert ran.complaint.startswith(said)
    assert prefcount("add", session_file, "--json", json.dumps({"n": 2, "prev": prev, **note})).fine == ""
    assert prefcount("add", session_file, "--json", '{"kind": "end", "reason": "agreed"}').fine == ""
    assert len(last(session_file)["seal"]) == 64
    assert audit_file(session_file).ok


@each_line("field", ["prev", "seal"])
def test_a_hash_inside_a_correction_is_refused(prefcount: Prefcount, session_file: Path, field: str) -> None:
    end = {"kind": "end", "reason": "agreed", field: "0" * (16 if field == "prev" else 64)}
    for place, correction in (("with", amend(1, end)), ("with.with", amend(1, amend(1, end)))):
        said = prefcount("add", session_file, "--json", json.dumps(correction)).complaint
        assert said == f"{place}.{field}: leave this field out; only the program writes it"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("boris 6h wp 6", "after 2 raspasy in a row only a contract of 7 or more ends raspasy, not 6"),
        (IDLE_ZERO, "Gleb does not play this hand; the tricks entered for this player (0) do not count"),
        (
            {"kind": "amend", "entry": 2, "with": IDLE_ZERO},
            "Gleb does not play this hand; the tricks entered for this player (0)",
        ),
    ],
    ids=str,
)
def test_remarks_of_the_audit_are_printed_at_once(
    prefcount: Prefcount, tmp_path: Path, words: What, said: str
) -> None:
    rules = {"preset": "leningrad", "target": 100}
    path = by_hand(
        tmp_path / "evening.jsonl",
        *(RASPASY, RASPASY),
        players=["Anna", "Boris", "Vera", "Gleb"],
        dealer="Gleb",
        rules=rules,
    )
    added = [words] if isinstance(words, str) else ["--json", json.dumps(words)]
    [remark] = prefcount("add", path, *added).warnings
    assert remark.startswith(said)
    assert len(lines(path)) == 4
    assert remark in [str(each.message) for each in audit_file(path).remarks]


def test_unlikely_entries_are_written_with_a_warning(prefcount: Prefcount, tmp_path: Path) -> None:
    path = by_hand(tmp_path / "evening.jsonl")
    assert prefcount("add", path, "anna m 9").warnings == ["Anna takes 9 tricks on a misère."]
    assert prefcount("add", path, "anna m 1").warnings == []
    assert len(lines(path)) == 3


def test_entries_displaced_by_a_correction_are_named(prefcount: Prefcount, tmp_path: Path) -> None:
    rules = {"kind": "rules", "set": {"half_whist": True}}
    path = by_hand(tmp_path / "evening.jsonl", rules, "anna 6c ph", rules={"half_whist": False})
    ran = prefcount("add", path, "--json", json.dumps(void(1)))
    assert ran.warnings == ["hand 1 is no longer valid and does not count; correct this entry too"]
    assert ran.out == ""


# --- refused -------------------------------------------------------------------------------------

ONE_OF = (
    "add needs one of: a line such as “anna 7h wp 6”, --sheet COLUMN, --result RESULT, --price PRICE, "
    "--date DATE, --end or --json ENTRY"
)
REFUSED: list[tuple[list[str], str]] = [
    ([], ONE_OF),
    (["r", "3", "5", "2", "--end"], ONE_OF),
    (["--sheet", "anna pool 2", "--json", "{}"], ONE_OF),
    (["--sheet", " "], "write what is on the sheet, such as --sheet “anna pool 2.6.12”"),
    (["--sheet", "anna pool 2", "--sheet", "anna pool 4"], "anna pool 4: this column was already given"),
    (["--end", "agreeed"], "end: “agreeed” is not known; did you mean “agreed”?"),
    (["--end", "resigned"], "end: write who resigns, e.g. resigned anna"),
    (["--end", "resigned", "gleb"], "“gleb”: no player has this name; the players are Anna, Boris, Vera"),
    (["--end", "time", "anna"], "end: leave out “anna”; only the word “resigned” is followed by a name"),
    (["boris", "7h", "xx", "6"], "“xx”: these letters are not calls"),
    (["boris", "7h", "-2"], "conceding: at this table a declarer who concedes is down 3, not 2"),
    (["--json", ""], "is not valid JSON, because "),
    (["--json", "[]"], "must be a group of fields in braces, not []"),
    (["--json", '{"kind": "gmae"}'], "kind: “gmae” is not known; did you mean “game”?"),
    (
        ["--json", json.dumps({"kind": "end", "reason": "pool", "seal": "0" * 64})],
        "seal: this check code does not fit the file; leave out “seal”, and the program adds the right one",
    ),
    (["--json", '{"kind": "void", "entry": 9}'], "entry: there is no earlier entry 9 to correct"),
    (["--json", '{"kind": "note", "text": "\\u001b[31m"}'], "text: has the character U+001B"),
    (["--json", '{"kind": "raspasy", "tricks": {"\\u001b[31m": 3}}'], "tricks"),
    (["--json", '{"kind": "end", "reason": "agreed", "results": {"A\\nB": 1}}'], "results"),
    (["--json", '{"kind": "check", "columns": {"A\\nB": {"pool": 1}}}'], "columns"),
]


@each_line(("arguments", "sentence"), REFUSED)
def test_refused_entries_leave_the_file_unchanged(
    prefcount: Prefcount, session_file: Path, arguments: list[str], sentence: str
) -> None:
    before = session_file.read_bytes()
    assert prefcount("add", session_file, *arguments).complaint.startswith(sentence)
    assert session_file.read_bytes() == before
    assert list(session_file.parent.iterdir()) == [session_file]


def test_all_problems_are_reported_in_one_line(prefcount: Prefcount, session_file: Path) -> None:
    with_talon = {"kind": "game", "declarer": "Anna", "contract": "7H", "talon": ["AS", "KS"]}
    assert prefcount("add", session_file, "--json", json.dumps(with_talon)).complaint == (
        "talon: this table plays no talon bonus; leave the talon's cards out; calls: write the "
        "calls of Boris, Vera after the contract, one of wp, pw, ww, pp, ph, wh"
    )
    many = {"kind": "raspasy", "tricks": {f"player {number}": 1 for number in range(2000)}}
    said = prefcount("add", session_file, "--json", json.dumps(many)).complaint
    assert said.count("is not known") <= 20


def test_an_uncertain_write_is_reported_as_uncertain(
    prefcount: Prefcount, session_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_journal: Journal, _entry: object) -> None:
        raise WriteError(text("the disk failed"), certain=False)

    monkeypatch.setattr(Journal, "append", fails)
    ran = prefcount("add", session_file, "anna 7h wp 6")
    assert ran.code == 2
    assert "it is uncertain whether the entry is in the file; run prefcount show" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], {"reason": "agreed"}),
        (["time"], {"reason": "time"}),
        (["resigned", "an"], {"reason": "resigned", "player": "Anna"}),
    ],
)
def test_end_writes_results_and_seal(
    prefcount: Prefcount, session_file: Path, words: list[str], said: dict[str, Any]
) -> None:
    early = (
        "the end of the game is recorded as “the time is up”, "
        "but by the rules the game was not over (0 of 60 pool points)"
    )
    warnings = prefcount("add", session_file, "--end", *words).warnings
    assert warnings == ([early] if words == ["time"] else [])
    results = {"Anna": -50, "Boris": 33, "Vera": 17}
    end = last(session_file)
    assert len(end.pop("seal")) == 64
    assert end == {"kind": "end", "n": 2, "results": results} | said
    assert audit_file(session_file).ok
    refused = prefcount("add", session_file, "--end").complaint
    assert refused.startswith("the game has ended already (")


def test_end_needs_no_reason_if_the_game_is_over(prefcount: Prefcount, tmp_path: Path) -> None:
    path = by_program(tmp_path / "evening.jsonl", "anna m 0", "boris m 0", "vera m 0", rules={"target": 10})
    assert prefcount("add", path, "--end").fine == ""
    assert last(path)["reason"] == "pool"
    assert audit_file(path).ok


# --- one writer ----------------------------------------------------------------------------------


def test_a_file_that_is_being_written_is_refused(
    prefcount: Prefcount, session_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(add, "LOCK_SECONDS", 0)
    before = session_file.read_bytes()
    writer = WriterLock.take(session_file)
    assert isinstance(writer, WriterLock)
    with writer:
        busy = current_writer(session_file)
        assert busy is not None
        assert prefcount("add", session_file, "r", "3", "5", "2").complaint == f"{session_file}: {busy.text}"
        assert f"(process {os.getpid()}), so the game is read-only here" in str(busy.text)
        assert session_file.read_bytes() == before
    assert prefcount("add", session_file, "r", "3", "5", "2").fine == ""
    assert list(session_file.parent.iterdir()) == [session_file]


def test_the_file_is_read_again_after_waiting(
    prefcount: Prefcount, session_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = WriterLock.take

    def take(path: Path, patience: float) -> WriterLock | LockRefusal:
        by_program(path.with_name("longer"), "anna 7h wp 6", "r 3 5 2").replace(path)
        return real(path, patience)

    monkeypatch.setattr(WriterLock, "take", take)
    assert prefcount("add", session_file, "boris", "m", "0").fine == ""
    assert [entry.kind for entry in load(session_file).session.entries] == ["game", "raspasy", "misere"]
    assert audit_file(session_file).ok


def test_three_processes_lose_no_entry(session_file: Path) -> None:
    ran = [add_in_a_process(session_file) for _ in range(3)]
    codes = [each.wait(60) for each in ran]
    assert set(codes) <= {0, 2}
    assert codes.count(0) >= 1
    assert len(load(session_file).session.entries) == 1 + codes.count(0)
    assert audit_file(session_file).ok
    assert list(session_file.parent.iterdir()) == [session_file]


def add_in_a_process(path: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "prefcount", "add", str(path), "r", "3", "5", "2"]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


# --- damaged files -------------------------------------------------------------------------------


def test_nothing_is_added_to_a_damaged_file(prefcount: Prefcount, session_file: Path) -> None:
    session_file.write_bytes(session_file.read_bytes().replace(b"Anna", b"Inna", 1))
    before = session_file.read_bytes()
    said = prefcount("add", session_file, "r", "3", "5", "2").complaint
    assert said.startswith(f"{session_file}: nothing can be added to a damaged file: ")
    assert session_file.read_bytes() == before


def test_a_torn_last_line_is_kept_in_a_file(prefcount: Prefcount, session_file: Path) -> None:
    session_file.write_bytes(session_file.read_bytes() + b'{"kind":"ga')
    before = session_file.read_bytes()
    assert prefcount("add", session_file, "r", "3").code == 2
    assert session_file.read_bytes() == before
    ran = prefcount("add", session_file, "r", "3", "5", "2")
    torn = session_file.with_name("evening.jsonl.torn1")
    assert ran.warnings == [
        f"{session_file}: the last line, entry 2, is cut off; it does not count",
        f"the incomplete line is kept in {torn}",
    ]
    assert last(session_file)["n"] == 2
    assert torn.read_bytes() == b'{"kind":"ga'
    assert audit_file(session_file).ok


PLAYERS = ("Anna", "Boris", "Vera", "Gleb", "Elena")
PUT_IN = {"n", "at", "prev", "seal", "dealer"}
"""Fields that the program adds to an entry."""


def added(path: Path, *what: str) -> int:
    with redirect_stderr(StringIO()):
        return run(["add", str(path), *what])


@cache
def options(name: str) -> st.SearchStrategy[dict[str, Any]]:
    game = get_game(name)
    infos = game.options(game.preset(next(iter(game.presets))))
    values = [(info.name, value) for info in infos for value in (*info.choices, *(info.limits or ()), None)]

    def nested(name: str, value: object) -> dict[str, Any]:
        group, dot, inner = name.partition(".")
        return {group: nested(inner, value)} if dot else {group: value}

    return st.sampled_from([nested(*each) for each in values])


@cache
def schemas_of(name: str) -> dict[str, dict[str, Any]]:
    return {kind: model.model_json_schema() for kind, model in get_game(name).entries.items()}


def fields_of(loaded: LoadedSession, path: Path) -> Fields:
    """Draw the fields that the next entry may have: players, corrected entries, right and wrong hashes."""
    session = loaded.session
    game, state, n = session.game, session.state, session.next_number
    owners = game.owners(state)
    columns = sorted({cell.column for owner in owners for cell in game.cells(state, owner.number)})
    return {
        "player": st.sampled_from([*session.players, *(owner.key for owner in owners), "Дима"]),
        "column": st.sampled_from(columns),
        "entry": st.integers(1, n),
        "after": st.integers(0, n),
        "n": st.sampled_from((None, n, n + 1)),
        "prev": st.sampled_from((None, loaded.last_hash, "0" * 16)),
        "seal": st.sampled_from((None, Journal.from_loaded(path, loaded).seal(), "0" * 64)),
        "set": options(game.name),
    }


def put_in(meant: dict[str, Any], written: dict[str, Any]) -> set[str]:
    """Return the fields that the program added to an entry."""
    found = {name for name in written if written[name] != meant[name]}
    if "with_" in found:
        found = found - {"with_"} | put_in(meant["with_"], written["with_"])
    assert all(meant.get(name) is None for name in found)
    return found


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=8, phases=[Phase.generate])
@given(data=st.data())
def test_a_file_stays_sound_whatever_is_added(name: str, data: st.DataObject) -> None:
    game = get_game(name)
    schemas = schemas_of(name)
    players = PLAYERS[: data.draw(st.sampled_from(game.sizes))]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "evening.jsonl"
        path.write_bytes(line({**HEADER, "game": name, "players": players, "dealer": players[-1]}))
        for kind in data.draw(st.lists(st.sampled_from(list(schemas)), min_size=1, max_size=6)):
            before = load(path)
            strategy = allowed(schemas[kind], schemas[kind], fields_of(before, path))
            entry = json.dumps(data.draw(strategy))
            code = added(path, "--json", entry)
            after = load(path)
            assert (code, after.faults) in ((0, ()), (2, ()))
            if code:
                assert after.content == before.content
                continue
            meant, written = read_entry(game, entry.encode()), after.session.entries[-1]
            assert put_in(meant.model_dump(), written.model_dump()) <= PUT_IN
        assert added(path, "--json", '{"kind": "note", "text": "further"}') == 0
        assert load(path).faults == ()


HANDS = (
    "anna 7h wp 6",
    {"kind": "join", "player": "Gleb", "replaces": "Vera"},
    {"kind": "game", "declarer": "Boris", "contract": "8S", "calls": {"Gleb": "pass", "Anna": "pass"}},
    {"kind": "end", "reason": "agreed"},
)
PRICE = {"kind": "price", "stake": "0.10", "currency": "EUR"}
WHO_READS_MONEY = (
    ("settle", "--json"),
    ("report", "--csv", "results"),
    ("report", "--chat"),
    ("replay", "--all"),
    ("stats", "--json"),
    ("debts", "--csv"),
)


def said(prefcount: Prefcount, command: tuple[str, ...], path: Path) -> str:
    lines = re.sub(r"(?m)^ *[0-9]+  ", "", prefcount(command[0], path, *command[1:]).out).splitlines()
    return "\n".join(line for line in lines if not line.startswith("Check code: "))


@pytest.mark.parametrize(
    "entries",
    [
        (*HANDS, PRICE),
        (*HANDS[:1], PRICE, *HANDS[1:]),
        (*HANDS, {**PRICE, "stake": "7"}, PRICE),
        (*HANDS, PRICE, {**PRICE, "stake": "7"}, void(6)),
        (*HANDS, {"kind": "note", "text": "for 10 cents"}, amend(5, PRICE)),
    ],
    ids=["after the end", "before a newcomer", "corrected", "taken back", "amended"],
)
def test_the_newest_price_counts_for_the_whole_game(
    prefcount: Prefcount, tmp_path: Path, entries: tuple[Any, ...]
) -> None:
    path = by_program(tmp_path / "evening.jsonl", *HANDS, stake="0.10", currency="EUR")
    commands = WHO_READS_MONEY if entries[-1] is PRICE else WHO_READS_MONEY[:1]
    expected = [said(prefcount, command, path) for command in commands]
    assert all("EUR" in each or "€" in each for each in expected)
    path.unlink()
    by_program(path, *entries)
    assert [said(prefcount, command, path) for command in commands] == expected


@pytest.mark.parametrize("how", [["--price", "0,10", "eur"], ["price", "0.10", "EUR"], ["цена", "0,10EUR"]])
def test_a_price_is_an_option_or_a_line(prefcount: Prefcount, tmp_path: Path, how: list[str]) -> None:
    path = by_program(tmp_path / "evening.jsonl", *HANDS)
    assert json.loads(prefcount("settle", path, "--json").fine)["money"] is None
    assert prefcount("add", path, *how).fine == ""
    written = json.loads(path.read_bytes().splitlines()[-1])
    assert (written["kind"], written["stake"], written["currency"]) == ("price", "0.10", "EUR")
    prefcount("add", path, "--price", "0.05")
    assert json.loads(prefcount("settle", path, "--json").fine)["money"]["amounts"]["Boris"] == "3.67"
    prefcount("add", path, "--price", "none")
    assert json.loads(prefcount("settle", path, "--json").fine)["money"] is None
    assert prefcount("audit", path).code == 0


@each_line(*load_table("prices"))
def test_a_price_with_its_currency_as_people_write_it(typed: str, price: str) -> None:
    amount, currency = parse_money(typed.split())
    assert f"{normalize_decimal(amount)} {currency}".rstrip() == price


@each_line(*load_table("impossible-prices"))
def test_impossible_prices_are_refused(
    prefcount: Prefcount, tmp_path: Path, typed: str, sentence: str
) -> None:
    path = by_hand(tmp_path / "evening.jsonl", *HANDS)
    before = path.read_bytes()
    for command in (["--price", *typed.split()], ["price", *typed.split()]):
        assert sentence in prefcount("add", path, *command).complaint
    assert path.read_bytes() == before


def test_a_terminal_shows_what_was_written(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_terminal(*arguments: object) -> str:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        return prefcount(*arguments).out

    game = tmp_path / "evening.jsonl"
    title = "Anna, Boris, Vera · Preferans · Sochi to 20"
    assert in_terminal("new", game, "--players", "Anna", "Boris", "Vera") == f"Created {game}: {title}\n"
    assert in_terminal("add", game, "anna 7h wp 6") == "Recorded: hand 1: Anna 7♥, Boris whists: 1 down\n"
    assert in_terminal("add", game, "--price", "0.10 EUR") == "Recorded: Price per whist: €0.10\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
    assert prefcount("add", game, "boris m 0").out == ""
