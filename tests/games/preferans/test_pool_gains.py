"""Closing the pool, American aid, and the end of the game (rule book, section 5).

All games here are played to a target of 20 unless a test says otherwise.
"""

from fractions import Fraction
from typing import Any, ClassVar

import pytest

from prefcount.ledger.amount import Amount
from tests.helpers import Players, brought, dealer, entry, play, pools, problems, sheet, start
from tests.tables import each_line

Figures = dict[str, Any]


def after(line: str, before: dict[str, int], players: Players = 3, **rules: Any) -> dict[str, Amount]:
    """The sheet after one hand that follows pools brought forward."""
    return sheet(play(start(players, **rules), pools(**before), line))


class TestAid:
    """What a full pool gains goes to others, for ten whists a point."""

    def test_a_gain_fills_the_own_pool_first(self) -> None:
        """18 and 6: two for the own pool, four for the largest open one."""
        assert after("anna 8h pp", {"Anna": 18, "Boris": 15, "Vera": 12}) == {
            "Anna pool": 20,
            "Boris pool": 19,
            "Vera pool": 12,
            "Anna on Boris": 40,
        }

    def test_exactly_the_target_is_no_surplus(self) -> None:
        assert after("anna 8h pp", {"Anna": 14, "Boris": 15}) == {"Anna pool": 20, "Boris pool": 15}

    @pytest.mark.parametrize(
        ("order", "expected"),
        [
            ("highest", {"Boris pool": 20, "Vera pool": 19, "Anna on Boris": 10, "Anna on Vera": 90}),
            ("lowest", {"Boris pool": 19, "Vera pool": 20, "Anna on Vera": 100}),
            ("clockwise", {"Boris pool": 20, "Vera pool": 19, "Anna on Boris": 10, "Anna on Vera": 90}),
        ],
    )
    def test_order(self, order: str, expected: Figures) -> None:
        """A full pool plays a ten: up to his target the first one, then the next."""
        found = after("anna 10h pp", {"Anna": 20, "Boris": 19, "Vera": 10}, aid_order=order)
        assert found == {"Anna pool": 20, **expected}

    def test_clockwise_does_not_look_at_the_pools(self) -> None:
        found = after("anna 6h pp", {"Anna": 20, "Boris": 3, "Vera": 10}, aid_order="clockwise")
        assert found == {"Anna pool": 20, "Boris pool": 5, "Vera pool": 10, "Anna on Boris": 20}

    @pytest.mark.parametrize("order", ["highest", "lowest", "clockwise"])
    @pytest.mark.parametrize(("helper", "helped"), [("anna", "Boris"), ("boris", "Vera"), ("vera", "Anna")])
    def test_ties_go_to_the_nearest_clockwise(self, helper: str, helped: str, order: str) -> None:
        before = {"Anna": 10, "Boris": 10, "Vera": 10, helper.title(): 20}
        found = after(f"{helper} 6h pp", before, aid_order=order)
        assert found[f"{helper.title()} on {helped}"] == 20
        assert found[f"{helped} pool"] == 12

    def test_the_dealer_who_sits_out_can_be_helped(self) -> None:
        before = {"Anna": 20, "Boris": 5, "Vera": 6, "Gleb": 7}
        assert after("anna 6h pp", before, players=4) == {
            "Anna pool": 20,
            "Boris pool": 5,
            "Vera pool": 6,
            "Gleb pool": 9,
            "Anna on Gleb": 20,
        }

    def test_aid_goes_from_one_to_the_next(self) -> None:
        """18 and 10: eight over; one for Vera, seven for Boris, whists on each."""
        assert after("anna m 0", {"Anna": 18, "Boris": 10, "Vera": 19}) == {
            "Anna pool": 20,
            "Boris pool": 17,
            "Vera pool": 20,
            "Anna on Vera": 10,
            "Anna on Boris": 70,
        }

    def test_twenty_a_point_in_leningrad(self) -> None:
        found = after("anna 6h pp", {"Anna": 20, "Boris": 5}, doubled=True)
        assert found == {"Anna pool": 20, "Boris pool": 7, "Anna on Boris": 40}

    @pytest.mark.parametrize(("doubled", "off"), [(False, 4), (True, 8)])
    def test_nobody_left_to_help(self, doubled: bool, off: int) -> None:
        """What is left comes off the helper's own dump, below zero too."""
        rules: Figures = {"doubled": doubled, "end": "manual"}
        found = after("anna 7h pp", {"Anna": 20, "Boris": 20, "Vera": 20}, **rules)
        assert found == {"Anna pool": 20, "Boris pool": 20, "Vera pool": 20, "Anna dump": -off}

    def test_some_of_it_is_left(self) -> None:
        found = after("anna 8h pp", {"Anna": 20, "Boris": 20, "Vera": 18})
        assert found == {
            "Anna pool": 20,
            "Boris pool": 20,
            "Vera pool": 20,
            "Anna on Vera": 20,
            "Anna dump": -4,
        }

    def test_without_aid_pools_grow_past_the_target(self) -> None:
        before = {"Anna": 18, "Boris": 5}
        assert after("anna m 0", before, aid=False) == {"Anna pool": 28, "Boris pool": 5}

    def test_a_raspasy_bonus_is_a_gain(self) -> None:
        assert after("r 0 4 6", {"Anna": 20, "Boris": 5}) == {
            "Anna pool": 20,
            "Boris pool": 6,
            "Anna on Boris": 10,
            "Boris dump": 4,
            "Vera dump": 6,
        }

    def test_a_misere_shared_with_the_dealer_is_a_gain_of_both(self) -> None:
        """Anna has three over; they go to Gleb, whose own five have been added first."""
        before = {"Anna": 18, "Boris": 2, "Vera": 3, "Gleb": 10}
        assert after("anna m 0", before, players=4, misere_half_with_dealer=True) == {
            "Anna pool": 20,
            "Boris pool": 2,
            "Vera pool": 3,
            "Gleb pool": 18,
            "Anna on Gleb": 30,
        }

    @pytest.mark.parametrize("how", ["adjust", "sheet"])
    def test_the_surplus_is_never_more_than_the_gain(self, how: str) -> None:
        """Fine print 16: what an adjustment or a sheet put above the target stays."""
        raised = (
            entry("adjust", player="Anna", column="pool", amount=25, reason="agreed")
            if how == "adjust"
            else pools(Anna=25)
        )
        assert sheet(play(start(), raised, "anna 6h pp")) == {
            "Anna pool": 25,
            "Boris pool": 2,
            "Anna on Boris": 20,
        }

    def test_pools_above_the_target_are_not_helped(self) -> None:
        found = after("anna 6h pp", {"Anna": 20, "Boris": 25, "Vera": 3})
        assert found == {"Anna pool": 20, "Boris pool": 25, "Vera pool": 5, "Anna on Vera": 20}


