"""The words of every rule that writes a figure.

A reason holds a key of `PHRASES` and its figures; here it becomes a sentence. `{owner}` and
`{other}` are the players of the account, `{who}` a third one, `{a}`, `{b}`, `{c}` the figures.
"""

from collections.abc import Mapping, Sequence

from prefcount.games.suits import contract_said
from prefcount.i18n import N_, Phrase, Text
from prefcount.ledger.postings import NOBODY, Posting

OVER: dict[str, str] = {
    "pool": N_("the pool is closed"),
    "hands": N_("all hands are played"),
    "time": N_("the time is up"),
    "agreed": N_("ended by agreement"),
    "resigned": N_("a player gave up"),
}
"""Why a game is over, by the reason that the state and the `end` entry name."""

PHRASES: Mapping[str, Phrase] = {
    "made": Phrase("{owner}: {a} made, {b} in the pool"),
    "passed": Phrase("{owner}: {a}, both passed, {b} in the pool"),
    "half_taken": Phrase("{owner}: {a} against half a whist, {b} in the pool"),
    "failed": Phrase(
        "{owner}: {c} failed, {a} undertrick × {b}", "{owner}: {c} failed, {a} undertricks × {b}"
    ),
    "left": Phrase("{owner}: left without {a} × {b}"),
    "whist": Phrase(
        "{owner}: whist, {a} trick × {b} on {other}", "{owner}: whist, {a} tricks × {b} on {other}"
    ),
    "whist_shared": Phrase(
        "{owner}: half of {a} shared trick × {b} on {other}",
        "{owner}: half of {a} shared tricks × {b} on {other}",
    ),
    "half_whist": Phrase(
        "{owner}: half a whist, {a} trick × {b} on {other}",
        "{owner}: half a whist, {a} tricks × {b} on {other}",
    ),
    "consolation": Phrase(
        "{owner}: consolation, {a} undertrick × {b} on {other}",
        "{owner}: consolation, {a} undertricks × {b} on {other}",
    ),
    "whist_undertrick": Phrase("{owner}: {a} whist undertrick × {b}", "{owner}: {a} whist undertricks × {b}"),
    "misere_made": Phrase("{owner}: misère made, {a} in the pool"),
    "misere_shared": Phrase("{owner}: half of a misère shared with {who}, {a} in the pool"),
    "misere_failed": Phrase("{owner}: misère, {a} trick × {b}", "{owner}: misère, {a} tricks × {b}"),
    "misere_shared_failed": Phrase(
        "{owner}: half of a misère shared with {who}, {a} trick × {b}",
        "{owner}: half of a misère shared with {who}, {a} tricks × {b}",
    ),
    "misere_consolation": Phrase(
        "{owner}: misère of {other}, {a} trick × {b}", "{owner}: misère of {other}, {a} tricks × {b}"
    ),
    "raspasy": Phrase("{owner}: raspasy, {a} trick × {b}", "{owner}: raspasy, {a} tricks × {b}"),
    "zero_bonus": Phrase("{owner}: no trick in raspasy, {a} in the pool"),
    "zero_bonus_dump": Phrase("{owner}: no trick in raspasy, {a} off the dump"),
    "raspasy_whists": Phrase(
        "{owner}: raspasy, {a} trick of {other} × {b}", "{owner}: raspasy, {a} tricks of {other} × {b}"
    ),
    "raspasy_tie": Phrase(
        "{owner}: raspasy tied with {who}, half of {a} trick of {other} × {b}",
        "{owner}: raspasy tied with {who}, half of {a} tricks of {other} × {b}",
    ),
    "raspasy_dealer": Phrase("{owner}: dealer in raspasy, {a} in the pool"),
    "bomb": Phrase("{inner}, twice for the bomb"),
    "dump_first": Phrase("{owner}: {a} less in the pool, for the dump comes first"),
    "dump_written_off": Phrase("{owner}: {a} off the dump by the gain"),
    "surplus": Phrase("{owner}: {a} above the full pool of {b}"),
    "aid_received": Phrase("{owner}: {a} in the pool as aid from {who}"),
    "aid_whists": Phrase("{owner}: aid, {a} × {b} on {other}"),
    "aid_to_dump": Phrase("{owner}: {a} × {b} off the dump, nobody left to help"),
    "misdeal": Phrase("{owner}: misdeal, {a} in the dump"),
    "talon_thrown": Phrase("{owner}: the talon thrown at the dealer, {a} in the dump"),
    "talon_bonus": Phrase("{owner}: talon bonus, {a} × {b} on {other}"),
    "talon_bonus_split": Phrase("{owner}: half of the talon bonus, {a} × {b} on {other}"),
    "misere_talon_bonus": Phrase("{owner}: talon of the misère, {a} × {b} on {other}"),
    "adjust": Phrase("{owner}: adjusted, {a}"),
    "sheet": Phrase("{owner}: brought forward"),
    "newcomer": Phrase("{owner}: newcomer, {a} is the mean of the others"),
    "as_whists": Phrase("{owner}: {a} × 5 on {other} instead of the dump ({inner})"),
}

_IN_OWN_WORDS = frozenset({"adjust"})
"""Rules whose figures hold what a player has typed; a text of all others is a contract."""


def sentence(posting: Posting, names: Sequence[str]) -> Text:
    """A posting in words, such as "Boris: whist, 3 tricks × 4 on Anna"."""
    account, reason = posting.account, posting.reason
    phrase = PHRASES[reason.rule]
    values: dict[str, object] = dict(zip("abc", reason.figures, strict=False))
    if reason.rule not in _IN_OWN_WORDS:
        values |= {key: contract_said(said) for key, said in values.items() if isinstance(said, str)}
    values["owner"] = names[account.owner]
    values["other"] = names[account.other] if account.other != NOBODY else ""
    values["who"] = names[reason.who] if reason.who != NOBODY else ""
    if reason.of is not None:
        values["inner"] = sentence(reason.of, names)
    return phrase.of(reason.figures[0] if reason.figures else None, values)
