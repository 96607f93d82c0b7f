"""The screen of a new game: names, preset, rules, price."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Key, Resize
from textual.geometry import Size
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Button, Input, OptionList, Select, Static

from prefcount.base.i18n import N_, _, text
from prefcount.base.locale_format import is_unknown_currency, normalize_decimal, parse_currency
from prefcount.base.problems import InvalidInput, Problem, problem, quote
from prefcount.base.system import now
from prefcount.entries.models import MAX_PLAYERS, Header
from prefcount.entries.names_and_figures import fold, parse_whole_number
from prefcount.games import GAMES, TITLES, get_game
from prefcount.games.game import EditedRules, Game
from prefcount.games.rules import PRESET, preset_description, preset_word
from prefcount.render.text import changed_options, contradictions_text
from prefcount.session.session import Session, new_header, rematch_header
from prefcount.session.typed_entries import parse_money
from prefcount.store.presets import UserPreset, load_presets
from prefcount.store.session_folder import NewGame, begin_game, find_known_names, find_last_played
from prefcount.store.settings import load_settings, save_settings, sessions_folder
from prefcount.tui.kit.keys import HELP, PICK_LIST, Command, Commands, bindings, footer, key_of
from prefcount.tui.kit.screens import REFUSALS, FormScreen, error_text, run_in_thread
from prefcount.tui.kit.widgets import (
    Field,
    KeyFooter,
    TranslatedButton,
    TranslatedInput,
    TranslatedText,
    TypedSearch,
    preset_search,
)
from prefcount.tui.rules_screen import RulesScreen

NEW_GAME: Commands = (
    Command(
        "tab,down,up,enter",
        help=N_("move from field to field; Space opens a list"),
        footer=N_("next field"),
        in_footer=3,
    ),
    Command("right", help=N_("accept the suggested name")),
    Command("f2", "begin", N_("begin the game"), N_("begin")),
    Command(
        "ctrl+o",
        "begin_from_paper",
        N_("enter a finished paper sheet; press Ctrl+O again to enter only the result of an evening"),
        N_("old sheet, result"),
    ),
    Command("f12", "import", N_("import a file from another program, or a table of evenings"), N_("import")),
    Command(
        "f4",
        "as_last_time",
        N_("use the players, rules and stake of the last game; the next player deals"),
        N_("as last time"),
    ),
    Command("ctrl+r", "rules", N_("view or change every rule of the game"), N_("rules")),
    Command("escape", "cancel", N_("cancel"), N_("games"), also="f10"),
    HELP,
    Command("down", "focus_field(1)", also="tab", priority=True),
    Command("up", "focus_field(-1)", also="shift+tab", priority=True),
    Command("enter", "leave_field", priority=True),
)
"""The keys of the form. Movement keys have priority, so that letters typed next go to the next field."""


class NameSuggester(Suggester):
    """Suggests the first known name that begins with the typed letters and is not in the form yet."""

    def __init__(self, seated: Callable[[], Collection[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.known: Sequence[str] = ()
        self._seated = seated

    async def get_suggestion(self, value: str) -> str | None:
        typed = fold(value)
        seated = {fold(name) for name in self._seated()} - {typed}
        for name in self.known:
            if fold(name).startswith(typed) and fold(name) not in seated:
                return name
        return None


LOW, NARROW = 28, 78
"""Lines and columns below which fields have no frames."""
STYLE = """
NewGameForm { padding: 0 1 0 0; max-width: 120; }
NewGameForm .row { height: 3; }
NewGameForm TranslatedText { width: 17; padding: 1 1 0 1; }
NewGameForm.-narrow TranslatedText { width: 14; }
NewGameForm.-narrow #price-label { width: auto; min-width: 14; }
NewGameForm #currency { min-width: 15; }
NewGameForm Input, NewGameForm Select { width: 1fr; }
NewGameForm #about { height: auto; padding: 0 1; color: $text-muted; }
NewGameForm Button { min-width: 14; margin: 0 1; }
NewGameForm #changes { width: 1fr; height: 1; margin: 1 1 0 0; text-wrap: nowrap; text-overflow: ellipsis; }
NewGameForm.-low {
    .row { height: 2; }
    .row:first-of-type { height: 1; }
    #about { padding: 0 1 1 1; }
    TranslatedText { padding: 0 1; }
    Input, SelectCurrent { background: $panel; padding: 0 1; }
    Select:focus SelectCurrent { background: $block-cursor-background; color: $block-cursor-foreground; }
    #changes { margin: 0 1 0 0; }
}
"""
"""Style of the fields, in the screen's CSS so that it overrides the defaults of the widgets."""

