"""Line 1 of a file: valid headers, and the sentences about all others."""

import json
from decimal import Decimal
from typing import Any
from unicodedata import normalize

import pytest
from pydantic_core import SchemaValidator, core_schema

from prefcount.entries.models import Header
from prefcount.session.session import Session
from prefcount.store.reader import ReadError, read_header
from tests.store.files import HEADER
from tests.tables import each_line, load_table

LONGEST = "x" * 40
WHEN = "2026-11-14T19:05:00+03:00"


def header(**changes: Any) -> Header:
    given = {name: value for name, value in {**HEADER, **changes}.items() if value is not None}
    return read_header(json.dumps(given).encode())


def refused(**changes: Any) -> str:
    """Return why a header is refused, without the words that begin every refusal."""
    with pytest.raises(ReadError) as caught:
        header(**changes)
    opening, said = str(caught.value).split(": ", 1)
    assert opening == "line 1 is not a valid session header"
    return said


def test_only_four_fields_are_required() -> None:
    least = header(players=["Anna", "Boris"], dealer=None)
    assert least.players == ("Anna", "Boris")
    assert (least.dealer, least.rules, least.price.amount, least.started) == (None, {}, None, None)
    session = Session(least)
    assert session.state.names[session.state.dealer] == "Anna"
    assert session.game.spell_rules(session.state.rules) == {"preset": "sochi", "target": 20}


def test_optional_fields_are_read() -> None:
    full = header(stake="0.10", currency="EUR", started=WHEN, note="at Vera's")
    assert (full.price, full.note) == ((Decimal("0.10"), "EUR"), "at Vera's")
    assert full.started is not None
    assert full.started.isoformat() == WHEN


@each_line(*load_table("invalid-headers"))
def test_fields_of_another_type_are_refused_with_the_right_one(changes: str, sentence: str) -> None:
    assert refused(**json.loads(changes)) == sentence


@each_line("stake", ["0", "7", "0.10", "1234567.123456"])
def test_a_stake_keeps_every_digit(stake: str) -> None:
    assert header(stake=stake).price == (Decimal(stake), "")


@each_line("stake", ["", "0,10", "-1", "+1", "1e5", ".5", "5.", "12345678", "0.1234567", " 1", "٣"])
def test_invalid_stakes_are_refused(stake: str) -> None:
    sentence = 'write a number in quotes such as "0.10", not '
    assert refused(stake=stake) == f"stake: {sentence}'{stake}'"


@each_line("currency", ["eur", "EURO", "E1R", "", "€"])
def test_invalid_currencies_are_refused(currency: str) -> None:
    sentence = f"currency: write the currency as three capitals such as EUR, not '{currency}'"
    assert refused(currency=currency) == sentence


@each_line("started", ["yesterday", "14.11.2026 19:05", 1.5, "", "5", "2026"])
def test_invalid_times_are_refused(started: object) -> None:
    assert refused(started=started) == f"started: must be a date and time such as {WHEN}, not {started!r}"


# --- names ---------------------------------------------------------------------------------------


@each_line(
    "name", ["x", LONGEST, "é" * 40, "Анна", "Zoë", "Anna Maria", "[/]", "{owner}", "日本", "O'Hara", "=1+1"]
)
def test_valid_names_are_read(name: str) -> None:
    assert header(players=[name, "Boris"], dealer=None).players == (name, "Boris")


@each_line("char", "\x00\n\x1b\x9b\u00ad\u200b\u200d\u2028\u202e\u2066\ufeff\U000e0041")
def test_names_with_unprintable_characters_are_refused(char: str) -> None:
    sentence = f"players.1: has the character U+{ord(char):04X}, which cannot be printed; leave it out"
    assert refused(players=["Anna", f"Bo{char}ris", "Vera"]) == sentence


