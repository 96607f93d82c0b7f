"""Reading a file: valid lines, lines that are refused before they do harm, and damage."""

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.audit.run_audit import audit_file
from prefcount.base.problems import InvalidInput
from prefcount.games import get_game
from prefcount.store.reader import (
    LoadedSession,
    ReadError,
    check_line,
    find_faults,
    line_hash,
    load,
    read_session,
)
from tests.store.files import EVERY_KIND, HEADER, by_hand, by_program, fields, line, lines, numbered, session
from tests.tables import each_line, load_table

HANDS = ("anna 7h wp 6", "boris 6s ww 5 3 2", "r 3 5 2", "anna m 0")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


def faults(loaded: LoadedSession) -> list[tuple[str, int, str]]:
    return [(fault.code, fault.entry, str(fault)) for fault in loaded.faults]


def codes(loaded: LoadedSession) -> list[tuple[str, int]]:
    return [(fault.code, fault.entry) for fault in loaded.faults]


def wrong_lines(path: Path, *wrong: bytes) -> list[str]:
    path.write_bytes(line(HEADER) + b"".join(wrong))
    loaded = load(path)
    assert codes(loaded) == [("bad-entry", number) for number in range(1, len(wrong) + 1)]
    assert not loaded.session.entries
    return [
        str(fault).removeprefix(f"entry {fault.entry} (line {fault.entry + 1}): ") for fault in loaded.faults
    ]


def unreadable(path: Path) -> str:
    with pytest.raises(ReadError) as caught:
        load(path)
    return str(caught.value)


# --- what is taken -------------------------------------------------------------------------------


@pytest.mark.parametrize("write", [by_hand, by_program])
def test_every_kind_is_read(path: Path, write: Callable[..., Path]) -> None:
    loaded = load(write(path, *EVERY_KIND))
    assert loaded.faults == ()
    assert [entry.kind for entry in loaded.session.entries] == [fields(what)["kind"] for what in EVERY_KIND]
    assert loaded.session.state == session(*EVERY_KIND).state
    assert loaded.size == path.stat().st_size
    assert loaded.last_hash == hashlib.sha256(lines(path)[-1].rstrip(b"\n")).hexdigest()[:16]


def test_reading_does_not_depend_on_the_chain(path: Path) -> None:
    written = lines(by_program(path, *HANDS))
    path.write_bytes(b"".join(written[:3]) + b"".join(map(line, numbered(*HANDS)[2:])))
    assert b'"prev"' in path.read_bytes()
    assert load(path).faults == ()
    assert load(path).session.state == session(*HANDS).state


def test_lines_may_end_as_on_windows(path: Path) -> None:
    by_program(path, *HANDS)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    loaded = load(path)
    assert loaded.faults == ()
    assert len(loaded.session.entries) == len(HANDS)


# --- files that are not sessions -----------------------------------------------------------------


def test_missing_files_are_refused(path: Path) -> None:
    assert unreadable(path) == "there is no such file"
    assert unreadable(path.parent) == "this is a folder; name a session file in it"
    assert unreadable(path / "below") in {
        "there is no such file",
        "the file cannot be opened: a part of this path is a file, not a folder; check the path",
    }
    assert unreadable(path.with_name("x" * 5000)).startswith("the file cannot be opened: ")
    assert unreadable(path.with_name("a\0b")).startswith("the file cannot be opened: ")


def test_lines_have_at_most_64_kib(path: Path) -> None:
    note = line({"kind": "note", "n": 1, "text": "x"})
    fill = b" " * (64 * 1024 - len(note))
    path.write_bytes(line(HEADER) + note[:-2] + fill + note[-2:])
    assert [entry.kind for entry in load(path).session.entries] == ["note"]
    path.write_bytes(line(HEADER) + note[:-2] + fill + b" " + note[-2:])
    assert unreadable(path) == "line 2 is longer than 64 KiB, too long for an entry"


def test_blank_lines_are_skipped(path: Path) -> None:
    path.write_bytes(b"   \n\n")
    assert unreadable(path) == "the file is empty; line 1 must be the session header"
    note = {"kind": "note", "text": "x"}
    first, blank = line({**note, "n": 1}), b"\n \t\r\n"
    second = line({**note, "n": 2, "prev": line_hash(first)})
    wrong = line({**note, "n": 3, "txt": 1})
    path.write_bytes(line(HEADER) + blank + first + blank + second + blank)
    loaded = load(path)
    assert (codes(loaded), len(loaded.session.entries)) == ([], 2)
    assert loaded.last_hash == line_hash(second)
    assert [loaded.line_of(n) for n in (1, 2)] == [4, 7]
    with path.open("ab") as file:
        file.write(wrong)
    with path.open("rb") as file:
        file.seek(loaded.size)
        assert str(read_session(file, loaded).faults[0]).startswith("entry 3 (line 10): txt: ")
    assert str(load(path).faults[0]).startswith("entry 3 (line 10): txt: ")


