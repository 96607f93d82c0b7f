"""The keys that matter here, as many as fit, in one line at the bottom."""

from textual.content import Content
from textual.widget import Widget

from prefcount.render.layout import width


class Hints(Widget):
    """Shows pairs of key and word; what does not fit is left out from the end."""

    DEFAULT_CSS = """
    Hints { height: 1; dock: bottom; background: $panel; padding: 0 1; }
    """

    def __init__(self, *hints: tuple[str, str]) -> None:
        super().__init__()
        self._hints = hints

    def render(self) -> Content:
        """The hints that fit."""
        parts: list[Content] = []
        room = self.content_size.width
        for key, word in self._hints:
            needed = width(key) + width(word) + 3
            if needed > room:
                break
            room -= needed
            parts.append(Content.assemble((key, "bold $text-accent"), " ", word, "  "))
        return Content("").join(parts)
