"""Properties of every game: the algebra of section 11, and the promises of the program.

The properties of aid and of dump points hold only for the divisor `n` and with a dump (fine print 18).
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from prefcount.games.state import State, Transition
from prefcount.ledger import Amount, Sheet, drop_zero_postings
from tests.helpers import GAME, cells, dealer, entry, fact, results
from tests.strategies import (
    EVERYTHING,
    Played,
    accepted,
    entries,
    games,
    hands,
    headers,
    played_on,
    replayed,
    seated,
)

STANDARD: dict[str, Any] = {"dump_divisor": "n", "dump_points": "dump"}
UNSCALED: dict[str, Any] = {
    **{"dump_factor": None, "whist_factor": None, "pool_factor": None, "consolation_cap": 0},
    **{"dump_floor": "none"},
}
"""Options that would make a difference between Leningrad and twice Sochi."""
NO_PRIZES: dict[str, Any] = {"prize_first": 0, "prize_dump": 0}
NO_RULES = EVERYTHING - {"rules"}
NOBODY_JOINS = NO_RULES - {"join"}


def by_the_book(state: State) -> dict[str, Amount]:
    """Return the results by the formula of section 6: R = 10·(mean(D) − D) + net whists.

    A player who has left the table has only the net whists.
    """
    options: Any = state.rules
    people, playing, figures = seated(state), seated(played_on(state)), cells(state)
    worth = options.pool_factor or (2 if options.doubled else 1)
    dumps = {one: figures[one, "dump", ""] - worth * figures[one, "pool", ""] for one in playing}
    mean = Fraction(sum(dumps.values())) / len(playing)
    divided = {"n": len(playing), "n_minus_1": len(playing) - 1, "one": 1}[options.dump_divisor]
    factor = Fraction(len(playing), divided)
    return {
        one: 10 * (mean - dumps.get(one, mean)) * factor
        + sum(
            figures[one, "whists", other] - figures[other, "whists", one] for other in people if other != one
        )
        for one in people
    }


def raised(state: State, pool: int, dump: int) -> State:
    columns = {one: {"pool": pool, "dump": dump} for one in seated(state)}
    return accepted(state, entry("sheet", columns=columns))


def without_whister_undertricks(done: Transition[State]) -> bool:
    reasons = [posting.reason for posting in done.postings]
    reasons += [reason.of.reason for reason in reasons if reason.of is not None]
    return all(reason.rule != "whist_undertrick" for reason in reasons)


class TestResults:
    """Results of all players."""

    @given(games())
    def test_results_follow_the_book_and_sum_to_zero(self, played: Played) -> None:
        for done in played.turns:
            assert sum(GAME.results(done.state)) == 0
            book, prizes = by_the_book(done.state), GAME.settle(done.state).prizes
            for one, prize in zip(seated(done.state), prizes, strict=False):
                book[one] += prize
            assert results(done.state) == book

    @given(games(kinds=NO_RULES - {"leave"}, **NO_PRIZES), st.integers(-30, 30), st.integers(-30, 30))
    def test_reference_pool_and_amnesty_change_nothing(self, played: Played, pool: int, dump: int) -> None:
        assert results(raised(played.state, pool, dump)) == results(played.state)

    @given(games(kinds=NO_RULES - {"leave"}, **STANDARD, **NO_PRIZES), st.data())
    def test_a_dump_point_costs_its_owner_and_pays_the_others(
        self, played: Played, data: st.DataObject
    ) -> None:
        before, people = results(played.state), seated(played.state)
        owner, size = data.draw(st.sampled_from(people)), len(people)
        fine = entry("adjust", player=owner, column="dump", amount=1, reason="fined")
        after = results(accepted(played.state, fine))
        for one in people:
            cost = Fraction(-10 * (size - 1) if one == owner else 10, size)
            assert after[one] - before[one] == cost

    @given(games(), st.integers(1, 3))
    def test_seats_may_be_numbered_from_anywhere(self, played: Played, turned: int) -> None:
        people = played.header.players
        at = turned % len(people)
        other = played.header.model_copy(update={"players": people[at:] + people[:at]})
        state = accepted(GAME.start(other), *played.entries)
        assert results(state) == results(played.state)
        assert cells(state) == cells(played.state)
        assert (dealer(state), state.over) == (dealer(played.state), played.state.over)


class TestAlgebra:
    """Options that change the way something is written and not what it is worth."""

    @pytest.mark.parametrize("order", ["highest", "lowest", "clockwise"])
    @given(played=games(kinds=NOBODY_JOINS, target=4, end="manual", aid=False, dump_floor="none", **STANDARD))
    def test_aid_moves_no_money(self, order: str, played: Played) -> None:
        helped = replayed(played, aid=True, aid_order=order)
        assert results(helped) == results(played.state)

    @given(
        games(
            kinds=NO_RULES - {"join", "leave"},  # a newcomer's means are rounded
            end="manual",
            made_first="pool",
            raspasy={"to": "dump", "dealer": "plays_talon", "amnesty": False},
        )
    )
    def test_amnesty_in_raspasy_changes_no_result(self, played: Played) -> None:
        assume(len(played.state.seats) < 5)
        assert results(replayed(played, raspasy={"amnesty": True})) == results(played.state)

    @given(
        games(kinds=frozenset({"contract", "dealer"}), doubled=False, end="manual", **UNSCALED),
        st.sampled_from(["value", "none"]),
    )
    def test_doubled_doubles_every_result(self, played: Played, consolation: str) -> None:
        single = replayed(played, consolation=consolation)
        double = replayed(played, consolation=consolation, doubled=True)
        assert results(double) == {who: 2 * result for who, result in results(single).items()}

    @given(
        games(
            kinds=frozenset({"contract", "dealer"}),
            keep=without_whister_undertricks,
            preset="sochi",
            style="gentleman",
            consolation="value",
            end="manual",
            doubled=False,
            responsibility="full",
            **UNSCALED,
        )
    )
    def test_leningrad_is_twice_sochi_without_whister_undertricks(self, played: Played) -> None:
        """Only the dump of whisters, who pay half, is not doubled (section 11)."""
        leningrad = replayed(played, doubled=True, responsibility="half")
        assert results(leningrad) == {who: 2 * result for who, result in results(played.state).items()}

    @given(
        games(
            players=2,
            kinds=frozenset({"hand", "dealer", "adjust"}),
            end="manual",
            made_first="pool",
            dump_floor="none",
            **STANDARD,
        )
    )
    def test_dump_points_in_whists_are_the_same_for_two(self, played: Played) -> None:
        """With two players, five whists are worth as much as a dump point (section 6)."""
        assert results(replayed(played, dump_points="whists")) == results(played.state)


class TestSheet:
    """Every figure on the sheet is the sum of its postings."""

    @given(games())
    def test_postings_fold_to_the_sheet(self, played: Played) -> None:
        folded = Sheet()
        for done in played.turns:
            folded = folded.with_postings(done.postings)
            assert folded == done.state.sheet
            assert drop_zero_postings(done.postings) == done.postings

    @given(games(kinds=frozenset({"hand", "dealer"}), aid=True, end="manual"))
    def test_with_aid_no_pool_exceeds_the_target(self, played: Played) -> None:
        options: Any = played.state.rules
        figures = cells(played.state)
        assert all(figures[one, "pool", ""] <= options.target for one in seated(played.state))

    @given(games(kinds=NOBODY_JOINS))
    def test_no_player_writes_whists_on_themselves(self, played: Played) -> None:
        assert all(account.owner != account.other for account in played.state.sheet)

    @given(games(kinds=frozenset({"hand", "dealer", "adjust"}), dump_points="whists"))
    def test_without_a_dump_there_is_none(self, played: Played) -> None:
        """Every change of a dump becomes whists at once (fine print 15)."""
        assert not any(amount for (_, column, _), amount in cells(played.state).items() if column == "dump")


class TestDeal:
    """The deal passes clockwise."""

    @given(games(end="manual"), st.data())
    def test_the_next_dealer_sits_to_the_left(self, played: Played, data: st.DataObject) -> None:
        state = played.state
        assume(not state.over)  # changed rules may have ended it
        hand: Any = data.draw(hands(state))
        dealt, people = hand.dealer or dealer(state), seated(played_on(state))
        options: Any = state.rules
        stays = hand.kind == "raspasy" and options.raspasy.rotation == "stays"
        expected = dealt if stays else people[(people.index(dealt) + 1) % len(people)]
        assert dealer(accepted(state, hand)) == expected

    @given(games(end="manual"), st.data())
    def test_a_hand_that_names_its_dealer_is_the_same_hand(self, played: Played, data: st.DataObject) -> None:
        """The program writes the dealer with every hand, which changes nothing else (fine print 2)."""
        state = played.state
        hand = data.draw(hands(state))
        completed_entry: Any = GAME.with_dealer(state, hand)
        assert completed_entry.dealer == getattr(hand, "dealer", None) or dealer(state)
        assert GAME.play(state, completed_entry) == GAME.play(state, hand)

    @given(games(kinds=frozenset({"hand", "dealer", "adjust", "sheet"}), end="manual"))
    def test_only_hands_are_counted(self, played: Played) -> None:
        hands_played = sum(each.kind in GAME.hand_kinds for each in played.entries)
        assert played.state.hands == hands_played
        assert fact(played.state, "hand") == str(hands_played + 1)


def longest_row(kinds: Sequence[str]) -> int:
    row = 0
    for kind in kinds:
        row = row + 1 if kind == "raspasy" else 0
    return row


@given(games(kinds=frozenset({"hand"}), end="manual", raspasy={"reset": "any_hand", "misere_resets": "any"}))
def test_the_row_is_the_raspasy_at_the_end(played: Played) -> None:
    assert fact(played.state, "row") == str(longest_row([each.kind for each in played.entries]))


@given(st.data())
def test_a_player_who_left_keeps_the_result(data: st.DataObject) -> None:
    """A player of four or five leaves. The others play on, and both ways to settle agree (section 14)."""
    state: Any = GAME.start(data.draw(headers(data.draw(st.integers(4, 5)))))
    assume(not state.over)
    leaves = data.draw(st.sampled_from([state.names[player] for player in state.seats]))
    state = accepted(state, entry("leave", player=leaves))
    gone, result = state.left[0], dict(zip(state.seats, GAME.results(state), strict=True))
    for _turn in range(4):
        each = data.draw(entries(state.table, frozenset({"hand", "dealer"})))
        if each is None:
            break
        if each.kind in GAME.hand_kinds:
            assert GAME.parse(state, GAME.format(state, each)).kind == each.kind
        state = accepted(state, each)
        now = dict(zip(state.seats, GAME.settle(state).results, strict=True))
        assert now == dict(zip(state.seats, GAME.results(state), strict=True))
        assert now[gone] == result[gone]
