"""What came out of all the saved games, player by player, with a chart of it all."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from prefcount.audit.run import files_in
from prefcount.folder import sessions_folder
from prefcount.i18n import N_, _, ngettext, text
from prefcount.problems import Refused, quote
from prefcount.reasons import reason
from prefcount.render.stats import ordered, over_time, statistics
from prefcount.session.reader import Unreadable
from prefcount.stats.gather import Statistics
from prefcount.stats.people import NOBODY_ELSE, People, read_people
from prefcount.stats.sums import GameSums
from prefcount.tui.sections import section_lines
from prefcount.tui.there import while_there
from prefcount.tui.widgets.chart import Chart
from prefcount.tui.widgets.hints import Hints
from prefcount.tui.widgets.paper import Paper
from prefcount.tui.widgets.said import Said

PEOPLE = "people.txt"
"""The file in the folder of the games that says who goes by several names."""
AT_ONCE = 20
"""So many files are read between two looks at the screen."""

KEYS = (
    ("← →", N_("one player after the other, or everybody")),
    ("Tab", N_("another game, where several were played")),
    ("r", N_("count the games that are not over as they stand, or leave them out")),
    ("1", N_("the tables")),
    ("2", N_("the chart of all games")),
    ("↑ ↓ PgUp PgDn", N_("scroll")),
    ("Esc", N_("back to the games")),
    ("", N_("people.txt in the folder of the games says who has several names: Anna = Anya, Аня")),
)


class StatsScreen(Screen[None]):
    """Reads the folder of the saved games, one file after the other, and shows the sums."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "person(1)", N_("Next player"), priority=True),
        Binding("left", "person(-1)", N_("Player before"), priority=True),
        Binding("tab", "game(1)", N_("Another game"), priority=True),
        Binding("r,R,к,К", "running", N_("Count games that are not over")),
        Binding("1", "show('report')", N_("Tables")),
        Binding("2", "show('chart')", N_("Chart")),
        Binding("escape,f8,f10", "dismiss", N_("Back")),
        Binding("f1", "keys", N_("Help")),
    ]
    CSS = """
    StatsScreen #title { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    StatsScreen #state { height: auto; background: $panel; padding: 0 1; }
    StatsScreen #page { height: 1fr; scrollbar-gutter: stable; }
    StatsScreen Chart { height: 16; margin-top: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._statistics = Statistics()
        self._game = ""
        self._only = ""
        self._with_running = False

    def compose(self) -> ComposeResult:
        """The tables, the chart below them, the keys."""
        yield Said(text(N_("Statistics")), id="title")
        yield Static(id="state", markup=False)
        with VerticalScroll(id="page"):
            yield Paper(id="report")
            yield Chart(id="chart")
        yield Hints(*_hints(several=False))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works: not before there is a screen."""
        return self.is_mounted

    def on_mount(self) -> None:
        """Read the games; the page has the keys."""
        self.query_one("#page").focus()
        self.query_one(Chart).display = False
        self._read()

    @work(exclusive=True, group="read")
    async def _read(self) -> None:
        remarks: list[str] = []
        folder = sessions_folder()
        try:
            people = await while_there(self, asyncio.to_thread(_people, folder))
            files = await while_there(
                self, asyncio.to_thread(lambda: list(files_in([folder])) if folder.is_dir() else [])
            )
        except (Unreadable, Refused, OSError) as error:
            why = reason(error) if isinstance(error, OSError) else error
            self._say(_("{file}: {why}").format(file=PEOPLE, why=why))
            return
        found = Statistics(people, running=self._with_running)
        for start in range(0, len(files), AT_ONCE):
            left = len(files) - start
            self._say(ngettext("Reading {n} file …", "Reading {n} files …", left).format(n=left))
            remarks += await while_there(self, asyncio.to_thread(_add, found, files[start : start + AT_ONCE]))
        self._statistics = found
        if self._game not in found.games:
            most = sorted(found.games.values(), key=lambda sums: -len(sums.evenings))
            self._game = most[0].game.name if most else ""
        self.query_one(Hints).hints = _hints(several=len(found.games) > 1)
        self._say(" ".join(_standing(found, remarks)))
        self._show()

    def retell(self) -> None:
        """Say everything in the language in use; what is left out is said by reading again."""
        self._read()

    def _say(self, words: str) -> None:
        state = self.query_one("#state", Static)
        state.update(Content(words))
        state.display = bool(words)

    @property
    def _sums(self) -> GameSums | None:
        return self._statistics.games.get(self._game)

    def _show(self) -> None:
        """Show the game that is looked at, of everybody or of one player."""
        sums, chart = self._sums, self.query_one(Chart)
        if sums is not None and self._only not in sums.people:
            self._only = ""
        sections = [] if sums is None else list(statistics(sums, self._only))
        self.query_one("#report", Paper).show(lambda width: section_lines(sections, width))
        chart.display = sums is not None and len(sums.evenings) > 1
        if sums is not None:
            chart.course = over_time(sums, self._only)

    def action_person(self, by: int) -> None:
        """Look at the next player alone; before the first and after the last stands everybody."""
        if self._sums is not None:
            keys = ["", *(key for key, _person in ordered(self._sums))]
            self._only = keys[(keys.index(self._only) + by) % len(keys)]
            self._show()

    def action_game(self, by: int) -> None:
        """Look at another game, where several were played."""
        games = list(self._statistics.games)
        if games:
            self._game = games[(games.index(self._game) + by) % len(games)]
            self._show()

    def action_running(self) -> None:
        """Count games that are not over as they stand, or leave them out."""
        self._with_running = not self._with_running
        self._read()

    def action_show(self, part: str) -> None:
        """Go to the tables, or to the chart."""
        page = self.query_one("#page", VerticalScroll)
        if part == "report":
            page.scroll_home(animate=False, immediate=True)
        else:
            page.scroll_to_widget(self.query_one(Chart), animate=False, top=True, immediate=True)

    def action_keys(self) -> None:
        """Show what the keys do."""
        from prefcount.tui.screens.keys import KeysScreen

        self.app.push_screen(KeysScreen(KEYS))

    async def action_dismiss(self, result: None = None) -> None:
        """Back to the games."""
        self.dismiss(result)