class TestSeveralGains:
    """Several gains in one hand: all are added, then the surpluses go clockwise from the first hand."""

    RASPASY: ClassVar = {"Anna on Vera": 25, "Boris on Vera": 25}

    def test_each_helps_in_turn(self) -> None:
        """Anna, Boris and the dealer gain one each, all of them full: Vera is helped three times."""
        before = {"Anna": 20, "Boris": 20, "Vera": 12, "Gleb": 20}
        assert after("r 0 0 10", before, players=4, preset="rostov") == {
            "Anna pool": 20,
            "Boris pool": 20,
            "Vera pool": 15,
            "Gleb pool": 20,
            "Anna on Vera": 25 + 10,
            "Boris on Vera": 25 + 10,
            "Gleb on Vera": 10,
        }

    def test_own_gains_are_added_before_anybody_is_helped(self) -> None:
        """Boris fills his pool himself, so that Anna's surplus finds nobody."""
        before = {"Anna": 20, "Boris": 19, "Vera": 20, "Gleb": 20}
        assert after("r 0 0 10", before, players=4, preset="rostov") == {
            "Anna pool": 20,
            "Boris pool": 20,
            "Vera pool": 20,
            "Gleb pool": 20,
            "Anna dump": -1,
            "Gleb dump": -1,
            **self.RASPASY,
        }

    @pytest.mark.parametrize(
        ("deals", "helper", "other"), [("Vera", "Anna", "Boris"), ("Anna", "Boris", "Anna")]
    )
    def test_clockwise_from_the_first_hand(self, deals: str, helper: str, other: str) -> None:
        """One point is missing: the first of the two in the order of play gives it."""
        state = play(start(dealer=deals), pools(Anna=20, Boris=20, Vera=19), "r 0 0 10")
        assert sheet(state) == {
            "Anna pool": 20,
            "Boris pool": 20,
            "Vera pool": 20,
            "Vera dump": 10,
            f"{helper} on Vera": 10,
            f"{other} dump": -1,
        }


