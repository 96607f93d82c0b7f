"""Tricks as entries of Prefa give them: completed where the rest fixes a number, or problems."""

from collections.abc import Mapping, Sequence

from prefcount.games.player_names import listed, player_number
from prefcount.games.prefa.hands import ALL_TRICKS
from prefcount.games.prefa.state import PrefaState
from prefcount.i18n import N_
from prefcount.problems import Problem, problem

Tricks = dict[int, int]


def named(state: PrefaState, given: Mapping[str, int], found: list[Problem]) -> Tricks | None:
    """Tricks by player, as given; None where somebody is unknown or they are more than ten."""
    before = len(found)
    known: Tricks = {}
    for name, taken in given.items():
        player = player_number(state, "tricks", name, found)
        if player is not None:
            known[player] = taken
    if sum(given.values()) > ALL_TRICKS:
        said = N_("sum to {given}; there are 10 in a hand")
        found.append(problem("tricks", said, given=sum(given.values())))
    return None if len(found) > before else known


def of_contract(
    state: PrefaState, known: Tricks, declarer: int, playing: Sequence[int], found: list[Problem]
) -> Tricks | None:
    """Tricks of the declarer and of the defenders who came; None if they cannot be."""
    before = len(found)
    for player, taken in known.items():
        if player != declarer and player not in playing and taken:
            said = N_("{who} did not play this hand and has no tricks; leave him out")
            name = state.names[player]
            found.append(problem(f"tricks.{name}", said, who=name))
    if not playing and known.get(declarer):
        found.append(problem("tricks", N_("are not entered: both defenders passed; leave them out")))
    if len(found) > before or not playing:
        return None if len(found) > before else known
    return completed(state, known, (declarer, *playing), playing, found)


def completed(
    state: PrefaState, known: Tricks, players: Sequence[int], asked: Sequence[int], found: list[Problem]
) -> Tricks | None:
    """Tricks of all `players`, what follows filled in; who is `asked` for them where they do not follow."""
    total = sum(known.values())
    missing = [player for player in players if player not in known]
    if len(missing) > 1 and total < ALL_TRICKS:
        said = N_("say how many tricks each of {who} took")
        found.append(problem("tricks", said, who=listed(state, asked)))
        return None
    if not missing and total != ALL_TRICKS:
        found.append(problem("tricks", N_("sum to {given}, not to 10"), given=total))
        return None
    return known | dict.fromkeys(missing, ALL_TRICKS - total)
