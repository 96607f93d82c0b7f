"""Every convention of Prefa as a named option (rules of the relatives, sections 3.1 to 3.4)."""

from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from prefcount.base.i18n import N_
from prefcount.games.rules import Options, Preset, Ruleset, option
from prefcount.games.words import Goal

GROUPS: dict[str, str] = {
    "pot": N_("The pot"),
    "defenders": N_("Defenders"),
    "aces": N_("Aces"),
    "pass": N_("All pass"),
}
_pot = partial(option, group="pot", section="3.1")
_defenders = partial(option, group="defenders", section="3.3")
_aces = partial(option, group="aces", section="3.3")
_pass = partial(option, group="pass", section="3.3")

MOST_STAKE = 100_000
Stake = Annotated[int, Field(ge=10, le=MOST_STAKE, multiple_of=10)]


class PrefaRules(Options):
    """The conventions of one table. Immutable."""

    preset: str = _pot("standard", N_("The convention that the options start from."))
    stake: Stake = _pot(
        500,
        N_("What every player pays into the pot at the start, in kapikia, a multiple of 10."),
        word="Stake of each player",
    )
    last: Literal["normal", "unbalanced", "fair"] = _pot(
        "normal",
        N_("If the pot is short every payment is cut to it, or only those of a made contract, or none."),
        section="3.4",
        word="If the pot is short, cut are",
    )
    aces: bool = _aces(
        True,
        N_("The declarer is paid for showing four aces, 25 at level six and 50 above."),
        word="Four aces are paid",
    )
    double_to_partner: bool = _defenders(
        False,
        N_("A defender two short pays double to the other defender too, as in the older program."),
        word="Double to the other defender",
    )
    ppp: bool = _pass(
        False,
        N_("All pass is played: ten into the pot for each trick above the fewest."),
        word="All pass is played",
    )


RULESET = Ruleset(
    PrefaRules,
    {
        "standard": Preset(N_("Standard: 500 kapikia each in the pot, payments as in the newer program.")),
        "small": Preset(N_("The same with 300 kapikia each."), {"stake": 300}),
        "older": Preset(
            N_("As the older program paid: double to the other defender too."), {"double_to_partner": True}
        ),
        "ppp": Preset(
            N_("All pass is played at no trump, and tricks above the fewest are paid into the pot."),
            {"ppp": True},
        ),
    },
    GROUPS,
    Goal("stake", N_("Stake each"), N_("{preset}, {goal} each")),
    unending={"stake": MOST_STAKE},
    fixed=("stake",),
)
