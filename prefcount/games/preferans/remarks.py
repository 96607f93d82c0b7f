"""What is unlikely about a hand or an end, by the table's own rules (rule book, sections 4, 5)."""

from collections.abc import Iterator

from prefcount.base.findings import Finding
from prefcount.base.i18n import N_, Phrase, text
from prefcount.entries.base import Entry
from prefcount.games.preferans.entries import ContractEntry, Hand, MisereEntry, RaspasyEntry
from prefcount.games.preferans.legality import all_pass_players
from prefcount.games.preferans.state import PreferansState
from prefcount.games.protocol.seats import HOLD_CARDS

LOW_BID = "low-bid"
IDLE_TRICKS = "idle-tricks"
REMARKABLE: dict[str, str] = {
    LOW_BID: N_("A contract after raspasy that is too low to leave them at this table."),
    IDLE_TRICKS: N_("Tricks of a player who does not play the hand, if they are all zero."),
}
_LOW_BID = Phrase(
    "after {row} raspasy a contract of {lowest} or more leaves them at this table, not one of {level}",
    "after {row} raspasy in a row a contract of {lowest} or more leaves them, not one of {level}",
)


def hand_remarks(before: PreferansState, entry: Entry) -> Iterator[Finding]:
    """Contracts too low to leave raspasy, and tricks of a player who sits out."""
    before = before.table
    if before.row and isinstance(entry, ContractEntry) and entry.contract.level < before.lowest_bid:
        yield _low_bid(before, entry)
    if before.size > HOLD_CARDS and isinstance(entry, ContractEntry | MisereEntry | RaspasyEntry):
        yield from _idle_tricks(before, entry)


def _idle_tricks(before: PreferansState, entry: Hand) -> Iterator[Finding]:
    """A zero of the dealer who sits out, which counts for nothing."""
    dealer = before.dealer if entry.dealer is None else before.names.index(entry.dealer)
    playing = before.active(dealer) if entry.kind != "raspasy" else all_pass_players(before, dealer)
    for name in entry.tricks or ():
        if before.names.index(name) not in playing:
            said = N_("{who} does not play this hand; their tricks, {tricks}, count for nothing")
            yield Finding(
                IDLE_TRICKS, text(said, who=name, tricks=0), player=name, claimed=0, severity="remark"
            )


def _low_bid(before: PreferansState, entry: ContractEntry) -> Finding:
    said = _LOW_BID.of(
        before.row, {"row": before.row, "lowest": before.lowest_bid, "level": entry.contract.level}
    )
    return Finding(
        LOW_BID, said, 0, entry.declarer, "", entry.contract.level, before.lowest_bid, severity="remark"
    )


def may_end(before: PreferansState, reason: str) -> bool:
    """Whether the game was over for that reason, or there is no telling.

    A table that ends by hand gives any reason. On time it is the clock of the hands that counts, which
    files written in an editor do not have.
    """
    end = before.rules.end
    unknown = end == "manual" or (end == reason == "time" and not before.played_for)
    return unknown or before.over == reason
