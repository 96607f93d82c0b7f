"""Postings of Prefa and their settlement: amounts from the pot, and cash between the players.

Source: `docs/relatives.md`, sections 3.3 to 3.5.
"""

from collections.abc import Iterable, Iterator, Sequence

from prefcount.base.i18n import C_, N_, Text, text
from prefcount.base.problems import Problem, problem
from prefcount.entries.models import Entry
from prefcount.games.game import Settlement, SettlementTable
from prefcount.games.prefa.rules import (
    CASH,
    KASA,
    OVER,
    RULESET,
    STAKE,
    VALUES,
    AddStakeEntry,
    HandPlayed,
    PrefaAllPass,
    PrefaAllPassEntry,
    PrefaContract,
    PrefaContractEntry,
    PrefaRules,
    PrefaState,
    resolve,
)
from prefcount.games.state import Resolved, Transition, find_dealer
from prefcount.games.table_entries import OtherPlayer, SheetColumn, TableEntries
from prefcount.games.words import describe_contract
from prefcount.ledger import (
    Account,
    Amount,
    Posting,
    Reason,
    ScaledResults,
    account_amounts,
    check_balanced,
    divide_amount,
    drop_zero_postings,
    format_amount,
    normalize_amount,
)

POT_TRICKS = 10
"""The pot pays or receives the value of this number of tricks."""
ACES_AT_SIX, ACES_ABOVE = 25, 50
TWICE = 2
"""A player who lacks this number of tricks, or more, pays double."""


def play_hand(state: PrefaState, entry: PrefaContractEntry | PrefaAllPassEntry) -> Transition[PrefaState]:
    """Return the transition of a hand, with all problems if the hand is not possible."""
    hand, problems = resolve(state, entry)
    if hand is None:
        return Transition(state, (), tuple(problems))
    dealer, _problems = find_dealer(state, entry)
    after = state._replace(dealer=state.seats.after(dealer), hands=state.hands + 1)
    return with_postings(after, hand_postings(state.rules, state.pot, hand))._replace(hand=hand)


def with_postings(state: PrefaState, postings: Iterable[Posting]) -> Transition[PrefaState]:
    """Return the transition that adds `postings` to the sheet of `state`."""
    added = drop_zero_postings(postings)
    after = state._replace(sheet=state.sheet.with_postings(added))
    return Transition(after, added, (), parts(state.seats, account_amounts(added)))


def hand_postings(rules: PrefaRules, pot: Amount, hand: HandPlayed) -> Iterator[Posting]:
    """Yield the postings of a hand, given the kapikia in the `pot` before it."""
    if isinstance(hand, PrefaAllPass):
        yield from _post_all_pass(hand)
        return
    value, contract = _compute_trick_value(rules, pot, hand), describe_contract(hand.contract)
    account = Account(KASA, hand.declarer)
    if hand.down:  # The pot gets ten trick values, and a defender gets one for each own trick (rule 2).
        price = value * (2 if hand.down >= TWICE else 1)
        figures = {"count": hand.down, "price": price, "contract": contract}
        yield Posting(account, -POT_TRICKS * price, Reason("down", figures))
        yield from _post_tricks(hand, price)
    elif hand.made:  # The pot pays ten trick values, and a defender gets one for each own trick (rules 1, 3).
        rule = "uncontested" if hand.uncontested else "made"
        yield Posting(account, POT_TRICKS * value, Reason(rule, {"contract": contract, "value": value}))
        yield from _post_tricks(hand, value)
    else:
        yield from _post_short_defenders(rules, hand, value, contract)
    if hand.aces:  # Each of the two others pays, or is paid if the declarer is down (rule 8).
        amount = ACES_AT_SIX if hand.level == 6 else ACES_ABOVE
        for other in hand.defenders:
            payer, receiver = (hand.declarer, other) if hand.down else (other, hand.declarer)
            yield from _post_payment(payer, receiver, amount, "aces", value=amount)


