"""Contracts: the declarer, the whists, the consolation (rule book, sections 1 and 2)."""

from fractions import Fraction
from typing import Any

import pytest

from prefcount.ledger.amount import Amount
from tests.helpers import scored

Sheet = dict[str, Amount]
Options = dict[str, Any]


class TestDeclarer:
    """Section 1: what the declarer writes."""

    @pytest.mark.parametrize("taken", [6, 7, 8, 9, 10])
    def test_overtricks_give_nothing(self, taken: int) -> None:
        assert scored(f"anna 6h wp {taken}")["Anna pool"] == 2

    def test_both_pass(self) -> None:
        """When both defenders pass, the value goes to the pool and nobody else writes."""
        assert scored("anna 9d pp", players=4) == {"Anna pool": 8}

    def test_failed_contract_gives_no_pool(self) -> None:
        assert scored("anna 8h ww 6 2 2") == {"Anna dump": 12, "Boris on Anna": 24, "Vera on Anna": 24}

    @pytest.mark.parametrize(
        ("line", "options", "dump"),
        [
            ("anna 6h -3", {}, 6),
            ("anna 7h -3", {}, 12),
            ("anna 10h -3", {}, 30),
            ("anna 7h -3", {"doubled": True}, 24),
            ("anna 7h -2", {"leave_without": 2}, 8),
            ("anna 7h -3", {"preset": "rostov"}, 12),
        ],
    )
    def test_leaving_without_three(self, line: str, options: Options, dump: int) -> None:
        """Leaving costs three undertricks at the level reached, and nobody writes whists or consolation."""
        assert scored(line, players=4, **options) == {"Anna dump": dump}

    def test_nine_without_the_talon_is_not_dearer(self) -> None:
        assert scored("anna 9h blind wp 9") == scored("anna 9h wp 9")

    def test_blind_nine_of_another_value_replaces_the_value_everywhere(self) -> None:
        """Pool, whists, dump, consolation and the whister's undertricks follow `nine_blind_value`."""
        assert scored("anna 9h blind wp 9", nine_blind_value=12) == {"Anna pool": 12, "Boris on Anna": 12}
        assert scored("anna 9h blind wp 10", nine_blind_value=12) == {"Anna pool": 12, "Boris dump": 12}
        assert scored("anna 9h blind wp 8", nine_blind_value=12, doubled=True) == {
            "Anna dump": 24,
            "Boris on Anna": 2 * 24 + 24,
            "Vera on Anna": 24,
        }
        assert scored("anna 9h blind -3", nine_blind_value=12) == {"Anna dump": 36}
        assert scored("anna 9h wp 9", nine_blind_value=12) == {"Anna pool": 8, "Boris on Anna": 8}


class TestConsolation:
    """Section 1: what the opponents write for every undertrick of the declarer."""

    @pytest.mark.parametrize(
        ("options", "boris", "vera", "gleb"),
        [
            ({}, 4 * 6 + 12, 12, 12),
            ({"consolation": "fixed"}, 4 * 6 + 20, 20, 20),
            ({"consolation": "none"}, 4 * 6, 0, 0),
            ({"doubled": True}, 4 * 12 + 24, 24, 24),
            ({"doubled": True, "consolation": "fixed"}, 4 * 12 + 20, 20, 20),
            ({"consolation_to_passer": False}, 4 * 6 + 12, 0, 12),
            ({"consolation_to_dealer": False}, 4 * 6 + 12, 12, 0),
        ],
        ids=str,
    )
    def test_eight_two_short(self, options: Options, boris: int, vera: int, gleb: int) -> None:
        """Whister, passer and sitting dealer are entitled; `fixed` is always 10 and never doubled."""
        found = scored("anna 8h wp 6", players=4, **options)
        assert (found["Boris on Anna"], found.get("Vera on Anna", 0)) == (boris, vera)
        assert found.get("Gleb on Anna", 0) == gleb

    def test_three_players_have_no_sitting_dealer(self) -> None:
        """With three the dealer holds cards; he is entitled as a defender only."""
        assert scored("anna 7h wp 6", consolation_to_passer=False) == {
            "Anna dump": 4,
            "Boris on Anna": 4 * 4 + 4,
        }


