"""Priffe by its rules: hands of the article's table, games, rubbers, partners, side entries."""

import json
from fractions import Fraction
from typing import Any

import pytest

from prefcount.base.i18n import override_language
from prefcount.games.game import Question
from prefcount.languages import LANGUAGES
from tests.games.family import Table
from tests.tables import each_line, load_table

PRIFFE = Table.of("priffe")
SEATS = ("Anna", "Boris", "Clara", "David")


def start(**rules: Any) -> Any:
    """Return a table with Anna and Clara on side X, Boris and David on side Y."""
    return PRIFFE.start(SEATS, **rules)


@each_line(
    ("held", "table", "counted", "asked"),
    [
        ("2 1 0", "side", True, False),
        ("2 0 0", "side", True, False),
        ("0 2 0", "side", True, True),
        ("0 2 0", "hand", True, False),
        ("1 1 2", "side", True, None),
        ("", "side", False, False),
    ],
)
def test_honours_are_asked_for_only_if_a_bonus_depends_on_them(
    held: str, table: str, counted: bool, asked: bool | None
) -> None:
    state = start(honours=table, forced_noll_honours=counted)
    answers = {"who": "forced_noll", "most": "X", "tricks": "9"}
    answers |= {f"honours{index}": count for index, count in enumerate(held.split())}
    question = PRIFFE.game.ask(state, answers)
    if asked is None:
        assert not isinstance(question, Question)
        return
    assert isinstance(question, Question)
    assert (question.default_if_skipped is None) == asked
    if held:  # the last player has the rest, and Enter takes it
        assert question.marked
        assert question.choices[question.likely].value == str(4 - sum(map(int, held.split())))


@pytest.mark.parametrize("reset", [False, True])
def test_a_game_is_won_at_most_once_in_a_hand(reset: bool) -> None:
    state = PRIFFE.play(start(reset_other_side=reset), "x h 13")
    assert PRIFFE.fact(state, "line") == "X 0 of 40 points, Y 0 of 30"
    assert PRIFFE.fact(state, "totals") == "X 100, Y 0"


@each_line(*load_table("priffe-impossible-hands"))
def test_impossible_hands_are_refused(fields: str) -> None:
    hand = {"contract": "hearts", "declarer": "X", "tricks": {"X": 9, "Y": 4}, "honours": {"Anna": 4}}
    assert PRIFFE.accepts(start(), "hand", **hand)
    assert not PRIFFE.accepts(start(), "hand", **{**hand, **json.loads(fields)})


def test_partners_change_by_the_schedule() -> None:
    """Anna plays with Clara, David, Boris, and again with Clara. The deal goes round the new seats."""
    state = start()
    seen = []
    for _ in range(4):
        seen.append([state.names[player] for player in state.order])
        state = PRIFFE.play(state, "x h 13", "x h 13")
    assert seen == [
        ["Anna", "Boris", "Clara", "David"],
        ["Anna", "Boris", "David", "Clara"],
        ["Anna", "Clara", "Boris", "David"],
        ["Anna", "Boris", "Clara", "David"],
    ]


def test_the_schedule_begins_with_the_first_dealer() -> None:
    """Boris deals first, so he plays with David, Anna and Clara. Anna is always on side X."""
    state = PRIFFE.start(SEATS, dealer="Boris")
    partners = []
    for _ in range(3):
        partners.append(state.side_name(state.pairs.side(1)))
        assert state.side_name(state.pairs.side(0)) == state.side_name(-2)
        state = PRIFFE.play(state, "x h 13", "x h 13")
    assert partners == ["Boris + David", "Anna + Boris", "Boris + Clara"]


def test_partners_may_differ_from_the_schedule() -> None:
    assert PRIFFE.play(start(), "pairs clara boris").side_name(-2) == "Boris + Clara"
    assert (
        PRIFFE.play(start(), PRIFFE.entry("pairs", sides={"Y": ["Anna", "David"]})).side_name(-3)
        == "Anna + David"
    )
    state = PRIFFE.play(start(), "pairs boris anna")
    assert state.side_name(-2) == "Anna + Boris"
    state = PRIFFE.play(state, "x h 9")
    said = "the rubber has begun; partners can change only before its first hand"
    assert PRIFFE.problems(state, "pairs anna clara") == [said]
    state = PRIFFE.play(state, "x h 10")
    assert state.side_name(-2) == "Anna + David"


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        ({"X": ["Anna", "Anna"]}, "sides: a player is named twice; two players play against the other two"),
        (
            {"X": ["Anna", "Boris"], "Y": ["Boris", "Clara"]},
            "sides: a player is named twice; two players play against the other two",
        ),
        ({"Y": ["Boris", "Gleb"]}, "sides.Y: “Gleb” is not known; choose from: Anna, Boris, Clara, David"),
    ],
)
def test_impossible_partners_are_refused(sides: dict[str, Any], said: str) -> None:
    assert PRIFFE.problems(start(), PRIFFE.entry("pairs", sides=sides)) == [said]


def test_the_session_ends_after_the_last_rubber() -> None:
    state = PRIFFE.play(start(rubbers=3), *["x h 13"] * 6)
    assert (state.over, PRIFFE.fact(state, "over")) == ("hands", "all rubbers are played")
    assert PRIFFE.problems(state, "x h 7") == [
        "the session is over (all rubbers are played); no more hands can be recorded"
    ]
    bonus = PRIFFE.entry("adjust", player="@X", column="bonus", amount=10, reason="forgotten")
    said = "the session is over (all rubbers are played); points of a side count only in a rubber"
    assert PRIFFE.problems(state, bonus) == [said]


