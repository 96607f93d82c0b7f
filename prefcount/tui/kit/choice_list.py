"""Lists to choose from, and the search in a list by typing."""

from collections.abc import Callable, Sequence
from typing import Any

from textual.events import Key
from textual.widgets import OptionList

from prefcount.entries.names_and_figures import fold
from prefcount.games.rules import Ruleset

Find = Callable[[str], int | None]
"""The position of the line that letters mean; None if they mean none."""


class TypedSearch:
    """The letters typed so far; any key that is no letter begins anew."""

    def __init__(self, named: Find | None = None, like: Find | None = None) -> None:
        """A search in lines; `named` is asked before them, and `like` if no line holds the letters."""
        self._typed = ""
        self._named, self._like = named, like

    def found(self, event: Key, lines: Sequence[str], at: int) -> int | None:
        """The position of the next line that holds what is typed, from the marked one `at` a place on.

        That is the marked one if no line holds it; None if the key is no letter, and not for the search.
        """
        sign = event.character
        if sign is None or not sign.isalpha():
            self._typed = ""
            return None
        self._typed += sign
        hit = self._named(self._typed) if self._named is not None else None
        if hit is None:
            hit = _next(self._typed, lines, at)
        if hit is None and self._like is not None:
            hit = self._like(self._typed)  # more letters may be like something
        elif hit is None:
            hit = _next(sign, lines, at + 1)
            self._typed = sign if hit is not None else ""
        return at if hit is None else hit


def preset_search(
    ruleset: Callable[[], Ruleset[Any]], position: Callable[[str | None], int | None]
) -> TypedSearch:
    """A search that also finds built-in presets, at their `position`, by any name that people give them."""
    return TypedSearch(
        lambda typed: position(ruleset().preset_beginning(typed)),
        lambda typed: position(ruleset().preset_nearest(typed)),
    )


def _next(typed: str, lines: Sequence[str], start: int) -> int | None:
    """The first line that holds what is typed, from `start` on and round."""
    order = [(start + step) % len(lines) for step in range(len(lines))]
    return next((at for at in order if fold(typed) in fold(lines[at])), None)


class ChoiceList(OptionList):
    """An OptionList without markup and frame; letters search it, and keys work even while no line fits."""

    DEFAULT_CSS = """
    ChoiceList { border: none; padding: 0 1; }
    ChoiceList:focus { border: none; }
    """

    def __init__(self, *, searches: bool = True, search: TypedSearch | None = None) -> None:
        """An empty list; letters mark lines by a `search`, unless they are for its screen."""
        super().__init__(markup=False)
        self._search = search or TypedSearch() if searches else None

    def on_key(self, event: Key) -> None:
        """Letters mark the next line that holds them."""
        if self._search is None:
            return
        lines = ["" if option.disabled else str(option.prompt) for option in self.options]
        position = self._search.found(event, lines, self.highlighted or 0)
        if position is not None:
            event.stop()
            event.prevent_default()
            self.highlighted = position
