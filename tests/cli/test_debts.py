"""Tests of `debts` and `paid`."""

import csv
import json
import re
import shlex
import shutil
from datetime import UTC, datetime
from decimal import Decimal
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from prefcount.store.disk import WriterLock
from tests.cli.conftest import Prefcount
from tests.games.test_only_result import SEASON, season
from tests.helpers import entry
from tests.store.files import by_hand, by_program
from tests.tables import each_line, load_table


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    result = {"kind": "result", "results": {"Anna": 57, "Boris": -18, "Vera": -39}}
    return by_program(tmp_path / "one.jsonl", result, stake="0.10", currency="EUR")


def debts(prefcount: Prefcount, *arguments: object) -> Any:
    return json.loads(prefcount("debts", *arguments, "--json").fine)


def lines(book: Path) -> list[dict[str, Any]]:
    return [json.loads(each) for each in book.read_bytes().splitlines()]


def test_a_payment_changes_balances_until_taken_back(
    prefcount: Prefcount, evening: Path, tmp_path: Path
) -> None:
    book = tmp_path / "payments.jsonl"
    before = debts(prefcount, tmp_path)
    said = prefcount("paid", book, "bor anna 1.80", "--currency", "EUR", "--note", "cash").fine
    assert re.fullmatch(r" +1  .* Boris paid Anna €1\.80 \(cash\)\n", said)
    header, paid = lines(book)
    assert header == {"kind": "payments", "version": 1, "currency": "EUR"}
    assert {key: value for key, value in paid.items() if key not in ("at", "prev")} == {
        **{"kind": "paid", "n": 1, "note": "cash"},
        **{"from": "Boris", "to": "Anna", "amount": "1.80"},
    }
    assert {"at", "prev"} <= set(paid)
    (found,) = debts(prefcount, tmp_path)["currencies"]
    assert found["payments"] == [{"from": "Vera", "to": "Anna", "amount": "3.90"}]
    assert prefcount("paid", book, "--undo", "1").fine
    after = debts(prefcount, tmp_path)
    assert after["currencies"][0]["payments"] == before["currencies"][0]["payments"]
    assert prefcount("audit", tmp_path).fine == "2 files, 0 hands: nothing found\n"
    assert evening.exists()


def test_a_debt_from_before_is_a_payment_of_the_creditor(
    prefcount: Prefcount, evening: Path, tmp_path: Path
) -> None:
    book, before = tmp_path / "payments.jsonl", ("--date", "2026-01-01", "--currency", "EUR")
    said = prefcount("paid", book, "bor owes anna 24.80", *before).fine
    assert said == "   1  1 Jan 2026  Anna paid Boris €24.80 (debt from before)\n"
    assert prefcount("paid", book, "Анна должна Lena Pavlovna -> 1.10", "--lang", "ru", "--new").fine
    assert prefcount("paid", book, "boris", "owes", "vera", "3", "--note", "2025").fine
    assert [(each["from"], each["to"], each["note"]) for each in lines(book)[1:]] == [
        ("Anna", "Boris", "debt from before"),
        ("Lena Pavlovna", "Анна", "прежний долг"),
        ("Vera", "Boris", "2025"),
    ]
    assert prefcount("paid", book, "owes anna 1").complaint.startswith("write who paid whom")
    said = prefcount("debts", evening, book, "--person", "boris").fine
    assert "−€24.80  −€26.60  from Anna (debt from before)" in said
    (anna, *_others) = debts(prefcount, tmp_path)["currencies"][0]["people"]
    assert (anna["name"], anna["balance"]) == ("Anna", "30.50")


