"""Drawing: colours of the theme, partial updates, and few replays."""

import re
from pathlib import Path

import pytest

from prefcount.session import session
from prefcount.tui.table.entry_form import EntryForm
from tests.counting import counted
from tests.tui.terminal import apply_anew, running, strips
from tests.waiting import quiet


async def test_partial_drawing_equals_full_drawing(game: Path) -> None:
    async with running(game) as terminal:
        # After every key the screen is the same as after a full redraw.
        for key in (*"17", "f6", "down", "f6", "3", "escape", *"anna 8", "escape", "9", "3", "1", "2"):
            await terminal.press(key)
            before = terminal.frame
            form = terminal.app.screen.query_one(EntryForm)
            form.notify_style_update()
            await quiet(terminal.pilot)
            assert terminal.frame == before
        await terminal.drop_all()
        # Every cell has the colours of the theme, before and after keys and another theme.
        await terminal.press("1", "7")
        terminal.app.theme = "high-contrast"
        await quiet(terminal.pilot)
        form = terminal.app.screen.query_one(EntryForm)
        await terminal.press("escape")
        wanted = form.rich_style.bgcolor
        for y in range(form.region.y, form.region.bottom):
            line = strips(terminal.app)[y].crop(form.region.x, form.region.right)
            assert {style.bgcolor for _text, style, _ in line if style and not style.reverse} == {wanted}
        # The newest hands below the form get the colours of a new theme, too.
        await terminal.shows("1 Boris 8NT")
        terminal.app.theme = "textual-light"
        await quiet(terminal.pilot)
        for y in range(form.region.y, form.region.bottom):
            for segment in strips(terminal.app)[y].crop(form.region.x, form.region.right):
                assert not segment.text.strip() or segment.style.color != segment.style.bgcolor


async def test_control_styles_found_earlier_are_as_textual_finds_them(game: Path) -> None:
    async def compare(*keys: str) -> None:
        for key in keys:
            await terminal.press(key)
            for node in terminal.app.screen.walk_children(with_self=True):
                parts = list(node._component_styles.values())
                before = [dict(each.base._rules) for each in (node.styles, *parts)]
                apply_anew(terminal.app.stylesheet, node)
                parts = list(node._component_styles.values())
                assert [dict(each.base._rules) for each in (node.styles, *parts)] == before, (key, node)

    for theme in ("textual-dark", "high-contrast"):
        async with running(game) as terminal:
            terminal.app.theme = theme
            await compare("1", "7", "f6", "down", "f6", "escape", "escape", "tab", "up", "shift+tab", "left")
            await compare(
                "escape", "f5", "escape", "ctrl+r", "down", "right", "escape", "escape", "f2", "tab"
            )


async def test_wide_windows_show_the_chart_and_keep_figures_next_to_their_hands(game: Path) -> None:
    async with running(game, size=(200, 24)) as terminal:
        assert re.fullmatch(
            r"1 Boris 8NT, both pass {1,50}−20 {1,12}\+40 {1,12}−20", terminal.line("1 Boris")
        )
        await terminal.resize(120, 41)
        assert "● Anna" not in terminal.frame
        await terminal.resize(120, 42)
        await terminal.shows("● Anna −20", "■ Boris +40")
        await terminal.press(*"anna 6s pp", "enter", "enter", shows="■ Boris +33")


async def test_drawing_replays_few_hands(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(game) as terminal:
        # Moving the mark over the last answers plays each answer once.
        await terminal.press("1", "6", "3")
        plays = counted(monkeypatch, session, "play_step")
        await terminal.press("f6")
        answers = len(plays)
        await terminal.press("down", "down", "up", "up", "f6", "f6")
        assert 1 < len(plays) == answers
        await terminal.drop_all()
        # A typed hand is played after each word that changes it, and when it is written; not for the preview.
        plays = counted(monkeypatch, session, "play_step")
        words = ("anna 7", "anna 7h", "anna 7h wp", "anna 7h wp 6")
        await terminal.write(words[-1], shows="Anna 7♥, Boris whists: 1 down")
        assert len(plays) == len(words)
        await terminal.press("enter", shows="Enter records")
        async for _size in terminal.sizes():
            await terminal.shows("this hand ")
        assert len(plays) == len(words)
        await terminal.press("enter", shows="Recorded: hand 2.")
        assert len(plays) == len(words) + 1
