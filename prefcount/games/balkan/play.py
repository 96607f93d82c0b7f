"""What a hand of Balkan Preferans writes: bule, supe, refe (rules of the relatives, sections 2.3 to 2.5)."""

from collections.abc import Iterable, Iterator
from operator import sub
from typing import NamedTuple

from prefcount.games.balkan.entries import BalkanAllPassEntry, BalkanContractEntry
from prefcount.games.balkan.legality import (
    BETL,
    CALLER,
    FALL,
    FOLLOW,
    KONTRA,
    BalkanContract,
    HandPlayed,
    resolve,
)
from prefcount.games.balkan.phrases import contract_in_words
from prefcount.games.balkan.settlement import sheet_scaled_results
from prefcount.games.balkan.state import BULE, REFE, REFE_OPEN, SUPE, BalkanState
from prefcount.games.protocol.state import Transition
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Account, Posting, Reason, only_amounts

OWN_DUTY, JOINT_DUTY = 2, 4
"""The tricks that a follower needs, and those that both together or a caller needs."""


class Price(NamedTuple):
    """What a hand costs at this table.

    Attributes:
        unit: U, doubled by an open refa.
        left: S, the sum of all bule before the hand.
        bule: what a declarer who passes takes off.
        supe: what a trick of a follower is worth.
    """

    unit: int
    left: Amount
    bule: Amount
    supe: Amount


def hand_postings(state: BalkanState, hand: HandPlayed) -> list[Posting]:
    """The postings of a legal hand at the table before it."""
    if not isinstance(hand, BalkanContract):
        return _refa(state)
    if not hand.played:
        return _unplayed(state, hand)
    price, falls = _priced(state, hand), falling(state, hand)
    if falls:
        price = price._replace(bule=price.unit, supe=price.unit)
    return [
        *_declarer(state, hand, price),
        *(_fall(hand, player, price) for player in falls),
        *_supe(state, hand, price),
        *_refa_used(state, hand),
    ]


def falling(state: BalkanState, hand: BalkanContract) -> tuple[int, ...]:
    """The followers who fall, which none does when the declarer falls."""
    if hand.fell:
        return ()
    kontra, caller = hand.who(KONTRA), hand.who(CALLER)
    if kontra or hand.contract == BETL:
        return kontra
    if caller:
        return caller if hand.total < JOINT_DUTY else ()
    both = len(hand.who(FOLLOW)) == len(hand.followers)
    if both and state.rules.follower_quota == "joint" and hand.total >= JOINT_DUTY:
        return ()
    pairs = zip(hand.followers, hand.roles, hand.tricks, strict=True)
    return tuple(player for player, role, tricks in pairs if role == FOLLOW and tricks < OWN_DUTY)


def _priced(state: BalkanState, hand: BalkanContract) -> Price:
    """The price of a hand in which nobody falls; the last one may be limited to what is left."""
    unit = hand.unit * (2 if state.doubles(hand.declarer) else 1)
    last = state.rules.cap_last_pass and not hand.fell and unit > state.left
    bule = state.left if last else unit
    return Price(unit, state.left, bule, bule if last and state.rules.cap_last_supe else unit)


def _declarer(state: BalkanState, hand: BalkanContract, price: Price) -> Iterator[Posting]:
    account, contract = Account(BULE, hand.declarer), contract_in_words(hand.contract, hand.igra, hand.kontra)
    if not hand.fell:
        rule = "passed" if price.bule == price.unit else "passed_last"
        yield Posting(account, -price.bule, Reason(rule, {"contract": contract, "value": price.bule}))
    elif state.rules.double_fall and price.unit > price.left:
        yield Posting(
            account, 2 * price.unit, Reason("fell_twice", {"contract": contract, "value": price.unit})
        )
    else:
        yield Posting(account, price.unit, Reason("fell", {"contract": contract, "value": price.unit}))


