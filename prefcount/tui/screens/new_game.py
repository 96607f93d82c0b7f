"""The form of a new game: who plays, by which convention, for how much."""

from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from pydantic import ValidationError
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Input, Label, Select, Static

from prefcount.entries.header import Header
from prefcount.entries.sentences import problems_of
from prefcount.games import game_named
from prefcount.i18n import N_, _
from prefcount.problems import Refused
from prefcount.session.journal import NotWritten
from prefcount.session.session import Session
from prefcount.session.store import create, sessions_folder
from prefcount.tui.widgets.hints import Hints

MOST = 4


class NewGameScreen(Screen[Path | None]):
    """Asks for the header of a session and returns the path of its file, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "begin", N_("Begin")),
        Binding("escape,f10", "cancel", N_("Back")),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]
    CSS = """
    NewGameScreen #title { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    NewGameScreen .row { height: 3; }
    NewGameScreen Label { width: 14; padding: 1 1 0 1; }
    NewGameScreen Input { width: 1fr; }
    NewGameScreen Select { width: 1fr; }
    NewGameScreen #about, NewGameScreen #wrong { height: auto; padding: 0 1; }
    NewGameScreen #about { color: $text-muted; }
    NewGameScreen #wrong { color: $text-error; }
    """

    def compose(self) -> ComposeResult:
        """Names in pairs, then dealer and convention, then what is played for."""
        game = game_named("preferans")
        yield Static(
            _("New game — names clockwise; leave the last ones empty for two or three"),
            id="title",
            markup=False,
        )
        yield Static(id="wrong", markup=False)
        with VerticalScroll(can_focus=False):
            for first in (1, 3):
                with Horizontal(classes="row"):
                    for at in (first, first + 1):
                        yield Label(_("Player {n}").format(n=at))
                        yield Input(id=f"player{at}", max_length=40)
            with Horizontal(classes="row"):
                yield Label(_("First dealer"))
                yield Select(
                    [(str(at), at) for at in range(1, MOST + 1)], value=1, allow_blank=False, id="dealer"
                )
                yield Label(_("Convention"))
                yield Select(
                    [(name, name) for name in game.presets], value="sochi", allow_blank=False, id="preset"
                )
            yield Static(id="about", markup=False)
            with Horizontal(classes="row"):
                yield Label(_("Pool up to"))
                yield Input("20", id="target", type="integer")
                yield Label(_("Minutes"), id="minutes-label")
                yield Input(id="minutes", type="integer", placeholder=_("only on time"))
            with Horizontal(classes="row"):
                yield Label(_("Whist costs"))
                yield Input(id="stake", placeholder=_("0.10, or empty"))
                yield Label(_("Currency"))
                yield Input(id="currency", max_length=3, placeholder="EUR")
            yield Button(_("Begin (F2)"), id="begin", variant="primary")
        yield Hints(("Tab ↓ ↑", _("next field")), ("F2", _("begin")), ("Esc", _("back")))

    def on_mount(self) -> None:
        """Begin with the first name."""
        self.query_one("#player1", Input).focus()

    @on(Input.Changed)
    def _names_changed(self, message: Input.Changed) -> None:
        """Offer the names as dealers, under the seat they have."""
        if message.input.id and message.input.id.startswith("player"):
            dealer = self.query_one("#dealer", Select)
            chosen = dealer.value
            dealer.set_options([(self._player(at) or str(at), at) for at in range(1, MOST + 1)])
            with dealer.prevent(Select.Changed):
                for value in (MOST, chosen):  # the label follows only a value that changes
                    dealer.value = value

    @on(Select.Changed, "#preset")
    def _preset_changed(self, message: Select.Changed) -> None:
        about = game_named("preferans").presets[str(message.value)]
        self.query_one("#about", Static).update(Content(_(about)))

    @on(Input.Submitted)
    def _next(self) -> None:
        self.focus_next()

    @on(Button.Pressed, "#begin")
    def _pressed(self) -> None:
        self.action_begin()

    def _player(self, at: int) -> str:
        return self.query_one(f"#player{at}", Input).value.strip()

    def _value(self, field: str) -> str | None:
        return self.query_one(f"#{field}", Input).value.strip() or None

    def action_begin(self) -> None:
        """Check the form, write the file, and return its path."""
        try:
            header = Header.model_validate(self._header())
            Session(header)
        except ValidationError as error:
            self._say("; ".join(map(str, problems_of(error, Header))))
        except Refused as refusal:
            self._say(str(refusal))
        else:
            self._create(header)

    def _header(self) -> dict[str, Any]:
        names = tuple(name for name in map(self._player, range(1, MOST + 1)) if name)
        dealer = self._player(int(str(self.query_one("#dealer", Select).value)))
        minutes = self._value("minutes")
        preset = str(self.query_one("#preset", Select).value)
        rules = {"preset": preset, "target": int(self._value("target") or 20)}
        if minutes is not None:
            rules |= {"end": "time", "minutes": int(minutes)}
        return {
            "kind": "session",
            "version": 1,
            "game": "preferans",
            "players": names,
            "dealer": dealer or None,
            "rules": rules,
            "stake": self._value("stake"),
            "currency": (self._value("currency") or "").upper() or None,
            "started": datetime.now().astimezone().replace(microsecond=0),
        }

    @work(exclusive=True, thread=True)
    def _create(self, header: Header) -> None:
        try:
            journal = create(sessions_folder(), header, datetime.now())
        except (NotWritten, OSError) as error:
            self.app.call_from_thread(self._say, str(error))
        else:
            self.app.call_from_thread(self.dismiss, journal.path)

    def _say(self, wrong: str) -> None:
        self.query_one("#wrong", Static).update(Content(wrong))

    def action_cancel(self) -> None:
        """Back without a game."""
        self.dismiss(None)