def test_an_entry_on_several_lines_is_one_fault(path: Path) -> None:
    note = {"kind": "note", "n": 1, "text": "x"}
    second = {**note, "n": 2}
    path.write_bytes(line(HEADER) + json.dumps(note, indent=2).encode() + b"\n" + line(second))
    (fault,) = load(path).faults
    assert (fault.code, fault.entry) == ("bad-entry", 1)
    assert str(fault) == ("entry 1 (lines 2 to 6) is spread over several lines; write it on one line")
    assert [entry.n for entry in load(path).session.entries] == [2]
    path.write_bytes(line(HEADER) + b'{"kind":\n' + line(second))
    assert codes(load(path)) == [("bad-entry", 1)]


@each_line(*load_table("mistakes-in-lines"))
def test_common_mistakes_are_explained(path: Path, wrong: str, sentence: str) -> None:
    assert wrong_lines(path, wrong.encode() + b"\n") == [sentence]


MARK = "the line begins with a byte order mark; save the file as UTF-8 without this mark"
ZERO = "the line is not UTF-8 text (it has zero bytes or is UTF-16); save the file as UTF-8"
NUMBER = "the line has an invalid number (NaN, Infinity, or far too large)"


# --- lines that cannot be read -------------------------------------------------------------------


@each_line(
    ("wrong", "said"),
    [
        (b'{"kind":"note","n":1,"text":"a\0b"}\n', ZERO),
        (b'{"kind":"note","n":1,"text":"\xed\xa0\x80"}\n', "byte 30 of the line is not UTF-8 text; "),
        (b'{"kind":"note","n":1,"text":"\\ud800"}\n', "is not valid JSON, because "),
        (b"\xef\xbb\xbf" + line({"kind": "note", "n": 1, "text": "x"}), MARK),
        (
            b'{"kind":"rules","n":1,"set":{"target":-1000000000000000}}\n',
            "the line has a number of 16 digits",
        ),
        (
            b'{"kind":"note","n":1,"text":"x"' + b',"x":1' * 10_000 + b"}\n",
            "the line has the field “x” twice",
        ),
    ],
)
def test_harmful_lines_are_refused(path: Path, wrong: bytes, said: str) -> None:
    (found,) = wrong_lines(path, wrong)
    assert found.startswith(said)
    assert len(found) < 250


@each_line("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1e15"])
def test_nan_and_infinity_are_refused(path: Path, number: str) -> None:
    entry = b'{"kind":"void","n":1,"entry":%s}\n' % number.encode()
    rules = b'{"kind":"rules","n":2,"set":{"target":%s}}\n' % number.encode()
    assert wrong_lines(path, entry, rules) == [NUMBER, NUMBER]


@each_line(
    ("wrong", "key"),
    [
        ('{"kind":"note","kind":"note","n":1,"text":"a"}', "kind"),
        ('{"kind":"note","n":1,"text":"a","te\\u0078t":"b"}', "text"),
        ('{"kind":"note","n":1,"text":"a\\":","n" : 1}', "n"),
        ('{"kind":"note","n":1,"text":"a","text"\t:"b"}', "text"),
        ('{"kind":"amend","n":1,"entry":1,"with":{"kind":"note","text":"a","text":"b"}}', "text"),
        ('{"kind":"note","n":1,"text":"a","\\u001b[31m":1,"\\u001b[31m":1}', "�[31m"),
    ],
)
def test_a_duplicate_field_is_refused(path: Path, wrong: str, key: str) -> None:
    assert wrong_lines(path, wrong.encode() + b"\n") == [
        f"the line has the field “{key}” twice; keep only one"
    ]


def test_two_objects_may_have_the_same_field(path: Path) -> None:
    note = {"kind": "note", "n": 2, "text": 'he said "n": 7, {"kind": "void"}, NaN and 1e400'}
    path.write_bytes(line(HEADER) + line(numbered("boris 6s ww 5 3 2")[0]) + line(note))
    loaded = load(path)
    assert loaded.faults == ()
    assert len(loaded.session.entries) == 2


def pairs_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise KeyError
    return dict(pairs)


keys = st.sampled_from(["n", "kind", "a", 'q"', "\\", "é"])
values = st.recursive(
    st.none() | st.integers(0, 9) | st.sampled_from(['"', 'x":', "}", "{", "\\"]),
    lambda inner: st.lists(inner, max_size=3) | st.lists(st.tuples(keys, inner), max_size=3).map(tuple),
    max_leaves=8,
)


def spelled(value: Any, *, ascii_only: bool) -> str:
    """Return JSON in which an object is a tuple of pairs, so that it can have duplicate keys."""
    if isinstance(value, tuple):
        pairs = (
            f"{json.dumps(k, ensure_ascii=ascii_only)} : {spelled(v, ascii_only=ascii_only)}"
            for k, v in value
        )
        return "{" + ",".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ",".join(spelled(each, ascii_only=ascii_only) for each in value) + "]"
    return json.dumps(value, ensure_ascii=ascii_only)