class TestWhists:
    """Section 2: trick whists of a contract that was played out."""

    def test_one_whister_writes_the_tricks_of_both_defenders(self) -> None:
        assert scored("anna 7h wp 6", consolation="none")["Boris on Anna"] == 4 * 4
        assert scored("anna 7h wp 7") == {"Anna pool": 4, "Boris on Anna": 12}
        assert scored("anna 7h pw 7") == {"Anna pool": 4, "Vera on Anna": 12}

    @pytest.mark.parametrize("style", ["greedy", "gentleman"])
    def test_two_whisters_write_their_own_tricks(self, style: str) -> None:
        """The style does not matter when both whist."""
        assert scored("anna 7h ww 7 1 2", style=style) == {
            "Anna pool": 4,
            "Boris on Anna": 4,
            "Vera on Anna": 8,
        }
        assert scored("anna 7h ww 5 4 1", style=style) == {
            "Anna dump": 8,
            "Boris on Anna": 16 + 8,
            "Vera on Anna": 4 + 8,
        }

    def test_greedy_whister_keeps_all_whists_of_a_failed_contract(self) -> None:
        assert scored("anna 8h wp 7", players=4) == {
            "Anna dump": 6,
            "Boris on Anna": 3 * 6 + 6,
            "Vera on Anna": 6,
            "Gleb on Anna": 6,
        }

    @pytest.mark.parametrize("calls", ["wp", "pw"])
    def test_gentlemen_share_the_whists_of_a_failed_contract(self, calls: str) -> None:
        """The whists are halved, not the tricks; the dealer has his consolation only."""
        assert scored(f"anna 8h {calls} 7", players=4, style="gentleman") == {
            "Anna dump": 6,
            "Boris on Anna": 9 + 6,
            "Vera on Anna": 9 + 6,
            "Gleb on Anna": 6,
        }

    def test_gentlemen_share_made_contracts_under_scope_always_only(self) -> None:
        assert scored("anna 6h wp 7", style="gentleman", gentleman_scope="failed") == {
            "Anna pool": 2,
            "Boris on Anna": 6,
            "Boris dump": 2,
        }
        assert scored("anna 6h wp 7", style="gentleman", gentleman_scope="always") == {
            "Anna pool": 2,
            "Boris on Anna": 3,
            "Vera on Anna": 3,
            "Boris dump": 2,
        }

    def test_scope_means_nothing_to_the_greedy(self) -> None:
        assert scored("anna 6h wp 6", style="greedy", gentleman_scope="always") == {
            "Anna pool": 2,
            "Boris on Anna": 8,
        }


class TestHalfWhist:
    """Section 2: half a whist of the second defender, and the whist returned to the first."""

    @pytest.mark.parametrize(
        ("line", "doubled", "half"),
        [
            ("anna 6c ph", False, 4),
            ("anna 7c ph", False, 4),
            ("anna 6c ph", True, 8),
            ("anna 7c ph", True, 8),
        ],
    )
    def test_half_of_the_quota(self, line: str, doubled: bool, half: int) -> None:
        """The second defender writes half of the quota's whists; nobody else writes."""
        pool = 2 if "6c" in line else 4
        assert scored(line, players=4, doubled=doubled) == {"Anna pool": pool, "Vera on Anna": half}

    @pytest.mark.parametrize(("level", "half"), [(8, 3), (9, 4), (10, 5)])
    def test_other_levels_where_the_table_plays_them(self, level: int, half: int) -> None:
        found = scored(f"anna {level}c ph", half_whist_levels=[8, 9, 10])
        assert found["Vera on Anna"] == half

    def test_an_odd_blind_nine_gives_half_a_whist_exactly(self) -> None:
        """Only an odd value leaves a fraction, and it is kept."""
        found = scored("anna 9c blind ph", nine_blind_value=9, half_whist_levels=[9])
        assert found["Vera on Anna"] == Fraction(9, 2)

    def test_returned_whist_made(self) -> None:
        """He who returns the whist is the only whister; the half-whister writes nothing."""
        assert scored("anna 7d wh 7", players=4) == {"Anna pool": 4, "Boris on Anna": 12}

    def test_returned_whist_is_bound_for_the_whole_quota(self) -> None:
        assert scored("anna 6d wh 8") == {"Anna pool": 2, "Boris on Anna": 4, "Boris dump": 4}

    @pytest.mark.parametrize(
        ("options", "boris", "vera"),
        [
            ({}, 4 * 4 + 4, 0),
            ({"returned_half_whister": "consolation"}, 4 * 4 + 4, 4),
            ({"returned_half_whister": "share"}, 4 * 4 + 4, 4),
            ({"returned_half_whister": "share", "style": "gentleman"}, 2 * 4 + 4, 2 * 4 + 4),
            ({"returned_half_whister": "consolation", "style": "gentleman"}, 4 * 4 + 4, 4),
            ({"returned_half_whister": "none", "style": "gentleman"}, 4 * 4 + 4, 0),
            ({"returned_half_whister": "consolation", "consolation_to_passer": False}, 4 * 4 + 4, 4),
            ({"returned_half_whister": "share", "consolation_to_passer": False}, 4 * 4 + 4, 0),
            (
                {"returned_half_whister": "share", "consolation_to_passer": False, "style": "gentleman"},
                2 * 4 + 4,
                2 * 4,
            ),
        ],
        ids=str,
    )
    def test_returned_whist_failed(self, options: Options, boris: int, vera: int) -> None:
        """The half-whister gets nothing, his consolation in any case, or what a passer gets."""
        found = scored("anna 7d wh 6", players=4, **options)
        assert (found["Boris on Anna"], found.get("Vera on Anna", 0)) == (boris, vera)
        assert found["Gleb on Anna"] == 4

    @pytest.mark.parametrize("returned", ["none", "consolation", "share"])
    def test_a_made_contract_is_never_shared_with_the_half_whister(self, returned: str) -> None:
        """Fine print 9: not even among gentlemen who always share."""
        options = {"style": "gentleman", "gentleman_scope": "always", "returned_half_whister": returned}
        assert scored("anna 7d wh 7", **options) == {"Anna pool": 4, "Boris on Anna": 12}


