"""The frozen snapshot of a session that crosses to the screen. Widgets compute nothing of their own."""

from typing import NamedTuple

from prefcount.games.protocol import Fact
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import NOBODY
from prefcount.render.text import describe, title
from prefcount.session.outcome import outcome
from prefcount.session.replay import Step
from prefcount.session.session import Proposal, Session


class Row(NamedTuple):
    """A player's line of the sheet.

    Attributes:
        name: the player.
        columns: the running totals of each heading's column; None where a column cannot be his.
        result: his whole whists if the game ended now.
        change: what the last hand changed of his exact result.
    """

    name: str
    columns: tuple[tuple[Amount, ...] | None, ...]
    result: int
    change: Amount


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
    histories = session.replay.histories()
    places = [
        {(cell.column, cell.other): cell for cell in session.game.cells(state, player)}
        for player in state.seats
    ]
    own = [key for key in places[0] if key[1] == NOBODY]
    paired = [
        (column, other)
        for column in dict.fromkeys(key[0] for key in places[0] if key[1] != NOBODY)
        for other in state.seats
    ]
    keys = [*own, *paired]
    headings = tuple(str(places[0][key].heading) if key in own else state.names[key[1]] for key in keys)
    whole = outcome(session).whole
    changes = result_changes(session, steps[-1]) if steps else (0,) * len(state.seats)
    rows = tuple(
        Row(
            state.names[player],
            tuple(
                tuple(total.amount for total in histories.get(places[at][key].account, []))
                if key in places[at]
                else None
                for key in keys
            ),
            whole[at],
            changes[at],
        )
        for at, player in enumerate(state.seats)
    )
    hands = tuple(HandLine(step.n, describe(session, step), step.counts) for step in steps)
    return TableView(title(session), headings, rows, session.game.facts(state), hands, bool(state.over))


def result_changes(session: Session, step: Step) -> tuple[Amount, ...]:
    """What a step changed of everybody's exact result, in the seat order after it."""
    after = session.game.results(step.state)
    before = dict(zip(step.before.seats, session.game.results(step.before), strict=True))
    return tuple(
        exact(result - before.get(player, 0)) for player, result in zip(step.state.seats, after, strict=True)
    )


class Preview(NamedTuple):
    """What an entry would write: each posting in words, everybody's change, and what it displaces."""

    line: str
    reasons: tuple[str, ...]
    changes: tuple[tuple[str, Amount], ...]
    displaced: tuple[int, ...]


def preview(proposal: Proposal) -> Preview:
    """The preview of a proposal without problems."""
    session, step = proposal.session, proposal.step
    names = step.state.names
    reasons = tuple(str(session.game.sentence(posting, names)) for posting in step.postings)
    changes = zip((names[player] for player in step.state.seats), result_changes(session, step), strict=True)
    return Preview(session.line(step), reasons, tuple(changes), proposal.displaced)
