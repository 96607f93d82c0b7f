"""The frozen snapshot of a session that crosses to the screen. Widgets compute nothing of their own."""

from typing import NamedTuple

from prefcount.games.protocol import Fact
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import NOBODY
from prefcount.ledger.settle import whole
from prefcount.render.text import describe, title
from prefcount.session.replay import Step
from prefcount.session.session import Proposal, Session


class Row(NamedTuple):
    """A player's line of the sheet.

    Attributes:
        name: the player.
        columns: the running totals of each heading's column; None where a column cannot be his.
        result: his whole whists if the game ended now.
        change: what the last entry changed of that.
    """

    name: str
    columns: tuple[tuple[Amount, ...] | None, ...]
    result: int
    change: int


class HandLine(NamedTuple):
    """An entry in the list of hands."""

    n: int
    said: str
    counts: bool


class TableView(NamedTuple):
    """Everything the table shows of a session."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    facts: tuple[Fact, ...]
    hands: tuple[HandLine, ...]
    over: bool


def table_view(session: Session) -> TableView:
    """The snapshot of a session as it stands."""
    state, steps = session.state, session.replay.steps
    results = whole(session.game.results(state))
    changes = result_changes(session, steps[-1]) if steps else (0,) * len(results)
    headings, columns = _columns(session)
    rows = map(Row, session.players, columns, results, changes)
    hands = tuple(HandLine(step.n, describe(session, step), step.counts) for step in steps)
    return TableView(
        title(session), headings, tuple(rows), session.game.facts(state), hands, bool(state.over)
    )


Columns = list[tuple[tuple[Amount, ...] | None, ...]]


def _columns(session: Session) -> tuple[tuple[str, ...], Columns]:
    """Headings, and under them every player's running totals: own columns, then those on each player."""
    state, histories = session.state, session.replay.histories()
    cells = [
        {(cell.column, cell.other): cell for cell in session.game.cells(state, player)}
        for player in state.seats
    ]
    headings = {key: str(cell.heading) for key, cell in cells[0].items() if key[1] == NOBODY}
    for other in state.seats:
        headings |= {
            key: str(cell.heading) for each in cells for key, cell in each.items() if key[1] == other
        }
    rows: Columns = [
        tuple(
            tuple(total.amount for total in histories.get(own[key].account, ())) if key in own else None
            for key in headings
        )
        for own in cells
    ]
    return tuple(headings.values()), rows


def result_changes(session: Session, step: Step) -> tuple[int, ...]:
    """What a step changed of everybody's whole result, in the seat order after it."""
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
