"""Balkan Preferans behind the common protocol."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from prefcount.entries.base import Entry
from prefcount.entries.header import Header
from prefcount.games.balkan import layout, reasons, settlement
from prefcount.games.balkan.entries import ENTRIES, BalkanEntry
from prefcount.games.balkan.options import ABOUT_PRESETS, GROUPS, RULESET, Rules
from prefcount.games.balkan.play import play
from prefcount.games.balkan.state import State, begun
from prefcount.games.flat import FlatGame
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
    Owner,
    Question,
    Settlement,
    Tally,
    Words,
)
from prefcount.i18n import N_, Phrase, Text
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Posting
from prefcount.ledger.settle import Shares


class Balkan(FlatGame[State]):
    """Scoring, settlement and words of Balkan Preferans, for three players, or four of whom one sits out."""

    name = "balkan"
    entries: Mapping[str, type[Entry]] = ENTRIES
    adapter: TypeAdapter[Any] = TypeAdapter(BalkanEntry)
    hand_kinds = frozenset({"hand", "all_pass"})
    presets: Mapping[str, str] = ABOUT_PRESETS
    sizes = (3, 4)
    reserved = (layout.TABLE,)
    goal = Goal("start_bule", N_("Bule from"), N_("{preset} from {goal}"))
    words = Words(
        counts=Phrase("{n} supa", "{n} supe"),
        heading=N_("supe"),
        course=N_("Results in supe after each hand"),
        price=N_("Supa costs"),
        seats=N_("three or four names, counter-clockwise"),
    )
    over: Mapping[str, str] = reasons.OVER
    ruleset: Ruleset[Any] = RULESET
    groups: Mapping[str, str] = GROUPS

    def start(self, header: Header) -> State:
        """The state before the first entry. Raises Refused with every problem of the header."""
        rules, first = self.begun(header)
        assert isinstance(rules, Rules)
        players = len(header.players)
        return State(header.players, tuple(range(players)), rules, begun(rules, players), first)

    def play(self, state: State, entry: Entry) -> Turn[State]:
        """What an entry does to the sheet and to everything that follows from it."""
        return play(state, entry)

    def owners(self, state: State) -> tuple[Owner, ...]:
        """The players, and the table, which counts the refe."""
        return layout.owners(state)

    def cells(self, state: State, owner: int) -> tuple[Cell, ...]:
        """Bule, open refe and supe of a player; of the table the refe that were written."""
        return layout.cells(state, owner)

    def layout(self, state: State) -> Blocks:
        """A block for each player, bule in the middle and supe beside them."""
        return layout.layout(state)

    def shares(self, state: State) -> Shares:
        """The results over the number of players."""
        return settlement.shares(state)

    def settle(self, state: State) -> Settlement:
        """The results with the steps on paper that lead to them."""
        return settlement.settle(state)

    def pairs(self, state: State) -> Mapping[tuple[int, int], Amount]:
        """What the first of each pair wins of the second."""
        return settlement.pairs(state)

    def worth(self, state: State, postings: Iterable[Posting]) -> tuple[Amount, ...]:
        """What postings are worth to everybody before anything is written off, in seat order."""
        return settlement.worth(state.seats, postings)

    def causes(self, postings: Sequence[Posting]) -> Iterable[tuple[Cause, Posting]]:
        """What each posting of one entry is due to."""
        from prefcount.games.balkan import causes

        return causes.causes(postings)

    def facts(self, state: State, now: datetime | None = None) -> tuple[Fact, ...]:
        """Dealer, first hand, the bule that are left, refe, and who is below zero."""
        from prefcount.games.balkan import facts

        return facts.facts(state)

    def sentence(self, posting: Posting, names: Sequence[str]) -> Text:
        """A posting in words."""
        return reasons.sentence(posting, names)

    def measures(self) -> tuple[Measure, ...]:
        """Contracts by their names, followers, all pass."""
        from prefcount.games.balkan import causes

        return causes.MEASURES

    def tallies(self, state: State, entry: Entry, postings: Sequence[Posting]) -> Iterable[Tally]:
        """What a hand adds to the statistics; side records add nothing."""
        from prefcount.games.balkan import causes

        return causes.tallies(state, entry, postings)

    def guide(self) -> Guide:
        """What the help says about the entry of hands."""
        from prefcount.games.balkan.guide import GUIDE

        return GUIDE

    def parse(self, state: State, line: str) -> Entry:
        """The hand that a line of the short notation describes. Raises Refused."""
        from prefcount.games.balkan import notation

        return notation.parse(state, line)

    def format(self, state: State, entry: Entry) -> str:
        """The line of the short notation that parses to this hand."""
        from prefcount.games.balkan import notation

        return notation.format_entry(state, entry)

    def ask(self, state: State, answers: Answers, placed: bool = False) -> Question | Entry:
        """The next question of the guided entry, or the entry once everything is said."""
        from prefcount.games.balkan import form

        return form.ask(state, answers, placed)
