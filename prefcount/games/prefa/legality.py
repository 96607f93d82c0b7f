"""Whether a hand of Prefa can be: entries become hands, or all their problems at once (section 3.2)."""

from collections.abc import Mapping

from prefcount.games.player_names import listed, player_number
from prefcount.games.prefa.entries import PrefaAllPassEntry, PrefaContractEntry
from prefcount.games.prefa.hands import (
    GIVEN_UP,
    HELPER,
    PAIRS,
    PASS,
    PLAY,
    TOGETHER,
    HandPlayed,
    PrefaAllPass,
    PrefaContract,
)
from prefcount.games.prefa.phrases import OVER
from prefcount.games.prefa.state import EMPTY, PrefaState
from prefcount.games.prefa.trick_counts import Tricks, completed, named, of_contract
from prefcount.i18n import N_, text
from prefcount.problems import Problem, problem


def resolve(
    state: PrefaState, entry: PrefaContractEntry | PrefaAllPassEntry
) -> tuple[HandPlayed | None, int, list[Problem]]:
    """The hand that an entry describes at this point of the game, or None; who dealt; and all problems."""
    found: list[Problem] = []
    if state.over:
        said = N_("the game is over ({reason}); no more hands")
        if state.over == EMPTY:
            said = N_("the game is over ({reason}); add stakes to go on")
        found.append(problem("", said, reason=text(OVER[state.over])))
    given = None if entry.dealer is None else player_number(state, "dealer", entry.dealer, found)
    dealer = state.dealer if given is None else given
    known = named(state, entry.tricks, found)
    if isinstance(entry, PrefaAllPassEntry):
        hand: HandPlayed | None = _all_pass(state, entry, dealer, known, found)
    else:
        hand = _contract(state, entry, dealer, known, found)
    return (None if found else hand), dealer, found


def _contract(
    state: PrefaState, entry: PrefaContractEntry, dealer: int, known: Tricks | None, found: list[Problem]
) -> PrefaContract | None:
    declarer = player_number(state, "declarer", entry.declarer, found)
    if declarer is None:
        return None
    if declarer == state.seats.idle(dealer):
        found.append(problem("declarer", N_("{name} deals this hand and sits out"), name=entry.declarer))
        return None
    defenders = state.seats.opponents(declarer, dealer)
    aces = entry.aces and state.rules.aces
    if entry.give_up:
        return _given_up(state, entry, declarer, defenders, aces, found)
    roles = _roles(state, entry, defenders, found)
    if roles is None or known is None:
        return None
    playing = [player for player, role in zip(defenders, roles, strict=True) if role != PASS]
    tricks = of_contract(state, known, declarer, playing, found)
    if tricks is None:
        return None
    first, second = (tricks.get(player, 0) for player in defenders)
    return PrefaContract(declarer, defenders, entry.level, entry.trump, roles, (first, second), aces)


def _given_up(
    state: PrefaState,
    entry: PrefaContractEntry,
    declarer: int,
    defenders: tuple[int, int],
    aces: bool,
    found: list[Problem],
) -> PrefaContract:
    """A contract that is conceded counts as if both defenders had played (rule 7)."""
    if entry.tricks:
        said = N_("are not entered: the declarer gave up before play; leave them or give_up out")
        found.append(problem("tricks", said))
    if entry.defenders_role:
        _roles(state, entry, defenders, found)
    tricks = GIVEN_UP[entry.level]
    return PrefaContract(declarer, defenders, entry.level, entry.trump, (PLAY, PLAY), tricks, aces)


def _roles(
    state: PrefaState, entry: PrefaContractEntry, defenders: tuple[int, int], found: list[Problem]
) -> tuple[str, str] | None:
    """What the first and the second defender did; None if it cannot be."""
    before = len(found)
    by_player: dict[int, str] = {}
    for name, role in entry.defenders_role.items():
        player = player_number(state, "defenders_role", name, found)
        if player is not None and player not in defenders:
            said = N_("{name} does not defend this hand; the defenders are {who}")
            field = f"defenders_role.{name}"
            found.append(problem(field, said, name=name, who=listed(state, defenders)))
        elif player is not None:
            by_player[player] = role
    missing = [player for player in defenders if player not in by_player]
    if missing and len(found) == before:
        said = N_("say of {who} what they did: pass, play, together or helper")
        found.append(problem("defenders_role", said, who=listed(state, missing)))
    if len(found) > before:
        return None
    first, second = (by_player[player] for player in defenders)
    if (first, second) not in PAIRS:
        found.append(problem("defenders_role", _impossible({first, second}), **_who(state, by_player)))
        return None
    return first, second


def _impossible(roles: set[str]) -> str:
    if roles == {TOGETHER}:
        return N_("cannot both be “together”; who is taken along is “helper”")
    if TOGETHER in roles:
        return N_("{caller} is “together”, so the other defender must be “helper”, not “{role}”")
    return N_("nobody is “together”, so {helper} cannot be “helper”; he passed or played")


def _who(state: PrefaState, roles: Mapping[int, str]) -> dict[str, object]:
    """The names that the sentences above need."""
    by_role = {role: state.names[player] for player, role in roles.items()}
    others = [role for role in roles.values() if role != TOGETHER]
    return {
        "caller": by_role.get(TOGETHER, ""),
        "helper": by_role.get(HELPER, ""),
        "role": others[0] if others else "",
    }


def _all_pass(
    state: PrefaState, entry: PrefaAllPassEntry, dealer: int, known: Tricks | None, found: list[Problem]
) -> PrefaAllPass | None:
    """An all-pass hand; where it is not played tricks count for nothing (rule 9)."""
    if not state.rules.ppp:
        return PrefaAllPass(())
    active, before = state.seats.active(dealer), len(found)
    for name in entry.tricks:
        if name in state.names and state.names.index(name) not in active:
            found.append(problem(f"tricks.{name}", N_("{who} does not play this hand"), who=name))
    if known is None or len(found) > before:
        return None
    tricks = completed(state, known, active, active, found)
    return None if tricks is None else PrefaAllPass(tuple((player, tricks[player]) for player in active))
