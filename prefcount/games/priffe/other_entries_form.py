"""The guided entry of what is no hand: partners, rubbers from paper, penalties, newcomers, the end."""

from prefcount.entries.base import Entry
from prefcount.entries.figures import whole_or_text
from prefcount.games.common_form import common, kinds, made, player_choices
from prefcount.games.priffe.entries import PairsEntry, RubberEntry
from prefcount.games.priffe.partnerships import BOTH, NAMES
from prefcount.games.priffe.state import PriffeState
from prefcount.games.priffe.table_entries import TABLE_ENTRIES
from prefcount.games.questions import NONE_LIKELY, Answers, Question
from prefcount.i18n import N_, text

_OWN = {"pairs": N_("other partners"), "rubber": N_("a rubber from paper")}


def ask(state: PriffeState, answers: Answers, placed: bool = False) -> Question | Entry:
    """The next question, or the entry once everything is said. Raises InvalidInput."""
    if "other" not in answers:
        return kinds(_OWN, tuple(_OWN), placed)
    if answers["other"] == "pairs":
        return _pairs(state, answers)
    if answers["other"] == "rubber":
        return _rubber(answers)
    return common(state, answers, TABLE_ENTRIES)


def _pairs(state: PriffeState, answers: Answers) -> Question | Entry:
    first, *others = state.seats
    if "partner" not in answers:
        choices = player_choices(state, others)
        prompt = text(N_("Who plays with {who}?"), who=state.names[first])
        return Question("partner", prompt, choices, likely=NONE_LIKELY)
    partner = int(answers["partner"])
    return made(PairsEntry, {"sides": {NAMES[BOTH[0]]: (state.names[first], state.names[partner])}})


def _rubber(answers: Answers) -> Question | Entry:
    for side in ("X", "Y"):
        if side not in answers:
            return Question(side, text(N_("Total of side {side}?"), side=side))
        made(RubberEntry, {"totals": {each: whole_or_text(answers[side]) for each in ("X", "Y")}})
    return made(RubberEntry, {"totals": {side: whole_or_text(answers[side]) for side in ("X", "Y")}})
