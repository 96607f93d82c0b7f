"""Base classes of all screens: pages, questions, reports and forms."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, ParamSpec, TypeVar

from textual._context import active_message_pump
from textual.app import App, ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.worker import NoActiveWorker, WorkerFailed, get_current_worker

from prefcount.base.i18n import C_, N_, Text, _, text
from prefcount.base.problems import InvalidInput
from prefcount.base.system import os_error_text
from prefcount.entries.models import Entry
from prefcount.games.words import Fact, Guide, Lines
from prefcount.render.book import CODE, TITLE, lay_out
from prefcount.render.text_cells import pad, width, wrap
from prefcount.store.disk import SHARED, WriteError, make_file, make_folder, write_error
from prefcount.store.reader import ReadError
from prefcount.store.settings import export_folder
from prefcount.tui.kit.keys import (
    BOOK,
    ENTRY_FORM,
    EVERYWHERE,
    HAND_LIST,
    PAGE,
    QUESTION,
    SHEET,
    TABLE,
    Commands,
    bindings,
    footer,
    help_lines,
    key_of,
)
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.kit.widgets import KeyFooter, MessageLine, WrappedText, wrapped

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")
ParamsT = ParamSpec("ParamsT")


def is_showing(screen: Screen[Any]) -> bool:
    """Return whether a screen is still open and the program is not ending."""
    return screen.app.is_running and screen.is_attached and screen in screen.app.screen_stack


def uncover(screen: Screen[Any]) -> bool:
    """Close all screens above `screen`. Return False if `screen` itself is closed already."""
    if not is_showing(screen):
        return False
    while screen.app.screen is not screen:
        screen.app.pop_screen()
    return True


class ProgramScreen(Screen[ScreenResultType]):
    """A screen that can be dismissed only once. After that it handles no more messages."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Leave this screen and all screens above it with a result. Later calls have no effect."""
        return super().dismiss(result) if uncover(self) else AwaitComplete.nothing()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.is_mounted and is_showing(self)

    def report(self, words: object) -> None:
        """Show a message in the `MessageLine` of the screen; "" hides the line."""
        self.query_one(MessageLine).say(str(words))

    def _screen_resized(self, _size: Size) -> None:
        # Two messages with different sizes would resize the screen in turn, without an end.
        super()._screen_resized(self.app.size)

    def _get_dispatch_methods(
        self, method_name: str, message: Message
    ) -> Iterable[tuple[type, Callable[[Message], Awaitable[Any]]]]:
        for kind, method in super()._get_dispatch_methods(method_name, message):
            if kind in Screen.__mro__ or method_name == "on_unmount" or is_showing(self):
                yield kind, method


def is_of_left_screen(error: Exception) -> bool:
    """Return whether an error comes from a widget of a screen that is closed already.

    Such an error can be ignored. Textual removes the timers and workers of the widget only later.
    """
    missing = error.error if isinstance(error, WorkerFailed) else error
    if not isinstance(missing, (NoMatches, NoScreen)):
        return False
    node = active_message_pump.get(None)
    with suppress(NoActiveWorker):
        node = get_current_worker().node
    if not isinstance(node, Widget):
        return False
    screens = [screen for screen in node.ancestors_with_self if isinstance(screen, Screen)]
    return not any(map(is_showing, screens))


def has_page(listed: OptionList) -> bool:
    """Return whether a list is laid out. Until then, Textual raises errors for Page Up and Page Down."""
    return (listed.highlighted or 0) in listed._index_to_line


# --- waiting for a disk or a long computation, which may end after the screen was left -----------


async def await_while_showing(screen: Screen[Any], awaited: Awaitable[ResultT]) -> ResultT:
    """Return the awaited result, or raise CancelledError if the screen was closed meanwhile."""
    try:
        return await awaited
    finally:
        if not is_showing(screen):
            raise asyncio.CancelledError


async def run_in_thread(
    screen: Screen[Any], work: Callable[ParamsT, ResultT], *args: ParamsT.args, **named: ParamsT.kwargs
) -> ResultT:
    """Run a function in a thread and return its result, or raise CancelledError if the screen was closed."""
    return await await_while_showing(screen, asyncio.to_thread(work, *args, **named))


REFUSALS = (InvalidInput, ReadError, WriteError, OSError)
"""Errors that say why something was not written."""


