"""The entries after all corrections, in the order in which they count; undo and redo."""

from collections.abc import Container, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem
from prefcount.entries.common import AmendBase, Entry, Void


class EffectiveEntry(NamedTuple):
    """An entry of the file, and what counts in its place after all corrections.

    Attributes:
        n: its number.
        written: the entry as the file has it.
        entry: what counts in its place: itself, what an amend put there, or None if it is void.
        corrected_by: the number of the correction that decided so, or 0.
        problems: what is wrong with its own correction or place.
    """

    n: int
    written: Entry
    entry: Entry | None
    corrected_by: int = 0
    problems: tuple[Problem, ...] = ()


_CORRECTING = frozenset({"void", "amend"})


def _place(written: Entry) -> int | None:
    """The entry right after which this one counts, or None where it counts in its turn."""
    return getattr(written, "after", None)  # a placed entry has it; to ask for the class takes longer


def moves_others(entry: Entry) -> bool:
    """Whether an entry changes what earlier ones are, or counts between them."""
    return entry.kind in _CORRECTING or _place(entry) is not None


def effective_entries(entries: Sequence[Entry]) -> list[EffectiveEntry]:
    """Every entry with what counts in its place, in the order in which they count."""
    by_number = {entry.n: entry for entry in entries if entry.n is not None}
    if not any(map(moves_others, entries)):
        return [EffectiveEntry(n, entry, entry) for n, entry in sorted(by_number.items(), key=itemgetter(0))]
    decided = {effective.n: effective for effective in _decide(by_number)}
    return [decided[n] for n in _in_order(by_number)]


def _decide(by_number: Mapping[int, Entry]) -> Iterator[EffectiveEntry]:
    """Every entry with what counts for it, the newest first: corrections before what they correct."""
    newest: dict[int, tuple[int, Entry]] = {}
    for n in sorted(by_number, reverse=True):
        written = by_number[n]
        if n not in newest and not moves_others(written):
            yield EffectiveEntry(n, written, written)
            continue
        corrected_by, correction = newest.get(n, (0, None))
        entry: Entry | None = written
        if isinstance(correction, Void):
            entry = None
        elif isinstance(correction, AmendBase):
            time = correction.with_.at or written.at
            entry = correction.with_.model_copy(update={"at": time})  # at its old place
        problems = list(_problems(n, written, entry, by_number))
        if isinstance(entry, Void | AmendBase) and not problems:
            newest.setdefault(entry.entry, (n, entry))
        yield EffectiveEntry(n, written, entry, corrected_by, tuple(problems))


def _problems(
    n: int, written: Entry, entry: Entry | None, by_number: Mapping[int, Entry]
) -> Iterator[Problem]:
    """What is wrong with the place of an entry, and with what it corrects."""
    place = _place(written)
    if place is not None and not 0 <= place < n:
        sentence = N_("must name an earlier entry, or 0 for the beginning, not {given}")
        yield problem("after", sentence, given=place)
    elif place and place not in by_number:
        yield problem(
            "after", N_("names entry {given}, which does not exist, so it has no place"), given=place
        )
    if isinstance(entry, Void | AmendBase) and (entry.entry >= n or entry.entry not in by_number):
        yield problem("entry", N_("there is no earlier entry {given} to correct"), given=entry.entry)
    if isinstance(entry, AmendBase):
        yield from _replacement_problems(entry.with_, by_number.get(entry.entry))


def _replacement_problems(replacement: Entry, target: Entry | None) -> Iterator[Problem]:
    """What an entry that is put in the place of another one may not say."""
    if replacement.n is not None:
        yield problem("with.n", N_("must be left out: the entry keeps its number"))
    if _place(replacement) not in (None, None if target is None else _place(target)):
        yield problem("with.after", N_("must be left out: an amended entry keeps its place"))


def _in_order(by_number: Mapping[int, Entry]) -> Iterator[int]:
    """Numbers in the order in which entries count: a forgotten one right after the entry it names."""
    followers: dict[int, list[int]] = {}
    top: list[int] = []
    for n in sorted(by_number):
        place = _place(by_number[n])
        if place is None or place >= n or (place and place not in by_number):
            top.append(n)
        else:
            followers.setdefault(place, []).append(n)
    if not followers:
        yield from top
        return
    pending = [*reversed(top), *reversed(followers.get(0, []))]
    while pending:
        n = pending.pop()
        yield n
        pending += reversed(followers.get(n, []))


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
    """What can be undone and redone after all entries; chosen voids are known to be neither of both."""
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
