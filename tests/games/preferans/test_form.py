"""The guided entry: every path of questions leads to a legal entry.

Answers are given as at the table: by the key of a choice, or as text if the question has no choices.
"""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from prefcount.base.problems import InvalidInput
from prefcount.entries.models import Entry
from prefcount.games.game import FACTOR, NONE_LIKELY, Question
from prefcount.games.state import State
from tests.helpers import GAME, entry, play, problems, start
from tests.strategies import EVERYTHING, Played, games, possible_calls
from tests.tables import each_line

TYPED = {
    "amount": ["4", "-2", "−3", "5/2", " 10 "],
    "name": ["☃ newcomer"],
    "talon": ["as ks"],
    "started": ["2026-11-26"],
    "price": ["0.10 EUR", "none"],
}
"""Texts that are typed for questions without choices, by field."""


def typed(field: str) -> list[str]:
    return TYPED.get(field.rpartition(".")[2], ["tea"])


def step(state: State, answers: dict[str, str], asked: Question, value: str) -> Question | Entry:
    answers[asked.field] = value
    return GAME.ask(state, answers)


def after(state: State, *keys: str) -> Question | Entry:
    answers: dict[str, str] = {}
    asked = GAME.ask(state, answers)
    for key in keys:
        assert isinstance(asked, Question), f"{key} was not asked for"
        by_key = {key: choice.value for choice in asked.choices for key in (choice.key, choice.also) if key}
        asked = step(state, answers, asked, by_key[key] if by_key else key)
    return asked


def said(state: State, *keys: str) -> Entry:
    asked = after(state, *keys)
    assert not isinstance(asked, Question), f"asks: {asked.prompt}"
    return asked


def ask(state: State, *keys: str) -> Question:
    asked = after(state, *keys)
    assert isinstance(asked, Question)
    return asked


def offered(question: Question) -> list[str]:
    return [str(choice.label) for choice in question.choices]


def likely(question: Question) -> str:
    return offered(question)[question.likely]


def sound(question: Question, answers: dict[str, str]) -> None:
    assert question.field not in answers
    assert str(question.prompt)
    keys = [choice.key for choice in question.choices]
    assert all(len(key) == 1 and key in "0123456789-=" for key in keys)
    assert len(set(keys)) == len(keys)
    assert len({choice.value for choice in question.choices}) == len(keys)
    assert all(offered(question))
    assert NONE_LIKELY <= question.likely < max(1, len(keys))


@given(games(), st.data())
def test_every_path_leads_to_a_legal_entry(played: Played, data: st.DataObject) -> None:
    state = played.state
    assume(not state.over)
    answers: dict[str, str] = {}
    asked = GAME.ask(state, answers)
    while isinstance(asked, Question):
        sound(asked, answers)
        assert len(answers) < 10
        possible = [choice.value for choice in asked.choices] or typed(asked.field)
        asked = step(state, answers, asked, data.draw(st.sampled_from(possible), label=asked.field))
    assert problems(state, asked) == []


@given(games())
def test_the_likely_answers_alone_lead_to_a_legal_hand(played: Played) -> None:
    state = played.state
    assume(not state.over)
    answers: dict[str, str] = {}
    asked = GAME.ask(state, answers)
    while isinstance(asked, Question):
        asked = step(state, answers, asked, asked.choices[max(0, asked.likely)].value)
    assert asked.kind in GAME.hand_kinds
    assert problems(state, asked) == []


@given(games(players=4, kinds=EVERYTHING - {"leave"}), st.sampled_from("12345"), st.sampled_from("67890"))
def test_all_possible_calls_are_offered(played: Played, suit: str, level: str) -> None:
    state = played.state
    options: Any = state.rules
    assume(not state.over)
    contract = f"{'10' if level == '0' else level}{'SCDHN'[int(suit) - 1]}"
    assume(contract[:2] != "10" or options.ten == "whisted")
    hand = [ask(state).choices[0].key, *(level + suit)]
    question = ask(state, *hand)
    ways = [calls for calls in possible_calls(state, contract, 2) if calls not in {None, "php", "ppp"}]
    assert len(question.choices) == len(ways) + bool(options.leave_without)
    found = set()
    for choice in question.choices:
        if choice.key == "-":
            continue
        asked = after(state, *hand, choice.key)
        while isinstance(asked, Question):
            asked = after(state, *hand, choice.key, "=")
        calls: dict[str, str] = getattr(asked, "calls", None) or {}
        found.add("".join(call[0] for call in calls.values()))
    assert found == set(ways)


