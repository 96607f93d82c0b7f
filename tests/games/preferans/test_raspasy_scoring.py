"""Raspasy: all pass, everybody against everybody (rule book, section 4)."""

from fractions import Fraction
from itertools import pairwise
from typing import Any, ClassVar

import pytest

from prefcount.ledger.amount import Amount
from tests.helpers import dealer, entry, fact, play, scored, sheet, start

Options = dict[str, Any]

IN_WHISTS: Options = {"to": "whists"}


def prices(hands: int, **rules: Any) -> list[Amount]:
    """What one trick costs Anna in each of so many raspasy in a row."""
    state = start(**rules)
    dumps: list[Amount] = [0]
    for _ in range(hands):
        state = play(state, "r 1 4 5")
        dumps.append(sheet(state)["Anna dump"])
    return [after - before for before, after in pairwise(dumps)]


class TestPrice:
    """p = base · multiplier, the multiplier from the number of raspasy in a row."""

    @pytest.mark.parametrize(
        ("rules", "expected"),
        [
            ({"preset": "sochi"}, [1, 2, 3, 3, 3]),
            ({"preset": "leningrad"}, [2, 4, 6, 6, 6]),
            ({"preset": "classic"}, [1, 2, 3, 3, 3]),
            ({"raspasy": {"progression": "constant"}}, [1, 1, 1, 1, 1]),
            ({"raspasy": {"progression": "arithmetic", "cap": 0}}, [1, 2, 3, 4, 5]),
            ({"raspasy": {"progression": "arithmetic", "cap": 2}}, [1, 2, 2, 2, 2]),
            ({"raspasy": {"progression": "geometric", "cap": 0}}, [1, 2, 4, 8, 16]),
            ({"raspasy": {"progression": "geometric", "cap": 4}}, [1, 2, 4, 4, 4]),
            ({"raspasy": {"progression": "geometric", "cap": 3}}, [1, 2, 3, 3, 3]),
            ({"raspasy": {"progression": "arithmetic", "base": 5}}, [5, 10, 15, 15, 15]),
            ({"raspasy": {"base": 0}}, [0, 0, 0, 0, 0]),
        ],
        ids=str,
    )
    def test_progression(self, rules: Options, expected: list[int]) -> None:
        if expected[0]:
            assert prices(5, **rules) == expected
        else:
            assert scored(*["r 1 4 5"] * 5, **rules) == {}

    def test_doubled_does_not_touch_the_base(self) -> None:
        """Fine print 5."""
        assert prices(3, doubled=True) == [1, 2, 3]

    def test_the_price_of_the_next_raspasy_is_shown(self) -> None:
        state = start(preset="leningrad")
        assert fact(state, "price") == "2 in the dump"
        state = play(state, "r 3 3 4", "r 3 3 4")
        assert fact(state, "price") == "6 in the dump"
        assert fact(state, "row") == "2"


