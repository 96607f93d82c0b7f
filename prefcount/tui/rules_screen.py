"""The screens of the rules: every option with its value and explanation, and the list of presets."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Self

from textual import work
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from prefcount.base.i18n import N_, _, ngettext, text
from prefcount.base.problems import InvalidInput, Problem, quote
from prefcount.entries.names_and_figures import fold, unify_letters
from prefcount.games.game import NOTHING, EditedRules, Game
from prefcount.games.rules import PRESET, OptionInfo, preset_description, preset_word
from prefcount.languages import get_all_words
from prefcount.render.book import replace_codes, rule_book, section
from prefcount.render.text import contradictions_text, rules_summary, value_text
from prefcount.render.text_cells import pad, width, wrap
from prefcount.session.session import Session
from prefcount.session.typed_entries import change_problems
from prefcount.store import presets
from prefcount.store.disk import WriteError
from prefcount.store.session_folder import find_last_played, slugify
from prefcount.store.settings import expand_path, sessions_folder
from prefcount.tui.kit.keys import HELP, Command, Commands, bindings, footer, key_of
from prefcount.tui.kit.screens import (
    REFUSALS,
    BookScreen,
    FormScreen,
    ProgramScreen,
    ask,
    error_text,
    run_in_thread,
)
from prefcount.tui.kit.widgets import (
    ChoiceList,
    KeyFooter,
    MessageLine,
    PromptLine,
    TranslatedText,
    preset_search,
)

# --- the presets ---------------------------------------------------------------------------------

PRESETS: Commands = (
    Command("enter", footer=N_("choose")),
    Command("f12", "import", footer=N_("import")),
    Command("f8,delete", "forget", footer=N_("delete")),
    Command("escape", "back", footer=N_("back"), also="f9,f10"),
)

LAST = "last"
BUILT_IN = "preset:"
OWN = "own:"


class ChosenRules(NamedTuple):
    """Rules to compare or to start from.

    Attributes:
        name: the name that a player gave these rules, or "".
        rules: the rules as written in the header of a session.
    """

    name: str
    rules: Mapping[str, Any]


class PresetScreen(ModalScreen[ChosenRules | None], ProgramScreen[ChosenRules | None]):
    """Lists all presets. Its result is the chosen preset, or None."""

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
        """Create a list of the presets of a game.

        Args:
            game: the game.
            current: the key of the preset that is marked, such as "sochi". By default, the first preset.
            question: the question above the list. By default, the player is asked for rules to start from.
        """
        super().__init__()
        self._question = question or N_(
            "Which rules to start from? Everything you changed so far will be lost."
        )
        self._game = game
        self._current = current or next(iter(game.presets))
        self._last: Session | None = None
        self._own: dict[str, presets.UserPreset] = {}

    def compose(self) -> ComposeResult:
        with Vertical():
            yield TranslatedText(text(self._question), id="title")
            yield MessageLine()
            find = preset_search(lambda: self._game.ruleset, lambda name: self._index(f"{BUILT_IN}{name}"))
            yield ChoiceList(search=find)
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
        mark = mark or self._marked or f"{BUILT_IN}{self._current}"
        self._own = {f"{OWN}{own.path}": own for own in presets.load_presets(self._game)}
        listed.set_options(self._options())
        listed.highlighted = self._index(mark) or 0
        listed.focus()

    def retranslate(self) -> None:
        self.report("")
        focused = self.focused
        self._fill()
        self.set_focus(focused)

    @property
    def _marked(self) -> str:
        option = self.query_one(ChoiceList).highlighted_option
        return "" if option is None else option.id or ""

    def _index(self, key: str) -> int | None:
        ids = [option.id for option in self.query_one(ChoiceList).options]
        return ids.index(key) if key in ids else None

    def _options(self) -> Iterator[Option]:
        if self._last is not None:
            rules = self._summary(self._game.spell_rules(self._last.state.rules))
            about = _("{rules} ({players})").format(rules=rules, players=", ".join(self._last.players))
            yield _preset_option(LAST, _("as last time"), about)
        for name, about in self._game.presets.items():
            yield _preset_option(f"{BUILT_IN}{name}", preset_word(name), preset_description(name, about))
        for key, own in self._own.items():
            if own.reason:
                yield Option(Content.styled(f"{own.name}: {own.reason}", "$text-error"), id=key)
            else:
                yield _preset_option(key, own.name, self._summary(own.rules))

    def _summary(self, rules: Mapping[str, Any]) -> str:
        return rules_summary(EditedRules.from_header(self._game, rules))

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
            own = await run_in_thread(self, presets.import_preset, path, presets.presets_folder(), self._game)
        except REFUSALS as error:
            self.report(f"{quote(path)}: {error_text(error)}")
            return
        self.query_one(PromptLine).close()
        self._fill(f"{OWN}{own.path}")
        self.report(_("“{name}” is saved among your own presets; Enter chooses it.").format(name=own.name))

    def action_forget(self) -> None:
        own = self._own.get(self._marked)
        if own is None:
            self.report(_("You can delete only your own presets."))
        else:
            question = text(N_("Delete “{name}” for good?"), name=own.name)
            ask(self, question, N_("delete"), N_("keep it"), partial(self._forget, own))

    def _forget(self, own: presets.UserPreset) -> None:
        try:
            presets.delete_preset(own)
        except WriteError as error:
            self.report(error)
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


def _preset_option(key: str, name: str, about: str) -> Option:
    return Option(Content.assemble((name, "bold"), f"\n{about}"), id=key)


# --- the options ---------------------------------------------------------------------------------

RULES: Commands = (
    Command("up,down,pageup,pagedown", help=N_("move from option to option")),
    Command("tab", help=N_("go to the next group, or with Shift to the previous"), footer=N_("next group")),
    Command("a–z", help=N_("search the names, explanations and choices of options"), footer=N_("search")),
    Command(
        "ctrl+f",
        "show_changes",
        N_("show only the options that differ from the preset, or all options again"),
        N_("what differs"),
    ),
    Command(
        "left,right,enter",
        help=N_("change an option (type a number after Enter); open or close a group"),
        footer=N_("change"),
        in_footer=2,
    ),
    Command("0–9", help=N_("type a number, or several numbers, e.g. 6 7 8"), footer=N_("type")),
    Command(
        "backspace,delete", "reset", N_("set the option as in the preset"), footer=N_("As in the preset")
    ),
    Command("right", "step(1)", footer=N_("Next choice")),
    Command("left", "step(-1)", footer=N_("Previous choice")),
    Command("f2", "accept", N_("apply these rules"), N_("apply")),
    Command(
        "f9",
        "presets",
        N_("start from another preset; there you can also import presets or delete your own"),
        N_("presets"),
    ),
    Command(
        "ctrl+e",
        "show_codes",
        N_("show or hide the names that options have in files"),
        footer=N_("Names in files"),
    ),
    Command("ctrl+s", "save", N_("save these rules under a name"), N_("save as")),
    Command("f12", "export", N_("save these rules in a file for others"), N_("export")),
    Command("ctrl+r", "open_rule_book", N_("read about the marked option in the rule book"), N_("rule book")),
    Command("escape", "back", N_("cancel; nothing changes"), N_("back"), also="f10"),
    HELP,
)

RULE_LIST: Commands = (
    Command("tab", "group(1)", footer=N_("Next group")),
    Command("shift+tab", "group(-1)", footer=N_("Previous group")),
    Command("space", "select"),
)

DIFFERS = "≠"
MAX_ABOUT_LINES = 10
"""Number of lines kept for the explanation of an option; a higher `OptionHelp` also lists all changes."""

MAX_UNFOLDED_OPTIONS = 30
"""Maximum number of options with which all groups are open at first."""
ARGUED = "argued"
HEADING = "@"
"""Prefix of the id of a group's heading in the list; the id of an option is its name."""


