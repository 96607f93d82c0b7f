"""What every game brings along for the tests and for its readers, each thing under its name."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hypothesis import strategies as st

from prefcount.entries.common import Entry
from tests import strategies
from tests.games import relatives
from tests.games.balkan.paper import hands as balkan_hands


class Brought(NamedTuple):
    """What a game has outside of its package.

    Attributes:
        chapter: the chapter of both guides whose first table has lines of its notation.
        format_chapter: the chapter of `docs/file-format.md` about its entries.
        book_chapter: a chapter of the document that explains its rules.
        place: the place of the terminal program in `tests/i18n/places.py` at which its table is seen.
        hands: a strategy for the hands that can be played at a table.
    """

    chapter: str
    format_chapter: str
    book_chapter: str
    place: str
    hands: Callable[[Any], st.SearchStrategy[Entry]]


BROUGHT: Mapping[str, Brought] = {
    "preferans": Brought("a-hand-in-one-line", "entries", "9-presets", "the table", strategies.hands),
    "balkan": Brought("balkan-preferans", "balkan-preferans", "balkan-preferans", "balkan", balkan_hands),
    "prefa": Brought("greek-prefa", "greek-prefa", "greek-prefa", "prefa", relatives.prefa_hands),
    "priffe": Brought("swedish-priffe", "swedish-priffe", "swedish-priffe", "priffe", relatives.priffe_hands),
}
"""By the name of the game. A new game has a line here, and a test names what it points to and is missing."""
