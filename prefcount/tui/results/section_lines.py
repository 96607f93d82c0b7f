"""A report in sections as styled lines for a width."""

from collections.abc import Iterable, Iterator

from textual.content import Content

from prefcount.render.sections import Section
from prefcount.render.wrapped_tables import fitted, wrap
from prefcount.tui.results.settlement_lines import NAME, QUIET, TITLE


def section_lines(sections: Iterable[Section], width: int) -> list[Content]:
    """The lines of sections, a blank one between them."""
    lines: list[Content] = []
    for section in sections:
        lines += [*_lines(section, width), Content("")]
    return lines[:-1]


def _lines(section: Section, width: int) -> Iterator[Content]:
    for sentence, style in ((section.title, TITLE), *((said, QUIET) for said in section.sentences)):
        if sentence:
            yield from (Content.styled(line, style) for line in wrap(sentence, width))
    for line in fitted(section.rows, width) if section.rows else ():
        name, *cells = line.cells
        heading = line.row == 0
        yield Content.assemble((name, QUIET if heading else NAME), ("".join(cells), QUIET if heading else ""))