class TestDumpFirst:
    """`made_first: dump`: a gain writes off the player's own dump, then fills the pool (fine print 17)."""

    @each_line(
        ("dump", "doubled", "expected"),
        [
            (9, False, {"Anna dump": 5}),
            (4, False, {}),
            (3, False, {"Anna pool": 1}),
            (1, False, {"Anna pool": 3}),
            (0, False, {"Anna pool": 4}),
            (-2, False, {"Anna pool": 4, "Anna dump": -2}),
            (9, True, {"Anna dump": 1}),
            (5, True, {"Anna pool": 2, "Anna dump": 1}),
            (1, True, {"Anna pool": 4, "Anna dump": 1}),
        ],
    )
    def test_a_seven(self, dump: int, doubled: bool, expected: Figures) -> None:
        """One pool point writes off P dump points, whole points only."""
        before = brought(Anna={"dump": dump})
        assert sheet(play(start(made_first="dump", doubled=doubled), before, "anna 7h pp")) == expected

    def test_the_pool_first_leaves_the_dump_alone(self) -> None:
        before = brought(Anna={"dump": 9})
        assert sheet(play(start(made_first="pool"), before, "anna 7h pp")) == {"Anna pool": 4, "Anna dump": 9}

    def test_only_what_is_left_of_the_gain_becomes_aid(self) -> None:
        before = brought(Anna={"pool": 20, "dump": 2}, Boris={"pool": 5, "dump": 7})
        assert sheet(play(start(made_first="dump"), before, "anna 8h pp")) == {
            "Anna pool": 20,
            "Boris pool": 9,
            "Boris dump": 7,
            "Anna on Boris": 40,
        }

    def test_a_gain_that_went_into_the_dump_is_no_surplus(self) -> None:
        """A pool that was raised above the target keeps what was put there (fine print 16)."""
        before = brought(Anna={"pool": 25, "dump": 2}, Boris={"pool": 5})
        assert sheet(play(start(made_first="dump"), before, "anna 8h pp")) == {
            "Anna pool": 25,
            "Boris pool": 9,
            "Anna on Boris": 40,
        }

    def test_half_a_gain_stays_in_the_pool(self) -> None:
        """Half of a misère of 15: seven whole points are written off, half a point is left."""
        rules: Figures = {"made_first": "dump", "misere_half_with_dealer": True, "misere_blind_value": 15}
        found = sheet(play(start(4, **rules), brought(Anna={"dump": 10}), "anna m blind 0"))
        assert found == {"Anna pool": Fraction(1, 2), "Anna dump": 3, "Gleb pool": Fraction(15, 2)}

    def test_received_aid_writes_nothing_off(self) -> None:
        before = brought(Anna={"pool": 20}, Boris={"dump": 7})
        found = sheet(play(start(made_first="dump"), before, "anna 6h pp"))
        assert (found["Boris pool"], found["Boris dump"]) == (2, 7)

    def test_half_a_point_stays(self) -> None:
        """Of a dump of 5/2, two whole points are written off."""
        before = brought(Anna={"dump": "5/2"})
        found = sheet(play(start(made_first="dump"), before, "anna 7h pp"))
        assert {place: str(amount) for place, amount in found.items()} == {
            "Anna pool": "2",
            "Anna dump": "1/2",
        }