class TestInTheDump:
    """Everybody writes his own tricks; who has none gets a bonus."""

    def test_three_players(self) -> None:
        assert scored("r 3 5 2") == {"Anna dump": 3, "Boris dump": 5, "Vera dump": 2}

    @pytest.mark.parametrize(
        ("bonus", "base", "pool", "dump"),
        [
            ("price", 1, 2, 0),
            ("price", 2, 4, 0),
            ("one", 2, 1, 0),
            ("multiplier", 2, 2, 0),
            ("dump_one_trick", 2, 0, -4),
            ("dump_two_tricks", 2, 0, -8),
            ("none", 2, 0, 0),
        ],
    )
    def test_zero_bonus_in_the_second_of_a_row(self, bonus: str, base: int, pool: int, dump: int) -> None:
        """Without a trick: the price, one point, the multiplier, tricks off the dump, or nothing."""
        found = scored("r 1 4 5", "r 0 4 6", raspasy={"zero_bonus": bonus, "base": base})
        assert found.get("Anna pool", 0) == pool
        assert found.get("Anna dump", 0) == base + dump

    def test_the_price_is_the_default_bonus(self) -> None:
        assert scored("r 0 4 6") == {"Anna pool": 1, "Boris dump": 4, "Vera dump": 6}

    def test_the_multiplier_as_a_bonus_stops_at_the_cap(self) -> None:
        """Fine print 6: it is the capped multiplier in the dump."""
        assert (
            scored(*["r 0 4 6"] * 5, raspasy={"zero_bonus": "multiplier"})["Anna pool"] == 1 + 2 + 3 + 3 + 3
        )

    def test_several_without_a_trick_get_it_each(self) -> None:
        assert scored("r 0 10 0", preset="leningrad") == {"Anna pool": 2, "Boris dump": 20, "Vera pool": 2}

    def test_amnesty(self) -> None:
        """The smallest number of tricks is taken off everyone first."""
        assert scored("r 2 3 5", raspasy={"amnesty": True}) == {"Boris dump": 1, "Vera dump": 3}

    def test_the_bonus_is_judged_before_amnesty(self) -> None:
        """Fine print 6: he who has nothing left by amnesty has taken tricks all the same."""
        assert "Anna pool" not in scored("r 2 3 5", raspasy={"amnesty": True})
        assert scored("r 0 3 7", raspasy={"amnesty": True})["Anna pool"] == 1


class TestDealerOfFour:
    """With four players the dealer leads the talon, or sits out."""

    def test_his_tricks_are_written_on_equal_terms(self) -> None:
        assert scored("r 3 4 2 1", players=4) == {
            "Anna dump": 3,
            "Boris dump": 4,
            "Vera dump": 2,
            "Gleb dump": 1,
        }

    def test_amnesty_looks_at_all_four(self) -> None:
        assert scored("r 3 4 2 1", players=4, raspasy={"amnesty": True}) == {
            "Anna dump": 2,
            "Boris dump": 3,
            "Vera dump": 1,
        }

    @pytest.mark.parametrize(("rule", "bonus"), [("playing", 0), ("always", 1), ("never", 0)])
    def test_his_zero_bonus_with_four(self, rule: str, bonus: int) -> None:
        """By default a dealer who only leads the talon gets no bonus."""
        found = scored("r 4 4 2 0", players=4, raspasy={"dealer_zero_bonus": rule})
        assert found.get("Gleb pool", 0) == bonus

    @pytest.mark.parametrize(("players", "line"), [(2, "r 4 0"), (3, "r 4 6 0")])
    @pytest.mark.parametrize(("rule", "bonus"), [("playing", 1), ("always", 1), ("never", 0)])
    def test_zero_bonus_of_a_dealer_who_plays(self, players: int, line: str, rule: str, bonus: int) -> None:
        """With two and three the dealer holds a hand of his own; `never` denies it to him all the same."""
        who = "Boris" if players == 2 else "Vera"
        found = scored(line, players=players, raspasy={"dealer_zero_bonus": rule})
        assert found.get(f"{who} pool", 0) == bonus

    def test_never_denies_it_to_the_dealer_alone(self) -> None:
        found = scored("r 0 10 0", raspasy={"dealer_zero_bonus": "never"})
        assert found == {"Anna pool": 1, "Boris dump": 10}

    def test_he_may_sit_out(self) -> None:
        """The three active players sum to ten; the dealer neither writes nor gets a bonus."""
        options = {"dealer": "sits_out", "dealer_zero_bonus": "always"}
        assert scored("r 3 4 3", players=4, raspasy=options) == {
            "Anna dump": 3,
            "Boris dump": 4,
            "Vera dump": 3,
        }


