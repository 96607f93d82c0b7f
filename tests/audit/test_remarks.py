"""Remarks on what is possible and mostly a slip."""

from pathlib import Path
from typing import Any

from prefcount.audit.run_audit import audit_file
from tests.store.files import What, after, amend, by_hand, fields, lines, void
from tests.tables import each_line

Remarks = list[tuple[int, str]]

ANNA, BORIS, MISERE = "anna 7h wp 6", "boris 6s wp 6", "vera m 0"


def remarks(path: Path) -> Remarks:
    report = audit_file(path)
    assert report.ok, report.errors
    return [(each.entry, each.code) for each in report.remarks]


def messages(path: Path) -> list[str]:
    return [str(each.message) for each in audit_file(path).remarks]


def dealt(dealer: str, what: What = "r 3 5 2", **more: Any) -> What:
    return {**fields(what), "dealer": dealer, **more}


def at(time: str, what: What = "r 3 5 2") -> What:
    return {**fields(what), "at": f"2026-11-14T{time}+03:00"}


# --- the deal: Vera deals first, then Anna, then Boris -------------------------------------------


@each_line(
    ("entries", "expected"),
    [
        ([dealt("Vera"), dealt("Anna"), dealt("Boris"), dealt("Vera")], []),
        ([ANNA, BORIS, dealt("Boris")], []),
        ([dealt("Vera"), dealt("Vera")], [2]),
        ([dealt("Vera"), dealt("Boris"), dealt("Vera")], [2]),
        ([dealt("Anna"), dealt("Boris")], [1]),
        ([{"kind": "misdeal"}, dealt("Vera")], []),
        ([{"kind": "misdeal"}, dealt("Anna")], [2]),
        ([dealt("Vera"), {"kind": "misdeal", "dealer": "Boris"}, dealt("Boris")], [2]),
        ([{"kind": "talon_thrown"}, dealt("Vera")], []),
        ([dealt("Vera"), dealt("Vera"), void(2), dealt("Anna")], []),
        ([dealt("Vera"), dealt("Vera"), amend(2, dealt("Anna"))], []),
        ([dealt("Vera"), dealt("Boris"), after(1, dealt("Anna"))], []),
        ([dealt("Vera"), dealt("Anna"), after(1, dealt("Anna"))], []),
        ([dealt("Vera"), dealt("Anna"), dealt("Boris"), void(2)], []),
        ([dealt("Vera"), dealt("Anna"), dealt("Boris"), amend(2, dealt("Vera"))], []),
        ([dealt("Vera"), dealt("Anna"), dealt("Anna"), void(1)], [3]),
    ],
)
def test_a_deal_out_of_turn_is_reported(path: Path, entries: list[What], expected: list[int]) -> None:
    assert remarks(by_hand(path, *entries)) == [(entry, "deal-out-of-turn") for entry in expected]


def test_who_deals_first_is_known_from_the_header_only(path: Path) -> None:
    assert remarks(by_hand(path, dealt("Boris"), dealt("Vera"), dealer=None)) == []
    assert remarks(by_hand(path, dealt("Boris"), dealt("Boris"), dealer=None)) == [(2, "deal-out-of-turn")]


def test_the_deal_after_a_lost_line_is_not_reported(path: Path) -> None:
    by_hand(path, dealt("Vera"), dealt("Anna"), dealt("Boris"))
    first, second, third, fourth = lines(path)
    path.write_bytes(first + second + fourth)
    assert [each.code for each in audit_file(path).errors] == ["number-gap"]
    assert audit_file(path).remarks == ()
    path.write_bytes(first + second + third[:20] + b"\n" + fourth)
    assert [each.code for each in audit_file(path).errors] == ["bad-entry"]
    assert audit_file(path).remarks == ()


# --- old sheets ---------------------------------------------------------------------------------


ANNA_12: What = {"kind": "sheet", "columns": {"Anna": {"pool": 12, "whists": {"Boris": 4}}}}
BORIS_ON_ANNA: What = {"kind": "sheet", "columns": {"Boris": {"whists": {"Anna": 4}}, "Anna": {"pool": 0}}}


@each_line(
    ("entries", "expected"),
    [
        ([ANNA_12, BORIS_ON_ANNA], []),
        ([ANNA_12, ANNA_12], [2]),
        ([ANNA_12, BORIS_ON_ANNA, {"kind": "sheet", "columns": {"Anna": {"pool": "2.6.14"}}}], [3]),
        ([BORIS_ON_ANNA, "vera m 0", ANNA_12, BORIS_ON_ANNA], [4]),
        ([ANNA_12, ANNA_12, ANNA_12], [2, 3]),
        ([ANNA_12, ANNA_12, void(1)], []),
        ([ANNA_12, ANNA_12, amend(2, BORIS_ON_ANNA)], []),
        ([ANNA_12, {"kind": "rename", "player": "Anna", "to": "Anya"}, amend(1, ANNA_12)], []),
    ],
)
def test_a_sheet_entered_twice_is_reported(path: Path, entries: list[What], expected: list[int]) -> None:
    assert remarks(by_hand(path, *entries)) == [(entry, "sheet-twice") for entry in expected]


