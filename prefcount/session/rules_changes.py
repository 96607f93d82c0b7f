"""The entry for a change of rules in the course of a game."""

from collections.abc import Mapping
from typing import Any

from prefcount.base.problems import InvalidInput, Problem
from prefcount.entries.common import RulesEntry
from prefcount.games.shared.edited_rules import EditedRules, nested
from prefcount.session.session import Session


def rules_change(session: Session, chosen: Mapping[str, Any]) -> RulesEntry | None:
    """The entry after which a session goes on by the rules that a header would spell so; None if it does.

    Under the same preset it names what differs from the rules until now. Another preset puts everything
    else to that preset, so the whole spelling is named then.

    Raises:
        InvalidInput: if the rules contradict each other.
    """
    game = session.game
    before = EditedRules.of(game, game.spelled(session.state.rules))
    after = EditedRules.of(game, chosen)
    if after.problems:
        raise InvalidInput(after.problems)
    if after.preset != before.preset:
        return RulesEntry(set=dict(after.given))
    pairs = zip(before.options, after.options, strict=True)
    changed = {
        new.name: new.value
        for old, new in pairs
        if new.value != old.value
        and (before.is_chosen(old) or after.is_chosen(new))  # others follow by themselves
    }
    return RulesEntry(set=nested(changed)) if changed else None


def change_problems(session: Session, chosen: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Why a session cannot go on by these rules from here."""
    try:
        entry = rules_change(session, chosen)
    except InvalidInput as refusal:
        return refusal.problems
    return () if entry is None else session.proposed(session.completed_entry(entry)).problems
