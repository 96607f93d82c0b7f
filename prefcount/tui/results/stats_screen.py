"""The screen of the statistics over saved games, with a chart."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll

from prefcount.base.i18n import N_, _, ngettext
from prefcount.base.locale_format import decimal_sign
from prefcount.base.problems import quote
from prefcount.base.system import os_error_text
from prefcount.render.data import BYTE_ORDER_MARK, COMMA, SEMICOLON
from prefcount.stats.aliases import People, UnusablePeople, people_lines, read_people_files
from prefcount.stats.report import course_by_date, course_by_game, games_csv, statistics_sections
from prefcount.stats.sums import ALWAYS, GameSums, Period, Statistics
from prefcount.store.session_folder import ListedFile, find_session_files, mark_copies
from prefcount.store.settings import sessions_folder
from prefcount.tui.kit.keys import HELP, SCROLL, Command, Commands, key_of
from prefcount.tui.kit.screens import REFUSALS, ReportScreen, error_text, next_item, run_in_thread, save_file
from prefcount.tui.kit.widgets import WrappedText
from prefcount.tui.results.report_lines import Chart, section_lines

STATS: Commands = (
    Command("left,right", help=N_("show the players one by one, or all"), footer=N_("player"), in_footer=2),
    Command("right", "show_player(1)", footer=N_("Next player"), priority=True),
    Command("left", "show_player(-1)", footer=N_("Previous player"), priority=True),
    Command(
        "tab",
        "show_game(1)",
        N_("if you played several kinds of game, show the next one"),
        N_("another game"),
        priority=True,
    ),
    Command("3", "count_running", N_("count unfinished games as they are, or leave them out"), N_("running")),
    Command("4", "change_period", N_("count all games, or only those of this year or month"), N_("period")),
    Command("1", "show('report')", N_("the tables"), N_("tables")),
    Command("2", "show('chart')", N_("the chart of all games"), N_("chart")),
    Command(
        "ctrl+s", "save", N_("save these games as a table for spreadsheets in your documents"), N_("save")
    ),
    SCROLL,
    Command("escape", "dismiss", N_("back to the games"), N_("games"), also="f5,f10"),
    Command(
        "",
        help=N_(
            "if a player has several names, write them into people.txt in the folder of the games: Anna"
            " = Anya, Аня"
        ),
    ),
    HELP,
)

FILES_AT_ONCE = 20
"""Number of files that are read before the progress is shown."""


class StatsScreen(ReportScreen, keys=STATS):
    """Shows statistics of the saved games, as tables and a chart."""

    CSS = "StatsScreen Chart { height: 16; margin-top: 1; display: none; }"

    def __init__(self, shown: Sequence[Path] | None = None) -> None:
        super().__init__()
        self._found_files = shown
        self._statistics = Statistics()
        self._game = ""
        self._only = ""
        self._with_running = False
        self._period_index = 0

    def parts(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield WrappedText(id="report")
            yield Chart(id="chart")

    def retranslate(self) -> None:
        self.show_title(_("Statistics"))
        self._show_keys()
        self._read()

    def _show_keys(self) -> None:
        another = "show_game(1) " if len(self._statistics.games) > 1 else ""
        names = "show('chart') count_running change_period dismiss keys up save show('report')"
        self.show_keys(f"left {another}{names}")

    @work(exclusive=True, group="read")
    async def _read(self) -> None:
        remarks: list[str] = []
        try:
            folder = sessions_folder()
            files, people = await run_in_thread(self, list_files_and_people, folder, self._found_files)
        except (UnusablePeople, OSError) as error:
            self.report(unusable_text(error))
            return
        period, name = self._period()
        statistics = Statistics(people, running=self._with_running, period=period)
        for start in range(0, len(files), FILES_AT_ONCE):
            left = len(files) - start
            self.report(ngettext("Reading {n} file …", "Reading {n} files …", left).format(n=left))
            remarks += await run_in_thread(
                self, add_files, files[start : start + FILES_AT_ONCE], statistics.add_file
            )
        self._statistics = statistics
        if self._game not in statistics.games:
            games = sorted(statistics.games.values(), key=lambda sums: -len(sums.evenings))
            self._game = games[0].game.name if games else ""
        self._show_keys()
        sentences = [*only_found_notice(self._found_files), _(name), *_status_sentences(statistics, remarks)]
        self.report(" ".join(filter(None, sentences)))
        self._show()

    @property
    def _sums(self) -> GameSums | None:
        return self._statistics.games.get(self._game)

    def _show(self) -> None:
        sums, chart = self._sums, self.query_one(Chart)
        if sums is not None and self._only not in sums.people:
            self._only = ""
        sections = [] if sums is None else list(statistics_sections(sums.of_person(self._only)))
        self.query_one("#report", WrappedText).show(lambda width: section_lines(sections, width))
        chart.display = sums is not None and len(sums.evenings) > 1
        if sums is not None:
            course = course_by_date if self._statistics.by_dates else course_by_game
            chart.course = course(sums.of_person(self._only))

    def action_show_player(self, by: int) -> None:
        """Show the statistics of only the next player, or the previous one if `by` is -1.

        After the last player, show all players.
        """
        if self._sums is not None:
            keys = ["", *(key for key, _person in self._sums.shown_people)]
            self._only = next_item(keys, self._only, by)
            self._show()

    def action_show_game(self, by: int) -> None:
        if self._statistics.games:
            self._game = next_item(list(self._statistics.games), self._game, by)
            self._show()

    def _period(self) -> tuple[Period, str]:
        today = date.today()
        periods = (
            (ALWAYS, ""),
            (Period(today.replace(month=1, day=1)), N_("Only games of this year are counted.")),
            (Period(today.replace(day=1)), N_("Only games of this month are counted.")),
        )
        return periods[self._period_index]

    def action_change_period(self) -> None:
        self._period_index = (self._period_index + 1) % 3
        self._read()

    def action_count_running(self) -> None:
        self._with_running = not self._with_running
        self._read()

    def action_show(self, part: str) -> None:
        page = self.query_one("#page", VerticalScroll)
        if part == "report":
            page.scroll_home(animate=False, immediate=True)
        elif self.query_one(Chart).display:
            page.scroll_to_widget(self.query_one(Chart), animate=False, top=True, immediate=True)
        else:
            self.report(_("The chart needs at least two evenings."))

    @work(group="save")
    async def action_save(self) -> None:
        """Save a line for each player of each game as CSV, with the decimal sign of the language."""
        if not self._statistics.games:
            self.report(_("No games to count yet."))
            return
        style = SEMICOLON if decimal_sign() == "," else COMMA._replace(beginning=BYTE_ORDER_MARK)
        table = games_csv(self._statistics, style=style)
        try:
            games = sessions_folder() / "statistics"
            path = await run_in_thread(self, lambda: save_file(games, ".csv", table.encode()))
        except REFUSALS as error:
            self.report(error_text(error))
            return
        self.report(_("Saved as {path}.").format(path=quote(path)))


def list_files_and_people(folder: Path, shown: Sequence[Path] | None) -> tuple[list[ListedFile], People]:
    """Return session files, and the people from the `people.txt` files next to them.

    Args:
        folder: the folder of saved games.
        shown: the session files to return, or None for all in the folder.
    """
    listed: list[ListedFile] = []
    if shown is not None:
        listed += shown
    elif folder.is_dir():
        listed += find_session_files([folder])
    return mark_copies(listed), read_people_files(
        (path for path in listed if isinstance(path, Path)), [folder]
    )


def unusable_text(error: UnusablePeople | OSError) -> str:
    if isinstance(error, OSError):
        return str(os_error_text(error))
    return _("{file}: {why}").format(file=quote(error.path.name), why=error.reason)


def only_found_notice(shown: Sequence[Path] | None) -> list[str]:
    if shown is None:
        return []
    notice = ngettext(
        "Only the {n} game that your search found is counted.",
        "Only the {n} games that your search found are counted.",
        len(shown),
    )
    return [notice.format(n=len(shown))]


def add_files(files: Iterable[ListedFile], add: Callable[[Path], str]) -> list[str]:
    """Call `add` for each file. Return a sentence for each file that is skipped.

    Args:
        files: the files, some of them marked as skipped already.
        add: adds a file, for example to statistics. Returns "" or the reason to skip the file.
    """
    reasons = (
        (file, add(file)) if isinstance(file, Path) else (file.path, str(file.reason)) for file in files
    )
    sentence = _("{path} is skipped: {why}")
    return [sentence.format(path=quote(path.name), why=reason) for path, reason in reasons if reason]


def _status_sentences(statistics: Statistics, remarks: Sequence[str]) -> list[str]:
    sentences = [f"{remark.rstrip('.')}." for remark in remarks[:2]]
    if (more := len(remarks) - 2) > 0:
        skipped = ngettext("{n} more file is skipped.", "{n} more files are skipped.", more)
        sentences.append(skipped.format(n=more))
    if statistics.running:
        running = ngettext(
            "{n} unfinished game is not counted; press {key} to count it.",
            "{n} unfinished games are not counted; press {key} to count them.",
            statistics.running,
        )
        sentences.append(running.format(n=statistics.running, key=key_of(STATS, "count_running")))
    if not statistics.games and not statistics.running:
        sentences.append(_("No games to count yet."))
    sentences += people_lines(statistics.people, short=True)
    return sentences
