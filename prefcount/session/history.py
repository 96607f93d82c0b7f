"""The columns as they look on paper: every running total, wrong ones struck through but readable."""

from typing import NamedTuple

from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Account, Posting
from prefcount.session.replay import NOT_PLAYED, Step
from prefcount.session.session import Session


class Mark(NamedTuple):
    """A total in a column: the entry that wrote it, and whether a correction struck it through."""

    n: int
    amount: Amount
    struck: bool = False


def marks(session: Session) -> dict[Account, tuple[Mark, ...]]:
    """All totals of all columns, oldest first, with those that a corrected entry would have left."""
    struck = {step.n: _struck(session, step) for step in session.replay.steps if step.standing.corrected_by}
    written = session.replay.histories()
    accounts = {*written, *(account for amounts in struck.values() for account in amounts)}
    order = {step.n: at for at, step in enumerate(session.replay.steps)}
    found: dict[Account, tuple[Mark, ...]] = {}
    for account in accounts:
        valid = [Mark(total.n, total.amount) for total in written.get(account, ())]
        wrong = [Mark(n, amounts[account], True) for n, amounts in struck.items() if account in amounts]
        standing = {(mark.n, mark.amount) for mark in valid}
        wrong = [mark for mark in wrong if (mark.n, mark.amount) not in standing]
        found[account] = tuple(sorted([*wrong, *valid], key=lambda mark: (order[mark.n], not mark.struck)))
    return found


def _struck(session: Session, step: Step) -> dict[Account, Amount]:
    """The totals that a corrected entry had left in the columns it wrote."""
    written = step.standing.written
    if isinstance(written, NOT_PLAYED):
        return {}
    postings: tuple[Posting, ...] = session.game.play(step.before, written).postings
    totals: dict[Account, Amount] = {}
    for account, amount, _reason in postings:
        totals[account] = exact(totals.get(account, step.before.sheet[account]) + amount)
    return {account: total for account, total in totals.items() if total != step.before.sheet[account]}
