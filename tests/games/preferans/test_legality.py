"""Impossible hands: every problem is found at once, each with a sentence.

Anna declares, Boris and Vera defend; of four, Gleb deals and sits out.
"""

from typing import Any

import pytest

from prefcount.entries.models import Entry
from tests.helpers import brought, entry, play, pools, problems, refusal, sheet, start
from tests.tables import each_line

Fields = dict[str, Any]

BOTH_WHIST = {"Boris": "whist", "Vera": "whist"}
ONE_WHISTS = {"Boris": "whist", "Vera": "pass"}
BOTH_PASS = {"Boris": "pass", "Vera": "pass"}


def game(**fields: Any) -> Entry:
    """Return seven hearts of Anna, changed by `more`."""
    return entry("game", **{"declarer": "Anna", "contract": "7H", **fields})


def misere(**fields: Any) -> Entry:
    """Return a misère of Anna, changed by `more`."""
    return entry("misere", **{"declarer": "Anna", "tricks": {"Anna": 0}, **fields})


def raspasy(**tricks: int) -> Entry:
    return entry("raspasy", tricks=tricks)


class TestWhoPlays:
    """Players must be known, and hold cards."""

    @each_line(
        ("fields", "said"),
        [
            ({"declarer": "Ana"}, "declarer: “Ana” is not known; did you mean “Anna”?"),
            ({"declarer": "Zoё"}, "declarer: “Zoё” is not known; choose from: Anna, Boris, Vera, Gleb"),
            ({"declarer": "anna"}, "declarer: “anna” is not known; did you mean “Anna”?"),
            ({"declarer": "Gleb"}, "declarer: Gleb deals this hand and sits out"),
            ({"declarer": "Anna", "dealer": "Anna"}, "declarer: Anna deals this hand and sits out"),
            ({"dealer": "Glebb"}, "dealer: “Glebb” is not known; did you mean “Gleb”?"),
        ],
    )
    def test_declarer_and_dealer(self, fields: Fields, said: str) -> None:
        assert problems(start(4), game(calls=BOTH_PASS, **fields)) == [said]

    def test_the_dealer_plays_with_two_and_three(self) -> None:
        assert problems(start(3), game(declarer="Vera", calls={"Anna": "pass", "Boris": "pass"})) == []
        assert problems(start(2), game(declarer="Boris", calls={"Anna": "pass"})) == []

    def test_tricks_of_players_without_cards_are_refused(self) -> None:
        wrong = game(calls=ONE_WHISTS, tricks={"Anna": 6, "Gleb": 4})
        assert problems(start(4), wrong) == ["tricks.Gleb: Gleb does not play this hand"]
        wrong = game(calls=ONE_WHISTS, tricks={"Anna": 6, "Bors": 4})
        assert problems(start(4), wrong) == ["tricks: “Bors” is not known; did you mean “Boris”?"]

    def test_a_replaced_player_is_unknown(self) -> None:
        state = play(start(), entry("join", player="Annette", replaces="Anna"))
        assert problems(state, game(declarer="Anna")) == [
            "declarer: “Anna” is not known; did you mean “Annette”?"
        ]


NOBODY_CALLED = "calls: write the calls of Boris, Vera after the contract, one of wp, pw, ww, pp"
"""The refusal, with what can be called on every contract."""


