"""Cases of Balkan Preferans, Prefa and Priffe from published rules, clubs, programs and articles."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from prefcount.games.balkan.rules import score, write_off
from prefcount.games.priffe.rules import X, Y, hand_postings, resolve
from prefcount.ledger import amount_to_json
from tests.games.family import Table
from tests.tables import each_line

DATA = Path(__file__).parents[1] / "data"
BALKAN, PREFA, PRIFFE = Table.of("balkan"), Table.of("prefa"), Table.of("priffe")
RELATIVES = {"balkan": BALKAN, "prefa": PREFA, "priffe": PRIFFE}
VECTORS = {name: json.loads((DATA / f"{name}.json").read_text(encoding="utf-8")) for name in RELATIVES}
SIDES = {"X": X, "Y": Y}
SEATS = ("N", "E", "S", "W")

Case = dict[str, Any]


def cases(name: str, kind: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return each_line("case", [case for case in VECTORS[name]["cases"] if case["kind"] == kind])


def entry(table: Table, fields: Case) -> Any:
    return table.entry(**{"kind" if name == "type" else name: value for name, value in fields.items()})


def start(table: Table, case: Case) -> Any:
    return table.start(case.get("players", SEATS), **case.get("options", {}))


def before(table: Table, case: Case) -> Any:
    """Return the state before a case, with its figures on the sheet."""
    state, figures = start(table, case), case.get("before", case.get("state", {}))
    if table is PREFA:
        taken = state.pot - figures.get("pot", state.pot)
        return PREFA.play(state, PREFA.entry("sheet", columns={case["players"][0]: {"kasa": int(taken)}}))
    if table is BALKAN:
        return BALKAN.play(state, BALKAN.entry("sheet", columns=balkan_columns(figures, case["players"])))
    return state


def balkan_columns(figures: Case, players: list[str]) -> dict[str, dict[str, Any]]:
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


@each_line(("name", "table"), RELATIVES.items())
def test_options_have_the_defaults_of_the_vectors(name: str, table: Table) -> None:
    assert VECTORS[name]["defaults"].items() <= table.game.rules({}).model_dump().items()


@each_line(
    ("table", "case"),
    [(table, case) for name, table in RELATIVES.items() for case in VECTORS[name]["cases"]],
)
def test_hands_write_the_figures_of_the_vectors_or_are_refused(table: Table, case: Case) -> None:
    if case["kind"] == "hand" and table is not PRIFFE:
        state = before(table, case)
        done = table.transition(state, entry(table, case["entry"]))
        assert not done.problems
        assert table.posted(state, done.postings) == case["postings"]
        assert sum(table.game.results(done.state)) == 0
    elif case["kind"] == "invalid":
        fields = case["entry"] if table is not PRIFFE else {"type": "hand", **case["entry"]}
        try:
            given = entry(table, fields)
        except ValidationError:
            return
        assert table.problems(before(table, case), given)


@cases("balkan", "settle")
def test_sheets_of_balkan_settle_as_in_the_vectors(case: Case) -> None:
    state = before(BALKAN, case)
    assert sum(case["result"].values()) == case["sum"]
    running = dict(zip(case["players"], score(state), strict=True))
    assert (running if case["sum"] else BALKAN.results(state)) == case["result"]
    assert BALKAN.game.settle(state).results == BALKAN.game.results(state)


@cases("balkan", "write_off")
def test_bule_are_written_off_as_in_the_vectors(case: Case) -> None:
    bule = [case["state"]["bule"][name] for name in case["players"]]
    assert dict(zip(case["players"], write_off(bule), strict=True)) == case["bule_after"]
    results = BALKAN.results(before(BALKAN, case))
    assert results == {name: -10 * bule for name, bule in case["bule_after"].items()}


@cases("balkan", "game")
def test_games_of_balkan_go_as_in_the_vectors(case: Case) -> None:
    state, players = start(BALKAN, case), case["players"]
    for step in case["events"]:
        done = BALKAN.transition(state, entry(BALKAN, step["entry"]))
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


@cases("prefa", "settle")
def test_sheets_of_prefa_settle_as_in_the_vectors(case: Case) -> None:
    given = case["state"]
    figures = {name: {"kasa": given["kasa"][name], "cash": given["cash"][name]} for name in case["players"]}
    state = PREFA.start(case["players"], stake=given["stake"])
    state = PREFA.play(state, PREFA.entry("sheet", columns=figures))
    assert state.pot == given["pot"]
    results = {name: amount_to_json(result) for name, result in PREFA.results(state).items()}
    assert results == case["result"]
    assert PREFA.game.settle(state).results == PREFA.game.results(state)


@cases("prefa", "game")
def test_games_of_prefa_go_as_in_the_vectors(case: Case) -> None:
    state = start(PREFA, case)
    for step in case["events"]:
        done = PREFA.transition(state, entry(PREFA, step["entry"]))
        assert not done.problems
        assert PREFA.posted(state, done.postings) == step["postings"]
        state = done.state
        assert (state.pot, bool(state.over)) == (step["pot_after"], step["over"])
    final = case["final_state"]
    for at, name in enumerate(case["players"]):
        assert (state.kasa(at), state.cash(at)) == (final["kasa"][name], final["cash"][name])
    assert PREFA.results(state) == case["result"]


def scored(state: Any, hand: Any) -> dict[str, Any]:
    resolved, problems = resolve(state, hand)
    assert not problems
    assert resolved is not None
    return PRIFFE.posted(state, hand_postings(state.rules, resolved))


def by_side(ask: Any) -> dict[str, Any]:
    return {name: ask(side) for name, side in SIDES.items()}


@cases("priffe", "hand")
def test_hands_of_priffe_write_the_points_of_the_vectors(case: Case) -> None:
    state, given = start(PRIFFE, case), PRIFFE.entry("hand", **case["entry"])
    assert scored(state, given) == case["postings"]
    hand = resolve(state, given)[0]
    assert hand is not None
    assert (hand.winner, hand.penalty) == (SIDES[case["winner"]], case["penalty"])
    postings = tuple(hand_postings(state.rules, hand))
    assert PRIFFE.transition(state, given).postings[: len(postings)] == postings


@cases("priffe", "rubber")
def test_rubbers_go_as_in_the_vectors(case: Case) -> None:
    state, last = start(PRIFFE, case), len(case["hands"]) - 1
    for at, step in enumerate(case["hands"]):
        given = PRIFFE.entry("hand", **step["entry"])
        points = scored(state, given)
        for column in ("line", "bonus"):
            assert {side: points.get(f"{column}:{side}", 0) for side in SIDES} == step[column]
        done = PRIFFE.transition(state, given)
        assert games_won(done) == [
            (event["game"], event["bonus"]) for event in step["events"] if "game" in event
        ]
        old, state = state, done.state
        if at < last:
            assert by_side(state.line) == step["line_after"]
            assert by_side(state.won) == step["games_after"]
            assert by_side(state.total) == step["total_after"]
        else:
            games = Counter(dict(games_won(done)))
            totals = {
                name: old.total(side) + points.get(f"line:{name}", 0) + points.get(f"bonus:{name}", 0)
                for name, side in SIDES.items()
            }
            assert {name: total + games[name] for name, total in totals.items()} == step["total_after"]
    assert case["over"] is (state.rubber == 1)
    assert PRIFFE.results(state) == case["individual"]
    assert by_side(state.line) == {"X": 0, "Y": 0}
    assert not any({**by_side(state.total), **by_side(state.won)}.values())


def games_won(done: Any) -> list[tuple[str, int]]:
    names = {side: name for name, side in SIDES.items()}
    bonuses = [posting for posting in done.postings if posting.reason.rule == "game_bonus"]
    return [(names[posting.account.owner], posting.amount) for posting in bonuses]
