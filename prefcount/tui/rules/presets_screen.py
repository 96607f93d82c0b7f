"""The screen to choose a preset: of the last game, built in, or the player's own."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from prefcount.base.i18n import N_, _, text
from prefcount.base.problems import quote
from prefcount.games.game import EditedRules, Game
from prefcount.games.rules import PRESET, preset_description, preset_word
from prefcount.render.text import rules_summary
from prefcount.session.session import Session
from prefcount.store.disk import WriteError, write_error
from prefcount.store.presets import UserPreset, delete_preset, import_preset, load_presets, presets_folder
from prefcount.store.reader import ReadError
from prefcount.store.session_folder import find_last_played
from prefcount.store.settings import expand_path, sessions_folder
from prefcount.tui.kit.keys import Command, Commands, bindings, footer
from prefcount.tui.kit.screens import ProgramScreen, ask, run_in_thread
from prefcount.tui.kit.widgets import (
    ChoiceList,
    KeyFooter,
    MessageLine,
    PromptLine,
    TranslatedText,
    preset_search,
)

PRESETS: Commands = (
    Command("enter", footer=N_("choose")),
    Command("f12", "import", footer=N_("import"), palette=N_("Import a preset from a file")),
    Command("f8,delete", "forget", footer=N_("delete"), palette=N_("Delete a preset of your own")),
    Command("escape", "back", footer=N_("back"), palette=N_("Back"), also="f9,f10"),
)


LAST = "last"
BUILT_IN = "preset:"
OWN = "own:"


class ChosenRules(NamedTuple):
    """Rules as written in a header, and the name that a player gave them, or ""."""

    name: str
    rules: Mapping[str, Any]


class PresetScreen(ModalScreen[ChosenRules | None], ProgramScreen[ChosenRules | None]):
    """Lists all presets and returns the chosen one, or None."""

    BINDINGS = bindings(PRESETS)
    CSS = """
    PresetScreen { align: center middle; }
    PresetScreen Vertical { width: 88; max-width: 100%; height: 100%; max-height: 30; }
    PresetScreen Vertical { border: round $primary; background: $surface; padding: 0; }
    PresetScreen #title { height: auto; padding: 0 1; text-style: bold; }
    PresetScreen OptionList { height: 1fr; scrollbar-gutter: stable; }
    PresetScreen KeyFooter { dock: none; }
    """

    def __init__(self, game: Game[Any], current: str = "", question: str = "") -> None:
        """List the presets of a game below `question`, and mark the preset `current`."""
        super().__init__()
        self._question = question or N_(
            "Which rules to start from? Everything you changed so far will be lost."
        )
        self._game = game
        self._current = current or next(iter(game.presets))
        self._last: Session | None = None
        self._own: dict[str, UserPreset] = {}

    def compose(self) -> ComposeResult:
        with Vertical():
            yield TranslatedText(text(self._question), id="title")
            yield MessageLine()
            yield ChoiceList(search=preset_search(lambda: self._game.ruleset, self._position))
            yield PromptLine()
            yield KeyFooter(*footer("enter back import forget", PRESETS))

    def on_mount(self) -> None:
        self._fill()
        self._read_last()

    @work(exclusive=True, group="last")
    async def _read_last(self) -> None:
        try:
            last = await run_in_thread(self, find_last_played, sessions_folder())
        except OSError:
            return
        if last is not None and last.game.name == self._game.name:
            self._last = last
            self._fill()

    def _fill(self, mark: str = "") -> None:
        listed = self.query_one(ChoiceList)
        marked = listed.highlighted_option
        mark = mark or (marked and marked.id) or f"{BUILT_IN}{self._current}"
        self._own = {f"{OWN}{own.path}": own for own in load_presets(self._game)}
        options = list(self._options())
        listed.set_options(options)
        ids = [option.id for option in options]
        listed.highlighted = ids.index(mark) if mark in ids else 0
        listed.focus()

    def retranslate(self) -> None:
        self.report("")
        focused = self.focused
        self._fill()
        self.set_focus(focused)

    def _position(self, preset: str | None) -> int | None:
        ids = [option.id for option in self.query_one(ChoiceList).options]
        key = f"{BUILT_IN}{preset}"
        return ids.index(key) if key in ids else None

    def _options(self) -> Iterator[Option]:
        if self._last is not None:
            rules = rules_summary(
                EditedRules.from_header(self._game, self._game.spell_rules(self._last.state.rules))
            )
            about = _("{rules} ({players})").format(rules=rules, players=", ".join(self._last.players))
            yield _option(LAST, _("as last time"), about)
        for name, about in self._game.presets.items():
            yield _option(f"{BUILT_IN}{name}", preset_word(name), preset_description(name, about))
        for key, own in self._own.items():
            if own.reason:
                yield Option(Content.styled(f"{own.name}: {own.reason}", "$text-error"), id=key)
            else:
                yield _option(key, own.name, rules_summary(EditedRules.from_header(self._game, own.rules)))

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        key = message.option_id or ""
        if self.app.screen is not self:
            return
        if key == LAST and self._last is not None:
            self.dismiss(ChosenRules("", self._last.game.spell_rules(self._last.state.rules)))
        elif key in self._own:
            own = self._own[key]
            self.report(own.reason) if own.reason else self.dismiss(ChosenRules(own.name, own.rules))
        else:
            self.dismiss(ChosenRules("", {PRESET: key.removeprefix(BUILT_IN)}))

    def action_import(self) -> None:
        self.query_one(PromptLine).open("import", text(N_("File to import")))

    def on_prompt_line_answered(self, message: PromptLine.Answered) -> None:
        if self.query_one(PromptLine).is_open:
            self._import(message.text)

    @work(exclusive=True, group="write")
    async def _import(self, typed: str) -> None:
        path = expand_path(typed)
        try:
            own = await run_in_thread(self, import_preset, path, presets_folder(), self._game)
        except (ReadError, WriteError) as error:
            self.report(f"{quote(path)}: {error}")
            return
        except OSError as error:
            self.report(str(write_error(error)))
            return
        self.query_one(PromptLine).close()
        self._fill(f"{OWN}{own.path}")
        self.report(_("“{name}” is saved among your own presets; Enter chooses it.").format(name=own.name))

    def action_forget(self) -> None:
        marked = self.query_one(ChoiceList).highlighted_option
        own = self._own.get(marked.id or "") if marked else None
        if own is None:
            self.report(_("You can delete only your own presets."))
        else:
            question = text(N_("Delete “{name}” for good?"), name=own.name)
            ask(self, question, N_("delete"), N_("keep it"), partial(self._forget, own))

    def _forget(self, own: UserPreset) -> None:
        try:
            delete_preset(own)
        except WriteError as error:
            self.report(str(error))
            return
        self._fill()
        self.report(_("“{name}” is deleted.").format(name=own.name))

    def action_back(self) -> None:
        ask = self.query_one(PromptLine)
        if not ask.is_open:
            self.dismiss(None)
            return
        ask.close()
        self.report("")
        self.query_one(ChoiceList).focus()


def _option(key: str, name: str, about: str) -> Option:
    return Option(Content.assemble((name, "bold"), f"\n{about}"), id=key)
