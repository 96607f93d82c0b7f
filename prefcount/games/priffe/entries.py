"""The entries of a Priffe session (file format, "Priffe")."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from prefcount.entries.common import HandEntry, PlacedEntry, entry_models
from prefcount.entries.names_and_figures import Number, OmittedIfEmpty, OneEach, PlayerName

Side = Literal["X", "Y"]
Contract = Literal["diamonds", "hearts", "noll", "play", "forced_noll"]
SideTricks = Annotated[int, Field(ge=0, le=13)]
HeldHonours = Annotated[int, Field(ge=0, le=4)]
Sides = dict[Side, tuple[PlayerName, PlayerName]]


def _held(value: dict[str, int]) -> dict[str, int]:
    """Who holds honours; a player with none is the same as one who is left out."""
    return {name: count for name, count in value.items() if count}


Honours = Annotated[Annotated[dict[PlayerName, HeldHonours], OneEach], AfterValidator(_held), OmittedIfEmpty]


class PriffeHandEntry(HandEntry):
    """A hand: what was played by which side, the tricks of one side, and who held honours."""

    kind: Literal["hand"] = "hand"
    contract: Contract
    declarer: Side | None = None
    tricks: Annotated[dict[Side, SideTricks], Field(min_length=1)]
    honours: Honours = Field(default_factory=dict)


class PairsEntry(PlacedEntry):
    """Who plays with whom in the rubber that begins, where it is not the schedule's turn."""

    kind: Literal["pairs"] = "pairs"
    sides: Annotated[Sides, Field(min_length=1)]


class RubberEntry(PlacedEntry):
    """A whole rubber brought forward from paper: the totals of both sides."""

    kind: Literal["rubber"] = "rubber"
    totals: Annotated[dict[Side, Number], Field(min_length=2)]
    sides: Annotated[Sides, Field(min_length=1)] | None = None


MODELS = entry_models("Priffe", PriffeHandEntry | PairsEntry | RubberEntry)
