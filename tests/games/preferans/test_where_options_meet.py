"""Where the options of section 13 meet each other and older ones, worked out by hand from the rule book.

Anna plays, Boris is the first defender and Vera the second; of three Vera deals first, of four Gleb, who sits
out. Nothing is named that stays at zero. No pool is full unless the rules say so.
"""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from prefcount.audit.run_audit import audit_file
from prefcount.entries.base import Entry
from prefcount.session.outcome import outcome
from prefcount.session.session import Session
from tests.games.preferans.test_what_fewer_tables_play import (
    AFTER_HALF,
    ALONE,
    CYCLE,
    FULL,
    GENTLEMEN,
    HALF,
    KAZAKHSTAN,
    OWN,
    PASSES,
    Figures,
    Rules,
    dumps,
    on_anna,
)
from tests.helpers import brought, dealer, entry, fact, header, play, pools, problems, refusal, scored, start
from tests.store.files import by_hand

ALWAYS: Rules = GENTLEMEN | {"gentleman_scope": "always"}
SHARED: Rules = {"returned_half_whister": "share"}
COMFORTED: Rules = {"returned_half_whister": "consolation"}
CHECKED: Rules = {"ten": "checked"}
PASSER_GETS_NOTHING: Rules = {"consolation_to_passer": False}
TALON: Rules = {"talon_bonus": True}
TRIPLE: Rules = {"dump_factor": 3, "whist_factor": 3, "pool_factor": 3}
FLOOR: Rules = {"dump_floor": "zero"}
ALL_FULL = {"pool": 2}


def stays(most: int, fee: int = 0, **further: Any) -> Rules:
    """Raspasy that stay with their dealer so many times, and what that player writes then."""
    return {"raspasy": {"rotation": "stays", "stays_at_most": most, "stay_fee": fee, **further}}


def on(who: str, **whists: int) -> Figures:
    """What a player writes on others."""
    return {f"{who} on {other}": amount for other, amount in whists.items()}


