"""The payments of a hand, rule by rule (section 3.3)."""

from typing import Any

import pytest

from tests.games.family import Table
from tests.games.prefa.table import TWO_DEFENDERS, VALUES

PREFA = Table.of("prefa")
PLAYERS = ("P1", "P2", "P3")


def posted(line: str, pot: int = 1500, **rules: Any) -> dict[str, Any]:
    """What a line writes with so much in the pot."""
    state = PREFA.start(PLAYERS, **rules)
    state = PREFA.play(state, PREFA.entry("sheet", columns={"P1": {"kasa": int(state.pot) - pot}}))
    return PREFA.posted(state, PREFA.transition(state, line).postings)


def added(*maps: dict[str, int]) -> dict[str, int]:
    """Postings together; zeros are left out."""
    keys = {key for each in maps for key in each}
    sums = {key: sum(each.get(key, 0) for each in maps) for key in keys}
    return {key: total for key, total in sums.items() if total}


@pytest.mark.parametrize("trump", "SCDHN")
@pytest.mark.parametrize("level", range(6, 11))
def test_values(level: int, trump: str) -> None:
    """Both pass: ten times the value of a trick from the pot."""
    assert posted(f"p1 {level}{trump} pp") == {"kasa:P1": 10 * VALUES[level][trump]}


@pytest.mark.parametrize(("case", "pays"), TWO_DEFENDERS.items(), ids=str)
def test_two_defenders_who_are_short(case: tuple[int, int, int], pays: tuple[int, int, int]) -> None:
    """They pay the declarer and each other as the table has it, and the pot is not touched."""
    level, first, second = case
    one, two, partner = pays
    value = VALUES[level]["S"]
    to_first = value * partner * (1 if two and not one else -1)
    expected = {
        "cash:P1": value * (one + two),
        "cash:P2": -value * one + to_first,
        "cash:P3": -value * two - to_first,
    }
    assert posted(f"p1 {level}s dd {first} {second}") == added(expected)


@pytest.mark.parametrize("case", TWO_DEFENDERS, ids=str)
@pytest.mark.parametrize("roles", ["th", "ht"])
def test_together(case: tuple[int, int, int], roles: str) -> None:
    """Whoever takes the other along pays the whole shortfall: k × tricks of the declarer × value."""
    level, first, second = case
    taken = 10 - first - second
    caller = "P2" if roles == "th" else "P3"
    amount = (taken - level) * taken * VALUES[level]["H"]
    assert posted(f"p1 {level}h {roles} {first} {second}") == {"cash:P1": amount, f"cash:{caller}": -amount}


@pytest.mark.parametrize(
    ("level", "first", "second"), [(6, 4, 0), (6, 2, 2), (7, 0, 3), (8, 1, 1), (9, 0, 1)]
)
def test_made(level: int, first: int, second: int) -> None:
    """Exactly his tricks: ten from the pot, and one for each trick of a defender, however they lie."""
    value = VALUES[level]["D"]
    expected = {
        "kasa:P2": 10 * value,
        "cash:P2": -value * (first + second),
        "cash:P3": value * first,
        "cash:P1": value * second,
    }
    assert posted(f"p2 {level}d dd {first} {second}") == added(expected)


@pytest.mark.parametrize(
    ("level", "taken", "required"), [(6, 1, 2), (6, 0, 2), (7, 1, 2), (7, 0, 2), (8, 0, 1), (9, 0, 1)]
)
def test_single_defender_who_is_short(level: int, taken: int, required: int) -> None:
    """He pays for the declarer's tricks, twice if he is two short; who passed has no part in it."""
    value, short = VALUES[level]["C"], required - taken
    amount = (10 - taken) * value * (2 if short >= 2 else 1)
    assert posted(f"p1 {level}c pd {taken}") == {"cash:P1": amount, "cash:P3": -amount}


@pytest.mark.parametrize(("level", "taken"), [(6, 2), (6, 4), (7, 3), (8, 1), (9, 1), (10, 0)])
def test_single_defender_with_his_tricks(level: int, taken: int) -> None:
    """The pot pays the declarer, who pays the defender's tricks."""
    value = VALUES[level]["N"]
    expected = {"kasa:P1": 10 * value, "cash:P1": -value * taken, "cash:P2": value * taken}
    assert posted(f"p1 {level}n dp {taken}") == added(expected)


