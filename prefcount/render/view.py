"""The frozen snapshot of a session that is drawn. Whoever draws it computes nothing of his own."""

from typing import NamedTuple

from prefcount.games.protocol import Fact
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import NOBODY, Account
from prefcount.ledger.settle import whole
from prefcount.render.text import describe, title
from prefcount.session.history import Mark, marks
from prefcount.session.replay import Step
from prefcount.session.session import Proposal, Session


class Column(NamedTuple):
    """A column of a player: its heading, its account, and every total that stands in it."""

    heading: str
    account: Account
    marks: tuple[Mark, ...]

    @property
    def now(self) -> Amount:
        """What the column says now."""
        return next((mark.amount for mark in reversed(self.marks) if not mark.struck), 0)


class Row(NamedTuple):
    """A player's part of the sheet.

    Attributes:
        name: the player.
        own: his own columns, such as pool and dump.
        on: for each player in seat order the column written on him; None for himself.
        result: his whole whists if the game ended now.
        change: what the last entry changed of that.
    """

    name: str
    own: tuple[Column, ...]
    on: tuple[Column | None, ...]
    result: int
    change: int


class HandLine(NamedTuple):
    """An entry in the list of hands.

    Attributes:
        n: its number.
        said: the entry in one line.
        counts: whether it is part of the game.
        worth: what it changed of everybody's whole result, in seat order.
    """

    n: int
    said: str
    counts: bool
    worth: tuple[int, ...]


class TableView(NamedTuple):
    """Everything the table shows of a session."""

    title: str
    rows: tuple[Row, ...]
    facts: tuple[Fact, ...]
    hands: tuple[HandLine, ...]
    middle: str
    over: bool


def table_view(session: Session) -> TableView:
    """The snapshot of a session as it stands."""
    state, steps = session.state, session.replay.steps
    results = whole(session.game.results(state))
    hands = tuple(
        HandLine(step.n, describe(session, step), step.counts, result_changes(session, step))
        for step in steps
    )
    changes = hands[-1].worth if hands else (0,) * len(results)
    found = marks(session)
    rows = tuple(
        _row(session, player, results[at], changes[at], found) for at, player in enumerate(state.seats)
    )
    target = session.game.spelled(state.rules).get("target", "")
    return TableView(title(session), rows, session.game.facts(state), hands, str(target), bool(state.over))


def _row(
    session: Session, player: int, result: int, change: int, found: dict[Account, tuple[Mark, ...]]
) -> Row:
    state = session.state
    own: list[Column] = []
    on: dict[int, Column] = {}
    for cell in session.game.cells(state, player):
        column = Column(str(cell.heading), cell.account, found.get(cell.account, ()))
        if cell.other == NOBODY:
            own.append(column)
        else:
            on[cell.other] = column
    return Row(state.names[player], tuple(own), tuple(on.get(other) for other in state.seats), result, change)


def result_changes(session: Session, step: Step) -> tuple[int, ...]:
    """What a step changed of everybody's whole result, in the seat order after it."""
    if not step.postings:
        return (0,) * len(step.state.seats)
    before = dict(zip(step.before.seats, whole(session.game.results(step.before)), strict=True))
    after = zip(step.state.seats, whole(session.game.results(step.state)), strict=True)
    return tuple(result - before.get(player, 0) for player, result in after)


class Preview(NamedTuple):
    """What an entry would write: each posting in words, everybody's change, and what it displaces."""

    line: str
    reasons: tuple[str, ...]
    changes: tuple[tuple[str, int], ...]
    displaced: tuple[int, ...]


def preview(proposal: Proposal) -> Preview:
    """The preview of a proposal without problems."""
    session, step = proposal.session, proposal.step
    names = step.state.names
    reasons = tuple(str(session.game.sentence(posting, names)) for posting in step.postings)
    changes = zip((names[player] for player in step.state.seats), result_changes(session, step), strict=True)
    return Preview(session.line(step), reasons, tuple(changes), proposal.displaced)
