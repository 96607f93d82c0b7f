"""What the entries of Balkan Preferans do: bule, supe, refe (rules of the relatives, sections 2.3 to 2.5)."""

from collections.abc import Iterable, Iterator, Sequence
from operator import sub
from typing import NamedTuple

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem
from prefcount.games.balkan.entries import BalkanAllPassEntry, BalkanContractEntry
from prefcount.games.balkan.legality import FALL, BalkanContract, HandPlayed, resolve
from prefcount.games.balkan.options import RULESET
from prefcount.games.balkan.settlement import sheet_scaled_results
from prefcount.games.balkan.sheet import owners
from prefcount.games.balkan.state import (
    BULE,
    OVER,
    REFE,
    REFE_OPEN,
    REFE_WRITTEN,
    SUPE,
    TABLE,
    BalkanState,
    contract_in_words,
)
from prefcount.games.state import Transition
from prefcount.games.table_entries import OtherPlayer, SheetColumn, TableEntries
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import NOBODY, Account, Posting, Reason, only_amounts

OWN_DUTY, JOINT_DUTY = 2, 4
"""The tricks that a follower needs, and those that both together or a caller needs."""


def play_hand(state: BalkanState, entry: BalkanContractEntry | BalkanAllPassEntry) -> Transition[BalkanState]:
    """The transition of a hand, or all its problems."""
    hand, problems = resolve(state, entry)
    if hand is None:
        return Transition(state, (), tuple(problems))
    transition = with_postings(state, hand_postings(state, hand))
    after = transition.state._replace(dealer=state.seats.after(hand.dealer), hands=state.hands + 1)
    return transition._replace(state=after, hand=hand)


def with_postings(state: BalkanState, postings: Iterable[Posting]) -> Transition[BalkanState]:
    """What `postings` add. What they are worth depends on what would be written off after them."""
    added = only_amounts(postings)
    after = state._replace(sheet=state.sheet.after(added))
    worth = (
        tuple(map(sub, sheet_scaled_results(after).parts, sheet_scaled_results(state).parts)) if added else ()
    )
    return Transition(after, added, (), worth)


class HandPrice(NamedTuple):
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


def hand_postings(state: BalkanState, hand: HandPlayed) -> Iterator[Posting]:
    """The postings of a legal hand at the table before it."""
    if not isinstance(hand, BalkanContract):
        yield from _refa(state)
    elif not hand.played:
        yield from _unplayed(state, hand)
    else:
        price, falls = _priced(state, hand), falling(state, hand)
        if falls:
            price = price._replace(bule=price.unit, supe=price.unit)
        yield _declarer(state, hand, price)
        yield from (_fall(hand, player, price) for player in falls)
        yield from _supe(state, hand, price)
        yield from _refa_used(state, hand)


def falling(state: BalkanState, hand: BalkanContract) -> tuple[int, ...]:
    """The followers who fall, which none does when the declarer falls."""
    if hand.fell:
        return ()
    kontra, caller = hand.who("kontra"), hand.who("caller")
    if kontra or hand.contract == "betl":
        return kontra
    if caller:
        return caller if hand.total < JOINT_DUTY else ()
    both = len(hand.who("follow")) == len(hand.followers)
    if both and state.rules.follower_quota == "joint" and hand.total >= JOINT_DUTY:
        return ()
    pairs = zip(hand.followers, hand.roles, hand.tricks, strict=True)
    return tuple(player for player, role, tricks in pairs if role == "follow" and tricks < OWN_DUTY)


def _priced(state: BalkanState, hand: BalkanContract) -> HandPrice:
    """The price of a hand in which nobody falls; the last one may be limited to what is left."""
    unit = hand.unit * (2 if state.doubles(hand.declarer) else 1)
    last = state.rules.cap_last_pass and not hand.fell and unit > state.left
    bule = state.left if last else unit
    return HandPrice(unit, state.left, bule, bule if last and state.rules.cap_last_supe else unit)


def _declarer(state: BalkanState, hand: BalkanContract, price: HandPrice) -> Posting:
    amount: Amount = price.unit
    value: Amount = price.unit
    if not hand.fell:
        rule = "passed" if price.bule == price.unit else "passed_last"
        amount, value = -price.bule, price.bule
    elif state.rules.double_fall and price.unit > price.left:
        rule, amount = "fell_twice", 2 * price.unit
    else:
        rule = "fell"
    contract = contract_in_words(hand.contract, hand.igra, hand.kontra)
    return Posting(Account(BULE, hand.declarer), amount, Reason(rule, {"contract": contract, "value": value}))