@each_line("name", ["raspasy", "other", "misdeal", "thrown", "0", "1"])
def test_a_player_may_be_called_like_an_answer(name: str) -> None:
    state = start([name, "Boris", "Vera"])
    sound(ask(state), {})
    assert offered(ask(state))[0] == name
    assert said(state, "1", "7", "4", "4") == entry(
        "game", declarer=name, contract="7H", calls={"Boris": "pass", "Vera": "pass"}
    )


class TestHands:
    """Questions about a hand, and the entries they lead to."""

    def test_a_contract_is_entered_by_keys(self) -> None:
        state = start()
        assert offered(ask(state)) == ["Anna", "Boris", "Vera", "raspasy", "other…"]
        assert offered(ask(state, "1")) == ["6", "7", "8", "9", "10", "misère"]
        assert offered(ask(state, "1", "7")) == ["♠", "♣", "♦", "♥", "NT", "not noted"]
        assert offered(ask(state, "1", "7", "4")) == [
            "Boris whists, Vera passes",
            "Boris passes, Vera whists",
            "both whist",
            "both pass",
            "Boris passes, Vera takes half",
            "Vera half, then Boris whists",
            "Anna concedes, down 3",
        ]
        assert str(ask(state, "1", "7", "4").choices[-1].short) == "concede, down 3"
        in_half = ask(state, "1", "7", "4").choices[-2]
        shorter = ["Vera half, Boris whist", "half, whist returned"]
        assert [str(form) for form in in_half.forms[1:]] == shorter
        in_turn = ask(state, "1", "7", "4").choices[0]
        assert [str(form) for form in in_turn.forms[1:]] == ["Boris whist, Vera pass", "whist, pass"]
        tricks = ask(state, "1", "7", "4", "1")
        assert offered(tricks) == [str(number) for number in range(11)]
        assert likely(tricks) == "7"
        assert said(state, "1", "7", "4", "1", "6") == GAME.parse(state, "anna 7h wp 6")

    @each_line("dealer", ["Anna", "Boris", "Vera", "Gleb"])
    def test_each_seat_has_its_digit(self, dealer: str) -> None:
        seats = {"Anna": "1", "Boris": "2", "Vera": "3", "Gleb": "4"}
        keys = {str(choice.label): choice.key for choice in ask(start(4, dealer=dealer)).choices[:-2]}
        assert keys == {name: key for name, key in seats.items() if name != dealer}

    @each_line(
        ("keys", "line"),
        [
            (["1", "7", "4", "4"], "anna 7h pp"),
            (["1", "7", "4", "5"], "anna 7h ph"),
            (["1", "7", "4", "-"], "anna 7h -3"),
            (["1", "0", "5", "1", "="], "anna 10n wp 10"),
            (["3", "1", "2"], "vera m 2"),
            (["0", "3", "5"], "r 3 5 2"),
            (["0", "="], "r 10 0 0"),
        ],
    )
    def test_answers_that_follow_are_not_asked_for(self, keys: list[str], line: str) -> None:
        state = start()
        assert play(state, said(state, *keys)) == play(state, line)

    def test_two_players(self) -> None:
        state = start(2)
        assert offered(ask(state, "1", "7", "4")) == [
            "Boris whists",
            "Boris passes",
            "Anna concedes, down 3",
        ]
        assert play(state, said(state, "1", "7", "4", "1", "6")) == play(state, "anna 7h w 6")
        assert said(state, "0", "3", "4") == GAME.parse(state, "r 3 4")

    def test_the_dealer_returns_the_whist(self) -> None:
        state = start(4, dealer_may_whist=True)
        assert offered(ask(state, "1", "6", "4"))[6] == "Boris passes, Vera takes half, Gleb whists"
        assert said(state, "1", "6", "4", "7", "6") == GAME.parse(state, "anna 6h phw 6")

    def test_calls_are_not_asked_on_stalingrad_and_checked_tens(self) -> None:
        state = start(stalingrad=True, ten="checked", leave_without=0)
        assert offered(ask(state, "1", "2")) == ["both whist"]
        for size in (2, 3, 4):  # a six may be spades until the suit is asked
            of_size = start(size, stalingrad=True, half_whist=True)
            asked = ask(of_size, "1", "6")
            assert asked.default_if_skipped is None
            assert offered(asked) == ["♠", "♣", "♦", "♥", "NT", "not spades"]
            assert ask(of_size, "1", "6", "1").choices == ask(of_size, "1", "2").choices
            assert len(ask(of_size, "1", "6", "0").choices) > len(ask(of_size, "1", "2").choices)
        assert said(state, "1", "6", "1", "1", "6", "2") == GAME.parse(state, "anna 6s ww 6 2 2")
        assert said(state, "1", "6", "0", "4") == GAME.parse(state, "anna 6 pp")
        assert likely(ask(state, "1", "0", "1")) == "10"
        assert offered(ask(state, "1", "0", "1", "9")) == ["0", "1"]
        assert said(state, "1", "0", "1", "9", "1") == GAME.parse(state, "anna 10s 9 1 0")
        assert said(state, "1", "0", "1", "=") == GAME.parse(state, "anna 10s 10")

    def test_a_bid_below_the_lowest_has_a_caution(self) -> None:
        levels = ask(play(start(raspasy={"exit": [7]}), "r 3 3 4"), "1")
        assert [choice.value for choice in levels.choices if choice.caution] == ["6"]
        assert likely(levels) == "7"
        assert not any(choice.caution for choice in ask(start(), "1").choices)


