"""Announced results that differ: by rounding, by digits, by a wrong formula of the settlement."""

from typing import Any

import pytest

from prefcount.audit.checks import check_results
from prefcount.base.i18n import text
from prefcount.entries.models import End
from prefcount.ledger import round_to_whole
from prefcount.paper.known_games import settlement_slips
from prefcount.session.outcome import settle_session
from prefcount.session.session import Session
from prefcount.store.reader import CHAIN_BROKEN, SEAL_BROKEN, TORN_TAIL, FileFault, LoadedSession, Stamp
from tests.helpers import brought, header
from tests.paper.comparisons import play_session


def found(session: Session, *faults: FileFault, **results: int) -> list[tuple[str, str]]:
    ended = session.accept(End(reason="agreed", results=results)).session
    return [
        (each.code, str(each.message))
        for each in check_results(LoadedSession(ended, faults, b"", "", Stamp(0, 0, 0, 0, 0)))
    ]


def evening(**rules: Any) -> Session:
    figures: dict[str, Any] = {
        "Anna": {"pool": 8, "dump": 4, "whists": {"Boris": 30, "Vera": 8}},
        "Boris": {"pool": 2, "dump": 19, "whists": {"Anna": 12, "Vera": 20}},
        "Vera": {"pool": 15, "dump": 1, "whists": {"Anna": 6, "Boris": 41}},
    }
    return play_session(brought(**figures), **rules)


def right(session: Session) -> dict[str, int]:
    return dict(zip(session.players, round_to_whole(session.game.results(session.state)), strict=True))


@pytest.mark.parametrize("preset", ["sochi", "leningrad", "rostov"])
def test_a_wrong_formula_is_named(preset: str) -> None:
    session = evening(preset=preset)
    for slip in settlement_slips(session.game, session.state):
        results = dict(zip(session.players, round_to_whole(slip.results), strict=True))
        exact = session.game.results(session.state)
        if all(-1 < new - old < 1 for new, old in zip(results.values(), exact, strict=True)):
            continue
        said = found(session, **results)
        assert said, slip.text
        assert all(code == "result-mismatch" and f"most likely: {slip.text}" in text for code, text in said)


def test_only_rounded_otherwise() -> None:
    session = evening()
    results = right(session)
    exact = dict(zip(session.players, session.game.results(session.state), strict=True))
    name = next(name for name in results if exact[name] != results[name])
    results[name] += 1 if exact[name] > results[name] else -1
    ((code, said),) = [each for each in found(session, **results) if each[0] != "results-odd"]
    assert code == "results-rounded"
    assert said.startswith(f"{name}: announced {results[name]}, expected ")


def test_a_rule_for_rounding_is_applied_exactly() -> None:
    """Anna has a dump of one among four; rounded on paper she pays two to each (section 13)."""
    begun = Session(header(4, rounding="paper")).accept(brought(Anna={"dump": 1})).session
    assert settle_session(begun).whole == (-6, 2, 2, 2)
    assert not found(begun, Anna=-6, Boris=2, Vera=2, Gleb=2)
    otherwise = found(begun, Anna=-8, Boris=3, Vera=3, Gleb=2)
    assert [code for code, _said in otherwise] == ["result-mismatch"] * 3


def test_wrong_signs_and_exchanged_digits_are_named() -> None:
    session = evening()
    results = right(session)
    turned = found(session, **{name: -each for name, each in results.items()})
    assert all("most likely: plus and minus are swapped in all results" in said for _code, said in turned)
    name = "Vera"
    assert results[name] == 155
    ((_code, said), *_rest) = found(session, **{**results, name: 551})
    assert said.endswith("most likely: two digits were swapped")
    ((_code, said), *_rest) = found(session, **{**results, name: -155})
    assert said.endswith("most likely: the sign is reversed")


@pytest.mark.parametrize(
    ("code", "guessed"), [(CHAIN_BROKEN, False), (SEAL_BROKEN, False), (TORN_TAIL, True)]
)
def test_an_altered_file_explains_its_results(code: str, guessed: bool) -> None:
    session = evening()
    results = {**right(session), "Vera": 551}
    ((_code, said), *_rest) = found(session, FileFault(code, 1, text("altered")), **results)
    assert said.startswith("Vera: expected 155, announced 551")
    assert said.endswith("two digits were swapped") is guessed
