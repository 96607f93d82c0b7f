"""What is possible and yet mostly a slip: when it is remarked upon, and when it is not."""

from pathlib import Path
from typing import Any

import pytest

from prefcount.audit.run_audit import audit_file
from tests.store.files import What, after, amend, by_hand, by_program, fields, lines, void

Remarks = list[tuple[int, str]]

ANNA, BORIS, MISERE = "anna 7h wp 6", "boris 6s wp 6", "vera m 0"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that does not exist yet."""
    return tmp_path / "evening.jsonl"


def remarks(path: Path) -> Remarks:
    """Entry and code of each remark; nothing may be wrong besides."""
    report = audit_file(path)
    assert report.ok, report.errors
    return [(each.entry, each.code) for each in report.remarks]


def messages(path: Path) -> list[str]:
    """What the remarks say."""
    return [str(each.message) for each in audit_file(path).remarks]


def dealt(dealer: str, what: What = "r 3 5 2", **more: Any) -> What:
    """A hand that names its dealer."""
    return {**fields(what), "dealer": dealer, **more}


def at(time: str, what: What = "r 3 5 2") -> What:
    """An entry at a time of the evening."""
    return {**fields(what), "at": f"2026-11-14T{time}+03:00"}


# --- the deal: Vera deals first, then Anna, then Boris -------------------------------------------


@pytest.mark.parametrize(
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
def test_the_deal(path: Path, entries: list[What], expected: list[int]) -> None:
    """Clockwise from hand to hand, held back by a misdeal; it goes on from a hand that names its dealer."""
    assert remarks(by_hand(path, *entries)) == [(entry, "deal-out-of-turn") for entry in expected]


def test_the_deal_after_raspasy_that_stay(path: Path) -> None:
    """Where the deal stays after raspasy it is who deals another hand that is out of turn."""
    stays = {"raspasy": {"rotation": "stays"}}
    assert remarks(by_hand(path, dealt("Vera"), dealt("Vera", ANNA), dealt("Anna"), rules=stays)) == []
    assert remarks(by_hand(path, dealt("Vera"), dealt("Anna"), rules=stays)) == [(2, "deal-out-of-turn")]


def test_who_deals_first_is_known_from_the_header_only(path: Path) -> None:
    """Where it says nothing the first hand may name anybody."""
    assert remarks(by_hand(path, dealt("Boris"), dealt("Vera"), dealer=None)) == []
    assert remarks(by_hand(path, dealt("Boris"), dealt("Boris"), dealer=None)) == [(2, "deal-out-of-turn")]


def test_the_deal_behind_a_lost_line(path: Path) -> None:
    """Nobody knows who dealt the hand that stood there."""
    by_hand(path, dealt("Vera"), dealt("Anna"), dealt("Boris"))
    first, second, third, fourth = lines(path)
    path.write_bytes(first + second + fourth)
    assert [each.code for each in audit_file(path).errors] == ["number-gap"]
    assert audit_file(path).remarks == ()
    path.write_bytes(first + second + third[:20] + b"\n" + fourth)
    assert [each.code for each in audit_file(path).errors] == ["bad-entry"]
    assert audit_file(path).remarks == ()


def test_the_deal_in_words(path: Path) -> None:
    """The same player twice is said to be so."""
    assert (
        messages(by_hand(path, dealt("Vera"), dealt("Vera"), dealt("Vera")))
        == ["Vera deals this hand and dealt the one before; it is Anna's turn"] * 2
    )
    assert messages(by_hand(path, dealt("Vera"), dealt("Boris"))) == [
        "Boris deals this hand, but it is Anna's turn"
    ]


# --- raspasy -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
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
def test_the_lowest_bid_that_leaves_raspasy(path: Path, entries: list[What], expected: list[int]) -> None:
    """Leningrad: six after one, seven after two, eight after three; only a made contract leaves them."""
    rules = {"preset": "leningrad", "target": 100}
    assert remarks(by_hand(path, *entries, rules=rules)) == [(entry, "low-bid") for entry in expected]


def test_a_zero_of_who_does_not_play(path: Path) -> None:
    """It counts for nothing, in a contract and in a misère; the dealer of four sits out."""
    game = {"kind": "game", "declarer": "Anna", "contract": "7H", "calls": {"Boris": "pass", "Vera": "whist"}}
    hands = [{**game, "tricks": {"Anna": 7, "Gleb": 0}, "dealer": "Gleb"}]
    found = messages(by_hand(path, *hands, players=["Anna", "Boris", "Vera", "Gleb"], dealer="Gleb"))
    assert found == ["Gleb does not play this hand; their tricks, 0, count for nothing"]


def test_the_lowest_bid_in_words(path: Path) -> None:
    """After one and after several."""
    rules = {"raspasy": {"exit": [7, 8]}}
    assert messages(by_hand(path, "r 3 5 2", "anna 6h pp", rules=rules)) == [
        "after 1 raspasy a contract of 7 or more leaves them at this table, not one of 6"
    ]
    assert messages(by_hand(path, "r 3 5 2", "r 3 5 2", "anna 6h pp", rules=rules)) == [
        "after 2 raspasy in a row a contract of 8 or more leaves them, not one of 6"
    ]


# --- the end -------------------------------------------------------------------------------------

FULL = {"kind": "sheet", "columns": {name: {"pool": 20} for name in ("Anna", "Boris", "Vera")}}


@pytest.mark.parametrize(
    ("rules", "entries", "reason", "remarked"),
    [
        ({}, [ANNA], "pool", True),
        ({}, [FULL], "pool", False),
        ({}, [FULL], "time", True),
        ({}, [ANNA], "hands", True),
        ({}, [ANNA], "agreed", False),
        ({}, [ANNA], "resigned", False),
        ({}, [FULL], "agreed", False),
        ({"end": "total"}, [ANNA], "pool", True),
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
def test_an_end_before_its_time(
    path: Path, rules: dict[str, Any], entries: list[What], reason: str, remarked: bool
) -> None:
    """Pool, hands and time are for the rules to say; without a clock nobody can tell whether time is up."""
    end = {"kind": "end", "reason": reason}
    by_hand(path, *entries, end, rules=rules, started="2026-11-14T19:05:00+03:00")
    assert remarks(path) == ([(len(entries) + 1, "early-end")] if remarked else [])


def test_an_end_before_its_time_in_words(path: Path) -> None:
    """How far the game is."""
    by_hand(path, "anna 8h pp", {"kind": "end", "reason": "hands"}, rules={"end": "hands", "hands": 9})
    assert messages(path) == [
        "the end says “all hands are played”, but the rules had not come to that: 1 of 9 hands"
    ]


def test_hands_that_a_forgotten_one_puts_behind_the_end(path: Path) -> None:
    """The game was over before them: they do not count, and it is said since when."""
    by_hand(path, ANNA, BORIS, after(1, MISERE), rules={"end": "hands", "hands": 2})
    (finding,) = audit_file(path).errors
    assert (finding.entry, finding.code) == (2, "after-end")
    assert str(finding.message).endswith("; it was over after entry 3, which was put in later")


@pytest.mark.parametrize("what", ["anna m 0", {"kind": "misdeal"}, {"kind": "talon_thrown"}])
def test_after_the_end(path: Path, what: What) -> None:
    """Whatever is dealt after it came too late."""
    by_hand(path, ANNA, {"kind": "end", "reason": "agreed"}, what)
    (finding,) = audit_file(path).errors
    assert (finding.entry, finding.code) == (3, "after-end")
    assert str(finding.message).endswith("; it was over after entry 2")


@pytest.mark.parametrize(
    "what", [{"kind": "end", "reason": "agreed"}, {"kind": "join", "player": "Gleb", "replaces": "Anna"}]
)
def test_what_else_cannot_be_after_the_end(path: Path, what: What) -> None:
    """It is no hand that came too late."""
    by_hand(path, ANNA, {"kind": "end", "reason": "agreed"}, what)
    assert [each.code for each in audit_file(path).errors] == ["bad-entry"]


# --- results -------------------------------------------------------------------------------------


def test_results_that_leave_players_out(path: Path) -> None:
    """What is announced holds, but not for everybody."""
    by_hand(path, ANNA, {"kind": "end", "reason": "agreed", "results": {"Vera": 17}})
    assert remarks(path) == [(2, "results-odd")]
    assert messages(path) == ["the announced results leave out Anna, Boris"]


def test_results_that_do_not_sum_to_zero(path: Path) -> None:
    """One of them is wrong, which is a finding; the sum says so at a glance."""
    results = {"Anna": -50, "Boris": 33, "Vera": 20}
    by_hand(path, ANNA, {"kind": "end", "reason": "agreed", "results": results})
    report = audit_file(path)
    assert [each.code for each in report.errors] == ["result-mismatch"]
    (odd,) = report.remarks
    assert (odd.claimed, odd.computed) == (3, 0)
    assert str(odd.message) == "the announced results add up to 3, not 0: one of them is wrong"


# --- clock, texts, hands twice -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([at("19:05:00"), at("19:10:00", ANNA)], []),
        ([at("19:04:59")], [1]),
        ([at("19:30:00"), at("19:29:59", ANNA)], [2]),
        ([at("19:30:00"), "r 0 5 5", at("19:29:00", ANNA)], [3]),
        ([at("22:30:00"), at("19:32:00", ANNA), at("19:34:00")], [2]),
        ([at("19:30:00"), {**fields(ANNA), "at": "2026-11-14T16:31:00+00:00"}], []),
        ([at("19:30:00"), {**fields(ANNA), "after": 0, "at": "2026-11-14T19:40:00+03:00"}], []),
    ],
)
def test_the_clock(path: Path, entries: list[What], expected: list[int]) -> None:
    """It goes on from line to line, whatever place an entry counts at; and never before the start."""
    by_hand(path, *entries, started="2026-11-14T19:05:00+03:00")
    assert remarks(path) == [(entry, "clock-back") for entry in expected]


def test_the_clock_at_the_ends_of_time(path: Path) -> None:
    """Dates that no calendar of the program can count on."""
    first, last = "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59"
    by_hand(path, {**fields(ANNA), "at": first}, {**fields(ANNA), "at": last}, started=last)
    assert (2, "clock-back") in remarks(path)


@pytest.mark.parametrize(
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
def test_empty_texts(path: Path, entries: list[What], fields_: list[str]) -> None:
    """Somebody wanted to say something."""
    by_hand(path, *entries)
    assert remarks(path) == [(len(entries), "empty-text")] * len(fields_)
    assert messages(path) == [f"{field} is empty; nobody will know what was meant" for field in fields_]


def test_an_empty_note_of_the_header(path: Path) -> None:
    """It concerns no entry."""
    assert remarks(by_hand(path, ANNA, note="")) == [(0, "empty-text")]


@pytest.mark.parametrize(
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
def test_a_hand_entered_twice(path: Path, entries: list[What], remarked: bool) -> None:
    """Word for word the same, in less time than a hand takes."""
    found = [code for _entry, code in remarks(by_hand(path, *entries))]
    assert found == (["hand-twice"] if remarked else [])


# --- columns -------------------------------------------------------------------------------------

RISING = ("anna 7h wp 6", "anna 6h wp 5", "anna 8h wp 7")
"""Anna's dump: 4, 6, 12."""


