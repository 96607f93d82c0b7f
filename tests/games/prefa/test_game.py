"""A game of Prefa from its first hand to its end: the pot, added stakes, side entries, settlement."""

import json
from typing import Any

import pytest

from prefcount.games.prefa.game import lick_columns, pot_columns
from tests.games.family import Table
from tests.tables import each_line, load_table

PREFA = Table.of("prefa")
PLAYERS = ("Anna", "Boris", "Vera")


def start(**rules: Any) -> Any:
    """Return a table with stakes of 30, so that the pot is soon empty."""
    return PREFA.start(PLAYERS, **{"stake": 30, **rules})


@pytest.mark.parametrize(("last", "said"), [("normal", "worth at most 3 in this hand"), ("fair", "")])
def test_the_value_of_a_trick_is_shown_when_the_pot_is_short(last: str, said: str) -> None:
    state = PREFA.play(start(last=last), "anna 6n pp")
    assert state.pot == 30
    assert PREFA.fact(state, "value") == said


def test_adjustments_of_cash_sum_to_zero() -> None:
    state = start(stake=500)
    cash = PREFA.entry("adjust", player="Anna", column="cash", on="Vera", amount=30, reason="a wrong card")
    done = PREFA.play(state, cash)
    assert PREFA.results(done) == {"Anna": 30, "Boris": 0, "Vera": -30}
    assert PREFA.sentences(state, cash) == [
        "Anna: +30, and the opposite amount for Vera (a wrong card)",
        "Vera: −30, and the opposite amount for Anna (a wrong card)",
    ]
    kasa = PREFA.entry("adjust", player="Anna", column="kasa", amount=-30, reason="late")
    done = PREFA.play(state, kasa)
    assert (done.pot, PREFA.results(done)) == (1530, {"Anna": -20, "Boris": 10, "Vera": 10})


@each_line(*load_table("prefa-impossible-adjustments"))
def test_impossible_adjustments_are_refused(fields: str, said: str) -> None:
    given = {"player": "Anna", "amount": 10, "reason": "x", **json.loads(fields)}
    assert PREFA.problems(start(), PREFA.entry("adjust", **given)) == [said]


@each_line(*load_table("prefa-impossible-figures"))
def test_impossible_figures_from_paper_are_refused(columns: str, said: str) -> None:
    assert PREFA.problems(start(), PREFA.entry("sheet", columns=json.loads(columns))) == [said]


def test_a_newcomer_takes_over_a_seat() -> None:
    state = PREFA.play(start(), PREFA.entry("join", player="Gleb", replaces="Vera"))
    assert state.names == ("Anna", "Boris", "Gleb")
    assert PREFA.problems(state, PREFA.entry("join", player="Olga")) == [
        "replaces: is missing; name the player whose place the newcomer takes, "
        "or start a new game to add a player"
    ]
    assert PREFA.problems(state, PREFA.entry("join", player="anna", replaces="Gleb")) == [
        "player: anna is already playing"
    ]


def test_rules_change_but_not_the_stake() -> None:
    state = PREFA.play(start(stake=500), "pass")
    assert PREFA.problems(state, PREFA.entry("rules", set={"stake": 300})) == [
        "set.stake: cannot change after the first hand; start a new game instead"
    ]
    assert PREFA.play(state, PREFA.entry("rules", set={"ppp": True})).rules.ppp


@each_line(
    ("rules", "said"),
    [
        ({"stake": 45}, "rules.stake: must be a multiple of 10, not 45"),
        ({"stake": 0}, "rules.stake: must be at least 10, not 0"),
        ({"last": "fairly"}, "rules.last: “fairly” is not known; did you mean “fair”?"),
        ({"ace": True}, "rules.ace: “ace” is not known; did you mean “aces”?"),
        ({"preset": "old"}, "rules.preset: “old” is not known; did you mean “older”?"),
    ],
)
def test_impossible_rules_are_refused(rules: dict[str, Any], said: str) -> None:
    assert PREFA.refusal(**rules) == [said]


def test_the_kitapi_shows_the_pot_in_tens() -> None:
    """In the sheet of the source, 19, 14 and 32 tens are 650 in the pot."""
    figures = {"Anna": {"kasa": 310}, "Boris": {"kasa": 360}, "Vera": {"kasa": 180}}
    state = PREFA.play(PREFA.start(PLAYERS), PREFA.entry("sheet", columns=figures))
    assert pot_columns(state) == (19, 14, 32)


