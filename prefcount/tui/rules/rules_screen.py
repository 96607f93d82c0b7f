"""The screen of the rules: every option of a game, to look at, to change and to save as a preset."""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Self

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.events import Key
from textual.widgets import OptionList, Static

from prefcount.base.data_folder import typed_path
from prefcount.base.i18n import N_, _, ngettext, text
from prefcount.base.problems import InvalidInput, Problem, quote
from prefcount.games.protocol.rules import OptionInfo
from prefcount.games.protocol.ruleset import PRESET
from prefcount.games.shared.edited_rules import NOTHING, EditedRules
from prefcount.games.shared.game import Game
from prefcount.render.book import book, section, without_codes
from prefcount.render.option_text import contradictions_text, shown
from prefcount.session.session import Session
from prefcount.session.typed_entries import change_problems
from prefcount.store.disk import WriteError, write_error
from prefcount.store.presets import export_preset, keep_preset, preset_named, presets_folder
from prefcount.store.session_folder import slug
from prefcount.tui.kit.command import bindings, footer
from prefcount.tui.kit.form_screen import FormScreen
from prefcount.tui.kit.key_footer import KeyFooter
from prefcount.tui.kit.lifetime import await_while_showing
from prefcount.tui.kit.prompt_line import PromptLine
from prefcount.tui.kit.screen_keys import RULES
from prefcount.tui.rules.book_screen import BookScreen
from prefcount.tui.rules.option_list import OptionFilter, OptionHelp, RuleList
from prefcount.tui.rules.presets_screen import ChosenRules, PresetScreen

Check = Callable[[Mapping[str, Any]], Sequence[Problem]]
"""Says why a table cannot play by rules from here on, as a header would spell them."""

NAME, PATH = "@name", "@path"
"""What is asked besides values; no option is called so."""
CHANGING = frozenset({"reset", "presets", "accept"})


def _begins_value(info: OptionInfo, sign: str) -> bool:
    """Whether a key begins to type a number, or a list; "-" is an empty one."""
    return bool(re.fullmatch("[0-9]", sign)) or (info.many and sign in NOTHING)


