"""The results of a game hand by hand, and their line chart in Braille cells of eight dots."""

import itertools
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from prefcount.base import locale_format
from prefcount.base.i18n import Text, _, text
from prefcount.ledger import Amount
from prefcount.render.sheet_drawing import Canvas, Piece
from prefcount.render.text_cells import clip, figure, shorten_names, signed, width
from prefcount.session.session import Session


class ScoreHistory(NamedTuple):
    """The results of the players after each hand or each evening, for a chart.

    Attributes:
        title: the heading of the chart.
        results: for each player, the result at the start and after each hand or evening. A result is None
            before the player joined.
        step: the label of the horizontal axis, or "" for the usual label “hand”.
        days: the dates of the evenings, or () for a chart of hands.
    """

    title: Text
    players: tuple[str, ...]
    results: tuple[tuple[Amount | None, ...], ...]
    step: str = ""
    days: tuple[date, ...] = ()

    @property
    def hands(self) -> int:
        return len(self.results[0]) - 1


def score_history(session: Session) -> ScoreHistory:
    """Return the results of a session after each hand, for a chart.

    An adjustment between two hands counts as a part of the earlier hand.
    """
    played = session.replay
    states = (played.start, *(step.state for step in played.steps))
    after = {
        state.hands: (state, scaled_results)
        for state, scaled_results in zip(states, played.scaled_results(session.game), strict=True)
    }
    counted = session.game.counted_results
    points = [
        dict(zip(state.seats, counted(state, scaled_results), strict=True))
        for state, scaled_results in after.values()
    ]
    seats = session.state.seats
    title = text(session.game.words.course)
    results = tuple(tuple(point.get(player) for point in points) for player in seats)
    return ScoreHistory(title, session.players, results)


