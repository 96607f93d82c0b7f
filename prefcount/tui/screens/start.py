"""The start screen: the saved games, the last one first."""

import asyncio
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from prefcount.folder import sessions_folder
from prefcount.i18n import C_, LANGUAGES, N_, _, language, ngettext, text
from prefcount.problems import Refused, quote
from prefcount.reasons import reason
from prefcount.render.shelf import Game
from prefcount.session.not_written import NotWritten, not_written
from prefcount.session.reader import Unreadable, load
from prefcount.session.rematch import rematch
from prefcount.session.store import create, typed_path
from prefcount.tui.desk import Desk
from prefcount.tui.screens.table import TableScreen
from prefcount.tui.shelf import Shelf
from prefcount.tui.there import is_there, while_there
from prefcount.tui.widgets.games import GameList
from prefcount.tui.widgets.hints import Hints
from prefcount.tui.widgets.said import Blank

if TYPE_CHECKING:
    from prefcount.tui.app import PrefcountApp

KEYS = (
    ("↑ ↓ Enter", N_("mark a game, and continue it")),
    ("F2 n", N_("a new game")),
    ("F3 c", N_("continue the game that was played last")),
    ("F4 r", N_("rematch: the players, rules and stake of the marked game; the next player deals")),
    ("F6 o", N_("open a file by its path, such as one that somebody sent")),
    ("F7 / f", N_("search by name, date or convention; Escape leaves the search")),
    ("F8 s", N_("statistics: what came out of all games, player by player")),
    ("F9 p", N_("hold a paper sheet against the marked game")),
    ("Ctrl+P", N_("all commands with their keys, and the colours")),
    ("l", N_("the other language; everywhere else in the list of all commands")),
    ("F10 q", N_("quit")),
    ("", N_("On a Russian keyboard the letters are the same keys: т с к щ а ы з д й.")),
)