MEETINGS: dict[str, list[tuple[Rules, int, str, Figures]]] = {
    "style under own": [
        (OWN | ALWAYS, 3, "anna 6s wp 6 1 3", {"Anna pool": 2, "Boris dump": 6, **on_anna(1, 1)}),
        (OWN | GENTLEMEN, 3, "anna 6s wp 6 1 3", {"Anna pool": 2, "Boris dump": 6, **on_anna(2)}),
        (OWN | GENTLEMEN, 3, "anna 6s wp 5 1 4", {"Anna dump": 2, **on_anna(1 + 2, 1 + 2)}),
    ],
    "returned whist": [
        (HALF, 3, "anna 6d wh 9", {"Anna pool": 2, "Boris dump": 2, **on_anna(2)}),
        (HALF | OWN, 3, "anna 6d wh 6 1 3", {"Anna pool": 2, "Boris dump": 2, **on_anna(2)}),
        (OWN, 3, "anna 6d wh 5 3 2", {"Anna dump": 2, **on_anna(6 + 2)}),
        (OWN | COMFORTED, 3, "anna 6d wh 5 3 2", {"Anna dump": 2, **on_anna(6 + 2, 2)}),
        (OWN | ALWAYS | SHARED, 3, "anna 6d wh 6 1 3", {"Anna pool": 2, "Boris dump": 6, **on_anna(2)}),
        (
            OWN | GENTLEMEN | SHARED | PASSER_GETS_NOTHING,
            3,
            "anna 6d wh 5 3 2",
            {"Anna dump": 2, **on_anna(3 + 2, 3)},
        ),
    ],
    "who is no lone whister": [
        (OWN | HALF, 2, "anna 6s w 8", {"Anna pool": 2, "Boris dump": 4, **on_anna(4)}),
        (OWN | HALF | PASSES, 4, "anna 8s ppw 8", {"Anna pool": 6, **on_anna(dealer=12)}),
        (OWN | HALF | PASSES, 4, "anna 8s ppw 10", {"Anna pool": 6}),
        (OWN | HALF | AFTER_HALF, 4, "anna 6s phw 10", {"Anna pool": 2}),
        (OWN | HALF | CHECKED, 3, "anna 10s 9 1 0", {"Anna dump": 10, **on_anna(10 + 10, 10)}),
        (OWN | HALF | CHECKED, 3, "anna 10s 10", {"Anna pool": 10}),
    ],
    "own tricks and half a quota, under every rule of undertricks": [
        (OWN | HALF | {"undertricks": rule}, 3, line, figures)
        for rule in ("collective", "personal", "shared", "individual", "both", "fewer")
        for line, figures in (
            ("anna 6s wp 7 1 2", {"Anna pool": 2, "Boris dump": 2, **on_anna(2)}),
            ("anna 7s wp 9 0 1", {"Anna pool": 4, "Boris dump": 4}),
            ("anna 6s wp 5 1 4", {"Anna dump": 2, **on_anna(2 + 2, 2)}),
        )
    ],
    "two whisters who answer for themselves": [
        (
            HALF | {"undertricks": "individual"},
            3,
            "anna 6s ww 7 3 0",
            {"Anna pool": 2, "Vera dump": 4, **on_anna(6)},
        ),
        (
            HALF | {"undertricks": "individual"},
            3,
            "anna 6s ww 5 5 0",
            {"Anna dump": 2, "Vera dump": 4, **on_anna(10 + 2, 2)},
        ),
    ],
    "the dealer's whist and consolation": [
        (AFTER_HALF | COMFORTED, 4, "anna 6s phw 5", {"Anna dump": 2, **on_anna(2, 2, 12)}),
        (AFTER_HALF | SHARED, 4, "anna 6s phw 5", {"Anna dump": 2, **on_anna(2, 2, 12)}),
        (AFTER_HALF | SHARED | GENTLEMEN, 4, "anna 6s phw 5", {"Anna dump": 2, **on_anna(2, 2, 12)}),
        (
            AFTER_HALF | SHARED | PASSER_GETS_NOTHING,
            4,
            "anna 6s phw 5",
            {"Anna dump": 2, **on_anna(dealer=12)},
        ),
        (AFTER_HALF | COMFORTED | ALONE, 4, "anna 6s phw 5", {"Anna dump": 2, **on_anna(dealer=12)}),
        (
            PASSES | ALONE | {"consolation_to_dealer": False},
            4,
            "anna 7s ppw 5",
            {"Anna dump": 8, **on_anna(dealer=20 + 8)},
        ),
        (PASSES | TALON, 4, "anna 8s ppw 8 talon AS KS", {"Anna pool": 6, **on_anna(dealer=12 + 12)}),
        (PASSES | TALON | ALONE, 4, "anna 8s ppw 8 talon AS KS", {"Anna pool": 6, **on_anna(dealer=12 + 12)}),
    ],
    "factors and what follows none": [
        (TRIPLE, 3, "r 4 3 3", dumps(4, 3, 3)),
        (TRIPLE | {"preset": "rostov"}, 3, "anna 6c ww 5 3 2", {"Anna dump": 6, **on_anna(18 + 10, 12 + 10)}),
        (TRIPLE | {"preset": "rostov"}, 4, "r 2 3 5", {**on("Anna", Boris=15, Vera=25), "Gleb pool": 1}),
        (
            {"dump_factor": 2, "dump_points": "whists"},
            3,
            "anna 6s ww 5 3 2",
            on_anna(6 + 2 + 20, 4 + 2 + 20),
        ),
        (TALON | {"whist_factor": 2}, 4, "anna 8s pp talon AS KS", {"Anna pool": 6, **on_anna(dealer=24)}),
        (
            {"misere_talon_bonus": True, "whist_factor": 2, "misere_value": 40},
            4,
            "anna m 0 talon 7S 9H",
            {"Anna pool": 40, **on_anna(dealer=20)},
        ),
    ],
    "values and what a pool point is worth": [
        (
            KAZAKHSTAN | {"target": 10, "end": "manual", "pool_factor": 2},
            3,
            "anna 6s pp; anna 7s pp",
            {"Anna pool": 10, "Boris pool": 10, "Vera pool": 4, **on("Anna", Boris=200, Vera=80)},
        ),
    ],
    "the cap of consolation": [
        ({"consolation_cap": 5}, 3, "anna 8c x2 ww 7 2 1", {"Anna dump": 12, **on_anna(34, 22)}),
        (
            {"consolation_cap": 5, "bombs": True},
            3,
            "r 3 3 4; anna 8c ww 7 2 1",
            {**dumps(3 + 12, 3, 4), **on_anna(34, 22)},
        ),
        (
            {"consolation_cap": 3, "consolation": "none"},
            3,
            "anna 6c ww 5 3 2",
            {"Anna dump": 2, **on_anna(6, 4)},
        ),
        ({"consolation_fixed": 7}, 3, "anna 6c ww 5 3 2", {"Anna dump": 2, **on_anna(6 + 2, 4 + 2)}),
    ],
    "a hand that counts several times": [
        (
            {"target": 10, "end": "manual"},
            3,
            "anna m x2 0",
            {"Anna pool": 10, "Boris pool": 10, **on("Anna", Boris=100)},
        ),
        ({}, 3, "r x2 4 3 3; r 4 3 3", dumps(8 + 8, 6 + 6, 6 + 6)),
        ({}, 3, "r x3 0 5 5", {"Anna pool": 3, "Boris dump": 15, "Vera dump": 15}),
        (stays(1, fee=5), 3, "r x2 4 3 3", dumps(8, 6, 6 + 5)),
        ({"preset": "rostov"}, 4, "r x2 2 3 5", {**on("Anna", Boris=30, Vera=50), "Gleb pool": 2}),
        (TALON, 4, "anna 8s x2 pp talon AS KS", {"Anna pool": 12, **on_anna(dealer=24)}),
        (
            {"made_first": "dump"},
            3,
            "anna 6h -3; anna 6s x4 pp",
            {"Anna pool": 2},
        ),
    ],
    "raspasy that stay": [
        (stays(2, fee=5), 3, "r 4 3 3; anna 6s pp; r 4 3 3", {"Anna pool": 2, **dumps(8, 6, 6)}),
        (
            stays(2, fee=5, misere_resets="never"),
            3,
            "r 4 3 3; anna m 0; r 4 3 3",
            {"Anna pool": 10, **dumps(4 + 8, 3 + 6, 3 + 6)},
        ),
        (stays(2, fee=5), 3, "r 4 3 3; misdeal; r 4 3 3", dumps(12, 9, 9 + 2 + 5)),
        (stays(2, fee=5), 3, "r 4 3 3; r 4 3 3 dealer boris; r 4 3 3", dumps(24, 18 + 5, 18)),
        (stays(1, fee=5, dealer="sits_out"), 4, "r 4 3 3", {**dumps(4, 3, 3), "Gleb dump": 5}),
        (stays(1, fee=5), 4, "r 4 3 2 1", {**dumps(4, 3, 2), "Gleb dump": 1 + 5}),
        (
            stays(1, fee=5) | {"made_first": "dump"},
            3,
            "r 5 5 0",
            {**dumps(5, 5, 5), "Vera pool": 1},
        ),
        (stays(0, fee=5), 3, "r 4 3 3; r 4 3 3", dumps(12, 9, 9)),
    ],
    "ladders that begin again": [
        ({"raspasy": CYCLE | {"cap": 0}}, 3, "; ".join(["r 4 3 3"] * 4), dumps(40, 30, 30)),
        (
            {"raspasy": CYCLE | {"zero_bonus": "multiplier", "base": 2}},
            3,
            "; ".join(["r 0 5 5"] * 4),
            {"Anna pool": 1 + 2 + 3 + 1, "Boris dump": 70, "Vera dump": 70},
        ),
        (
            {"preset": "rostov", "raspasy": CYCLE | {"zero_bonus": "multiplier"}},
            3,
            "; ".join(["r 0 5 5"] * 4),
            {"Anna pool": 1 + 2 + 3 + 4, **on("Anna", Boris=100, Vera=100)},
        ),
    ],
    "the floor of the dump": [
        (FLOOR | {"raspasy": {"zero_bonus": "dump_two_tricks"}}, 3, "r 0 5 5", dumps(-2, 5, 5)),
    ],
}
"""By the sentence of the fine print: the rules, the players, the hands, and all that stands after them."""


