"""The presets of section 9, and the options of a table that a preset and its changes give."""

import json
from typing import Any

import pytest
from hypothesis import given
from pydantic import BaseModel

from tests.helpers import GAME, refusal
from tests.strategies import rules
from tests.tables import each_line, load_table

Options = dict[str, Any]


def all_options(rules: BaseModel) -> Options:
    return {option.name: option.value for option in GAME.options(rules)}


def complete(**given: Any) -> Options:
    return all_options(GAME.rules(given))


@each_line("preset", GAME.presets)
def test_a_header_may_name_a_preset_alone(preset: str) -> None:
    needed = {"minutes": 120} if preset == "leningrad-sport" else {}
    assert complete(preset=preset, **needed) == {**all_options(GAME.preset(preset)), **needed}


@each_line(
    ("given_rules", "bonus"),
    [
        ({"raspasy": {"to": "whists"}}, "one"),
        ({"preset": "rostov", "raspasy": {"to": "dump"}}, "price"),
        ({"preset": "leningrad-sport", "minutes": 1, "raspasy": {"to": "whists"}}, "one"),
        ({"raspasy": {"to": "whists", "zero_bonus": "multiplier"}}, "multiplier"),
        ({"preset": "rostov", "raspasy": {"zero_bonus": "none"}}, "none"),
    ],
)
def test_the_bonus_follows_the_column(given_rules: Options, bonus: str) -> None:
    """The default bonus is `price` if raspasy go to the dump, and `one` if they are whists (fine print 6)."""
    assert complete(**given_rules)["raspasy.zero_bonus"] == bonus


def test_every_option_can_be_changed() -> None:
    changed = complete(preset="leningrad", doubled=False, target=50, raspasy={"base": 1})
    before = all_options(GAME.preset("leningrad"))
    differing = {name: value for name, value in changed.items() if value != before[name]}
    followed = dict.fromkeys(("dump_factor", "whist_factor", "pool_factor"), 1)
    assert differing == {"doubled": False, **followed, "target": 50, "raspasy.base": 1}


def test_every_option_is_explained() -> None:
    for option in GAME.options(GAME.rules({})):
        assert str(option.group)
        assert option.allowed
        assert str(option.explanation).endswith(".")
        assert int(option.section) in {*range(10), 13, 14}


@given(rules())
def test_the_spelling_of_rules_gives_them_back(given_rules: Options) -> None:
    full = GAME.rules(given_rules)
    assert GAME.rules(GAME.spell_rules(full)) == full


@each_line("preset", sorted({*GAME.presets} - {"leningrad-sport"}))
def test_the_spelling_of_a_preset_is_its_name(preset: str) -> None:
    goal = complete(preset=preset)["target"]
    assert GAME.spell_rules(GAME.rules({"preset": preset})) == {"preset": preset, "target": goal}


class TestRefused:
    """Fine print 26: contradictions are refused, and so is what is not known."""

    @pytest.mark.parametrize("bonus", ["price", "dump_one_trick", "dump_two_tricks"])
    def test_dump_bonuses_are_refused_with_raspasy_in_whists(self, bonus: str) -> None:
        said = (
            f"rules.raspasy.zero_bonus: the bonus “{bonus}” is only for raspasy in the dump; for raspasy in "
            "whists write “one”, “multiplier” or “none”"
        )
        assert refusal(raspasy={"to": "whists", "zero_bonus": bonus}) == [said]
        assert refusal(preset="rostov", raspasy={"zero_bonus": bonus}) == [said]

    def test_an_end_without_its_number_is_refused(self) -> None:
        hands = "rules.hands: must be given, because the game ends after a number of hands"
        minutes = "rules.minutes: must be given, because the game is timed"
        assert refusal(end="hands") == [hands]
        assert refusal(end="time") == [minutes]
        assert refusal(preset="leningrad-sport") == [minutes]

    @each_line(*load_table("invalid-rules"))
    def test_unknown_names_are_refused_with_the_nearest(self, given_rules: str, said: str) -> None:
        assert any(said in each for each in refusal(**json.loads(given_rules)))
