"""What a table wants to see beside the figures (rule book, sections 4 and 5)."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from prefcount.games.preferans.reasons import OVER
from prefcount.games.preferans.state import State
from prefcount.games.terms import Fact
from prefcount.i18n import N_, Phrase, Text, text
from prefcount.ledger.postings import NOBODY

_WHISTS = Phrase("{price} whist", "{price} whists")


def facts(state: State, now: datetime | None = None) -> tuple[Fact, ...]:
    """The facts in the order of their urgency; with `now` the clock shows that time."""
    return tuple(_facts(state, now))


def _facts(state: State, now: datetime | None) -> Iterator[Fact]:
    if state.over:
        yield Fact("over", text(N_("over")), text(OVER[state.over]))
        yield Fact("hands", text(N_("hands")), str(state.hands))
    else:
        yield from _next_hand(state)
    yield Fact("progress", text(N_("progress")), _progress(state, now))
    full = [state.names[player] for player in state.seats if state.closed(player)]
    if full and state.rules.end == "each":
        yield Fact("closed", text(N_("closed")), ", ".join(full))
    armed = [f"{state.names[player]} {state.bombs[player]}" for player in state.seats if state.bombs[player]]
    if armed:
        yield Fact("bombs", text(N_("bombs")), ", ".join(armed))


def _next_hand(state: State) -> Iterator[Fact]:
    yield Fact("hand", text(N_("hand")), str(state.hands + 1))
    yield Fact("dealer", text(N_("deals")), state.names[state.dealer])
    yield Fact("first", text(N_("first hand")), state.names[state.after(state.dealer)])
    if state.idle(state.dealer) != NOBODY:
        yield Fact("idle", text(N_("sits out")), state.names[state.dealer])
    yield from _raspasy(state)


def _raspasy(state: State) -> Iterator[Fact]:
    yield Fact("row", text(N_("raspasy in a row")), str(state.row))
    if state.rules.raspasy.to == "dump":
        yield Fact(
            "price", text(N_("raspasy trick")), text(N_("{price} in the dump"), price=state.next_price)
        )
    else:
        each = state.rules.raspasy.trick_whists
        yield Fact("price", text(N_("raspasy trick")), _WHISTS.of(each, {"price": each}))
    yield Fact("lowest_bid", text(N_("lowest bid")), str(state.lowest_bid))


def _progress(state: State, now: datetime | None) -> Text:
    rules, size = state.rules, state.size
    filled = sum(state.pool(player) for player in state.seats)
    if rules.end == "hands":
        return text(N_("{played} of {hands} hands"), played=state.hands, hands=rules.hands)
    if rules.end == "time":
        return _clock(state, now)
    if rules.end == "total":
        return text(N_("pools {filled} of {target}"), filled=filled, target=rules.target * size)
    capped = sum(min(state.pool(player), rules.target) for player in state.seats)
    return text(N_("pools {filled} of {target}"), filled=capped, target=rules.target * size)


def _clock(state: State, now: datetime | None) -> Text:
    """The minutes since the start; the hand that is played when they are over is the last one."""
    limit = state.rules.minutes or 0
    played = state.played_for // 60
    if now is not None and state.started is not None and not state.over:
        played = max(played, (now - state.started) // timedelta(minutes=1))
    if played >= limit and not state.over:
        return text(N_("{played} of {minutes} minutes, this is the last hand"), played=played, minutes=limit)
    return text(N_("{played} of {minutes} minutes"), played=played, minutes=limit)
