"""What entries do, and the results of a game with the steps on paper that lead to them.

Of some evenings only the result is known: no hands, no columns, only what everybody won or lost. Such results
are postings of accounts that no game has as columns, so the sheet stays empty and every figure still says
where it comes from. What a game settles from its columns is replaced by them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, Self

from pydantic import TypeAdapter

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.common import Entry, HandEntry
from prefcount.games import in_module
from prefcount.games.protocol.state import Seats, State, StateT, Transition
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account, Posting
from prefcount.ledger.settle import ScaledResults


class SettlementTable(NamedTuple):
    """One step of the settlement as it is done on paper: a title, headings, a row for each line.

    So many of its last columns are `won` or lost, and have signs.
    """

    title: Text
    explanation: Text
    headings: tuple[Text | str, ...]
    rows: tuple[tuple[Amount | str, ...], ...]
    won: int = 0

    @classmethod
    def of(
        cls,
        title: str,
        explanation: Text,
        headings: Sequence[str],
        rows: Iterable[tuple[Amount | str, ...]],
        *,
        won: int = 0,
    ) -> Self:
        """A step with a marked title and marked headings, whose rows begin with names."""
        return cls(text(title), explanation, ("", *map(text, headings)), tuple(rows), won)


class Settlement(NamedTuple):
    """Exact results in seat order, in the units of the game, and the steps on paper that lead to them.

    Attributes:
        results: everybody's result, prizes included.
        steps: the way there.
        prizes: what everybody has of the prizes of a game that is over; empty where there are none.
    """

    results: tuple[Amount, ...]
    steps: tuple[SettlementTable, ...]
    prizes: tuple[Amount, ...] = ()


class GameScoring(Protocol[StateT]):
    """What entries do, and what comes of it.

    Attributes:
        entries: the model of every kind of entry.
        adapter: reads any of them.
        hand_kinds: the kinds that are hands.
        sizes: how many may play.
        reserved: the keys of owners who are no players; nobody can be called so.
    """

    entries: Mapping[str, type[Entry]]
    adapter: TypeAdapter[Any]
    hand_kinds: frozenset[str]
    sizes: tuple[int, ...]
    reserved: tuple[str, ...] = ()

    @in_module("play")
    def play_hand(self, state: StateT, entry: Any) -> Transition[StateT]:
        """The transition of a hand, or all its problems."""

    @in_module("play")
    def apply_table_entry(self, state: StateT, entry: Entry) -> Transition[StateT]:
        """The transition of an entry that is no hand, or all its problems."""

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

    def without_unknown(self, state: StateT, entry: Entry) -> Entry:
        """An entry of another table without what is nothing by these rules, if the hand is the same then."""
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
        """The results in whole units, which sum to zero.

        Args:
            state: the game as it stands.
            scaled_results: its results, as `scaled_results` gives them.
        """
        return (
            self.sheet_whole_results(state, scaled_results)
            if announced_results(state) is None
            else scaled_results.whole
        )

    def pairs(self, state: StateT) -> Mapping[tuple[int, int], Amount]:
        """What the first player of each pair wins of the second, exactly, in units of the results.

        Every pair of seats stands once; a player's pairs sum up to the player's result. Empty where the game
        does not settle between pairs, or nobody knows.
        """
        return self.sheet_pairs(state) if announced_results(state) is None else {}

    @in_module("settlement")
    def sheet_scaled_results(self, state: StateT) -> ScaledResults:
        """The results that follow from the sheet, over their common divisor."""

    @in_module("settlement")
    def sheet_settlement(self, state: StateT) -> Settlement:
        """The same with the steps on paper that lead to them."""

    @in_module("settlement", optional=True)
    def sheet_whole_results(self, state: StateT, scaled_results: ScaledResults) -> tuple[int, ...]:
        """The same in whole units."""
        return scaled_results.whole

    @in_module("settlement", optional=True)
    def sheet_pairs(self, state: StateT) -> Mapping[tuple[int, int], Amount]:
        """What the first of each pair wins of the second; empty where a game does not settle like this."""
        return {}

    @in_module("settlement")
    def worth(self, state: StateT, postings: Iterable[Posting]) -> tuple[Amount, ...]:
        """What postings are worth to everybody, in seat order, at the rules and seats of `state`.

        In units of the results (whists, supe, kapikia, points), exactly. Where the results follow from the
        sheet by adding up, all postings of a game together are worth its results.
        """

    @in_module("settlement", optional=True)
    def whole_money(self, state: StateT) -> bool:
        """Whether money follows the results in whole units instead of the exact ones."""
        return False

    def at_table(self, state: StateT) -> Seats:
        """Who plays the next hand or rests in it; a player who has left may still have columns."""
        return state.seats

    def may_go_on(self, state: StateT) -> bool:
        """Whether an entry, such as more stakes, can let a game go on that is over by its rules.

        If so, `ask` has questions about it.
        """
        return False


RESULT = "result"
"""The kind of the entry, the account and the rule of its postings, and why such a game is over."""


def announced_results(state: State) -> ScaledResults | None:
    """The results as they were announced, or None where they follow from the sheet."""
    amounts = [state.sheet[Account(RESULT, player)] for player in state.seats]
    return ScaledResults.of(amounts) if any(amounts) else None


def as_announced(state: State, scaled_results: ScaledResults) -> Settlement:
    """The announced results as a settlement of one step."""
    names = [state.names[player] for player in state.seats]
    sentence = text(N_("Only the result of this evening is known; the results sum to zero."))
    rows = zip(names, scaled_results.exact, strict=True)
    table = SettlementTable.of(N_("Results"), sentence, (N_("result"),), rows, won=1)
    return Settlement(scaled_results.exact, (table,))