@each_line(
    ("figures", "shown"),
    [
        ((-5, 10, 20), (0, 5, 20)),
        ((-15, 10, 20), (0, 0, 15)),
        ((3, -4, 0), (0, -1, 0)),
        ((1, 2, 3), (1, 2, 3)),
    ],
)
def test_columns_below_zero_are_licked_off_the_next(figures: tuple[int, ...], shown: tuple[int, ...]) -> None:
    assert lick_columns(figures) == shown
    assert sum(shown) == sum(figures)


def test_all_problems_are_reported_at_once() -> None:
    hand = PREFA.entry(
        "hand",
        declarer="Anna",
        level=6,
        trump="H",
        defenders_role={"Boris": "helper", "Vera": "play"},
        tricks={"Boris": 7, "Olga": 5},
        dealer="Gleb",
    )
    assert PREFA.problems(start(), hand) == [
        "dealer: “Gleb” is not known; choose from: Anna, Boris, Vera",
        "tricks: “Olga” is not known; choose from: Anna, Boris, Vera",
        "tricks: the tricks add up to 12, but a hand has only 10",
        "roles of the defenders: Boris cannot be “helper”, because no defender is “together”; write “pass” "
        "or “play” instead",
    ]


@each_line(
    ("tricks", "said"),
    [
        ({"Anna": 6, "Boris": 3}, []),
        ({"Anna": 6, "Boris": 3, "Vera": 1}, []),
        ({"Boris": 3, "Vera": 1}, []),
        ({"Boris": 10}, []),
        ({"Anna": 6}, ["tricks: how many tricks did each of Boris, Vera take?"]),
        ({"Anna": 6, "Boris": 3, "Vera": 2}, ["tricks: the tricks add up to 11, but a hand has only 10"]),
        ({"Anna": 6, "Boris": 2, "Vera": 1}, ["tricks: the tricks add up to 9, not 10"]),
    ],
)
def test_missing_tricks_are_computed_or_asked_for(tricks: dict[str, int], said: list[str]) -> None:
    roles = {"Boris": "play", "Vera": "play"}
    hand = PREFA.entry("hand", declarer="Anna", level=6, trump="H", defenders_role=roles, tricks=tricks)
    assert PREFA.problems(start(), hand) == said


def test_a_declarer_far_down_is_doubted() -> None:
    roles = {"Boris": "play", "Vera": "play"}
    for tricks, said in (
        ({"Boris": 3, "Anna": 1}, True),
        ({"Boris": 3, "Vera": 6, "Anna": 1}, True),
        ({"Boris": 3, "Vera": 6}, True),
        ({"Boris": 3, "Anna": 6}, False),
        ({"Boris": 3, "Vera": 1, "Anna": 6}, False),
    ):
        hand = PREFA.entry("hand", declarer="Anna", level=6, trump="H", defenders_role=roles, tricks=tricks)
        assert (PREFA.game.find_doubt(hand) is not None) is said


@each_line(
    ("tricks", "said"),
    [
        ({}, []),
        ({"Anna": 10}, []),
        ({"Anna": 10, "Boris": 0}, []),
        ({"Anna": 0}, ["tricks: the tricks add up to 0, not 10"]),
        ({"Boris": 2}, ["tricks.Boris: Boris did not play this hand; leave these tricks out"]),
    ],
)
def test_all_tricks_are_the_declarers_if_both_pass(tricks: dict[str, int], said: list[str]) -> None:
    roles = {"Boris": "pass", "Vera": "pass"}
    hand = PREFA.entry("hand", declarer="Anna", level=6, trump="H", defenders_role=roles, tricks=tricks)
    assert PREFA.problems(start(), hand) == said


@each_line("tricks", [{"Anna": 5}, {"Anna": 4, "Boris": 4, "Vera": 4}])
def test_all_pass_tricks_do_not_count_unless_played(tricks: dict[str, int]) -> None:
    done = PREFA.transition(start(), PREFA.entry("all_pass", tricks=tricks))
    assert (done.problems, done.postings) == ((), ())


@pytest.mark.parametrize(
    ("tricks", "said"),
    [
        ({}, "tricks: how many tricks did each of Boris, Vera, Anna take?"),
        ({"Anna": 4, "Boris": 4, "Vera": 4}, "tricks: the tricks add up to 12, but a hand has only 10"),
        ({"Anna": 4, "Boris": 4, "Vera": 1}, "tricks: the tricks add up to 9, not 10"),
    ],
)
def test_impossible_all_pass_tricks_are_refused(tricks: dict[str, int], said: str) -> None:
    assert PREFA.problems(start(ppp=True), PREFA.entry("all_pass", tricks=tricks)) == [said]
