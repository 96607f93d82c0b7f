"""A game read from a file of another program, before it becomes a session."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from prefcount.base.i18n import Text

Fields = Mapping[str, Any]

GAME = "preferans"
"""What games of other programs are, all of them."""


class ForeignEntry(NamedTuple):
    """One entry of a game of another program.

    Attributes:
        fields: the entry as files spell it.
        place: where it stands in the other file, such as “hand 5”.
        source: what the other file says, which is kept where the entry cannot be.
        remarks: what of it has no counterpart or contradicts something else.
        whole: whether nothing else is known of the game, so that without it there is none.
    """

    fields: Fields
    place: Text | str
    source: object
    remarks: tuple[Text, ...] = ()
    whole: bool = False


class ForeignGame(NamedTuple):
    """A game of another program.

    Attributes:
        players: names in seat order.
        dealer: who dealt first, if that is known.
        rules: the convention as a header spells it.
        started: when it began, if that is known.
        entries: what was written down, in order.
        columns: its own figures at the end, as a `check` spells them.
        results: its own results, where they are whole.
        over: whether it had ended: by its pool, or because results were announced; else "".
        remarks: what has no counterpart and belongs to no entry.
        notes: sentences of the other file that are kept as they are.
        place: where it stands in a file of several games, such as “line 5”; else "".
    """

    players: tuple[str, ...]
    dealer: str | None
    rules: Fields
    started: datetime | None
    entries: tuple[ForeignEntry, ...]
    columns: Fields
    results: Mapping[str, int]
    over: str
    remarks: tuple[Text, ...] = ()
    notes: tuple[str, ...] = ()
    place: Text | str = ""


class NoGame(NamedTuple):
    """A part of a file of several games of which none can be made.

    Attributes:
        place: where it stands, such as “line 5”.
        text: why, or what it is.
        lost: whether a game may be missing for it.
    """

    place: Text
    text: Text
    lost: bool
