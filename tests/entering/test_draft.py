"""Drafts of entries: every step makes a new draft, and every step can be taken back."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from prefcount.base.problems import InvalidInput
from prefcount.entering import Draft, draft_correction, draft_next_hand, preview_lines, recorded_notice
from prefcount.entries.models import AmendBase, HandEntry, PlacedEntry, Void
from prefcount.games.game import Question
from prefcount.games.state import State
from prefcount.render.view import preview
from prefcount.session.session import Session
from tests.games.preferans.test_form import typed
from tests.helpers import GAME, entry, header
from tests.store.files import amend, session, void
from tests.strategies import Played, games

SIDE = frozenset({"hand", "dealer", "adjust", "join", "rules"})


def running(played: Played) -> Session:
    assume(not played.state.over)
    entries = [each.model_copy(update={"n": n}) for n, each in enumerate(played.entries, 1)]
    return Session(played.header, entries)


def questions(draft: Draft, data: st.DataObject) -> Iterator[tuple[Draft, Question, str, Draft]]:
    while isinstance(asked := draft.pending, Question):
        possible = [choice.value for choice in asked.choices] or typed(asked.field)
        value = data.draw(st.sampled_from(possible), label=asked.field)
        further = draft.with_answer(asked, value)
        yield draft, asked, value, further
        draft = further


def drafts(played: Played, data: st.DataObject) -> Draft:
    game = running(played)
    steps = [step.n for step in game.replay.steps]
    if not steps or data.draw(st.booleans(), label="next hand"):
        return draft_next_hand(game)
    draft, _line = draft_correction(
        game, data.draw(st.sampled_from(steps)), data.draw(st.sampled_from(["correct", "after"]))
    )
    return draft


# --- any answers ----------------------------------------------------------------------------------


@given(games(kinds=SIDE, most=2), st.data())
def test_without_last_answer_undoes_with_answer(played: Played, data: st.DataObject) -> None:
    first = drafts(played, data)
    draft = first
    for before, question, _value, draft in questions(first, data):
        assert draft.without_last_answer() == before
        assert before.pending == question
    while (earlier := draft.without_last_answer()) is not None:
        assert len(earlier.answers) == len(draft.answers) - 1
        draft = earlier
    assert draft == replace(first, answers={})


@given(games(kinds=SIDE, most=2), st.data())
def test_no_step_changes_the_draft_before_it(played: Played, data: st.DataObject) -> None:
    kept: list[tuple[Draft, dict[str, str], Any]] = []
    for before, question, _value, _further in questions(drafts(played, data), data):
        kept.append((before, dict(before.answers), before.pending))
        for choice in question.choices:
            before.outcome(question, choice)
        assert before.is_last in (False, True)
        before.without_last_answer()
        before.answer_labels()
    for draft, answers, pending in kept:
        assert dict(draft.answers) == answers
        assert draft.pending == pending


@given(games(kinds=SIDE, most=2), st.data())
def test_a_question_is_the_last_one_if_every_answer_to_it_is_an_entry(
    played: Played, data: st.DataObject
) -> None:
    for before, question, _value, further in questions(drafts(played, data), data):
        after = [before.with_answer(question, choice.value).pending for choice in question.choices]
        complete = bool(after) and not any(isinstance(each, Question) for each in after)
        assert before.is_last == complete
        assert not (complete and isinstance(further.pending, Question))


@given(games(kinds=SIDE, most=2), st.data())
def test_the_outcome_of_an_answer_follows_the_likeliest_answers(played: Played, data: st.DataObject) -> None:
    for before, question, _value, _further in questions(drafts(played, data), data):
        for choice in question.choices:
            draft = before.with_answer(question, choice.value)
            while isinstance(asked := draft.pending, Question) and asked.choices and asked.likely >= 0:
                draft = draft.with_answer(asked, asked.choices[asked.likely].value)
            found = before.outcome(question, choice)
            assert found == (None if isinstance(asked, Question) else asked)


@given(games(kinds=SIDE, most=2), st.data())
def test_every_outcome_of_the_next_hand_can_be_written(played: Played, data: st.DataObject) -> None:
    game = running(played)
    for before, question, _value, _further in questions(draft_next_hand(game), data):
        for choice in question.choices:
            found = before.outcome(question, choice)
            if found is not None:
                assert game.propose(game.complete_entry(found)).problems == ()


@given(games(kinds=SIDE, most=2), st.data())
def test_labels_are_those_of_the_offered_answers(played: Played, data: st.DataObject) -> None:
    draft = drafts(played, data)
    expected = draft.answer_labels()
    for _before, question, value, further in questions(draft, data):
        offered = {choice.value: str(choice.label) for choice in question.choices}
        expected.append(f"{question.who} {offered.get(value, value)}".lstrip())
        assert further.answer_labels() == expected


# --- examples -------------------------------------------------------------------------------------

PENALTY = {"kind": "adjust", "player": "Vera", "column": "dump", "amount": 3, "reason": "telephone"}
GAME_OF_THREE = session("anna 7h wp 7", "boris 6s pp", "r 3 5 2")


def answered(draft: Draft, *values: str) -> Draft:
    for value in values:
        asked = draft.pending
        assert isinstance(asked, Question)
        draft = draft.with_answer(asked, value)
    return draft


def asked(draft: Draft) -> str:
    assert isinstance(draft.pending, Question)
    return str(draft.pending.prompt)


def test_an_impossible_typed_answer_is_refused_and_changes_nothing() -> None:
    draft = answered(draft_next_hand(GAME_OF_THREE), "other", "adjust", "0", "dump")
    question = draft.pending
    assert isinstance(question, Question)
    with pytest.raises(InvalidInput, match="amount"):
        draft.with_answer(question, "a lot")
    assert draft.pending == question
    assert draft.with_answer(question, "4").without_last_answer() == draft


def test_a_line_is_offered_and_taken_back() -> None:
    draft = draft_next_hand(GAME_OF_THREE)
    read = draft.with_line("boris 7d wp 6")
    assert read.pending == GAME.parse(GAME_OF_THREE.state, "boris 7d wp 6")
    assert read.without_last_answer() == draft
    assert answered(draft, "0", "7").with_line("boris 7d wp 6").answers == {}
    with pytest.raises(InvalidInput, match="contract"):
        draft.with_line("boris")


def test_a_game_that_is_over_asks_for_nothing_but_its_hands_can_be_corrected() -> None:
    over = session("anna 7h wp 7", end="hands", hands=1)
    assert draft_next_hand(over).pending is None
    draft, line = draft_correction(over, 1, "correct")
    assert line is None
    assert asked(draft) == "Tricks of Anna?"


class TestLookingBack:
    """Drafts that correct, void or follow an entry of the game."""

    def test_a_correction_asks_the_questions_of_its_hand(self) -> None:
        draft, line = draft_correction(GAME_OF_THREE, 2, "correct")
        assert (str(draft.about), line) == ("Correcting hand 2", None)
        assert draft.answers == {"who": "1", "contract": "6"}
        assert isinstance(draft.pending, Question)
        assert draft.pending.choices[draft.pending.likely].value == "pp"
        draft = replace(draft, answers={})
        assert draft.state == GAME_OF_THREE.replay.step(2).before
        hand = answered(draft, "2", "misere", "0").pending
        assert isinstance(hand, AmendBase)
        assert hand == entry(
            "amend", entry=2, **{"with": {"kind": "misere", "declarer": "Vera", "tricks": {"Vera": 0}}}
        )
        assert draft.with_line("vera m 0").pending == hand

    @pytest.mark.parametrize(
        ("fields", "last"),
        [
            ({**PENALTY, "amount": -3}, "reason"),
            ({**PENALTY, "column": "whists", "on": "Anna", "reason": ""}, "reason"),
            ({"kind": "note", "text": "tea"}, "text"),
            ({"kind": "misdeal"}, "fine"),
            ({"kind": "talon_thrown"}, "other"),
        ],
    )
    def test_a_correction_of_a_penalty_keeps_all_answers_but_the_last(
        self, fields: dict[str, Any], last: str
    ) -> None:
        draft, _line = draft_correction(session("anna 7h wp 7", fields), 2, "correct")
        question = draft.pending
        assert isinstance(question, Question)
        assert question.field == last
        again = draft.with_answer(question, draft.former[last]).pending
        assert isinstance(again, AmendBase)
        assert again.with_ == entry(**fields)

    def test_a_corrected_penalty_shows_its_worth_before_and_after(self) -> None:
        game = session("anna 7h wp 7", PENALTY)
        draft, _line = draft_correction(game, 2, "correct")
        shown = preview(game, draft.proposal(entry(**amend(2, {**PENALTY, "amount": 6}))))
        assert preview_lines(shown) == [
            "old hand: Vera's dump changed by 3: telephone (Anna +10, Boris +10, Vera −20)",
            "new hand: Vera's dump changed by 6: telephone (Anna +20, Boris +20, Vera −40)",
        ]

    def test_a_void_only_waits_for_enter(self) -> None:
        draft, line = draft_correction(GAME_OF_THREE, 2, "void")
        assert (str(draft.about), line) == ("Leave hand 2 out of the score", None)
        assert draft.pending == Void(entry=2)
        assert draft.without_last_answer() is None

    def test_a_void_entry_counts_again_when_its_void_is_voided(self) -> None:
        game = session("anna 7h wp 7", "boris 6s pp", void(1))
        draft, _line = draft_correction(game, 1, "void")
        assert (str(draft.about), draft.pending) == ("Count entry 1 again", Void(entry=3))
        again = session("anna 7h wp 7", "boris 6s pp", void(1), void(3), void(1))
        draft, _line = draft_correction(again, 1, "void")
        assert draft.pending == Void(entry=5)

    def test_an_inserted_hand_is_asked_for_at_its_place(self) -> None:
        draft, line = draft_correction(GAME_OF_THREE, 1, "after")
        assert (str(draft.about), line) == ("Insert a forgotten hand after hand 1; Anna dealt it", None)
        assert draft.state == GAME_OF_THREE.replay.step(1).state
        assert draft.with_line("vera m 0").pending == entry(
            "misere", declarer="Vera", tricks={"Vera": 0}, after=1
        )

    def test_a_second_correction_starts_from_the_first(self) -> None:
        game = session("anna 7h wp 7", amend(1, "anna 8h wp 7"))
        draft, _line = draft_correction(game, 1, "correct")
        assert draft.former["contract"] == "8"

    def test_a_forgotten_hand_is_asked_for_as_it_will_count(self) -> None:
        for n in (1, 2, 3):
            assert place(GAME_OF_FOUR, n) == draft_correction(GAME_OF_FOUR, n, "after")[0].state

    def test_a_second_hand_inserted_after_an_entry_follows_the_first(self) -> None:
        tricks = {"Anna": 1, "Boris": 3, "Vera": 3, "Gleb": 3}
        forgotten = entry("raspasy", tricks=tricks, after=1)
        game = GAME_OF_FOUR.accept(forgotten).session
        assert place(game, 1) == draft_correction(game, 1, "after")[0].state

    def test_only_entries_with_a_place_can_be_inserted(self) -> None:
        draft = answered(draft_correction(GAME_OF_THREE, 1, "after")[0], "other")
        question = draft.pending
        assert isinstance(question, Question)
        for choice in question.choices:
            found = draft.outcome(question, choice)
            assert found is None or (isinstance(found, PlacedEntry) and found.after == 1)
        assert not {"note", "join", "resigned"} & {choice.value for choice in question.choices}


def four(*lines: str) -> Session:
    game = Session(header(4))
    for line in lines:
        game = game.accept(GAME.parse(game.state, line)).session
    return game


GAME_OF_FOUR = four("anna 7h wp 7", "boris 6s pp", "r 3 2 5 0")


def place(game: Session, n: int) -> State:
    forgotten = draft_correction(game, n, "after")[0].with_line("r 3 3 3 1").pending
    assert isinstance(forgotten, HandEntry)
    return game.propose(game.complete_entry(forgotten)).step.before


def test_a_notice_never_names_other_entries_by_number() -> None:
    before = session("anna 7h wp 6").accept(entry("misdeal")).session
    left_out = before.accept(Void(entry=2))
    assert recorded_notice(before, left_out) == "Misdeal by Anna: 2 in the dump — void"
    again = left_out.session.accept(Void(entry=3))
    said = recorded_notice(left_out.session, again)
    assert said == "Misdeal by Anna: 2 in the dump — counts again"
