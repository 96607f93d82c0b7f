"""Finding names that may belong to one person: Ann and Anna, Boris, Boris B. and Борис."""

from collections.abc import Iterator

from prefcount.entries.names_and_figures import in_latin
from prefcount.stats.sums import GameSums

LEAST = 3
"""Fewer letters than this are the beginning of too many names."""

_APART = frozenset("=,#")
"""Signs of the file of names; a name with one of them cannot be written there."""


def alike(sums: GameSums) -> Iterator[tuple[str, ...]]:
    """Groups of people whose names differ in an ending and who never sat at one table.

    Args:
        sums: what was summed up.

    Yields:
        The keys of people who may be one, who played most first. Nobody is in two groups.
    """
    names = sorted((in_latin(key), key) for key in sums.people if _APART.isdisjoint(key))
    group: list[str] = []
    first = ""
    for spelled, key in names:
        if group and _ending(spelled, first):
            if not any(tuple(sorted((key, other))) in sums.pairs for other in group):
                group.append(key)
            continue
        yield from _told(sums, group)
        group, first = ([key], spelled) if len(spelled) >= LEAST else ([], "")
    yield from _told(sums, group)


def _ending(spelled: str, first: str) -> bool:
    """Whether a name is another one with nothing, one letter, or a further word at its end."""
    rest = spelled.removeprefix(first)
    return spelled.startswith(first) and (len(rest) <= 1 or rest[0] in " .-")


def _told(sums: GameSums, group: list[str]) -> Iterator[tuple[str, ...]]:
    if len(group) > 1:
        yield tuple(sorted(group, key=lambda key: (-sums.people[key].games, key)))
