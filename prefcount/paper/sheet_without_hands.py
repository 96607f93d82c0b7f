"""Paper sheets without hands: impossible figures, and the hands that may have written a sheet."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.models import Adjust, ClaimEntry, Join, RulesEntry, SheetEntry
from prefcount.entries.names_and_figures import parse_history
from prefcount.games.state import State
from prefcount.ledger import Account, Amount
from prefcount.paper.known_games import (
    SearchBudget,
    SearchGuard,
    SearchStopped,
    SheetVerdict,
    find_impossible_figures,
    find_readings,
    knows_columns,
)
from prefcount.session.replay import Claim, Step, claims, column_key
from prefcount.session.session import Session

_WITHOUT_HANDS = (Adjust, Join)
"""Entries with figures that do not come from hands of the table."""


class ImpossibleClaim(NamedTuple):
    """One figure in a `sheet` or `check` entry that no hands can have written, and the reason.

    Attributes:
        entry: the number of the entry, or 0 if the entry is not in the session yet.
        player: the owner of the column.
        column: the name of the column in files, such as "pool" or "whists.Anna".
        heading: the name of the column on the screen, such as "pool" or "on Anna".
        position: the index of the figure in the column, or -1 for the column as a whole.
        text: the reason.
    """

    entry: int
    player: str
    column: str
    heading: Text | str
    position: int
    text: Text


def has_only_sheets(session: Session) -> bool:
    """Return whether all figures of a session were copied from paper, and no hands are recorded.

    The result is false with adjustments, with players who joined later, or if rules changed after a sheet.
    """
    if session.state.hands or not _paper_entries(session):
        return False
    return _is_of_one_table([step for step in session.replay.steps if step.counts])


def _is_of_one_table(steps: Sequence[Step]) -> bool:
    stands = False
    for step in steps:
        if isinstance(step.entry, _WITHOUT_HANDS) or (stands and isinstance(step.entry, RulesEntry)):
            return False
        stands = stands or isinstance(step.entry, SheetEntry | ClaimEntry)
    return True


def _table_before(session: Session, n: int) -> State:
    state = session.replay.step(n).before if n else session.state
    start: Any = session.replay.start
    table: State = start._replace(rules=state.rules)
    return table


def _paper_entries(session: Session) -> list[tuple[int, SheetEntry | ClaimEntry]]:
    steps = (step for step in session.replay.steps if step.counts)
    return [(step.n, step.entry) for step in steps if isinstance(step.entry, SheetEntry | ClaimEntry)]


def reason_untestable(session: Session) -> Text | None:
    """Return a sentence that says why the columns on paper cannot be tested for impossible figures.

    The result is None if they can be tested.
    """
    if not knows_columns(session.game):
        sentence = N_(
            "the figures cannot be tested, because the program has no list of possible hands of {game}"
        )
        return text(sentence, game=text(session.game.title))
    if any(_has_columns(session, entry) for _n, entry in _paper_entries(session)):
        return None
    sentence = N_(
        "nothing to test: only last figures are given; write a whole column, e.g. 2.6.12, to show what "
        "each hand added"
    )
    return text(sentence)


def find_impossible_claims(session: Session, guard: SearchGuard | None = None) -> Iterator[ImpossibleClaim]:
    """Yield the figures on paper that no hands can have written.

    Only columns with all totals, such as 2.6.12, are tested, and only in entries before the first recorded
    hand. Nothing is tested if the session has adjustments, players who joined later, or new rules, because
    figures may then have other causes.

    Args:
        session: the session with `sheet` or `check` entries.
        guard: the limits of the search, or None for no limits.

    Raises:
        SearchStopped: if `guard` stops the search.
    """
    before_hands = [step for step in session.replay.steps if step.counts and not step.state.hands]
    if not _is_of_one_table(before_hands):
        return
    for step in before_hands:
        if isinstance(step.entry, SheetEntry | ClaimEntry):
            yield from find_impossible_in_entry(session, step.entry, step.n, guard=guard)


def find_impossible_in_entry(
    session: Session,
    entry: SheetEntry | ClaimEntry,
    n: int = 0,
    *,
    complete: bool | None = None,
    guard: SearchGuard | None = None,
) -> Iterator[ImpossibleClaim]:
    """Yield the figures of an entry that no hands can have written.

    Only columns with all totals, such as 2.6.12, are tested.

    Args:
        session: the session of the entry.
        entry: the entry with columns from paper.
        n: the number of the entry, or 0 if the entry is not in the session yet.
        complete: whether a column that is missing from the entry is empty. If not, nothing is known about it.
            The default is true for a `sheet` entry and false for a `check` entry.
        guard: the limits of the search, or None for no limits.
    """
    start = _table_before(session, n)
    known = _claims_by_account(session, entry)
    if not any(claim.is_column for claim in known.values()):
        return
    if complete is None:
        complete = isinstance(entry, SheetEntry)
    columns = _all_columns(session, start, known, complete=complete)
    for figure in find_impossible_figures(session.game, start, columns, guard or SearchGuard()):
        claim = known[figure.account]
        assert claim.cell is not None
        yield ImpossibleClaim(n, claim.player, claim.column, claim.cell.heading, figure.position, figure.text)


class SheetReading(NamedTuple):
    """One paper sheet without recorded hands, and whether hands could have written it.

    Attributes:
        entry: the number of the entry with the sheet, or 0 if the entry is not in the session yet.
        columns: all totals of each column.
        found: the verdict.
        cells: for each account, the player's name, the column's name in files, such as "whists.Anna", and the
            column's name on the screen, such as "on Anna".
    """

    entry: int
    columns: dict[Account, tuple[Amount, ...]]
    found: SheetVerdict
    cells: dict[Account, tuple[str, str, Text | str]]


def check_sheet(session: Session, budget: SearchBudget) -> tuple[list[ImpossibleClaim], SheetReading | None]:
    """Return the figures of a sheet that no hands can have written, and the verdict on the whole sheet.

    Args:
        session: the session, which records no hands.
        budget: the limits of both searches together.
    """
    guard = SearchGuard(budget.seconds, budget.stopped)
    try:
        odd = list(find_impossible_claims(session, guard))
    except SearchStopped:
        return [], SheetReading(0, {}, SheetVerdict("undecided"), {})
    sheet = read_sheet(session, budget._replace(seconds=guard.left))
    if odd and sheet is not None and sheet.found.verdict == "undecided":  # one impossible figure is enough
        sheet = sheet._replace(found=sheet.found._replace(verdict="impossible"))
    return odd, sheet


def read_sheet(session: Session, budget: SearchBudget) -> SheetReading | None:
    """Find hands that explain the paper sheet in a session that records no hands.

    Returns:
        The result, or None if the session does not have exactly one sheet whose columns are all known.
    """
    if (sheet := _find_only_sheet(session)) is None:
        return None
    n, entry = sheet
    return read_columns(session, entry, budget, n, complete=isinstance(entry, SheetEntry))


def _find_only_sheet(session: Session) -> tuple[int, SheetEntry | ClaimEntry] | None:
    if not knows_columns(session.game) or not has_only_sheets(session):
        return None
    sheets = _paper_entries(session)
    if len(sheets) > 1:  # a claim of last figures alone tells nothing about hands
        sheets = [(n, entry) for n, entry in sheets if _has_columns(session, entry)]
    return sheets[0] if len(sheets) == 1 else None


def name_columns_without_dots(session: Session) -> Text | None:
    """Return a sentence that names the columns for which only the last total is known, or None without any.

    The sentence says that the hands behind the sheet are therefore not searched. The result is also None if
    they are not searched for another reason.
    """
    if (sheet := _find_only_sheet(session)) is None or not _has_columns(session, sheet[1]):
        return None
    claims_placed = _claims_by_account(session, sheet[1]).values()
    named = [
        f"{claim.player}, {claim.cell.heading} {claim.figure}"
        for claim in claims_placed
        if claim.cell is not None and claim.figure and not claim.is_column
    ]
    sentence = N_(
        "hands for the whole sheet were not looked for, because only the last figure is given of "
        "{columns}; write all figures with dots, e.g. 2.6.12, or 5. for a single one"
    )
    return text(sentence, columns="; ".join(named)) if named else None


def _has_columns(session: Session, entry: SheetEntry | ClaimEntry) -> bool:
    return any(claim.is_column for claim in _claims_by_account(session, entry).values())


def _claims_by_account(session: Session, entry: SheetEntry | ClaimEntry) -> dict[Account, Claim]:
    claimed = claims(session.game, session.replay.start, entry.columns)
    return {claim.cell.account: claim for claim in claimed if claim.cell is not None}


def read_columns(
    session: Session, entry: SheetEntry | ClaimEntry, budget: SearchBudget, n: int = 0, *, complete: bool
) -> SheetReading | None:
    """Find the hands that could have written the columns of an entry.

    Args:
        session: the session of the entry.
        entry: the entry with columns from paper.
        budget: the limits of the search.
        n: the number of the entry, or 0 if the entry is not in the session yet.
        complete: whether a column that is missing from the entry is empty. If not, its totals are unknown.

    Returns:
        The result, or None if all columns are empty or if any totals are unknown.
    """
    start = _table_before(session, n)
    every_column = _all_columns(session, start, _claims_by_account(session, entry), complete=complete)
    columns = {account: column for account, column in every_column.items() if column is not None}
    if len(columns) < len(every_column) or not any(columns.values()):
        return None
    cells: dict[Account, tuple[str, str, Text | str]] = {
        cell.account: (start.names[player], column_key(start, cell), cell.heading)
        for player in start.seats
        for cell in session.game.cells(start, player)
    }
    return SheetReading(n, columns, find_readings(session.game, start, columns, budget), cells)


def _all_columns(
    session: Session, start: State, known: dict[Account, Claim], *, complete: bool
) -> dict[Account, tuple[Amount, ...] | None]:
    columns: dict[Account, tuple[Amount, ...] | None] = {}
    for player in start.seats:
        for cell in session.game.cells(start, player):
            claim = known.get(cell.account)
            if claim is not None and claim.is_column:
                columns[cell.account] = parse_history(claim.figure)
            else:
                empty = complete if claim is None else claim.figure == 0
                columns[cell.account] = () if empty else None
    return columns