def test_who_is_left_out_keeps_the_balance_and_pays_later(prefcount: Prefcount, evening: Path) -> None:
    (whole,) = debts(prefcount, evening)["currencies"]
    (found,) = debts(prefcount, evening, "--without", "VERA")["currencies"]
    assert found["people"] == whole["people"]
    assert found["payments"] == [{"from": "Boris", "to": "Anna", "amount": "1.80"}]
    assert found["later"] == [{"from": "Vera", "to": "Anna", "amount": "3.90"}]
    for option in ((), ("--chat",)):
        assert prefcount("debts", evening, "--without", "vera", *option).fine.endswith(
            "\n\nBoris pays Anna €1.80\n\nStill owed by or to people left out of "
            "settling:\nVera pays Anna €3.90\n"
        )
    both = prefcount("debts", evening, "--without", "vera", "--without", "boris").fine
    assert both.endswith(
        "\n\nStill owed by or to people left out of settling:\nBoris pays Anna €1.80\nVera pays Anna €3.90\n"
    )
    assert prefcount("debts", evening, "--without", "gleb").complaint.startswith("--without: “gleb” ")
    for option in (("--csv",), ("--person", "anna")):
        said = (
            "leave out --without: it only changes the list of payments, which --person and --csv do not print"
        )
        assert prefcount("debts", evening, "--without", "vera", *option).complaint == said


@pytest.mark.usefixtures("evening")
def test_payments_from_the_standard_input_are_recorded_all_or_none(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "payments.jsonl"

    def paid(typed: str) -> Any:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(typed.encode())))
        return prefcount("paid", book, "-", "--currency", "EUR")

    for last, reason in (
        ("boris 1", "write who paid whom how much, such as boris anna 24.87"),
        ("boris anna 1.805", "amount: EUR has 2 decimal places, so 1.805 cannot be paid"),
    ):
        said = paid(f"vera anna 3.90\n\n{last}\n").complaint
        assert (said, book.exists()) == (f"line 3: {reason}; nothing was recorded", False)
    assert paid("\n").complaint == "write who paid whom how much, such as boris anna 24.87"
    assert len(paid("vera anna 3.00\nboris anna 1\n").fine.splitlines()) == 2
    assert len(paid("vera anna 0.90\nboris anna 0.80\n").fine.splitlines()) == 2
    assert [each["n"] for each in lines(book)[1:]] == [1, 2, 3, 4]
    assert debts(prefcount, tmp_path)["currencies"][0]["payments"] == []
    assert prefcount("audit", tmp_path).fine == "2 files, 0 hands: nothing found\n"


@pytest.mark.usefixtures("evening")
@each_line(*load_table("impossible-payments"))
def test_impossible_payments_are_refused(
    prefcount: Prefcount, tmp_path: Path, arguments: str, sentence: str
) -> None:
    book = tmp_path / "payments.jsonl"
    assert prefcount("paid", book, *shlex.split(arguments), "--currency", "EUR").complaint.startswith(
        sentence
    )
    said = prefcount("paid", book, "boris anna 1").complaint
    assert said.endswith("this book does not exist; --currency EUR creates it")
    assert list(tmp_path.glob("payments*")) == []


def test_the_payment_may_stand_behind_the_options(
    prefcount: Prefcount, evening: Path, tmp_path: Path
) -> None:
    assert evening.exists()
    book = tmp_path / "b.jsonl"
    assert "Boris paid Anna RUB 1.00" in prefcount("paid", book, "--currency", "RUB", "boris anna 1").fine
    assert prefcount("paid", book, "--note", "cash", "boris", "anna", "2.50").fine
    assert [(each["amount"], each.get("note")) for each in lines(book)[1:]] == [("1", None), ("2.50", "cash")]
    assert "--cash" in prefcount("paid", book, "--note", "cash", "--cash", "boris anna 1").complaint
    assert len(lines(book)) == 3


@each_line(
    ("typed", "amount"),
    [
        ("boris anna 1 000,50", "1000.50"),
        ("boris anna 1\N{NO-BREAK SPACE}000\N{NARROW NO-BREAK SPACE}000", "1000000"),
        ("boris anna 1'000.50", "1000.50"),
        ("boris anna 1,000.50", "1000.50"),
        ("boris anna 1.000,50 EUR", "1000.50"),
        ("boris anna €12 500", "12500"),
        ("boris -> anna -> 1 000", "1000"),
        ("boris anna 1,234", "amount: EUR has 2 decimal places, so 1.234 cannot be paid"),
        ("boris anna 1 00", "“1 00” is not an amount; write it without blanks, such as 1000.50"),
        (
            "boris gast 1 200",
            "“1” may belong to the amount or to gast 1; "
            "write boris -> gast -> 1200 or boris -> gast 1 -> 200",
        ),
        ("boris gast 1 -> 200", "200"),
    ],
)
def test_grouped_thousands_are_read_unless_ambiguous(
    prefcount: Prefcount, tmp_path: Path, typed: str, amount: str
) -> None:
    book = tmp_path / "b.jsonl"
    for earlier in ("boris anna 1", "boris -> gast -> 1", "boris -> gast 1 -> 1"):
        assert prefcount("paid", book, "--currency", "EUR", earlier, "--new").code == 0
    ran = prefcount("paid", book, typed)
    assert (lines(book)[-1]["amount"] if ran.code == 0 else ran.complaint) == amount


