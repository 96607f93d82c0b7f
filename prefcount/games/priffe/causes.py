"""What a result is due to, and what is counted over years of Priffe."""

from collections.abc import Iterator, Mapping, Sequence

from prefcount.entries.base import Entry
from prefcount.games.priffe.entries import Hand
from prefcount.games.priffe.legality import resolve
from prefcount.games.priffe.scoring import SLAMS
from prefcount.games.priffe.state import State
from prefcount.games.terms import Cause, Measure, Tally
from prefcount.i18n import N_, text
from prefcount.ledger.postings import Posting

_RULES: Mapping[str, tuple[str, ...]] = {
    "tricks": ("tricks", "noll_tricks"),
    "penalty": ("penalty",),
    "slams": ("little_slam", "little_slam_penalty", "big_slam", "big_slam_penalty"),
    "honours": ("honours",),
    "games": ("game", "game_bonus"),
    "drawn": ("game_line", "game_line_kept", "game_reset", "game_reset_kept", "rubber_over"),
    "rubbers": ("rubber_points",),
    "adjusted": ("adjust", "adjust_from", "sheet"),
}
_CAUSE_OF = {rule: key for key, rules in _RULES.items() for rule in rules}

LABELS: Mapping[str, str] = {
    "tricks": N_("tricks"),
    "penalty": N_("penalties"),
    "slams": N_("slams"),
    "honours": N_("honours"),
    "games": N_("games won"),
    "drawn": N_("lines drawn"),
    "rubbers": N_("rubbers"),
    "adjusted": N_("adjustments and figures brought forward"),
}


def causes(postings: Sequence[Posting]) -> Iterator[tuple[Cause, Posting]]:
    """What each posting is due to."""
    for posting in postings:
        key = _CAUSE_OF[posting.reason.rule]
        yield Cause(key, text(LABELS[key])), posting


_HANDS, _SLAMS, _DECLARED = text(N_("Hands")), text(N_("Slams")), text(N_("Declared"))

MEASURES: tuple[Measure, ...] = (
    Measure("won", _HANDS, text(N_("won"))),
    Measure("lost", _HANDS, text(N_("lost"))),
    Measure("made", _DECLARED, text(N_("made"))),
    Measure("failed", _DECLARED, text(N_("failed"))),
    Measure("slams", _SLAMS, text(N_("slams"))),
    Measure("honours", text(N_("Honours")), text(N_("cards"))),
)
"""The tables of the statistics; both players of a side have what the side has."""


def tallies(state: State, entry: Entry) -> Iterator[Tally]:
    """What a hand adds to the statistics, given the table before it."""
    if not isinstance(entry, Hand):
        return
    hand, _dealer, _problems = resolve(state, entry)
    if hand is None:
        return
    for player in state.seats:
        side = state.pairs.side(player)
        yield Tally(player, "won" if side == hand.winner else "lost")
        if side == hand.declaring:
            yield Tally(player, "failed" if hand.penalty else "made")
        if side == hand.winner and hand.over in SLAMS:
            yield Tally(player, "slams")
    for name, count in entry.honours.items():
        yield Tally(state.names.index(name), "honours", count)
