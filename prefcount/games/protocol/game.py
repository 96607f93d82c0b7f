"""What every game of the program offers, and nothing that only one of them has.

The session, the command line, the screens and the audit know a game through this protocol alone. A game is
pure functions of a state and an entry; a state is never changed in place.

Each facet stands in the module of its name. Most of it is said by functions in modules of a game's package,
which `in_module` finds. What has a body holds for every game that says nothing else.
"""

from collections.abc import Iterable, Mapping
from typing import Protocol

from prefcount.base.problems import Finding
from prefcount.entries.common import Entry
from prefcount.games.protocol.entry import GameEntry
from prefcount.games.protocol.ruleset import GameRules
from prefcount.games.protocol.scoring import GameScoring
from prefcount.games.protocol.sheet import GameSheet
from prefcount.games.protocol.state import StateT, StateT_contra
from prefcount.games.protocol.statistics import GameStatistics
from prefcount.games.protocol.words import GameWords


class GameAudit(Protocol[StateT_contra]):
    """What is possible and yet unlikely.

    Attributes:
        remarkable: the codes of its remarks and, in marked sentences, the mistake that each one catches.
    """

    remarkable: Mapping[str, str]

    def remarks(self, before: StateT_contra, entry: Entry, after: StateT_contra) -> Iterable[Finding]:
        """What is unlikely about an entry that counts, by the table's own rules.

        Who deals is not the game's to remark on: that follows from the dealer in its states.
        """


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
