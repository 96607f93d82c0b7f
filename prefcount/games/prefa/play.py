"""What a hand of Prefa writes: takings from the pot, cash between the players (sections 3.3 and 3.4)."""

from collections.abc import Iterable, Iterator

from prefcount.base.i18n import Text
from prefcount.games.prefa.entries import PrefaAllPassEntry, PrefaContractEntry
from prefcount.games.prefa.legality import (
    PASS,
    TOGETHER,
    VALUES,
    HandPlayed,
    PrefaAllPass,
    PrefaContract,
    resolve,
)
from prefcount.games.prefa.options import PrefaRules
from prefcount.games.prefa.settlement import parts
from prefcount.games.prefa.state import CASH, KASA, PrefaState
from prefcount.games.protocol.state import Transition
from prefcount.games.shared.player_names import dealer_named
from prefcount.games.shared.vocabulary import contract_in_words
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account, Posting, Reason, figures_of, only_amounts

POT_TRICKS = 10
"""The pot pays or gets ten times the value of a trick."""
ACES_AT_SIX, ACES_ABOVE = 25, 50
TWICE = 2
"""A player who is this many tricks short, or more, pays double."""


def trick_value(rules: PrefaRules, pot: Amount, hand: PrefaContract) -> int:
    """v: kapikia per trick, cut to a tenth of the pot where the table cuts it (section 3.4)."""
    full = VALUES[hand.level][hand.trump]
    left = max(0, pot // POT_TRICKS)
    if rules.last == "fair" or (rules.last == "unbalanced" and not hand.made):
        return full
    return min(full, left)


def hand_postings(rules: PrefaRules, pot: Amount, hand: HandPlayed) -> tuple[Posting, ...]:
    """Everything that a hand writes while `pot` kapikia are in the pot."""
    if isinstance(hand, PrefaAllPass):
        return only_amounts(_all_pass(hand))
    value = trick_value(rules, pot, hand)
    return only_amounts((*_contract(rules, hand, value), *_aces(hand)))


def _contract(rules: PrefaRules, hand: PrefaContract, value: int) -> Iterator[Posting]:
    if hand.down:
        yield from _down(hand, value)
    elif hand.made:
        yield from _made(hand, value)
    else:
        yield from _defenders_down(rules, hand, value)


def _paid(payer: int, receiver: int, amount: int, rule: str, **figures: int | Text) -> Iterator[Posting]:
    """Cash from one player to another."""
    yield Posting(Account(CASH, payer), -amount, Reason(f"{rule}_paid", figures, receiver))
    yield Posting(Account(CASH, receiver), amount, Reason(f"{rule}_got", figures, payer))


def _down(hand: PrefaContract, value: int) -> Iterator[Posting]:
    """The declarer is short: ten tricks into the pot, and every trick to its defender (rule 2)."""
    price = value * (2 if hand.down >= TWICE else 1)
    reason = Reason(
        "down", {"count": hand.down, "price": price, "contract": contract_in_words(hand.contract)}
    )
    yield Posting(Account(KASA, hand.declarer), -POT_TRICKS * price, reason)
    yield from _tricks(hand, price)


def _made(hand: PrefaContract, value: int) -> Iterator[Posting]:
    """Made: ten tricks from the pot, and every trick to its defender (rules 1 and 3)."""
    rule = "uncontested" if hand.uncontested else "made"
    yield Posting(
        Account(KASA, hand.declarer),
        POT_TRICKS * value,
        Reason(rule, {"contract": contract_in_words(hand.contract), "value": value}),
    )
    yield from _tricks(hand, value)


def _tricks(hand: PrefaContract, each: int) -> Iterator[Posting]:
    for position, taken in enumerate(hand.tricks):
        if hand.roles[position] != PASS:
            yield from _paid(
                hand.declarer, hand.answering(position), taken * each, "tricks", count=taken, price=each
            )


def _defenders_down(rules: PrefaRules, hand: PrefaContract, value: int) -> Iterator[Posting]:
    """Defenders who are short pay the declarer and the other defender for their tricks (rules 4, 5 and 6)."""
    for position, short in enumerate(hand.missing):
        if not short:
            continue
        payer, times = hand.answering(position), 2 if short >= TWICE else 1
        rule = "short_twice" if times == 2 else "short"
        amount = hand.taken * value * times
        yield from _paid(
            payer,
            hand.declarer,
            amount,
            rule,
            count=hand.taken,
            price=value,
            contract=contract_in_words(hand.contract),
        )
        other = 1 - position
        if hand.alone is None and TOGETHER not in hand.roles and hand.differences[other] <= 0:
            twice = times == 2 and rules.double_to_partner
            price = 2 * value if twice else value
            taken = hand.tricks[other]
            yield from _paid(payer, hand.defenders[other], taken * price, "partner", count=taken, price=price)


def _aces(hand: PrefaContract) -> Iterator[Posting]:
    """Four aces: from each of the two others if the declarer is not down, else to each (rule 8)."""
    if not hand.aces:
        return
    amount = ACES_AT_SIX if hand.level == 6 else ACES_ABOVE
    for other in hand.defenders:
        payer, receiver = (hand.declarer, other) if hand.down else (other, hand.declarer)
        yield from _paid(payer, receiver, amount, "aces", value=amount)


def _all_pass(hand: PrefaAllPass) -> Iterator[Posting]:
    """Ten into the pot for each trick above the fewest (rule 9)."""
    fewest = min((taken for _player, taken in hand.tricks), default=0)
    for player, taken in hand.tricks:
        above = taken - fewest
        yield Posting(
            Account(KASA, player), -POT_TRICKS * above, Reason("ppp", {"count": above, "price": POT_TRICKS})
        )


def written(state: PrefaState, postings: Iterable[Posting]) -> Transition[PrefaState]:
    """The transition that adds `postings` to the sheet of `state`."""
    kept = only_amounts(postings)
    return Transition(
        state._replace(sheet=state.sheet.after(kept)), kept, (), parts(state.seats, figures_of(kept))
    )


def play_hand(state: PrefaState, entry: PrefaContractEntry | PrefaAllPassEntry) -> Transition[PrefaState]:
    """The transition of a hand, or all its problems."""
    hand, problems = resolve(state, entry)
    if hand is None:
        return Transition(state, (), tuple(problems))
    dealer, _problems = dealer_named(state, entry)
    after = state._replace(dealer=state.seats.after(dealer), hands=state.hands + 1)
    return written(after, hand_postings(state.rules, state.pot, hand))._replace(hand=hand)
