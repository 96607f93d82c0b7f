"""Tests of a price entered later: the money is the same as with a price in the header."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from prefcount.base.locale_format import normalize_decimal
from prefcount.session.session import Session, rematch_header
from prefcount.session.typed_entries import parse_money
from prefcount.store.reader import load
from tests.cli.conftest import Prefcount
from tests.helpers import entry
from tests.store.files import amend, by_hand, by_program, void
from tests.tables import each_line

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


def test_a_price_changes_no_figure(tmp_path: Path) -> None:
    path = by_program(tmp_path / "evening.jsonl", *HANDS, PRICE)
    session = load(path).session
    assert session.state == Session(session.header, session.entries[:-1]).state
    now = entry("note", text="x", at="2026-11-14T19:05:00+03:00").at
    assert now is not None
    after = rematch_header(session, load(path).session.entries[0].at or now)
    assert (after.stake, after.currency) == ("0.10", "EUR")


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


@each_line(
    ("typed", "price"),
    [
        ("0.10 EUR", ("0.10", "EUR")),
        ("€0,10", ("0.10", "EUR")),
        ("$ 5", ("5", "USD")),
        ("10 р", ("10", "RUB")),
        ("10 руб.", ("10", "RUB")),
        ("10₽", ("10", "RUB")),
        ("20 коп", ("0.20", "RUB")),
        ("5 копеек", ("0.05", "RUB")),
        ("0,10", ("0.10", "")),
        ("1 000,50 ₽", ("1000.50", "RUB")),
        ("1'000.50 CHF", ("1000.50", "CHF")),
        ("₽1.000,50", ("1000.50", "RUB")),
        ("1000", ("1000", "")),
    ],
)
def test_a_price_with_its_currency_as_people_write_it(typed: str, price: tuple[str, str]) -> None:
    amount, currency = parse_money(typed.split())
    assert (normalize_decimal(amount), currency) == price


@each_line(
    ("typed", "sentence"),
    [
        (["0.10", "сом"], "write the currency as its code, such as EUR or RUB, not 0.10 сом"),
        (["-1", "EUR"], "write a price such as 0.10"),
        (["ten"], "write a price such as 0.10"),
        (["1", "EUO"], "write the currency as its code, such as EUR or RUB, not 1 EUO"),
        (["1", "EURO"], "write the currency as three capitals"),
        (["1,000", "RUB"], "“1,000” may be 1000 or 1.00; write one of these"),
        (["€1.250"], "“1.250” may be 1250 or 1.25; write one of these"),
    ],
)
def test_impossible_prices_are_refused(
    prefcount: Prefcount, tmp_path: Path, typed: list[str], sentence: str
) -> None:
    path = by_hand(tmp_path / "evening.jsonl", *HANDS)
    before = path.read_bytes()
    for command in (["--price", *typed], ["price", *typed]):
        assert sentence in prefcount("add", path, *command).complaint
    assert path.read_bytes() == before


def test_an_imported_evening_can_get_a_price(prefcount: Prefcount, tmp_path: Path) -> None:
    result = {"kind": "result", "results": {"Anna": 57, "Boris": -18, "Vera": -39}}
    path = by_program(tmp_path / "evening.jsonl", result, {"kind": "end", "reason": "agreed"})
    assert prefcount("add", path, "--price", "0.10", "EUR").fine == ""
    rows = list(csv.DictReader(prefcount("debts", path, "--csv").fine.splitlines()))
    assert [row["balance"] for row in rows] == ["5.70", "-1.80", "-3.90"]
