"""Files changed later: the audit reports some changes, and only the hash shows the others."""

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from prefcount.audit.run_audit import audit_file
from prefcount.render.text_cells import group_digits
from prefcount.session.session import Session
from prefcount.session.typed_entries import end_entry
from prefcount.store.journal import Journal
from prefcount.store.reader import file_hash, line_hash, load
from tests.audit import test_remarks
from tests.cli.ran import ROOT
from tests.helpers import header
from tests.store.files import What, by_hand, entry, lines
from tests.tables import each_line

STARTED = datetime.fromisoformat("2026-11-14T19:05:00+03:00")
SAMPLES = ROOT / "sample_sessions"
HANDS = ("anna 7h wp 6", "boris m 0", "r 3 5 2")


def evening(path: Path, *what: What, ended: bool = True, **options: Any) -> list[bytes]:
    start = header(started=STARTED.isoformat(), **options)
    session, journal = Session(start), Journal.create(path, start)
    for number, each in enumerate(what, 1):
        session = session.accept(entry(each), STARTED + timedelta(minutes=5 * number)).session
        journal.append(session.entries[-1])
    if ended:
        now = STARTED + timedelta(minutes=5 * len(what) + 5)
        journal.append(session.accept(end_entry(session, journal.seal()), now).session.entries[-1])
    return lines(path)


def remarks(path: Path, content: list[bytes]) -> list[tuple[int, str]]:
    path.write_bytes(b"".join(content))
    return test_remarks.remarks(path)


def without(line: bytes, field: str) -> bytes:
    fields = json.loads(line)
    del fields[field]
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def rechained(content: list[bytes]) -> list[bytes]:
    done = content[:1]
    for each in content[1:]:
        if b'"prev"' in each:
            old = json.loads(each)["prev"].encode()
            done.append(each.replace(old, line_hash(done[-1]).encode(), 1))
        else:
            done.append(each)
    return done


def resealed(content: list[bytes]) -> list[bytes]:
    *above, last = rechained(content)
    seal = hashlib.sha256(b"".join(above)).hexdigest()
    return [*above, last.replace(json.loads(last)["seal"].encode(), seal.encode())]


# --- files without remarks ------------------------------------------------------------------------


@each_line("name", sorted(each.name for each in SAMPLES.glob("*.jsonl")))
def test_samples_of_every_game_lack_neither_chain_nor_seal(name: str) -> None:
    of_writing = {"blank-line", "line-retyped", "chain-missing", "seal-missing"}
    assert not of_writing & {each.code for each in audit_file(SAMPLES / name).remarks}


@pytest.mark.parametrize("separators", [(", ", ": "), (",", ":")])
def test_a_file_by_hand_needs_neither_chain_nor_seal(path: Path, separators: tuple[str, str]) -> None:
    by_hand(path, *HANDS, {"kind": "end", "reason": "agreed"}, started=STARTED.isoformat())
    content = [
        json.dumps(json.loads(each), separators=separators, ensure_ascii=False).encode() + b"\n"
        for each in lines(path)
    ]
    assert remarks(path, content) == []
    content[1:2] = [without(evening(path.with_name("other.jsonl"), HANDS[0])[1], "prev")]
    assert remarks(path, content) == []


# --- files with remarks ---------------------------------------------------------------------------


def retyped(line: bytes) -> Iterator[bytes]:
    text = line.rstrip(b"\n")
    for at in (0, 1, len(text) - 1, len(text), text.index(b",") + 1, text.index(b":") + 1):
        for more in (b" ", b"\t", b"\r", b"   "):
            yield text[:at] + more + text[at:] + b"\n"
    yield text.replace(b'"Anna"', b'"\\u0041nna"') + b"\n"
    yield text[:-1] + b',"note":null}\n'


def test_blanks_in_a_line_of_the_program_are_reported(path: Path) -> None:
    content = evening(path, *HANDS, ended=False)
    hashes = {load(path).file_hash}
    for number, changed in enumerate(retyped(content[1]), 1):
        assert remarks(path, rechained([content[0], changed, *content[2:]])) == [(1, "line-retyped")]
        hashes.add(load(path).file_hash)
        assert len(hashes) == number + 1


