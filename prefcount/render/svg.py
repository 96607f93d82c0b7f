"""The sheet as an SVG picture: the traditional drawing for games with sectors, else ruled boxes.

First come the pages, then the fitting of totals into their places, then the drawing. The reader's font is
unknown, so widths are estimates: a text that fits by the estimate fits in every usual sans-serif font.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple, Self
from xml.etree.ElementTree import Element, SubElement, tostring

from prefcount.base.i18n import C_, _, language
from prefcount.render.sheet_drawing import ELLIPSIS, ColumnPiece, Line, fill_lines, fit_newest, total_pieces
from prefcount.render.text_cells import ONE_CELL_EACH, figure, shorten_names, styled_result, width
from prefcount.render.view import Panel, TableView, table_view
from prefcount.session.session import Session


class Strip(NamedTuple):
    """A band across a player's part of the page, such as the band of the pool.

    Attributes:
        top, bottom: the y of the upper and the lower edge.
        left: the x of the left end, first at the upper edge, then at the lower edge.
        right: the x of the right end, first at the upper edge, then at the lower edge.
    """

    top: int
    bottom: int
    left: tuple[int, int]
    right: tuple[int, int]

    def span(self, above: int, below: int) -> tuple[int, int]:
        """Return the x of both ends of the space that this band has for a line of text.

        Args:
            above: the y of the upper edge of the text.
            below: the y of the lower edge of the text.
        """
        left = max(self._side(self.left, above), self._side(self.left, below))
        right = min(self._side(self.right, above), self._side(self.right, below))
        return left, right

    def _side(self, ends: tuple[int, int], y: int) -> int:
        at_top, at_bottom = ends
        return at_top + (at_bottom - at_top) * (y - self.top) // max(1, self.bottom - self.top)

    def inside(self, margin: int) -> Self:
        top, bottom = self.top + margin, self.bottom - margin
        left = (self._side(self.left, top) + margin, self._side(self.left, bottom) + margin)
        right = (self._side(self.right, top) - margin, self._side(self.right, bottom) - margin)
        return self._replace(top=top, bottom=bottom, left=left, right=right)

    def parts(self, count: int) -> tuple[Self, ...]:
        low, high = sum(self.left), sum(self.right)
        cuts = [(low + (high - low) * at // count) // 2 for at in range(1, count)]
        lefts = [self.left, *((cut, cut) for cut in cuts)]
        rights = [*((cut, cut) for cut in cuts), self.right]
        return tuple(self._replace(left=left, right=right) for left, right in zip(lefts, rights, strict=True))


class Edge(NamedTuple):
    """The shape of a player's part of the page: a triangle or trapezium whose base is an edge of the page.

    Attributes:
        length: the length of the base.
        depth: the distance from the base to the opposite side, or to the tip of a triangle.
        left: the x of the left end of the opposite side.
        right: the x of its right end, which equals `left` in a triangle.
        faces_up: True for a part at the top of the page whose text is not upside down.
    """

    length: int
    depth: int
    left: int
    right: int
    faces_up: bool = False

    def strip(self, outer: int, inner: int) -> Strip:
        near, far = self._sides(outer), self._sides(inner)
        if self.faces_up:
            return Strip(outer, inner, (near[0], far[0]), (near[1], far[1]))
        return Strip(-inner, -outer, (far[0], near[0]), (far[1], near[1]))

    def innermost(self, outer: int, radius: int) -> Strip:
        """Return the player's innermost band, which ends at the circle in the middle of the page.

        Args:
            outer: the distance from the player's edge of the page to the band.
            radius: the radius of the circle, plus the gap between the circle and the band.
        """
        upright = (self.left, self.right) == (0, self.length)
        if upright or self.left == self.right:
            return self.strip(outer, self.depth - radius)
        clear = radius * 7 // 5  # the distance along the edge at which a slanted side passes the circle
        left = self.left + clear if self.left else 0
        right = self.right - clear if self.right < self.length else self.length
        near = self._sides(outer)
        return Strip(-self.depth, -outer, (left, near[0]), (right, near[1]))

    def _sides(self, distance: int) -> tuple[int, int]:
        left = self.left * distance // self.depth
        return left, self.length - (self.length - self.right) * distance // self.depth


MIN_WRITING_HEIGHT = 23
"""Height of the smallest writing on paper, in tenths of a millimetre: six and a half points."""
PAPER_WIDTH = 190
"""Width in millimetres of a page of A4 inside its margins."""
WIDTH = 1600
MARGIN, NARROW_MARGIN = 68, 8
"""Margins of the page: on a side with a player's name, and on a side without."""
RADIUS, CIRCLE_GAP = 56, 12
"""Radius of the circle in the middle, and the gap around it."""
MIN_BOX_WIDTH, GAP, HEADING_HEIGHT, LINE_HEIGHT = 250, 24, 64, 40
"""Sizes on a ruled page. GAP is between parts, LINE_HEIGHT is for a line of text below the parts."""
BOX_HEIGHTS = (190, 230, 280, 340, 420)
"""Heights of boxes to try until all figures fit. The last is as high as paper allows."""
LABEL_HEIGHT = 24
"""Height of the smallest writing on a ruled page and on the page for two, in units of the page."""