def test_uncounted_games_are_named(prefcount: Prefcount, evening: Path, tmp_path: Path) -> None:
    by_program(tmp_path / "running.jsonl", "anna 7h wp 6", stake="0.10", currency="EUR")
    by_program(tmp_path / "free.jsonl", "anna 7h wp 6")
    found = debts(prefcount, tmp_path)
    assert [(Path(each["path"]).name, each["why"]) for each in found["not_counted"]] == [
        ("free.jsonl", "the game has no price"),
        ("running.jsonl", "the game is not over"),
    ]
    for option in ("--csv", "--chat"):
        warnings = prefcount("debts", tmp_path, option).warnings
        reasons = [warning.rpartition(": ")[2] for warning in warnings]
        assert reasons == ["the game has no price", "the game is not over"]
    anna = ("debts", tmp_path, "--person", "anna")
    (person,) = prefcount(*anna, "--json").objects
    assert person["not_counted"] == found["not_counted"]
    assert len(prefcount(*anna, "--csv").warnings) == 2
    dated = debts(prefcount, evening, "--since", "2026-01-01")
    assert [each["why"] for each in dated["not_counted"]] == ["the game has no date"]
    season(tmp_path)
    (found,) = debts(prefcount, tmp_path, "--since", "2026-01-02", "--until", "2026-01-04")["currencies"]
    assert found["evenings"] == 3
    assert "is not a date such as 2026-01-31" in prefcount("debts", tmp_path, "--since", "x").err


def test_games_and_damaged_books_are_named(prefcount: Prefcount, evening: Path, tmp_path: Path) -> None:
    book = tmp_path / "payments.jsonl"
    assert "there is no such file" in prefcount("paid", book).complaint
    for payment in ((), ("boris anna 1",)):
        said = prefcount("paid", evening, *payment).complaint
        assert "this is a game, not a book of payments" in said
    prefcount("paid", book, "boris anna 1.80", "--currency", "EUR")
    assert "this is a book of payments, not a game" in prefcount("settle", book).complaint
    assert "Anna" in prefcount("stats", tmp_path).fine
    book.write_bytes(book.read_bytes().replace(b'"1.80"', b'"x"'))
    ran = prefcount("debts", evening, book)
    assert "payments.jsonl is skipped: entry 1 (line 2): amount" in ran.left_out[0]
    assert prefcount("audit", book).code == 1
    assert "nothing can be added to a damaged file" in prefcount("paid", book, "boris anna 1").complaint
    assert "entry 1 (line 2): amount" in prefcount("paid", book).left_out[0]


