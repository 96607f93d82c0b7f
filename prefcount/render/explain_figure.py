"""The explanation of a figure on the sheet: its postings, each with its hand and its rule."""

from collections.abc import Iterator
from typing import Any

from prefcount.base.i18n import _
from prefcount.games.game import place_name
from prefcount.games.state import Transition
from prefcount.ledger.sheet import Account, Posting
from prefcount.render.figures import figure, signed
from prefcount.render.text import describe
from prefcount.render.view import exact_changes, is_hand
from prefcount.session.outcome import column_marks
from prefcount.session.replay import Step, as_written
from prefcount.session.session import Session


def why_figure(session: Session, account: Account, n: int) -> list[str]:
    """The total that entry `n` left in a column: where it comes from, in words."""
    step = session.replay.step(n)
    column = place_name(session.game, session.state, account)
    total = ", ".join(
        figure(mark.amount) + (_(" (struck through)") if mark.struck else "")
        for mark in column_marks(session).get(account, ())
        if mark.n == n
    )
    heading = f"{column}: {total}"
    if step.hand_number is not None:
        heading = _("{column}: {total}, written by {entry}").format(
            column=column, total=total, entry=step.name
        )
    own = [reason for posting, reason in _reasons(session, step) if posting.account == account]
    replaced = _sentences(session, as_written(session.game, step))
    own = own or [reason for posting, reason in replaced if posting.account == account]
    return [heading, describe(session, step, words=True), *own]


def why_entry(session: Session, n: int) -> list[str]:
    """The postings of entry `n`, and what it was worth to each player."""
    step = session.replay.step(n)
    named = f"{step.name}: " if step.hand_number is not None else ""
    lines = [f"{named}{describe(session, step, words=True)}"]
    lines += [reason for _posting, reason in _reasons(session, step)]
    if step.postings:
        names = (step.state.names[player] for player in step.state.seats)
        changes = zip(names, exact_changes(session, step), strict=True)
        worth = ", ".join(f"{name} {signed(change)}" for name, change in changes)
        hand = is_hand(session, step)
        sentence = _("this hand: {changes}") if hand else _("changes the score: {changes}")
        lines.append(sentence.format(changes=worth))
    return lines


def _reasons(session: Session, step: Step) -> Iterator[tuple[Posting, str]]:
    """What an entry wrote, or would have written had it not been corrected, in words."""
    return _sentences(session, step if step.counts else as_written(session.game, step))


def _sentences(session: Session, transition: Step | Transition[Any] | None) -> Iterator[tuple[Posting, str]]:
    if transition is not None:
        for posting in transition.postings:
            yield posting, str(session.game.sentence(posting, transition.state.names))
