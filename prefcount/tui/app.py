"""The terminal application: its start, its screens, and an end that nothing can block."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from threading import Event as Happened
from threading import Thread
from typing import Any

from rich.console import RenderableType
from rich.text import Text
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.color import Color
from textual.command import CommandPalette, Hit, Hits
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import Callback, Event, InputEvent, Key, Paste, Resize
from textual.geometry import Size
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.system_commands import SystemCommandsProvider
from textual.theme import Theme, ThemeProvider
from textual.widget import Widget
from textual.widgets import OptionList

from prefcount.base import system
from prefcount.base.i18n import _, capitalize_first, language
from prefcount.crash_report import write_report
from prefcount.entries.names_and_figures import fold
from prefcount.languages import LANGUAGES
from prefcount.render.text_cells import pad, wrap
from prefcount.store.reader import LoadedSession
from prefcount.store.settings import load_settings, save_settings
from prefcount.tui.kit.keys import APP, bindings, key_of
from prefcount.tui.kit.screens import ProgramScreen, has_page, is_of_left_screen, uncover
from prefcount.tui.kit.widgets import EDITING, Field, ShownCells, change_language
from prefcount.tui.table.table_screen import LeftTable, TableScreen

# --- colours that can be read in every theme, also in a terminal with only 16 colours ------------

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
ANSI_DARK = "ansi-dark"
"""The theme for terminals with 16 colours."""

MIN_CONTRAST = 4.5
"""Minimum contrast of text (WCAG 2.2, 1.4.3)."""
GROUNDS = ("background", "surface", "panel")
TEXTS: Mapping[str, tuple[str, ...]] = {
    **{f"text-{kind}": (*GROUNDS, f"{kind}-muted") for kind in ("primary", "warning", "error", "success")},
    **dict.fromkeys(("text-accent", "text-secondary", "foreground", "foreground-muted"), GROUNDS),
    "block-cursor-foreground": ("block-cursor-background",),
}
"""The colours of texts, and the colours on which each of them is shown."""
_NO_BARS = {f"{kind}-muted": "ansi_default" for kind in ("primary", "warning", "error", "success")}
_ANSI = {
    True: _NO_BARS
    | {f"text-{kind}": "ansi_bright_cyan" for kind in ("primary", "secondary")}
    | {f"text-{kind}": "ansi_bright_green" for kind in ("success", "accent")}
    | {"text-warning": "ansi_bright_yellow", "text-error": "ansi_bright_red", "primary": "ansi_cyan"},
    False: _NO_BARS
    | {f"text-{kind}": "ansi_magenta" for kind in ("warning", "accent")}
    | {f"text-{kind}": "ansi_default" for kind in ("success", "secondary")}
    | {"input-selection-foreground": "ansi_black"},
}
"""Colours of the ANSI themes that differ from Textual's, by whether the theme is dark."""


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of two colours, from 1 (equal) to 21 (black and white)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def readable(variables: dict[str, str], *, dark: bool, ansi: bool) -> dict[str, str]:
    """Return the CSS variables of a theme, with hard-to-read text colours made lighter or darker.

    Args:
        variables: the values of the CSS variables by name.
        dark: whether the theme is dark.
        ansi: whether the theme has only 16 colours. Its text colours are then replaced by fixed ones.
    """
    if ansi:
        return variables | _ANSI[dark]
    changed = dict(variables)
    for text, grounds in TEXTS.items():
        below = [color_on(variables, ground) for ground in grounds]
        color = color_on(variables, text, below[-1])
        end = max(
            (Color(0, 0, 0), Color(255, 255, 255)), key=lambda end: min(contrast(end, each) for each in below)
        )
        steps = (color.blend(end, step / 20, 1) for step in range(21))
        changed[text] = next(
            (each for each in steps if all(contrast(each, ground) >= MIN_CONTRAST for ground in below)), end
        ).hex
    return changed