def error_text(error: Exception) -> str:
    """Return the sentence that explains to the user why something was not written."""
    return str(write_error(error) if isinstance(error, OSError) else error)


LINE = "TypedLine"
"""The `place` of a help page that is opened while a line is being typed."""


class PageScreen(ModalScreen[None], ProgramScreen[None]):
    """A framed page of text that can be scrolled."""

    BINDINGS = bindings(PAGE)
    DEFAULT_CSS = """
    PageScreen { align: center middle; }
    PageScreen VerticalScroll { width: 88; max-width: 100%; height: auto; max-height: 100%; }
    PageScreen VerticalScroll { border: round $primary; background: $surface; padding: 0; }
    """

    def __init__(self, lines: Callable[[int], list[Content]]) -> None:
        """Create a page of text. `lines` returns the lines of the page for a width in cells."""
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield WrappedText()

    def on_mount(self) -> None:
        self.query_one(WrappedText).show(self._lines)
        self.retranslate()

    def retranslate(self) -> None:
        self.query_one(VerticalScroll).border_subtitle = _("Esc: close")


def _key_section(title: str, keys: Lines, line_width: int, min_cells: int) -> list[Content]:
    cells = max(min_cells, *(width(_(key)) + 2 for key, _meaning in keys))
    lines = [Content.styled(_(title), "bold")]
    for key, meaning in keys:
        if not key:
            lines += [Content(""), *wrapped(_(meaning), line_width)]
            continue
        first, *others = wrap(_(meaning), max(1, line_width - cells))
        lines.append(Content.assemble((pad(_(key), cells), "bold $text-accent"), first))
        lines += [Content(f"{' ' * cells}{other}") for other in others]
    return lines


def keys_page(listed: Lines) -> PageScreen:
    """Return a help page that lists the keys `listed`, and then the keys that work on every screen."""

    def lines(line_width: int) -> list[Content]:
        cells = max(width(_(key)) + 2 for key, _meaning in (*listed, *EVERYWHERE))
        here = _key_section(N_("Keys here"), listed, line_width, cells)
        everywhere = _key_section(N_("What the keys mean"), EVERYWHERE, line_width, cells)
        return [*here, Content(""), *everywhere, Content("")]

    return PageScreen(lines)


def help_page(guide: Guide, facts: Sequence[Fact], place: str, line_order: Text | str) -> PageScreen:
    """Return the help page of the table: keys, notation and the state of the game.

    Args:
        guide: the help on the notation of the game.
        facts: the state of the game.
        place: the class name of the focused widget, whose keys come first, or `LINE` while a line is typed.
        line_order: a sentence about the order of the players in a typed line, or "".
    """

    def lines(line_width: int) -> list[Content]:
        page: list[Content] = []
        for title, entries in _help_sections(guide, place):
            page += _key_section(title, entries, line_width, 14)
            page += [*wrapped(line_order if entries is guide.lines else "", line_width), Content("")]
        closing = _(
            "English and Russian words are both understood, and the wrong keyboard layout is "
            "recognised. Esc closes this."
        )
        page += wrapped(f"{_(guide.spelling)} {closing}", line_width, "$foreground-muted")
        page += [Content(""), Content.styled(_("The state of the game"), "bold")]
        for fact in facts:
            page += wrapped(f"{fact.label}: {fact.value}", line_width)
        change = _("{key} shows all rules and prices, and changes them from the next hand.")
        return page + wrapped(change.format(key=key_of(TABLE, "rules")), line_width)

    return PageScreen(lines)


def _help_sections(guide: Guide, place: str) -> list[tuple[str, Lines]]:
    form = (("0–9 - =", guide.answers), *help_lines(ENTRY_FORM), ("9", guide.other))
    listed = {
        "EntryForm": (N_("The next hand"), form),
        "HandList": (N_("The list of hands"), help_lines(HAND_LIST)),
        "Sheet": (C_("at the table", "The sheet"), help_lines(SHEET)),
    }
    sections = [section for _name, section in sorted(listed.items(), key=lambda item: item[0] != place)]
    sections.append((N_("Keys that work everywhere at the table"), help_lines(TABLE)))
    sections.insert(0 if place == LINE else len(sections), (N_("A hand as a line"), guide.lines))
    return sections