class OptionFilter(NamedTuple):
    """A filter for the list of options.

    Attributes:
        words: words that must all be in the texts about an option. With "", no words are required.
        only_changes: whether to list only options that differ from the preset.
    """

    words: str = ""
    only_changes: bool = False

    @property
    def is_empty(self) -> bool:
        return self == OptionFilter()

    def matches(self, edited: EditedRules, info: OptionInfo) -> bool:
        if self.only_changes and not edited.differs(info):
            return False
        if not self.words:
            return True
        values = (value_text(choice, info.name) for choice in (info.value, *info.choices))
        also = get_all_words(f"{edited.game.name}.option").get(info.name, ())
        said = (info.word, info.name, str(info.group), str(info.explanation), *also, *values)
        read = unify_letters(fold(" ".join(said)))
        return all(word in read for word in unify_letters(fold(self.words)).split())


class RuleList(ChoiceList):
    """A list of options in groups that open and close. Options that differ from the preset have a mark."""

    BINDINGS = bindings(RULE_LIST)
    DEFAULT_CSS = "RuleList { padding: 0; }"

    filter = OptionFilter()
    codes = False
    """Show the names of options in files."""

    def __init__(self, edited: EditedRules) -> None:
        super().__init__(searches=False)
        self._shown = edited
        few = len(edited.options) <= MAX_UNFOLDED_OPTIONS
        self._open = set(group_options(edited) if few else [ARGUED])

    @property
    def marked(self) -> str:
        """The name of the marked option. For the heading of a group, `HEADING` and the key of the group."""
        option = self.highlighted_option
        return "" if option is None else option.id or ""

    @property
    def marked_group(self) -> str:
        """The key of the group whose heading is marked, or "" if an option is marked."""
        return self.marked.removeprefix(HEADING) if self.marked.startswith(HEADING) else ""

    @property
    def count(self) -> int:
        return sum(not _is_heading(option) for option in self.options)

    def show(self, edited: EditedRules) -> None:
        self._shown = edited
        self._open |= _groups_of(edited, [each.field.removeprefix("rules.") for each in edited.problems])
        # Room for the scroll bar is always left, so that nothing moves when a group is folded.
        line_width = self.outer_size.width - self.styles.scrollbar_size_vertical
        options = list(self._listed(edited, line_width))
        ids = [option.id for option in options]
        if ids == [option.id for option in self.options]:
            for index, (option, old) in enumerate(zip(options, self.options, strict=True)):
                if option.prompt != old.prompt:
                    self.replace_option_prompt_at_index(index, option.prompt)
        else:
            index = ids.index(self.marked) if self.marked in ids else self.highlighted or 0
            self.set_options(options)
            self.highlighted = min(index, len(ids) - 1) if ids else None

    def _listed(self, edited: EditedRules, line_width: int) -> Iterator[Option]:
        cells = max(width(info.word) for info in edited.options)
        line = partial(_option, edited, cells=cells, line_width=line_width, codes=self.codes)
        if self.filter.is_empty:
            yield from map(line, (info for info in edited.options if info.name == PRESET))
        for group, infos in group_options(edited).items():
            shown = [info for info in infos if self.filter.matches(edited, info)]
            if shown:
                is_open = group in self._open or not self.filter.is_empty
                yield _heading(edited, group, infos, is_open=is_open)
                yield from map(line, shown if is_open else ())

    def on_resize(self) -> None:
        self.show(self._shown)
        self.scroll_to_highlight()

    def set_filter(self, option_filter: OptionFilter) -> None:
        self.filter = option_filter
        self._open |= _groups_of(self._shown, [self.marked])  # the group of a found option stays open
        self.show(self._shown)
        if option_filter.words:
            first = (index for index, option in enumerate(self.options) if not _is_heading(option))
            self.highlighted = next(first, None)

    def fold(self, group: str, *, is_open: bool | None = None) -> None:
        """Open or close a group, or toggle it if `is_open` is None."""
        if self.filter.is_empty:
            is_open = group not in self._open if is_open is None else is_open
            self._open = self._open | {group} if is_open else self._open - {group}
            self.show(self._shown)
            self.scroll_to_highlight(top=is_open)

    def action_group(self, by: int) -> None:
        heads = {index for index, option in enumerate(self.options) if _is_heading(option)}
        stops, index = sorted({0, *heads}), self.highlighted or 0
        if heads:
            following = bisect_right(stops, index) % len(stops)
            self.highlighted = stops[following if by > 0 else bisect_left(stops, index) - 1]


