"""The words of every rule of Balkan Preferans that writes a figure.

`{owner}` and `{other}` are the players of the account, `{who}` a third one, `{a}`, `{b}` the figures.
"""

from collections.abc import Mapping, Sequence

from prefcount.i18n import N_, Phrase, Text, text
from prefcount.ledger.postings import NOBODY, Posting

OVER: dict[str, str] = {
    "pool": N_("no bule are left"),
    "hands": N_("all hands are played"),
    "time": N_("the time is up"),
    "agreed": N_("ended by agreement, what is left is written off"),
    "resigned": N_("a player gave up"),
}
"""Why a game is over, by the reason that the state and the `end` entry name."""

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
_ADJUSTED = "adjust"

PHRASES: Mapping[str, Phrase] = {
    "passed": Phrase("{owner}: {a} passed, {b} bule off"),
    "passed_last": Phrase("{owner}: {a} passed, {b} bule off, which is all that is left"),
    "fell": Phrase("{owner}: {a} fell, {b} bule"),
    "fell_twice": Phrase("{owner}: {a} fell with more than all bule that are left, twice {b}"),
    "follower_fell": Phrase("{owner}: too few tricks against {a} of {who}, {b} bule"),
    "caller_fell": Phrase("{owner}: called, and both took too few tricks against {a} of {who}, {b} bule"),
    "kontra_fell": Phrase("{owner}: {a} of {who} passed, {b} bule"),
    "supe": Phrase("{owner}: {a} trick × {b} against {other}", "{owner}: {a} tricks × {b} against {other}"),
    "supe_both": Phrase(
        "{owner}: {a} trick of both × {b} against {other}",
        "{owner}: {a} tricks of both × {b} against {other}",
    ),
    "betl_supe": Phrase("{owner}: betl fell, {a} × {b} against {other}"),
    "pik_uncontested": Phrase("{owner}: pik without kontra and no refa to be written, {a} bule off"),
    "refa": Phrase("{owner}: refa number {a}, open"),
    "refa_written": Phrase("refa number {a} is written for everybody"),
    "refa_used": Phrase("{owner}: a refa is played, {a} counts twice"),
    "adjust": Phrase("{owner}: adjusted, {a}"),
    "sheet": Phrase("{owner}: brought forward"),
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


def sentence(posting: Posting, names: Sequence[str]) -> Text:
    """A posting in words, such as "Ana: 3 tricks × 8 against Boro"."""
    account, reason = posting.account, posting.reason
    phrase = PHRASES[reason.rule]
    values: dict[str, object] = dict(zip("ab", reason.figures, strict=False))
    first = reason.figures[0] if reason.figures else None
    if isinstance(first, str) and reason.rule != _ADJUSTED:
        values["a"] = _shown(first)
    values["owner"] = text(N_("the table")) if account.owner == NOBODY else names[account.owner]
    values["other"] = names[account.other] if account.other != NOBODY else ""
    values["who"] = names[reason.who] if reason.who != NOBODY else ""
    return phrase.of(first, values)
