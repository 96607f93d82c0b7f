"""Statistics: the saved games added up, one player alone, the chart."""

import shutil
from datetime import datetime
from pathlib import Path

import pytest

from prefcount.base.i18n import override_language
from prefcount.entries.models import Entry
from prefcount.stats.aliases import PEOPLE_FILE
from prefcount.tui.games.start_screen import StartScreen
from prefcount.tui.results.report_lines import Chart
from prefcount.tui.results.stats_screen import StatsScreen
from tests.helpers import entry
from tests.tui.game_files import SAMPLES, game_file
from tests.tui.terminal import Terminal, running


def end() -> Entry:
    return entry("end", reason="agreed")


@pytest.fixture
def games(folder: Path) -> Path:
    """Write two games that are over and one that runs."""
    game_file(folder / "one.jsonl", "anna 7h pp", end(), started="2026-01-01T19:00:00+01:00")
    game_file(folder / "two.jsonl", "boris 8n pp", "r 3 5 2", end(), started="2026-01-08T19:00:00+01:00")
    game_file(folder / "three.jsonl", "vera m 0")
    return folder


async def opened(terminal: Terminal, key: str = "f5") -> StatsScreen:
    await terminal.press(key)
    screen = terminal.app.screen
    assert isinstance(screen, StatsScreen)
    return screen


async def test_statistics_are_shown_and_scrolled(games: Path) -> None:
    async with running(size=(80, 60)) as terminal:
        # All games that are over are counted; two keys lead back.
        for key in ("f5", "f10"):
            await opened(terminal)
            await terminal.shows(
                "Preferans · 2 games, 3 hands · 1 Jan 2026 – 8 Jan 2026",
                "1 unfinished game is not counted; press 3 to count it.",
                "Each player's total after each game",
            )
            for more in ("3 games, 4 hands", "2 games, 3 hands"):
                await terminal.press("3", shows=more)
            await terminal.press(key)
            assert isinstance(terminal.app.screen, StartScreen)
        # Players come one after the other, the best one first, and all of them after the last.
        await opened(terminal)
        everybody = charted(terminal)
        assert len(everybody) == 3
        seen = []
        for _player in range(3):
            await terminal.press("right")
            [alone] = charted(terminal)
            seen.append(alone)
        assert sorted(seen) == ["Anna", "Boris", "Vera"]
        await terminal.press("right")
        assert charted(terminal) == everybody
        await terminal.press("left")
        assert charted(terminal) == (seen[-1],)
        await terminal.press("escape")
        # A mistake in people.txt is shown with its line.
        game_file(games / "four.jsonl", "r 3 5 2", end(), players=("Anya", "Boris", "Vera"))
        (games / PEOPLE_FILE).write_text("Anna P. = Anna, Anya\n", encoding="utf-8")
        await opened(terminal)
        await terminal.shows("3 games", "Several names count as one person, as listed in people.txt.")
        lines = [line.split() for line in terminal.frame.splitlines()]
        for name in ("Anna P.", "Boris", "Vera"):
            assert any(line[: len(name.split()) + 1] == [*name.split(), "3"] for line in lines)
        assert "Anya" not in terminal.frame
        (games / PEOPLE_FILE).write_text("nonsense\n", encoding="utf-8")
        await terminal.press("3", shows="people.txt: line 1 needs a name")
        await terminal.press("escape")
        (games / PEOPLE_FILE).unlink()
        # A few unreadable files are named, the others counted.
        for number in range(4):
            (games / f"bad{number}.jsonl").write_bytes(b"")
        await opened(terminal)
        await terminal.shows("bad0.jsonl is skipped: the file is empty", "2 more files are skipped.")
        await terminal.press("escape")
        # The game played most comes first, and a key shows the others.
        shutil.copy(SAMPLES / "balkan-four-players-written-off.jsonl", games / "a.jsonl")
        shutil.copy(games / "a.jsonl", games / "zz.jsonl")
        await opened(terminal)
        await terminal.shows("Preferans · 3 games", "Tab another game", "4 period", "F1 help")
        await terminal.press("tab", shows="Balkan Preferans · 1 game")


async def test_a_key_cycles_through_all_games_this_year_and_this_month(folder: Path) -> None:
    today = datetime.now().astimezone()
    game_file(folder / "now.jsonl", "anna 7h pp", end(), started=today.isoformat())
    before = today.replace(year=today.year - 1, day=1)
    game_file(folder / "before.jsonl", "anna 7h pp", end(), started=before.isoformat())
    async with running(size=(80, 60)) as terminal:
        await opened(terminal)
        await terminal.shows("Preferans · 2 games, 2 hands")
        for key, said in (
            ("4", "Only games of this year are counted."),
            ("4", "Only games of this month are counted."),
        ):
            await terminal.press(key, shows=(said, "Preferans · 1 game, 1 hand"))
        await terminal.press("4", shows="Preferans · 2 games, 2 hands")


async def test_a_table_is_saved_in_the_style_of_the_language(folder: Path, documents: Path) -> None:
    results = entry("result", results={"Anna": "27 1/2", "Boris": -18, "Vera": "-19/2"})
    path = game_file(folder / "one.jsonl", results, end(), started="2026-01-01T19:00:00+01:00")
    for language, sentence, file, line in (
        ("en", "Saved as ", "statistics.csv", f"2026-01-01,{path},preferans,Anna,27.5,,,,"),
        ("ru", "Сохранено в ", "statistics-2.csv", f"2026-01-01;{path};preferans;Anna;27,5;;;;"),
    ):
        with override_language(language):
            async with running(size=(80, 60)) as terminal:
                await opened(terminal)
                await terminal.press("ctrl+s", shows=sentence)
        assert line in (documents / file).read_text("utf-8").splitlines()


def charted(terminal: Terminal) -> tuple[str, ...]:
    course = terminal.app.screen.query_one(Chart).course
    assert course is not None
    return tuple(course.players)


async def test_statistics_without_games_say_so(folder: Path) -> None:
    shutil.rmtree(folder)
    async with running() as terminal:
        await opened(terminal)
        await terminal.shows("No games to count yet.")
        await terminal.press("right", "left", "tab", "1", "2", "r", "f1", "escape")
        assert isinstance(terminal.app.screen, StatsScreen)


async def test_one_evening_has_no_chart_and_its_key_says_so(folder: Path) -> None:
    game_file(folder / "one.jsonl", "anna 7h wp 7", entry("end", reason="agreed"))
    async with running() as terminal:
        await opened(terminal)
        assert "chart needs at least two evenings" not in terminal.flowing
        await terminal.press("2", shows="The chart needs at least two evenings.")


async def test_found_games_have_their_own_statistics(games: Path) -> None:
    async with running(size=(80, 60)) as terminal:
        await terminal.press("/")
        await terminal.write("anna until:2026-01-03")
        terminal.app.screen.call_later(terminal.app.screen.run_action, "stats")
        await terminal.quiet()
        await terminal.work_done()
        await terminal.shows(
            "Only the 1 game that your search found is counted.", "Preferans · 1 game, 1 hand · 1 Jan 2026"
        )
        await terminal.press("escape", shows="1 of 3 games")
