"""The snapshot of a session that screens and reports draw, and explanations of its figures."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, pairwise, product, takewhile
from operator import sub
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, Text, _, text
from prefcount.entries.models import AmendBase, HandEntry, Void
from prefcount.games.game import Block, Cell, Game, Sectors, Sum, find_owner
from prefcount.games.state import RESULT, Owner, State, Transition
from prefcount.ledger import (
    NO_PLAYER,
    Account,
    Amount,
    Coin,
    Posting,
    ScaledResults,
    divide_amount,
    minor_digits,
    normalize_amount,
    round_to_coin,
)
from prefcount.render.text import (
    describe,
    describe_briefly,
    describe_correction,
    describe_unmarked,
    money_line,
    money_texts,
    name_entry,
    rounding_lines,
    session_title,
    settlement_step_rows,
)
from prefcount.render.text_cells import crossing_sign, dotted_totals, figure, signed
from prefcount.session.outcome import Outcome, column_marks, money_units, settle_session
from prefcount.session.replay import Step, Total, play_as_written
from prefcount.session.session import Proposal, Session

MAX_TERMS = 6
"""Maximum number of hands that a sum names, unless there is only one more."""

CHANGE = "change"
"""The column of an account that selects the change of a player's result by an entry. No entry posts to it."""


Cursor = tuple[Account, int]
"""The key of a figure: its account and the number of the entry after which it stood. Results now have 0."""


class ColumnView(NamedTuple):
    """A column of the sheet, such as Anna's pool.

    Attributes:
        marks: all totals, oldest first.
        began: the total at the start of the game, before any entry.
        below: the sign that is drawn before a total when the column falls below zero.
        above: the sign that is drawn before a total when the column rises to zero or more.
        full: whether the column has reached the goal of the game.
    """

    heading: str
    account: Account
    marks: tuple[Total, ...]
    began: Amount = 0
    below: str = ""
    above: str = ""
    full: bool = False

    @property
    def newest(self) -> str:
        return "full" if self.full else "last"

    @property
    def last(self) -> int:
        """The index in `marks` of the newest total that is not struck out, or −1 without such a total."""
        return next((at for at in reversed(range(len(self.marks))) if not self.marks[at].struck), -1)

    @property
    def now(self) -> Amount:
        last = self.last
        return self.marks[last].amount if last >= 0 else self.began

    @property
    def totals_text(self) -> str:
        """The totals that are not struck out, separated by dots as on paper."""
        began = [figure(self.began)] if self.began else []
        counting = (f"{sign}{figure(mark.amount)}" for mark, sign in self.signed() if not mark.struck)
        return dotted_totals([*began, *counting])

    def signed(self, first: int = 0, end: int | None = None) -> Iterator[tuple[Total, str]]:
        """Yield totals, each with the sign to draw before it.

        The sign is "" unless the column crosses zero at this total.

        Args:
            first: the index of the first total.
            end: the index after the last total, or None for all.
        """
        before = next((mark.amount for mark in reversed(self.marks[:first]) if not mark.struck), self.began)
        for mark in self.marks[first:end]:
            if mark.struck:
                yield mark, ""
            else:
                yield mark, crossing_sign(before, mark.amount, self.below, self.above)
                before = mark.amount


class OwnerRow(NamedTuple):
    """The columns of one owner: a player, a side (partners), or the whole table.

    Attributes:
        name: the name of the owner.
        own: the columns that do not depend on another player, such as the pool and the dump.
        on: the whists on each player in seat order, or () if the game has no whists. A player has None in
            place of whists on themselves.
        result: the player's current result. It is None for a side or the table.
        change: the change of the result by the last entry with postings.
        account: the account in the cursor position that selects the result.
        changed_by: the number of the entry that made this change, or 0 if no entry has postings.
    """

    name: str
    own: tuple[ColumnView, ...]
    on: tuple[ColumnView | None, ...]
    result: Amount | None
    change: Amount
    account: Account
    changed_by: int = 0

    @property
    def columns(self) -> tuple[ColumnView, ...]:
        return (*self.own, *(column for column in self.on if column is not None))


