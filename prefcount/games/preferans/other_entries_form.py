"""The guided entry of what is no hand: misdeals, penalties, newcomers, another dealer, the end."""

from prefcount.entries.base import Entry
from prefcount.games.common_form import common, kinds
from prefcount.games.preferans.entries import MisdealEntry, TalonThrownEntry
from prefcount.games.preferans.state import PreferansState
from prefcount.games.preferans.table_entries import TABLE_ENTRIES
from prefcount.games.questions import Answers, Choice, Question
from prefcount.i18n import N_, text

SEVERAL_TIMES = "factor"
"""The answer after which a hand follows that counts several times."""
_OWN = {"misdeal": N_("misdeal"), "thrown": N_("talon thrown at the dealer")}


def ask(state: PreferansState, answers: Answers, placed: bool = False) -> Question | Entry:
    """The next question, or the entry once everything is said. Raises InvalidInput."""
    match answers.get("other"):
        case None:
            question = kinds(_OWN, tuple(_OWN), placed)
            several = Choice(SEVERAL_TIMES, "9", text(N_("a hand that counts several times")))
            return question._replace(choices=(*question.choices, several))
        case "misdeal":
            return MisdealEntry()
        case "thrown":
            return TalonThrownEntry()
    return common(state, answers, TABLE_ENTRIES, player_first=True)
