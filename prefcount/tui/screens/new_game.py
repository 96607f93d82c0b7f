"""The form of a new game: who plays, by which convention, for how much."""

import asyncio
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Button, Input, Select, Static

from prefcount.data_folder import sessions_folder
from prefcount.entries.figures import whole_or_text
from prefcount.entries.header import Header
from prefcount.games import GAMES, game_named
from prefcount.games.edited_rules import PRESET, Convention
from prefcount.games.option_info import preset_word
from prefcount.games.protocol import Game
from prefcount.i18n import N_, _, text
from prefcount.locale_format import decimal_typed
from prefcount.problems import InvalidInput, Problem, problem
from prefcount.render.option_text import contradictions_text, differences
from prefcount.session.new_headers import new_header, rematch
from prefcount.session.presets import OwnPreset, own_presets
from prefcount.session.session import Session
from prefcount.session.session_folder import NewGame, begun, known_names, last_played
from prefcount.session.write_errors import WriteError, write_error
from prefcount.settings import load_settings, remember
from prefcount.tui.command import bindings, footer, help_lines
from prefcount.tui.key_table import NEW_GAME
from prefcount.tui.lifetime import await_while_showing
from prefcount.tui.screens.conventions import ConventionScreen
from prefcount.tui.screens.keys import KeysScreen
from prefcount.tui.screens.question import QuestionScreen
from prefcount.tui.widgets.key_footer import KeyFooter
from prefcount.tui.widgets.name_suggester import NameSuggester
from prefcount.tui.widgets.new_game_fields import MOST, STYLE, NewGameFields
from prefcount.tui.widgets.translated import TranslatedText

OWN = "own:"

FIELDS = {
    "players": N_("Players"),
    "dealer": N_("First dealer"),
    "currency": N_("Currency"),
    "rules.minutes": N_("Minutes"),
}
"""What the form calls the fields of the file, whatever the game is."""


