"""The terminal program."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text
from textual import on
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding
from textual.command import CommandPalette, Hit, Hits, Provider
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.events import Click, Resize
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.system_commands import SystemCommandsProvider
from textual.theme import Theme, ThemeProvider
from textual.widgets import Input, OptionList

from prefcount.base import system
from prefcount.base.i18n import LANGUAGES, N_, _, language, text
from prefcount.crash_report import write_report
from prefcount.store.loaded_file import Loaded
from prefcount.store.settings import load_settings, remember
from prefcount.tui.kit.command import bindings, key_of
from prefcount.tui.kit.key_table import APP
from prefcount.tui.kit.shown_cells import ShownCells
from prefcount.tui.kit.widgets import TranslatedText, change_language
from prefcount.tui.table.shown_table import LeftTable
from prefcount.tui.table.table_screen import TableScreen

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


LEAST = Size(40, 12)
"""Columns and lines below which a screen would take keys for what cannot be seen."""


def is_too_small(window: Size) -> bool:
    """Whether a window shows no screen of the program."""
    return window.width < LEAST.width or window.height < LEAST.height


class TooSmallScreen(ModalScreen[None]):
    """Covers every other screen until the window is large enough."""

    CSS = """
    TooSmallScreen { align: center middle; background: $background; overflow: hidden; }
    TooSmallScreen Static { width: auto; max-width: 100%; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        """The sentence."""
        sentence = N_("The window is too small. Enlarge it to at least {columns} columns and {lines} lines.")
        yield TranslatedText(text(sentence, columns=LEAST.width, lines=LEAST.height))

    def on_screen_resume(self) -> None:
        """A screen that came over this one may be left in a larger window."""
        if not is_too_small(self.app.size):
            self.dismiss()


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


class Palette(CommandPalette):
    """A palette that closes once and runs one command, however fast the clicks and Enters come."""

    @on(Click)
    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _left_already(self, message: Message) -> None:
        """Ignore messages to a closed palette, which would close the screen below it, too."""
        if not self.is_active:
            message.stop()
            message.prevent_default()


class PrefcountApp(App[None]):
    """The application: begins with the list of games, or at the table of one session."""

    TITLE = "prefcount"
    CSS = "* { scrollbar-size-vertical: 1; }"
    BINDINGS = bindings(APP)
    COMMANDS = {CommandProvider}  # noqa: RUF012 - as in App

    def __init__(self, path: Path | None = None, loaded: Loaded | None = None) -> None:
        """The program at the table of the session in `path`, which may have been read already."""
        super().__init__()
        self._path = path
        self._loaded = loaded
        self._said_not_utf8 = False
        self._shown = ShownCells()

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

    def on_mount(self) -> None:
        """Show the named game, and the list of games once it is left; without a name the list."""
        self._hear_signals()
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
        self._fit(self.size)

    def on_resize(self, event: Resize) -> None:
        """In a window that is too small no key does anything unseen; a terminal may have moved its cells."""
        self._shown.forget()
        self._fit(event.size)

    def _fit(self, window: Size) -> None:
        covered = isinstance(self.screen, TooSmallScreen)
        if is_too_small(window) and not covered:
            self.push_screen(TooSmallScreen())
        elif covered and not is_too_small(window):
            self.pop_screen()

    def _show_games(self, left: LeftTable | None = None) -> None:
        from prefcount.tui.games.start_screen import StartScreen

        self.push_screen(StartScreen(left))

    def action_command_palette(self) -> None:
        """Offer every command that works here."""
        if not isinstance(self.screen, Palette | TooSmallScreen):
            self.push_screen(Palette(placeholder=_("Search commands…"), id="--command-palette"))

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

    async def action_quit(self) -> None:
        """End the program, once everything that was entered at the table is on disk."""
        for table in [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]:
            if not await table.may_leave():
                while self.screen is not table:
                    self.pop_screen()
                return
        self.exit()

    def _hear_signals(self) -> None:
        """End as by the key, with the terminal as it was, when the system or a closed window asks for it."""
        if self.is_headless:
            return
        loop = asyncio.get_running_loop()
        for number in system.HERE.ending_signals():
            with suppress(NotImplementedError, RuntimeError):  # Windows has no such handlers
                loop.add_signal_handler(number, self.exit, None, 128 + number)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Send the terminal only the cells that differ from what it shows."""
        if self._running and not self._batch_count and not self.is_headless:
            renderable = self._shown.changes(renderable)
        super()._display(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        """Fail for every error but one: what a program that ends does not mount any more cannot be found."""
        if not (isinstance(error, NoMatches) and (self._exit or not self.is_running)):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Say where the program failed, in place of a traceback that shows names and sums."""
        failed = self._exception
        self._exit_renderables.append(Text(write_report(failed) if failed is not None else ""))
        self._close_messages_no_wait()
