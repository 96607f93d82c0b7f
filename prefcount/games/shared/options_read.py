"""What depends on a few options only, remembered by these: other rules that agree in them share it."""

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")
Reader = Callable[[Any], Any]
"""The values of some options of rules, to compare with those of other rules."""


class NotedRules:
    """Rules that note in `names` which options were asked for, dotted where they are nested."""

    def __init__(self, rules: BaseModel, names: dict[str, None], prefix: str = "") -> None:
        self._rules, self._names, self._prefix = rules, names, prefix

    def __getattr__(self, name: str) -> Any:
        """An option, which is kept where Python finds it next time; or what the model says by its options."""
        kind, options = type(self._rules), self._rules.__dict__
        if name not in options:
            return getattr(kind, name).__get__(self, kind)
        value = options[name]
        if isinstance(value, BaseModel):
            value = NotedRules(value, self._names, f"{self._prefix}{name}.")
        else:
            self._names[f"{self._prefix}{name}"] = None
        self.__dict__[name] = value
        return value


@lru_cache(maxsize=10_000)
def reader_of(names: tuple[str, ...]) -> Reader:
    """What reads these options, at least one; the same object for the same names."""
    return attrgetter(*names)


class OptionMemory(Generic[KeyT, ValueT]):
    """Values by a key and by the options that they depend on; a full memory is emptied."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._readers: dict[KeyT, tuple[Reader, ...]] = {}
        self._known: dict[tuple[KeyT, Reader, Any], ValueT] = {}
        self._rules: Any = None
        self._of_rules: dict[Reader, Any] = {}

    def get(self, key: KeyT, rules: Any) -> ValueT | None:
        """What was kept for rules that agree with these in all that was read."""
        for read in self._readers.get(key, ()):
            value = self._known.get((key, read, self._read(rules, read)))
            if value is not None:
                return value
        return None

    def keep(self, key: KeyT, rules: Any, read: Reader, value: ValueT) -> None:
        """Remember what was worked out by reading these options of the rules."""
        if len(self._known) >= self._most:
            self.clear()
        readers = self._readers.get(key, ())
        if read not in readers:
            self._readers[key] = (*readers, read)
        self._known[key, read, self._read(rules, read)] = value

    def _read(self, rules: Any, read: Reader) -> Any:
        """The values of these options; the same object as long as the same rules are asked for."""
        if rules is not self._rules:
            self._rules, self._of_rules = rules, {}
        values = self._of_rules.get(read)
        if values is None:
            values = self._of_rules[read] = read(rules)
        return values

    def clear(self) -> None:
        """Forget everything."""
        self._readers.clear()
        self._known.clear()
