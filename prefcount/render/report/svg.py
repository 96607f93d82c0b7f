"""The sheet as a picture: drawn as players know it where its columns are theirs, else in ruled boxes."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, tostring

from prefcount.i18n import _
from prefcount.render.figures import figure, signed
from prefcount.render.report.elements import SVG, add, inline
from prefcount.render.report.fitting import LEFT_OUT, Line, Piece, column, shortened, size_for, units
from prefcount.render.report.pages import MARGIN, RADIUS, Page, Sector, ruled, traditional
from prefcount.render.report.strips import Strip
from prefcount.render.view import Column, Row, TableView, table_view
from prefcount.session.session import Session

INK, LINES, PALE, QUIET, PLUS, MINUS = "#1a1a1a", "#5a6672", "#f4f1e8", "#6b6b6b", "#17633a", "#9c2222"
STYLES = {
    "label": {"fill": "#48607a", "font_style": "italic"},
    "old": {"fill": QUIET},
    "struck": {"fill": QUIET, "text_decoration": "line-through"},
    "last": {"fill": INK, "font_weight": "bold"},
}
NAME_SIZES = (44, 40, 36, 32, 28, 24, 20)


class Look(NamedTuple):
    """How a sheet is drawn.

    Attributes:
        empty: only what is printed before a game: no totals, no results.
        table: the players at the top read their part from there.
    """

    empty: bool = False
    table: bool = False


class Drawing(NamedTuple):
    """A drawn sheet: the picture, and whether all totals stand on it."""

    picture: Element
    complete: bool


def sheet_svg(session: Session) -> str:
    """The sheet of a session as an SVG document; equal sessions give equal documents."""
    return document(sheet(table_view(session)))


def document(picture: Element) -> str:
    """An SVG element as a file of its own."""
    return tostring(picture, encoding="unicode", short_empty_elements=True) + "\n"


def sheet(view: TableView, look: Look = Look()) -> Element:  # noqa: B008 - a constant
    """The sheet of a view as an SVG element."""
    return drawing(view, look).picture


def drawing(view: TableView, look: Look = Look()) -> Drawing:  # noqa: B008 - a constant
    """The sheet of a view as an SVG element, and whether every total found room on it."""
    page, complete = _page(view, look), True
    width, height = page.width + 2 * MARGIN, page.height + page.above + MARGIN
    root = Element(
        "svg",
        {
            "xmlns": SVG,
            "viewBox": f"{-MARGIN} {-page.above} {width} {height}",
            "role": "img",
            "aria-labelledby": "sheet-title sheet-words",
            "font-family": "sans-serif",
        },
    )
    root.text = "\n"
    add(root, "title", view.title, id="sheet-title")
    add(root, "desc", "\n".join(words(view)), id="sheet-words")
    add(root, "rect", x=-MARGIN, y=-page.above, width=width, height=height, fill="#ffffff")
    for seat, (sector, row) in enumerate(zip(page.sectors, view.rows, strict=True)):
        group = _group(root, sector)
        _bands(group, sector)
        for place, each, heading in _columns(view, seat, sector, look):
            lines = column(place, heading, [] if look.empty else totals(each))
            complete = complete and not any(LEFT_OUT in line.pieces for line in lines)
            _written(group, lines)
        _name(group, sector, row, look)
    if page.middle is not None:
        _middle(root, page.middle, view.middle)
    return Drawing(root, complete)


def words(view: TableView) -> Iterator[str]:
    """The figures of a view in words, a line for each player, for those who do not see it."""
    for row in view.rows:
        columns = (*row.own, *filter(None, row.on))
        said = ", ".join(f"{each.heading} {figure(each.now)}" for each in columns)
        yield f"{row.name} {signed(row.result)}: {said}"


def totals(each: Column) -> list[Piece]:
    """Everything that stands in a column, with its style."""
    last = max((at for at, mark in enumerate(each.marks) if not mark.struck), default=-1)
    styles = ("struck" if mark.struck else "last" if at == last else "old" for at, mark in enumerate(each.marks))
    found = [Piece(figure(mark.amount), style) for mark, style in zip(each.marks, styles, strict=True)]
    return found or [Piece("–", "old")]


def _page(view: TableView, look: Look) -> Page:
    """The page that the columns of a view ask for."""
    players = len(view.rows)
    if 2 <= players <= 4 and all(_as_on_paper(row) for row in view.rows):
        return traditional(players, table=look.table)
    return ruled([(len(row.own), _clockwise(view.rows, seat)) for seat, row in enumerate(view.rows)])


def _as_on_paper(row: Row) -> bool:
    """Whether a player has a pool, a dump, and a column on each opponent."""
    return len(row.own) == 2 and sum(each is None for each in row.on) == 1


def _clockwise(rows: Sequence[Row], seat: int) -> tuple[int, ...]:
    """On which opponents a player has a column, by how many seats they sit clockwise."""
    count = len(rows)
    return tuple(at for at in range(1, count) if rows[seat].on[(seat + at) % count] is not None)


def _columns(view: TableView, seat: int, sector: Sector, look: Look) -> Iterator[tuple[Strip, Column, str]]:
    """The columns of a player with their places and what stands at their head."""
    row, count = view.rows[seat], len(view.rows)
    for place, each in zip(sector.own, row.own, strict=True):
        yield place, each, each.heading
    for clockwise, place in sector.on.items():
        other = (seat + clockwise) % count
        written_on = row.on[other]
        if written_on is not None:
            yield place, written_on, view.rows[other].name or _neighbour(clockwise, count)


def _neighbour(clockwise: int, players: int) -> str:
    """An opponent without a name."""
    if players == 2:
        return _("on the other")
    if clockwise == 1:
        return _("on the left")
    return _("on the right") if clockwise == players - 1 else _("opposite")


def _group(root: Element, sector: Sector) -> Element:
    x, y = sector.at
    moved = f"translate({x} {y})" + (f" rotate({sector.turn})" if sector.turn else "")
    group = add(root, "g", transform=moved)
    group.text = "\n"
    return group


def _bands(group: Element, sector: Sector) -> None:
    for band in sector.bands:
        fill = PALE if band == sector.own[0] else "none"
        points = " ".join(f"{x},{y}" for x, y in band.corners)
        add(group, "polygon", points=points, fill=fill, stroke=LINES, stroke_width=3, stroke_linejoin="round")


def _written(group: Element, lines: Sequence[Line]) -> None:
    for line in lines:
        text = add(group, "text", x=line.x, y=line.y, font_size=line.size)
        style, said = "", ""
        for piece in (*line.pieces, Piece("", "")):
            if piece.style != style and said:
                inline(text, "tspan", said, **STYLES[style])
                said = ""
            style, said = piece.style, said + piece.text


def _name(group: Element, sector: Sector, row: Row, look: Look) -> None:
    """The name and the result at the player's edge; on an empty sheet without names a line for one."""
    x, y, room = sector.name
    if look.empty and not row.name:
        add(group, "line", x1=x - 240, y1=y, x2=x + 240, y2=y, stroke=LINES, stroke_width=2)
        return
    result = "" if look.empty else signed(row.result)
    size = size_for(f"{row.name}  {result}", room, NAME_SIZES)
    rest = units(f"  {result}", size, bold=True)
    text = add(group, "text", x=x, y=y, font_size=size, text_anchor="middle", fill=INK)
    inline(text, "tspan", shortened(row.name, room - rest, size, bold=True), font_weight="bold")
    if result:
        colour = PLUS if row.result > 0 else MINUS if row.result < 0 else INK
        inline(text, "tspan", result, dx=size // 2, fill=colour, font_weight="bold")


def _middle(root: Element, middle: tuple[int, int], said: str) -> None:
    x, y = middle
    size = size_for(said, RADIUS * 8 // 5, (44, 36, 30, 24, 18, 12))
    add(root, "circle", cx=x, cy=y, r=RADIUS, fill="#ffffff", stroke=LINES, stroke_width=3)
    add(root, "text", said, x=x, y=y + size * 7 // 20, font_size=size, text_anchor="middle", font_weight="bold")
