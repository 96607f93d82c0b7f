"""The form of a new game: who plays, by which convention, for how much."""

from collections.abc import Iterable
from typing import Any, Literal

from textual import on, work
from textual.app import ComposeResult
from textual.events import Resize
from textual.widgets import Button, Input, Select

from prefcount.base.clock import now
from prefcount.base.data_folder import sessions_folder
from prefcount.base.i18n import N_, _, text
from prefcount.base.problems import InvalidInput, Problem
from prefcount.entries.models import Header
from prefcount.games import GAMES, game_named
from prefcount.games.words import Lines
from prefcount.render.text import contradictions_text
from prefcount.session.session import Session, rematch
from prefcount.store.disk import WriteError, write_error
from prefcount.store.session_folder import NewGame, begun, known_names, last_played
from prefcount.store.settings import load_settings, remember
from prefcount.tui.games.new_game_fields import NEW_GAME, STYLE
from prefcount.tui.games.new_game_form import NewGameForm
from prefcount.tui.kit.keys import bindings, footer
from prefcount.tui.kit.screens import FormScreen, in_thread
from prefcount.tui.kit.widgets import KeyFooter, MessageLine, TranslatedText
from prefcount.tui.rules.rules_screen import RulesScreen

FIELDS = {
    "players": N_("Players"),
    "dealer": N_("First dealer"),
    "currency": N_("Currency"),
    "rules.minutes": N_("Minutes"),
}
"""What the form calls the fields of the file, whatever the game is."""


class NewGameScreen(FormScreen[NewGame | Literal["import"] | None]):
    """A form for the header of a game; returns the new game, that it is imported from a file, or None."""

    KEYS = NEW_GAME
    BINDINGS = bindings(NEW_GAME)
    CSS = f"""{STYLE}
    NewGameScreen MessageLine {{ color: $text-error; text-style: bold; }}
    """

    def __init__(self, typed: Header | None = None) -> None:
        """The form, with what was `typed` for a game before which was never played."""
        super().__init__()
        self._typed = typed
        self._form = NewGameForm(game_named(_last_begun()))
        self._writing = False

    def compose(self) -> ComposeResult:
        """A title, what is wrong, the fields, the keys."""
        yield TranslatedText(id="title")
        yield MessageLine()
        yield self._form
        yield KeyFooter(*_hints(again=False))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works: an open list has its own arrows and Tab."""
        movers = {"focus_field": (Input, Select, Button), "leave_field": (Input,)}
        return super().check_action(action, parameters) and isinstance(
            self.focused, movers.get(action, object)
        )

    def on_mount(self) -> None:
        """Begin with the first name; the names of earlier games are gathered meanwhile."""
        self._form.show_game()
        if self._typed is not None:
            self._form.fill(game_named(self._typed.game), self._typed)
        self._show_title()
        self.query_one("#player1", Input).focus()
        self._gather_names()

    @on(NewGameForm.GameChosen)
    def _show_title(self) -> None:
        seats = text(self._form.game.words.seats)
        self.query_one("#title", TranslatedText).set_text(text(N_("New game — {seats}"), seats=seats))

    def on_resize(self, event: Resize) -> None:
        """Where lines are few, the frames of the fields go; the field that has the keys stays in sight."""
        self._form.fit(event.size)
        self.call_after_refresh(self._show_focused)

    def _show_focused(self) -> None:
        if self.focused is not None:
            self.focused.scroll_visible(animate=False)

    @work(exclusive=True, group="names")
    async def _gather_names(self) -> None:
        try:
            known = await in_thread(self, known_names, sessions_folder())
        except OSError:
            return
        self._form.companions.known = known
        self.query_one(KeyFooter).hints = _hints(again=bool(known))

    def retranslate(self) -> None:
        """Take what was wrong away; it is seen once more, in the language in use, at the next try."""
        self._report("")

    def action_rules(self) -> None:
        """Look at every rule of the game, and change it."""
        screen = RulesScreen(self._form.game, self._form.rules(), title=N_("Rules of the new game"))
        self.app.push_screen(screen, self._changed)

    def _changed(self, rules: dict[str, Any] | None) -> None:
        self._form.offer_presets()
        if rules is not None:
            self._form.take(rules)
            self._report("")

    def action_as_last_time(self) -> None:
        """Fill in players, rules and stake of the newest game at once; the next player deals."""
        try:
            last = last_played(sessions_folder())
        except OSError:
            last = None
        if last is None:
            self._report(_("No earlier game to take them from."))
            return
        self._form.fill(last.game, rematch(last, now()))
        self._report("")

    def action_focus_field(self, by: int) -> None:
        """To the next field, or to the one before."""
        (self.focus_next if by > 0 else self.focus_previous)()

    def action_leave_field(self) -> None:
        """To the next field from one that is typed into, past the button of the rules."""
        self.focus_next("Input, Select, #begin")

    def action_begin_from_paper(self) -> None:
        """The same for an old sheet, or for an evening of which only the result is known."""
        self.action_begin(from_paper=True)

    def action_begin(self, *, from_paper: bool = False) -> None:
        """Check the form, and return the game that begins."""
        try:
            header = self._form.header()
            Session(header)
        except InvalidInput as refusal:
            self._report(self._in_words(refusal.problems))
            self._form.go_to(refusal.problems[0].field)
        else:
            if not self._writing:
                self._writing = True
                self._begin(header, from_paper=from_paper)

    @work(exclusive=True, group="write")
    async def _begin(self, header: Header, *, from_paper: bool) -> None:
        try:
            new = await in_thread(self, begun, sessions_folder(), header, now())
        except (WriteError, OSError) as error:
            self._writing = False
            self._report(str(write_error(error) if isinstance(error, OSError) else error))
        else:
            if header.game != _last_begun():
                remember(game=header.game)
            self.dismiss(new._replace(from_paper=from_paper))

    def _report(self, wrong: str) -> None:
        self.query_one(MessageLine).say(wrong)

    def _in_words(self, problems: Iterable[Problem]) -> str:
        """What is wrong, each field called as the form calls it."""
        goal, words = self._form.game.goal, self._form.game.words
        called = {**FIELDS, "stake": words.price, f"rules.{goal.option}": goal.label}
        return contradictions_text(
            problem._replace(field=_(called.get(problem.field, problem.field))) for problem in problems
        )

    def action_import(self) -> None:
        """Ask for a file of another program instead; where names were typed that is asked first."""
        self.leave("import", loses=bool(self._form.players()))

    def action_cancel(self) -> None:
        """Back without a game; where names were typed that is asked first."""
        self.leave(None, loses=bool(self._form.players()))


def _hints(*, again: bool) -> Lines:
    """The keys at the bottom; the one that does `again` as last time only where there was a game."""
    last = "as_last_time " if again else ""
    return footer(f"begin {last}cancel begin_from_paper import rules tab keys", NEW_GAME)


def _last_begun() -> str:
    last = load_settings().game
    return last if last in GAMES else GAMES[0]
