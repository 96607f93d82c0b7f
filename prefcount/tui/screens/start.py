"""The start screen: the saved games, the last one first."""

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from prefcount.i18n import N_, _
from prefcount.render.text import summary
from prefcount.session.reader import Unreadable
from prefcount.session.store import Saved, saved, sessions_folder
from prefcount.tui.screens.new_game import NewGameScreen
from prefcount.tui.screens.table import TableScreen
from prefcount.tui.widgets.hints import Hints


class StartScreen(Screen[None]):
    """Continue a game, begin one, or open a file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "app.help", N_("Help")),
        Binding("f2,n,N,т,Т", "new", N_("New game")),
        Binding("f6,o,O,щ,Щ", "open", N_("Open a file")),
        Binding("f10,q,Q,й,Й", "app.quit", N_("Quit")),
        Binding("escape", "close", N_("Close"), show=False),
    ]
    CSS = """
    StartScreen #title { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    StartScreen #said { height: auto; padding: 0 1; color: $text-warning; }
    StartScreen OptionList { height: 1fr; border: none; }
    StartScreen Input { display: none; }
    StartScreen Input.-shown { display: block; }
    """

    def compose(self) -> ComposeResult:
        """A title, what there is to say, the games, and a field for a file's path when asked for."""
        yield Static(_("prefcount — the score sheet of Preferans"), id="title", markup=False)
        yield Static(id="said", markup=False)
        yield Input(placeholder=_("path of a session file; Enter opens it, Escape leaves"), id="path")
        yield OptionList(markup=False)
        yield Hints(
            ("Enter", _("continue")),
            ("F2 n", _("new game")),
            ("F6 o", _("open a file")),
            ("F1", _("help")),
            ("F10 q", _("quit")),
        )

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill()

    def on_screen_resume(self) -> None:
        """A game may have grown meanwhile."""
        self._fill()

    def _fill(self) -> None:
        games = self.query_one(OptionList)
        games.clear_options()
        found = list(saved(sessions_folder()))
        games.add_options(Option(_shown(each), id=str(each.path)) for each in found)
        self._say("" if found else _("No games yet. Press n or F2 to begin one."))
        if found:
            games.highlighted = 0
        games.focus()

    def _say(self, said: str) -> None:
        self.query_one("#said", Static).update(Content(said))

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Continue the chosen game."""
        if message.option_id is not None:
            self._open(Path(message.option_id))

    def _open(self, path: Path) -> None:
        try:
            table = TableScreen(path)
        except Unreadable as error:
            self._say(f"{path.name}: {error}")
            return
        self._hide_path()
        self.app.push_screen(table)

    def action_new(self) -> None:
        """Begin a game; the table opens when its file is on disk."""
        self.app.push_screen(NewGameScreen(), self._begun)

    def _begun(self, path: Path | None) -> None:
        if path is not None:
            self._open(path)

    def action_open(self) -> None:
        """Ask for the path of a file."""
        field = self.query_one("#path", Input)
        field.add_class("-shown")
        field.focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Open the named file."""
        self._open(Path(message.value.strip()).expanduser())

    def action_close(self) -> None:
        """Leave the field for the path."""
        self._hide_path()
        self._say("")

    def _hide_path(self) -> None:
        self.query_one("#path", Input).remove_class("-shown")
        self.query_one(OptionList).focus()


def _shown(each: Saved) -> Content:
    if each.loaded is None:
        return Content.styled(f"{each.path.name}: {each.why}", "$text-error")
    return Content(summary(each.loaded.session))
