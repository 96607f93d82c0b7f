"""Greek Prefa behind the common protocol."""

from prefcount.base.i18n import N_, Phrase
from prefcount.games.prefa.entries import MODELS
from prefcount.games.prefa.options import RULESET
from prefcount.games.prefa.phrases import OVER, WORDS
from prefcount.games.prefa.state import EMPTY, PrefaState
from prefcount.games.protocol.words import Words
from prefcount.games.shared.game import Game


class Prefa(Game[PrefaState]):
    """Prefa, for three players, or four of whom the dealer sits out."""

    name = "prefa"
    entries, adapter = MODELS
    hand_kinds = frozenset({"hand", "all_pass"})
    ruleset = RULESET
    over = OVER
    posting_words = WORDS
    sizes = (3, 4)
    words = Words(
        counts=Phrase("{n} kapiki", "{n} kapikia"),
        heading=N_("kapikia"),
        course=N_("Results in kapikia after each hand"),
        price=N_("Kapiki costs"),
        seats=N_("three or four names, in turn order"),
    )

    def may_go_on(self, state: PrefaState) -> bool:
        """Whether the game is over because the pot is empty: then more stakes fill it."""
        return state.over == EMPTY
