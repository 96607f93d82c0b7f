"""What was worked out by rules, remembered by the options that it depends on.

Rules may differ in dozens of options, and what a hand writes depends on few of them: which ones is noted
while it is scored.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from operator import attrgetter
from types import FunctionType
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

T = TypeVar("T")
Reader = Callable[[Any], Any]
"""The values of some options of rules, to compare with those of other rules."""


class NotedRules:
    """Rules that note which options were asked for; `noted_rules` makes them.

    What they have themselves begins with an underscore, as no option does: else it would hide one.
    """

    def __init__(self, rules: BaseModel, names: dict[str, None], prefix: str = "") -> None:
        self._rules, self._names, self._prefix = rules, names, prefix


class _NotedOption:
    """An option of noted rules, whose value is kept where Python finds it next time."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, noted: NotedRules, kind: type) -> Any:
        name = self._name
        value = noted._rules.__dict__[name]
        if isinstance(value, BaseModel):
            value = noted_rules(value, noted._names, f"{noted._prefix}{name}.")
        else:
            noted._names[f"{noted._prefix}{name}"] = None
        noted.__dict__[name] = value
        return value


def noted_rules(rules: BaseModel, names: dict[str, None], prefix: str = "") -> NotedRules:
    """These rules, noting in `names` which of their options are asked for, dotted where they are nested."""
    return _noted_kind(type(rules))(rules, names, prefix)


@cache
def _noted_kind(kind: type[BaseModel]) -> type[NotedRules]:
    """Noted rules of a kind: its options, and what it says by them itself."""
    options = {name: _NotedOption(name) for name in kind.model_fields}
    said = {name: value for name, value in vars(kind).items() if isinstance(value, property | FunctionType)}
    return type("Noted", (NotedRules,), said | options)


reader_of = lru_cache(maxsize=10_000)(attrgetter)
"""What reads options by their names, at least one; the same object for the same names."""
Key = tuple[object, ...]


class OptionMemory(Generic[T]):
    """What was worked out, by a key and by the options that it depends on; a full memory is emptied."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._known: dict[Key, tuple[tuple[Reader, dict[Any, T]], ...]] = {}
        self._newest: tuple[Any, dict[Reader, Any]] = (None, {})

    def get(self, key: Key, rules: Any) -> T | None:
        """What was kept for rules that agree with these in all that was read."""
        for read, by_values in self._known.get(key, ()):
            value = by_values.get(self._read(rules, read))
            if value is not None:
                return value
        return None

    def keep(self, key: Key, rules: Any, read: Reader, value: T) -> None:
        """Remember what was worked out by reading these options of the rules."""
        if self._size >= self._most:
            self.clear()
        self._size += 1
        by_reader = self._known.get(key, ())
        by_values = next((values for known, values in by_reader if known is read), None)
        if by_values is None:
            by_values = {}
            self._known[key] = (*by_reader, (read, by_values))
        by_values[self._read(rules, read)] = value

    def _read(self, rules: Any, read: Reader) -> Any:
        """The values of these options; the same object as long as the same rules are asked for."""
        newest = self._newest  # another thread may put other rules there
        if newest[0] is not rules:
            newest = self._newest = (rules, {})
        values = newest[1].get(read)
        if values is None:
            values = newest[1][read] = read(rules)
        return values

    def clear(self) -> None:
        """Forget everything."""
        self._known.clear()
        self._size = 0
