"""Two players: hussar (rule book, section 8). Anna is the first hand, Boris deals."""

from typing import Any

import pytest

from prefcount.ledger.amount import Amount
from tests.helpers import brought, dealer, fact, play, problems, results, scored, start
from tests.tables import each_line

Sheet = dict[str, Amount]


def two(*lines: str, **rules: Any) -> Sheet:
    """What hands of two players write on an empty sheet."""
    return scored(*lines, players=2, **rules)


class TestContract:
    """The opponent says pass or whist and is the whole defence."""

    def test_pass(self) -> None:
        assert two("anna 7h p") == {"Anna pool": 4}

    def test_all_tricks_of_the_defence_are_his(self) -> None:
        """The dummy's tricks too: defence tricks are one number, ten less the declarer's."""
        assert two("anna 6h w 6") == {"Anna pool": 2, "Boris on Anna": 8}
        assert two("anna 6h w 6 4") == two("anna 6h w 6")

    @pytest.mark.parametrize(
        ("line", "dump"),
        [
            ("anna 6h w 8", 4),
            ("anna 6h w 10", 8),
            ("anna 7h w 10", 8),
            ("anna 8h w 10", 6),
            ("anna 10h w 10", 10),
        ],
    )
    @pytest.mark.parametrize("undertricks", ["collective", "personal", "shared", "individual"])
    def test_the_quota_is_his_alone(self, line: str, dump: int, undertricks: str) -> None:
        """Whatever the table says about two whisters or about eights."""
        for eight_up in ("second", "first", "both", "split"):
            assert two(line, undertricks=undertricks, eight_up=eight_up)["Boris dump"] == dump

    @each_line(
        ("rules", "dump", "whists"),
        [
            ({"preset": "sochi"}, 8, 5 * 4 + 8),
            ({"preset": "leningrad"}, 16, 5 * 8 + 16),
            ({"preset": "rostov"}, 8, 5 * 4 + 20),
            ({"consolation": "none"}, 8, 5 * 4),
            ({"style": "gentleman", "gentleman_scope": "always"}, 8, 5 * 4 + 8),
        ],
    )
    def test_seven_two_short(self, rules: dict[str, Any], dump: int, whists: int) -> None:
        """Consolation is his alone, and there is nobody to share with."""
        assert two("anna 7h w 5", **rules) == {"Anna dump": dump, "Boris on Anna": whists}

    def test_leaving_without_three(self) -> None:
        assert two("anna 7h -3") == {"Anna dump": 12}

    @pytest.mark.parametrize(("whists", "written"), [("own", 40), ("shared", 40), ("none", 20)])
    def test_a_checked_ten(self, whists: str, written: int) -> None:
        """Fine print 12: all tricks of the defence are his."""
        rules = {"ten": "checked", "ten_checked_whists": whists}
        assert two("anna 10h 8", **rules) == {"Anna dump": 20, "Boris on Anna": written}
        assert two("anna 10h 10", **rules) == {"Anna pool": 10}

    def test_stalingrad(self) -> None:
        """He must whist on six spades; the call need not be said."""
        assert two("anna 6s 6", stalingrad=True) == two("anna 6s w 6")
        assert problems(start(2, stalingrad=True), "anna 6s p") == [
            "calls.Boris: six spades is Stalingrad here: both defenders must whist"
        ]

    def test_no_half_whist(self) -> None:
        assert problems(start(2), "anna 6h h") == ["calls.Boris: half-whist is not played by two"]


class TestRaspasy:
    """Each writes his own tricks; the dummy's count for nobody."""

    def test_own(self) -> None:
        assert two("r 3 5") == {"Anna dump": 3, "Boris dump": 5}
        assert two("r 3 5", "r 2 2") == {"Anna dump": 3 + 4, "Boris dump": 5 + 4}

    def test_no_trick(self) -> None:
        assert two("r 0 5") == {"Anna pool": 1, "Boris dump": 5}
        assert two("r 0 0") == {"Anna pool": 1, "Boris pool": 1}

    def test_amnesty(self) -> None:
        assert two("r 3 5", raspasy={"amnesty": True}) == {"Boris dump": 2}

    def test_off(self) -> None:
        """Fine print 21: the hand counts, moves the deal and the row, and writes nothing."""
        state = play(start(2, hussar_raspasy="off"), "r 0 5")
        assert (dealer(state), fact(state, "row"), fact(state, "hand")) == ("Anna", "1", "2")
        assert two("r 0 5", hussar_raspasy="off") == {}
        assert two("r 0 5", hussar_raspasy="off", raspasy={"to": "whists"}) == {}

    def test_in_whists(self) -> None:
        """The one with fewer tricks writes 5 for every trick of the other; a tie writes nothing."""
        assert two("r 3 5", preset="rostov") == {"Anna on Boris": 25}
        assert two("r 3 3", preset="rostov") == {}
        assert two("r 0 4", preset="rostov") == {"Anna pool": 1, "Anna on Boris": 20}


def test_the_deal_alternates() -> None:
    state = start(2)
    assert [
        dealer(state),
        dealer(play(state, "anna 6h p")),
        dealer(play(state, "anna 6h p", "anna 6h p")),
    ] == ["Boris", "Anna", "Boris"]


def test_settlement_with_two() -> None:
    """Four dump points cost their owner 20 and give the other 20."""
    assert results(play(start(2), brought(Anna={"dump": 4}))) == {"Anna": -20, "Boris": 20}
