"""Words that stand on a screen as long as it is there, in whatever language is in use."""

import re
from typing import Literal

from textual.content import Content
from textual.widgets import Button, Input, Static

from prefcount.i18n import Text
from prefcount.problems import printable


class TranslatedText(Static):
    """A sentence, a heading, or the name of a field."""

    def __init__(self, said: Text | str = "", *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(Content(str(said)), id=id, classes=classes, markup=False)
        self._said = said

    def say(self, said: Text | str) -> None:
        """Say something else from now on."""
        self._said = said
        self.retranslate()

    def retranslate(self) -> None:
        """Say it in the language in use."""
        self.update(Content(str(self._said)))


class Field(Input):
    """A field to type into. What a terminal might obey does not get in, whoever puts it there."""

    def validate_value(self, value: str) -> str:
        """Blanks of any kind are plain ones, and whatever else cannot be printed is seen not to be."""
        return value if value.isprintable() else printable(re.sub(r"\s", " ", value))


class TranslatedInput(Field):
    """A field that says what belongs into it as long as it is empty."""

    def __init__(
        self, wanted: Text, *, id: str, max_length: int = 0, type: Literal["text", "integer"] = "text"
    ) -> None:
        super().__init__(placeholder=str(wanted), id=id, max_length=max_length, type=type)
        self._wanted = wanted

    def retranslate(self) -> None:
        """Say it in the language in use."""
        self.placeholder = str(self._wanted)


class TranslatedButton(Button):
    """A button with words on it."""

    def __init__(self, said: Text, *, id: str, primary: bool = False) -> None:
        super().__init__(str(said), id=id, variant="primary" if primary else "default")
        self._said = said

    def retranslate(self) -> None:
        """Say it in the language in use."""
        self.label = str(self._said)
