"""Every game of the family on the command line: begun with what it needs, explained, described."""

import json
from pathlib import Path

import pytest

from prefcount.games import GAMES, game_named
from tests.cli.conftest import Prefcount

PEOPLE = ("Anna", "Boris", "Vera", "Gleb")

each_game = pytest.mark.parametrize("name", GAMES)


@each_game
def test_it_begins_with_its_first_preset_and_its_goal(
    prefcount: Prefcount, tmp_path: Path, name: str
) -> None:
    """Nothing but the players has to be said."""
    game, path = game_named(name), tmp_path / "new.jsonl"
    assert prefcount("new", path, "--game", name, "--players", *PEOPLE[: game.sizes[-1]]).fine == ""
    rules = json.loads(path.read_bytes())["rules"]
    preset = next(iter(game.presets))
    assert rules == {"preset": preset, game.goal.option: game.spelled(game.preset(preset))[game.goal.option]}
    assert prefcount("audit", path).fine


@each_game
def test_its_options_are_explained(prefcount: Prefcount, name: str) -> None:
    """All of them, with the values of the first preset; its presets side by side."""
    game = game_named(name)
    preset = next(iter(game.presets))
    said = prefcount("rules", "--game", name, "--codes").fine
    assert f"Options, with the values of {preset}" in said
    assert all(f"  {info.name} ({info.word}) = " in said for info in game.options(game.preset(preset)))
    found = json.loads(prefcount("rules", "--game", name, "--json").fine)
    assert found["game"] == name
    assert set(found["presets"]) == set(game.presets)


def test_a_target_is_for_games_that_have_one(prefcount: Prefcount, tmp_path: Path) -> None:
    """The others say how their length is set."""
    said = prefcount(
        "new", tmp_path / "new.jsonl", "--game", "balkan", "--players", *PEOPLE[:3], "--target", "60"
    ).complaint
    assert said == "balkan has no --target; --set start_bule=60 sets its length"


@pytest.mark.parametrize(("name", "players"), [("balkan", 2), ("prefa", 2), ("priffe", 3)])
def test_who_plays(prefcount: Prefcount, tmp_path: Path, name: str, players: int) -> None:
    """Too few are refused with how many it takes."""
    said = prefcount("new", tmp_path / "new.jsonl", "--game", name, "--players", *PEOPLE[:players]).complaint
    assert f"{name} is played by" in said
    assert list(tmp_path.iterdir()) == []


@each_game
def test_its_schema_knows_its_entries(prefcount: Prefcount, name: str) -> None:
    """A branch for the header and for each kind of entry."""
    schema = json.loads(prefcount("schema", "--game", name).fine)
    assert len(schema["oneOf"]) == 1 + len(game_named(name).entries)


def test_help_names_them(prefcount: Prefcount) -> None:
    """All games, without loading any."""
    assert ", ".join(GAMES) in prefcount("new", "--help").fine.replace("\n", " ").replace("  ", "")