class Panel(NamedTuple):
    """A box of a sheet that is drawn as boxes, such as the box of a player.

    Attributes:
        heading: the name at the top of the box.
        result: the result of the player, or None for a box without a result.
        signs: text after the result, such as “□” for an open refa.
        columns: the columns in the box.
        account: the account of the result, by which the cursor finds it, or None without a result.
    """

    heading: str
    result: Amount | None
    signs: str
    columns: tuple[ColumnView, ...]
    account: Account | None = None


class EntryRow:
    """A line in the list of entries. The properties are computed when they are first used."""

    def __init__(self, lines: "_History", at: int, step: Step) -> None:
        self._list, self._at, self._step = lines, at, step

    @property
    def n(self) -> int:
        return self._step.n

    @property
    def counts(self) -> bool:
        return self._step.counts

    @property
    def crosses_out(self) -> bool:
        """Return whether the entry takes back another entry, or makes an entry count again."""
        return isinstance(self._step.effective.written, Void) and not self._step.problems

    @property
    def is_past(self) -> bool:
        """Return whether the entry was taken back, or only corrects another entry."""
        step = self._step
        return step.entry is None or (isinstance(step.effective.written, AmendBase) and not step.problems)

    @cached_property
    def in_words(self) -> str:
        """The entry in words, with a remark if it was corrected, was taken back, or does not count."""
        return describe(self._list.session, self._step, words=True)

    @property
    def words_now(self) -> str:
        """The entry in words, with remarks only if it does not count."""
        if self._step.problems:
            return self.in_words
        return describe_unmarked(self._list.session, self._step, words=True)

    @cached_property
    def brief(self) -> str:
        """The notation of a hand, or a short description of another entry."""
        return describe_briefly(self._list.session, self._step)

    @property
    def is_hand(self) -> bool:
        return self._step.effective.written.kind in self._list.session.game.hand_kinds

    @property
    def line(self) -> str:
        """The notation of the entry. An entry without a notation has a short description instead."""
        return self._list.session.line(self._step) or self.brief

    @property
    def exact_worth(self) -> tuple[Amount | None, ...]:
        """The unrounded change of each player's result by the entry, in the current seat order.

        The change is None for a player who was not at the table.
        """
        seats, then, changes = (
            self._list.session.state.seats,
            self._step.state.seats,
            self._list.exact_changes,
        )
        if seats == then:
            return changes[self._at]
        of_players = dict(zip(then, changes[self._at], strict=True))
        return tuple([of_players.get(player) for player in seats])

    @property
    def number(self) -> int | None:
        return self._step.hand_number


class _History:
    def __init__(self, session: Session, coin: Coin | None) -> None:
        self.session, self._coin = session, coin

    @cached_property
    def _scaled_results(self) -> list[ScaledResults]:
        return list(self.session.replay.scaled_results(self.session.game))

    @cached_property
    def exact_changes(self) -> list[tuple[Amount, ...]]:
        pairs = pairwise(self._scaled_results)
        return [
            _exact_changes(step, before, after)
            for step, (before, after) in zip(self.session.replay.steps, pairs, strict=True)
        ]

    @cached_property
    def numbers(self) -> list[tuple[str, Cursor]]:
        """The numbers that find a result, its money or its change by one hand, each with its cursor.

        A number has only digits, such as “12” for −12.
        """
        replay, current = self.session.replay, {*self.session.state.seats}
        states = (replay.start, *(step.state for step in replay.steps))
        results, numbers = [*map(self._results, states, self._scaled_results)], list[tuple[str, Cursor]]()
        history = zip(replay.steps, self.exact_changes, pairwise(results), strict=True)
        for step, changes, (before, after) in reversed([*history]):
            for player, change in zip(step.state.seats, changes, strict=True):
                if before.get(player) != after[player]:
                    cursor = Account(RESULT, player), 0 if player in current else step.n
                    current.discard(player)
                    numbers += ((digits, cursor) for digits in after[player][1])
                if change:
                    numbers.append((_digits(change), (Account(CHANGE, player), step.n)))
        return numbers

    def _results(self, state: State, scaled_results: ScaledResults) -> dict[int, tuple[Amount, set[str]]]:
        """Return by player the result and the digits that find it, such as “12” and “1250” for €12.50."""
        results = self.session.game.counted_results(state, scaled_results)
        units, currency = money_units(self.session, state, scaled_results) or (), self.session.price.currency
        digits, decimals = [{_digits(result)} for result in results], minor_digits(currency)
        coin = 1 if self._coin is None else self._coin.units(currency)
        for column in (units, round_to_coin(units, coin)):
            is_whole = not any(unit % 10**decimals for unit in column)
            for unit, numbers in zip(column, digits, strict=False):
                spelled = f"{abs(unit):0{decimals + 1}}"
                whole = spelled[: len(spelled) - decimals]
                numbers.update((whole, whole if is_whole else spelled))
        return dict(zip(state.seats, zip(results, digits, strict=True), strict=True))