@pytest.mark.parametrize(
    ("rules", "players", "hands", "figures"),
    [pytest.param(*case, id=f"{name} {case[2]}") for name, cases in MEETINGS.items() for case in cases],
)
def test_what_is_written(rules: Rules, players: int, hands: str, figures: Figures) -> None:
    """Every figure, and none besides."""
    written = scored(*hands.split("; "), players=players, **{"target": 1000, **rules})
    assert {place: amount for place, amount in written.items() if amount} == figures


@pytest.mark.parametrize(
    ("rules", "line", "said"),
    [
        (PASSES, "anna 6s phw 6", "the dealer may whist only after both passed"),
        (AFTER_HALF, "anna 6s ppw 6", "the dealer may whist only after pass and half"),
        (PASSES | CHECKED, "anna 10s ppw 10", "nobody calls"),
        (PASSES | {"stalingrad": True}, "anna 6s ppw 6", "both defenders must whist"),
        (OWN, "anna 6s wp 6", "say how many tricks each of Boris, Vera took"),
    ],
    ids=str,
)
def test_what_is_refused(rules: Rules, line: str, said: str) -> None:
    """Each permission permits its own calls only; nobody whists where nobody calls or both must."""
    assert said in problems(start(4, **rules), line)[0]


def test_half_a_misere_is_whole() -> None:
    """Declarer and dealer cannot share an odd value."""
    assert refusal(misere_value=15, misere_half_with_dealer=True)
    assert refusal(misere_value=16, misere_half_with_dealer=True) == []


