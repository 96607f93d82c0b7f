"""What the games with flat options and a plain settlement have in common behind the protocol."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from prefcount.entries.base import Entry, HandEntry
from prefcount.entries.common import End
from prefcount.entries.header import Header
from prefcount.games.early import EARLY_END, MISTAKE, early_end
from prefcount.games.people import first_dealer
from prefcount.games.protocol import Game, StateT
from prefcount.games.ruleset import FlatOptions, Ruleset
from prefcount.games.terms import OptionInfo, Remark
from prefcount.i18n import text
from prefcount.ledger.amount import Amount
from prefcount.problems import Problem, Refused


class FlatGame(Game[StateT]):
    """A game whose options stand beside each other.

    Attributes:
        ruleset: its options and presets.
        groups: the chapters of its options, with their headings.
    """

    ruleset: Ruleset[Any]
    groups: Mapping[str, str]
    remarkable: Mapping[str, str] = {EARLY_END: MISTAKE}

    def rules(self, given: Mapping[str, Any]) -> FlatOptions:
        """The complete options from the ones a header names. Raises Refused."""
        rules: FlatOptions = self.ruleset.read(given)
        return rules

    def preset(self, name: str) -> FlatOptions:
        """The options of a preset as they are. Raises Refused, with the nearest name, if it is unknown."""
        rules: FlatOptions = self.ruleset.preset(name)
        return rules

    def options(self, rules: BaseModel) -> tuple[OptionInfo, ...]:
        """Every option with its value and its explanation, group by group."""
        from prefcount.games.explain import explained

        found = list(explained(rules, self.groups))
        return tuple(info for group in self.groups for info in found if info.group_key == group)

    def spelled(self, rules: BaseModel) -> dict[str, Any]:
        """The shortest header spelling of complete options."""
        return self.ruleset.spelled(rules)

    def begun(self, header: Header) -> tuple[FlatOptions, int]:
        """The rules and the first dealer of a header. Raises Refused with every problem of it."""
        found: list[Problem] = []
        first = first_dealer(self, header, found)
        try:
            rules = self.rules(header.rules)
        except Refused as refusal:
            raise Refused([*found, *refusal.problems]) from None
        if found:
            raise Refused(found)
        return rules, first

    def addressed(self, state: StateT, entry: Entry) -> Entry:
        """The entry with its dealer, so that no later correction moves the deal."""
        if isinstance(entry, HandEntry) and entry.dealer is None:
            return entry.model_copy(update={"dealer": state.names[state.dealer]})
        return entry

    def remarks(self, before: StateT, entry: Entry, after: StateT) -> Iterable[Remark]:
        """An end by the rules that they had not reached."""
        if not isinstance(entry, End):
            return ()
        found = early_end(entry, before.over, text(self.over[entry.reason]))
        return () if found is None else (found,)

    def results(self, state: StateT) -> tuple[Amount, ...]:
        """Exact results in seat order if the game ended now; they sum to zero."""
        return self.shares(state).exact
