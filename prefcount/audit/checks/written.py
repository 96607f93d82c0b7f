"""Remarks on lines that this program did not write: other spelling, missing chain, missing seal.

A file that was written anew as a whole shows nothing of it; only the hash that players noted does. A line is
taken for one of the program's if it carries `prev`, or if it and all before it, the header included, are to
the byte as the program writes them and have the time of their entry.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pydantic_core import from_json, to_json

from prefcount.audit.checks.report import AuditCheck, remark
from prefcount.base.i18n import N_
from prefcount.base.problems import Finding
from prefcount.entries.models import End, Entry, Header
from prefcount.store.journal import header_line, spelled
from prefcount.store.loaded_file import Loaded, LoadedBook

_DOUBTFUL = (b" ", b"\t", b"\r", b"\\", b":-0", b":null")
"""A line without any of these is spelled as the program does it; with a blank it may be, as in a name."""

RETYPED = remark(
    "line-retyped",
    N_("A line with “prev” is not written the way the program writes it: extra blanks or other line ends."),
)
NO_CHAIN = remark(
    "chain-missing",
    N_(
        "Lines without “prev” after lines that have it, or in a file the program wrote: the chain was "
        "removed."
    ),
)
NO_SEAL = remark(
    "seal-missing", N_("The end of a game in a file the program wrote has no seal: it was removed.")
)


def lines_are_the_programs(loaded: Loaded | LoadedBook) -> Iterator[Finding]:
    """Lines that carry `prev` and are JSON in another spelling than the program's, which has no room in it.

    The order of the fields may be that of another version.
    """
    if not any(mark in loaded.content for mark in _DOUBTFUL):
        return
    for line in loaded.content.split(b"\n"):
        if b'"prev"' in line and any(mark in line for mark in _DOUBTFUL) and (n := _retyped(line)):
            sentence = N_(
                "the line has “prev” but is not written the way the program writes it (blanks, line "
                "end, “null”): it was changed, or something else wrote it"
            )
            yield RETYPED.found(sentence, n)


def _retyped(line: bytes) -> int:
    """The number of the entry in a line that the program would have spelled otherwise, or 0."""
    try:
        entry = from_json(line)
    except ValueError:  # no entry at all, which is found elsewhere
        return 0
    if not isinstance(entry, dict) or (to_json(entry) == line and None not in entry.values()):
        return 0
    n = entry.get("n")
    return n if isinstance(n, int) else 0


def chain_is_there(loaded: Loaded | LoadedBook) -> Iterator[Finding]:
    """Runs of entries without `prev` where the program would have written it."""
    behind = False
    for chained, run in groupby(loaded.session.entries, lambda entry: entry.prev is not None):
        entries = list(run)
        if chained:
            behind = True
        elif behind or _by_program(loaded, entries):
            first, last = entries[0].n or 0, entries[-1].n or 0
            sentence = N_(
                "the line has no “prev”, which the program always writes: it was removed, or "
                "something else wrote the line"
            )
            if first != last:
                sentence = N_(
                    "the lines up to entry {last} have no “prev”, which the program always writes: "
                    "it was removed, or something else wrote them"
                )
            yield NO_CHAIN.found(sentence, first, last=last)


def seal_is_there(loaded: Loaded) -> Iterator[Finding]:
    """An end without a seal in a file whose other lines the program wrote.

    A game that was never ended has none either, and nothing is wrong with that.
    """
    entries = loaded.session.entries
    counting = (step.effective.written for step in loaded.session.replay.steps if step.counts)
    ends = [entry for entry in counting if isinstance(entry, End)]
    if not ends or any(end.seal is not None for end in ends):
        return
    if any(entry.prev is not None for entry in entries) or _by_program(loaded, entries):
        sentence = N_(
            "the end has no seal, which the program always writes: it was removed, or something else "
            "wrote the line"
        )
        yield NO_SEAL.found(sentence, ends[-1].n or 0)


def _by_program(loaded: Loaded | LoadedBook, entries: Sequence[Entry]) -> bool:
    """Whether the header and the first entries are as the program writes them, with their time."""
    header = loaded.session.header
    if (isinstance(header, Header) and header.started is None) or any(entry.at is None for entry in entries):
        return False
    if not loaded.content.startswith(header_line(header)):
        return False
    lines = frozenset(loaded.content.split(b"\n"))
    return all(spelled(entry) in lines for entry in entries)


WRITING_CHECKS = (
    AuditCheck((RETYPED,), lines_are_the_programs),
    AuditCheck((NO_CHAIN,), chain_is_there),
    AuditCheck((NO_SEAL,), seal_is_there),
)
