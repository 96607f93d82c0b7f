"""Postings of Balkan Preferans and their settlement: bule, supe and refe.

Source: `docs/relatives.md`, sections 2.3 to 2.6. If a game stops while bule are left, they are written
off first, so that results sum to zero at any time. If the last hand brings the sum of bule below zero, each
result changes by the same amount.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from operator import sub
from typing import NamedTuple

from prefcount.base.i18n import N_, Phrase, text
from prefcount.base.problems import Problem, problem
from prefcount.games.balkan.rules import (
    BULE,
    FALL,
    OVER,
    REFE,
    REFE_OPEN,
    REFE_WRITTEN,
    RULESET,
    SUPE,
    TABLE,
    BalkanAllPassEntry,
    BalkanContract,
    BalkanContractEntry,
    BalkanState,
    HandPlayed,
    describe_contract,
    owners,
    resolve,
)
from prefcount.games.game import Settlement, SettlementTable
from prefcount.games.state import Transition
from prefcount.games.table_entries import OtherPlayer, SheetColumn, TableEntries
from prefcount.ledger import (
    NO_PLAYER,
    Account,
    Amount,
    Posting,
    Reason,
    ScaledResults,
    check_balanced,
    drop_zero_postings,
    normalize_amount,
)

OWN_DUTY, JOINT_DUTY = 2, 4
"""The tricks that one follower needs, and the tricks that both followers together, or a caller, need."""


def play_hand(state: BalkanState, entry: BalkanContractEntry | BalkanAllPassEntry) -> Transition[BalkanState]:
    """Return the transition of a hand, with all problems if the hand is not possible."""
    hand, problems = resolve(state, entry)
    if hand is None:
        return Transition(state, (), tuple(problems))
    transition = with_postings(state, hand_postings(state, hand))
    after = transition.state._replace(dealer=state.seats.after(hand.dealer), hands=state.hands + 1)
    return transition._replace(state=after, hand=hand)


def with_postings(state: BalkanState, postings: Iterable[Posting]) -> Transition[BalkanState]:
    """Return the transition that adds postings.

    Its worth is the difference between the results before and after the postings.
    """
    added = drop_zero_postings(postings)
    after = state._replace(sheet=state.sheet.with_postings(added))
    worth = (
        tuple(map(sub, sheet_scaled_results(after).parts, sheet_scaled_results(state).parts)) if added else ()
    )
    return Transition(after, added, (), worth)


class HandPrice(NamedTuple):
    """The price of a hand at this table.

    Attributes:
        unit: the unit of the contract, doubled by an open refa (U in the rules).
        left: the sum of all bule before the hand (S in the rules).
        bule: the bule that a declarer who makes the contract takes off.
        supe: the supe for each trick of a follower.
    """

    unit: int
    left: Amount
    bule: Amount
    supe: Amount


def hand_postings(state: BalkanState, hand: HandPlayed) -> Iterator[Posting]:
    """Yield the postings of a legal hand, given the `state` before it."""
    if not isinstance(hand, BalkanContract):
        yield from _post_refa(state)
    elif not hand.played:
        yield from _post_unplayed(state, hand)
    else:
        price, falls = _price_hand(state, hand), find_fallen_followers(state, hand)
        if falls:
            price = price._replace(bule=price.unit, supe=price.unit)
        yield _post_declarer(state, hand, price)
        yield from (_post_fall(hand, player, price) for player in falls)
        yield from _post_supe(state, hand, price)
        yield from _post_refa_used(state, hand)


def find_fallen_followers(state: BalkanState, hand: BalkanContract) -> tuple[int, ...]:
    """Return the followers who fall. If the declarer falls, no follower does (section 2.3)."""
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


def _price_hand(state: BalkanState, hand: BalkanContract) -> HandPrice:
    """Return the price of a hand in which no follower falls.

    The price of the last hand may be limited to the bule left (section 2.5).
    """
    unit = hand.unit * (2 if state.counts_double(hand.declarer) else 1)
    last = state.rules.cap_last_pass and not hand.fell and unit > state.left
    bule = state.left if last else unit
    return HandPrice(unit, state.left, bule, bule if last and state.rules.cap_last_supe else unit)


def _post_declarer(state: BalkanState, hand: BalkanContract, price: HandPrice) -> Posting:
    amount: Amount = price.unit
    value: Amount = price.unit
    if not hand.fell:
        rule = "passed" if price.bule == price.unit else "passed_last"
        amount, value = -price.bule, price.bule
    elif state.rules.double_fall and price.unit > price.left:
        rule, amount = "fell_twice", 2 * price.unit
    else:
        rule = "fell"
    contract = describe_contract(hand.contract, hand.igra, hand.kontra)
    return Posting(Account(BULE, hand.declarer), amount, Reason(rule, {"contract": contract, "value": value}))


def _post_fall(hand: BalkanContract, player: int, price: HandPrice) -> Posting:
    rule = "follower_fell"
    if player in hand.who("kontra"):
        rule = "kontra_fell"
    elif player in hand.who("caller"):
        rule = "caller_fell"
    contract = describe_contract(hand.contract, hand.igra, hand.kontra)
    reason = Reason(rule, {"contract": contract, "value": price.unit}, hand.declarer)
    return Posting(Account(BULE, player), price.unit, reason)


def _post_supe(state: BalkanState, hand: BalkanContract, price: HandPrice) -> Iterator[Posting]:
    """Yield the followers' supe against the declarer. A called player or a helper writes nothing."""
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
        yield Posting(Account(SUPE, player, hand.declarer), normalize_amount(tricks * price.supe), reason)


