"""Every convention of Balkan Preferans as a named option (rules of the relatives, sections 2.1 to 2.6)."""

from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from prefcount.base.i18n import N_
from prefcount.games.rules import Options, Preset, Ruleset, option
from prefcount.games.words import Goal

GROUPS: dict[str, str] = {
    "sheet": N_("The sheet"),
    "followers": N_("Followers"),
    "refe": N_("Refe"),
    "end": N_("The last hand"),
}
_sheet = partial(option, group="sheet", section="2")
_followers = partial(option, group="followers", section="2.3")
_refe = partial(option, group="refe", section="2.4")
_end = partial(option, group="end", section="2.5")

MOST_BULE = 100_000
Bule = Annotated[int, Field(ge=1, le=MOST_BULE)]
Refe = Annotated[int, Field(ge=0, le=1000)]


class BalkanRules(Options):
    """The conventions of one table. Immutable."""

    preset: str = _sheet("standard", N_("The convention that the options start from."))
    start_bule: Bule = _sheet(
        100,
        N_("Bule of every player at the start; 60, 100, 200 or 400 are usual."),
        section="2.1",
        word="Bule at the start",
    )
    opposite_sign: bool = _sheet(
        False,
        N_("Also show the results with the opposite sign, as tables read them: “40 bad”."),
        section="2.6",
        word="Results with the opposite sign",
    )

    follower_quota: Literal["joint", "each2"] = _followers(
        "joint",
        N_("A follower falls with fewer than 2 tricks if both together have fewer than 4, or in any case."),
        word="Tricks followers need",
    )
    stop_at_five: bool = _followers(
        True,
        N_("The hand stops when the followers have five tricks; together they then have at most 5."),
        section="2.2",
        word="Stop at five tricks",
    )
    betl_kontra: Literal["kontra_only", "both"] = _followers(
        "kontra_only",
        N_("Who writes supe of a failed betl under kontra (sources differ; the default is our choice)."),
        word="Supe of a betl under kontra",
    )

    max_refe: Refe = _refe(
        2,
        N_("How many refe a game can have; usually one for every 50 bule at the start."),
        word="Refe in a game",
    )
    pik_needs_kontra: bool = _refe(
        True,
        N_("A pik without kontra is not played: a refa is written instead."),
        word="Pik is played only under kontra",
    )
    pik_no_refe: Literal["pass", "under_hat_only", "void"] = _refe(
        "pass",
        N_("If no refa can be written for such a pik: it passes, passes only below zero, or counts nothing."),
        word="Pik when no refa is left",
    )
    refe_frozen_under_hat: bool = _refe(
        False,
        N_("While anyone is below zero, open refe neither double nor are used up."),
        word="Refe wait while one is below zero",
    )

    cap_last_pass: bool = _end(
        True,
        N_("A declarer who passes in the last hand takes off no more than the bule left."),
        word="Last hand: no more than is left",
    )
    cap_last_supe: bool = _end(
        False,
        N_("Supe of such a hand are counted with that smaller value too; alone this does nothing."),
        word="Last hand: supe of what is left",
    )
    double_fall: bool = _end(
        False,
        N_("A declarer who falls with more than all the bule left writes it twice."),
        word="Last hand: falling counts twice",
    )


RULESET = Ruleset(
    BalkanRules,
    {
        "standard": Preset(
            N_("Standard: from 100 bule with 2 refe, four tricks are the followers' together.")
        ),
        "short": Preset(N_("A short game: from 60 bule with 1 refa."), {"start_bule": 60, "max_refe": 1}),
        "long": Preset(N_("A long game: from 400 bule with 8 refe."), {"start_bule": 400, "max_refe": 8}),
        "vojvodina": Preset(
            N_("As in Vojvodina: a pik without kontra is played like any contract."),
            {"pik_needs_kontra": False},
        ),
        "each-two": Preset(
            N_("Each of two followers needs two tricks of their own."), {"follower_quota": "each2"}
        ),
        "chapter-15a": Preset(
            N_("The stricter last hands of the rule text: falling counts twice, pik only below zero."),
            {"pik_no_refe": "under_hat_only", "double_fall": True},
        ),
    },
    GROUPS,
    Goal("start_bule", N_("Bule from"), N_("{preset} from {goal}")),
    unending={"start_bule": MOST_BULE},
    started_with={
        "start_bule": N_("is where everyone's bule began; it cannot change, so start a new game for it")
    },
)
