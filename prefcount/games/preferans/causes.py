"""What a result is due to, in the words in which a table argues about conventions.

Several rules that write figures are one cause: a whist kept and a whist shared on a failed contract are
both whists on failed contracts, so that what another style changes stands in one line.
"""

from collections.abc import Iterator, Mapping, Sequence

from prefcount.games.terms import Cause
from prefcount.i18n import N_, text
from prefcount.ledger.amount import share
from prefcount.ledger.postings import Posting

_BOMB = "bombs"
_FAILED = frozenset({"failed"})
_WHISTS = frozenset({"whist", "whist_shared"})

_RULES: Mapping[str, tuple[str, ...]] = {
    "made": ("made", "passed", "half_taken"),
    "failed": ("failed",),
    "left": ("left",),
    "consolation": ("consolation",),
    "half_whists": ("half_whist",),
    "undertricks": ("whist_undertrick",),
    "miseres": ("misere_made", "misere_shared", "misere_failed", "misere_shared_failed"),
    "misere_consolation": ("misere_consolation",),
    "raspasy": ("raspasy", "raspasy_whists", "raspasy_tie"),
    "zero_bonus": ("zero_bonus", "zero_bonus_dump"),
    "raspasy_dealer": ("raspasy_dealer",),
    "talon": ("talon_bonus", "talon_bonus_split", "misere_talon_bonus"),
    "dump_first": ("dump_first", "dump_written_off"),
    "aid": ("surplus", "aid_received", "aid_whists", "aid_to_dump"),
    "dealing": ("misdeal", "talon_thrown"),
    "adjusted": ("adjust", "sheet", "newcomer"),
}
_CAUSE_OF = {rule: key for key, rules in _RULES.items() for rule in rules}

LABELS: Mapping[str, str] = {
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
    _BOMB: N_("bombs"),
    "dump_first": N_("the dump written off first"),
    "aid": N_("full pools and aid"),
    "dealing": N_("misdeals and thrown talons"),
    "adjusted": N_("adjustments and figures brought forward"),
}


def causes(postings: Sequence[Posting]) -> Iterator[tuple[Cause, Posting]]:
    """What each posting of one entry is due to; what a bomb doubled is due to it by half."""
    failed = any(_plain(posting)[0].reason.rule in _FAILED for posting in postings)
    for posting in postings:
        plain, bombed = _plain(posting)
        key = _key(plain, failed=failed)
        if bombed:
            posting = posting._replace(amount=share(posting.amount, 2))  # noqa: PLW2901
            yield _cause(_BOMB), posting
        yield _cause(key), posting


def _key(plain: Posting, *, failed: bool) -> str:
    rule = plain.reason.rule
    if rule in _WHISTS:
        return "whists_failed" if failed else "whists_made"
    return _CAUSE_OF[rule]


def _cause(key: str) -> Cause:
    return Cause(key, text(LABELS[key]))


def _plain(posting: Posting) -> tuple[Posting, bool]:
    """The posting as its rule wrote it, before a bomb or a table without a dump; and whether a bomb did."""
    bombed = False
    while posting.reason.of is not None:
        bombed = bombed or posting.reason.rule == "bomb"
        posting = posting.reason.of
    return posting, bombed
