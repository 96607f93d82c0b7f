"""The screen of the rules: every option of a game, to look at, to change and to save as a preset."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Self

from textual import work
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.events import Key
from textual.widgets import OptionList, Static

from prefcount.base.data_folder import typed_path
from prefcount.base.i18n import N_, _, ngettext, text
from prefcount.base.problems import InvalidInput, Problem, quote
from prefcount.games.edited_rules import NOTHING, EditedRules
from prefcount.games.game import Game
from prefcount.games.rules import PRESET, OptionInfo
from prefcount.render.book import book, in_words, section, without_codes
from prefcount.render.option_text import contradictions_text, shown
from prefcount.session.session import Session
from prefcount.session.typed_entries import change_problems
from prefcount.store.disk import WriteError, write_error
from prefcount.store.presets import export_preset, keep_preset, preset_named, presets_folder
from prefcount.store.session_folder import slug
from prefcount.tui.kit.command import bindings, footer
from prefcount.tui.kit.lifetime import in_thread
from prefcount.tui.kit.pages import BookScreen
from prefcount.tui.kit.screen_keys import RULES
from prefcount.tui.kit.screens import FormScreen
from prefcount.tui.kit.widgets import KeyFooter, MessageLine, PromptLine
from prefcount.tui.rules.option_list import OptionFilter, OptionHelp, RuleList
from prefcount.tui.rules.presets_screen import ChosenRules, PresetScreen

Check = Callable[[Mapping[str, Any]], Sequence[Problem]]
"""Says why a table cannot play by rules from here on, as a header would spell them."""

NAME, PATH = "@name", "@path"
"""What is asked besides values; no option is called so."""
DIGITS = frozenset("0123456789")
CHANGING = frozenset({"reset", "presets", "accept"})


class RulesScreen(FormScreen[dict[str, Any] | None]):
    """Shows every option of a game and returns the rules as a header spells them, or None.

    Rules that contradict each other, or that `check` refuses, are shown as wrong and not returned.
    """

    HORIZONTAL_BREAKPOINTS = [(120, "-wide")]  # noqa: RUF012 - as in Screen
    KEYS = RULES
    BINDINGS = bindings(RULES)
    CSS = """
    RulesScreen MessageLine { max-height: 4; color: $text-success; }
    RulesScreen MessageLine.-wrong { color: $text-error; text-style: bold; }
    RulesScreen #main { height: 1fr; layout: vertical; }
    RulesScreen RuleList { height: 1fr; }
    RulesScreen #about { height: 8; padding: 0 1; border-top: solid $primary; }
    RulesScreen.-wide {
        #main { layout: horizontal; }
        RuleList { width: 62%; min-width: 82; height: 1fr; }
        #about { width: 1fr; height: 1fr; border-top: none; border-left: solid $primary; }
    }
    """

    def __init__(
        self,
        game: Game[Any],
        rules: Mapping[str, Any],
        *,
        title: str = "",
        check: Check | None = None,
        read_only: bool = False,
    ) -> None:
        """Show the rules of a table below a marked title; `check` is asked after every change."""
        super().__init__()
        self._list, self._about, self._prompt = RuleList(searches=False), OptionHelp(), PromptLine()
        self.convention = EditedRules.of(game, rules)
        self._before = self.convention.given
        self._heads, self._check, self.read_only = title or N_("Rules"), check, read_only
        self._named = ChosenRules("", {})
        self._refusals: tuple[Problem, ...] = ()
        self._noticed = False
        self._replaces = ""

    @classmethod
    def at_table(cls, session: Session, *, read_only: bool = False) -> Self:
        """The rules that a session goes on by. `rules_change` makes the entry of what is returned."""
        return cls(
            session.game,
            session.game.spelled(session.state.rules),
            title=N_("Rules of this game"),
            check=partial(change_problems, session),
            read_only=read_only or bool(session.state.ended),
        )

    def compose(self) -> ComposeResult:
        """The options, the help for the marked one, the prompt, the keys."""
        yield Static(id="title", markup=False)
        yield MessageLine()
        with Container(id="main"):
            yield self._list
            yield self._about
        yield self._prompt
        change, numbers = ("", "") if self.read_only else ("left accept presets ", "0–9 ")
        yield KeyFooter(
            *footer(f"{change}back keys a–z open_rule_book show_changes {numbers}save export tab", RULES)
        )

    def on_mount(self) -> None:
        """Show the rules as they were given."""
        self._show()
        self._list.focus()

    def _show(self, notice: str = "") -> None:
        self._list.show(self.convention)
        self.query_one("#title", Static).update(Content(self._heading()))
        self._explain()
        problems = self.convention.problems
        if not problems and self._check is not None:
            problems = tuple(self._check(self.convention.given))
        self._refusals = problems
        self._noticed = bool(notice)
        self._report(notice or contradictions_text(problems), wrong=bool(problems) and not notice)

    def retranslate(self) -> None:
        """Say everything in the language in use."""
        self._show()

    def _explain(self) -> None:
        self._about.show(self.convention, self._list.marked, self._list.marked_group)

    def _heading(self) -> str:
        """What is listed: of which rules, and which of their options."""
        if self._list.filter.words:
            listed = ngettext("{n} option", "{n} options", self._list.count).format(n=self._list.count)
            return _("Search: {words} · {listed}").format(words=quote(self._list.filter.words), listed=listed)
        count, preset = len(self.convention.changes), self.convention.called
        if self._named.name and self._named.rules == self.convention.given:
            preset = _("{name}, from {preset}").format(name=self._named.name, preset=preset)
        rules = f"{_(self._heads)} · {preset}"
        if count:
            rules += " · " + ngettext("{n} option differs", "{n} options differ", count).format(n=count)
        if self._list.filter.only_changes:
            return _("{rules} · only what differs").format(rules=rules)
        return rules

    def _report(self, words: str, *, wrong: bool = False) -> None:
        self.query_one(MessageLine).say(words)
        self.query_one(MessageLine).set_class(wrong, "-wrong")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works: none that changes rules which are only looked at."""
        ready = super().check_action(action, parameters)
        return ready and not (self.read_only and action in CHANGING)

    @property
    def _marked(self) -> OptionInfo | None:
        name = self._list.marked
        return next((info for info in self.convention.options if info.name == name), None)

    def on_option_list_option_highlighted(self) -> None:
        """Explain the option under the mark, or its group."""
        self._explain()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """The next value of an option, a field for a number, the list of presets; a group opens or closes."""
        if self.app.screen is not self:
            return
        if self._list.marked_group:
            self._list.fold(self._list.marked_group)
        elif self.read_only:
            self._report(_("These rules can only be viewed here."))
        elif message.option_id == PRESET:
            self.action_presets()
        elif (info := self._marked) is not None and (info.choices or info.usual):
            self.action_step(1)
        else:
            self._type()

    def action_step(self, by: int) -> None:
        """The next or the previous value; a number that is not there yet is typed.

        A group is opened, or closed.
        """
        info = self._marked
        if self._list.marked_group:
            self._list.fold(self._list.marked_group, is_open=by > 0)
        if info is None or self.read_only:
            return
        if info.name == PRESET:
            self.action_presets()
            return
        changed = self.convention.step(info, by)
        self._type() if changed is None else self._change(changed)

    def _change(self, changed: EditedRules) -> None:
        self.convention = changed
        self._show()

    def action_reset(self) -> None:
        """Put the marked option back to what the preset has."""
        info = self._marked
        if info is not None and info.name != PRESET:
            self._change(self.convention.reset(info.name))

    def on_key(self, event: Key) -> None:
        """A digit on an option with numbers begins to type one; letters search. A notice goes."""
        if not self.is_mounted:
            return
        if self._noticed:
            self._show()
        if not self._prompt.is_open and self._seek(event):
            event.stop()
        elif self._begins_value(event.character or ""):
            event.stop()
            if self._prompt.is_open:  # a further digit that came before the field had the keys
                self._prompt.add(event.character or "")
            else:
                self._type(event.character)

    def _begins_value(self, sign: str) -> bool:
        """Whether a key begins to type a number, or a list; "-" is an empty one."""
        info = self._marked
        if self.read_only or info is None or not info.limits:
            return False
        return sign in DIGITS or (info.many and sign in NOTHING)

    def _seek(self, event: Key) -> bool:
        """Search on with a letter, or with one less; whether that is what a key does here."""
        words, char = self._list.filter.words, event.character or ""
        if char.isalpha() or (words and char == " "):
            self._list.seek(self._list.filter._replace(words=f"{words}{char}"))
        elif words and event.key == "backspace":
            self._list.seek(self._list.filter._replace(words=words[:-1]))
        else:
            return False
        self._show()
        return True

    def action_show_changes(self) -> None:
        """List only what differs from the preset, or everything again."""
        self._list.seek(OptionFilter(only_changes=not self._list.filter.only_changes))
        self._show()

    def action_show_codes(self) -> None:
        """Show what files call options beside what players call them, or not."""
        self._list.codes = self._about.codes = not self._list.codes
        self._show()

    def _type(self, begun: str | None = None) -> None:
        info = self._marked
        if info is not None:
            value = "" if info.value in (None, []) else shown(info.value)
            self._prompt.open(info.name, info.word, value if begun is None else begun)

    def on_prompt_line_answered(self, message: PromptLine.Answered) -> None:
        """Take a number, a name or a path, unless it was taken already."""
        if message.what != self._prompt.what:
            return
        if message.what == NAME:
            self._save(message.text)
        elif message.what == PATH:
            self._export(message.text)
        else:
            self._typed(message.what, message.text)

    def _typed(self, name: str, text: str) -> bool:
        info = next(info for info in self.convention.options if info.name == name)
        try:
            changed = self.convention.typed(info, text)
        except InvalidInput as refusal:
            self._report(f"{info.word}: {refusal}", wrong=True)
            return False
        self._close()
        self._change(changed)
        return True

    def _takes_open_field(self) -> bool:
        """Take what stands in the field of an option; False if it cannot be, which is said."""
        return (
            not self._prompt.is_open
            or self._prompt.what in (NAME, PATH)
            or self._typed(self._prompt.what, self._prompt.text)
        )

    def _close(self) -> None:
        self._prompt.close()
        self._list.focus()

    def action_presets(self) -> None:
        """Choose another set of rules to start from."""
        self._close()
        self.app.push_screen(PresetScreen(self.convention.game, self.convention.preset), self._start_from)

    def _start_from(self, chosen: ChosenRules | None) -> None:
        if chosen is not None:
            self._named = chosen
            self._change(self.convention.on(chosen.rules))

    def action_save(self) -> None:
        """Ask for a name to keep these rules under."""
        self._replaces = ""
        self._ask_where(NAME, N_("Save these rules as"), self._named.name)

    def action_export(self) -> None:
        """Ask for the path of a new file to write these rules into."""
        self._ask_where(PATH, N_("Write to the new file"), f"~/{slug(self._export_name) or 'preset'}.json")

    def _ask_where(self, what: str, question: str, begun: str) -> None:
        """Ask for a name or a path, unless these rules cannot be, which is said."""
        if self._takes_open_field():
            if self.convention.problems:
                self._show()
            else:
                self._prompt.open(what, text(question), begun)

    @work(exclusive=True, group="write")
    async def _save(self, name: str) -> None:
        if not name.strip():
            self._report(_("Type a name for these rules."), wrong=True)
            return
        game, rules = self.convention.game, self.convention.given
        try:
            folder = presets_folder()
            existing = preset_named(folder, game, name)
            if existing is not None and existing.rules != rules and self._replaces != name:
                self._replaces = name
                notice = _("“{name}” exists already; press Enter again to replace it.")
                self._report(notice.format(name=existing.name))
                return
            preset = await in_thread(self, keep_preset, folder, game, name, rules)
        except (InvalidInput, WriteError, OSError) as error:
            self._report(str(write_error(error) if isinstance(error, OSError) else error), wrong=True)
            return
        self._named = ChosenRules(preset.name, preset.rules)
        self._close()
        self._show(_("Saved as “{name}”; it is now among the presets.").format(name=preset.name))

    @property
    def _export_name(self) -> str:
        preset = self.convention.preset
        changed = _("{preset}, changed").format(preset=self.convention.called)
        return self._named.name or (changed if self.convention.changes else preset)

    @work(exclusive=True, group="write")
    async def _export(self, typed: str) -> None:
        name, rules = self._export_name, self.convention.given
        try:
            path = await in_thread(self, export_preset, typed_path(typed), self.convention.game, name, rules)
        except (InvalidInput, WriteError) as error:
            self._report(str(error), wrong=True)
            return
        self._close()
        self._show(_("Written to {path}.").format(path=quote(path)))

    def action_open_rule_book(self) -> None:
        """Open the rule book at the section of the marked option."""
        info = self._marked
        text = section(book(self.convention.game), info.section) if info is not None else ""
        if text:
            if not self._list.codes:
                text = in_words(without_codes(text), self.convention.options, self.convention.game.presets)
            self.app.push_screen(BookScreen(text))
        else:
            self._report(_("this game has no rule book"))

    def action_accept(self) -> None:
        """Return the rules, unless they contradict each other or the table cannot change to them."""
        if (self._prompt.is_open and self._prompt.what in (NAME, PATH)) or not self._takes_open_field():
            return
        if self._refusals:
            self._show()
            self.app.bell()
        else:
            self.dismiss(dict(self.convention.given))

    def action_back(self) -> None:
        """Leave the field, or the search, or the screen; what was changed is lost only after a question."""
        if self._prompt.is_open:
            self._close()
            self._show()
        elif not self._list.filter.everything:
            self._list.seek(OptionFilter())
            self._show()
        else:
            self.leave(None, loses=self.convention.given != self._before)
