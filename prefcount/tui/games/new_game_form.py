"""The form of a new game: what its fields hold, as a header and from one."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text
from textual import on
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Select, Static

from prefcount.base.clock import now
from prefcount.base.i18n import N_, _, text
from prefcount.base.locale_format import currency_typed, decimal_typed, is_unknown_currency
from prefcount.base.problems import InvalidInput, problem, quote
from prefcount.entries.models import MOST_PLAYERS, Header
from prefcount.entries.names_and_figures import fold, whole_or_text
from prefcount.games import game_named
from prefcount.games.edited_rules import EditedRules
from prefcount.games.game import Game
from prefcount.games.rules import PRESET, below_preset, preset_word
from prefcount.render.text import differences
from prefcount.session.session import new_header
from prefcount.session.typed_entries import amount_and_currency
from prefcount.store.presets import OwnPreset, own_presets
from prefcount.tui.games.new_game_fields import DealerDropDown, NameSuggester, NewGameFields, PresetDropDown
from prefcount.tui.kit.widgets import TranslatedText

OWN = "own:"
SEATS = range(1, MOST_PLAYERS + 1)


class NewGameForm(NewGameFields):
    """The fields with what they hold; those that differ from game to game follow the chosen one."""

    class GameChosen(Message):
        """Another game is chosen."""

    def __init__(self, game: Game[Any]) -> None:
        """The form with a game chosen."""
        self.companions = NameSuggester(self.players)
        super().__init__(game, self.companions)
        self._more: dict[str, Any] = {}
        self._own: dict[str, OwnPreset] = {}
        self._offered = ""
        self._on_time = False

    # --- players ---------------------------------------------------------------------------------

    @on(Input.Changed)
    def _names_changed(self, message: Input.Changed) -> None:
        """Offer the names as dealers, under the seat they have."""
        if message.input.id and message.input.id.startswith("player"):
            self._offer_dealers(int(self._chosen("dealer")))

    def _offer_dealers(self, chosen: int) -> None:
        """Who sits at the table may deal first; an empty chair is there only while it is the chosen one."""
        seats = [at for at in SEATS if self._player(at) or at == chosen]
        offered = [(Text(self._player(at) or str(at)), at) for at in seats]
        self.query_one(DealerDropDown).offer(offered, chosen)

    def _player(self, at: int) -> str:
        field = self.query_one(f"#player{at}", Input)
        return field.value.strip() if field.display else ""

    def players(self) -> tuple[str, ...]:
        """The names that were typed, in the order of the seats."""
        return tuple(name for name in map(self._player, SEATS) if name)

    @on(Input.Blurred)
    def _close_up(self) -> None:
        """Leave no chair empty before a name, as after one Tab too many; the one with the cursor stays."""
        held = next((at for at in SEATS if self.query_one(f"#player{at}").has_focus), 0)
        for seats in (SEATS[: max(held - 1, 0)], SEATS[held:]):
            self._move_up(seats)

    def _move_up(self, seats: Sequence[int]) -> None:
        """Put the names of some seats on the first of them; who deals stays the dealer."""
        typed = [at for at in seats if self._player(at)]
        moved = dict(zip(typed, seats, strict=False))
        if all(at == seat for at, seat in moved.items()):
            return
        for at, seat in moved.items():
            name, self.query_one(f"#player{at}", Input).value = self._player(at), ""
            self.query_one(f"#player{seat}", Input).value = name
        dealer = int(self._chosen("dealer"))
        left = dealer > 1 and dealer in moved.values()  # by a dealer whose name was taken away
        self._offer_dealers(moved.get(dealer, typed[-1] if left else dealer))

    # --- the game --------------------------------------------------------------------------------

    @on(Select.Changed, "#game")
    def _game_changed(self, message: Select.Changed) -> None:
        self._play(game_named(str(message.value)))

    def _play(self, game: Game[Any]) -> None:
        if game is not self.game:
            self.game, self._more = game, {}
            self.show_game()
            self.post_message(self.GameChosen())

    def show_game(self) -> None:
        """Fill in everything that differs from game to game."""
        options = self.game.options(self.game.preset(next(iter(self.game.presets))))
        self.query_one("#goal-label", TranslatedText).set_text(text(self.game.goal.label))
        self.query_one("#price-label", TranslatedText).set_text(text(self.game.words.price))
        self._on_time = any(info.name == "minutes" for info in options)
        for widget in self.query("#minutes-label, #minutes"):
            widget.display = self._on_time
        for widget in self.query(f".seat{MOST_PLAYERS}"):
            widget.display = MOST_PLAYERS in self.game.sizes
        self.offer_presets()
        self._begin_with_goal()
        self._explain()

    def retranslate(self) -> None:
        """Say in the language in use what the games are called and what the rules are."""
        super().retranslate()
        self.offer_presets()
        self._explain()

    def _begin_with_goal(self) -> None:
        chosen = self._chosen("preset")
        if chosen in self.game.presets:
            goal = self.game.spelled(self.game.preset(chosen))[self.game.goal.option]
            self._offered = self.query_one("#goal", Input).value = str(goal)

    # --- rules -----------------------------------------------------------------------------------

    def offer_presets(self) -> None:
        """List the built-in presets, and one's own below them; what is chosen stays."""
        self._own = {f"{OWN}{own.name}": own for own in own_presets(self.game) if not own.why}
        select = self.query_one("#preset", PresetDropDown)
        select.game, chosen = self.game, select.value
        named = [(Text(preset_word(name)), name) for name in self.game.presets]
        named += [(Text(own.name), key) for key, own in self._own.items()]
        is_there = chosen in self.game.presets or chosen in self._own
        select.offer(named, chosen if is_there else named[0][1])

    @on(Select.Changed, "#preset")
    def _preset_changed(self, message: Select.Changed) -> None:
        """A preset puts everything to itself; one's own brings its goal too."""
        own = self._own.get(str(message.value))
        if own is not None:
            self.take(own.rules)
        else:
            self._more = {}
            if self._value("goal") == self._offered:  # nobody typed another one
                self._begin_with_goal()
            self._explain()

    def take(self, rules: Mapping[str, Any]) -> None:
        """Put whole rules into the form: preset, goal and minutes in their fields; the rest is kept."""
        convention = EditedRules.of(self.game, rules)
        more = dict(convention.given)
        base, goal = more.pop(PRESET), more.pop(self.game.goal.option, "")  # contradictory rules may lack it
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

    def rules(self) -> dict[str, Any]:
        """The rules as the form has them, whether they can be used or not."""
        chosen = self._chosen("preset")
        preset = self._own[chosen].rules[PRESET] if chosen in self._own else chosen
        rules: dict[str, Any] = {PRESET: preset}
        goal = self._value("goal")
        if goal is not None:
            rules[self.game.goal.option] = whole_or_text(goal, 9)
        rules |= self._more
        minutes = self._value("minutes") if self._on_time else None
        return rules if minutes is None else {**rules, "end": "time", "minutes": whole_or_text(minutes, 9)}

    def _explain(self) -> None:
        chosen = self._chosen("preset")
        own = self._own.get(chosen)
        about = (
            below_preset(chosen, self.game.presets[chosen])
            if own is None
            else _("Your own, from {preset}.").format(preset=preset_word(own.rules[PRESET]))
        )
        self.query_one("#about", Static).update(Content(about))
        preset = self.rules()[PRESET]
        changes = differences(EditedRules.of(self.game, {**self._more, PRESET: preset}))
        same = _("{preset} rules, otherwise unchanged").format(preset=preset_word(preset))
        self.query_one("#changes", Static).update(Content(f"≠ {changes}" if changes else same))

    # --- the header ------------------------------------------------------------------------------

    def fill(self, game: Game[Any], header: Header) -> None:
        """Choose a game, and put what a header of it says into the fields."""
        select = self.query_one("#game", Select)
        with select.prevent(Select.Changed):
            select.value = game.name
        self._play(game)
        for at in SEATS:
            name = header.players[at - 1] if at <= len(header.players) else ""
            self.query_one(f"#player{at}", Input).value = name
        if header.dealer is not None:
            self._offer_dealers(header.players.index(header.dealer) + 1)
        self.query_one("#stake", Input).value = header.stake or ""
        self.query_one("#currency", Input).value = header.currency or ""
        self.take(header.rules)

    def _chosen(self, field: str) -> str:
        return str(self.query_one(f"#{field}", Select).value)

    def _value(self, field: str) -> str | None:
        return self.query_one(f"#{field}", Input).value.strip() or None

    def go_to(self, field: str) -> None:
        """Put the cursor where a field of the header such as "players.1" is typed; mark what stands there."""
        kind, _dot, name = field.partition(".")
        places = {self.game.goal.option: "goal", "minutes": "minutes", PRESET: "preset"}
        place = places.get(name, "rules") if kind == "rules" else kind
        if kind == "players":
            place = f"player{self._seat_of(name)}"
        widget = self.query_one(f"#{place}")
        widget.focus()
        if isinstance(widget, Input):
            widget.action_select_all()

    def _seat_of(self, at: str) -> int:
        """The seat of a name by its number from 0; without one that of a repeated name, or a free one."""
        names = [fold(name) for name in self.players()]
        repeated = (seat for seat, name in enumerate(names) if name in names[:seat])
        seat = int(at) if at.isdecimal() else next(repeated, len(names))
        return min(seat + 1, MOST_PLAYERS)

    def header(self) -> Header:
        """The header that the fields make. Raises InvalidInput with what is wrong in them."""
        self._move_up(SEATS)
        chosen = self.query_one(DealerDropDown)
        dealer, unknown, chosen.unknown = self._player(int(str(chosen.value))), chosen.unknown, ""
        if unknown:
            sentence = N_("nobody is called “{typed}”; names belong into the fields before")
            raise InvalidInput([problem("dealer", sentence, typed=quote(unknown))])
        if len(self.players()) < 2:
            raise InvalidInput([problem("players", N_("type the names of at least two"))])
        if not dealer:
            raise InvalidInput([problem("dealer", N_("nobody sits there; choose another dealer"))])
        stake, currency = self._price()
        return new_header(
            game=self.game.name,
            players=self.players(),
            dealer=dealer or None,
            rules=self.rules(),
            stake=decimal_typed(stake) if stake else None,
            currency=currency or None,
            started=now(),
        )

    def _price(self) -> tuple[str, str]:
        """Price and currency, which may stand behind the price, too. Raises InvalidInput."""
        currency = currency_typed(self._value("currency") or "")
        if is_unknown_currency(currency):
            sentence = N_("write the currency as its code, such as EUR or RUB, not {typed}")
            raise InvalidInput([problem("currency", sentence, typed=currency)])
        try:
            stake, beside = amount_and_currency((self._value("stake") or "").split())
        except InvalidInput as refusal:
            raise InvalidInput(problem._replace(field="stake") for problem in refusal.problems) from None
        if beside and currency not in ("", beside):
            sentence = N_("the price is in {beside}; change one of the two")
            raise InvalidInput([problem("currency", sentence, beside=beside)])
        if currency and not stake:
            sentence = N_("is missing; fill it in, or leave out the currency ({currency})")
            raise InvalidInput([problem("stake", sentence, currency=currency)])
        return stake, currency or beside
