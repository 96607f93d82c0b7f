"""The words of every rule of Preferans that writes a figure, what results are due to, why a game is over."""

from collections.abc import Iterator, Mapping, Sequence

from prefcount.base.i18n import N_, Phrase
from prefcount.games.protocol.posting_words import COMMON_OVER, Cause, PostingWords, WritingRule
from prefcount.ledger.amount import exact, share
from prefcount.ledger.postings import Posting

OVER: Mapping[str, str] = {
    **COMMON_OVER,
    "pool": N_("the pool is closed"),
}

RULES: Mapping[str, WritingRule] = {
    "made": WritingRule(Phrase("{owner}: {a} made, {b} in the pool"), "made"),
    "passed": WritingRule(Phrase("{owner}: {a}, both passed, {b} in the pool"), "made"),
    "half_taken": WritingRule(Phrase("{owner}: {a} against half a whist, {b} in the pool"), "made"),
    "failed": WritingRule(
        Phrase("{owner}: {c} failed, {a} undertrick × {b}", "{owner}: {c} failed, {a} undertricks × {b}"),
        "failed",
    ),
    "left": WritingRule(Phrase("{owner}: down {a} × {b}"), "left"),
    "whist": WritingRule(
        Phrase("{owner}: whist, {a} trick × {b} on {other}", "{owner}: whist, {a} tricks × {b} on {other}")
    ),
    "whist_shared": WritingRule(
        Phrase(
            "{owner}: half of {a} shared trick × {b} on {other}",
            "{owner}: half of {a} shared tricks × {b} on {other}",
        )
    ),
    "half_whist": WritingRule(
        Phrase(
            "{owner}: half a whist, {a} trick × {b} on {other}",
            "{owner}: half a whist, {a} tricks × {b} on {other}",
        ),
        "half_whists",
    ),
    "consolation": WritingRule(
        Phrase(
            "{owner}: consolation, {a} undertrick × {b} on {other}",
            "{owner}: consolation, {a} undertricks × {b} on {other}",
        ),
        "consolation",
    ),
    "whist_undertrick": WritingRule(
        Phrase("{owner}: {a} whist undertrick × {b}", "{owner}: {a} whist undertricks × {b}"), "undertricks"
    ),
    "misere_made": WritingRule(Phrase("{owner}: misère made, {a} in the pool"), "miseres"),
    "misere_shared": WritingRule(
        Phrase("{owner}: half of a misère shared with {who}, {a} in the pool"), "miseres"
    ),
    "misere_failed": WritingRule(
        Phrase("{owner}: misère, {a} trick × {b}", "{owner}: misère, {a} tricks × {b}"), "miseres"
    ),
    "misere_shared_failed": WritingRule(
        Phrase(
            "{owner}: half of a misère shared with {who}, {a} trick × {b}",
            "{owner}: half of a misère shared with {who}, {a} tricks × {b}",
        ),
        "miseres",
    ),
    "misere_consolation": WritingRule(
        Phrase("{owner}: misère of {other}, {a} trick × {b}", "{owner}: misère of {other}, {a} tricks × {b}"),
        "misere_consolation",
    ),
    "raspasy": WritingRule(
        Phrase("{owner}: raspasy, {a} trick × {b}", "{owner}: raspasy, {a} tricks × {b}"), "raspasy"
    ),
    "zero_bonus": WritingRule(Phrase("{owner}: no trick in raspasy, {a} in the pool"), "zero_bonus"),
    "zero_bonus_dump": WritingRule(Phrase("{owner}: no trick in raspasy, {a} off the dump"), "zero_bonus"),
    "raspasy_whists": WritingRule(
        Phrase(
            "{owner}: raspasy, {a} trick of {other} × {b}", "{owner}: raspasy, {a} tricks of {other} × {b}"
        ),
        "raspasy",
    ),
    "raspasy_tie": WritingRule(
        Phrase(
            "{owner}: raspasy tied with {who}, half of {a} trick of {other} × {b}",
            "{owner}: raspasy tied with {who}, half of {a} tricks of {other} × {b}",
        ),
        "raspasy",
    ),
    "raspasy_dealer": WritingRule(Phrase("{owner}: dealer in raspasy, {a} in the pool"), "raspasy_dealer"),
    "bomb": WritingRule(Phrase("{inner}, twice for the bomb")),
    "factor": WritingRule(Phrase("{inner}, times {a} for the whole hand")),
    "dump_first": WritingRule(
        Phrase("{owner}: {a} less in the pool, for the dump comes first"), "dump_first"
    ),
    "dump_written_off": WritingRule(Phrase("{owner}: {a} off the dump by the gain"), "dump_first"),
    "surplus": WritingRule(Phrase("{owner}: {a} above the full pool of {b}"), "aid"),
    "aid_received": WritingRule(Phrase("{owner}: {a} in the pool as aid from {who}"), "aid"),
    "aid_whists": WritingRule(Phrase("{owner}: aid, {a} × {b} on {other}"), "aid"),
    "aid_to_dump": WritingRule(Phrase("{owner}: {a} × {b} off the dump; no one left to help"), "aid"),
    "aid_to_zero": WritingRule(
        Phrase("{owner}: {a} of {b} off the dump, which stops at zero; no one left to help"), "aid"
    ),
    "stay_fee": WritingRule(
        Phrase("{owner}: {a} in the dump, for the deal moves on after too many raspasy"), "dealing"
    ),
    "misdeal": WritingRule(Phrase("{owner}: misdeal, {a} in the dump"), "dealing"),
    "talon_thrown": WritingRule(
        Phrase("{owner}: the talon thrown at the dealer, {a} in the dump"), "dealing"
    ),
    "talon_bonus": WritingRule(Phrase("{owner}: talon bonus, {a} × {b} on {other}"), "talon"),
    "talon_bonus_split": WritingRule(
        Phrase("{owner}: half of the talon bonus, {a} × {b} on {other}"), "talon"
    ),
    "misere_talon_bonus": WritingRule(Phrase("{owner}: talon of the misère, {a} × {b} on {other}"), "talon"),
    "newcomer": WritingRule(Phrase("{owner}: newcomer, {a} is the mean of the others"), "adjusted"),
    "as_whists": WritingRule(Phrase("{owner}: {a} × 5 on {other} instead of the dump ({inner})")),
}

