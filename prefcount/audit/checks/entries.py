"""Damaged files, entries that cannot count where they stand, and entries that the game finds unlikely."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from prefcount.audit.checks.report import AuditCheck, Code
from prefcount.base.i18n import N_, text
from prefcount.base.problems import Finding, together_in_file
from prefcount.entries.models import COMMON_KINDS, HandEntry
from prefcount.games.game import Game
from prefcount.session.replay import Step
from prefcount.session.session import Session
from prefcount.store.loaded_file import (
    BAD_ENTRY,
    CHAIN_BROKEN,
    NUMBER_GAP,
    SEAL_BROKEN,
    TORN_TAIL,
    UNREADABLE,
    Loaded,
)

IMPOSSIBLE = Code(
    BAD_ENTRY, N_("A line that is not an entry, a hand that cannot be played, or a correction of nothing.")
)
AFTER_END = Code("after-end", N_("A hand, a misdeal or a thrown talon after the game was over."))


def file_is_sound(loaded: Loaded) -> Iterator[Finding]:
    """Lines that cannot be read, numbers that do not follow, a broken chain or seal, a torn last line."""
    for fault in loaded.faults:
        yield Finding(fault.code, fault.text, fault.entry)


def entries_fit(loaded: Loaded) -> Iterator[Finding]:
    """Hands that cannot be, corrections of nothing, and hands after the end."""
    steps = loaded.session.replay.steps
    ended = looked_at = 0
    following = _by_deal(loaded.session)
    for at, step in enumerate(steps):
        if step.problems and step.n not in following:
            ended = _ended(steps[looked_at:at]) or ended
            looked_at = at
            yield _misfit(step, ended)
    for cause, run in groupby(following, following.__getitem__):
        yield _not_dealt(cause, list(run))


def _by_deal(session: Session) -> dict[int, int]:
    """Hands that cannot be only because one before them cannot, so that the deal did not move on, with that.

    Hands that name their dealer are not among them, nor those that are wrong by themselves.
    """
    deals, game, missed, cause = dict[int, int](), session.game, 0, 0
    for step in session.replay.steps:
        entry = step.entry
        if not isinstance(entry, HandEntry):
            continue
        if entry.dealer is not None:
            missed = 0
        elif step.problems and not step.before.over:
            if missed and not game.play(step.before, _dealt(game, step, entry, missed)).problems:
                deals[step.n] = cause
            else:
                cause = step.n
            missed += 1
    return deals


def _dealt(game: Game[Any], step: Step, entry: HandEntry, missed: int) -> HandEntry:
    """A hand as it is if the deal had moved on so many times more."""
    names = [step.before.names[seat] for seat in step.before.seats]
    completed_entry = game.completed_entry(step.before, entry)
    assert isinstance(completed_entry, HandEntry), "it stays a hand"
    assert completed_entry.dealer is not None, "every hand has a dealer then"
    dealer = names[(names.index(completed_entry.dealer) + missed) % len(names)]
    return completed_entry.model_copy(update={"dealer": dealer})


def _not_dealt(cause: int, entries: Sequence[int]) -> Finding:
    """What follows from one hand for all that were dealt after it."""
    sentence = N_(
        "entries {first} to {last} do not count either ({count} hands): entry {cause} did not move "
        "the deal on; correct that one first"
    )
    if len(entries) == 1:
        sentence = N_(
            "entry {first} does not count either: entry {cause} did not move the deal on; correct "
            "that one first"
        )
    first, last = entries[0], entries[-1]
    return IMPOSSIBLE.found(sentence, first, first=first, last=last, count=len(entries), cause=cause)


def _ended(steps: Sequence[Step]) -> int:
    """The entry with which the game was over, or 0 if it is none of these."""
    return next((step.n for step in reversed(steps) if step.state.over and not step.before.over), 0)


def _misfit(step: Step, ended: int) -> Finding:
    """An entry that does not count; a forgotten hand that was put in may have ended the game before it."""
    why = together_in_file(step.problems)
    if not step.before.over or step.entry is None or step.entry.kind in COMMON_KINDS:
        return IMPOSSIBLE.found(N_("entry {n} does not count: {why}"), step.n, n=step.n, why=why)
    sentence = N_("entry {n} does not count: {why}; it was over after entry {ended}")
    if ended > step.n:
        sentence = N_(
            "entry {n} does not count: {why}; it was over after entry {ended}, which was put in later"
        )
    finding = AFTER_END.found(sentence, step.n, n=step.n, why=why, ended=ended)
    if len(step.problems) > 1:
        return finding
    return finding._replace(again=text(N_("after entry {ended}, too"), ended=ended))


def rules_are_kept(loaded: Loaded) -> Iterator[Finding]:
    """Entries that count and are unlikely by the table's own convention."""
    remarks = loaded.session.game.remarks
    for step in loaded.session.replay.steps:
        if step.entry is not None and not step.problems:
            for remark in remarks(step.before, step.entry, step.state):
                yield remark._replace(entry=step.n)


FILE_CHECK = AuditCheck(
    (
        Code(UNREADABLE, N_("Not a session file: too large, not text, or the first line is not a header.")),
        Code(NUMBER_GAP, N_("A line was lost, moved or doubled: the entry numbers have a gap.")),
        Code(CHAIN_BROKEN, N_("A line that was changed, lost or moved after the next one was written.")),
        Code(TORN_TAIL, N_("The last line is cut off, as after a power cut; it does not count.")),
        Code(SEAL_BROKEN, N_("A line that was changed after the game was ended and sealed.")),
    ),
    file_is_sound,
)
ENTRY_CHECK = AuditCheck((IMPOSSIBLE, AFTER_END), entries_fit)
GAME_CHECK = AuditCheck((), rules_are_kept)
"""The codes of its remarks are those of the games: `remarkable`."""