def test_names_of_one_person_are_joined(prefcount: Prefcount, evening: Path, tmp_path: Path) -> None:
    other = by_program(
        tmp_path / "two.jsonl",
        entry("result", results={"Anya": 1, "Boris": -1, "Vera": 0}).model_dump(exclude_none=True),
        players=("Anya", "Boris", "Vera"),
        dealer="Vera",
        stake="0.10",
        currency="EUR",
    )
    names = tmp_path / "people.txt"
    names.write_text("Anna = Anya", encoding="utf-8")
    folder = tmp_path / "more"
    folder.mkdir()
    for paths in ((tmp_path,), (evening, other), (evening, other, "--alias", names), (tmp_path, folder)):
        told = debts(prefcount, *paths)
        (found,) = told["currencies"]
        assert {each["name"]: each["balance"] for each in found["people"]}["Anna"] == "5.80"
        assert told["aliases"] == [str(names)]
        [report] = prefcount("stats", *paths, "--json").objects
        assert report["games"][0]["players"][0]["money"] == {"EUR": "5.80"}
        assert report["aliases"] == [str(names)]
    said = f"Several names count as one person, as listed in {names}."
    for command in ("debts", "stats"):
        assert prefcount(command, tmp_path).fine.splitlines()[-1] == said
        assert prefcount(command, tmp_path, "--csv").warnings == [said]
    assert prefcount("debts", tmp_path, "--person", "anya").fine.splitlines()[-1] == said
    assert prefcount("debts", tmp_path, "--chat").warnings == [said]
    (folder / "people.txt").write_text("Vera = Anya", encoding="utf-8")
    assert debts(prefcount, tmp_path)["aliases"] == [str(names)]
    shutil.copyfile(evening, folder / "three.jsonl")
    for command in ("debts", "stats"):
        refused = prefcount(command, tmp_path).complaint
        assert refused == f"{folder / 'people.txt'}: line 1: “Anya” already belongs to Anna"
        assert prefcount(command, tmp_path, "--alias", names).code == 0


def test_a_result_without_hands_is_added_and_owed(prefcount: Prefcount, tmp_path: Path) -> None:
    path = by_program(tmp_path / "a.jsonl")
    assert prefcount("add", path, "--result", "anna 57", "--result", "boris -18").fine == ""
    assert json.loads(path.read_bytes().splitlines()[1])["results"] == {"Anna": 57, "Boris": -18, "Vera": -39}
    for command in (("replay", path, "--all"), ("paper", path, "--says", "anna pool 2")):
        assert prefcount(*command).complaint == "only the result of this game is known, without its hands"
    assert json.loads(prefcount("settle", path, "--json").fine)["results"]["whole"]["Vera"] == -39


