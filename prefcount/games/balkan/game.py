"""Balkan Preferans behind the common protocol, and the words of every rule of it that writes a figure."""

from collections.abc import Mapping

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.games.balkan.entries import MODELS, Contract
from prefcount.games.balkan.options import RULESET
from prefcount.games.balkan.state import TABLE, BalkanState
from prefcount.games.protocol.words import COMMON_OVER, PostingWords, Words, WritingRules
from prefcount.games.shared.game import Game
from prefcount.ledger.postings import NOBODY

OVER: Mapping[str, str] = {
    **COMMON_OVER,
    "pool": N_("no bule are left"),
    "agreed": N_("ended by agreement, the rest is written off"),
}

CONTRACTS: Mapping[Contract, str] = {
    "pik": N_("pik"),
    "karo": N_("karo"),
    "herc": N_("herc"),
    "tref": N_("tref"),
    "betl": N_("betl"),
    "sans": N_("sans"),
}
KONTRAS = (N_("kontra"), N_("rekontra"), N_("subkontra"), N_("mortkontra"))
"""The levels of kontra from 1 on."""

RULES: WritingRules = {
    "passed": {
        "passed": Phrase("{owner}: {contract} passed, {value} bule off"),
        "passed_last": Phrase("{owner}: {contract} passed, {value} bule off, which is all that is left"),
        "pik_uncontested": Phrase("{owner}: pik without kontra and no refa to be written, {value} bule off"),
    },
    "fell": {
        "fell": Phrase("{owner}: {contract} fell, {value} bule"),
        "fell_twice": Phrase("{owner}: {contract} fell with more than all bule that are left, twice {value}"),
    },
    "follower_fell": {
        "follower_fell": Phrase("{owner}: too few tricks against {contract} of {who}, {value} bule"),
        "caller_fell": Phrase(
            "{owner}: called, and both took too few tricks against {contract} of {who}, {value} bule"
        ),
    },
    "kontra_fell": {"kontra_fell": Phrase("{owner}: {contract} of {who} passed, {value} bule")},
    "supe": {
        "supe": Phrase(
            "{owner}: {count} trick × {price} against {other}",
            "{owner}: {count} tricks × {price} against {other}",
        ),
        "supe_both": Phrase(
            "{owner}: {count} trick of both × {price} against {other}",
            "{owner}: {count} tricks of both × {price} against {other}",
        ),
        "betl_supe": Phrase("{owner}: betl fell, {count} × {price} against {other}"),
    },
    "refe": {
        "refa": Phrase("{owner}: refa number {number}, open"),
        "refa_written": Phrase("refa number {number} is written for everybody"),
        "refa_used": Phrase("{owner}: a refa is played, {contract} counts twice"),
    },
}

CAUSES: Mapping[str, str] = {
    "passed": N_("contracts that passed"),
    "fell": N_("contracts that fell"),
    "supe": N_("supe"),
    "follower_fell": N_("followers who fell"),
    "kontra_fell": N_("kontra that fell"),
    "refe": N_("refe"),
}


def contract_in_words(contract: Contract, igra: bool, kontra: int = 0) -> Text:
    """A contract as postings say it: herc, igra-herc, herc kontra."""
    played = text(CONTRACTS[contract])
    if igra:
        played = text(N_("igra-{contract}"), contract=played)
    if not kontra:
        return played
    return text(N_("{contract} {kontra}"), contract=played, kontra=text(KONTRAS[kontra - 1]))


class Balkan(Game[BalkanState]):
    """Balkan Preferans, for three players, or four of whom the dealer sits out."""

    name = "balkan"
    entries, adapter = MODELS
    hand_kinds = frozenset({"hand", "all_pass"})
    ruleset = RULESET
    over = OVER
    posting_words = PostingWords(RULES, CAUSES, {NOBODY: N_("the table")})
    sizes = (3, 4)
    reserved = (TABLE,)
    words = Words(
        counts=Phrase("{n} supa", "{n} supe"),
        heading=N_("supe"),
        course=N_("Results in supe after each hand"),
        price=N_("Supa costs"),
        seats=N_("three or four names, counter-clockwise"),
    )
