"""Words of a game: names of units and goal, the help about its lines, facts beside its sheet."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from prefcount.base.i18n import Phrase, Text
from prefcount.entries.base import Entry
from prefcount.games.protocol.lazy_module import in_module
from prefcount.games.protocol.posting_words import PostingWords
from prefcount.games.protocol.state import StateT_contra
from prefcount.games.titles import TITLES
from prefcount.ledger.postings import Posting


class Goal(NamedTuple):
    """The option that says how long a game is; it is asked for with every new game.

    Attributes:
        option: its name, such as "target".
        label: what the form of a new game calls it.
        summary: a convention in short, of {preset} and {goal}.
    """

    option: str
    label: str
    summary: str


class Words(NamedTuple):
    """What a game calls things; marked sentences that are translated when they are shown.

    Attributes:
        counts: {n} units of the results, such as 12 whists.
        heading: the units above a column of results.
        course: the title of the results after each hand.
        price: what the form of a new game calls the price of a unit.
        seats: who sits down in which order, in the title of that form.
    """

    counts: Phrase
    heading: str
    course: str
    price: str
    seats: str

    def counted(self, count: int, shown: str | None = None) -> Text:
        """A number of units, such as "12 whists"; `shown` is printed instead of the number."""
        return self.counts.of(count, {"n": count if shown is None else shown})


Lines = tuple[tuple[str, str], ...]
"""Keys or examples, each with a marked sentence that says what it does."""


class Guide(NamedTuple):
    """What the help says about the entry of a game's hands.

    Attributes:
        answers: what the digits and signs answer, in a sentence.
        other: what is asked under 9, something else.
        lines: examples of the short notation.
        spelling: how suits and names are spelled in it.
        typed: a few lines in short for where one is typed; {name} is a player at the table, {last} the number
            of the last seat.
        by_two: the same where only two play, if their hands look otherwise.
    """

    answers: str
    other: str
    lines: Lines
    spelling: str
    typed: str = ""
    by_two: str = ""

    def short(self, players: int) -> str:
        """The few lines for a table with this number of players."""
        return self.by_two if players == 2 and self.by_two else self.typed


PROGRESS = "progress"
"""The key of the fact that says how far a game is."""


class Fact(NamedTuple):
    """Something to know about the game as it stands that is not a figure on the sheet.

    Attributes:
        key: as programs know it.
        label, value: what it is, and what it says.
        short: the same where a line must do for all facts; "" where it matters to nobody at the moment,
            None where nothing shorter can be said.
    """

    key: str
    label: Text
    value: Text | str
    short: Text | str | None = None


class GameWords(Protocol[StateT_contra]):
    """What a game and everything in it is called.

    Attributes:
        name: as files and the command line spell it.
        book: the document in `docs/`, without its ending, that explains its rules.
        words: what it calls things.
        over: why it is over, in marked words, by the reason that state and `end` name.
        posting_words: the words and the causes of what it writes.
    """

    name: str
    book: str
    words: Words
    over: Mapping[str, str]
    posting_words: PostingWords

    @property
    def title(self) -> str:
        """What people call it, a marked word."""
        return TITLES[self.name]

    def facts(self, state: StateT_contra, now: datetime | None = None) -> tuple[Fact, ...]:
        """Dealer, next price and other facts that are shown beside the sheet.

        With `now` a clock that the game is played by shows that time, without it the one of the last hand.
        """

    @in_module("hand_words", optional=True)
    def hand_in_words(self, state: StateT_contra, entry: Entry) -> Text | str:
        """A hand in a few words for wide lists; "" where only the notation says it."""
        return ""

    def sentence(self, posting: Posting, names: Sequence[str]) -> Text:
        """A posting in words."""
