"""The words of every rule of Preferans that writes a figure, what results are due to, why a game is over."""

from collections.abc import Iterator, Mapping, Sequence

from prefcount.base.i18n import N_, Phrase
from prefcount.games.preferans.state import DUMP, POOL, WHISTS
from prefcount.games.protocol.posting_words import COMMON_OVER, Cause, Places, PostingWords, WritingRule
from prefcount.ledger.amount import divided, exact
from prefcount.ledger.postings import Posting

OVER: Mapping[str, str] = {
    **COMMON_OVER,
    "pool": N_("the pool is closed"),
}

HAS_LEFT = N_("{name} has left the table")

RULES: Mapping[str, WritingRule] = {
    "made": WritingRule(Phrase("{owner}: {contract} made, {value} in the pool"), "made"),
    "passed": WritingRule(Phrase("{owner}: {contract}, both passed, {value} in the pool"), "made"),
    "half_taken": WritingRule(
        Phrase("{owner}: {contract} against half a whist, {value} in the pool"), "made"
    ),
    "failed": WritingRule(
        Phrase(
            "{owner}: {contract} failed, {count} undertrick × {price}",
            "{owner}: {contract} failed, {count} undertricks × {price}",
        ),
        "failed",
    ),
    "left": WritingRule(Phrase("{owner}: down {count} × {price}"), "left"),
    "whist": WritingRule(
        Phrase(
            "{owner}: whist, {count} trick × {price} on {other}",
            "{owner}: whist, {count} tricks × {price} on {other}",
        )
    ),
    "whist_shared": WritingRule(
        Phrase(
            "{owner}: half of {count} shared trick × {price} on {other}",
            "{owner}: half of {count} shared tricks × {price} on {other}",
        )
    ),
    "half_whist": WritingRule(
        Phrase(
            "{owner}: half a whist, {count} trick × {price} on {other}",
            "{owner}: half a whist, {count} tricks × {price} on {other}",
        ),
        "half_whists",
    ),
    "consolation": WritingRule(
        Phrase(
            "{owner}: consolation, {count} undertrick × {price} on {other}",
            "{owner}: consolation, {count} undertricks × {price} on {other}",
        ),
        "consolation",
    ),
    "whist_undertrick": WritingRule(
        Phrase("{owner}: {count} whist undertrick × {price}", "{owner}: {count} whist undertricks × {price}"),
        "undertricks",
    ),
    "misere_made": WritingRule(Phrase("{owner}: misère made, {value} in the pool"), "miseres"),
    "misere_shared": WritingRule(
        Phrase("{owner}: half of a misère shared with {who}, {value} in the pool"), "miseres"
    ),
    "misere_failed": WritingRule(
        Phrase("{owner}: misère, {count} trick × {price}", "{owner}: misère, {count} tricks × {price}"),
        "miseres",
    ),
    "misere_shared_failed": WritingRule(
        Phrase(
            "{owner}: half of a misère shared with {who}, {count} trick × {price}",
            "{owner}: half of a misère shared with {who}, {count} tricks × {price}",
        ),
        "miseres",
    ),
    "misere_consolation": WritingRule(
        Phrase(
            "{owner}: misère of {other}, {count} trick × {price}",
            "{owner}: misère of {other}, {count} tricks × {price}",
        ),
        "misere_consolation",
    ),
    "raspasy": WritingRule(
        Phrase("{owner}: raspasy, {count} trick × {price}", "{owner}: raspasy, {count} tricks × {price}"),
        "raspasy",
    ),
    "zero_bonus": WritingRule(Phrase("{owner}: no trick in raspasy, {value} in the pool"), "zero_bonus"),
    "zero_bonus_dump": WritingRule(
        Phrase("{owner}: no trick in raspasy, {value} off the dump"), "zero_bonus"
    ),
    "raspasy_whists": WritingRule(
        Phrase(
            "{owner}: raspasy, {count} trick of {other} × {price}",
            "{owner}: raspasy, {count} tricks of {other} × {price}",
        ),
        "raspasy",
    ),
    "raspasy_tie": WritingRule(
        Phrase(
            "{owner}: raspasy tied with {who}, half of {count} trick of {other} × {price}",
            "{owner}: raspasy tied with {who}, half of {count} tricks of {other} × {price}",
        ),
        "raspasy",
    ),
    "raspasy_dealer": WritingRule(
        Phrase("{owner}: dealer in raspasy, {value} in the pool"), "raspasy_dealer"
    ),
    "bomb": WritingRule(Phrase("{inner}, twice for the bomb")),
    "factor": WritingRule(Phrase("{inner}, times {factor} for the whole hand")),
    "dump_first": WritingRule(
        Phrase("{owner}: {points} less in the pool, for the dump comes first"), "dump_first"
    ),
    "dump_written_off": WritingRule(Phrase("{owner}: {points} off the dump by the gain"), "dump_first"),
    "surplus": WritingRule(Phrase("{owner}: {points} above the full pool of {target}"), "aid"),
    "aid_received": WritingRule(Phrase("{owner}: {points} in the pool as aid from {who}"), "aid"),
    "aid_whists": WritingRule(Phrase("{owner}: aid, {points} × {price} on {other}"), "aid"),
    "aid_to_dump": WritingRule(
        Phrase("{owner}: {points} × {price} off the dump; no one left to help"), "aid"
    ),
    "aid_to_zero": WritingRule(
        Phrase("{owner}: {points} of {dump} off the dump, which stops at zero; no one left to help"), "aid"
    ),
    "stay_fee": WritingRule(
        Phrase("{owner}: {points} in the dump, for the deal moves on after too many raspasy"), "dealing"
    ),
    "misdeal": WritingRule(Phrase("{owner}: misdeal, {points} in the dump"), "dealing"),
    "talon_thrown": WritingRule(
        Phrase("{owner}: the talon thrown at the dealer, {points} in the dump"), "dealing"
    ),
    "talon_bonus": WritingRule(Phrase("{owner}: talon bonus, {count} × {price} on {other}"), "talon"),
    "talon_bonus_split": WritingRule(
        Phrase("{owner}: half of the talon bonus, {count} × {price} on {other}"), "talon"
    ),
    "misere_talon_bonus": WritingRule(
        Phrase("{owner}: talon of the misère, {count} × {price} on {other}"), "talon"
    ),
    "newcomer": WritingRule(Phrase("{owner}: newcomer, {value} is the mean of the others"), "adjusted"),
    "leaves_column": WritingRule(Phrase("{owner} leaves: {value} is settled in whists"), "adjusted"),
    "leaves_whists": WritingRule(Phrase("{owner}: settled on leaving, {value} on {other}"), "adjusted"),
    "as_whists": WritingRule(Phrase("{owner}: {points} × 5 on {other} instead of the dump ({inner})")),
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

PLACES: Places = {
    POOL: (N_("{amount} in the pool"), N_("{amount} off the pool")),
    DUMP: (N_("{amount} in the dump"), N_("{amount} off the dump")),
    WHISTS: (N_("{amount} on {other}"), N_("minus {amount} on {other}")),
}

WORDS = PostingWords(RULES, CAUSES, places=PLACES)


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
            (each.reason.figures["factor"] for each in posting.rewritten() if each.reason.rule == "factor"), 1
        )
        if factor != 1:
            assert isinstance(factor, int), "a hand counts a whole number of times"
            once = divided(posting.amount, factor)
            yield WORDS.cause("factors"), posting._replace(amount=exact(posting.amount - once))
            posting = posting._replace(amount=once)  # noqa: PLW2901
        if any(each.reason.rule == "bomb" for each in posting.rewritten()):
            posting = posting._replace(amount=divided(posting.amount, 2))  # noqa: PLW2901
            yield WORDS.cause("bombs"), posting
        yield WORDS.cause(rule.cause or whists), posting
