"""The running totals of the columns as on paper, corrected ones struck through."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import lru_cache

from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account
from prefcount.session.replay import Step, Total, as_written, totals
from prefcount.session.session import Session


@lru_cache(maxsize=2)  # the sheet and the reasons for its figures are asked for one after the other
def column_marks(session: Session) -> Mapping[Account, tuple[Total, ...]]:
    """All totals of all columns, oldest first, with those that a corrected entry would have left.

    A struck total stands before the one that replaces it; it is left out where the correction left the same.
    """
    columns, steps = session.replay.histories(), session.replay.steps
    corrected = [step for step in steps if step.effective.corrected_by]
    if corrected:
        order = {step.n: at for at, step in enumerate(steps)}
        for step in corrected:
            for account, amount in reversed(_struck(session, step)):
                _strike(columns.setdefault(account, []), step.n, amount, order)
    return {account: tuple(column) for account, column in columns.items()}


def _strike(column: list[Total], n: int, amount: Amount, order: Mapping[int, int]) -> None:
    """Put a struck total of entry `n` into a column whose totals are in the order of their entries."""

    def place_of(mark: Total) -> int:
        return order[mark.n]

    place, end = (bisect(column, order[n], key=place_of) for bisect in (bisect_left, bisect_right))
    if Total(n, amount) not in column[place:end]:
        column.insert(place, Total(n, amount, struck=True))


def _struck(session: Session, step: Step) -> list[tuple[Account, Amount]]:
    """The totals that a corrected entry had left in the columns it wrote, oldest first."""
    written, sheet = as_written(session.game, step), step.before.sheet
    left = totals(sheet, written.postings if written else ())
    return [(account, total) for account, total in left if total != sheet[account]]