def _post_refa_used(state: BalkanState, hand: BalkanContract) -> Iterator[Posting]:
    if state.counts_double(hand.declarer):
        reason = Reason("refa_used", {"contract": describe_contract(hand.contract, hand.igra)})
        yield Posting(Account(REFE_OPEN, hand.declarer), -1, reason)


def _post_refa(state: BalkanState) -> Iterator[Posting]:
    if state.refa_possible:
        figures = {"number": state.refe_written + 1}
        for player in state.seats:
            yield Posting(Account(REFE_OPEN, player), 1, Reason("refa", figures))
        yield Posting(REFE, 1, Reason("refa_written", figures))


def _post_unplayed(state: BalkanState, hand: BalkanContract) -> Iterator[Posting]:
    how = state.rules.pik_no_refe
    if state.refa_possible:
        yield from _post_refa(state)
    elif how == "pass" or (how == "under_hat_only" and state.bule(hand.declarer) < 0):
        price = _price_hand(state, hand)
        reason = Reason("pik_uncontested", {"value": price.bule})
        yield Posting(Account(BULE, hand.declarer), -price.bule, reason)
        yield from _post_refa_used(state, hand)


class BalkanTableEntries(TableEntries[BalkanState]):
    """The transitions of entries other than hands. Figures are whole, and the table owns written refe."""

    columns = (
        SheetColumn(BULE, N_("bule")),
        SheetColumn(
            SUPE,
            N_("supe"),
            OtherPlayer(
                asked=N_("Against whom?"),
                missing=N_("is missing: supe are written against a player; say against whom"),
                oneself=N_("a player cannot write supe against themselves"),
                elsewhere=N_("is only for supe, which are written against a player; leave it out"),
            ),
        ),
        SheetColumn(REFE_OPEN, N_("open refe")),
        SheetColumn(REFE_WRITTEN, owners=(NO_PLAYER,)),
    )
    over = OVER
    ruleset = RULESET
    reserved = (TABLE,)
    owners = staticmethod(owners)
    with_postings = staticmethod(with_postings)

    def check_amount(self, state: BalkanState, column: SheetColumn, amount: Amount) -> Iterator[Problem]:
        """Yield a problem if an amount is a fraction."""
        if not isinstance(amount, int):
            yield problem("amount", N_("must be a whole number: no figure of this sheet is a fraction"))

    def bring_forward(self, state: BalkanState, postings: Sequence[Posting]) -> Transition[BalkanState]:
        """Return the transition of figures from paper, whose bule include the start value.

        The start value is on this sheet already, so it is subtracted.
        """
        begun: set[Account] = set()
        added: list[Posting] = []
        for posting in postings:
            account = posting.account
            started = state.rules.start_bule if account.column == BULE and account not in begun else 0
            begun.add(account)
            added.append(posting._replace(amount=posting.amount - started))
        return with_postings(state, added)

    def check_figures(self, transition: Transition[BalkanState]) -> Iterator[Problem]:
        """Yield a problem if a figure is a fraction."""
        if not all(isinstance(posting.amount, int) for posting in transition.postings):
            yield problem("columns", N_("must be whole numbers: this sheet has no fractions"))


TABLE_ENTRIES = BalkanTableEntries()
apply_table_entry = TABLE_ENTRIES.apply


A_BULA = 10
"""The number of supe that one bula is worth."""
BEFORE_RESULT = 3
"""Number of columns before the result in the last table: names, supe, and the value of the bule."""
_HIGHEST = Phrase(
    "{left} bule are left: everyone goes down alike, the highest one more.",
    "{left} bule are left: everyone goes down alike, the {n} highest one more each.",
)


def write_off(bule: Sequence[Amount]) -> tuple[Amount, ...]:
    """Return bule after otpisivanje: all players' bule go down by the same number until they sum to zero.

    A remainder takes one bula more off the players who have most. Among equal players, the earlier seat is
    first.
    """
    share, rest = divmod(sum(bule), len(bule))
    order = sorted(range(len(bule)), key=lambda seat: -bule[seat])
    return tuple(normalize_amount(own - share - (order.index(seat) < rest)) for seat, own in enumerate(bule))


def sheet_scaled_results(state: BalkanState) -> ScaledResults:
    """Return the results in n-th parts of a supa, with n players (section 2.6).

    Results can be fractions, because the players share a sum of bule below zero.
    """
    size = state.size
    bule = _settle_bule(state)
    moved = A_BULA * sum(bule)
    parts = tuple(
        normalize_amount(size * (_net_supe(state, player) - A_BULA * own) + moved)
        for player, own in zip(state.seats, bule, strict=True)
    )
    return ScaledResults(check_balanced(parts), size)