def _is_heading(option: Option) -> bool:
    return str(option.id).startswith(HEADING)


def group_options(edited: EditedRules) -> Mapping[str, Sequence[OptionInfo]]:
    """Return the options by group. The first group has the options on which tables often disagree."""
    groups: dict[str, list[OptionInfo]] = {ARGUED: []}
    for info in edited.options:
        if info.name != PRESET:
            groups.setdefault(ARGUED if info.argued else info.group_key, []).append(info)
    return {key: infos for key, infos in groups.items() if infos}


def _groups_of(edited: EditedRules, names: Collection[str]) -> set[str]:
    return {key for key, infos in group_options(edited).items() if any(info.name in names for info in infos)}


def group_title(group: str, infos: Sequence[OptionInfo]) -> str:
    return _(N_("Most disputed options")) if group == ARGUED else str(infos[0].group)


def _heading(edited: EditedRules, group: str, infos: Sequence[OptionInfo], *, is_open: bool) -> Option:
    label = Content.styled(f"{'▾' if is_open else '▸'} {group_title(group, infos)}", "bold")
    if not is_open:
        label += Content.styled(f"  {len(infos)}", "$foreground-muted")
        changes = sum(map(edited.differs, infos))
        if changes:
            label += Content.styled(f"  {DIFFERS} {changes}", "bold $text-warning")
    return Option(label, id=f"{HEADING}{group}")


