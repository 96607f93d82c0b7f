"""The conventions of section 9 and how the options of a table are put together."""

from typing import Any

import pytest
from hypothesis import given
from pydantic import BaseModel

from prefcount.games.protocol.state import State
from tests.helpers import GAME, refusal, start
from tests.strategies import OPTIONS, rules

Options = dict[str, Any]

DEFAULTS: Options = {
    "preset": "sochi",
    "target": 20,
    "doubled": False,
    "consolation": "value",
    "consolation_to_passer": True,
    "consolation_to_dealer": True,
    "leave_without": 3,
    "misere_consolation": False,
    "dump_factor": 1,
    "whist_factor": 1,
    "pool_factor": 1,
    "values": [2, 4, 6, 8, 10],
    "consolation_fixed": 10,
    "consolation_cap": 0,
    "misere_value": 10,
    "misere_blind_value": 10,
    "nine_blind_value": 8,
    "misere_half_with_dealer": False,
    "style": "greedy",
    "gentleman_scope": "failed",
    "half_whist": True,
    "half_whist_levels": [6, 7],
    "returned_half_whister": "none",
    "dealer_may_whist": False,
    "dealer_may_whist_passes": False,
    "dealer_whist_alone": False,
    "lone_whister": "all",
    "stalingrad": False,
    "ten": "whisted",
    "ten_checked_whists": "own",
    "responsibility": "full",
    "undertricks": "collective",
    "lone_quota": "whole",
    "eight_up": "second",
    "raspasy.to": "dump",
    "raspasy.base": 1,
    "raspasy.progression": "arithmetic",
    "raspasy.cap": 3,
    "raspasy.zero_bonus": "price",
    "raspasy.amnesty": False,
    "raspasy.dealer": "plays_talon",
    "raspasy.dealer_zero_bonus": "playing",
    "raspasy.exit": [6],
    "raspasy.reset": "any_hand",
    "raspasy.misere_resets": "any",
    "raspasy.rotation": "moves",
    "raspasy.stays_at_most": 0,
    "raspasy.stay_fee": 0,
    "raspasy.cycle": False,
    "raspasy.trick_whists": 5,
    "raspasy.basis": "tricks",
    "raspasy.tie": "half",
    "raspasy.dealer_pool": 1,
    "made_first": "pool",
    "aid": True,
    "aid_order": "highest",
    "dump_floor": "none",
    "end": "each",
    "hands": None,
    "minutes": None,
    "dump_divisor": "n",
    "dump_points": "dump",
    "rounding": "exact",
    "misdeal_dump": 2,
    "talon_bonus": False,
    "talon_bonus_3p": "none",
    "misere_talon_bonus": False,
    "bombs": False,
    "hussar_raspasy": "own",
}
LENINGRAD: Options = {
    "doubled": True,
    "dump_factor": 2,
    "whist_factor": 2,
    "pool_factor": 2,
    "responsibility": "half",
    "style": "gentleman",
    "raspasy.base": 2,
    "raspasy.exit": [6, 7, 8],
    "raspasy.reset": "made",
    "raspasy.misere_resets": "made",
    "end": "total",
    "aid": False,
}
SPORT: Options = {
    **LENINGRAD,
    "eight_up": "both",
    "leave_without": 0,
    "raspasy.exit": [7, 7, 7],
    "raspasy.reset": "made_whisted",
    "raspasy.misere_resets": "never",
    "raspasy.zero_bonus": "dump_two_tricks",
    "raspasy.dealer_zero_bonus": "never",
    "end": "time",
    "gentleman_scope": "always",
    "talon_bonus": True,
    "talon_bonus_3p": "split",
    "dealer_may_whist": True,
    "dealer_may_whist_passes": True,
    "dealer_whist_alone": True,
}
ROSTOV: Options = {
    "responsibility": "half",
    "style": "gentleman",
    "consolation": "fixed",
    "raspasy.to": "whists",
    "raspasy.zero_bonus": "one",
}
PRESETS: dict[str, Options] = {
    "sochi": {},
    "leningrad": LENINGRAD,
    "leningrad-sport": SPORT,
    "rostov": ROSTOV,
    "rostov-whists": {**ROSTOV, "dump_points": "whists"},
    "classic": {
        "raspasy.reset": "made",
        "raspasy.misere_resets": "made",
        "made_first": "dump",
        "bombs": True,
    },
    "piter-light": {
        "whist_factor": 2,
        "pool_factor": 2,
        "responsibility": "half",
        "lone_whister": "own",
        "consolation_to_dealer": False,
        "leave_without": 0,
        "ten": "checked",
        "eight_up": "split",
        "raspasy.base": 2,
        "raspasy.exit": [6, 7],
        "raspasy.reset": "made_whisted",
        "raspasy.misere_resets": "never",
    },
    "kazakhstan": {"values": [8, 16, 24, 32, 40], "nine_blind_value": 32, "target": 120},
}


