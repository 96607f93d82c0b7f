"""`paid`: whose names are understood, what is listed, and books that are not begun."""

import json
from pathlib import Path
from typing import Any

import pytest

from prefcount.store.lock import WriterLock
from tests.cli.conftest import Prefcount
from tests.store.files import by_program
from tests.tables import each_line

CIRCLE = ("Анна", "Белкин", "Дина")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A circle of three, one of whom was misspelled at first, one replaced, and one goes by another name."""
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
    """The names of the last payment of a book."""
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
def test_every_name_of_somebody_is_that_person(
    prefcount: Prefcount, folder: Path, one: str, other: str
) -> None:
    """Declined, begun, spelled as before, by another name, on the other layout: as the games have it."""
    book = folder / "payments.jsonl"
    for payer in SPELLINGS[one]:
        assert prefcount("paid", book, f"{payer} -> {SPELLINGS[other][-1]} 1", "--currency", "RUB").code == 0
        assert names(book) == (one, other)


@each_line("typed", ["белка", "Дима", "Anna", "аня2", "х"])
def test_nobody_is_made_by_a_slip(prefcount: Prefcount, folder: Path, typed: str) -> None:
    """A name that nobody has is refused, on either side; --new takes it as right, from then on."""
    book = folder / f"{typed}-payments.jsonl"
    for line in (f"{typed} -> дина 1", f"дина -> {typed} 1"):
        said = prefcount("paid", book, line, "--currency", "RUB").complaint
        assert said.startswith(f"nobody in the games beside this book is called “{typed}”; ")
        assert said.endswith("--new takes the name as right")
    assert not book.exists()
    assert prefcount("paid", book, f"{typed} -> Дина 1", "--currency", "RUB", "--new").code == 0
    assert prefcount("paid", book, f"{typed} -> дине 1").code == 0
    assert names(book) == (typed, "Дина")


def test_a_name_that_says_too_little(prefcount: Prefcount, tmp_path: Path) -> None:
    """Nobody is chosen; a whole name is never taken for the beginning of another one."""
    by_program(tmp_path / "one.jsonl", players=("Ann", "Anna", "Boris"), dealer="Ann")
    book = tmp_path / "payments.jsonl"
    said = prefcount("paid", book, "an boris 1", "--currency", "EUR").complaint
    assert said == "“an” may be Ann, Anna; type more letters"
    prefcount("paid", book, "ann boris 1", "--currency", "EUR")
    assert names(book) == ("Ann", "Boris")


def test_an_earlier_spelling_is_not_a_beginning(prefcount: Prefcount, tmp_path: Path) -> None:
    """Ana, who is spelled Anna now, is not Anatoly."""
    by_program(
        tmp_path / "one.jsonl",
        {"kind": "rename", "player": "Ana", "to": "Anna"},
        players=("Ana", "Anatoly", "Boris"),
        dealer="Boris",
    )
    book = tmp_path / "payments.jsonl"
    prefcount("paid", book, "ana boris 1", "--currency", "EUR")
    assert names(book) == ("Anna", "Boris")


def test_the_list_has_what_undo_needs(prefcount: Prefcount, tmp_path: Path) -> None:
    """Number, day, names, amount and note of what counts, and the hash of the book; nothing is written."""
    by_program(tmp_path / "one.jsonl")
    book = tmp_path / "payments.jsonl"
    prefcount("paid", book, "boris anna 1.80", "--currency", "EUR", "--date", "2026-03-07")
    prefcount("paid", book, "vera anna 500 jpy", "--note", "by bank", "--date", "2026-03-01")
    prefcount("paid", book, "vera boris 2", "--date", "2026-03-08")
    prefcount("paid", book, "--undo", "3")
    before = book.read_bytes()
    *listed, blank, known_by = prefcount("paid", book).fine.splitlines()
    assert listed == [
        "   1  Mar 7, 2026  Boris paid Anna €1.80",
        "   2  Mar 1, 2026  Vera paid Anna ¥500 (by bank)",
    ]
    assert (blank, known_by[:12]) == ("", "Check code: ")
    assert book.read_bytes() == before
    book.write_bytes(before.replace(b'"1.80"', b'"1.90"'))
    assert prefcount("paid", book).out.splitlines()[-1] != known_by


def test_a_book_that_cannot_be_listed(prefcount: Prefcount, tmp_path: Path, session_file: Path) -> None:
    """One that is not there, a game, and one with a payment that cannot be read."""
    assert "there is no such file" in prefcount("paid", tmp_path / "none.jsonl").complaint
    assert "this is a game" in prefcount("paid", session_file).complaint
    book = tmp_path / "payments.jsonl"
    prefcount("paid", book, "boris anna 1.80", "--currency", "EUR")
    book.write_bytes(book.read_bytes().replace(b'"1.80"', b'"x"'))
    assert "entry 1: amount" in prefcount("paid", book).left_out[0]


def test_a_first_payment_that_is_refused_begins_no_book(
    prefcount: Prefcount, session_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where somebody else is about to begin it: its currency is not fixed by what was refused."""
    book = session_file.parent / "payments.jsonl"
    monkeypatch.setattr("prefcount.store.book_file.PATIENCE", 0.0)
    writer = WriterLock.take(book)
    assert isinstance(writer, WriterLock)
    with writer:
        assert prefcount("paid", book, "boris anna 1", "--currency", "USD").code == 2
        assert not book.exists()
    assert prefcount("paid", book, "boris anna 1", "--currency", "EUR").code == 0
    assert json.loads(book.read_bytes().splitlines()[0])["currency"] == "EUR"


def test_what_is_taken_back_can_be_brought_back(prefcount: Prefcount, session_file: Path) -> None:
    """By the number that is said; what does not count any more is not taken back once more."""
    book = session_file.parent / "payments.jsonl"
    (line,) = prefcount("paid", book, "boris anna 1", "--currency", "EUR").fine.splitlines()
    said = prefcount("paid", book, "--undo", "1").fine
    assert said == f"taken back: {line.strip()}; --undo 2 brings it back\n"
    before = book.read_bytes()
    assert prefcount("paid", book, "--undo", "1").complaint == "payment 1 does not count any more"
    assert book.read_bytes() == before
    assert prefcount("paid", book, "--undo", "2").fine.strip() == line.strip()


def test_the_same_payment_twice(prefcount: Prefcount, session_file: Path) -> None:
    """It is written, and said; another day, or the other way round, is no double."""
    book, march = session_file.parent / "payments.jsonl", ("--date", "2026-03-07")
    for line in (["boris anna 1", *march, "--currency", "EUR"], ["anna boris 1", *march], ["boris anna 1"]):
        assert prefcount("paid", book, *line).warnings == []
    (warning,) = prefcount("paid", book, "boris anna 1.00", *march, "--note", "cash").warnings
    assert warning == "the same payment is in the book already, as number 1; --undo 4 takes this one back"


@each_line("command", ["paid book.jsonl Anna Boris 5 --new", "new game.jsonl --players Anna Boris --stake 1"])
def test_a_currency_that_begins_a_file(
    prefcount: Prefcount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """It is understood as people write it; three letters that are none begin no file."""
    monkeypatch.chdir(tmp_path)
    refused = prefcount(*command.split(), "--currency", "EUO").complaint
    assert "write the currency as its code, such as EUR or RUB, not EUO" in refused
    begun = tmp_path / command.split()[1]
    assert not begun.exists()
    assert prefcount(*command.split(), "--currency", "€").code == 0
    assert '"currency":"EUR"' in begun.read_text()