class TestCalls:
    """The possible calls of each player."""

    @each_line(
        ("calls", "said"),
        [
            (None, [NOBODY_CALLED + ", ph, wh"]),
            ({}, [NOBODY_CALLED + ", ph, wh"]),
            ({"Boris": "pass"}, ["calls.Vera: is missing; write whist, pass or half"]),
            ({"Vera": "pass"}, ["calls.Boris: is missing; write whist, pass or half"]),
            (
                {"Anna": "whist"},
                [
                    "calls.Boris: is missing; write whist, pass or half",
                    "calls.Vera: is missing; write whist, pass or half",
                    "calls.Anna: Anna is the declarer and has no call",
                ],
            ),
            ({**BOTH_PASS, "Gleb": "pass"}, ["calls.Gleb: Gleb does not play this hand"]),
            ({**BOTH_PASS, "Gled": "pass"}, ["calls: “Gled” is not known; did you mean “Gleb”?"]),
            (
                {"Boris": "half", "Vera": "pass"},
                ["calls.Boris: only the second defender, Vera, may take half a whist, and only after a pass"],
            ),
        ],
    )
    def test_only_defenders_call(self, calls: Fields | None, said: list[str]) -> None:
        assert problems(start(4), game(calls=calls)) == said

    def test_half_whist_follows_the_options(self) -> None:
        half = {"Boris": "pass", "Vera": "half"}
        assert problems(start(half_whist=False), game(calls=half)) == [
            "calls.Vera: this table does not play half-whist"
        ]
        assert problems(start(), game(contract="8H", calls=half)) == [
            "calls.Vera: half-whist is not possible on 8, only on 6, 7"
        ]
        assert problems(start(half_whist_levels=[6]), game(calls=half)) == [
            "calls.Vera: half-whist is not possible on 7, only on 6"
        ]
        assert problems(start(half_whist_levels=[8]), game(contract="8H", calls=half)) == []

    def test_the_first_defender_takes_half_only_if_the_second_passes(self) -> None:
        half = {"Boris": "half", "Vera": "pass"}
        assert problems(start(first_half_whist=True), game(calls=half)) == []
        assert problems(start(first_half_whist=True), game(calls={**half, "Vera": "half"})) == [
            "calls.Boris: Boris may take half a whist only if Vera passes"
        ]
        assert problems(start(first_half_whist=True, half_whist=False), game(calls=half)) == [
            "calls.Boris: this table does not play half-whist"
        ]
        assert problems(start(first_half_whist=True, half_whist_levels=[6]), game(calls=half)) == [
            "calls.Boris: half-whist is not possible on 7, only on 6"
        ]

    @each_line("calls", ["ppw", "pww", "wpw", "whw", "www"])
    def test_the_dealer_may_whist_only_after_pass_and_half(self, calls: str) -> None:
        letters = {"w": "whist", "p": "pass", "h": "half"}
        said = {who: letters[letter] for who, letter in zip(("Boris", "Vera", "Gleb"), calls, strict=True)}
        assert problems(start(4, dealer_may_whist=True), game(calls=said, tricks={"Anna": 7})) == [
            "calls.Gleb: the dealer may whist only after a pass and a half-whist"
        ]

    def test_a_pass_of_the_dealer_changes_nothing(self) -> None:
        said = {"Boris": "pass", "Vera": "half"}
        state = start(4, dealer_may_whist=True)
        with_it = play(state, game(calls={**said, "Gleb": "pass"}))
        assert sheet(with_it) == sheet(play(state, game(calls=said)))
        assert problems(state, game(calls={**said, "Gleb": "half"})) == [
            "calls.Gleb: the dealer may only whist or pass, because half a whist is already taken"
        ]

    def test_both_must_whist_stalingrad(self) -> None:
        state = start(stalingrad=True)
        sentence = "six spades is Stalingrad here: both defenders must whist"
        assert problems(state, game(contract="6S", calls=BOTH_PASS)) == [
            f"calls.Boris: {sentence}",
            f"calls.Vera: {sentence}",
        ]
        half = game(contract="6S", calls={"Boris": "pass", "Vera": "half"})
        assert problems(state, half) == [f"calls.Boris: {sentence}", f"calls.Vera: {sentence}"]
        assert problems(start(), game(contract="6S", calls=BOTH_PASS)) == []

    def test_the_only_opponent_must_whist_stalingrad(self) -> None:
        state = start(2, stalingrad=True)
        assert sheet(play(state, "anna 6s 6")) == sheet(play(state, "anna 6s w 6"))
        assert problems(state, "anna 6s p") == [
            "calls.Boris: six spades is Stalingrad here: both defenders must whist"
        ]

    def test_nobody_calls_where_tens_are_checked(self) -> None:
        ten = game(contract="10H", calls=BOTH_WHIST, tricks={"Anna": 10})
        assert problems(start(ten="checked"), ten) == [
            "calls: at this table a ten is laid open and not whisted; leave the calls out"
        ]
        assert problems(start(), game(contract="10H", tricks={"Anna": 10})) == [NOBODY_CALLED]


