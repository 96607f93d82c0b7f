"""Which calls the defenders may make (rule book, section 2 and 8; fine print 10)."""

from collections.abc import Iterator, Mapping

from prefcount.games.people import listed, player_number
from prefcount.games.preferans.entries import Call, Game
from prefcount.games.preferans.hands import HALF, PASS, STALINGRAD, WHIST, Seats
from prefcount.games.preferans.state import State
from prefcount.i18n import N_
from prefcount.problems import Problem, problem


def resolved_calls(state: State, entry: Game, seats: Seats, found: list[Problem]) -> tuple[str, ...] | None:
    """The calls in the order of the defenders, and the dealer's whist where he returned it.

    None, and every problem in `found`, if they cannot be.
    """
    stalingrad = state.rules.stalingrad and entry.contract == STALINGRAD
    if entry.calls is None:
        if stalingrad:
            return (WHIST,) * len(seats.defenders)
        who = listed(state, seats.defenders)
        found.append(problem("calls", N_("are missing: say what {who} called"), who=who))
        return None
    before = len(found)
    by_player = _by_player(state, entry.calls, found)
    found += _callers(state, seats, by_player)
    if len(found) == before:
        found += (_stalingrad if stalingrad else _allowed)(state, entry, seats, by_player)
    if len(found) > before:
        return None
    calls = tuple(by_player[player] for player in seats.defenders)
    return (*calls, WHIST) if by_player.get(seats.idle) == WHIST else calls


def _by_player(state: State, calls: Mapping[str, Call], found: list[Problem]) -> dict[int, Call]:
    numbered = ((player_number(state, "calls", name, found), call) for name, call in calls.items())
    return {player: call for player, call in numbered if player is not None}


def _callers(state: State, seats: Seats, by_player: Mapping[int, Call]) -> Iterator[Problem]:
    for player in seats.defenders:
        if player not in by_player:
            yield problem(f"calls.{state.names[player]}", N_("is missing: whist, pass or half"))
    for player in by_player:
        if player in seats.defenders or (player == seats.idle and state.rules.dealer_may_whist):
            continue
        who = state.names[player]
        template = (
            N_("{who} is the declarer") if player == seats.declarer else N_("{who} does not play this hand")
        )
        yield problem(f"calls.{who}", template, who=who)


def _stalingrad(state: State, _entry: Game, seats: Seats, by_player: Mapping[int, Call]) -> Iterator[Problem]:
    for player in seats.defenders:
        if by_player[player] != WHIST:
            yield problem(
                f"calls.{state.names[player]}", N_("six spades is Stalingrad here: both defenders must whist")
            )
    yield from _dealer_call(state, seats, by_player)


def _allowed(state: State, entry: Game, seats: Seats, by_player: Mapping[int, Call]) -> Iterator[Problem]:
    names = [state.names[player] for player in seats.defenders]
    if by_player[seats.first] == HALF:
        template = (
            N_("half a whist is not played by two")
            if len(names) == 1
            else N_("only the second defender, {second}, may take half, and only after a pass")
        )
        yield problem(f"calls.{names[0]}", template, second=names[-1])
    if len(names) == 2 and by_player[seats.second] == HALF:
        yield from _half(state, entry, names[1])
    yield from _dealer_call(state, seats, by_player)


def _half(state: State, entry: Game, name: str) -> Iterator[Problem]:
    rules = state.rules
    if not rules.half_whist:
        yield problem(f"calls.{name}", N_("half a whist is not played at this table"))
    elif entry.level not in rules.half_whist_levels:
        levels = ", ".join(map(str, rules.half_whist_levels))
        yield problem(
            f"calls.{name}",
            N_("there is no half-whist on {level}, only on {levels}"),
            level=entry.level,
            levels=levels,
        )


def _dealer_call(state: State, seats: Seats, by_player: Mapping[int, Call]) -> Iterator[Problem]:
    """The dealer who sits out is asked only after pass and half, and answers whist or pass."""
    if seats.idle not in by_player:
        return
    field = f"calls.{state.names[seats.idle]}"
    if [by_player[player] for player in seats.defenders] != [PASS, HALF]:
        yield problem(field, N_("the dealer may whist only after pass and half"))
    elif by_player[seats.idle] == HALF:
        yield problem(field, N_("the dealer whists or passes; half is taken already"))
