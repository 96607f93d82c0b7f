"""The rules of a table, found from the figures that were written by them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from prefcount.entries.models import ClaimEntry, End, RenameEntry
from prefcount.fit import FitResult, RulesCandidate, fit_rules
from prefcount.paper.known_games import SearchBudget
from prefcount.session.session import Session
from prefcount.store.reader import load
from tests.bench.fitting import compute_columns_by, load_program_figures
from tests.helpers import brought, header
from tests.paper.comparisons import play_session

SAMPLES = Path(__file__).parents[2] / "sample_sessions"
HANDS = (
    "anna 7h wp 6",
    "boris 6s ww 6 2 2",
    "vera 7c pw 6",
    "r 3 5 2",
    "r 0 6 4",
    "anna m 1",
    "boris 8n ww 6 2 2",
)


NO_LIMIT = SearchBudget(seconds=0)


def fit(sessions: Sequence[Session], budget: SearchBudget = NO_LIMIT) -> FitResult:
    return fit_rules(sessions, budget)


def claiming(preset: str, *hands: str, **changes: Any) -> Session:
    session = play_session(*(hands or HANDS))
    columns = compute_columns_by(session, RulesCandidate(preset, tuple(changes.items())))
    assert columns is not None
    return session.accept(ClaimEntry.model_validate({"columns": columns})).session


OF_LENINGRAD = ("leningrad", "races")
"""Presets that write the same where no raspasy are played and no game ends."""


def test_a_preset_is_found_without_changes() -> None:
    found = fit([claiming("rostov-whists")])
    assert RulesCandidate("rostov-whists") in [each.candidate for each in found.best]
    assert (found.best[0].wrong, found.best[0].wrong_figures) == (0, ())
    assert found.figures == 12


def test_unusual_numbers_are_inferred_from_the_figures() -> None:
    changes = {"raspasy.to": "whists", "raspasy.trick_whists": 9}
    truth = RulesCandidate("leningrad", tuple(changes.items()))
    found = fit([claiming("leningrad", "anna 7h wp 6", "r 3 5 2", "r 0 6 4", **changes)])
    assert truth in [each.candidate for each in found.best]


OF_FOUR = (
    "anna 8h wp 8",
    "boris 6s pw 6",
    "vera 7c wp 6",
    "gleb 6d ww 6 2 2",
    "anna m 1",
    "boris 7n ww 5 3 2",
)


def test_the_rules_of_the_header_do_not_matter() -> None:
    """To 2 Sochi is over after two hands; the deal goes on all the same, and no entry names a dealer."""
    session = play_session(*OF_FOUR, players=4, target=50)
    truth = RulesCandidate("leningrad", (("consolation_to_dealer", False),))
    check = ClaimEntry.model_validate({"n": len(OF_FOUR) + 1, "columns": compute_columns_by(session, truth)})
    hands = [each.model_copy(update={"dealer": None}) for each in session.entries]
    header = session.header.model_copy(update={"rules": {"preset": "sochi", "target": 2}})
    (best, *_others) = fit([Session(header, [*hands, check])]).best
    assert (best.candidate, best.wrong, best.refused) == (truth, 0, ())


def test_a_renamed_player_is_the_same_player() -> None:
    session = claiming("leningrad", "anna 7h wp 6", "boris 6s ww 6 2 2", "anna m 1", consolation="fixed")
    renamed = session.accept(RenameEntry(player="Anna", to="Anya")).session
    assert fit([renamed]).best == fit([session]).best


def test_several_games_know_more_than_one() -> None:
    open_game = claiming("leningrad", "anna 6h pp", consolation="fixed")
    assert len(fit([open_game]).best) > 1
    best = fit([open_game, claiming("leningrad", consolation="fixed")]).best
    changed = (("consolation", "fixed"),)
    assert [each.candidate for each in best] == [RulesCandidate(each, changed) for each in OF_LENINGRAD]


def test_an_unexplained_figure_is_named() -> None:
    hands = HANDS[:2]
    session = play_session(*hands)
    columns = compute_columns_by(session, RulesCandidate("sochi"))
    assert columns is not None
    columns["Anna"]["pool"] = 999
    session = session.accept(ClaimEntry.model_validate({"columns": columns})).session
    best = fit([session]).best[0]
    assert best.candidate == RulesCandidate("sochi")
    ((_at, entry, player, column, claimed, _computed),) = best.wrong_figures
    assert (entry, player, column, claimed) == (len(hands) + 1, "Anna", "pool", 999)


def test_more_than_three_changed_options_are_found() -> None:
    changes = {"consolation": "none", "misere_value": 20, "raspasy.amnesty": True, "whist_factor": 3}
    found = fit([claiming("sochi", **changes)])
    assert RulesCandidate("sochi", tuple(changes.items())) in [each.candidate for each in found.best]
    assert (found.best[0].wrong, len(found.best[0].candidate.changes)) == (0, 4)
    assert found.simpler is not None
    assert len(found.simpler.candidate.changes) <= 3
    assert found.simpler.wrong > 0


def test_hands_that_the_header_refuses_may_count() -> None:
    """A ten that is checked has no calls, which Sochi refuses."""
    (game,) = (each for each in load_program_figures() if each.who == "smaginstepan-prefandroid__sochi/s3-01")
    (session,) = game.sessions
    refused = [step for step in session.replay.steps if step.problems and step.entry != session.entries[-1]]
    best = fit([session]).best[0]
    assert (best.candidate.changes, best.allowed, len(refused)) == ((("ten", "checked"),), 1, 1)


def test_a_stopped_fit_says_that_it_is_incomplete() -> None:
    found = fit([claiming("leningrad")], SearchBudget(stopped=lambda _tried: True))
    assert ([each.candidate for each in found.best], found.tried) == ([RulesCandidate("sochi")], 1)
    assert (found.best[0].wrong > 0, found.complete, found.simpler) == (True, False, None)


def test_a_fit_that_ends_early_names_the_best_so_far() -> None:
    session = claiming("leningrad", consolation="fixed", consolation_fixed=7)
    ended = fit([session], SearchBudget(stopped=lambda tried: tried >= 20))
    assert (ended.complete, ended.best[0].candidate.preset) == (False, "leningrad")
    assert len(ended.best[0].wrong_figures) == ended.best[0].wrong > 0


def test_a_fit_may_be_stopped_at_any_moment() -> None:
    session = claiming("leningrad", "anna 7h wp 6", consolation="fixed", consolation_fixed=7)
    for looks in range(0, 60, 3):
        left = iter(range(looks))
        ended = fit([session], SearchBudget(stopped=lambda _tried, left=left: next(left, None) is None))
        assert (ended.complete, bool(ended.best)) == (False, True)


@pytest.mark.parametrize("sample", ["races-leg", "balkan-to-the-last-bula", "prefa-to-the-last-kapiki"])
def test_prizes_and_columns_that_begin_with_figures_are_fitted(sample: str) -> None:
    found = fit([load(SAMPLES / f"{sample}.jsonl").session])
    assert (found.best[0].wrong, found.best[0].wrong_figures) == (0, ())


def test_results_are_rounded_as_the_table_rounds() -> None:
    """On paper a dump of one among four is six whists, not seven and a half (section 13)."""
    rules = {"rounding": "paper", "end": "manual"}
    begun = Session(header(4, **rules)).accept(brought(Anna={"dump": 1})).session
    paid = {"Anna": -6, "Boris": 2, "Vera": 2, "Gleb": 2}
    ended = begun.accept(End(reason="agreed", results=paid)).session
    assert fit([ended]).best[0].wrong == 0
    assert {"rounding": "paper"} in [dict(each.candidate.changes) for each in fit([ended]).best]
