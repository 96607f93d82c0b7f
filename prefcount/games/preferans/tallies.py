"""What is counted over years of Preferans: contracts by level, misères, whists, raspasy."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from prefcount.entries.base import Entry
from prefcount.games.measures import Measure, Tally, by_contract
from prefcount.games.preferans.contract import HALF, LEVELS, PASS
from prefcount.games.preferans.hands import ContractHand, MisereHand, RaspasyHand
from prefcount.games.preferans.settlement import worth
from prefcount.games.preferans.state import PreferansState
from prefcount.i18n import N_, text
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Posting

_MISERES, _WHISTS, _RASPASY = text(N_("Misères")), text(N_("Whists")), text(N_("Raspasy"))

MEASURES: tuple[Measure, ...] = (
    *by_contract(text(N_("Contracts made, of those played")), "made", LEVELS, "failed"),
    *by_contract(text(N_("Of those made both passed")), "passed", LEVELS),
    Measure("misere_made", _MISERES, text(N_("made"))),
    Measure("misere_failed", _MISERES, text(N_("failed"))),
    Measure("misere_tricks", _MISERES, text(N_("tricks"))),
    Measure("whisted", _WHISTS, text(N_("times"))),
    Measure("whist_tricks", _WHISTS, text(N_("tricks"))),
    Measure("whist_tricks", _WHISTS, text(N_("tricks each")), "whisted", "whist_tricks_each"),
    Measure("whist_undertricks", _WHISTS, text(N_("undertricks"))),
    Measure("half_whists", _WHISTS, text(N_("half"))),
    Measure("raspasy", _RASPASY, text(N_("hands"))),
    Measure("raspasy_result", _RASPASY, text(N_("result")), signed=True),
    Measure(
        "raspasy_result", _RASPASY, text(N_("result each")), "raspasy", "raspasy_result_each", signed=True
    ),
    Measure("raspasy_tricks", _RASPASY, text(N_("tricks each")), "raspasy_played", "raspasy_tricks_each"),
    Measure("raspasy_zero", _RASPASY, text(N_("no trick"))),
)
"""The tables of the statistics. A contract that is left is a failed one; the tricks of a lone whister are
those of both defenders; a raspasy is worth what it wrote at the table of that hand, in whists, and also
counts for a dealer who sits out, whose tricks are none."""


def measures() -> tuple[Measure, ...]:
    """The columns of the statistics, group by group."""
    return MEASURES


def tallies(
    state: PreferansState, entry: Entry, hand: object, postings: Sequence[Posting]
) -> Iterator[Tally]:
    """What a hand adds to the statistics, given the table before it and its postings."""
    if isinstance(hand, ContractHand):
        yield from _contract(hand)
        yield from _whists(hand, postings)
    elif isinstance(hand, MisereHand):
        yield Tally(hand.roles.declarer, "misere_made" if hand.made else "misere_failed")
        yield Tally(hand.roles.declarer, "misere_tricks", hand.taken)
    elif isinstance(hand, RaspasyHand):
        yield from _raspasy(state, hand, postings)


def _contract(hand: ContractHand) -> Iterator[Tally]:
    keys = ["made" if hand.made else "failed"]
    if hand.made and not hand.played and HALF not in hand.calls:
        keys.append("passed")
    if hand.left_without:
        keys.append("left")
    for key in keys:
        yield Tally(hand.roles.declarer, key)
        yield Tally(hand.roles.declarer, f"{key}_{hand.level}")


def _whists(hand: ContractHand, postings: Sequence[Posting]) -> Iterator[Tally]:
    whisters = hand.whisters
    for player in whisters:
        yield Tally(player, "whisted")
        yield Tally(player, "whist_tricks", hand.own(player) if len(whisters) == 2 else 10 - hand.taken)
    for player, missing in _undertricks(postings).items():
        yield Tally(player, "whist_undertricks", missing)
    if HALF in hand.calls and PASS in hand.calls and not whisters:
        yield Tally(hand.roles.second, "half_whists")


def _undertricks(postings: Sequence[Posting]) -> dict[int, Amount]:
    """Undertricks that whisters paid for; a table without a dump writes one by one on several players."""
    found: dict[int, Amount] = {}
    for posting in postings:
        original = posting.original
        if original.reason.rule == "whist_undertrick":
            missing = original.reason.figures[0]
            assert isinstance(missing, int | Fraction), "undertricks are counted"
            found[original.account.owner] = missing
    return found


def _raspasy(state: PreferansState, hand: RaspasyHand, postings: Sequence[Posting]) -> Iterator[Tally]:
    for player, whists in zip(state.seats, worth(state, postings), strict=True):
        yield Tally(player, "raspasy")
        yield Tally(player, "raspasy_result", whists)
    for player, tricks in hand.tricks:
        yield Tally(player, "raspasy_played")
        yield Tally(player, "raspasy_tricks", tricks)
        if tricks == 0:
            yield Tally(player, "raspasy_zero")
