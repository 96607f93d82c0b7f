"""Whether a hand of Priffe can be: entries become hands, or all their problems at once (section 1.1)."""

from collections.abc import Mapping

from prefcount.games.player_names import player_number
from prefcount.games.priffe.entries import PairsEntry, PriffeHandEntry, RubberEntry, Side
from prefcount.games.priffe.partnerships import BOTH, NUMBERS, Partnership, on_side
from prefcount.games.priffe.phrases import OVER
from prefcount.games.priffe.scoring import ALL_TRICKS, FORCED, HONOURS, PriffeHand
from prefcount.games.priffe.state import PriffeState
from prefcount.i18n import N_, text
from prefcount.problems import Problem, problem


def resolve(state: PriffeState, entry: PriffeHandEntry) -> tuple[PriffeHand | None, int, list[Problem]]:
    """The hand that an entry describes at this point of the session, or None; who dealt; and all problems."""
    found = over_problems(state)
    given = None if entry.dealer is None else player_number(state, "dealer", entry.dealer, found)
    dealer = state.dealer if given is None else given
    declaring = _declaring(entry, found)
    tricks = _tricks_of_x(entry.tricks, found)
    honours = _honours(state, entry, found)
    if found or tricks is None:
        return None, dealer, found
    return PriffeHand(entry.contract, declaring, tricks, honours), dealer, found


def over_problems(state: PriffeState) -> list[Problem]:
    """Why nothing can be played any more."""
    if not state.over:
        return []
    said = N_("the session is over ({reason}); no more hands")
    return [problem("", said, reason=text(OVER[state.over]))]


def _declaring(entry: PriffeHandEntry, found: list[Problem]) -> int | None:
    if entry.contract == FORCED and entry.declarer is not None:
        said = N_("nobody plays a forced Noll; leave the declaring side out, or write the contract “noll”")
        found.append(problem("declarer", said))
    if entry.contract != FORCED and entry.declarer is None:
        said = N_("is missing: say which side, X or Y, plays “{contract}”")
        found.append(problem("declarer", said, contract=entry.contract))
    return None if entry.declarer is None else NUMBERS[entry.declarer]


def _tricks_of_x(tricks: Mapping[Side, int], found: list[Problem]) -> int | None:
    if len(tricks) == len(BOTH) and sum(tricks.values()) != ALL_TRICKS:
        said = N_("sum to {given}, not to 13; those of one side are enough")
        found.append(problem("tricks", said, given=sum(tricks.values())))
        return None
    if "X" in tricks:
        return tricks["X"]
    return ALL_TRICKS - next(iter(tricks.values()))


def _honours(
    state: PriffeState, entry: PriffeHandEntry, found: list[Problem]
) -> tuple[tuple[int, int], tuple[int, int]]:
    held: dict[int, int] = {}
    for name, count in entry.honours.items():
        player = player_number(state, "honours", name, found)
        if player is not None:
            held[player] = count
    total = sum(entry.honours.values())
    if total > HONOURS:
        found.append(problem("honours", N_("are {given}; there are only 4 honour cards"), given=total))
    x, y = ((held.get(one, 0), held.get(two, 0)) for one, two in (state.pairs.of(side) for side in BOTH))
    return x, y


def new_pairs(
    state: PriffeState, sides: Mapping[Side, tuple[str, str]], found: list[Problem]
) -> Partnership | None:
    """The partnerships that an entry names; two who play together fix the other two."""
    before = len(found)
    named: dict[str, tuple[int, int]] = {}
    for side, people in sides.items():
        numbers = [player_number(state, f"sides.{side}", name, found) for name in people]
        if numbers[0] is not None and numbers[1] is not None:
            named[side] = (numbers[0], numbers[1])
    if len(found) > before:
        return None
    players = [player for pair in named.values() for player in pair]
    if len(set(players)) != len(players):
        said = N_("name a player twice; two play against the other two")
        found.append(problem("sides", said))
        return None
    first, pair = next(iter(named.items()))
    return on_side(NUMBERS[first], *pair)


def fresh_problems(state: PriffeState, entry: PairsEntry | RubberEntry) -> list[Problem]:
    """Why a rubber cannot begin here: it has begun already, or the session is over."""
    found = over_problems(state)
    if not found and not state.untouched:
        said = (
            N_("the rubber has begun; partners change only before its first hand")
            if isinstance(entry, PairsEntry)
            else N_("a rubber is being played; one that is brought forward comes before its first hand")
        )
        found.append(problem("", said))
    return found
