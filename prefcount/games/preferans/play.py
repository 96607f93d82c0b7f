"""One hand played: its postings in order, and what the table knows afterwards.

Source: rule book, sections 4 (the row of raspasy, rotation), 5 and 7; fine print 8, 21 and 23.
"""

from datetime import datetime

from prefcount.games.preferans.closing import closed, dump_as_whists
from prefcount.games.preferans.effects import Effect, dealer_of, effect_of
from prefcount.games.preferans.entries import Game, Misere, Raspasy
from prefcount.games.preferans.legality import resolve
from prefcount.games.preferans.settlement import added, worth
from prefcount.games.preferans.state import State
from prefcount.games.protocol import Turn
from prefcount.ledger.postings import only_amounts


def play_hand(state: State, entry: Game | Misere | Raspasy) -> Turn[State]:
    """The turn of a contract, a misère or a raspasy, or all the problems of its entry."""
    dealer = dealer_of(state, entry)
    effect = resolve(state, entry)[1] if state.over else effect_of(state, entry, dealer)
    if isinstance(effect, list):
        return Turn(state, (), tuple(effect))
    after = _afterwards(state, entry, dealer, effect)
    further = closed(after, effect.gains) if effect.gains else ()
    if not further:
        return Turn(after, effect.postings, (), effect.worth)
    kept = only_amounts(dump_as_whists(state.rules, state.seats, further))
    return Turn(
        after._replace(sheet=after.sheet.after(kept)),
        effect.postings + kept,
        (),
        added(effect.worth, worth(state.rules, state.seats, kept)),
    )


def _afterwards(state: State, entry: Game | Misere | Raspasy, dealer: int, effect: Effect) -> State:
    """The table after a hand, before anything follows from its gains."""
    raspasy = entry.kind == "raspasy"
    stays = raspasy and state.rules.raspasy.rotation == "stays"
    return State(
        state.names,
        state.seats,
        state.rules,
        state.sheet.after(effect.postings),
        dealer if stays else state.after(dealer),
        dealer,
        state.hands + 1,
        state.row + 1 if raspasy else 0 if effect.ends_row else state.row,
        _bombs(state, entry) if state.rules.bombs else state.bombs,
        state.started,
        _latest(state, entry.at),
        state.ended,
    )


def _bombs(state: State, entry: Game | Misere | Raspasy) -> tuple[int, ...]:
    """A raspasy gives everybody a bomb; another hand uses up one of its declarer."""
    if entry.kind == "raspasy":
        return tuple(count + (player in state.seats) for player, count in enumerate(state.bombs))
    declarer = state.names.index(entry.declarer)
    return tuple(max(0, count - (player == declarer)) for player, count in enumerate(state.bombs))


def _latest(state: State, at: datetime | None) -> datetime | None:
    """The time of the latest hand, where hands have one."""
    if at is None or (state.latest is not None and at < state.latest):
        return state.latest
    return at
