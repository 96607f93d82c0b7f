"""The question before something is begun, deleted or lost."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from prefcount.base.i18n import Text
from prefcount.tui.kit.command import bindings, footer
from prefcount.tui.kit.key_footer import KeyFooter
from prefcount.tui.kit.key_table import QUESTION
from prefcount.tui.kit.translated import TranslatedText


class QuestionScreen(ModalScreen[bool]):
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