def color_on(variables: Mapping[str, str], name: str, ground: Color | None = None) -> Color:
    """Return a theme colour as it looks on a background. A transparent colour is mixed with the background.

    Args:
        variables: the CSS variables of the theme.
        name: the variable with the colour, such as "text-muted".
        ground: the background, or None for the usual background of the theme.
    """
    below, value = ground or Color.parse(variables["background"]), variables[name]
    if value.startswith("auto"):  # black or white, such as "auto 87%"
        return below.blend(below.get_contrast_text(1), int(value[5:-1]) / 100, 1)
    color = Color.parse(value)
    return below.blend(color, color.a, 1)


# --- the application -----------------------------------------------------------------------------

MIN_SIZE = Size(60, 18)
"""Columns and lines of the smallest window in which screens are shown."""

END_SECONDS = 0.6
"""Seconds that a normal end may take. The sum with `CLOSE_SECONDS` must be less than one second."""
CLOSE_SECONDS = 0.3
"""Seconds that remain, when the program is ended by force, to save entries that are in no file."""


# --- the palettes of commands and of themes, translated where textual has only English words -----


def _no_matches(app: App[Any], again: str) -> Hit:
    return Hit(1, _("No matches found"), partial(app.run_action, again))


class CommandProvider(SystemCommandsProvider):
    """The commands of the current screen in the command palette, found by their names and explanations."""

    async def search(self, query: str) -> Hits:
        matcher, hits = self.matcher(query), list[Hit]()
        for name, explanation, run, _is_listed in self.app.get_system_commands(self.screen):
            if score := matcher.match(name) or (0.01 if fold(query) in fold(explanation) else 0):
                hits.append(Hit(score, matcher.highlight(name), run, help=explanation))
        for hit in hits or [_no_matches(self.app, "command_palette")]:
            yield hit


class Themes(ThemeProvider):
    """The colour themes in the command palette."""

    async def search(self, query: str) -> Hits:
        hits = [hit async for hit in super().search(query)]
        for hit in hits or [_no_matches(self.app, "change_theme")]:
            yield hit


class Palette(CommandPalette, ProgramScreen[None]):
    """A command palette in which a double click or a double Enter runs only one command."""


def _is_quit_key(event: Event) -> bool:
    return isinstance(event, Key) and event.key == APP[0].keys


HELD = frozenset({"backspace", "delete", "down", "left", "pagedown", "pageup", "right", "up"})
"""Keys that people often hold down to repeat them."""


def _series_of(event: Key | Paste, focused: Widget | None) -> str:
    # Keys of one series are handled one after the other without waiting for the screen.
    if isinstance(event, Key) and isinstance(focused, Field) and (event.is_printable or event.key in EDITING):
        return "text"
    return event.key if isinstance(event, Key) and event.key in HELD else ""


class _Handled(asyncio.Future[None]):
    # Textual caches the signatures of callbacks only for methods written in Python, such as this class has.

    def resolve(self) -> None:
        self.set_result(None)


async def _until_handled(*nodes: MessagePump) -> None:
    for node in nodes:
        handled = _Handled()
        if node.post_message(Callback(callback=handled.resolve)):
            ended = () if node._task is None else (node._task,)
            await asyncio.wait((handled, *ended), return_when=asyncio.FIRST_COMPLETED)


