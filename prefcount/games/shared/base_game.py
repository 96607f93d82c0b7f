"""What every game does in the same way: reads rules, seats players, tells hands from the rest."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel

from prefcount.base.findings import Finding
from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import InvalidInput, Problem
from prefcount.entries.base import Entry, HandEntry
from prefcount.entries.common import AmendBase, End, RulesEntry
from prefcount.entries.header import Header
from prefcount.games.protocol.game import Game
from prefcount.games.protocol.lazy_module import in_module
from prefcount.games.protocol.rules import OptionInfo, explained
from prefcount.games.protocol.scoring import Settlement, announced_results, as_announced
from prefcount.games.protocol.seats import Seats
from prefcount.games.protocol.state import State, StateT, Transition
from prefcount.games.protocol.words import PROGRESS, Fact
from prefcount.games.shared.player_names import first_dealer
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Posting
from prefcount.ledger.settle import ScaledResults

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
        options = list(explained(rules, groups))
        return tuple(info for group in groups for info in options if info.group_key == group)

    def spelled(self, rules: BaseModel) -> dict[str, Any]:
        """The shortest header spelling of complete options."""
        return self.ruleset.spelled(rules)

    def unknown_words(self, entry: Entry) -> tuple[Problem, ...]:
        """The problems of options, their values and presets that an entry names and this version has not."""
        within, changed = ("with.set", entry.with_) if isinstance(entry, AmendBase) else ("set", entry)
        return self.ruleset.unknown_words(changed.set, within) if isinstance(changed, RulesEntry) else ()

    def unending(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Rules as a header spells them, changed so that only an `end` entry ends the game."""
        return {**given, **self.ruleset.unending}

    def start(self, header: Header) -> StateT:
        """The state before the first entry. Raises InvalidInput with every problem of the header."""
        dealer, problems = first_dealer(self, header)
        try:
            rules = self.rules(header.rules)
        except InvalidInput as refusal:
            raise InvalidInput([*problems, *refusal.problems]) from None
        problems += self.ruleset.size_problems(rules, len(header.players))
        if problems:
            raise InvalidInput(problems)
        return self.first_state(header, Seats(range(len(header.players))), rules, dealer)

    @in_module("state")
    def first_state(self, header: Header, seats: Seats, rules: Any, dealer: int) -> StateT:
        """The state before the first entry, with the rules and the first dealer of a header."""
        raise NotImplementedError

    def play(self, state: StateT, entry: Entry) -> Transition[StateT]:
        """What an entry does; corrections and claims are not the game's to play."""
        if entry.kind in self.hand_kinds:  # to ask for the class takes longer
            return self.play_hand(state, entry)
        return self.apply_table_entry(state, entry)

    def completed_entry(self, state: StateT, entry: Entry) -> Entry:
        """The entry with its dealer, so that no later correction moves the deal (fine print 2)."""
        if isinstance(entry, HandEntry) and entry.dealer is None:
            return entry.model_copy(update={"dealer": state.names[state.dealer]})
        return entry

    def results(self, state: StateT) -> tuple[Amount, ...]:
        """Exact results in seat order if the game ended now; they sum to zero."""
        return self.scaled_results(state).exact

    # What was announced settles an evening of which only the result is known, its sheet any other one.

    def scaled_results(self, state: StateT) -> ScaledResults:
        """The results over a common divisor, which stays while seats and rules do."""
        announced = announced_results(state)
        return self.sheet_scaled_results(state) if announced is None else announced

    def settle(self, state: StateT) -> Settlement:
        """The results with the steps on paper that lead to them."""
        announced = announced_results(state)
        return self.sheet_settlement(state) if announced is None else as_announced(state, announced)

    def whole_results(self, state: StateT, scaled_results: ScaledResults) -> tuple[int, ...]:
        """The results in whole units, which sum to zero."""
        return (
            self.sheet_whole_results(state, scaled_results)
            if announced_results(state) is None
            else scaled_results.whole
        )

    def pairs(self, state: StateT) -> Mapping[tuple[int, int], Amount]:
        """What the first player of each pair wins of the second; empty where nobody knows."""
        return self.sheet_pairs(state) if announced_results(state) is None else {}

    @in_module("settlement")
    def sheet_scaled_results(self, state: StateT) -> ScaledResults:
        """The results that follow from the sheet, over their common divisor."""
        raise NotImplementedError

    @in_module("settlement")
    def sheet_settlement(self, state: StateT) -> Settlement:
        """The same with the steps on paper that lead to them."""
        raise NotImplementedError

    @in_module("settlement", optional=True)
    def sheet_whole_results(self, state: StateT, scaled_results: ScaledResults) -> tuple[int, ...]:
        """The same in whole units."""
        return scaled_results.whole

    @in_module("settlement", optional=True)
    def sheet_pairs(self, state: StateT) -> Mapping[tuple[int, int], Amount]:
        """What the first of each pair wins of the second; empty where a game does not settle like this."""
        return {}

    def facts(self, state: StateT, now: datetime | None = None) -> tuple[Fact, ...]:
        """What is shown beside the sheet."""
        return tuple(self.facts_beside(state, now))

    @in_module("sheet")
    def facts_beside(self, state: StateT, now: datetime | None) -> Iterable[Fact]:
        """The facts of a game in the order of their urgency."""
        raise NotImplementedError

    def sentence(self, posting: Posting, names: Sequence[str]) -> Text:
        """A posting in words."""
        return self.posting_words.sentence(posting, names)

    def remarks(self, before: StateT, entry: Entry, after: StateT) -> Iterator[Finding]:
        """What is unlikely about a hand, and an end by the rules that they had not reached."""
        yield from self.hand_remarks(before, entry)
        if isinstance(entry, End) and entry.reason in BY_RULES and not self.may_end(before, entry.reason):
            sentence = N_("the end says “{reason}”, but the rules had not come to that")
            values: dict[str, Text | str] = {"reason": text(self.over[entry.reason])}
            progress = next((fact.value for fact in self.facts(before) if fact.key == PROGRESS), None)
            if progress is not None:
                sentence = N_("the end says “{reason}”, but the rules had not come to that: {progress}")
                values["progress"] = progress
            yield Finding(EARLY_END, text(sentence, **values), claimed=entry.reason, severity="remark")

    def hand_remarks(self, before: StateT, entry: Entry) -> Iterable[Finding]:
        """What is unlikely about a hand at this point of the game."""
        return ()

    def may_end(self, before: StateT, reason: str) -> bool:
        """Whether the game was over for a reason that is for the rules to give, or there is no telling."""
        return before.over == reason


