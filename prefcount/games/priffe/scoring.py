"""The points of a hand (section 1.2), as pure functions of rules and hand."""

from collections.abc import Iterator
from typing import NamedTuple

from prefcount.base.i18n import text
from prefcount.games.priffe.options import PriffeRules
from prefcount.games.priffe.partnerships import BOTH, X, other
from prefcount.games.priffe.phrases import CONTRACTS
from prefcount.games.priffe.state import BONUS, LINE, side_account
from prefcount.ledger.postings import Posting, Reason

ALL_TRICKS = 13
HONOURS = 4
BOOK = 6
"""Tricks that earn nothing; the side with more good ones wins the hand."""
A_TRICK = 10
SLAMS = {6: ("little_slam", 10), 7: ("big_slam", 20)}
"""By how many tricks over six: the slam and its bonus, which a penalty doubles."""
NOLLS = ("noll", "forced_noll")
FORCED = "forced_noll"


class PriffeHand(NamedTuple):
    """A hand that can be.

    Attributes:
        contract: diamonds, hearts, noll, play or forced_noll.
        declaring: the side that plays it, or None in a forced Noll.
        tricks_x: tricks of side X; Y has the other ones of thirteen.
        honours: honours of X's and of Y's two players.
    """

    contract: str
    declaring: int | None
    tricks_x: int
    honours: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))

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


def hand_postings(rules: PriffeRules, hand: PriffeHand) -> tuple[Posting, ...]:
    """Everything that a hand writes; what it leads to, such as a game won, is not part of it."""
    return (*_tricks(hand), *_slam(rules, hand), *_honours(rules, hand))


def _bonus(side: int, amount: int, rule: str, **figures: int) -> Posting:
    return Posting(side_account(BONUS, side), amount, Reason(rule, figures))


def _tricks(hand: PriffeHand) -> Iterator[Posting]:
    winner, over = hand.winner, hand.over
    reason = Reason(
        "noll_tricks" if hand.contract in NOLLS else "tricks",
        {"count": over, "price": A_TRICK, "contract": text(CONTRACTS[hand.contract])},
    )
    yield Posting(side_account(LINE, winner), A_TRICK * over, reason)
    if hand.penalty:
        yield _bonus(winner, A_TRICK * over, "penalty", count=over, price=A_TRICK)


def _slam(rules: PriffeRules, hand: PriffeHand) -> Iterator[Posting]:
    if hand.over in SLAMS and (rules.noll_slams or hand.contract not in NOLLS):
        rule, value = SLAMS[hand.over]
        if hand.penalty:
            yield _bonus(hand.winner, 2 * value, f"{rule}_penalty", value=2 * value)
        else:
            yield _bonus(hand.winner, value, rule, value=value)


def _honours(rules: PriffeRules, hand: PriffeHand) -> Iterator[Posting]:
    if hand.contract == FORCED and not rules.forced_noll_honours:
        return
    for side, held in zip(BOTH, hand.honours, strict=True):
        value = honours_value(rules, held)
        if value:
            yield _bonus(side, value, "honours", count=sum(held), value=value)


def honours_value(rules: PriffeRules, held: tuple[int, int]) -> int:
    """The bonus of a side whose players hold these honours, by the option `honours`."""
    most, together = max(held), sum(held)
    if most == HONOURS:
        return 50
    if rules.honours == "hand" and most < 3:
        return 0
    return {4: 40, 3: 20}.get(together, 0)
