"""The sheet of Preferans, and the facts beside it (rule book, sections 1 to 5)."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.games.game import Cell, Sectors
from prefcount.games.preferans.hands import LEVELS
from prefcount.games.preferans.phrases import OVER
from prefcount.games.preferans.state import DUMP, POOL, WHISTS, PreferansState
from prefcount.games.state import listed
from prefcount.games.words import PROGRESS, Fact, next_hand
from prefcount.ledger.sheet import Account, spoken


def cells(state: PreferansState, owner: int) -> tuple[Cell, ...]:
    """Pool, dump, and the whists on every opponent clockwise."""
    on = (
        Cell(text(N_("on {name}"), name=state.names[other]), Account(WHISTS, owner, other))
        for other in state.seats.others(owner)
    )
    return (
        Cell(text(N_("pool")), Account(POOL, owner), full=state.closed(owner)),
        Cell(text(N_("dump")), Account(DUMP, owner)),
        *on,
    )


def layout(state: PreferansState) -> Sectors:
    """The sectors of the sheet around the target."""
    return Sectors(str(state.rules.target))


_WHISTS = Phrase("{price} whist", "{price} whists")
_FULL = Phrase("pool full", "pools full")


def facts_beside(state: PreferansState, now: datetime | None) -> Iterator[Fact]:
    """The facts in the order of their urgency; with `now` the clock shows that time."""
    if state.left:
        yield Fact("left", text(N_("has left")), listed(state, state.left), "")
        state = state.table
    yield from next_hand(state, OVER, state.seats)
    if not state.over:
        yield from _raspasy(state)
    progress = _progress(state, now)
    yield progress._replace(short="") if state.over else progress
    full = listed(state, state.full)
    if full:
        yield Fact("closed", _FULL.of(len(state.full), {}), full, "" if state.over else None)
    armed = [f"{state.names[player]} {state.bombs[player]}" for player in state.seats if state.bombs[player]]
    if armed:
        yield Fact("bombs", text(N_("bombs")), ", ".join(armed))


def _raspasy(state: PreferansState) -> Iterator[Fact]:
    row, lowest, matters = state.row, state.lowest_bid, bool(state.row)
    if state.rules.raspasy.to == "dump":
        price = text(N_("{price} in the dump"), price=state.next_price)
        sentence = text(N_("next raspasy: {price} a trick"), price=state.next_price)
    else:
        whists = state.rules.raspasy.trick_whists
        price = _WHISTS.of(whists, {"price": whists})
        sentence = text(N_("{row} raspasy so far, {price} a trick"), row=row, price=price)
    yield Fact("row", text(N_("raspasy in a row")), str(row), sentence if matters else "")
    yield Fact("price", text(N_("raspasy trick")), price, "")
    above = text(N_("lowest bid: {level}"), level=lowest)
    yield Fact("lowest_bid", text(N_("lowest bid")), str(lowest), above if lowest > min(LEVELS) else "")


def _progress(state: PreferansState, now: datetime | None) -> Fact:
    label, rules = text(N_("progress")), state.rules
    if rules.end == "hands":
        sentence = text(N_("{played} of {hands} hands"), played=state.hands, hands=rules.hands)
        return Fact(PROGRESS, label, sentence, sentence)
    if rules.end == "time":
        clock = _clock(state, now)
        return Fact(PROGRESS, label, clock, clock)
    if rules.end == "any":
        figures = {"filled": spoken(max(map(state.pool, state.seats))), "target": rules.target}
        long, short = N_("largest pool {filled} of {target}"), N_("largest pool {filled}/{target}")
        return Fact(PROGRESS, label, text(long, **figures), text(short, **figures))
    most = None if rules.end == "total" else rules.target
    pools = (state.pool(player) for player in state.seats)
    filled = sum(pool if most is None else min(pool, most) for pool in pools)
    figures = {"filled": spoken(filled), "target": rules.target * state.size}
    long, short = N_("pools {filled} of {target}"), N_("pools {filled}/{target}")
    return Fact(PROGRESS, label, text(long, **figures), text(short, **figures))


def _clock(state: PreferansState, now: datetime | None) -> Text:
    """The minutes since the start; the hand that is played when they are over is the last one."""
    limit = state.rules.minutes or 0
    played = state.played_for // 60
    if now is not None and state.started is not None and not state.over:
        played = max(played, (now - state.started) // timedelta(minutes=1))
    if played >= limit and not state.over:
        return text(N_("{played} of {minutes} minutes, the last hand"), played=played, minutes=limit)
    return text(N_("{played} of {minutes} minutes"), played=played, minutes=limit)
