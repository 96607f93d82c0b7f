"""The list of saved games, and searching it."""

import asyncio
import re
from calendar import monthrange
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from textual.content import Content
from textual.widgets.option_list import Option

from prefcount.base import locale_format
from prefcount.base.i18n import C_, N_, Text, _, capitalize_first, ngettext, text
from prefcount.base.problems import InvalidInput, quote
from prefcount.entries.names_and_figures import fold
from prefcount.games.notation import Vocabulary, typed_variants
from prefcount.games.rules import PRESET
from prefcount.languages import get_all_words, letter_table
from prefcount.ledger import Amount
from prefcount.render.text import rules_name
from prefcount.render.text_cells import clip, pad, shorten_names, signed, width, wrap
from prefcount.session.outcome import has_only_result
from prefcount.stats.sums import ALWAYS, Period, parse_period
from prefcount.store.session_folder import (
    ListedSession,
    SessionFile,
    find_newest_file,
    list_session_files,
    load_moves,
    read_listed,
)
from prefcount.tui.kit.widgets import ChoiceList
from prefcount.tui.table.table_writer import half_entered_sessions

GAP = 2
MIN_NAME_WIDTH = 2
NAME_OF_SEVERAL_LINES = 8
MAX_PRESET_WIDTH = 24
"""Maximum width that the rules need for a game to be shown on one line."""


class SavedGame(NamedTuple):
    """A saved game in the list. If its file cannot be read, only `path` and `reason` are set.

    Attributes:
        reason: why the file cannot be read, or "".
        kind: the name of the game, such as "preferans" or "balkan".
        rules_name: preset and target in words, such as “Sochi to 20”.
        preset: the key of the preset, such as "sochi", so that a search finds it.
        over: whether no more hands can be entered.
        ended: whether the scorer recorded the end of the game.
        goes_on_in: the file in which the game was continued, or None.
        played: the time of the last entry, in seconds since 1970.
        is_half_entered: whether a hand was left unfinished.
        only_result: whether only the result was recorded, without hands.
    """

    path: Path
    reason: Text | str = ""
    began: date | None = None
    kind: str = ""
    players: tuple[str, ...] = ()
    rules_name: Text | str = ""
    preset: str = ""
    hands: int = 0
    over: bool = False
    ended: bool = False
    results: tuple[Amount, ...] = ()
    goes_on_in: Path | None = None
    played: float = 0
    is_half_entered: bool = False
    only_result: bool = False

    @property
    def is_running(self) -> bool:
        """True if the game is not over, was not continued in another file, and can be read."""
        return not (self.reason or self.over or self.goes_on_in)

    @property
    def day(self) -> str:
        return locale_format.format_day(self.began) if self.began else "—"

    @property
    def searched_text(self) -> str:
        """The words by which a search finds the game, such as names, date and preset, in lower case."""
        day = f"{self.began:%Y-%m-%d %d.%m.%Y} {self.day}" if self.began else ""
        kind = (self.kind, _(self.kind)) if self.kind else ()
        words = (day, *self.players, *kind, self.preset, str(self.rules_name), _state(self), self.path.stem)
        return fold(" ".join(words))


def saved_game(saved: ListedSession) -> SavedGame:
    if saved.loaded is None:
        return SavedGame(saved.path, saved.reason or "?")
    session = saved.loaded.session
    state, started, only_result = session.state, session.started, has_only_result(session)
    last = next((entry.at for entry in reversed(session.entries) if entry.at is not None), started)
    return SavedGame(
        saved.path,
        began=started.date() if started else None,
        kind=session.game.name,
        players=session.players,
        rules_name=text(N_("only the result")) if only_result else rules_name(session),
        preset=str(session.header.rules.get(PRESET, next(iter(session.game.presets)))),
        hands=state.hands,
        over=bool(state.over),
        ended=bool(state.ended),
        results=session.game.counted_results(state),
        played=last.timestamp() if last is not None else 0,
        only_result=only_result,
    )


