"""One line for one hand: what is typed, what is printed, and that both are the same."""

import re
from typing import Any

import pytest

from prefcount.base.problems import InvalidInput
from prefcount.entries.models import Entry
from prefcount.games.notation import find_people
from prefcount.games.preferans.state import ContractEntry
from prefcount.games.state import State
from tests.helpers import GAME, entry, problems, scored, start
from tests.tables import each_line, load_table


def refused(state: State, line: str) -> str:
    with pytest.raises(InvalidInput) as caught:
        GAME.parse(state, line)
    (problem,) = caught.value.problems
    return str(problem)


def game(declarer: str, contract: str, **fields: Any) -> Entry:
    return entry("game", declarer=declarer, contract=contract, **fields)


EXAMPLES: dict[str, Entry] = {
    "anna 7h wp 6": game("Anna", "7H", calls={"Boris": "whist", "Vera": "pass"}, tricks={"Anna": 6}),
    "b 6s ww 5 3 2": game(
        "Boris", "6S", calls={"Vera": "whist", "Anna": "whist"}, tricks={"Boris": 5, "Vera": 3, "Anna": 2}
    ),
    "vera 8n pp": game("Vera", "8N", calls={"Anna": "pass", "Boris": "pass"}),
    "anna 6c ph": game("Anna", "6C", calls={"Boris": "pass", "Vera": "half"}),
    "anna 7d wh 7": game("Anna", "7D", calls={"Boris": "whist", "Vera": "half"}, tricks={"Anna": 7}),
    "anna m 0": entry("misere", declarer="Anna", tricks={"Anna": 0}),
    "anna 7h -3": game("Anna", "7H", left_without=3),
    "r 3 5 2": entry("raspasy", tricks={"Anna": 3, "Boris": 5, "Vera": 2}),
}


def test_examples_of_the_format() -> None:
    assert {line: GAME.parse(start(), line) for line in EXAMPLES} == EXAMPLES


@each_line(*load_table("other-words-of-preferans"))
def test_a_hand_may_be_spelled_in_other_words(line: str, same: str) -> None:
    assert GAME.parse(start(), line) == GAME.parse(start(), same)


@each_line("line", ["anna 7h whist boris 7", "anna 7h boris whists 7", "anna 7h anna whists vera passes"])
def test_named_calls_name_every_defender(line: str) -> None:
    with pytest.raises(InvalidInput, match="needs one call for each of Boris, Vera"):
        GAME.parse(start(), line)


@each_line(
    ["names", "line", "same"],
    [
        ("Игорь Борис Вера", "р б 5 и 3 в 2", "r 3 5 2"),
        ("Игорь Борис Вера", "б 7ч вп 6 сдаёт и", "борис 7h wp 6 dealer игорь"),
        ("Andrew Boris Vera", "r boris 5 and 3 vera 2", "r 3 5 2"),
        ("Andrew Boris Vera", "boris 7h both whist, boris 6 and vera 3 and 1", "b 7h ww 6 3 1"),
    ],
)
def test_and_is_also_short_for_a_player(names: str, line: str, same: str) -> None:
    state = start(names.split())
    assert GAME.parse(state, line) == GAME.parse(state, same)


def test_a_word_after_named_calls_is_refused_by_itself() -> None:
    with pytest.raises(InvalidInput, match="“somehow”: this word is one too many"):
        GAME.parse(start(), "anna 7h boris whists vera passes somehow")


@each_line(
    ("typed", "found"),
    [("петровна", [0]), ("петровну", [0]), ("аи", [1]), ("ап", [0, 2]), ("ан", [0, 1]), ("пе", [])],
)
def test_people_are_found_by_a_later_name_or_by_initials(typed: str, found: list[int]) -> None:
    names = ["анна петровна", "анна ильинична", "алла павлова"]
    assert find_people(typed, list(enumerate(names))) == found


