"""Where hostile input comes in, and inputs made from good ones: for the fuzzer and for Hypothesis.

A target takes any bytes. It may refuse them as documented, and nothing else: no other exception, and what it
takes has to be consistent.
"""

import atexit
import json
import os
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from prefcount.audit.run import audit_file
from prefcount.entries.header import Header
from prefcount.games import GAMES, game_named
from prefcount.games.protocol import Game
from prefcount.problems import Refused
from prefcount.render.machine import settlement_object
from prefcount.session.journal import header_line
from prefcount.session.reader import Unreadable, load, read_entry, read_header
from prefcount.session.session import Session
from tests import helpers
from tests.durability.material import HEADER
from tests.durability.report import ROOT
from tests.session.files import EVERY_KIND, line, numbered

Target = Callable[[bytes], None]


# --- targets -------------------------------------------------------------------------------------


def _in_a_sentence(error: Exception) -> None:
    """A refusal says something, on one line that no terminal obeys."""
    assert str(error)
    assert str(error).isprintable(), repr(str(error))


def a_file(content: bytes) -> None:
    """A whole file, read, audited and settled."""
    path = _scratch()
    path.write_bytes(content)
    try:
        loaded = load(path)
    except Unreadable as error:
        _in_a_sentence(error)
        return
    assert all(str(fault).isprintable() for fault in loaded.faults)
    assert all(str(finding.message).isprintable() for finding in audit_file(path).findings)
    settlement_object(loaded.session)


def a_header(content: bytes) -> None:
    """The first line of a file."""
    try:
        Session(read_header(content))
    except (Unreadable, Refused) as error:
        _in_a_sentence(error)


def an_entry(content: bytes) -> None:
    """A line of a file, entered in a game that goes on."""
    try:
        entry = read_entry(helpers.GAME, content)
        _going_on().accepted(entry.model_copy(update={"n": None}))
    except Refused as error:
        _in_a_sentence(error)


def a_line(content: bytes) -> None:
    """The short notation, at tables with easy and hard names; what is printed parses to the same hand."""
    text = content.decode("utf-8", "replace")
    for game, state in _tables():
        try:
            entry = game.parse(state, text)
        except Refused as error:
            _in_a_sentence(error)
            continue
        assert game.parse(state, game.format(state, entry)) == entry


TARGETS: tuple[Target, ...] = (a_file, an_entry, a_header, a_line)


@cache
def _scratch() -> Path:
    """A file for one input after the other, which goes away with the process however that ends."""
    if hasattr(os, "memfd_create"):
        return Path(f"/proc/self/fd/{os.memfd_create('evening.jsonl')}")
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    return Path(folder.name) / "evening.jsonl"


@cache
def _going_on() -> Session:
    session = Session(HEADER)
    for what in ("anna 7h wp 6", "r 3 5 2"):
        session = session.accepted(helpers.GAME.parse(session.state, what)).session
    return session


@cache
def _tables() -> tuple[tuple[Game[Any], Any], ...]:
    """Tables of every game with the most players it has; of Preferans for two and three, too."""
    preferans = [
        ("Anna", "Boris", "Vera"),
        ("r", "m", "7h", "misdeal"),
        ("Анна", "Борис"),
        ("a b", "a", "10"),
    ]
    found: list[tuple[Game[Any], Any]] = [(helpers.GAME, helpers.start(players)) for players in preferans]
    for game in map(game_named, GAMES):
        for names in (("Anna", "Boris", "Vera", "Gleb"), ("x", "pass", "n", "d h")):
            players = names[: max(game.sizes)]
            header = Header(kind="session", version=1, game=game.name, players=players)
            found.append((game, game.start(header)))
    return tuple(found)


# --- seeds ---------------------------------------------------------------------------------------

NOTATION = (
    "ana tref k2 3",
    "anna betl k * 1",
    "anna 6h dd 2 2",
    "anna 9s up",
    "stake 100",
    "x h 9 2 0 1 1",
    "f x 5",
    "pairs anna boris",
    "anna 7h wp 6",
    "b 6s ww 5 3 2",
    "vera 8n pp",
    "anna 6c ph",
    "anna 7d wh 7",
    "a m 0",
    "anna 7h -3",
    "r 3 5 2",
    "anna 7h blind wp 6",
    "вера 7п вп 6",
    "a 10n 10 dealer b",
    "misdeal dealer vera",
    "thrown",
    "anna 7♥ wp 6 talon AS KS",
    "m 10n ww 9 1 0",
)


@cache
def seeds() -> tuple[tuple[bytes, ...], ...]:
    """Good inputs of every target: files, entries of every kind, headers, lines of the notation."""
    samples = [path.read_bytes() for path in sorted((ROOT / "sample_sessions").glob("*.jsonl"))]
    lines = [each for sample in samples for each in sample.splitlines() if each.endswith(b"}")]
    vectors = json.loads((ROOT / "tests" / "data" / "preferans.json").read_bytes())
    entries = [line(each) for each in numbered(*EVERY_KIND)]
    entries += [line(each["entry"]) for each in vectors["hands"][::20]]
    begins = (b'{"kind":"session"', b'{"kind": "session"')
    entries += [each for each in lines if not each.startswith(begins)][::3]
    headers = [each for each in lines if each.startswith(begins)]
    every_kind = header_line(HEADER) + b"".join(line(each) for each in numbered(*EVERY_KIND))
    short = [b"".join(sample.splitlines(keepends=True)[:6]) for sample in samples]
    return (*short, every_kind), tuple(entries), tuple(headers), tuple(each.encode() for each in NOTATION)


