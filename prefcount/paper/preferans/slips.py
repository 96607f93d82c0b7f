"""The mistakes that scorers make with a pencil, each as what it would have written.

Nothing is scored here: a slip is the same hand played by the engine under a changed entry, option or row of
raspasy, or what the engine wrote with a figure moved, forgotten or turned around.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import cast

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.models import MOST_PLAYERS, Entry
from prefcount.games.preferans.play import apply_table_entry, play_hand
from prefcount.games.preferans.scoring import WHISTS_A_POINT
from prefcount.games.preferans.state import (
    ALL_TRICKS,
    LEVELS,
    Contract,
    ContractEntry,
    ContractHand,
    Hand,
    HandPlayed,
    MisereHand,
    PreferansState,
    RaspasyEntry,
    RaspasyHand,
)
from prefcount.ledger.sheet import Amount, Posting, divided, exact
from prefcount.paper.preferans.slip_figures import commonest, net, other_values, other_whists, single_figures
from prefcount.paper.preferans.slip_rules import changed_options
from prefcount.paper.verdicts import SettlementSlip, Slip


def slips(state: PreferansState, entry: Entry) -> Iterator[Slip]:
    """Every slip with this entry that would have written something else, the likelier ones first."""
    if not isinstance(entry, Hand):
        done = apply_table_entry(state, entry)
        yield from single_figures(done.state, done.postings)  # a newcomer has a name only then
        return
    right = play_hand(state, entry)
    if not right.problems:
        yield from _of_hand(state, entry, cast(HandPlayed, right.hand), right.postings)


def _of_hand(
    state: PreferansState, entry: Hand, hand: HandPlayed, postings: Sequence[Posting]
) -> Iterator[Slip]:
    right = net(postings)
    yield from commonest(state, postings)
    if isinstance(entry, ContractEntry):
        yield from other_values(state, entry, postings)
    for key, sentence, table, other in _changed(state, entry, hand):
        wrong = play_hand(table, other)
        amounts = net(wrong.postings)
        if not wrong.problems and amounts != right:
            yield Slip(key, sentence, amounts, habit="=" in key)
    if isinstance(entry, ContractEntry):
        yield from other_whists(state, entry, postings)
    yield from single_figures(state, postings)


def _changed(
    state: PreferansState, entry: Hand, hand: HandPlayed
) -> Iterator[tuple[str, Text, PreferansState, Hand]]:
    """The tables and hands that a scorer may have scored instead."""
    row = state.row
    longer = N_("the price of a longer row of raspasy was written, as if the row had not ended")
    rows = (
        (row > 0, "price-before", N_("the price of the raspasy before it was written"), row - 1),
        (row > 1, "price-first", N_("the price of a first raspasy was written"), 0),
        (True, "price-next", longer, row + 1),
        (True, "price-after-next", longer, row + 2),
    )
    for possible, key, sentence, miscounted in rows if isinstance(entry, RaspasyEntry) else ():
        if possible:
            yield key, text(sentence), state._replace(row=miscounted), entry
    for key, said, other in changed_hands(state, entry, hand):
        yield key, said, state, other
    for key, said, rules in changed_options(state.rules, entry.kind):
        yield key, said, state._replace(rules=rules), entry
    if state.rules.bombs and not isinstance(entry, RaspasyEntry):
        said = text(N_("a bomb was counted that was not there"))
        yield "bomb-invented", said, state._replace(bombs=(1,) * MOST_PLAYERS), entry


# --- slips with the hand itself: a trick miscounted, a neighbouring level, the whist of another player -----

Changed = Iterator[tuple[str, Text, Hand]]


def changed_hands(state: PreferansState, entry: Hand, hand: HandPlayed) -> Changed:
    """Hands that a legal one is easily taken for; some of them may be no legal hands themselves."""
    if entry.factor:
        said = text(N_("the hand was written once, not {factor} times"), factor=entry.factor)
        yield "factor", said, entry.model_copy(update={"factor": None})
    if isinstance(hand, RaspasyHand):
        yield from _miscounted(state, entry, dict(hand.tricks))
    elif isinstance(hand, MisereHand):
        yield from _tricks_of_one(state, entry, hand.roles.declarer, hand.taken)
    elif isinstance(hand, ContractHand) and isinstance(entry, ContractEntry):
        yield from _contract(state, entry, hand)


def _contract(state: PreferansState, entry: ContractEntry, hand: ContractHand) -> Changed:
    if hand.played:  # of declarer and defenders where the tricks of all are known
        players = (hand.roles.declarer, *hand.roles.defenders)
        tricks = zip(players, hand.tricks, strict=False)
        known = {player: taken for player, taken in tricks if taken is not None}
        if len(known) == len(players):
            yield from _miscounted(state, entry, known)
        else:
            yield from _tricks_of_one(state, entry, hand.roles.declarer, hand.taken)
    for level in (hand.level + 1, hand.level - 1):
        if level in LEVELS:
            contract = Contract(level, hand.contract.trump)
            figures = {"wrong": contract, "right": hand.contract}
            said = text(N_("{wrong} was taken for the contract instead of {right}"), **figures)
            yield f"level{level - hand.level:+}", said, entry.model_copy(update={"contract": contract})
    yield from _calls(state, entry, hand)
    yield from _declarers(state, entry, hand)
    if not hand.made:
        said = text(N_("the contract was taken for a made one"))
        yield "taken-as-made", said, _made(state, entry, hand)


def _made(state: PreferansState, entry: ContractEntry, hand: ContractHand) -> ContractEntry:
    """The same contract made; who left it is taken for one on whom both passed."""
    declarer = state.names[hand.roles.declarer]
    if hand.left_without:
        calls = {state.names[player]: "pass" for player in hand.roles.defenders}
        return entry.model_copy(update={"left_without": None, "calls": calls})
    tricks = {declarer: hand.level}
    if len(hand.tricks) > 2 and None not in hand.tricks:
        defenders = [state.names[player] for player in hand.roles.defenders]
        rest = ALL_TRICKS - hand.level
        own = min(hand.own(hand.roles.first), rest)
        tricks |= dict(zip(defenders, (own, rest - own), strict=True))
    return entry.model_copy(update={"tricks": tricks})


def _tricks_of_one(state: PreferansState, entry: Hand, player: int, taken: int) -> Changed:
    name = state.names[player]
    for wrong, template in (
        (taken - 1, N_("a trick of {who} too few was counted: {wrong} instead of {taken}")),
        (taken + 1, N_("a trick of {who} too many was counted: {wrong} instead of {taken}")),
    ):
        if 0 <= wrong <= ALL_TRICKS:
            said = text(template, who=name, wrong=wrong, taken=taken)
            yield f"tricks{wrong - taken:+}", said, entry.model_copy(update={"tricks": {name: wrong}})


def _miscounted(state: PreferansState, entry: Hand, tricks: dict[int, int]) -> Changed:
    """A trick of one player that was counted for another one."""
    for (loser, taken), (winner, won) in permutations(tricks.items(), 2):
        if taken:
            wrong = {**tricks, loser: taken - 1, winner: won + 1}
            names = {"who": state.names[loser], "other": state.names[winner]}
            said = text(N_("a trick of {who} was counted for {other}"), **names)
            given = {state.names[player]: count for player, count in wrong.items()}
            yield "trick-moved", said, entry.model_copy(update={"tricks": given})


def _calls(state: PreferansState, entry: ContractEntry, hand: ContractHand) -> Changed:
    """The whist of one defender taken for the other's; half a whist that nobody took."""
    if len(hand.roles.defenders) < 2 or len(hand.calls) != 2:
        return
    names = [state.names[player] for player in hand.roles.defenders]
    if set(hand.calls) == {"whist", "pass"}:
        whister, passer = names if hand.calls[0] == "whist" else reversed(names)
        sentence = N_("{passer} was taken for the whister instead of {whister}")
        calls = {passer: "whist", whister: "pass"}
        said = text(sentence, passer=passer, whister=whister)
        yield "whister", said, entry.model_copy(update={"calls": calls})
    if hand.calls == ("pass", "pass"):
        said = text(N_("a half-whist of {who} was written that nobody took"), who=names[1])
        calls = {names[0]: "pass", names[1]: "half"}
        yield "half-invented", said, entry.model_copy(update={"calls": calls})