def test_a_fourth_number_is_the_dealers() -> None:
    state = start(4)
    assert GAME.parse(state, "r 3 5 2 0") == entry(
        "raspasy", tricks={"Anna": 3, "Boris": 5, "Vera": 2, "Gleb": 0}
    )
    assert GAME.parse(state, "r 3 5 2") == entry("raspasy", tricks={"Anna": 3, "Boris": 5, "Vera": 2})
    assert GAME.parse(state, "r 3 5 2 dealer boris") == entry(
        "raspasy", tricks={"Anna": 3, "Vera": 5, "Gleb": 2}, dealer="Boris"
    )
    assert GAME.parse(state, "r 3 5 1 1 dealer boris") == entry(
        "raspasy", tricks={"Anna": 3, "Vera": 5, "Gleb": 1, "Boris": 1}, dealer="Boris"
    )
    assert GAME.parse(state, "anna 6h phw 6") == game(
        "Anna", "6H", calls={"Boris": "pass", "Vera": "half", "Gleb": "whist"}, tricks={"Anna": 6}
    )
    assert GAME.parse(state, "gleb 6h wp 6 dealer anna") == game(
        "Gleb", "6H", calls={"Boris": "whist", "Vera": "pass"}, tricks={"Gleb": 6}, dealer="Anna"
    )


@each_line("typed", ["as 10h", "as10h", "10has", "AS10H", "a♠10♥", "тп10ч"])
def test_the_talon_is_two_cards_with_or_without_a_blank(typed: str) -> None:
    state = start(["Anna", "Boris", "Vera", "Gleb"], dealer="Gleb", talon_bonus=True)
    hand = GAME.parse(state, f"anna 7h pp talon {typed} dealer gleb")
    assert isinstance(hand, ContractEntry)
    assert set(hand.talon or ()) == {"AS", "10H"}


@pytest.mark.parametrize("dealer_plays", [True, False])
def test_one_order_of_the_tricks_of_a_raspasy(dealer_plays: bool) -> None:
    rule = {} if dealer_plays else {"raspasy": {"dealer": "sits_out"}}
    for size in (3, 4, 5):
        names = ["Anna", "Boris", "Vera", "Gleb", "Dina"][:size]
        for at, dealer in enumerate(names):
            state = start(names, dealer=dealer, **rule)
            holders = sorted(((names * 2)[at + 1 : at + 4]), key=names.index)
            talon = [dealer] if dealer_plays and size > 3 else []
            numbers = [2, 5, 2, 1] if talon else [3, 5, 2]
            tricks = dict(zip([*holders, *talon], numbers, strict=True))
            said = " ".join(map(str, numbers))
            answered = GAME.ask(
                state, {"who": "raspasy"} | {f"tricks{i}": str(n) for i, n in enumerate(numbers)}
            )
            assert answered == entry("raspasy", tricks=tricks)
            for line in (f"r {said}", f"r {said[:5] if talon else said[:3]}"):
                parsed = GAME.parse(state, line)
                assert GAME.parse(state, GAME.format(state, parsed)) == parsed
                words = ", ".join(f"{name} {count}" for name, count in tricks.items())
                assert str(GAME.describe_hand(state, parsed)) == f"raspasy: {words}", line
            assert GAME.format(state, answered) == f"r {said}"
            assert all(name in str(GAME.describe_line_order(state)) for name in tricks) == (size > 3)


class TestWithoutTheSuit:
    """A contract without a suit is written as its level."""

    @each_line("line", ["Anna 7 wp 7", "Anna 10 -3", "Anna 9 blind ww 9 1 0", "Anna 6 pp dealer Boris"])
    def test_it_is_printed_as_it_was_typed(self, line: str) -> None:
        state = start(leave_without=3)
        assert GAME.format(state, GAME.parse(state, line)) == line

    def test_a_six_without_its_suit_is_not_stalingrad(self) -> None:
        assert scored("anna 6 pp", stalingrad=True) == {"Anna pool": 2}
        assert problems(start(stalingrad=True), "anna 6 6 2 2")

    def test_later_words_are_not_taken_for_the_contract(self) -> None:
        state = start(["Anna", "Boris M", "Vera", "Gleb 7h"], talon_bonus=True)
        played = game("Anna", "7", calls={"Boris M": "pass", "Vera": "pass"}, talon=["AS", "7S"])
        assert GAME.parse(state, "anna 7 pp talon as 7s") == played
        dealt = game("Anna", "7", calls={"Vera": "pass", "Gleb 7h": "pass"}, dealer="Boris M")
        assert GAME.parse(state, "anna 7 pp dealer boris m") == dealt

    @pytest.mark.parametrize(
        "names", [("Anna 7", "Anna", "Vera"), ("Anna 10", "Anna", "Anna 7 8"), ("7 7", "7", "x")]
    )
    @pytest.mark.parametrize("contract", ["7", "8H", "10"])
    def test_names_may_have_numbers_in_them(self, names: tuple[str, ...], contract: str) -> None:
        state = start(names, ten="checked")
        for seat in (1, 2, 3):
            calls = "" if contract == "10" else "ww"
            played = GAME.parse(state, f"#{seat} {contract} {calls} 10 0 0")
            assert played.declarer == names[seat - 1]
            assert GAME.parse(state, GAME.format(state, played)) == played


