"""The terminal program."""

import os
import signal
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from threading import Event as Happened
from threading import Thread
from typing import Any

from rich.console import RenderableType
from rich.text import Text
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.command import CommandPalette, Hit, Hits, Provider
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import Event, InputEvent, Key, Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.system_commands import SystemCommandsProvider
from textual.theme import Theme, ThemeProvider
from textual.widgets import OptionList

from prefcount.base import system
from prefcount.base.i18n import LANGUAGES, _, language
from prefcount.crash_report import write_report
from prefcount.render.text_cells import pad, wrap
from prefcount.store.reader import Loaded
from prefcount.store.settings import load_settings, remember
from prefcount.tui.kit.keys import APP, bindings, key_of
from prefcount.tui.kit.screens import ProgramScreen, has_page, is_of_left_screen, uncover
from prefcount.tui.kit.shown_cells import ShownCells
from prefcount.tui.kit.widgets import change_language
from prefcount.tui.table.table_screen import LeftTable, TableScreen

HIGH_CONTRAST = Theme(
    name="high-contrast",
    primary="#ffffff",
    secondary="#ffff00",
    accent="#ffff00",
    warning="#ffff00",
    error="#ff6060",
    success="#60ff60",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#202020",
    variables={"text": "#000000", "text-muted": "#e0e0e0", "foreground-muted": "#e0e0e0"},
)


MIN_SIZE = Size(60, 18)
"""Columns and lines of the smallest window that shows a screen; in a smaller one nobody sees what keys do."""

END_SECONDS = 0.6
"""Seconds that the usual way to end may take; together with the next figure less than one."""
CLOSE_SECONDS = 0.3
"""Seconds in which a program that is ended by force may still save what no file has, and say where."""


# --- the palettes of commands and of themes, translated where textual has only English words -----


class _WithEmptyResult(Provider):
    """A provider that shows a line if nothing was found; Enter on it searches anew."""

    again = "command_palette"
    """The action that shows the palette once more."""

    async def search(self, query: str) -> Hits:
        """What is found, or a line that says that nothing is."""
        has_hits = False
        async for hit in super().search(query):
            has_hits = True
            yield hit
        if not has_hits:
            yield Hit(1, _("No matches found"), partial(self.app.run_action, self.again))


class CommandProvider(_WithEmptyResult, SystemCommandsProvider):
    """Commands that work at the current place."""


class Themes(_WithEmptyResult, ThemeProvider):
    """Every theme by its name."""

    again = "change_theme"


class Palette(CommandPalette, ProgramScreen[None]):
    """A palette that closes once and runs one command, however fast the clicks and Enters come."""


