"""Index of the parts of each game outside its package, for tests and readers."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hypothesis import strategies as st

from prefcount.entries.models import Entry
from tests import strategies
from tests.games import relatives
from tests.games.balkan.paper import hands as balkan_hands


class Brought(NamedTuple):
    """The parts of a game outside its package.

    Attributes:
        chapter: the chapter of `docs/notation.md` whose first table has lines of its notation.
        format_chapter: the chapter of `docs/file-format.md` about its entries.
        book_chapter: a chapter of the document that explains its rules.
        sample: the sample that shows its table in the terminal program.
        hands: a strategy for the hands that can be played at a table.

    In `tests/data/tables`, `russian-lines-of-NAME` has lines written in Russian, and `typed-lines-of-NAME`
    lines that may be typed, too; both have the same line in English, or that it is refused.
    """

    chapter: str
    format_chapter: str
    book_chapter: str
    sample: str
    hands: Callable[[Any], st.SearchStrategy[Entry]]


BROUGHT: Mapping[str, Brought] = {
    "preferans": Brought("preferans", "entries", "9-presets", "leningrad-four-players", strategies.hands),
    "balkan": Brought(*["balkan-preferans"] * 3, "balkan-to-the-last-bula", balkan_hands),
    "prefa": Brought(*["greek-prefa"] * 3, "prefa-four-players", relatives.prefa_hands),
    "priffe": Brought(*["swedish-priffe"] * 3, "priffe-six-rubbers", relatives.priffe_hands),
}
"""The parts by the name of the game. A test names a part that does not exist."""
