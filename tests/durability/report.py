"""The results of a measure: figures, and whether they are as expected."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from prefcount.render.text_cells import table_lines

ROOT = Path(__file__).parents[2]


class Row(NamedTuple):
    """A result of a measure.

    Attributes:
        name: the measure.
        figures: counts by name.
        bad: names of the figures that must be zero. In a control at least one of them must not be zero.
        control: whether a wrong way was measured, which must be seen to fail.
        skipped: reason why it could not be measured here, or "".
    """

    name: str
    figures: Mapping[str, int]
    bad: tuple[str, ...]
    control: bool = False
    skipped: str = ""

    @property
    def fails(self) -> bool:
        """True if anything was lost, missed or shown wrongly."""
        return any(self.figures[each] for each in self.bad)

    @property
    def as_expected(self) -> bool:
        """True if nothing fails, or if a control fails."""
        return bool(self.skipped) or self.fails == self.control

    @property
    def verdict(self) -> str:
        """The outcome in two words."""
        if self.skipped:
            return "not here"
        if self.control:
            return "control seen" if self.fails else "CONTROL MISSED"
        return "FAILS" if self.fails else "holds"


def lines(rows: Iterable[Row]) -> list[str]:
    shown = []
    for row in rows:
        figures = ", ".join(f"{count:,} {what}" for what, count in row.figures.items())
        shown.append((row.name, row.verdict, row.skipped or figures))
    return table_lines([("measure", "outcome", "counted"), *shown], left=3)


def as_json(rows: Iterable[Row]) -> str:
    return json.dumps([row._asdict() for row in rows])
