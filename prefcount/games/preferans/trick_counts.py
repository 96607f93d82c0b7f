"""Tricks as entries give them: completed where the rest fixes a number, or problems (file format)."""

from collections.abc import Collection, Mapping, Sequence

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem
from prefcount.games.preferans.contract import WHIST, Call
from prefcount.games.preferans.entries import ContractEntry, MisereEntry
from prefcount.games.preferans.hands import is_lone_whist
from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.state import PreferansState
from prefcount.games.shared.player_names import Resolved, by_player, listed

ALL_TRICKS = 10

Tricks = dict[int, int]


def each_counts(rules: PreferansRules, level: int, calls: Collection[Call], taken: int) -> bool:
    """Whether the defenders' tricks are needed one by one (fine print 12 for the checked ten).

    Args:
        rules: of the table.
        level: of the contract.
        calls: of the defenders; none on a ten that was laid open.
        taken: the tricks of the declarer.
    """
    if not calls:
        return taken < level and rules.ten_checked_whists == "own"
    if rules.lone_whister == "own" and is_lone_whist(calls):
        return True
    return set(calls) == {WHIST}


def completed(
    state: PreferansState, given: Mapping[str, int] | None, players: Sequence[int]
) -> Resolved[Tricks]:
    """Tricks by player, completed by the rest; None, and all problems, if they cannot be."""
    if not given:
        who = listed(state, players)
        return None, [problem("tricks", N_("are missing: {who} played the hand out"), who=who)]
    known, found = named(state, given, players)
    total = sum(given.values())
    missing = [player for player in players if player not in known]
    if total > ALL_TRICKS or (not missing and total < ALL_TRICKS):
        found.append(problem("tricks", N_("add up to {given}, not 10"), given=total))
    if found:
        return None, found
    if len(missing) == 1 or total == ALL_TRICKS:
        known |= dict.fromkeys(missing, ALL_TRICKS - total)
    return known, []


def declarers_tricks(entry: ContractEntry | MisereEntry) -> int:
    """The declarer's tricks in a legal hand that was played out: as given, or what the others left of ten."""
    given = entry.tricks or {}
    return given.get(entry.declarer, ALL_TRICKS - sum(given.values()))


def named(
    state: PreferansState, given: Mapping[str, int], players: Sequence[int]
) -> tuple[Tricks, list[Problem]]:
    """Tricks by player, as given; those of players who do not play are problems, but for a zero."""

    def stranger(name: str, tricks: int) -> Problem | None:
        return problem(f"tricks.{name}", N_("{who} does not play this hand"), who=name) if tricks else None

    return by_player(state, "tricks", given, players, stranger)


def needed_each(state: PreferansState, players: Sequence[int]) -> Problem:
    """The problem of tricks that do not follow and are not given."""
    return problem("tricks", N_("say how many tricks each of {who} took"), who=listed(state, players))


def needed(state: PreferansState, player: int) -> Problem:
    """The problem of a declarer whose tricks do not follow and are not given."""
    return problem("tricks", N_("say how many tricks {who} took"), who=state.names[player])
