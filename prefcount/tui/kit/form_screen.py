"""What screens do alike: list their keys, go from field to field, write, and ask before something is lost."""

from collections.abc import Callable
from typing import ClassVar

from textual.screen import Screen, ScreenResultType
from textual.widgets import Input

from prefcount.base.i18n import N_, _, text
from prefcount.base.os_errors import os_error_text
from prefcount.base.problems import InvalidInput
from prefcount.entries.common import Entry
from prefcount.store.disk import WriteError
from prefcount.tui.kit.command import Commands, help_lines
from prefcount.tui.kit.lifetime import await_while_showing
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.kit.page import KeysScreen
from prefcount.tui.kit.question_screen import QuestionScreen


class KeyedScreen(Screen[ScreenResultType]):
    """A screen with a title and a page that says what its keys do."""

    KEYS: ClassVar[Commands]
    DEFAULT_CSS = """
    KeyedScreen #title { height: 1; background: $primary-muted; color: $text-primary; }
    KeyedScreen #title { text-style: bold; padding: 0 1; }
    KeyedScreen #title { text-wrap: nowrap; text-overflow: ellipsis; }
    KeyedScreen #state { height: auto; background: $panel; padding: 0 1; }
    """

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works: not before there is a screen."""
        return self.is_mounted

    def action_keys(self) -> None:
        """Show what the keys do."""
        self.app.push_screen(KeysScreen(help_lines(self.KEYS)))

    async def written(
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


class FormScreen(KeyedScreen[ScreenResultType]):
    """A screen with fields to type into."""

    def action_go_to_field(self, step: int) -> None:
        """To the next field or the one before, round the ends; at once, for what is typed next is for it."""
        fields = list(self.query(Input))
        at = next((at for at, field in enumerate(fields) if field is self.focused), 0)
        self.set_focus(fields[(at + step) % len(fields)])

    def leave(self, result: ScreenResultType, *, loses: bool) -> None:
        """Return a result; where something was typed or changed that is lost by it, only after a question."""

        def left(go_ahead: bool | None) -> None:
            if go_ahead:
                self.dismiss(result)

        if loses:
            question = text(N_("Leave? What you have typed or changed here is lost."))
            self.app.push_screen(QuestionScreen(question, N_("leave"), N_("continue here")), left)
        else:
            self.dismiss(result)
