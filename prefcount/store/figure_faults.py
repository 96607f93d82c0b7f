"""The faults of a file that make its figures doubtful: damage, and entries that do not count."""

from bisect import bisect
from collections.abc import Iterable, Iterator
from itertools import groupby

from prefcount.base.i18n import N_, text
from prefcount.base.problems import together_in_file
from prefcount.entries.base import HandEntry
from prefcount.entries.common import ClaimEntry
from prefcount.session.corrections import moves_others
from prefcount.session.session import Session
from prefcount.store.file_faults import BAD_ENTRY, FileFault
from prefcount.store.loaded_file import Loaded, LoadedBook

DISPLACED = "displaced"
"""The code of an entry that could count when it was written, and of one that stands behind the end."""


def figure_faults(loaded: Loaded) -> Iterator[FileFault]:
    """What is wrong with a file, and its entries that do not count.

    Serious are entries that cannot be read, are missing or doubled, or never could have counted; hands after
    the end and entries that a correction has displaced are not.
    """
    yield from loaded.faults
    yield from _not_counted(loaded.session)


def faults_by_any_rules(loaded: Loaded) -> Iterator[FileFault]:
    """The same without hands that do not count: the rules of the header may not be those of the table."""
    refused = {step.n for step in loaded.session.replay.steps if isinstance(step.entry, HandEntry)}
    yield from loaded.faults
    yield from (fault for fault in _not_counted(loaded.session) if fault.entry not in refused)


def _not_counted(session: Session) -> Iterator[FileFault]:
    failed = [step for step in session.replay.steps if step.problems]
    if not failed:
        return
    early = [step.n for step in failed if not (isinstance(step.entry, ClaimEntry) or step.before.over)]
    never_counted = frozenset(_never_counted(session, early))
    for step in failed:
        said = text(N_("entry {n} does not count: {why}"), n=step.n, why=together_in_file(step.problems))
        yield FileFault(BAD_ENTRY if step.n in never_counted else DISPLACED, step.n, said)


def book_faults(loaded: LoadedBook) -> Iterator[FileFault]:
    """What is wrong with a book of payments, and its entries that do not count."""
    yield from loaded.faults
    for n, problems in loaded.session.problems.items():
        said = text(N_("entry {n} does not count: {why}"), n=n, why=together_in_file(problems))
        yield FileFault(BAD_ENTRY, n, said)


def _never_counted(session: Session, numbers: Iterable[int]) -> Iterator[int]:
    """Those of some entries that were impossible already when they were written.

    What was written after an entry decides about it only if it corrects, or takes an earlier place: the game
    is played again only as it stood before each such entry, and once for all numbers that come before it.
    """
    entries = session.entries
    corrections = [entry.n or 0 for entry in entries if moves_others(entry)]
    then = Session(session.header)
    for known, group in groupby(sorted(numbers), lambda n: bisect(corrections, n)):
        if known == len(corrections):
            yield from group
            return
        then = then.with_entries([entry for entry in entries if (entry.n or 0) < corrections[known]])
        failed = {step.n for step in then.replay.steps if step.problems}
        yield from failed.intersection(group)
