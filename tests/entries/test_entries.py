"""Entries: every kind can be read, and an invalid entry gets a sentence that names the field."""

import json
from typing import Any

import pytest

from prefcount.base.problems import InvalidInput
from prefcount.store.reader import read_entry
from tests.helpers import GAME
from tests.store.files import EVERY_KIND, ONLY_RESULT, fields
from tests.tables import each_line, load_table

CONTRACT = {"kind": "game", "declarer": "Anna", "contract": "7H"}
PENALTY = {"kind": "adjust", "player": "Anna", "column": "dump", "amount": 2, "reason": "talked"}
ALL = (*EVERY_KIND, ONLY_RESULT)
WHEN = "2026-11-14T19:05:00+03:00"


def refused(**entry: Any) -> list[str]:
    with pytest.raises(InvalidInput) as caught:
        read_entry(GAME, json.dumps(entry).encode())
    return [str(problem) for problem in caught.value.problems]


def figure(written: object) -> list[str]:
    said = refused(kind="check", columns={"Anna": {"pool": written}})
    assert all(each.startswith("columns.Anna.pool: ") for each in said)
    return [each.removeprefix("columns.Anna.pool: ") for each in said]


def test_every_kind_is_in_the_list() -> None:
    assert {fields(what)["kind"] for what in ALL} == set(GAME.entries)


# --- the kind ------------------------------------------------------------------------------------


@each_line(*load_table("invalid-entries"))
def test_invalid_entries_are_refused_with_the_right_form(entry: str, sentence: str) -> None:
    assert refused(**json.loads(entry)) == [sentence]


