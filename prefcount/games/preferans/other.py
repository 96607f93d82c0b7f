"""The guided entry of what is no hand: misdeals, penalties, newcomers, another dealer, the end."""

import re
from typing import Any

from pydantic import ValidationError

from prefcount.entries.base import Entry
from prefcount.entries.common import Adjust, End, Join, NoteEntry
from prefcount.entries.sentences import problems_of
from prefcount.games.preferans.entries import ENTRIES, Misdeal, TalonThrown
from prefcount.games.preferans.state import DUMP, POOL, WHISTS, State
from prefcount.games.protocol import NONE_LIKELY, Answers, Choice, Question
from prefcount.i18n import N_, text
from prefcount.problems import Refused

_MOST_PLAYERS = 4
_KINDS = (
    ("misdeal", N_("misdeal")),
    ("thrown", N_("talon thrown at the dealer")),
    ("adjust", N_("penalty or adjustment")),
    ("dealer", N_("another dealer")),
    ("join", N_("a newcomer")),
    ("note", N_("a note")),
    ("agreed", N_("end by agreement")),
    ("resigned", N_("a player gives up")),
)
_PLACED = ("misdeal", "thrown", "adjust", "dealer")
"""What can be put in between earlier entries (file format, `after`)."""


def ask(state: State, answers: Answers, placed: bool = False) -> Question | Entry:
    """The next question, or the entry once everything is said. Raises Refused for what cannot be read."""
    kind = answers.get("other")
    if kind is None:
        choices = tuple(
            Choice(value, str(at), text(label))
            for at, (value, label) in enumerate(_KINDS, start=1)
            if value in _PLACED or not placed
        )
        return Question("other", text(N_("What happened?")), choices, likely=NONE_LIKELY)
    simple: dict[str, Entry] = {"misdeal": Misdeal(), "thrown": TalonThrown(), "agreed": End(reason="agreed")}
    if kind in simple:
        return simple[kind]
    if kind == "dealer":
        return _players(state, "dealer", N_("Who deals?"))
    if kind == "note":
        return _note(answers)
    return {"adjust": _adjust, "join": _join, "resigned": _resigned}[kind](state, answers)


def _players(state: State, field: str, prompt: str, without: int | None = None) -> Question:
    others = [player for player in state.seats if player != without]
    choices = tuple(
        Choice(str(player), str(at), state.names[player]) for at, player in enumerate(others, start=1)
    )
    return Question(field, text(prompt), choices, likely=NONE_LIKELY)


def _adjust(state: State, answers: Answers) -> Question | Entry:
    if "player" not in answers:
        return _players(state, "player", N_("Whose column?"))
    player = int(answers["player"])
    if "column" not in answers:
        labels = ((POOL, N_("pool")), (DUMP, N_("dump")), (WHISTS, N_("whists")))
        choices = tuple(
            Choice(value, str(at), text(label)) for at, (value, label) in enumerate(labels, start=1)
        )
        return Question("column", text(N_("Which column?")), choices)
    if answers["column"] == WHISTS and "on" not in answers:
        return _players(state, "on", N_("On whom?"), without=player)
    if "amount" not in answers:
        return Question("amount", text(N_("How much? (such as 4 or -2)")))
    if "reason" not in answers:
        _number(answers["amount"])
        return Question("reason", text(N_("Why?")))
    on = state.names[int(answers["on"])] if "on" in answers else None
    amount = _number(answers["amount"])
    given = {"player": state.names[player], "column": answers["column"], "on": on, "amount": amount}
    return _made(Adjust, {**given, "reason": answers["reason"]})


def _number(typed: str) -> int | str:
    """An amount as it was typed; a fraction stays a text. Raises Refused if it is neither."""
    plain = typed.strip().replace("−", "-")
    amount: int | str = int(plain) if re.match(r"^[+-]?[0-9]{1,7}$", plain) else plain
    _made(Adjust, {"player": "x", "column": DUMP, "amount": amount, "reason": ""})
    return amount


def _join(state: State, answers: Answers) -> Question | Entry:
    if "name" not in answers:
        return Question("name", text(N_("The newcomer's name?")))
    _made(Join, {"player": answers["name"]})
    if "seat" not in answers:
        replaced = [
            Choice(str(player), str(at), text(N_("takes the place of {name}"), name=state.names[player]))
            for at, player in enumerate(state.seats, start=1)
        ]
        beside = Choice("", "0", text(N_("sits down besides, with the mean of the columns, and deals next")))
        choices = [*([beside] if state.size < _MOST_PLAYERS else []), *replaced]
        return Question("seat", text(N_("Where?")), tuple(choices))
    replaces = state.names[int(answers["seat"])] if answers["seat"] else None
    return _made(Join, {"player": answers["name"], "replaces": replaces})


def _note(answers: Answers) -> Question | Entry:
    if "text" not in answers:
        return Question("text", text(N_("What is to be remembered?")))
    return _made(NoteEntry, {"text": answers["text"]})


def _resigned(state: State, answers: Answers) -> Question | Entry:
    if "player" not in answers:
        return _players(state, "player", N_("Who gives up?"))
    return End(reason="resigned", player=state.names[int(answers["player"])])


def _made(model: type[Entry], given: dict[str, Any]) -> Entry:
    """An entry from what was typed. Raises Refused with every problem."""
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise Refused(problems_of(error, ENTRIES[str(model.model_fields["kind"].default)])) from None
