"""Sections of a report for screens and commands: a title, sentences, a table."""

from collections.abc import Iterable
from typing import NamedTuple

from prefcount.render.text_cells import table


class Section(NamedTuple):
    """A part of a report.

    Attributes:
        title: its title, or "".
        sentences: sentences below the title.
        rows: a table, headings first; its first column stands left, the others right.
    """

    title: str
    sentences: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def plain(sections: Iterable[Section]) -> str:
    """The sections as plain text, a blank line between them."""
    parts = ([*filter(None, [each.title]), *each.sentences, *table(each.rows)] for each in sections)
    return "\n\n".join("\n".join(part) for part in parts)
