"""The editor of the line that is typed into the entry form."""

import re

from textual.actions import SkipAction, parse
from textual.binding import Binding
from textual.content import Content
from textual.events import Key
from textual.widgets import Input

from prefcount.base.i18n import _, ngettext
from prefcount.base.problems import quote
from prefcount.tui.kit.widgets import Field

_EDITING = {
    binding.key: binding.action
    for binding in Binding.make_bindings(Input.BINDINGS)
    if binding.action != "submit"
}
"""What the keys of Textual's own field do."""


class TypedLine(Field, can_focus=False):
    """Textual's input field, hidden and without the focus: the form passes keys on and shows the text.

    If it took the focus with the first letter, letters typed meanwhile would still go to the form and come
    out of order.

    Attributes:
        is_open: whether a line is being typed.
        earlier: the lines that were typed before, the newest last.
        wrong: the words of the line that were not understood, until it changes.
        pasted: the lines that were pasted behind this one, and wait for its Enter.
        passes_over: whether the last key left a pasted line out.
    """

    DEFAULT_CSS = "TypedLine { display: none; }"

    def __init__(self) -> None:
        super().__init__(select_on_focus=False)
        self.is_open = False
        self.earlier: list[str] = []
        self.wrong: tuple[str, ...] = ()
        self.pasted: list[str] = []
        self.passes_over = False
        self._at = 0
        self._newest = ""

    @property
    def typed(self) -> str | None:
        """What is being typed, or None."""
        return self.value if self.is_open else None

    def open(self, line: str) -> None:
        """Begin with this text; the cursor stands behind it."""
        self.is_open, self._at, self._newest = True, len(self.earlier), ""
        self._put(line)

    def close(self) -> None:
        """Nothing is typed any more."""
        self.is_open = False
        self._put("")

    def leave(self) -> str:
        """Discard the line for the next pasted one, which is not read yet; once more discards all of them.

        What there is to say of it comes back.
        """
        left_out, left = self.value.strip(), len(self.pasted) + 1
        self.close()
        if self.passes_over:
            self.pasted, self.passes_over = [], False
            notice = ngettext("{n} pasted line is left out.", "{n} pasted lines are left out.", left)
            return notice.format(n=left)
        if not self.pasted:
            return ""
        self.open(self.pasted.pop(0))
        self.passes_over = True
        further = _("Enter checks the next pasted line, Esc leaves them all out.")
        notice = _("“{line}” is left out.").format(line=quote(left_out))
        return f"{notice} {further}" if left_out else further

    def keep(self) -> None:
        """Add the line to the earlier ones, once."""
        line = self.value.strip()
        if line:
            self.earlier = [earlier for earlier in self.earlier if earlier != line] + [line]
        self._at = len(self.earlier)

    def step(self, by: int) -> None:
        """Go to an older line, or to a newer one; the newest is the one that was being typed."""
        if self._at == len(self.earlier):
            self._newest = self.value
        self._at = max(0, min(len(self.earlier), self._at + by))
        self._put(self.earlier[self._at] if self._at < len(self.earlier) else self._newest)

    def take(self, event: Key) -> bool:
        """Edit the line by a key; whether the key has a meaning in a line."""
        if event.character is not None and event.is_printable:
            self.put_in(event.character)
            return True
        action = _EDITING.get(event.key)
        if action is None:
            return False
        _namespace, name, parameters = parse(action)
        try:
            getattr(self, f"action_{name}")(*parameters)
        except SkipAction:
            return False
        return True

    def put_in(self, typed: str) -> None:
        """Insert a text at the cursor, replacing the selection."""
        self.replace(typed, *self.selection)

    def shown(self) -> Content:
        """The line with its cursor and what is selected; wrong words are marked."""
        line = Content(self.value)
        for word in filter(None, self.wrong):
            for match in re.finditer(rf"(?<!\S){re.escape(word)}(?!\S)", self.value):
                line = line.stylize("bold underline $text-error", *match.span())
        start, end = sorted(self.selection)
        line = line.stylize("reverse", start, end)
        at = self.cursor_position
        if at == len(self.value):
            return line + Content.styled("▏", "bold")
        return line.stylize("reverse" if start == end else "bold", at, at + 1)

    def _put(self, line: str) -> None:
        self.value, self.wrong = line, ()
        self.cursor_position = len(self.value)
