"""Settlements and reports in sections as styled lines for a width."""

from collections.abc import Iterable, Iterator, Sequence

from textual.content import Content

from prefcount.base.i18n import _
from prefcount.games.protocol.scoring import SettlementTable
from prefcount.render.figures import figure
from prefcount.render.tables import Section, TableLine, fitted, wrap
from prefcount.render.text import file_line, payments, results
from prefcount.session.outcome import Outcome
from prefcount.session.session import Session

TITLE, QUIET, WARNING, NAME = "bold $text-accent", "$foreground-muted", "bold $text-warning", "bold"


def result_lines(settled: Outcome, file_hash: str, width: int) -> list[Content]:
    """Everybody's result and who pays whom, with the units as the other way to pay.

    Args:
        settled: the results.
        file_hash: the hash of the file, or "" before the end.
        width: of the lines, in cells.
    """
    (_nothing, *headings), *rows = results(settled)
    table = fitted([(_("Results"), *headings), *rows], width)
    lines = [Content.assemble(*_result_cells(line, settled.whole)) for line in table]
    lines.append(Content(""))
    lines += _sentences(payments(settled), width, NAME)
    if settled.money is not None and settled.payments:
        in_units = "; ".join(payments(settled._replace(money=None)))
        said = _("or in {units}: {payments}").format(units=_(settled.words.heading), payments=in_units)
        lines += _sentences([said], width, QUIET)
    return lines + _sentences([file_line(file_hash)] if file_hash else [], width, QUIET)


def _result_cells(line: TableLine, whole: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The cells of a line of the results with their styles."""
    name, whists, *others = line.cells
    if line.row == 0:
        yield name, TITLE
        yield "".join((whists, *others)), QUIET
        return
    result = whole[line.row - 1]
    yield name, NAME
    yield whists, f"bold {'$text-success' if result > 0 else '$text-error' if result < 0 else ''}".rstrip()
    yield "".join(others), ""


def doubt_lines(session: Session, warning: object, width: int) -> list[Content]:
    """Why the figures should be looked at before anybody pays; nothing if all is well."""
    said = [str(warning)] if warning is not None else []
    numbers = ", ".join(str(step.n) for step in session.replay.steps if step.problems)
    if numbers:
        said.append(_("Not counted: {numbers}. The list of hands says why.").format(numbers=numbers))
    return [*_sentences(said, width, WARNING), Content("")] if said else []


def step_lines(steps: Sequence[SettlementTable], width: int) -> list[Content]:
    """The calculation step by step, each with its explanation and its table."""
    lines: list[Content] = []
    for number, step in enumerate(steps, 1):
        lines += _sentences([f"{number}  {step.title}"], width, TITLE)
        lines += _sentences([str(step.explanation)], width, QUIET)
        rows = [tuple(map(str, step.headings)), *(tuple(map(figure, row)) for row in step.rows)]
        lines += [_step_line(line) for line in fitted(rows, width)]
        lines.append(Content(""))
    return lines[:-1]


def _step_line(line: TableLine) -> Content:
    *cells, last = line.cells
    style = QUIET if line.row == 0 else ""
    return Content.assemble(("".join(cells), style), (last, style or NAME))


def _sentences(said: Sequence[str], width: int, style: str) -> list[Content]:
    return [Content.styled(line, style) for sentence in said for line in wrap(sentence, width)]


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
