"""Who keeps the sheet and changes it later: what an audit remarks upon, and what only the hash tells."""

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from prefcount.audit.checks import WRITING_CHECKS
from prefcount.audit.run_audit import audit_file
from prefcount.render.text_cells import group_digits
from prefcount.session.session import Session
from prefcount.session.typed_entries import end_entry
from prefcount.store.journal import Journal
from prefcount.store.reader import file_hash, line_hash, load
from tests.cli.ran import ROOT
from tests.helpers import header
from tests.store.files import What, by_hand, entry, lines
from tests.tables import each_line

STARTED = datetime.fromisoformat("2026-11-14T19:05:00+03:00")
SAMPLES = ROOT / "sample_sessions"
HANDS = ("anna 7h wp 6", "boris m 0", "r 3 5 2")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that does not exist yet."""
    return tmp_path / "evening.jsonl"


def evening(path: Path, *what: What, ended: bool = True, **options: Any) -> list[bytes]:
    """The lines of an evening as the program writes it: begun, played and ended, with all times."""
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
    """Entry and code of each remark; nothing may be wrong besides."""
    path.write_bytes(b"".join(content))
    report = audit_file(path)
    assert report.ok, report.errors
    return [(each.entry, each.code) for each in report.remarks]


def without(line: bytes, field: str) -> bytes:
    """A line of the program without one of its fields."""
    fields = json.loads(line)
    del fields[field]
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def rechained(content: list[bytes]) -> list[bytes]:
    """Lines in which each `prev` is worked out anew, where there is one."""
    done = content[:1]
    for each in content[1:]:
        if b'"prev"' in each:
            old = json.loads(each)["prev"].encode()
            done.append(each.replace(old, line_hash(done[-1]).encode(), 1))
        else:
            done.append(each)
    return done


def resealed(content: list[bytes]) -> list[bytes]:
    """The same with the seal of the last line."""
    *above, last = rechained(content)
    seal = hashlib.sha256(b"".join(above)).hexdigest()
    return [*above, last.replace(json.loads(last)["seal"].encode(), seal.encode())]


# --- what nothing is said about ------------------------------------------------------------------


def test_the_program_writes_what_it_should(path: Path) -> None:
    """An evening to its end, with names and notes in which blanks, quotes and backslashes stand."""
    assert remarks(path, evening(path, *HANDS)) == []
    path.unlink()
    players = ("Anna B.", 'Bo "X"', "Vera \\")
    hand = {"kind": "raspasy", "tricks": dict(zip(players, (3, 5, 2), strict=True))}
    note = {"kind": "note", "text": r'\ "a" : null , {b} Ёж'}
    assert remarks(path, evening(path, hand, note, hand, players=players)) == []


@each_line("name", sorted(each.name for each in SAMPLES.glob("*.jsonl")))
def test_samples_of_every_game(name: str) -> None:
    """By the program and by hand, sound and faulty: nobody took anything away there."""
    report = audit_file(SAMPLES / name)
    of_writing = {code.name for check in WRITING_CHECKS for code in check.codes}
    assert not of_writing & {each.code for each in report.remarks}


@pytest.mark.parametrize("separators", [(", ", ": "), (",", ":")])
def test_a_file_by_hand(path: Path, separators: tuple[str, str]) -> None:
    """Neither chain nor seal are asked of it, whether it has times, and ends, or not."""
    by_hand(path, *HANDS, {"kind": "end", "reason": "agreed"}, started=STARTED.isoformat())
    content = [
        json.dumps(json.loads(each), separators=separators, ensure_ascii=False).encode() + b"\n"
        for each in lines(path)
    ]
    assert remarks(path, content) == []
    content[1:2] = [without(evening(path.with_name("other.jsonl"), HANDS[0])[1], "prev")]
    assert remarks(path, content) == []


# --- what is remarked upon -----------------------------------------------------------------------


def retyped(line: bytes) -> Iterator[bytes]:
    """A line with something more in it that changes nothing of what it says."""
    text = line.rstrip(b"\n")
    for at in (0, 1, len(text) - 1, len(text), text.index(b",") + 1, text.index(b":") + 1):
        for more in (b" ", b"\t", b"\r", b"   "):
            yield text[:at] + more + text[at:] + b"\n"
    yield text.replace(b'"Anna"', b'"\\u0041nna"') + b"\n"
    yield text[:-1] + b',"note":null}\n'


def test_blanks_in_a_line_of_the_program(path: Path) -> None:
    """Before, behind and between all that it says; and every one of them is another file."""
    content = evening(path, *HANDS, ended=False)
    hashes = {load(path).file_hash}
    for number, changed in enumerate(retyped(content[1]), 1):
        assert remarks(path, rechained([content[0], changed, *content[2:]])) == [(1, "line-retyped")]
        hashes.add(load(path).file_hash)
        assert len(hashes) == number + 1


def test_other_line_ends(path: Path) -> None:
    """A file that went through an editor of another system: the chain bears that, and the hash tells."""
    content = [each.replace(b"\n", b"\r\n") for each in evening(path, *HANDS, ended=False)]
    assert remarks(path, content) == [(n, "line-retyped") for n in (1, 2, 3)]


def test_a_chain_that_was_taken_away(path: Path) -> None:
    """All of it, its beginning, its end, or one line's: said once, where it begins."""
    content = evening(path, *HANDS, *HANDS, ended=False)
    for first, last in ((1, 6), (1, 3), (1, 1), (4, 6), (3, 3), (6, 6)):
        changed = content[:]
        for n in range(first, last + 1):
            changed[n] = without(changed[n], "prev")
        assert remarks(path, rechained(changed)) == [(first, "chain-missing")]


