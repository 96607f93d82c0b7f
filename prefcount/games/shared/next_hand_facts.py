"""Facts beside the sheet of every game: why the game is over, or who deals and leads the next hand."""

from collections.abc import Iterator, Mapping

from prefcount.base.i18n import N_, Phrase, text
from prefcount.games.protocol.seats import Seats
from prefcount.games.protocol.state import State
from prefcount.games.protocol.words import Fact

_OVER_AFTER = Phrase("{why}, {n} hand", "{why}, {n} hands")


def next_hand(
    state: State, over: Mapping[str, str], seats: Seats, *, sits_out: bool = True
) -> Iterator[Fact]:
    """Why the game is over and after how many hands, or who deals the next hand, plays first and sits out.

    Args:
        state: the table.
        over: why a game is over, in marked words.
        seats: the order in which the next hand is dealt and played.
        sits_out: whether those who hold no cards sit out in this game.
    """
    if state.over:
        why = text(over[state.over])
        both = _OVER_AFTER.of(state.hands, {"why": why, "n": state.hands}) if state.hands else None
        yield Fact("over", text(N_("over")), why, both)
        yield Fact("hands", text(N_("hands")), str(state.hands), "")
        return
    hand, dealer, first = state.hands + 1, state.names[state.dealer], state.names[seats.after(state.dealer)]
    yield Fact("hand", text(N_("hand")), str(hand), text(N_("Hand {n}"), n=hand))
    yield Fact("dealer", text(N_("deals")), dealer, text(N_("{who} deals"), who=dealer))
    yield Fact("first", text(N_("first hand")), first, text(N_("{who} leads"), who=first))
    resting = [state.names[player] for player in seats.resting(state.dealer)]
    if sits_out and resting:
        others = ", ".join(name for name in resting if name != dealer)
        short = text(N_("{who} sits out"), who=others) if others else ""
        yield Fact("idle", text(N_("sits out")), ", ".join(resting), short)
