"""The words of every rule of Balkan Preferans that writes a figure, of contracts, and why a game is over."""

from collections.abc import Mapping

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.games.protocol.posting_words import COMMON_OVER, PostingWords, WritingRule
from prefcount.ledger.postings import NOBODY

OVER: Mapping[str, str] = {
    **COMMON_OVER,
    "pool": N_("no bule are left"),
    "agreed": N_("ended by agreement, the rest is written off"),
}

CONTRACTS: Mapping[str, str] = {
    "pik": N_("pik"),
    "karo": N_("karo"),
    "herc": N_("herc"),
    "tref": N_("tref"),
    "betl": N_("betl"),
    "sans": N_("sans"),
}
KONTRAS = (N_("kontra"), N_("rekontra"), N_("subkontra"), N_("mortkontra"))
"""The levels of kontra from 1 on."""
_IGRA = "igra-"

RULES: Mapping[str, WritingRule] = {
    "passed": WritingRule(Phrase("{owner}: {a} passed, {b} bule off"), "passed"),
    "passed_last": WritingRule(
        Phrase("{owner}: {a} passed, {b} bule off, which is all that is left"), "passed"
    ),
    "fell": WritingRule(Phrase("{owner}: {a} fell, {b} bule"), "fell"),
    "fell_twice": WritingRule(
        Phrase("{owner}: {a} fell with more than all bule that are left, twice {b}"), "fell"
    ),
    "follower_fell": WritingRule(
        Phrase("{owner}: too few tricks against {a} of {who}, {b} bule"), "follower_fell"
    ),
    "caller_fell": WritingRule(
        Phrase("{owner}: called, and both took too few tricks against {a} of {who}, {b} bule"),
        "follower_fell",
    ),
    "kontra_fell": WritingRule(Phrase("{owner}: {a} of {who} passed, {b} bule"), "kontra_fell"),
    "supe": WritingRule(
        Phrase("{owner}: {a} trick × {b} against {other}", "{owner}: {a} tricks × {b} against {other}"),
        "supe",
    ),
    "supe_both": WritingRule(
        Phrase(
            "{owner}: {a} trick of both × {b} against {other}",
            "{owner}: {a} tricks of both × {b} against {other}",
        ),
        "supe",
    ),
    "betl_supe": WritingRule(Phrase("{owner}: betl fell, {a} × {b} against {other}"), "supe"),
    "pik_uncontested": WritingRule(
        Phrase("{owner}: pik without kontra and no refa to be written, {a} bule off"), "passed"
    ),
    "refa": WritingRule(Phrase("{owner}: refa number {a}, open"), "refe"),
    "refa_written": WritingRule(Phrase("refa number {a} is written for everybody"), "refe"),
    "refa_used": WritingRule(Phrase("{owner}: a refa is played, {a} counts twice"), "refe"),
}

CAUSES: Mapping[str, str] = {
    "passed": N_("contracts that passed"),
    "fell": N_("contracts that fell"),
    "supe": N_("supe"),
    "follower_fell": N_("followers who fell"),
    "kontra_fell": N_("kontra that fell"),
    "refe": N_("refe"),
}


def label(contract: str, igra: bool, kontra: int) -> str:
    """A contract as postings have it, in every language the same: herc, igra-herc, herc kontra."""
    played = f"{_IGRA}{contract}" if igra else contract
    return f"{played} {KONTRAS[kontra - 1]}" if kontra else played


def _shown(labelled: str) -> Text:
    """A contract that `label` wrote, in words."""
    contract, _space, kontra = labelled.partition(" ")
    suit = contract.removeprefix(_IGRA)
    shown = text(CONTRACTS[suit])
    if suit != contract:
        shown = text(N_("igra-{contract}"), contract=shown)
    return text(N_("{contract} {kontra}"), contract=shown, kontra=text(kontra)) if kontra else shown


WORDS = PostingWords(RULES, CAUSES, _shown, {NOBODY: N_("the table")})
