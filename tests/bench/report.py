"""Figures next to their floors and goals."""

from collections.abc import Iterable, Sequence
from math import isnan
from statistics import median, quantiles
from typing import NamedTuple

from prefcount.render.text_cells import table_lines

MILLISECONDS = 1000


class Row(NamedTuple):
    """A measured figure.

    Attributes:
        name: the measure.
        value: the figure of this program.
        floor: the figure of the least program that could be used instead.
        goal: maximum of the value, or of the ratio if `relative`; None without a goal.
        relative: whether the goal is for the ratio.
        unit: unit of value and floor.
        ratio: value to floor, if it is not simply their quotient.
        decimals: decimals shown of value and floor.
        counted: whether the value is the same in every run.
    """

    name: str
    value: float
    floor: float | None = None
    goal: float | None = None
    relative: bool = False
    unit: str = ""
    ratio: float | None = None
    decimals: int = 0
    counted: bool = False

    @property
    def times(self) -> float | None:
        return self.value / self.floor if self.ratio is None and self.floor else self.ratio

    @property
    def reached(self) -> bool | None:
        """True if the goal is reached; None without a goal."""
        measured = self.times if self.relative else self.value
        return None if self.goal is None or measured is None else measured <= self.goal

    def cells(self) -> tuple[str, ...]:
        unit = f" {self.unit}".rstrip()
        shown = [
            "" if each is None else f"{each:,.{self.decimals}f}{unit}" for each in (self.value, self.floor)
        ]
        ratio = "" if self.times is None else f"{self.times:.2f} ×"
        goal = "" if self.goal is None else f"≤ {self.goal:,g}{' ×' if self.relative else unit}"
        return (self.name, *shown, ratio, goal, {None: "", True: "reached", False: "missed"}[self.reached])


def lines(rows: Iterable[Row]) -> list[str]:
    """Format the table, without figures that this system cannot measure."""
    known = [row.cells() for row in rows if not isnan(row.value)]
    return table_lines([("measure", "value", "floor", "ratio", "goal", ""), *known])


def paired(
    name: str, pairs: Sequence[tuple[float, float]], goal: float | None = None, *, relative: bool = True
) -> Row:
    """Return the medians of seconds and floors measured in turns, and the median of the ratios.

    A busy machine slows both sides of a pair down, so their ratio says more than the seconds.
    """
    value, floor = (MILLISECONDS * median(side) for side in zip(*pairs, strict=True))
    ratio = median(ours / least for ours, least in pairs)
    return Row(name, value, floor, goal, relative, "ms", ratio, 1)


def percentile95(seconds: Sequence[float]) -> float:
    """Return the 95th percentile in milliseconds."""
    return MILLISECONDS * quantiles(seconds, n=20, method="inclusive")[-1]
