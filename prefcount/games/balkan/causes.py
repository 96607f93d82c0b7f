"""What a result is due to in Balkan Preferans, and what is counted over the years."""

from collections.abc import Iterator, Mapping, Sequence

from prefcount.entries.base import Entry
from prefcount.games.balkan.entries import AllPass, Hand
from prefcount.games.balkan.hands import FOLLOW, KONTRA, VALUES
from prefcount.games.balkan.hands import Hand as HandPlayed
from prefcount.games.balkan.legality import resolve
from prefcount.games.balkan.scoring import falling
from prefcount.games.balkan.state import BULE, State
from prefcount.games.contracts import by_contract
from prefcount.games.terms import Cause, Measure, Tally
from prefcount.i18n import N_, text
from prefcount.ledger.postings import Posting

_RULES: Mapping[str, tuple[str, ...]] = {
    "passed": ("passed", "passed_last", "pik_uncontested"),
    "fell": ("fell", "fell_twice"),
    "supe": ("supe", "supe_both", "betl_supe"),
    "follower_fell": ("follower_fell", "caller_fell"),
    "kontra_fell": ("kontra_fell",),
    "refe": ("refa", "refa_written", "refa_used"),
    "adjusted": ("adjust", "sheet"),
}
_CAUSE_OF = {rule: key for key, rules in _RULES.items() for rule in rules}

LABELS: Mapping[str, str] = {
    "passed": N_("contracts that passed"),
    "fell": N_("contracts that fell"),
    "supe": N_("supe"),
    "follower_fell": N_("followers who fell"),
    "kontra_fell": N_("kontra that fell"),
    "refe": N_("refe"),
    "adjusted": N_("adjustments and figures brought forward"),
}


def causes(postings: Sequence[Posting]) -> Iterator[tuple[Cause, Posting]]:
    """What each posting is due to."""
    for posting in postings:
        key = _CAUSE_OF[posting.reason.rule]
        yield Cause(key, text(LABELS[key])), posting


_FOLLOWING = text(N_("Followers"))

MEASURES: tuple[Measure, ...] = (
    *by_contract(text(N_("Contracts that passed, of those played")), "passed", VALUES, "fell"),
    Measure("came", _FOLLOWING, text(N_("times"))),
    Measure("came_tricks", _FOLLOWING, text(N_("tricks"))),
    Measure("came_fell", _FOLLOWING, text(N_("fell"))),
    Measure("kontra", _FOLLOWING, text(N_("kontra"))),
    Measure("all_pass", text(N_("All pass")), text(N_("hands"))),
)
"""The tables of the statistics."""


def tallies(state: State, entry: Entry, postings: Sequence[Posting]) -> Iterator[Tally]:
    """What a hand adds to the statistics at the table before it; a pik that became a refa adds none."""
    if not isinstance(entry, Hand | AllPass):
        return
    hand, _problems = resolve(state, entry)
    if isinstance(hand, HandPlayed):
        if not hand.played and not any(each.account.column == BULE for each in postings):
            return
        yield from _hand(state, hand)
    elif hand is not None:
        yield from (Tally(player, "all_pass") for player in state.active(hand.dealer))


def _hand(state: State, hand: HandPlayed) -> Iterator[Tally]:
    key = "fell" if hand.fell else "passed"
    yield Tally(hand.declarer, key)
    yield Tally(hand.declarer, f"{key}_{hand.contract}")
    fallen = falling(state, hand)
    for player, role, tricks in zip(hand.followers, hand.roles, hand.tricks, strict=True):
        if role in (FOLLOW, KONTRA):
            yield Tally(player, "kontra" if role == KONTRA else "came")
            yield Tally(player, "came_tricks", tricks)
        if player in fallen:
            yield Tally(player, "came_fell")
