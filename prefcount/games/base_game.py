"""What every game does in the same way: reads rules, seats players, tells hands from the rest."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from prefcount.entries.base import Entry, HandEntry
from prefcount.entries.common import End
from prefcount.entries.header import Header
from prefcount.findings import Finding
from prefcount.games.game_words import PROGRESS
from prefcount.games.in_module import in_module
from prefcount.games.option_info import OptionInfo, explained
from prefcount.games.player_names import first_dealer
from prefcount.games.protocol import Game, StateT, Turn
from prefcount.games.seats import Seats
from prefcount.i18n import N_, Text, text
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Posting
from prefcount.problems import InvalidInput

EARLY_END = "early-end"
BY_RULES = frozenset({"pool", "hands", "time"})
"""Reasons of an end that are for the rules to give; the others are for the players."""


class BaseGame(Game[StateT]):
    """A game whose parts stand in the modules of its package."""

    book = "relatives"
    remarkable: Mapping[str, str] = {EARLY_END: N_("The game was ended, but the rules had not come to that.")}

    def rules(self, given: Mapping[str, Any]) -> BaseModel:
        """The complete options from the ones a header names. Raises InvalidInput."""
        rules: BaseModel = self.ruleset.read(given)
        return rules

    def preset(self, name: str) -> BaseModel:
        """The options of a preset as they are. Raises InvalidInput with the nearest name if it is unknown."""
        rules: BaseModel = self.ruleset.preset(name)
        return rules

    def preset_called(self, typed: object) -> str:
        """The code of what people call a preset. Raises InvalidInput with the nearest if there is none."""
        code: str = self.ruleset.preset_called(typed)
        return code

    def options(self, rules: BaseModel) -> tuple[OptionInfo, ...]:
        """Every option with its value and its explanation, group by group."""
        groups = self.ruleset.groups
        found = list(explained(rules, groups))
        return tuple(info for group in groups for info in found if info.group_key == group)

    def spelled(self, rules: BaseModel) -> dict[str, Any]:
        """The shortest header spelling of complete options."""
        return self.ruleset.spelled(rules)

    def unending(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Rules as a header spells them, changed so that only an `end` entry ends the game."""
        return {**given, **self.ruleset.unending}

    def start(self, header: Header) -> StateT:
        """The state before the first entry. Raises InvalidInput with every problem of the header."""
        dealer, found = first_dealer(self, header)
        try:
            rules = self.rules(header.rules)
        except InvalidInput as refusal:
            raise InvalidInput([*found, *refusal.problems]) from None
        if found:
            raise InvalidInput(found)
        return self.first_state(header, Seats(range(len(header.players))), rules, dealer)

    @in_module("state")
    def first_state(self, header: Header, seats: Seats, rules: Any, dealer: int) -> StateT:
        """The state before the first entry, with the rules and the first dealer of a header."""
        raise NotImplementedError

    def play(self, state: StateT, entry: Entry) -> Turn[StateT]:
        """What an entry does; corrections and claims are not the game's to play."""
        if entry.kind in self.hand_kinds:  # to ask for the class takes longer
            return self.play_hand(state, entry)
        return self.apply_table_entry(state, entry)

    def addressed(self, state: StateT, entry: Entry) -> Entry:
        """The entry with its dealer, so that no later correction moves the deal (fine print 2)."""
        if isinstance(entry, HandEntry) and entry.dealer is None:
            return entry.model_copy(update={"dealer": state.names[state.dealer]})
        return entry

    def results(self, state: StateT) -> tuple[Amount, ...]:
        """Exact results in seat order if the game ended now; they sum to zero."""
        return self.shares(state).exact

    def sentence(self, posting: Posting, names: Sequence[str]) -> Text:
        """A posting in words."""
        return self.posting_words.sentence(posting, names)

    def remarks(self, before: StateT, entry: Entry, after: StateT) -> Iterator[Finding]:
        """What is unlikely about a hand, and an end by the rules that they had not reached."""
        yield from self.hand_remarks(before, entry)
        if isinstance(entry, End) and entry.reason in BY_RULES and not self.may_end(before, entry.reason):
            said = N_("the end says “{reason}”, but the rules had not come to that")
            values: dict[str, Text | str] = {"reason": text(self.over[entry.reason])}
            progress = next((fact.value for fact in self.facts(before) if fact.key == PROGRESS), None)
            if progress is not None:
                said = N_("the end says “{reason}”, but the rules had not come to that: {progress}")
                values["progress"] = progress
            yield Finding(EARLY_END, text(said, **values), claimed=entry.reason, severity="remark")

    @in_module("remarks", optional=True)
    def hand_remarks(self, before: StateT, entry: Entry) -> Iterable[Finding]:
        """What is unlikely about a hand at this point of the game; nothing without the module."""
        return ()

    @in_module("remarks", optional=True)
    def may_end(self, before: StateT, reason: str) -> bool:
        """Whether the game was over for a reason that is for the rules to give, or there is no telling."""
        return before.over == reason
