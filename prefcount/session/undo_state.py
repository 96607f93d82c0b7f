"""Unlimited undo and redo, also after a restart: both follow from the entries.

Undo is a void of the newest thing done; redo a void of that void (rule book, fine print 1). A void of the
newest hand that was chosen in the list looks the same in the file; while it is known, it is a thing done.
"""

from collections.abc import Container, Sequence
from typing import NamedTuple

from prefcount.entries.base import Entry
from prefcount.entries.common import Void


class UndoState(NamedTuple):
    """Numbers of entries that can be undone, and of undoing voids that can be redone, newest last."""

    done: tuple[int, ...]
    undone: tuple[int, ...]

    @property
    def undo(self) -> Void | None:
        """The entry that takes the newest thing back, or None."""
        return Void(entry=self.done[-1]) if self.done else None

    @property
    def redo(self) -> Void | None:
        """The entry that brings the last thing taken back, or None."""
        return Void(entry=self.undone[-1]) if self.undone else None


def undo_state(entries: Sequence[Entry], chosen: Container[int] = ()) -> UndoState:
    """What can be undone and redone after these entries.

    Args:
        entries: all entries of a game.
        chosen: numbers of voids that are known to be neither an undo nor a redo.
    """
    done: list[int] = []
    undone: list[tuple[int, int]] = []
    for entry in entries:
        n = entry.n or 0
        if n in chosen:
            done.append(n)
            undone.clear()
        elif isinstance(entry, Void) and done and entry.entry == done[-1]:
            undone.append((n, done.pop()))
        elif isinstance(entry, Void) and undone and entry.entry == undone[-1][0]:
            done.append(undone.pop()[1])
        else:
            done.append(n)
            undone.clear()
    return UndoState(tuple(done), tuple(n for n, _target in undone))