def _digits(amount: Amount) -> str:
    return str(math.floor(amount if amount >= 0 else -amount))


class TableView(NamedTuple):
    """The content of the sheet and the list of entries at one moment. Screens, pages and pictures show it.

    Attributes:
        title: the players, the game and its rules.
        rows: the figures of each player in seat order, then of sides and of the table if they have figures.
        hands: all entries, in the order in which they count.
        middle: the text in the middle of a sheet that has a part for each player.
        over: whether the game is over.
        panels: the boxes of a sheet that is drawn as boxes, row by row.
        lines: the lines of text below the boxes.
        history: the results after each entry, which `find_number` also searches, or None.
    """

    title: str
    rows: tuple[OwnerRow, ...]
    hands: tuple[EntryRow, ...]
    middle: str
    over: bool
    panels: tuple[tuple[Panel, ...], ...] = ()
    lines: tuple[str, ...] = ()
    history: _History | None = None

    def current_number(self, account: Account) -> int:
        """Return the number of the entry that wrote the current total of a column. For a result, return 0."""
        columns = (column for row in self.rows for column in row.columns if column.account == account)
        return next((column.marks[column.last].n for column in columns if column.last >= 0), 0)

    def find_number(self, typed: str) -> "FoundFigures":
        """Find figures by their first digits: “12” finds 12, −12 and 120.

        Figures with exactly these digits come first. Otherwise current figures come before past ones.
        """
        ranks: dict[Cursor, tuple[bool, int, bool, int]] = {}
        for number, cursor, place, struck in chain(self._shown_numbers(), self._hidden_numbers()):
            if number.startswith(typed):
                rank = (number != typed, place, struck, -cursor[1])
                ranks[cursor] = min(rank, ranks.get(cursor, rank))
        order = sorted(ranks, key=ranks.__getitem__)
        equal = [cursor for cursor in order if not ranks[cursor][0]]
        now = [cursor for cursor in equal if ranks[cursor][1] <= _LAST]
        is_on_sheet = any(number.startswith(typed) for number, *_others in self._shown_numbers())
        return FoundFigures(order, equal, now, is_on_sheet)

    def _shown_numbers(self) -> Iterator[tuple[str, Cursor, int, bool]]:
        for row in self.rows:
            for column in row.columns:
                for index, mark in enumerate(column.marks):
                    place = _NOW if index == column.last else _OLDER
                    yield _digits(mark.amount), (column.account, mark.n), place, mark.struck
            if row.result is not None:
                yield _digits(row.result), (row.account, 0), _NOW, False
        for row in self.rows:
            if row.change:
                yield _digits(row.change), (Account(CHANGE, row.account.owner), row.changed_by), _LAST, False
        if self.history is not None:
            yield from ((*found, _LAST, False) for found in self.history.numbers if not found[1][1])

    def _hidden_numbers(self) -> Iterator[tuple[str, Cursor, int, bool]]:
        for column in chain.from_iterable(row.columns for row in self.rows):
            before = column.began
            for n, total, struck in column.marks:
                yield _digits(total - before), (column.account, n), _OLDER, struck
                before = before if struck else total
        if self.history is not None:
            yield from ((*found, _PAST, False) for found in self.history.numbers if found[1][1])


_NOW, _LAST, _OLDER, _PAST = range(4)
"""Places of figures: now on the sheet, newest change or money, older on the sheet, result in the past.

The amount that a hand wrote, such as 64 of 40 → 104, has the place of older figures.
"""


class FoundFigures(NamedTuple):
    """The figures that were found for the digits that a user typed, each as a cursor position.

    Attributes:
        all: the figures that begin with these digits, best matches first.
        equal: the figures that have exactly these digits. Signs and fractions are ignored.
        now: the figures in `equal` that are current: no older totals and no past results.
        is_on_sheet: whether a figure in `all` is on the sheet.
    """

    all: list[Cursor]
    equal: list[Cursor]
    now: list[Cursor]
    is_on_sheet: bool