class TestSomethingElse:
    """Entries other than hands."""

    @each_line(
        ("keys", "expected"),
        [
            (["1", "1"], entry("misdeal")),
            (["1", "2"], entry("note", text="misdeal without a fine")),
            (["2"], entry("talon_thrown")),
            (
                ["3", "1", "2", "4", "fined"],
                entry("adjust", player="Anna", column="dump", amount=4, reason="fined"),
            ),
            (
                ["3", "2", "3", "1", "-2", "agreed"],
                entry("adjust", player="Boris", column="whists", on="Anna", amount=-2, reason="agreed"),
            ),
            (
                ["3", "3", "1", "5/2", "halves"],
                entry("adjust", player="Vera", column="pool", amount="5/2", reason="halves"),
            ),
            (["5", "Gleb", "0"], entry("join", player="Gleb")),
            (["5", "Gleb", "2"], entry("join", player="Gleb", replaces="Boris")),
            (["6", "tea"], entry("note", text="tea")),
            (["7"], entry("end", reason="agreed")),
            (["8", "3"], entry("end", reason="resigned", player="Vera")),
        ],
    )
    def test_entries(self, keys: list[str], expected: Entry) -> None:
        assert said(start(), "9", *keys) == expected

    def test_a_newcomer_learns_between_whom_to_sit(self) -> None:
        question = ask(play(start(dealer="Vera"), "anna 6h pp"), "9", "5", "Gleb")
        assert str(question.choices[0].label).startswith("between Vera and Anna, ")

    def test_a_hand_of_another_dealer_names_the_dealer(self) -> None:
        state = start(4)
        assert offered(ask(state, "9", "4")) == ["Anna", "Boris", "Vera", "Gleb"]
        assert offered(ask(state, "9", "4", "1"))[:3] == ["Boris", "Vera", "Gleb"]
        assert said(state, "9", "4", "1", "4", "7", "4", "1", "6") == GAME.parse(
            state, "gleb 7h wp 6 dealer anna"
        )

    @each_line(
        "typed", ["", "x", "1.5", "5/0", "1/2/3", "٣", "\x1b[31m", "10000000000", "--5", "+-5", "9" * 5000]
    )
    def test_texts_that_are_not_amounts_are_refused(self, typed: str) -> None:
        with pytest.raises(InvalidInput, match=r"^amount: "):
            after(start(), "9", "3", "1", "1", typed)

    @each_line("typed", ["", "  ", "x" * 41, "a\x1bb", "a\u202eb"])
    def test_texts_that_are_not_names_are_refused(self, typed: str) -> None:
        with pytest.raises(InvalidInput, match="player"):
            after(start(), "9", "5", typed)


@each_line("keys", ["17416", "112", "035", "94117416"])
def test_a_factor_may_be_given_at_any_time(keys: str) -> None:
    state = start()
    answers: dict[str, str] = {FACTOR: "3"}
    asked = GAME.ask(state, answers)
    for key in keys:
        assert isinstance(asked, Question)
        by_key = {key: choice.value for choice in asked.choices for key in (choice.key, choice.also) if key}
        asked = step(state, answers, asked, by_key[key])
    once = said(state, *keys)
    assert asked == once.model_copy(update={"factor": 3})