def score(state: BalkanState) -> tuple[Amount, ...]:
    """Return the running scores, without writing off bule. They sum to zero only at the end."""
    return tuple(
        normalize_amount(_net_supe(state, player) - A_BULA * state.bule(player)) for player in state.seats
    )


def _settle_bule(state: BalkanState) -> tuple[Amount, ...]:
    """Return each player's bule. If their sum is above zero, it is written off first."""
    bule = tuple(state.bule(player) for player in state.seats)
    return write_off(bule) if sum(bule) > 0 else bule


def _net_supe(state: BalkanState, player: int) -> Amount:
    return normalize_amount(
        sum(state.supe(player, other) - state.supe(other, player) for other in state.seats.others(player))
    )


def sheet_pairs(state: BalkanState) -> dict[tuple[int, int], Amount]:
    """Return the supe that the first player of each pair wins from the second, including supe for bule."""
    seats, bule = state.seats, dict(zip(state.seats, _settle_bule(state), strict=True))
    return {
        (one, other): normalize_amount(
            state.supe(one, other)
            - state.supe(other, one)
            + Fraction(A_BULA * (bule[other] - bule[one])) / state.size
        )
        for index, one in enumerate(seats)
        for other in seats[index + 1 :]
    }


def worth(state: BalkanState, postings: Iterable[Posting]) -> tuple[Amount, ...]:
    """Return the value of postings to each player, in seat order, in supe.

    Writing off bule is not included, because it rounds to whole bule.
    """
    seats = state.seats
    parts: dict[int, Amount] = dict.fromkeys(seats, 0)
    for (column, owner, other), amount, _reason in postings:
        if column == SUPE:
            parts[owner] += amount
            parts[other] -= amount
        elif column == BULE:
            parts[owner] -= A_BULA * amount
            for player in seats:
                parts[player] += Fraction(A_BULA * amount) / len(seats)
    return tuple(map(normalize_amount, parts.values()))


def sheet_settlement(state: BalkanState) -> Settlement:
    """Return the results with the calculation on paper, step by step."""
    names = [state.names[player] for player in state.seats]
    exactly = sheet_scaled_results(state).exact
    steps = [
        *_make_bule_steps(state, names),
        _make_pairs_step(state, names),
        _make_results_step(state, names, exactly),
    ]
    return Settlement(exactly, tuple(steps))


def _make_bule_steps(state: BalkanState, names: Sequence[str]) -> list[SettlementTable]:
    """Return the step that brings the sum of all bule to zero, or [] if the sum is zero already."""
    bule = [state.bule(player) for player in state.seats]
    headings = (N_("running score"), N_("bule"), N_("settled"))
    if state.left > 0:
        more = int(state.left % state.size)
        sentence = text(N_("{left} bule are left: everyone goes down alike."), left=state.left)
        if more:
            sentence = _HIGHEST.of(more, {"left": state.left, "n": more})
        rows = zip(names, score(state), bule, write_off(bule), strict=True)
        return [SettlementTable.of(N_("Written off"), sentence, headings, rows)]
    if state.left < 0:
        missing = normalize_amount(Fraction(state.left) / state.size)
        sentence = text(
            N_("The bule add up to {left}: everyone moves up by the same number."),
            left=str(state.left).replace("-", "−"),
        )
        rows = zip(names, score(state), bule, (normalize_amount(own - missing) for own in bule), strict=True)
        return [SettlementTable.of(N_("Bule below zero"), sentence, headings, rows)]
    return []


def _make_pairs_step(state: BalkanState, names: Sequence[str]) -> SettlementTable:
    rows = []
    for index, one in enumerate(state.seats):
        for further, other in enumerate(state.seats[index + 1 :], index + 1):
            mine, theirs = state.supe(one, other), state.supe(other, one)
            rows.append((f"{names[index]} – {names[further]}", mine, theirs, normalize_amount(mine - theirs)))
    return SettlementTable.of(
        N_("Supe"),
        text(N_("What two players have written against each other, and the difference.")),
        (N_("first on second"), N_("second on first"), N_("net for first")),
        rows,
        won=1,
    )


def _make_results_step(
    state: BalkanState, names: Sequence[str], exactly: Sequence[Amount]
) -> SettlementTable:
    supe = [_net_supe(state, player) for player in state.seats]
    bule = [normalize_amount(own - result) for own, result in zip(supe, exactly, strict=True)]
    headings = [N_("supe"), N_("ten a bula"), N_("result")]
    columns: list[Sequence[Amount | str]] = [names, supe, bule, exactly]
    if state.rules.opposite_sign:
        headings.append(N_("opposite sign"))
        columns.append([normalize_amount(-result) for result in exactly])
    sentence = text(
        N_("How far a player is ahead in supe, less ten for each of their bule; the results add up to zero.")
    )
    rows = zip(*columns, strict=True)
    return SettlementTable.of(N_("Results"), sentence, headings, rows, won=len(columns) - BEFORE_RESULT)