CAUSES: Mapping[str, str] = {
    "made": N_("contracts made"),
    "failed": N_("failed contracts"),
    "left": N_("contracts left"),
    "consolation": N_("consolation"),
    "whists_made": N_("whists on contracts made"),
    "whists_failed": N_("whists on failed contracts"),
    "half_whists": N_("half-whists"),
    "undertricks": N_("undertricks of whisters"),
    "miseres": N_("misères"),
    "misere_consolation": N_("consolation for misères"),
    "raspasy": N_("raspasy"),
    "zero_bonus": N_("no trick in raspasy"),
    "raspasy_dealer": N_("dealing raspasy"),
    "talon": N_("talon bonuses"),
    "bombs": N_("bombs"),
    "factors": N_("hands that count several times"),
    "dump_first": N_("the dump written off first"),
    "aid": N_("full pools and aid"),
    "dealing": N_("misdeals and thrown talons"),
}

WORDS = PostingWords(RULES, CAUSES)


def causes(postings: Sequence[Posting]) -> Iterator[tuple[Cause, Posting]]:
    """What each posting of one entry is due to; what a bomb doubled is due to it by half.

    Of what a hand's factor made of a figure, all but once the figure is due to the factor. Several rules are
    one cause: a whist kept and a whist shared on a failed contract are both whists on failed contracts.
    """
    failed = any(posting.original.reason.rule == "failed" for posting in postings)
    whists = "whists_failed" if failed else "whists_made"
    for posting in postings:
        rule = WORDS.rules[posting.original.reason.rule]
        factor = next(
            (each.reason.figures[0] for each in posting.rewritten() if each.reason.rule == "factor"), 1
        )
        if factor != 1:
            assert isinstance(factor, int), "a hand counts a whole number of times"
            once = share(posting.amount, factor)
            yield WORDS.cause("factors"), posting._replace(amount=exact(posting.amount - once))
            posting = posting._replace(amount=once)  # noqa: PLW2901
        if any(each.reason.rule == "bomb" for each in posting.rewritten()):
            posting = posting._replace(amount=share(posting.amount, 2))  # noqa: PLW2901
            yield WORDS.cause("bombs"), posting
        yield WORDS.cause(rule.cause or whists), posting
