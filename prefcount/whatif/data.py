"""The comparison of a session with replays by other rules, for programs."""

from collections.abc import Sequence
from typing import Any

from prefcount.base.i18n import for_programs
from prefcount.ledger.amount import Amount, written
from prefcount.render.data import Object
from prefcount.whatif.whatif import ReplayResult, WhatIf


@for_programs()
def comparison_object(found: Sequence[WhatIf]) -> Object:
    """The object of `replay --json`."""
    first = found[0]
    return {
        "game": first.session.game.name,
        "players": list(first.players),
        "hands": first.session.state.hands,
        "currency": first.currency or None,
        "rules": first.session.game.spelled(first.session.state.rules),
        "rules_replaced": list(first.replaced),
        "played": _result_object(first, first.played),
        "replays": [_replay_object(each) for each in found],
    }


def _result_object(found: WhatIf, result: ReplayResult) -> Object:
    return {
        "exact": _amounts(found, map(str, result.exact)),
        "whole": _amounts(found, result.whole),
        "money": None if result.money is None else _amounts(found, map(str, result.money)),
    }


def _amounts(found: WhatIf, amounts: Any) -> Object:
    return dict(zip(found.players, amounts, strict=True))


def _exactly(found: WhatIf, amounts: Sequence[Amount]) -> Object:
    return _amounts(found, map(str, map(written, amounts)))


def _replay_object(found: WhatIf) -> Object:
    session = found.session
    return {
        "name": found.name,
        "rules": found.rules,
        "results": _result_object(found, found.replayed),
        "difference": {
            "exact": _exactly(found, found.difference),
            "money": None if found.money is None else _amounts(found, map(str, found.money)),
        },
        "causes": [
            {"cause": each.cause.key, "amounts": _exactly(found, each.amounts)} for each in found.parts
        ],
        "entries": [
            {"n": each.step.n, "line": session.line(each.step), "amounts": _exactly(found, each.amounts)}
            for each in found.moved
        ],
        "not_counted": [
            {"n": each.step.n, "line": session.line(each.step), "problems": list(map(str, each.problems))}
            for each in found.unfit
        ],
        "ending": None
        if found.ending is None
        else {
            "after_hand": found.ending.hands or None,
            "later_hands": found.ending.later,
            "counted": found.ending.counted,
        },
    }
