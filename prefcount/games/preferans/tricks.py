"""Tricks as entries give them: completed where the rest fixes a number, or problems (file format)."""

from collections.abc import Mapping, Sequence

from prefcount.games.people import listed, player_number
from prefcount.games.preferans.state import State
from prefcount.i18n import N_
from prefcount.problems import Problem, problem

ALL_TRICKS = 10

Tricks = dict[int, int]


def completed(
    state: State, given: Mapping[str, int] | None, players: Sequence[int], found: list[Problem]
) -> Tricks | None:
    """Tricks by player, those that follow from the rest filled in; None if they cannot be."""
    if not given:
        who = listed(state, players)
        found.append(problem("tricks", N_("are missing: the hand is played out by {who}"), who=who))
        return None
    before = len(found)
    known = named(state, given, players, found)
    total = sum(given.values())
    missing = [player for player in players if player not in known]
    if total > ALL_TRICKS or (not missing and total < ALL_TRICKS):
        found.append(problem("tricks", N_("sum to {given}, not to 10"), given=total))
    if len(found) > before:
        return None
    if len(missing) == 1 or total == ALL_TRICKS:
        known |= dict.fromkeys(missing, ALL_TRICKS - total)
    return known


def named(state: State, given: Mapping[str, int], players: Sequence[int], found: list[Problem]) -> Tricks:
    """Tricks by player, as given; those of somebody who does not play are problems."""
    known: Tricks = {}
    for name, tricks in given.items():
        player = player_number(state, "tricks", name, found)
        if player is None:
            continue
        if player not in players:
            found.append(problem(f"tricks.{name}", N_("{who} does not play this hand"), who=name))
        known[player] = tricks
    return known


def needed_each(state: State, players: Sequence[int]) -> Problem:
    """The problem of tricks that do not follow and are not given."""
    return problem("tricks", N_("say how many tricks each of {who} took"), who=listed(state, players))


def needed(state: State, player: int) -> Problem:
    """The problem of a declarer whose tricks do not follow and are not given."""
    return problem("tricks", N_("say how many tricks {who} took"), who=state.names[player])
