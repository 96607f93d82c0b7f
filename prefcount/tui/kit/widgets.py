"""Widgets that all screens share, and what of them is sent to the terminal."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Protocol, runtime_checkable

from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style as CellStyle
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.app import App
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Click, Key, Paste
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.input import Selection

from prefcount.base.i18n import N_, Text, _, ngettext, text, use_language
from prefcount.base.problems import printable, quote
from prefcount.entries.names_and_figures import fold
from prefcount.games.rules import Ruleset
from prefcount.render.sheet_drawing import Piece
from prefcount.render.text_cells import ONE_CELL_EACH, graphemes, width, wrap
from prefcount.store.settings import save_settings
from prefcount.tui.kit.keys import PROMPT_LINE, bindings

Find = Callable[[str], int | None]
"""A function from typed letters to the index of the matching line, or None."""


class TypedSearch:
    """Finds the line of a list that contains the letters typed so far. Any other key clears the letters.

    Args:
        find_name: tried before the texts of the lines. Returns the index of an item by its name, or None.
        find_similar: tried last. Returns the index of the item with the most similar name, or None.
    """

    def __init__(self, find_name: Find | None = None, find_similar: Find | None = None) -> None:
        self._typed = ""
        self._find_name, self._find_similar = find_name, find_similar

    def find(self, event: Key, lines: Sequence[str], index: int) -> int | None:
        """Add a typed letter to the search. Return the index of the line that is found, or else `index`.

        Return None if the key is not a letter.

        Args:
            event: the key.
            lines: the lines of the list.
            index: the index of the current line. The search begins there.
        """
        sign = event.character
        if sign is None or not sign.isalpha():
            self._typed = ""
            return None
        self._typed += sign
        hit = self._find_name(self._typed) if self._find_name is not None else None
        if hit is None:
            hit = _next(self._typed, lines, index)
        if hit is None and self._find_similar is not None:
            hit = self._find_similar(self._typed)  # keep the letters: more may resemble a name
        elif hit is None:
            hit = _next(sign, lines, index + 1)
            self._typed = sign if hit is not None else ""
        return index if hit is None else hit


def preset_search(
    ruleset: Callable[[], Ruleset[Any]], position: Callable[[str | None], int | None]
) -> TypedSearch:
    """Return a search that finds a preset in a list by any of its names.

    Args:
        ruleset: returns the ruleset of the game, which has the presets.
        position: returns the index in the list of the preset with a given key, or None if there is none.
    """
    return TypedSearch(
        lambda typed: position(ruleset().find_preset_by_prefix(typed)),
        lambda typed: position(ruleset().find_nearest_preset(typed)),
    )


def _next(typed: str, lines: Sequence[str], start: int) -> int | None:
    order = [(start + step) % len(lines) for step in range(len(lines))]
    return next((index for index in order if fold(typed) in fold(lines[index])), None)


class ChoiceList(OptionList):
    """An OptionList without markup and frame, searched by typing letters."""

    DEFAULT_CSS = """
    ChoiceList { border: none; padding: 0 1; }
    ChoiceList:focus { border: none; }
    """

    def __init__(self, *, searches: bool = True, search: TypedSearch | None = None) -> None:
        super().__init__(markup=False)
        self._search = search or TypedSearch() if searches else None

    def on_key(self, event: Key) -> None:
        if self._search is None:
            return
        lines = [str(option.prompt) for option in self.options]
        position = self._search.find(event, lines, self.highlighted or 0)
        if position is not None:
            event.stop()
            event.prevent_default()
            self.highlighted = position


# --- words that change with the language ---------------------------------------------------------


@runtime_checkable
class Retranslatable(Protocol):
    """A screen or widget that can show its words in another language. Texts that were typed do not change."""

    def retranslate(self) -> None: ...


def change_language(app: App[Any], code: str) -> None:
    """Use another language, such as "ru", and remember it for the next start of the program."""
    use_language(code)
    save_settings(language=code)
    for screen in app.screen_stack:
        retranslate(screen)


def retranslate(screen: Screen[object]) -> None:
    """Show all words of a screen in the language in use."""
    for node in screen.walk_children(Widget, with_self=True, reverse=True):
        if isinstance(node, Retranslatable):
            node.retranslate()
        node.refresh(layout=True)


class TranslatedText(Static):
    """A translated text: a sentence, a heading, or the name of a field."""

    def __init__(self, words: Text | str = "", *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(Content(str(words)), id=id, classes=classes, markup=False)
        self._words = words

    def set_text(self, words: Text | str) -> None:
        self._words = words
        self.retranslate()

    def retranslate(self) -> None:
        self.update(Content(str(self._words)))


class MessageLine(Static):
    """A line for messages. An empty line is hidden."""

    DEFAULT_CSS = "MessageLine { height: auto; padding: 0 1; color: $text-warning; }"

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.display = False

    def say(self, words: str) -> None:
        """Show a message in place of the previous one. For "", hide the line."""
        self.update(Content(words))
        self.display = bool(words)


@runtime_checkable
class LineReader(Protocol):
    """A screen that distributes pasted lines, such as "anna 57", to its fields by the players' names."""

    def read_lines(self, lines: Sequence[str]) -> Sequence[str]:
        """Put each line that begins with a name into the field of that player. Return the other lines."""