def _option(edited: EditedRules, info: OptionInfo, *, cells: int, line_width: int, codes: bool) -> Option:
    differs = edited.differs(info)
    first, *others = wrap(value_text(info.value, info.name), max(1, line_width - cells - 4))
    line = f"{DIFFERS if differs else ' '} {pad(info.word, cells)}  {first}"
    below = "".join(f"\n{' ' * (cells + 4)}{other}" for other in others)
    label = Content.styled(line + below, "bold $text-warning" if differs else "")
    left = line_width - width(line) - width(info.name) - 2
    if codes and left > 0 and not others:
        label += Content.styled(f"{' ' * left}{info.name}", "dim $foreground-muted")
    return Option(label, id=info.name)


class OptionHelp(Static):
    """Explains the option that is marked in the list. In a large window it also lists all changed options."""

    codes = False
    """Show the names of options in files."""

    def __init__(self, edited: EditedRules) -> None:
        super().__init__(id="about", markup=False)
        self._shown = edited, ""

    def show(self, edited: EditedRules, marked: str) -> None:
        """Explain an option, or list the options of a group.

        Args:
            edited: the rules.
            marked: the name of the option, or `HEADING` and the key of the group.
        """
        self._shown = edited, marked
        self._explain()

    def _explain(self) -> None:
        edited, marked = self._shown
        lines: list[Content] = []
        for info in edited.options:
            if info.name == marked:
                lines += _about(edited, info, codes=self.codes)
        for group, infos in group_options(edited).items():
            if f"{HEADING}{group}" == marked:
                words = ", ".join(info.word for info in infos)
                lines = [Content.styled(group_title(group, infos), "bold"), Content(words)]
        if self.size.height > MAX_ABOUT_LINES:
            lines += _all_changes(edited)
        self.update(Content("\n").join(lines))

    on_resize = _explain


