"""The Russian game behind the common protocol."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from pydantic import BaseModel, TypeAdapter

from prefcount.entries.base import Entry, HandEntry
from prefcount.entries.header import Header
from prefcount.games.people import first_dealer
from prefcount.games.preferans import reasons, settlement
from prefcount.games.preferans.entries import ENTRIES, Hand, PreferansEntry
from prefcount.games.preferans.options import GROUPS, Rules
from prefcount.games.preferans.play import play_hand
from prefcount.games.preferans.presets import ABOUT_PRESETS, differences, preset_rules, rules_from
from prefcount.games.preferans.state import DUMP, POOL, WHISTS, State
from prefcount.games.protocol import Game, Turn
from prefcount.games.terms import (
    Answers,
    Cause,
    Cell,
    Fact,
    Goal,
    Guide,
    Measure,
    Oddity,
    OptionInfo,
    Question,
    Remark,
    Sectors,
    Settlement,
    Slip,
    Tally,
    Words,
)
from prefcount.i18n import N_, Phrase, Text, text
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import NOBODY, Account, Posting
from prefcount.ledger.settle import Shares
from prefcount.ledger.sheet import Sheet
from prefcount.problems import Problem, Refused


class Preferans(Game[State]):
    """Scoring, settlement and words of Russian Preferans, for two, three and four players."""

    name = "preferans"
    entries: Mapping[str, type[Entry]] = ENTRIES
    adapter: TypeAdapter[Any] = TypeAdapter(PreferansEntry)
    hand_kinds = frozenset({"game", "misere", "raspasy"})
    presets: Mapping[str, str] = ABOUT_PRESETS
    knows_columns = True
    sizes = (2, 3, 4)
    goal = Goal("target", N_("Pool up to"), N_("{preset} to {goal}"))
    words = Words(
        counts=Phrase("{n} whist", "{n} whists"),
        heading=N_("whists"),
        course=N_("Results in whists after each hand"),
        price=N_("Whist costs"),
        seats=N_("two to four names, clockwise"),
    )
    over: Mapping[str, str] = reasons.OVER

    def rules(self, given: Mapping[str, Any]) -> Rules:
        """The complete options from the ones a header names. Raises Refused."""
        return rules_from(given)

    def preset(self, name: str) -> Rules:
        """The options of a preset as they are. Raises Refused, with the nearest name, if it is unknown."""
        return preset_rules(name)

    def options(self, rules: BaseModel) -> tuple[OptionInfo, ...]:
        """Every option with its value and its explanation, group by group."""
        from prefcount.games.explain import explained

        assert isinstance(rules, Rules)
        resolved = rules.raspasy.model_copy(update={"zero_bonus": rules.raspasy.bonus})
        found = list(explained(rules.model_copy(update={"raspasy": resolved}), GROUPS))
        return tuple(info for group in GROUPS for info in found if info.group_key == group)

    def spelled(self, rules: BaseModel) -> dict[str, Any]:
        """The shortest header spelling of complete options."""
        assert isinstance(rules, Rules)
        return differences(rules)

    def start(self, header: Header) -> State:
        """The state before the first entry. Raises Refused with every problem of the header."""
        found: list[Problem] = []
        first = first_dealer(self, header, found)
        try:
            rules = rules_from(header.rules)
        except Refused as refusal:
            raise Refused([*found, *refusal.problems]) from None
        if found:
            raise Refused(found)
        seats = tuple(range(len(header.players)))
        return State(header.players, seats, rules, Sheet(), first, started=header.started)

    def play(self, state: State, entry: Entry) -> Turn[State]:
        """What an entry does to the sheet and to everything that follows from it."""
        if entry.kind in self.hand_kinds:  # to ask for the class takes longer
            return play_hand(state, cast(Hand, entry))
        from prefcount.games.preferans.side import play_side

        return play_side(state, entry)

    def addressed(self, state: State, entry: Entry) -> Entry:
        """The entry with its dealer, so that no later correction moves the deal (fine print 2)."""
        if isinstance(entry, HandEntry) and entry.dealer is None:
            return entry.model_copy(update={"dealer": state.names[state.dealer]})
        return entry

    def cells(self, state: State, owner: int) -> tuple[Cell, ...]:
        """Pool, dump, and the whists on every opponent clockwise."""
        on = [
            Cell(WHISTS, other, text(N_("on {name}"), name=state.names[other]), Account(WHISTS, owner, other))
            for other in state.clockwise(owner)
        ]
        return (
            Cell(POOL, NOBODY, text(N_("pool")), Account(POOL, owner)),
            Cell(DUMP, NOBODY, text(N_("dump")), Account(DUMP, owner)),
            *on,
        )

    def layout(self, state: State) -> Sectors:
        """The sectors of the sheet around the target."""
        return Sectors(str(state.rules.target))

    def results(self, state: State) -> tuple[Amount, ...]:
        """Exact results in seat order if the game ended now; they sum to zero."""
        return settlement.results(state)

    def shares(self, state: State) -> Shares:
        """The same results over a common divisor, which stays while seats and rules do."""
        return settlement.shares(state)

    def settle(self, state: State) -> Settlement:
        """The results with the steps on paper that lead to them."""
        return settlement.settle(state)

    def pairs(self, state: State) -> Mapping[tuple[int, int], Amount]:
        """What the first player of each pair wins of the second: whists, and dumps as whists."""
        return settlement.pairs(state)

    def worth(self, state: State, postings: Iterable[Posting]) -> tuple[Amount, ...]:
        """What postings are worth to everybody, in seat order, in whists."""
        return settlement.worth_in_whists(state, postings)

    def causes(self, postings: Sequence[Posting]) -> Iterable[tuple[Cause, Posting]]:
        """What each posting of one entry is due to; what a bomb doubled is due to it by half."""
        from prefcount.games.preferans import causes

        return causes.causes(postings)

    def unending(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The same rules with `end: manual`."""
        return {**given, "end": "manual"}

    def whole_money(self, state: State) -> bool:
        """Whether money follows the results in whole whists instead of the exact ones."""
        return state.rules.rounding == "whole"

    def facts(self, state: State, now: datetime | None = None) -> tuple[Fact, ...]:
        """Dealer, first hand, raspasy price, lowest bid and how far the game is, on the clock of `now`."""
        from prefcount.games.preferans import facts

        return facts.facts(state, now)

    def sentence(self, posting: Posting, names: Sequence[str]) -> Text:
        """A posting in words."""
        return reasons.sentence(posting, names)

    def measures(self) -> tuple[Measure, ...]:
        """Contracts by level, misères, whists, raspasy."""
        from prefcount.games.preferans import tallies

        return tallies.MEASURES

    def tallies(self, state: State, entry: Entry, postings: Sequence[Posting]) -> Iterable[Tally]:
        """What a hand adds to the statistics; side records add nothing."""
        from prefcount.games.preferans import tallies

        return tallies.tallies(state, entry, postings)

    def slips(self, state: State, entry: Entry) -> Iterator[Slip]:
        """The known mistakes in writing down an entry at this place, the likelier ones first."""
        from prefcount.games.preferans import slips

        return slips.slips(state, entry)

    def oddities(self, state: State, columns: Mapping[Account, Sequence[Amount] | None]) -> Iterator[Oddity]:
        """What no hands at this table can have written in these columns."""
        from prefcount.games.preferans.columns import oddities

        return oddities(state, columns)

    def guide(self) -> Guide:
        """What the help says about the entry of hands."""
        from prefcount.games.preferans.guide import GUIDE

        return GUIDE

    def parse(self, state: State, line: str) -> Entry:
        """The hand that a line of the short notation describes. Raises Refused."""
        from prefcount.games.preferans import notation

        return notation.parse(state, line)

    def format(self, state: State, entry: Entry) -> str:
        """The line of the short notation that parses to this hand."""
        from prefcount.games.preferans import notation

        return notation.format_hand(state, entry)

    def ask(self, state: State, answers: Answers, placed: bool = False) -> Question | Entry:
        """The next question of the guided entry, or the entry once everything is said."""
        from prefcount.games.preferans import form

        return form.ask(state, answers, placed)

    @property
    def remarkable(self) -> Mapping[str, str]:
        """The codes of its remarks."""
        from prefcount.games.preferans.remarks import REMARKABLE

        return REMARKABLE

    def remarks(self, before: State, entry: Entry, after: State) -> Iterable[Remark]:
        """Contracts too low to leave raspasy, and an end that the rules had not reached."""
        from prefcount.games.preferans import remarks

        return remarks.remarks(before, entry)