def _fall(hand: BalkanContract, player: int, price: Price) -> Posting:
    """A follower who did not take the tricks that were owed."""
    rule = "follower_fell"
    if player in hand.who(KONTRA):
        rule = "kontra_fell"
    elif player in hand.who(CALLER):
        rule = "caller_fell"
    return Posting(
        Account(BULE, player),
        price.unit,
        Reason(
            rule,
            {"contract": contract_in_words(hand.contract, hand.igra, hand.kontra), "value": price.unit},
            hand.declarer,
        ),
    )


def _supe(state: BalkanState, hand: BalkanContract, price: Price) -> Iterator[Posting]:
    """What the followers write against the declarer; who was called in, or helps, writes nothing."""
    if hand.contract == BETL:
        if hand.fell:
            both = state.rules.betl_kontra == "both"
            writers = hand.followers if both or not hand.kontra else hand.who(KONTRA)
            for player in writers:
                reason = Reason("betl_supe", {"count": FALL, "price": price.supe})
                yield Posting(Account(SUPE, player, hand.declarer), exact(FALL * price.supe), reason)
        return
    for player, role, own in zip(hand.followers, hand.roles, hand.tricks, strict=True):
        if role == FOLLOW:
            yield _written(hand, player, own, price, "supe")
        elif role in (CALLER, KONTRA):
            yield _written(hand, player, hand.total, price, "supe_both")


def _written(hand: BalkanContract, player: int, tricks: int, price: Price, rule: str) -> Posting:
    amount = exact(tricks * price.supe)
    return Posting(
        Account(SUPE, player, hand.declarer), amount, Reason(rule, {"count": tricks, "price": price.supe})
    )


def _refa_used(state: BalkanState, hand: BalkanContract) -> Iterator[Posting]:
    if state.doubles(hand.declarer):
        yield Posting(
            Account(REFE_OPEN, hand.declarer),
            -1,
            Reason("refa_used", {"contract": contract_in_words(hand.contract, hand.igra)}),
        )


def _refa(state: BalkanState) -> list[Posting]:
    """A refa for everybody, if one may be written."""
    if not state.refa_possible:
        return []
    number = state.refe_written + 1
    own = [
        Posting(Account(REFE_OPEN, player), 1, Reason("refa", {"number": number})) for player in state.seats
    ]
    return [*own, Posting(REFE, 1, Reason("refa_written", {"number": number}))]


def _unplayed(state: BalkanState, hand: BalkanContract) -> list[Posting]:
    """A pik that nobody kontras: a refa, or what the table does if none may be written."""
    if state.refa_possible:
        return _refa(state)
    how = state.rules.pik_no_refe
    if how == "void" or (how == "under_hat_only" and state.bule(hand.declarer) >= 0):
        return []
    price = _priced(state, hand)
    reason = Reason("pik_uncontested", {"value": price.bule})
    return [Posting(Account(BULE, hand.declarer), -price.bule, reason), *_refa_used(state, hand)]


def written(state: BalkanState, postings: Iterable[Posting]) -> Transition[BalkanState]:
    """What `postings` add. What they are worth depends on what would be written off after them."""
    kept = only_amounts(postings)
    after = state._replace(sheet=state.sheet.after(kept))
    worth = (
        tuple(map(sub, sheet_scaled_results(after).parts, sheet_scaled_results(state).parts)) if kept else ()
    )
    return Transition(after, kept, (), worth)


def play_hand(state: BalkanState, entry: BalkanContractEntry | BalkanAllPassEntry) -> Transition[BalkanState]:
    """The transition of a hand, or all its problems."""
    hand, problems = resolve(state, entry)
    if hand is None:
        return Transition(state, (), tuple(problems))
    postings = hand_postings(state, hand)
    transition = written(state, postings)
    after = transition.state._replace(dealer=state.seats.after(hand.dealer), hands=state.hands + 1)
    return transition._replace(state=after, hand=hand)