EDITING = {
    binding.key: binding.action
    for binding in Binding.make_bindings(Input.BINDINGS)
    if binding.action != "submit"
}
"""The editing keys of Textual's input field, with their actions."""


class Field(Input):
    """An input field that replaces control characters, whether typed, pasted or set.

    When several lines are pasted, each line goes into the next field with the same `series`, such as
    "players". A field with the series "" takes only one line.
    """

    def __init__(self, value: str = "", *, series: str = "", **options: Any) -> None:
        super().__init__(value, **options)
        self.series = series

    def validate_value(self, value: str) -> str:
        """Replace control characters: white space by blanks, all others by visible characters."""
        return value if value.isprintable() else printable(re.sub(r"\s", " ", value))

    def action_delete_left_all(self) -> None:
        self.delete(0, max(self.selection))

    async def on_key(self, event: Key) -> None:
        if event.key in EDITING and await self.app.run_action(EDITING[event.key], self):
            event.stop()
            event.prevent_default()

    def on_resize(self) -> None:
        if self.app.focused is self:
            self.call_after_refresh(self.mutate_reactive, Field.selection)

    on_focus = on_resize

    def on_paste(self, event: Paste) -> None:
        """Put pasted lines into fields, and show a notice about lines that fit no field."""
        event.stop()
        event.prevent_default()
        lines = [line for line in event.text.splitlines() if line.strip()]
        screen = self.screen
        left_out = screen.read_lines(lines) if isinstance(screen, LineReader) else lines
        if len(left_out) == len(lines):  # no line has a name in it
            left_out = self._put_lines(lines)
        if left_out:
            self.notify(left_out_text(left_out), severity="warning", markup=False)

    def _put_lines(self, lines: Sequence[str]) -> list[str]:
        fields = [self]
        if self.series:
            series = [field for field in self.screen.query(Field) if field.series == self.series]
            fields += [field for field in series[series.index(self) + 1 :] if field.display]
        refused = []
        for field, line in zip(fields, lines, strict=False):
            start, end = sorted(field.selection) if field is self else (0, len(field.value))
            wanted = f"{field.value[:start]}{line}{field.value[end:]}"
            field.replace(line, start, end)
            if field.value != field.validate_value(wanted):  # the line is too long, or not a number
                refused.append(line)
        return [*refused, *lines[len(fields) :]]


def left_out_text(lines: Sequence[str]) -> str:
    """Return a sentence about pasted lines that were ignored. It quotes the first three of them."""
    quoted = [quote(line.strip()) for line in lines[:3]] + ["…"] * (len(lines) > 3)
    sentence = ngettext(
        "{n} pasted line is left out, because it has no field here: {lines}",
        "{n} pasted lines are left out, because they have no field here: {lines}",
        len(lines),
    )
    return sentence.format(n=len(lines), lines="; ".join(quoted))


class TranslatedInput(Field):
    """A field with a translated placeholder."""

    def __init__(self, wanted: Text, **options: Any) -> None:
        super().__init__(placeholder=str(wanted), **options)
        self._wanted = wanted

    def retranslate(self) -> None:
        self.placeholder = str(self._wanted)


class TranslatedButton(Button):
    """A button with a translated label, which runs the screen's action of the same name as its id."""

    def __init__(self, words: Text, *, id: str, primary: bool = False) -> None:
        super().__init__(
            str(words), id=id, variant="primary" if primary else "default", action=f"screen.{id}"
        )
        self._words = words

    def retranslate(self) -> None:
        self.label = str(self._words)


# --- texts ---------------------------------------------------------------------------------------

MakeLines = Callable[[int], Sequence[Content]]
"""A function from a width to lines that fit this width."""


def wrapped(words: object, cells: int, style: str = "") -> list[Content]:
    """Return the lines of a text, broken to fit a width in cells. `style` is their Textual style."""
    return [Content.styled(line, style) for part in str(words).splitlines() for line in wrap(part, cells)]


