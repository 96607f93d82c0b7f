"""Greek Prefa behind the common protocol."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from prefcount.entries.base import Entry
from prefcount.entries.header import Header
from prefcount.games.flat import FlatGame
from prefcount.games.prefa import layout, reasons, settlement
from prefcount.games.prefa.entries import ENTRIES, PrefaEntry
from prefcount.games.prefa.options import ABOUT_PRESETS, GROUPS, RULESET, Rules
from prefcount.games.prefa.play import play
from prefcount.games.prefa.state import EMPTY, State
from prefcount.games.protocol import Turn
from prefcount.games.ruleset import Ruleset
from prefcount.games.terms import (
    Answers,
    Blocks,
    Cause,
    Cell,
    Fact,
    Goal,
    Guide,
    Measure,
    Question,
    Settlement,
    Tally,
    Words,
)
from prefcount.i18n import N_, Phrase, Text
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Posting
from prefcount.ledger.settle import Shares
from prefcount.ledger.sheet import Sheet


class Prefa(FlatGame[State]):
    """Scoring, settlement and words of Prefa, for three players, or four of whom the dealer sits out."""

    name = "prefa"
    entries: Mapping[str, type[Entry]] = ENTRIES
    adapter: TypeAdapter[Any] = TypeAdapter(PrefaEntry)
    hand_kinds = frozenset({"hand", "all_pass"})
    presets: Mapping[str, str] = ABOUT_PRESETS
    sizes = (3, 4)
    goal = Goal("stake", N_("Stake each"), N_("{preset}, {goal} each"))
    words = Words(
        counts=Phrase("{n} kapiki", "{n} kapikia"),
        heading=N_("kapikia"),
        course=N_("Results in kapikia after each hand"),
        price=N_("Kapiki costs"),
        seats=N_("three or four names, in turn order"),
    )
    over: Mapping[str, str] = reasons.OVER
    ruleset: Ruleset[Any] = RULESET
    groups: Mapping[str, str] = GROUPS

    def start(self, header: Header) -> State:
        """The state before the first entry. Raises Refused with every problem of the header."""
        rules, first = self.begun(header)
        assert isinstance(rules, Rules)
        return State(header.players, tuple(range(len(header.players))), rules, Sheet(), first)

    def play(self, state: State, entry: Entry) -> Turn[State]:
        """What an entry does to the sheet and to everything that follows from it."""
        return play(state, entry)

    def cells(self, state: State, owner: int) -> tuple[Cell, ...]:
        """What a player took from the pot, and what he got from the others."""
        return layout.cells(owner)

    def layout(self, state: State) -> Blocks:
        """A block for each player, and the pot below them."""
        return layout.layout(state)

    def shares(self, state: State) -> Shares:
        """The results over the number of players."""
        return settlement.shares(state)

    def settle(self, state: State) -> Settlement:
        """The results with the steps that lead to them."""
        return settlement.settle(state)

    def worth(self, state: State, postings: Iterable[Posting]) -> tuple[Amount, ...]:
        """What postings are worth to everybody, in seat order, in kapikia."""
        return Shares(settlement.worth(state.seats, postings), state.size).exact

    def causes(self, postings: Sequence[Posting]) -> Iterable[tuple[Cause, Posting]]:
        """What each posting of one entry is due to."""
        from prefcount.games.prefa import causes

        return causes.causes(postings)

    def facts(self, state: State, now: datetime | None = None) -> tuple[Fact, ...]:
        """Dealer, first hand, the pot, and what a trick is worth where the pot is short."""
        from prefcount.games.prefa import facts

        return facts.facts(state)

    def sentence(self, posting: Posting, names: Sequence[str]) -> Text:
        """A posting in words."""
        return reasons.sentence(posting, names)

    def measures(self) -> tuple[Measure, ...]:
        """Contracts by level, defence, all pass."""
        from prefcount.games.prefa import causes

        return causes.MEASURES

    def tallies(self, state: State, entry: Entry, postings: Sequence[Posting]) -> Iterable[Tally]:
        """What a hand adds to the statistics; side records add nothing."""
        from prefcount.games.prefa import causes

        return causes.tallies(state, entry)

    def guide(self) -> Guide:
        """What the help says about the entry of hands."""
        from prefcount.games.prefa.guide import GUIDE

        return GUIDE

    def may_go_on(self, state: State) -> bool:
        """Whether the game is over because the pot is empty: then more stakes fill it."""
        return state.over == EMPTY

    def parse(self, state: State, line: str) -> Entry:
        """The hand that a line of the short notation describes. Raises Refused."""
        from prefcount.games.prefa import notation

        return notation.parse(state, line)

    def format(self, state: State, entry: Entry) -> str:
        """The line of the short notation that parses to this hand."""
        from prefcount.games.prefa import notation

        return notation.format_entry(state, entry)

    def ask(self, state: State, answers: Answers, placed: bool = False) -> Question | Entry:
        """The next question of the guided entry, or the entry once everything is said."""
        from prefcount.games.prefa import form

        return form.ask(state, answers, placed)
