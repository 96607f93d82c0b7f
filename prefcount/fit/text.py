"""The report of a fit, for people and for programs."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from prefcount.base.i18n import N_, Phrase, Text, _, override_language, text
from prefcount.base.locale_format import format_money
from prefcount.base.problems import quote
from prefcount.fit.rules_fit import CandidateFit, FitResult, WrongFigure, _rules_without_end
from prefcount.games.game import nest_options
from prefcount.games.rules import preset_word
from prefcount.ledger import amount_to_json, format_amount
from prefcount.render.data import Object
from prefcount.render.text import option_text
from prefcount.render.text_cells import signed
from prefcount.session.replay import column_key
from prefcount.session.session import Session
from prefcount.whatif import RulesComparison, compare_rules, goal_options

MAX_RULE_SETS = 5
"""The maximum number of equally good sets of rules that are named."""
_ALL = Phrase("{rules}: the only claimed figure agrees", "{rules}: all {count} claimed figures agree")
_ALLOWED = Phrase(
    "{count} hand counts by these rules, but not by the game's own",
    "{count} hands count by these rules, but not by the game's own",
)
_REST = Phrase("and {count} more set of rules", "and {count} more sets of rules")


class FittedFile(NamedTuple):
    """A session whose rules are searched, and its file. The game on the screen has no path."""

    path: Path | None
    session: Session

    @property
    def name(self) -> str:
        """The path as text, or “this game” for the game on the screen."""
        return _("this game") if self.path is None else quote(self.path)


def fit_lines(files: Sequence[FittedFile], fit: FitResult) -> Iterator[str]:
    """Yield the likeliest rules, equally good rules, the remaining differences, and the changed results."""
    best = fit.best[0]
    yield from _verdict_lines(fit)
    for figure in best.wrong_figures:
        yield _wrong_figure_line(files, figure)
    for hand in best.refused:
        sentence = N_("{path}, entry {n} does not count by these rules")
        yield str(text(sentence, path=files[hand.session].name, n=hand.entry))
    if best.allowed:
        yield str(_ALLOWED.of(best.allowed, {"count": best.allowed}))
    for file in files:
        yield _difference_line(file, best)


def _verdict_lines(fit: FitResult) -> Iterator[str]:
    best = fit.best[0]
    yield _fit_sentence(best, fit.figures)
    for fitted in fit.best[1:MAX_RULE_SETS]:
        same = fitted.written == best.written
        sentence = N_("or {rules}, which writes the same here") if same else N_("or {rules}")
        yield str(text(sentence, rules=_rules_text(fitted)))
    if len(fit.best) > MAX_RULE_SETS:
        rest = len(fit.best) - MAX_RULE_SETS
        yield str(_REST.of(rest, {"count": rest}))
    if not fit.complete:
        yield _("the search ended before everything was tried; there may be better rules")
    if fit.simpler is not None:
        sentence = N_("with fewer changes: {said}")
        yield str(text(sentence, said=_fit_sentence(fit.simpler, fit.figures)))


def _fit_sentence(fitted: CandidateFit, figures: int) -> str:
    values = {"rules": _rules_text(fitted), "count": figures}
    if not fitted.wrong:
        return str(_ALL.of(figures, values))
    sentence = N_("{rules}: of {count} claimed figures or hands {wrong} do not agree")
    return str(text(sentence, **values, wrong=fitted.wrong))


def _rules_text(fitted: CandidateFit) -> str:
    preset = preset_word(fitted.candidate.preset)
    changes = ", ".join(option_text(name, value) for name, value in fitted.candidate.changes)
    if not changes:
        return preset
    return str(text(N_("{convention}, but {changes}"), convention=preset, changes=changes))


def _wrong_figure_line(files: Sequence[FittedFile], figure: WrongFigure) -> str:
    sentence = N_("{path}, entry {n}: {player}, {column}: expected {computed}, found {claimed}")
    if not figure.column:
        sentence = N_("{path}, entry {n}: {player}: expected {computed}, announced {claimed}")
    place = {"path": files[figure.session].name, "n": figure.entry}
    whose = {"player": figure.player, "column": _find_heading(files[figure.session].session, figure)}
    totals = {"computed": format_amount(figure.computed), "claimed": format_amount(figure.claimed)}
    return str(text(sentence, **place, **whose, **totals))


def _find_heading(session: Session, figure: WrongFigure) -> Text | str:
    game, state = session.game, session.state
    cells = (cell for owner in game.owners(state) for cell in game.cells(state, owner.number))
    return next((cell.heading for cell in cells if column_key(state, cell) == figure.column), "")


def _replay_by_fit(file: FittedFile, best: CandidateFit) -> RulesComparison:
    """Replay a session with the rules of `best`, but with the goal of the session."""
    rules = best.candidate.as_header_rules(goal_options(file.session))
    return compare_rules(file.session, _rules_without_end(file.session.game, rules))


def _difference_line(file: FittedFile, best: CandidateFit) -> str:
    other = _replay_by_fit(file, best)
    if not any(other.counted):
        return str(text(N_("{path}: results as under its own rules"), path=file.name))
    amounts: list[str] = []
    for index, player in enumerate(other.players):
        amount = signed(other.counted[index])
        if other.money is not None:
            amount += f" ({format_money(other.money[index], other.currency, signed=True)})"
        amounts.append(f"{player} {amount}")
    sentence = N_("{path}: changes compared with its own rules: {amounts}")
    return str(text(sentence, path=file.name, amounts=", ".join(amounts)))


@override_language("en")
def fit_object(files: Sequence[FittedFile], fit: FitResult) -> Object:
    """Return the object of `fit --json`."""
    best = fit.best[0]
    return {
        "ok": not best.wrong,
        "figures": fit.figures,
        "wrong": best.wrong,
        "complete": fit.complete,
        "fits": [_rules_object(each, best) for each in fit.best],
        "remaining": [_figure_object(files, figure) for figure in best.wrong_figures],
        "refused": [{"path": str(files[hand.session].path), "entry": hand.entry} for hand in best.refused],
        "files": [_file_object(file, best) for file in files],
    }


def _rules_object(fitted: CandidateFit, best: CandidateFit) -> Object:
    preset, changes = fitted.candidate
    return {
        "preset": preset,
        "changes": dict(changes),
        "rules": {"preset": preset, **nest_options(dict(changes))},
        "same": fitted.written == best.written,
    }


def _figure_object(files: Sequence[FittedFile], figure: WrongFigure) -> Object:
    return {
        "path": str(files[figure.session].path),
        "entry": figure.entry,
        "player": figure.player,
        "column": figure.column or None,
        "claimed": amount_to_json(figure.claimed),
        "computed": amount_to_json(figure.computed),
    }


def _file_object(file: FittedFile, best: CandidateFit) -> Object:
    other = _replay_by_fit(file, best)
    exact = dict(zip(other.players, map(str, other.difference), strict=True))
    money = None
    if other.money is not None:
        money = dict(zip(other.players, map(str, other.money), strict=True))
    return {"path": str(file.path), "difference": {"exact": exact, "money": money}}