class WrappedText(Widget):
    """A text whose lines are made by a function for the width of the widget."""

    DEFAULT_CSS = """
    WrappedText { height: auto; padding: 0 1; text-wrap: nowrap; }
    """

    _make_lines: MakeLines | None = None
    _laid_out: tuple[int, Sequence[Content]] = (0, ())

    def show(self, make_lines: MakeLines) -> None:
        self._make_lines = make_lines
        self.retranslate()

    def retranslate(self) -> None:
        self._laid_out = (0, ())
        self.refresh(layout=True)

    def render(self) -> Content:
        return Content("\n").join(self.lines(self.content_size.width))

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        return len(self.lines(width))

    def lines(self, width: int) -> Sequence[Content]:
        """Return the text, wrapped to a width. The lines are cached, because Textual asks for them often."""
        if self._make_lines is None or width <= 0:
            return ()
        if self._laid_out[0] != width:
            self._laid_out = (width, self._make_lines(width))
        return self._laid_out[1]


def component_classes(css: str) -> set[str]:
    """Return the names of Textual component classes, such as "chart--title", in the CSS of a widget."""
    return set(re.findall(r"\w+--\w+", css))


def styled_strip(widget: Widget, prefix: str, pieces: Iterable[Piece], cells: int) -> Strip:
    """Return one line of the screen, made of pieces of text and exactly as wide as `cells`.

    Args:
        widget: the widget whose CSS has the component classes.
        prefix: the part of the class names before "--", such as "chart".
        pieces: pairs of a text and its style. The style "title" means the class "chart--title".
        cells: the width.
    """
    base = widget.visual_style.rich_style
    segments = [
        Segment(text, base + widget.get_component_rich_style(f"{prefix}--{style}", partial=True))
        for text, style in pieces
    ]
    return Strip(segments).adjust_cell_length(cells, base)


# --- keys and questions --------------------------------------------------------------------------


class KeyFooter(Widget):
    """The line of keys at the bottom of a screen.

    Attributes:
        hints: pairs of a key and a word. As many of them are shown as fit.
    """

    DEFAULT_CSS = """
    KeyFooter { height: 1; dock: bottom; background: $panel; padding: 0 1; }
    KeyFooter.-hidden { display: none; }
    """

    hints: reactive[tuple[tuple[str, str], ...]] = reactive(())

    def __init__(self, *hints: tuple[str, str]) -> None:
        super().__init__()
        self.set_reactive(KeyFooter.hints, hints)

    def render(self) -> Content:
        parts: list[Content] = []
        cells_left = self.content_size.width + 2  # the blanks after the last hint may be cut
        for hint_key, (shown, word) in ((hint[0], map(_, hint)) for hint in self.hints):
            needed = width(shown) + width(word) + 3
            if needed > cells_left:
                break
            cells_left -= needed
            hint = Content.assemble((shown, "bold $text-accent"), f" {word}  ")
            parts.append(hint.stylize(Style.from_meta({"key": _key(hint_key)})))
        return Content("").join(parts)

    def on_click(self, event: Click) -> None:
        key = event.style.meta.get("key")
        if key:
            self.app.simulate_key(key)


def _key(shown: str) -> str:
    first = shown.split(maxsplit=1)[0]
    if re.fullmatch(r"F\d+|[a-z0-9]|Ctrl\+[A-Z]|Enter|Tab|Space", first):
        return first.lower()
    return "escape" if first == "Esc" else ""


class PromptLine(Horizontal):
    """A line that asks for a text. `open` shows the line, Enter posts `Answered`, and `close` hides it."""

    BINDINGS = bindings(PROMPT_LINE)
    DEFAULT_CSS = """
    PromptLine { height: 1; background: $panel; padding: 0 1; display: none; }
    PromptLine.-open { display: block; }
    PromptLine Static { width: auto; max-width: 60%; height: 1; padding: 0 1 0 0; text-style: bold; }
    PromptLine Input { width: 1fr; height: 1; border: none; padding: 0; margin: 0 1 0 0; }
    PromptLine Input { background: $boost; }
    PromptLine Input:focus { border: none; }
    """

    @dataclass
    class Answered(Message):
        """Posted with the `text` of an answer. `what` is the name that `open` was given for the question."""

        what: str
        text: str

    what = ""

    @property
    def is_open(self) -> bool:
        return bool(self.what)

    def open(self, what: str, question: Text | str, answer: str = "", *, selected: str = "") -> None:
        """Ask a question.

        Args:
            what: a name for the question, by which the screen recognises the answer.
            answer: the text that is filled in.
            selected: the end of `answer` that is selected, so that typing replaces it.
        """
        self.what = what
        if not self.children:  # made on first use, so that screens open faster
            self.mount(
                TranslatedText(), Field(select_on_focus=False), TranslatedText(text(N_("Esc: cancel")))
            )
        self.query_one(TranslatedText).set_text(text(N_("{question}:"), question=question))
        field = self.query_one(Input)
        field.value = answer
        field.selection = Selection(len(answer) - len(selected), len(answer))
        self._show(True)
        field.focus()

    def close(self) -> None:
        self.what = ""
        self._show(False)

    def _show(self, is_open: bool) -> None:
        self.set_class(is_open, "-open")
        self.screen.query(KeyFooter).set_class(is_open, "-hidden")

    @property
    def text(self) -> str:
        return self.query_one(Input).value

    def action_keep_focus(self) -> None:
        """Do nothing. Tab runs this action, so that only Enter and Escape leave the question."""

    def on_input_submitted(self, message: Input.Submitted) -> None:
        message.stop()
        if self.is_open:  # a second Enter may follow before the line is closed
            self.post_message(self.Answered(self.what, message.value))


