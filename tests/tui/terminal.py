"""The running program as its user sees it: frames, keys and clicks.

The output of Textual has no public name. Only this module reads it.
"""

import re
from collections.abc import AsyncIterator, Callable, Hashable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

from textual._compositor import Compositor
from textual.app import App
from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Key, MouseDown, MouseUp, Resize
from textual.geometry import Size as Dimensions
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from prefcount.tui.app import PrefcountApp
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.results.settlement_screen import SettlementScreen
from prefcount.tui.table.table_screen import TableScreen
from tests.waiting import disk_done, quiet, until, work_done_aside

Size = tuple[int, int]

NORMAL: Size = (80, 24)
ROOMY: Size = (160, 60)
SIZES: list[Size] = [(60, 18), NORMAL, (120, 40), (200, 50)]
"""The sizes in which every screen has to be complete."""
WAITING = "Enter records it, Esc goes back"
"""The button below a preview."""


def strips(app: App[Any]) -> list[Strip]:
    """Return the lines of the terminal; the same object until something else is drawn."""
    screen = app.screen
    lines = _on_show.get(screen)
    if lines is None or screen._dirty_widgets or screen._layout_required or screen._repaint_required:
        lines = _on_show[screen] = screen._compositor.render_strips()
    return lines


def frame(app: App[Any]) -> str:
    return plain(strips(app))


def plain(lines: Sequence[Strip]) -> str:
    return "\n".join(line.text.rstrip() for line in lines)


def visible(widget: Widget) -> bool:
    return widget in widget.screen._compositor.visible_widgets


def texts(app: App[Any]) -> Iterator[str]:
    """Yield the visible text of each widget without visible children."""
    lines = strips(app)
    for widget in app.screen._compositor.visible_widgets:
        if not widget.displayed_children:
            yield seen(widget, lines)


def seen(widget: Widget, lines: Sequence[Strip]) -> str:
    region, clip = widget.screen._compositor.visible_widgets[widget]
    x, y, columns, rows = region.intersection(clip)
    return "\n".join(_cut(line, x, x + columns) for line in lines[y : y + rows])


_ONE_CELL_EACH = re.compile(r"[ -~·–—…←-↓−─-◯⠀-⣿♠-♦⅓⅔А-яё]*")
"""Characters of one cell; lines of these are cut as text, which is faster."""


def _cut(line: Strip, first: int, end: int) -> str:
    text = line.text
    return text[first:end] if _ONE_CELL_EACH.fullmatch(text) else line.crop(first, end).text


