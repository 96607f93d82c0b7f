"""Cases from the article on Priffe, worked out hand by hand and rubber by rubber."""

from collections import Counter
from typing import Any

from pydantic import ValidationError

from prefcount.games.priffe.rules import X, Y, hand_postings, resolve
from tests.games.family import Case, Table, cases, vectors

PRIFFE = Table.of("priffe")
SIDES = {"X": X, "Y": Y}
SEATS = ("N", "E", "S", "W")


def entry(fields: Case) -> Any:
    return PRIFFE.entry("hand", **fields)


def scored(state: Any, hand: Any) -> dict[str, Any]:
    resolved, problems = resolve(state, hand)
    assert not problems
    assert resolved is not None
    return PRIFFE.posted(state, hand_postings(state.rules, resolved))


def by_side(ask: Any) -> dict[str, Any]:
    return {name: ask(side) for name, side in SIDES.items()}


def test_options_have_the_defaults_of_the_vectors() -> None:
    assert vectors("priffe")["defaults"].items() <= PRIFFE.game.rules({}).model_dump().items()


@cases("priffe", "hand")
def test_hands_write_the_points_of_the_vectors(case: Case) -> None:
    state = PRIFFE.start(SEATS, **case.get("options", {}))
    given = entry(case["entry"])
    hand, problems = resolve(state, given)
    assert not problems
    assert hand is not None
    assert scored(state, given) == case["postings"]
    assert (hand.winner, hand.penalty) == (SIDES[case["winner"]], case["penalty"])
    done = PRIFFE.transition(state, given)
    postings = tuple(hand_postings(state.rules, hand))
    assert done.postings[: len(postings)] == postings


@cases("priffe", "rubber")
def test_rubbers_go_as_in_the_vectors(case: Case) -> None:
    state = PRIFFE.start(SEATS, **case.get("options", {}))
    last = len(case["hands"]) - 1
    for at, step in enumerate(case["hands"]):
        given = entry(step["entry"])
        points = scored(state, given)
        for column in ("line", "bonus"):
            assert {side: points.get(f"{column}:{side}", 0) for side in SIDES} == step[column]
        done = PRIFFE.transition(state, given)
        assert games_won(done) == [
            (event["game"], event["bonus"]) for event in step["events"] if "game" in event
        ]
        before, state = state, done.state
        if at < last:
            assert by_side(state.line) == step["line_after"]
            assert by_side(state.won) == step["games_after"]
            assert by_side(state.total) == step["total_after"]
        else:
            assert rubber_totals(before, points, done) == step["total_after"]
    assert case["over"] is (state.rubber == 1)
    assert PRIFFE.results(state) == case["individual"]
    assert by_side(state.line) == {"X": 0, "Y": 0}
    assert not any({**by_side(state.total), **by_side(state.won)}.values())


def games_won(done: Any) -> list[tuple[str, int]]:
    names = {side: name for name, side in SIDES.items()}
    return [
        (names[posting.account.owner], posting.amount)
        for posting in done.postings
        if posting.reason.rule == "game_bonus"
    ]


def rubber_totals(before: Any, points: dict[str, Any], done: Any) -> dict[str, int]:
    games = Counter(dict(games_won(done)))
    return {
        name: before.total(side)
        + points.get(f"line:{name}", 0)
        + points.get(f"bonus:{name}", 0)
        + games[name]
        for name, side in SIDES.items()
    }


@cases("priffe", "invalid")
def test_invalid_entries_of_the_vectors_are_refused(case: Case) -> None:
    state = PRIFFE.start(SEATS, **case.get("options", {}))
    try:
        given = entry(case["entry"])
    except ValidationError:
        return
    assert PRIFFE.problems(state, given)
