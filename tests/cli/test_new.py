"""Tests of `prefcount new`."""

import json
import shlex
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from prefcount.games import GAMES, get_game
from prefcount.store.reader import load
from tests.cli.conftest import Prefcount
from tests.tables import each_line, load_table

THREE = ("--players", "Anna", "Boris", "Vera")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new.jsonl"


def begun(path: Path) -> dict[str, Any]:
    header: dict[str, Any] = json.loads(path.read_bytes())
    assert datetime.fromisoformat(header.pop("started")).tzinfo is not None
    return header


def test_defaults_of_a_new_game(prefcount: Prefcount, path: Path) -> None:
    assert prefcount("new", path, *THREE).fine == ""
    assert begun(path) == {
        "kind": "session",
        "version": 1,
        "game": "preferans",
        "players": ["Anna", "Boris", "Vera"],
        "rules": {"preset": "sochi", "target": 20},
    }
    session = load(path).session
    assert session.state.names[session.state.dealer] == "Anna"


def test_every_flag_sets_a_field_of_the_header(prefcount: Prefcount, path: Path) -> None:
    options = ("--dealer", "Vera", "--preset", "rostov", "--target", "10", "--stake", "0,10")
    more = ("--currency", "EUR", "--note", "at Vera's", "--game", "preferans")
    assert prefcount("new", path, *THREE, *options, *more).fine == ""
    assert begun(path) == {
        **{"kind": "session", "version": 1, "game": "preferans", "players": ["Anna", "Boris", "Vera"]},
        **{"dealer": "Vera", "rules": {"preset": "rostov", "target": 10}},
        **{"stake": "0.10", "currency": "EUR", "note": "at Vera's"},
    }


def test_set_takes_words_numbers_lists_and_groups(prefcount: Prefcount, path: Path) -> None:
    settings = ("style=gentleman", "aid=false", "half_whist_levels=[6]", "target=5", "target=7")
    settings += ("raspasy.cap=5", "raspasy.exit=[6,7]")
    arguments = [part for setting in settings for part in ("--set", setting)]
    assert prefcount("new", path, *THREE, *arguments).fine == ""
    rules = {
        **{"preset": "sochi", "target": 7, "style": "gentleman", "aid": False, "half_whist_levels": [6]},
        "raspasy": {"cap": 5, "exit": [6, 7]},
    }
    assert begun(path)["rules"] == rules
    session = load(path).session
    assert session.game.spell_rules(session.state.rules) == rules


@each_line(*load_table("flags-that-make-no-file"))
def test_wrong_flags_make_no_file(prefcount: Prefcount, path: Path, arguments: str, sentence: str) -> None:
    given = [each.format(esc="\x1b", line_end="\n") for each in shlex.split(arguments)]
    assert prefcount("new", path, *THREE, *given).complaint.startswith(sentence)
    assert not path.exists()


def test_a_missing_folder_is_not_created(prefcount: Prefcount, tmp_path: Path) -> None:
    path = tmp_path / "no" / "new.jsonl"
    assert prefcount("new", path, *THREE).complaint.startswith(f"{path}: nothing was written: ")
    assert not path.parent.exists()
    assert prefcount("new", tmp_path, *THREE).complaint == (
        f"{tmp_path}: the file exists already; choose another name"
    )


PEOPLE = ("Anna", "Boris", "Vera", "Gleb")


@each_line("name", GAMES)
def test_every_game_has_a_default_preset_and_goal(prefcount: Prefcount, tmp_path: Path, name: str) -> None:
    game, path = get_game(name), tmp_path / f"{name}.jsonl"
    said = prefcount("new", path, "--game", name, "--players", *PEOPLE[: game.sizes[0] - 1]).complaint
    assert f"{name} needs" in said or "needs 2 or more" in said
    assert prefcount("new", path, "--game", name, "--players", *PEOPLE[: game.sizes[-1]]).fine == ""
    rules = json.loads(path.read_bytes())["rules"]
    preset = next(iter(game.presets))
    assert rules == {
        "preset": preset,
        game.goal.option: game.spell_rules(game.preset(preset))[game.goal.option],
    }
    assert prefcount("audit", path).fine


@each_line("name", GAMES)
def test_options_of_every_game_are_explained(prefcount: Prefcount, name: str) -> None:
    game = get_game(name)
    preset = next(iter(game.presets))
    said = prefcount("rules", "--game", name, "--codes").fine
    assert f"Options, with the values of {preset}" in said
    assert all(f"  {info.name} ({info.word}) = " in said for info in game.options(game.preset(preset)))
    found = json.loads(prefcount("rules", "--game", name, "--json").fine)
    assert found["game"] == name
    assert set(found["presets"]) == set(game.presets)


def test_target_is_refused_for_games_without_one(prefcount: Prefcount, tmp_path: Path) -> None:
    said = prefcount(
        "new", tmp_path / "new.jsonl", "--game", "balkan", "--players", *PEOPLE[:3], "--target", "60"
    ).complaint
    assert said == "balkan has no --target; --set start_bule=60 sets its length"