def table_view(session: Session, *, struck: bool = True, coin: Coin | None = None) -> TableView:
    """Build the view of a session in its current state.

    Args:
        struck: whether to include totals that are struck out because a correction replaced them.
        coin: the coin for payments. `TableView.find_number` also finds money rounded to this coin.
    """
    state, steps = session.state, session.replay.steps
    results = session.game.counted_results(state)
    history = _History(session, coin)
    hands = tuple([EntryRow(history, at, step) for at, step in enumerate(steps)])
    last = next((step for step in reversed(steps) if step.postings and step.state.seats == state.seats), None)
    changes = exact_changes(session, last) if last is not None else (0,) * len(results)
    paper = _ViewBuilder(
        session,
        dict(zip(state.seats, zip(results, changes, strict=True), strict=True)),
        last.n if last is not None else 0,
        struck,
    )
    rows = tuple(map(paper.row, session.game.owners(state)))
    layout = session.game.layout(state)
    view = TableView(session_title(session), rows, hands, "", bool(state.over), history=history)
    if isinstance(layout, Sectors):
        return view._replace(middle=str(layout.middle))
    panels = tuple(tuple(map(paper.panel, blocks)) for blocks in layout.rows)
    return view._replace(panels=panels, lines=tuple(map(str, layout.lines)))


class _ViewBuilder:
    def __init__(
        self, session: Session, results: Mapping[int, tuple[Amount, Amount]], changed_by: int, struck: bool
    ) -> None:
        self.session, self.results, self.changed_by = session, results, changed_by
        self.marks, self.struck = column_marks(session), struck

    def column(self, cell: Cell) -> ColumnView:
        marks = self.marks.get(cell.account, ())
        if not self.struck:
            marks = tuple([mark for mark in marks if not mark.struck])
        heading = str(cell.heading)
        return ColumnView(heading, cell.account, marks, cell.began, cell.below, cell.above, cell.full)

    def row(self, owner: Owner) -> OwnerRow:
        state, own, on = self.session.state, list[ColumnView](), dict[int, ColumnView]()
        for cell in self.session.game.cells(state, owner.number):
            if cell.other == NO_PLAYER:
                own.append(self.column(cell))
            else:
                on[cell.other] = self.column(cell)
        result, change = self.results.get(owner.number, (None, 0))
        written_on = tuple(on.get(other) for other in state.seats) if on else ()
        account = Account(RESULT, owner.number)
        return OwnerRow(str(owner.name), tuple(own), written_on, result, change, account, self.changed_by)

    def panel(self, block: Block) -> Panel:
        owner = find_owner(self.session.game, self.session.state, block.owner)
        result, _change = self.results.get(block.owner, (None, 0))
        columns, account = tuple(map(self.column, block.columns)), Account(RESULT, block.owner)
        return Panel(str(block.heading or owner.name), result, str(block.signs), columns, account)


def exact_changes(session: Session, step: Step) -> tuple[Amount, ...]:
    """Return the unrounded change of each player's result by an entry.

    `step` is the entry with its effects. The changes are in the seat order after the entry.
    """
    return _exact_changes(
        step, session.game.scaled_results(step.before), session.game.scaled_results(step.state)
    )


def _exact_changes(step: Step, before: ScaledResults, after: ScaledResults) -> tuple[Amount, ...]:
    if before is after:
        return (0,) * len(after.parts)
    if step.before.seats == step.state.seats and before.divisor == after.divisor:
        return tuple([divide_amount(part, after.divisor) for part in map(sub, after.parts, before.parts)])
    old = dict(zip(step.before.seats, before.exact, strict=True))
    new = zip(step.state.seats, after.exact, strict=True)
    return tuple([normalize_amount(result - old.get(player, 0)) for player, result in new])


Figures = tuple[tuple[str, Amount], ...]
"""A pair of a name and an exact figure for each player, in seat order."""


