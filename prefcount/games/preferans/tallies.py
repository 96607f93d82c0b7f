"""What is counted over years of Preferans: contracts by level, misères, whists, raspasy."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from prefcount.base.i18n import N_, text
from prefcount.entries.models import Entry
from prefcount.games.game import Measure, Tally, by_contract
from prefcount.games.preferans.hands import (
    ALL_TRICKS,
    LEVELS,
    Contract,
    ContractHand,
    MisereHand,
    RaspasyHand,
)
from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.settlement import whist_divisor
from prefcount.games.preferans.state import DUMP, PreferansState
from prefcount.games.state import Seats, TransitionFacts
from prefcount.ledger.settle import ScaledResults
from prefcount.ledger.sheet import Posting

_MISERES, _WHISTS, _RASPASY = text(N_("Misères")), text(N_("Whists")), text(N_("Raspasy"))

MOST_KEPT = 10_000
"""How many hands are remembered with what they are counted as; equal ones are counted as the same."""

_tally = lru_cache(maxsize=MOST_KEPT)(Tally)
"""A tally that is the same object as equal ones: a few hundred make up all hands, and stay at hand."""


def measures() -> tuple[Measure, ...]:
    """The columns of the statistics, group by group.

    A contract that is left is a failed one; the tricks of a lone whister are
    those of both defenders; a raspasy is worth what it wrote at the table of that hand, in whists, and also
    counts for a dealer who sits out, whose tricks are none.
    """
    return (
        *by_contract(text(N_("Contracts made/played")), "made", LEVELS, "failed"),
        *by_contract(text(N_("Made with both passing")), "passed", LEVELS),
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


def tallies(state: PreferansState, entry: Entry, transition: TransitionFacts) -> Sequence[Tally]:
    """What a hand adds to the statistics, given the table before it."""
    hand = transition.hand
    if isinstance(hand, ContractHand):
        tallied = _contract(hand._replace(contract=Contract(hand.level), value=0, talon_units=0, factor=1))
        missing = _undertricks(state.rules, transition.postings) if "whist" in hand.calls else {}
        return (*tallied, *missing.values()) if missing else tallied
    if isinstance(hand, MisereHand):
        declarer = hand.roles.declarer
        return (
            Tally(declarer, "misere_made" if hand.made else "misere_failed"),
            Tally(declarer, "misere_tricks", hand.taken),
        )
    if isinstance(hand, RaspasyHand):
        idle = state.table.seats.idle(hand.dealer)  # only leads the talon, without a hand to play
        return _raspasy(
            state.seats,
            ScaledResults(transition.worth, whist_divisor(state.rules, state.table.seats)),
            tuple([each for each in hand.tricks if each[0] != idle]),
            state.left,
        )
    return ()


@lru_cache(maxsize=MOST_KEPT)
def _contract(hand: ContractHand) -> Sequence[Tally]:
    """All that a contract is counted as; neither its suit nor what its table writes for it matters."""
    keys = ["made" if hand.made else "failed"]
    if hand.made and not hand.played and "half" not in hand.calls:
        keys.append("passed")
    if hand.left_without:
        keys.append("left")
    of_declarer = [
        _tally(hand.roles.declarer, counted) for key in keys for counted in (key, f"{key}_{hand.level}")
    ]
    return (*of_declarer, *_whists(hand))


def _whists(hand: ContractHand) -> Iterator[Tally]:
    whisters = hand.whisters
    for player in whisters:
        taken = hand.own(player) if len(whisters) == 2 else ALL_TRICKS - hand.taken
        yield _tally(player, "whisted")
        yield _tally(player, "whist_tricks", taken)
    if "half" in hand.calls and "pass" in hand.calls and not whisters:
        yield _tally(hand.roles.second, "half_whists")


def _undertricks(rules: PreferansRules, postings: Iterable[Posting]) -> Mapping[int, Tally]:
    """Undertricks that whisters paid for, by player; a table without a dump writes one on several players."""
    by_owner: dict[int, Tally] = {}
    keeps_dump = rules.dump_points == DUMP
    for posting in postings:
        if keeps_dump and posting.account.column != DUMP:
            continue
        original = posting.original
        if original.reason.rule == "whist_undertrick":
            missing, owner = original.reason.figures["count"], original.account.owner
            assert isinstance(missing, int | Fraction), "undertricks are counted"
            by_owner[owner] = _tally(owner, "whist_undertricks", missing)
    return by_owner


@lru_cache(maxsize=MOST_KEPT)
def _raspasy(
    seats: Seats, worth: ScaledResults, tricks: Sequence[tuple[int, int]], left: tuple[int, ...]
) -> Sequence[Tally]:
    """All that a raspasy is counted as, given what it was worth to everybody who has not left."""
    tallied: list[Tally] = []
    for player, amount in zip(seats, worth.exact, strict=True):
        if player not in left:
            tallied += [_tally(player, "raspasy"), _tally(player, "raspasy_result", amount)]
    for player, taken in tricks:
        tallied += [_tally(player, "raspasy_played"), _tally(player, "raspasy_tricks", taken)]
        if taken == 0:
            tallied.append(_tally(player, "raspasy_zero"))
    return tuple(tallied)
