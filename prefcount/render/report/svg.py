"""The sheet as an SVG picture: the traditional drawing for games with sectors, else ruled boxes."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from prefcount.base.i18n import C_, _, language
from prefcount.render.figures import figure, result_of
from prefcount.render.report.pages import (
    BOXES,
    LABEL,
    LINE,
    MARGIN,
    RADIUS,
    PageSector,
    PrintedPage,
    ruled,
    traditional,
)
from prefcount.render.report.text_fitting import (
    LEFT_OUT,
    FittedText,
    Piece,
    column,
    shortened,
    size_for,
    units,
)
from prefcount.render.text_cells import abbreviated
from prefcount.render.view import ColumnView, OwnerRow, Panel, TableView, table_view
from prefcount.session.session import Session

SVG = "http://www.w3.org/2000/svg"


def add(parent: Element, tag: str, text: str = "", **attributes: object) -> Element:
    """Append an element with its text; underscores in the names of attributes are hyphens.

    Each one ends its line, so that a file can be compared line by line; where blanks would be
    seen, `inline` adds it without.
    """
    child = inline(parent, tag, text, **attributes)
    child.tail = "\n"
    return child


def inline(parent: Element, tag: str, text: str = "", **attributes: object) -> Element:
    """Append an element inside a line of text."""
    named = {name.rstrip("_").replace("_", "-"): str(value) for name, value in attributes.items()}
    child = SubElement(parent, tag, named)
    if text:
        child.text = text
    return child


class Plan(NamedTuple):
    """A page, and what stands in each part of it: the columns in the order of its places."""

    page: PrintedPage
    panels: tuple[Panel, ...]


def plans(view: TableView, *, table: bool = False) -> Iterator[Plan]:
    """Where everything of a view may go, the page with least room first.

    For a `table` the parts at the top of the traditional page are written for the players who sit there.
    """
    if not view.panels and 2 <= len(view.rows) <= 5 and all(map(_as_on_paper, view.rows)):
        page = traditional(len(view.rows), table=table)
        yield Plan(page, tuple(_around(view, seat, sector) for seat, sector in enumerate(page.sectors)))
        return
    rows = view.panels or tuple((Panel(row.name, row.result, "", row.columns),) for row in view.rows)
    counts = [[len(panel.columns) for panel in panels] for panels in rows]
    panels = tuple(chain.from_iterable(rows))
    for height in BOXES:
        yield Plan(ruled(counts, len(view.lines), height), panels)


def _as_on_paper(row: OwnerRow) -> bool:
    """Whether a player has a pool, a dump, and a column on each opponent."""
    return len(row.own) == 2 and sum(column is None for column in row.on) == 1


def _around(view: TableView, seat: int, sector: PageSector) -> Panel:
    """A player's own columns, and those on opponents under their names."""
    row, count = view.rows[seat], len(view.rows)
    columns, names = list(row.own), abbreviated([row.name for row in view.rows])
    for clockwise in sector.on:
        other = (seat + clockwise) % count
        written_on = row.on[other]
        if written_on is not None:
            name = names[other] or _neighbour(clockwise, count)
            columns.append(written_on._replace(heading=name))
    return Panel(row.name, row.result, "", tuple(columns))


_OF_FIVE = (C_("seat", "left"), C_("seat", "2nd left"), C_("seat", "2nd right"), C_("seat", "right"))


def _neighbour(clockwise: int, players: int) -> str:
    """An opponent without a name."""
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
    "struck": {"fill": QUIET, "text_decoration": "line-through"},
    "last": {"fill": INK, "font_weight": "bold"},
    "full": {"fill": COLOURS["plus"], "font_weight": "bold", "text_decoration": "underline"},
}
NAME_SIZES = (44, 40, 36, 32, 28, 24, 20)
MOST_TOTALS = 1000
"""More than the largest place of any page has room for."""

_Columns = Sequence[Sequence[Sequence[FittedText]]]
"""The lines of writing of every column of every part of a page."""


class Drawing(NamedTuple):
    """A drawn sheet: the picture, whether all totals are on it, and its heights on paper in millimetres.

    It must not be printed lower, or its labels become too small to read, and cannot be printed higher.
    """

    picture: Element
    complete: bool
    least_height: int
    most_height: int


def sheet_svg(session: Session) -> str:
    """The sheet of a session as an SVG document; equal sessions give equal documents."""
    return svg_text(drawing(table_view(session)).picture)


def svg_text(picture: Element) -> str:
    """An SVG element as a file of its own."""
    return tostring(picture, encoding="unicode", short_empty_elements=True) + "\n"


def drawing(view: TableView, *, empty: bool = False) -> Drawing:
    """The sheet of a view as an SVG element, and whether every total found room on it.

    An `empty` one has only what is printed before a game, no totals and no results, and the parts at the top
    are written for the players who sit there.
    """
    (page, panels), columns_by_panel = _roomy(view, empty=empty)
    root = _root(view, page, empty=empty)
    for sector, panel, columns in zip(page.sectors, panels, columns_by_panel, strict=True):
        group = _part(root, sector, columns)
        _name(group, sector, panel, empty=empty)
    if page.middle is not None:
        _middle(root, page.middle, view.middle)
    for at, line in enumerate(view.lines):
        y = page.height - (len(view.lines) - at - 1) * LINE - 12
        add(root, "text", shortened(line, page.width, LABEL), x=0, y=y, font_size=LABEL, fill=INK)
    return Drawing(root, _complete(columns_by_panel), page.least_height, page.most_height)


