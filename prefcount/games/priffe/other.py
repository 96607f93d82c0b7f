"""The guided entry of what is no hand: partners, rubbers from paper, penalties, newcomers, the end."""

from prefcount.entries.base import Entry
from prefcount.games.asking import Column, common, kinds, made, whole_or_text
from prefcount.games.priffe.entries import Pairs, Rubber
from prefcount.games.priffe.layout import sides
from prefcount.games.priffe.sides import BOTH, NAMES
from prefcount.games.priffe.state import BONUS, LINE, POINTS, State
from prefcount.games.terms import NONE_LIKELY, Answers, Choice, Question
from prefcount.i18n import N_, text

_OWN = {"pairs": N_("other partners"), "rubber": N_("a rubber from paper")}


def ask(state: State, answers: Answers, placed: bool = False) -> Question | Entry:
    """The next question, or the entry once everything is said. Raises Refused for what cannot be read."""
    if "other" not in answers:
        return kinds(_OWN, tuple(_OWN), placed)
    if answers["other"] == "pairs":
        return _pairs(state, answers)
    if answers["other"] == "rubber":
        return _rubber(answers)
    return common(state, answers, _columns(state))


def _columns(state: State) -> tuple[Column, ...]:
    both = sides(state)
    return (
        Column(BONUS, N_("bonus of a side"), both),
        Column(LINE, N_("a side's points to the game"), both),
        Column(POINTS, N_("points of a player"), between=True),
    )


def _pairs(state: State, answers: Answers) -> Question | Entry:
    first, *others = state.seats
    if "partner" not in answers:
        choices = tuple(Choice(str(each), str(at), state.names[each]) for at, each in enumerate(others, 1))
        prompt = text(N_("Who plays with {who}?"), who=state.names[first])
        return Question("partner", prompt, choices, likely=NONE_LIKELY)
    partner = int(answers["partner"])
    return made(Pairs, {"sides": {NAMES[BOTH[0]]: (state.names[first], state.names[partner])}})


def _rubber(answers: Answers) -> Question | Entry:
    for side in ("X", "Y"):
        if side not in answers:
            return Question(side, text(N_("Total of side {side}?"), side=side))
        made(Rubber, {"totals": {each: whole_or_text(answers[side]) for each in ("X", "Y")}})
    return made(Rubber, {"totals": {side: whole_or_text(answers[side]) for side in ("X", "Y")}})
