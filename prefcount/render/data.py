"""The objects that commands print with `--json`, which the document of the file format describes.

Their texts are always in English. Programs rely on their keys.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from prefcount.base.i18n import Text, override_language
from prefcount.games.game import find_owner
from prefcount.games.state import State
from prefcount.ledger import NO_PLAYER, Coin, Posting, amount_to_json
from prefcount.session.outcome import Outcome, settle_session
from prefcount.session.replay import Step
from prefcount.session.session import Session

Object = dict[str, Any]


def skipped_objects(left_out: Iterable[tuple[Path, Text | str]]) -> list[Object]:
    """Return an object with the path and the reason for each file that could not be used."""
    return [{"path": str(path), "why": str(why)} for path, why in left_out]


@override_language("en")
def settlement_object(session: Session, coin: Coin | None = None) -> Object:
    """Return the object that `settle --json` prints. Raises InvalidInput for an impossible coin."""
    settled = settle_session(session, coin)
    made: Object = {
        "game": session.game.name,
        "players": list(settled.players),
        "hands": session.state.hands,
        "over": bool(session.state.over),
        "columns": columns_object(session),
        "results": {
            "exact": dict(zip(settled.players, map(str, settled.exact), strict=True)),
            "whole": dict(zip(settled.players, settled.whole, strict=True)),
        },
    }
    if prizes := settled.settlement.prizes:
        made["prizes"] = dict(zip(settled.players, map(amount_to_json, prizes), strict=True))
    return {**made, "money": _money(settled)}


def _money(settled: Outcome) -> Object | None:
    if settled.money is None:
        return None
    amounts = map(str, settled.money.amounts)
    made: Object = {
        "currency": settled.money.currency or None,
        "amounts": dict(zip(settled.players, amounts, strict=True)),
        "payments": [
            {"from": payment.payer, "to": payment.receiver, "amount": str(payment.amount)}
            for payment in settled.money.transfers
        ],
    }
    if settled.money.coin is not None:
        in_coins = map(str, settled.money.in_coins)
        made["coin"] = str(settled.money.coin)
        made["in_coins"] = dict(zip(settled.players, in_coins, strict=True))
    return made


def columns_object(session: Session) -> Object:
    """Return the figures of each owner by column. A column on opponents has a figure for each name."""
    state, columns = session.state, dict[str, Object]()
    for owner in session.game.owners(state):
        figures = columns.setdefault(owner.key, {})
        for cell in session.game.cells(state, owner.number):
            amount = amount_to_json(state.sheet[cell.account])
            if cell.other == NO_PLAYER:
                figures[cell.column] = amount
            else:
                figures.setdefault(cell.column, {})[state.names[cell.other]] = amount
    return columns


@override_language("en")
def sheet_object(session: Session) -> Object:
    """Return the object that `show --json` prints: settlement, facts, and all entries with postings."""
    state = session.state
    return {
        **settlement_object(session),
        "rules": session.game.spell_rules(state.rules),
        "facts": {fact.key: str(fact.value) for fact in session.game.facts(state)},
        "entries": [_step(session, step) for step in session.replay.steps],
    }


def _step(session: Session, step: Step) -> Object:
    entry, corrected_by = step.entry or step.effective.written, step.effective.corrected_by
    made: Object = {"n": step.n, "kind": entry.kind, "line": session.line(step), "counts": step.counts}
    if corrected_by:
        made["corrected_by"] = corrected_by
    if step.problems:
        made["problems"] = [str(problem) for problem in step.problems]
    return {**made, "postings": [_posting(session, step.state, posting) for posting in step.postings]}


def _posting(session: Session, state: State, posting: Posting) -> Object:
    account = posting.account
    on = {} if account.other == NO_PLAYER else {"on": state.names[account.other]}
    return {
        "player": find_owner(session.game, state, account.owner).key,
        "column": account.column,
        **on,
        "amount": amount_to_json(posting.amount),
        "reason": str(session.game.sentence(posting, state.names)),
    }
