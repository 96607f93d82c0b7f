"""The guided entry of what is no hand: added stakes, penalties, newcomers, another dealer, the end."""

from prefcount.entries.base import Entry
from prefcount.games.asking import Column, common, kinds, made, whole_or_text
from prefcount.games.prefa.entries import AddStake
from prefcount.games.prefa.state import CASH, KASA, State
from prefcount.games.terms import Answers, Choice, Question
from prefcount.i18n import N_, text

_OWN = {"add_stake": N_("everybody adds to the pot")}
_COLUMNS = (Column(KASA, N_("taken from the pot")), Column(CASH, N_("cash"), between=True))
_USUAL = "100"


def ask(state: State, answers: Answers, placed: bool = False) -> Question | Entry:
    """The next question, or the entry once everything is said. Raises Refused for what cannot be read."""
    if "other" not in answers:
        return kinds(_OWN, tuple(_OWN), placed)
    if answers["other"] == "add_stake":
        return add_stake(answers)
    return common(state, answers, _COLUMNS)


def add_stake(answers: Answers) -> Question | Entry:
    """How much everybody adds, or the entry. Raises Refused for what cannot be read."""
    if "amount" not in answers:
        usual = Choice(_USUAL, "1", _USUAL)
        typed = Choice("", "2", text(N_("another amount")))
        return Question("amount", text(N_("How much does everybody add?")), (usual, typed))
    if answers["amount"]:
        return made(AddStake, {"amount": whole_or_text(answers["amount"])})
    if "typed" not in answers:
        return Question("typed", text(N_("How much? (a multiple of 10)")))
    return made(AddStake, {"amount": whole_or_text(answers["typed"])})