class TestLeaving:
    """`left_without` replaces calls and tricks."""

    def test_conceding_excludes_calls_and_tricks(self) -> None:
        wrong = game(left_without=2, calls=BOTH_WHIST, tricks={"Anna": 7})
        assert problems(start(), wrong) == [
            "conceding: at this table a declarer who concedes is down 3, not 2",
            "calls: must be left out, because a conceded hand (“left_without”) has no calls and no tricks",
            "tricks: must be left out, because a conceded hand (“left_without”) has no calls and no tricks",
        ]


class TestTricksOfContracts:
    """Tricks sum to ten, so a number that follows from the others may be left out."""

    @pytest.mark.parametrize("calls", [BOTH_PASS, {"Boris": "pass", "Vera": "half"}])
    def test_tricks_of_a_hand_that_was_not_played_are_refused(self, calls: Fields) -> None:
        assert problems(start(), game(calls=calls, tricks={"Anna": 7})) == [
            "tricks: must be left out, because nobody whisted and the hand was not played"
        ]

    @each_line(
        ("calls", "tricks", "said"),
        [
            (BOTH_WHIST, None, "tricks: how many tricks did Anna, Boris, Vera take?"),
            (BOTH_WHIST, {}, "tricks: how many tricks did Anna, Boris, Vera take?"),
            (BOTH_WHIST, {"Anna": 7}, "tricks: how many tricks did each of Boris, Vera take?"),
            (BOTH_WHIST, {"Boris": 2}, "tricks: how many tricks did Anna take?"),
            (ONE_WHISTS, {"Boris": 2}, "tricks: how many tricks did Anna take?"),
            (BOTH_WHIST, {"Anna": 7, "Boris": 1, "Vera": 1}, "tricks: the tricks add up to 9, not 10"),
            (BOTH_WHIST, {"Anna": 7, "Boris": 3, "Vera": 1}, "tricks: the tricks add up to 11, not 10"),
            (BOTH_WHIST, {"Anna": 7, "Boris": 4}, "tricks: the tricks add up to 11, not 10"),
        ],
    )
    def test_missing_and_wrong_tricks_are_refused(
        self, calls: Fields, tricks: Fields | None, said: str
    ) -> None:
        assert problems(start(), game(calls=calls, tricks=tricks)) == [said]

    @each_line(
        "tricks",
        [
            {"Anna": 6, "Boris": 3},
            {"Anna": 6, "Vera": 1},
            {"Boris": 3, "Vera": 1},
            {"Anna": 6, "Boris": 3, "Vera": 1},
        ],
    )
    def test_one_number_may_be_left_out(self, tricks: dict[str, int]) -> None:
        state = play(start(), game(calls=BOTH_WHIST, tricks=tricks))
        assert sheet(state) == {"Anna dump": 4, "Boris on Anna": 12 + 4, "Vera on Anna": 4 + 4}

    @each_line(
        ("whists", "taken", "said"),
        [
            ("own", 10, []),
            ("own", 9, ["tricks: how many tricks did each of Boris, Vera take?"]),
            ("shared", 9, []),
            ("none", 9, []),
        ],
    )
    def test_a_checked_ten_needs_each_only_where_each_writes_his_own(
        self, whists: str, taken: int, said: list[str]
    ) -> None:
        """Fine print 12."""
        state = start(ten="checked", ten_checked_whists=whists)
        assert problems(state, game(contract="10H", tricks={"Anna": taken})) == said

    def test_two_players_need_the_numbers_that_count(self) -> None:
        state = start(2)
        whist = {"Boris": "whist"}
        for tricks in ({"Anna": 6}, {"Boris": 4}, {"Anna": 6, "Boris": 4}):
            assert sheet(play(state, game(calls=whist, tricks=tricks)))["Anna dump"] == 4
        assert problems(state, game(calls=whist, tricks={"Anna": 6, "Boris": 3})) == [
            "tricks: the tricks add up to 9, not 10"
        ]


