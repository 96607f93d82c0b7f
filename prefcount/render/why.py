"""Why a figure stands on the sheet: the postings behind it, each with its hand and its rule."""

from collections.abc import Iterator

from prefcount.i18n import _
from prefcount.ledger.postings import NOBODY, Account, Posting
from prefcount.render.figures import figure, signed
from prefcount.render.text import describe
from prefcount.render.view import result_changes
from prefcount.session.history import marks
from prefcount.session.replay import NOT_PLAYED, Step
from prefcount.session.session import Session


def why_figure(session: Session, account: Account, n: int) -> list[str]:
    """The total that entry `n` left in a column: where it comes from, in words."""
    step = session.replay.step(n)
    column = _column_name(session, account)
    totals = [mark for mark in marks(session).get(account, ()) if mark.n == n]
    shown = ", ".join(
        figure(mark.amount) + (_(" (struck through)") if mark.struck else "") for mark in totals
    )
    lines = [_("{column}: {total}, written by entry {n}").format(column=column, total=shown, n=n)]
    lines.append(describe(session, step))
    own = [posting for posting in _postings(session, step) if posting.account == account]
    return lines + list(_reasons(session, step, own))


def why_entry(session: Session, n: int) -> list[str]:
    """What entry `n` wrote, posting by posting, and what it was worth to everybody."""
    step = session.replay.step(n)
    lines = [f"{n}  {describe(session, step)}", *_reasons(session, step, _postings(session, step))]
    names = (step.state.names[player] for player in step.state.seats)
    worth = [
        f"{name} {signed(change)}" for name, change in zip(names, result_changes(session, step), strict=True)
    ]
    if step.postings:
        lines.append(_("results: {changes}").format(changes=", ".join(worth)))
    return lines


def _postings(session: Session, step: Step) -> tuple[Posting, ...]:
    """What an entry wrote, or would have written had it not been corrected."""
    if step.postings or isinstance(step.standing.written, NOT_PLAYED):
        return step.postings
    return session.game.play(step.before, step.standing.written).postings


def _reasons(session: Session, step: Step, postings: tuple[Posting, ...] | list[Posting]) -> Iterator[str]:
    for posting in postings:
        said = session.game.sentence(posting, step.state.names)
        yield f"{said} ({_column_name(session, posting.account)} {signed(posting.amount)})"


def _column_name(session: Session, account: Account) -> str:
    for cell in session.game.cells(session.state, account.owner):
        if cell.account == account:
            name = session.state.names[account.owner]
            return f"{name} {cell.heading}"
    return account.column if account.other == NOBODY else f"{account.column} {account.other}"