def next_hand(
    state: State, over: Mapping[str, str], seats: Seats, *, sits_out: bool = True
) -> Iterator[Fact]:
    """Why the game is over and after how many hands, or who deals the next hand, plays first and sits out.

    Args:
        state: the table.
        over: why a game is over, in marked words.
        seats: the order in which the next hand is dealt and played.
        sits_out: whether those who hold no cards sit out in this game.
    """
    if state.over:
        yield Fact("over", text(N_("over")), text(over[state.over]))
        yield Fact("hands", text(N_("hands")), str(state.hands))
        return
    hand, dealer, first = state.hands + 1, state.names[state.dealer], state.names[seats.after(state.dealer)]
    yield Fact("hand", text(N_("hand")), str(hand), text(N_("Hand {n}"), n=hand))
    yield Fact("dealer", text(N_("deals")), dealer, text(N_("{who} deals"), who=dealer))
    yield Fact("first", text(N_("first hand")), first, text(N_("{who} leads"), who=first))
    resting = [state.names[player] for player in seats.resting(state.dealer)]
    if sits_out and resting:
        others = ", ".join(name for name in resting if name != dealer)
        short = text(N_("{who} sits out"), who=others) if others else ""
        yield Fact("idle", text(N_("sits out")), ", ".join(resting), short)