class Terminal:
    """A terminal with the program in it."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot
        self.app = pilot.app

    @property
    def frame(self) -> str:
        return frame(self.app)

    @property
    def flowing(self) -> str:
        """The text of the screen widget by widget without line breaks, to find wrapped sentences."""
        return " ¦ ".join(" ".join(text.split()) for text in texts(self.app))

    @property
    def open_session(self) -> OpenSession:
        found = next(
            screen
            for screen in reversed(self.app.screen_stack)
            if isinstance(screen, TableScreen | SettlementScreen)
        )
        return found.open_session

    def line(self, beginning: str) -> str:
        """Return the only visible line that begins like this."""
        lines = [line.strip() for text in texts(self.app) for line in text.splitlines()]
        [found] = [line for line in lines if line.startswith(beginning)]
        return found

    def row(self, name: str) -> list[str]:
        """Return the figures in a player's line of the sheet, column by column."""
        line = next(line for line in self.frame.splitlines()[2:] if line.split()[:1] == [name])
        return line.split()[1:]

    def send(self, *keys: str) -> None:
        """Press keys without waiting for the program; a key is a character or has a name."""
        for key in keys:
            named = len(key) > 1
            self.app.post_message(Key(key, None) if named else Key(_character_to_key(key), key))

    def click(self, x: int, y: int, times: int = 1) -> None:
        """Click without waiting for the program."""
        for _time in range(times):
            for kind in (MouseDown, MouseUp):
                self.app.post_message(
                    kind(None, x, y, 0, 0, 1, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)
                )

    async def click_on(
        self, text: str, kind: type[Widget], times: int = 1, shows: str | Sequence[str] = ()
    ) -> None:
        """Click where a text is in a part of the screen, and wait for `shows`."""
        region = self.app.screen.query_one(kind).region
        found = [
            (match.start() + len(text) // 2, y)
            for y, line in enumerate(self.frame.splitlines())
            for match in re.finditer(re.escape(text), line)
            if region.contains(match.start(), y)
        ]
        assert found, f"{text} is not seen:\n{self.frame}"
        self.click(*found[0], times)
        await quiet(self.pilot)
        await self._shows_after(f"a click on {text}", shows)

    def _lacks(self, texts: list[str]) -> bool:
        shown = (
            self.frame
        )  # Most texts are in one line of the screen, which is found sooner than each widget.
        texts[:] = [text for text in texts if text not in shown]
        if not texts:
            return False
        flowing = self.flowing
        texts[:] = [text for text in texts if text not in flowing]
        return bool(texts)

    async def press(self, *keys: str, shows: str | Sequence[str] = ()) -> None:
        """Press keys one by one, waiting for the program and the disk after each, then wait for `shows`."""
        for key in keys:
            await self.press_meanwhile(key)
            await disk_done(self.pilot)
        await self._shows_after(" ".join(keys), shows)

    async def burst(self, *keys: str, shows: str | Sequence[str] = ()) -> None:
        """Press keys without waiting between them, then wait for `shows`."""
        self.send(*keys)
        await quiet(self.pilot)
        await self._shows_after(" ".join(keys), shows)

    async def enter(self, text: str, *keys: str, shows: str | Sequence[str] = ()) -> None:
        """Type a text, Enter and further keys, then wait for `shows`."""
        await self.write(text)
        await self.press("enter", *keys, shows=shows)

    async def _shows_after(self, doing: str, texts: str | Sequence[str]) -> None:
        if texts:
            try:
                await self.shows(*((texts,) if isinstance(texts, str) else texts))
            except AssertionError as failed:
                failed.add_note(f"after {doing}")
                raise

    async def drop_all(self) -> None:
        """Press Escape until the table asks for the next hand."""
        while "Esc games" not in self.flowing:
            await self.press("escape")

    async def press_meanwhile(self, *keys: str) -> None:
        for key in keys:
            self.send(key)
            await quiet(self.pilot)

    async def resize(self, columns: int, rows: int) -> None:
        size = Dimensions(columns, rows)
        assert isinstance(self.app._driver, HeadlessDriver)
        self.app._driver._size = size
        self.app.post_message(Resize(size, size))
        await until(self.pilot, lambda: self.app.screen._compositor.size == size, "the new size")
        await quiet(self.pilot)

    async def sizes(self) -> AsyncIterator[Size]:
        """Resize to every size, one after the other, and stay in the last one."""
        for size in SIZES:
            await self.resize(*size)
            yield size

    async def write(self, text: str, shows: str | Sequence[str] = ()) -> None:
        """Type a text into the focused field, then wait for `shows`."""
        await self.burst(*text, shows=shows)

    async def shows(self, *texts: str) -> None:
        """Wait until the screen shows all of these."""
        missing = list(texts)
        try:
            await until(self.pilot, lambda: not self._lacks(missing), "what is shown")
        except AssertionError as failed:
            raise AssertionError(f"{failed}: {missing}; the screen shows:\n{self.frame}") from None

    async def until(self, condition: Callable[[], object], what: str) -> None:
        await until(self.pilot, condition, what)

    async def quiet(self) -> None:
        await quiet(self.pilot)

    async def work_done(self) -> None:
        await work_done_aside(self.pilot)

    async def becomes_writer(self) -> None:
        """Wait until the table writes and has looked for a draft."""
        await until(self.pilot, lambda: self.open_session.is_writer, "the table to be the writer")
        await quiet(self.pilot)


_parse = Stylesheet._parse_rules
_parsed: dict[Hashable, list[RuleSet]] = {}
_colours: list[tuple[dict[str, str], frozenset[tuple[str, str]]]] = []
"""The newest variables of a style sheet, as a key."""


def _parsed_once(sheet: Stylesheet, css: str, *where: Hashable, **how: Hashable) -> list[RuleSet]:
    if not _colours or _colours[0][0] is not sheet._variables:
        _colours[:] = [(sheet._variables, frozenset(sheet._variables.items()))]
    key = (css, where, frozenset(how.items()), _colours[0][1])
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, *where, **how)  # type: ignore[arg-type]
    return _parsed[key]


