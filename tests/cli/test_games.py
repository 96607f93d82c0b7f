"""Every game of the family on the command line: begun with what it needs, explained, described."""

import json
from pathlib import Path

from prefcount.games import GAMES, game_named
from tests.cli.conftest import Prefcount
from tests.tables import each_line

PEOPLE = ("Anna", "Boris", "Vera", "Gleb")


@each_line("name", GAMES)
def test_it_begins_with_its_first_preset_and_its_goal(
    prefcount: Prefcount, tmp_path: Path, name: str
) -> None:
    """Nothing but the players has to be said; with too few of them it says how many it takes."""
    game, path = game_named(name), tmp_path / f"{name}.jsonl"
    said = prefcount("new", path, "--game", name, "--players", *PEOPLE[: game.sizes[0] - 1]).complaint
    assert f"{name} is played by" in said or "needs at least 2" in said
    assert prefcount("new", path, "--game", name, "--players", *PEOPLE[: game.sizes[-1]]).fine == ""
    rules = json.loads(path.read_bytes())["rules"]
    preset = next(iter(game.presets))
    assert rules == {"preset": preset, game.goal.option: game.spelled(game.preset(preset))[game.goal.option]}
    assert prefcount("audit", path).fine


@each_line("name", GAMES)
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
