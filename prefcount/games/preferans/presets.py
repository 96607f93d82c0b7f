"""The conventions as differences from the base, and how a table's rules are put together.

Source: rule book, sections 4 and 9; fine print 6, 19, 20, 24 and 26.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem
from prefcount.entries.models import MOST_PLAYERS
from prefcount.games.preferans.options import FIXED_AFTER_FIRST_HAND, GROUPS, PreferansRules
from prefcount.games.rules import Preset, Ruleset, merged
from prefcount.games.words import Goal

_LENINGRAD = {
    "doubled": True,
    "responsibility": "half",
    "style": "gentleman",
    "raspasy": {"base": 2, "exit": [6, 7, 8], "reset": "made", "misere_resets": "made"},
    "end": "total",
    "aid": False,
}
_ROSTOV = {
    "responsibility": "half",
    "style": "gentleman",
    "consolation": "fixed",
    "raspasy": {"to": "whists"},
}

PRESETS: Mapping[str, Preset] = {
    "sochi": Preset(
        N_("Sochi: single values, full responsibility, a lone whister keeps all the whists."),
        names=("сочи", "сочинка", "сочинский", "sochinka"),
    ),
    "leningrad": Preset(
        N_("Leningrad: dump and whists doubled, half responsibility, gentlemen share."),
        _LENINGRAD,
        (
            *("питер", "ленинград", "ленинградка", "ленинградский", "петербург"),
            *("piter", "leningradka", "petersburg", "saint petersburg"),
        ),
    ),
    "leningrad-sport": Preset(
        N_("Leningrad as in clubs: timed games, whists always shared, talon bonus, seven ends raspasy."),
        {
            **_LENINGRAD,
            "eight_up": "both",
            "leave_without": 0,
            "raspasy": {
                "base": 2,
                "exit": [7, 7, 7],
                "reset": "made_whisted",
                "misere_resets": "never",
                "zero_bonus": "dump_two_tricks",
                "dealer_zero_bonus": "never",
            },
            "end": "time",
            "gentleman_scope": "always",
            "talon_bonus": True,
            "talon_bonus_3p": "split",
            "dealer_may_whist": True,
            "dealer_whist_alone": True,
            "dealer_may_whist_passes": True,
        },
        (
            *("ленинградка клубная", "ленинград клубный", "спортивный", "спортивная ленинградка"),
            *("клубный", "фспр", "fspr", "sport"),
        ),
    ),
    "rostov": Preset(
        N_("Rostov: raspasy in whists, consolation 10 for every undertrick, half responsibility."),
        _ROSTOV,
        ("ростов", "ростовка", "ростовский", "московка", "московский", "москва", "moscow", "rostovka"),
    ),
    "rostov-whists": Preset(
        N_("Rostov without a dump: every dump point is five whists for each opponent."),
        {**_ROSTOV, "dump_points": "whists"},
        ("ростов без горы", "ростов вистами", "rostov without a dump"),
    ),
    "classic": Preset(
        N_("Classic: a gain writes off the dump first, raspasy leave bombs."),
        {"raspasy": {"reset": "made", "misere_resets": "made"}, "made_first": "dump", "bombs": True},
        ("классика", "классический", "classical", "klassika"),
    ),
    "piter-light": Preset(
        N_("Piter light: whists and the pool double, the dump single; lone whisters score own tricks."),
        {
            "dump_factor": 1,
            "whist_factor": 2,
            "pool_factor": 2,
            "responsibility": "half",
            "lone_whister": "own",
            "consolation_to_dealer": False,
            "leave_without": 0,
            "ten": "checked",
            "eight_up": "split",
            "raspasy": {"base": 2, "exit": [6, 7], "reset": "made_whisted", "misere_resets": "never"},
        },
        ("питер лёгкий", "лёгкий питер", "light piter", "light leningrad"),
    ),
    "kazakhstan": Preset(
        N_("Kazakhstan: contracts of 8, 16, 24, 32 and 40, and a pool of 120; all else as in Sochi."),
        {"values": [8, 16, 24, 32, 40], "target": 120},
        ("казахстан", "казахстанский", "казахский", "kazakh"),
    ),
    "races": Preset(
        N_("Races, one leg: Leningrad until a pool is full, with prizes for it and for the smallest dump."),
        {
            **_LENINGRAD,
            "raspasy": {"base": 2, "exit": [6, 7, 8], "reset": "made_whisted", "misere_resets": "made"},
            "end": "any",
            "target": 22,
            "prize_first": 300,
            "prize_dump": 200,
        },
        ("скачки", "петербургские скачки", "скачка", "petersburg races", "skachki"),
    ),
}
"""`piter-light` is what the score sheet of mathfewmatthews calls Питер, `kazakhstan` has
the values of section 13 of the rule book, `races` are those of section 14. Lesnoy's book calls Rostov the
Moscow pool, too."""

_DUMP_ONLY_BONUS = ("price", "dump_one_trick", "dump_two_tricks")


class PreferansRuleset(Ruleset[PreferansRules]):
    """The options of Preferans, some of which depend on each other."""

    def over_preset(self, preset: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
        """The given options over those of a preset, whose bonus goes where raspasy go elsewhere."""
        options, chosen, base = merged(preset, given), given.get("raspasy"), preset.get("raspasy", {})
        if isinstance(chosen, Mapping) and "zero_bonus" not in chosen:
            raspasy = options["raspasy"]
            if raspasy.get("to", "dump") != base.get("to", "dump"):
                options["raspasy"] = {name: raspasy[name] for name in raspasy if name != "zero_bonus"}
        return options

    def contradictions(self, rules: PreferansRules) -> Iterator[Problem]:
        """Why these options do not go together."""
        if rules.raspasy.to == "whists" and rules.raspasy.bonus in _DUMP_ONLY_BONUS:
            yield problem(
                "rules.raspasy.zero_bonus",
                N_("“{value}” needs raspasy in the dump; in whists it is one, multiplier or none"),
                value=rules.raspasy.bonus,
            )
        if rules.misere_half_with_dealer and rules.misere_value % 2:
            yield problem(
                "rules.misere_value",
                N_("{value} cannot be halved between declarer and dealer; it must be even"),
                value=rules.misere_value,
            )
        if rules.end == "hands" and rules.hands is None:
            yield problem("rules.hands", N_("a game that ends after hands needs their number"))
        if rules.end == "time" and rules.minutes is None:
            yield problem("rules.minutes", N_("a game that ends on time needs its minutes"))

    def size_problems(self, rules: PreferansRules, players: int) -> list[Problem]:
        """Five cannot settle in whole dump points, for which nobody has written a rule (section 14)."""
        sentence = N_("“paper” is not known for five players; choose exact or whole")
        refused = rules.rounding == "paper" and players == MOST_PLAYERS
        return [problem("rules.rounding", sentence)] if refused else []


RULESET = PreferansRuleset(
    PreferansRules,
    PRESETS,
    GROUPS,
    Goal("target", N_("Pool target"), N_("{preset} to {goal}")),
    unending={"end": "manual"},
    fixed=FIXED_AFTER_FIRST_HAND,
)