def _fall(hand: BalkanContract, player: int, price: HandPrice) -> Posting:
    """A follower who did not take the tricks that were owed."""
    rule = "follower_fell"
    if player in hand.who("kontra"):
        rule = "kontra_fell"
    elif player in hand.who("caller"):
        rule = "caller_fell"
    contract = contract_in_words(hand.contract, hand.igra, hand.kontra)
    reason = Reason(rule, {"contract": contract, "value": price.unit}, hand.declarer)
    return Posting(Account(BULE, player), price.unit, reason)


def _supe(state: BalkanState, hand: BalkanContract, price: HandPrice) -> Iterator[Posting]:
    """What the followers write against the declarer; who was called in, or helps, writes nothing."""
    if hand.contract == "betl":
        both = state.rules.betl_kontra == "both" or not hand.kontra
        writers = (hand.followers if both else hand.who("kontra")) if hand.fell else ()
        counted = [(player, FALL, "betl_supe") for player in writers]
    else:
        counted = []
        for player, role, own in zip(hand.followers, hand.roles, hand.tricks, strict=True):
            if role == "follow":
                counted.append((player, own, "supe"))
            elif role in ("caller", "kontra"):
                counted.append((player, hand.total, "supe_both"))
    for player, tricks, rule in counted:
        reason = Reason(rule, {"count": tricks, "price": price.supe})
        yield Posting(Account(SUPE, player, hand.declarer), exact(tricks * price.supe), reason)


def _refa_used(state: BalkanState, hand: BalkanContract) -> Iterator[Posting]:
    if state.doubles(hand.declarer):
        reason = Reason("refa_used", {"contract": contract_in_words(hand.contract, hand.igra)})
        yield Posting(Account(REFE_OPEN, hand.declarer), -1, reason)


def _refa(state: BalkanState) -> Iterator[Posting]:
    """A refa for everybody, if one may be written."""
    if state.refa_possible:
        figures = {"number": state.refe_written + 1}
        for player in state.seats:
            yield Posting(Account(REFE_OPEN, player), 1, Reason("refa", figures))
        yield Posting(REFE, 1, Reason("refa_written", figures))


def _unplayed(state: BalkanState, hand: BalkanContract) -> Iterator[Posting]:
    """A pik that nobody kontras: a refa, or what the table does if none may be written."""
    how = state.rules.pik_no_refe
    if state.refa_possible:
        yield from _refa(state)
    elif how == "pass" or (how == "under_hat_only" and state.bule(hand.declarer) < 0):
        price = _priced(state, hand)
        reason = Reason("pik_uncontested", {"value": price.bule})
        yield Posting(Account(BULE, hand.declarer), -price.bule, reason)
        yield from _refa_used(state, hand)


class BalkanTableEntries(TableEntries[BalkanState]):
    """Every figure is a whole number; refe that were written belong to the table."""

    columns = (
        SheetColumn(BULE, N_("bule")),
        SheetColumn(
            SUPE,
            N_("supe"),
            OtherPlayer(
                asked=N_("Against whom?"),
                missing=N_("is missing: supe are written against a player; say against whom"),
                oneself=N_("a player cannot write supe against themselves"),
                elsewhere=N_("goes only with supe, which are written against a player; leave it out"),
            ),
        ),
        SheetColumn(REFE_OPEN, N_("open refe")),
        SheetColumn(REFE_WRITTEN, owners=(NOBODY,)),
    )
    over = OVER
    ruleset = RULESET
    reserved = (TABLE,)
    owners = staticmethod(owners)
    with_postings = staticmethod(with_postings)

    def amount_problems(self, state: BalkanState, column: SheetColumn, amount: Amount) -> Iterator[Problem]:
        """No fraction is ever written."""
        if not isinstance(amount, int):
            yield problem("amount", N_("must be a whole number: no figure of this sheet is a fraction"))

    def brought_forward(self, state: BalkanState, postings: Sequence[Posting]) -> Transition[BalkanState]:
        """The bule on paper begin with the start value, which is on this sheet already."""
        begun: set[Account] = set()
        added: list[Posting] = []
        for posting in postings:
            account = posting.account
            started = state.rules.start_bule if account.column == BULE and account not in begun else 0
            begun.add(account)
            added.append(posting._replace(amount=posting.amount - started))
        return with_postings(state, added)

    def sheet_problems(self, transition: Transition[BalkanState]) -> Iterator[Problem]:
        """No fraction is ever written."""
        if not all(isinstance(posting.amount, int) for posting in transition.postings):
            yield problem("columns", N_("are whole numbers: this sheet has no fractions"))


TABLE_ENTRIES = BalkanTableEntries()
apply_table_entry = TABLE_ENTRIES.apply
