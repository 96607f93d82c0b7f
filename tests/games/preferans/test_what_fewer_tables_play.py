"""Section 13 worked out by hand, one option after the other and where they meet.

Anna plays, Boris is the first defender and Vera the second; of four Gleb deals and sits out. Nothing is named
that stays at zero.
"""

from typing import Any

import pytest

from prefcount.session.outcome import outcome
from prefcount.session.session import Session
from tests.helpers import brought, header, scored

Rules = dict[str, Any]
Figures = dict[str, int]

OWN: Rules = {"lone_whister": "own"}
HALF: Rules = {"lone_quota": "half"}
BOTH: Rules = {"undertricks": "both"}
FEWER: Rules = {"undertricks": "fewer"}
GENTLEMEN: Rules = {"style": "gentleman"}
PASSES: Rules = {"dealer_may_whist_passes": True}
AFTER_HALF: Rules = {"dealer_may_whist": True}
ALONE: Rules = {"dealer_whist_alone": True}
PITER: Rules = {"dump_factor": 1, "whist_factor": 2, "pool_factor": 2}
LENINGRAD: Rules = {"preset": "leningrad"}
KAZAKHSTAN: Rules = {"values": [8, 16, 24, 32, 40]}
CYCLE: Rules = {"cycle": True}
FULL: Rules = {"target": 2, "end": "manual"}


def on_anna(first: int = 0, second: int = 0, dealer: int = 0) -> Figures:
    """The whists that are written on Anna."""
    written = {"Boris on Anna": first, "Vera on Anna": second, "Gleb on Anna": dealer}
    return {place: whists for place, whists in written.items() if whists}


def dumps(anna: int, boris: int, vera: int) -> Figures:
    """What is written in three dumps."""
    return {"Anna dump": anna, "Boris dump": boris, "Vera dump": vera}