class Preview(NamedTuple):
    """The effect that a proposed entry would have.

    Attributes:
        line: the entry in words.
        remarks: warnings about unlikely figures, and a sentence if the entry ends the game.
        reasons: a sentence about each posting.
        columns: the columns that a correction changes, such as "Anna pool: 12 → 8".
        gives: the unrounded amount that each player wins in the hand, or in the new hand of a correction. For
            other entries it is ().
        changes: the amount by which each result would change.
        after: the results after the entry.
        was: for a correction, the old hand in words, and the amount that each player won in it. For other
            entries it is None.
        displaced: the numbers of later entries that would no longer be valid.
    """

    line: str
    remarks: tuple[str, ...]
    reasons: tuple[str, ...]
    columns: tuple[str, ...]
    gives: Figures
    changes: Figures
    after: Figures
    was: tuple[str, Figures] | None
    displaced: tuple[int, ...]


def preview(before: Session, proposal: Proposal) -> Preview:
    """Return the effect that a proposed entry would have.

    Args:
        before: the session without the entry.
        proposal: the proposed entry, and the session with it. The entry must be valid.
    """
    after, step = proposal.session, proposal.step
    old = dict(zip(before.state.seats, before.game.counted_results(before.state), strict=True))
    results = after.game.counted_results(after.state)
    changes = (
        normalize_amount(result - old.get(player, 0))
        for player, result in zip(after.state.seats, results, strict=True)
    )
    entry, shown = step.entry, proposal.counting_step
    was, gives = None, _figures(after, shown)
    if isinstance(entry, AmendBase):
        counted = before.replay.step(entry.entry)
        was = _in_words(before, counted), _figures(before, counted)
    elif not is_hand(after, shown):
        gives = ()
    corrects = after.replay.steps[-1].n != step.n or isinstance(entry, Void | AmendBase)
    ends = after.state.over and not before.state.over and not after.state.ended
    line = _in_words(after, step if was is None else shown)
    if was is not None and was[0] == line:
        old_line, line = describe_correction(before, counted, after, shown)
        was = old_line, was[1]
    return Preview(
        line=line,
        remarks=(*proposal.remarks, *([_("This ends the game.")] if ends else [])),
        reasons=tuple(str(after.game.sentence(posting, shown.state.names)) for posting in shown.postings),
        columns=tuple(_changed_columns(before, after)) if corrects else (),
        gives=gives,
        changes=_of_players(after.state, changes),
        after=_of_players(after.state, results),
        was=was,
        displaced=proposal.displaced,
    )


def _in_words(session: Session, step: Step) -> str:
    said, entry, due = describe_unmarked(session, step, words=True), step.entry, step.before.dealer
    if isinstance(entry, HandEntry) and entry.dealer not in (None, step.before.names[due]):
        deals = text(N_("{who} deals"), who=entry.dealer)
        return f"{said} · {deals}"
    return said


def is_hand(session: Session, step: Step) -> bool:
    return step.entry is not None and step.entry.kind in session.game.hand_kinds


def _of_players(state: State, figures: Iterable[Amount]) -> Figures:
    return tuple(zip((state.names[player] for player in state.seats), figures, strict=True))


def _figures(session: Session, step: Step) -> Figures:
    return _of_players(step.state, exact_changes(session, step))


def _changed_columns(before: Session, after: Session) -> Iterator[str]:
    for owner in after.game.owners(after.state):
        for cell in after.game.cells(after.state, owner.number):
            was, now = before.state.sheet[cell.account], after.state.sheet[cell.account]
            if was != now:
                place = describe_account(after.game, after.state, cell.account)
                yield f"{place}: {figure(was)} → {figure(now)}"


def describe_account(game: "Game[Any]", state: State, account: Account) -> str:
    """Return the name of the column that an account stores, such as "Anna pool" or "Anna on Boris"."""
    cells = game.cells(state, account.owner)
    heading = next((cell.heading for cell in cells if cell.account == account), _(account.column))
    owner = find_owner(game, state, account.owner).name
    return str(text(N_("{owner} {column}"), owner=owner, column=heading))


