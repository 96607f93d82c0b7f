"""What becomes of a gain: own dump, full pools, American aid (rule book, section 5; fine print 15 to 17)."""

from collections.abc import Iterator, Sequence

from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.state import DUMP, DUMPS, POOL, POOLS, WHISTS_ON, PreferansState
from prefcount.ledger.sheet import Amount, Posting, Reason, Sheet, exact, only_amounts

WHISTS_A_POINT = 10
WHISTS_FOR_DUMP = 5

Gains = tuple[tuple[int, Amount], ...]
"""Who gained how many pool points, clockwise from the first hand."""


def resolve_gains(state: PreferansState, sheet: Sheet, gains: Gains) -> list[Posting]:
    """What follows from the gains of a hand, all of which are in the pools of this sheet already.

    They are resolved one after the other, clockwise from the first hand.
    """
    postings: list[Posting] = []
    left = gains
    if state.rules.made_first == "dump" and state.rules.dump_points == "dump":
        left = ()
        for player, gain in gains:
            own = list(_write_off(state.rules, sheet, player, gain))
            sheet = sheet.after(own)
            postings += own
            left += (
                (player, gain + sum(posting.amount for posting in own if posting.account.column == POOL)),
            )
    if state.rules.aid:
        for player, gain in left:
            aid = list(_aid(state, sheet, player, gain))
            sheet = sheet.after(aid)
            postings += aid
    return postings


def gains_of(postings: Sequence[Posting], players: Sequence[int]) -> Gains:
    """What each of the `players` gains in the pool by these postings; who gains nothing is left out."""
    gains: dict[int, Amount] = {}
    for account, amount, _reason in postings:
        if account.column == POOL and amount > 0:
            gains[account.owner] = exact(gains.get(account.owner, 0) + amount)
    return tuple((player, gains[player]) for player in players if player in gains)


def _write_off(rules: PreferansRules, sheet: Sheet, player: int, gain: Amount) -> Iterator[Posting]:
    """Classic: a gain writes off the player's own dump first, whole pool points only."""
    worth = rules.pool_worth
    points = min(gain // 1, max(0, sheet[DUMPS[player]]) // worth)
    if points > 0:
        yield Posting(POOLS[player], -points, Reason("dump_first", {"points": points}))
        yield Posting(DUMPS[player], -points * worth, Reason("dump_written_off", {"points": points * worth}))


def _aid(state: PreferansState, sheet: Sheet, helper: int, gain: Amount) -> Iterator[Posting]:
    """What a helper's gain has above the target goes to others, and at last off the helper's own dump."""
    rules, target = state.rules, state.rules.target
    surplus = exact(min(gain, sheet[POOLS[helper]] - target))
    if surplus <= 0:
        return
    yield Posting(POOLS[helper], -surplus, Reason("surplus", {"points": surplus, "target": target}))
    price = WHISTS_A_POINT * rules.pool_worth
    for player in _to_be_helped(state, sheet, helper):
        points = exact(min(surplus, target - sheet[POOLS[player]]))
        yield Posting(POOLS[player], points, Reason("aid_received", {"points": points}, helper))
        yield Posting(
            WHISTS_ON[helper][player],
            exact(points * price),
            Reason("aid_whists", {"points": points, "price": price}),
        )
        surplus = exact(surplus - points)
        if not surplus:
            return
    worth = rules.pool_worth
    left = exact(surplus * worth)
    if rules.dump_floor == "zero" and rules.dump_points == "dump" and sheet[DUMPS[helper]] < left:
        written_off = max(0, sheet[DUMPS[helper]])
        yield Posting(
            DUMPS[helper], -written_off, Reason("aid_to_zero", {"points": written_off, "dump": left})
        )
        return
    yield Posting(DUMPS[helper], -left, Reason("aid_to_dump", {"points": surplus, "price": worth}))


def _to_be_helped(state: PreferansState, sheet: Sheet, helper: int) -> list[int]:
    """Opponents below the target in the table's order; equal ones clockwise from the helper."""
    rules = state.rules
    open_pools = [player for player in state.seats.others(helper) if sheet[POOLS[player]] < rules.target]
    if rules.aid_order == "clockwise":
        return open_pools
    return sorted(open_pools, key=lambda player: sheet[POOLS[player]], reverse=rules.aid_order == "highest")


def as_written(state: PreferansState, postings: tuple[Posting, ...]) -> tuple[Posting, ...]:
    """Postings in the columns that the table keeps: with `dump_points: whists` no dump.

    A dump point is five whists by every opponent; one taken off, five by its owner on each.
    """
    if state.rules.dump_points == "dump":
        return postings
    return only_amounts(whists for posting in postings for whists in _in_whists(state.seats, posting))


def _in_whists(seats: Sequence[int], posting: Posting) -> Iterator[Posting]:
    account, amount, _reason = posting
    if account.column != DUMP:
        yield posting
        return
    for other in seats:
        if other != account.owner and amount:
            points = amount if amount > 0 else -amount
            writer, on = (other, account.owner) if amount > 0 else (account.owner, other)
            reason = Reason("as_whists", {"points": points}, of=posting)
            yield Posting(WHISTS_ON[writer][on], exact(points * WHISTS_FOR_DUMP), reason)
