"""The base of all lists to choose from."""

from textual.events import Key
from textual.widgets import OptionList

from prefcount.tui.kit.typed_search import TypedSearch


class ChoiceList(OptionList):
    """An OptionList without markup; letters search it, and keys work even while no line fits."""

    def __init__(self, *, searches: bool = True, search: TypedSearch | None = None) -> None:
        """An empty list.

        Args:
            searches: whether letters mark lines; else they are for its screen.
            search: how they are searched for, if not in the lines alone.
        """
        super().__init__(markup=False)
        self._search = search or TypedSearch() if searches else None

    def on_key(self, event: Key) -> None:
        """Letters mark the next line that holds them."""
        if self._search is None:
            return
        lines = ["" if option.disabled else str(option.prompt) for option in self.options]
        found = self._search.found(event, lines, self.highlighted or 0)
        if found is not None:
            event.stop()
            event.prevent_default()
            self.highlighted = found

    def action_page_up(self) -> None:
        """Move the mark up one page, if there is a page."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]  # textual has no types here

    def action_page_down(self) -> None:
        """Move the mark down one page, if there is a page."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]  # nor here