@pytest.mark.parametrize(("first", "second", "times"), [(3, 2, 1), (4, 2, 2), (5, 5, 2)])
def test_declarer_down(first: int, second: int, times: int) -> None:
    """One short pays the value, two or more twice: ten into the pot, and each trick to its defender."""
    each = 5 * times
    expected = {
        "kasa:P1": -10 * each,
        "cash:P1": -each * (first + second),
        "cash:P2": each * first,
        "cash:P3": each * second,
    }
    assert posted(f"p1 6h dd {first} {second}") == expected


@pytest.mark.parametrize(("first", "second"), [(4, 2), (2, 2)])
def test_together_collects_for_both(first: int, second: int) -> None:
    """The one who took the other along gets the tricks of both; the helper gets nothing."""
    got = posted(f"p1 6h th {first} {second}")
    assert got["cash:P2"] == (first + second) * 5 * (2 if first + second > 5 else 1)
    assert "cash:P3" not in got


@pytest.mark.parametrize(
    ("level", "first", "second"), [(6, 3, 3), (7, 3, 2), (8, 2, 2), (9, 2, 1), (10, 1, 1)]
)
@pytest.mark.parametrize("roles", ["", "pp", "dd", "th", "pd"])
def test_give_up(level: int, first: int, second: int, roles: str) -> None:
    """As if both had played and taken these tricks, whatever they had said; always double."""
    each = 2 * VALUES[level]["S"]
    expected = {
        "kasa:P1": -10 * each,
        "cash:P1": -each * (first + second),
        "cash:P2": each * first,
        "cash:P3": each * second,
    }
    assert posted(f"p1 {level}s up {roles}") == expected


@pytest.mark.parametrize(
    ("line", "amount"),
    [
        ("p1 6h pp", 25),
        ("p1 7h pp", 50),
        ("p1 6h dp 0", 25),
        ("p1 7h dd 0 0", 50),
        ("p1 6h dd 3 2", -25),
        ("p1 7h up", -50),
        ("p1 10h th 0 0", 50),
        ("p1 6h th 0 3", 25),
    ],
)
def test_aces(line: str, amount: int) -> None:
    """Each of the two others pays, who passed or was taken along too; a declarer who is down pays each."""
    expected = {"cash:P1": 2 * amount, "cash:P2": -amount, "cash:P3": -amount}
    assert posted(f"{line} aces") == added(posted(line), expected)
    assert posted(f"{line} aces", aces=False) == posted(line)


def test_all_pass() -> None:
    """Nothing, unless it is played: then ten for each trick above the fewest."""
    assert posted("pass") == {}
    assert posted("pass 5 3 2") == {}
    assert posted("pass 5 3 2", ppp=True) == {"kasa:P1": -30, "kasa:P2": -10}
    assert posted("pass 4 3 3", ppp=True) == {"kasa:P1": -10}


@pytest.mark.parametrize(
    ("last", "made", "down", "short"),
    [("normal", 2, 2, 2), ("unbalanced", 2, 5, 5), ("fair", 5, 5, 5)],
)
def test_short_pot(last: str, made: int, down: int, short: int) -> None:
    """With 29 in the pot a six of hearts is worth 2 or 5 a trick, as the table plays it; aces are whole."""
    assert posted("p1 6h dd 2 2 aces", 29, last=last) == added(
        {"kasa:P1": 10 * made, "cash:P1": 50 - 4 * made, "cash:P2": 2 * made - 25, "cash:P3": 2 * made - 25}
    )
    assert posted("p1 6h pp", 29, last=last) == {"kasa:P1": 10 * made}
    assert posted("p1 6h dd 3 2", 29, last=last)["kasa:P1"] == -10 * down
    assert posted("p1 6h pd 1", 29, last=last) == {"cash:P1": 9 * short, "cash:P3": -9 * short}


def test_four_players() -> None:
    """The dealer sits out: he pays and gets nothing, and the first defender is the next one who plays."""
    state = PREFA.start(("Anna", "Boris", "Vera", "Gleb"), dealer="Boris")
    assert PREFA.posted(state, PREFA.transition(state, "anna 6h dd 1 2").postings) == {
        "cash:Anna": 35,
        "cash:Vera": -45,
        "cash:Gleb": 10,
    }
    assert PREFA.fact(state, "idle") == "Boris"
    assert PREFA.problems(state, PREFA.entry("hand", declarer="Boris", level=6, trump="H")) == [
        "declarer: Boris deals this hand and sits out"
    ]
