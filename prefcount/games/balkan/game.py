"""Balkan Preferans behind the common protocol."""

from prefcount.base.i18n import N_, Phrase
from prefcount.games.balkan.entries import MODELS
from prefcount.games.balkan.options import RULESET
from prefcount.games.balkan.phrases import OVER, WORDS
from prefcount.games.balkan.sheet import TABLE
from prefcount.games.balkan.state import BalkanState
from prefcount.games.protocol.words import Words
from prefcount.games.shared.game import Game


class Balkan(Game[BalkanState]):
    """Balkan Preferans, for three players, or four of whom the dealer sits out."""

    name = "balkan"
    entries, adapter = MODELS
    hand_kinds = frozenset({"hand", "all_pass"})
    ruleset = RULESET
    over = OVER
    posting_words = WORDS
    sizes = (3, 4)
    reserved = (TABLE,)
    words = Words(
        counts=Phrase("{n} supa", "{n} supe"),
        heading=N_("supe"),
        course=N_("Results in supe after each hand"),
        price=N_("Supa costs"),
        seats=N_("three or four names, counter-clockwise"),
    )