def _about(edited: EditedRules, info: OptionInfo, *, codes: bool) -> Iterator[Content]:
    section = _("{key}: rule book, section {section}").format(
        key=key_of(RULES, "open_rule_book"), section=info.section
    )
    word = info.word
    code = f"  ({info.name})" if codes and word != info.name else ""
    yield Content.assemble((word, "bold"), (f"{code}  {section}", "$foreground-muted"))
    yield Content(str(info.explanation))
    if info.name == PRESET:
        yield Content(_(edited.game.presets[edited.preset]))
    elif info.choices:
        yield Content("  ").join(_choice(info, choice) for choice in info.choices)
    elif info.usual:
        values = [*info.usual, *([] if info.value in info.usual else [info.value])]
        yield Content(" · ").join(_choice(info, choice) for choice in values)
        yield Content.styled(_("or type {values}").format(values=info.allowed), "$foreground-muted")
    else:
        value = value_text(info.value, info.name)
        yield Content.assemble((f"[{value}]", "bold"), (f"  {info.allowed}", "$foreground-muted"))
    if edited.differs(info):
        base = value_text(edited.base.get(info.name), info.name)
        yield Content.styled(
            _("{mark} in the preset {preset}: {value}").format(
                mark=DIFFERS, preset=edited.preset_title, value=base
            ),
            "$text-warning",
        )


def _choice(info: OptionInfo, choice: object) -> Content:
    word = value_text(choice, info.name)
    return Content.styled(f"[{word}]", "bold") if choice == info.value else Content(word)


def _all_changes(edited: EditedRules) -> Iterator[Content]:
    changes = edited.changes
    if changes:
        yield Content("")
        yield Content.styled(
            _("Options that differ from {preset}").format(preset=edited.preset_title), "bold"
        )
    cells = max((width(info.word) for info in changes), default=0)
    for info in changes:
        yield Content(f"{DIFFERS} {pad(info.word, cells)}  {value_text(info.value, info.name)}")


Check = Callable[[Mapping[str, Any]], Sequence[Problem]]
"""A function from rules, as written in a header, to the problems of changing to them at this table."""

NAME, PATH = "@name", "@path"
"""Values of `PromptLine.what` while it asks for a name or a path, and not for the value of an option."""


