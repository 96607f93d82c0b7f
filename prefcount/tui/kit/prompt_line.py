"""One question in one line at the bottom of a screen: a number, a name, a path."""

from dataclasses import dataclass

from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input

from prefcount.base.i18n import N_, Text, text
from prefcount.tui.kit.command import bindings
from prefcount.tui.kit.key_footer import KeyFooter
from prefcount.tui.kit.key_table import PROMPT_LINE
from prefcount.tui.kit.translated import Field, TranslatedText


class PromptLine(Horizontal):
    """Hidden until something is asked; Enter posts the answer, and the screen that asked closes it."""

    BINDINGS = bindings(PROMPT_LINE)
    DEFAULT_CSS = """
    PromptLine { height: 1; background: $panel; padding: 0 1; display: none; }
    PromptLine.-open { display: block; }
    PromptLine Static { width: auto; max-width: 60%; height: 1; padding: 0 1 0 0; text-style: bold; }
    PromptLine Input { width: 1fr; height: 1; border: none; padding: 0; background: $boost; }
    PromptLine Input:focus { border: none; }
    """

    @dataclass
    class Answered(Message):
        """What was typed about `what`."""

        what: str
        text: str

    what = ""

    @property
    def is_open(self) -> bool:
        """Whether something is asked."""
        return bool(self.what)

    def open(self, what: str, question: Text | str, answer: str = "") -> None:
        """Ask about `what`; the field begins with `answer`."""
        self.what = what
        if not self.children:  # a screen comes sooner without them, and seldom asks anything
            self.mount(
                TranslatedText(), Field(select_on_focus=False), TranslatedText(text(N_("Esc: cancel")))
            )
        self.query_one(TranslatedText).set_text(text(N_("{question}:"), question=question))
        field = self.query_one(Input)
        field.value = answer
        field.cursor_position = len(answer)
        self.add_class("-open")
        self._show_other_keys(False)
        field.focus()

    def add(self, typed: str) -> None:
        """Go on with the answer as if it was typed into the field."""
        field = self.query_one(Input)
        field.value += typed
        field.cursor_position = len(field.value)

    def close(self) -> None:
        """Ask no more."""
        self.what = ""
        self.remove_class("-open")
        self._show_other_keys(True)

    def _show_other_keys(self, shown: bool) -> None:
        """The bottom line says what keys do when nothing is asked."""
        for hints in self.screen.query(KeyFooter):
            hints.set_class(not shown, "-hidden")

    @property
    def text(self) -> str:
        """What stands in the field."""
        return self.query_one(Input).value

    def action_keep_focus(self) -> None:
        """Only Enter and Escape lead out of a question."""

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Post the answer."""
        message.stop()
        if self.is_open:  # a second Enter may have been under way
            self.post_message(self.Answered(self.what, message.value))
