"""The order of play round a table, who holds cards and who sits out."""

import pytest

from prefcount.games.protocol.state import Seats
from prefcount.ledger.postings import NOBODY
from tests.tables import each_line

THREE, FOUR = Seats((0, 1, 2)), Seats((0, 3, 1, 2))


def test_the_order_of_play() -> None:
    """It goes round; a newcomer sits between others."""
    assert [FOUR.after(player) for player in FOUR] == [3, 1, 2, 0]
    assert tuple(FOUR.others(1)) == (2, 0, 3)
    assert FOUR.from_first_hand(3) == (1, 2, 0, 3)


@each_line("dealer", FOUR)
def test_the_fourth_player_sits_out(dealer: int) -> None:
    """Whoever deals to three others holds no cards."""
    assert FOUR.idle(dealer) == dealer
    assert FOUR.active(dealer) == tuple(FOUR.others(dealer))


@pytest.mark.parametrize("dealer", THREE)
def test_three_and_two_all_play(dealer: int) -> None:
    """The first hand is after the dealer, who plays last."""
    assert THREE.idle(dealer) == NOBODY
    assert set(THREE.active(dealer)) == set(THREE)
    assert THREE.active(dealer)[-1] == dealer
    assert Seats((0, 1)).active(0) == (1, 0)


def test_opponents_begin_after_the_player() -> None:
    """The dealer who sits out is none of them."""
    assert FOUR.opponents(2, dealer=3) == (0, 1)
    assert THREE.opponents(0, dealer=2) == (1, 2)
