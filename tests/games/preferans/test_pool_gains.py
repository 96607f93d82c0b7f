"""Closing the pool, American aid, and the end of the game (rule book, section 5).

Pools have a target of 20, unless a test sets another one.
"""

from fractions import Fraction
from typing import Any

import pytest

from tests.helpers import brought, entry, play, pools, problems, sheet, start
from tests.tables import each_line


class TestAid:
    """The gain of a full pool goes to others, for ten whists a point."""

    @pytest.mark.parametrize("how", ["adjust", "sheet"])
    def test_the_surplus_is_never_more_than_the_gain(self, how: str) -> None:
        """Points above the target from an adjustment or a sheet stay in the pool (fine print 16)."""
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
    def test_a_gain_writes_off_whole_pool_points(
        self, dump: int, doubled: bool, expected: dict[str, Any]
    ) -> None:
        before = brought(Anna={"dump": dump})
        assert sheet(play(start(made_first="dump", doubled=doubled), before, "anna 7h pp")) == expected

    def test_a_gain_that_went_into_the_dump_is_no_surplus(self) -> None:
        """Points above the target from a sheet stay in the pool (fine print 16)."""
        before = brought(Anna={"pool": 25, "dump": 2}, Boris={"pool": 5})
        assert sheet(play(start(made_first="dump"), before, "anna 8h pp")) == {
            "Anna pool": 25,
            "Boris pool": 9,
            "Anna on Boris": 40,
        }

    def test_half_a_gain_stays_in_the_pool(self) -> None:
        """Half of a misère of 15 is 7½: seven points write off the dump, and half a point stays."""
        rules: dict[str, Any] = {
            "made_first": "dump",
            "misere_half_with_dealer": True,
            "misere_blind_value": 15,
        }
        found = sheet(play(start(4, **rules), brought(Anna={"dump": 10}), "anna m blind 0"))
        assert found == {"Anna pool": Fraction(1, 2), "Anna dump": 3, "Gleb pool": Fraction(15, 2)}


class TestEnd:
    """The end of the game, and the entries that are possible after it."""

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
    def test_a_timed_game_is_over_after_its_last_hand(self, at: str | None, over: str) -> None:
        state = start(started="2026-11-14T19:05:00+03:00", end="time", minutes=60)
        hand = entry("game", declarer="Anna", contract="6S", calls={"Boris": "pass", "Vera": "pass"}, at=at)
        assert play(state, hand).over == over

    def test_no_hand_is_accepted_after_the_end(self) -> None:
        state = play(start(), entry("end", reason="agreed"))
        for hand in ("anna 6h pp", "anna m 0", "r 3 3 4", entry("misdeal"), entry("talon_thrown")):
            assert problems(state, hand) == [
                "the game is over (by agreement); no more hands can be recorded until the end is voided"
            ]
        adjusted = play(state, entry("adjust", player="Anna", column="dump", amount=2, reason="forgotten"))
        assert sheet(adjusted) == {"Anna dump": 2}

    def test_players_may_join_unless_an_end_was_entered(self) -> None:
        ended = play(start(), entry("end", reason="agreed"))
        (said,) = problems(ended, entry("join", player="Gleb"))
        assert said.endswith("no one can join until the end is voided")
        full = play(start(), pools(Anna=20, Boris=20, Vera=20))
        assert problems(full, entry("join", player="Gleb", replaces="Vera")) == []

    def test_a_correction_can_reopen_a_game(self) -> None:
        """A lower pool opens the game again (fine print 4)."""
        state = play(start(), pools(Anna=20, Boris=20, Vera=20))
        reopened = play(state, entry("adjust", player="Vera", column="pool", amount=-2, reason="miscounted"))
        assert reopened.over == ""
        assert play(reopened, "vera 6h pp").over == "pool"

    def test_more_minutes_reopen_a_timed_game(self) -> None:
        """More minutes open the game again (fine print 4)."""
        state = start(started="2026-11-14T19:05:00+03:00", end="time", minutes=60)
        late = entry("raspasy", tricks={"Anna": 3, "Boris": 3, "Vera": 4}, at="2026-11-14T20:30:00+03:00")
        assert play(state, late).over == "time"
        assert play(state, late, entry("rules", set={"minutes": 120})).over == ""
