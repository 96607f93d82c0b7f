"""What screens are made of: a title and keys, fields, questions."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, TypeVar

from textual.app import App, ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widgets import Input, Static

from prefcount.base.i18n import N_, Text, _, text
from prefcount.base.problems import InvalidInput
from prefcount.base.system import os_error_text
from prefcount.entries.models import Entry
from prefcount.games.words import Lines
from prefcount.store.disk import WriteError
from prefcount.tui.kit.command import Commands, bindings, footer, help_lines
from prefcount.tui.kit.key_table import QUESTION
from prefcount.tui.kit.lifetime import ProgramScreen, await_while_showing
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.kit.pages import KeysScreen
from prefcount.tui.kit.widgets import KeyFooter, TranslatedText, WrappedText

ItemT = TypeVar("ItemT")

COPY_SECONDS = 60.0
"""How long a program that goes on shows where a copy was saved; it is printed again when the program ends."""


def close_session(app: App[Any], open_session: OpenSession) -> None:
    """Close a session that is left, and show where a copy was saved because its file lacks something."""
    open_session.close()
    for kept in open_session.copies:
        app.notify(str(kept.text), severity="warning", timeout=COPY_SECONDS, markup=False)


# --- over another screen -------------------------------------------------------------------------


class QuestionScreen(ModalScreen[bool], ProgramScreen[bool]):
    """Asks a question with two answers, one key each; returns whether to go ahead."""

    BINDINGS = bindings(QUESTION)
    CSS = """
    QuestionScreen { align: center middle; }
    QuestionScreen Vertical { width: 64; max-width: 100%; height: auto; max-height: 100%; }
    QuestionScreen Vertical { border: round $warning; background: $surface; }
    QuestionScreen TranslatedText { padding: 1; }
    QuestionScreen KeyFooter { dock: none; }
    """

    def __init__(self, question: Text, go_ahead: str, otherwise: str) -> None:
        """Ask; `go_ahead` and `otherwise` are the marked words beside the keys for yes and no."""
        super().__init__()
        self._question = question
        self._words = {"go_ahead": go_ahead, "dismiss(False)": otherwise}

    def compose(self) -> ComposeResult:
        """The question, and the keys that answer it, which can be clicked."""
        with Vertical():
            yield TranslatedText(self._question)
            yield KeyFooter(*footer("go_ahead dismiss(False)", QUESTION, words=self._words))

    def action_go_ahead(self) -> None:
        """Yes."""
        self.dismiss(True)


def ask(screen: Screen[Any], question: Text, yes: str, no: str, go_ahead: Callable[[], object]) -> None:
    """Ask a question over a screen, unless another one has come, and go ahead if that is the answer."""

    def answered(is_yes: bool | None) -> None:
        if is_yes:
            go_ahead()

    if screen.app.screen is screen:
        screen.app.push_screen(QuestionScreen(question, yes, no), answered)


# --- with a title and keys -----------------------------------------------------------------------


class KeyedScreen(ProgramScreen[ScreenResultType]):
    """A screen with a title and a page that says what its keys do."""

    KEYS: ClassVar[Commands]
    DEFAULT_CSS = """
    KeyedScreen #title { height: 1; background: $primary-muted; color: $text-primary; }
    KeyedScreen #title { text-style: bold; padding: 0 1; }
    KeyedScreen #title { text-wrap: nowrap; text-overflow: ellipsis; }
    KeyedScreen #state { height: auto; background: $panel; padding: 0 1; }
    """

    def action_keys(self) -> None:
        """Show what the keys do."""
        self.app.push_screen(KeysScreen(help_lines(self.KEYS)))

    async def write_entry(
        self, open_session: OpenSession, made: Callable[[], Entry | None], report: Callable[[str], object]
    ) -> Entry | None:
        """The entry that was made, once it is written; None if it was not, and `report` was told why."""
        try:
            entry = made()
            if entry is None:
                report(_("Nothing to record: no figure was typed."))
                return None
            await await_while_showing(self, open_session.write(entry))
        except (InvalidInput, WriteError) as error:
            report(str(error))
            return None
        except OSError as error:
            report(_("nothing was written: {reason}").format(reason=os_error_text(error)))
            return None
        return entry


class ReportScreen(KeyedScreen[None]):
    """A page of figures, which has the keys, below a line that says how things stand."""

    DEFAULT_CSS = "ReportScreen #page { height: 1fr; scrollbar-gutter: stable; }"

    def __init__(self, heading: Text | str, hints: Lines) -> None:
        """The title, and the keys at the bottom."""
        super().__init__()
        self._heading, self._hints = heading, hints

    def compose(self) -> ComposeResult:
        """Title, state, page, keys."""
        yield TranslatedText(self._heading, id="title")
        yield Static(id="state", markup=False)
        with VerticalScroll(id="page"):
            yield from self.parts()
        yield KeyFooter(*self._hints)

    def parts(self) -> ComposeResult:
        """What stands on the page."""
        yield WrappedText(id="report")

    def on_mount(self) -> None:
        """Make the report."""
        self.query_one("#page").focus()
        self.retranslate()

    def retranslate(self) -> None:
        """Make the report in the language in use."""
        raise NotImplementedError

    def say(self, words: str) -> None:
        """Say how things stand; "" is nothing."""
        state = self.query_one("#state", Static)
        state.update(Content(words))
        state.display = bool(words)


def stepped(items: Sequence[ItemT], current: object, by: int) -> ItemT:
    """The item so many places behind the current one, or behind the first if none is, round the ends."""
    at = next((at for at, item in enumerate(items) if item == current), 0)
    return items[(at + by) % len(items)]


class FormScreen(KeyedScreen[ScreenResultType]):
    """A screen with fields to type into, `.typed` in rows, and a panel `#message` for what follows."""

    DEFAULT_CSS = """
    FormScreen .typed { width: 1fr; height: 1; border: none; padding: 0; background: $boost; }
    FormScreen .typed:focus { border: none; background: $surface-lighten-2; }
    FormScreen #message { height: auto; min-height: 3; max-height: 45%; padding: 0 1; }
    FormScreen #message { border-top: solid $primary; scrollbar-gutter: stable; }
    """

    def action_go_to_field(self, step: int) -> None:
        """To the next field or the one before, round the ends; at once, for what is typed next is for it."""
        self.set_focus(stepped(list(self.query(Input)), self.focused, step))

    def show_message(self, message: str) -> None:
        """Show sentences in the panel, from the first one on."""
        panel = self.query_one("#message")
        panel.query_one(Static).update(Content(message))
        panel.scroll_home(animate=False)

    def leave(self, result: ScreenResultType, *, loses: bool) -> None:
        """Return a result; where something was typed or changed that is lost by it, only after a question."""
        if loses:
            question = text(N_("Leave? What you have typed or changed here is lost."))
            ask(self, question, N_("leave"), N_("continue here"), partial(self.dismiss, result))
        else:
            self.dismiss(result)
