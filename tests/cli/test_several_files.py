"""Several files at once: every command does what it can, names each that it cannot use, and ends with 2."""

from pathlib import Path

import pytest

from tests.cli.conftest import Prefcount
from tests.store.files import by_program

END = {"kind": "end", "reason": "agreed"}
COMMANDS = [["settle"], ["settle", "--steps"], ["stats"], ["stats", "--csv"], ["audit"]]
each_command = pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
NO_SESSION = "the file is empty; line 1 must be the header of a session"


@pytest.fixture
def good(tmp_path: Path) -> list[Path]:
    """Three sessions of different hands."""
    hands = ("anna 7h wp 7", "boris 8n pp", "r 3 5 2")
    return [
        by_program(tmp_path / f"{name}.jsonl", hand, END) for name, hand in zip("ace", hands, strict=True)
    ]


@each_command
def test_all_that_can_be_used(prefcount: Prefcount, good: list[Path], command: list[str]) -> None:
    """With a path that names nothing between them they are done as without it; it is named in one line."""
    missing = good[0].with_name("missing.jsonl")
    fine = prefcount(*command, *good).fine
    ran = prefcount(*command, good[0], missing, *good[1:])
    [said] = ran.left_out
    assert said.startswith(f"{missing} is left out: there is no such file")
    assert ran.out.replace("; 1 place left out", "") == fine


@each_command
def test_none_that_can_be_used(prefcount: Prefcount, tmp_path: Path, command: list[str]) -> None:
    """Each is named in the order in which they were given."""
    missing = [tmp_path / name for name in ("z", "a", "m")]
    said = prefcount(*command, *missing).left_out
    assert [line.partition(" is left out")[0] for line in said[:3]] == list(map(str, missing))


def test_settlements_in_order(prefcount: Prefcount, good: list[Path], tmp_path: Path) -> None:
    """Whatever is wrong with the others: no session, no file, a folder, figures that cannot be trusted."""
    first, second, third = good
    empty, missing, damaged = (tmp_path / name for name in ("empty", "missing", "damaged"))
    empty.write_bytes(b"")
    damaged.write_bytes(first.read_bytes() + b"oops\n")
    given = [empty, first, missing, tmp_path, second, damaged, third]
    ran = prefcount("settle", *given)
    assert [line for line in ran.out.splitlines() if line.endswith(".jsonl:")] == [
        f"{path}:" for path in good
    ]
    assert not ran.out.startswith("\n")
    whys = [line.partition(" is left out: ") for line in ran.left_out]
    assert [(Path(path), why.partition(":")[0]) for path, _said, why in whys] == [
        (empty, NO_SESSION),
        (missing, "there is no such file"),
        (tmp_path, "this is a folder; name a session file in it"),
        (damaged, "entry 3"),
    ]


def test_settlements_for_programs(prefcount: Prefcount, good: list[Path]) -> None:
    """A line for each file: its settlement, or its path and what is wrong with it, in English."""
    missing = good[0].with_name("missing.jsonl")
    ran = prefcount("--lang", "ru", "settle", "--json", good[0], missing, good[1])
    assert len(ran.left_out) == 1
    before, between, after = ran.objects
    assert between == {"path": str(missing), "error": "there is no such file"}
    assert [before, after] == prefcount("settle", "--json", *good[:2]).objects


def test_the_audit_of_folders_among_files(prefcount: Prefcount, good: list[Path]) -> None:
    """A finding stays one, and what is not there is told beside it."""
    folder = good[0].parent
    good[1].write_bytes(b"")
    ran = prefcount("audit", folder / "none", folder, folder / "nothing")
    assert len(ran.left_out) == 2
    assert ran.out.splitlines() == [
        f"{good[1]}: unreadable: {NO_SESSION}",
        "3 files, 2 hands: 1 finding; 2 places left out",
    ]


def test_statistics_of_folders_among_files(prefcount: Prefcount, good: list[Path]) -> None:
    """One damaged file in a folder does not hide among the many, nor does it hide them."""
    good[1].write_bytes(b"")
    ran = prefcount("stats", "--json", good[0].parent)
    assert ran.left_out == [f"{good[1]} is left out: {NO_SESSION}"]
    [made] = ran.objects
    assert made["games"][0]["games"] == 2
    assert made["left_out"] == [{"path": str(good[1]), "why": NO_SESSION}]