def game_rows(listed: Sequence[SavedGame], cells: int) -> list[str]:
    """Return a line of text for each game, or two lines for each if the width `cells` is too small."""
    if len({game.kind for game in listed if not game.reason}) > 1:
        listed = [
            game._replace(rules_name=f"{capitalize_first(_(game.kind))} {game.rules_name}") for game in listed
        ]

    def widest(words: Callable[[SavedGame], str]) -> int:
        return max((width(words(game)) for game in listed if not game.reason), default=0)

    day, hands, state = widest(lambda game: game.day), widest(_hands), widest(_state) + 1
    rules, results = widest(lambda game: str(game.rules_name)), widest(lambda game: _results(game, cells))
    left = cells - (day + GAP + GAP + hands + 1 + state)
    beside = left - 1 - results
    in_one_line = beside >= min(rules, MAX_PRESET_WIDTH)
    rules, state = (min(rules, beside), state) if in_one_line else (min(rules, max(left, 1)), 0)
    indent = " " * (day + GAP)

    def line(game: SavedGame) -> str:
        if game.reason:
            return f"{quote(game.path.name)}: {game.reason}"
        first = f"{pad(game.day, day + GAP)}{pad(clip(str(game.rules_name), rules), rules + GAP)}"
        first += f"{pad(_hands(game), hands, right=True)} {pad(f'{_state(game)}:', state)}"
        if in_one_line:
            return f"{first} {_results(game, cells)}"
        below = _results(game, cells - len(indent)).replace("\n", f"\n{indent}")
        return f"{clip(first, cells)}\n{indent}{below}"

    return list(map(line, listed))


def _hands(game: SavedGame) -> str:
    if game.only_result:
        return ""
    return ngettext("{n} hand,", "{n} hands,", game.hands).format(n=game.hands)


def _state(game: SavedGame) -> str:
    if game.goes_on_in is not None:
        return _(C_("a game", "goes on in"))
    if game.is_half_entered and game.is_running:
        return _(C_("a game", "in mid-hand"))
    if game.over:
        return _(C_("a game", "over") if game.ended else C_("a game", "not settled"))
    return _(C_("a game", "running"))


def _results(game: SavedGame, cells: int) -> str:
    if game.goes_on_in is not None:
        return clip(quote(game.goes_on_in), cells)
    longest = max(map(width, game.players), default=0)
    for name_width in range(longest, MIN_NAME_WIDTH, -1):
        line = ", ".join(_named(game, shorten_names(game.players, name_width)))
        if width(line) <= cells:
            return line
    results = _named(game, shorten_names(game.players, NAME_OF_SEVERAL_LINES))
    return "\n".join(wrap(", ".join(one.replace(" ", "\N{NO-BREAK SPACE}") for one in results), cells))


def _named(game: SavedGame, names: Iterable[str]) -> list[str]:
    return [f"{name} {signed(result)}" for name, result in zip(names, game.results, strict=True)]


FIRST_FILES, FIRST_BYTES = 12, 96 * 1024
"""Maximum number of files, and of bytes, read before the first frame is drawn."""
FILES_PER_READ = 40


class SavedGames:
    """The games of one folder: running games, other games, and unreadable files, each group newest first."""

    def __init__(self) -> None:
        self._files: list[SessionFile] = []
        self._known: dict[SessionFile, SavedGame] = {}
        self._moved: Mapping[Path, Path] = {}
        self._half_entered: Collection[Path] = ()

    @property
    def games(self) -> list[SavedGame]:
        known = [
            self._known[file]._replace(
                goes_on_in=find_newest_file(self._moved, file.path.absolute()),
                is_half_entered=file.path in self._half_entered,
                played=self._known[file].played or file.touched / 10**9,
            )
            for file in self._files
            if file in self._known
        ]
        return sorted(known, key=lambda game: (not game.reason, game.is_running, game.played), reverse=True)

    @property
    def files(self) -> int:
        return len(self._files)

    @property
    def unread(self) -> list[SessionFile]:
        """The session files of the folder that were not read yet."""
        return [file for file in self._files if file not in self._known]

    def list_folder(self, folder: Path) -> None:
        """List the session files of a folder, and read the first of them. `read_more` reads the others.

        Raises:
            OSError: if the folder cannot be read.
        """
        self._moved = load_moves(folder)
        self._files = list_session_files(folder, self._moved.values())
        self._half_entered = half_entered_sessions(folder)
        present = set(self._files)
        self._known = {file: game for file, game in self._known.items() if file in present}
        bytes_left = FIRST_BYTES
        for file in self._files[:FIRST_FILES]:
            if file not in self._known:
                bytes_left -= file.size
                if bytes_left < 0:
                    break
                self._known |= _read([file])

    async def read_more(self) -> AsyncIterator[None]:
        """Read the `unread` files in a thread, and yield after every `FILES_PER_READ` files."""
        unread = self.unread
        for start in range(0, len(unread), FILES_PER_READ):
            self._known |= await asyncio.to_thread(_read, unread[start : start + FILES_PER_READ])
            yield


