"""Change the language, and retranslate the open screens."""

from typing import Any, Protocol, runtime_checkable

from textual.app import App
from textual.screen import Screen
from textual.widget import Widget

from prefcount.base.i18n import use_language
from prefcount.store.settings import remember


@runtime_checkable
class Retranslatable(Protocol):
    """A screen, or a part of one, that has shown words and can show them in another language."""

    def retranslate(self) -> None:
        """Show all words in the language in use; nothing that was entered is lost."""


def change_language(app: App[Any], code: str) -> None:
    """Use another language from now on, also when the program starts the next time."""
    use_language(code)
    remember(language=code)
    for screen in app.screen_stack:
        retranslate(screen)


def retranslate(screen: Screen[object]) -> None:
    """Show all words of a screen in the language in use, its parts before the screen itself."""
    for node in screen.walk_children(Widget, with_self=True, reverse=True):
        if isinstance(node, Retranslatable):
            node.retranslate()
        node.refresh(layout=True)
