"""Side records: penalties, talon bonus, newcomers, bombs, changed rules (rule book, section 7)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.entries.models import Entry
from prefcount.games.state import State
from tests.helpers import (
    GAME,
    brought,
    columns,
    dealer,
    entry,
    fact,
    play,
    pools,
    problems,
    results,
    scored,
    sheet,
    start,
)
from tests.tables import each_line


def adjust(player: str, column: str, amount: int | str, on: str | None = None) -> Entry:
    return entry("adjust", player=player, column=column, amount=amount, on=on, reason="agreed")


class TestAtTheDealer:
    """The dealer of the next hand pays for a misdeal and for a thrown talon."""

    def test_a_misdeal_may_name_its_dealer(self) -> None:
        state = play(start(), entry("misdeal", dealer="Boris"))
        assert sheet(state) == {"Boris dump": 2}
        assert dealer(state) == "Boris"
        assert dealer(play(state, "anna 6h pp")) == "Vera"


class TestTalonBonus:
    """Whists of the dealer who sits out, for good cards in the talon."""

    def test_a_conceded_contract_has_no_talon_bonus(self) -> None:
        """No whists are written when the declarer concedes (section 1)."""
        assert scored("anna 7h -3 talon as ah", players=4, talon_bonus=True) == {"Anna dump": 12}


class TestAdjust:
    """An adjustment changes its column and nothing else."""

    @each_line(
        ("change", "expected"),
        [
            (adjust("Anna", "pool", 3), {"Anna pool": 3}),
            (adjust("Anna", "dump", -4), {"Anna dump": -4}),
            (adjust("Boris", "whists", 15, on="Vera"), {"Boris on Vera": 15}),
            (adjust("Vera", "dump", "5/2"), {"Vera dump": Fraction(5, 2)}),
            (adjust("Vera", "dump", "-10/4"), {"Vera dump": Fraction(-5, 2)}),
            (adjust("Vera", "dump", 0), {}),
        ],
    )
    def test_an_adjustment_changes_one_column(self, change: Entry, expected: dict[str, Any]) -> None:
        assert scored(change) == expected

    def test_no_aid_follows(self) -> None:
        assert sheet(play(start(), adjust("Anna", "pool", 30))) == {"Anna pool": 30}

    @each_line(
        ("change", "said"),
        [
            (adjust("Ana", "pool", 1), "player: “Ana” is not known; did you mean “Anna”?"),
            (adjust("Anna", "pol", 1), "column: “pol” is not known; did you mean “pool”?"),
            (
                adjust("Anna", "whists", 1),
                "on: is missing; whists are written on another player, so name that player",
            ),
            (adjust("Anna", "whists", 1, on="Anna"), "on: a player cannot write whists on themselves"),
            (adjust("Anna", "whists", 1, on="Veera"), "on: “Veera” is not known; did you mean “Vera”?"),
            (
                adjust("Anna", "dump", 1, on="Vera"),
                "on: only whists are written on another player; name no other player here",
            ),
        ],
    )
    def test_impossible_entries_are_refused(self, change: Entry, said: str) -> None:
        assert problems(start(), change) == [said]


class TestSheet:
    """Figures brought forward from paper are added unchanged."""

    def test_running_totals_count_as_the_last_of_them(self) -> None:
        """A text with dots is the history of a column, a text with a slash is a fraction (fine print 25)."""
        before = brought(
            Anna={"pool": "2.6.12", "dump": "5/2", "whists": {"Vera": "4.8."}}, Boris={"dump": "-3"}
        )
        assert scored(before) == {
            "Anna pool": 12,
            "Anna dump": Fraction(5, 2),
            "Anna on Vera": 8,
            "Boris dump": -3,
        }

    def test_what_is_refused_names_its_place(self) -> None:
        wrong = brought(Ana={"pool": 1}, Boris={"pol": 2}, Vera={"whists": {"Vera": 3}, "dump": 4})
        assert problems(start(), wrong) == [
            "columns.Ana.pool: “Ana” is not known; did you mean “Anna”?",
            "columns.Boris.pol: “pol” is not known; did you mean “pool”?",
            "columns.Vera.whists.Vera: a player cannot write whists on themselves",
        ]


class TestNewcomer:
    """A fourth player joins three, or a player takes over a seat."""

    def test_the_mean_may_be_below_zero(self) -> None:
        """−7 between three is −2⅓: the dump is rounded up to −2."""
        before = brought(Anna={"dump": -7})
        assert sheet(play(start(), before, entry("join", player="Gleb")))["Gleb dump"] == -2

    @each_line(
        ("hands", "seats"),
        [
            ([], ["Anna", "Boris", "Vera", "Gleb"]),
            (["anna 6h pp"], ["Anna", "Boris", "Vera", "Gleb"]),
            (["anna 6h pp"] * 2, ["Anna", "Gleb", "Boris", "Vera"]),
            (["anna 6h pp"] * 3, ["Anna", "Boris", "Gleb", "Vera"]),
        ],
    )
    def test_a_newcomer_sits_left_of_the_last_dealer_and_deals_next(
        self, hands: list[str], seats: list[str]
    ) -> None:
        """Vera deals the first hand, Anna the second, Boris the third."""
        before = play(start(dealer="Anna" if not hands else "Vera"), *hands)
        state = play(before, entry("join", player="Gleb"))
        assert dealer(state) == "Gleb"
        assert [state.names[player] for player in state.seats] == seats
        assert fact(state, "idle") == "Gleb"

    def test_a_newcomer_may_replace_a_player(self) -> None:
        before = play(start(), brought(Vera={"pool": 5, "dump": 3}), "anna 6h wp 6")
        state = play(before, entry("join", player="Gleb", replaces="Vera"))
        expected = {place.replace("Vera", "Gleb"): amount for place, amount in sheet(before).items()}
        assert sheet(state) == expected
        assert dealer(state) == dealer(before)
        assert play(state, "gleb 6h pp").hands == 2

    @each_line("replaced", ["Anna", "Boris", "Vera", "Gleb"])
    def test_five_may_be_joined_by_replacing_only(self, replaced: str) -> None:
        assert problems(start(5), entry("join", player="Dasha")) == [
            "replaces: is missing; the sheet already has five columns, "
            "so name the player whom the newcomer replaces"
        ]
        state = play(start(5), entry("join", player="Dasha", replaces=replaced))
        assert replaced not in columns(state)
        assert "Dasha" in columns(state)

    @each_line(
        ("fields", "said"),
        [
            ({"player": "ANNA"}, "player: ANNA is already playing"),
            ({"player": "Anna", "replaces": "Boris"}, "player: Anna is already playing"),
            (
                {"player": "Gleb", "replaces": "Boriss"},
                "replaces: “Boriss” is not known; did you mean “Boris”?",
            ),
        ],
    )
    def test_impossible_entries_are_refused(self, fields: dict[str, str], said: str) -> None:
        assert problems(start(), entry("join", **fields)) == [said]


class TestBombs:
    """A raspasy gives each player a bomb. It doubles the player's next contract (fine print 23)."""

    def test_bombs_do_not_count_after_the_option_changes(self) -> None:
        state = play(start(bombs=True), "r 3 3 4", entry("rules", set={"bombs": False}), "anna 7h pp")
        assert sheet(state)["Anna pool"] == 4


