"""Hypothesis strategies for Prefa and Priffe: tables with any rules, and legal games.

The strategies work out legal hands from the rules, without the program. So the first property of each game is
that the program accepts it.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st

from prefcount.entries.models import Entry
from prefcount.games.state import Transition
from tests.games.family import Table
from tests.strategies import names, one_of

PREFA, PRIFFE = Table.of("prefa"), Table.of("priffe")

_PREFA_RULES = st.fixed_dictionaries(
    {"stake": st.integers(1, 60).map(lambda tens: 10 * tens)},
    optional={
        "last": st.sampled_from(["normal", "unbalanced", "fair"]),
        "aces": st.booleans(),
        "ppp": st.booleans(),
        "double_to_partner": st.booleans(),
        "preset": st.sampled_from(list(PREFA.game.presets)),
    },
)
_TENS = st.integers(1, 8).map(lambda tens: 10 * tens)
_PRIFFE_RULES = st.fixed_dictionaries(
    {"rubbers": st.sampled_from([3, 6])},
    optional={
        "honours": st.sampled_from(["side", "hand"]),
        "noll_slams": st.booleans(),
        "forced_noll_honours": st.booleans(),
        "reset_other_side": st.booleans(),
        "count_unfinished": st.booleans(),
        "first_game": _TENS,
        "second_game": _TENS,
    },
)


def _people(state: Any) -> list[str]:
    return [state.names[player] for player in state.seats]


@st.composite
def _dealt(draw: st.DrawFn, /, state: Any) -> tuple[str, dict[str, str]]:
    named = draw(one_of(None, None, None, *_people(state)))
    return named or state.names[state.dealer], {"dealer": named} if named else {}


@st.composite
def _split(draw: st.DrawFn, /, total: int, parts: int) -> list[int]:
    found: list[int] = []
    for _ in range(parts - 1):
        found.append(draw(st.integers(0, total - sum(found))))
    return [*found, total - sum(found)]


# --- Prefa -----------------------------------------------------------------------------------------

_ROLES = {
    "dd": ("play", "play"),
    "dp": ("play", "pass"),
    "pd": ("pass", "play"),
    "pp": ("pass", "pass"),
    "th": ("together", "helper"),
    "ht": ("helper", "together"),
}


def _round(people: Sequence[str], after: str) -> list[str]:
    at = people.index(after)
    return [*people[at + 1 :], *people[: at + 1]]


@st.composite
def prefa_hands(draw: st.DrawFn, /, state: Any) -> Entry:
    dealer, fields = draw(_dealt(state))
    holding = [name for name in _people(state) if len(state.seats) == 3 or name != dealer]
    if draw(st.integers(0, 6)) == 0:
        tricks = dict(zip(holding, draw(_split(10, 3)), strict=True))
        if not state.rules.ppp:  # tricks of an all-pass hand that is not played count nothing
            tricks = draw(st.dictionaries(one_of(*_people(state)), st.integers(0, 10)))
        return PREFA.entry("all_pass", **fields, tricks=tricks)
    declarer = draw(one_of(*holding))
    defenders = _round(holding, declarer)[:2]
    given: dict[str, Any] = {
        **fields,
        "declarer": declarer,
        "level": draw(st.integers(6, 10)),
        "trump": draw(one_of(*"SCDHN")),
        "aces": draw(st.booleans()),
    }
    if draw(st.integers(0, 9)) == 0:
        return PREFA.entry("hand", **given, give_up=True)
    roles = dict(zip(defenders, draw(one_of(*_ROLES.values())), strict=True))
    playing = [name for name, role in roles.items() if role != "pass"]
    numbers = draw(_split(10, 1 + len(playing)))
    tricks = dict(zip([*playing, declarer], numbers, strict=True))
    tricks.pop(
        draw(one_of(declarer, None, *playing)), None
    )  # the player who is left out has the other tricks
    return PREFA.entry("hand", **given, defenders_role=roles, tricks=tricks)


# --- Priffe ----------------------------------------------------------------------------------------


@st.composite
def priffe_hands(draw: st.DrawFn, /, state: Any) -> Entry:
    _dealer, fields = draw(_dealt(state))
    contract = draw(one_of("diamonds", "hearts", "noll", "play", "forced_noll"))
    given: dict[str, Any] = {**fields, "contract": contract}
    if contract != "forced_noll":
        given["declarer"] = draw(one_of(*"XY"))
    taken = draw(st.integers(0, 13))
    tricks = {"X": taken, "Y": 13 - taken}
    given["tricks"] = {side: tricks[side] for side in draw(one_of("X", "Y", "XY"))}
    if draw(st.booleans()):
        given["honours"] = dict(zip(_people(state), draw(_split(4, 5)), strict=False))
    return PRIFFE.entry("hand", **given)


# --- games -----------------------------------------------------------------------------------------


@cache
def _circle(count: int) -> st.SearchStrategy[list[str]]:
    return names(count).filter(lambda people: not {"@X", "@Y"} & set(people))


@st.composite
def games(draw: st.DrawFn, /, which: str, most: int = 8) -> list[Transition[Any]]:
    """Draw a game of up to `most` legal hands at a table with any rules."""
    table, rules, hands = (
        (PREFA, _PREFA_RULES, prefa_hands) if which == "prefa" else (PRIFFE, _PRIFFE_RULES, priffe_hands)
    )
    people = draw(_circle(draw(one_of(*table.game.sizes))))
    state: Any = table.start(people, draw(one_of(*people)), **draw(rules))
    turns = list[Transition[Any]]()
    for _ in range(draw(st.integers(0, most))):
        if state.over:
            break
        done = table.transition(state, draw(hands(state)))
        assert not done.problems, [str(problem) for problem in done.problems]
        turns.append(done)
        state = done.state
    return turns