def test_chain_and_seal_that_were_taken_away(path: Path) -> None:
    """A finished evening of the program of which neither is left."""
    content = [without(each, "prev") if n else each for n, each in enumerate(evening(path, *HANDS))]
    content[-1] = without(content[-1], "seal")
    assert remarks(path, content) == [(1, "chain-missing"), (4, "seal-missing")]


def test_a_game_that_nobody_ended_lacks_no_seal(path: Path) -> None:
    """It is over by its rules; that nobody pressed the key for its end is nothing to remark upon."""
    content = evening(path, *HANDS, end="hands", hands=3)
    assert load(path).session.state.over
    for lines_left in (4, 3):
        assert remarks(path, content[:lines_left]) == []
    unsealed = without(content[-1], "seal")
    assert remarks(path, [*content[:-1], unsealed]) == [(4, "seal-missing")]


# --- what only the hash tells --------------------------------------------------------------------


def test_an_evening_written_anew_is_sound(path: Path) -> None:
    """Other tricks, other results, chain and seal worked out anew: only the hash is another one."""
    content = evening(path, *HANDS)
    noted = load(path).file_hash
    path.unlink()
    assert remarks(path, evening(path, "anna 7h wp 8", *HANDS[1:])) == []
    assert load(path).file_hash != noted
    assert remarks(path, resealed([content[0], content[1].replace(b"19:10", b"19:11"), *content[2:]])) == []
    assert load(path).file_hash != noted


def variants(content: list[bytes]) -> Iterator[bytes]:
    """The same file with other and other blanks before the last brace; all are read alike."""
    begun = hashlib.sha256(b"".join(content).removesuffix(b"}\n"))
    for number in count():
        blanks = f"{number:b}".replace("0", " ").replace("1", "\t").encode()
        hashed = begun.copy()
        hashed.update(blanks + b"}\n")
        yield hashed.digest()[:4] + blanks


def twins(one: list[bytes], other: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Two files with such blanks that the first eight digits of their hashes are the same."""
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
    """Who keeps the sheet prepares two evenings with the same first group; the other three differ."""
    first = evening(path, *HANDS)
    path.unlink()
    honest, forged = twins(first, evening(path, "anna 7h wp 8", *HANDS[1:]))
    groups = []
    for content in (honest, forged):
        assert remarks(path, content) == [(4, "line-retyped")]
        groups.append(group_digits(load(path).file_hash).split())
    assert groups[0][0] == groups[1][0]
    assert all(one != other for one, other in zip(groups[0][1:], groups[1][1:], strict=True))


def test_the_hash_is_that_of_all_whole_lines(path: Path) -> None:
    """As `sha256sum` has it; half a line, which the next append moves away, is no part of the file."""
    content = evening(path, *HANDS)
    whole = b"".join(content)
    assert load(path).file_hash == hashlib.sha256(whole).hexdigest()[:32] == file_hash(whole)
    assert Journal.from_loaded(path, load(path)).file_hash == file_hash(whole)
    path.write_bytes(whole + content[-1][:40])
    assert load(path).file_hash == file_hash(whole)
    path.write_bytes(whole[:-1])
    assert load(path).file_hash == file_hash(whole[:-1]) != file_hash(whole)