@given(value=st.lists(st.tuples(keys, values), max_size=4).map(tuple), ascii_only=st.booleans())
def test_any_duplicate_field_is_found(value: Any, ascii_only: bool) -> None:
    said = spelled(value, ascii_only=ascii_only)
    try:
        json.loads(said, object_pairs_hook=pairs_once)
        twice = False
    except KeyError:
        twice = True
    with pytest.raises(InvalidInput) if twice else nullcontext():
        check_line(said.encode())


def test_a_bad_line_affects_no_other_line(path: Path) -> None:
    content = lines(by_hand(path, *HANDS))
    path.write_bytes(b"".join([*content[:2], b"oops\n", *content[3:]]))
    loaded = load(path)
    assert codes(loaded) == [("bad-entry", 2)]
    assert [entry.n for entry in loaded.session.entries] == [1, 3, 4]


# --- the last line -------------------------------------------------------------------------------


def test_a_line_torn_at_any_byte_is_kept(path: Path) -> None:
    by_program(path, *HANDS)
    whole = path.read_bytes()
    start = len(b"".join(lines(path)[:-1]))
    before = session(*HANDS[:-1]).state
    found = ("torn-tail", len(HANDS), f"the last line, entry {len(HANDS)}, is cut off; it does not count")
    for length in range(start + 1, len(whole) - 1):
        path.write_bytes(whole[:length])
        loaded = load(path)
        assert faults(loaded) == [found]
        assert (loaded.torn, loaded.size) == (whole[start:length], start)
        assert loaded.session.state == before


def test_a_last_line_with_zeros_is_torn(path: Path) -> None:
    by_program(path, *HANDS)
    whole = path.read_bytes()
    start = len(b"".join(lines(path)[:-1]))
    for zeros in (2, 10, len(whole) - start - 1):
        path.write_bytes(whole[:start] + bytes(zeros) + whole[start + zeros :])
        loaded = load(path)
        assert codes(loaded) == [("torn-tail", len(HANDS))]
        assert (loaded.torn, loaded.size) == (bytes(zeros) + whole[start + zeros :], start)


def test_a_last_line_that_is_whole_but_wrong_is_no_torn_tail(path: Path) -> None:
    wrong = line({"kind": "misere", "n": 1, "declarer": "Anna", "trick": {"Anna": 0}})
    sentence = "tricks: is missing; trick: “trick” is not known; did you mean “tricks”, "
    sentence += "or did a newer version of prefcount write the file?"
    for end in (b"\n", b""):
        path.write_bytes(line(HEADER) + wrong[:-1] + end)
        assert faults(load(path)) == [("bad-entry", 1, f"entry 1 (line 2): {sentence}")]


# --- nothing is ever changed ---------------------------------------------------------------------


@pytest.mark.parametrize(("cut", "added"), [(0, b""), (1, b""), (0, b'{"kind":"ga'), (0, b"\xff\n")])
def test_reading_changes_nothing(path: Path, cut: int, added: bytes) -> None:
    by_program(path, *HANDS)
    path.write_bytes(path.read_bytes()[: -cut or None] + added)
    os.utime(path, (1_000_000_000, 1_000_000_000))
    before = path.read_bytes()
    load(path).session.replay.histories()
    assert path.read_bytes() == before
    assert path.stat().st_mtime == 1_000_000_000
    assert list(path.parent.iterdir()) == [path]


def test_a_damaged_entry_never_stops_the_program(path: Path) -> None:
    for entry in (line({**fields(what), "n": 1}) for what in EVERY_KIND):
        for at in range(0, len(entry) - 1, 13):
            path.write_bytes(line(HEADER) + entry[:at] + bytes([entry[at] ^ 4]) + entry[at + 1 :])
            report = audit_file(path)
            assert report.errors or len(load(path).session.entries) == 1, path.read_bytes()
            assert all(str(finding.message).isprintable() for finding in report.errors)


@each_line(*load_table("entries-of-a-newer-version"))
def test_entries_of_a_newer_version_are_recognized(tmp_path: Path, line: str, said: str) -> None:
    path = by_hand(tmp_path / "newer.jsonl", {"n": 1, **json.loads(line)})
    newer = "perhaps a newer version of prefcount wrote the file"
    found = [str(fault) for fault in find_faults(load(path, allow_newer=True))]
    assert [said.format(newer=newer) in each for each in found] == [True], found
    assert said.format(newer=newer) in unreadable(path)
    with pytest.raises(ReadError, match=newer):
        load(by_hand(tmp_path / "header.jsonl", rules={"preset": "odessa"}))
    with pytest.raises(InvalidInput, match="“odessa” is not known; choose from: sochi"):
        get_game("preferans").preset("odessa")