def explain_figure(session: Session, account: Account, n: int, coin: Coin | None = None) -> list[str]:
    """Explain a figure in some lines of text: the entry that wrote it, and its summands from earlier entries.

    Args:
        account: the account of the figure. A player's result has the column `RESULT`, its change `CHANGE`.
        n: the number of the entry that wrote the figure, or 0 for a current result.
        coin: the coin to which the money of a result is rounded.
    """
    if account.column == RESULT:
        return explain_result(session, account.owner, n, coin)
    if account.column == CHANGE:
        return explain_change(session, account.owner, n)
    step = session.replay.step(n)
    column = describe_account(session.game, session.state, account)
    total = ", ".join(
        figure(mark.amount) + (_(" (struck through)") if mark.struck else "")
        for mark in column_marks(session).get(account, ())
        if mark.n == n
    )
    heading = f"{column}: {total}"
    if step.hand_number is not None:
        heading = _("{column}: {total}, recorded in {entry}").format(
            column=column, total=total, entry=step.name
        )
    own = [each for each in _reasons(session, step) if each[0].account == account]
    replaced = _sentences(session, play_as_written(session.game, step))
    own = own or [each for each in replaced if each[0].account == account]
    lines = [heading, describe(session, step, words=True), *(reason for _posting, reason in own)]
    return [*lines, *_earlier_summands(session, step, account, [posting for posting, _reason in own])]


def sum_line(
    session: Session, account: Account, n: int, terms: int = MAX_TERMS, coin: Coin | None = None
) -> str:
    """Return a total and its summands in one line: “Boris dump: 36 = 20 + 16 (hands 9, 4)”.

    The summands of a result are the amounts won from each opponent.

    Args:
        account: the account of the figure. A player's result has the column `RESULT`, its change `CHANGE`.
        n: the number of the entry that wrote the figure, or 0 for a current result.
        terms: the maximum number of hands to name. With 1: “Boris dump: 36 = 20 + 16 (hand 9; 16 earlier)”.
        coin: the coin to which the money of a result is rounded.
    """
    if account.column == RESULT:
        return _result_line(session, account.owner, n, coin)
    if account.column == CHANGE:
        return explain_change(session, account.owner, n)[0]
    step = session.replay.step(n)
    written = [(one, _sum(own)) for one, own in _written_until(session, account, n)]
    total = normalize_amount(step.state.sheet[account])
    column = describe_account(session.game, session.state, account)
    if len(written) < 2 and total == sum(amount for _one, amount in written):
        if step.hand_number is None:
            return f"{column}: {figure(total)} ({step.place})"
        sentence = N_("{column}: {total}, recorded in {entry}")
        return str(text(sentence, column=column, total=figure(total), entry=step.name))
    return f"{column}: {figure(total)} = {_named_sum(total, written, terms)}"


def _named_sum(total: Amount, written: Sequence[tuple[Step, Amount]], terms: int) -> str:
    shown = written[: terms + (len(written) == terms + 1)]  # a single hand is not left out
    names = ", ".join(str(step.place) for step, _amount in shown)
    numbers = [step.hand_number for step, _amount in shown]
    if len(numbers) > 1 and None not in numbers:
        names = _("hands {numbers}").format(numbers=", ".join(map(str, numbers)))
    amounts = [amount for _step, amount in shown]
    if before := normalize_amount(total - sum(amounts)):
        amounts.append(before)
        names = _("{hands}; {amount} earlier").format(hands=names, amount=figure(before))
    return f"{_sum_text(amounts)} ({names})"


def _written_until(session: Session, account: Account, n: int) -> Iterator[tuple[Step, list[Posting]]]:
    """Yield the entries up to entry `n` that posted to `account`, newest first, with these postings."""
    steps = takewhile(lambda earlier: earlier.n != n, session.replay.steps)
    for step in reversed([*steps, session.replay.step(n)]):
        if own := [posting for posting in step.postings if posting.account == account]:
            yield step, own


def _sum(postings: Iterable[Posting]) -> Amount:
    return normalize_amount(sum(posting.amount for posting in postings))


def _earlier_summands(
    session: Session, step: Step, account: Account, postings: Sequence[Posting]
) -> Iterator[str]:
    stood, summands, lines = normalize_amount(step.before.sheet[account]), [_sum(postings)], list[str]()
    for earlier, own in _written_until(session, account, step.n):
        if earlier is not step:
            summands.append(_sum(own))
            names = earlier.state.names
            lines += (f"{earlier.place}: {session.game.sentence(posting, names)}" for posting in own)
    began = normalize_amount(stood + summands[0] - sum(summands))
    if began:
        summands.append(began)
        lines.append(_("at the start: {amount}").format(amount=figure(began)))
    if lines:
        total = figure(normalize_amount(stood + summands[0]))
        yield f"{total} = {_sum_text(summands)}"
        yield from lines