class TestEnd:
    """When the game is over, and what that means."""

    def test_each_pool_has_to_reach_the_target(self) -> None:
        state = play(start(end="each"), pools(Anna=20, Boris=20, Vera=18))
        assert state.over == ""
        assert play(state, "vera 6h pp").over == "pool"

    def test_all_pools_together(self) -> None:
        """With `total` one pool may be far from full; the hand that overshoots counts in full."""
        state = play(start(end="total", aid=False), pools(Anna=38, Boris=15, Vera=4))
        assert state.over == ""
        done = play(state, "anna 10h pp")
        assert done.over == "pool"
        assert sheet(done) == {"Anna pool": 48, "Boris pool": 15, "Vera pool": 4}

    @pytest.mark.parametrize(("players", "both_pass"), [(2, "p"), (3, "pp"), (4, "pp")])
    def test_all_pools_together_are_players_times_target(self, players: int, both_pass: str) -> None:
        state = play(start(players, end="total", aid=False), pools(Anna=20 * players - 4))
        assert play(state, f"anna 6h {both_pass}").over == ""
        assert play(state, f"anna 7h {both_pass}").over == "pool"

    def test_after_a_number_of_hands(self) -> None:
        """Hands are contracts, misères and raspasy; side records are not counted."""
        state = play(start(end="hands", hands=3), entry("misdeal"), "anna 6h pp", entry("talon_thrown"))
        state = play(state, "r 3 3 4", entry("note", text="tea"))
        assert state.over == ""
        assert play(state, "anna m 0").over == "hands"

    @each_line(
        ("at", "over"),
        [
            ("2026-11-14T20:04:59+03:00", ""),
            ("2026-11-14T20:05:00+03:00", "time"),
            ("2026-11-14T17:05:00+00:00", "time"),
            ("2026-11-15T00:05:00+03:00", "time"),
            (None, ""),
        ],
    )
    def test_on_time(self, at: str | None, over: str) -> None:
        """Over with the first hand whose `at` is so many minutes or more after `started`."""
        state = start(started="2026-11-14T19:05:00+03:00", end="time", minutes=60)
        hand = entry("game", declarer="Anna", contract="6S", calls={"Boris": "pass", "Vera": "pass"}, at=at)
        assert play(state, hand).over == over

    def test_by_hand_only(self) -> None:
        state = play(start(end="manual"), pools(Anna=20, Boris=20, Vera=20), "anna 6h pp")
        assert state.over == ""

    @pytest.mark.parametrize("reason", ["agreed", "resigned", "pool", "hands", "time"])
    @pytest.mark.parametrize("end", ["each", "manual"])
    def test_any_game_can_be_ended_early(self, end: str, reason: str) -> None:
        assert play(start(end=end), entry("end", reason=reason)).over == reason

    def test_after_the_end_no_hand_is_taken(self) -> None:
        """Hands, misdeals and thrown talons are refused; corrections of figures are not."""
        state = play(start(), entry("end", reason="agreed"))
        for hand in ("anna 6h pp", "anna m 0", "r 3 3 4", entry("misdeal"), entry("talon_thrown")):
            assert problems(state, hand) == [
                "the game is over (ended by agreement); no more hands until the end is voided"
            ]
        adjusted = play(state, entry("adjust", player="Anna", column="dump", amount=2, reason="forgotten"))
        assert sheet(adjusted) == {"Anna dump": 2}

    def test_a_closed_pool_refuses_hands_as_well(self) -> None:
        state = play(start(), pools(Anna=20, Boris=20, Vera=20))
        assert problems(state, "anna 6h pp") == [
            "the game is over (the pool is closed); no more hands until the end is voided"
        ]

    def test_who_may_join_a_finished_game(self) -> None:
        """Nobody after an `end` entry; closed pools alone can open again, so somebody may sit down."""
        ended = play(start(), entry("end", reason="agreed"))
        (said,) = problems(ended, entry("join", player="Gleb"))
        assert said.endswith("nobody joins until the end is voided")
        full = play(start(), pools(Anna=20, Boris=20, Vera=20))
        assert problems(full, entry("join", player="Gleb", replaces="Vera")) == []

    def test_over_is_judged_anew_after_every_entry(self) -> None:
        """Fine print 4: a correction of a pool opens the game again."""
        state = play(start(), pools(Anna=20, Boris=20, Vera=20))
        reopened = play(state, entry("adjust", player="Vera", column="pool", amount=-2, reason="miscounted"))
        assert reopened.over == ""
        assert play(reopened, "vera 6h pp").over == "pool"

    def test_changed_rules_can_end_or_open_a_game(self) -> None:
        state = play(start(), pools(Anna=20, Boris=20, Vera=20))
        longer = play(state, entry("rules", set={"target": 30}))
        assert longer.over == ""
        assert play(longer, entry("rules", set={"target": 20})).over == "pool"

    def test_more_minutes_open_a_game_on_time_again(self) -> None:
        """Fine print 4 again: the time that was agreed may be prolonged."""
        state = start(started="2026-11-14T19:05:00+03:00", end="time", minutes=60)
        late = entry("raspasy", tricks={"Anna": 3, "Boris": 3, "Vera": 4}, at="2026-11-14T20:30:00+03:00")
        assert play(state, late).over == "time"
        assert play(state, late, entry("rules", set={"minutes": 120})).over == ""

    def test_the_deal_goes_on_after_a_hand(self) -> None:
        """Clockwise, from the dealer of the header or of the hand that names one."""
        state = start()
        assert dealer(play(state, "anna 6h pp")) == "Anna"
        assert dealer(play(state, "anna 6h pp", "anna 6h pp")) == "Boris"
        assert dealer(play(state, "anna 6h pp dealer boris")) == "Vera"
