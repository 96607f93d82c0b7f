"""Whether a hand of Priffe can be: entries become hands, or all their problems at once (section 1.1)."""

from collections.abc import Iterator, Mapping

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem
from prefcount.games.priffe.entries import PairsEntry, PriffeHandEntry, RubberEntry, Side
from prefcount.games.priffe.partnerships import BOTH, NUMBERS, Partnership, on_side
from prefcount.games.priffe.phrases import OVER
from prefcount.games.priffe.scoring import ALL_TRICKS, FORCED, HONOURS, PriffeHand
from prefcount.games.priffe.state import PriffeState
from prefcount.games.shared.player_names import Resolved, dealer_named, over_problems, player_number

SESSION_OVER = N_("the session is over ({reason}); no more hands")


def resolve(state: PriffeState, entry: PriffeHandEntry) -> Resolved[PriffeHand]:
    """The hand that an entry describes at this point of the session, or None and all its problems."""
    _dealer, unknown_dealer = dealer_named(state, entry)
    honours, honour_problems = _honours(state, entry)
    found = [
        *over_problems(state, OVER, SESSION_OVER),
        *unknown_dealer,
        *_declarer_problems(entry),
        *_trick_problems(entry.tricks),
        *honour_problems,
    ]
    if found:
        return None, found
    declaring = None if entry.declarer is None else NUMBERS[entry.declarer]
    taken = entry.tricks["X"] if "X" in entry.tricks else ALL_TRICKS - entry.tricks["Y"]
    return PriffeHand(entry.contract, declaring, taken, honours), []


def _declarer_problems(entry: PriffeHandEntry) -> Iterator[Problem]:
    if entry.contract == FORCED and entry.declarer is not None:
        said = N_("nobody plays a forced Noll; leave the declaring side out, or write the contract “noll”")
        yield problem("declarer", said)
    if entry.contract != FORCED and entry.declarer is None:
        said = N_("is missing: say which side, X or Y, plays “{contract}”")
        yield problem("declarer", said, contract=entry.contract)


def _trick_problems(tricks: Mapping[Side, int]) -> Iterator[Problem]:
    if len(tricks) == len(BOTH) and sum(tricks.values()) != ALL_TRICKS:
        said = N_("add up to {given}, not 13; those of one side are enough")
        yield problem("tricks", said, given=sum(tricks.values()))


def _honours(
    state: PriffeState, entry: PriffeHandEntry
) -> tuple[tuple[tuple[int, int], tuple[int, int]], list[Problem]]:
    """The honours of X's and of Y's two players, and why they cannot be."""
    held: dict[int, int] = {}
    found: list[Problem] = []
    for name, count in entry.honours.items():
        player, problems = player_number(state, "honours", name)
        found += problems
        if player is not None:
            held[player] = count
    total = sum(entry.honours.values())
    if total > HONOURS:
        found.append(problem("honours", N_("are {given}; there are only 4 honours"), given=total))
    x, y = ((held.get(one, 0), held.get(two, 0)) for one, two in (state.pairs.of(side) for side in BOTH))
    return (x, y), found


def new_pairs(state: PriffeState, sides: Mapping[Side, tuple[str, str]]) -> Resolved[Partnership]:
    """The partnerships that an entry names; two who play together fix the other two."""
    found: list[Problem] = []
    named: dict[str, tuple[int, int]] = {}
    for side, people in sides.items():
        (one, unknown), (two, unknown_too) = (player_number(state, f"sides.{side}", name) for name in people)
        found += unknown + unknown_too
        if one is not None and two is not None:
            named[side] = (one, two)
    if found:
        return None, found
    players = [player for pair in named.values() for player in pair]
    if len(set(players)) != len(players):
        return None, [problem("sides", N_("name a player twice; two play against the other two"))]
    first, pair = next(iter(named.items()))
    return on_side(NUMBERS[first], *pair), []


def fresh_problems(state: PriffeState, entry: PairsEntry | RubberEntry) -> list[Problem]:
    """Why a rubber cannot begin here: it has begun already, or the session is over."""
    found = over_problems(state, OVER, SESSION_OVER)
    if not found and not state.untouched:
        said = (
            N_("the rubber has begun; partners change only before its first hand")
            if isinstance(entry, PairsEntry)
            else N_("a rubber is in progress; bring one forward before its first hand")
        )
        found.append(problem("", said))
    return found
