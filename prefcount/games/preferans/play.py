"""One hand played: resolved, scored, full pools closed, and what the table knows afterwards.

The postings of a hand depend on rules, players, dealer and declarer, the row of raspasy, and a bomb that is
used up. Only the effect of a full pool on a gain depends on the sheet. So the effects of legal hands are
remembered: a correction plays all hands after it again, and an archive has many equal hands.

Source: rule book, sections 4 (the row of raspasy, rotation), 5 and 7; fine print 8, 21 and 23.
"""

from collections.abc import Iterator
from typing import NamedTuple

from prefcount.base.problems import problem
from prefcount.games.preferans.entries import Hand
from prefcount.games.preferans.hands import (
    ContractHand,
    HandPlayed,
    MisereHand,
    RaspasyHand,
)
from prefcount.games.preferans.legality import resolve_hand
from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.phrases import HAS_LEFT
from prefcount.games.preferans.pool_gains import Gains, as_written, gains_of, resolve_gains
from prefcount.games.preferans.scoring import score_contract, score_misere, score_raspasy
from prefcount.games.preferans.settlement import added, parts
from prefcount.games.preferans.state import DUMPS, PreferansState, full_pools
from prefcount.games.state import Transition
from prefcount.ledger.sheet import NOBODY, Amount, Posting, Reason, exact, figures_of, only_amounts


class Effect(NamedTuple):
    """The part of a hand that does not depend on the figures of the sheet.

    Attributes:
        rules: the rules it was scored by; keeping them here means that no other rules get their `id`.
        hand: the resolved hand.
        postings: the postings in the columns that the table keeps.
        gains: the pool points that each player gained, clockwise from the first hand.
        worth: the worth of the postings in seat order, in the parts of `ScaledResults.parts`.
    """

    rules: PreferansRules
    hand: HandPlayed
    postings: tuple[Posting, ...]
    gains: Gains
    worth: tuple[Amount, ...]


MAX_REMEMBERED = 30_000
"""Number of hands to remember; a full memory is emptied, which only costs time."""

_remembered: dict[tuple[object, ...], Effect] = {}
"""Effects of legal hands by `_key`; tables with equal rules share one object of them."""


def play_hand(state: PreferansState, entry: Hand) -> Transition[PreferansState]:
    """Return the transition of a contract, a misère or a raspasy, or all the problems of its entry."""
    if state.left:
        return _without_those_who_left(state, entry)
    dealer = state.dealer
    if entry.dealer is not None:
        dealer = state.names.index(entry.dealer) if entry.dealer in state.names else NOBODY
    key = _key(state, entry, dealer)
    # A key of three players does not tell an unknown dealer from others.
    effect = None if state.over or dealer == NOBODY else _remembered.get(key)
    if effect is None:
        hand, problems = resolve_hand(state, entry)
        if hand is None:
            return Transition(state, (), tuple(problems))
        if len(_remembered) >= MAX_REMEMBERED:
            _remembered.clear()
        effect = _remembered[key] = _effect(state, hand, dealer)
    return _transition(state, entry, dealer, effect)


def _without_those_who_left(state: PreferansState, entry: Hand) -> Transition[PreferansState]:
    """The transition of a hand at a table that some have left, who have no part in it."""
    declarer = () if entry.kind == "raspasy" else (entry.declarer,)
    calls = entry.calls or () if entry.kind == "game" else ()
    named = {*declarer, *calls, *(entry.tricks or ()), entry.dealer}
    gone = [state.names[player] for player in state.left]
    problems = [problem("", HAS_LEFT, name=name) for name in gone if name in named]
    if problems:
        return Transition(state, (), tuple(problems))
    done = play_hand(state.table, entry)
    if done.problems:
        return Transition(state, (), done.problems)
    worth = dict(zip(done.state.seats, done.worth, strict=True))
    return done._replace(
        state=done.state._replace(seats=state.seats, left=state.left),
        worth=tuple([worth.get(player, 0) for player in state.seats]),
    )


def _key(state: PreferansState, entry: Hand, dealer: int) -> tuple[object, ...]:
    """Return everything that the effect of a legal hand depends on, players by their numbers.

    Tricks and calls of unknown names make their count too large for a legal hand.
    """
    names, seats, rules, tricks = state.names, state.seats, state.rules, entry.tricks or {}
    taken = (len(tricks), *map(tricks.get, names))
    if entry.kind == "raspasy":
        return (id(rules), seats, taken, dealer, state.row, entry.factor)
    declarer = names.index(entry.declarer) if entry.declarer in names else NOBODY
    idle = seats.idle(dealer)
    bomb = rules.bombs and state.bombs[declarer] > 0
    table = (id(rules), seats, taken, declarer, idle, bomb, entry.talon, entry.blind, entry.factor)
    if entry.kind == "misere":
        return table
    calls = entry.calls or {}
    return (table, entry.contract, entry.left_without, len(calls), *map(calls.get, names))


