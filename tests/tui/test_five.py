"""Five players on the screens."""

import re
from pathlib import Path

from prefcount.tui.table.sheet_widget import Sheet
from tests.tui.game_files import game_file
from tests.tui.terminal import running

HANDS = ("anna 7h wp 6", "boris 6s ww 5 3 2", "r 1 4 3 2", "gleb m 0")


async def test_five_players_play_a_game(folder: Path) -> None:
    async with running(game_file(folder / "five.jsonl", *HANDS, players=5)) as terminal:
        # The dealer holds no cards, so the rest of the tricks are theirs.
        await terminal.press("0", shows="Tricks of Anna?")
        await terminal.press(
            "4", shows=("raspasy · Anna 4", "Tricks of Boris? Order: Anna, Boris, Elena, Gleb.")
        )
        await terminal.press("3", shows=("Tricks of Elena?", "1 2 3"))
        await terminal.press("2", shows="Gleb: raspasy, one trick")
        await terminal.drop_all()
        order = "Raspasy: the tricks of Anna, Boris, Elena, in this order; you may add the tricks of Gleb"
        await terminal.press("r", shows=order)
        await terminal.press("f1", shows=order)
        await terminal.press("escape", *" 4 3 2", "enter", shows="Gleb: raspasy, one trick")
        await terminal.drop_all()
        # Elena dealt first, so Gleb deals now; Vera sits out, too.
        await terminal.shows("Who plays?", "5 Elena", "1 Anna", "2 Boris")
        await terminal.press("3", shows="Vera rests and does not play.")
        await terminal.press("escape", "4", shows="Gleb deals and does not play.")
        await terminal.press("escape", "f5", shows=("If the game ended now", "Elena"))
        await terminal.press("escape", "9", "9", shows=("Who leaves?", "5 Elena"))
        await terminal.press("5", shows=("Elena leaves", "no result changes", "settled in whists"))
        await terminal.press("enter", shows="Recorded: Elena leaves")
        await terminal.press("f3", shows="5 Elena")
        await terminal.drop_all()
        # The others keep their digits when Boris leaves, and nothing offers his.
        await terminal.press(
            "9", "9", "2", "enter", shows=("Recorded: Boris leaves", "5 Elena", "1 Anna", "3 Vera")
        )
        await terminal.press("2", shows="Boris left after hand 4. Press Esc, then answer.")
        await terminal.press("escape", "v", shows=("vera m 0", "anna 6s"))
        assert not re.search(r"boris [m67]", terminal.flowing)
        for line in ("boris m 0", "bor 7h wp 6", "#2 7h wp 6"):
            await terminal.press("ctrl+u")
            await terminal.enter(line, shows="Boris left after hand 4")
        await terminal.press("ctrl+u")
        await terminal.enter("#5 7h wp 6", shows="Elena 7h wp 6")
        await terminal.drop_all()
        await terminal.press("f3", shows="2 Boris")
        # The sheet is next to the questions only if it is drawn, because a table needs the whole width.
        for columns, beside in ((119, False), (120, True)):
            await terminal.resize(columns, 30)
            await terminal.shows("Vera sits out", "1 Anna")
            assert ("┌─" in terminal.frame) == beside
            sheet = terminal.app.screen.query_one(Sheet).region
            side = terminal.app.screen.query_one("#side").region
            assert (sheet.right <= side.x) == beside
            assert sheet.height == (side.height if beside else 6)


async def test_the_hand_that_fills_a_pool_ends_a_leg_of_races(folder: Path) -> None:
    path = game_file(folder / "leg.jsonl", "boris m 0", players=4, preset="races", target=12)
    async with running(path, size=(120, 40)) as terminal:
        await terminal.shows("largest pool 10/12")
        await terminal.press(*"boris 6s wp 6", "enter", "enter", shows="The game is over.")
        await terminal.press("f5", "3", "pagedown", "pagedown", shows="Prize for the first full pool")
