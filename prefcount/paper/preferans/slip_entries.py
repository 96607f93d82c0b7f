"""Slips with the hand itself: a trick miscounted, a neighbouring level, the whist of another player."""

from collections.abc import Iterator
from itertools import permutations

from prefcount.base.i18n import N_, Text, text
from prefcount.games.preferans.contract import HALF, LEVELS, PASS, WHIST, Contract
from prefcount.games.preferans.entries import ContractEntry, Hand
from prefcount.games.preferans.hands import ContractHand, HandPlayed, MisereHand, RaspasyHand
from prefcount.games.preferans.state import PreferansState
from prefcount.games.preferans.trick_counts import ALL_TRICKS

Changed = Iterator[tuple[str, Text, Hand]]


def changed_hands(state: PreferansState, entry: Hand, hand: HandPlayed) -> Changed:
    """Hands that a legal one is easily taken for; some of them may be no legal hands themselves.

    Args:
        state: the table before it.
        entry: as it was written.
        hand: as it was resolved.
    """
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
    if hand.played:
        yield from _contract_tricks(state, entry, hand)
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
        calls = {state.names[player]: PASS for player in hand.roles.defenders}
        return entry.model_copy(update={"left_without": None, "calls": calls})
    tricks = {declarer: hand.level}
    if len(hand.tricks) > 2 and None not in hand.tricks:
        defenders = [state.names[player] for player in hand.roles.defenders]
        rest = ALL_TRICKS - hand.level
        own = min(hand.own(hand.roles.first), rest)
        tricks |= dict(zip(defenders, (own, rest - own), strict=True))
    return entry.model_copy(update={"tricks": tricks})


def _contract_tricks(state: PreferansState, entry: ContractEntry, hand: ContractHand) -> Changed:
    """A trick that went to another player: of declarer and defenders where their tricks are known."""
    players = (hand.roles.declarer, *hand.roles.defenders)
    known = {player: taken for player, taken in zip(players, hand.tricks, strict=False) if taken is not None}
    if len(known) == len(players):
        yield from _miscounted(state, entry, known)
    else:
        yield from _tricks_of_one(state, entry, hand.roles.declarer, hand.taken)


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
    if set(hand.calls) == {WHIST, PASS}:
        whister, passer = names if hand.calls[0] == WHIST else reversed(names)
        calls = {passer: WHIST, whister: PASS}
        said = text(
            N_("{passer} was taken for the whister instead of {whister}"), passer=passer, whister=whister
        )
        yield "whister", said, entry.model_copy(update={"calls": calls})
    if hand.calls == (PASS, PASS):
        said = text(N_("a half-whist of {who} was written that nobody took"), who=names[1])
        calls = {names[0]: PASS, names[1]: HALF}
        yield "half-invented", said, entry.model_copy(update={"calls": calls})


def _declarers(state: PreferansState, entry: ContractEntry, hand: ContractHand) -> Changed:
    """The whole hand written as if a defender had played it, and the declarer had defended."""
    right = entry.declarer
    for player in hand.roles.defenders:
        wrong = state.names[player]
        update: dict[str, object] = {"declarer": wrong}
        for field in ("calls", "tricks"):
            given = getattr(entry, field)
            if given is not None:
                update[field] = _exchanged(given, right, wrong)
        said = text(N_("{wrong} was taken for the declarer instead of {right}"), wrong=wrong, right=right)
        yield "declarer", said, entry.model_copy(update=update)


def _exchanged(given: dict[str, object], one: str, other: str) -> dict[str, object]:
    exchange = {one: other, other: one}
    return {exchange.get(name, name): value for name, value in given.items()}
