"""Tests that a file stays sound whatever is added, and takes another entry."""

import json
from contextlib import redirect_stderr
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from prefcount.cli.main import run
from prefcount.games import GAMES, get_game
from prefcount.store.journal import Journal
from prefcount.store.reader import LoadedSession, load, read_entry
from tests.from_schema import Fields, allowed
from tests.store.files import HEADER, line

PLAYERS = ("Anna", "Boris", "Vera", "Gleb", "Elena")
PUT_IN = {"n", "at", "prev", "seal", "dealer"}
"""Fields that the program adds to an entry."""


def added(path: Path, *what: str) -> int:
    with redirect_stderr(StringIO()):
        return run(["add", str(path), *what])


@cache
def options(name: str) -> st.SearchStrategy[dict[str, Any]]:
    game = get_game(name)
    infos = game.options(game.preset(next(iter(game.presets))))
    values = [(info.name, value) for info in infos for value in (*info.choices, *(info.limits or ()), None)]

    def nested(name: str, value: object) -> dict[str, Any]:
        group, dot, inner = name.partition(".")
        return {group: nested(inner, value)} if dot else {group: value}

    return st.sampled_from([nested(*each) for each in values])


@cache
def schemas_of(name: str) -> dict[str, dict[str, Any]]:
    return {kind: model.model_json_schema() for kind, model in get_game(name).entries.items()}


def fields_of(loaded: LoadedSession, path: Path) -> Fields:
    """Draw the fields that the next entry may have: players, corrected entries, right and wrong hashes."""
    session = loaded.session
    game, state, n = session.game, session.state, session.next_number
    owners = game.owners(state)
    columns = sorted({cell.column for owner in owners for cell in game.cells(state, owner.number)})
    return {
        "player": st.sampled_from([*session.players, *(owner.key for owner in owners), "Дима"]),
        "column": st.sampled_from(columns),
        "entry": st.integers(1, n),
        "after": st.integers(0, n),
        "n": st.sampled_from((None, n, n + 1)),
        "prev": st.sampled_from((None, loaded.last_hash, "0" * 16)),
        "seal": st.sampled_from((None, Journal.from_loaded(path, loaded).seal(), "0" * 64)),
        "set": options(game.name),
    }


def put_in(meant: dict[str, Any], written: dict[str, Any]) -> set[str]:
    """Return the fields that the program added to an entry."""
    found = {name for name in written if written[name] != meant[name]}
    if "with_" in found:
        found = found - {"with_"} | put_in(meant["with_"], written["with_"])
    assert all(meant.get(name) is None for name in found)
    return found


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=8, phases=[Phase.generate])
@given(data=st.data())
def test_a_file_stays_sound_whatever_is_added(name: str, data: st.DataObject) -> None:
    game = get_game(name)
    schemas = schemas_of(name)
    players = PLAYERS[: data.draw(st.sampled_from(game.sizes))]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "evening.jsonl"
        path.write_bytes(line({**HEADER, "game": name, "players": players, "dealer": players[-1]}))
        for kind in data.draw(st.lists(st.sampled_from(list(schemas)), min_size=1, max_size=6)):
            before = load(path)
            strategy = allowed(schemas[kind], schemas[kind], fields_of(before, path))
            entry = json.dumps(data.draw(strategy))
            code = added(path, "--json", entry)
            after = load(path)
            assert (code, after.faults) in ((0, ()), (2, ()))
            if code:
                assert after.content == before.content
                continue
            meant, written = read_entry(game, entry.encode()), after.session.entries[-1]
            assert put_in(meant.model_dump(), written.model_dump()) <= PUT_IN
        assert added(path, "--json", '{"kind": "note", "text": "further"}') == 0
        assert load(path).faults == ()