# --- the cells that the terminal shows, so that only changed cells are sent -----------------------

Cell = tuple[str, CellStyle | None]
"""A character and its style. The second cell of a wide character has "" as its character."""
_sign = itemgetter(0)

MAX_GAP = 12
"""Changes with fewer cells between them are sent as one, because moving the cursor takes more bytes."""


class RowCompositor(Compositor):
    """A faster compositor: each widget renders only the rows that must be drawn again."""

    def _get_renders(self, crop: Region | None = None) -> Iterator[tuple[Region, Region, list[Strip]]]:
        rows = self.size.region if crop is None else Region(0, crop.y, self.size.width, crop.height)
        for widget, (region, clip) in self.visible_widgets.items():
            if part := region.intersection(clip).intersection(rows):
                yield region, part, widget.render_lines(part.translate(-region.offset))


class ShownCells:
    """The cells that were sent to the terminal, so that only cells that change are sent again."""

    def __init__(self) -> None:
        self._lines: dict[int, list[Cell | None]] = {}  # None: unknown

    def forget(self) -> None:
        """Forget what the terminal shows, so that all cells are sent again."""
        self._lines.clear()

    def changes(self, update: RenderableType | None) -> RenderableType | None:
        """Return an update of the screen without cells that the terminal shows already, or None if empty."""
        if isinstance(update, ChopsUpdate):
            return self._of_parts(update)
        self.forget()
        if isinstance(update, LayoutUpdate) and not update.region.x:
            for y, strips in enumerate(update.strips, update.region.y):
                self._lines[y] = [cell for strip in strips for cell in _known(strip)]
        return update

    def _of_parts(self, update: ChopsUpdate) -> ChopsUpdate | None:
        chops: list[dict[int, Strip]] = [{} for _line in update.chops]
        for y, left, right in update.spans:
            line = self._lines.setdefault(y, [])
            for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if strip is not None and x < right and end > left:
                    chops[y].update(_changed(line, x, strip))
        ends = [[x + strip.cell_length for x, strip in parts.items()] for parts in chops]
        spans = [(y, 0, max(parts)) for y, parts in enumerate(ends) if parts]
        return ChopsUpdate(chops, spans, ends) if spans else None


def _changed(line: list[Cell | None], x: int, strip: Strip) -> Iterator[tuple[int, Strip]]:
    cells, length = _cells(strip), strip.cell_length
    line += [None] * (x + length - len(line))
    if len(cells) != length:
        line[x : x + length] = [None] * length
        yield x, strip
        return
    differing = [index for index, cell in enumerate(cells) if cell != line[x + index]]
    line[x : x + length] = cells
    for begin, end in _together(differing):
        runs = groupby(cells[begin:end], key=itemgetter(1))
        yield x + begin, Strip([Segment("".join(map(_sign, run)), style) for style, run in runs], end - begin)


def _together(differing: Iterable[int]) -> Iterator[tuple[int, int]]:
    begin = end = None
    for index in differing:
        if begin is not None and end is not None and index - end >= MAX_GAP:
            yield begin, end
            begin = None
        begin, end = index if begin is None else begin, index + 1
    if begin is not None and end is not None:
        yield begin, end


def _cells(strip: Strip) -> list[Cell]:
    cells: list[Cell] = []
    for signs, style, _control in strip:
        if ONE_CELL_EACH.fullmatch(signs):
            cells += [(sign, style) for sign in signs]
            continue
        for sign in graphemes(signs):
            cells.append((sign, style))
            cells += [("", style)] * (width(sign) - 1)
    return cells


def _known(strip: Strip) -> Sequence[Cell | None]:
    cells = _cells(strip)
    return cells if len(cells) == strip.cell_length else [None] * strip.cell_length
