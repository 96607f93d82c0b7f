"""The audit: one sample for every code, with its message and its fields, and silence over sound files."""

import json
from pathlib import Path
from typing import Any

import pytest

from prefcount.audit.run_audit import audit_file, finding_object
from tests.store.files import (
    HEADER,
    What,
    after,
    amend,
    by_hand,
    by_program,
    fields,
    line,
    lines,
    void,
)
from tests.tables import each_line, load_table

Object = dict[str, Any]


def found(path: Path) -> list[Object]:
    return [finding_object(finding) for finding in audit_file(path).errors]


def check(**columns: Any) -> What:
    return {"kind": "check", "columns": columns}


# --- the file ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty; line 1 must be the session header"),
        (line({**HEADER, "dealer": "Ana"}), "dealer: “Ana” is not known; did you mean “Anna”?"),
        (line(HEADER) + b" " * 70_000, "line 2 is longer than 64 KiB, too long for an entry"),
    ],
)
def test_an_unreadable_file_has_one_finding(path: Path, content: bytes, message: str) -> None:
    path.write_bytes(content)
    (finding,) = found(path)
    assert set(finding) == {"code", "message"}
    assert finding["code"] == "unreadable"
    assert finding["message"].endswith(message)
    assert (audit_file(path).hands, audit_file(path).ok) == (0, False)


# --- claims --------------------------------------------------------------------------------------


RISING = ("anna 7h wp 6", "anna 6h wp 5", "anna 8h wp 7")
"""Anna's dump: 4, 6, 12. What Boris writes on her: 20, 32, 56."""


BAD: What = {**fields("anna 7h ww 7 2 1"), "tricks": {"Anna": 7, "Boris": 2, "Vera": 2}}
WON_TEN: What = check(Anna={"pool": 10})


def ended(vera: int) -> What:
    return {"kind": "end", "reason": "agreed", "results": {"Vera": vera}}


@each_line(
    ("entries", "computed"),
    [
        ([BAD, void(1)], []),
        ([BAD, amend(1, "anna 7h ww 7 2 1")], []),
        (["anna 7h wp 6", check(Vera={"whists": {"Anna": 4}}), check(), check(Anna={})], []),
        (["anna m 0", WON_TEN, "anna m 0"], []),
        (["anna m 0", WON_TEN, "anna m 0", after(1, "anna m 0")], [20]),
        (["anna m 0", WON_TEN, "anna m 0", void(1)], [0]),
        ([*RISING, check(Anna={"dump": "4.6.12."}, Boris={"whists": {"Anna": "20.32.56"}})], []),
        ([*RISING, check(Vera={"pool": "0"})], []),
        (["anna 7h wp 6", ended(17)], []),
        (["anna 7h wp 6", ended(0), void(2), ended(17)], []),
    ],
)
def test_only_claims_that_count_are_compared(path: Path, entries: list[What], computed: list[int]) -> None:
    assert [each["computed"] for each in found(by_hand(path, *entries))] == computed


@each_line(*load_table("dotted-columns"))
def test_dotted_columns_name_the_entry_where_they_part(path: Path, column: str, said: str) -> None:
    by_hand(path, *RISING, check(Anna={"dump": column}))
    (finding,) = found(path)
    assert finding["message"] == f"Anna, dump: expected 12, {said}"
    claimed = int(column.rpartition(".")[2])
    assert (finding["claimed"], finding["computed"], finding["column"]) == (claimed, 12, "dump")


def test_dotted_columns_include_figures_brought_forward(path: Path) -> None:
    brought = {"kind": "sheet", "columns": {"Anna": {"dump": "3.5"}}}
    by_hand(path, brought, *RISING, check(Anna={"dump": "3.5.9.11.17"}), check(Anna={"dump": "3.5.9.13.19"}))
    (finding,) = found(path)
    assert (finding["entry"], finding["claimed"], finding["computed"]) == (6, 19, 17)
    assert "; the first difference is at entry 3 (Anna 6h wp 5): expected 11, found 13" in finding["message"]


def test_dotted_columns_follow_the_order_in_which_entries_count(path: Path) -> None:
    claim, inserted = check(Anna={"dump": "4.10"}), after(1, RISING[1])
    for n, entries in ((3, [inserted, claim]), (4, [claim, inserted])):
        (finding,) = found(by_hand(path, RISING[0], RISING[2], *entries))
        assert f"; the first difference is at entry {n} (Anna 6h wp 5):" in finding["message"]


# --- several things wrong ------------------------------------------------------------------------