class TestChangedRules:
    """After a `rules` entry the table plays by the changed options (fine print 19)."""

    def test_a_preset_puts_everything_else_to_that_preset(self) -> None:
        change = entry("rules", set={"preset": "rostov", "eight_up": "first"})
        state = play(start(consolation="none", style="greedy"), change)
        expected = start(preset="rostov", eight_up="first")
        assert state.rules == expected.rules

    @pytest.mark.parametrize(
        "given", [{"doubled": True}, {"dump_points": "whists"}, {"dump_divisor": "n_minus_1"}], ids=str
    )
    def test_options_that_decide_the_worth_of_figures_are_fixed_after_the_first_hand(
        self, given: dict[str, Any]
    ) -> None:
        (name,) = given
        change = entry("rules", set=given)
        assert play(start(), entry("misdeal"), change).rules == start(**given).rules
        assert problems(play(start(), "anna 6h pp"), change) == [
            f"set.{name}: cannot change after the first hand; start a new game instead"
        ]
        same = entry("rules", set={name: start().rules.model_dump()[name]})
        assert problems(play(start(), "anna 6h pp"), same) == []

    def test_contradictions_are_refused(self) -> None:
        assert problems(start(), entry("rules", set={"end": "hands"})) == [
            "set.hands: must be given, because the game ends after a number of hands"
        ]
        assert problems(start(), entry("rules", set={"raspasy": {"cep": 1}})) == [
            "set.raspasy.cep: “cep” is not known; did you mean “cap”?"
        ]

    def test_raspasy_may_go_back_to_whists(self) -> None:
        """The bonus for no trick takes its default each time (fine print 6)."""
        state = play(start(preset="rostov"), entry("rules", set={"raspasy": {"to": "dump"}}))
        assert (
            play(state, entry("rules", set={"raspasy": {"to": "whists"}})).rules
            == start(preset="rostov").rules
        )


