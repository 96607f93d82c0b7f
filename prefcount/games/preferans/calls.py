"""Which calls the defenders may make, and how they are said (rule book, section 2 and 8; fine print 10)."""

from collections.abc import Iterator, Mapping

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import Problem, problem
from prefcount.games.preferans.hands import ALL_TRICKS, CALLS, STALINGRAD, Call, Contract, Roles
from prefcount.games.preferans.state import PreferansState
from prefcount.ledger.sheet import NOBODY

Calls = tuple[Call, ...]
"""Of the defenders in their order, and of a dealer who sits out and returned the whist."""

_OF_ONE: tuple[Calls, ...] = (("whist",), ("pass",))
_OF_TWO: tuple[Calls, ...] = (
    ("whist", "pass"),
    ("pass", "whist"),
    ("whist", "whist"),
    ("pass", "pass"),
    ("pass", "half"),
    ("whist", "half"),
)
_OF_DEALER: tuple[Calls, ...] = (("pass", "half", "whist"), ("pass", "pass", "whist"))


def is_stalingrad(state: PreferansState, contract: Contract) -> bool:
    """Whether nobody is asked, because all must whist."""
    return state.rules.stalingrad and contract == STALINGRAD


def is_checked(state: PreferansState, contract: Contract) -> bool:
    """Whether nobody is asked, because the contract is laid open."""
    return contract.level == ALL_TRICKS and state.rules.ten == "checked"


def possible_calls(state: PreferansState, contract: Contract, roles: Roles) -> list[Calls]:
    """Everything that can be called on a contract at this table, the likelier first."""
    possible = _OF_ONE if roles.second == NOBODY else _OF_TWO
    if roles.idle != NOBODY:
        possible = (*possible, *_OF_DEALER)
    callers = (*roles.defenders, roles.idle)
    called = ((calls, dict(zip(callers, calls, strict=False))) for calls in possible)
    return [calls for calls, by_player in called if not any(call_problems(state, contract, roles, by_player))]


def possible_letters(state: PreferansState, contract: Contract, roles: Roles) -> Text:
    """What can be called on a contract, as it is typed in the language in use, such as “wp, pw, ww”."""
    pairs = possible_calls(state, contract, roles)
    letters = ", ".join("".join(f"{{{call}}}" for call in calls) for calls in pairs)
    return Text(letters, {call: words.typed for call, words in CALLS.items()})


def call_problems(
    state: PreferansState, contract: Contract, roles: Roles, calls: Mapping[int, Call]
) -> Iterator[Problem]:
    """Why these calls, by player, cannot be."""
    strangers = list(_callers(state, roles, calls))
    yield from strangers
    if strangers:
        return
    if is_stalingrad(state, contract):
        sentence = N_("six spades is Stalingrad here: both defenders must whist")
        for player in roles.defenders:
            if calls[player] != "whist":
                yield problem(f"calls.{state.names[player]}", sentence)
    else:
        yield from _halves(state, contract, roles, calls)
    if roles.idle in calls:
        yield from _dealer_call(state, roles, calls)


def _dealer_asked_after(state: PreferansState) -> list[Calls]:
    """After which calls of the defenders the dealer who sits out may whist at this table."""
    rules = state.rules
    after_half: list[Calls] = [("pass", "half")] if rules.dealer_may_whist else []
    return [*after_half, ("pass", "pass")] if rules.dealer_may_whist_passes else after_half


def _callers(state: PreferansState, roles: Roles, calls: Mapping[int, Call]) -> Iterator[Problem]:
    for player in roles.defenders:
        if player not in calls:
            yield problem(f"calls.{state.names[player]}", N_("is missing: whist, pass or half"))
    for player in calls:
        if player in roles.defenders or (player == roles.idle and _dealer_asked_after(state)):
            continue
        who = state.names[player]
        template = (
            N_("{who} is the declarer") if player == roles.declarer else N_("{who} does not play this hand")
        )
        yield problem(f"calls.{who}", template, who=who)


def _halves(
    state: PreferansState, contract: Contract, roles: Roles, calls: Mapping[int, Call]
) -> Iterator[Problem]:
    """Half a whist is for the second of two defenders, on levels where it is played."""
    names = [state.names[player] for player in roles.defenders]
    if calls[roles.first] == "half":
        template = (
            N_("half-whist is not played by two")
            if len(names) == 1
            else N_("only the second defender, {second}, may take half, and only after a pass")
        )
        yield problem(f"calls.{names[0]}", template, second=names[-1])
    if calls.get(roles.second) != "half":
        return
    rules = state.rules
    if not rules.half_whist:
        yield problem(f"calls.{names[1]}", N_("this table does not play half-whist"))
    elif contract.level not in rules.half_whist_levels:
        levels = ", ".join(map(str, rules.half_whist_levels))
        sentence = N_("half-whist is not possible on {level}, only on {levels}")
        yield problem(f"calls.{names[1]}", sentence, level=contract.level, levels=levels)


def _dealer_call(state: PreferansState, roles: Roles, calls: Mapping[int, Call]) -> Iterator[Problem]:
    """The dealer who sits out is asked only where the table plays so, and answers whist or pass."""
    field = f"calls.{state.names[roles.idle]}"
    pairs = _dealer_asked_after(state)
    if tuple(calls[player] for player in roles.defenders) not in pairs:
        sentence = N_("the dealer may whist only after pass and half, or after both passed")
        if pairs == [("pass", "half")]:
            sentence = N_("the dealer may whist only after pass and half")
        elif pairs == [("pass", "pass")]:
            sentence = N_("the dealer may whist only after both passed")
        yield problem(field, sentence)
    elif calls[roles.idle] == "half":
        yield problem(field, N_("the dealer whists or passes; half is taken already"))


def letters_of(calls: Calls) -> str:
    """Calls as answers of the form have them: wp."""
    return "".join(CALLS[call].letter for call in calls)


_BOTH: Mapping[Calls, str] = {("whist", "whist"): N_("both whist"), ("pass", "pass"): N_("both pass")}


def said_by(calls: Calls, names: list[str]) -> str:
    """Calls in words, each with the player who makes it."""
    if calls == ("whist", "half"):
        first, second = names[:2]
        return str(text(N_("{second} half, then {first} whists"), first=first, second=second))
    if calls in _BOTH:
        return str(text(_BOTH[calls]))
    return ", ".join(
        str(text(CALLS[call].sentence, who=name)) for call, name in zip(calls, names, strict=False)
    )


def said_short(calls: Calls, names: list[str]) -> str:
    """The same where there is less room: Vera whist, Gleb pass."""
    if calls in _BOTH:
        return said_by(calls, names)
    spoken = list(zip(names, calls, strict=False))
    if calls == ("whist", "half"):
        spoken.reverse()
    words = (text(N_("{who} {call}"), who=who, call=text(CALLS[call].name)) for who, call in spoken)
    return ", ".join(map(str, words))


def said_without_names(calls: Calls) -> str:
    """The same where long names leave no room: what is said one after the other, as the question begins."""
    if calls == ("whist", "half"):
        return str(text(N_("half, whist returned")))
    return ", ".join(str(text(CALLS[call].name)) for call in calls)