def _effect(state: PreferansState, hand: HandPlayed, dealer: int) -> Effect:
    scored = only_amounts(_scored(state, hand))
    postings = as_written(state, scored)
    gains = gains_of(scored, state.seats.from_first_hand(dealer))
    return Effect(state.rules, hand, postings, gains, parts(state, figures_of(postings)))


def _transition(
    state: PreferansState, entry: Hand, dealer: int, effect: Effect
) -> Transition[PreferansState]:
    """The transition of a hand whose effect is known: full pools closed, and the state after it."""
    postings, worth = effect.postings, effect.worth
    sheet = state.sheet.after(postings)
    raspasy = entry.kind == "raspasy"
    stayed = _stayed(state, dealer) if raspasy else 0
    further = resolve_gains(state, sheet, effect.gains) if effect.gains else []
    if raspasy and not stayed:
        further += _stay_fee(state.rules, dealer)
    if further:
        more = as_written(state, only_amounts(further))
        sheet = sheet.after(more)
        postings, worth = postings + more, added(worth, parts(state, figures_of(more)))
    after = PreferansState(
        names=state.names,
        seats=state.seats,
        rules=state.rules,
        sheet=sheet,
        dealer=dealer if stayed else state.seats.after(dealer),
        last_dealer=dealer,
        hands=state.hands + 1,
        row=_row_after(state, effect.hand),
        bombs=_bombs(state, effect.hand) if state.rules.bombs else state.bombs,
        started=state.started,
        latest=state.latest if entry.at is None else max(entry.at, state.latest or entry.at),
        ended=state.ended,
        stayed=stayed,
        first_dealer=dealer if state.first_dealer == NOBODY else state.first_dealer,
        first_full=state.first_full or full_pools(state, sheet),
    )
    return Transition(after, postings, (), worth, effect.hand)


def _scored(state: PreferansState, hand: HandPlayed) -> list[Posting]:
    """What the rules give for a hand.

    Twice where it uses up a bomb (section 7, fine print 23), and by its own factor (section 13).
    """
    if isinstance(hand, RaspasyHand):
        scored = score_raspasy(state, hand)
    elif isinstance(hand, ContractHand):
        scored = score_contract(state.rules, hand)
    else:
        scored = score_misere(state.rules, hand, tuple(state.seats.others(hand.roles.declarer)))
    if not isinstance(hand, RaspasyHand) and state.rules.bombs and state.bombs[hand.roles.declarer] > 0:
        scored = [_times(2, each, Reason("bomb", of=each)) for each in scored]
    if hand.factor != 1:
        figures = {"factor": hand.factor}
        scored = [_times(hand.factor, each, Reason("factor", figures, of=each)) for each in scored]
    return scored


def _times(factor: int, posting: Posting, reason: Reason) -> Posting:
    return posting._replace(amount=exact(factor * posting.amount), reason=reason)


def _row_after(state: PreferansState, hand: HandPlayed) -> int:
    """Return the number of raspasy in a row after a hand."""
    if isinstance(hand, RaspasyHand):
        return state.row + 1
    options = state.rules.raspasy
    if isinstance(hand, MisereHand):
        ends_row = options.misere_resets == "any" or (options.misere_resets == "made" and hand.made)
    else:
        ends_row = options.reset == "any_hand" or (hand.made and (hand.played or options.reset == "made"))
    return 0 if ends_row else state.row


def _stayed(state: PreferansState, dealer: int) -> int:
    """How many raspasy of this dealer the deal has stayed for, or 0 if it moves on (section 13)."""
    options = state.rules.raspasy
    if options.rotation != "stays":
        return 0
    dealt = 1 + (state.stayed if dealer == state.last_dealer else 0)
    return 0 if options.stays_at_most and dealt >= options.stays_at_most else dealt


def _stay_fee(rules: PreferansRules, dealer: int) -> Iterator[Posting]:
    """What a dealer writes from whom the deal, which stays at raspasy, moves on after too many of them."""
    fee = rules.raspasy.stay_fee
    if rules.raspasy.rotation == "stays" and fee:
        yield Posting(DUMPS[dealer], fee, Reason("stay_fee", {"points": fee}))


def _bombs(state: PreferansState, hand: HandPlayed) -> tuple[int, ...]:
    """A raspasy gives everybody a bomb; another hand uses up one of its declarer."""
    if isinstance(hand, RaspasyHand):
        return tuple(count + (player in state.seats) for player, count in enumerate(state.bombs))
    declarer = hand.roles.declarer
    return tuple(max(0, count - (player == declarer)) for player, count in enumerate(state.bombs))