class TestEndEntry:
    """An `end` entry with its reason and the players that it names."""

    def test_a_game_ends_only_once(self) -> None:
        state = play(start(), entry("end", reason="agreed"))
        (said,) = problems(state, entry("end", reason="resigned", player="Anna"))
        assert said.startswith("the game has ended already")

    def test_a_game_that_is_over_may_be_signed_off(self) -> None:
        state: State = play(start(), pools(Anna=20, Boris=20, Vera=20))
        assert play(state, entry("end", reason="pool", results={"Anna": 0, "Boris": 0})).over == "pool"

    def test_names_are_checked(self) -> None:
        wrong = entry("end", reason="resigned", player="Ana", results={"Boriss": 3})
        assert problems(start(), wrong) == [
            "player: “Ana” is not known; did you mean “Anna”?",
            "results.Boriss: “Boriss” is not known; did you mean “Boris”?",
        ]


class TestLeaving:
    """A player settles with all others and leaves, and the game goes on (section 14)."""

    @pytest.mark.parametrize("divisor", ["n", "n_minus_1", "one"])
    @given(figures=st.lists(st.integers(-30, 30), min_size=12, max_size=12))
    def test_results_of_an_end_entry_change_nothing(self, divisor: str, figures: list[int]) -> None:
        names = ("Anna", "Boris", "Vera", "Gleb", "Elena")
        own = {
            name: {"pool": abs(figures[at]), "dump": figures[at + 5], "whists": {"Anna": figures[at + 7]}}
            for at, name in enumerate(names)
            if name != "Anna"
        }
        before = play(start(5, dump_divisor=divisor, end="manual"), brought(**own))
        state = play(before, entry("leave", player="Vera"))
        assert results(state) == results(before)
        assert GAME.settle(state).results == GAME.settle(before).results
        assert GAME.scaled_results(state).exact == GAME.results(state)

    def test_a_player_who_left_has_no_part_in_a_hand(self) -> None:
        state = play(start(5), entry("leave", player="Anna"))
        hand = entry("game", declarer="Anna", contract="6S", calls={"Boris": "pass", "Vera": "pass"})
        assert problems(state, hand) == ["Anna has left the table"]
        assert problems(state, entry("misdeal", dealer="Anna")) == ["dealer: Anna has left the table"]
        assert problems(state, entry("leave", player="Anna")) == ["player: Anna has left the table"]
        assert problems(state, entry("join", player="Dora", replaces="Anna")) == [
            "replaces: Anna has left the table"
        ]

    def test_at_least_three_players_go_on(self) -> None:
        assert problems(start(3), entry("leave", player="Anna")) == [
            "at least three players must stay; end the game instead"
        ]

    def test_a_game_that_a_player_left_ends_with_the_others(self) -> None:
        state = play(start(5, target=2, end="any", prize_first=30), entry("leave", player="Elena"))
        state = play(state, "boris 6h wp 6")
        assert state.over == "pool"
        assert GAME.settle(state).prizes[4] == 0
        assert results(state)["Elena"] == 0

    def test_a_sheet_has_five_columns(self) -> None:
        state = play(start(5), entry("leave", player="Elena"))
        assert problems(state, entry("join", player="Dora")) == [
            "replaces: is missing; the sheet already has five columns, "
            "so name the player whom the newcomer replaces"
        ]
        four = play(start(4), entry("leave", player="Gleb"), entry("join", player="Dora"))
        assert [four.names[player] for player in four.table.seats] == ["Anna", "Boris", "Vera", "Dora"]