def all_options(rules: BaseModel) -> Options:
    """Every option of a table with its value, as the table is told."""
    return {option.name: option.value for option in GAME.options(rules)}


def complete(**given: Any) -> Options:
    """All options of a table whose header names `given`."""
    return all_options(GAME.rules(given))


def test_the_presets() -> None:
    """There are exactly these, and each is described."""
    assert set(GAME.presets) == set(PRESETS)
    assert all(GAME.presets.values())


@pytest.mark.parametrize("preset", PRESETS)
def test_every_option_of_a_preset(preset: str) -> None:
    """The table of section 9; all else is as the defaults."""
    expected = {**DEFAULTS, **PRESETS[preset], "preset": preset}
    assert all_options(GAME.preset(preset)) == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_a_header_may_name_a_preset_alone(preset: str) -> None:
    """Only the sport, which ends on time, has to say after how many minutes."""
    needed = {"minutes": 120} if preset == "leningrad-sport" else {}
    assert complete(preset=preset, **needed) == {**all_options(GAME.preset(preset)), **needed}


def test_without_a_preset_it_is_sochi() -> None:
    assert complete() == DEFAULTS


@pytest.mark.parametrize(
    ("given_rules", "bonus"),
    [
        ({"raspasy": {"to": "whists"}}, "one"),
        ({"preset": "rostov", "raspasy": {"to": "dump"}}, "price"),
        ({"preset": "leningrad-sport", "minutes": 1, "raspasy": {"to": "whists"}}, "one"),
        ({"raspasy": {"to": "whists", "zero_bonus": "multiplier"}}, "multiplier"),
        ({"preset": "rostov", "raspasy": {"zero_bonus": "none"}}, "none"),
    ],
    ids=str,
)
def test_the_bonus_follows_the_column(given_rules: Options, bonus: str) -> None:
    """Fine print 6: `price` where raspasy are written in the dump, `one` in whists."""
    assert complete(**given_rules)["raspasy.zero_bonus"] == bonus


def test_every_option_can_be_changed() -> None:
    """A preset is a starting point; what is named goes before it, nested options are merged."""
    changed = complete(preset="leningrad", doubled=False, target=50, raspasy={"base": 1})
    differing = {
        name: value for name, value in changed.items() if value != LENINGRAD.get(name, DEFAULTS[name])
    }
    followed = dict.fromkeys(("dump_factor", "whist_factor", "pool_factor"), 1)
    assert differing == {"preset": "leningrad", "doubled": False, **followed, "target": 50, "raspasy.base": 1}


def test_the_strategies_know_every_option() -> None:
    """A new option must be tried by the property tests too."""
    assert {name for name, _ in OPTIONS} == set(DEFAULTS) - {"preset"}


def test_every_option_is_explained() -> None:
    """A group, the allowed values, a sentence, and where the rule book has it."""
    for option in GAME.options(GAME.rules({})):
        assert str(option.group)
        assert option.allowed
        assert str(option.explanation).endswith(".")
        assert int(option.section) in {*range(10), 13}


@given(rules())
def test_the_spelling_of_rules_gives_them_back(given_rules: Options) -> None:
    """What a header would spell is complete."""
    full = GAME.rules(given_rules)
    assert GAME.rules(GAME.spelled(full)) == full


@pytest.mark.parametrize("preset", sorted({*PRESETS} - {"leningrad-sport"}))
def test_the_spelling_of_a_preset_is_its_name(preset: str) -> None:
    """With its goal, and without what follows from it."""
    goal = PRESETS[preset].get("target", 20)
    assert GAME.spelled(GAME.rules({"preset": preset})) == {"preset": preset, "target": goal}


def test_the_spelling_names_what_differs() -> None:
    given_rules = {"preset": "leningrad", "target": 10, "aid": True, "raspasy": {"exit": [6, 7], "cap": 0}}
    assert GAME.spelled(GAME.rules(given_rules)) == given_rules


def test_the_spelling_leaves_out_what_follows() -> None:
    """The default bonus of raspasy in whists is not named."""
    given_rules = {"preset": "sochi", "target": 20, "raspasy": {"to": "whists"}}
    assert GAME.spelled(GAME.rules(given_rules)) == given_rules