def test_everything_is_found_at_once(path: Path) -> None:
    by_program(path, "anna 7h wp 6", check(Anna={"dump": 8}), {"kind": "end", "reason": "agreed"})
    changed = path.read_bytes().replace(b"7H", b"8H") + line({"n": 5, **fields("r 3 5 2")}) + b'{"kind'
    path.write_bytes(changed)
    assert [(each["code"], each["entry"]) for each in found(path)] == [
        ("chain-broken", 2),
        ("seal-broken", 3),
        ("number-gap", 5),
        ("torn-tail", 6),
        ("after-end", 5),
        ("check-mismatch", 2),
    ]


# --- silence -------------------------------------------------------------------------------------


def test_what_follows_from_one_bad_hand_is_one_finding(path: Path) -> None:
    players = ["Anna", "Boris", "Vera", "Gleb"]
    header = {"kind": "session", "version": 1, "game": "preferans", "players": players}
    lines = [header | {"rules": {"preset": "sochi", "target": 100}}]
    for n in range(1, 8):
        dealer = (n - 1) % 4
        declarer, first, second = (players[(dealer + place) % 4] for place in (1, 2, 3))
        tricks = {declarer: 6, first: 2, second: 3 if n == 2 else 2}
        calls = {first: "whist", second: "whist"}
        hand = {"kind": "game", "n": n, "declarer": declarer, "contract": "6S", "calls": calls}
        lines.append(hand | {"tricks": tricks})
    path.write_text("\n".join(map(json.dumps, lines)) + "\n")
    assert [(each["entry"], each["message"]) for each in found(path)] == [
        (2, "entry 2 (line 3) does not count: tricks: the tricks add up to 11, not 10"),
        (
            3,
            (
                "entries 3 to 5 do not count either (3 hands), because entry 2 did not pass the "
                "deal to the next player; correct that entry first"
            ),
        ),
    ]
    lines[4]["tricks"] = {"Anna": 10, "Boris": 3, "Vera": 0}  # wrong also where the deal is right
    path.write_text("\n".join(map(json.dumps, lines)) + "\n")
    assert [each["entry"] for each in found(path)] == [2, 4, 3, 5]
    assert "add up to 13" in found(path)[1]["message"]


HELD: What = {"kind": "check", "columns": {"Anna": {"pool": 4, "dump": 0}}}


@each_line(
    ("entries", "expected"),
    [
        (["anna 7h wp 7", "BAD", HELD], {}),
        (["BAD", HELD], {2: 1}),
        (["BAD", HELD, "boris 6s wp 6", HELD], {2: 1, 4: 1}),
        (["BAD", "BAD", HELD], {3: 1}),
        ([HELD, "BAD", HELD], {1: 0, 3: 0}),
        ([HELD, "BAD", "BAD", {"kind": "check", "columns": {"Anna": {"pool": 8}}}], {1: 0, 4: 2}),
        (["BAD", {"kind": "check", "columns": {"Anna": {"pool": 0}}}, HELD], {3: 0}),
        (["anna 7h wp 7", "BAD", {"kind": "check", "columns": {"Anna": {"pool": "2"}}}], {3: 2}),
        (["anna 7h wp 7", "BAD", {"kind": "check", "columns": {"Anna": {"pool": "2.6"}}}], {3: 0}),
        (["anna 7h wp 7", "BAD", {"kind": "check", "columns": {"Anna": {"pool": "4.8"}}}], {3: 2}),
        ([{"kind": "check", "columns": {"Nobody": {"pool": 4}}}, HELD], {2: 0}),
        (["oops", HELD], {2: 1}),
        ([HELD, "oops", HELD], {1: 0, 3: 0}),
        (
            ["BAD", {"kind": "end", "reason": "agreed", "results": {"Anna": 20, "Boris": -10, "Vera": -10}}],
            {2: 1},
        ),
    ],
)
def test_differences_name_the_uncounted_entry_that_causes_them(
    path: Path, entries: list[What], expected: dict[int, int]
) -> None:
    bad = {**fields("anna 7h ww 7 2 1"), "tricks": {"Anna": 7, "Boris": 2, "Vera": 2}, "dealer": "Vera"}
    by_hand(path, *[bad if each in ("BAD", "oops") else each for each in entries])
    written = lines(path)
    for n, each in enumerate(entries, start=1):
        if each == "oops":
            written[n] = b"oops\n"
    path.write_bytes(b"".join(written))
    mismatches = [each for each in audit_file(path).errors if each.code.endswith("-mismatch")]
    assert {each.entry: each.cause for each in mismatches} == expected
    for each in mismatches:
        follows = (
            f"; the cause is probably entry {each.cause}, which does not count; correct that entry first"
        )
        assert str(each.message).endswith(follows) == bool(each.cause)