class TestNames:
    """A line that is printed names the right player, even if a name looks like a contract."""

    def test_the_whole_name_goes_before_a_beginning(self) -> None:
        state = start(["Ann", "Anna", "Annabel"])
        assert GAME.parse(state, "anna 7h pp") == game("Anna", "7H", calls={"Annabel": "pass", "Ann": "pass"})

    @each_line("name", ["Vera m", "Vera 7h", "x 10n y"])
    def test_a_name_with_a_contract_in_it_is_printed_as_its_seat(self, name: str) -> None:
        state = start(["Anna", name, "Boris"])
        played = game(name, "7H", calls={"Boris": "pass", "Anna": "pass"})
        assert GAME.format(state, played) == "#2 7h pp"
        assert GAME.parse(state, "#2 7h pp") == played


class TestRefused:
    """A line that is not a hand is refused with one sentence."""

    @each_line(*load_table("wrong-lines-of-preferans"))
    def test_wrong_lines_are_refused_with_a_sentence(self, line: str, said: str) -> None:
        assert said in refused(start(), line)

    def test_a_refused_raspasy_names_the_players_whose_tricks_are_missing(self) -> None:
        said = "needs the tricks of {} in this order; those of {} may be left out"
        assert said.format("Anna, Boris, Vera", "Gleb") in refused(start(4), "r 3 4")
        assert said.format("Anna, Vera, Gleb", "Boris") in refused(start(4), "r 3 4 dealer boris")
        assert said.format("Anna, Boris", "Vera") in refused(start(4, preset="rostov"), "r 3")

    def test_an_ambiguous_beginning_of_a_name_is_refused(self) -> None:
        state = start(["Anna", "Andrey", "Boris"])
        assert refused(state, "an 7h pp") == "“an”: this name could mean Anna, Andrey; type more letters"

    def test_what_was_typed_is_shown_fit_to_print(self) -> None:
        assert "\x1b" not in refused(start(), "anna \x1b[31m")
        assert len(refused(start(), "anna " + "y" * 5000)) < 400


@each_line(
    ("line", "same"),
    [
        ("r 352", "r 3 5 2"),
        ("р 3-5-2", "r 3 5 2"),
        ("anna 7h ww 622", "anna 7h ww 6 2 2"),
        ("anna 7h ww 6-2-2 dealer vera", "anna 7h ww 6 2 2 dealer vera"),
    ],
)
def test_tricks_may_be_written_together(line: str, same: str) -> None:
    assert GAME.parse(start(), line) == GAME.parse(start(), same)
    assert GAME.parse(start(4), "r 2350") == GAME.parse(start(4), "r 2 3 5 0")


@each_line("line", ["r 353", "r 35", "r 1000", "anna 7h wp 64", "anna 7h ww 621", "r 3-5"])
def test_tricks_written_together_must_make_ten(line: str) -> None:
    assert "no player has this name" not in refused(start(), line)


@each_line("line", ["Anna 7h x2 wp 6", "Anna m blind x8 1", "Anna 6 x3 pp", "r x2 3 5 2", "Anna 7h x2 -3"])
def test_a_factor_is_read_and_written(line: str) -> None:
    state = start()
    entry = GAME.parse(state, line)
    assert GAME.format(state, entry) == line
    for sign in ("х", "×", "X"):
        assert GAME.parse(state, re.sub(r"x(?=\d)", sign, line)) == entry


@each_line("word", ["x1", "x9", "x0", "x10"])
def test_a_factor_is_two_to_eight(word: str) -> None:
    with pytest.raises(InvalidInput, match="x2 to x8"):
        GAME.parse(start(), f"anna 7h {word} wp 6")