class TestMisere:
    """Only the declarer's tricks are needed."""

    @each_line(
        ("tricks", "said"),
        [
            ({}, "tricks: how many tricks did Anna, Boris, Vera take?"),
            ({"Boris": 4}, "tricks: how many tricks did Anna take?"),
            ({"Anna": 1, "Boris": 10}, "tricks: the tricks add up to 11, not 10"),
            ({"Anna": 1, "Boris": 4, "Vera": 4}, "tricks: the tricks add up to 9, not 10"),
            ({"Anna": 0, "Gleb": 4}, "tricks.Gleb: Gleb does not play this hand"),
        ],
    )
    def test_missing_and_wrong_tricks_are_refused(self, tricks: Fields, said: str) -> None:
        assert problems(start(4), misere(tricks=tricks)) == [said]

    def test_the_dealer_of_four_does_not_play_it(self) -> None:
        assert problems(start(4), misere(declarer="Gleb", tricks={"Gleb": 1})) == [
            "declarer: Gleb deals this hand and sits out",
            "tricks.Gleb: Gleb does not play this hand",
        ]


class TestRaspasy:
    """Tricks of all players who take part, which sum to ten."""

    def test_all_three_need_tricks(self) -> None:
        assert problems(start(), raspasy(Anna=3, Boris=3, Vera=3)) == [
            "tricks: the tricks add up to 9, not 10"
        ]
        assert problems(start(), raspasy(Anna=3)) == ["tricks: how many tricks did each of Boris, Vera take?"]
        assert problems(start(), raspasy()) == ["tricks: how many tricks did Anna, Boris, Vera take?"]
        assert sheet(play(start(), raspasy(Anna=3, Vera=2)))["Boris dump"] == 5

    @pytest.mark.parametrize("options", [{"to": "whists"}, {"dealer": "sits_out"}], ids=str)
    def test_a_dealer_who_takes_no_part(self, options: Fields) -> None:
        assert problems(start(4, raspasy=options), raspasy(Anna=3, Boris=3, Vera=3, Gleb=1)) == [
            "tricks.Gleb: Gleb does not play this hand"
        ]
        assert problems(start(4, raspasy=options), raspasy(Anna=3, Boris=3, Vera=4)) == []

    def test_two_players_need_the_numbers_that_count(self) -> None:
        assert problems(start(2), raspasy(Anna=6, Boris=5)) == [
            "tricks: the tricks add up to 11, but with those of the dummy a hand has only 10"
        ]
        assert problems(start(2), raspasy(Anna=6)) == ["tricks: how many tricks did each of Boris take?"]
        assert problems(start(2), raspasy(Anna=0, Boris=0)) == []


class TestTalon:
    """A talon is two cards, and only given at a table that plays a talon bonus."""

    NOT_PLAYED = "talon: this table plays no talon bonus; leave the talon's cards out"

    @each_line(
        ("players", "options"),
        [
            (4, {}),
            (3, {"talon_bonus": True}),
            (2, {"talon_bonus": True, "talon_bonus_3p": "split"}),
            (4, {"misere_talon_bonus": True}),
            (3, {"talon_bonus_3p": "split"}),
        ],
    )
    def test_a_talon_is_refused_unless_its_bonus_is_played(self, players: int, options: Fields) -> None:
        calls = {"Boris": "pass"} if players == 2 else BOTH_PASS
        assert problems(start(players, **options), game(calls=calls, talon=["AS", "KS"])) == [self.NOT_PLAYED]

    @pytest.mark.parametrize(
        ("players", "options"), [(4, {"talon_bonus": True}), (3, {"misere_talon_bonus": True})], ids=str
    )
    def test_a_talon_of_a_misere_is_refused_unless_its_bonus_is_played(
        self, players: int, options: Fields
    ) -> None:
        assert problems(start(players, **options), misere(talon=["7S", "8S"])) == [self.NOT_PLAYED]

    def test_the_same_card_twice(self) -> None:
        state = start(4, talon_bonus=True, misere_talon_bonus=True)
        assert problems(state, game(calls=BOTH_PASS, talon=["AS", "AS"])) == [
            "talon: has the same card AS twice"
        ]
        assert problems(state, misere(talon=["7S", "7S"])) == ["talon: has the same card 7S twice"]