class NewGameScreen(Screen[NewGame | None]):
    """A form for the header of a game; returns the new game, or None."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(NEW_GAME)
    CSS = f"""{STYLE}
    NewGameScreen #title {{ height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }}
    NewGameScreen #wrong {{ height: auto; padding: 0 1; }}
    NewGameScreen #wrong {{ color: $text-error; text-style: bold; display: none; }}
    NewGameScreen #wrong.-shown {{ display: block; }}
    """

    def __init__(self) -> None:
        super().__init__()
        self._game: Game[Any] = game_named(_last_begun())
        self._more: dict[str, Any] = {}
        self._own: dict[str, OwnPreset] = {}
        self._companions = NameSuggester(self._seated)
        self._offered = ""
        self._writing = self._on_time = False

    def compose(self) -> ComposeResult:
        """A title, what is wrong, the fields, the keys."""
        yield TranslatedText(id="title")
        yield Static(id="wrong", markup=False)
        yield NewGameFields(self._game, self._companions)
        yield KeyFooter(*footer("begin as_last_time cancel rules tab keys", NEW_GAME))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works: not before there is a screen."""
        return self.is_mounted

    def on_mount(self) -> None:
        """Begin with the first name; the names of earlier games are gathered meanwhile."""
        self._show_game()
        self.query_one("#player1", Input).focus()
        self._gather_names()

    def on_resize(self, event: Resize) -> None:
        """Where lines are few, the frames of the fields go; the field that has the keys stays in sight."""
        self.query_one(NewGameFields).fit(event.size.height)
        self.call_after_refresh(self._show_focused)

    def _show_focused(self) -> None:
        if self.focused is not None:
            self.focused.scroll_visible(animate=False)

    @work(exclusive=True, group="names")
    async def _gather_names(self) -> None:
        try:
            self._companions.known = await await_while_showing(
                self, asyncio.to_thread(known_names, sessions_folder())
            )
        except OSError:
            return

    # --- players ---------------------------------------------------------------------------------

    @on(Input.Changed)
    def _names_changed(self, message: Input.Changed) -> None:
        """Offer the names as dealers, under the seat they have."""
        if message.input.id and message.input.id.startswith("player"):
            dealer = self.query_one("#dealer", Select)
            chosen = dealer.value
            dealer.set_options([(Text(self._player(at) or str(at)), at) for at in range(1, MOST + 1)])
            with dealer.prevent(Select.Changed):
                for value in (MOST, chosen):  # the label follows only a value that changes
                    dealer.value = value

    def _player(self, at: int) -> str:
        return self.query_one(f"#player{at}", Input).value.strip()

    def _seated(self) -> tuple[str, ...]:
        return tuple(name for name in map(self._player, range(1, MOST + 1)) if name)

    # --- the game --------------------------------------------------------------------------------

    @on(Select.Changed, "#game")
    def _game_changed(self, message: Select.Changed) -> None:
        """Another game has other conventions, and calls things otherwise."""
        self._play(game_named(str(message.value)))

    def _play(self, game: Game[Any]) -> None:
        if game is not self._game:
            self._game, self._more = game, {}
            self._show_game()

    def _show_game(self) -> None:
        """Everything on the form that differs from game to game."""
        options = self._game.options(self._game.preset(next(iter(self._game.presets))))
        words = self._game.words
        self.query_one("#title", TranslatedText).set_text(
            text(N_("New game — {seats}"), seats=text(words.seats))
        )
        self.query_one("#goal-label", TranslatedText).set_text(text(self._game.goal.label))
        self.query_one("#price-label", TranslatedText).set_text(text(words.price))
        self._on_time = any(info.name == "minutes" for info in options)
        self.query_one(".time").display = self._on_time
        self._offer_presets()
        self._begin_with_goal()
        self._explain()

    def retranslate(self) -> None:
        """Say in the language in use what the rules are; what was wrong is seen once more at the next try."""
        self._offer_presets()
        self._explain()
        self._report("")

    def _begin_with_goal(self) -> None:
        """Put the goal of the chosen preset into its field."""
        chosen = str(self.query_one("#preset", Select).value)
        if chosen in self._game.presets:
            goal = self._game.spelled(self._game.preset(chosen))[self._game.goal.option]
            self._offered = self.query_one("#goal", Input).value = str(goal)

    # --- rules -----------------------------------------------------------------------------------

    def _offer_presets(self) -> None:
        """List the built-in presets, and one's own below them; what is chosen stays."""
        found = own_presets(self._game)
        self._own = {f"{OWN}{own.name}": own for own in found if not own.why}
        select = self.query_one("#preset", Select)
        chosen = select.value
        named = [(Text(preset_word(name)), name) for name in self._game.presets]
        named += [(Text(own.name), key) for key, own in self._own.items()]
        with select.prevent(Select.Changed):
            select.set_options(named)
            last = chosen if chosen in self._game.presets or chosen in self._own else named[0][1]
            for value in (*self._game.presets, last):  # the label follows only a value that changes
                select.value = value

    @on(Select.Changed, "#preset")
    def _preset_changed(self, message: Select.Changed) -> None:
        """A preset puts everything to itself; one's own brings its goal too."""
        own = self._own.get(str(message.value))
        if own is not None:
            self._take(own.rules)
        else:
            self._more = {}
            if self._value("goal") == self._offered:  # nobody typed another one
                self._begin_with_goal()
            self._explain()

    def _take(self, rules: Mapping[str, Any]) -> None:
        """Put whole rules into the form: preset, goal and minutes in their fields, the rest behind F4."""
        convention = Convention.of(self._game, rules)
        more = dict(convention.given)
        base, goal = more.pop(PRESET), more.pop(self._game.goal.option)
        on_time = convention.value("end") == "time"
        minutes = more.pop("minutes", None) if on_time else None
        if on_time and minutes is not None:
            more.pop("end", None)
        self._more = more
        select = self.query_one("#preset", Select)
        own = (key for key, own in self._own.items() if own.rules == convention.given)
        with select.prevent(Select.Changed):
            select.value = next(own, base)
        self.query_one("#goal", Input).value = str(goal)
        self.query_one("#minutes", Input).value = "" if minutes is None else str(minutes)
        self._explain()

    def _rules(self) -> dict[str, Any]:
        """The rules as the form has them, whether they can be used or not."""
        chosen = str(self.query_one("#preset", Select).value)
        preset = self._own[chosen].rules[PRESET] if chosen in self._own else chosen
        rules: dict[str, Any] = {PRESET: preset}
        goal = self._value("goal")
        if goal is not None:
            rules[self._game.goal.option] = whole_or_text(goal, 9)
        rules |= self._more
        minutes = self._value("minutes") if self._on_time else None
        return rules if minutes is None else {**rules, "end": "time", "minutes": whole_or_text(minutes, 9)}

    def _explain(self) -> None:
        """Say what the convention is, and what differs from it."""
        chosen = str(self.query_one("#preset", Select).value)
        own = self._own.get(chosen)
        about = (
            _(self._game.presets[chosen])
            if own is None
            else _("Your own, from {preset}.").format(preset=preset_word(own.rules[PRESET]))
        )
        self.query_one("#about", Static).update(Content(about))
        preset = self._rules()[PRESET]
        changes = differences(Convention.of(self._game, {**self._more, PRESET: preset}))
        same = _("{preset} rules, unchanged").format(preset=preset_word(preset))
        self.query_one("#changes", Static).update(Content(f"≠ {changes}" if changes else same))

    def action_rules(self) -> None:
        """Look at every rule of the game, and change it."""
        screen = ConventionScreen(self._game, self._rules(), title=N_("Rules of the new game"))
        self.app.push_screen(screen, self._changed)

    def _changed(self, rules: dict[str, Any] | None) -> None:
        self._offer_presets()
        if rules is not None:
            self._take(rules)
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
        select = self.query_one("#game", Select)
        with select.prevent(Select.Changed):
            select.value = last.game.name
        self._play(last.game)
        self._fill(rematch(last, datetime.now().astimezone()))
        self._report("")

    def _fill(self, header: Header) -> None:
        for at in range(1, MOST + 1):
            name = header.players[at - 1] if at <= len(header.players) else ""
            self.query_one(f"#player{at}", Input).value = name
        if header.dealer is not None:
            self.query_one("#dealer", Select).value = header.players.index(header.dealer) + 1
        self.query_one("#stake", Input).value = header.stake or ""
        self.query_one("#currency", Input).value = header.currency or ""
        self._take(header.rules)

    # --- the header ------------------------------------------------------------------------------

    @on(Input.Submitted)
    def _next(self) -> None:
        self.focus_next()

    @on(Button.Pressed, "#begin")
    def _begin_pressed(self) -> None:
        self.action_begin()

    @on(Button.Pressed, "#rules")
    def _rules_pressed(self) -> None:
        self.action_rules()

    def _value(self, field: str) -> str | None:
        return self.query_one(f"#{field}", Input).value.strip() or None

    def action_begin(self) -> None:
        """Check the form, and return the game that begins."""
        try:
            header = self._header()
            Session(header)
        except InvalidInput as refusal:
            self._report(self._in_words(refusal.problems))
        else:
            if not self._writing:
                self._writing = True
                self._begin(header)

    def _header(self) -> Header:
        seat = int(str(self.query_one("#dealer", Select).value))
        dealer = self._player(seat)
        if self._seated() and not dealer:
            raise InvalidInput(
                [problem("dealer", N_("there is no player {seat}; choose another dealer"), seat=seat)]
            )
        stake = self._value("stake")
        return new_header(
            game=self._game.name,
            players=self._seated(),
            dealer=dealer or None,
            rules=self._rules(),
            stake=decimal_typed(stake) if stake else None,
            currency=(self._value("currency") or "").upper() or None,
            started=datetime.now().astimezone().replace(microsecond=0),
        )

    @work(exclusive=True, group="write")
    async def _begin(self, header: Header) -> None:
        try:
            new = await await_while_showing(
                self, asyncio.to_thread(begun, sessions_folder(), header, datetime.now())
            )
        except (WriteError, OSError) as error:
            self._writing = False
            self._report(str(write_error(error) if isinstance(error, OSError) else error))
        else:
            if header.game != _last_begun():
                remember(game=header.game)
            self.dismiss(new)

    def _report(self, wrong: str) -> None:
        line = self.query_one("#wrong", Static)
        line.update(Content(wrong))
        line.set_class(bool(wrong), "-shown")

    def _in_words(self, problems: Iterable[Problem]) -> str:
        """What is wrong, each field called as the form calls it."""
        goal = self._game.goal
        called = {**FIELDS, "stake": self._game.words.price, f"rules.{goal.option}": goal.label}
        return contradictions_text(
            each._replace(field=_(called.get(each.field, each.field))) for each in problems
        )

    def action_keys(self) -> None:
        """Show what the keys do."""
        self.app.push_screen(KeysScreen(help_lines(NEW_GAME)))

    def action_cancel(self) -> None:
        """Back without a game; where names were typed that is asked first."""
        if self._seated():
            self.app.push_screen(QuestionScreen.before_losing(), self._left)
        else:
            self.dismiss(None)

    def _left(self, go_ahead: bool | None) -> None:
        if go_ahead:
            self.dismiss(None)


def _last_begun() -> str:
    """The name of the game that was begun last, as far as that is known."""
    last = load_settings().game
    return last if last in GAMES else GAMES[0]
