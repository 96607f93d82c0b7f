"""One hand played: its postings in order, and what the table knows afterwards.

Source: rule book, sections 4 (the row of raspasy, rotation), 5 and 7; fine print 8, 21 and 23.
"""

from datetime import timedelta

from prefcount.games.preferans.closing import closed, dump_as_whists
from prefcount.games.preferans.effects import Effect, effect_of
from prefcount.games.preferans.entries import Game, Misere, Raspasy
from prefcount.games.preferans.legality import resolve
from prefcount.games.preferans.settlement import added, worth
from prefcount.games.preferans.state import State
from prefcount.games.protocol import Turn
from prefcount.ledger.postings import only_amounts

_SECOND = timedelta(seconds=1)


def play_hand(state: State, entry: Game | Misere | Raspasy) -> Turn[State]:
    """The turn of a contract, a misère or a raspasy, or all the problems of its entry."""
    effect = resolve(state, entry)[1] if state.over else effect_of(state, entry)
    if isinstance(effect, list):
        return Turn(state, (), tuple(effect))
    after = _afterwards(state, entry, effect)
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


def _afterwards(state: State, entry: Game | Misere | Raspasy, effect: Effect) -> State:
    """The table after a hand, before anything follows from its gains."""
    return State(
        state.names,
        state.seats,
        state.rules,
        state.sheet.after(effect.postings),
        effect.next_dealer,
        effect.dealer,
        state.hands + 1,
        effect.row,
        effect.bombs,
        state.started,
        _played_for(state, entry),
        state.ended,
    )


def _played_for(state: State, entry: Game | Misere | Raspasy) -> int:
    """Seconds from the start of the game to the latest hand; a clock set back changes nothing."""
    if entry.at is None or state.started is None:
        return state.played_for
    return max(state.played_for, (entry.at - state.started) // _SECOND)
