"""Swedish Priffe behind the common protocol."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter

from prefcount.entries.base import Entry
from prefcount.entries.header import Header
from prefcount.games.flat import FlatGame
from prefcount.games.priffe import layout, reasons, settlement
from prefcount.games.priffe.entries import ENTRIES, PriffeEntry
from prefcount.games.priffe.legality import name_problems
from prefcount.games.priffe.options import ABOUT_PRESETS, GROUPS, RULESET, Rules
from prefcount.games.priffe.play import play
from prefcount.games.priffe.sides import scheduled
from prefcount.games.priffe.state import POINTS_PER_TEN, State
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
from prefcount.ledger.sheet import Sheet
from prefcount.problems import Refused


class Priffe(FlatGame[State]):
    """Scoring, settlement and words of Priffe, for four players with changing partners."""

    name = "priffe"
    entries: Mapping[str, type[Entry]] = ENTRIES
    adapter: TypeAdapter[Any] = TypeAdapter(PriffeEntry)
    hand_kinds = frozenset({"hand"})
    presets: Mapping[str, str] = ABOUT_PRESETS
    sizes = (4,)
    goal = Goal("rubbers", N_("Rubbers"), N_("{preset}, {goal} rubbers"))
    words = Words(
        counts=Phrase("{n} point", "{n} points"),
        heading=N_("points"),
        course=N_("Results in points after each hand"),
        price=N_("Point costs"),
        seats=N_("four names, clockwise; the second deals after the first"),
    )
    over: Mapping[str, str] = reasons.OVER
    ruleset: Ruleset[Any] = RULESET
    groups: Mapping[str, str] = GROUPS

    def start(self, header: Header) -> State:
        """The state before the first entry. Raises Refused with every problem of the header."""
        rules, first = self.begun(header)
        assert isinstance(rules, Rules)
        found = name_problems(header.players)
        if found:
            raise Refused(found)
        return State(header.players, (0, 1, 2, 3), rules, Sheet(), first, first, scheduled(0, first))

    def play(self, state: State, entry: Entry) -> Turn[State]:
        """What an entry does to the sheet and to everything that follows from it."""
        return play(state, entry)

    def owners(self, state: State) -> tuple[Owner, ...]:
        """The players, then both sides."""
        return layout.owners(state)

    def cells(self, state: State, owner: int) -> tuple[Cell, ...]:
        """The columns of a side in the running rubber, or the points of a player."""
        return layout.cells(owner)

    def layout(self, state: State) -> Blocks:
        """Both sides beside each other, the players below them, and the schedule of partnerships."""
        return layout.layout(state)

    def shares(self, state: State) -> Shares:
        """The results in tenths of a point."""
        return settlement.shares(state)

    def settle(self, state: State) -> Settlement:
        """The results with the steps that lead to them."""
        return settlement.settle(state)

    def worth(self, state: State, postings: Iterable[Posting]) -> tuple[Amount, ...]:
        """What postings are worth to everybody, in seat order, in points."""
        return Shares(settlement.worth(state, postings), POINTS_PER_TEN).exact

    def causes(self, postings: Sequence[Posting]) -> Iterable[tuple[Cause, Posting]]:
        """What each posting of one entry is due to."""
        from prefcount.games.priffe import causes

        return causes.causes(postings)

    def facts(self, state: State, now: datetime | None = None) -> tuple[Fact, ...]:
        """Dealer, first hand, rubber, games, and what is still needed for the next one."""
        from prefcount.games.priffe import facts

        return facts.facts(state)

    def sentence(self, posting: Posting, names: Sequence[str]) -> Text:
        """A posting in words."""
        return reasons.sentence(posting, names)

    def measures(self) -> tuple[Measure, ...]:
        """Hands won and lost, contracts, slams, honours."""
        from prefcount.games.priffe import causes

        return causes.MEASURES

    def tallies(self, state: State, entry: Entry, postings: Sequence[Posting]) -> Iterable[Tally]:
        """What a hand adds to the statistics; side records add nothing."""
        from prefcount.games.priffe import causes

        return causes.tallies(state, entry)

    def guide(self) -> Guide:
        """What the help says about the entry of hands."""
        from prefcount.games.priffe.guide import GUIDE

        return GUIDE

    def parse(self, state: State, line: str) -> Entry:
        """The hand that a line of the short notation describes. Raises Refused."""
        from prefcount.games.priffe import notation

        return notation.parse(state, line)

    def format(self, state: State, entry: Entry) -> str:
        """The line of the short notation that parses to this hand."""
        from prefcount.games.priffe import notation

        return notation.format_entry(state, entry)

    def ask(self, state: State, answers: Answers, placed: bool = False) -> Question | Entry:
        """The next question of the guided entry, or the entry once everything is said."""
        from prefcount.games.priffe import form

        return form.ask(state, answers, placed)