class TestInWhists:
    """Rostov: he who took the fewest tricks writes whists for the tricks of the others."""

    def test_one_winner(self) -> None:
        """Five whists on each other player for every trick that that player took."""
        assert scored("r 2 3 5", preset="rostov") == {"Anna on Boris": 15, "Anna on Vera": 25}

    @pytest.mark.parametrize(("line", "each"), [("r 3 3 4", 10), ("r 2 2 6", 15), ("r 1 1 8", 20)])
    def test_two_tie(self, line: str, each: int) -> None:
        """Each of two winners writes half on the third."""
        assert scored(line, preset="rostov") == {"Anna on Vera": each, "Boris on Vera": each}

    def test_two_tie_and_nothing_is_written(self) -> None:
        assert scored("r 3 3 4", raspasy={"to": "whists", "tie": "none"}) == {}
        assert scored("r 0 0 10", raspasy={"to": "whists", "tie": "none"}) == {
            "Anna pool": 1,
            "Boris pool": 1,
        }

    def test_no_trick_is_one_in_the_pool(self) -> None:
        """Fine print 6: the bonus is `one` by default when raspasy are written in whists."""
        assert scored("r 0 4 6", preset="rostov") == {
            "Anna pool": 1,
            "Anna on Boris": 20,
            "Anna on Vera": 30,
        }
        assert scored("r 0 0 10", raspasy=IN_WHISTS) == {
            "Anna pool": 1,
            "Boris pool": 1,
            "Anna on Vera": 25,
            "Boris on Vera": 25,
        }

    @pytest.mark.parametrize(("bonus", "pool"), [("one", 5), ("multiplier", 1 + 2 + 3 + 4 + 5), ("none", 0)])
    def test_other_bonuses(self, bonus: str, pool: int) -> None:
        """Fine print 6: in whists `multiplier` is the plain number of raspasy in a row, above any cap."""
        found = scored(*["r 0 4 6"] * 5, raspasy={"to": "whists", "zero_bonus": bonus, "cap": 3})
        assert found.get("Anna pool", 0) == pool

    def test_no_progression(self) -> None:
        found = scored("r 2 3 5", "r 2 3 5", "r 2 3 5", preset="rostov")
        assert found == {"Anna on Boris": 45, "Anna on Vera": 75}

    @pytest.mark.parametrize(
        ("line", "expected"),
        [
            ("r 2 3 5", {"Anna on Boris": 5, "Anna on Vera": 15}),
            ("r 0 4 6", {"Anna pool": 1, "Anna on Boris": 20, "Anna on Vera": 30}),
            ("r 3 3 4", {"Anna on Vera": Fraction(5, 2), "Boris on Vera": Fraction(5, 2)}),
        ],
    )
    def test_the_difference_as_the_basis(self, line: str, expected: Options) -> None:
        """Only the tricks above the winner's count; a tie can give halves (fine print 7)."""
        assert scored(line, raspasy={"to": "whists", "basis": "difference"}) == expected

    def test_another_price_of_a_trick(self) -> None:
        assert scored("r 2 3 5", raspasy={"to": "whists", "trick_whists": 10}) == {
            "Anna on Boris": 30,
            "Anna on Vera": 50,
        }

    @pytest.mark.parametrize("pool", [0, 1, 3])
    def test_the_dealer_of_four_takes_no_part(self, pool: int) -> None:
        """He gets `dealer_pool` and nobody writes on him."""
        found = scored("r 2 3 5", players=4, raspasy={"to": "whists", "dealer_pool": pool})
        expected: Options = {"Anna on Boris": 15, "Anna on Vera": 25}
        assert found == ({**expected, "Gleb pool": pool} if pool else expected)

    def test_doubled_does_not_touch_it(self) -> None:
        """Fine print 5: neither the whists of a trick nor the dealer's pool."""
        options: Options = {"players": 4, "raspasy": IN_WHISTS}
        assert scored("r 0 4 6", doubled=True, **options) == scored("r 0 4 6", **options)

    def test_the_price_that_is_shown(self) -> None:
        assert fact(play(start(preset="rostov"), "r 2 3 5"), "price") == "5 whists"


