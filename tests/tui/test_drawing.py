"""Drawing: cells have the colours of the theme, and redrawing what has changed is enough."""

from pathlib import Path

from prefcount.tui.table.entry_form import EntryForm
from tests.tui.game_files import game_file
from tests.tui.terminal import running, strips
from tests.waiting import quiet


async def test_every_cell_has_the_colours_of_the_theme(folder: Path) -> None:
    """Also those that nothing is written in, before and after keys and another theme."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with running(path) as terminal:
        await terminal.press("1", "7")
        terminal.app.theme = "high-contrast"
        await quiet(terminal.pilot)
        form = terminal.app.screen.query_one(EntryForm)
        await terminal.press("escape")
        wanted = form.rich_style.bgcolor
        for y in range(form.region.y, form.region.bottom):
            line = strips(terminal.app)[y].crop(form.region.x, form.region.right)
            assert {style.bgcolor for _text, style, _ in line if style and not style.reverse} == {wanted}


async def test_what_is_drawn_bit_by_bit_is_what_would_be_drawn_at_once(folder: Path) -> None:
    """After every key the screen is the same as after a redraw of everything."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with running(path) as terminal:
        for key in (*"17", "f6", "down", "f6", "3", "escape", *"anna 8", "escape", "9", "3", "1", "2"):
            await terminal.press(key)
            before = terminal.frame
            form = terminal.app.screen.query_one(EntryForm)
            form.notify_style_update()
            await quiet(terminal.pilot)
            assert terminal.frame == before
