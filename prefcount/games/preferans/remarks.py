"""What a table's own convention speaks against in a hand or an end that counts (rule book, sections 4, 5)."""

from prefcount.entries.base import Entry
from prefcount.entries.common import End
from prefcount.games.early import BY_RULES, EARLY_END, MISTAKE
from prefcount.games.preferans.entries import Game
from prefcount.games.preferans.state import State
from prefcount.games.terms import Remark
from prefcount.i18n import N_, Phrase, text

LOW_BID = "low-bid"
REMARKABLE: dict[str, str] = {
    LOW_BID: N_("A contract after raspasy that is lower than what leaves them at this table."),
    EARLY_END: MISTAKE,
}
_LOW_BID = Phrase(
    "after {row} raspasy a contract of {lowest} or more leaves them at this table, not one of {level}",
    "after {row} raspasy in a row a contract of {lowest} or more leaves them, not one of {level}",
)


def remarks(before: State, entry: Entry) -> tuple[Remark, ...]:
    """What is unlikely about an entry at this point of the game."""
    if before.row and isinstance(entry, Game) and entry.level < before.lowest_bid:
        return (_low_bid(before, entry),)
    if entry.kind == "end" and isinstance(entry, End) and not _reached(before, entry.reason):
        return (_early_end(before, entry),)
    return ()


def _low_bid(before: State, entry: Game) -> Remark:
    said = _LOW_BID.of(before.row, {"row": before.row, "lowest": before.lowest_bid, "level": entry.level})
    return Remark(LOW_BID, said, entry.level, before.lowest_bid, entry.declarer)


def _reached(before: State, reason: str) -> bool:
    """Whether the game was over for that reason, or there is no telling.

    A table that ends by hand gives any reason. On time it is the clock of the hands that counts, and
    somebody who writes a file in an editor gives them none.
    """
    end = before.rules.end
    unknown = end == "manual" or (end == reason == "time" and not before.played_for)
    return reason not in BY_RULES or unknown or before.over == reason


def _early_end(before: State, entry: End) -> Remark:
    from prefcount.games.preferans.facts import facts
    from prefcount.games.preferans.reasons import OVER

    progress = next(fact.value for fact in facts(before) if fact.key == "progress")
    said = N_("the end says “{reason}”, but by the rules it had not come to that: {progress}")
    return Remark(EARLY_END, text(said, reason=text(OVER[entry.reason]), progress=progress))