class TestTheRow:
    """How many raspasy in a row: shown, never enforced; what ends the row is an option."""

    HANDS: ClassVar = {
        "made": "anna 7h wp 7",
        "failed": "anna 7h wp 6",
        "both pass": "anna 7h pp",
        "half-whist": "anna 7h ph",
        "returned": "anna 7h wh 7",
        "left": "anna 7h -3",
        "ten checked": "anna 10h 10",
        "ten checked, failed": "anna 10h 9 1 0",
    }
    KEPT: ClassVar = {
        "any_hand": set[str](),
        "made": {"failed", "left", "ten checked, failed"},
        "made_whisted": {"failed", "left", "ten checked, failed", "both pass", "half-whist"},
    }

    @pytest.mark.parametrize("reset", KEPT)
    @pytest.mark.parametrize("hand", HANDS)
    def test_what_ends_it(self, reset: str, hand: str) -> None:
        """Any contract, a made one, or a made one that was played out (fine print 8)."""
        for misere in ("any", "made", "never"):
            options = {"reset": reset, "misere_resets": misere}
            state = play(start(ten="checked", raspasy=options), "r 3 3 4", "r 3 3 4", self.HANDS[hand])
            assert fact(state, "row") == ("2" if hand in self.KEPT[reset] else "0")

    @pytest.mark.parametrize("reset", KEPT)
    @pytest.mark.parametrize(
        ("line", "misere", "row"),
        [
            ("anna m 0", "any", "0"),
            ("anna m 2", "any", "0"),
            ("anna m 0", "made", "0"),
            ("anna m 2", "made", "2"),
            ("anna m 0", "never", "2"),
            ("anna m 2", "never", "2"),
        ],
    )
    def test_a_misere_obeys_misere_resets_alone(self, reset: str, line: str, misere: str, row: str) -> None:
        """Fine print 8."""
        options = {"reset": reset, "misere_resets": misere}
        assert fact(play(start(raspasy=options), "r 3 3 4", "r 3 3 4", line), "row") == row

    def test_the_price_falls_back_with_the_row(self) -> None:
        state = play(start(), "r 3 3 4", "r 3 3 4", "anna 6h pp")
        assert fact(state, "price") == "1 in the dump"

    def test_side_records_never_touch_it(self) -> None:
        """Section 7."""
        side = [
            entry("misdeal"),
            entry("talon_thrown"),
            entry("adjust", player="Anna", column="pool", amount=3, reason="fined"),
            entry("note", text="tea"),
        ]
        assert fact(play(start(), "r 3 3 4", *side), "row") == "1"

    @pytest.mark.parametrize(
        ("levels", "expected"),
        [
            ([6], "66666"),
            ([6, 7, 7], "66777"),
            ([6, 7, 8], "66788"),
            ([7, 7, 7], "67777"),
        ],
    )
    def test_the_lowest_bid_that_leaves_raspasy(self, levels: list[int], expected: str) -> None:
        """After one, two, three in a row and on; before the first any six will do."""
        state, shown = start(raspasy={"exit": levels}), ""
        for _ in range(5):
            shown += fact(state, "lowest_bid")
            state = play(state, "r 3 3 4")
        assert shown == expected

    def test_the_lowest_bid_is_not_enforced(self) -> None:
        state = play(start(raspasy={"exit": [8]}), "r 3 3 4")
        assert sheet(play(state, "boris 6h pp"))["Boris pool"] == 2

    @pytest.mark.parametrize(("rotation", "next_dealer"), [("moves", "Anna"), ("stays", "Vera")])
    def test_the_deal_after_raspasy(self, rotation: str, next_dealer: str) -> None:
        """The deal moves on, or stays with the dealer; after other hands it always moves."""
        state = play(start(raspasy={"rotation": rotation}), "r 3 3 4")
        assert dealer(state) == next_dealer
        assert dealer(play(start(raspasy={"rotation": rotation}), "anna m 0")) == "Anna"
