"""Remarks on the course of an evening: dealers, hands entered twice, times, empty texts."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

from prefcount.audit.checks.report import AuditCheck, remark
from prefcount.base.i18n import N_, text
from prefcount.base.locale_format import Moment
from prefcount.base.problems import Finding
from prefcount.entries.models import ENVELOPE, Adjust, AmendBase, Entry, HandEntry, NoteEntry, PlacedEntry
from prefcount.session.corrections import EffectiveEntry
from prefcount.session.replay import Step
from prefcount.store.loaded_file import Loaded

DEAL = remark("deal-out-of-turn", N_("A hand was dealt out of turn, e.g. twice by the same player."))
TWICE = remark("hand-twice", N_("A hand entered twice: the same as the one before, a moment later."))
CLOCK = remark("clock-back", N_("The clock goes back from one entry to the next, or to before the start."))
EMPTY = remark("empty-text", N_("An empty note, or an adjustment without a reason."))

_A_MOMENT = timedelta(minutes=1)
"""In less no hand is played."""
_WITH_WORDS = frozenset({"note", "adjust", "amend"})
_NOT_SAID = ENVELOPE | {"dealer"}


def dealt_in_turn(loaded: Loaded) -> Iterator[Finding]:
    """Hands that name another dealer than the rules would have, misdeals and rotation minded.

    Who deals the first hand is known only where the header says so. Nothing is said behind a line that was
    lost, nor around a correction: a hand keeps the dealer that was written with it, also where another one is
    taken out or put in before it.
    """
    last = ""
    for step, is_sure in _dealt(loaded):
        if isinstance(step.entry, HandEntry):
            expected = step.before.names[step.before.dealer]
            dealer = step.entry.dealer or expected
            if is_sure and dealer != expected:
                sentence = N_("{claimed} deals this hand, but it is {computed}'s turn")
                if dealer == last:
                    sentence = N_(
                        "{claimed} deals this hand and dealt the one before; it is {computed}'s turn"
                    )
                yield DEAL.found(sentence, step.n, player=dealer, claimed=dealer, computed=expected)
            last = dealer


def _dealt(loaded: Loaded) -> Iterator[tuple[Step, bool]]:
    """Every hand as it was written, and whether the rules say who dealt it."""
    moved = loaded.session.header.dealer is None
    lost = {fault.entry for fault in loaded.faults}
    for step in loaded.session.replay.steps:
        if isinstance(step.effective.written, HandEntry) and not step.problems:
            corrected = _is_corrected(step.effective)
            yield step, not (moved or corrected or {step.n, step.n - 1} & lost)
            moved = corrected


def _is_corrected(effective: EffectiveEntry) -> bool:
    """Whether an entry was corrected, or put in before others."""
    written = effective.written
    return bool(effective.corrected_by) or (isinstance(written, PlacedEntry) and written.after is not None)


def hands_differ(loaded: Loaded) -> Iterator[Finding]:
    """The same hand two times in a row, word for word, within a moment."""
    kinds = loaded.session.game.hand_kinds
    last: Entry | None = None
    n = 0
    for step in loaded.session.replay.steps:
        entry = step.entry
        if entry is None or entry.kind not in kinds or step.problems:
            continue
        if last is not None and _same(entry, last):
            sentence = N_(
                "entry {n} says the same as entry {last}; if it was entered twice, void one of them"
            )
            yield TWICE.found(sentence, step.n, n=step.n, last=n)
        last, n = entry, step.n


def _same(one: Entry, other: Entry) -> bool:
    if one.kind != other.kind or one.at is None or other.at is None or one.at - other.at > _A_MOMENT:
        return False
    theirs = other.__dict__
    return all(value == theirs[field] for field, value in one.__dict__.items() if field not in _NOT_SAID)


def clock_goes_on(loaded: Loaded) -> Iterator[Finding]:
    """Entries, in the order in which they were written, whose time is before that of an earlier one."""
    moment, n = loaded.session.header.started, 0
    for entry in loaded.session.entries:
        if entry.at is None:
            continue
        if moment is not None and entry.at < moment:
            sentence = N_("the time ({claimed}) is before that of entry {last} ({computed})")
            if not n:
                sentence = N_("the time ({claimed}) is before the game started ({computed})")
            beside = moment
            with suppress(OverflowError):  # at the ends of time it stays on its own clock
                beside = moment.astimezone(entry.at.tzinfo)
            message = text(sentence, claimed=Moment(entry.at), computed=Moment(beside), last=n)
            claimed, computed = entry.at.isoformat(), moment.isoformat()
            yield Finding(
                CLOCK.name, message, entry.n or 0, claimed=claimed, computed=computed, severity=CLOCK.severity
            )
        moment, n = entry.at, entry.n or 0


def texts_say_something(loaded: Loaded) -> Iterator[Finding]:
    """Notes and reasons that are empty."""
    if loaded.session.header.note == "":
        yield EMPTY.found(N_("the note of the header is empty; leave it out"))
    for entry in loaded.session.entries:
        if entry.note == "" or entry.kind in _WITH_WORDS:
            for field in _empty(entry):
                sentence = N_("{field} is empty; nobody will know what was meant")
                yield EMPTY.found(sentence, entry.n or 0, field=field)


def _empty(entry: Entry) -> Iterator[str]:
    """The text fields of an entry that are empty."""
    if entry.note == "":
        yield "note"
    if isinstance(entry, NoteEntry) and not entry.text:
        yield "text"
    if isinstance(entry, Adjust) and not entry.reason:
        yield "reason"
    if isinstance(entry, AmendBase):
        yield from _empty(entry.with_)


PLAUSIBILITY_CHECKS = (
    AuditCheck((DEAL,), dealt_in_turn),
    AuditCheck((TWICE,), hands_differ),
    AuditCheck((CLOCK,), clock_goes_on),
    AuditCheck((EMPTY,), texts_say_something),
)
