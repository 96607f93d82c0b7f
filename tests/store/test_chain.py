"""The chain and the seal: every changed, removed, swapped or duplicate line is reported by its number."""

import json
from pathlib import Path

import pytest

from prefcount.audit.run_audit import audit_file
from prefcount.session.typed_entries import end_entry
from prefcount.store.journal import Journal
from prefcount.store.reader import line_hash, load
from tests.store.files import EVERY_KIND, by_program, entry, lines, session

LAST = len(EVERY_KIND)
ENTRIES = range(1, LAST + 1)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    content = lines(by_program(tmp_path_factory.mktemp("chain") / "evening.jsonl", *EVERY_KIND))
    assert len(content) == 1 + LAST
    return content


def found(tmp_path: Path, content: list[bytes]) -> dict[str, list[tuple[int, str]]]:
    path = tmp_path / "evening.jsonl"
    path.write_bytes(b"".join(content))
    by_code: dict[str, list[tuple[int, str]]] = {}
    for finding in audit_file(path).errors:
        by_code.setdefault(finding.code, []).append((finding.entry, str(finding.message)))
    return by_code


def broken(above: int, n: int) -> tuple[int, str]:
    line = f"entry {above}" if above else "the header"
    return n, (
        f"the line before entry {n} has changed since the entry was written: "
        f"{line} was edited, or a line was lost or moved"
    )


def gap(n: int, expected: int) -> tuple[int, str]:
    return n, f"entry {n} is in the place of entry {expected}; a line was lost or moved"


def noted(line: bytes) -> bytes:
    """Return a line with another note, which no check but the chain notices."""
    return json.dumps({**json.loads(line), "note": "!"}, ensure_ascii=False).encode() + b"\n"


def test_a_changed_line_is_named_by_the_next(tmp_path: Path, whole: list[bytes]) -> None:
    for at in range(LAST):
        content = [*whole[:at], noted(whole[at]), *whole[at + 1 :]]
        assert found(tmp_path, content)["chain-broken"] == [broken(at, at + 1)]


def test_a_removed_entry_is_named(tmp_path: Path, whole: list[bytes]) -> None:
    for at in range(1, LAST):
        faults = found(tmp_path, [*whole[:at], *whole[at + 1 :]])
        assert faults["number-gap"] == [gap(at + 1, expected=at)]
        assert faults["chain-broken"] == [broken(at - 1, at + 1)]


def test_swapped_entries_are_named(tmp_path: Path, whole: list[bytes]) -> None:
    for at in range(1, LAST):
        faults = found(tmp_path, [*whole[:at], whole[at + 1], whole[at], *whole[at + 2 :]])
        after = [at + 2] if at + 2 <= LAST else []
        assert faults["number-gap"] == [
            gap(at + 1, expected=at),
            gap(at, expected=at + 2),
            *(gap(n, expected=at + 1) for n in after),
        ]
        assert faults["chain-broken"] == [
            broken(at - 1, at + 1),
            broken(at + 1, at),
            *(broken(at, n) for n in after),
        ]


def test_a_duplicate_entry_counts_once(tmp_path: Path, whole: list[bytes]) -> None:
    for at in ENTRIES:
        faults = found(tmp_path, [*whole[: at + 1], *whole[at:]])
        assert faults["number-gap"] == [(at, f"entry {at} is there twice; the second one does not count")]
        assert faults["chain-broken"] == [broken(at, at)]


def test_renumbering_does_not_hide_a_removed_line(tmp_path: Path, whole: list[bytes]) -> None:
    for at in range(LAST):
        rest = [*whole[:at], *whole[at + 1 :]] if at else whole[:]
        content = rest[:1]
        for number, each in enumerate(rest[1:], 1):
            old = json.loads(each)["n"]
            content.append(each.replace(f'"n":{old},'.encode(), f'"n":{number},'.encode(), 1))
        faults = found(tmp_path, content)
        assert "number-gap" not in faults
        assert ("chain-broken" in faults) == (at > 0)


# --- what only a seal or the hash of the file can tell ------------------------------------------


def ended(path: Path) -> list[bytes]:
    by_program(path, "anna 7h wp 6", "r 3 5 2", "anna m 0")
    loaded = load(path)
    journal = Journal.from_loaded(path, loaded)
    last = end_entry(loaded.session, journal.seal())
    journal.append(loaded.session.accept(last).session.entries[-1])
    return lines(path)


@pytest.mark.parametrize("at", range(4))
def test_a_seal_names_the_end_and_the_chain_the_line(tmp_path: Path, at: int) -> None:
    content = ended(tmp_path / "ended.jsonl")
    assert found(tmp_path, content) == {}
    content[at] = noted(content[at])
    faults = found(tmp_path, content)
    assert faults["seal-broken"] == [(4, "the seal of entry 4 does not fit: a line above it was changed")]
    assert faults["chain-broken"] == [broken(at, at + 1)]


@pytest.mark.parametrize("at", range(4))
def test_the_seal_detects_a_recomputed_chain(tmp_path: Path, at: int) -> None:
    content = ended(tmp_path / "ended.jsonl")
    content[at] = noted(content[at])
    for place in range(at + 1, len(content)):
        old = json.loads(content[place])["prev"]
        content[place] = content[place].replace(old.encode(), line_hash(content[place - 1]).encode())
    faults = found(tmp_path, content)
    assert "chain-broken" not in faults
    assert [n for n, _said in faults["seal-broken"]] == [4]


def test_the_last_line_has_only_the_hash_of_the_file(tmp_path: Path) -> None:
    path = by_program(tmp_path / "evening.jsonl", "anna 7h wp 6", "r 3 5 2")
    seen, (*others, last) = load(path).file_hash, lines(path)
    for damaged in ([*others, noted(last)], others):
        assert found(tmp_path, damaged) == {}
        assert load(path).file_hash != seen


def test_the_hash_of_the_file_changes_with_every_entry(tmp_path: Path) -> None:
    path = by_program(tmp_path / "evening.jsonl")
    now, seen = session(), {load(path).file_hash}
    for what in EVERY_KIND:
        journal = Journal.from_loaded(path, load(path))
        now = now.accept(entry(what)).session
        journal.append(now.entries[-1])
        assert load(path).last_hash == journal.last_hash
        assert load(path).file_hash == journal.file_hash
        seen.add(journal.file_hash)
    assert len(seen) == 1 + LAST