def round_ticks(least: int, most: int, count: int) -> tuple[int, ...]:
    """Return round numbers for the labels of an axis, such as (0, 10, 20) for an axis from −7 to 23.

    Args:
        least, most: the ends of the axis, such as −7 and 23.
        count: the maximum number of labels.
    """
    steps = (factor * 10**power for power in itertools.count() for factor in (1, 2, 4, 5))
    multiples = (range(-(-least // step) * step, most + 1, step) for step in steps)
    return tuple(next(scale for scale in multiples if len(scale) <= max(1, count)))


MARKERS = "●■▲◆▼"
MIN_COLUMNS, MIN_ROWS = 24, 7
MIN_NAME_WIDTH = 4
MARKER_DISTANCE = 5
"""Minimum number of cells between two markers of a player."""

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BLANK = 0x2800

Point = tuple[int, int]
"""A dot: its column and row, in dots."""


class Plot(NamedTuple):
    """The area of a chart in which the lines are drawn, without labels.

    Attributes:
        left, top: the position of the upper left cell in the chart.
        columns, rows: the size in cells.
        hands: the number of the last hand, at the right end of the horizontal axis.
        least, most: the results at the bottom and at the top.
    """

    left: int
    top: int
    columns: int
    rows: int
    hands: int
    least: int
    most: int

    def dot(self, hand: int, result: Amount) -> Point:
        return (
            _scaled(hand, self.hands, 2 * self.columns - 1),
            _scaled(self.most - result, self.most - self.least, 4 * self.rows - 1),
        )

    def cell(self, hand: int, result: Amount) -> Point:
        x, y = self.dot(hand, result)
        return self.left + x // 2, self.top + y // 4


def draw_chart(course: ScoreHistory, columns: int, rows: int) -> list[list[Piece]]:
    """Draw a line chart of the players' results.

    Each line is labelled with the player's name and last result. If the chart is too small for lines, only
    the labels are drawn.

    Args:
        course: the results to draw.
        columns, rows: the size of the chart in cells.
    """
    canvas = Canvas(columns, rows)
    canvas.write(0, 0, clip(str(course.title), columns), "title")
    labels = _label_texts(course, columns // 3)
    played = course.hands > 0 and any(map(any, course.results))
    if not played or columns < MIN_COLUMNS or rows < MIN_ROWS:
        for at, label in enumerate(labels):
            canvas.write(0, at + 1, label, f"player{at}")
        return list(canvas.lines())
    plot = _plot(course, columns - max(map(width, labels)) - 1, rows)
    _draw_axes(canvas, plot, course)
    _draw_lines(canvas, plot, course)
    _draw_markers(canvas, plot, course)
    for at, y in enumerate(_label_rows(plot, [line[-1] or 0 for line in course.results])):
        canvas.write(plot.left + plot.columns + 1, y, labels[at], f"player{at}")
    return list(canvas.lines())


def _label_texts(course: ScoreHistory, room: int) -> list[str]:
    results = [signed(results[-1] or 0) for results in course.results]
    names = shorten_names(course.players, max(MIN_NAME_WIDTH, room - max(map(width, results), default=0) - 3))
    labels = enumerate(zip(names, results, strict=True))
    return [f"{_marker(at)} {name} {result}" for at, (name, result) in labels]


def _marker(player: int) -> str:
    return MARKERS[player % len(MARKERS)]


def _plot(course: ScoreHistory, right: int, rows: int) -> Plot:
    results = [result for line in course.results for result in line if result is not None]
    least, most = floor(min(0, *results)), ceil(max(0, *results))
    left = max(width(figure(least)), width(figure(most))) + 1
    return Plot(left, 1, right - left, rows - 3, course.hands, least, most)


def _draw_axes(canvas: Canvas, plot: Plot, course: ScoreHistory) -> None:
    bottom = plot.top + plot.rows
    canvas.down(plot.left - 1, plot.top, bottom)
    canvas.across(plot.left - 1, plot.left + plot.columns - 1, bottom)
    for result in round_ticks(plot.least, plot.most, 2 + plot.rows // 4):
        _x, y = plot.cell(0, result)
        canvas.write(plot.left - 1 - width(figure(result)), y, figure(result), "label")
        canvas.write(plot.left - 1, y, "┤", "line")
        if result == 0:
            canvas.write(plot.left, y, "┈" * plot.columns, "zero")
    _draw_hand_numbers(canvas, plot, bottom + 1, course)


def _draw_hand_numbers(canvas: Canvas, plot: Plot, y: int, course: ScoreHistory) -> None:
    free = plot.left + plot.columns
    canvas.write(free + 1, y, course.step or _("hand"), "label")
    room = 3 + width(locale_format.format_day(course.days[-1])) if course.days else 8
    round_ones = round_ticks(0, plot.hands, max(2, plot.columns // room))
    for hand in (plot.hands, *reversed(round_ones)):
        label = locale_format.format_day(course.days[hand]) if course.days else str(hand)
        x, _y = plot.cell(hand, 0)
        start = max(0, min(x - (width(label) - 1) // 2, plot.left + plot.columns - width(label)))
        if start + width(label) < free or hand == plot.hands:
            canvas.write(x, y - 1, "┴", "line")
            canvas.write(start, y, label, "label")
            free = start


def _draw_lines(canvas: Canvas, plot: Plot, course: ScoreHistory) -> None:
    dots: dict[Point, int] = {}
    for player, results in enumerate(course.results):
        points = [plot.dot(hand, result) for hand, result in enumerate(results) if result is not None]
        for start, end in pairwise(points):
            for x, y in _between(start, end):
                at = plot.left + x // 2, plot.top + y // 4
                dots[at] = dots.get(at, 0) | _DOTS[y % 4][x % 2]
                canvas.write(*at, chr(_BLANK + dots[at]), f"player{player}")


def _between(start: Point, end: Point) -> Iterator[Point]:
    (x, y), (to_x, to_y) = start, end
    steps = max(abs(to_x - x), abs(to_y - y), 1)
    for at in range(steps + 1):
        yield x + _scaled(at, steps, to_x - x), y + _scaled(at, steps, to_y - y)


def _draw_markers(canvas: Canvas, plot: Plot, course: ScoreHistory) -> None:
    every = max(1, -(-MARKER_DISTANCE * plot.hands // plot.columns))
    for player, results in enumerate(course.results):
        first = player * every // len(course.results)
        for hand, result in enumerate(results):
            if result is not None and (hand % every == first or hand == plot.hands):
                canvas.write(*plot.cell(hand, result), _marker(player), f"player{player}")


def _label_rows(plot: Plot, results: Sequence[Amount]) -> list[int]:
    order = sorted(range(len(results)), key=lambda player: -results[player])
    rows = [0] * len(results)
    free = plot.top
    for player in order:
        rows[player] = max(free, plot.cell(plot.hands, results[player])[1])
        free = rows[player] + 1
    limit = plot.top + plot.rows - 1
    for player in reversed(order):
        rows[player] = min(limit, rows[player])
        limit = rows[player] - 1
    return rows


def _scaled(part: Amount, whole: int, length: int) -> int:
    return (2 * part * length + whole) // (2 * whole)
