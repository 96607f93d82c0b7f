"""An empty sheet to print before a game: the page as it is drawn, names and target if they are known."""

from collections.abc import Sequence
from typing import NamedTuple

from prefcount.base.i18n import _, language, ngettext
from prefcount.games import TITLES, game_named
from prefcount.render.report.html import html_text, page
from prefcount.render.report.pdf import typeset
from prefcount.render.report.svg import add, drawing, svg_text
from prefcount.render.view import TableView, table_view
from prefcount.session.session import Session, new_header


class Blank(NamedTuple):
    """An empty sheet: the view it is drawn from, and the fields that are filled in by hand."""

    view: TableView
    fields: tuple[str, ...]


def blank(game: str, players: int, names: Sequence[str], target: int | None = None) -> Blank:
    """An empty sheet of a game; without names there are lines to write them on.

    The target is how long the game is, such as the pool to be filled; None as it is mostly played. Raises
    InvalidInput if there is no such table.
    """
    header = new_header(game=game, players=tuple(names) or tuple(map(str, range(1, players + 1))))
    played = game_named(header.game)
    rules = {} if target is None else {played.goal.option: target}
    view = table_view(Session(header.model_copy(update={"rules": rules})))
    title = f"{', '.join(names)} · {_(TITLES[header.game])}"
    if not names:
        view = view._replace(rows=tuple(row._replace(name="") for row in view.rows))
        sentence = ngettext("An empty sheet for {n} player", "An empty sheet for {n} players", players)
        title = sentence.format(n=players)
    fields = (_("Date"), _("Place"), _("Convention"), _(played.words.price))
    return Blank(view._replace(title=title), fields)


def blank_svg(empty: Blank) -> str:
    """An empty sheet as an SVG document."""
    return svg_text(drawing(empty.view, empty=True).picture)


def blank_html(empty: Blank) -> str:
    """An empty sheet as an HTML document that prints across a page of A4."""
    root, body = page(empty.view.title, language(), class_="blank")
    fields = add(body, "p")
    for field in empty.fields:
        add(fields, "span", field, class_="field")
    add(body, "figure").append(drawing(empty.view, empty=True).picture)
    return html_text(root)


def blank_pdf(empty: Blank) -> bytes:
    """An empty sheet as a PDF. Raises InvalidInput if typst is not installed."""
    title = empty.view.title
    texts = {"blank": True, "language": language(), "title": title, "words": title, "fields": empty.fields}
    return typeset(texts, drawing(empty.view, empty=True).picture)
