"""Figures side by side with their floors, and what they are to be."""

from collections.abc import Iterable, Sequence
from math import isnan
from statistics import median, quantiles
from typing import NamedTuple

from prefcount.render.text_cells import table_lines

MILLISECONDS = 1000


class Row(NamedTuple):
    """One measure.

    Attributes:
        name: what was measured.
        value: the figure of this program.
        floor: the same of the least that could be done instead.
        goal: what `value` is to be at most, or the ratio where `relative`; None where nothing is asked.
        relative: whether the goal is one of the ratio.
        unit: of value and floor.
        ratio: value to floor, where it is not simply their quotient.
        decimals: with how many value and floor are shown.
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
        """The value as so many times its floor."""
        return self.value / self.floor if self.ratio is None and self.floor else self.ratio

    @property
    def reached(self) -> bool | None:
        """Whether the goal is reached; None where there is none."""
        measured = self.times if self.relative else self.value
        return None if self.goal is None or measured is None else measured <= self.goal

    def cells(self) -> tuple[str, ...]:
        """The row as it is printed."""
        unit = f" {self.unit}".rstrip()
        shown = [
            "" if each is None else f"{each:,.{self.decimals}f}{unit}" for each in (self.value, self.floor)
        ]
        ratio = "" if self.times is None else f"{self.times:.2f} ×"
        goal = "" if self.goal is None else f"≤ {self.goal:,g}{' ×' if self.relative else unit}"
        return (self.name, *shown, ratio, goal, {None: "", True: "reached", False: "missed"}[self.reached])


def lines(rows: Iterable[Row]) -> list[str]:
    """The table, without what this system cannot measure."""
    known = [row.cells() for row in rows if not isnan(row.value)]
    return table_lines([("measure", "value", "floor", "ratio", "goal", ""), *known])


def paired(
    name: str, pairs: Sequence[tuple[float, float]], goal: float | None = None, *, relative: bool = True
) -> Row:
    """Seconds measured in turns with those of a floor, as medians; the ratio is that of the pairs.

    A busy machine slows both sides of a pair down, so that their ratio says more than the seconds do.
    """
    value, floor = (MILLISECONDS * median(side) for side in zip(*pairs, strict=True))
    ratio = median(ours / least for ours, least in pairs)
    return Row(name, value, floor, goal, relative, "ms", ratio, 1)


def percentile95(seconds: Sequence[float]) -> float:
    """What 95 of 100 are below, in milliseconds."""
    return MILLISECONDS * quantiles(seconds, n=20, method="inclusive")[-1]
