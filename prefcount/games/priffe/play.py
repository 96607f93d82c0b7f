"""What a hand of Priffe writes and leads to: points, a game won, a rubber over (sections 1.2 to 1.4)."""

from collections.abc import Iterator
from typing import NamedTuple

from prefcount.base.i18n import text
from prefcount.games.priffe.entries import PriffeHandEntry
from prefcount.games.priffe.legality import FORCED, HONOURS, NOLLS, PriffeHand, resolve
from prefcount.games.priffe.options import PriffeRules
from prefcount.games.priffe.phrases import CONTRACTS
from prefcount.games.priffe.settlement import parts
from prefcount.games.priffe.state import (
    BONUS,
    BOTH,
    GAMES,
    GAMES_TO_WIN,
    LINE,
    OF_SIDES,
    PAST,
    POINTS,
    POINTS_PER_TEN,
    PriffeState,
    other,
    scheduled,
)
from prefcount.games.protocol.state import Transition
from prefcount.games.shared.player_names import dealer_named
from prefcount.ledger.amount import Amount, divided
from prefcount.ledger.postings import Account, Posting, Reason, figures_of, only_amounts

A_TRICK = 10
SLAMS = {6: ("little_slam", 10), 7: ("big_slam", 20)}
"""By how many tricks over six: the slam and its bonus, which a penalty doubles."""
FIRST_GAME_BONUS, SECOND_GAME_BONUS = 10, 20
"""What the first and the second game of a side bring besides."""


def hand_postings(rules: PriffeRules, hand: PriffeHand) -> tuple[Posting, ...]:
    """Everything that a hand writes; what it leads to, such as a game won, is not part of it."""
    return (*_tricks(hand), *_slam(rules, hand), *_honours(rules, hand))


def _bonus(side: int, amount: int, rule: str, **figures: int) -> Posting:
    return Posting(Account(BONUS, side), amount, Reason(rule, figures))


def _tricks(hand: PriffeHand) -> Iterator[Posting]:
    winner, over = hand.winner, hand.over
    reason = Reason(
        "noll_tricks" if hand.contract in NOLLS else "tricks",
        {"count": over, "price": A_TRICK, "contract": text(CONTRACTS[hand.contract])},
    )
    yield Posting(Account(LINE, winner), A_TRICK * over, reason)
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


class Stage(NamedTuple):
    """A transition in the making: the state it has led to so far, and what was written on the way."""

    state: PriffeState
    postings: tuple[Posting, ...] = ()


def written(state: PriffeState, postings: Iterator[Posting] | tuple[Posting, ...]) -> Stage:
    """The state with postings on its sheet."""
    kept = only_amounts(postings)
    return Stage(state._replace(sheet=state.sheet.after(kept)), kept)


def game_decided(state: PriffeState, side: int) -> Stage:
    """The state once it is clear whether `side` has won a game by its new points, and the rubber with it."""
    if state.line(side) < state.limit(side):
        return Stage(state)
    game = written(state, tuple(_game(state, side)))
    if game.state.won(side) < GAMES_TO_WIN:
        return game
    rubber = finished(game.state)
    return Stage(rubber.state, game.postings + rubber.postings)


def _game(state: PriffeState, side: int) -> Iterator[Posting]:
    """The line is drawn: what counted towards the game stays in the rubber's total, and a bonus with it."""
    first = not state.won(side)
    number, bonus = (1, FIRST_GAME_BONUS) if first else (2, SECOND_GAME_BONUS)
    yield Posting(Account(GAMES, side), 1, Reason("game", {"number": number}))
    yield from _moved(state, side, "game_line")
    yield Posting(Account(PAST, side), bonus, Reason("game_bonus", {"number": number, "value": bonus}))
    if state.rules.reset_other_side:
        yield from _moved(state, other(side), "game_reset")


def _moved(state: PriffeState, side: int, rule: str) -> Iterator[Posting]:
    line = state.line(side)
    yield Posting(Account(LINE, side), -line, Reason(rule, {"value": line}, closes=True))
    yield Posting(Account(PAST, side), line, Reason(f"{rule}_kept", {"value": line}))


def finished(state: PriffeState) -> Stage:
    """The rubber is over: points for everybody, empty columns, the next partnerships of the schedule."""
    ending = written(state, (*_points(state), *_cleared(state)))
    number = state.rubber + 1
    following = ending.state._replace(pairs=scheduled(number, state.first), rubber=number, fresh=True)
    return Stage(following, ending.postings)


def _points(state: PriffeState) -> Iterator[Posting]:
    totals = {side: state.total(side) for side in BOTH}
    for player in state.seats:
        side = state.pairs.side(player)
        reason = Reason(
            "rubber_points",
            {"number": state.rubber + 1, "total": totals[side], "against": totals[other(side)]},
        )
        yield Posting(Account(POINTS, player), individual(totals, side), reason)


def individual(totals: dict[int, Amount], side: int) -> Amount:
    """d: what each player of a side gets for these totals; the players of the other side lose as much."""
    return divided(totals[side] - totals[other(side)], POINTS_PER_TEN)


def _cleared(state: PriffeState) -> Iterator[Posting]:
    for side in BOTH:
        for column in OF_SIDES:
            account = Account(column, side)
            reason = Reason("rubber_over", {"number": state.rubber + 1}, closes=True)
            yield Posting(account, -state.sheet[account], reason)


def whole_rubber(state: PriffeState, x: int, y: int) -> Stage:
    """A rubber that is brought forward with its totals."""
    totals = zip(BOTH, (x, y), strict=True)
    postings = tuple(Posting(Account(BONUS, side), total, Reason("sheet")) for side, total in totals)
    brought = written(state, postings)
    ended = finished(brought.state)
    return Stage(ended.state, brought.postings + ended.postings)


def transition(before: PriffeState, *done: Stage) -> Transition[PriffeState]:
    """The transition that leads from a state through what was done, one after the other."""
    postings = tuple(posting for stage in done for posting in stage.postings)
    return Transition(done[-1].state, postings, (), parts(before, figures_of(postings)))


def play_hand(state: PriffeState, entry: PriffeHandEntry) -> Transition[PriffeState]:
    """The transition of a hand, or all its problems."""
    hand, problems = resolve(state, entry)
    if hand is None:
        return Transition(state, (), tuple(problems))
    dealer, _problems = dealer_named(state, entry)
    after = state._replace(dealer=state.order.after(dealer), hands=state.hands + 1, fresh=False)
    scored = written(after, hand_postings(state.rules, hand))
    return transition(state, scored, game_decided(scored.state, hand.winner))._replace(hand=hand)
