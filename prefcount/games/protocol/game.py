"""What every game of the program offers, and nothing that only one of them has.

The session, the command line, the screens and the audit know a game through this protocol alone. A game is
pure functions of a state and an entry; a state is never changed in place.

Each facet stands in the module of its name. Most of it is said by functions in modules of a game's package,
which `in_module` finds. What has a body holds for every game that says nothing else.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from prefcount.base.findings import Finding
from prefcount.entries.base import Entry
from prefcount.games.protocol.entry import GameEntry
from prefcount.games.protocol.lazy_module import in_module
from prefcount.games.protocol.ruleset import GameRules
from prefcount.games.protocol.scoring import GameScoring
from prefcount.games.protocol.sheet import GameSheet
from prefcount.games.protocol.state import StateT, StateT_contra
from prefcount.games.protocol.statistics import GameStatistics
from prefcount.games.protocol.suspicions import (
    ImpossibleFigure,
    SearchBudget,
    SettlementSlip,
    SheetVerdict,
    Slip,
)
from prefcount.games.protocol.words import GameWords
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account


class GameAudit(Protocol[StateT_contra]):
    """What is possible and yet unlikely, on a table and on paper.

    Attributes:
        remarkable: the codes of its remarks and, in marked sentences, the mistake that each one catches.
        knows_columns: whether `impossible_figures` knows what hands write into a column.
    """

    remarkable: Mapping[str, str]
    knows_columns: bool = False

    def remarks(self, before: StateT_contra, entry: Entry, after: StateT_contra) -> Iterable[Finding]:
        """What is unlikely about an entry that counts, by the table's own rules.

        Who deals is not the game's to remark on: that follows from the dealer in its states.
        """

    @in_module("paper.slips", optional=True)
    def slips(self, state: StateT_contra, entry: Entry) -> Iterator[Slip]:
        """The known mistakes in writing down an entry at this place, the likelier ones first."""
        return iter(())

    @in_module("paper.settlement_slips", optional=True)
    def settlement_slips(self, state: StateT_contra) -> Iterator[SettlementSlip]:
        """The results by each formula that is mistaken for the right one, the likelier ones first."""
        return iter(())

    @in_module("paper.sheet_check", optional=True)
    def impossible_figures(
        self, state: StateT_contra, columns: Mapping[Account, Sequence[Amount] | None]
    ) -> Iterator[ImpossibleFigure]:
        """What no hands at this table can have written in these columns.

        Args:
            state: the table before its first hand.
            columns: running totals, oldest first, of every column that was written; None where something
                stands, but not how it came there.
        """
        return iter(())

    @in_module("paper.readings", optional=True)
    def readings(
        self, state: StateT_contra, columns: Mapping[Account, Sequence[Amount]], budget: SearchBudget
    ) -> SheetVerdict:
        """Which hands of this table could have written these columns, all of them together.

        Args:
            state: the table before its first hand.
            columns: the running totals of every column in which something stands, oldest first.
            budget: how long to search.
        """
        return SheetVerdict("undecided", False, {}, ())


class Game(
    GameRules,
    GameScoring[StateT],
    GameSheet[StateT],
    GameEntry[StateT],
    GameWords[StateT],
    GameStatistics[StateT],
    GameAudit[StateT],
    Protocol[StateT],
):
    """One game of the family: everything the program wants to know of it."""