def _roomy(view: TableView, *, empty: bool) -> tuple[Plan, _Columns]:
    """The smallest page with room for every total, or the largest one, and what is written on it."""
    for chosen in plans(view, table=empty):
        columns_by_panel = [
            [
                column(place, each.heading, *(([], LABEL) if empty else (totals(each), chosen.page.label)))
                for place, each in zip(sector.places, panel.columns, strict=True)
            ]
            for sector, panel in zip(chosen.page.sectors, chosen.panels, strict=True)
        ]
        if _complete(columns_by_panel):
            break
    return chosen, columns_by_panel


def _complete(columns_by_panel: _Columns) -> bool:
    """Whether no column leaves out a total."""
    lines = (line for columns in columns_by_panel for each in columns for line in each)
    return not any(LEFT_OUT in line.pieces for line in lines)


def words(view: TableView) -> Iterator[str]:
    """The figures of a view in words, a line for each owner of columns, for those who do not see it."""
    for row in view.rows:
        columns = ", ".join(f"{column.heading} {figure(column.now)}" for column in row.columns)
        yield f"{row.name} {result_of(row.result)[0]}".rstrip() + f": {columns}"


def totals(column: ColumnView) -> list[Piece]:
    """All totals of a column, with their styles; a dash where nothing counts.

    Of a column that no page has room for, the newest totals behind an ellipsis.
    """
    last, first = column.last, max(0, len(column.marks) - MOST_TOTALS)
    pieces = [LEFT_OUT] if first else []
    if column.began and not first:
        pieces.append(Piece(figure(column.began), "old" if last >= 0 else column.newest))
    for at, (mark, sign) in enumerate(column.signed(first), start=first):
        style = "struck" if mark.struck else column.newest if at == last else "old"
        pieces.append(Piece(f"{sign} {figure(mark.amount)}".lstrip(), style))
    return pieces if last >= 0 or column.began else [*pieces, Piece("–", "old")]


def _root(view: TableView, page: PrintedPage, *, empty: bool) -> Element:
    """The picture with its title and its words, and nothing drawn but the paper."""
    width, height = page.size
    box = f"{-MARGIN} {-page.above} {width} {height}"
    named = {"role": "img", "aria-labelledby": "sheet-title sheet-words", "font-family": "sans-serif"}
    root = Element("svg", {"xmlns": SVG, "viewBox": box, "lang": language(), **named})
    root.text = "\n"
    add(root, "title", view.title, id="sheet-title")
    add(root, "desc", view.title if empty else "\n".join(words(view)), id="sheet-words")
    add(root, "rect", x=-MARGIN, y=-page.above, width=width, height=height, fill="#ffffff")
    return root


def _part(root: Element, sector: PageSector, columns: Sequence[Sequence[FittedText]]) -> Element:
    """A player's part of the page: its lines, and the figures between them."""
    x, y = sector.at
    moved = f"translate({x} {y})" + (f" rotate({sector.turn})" if sector.turn else "")
    group = add(root, "g", transform=moved)
    group.text = "\n"
    for band in sector.bands:
        fill = PALE if band == sector.own[0] else "none"
        points = " ".join(f"{x},{y}" for x, y in band.corners)
        add(group, "polygon", points=points, fill=fill, stroke=LINES, stroke_width=3, stroke_linejoin="round")
    for line in chain.from_iterable(columns):
        text = add(group, "text", x=line.x, y=line.y, font_size=line.size)
        for style, pieces in groupby(line.pieces, key=lambda piece: piece.style):
            inline(text, "tspan", "".join(piece.text for piece in pieces), **STYLES[style])
    return group


def _name(group: Element, sector: PageSector, panel: Panel, *, empty: bool) -> None:
    """The name and the result at the edge; on an empty sheet without names a line for one."""
    x, y, room = sector.name
    if empty and not panel.heading:
        add(group, "line", x1=x - 240, y1=y, x2=x + 240, y2=y, stroke=LINES, stroke_width=2)
        return
    result, style = ("", "name") if empty else result_of(panel.result)
    beside = [(text, colour) for text, colour in ((result, COLOURS[style]), (panel.signs, INK)) if text]
    whole = "  ".join((panel.heading, *(text for text, _colour in beside)))
    size = size_for(whole, room, NAME_SIZES)
    rest = units(whole.removeprefix(panel.heading), size, bold=True)
    line = add(group, "text", x=x, y=y, font_size=size, text_anchor="middle", fill=INK)
    inline(line, "tspan", shortened(panel.heading, room - rest, size, bold=True), font_weight="bold")
    for text, colour in beside:
        inline(line, "tspan", text, dx=size // 2, fill=colour, font_weight="bold")


def _middle(root: Element, middle: tuple[int, int], target: str) -> None:
    x, y = middle
    size = size_for(target, RADIUS * 8 // 5, (44, 36, 30, 24, 18, 12))
    add(root, "circle", cx=x, cy=y, r=RADIUS, fill="#ffffff", stroke=LINES, stroke_width=3)
    y += size * 7 // 20
    add(root, "text", target, x=x, y=y, font_size=size, text_anchor="middle", font_weight="bold")
