"""What the start screen shows: the saved games, those that are looked for, and fields to type into."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from prefcount.base.data_folder import sessions_folder
from prefcount.base.i18n import LANGUAGES, N_, _, language, ngettext, text
from prefcount.base.system import os_error_text
from prefcount.games.words import Lines
from prefcount.tui.games.game_search import GameSearch, search_typed
from prefcount.tui.games.new_game_fields import NEW_GAME
from prefcount.tui.games.saved_list import GameList, SavedGames
from prefcount.tui.kit.keys import GAMES, footer, key_of
from prefcount.tui.kit.screens import is_showing
from prefcount.tui.kit.widgets import KeyFooter, MessageLine, TranslatedInput


class GamesPanel(Container):
    """Lists the games of the folder, or those that fit the search; opens none.

    Attributes:
        line: the field for what is looked for.
        mark: the game to be marked when they are listed the next time.
        news: what is said then.
    """

    def __init__(self, mark: Path | None) -> None:
        super().__init__()
        self.list = GameList(searches=False)
        self.line = TranslatedInput(
            text(N_("name, date, convention, since:2026-03; Enter continues")),
            id="search",
            select_on_focus=False,  # the letter that opens it is there when it gets the focus
        )
        self.mark, self.news = mark, ""
        self._saved = SavedGames()

    def compose(self) -> ComposeResult:
        """A title, what there is to say, fields that are shown when asked for, the games, the keys."""
        yield Static(id="title", markup=False)
        yield MessageLine()
        yield TranslatedInput(text(N_("path of a file, or another program's; Enter opens it")), id="path")
        yield self.line
        yield self.list
        with Vertical(id="keys"):
            with Vertical(id="games"):
                yield KeyFooter(*_game_keys())
            yield KeyFooter(*self._keys())

    def _keys(self) -> Lines:
        """The keys that work also where there is no game yet."""
        language_name = {"switch_language": LANGUAGES[other_language()]}
        return footer("new keys app.quit stats open trash debts switch_language", GAMES, words=language_name)

    def retranslate(self) -> None:
        """Say everything in the language in use."""
        self.query(KeyFooter).last().hints = self._keys()
        self.show_news()
        self._show()

    def list_games(self) -> None:
        """List the folder anew, and show the news and the mark."""
        try:
            self._saved.list_folder(sessions_folder())
        except OSError as error:
            self.report(
                _("The folder of the games cannot be read: {reason}").format(reason=os_error_text(error))
            )
        else:
            self.show_news()
        self._show(self.mark)
        self.mark = None
        if not self.field:
            self.list.focus()
        if self._saved.unread:
            self._read_on()

    def show_news(self) -> None:
        """Show what is new; where there are no games yet, how to begin."""
        new, paper = key_of(GAMES, "new"), key_of(NEW_GAME, "begin_from_paper")
        begin = (
            _("No games yet. Press {key} to start one.").format(key=new),
            _("Only the result, or an old sheet? Press {new}, and {paper} in the form.").format(
                new=new, paper=paper
            ),
            _("Games or evenings of another program? {key} imports them.").format(key=key_of(GAMES, "open")),
        )
        self.report(self.news or ("" if self._saved.files else "\n".join(begin)))

    @work(exclusive=True, group="read")
    async def _read_on(self) -> None:
        async for _more in self._saved.read_on():
            if not is_showing(self.screen):
                return
            self._show()

    def _show(self, mark: Path | None = None) -> None:
        known, search = self._saved.games, self.search
        fitting = [game for game in known if search.fits(game)]
        self.list.show(fitting, mark)
        self._show_keys()
        self.query_one("#title", Static).update(Content(self._heading(len(fitting))))

    @on(Input.Changed, "#search")
    def _search_changed(self) -> None:
        self._show()

    @property
    def search(self) -> GameSearch:
        """What is looked for."""
        return search_typed(self.line.value, date.today())

    @property
    def found_files(self) -> Sequence[Path] | None:
        """The games that were found, if any were looked for."""
        looked_for = self.line.value.strip()
        return [game.path for game in self.list.listed] if looked_for else None

    def _heading(self, fitting: int) -> str:
        files = self._saved.files
        if self._saved.unread:
            left = len(self._saved.unread)
            count = ngettext("reading {n} more", "reading {n} more", left).format(n=left)
        elif self.line.value:
            count = _("{n} of {all} games").format(n=fitting, all=files)
        else:
            count = ngettext("{n} game", "{n} games", files).format(n=files) if files else ""
        title = _("prefcount — a score sheet for Preferans")
        return f"{title} · {count}" if count else title

    def report(self, words: str) -> None:
        """Say a sentence above the games; "" is none."""
        self.query_one(MessageLine).say(words)

    def on_option_list_option_highlighted(self) -> None:
        """Say what the keys do to the game that is marked now."""
        self._show_keys()

    # --- fields ----------------------------------------------------------------------------------

    @property
    def field(self) -> Input | None:
        """The field that is shown, if any."""
        return next((field for field in self.query(Input) if field.has_class("-shown")), None)

    def open_field(self, name: str) -> None:
        """Ask for what the field with this name is for; what was said before is of no more use."""
        self.news = ""
        self.report("")
        self.hide_fields()
        field = self.query_one(f"#{name}", Input)
        field.add_class("-shown")
        field.focus()
        self._show_keys()

    def search_for(self, typed: str) -> None:
        """Look for what was typed elsewhere."""
        self.open_field("search")
        self.line.value = " ".join(typed.split())
        self._show()

    def hide_fields(self) -> None:
        """Show only the games."""
        for field in self.query(Input):
            field.remove_class("-shown")
        if self.line.value:
            self.line.value = ""
        self.list.focus()
        self._show_keys()

    def _show_keys(self) -> None:
        """What the keys do to the games, or in the field that is shown."""
        field, marked = self.field, self.list.marked
        opens = field.id == "path" if field is not None else marked is not None and marked.over
        words = {"enter": N_("open")} if opens else {}
        shown = _game_keys(words) if field is None else footer("enter close", GAMES, words=words)
        self.query(KeyFooter).first().hints = shown
        self.query_one("#games").set_class(not self._saved.games and field is None, "-none")


def _game_keys(words: Mapping[str, str] | None = None) -> Lines:
    """The keys that do something with the games; with other `words` for some of them."""
    return footer("enter a–z rematch delete paper", GAMES, words=words)


def other_language() -> str:
    """The language that there is besides the one in use."""
    return next(code for code in LANGUAGES if code != language())