def _read(files: Iterable[SessionFile]) -> dict[SessionFile, SavedGame]:
    return {file: saved_game(read_listed(file.path)) for file in files}


class GameList(ChoiceList):
    """A list of games. The selected game stays selected when the list changes."""

    DEFAULT_CSS = "GameList { height: 1fr; scrollbar-gutter: stable; }"

    def __init__(self, *, searches: bool = True) -> None:
        super().__init__(searches=searches)
        self.listed: Sequence[SavedGame] = ()
        self._cells = 0

    @property
    def marked(self) -> SavedGame | None:
        return None if self.highlighted is None else self.listed[self.highlighted]

    def show(self, listed: Sequence[SavedGame], mark: Path | None = None) -> None:
        """List games, and select one of them.

        Args:
            listed: the games.
            mark: the file of the game to select. By default, the selected game stays selected.
        """
        marked = self.marked
        path = mark or (marked.path if marked else None)
        index = next((index for index, game in enumerate(listed) if game.path == path), 0)
        top = self.scroll_y
        self.listed = listed
        self._draw()
        self.highlighted = index if listed else None
        if path is not None and mark is None and index:
            self.scroll_to(y=top, animate=False, force=True)

    def retranslate(self) -> None:
        index = self.highlighted
        self._draw()
        self.highlighted = index

    def on_resize(self) -> None:
        if self.scrollable_content_region.width != self._cells:
            self.retranslate()

    def _draw(self) -> None:
        self._cells = self.scrollable_content_region.width
        padding = self.get_component_styles("option-list--option").padding.width
        cells = self._cells or self.app.size.width  # not laid out yet below another screen
        lines = game_rows(self.listed, max(cells - padding, 1))
        styles = (
            "$text-error" if game.reason else "bold" if game.is_running else "$foreground-muted"
            for game in self.listed
        )
        self.set_options(
            Option(Content.styled(line, style)) for line, style in zip(lines, styles, strict=True)
        )


_BOUNDS = Vocabulary[str]("search")
"""Words before the colon of a search word such as "since:2026"."""
_DAY = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")
_DAY_FIRST = re.compile(r"(?:(?:([0-9]{1,2})\.)?([0-9]{1,2})\.)?([0-9]{4})")
_UNITS = letter_table(f"{word}={unit}" for unit, words in get_all_words("period").items() for word in words)


class GameSearch(NamedTuple):
    """A search for saved games. A word typed in the wrong keyboard layout is found, too.

    Attributes:
        words: the words that the description of a game must contain, all of them.
        period: the days on which the game may have begun.
        doubts: sentences about ignored words such as `since:soon`.
    """

    words: tuple[str, ...] = ()
    period: Period = ALWAYS
    doubts: tuple[Text, ...] = ()

    def matches(self, game: SavedGame) -> bool:
        known = game.searched_text
        return self.period.has(game.began) and all(
            any(variant in known for variant in typed_variants(word)) for word in self.words
        )


def parse_search(typed: str, today: date) -> GameSearch:
    """Parse a search such as `anna sochi since:2026-03`, or in Russian `анна сочи с:2026-03`.

    `today` is the date from which `last:3m` counts three months back.
    """
    words, doubts = list[str](), list[Text]()
    since, until = list[date](), list[date]()
    for word in fold(typed).split():
        name, colon, value = word.partition(":")
        bound = _BOUNDS.read_exact(name) if colon else None
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
    try:
        return parse_period(None, None, value.translate(_UNITS), today).since
    except InvalidInput:
        return None


def _day(value: str, *, last: bool) -> date | None:
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
