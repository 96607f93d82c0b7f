"""The fields of the form of a new game, row by row."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from rich.text import Text as RichText
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key
from textual.geometry import Size
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList, Select, Static

from prefcount.base.i18n import N_, _, text
from prefcount.entries.models import MOST_PLAYERS
from prefcount.entries.names_and_figures import fold
from prefcount.games import TITLES
from prefcount.games.game import Game
from prefcount.games.rules import preset_word
from prefcount.tui.kit.choice_list import TypedSearch, preset_search
from prefcount.tui.kit.keys import PICK_LIST, Command, Commands, bindings, key_of
from prefcount.tui.kit.widgets import Field, TranslatedButton, TranslatedInput, TranslatedText

NEW_GAME: Commands = (
    Command(
        "tab,down,up,enter",
        help=N_("from field to field; Enter opens a list"),
        footer=N_("next field"),
        in_footer=3,
    ),
    Command("right", help=N_("accept the suggestion")),
    Command("f2", "begin", N_("begin the game"), N_("begin"), N_("Begin")),
    Command(
        "ctrl+o",
        "begin_from_paper",
        N_("begin it with an old sheet, or with only the result of an evening (Ctrl+O once more)"),
        N_("old sheet, result"),
        N_("An old sheet, or only the result"),
    ),
    Command(
        "f12",
        "import",
        N_("import it from a file of another program, or evenings from a table"),
        N_("import"),
        N_("Import a file of another program"),
    ),
    Command(
        "f4",
        "as_last_time",
        N_("players, rules and stake as last time; the next player deals"),
        N_("as last time"),
        N_("As last time"),
    ),
    Command(
        "ctrl+r", "rules", N_("every rule of the game, to look at and to change"), N_("rules"), N_("Rules")
    ),
    Command("escape", "cancel", N_("cancel"), N_("games"), N_("Back"), also="f10"),
    Command("f1", "keys", footer=N_("keys"), palette=N_("Keys")),
    Command("down", "focus_field(1)", also="tab", priority=True),
    Command("up", "focus_field(-1)", also="shift+tab", priority=True),
    Command("enter", "leave_field", priority=True),
)
"""What leads from field to field is heard before the field: letters right behind it go to the next one."""


class NameSuggester(Suggester):
    """Offers the first known name that begins as typed and does not sit at the table yet."""

    def __init__(self, seated: Callable[[], Collection[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.known: Sequence[str] = ()
        self._seated = seated

    async def get_suggestion(self, value: str) -> str | None:
        """The name that → would complete; what was typed stays as it was typed."""
        typed = fold(value)
        seated = {fold(name) for name in self._seated()} - {typed}
        for name in self.known:
            if fold(name).startswith(typed) and fold(name) not in seated:
                return name
        return None


LOW, NARROW = 28, 78
"""In fewer lines or columns fields have no frames; in fewer columns the longest label alone has its room."""
STYLE = """
NewGameFields { padding: 0 1 0 0; max-width: 120; }
NewGameFields .row { height: 3; }
NewGameFields TranslatedText { width: 17; padding: 1 1 0 1; }
NewGameFields Input { width: 1fr; }
NewGameFields.-narrow TranslatedText { width: 14; }
NewGameFields.-narrow #price-label { width: auto; min-width: 14; }
NewGameFields #currency { min-width: 15; }
NewGameFields Select { width: 1fr; }
NewGameFields #about { height: auto; padding: 0 1; color: $text-muted; }
NewGameFields Button { min-width: 14; margin: 0 1; }
NewGameFields #changes { width: 1fr; height: 1; margin: 1 1 0 0; }
NewGameFields #changes { text-wrap: nowrap; text-overflow: ellipsis; }
NewGameFields.-low {
    .row { height: 2; }
    .row:first-of-type { height: 1; }
    #about { padding: 0 1 1 1; }
    TranslatedText { padding: 0 1; }
    Input { background: $panel; padding: 0 1; }
    SelectCurrent { background: $panel; padding: 0 1; }
    Select:focus SelectCurrent { background: $primary; }
    #changes { margin: 0 1 0 0; }
}
"""
"""How the fields look; for the screen, because it is said over what each kind of field says of itself."""


Options = Sequence[tuple[RichText | str, Any]]
"""What a list offers: what is read, and what it stands for."""


class DropDown(Select[Any], inherit_bindings=False):
    """A drop-down list that Enter, the space bar and letters open, for arrows lead from field to field."""

    BINDINGS = bindings(PICK_LIST)

    def __init__(
        self,
        options: Options,
        *,
        id: str,
        value: Any = Select.NULL,
        search: TypedSearch | None = None,
    ) -> None:
        """The options with their values, the chosen one, and how letters find one."""
        super().__init__(options, allow_blank=False, value=value, id=id, type_to_search=False)
        self._typed_search = search or TypedSearch()

    def on_key(self, event: Key) -> None:
        """Open the list at the first letter, and mark the line that is typed."""
        listed = self.query_one(OptionList)
        position = self._typed_search.found(event, self.lines(), listed.highlighted or 0)
        if position is None:
            return
        event.stop()
        event.prevent_default()
        if not self.expanded:
            self.action_show_overlay()
        listed.highlighted = position

    def offer(self, options: Options, chosen: Any) -> None:
        """Offer other options, with one chosen; nobody is told of that."""
        with self.prevent(Select.Changed):
            self.set_options([("", None)])  # the label follows only a value that changes
            self.set_options(options)
            self.value = chosen

    def lines(self) -> list[str]:
        """What can be chosen, line by line."""
        return [str(option.prompt) for option in self.query_one(OptionList).options]


class DealerDropDown(DropDown):
    """The drop-down list of who deals first.

    Attributes:
        unknown: what was typed here and is in nobody's name, such as a name that belongs into a field before
            it; nothing is searched for until somebody looks at it.
    """

    unknown = _typed = ""

    def on_key(self, event: Key) -> None:
        """Mark who is typed, and keep what is in nobody's name."""
        sign = event.character or ""
        self._typed = self._typed + sign if sign.isalpha() else ""
        if not self._typed or any(fold(self._typed) in fold(line) for line in self.lines()):
            super().on_key(event)
            return
        self.unknown = self._typed
        event.stop()
        event.prevent_default()