class BookScreen(PageScreen):
    """A page with a section of the rule book."""

    BINDINGS = bindings(BOOK)
    CSS = "BookScreen VerticalScroll { width: 92; }"

    def __init__(self, text: str) -> None:
        styles = {TITLE: "bold", CODE: "$text-accent"}
        super().__init__(
            lambda cells: [
                Content.styled(line.text, styles.get(line.kind, "")) for line in lay_out(text, cells)
            ]
        )


def close_session(app: App[Any], open_session: OpenSession) -> None:
    """Close the session of a screen that was left, and show for a minute where rescue copies were saved."""
    open_session.close()
    for kept in open_session.copies:
        app.notify(str(kept.text), severity="warning", timeout=60, markup=False)


# --- over another screen -------------------------------------------------------------------------


class QuestionScreen(ModalScreen[str], ProgramScreen[str]):
    """Asks a question with two or three answers.

    Its result is "go_ahead" for yes, "change" for the third answer, or None for no.
    """

    BINDINGS = bindings(QUESTION)
    CSS = """
    QuestionScreen { align: center middle; }
    QuestionScreen Vertical { width: 64; max-width: 100%; height: auto; max-height: 100%; }
    QuestionScreen Vertical { border: round $warning; background: $surface; }
    QuestionScreen WrappedText { padding: 1; }
    QuestionScreen KeyFooter { dock: none; }
    """

    def __init__(self, question: Text, words: Mapping[str, str]) -> None:
        """Create the screen for a question.

        Args:
            question: the question.
            words: the label of each answer, marked for translation, such as {"go_ahead": "yes"}.
        """
        super().__init__()
        self._question, self._words = question, words

    def compose(self) -> ComposeResult:
        with Vertical():
            yield WrappedText()
            yield KeyFooter(*footer(" ".join(self._words), QUESTION, words=self._words))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        offered = action != "change" or action in self._words
        return super().check_action(action, parameters) and offered

    def on_mount(self) -> None:
        self.query_one(WrappedText).show(partial(wrapped, self._question))

    def action_go_ahead(self) -> None:
        self.dismiss("go_ahead")

    def action_change(self) -> None:
        self.dismiss("change")


def ask(
    screen: Screen[Any],
    question: Text,
    yes: str,
    no: str,
    go_ahead: Callable[[], object],
    change: tuple[str, Callable[[], object]] | None = None,
) -> None:
    """Ask a question in a window over `screen`. Do nothing if `screen` is covered by another screen.

    Args:
        screen: the screen that asks.
        yes: the words for the answer yes, marked for translation.
        no: the words for the answer no, marked for translation.
        go_ahead: called if the answer is yes.
        change: the words for a third answer, such as “other players”, and a function that is called for it.
    """
    changes = {} if change is None else {"change": change[0]}
    words = {"go_ahead": yes, **changes, "dismiss(None)": no}

    def answered(answer: str | None) -> None:
        if answer == "go_ahead":
            go_ahead()
        elif answer == "change" and change is not None:
            change[1]()

    if screen.app.screen is screen:
        screen.app.push_screen(QuestionScreen(question, words), answered)


# --- with a title and keys -----------------------------------------------------------------------


