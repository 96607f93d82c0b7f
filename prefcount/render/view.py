"""The frozen snapshot of a session that is drawn. Whoever draws it computes nothing of his own."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from operator import sub
from typing import NamedTuple

from prefcount.entries.common import AmendBase, Void
from prefcount.games.protocol import owner_of
from prefcount.games.terms import Block, Cell, Owner, Sectors
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import NOBODY, Account
from prefcount.render.brief import brief
from prefcount.render.figures import crossing, dotted, figure
from prefcount.render.text import describe, title
from prefcount.session.history import Mark, marks
from prefcount.session.replay import Step
from prefcount.session.session import Proposal, Session


class Column(NamedTuple):
    """A column of an owner: its heading, its account, and every total that stands in it.

    Attributes:
        heading: what stands above it.
        account: whose figures these are.
        marks: the totals, oldest first.
        began: what stood there before the first entry.
        below, above: what is drawn where it falls below zero, and where it rises again.
    """

    heading: str
    account: Account
    marks: tuple[Mark, ...]
    began: Amount = 0
    below: str = ""
    above: str = ""

    @property
    def now(self) -> Amount:
        """What the column says now."""
        return next((mark.amount for mark in reversed(self.marks) if not mark.struck), self.began)

    @property
    def said(self) -> str:
        """All totals that count, as on paper."""
        began = [figure(self.began)] if self.began else []
        counting = (at for at, mark in enumerate(self.marks) if not mark.struck)
        return dotted([*began, *(f"{self.sign(at)}{figure(self.marks[at].amount)}" for at in counting)])

    def sign(self, at: int) -> str:
        """What is drawn before a total because the column crosses zero there, or ""."""
        valid = (mark.amount for mark in reversed(self.marks[:at]) if not mark.struck)
        mark = self.marks[at]
        return "" if mark.struck else crossing(next(valid, self.began), mark.amount, self.below, self.above)


class Row(NamedTuple):
    """An owner's part of the sheet.

    Attributes:
        name: the player, or whoever else has columns.
        own: his own columns, such as pool and dump.
        on: for each player in seat order the column written on him; None for himself.
        result: a player's whole result if the game ended now; None for anybody else.
        change: what the last entry that wrote anything changed of that.
    """

    name: str
    own: tuple[Column, ...]
    on: tuple[Column | None, ...]
    result: int | None
    change: int

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns in their order on the sheet."""
        return (*self.own, *(column for column in self.on if column is not None))


class Panel(NamedTuple):
    """A block of a ruled sheet: its heading with a result where it has one, signs, and its columns."""

    heading: str
    result: int | None
    signs: str
    columns: tuple[Column, ...]


class HandLine:
    """An entry in the list of hands. What it says is worked out when somebody looks at it."""

    def __init__(self, lines: "_HandList", at: int) -> None:
        self._list, self._at = lines, at

    @property
    def _step(self) -> Step:
        return self._list.session.replay.steps[self._at]

    @property
    def n(self) -> int:
        """Its number."""
        return self._step.n

    @property
    def counts(self) -> bool:
        """Whether it is part of the game."""
        return self._step.counts

    @property
    def crosses_out(self) -> bool:
        """Whether it only lets another entry not count, or count again: that is seen at the other one."""
        return isinstance(self._step.standing.written, Void) and not self._step.problems

    @cached_property
    def said(self) -> str:
        """The entry in one line."""
        return describe(self._list.session, self._step)

    @cached_property
    def brief(self) -> str:
        """The same in few words, for a narrow list."""
        return brief(self._list.session, self._step)

    @property
    def worth(self) -> tuple[int, ...]:
        """What it changed of everybody's whole result, in seat order."""
        return self._list.changes[self._at]


