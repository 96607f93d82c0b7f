"""The base classes of all entries of a session file."""

from typing import Any, get_args

from pydantic import BaseModel, ConfigDict

from prefcount.entries.names_and_figures import Count, LineHash, Moment, Note, Place, PlayerName


class Entry(BaseModel):
    """One line of a session file after the header.

    Attributes:
        kind: what the entry is.
        n: its number in the file, 1, 2, 3 …; absent until it is written.
        at: when it was entered, with the offset from UTC.
        note: a remark, shown and never interpreted.
        prev: the first 16 hex digits of the SHA-256 of the line before.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Any
    n: Count | None = None
    at: Moment | None = None
    note: Note | None = None
    prev: LineHash | None = None


class PlacedEntry(Entry):
    """An entry that can be put in later: with `after`, it counts right after that entry."""

    after: Place | None = None


class HandEntry(PlacedEntry):
    """A dealt hand; `dealer` overrides the rotation from this hand on."""

    dealer: PlayerName | None = None


ENVELOPE = frozenset({"n", "at", "note", "prev", "after"})
"""The fields that say where an entry stands, not what it says."""


def by_kind(union: Any) -> dict[str, type[Entry]]:
    """The models of a game's entries by the kind that each one reads, in their order.

    Args:
        union: the annotated union of the models that reads any of them.
    """
    models: tuple[type[Entry], ...] = get_args(get_args(union)[0])
    return {model.model_fields["kind"].default: model for model in models}