def _hints(*, several: bool) -> tuple[tuple[str, str], ...]:
    """The keys at the bottom; the one that leads to another game only where there is one."""
    return (
        ("← →", N_("player")),
        *((("Tab", N_("another game")),) if several else ()),
        ("2", N_("chart")),
        ("r", N_("running games")),
        ("Esc", N_("back")),
        ("F1", N_("help")),
        ("↑ ↓", N_("scroll")),
        ("1", N_("tables")),
    )


def _people(folder: Path) -> People:
    """Who goes by several names, if there is a file that says so. Raises Unreadable, Refused or OSError."""
    path = folder / PEOPLE
    return read_people(path) if path.exists() else NOBODY_ELSE


def _add(found: Statistics, files: Sequence[Path]) -> list[str]:
    """Add files; returns a sentence for each that is left out."""
    whys = ((path, found.add_file(path)) for path in files)
    return [
        _("{path} is left out: {why}.").format(path=quote(path.name), why=why.rstrip("."))
        for path, why in whys
        if why
    ]


def _standing(found: Statistics, remarks: Sequence[str]) -> list[str]:
    """What is to be said above the tables."""
    said = list(remarks[:2])
    if len(remarks) > 2:
        more = len(remarks) - 2
        said.append(
            ngettext("{n} more file is left out.", "{n} more files are left out.", more).format(n=more)
        )
    if found.running:
        running = ngettext(
            "{n} game is not over and not counted; r counts it.",
            "{n} games are not over and not counted; r counts them.",
            found.running,
        )
        said.append(running.format(n=found.running))
    if not found.games and not found.running:
        said.append(_("There is no game to be counted yet."))
    return said
