"""Questions that the forms of all games ask: the declarer, tricks, and entries that are not hands.

Entries that are not hands are penalties, a newcomer, another dealer, notes, and the end of the game.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.models import (
    Adjust,
    DateEntry,
    End,
    Entry,
    Join,
    NoteEntry,
    RenameEntry,
    SeatsEntry,
    spell_day,
)
from prefcount.entries.names_and_figures import capitalize_like, parse_whole_number
from prefcount.entries.validation_messages import validate_fields
from prefcount.games.game import NONE_LIKELY, Answers, Choice, Game, Question
from prefcount.games.state import State, StateT, who_left
from prefcount.games.table_entries import SheetColumn, replace_fields

_AGAIN = "again."
"""Prefix of the fields of all questions about a hand that follow the answer “another dealer”."""

PLACED = ("adjust", "dealer")
"""Entries that every game can insert between earlier entries (file format, `after`)."""

COMMON: Mapping[str, str] = {
    "adjust": N_("penalty or adjustment"),
    "dealer": N_("another dealer"),
    "join": N_("a newcomer"),
    "note": N_("a note"),
    "agreed": N_("end by agreement"),
    "resigned": N_("a player resigns"),
}
"""The entries other than hands that every game offers, with their labels, marked for translation."""

CORRECTION: Mapping[str, str] = {"table": N_("wrong name, date or price")}
"""The entry that corrects the table. It is listed last, so that the other kinds keep their digits."""

SOMETHING_ELSE = Choice("other", "9", text(N_("other…")))
"""The answer to the first question that leads to entries other than hands."""

TEN = 10
HARDLY_DOWN = 5
"""The smallest number of undertricks that is very unlikely."""


class GameEntryKind(NamedTuple):
    """A kind of entry, other than a hand, that only one game offers.

    Attributes:
        label: the text of the answer that selects this kind.
        ask: a function of the state and the answers so far. It returns the next question, or the finished
            entry.
        last: True to list this kind at the end of the form, after the kinds that every game has.
    """

    label: str
    ask: Callable[[Any, Answers], Question | Entry]
    last: bool = False


class RolePair(NamedTuple):
    """The roles of the declarer's two opponents, which a player selects with one answer.

    Attributes:
        roles: the two roles in the order of play, spelled as in files.
        label: the text of the answer, with the players {first} and {second}, marked for translation.
        short: a shorter text without names, marked for translation.
    """

    roles: tuple[str, str]
    label: str
    short: str


def get_role_answer(pairs: Mapping[str, RolePair], roles: tuple[str, ...]) -> dict[str, str]:
    """Return {"roles": key} with the key under which `pairs` contains these roles."""
    return {"roles": next(letters for letters, pair in pairs.items() if pair.roles == roles)}


NO_KINDS: Mapping[str, GameEntryKind] = {}

_NOT_PLAYING = (N_("{name} rests and does not play."), N_("{name} deals and does not play."))


def ask_who_plays(state: State, *further: Choice) -> Question:
    """Return the question “Who plays?”.

    Its answers are the players who hold cards, then the choices `further`, then “something else”.
    """
    players = offer_players(state, state.seats.active(state.dealer))
    choices = (*players, *further, SOMETHING_ELSE)
    holding = {choice.value for choice in players}
    idle = tuple(
        (choice.key, text(_NOT_PLAYING[choice.value == str(state.dealer)], name=choice.label))
        for choice in offer_players(state, state.seats)
        if choice.value not in holding
    )
    refused = (*idle, *_refuse_left(state))
    return Question("who", text(N_("Who plays?")), choices, likely=NONE_LIKELY, refused=refused)


def _refuse_left(state: State) -> Iterator[tuple[str, Text]]:
    for player in state.seats.left:
        yield str(state.seats.number(player)), text(N_("{sentence}."), sentence=who_left(state, player))


def number_choices(labels: Mapping[str, Text | str]) -> tuple[Choice, ...]:
    """Return choices with the digits 1, 2 and so on. The tenth has the digit 0.

    `labels` has the label of each choice by its value.
    """
    numbered = enumerate(labels.items(), 1)
    return tuple(Choice(value, str(number % 10), label) for number, (value, label) in numbered)


def find_choice_index(value: str, choices: Sequence[Choice], default: int = 0) -> int:
    """Return the index of the choice with this `value`, or `default` if no choice has it."""
    return next((index for index, choice in enumerate(choices) if choice.value == value), default)


def offer_level(level: str, *, caution: Text | None = None) -> Choice:
    """Return a contract level as a choice. The keys 6 to 9 select these levels, and = or 0 selects ten.

    Args:
        level: the level in digits, such as "7".
        caution: a warning shown with the level if players at this table should not bid it.
    """
    return Choice(level, _digit(int(level)), level, caution, also="0" if level == str(TEN) else "")


def _digit(number: int) -> str:
    return "=" if number == TEN else str(number)


def ask_tricks(
    field: str,
    prompt: Text,
    numbers: Iterable[int],
    likely: int,
    *,
    marked: bool = False,
    pays: bool = False,
    left: int | None = None,
) -> Question:
    """Return the question how many tricks a player took.

    `Question` explains `field`, `prompt`, `marked` and `pays`.

    Args:
        numbers: the possible answers, from 0 to 10.
        likely: the likeliest answer.
        left: the tricks that this player and the next took together, if the next player is the last. The next
            player's tricks then follow from the answer. None for any other player.
    """
    choices = tuple(
        Choice(
            str(number), _digit(number), str(number), follows="" if left is None else _digit(left - number)
        )
        for number in numbers
    )
    return Question(
        field, prompt, choices, find_choice_index(str(likely), choices), marked, pays, after_play=True
    )


def ask_defenders_tricks(
    answers: Answers, names: Sequence[str | None], most: int, likely: Sequence[int]
) -> Question | list[int]:
    """Return the question about the next defender's tricks, or each defender's tricks when all are known.

    A defender who stays out, or for whom no trick is left, has none and is not asked about.

    Args:
        answers: the answers so far, with the tricks of the first defender in "tricks0".
        names: the names of the defenders, with None for a defender who stays out.
        most: the largest number of tricks that all defenders can have taken together.
        likely: the likeliest number of tricks of each defender.
    """
    left, tricks = most, list[int]()
    for index, name in enumerate(names):
        field = f"tricks{index}"
        if name is not None and left and field not in answers:
            prompt = text(N_("Tricks of {who}?"), who=name)
            question = ask_tricks(field, prompt, range(left + 1), min(left, likely[index]), pays=True)
            return question._replace(who=name)
        tricks.append(0 if name is None else int(answers.get(field, "0")))
        left -= tricks[-1]
    return tricks


def doubt_undertricks(who: str, down: int) -> Text | None:
    """Return a warning if the contract is down `HARDLY_DOWN` tricks or more, or else None.

    Args:
        who: the name of the declarer, or of the declaring side.
        down: the number of undertricks.
    """
    return text(N_("{who} is down {down} tricks."), who=who, down=down) if down >= HARDLY_DOWN else None


def ask_player(state: State, field: str, prompt: str, without: int | None = None) -> Question:
    """Return a question whose answers are the players at the table.

    Args:
        field: the key under which the answer is stored.
        prompt: the text of the question, marked for translation.
        without: a player who is not offered as an answer, or None.
    """
    choices = offer_players(state, [player for player in state.seats if player != without])
    return Question(field, text(prompt), choices, likely=NONE_LIKELY, refused=tuple(_refuse_left(state)))


def offer_players(state: State, among: Collection[int]) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(player), str(state.seats.number(player)), state.names[player])
        for player in sorted(state.seats)
        if player in among
    )


def _ask_adjustment(state: State, answers: Answers, game: Game[Any]) -> Question | Entry:
    if game.player_first and "player" not in answers:
        return ask_player(state, "player", N_("For whom?"))
    offered = {column.name: column for column in game.columns if column.label}
    if "column" not in answers:
        choices = number_choices({name: text(column.label) for name, column in offered.items()})
        return Question("column", text(N_("Which column?")), choices)
    column = offered[answers["column"]]
    if "player" not in answers:
        return _ask_owner(state, column, game)
    if column.other is not None and "on" not in answers:
        return ask_player(state, "on", column.other.asked, without=int(answers["player"]))
    return _ask_amount(state, answers, column)


def _ask_amount(state: State, answers: Answers, column: SheetColumn) -> Question | Entry:
    if "amount" not in answers:
        return Question("amount", text(N_("Amount (e.g. 4 or -2)")))
    amount = parse_whole_number(answers["amount"])
    validate_fields(Adjust, {"player": "x", "column": "x", "amount": amount, "reason": ""})
    if "reason" not in answers:
        return Question("reason", text(N_("Why?")))
    player = answers["player"] if column.owners else state.names[int(answers["player"])]
    on = state.names[int(answers["on"])] if column.other is not None else None
    fields = {"player": player, "column": column.name, "on": on, "amount": amount}
    return validate_fields(Adjust, {**fields, "reason": answers["reason"]})


def _ask_owner(state: State, column: SheetColumn, game: Game[Any]) -> Question:
    if not column.owners:
        return ask_player(state, "player", N_("For whom?"))
    owners = [owner for owner in game.owners(state) if owner.number in column.owners]
    choices = tuple(
        Choice(owner.key, str(digit), owner.name, short=owner.key.removeprefix("@"))
        for digit, owner in enumerate(owners, start=1)
    )
    return Question("player", text(N_("For whom?")), choices, likely=NONE_LIKELY)


def _ask_newcomer(state: State, answers: Answers, game: Game[Any]) -> Question | Entry:
    if "name" not in answers:
        return Question("name", text(N_("The newcomer's name?")))
    validate_fields(Join, {"player": answers["name"]})
    if "seat" not in answers:
        if not game.extra_seat:
            return ask_player(state, "seat", N_("Whose place does the newcomer take?"))
        replacing = N_("the newcomer takes the place of {name}")
        choices = tuple(
            choice._replace(label=text(replacing, name=choice.label))
            for choice in offer_players(state, state.seats)
        )
        if game.has_free_seat(state):
            seats = game.seat_newcomer(state, answers["name"]).state.seats
            newcomer = len(state.names)
            before, after = seats[seats.index(newcomer) - 1], seats.after(newcomer)
            between = text(game.extra_seat, before=state.names[before], after=state.names[after])
            choices = (Choice("", "0", between), *choices)
        return Question("seat", text(N_("Where does the newcomer sit?")), choices)
    replaces = state.names[int(answers["seat"])] if answers["seat"] else None
    name = capitalize_like([state.names[player] for player in state.seats], answers["name"])
    return validate_fields(Join, {"player": name, "replaces": replaces})


def _ask_note(answers: Answers) -> Question | Entry:
    if "text" not in answers:
        return Question("text", text(N_("Note:")))
    return validate_fields(NoteEntry, {"text": answers["text"]})


def _ask_end(state: State, answers: Answers) -> Question | Entry:
    if answers["other"] == "agreed":
        return End(reason="agreed")
    if "player" not in answers:
        return ask_player(state, "player", N_("Who resigns?"))
    return End(reason="resigned", player=state.names[int(answers["player"])])


CORRECTED = "corrected"
"""The field of the question what is wrong about the table."""
_CORRECTED: Mapping[str, str] = {
    "rename": N_("a name is misspelled"),
    "seats": N_("the players sit in another order"),
    "date": N_("the game was played on another day"),
}


def _ask_correction(state: State, answers: Answers, game: Game[Any]) -> Question | Entry:
    match answers.get(CORRECTED):
        case "rename":
            return ask_rename(state, answers)
        case "seats":
            return _ask_seats(state, answers)
        case "date":
            if "started" not in answers:
                return Question("started", text(N_("Which day was the game played? (2026-11-26)")))
            return validate_fields(DateEntry, {"started": spell_day(answers["started"])})
    can_move = len(state.seats) > len(("dealer", "other")) and not game.fixed_seats
    labels = {kind: text(label) for kind, label in _CORRECTED.items() if kind != "seats" or can_move}
    return Question(CORRECTED, text(N_("What is wrong?")), number_choices(labels), likely=NONE_LIKELY)


def _ask_seats(state: State, answers: Answers) -> Question | Entry:
    order = [state.dealer]
    while len(order) < len(state.seats) - 1:
        field = f"seat{len(order)}"
        if field not in answers:
            choices = offer_players(state, [player for player in state.seats if player not in order])
            question = text(N_("Who sits after {name}, clockwise?"), name=state.names[order[-1]])
            return Question(field, question, choices, likely=NONE_LIKELY)
        order.append(int(answers[field]))
    order += [player for player in state.seats if player not in order]
    return SeatsEntry(order=tuple(state.names[player] for player in order))


def ask_rename(state: State, answers: Answers) -> Question | Entry:
    """Return the next question about a misspelled name, or the finished rename entry."""
    if "player" not in answers:
        return ask_player(state, "player", N_("Whose name is misspelled?"))
    name = state.names[int(answers["player"])]
    if "to" not in answers:
        return Question("to", text(N_("What is the right spelling of {name}?"), name=name), filled=name)
    return validate_fields(RenameEntry, {"player": name, "to": capitalize_like([name], answers["to"])})


def ask_table_entry(
    game: Game[StateT],
    state: StateT,
    answers: Answers,
    own: Mapping[str, GameEntryKind] = NO_KINDS,
    *,
    placed: bool,
) -> Question | Entry:
    """Return the next question about an entry other than a hand, or the finished entry, as `Game.ask` does.

    Args:
        own: the kinds of entry that only this game offers, by their keys.
        placed: whether the entry is inserted between earlier entries.
    """
    if "other" not in answers:
        return _ask_what_happened(own, placed=placed)
    kind = answers["other"]
    if kind in own:
        return own[kind].ask(state, answers)
    if kind == "dealer" and "dealer" in answers:
        return _ask_hand_of_another_dealer(game, state, answers, placed=placed)
    return _ask_common_entry(state, answers, game)


def _ask_what_happened(own: Mapping[str, GameEntryKind], *, placed: bool) -> Question:
    first = {kind: own_kind.label for kind, own_kind in own.items() if not own_kind.last}
    last = {kind: own_kind.label for kind, own_kind in own.items() if own_kind.last}
    offered = {**first, **COMMON, **last, **CORRECTION}
    choices = number_choices({kind: text(label) for kind, label in offered.items()})
    if placed:
        choices = tuple(choice for choice in choices if choice.value in (*own, *PLACED))
    return Question("other", text(N_("What happened?")), choices, likely=NONE_LIKELY)


def _ask_common_entry(state: State, answers: Answers, game: Game[Any]) -> Question | Entry:
    match answers["other"]:
        case "adjust":
            return _ask_adjustment(state, answers, game)
        case "dealer":
            return ask_player(state, "dealer", N_("Who deals?"))
        case "join":
            return _ask_newcomer(state, answers, game)
        case "note":
            return _ask_note(answers)
        case "table":
            return _ask_correction(state, answers, game)
    return _ask_end(state, answers)


def _ask_hand_of_another_dealer(
    game: Game[StateT], state: StateT, answers: Answers, *, placed: bool
) -> Question | Entry:
    dealing = replace_fields(state, dealer=int(answers["dealer"]))
    again = {
        field.removeprefix(_AGAIN): value for field, value in answers.items() if field.startswith(_AGAIN)
    }
    pending = game.ask(dealing, again, placed)
    if isinstance(pending, Question):
        return pending._replace(field=f"{_AGAIN}{pending.field}")
    return game.with_dealer(dealing, pending)
