"""The fields of the form of a new game, row by row."""

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.suggester import Suggester
from textual.widgets import Button, Input, Label, Select, Static

from prefcount.games import TITLES
from prefcount.games.protocol import Game
from prefcount.games.terms import preset_word
from prefcount.i18n import _

MOST = 4
"""So many may sit down to a game."""
STYLE = """
NewGameFields { padding: 0 1 0 0; }
NewGameFields .row { height: 3; }
NewGameFields Label { width: 14; padding: 1 1 0 1; }
NewGameFields Input { width: 1fr; }
NewGameFields Select { width: 1fr; }
NewGameFields #about { height: auto; padding: 0 1; color: $text-muted; }
NewGameFields Button { min-width: 14; margin: 0 1; }
NewGameFields #changes { width: 1fr; height: 1; margin: 1 1 0 0; }
NewGameFields #changes { text-wrap: nowrap; text-overflow: ellipsis; }
NewGameFields.-low {
    .row { height: 2; }
    Label { padding: 0 1; }
    Input { background: $panel; padding: 0 1; }
    SelectCurrent { background: $panel; padding: 0 1; }
    Select:focus SelectCurrent { background: $primary; }
    #changes { margin: 0 1 0 0; }
}
"""
"""How the fields look; for the screen, because it is said over what each kind of field says of itself."""


class Pick(Select[Any], inherit_bindings=False):
    """A list to choose from that only Enter and the space bar open: the arrows lead from field to field."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "show_overlay", show=False)]


class NewGameFields(VerticalScroll, can_focus=False):
    """Asks for everything; what the fields say is for the screen to read."""

    def __init__(self, game: Game[Any], companions: Suggester) -> None:
        """The form with a game chosen; `companions` completes the names of players."""
        super().__init__()
        self._game, self._companions = game, companions

    def compose(self) -> ComposeResult:
        """The game and its convention, names in pairs, the dealer, then what is played for."""
        with Horizontal(classes="row"):
            yield Label(_("Game"))
            games = [(_(title), name) for name, title in TITLES.items()]
            yield Pick(games, value=self._game.name, allow_blank=False, id="game")
            yield Label(_("Convention"))
            presets = [(preset_word(name), name) for name in self._game.presets]
            yield Pick(presets, allow_blank=False, id="preset")
        yield Static(id="about", markup=False)
        for first in (1, 3):
            with Horizontal(classes="row"):
                for at in (first, first + 1):
                    yield Label(_("Player {n}").format(n=at))
                    yield Input(id=f"player{at}", max_length=40, suggester=self._companions)
        with Horizontal(classes="row"):
            yield Label(_("First dealer"))
            seats = [(str(at), at) for at in range(1, MOST + 1)]
            yield Pick(seats, value=1, allow_blank=False, id="dealer")
            yield Label(id="goal-label")
            yield Input(id="goal", type="integer")
        with Horizontal(classes="row"):
            yield Button(_("Rules (F4)"), id="rules")
            yield Static(id="changes", markup=False)
        with Horizontal(classes="row time"):
            yield Label(_("Minutes"))
            yield Input(id="minutes", type="integer", placeholder=_("only on time"))
        with Horizontal(classes="row"):
            yield Label(id="price-label")
            yield Input(id="stake", placeholder=_("such as 0.10"))
            yield Label(_("Currency"))
            yield Input(id="currency", max_length=3, placeholder=_("such as EUR"))
        yield Button(_("Begin (F2)"), id="begin", variant="primary")
