"""The replay of entries into steps of the game, and the figures in the `columns` of an entry."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import Problem, problem, unknown_word
from prefcount.entries.models import (
    AmendBase,
    ClaimEntry,
    Columns,
    DateEntry,
    Entry,
    HandEntry,
    NoteEntry,
    PriceEntry,
    RenameEntry,
    ResultEntry,
    SheetEntry,
    Void,
)
from prefcount.entries.names_and_figures import parse_amount, parse_history
from prefcount.games.game import Cell, Game, find_owner, get_announced_results
from prefcount.games.state import RESULT, State, Transition, find_player
from prefcount.games.table_entries import replace_fields
from prefcount.ledger import (
    MAX_TOTAL,
    Account,
    Amount,
    Posting,
    Reason,
    ScaledResults,
    Sheet,
    check_balanced,
    drop_zero_postings,
    format_amount,
    normalize_amount,
)
from prefcount.session.corrections import (
    NO_RENAMES,
    EffectiveEntry,
    Spellings,
    collect_spellings,
    effective_entries,
    has_renames,
)


class Claim(NamedTuple):
    """A figure in a `sheet` or `check` entry for one column, such as the total of Anna's pool.

    Attributes:
        player: the name of the player or side that owns the column, as files spell it.
        column: the name of the column, such as "pool".
        figure: the newest total, such as 12, or all totals of the column from the oldest, such as "2.6.12".
        cell: the cell of the sheet, or None if the sheet does not have this column.
    """

    player: str
    column: str
    figure: int | str
    cell: Cell | None

    @property
    def is_column(self) -> bool:
        """True if `figure` is a list of totals such as "2.6.12"."""
        return isinstance(self.figure, str) and "." in self.figure

    def totals(self, began: Amount = 0) -> tuple[Amount, ...]:
        """Return the totals in `figure`, oldest first: "2.6.12" gives (2, 6, 12), and 12 gives (12,).

        In a list of totals, a total that is equal to the one before it is left out.

        Args:
            began: the amount with which the column begins. It counts as the total before the first.
        """
        history = parse_history(self.figure)
        if not self.is_column:
            return history
        return tuple(total for before, total in pairwise((began, *history)) if total != before)


def claims(game: Game[Any], state: State, columns: Columns) -> Iterator[Claim]:
    """Yield a `Claim` for every figure in an entry.

    Args:
        state: the state before the entry.
        columns: the figures in a `sheet` or `check` entry, by player and by column.
    """
    owners = {owner.key: owner.number for owner in game.owners(state)}
    for name, figures in columns.items():
        places: dict[str, Cell] = {}
        if name in owners:
            cells = game.cells(state, owners[name])
            places = {column_key(state, cell): cell for cell in cells}
        for column, figure in figures.items():
            parts = figure.items() if isinstance(figure, dict) else [("", figure)]
            for on, single in parts:
                place = _column_name(column, on)
                yield Claim(name, place, single, places.get(place))


def column_key(state: State, cell: Cell) -> str:
    """Return the name in files of the column of `cell`: pool, dump or, for whists on Anna, whists.Anna."""
    return _column_name(cell.column, state.names[cell.other] if cell.other >= 0 else "")


def _column_name(column: str, on: str) -> str:
    return f"{column}.{on}" if on else column


def claim_problems(game: Game[Any], state: State, columns: Columns) -> Iterator[Problem]:
    """Yield a problem for each player and each column that an entry names but the sheet does not have."""
    owners = [owner.key for owner in game.owners(state)]
    for name in columns:
        if name not in owners:
            yield unknown_word(f"columns.{name}", name, owners)
    for claim in claims(game, state, columns):
        if claim.cell is None and claim.player in owners:
            yield problem(f"columns.{claim.player}.{claim.column}", N_("the sheet has no such column"))


KINDS_NOT_PLAYED = (Void, AmendBase, NoteEntry, RenameEntry, PriceEntry, DateEntry)
ONLY_RESULT = N_(
    "only the result of this game is known; only notes, corrected names and the end can be recorded now"
)
_NO_TURN = frozenset({"check", "void", "amend", "note", "rename", "price", "date"})


class Step(NamedTuple):
    """One entry, played at its place in the game.

    Attributes:
        effective: the entry as written, and the entry that counts after corrections.
        before: the state of the game before the entry.
        state: the state of the game after the entry.
        problems: the reasons why an entry that is not void does not count.
        worth: the amounts that the entry adds to `ScaledResults.parts`, in seat order.
        hand: the hand as an object of its game, such as a `ContractHand`, or None.
    """

    effective: EffectiveEntry
    before: State
    state: State
    postings: tuple[Posting, ...] = ()
    problems: tuple[Problem, ...] = ()
    worth: tuple[Amount, ...] = ()
    hand: object | None = None

    @property
    def n(self) -> int:
        return self.effective.n

    @property
    def hand_number(self) -> int | None:
        """The number of the hand among all hands that count, or None if the entry is not among them."""
        return self.state.hands if self.state.hands > self.before.hands else None

    @property
    def name(self) -> Text:
        """The name of the entry for players, such as "hand 7" if it is a hand, or "entry 9" if it is not."""
        if self.hand_number is None:
            return text(N_("entry {n}"), n=self.n)
        return text(N_("hand {number}"), number=self.hand_number)

    @property
    def place(self) -> Text:
        """The place of the entry among the hands, such as "hand 7", or "after hand 7" if it is not a hand."""
        if self.hand_number is not None or not self.state.hands:
            return self.name
        return text(N_("after hand {number}"), number=self.state.hands)

    @property
    def entry(self) -> Entry | None:
        return self.effective.entry

    @property
    def counts(self) -> bool:
        """True if the entry is part of the game: neither void nor impossible at its place."""
        return self.entry is not None and not self.problems

    @property
    def may_count(self) -> bool:
        """True if the entry counts, or is a hand before the end that other rules might allow."""
        return self.counts or (isinstance(self.entry, HandEntry) and not self.before.ended)


def play_as_written(game: Game[Any], step: Step) -> Transition[Any] | None:
    """Play the entry of `step` as it was written, without later corrections.

    Return None for a note or another entry that does not change the state of the game.
    """
    written = step.effective.written
    return None if isinstance(written, KINDS_NOT_PLAYED) else game.play(step.before, written)


class Total(NamedTuple):
    """The total of a column after entry `n`. `struck` is True if a correction replaced this total."""

    n: int
    amount: Amount
    struck: bool = False


_NAMED = 3
"""Maximum number of columns that a sentence names."""


def find_columns_brought_twice(game: Game[Any], steps: Iterable[Step]) -> Iterator[tuple[int, Text]]:
    """Find columns that two `sheet` entries copy from paper.

    Yields:
        The number of the later entry, and a warning about its columns.
    """
    brought_by: dict[Account, int] = {}
    for step in steps:
        if not isinstance(step.entry, SheetEntry) or step.problems:
            continue
        cells = [
            (claim.player, claim.cell)
            for claim in claims(game, step.before, step.entry.columns)
            if claim.cell is not None and set(parse_history(claim.figure)) != {claim.cell.began}
        ]
        twice = [(player, cell) for player, cell in cells if cell.account in brought_by]
        if twice:
            columns = [f"{player}, {cell.heading}" for player, cell in twice[:_NAMED]]
            if len(twice) > _NAMED:
                columns.append(str(text(N_("and {count} more"), count=len(twice) - _NAMED)))
            sentence = N_(
                "{columns}: entry {earlier} already took these figures from paper, and entry {n} adds to "
                "them. If the sheet was entered twice, void one of the two entries"
            )
            earlier = max(brought_by[cell.account] for _player, cell in twice)
            yield step.n, text(sentence, columns="; ".join(columns), earlier=earlier, n=step.n)
        brought_by |= {cell.account: step.n for _player, cell in cells}


class Replay(NamedTuple):
    """The steps of a game in the order in which they count, and the final state.

    Attributes:
        start: the state before the first step.
        steps: the steps. Their entries have the current names of players.
        spellings: the earlier names of renamed players, which players may still type.
    """

    start: State
    steps: tuple[Step, ...]
    state: State
    spellings: Spellings = NO_RENAMES

    def step(self, n: int) -> Step:
        for step in reversed(self.steps):  # callers mostly want the newest steps
            if step.n == n:
                return step
        raise KeyError(n)

    def scaled_results(self, game: Game[Any]) -> Iterator[ScaledResults]:
        """Yield the results of all players before the first step and after each step."""
        scaled_results = game.scaled_results(self.start)
        yield scaled_results
        over, playing = bool(self.start.over), game.get_playing_seats(self.start)
        for step in self.steps:
            after = step.state
            was_over, over = over, bool(after.over)
            played, playing = playing, game.get_playing_seats(after)
            if over or was_over or playing != played or after.rules is not step.before.rules:
                scaled_results = game.scaled_results(after)
            elif step.postings:
                scaled_results = scaled_results.with_change(step.worth)
            yield scaled_results

    def histories(self) -> dict[Account, list[Total]]:
        """Return all totals of every account with postings, oldest first.

        Most entries add one total to each account that they change. A `sheet` entry adds all totals in it.
        """
        columns: defaultdict[Account, list[Total]] = defaultdict(list)
        last = defaultdict[Account, Amount](int, self.start.sheet.items())
        for step in self.steps:
            entry = step.effective.entry
            whole_column = entry is not None and entry.kind == "sheet"
            for account, total in totals(last, step.postings, whole_column=whole_column):
                if total != last[account]:
                    last[account] = total
                    columns[account].append(Total(step.effective.n, total))
        return dict(columns)


def totals(
    sheet: Sheet | Mapping[Account, Amount], postings: Iterable[Posting], *, whole_column: bool = False
) -> Iterator[tuple[Account, Amount]]:
    """Yield each account that an entry changes, with its total after the entry.

    If a posting has `Reason.closes`, players draw a line under the total before it. If this total is from the
    same entry, it is yielded, too.

    Args:
        sheet: the totals before the entry.
        postings: the postings of the entry.
        whole_column: whether to yield the total after each posting, as for a column copied from paper.
    """
    changed: dict[Account, Amount] = {}
    for account, amount, reason in postings:
        stood = changed.get(account)
        if stood is None:
            stood = sheet[account]
        elif whole_column or reason.closes:
            yield account, stood
        changed[account] = normalize_amount(stood + amount)
    yield from changed.items()


def replay(game: Game[Any], start: State, entries: Sequence[Entry], earlier: Replay | None = None) -> Replay:
    """Replay entries with their corrections, and check after each step that the results sum to zero.

    Args:
        start: the state before the first entry.
        earlier: a replay of almost the same entries. Its steps up to the first difference are reused.
    """
    effective = effective_entries(entries)
    spelled = NO_RENAMES
    renames = has_renames(effective)
    if renames:
        spelled = collect_spellings(start.names, game.reserved, effective)
        effective = [spelled.respell_effective(each) for each in effective]
        renamed: Any = start
        start = renamed._replace(names=spelled.respell_names(start.names))
    same = earlier is not None and (earlier.start is start or (renames and earlier.start == start))
    steps: list[Step] = []
    for step in earlier.steps if earlier is not None and same else ():
        if len(steps) == len(effective) or step.effective != effective[len(steps)]:
            break
        steps.append(step)
    state = steps[-1].state if steps else start
    for each in effective[len(steps) :]:
        step = play_step(game, state, each)
        steps.append(step)
        state = step.state
    return Replay(start, tuple(steps), state, spelled)


MAX_DENOMINATOR = 1_000
"""The largest denominator that an entry may give to a total, so that no total has thousands of digits."""


def play_step(game: Game[Any], state: State, effective: EffectiveEntry) -> Step:
    """Return the step of one entry after `state`. If the entry cannot count, the step has the reasons."""
    entry = effective.entry
    if effective.problems:
        return Step(effective, state, state, (), effective.problems)
    if entry is None or entry.kind in _NO_TURN:
        problems: tuple[Problem, ...] = ()
        if isinstance(entry, ClaimEntry):
            problems = (*_late_problems(state, entry), *claim_problems(game, state, entry.columns))
        return Step(effective, state, state, (), problems)
    if state.ended and (late := _late_problems(state, entry)):
        return Step(effective, state, state, (), late)
    transition = (
        _apply_result(game, state, entry) if isinstance(entry, ResultEntry) else game.play(state, entry)
    )
    after = transition.state
    if entry.kind == "sheet" or not after.sheet.has_plain_totals(transition.postings):
        beyond = _beyond_bounds(game, state, after, entry, transition.postings)
        if beyond:
            return Step(effective, state, state, (), beyond)
    return Step(
        effective,
        state,
        after,
        transition.postings,
        transition.problems,
        check_balanced(transition.worth),
        transition.hand,
    )


def _beyond_bounds(
    game: Game[Any], before: State, after: State, entry: Entry, postings: Iterable[Posting]
) -> tuple[Problem, ...]:
    # Hands may give any denominator. Other entries may only keep a large one that the column has already.
    problems = dict[Account, Problem]()
    for account, total in totals(before.sheet, postings, whole_column=entry.kind == "sheet"):
        stood, parts = before.sheet[account], total.denominator
        if not -MAX_TOTAL <= total <= MAX_TOTAL:
            sentence = N_(
                "{player}, {heading}: the figure would be {amount}, but the largest allowed is 1,000,000,000"
            )
        elif entry.kind not in game.hand_kinds and parts > MAX_DENOMINATOR and stood.denominator % parts:
            sentence = N_(
                "{player}, {heading}: the figure would be {amount}, but the largest denominator allowed"
                " is 1,000"
            )
        else:
            continue
        player = find_owner(game, after, account.owner).name
        headings = (cell.heading for cell in game.cells(after, account.owner) if cell.account == account)
        heading = next(headings, account.column)
        problems[account] = problem("", sentence, player=player, heading=heading, amount=format_amount(total))
    return tuple(problems.values())


def _late_problems(state: State, entry: Entry) -> tuple[Problem, ...]:
    if entry.kind == "end" or not (state.ended == RESULT or get_announced_results(state)):
        return ()
    return (problem("", ONLY_RESULT),)


def _apply_result(game: Game[Any], state: State, entry: ResultEntry) -> Transition[Any]:
    problems = list(_result_problems(game, state, entry))
    amounts: dict[int, Amount] = {}
    for name, figure in entry.results.items():
        player, unknown_player = find_player(state, f"results.{name}", name)
        problems += unknown_player
        if player is not None:
            amounts[player] = parse_amount(figure)
    total = normalize_amount(sum(amounts.values()))
    if not problems and total:
        sentence = N_("the results must add up to 0, not {sum}; one of them is wrong")
        problems.append(problem("", sentence, sum=format_amount(total)))
    if problems:
        return Transition(state, (), tuple(problems))
    postings = drop_zero_postings(
        Posting(Account(RESULT, player), amount, Reason(RESULT, {"value": amount}))
        for player, amount in amounts.items()
    )
    divisor = game.scaled_results(state).divisor
    worth = (
        tuple(normalize_amount(Fraction(amounts[player]) * divisor) for player in state.seats)
        if postings
        else ()
    )
    return Transition(
        replace_fields(state, sheet=state.sheet.with_postings(postings), ended=RESULT), postings, (), worth
    )


def _result_problems(game: Game[Any], state: State, entry: ResultEntry) -> Iterator[Problem]:
    if state.hands:
        sentence = N_(
            "a result can be typed only in a game without hands; the result of this game follows "
            "from its hands"
        )
        yield problem("", sentence)
    else:
        cells = [cell for owner in game.owners(state) for cell in game.cells(state, owner.number)]
        if any(state.sheet[cell.account] != cell.began for cell in cells):
            sentence = N_(
                "a result can be typed only in a game without figures; the result of this game "
                "follows from its figures"
            )
            yield problem("", sentence)
    missing = [state.names[player] for player in state.seats if state.names[player] not in entry.results]
    if missing:
        sentence = N_("the result of every player is needed; missing: {names}")
        yield problem("results", sentence, names=", ".join(missing))