def _sum_text(summands: Sequence[Amount]) -> str:
    first, *others = summands
    return figure(first) + "".join(
        f" {'−' if amount < 0 else '+'} {figure(amount if amount > 0 else -amount)}" for amount in others
    )


def explain_result(session: Session, player: int, n: int = 0, coin: Coin | None = None) -> list[str]:
    """Explain how a player's result is calculated, with a line for each step of the settlement.

    Args:
        n: the number of the entry after which the player had this result, or 0 for the current result.
        coin: the coin to which the money of the result is rounded.
    """
    past = session.cut_after(n) if n else session
    settled, name = settle_session(past, coin), past.state.names[player]
    pairs = {
        f"{one} – {other}": (one, other)
        for one, other in product(settled.players, settled.players)
        if name in (one, other)
    }
    money = money_line(settled, past.state.seats.index(player))
    lines = [_result_title(settled, past, player, n), *([money] if money else [])]
    for step in settled.settlement.steps:
        sums = step.sums or ({},) * len(step.rows)
        turned = [_pair_begun_by(name, *each) for each in zip(step.rows, sums, strict=True)]
        rows = settlement_step_rows(step._replace(rows=tuple(row for row, _sums in turned)))
        for (owner, *cells), (_row, added) in zip(rows, turned, strict=True):
            if owner == name or owner in pairs:
                headings = step.headings[1:] if owner == name else _pair_headings(*pairs[owner])
                figures = (
                    f"{heading} {cell}{_added_text(added.get(index))}"
                    for index, (heading, cell) in enumerate(zip(headings, cells, strict=True), 1)
                )
                lines.append(f"{step.title}: {', '.join(figures)}" if owner == name else ", ".join(figures))
    if len(settled.settlement.steps[-1].headings) == 2:  # the names, and nothing but the result
        del lines[-1]
    total = settled.exact[past.state.seats.index(player)]
    lines.append(_("Result {amount}").format(amount=signed(total)) + _sum_of_changes(past, player, total))
    return [*lines, *rounding_lines(settled)]


def _sum_of_changes(past: Session, player: int, total: Amount) -> str:
    steps, changes = past.replay.steps, _History(past, None).exact_changes
    own = [
        (step, change)
        for step, changed in zip(steps, changes, strict=True)
        for seat, change in zip(step.state.seats, changed, strict=True)
        if seat == player and change
    ]
    is_complete = len(own) > 1 and sum(change for _step, change in own) == total
    return f" = {_named_sum(total, own[::-1], MAX_TERMS)}" if is_complete else ""


def _result_title(settled: Outcome, past: Session, player: int, n: int) -> str:
    name, result = past.state.names[player], signed(settled.counted[past.state.seats.index(player)])
    if not n:
        return _("{player} now: {result}").format(player=name, result=result)
    step = past.replay.step(n)
    if step.hand_number is None:
        entry = describe_unmarked(past, step, words=True)
        return _("{player} after “{entry}”: {result}").format(player=name, entry=entry, result=result)
    sentence = _("{player} after hand {number}: {result}")
    return sentence.format(player=name, number=step.hand_number, result=result)


def _result_line(session: Session, player: int, n: int, coin: Coin | None) -> str:
    past = session.cut_after(n) if n else session
    settled, name = settle_session(past, coin), past.state.names[player]
    rows = chain(*(step.rows for step in settled.settlement.steps))
    turned = [_pair_begun_by(name, row, {})[0] for row in rows]
    nets = [row[-1] for row in turned if len(row) == 4 and str(row[0]).startswith(f"{name} – ")]
    amounts = [net for net in nets if not isinstance(net, str)]
    seat = past.state.seats.index(player)
    line, money = _result_title(settled, past, player, n), money_texts(settled)
    if amounts and sum(amounts) == settled.counted[seat]:
        line += f" = {_sum_text(amounts)}"
    return f"{line} ({money[seat]})" if money else line


