"""What results are due to, and what is counted over many games."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.common import Entry
from prefcount.games import in_module
from prefcount.games.protocol.state import StateT_contra, TransitionFacts
from prefcount.games.protocol.words import Cause, PostingWords
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Posting


class Tally(NamedTuple):
    """An amount of something that the statistics count, for a player by number."""

    player: int
    key: str
    amount: Amount = 1


class Measure(NamedTuple):
    """A column of the statistics over many games.

    Attributes:
        key: the tallies that are summed up in it.
        group: the table that the column belongs to; columns of a group follow each other.
        label: its heading, short.
        per: the tallies through whose sum it is divided, for an average; "" for a plain sum.
        name: the key of an average for programs; "" where `key` says it.
        signed: whether amounts are won and lost, and shown with a sign.
        out_of: the tallies that together are the whole of which `key` is a part, shown as “4/5”.
    """

    key: str
    group: Text
    label: Text | str
    per: str = ""
    name: str = ""
    signed: bool = False
    out_of: tuple[str, ...] = ()


def by_contract(group: Text, key: str, contracts: Iterable[int | str], other: str = "") -> Iterator[Measure]:
    """A column for each kind of contract and one for all.

    Args:
        group: the table that the columns belong to.
        key: what is counted, such as "made"; a kind has it with its name, such as "made_7".
        contracts: the kinds, such as levels; those that are words are marked sentences.
        other: the rest of the whole that a number is shown as part of, such as "failed"; "" for none.
    """

    def measure(label: Text | str, kind: str = "") -> Measure:
        return Measure(key + kind, group, label, out_of=(key + kind, other + kind) if other else ())

    for contract in contracts:
        yield measure(text(contract) if isinstance(contract, str) else str(contract), f"_{contract}")
    yield measure(text(N_("all")))


class GameStatistics(Protocol[StateT_contra]):
    """What is counted and compared."""

    posting_words: PostingWords

    def causes(self, postings: Sequence[Posting]) -> Iterable[tuple[Cause, Posting]]:
        """What each posting of one entry is due to; a posting may be split among several causes.

        The parts of a posting sum up to it.
        """
        return self.posting_words.due(postings)

    @in_module("tallies")
    def measures(self) -> tuple[Measure, ...]:
        """The columns of the statistics over many games, group by group."""

    @in_module("tallies")
    def tallies(self, state: StateT_contra, entry: Entry, transition: TransitionFacts) -> Iterable[Tally]:
        """What an entry that counts adds to the statistics; keys that no measure names are for programs.

        Args:
            state: the game before it.
            entry: the entry.
            transition: its turn.
        """