class PrefcountApp(App[None]):
    """The application. It begins with the list of games, or with the table of one game."""

    TITLE = "prefcount"
    CSS = "* { scrollbar-size-vertical: 1; }"
    BINDINGS = bindings(APP)
    COMMANDS = {CommandProvider}  # noqa: RUF012 - as in App

    def __init__(
        self,
        path: Path | None = None,
        loaded: LoadedSession | None = None,
        close_games: Callable[[], int] = lambda: 0,
    ) -> None:
        """Create the application.

        Args:
            path: the session file whose table is shown first. If None, the list of games is shown first.
            loaded: the session in this file, if it was read already.
            close_games: called before the process is killed. Saves unsaved entries and returns an exit code.
        """
        super().__init__()
        self._close_games, self._has_run = close_games, Happened()
        self._streams = sys.stdout, sys.stderr
        self._path, self._loaded = path, loaded
        self._said_not_utf8 = False
        self._shown = ShownCells()
        self._window = MIN_SIZE
        self._typed: asyncio.Queue[Key | Paste] = asyncio.Queue()

    def get_driver_class(self) -> type[Driver]:
        """Replace Textual's driver for Linux, which crashes on input that is not UTF-8."""
        driver = super().get_driver_class()
        if driver.__module__ != "textual.drivers.linux_driver":
            return driver
        from prefcount.tui.kit.keyboard import KeyboardDriver

        return KeyboardDriver

    def on_not_utf8(self) -> None:
        if not self._said_not_utf8:
            self._said_not_utf8 = True
            self._warn(
                _("The terminal sent text that is not UTF-8, and it is left out. Set the terminal to UTF-8.")
            )

    def on_paste_too_long(self) -> None:
        self._warn(_("The pasted text is too long and was left out. Paste it in parts."))

    def on_paste_unended(self) -> None:
        self._warn(_("The pasted text arrived incomplete and was left out. Paste it again."))

    def _warn(self, sentence: str) -> None:
        self.notify(sentence, severity="warning", markup=False)

    def action_help_quit(self) -> None:
        sentence = _("No text is selected to copy. {key} quits the program.").format(key=key_of(APP, "quit"))
        self.notify(sentence, markup=False)

    key_ctrl_c = action_help_quit  # also over a screen that passes on no keys

    def on_load(self) -> None:
        if not self.is_headless:
            for number in system.CURRENT.ending_signals():
                signal.signal(number, self._end_by_signal)

    def on_mount(self) -> None:
        self.app_resume_signal.subscribe(self, lambda _app: self._shown.forget())
        self.register_theme(HIGH_CONTRAST)
        theme = load_settings().theme
        if not self.is_headless:
            self.theme = self.terminal_theme
        if theme in self.available_themes:
            self.theme = theme
        self.theme_changed_signal.subscribe(self, lambda theme: save_settings(theme=theme.name))
        if self._path is None:
            self._show_games()
        else:
            loaded, self._loaded = self._loaded, None
            self.push_screen(TableScreen(self._path, loaded), self._show_games)
        self._typing = asyncio.create_task(self._pass_on_keys())

    def on_unmount(self) -> None:
        self._typing.cancel()

    # --- keys ------------------------------------------------------------------------------------

    async def _pass_on_keys(self) -> None:
        # After each key, wait until the screen has reacted and workers of the group "holds keys" are done.
        # Without this, a key typed right after a key that opens a screen would go to the previous screen.
        # Letters typed into one field do not wait for each other, so that they are drawn together.
        pressed_in: DOMNode = self.screen
        series = ""
        while True:
            event = await self._typed.get()
            before, series = series, _series_of(event, self.focused)
            if not series or (series, self.focused) != (before, pressed_in):
                await _until_handled(self, *pressed_in.ancestors_with_self)
                await self._until_ready()
            pressed_in = self.focused or self.screen
            self.call_later(super().on_event, event)

    async def _until_ready(self) -> None:
        screen = None
        while screen is not self.screen:
            screen = self.screen
            for worker in list(self.workers):
                if (worker.node, worker.group) == (screen, "holds keys") and worker._task is not None:
                    await asyncio.wait({worker._task})
            await _until_handled(screen, self, *(self.focused or screen).ancestors_with_self)

    @property
    def terminal_theme(self) -> str:
        """The name of the usual theme, or of a special theme if the terminal has only 16 colours."""
        return ANSI_DARK if self.console.color_system == "standard" else self.theme

    def get_css_variables(self) -> dict[str, str]:
        theme, variables = self.current_theme, super().get_css_variables()
        self.theme_variables = readable(variables, dark=theme.dark, ansi=theme.ansi)
        return self.theme_variables

    # --- a window that is too small --------------------------------------------------------------

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Resize):
            self._window = event.size
            if self._is_too_small:
                event = Resize.from_dimensions(self._smallest(event.size), event.pixel_size)
        elif self._is_too_small and isinstance(event, InputEvent):
            if _is_quit_key(event):
                await self.action_quit()
            return
        elif isinstance(event, Key | Paste) and not event.is_forwarded and not _is_quit_key(event):
            self._typed.put_nowait(event)
            return
        await super().on_event(event)

    def on_resize(self) -> None:
        # The terminal may have changed what it shows.
        self._shown.forget()
        self.refresh()

    @property
    def _is_too_small(self) -> bool:
        return self._window != self._smallest(self._window)

    @staticmethod
    def _smallest(window: Size) -> Size:
        return Size(max(window.width, MIN_SIZE.width), max(window.height, MIN_SIZE.height))

    def _cover(self) -> str:
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
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(placeholder=_("Search commands…")))

    def search_themes(self) -> None:
        self.push_screen(Palette([Themes], placeholder=_("Search themes…")))

    def get_key_display(self, binding: Binding) -> str:
        shown = super().get_key_display(binding).replace("^", "Ctrl+")
        return shown if len(shown) == 1 else shown.title()

    def get_default_screen(self) -> Screen[None]:
        return ProgramScreen(id="_default")

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield SystemCommand(
            _("Colour theme"), _("Colour themes, including high contrast"), self.action_change_theme
        )
        for code, other in LANGUAGES.items():
            if code != language():
                yield SystemCommand(
                    _("Language: {name}").format(name=other.name), "", partial(change_language, self, code)
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
            name = f"{capitalize_first(_(binding.description))} ({keys})"
            yield SystemCommand(name, _(binding.tooltip) if binding.tooltip else "", run)

    def run(self, *args: Any, **named: Any) -> None:
        try:
            super().run(*args, **named)
        finally:
            self._has_run.set()

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """End the program. If a thread, a disk or the terminal keeps it alive, kill the process."""
        if not self.is_headless:
            self._end_by_force_unless(self._has_run, return_code)
        super().exit(result, return_code, message)

    async def action_quit(self) -> None:
        """Quit the program once everything that was entered at the table is on the disk."""
        for table in [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]:
            if not await table.check_may_leave() and uncover(table):
                return
        self.exit()

    def _end_by_signal(self, number: int, _frame: object) -> None:
        code = 128 + number
        self._end_by_force_unless(Happened(), code)  # the event loop may be stuck
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.exit, None, code)

    def quit_if_stuck(self) -> None:
        turns = Happened()
        if self._loop is not None:
            self._loop.call_soon_threadsafe(turns.set)
        self._end_by_force_unless(turns, 0)

    def end_without_terminal(self) -> None:
        self._end_by_signal(system.CURRENT.hangup_signal(), None)

    def _end_by_force_unless(self, happened: Happened, code: int) -> None:
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
            sys.stdout, sys.stderr = self._streams  # Textual replaces them while it runs
            kept = self._close_games()
            for stream in self._streams:
                stream.flush()
            os._exit(code or kept)

        Thread(target=end, daemon=True).start()

    # --- guards of Textual -----------------------------------------------------------------------

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if self._running and not self._batch_count and not self.is_headless:
            if self._is_too_small and self._driver is not None:
                self._driver.write(self._cover())
                return
            renderable = self._shown.changes(renderable)
        super()._display(screen, renderable)

    async def _dispatch_action(self, namespace: DOMNode, action_name: str, params: Any) -> bool:
        listed = namespace.query_one(OptionList) if isinstance(namespace, Palette) else namespace
        pages = action_name in ("page_up", "page_down", "command_list")
        if pages and isinstance(listed, OptionList) and not has_page(listed):
            return True
        return await super()._dispatch_action(namespace, action_name, params)

    def _handle_exception(self, error: Exception) -> None:
        is_ending = isinstance(error, NoMatches) and (self._exit or not self.is_running)
        if not is_ending and not is_of_left_screen(error):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        # Textual's own traceback would show names and amounts of the game.
        failed = self._exception
        self._exit_renderables.append(Text(write_report(failed) if failed is not None else ""))
        self._close_messages_no_wait()