class PageSector(NamedTuple):
    """A player's part of a printed page, with its own coordinates.

    Attributes:
        at: the position on the page of the part's point (0, 0).
        turn: the angle in degrees by which the part is turned clockwise around this point.
        name: the x of the middle of the name, its baseline and its maximum width.
        bands: the bands whose outlines are drawn.
        own: the band for the pool, then the band for the dump.
        on: the bands for whists on other players: 1 is the next player clockwise, 2 the player after.
    """

    at: tuple[int, int]
    turn: int
    name: tuple[int, int, int]
    bands: tuple[Strip, ...]
    own: tuple[Strip, ...]
    on: dict[int, Strip]

    @property
    def places(self) -> tuple[Strip, ...]:
        return (*self.own, *self.on.values())


class PrintedPage(NamedTuple):
    """The layout of a printed page.

    Attributes:
        width, height: the size without margins.
        sectors: the parts of the players, in seat order.
        middle: the centre of the circle with the goal, or None for a page without a circle.
        above, below: the margins at the top and at the bottom.
        label: the height of the smallest letters, which headings have.
    """

    width: int
    height: int
    sectors: tuple[PageSector, ...]
    middle: tuple[int, int] | None
    above: int = MARGIN
    below: int = MARGIN
    label: int = LABEL_HEIGHT

    @property
    def size(self) -> tuple[int, int]:
        return self.width + 2 * MARGIN, self.height + self.above + self.below

    @property
    def most_height(self) -> int:
        """The height of the page in millimetres when it is printed 190 mm wide, which fills A4 paper."""
        width, height = self.size
        return height * PAPER_WIDTH // width

    @property
    def least_height(self) -> int:
        """The smallest height of the page in millimetres at which its headings can be read in print."""
        _width, height = self.size
        return min(height * MIN_WRITING_HEIGHT // (10 * self.label) + 1, self.most_height)


def traditional_page(players: int, *, table: bool = False) -> PrintedPage:
    """Return the page that players draw on paper: a part for each of two to five players.

    Args:
        table: whether the page lies on the table between the players. If so, the text in each part faces its
            player. If not, no text is upside down.
    """
    return (_halves, _triangle, _cross, _pentagon)[players - 2](table)


def _halves(table: bool) -> PrintedPage:
    height = 840
    edge = Edge(WIDTH, height // 2, 0, WIDTH)
    sectors = (_sector(edge, (0, height), 0, 2), _top(edge, table, 2))
    return PrintedPage(WIDTH, height, sectors, (WIDTH // 2, height // 2))


def _triangle(table: bool) -> PrintedPage:
    height, middle = 1060, 490
    left = Edge(height, WIDTH // 2, 0, middle)
    right = Edge(height, WIDTH // 2, height - middle, height)
    bottom = Edge(WIDTH, height - middle, WIDTH // 2, WIDTH // 2)
    sectors = (
        _sector(bottom, (0, height), 0, 3),
        _sector(left, (0, 0), 90, 3),
        _sector(right, (WIDTH, height), -90, 3),
    )
    return PrintedPage(WIDTH, height, sectors, (WIDTH // 2, middle), NARROW_MARGIN, label=29)


def _cross(table: bool) -> PrintedPage:
    height = 1140
    level = Edge(WIDTH, height // 2, WIDTH // 2, WIDTH // 2)
    upright = Edge(height, WIDTH // 2, height // 2, height // 2)
    sectors = (
        _sector(level, (0, height), 0, 4),
        _sector(upright, (0, 0), 90, 4),
        _top(level, table, 4),
        _sector(upright, (WIDTH, height), -90, 4),
    )
    return PrintedPage(WIDTH, height, sectors, (WIDTH // 2, height // 2), label=30)


def _pentagon(table: bool) -> PrintedPage:
    # The sides of the pentagon are 988 long, and their middles are 680 away from the centre.
    edge = Edge(988, 680, 494, 494)
    top, left, right, left_below, right_below = (800, 0), (1, 580), (1599, 580), (306, 1520), (1294, 1520)
    above = ((top, 144), (right, -144)) if table else ((left, -36), (top, 36))
    facing = edge._replace(faces_up=not table)
    sectors = (
        _sector(edge, left_below, 0, 5),
        _sector(edge, left, 72, 5),
        *(_sector(facing, at, turn, 5) for at, turn in above),
        _sector(edge, right_below, -72, 5),
    )
    return PrintedPage(WIDTH, 1520, sectors, (WIDTH // 2, 840), NARROW_MARGIN, label=34)


def _top(edge: Edge, table: bool, players: int) -> PageSector:
    if table:
        return _sector(edge, (WIDTH, 0), 180, players)
    return _sector(edge._replace(faces_up=True), (0, 0), 0, players)


def _sector(edge: Edge, at: tuple[int, int], turn: int, players: int) -> PageSector:
    first, second = edge.depth * 36 // 100, edge.depth * 61 // 100
    whists, pool = edge.strip(0, first), edge.strip(first, second)
    clockwise = range(1, players)
    parts = whists.parts(players - 1)
    return PageSector(
        at,
        turn,
        (edge.length // 2, -18 if edge.faces_up else 48, edge.length),
        (edge.strip(second, edge.depth), pool, *parts),
        (pool, edge.innermost(second, RADIUS + CIRCLE_GAP)),
        dict(zip(reversed(clockwise) if edge.faces_up else clockwise, parts, strict=True)),
    )


def ruled_page(rows: Sequence[Sequence[int]], lines: int = 0, height: int = BOX_HEIGHTS[0]) -> PrintedPage:
    """Return a page of plain boxes, for sheets that have no traditional page.

    Args:
        rows: the number of boxes in each part of the page, row by row. [[3, 3], [1]] is a page with two parts
            of three boxes each, above a part with one box.
        lines: the number of lines of text below the boxes.
        height: the height of a box.
    """
    top, sectors = 0, list[PageSector]()
    for row in rows:
        made = [_ruled_part(columns, (at, len(row)), top, height) for at, columns in enumerate(row)]
        sectors += made
        top = max((box.bottom for part in made for box in part.bands), default=top + HEADING_HEIGHT) + GAP
    return PrintedPage(WIDTH, top + lines * LINE_HEIGHT, tuple(sectors), None, NARROW_MARGIN, 0)


def _ruled_part(columns: int, place: tuple[int, int], top: int, height: int) -> PageSector:
    at, parts = place
    left, right = ((WIDTH + GAP) * edge // parts for edge in (at, at + 1))
    right -= GAP
    most = max(1, (right - left) // MIN_BOX_WIDTH)
    lines = -(-columns // most)
    beside = -(-columns // max(1, lines))
    cuts = [left + (right - left) * cut // max(1, beside) for cut in range(beside + 1)]
    boxes = list[Strip]()
    for box in range(columns):
        row, column = divmod(box, beside)
        y, start, end = top + HEADING_HEIGHT + row * height, cuts[column], cuts[column + 1]
        boxes.append(Strip(y, y + height, (start, start), (end, end)))
    name = ((left + right) // 2, top + 46, right - left)
    return PageSector((0, 0), 0, name, tuple(boxes), tuple(boxes), {})


SIZES = (150, 142, 133, 125, 117, 108, 100, 92, 84)
"""Heights of figures to try, in hundredths of the height of a label."""
EM = 1000
_NARROW, _WIDE = frozenset(" .,:;!|'ijlItfr()[]·-/"), frozenset("mwMWQOGDжшщмыюфЖШЩМЫЮФ@%&—…")
BOLD = 1100
"""Width of bold writing, in thousandths of the width of plain writing."""
PADDING = 14


class FittedText(NamedTuple):
    """A line of text whose place and size on a page are known.

    Attributes:
        x: the left end.
        y: the baseline.
        size: the height of the letters.
    """

    x: int
    y: int
    size: int
    pieces: tuple[ColumnPiece, ...]


def text_ems(text: str) -> int:
    """Estimate the width of a text in thousandths of its font size. The font itself is unknown."""
    return sum(map(_em, text))


def _em(char: str) -> int:
    if char.isdigit() and char.isascii():
        return 640
    if char in _NARROW:
        return 400
    if not ONE_CELL_EACH.fullmatch(char):
        return 1150 if width(char) else 0
    return 1050 if char in _WIDE else 800 if char.isupper() else 720


def text_units(text: str, size: int, *, bold: bool = False) -> int:
    """Estimate the width of a text on a page, in the units of its font size `size`."""
    return -(-text_ems(text) * size * (BOLD if bold else EM) // (EM * EM))


def shorten(text: str, room: int, size: int, *, bold: bool = False) -> str:
    if text_units(text, size, bold=bold) <= room:
        return text
    while text and text_units(text + ELLIPSIS, size, bold=bold) > room:
        text = text[:-1]
    return text + ELLIPSIS


def fitting_size(text: str, room: int, sizes: Sequence[int]) -> int:
    """Return the font size for a bold text: the first of `sizes` at which the text is at most `room` wide.

    If the text is too wide at every size, the last size is returned.
    """
    return next((size for size in sizes if text_units(text, size, bold=True) <= room), sizes[-1])


def fit_column(
    strip: Strip, label: str, totals: Sequence[ColumnPiece], least: int = LABEL_HEIGHT
) -> tuple[FittedText, ...]:
    """Fit the heading and the totals of a column into a band, with the totals as large as possible.

    “…” replaces the oldest totals if not all fit. The newest total is always shown.

    Args:
        label: the heading of the column.
        totals: the totals, oldest first.
        least: the font size of the heading. The font size of totals is 84 % to 150 % of it.
    """
    place = strip.inside(PADDING)

    def fit(pieces: Sequence[ColumnPiece], size: int) -> tuple[FittedText, ...] | None:
        return _fit_lines(place, label, pieces, size * least // 100, least)

    whole = next(filter(None, (fit(totals, size) for size in SIZES)), None)
    fitted = whole or fit_newest(totals, lambda pieces: fit(pieces, SIZES[-1]))
    return tuple(_squeezed(place, label, totals, least)) if fitted is None else fitted


def _squeezed(place: Strip, label: str, totals: Sequence[ColumnPiece], least: int) -> Iterator[FittedText]:
    lines = list(_line_places(place, least))
    if not lines:
        return
    x, y, room = lines[0]
    yield FittedText(x, y, least, (ColumnPiece(shorten(label, room, least), "label"),))
    x, y, room = max(lines[1:] or lines, key=lambda line: line[2])
    newest = [ColumnPiece(ELLIPSIS, "old"), totals[-1]] if len(totals) > 1 else list(totals)
    wide = sum(text_units(piece.text, EM, bold=True) for piece in newest)
    yield FittedText(x, y, max(1, min(least, room * EM // max(1, wide))), tuple(newest))


def _line_places(place: Strip, size: int) -> Iterator[Line]:
    height = size * 5 // 4
    for top in range(place.top, place.bottom - height + 1, height):
        left, right = place.span(top, top + height)
        if right - left >= 3 * size:
            yield Line(left, top + size, right - left)


def _fit_lines(
    place: Strip, label: str, totals: Sequence[ColumnPiece], size: int, least: int
) -> tuple[FittedText, ...] | None:
    places = list(_line_places(place, size))
    if not places:
        return None
    room = places[0].width
    shown = shorten(label, max(room // 2, min(room, 5 * least)) if totals else room, least)

    def measure(text: str, style: str) -> int:
        if style == "label":
            return text_units(text, least) + size * 2 // 5
        return text_units(text, size, bold=style in ("last", "full"))

    filled = fill_lines(shown, totals, places, measure)
    if filled is None:
        return None
    return tuple(
        FittedText(x, y, least if pieces[0].style == "label" else size, tuple(pieces))
        for (x, y, _width), pieces in filled
    )


SVG = "http://www.w3.org/2000/svg"


def add_line(parent: Element, tag: str, text: str = "", **attributes: object) -> Element:
    """Append an element to `parent`, with a line break after it in the file.

    Args:
        parent: the HTML or SVG element.
        tag: the name of the new element, such as "p".
        text: the text in the new element.
        attributes: its attributes. `class_` becomes “class”, and `font_size` becomes “font-size”.
    """
    child = add_inline(parent, tag, text, **attributes)
    child.tail = "\n"
    return child


def add_inline(parent: Element, tag: str, text: str = "", **attributes: object) -> Element:
    """Append an element to `parent` without a line break after it. `add_line` explains the arguments."""
    named = {name.rstrip("_").replace("_", "-"): str(value) for name, value in attributes.items()}
    child = SubElement(parent, tag, named)
    if text:
        child.text = text
    return child


Plan = tuple[PrintedPage, tuple[Panel, ...]]
"""A printed page, and the name, result and columns to draw in each of its parts."""


def _page_plans(view: TableView, *, table: bool) -> Iterator[Plan]:
    # The smallest page comes first. A page for the table has writing that faces the players on all sides.
    as_on_paper = (len(row.own) == 2 and sum(column is None for column in row.on) == 1 for row in view.rows)
    if not view.panels and 2 <= len(view.rows) <= 5 and all(as_on_paper):
        page = traditional_page(len(view.rows), table=table)
        yield page, tuple(_player_panel(view, seat, sector) for seat, sector in enumerate(page.sectors))
        return
    rows = view.panels or tuple((Panel(row.name, row.result, "", row.columns),) for row in view.rows)
    counts = [[len(panel.columns) for panel in panels] for panels in rows]
    panels = tuple(chain.from_iterable(rows))
    for height in BOX_HEIGHTS:
        yield ruled_page(counts, len(view.lines), height), panels


def _player_panel(view: TableView, seat: int, sector: PageSector) -> Panel:
    row, count = view.rows[seat], len(view.rows)
    columns, names = list(row.own), shorten_names([row.name for row in view.rows])
    for clockwise in sector.on:
        other = (seat + clockwise) % count
        written_on = row.on[other]
        if written_on is not None:
            name = names[other] or _neighbour_name(clockwise, count)
            columns.append(written_on._replace(heading=name))
    return Panel(row.name, row.result, "", tuple(columns))


_OF_FIVE = (C_("seat", "left"), C_("seat", "2nd left"), C_("seat", "2nd right"), C_("seat", "right"))


def _neighbour_name(clockwise: int, players: int) -> str:
    if players == 2:
        return _("on the other")
    if players == 5:
        return _(_OF_FIVE[clockwise - 1])
    if clockwise == 1:
        return _("on the left")
    return _("on the right") if clockwise == players - 1 else _("opposite")


INK, LINES, PALE, QUIET = "#1a1a1a", "#5a6672", "#f4f1e8", "#6b6b6b"
COLOURS = {"plus": "#17633a", "minus": "#9c2222", "name": INK}
STYLES = {
    "label": {"fill": "#48607a", "font_style": "italic"},
    "old": {"fill": QUIET},
    "recent": {"fill": QUIET},
    "struck": {"fill": QUIET, "text_decoration": "line-through"},
    "last": {"fill": INK, "font_weight": "bold"},
    "full": {"fill": COLOURS["plus"], "font_weight": "bold", "text_decoration": "underline"},
}
NAME_SIZES = (44, 40, 36, 32, 28, 24, 20)
MAX_TOTALS = 1_200
"""Maximum number of totals that are tried in a column. No place has room for more."""

_Columns = Sequence[Sequence[Sequence[FittedText]]]
"""The lines of text in each column of each part of a page."""


class Drawing(NamedTuple):
    """A drawn sheet.

    Attributes:
        picture: the SVG element.
        complete: False if “…” replaces totals that did not fit.
        page: the layout of the page.
    """

    picture: Element
    complete: bool
    page: PrintedPage


def sheet_svg(session: Session) -> str:
    """Return the sheet of a session as an SVG document."""
    return svg_text(draw_sheet(table_view(session)).picture)


def svg_text(picture: Element) -> str:
    return tostring(picture, encoding="unicode", short_empty_elements=True) + "\n"


def draw_sheet(view: TableView, *, empty: bool = False, smallest: int = LABEL_HEIGHT) -> Drawing:
    """Draw the sheet as an SVG element.

    Args:
        empty: whether to leave out totals and results, for a sheet to write on by hand.
        smallest: the minimum font size of headings, in units of the page.
    """
    (page, panels), columns_by_panel = _choose_plan(view, empty=empty, smallest=smallest)
    root = _make_root(view, page, empty=empty)
    for sector, panel, columns in zip(page.sectors, panels, columns_by_panel, strict=True):
        group = _draw_part(root, sector, columns)
        _draw_name(group, sector, panel, empty=empty)
    if page.middle is not None:
        _draw_middle(root, page.middle, view.middle)
    size = min(smallest, LINE_HEIGHT * 4 // 5)
    for at, line in enumerate(view.lines):
        y = page.height - (len(view.lines) - at - 1) * LINE_HEIGHT - 12
        add_line(root, "text", shorten(line, page.width, size), x=0, y=y, font_size=size, fill=INK)
    return Drawing(root, _has_all_totals(columns_by_panel), page)


def _choose_plan(view: TableView, *, empty: bool, smallest: int) -> tuple[Plan, _Columns]:
    for page, panels in _page_plans(view, table=empty):
        label = max(smallest, page.label)
        columns_by_panel = [
            [
                fit_column(place, each.heading, [], LABEL_HEIGHT)
                if empty
                else fit_column(place, each.heading, total_pieces(each, MAX_TOTALS), label)
                for place, each in zip(sector.places, panel.columns, strict=True)
            ]
            for sector, panel in zip(page.sectors, panels, strict=True)
        ]
        if _has_all_totals(columns_by_panel):
            break
    return (page, panels), columns_by_panel


def _has_all_totals(columns_by_panel: _Columns) -> bool:
    lines = (line for columns in columns_by_panel for each in columns for line in each)
    return not any(piece.text == ELLIPSIS for line in lines for piece in line.pieces)


def figures_in_words(view: TableView) -> Iterator[str]:
    """Yield a line for each player or side, such as “Anna +12: pool 4, dump 6”, for screen readers."""
    for row in view.rows:
        columns = ", ".join(f"{column.heading} {figure(column.now)}" for column in row.columns)
        yield f"{row.name} {styled_result(row.result)[0]}".rstrip() + f": {columns}"


def make_picture(box: str, title: str) -> Element:
    """Return a new SVG element.

    Args:
        box: its viewBox, such as "0 0 1600 1140".
        title: the title that screen readers read.
    """
    named = {"role": "img", "aria-labelledby": "sheet-title sheet-words", "font-family": "sans-serif"}
    root = Element("svg", {"xmlns": SVG, "viewBox": box, "lang": language(), **named})
    root.text = "\n"
    add_line(root, "title", title, id="sheet-title")
    return root


def _make_root(view: TableView, page: PrintedPage, *, empty: bool) -> Element:
    width, height = page.size
    root = make_picture(f"{-MARGIN} {-page.above} {width} {height}", view.title)
    add_line(root, "desc", view.title if empty else "\n".join(figures_in_words(view)), id="sheet-words")
    add_line(root, "rect", x=-MARGIN, y=-page.above, width=width, height=height, fill="#ffffff")
    return root


def _draw_part(root: Element, sector: PageSector, columns: Sequence[Sequence[FittedText]]) -> Element:
    x, y = sector.at
    moved = f"translate({x} {y})" + (f" rotate({sector.turn})" if sector.turn else "")
    group = add_line(root, "g", transform=moved)
    group.text = "\n"
    for band in sector.bands:
        fill = PALE if band == sector.own[0] else "none"
        (left, low_left), (right, low_right) = band.left, band.right
        points = f"{left},{band.top} {right},{band.top} {low_right},{band.bottom} {low_left},{band.bottom}"
        add_line(
            group, "polygon", points=points, fill=fill, stroke=LINES, stroke_width=3, stroke_linejoin="round"
        )
    for line in chain.from_iterable(columns):
        text = add_line(group, "text", x=line.x, y=line.y, font_size=line.size)
        for style, pieces in groupby(line.pieces, key=lambda piece: STYLES[piece.style]):
            add_inline(text, "tspan", "".join(piece.text for piece in pieces), **style)
    return group


def _draw_name(group: Element, sector: PageSector, panel: Panel, *, empty: bool) -> None:
    x, y, room = sector.name
    if empty and not panel.heading:
        add_line(group, "line", x1=x - 240, y1=y, x2=x + 240, y2=y, stroke=LINES, stroke_width=2)
        return
    result, style = ("", "name") if empty else styled_result(panel.result)
    beside = [(text, colour) for text, colour in ((result, COLOURS[style]), (panel.signs, INK)) if text]
    whole = "  ".join((panel.heading, *(text for text, _colour in beside)))
    size = fitting_size(whole, room, NAME_SIZES)
    rest = text_units(whole.removeprefix(panel.heading), size, bold=True)
    line = add_line(group, "text", x=x, y=y, font_size=size, text_anchor="middle", fill=INK)
    add_inline(line, "tspan", shorten(panel.heading, room - rest, size, bold=True), font_weight="bold")
    for text, colour in beside:
        add_inline(line, "tspan", text, dx=size // 2, fill=colour, font_weight="bold")


def _draw_middle(root: Element, middle: tuple[int, int], target: str) -> None:
    x, y = middle
    size = fitting_size(target, RADIUS * 8 // 5, (44, 36, 30, 24, 18, 12))
    add_line(root, "circle", cx=x, cy=y, r=RADIUS, fill="#ffffff", stroke=LINES, stroke_width=3)
    y += size * 7 // 20
    add_line(root, "text", target, x=x, y=y, font_size=size, text_anchor="middle", font_weight="bold")