def _declarers(state: PreferansState, entry: ContractEntry, hand: ContractHand) -> Changed:
    """The whole hand written as if a defender had played it, and the declarer had defended."""
    right = entry.declarer
    for player in hand.roles.defenders:
        wrong = state.names[player]
        update: dict[str, object] = {"declarer": wrong}
        exchange = {right: wrong, wrong: right}
        for field in ("calls", "tricks"):
            given = getattr(entry, field)
            if given is not None:
                update[field] = {exchange.get(name, name): value for name, value in given.items()}
        said = text(N_("{wrong} was taken for the declarer instead of {right}"), wrong=wrong, right=right)
        yield "declarer", said, entry.model_copy(update=update)


# --- settlements by a wrong formula -----------------------------------------------------------------------


def settlement_slips(state: PreferansState) -> Iterator[SettlementSlip]:
    """The results by each formula that is mistaken for the right one, the likelier ones first.

    Formulas that lead to the same results as the right one are among them.
    """
    size, worth = state.size, state.rules.pool_worth
    by_all = state.rules.dump_divisor == "n"
    divisor = size if by_all else size - 1
    other = size - 1 if by_all else size
    said = N_("the dump was divided by {wrong} instead of {right}")
    yield _slip(state, text(said, wrong=other, right=divisor), _owed(state, worth), other)
    yield _slip(state, text(N_("the pools were not counted")), _owed(state, 0), divisor)
    said = N_("a pool point was counted as {wrong} in the dump instead of {right}")
    yield _slip(state, text(said, wrong=3 - worth, right=worth), _owed(state, 3 - worth), divisor)
    only_pools = [exact(-worth * state.pool(player)) for player in state.seats]
    yield _slip(state, text(N_("the dumps were not counted")), only_pools, divisor)
    said = N_("fractions of a whist were cut off when the dump was divided")
    owed = _owed(state, worth)
    least = min(owed)
    cut = [divisor * (WHISTS_A_POINT * (each - least) // divisor) for each in owed]
    yield _slip(state, text(said), [divided(each, WHISTS_A_POINT) for each in cut], divisor)
    whists = text(N_("only the dump and the pools were counted, not the whists"))
    yield _slip(state, whists, owed, divisor, whists=False)


def _owed(state: PreferansState, pool_point: int) -> list[Amount]:
    """Everybody's dump less the pool, in dump points, of which a pool point is worth `pool_point`."""
    return [exact(state.dump(player) - pool_point * state.pool(player)) for player in state.seats]


def _slip(
    state: PreferansState, said: Text, owed: Sequence[Amount], divisor: int, *, whists: bool = True
) -> SettlementSlip:
    """The results if this is owed in dump points, ten whists each, a `divisor` of them for every other."""
    results = []
    for at, player in enumerate(state.seats):
        others = [place for place in range(state.size) if place != at]
        dumps = sum(divided(WHISTS_A_POINT * (owed[place] - owed[at]), divisor) for place in others)
        pairs = [(player, state.seats[place]) for place in others] if whists else []
        written = sum(state.whists(*pair) - state.whists(*reversed(pair)) for pair in pairs)
        results.append(exact(dumps + written))
    return SettlementSlip(said, tuple(results))
