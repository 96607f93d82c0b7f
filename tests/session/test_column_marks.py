"""Columns as on paper: every total in its order, wrong ones struck through."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from prefcount.entries.models import AmendBase, Entry, HandEntry, NoteEntry, Void
from prefcount.ledger import Account
from prefcount.session.outcome import column_marks
from prefcount.session.replay import Step, Total
from prefcount.session.session import Session
from tests.helpers import GAME
from tests.store.files import amend, session, void
from tests.strategies import EVERYTHING, Played, games

ANNA, BORIS = 0, 1
WITHOUT_SHEETS = EVERYTHING - {"sheet"}


def column(session: Session, account: Account) -> list[tuple[int, Any, bool]]:
    return [(n, total, struck) for n, total, struck in column_marks(session).get(account, ())]


def pool(session: Session, player: int) -> list[tuple[int, Any, bool]]:
    return column(session, Account("pool", player))


# --- any game, with any corrections ---------------------------------------------------------------


@st.composite
def corrected(draw: st.DrawFn) -> Session:
    """Draw a game with voided, corrected and inserted entries, some of which may not fit."""
    played: Played = draw(games(kinds=WITHOUT_SHEETS))
    entries: list[Entry] = [each.model_copy(update={"n": n}) for n, each in enumerate(played.entries, 1)]
    hands = [each for each in played.entries if isinstance(each, HandEntry)]
    for n in range(len(entries) + 1, len(entries) + 1 + draw(st.integers(0, 3)) * bool(entries)):
        target = draw(st.integers(1, n - 1))
        what = draw(st.sampled_from(["void", "amend", "after"] if hands else ["void"]))
        if what == "void":
            entries.append(Void(n=n, entry=target))
            continue
        hand = draw(st.sampled_from(hands))
        if what == "after":
            entries.append(hand.model_copy(update={"n": n, "after": target}))
        else:
            made = GAME.entries["amend"].model_validate({"entry": target, "with": hand})
            entries.append(made.model_copy(update={"n": n}))
    return Session(played.header, entries)


def left(step: Step) -> dict[Account, Any]:
    return {
        account: step.state.sheet[account]
        for account in {posting.account for posting in step.postings}
        if step.state.sheet[account] != step.before.sheet[account]
    }


def had_left(step: Step) -> dict[Account, Any]:
    written = step.effective.written
    if not step.effective.corrected_by or isinstance(written, Void | AmendBase | NoteEntry):
        return {}
    return left(Step(step.effective, step.before, *GAME.play(step.before, written)))


@given(corrected())
def test_plain_totals_are_those_of_the_hands(game: Session) -> None:
    expected: dict[Account, list[tuple[int, Any]]] = {}
    for step in game.replay.steps:
        for account, total in left(step).items():
            expected.setdefault(account, []).append((step.n, total))
    found = {
        account: [(mark.n, mark.amount) for mark in column if not mark.struck]
        for account, column in column_marks(game).items()
    }
    assert {account: totals for account, totals in found.items() if totals} == expected


@given(corrected())
def test_struck_totals_are_those_of_corrected_entries(game: Session) -> None:
    for step in game.replay.steps:
        now, wrong = left(step), had_left(step)
        struck = {
            account: mark.amount
            for account, column in column_marks(game).items()
            for mark in column
            if mark.struck and mark.n == step.n
        }
        assert struck == {account: total for account, total in wrong.items() if now.get(account) != total}


@given(corrected())
def test_totals_are_in_the_order_of_their_entries(game: Session) -> None:
    order = [step.n for step in game.replay.steps]
    for column in column_marks(game).values():
        places = [(order.index(mark.n), not mark.struck) for mark in column]
        assert places == sorted(set(places))


@given(games())
def test_the_newest_total_is_the_figure_of_the_sheet(played: Played) -> None:
    entries = [each.model_copy(update={"n": n}) for n, each in enumerate(played.entries, 1)]
    found = column_marks(Session(played.header, entries))
    for account in {*found, *played.state.sheet}:
        assert (found[account][-1].amount if found.get(account) else 0) == played.state.sheet[account]
        assert not any(mark.struck for mark in found.get(account, ()))


# --- examples -------------------------------------------------------------------------------------


def test_a_corrected_hand_has_struck_and_right_totals() -> None:
    game = session("anna 7h wp 7", "anna 6s pp", amend(1, "anna 7h wp 8"))
    assert pool(game, ANNA) == [(1, 4, False), (2, 6, False)]
    assert column(game, Account("whists", BORIS, ANNA)) == [(1, 12, True), (1, 8, False)]
    lost = session("anna 7h wp 7", "anna 6s pp", amend(1, "anna 7h wp 5"))
    assert pool(lost, ANNA) == [(1, 4, True), (2, 2, False)]
    assert column(lost, Account("dump", ANNA)) == [(1, 8, False)]


def test_a_voided_column_from_paper_leaves_its_last_total_struck() -> None:
    game = session({"kind": "sheet", "columns": {"Anna": {"pool": "2.6.12"}}}, "anna 7h pp", void(1))
    assert pool(game, ANNA) == [(1, 12, True), (2, 4, False)]


def test_voiding_a_hand_strikes_nothing_in_a_column_it_had_not_changed() -> None:
    """On paper nothing in Anna's pool was ever struck."""
    game = session("anna 8h pp", "anna 7s pp", void(2), target=6)
    assert pool(game, BORIS) == [(2, 4, True)]
    assert pool(game, ANNA) == [(1, 6, False)]


def test_an_entry_that_no_longer_fits_leaves_no_marks() -> None:
    """Gleb joined and played. Without him his hand is impossible."""
    hand = {"kind": "game", "declarer": "Gleb", "contract": "6S", "calls": {"Anna": "pass", "Boris": "pass"}}
    game = session("anna 7h pp", {"kind": "join", "player": "Gleb"}, {**hand, "dealer": "Vera"}, void(2))
    assert [step.counts for step in game.replay.steps] == [True, False, False, True]
    assert {account: column for account, column in column_marks(game).items() if account.owner < 3} == {
        Account("pool", ANNA): (Total(1, 4),)
    }
