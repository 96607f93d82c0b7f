"""The keys that matter here, as many as fit, in one line at the bottom; a click presses them."""

import re

from textual.content import Content
from textual.events import Click
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from prefcount.base.i18n import _
from prefcount.render.text_cells import width

_NAMED = {"Esc": "escape", "Enter": "enter", "Tab": "tab"}


class KeyFooter(Widget):
    """Shows pairs of key and word; what does not fit is left out from the end.

    Both are marked for translation, and translated whenever they are drawn.
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
        """The hints that fit."""
        parts: list[Content] = []
        room = self.content_size.width + 2  # the blanks behind the last one may be cut
        for shown, word in (map(_, hint) for hint in self.hints):
            needed = width(shown) + width(word) + 3
            if needed > room:
                break
            room -= needed
            hint = Content.assemble((shown, "bold $text-accent"), f" {word}  ")
            parts.append(hint.stylize(Style.from_meta({"key": _key(shown)})))
        return Content("").join(parts)

    def on_click(self, event: Click) -> None:
        """Press the key that was clicked."""
        key = event.style.meta.get("key")
        if key:
            self.app.simulate_key(key)


def _key(shown: str) -> str:
    """The name of the first key of a hint, or "" where the hint names no single key."""
    first = shown.split(maxsplit=1)[0]
    if re.fullmatch(r"F\d+|[a-z0-9]|Ctrl\+[A-Z]", first):
        return first.lower()
    return _NAMED.get(first, "")