class RulesScreen(FormScreen[dict[str, Any] | None]):
    """Shows every option of a game and returns the rules as a header spells them, or None.

    Rules that contradict each other, or that `check` refuses, are shown as wrong and not returned.
    """

    HORIZONTAL_BREAKPOINTS = [(120, "-wide")]  # noqa: RUF012 - as in Screen
    KEYS = RULES
    BINDINGS: ClassVar[list[BindingType]] = bindings(RULES)
    CSS = """
    RulesScreen #message { height: auto; max-height: 4; padding: 0 1; display: none; }
    RulesScreen #message { color: $text-success; }
    RulesScreen #message.-shown { display: block; }
    RulesScreen #message.-wrong { color: $text-error; text-style: bold; }
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
        """Show the rules of a table.

        Args:
            game: the game that they are rules of.
            rules: the preset and what differs from it, as a header spells them.
            title: what these are the rules of, marked.
            check: why the table cannot go on by other rules; asked after every change.
            read_only: whether the rules are only looked at.
        """
        super().__init__()
        self.convention = EditedRules.of(game, rules)
        self._before = self.convention.given
        self._heads, self._check, self.read_only = title or N_("Rules"), check, read_only
        self._preset_name = ""
        self._preset_rules: Mapping[str, Any] = {}
        self._refusals: tuple[Problem, ...] = ()
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
        yield Static(id="message", markup=False)
        with Container(id="main"):
            yield RuleList(searches=False)
            yield OptionHelp()
        yield PromptLine()
        change, numbers = ("", "") if self.read_only else ("left accept presets ", "0–9 ")
        yield KeyFooter(
            *footer(f"{change}back keys a–z open_rule_book show_changes {numbers}save export tab", RULES)
        )

    def on_mount(self) -> None:
        """Show the rules as they were given."""
        self._show()
        self.query_one(RuleList).focus()

    def _show(self, notice: str = "") -> None:
        options = self.query_one(RuleList)
        options.show(self.convention)
        self.query_one("#title", Static).update(Content(self._heading()))
        self._explain()
        problems = self.convention.problems
        if not problems and self._check is not None:
            problems = tuple(self._check(self.convention.given))
        self._refusals = problems
        why = contradictions_text(problems, self.convention.options)
        self._report(notice or why, wrong=bool(problems) and not notice)

    def retranslate(self) -> None:
        """Say everything in the language in use."""
        self._show()

    def _explain(self) -> None:
        options = self.query_one(RuleList)
        self.query_one(OptionHelp).show(self.convention, options.marked, options.marked_group)

    def _heading(self) -> str:
        options = self.query_one(RuleList)
        if options.filter.words:
            listed = ngettext("{n} option", "{n} options", options.count).format(n=options.count)
            return _("Search: {words} · {listed}").format(words=quote(options.filter.words), listed=listed)
        if options.filter.only_changes:
            return _("{rules} · only what differs").format(rules=self._rules_title())
        return self._rules_title()

    def _rules_title(self) -> str:
        count, preset = len(self.convention.changes), self.convention.called
        if self._preset_name and self._preset_rules == self.convention.given:
            preset = _("{name}, from {preset}").format(name=self._preset_name, preset=preset)
        if not count:
            return f"{_(self._heads)} · {preset}"
        differing = ngettext("{n} option differs", "{n} options differ", count).format(n=count)
        return f"{_(self._heads)} · {preset} · {differing}"

    def _report(self, words: str, *, wrong: bool = False) -> None:
        line = self.query_one("#message", Static)
        line.update(Content(words))
        line.set_class(bool(words), "-shown")
        line.set_class(wrong, "-wrong")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works: not before there is a screen, and none that changes rules only looked at."""
        return self.is_mounted and not (self.read_only and action in CHANGING)

    @property
    def _marked(self) -> OptionInfo | None:
        name = self.query_one(RuleList).marked
        return next((info for info in self.convention.options if info.name == name), None)

    def on_option_list_option_highlighted(self) -> None:
        """Explain the option under the mark, or its group."""
        self._explain()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """The next value of an option, a field for a number, the list of presets; a group opens or closes."""
        if self.app.screen is not self:
            return
        rules = self.query_one(RuleList)
        if rules.marked_group:
            rules.fold(rules.marked_group)
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
        rules, info = self.query_one(RuleList), self._marked
        if rules.marked_group:
            rules.fold(rules.marked_group, is_open=by > 0)
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
        """A digit on an option with numbers begins to type one; letters search."""
        if not self.is_mounted:
            return
        ask, info, sign = self.query_one(PromptLine), self._marked, event.character or ""
        if not ask.is_open and self._seek(event):
            event.stop()
        elif not self.read_only and info is not None and info.limits and _begins_value(info, sign):
            event.stop()
            if ask.is_open:  # a further digit that came before the field had the keys
                ask.add(sign)
            else:
                self._type(sign)

    def _seek(self, event: Key) -> bool:
        """Search on with a letter, or with one less; whether that is what a key does here."""
        rules = self.query_one(RuleList)
        words, char = rules.filter.words, event.character or ""
        if char.isalpha() or (words and char == " "):
            rules.seek(rules.filter._replace(words=f"{words}{char}"))
        elif words and event.key == "backspace":
            rules.seek(rules.filter._replace(words=words[:-1]))
        else:
            return False
        self._show()
        return True

    def action_show_changes(self) -> None:
        """List only what differs from the preset, or everything again."""
        rules = self.query_one(RuleList)
        rules.seek(OptionFilter(only_changes=not rules.filter.only_changes))
        self._show()

    def action_show_codes(self) -> None:
        """Show what files call options beside what players call them, or not."""
        rules, about = self.query_one(RuleList), self.query_one(OptionHelp)
        rules.codes = about.codes = not rules.codes
        self._show()

    def _type(self, begun: str | None = None) -> None:
        info = self._marked
        if info is not None:
            value = "" if info.value in (None, []) else shown(info.value)
            self.query_one(PromptLine).open(info.name, info.word, value if begun is None else begun)

    def on_prompt_line_answered(self, message: PromptLine.Answered) -> None:
        """Take a number, a name or a path, unless it was taken already."""
        if message.what != self.query_one(PromptLine).what:
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
        ask = self.query_one(PromptLine)
        return not ask.is_open or ask.what in (NAME, PATH) or self._typed(ask.what, ask.text)

    def _close(self) -> None:
        self.query_one(PromptLine).close()
        self.query_one(RuleList).focus()

    def action_presets(self) -> None:
        """Choose another set of rules to start from."""
        self._close()
        self.app.push_screen(PresetScreen(self.convention.game, self.convention.preset), self._start_from)

    def _start_from(self, chosen: ChosenRules | None) -> None:
        if chosen is not None:
            self._preset_name, self._preset_rules = chosen.name, chosen.rules
            self._change(self.convention.on(chosen.rules))

    def action_save(self) -> None:
        """Ask for a name to keep these rules under."""
        if not self._takes_open_field():
            return
        if self.convention.problems:
            self._show()
            return
        self._replaces = ""
        self.query_one(PromptLine).open(NAME, text(N_("Save these rules as")), self._preset_name)

    @work(exclusive=True, group="write")
    async def _save(self, name: str) -> None:
        if not name.strip():
            self._report(_("Type a name for these rules."), wrong=True)
            return
        game, rules = self.convention.game, self.convention.given
        try:
            folder = presets_folder()
        except OSError as error:
            self._report(str(write_error(error)), wrong=True)
            return
        existing = preset_named(folder, game, name)
        if existing is not None and existing.rules != rules and self._replaces != name:
            self._replaces = name
            self._report(
                _("“{name}” exists already; press Enter again to replace it.").format(name=existing.name)
            )
            return
        try:
            kept = await await_while_showing(self, asyncio.to_thread(keep_preset, folder, game, name, rules))
        except (InvalidInput, WriteError) as error:
            self._report(str(error), wrong=True)
            return
        self._preset_name, self._preset_rules = kept.name, kept.rules
        self._close()
        self._show(_("Saved as “{name}”; it is now among the presets.").format(name=kept.name))

    def action_export(self) -> None:
        """Ask for the path of a new file to write these rules into."""
        if not self._takes_open_field():
            return
        if self.convention.problems:
            self._show()
            return
        name = slug(self._export_name) or "preset"
        self.query_one(PromptLine).open(PATH, text(N_("Write to the new file")), f"~/{name}.json")

    @property
    def _export_name(self) -> str:
        """What these rules are called for others."""
        preset = self.convention.preset
        changed = _("{preset}, changed").format(preset=self.convention.called)
        return self._preset_name or (changed if self.convention.changes else preset)

    @work(exclusive=True, group="write")
    async def _export(self, typed: str) -> None:
        name, rules = self._export_name, self.convention.given
        try:
            path = await await_while_showing(
                self, asyncio.to_thread(export_preset, typed_path(typed), self.convention.game, name, rules)
            )
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
            codes = self.query_one(RuleList).codes
            self.app.push_screen(BookScreen(text if codes else without_codes(text)))
        else:
            self._report(_("this game has no rule book"))

    def action_accept(self) -> None:
        """Return the rules, unless they contradict each other or the table cannot change to them."""
        ask = self.query_one(PromptLine)
        if (ask.is_open and ask.what in (NAME, PATH)) or not self._takes_open_field():
            return
        if self._refusals:
            self._show()
            self.app.bell()
        else:
            self.dismiss(dict(self.convention.given))

    def action_back(self) -> None:
        """Leave the field, or the search, or the screen; what was changed is lost only after a question."""
        rules = self.query_one(RuleList)
        if self.query_one(PromptLine).is_open:
            self._close()
            self._show()
        elif not rules.filter.everything:
            rules.seek(OptionFilter())
            self._show()
        else:
            self.leave(None, loses=self.convention.given != self._before)