def _compute_trick_value(rules: PrefaRules, pot: Amount, hand: PrefaContract) -> int:
    """Return the kapikia for a trick, limited to a tenth of the `pot` by the option `last` (section 3.4)."""
    full = VALUES[hand.level][hand.trump]
    if rules.last == "fair" or (rules.last == "unbalanced" and not hand.made):
        return full
    return min(full, max(0, pot // POT_TRICKS))


def _post_payment(
    payer: int, receiver: int, amount: int, rule: str, **figures: int | Text
) -> Iterator[Posting]:
    yield Posting(Account(CASH, payer), -amount, Reason(f"{rule}_paid", figures, receiver))
    yield Posting(Account(CASH, receiver), amount, Reason(f"{rule}_got", figures, payer))


def _post_tricks(hand: PrefaContract, price: int) -> Iterator[Posting]:
    for position, taken in enumerate(hand.tricks):
        if hand.roles[position] != "pass":
            receiver = hand.find_answering(position)
            yield from _post_payment(
                hand.declarer, receiver, taken * price, "tricks", count=taken, price=price
            )


def _post_short_defenders(
    rules: PrefaRules, hand: PrefaContract, value: int, contract: Text
) -> Iterator[Posting]:
    """Yield payments of defenders who are short, to the declarer and the other defender (rules 4 to 6)."""
    for position, short in enumerate(hand.missing):
        if not short:
            continue
        payer, twice = hand.find_answering(position), short >= TWICE
        rule, amount = ("short_twice", 2 * hand.taken * value) if twice else ("short", hand.taken * value)
        yield from _post_payment(
            payer, hand.declarer, amount, rule, count=hand.taken, price=value, contract=contract
        )
        other = 1 - position
        if hand.alone is None and "together" not in hand.roles and hand.differences[other] <= 0:
            price = 2 * value if twice and rules.double_to_partner else value
            taken = hand.tricks[other]
            yield from _post_payment(
                payer, hand.defenders[other], taken * price, "partner", count=taken, price=price
            )


def _post_all_pass(hand: PrefaAllPass) -> Iterator[Posting]:
    """Yield ten kapikia into the pot for each trick above the fewest (rule 9)."""
    fewest = min((taken for _player, taken in hand.tricks), default=0)
    for player, taken in hand.tricks:
        figures = {"count": taken - fewest, "price": POT_TRICKS}
        yield Posting(Account(KASA, player), -POT_TRICKS * (taken - fewest), Reason("ppp", figures))


class PrefaTableEntries(TableEntries[PrefaState]):
    """The transitions of entries other than hands. Cash moves between players, so it sums to zero."""

    columns = (
        SheetColumn(KASA, N_("taken from the pot")),
        SheetColumn(
            CASH,
            N_("cash"),
            OtherPlayer(
                asked=N_("Who gives it?"),
                missing=N_("is missing: cash goes between two players; say from whom"),
                oneself=N_("a player cannot pay themselves; name another player"),
                elsewhere=N_("is only for cash, which another player pays; leave it out"),
                pays=True,
            ),
        ),
    )
    over = OVER
    ruleset = RULESET
    with_postings = staticmethod(with_postings)

    def apply_own_entry(self, state: PrefaState, entry: Entry) -> Transition[PrefaState]:
        """Return the transition of added stakes (anagomosi), even if the pot is not empty (section 3.4)."""
        if not isinstance(entry, AddStakeEntry):
            return Transition(state)
        if state.ended:
            sentence = N_("the game has ended ({reason}); no stakes until the end is voided")
            return Transition(state, problems=(problem("", sentence, reason=text(OVER[state.ended])),))
        reason = Reason("add_stake", {"value": entry.amount})
        added = [Posting(Account(STAKE, player), entry.amount, reason) for player in state.seats]
        return with_postings(state, added)

    def find_account(self, state: PrefaState, name: str, column: str, on: str | None) -> Resolved[Account]:
        """Return the account of a figure from paper, or a problem if `column` is the stake."""
        if column == STAKE:
            sentence = N_("is set by the rule “stake”, and grows by “add_stake”; leave it out")
            return None, [problem("", sentence)]
        return super().find_account(state, name, column, on)

    def check_figures(self, transition: Transition[PrefaState]) -> Iterator[Problem]:
        """Yield a problem unless the cash of all players sums to zero."""
        cash = sum(posting.amount for posting in transition.postings if posting.account.column == CASH)
        if cash:
            sentence = N_("the cash of all players adds up to {sum}, not 0")
            yield problem("columns", sentence, sum=str(cash))


TABLE_ENTRIES = PrefaTableEntries()
apply_table_entry = TABLE_ENTRIES.apply


def sheet_scaled_results(state: PrefaState) -> ScaledResults:
    """Return the results in n-th parts of a kapiki, with n players.

    With equal stakes and the pot R, the result `-stake + kasa + cash + R / n` equals `kasa + cash` less the
    n-th part of all kasa. So the value of an amount on the sheet does not depend on the stakes.
    """
    return ScaledResults(check_balanced(parts(state.seats, state.sheet.items())), state.size)


def worth(state: PrefaState, postings: Iterable[Posting]) -> tuple[Amount, ...]:
    """Return the value of postings to each player, in seat order, in kapikia."""
    return ScaledResults(parts(state.seats, account_amounts(postings)), state.size).exact


def parts(seats: Sequence[int], figures: Iterable[tuple[Account, Amount]]) -> tuple[Amount, ...]:
    """Return the value of `figures` to each of n players, in seat order, in n-th parts of a kapiki."""
    parts: dict[int, Amount] = dict.fromkeys(seats, 0)
    taken: Amount = 0
    for (column, owner, _other), amount in figures:
        if column in (KASA, CASH):
            parts[owner] += len(seats) * amount
        if column == KASA:
            taken += amount
    return tuple(normalize_amount(part - taken) for part in parts.values())


def sheet_settlement(state: PrefaState) -> Settlement:
    """Return the results with the calculation step by step, which is checked to give the same results."""
    names = [state.names[player] for player in state.seats]
    own = [(state.paid(player), state.kasa(player), state.cash(player)) for player in state.seats]
    left = divide_amount(state.pot, state.size)
    sums = [normalize_amount(-paid + taken + cash + left) for paid, taken, cash in own]
    results = sheet_scaled_results(state).exact
    assert tuple(sums) == results, "both ways to settle give the same numbers"
    pot = SettlementTable.of(
        N_("The pot"),
        text(N_("All stakes less all takings: {pot} stay in the pot."), pot=format_amount(state.pot)),
        (N_("stake"), N_("taken from the pot")),
        ((name, paid, taken) for name, (paid, taken, _cash) in zip(names, own, strict=True)),
    )
    sentence = N_("{pot} by {players}: everyone gets {share} of the pot.")
    shared = SettlementTable.of(
        N_("The rest is shared"),
        text(sentence, pot=format_amount(state.pot), players=state.size, share=format_amount(left)),
        (N_("from the pot"),),
        ((name, left) for name in names),
    )
    final = SettlementTable.of(
        N_("Results"),
        text(N_("Takings, cash and share, less the stake; the results add up to zero.")),
        (N_("stake"), N_("taken"), N_("cash"), C_("of the pot", "share"), N_("result")),
        (
            (name, normalize_amount(-paid), taken, cash, left, result)
            for name, (paid, taken, cash), result in zip(names, own, results, strict=True)
        ),
        won=5,
    )
    return Settlement(results, (pot, shared, final))