apply_anew = Stylesheet.apply
_styled: dict[Hashable, tuple[tuple[bool, ...], RulesMap]] = {}
"""Flags and rules of a node, by its style sheet and its path."""
_sheets: WeakKeyDictionary[Stylesheet, tuple[list[RuleSet], int]] = WeakKeyDictionary()
_worn: WeakKeyDictionary[DOMNode, tuple[Hashable, int]] = WeakKeyDictionary()
"""The key of the rules that a node has, and the state of its styles since then."""
_numbers: dict[tuple[int, ...], int] = {}
_OF_RULES = ("_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even")


def _place(node: DOMNode) -> Hashable:
    """Return everything that a selector may ask about a node, except what depends on its neighbours."""
    own = (type(node), node._id, frozenset(node._classes))
    if isinstance(node, Widget):
        return (*own, node.mouse_hover, node.has_focus, node.disabled, node.allow_focus())
    if isinstance(node, App):
        return (*own, node.app_focus, node.theme, node.no_color, node.native_ansi_color, node.is_inline)
    return own


def _apply_once(sheet: Stylesheet, node: DOMNode, *, animate: bool = False, cache: object = None) -> None:
    """Apply the rules that were found for an equal node in an equal place, perhaps in an earlier program.

    Textual puts no rules into `cache` that depend on the neighbours of a node. Matching selectors again was a
    fifth of the time of all tests of screens.
    """
    if _sheets.get(sheet, ((), 0))[0] is not sheet.rules:
        _sheets[sheet] = sheet.rules, _numbers.setdefault(tuple(map(id, sheet.rules)), len(_numbers))
    key = (_sheets[sheet][1], *map(_place, node.css_path_nodes))
    if (known := _styled.get(key)) is None:
        found: dict[tuple[Any, ...], RulesMap] = {}
        apply_anew(sheet, node, cache=found)  # no program of a test animates
        for rules in found.values():
            _styled[key] = tuple(getattr(node, name) for name in _OF_RULES), rules
        return
    base = node.styles.base
    worn = key, base._updates
    if _worn.get(node) == worn:
        if not animate:
            node.notify_style_update()
        parts = node._get_component_classes()
        if all((*key, (DOMNode, None, frozenset({part}))) in _styled for part in parts):
            return
    else:
        for name, value in zip(_OF_RULES, known[0], strict=True):
            setattr(node, name, value)
        sheet.replace_rules(node, known[1])
        _worn[node] = key, base._updates
    sheet._process_component_classes(node)


_on_show: WeakKeyDictionary[Screen[Any], list[Strip]] = WeakKeyDictionary()


def _undrawn(compositor: Compositor, screen_stack: list[Screen[Any]]) -> None:
    compositor._dirty_regions.clear()
    _on_show.clear()


@contextmanager
def brisk() -> Iterator[None]:
    """Speed up hundreds of programs in one process.

    Every program parses the same style sheets of Textual, draws cells that no test reads, and hashes hundreds
    of CSS rules.
    """
    with (
        patch.object(RuleSet, "__hash__", object.__hash__),
        patch.object(Stylesheet, "_parse_rules", _parsed_once),
        patch.object(Stylesheet, "apply", _apply_once),
        patch.object(Compositor, "render_update", _undrawn),
    ):
        yield


@asynccontextmanager
async def running(path: Path | None = None, size: Size = NORMAL) -> AsyncIterator[Terminal]:
    """Run the program on the start screen, or at the table of `path`."""
    with brisk():
        app = PrefcountApp(path)
        app.animation_level = "none"  # what scrolls is where it goes at once
        async with app.run_test(size=size) as pilot:
            await quiet(pilot)
            yield Terminal(pilot)