Options = Sequence[tuple[Text | str, Any]]
"""The options of a list, each with its text and its value."""


class DropDown(Select[Any], inherit_bindings=False):
    """A drop-down list that opens on Space or a letter. While it is closed, arrows leave the field."""

    BINDINGS = bindings(PICK_LIST)

    def __init__(
        self, options: Options, *, id: str, value: Any = Select.NULL, search: TypedSearch | None = None
    ) -> None:
        super().__init__(options, allow_blank=False, value=value, id=id, type_to_search=False)
        self._typed_search = search or TypedSearch()

    def on_key(self, event: Key) -> None:
        listed = self.query_one(OptionList)
        position = self._typed_search.find(event, self.lines(), listed.highlighted or 0)
        if position is None:
            return
        event.stop()
        event.prevent_default()
        if not self.expanded:
            self.action_show_overlay()
        listed.highlighted = position

    def set_choices(self, options: Options, chosen: Any) -> None:
        with self.prevent(Select.Changed):
            self.set_options([("", None)])  # the label is updated only if the value changes
            self.set_options(options)
            self.value = chosen

    def lines(self) -> list[str]:
        return [str(option.prompt) for option in self.query_one(OptionList).options]


class DealerDropDown(DropDown):
    """The drop-down list in which the first dealer is chosen.

    Attributes:
        unknown: the letters that were typed last, if no player's name contains them, or "".
    """

    unknown = _typed = ""

    def on_key(self, event: Key) -> None:
        sign = event.character or ""
        self._typed = self._typed + sign if sign.isalpha() else ""
        if not self._typed or any(fold(self._typed) in fold(line) for line in self.lines()):
            super().on_key(event)
            return
        self.unknown = self._typed
        event.stop()
        event.prevent_default()


def _games() -> list[tuple[str, str]]:
    return [(_(title), name) for name, title in TITLES.items()]


OWN = "own:"
SEATS = range(1, MAX_PLAYERS + 1)
MIN_PLAYERS = 2