class TestDealerMayWhist:
    """Section 2 and fine print 10: the sitting dealer returns the whist after pass and half."""

    def test_made(self) -> None:
        """The dealer is the only whister and writes all tricks of the defence."""
        assert scored("anna 6h phw 6", players=4, dealer_may_whist=True) == {
            "Anna pool": 2,
            "Gleb on Anna": 8,
        }

    def test_never_responsible_for_undertricks(self) -> None:
        assert scored("anna 6h phw 9", players=4, dealer_may_whist=True) == {
            "Anna pool": 2,
            "Gleb on Anna": 2,
        }

    @pytest.mark.parametrize(
        ("options", "boris", "vera", "gleb"),
        [
            ({}, 2, 0, 5 * 2 + 2),
            ({"style": "gentleman", "gentleman_scope": "always"}, 2, 0, 5 * 2 + 2),
            ({"returned_half_whister": "consolation"}, 2, 2, 5 * 2 + 2),
            ({"returned_half_whister": "share"}, 2, 2, 5 * 2 + 2),
            ({"returned_half_whister": "share", "style": "gentleman"}, 2, 2, 5 * 2 + 2),
            ({"returned_half_whister": "share", "consolation_to_passer": False}, 0, 0, 5 * 2 + 2),
            ({"consolation_to_dealer": False}, 2, 0, 5 * 2 + 2),
            ({"consolation": "fixed"}, 10, 0, 5 * 2 + 10),
        ],
        ids=str,
    )
    def test_failed(self, options: Options, boris: int, vera: int, gleb: int) -> None:
        """Nothing is shared: first defender as a passer, half-whister as agreed, dealer all whists."""
        found = scored("anna 6h phw 5", players=4, dealer_may_whist=True, **options)
        assert found == {
            "Anna dump": 2,
            "Gleb on Anna": gleb,
            **({"Boris on Anna": boris} if boris else {}),
            **({"Vera on Anna": vera} if vera else {}),
        }


class TestStalingrad:
    """Section 2: on six spades both defenders must whist."""

    def test_calls_need_not_be_said(self) -> None:
        both = {"Anna pool": 2, "Boris on Anna": 2, "Vera on Anna": 6}
        assert scored("anna 6s 6 1 3", stalingrad=True) == both
        assert scored("anna 6s ww 6 1 3", stalingrad=True) == both

    def test_other_sixes_are_called_as_ever(self) -> None:
        assert scored("anna 6c pp", stalingrad=True) == {"Anna pool": 2}


class TestTen:
    """Section 2: a ten is whisted like any contract, or laid open and checked."""

    def test_whisted(self) -> None:
        """Ordinary rules with a quota of one trick."""
        assert scored("anna 10h wp 10") == {"Anna pool": 10, "Boris dump": 10}
        assert scored("anna 10h wp 9") == {"Anna dump": 10, "Boris on Anna": 10 + 10, "Vera on Anna": 10}

    @pytest.mark.parametrize("whists", ["own", "shared", "none"])
    def test_checked_and_made(self, whists: str) -> None:
        """The pool only: nobody is responsible, nobody writes."""
        options = {"ten": "checked", "ten_checked_whists": whists}
        assert scored("anna 10h 10", players=4, **options) == {"Anna pool": 10}

    @pytest.mark.parametrize(
        ("whists", "boris", "vera"), [("own", 20, 10), ("shared", 15, 15), ("none", 0, 0)]
    )
    def test_checked_and_failed(self, whists: str, boris: int, vera: int) -> None:
        """Dump and consolation as usual, and the trick whists as agreed."""
        options = {"ten": "checked", "ten_checked_whists": whists}
        assert scored("anna 10h 7 2 1", players=4, **options) == {
            "Anna dump": 30,
            "Boris on Anna": boris + 30,
            "Vera on Anna": vera + 30,
            "Gleb on Anna": 30,
        }

    def test_both_defenders_stand_as_whisters_for_consolation(self) -> None:
        """Fine print 12: it is not the passer's consolation that they get."""
        assert scored("anna 10h 9 0 1", ten="checked", consolation_to_passer=False) == {
            "Anna dump": 10,
            "Boris on Anna": 10,
            "Vera on Anna": 10 + 10,
        }

    def test_checked_ten_doubled(self) -> None:
        assert scored("anna 10h 9 0 1", ten="checked", doubled=True) == {
            "Anna dump": 20,
            "Boris on Anna": 20,
            "Vera on Anna": 20 + 20,
        }

    def test_a_checked_ten_may_be_left(self) -> None:
        assert scored("anna 10h -3", ten="checked") == {"Anna dump": 30}
