"""Two players: hussar (rule book, section 8). Anna is the first hand, Boris deals."""

from typing import Any

from prefcount.ledger import Amount
from tests.helpers import dealer, fact, play, problems, scored, start

Sheet = dict[str, Amount]


def two(*lines: str, **rules: Any) -> Sheet:
    return scored(*lines, players=2, **rules)


class TestContract:
    """The opponent says pass or whist and is the whole defence."""

    def test_the_opponent_writes_all_tricks_of_the_defence(self) -> None:
        assert two("anna 6h w 6") == {"Anna pool": 2, "Boris on Anna": 8}
        assert two("anna 6h w 6 4") == two("anna 6h w 6")

    def test_the_opponent_must_whist_stalingrad(self) -> None:
        assert two("anna 6s 6", stalingrad=True) == two("anna 6s w 6")
        assert problems(start(2, stalingrad=True), "anna 6s p") == [
            "calls.Boris: six spades is Stalingrad here: both defenders must whist"
        ]


class TestRaspasy:
    """Each player writes their own tricks. The dummy's tricks do not count."""

    def test_raspasy_may_write_nothing(self) -> None:
        """The hand counts, and moves the deal and the row of raspasy (fine print 21)."""
        state = play(start(2, hussar_raspasy="off"), "r 0 5")
        assert (dealer(state), fact(state, "row"), fact(state, "hand")) == ("Anna", "1", "2")
        assert two("r 0 5", hussar_raspasy="off") == {}
        assert two("r 0 5", hussar_raspasy="off", raspasy={"to": "whists"}) == {}

    def test_raspasy_in_whists_go_to_the_fewer_tricks(self) -> None:
        """The player with fewer tricks writes 5 for each trick of the other. A tie writes nothing."""
        assert two("r 3 5", preset="rostov") == {"Anna on Boris": 25}
        assert two("r 3 3", preset="rostov") == {}
        assert two("r 0 4", preset="rostov") == {"Anna pool": 1, "Anna on Boris": 20}