class _HandList:
    """What the lines of a session share."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @cached_property
    def changes(self) -> list[tuple[int, ...]]:
        """What every step changed of the whole results."""
        replay = self.session.replay
        results = (shares.whole for shares in replay.shares(self.session.game))
        return [
            _changes(step, before, after)
            for step, (before, after) in zip(replay.steps, pairwise(results), strict=True)
        ]


class TableView(NamedTuple):
    """Everything the table shows of a session.

    Attributes:
        title: who plays what.
        rows: the players in seat order, and below them whoever else has columns.
        hands: every entry.
        middle: what stands in the middle of a sheet with sectors.
        over: whether the game is over.
        panels: the blocks of a ruled sheet, row by row; none of a sheet with sectors.
        lines: what stands below them.
    """

    title: str
    rows: tuple[Row, ...]
    hands: tuple[HandLine, ...]
    middle: str
    over: bool
    panels: tuple[tuple[Panel, ...], ...] = ()
    lines: tuple[str, ...] = ()


def table_view(session: Session) -> TableView:
    """The snapshot of a session as it stands."""
    state, steps = session.state, session.replay.steps
    results = session.game.shares(state).whole
    shared = _HandList(session)
    hands = tuple([HandLine(shared, at) for at in range(len(steps))])
    last = next((step for step in reversed(steps) if step.postings and step.state.seats == state.seats), None)
    changes = result_changes(session, last) if last is not None else (0,) * len(results)
    paper = _Paper(session, dict(zip(state.seats, zip(results, changes, strict=True), strict=True)))
    rows = tuple(map(paper.row, session.game.owners(state)))
    layout = session.game.layout(state)
    view = TableView(title(session), rows, hands, "", bool(state.over))
    if isinstance(layout, Sectors):
        return view._replace(middle=str(layout.middle))
    panels = tuple(tuple(map(paper.panel, blocks)) for blocks in layout.rows)
    return view._replace(panels=panels, lines=tuple(map(str, layout.lines)))


class _Paper:
    """What all parts of a sheet share: every total, and everybody's result with its last change."""

    def __init__(self, session: Session, results: Mapping[int, tuple[int, int]]) -> None:
        self.session, self.results, self.marks = session, results, marks(session)

    def column(self, cell: Cell) -> Column:
        found = self.marks.get(cell.account, ())
        return Column(str(cell.heading), cell.account, found, cell.began, cell.below, cell.above)

    def row(self, owner: Owner) -> Row:
        state, own, on = self.session.state, list[Column](), dict[int, Column]()
        for cell in self.session.game.cells(state, owner.number):
            if cell.other == NOBODY:
                own.append(self.column(cell))
            else:
                on[cell.other] = self.column(cell)
        result, change = self.results.get(owner.number, (None, 0))
        written_on = tuple(on.get(other) for other in state.seats) if on else ()
        return Row(str(owner.name), tuple(own), written_on, result, change)

    def panel(self, block: Block) -> Panel:
        owner = owner_of(self.session.game, self.session.state, block.owner)
        result, _change = self.results.get(block.owner, (None, 0))
        columns = tuple(map(self.column, block.columns))
        return Panel(str(block.heading or owner.name), result, str(block.signs), columns)


def result_changes(session: Session, step: Step) -> tuple[int, ...]:
    """What a step changed of everybody's whole result, in the seat order after it."""
    return _changes(step, session.game.shares(step.before).whole, session.game.shares(step.state).whole)


def _changes(step: Step, before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    """What a step changed, between the whole results before and after it."""
    if not step.postings:
        return (0,) * len(after)
    if step.before.seats == step.state.seats:
        return tuple(map(sub, after, before))
    old = dict(zip(step.before.seats, before, strict=True))
    return tuple(result - old.get(player, 0) for player, result in zip(step.state.seats, after, strict=True))


class Preview(NamedTuple):
    """What an entry would do.

    Attributes:
        line: the entry in one line.
        reasons: each posting in words.
        columns: for a correction, what changes in which column, such as "Anna pool: 12 → 8".
        changes: everybody's name and what changes of his whole result.
        displaced: numbers of later entries that would not fit any more.
    """

    line: str
    reasons: tuple[str, ...]
    columns: tuple[str, ...]
    changes: tuple[tuple[str, int], ...]
    displaced: tuple[int, ...]


def preview(before: Session, proposal: Proposal) -> Preview:
    """The preview of a proposal without problems to the session `before` it."""
    after, step = proposal.session, proposal.step
    old = dict(zip(before.state.seats, before.game.shares(before.state).whole, strict=True))
    new = zip(after.state.seats, after.game.shares(after.state).whole, strict=True)
    shown = after.replay.step(step.entry.entry) if isinstance(step.entry, AmendBase) else step
    reasons = tuple(str(after.game.sentence(posting, shown.state.names)) for posting in shown.postings)
    corrects = after.replay.steps[-1].n != step.n or isinstance(step.entry, Void | AmendBase)
    return Preview(
        describe(after, step),
        reasons,
        tuple(_moved(before, after)) if corrects else (),
        tuple((after.state.names[player], result - old.get(player, 0)) for player, result in new),
        proposal.displaced,
    )


def _moved(before: Session, after: Session) -> Iterator[str]:
    """Every column whose figure a correction changes."""
    for owner in after.game.owners(after.state):
        for cell in after.game.cells(after.state, owner.number):
            was, now = before.state.sheet[cell.account], after.state.sheet[cell.account]
            if was != now:
                yield f"{owner.name} {cell.heading}: {figure(was)} → {figure(now)}"
