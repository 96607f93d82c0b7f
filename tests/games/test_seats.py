"""The order of play round a table, who holds cards and who sits out."""

from prefcount.games.form import offer_players
from prefcount.games.notation import read_player
from prefcount.games.state import Seats
from tests.helpers import entry, play, start

THREE, FOUR = Seats((0, 1, 2)), Seats((0, 3, 1, 2))


def test_the_order_of_play_goes_round() -> None:
    assert [FOUR.after(player) for player in FOUR] == [3, 1, 2, 0]
    assert tuple(FOUR.others(1)) == (2, 0, 3)
    assert FOUR.from_first_hand(3) == (1, 2, 0, 3)


def test_players_keep_their_digits_when_others_sit_down_leave_or_change_seats() -> None:
    dealt = play(start(["Anna", "Boris", "Vera"]), "anna 7h wp 6", "boris m 0")
    joined = play(dealt, entry("join", player="Gleb"))
    assert [joined.names[player] for player in joined.seats] != ["Anna", "Boris", "Vera", "Gleb"]
    left = play(joined, entry("leave", player="Boris"))
    moved = play(joined, entry("seats", order=("Vera", "Boris", "Gleb", "Anna")))
    digits = {"Anna": "1", "Boris": "2", "Vera": "3", "Gleb": "4"}
    for state in (dealt, joined, left.table, moved):
        offered = {str(choice.label): choice.key for choice in offer_players(state, state.seats)}
        assert list(offered.items()) == [(name, digits[name]) for name in digits if name in offered]
        for name, digit in offered.items():
            assert state.names[read_player(state, f"#{digit}")] == name


def test_opponents_begin_after_the_player() -> None:
    assert FOUR.opponents(2, dealer=3) == (0, 1)
    assert THREE.opponents(0, dealer=2) == (1, 2)
