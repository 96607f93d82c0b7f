"""The screen of the deleted games; one of them can be restored."""

from pathlib import Path

from textual import work
from textual.app import ComposeResult

from prefcount.base.data_folder import sessions_folder
from prefcount.base.i18n import N_, _, text
from prefcount.base.system import os_error_text
from prefcount.store.disk import WriteError
from prefcount.store.session_files import TRASH
from prefcount.store.session_folder import take_back
from prefcount.tui.games.saved_list import GameList, SavedGames
from prefcount.tui.kit.keys import TRASH as LISTED
from prefcount.tui.kit.keys import bindings, footer
from prefcount.tui.kit.screens import KeyedScreen, in_thread, is_showing
from prefcount.tui.kit.widgets import KeyFooter, MessageLine, TranslatedText


class TrashScreen(KeyedScreen[Path | None]):
    """Lists the deleted games; returns the file of the one that was restored, or None."""

    KEYS = LISTED
    BINDINGS = bindings(LISTED)

    def __init__(self) -> None:
        super().__init__()
        self._deleted = SavedGames()

    def compose(self) -> ComposeResult:
        """A title, what there is to say, the games, the keys."""
        yield TranslatedText(text(N_("Deleted games")), id="title")
        yield MessageLine()
        yield GameList()
        yield KeyFooter()

    def on_mount(self) -> None:
        """List what is in the folder."""
        self._list_games()
        self.query_one(GameList).focus()

    @work(exclusive=True, group="read")
    async def _list_games(self) -> None:
        try:
            self._deleted.list_folder(sessions_folder() / TRASH)
        except OSError as error:
            self._report(str(os_error_text(error)))
            return
        deleted = bool(self._deleted.files)
        self._report("" if deleted else _("No game was deleted."))
        names = "enter dismiss keys up" if deleted else "dismiss keys"
        self.query_one(KeyFooter).hints = footer(names, LISTED)
        self._show()
        async for _more in self._deleted.read_on():
            if not is_showing(self):
                return
            self._show()

    retranslate = _list_games

    def _show(self) -> None:
        self.query_one(GameList).show(self._deleted.games)

    def _report(self, message: str) -> None:
        self.query_one(MessageLine).say(message)

    def on_option_list_option_selected(self) -> None:
        """Take the marked game back."""
        game = self.query_one(GameList).marked
        if game is not None:
            self._take_back(game.path)

    @work(exclusive=True, group="move")
    async def _take_back(self, path: Path) -> None:
        try:
            self.dismiss(await in_thread(self, take_back, path))
        except WriteError as error:
            self._report(str(error))