def explain_change(session: Session, player: int, n: int) -> list[str]:
    """Explain how an entry changed a player's result, with a line for the effect of each posting.

    `n` is the number of the entry.
    """
    step, game = session.replay.step(n), session.game
    name, seat = step.state.names[player], step.state.seats.index(player)
    after, change = game.results(step.state)[seat], exact_changes(session, step)[seat]
    title = _("{player}, {entry}: {change} (result {before} → {after})").format(
        player=name,
        entry=name_entry(session, step),
        change=signed(change),
        before=signed(normalize_amount(after - change)),
        after=signed(after),
    )
    state = step.before if step.before.seats == step.state.seats else step.state
    parts = [game.worth(state, [posting])[seat] for posting in step.postings]
    lines = [
        f"{sentence} → {name} {signed(part)}" if part else sentence
        for (_posting, sentence), part in zip(_reasons(session, step), parts, strict=True)
    ]
    if rest := normalize_amount(change - sum(parts)):
        lines.append(_("the rest comes from the settlement") + f" → {name} {signed(rest)}")
    return [title, describe(session, step, words=True), *lines]


def _pair_headings(one: str, other: str) -> tuple[Text, ...]:
    on = N_("{name} on {other}")
    return text(on, name=one, other=other), text(on, name=other, other=one), text(N_("net"))


def _added_text(added: Sum | None) -> str:
    return f" = {_sum_text([added.one, added.other])} {added.origin}" if added is not None else ""


def _pair_begun_by(
    name: str, row: tuple[Amount | str, ...], sums: Mapping[int, Sum]
) -> tuple[tuple[Amount | str, ...], Mapping[int, Sum]]:
    match row:
        case (str(pair), mine, theirs, int() | Fraction() as net) if pair.endswith(f" – {name}"):
            turned = (f"{name} – {pair.removesuffix(f' – {name}')}", theirs, mine, -net)
            return turned, {3 - index: added for index, added in sums.items()}
    return row, sums


def explain_entry(session: Session, n: int) -> list[str]:
    """Explain an entry in some lines of text: the reason for each posting, and the results after the entry.

    `n` is the number of the entry.
    """
    step = session.replay.step(n)
    named = f"{step.name}: " if step.hand_number is not None else ""
    lines = [f"{named}{describe(session, step, words=True)}", *_before_correction(session, step)]
    lines += [reason for _posting, reason in _reasons(session, step)]
    if step.postings:
        changes, after = _figures(session, step), session.game.counted_results(step.state)
        results = ", ".join(
            f"{name} {signed(result)}" + (f" ({signed(change)})" if change else "")
            for (name, change), result in zip(changes, after, strict=True)
        )
        lines.append(_("after it: {results}").format(results=results))
    return lines


def _before_correction(session: Session, step: Step) -> Iterator[str]:
    n, by = step.n, step.effective.corrected_by
    if by and step.entry is not None:
        corrections = (each.entry for each in session.replay.steps if each.n < by and each.counts)
        versions = (each.with_ for each in corrections if isinstance(each, AmendBase) and each.entry == n)
        *_older, newest = (step.effective.written, *versions)
        before = step._replace(effective=step.effective._replace(entry=newest))
        was, _now = describe_correction(session, before, session, step)
        yield _("before the correction: {hand}").format(hand=was)


def explain_missing(session: Session, typed: str) -> list[str]:
    """Say that no figure begins with `typed`, and name the hands that were corrected, left out or added.

    These changes may have replaced the figure. A hand that was taken back before the next one is not named.
    """
    lines = [_("The sheet has no figure {number}.").format(number=typed)]
    hands = [each for each in session.replay.steps if each.effective.written.kind in session.game.hand_kinds]
    places = []
    for step in hands:
        by, is_placed = (
            step.effective.corrected_by,
            getattr(step.effective.written, "after", None) is not None,
        )
        has_followed = any(step.n < other.n < by for other in hands)
        if has_followed or (step.counts and (by or is_placed)):
            places.append(str(step.place))
    if places:
        sentence = _(
            "Older figures may have changed, because hands were corrected, left out or added: {places}"
        )
        lines.append(sentence.format(places=", ".join(places)))
    return lines


def _reasons(session: Session, step: Step) -> Iterator[tuple[Posting, str]]:
    return _sentences(session, step if step.counts else play_as_written(session.game, step))


def _sentences(session: Session, transition: Step | Transition[Any] | None) -> Iterator[tuple[Posting, str]]:
    if transition is not None:
        for posting in transition.postings:
            yield posting, str(session.game.sentence(posting, transition.state.names))
