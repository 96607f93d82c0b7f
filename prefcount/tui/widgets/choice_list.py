"""A list of lines to choose from, as all our lists have it."""

from textual.widgets import OptionList


class Listing(OptionList):
    """Takes users' text as it is, and keys also while there is no room for a single line."""

    def __init__(self) -> None:
        super().__init__(markup=False)

    def action_page_up(self) -> None:
        """Move the mark up one page, if there is a page."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]  # textual has no types here

    def action_page_down(self) -> None:
        """Move the mark down one page, if there is a page."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]  # nor here
