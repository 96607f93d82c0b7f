"""An end that is for the rules to give, before they gave it: what the audit remarks on in every game."""

from prefcount.entries.base import Entry
from prefcount.entries.common import End
from prefcount.findings import Finding
from prefcount.i18n import N_, Text, text

EARLY_END = "early-end"
MISTAKE = N_("An end by a full pool, by hands or by time that the rules had not reached.")

BY_RULES = frozenset({"pool", "hands", "time"})
"""Reasons of an end that are for the rules to give; the others are for the players."""


def early_end(entry: Entry, over: str, reason: Text) -> Finding | None:
    """The remark on an end that the rules had not reached, or None.

    Args:
        entry: what may be an end.
        over: why the game was over before it, or "".
        reason: the reason that the end gives, in words.
    """
    if not isinstance(entry, End) or entry.reason not in BY_RULES or over == entry.reason:
        return None
    said = N_("the end says “{reason}”, but by the rules it had not come to that")
    return Finding(EARLY_END, text(said, reason=reason), claimed=entry.reason, severity="remark")
