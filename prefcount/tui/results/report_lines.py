"""Lines and the chart of results, for the screens of settlement, statistics and what if."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.renderables.digits import DIGITS, DIGITS3X3
from textual.strip import Strip
from textual.widget import Widget

from prefcount.base.i18n import _
from prefcount.base.locale_format import format_money_column
from prefcount.games.game import SettlementTable
from prefcount.ledger import Amount
from prefcount.render.chart import ScoreHistory, draw_chart
from prefcount.render.sheet_drawing import Piece
from prefcount.render.text import (
    explain_hash,
    payment_lines,
    result_rows,
    rounding_lines,
    settlement_step_rows,
)
from prefcount.render.text_cells import Section, TableLine, clip, fit_table, join_with_dots, pad, signed
from prefcount.render.text_cells import width as cells_of
from prefcount.session.outcome import Outcome, find_wrong_announcement
from prefcount.session.session import Session
from prefcount.tui.kit.widgets import component_classes, styled_strip, wrapped


class Chart(Widget):
    """A chart of scores over time.

    Attributes:
        course: the scores after each hand, or a function that returns them.
    """

    DEFAULT_CSS = """
    Chart { height: 12; padding: 0 1; }
    Chart .chart--title { color: $text-accent; text-style: bold; }
    Chart .chart--line { color: $primary; }
    Chart .chart--label { color: $foreground-muted; }
    Chart .chart--zero { color: $foreground-muted; }
    Chart .chart--player0 { color: $text-primary; text-style: bold; }
    Chart .chart--player1 { color: $text-warning; text-style: bold; }
    Chart .chart--player2 { color: $text-success; text-style: bold; }
    Chart .chart--player3 { color: $text-error; text-style: bold; }
    Chart .chart--player4 { color: $text-secondary; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = component_classes(DEFAULT_CSS)

    course: reactive[ScoreHistory | Callable[[], ScoreHistory] | None] = reactive(None)
    _drawn: tuple[object, list[list[Piece]]] = (None, [])

    def retranslate(self) -> None:
        self._drawn = (None, [])

    def lines(self, size: Size) -> list[list[Piece]]:
        if self.course is not None and self._drawn[0] != (self.course, size):
            course = self.course if isinstance(self.course, ScoreHistory) else self.course()
            self._drawn = ((self.course, size), draw_chart(course, size.width, size.height))
        return self._drawn[1] if self.course is not None else []

    def render_line(self, y: int) -> Strip:
        lines = self.lines(self.content_size)
        return styled_strip(self, "chart", lines[y] if y < len(lines) else [], self.content_size.width)


TITLE, QUIET, WARNING, NAME = "bold $text-accent", "$foreground-muted", "bold $text-warning", "bold"


def result_lines(
    settled: Outcome, file_hash: str, width: int, *, large: bool = False, payments: str = ""
) -> list[Content]:
    """Return the results and payments of all players as lines.

    Args:
        settled: the settled game.
        file_hash: the hash of the session file, shown as a check code, or "".
        width: the width of the lines in cells.
        large: whether to show the results in large digits.
        payments: a list of the payments that were recorded since the game, such as "Anna → Boris 5", or "".
    """
    in_large = large_results(settled, width) if large else []
    lines = [*in_large, Content("")] if in_large else []
    has_coin = settled.money is not None and settled.money.coin is not None
    if settled.exact != settled.counted or has_coin or not in_large:
        (_nothing, *headings), *rows = result_rows(settled)
        table = [(_("Results"), *headings), *rows]
        lines += [Content.assemble(*_result_cells(line, settled.counted)) for line in fit_table(table, width)]
        lines.append(Content(""))
    lines += wrapped("\n".join(payment_lines(settled)), width, NAME)
    lines += rounding_sentences(settled, width) + recorded_payments(payments, width)
    return lines + wrapped(explain_hash(file_hash) if file_hash else "", width, QUIET)


def recorded_payments(payments: str, width: int) -> list[Content]:
    """Return a sentence with the payments that were recorded since a game, or nothing if there are none."""
    sentence = _("Recorded since this game: {payments}")
    return wrapped(sentence.format(payments=payments) if payments else "", width, QUIET)


def rounding_sentences(settled: Outcome, width: int) -> list[Content]:
    """Return sentences about the rounding of results, and about players who get units left over by it."""
    return wrapped("\n".join(rounding_lines(settled)), width, QUIET)


MAX_NAMED_ENTRIES = 9
"""Maximum number of entries named in the sentence that says that they do not count."""
DIGIT_ROWS = 3
"""Height of a large digit."""


def large_results(settled: Outcome, width: int) -> list[Content]:
    """Return the players' names with their results in large digits, and the money that they win or lose.

    Return [] if `width` is too small for two results next to each other.
    """
    paid, best = settled.money, max(settled.exact)
    money = format_money_column(paid.amounts, paid.currency, signed=True) if paid else []
    blocks = list[tuple[list[str], str]]()
    for index, name in enumerate(settled.players):
        result = settled.counted[index]
        won = settled.exact[index] == best > 0
        lines = [f"★ {name}" if won else name, *_large(result)]
        lines += money[index : index + 1]
        blocks.append((lines, _style(result, won=won)))
    beside = width // (2 + max(cells_of(lines[1]) for lines, _style_of in blocks))
    columns = min(beside, len(blocks))
    if beside < min(2, len(blocks)):
        return []
    column, rows = width // columns, -(-len(blocks) // columns)
    in_row = -(-len(blocks) // rows)  # as few rows as possible, of about the same length
    return [
        Content.assemble(*((pad(clip(lines[index], column - 1), column), style) for lines, style in row))
        for row in (blocks[first : first + in_row] for first in range(0, len(blocks), in_row))
        for index in range(len(row[0][0]))
    ]


def _style(result: Amount, *, won: bool) -> str:
    style = "$text-success" if result > 0 else "$text-error" if result < 0 else ""
    return f"bold {style}".rstrip() if won else style


def _large(result: Amount) -> list[str]:
    shown = signed(result).replace("−", "-")
    large = re.split("(?<![0-9])(?=[0-9]+/)|(?=[^-+0-9/])", shown, maxsplit=1)
    pieces = [DIGITS3X3[DIGIT_ROWS * DIGITS.index(sign) :][:DIGIT_ROWS] for sign in large[0]]
    fraction = ("", "".join(large[1:]).strip(), "")
    return ["".join(f"{piece[row]:3}" for piece in pieces) + fraction[row] for row in range(DIGIT_ROWS)]


def _result_cells(line: TableLine, results: Sequence[Amount]) -> Iterator[tuple[str, str]]:
    name, whists, *others = line.cells
    if line.row == 0:
        yield name, TITLE
        yield "".join((whists, *others)), QUIET
        return
    result = results[line.row - 1]
    yield name, NAME
    yield whists, _style(result, won=True)
    yield "".join(others), ""


def doubt_lines(session: Session, warning: object, width: int) -> list[Content]:
    """Return reasons to check the figures before money is paid, such as a damaged file.

    Args:
        session: the session.
        warning: a reason to show first, or None.
        width: the width of the lines in cells.
    """
    sentences = [str(warning)] if warning is not None else []
    names = [str(step.name) for step in session.replay.steps if step.problems]
    if names:
        numbers = ", ".join(names[:MAX_NAMED_ENTRIES])
        if len(names) > MAX_NAMED_ENTRIES:
            numbers = _("{numbers} and {n} more").format(numbers=numbers, n=len(names) - MAX_NAMED_ENTRIES)
        sentences.append(
            _("Entries that do not count: {numbers}. The list of hands says why.").format(numbers=numbers)
        )
    lines = wrapped("\n".join(sentences), width, WARNING) + announced_lines(session, width)
    return [*lines, Content("")] if lines else []


def announced_lines(session: Session, width: int) -> list[Content]:
    """Return lines about players whose result, as announced at the end, differs from the recorded hands."""
    announced = ", ".join(f"{name} {signed(each)}" for name, each in find_wrong_announcement(session).items())
    sentence = _("These results were announced at the end, but the hands give others: {results}")
    return wrapped(sentence.format(results=announced) if announced else "", width, WARNING)


def step_lines(steps: Sequence[SettlementTable], width: int) -> list[Content]:
    lines: list[Content] = []
    for number, step in enumerate(steps, 1):
        explanation = str(step.explanation).replace("\N{NO-BREAK SPACE}", " ")  # of prices, for pages
        lines += wrapped(f"{number}  {step.title}", width, TITLE) + wrapped(explanation, width, QUIET)
        for line in fit_table([tuple(map(str, step.headings)), *settlement_step_rows(step)], width):
            *cells, last = line.cells
            style = QUIET if line.row == 0 else ""
            lines.append(Content.assemble(("".join(cells), style), (last, style or NAME)))
        lines.append(Content(""))
    return lines[:-1]


def section_lines(sections: Iterable[Section], width: int) -> list[Content]:
    """Return the titles, sentences and tables of sections as lines that fit `width`."""
    lines: list[Content] = []
    for section in sections:
        for sentence, style in ((section.title, TITLE), *((said, QUIET) for said in section.sentences)):
            if sentence:
                lines += [
                    Content.styled(line, style) for line in join_with_dots(sentence.split(" · "), width)
                ]
        for row in fit_table(section.rows, width) if section.rows else ():
            name, *cells = row.cells
            styles = (QUIET, QUIET) if row.row == 0 else (NAME, "")
            lines.append(Content.assemble((name, styles[0]), ("".join(cells), styles[1])))
        lines.append(Content(""))
    return lines[:-1]