HANDS: list[tuple[Rules, int, str, Figures]] = [
    # 1. a lone whister for his own tricks
    (OWN, 3, "anna 6s wp 6 1 3", {"Anna pool": 2, "Boris dump": 6, **on_anna(2)}),
    (OWN, 3, "anna 6s wp 6 4 0", {"Anna pool": 2, **on_anna(8)}),
    (OWN, 3, "anna 6s pw 6 1 3", {"Anna pool": 2, "Vera dump": 2, **on_anna(0, 6)}),
    (OWN, 3, "anna 7h wp 6 2 2", {"Anna dump": 4, **on_anna(12, 4)}),
    (OWN, 3, "anna 9d wp 8 1 1", {"Anna dump": 8, **on_anna(16, 8)}),
    (OWN, 3, "anna 10s wp 10 0 0", {"Anna pool": 10, "Boris dump": 10}),
    (OWN, 3, "anna 6d wh 6 2 2", {"Anna pool": 2, "Boris dump": 4, **on_anna(4)}),
    (OWN | {"responsibility": "half"}, 3, "anna 8c wp 8 0 2", {"Anna pool": 6, "Boris dump": 3}),
    (OWN | GENTLEMEN, 3, "anna 7h wp 6 3 1", {"Anna dump": 4, **on_anna(10, 10)}),
    (
        OWN | GENTLEMEN | {"gentleman_scope": "always"},
        3,
        "anna 7h wp 7 2 1",
        {"Anna pool": 4, **on_anna(4, 4)},
    ),
    (
        OWN | GENTLEMEN | {"returned_half_whister": "share"},
        3,
        "anna 6d wh 5 3 2",
        {"Anna dump": 2, **on_anna(5, 5)},
    ),
    ({}, 3, "anna 6s wp 6 1 3", {"Anna pool": 2, **on_anna(8)}),
    # 3. the quota of a lone whister
    (HALF, 3, "anna 6s wp 8", {"Anna pool": 2, **on_anna(4)}),
    (HALF, 3, "anna 6s wp 9", {"Anna pool": 2, "Boris dump": 2, **on_anna(2)}),
    (HALF, 3, "anna 7s wp 9", {"Anna pool": 4, **on_anna(4)}),
    (HALF, 3, "anna 7s wp 10", {"Anna pool": 4, "Boris dump": 4}),
    (HALF, 2, "anna 6s w 8", {"Anna pool": 2, "Boris dump": 4, **on_anna(4)}),
    (HALF | OWN, 3, "anna 6c wp 6 1 3", {"Anna pool": 2, "Boris dump": 2, **on_anna(2)}),
    (HALF | OWN, 3, "anna 8c wp 8 0 2", {"Anna pool": 6, "Boris dump": 6}),
    # 2. two whisters
    (BOTH, 3, "anna 7s ww 9 1 0", {"Anna pool": 4, "Boris dump": 4, "Vera dump": 4, **on_anna(4)}),
    (FEWER, 3, "anna 7s ww 9 1 0", {"Anna pool": 4, "Vera dump": 4, **on_anna(4)}),
    (FEWER, 3, "anna 6s ww 9 1 0", {"Anna pool": 2, "Vera dump": 6, **on_anna(2)}),
    (FEWER, 3, "anna 6s ww 8 1 1", {"Anna pool": 2, "Boris dump": 2, "Vera dump": 2, **on_anna(2, 2)}),
    (FEWER, 3, "anna 6s ww 8 2 0", {"Anna pool": 2, "Vera dump": 4, **on_anna(4)}),
    (FEWER, 3, "anna 8s ww 10 0 0", {"Anna pool": 6, "Vera dump": 6}),
    (BOTH, 3, "anna 6s ww 8 1 1", {"Anna pool": 2, "Boris dump": 4, "Vera dump": 4, **on_anna(2, 2)}),
    (BOTH, 3, "anna 6s ww 6 4 0", {"Anna pool": 2, **on_anna(8)}),
    (
        BOTH | {"responsibility": "half"},
        3,
        "anna 6s ww 7 2 1",
        {"Anna pool": 2, "Boris dump": 1, "Vera dump": 1, **on_anna(4, 2)},
    ),
    # 4. the dealer's whist
    (LENINGRAD | PASSES, 4, "anna 8s ppw 8", {"Anna pool": 6, **on_anna(dealer=24)}),
    (LENINGRAD | PASSES, 4, "anna 8s ppw 10", {"Anna pool": 6}),
    (PASSES, 4, "anna 7s ppw 5", {"Anna dump": 8, **on_anna(8, 8, 28)}),
    (PASSES | ALONE, 4, "anna 7s ppw 5", {"Anna dump": 8, **on_anna(dealer=28)}),
    (PASSES | {"consolation_to_passer": False}, 4, "anna 7s ppw 5", {"Anna dump": 8, **on_anna(dealer=28)}),
    (LENINGRAD | AFTER_HALF | ALONE, 4, "anna 6s phw 5", {"Anna dump": 4, **on_anna(dealer=24)}),
    (AFTER_HALF, 4, "anna 6s phw 5", {"Anna dump": 2, **on_anna(2, 0, 12)}),
    (
        AFTER_HALF | {"consolation_to_dealer": False},
        4,
        "anna 6s phw 5",
        {"Anna dump": 2, **on_anna(2, 0, 12)},
    ),
    # 7. the factors
    (PITER, 3, "anna 7h ww 6 2 2", {"Anna dump": 4, **on_anna(24, 24)}),
    ({"dump_factor": 3}, 3, "anna 8c -3", {"Anna dump": 54}),
    ({"whist_factor": 3}, 3, "anna 6s ph", {"Anna pool": 2, **on_anna(0, 12)}),
    (
        {"dump_factor": 2, "responsibility": "half"},
        3,
        "anna 6s wp 8",
        {"Anna pool": 2, "Boris dump": 4, **on_anna(4)},
    ),
    ({"doubled": True, "dump_factor": 1}, 3, "anna m 3", {"Anna dump": 30}),
    (
        {"misere_consolation": True, "whist_factor": 2},
        3,
        "anna m 2",
        {"Anna dump": 20, **on_anna(40, 40)},
    ),
    ({"dump_factor": 4}, 3, "misdeal", {"Vera dump": 8}),
    ({"dump_factor": 4}, 3, "thrown", {"Vera dump": 4}),
    (
        {"pool_factor": 3, **FULL},
        3,
        "anna 8c pp",
        {"Anna pool": 2, "Boris pool": 2, "Vera pool": 2, "Anna on Boris": 60, "Anna on Vera": 60},
    ),
    # 8. values
    (KAZAKHSTAN, 3, "anna 8d ww 7 2 1", {"Anna dump": 24, **on_anna(72, 48)}),
    (KAZAKHSTAN, 3, "anna 6s ph", {"Anna pool": 8, **on_anna(0, 16)}),
    (KAZAKHSTAN, 3, "anna 7s wp 9", {"Anna pool": 16, "Boris dump": 16, **on_anna(16)}),
    (KAZAKHSTAN, 3, "anna 9h blind pp", {"Anna pool": 32}),
    ({"misere_value": 40}, 3, "anna m 2", {"Anna dump": 80}),
    ({"misere_value": 40}, 3, "anna m blind 0", {"Anna pool": 40}),
    (
        {"misere_value": 12, "misere_half_with_dealer": True},
        4,
        "anna m 2",
        {"Anna dump": 12, "Gleb dump": 12},
    ),
    # 9. consolation
    (
        {"consolation": "fixed", "consolation_fixed": 7},
        3,
        "anna 8c ww 6 2 2",
        {"Anna dump": 12, **on_anna(26, 26)},
    ),
    ({"consolation_cap": 5}, 3, "anna 8c ww 7 2 1", {"Anna dump": 6, **on_anna(17, 11)}),
    (
        {"consolation_cap": 10, "whist_factor": 2},
        3,
        "anna 9c ww 8 1 1",
        {"Anna dump": 8, **on_anna(26, 26)},
    ),
    (
        {"consolation_cap": 3, "consolation": "fixed"},
        3,
        "anna 6c ww 5 3 2",
        {"Anna dump": 2, **on_anna(16, 14)},
    ),
    # 10. hands that count several times
    ({}, 3, "anna 7h x2 wp 6", {"Anna dump": 8, **on_anna(40, 8)}),
    ({}, 3, "anna m x3 0", {"Anna pool": 30}),
    ({"target": 1000}, 3, "r x2 0 4 6", {"Anna pool": 2, "Boris dump": 8, "Vera dump": 12}),
    ({}, 3, "anna 6s x4 pp", {"Anna pool": 8}),
    ({}, 3, "anna 6s x2 ph", {"Anna pool": 4, **on_anna(0, 8)}),
    ({}, 3, "anna 7h x2 -3", {"Anna dump": 24}),
    ({"preset": "rostov"}, 3, "r x2 2 3 5", {"Anna on Boris": 30, "Anna on Vera": 50}),
    ({"bombs": True}, 3, "r 3 3 4; anna 6s x3 pp", {"Anna pool": 12, **dumps(3, 3, 4)}),
    # 11 and 12. raspasy that stay, and ladders that begin again
    ({"raspasy": CYCLE}, 3, "; ".join(["r 4 3 3"] * 4), dumps(28, 21, 21)),
    ({"raspasy": CYCLE | {"progression": "geometric"}}, 3, "; ".join(["r 4 3 3"] * 4), dumps(28, 21, 21)),
    ({"raspasy": CYCLE | {"progression": "constant"}}, 3, "; ".join(["r 4 3 3"] * 4), dumps(16, 12, 12)),
    (
        {"raspasy": {"rotation": "stays", "stays_at_most": 2, "stay_fee": 5}},
        3,
        "r 4 3 3; r 4 3 3",
        dumps(12, 9, 14),
    ),
    ({"raspasy": {"stays_at_most": 1, "stay_fee": 5}}, 3, "r 4 3 3", dumps(4, 3, 3)),
    (
        {"raspasy": {"rotation": "stays", "stays_at_most": 1, "stay_fee": 2}, "dump_points": "whists"},
        3,
        "r 4 3 3",
        {
            **on_anna(20, 20),
            **{"Anna on Boris": 15, "Vera on Boris": 15},
            **{"Anna on Vera": 25, "Boris on Vera": 25},
        },
    ),
    # 13. the floor of the dump
    (
        FULL | {"dump_floor": "zero"},
        3,
        "anna 6h ww 5 3 2; anna 6s pp; boris 6s pp; vera 6s pp; anna 7h pp",
        {"Anna pool": 2, "Boris pool": 2, "Vera pool": 2, **on_anna(8, 6)},
    ),
    (
        FULL,
        3,
        "anna 6h ww 5 3 2; anna 6s pp; boris 6s pp; vera 6s pp; anna 7h pp",
        {"Anna pool": 2, "Anna dump": -2, "Boris pool": 2, "Vera pool": 2, **on_anna(8, 6)},
    ),
]
"""The rules, the players, the hands, and all that stands on the sheet after them."""