class PresetDropDown(DropDown):
    """The drop-down list of conventions of a game; letters find one by any name that people give it."""

    def __init__(self, game: Game[Any]) -> None:
        presets = [(preset_word(name), name) for name in game.presets]
        search = preset_search(lambda: self.game.ruleset, self._position)
        super().__init__(presets, id="preset", search=search)
        self.game = game

    def _position(self, preset: str | None) -> int | None:
        """Where a built-in convention stands; one's own are found by their lines."""
        name, lines = preset_word(preset) if preset else "", self.lines()
        return lines.index(name) if name in lines else None


class NewGameFields(VerticalScroll, can_focus=False):
    """The fields in their rows, as they fit the terminal."""

    def __init__(self, game: Game[Any], companions: Suggester) -> None:
        """The form with a game chosen; `companions` completes the names of players."""
        super().__init__()
        self.game, self._companions = game, companions

    def fit(self, size: Size) -> None:
        """Frames around the fields, and labels of one width, where there is room."""
        self._set_classes(size)
        for field in self.query("*"):
            _frame(field, size)

    def _set_classes(self, size: Size) -> None:
        self.set_class(_is_small(size), "-low")
        self.set_class(size.width < NARROW, "-narrow")

    def compose(self) -> ComposeResult:
        """Every field as it fits the terminal at once, for to style it again takes as long as to show it."""
        size = self.app.size
        self._set_classes(size)
        for widget in self._rows():
            _frame(widget, size)
            yield widget

    def _rows(self) -> ComposeResult:
        """The game and its convention, names in pairs, the dealer, then what is played for."""
        with Horizontal(classes="row"):
            yield TranslatedText(text(N_("Game")))
            yield DropDown(_games(), value=self.game.name, id="game")
            yield TranslatedText(text(N_("Convention")))
            yield PresetDropDown(self.game)
        yield Static(id="about", markup=False)
        for first in (1, 3):
            with Horizontal(classes="row"):
                yield from self._seat(first)
                yield from self._seat(first + 1)
        with Horizontal(classes="row"):
            yield from self._seat(MOST_PLAYERS)
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

    def _seat(self, at: int) -> ComposeResult:
        """The field of a player; those of a seat that a game does not have are hidden."""
        yield TranslatedText(text(N_("Player {n}"), n=at), classes=f"seat{at}")
        yield Field(
            id=f"player{at}",
            series="players",
            max_length=40,
            suggester=self._companions,
            classes=f"seat{at}",
        )

    def retranslate(self) -> None:
        """Say in the language in use what the games are called."""
        game = self.query_one("#game", DropDown)
        game.offer(_games(), game.value)


def _is_small(size: Size) -> bool:
    return size.height < LOW or size.width < NARROW


def _frame(field: Widget, size: Size) -> None:
    if isinstance(field, Input | Select | Button):
        field.compact = _is_small(size)


def _games() -> list[tuple[str, str]]:
    return [(_(title), name) for name, title in TITLES.items()]