def test_a_book_that_is_being_written_is_refused(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "payments.jsonl"
    prefcount("paid", book, "Boris Anna 1.80", "--currency", "EUR", "--new")
    before = book.read_bytes()
    monkeypatch.setattr("prefcount.store.journal.PATIENCE", 0.0)
    writer = WriterLock.take(book)
    assert isinstance(writer, WriterLock)
    with writer:
        complaint = prefcount("paid", book, "boris anna 2").complaint
    assert "has had this book of payments open since" in complaint
    assert "game" not in complaint
    assert book.read_bytes() == before


def test_person_prints_evenings_and_payments_with_balances(prefcount: Prefcount, tmp_path: Path) -> None:
    paths = season(tmp_path)
    book, name = tmp_path / "payments.jsonl", SEASON["players"][1]
    given = [("0.50", "2026-01-02"), ("1.25", "2026-01-03")]
    for amount, day in given:
        line = f"{name} -> {SEASON['players'][0]} {amount}"
        prefcount("paid", book, line, "--currency", "EUR", "--date", day)
    table = prefcount("debts", tmp_path, "--person", name.upper(), "--csv").fine
    rows = list(csv.DictReader(table.splitlines()))
    assert [row["date"] for row in rows] == sorted(row["date"] for row in rows)
    assert [row["kind"] for row in rows].count("evening") == len(paths)
    balance = Decimal(0)
    for row in rows:
        balance += Decimal(row["amount"])
        assert Decimal(row["balance"]) == balance
        assert name not in row["with"].split(", ")
    assert [(row["amount"], row["date"], row["n"]) for row in rows if row["kind"] == "paid"] == [
        (*each, str(n)) for n, each in enumerate(given, 1)
    ]
    (whole,) = debts(prefcount, tmp_path)["currencies"]
    assert {each["name"]: each["balance"] for each in whole["people"]}[name] == str(balance)
    told = debts(prefcount, tmp_path, "--person", name)["currencies"][0]
    assert [(each["kind"], each["amount"], each["balance"]) for each in told["entries"]] == [
        (row["kind"], row["amount"], row["balance"]) for row in rows
    ]
    assert prefcount("debts", tmp_path, "--person", name).fine.startswith(f"{name} · EUR\n")
    for since in sorted({row["date"] for row in rows} | {"2025-01-01", "2027-01-01"}):
        count = sum(row["date"] < since for row in rows)
        opening = rows[count - 1]["balance"] if count else "0.00"
        late = ("debts", tmp_path, "--person", name, "--since", since)
        table = list(csv.DictReader(prefcount(*late, "--csv").fine.splitlines()))
        assert (table[0]["kind"], table[0]["balance"]) == ("opening", opening)
        assert [row["balance"] for row in table[1:]] == [row["balance"] for row in rows[count:]]
        [told] = debts(prefcount, *late[1:])["currencies"]
        assert told["opening"] == opening
        assert [each["balance"] for each in told["entries"]] == [row["balance"] for row in rows[count:]]
        assert "balance before" in prefcount(*late).fine
    assert prefcount("debts", tmp_path, "--person", "Nobody").code == 2


def test_a_payer_without_games_is_a_doubtful_name(
    prefcount: Prefcount, evening: Path, tmp_path: Path
) -> None:
    book = tmp_path / "payments.jsonl"
    prefcount("paid", book, "Boriss Anna 1.80", "--currency", "EUR", "--new")
    said = "Boriss is in the payment book but in no game; is the name right?"
    assert said in prefcount("debts", evening, book).fine
    assert said not in prefcount("debts", book).fine
    assert said not in prefcount("debts", tmp_path, "--since", "2026-01-01").fine


def test_similar_names_are_reported_until_a_file_decides(
    prefcount: Prefcount, evening: Path, tmp_path: Path
) -> None:
    for number, name in enumerate(("Борис", "Borris", "Gleb")):
        result = {"kind": "result", "results": {name: 10, "Anna": -10, "Vera": 0}}
        header = {"players": ["Vera", "Anna", name], "stake": "0.10", "currency": "EUR"}
        day = f"2026-01-0{number + 1}T19:00:00+03:00"
        by_hand(tmp_path / f"{number}.jsonl", result, dealer=name, started=day, **header)
    assert evening.exists()
    hint = "Boris = Borris, Борис"
    said = [
        hint,
        "If these are one person, add such lines to people.txt in the folder of the games, "
        "or to a file for --alias.",
    ]
    told = prefcount("debts", tmp_path).fine.splitlines()
    assert told[told.index("Possibly one person:") + 1 :] == said
    assert {"Boris", "Borris", "Борис"} < {line.split(" ")[0] for line in told}, "nothing is joined by itself"
    for output in ("--chat", "--csv"):
        assert prefcount("debts", tmp_path, output).warnings[-2:] == said
    assert hint in prefcount("stats", tmp_path).fine
    (tmp_path / "people.txt").write_text(hint, encoding="utf-8")
    assert "Possibly" not in prefcount("debts", tmp_path).fine + prefcount("stats", tmp_path).fine
    (tmp_path / "people.txt").unlink()
    by_program(tmp_path / "met.jsonl", players=("Boris", "Borris", "Борис"), dealer="Boris")
    for since in ((), ("--since", "2026-01-01")):
        shown = prefcount("debts", tmp_path, *since).fine + prefcount("stats", tmp_path, *since).fine
        assert "Possibly" not in shown


def test_debts_are_rounded_to_coins(prefcount: Prefcount, evening: Path) -> None:
    (found,) = debts(prefcount, evening, "--coin", "2")["currencies"]
    assert (found["coin"], [each["in_coins"] for each in found["people"]]) == (
        "2.00",
        ["6.00", "-2.00", "-4.00"],
    )
    assert [each["amount"] for each in found["payments"]] == ["2.00", "4.00"]
    assert prefcount("debts", evening, "--csv").fine.splitlines()[:2] == [
        "currency,name,balance,won,lost,paid,received",
        "EUR,Anna,5.70,5.70,0.00,0.00,0.00",
    ]
    assert "Vera pays Anna €3.90" in prefcount("debts", evening).fine
    assert prefcount("debts", evening, "--coin", "2", "--chat").fine.splitlines() == [
        "Debts: €: 1 evening, no payments",
        "",
        "Anna: +€5.70",
        "Boris: −€1.80",
        "Vera: −€3.90",
        "",
        "Boris pays Anna €2",
        "Vera pays Anna €4",
        "Payments are rounded to €2, and the rest is still owed.",
    ]
    assert "coin" not in json.dumps(debts(prefcount, evening, "--coin", "2 RUB"))
    below = prefcount("debts", evening, "--coin", "50", "--chat").fine
    assert "Nobody owes as much as €50, the smallest coin." in below


CIRCLE = ("Анна", "Белкин", "Дина")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a circle of three with a corrected spelling, a replaced player and an alias."""
    by_program(
        tmp_path / "one.jsonl",
        {"kind": "rename", "player": "Белкин", "to": "Белкина"},
        {"kind": "join", "player": "Глеб", "replaces": "Дина"},
        players=CIRCLE,
        dealer="Дина",
    )
    (tmp_path / "people.txt").write_text("Анна Петровна = Анна, Аня\n", encoding="utf-8")
    return tmp_path


def names(book: Path) -> tuple[str, str]:
    last: dict[str, Any] = json.loads(book.read_bytes().splitlines()[-1])
    return last["from"], last["to"]


SPELLINGS = {
    "Анна": ("Анна", "анна", "Анне", "анны", "Аня", "Анна Петровна", "анна п"),
    "Белкина": ("Белкина", "белкиной", "Белк", "Белкин"),
    "Дина": ("Дина", "дине", "Дину", "д"),
    "Глеб": ("глеб", "Глебу", "г", "ukt,"),
}
PAIRS = [("Анна", "Глеб"), ("Белкина", "Анна"), ("Дина", "Белкина"), ("Глеб", "Дина")]


@each_line(("one", "other"), PAIRS)
def test_a_person_is_found_by_every_form_of_their_names(
    prefcount: Prefcount, folder: Path, one: str, other: str
) -> None:
    book = folder / "payments.jsonl"
    for payer in SPELLINGS[one]:
        assert prefcount("paid", book, f"{payer} -> {SPELLINGS[other][-1]} 1", "--currency", "RUB").code == 0
        assert names(book) == (one, other)
        told = prefcount("debts", folder, "--person", payer, "--alias", folder / "people.txt").fine
        assert told.splitlines()[0] in (f"{one} · RUB", "Анна Петровна · RUB")


@each_line("typed", ["белка", "Дима", "Anna", "аня2", "х"])
def test_an_unknown_name_is_refused_without_new(prefcount: Prefcount, folder: Path, typed: str) -> None:
    book = folder / f"{typed}-payments.jsonl"
    for line in (f"{typed} -> дина 1", f"дина -> {typed} 1"):
        said = prefcount("paid", book, line, "--currency", "RUB").complaint
        assert said.startswith(f"no player in the games next to this book is called “{typed}”")
        assert said.endswith(" (--new accepts the name)")
    assert not book.exists()
    assert prefcount("paid", book, f"{typed} -> Дина 1", "--currency", "RUB", "--new").code == 0
    assert prefcount("paid", book, f"{typed} -> дине 1").code == 0
    assert names(book) == (typed, "Дина")


def test_an_ambiguous_name_is_refused(prefcount: Prefcount, tmp_path: Path) -> None:
    by_program(tmp_path / "one.jsonl", players=("Ann", "Anna", "Boris"), dealer="Ann")
    book = tmp_path / "payments.jsonl"
    said = prefcount("paid", book, "an boris 1", "--currency", "EUR").complaint
    assert said == "“an” may be Ann, Anna; type more letters"
    prefcount("paid", book, "ann boris 1", "--currency", "EUR")
    assert names(book) == ("Ann", "Boris")
    prefcount("paid", book, "anna boris 1", "--currency", "EUR")
    assert prefcount("debts", book, "--person", "an").complaint == said


@each_line(("one", "other"), [("Юля", "Юлия"), ("Kolya", "Коля"), ("Рита", "\N{LATIN CAPITAL LETTER P}ита")])
def test_a_name_like_another_is_refused_until_new_accepts_it(
    prefcount: Prefcount, tmp_path: Path, one: str, other: str
) -> None:
    folder = tmp_path / one
    folder.mkdir()
    book, line = folder / "payments.jsonl", f"boris -> {other} 1"
    by_program(folder / "one.jsonl", players=(one, "Boris", "Vera"), dealer=one)
    said = prefcount("paid", book, line, "--currency", "EUR").complaint
    assert said.endswith(f"is called “{other}”; did you mean {one}? (--new accepts the name)")
    by_program(folder / "two.jsonl", players=(other, "Boris", "Vera"), dealer=other)
    said = prefcount("paid", book, line, "--currency", "EUR").complaint
    assert said == f"{other} and {one} may be one person (--new accepts the name)"
    assert not book.exists()
    for option in ("--new", "--note=the same again"):
        assert prefcount("paid", book, line, "--currency", "EUR", option).code == 0
    # People who met at a table are two people.
    by_program(folder / "three.jsonl", players=(one, other, "Vera"), dealer=one)
    assert prefcount("paid", book, f"boris -> {one} 1").code == 0


def test_settled_people_are_counted_and_listed_with_all(
    prefcount: Prefcount, evening: Path, tmp_path: Path
) -> None:
    assert evening.exists()
    prefcount("paid", tmp_path / "payments.jsonl", "boris anna 1.80", "--currency", "EUR")
    told = prefcount("debts", tmp_path).fine
    assert "Boris" not in told
    assert told.splitlines()[-1] == "1 person has no open debts; --all shows them"
    assert re.search(r"(?m)^Boris +€0\.00 ", prefcount("debts", tmp_path, "--all").fine)
    prefcount("paid", tmp_path / "payments.jsonl", "vera anna 3.90")
    assert prefcount("debts", tmp_path).fine.splitlines() == [
        *(
            "€: 1 evening, 2 payments",
            "",
            "Nobody owes anything.",
            ("3 people have no open debts; --all shows them"),
        )
    ]


def test_evenings_of_one_day_have_numbers(prefcount: Prefcount, tmp_path: Path) -> None:
    for name, won in (("a", 57), ("b", -3), ("c", 12)):
        result = {"kind": "result", "results": {"Anna": won, "Boris": -won, "Vera": 0}}
        started = datetime(2026, 11, 27 + (name == "c"), 19, tzinfo=UTC)
        by_program(tmp_path / f"{name}.jsonl", result, stake="0.10", currency="EUR", started=started)
    told = prefcount("debts", tmp_path, "--person", "anna").fine.splitlines()
    days = [line[: line.index("€") - 1].strip() for line in told[3:]]
    assert days == ["27 Nov 2026 (1)", "27 Nov 2026 (2)", "28 Nov 2026"]


def test_an_earlier_spelling_is_not_an_abbreviation(prefcount: Prefcount, tmp_path: Path) -> None:
    by_program(
        tmp_path / "one.jsonl",
        {"kind": "rename", "player": "Ana", "to": "Anna"},
        players=("Ana", "Anatoly", "Boris"),
        dealer="Boris",
    )
    book = tmp_path / "payments.jsonl"
    prefcount("paid", book, "ana boris 1", "--currency", "EUR")
    assert names(book) == ("Anna", "Boris")


def test_payments_under_a_former_name_count_for_the_player(prefcount: Prefcount, tmp_path: Path) -> None:
    book, renamed = tmp_path / "a_book.jsonl", tmp_path / "one.jsonl"
    result = {"kind": "result", "results": {"Anna": 57, "Юлия": -18, "Vera": -39}}
    header = {"dealer": "Vera", "stake": "0.10", "currency": "EUR"}
    by_program(renamed, result, players=("Anna", "Юлия", "Vera"), **header)
    prefcount("paid", book, "юлия anna 1", "--currency", "EUR", "--date", "2026-01-02")
    prefcount("add", renamed, "rename юлия юля")
    for since in ((), ("--since", "2026-01-01"), ("--since", "2027-01-01")):
        told = prefcount("debts", tmp_path, *since)
        assert "Юлия" not in told.fine + "".join(told.warnings)
    [found] = debts(prefcount, tmp_path)["currencies"]
    assert {each["name"]: each["balance"] for each in found["people"]} == {
        "Anna": "4.70",
        "Vera": "-3.90",
        "Юля": "-0.80",
    }
    for name in ("юлия", "юля"):
        assert [
            each["kind"] for each in debts(prefcount, tmp_path, "--person", name)["currencies"][0]["entries"]
        ]
        prefcount("paid", book, f"{name} anna 0.10")
        assert names(book) == ("Юля", "Anna")
    # No name is joined if two people are possible.
    result = {"kind": "result", "results": {"Anna": 50, "Юлия": -11, "Vera": -39}}
    other = by_program(tmp_path / "two.jsonl", result, players=("Anna", "Юлия", "Vera"), **header)
    assert "Юлия" in prefcount("debts", tmp_path).fine, "the name is in a game"
    prefcount("add", other, "rename юлия юна")
    told = prefcount("debts", tmp_path).fine
    assert "Юля = Юлия\n" in told
    assert "Юна = Юлия\n" in told


def test_the_list_has_numbers_for_undo(prefcount: Prefcount, tmp_path: Path) -> None:
    by_program(tmp_path / "one.jsonl")
    book = tmp_path / "payments.jsonl"
    prefcount("paid", book, "boris anna 1.80", "--currency", "EUR", "--date", "2026-03-07")
    prefcount("paid", book, "vera anna 500 jpy", "--note", "by bank", "--date", "2026-03-01")
    prefcount("paid", book, "vera boris 2", "--date", "2026-03-08")
    prefcount("paid", book, "--undo", "3")
    before = book.read_bytes()
    *listed, blank, known_by = prefcount("paid", book).fine.splitlines()
    assert listed == [
        "   1  7 Mar 2026  Boris paid Anna €1.80",
        "   2  1 Mar 2026  Vera paid Anna ¥500 (by bank)",
    ]
    assert (blank, known_by[:12]) == ("", "Check code: ")
    assert book.read_bytes() == before
    book.write_bytes(before.replace(b'"1.80"', b'"1.90"'))
    assert prefcount("paid", book).out.splitlines()[-1] != known_by


def test_a_refused_first_payment_creates_no_book(
    prefcount: Prefcount, session_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = session_file.parent / "payments.jsonl"
    monkeypatch.setattr("prefcount.store.journal.PATIENCE", 0.0)
    writer = WriterLock.take(book)
    assert isinstance(writer, WriterLock)
    with writer:
        assert prefcount("paid", book, "boris anna 1", "--currency", "USD").code == 2
        assert not book.exists()
    assert prefcount("paid", book, "boris anna 1", "--currency", "EUR").code == 0
    assert json.loads(book.read_bytes().splitlines()[0])["currency"] == "EUR"


def test_a_payment_taken_back_can_be_restored(prefcount: Prefcount, session_file: Path) -> None:
    book = session_file.parent / "payments.jsonl"
    (line,) = prefcount("paid", book, "boris anna 1", "--currency", "EUR").fine.splitlines()
    said = prefcount("paid", book, "--undo", "1").fine
    assert said == f"taken back: {line.strip()}; --undo 2 restores it\n"
    before = book.read_bytes()
    assert prefcount("paid", book, "--undo", "1").complaint == "payment 1 no longer counts"
    assert book.read_bytes() == before
    assert prefcount("paid", book, "--undo", "2").fine.strip() == line.strip()


def test_a_repeated_payment_is_written_with_a_warning(prefcount: Prefcount, session_file: Path) -> None:
    book, march = session_file.parent / "payments.jsonl", ("--date", "2026-03-07")
    for line in (["boris anna 1", *march, "--currency", "EUR"], ["anna boris 1", *march], ["boris anna 1"]):
        assert prefcount("paid", book, *line).warnings == []
    (warning,) = prefcount("paid", book, "boris anna 1.00", *march, "--note", "cash").warnings
    assert warning == "the same payment is in the book already, as number 1; --undo 4 takes this one back"


@each_line("command", ["paid book.jsonl Anna Boris 5 --new", "new game.jsonl --players Anna Boris --stake 1"])
def test_a_new_book_accepts_currency_names(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = prefcount(*command.split(), "--currency", "EUO").complaint
    assert "write the currency as its code, such as EUR or RUB, not EUO" in refused
    begun = tmp_path / command.split()[1]
    assert not begun.exists()
    assert prefcount(*command.split(), "--currency", "€").code == 0
    assert '"currency":"EUR"' in begun.read_text()