@pytest.mark.parametrize(("line", "shown"), [("[]", "[]"), ("5", "5"), ('"game"', "'game'")])
def test_json_that_is_not_an_object_is_refused(line: str, shown: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_entry(GAME, line.encode())
    assert str(caught.value) == f"must be a group of fields in braces, not {shown}"


# --- fields --------------------------------------------------------------------------------------


@each_line(*load_table("missing-fields"))
def test_missing_fields_are_reported_together(entry: str, missing: str) -> None:
    assert refused(**json.loads(entry)) == [f"{field}: is missing" for field in json.loads(missing)]


@each_line(
    ("entry", "sentence"),
    [
        ({**CONTRACT, "trick": {}}, "trick: “trick” is not known; did you mean “tricks”?"),
        ({**CONTRACT, "tri[cks": {}}, "tri[cks: “tri[cks” is not known; did you mean “tricks”?"),
        ({**CONTRACT, "int": {}}, "int: “int” is not known; "),
        ({**CONTRACT, "Contract": "7H"}, "Contract: “Contract” is not known; did you mean “contract”?"),
        ({"kind": "void", "entry": 1, "whith": {}}, "whith: “whith” is not known; choose from: "),
        (
            {"kind": "amend", "entry": 1, "with": {**CONTRACT, "cals": {}}},
            "with.cals: “cals” is not known; did you mean “calls”?",
        ),
    ],
)
def test_unknown_fields_are_refused_with_the_nearest_one(entry: dict[str, Any], sentence: str) -> None:
    (said,) = refused(**entry)
    assert said.startswith(sentence)


@each_line("contract", ["5S", "11S", "7X", "5", "11", "H7", "7HH", "7H\n", "", "07H"])
def test_invalid_contracts_are_refused(contract: str) -> None:
    sentence = f"contract: must be a contract such as 6S, 7H or 10N, not {contract!r}"
    assert refused(**{**CONTRACT, "contract": contract}) == [sentence]


@each_line(
    ("tricks", "sentence"),
    [
        (11, "must be at most 10, not 11"),
        (-1, "must be at least 0, not -1"),
        (7.0, "must be a whole number, not 7.0"),
        ("7", "must be a whole number, not '7'"),
        (True, "must be a whole number, not true"),  # which passes for a 1 in a program that is less strict
    ],
)
def test_tricks_are_whole_numbers_from_0_to_10(tricks: object, sentence: str) -> None:
    assert refused(**CONTRACT, tricks={"Anna": tricks}) == [f"tricks.Anna: {sentence}"]
    amended = {**CONTRACT, "tricks": {"Anna": tricks}}
    assert refused(kind="amend", entry=1, **{"with": amended}) == [f"with.tricks.Anna: {sentence}"]


@pytest.mark.parametrize(("field", "least"), [("n", 1), ("after", 0)])
def test_entries_are_numbered_from_1_to_250000(field: str, least: int) -> None:
    hand = fields("r 3 5 2")
    assert refused(**hand, **{field: least - 1}) == [f"{field}: must be at least {least}, not {least - 1}"]
    assert refused(**hand, **{field: 250_001}) == [f"{field}: must be at most 250000, not 250001"]
    assert refused(**hand, **{field: 1.0}) == [f"{field}: must be a whole number, not 1.0"]


@each_line("digits", ["abc", "ABCDEF0123456789", "0123456789abcdef0", "0123456789abcdeg", ""])
def test_hashes_are_16_or_64_small_hex_digits(digits: str) -> None:
    note = {"kind": "note", "text": "x"}
    assert refused(**note, prev=digits) == [f"prev: must be 16 hexadecimal digits (0-9, a-f), not '{digits}'"]
    assert refused(kind="end", reason="agreed", seal=digits) == [
        f"seal: must be 64 hexadecimal digits (0-9, a-f), not '{digits}'"
    ]


def test_times_need_a_date_and_an_offset() -> None:
    note = {"kind": "note", "text": "x"}
    assert refused(**note, at="2026-11-14T19:05:00") == [
        f"at: needs a time with its offset from UTC, such as {WHEN}, not '2026-11-14T19:05:00'"
    ]
    no_moments = ("soon", "2026-13-14T19:05:00+03:00", "2026-11-14T19:05:00+25:00", 5, "5")
    for no_moment in no_moments:
        assert refused(**note, at=no_moment) == [
            f"at: must be a date and time such as {WHEN}, not {no_moment!r}"
        ]


# --- text ----------------------------------------------------------------------------------------


@each_line(
    ("text", "sentence"),
    [
        ("a\nb", "has the character U+000A, which cannot be printed; leave it out"),
        ("a\x1b]52;c;aGk=\x07b", "has the character U+001B, which cannot be printed; leave it out"),
        ("a\u202eb", "has the character U+202E, which cannot be printed; leave it out"),
        ("x" * 501, "is longer than 500 characters"),
        ("\N{DEVANAGARI LETTER QA}" * 251, "is longer than 500 characters"),  # two each, as they are written
        (5, "must be a text in quotes, not 5"),
    ],
)
def test_notes_are_printable_and_short(text: object, sentence: str) -> None:
    assert refused(kind="note", text=text) == [f"text: {sentence}"]
    assert refused(kind="misdeal", note=text) == [f"note: {sentence}"]
    assert refused(**{**PENALTY, "reason": text}) == [f"reason: {sentence}"]


UNPRINTABLE = "\x1b[31mA"


@each_line(
    "entry",
    [
        {**CONTRACT, "declarer": UNPRINTABLE},
        {**CONTRACT, "dealer": UNPRINTABLE},
        {**CONTRACT, "calls": {UNPRINTABLE: "whist"}},
        {**CONTRACT, "tricks": {UNPRINTABLE: 7}},
        {"kind": "misere", "declarer": UNPRINTABLE, "tricks": {"Anna": 0}},
        {"kind": "raspasy", "tricks": {UNPRINTABLE: 7}},
        {"kind": "misdeal", "dealer": UNPRINTABLE},
        {**PENALTY, "player": UNPRINTABLE},
        {**PENALTY, "on": UNPRINTABLE},
        {**PENALTY, "column": UNPRINTABLE},
        {"kind": "join", "player": "Gleb", "replaces": UNPRINTABLE},
        {"kind": "sheet", "columns": {UNPRINTABLE: {"pool": 1}}},
        {"kind": "check", "columns": {"Anna": {"whists": {UNPRINTABLE: 1}}}},
        {"kind": "check", "columns": {"Anna": {UNPRINTABLE: 1}}},
        {"kind": "end", "reason": "agreed", "player": UNPRINTABLE},
        {"kind": "end", "reason": "agreed", "results": {UNPRINTABLE: 1}},
        {"kind": "note", "text": "x", UNPRINTABLE: 1},
        {"kind": UNPRINTABLE},
    ],
)
def test_unprintable_text_is_refused_everywhere(entry: dict[str, Any]) -> None:
    said = refused(**entry)
    assert said
    assert all(each.isprintable() for each in said)


def test_names_are_composed_everywhere() -> None:
    typed, composed = "Ame\u0301lie", "Amélie"
    hand = {**CONTRACT, "declarer": typed, "dealer": typed, "calls": {typed: "pass"}, "tricks": {typed: 7}}
    for entry in (hand, {"kind": "check", "columns": {typed: {"whists": {typed: 1}}}}):
        read = read_entry(GAME, json.dumps(entry).encode()).model_dump_json(exclude_none=True)
        assert typed not in read
        assert read.count(composed) == json.dumps(entry, ensure_ascii=False).count(typed)


# --- figures -------------------------------------------------------------------------------------


@each_line("written", [0, -(10**9), 10**9, "12", "-3", "5/2", "-7/3", "2.6.12", "2.6.12.", "1/2.3", "-1.0.1"])
def test_a_figure_is_a_number_a_fraction_or_a_column(written: int | str) -> None:
    entry = read_entry(GAME, json.dumps({"kind": "check", "columns": {"Anna": {"pool": written}}}).encode())
    assert entry.model_dump()["columns"] == {"Anna": {"pool": written}}


WRONG_FIGURES = ["", "a", "2..6", ".2", "2,6", "1/-2", "1//2", "+4", "1e3", "12345678901", "2 6"]


@each_line(
    ("written", "sentence"),
    [
        *(
            (
                each,
                f'must be a number such as 12 or "5/2", or a column of totals such as "2.6.12", not {each!r}',
            )
            for each in WRONG_FIGURES
        ),
        *(
            (each, f"{each!r} divides by zero; write a number above zero after the slash")
            for each in ["1/0", "-5/000", "2.1/0.3", "2.1/0."]
        ),
        (1.5, "must be a whole number, not 1.5"),
        (None, "must be a whole number, not null"),
        ([1], "must be a whole number, not [1]"),
        (True, "must be a whole number, not true"),
        (1_000_000_001, "must be at most 1000000000, not 1000000001"),
        (-1_000_000_001, "must be at least -1000000000, not -1000000001"),
    ],
)
def test_invalid_figures_are_refused(written: object, sentence: str) -> None:
    assert figure(written) == [sentence]


@each_line("written", ["٣", "5/٠", "１２", "²"])
def test_digits_of_other_scripts_are_refused(written: str) -> None:
    assert figure(written) == [
        f'must be a number such as 12 or "5/2", or a column of totals such as "2.6.12", not \'{written}\''
    ]
    assert refused(**{**PENALTY, "amount": written}) == [
        f"amount: “{written}” is not an amount such as 4, -2 or 5/2"
    ]


# --- many problems -------------------------------------------------------------------------------


def test_at_most_20_problems_of_a_line_are_reported() -> None:
    said = refused(kind="note", text="x", **{f"field{number}": 1 for number in range(900)})
    assert len(said) == 20


def test_quotes_have_at_most_200_characters() -> None:
    (said,) = refused(**{**CONTRACT, "contract": "7" * 60_000})
    assert len(said) < 300
    assert said.endswith("…")
