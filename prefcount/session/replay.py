"""The fold: from a header and entries to the state of the game, step by step."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from prefcount.entries.base import Entry
from prefcount.entries.common import AmendBase, Check, NoteEntry, SheetEntry, Void
from prefcount.games.protocol import Game, State
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Account, Posting
from prefcount.ledger.settle import Shares, balanced
from prefcount.problems import Problem
from prefcount.session.claims import claim_problems
from prefcount.session.corrections import Standing, standings

NOT_PLAYED = (Void, AmendBase, NoteEntry)


class Step(NamedTuple):
    """One entry in its turn.

    Attributes:
        standing: the entry, and what counts in its place.
        before: the state it met.
        state: the state after it.
        postings: what it wrote.
        problems: why it does not count although nobody voided it.
        worth: what it added to everybody's share of the results, in the seat order after it.
    """

    standing: Standing
    before: State
    state: State
    postings: tuple[Posting, ...] = ()
    problems: tuple[Problem, ...] = ()
    worth: tuple[Amount, ...] = ()

    @property
    def n(self) -> int:
        """The number of the entry."""
        return self.standing.n

    @property
    def entry(self) -> Entry | None:
        """What counts in this place, or None if it is void."""
        return self.standing.entry

    @property
    def counts(self) -> bool:
        """Whether the entry is part of the game: neither void nor impossible here."""
        return self.entry is not None and not self.problems


class Total(NamedTuple):
    """What stood in a column after entry number `n`."""

    n: int
    amount: Amount


class Replay(NamedTuple):
    """All steps in the order in which they count, and the state they lead to."""

    start: State
    steps: tuple[Step, ...]
    state: State

    def step(self, n: int) -> Step:
        """The step of entry number `n`. Raises KeyError if there is none."""
        for step in self.steps:
            if step.n == n:
                return step
        raise KeyError(n)

    def shares(self, game: Game[Any]) -> Iterator[Shares]:
        """Everybody's share of the results before the first step, and after each one."""
        shares = game.shares(self.start)
        yield shares
        for step in self.steps:
            if step.state.seats is not step.before.seats or step.state.rules is not step.before.rules:
                shares = game.shares(step.state)
            elif step.postings:
                shares = shares.after(step.worth)
            yield shares

    def histories(self) -> dict[Account, list[Total]]:
        """Every running total of every account that was written, oldest first."""
        found: dict[Account, list[Total]] = {}
        for account, n, amount in self.totals():
            found.setdefault(account, []).append(Total(n, amount))
        return found

    def totals(self) -> Iterator[tuple[Account, int, Amount]]:
        """Every running total in the order in which it was written: its account, its entry, what stood there.

        A figure from paper brings its whole column; a hand writes one new total, and none where it gave
        a figure and took it back.
        """
        last: dict[Account, Amount] = {}
        for step in self.steps:
            n, sheet = step.standing.n, step.state.sheet
            whole_column = isinstance(step.entry, SheetEntry)
            for account, amount, _reason in step.postings:
                before = last.get(account, 0)
                total = exact(before + amount) if whole_column else sheet[account]
                if total != before:
                    last[account] = total
                    yield account, n, total


def replay(game: Game[Any], start: State, entries: Sequence[Entry]) -> Replay:
    """Fold entries, corrections included, into a game. Results are checked to sum to zero after each.

    Raises:
        Unbalanced: if the program itself loses a whist.
    """
    steps: list[Step] = []
    state = start
    for standing in standings(entries):
        step = play_step(game, state, standing)
        steps.append(step)
        state = step.state
    return Replay(start, tuple(steps), state)


def play_step(game: Game[Any], state: State, standing: Standing) -> Step:
    """What one entry does at its place."""
    entry = standing.entry
    if standing.problems:
        return Step(standing, state, state, (), standing.problems)
    if isinstance(entry, Check):
        return Step(standing, state, state, (), tuple(claim_problems(game, state, entry.columns)))
    if entry is None or isinstance(entry, NOT_PLAYED):
        return Step(standing, state, state)
    turn = game.play(state, entry)
    return Step(standing, state, turn.state, turn.postings, turn.problems, balanced(turn.worth))
