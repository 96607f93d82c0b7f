"""The list of options in groups that fold and can be searched, and the help for one option."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from prefcount.base.i18n import N_, _
from prefcount.entries.names_and_figures import fold
from prefcount.games.edited_rules import EditedRules
from prefcount.games.rules import PRESET, OptionInfo
from prefcount.render.option_text import shown
from prefcount.render.tables import wrap
from prefcount.render.text_cells import pad, width
from prefcount.tui.kit.choice_list import ChoiceList
from prefcount.tui.kit.command import bindings, key_of
from prefcount.tui.kit.screen_keys import RULE_LIST, RULES

DIFFERS = "≠"
ROOMY = 10
"""Lines that explain an option at most; what is over is room for more."""


FEW_OPTIONS = 30
"""Up to this number all options are shown; of more the groups that tables rarely argue about are folded."""
ARGUED = "argued"
HEADING = "@"
"""Begins the id of the line of a group; no option is called so."""


class OptionFilter(NamedTuple):
    """Which options are listed: those with every word of `words` in them, only those that differ, or all."""

    words: str = ""
    only_changes: bool = False

    @property
    def everything(self) -> bool:
        """Whether nothing is left out, so that groups are folded as somebody folds them."""
        return self == OptionFilter()

    def finds(self, convention: EditedRules, info: OptionInfo) -> bool:
        """Whether an option is one of those sought: by its names, its group, its sentence or its values."""
        if self.only_changes and not convention.differs(info):
            return False
        values = (shown(choice, info.name) for choice in (info.value, *info.choices))
        read = fold(" ".join((info.word, info.name, str(info.group), str(info.explanation), *values)))
        return all(word in read for word in fold(self.words).split())


class RuleList(ChoiceList):
    """Lists options, one a line; a mark in front of those that differ from the preset.

    Options stand in groups, each below a line that opens and closes it.
    """

    BINDINGS = bindings(RULE_LIST)
    DEFAULT_CSS = """
    RuleList { padding: 0; }
    RuleList > .option-list--option-disabled { color: $text-primary; text-style: bold; }
    """

    _shown: EditedRules | None = None
    _open: frozenset[str] = frozenset()
    filter = OptionFilter()
    codes = False
    """Whether what files call an option stands beside what players call it."""

    @property
    def marked(self) -> str:
        """The name of the option under the mark; "" on the line of a group."""
        option = self.highlighted_option
        return "" if option is None or _is_heading(option) else option.id or ""

    @property
    def marked_group(self) -> str:
        """The group whose line is marked; "" on an option."""
        option = self.highlighted_option
        return "" if option is None or not _is_heading(option) else str(option.id).removeprefix(HEADING)

    @property
    def count(self) -> int:
        """How many options are listed."""
        return sum(not _is_heading(option) for option in self.options)

    def show(self, convention: EditedRules) -> None:
        """Show the values as they are now, the mark where it was."""
        if self._shown is None:
            few = len(convention.options) <= FEW_OPTIONS
            self._open = frozenset(groups_of(convention)) if few else frozenset({ARGUED})
        self._shown = convention
        self._open |= _with_problems(convention)
        # The bar has its room whether it is there or not, so that nothing moves when a group is folded.
        room = self.outer_size.width - self.styles.scrollbar_size_vertical
        options = list(self._listed(convention, room))
        if [option.id for option in options] != [option.id for option in self.options]:
            self._list_anew(options)
            return
        for at, (option, old) in enumerate(zip(options, self.options, strict=True)):
            if option.prompt != old.prompt:
                self.replace_option_prompt_at_index(at, option.prompt)

    def _listed(self, convention: EditedRules, room: int) -> Iterator[Option]:
        cells = max(width(info.word) for info in convention.options)
        line = partial(_option, convention, cells=cells, room=room, codes=self.codes)
        if self.filter.everything:
            yield from map(line, (info for info in convention.options if info.name == PRESET))
        for group, infos in groups_of(convention).items():
            shown = [info for info in infos if self.filter.finds(convention, info)]
            if shown:
                is_open = group in self._open or not self.filter.everything
                yield _heading(convention, group, infos, is_open=is_open)
                yield from map(line, shown if is_open else ())

    def _list_anew(self, options: Sequence[Option]) -> None:
        """List other options; the marked one stays marked, or what is in its place now."""
        marked, at = self.highlighted_option, self.highlighted or 0
        ids = [option.id for option in options]
        self.set_options(options)
        at = ids.index(marked.id) if marked is not None and marked.id in ids else at
        self.highlighted = min(at, len(ids) - 1) if ids else None

    def on_resize(self) -> None:
        """There may be room for more now; the marked option stays in sight."""
        if self._shown is not None:
            self.show(self._shown)
        self.scroll_to_highlight()

    def seek(self, option_filter: OptionFilter) -> None:
        """List only some options, whatever is folded; the first of them is marked."""
        self.filter = option_filter
        if self._shown is not None:
            groups = (
                group for group, infos in groups_of(self._shown).items() if self.marked in _names(infos)
            )
            self._open = self._open.union(groups)  # where somebody found something it stays in sight
            self.show(self._shown)
        if option_filter.words:
            first = (at for at, option in enumerate(self.options) if not _is_heading(option))
            self.highlighted = next(first, None)

    def fold(self, group: str, *, is_open: bool | None = None) -> None:
        """Open or close a group; without a word which, the other way round."""
        if self._shown is not None and self.filter.everything:
            is_open = group not in self._open if is_open is None else is_open
            self._open = self._open | {group} if is_open else self._open - {group}
            self.show(self._shown)
            self.scroll_to_highlight(top=is_open)

    def action_group(self, by: int) -> None:
        """Mark the next group, or this one, or the one before; the list begins before the first group."""
        heads = {at for at, option in enumerate(self.options) if _is_heading(option)}
        stops, at = sorted({0, *heads}), self.highlighted or 0
        if heads:
            following = bisect_right(stops, at) % len(stops)
            self.highlighted = stops[following if by > 0 else bisect_left(stops, at) - 1]


def _is_heading(option: Option) -> bool:
    return option.id is not None and option.id.startswith(HEADING)


def groups_of(convention: EditedRules) -> Mapping[str, Sequence[OptionInfo]]:
    """The options by the groups in which they are listed, first those that tables argue about first."""
    groups: dict[str, list[OptionInfo]] = {ARGUED: []}
    for info in convention.options:
        if info.name != PRESET:
            groups.setdefault(ARGUED if info.argued else info.group_key, []).append(info)
    return {key: infos for key, infos in groups.items() if infos}


def _names(infos: Sequence[OptionInfo]) -> list[str]:
    return [info.name for info in infos]


def _with_problems(convention: EditedRules) -> frozenset[str]:
    """The groups of the options that cannot be as they are."""
    fields = {problem.field.removeprefix("rules.") for problem in convention.problems}
    return frozenset(
        key for key, infos in groups_of(convention).items() if fields.intersection(_names(infos))
    )


def heading(group: str, infos: Sequence[OptionInfo]) -> str:
    """What a group is called."""
    return _(N_("What tables argue about first")) if group == ARGUED else str(infos[0].group)


def _heading(convention: EditedRules, group: str, infos: Sequence[OptionInfo], *, is_open: bool) -> Option:
    """The line of a group; of a closed one how many options it has, and how many differ."""
    label = Content.styled(f"{'▾' if is_open else '▸'} {heading(group, infos)}", "bold")
    if not is_open:
        label += Content.styled(f"  {len(infos)}", "$foreground-muted")
        changes = sum(map(convention.differs, infos))
        if changes:
            label += Content.styled(f"  {DIFFERS} {changes}", "bold $text-warning")
    return Option(label, id=f"{HEADING}{group}")


def _option(convention: EditedRules, info: OptionInfo, *, cells: int, room: int, codes: bool) -> Option:
    """What players call it with its value, of which a long one has several lines, and what files call it."""
    differs = convention.differs(info)
    first, *others = wrap(shown(info.value, info.name), max(1, room - cells - 4))
    line = f"{DIFFERS if differs else ' '} {pad(info.word, cells)}  {first}"
    below = "".join(f"\n{' ' * (cells + 4)}{other}" for other in others)
    label = Content.styled(line + below, "bold $text-warning" if differs else "")
    left = room - width(line) - width(info.name) - 2
    if codes and left > 0 and not others:
        label += Content.styled(f"{' ' * left}{info.name}", "dim $foreground-muted")
    return Option(label, id=info.name)


class OptionHelp(Static):
    """Explains the marked option: its values, its sentence, the preset's value, its section of the rule book.

    Where there is room, everything that differs from the preset is listed below.
    """

    codes = False
    """Whether what files call an option is said, too."""

    def __init__(self) -> None:
        super().__init__(id="about", markup=False)
        self._shown: tuple[EditedRules, str, str] | None = None

    def show(self, convention: EditedRules, name: str, group: str = "") -> None:
        """Explain an option as it stands, or say what is in a group."""
        self._shown = convention, name, group
        self._explain()

    def _explain(self) -> None:
        if self._shown is None:
            return
        convention, name, group = self._shown
        lines: list[Content] = []
        for info in convention.options:
            if info.name == name:
                lines += _about(convention, info, codes=self.codes)
        if group and (infos := groups_of(convention).get(group)):
            words = ", ".join(info.word for info in infos)
            lines = [Content.styled(heading(group, infos), "bold"), Content(words)]
        if self.size.height > ROOMY:
            lines += _all_changes(convention)
        self.update(Content("\n").join(lines))

    on_resize = _explain


def _about(convention: EditedRules, info: OptionInfo, *, codes: bool) -> Iterator[Content]:
    section = _("{key}: rule book, section {section}").format(
        key=key_of(RULES, "open_rule_book"), section=info.section
    )
    word = info.word
    code = f"  ({info.name})" if codes and word != info.name else ""
    yield Content.assemble((word, "bold"), (f"{code}  {section}", "$foreground-muted"))
    yield Content(str(info.explanation))
    if info.name == PRESET:
        yield Content(_(convention.game.presets[convention.preset]))
    elif info.choices:
        yield Content("  ").join(_choice(info, choice) for choice in info.choices)
    elif info.usual:
        values = [*info.usual, *([] if info.value in info.usual else [info.value])]
        yield Content(" · ").join(_choice(info, choice) for choice in values)
        yield Content.styled(_("or type {values}").format(values=info.allowed), "$foreground-muted")
    else:
        value = shown(info.value, info.name)
        yield Content.assemble((f"[{value}]", "bold"), (f"  {info.allowed}", "$foreground-muted"))
    if convention.differs(info):
        base = shown(convention.base.get(info.name), info.name)
        yield Content.styled(
            _("{mark} in {preset} it is {value}").format(mark=DIFFERS, preset=convention.called, value=base),
            "$text-warning",
        )


def _choice(info: OptionInfo, choice: object) -> Content:
    word = shown(choice, info.name)
    return Content.styled(f"[{word}]", "bold") if choice == info.value else Content(word)


def _all_changes(convention: EditedRules) -> Iterator[Content]:
    changes = convention.changes
    if changes:
        yield Content("")
        yield Content.styled(_("What differs from {preset}").format(preset=convention.called), "bold")
    cells = max((width(info.word) for info in changes), default=0)
    for info in changes:
        yield Content(f"{DIFFERS} {pad(info.word, cells)}  {shown(info.value, info.name)}")
