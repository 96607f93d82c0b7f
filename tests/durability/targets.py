"""Targets that take hostile input, and inputs made from good ones, for the fuzzer and for Hypothesis.

A target takes any bytes. It may refuse them only with the documented errors, and what it accepts must be
consistent.
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
from unittest.mock import patch

from prefcount.audit.run_audit import audit_file
from prefcount.base.problems import InvalidInput
from prefcount.entering import PendingInput, draft_next_hand
from prefcount.entries.models import Header
from prefcount.games import GAMES, get_game
from prefcount.games.game import Game
from prefcount.importing.evenings_table import SkippedLine, make_session, read_evenings, read_table
from prefcount.paper.compare import PaperCandidates, compare
from prefcount.paper.text import comparison_lines
from prefcount.paper.typed_columns import parse_claims
from prefcount.render.data import settlement_object
from prefcount.session.session import Session
from prefcount.stats.aliases import UnusablePeople, read_people
from prefcount.store.journal import header_line
from prefcount.store.presets import read_preset
from prefcount.store.reader import ReadError, load, read_entry, read_header
from prefcount.store.settings import FOLDER_VARIABLE, NAME, load_settings
from prefcount.tui.table.table_writer import load_draft
from tests import helpers
from tests.durability.material import HEADER
from tests.durability.report import ROOT
from tests.store.files import EVERY_KIND, line, numbered

Target = Callable[[bytes], None]


# --- targets -------------------------------------------------------------------------------------


def _check_sentence(error: Exception) -> None:
    """Check that an error has a message on one line, without control characters."""
    assert str(error)
    assert str(error).isprintable(), repr(str(error))


def a_file(content: bytes) -> None:
    """Read, audit and settle a whole file."""
    path = _scratch()
    path.write_bytes(content)
    try:
        loaded = load(path)
    except ReadError as error:
        _check_sentence(error)
        return
    assert all(str(fault).isprintable() for fault in loaded.faults)
    assert all(str(finding.message).isprintable() for finding in audit_file(path).errors)
    settlement_object(loaded.session)


def a_header(content: bytes) -> None:
    try:
        Session(read_header(content))
    except (ReadError, InvalidInput) as error:
        _check_sentence(error)


def an_entry(content: bytes) -> None:
    """Enter a line of a file in a game in progress."""
    try:
        entry = read_entry(helpers.GAME, content)
        _begin_game().accept(entry.model_copy(update={"n": None}))
    except InvalidInput as error:
        _check_sentence(error)


def a_line(content: bytes) -> None:
    """Parse the short notation at tables with easy and hard names, and again as the program prints it."""
    text = content.decode("utf-8", "replace")
    for game, state in _tables():
        try:
            entry = game.parse(state, text)
        except InvalidInput as error:
            _check_sentence(error)
            continue
        assert game.parse(state, game.format(state, entry)) == entry


def a_half(content: bytes) -> None:
    """Read a half-entered hand next to a session, and offer it again at every table."""
    path = _folder() / "evening.jsonl"
    path.with_name("evening.jsonl.half").write_bytes(content)
    half = load_draft(path, 1)
    if half is None:
        return
    assert all(map(str.isprintable, (half.typed, *half.answers, *half.answers.values())))
    for game, state in _tables():
        header = Header(kind="session", version=1, game=game.name, players=tuple(state.names))
        session = Session(header)
        entered = PendingInput(draft_next_hand(session).with_answers(half.answers), half.typed)
        assert all(map(str.isprintable, (entered.line, *entered.draft.answer_labels())))
        assert entered.moved_to(session).draft.answers == entered.draft.answers


def the_settings(content: bytes) -> None:
    (_folder() / NAME).write_bytes(content)
    with patch.dict(os.environ, {FOLDER_VARIABLE: str(_folder())}):
        assert all(map(str.isprintable, load_settings()))


def a_preset(content: bytes) -> None:
    path = _folder() / "given.json"
    path.write_bytes(content)
    for game in map(get_game, GAMES):
        try:
            found = read_preset(path, game)
        except ReadError as error:
            _check_sentence(error)
            continue
        assert found.name.isprintable()
        assert game.spell_rules(game.rules(found.rules)) == found.rules


def aliases(content: bytes) -> None:
    path = _folder() / "people.txt"
    path.write_bytes(content)
    try:
        people = read_people(path)
    except UnusablePeople as error:
        _check_sentence(error)
        return
    for key, name in people.names.items():
        assert name.isprintable()
        assert people.key(name) == people.key(key)


def the_paper(content: bytes) -> None:
    """Read figures from paper line by line, and compare them with games of all kinds."""
    lines = content.decode("utf-8", "replace").split("\n")
    for game, state in _tables():
        header = Header(kind="session", version=1, game=game.name, players=tuple(state.names))
        for session in (Session(header), _begin_game()):
            try:
                claims = parse_claims(session, lines)
            except InvalidInput as error:
                _check_sentence(error)
                continue
            paper = PaperCandidates(session)
            assert all(map(str.isprintable, comparison_lines(paper, compare(paper, claims))))


def a_table(content: bytes) -> None:
    """Read a table of evenings, and make sessions whose entries are all valid."""
    path = _folder() / "given"
    path.write_bytes(content)
    try:
        found = read_evenings(read_table(path))
    except (ReadError, InvalidInput) as error:
        _check_sentence(error)
        return
    for evening in found[:20]:
        if isinstance(evening, SkippedLine):
            assert str(evening).isprintable()
            continue
        try:
            session = make_session(evening)
        except ReadError as error:
            _check_sentence(error)
            continue
        assert not any(step.problems for step in session.replay.steps)
        settlement_object(session)


TARGETS: tuple[Target, ...] = (
    *(a_file, an_entry, a_header, a_line),
    *(a_half, the_settings, a_preset, aliases, the_paper),
    a_table,
)
IN_WORDS = tuple(map(TARGETS.index, (a_line, aliases, the_paper, a_table)))
"""Indices of the targets whose inputs are words; the others take JSON."""


@cache
def _folder() -> Path:
    """Return a temporary folder, deleted at the end of the process unless the process is killed."""
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    return Path(folder.name)


@cache
def _scratch() -> Path:
    """Return a file for all inputs, which disappears with the process in any case."""
    if hasattr(os, "memfd_create"):
        return Path(f"/proc/self/fd/{os.memfd_create('evening.jsonl')}")
    return _folder() / "evening.jsonl"


@cache
def _begin_game() -> Session:
    session = Session(HEADER)
    for what in ("anna 7h wp 6", "r 3 5 2"):
        session = session.accept(helpers.GAME.parse(session.state, what)).session
    return session


@cache
def _tables() -> tuple[tuple[Game[Any], Any], ...]:
    """Return full tables of every game, and tables of two and three for Preferans."""
    preferans = [
        ("Anna", "Boris", "Vera"),
        ("r", "m", "7h", "misdeal"),
        ("Анна", "Борис"),
        ("a b", "a", "10"),
    ]
    found: list[tuple[Game[Any], Any]] = [(helpers.GAME, helpers.start(players)) for players in preferans]
    for game in map(get_game, GAMES):
        for names in (("Anna", "Boris", "Vera", "Gleb"), ("x", "pass", "n", "d h")):
            players = names[: max(game.sizes)]
            header = Header(kind="session", version=1, game=game.name, players=players)
            found.append((game, game.start(header)))
    return tuple(found)


# --- seeds ---------------------------------------------------------------------------------------

NOTATION = (
    *("ana tref k2 3", "anna betl k * 1", "anna 6h dd 2 2", "anna 9s up", "stake 100"),
    *("x h 9 2 0 1 1", "f x 5", "pairs anna boris", "anna 7h wp 6", "b 6s ww 5 3 2", "vera 8n pp"),
    *("anna 6c ph", "anna 7d wh 7", "a m 0", "anna 7h -3", "r 3 5 2", "anna 7h blind wp 6"),
    *("вера 7п вп 6", "a 10n 10 dealer b", "misdeal dealer vera", "thrown"),
    *("anna 7♥ wp 6 talon AS KS", "m 10n ww 9 1 0"),
)


HALVES: tuple[Any, ...] = (
    {"n": 1, "answers": {"who": "1"}},
    {"n": 1, "answers": {"who": "0", "contract": "7H", "calls.1": "whist"}, "typed": "an"},
    {"n": 1, "answers": {}, "typed": "anna 7h wp 6"},
    {"n": 1, "typed": "анна 7ч вп 6"},
)
SETTINGS: tuple[Any, ...] = (
    {"theme": "nord", "game": "balkan", "language": "ru"},
    {"theme": "", "game": "", "language": ""},
)
PRESETS: tuple[Any, ...] = (
    {"preset": "sochi", "target": 30, "style": "gentleman", "raspasy": {"exit": [6, 7], "cap": 5}},
    {"preset": "rostov", "half_whist_levels": [6]},
    {},
)
PEOPLE = ("Anna = Anya, Аня", "# nobody\n\nБорис = Боря,Boris\nVera=В.", "Anna = anna", "\ufeffa = b")
PAPER = (
    "anna pool 2.6.12",
    "boris on anna 20\nanna whists 7",
    "вера на бориса 20",
    "анна гора 4\nанна пуля 10",
    "anna bule 80",
    "anna supe on boris -20",
    "anna kasa 20",
    "@x line 20\nanna points 5/2",
    "7h dump +3",
)


TABLES = (
    "date,Anna,Boris\n2026-01-01,5,-5\n2026-01-08,27 1/2,-27.5\n",
    "Дата;Анна;Борис;Контроль\n31.01.2026;1.250,00;(1250);0\nИтого;1250;-1250;\n",
    "date,file,game,player,whists,exact,money,currency,price\n2026-01-01,a,preferans,Anna,5,,0.50,EUR,0.1\n"
    "2026-01-01,a,preferans,Boris,-5,,-0.50,EUR,0.1\n",
)


def _presets_of_games(rules: Any) -> list[Any]:
    return [{"kind": "preset", "version": 1, "game": game, "name": "Ours", "rules": rules} for game in GAMES]


@cache
def seeds() -> tuple[tuple[bytes, ...], ...]:
    """Return good inputs of every target, in the order of `TARGETS`."""
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
    small = [[json.dumps(each).encode() for each in values] for values in (HALVES, SETTINGS)]
    presets = [json.dumps(each, indent=2).encode() for rules in PRESETS for each in _presets_of_games(rules)]
    words = [[each.encode() for each in lines] for lines in (NOTATION, PEOPLE, PAPER, TABLES)]
    inputs = ((*short, every_kind), entries, headers, words[0], *small, presets, *words[1:])
    return tuple(map(tuple, inputs))


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


def mutate(content: bytes, kind: int, chance: random.Random) -> bytes:
    """Change an input as JSON, as words, or as bytes."""
    for _again in range(chance.choice((1, 1, 1, 2, 4))):
        if chance.random() < 0.25:
            content = _bytes(content, chance)
        elif kind in IN_WORDS:
            content = _words(content, kind, chance)
        else:
            content = _lines(content, chance, several=kind == TARGETS.index(a_file))
    return content


def _bytes(content: bytes, chance: random.Random) -> bytes:
    at = chance.randint(0, len(content))
    to = min(len(content), at + chance.choice((0, 0, 1, 1, 3, 20)))
    piece = chance.choice((b"", bytes([chance.randrange(256)]), chance.choice(PIECES), content[at:to] * 2))
    return content[:at] + piece + content[to:]


def _words(content: bytes, kind: int, chance: random.Random) -> bytes:
    words = content.split(b" ")
    others = chance.choice(seeds()[kind]).split(b" ")
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
        return {each: inner for each, inner in value.items() if each != key}
    if way == 1:
        donor = _draw_donor(chance)
        return {**value, **{each: donor[each] for each in chance.sample(sorted(donor), min(2, len(donor)))}}
    if way == 2:
        return {
            (chance.choice(("Anna", "x", "pool", "", key * 2)) if each == key else each): inner
            for each, inner in value.items()
        }
    return {**value, key: _value(value[key], chance)}


def _draw_donor(chance: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(chance.choice(seeds()[1 + chance.randrange(2)]))
    return found
