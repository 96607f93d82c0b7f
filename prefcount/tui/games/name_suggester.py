"""Completion of the names of earlier players."""

from collections.abc import Callable, Collection, Sequence

from textual.suggester import Suggester

from prefcount.entries.text import fold


class NameSuggester(Suggester):
    """Offers the first known name that begins as typed and does not sit at the table yet."""

    def __init__(self, seated: Callable[[], Collection[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.known: Sequence[str] = ()
        self._seated = seated

    async def get_suggestion(self, value: str) -> str | None:
        """The name that → would complete; what was typed stays as it was typed."""
        typed = fold(value)
        seated = {fold(name) for name in self._seated()} - {typed}
        for name in self.known:
            if fold(name).startswith(typed) and fold(name) not in seated:
                return name
        return None