@pytest.mark.parametrize(("line", "row"), [("anna 8s ppw 8", "0"), ("anna 8s pp", "1")])
def test_the_dealers_whist_ends_a_row_like_any_whist(line: str, row: str) -> None:
    """Under `reset: made_whisted` two passes do not."""
    rules = PASSES | {"raspasy": {"reset": "made_whisted"}}
    assert fact(play(start(4, **rules), "r 3 3 3 1", f"{line} dealer gleb"), "row") == row


@pytest.mark.parametrize(
    ("rules", "hands", "deals"),
    [
        (stays(0), ["r 4 3 3"] * 3, "Vera"),
        (stays(1), ["r 4 3 3"] * 3, "Vera"),
        (stays(2), ["r 4 3 3"], "Vera"),
        (stays(2), ["r 4 3 3"] * 2, "Anna"),
        (stays(2), ["r 4 3 3", "anna 6s pp", "r 4 3 3"], "Anna"),
        (stays(2), ["r 4 3 3", entry("misdeal"), "r 4 3 3"], "Anna"),
        (stays(2), ["r 4 3 3", "r 4 3 3 dealer boris"], "Boris"),
        (stays(2), ["r 4 3 3", "r 4 3 3 dealer boris", "r 4 3 3"], "Vera"),
        (stays(2, reset="made"), ["r 4 3 3", "anna 6s ww 5 3 2", "r 4 3 3"], "Anna"),
    ],
    ids=str,
)
def test_who_deals_after_raspasy_that_stay(rules: Rules, hands: list[str | Entry], deals: str) -> None:
    """The count is that of one player since the deal came to them."""
    assert dealer(play(start(**rules), *hands)) == deals


def test_the_ladder_of_bids_begins_again() -> None:
    """Six, seven, eight, and six again; without a cycle it stays at eight."""
    for cycle, after_four in ((True, "6"), (False, "8")):
        state, lowest = start(raspasy={"exit": [6, 7, 8], "cycle": cycle}), []
        for _raspasy in range(4):
            state = play(state, "r 4 3 3")
            lowest.append(fact(state, "lowest_bid"))
        assert lowest == ["6", "7", "8", after_four]


class TestFloor:
    """A surplus writes a dump off only down to zero (point 13); all pools are full."""

    @pytest.mark.parametrize(
        ("rules", "before", "line", "after"),
        [
            ({}, 1, "anna 6s pp", 0),
            ({}, 5, "anna 6s pp", 3),
            ({}, -4, "anna 6s pp", -4),
            ({"made_first": "dump"}, 3, "anna 8c pp", 0),
            ({"made_first": "dump"}, 8, "anna 8c pp", 2),
            ({"pool_factor": 3}, 4, "anna 6s pp", 0),
            ({"dump_floor": "none", "pool_factor": 3}, 4, "anna 6s pp", -2),
            ({"dump_floor": "none", "made_first": "dump"}, 3, "anna 8c pp", -3),
        ],
        ids=str,
    )
    def test_surplus(self, rules: Rules, before: int, line: str, after: int) -> None:
        """What is more than the dump is lost; a dump below zero is left alone."""
        full = brought(Anna={"pool": 2, "dump": before}, Boris=ALL_FULL, Vera=ALL_FULL)
        written = scored(full, line, **{**FULL, **FLOOR, **rules})
        assert written.get("Anna dump", 0) == after
        assert written["Anna pool"] == 2

    def test_an_adjustment_goes_below(self) -> None:
        fined = entry("adjust", player="Anna", column="dump", amount=-5, reason="a bet")
        assert scored(fined, **FLOOR)["Anna dump"] == -5

    def test_no_dump_no_floor(self) -> None:
        """Two points off are ten whists on each opponent."""
        rules = FULL | FLOOR | {"dump_points": "whists"}
        written = scored(pools(Anna=2, Boris=2, Vera=2), "anna 6s pp", **rules)
        assert written == {"Anna pool": 2, "Boris pool": 2, "Vera pool": 2, **on("Anna", Boris=10, Vera=10)}

    def test_it_counts_as_it_stands_when_it_is_used(self) -> None:
        """Agreed later, it leaves what was written before."""
        later = entry("rules", set={"dump_floor": "zero"})
        written = scored(
            pools(Anna=2, Boris=2, Vera=2), "anna 6s pp", later, "anna 6s pp", "boris 6s pp", **FULL
        )
        assert (written["Anna dump"], written.get("Boris dump", 0)) == (-2, 0)


