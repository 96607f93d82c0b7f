"""Corrected spellings of names, which hold in every line, whenever it was written.

A `rename` corrects the spelling of a name. It changes no computation: entries are read as if they had the
right name from the beginning, so that no figure can change. A name belongs to one person in the whole file;
so the meaning of an old spelling never depends on its line.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem, unknown
from prefcount.entries.common import Entry, Join, RenameEntry
from prefcount.entries.names_and_figures import OfAPlayer, fold
from prefcount.games.notation import PlayerSpelling
from prefcount.games.state import reserved_names
from prefcount.session.corrections import EffectiveEntry

_Passing = Mapping[str, list[tuple[int, int, str]]]
"""Spellings that were taken back: only lines between a rename and its correction used them.

By the name that was used, the numbers of both entries and who was meant, in their order.
"""


def _meant(passing: _Passing, name: str, n: int) -> str:
    """The lasting spelling for a name that is used in line `n`."""
    places = passing.get(name)
    if places is None:
        return name
    at = bisect_left(places, (n,)) - 1
    return places[at][2] if at >= 0 and places[at][0] < n < places[at][1] else name


class Spellings(NamedTuple):
    """The current names of all players.

    Attributes:
        now: the right name by every spelling of it, itself included, of players who were ever renamed.
        passing: spellings that were taken back.
        problems: why a `rename` cannot be, by the number of its entry.
    """

    now: Mapping[str, str]
    passing: _Passing
    problems: Mapping[int, tuple[Problem, ...]]

    def names(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """The current names of players."""
        return tuple(self.now.get(name, name) for name in players)

    def entry(self, entry: Entry, n: int) -> Entry:
        """The entry of line `n` with the right spelling of all names.

        Raises:
            SamePerson: if two spellings of one person stand where each player stands once.
        """
        if not (self.now or self.passing):
            return entry

        def name(spelled: str) -> str:
            lasting = _meant(self.passing, spelled, n)
            return self.now.get(lasting, lasting)

        if isinstance(entry, RenameEntry):
            return entry.model_copy(update={"player": name(entry.player)})
        return _respelled(entry, name)

    def effective(self, effective: EffectiveEntry) -> EffectiveEntry:
        """An effective entry with all names spelled rightly; a correction uses the names of its own line."""
        n, written, entry, corrected_by, problems = effective
        problems += self.problems.get(n, ())
        if isinstance(written, RenameEntry) and isinstance(entry, RenameEntry | None):
            return EffectiveEntry(n, written, entry, corrected_by, problems)
        try:
            right = self.entry(written, n)
            if entry is not None:
                entry = right if entry is written else self.entry(entry, corrected_by or n)
            return EffectiveEntry(n, right, entry, corrected_by, problems)
        except SamePerson as twice:
            return EffectiveEntry(n, written, entry, corrected_by, (*problems, twice.problem))


AS_WRITTEN = Spellings({}, {}, {})
"""Nobody was renamed."""


class SamePerson(Exception):
    """Two spellings of one player are used where each player may be named once."""

    def __init__(self, name: str) -> None:
        self.problem = problem("", N_("{name} is used twice, in two spellings"), name=name)
        super().__init__(name)


def spellings(
    players: Sequence[str], reserved: Sequence[str], effective: Sequence[EffectiveEntry]
) -> Spellings:
    """The current names of players after all entries; nobody can be called what is reserved."""
    return _People(players, reserved).read(sorted(effective, key=itemgetter(0)))


def is_renamed(effective: Sequence[EffectiveEntry]) -> bool:
    """Whether any entry is a rename, or was one before a correction."""
    entries = (entry for one in effective for entry in (one.written, one.entry))
    return any(entry is not None and entry.kind == "rename" for entry in entries)


class _People:
    """The players and their spellings, while a file is read line by line."""

    def __init__(self, players: Sequence[str], reserved: Sequence[str]) -> None:
        self.reserved = reserved
        self.people: dict[str, list[str]] = {}
        self.by_fold: dict[str, list[str]] = {}
        self.passing: dict[str, list[tuple[int, int, str]]] = {}
        self.problems: dict[int, tuple[Problem, ...]] = {}
        for name in players:
            self._come(name)

    def read(self, effective: Sequence[EffectiveEntry]) -> Spellings:
        for n, written, entry, corrected_by, problems_of_place in effective:
            if problems_of_place:
                continue
            if isinstance(entry, Join):
                self._come(entry.player)
            elif isinstance(entry, RenameEntry):
                player = _meant(self.passing, entry.player, corrected_by or n)
                problems = tuple(self._rename(player, entry.to))
                if problems:
                    self.problems[n] = problems
            if isinstance(written, RenameEntry) and entry != written and written.to not in self.people:
                meant = _meant(self.passing, written.player, n)
                self.passing.setdefault(written.to, []).append((n, corrected_by, meant))
        return Spellings(self._newest(), self.passing, self.problems)

    def _newest(self) -> dict[str, str]:
        """The newest spelling of each name that has several."""
        newest: dict[str, str] = {}
        for name, person in self.people.items():
            if len(person) > 1 and name not in newest:
                newest |= dict.fromkeys(person, PlayerSpelling(person[-1], tuple(person[:-1])))
        return newest

    def _come(self, name: str) -> None:
        """Add a player; a name that was there before belongs to the same person."""
        if name not in self.people:
            self.people[name] = self.by_fold[fold(name)] = [name]

    def _rename(self, player: str, to: str) -> Iterator[Problem]:
        """Apply a rename, or yield its problems."""
        person = self.people.get(player)
        if person is None:
            yield unknown("player", player, dict.fromkeys(person[-1] for person in self.people.values()))
        elif person[-1] == to:
            yield problem("to", N_("{name} is spelled so already"), name=to)
        elif self.by_fold.get(fold(to), person) is not person:
            yield problem("to", N_("{name} is, or was, somebody else's name here; choose another"), name=to)
        elif to in self.reserved:
            yield from reserved_names("to", [to], self.reserved)
        else:
            if to in self.people:
                person.remove(to)
            person.append(to)
            self.people[to] = self.by_fold[fold(to)] = person


# --- names in entries ----------------------------------------------------------------------------

_Name = Callable[[str], str]
"""How a player is called now, by any spelling."""
ModelT = TypeVar("ModelT", bound=BaseModel)


def _respelled(entry: ModelT, name: _Name) -> ModelT:
    """A model with other names in it; the same object where it has none of them."""
    update = {}
    for place, kind in _places(type(entry)):
        value = getattr(entry, place)
        if value is not None:
            right = _right(value, kind, name)
            if right != value:
                update[place] = right
    return entry.model_copy(update=update) if update else entry


@cache
def _places(model: type[BaseModel]) -> tuple[tuple[str, Any], ...]:
    """The fields of a model in which players are named, with their types."""
    kinds = [
        (place, Annotated[(info.annotation, *info.metadata, info)])
        for place, info in model.model_fields.items()
    ]
    return tuple((place, kind) for place, kind in kinds if _names_players(kind))


def _names_players(kind: Any) -> bool:
    """Whether a part of a type marks a name, or is a model."""
    model = get_origin(kind) is None and isinstance(kind, type) and issubclass(kind, BaseModel)
    return model or isinstance(kind, OfAPlayer) or any(map(_names_players, get_args(kind)))


def _right(value: Any, kind: Any, name: _Name) -> Any:
    """A value of a type with the right names wherever the type marks one. Raises SamePerson."""
    if isinstance(value, BaseModel):
        return _respelled(value, name)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        named = any(isinstance(mark, OfAPlayer) for mark in inner[1:])
        return name(value) if named else _right(value, inner[0], name)
    if origin in (Union, UnionType):
        return _right(value, next((branch for branch in inner if _is_of(value, branch)), None), name)
    if origin is tuple:
        return tuple(_right(each, inner[0], name) for each in value)
    return _right_object(value, inner, name) if origin is dict else value


def _is_of(value: Any, kind: Any) -> bool:
    """Whether a text, an object or a list is of one of the types of a union."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    plain = get_origin(kind) or kind
    return isinstance(plain, type) and isinstance(value, plain)


def _right_object(value: Mapping[str, Any], kinds: tuple[Any, ...], name: _Name) -> dict[str, Any]:
    """An object with the right names, its keys among them. Raises SamePerson."""
    of_key, of_value = kinds
    right: dict[str, Any] = {}
    for spelled, inner in value.items():
        spelling = _right(spelled, of_key, name)
        if spelling in right:
            raise SamePerson(spelling)
        right[spelling] = _right(inner, of_value, name)
    return right
