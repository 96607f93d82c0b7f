"""Rules changed in the course of a game, as the entry that says so."""

from typing import Any

import pytest

from prefcount.base.problems import InvalidInput
from prefcount.session.typed_entries import change_problems, rules_change
from tests.store.files import session


@pytest.mark.parametrize(
    ("chosen", "named"),
    [
        ({"preset": "sochi", "style": "gentleman"}, {"style": "gentleman"}),
        ({"preset": "sochi", "raspasy": {"cap": 5}}, {"raspasy": {"cap": 5}}),
        ({"preset": "sochi", "target": 10, "aid": False}, {"target": 10, "aid": False}),
    ],
)
def test_what_differs_is_named(chosen: dict[str, Any], named: dict[str, Any]) -> None:
    """Under the same preset the entry says what is new, and playing it gives the rules that were chosen."""
    now = session()
    entry = rules_change(now, chosen)
    assert entry is not None
    assert entry.set == named
    changed = now.accepted(entry).session
    assert changed.state.rules == session(**chosen).state.rules


def test_an_option_goes_back_to_the_preset() -> None:
    """What was changed before and is not chosen any more is named with the preset's value."""
    now = session(style="gentleman", raspasy={"cap": 5})
    entry = rules_change(now, {"preset": "sochi"})
    assert entry is not None
    assert entry.set == {"style": "greedy", "raspasy": {"cap": 3}}
    assert now.accepted(entry).session.state.rules == session().state.rules


def test_another_preset_is_named_whole() -> None:
    """Everything else goes to that preset."""
    now = session(style="gentleman")
    entry = rules_change(now, {"preset": "rostov", "aid": False})
    assert entry is not None
    assert entry.set == {"preset": "rostov", "target": 20, "aid": False}
    assert now.accepted(entry).session.state.rules == session(preset="rostov", aid=False).state.rules


def test_nothing_new() -> None:
    """The rules that are played already need no entry."""
    assert rules_change(session(style="gentleman"), {"preset": "sochi", "style": "gentleman"}) is None
    assert change_problems(session(), {"preset": "sochi"}) == ()


def test_what_cannot_be_changed() -> None:
    """Contradictions at once; options that are frozen by the first hand once one was played."""
    with pytest.raises(InvalidInput) as caught:
        rules_change(session(), {"preset": "sochi", "end": "hands"})
    assert str(caught.value).startswith("rules.hands: a game that ends after hands needs")
    doubled = {"preset": "sochi", "doubled": True}
    assert change_problems(session(), doubled) == ()
    assert [str(problem) for problem in change_problems(session("r 3 5 2"), doubled)] == [
        "set.doubled: cannot change after the first hand; start a new game for it"
    ]
