"""The guided entry of what is no hand: added stakes, penalties, newcomers, another dealer, the end."""

from prefcount.entries.base import Entry
from prefcount.entries.figures import whole_or_text
from prefcount.games.common_form import common, kinds, made
from prefcount.games.prefa.entries import AddStakeEntry
from prefcount.games.prefa.state import PrefaState
from prefcount.games.prefa.table_entries import TABLE_ENTRIES
from prefcount.games.questions import Answers, Choice, Question
from prefcount.i18n import N_, text

_OWN = {"add_stake": N_("everybody adds to the pot")}
_USUAL = "100"


def ask(state: PrefaState, answers: Answers, placed: bool = False) -> Question | Entry:
    """The next question, or the entry once everything is said. Raises InvalidInput."""
    if "other" not in answers:
        return kinds(_OWN, tuple(_OWN), placed)
    if answers["other"] == "add_stake":
        return add_stake(answers)
    return common(state, answers, TABLE_ENTRIES)


def add_stake(answers: Answers) -> Question | Entry:
    """How much everybody adds, or the entry. Raises InvalidInput."""
    if "amount" not in answers:
        usual = Choice(_USUAL, "1", _USUAL)
        typed = Choice("", "2", text(N_("another amount")))
        return Question("amount", text(N_("How much does everybody add?")), (usual, typed))
    if answers["amount"]:
        return made(AddStakeEntry, {"amount": whole_or_text(answers["amount"])})
    if "typed" not in answers:
        return Question("typed", text(N_("How much? (a multiple of 10)")))
    return made(AddStakeEntry, {"amount": whole_or_text(answers["typed"])})
