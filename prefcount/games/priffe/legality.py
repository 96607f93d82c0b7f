"""Whether a hand of Priffe can be: entries become hands, or all their problems at once (section 1.1)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem
from prefcount.games.priffe.entries import Contract, PairsEntry, PriffeHandEntry, RubberEntry, Side
from prefcount.games.priffe.state import BOTH, NUMBERS, OVER, Partnership, PriffeState, X, on_side, other
from prefcount.games.state import Resolved, by_player, dealer_named, over_problems, player_number

ALL_TRICKS = 13
HONOURS = 4
BOOK = 6
"""Tricks that earn nothing; the side with more good ones wins the hand."""
NOLLS = ("noll", "forced_noll")
SESSION_OVER = N_("the session is over ({reason}); no more hands")


class PriffeHand(NamedTuple):
    """A hand that can be.

    Attributes:
        contract: diamonds, hearts, noll, play or forced_noll.
        declaring: the side that plays it, or None in a forced Noll.
        tricks_x: tricks of side X; Y has the other ones of thirteen.
        honours: honours of X's and of Y's two players.
    """

    contract: Contract
    declaring: int | None
    tricks_x: int
    honours: tuple[tuple[int, int], tuple[int, int]]

    def tricks(self, side: int) -> int:
        """What a side took."""
        return self.tricks_x if side == X else ALL_TRICKS - self.tricks_x

    def good(self, side: int) -> int:
        """Tricks that are good for a side: in Noll those of the other side."""
        return self.tricks(other(side) if self.contract in NOLLS else side)

    @property
    def winner(self) -> int:
        """The side with seven or more good tricks."""
        return next(side for side in BOTH if self.good(side) > BOOK)

    @property
    def over(self) -> int:
        """The winner's good tricks over six, 1 to 7."""
        return self.good(self.winner) - BOOK

    @property
    def penalty(self) -> bool:
        """Whether the declaring side lost, so that the points of the tricks are doubled."""
        return self.declaring is not None and self.winner != self.declaring


def _declarer_problems(entry: PriffeHandEntry) -> Iterator[Problem]:
    if entry.contract == "forced_noll" and entry.declarer is not None:
        sentence = N_(
            "nobody plays a forced Noll; leave the declaring side out, or write the contract “noll”"
        )
        yield problem("declarer", sentence)
    if entry.contract != "forced_noll" and entry.declarer is None:
        sentence = N_("is missing: say which side, X or Y, plays “{contract}”")
        yield problem("declarer", sentence, contract=entry.contract)


def resolve(state: PriffeState, entry: PriffeHandEntry) -> Resolved[PriffeHand]:
    """The hand that an entry describes at this point of the session, or None and all its problems."""
    problems = over_problems(state, OVER, SESSION_OVER)
    problems += dealer_named(state, entry)[1]
    problems += _declarer_problems(entry)
    total = sum(entry.tricks.values())
    if len(entry.tricks) == len(BOTH) and total != ALL_TRICKS:
        sentence = N_("add up to {given}, not 13; those of one side are enough")
        problems.append(problem("tricks", sentence, given=total))
    held, unknown = by_player(state, "honours", entry.honours)
    problems += unknown
    total = sum(entry.honours.values())
    if total > HONOURS:
        problems.append(problem("honours", N_("are {given}; there are only 4 honours"), given=total))
    if problems:
        return None, problems
    declaring = None if entry.declarer is None else NUMBERS[entry.declarer]
    taken = entry.tricks["X"] if "X" in entry.tricks else ALL_TRICKS - entry.tricks["Y"]
    x, y = ((held.get(one, 0), held.get(two, 0)) for one, two in map(state.pairs.of, BOTH))
    return PriffeHand(entry.contract, declaring, taken, (x, y)), []


def new_pairs(state: PriffeState, sides: Mapping[Side, tuple[str, str]]) -> Resolved[Partnership]:
    """The partnerships that an entry names; two who play together fix the other two."""
    problems: list[Problem] = []
    named: dict[str, tuple[int, int]] = {}
    for side, people in sides.items():
        (one, unknown), (two, unknown_too) = (player_number(state, f"sides.{side}", name) for name in people)
        problems += unknown + unknown_too
        if one is not None and two is not None:
            named[side] = (one, two)
    if problems:
        return None, problems
    players = [player for pair in named.values() for player in pair]
    if len(set(players)) != len(players):
        return None, [problem("sides", N_("name a player twice; two play against the other two"))]
    first, pair = next(iter(named.items()))
    return on_side(NUMBERS[first], *pair), []


def fresh_problems(state: PriffeState, entry: PairsEntry | RubberEntry) -> list[Problem]:
    """Why a rubber cannot begin here: it has begun already, or the session is over."""
    problems = over_problems(state, OVER, SESSION_OVER)
    if not problems and not state.untouched:
        sentence = (
            N_("the rubber has begun; partners change only before its first hand")
            if isinstance(entry, PairsEntry)
            else N_("a rubber is in progress; bring one forward before its first hand")
        )
        problems.append(problem("", sentence))
    return problems
