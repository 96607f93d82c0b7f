"""Entries that change the rules in the course of a game."""

import json
from typing import Any

import pytest
from hypothesis import given

from prefcount.base.problems import InvalidInput
from prefcount.games.game import EditedRules
from prefcount.session.session import Session
from prefcount.session.typed_entries import change_problems, rules_change
from tests import helpers, strategies
from tests.helpers import GAME
from tests.store.files import session
from tests.tables import each_line, load_table


@each_line(*load_table("changes-of-rules"))
def test_a_change_names_what_differs(before: str, chosen: str, named: str) -> None:
    """An option that is not chosen any more goes back. Another preset comes with all that differs from it."""
    entry = rules_change(session(**json.loads(before)), {"preset": "sochi", **json.loads(chosen)})
    assert entry is not None
    assert entry.set == json.loads(named)


@given(before=strategies.rules(), after=strategies.rules())
def test_the_difference_leads_from_any_rules_to_any_others(before: Any, after: Any) -> None:
    table = Session(helpers.header(3, **before))
    chosen = GAME.spell_rules(GAME.rules(after))
    entry = rules_change(table, chosen)
    reached = table.state.rules if entry is None else table.accept(entry).session.state.rules
    values = [info.value for info in GAME.options(reached)]
    assert values == [info.value for info in EditedRules.from_header(GAME, chosen).options]


def test_a_value_is_named_if_it_followed_before_and_is_chosen_now() -> None:
    entry = rules_change(session(), {"preset": "sochi", "doubled": True, "dump_factor": 1})
    assert entry is not None
    assert entry.set == {"doubled": True, "dump_factor": 1}


def test_unchanged_rules_need_no_entry() -> None:
    assert rules_change(session(style="gentleman"), {"preset": "sochi", "style": "gentleman"}) is None
    assert change_problems(session(), {"preset": "sochi"}) == ()


def test_impossible_changes_are_refused() -> None:
    with pytest.raises(InvalidInput) as caught:
        rules_change(session(), {"preset": "sochi", "end": "hands"})
    assert str(caught.value).startswith(
        "rules.hands: must be given, because the game ends after a number of hands"
    )
    doubled = {"preset": "sochi", "doubled": True}
    assert change_problems(session(), doubled) == ()
    assert [str(problem) for problem in change_problems(session("r 3 5 2"), doubled)] == [
        "set.doubled: cannot change after the first hand; start a new game instead"
    ]