def test_columns_may_be_brought_forward_as_they_begin(path: Path) -> None:
    header = {"game": "balkan", "rules": {"preset": "standard"}}
    begun: What = {"kind": "sheet", "columns": {"Anna": {"bule": 100}}}
    played: What = {"kind": "sheet", "columns": {"Anna": {"bule": 60}}}
    assert remarks(by_hand(path, begun, played, begun, **header)) == []
    assert remarks(by_hand(path, played, played, **header)) == [(2, "sheet-twice")]


# --- raspasy -------------------------------------------------------------------------------------


@each_line(
    ("entries", "expected"),
    [
        (["r 3 5 2", "anna 6h wp 6"], []),
        (["r 3 5 2", "r 3 5 2", "anna 6h wp 6"], [3]),
        (["r 3 5 2", "r 3 5 2", "anna 7h wp 7"], []),
        (["r 3 5 2"] * 3 + ["anna 7h pp"], [4]),
        (["r 3 5 2"] * 5 + ["anna 7h -3", "anna 6h pp"], [6, 7]),
        (["r 3 5 2"] * 3 + ["anna 8h pp", "anna 6h pp"], []),
        (["r 3 5 2"] * 3 + ["anna m 0"], []),
    ],
)
def test_a_bid_too_low_to_leave_raspasy_is_reported(
    path: Path, entries: list[What], expected: list[int]
) -> None:
    """Leningrad: six after one, seven after two, eight after three; only a made contract leaves them."""
    rules = {"preset": "leningrad", "target": 100}
    assert remarks(by_hand(path, *entries, rules=rules)) == [(entry, "low-bid") for entry in expected]


# --- the end -------------------------------------------------------------------------------------

FULL = {"kind": "sheet", "columns": {name: {"pool": 20} for name in ("Anna", "Boris", "Vera")}}


@each_line(
    ("rules", "entries", "reason", "remarked"),
    [
        ({}, [ANNA], "pool", True),
        ({}, [FULL], "pool", False),
        ({}, [ANNA], "agreed", False),
        ({"end": "total"}, [FULL], "pool", False),
        ({"end": "hands", "hands": 2}, [ANNA], "hands", True),
        ({"end": "hands", "hands": 2}, [ANNA, BORIS], "hands", False),
        ({"end": "manual"}, [ANNA], "pool", False),
        ({"end": "time", "minutes": 60}, [at("19:30:00")], "time", True),
        ({"end": "time", "minutes": 60}, [at("20:05:00")], "time", False),
        ({"end": "time", "minutes": 60}, [ANNA], "time", False),
        ({"end": "time", "minutes": 60}, [ANNA], "pool", True),
    ],
)
def test_an_end_before_its_time_is_reported(
    path: Path, rules: dict[str, Any], entries: list[What], reason: str, remarked: bool
) -> None:
    end = {"kind": "end", "reason": reason}
    by_hand(path, *entries, end, rules=rules, started="2026-11-14T19:05:00+03:00")
    assert remarks(path) == ([(len(entries) + 1, "early-end")] if remarked else [])


def test_hands_after_an_end_inserted_later_do_not_count(path: Path) -> None:
    by_hand(path, ANNA, BORIS, after(1, MISERE), rules={"end": "hands", "hands": 2})
    (finding,) = audit_file(path).errors
    assert (finding.entry, finding.code) == (2, "after-end")
    assert str(finding.message).endswith("; the game ended with entry 3, which was inserted later")


@each_line("what", ["anna m 0", {"kind": "misdeal"}, {"kind": "talon_thrown"}])
def test_entries_after_the_end_are_errors(path: Path, what: What) -> None:
    by_hand(path, ANNA, {"kind": "end", "reason": "agreed"}, what)
    (finding,) = audit_file(path).errors
    assert (finding.entry, finding.code) == (3, "after-end")
    assert str(finding.message).endswith("; the game ended with entry 2")


# --- results -------------------------------------------------------------------------------------


def test_results_that_do_not_sum_to_zero_are_reported(path: Path) -> None:
    results = {"Anna": -50, "Boris": 33, "Vera": 20}
    by_hand(path, ANNA, {"kind": "end", "reason": "agreed", "results": results})
    report = audit_file(path)
    assert [each.code for each in report.errors] == ["result-mismatch"]
    (odd,) = report.remarks
    assert (odd.claimed, odd.computed) == (3, 0)
    assert str(odd.message) == "the announced results add up to 3, not 0: one of them is wrong"


# --- clock, texts, hands twice -------------------------------------------------------------------


