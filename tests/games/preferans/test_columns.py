"""Columns from paper without hands: what is right is never doubted, what no hand can write is found."""

from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings

from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Account
from tests.helpers import GAME, start
from tests.strategies import Played, games

HANDS = frozenset({"hand", "contract", "dealer"})


def histories(played: Played) -> dict[Account, list[Amount]]:
    """The running totals of every column, as a careful scorer writes them: one for each hand."""
    found: dict[Account, list[Amount]] = {}
    before: Any = played.first
    for turn in played.turns:
        for account in dict.fromkeys(posting.account for posting in turn.postings):
            total = exact(turn.state.sheet[account])
            if total != before.sheet[account]:
                found.setdefault(account, []).append(total)
        before = turn.state
    return found


def said(columns: Mapping[Account, Any], **rules: Any) -> list[str]:
    """What is odd about columns at a table of three."""
    return [str(each.text) for each in GAME.oddities(start(**rules), columns)]


@settings(max_examples=60)
@given(games(kinds=HANDS, most=14))
def test_what_was_played_is_never_odd(played: Played) -> None:
    """Every convention, two to four players, with aid, bombs and talon bonuses."""
    assert [str(each.text) for each in GAME.oddities(played.first, histories(played))] == []
