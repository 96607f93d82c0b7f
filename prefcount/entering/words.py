"""What is said of an entry: what it would do before it is written, what it did, and why it was refused."""

from prefcount.base.i18n import C_, N_, _, text
from prefcount.base.problems import InvalidInput, in_plain_words
from prefcount.entries.models import AmendBase, Entry, PlacedEntry, Void
from prefcount.render.figures import changes_text
from prefcount.render.text import described, entry_names
from prefcount.render.view import Figures, Preview
from prefcount.session.session import Proposal, Session
from prefcount.store.disk import WriteError

ENDED = N_(
    "This game has ended; its results are recorded and sealed. Change it all the same? "
    "The check code that the players noted will no longer match."
)
"""What is asked before a game that has ended is changed."""


def what_counts(shown: Preview) -> list[str]:
    """The entry in one line; of a correction the old hand and the new one, each with what it gives."""
    if shown.was is None:
        return [shown.line]
    line, gave = shown.was
    unchanged = _("no change")
    return [
        _("old hand: {hand}: {changes}").format(hand=line, changes=changes_text(gave) or unchanged),
        _("new hand: {hand}: {changes}").format(
            hand=shown.line, changes=changes_text(shown.gives) or unchanged
        ),
    ]


def score_rows(shown: Preview) -> list[tuple[str, Figures]]:
    """The lines of a table of the score, each with its label; none if the score stays as it is."""
    if not changes_text(shown.changes):
        return []
    rows: list[tuple[str, Figures]] = []
    if shown.was is None and changes_text(shown.gives):
        rows.append((_("this hand"), shown.gives))
    if shown.was is not None or shown.gives != shown.changes:
        rows.append((_("the change"), shown.changes))
    return [*rows, (_("score after"), shown.after)]


def displaced_by(session: Session, shown: Preview) -> str:
    """The sentence about entries that would no longer fit; "" if there are none."""
    if not shown.displaced:
        return ""
    return _("No longer valid: {entries}").format(entries=entry_names(session, shown.displaced))


def dropped_notice(proposal: Proposal) -> str:
    """The notice about an entry that waited for Enter when another one was typed."""
    return _("Not recorded: {entry}").format(entry=described(proposal.session, proposal.step))


def recorded_notice(before: Session, proposal: Proposal) -> str:
    """The notice about an entry that was written."""
    after, entry, step = proposal.session, proposal.entry, proposal.step
    corrected = after.replay.step(entry.entry) if isinstance(entry, AmendBase) else None
    if corrected is not None and corrected.hand_number is not None:
        return _("Corrected: hand {number}.").format(number=corrected.hand_number)
    if step.hand_number is not None:
        recorded = _("Recorded: hand {number}.").format(number=step.hand_number)
        inserted = isinstance(entry, PlacedEntry) and entry.after is not None
        if not inserted or after.state.over or after.state.dealer != before.state.dealer:
            return recorded
        dealer = after.state.names[after.state.dealer]
        return f"{recorded} " + _("{who} deals next, as before.").format(who=dealer)
    voids = isinstance(entry, Void)
    what = taken_back(before, after, entry, redo=None) if voids else described(after, step)
    return _("Recorded: {what}").format(what=what)


def taken_back(before: Session, after: Session, entry: Entry, *, redo: bool | None) -> str:
    """What an undo or a redo has done by a void, in words; what was undone may itself have left a hand out.

    A redo voids the void of an undo. Of a void that is neither, `redo` is None, and all has to be said.
    """
    while isinstance(entry, Void):
        step = before.replay.step(entry.entry)
        entry = step.effective.written
    later = after.replay.step(step.n)
    if isinstance(entry, AmendBase) and later.entry is None:
        target = after.replay.step(entry.entry)
        again = N_("the correction of {entry}; it is {hand} again")
        return str(text(again, entry=target.name, hand=described(after, target)))
    session, counted = (before, step) if later.entry is None else (after, later)
    line = session.line(counted) or described(session, counted)
    if redo is not None and (later.entry is not None) == redo:
        return line
    if step.effective.written.kind not in before.game.hand_kinds:
        said = described(session, counted)
        return (_("{said} — void") if later.entry is None else _("{said} — counts again")).format(said=said)
    if later.entry is None:
        return _("{entry} does not count: {hand}").format(entry=step.name, hand=line)
    again = (
        N_("{entry} counts again: {hand}") if redo is None else C_("undone", "{entry} counts again: {hand}")
    )
    return _(again).format(entry=later.name, hand=line)


def refused(error: InvalidInput | WriteError) -> str:
    """Why an entry was not written, as players say it."""
    if isinstance(error, WriteError):
        return str(error)
    return in_plain_words(error.problems)


def displaced(before: Session, proposal: Proposal) -> str:
    """The sentence about entries that no longer fit, to follow another one; "" if there are none."""
    if not proposal.displaced:
        return ""
    return " " + _("No longer valid, not counted: {entries}.").format(
        entries=entry_names(before, proposal.displaced)
    )
