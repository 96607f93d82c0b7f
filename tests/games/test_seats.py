"""The order of play round a table, who holds cards and who sits out."""

from prefcount.games.state import Seats

THREE, FOUR = Seats((0, 1, 2)), Seats((0, 3, 1, 2))


def test_the_order_of_play_goes_round() -> None:
    assert [FOUR.after(player) for player in FOUR] == [3, 1, 2, 0]
    assert tuple(FOUR.others(1)) == (2, 0, 3)
    assert FOUR.from_first_hand(3) == (1, 2, 0, 3)


def test_opponents_begin_after_the_player() -> None:
    assert FOUR.opponents(2, dealer=3) == (0, 1)
    assert THREE.opponents(0, dealer=2) == (1, 2)