# --- mutation ------------------------------------------------------------------------------------

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 10, 11, 250_000, 250_001, 10**6, 2**31, 2**63, 10**400, 0.5, 1e308),
    *("", "Anna", "anna", "7H", "6S", "10N", "whist", "1/0", "5/2", "2.6.12", "0.10", "-0", "EUR", "\u202e"),
    *("2026-11-14T19:05:00+03:00", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59", "\ud800", "\0"),
    *([], {}, [[]], {"Anna": 10}, {"Anna": {}}, {"kind": "void", "entry": 1}, ["AS", "KS"], "x" * 600),
)
PIECES: tuple[bytes, ...] = (
    *(b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\u0000", b"\\ud800", b"\n", b"\r\n", b"\0", b"\xff", b"-"),
    *(b"NaN", b"\xef\xbb\xbf", b"1e400", b"null", b" ", b"[" * 300, b'"n":', b'"kind":', "♥".encode()),
)


def mutated(content: bytes, kind: int, chance: random.Random) -> bytes:
    """An input of a target, changed as JSON where it is some, as words where it is a line, else as bytes."""
    for _again in range(chance.choice((1, 1, 1, 2, 4))):
        if chance.random() < 0.25:
            content = _bytes(content, chance)
        elif kind == TARGETS.index(a_line):
            content = _words(content, chance)
        else:
            content = _lines(content, chance, several=kind == TARGETS.index(a_file))
    return content


def _bytes(content: bytes, chance: random.Random) -> bytes:
    at = chance.randint(0, len(content))
    to = min(len(content), at + chance.choice((0, 0, 1, 1, 3, 20)))
    piece = chance.choice((b"", bytes([chance.randrange(256)]), chance.choice(PIECES), content[at:to] * 2))
    return content[:at] + piece + content[to:]


def _words(content: bytes, chance: random.Random) -> bytes:
    words = content.split(b" ")
    others = chance.choice(seeds()[TARGETS.index(a_line)]).split(b" ")
    at = chance.randrange(len(words))
    new = [[chance.choice(others)], [], [words[at]] * 2, [str(chance.randint(-3, 12)).encode()]]
    words[at : at + 1] = chance.choice(new)
    return b" ".join(words)


def _lines(content: bytes, chance: random.Random, *, several: bool) -> bytes:
    lines = content.splitlines(keepends=True) or [b"{}"]
    at = chance.randrange(len(lines))
    if several and chance.random() < 0.3:
        other = chance.choice(seeds()[chance.randrange(3)]).splitlines(keepends=True)
        lines[at : at + chance.randrange(3)] = chance.choice(([], lines[at : at + 1] * 2, other[:2]))
        return b"".join(lines)
    try:
        value = json.loads(lines[at])
    except (ValueError, RecursionError):
        return _bytes(content, chance)
    changed = json.dumps(_value(value, chance), ensure_ascii=chance.random() < 0.5)
    lines[at] = changed.encode("utf-8", "surrogatepass") + b"\n"
    return b"".join(lines)


def _value(value: Any, chance: random.Random) -> Any:
    """A JSON value with something in it changed."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        return _object(value, chance)
    if isinstance(value, list) and value and chance.random() < 0.8:
        at = chance.randrange(len(value))
        return [*value[:at], _value(value[at], chance), *value[at + chance.randrange(2) :]]
    if isinstance(value, int) and not isinstance(value, bool) and chance.random() < 0.5:
        return value + chance.choice((-1, 1, 10, -(10**7)))
    if isinstance(value, str) and value and chance.random() < 0.3:
        at = chance.randrange(len(value))
        return value[:at] + chance.choice(("", "é", "\u200b", "0", " ", "\x1b", "🂡")) + value[at + 1 :]
    return chance.choice(ODD)


def _object(value: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    key = chance.choice(sorted(value))
    way = chance.randrange(6)
    if way == 0:
        return {each: kept for each, kept in value.items() if each != key}
    if way == 1:
        donor = _donor(chance)
        return {**value, **{each: donor[each] for each in chance.sample(sorted(donor), min(2, len(donor)))}}
    if way == 2:
        return {
            (chance.choice(("Anna", "x", "pool", "", key * 2)) if each == key else each): kept
            for each, kept in value.items()
        }
    return {**value, key: _value(value[key], chance)}


def _donor(chance: random.Random) -> dict[str, Any]:
    """The fields of some other good line."""
    found: dict[str, Any] = json.loads(chance.choice(seeds()[1 + chance.randrange(2)]))
    return found