@pytest.mark.parametrize(
    ("column", "where"),
    [
        ("4.6.12", None),
        ("4.6.12.", None),
        ("0.4.4.6.12", None),
        ("2.4.6.9.12", None),
        ("4.8.12", "entry 2 (Anna 6h wp 5): expected 6 there, found 8"),
        ("4.12", "entry 2 (Anna 6h wp 5): expected 6 there, found 12"),
        ("4.12.12", "entry 2 (Anna 6h wp 5): expected 6 there, found 12"),
        ("4.6.8.7.12", None),
        ("4.6.14.12", "entry 3 (Anna 8h wp 7): expected 12 there, found 14"),
        ("12", None),
        ("12.", "entry 1 (Anna 7h wp 6): expected 4 there, found 12"),
    ],
)
def test_columns_that_differ_on_their_way(path: Path, column: str, where: str | None) -> None:
    """Their last figure is right. A hand may be written in several figures, and a figure twice."""
    by_hand(path, *RISING, {"kind": "check", "columns": {"Anna": {"dump": column}}})
    said = f"Anna, dump: 12 is right, but not the way to it; they differ at {where}"
    assert remarks(path) == ([] if where is None else [(4, "column-differs")])
    assert messages(path) == ([] if where is None else [said])


# --- the program ---------------------------------------------------------------------------------


def test_the_program_makes_none(path: Path) -> None:
    """What is entered in the course of an evening, hand by hand."""
    by_program(path, *RISING, MISERE, "r 3 5 2", {"kind": "misdeal"}, BORIS, void(1), amend(2, ANNA))
    assert remarks(path) == []
