"""Tests of copies among files: each game and payment counts once, and diverged copies are named."""

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.store.journal import Journal, new_book
from prefcount.store.session_folder import SkippedPath, mark_copies
from tests.cli.conftest import Prefcount
from tests.helpers import entry
from tests.store.files import by_hand, by_program, line
from tests.tables import each_line

PRICE = {"stake": "0.10", "currency": "EUR"}
END = {"kind": "end", "reason": "agreed"}
WHEN = {"at": "2026-03-07T21:00:00+01:00"}


def book(path: Path, *payers: str) -> Path:
    journal = Journal.create(path, new_book("EUR").header)
    for n, payer in enumerate(payers, 1):
        paid = {"kind": "paid", "n": n, "at": f"2026-03-0{n}T21:00:00+01:00", "amount": "1.00"}
        journal.append(
            new_book("EUR").entry_kinds.adapter.validate_python({**paid, "from": payer, "to": "Anna"})
        )
    return path


def told(*paths: Path) -> list[str]:
    """Return for each file whether it counts, is a copy, or is in doubt."""
    found = mark_copies(paths)
    return [
        ("in doubt" if each.in_doubt else "copy") if isinstance(each, SkippedPath) else "counts"
        for each in found
    ]


@given(tails=st.lists(st.text("ab", max_size=4), min_size=1, max_size=5))
def test_files_with_a_common_beginning_count_once_or_not_at_all(
    tails: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("copies")
    first = line({"kind": "note", "n": 1, "text": "x"}) + line({"kind": "raspasy", "n": 2, **WHEN})
    paths = [folder / f"{at}.jsonl" for at in range(len(tails))]
    for path, tail in zip(paths, tails, strict=True):
        lines = (line({"kind": each, "n": n}) for n, each in enumerate(tail, 3))
        path.write_bytes(line({"kind": "session"}) + first + b"".join(lines))
    leaves = {tail for tail in tails if not any(other != tail and other.startswith(tail) for other in tails)}
    seen: set[str] = set()
    expected = []
    for tail in tails:
        whole = tail in leaves and tail not in seen
        expected.append(("counts" if len(leaves) == 1 else "in doubt") if whole else "copy")
        seen.add(tail)
    assert told(*paths) == expected


def test_similar_games_are_not_copies(tmp_path: Path) -> None:
    results = [{"Anna": n, "Boris": -n, "Vera": 0} for n in (1, 2)]
    note = {"kind": "note", "text": "imported"}
    evenings = [
        by_hand(tmp_path / f"{n}.jsonl", note, {"kind": "result", "results": each})
        for n, each in enumerate(results)
    ]
    books = [book(tmp_path / "x.jsonl", "Boris"), book(tmp_path / "y.jsonl", "Vera")]
    assert told(*evenings, *books) == ["counts"] * 4


def test_copies_with_other_line_ends_or_a_torn_line_are_found(tmp_path: Path) -> None:
    path = book(tmp_path / "book.jsonl", "Boris", "Vera")
    windows, torn = tmp_path / "windows.jsonl", tmp_path / "torn.jsonl"
    windows.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    torn.write_bytes(path.read_bytes() + b'{"kind":"pa')
    assert told(path, windows) == ["counts", "copy"]
    assert told(path, torn) == ["counts", "copy"]
    for cut in (1, 30):
        torn.write_bytes(path.read_bytes()[:-cut])
        assert told(path, torn) == ["counts", "copy"]


def test_unreadable_files_are_not_copies(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_bytes(b"")
    paths = [tmp_path, tmp_path / "none.jsonl", tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    assert told(*paths) == ["counts"] * 4


def test_copies_of_a_book_do_not_count(prefcount: Prefcount, tmp_path: Path) -> None:
    result = {"kind": "result", "results": {"Anna": 57, "Boris": -18, "Vera": -39}}
    by_program(tmp_path / "one.jsonl", result, END, **PRICE)
    now = book(tmp_path / "payments.jsonl", *["Boris"] * 3)
    alone = json.loads(prefcount("debts", tmp_path, "--json").fine)["currencies"]
    older = book(tmp_path / "payments.sync-conflict-20260307-210000-ABCDEF.jsonl", *["Boris"] * 2)
    ran = prefcount("debts", tmp_path, "--json")
    assert ran.objects[0]["currencies"] == alone
    assert ran.warnings == [
        f"{older} is skipped: this is an older copy of {now}, which has all these lines and more"
    ]
    older.unlink()
    other = book(tmp_path / "payments.sync-conflict-20260307-210000-ABCDEF.jsonl", "Boris", "Boris", "Vera")
    ran = prefcount("debts", tmp_path, "--json")
    assert [str(path) in said for path, said in zip((now, other), ran.left_out, strict=True)] == [True, True]
    assert all("the first 3 lines are the same as in" in said for said in ran.left_out)
    assert ran.objects[0]["currencies"][0]["paid"] == 0


@pytest.mark.parametrize("command", ["stats", "debts"])
def test_a_session_and_its_copies_count_once(prefcount: Prefcount, tmp_path: Path, command: str) -> None:
    hands = [
        {**entry("raspasy", tricks=tricks).model_dump(exclude_none=True), **WHEN}
        for tricks in ({"Anna": 3, "Boris": 5, "Vera": 2}, {"Anna": 1, "Boris": 1, "Vera": 8})
    ]
    path = by_program(tmp_path / "friday.jsonl", *hands, END, **PRICE)
    alone = prefcount(command, path, "--csv").fine
    older = tmp_path / "friday (copy).jsonl"
    older.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    shutil.copy(path, tmp_path / "backup.jsonl")
    ran = prefcount(command, tmp_path, "--csv")
    assert (ran.out, len(ran.warnings)) == (alone, 2)
    by_program(tmp_path / "other.jsonl", hands[0], hands[0], END, **PRICE)
    ran = prefcount(command, tmp_path, "--csv")
    assert sum("but then the two files differ" in said for said in ran.left_out) == 2


def respelled(spell: Callable[[dict[str, Any]], str], lines: bytes) -> bytes:
    return "".join(f"{spell(json.loads(each))}\n" for each in lines.splitlines()).encode()


RESPELLED: dict[str, Callable[[bytes], bytes]] = {
    "json.dumps": partial(respelled, json.dumps),
    "letters": partial(respelled, partial(json.dumps, ensure_ascii=False)),
    "order of fields": partial(respelled, lambda fields: json.dumps(dict(reversed(fields.items())))),
    "trailing blanks": lambda lines: lines.replace(b"\n", b" \t\n"),
    "line ends": lambda lines: lines.replace(b"\n", b"\r\n"),
    "spaced header": lambda lines: lines.replace(b",", b" , ", 2),
    "no line end": lambda lines: lines.rstrip(b"\n"),
}
"""Spellings of the same session."""


def evening(path: Path) -> Path:
    path.unlink(missing_ok=True)
    results = {"Анна": 57, "Борис": -18, "Вера": -39}
    header = {"players": (*results,), "dealer": "Анна", **PRICE}
    return by_program(path, {"kind": "result", "results": results, **WHEN}, END, **header)


@pytest.mark.parametrize("command", ["stats", "debts"])
@each_line("respell", list(RESPELLED))
def test_a_copy_that_is_only_spelled_differently_counts_once(
    prefcount: Prefcount, tmp_path: Path, command: str, respell: str
) -> None:
    path = evening(tmp_path / "friday.jsonl")
    alone = prefcount(command, path, "--csv").fine
    for name in ("a.jsonl", "z.jsonl"):
        copy = tmp_path / name
        copy.write_bytes(RESPELLED[respell](path.read_bytes()))
        ran = prefcount(command, tmp_path, "--csv")
        assert (ran.out, ran.code, len(ran.warnings)) == (alone, 0, 1), respell
        assert "the same file as" in ran.warnings[0]
        copy.unlink()


DAMAGED: dict[str, Callable[[bytes], bytes]] = {
    "a line of nothing more": lambda lines: lines + b'{"kind":"nothing","n":3}\n',
    "a hand after a broken line": lambda lines: lines + b"}\n" + lines.splitlines(keepends=True)[-1],
    "a changed line": lambda lines: lines.replace(b'"reason"', b'"raison"') + b"{}\n",
    "a field twice": lambda lines: lines.replace(b'"reason"', b'"n":2,"reason"'),
}


@pytest.mark.parametrize("command", ["stats", "debts"])
@each_line("damage", list(DAMAGED))
def test_a_sound_file_is_preferred_to_a_damaged_copy(
    prefcount: Prefcount, tmp_path: Path, command: str, damage: str
) -> None:
    path = evening(tmp_path / "friday.jsonl")
    alone = prefcount(command, path, "--csv").fine
    for name in ("a.jsonl", "z.jsonl"):
        copy = tmp_path / name
        copy.write_bytes(DAMAGED[damage](path.read_bytes()))
        ran = prefcount(command, tmp_path, "--csv")
        assert ran.out == alone, (damage, ran.err)
        assert [str(copy) in said for said in ran.err.splitlines()] == [True], damage
        copy.unlink()
