"""The list of saved games, in columns as wide as the terminal allows."""

from collections.abc import Sequence
from pathlib import Path

from textual.content import Content
from textual.widgets.option_list import Option

from prefcount.tui.games.saved_list import SavedGame, game_rows
from prefcount.tui.kit.choice_list import ChoiceList


class GameList(ChoiceList):
    """Shows games; the marked one stays marked when the list changes."""

    DEFAULT_CSS = "GameList { height: 1fr; scrollbar-gutter: stable; }"

    def __init__(self, *, searches: bool = True) -> None:
        super().__init__(searches=searches)
        self.listed: Sequence[SavedGame] = ()
        self._cells = 0

    @property
    def marked(self) -> SavedGame | None:
        """The game under the mark."""
        return None if self.highlighted is None else self.listed[self.highlighted]

    def show(self, listed: Sequence[SavedGame], mark: Path | None = None) -> None:
        """List these games and mark one of them: the named one, the one marked until now, or the first."""
        marked = self.marked
        wanted = mark or (marked.path if marked else None)
        at = next((at for at, game in enumerate(listed) if game.path == wanted), 0)
        top = self.scroll_y
        self.listed = listed
        self._draw()
        self.highlighted = at if listed else None
        if wanted is not None and mark is None and at:
            self.scroll_to(y=top, animate=False, force=True)

    def retranslate(self) -> None:
        """Say of each game in the language in use what there is to say."""
        at = self.highlighted
        self._draw()
        self.highlighted = at

    def on_resize(self) -> None:
        """Lay the columns out anew for the new width."""
        if self.scrollable_content_region.width != self._cells:
            self.retranslate()

    def _draw(self) -> None:
        self._cells = self.scrollable_content_region.width
        padding = self.get_component_styles("option-list--option").padding.width
        lines = game_rows(self.listed, max(self._cells - padding, 1))
        self.set_options(map(self._option, self.listed, lines))

    @staticmethod
    def _option(game: SavedGame, line: str) -> Option:
        style = "$text-error" if game.why else "bold" if game.runs else "$foreground-muted"
        return Option(Content.styled(line, style))
