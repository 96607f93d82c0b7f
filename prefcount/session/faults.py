"""What can be wrong with a file, as the machine-readable output names it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from prefcount.entries.common import Check
from prefcount.i18n import N_, Text, text
from prefcount.problems import together

if TYPE_CHECKING:
    from prefcount.session.reader import Loaded

UNREADABLE = "unreadable"
BAD_ENTRY = "bad-entry"
NUMBER_GAP = "number-gap"
CHAIN_BROKEN = "chain-broken"
TORN_TAIL = "torn-tail"
SEAL_BROKEN = "seal-broken"


class Fault(NamedTuple):
    """One thing that is wrong with a file: its code, the entry it concerns (0: none), a sentence."""

    code: str
    entry: int
    text: Text

    def __str__(self) -> str:
        return str(self.text)


class Doubt(NamedTuple):
    """Why the figures of a file should be looked at before anybody pays by them.

    Attributes:
        said: a sentence.
        serious: whether something that belongs to the game is missing from the figures.
    """

    said: str
    serious: bool


def doubts(loaded: "Loaded") -> Iterator[Doubt]:
    """What is wrong with a file, and its entries that do not count.

    Serious are entries that cannot be read, are missing or doubled, or never could have counted; hands after
    the end and entries that a correction has displaced are not.
    """
    for fault in loaded.faults:
        yield Doubt(str(fault), fault.code in (BAD_ENTRY, NUMBER_GAP))
    for step in loaded.session.replay.steps:
        if step.problems:
            said = text(N_("entry {n} does not count: {why}"), n=step.n, why=together(step.problems))
            late = isinstance(step.entry, Check) or bool(step.before.over)
            yield Doubt(str(said), not late and _never_counted(loaded, step.n))


def _never_counted(loaded: "Loaded", n: int) -> bool:
    """Whether an entry was impossible already when it was written."""
    from prefcount.session.session import Session

    session = loaded.session
    then = Session(session.header, [entry for entry in session.entries if (entry.n or 0) <= n])
    return bool(then.replay.step(n).problems)