@pytest.mark.parametrize(("rules", "players", "hands", "figures"), HANDS, ids=str)
def test_what_is_written(rules: Rules, players: int, hands: str, figures: Figures) -> None:
    """Every figure, and none besides; no pool is full unless the rules say so."""
    written = scored(*hands.split("; "), players=players, **{"target": 1000, **rules})
    assert {place: amount for place, amount in written.items() if amount} == figures


@pytest.mark.parametrize(
    ("players", "dump", "rules", "results"),
    [
        (3, 1, {}, [-6, 3, 3]),
        (3, 2, {}, [-14, 7, 7]),
        (3, 3, {}, [-20, 10, 10]),
        (4, 3, {}, [-21, 7, 7, 7]),
        (4, 2, {}, [-15, 5, 5, 5]),
        (4, 1, {"dump_divisor": "n_minus_1"}, [-9, 3, 3, 3]),
        (3, 1, {"dump_divisor": "n_minus_1"}, [-10, 5, 5]),
        (3, 1, {"dump_divisor": "one"}, [-20, 10, 10]),
        (2, 1, {}, [-5, 5]),
    ],
)
def test_paper_rounding(players: int, dump: int, rules: Rules, results: list[int]) -> None:
    """Point 5: a dump that does not divide is made to, for whists on or by its owner."""
    session = (
        Session(header(players, rounding="paper", **rules)).accepted(brought(Anna={"dump": dump})).session
    )
    assert list(outcome(session).whole) == results
