"""Readers of reports for tests: SVG as XML, HTML by a strict parser."""

from html.parser import HTMLParser
from xml.etree.ElementTree import Element, fromstring

from hypothesis import strategies as st

from prefcount.games.game import Blocks
from prefcount.render.text_cells import figure
from prefcount.session.session import Session
from tests.strategies import games

SVG = "{http://www.w3.org/2000/svg}"
VOID = {"meta", "br", "link", "wbr"}
HOSTILE = (
    ("<script>alert(1)</script>", "=1+1", "a\"b'c&amp;"),
    ("漢" * 40, "字" * 40, "名" * 40),
    ("W" * 40, "Вера Константиновна Преображенская", "-2+3", "@SUM(A1)"),
    ("]]>", "</text><!--", "{x}", "#import"),
    ("مرحبا", "שלום"),
)
"""Names that would break a report if they were not treated as text."""


def sessions() -> st.SearchStrategy[Session]:
    """Draw sessions of any game from the shared strategies."""
    return games().map(
        lambda played: Session(
            played.header, [each.model_copy(update={"n": n}) for n, each in enumerate(played.entries, 1)]
        )
    )


def effective(session: Session) -> list[str]:
    """Return the newest figures of all drawn columns, sorted."""
    state, layout = session.state, session.game.layout(session.state)
    if isinstance(layout, Blocks):
        cells = [cell for row in layout.rows for block in row for cell in block.columns]
    else:
        cells = [cell for player in state.seats for cell in session.game.cells(state, player)]
    return sorted(figure(state.sheet[cell.account]) for cell in cells)


class Drawn:
    """A sheet as SVG: its texts by kind."""

    def __init__(self, document: str | Element) -> None:
        self.root = fromstring(document) if isinstance(document, str) else document
        assert self.root.tag == f"{SVG}svg"
        self.title, self.words = (self.root.findtext(f"{SVG}{tag}") or "" for tag in ("title", "desc"))
        groups = [group.findall(f"{SVG}text") for group in self.root.findall(f"{SVG}g")]
        self.names = [self._name(text) for group in groups for text in group if text.get("text-anchor")]
        self.columns = [text for group in groups for text in group if not text.get("text-anchor")]

    @staticmethod
    def _name(text: Element) -> str:
        return text[0].text or ""

    @property
    def last(self) -> list[str]:
        pieces = [piece for text in self.columns for piece in text]
        bold = [piece.text or "" for piece in pieces if piece.get("font-weight") == "bold"]
        figures = [piece.text or "" for piece in pieces if piece.get("font-style") != "italic"]
        dashes = [each for each in figures if each.endswith("–")]
        return sorted([*bold, *("0" for _ in dashes)])


class Page(HTMLParser):
    """An HTML document: its tags in order, its tables as rows of cells, its texts by tag."""

    def __init__(self, document: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.tables: list[list[list[str]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(document)
        self.close()
        assert self.open == [], "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in VOID:
            return
        self.open.append(tag)
        self.texts.setdefault(tag, []).append("")
        match tag:
            case "table":
                self.tables.append([])
            case "tr":
                self.tables[-1].append([])
            case "td" | "th":
                self.tables[-1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open:
            assert not data.strip()
            return
        self.texts[self.open[-1]][-1] += data
        if {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1] += data

    @property
    def names(self) -> set[str]:
        return {tag for tag, _attributes in self.tags}
