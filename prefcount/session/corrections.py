"""Corrections: entries that void, amend or insert other entries, and corrected names of players."""

from bisect import bisect_left
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem, unknown_word
from prefcount.entries.models import AmendBase, Entry, Join, NamesPlayer, RenameEntry, Void
from prefcount.entries.names_and_figures import fold
from prefcount.games.notation import PlayerSpelling
from prefcount.games.state import check_reserved_names


class EffectiveEntry(NamedTuple):
    """An entry of the file, and the entry that counts in its place after all corrections.

    Attributes:
        written: the entry as it is in the file.
        entry: the entry that counts: `written`, the replacement from an amend, or None if the entry is void.
        corrected_by: the number of the correction that voided or replaced the entry, or 0.
        problems: the reasons why `written` cannot be at its place, or cannot correct the entry that it names.
    """

    n: int
    written: Entry
    entry: Entry | None
    corrected_by: int = 0
    problems: tuple[Problem, ...] = ()


_CORRECTING = frozenset({"void", "amend"})


def _place(written: Entry) -> int | None:
    return getattr(written, "after", None)  # quicker than isinstance(written, PlacedEntry)


def affects_earlier_entries(entry: Entry) -> bool:
    """Return whether an entry corrects an earlier entry, or is inserted between earlier entries."""
    return entry.kind in _CORRECTING or _place(entry) is not None


def effective_entries(entries: Sequence[Entry]) -> list[EffectiveEntry]:
    """Return the entries in the order in which they count, after all corrections."""
    by_number = {entry.n: entry for entry in entries if entry.n is not None}
    if not any(map(affects_earlier_entries, entries)):
        return [EffectiveEntry(n, entry, entry) for n, entry in sorted(by_number.items(), key=itemgetter(0))]
    decided = {effective.n: effective for effective in _apply_corrections(by_number)}
    return [decided[n] for n in _order_entries(by_number)]


def _apply_corrections(by_number: Mapping[int, Entry]) -> Iterator[EffectiveEntry]:
    newest: dict[int, tuple[int, Entry]] = {}
    for n in sorted(by_number, reverse=True):  # corrections come before the entries that they correct
        written = by_number[n]
        if n not in newest and not affects_earlier_entries(written):
            yield EffectiveEntry(n, written, written)
            continue
        corrected_by, correction = newest.get(n, (0, None))
        entry: Entry | None = written
        if isinstance(correction, Void):
            entry = None
        elif isinstance(correction, AmendBase):
            # The entry keeps its time unless the correction names another one.
            time = correction.with_.at or written.at
            entry = correction.with_.model_copy(update={"at": time})
        problems = list(_problems(n, written, entry, by_number))
        if isinstance(entry, Void | AmendBase) and not problems:
            newest.setdefault(entry.entry, (n, entry))
        yield EffectiveEntry(n, written, entry, corrected_by, tuple(problems))


def _problems(
    n: int, written: Entry, entry: Entry | None, by_number: Mapping[int, Entry]
) -> Iterator[Problem]:
    place = _place(written)
    if place is not None and not 0 <= place < n:
        sentence = N_(
            "{given} is not an earlier entry; write the number of one, or 0 for the beginning of the game"
        )
        yield problem("after", sentence, given=place)
    elif place and place not in by_number:
        yield problem(
            "after",
            N_(
                "there is no entry {given} that this entry could follow; write the number of an earlier entry"
            ),
            given=place,
        )
    if isinstance(entry, Void | AmendBase) and (entry.entry >= n or entry.entry not in by_number):
        yield problem("entry", N_("there is no earlier entry {given} to correct"), given=entry.entry)
    if isinstance(entry, AmendBase):
        yield from _replacement_problems(entry.with_, by_number.get(entry.entry))


def _replacement_problems(replacement: Entry, target: Entry | None) -> Iterator[Problem]:
    if replacement.n is not None:
        yield problem("with.n", N_("leave out the number “n”; a corrected entry keeps its number"))
    if _place(replacement) not in (None, None if target is None else _place(target)):
        yield problem("with.after", N_("leave out “after”; a corrected entry stays in its place"))