class TestEverythingAtOnce:
    """Several problems of one entry are shown together."""

    def test_three_problems_of_one_entry_are_reported_at_once(self) -> None:
        wrong = game(
            contract="8H", dealer="Glebb", calls={"Boris": "pass", "Vera": "half"}, talon=["AS", "KS"]
        )
        assert problems(start(4), wrong) == [
            "dealer: “Glebb” is not known; did you mean “Gleb”?",
            "talon: this table plays no talon bonus; leave the talon's cards out",
            "calls.Vera: half-whist is not possible on 8, only on 6, 7",
        ]

    def test_the_end_of_the_game_hides_nothing(self) -> None:
        state = play(start(), pools(Anna=20, Boris=20, Vera=20))
        over, tricks = problems(state, game(calls=ONE_WHISTS, tricks={"Anna": 6, "Boris": 5}))
        assert over == (
            "the game is over (the pool is closed); no more hands can be recorded until the end is voided"
        )
        assert tricks == "tricks: the tricks add up to 11, not 10"

    def test_sheets_name_the_place(self) -> None:
        wrong = brought(Anna={"whists": 4, "balance": 3}, Boris={"dump": {"Anna": 1}})
        assert problems(start(), wrong) == [
            "columns.Anna.whists: is missing; whists are written on another player, so name that player",
            "columns.Anna.balance: “balance” is not known; choose from: pool, dump, whists",
            "columns.Boris.dump.Anna: only whists are written on another player; name no other player here",
        ]


class TestSection13:
    """Options that fewer tables play, and their effect on other options."""

    def test_a_lone_whister_for_themselves_needs_the_passers_tricks(self) -> None:
        state = start(lone_whister="own")
        assert problems(state, "anna 6s wp 6") == ["tricks: how many tricks did each of Boris, Vera take?"]
        for line in ("anna 6s wp 6 1 3", "anna 6s wp 6 1", "anna 6s wp 6 ? 3", "anna 6s wp 10"):
            assert problems(state, line) == []
        assert problems(start(), "anna 6s wp 6 1 3") == []
        assert problems(start(), "anna 6s wp 6 1 2") == ["tricks: the tricks add up to 9, not 10"]

    @each_line(
        ("rules", "line", "allowed"),
        [
            ({"dealer_may_whist_passes": True}, "anna 8s ppw 10", True),
            ({"dealer_may_whist_passes": True}, "anna 6s phw 6", False),
            ({"dealer_may_whist": True}, "anna 6s phw 6", True),
            ({"dealer_may_whist": True}, "anna 8s ppw 10", False),
            ({"dealer_may_whist_passes": True, "stalingrad": True}, "anna 6s ppw 6", False),
            ({"dealer_may_whist_passes": True, "ten": "checked"}, "anna 10s ppw 10", False),
            ({}, "anna 8s ppw 10", False),
        ],
    )
    def test_the_dealer_may_whist_after_the_calls_of_each_option(
        self, rules: dict[str, Any], line: str, allowed: bool
    ) -> None:
        """After both passed, or after pass and half: each is an option of its own."""
        assert (problems(start(4, **rules), line) == []) is allowed

    def test_a_misere_that_is_halved_is_even(self) -> None:
        assert refusal(misere_half_with_dealer=True, misere_value=9) == [
            "rules.misere_value: must be even, because declarer and dealer cannot share 9 points equally"
        ]
        assert refusal(misere_half_with_dealer=True, misere_value=8) == []
