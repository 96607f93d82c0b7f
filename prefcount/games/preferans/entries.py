"""The entries of a Preferans session (file format, "Entries")."""

from operator import not_
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from prefcount.entries.base import HandEntry, PlacedEntry, by_kind
from prefcount.entries.common import (
    Adjust,
    AmendBase,
    Check,
    End,
    Join,
    NoteEntry,
    RulesEntry,
    SheetEntry,
    Void,
)
from prefcount.entries.text import OneEach, PlayerName, Tricks

Contract = Annotated[str, StringConstraints(pattern="^(6|7|8|9|10)[SCDHN]$")]
Card = Annotated[str, StringConstraints(pattern="^(7|8|9|10|J|Q|K|A)[SCDH]$")]
Talon = Annotated[tuple[Card, ...], Field(min_length=2, max_length=2)]
Call = Literal["whist", "pass", "half"]
Blind = Annotated[bool, Field(exclude_if=not_)]
TricksTaken = Annotated[dict[PlayerName, Tricks], OneEach]


def _none_if_empty(value: dict[str, Any] | None) -> dict[str, Any] | None:
    """An empty object says as much as none."""
    return value or None


EmptyIsNone = AfterValidator(_none_if_empty)


class Game(HandEntry):
    """A contract of six to ten tricks: who played it, who whisted, who took what."""

    kind: Literal["game"] = "game"
    declarer: PlayerName
    contract: Contract
    blind: Blind = False
    calls: Annotated[Annotated[dict[PlayerName, Call], OneEach] | None, EmptyIsNone] = None
    tricks: Annotated[TricksTaken | None, EmptyIsNone] = None
    left_without: Annotated[int, Field(ge=1, le=10)] | None = None
    talon: Talon | None = None

    @property
    def level(self) -> int:
        """The tricks that were promised, 6 to 10."""
        return int(self.contract[:-1])

    @property
    def suit(self) -> str:
        """The trump suit, one of S C D H, or N for no trump."""
        return self.contract[-1]


class Misere(HandEntry):
    """A misère: no trick was promised."""

    kind: Literal["misere"] = "misere"
    declarer: PlayerName
    blind: Blind = False
    tricks: TricksTaken
    talon: Talon | None = None


class Raspasy(HandEntry):
    """An all-pass hand: everybody who takes part and his tricks."""

    kind: Literal["raspasy"] = "raspasy"
    tricks: TricksTaken


class Misdeal(HandEntry):
    """The dealer dealt wrongly and deals again."""

    kind: Literal["misdeal"] = "misdeal"


class TalonThrown(PlacedEntry):
    """The declarer threw the talon at the dealer, whose cards did not please him."""

    kind: Literal["talon_thrown"] = "talon_thrown"


class Amend(AmendBase):
    """Entry number `entry` counts as `with`, at its old place."""

    with_: "PreferansEntry" = Field(alias="with")


Hand = Game | Misere | Raspasy
PreferansEntry = Annotated[
    Game
    | Misere
    | Raspasy
    | Misdeal
    | TalonThrown
    | Adjust
    | Join
    | SheetEntry
    | Check
    | Void
    | Amend
    | NoteEntry
    | RulesEntry
    | End,
    Field(discriminator="kind"),
]
Amend.model_rebuild()

ENTRIES = by_kind(PreferansEntry)