class RulesScreen(FormScreen[dict[str, Any] | None], keys=RULES):
    """The form for all options of a game. Options that contradict each other must be corrected.

    Its result is the rules as written in a session header, or None if the form is cancelled.
    """

    HORIZONTAL_BREAKPOINTS = [(120, "-wide")]  # noqa: RUF012 - as in Screen
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
        super().__init__()
        self.edited = EditedRules.from_header(game, rules)
        self._list, self._about, self._prompt = RuleList(self.edited), OptionHelp(self.edited), PromptLine()
        self._before = self.edited.given
        self._title, self._check, self.read_only = title or N_("Rules"), check, read_only
        self._named = ChosenRules("", {})
        self._refusals: tuple[Problem, ...] = ()
        self._noticed = False
        self._replaces = ""

    @classmethod
    def for_session(cls, session: Session, *, read_only: bool = False) -> Self:
        return cls(
            session.game,
            session.game.spell_rules(session.state.rules),
            title=N_("Rules of this game"),
            check=partial(change_problems, session),
            read_only=read_only or bool(session.state.ended),
        )

    def parts(self) -> ComposeResult:
        with Container(id="main"):
            yield self._list
            yield self._about
        yield self._prompt

    def on_mount(self) -> None:
        change, numbers = ("", "") if self.read_only else ("left accept presets ", "0–9 ")
        self.show_keys(f"{change}back keys a–z open_rule_book show_changes {numbers}save export tab")
        self._show()
        self._list.focus()

    def _show(self, notice: str = "") -> None:
        self._list.show(self.edited)
        self.show_title(self._heading())
        self._explain()
        problems = self.edited.problems
        if not problems and self._check is not None:
            problems = tuple(self._check(self.edited.given))
        self._refusals = problems
        self._noticed = bool(notice)
        self._report(notice or contradictions_text(problems), wrong=bool(problems) and not notice)

    retranslate = _show

    def _explain(self) -> None:
        self._about.show(self.edited, self._list.marked)

    on_option_list_option_highlighted = _explain

    def _heading(self) -> str:
        if self._list.filter.words:
            listed = ngettext("{n} option", "{n} options", self._list.count).format(n=self._list.count)
            return _("Search: {words} · {listed}").format(words=quote(self._list.filter.words), listed=listed)
        count, preset = len(self.edited.changes), self.edited.preset_title
        if self._named.name and self._named.rules == self.edited.given:
            preset = _("{name}, based on {preset}").format(name=self._named.name, preset=preset)
        rules = f"{_(self._title)} · {preset}"
        if count:
            rules += " · " + ngettext("{n} option differs", "{n} options differ", count).format(n=count)
        if self._list.filter.only_changes:
            return _("{rules} · only differences").format(rules=rules)
        return rules

    def _report(self, words: str, *, wrong: bool = False) -> None:
        self.report(words)
        self.query_one(MessageLine).set_class(wrong, "-wrong")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        ready = super().check_action(action, parameters)
        return ready and not (self.read_only and action in ("reset", "presets", "accept"))

    @property
    def _marked(self) -> OptionInfo | None:
        name = self._list.marked
        return next((info for info in self.edited.options if info.name == name), None)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
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
        """Give the marked option its next value (`by` is 1) or its previous value (-1).

        On the heading of a group, open the group (1) or close it (-1).
        """
        info = self._marked
        if self._list.marked_group:
            self._list.fold(self._list.marked_group, is_open=by > 0)
        if info is None or self.read_only:
            return
        if info.name == PRESET:
            self.action_presets()
            return
        changed = self.edited.with_next_value(info, by)
        self._type() if changed is None else self._change(changed)

    def _change(self, changed: EditedRules) -> None:
        self.edited = changed
        self._show()

    def action_reset(self) -> None:
        info = self._marked
        if info is not None and info.name != PRESET:
            self._change(self.edited.with_preset_value(info.name))

    def on_key(self, event: Key) -> None:
        if not self.is_mounted:
            return
        if self._noticed:
            self._show()
        if not self._prompt.is_open and self._seek(event):
            event.stop()
        elif self._begins_value(event.character or ""):
            event.stop()
            self._type(event.character)

    def _begins_value(self, sign: str) -> bool:
        info = self._marked
        if self.read_only or info is None or not info.limits or not sign:
            return False
        return sign in "0123456789" or (info.many and sign in NOTHING)

    def _seek(self, event: Key) -> bool:
        words, char = self._list.filter.words, event.character or ""
        if char.isalpha() or (words and char == " "):
            self._list.set_filter(self._list.filter._replace(words=f"{words}{char}"))
        elif words and event.key == "backspace":
            self._list.set_filter(self._list.filter._replace(words=words[:-1]))
        else:
            return False
        self._show()
        return True

    def action_show_changes(self) -> None:
        self._list.set_filter(OptionFilter(only_changes=not self._list.filter.only_changes))
        self._show()

    def action_show_codes(self) -> None:
        self._list.codes = self._about.codes = not self._list.codes
        self._show()

    def _type(self, begun: str | None = None) -> None:
        info = self._marked
        if info is not None:
            value = "" if info.value in (None, []) else value_text(info.value)
            self._prompt.open(info.name, info.word, value if begun is None else begun)

    def on_prompt_line_answered(self, message: PromptLine.Answered) -> None:
        if message.what != self._prompt.what:
            return
        if message.what == NAME:
            self._save(message.text)
        elif message.what == PATH:
            self._export(message.text)
        else:
            self._typed(message.what, message.text)

    def _typed(self, name: str, text: str) -> bool:
        info = next(info for info in self.edited.options if info.name == name)
        try:
            changed = self.edited.with_typed_value(info, text)
        except InvalidInput as refusal:
            self._report(f"{info.word}: {refusal}", wrong=True)
            return False
        self._close()
        self._change(changed)
        return True

    def _takes_open_field(self) -> bool:
        what = self._prompt.what
        return what in ("", NAME, PATH) or self._typed(what, self._prompt.text)

    def _close(self) -> None:
        self._prompt.close()
        self._list.focus()

    def action_presets(self) -> None:
        self._close()
        self.app.push_screen(PresetScreen(self.edited.game, self.edited.preset), self._start_from)

    def _start_from(self, chosen: ChosenRules | None) -> None:
        if chosen is not None:
            self._named = chosen
            self._change(self.edited.with_preset(chosen.rules))

    def action_save(self) -> None:
        self._replaces = ""
        self._ask_where(NAME, N_("Save these rules as"), self._named.name)

    def action_export(self) -> None:
        self._ask_where(PATH, N_("Path of the new file"), f"~/{slugify(self._export_name) or 'preset'}.json")

    def _ask_where(self, what: str, question: str, begun: str) -> None:
        if self._takes_open_field():
            if self.edited.problems:
                self._show()
            else:
                self._prompt.open(what, text(question), begun)

    @work(exclusive=True, group="write")
    async def _save(self, name: str) -> None:
        if not name.strip():
            self._report(_("Type a name for these rules."), wrong=True)
            return
        game, rules = self.edited.game, self.edited.given
        try:
            folder = presets.presets_folder()
            existing = presets.find_preset(folder, game, name)
            if existing is not None and existing.rules != rules and self._replaces != name:
                self._replaces = name
                notice = _("“{name}” exists already; press Enter again to replace it.")
                self._report(notice.format(name=existing.name))
                return
            preset = await run_in_thread(self, presets.save_preset, folder, game, name, rules)
        except REFUSALS as error:
            self._report(error_text(error), wrong=True)
            return
        self._named = ChosenRules(preset.name, preset.rules)
        self._close()
        self._show(_("Saved as “{name}”; it is now among the presets.").format(name=preset.name))

    @property
    def _export_name(self) -> str:
        preset = self.edited.preset
        changed = _("{preset}, changed").format(preset=self.edited.preset_title)
        return self._named.name or (changed if self.edited.changes else preset)

    @work(exclusive=True, group="write")
    async def _export(self, typed: str) -> None:
        name, rules = self._export_name, self.edited.given
        try:
            path = await run_in_thread(
                self, presets.export_preset, expand_path(typed), self.edited.game, name, rules
            )
        except REFUSALS as error:
            self._report(error_text(error), wrong=True)
            return
        self._close()
        self._show(_("Written to {path}.").format(path=quote(path)))

    def action_open_rule_book(self) -> None:
        info = self._marked
        text = section(rule_book(self.edited.game), info.section) if info is not None else ""
        if not text:
            self._report(_("this game has no rule book"))
            return
        if not self._list.codes:
            text = replace_codes(text, self.edited.options, self.edited.game.presets)
        self.app.push_screen(BookScreen(text))

    def action_accept(self) -> None:
        if self._prompt.what in (NAME, PATH) or not self._takes_open_field():
            return
        if self._refusals:
            self._show()
            self.app.bell()
        else:
            self.dismiss(dict(self.edited.given))

    def action_back(self) -> None:
        if self._prompt.is_open:
            self._close()
            self._show()
        elif not self._list.filter.is_empty:
            self._list.set_filter(OptionFilter())
            self._show()
        else:
            self.leave(None, loses=self.edited.given != self._before)