def test_other_line_ends_are_reported(path: Path) -> None:
    content = [each.replace(b"\n", b"\r\n") for each in evening(path, *HANDS, ended=False)]
    assert remarks(path, content) == [(n, "line-retyped") for n in (1, 2, 3)]


def test_a_removed_chain_is_reported_where_it_begins(path: Path) -> None:
    content = evening(path, *HANDS, *HANDS, ended=False)
    for first, last in ((1, 6), (1, 3), (1, 1), (4, 6), (3, 3), (6, 6)):
        changed = content[:]
        for n in range(first, last + 1):
            changed[n] = without(changed[n], "prev")
        assert remarks(path, rechained(changed)) == [(first, "chain-missing")]


def test_removed_chain_and_seal_are_reported(path: Path) -> None:
    content = [without(each, "prev") if n else each for n, each in enumerate(evening(path, *HANDS))]
    content[-1] = without(content[-1], "seal")
    assert remarks(path, content) == [(1, "chain-missing"), (4, "seal-missing")]


def test_a_game_without_an_end_needs_no_seal(path: Path) -> None:
    content = evening(path, *HANDS, end="hands", hands=3)
    assert load(path).session.state.over
    for lines_left in (4, 3):
        assert remarks(path, content[:lines_left]) == []
    unsealed = without(content[-1], "seal")
    assert remarks(path, [*content[:-1], unsealed]) == [(4, "seal-missing")]


# --- what only the hash tells --------------------------------------------------------------------


def test_an_evening_written_anew_is_sound(path: Path) -> None:
    content = evening(path, *HANDS)
    noted = load(path).file_hash
    path.unlink()
    assert remarks(path, evening(path, "anna 7h wp 8", *HANDS[1:])) == []
    assert load(path).file_hash != noted
    assert remarks(path, resealed([content[0], content[1].replace(b"19:10", b"19:11"), *content[2:]])) == []
    assert load(path).file_hash != noted


def variants(content: list[bytes]) -> Iterator[bytes]:
    begun = hashlib.sha256(b"".join(content).removesuffix(b"}\n"))
    for number in count():
        blanks = f"{number:b}".replace("0", " ").replace("1", "\t").encode()
        hashed = begun.copy()
        hashed.update(blanks + b"}\n")
        yield hashed.digest()[:4] + blanks


def twins(one: list[bytes], other: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    seen: tuple[dict[bytes, bytes], ...] = ({}, {})
    for pair in zip(variants(one), variants(other), strict=True):
        for each, mine, theirs in zip(pair, seen, seen[::-1], strict=True):
            digits, blanks = each[:4], each[4:]
            mine[digits] = blanks
            if digits in theirs:
                return tuple(  # type: ignore[return-value]
                    [*content[:-1], content[-1].removesuffix(b"}\n") + found[digits] + b"}\n"]
                    for content, found in zip((one, other), seen, strict=True)
                )
    raise AssertionError


def test_eight_digits_can_be_forged_and_the_hash_cannot(path: Path) -> None:
    first = evening(path, *HANDS)
    path.unlink()
    honest, forged = twins(first, evening(path, "anna 7h wp 8", *HANDS[1:]))
    groups = []
    for content in (honest, forged):
        assert remarks(path, content) == [(4, "line-retyped")]
        groups.append(group_digits(load(path).file_hash).split())
    assert groups[0][0] == groups[1][0]
    assert all(one != other for one, other in zip(groups[0][1:], groups[1][1:], strict=True))


def test_the_hash_is_of_all_complete_lines(path: Path) -> None:
    content = evening(path, *HANDS)
    whole = b"".join(content)
    assert load(path).file_hash == hashlib.sha256(whole).hexdigest()[:32] == file_hash(whole)
    assert Journal.from_loaded(path, load(path)).file_hash == file_hash(whole)
    path.write_bytes(whole + content[-1][:40])
    assert load(path).file_hash == file_hash(whole)
    path.write_bytes(whole[:-1])
    assert load(path).file_hash == file_hash(whole[:-1]) != file_hash(whole)
