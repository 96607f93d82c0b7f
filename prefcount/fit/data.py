"""The result of fitting rules, for programs."""

from collections.abc import Sequence

from prefcount.base.i18n import speaking
from prefcount.fit.claims_by_rules import FigureLeft, Fitted
from prefcount.fit.rules_fit import Fit
from prefcount.fit.text import FittedFile, by_these
from prefcount.games.edited_rules import nested
from prefcount.ledger.amount import written
from prefcount.render.data import Object


@speaking("en")
def fit_object(files: Sequence[FittedFile], fit: Fit) -> Object:
    """The object of `fit --json` (docs/file-format.md). Never localised."""
    best = fit.best[0]
    return {
        "ok": not best.wrong,
        "figures": fit.figures,
        "wrong": best.wrong,
        "complete": fit.complete,
        "fits": [_rules(each, best) for each in fit.best],
        "remaining": [_remaining(files, figure) for figure in best.left],
        "refused": [{"path": str(files[hand.session].path), "entry": hand.entry} for hand in best.refused],
        "files": [_file(file, best) for file in files],
    }


def _rules(fitted: Fitted, best: Fitted) -> Object:
    preset, changes = fitted.candidate
    return {
        "preset": preset,
        "changes": dict(changes),
        "rules": {"preset": preset, **nested(dict(changes))},
        "same": fitted.written == best.written,
    }


def _remaining(files: Sequence[FittedFile], figure: FigureLeft) -> Object:
    return {
        "path": str(files[figure.session].path),
        "entry": figure.entry,
        "player": figure.player,
        "column": figure.column or None,
        "claimed": written(figure.claimed),
        "computed": written(figure.computed),
    }


def _file(file: FittedFile, best: Fitted) -> Object:
    other = by_these(file, best)
    exactly = {name: str(each) for name, each in zip(other.players, other.difference, strict=True)}
    won = None
    if other.money is not None:
        won = {name: str(each) for name, each in zip(other.players, other.money, strict=True)}
    return {"path": str(file.path), "difference": {"exact": exactly, "money": won}}
