"""The first screen: the saved games, what can be done with them, and the deleted games."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from os.path import isfile
from pathlib import Path
from typing import Literal

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key, Paste
from textual.widgets import Input, Static

from prefcount.base.i18n import N_, Phrase, _, language, ngettext, text
from prefcount.base.locale_format import Day
from prefcount.base.problems import InvalidInput, quote
from prefcount.base.system import now, os_error_text
from prefcount.entering import draft_next_hand
from prefcount.entries.models import Header
from prefcount.games.words import Lines
from prefcount.importing.evenings_table import NO_FLAGS, ImportFlags, UnknownUnit, import_table
from prefcount.languages import LANGUAGES
from prefcount.session.session import rematch_header
from prefcount.store.disk import WriteError
from prefcount.store.reader import LoadedSession, ReadError, load
from prefcount.store.session_folder import (
    ENDING,
    TRASH,
    NewGame,
    begin_game,
    delete_game,
    remember_move,
    restore_game,
)
from prefcount.store.settings import expand_path, sessions_folder
from prefcount.tui.games.new_game_screen import NEW_GAME
from prefcount.tui.games.saved_list import GameList, GameSearch, SavedGame, SavedGames, parse_search
from prefcount.tui.kit.keys import GAMES, footer, key_of
from prefcount.tui.kit.keys import TRASH as LISTED
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.kit.screens import REFUSALS, KeyedScreen, ask, error_text, is_showing, run_in_thread
from prefcount.tui.kit.widgets import KeyFooter, MessageLine, TranslatedInput, change_language
from prefcount.tui.table.table_screen import LeftTable, TableScreen


def next_language() -> str:
    codes = list(LANGUAGES)
    return codes[(codes.index(language()) + 1) % len(codes)]


class TrashScreen(KeyedScreen[Path | None], keys=LISTED):
    """Lists the deleted games. Its result is the file of the game that was restored, or None."""

    def __init__(self) -> None:
        super().__init__()
        self._deleted = SavedGames()

    def parts(self) -> ComposeResult:
        yield GameList()

    def on_mount(self) -> None:
        self._list_games()
        self.query_one(GameList).focus()

    @work(exclusive=True, group="read")
    async def _list_games(self) -> None:
        self.show_title(_("Deleted games"))
        try:
            self._deleted.list_folder(sessions_folder() / TRASH)
        except OSError as error:
            self.report(os_error_text(error))
            return
        deleted = bool(self._deleted.files)
        self.report("" if deleted else _("No game was deleted."))
        self.show_keys("enter dismiss keys up" if deleted else "dismiss keys")
        self._show()
        async for _more in self._deleted.read_more():
            if not is_showing(self):
                return
            self._show()

    retranslate = _list_games

    def _show(self) -> None:
        self.query_one(GameList).show(self._deleted.games)

    def on_option_list_option_selected(self) -> None:
        game = self.query_one(GameList).marked
        if game is not None:
            self._take_back(game.path)

    @work(exclusive=True, group="move")
    async def _take_back(self, path: Path) -> None:
        try:
            self.dismiss(await run_in_thread(self, restore_game, path))
        except WriteError as error:
            self.report(error)


_DAY_AND_HANDS = Phrase("{day}, {hands} hand", "{day}, {hands} hands")
_KEPT_PAYMENTS = N_(
    "{question}\n\nPayments recorded since then stay in the book: {payments}. If one was made for this game, "
    "the debts will show it as owed back until you take it back ({key})."
)


class StartScreen(KeyedScreen[None], keys=GAMES):
    """The list of games. From here a game is begun, continued, searched, imported or deleted."""

    CSS = """
    StartScreen Input { display: none; }
    StartScreen Input.-shown { display: block; }
    StartScreen #keys { dock: bottom; height: auto; background: $panel; }
    StartScreen KeyFooter { dock: none; }
    StartScreen #games { height: auto; }
    StartScreen #games.-none { display: none; }
    """

    def __init__(self, left: LeftTable | None = None) -> None:
        super().__init__()
        self._list, self._saved = GameList(searches=False), SavedGames()
        self._line = TranslatedInput(
            text(N_("name, date, preset, since:2026-03; Enter opens")),
            id="search",
            select_on_focus=False,  # the field opens with a letter in it
        )
        self._left = left
        self._mark = left.path if left is not None else None
        self._news = ""
        self._typed_game: Header | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield MessageLine()
        yield TranslatedInput(text(N_("path of a file to open or import, then Enter")), id="path")
        yield self._line
        yield self._list
        with Vertical(id="keys"):
            with Vertical(id="games"):
                yield KeyFooter()
            yield KeyFooter(*self._keys())

    def on_screen_resume(self) -> None:
        """List the games again, because another screen may have changed a game."""
        self._list_games()

    def on_screen_suspend(self) -> None:
        self._news = ""

    # --- what is listed --------------------------------------------------------------------------

    def _keys(self) -> Lines:
        language_name = {"switch_language": LANGUAGES[next_language()].name}
        return footer("new keys app.quit stats open trash debts switch_language", GAMES, words=language_name)

    def retranslate(self) -> None:
        self.query(KeyFooter).last().hints = self._keys()
        self._show_news()
        self._show()

    def _list_games(self) -> None:
        try:
            self._saved.list_folder(sessions_folder())
        except OSError as error:
            self.report(
                _("The folder of the games cannot be read: {reason}").format(reason=os_error_text(error))
            )
        else:
            self._show_news()
        self._show(self._mark)
        self._mark = None
        if not self._field:
            self._list.focus()
        if self._saved.unread:
            self._read_more()

    def _show_news(self) -> None:
        new, paper = key_of(GAMES, "new"), key_of(NEW_GAME, "begin_from_paper")
        begin = (
            _("No games yet. Press {key} to start one.").format(key=new),
            _("To enter an old sheet or only a result, press {new}, then {paper}.").format(
                new=new, paper=paper
            ),
            _("To import games from another program, press {key}.").format(key=key_of(GAMES, "open")),
        )
        self.report(self._news or ("" if self._saved.files else "\n".join(begin)))

    @work(exclusive=True, group="read")
    async def _read_more(self) -> None:
        async for _more in self._saved.read_more():
            if not is_showing(self):
                return
            self._show()

    def _show(self, mark: Path | None = None) -> None:
        known, search = self._saved.games, self._search
        fitting = [game for game in known if search.matches(game)]
        self._list.show(fitting, mark)
        self._show_keys()
        self.show_title(self._heading(len(fitting)))

    @property
    def _search(self) -> GameSearch:
        return parse_search(self._line.value, date.today())

    @property
    def _found_files(self) -> Sequence[Path] | None:
        return [game.path for game in self._list.listed] if self._line.value.strip() else None

    def _heading(self, fitting: int) -> str:
        files = self._saved.files
        if self._saved.unread:
            left = len(self._saved.unread)
            count = ngettext("reading {n} more", "reading {n} more", left).format(n=left)
        elif self._line.value:
            count = _("{n} of {all} games").format(n=fitting, all=files)
        else:
            count = ngettext("{n} game", "{n} games", files).format(n=files) if files else ""
        title = _("prefcount — a score sheet for Preferans")
        return f"{title} · {count}" if count else title

    # --- fields ----------------------------------------------------------------------------------

    @property
    def _field(self) -> Input | None:
        return next((field for field in self.query(Input) if field.has_class("-shown")), None)

    def _open_field(self, name: str) -> None:
        self._news = ""
        self.report("")
        self._hide_fields()
        field = self.query_one(f"#{name}", Input)
        field.add_class("-shown")
        field.focus()
        self._show_keys()

    def _search_for(self, typed: str) -> None:
        self._open_field("search")
        self._line.value = " ".join(typed.split())
        self._line.cursor_position = len(self._line.value)
        self._show()

    def _hide_fields(self) -> None:
        for field in self.query(Input):
            field.remove_class("-shown")
        if self._line.value:
            self._line.value = ""
        self._list.focus()
        self._show_keys()

    def _show_keys(self) -> None:
        field, marked = self._field, self._list.marked
        opens = field.id == "path" if field is not None else marked is not None and marked.over
        words = {"enter": N_("open")} if opens else {}
        names = "enter a–z rematch delete paper" if field is None else "enter close"
        self.query(KeyFooter).first().hints = footer(names, GAMES, words=words)
        self.query_one("#games").set_class(not self._saved.games and field is None, "-none")

    on_option_list_option_highlighted = _show_keys

    # --- continuing ------------------------------------------------------------------------------

    def on_option_list_option_selected(self) -> None:
        self._continue(self._list.marked)

    def _continue(self, game: SavedGame | None) -> None:
        if game is None:
            self.report(_("No game to continue."))
        elif self.app.screen is not self:  # on a double Enter the second press belongs to the table
            return
        elif game.goes_on_in is None or game.goes_on_in.exists():
            self._open(game.goes_on_in or game.path)
        else:
            question = N_(
                "This game was continued in {path}, but that file is missing. Continue here without"
                " the hands recorded there?"
            )
            go_ahead = partial(self._open_older, game.path)
            ask(self, text(question, path=quote(game.goes_on_in)), N_("continue here"), N_("games"), go_ahead)

    def _open_older(self, path: Path) -> None:
        remember_move(sessions_folder(), path, None)
        self._open(path)

    def _open(
        self,
        path: Path,
        loaded: LoadedSession | None = None,
        line: str = "",
        *,
        from_paper: bool = False,
        news: str = "",
    ) -> None:
        try:
            table = TableScreen(path, loaded, line, from_paper=from_paper)
        except ReadError as error:
            self.report(f"{quote(path.name)}: {error}")
            return
        self._mark = path
        self._hide_fields()
        self.app.push_screen(table, partial(self._table_left, news=news))

    def _table_left(self, left: LeftTable | None, news: str = "") -> None:
        self._left, self._news = left, news
        if left is None:
            return
        self._mark = left.path
        if left.unsaved_game is None:
            self._typed_game = None
        elif self._typed_game is not None:
            self._news = _(
                "Nothing was entered, so the new game was not saved. {key} brings back the names you typed."
            ).format(key=key_of(GAMES, "new"))
        self._list_games()

    # --- a hand that is typed too late -----------------------------------------------------------

    def _hand_typed(self) -> str:
        typed = self._line.value.strip()
        if self._left is None or not typed:
            return ""
        with suppress(InvalidInput):
            draft_next_hand(self._left.session).with_line(typed)
            return typed
        return typed if " " in typed and not self._list.listed else ""

    def action_paper(self) -> None:
        from prefcount.tui.paper.paper_screen import PaperScreen

        game = self._list.marked
        if game is None:
            self.report(_("There is no game to compare with the paper sheet."))
            return
        try:
            open_session = OpenSession(game.path)
        except ReadError as error:
            self.report(f"{quote(game.path.name)}: {error}")
            return
        self._mark = game.path
        self.app.push_screen(PaperScreen(open_session, own=True))

    def action_switch_language(self) -> None:
        change_language(self.app, next_language())

    def action_stats(self) -> None:
        from prefcount.tui.results.stats_screen import StatsScreen

        self.app.push_screen(StatsScreen(self._found_files))

    def action_debts(self) -> None:
        from prefcount.tui.results.debts_screen import DebtsScreen

        self.app.push_screen(DebtsScreen(self._found_files))

    def action_new(self) -> None:
        self._open_form(self._typed_game)

    def _open_form(self, filled: Header | None) -> None:
        from prefcount.tui.games.new_game_screen import NewGameScreen

        self.app.push_screen(NewGameScreen(filled), self._open_new)

    def _open_new(self, new: NewGame | Literal["import"] | None) -> None:
        if new == "import":
            self.action_open()
            return
        self._typed_game = new.loaded.session.header if new is not None else None
        if new is not None:
            self._open(new.path, new.loaded, from_paper=new.from_paper)

    def _play_again(self, new: NewGame) -> None:
        self._typed_game = None
        self._open(new.path, new.loaded)

    @work(exclusive=True, group="ask")
    async def action_rematch(self) -> None:
        game = self._list.marked
        if game is None:
            self.report(_("There is no game for a rematch."))
            return
        try:
            new = await run_in_thread(self, _begin_again, game.path)
        except ReadError as error:
            self.report(f"{quote(game.path.name)}: {error}")
        except REFUSALS as error:
            self.report(error_text(error))
        else:
            header = new.loaded.session.header
            question = text(
                N_("Rematch? {players}, {convention}; {dealer} deals."),
                players=", ".join(header.players),
                convention=game.rules_name,
                dealer=header.dealer or header.players[0],
            )
            change = N_("change players or rules"), partial(self._open_form, header)
            ask(self, question, N_("begin"), N_("games"), partial(self._play_again, new), change)

    # --- deleting --------------------------------------------------------------------------------

    @work(exclusive=True, group="holds keys")
    async def action_delete(self) -> None:
        from prefcount.debts.report import payments_since

        game = self._list.marked
        if game is None:
            self.report(_("No game to delete."))
            return
        if game.path.parent.absolute() != sessions_folder().absolute():
            elsewhere = _("{path} is in another folder; delete it there.")
            self.report(elsewhere.format(path=quote(game.path)))
            return
        players = quote(", ".join(game.players) or game.path.name)
        began: object = Day(game.began) if game.began else "—"
        if game.began and game.hands:
            began = _DAY_AND_HANDS.of(game.hands, {"day": began, "hands": game.hands})
        question = text(
            N_("Delete the game of {players} ({day})? You can take it back with {key}."),
            players=players,
            day=began,
            key=key_of(GAMES, "trash"),
        )
        if payments := await run_in_thread(self, payments_since, game.path):
            question = text(_KEPT_PAYMENTS, question=question, payments=payments, key=key_of(GAMES, "debts"))
        ask(self, question, N_("delete"), N_("keep it"), partial(self._delete, game.path))

    @work(exclusive=True, group="ask")
    async def _delete(self, path: Path) -> None:
        try:
            await run_in_thread(self, delete_game, path)
        except WriteError as error:
            self.report(_("{path} was not deleted: {reason}").format(path=quote(path.name), reason=error))
            return
        self._news = _("The game is deleted; {key} takes it back.").format(key=key_of(GAMES, "trash"))
        self._list_games()

    def action_trash(self) -> None:
        self.app.push_screen(TrashScreen(), self._restored)

    def _restored(self, path: Path | None) -> None:
        if path is not None:
            self._mark, self._news = path, _("The game was restored.")
            self._list_games()

    # --- fields ----------------------------------------------------------------------------------

    def action_open(self) -> None:
        self._open_field("path")

    def action_search(self) -> None:
        self._open_field("search")

    def on_key(self, event: Key) -> None:
        sign = event.character
        if sign is None or not event.is_printable or self._field is not None or sign in " /.":
            return
        event.stop()
        event.prevent_default()
        self._search_for(sign)

    @on(Input.Changed, "#search")
    def _search_changed(self) -> None:
        self._show()
        sentences = list(map(str, self._search.doubts))
        if self._hand_typed():
            sentences.append(
                _("This looks like a hand; {key} goes back to the game with it.").format(key="Enter")
            )
        self.report(" ".join(sentences))

    def on_paste(self, event: Paste) -> None:
        if self._field is None and event.text.strip():
            self._search_for(event.text)

    @on(Input.Submitted, "#search")
    def _found(self) -> None:
        line = self._hand_typed()
        left = self._left
        if line and left is not None:
            question = N_("Is “{line}” a hand of the game you just left? Go back and enter it there?")
            go_ahead = partial(self._open, left.path, left.unsaved_game, line)
            ask(self, text(question, line=quote(line)), N_("to the table"), N_("games"), go_ahead)
        else:
            self._continue(self._list.marked)

    @on(Input.Submitted, "#path")
    def _path_typed(self, message: Input.Submitted) -> None:
        path = expand_path(message.value)
        if self.app.screen is not self:
            return
        if path.suffix == ENDING or not isfile(path):  # noqa: PTH113 - isfile never raises, whatever is typed
            self._open(path)
        else:
            self._open_or_import(path)

    @work(exclusive=True, group="import")
    async def _open_or_import(self, path: Path, flags: ImportFlags = NO_FLAGS) -> None:
        if await run_in_thread(self, _is_session, path):
            self._open(path)
            return
        try:
            paths, notes = await run_in_thread(self, _import, path, flags)
        except UnknownUnit as doubt:
            question = N_("{file}: {doubt}. Import the figures as whists, not as money?")
            as_whists = partial(self._open_or_import, path, flags._replace(unit="whists"))
            question_text = text(question, file=quote(path.name), doubt=doubt.text)
            ask(self, question_text, N_("as whists"), N_("do not import"), as_whists)
            return
        said = f"{quote(path.name)}: {_import_summary(len(paths), notes)}"
        if not paths:
            self.report(said)
        elif len(paths) == 1 and not notes:
            self._open(paths[0], news=said)
        else:
            self._mark, self._news = paths[0], said
            self._hide_fields()
            self._list_games()

    def action_move(self, by: int) -> None:
        """Select the next game (`by` is 1) or the previous game (-1), without leaving the search field."""
        self._list.action_cursor_down() if by > 0 else self._list.action_cursor_up()

    def action_close(self) -> None:
        self._hide_fields()
        self._show_news()


def _begin_again(path: Path) -> NewGame:
    at = now()
    return begin_game(sessions_folder(), rematch_header(load(path).session, at), at)


MAX_NOTES = 3
"""Maximum number of notes shown about an imported table."""


def _is_session(path: Path) -> bool:
    try:
        load(path)
    except ReadError:
        return False
    return True


def _import(path: Path, flags: ImportFlags) -> tuple[list[Path], list[str]]:
    paths, notes = list[Path](), list[str]()
    try:
        for imported in import_table(path, sessions_folder(), flags):
            if isinstance(imported, Path):
                paths.append(imported)
            else:
                notes.append(str(imported))
    except UnknownUnit:
        raise
    except REFUSALS as error:
        notes.append(error_text(error))
    return paths, notes


def _import_summary(games: int, notes: list[str]) -> str:
    left = len(notes) - MAX_NOTES
    imported = ngettext("{n} game is imported", "{n} games are imported", games).format(n=games)
    more = ngettext("{n} more note", "{n} more notes", left).format(n=left)
    return "; ".join([imported] * bool(games) + notes[:MAX_NOTES] + [more] * (left > 0))
