"""Cases from published rules, clubs and programs of Balkan Preferans, and from its rules."""

from typing import Any

from pydantic import ValidationError

from prefcount.entries.models import Entry
from prefcount.games.balkan.rules import BalkanState, score, write_off
from tests.games.family import Case, Table, cases, vectors

BALKAN = Table.of("balkan")


def entry(fields: Case) -> Entry:
    return BALKAN.entry(fields["type"], **{name: value for name, value in fields.items() if name != "type"})


def columns(figures: Case, players: list[str]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {name: {} for name in players}
    for name in players:
        for column in ("bule", "refe_open"):
            if name in figures.get(column, {}):
                found[name][column] = figures[column][name]
    for pair, amount in figures.get("supe", {}).items():
        writer, other = pair.split(">")
        found[writer].setdefault("supe", {})[other] = amount
    if "refe_written" in figures:
        found["@table"] = {"refe_written": figures["refe_written"]}
    return found


def table(case: Case, figures: Case) -> BalkanState:
    players, options = case["players"], dict(case.get("options", {}))
    state: BalkanState = BALKAN.start(players, **options)
    return BALKAN.play(state, BALKAN.entry("sheet", columns=columns(figures, players)))


def test_options_have_the_defaults_of_the_vectors() -> None:
    assert vectors("balkan")["defaults"].items() <= BALKAN.game.rules({}).model_dump().items()


@cases("balkan", "hand")
def test_hands_write_the_figures_of_the_vectors(case: Case) -> None:
    state = table(case, case["before"])
    done = BALKAN.transition(state, entry(case["entry"]))
    assert not done.problems
    assert BALKAN.posted(state, done.postings) == case["postings"]
    assert sum(BALKAN.game.results(done.state)) == 0


@cases("balkan", "settle")
def test_sheets_settle_as_in_the_vectors(case: Case) -> None:
    state = table(case, case["state"])
    assert sum(case["result"].values()) == case["sum"]
    running = dict(zip(case["players"], score(state), strict=True))
    assert (running if case["sum"] else BALKAN.results(state)) == case["result"]
    assert BALKAN.game.settle(state).results == BALKAN.game.results(state)


@cases("balkan", "write_off")
def test_bule_are_written_off_as_in_the_vectors(case: Case) -> None:
    before = [case["state"]["bule"][name] for name in case["players"]]
    assert dict(zip(case["players"], write_off(before), strict=True)) == case["bule_after"]
    state = table(case, case["state"])
    assert BALKAN.results(state) == {name: -10 * bule for name, bule in case["bule_after"].items()}


@cases("balkan", "game")
def test_games_go_as_in_the_vectors(case: Case) -> None:
    players = case["players"]
    state: BalkanState = BALKAN.start(players, **case.get("options", {}))
    for step in case["events"]:
        done = BALKAN.transition(state, entry(step["entry"]))
        assert not done.problems
        assert BALKAN.posted(state, done.postings) == step["postings"]
        state = done.state
        assert {name: state.bule(at) for at, name in enumerate(players)} == step["bule_after"]
        assert {name: state.refe(at) for at, name in enumerate(players)} == step["refe_open_after"]
        assert bool(state.over) == step["over"]
    supe = {
        f"{writer}>{other}": state.supe(one, two)
        for one, writer in enumerate(players)
        for two, other in enumerate(players)
        if one != two
    }
    assert supe == case["final_state"]["supe"]
    assert BALKAN.results(state) == case["result"]


@cases("balkan", "invalid")
def test_invalid_entries_of_the_vectors_are_refused(case: Case) -> None:
    state = table(case, case.get("before", {}))
    try:
        given = entry(case["entry"])
    except ValidationError:
        return
    assert BALKAN.problems(state, given)
