"""A report as PDF, set by typst from a template that gets every text as data.

typst comes with the extra `pdf`. Equal reports give equal files: no date goes in, and letters come from
the fonts inside typst; only scripts that these do not have are taken from the system's.
"""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any
from xml.etree.ElementTree import Element

from prefcount.base.i18n import N_
from prefcount.base.problems import invalid
from prefcount.render.report.content import report
from prefcount.render.report.svg import drawing, svg_text, words
from prefcount.session.session import Session

EPOCH = 0
"""The moment at which every file is said to be made, so that equal reports are equal files."""
MOST_ENTRIES = 2000
"""For each the typesetter takes an eighth of a megabyte of memory while it works."""
LONG_WORD = 24
"""Letters of a word that has room in one line of any part of a page."""
BREAK = "\u200b"
"""Has no width; a line may end there."""


def session_pdf(session: Session, file_hash: str) -> bytes:
    """The report of a session with the hash of its file as a PDF.

    Raises InvalidInput if the game is too long for that, or typst is not installed.
    """
    if len(session.entries) > MOST_ENTRIES:
        sentence = N_(
            "a PDF has room for {most} entries, and this game has {count}; make an HTML page instead: --html"
        )
        raise invalid(sentence, most=MOST_ENTRIES, count=len(session.entries))
    content = report(session, file_hash)
    drawn = drawing(content.view)
    texts = content._asdict()
    del texts["view"]
    columns = content.columns
    # without a blank a line ends nowhere else
    rows = tuple((name, column, totals.replace(".", f".{BREAK}")) for name, column, totals in columns.rows)
    texts["columns"] = None if drawn.complete or not content.sheet else columns._replace(rows=rows)
    texts |= {"short": content.is_short, "filled": content.fills_no_page}
    texts |= {"least_height": drawn.least_height, "most_height": drawn.most_height}
    return typeset({**texts, "words": "\n".join(words(content.view))}, drawn.picture)


def typeset(texts: Mapping[str, Any], picture: Element) -> bytes:
    """A PDF of texts and a picture by the template. Raises InvalidInput if typst is not installed."""
    try:
        import typst
    except ImportError:
        sentence = N_("a PDF needs typst; install it with: pip install 'prefcount[pdf]'")
        raise invalid(sentence) from None
    content = json.dumps({**_plain({"blank": False, "short": False, **texts}), "picture": svg_text(picture)})
    template = files("prefcount.render.report").joinpath("report.typ").read_bytes()
    made = typst.compile(template, format="pdf", sys_inputs={"report": content}, timestamp=EPOCH)
    if not isinstance(made, bytes):
        raise TypeError(f"typst made {type(made).__name__} of a report")
    return made


def _plain(value: Any) -> Any:
    """Named tuples as objects, all the way down, as JSON knows them, with words that fit into lines."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, str):
        return " ".join(map(_breakable, value.split(" ")))
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _breakable(word: str) -> str:
    """A word; one that is longer than a line may be ends its line after any letter."""
    return word if len(word) <= LONG_WORD or BREAK in word else BREAK.join(word)
