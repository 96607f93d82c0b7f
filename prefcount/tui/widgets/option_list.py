"""The options of a table's rules group by group, and what is to be said about one of them."""

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from prefcount.field_names import plain_option
from prefcount.games.edited_rules import PRESET, Convention
from prefcount.games.option_info import OptionInfo
from prefcount.i18n import _
from prefcount.render.option_text import shown
from prefcount.render.text_cells import pad, width
from prefcount.tui.key_table import RULE_LIST, RULES, bindings, key_of
from prefcount.tui.widgets.choice_list import Listing

DIFFERS = "≠"
ROOMY = 10
"""Lines that explain an option at most; what is over is room for more."""


class RuleList(Listing):
    """One line an option; what differs from the preset has a mark in front of it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(RULE_LIST)
    DEFAULT_CSS = """
    RuleList { border: none; padding: 0; }
    RuleList:focus { border: none; }
    RuleList > .option-list--option-disabled { color: $text-primary; text-style: bold; }
    """

    _shown: Convention | None = None

    @property
    def marked(self) -> str:
        """The name of the option under the mark."""
        option = self.highlighted_option
        return option.id or "" if option else ""

    def show(self, convention: Convention) -> None:
        """Show the values as they are now, the mark where it was."""
        self._shown = convention
        options = list(_options(convention, self.scrollable_content_region.width))
        if len(options) != self.option_count:
            self.set_options(options)
            self.action_first()
            return
        for at, (option, old) in enumerate(zip(options, self.options, strict=True)):
            if option.prompt != old.prompt:
                self.replace_option_prompt_at_index(at, option.prompt)

    def on_resize(self) -> None:
        """There may be room for more now; the marked option stays in sight."""
        if self._shown is not None:
            self.show(self._shown)
        self.scroll_to_highlight()

    def action_group(self, by: int) -> None:
        """Mark the first option of the next group, or of this one, or of the one before."""
        heads = [at + 1 for at, option in enumerate(self.options) if option.id is None]
        at = self.highlighted or 0
        if by > 0:
            self.highlighted = next((head for head in heads if head > at), 0)
        else:
            self.highlighted = next((head for head in reversed(heads) if head < at), 0 if at else heads[-1])


def _options(convention: Convention, room: int) -> Iterator[Option]:
    cells = max(width(plain_option(info.name)) for info in convention.options)
    first = [info for info in convention.options if info.name == PRESET]
    yield from (_option(convention, info, cells, room) for info in first)
    group = ""
    for info in convention.options:
        if info.name == PRESET:
            continue
        if info.group_key != group:
            group = info.group_key
            yield Option(Content(str(info.group)), disabled=True)
        yield _option(convention, info, cells, room)


def _option(convention: Convention, info: OptionInfo, cells: int, room: int) -> Option:
    """What players call it with its value, and where there is room what files call it."""
    differs = convention.differs(info)
    line = f"{DIFFERS if differs else ' '} {_with_value(info, cells)}"
    said = Content.styled(line, "bold $text-warning" if differs else "")
    left = room - width(line) - width(info.name) - 2
    if left > 0:
        said += Content.styled(f"{' ' * left}{info.name}", "dim $foreground-muted")
    return Option(said, id=info.name)


def _with_value(info: OptionInfo, cells: int) -> str:
    """An option in so many cells, and its value beside it."""
    return f"{pad(plain_option(info.name), cells)}  {_plain(info, info.value)}"


def _plain(info: OptionInfo, value: object) -> str:
    """A value of an option as players call it: a code of files without its low lines."""
    return shown(value, info.name).replace("_", " ")


class OptionHelp(Static):
    """The option under the mark: its values, its sentence, the preset's value, where the book has it.

    Where there is room, everything that differs from the preset is listed below.
    """

    def __init__(self) -> None:
        super().__init__(id="about", markup=False)
        self._shown: tuple[Convention, str] | None = None

    def show(self, convention: Convention, name: str) -> None:
        """Explain an option as it stands."""
        self._shown = convention, name
        self._explain()

    def on_resize(self) -> None:
        """There may be more room now."""
        self._explain()

    def _explain(self) -> None:
        if self._shown is None:
            return
        convention, name = self._shown
        lines = [
            each for info in convention.options if info.name == name for each in _about(convention, info)
        ]
        if self.size.height > ROOMY:
            lines += _all_changes(convention)
        self.update(Content("\n").join(lines))


def _about(convention: Convention, info: OptionInfo) -> Iterator[Content]:
    section = _("{key}: rule book, section {section}").format(key=key_of(RULES, "read"), section=info.section)
    word = plain_option(info.name)
    code = "" if word == info.name else f"  ({info.name})"
    yield Content.assemble((word, "bold"), (f"{code}  {section}", "$foreground-muted"))
    yield Content(str(info.explanation))
    if info.name == PRESET:
        yield Content(_(convention.game.presets[convention.preset]))
    elif info.choices:
        yield Content("  ").join(_choice(info, choice) for choice in info.choices)
    else:
        value = _plain(info, info.value)
        yield Content.assemble((f"[{value}]", "bold"), (f"  {info.allowed}", "$foreground-muted"))
    if convention.differs(info):
        base = _plain(info, convention.base.get(info.name))
        yield Content.styled(
            _("{mark} in {preset} it is {value}").format(mark=DIFFERS, preset=convention.called, value=base),
            "$text-warning",
        )


def _choice(info: OptionInfo, choice: object) -> Content:
    word = _plain(info, choice)
    return Content.styled(f"[{word}]", "bold") if choice == info.value else Content(word)


def _all_changes(convention: Convention) -> Iterator[Content]:
    """What differs from the preset, option by option."""
    changes = convention.changes
    if changes:
        yield Content("")
        yield Content.styled(_("What differs from {preset}").format(preset=convention.called), "bold")
    cells = max((width(plain_option(info.name)) for info in changes), default=0)
    for info in changes:
        yield Content(f"{DIFFERS} {_with_value(info, cells)}")
