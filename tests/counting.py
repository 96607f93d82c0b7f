"""Steps instead of seconds: the number of calls of a function."""

from collections.abc import Callable
from typing import Any

import pytest


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[object]:
    """Return a list that gets the arguments of every call of a function."""
    real: Callable[..., Any] = getattr(module, name)
    calls: list[object] = []

    def counting(*arguments: Any) -> Any:
        calls.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(module, name, counting)
    return calls
