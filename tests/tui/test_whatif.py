"""The screen of what if."""

from pathlib import Path

import pytest

from prefcount.tui.results.whatif_screen import WhatIfScreen
from prefcount.tui.rules_screen import RuleList, RulesScreen
from prefcount.tui.table.table_screen import TableScreen
from tests.helpers import entry
from tests.tui.game_files import game_file, shortened
from tests.tui.terminal import Terminal, running

HANDS = ("anna 7h wp 6", "boris 8n pp", "anna 6c ph", "r 3 5 2")
RESULTS = {
    "as played": "−58 +50 +8",
    "Leningrad ◂": "−116 +84 +32",
    "Club Leningrad": "−116 +84 +32",
    "Rostov": "−88⅓ +39⅔ +48⅔",
    "Rostov in whists": "−101⅔ +46⅓ +55⅓",
    "Classic": "−58 +50 +8",
    "Piter light *": "−14⅔ +33⅓ −18⅔",
    "Kazakhstan": "−242 +250 −8",
    "Races": "−116 +84 +32",
}


@pytest.fixture
def evening(folder: Path) -> Path:
    return game_file(folder / "evening.jsonl", *HANDS)


async def opened(terminal: Terminal, *keys: str) -> WhatIfScreen:
    await terminal.press(*keys)
    await terminal.work_done()
    screen = terminal.app.screen
    assert isinstance(screen, WhatIfScreen)
    return screen


async def test_presets_are_compared_from_the_table_and_back(evening: Path) -> None:
    content = evening.read_bytes()
    async with running(evening, size=(120, 40)) as terminal:
        # All other presets are compared, and nothing is written.
        await opened(terminal, "ctrl+g")
        lines = [" ".join(line.split()) for line in terminal.frame.splitlines()]
        assert "F1 help" in lines[-1]
        for preset, results in RESULTS.items():
            assert f"{preset} {results}" in lines
        await terminal.shows("Why they differ", "Leningrad to 20")
        await terminal.press("up")
        assert "Races ◂" in terminal.frame
        await terminal.press("down")
        assert "Leningrad ◂" in terminal.frame
        await terminal.press("escape")
        assert isinstance(terminal.app.screen, TableScreen)
        assert evening.read_bytes() == content
        # Changed rules are added to the comparison.
        await opened(terminal, "ctrl+g")
        await terminal.press("ctrl+r")
        assert isinstance(terminal.app.screen, RulesScreen)
        await terminal.press(*"half")
        rules = terminal.app.screen.query_one(RuleList)
        while rules.marked != "half_whist":
            await terminal.press("down")
        await terminal.press("right", "f2")
        await terminal.until(lambda: isinstance(terminal.app.screen, WhatIfScreen), "the comparison")
        await terminal.work_done()
        await terminal.shows(
            "Leningrad, changed * ◂", "By these rules hand 3", "this table does not play half-whist"
        )
        # A preset is added only once, then marked.
        screen = terminal.app.screen
        await terminal.press("f9", shows="Compare with which rules?")
        await terminal.press("home")
        await terminal.work_done()
        await terminal.press("enter")
        await terminal.work_done()
        assert "Sochi ◂ −58 +50 +8" in [" ".join(line.split()) for line in terminal.frame.splitlines()]
        await terminal.press("f9", "escape")
        assert terminal.app.screen is screen


async def test_hands_can_stop_where_the_other_rules_end(folder: Path) -> None:
    path = shortened(folder / "sample.jsonl", "sochi-american-aid", 28)
    async with running(path, size=(120, 40)) as terminal:
        await opened(terminal, "ctrl+g")
        await terminal.shows(
            "All hands are compared; press 2 to stop when the other rules would end the game.",
            "2 later hands are still compared",
        )
        await terminal.press("2")
        await terminal.work_done()
        await terminal.shows(
            "Each comparison stops where its rules would have ended the game; press 1 for all hands.",
            "Club Leningrad cannot be compared",
            "2 later hands do not count",
        )
        await terminal.press("1", shows="All hands are compared;")


async def test_an_evening_without_hands_has_nothing_to_compare(folder: Path) -> None:
    result = entry("result", results={"Anna": 57, "Boris": -18, "Vera": -39})
    async with running(game_file(folder / "one.jsonl", result)) as terminal:
        await terminal.press("ctrl+g", shows="This game has no hands to score by other rules.")
        assert "as played" not in terminal.flowing
