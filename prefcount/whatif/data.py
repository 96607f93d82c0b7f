"""The comparison of a session with replays by other rules, for programs."""

from collections.abc import Sequence
from typing import Any

from prefcount.base.i18n import speaking
from prefcount.ledger.sheet import Amount, written
from prefcount.render.data import Object
from prefcount.whatif.whatif import Ending, ReplayResult, WhatIf


@speaking("en")
def comparison_object(replays: Sequence[WhatIf]) -> Object:
    """The object of `replay --json`."""
    first = replays[0]
    return {
        "game": first.session.game.name,
        "players": list(first.players),
        "hands": first.session.state.hands,
        "currency": first.currency or None,
        "rules": first.session.game.spelled(first.session.state.rules),
        "rules_replaced": list(first.replaced),
        "played": _result_object(first, first.played),
        "replays": [_replay_object(each) for each in replays],
    }


def _result_object(compared: WhatIf, result: ReplayResult) -> Object:
    return {
        "exact": _amounts(compared, map(str, result.exact)),
        "whole": _amounts(compared, result.whole),
        "money": None if result.money is None else _amounts(compared, map(str, result.money)),
    }


def _amounts(compared: WhatIf, amounts: Any) -> Object:
    return dict(zip(compared.players, amounts, strict=True))


def _exactly(compared: WhatIf, amounts: Sequence[Amount]) -> Object:
    return _amounts(compared, map(str, map(written, amounts)))


def _replay_object(compared: WhatIf) -> Object:
    session = compared.session
    return {
        "name": compared.name,
        "rules": compared.rules,
        "results": _result_object(compared, compared.replayed),
        "difference": {
            "exact": _exactly(compared, compared.difference),
            "money": None if compared.money is None else _amounts(compared, map(str, compared.money)),
        },
        "causes": [
            {"cause": each.cause.key, "amounts": _exactly(compared, each.amounts)} for each in compared.parts
        ],
        "entries": [
            {"n": each.step.n, "line": session.line(each.step), "amounts": _exactly(compared, each.amounts)}
            for each in compared.moved
        ],
        "not_counted": [
            {"n": each.step.n, "line": session.line(each.step), "problems": list(map(str, each.problems))}
            for each in compared.unfit
        ],
        "ending": None if compared.ending is None else _ending(compared.ending),
    }


def _ending(ending: Ending) -> Object:
    return {"after_hand": ending.hands or None, "later_hands": ending.later, "counted": ending.counted}
