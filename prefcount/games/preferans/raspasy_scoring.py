"""What an all-pass hand writes (rule book, sections 4 and 8; fine print 5 to 7 and 21)."""

from collections.abc import Iterator

from prefcount.games.preferans.hands import RaspasyHand
from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.state import (
    DUMPS,
    POOLS,
    WHISTS_ON,
    PreferansState,
    raspasy_multiplier,
    raspasy_price,
)
from prefcount.ledger.amount import divided, exact
from prefcount.ledger.postings import Posting, Reason


def score_raspasy(state: PreferansState, hand: RaspasyHand) -> list[Posting]:
    """The postings of a raspasy, gains unlimited by the target."""
    rules = state.rules
    if state.size == 2 and rules.hussar_raspasy == "off":
        return []
    if rules.raspasy.to == "dump":
        return list(_in_dump(state, hand))
    return [*_in_whists(rules, hand), *_whists_bonus(state, hand)]


def _in_dump(state: PreferansState, hand: RaspasyHand) -> Iterator[Posting]:
    rules, price = state.rules, raspasy_price(state.rules, state.row + 1)
    spared = min(tricks for _, tricks in hand.tricks) if rules.raspasy.amnesty else 0
    for player, tricks in hand.tricks:
        written = tricks - spared
        yield Posting(DUMPS[player], written * price, Reason("raspasy", {"count": written, "price": price}))
    for player, tricks in hand.tricks:
        if tricks == 0 and _dealer_entitled(state, hand, player):
            yield from _zero_bonus(rules, player, state.row + 1)


def _dealer_entitled(state: PreferansState, hand: RaspasyHand, player: int) -> bool:
    """Whether the dealer's duty takes nothing from this player's bonus for no trick."""
    if player != hand.dealer:
        return True
    rule = state.rules.raspasy.dealer_zero_bonus
    return rule == "always" or (rule == "playing" and not state.seats.dealer_rests)


def _zero_bonus(rules: PreferansRules, player: int, row: int) -> Iterator[Posting]:
    price, multiplier = raspasy_price(rules, row), raspasy_multiplier(rules, row)
    bonus = rules.raspasy.bonus
    in_pool = {"price": price, "one": 1, "multiplier": multiplier}.get(bonus, 0)
    off_dump = {"dump_one_trick": price, "dump_two_tricks": 2 * price}.get(bonus, 0)
    if in_pool:
        yield Posting(POOLS[player], in_pool, Reason("zero_bonus", {"value": in_pool}))
    if off_dump:
        yield Posting(DUMPS[player], -off_dump, Reason("zero_bonus_dump", {"value": off_dump}))


def _in_whists(rules: PreferansRules, hand: RaspasyHand) -> Iterator[Posting]:
    """The fewest tricks win: five whists for every trick that the others took (section 4)."""
    each = rules.raspasy.trick_whists
    fewest = min(tricks for _, tricks in hand.tricks)
    winners = [player for player, tricks in hand.tricks if tricks == fewest]
    spared = fewest if rules.raspasy.basis == "difference" else 0
    losers = [(player, tricks - spared) for player, tricks in hand.tricks if tricks != fewest]
    if len(winners) == 1:
        for loser, tricks in losers:
            reason = Reason("raspasy_whists", {"count": tricks, "price": each})
            yield Posting(WHISTS_ON[winners[0]][loser], tricks * each, reason)
    elif rules.raspasy.tie == "half":
        for winner, partner in (winners, reversed(winners)):
            for loser, tricks in losers:
                reason = Reason("raspasy_tie", {"count": tricks, "price": each}, partner)
                yield Posting(WHISTS_ON[winner][loser], exact(divided(tricks * each, 2)), reason)


def _whists_bonus(state: PreferansState, hand: RaspasyHand) -> Iterator[Posting]:
    options = state.rules.raspasy
    bonus = {"one": 1, "multiplier": state.row + 1}.get(options.bonus, 0)
    for player, tricks in hand.tricks:
        if tricks == 0 and bonus:
            yield Posting(POOLS[player], bonus, Reason("zero_bonus", {"value": bonus}))
    if state.seats.dealer_rests and options.dealer_pool:
        reason = Reason("raspasy_dealer", {"value": options.dealer_pool})
        yield Posting(POOLS[hand.dealer], options.dealer_pool, reason)
