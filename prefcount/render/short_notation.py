"""Entries for a narrow list: the part that cannot be guessed comes first, since the end may be cut off."""

from prefcount.base.i18n import _
from prefcount.base.problems import quote
from prefcount.entries.base import Entry
from prefcount.entries.common import AmendBase, Check, RulesEntry, SheetEntry
from prefcount.render.text import corrected, describe
from prefcount.session.replay import Step
from prefcount.session.session import Session


def brief(session: Session, step: Step) -> str:
    """An entry in few words, shorter than `describe` gives it.

    A correction names the hand that it corrects, “5 → Anna 7h wp 6”, and that one says that it was corrected.
    """
    entry = step.entry or step.standing.written
    if step.problems:
        return describe(session, step)
    said = session.line(step) or _about(session, entry)
    if not said:
        return describe(session, step)
    if step.entry is not None and step.standing.corrected_by:
        said = _("{hand} (corrected)").format(hand=said)
    return f"{said} ({entry.note})" if entry.note else said


def _about(session: Session, entry: Entry) -> str:
    """What an entry that is no hand is about, or "" where nothing shorter can be said."""
    match entry:
        case AmendBase():
            target = corrected(session, entry)
            line = session.line(target) if target is not None and target.entry is not None else ""
            number = target.hand_number if target is not None else None
            return f"{number or entry.entry} → {line}" if line else ""
        case SheetEntry():
            return _("paper: {players}").format(players=", ".join(entry.columns))
        case Check():
            return _("claims: {players}").format(players=", ".join(entry.columns))
        case RulesEntry():
            return _("rules: {changes}").format(changes=quote(", ".join(entry.set)))
    return ""
