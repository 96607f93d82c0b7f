"""Cases from published programs and articles on Prefa, and cases that follow from its rules."""

from typing import Any

from pydantic import ValidationError

from prefcount.ledger import amount_to_json
from tests.games.family import Case, Table, cases, vectors

PREFA = Table.of("prefa")


def entry(fields: Case) -> Any:
    return PREFA.entry(fields["type"], **{name: value for name, value in fields.items() if name != "type"})


def before(case: Case) -> Any:
    state = PREFA.start(case["players"], **case.get("options", {}))
    taken = state.pot - case.get("before", {}).get("pot", state.pot)
    return PREFA.play(state, PREFA.entry("sheet", columns={case["players"][0]: {"kasa": int(taken)}}))


def test_options_have_the_defaults_of_the_vectors() -> None:
    assert vectors("prefa")["defaults"].items() <= PREFA.game.rules({}).model_dump().items()


@cases("prefa", "hand")
def test_hands_write_the_figures_of_the_vectors(case: Case) -> None:
    state = before(case)
    done = PREFA.transition(state, entry(case["entry"]))
    assert not done.problems
    assert PREFA.posted(state, done.postings) == case["postings"]
    assert sum(PREFA.game.results(done.state)) == 0


@cases("prefa", "settle")
def test_sheets_settle_as_in_the_vectors(case: Case) -> None:
    given = case["state"]
    figures = {name: {"kasa": given["kasa"][name], "cash": given["cash"][name]} for name in case["players"]}
    state = PREFA.play(
        PREFA.start(case["players"], stake=given["stake"]), PREFA.entry("sheet", columns=figures)
    )
    assert state.pot == given["pot"]
    results = {name: amount_to_json(result) for name, result in PREFA.results(state).items()}
    assert results == case["result"]
    assert PREFA.game.settle(state).results == PREFA.game.results(state)


@cases("prefa", "game")
def test_games_go_as_in_the_vectors(case: Case) -> None:
    state = PREFA.start(case["players"], **case.get("options", {}))
    for step in case["events"]:
        done = PREFA.transition(state, entry(step["entry"]))
        assert not done.problems
        assert PREFA.posted(state, done.postings) == step["postings"]
        state = done.state
        assert (state.pot, bool(state.over)) == (step["pot_after"], step["over"])
    final = case["final_state"]
    for at, name in enumerate(case["players"]):
        assert (state.kasa(at), state.cash(at)) == (final["kasa"][name], final["cash"][name])
    assert PREFA.results(state) == case["result"]


@cases("prefa", "invalid")
def test_invalid_entries_of_the_vectors_are_refused(case: Case) -> None:
    state = before(case)
    try:
        given = entry(case["entry"])
    except ValidationError:
        return
    assert PREFA.problems(state, given)