class TestPaper:
    """Rounding as on paper (point 5), beside what makes fractions and money."""

    @staticmethod
    def settled(figures: dict[str, Any], players: int = 3, **rules: Any) -> Session:
        """A sheet brought forward."""
        stake = {"stake": "1.00", "currency": "EUR"}
        start = header(players, **{"rounding": "paper", **rules}).model_copy(update=stake)
        return Session(start).accepted(brought(**figures)).session

    @pytest.mark.parametrize(
        ("players", "figures", "rules", "whole"),
        [
            # 5/2: one point on, they write 3 on both; 35/3 on them: −52/3, 26/3, 26/3
            (3, {"Anna": {"dump": "5/2"}}, {}, [-17, 9, 8]),
            (3, {"Anna": {"whists": {"Boris": "1/2"}}}, {}, [1, -1, 0]),
            # two dumps of 1 above the third: one point off each, 3 on each
            (3, {"Vera": {"pool": 1}}, {}, [-3, -3, 6]),
            (3, {"Vera": {"pool": 1}}, {"dump_points": "whists"}, [-3, -3, 6]),
            (3, {"Anna": {"dump": 1}}, {"dump_points": "whists"}, [-6, 3, 3]),
            # a pool point is worth two: dumps of 2, one point on each, which each writes 3 on the others
            (3, {"Vera": {"pool": 1}}, {"pool_factor": 2}, [-7, -7, 14]),
            (2, {"Anna": {"dump": 1}}, {"dump_divisor": "n_minus_1"}, [-10, 10]),
            (4, {"Anna": {"dump": 2}}, {"dump_divisor": "n_minus_1"}, [-21, 7, 7, 7]),
            (4, {"Anna": {"dump": 1}}, {"dump_divisor": "one"}, [-30, 10, 10, 10]),
        ],
        ids=str,
    )
    def test_whole(self, players: int, figures: dict[str, Any], rules: Rules, whole: list[int]) -> None:
        """What is not whole after it goes by the largest remainder."""
        assert list(outcome(self.settled(figures, players, **rules)).whole) == whole

    def test_exact_results_stay_exact(self) -> None:
        exact = outcome(self.settled({"Anna": {"dump": 1}})).exact
        assert tuple(exact) == (Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3))

    @pytest.mark.parametrize(
        ("rounding", "amounts"),
        [
            ("exact", ["-13.33", "6.67", "6.66"]),
            ("whole", ["-13.00", "7.00", "6.00"]),
            ("paper", ["-14.00", "7.00", "7.00"]),
        ],
    )
    def test_money(self, rounding: str, amounts: list[str]) -> None:
        """A dump of two is 40/3 whists; whole money is the whole result times the price."""
        paid = outcome(self.settled({"Anna": {"dump": 2}}, rounding=rounding)).money
        assert paid is not None
        assert [str(amount) for amount in paid.amounts] == amounts

    @pytest.mark.parametrize(
        ("vera", "found"), [(7, set()), (6, {"results-rounded"}), (3, {"result-mismatch"})]
    )
    def test_announced_results_are_those_on_paper(self, tmp_path: Path, vera: int, found: set[str]) -> None:
        """A dump of two: 14 lost; whole numbers without the paper would be 13, 7 and 6."""
        sheet = {"kind": "sheet", "columns": {"Anna": {"dump": 2}}}
        results = {"Anna": -7 - vera, "Boris": 7, "Vera": vera}
        end = {"kind": "end", "reason": "agreed", "results": results}
        path = by_hand(tmp_path / "game.jsonl", sheet, end, rules={"rounding": "paper"})
        assert {finding.code for finding in audit_file(path).findings} == found


@pytest.mark.parametrize(
    ("option", "changes"),
    [
        ({"pool_factor": 3}, False),
        ({"dump_factor": 3}, True),
        ({"whist_factor": 3}, True),
        ({"values": [8, 16, 24, 32, 40]}, True),
        ({"misere_value": 20}, True),
        ({"consolation_fixed": 5}, True),
        ({"consolation_cap": 5}, True),
        ({"rounding": "paper"}, True),
        ({"dump_floor": "zero"}, True),
        (OWN, True),
        (HALF, True),
        ({"undertricks": "both"}, True),
        (PASSES, True),
        (ALONE, True),
        (stays(2, fee=5), True),
        ({"raspasy": CYCLE}, True),
    ],
    ids=str,
)
def test_what_may_change_after_the_first_hand(option: Rules, changes: bool) -> None:
    """Only what a pool point is worth stays as it was begun."""
    state = play(start(), "anna 6s pp")
    assert (problems(state, entry("rules", set=option)) == []) == changes
