"""Every convention of Priffe as a named option (rules of the relatives, sections 1.2 to 1.6)."""

from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from prefcount.base.i18n import N_
from prefcount.games.rules import Options, Preset, Ruleset, option
from prefcount.games.words import Goal

GROUPS: dict[str, str] = {"hand": N_("A hand"), "game": N_("Game and rubber"), "session": N_("The session")}
_hand = partial(option, group="hand", section="1.6")
_game = partial(option, group="game", section="1.3")
_session = partial(option, group="session", section="1.5")

Limit = Annotated[int, Field(ge=1, le=1000)]
MOST_RUBBERS = 300
Rubbers = Annotated[int, Field(ge=3, le=MOST_RUBBERS, multiple_of=3)]


class PriffeRules(Options):
    """The conventions of one table. Immutable."""

    preset: str = _hand("standard", N_("The convention that the options start from."))
    honours: Literal["side", "hand"] = _hand(
        "side", N_("Honours count for both partners together, or for one hand alone."), word="Honours of"
    )
    noll_slams: bool = _hand(
        False,
        N_("Slams are paid in Noll too; our choice is not to, because the source names only tricks taken."),
        section="1.2",
        word="Slams count in Noll",
    )
    forced_noll_honours: bool = _hand(
        True,
        N_("The twos count as honours in a forced Noll, as in a played one."),
        word="Honours in a forced Noll",
    )
    first_game: Limit = _game(
        30, N_("Trick points a side needs for its first game."), word="Points of the first game"
    )
    second_game: Limit = _game(
        40, N_("Trick points a side needs for its second game."), word="Points of the second game"
    )
    reset_other_side: bool = _game(
        True,
        N_("When a side wins a game the other side starts again too; our choice, as in whist and bridge."),
        word="A game won resets the other side",
    )
    rubbers: Rubbers = _session(6, N_("Number of rubbers, a multiple of 3: everyone partners everyone."))
    count_unfinished: bool = _session(
        False,
        N_("A rubber that is not finished counts as it stands; our choice is that it does not count."),
        word="Unfinished rubbers count",
    )


RULESET = Ruleset(
    PriffeRules,
    {
        "standard": Preset(N_("Standard: six rubbers, honours of partners count together.")),
        "hand-honours": Preset(
            N_("The second table of the article: honours count in one hand."), {"honours": "hand"}
        ),
        "short": Preset(N_("Three rubbers: everybody with everybody once."), {"rubbers": 3}),
    },
    GROUPS,
    Goal("rubbers", N_("Rubbers"), N_("{preset}, {goal} rubbers")),
    unending={"rubbers": MOST_RUBBERS},
)
