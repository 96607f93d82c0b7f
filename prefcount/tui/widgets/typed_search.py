"""Search in a list by typing."""

from collections.abc import Sequence

from textual.events import Key

from prefcount.entries.text import fold


class TypedSearch:
    """The letters typed so far; any key that is no letter begins anew."""

    def __init__(self) -> None:
        self._typed = ""

    def found(self, event: Key, lines: Sequence[str], at: int) -> int | None:
        """The position of the next line that holds what is typed, from the marked one on.

        Args:
            event: the key; one that is no letter is not for the search.
            lines: what the lines say.
            at: the marked line.

        Returns:
            the marked one if no line holds it; None if the key is not for the search.
        """
        sign = event.character
        if sign is None or not sign.isalpha():
            self._typed = ""
            return None
        for typed, start in ((self._typed + sign, at), (sign, at + 1)):
            order = [(start + step) % len(lines) for step in range(len(lines))] if lines else []
            hit = next((each for each in order if fold(typed) in fold(lines[each])), None)
            if hit is not None:
                self._typed = typed
                return hit
        self._typed = ""
        return at
