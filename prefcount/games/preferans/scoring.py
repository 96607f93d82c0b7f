"""Postings of a contract, a misère or an all-pass hand, and of gains that a full pool cannot take.

`resolve_gains` decides whether a gain stays in the pool, comes off the player's own dump, or becomes American
aid.

Source: rule book, sections 1 to 5, 7 and 8; fine print 5 to 17 and 21.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.state import (
    ALL_TRICKS,
    DUMP,
    DUMPS,
    POOL,
    POOLS,
    WHISTS_ON,
    ContractHand,
    MisereHand,
    PreferansState,
    RaspasyHand,
    is_lone_whist,
    raspasy_multiplier,
    raspasy_price,
)
from prefcount.ledger import (
    NO_PLAYER,
    Amount,
    Posting,
    Reason,
    Sheet,
    divide_amount,
    drop_zero_postings,
    normalize_amount,
)

QUOTAS = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}


def score_contract(rules: PreferansRules, hand: ContractHand) -> list[Posting]:
    """Return the postings of a contract. `resolve_gains` later adds postings for points above the target."""
    return [*_score_declarer(rules, hand), *_score_defence(rules, hand), *_score_talon_bonus(rules, hand)]


def score_misere(rules: PreferansRules, hand: MisereHand, opponents: tuple[int, ...]) -> list[Posting]:
    """Return the postings of a misère. `opponents` are all other players, also a dealer who sits out."""
    return [*_score_misere_declarer(rules, hand), *_score_misere_whists(rules, hand, opponents)]


@lru_cache(maxsize=10_000)  # Many hands share a few different postings.
def _make_whists(
    player: int, other: int, count: Amount, price: int, rule: str, *, partner: int = NO_PLAYER
) -> Posting:
    reason = Reason(rule, {"count": count, "price": price}, partner)
    return Posting(WHISTS_ON[player][other], normalize_amount(count * price), reason)


def _halve(whists: Posting) -> Posting:
    return whists._replace(amount=divide_amount(whists.amount, 2))


def _score_declarer(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    declarer = hand.roles.declarer
    if hand.made:
        rule = "made" if hand.played else "passed" if hand.half_whister == NO_PLAYER else "half_taken"
        figures = {"contract": hand.contract, "value": hand.value, "count": len(hand.calls)}
        yield Posting(POOLS[declarer], hand.value, Reason(rule, figures))
        return
    price = hand.value * rules.dump_times
    rule = "left" if hand.left_without else "failed"
    yield Posting(
        DUMPS[declarer],
        price * hand.undertricks,
        Reason(rule, {"count": hand.undertricks, "price": price, "contract": hand.contract}),
    )


def _score_defence(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    if hand.left_without:
        return
    if not hand.played:
        if hand.half_whister != NO_PLAYER:
            tricks, price = divide_amount(QUOTAS[hand.level], 2), hand.value * rules.whist_times
            yield _make_whists(hand.half_whister, hand.roles.declarer, tricks, price, "half_whist")
        return
    if hand.checked:
        yield from _score_checked_ten(rules, hand)
    else:
        yield from _score_trick_whists(rules, hand)
        yield from _score_undertricks(rules, hand)
    if not hand.made:
        yield from _score_consolation(rules, hand)


def _find_sharer(rules: PreferansRules, hand: ContractHand) -> int:
    # Section 2, fine print 9 and 10.
    if rules.style != "gentleman" or hand.roles.second == NO_PLAYER or _has_dealer_whisted(hand):
        return NO_PLAYER
    if hand.made and rules.gentleman_scope != "always":
        return NO_PLAYER
    if "half" in hand.calls:
        shares = not hand.made and rules.returned_half_whister == "share"
        return hand.roles.second if shares else NO_PLAYER
    return hand.roles.first if hand.calls[0] == "pass" else hand.roles.second


def _has_dealer_whisted(hand: ContractHand) -> bool:
    return len(hand.calls) == 3


def _score_trick_whists(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    price, declarer = hand.value * rules.whist_times, hand.roles.declarer
    whisters = hand.whisters
    if len(whisters) == 2:
        for player in whisters:
            yield _make_whists(player, declarer, hand.own(player), price, "whist")
        return
    counted = _count_tricks(rules, hand)
    sharer = _find_sharer(rules, hand)
    if sharer == NO_PLAYER:
        yield _make_whists(whisters[0], declarer, counted, price, "whist")
        return
    for player in (whisters[0], sharer):
        yield _halve(_make_whists(player, declarer, counted, price, "whist_shared"))


def _count_tricks(rules: PreferansRules, hand: ContractHand) -> int:
    # Section 13.
    if is_lone_whist(hand.calls) and rules.lone_whister == "own":
        return hand.own(hand.whisters[0])
    return ALL_TRICKS - hand.taken


def _score_checked_ten(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    # Section 2.
    if hand.made or rules.ten_checked_whists == "none":
        return
    price, declarer, both = hand.value * rules.whist_times, hand.roles.declarer, ALL_TRICKS - hand.taken
    defenders = hand.roles.defenders
    for player in defenders:
        if len(defenders) == 1:
            yield _make_whists(player, declarer, both, price, "whist")
        elif rules.ten_checked_whists == "shared":
            yield _halve(_make_whists(player, declarer, both, price, "whist_shared"))
        else:
            yield _make_whists(player, declarer, hand.own(player), price, "whist")


def _score_consolation(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    by_value = hand.value * rules.whist_times
    if rules.consolation_cap:
        by_value = min(by_value, rules.consolation_cap)
    price = {"value": by_value, "fixed": rules.consolation_fixed, "none": 0}[rules.consolation]
    for player in _find_consoled(rules, hand):
        yield _make_whists(player, hand.roles.declarer, hand.undertricks, price, "consolation")


def _find_consoled(rules: PreferansRules, hand: ContractHand) -> Iterator[int]:
    # Sections 1, 2 and 13.
    if _has_dealer_whisted(hand) and rules.dealer_whist_alone:
        yield hand.roles.idle
        return
    calls = ("whist", "whist") if hand.checked else hand.calls
    half = {"none": False, "consolation": True, "share": rules.consolation_to_passer}
    consoled = {"whist": True, "pass": rules.consolation_to_passer, "half": half[rules.returned_half_whister]}
    for player, call in zip(hand.roles.defenders, calls, strict=False):
        if consoled[call]:
            yield player
    if hand.roles.idle != NO_PLAYER and (rules.consolation_to_dealer or _has_dealer_whisted(hand)):
        yield hand.roles.idle


def _score_undertricks(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    price = hand.value * rules.dump_times
    charge = divide_amount(price, 2) if rules.responsibility == "half" else price
    for player, missing in _find_missing_tricks(rules, hand):
        yield Posting(
            DUMPS[player],
            normalize_amount(missing * charge),
            Reason("whist_undertrick", {"count": missing, "price": charge}),
        )


def _find_missing_tricks(rules: PreferansRules, hand: ContractHand) -> Iterator[tuple[int, Amount]]:
    # Sections 3 and 13, fine print 10 and 11.
    whisters, quota = hand.whisters, QUOTAS[hand.level]
    if len(whisters) == 1:
        if hand.made and not _has_dealer_whisted(hand):
            bound = max(1, quota // 2) if is_lone_whist(hand.calls) and rules.lone_quota == "half" else quota
            yield whisters[0], max(0, bound - _count_tricks(rules, hand))
        return
    short = quota - (ALL_TRICKS - hand.taken)
    if rules.undertricks != "individual" and (not hand.made or short <= 0):
        return
    if quota == 1:
        yield from _find_bound_from_eight(rules, hand)
        return
    for player in whisters:
        yield player, _share_undertricks(rules, hand, player, short)


def _share_undertricks(rules: PreferansRules, hand: ContractHand, player: int, short: int) -> Amount:
    # Sections 3 and 13.
    first, second = hand.roles.defenders
    own, other = hand.own(player), hand.own(first if player == second else second)
    own_missing = max(0, QUOTAS[hand.level] // 2 - own)
    match rules.undertricks:
        case "collective":
            return min(own_missing, short)
        case "shared":
            return divide_amount(short, 2)
        case "both":
            return short
        case "fewer":  # The whister with fewer tricks pays for all undertricks (section 13).
            return divide_amount(short, 2) if own == other else short if own < other else 0
    return own_missing


def _find_bound_from_eight(rules: PreferansRules, hand: ContractHand) -> Iterator[tuple[int, Amount]]:
    first, second = hand.roles.defenders
    bound = {"second": (second,), "first": (first,)}.get(rules.eight_up, (first, second))
    charge: Amount = Fraction(1, 2) if rules.eight_up == "split" else 1
    for player in bound:
        if hand.own(player) == 0:
            yield player, charge


def _score_talon_bonus(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    if not hand.talon_units or hand.left_without:
        return
    units, price = hand.talon_units, hand.value * rules.whist_times
    declarer, idle = hand.roles.declarer, hand.roles.idle
    if idle != NO_PLAYER:
        yield _make_whists(idle, declarer, units, price, "talon_bonus")
        return
    for player in hand.roles.defenders:
        yield _halve(_make_whists(player, declarer, units, price, "talon_bonus_split"))


def _score_misere_declarer(rules: PreferansRules, hand: MisereHand) -> Iterator[Posting]:
    declarer, dealer, taken = hand.roles.declarer, hand.roles.idle, hand.taken
    if rules.misere_half_with_dealer and dealer != NO_PLAYER:
        value = divide_amount(hand.value, 2)
        made, failed = "misere_shared", "misere_shared_failed"
        players = [(declarer, dealer), (dealer, declarer)]
    else:
        value, made, failed = hand.value, "misere_made", "misere_failed"
        players = [(declarer, NO_PLAYER)]
    price = normalize_amount(value * rules.dump_times)
    for player, partner in players:
        if hand.made:
            yield Posting(POOLS[player], value, Reason(made, {"value": value}, partner))
        else:
            yield Posting(
                DUMPS[player],
                normalize_amount(price * taken),
                Reason(failed, {"count": taken, "price": price}, partner),
            )


def _score_misere_whists(
    rules: PreferansRules, hand: MisereHand, opponents: tuple[int, ...]
) -> Iterator[Posting]:
    price, declarer = hand.value * rules.whist_times, hand.roles.declarer
    if rules.misere_consolation and not hand.made:
        for player in opponents:
            yield _make_whists(player, declarer, hand.taken, price, "misere_consolation")
    if hand.talon_units and hand.roles.idle != NO_PLAYER:
        price = hand.talon_value * rules.whist_times
        yield _make_whists(hand.roles.idle, declarer, hand.talon_units, price, "misere_talon_bonus")


def score_raspasy(state: PreferansState, hand: RaspasyHand) -> list[Posting]:
    """Return the postings of a raspasy. `resolve_gains` later adds postings for points above the target."""
    rules = state.rules
    if state.size == 2 and rules.hussar_raspasy == "off":
        return []
    if rules.raspasy.to == "dump":
        return list(_score_raspasy_in_dump(state, hand))
    return [*_score_raspasy_in_whists(rules, hand), *_score_whists_bonus(state, hand)]


def _score_raspasy_in_dump(state: PreferansState, hand: RaspasyHand) -> Iterator[Posting]:
    rules, price = state.rules, raspasy_price(state.rules, state.row + 1)
    spared = min(tricks for _, tricks in hand.tricks) if rules.raspasy.amnesty else 0
    for player, tricks in hand.tricks:
        counted = tricks - spared
        yield Posting(DUMPS[player], counted * price, Reason("raspasy", {"count": counted, "price": price}))
    for_dealer = rules.raspasy.dealer_zero_bonus
    entitled = for_dealer == "always" or (for_dealer == "playing" and not state.seats.dealer_rests)
    for player, tricks in hand.tricks:
        if tricks == 0 and (player != hand.dealer or entitled):
            yield from _score_zero_bonus(rules, player, state.row + 1)


def _score_zero_bonus(rules: PreferansRules, player: int, row: int) -> Iterator[Posting]:
    price, multiplier = raspasy_price(rules, row), raspasy_multiplier(rules, row)
    bonus = rules.raspasy.bonus
    in_pool = {"price": price, "one": 1, "multiplier": multiplier}.get(bonus, 0)
    off_dump = {"dump_one_trick": price, "dump_two_tricks": 2 * price}.get(bonus, 0)
    if in_pool:
        yield Posting(POOLS[player], in_pool, Reason("zero_bonus", {"value": in_pool}))
    if off_dump:
        yield Posting(DUMPS[player], -off_dump, Reason("zero_bonus_dump", {"value": off_dump}))


def _score_raspasy_in_whists(rules: PreferansRules, hand: RaspasyHand) -> Iterator[Posting]:
    # Section 4: the player with the fewest tricks writes whists on the others.
    price = rules.raspasy.trick_whists
    fewest = min(tricks for _, tricks in hand.tricks)
    winners = [player for player, tricks in hand.tricks if tricks == fewest]
    spared = fewest if rules.raspasy.basis == "difference" else 0
    losers = [(player, tricks - spared) for player, tricks in hand.tricks if tricks != fewest]
    if len(winners) == 1:
        for loser, tricks in losers:
            yield _make_whists(winners[0], loser, tricks, price, "raspasy_whists")
    elif rules.raspasy.tie == "half":
        for winner, partner in (winners, reversed(winners)):
            for loser, tricks in losers:
                yield _halve(_make_whists(winner, loser, tricks, price, "raspasy_tie", partner=partner))


def _score_whists_bonus(state: PreferansState, hand: RaspasyHand) -> Iterator[Posting]:
    options = state.rules.raspasy
    bonus = {"one": 1, "multiplier": state.row + 1}.get(options.bonus, 0)
    for player, tricks in hand.tricks:
        if tricks == 0 and bonus:
            yield Posting(POOLS[player], bonus, Reason("zero_bonus", {"value": bonus}))
    if state.seats.dealer_rests and options.dealer_pool:
        yield Posting(
            POOLS[hand.dealer], options.dealer_pool, Reason("raspasy_dealer", {"value": options.dealer_pool})
        )


WHISTS_A_POINT = 10
WHISTS_FOR_DUMP = 5

Gains = tuple[tuple[int, Amount], ...]
"""The players who gained pool points in a hand, with their points, clockwise from eldest hand."""


def resolve_gains(state: PreferansState, sheet: Sheet, gains: Gains) -> list[Posting]:
    """Return the postings that use new pool points to reduce the winner's dump or to fill other pools.

    If the table first pays off dumps, new points reduce the winner's dump. If it plays aid, points above the
    target then fill other pools. Points that no pool can take reduce the winner's dump.

    Args:
        state: the state before the hand.
        sheet: the amounts after the hand, with the new points in the pools.
        gains: the new pool points of each player, clockwise from eldest hand.
    """
    postings: list[Posting] = []
    left = gains
    if state.rules.made_first == "dump" and state.rules.dump_points == "dump":
        left = ()
        for player, gain in gains:
            own = list(_write_off(state.rules, sheet, player, gain))
            sheet = sheet.with_postings(own)
            postings += own
            left += (
                (player, gain + sum(posting.amount for posting in own if posting.account.column == POOL)),
            )
    if state.rules.aid:
        for player, gain in left:
            aid = list(_give_aid(state, sheet, player, gain))
            sheet = sheet.with_postings(aid)
            postings += aid
    return postings


def sum_gains(postings: Sequence[Posting], players: Sequence[int]) -> Gains:
    """Return the pool points that `players` won by `postings`. Players who won none are left out."""
    gains: dict[int, Amount] = {}
    for account, amount, _reason in postings:
        if account.column == POOL and amount > 0:
            gains[account.owner] = normalize_amount(gains.get(account.owner, 0) + amount)
    return tuple((player, gains[player]) for player in players if player in gains)


def _write_off(rules: PreferansRules, sheet: Sheet, player: int, gain: Amount) -> Iterator[Posting]:
    worth = rules.pool_worth
    points = min(gain // 1, max(0, sheet[DUMPS[player]]) // worth)
    if points > 0:
        yield Posting(POOLS[player], -points, Reason("dump_first", {"points": points}))
        yield Posting(DUMPS[player], -points * worth, Reason("dump_written_off", {"points": points * worth}))


def _give_aid(state: PreferansState, sheet: Sheet, helper: int, gain: Amount) -> Iterator[Posting]:
    # Pool points above the target go to other pools, then off the player's own dump.
    rules, target = state.rules, state.rules.target
    surplus = normalize_amount(min(gain, sheet[POOLS[helper]] - target))
    if surplus <= 0:
        return
    yield Posting(POOLS[helper], -surplus, Reason("surplus", {"points": surplus, "target": target}))
    price = WHISTS_A_POINT * rules.pool_worth
    for player in _order_helped(state, sheet, helper):
        points = normalize_amount(min(surplus, target - sheet[POOLS[player]]))
        yield Posting(POOLS[player], points, Reason("aid_received", {"points": points}, helper))
        yield Posting(
            WHISTS_ON[helper][player],
            normalize_amount(points * price),
            Reason("aid_whists", {"points": points, "price": price}),
        )
        surplus = normalize_amount(surplus - points)
        if not surplus:
            return
    worth = rules.pool_worth
    left = normalize_amount(surplus * worth)
    if rules.dump_floor == "zero" and rules.dump_points == "dump" and sheet[DUMPS[helper]] < left:
        written_off = max(0, sheet[DUMPS[helper]])
        yield Posting(
            DUMPS[helper], -written_off, Reason("aid_to_zero", {"points": written_off, "dump": left})
        )
        return
    yield Posting(DUMPS[helper], -left, Reason("aid_to_dump", {"points": surplus, "price": worth}))


def _order_helped(state: PreferansState, sheet: Sheet, helper: int) -> list[int]:
    # Opponents with equal pools come clockwise from `helper`.
    rules = state.rules
    open_pools = [player for player in state.seats.others(helper) if sheet[POOLS[player]] < rules.target]
    if rules.aid_order == "clockwise":
        return open_pools
    return sorted(open_pools, key=lambda player: sheet[POOLS[player]], reverse=rules.aid_order == "highest")


def convert_dump(state: PreferansState, postings: tuple[Posting, ...]) -> tuple[Posting, ...]:
    """Return postings with whists in place of dump points if the table has no dump.

    A new dump point of Anna becomes five whists that each opponent writes on Anna. A dump point taken off
    becomes five whists that Anna writes on each opponent.
    """
    if state.rules.dump_points == "dump":
        return postings
    return drop_zero_postings(
        whists for posting in postings for whists in _convert_posting(state.seats, posting)
    )


def _convert_posting(seats: Sequence[int], posting: Posting) -> Iterator[Posting]:
    account, amount, _reason = posting
    if account.column != DUMP:
        yield posting
        return
    for other in seats:
        if other != account.owner and amount:
            points = amount if amount > 0 else -amount
            writer, on = (other, account.owner) if amount > 0 else (account.owner, other)
            reason = Reason("as_whists", {"points": points}, of=posting)
            yield Posting(WHISTS_ON[writer][on], normalize_amount(points * WHISTS_FOR_DUMP), reason)