class NewGameForm(VerticalScroll, can_focus=False):
    """The form for a new game: names, preset, target, price. Its fields depend on the chosen game."""

    class GameChosen(Message):
        """Posted when another game was chosen, such as Balkan Preferans."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self.game, self.companions = game, NameSuggester(self.players)
        self._presets = DropDown(
            self._named_presets(), id="preset", search=preset_search(lambda: self.game.ruleset, self._index)
        )
        self._more: dict[str, Any] = {}
        self._own: dict[str, UserPreset] = {}
        self._offered = ""
        self._on_time = False

    def fit(self, size: Size) -> None:
        """Show frames and wide labels only in a large window. `size` is the size of the window."""
        is_small = size.height < LOW or size.width < NARROW
        self.set_class(is_small, "-low")
        self.set_class(size.width < NARROW, "-narrow")
        for field in self.query("*"):
            if isinstance(field, Input | Select | Button):
                field.compact = is_small

    def compose(self) -> ComposeResult:
        with Horizontal(classes="row"):
            yield TranslatedText(text(N_("Game")))
            yield DropDown(_games(), value=self.game.name, id="game")
            yield TranslatedText(text(N_("Preset")))
            yield self._presets
        yield Static(id="about", markup=False)
        for first in (1, 3):
            with Horizontal(classes="row"):
                yield from self._seat_fields(first)
                yield from self._seat_fields(first + 1)
        with Horizontal(classes="row"):
            yield from self._seat_fields(MAX_PLAYERS)
            yield TranslatedText(text(N_("First dealer")))
            yield DealerDropDown([("1", 1)], value=1, id="dealer")
        with Horizontal(classes="row"):
            yield TranslatedText(id="goal-label")
            yield Field(id="goal", type="integer")
            yield TranslatedText(text(N_("Minutes")), id="minutes-label")
            yield TranslatedInput(text(N_("if timed")), id="minutes", type="integer")
        with Horizontal(classes="row"):
            yield TranslatedButton(text(N_("Rules ({key})"), key=key_of(NEW_GAME, "rules")), id="rules")
            yield Static(id="changes", markup=False)
        with Horizontal(classes="row"):
            yield TranslatedText(id="price-label")
            yield TranslatedInput(text(N_("e.g. 0.10")), id="stake")
            yield TranslatedText(text(N_("Currency")))
            yield TranslatedInput(text(N_("e.g. EUR or €")), id="currency", max_length=5)
        yield TranslatedButton(
            text(N_("Begin ({key})"), key=key_of(NEW_GAME, "begin")), id="begin", primary=True
        )

    def _seat_fields(self, seat: int) -> ComposeResult:
        yield TranslatedText(text(N_("Player {n}"), n=seat), classes=f"seat{seat}")
        yield Field(
            id=f"player{seat}",
            series="players",
            max_length=40,
            suggester=self.companions,
            classes=f"seat{seat}",
        )

    def on_mount(self) -> None:
        self.fit(self.app.size)

    # --- players ---------------------------------------------------------------------------------

    @on(Input.Changed)
    def _names_changed(self, message: Input.Changed) -> None:
        if message.input.id and message.input.id.startswith("player"):
            self._offer_dealers(int(self._chosen("dealer")))

    def _offer_dealers(self, chosen: int) -> None:
        seats = [seat for seat in SEATS if self._player(seat) or seat == chosen]
        offered = [(Text(self._player(seat) or str(seat)), seat) for seat in seats]
        self.query_one(DealerDropDown).set_choices(offered, chosen)

    def _player(self, seat: int) -> str:
        field = self.query_one(f"#player{seat}", Input)
        return field.value.strip() if field.display else ""

    def players(self) -> tuple[str, ...]:
        """Return the names that were typed, in the order of the seats."""
        return tuple(name for name in map(self._player, SEATS) if name)

    @on(Input.Blurred)
    def _close_up(self) -> None:
        held = next((seat for seat in SEATS if self.query_one(f"#player{seat}").has_focus), 0)
        for seats in (SEATS[: max(held - 1, 0)], SEATS[held:]):
            self._move_up(seats)

    def _move_up(self, seats: Sequence[int]) -> None:
        typed = [seat for seat in seats if self._player(seat)]
        moved = dict(zip(typed, seats, strict=False))
        if all(old == new for old, new in moved.items()):
            return
        for old, new in moved.items():
            name = self._player(old)
            self.query_one(f"#player{old}", Input).value = ""
            self.query_one(f"#player{new}", Input).value = name
        dealer = int(self._chosen("dealer"))
        left = dealer > 1 and dealer in moved.values()  # the dealer's name was deleted
        self._offer_dealers(moved.get(dealer, typed[-1] if left else dealer))

    # --- the game --------------------------------------------------------------------------------

    @on(Select.Changed, "#game")
    def _game_changed(self, message: Select.Changed) -> None:
        self._play(get_game(str(message.value)))

    def _play(self, game: Game[Any]) -> None:
        if game is not self.game:
            self.game, self._more = game, {}
            self.show_game()
            self.post_message(self.GameChosen())

    def show_game(self) -> None:
        options = self.game.options(self.game.preset(next(iter(self.game.presets))))
        self.query_one("#goal-label", TranslatedText).set_text(text(self.game.goal.label))
        self.query_one("#price-label", TranslatedText).set_text(text(self.game.words.price))
        self._on_time = any(info.name == "minutes" for info in options)
        for widget in self.query("#minutes-label, #minutes"):
            widget.display = self._on_time
        for widget in self.query(f".seat{MAX_PLAYERS}"):
            widget.display = MAX_PLAYERS in self.game.sizes
        self.offer_presets()
        self._begin_with_goal()
        self._explain()

    def retranslate(self) -> None:
        self.query_one("#game", DropDown).set_choices(_games(), self.game.name)
        self.offer_presets()
        self._explain()

    def _begin_with_goal(self) -> None:
        chosen = self._chosen("preset")
        if chosen in self.game.presets:
            goal = self.game.spell_rules(self.game.preset(chosen))[self.game.goal.option]
            self._offered = self.query_one("#goal", Input).value = str(goal)

    # --- rules -----------------------------------------------------------------------------------

    def offer_presets(self) -> None:
        """List the built-in presets and then the user's own for choosing. The chosen preset stays chosen."""
        self._own = {f"{OWN}{own.name}": own for own in load_presets(self.game) if not own.reason}
        chosen = self._presets.value
        named = [*self._named_presets(), *((Text(own.name), key) for key, own in self._own.items())]
        is_there = chosen in self.game.presets or chosen in self._own
        self._presets.set_choices(named, chosen if is_there else named[0][1])

    def _named_presets(self) -> Options:
        return [(Text(preset_word(name)), name) for name in self.game.presets]

    def _index(self, preset: str | None) -> int | None:
        return next((index for index, name in enumerate(self.game.presets) if name == preset), None)

    @on(Select.Changed, "#preset")
    def _preset_changed(self, message: Select.Changed) -> None:
        own = self._own.get(str(message.value))
        if own is not None:
            self.set_rules(own.rules)
        else:
            self._more = {}
            if self._value("goal") == self._offered:  # no other target was typed
                self._begin_with_goal()
            self._explain()

    def set_rules(self, rules: Mapping[str, Any]) -> None:
        """Fill the form with rules as written in a session header.

        Options that have no field in the form are kept, and become rules of the new game, too.
        """
        edited = EditedRules.from_header(self.game, rules)
        more = dict(edited.given)
        base, goal = more.pop(PRESET), more.pop(self.game.goal.option, "")  # contradictory rules may lack it
        on_time = edited.value("end") == "time"
        minutes = more.pop("minutes", None) if on_time else None
        if on_time and minutes is not None:
            more.pop("end", None)
        self._more = more
        own = (key for key, own in self._own.items() if own.rules == edited.given)
        with self._presets.prevent(Select.Changed):
            self._presets.value = next(own, base)
        self.query_one("#goal", Input).value = str(goal)
        self.query_one("#minutes", Input).value = "" if minutes is None else str(minutes)
        self._explain()

    def rules(self) -> dict[str, Any]:
        chosen = self._chosen("preset")
        preset = self._own[chosen].rules[PRESET] if chosen in self._own else chosen
        rules: dict[str, Any] = {PRESET: preset}
        goal = self._value("goal")
        if goal is not None:
            rules[self.game.goal.option] = parse_whole_number(goal, 9)
        rules |= self._more
        minutes = self._value("minutes") if self._on_time else None
        if minutes is not None:
            rules |= {"end": "time", "minutes": parse_whole_number(minutes, 9)}
        return rules

    def _explain(self) -> None:
        chosen = self._chosen("preset")
        own = self._own.get(chosen)
        about = (
            preset_description(chosen, self.game.presets[chosen])
            if own is None
            else _("Your own rules, based on {preset}.").format(preset=preset_word(own.rules[PRESET]))
        )
        self.query_one("#about", Static).update(Content(about))
        preset = self.rules()[PRESET]
        changes = changed_options(EditedRules.from_header(self.game, {**self._more, PRESET: preset}))
        same = _("{preset} rules without changes").format(preset=preset_word(preset))
        self.query_one("#changes", Static).update(Content(f"≠ {changes}" if changes else same))

    # --- the header ------------------------------------------------------------------------------

    def fill(self, game: Game[Any], header: Header) -> None:
        """Choose a game, and fill the fields with the players, dealer, price and rules of `header`."""
        select = self.query_one("#game", Select)
        with select.prevent(Select.Changed):
            select.value = game.name
        self._play(game)
        for seat in SEATS:
            name = header.players[seat - 1] if seat <= len(header.players) else ""
            self.query_one(f"#player{seat}", Input).value = name
        if header.dealer is not None:
            self._offer_dealers(header.players.index(header.dealer) + 1)
        self.query_one("#stake", Input).value = header.stake or ""
        self.query_one("#currency", Input).value = header.currency or ""
        self.set_rules(header.rules)

    def _chosen(self, field: str) -> str:
        return str(self.query_one(f"#{field}", Select).value)

    def _value(self, field: str) -> str | None:
        return self.query_one(f"#{field}", Input).value.strip() or None

    def focus_field(self, field: str) -> None:
        """Focus the input for a header field such as "players.1", and select its text."""
        kind, _dot, name = field.partition(".")
        places = {self.game.goal.option: "goal", "minutes": "minutes", PRESET: "preset"}
        place = places.get(name, "rules") if kind == "rules" else kind
        if kind == "players":
            place = f"player{self._seat_of(name)}"
        widget = self.query_one(f"#{place}")
        widget.focus()
        if isinstance(widget, Input):
            widget.action_select_all()

    def focus_next_empty(self) -> None:
        """Focus the first field to fill in: a name, or else the price, or else the button to begin."""
        empty = "stake" if self._value("stake") is None else "begin"
        self.focus_field("players" if len(self.players()) < MIN_PLAYERS else empty)

    def _seat_of(self, number: str) -> int:
        names = [fold(name) for name in self.players()]
        repeated = (seat for seat, name in enumerate(names) if name in names[:seat])
        seat = int(number) if number.isdecimal() else next(repeated, len(names))
        return min(seat + 1, MAX_PLAYERS)

    def header(self) -> Header:
        self._move_up(SEATS)
        chosen = self.query_one(DealerDropDown)
        dealer, unknown, chosen.unknown = self._player(int(str(chosen.value))), chosen.unknown, ""
        if unknown:
            sentence = N_("no player is called “{typed}”; names go in the fields above")
            raise InvalidInput([problem("dealer", sentence, typed=quote(unknown))])
        if len(self.players()) < MIN_PLAYERS:
            raise InvalidInput([problem("players", N_("type at least two names"))])
        if not dealer:
            raise InvalidInput(
                [problem("dealer", N_("nobody sits in the dealer's seat; choose another dealer"))]
            )
        stake, currency = self._price()
        return new_header(
            game=self.game.name,
            players=self.players(),
            dealer=dealer or None,
            rules=self.rules(),
            stake=normalize_decimal(stake) if stake else None,
            currency=currency or None,
            started=now(),
        )

    def _price(self) -> tuple[str, str]:
        currency = parse_currency(self._value("currency") or "")
        if is_unknown_currency(currency):
            sentence = N_("write the currency as its code, such as EUR or RUB, not {typed}")
            raise InvalidInput([problem("currency", sentence, typed=currency)])
        try:
            stake, beside = parse_money((self._value("stake") or "").split())
        except InvalidInput as refusal:
            raise InvalidInput(problem._replace(field="stake") for problem in refusal.problems) from None
        if beside and currency not in ("", beside):
            sentence = N_("the price names another currency, {beside}; change the price or the currency")
            raise InvalidInput([problem("currency", sentence, beside=beside)])
        if currency and not stake:
            sentence = N_("the price is missing; fill it in, or leave out the currency ({currency})")
            raise InvalidInput([problem("stake", sentence, currency=currency)])
        return stake, currency or beside