class StartScreen(Screen[None]):
    """Continue a game, play it once more, begin another, look for one, or open a file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "keys", N_("Help")),
        Binding("f2,n,N,т,Т", "new", N_("New game")),
        Binding("f3,c,C,с,С", "last", N_("Continue the last game")),
        Binding("f4,r,R,к,К", "rematch", N_("Rematch: the same players, rules and stake")),
        Binding("f6,o,O,щ,Щ", "open", N_("Open a file")),
        Binding("f7,slash,full_stop,f,F,а,А", "search", N_("Search by name, date or convention")),
        Binding("f8,s,S,ы,Ы", "stats", N_("Statistics of all games")),
        Binding("f9,p,P,з,З", "paper", N_("Compare with paper")),
        Binding("l,L,д,Д", "speak", show=False),
        Binding("f10,q,Q,й,Й", "app.quit", N_("Quit")),
        Binding("escape", "close", show=False),
        Binding("down", "move(1)", show=False),
        Binding("up", "move(-1)", show=False),
    ]
    CSS = """
    StartScreen #title { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    StartScreen #said { height: auto; padding: 0 1; color: $text-warning; display: none; }
    StartScreen #said.-shown { display: block; }
    StartScreen Input { display: none; }
    StartScreen Input.-shown { display: block; }
    StartScreen #keys { dock: bottom; height: auto; background: $panel; }
    StartScreen Hints { dock: none; }
    StartScreen #games { height: auto; }
    StartScreen #games.-none { display: none; }
    """

    def __init__(self, opened: Path | None = None) -> None:
        """The list of games, with the mark on the one that was `opened` last."""
        super().__init__()
        self._shelf = Shelf()
        self._opened = opened
        self._beginning = False

    def compose(self) -> ComposeResult:
        """A title, what there is to say, fields that are shown when asked for, the games, the keys."""
        yield Static(id="title", markup=False)
        yield Static(id="said", markup=False)
        yield Blank(text(N_("path of a session file; Enter opens it, Escape leaves")), id="path")
        yield Blank(text(N_("name, date or convention; Enter continues, Escape leaves")), id="search")
        yield GameList()
        with Vertical(id="keys"):
            with Vertical(id="games"):
                yield Hints(
                    ("Enter", N_("continue")),
                    ("F3 c", C_("game", "last")),
                    ("F4 r", N_("rematch")),
                    ("F7 /", N_("search")),
                    ("F9 p", N_("paper")),
                )
            yield Hints(
                ("F2 n", N_("new game")),
                ("F6 o", N_("open")),
                ("F1", N_("help")),
                ("F10 q", N_("quit")),
                ("F8 s", N_("statistics")),
                ("l", LANGUAGES[self._other]),
            )

    @property
    def _other(self) -> str:
        """The language that there is besides the one in use."""
        return next(code for code in LANGUAGES if code != language())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works: not before there is a screen."""
        return self.is_mounted

    def on_screen_resume(self) -> None:
        """A game may have grown meanwhile, or be new."""
        try:
            self._shelf.look(sessions_folder())
        except OSError as error:
            self._say(_("The folder of the games cannot be read: {reason}").format(reason=reason(error)))
        else:
            self._stand()
        self._show(self._opened)
        self._opened = None
        if not self._field:
            self.query_one(GameList).focus()
        if self._shelf.unread:
            self._read_on()

    def retell(self) -> None:
        """Say everything in the language in use."""
        keys = self.query(Hints).last()
        keys.hints = (*keys.hints[:-1], ("l", LANGUAGES[self._other]))
        self._stand()
        self._show()

    def _stand(self) -> None:
        """Say how one begins, where there is nothing yet."""
        self._say("" if self._shelf.files else _("No games yet. Press n or F2 to begin one."))

    @work(exclusive=True, group="shelf")
    async def _read_on(self) -> None:
        async for _more in self._shelf.read_on():
            if not is_there(self):
                return
            self._show()

    def _show(self, mark: Path | None = None) -> None:
        """List the games that fit the search."""
        search = self.query_one("#search", Input).value
        known = self._shelf.games
        fitting = [game for game in known if game.fits(search)]
        self.query_one(GameList).show(fitting, mark)
        self.query_one("#games").set_class(not known, "-none")
        self.query_one("#title", Static).update(Content(self._heading(len(fitting))))

    def _heading(self, fitting: int) -> str:
        files = self._shelf.files
        if self._shelf.unread:
            left = len(self._shelf.unread)
            count = ngettext("reading {n} more", "reading {n} more", left).format(n=left)
        elif self.query_one("#search", Input).value:
            count = _("{n} of {all} games").format(n=fitting, all=files)
        else:
            count = ngettext("{n} game", "{n} games", files).format(n=files) if files else ""
        title = _("prefcount — the score sheet of Preferans")
        return f"{title} · {count}" if count else title

    def _say(self, said: str) -> None:
        line = self.query_one("#said", Static)
        line.update(Content(said))
        line.set_class(bool(said), "-shown")

    # --- continuing ------------------------------------------------------------------------------

    def on_option_list_option_selected(self) -> None:
        """Continue the marked game."""
        self._continue(self.query_one(GameList).marked)

    def action_last(self) -> None:
        """Continue the game that was touched last."""
        self._continue(next((game for game in self._shelf.games if not game.why), None))

    def _continue(self, game: Game | None) -> None:
        if game is None:
            self._say(_("There is no game to continue."))
        elif self.app.screen is self:  # of two Enters in one breath the second is for the table
            self._open(game.path)

    def _open(self, path: Path) -> None:
        try:
            table = TableScreen(path)
        except Unreadable as error:
            self._say(f"{quote(path.name)}: {error}")
            return
        self._opened = path
        self._hide_fields()
        self.app.push_screen(table)

    def action_paper(self) -> None:
        """Hold a paper sheet against the marked game."""
        from prefcount.tui.screens.paper import PaperScreen

        game = self.query_one(GameList).marked
        if game is None:
            self._say(_("There is no game to compare with."))
            return
        try:
            desk = Desk(game.path)
        except Unreadable as error:
            self._say(f"{quote(game.path.name)}: {error}")
            return
        self._opened = game.path
        self.app.push_screen(PaperScreen(desk, own=True))

    def action_keys(self) -> None:
        """Show what the keys do."""
        from prefcount.tui.screens.keys import KeysScreen

        self.app.push_screen(KeysScreen(KEYS))

    def action_speak(self) -> None:
        """Say everything in the other language from now on."""
        cast("PrefcountApp", self.app).speak(self._other)

    def action_stats(self) -> None:
        """Show what came out of all games."""
        from prefcount.tui.screens.stats import StatsScreen

        self.app.push_screen(StatsScreen())

    def action_new(self) -> None:
        """Begin a game; the table opens when its file is on disk."""
        from prefcount.tui.screens.new_game import NewGameScreen

        self.app.push_screen(NewGameScreen(), self._begun)

    def _begun(self, path: Path | None) -> None:
        if path is not None:
            self._open(path)

    def action_rematch(self) -> None:
        """Begin a game with the players, rules and stake of the marked one; the next player deals."""
        game = self.query_one(GameList).marked
        if game is None:
            self._say(_("There is no game to play once more."))
        elif not self._beginning:
            self._beginning = True
            self._rematch(game.path)

    @work(exclusive=True, group="rematch")
    async def _rematch(self, path: Path) -> None:
        try:
            self._open(await while_there(self, asyncio.to_thread(_begin_again, path)))
        except Unreadable as error:
            self._say(f"{quote(path.name)}: {error}")
        except (Refused, NotWritten, OSError) as error:
            self._say(str(not_written(error) if isinstance(error, OSError) else error))
        finally:
            self._beginning = False

    # --- fields ----------------------------------------------------------------------------------

    @property
    def _field(self) -> Input | None:
        """The field that is shown, if any."""
        return next((field for field in self.query(Input) if field.has_class("-shown")), None)

    def action_open(self) -> None:
        """Ask for the path of a file."""
        self._ask("path")

    def action_search(self) -> None:
        """Ask what to look for."""
        self._ask("search")

    def _ask(self, name: str) -> None:
        self._hide_fields()
        field = self.query_one(f"#{name}", Input)
        field.add_class("-shown")
        field.focus()

    @on(Input.Changed, "#search")
    def _search_changed(self) -> None:
        self._show()

    @on(Input.Submitted, "#search")
    def _found(self) -> None:
        self._continue(self.query_one(GameList).marked)

    @on(Input.Submitted, "#path")
    def _path_typed(self, message: Input.Submitted) -> None:
        if self.app.screen is self:
            self._open(typed_path(message.value))

    def action_move(self, by: int) -> None:
        """Move the mark while something is typed."""
        games = self.query_one(GameList)
        games.action_cursor_down() if by > 0 else games.action_cursor_up()

    def action_close(self) -> None:
        """Leave the field that is shown."""
        self._hide_fields()
        self._say("")

    def _hide_fields(self) -> None:
        for field in self.query(Input):
            field.remove_class("-shown")
        search = self.query_one("#search", Input)
        if search.value:
            search.value = ""
        self.query_one(GameList).focus()


def _begin_again(path: Path) -> Path:
    """The file of a new game with the players, rules and stake of the one in `path`."""
    now = datetime.now().astimezone().replace(microsecond=0)
    return create(sessions_folder(), rematch(load(path).session, now), now).path