class PrefcountApp(App[None]):
    """The application: begins with the list of games, or at the table of one session."""

    TITLE = "prefcount"
    CSS = "* { scrollbar-size-vertical: 1; }"
    BINDINGS = bindings(APP)
    COMMANDS = {CommandProvider}  # noqa: RUF012 - as in App

    def __init__(
        self,
        path: Path | None = None,
        loaded: Loaded | None = None,
        close_games: Callable[[], int] = lambda: 0,
    ) -> None:
        """Begin at the table of the session in `path`, which may have been read already.

        `close_games` saves what no file has and returns an exit code; an end by force calls it.
        """
        super().__init__()
        self._close_games, self._has_run = close_games, Happened()
        self._streams = sys.stdout, sys.stderr
        self._path = path
        self._loaded = loaded
        self._said_not_utf8 = False
        self._shown = ShownCells()
        self._window = MIN_SIZE

    def get_driver_class(self) -> type[Driver]:
        """The driver of the terminal; in place of the usual one of Linux and macOS one that no byte stops."""
        driver = super().get_driver_class()
        if driver.__module__ != "textual.drivers.linux_driver":
            return driver
        from prefcount.tui.kit.keyboard import KeyboardDriver

        return KeyboardDriver

    def on_not_utf8(self) -> None:
        """Say once that the terminal sends what cannot be read."""
        if not self._said_not_utf8:
            self._said_not_utf8 = True
            sentence = _("The terminal sent bytes that are not UTF-8; they are left out. Set it to UTF-8.")
            self.notify(sentence, severity="warning", markup=False)

    def on_paste_too_long(self) -> None:
        """Say that a pasted text was not taken."""
        sentence = _("The pasted text is too long and was left out. Paste it in parts.")
        self.notify(sentence, severity="warning", markup=False)

    def on_paste_unended(self) -> None:
        """Say that a text was not taken because the terminal never said where it ends."""
        sentence = _("The terminal sent no end of the pasted text; it was left out. Paste it again.")
        self.notify(sentence, severity="warning", markup=False)

    def action_help_quit(self) -> None:
        """The key that copies, where nothing is marked and nothing else is to be copied."""
        sentence = _("Nothing is marked to be copied. {key} quits.").format(key=key_of(APP, "quit"))
        self.notify(sentence, markup=False)

    key_ctrl_c = action_help_quit  # over a screen that lets no key through to the program

    def on_load(self) -> None:
        """End as by the key when the system or a closed window asks for it."""
        if not self.is_headless:
            for number in system.HERE.ending_signals():
                signal.signal(number, self._end_by_signal)

    def on_mount(self) -> None:
        """Show the named game, and the list of games once it is left; without a name the list."""
        self.app_resume_signal.subscribe(self, lambda _app: self._shown.forget())
        self.register_theme(HIGH_CONTRAST)
        theme = load_settings().theme
        if theme in self.available_themes:
            self.theme = theme
        self.theme_changed_signal.subscribe(self, lambda theme: remember(theme=theme.name))
        if self._path is None:
            self._show_games()
        else:
            loaded, self._loaded = self._loaded, None
            self.push_screen(TableScreen(self._path, loaded), self._show_games)

    # --- a window that is too small --------------------------------------------------------------

    async def on_event(self, event: Event) -> None:
        """Handle an event; screens hear neither of a window that is too small nor of a key in it."""
        if isinstance(event, Resize):
            self._window = event.size
            if self._is_too_small:
                event = Resize.from_dimensions(self._smallest(event.size), event.pixel_size)
        elif self._is_too_small and isinstance(event, InputEvent):
            if isinstance(event, Key) and event.key == APP[0].keys:
                await self.action_quit()
            return
        await super().on_event(event)

    def on_resize(self) -> None:
        """Draw everything: the terminal may have moved its cells."""
        self._shown.forget()
        self.refresh()

    @property
    def _is_too_small(self) -> bool:
        return self._window != self._smallest(self._window)

    @staticmethod
    def _smallest(window: Size) -> Size:
        return Size(max(window.width, MIN_SIZE.width), max(window.height, MIN_SIZE.height))

    def _cover(self) -> str:
        """Return what fills a window that is too small: one sentence in the middle."""
        sentence = _("The window is too small. Enlarge it to at least {columns} columns and {lines} lines.")
        columns, rows = self._window
        lines = wrap(sentence.format(columns=MIN_SIZE.width, lines=MIN_SIZE.height), columns)[:rows]
        above = (rows - len(lines)) // 2
        shown = [*[""] * above, *lines, *[""] * (rows - above - len(lines))]
        return "\x1b[m" + "".join(
            f"\x1b[{y};1H{pad(line.center(columns)[:columns], columns)}" for y, line in enumerate(shown, 1)
        )

    # --- screens ---------------------------------------------------------------------------------

    def _show_games(self, left: LeftTable | None = None) -> None:
        from prefcount.tui.games.start_screen import StartScreen

        self.push_screen(StartScreen(left))

    def action_command_palette(self) -> None:
        """Offer every command that works here."""
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(placeholder=_("Search commands…")))

    def search_themes(self) -> None:
        """Offer every theme."""
        self.push_screen(Palette([Themes], placeholder=_("Search themes…")))

    def get_key_display(self, binding: Binding) -> str:
        """A key as it is called everywhere here: F2, Ctrl+O, r."""
        shown = super().get_key_display(binding).replace("^", "Ctrl+")
        return shown if len(shown) == 1 else shown.title()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every command that works here, with its key, and the theme; not what moves in lists."""
        yield SystemCommand(_("Theme"), _("Colour themes, including high contrast"), self.action_change_theme)
        for code, name in LANGUAGES.items():
            if code != language():
                yield SystemCommand(
                    _("Language: {name}").format(name=name), "", partial(change_language, self, code)
                )
        seen: set[str] = set()
        for active in screen.active_bindings.values():
            binding = active.binding
            action = binding.action.removeprefix("app.")
            if not (binding.description and binding.show) or action in seen:
                continue
            seen.add(action)
            run = partial(self.run_action, binding.action, default_namespace=active.node)
            keys = self.get_key_display(binding)
            yield SystemCommand(f"{_(binding.description)} ({keys})", "", run)

    def run(self, *args: Any, **named: Any) -> None:
        """Run the program, and know when it has ended."""
        try:
            super().run(*args, **named)
        finally:
            self._has_run.set()

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """End the program, by force if a thread, a disk or the terminal keeps it from ending."""
        if not self.is_headless:
            self._end_by_force_unless(self._has_run, return_code)
        super().exit(result, return_code, message)

    async def action_quit(self) -> None:
        """End the program, once everything that was entered at the table is on disk."""
        for table in [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]:
            if not await table.check_may_leave() and uncover(table):
                return
        self.exit()

    def _end_by_signal(self, number: int, _frame: object) -> None:
        """End with the terminal as it was, and by force if the program is too busy to hear of it."""
        code = 128 + number
        self._end_by_force_unless(Happened(), code)  # at once: nobody may hear of the exit
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.exit, None, code)

    def quit_if_stuck(self) -> None:
        """End by force if the program is stuck; else the key waits for its turn behind others."""
        turns = Happened()
        if self._loop is not None:
            self._loop.call_soon_threadsafe(turns.set)
        self._end_by_force_unless(turns, 0)

    def end_without_terminal(self) -> None:
        """End as by the signal of a closed window."""
        self._end_by_signal(system.HERE.hangup_signal(), None)

    def _end_by_force_unless(self, happened: Happened, code: int) -> None:
        """End in a moment unless something happens; recorded entries and a half-entered hand are on disk."""

        def end() -> None:
            if not happened.wait(END_SECONDS):
                last = Thread(target=close, daemon=True)
                last.start()
                last.join(CLOSE_SECONDS)
                os._exit(code)

        def close() -> None:
            restore_terminal = getattr(self._driver, "restore_terminal", None)
            if restore_terminal is not None:
                restore_terminal()
            sys.stdout, sys.stderr = self._streams  # Textual has its own while it runs
            kept = self._close_games()
            for stream in self._streams:
                stream.flush()
            os._exit(code or kept)

        Thread(target=end, daemon=True).start()

    # --- guards of Textual -----------------------------------------------------------------------

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Send the terminal only the cells that differ from what it shows."""
        if self._running and not self._batch_count and not self.is_headless:
            if self._is_too_small and self._driver is not None:
                self._driver.write(self._cover())
                return
            renderable = self._shown.changes(renderable)
        super()._display(screen, renderable)

    async def _dispatch_action(self, namespace: DOMNode, action_name: str, params: Any) -> bool:
        """Run an action, but Page Up and Page Down only in a list that knows its lines."""
        listed = namespace.query_one(OptionList) if isinstance(namespace, Palette) else namespace
        pages = action_name in ("page_up", "page_down", "command_list")
        if pages and isinstance(listed, OptionList) and not has_page(listed):
            return True
        return await super()._dispatch_action(namespace, action_name, params)

    def _handle_exception(self, error: Exception) -> None:
        """Fail for every error, but not for a part that is gone because its screen was left."""
        is_ending = isinstance(error, NoMatches) and (self._exit or not self.is_running)
        if not is_ending and not is_of_left_screen(error):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Say where the program failed, in place of a traceback that shows names and sums."""
        failed = self._exception
        self._exit_renderables.append(Text(write_report(failed) if failed is not None else ""))
        self._close_messages_no_wait()
