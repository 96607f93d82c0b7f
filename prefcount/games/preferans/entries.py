"""The entries of a Preferans session (file format, "Entries")."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from prefcount.entries.models import Entry, HandEntry, PlacedEntry, entry_models
from prefcount.entries.names_and_figures import Flag, OneEach, PlayerName, TricksTaken
from prefcount.games.preferans.hands import ALL_TRICKS, Call, Contract

Card = Annotated[str, StringConstraints(pattern="^(7|8|9|10|J|Q|K|A)[SCDH]$")]
Talon = Annotated[tuple[Card, ...], Field(min_length=2, max_length=2)]


FACTORS = range(2, 9)
Factor = Annotated[int, Field(ge=FACTORS[0], le=FACTORS[-1])] | None
"""How many times over everything of a hand is written."""


def _none_if_empty(value: dict[str, Any] | None) -> dict[str, Any] | None:
    """An empty object says as much as none."""
    return value or None


EmptyIsNone = AfterValidator(_none_if_empty)


class ContractEntry(HandEntry):
    """A contract of six to ten tricks: who played it, who whisted, who took what."""

    kind: Literal["game"] = "game"
    declarer: PlayerName
    contract: Contract
    blind: Flag = False
    calls: Annotated[Annotated[dict[PlayerName, Call], OneEach] | None, EmptyIsNone] = None
    tricks: Annotated[TricksTaken | None, EmptyIsNone] = None
    left_without: Annotated[int, Field(ge=1, le=10)] | None = None
    talon: Talon | None = None
    factor: Factor = None


class MisereEntry(HandEntry):
    """A misère: no trick was promised."""

    kind: Literal["misere"] = "misere"
    declarer: PlayerName
    blind: Flag = False
    tricks: TricksTaken
    talon: Talon | None = None
    factor: Factor = None


class RaspasyEntry(HandEntry):
    """An all-pass hand: everybody who takes part, with the tricks."""

    kind: Literal["raspasy"] = "raspasy"
    tricks: TricksTaken
    factor: Factor = None


class MisdealEntry(HandEntry):
    """The dealer dealt wrongly and deals again."""

    kind: Literal["misdeal"] = "misdeal"


class TalonThrownEntry(PlacedEntry):
    """The declarer threw a bad talon at the dealer."""

    kind: Literal["talon_thrown"] = "talon_thrown"


class LeaveEntry(Entry):
    """A player leaves the table, settled with everybody; the others go on."""

    kind: Literal["leave"] = "leave"
    player: PlayerName


Hand = ContractEntry | MisereEntry | RaspasyEntry
MODELS = entry_models("Preferans", Hand | MisdealEntry | TalonThrownEntry | LeaveEntry)


def declarers_tricks(entry: ContractEntry | MisereEntry) -> int:
    """The declarer's tricks in a legal hand that was played out: as given, or what the others left of ten."""
    tricks = entry.tricks or {}
    return tricks.get(entry.declarer, ALL_TRICKS - sum(tricks.values()))