class KeyedScreen(ProgramScreen[ScreenResultType]):
    """A screen with a title, a line for messages, the widgets that `parts` yields, and a line of keys.

    The class statement of a subclass names its commands, as in `class Share(KeyedScreen[None], keys=SHARE)`.
    """

    KEYS: ClassVar[Commands] = ()
    DEFAULT_CSS = """
    KeyedScreen #title { height: 1; background: $primary-muted; color: $text-primary; }
    KeyedScreen #title { text-style: bold; padding: 0 1; }
    KeyedScreen #title { text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init_subclass__(cls, keys: Commands = (), **options: bool) -> None:
        cls.KEYS, cls.BINDINGS = keys, bindings(keys)
        super().__init_subclass__(**options)

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield MessageLine()
        yield from self.parts()
        yield KeyFooter()

    def parts(self) -> ComposeResult:
        yield from ()

    def show_title(self, words: str) -> None:
        self.query_one("#title", Static).update(Content(words))

    def show_keys(self, names: str, words: Mapping[str, str] | None = None) -> None:
        """Show the keys of some commands of this screen at the bottom.

        Args:
            names: the names of the commands, separated by blanks.
            words: words to show instead of a command's own, by the name of the command.
        """
        self.query_one(KeyFooter).hints = footer(names, self.KEYS, words=words)

    def action_keys(self) -> None:
        usable = (command for command in self.KEYS if self.check_action(command.action, ()))
        self.app.push_screen(keys_page(help_lines(tuple(usable))))

    async def write_entry(
        self, open_session: OpenSession, made: Callable[[], Entry | None], report: Callable[[str], object]
    ) -> Entry | None:
        """Make an entry and write it to the session file. Return the entry, or None if it was not written.

        Args:
            open_session: the session.
            made: a function that makes the entry, or returns None if there is nothing to write.
            report: a function that shows the reason if the entry cannot be made or written.
        """
        try:
            entry = made()
            if entry is not None:
                await await_while_showing(self, open_session.write(entry))
                return entry
            report(_("Nothing to record: no figure was typed."))
        except REFUSALS as error:
            report(error_text(error))
        return None


class ReportScreen(KeyedScreen[None]):
    """A screen with a report that scrolls."""

    DEFAULT_CSS = """
    ReportScreen MessageLine { background: $panel; color: $foreground; }
    ReportScreen #page { height: 1fr; scrollbar-gutter: stable; }
    """

    def parts(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield WrappedText(id="report")

    def on_mount(self) -> None:
        self.query_one("#page").focus()
        self.retranslate()

    def retranslate(self) -> None:
        raise NotImplementedError


def next_item(items: Sequence[ItemT], current: object, by: int) -> ItemT:
    """Return the item that is `by` places after `current`. After the last item comes the first.

    If `current` is not among the items, count from the first item.
    """
    index = next((index for index, item in enumerate(items) if item == current), 0)
    return items[(index + by) % len(items)]


class FormScreen(KeyedScreen[ScreenResultType]):
    """A screen for a form. The fields have the CSS class `typed`, the panel for messages the id `message`."""

    DEFAULT_CSS = """
    FormScreen .typed { width: 1fr; height: 1; border: none; padding: 0; background: $boost; }
    FormScreen .typed:focus { border: none; background: $surface-lighten-2; }
    FormScreen #message { height: auto; min-height: 3; max-height: 45%; padding: 0 1; }
    FormScreen #message { border-top: solid $primary; scrollbar-gutter: stable; }
    FormScreen #message WrappedText { padding: 0; }
    """

    def action_go_to_field(self, step: int) -> None:
        self.set_focus(next_item(list(self.query(Input)), self.focused, step))

    def show_message(self, message: str) -> None:
        """Show sentences in the message panel, scrolled to the first sentence."""
        panel = self.query_one("#message")
        panel.query_one(WrappedText).show(partial(wrapped, message))
        panel.scroll_home(animate=False)

    def leave(self, result: ScreenResultType, *, loses: bool) -> None:
        """Close the screen with a result.

        `loses` is True if typed text would be lost. In this case the user is asked first.
        """
        if loses:
            question = text(N_("Leave? What you typed or changed here will be lost."))
            ask(self, question, N_("leave"), N_("continue here"), partial(self.dismiss, result))
        else:
            self.dismiss(result)


# --- files saved from a screen -------------------------------------------------------------------


def save_file(session: Path, ending: str, content: bytes) -> Path:
    """Save a file exported from a session, and return its path.

    For `evening.jsonl` and the ending "-settlement.txt", the name is `evening-settlement.txt`, or
    `evening-settlement-2.txt` if that file exists.

    Raises:
        WriteError: if the file cannot be saved.
    """
    more, dot, kind = ending.rpartition(".")
    try:
        folder = export_folder(session)
        if folder != session.parent:
            make_folder(folder)
        for number in range(1, 1000):
            path = folder / f"{session.stem}{more}{f'-{number}' if number > 1 else ''}{dot}{kind}"
            with suppress(FileExistsError):
                make_file(path, content, SHARED)
                return path.absolute()
    except (OSError, ValueError) as error:
        raise WriteError(N_("not saved: {reason}"), reason=os_error_text(error)) from None
    raise WriteError(N_("the folder already has a thousand files of this name; move some elsewhere"))
