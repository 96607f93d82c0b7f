"""Any evening: hands, corrections, undo and redo, forgotten hands, restarts and kills, in any order.

The program works on a file. A simple model next to it knows which entries must count, and in which order.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from prefcount.entries.models import AmendBase, Entry, Void
from prefcount.games.state import State
from prefcount.session.corrections import undo_state
from prefcount.session.session import Session
from prefcount.store.journal import Follower, Journal, entry_line
from prefcount.store.reader import TORN_TAIL, load
from tests.durability.material import HEADER
from tests.helpers import GAME, columns
from tests.store.files import after, amend, entry, void

HANDS = st.sampled_from(
    ["anna 7h wp 6", "boris 6s ww 5 3 2", "r 3 5 2", "vera m 0", "vera m 2", "anna 8n pp", "boris 9d pw 10"]
)
NUMBER = st.integers(0, 1000)


class Model:
    """The expected game: every acknowledged entry, the corrections between them, and their order.

    Attributes:
        entries: entries by number.
        order: numbers in the order in which the entries count.
        done, undone: entries that can be undone and redone; for the latter also the void that undid each.
    """

    def __init__(self) -> None:
        self.entries: dict[int, Entry] = {}
        self.order: list[int] = []
        self.done: list[int] = []
        self.undone: list[tuple[int, int]] = []

    def add(self, written: Entry) -> None:
        n = len(self.entries) + 1
        assert written.n == n
        self.entries[n] = written
        self._place(n, getattr(written, "after", None))
        target = written.entry if isinstance(written, Void) else 0
        if target and self.done and target == self.done[-1]:
            self.undone.append((n, self.done.pop()))
        elif target and self.undone and target == self.undone[-1][0]:
            self.done.append(self.undone.pop()[1])
        else:
            self.done.append(n)
            self.undone.clear()

    def _place(self, n: int, behind: int | None) -> None:
        """Insert an entry at the end, or after an entry and everything put in there before."""
        if behind is None:
            self.order.append(n)
            return
        at = self.order.index(behind) + 1 if behind else 0
        while at < len(self.order) and self._put_in_behind(self.order[at], behind):
            at += 1
        self.order.insert(at, n)

    def _put_in_behind(self, n: int, place: int) -> bool:
        found = getattr(self.entries[n], "after", None)
        return found is not None and (found == place or (found > 0 and self._put_in_behind(found, place)))

    def counting(self, n: int) -> Entry | None:
        """Return the entry that counts in place of entry `n`; the newest correction that counts decides."""
        for later in sorted(self.entries, reverse=True):
            correction = self.entries[later]
            if isinstance(correction, Void | AmendBase) and correction.entry == n and self.counting(later):
                return None if isinstance(correction, Void) else correction.with_  # type: ignore[attr-defined]
        return self.entries[n]

    def state(self) -> State:
        """Compute the game from the counting entries alone."""
        state: State = GAME.start(HEADER)
        for n in self.order:
            counts = self.counting(n)
            if counts is not None and not isinstance(counts, Void | AmendBase):
                state = GAME.play(state, counts).state
        return state


class Evening(RuleBasedStateMachine):
    """A game of a table, and its file."""

    @initialize()
    def begin(self) -> None:
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "evening.jsonl"
        self.session = Session(HEADER)
        self.journal = Journal.create(self.path, HEADER)
        self.model = Model()
        self.follower = Follower(self.path, load(self.path))

    def teardown(self) -> None:
        self.folder.cleanup()

    def write(self, what: Any) -> None:
        """Enter something as the program does; the model gets only acknowledged entries."""
        given = what if isinstance(what, Entry) else entry(what)
        self.session = self.session.accept(given).session
        written = self.session.entries[-1]
        self.journal.append(written)
        self.model.add(written)

    def some(self, number: int) -> int:
        return 1 + number % len(self.model.entries)

    def any_entry(self) -> bool:
        return bool(self.model.entries)

    def any_hand(self) -> bool:
        return any(each.kind in GAME.hand_kinds for each in self.model.entries.values())

    @rule(hand=HANDS)
    def enter(self, hand: str) -> None:
        self.write(hand)

    @precondition(any_hand)
    @rule(number=NUMBER, hand=HANDS)
    def correct(self, number: int, hand: str) -> None:
        hands = [n for n, each in self.model.entries.items() if each.kind in GAME.hand_kinds]
        self.write(amend(hands[number % len(hands)], hand))

    @precondition(any_entry)
    @rule(number=NUMBER)
    def void(self, number: int) -> None:
        self.write(void(self.some(number)))

    @rule(number=NUMBER, hand=HANDS)
    def put_in_after(self, number: int, hand: str) -> None:
        self.write(after(number % (len(self.model.entries) + 1), hand))

    @precondition(lambda self: self.model.done)
    @rule()
    def undo(self) -> None:
        found = undo_state(self.session.entries).undo
        assert found == Void(entry=self.model.done[-1])
        self.write(found)

    @precondition(lambda self: self.model.undone)
    @rule()
    def redo(self) -> None:
        found = undo_state(self.session.entries).redo
        assert found == Void(entry=self.model.undone[-1][0])
        self.write(found)

    @rule()
    def restart(self) -> None:
        loaded = load(self.path)
        self.session, self.journal = loaded.session, Journal.from_loaded(self.path, loaded)

    @rule()
    def go_on_elsewhere(self) -> None:
        """Move the session to another file after a failure of the disk; the old file stays behind."""
        self.path = self.path.with_name(f"{len(list(self.path.parent.iterdir()))}.jsonl")
        self.journal = self.journal.copy_to(self.path)
        self.follower = Follower(self.path, load(self.path))

    @rule(hand=HANDS, cut=st.integers(0, 1000))
    def killed_while_writing(self, hand: str, cut: int) -> None:
        """Write part of a line, which counts if only its line end is missing."""
        written = self.session.accept(entry(hand)).session.entries[-1]
        before = self.path.read_bytes()[
            : self.journal.size
        ]  # A torn line is removed before the next one begins.
        lead = b"" if before.endswith(b"\n") else b"\n"
        line = lead + entry_line(written, self.journal.last_hash)
        part = line[: cut % (len(line) + 1)]
        self.path.write_bytes(before + part)
        if part.rstrip(b"\n") == line.rstrip(b"\n"):
            self.model.add(written)
        self.restart()

    @invariant()
    def nothing_is_lost(self) -> None:
        """The file opens, its numbers have no gap, results sum to zero, and the right entries count."""
        loaded = load(self.path)
        assert [fault for fault in loaded.faults if fault.code != TORN_TAIL] == []
        assert [each.n for each in loaded.session.entries] == list(self.model.entries)
        state = self.model.state()
        assert loaded.session.state == self.session.state == state
        assert columns(loaded.session.state) == columns(state)
        assert sum(GAME.results(state)) == 0

    @invariant()
    def who_reads_along_sees_it(self) -> None:
        """A second program that follows the file shows the same game."""
        self.follower.look()
        assert self.follower.loaded.session.state == self.session.state


class Forgetful(Evening):
    """The control: a repair that cuts off one line too many when the program starts again."""

    @rule()
    def restart(self) -> None:
        lines = self.path.read_bytes().splitlines(keepends=True)
        self.path.write_bytes(b"".join(lines[:-1] if len(lines) > 1 else lines))
        super().restart()


Evening.TestCase.settings = settings(max_examples=12, stateful_step_count=25)
TestEvening = Evening.TestCase


def test_a_repair_that_cuts_too_much_is_found() -> None:
    briefly = settings(max_examples=10, phases=[Phase.generate])
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Forgetful, settings=briefly)
