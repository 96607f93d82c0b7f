"""Hands in words: every hand that can be entered has a sentence."""

from hypothesis import given

from prefcount.base.i18n import override_language
from tests.helpers import GAME, entry, play, start, transition
from tests.strategies import Played, games
from tests.tables import each_line, load_table


@given(games())
def test_every_hand_has_a_sentence(played: Played) -> None:
    state = played.first
    for written, turn in zip(played.entries, played.turns, strict=True):
        if written.kind in GAME.hand_kinds:
            assert str(GAME.describe_hand(state, written))
        state = turn.state


def test_a_misdeal_and_a_thrown_talon_say_whose_and_what_they_cost() -> None:
    state = start(doubled=True)
    misdeal, thrown = entry("misdeal", dealer="Boris"), entry("talon_thrown")
    assert str(GAME.describe_hand(state, misdeal)).startswith("misdeal by Boris:")
    assert str(GAME.describe_hand(state, thrown)).startswith("a bad talon thrown back at Vera:")
    for written, dealer in ((misdeal, 1), (thrown, 2)):
        dump = play(state, written).dump(dealer)
        assert str(GAME.describe_hand(state, written)).endswith(f": {dump} in the dump")


@each_line(*load_table("words-of-preferans"))
def test_a_hand_is_described_in_both_languages(line: str, english: str, russian: str) -> None:
    played = GAME.parse(start(), line)
    assert str(GAME.describe_hand(start(), played)) == english
    with override_language("ru"):
        assert russian in str(GAME.describe_hand(start(), played))


def test_the_whist_of_the_dealer_is_said_after_the_half_whist() -> None:
    state = start(4, dealer_may_whist=True)
    played = GAME.parse(state, "anna 6h phw 6")
    assert str(GAME.describe_hand(state, played)) == "Anna 6♥, Vera takes half, Gleb whists: made"


def test_the_only_opponent_of_a_hussar_passes_alone() -> None:
    players = ("Anna", "Boris")
    for size, line, english, russian in (
        (2, "anna 7h p", ", passed, ", ", пас — "),
        (3, "anna 7h pp", ", both passed, ", ", пас-пас — "),
    ):
        (posting,) = transition(start(size), line).postings
        assert english in str(GAME.sentence(posting, players))
        with override_language("ru"):
            assert russian in str(GAME.sentence(posting, players))


def test_a_leaving_player_has_sentences() -> None:
    before = play(start(4), "boris 7h pp", "boris 6h ww 3 4 3")
    leaving = entry("leave", player="Boris")
    names = ("Анна", "Серёга", "Вера", "Глеб")
    postings = transition(before, leaving).postings
    with override_language("ru"):
        assert str(GAME.describe_hand(before, leaving)) == "Boris встаёт: пуля 4 и гора 6 расписаны в висты"
        said = [str(GAME.sentence(posting, names)) for posting in postings]
    assert "Серёга встаёт: 4 с пули, расписано в висты" in said
    assert "Серёга встаёт: 6 с горы, расписано в висты" in said
    assert "Анна: расписано при уходе, 5 на Серёгу" in said