def _order_entries(by_number: Mapping[int, Entry]) -> Iterator[int]:
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
    """The entries that can be undone or redone.

    Attributes:
        undoable: the numbers of entries that can be undone, newest last.
        redoable: the numbers of `void` entries that undid an entry, newest last. To redo the entry, its
            `void` entry is voided.
    """

    undoable: tuple[int, ...]
    redoable: tuple[int, ...]

    @property
    def undo(self) -> Void | None:
        """The `void` entry that undoes the newest entry, or None if no entry can be undone."""
        return Void(entry=self.undoable[-1]) if self.undoable else None

    @property
    def redo(self) -> Void | None:
        """The `void` entry that redoes the entry that was undone last, or None."""
        return Void(entry=self.redoable[-1]) if self.redoable else None


def undo_state(entries: Sequence[Entry], chosen: Container[int] = ()) -> UndoState:
    """Return the entries that can be undone and redone after all `entries`.

    A `void` of the newest entry that is not undone counts as an undo. A `void` of the last undo is a redo.

    Args:
        chosen: the numbers of `void` entries that do not count as undos, because the player picked the voided
            entry from a list.
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


_Passing = Mapping[str, list[tuple[int, int, str]]]
"""Names of players that were taken back: if entry 5 renames Ana to Anja and entry 8 corrects entry 5, lines 6
and 7 may call Ana by the name Anja, which `{"Anja": [(5, 8, "Ana")]}` says.
"""


def _lasting_spelling(passing: _Passing, name: str, n: int) -> str:
    places = passing.get(name)
    if places is None:
        return name
    index = bisect_left(places, (n,)) - 1
    return places[index][2] if index >= 0 and places[index][0] < n < places[index][1] else name


class Spellings(NamedTuple):
    """The current names of all players.

    Attributes:
        current: the current name of each renamed player, by every name that the player has had.
        temporary: the names from corrected renames. Only entries between a rename and its correction use
            them.
        problems: the reasons why a `rename` is impossible, by the number of its entry.
    """

    current: Mapping[str, str]
    temporary: _Passing
    problems: Mapping[int, tuple[Problem, ...]]

    def respell_names(self, players: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.current.get(name, name) for name in players)

    def respell_entry(self, entry: Entry, n: int) -> Entry:
        """Return an entry with the current names of all players.

        Args:
            n: the number of the entry, which decides whether the entry may use `temporary` names.

        Raises:
            PlayerNamedTwice: if an object in the entry has two spellings of one player as keys.
        """
        if not (self.current or self.temporary):
            return entry

        def name(spelled: str) -> str:
            lasting = _lasting_spelling(self.temporary, spelled, n)
            return self.current.get(lasting, lasting)

        if isinstance(entry, RenameEntry):
            return entry.model_copy(update={"player": name(entry.player)})
        return _respell(entry, name)

    def respell_effective(self, effective: EffectiveEntry) -> EffectiveEntry:
        """Return `effective` with the current names of players in both `written` and `entry`."""
        n, written, entry, corrected_by, problems = effective
        problems += self.problems.get(n, ())
        if isinstance(written, RenameEntry) and isinstance(entry, RenameEntry | None):
            return EffectiveEntry(n, written, entry, corrected_by, problems)
        try:
            right = self.respell_entry(written, n)
            if entry is not None:
                entry = right if entry is written else self.respell_entry(entry, corrected_by or n)
            return EffectiveEntry(n, right, entry, corrected_by, problems)
        except PlayerNamedTwice as twice:
            return EffectiveEntry(n, written, entry, corrected_by, (*problems, twice.problem))


NO_RENAMES = Spellings({}, {}, {})
"""The spellings of a session without renames."""


class PlayerNamedTwice(Exception):
    """Raised when two keys of an object, such as the `results` of an entry, are spellings of one player."""

    def __init__(self, name: str) -> None:
        self.problem = problem("", N_("{name} is used twice, in two spellings"), name=name)
        super().__init__(name)


def collect_spellings(
    players: Sequence[str], reserved: Sequence[str], effective: Sequence[EffectiveEntry]
) -> Spellings:
    """Return the names of all players after all renames.

    Args:
        players: the names in the header.
        reserved: words that cannot be names. A rename to one of them is a problem.
        effective: all entries of the session, from `effective_entries`.
    """
    return _People(players, reserved).read(sorted(effective, key=itemgetter(0)))


def has_renames(effective: Sequence[EffectiveEntry]) -> bool:
    entries = (entry for one in effective for entry in (one.written, one.entry))
    return any(entry is not None and entry.kind == "rename" for entry in entries)


class _People:
    def __init__(self, players: Sequence[str], reserved: Sequence[str]) -> None:
        self.reserved = reserved
        self.people: dict[str, list[str]] = {}
        self.by_fold: dict[str, list[str]] = {}
        self.passing: dict[str, list[tuple[int, int, str]]] = {}
        self.problems: dict[int, tuple[Problem, ...]] = {}
        for name in players:
            self._add_player(name)

    def read(self, effective: Sequence[EffectiveEntry]) -> Spellings:
        for n, written, entry, corrected_by, problems_of_place in effective:
            if problems_of_place:
                continue
            if isinstance(entry, Join):
                self._add_player(entry.player)
            elif isinstance(entry, RenameEntry):
                player = _lasting_spelling(self.passing, entry.player, corrected_by or n)
                problems = tuple(self._rename(player, entry.to))
                if problems:
                    self.problems[n] = problems
            if isinstance(written, RenameEntry) and entry != written and written.to not in self.people:
                meant = _lasting_spelling(self.passing, written.player, n)
                self.passing.setdefault(written.to, []).append((n, corrected_by, meant))
        return Spellings(self._newest_spellings(), self.passing, self.problems)

    def _newest_spellings(self) -> dict[str, str]:
        newest: dict[str, str] = {}
        for name, person in self.people.items():
            if len(person) > 1 and name not in newest:
                newest |= dict.fromkeys(person, PlayerSpelling(person[-1], tuple(person[:-1])))
        return newest

    def _add_player(self, name: str) -> None:
        if name not in self.people:
            self.people[name] = self.by_fold[fold(name)] = [name]

    def _rename(self, player: str, to: str) -> Iterator[Problem]:
        person = self.people.get(player)
        if person is None:
            yield unknown_word("player", player, dict.fromkeys(person[-1] for person in self.people.values()))
        elif person[-1] == to:
            yield problem("to", N_("the name is already spelled {name}"), name=to)
        elif self.by_fold.get(fold(to), person) is not person:
            yield problem(
                "to", N_("{name} is or was the name of another player of this game; choose another"), name=to
            )
        elif to in self.reserved:
            yield from check_reserved_names("to", [to], self.reserved)
        else:
            if to in self.people:
                person.remove(to)
            person.append(to)
            self.people[to] = self.by_fold[fold(to)] = person


# --- names in entries ----------------------------------------------------------------------------

_Name = Callable[[str], str]
"""A function that returns the current name of a player for any spelling of it."""
ModelT = TypeVar("ModelT", bound=BaseModel)


def _respell(entry: ModelT, name: _Name) -> ModelT:
    update = {}
    for place, kind in _player_fields(type(entry)):
        value = getattr(entry, place)
        if value is not None:
            right = _respell_value(value, kind, name)
            if right != value:
                update[place] = right
    return entry.model_copy(update=update) if update else entry


@cache
def _player_fields(model: type[BaseModel]) -> tuple[tuple[str, Any], ...]:
    kinds = [
        (place, Annotated[(info.annotation, *info.metadata, info)])
        for place, info in model.model_fields.items()
    ]
    return tuple((place, kind) for place, kind in kinds if _names_players(kind))


def _names_players(kind: Any) -> bool:
    model = get_origin(kind) is None and isinstance(kind, type) and issubclass(kind, BaseModel)
    return model or isinstance(kind, NamesPlayer) or any(map(_names_players, get_args(kind)))


def _respell_value(value: Any, kind: Any, name: _Name) -> Any:
    if isinstance(value, BaseModel):
        return _respell(value, name)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        named = any(isinstance(mark, NamesPlayer) for mark in inner[1:])
        return name(value) if named else _respell_value(value, inner[0], name)
    if origin in (Union, UnionType):
        return _respell_value(
            value, next((branch for branch in inner if _is_instance(value, branch)), None), name
        )
    if origin is tuple:
        return tuple(_respell_value(each, inner[0], name) for each in value)
    return _respell_object(value, inner, name) if origin is dict else value


def _is_instance(value: Any, kind: Any) -> bool:
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    plain = get_origin(kind) or kind
    return isinstance(plain, type) and isinstance(value, plain)


def _respell_object(value: Mapping[str, Any], kinds: tuple[Any, ...], name: _Name) -> dict[str, Any]:
    of_key, of_value = kinds
    right: dict[str, Any] = {}
    for spelled, inner in value.items():
        spelling = _respell_value(spelled, of_key, name)
        if spelling in right:
            raise PlayerNamedTwice(spelling)
        right[spelling] = _respell_value(inner, of_value, name)
    return right