FIELDS = {
    "players": N_("Players"),
    "dealer": N_("First dealer"),
    "currency": N_("Currency"),
    "rules.minutes": N_("Minutes"),
}
"""The names that header fields have in the form."""


class NewGameScreen(FormScreen[NewGame | Literal["import"] | None], keys=NEW_GAME):
    """The form for a new game.

    Its result is the new game, "import" if the player wants to import a file instead, or None if cancelled.
    """

    AUTO_FOCUS = "#player1"
    CSS = f"""{STYLE}
    NewGameScreen MessageLine {{ color: $text-error; text-style: bold; }}
    """

    def __init__(self, typed: Header | None = None) -> None:
        super().__init__()
        self._typed = typed
        self._form = NewGameForm(get_game(_last_begun()))
        self._writing = self._has_earlier_games = self._lacks_players = False

    def parts(self) -> ComposeResult:
        yield self._form

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        movers = {"focus_field": (Input, Select, Button), "leave_field": (Input, Select)}
        return super().check_action(action, parameters) and isinstance(
            self.focused, movers.get(action, object)
        )

    def on_mount(self) -> None:
        self._form.show_game()
        if self._typed is not None:
            self._form.fill(get_game(self._typed.game), self._typed)
        self.retranslate()
        self._gather_names()

    @on(NewGameForm.GameChosen)
    def _show_title(self) -> None:
        self.show_title(_("New game — {seats}").format(seats=_(self._form.game.words.seats)))

    def on_resize(self, event: Resize) -> None:
        self._form.fit(event.size)
        self.call_after_refresh(self._show_focused)

    def _show_focused(self) -> None:
        if self.focused is not None:
            self.focused.scroll_visible(animate=False)

    @work(exclusive=True, group="names")
    async def _gather_names(self) -> None:
        try:
            known = await run_in_thread(self, find_known_names, sessions_folder())
        except OSError:
            return
        self._form.companions.known = known
        self._has_earlier_games = bool(known)
        self._show_footer()

    def _show_footer(self) -> None:
        opens = "show_overlay " if isinstance(self.focused, DropDown) else ""
        last = "as_last_time " if self._has_earlier_games else ""
        names = f"{opens}begin {last}cancel begin_from_paper import rules tab keys"
        self.query_one(KeyFooter).hints = footer(names, NEW_GAME, PICK_LIST)

    on_descendant_focus = _show_footer

    def retranslate(self) -> None:
        self.report("")
        self._show_title()
        self._show_footer()

    def action_rules(self) -> None:
        screen = RulesScreen(self._form.game, self._form.rules(), title=N_("Rules of the new game"))
        self.app.push_screen(screen, self._changed)

    def _changed(self, rules: dict[str, Any] | None) -> None:
        self._form.offer_presets()
        if rules is not None:
            self._form.set_rules(rules)
            self._form.focus_next_empty()
            self.report("")

    def action_as_last_time(self) -> None:
        """Fill the form with the players, rules and price of the newest game. The next player deals first."""
        try:
            last = find_last_played(sessions_folder())
        except OSError:
            last = None
        if last is None:
            self.report(_("There is no earlier game to copy."))
            return
        self._form.fill(last.game, rematch_header(last, now()))
        self.report("")

    @on(Input.Changed)
    def _names_changed(self) -> None:
        if self._lacks_players and len(self._form.players()) >= MIN_PLAYERS:
            self._lacks_players = False
            self.report("")

    def action_focus_field(self, by: int) -> None:
        (self.focus_next if by > 0 else self.focus_previous)()

    def action_leave_field(self) -> None:
        self.focus_next("Input, Select, #begin")

    def action_begin_from_paper(self) -> None:
        self.action_begin(from_paper=True)

    def action_begin(self, *, from_paper: bool = False) -> None:
        try:
            header = self._form.header()
            Session(header)
        except InvalidInput as refusal:
            self.report(self._in_words(refusal.problems))
            self._lacks_players = len(self._form.players()) < MIN_PLAYERS
            self._form.focus_field(refusal.problems[0].field)
        else:
            if not self._writing:
                self._writing = True
                self._begin(header, from_paper=from_paper)

    @work(exclusive=True, group="holds keys")
    async def _begin(self, header: Header, *, from_paper: bool) -> None:
        try:
            new = await run_in_thread(self, begin_game, sessions_folder(), header, now())
        except REFUSALS as error:
            self._writing = False
            self.report(error_text(error))
        else:
            if header.game != _last_begun():
                save_settings(game=header.game)
            self.dismiss(new._replace(from_paper=from_paper))

    def _in_words(self, problems: Iterable[Problem]) -> str:
        goal, words = self._form.game.goal, self._form.game.words
        called = {**FIELDS, "stake": words.price, f"rules.{goal.option}": goal.label}
        return contradictions_text(
            problem._replace(field=_(called.get(problem.field, problem.field))) for problem in problems
        )

    def action_import(self) -> None:
        self.leave("import", loses=bool(self._form.players()))

    def action_cancel(self) -> None:
        self.leave(None, loses=bool(self._form.players()))


def _last_begun() -> str:
    last = load_settings().game
    return last if last in GAMES else GAMES[0]