class TestRefused:
    """Fine print 26: contradictions are refused, and so is what is not known."""

    @pytest.mark.parametrize("bonus", ["price", "dump_one_trick", "dump_two_tricks"])
    def test_dump_bonuses_with_raspasy_in_whists(self, bonus: str) -> None:
        said = (
            f"rules.raspasy.zero_bonus: “{bonus}” needs raspasy in the dump; "
            "in whists it is one, multiplier or none"
        )
        assert refusal(raspasy={"to": "whists", "zero_bonus": bonus}) == [said]
        assert refusal(preset="rostov", raspasy={"zero_bonus": bonus}) == [said]

    def test_an_end_without_its_number(self) -> None:
        hands = "rules.hands: is missing: a game that ends after hands needs their number"
        minutes = "rules.minutes: is missing: a game that ends on time needs its minutes"
        assert refusal(end="hands") == [hands]
        assert refusal(end="time") == [minutes]
        assert refusal(preset="leningrad-sport") == [minutes]

    def test_several_contradictions_are_all_said(self) -> None:
        said = refusal(end="hands", raspasy={"to": "whists", "zero_bonus": "price"})
        assert [each.split(":")[0] for each in said] == ["rules.raspasy.zero_bonus", "rules.hands"]

    @pytest.mark.parametrize(
        ("given_rules", "said"),
        [
            ({"preset": "soci"}, "rules.preset: “soci” is not known; did you mean “sochi”?"),
            ({"preset": "leningrad_sport"}, "did you mean “leningrad-sport”?"),
            ({"styl": "greedy"}, "rules.styl: “styl” is not known; did you mean “style”?"),
            ({"style": "gentelman"}, "rules.style: “gentelman” is not known; did you mean “gentleman”?"),
            ({"raspasy": {"cep": 1}}, "rules.raspasy.cep: “cep” is not known; did you mean “cap”?"),
            ({"raspasy": {"reset": "mde"}}, "rules.raspasy.reset: “mde” is not known; did you mean “made”?"),
            ({"cap": 3}, "rules.cap: “cap” is not known"),
            ({"raspasy": {"aid": True}}, "rules.raspasy.aid: “aid” belongs beside “raspasy”, not in it"),
            ({"target": 0}, "rules.target: must be at least 1, not 0"),
            ({"target": "20"}, "rules.target: must be a whole number, not '20'"),
            ({"aid": 1}, "rules.aid: must be true or false, not 1"),
            ({"raspasy": []}, "rules.raspasy: must be an object in braces, not []"),
            ({"raspasy": {"exit": [5]}}, "must be at least 6, not 5"),
            ({"raspasy": {"exit": []}}, "needs at least 1, has 0"),
            ({"raspasy": {"base": -1}}, "rules.raspasy.base: must be at least 0, not -1"),
        ],
        ids=str,
    )
    def test_what_is_not_known(self, given_rules: Options, said: str) -> None:
        """The nearest option, value or preset is offered."""
        assert any(said in each for each in refusal(**given_rules))

    def test_one_mistake_is_said_once(self) -> None:
        assert refusal(raspasy={"exit": [5]}) == ["rules.raspasy.exit.0: must be at least 6, not 5"]

    def test_an_unknown_word_near_to_nothing(self) -> None:
        """Where nothing is near, what is known is listed."""
        (only,) = refusal(preset="zzzz")
        assert only.endswith(f"choose from: {', '.join(PRESETS)}")

    @pytest.mark.parametrize("level", [1, 4, 10])
    def test_leaving_without_another_number(self, level: int) -> None:
        assert refusal(leave_without=level) != []


@pytest.mark.parametrize(
    "given_rules",
    [
        {"raspasy": {"progression": "constant", "cap": 7}},
        {"aid": False, "aid_order": "lowest"},
        {"style": "greedy", "gentleman_scope": "always"},
        {"end": "each", "hands": 12, "minutes": 60},
        {"talon_bonus_3p": "split"},
        {"half_whist": False, "half_whist_levels": []},
        {"ten_checked_whists": "none"},
    ],
    ids=str,
)
def test_an_option_without_effect_is_accepted(given_rules: Options) -> None:
    """Fine print 26."""
    assert refusal(**given_rules) == []


def test_a_header_is_refused_with_all_its_problems() -> None:
    """The dealer and the rules are looked at together."""
    state: State = start()
    assert state.over == ""
    with pytest.raises(ValueError, match="dealer: “Ana” is not known") as caught:
        start(dealer="Ana", preset="soci")
    assert "rules.preset: “soci”" in str(caught.value)
