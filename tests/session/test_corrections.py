"""Corrections are entries: which entries count, and where (rule book, fine print 1, 2 and 22).

Marks are adjustments whose reason is a letter, so that a test can tell which of them count, and in which
order: "a", "b", "c" are entries 1, 2, 3 unless a correction is between them.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.entries.models import Adjust, Entry, Void
from prefcount.session.corrections import effective_entries, undo_state
from prefcount.session.session import Session
from tests.helpers import header
from tests.store.files import Fields, What, after, amend, entry, fields, numbered, session, void
from tests.tables import each_line


def mark(letter: str) -> Fields:
    return {"kind": "adjust", "player": "Anna", "column": "dump", "amount": ord(letter), "reason": letter}


A, B, C, X, Y = map(mark, "abcxy")


def counted(*what: What) -> str:
    steps = session(*what).replay.steps
    return "".join(step.entry.reason for step in steps if step.counts and isinstance(step.entry, Adjust))


def wrong(*what: What) -> list[str]:
    """Return the problems of the last entry, which then must change nothing."""
    with_it, without = session(*what), session(*what[:-1])
    assert with_it.state == without.state
    return [str(problem) for problem in with_it.replay.step(len(what)).problems]


# --- what counts, and in which order --------------------------------------------------------------

TEA: Fields = {"kind": "note", "text": "tea"}


@each_line(
    ("what", "counting"),
    [
        # a voided entry does not count; a voided void does not apply, so that redo is a void of the void
        ([A, B, void(1)], "b"),
        ([A, void(1), void(2)], "a"),
        ([A, void(1), void(2), void(3)], ""),
        # an amended entry counts as something else at its old place, also if it was voided before
        ([A, B, C, amend(2, X)], "axc"),
        ([A, B, void(1), amend(1, X)], "xb"),
        ([A, B, C, amend(3, void(1))], "b"),
        # the newest correction that still applies decides
        ([A, B, amend(1, X), void(1)], "b"),
        ([A, B, void(1), amend(1, X), void(4)], "b"),
        ([A, amend(1, X), amend(1, Y)], "y"),
        ([A, amend(1, X), amend(1, Y), void(3)], "x"),
        ([A, amend(1, X), amend(1, Y), void(3), void(2)], "a"),
        ([A, void(1), amend(1, X), void(1), void(4)], "x"),
        # a correction may itself be corrected, and turn into a hand at its own place
        ([A, B, amend(1, X), amend(3, amend(1, Y))], "yb"),
        ([A, B, amend(1, X), amend(3, amend(2, Y))], "ay"),
        ([A, B, void(1), amend(3, void(2))], "a"),
        ([A, void(1), B, amend(2, X)], "axb"),
        # one that cannot be hides no other
        ([A, amend(1, X), amend(5, Y), B], "xb"),
        ([A, void(1), amend(2, void(2))], "a"),
        # a forgotten entry counts right after the one it names, in the order of numbers; 0 is the beginning
        ([A, B, C, after(1, X)], "axbc"),
        ([A, B, after(1, Y), C, after(1, X)], "ayxbc"),
        ([A, B, after(0, X), after(0, Y)], "xyab"),
        ([A, B, after(1, X), after(1, C), after(3, Y)], "axycb"),
        ([A, B, after(0, X), after(3, Y), after(0, C)], "xycab"),
        # voided, amended, a note or a correction: every entry keeps its place
        ([A, B, C, after(2, X), void(2)], "axc"),
        ([A, B, after(1, X), amend(1, Y)], "yxb"),
        ([A, TEA, B, after(2, X)], "axb"),
        ([A, void(1), B, after(2, X)], "xb"),
        ([A, B, after(1, X), void(3)], "ab"),
        ([A, B, after(1, X), amend(3, after(1, Y))], "ayb"),
    ],
)
def test_corrections_decide_which_entries_count(what: list[What], counting: str) -> None:
    assert counted(*what) == counting


def test_amended_entries_keep_their_time() -> None:
    first, later = "2026-11-14T19:10:00+03:00", "2026-11-14T20:40:00+03:00"
    kept = session({**A, "at": first}, {**amend(1, X), "at": later}).replay.steps[0]
    given_ = session({**A, "at": first}, amend(1, {**X, "at": later})).replay.steps[0]
    assert [step.entry.at.isoformat() for step in (kept, given_) if step.entry and step.entry.at] == [
        first,
        later,
    ]


def test_effective_entries_name_the_correction() -> None:
    found = effective_entries([entry(each) for each in numbered(A, B, C, void(1), amend(2, X))])
    shown = [(each.n, each.written.kind, each.entry is None, each.corrected_by) for each in found]
    assert shown == [
        (1, "adjust", True, 4),
        (2, "adjust", False, 5),
        (3, "adjust", False, 0),
        (4, "void", False, 0),
        (5, "amend", False, 0),
    ]


def test_a_forgotten_hand_changes_what_follows_from_it() -> None:
    late = session("r 3 5 2", "r 3 5 2", after(0, "r 10 0 0"))
    in_time = session("r 10 0 0", "r 3 5 2", "r 3 5 2")
    assert late.state.sheet == in_time.state.sheet
    assert late.state.hands == 3


def test_a_forgotten_hand_leaves_the_deal_of_later_hands_alone() -> None:
    now = session()
    for what in ("anna 7h wp 7", "boris 6s pp", after(1, "vera 6s pp")):
        now = now.accept(entry(what)).session
    dealt = [(step.n, getattr(step.entry, "dealer", None)) for step in now.replay.steps]
    assert dealt == [(1, "Vera"), (3, "Anna"), (2, "Anna")]
    assert now.state.names[now.state.dealer] == "Boris"


# --- corrections that cannot be ------------------------------------------------------------------

NO_SUCH = "there is no earlier entry {n} to correct"


@pytest.mark.parametrize("target", [2, 3, 9])
def test_a_correction_needs_an_earlier_entry(target: int) -> None:
    sentence = f"entry: {NO_SUCH.format(n=target)}"
    assert wrong(A, void(target)) == [sentence]
    assert wrong(A, amend(target, X)) == [sentence]


def test_an_inserted_entry_needs_an_earlier_one() -> None:
    for place in (2, 3):
        sentence = (
            f"after: {place} is not an earlier entry; write the number "
            "of one, or 0 for the beginning of the game"
        )
        assert wrong(A, after(place, X)) == [sentence]


def test_an_amend_keeps_number_and_place() -> None:
    assert wrong(A, amend(1, {**X, "n": 1})) == [
        "with.n: leave out the number “n”; a corrected entry keeps its number"
    ]
    assert wrong(A, B, amend(2, after(1, X))) == [
        "with.after: leave out “after”; a corrected entry stays in its place"
    ]
    assert wrong(A, B, after(1, X), amend(3, after(0, Y))) == [
        "with.after: leave out “after”; a corrected entry stays in its place"
    ]


# --- later hands that no longer fit --------------------------------------------------------------

HALF_IS_PLAYED = {"kind": "rules", "set": {"half_whist": True}}


def test_a_hand_that_no_longer_fits_is_kept_and_marked() -> None:
    now = session(HALF_IS_PLAYED, "anna 6c ph", "boris 6s pp", void(1), half_whist=False)
    hand = now.replay.step(2)
    assert not hand.counts
    assert hand.entry is not None
    assert [str(problem) for problem in hand.problems] == ["calls.Vera: this table does not play half-whist"]
    assert hand.postings == ()
    assert now.state.sheet == session("boris 6s pp").state.sheet
    assert now.state.hands == 1


def test_hands_after_an_end_wait_for_it_to_be_voided() -> None:
    over = session("r 3 5 2", {"kind": "end", "reason": "agreed"}, "anna m 0")
    assert [step.counts for step in over.replay.steps] == [True, True, False]
    on = session("r 3 5 2", {"kind": "end", "reason": "agreed"}, "anna m 0", void(2))
    assert [step.counts for step in on.replay.steps] == [True, False, True, True]
    assert on.state.sheet == session("r 3 5 2", "anna m 0").state.sheet


# --- for any session -----------------------------------------------------------------------------

LINES = ("anna 7h wp 6", "boris 6s ww 5 3 2", "vera 8n pp", "r 3 5 2", "r 0 0 10", "anna m 0", "vera m 2")
OTHERS: tuple[Fields, ...] = (
    A,
    {"kind": "misdeal"},
    {"kind": "note", "text": "tea"},
    {"kind": "rules", "set": {"raspasy": {"progression": "geometric"}}},
    {"kind": "sheet", "columns": {"Boris": {"pool": "2.6", "whists": {"Anna": 20}}}},
)
HANDS = st.sampled_from(LINES).map(fields)
PLAIN = st.one_of(HANDS, HANDS, st.sampled_from(OTHERS))


@st.composite
def evenings(draw: st.DrawFn, least: int = 0, most: int = 12) -> list[dict[str, Any]]:
    """Draw entries with corrections of anything, corrections included, and inserted hands anywhere."""
    found: list[Fields] = []
    for number in range(1, draw(st.integers(least, most)) + 1):
        kinds = ("plain", "plain", "void", "amend", "after") if number > 1 else ("plain",)
        kind = draw(st.sampled_from(kinds))
        target = draw(st.integers(1, number - 1)) if number > 1 else 0
        if kind == "void":
            found.append(void(target))
        elif kind == "amend":
            other = (
                void(draw(st.integers(1, target - 1))) if target > 1 and draw(st.booleans()) else draw(PLAIN)
            )
            found.append(amend(target, other))
        elif kind == "after":
            found.append(after(target - 1, draw(HANDS)))
        else:
            found.append(draw(PLAIN))
    return numbered(*found)


def played(entries: Sequence[Fields]) -> Session:
    return Session(header(end="manual"), [entry(each) for each in entries])


@given(evenings())
def test_every_prefix_replays_to_the_state_of_its_moment(entries: list[dict[str, Any]]) -> None:
    now = played([])
    for number, each in enumerate(entries, 1):
        now = now.propose(entry(each)).session
        read = played(entries[:number])
        assert now.state == read.state
        assert now.replay.steps == read.replay.steps


# --- undo and redo -------------------------------------------------------------------------------


@given(st.lists(st.one_of(PLAIN, st.sampled_from(["undo", "undo", "redo"])), max_size=16))
def test_undo_and_redo_are_a_list_and_a_pointer(actions: list[Any]) -> None:
    done: list[Fields] = []
    pointer = 0
    now = played([])
    for action in actions:
        found = undo_state(now.entries)
        assert (len(found.undoable), len(found.redoable)) == (pointer, len(done) - pointer)
        assert ((found.undo is None), (found.redo is None)) == (pointer == 0, pointer == len(done))
        wanted: Entry | None
        if action == "undo":
            wanted, pointer = found.undo, max(pointer - 1, 0)
        elif action == "redo":
            wanted, pointer = found.redo, min(pointer + 1, len(done))
        else:
            wanted, done, pointer = entry(action), [*done[:pointer], action], pointer + 1
        if wanted is not None:
            now = now.accept(wanted).session
        assert now.state == played(numbered(*done[:pointer])).state


def test_corrections_can_be_undone() -> None:
    entries = [entry(each) for each in numbered(A, B, void(1), amend(2, X))]
    found = undo_state(entries)
    assert found.undoable == (1, 2, 3, 4)
    assert found.undo == Void(entry=4)
    assert counted(A, B, void(1), amend(2, X), void(4), void(3)) == "ab"
    undone = undo_state([entry(each) for each in numbered(A, B, void(1), amend(2, X), void(4), void(3))])
    assert (undone.undoable, undone.redoable) == ((1, 2), (5, 6))
    assert undone.redo == Void(entry=6)


def test_an_entry_after_a_missing_one_does_not_count() -> None:
    hands = [entry(each) for each in numbered("r 3 5 2", after(2, "anna m 0"))]
    lost = Session(header(), [hands[0], hands[1].model_copy(update={"n": 3})])
    assert [str(each) for each in lost.replay.step(3).problems] == [
        "after: there is no entry 2 that this entry could follow; write the number of an earlier entry"
    ]
    assert lost.state.hands == 1