@each_line(
    ("entries", "expected"),
    [
        ([at("19:05:00"), at("19:10:00", ANNA)], []),
        ([at("19:04:59")], [1]),
        ([at("19:30:00"), at("19:29:59", ANNA)], [2]),
        ([at("19:30:00"), "r 0 5 5", at("19:29:00", ANNA)], [3]),
        ([at("22:30:00"), at("19:32:00", ANNA), at("19:34:00")], [2]),
        ([at("19:30:00"), {**fields(ANNA), "at": "2026-11-14T16:31:00+00:00"}], []),
        ([at("19:30:00"), {**fields(ANNA), "after": 0, "at": "2026-11-14T19:40:00+03:00"}], []),
        ([at("18:30:00"), {"kind": "date", "started": "2026-11-14T18:00:00+03:00"}], []),
        ([at("19:30:00"), {"kind": "date", "started": "2026-11-14T20:00:00+03:00"}], [1]),
    ],
)
def test_a_clock_that_goes_back_is_reported(path: Path, entries: list[What], expected: list[int]) -> None:
    by_hand(path, *entries, started="2026-11-14T19:05:00+03:00")
    assert remarks(path) == [(entry, "clock-back") for entry in expected]


def test_times_at_the_limits_of_the_calendar_are_compared(path: Path) -> None:
    first, last = "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59"
    by_hand(path, {**fields(ANNA), "at": first}, {**fields(ANNA), "at": last}, started=last)
    assert (2, "clock-back") in remarks(path)


@each_line(
    ("entries", "fields_"),
    [
        ([{**fields(ANNA), "note": ""}], ["note"]),
        ([{"kind": "note", "text": "  "}], ["text"]),
        ([{"kind": "adjust", "player": "Anna", "column": "dump", "amount": 1, "reason": ""}], ["reason"]),
        ([ANNA, amend(1, {**fields(BORIS), "note": ""})], ["note"]),
        ([{**fields(ANNA), "note": "x"}, {"kind": "note", "text": "x"}], []),
        ([{"kind": "end", "reason": "agreed"}], []),
    ],
)
def test_empty_texts_are_reported(path: Path, entries: list[What], fields_: list[str]) -> None:
    by_hand(path, *entries)
    assert remarks(path) == [(len(entries), "empty-text")] * len(fields_)
    assert messages(path) == [f"the field {field} is empty; write a text into it" for field in fields_]


@each_line(
    ("entries", "remarked"),
    [
        ([at("19:30:00"), at("19:30:07")], True),
        ([at("19:30:00"), at("19:30:07", dealt("Anna"))], True),
        ([at("19:30:00"), at("19:32:00")], False),
        ([at("19:30:00"), at("19:30:07", "r 3 2 5")], False),
        ([at("19:30:00", ANNA), at("19:30:07", "anna 7d wp 6")], False),
        (["r 3 5 2", "r 3 5 2"], False),
        ([at("19:30:00"), at("19:30:05", {"kind": "note", "text": "x"}), at("19:30:07")], True),
        ([at("19:30:00"), at("19:30:05", MISERE), at("19:30:07")], False),
        ([at("19:30:00"), at("19:30:07"), void(2)], False),
    ],
)
def test_a_hand_entered_twice_is_reported(path: Path, entries: list[What], remarked: bool) -> None:
    found = [code for _entry, code in remarks(by_hand(path, *entries))]
    assert found == (["hand-twice"] if remarked else [])


# --- columns -------------------------------------------------------------------------------------

RISING = ("anna 7h wp 6", "anna 6h wp 5", "anna 8h wp 7")
"""Anna's dump: 4, 6, 12."""


@each_line(
    ("column", "where"),
    [
        ("4.6.12", None),
        ("4.6.12.", None),
        ("0.4.4.6.12", None),
        ("2.4.6.9.12", None),
        ("4.8.12", "entry 2 (Anna 6h wp 5): expected 6, found 8"),
        ("4.12", "entry 2 (Anna 6h wp 5): expected 6, found 12"),
        ("4.12.12", "entry 2 (Anna 6h wp 5): expected 6, found 12"),
        ("4.6.8.7.12", None),
        ("4.6.14.12", "entry 3 (Anna 8h wp 7): expected 12, found 14"),
        ("12", None),
        ("12.", "entry 1 (Anna 7h wp 6): expected 4, found 12"),
    ],
)
def test_a_column_that_differs_on_its_way_is_reported(path: Path, column: str, where: str | None) -> None:
    by_hand(path, *RISING, {"kind": "check", "columns": {"Anna": {"dump": column}}})
    said = (
        "Anna, dump: 12 is right, but an earlier figure on paper is wrong; the first "
        f"difference is at {where}"
    )
    assert remarks(path) == ([] if where is None else [(4, "column-differs")])
    assert messages(path) == ([] if where is None else [said])
