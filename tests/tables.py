"""Tables of examples: one test goes through all lines and reports those that fail."""

from collections.abc import Callable, Iterable, Sequence
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

only_line: int | None = None
"""Number of the only line to run, from `pytest --line N`; set by `tests/conftest.py`."""


def load_table(name: str) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return the head and the lines of a table in `tests/data/tables`, whose cells have ` | ` between them.

    `each_line(*load_table("wrong-evenings"))` calls a test with every line of this table.
    """
    path = Path(__file__).parent / "data" / "tables" / f"{name}.txt"
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    return head.split(" | "), [tuple(line.split(" | ")) for line in lines]


def each_line(
    names: str | Sequence[str], table: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with every line, like `pytest.mark.parametrize`, but as one test.

    All lines are tried, and each failure names its line. `pytest --line N` runs only line N, for a debugger.
    Other arguments of the test are fixtures shared by all lines. Use it for examples of which hundreds take
    a second, or that leave a file as it was.
    """
    lines = [
        {names: line} if isinstance(names, str) else dict(zip(names, line, strict=True)) for line in table
    ]

    def through(test: Callable[..., None]) -> Callable[..., None]:
        def all_lines(*self: object, **fixtures: object) -> None:
            failed: list[BaseException] = []
            for number, line in enumerate(lines, 1):
                if only_line not in (None, number):
                    continue
                try:
                    test(*self, **fixtures, **line)
                except (Exception, pytest.fail.Exception) as error:
                    if only_line is not None:
                        raise
                    error.add_note(f"line {number} of the table (--line {number} runs it alone): {line!r}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(lines)} lines", failed)

        taken = signature(test)
        of_lines = {name for line in lines for name in line}
        given = [each for name, each in taken.parameters.items() if name not in of_lines]
        all_lines.__signature__ = taken.replace(parameters=given)  # type: ignore[attr-defined]
        all_lines.__name__, all_lines.__qualname__ = test.__name__, test.__qualname__
        all_lines.__doc__, all_lines.__module__ = test.__doc__, test.__module__
        return all_lines

    return through
