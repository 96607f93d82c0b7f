"""Swedish Priffe behind the common protocol."""

from prefcount.base.i18n import N_, Phrase
from prefcount.games.priffe.entries import MODELS
from prefcount.games.priffe.options import RULESET
from prefcount.games.priffe.phrases import OVER, WORDS
from prefcount.games.priffe.state import BY_KEY, PriffeState
from prefcount.games.protocol.words import Words
from prefcount.games.shared.game import Game


class Priffe(Game[PriffeState]):
    """Priffe, for four players with changing partners."""

    name = "priffe"
    entries, adapter = MODELS
    hand_kinds = frozenset({"hand"})
    ruleset = RULESET
    over = OVER
    posting_words = WORDS
    sizes = (4,)
    reserved = tuple(BY_KEY)
    words = Words(
        counts=Phrase("{n} point", "{n} points"),
        heading=N_("points"),
        course=N_("Results in points after each hand"),
        price=N_("Point costs"),
        seats=N_("four names, clockwise; the second deals after the first"),
    )
