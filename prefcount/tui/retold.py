"""What stands on the screens is said again when another language is chosen."""

from typing import Protocol, runtime_checkable

from textual.screen import Screen
from textual.widget import Widget


@runtime_checkable
class Teller(Protocol):
    """A screen, or a part of one, that has put words somewhere and can put them there once more."""

    def retell(self) -> None:
        """Say everything again, in the language in use; nothing that was entered is lost."""


def retell(screen: Screen[object]) -> None:
    """Say everything on a screen again: parts of it first, then what the screen says on them."""
    for node in screen.walk_children(Widget, with_self=True, reverse=True):
        if isinstance(node, Teller):
            node.retell()
        node.refresh(layout=True)
