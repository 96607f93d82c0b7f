"""The guided entry of what is no hand: misdeals, penalties, newcomers, another dealer, the end."""

from prefcount.entries.base import Entry
from prefcount.entries.common import Adjust, End, Join
from prefcount.games import asking
from prefcount.games.asking import amount_typed, made, players
from prefcount.games.preferans.entries import Misdeal, TalonThrown
from prefcount.games.preferans.state import DUMP, POOL, WHISTS, State
from prefcount.games.terms import Answers, Choice, Question
from prefcount.i18n import N_, text

_MOST_PLAYERS = 4
_OWN = {"misdeal": N_("misdeal"), "thrown": N_("talon thrown at the dealer")}


def ask(state: State, answers: Answers, placed: bool = False) -> Question | Entry:
    """The next question, or the entry once everything is said. Raises Refused for what cannot be read."""
    kind = answers.get("other")
    if kind is None:
        return asking.kinds(_OWN, tuple(_OWN), placed)
    simple: dict[str, Entry] = {"misdeal": Misdeal(), "thrown": TalonThrown(), "agreed": End(reason="agreed")}
    if kind in simple:
        return simple[kind]
    if kind == "dealer":
        return players(state, "dealer", N_("Who deals?"))
    return {"adjust": _adjust, "join": _join, "note": asking.note, "resigned": asking.resigned}[kind](
        state, answers
    )


def _adjust(state: State, answers: Answers) -> Question | Entry:
    if "player" not in answers:
        return players(state, "player", N_("Whose column?"))
    player = int(answers["player"])
    if "column" not in answers:
        labels = ((POOL, N_("pool")), (DUMP, N_("dump")), (WHISTS, N_("whists")))
        choices = tuple(
            Choice(value, str(at), text(label)) for at, (value, label) in enumerate(labels, start=1)
        )
        return Question("column", text(N_("Which column?")), choices)
    if answers["column"] == WHISTS and "on" not in answers:
        return players(state, "on", N_("On whom?"), without=player)
    if "amount" not in answers:
        return Question("amount", text(N_("How much? (such as 4 or -2)")))
    if "reason" not in answers:
        amount_typed(answers["amount"])
        return Question("reason", text(N_("Why?")))
    on = state.names[int(answers["on"])] if "on" in answers else None
    amount = amount_typed(answers["amount"])
    given = {"player": state.names[player], "column": answers["column"], "on": on, "amount": amount}
    return made(Adjust, {**given, "reason": answers["reason"]})


def _join(state: State, answers: Answers) -> Question | Entry:
    if "name" not in answers:
        return Question("name", text(N_("The newcomer's name?")))
    made(Join, {"player": answers["name"]})
    if "seat" not in answers:
        replaced = [
            Choice(str(player), str(at), text(N_("takes the place of {name}"), name=state.names[player]))
            for at, player in enumerate(state.seats, start=1)
        ]
        beside = Choice("", "0", text(N_("sits down besides, with the mean of the columns, and deals next")))
        choices = [*([beside] if state.size < _MOST_PLAYERS else []), *replaced]
        return Question("seat", text(N_("Where?")), tuple(choices))
    replaces = state.names[int(answers["seat"])] if answers["seat"] else None
    return made(Join, {"player": answers["name"], "replaces": replaces})