def test_a_rubber_from_paper_replaces_its_hands() -> None:
    state = PRIFFE.play(start(), "rubber 190 140")
    assert PRIFFE.results(state) == {"Anna": 5, "Boris": -5, "Clara": 5, "David": -5}
    state = PRIFFE.play(
        state, PRIFFE.entry("rubber", totals={"X": 100, "Y": 120}, sides={"X": ["Anna", "Boris"]})
    )
    assert PRIFFE.results(state) == {"Anna": 3, "Boris": -7, "Clara": 7, "David": -3}
    assert PRIFFE.problems(state, "rubber 15 10") == [
        "totals.X: must be a multiple of 10, like all points of a side, not 15"
    ]


def test_a_running_rubber_is_brought_forward() -> None:
    columns = {
        "@X": {"line": 20, "past": 40, "games": 1},
        "Y": {"bonus": 30},
        "Anna": {"points": "5"},
        "Boris": {"points": -5},
    }
    state = PRIFFE.play(start(), PRIFFE.entry("sheet", columns=columns))
    assert PRIFFE.fact(state, "line") == "X 20 of 40 points, Y 0 of 30"
    state = PRIFFE.play(state, "x h 8")
    # 20 + 40 + 20 and the bonus of 20 are 100, against 30: each player wins 7.
    assert PRIFFE.results(state) == {"Anna": 12, "Boris": -12, "Clara": 7, "David": -7}


@each_line(*load_table("priffe-impossible-figures"))
def test_impossible_figures_are_refused(columns: str, said: str) -> None:
    assert PRIFFE.problems(start(), PRIFFE.entry("sheet", columns=json.loads(columns))) == [said]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("column", ["bonus", "line"])
def test_a_side_is_asked_for_by_its_name(column: str, language: str) -> None:
    with override_language(language):
        asked = PRIFFE.game.ask(start(), {"who": "other", "other": "adjust", "column": column}, False)
        assert isinstance(asked, Question)
        assert [(choice.value, str(choice.label)) for choice in asked.choices] == [
            ("@X", "X: Anna + Clara"),
            ("@Y", "Y: Boris + David"),
        ]
    said = {"who": "other", "other": "adjust", "column": column, "player": "@Y", "amount": "20"}
    assert dict(PRIFFE.game.ask(start(), {**said, "reason": "agreed"}, False))["player"] == "@Y"


def test_adjustments_may_win_a_game() -> None:
    bonus = PRIFFE.entry("adjust", player="@Y", column="bonus", amount=-20, reason="a wrong lead")
    assert PRIFFE.fact(PRIFFE.play(start(), bonus), "totals") == "X 0, Y −20"
    line = PRIFFE.entry("adjust", player="X", column="line", amount=30, reason="forgotten")
    assert PRIFFE.fact(PRIFFE.play(start(), line), "totals") == "X 40, Y 0"
    points = PRIFFE.entry("adjust", player="Anna", column="points", on="David", amount="1/2", reason="a bet")
    assert PRIFFE.results(PRIFFE.play(start(), points))["Anna"] == Fraction(1, 2)


@pytest.mark.parametrize(
    ("won", "amount", "column", "fact"),
    [
        (0, 10, "bonus", "X 30 of 20 points, Y 10 of 20"),
        (0, -10, "line", "X 20 of 20 points, Y 10 of 20"),
        (0, 10, "line", "X 0 of 30 points, Y 0 of 20"),
        (1, 10, "bonus", "X 30 of 30 points, Y 10 of 20"),
    ],
)
def test_a_game_is_won_only_by_a_line_that_grows(won: int, amount: int, column: str, fact: str) -> None:
    state = start(first_game=40, second_game=40)
    columns = {"@X": {"line": 30, "games": won}}
    rules = {"first_game": 20, "second_game": 30}
    state = PRIFFE.play(
        state, PRIFFE.entry("sheet", columns=columns), PRIFFE.entry("rules", set=rules), "y h 7"
    )
    changed = PRIFFE.entry("adjust", player="@X", column=column, amount=amount, reason="agreed")
    state = PRIFFE.play(state, changed, PRIFFE.entry("sheet", columns={"@X": {"past": 10}}))
    assert PRIFFE.fact(state, "line") == fact


@each_line(*load_table("priffe-impossible-adjustments"))
def test_impossible_adjustments_are_refused(fields: str, said: str) -> None:
    given = {"player": "@X", "column": "bonus", "amount": 10, "reason": "x", **json.loads(fields)}
    assert PRIFFE.problems(start(), PRIFFE.entry("adjust", **given)) == [said]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"rubbers": 4}, "rules.rubbers: must be a multiple of 3, not 4"),
        ({"honours": "both"}, "rules.honours: “both” is not known; choose from: side, hand"),
        ({"first_game": 0}, "rules.first_game: must be at least 1, not 0"),
    ],
)
def test_impossible_rules_are_refused(rules: dict[str, Any], said: str) -> None:
    assert PRIFFE.refusal(**rules) == [said]


@each_line(*load_table("wrong-lines-of-priffe"))
def test_wrong_lines_are_refused_with_a_sentence(typed: str, said: str) -> None:
    assert PRIFFE.problems(start(), typed) == [said]


def test_names_of_sides_are_reserved() -> None:
    with pytest.raises(ValueError, match="the name “@X” is reserved in this game"):
        PRIFFE.start(("@X", "B", "C", "D"))
    state = PRIFFE.start(("Y", "X", "C", "D"))
    assert PRIFFE.posted(state, PRIFFE.transition(state, "x h 7").postings) == {"line:X": 10}