@each_line(
    "name",
    [
        *("Zoe\u0308", "Å\u0323sa", "Жо\u0301ра", "नमस्ते", "கணினி", "ไทยกำ", "مُحَمَّد", "שָׁלוֹם"),
        *("한국어", "ខ្មែរ", "မြန်မာ", "က္ခ", "ᠮᠣᠩᠭᠣᠯ", "བོད་ཡིག", "ትግርኛ", "👨", "♥", "Anna 2", "a\u20dd"),
    ],
)
def test_names_of_all_scripts_may_have_marks(name: str) -> None:
    assert header(players=[name, "Boris"], dealer=None).players == (normalize("NFC", name), "Boris")


SHOWS_NOTHING = (
    "\u034f \u115f \u1160 \u17b4 \u180b \u2800 \u3164 \ufe00 \ufe0f \uffa0 \U0001d159 \U000e0100 \U000e01ef"
)


@each_line("char", SHOWS_NOTHING.split())
def test_names_with_invisible_characters_are_refused(char: str) -> None:
    sentence = f"players.1: has the invisible character U+{ord(char):04X}; leave it out"
    for name in (char, f"{char}Anna", f"An{char}na", f"Anna{char}", f"Анна {char}"):
        assert refused(players=["Anna", name, "Vera"]) == sentence


@each_line("name", ["\u0301", "\u0301Anna", "\u20dd", " \u0300a"])
def test_a_name_cannot_begin_with_a_combining_mark(name: str) -> None:
    code = f"U+{ord(name.strip()[0]):04X}"
    sentence = (
        f"players.1: begins with the combining character {code}; put a letter before it, or leave it out"
    )
    assert refused(players=["Anna", name, "Vera"]) == sentence


def test_notes_may_have_emoji_but_must_show_something() -> None:
    for note in ("спасибо ❤\ufe0f", "辻\U000e0100", "a\ufe0e b"):
        assert header(note=note).note == note
    for note in ("\ufe0f", "a \ufe0f", "❤\ufe0f\ufe0f", "\u2800", "a\u3164", "\U000e0100x"):
        assert "has the invisible character" in refused(note=note)


def test_all_invisible_characters_of_unicode_are_known() -> None:
    ignorable = SchemaValidator(core_schema.str_schema(pattern=r"\p{Default_Ignorable_Code_Point}"))
    printable = [chr(code) for code in range(0x110000) if chr(code).isprintable()]
    blocks = ["".join(printable[at : at + 1000]) for at in range(0, len(printable), 1000)]
    suspected = "".join(block for block in blocks if ignorable.isinstance_python(block))
    found = [char for char in suspected if ignorable.isinstance_python(char)]
    assert len(found) > 250
    for char in found:
        assert "has the invisible character" in refused(players=["Anna", f"Anna{char}", "Vera"])


@each_line(("name", "length"), [("", 0), ("   ", 0), (LONGEST + "x", 41), ("e\u0301" * 41, 41)])
def test_names_have_1_to_40_characters(name: str, length: int) -> None:
    sentence = f"players.1: a name has 1 to 40 characters, not {length}"
    assert refused(players=["Anna", name, "Vera"]) == sentence


@each_line(
    ("one", "other"),
    [
        ("Boris", "BORIS"),
        ("straße", "STRASSE"),
        ("Йота", "йОТА"),
        ("é", "E\u0301"),
        ("Boris", " boris "),
        ("Anna B", "Anna  b"),
    ],
)
def test_names_that_differ_in_capitals_or_blanks_are_refused(one: str, other: str) -> None:
    said = refused(players=[one, other, "Vera"])
    assert said.startswith("players: the name “")
    assert said.endswith("” is used twice (capitals and blanks do not count); change one of the two")


# --- what only the game knows --------------------------------------------------------------------


def test_an_unknown_dealer_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^dealer: “Ana” is not known; did you mean “Anna”"):
        Session(header(dealer="Ana"))


def test_all_problems_are_reported_together() -> None:
    said = refused(stake="x", currency="x", players=["Anna"])
    assert [part.split(":")[0] for part in said.split("; ")] == ["players", "stake", "currency"]
