"""The words of every rule of Prefa that writes a figure.

`{owner}` is the player of the account, `{who}` the one he pays or gets from, `{a}`, `{b}` the figures.
"""

from collections.abc import Mapping, Sequence

from prefcount.games.suits import contract_label, contract_said
from prefcount.i18n import N_, Phrase, Text
from prefcount.ledger.postings import NOBODY, Posting

OVER: dict[str, str] = {
    "pool": N_("the pot is empty"),
    "hands": N_("all hands are played"),
    "time": N_("the time is up"),
    "agreed": N_("ended by agreement"),
    "resigned": N_("a player gave up"),
}
"""Why a game is over, by the reason that the state and the `end` entry name."""

PHRASES: Mapping[str, Phrase] = {
    "made": Phrase("{owner}: {a} made, 10 × {b} from the pot"),
    "uncontested": Phrase("{owner}: {a}, both passed, 10 × {b} from the pot"),
    "down": Phrase(
        "{owner}: {c} failed by {a} trick, 10 × {b} into the pot",
        "{owner}: {c} failed by {a} tricks, 10 × {b} into the pot",
    ),
    "tricks_paid": Phrase("{owner}: pays {who} {a} trick × {b}", "{owner}: pays {who} {a} tricks × {b}"),
    "tricks_got": Phrase("{owner}: {a} trick × {b} from {who}", "{owner}: {a} tricks × {b} from {who}"),
    "short_paid": Phrase(
        "{owner}: short of tricks against {c}, pays {who} {a} trick × {b}",
        "{owner}: short of tricks against {c}, pays {who} {a} tricks × {b}",
    ),
    "short_got": Phrase(
        "{owner}: {a} own trick × {b} from {who}, who is short against {c}",
        "{owner}: {a} own tricks × {b} from {who}, who is short against {c}",
    ),
    "short_twice_paid": Phrase(
        "{owner}: two short against {c}, pays {who} twice {a} trick × {b}",
        "{owner}: two short against {c}, pays {who} twice {a} tricks × {b}",
    ),
    "short_twice_got": Phrase(
        "{owner}: twice {a} own trick × {b} from {who}, who is two short against {c}",
        "{owner}: twice {a} own tricks × {b} from {who}, who is two short against {c}",
    ),
    "partner_paid": Phrase(
        "{owner}: pays the other defender {who} his {a} trick × {b}",
        "{owner}: pays the other defender {who} his {a} tricks × {b}",
    ),
    "partner_got": Phrase(
        "{owner}: his {a} trick × {b} from the other defender {who}",
        "{owner}: his {a} tricks × {b} from the other defender {who}",
    ),
    "aces_paid": Phrase("{owner}: pays {who} {a} for four aces"),
    "aces_got": Phrase("{owner}: {a} for four aces from {who}"),
    "ppp": Phrase(
        "{owner}: all pass, {a} trick above the fewest × {b} into the pot",
        "{owner}: all pass, {a} tricks above the fewest × {b} into the pot",
    ),
    "add_stake": Phrase("{owner}: {a} added to the pot"),
    "adjust": Phrase("{owner}: adjusted, {a}"),
    "adjust_from": Phrase("{owner}: adjusted with {who}, {a}"),
    "sheet": Phrase("{owner}: brought forward"),
}

_CONTRACT_AT = {"made": "a", "uncontested": "a"}
"""Which figure is the contract; where it is not named here, the third."""


def sentence(posting: Posting, names: Sequence[str]) -> Text:
    """A posting in words, such as "Boris: 3 tricks × 5 from Anna"."""
    account, reason = posting.account, posting.reason
    phrase = PHRASES[reason.rule]
    values: dict[str, object] = dict(zip("abc", reason.figures, strict=False))
    contract = _CONTRACT_AT.get(reason.rule, "c")
    if contract in values:
        values[contract] = contract_said(contract_label(str(values[contract])))
    values["owner"] = names[account.owner]
    values["who"] = names[reason.who] if reason.who != NOBODY else ""
    return phrase.of(reason.figures[0] if reason.figures else None, values)
