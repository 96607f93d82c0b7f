"""Questions about what is no hand, as all games ask them.

Penalties, a newcomer in somebody's place, another dealer, notes, the end.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from prefcount.entries.base import Entry, HandEntry
from prefcount.entries.common import Adjust, End, Join, NoteEntry
from prefcount.entries.sentences import problems_of
from prefcount.games.protocol import State
from prefcount.games.terms import NONE_LIKELY, Answers, Choice, Owner, Question
from prefcount.i18n import N_, text
from prefcount.problems import Refused

_AGAIN = "again."
"""Begins the fields of a hand that is asked for once more, for another dealer."""

PLACED = ("adjust", "dealer")
"""What every game can put in between earlier entries (file format, `after`)."""

COMMON: Mapping[str, str] = {
    "adjust": N_("penalty or adjustment"),
    "dealer": N_("another dealer"),
    "join": N_("a newcomer"),
    "note": N_("a note"),
    "agreed": N_("end by agreement"),
    "resigned": N_("a player gives up"),
}
"""The words of what every game asks for besides its hands."""


class Column(NamedTuple):
    """A column that can be adjusted.

    Attributes:
        name: as files spell it.
        label: as it is asked for, in a marked sentence.
        owners: whose it can be; nobody stands for the players.
        between: whether another player is named, too.
        whom: how he is asked for.
    """

    name: str
    label: str
    owners: tuple[Owner, ...] = ()
    between: bool = False
    whom: str = N_("Who gives it?")


def kinds(own: Mapping[str, str], placeable: Sequence[str], placed: bool) -> Question:
    """The question what happened: a game's own kinds first, then those of every game."""
    choices = tuple(
        Choice(value, str(at), text(label))
        for at, (value, label) in enumerate({**own, **COMMON}.items(), start=1)
        if not placed or value in (*placeable, *PLACED)
    )
    return Question("other", text(N_("What happened?")), choices, likely=NONE_LIKELY)


def common(state: State, answers: Answers, columns: Sequence[Column]) -> Question | Entry:
    """The next question about one of the kinds of every game, or its entry.

    Raises:
        Refused: if something typed cannot be what was asked for.
    """
    match answers["other"]:
        case "adjust":
            return _adjust(state, answers, columns)
        case "dealer":
            return players(state, "dealer", N_("Who deals?"))
        case "join":
            return _join(state, answers)
        case "note":
            return note(state, answers)
        case "resigned":
            return resigned(state, answers)
    return End(reason="agreed")


def players(state: State, field: str, prompt: str, without: int | None = None) -> Question:
    """A question that a player answers."""
    others = [player for player in state.seats if player != without]
    choices = tuple(
        Choice(str(player), str(at), state.names[player]) for at, player in enumerate(others, start=1)
    )
    return Question(field, text(prompt), choices, likely=NONE_LIKELY)


def _adjust(state: State, answers: Answers, columns: Sequence[Column]) -> Question | Entry:
    if "column" not in answers:
        choices = tuple(
            Choice(each.name, str(at), text(each.label)) for at, each in enumerate(columns, start=1)
        )
        return Question("column", text(N_("Which column?")), choices)
    column = next(each for each in columns if each.name == answers["column"])
    open_question = _whose(state, answers, column)
    if open_question is not None:
        return open_question
    if "amount" not in answers:
        return Question("amount", text(N_("How much? (such as 4 or -2)")))
    amount = amount_typed(answers["amount"])
    if "reason" not in answers:
        return Question("reason", text(N_("Why?")))
    player = answers["player"] if column.owners else state.names[int(answers["player"])]
    on = state.names[int(answers["on"])] if column.between else None
    given = {"player": player, "column": column.name, "on": on, "amount": amount}
    return made(Adjust, {**given, "reason": answers["reason"]})


def _whose(state: State, answers: Answers, column: Column) -> Question | None:
    if "player" not in answers:
        if not column.owners:
            return players(state, "player", N_("Whose column?"))
        choices = tuple(
            Choice(each.key, str(at), each.name, short=each.key.removeprefix("@"))
            for at, each in enumerate(column.owners, start=1)
        )
        return Question("player", text(N_("Whose column?")), choices, likely=NONE_LIKELY)
    if column.between and "on" not in answers:
        return players(state, "on", column.whom, without=int(answers["player"]))
    return None


def whole_or_text(typed: str) -> int | str:
    """A number as it was typed; what is no whole one stays a text, for a model to judge."""
    plain = typed.strip().replace("−", "-")
    return int(plain) if re.match(r"^[+-]?[0-9]{1,7}$", plain) else plain


def amount_typed(typed: str) -> int | str:
    """An amount as it was typed. Raises Refused if it is none."""
    amount = whole_or_text(typed)
    made(Adjust, {"player": "x", "column": "x", "amount": amount, "reason": ""})
    return amount


def _join(state: State, answers: Answers) -> Question | Entry:
    if "name" not in answers:
        return Question("name", text(N_("The newcomer's name?")))
    made(Join, {"player": answers["name"]})
    if "seat" not in answers:
        return players(state, "seat", N_("Whose place does he take?"))
    return made(Join, {"player": answers["name"], "replaces": state.names[int(answers["seat"])]})


def note(_state: State, answers: Answers) -> Question | Entry:
    """The next question about a note, or its entry. Raises Refused."""
    if "text" not in answers:
        return Question("text", text(N_("What is to be remembered?")))
    return made(NoteEntry, {"text": answers["text"]})


def resigned(state: State, answers: Answers) -> Question | Entry:
    """Who gives up, or the end that this is."""
    if "player" not in answers:
        return players(state, "player", N_("Who gives up?"))
    return End(reason="resigned", player=state.names[int(answers["player"])])


def made(model: type[Entry], given: dict[str, Any]) -> Entry:
    """An entry from what was typed. Raises Refused with every problem."""
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise Refused(problems_of(error, model)) from None


def another_dealer(answers: Answers) -> bool:
    """Whether it was said that somebody else deals the hand, and who."""
    return answers.get("other") == "dealer" and "dealer" in answers


def dealt_by_another(
    state: State, answers: Answers, ask: Callable[[int, Answers], Question | Entry]
) -> Question | Entry:
    """A hand again, dealt by somebody else than whose turn it is.

    Args:
        state: the table.
        answers: of the whole form; `another_dealer` is true of them.
        ask: what the form asks with another dealer, and with the answers of that hand alone.
    """
    dealer = int(answers["dealer"])
    again = {
        field.removeprefix(_AGAIN): value for field, value in answers.items() if field.startswith(_AGAIN)
    }
    asked = ask(dealer, again)
    if isinstance(asked, Question):
        return asked._replace(field=f"{_AGAIN}{asked.field}")
    if isinstance(asked, HandEntry) and asked.dealer is None:
        return asked.model_copy(update={"dealer": state.names[dealer]})
    return asked
