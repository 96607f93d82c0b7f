"""Entries that never could count make figures unfit to pay by."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefcount.session import replay
from prefcount.session.session import Session
from prefcount.store.reader import LoadedSession, Stamp, find_faults, load
from tests.counting import counted
from tests.store.files import Fields, What, after, by_hand, fields, session, void

WRONG: Fields = {**fields("anna 7h ww 7 2 1"), "tricks": {"Anna": 7, "Boris": 2, "Vera": 2}}
HALF_WHISTS: Fields = {"kind": "rules", "set": {"half_whist": True}}
NO_HALF_WHISTS: Fields = {"kind": "rules", "set": {"half_whist": False}}
HALF = "anna 6c ph"
"""A hand that counts only where half a whist is played."""
PLAIN: list[What] = ["r 3 5 2", WRONG, HALF, HALF_WHISTS, NO_HALF_WHISTS]
targets = st.integers(1, 12)
evenings = st.lists(
    st.one_of(
        st.sampled_from(PLAIN),
        st.builds(void, targets),
        st.builds(after, targets, st.sampled_from([HALF, WRONG, "r 3 5 2"])),
    ),
    max_size=12,
)


def serious(loaded: LoadedSession) -> list[int]:
    return [fault.entry for fault in find_faults(loaded) if fault.is_serious]


def never_counted(played: Session) -> list[int]:
    """Return the same by the plain definition: replay every entry at the end of its own game."""
    then = [Session(played.header, played.entries[:n]) for n in range(1, len(played.entries) + 1)]
    failed = [step.n for step in played.replay.steps if step.problems]
    return [n for n in failed if then[n - 1].replay.step(n).problems]


@given(evening=evenings)
def test_an_entry_is_judged_by_the_entries_before_it(evening: list[What]) -> None:
    played = session(*evening, half_whist=False)
    assert serious(LoadedSession(played, (), b"", "", Stamp(0, 0, 0, 0, 0))) == never_counted(played)


def test_many_entries_that_do_not_count_cost_no_more_than_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = by_hand(tmp_path / "evening.jsonl", *[WRONG] * 50, void(1), *[WRONG] * 50, void(2))
    plays = counted(monkeypatch, replay, "play_step")
    assert len(serious(load(path))) == 98
    assert len(plays) <= 102 + 50 + 102
