"""Which of the saved games are looked for: by words, and by the days on which they were played."""

import re
from calendar import monthrange
from datetime import date
from typing import NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import InvalidInput, quote
from prefcount.entries.names_and_figures import fold
from prefcount.games.notation import variants
from prefcount.stats.sums import ALWAYS, Period, parse_period
from prefcount.tui.games.saved_list import SavedGame

_BOUNDS = {
    **dict.fromkeys(("since", "с"), "since"),
    **dict.fromkeys(("until", "по", "до"), "until"),
    **dict.fromkeys(("last", "за"), "last"),
}
"""What stands before the colon of a bound, in either language whatever is spoken."""
_DAY = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")
_DAY_FIRST = re.compile(r"(?:(?:([0-9]{1,2})\.)?([0-9]{1,2})\.)?([0-9]{4})")
_UNITS = str.maketrans("днмг", "ddmy")


class GameSearch(NamedTuple):
    """What is looked for.

    Attributes:
        words: each stands in a name, the convention, the date or the file's name, as it was typed or as
            its keys would have typed it on the other keyboard layout; folded.
        doubts: what is said of bounds that are no day and no length of time; they bound nothing.
    """

    words: tuple[str, ...] = ()
    period: Period = ALWAYS
    doubts: tuple[Text, ...] = ()

    def fits(self, game: SavedGame) -> bool:
        """Whether a game is one of those."""
        known = game.said
        return self.period.has(game.began) and all(
            any(variant in known for variant in variants(word)) for word in self.words
        )


def search_typed(typed: str, today: date) -> GameSearch:
    """What a line looks for, such as `anna sochi since:2026-03`, `2026-03`, `last:3m`, `с:2026 по:2026-05`.

    Everything in it has to hold.
    """
    words, doubts = list[str](), list[Text]()
    since, until = list[date](), list[date]()
    for word in fold(typed).split():
        name, colon, value = word.partition(":")
        bound = _BOUNDS.get(name) if colon else None
        if bound is None:
            words.append(word)
            continue
        day = _began(value, today) if bound == "last" else _day(value, last=bound == "until")
        if day is not None:
            (until if bound == "until" else since).append(day)
        elif value:
            wrong = _LAST if bound == "last" else _ANY_DAY
            doubts.append(text(wrong, typed=quote(word)))
    period = Period(max(since, default=None), min(until, default=None))
    return GameSearch(tuple(words), period, tuple(doubts))


_ANY_DAY = N_("“{typed}” is not a date; write a year, a month or a day, e.g. since:2026-03")
_LAST = N_("“{typed}” is not a period; write days, months or years, e.g. last:3m")


def _began(value: str, today: date) -> date | None:
    """The day a number of days, months or years ago, or None."""
    try:
        return parse_period(None, None, value.translate(_UNITS), today).since
    except InvalidInput:
        return None


def _day(value: str, *, last: bool) -> date | None:
    """The first or the last day of a year, of a month, or the day itself; None if it is none of these."""
    iso, first = _DAY.fullmatch(value), _DAY_FIRST.fullmatch(value)
    year, month, day = iso.groups() if iso else first.groups()[::-1] if first else (None, None, None)
    try:
        if year is None:
            return None
        in_month = int(month or (12 if last else 1))
        length = monthrange(int(year), in_month)[1]
        return date(int(year), in_month, int(day or (length if last else 1)))
    except ValueError:
        return None
