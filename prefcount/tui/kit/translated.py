"""Words that change with the language or with what there is to say, and the change of the language."""

import re
from typing import Any, Literal, Protocol, runtime_checkable

from textual.app import App
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from prefcount.base.i18n import Text, use_language
from prefcount.base.problems import printable
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


class TranslatedText(Static):
    """A translated text: a sentence, a heading, or the name of a field."""

    def __init__(self, said: Text | str = "", *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(Content(str(said)), id=id, classes=classes, markup=False)
        self._said = said

    def set_text(self, said: Text | str) -> None:
        """Show another text."""
        self._said = said
        self.retranslate()

    def retranslate(self) -> None:
        """Show it in the language in use."""
        self.update(Content(str(self._said)))


class MessageLine(Static):
    """A sentence about what happened or is wrong; hidden while there is none."""

    DEFAULT_CSS = "MessageLine { height: auto; padding: 0 1; color: $text-warning; }"

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.display = False

    def say(self, words: str) -> None:
        """Say this, and nothing that was said before; "" is nothing."""
        self.update(Content(words))
        self.display = bool(words)


class Field(Input):
    """A field to type into that replaces control characters, whether typed, pasted or set."""

    def validate_value(self, value: str) -> str:
        """Blanks of any kind are plain ones, and whatever else cannot be printed is seen not to be."""
        return value if value.isprintable() else printable(re.sub(r"\s", " ", value))


class TranslatedInput(Field):
    """A field with a translated placeholder."""

    def __init__(
        self,
        wanted: Text,
        *,
        id: str,
        max_length: int = 0,
        type: Literal["text", "integer"] = "text",
        select_on_focus: bool = True,
    ) -> None:
        super().__init__(
            placeholder=str(wanted), id=id, max_length=max_length, type=type, select_on_focus=select_on_focus
        )
        self._wanted = wanted

    def retranslate(self) -> None:
        """Show it in the language in use."""
        self.placeholder = str(self._wanted)


class TranslatedButton(Button):
    """A button with a translated label; it runs the action of its screen that is called as it is."""

    def __init__(self, said: Text, *, id: str, primary: bool = False) -> None:
        super().__init__(str(said), id=id, variant="primary" if primary else "default", action=f"screen.{id}")
        self._said = said

    def retranslate(self) -> None:
        """Show it in the language in use."""
        self.label = str(self._said)
