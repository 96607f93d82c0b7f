"""`prefcount rules`: every option of every preset explained."""

from typing import Any

import pytest

from prefcount.games.preferans.options import Raspasy, Rules
from tests.cli.conftest import Prefcount
from tests.helpers import GAME

OPTIONS = {*Rules.model_fields} - {"raspasy"} | {f"raspasy.{name}" for name in Raspasy.model_fields}
PRESETS = ["sochi", "leningrad", "leningrad-sport", "rostov", "rostov-whists", "classic"]


def objects(prefcount: Prefcount, *presets: str) -> dict[str, Any]:
    """The one object that `rules --json` prints."""
    (found,) = prefcount("rules", *presets, "--json").objects
    assert isinstance(found, dict)
    return found


def test_the_presets_and_sochi(prefcount: Prefcount) -> None:
    """Without a preset: what presets there are, and the options of sochi."""
    out = prefcount("rules").fine
    assert all(f"  {name} " in out for name in PRESETS)
    assert "\n  style = greedy\n" in out
    assert "{" not in out


def test_one_preset(prefcount: Prefcount) -> None:
    """Its options with their values, each with a sentence, what is allowed, and its section."""
    out = prefcount("rules", "leningrad").fine
    assert (
        "  style = gentleman\n"
        "      A lone whister keeps the whists of a failed contract, or shares with the passer.\n"
        "      greedy, gentleman; rule book, section 2\n"
    ) in out
    assert all(f"\n  {name} = " in out for name in OPTIONS)


def test_two_presets(prefcount: Prefcount) -> None:
    """Side by side, with a mark where they differ, and only there."""
    lines = prefcount("rules", "sochi", "leningrad").fine.splitlines()
    assert lines[0].split() == ["option", "sochi", "leningrad"]
    assert {line.split()[0] for line in lines[1:]} == OPTIONS
    marked = {line.split()[0] for line in lines if line.endswith("≠")}
    assert {"style", "doubled", "aid", "raspasy.base"} <= marked
    assert "target" not in marked
    assert not any("≠" in line for line in prefcount("rules", "rostov", "rostov").fine.splitlines())


def test_in_russian_the_codes_stay_and_words_stand_beside_them(prefcount: Prefcount) -> None:
    """What `--set` takes is there in every language."""
    out = prefcount("--lang", "ru", "rules", "leningrad").fine
    assert "\n  style (вист) = gentleman (джентльменский)\n" in out
    assert "\n  raspasy.cap (предел роста цены) = 3\n" in out
    assert all(f"\n  {name} (" in out for name in OPTIONS)
    lines = prefcount("--lang", "ru", "rules", "sochi", "leningrad").fine.splitlines()
    (style,) = [line for line in lines if line.startswith("style ")]
    assert style.split() == ["style", "greedy", "gentleman", "≠", "вист"]


def test_for_programs(prefcount: Prefcount) -> None:
    """The presets, and for each that was asked for every option with its explanation."""
    found = objects(prefcount, "rostov")
    assert found["game"] == "preferans"
    assert list(found["presets"]) == PRESETS
    assert list(found["options"]) == ["rostov"]
    assert {each["option"] for each in found["options"]["rostov"]} == OPTIONS
    assert {
        "option": "style",
        "group": "Whists",
        "value": "gentleman",
        "allowed": "greedy, gentleman",
        "explanation": "A lone whister keeps the whists of a failed contract, or shares with the passer.",
        "section": "2",
    } in found["options"]["rostov"]
    assert list(objects(prefcount)["options"]) == ["sochi"]
    assert list(objects(prefcount, "sochi", "classic")["options"]) == ["sochi", "classic"]


@pytest.mark.parametrize("preset", PRESETS)
def test_values_are_those_that_are_played(prefcount: Prefcount, preset: str) -> None:
    """What is printed is what a table of that preset plays by."""
    shown = {each["option"]: each["value"] for each in objects(prefcount, preset)["options"][preset]}
    rules = GAME.preset(preset).model_dump(mode="json")
    rules |= {f"raspasy.{name}": value for name, value in rules.pop("raspasy").items()}
    assert shown["raspasy.zero_bonus"] in {"price", "one", "dump_two_tricks"}
    assert shown == {**rules, "raspasy.zero_bonus": shown["raspasy.zero_bonus"]}


def test_unknown_presets(prefcount: Prefcount) -> None:
    """The nearest is offered."""
    sentence = "rules.preset: “sochy” is not known; did you mean “sochi”?"
    assert prefcount("rules", "sochy").complaint == sentence
    assert prefcount("rules", "sochi", "sochy", "--json").complaint == sentence
    assert prefcount("rules", "--game", "bridge").complaint.startswith("game: “bridge” is not known")


def test_three_presets(prefcount: Prefcount) -> None:
    """Two fit side by side."""
    said = prefcount("rules", "sochi", "rostov", "classic").complaint
    assert said == "rules takes one preset, or two to put side by side"
