"""Line drawing in terminal cells: crossing lines join, text lies on top of them."""

from collections.abc import Iterator

from prefcount.render.text_cells import signs, width

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"

Piece = tuple[str, str]
"""A stretch of text and the name of its style."""


class Canvas:
    """A grid of cells; lines know their joints, text knows its style."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._joints = [[0] * columns for _ in range(rows)]
        self._text: list[dict[int, Piece]] = [{} for _ in range(rows)]

    def across(self, left: int, right: int, y: int) -> None:
        """A horizontal line from `left` to `right`, both included."""
        for x in range(left, right + 1):
            self._joints[y][x] |= (LEFT if x > left else 0) | (RIGHT if x < right else 0)

    def down(self, x: int, top: int, bottom: int) -> None:
        """A vertical line from `top` to `bottom`, both included."""
        for y in range(top, bottom + 1):
            self._joints[y][x] |= (UP if y > top else 0) | (DOWN if y < bottom else 0)

    def box(self, left: int, top: int, right: int, bottom: int) -> None:
        """A rectangle of lines."""
        for y in (top, bottom):
            self.across(left, right, y)
        for x in (left, right):
            self.down(x, top, bottom)

    def write(self, x: int, y: int, text: str, style: str) -> int:
        """Put text on the grid, cut at its edge; returns the column after it."""
        if not 0 <= y < self.rows:
            return x
        for cluster in signs(text):
            cells = width(cluster)
            if x < 0 or x + cells > self.columns:
                break
            if cells == 0:
                continue
            self._text[y][x] = (cluster, style)
            for covered in range(x + 1, x + cells):
                self._text[y][covered] = ("", style)
            x += cells
        return x

    def lines(self) -> Iterator[list[Piece]]:
        """Every row as stretches of one style; lines have the style "line"."""
        for joints, text in zip(self._joints, self._text, strict=True):
            pieces: list[Piece] = []
            for x in range(self.columns):
                shown, style = text.get(x, (_JOINTS[joints[x]], "line"))
                if pieces and pieces[-1][1] == style:
                    pieces[-1] = (pieces[-1][0] + shown, style)
                else:
                    pieces.append((shown, style))
            yield pieces
