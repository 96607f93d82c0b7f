"""The value table of section 0: what every contract is worth in Sochi, Leningrad and Rostov."""

import pytest

from prefcount.ledger.amount import Amount
from tests.helpers import scored

# level: pool if made, whists a trick, declarer's dump an undertrick, whister's dump an undertrick
TABLE = {
    "sochi": {6: (2, 2, 2, 2), 7: (4, 4, 4, 4), 8: (6, 6, 6, 6), 9: (8, 8, 8, 8), 10: (10, 10, 10, 10)},
    "leningrad": {
        6: (2, 4, 4, 2),
        7: (4, 8, 8, 4),
        8: (6, 12, 12, 6),
        9: (8, 16, 16, 8),
        10: (10, 20, 20, 10),
    },
    "rostov": {6: (2, 2, 2, 1), 7: (4, 4, 4, 2), 8: (6, 6, 6, 3), 9: (8, 8, 8, 4), 10: (10, 10, 10, 5)},
}
QUOTA = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}

ROWS = [
    pytest.param(preset, level, values, id=f"{preset}-{level}")
    for preset, levels in TABLE.items()
    for level, values in levels.items()
]

Values = tuple[int, int, int, int]


@pytest.mark.parametrize(("preset", "level", "values"), ROWS)
def test_pool_of_a_made_contract(preset: str, level: int, values: Values) -> None:
    """The pool of a made contract is its value everywhere."""
    assert scored(f"anna {level}h pp", preset=preset) == {"Anna pool": values[0]}


@pytest.mark.parametrize(("preset", "level", "values"), ROWS)
def test_whists_for_a_trick(preset: str, level: int, values: Values) -> None:
    """Each of two whisters writes his own tricks at the price of the contract."""
    own = 11 - level
    found = scored(f"anna {level}h ww {level - 1} {own} 0", preset=preset, consolation="none")
    assert found["Boris on Anna"] == own * values[1]
    assert "Vera on Anna" not in found


@pytest.mark.parametrize(("preset", "level", "values"), ROWS)
def test_dump_for_an_undertrick_of_the_declarer(preset: str, level: int, values: Values) -> None:
    """The declarer's dump grows by the price of the contract for every trick that he is short."""
    assert scored(f"anna {level}h wp {level - 1}", preset=preset)["Anna dump"] == values[2]
    assert scored(f"anna {level}h wp {level - 5}", preset=preset)["Anna dump"] == 5 * values[2]


@pytest.mark.parametrize(("preset", "level", "values"), ROWS)
def test_dump_for_an_undertrick_of_the_whister(preset: str, level: int, values: Values) -> None:
    """A lone whister who is one trick short of the quota pays the whister's price."""
    taken = 10 - (QUOTA[level] - 1)
    assert scored(f"anna {level}h wp {taken}", preset=preset)["Boris dump"] == values[3]


@pytest.mark.parametrize("suit", "scdhn")
def test_trumps_change_nothing(suit: str) -> None:
    """The trump suit never changes the value of a contract."""
    assert scored(f"anna 6{suit} wp 6") == {"Anna pool": 2, "Boris on Anna": 8}


@pytest.mark.parametrize(("preset", "a_trick"), [("sochi", 10), ("leningrad", 20), ("rostov", 10)])
def test_misere(preset: str, a_trick: Amount) -> None:
    """A misère is 10 in the pool, or the dump price for every trick; nobody else writes."""
    assert scored("anna m 0", preset=preset) == {"Anna pool": 10}
    assert scored("anna m 1", preset=preset) == {"Anna dump": a_trick}
    assert scored("anna m 10", preset=preset) == {"Anna dump": 10 * a_trick}
