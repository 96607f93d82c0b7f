"""Tables of examples: one test goes through all their lines and says which of them fail."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest


def each_line(
    names: str | Sequence[str], table: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with every line, by these names, as `pytest.mark.parametrize` would, but as one test.

    All lines are tried; each failure is told with its line. For examples of which hundreds take a second.
    """
    lines = [
        {names: line} if isinstance(names, str) else dict(zip(names, line, strict=True)) for line in table
    ]

    def through(test: Callable[..., None]) -> Callable[..., None]:
        def all_lines(*self: object) -> None:
            failed: list[BaseException] = []
            for line in lines:
                try:
                    test(*self, **line)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"at the line {line!r}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(lines)} lines", failed)

        all_lines.__name__, all_lines.__qualname__ = test.__name__, test.__qualname__
        all_lines.__doc__, all_lines.__module__ = test.__doc__, test.__module__
        return all_lines

    return through
