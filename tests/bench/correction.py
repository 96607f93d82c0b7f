"""A correction of the first of 1,000 hands, until the sheet is right again, without a screen."""

import gc
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

from prefcount.__main__ import CYCLE_SEARCH_THRESHOLD
from prefcount.entries.models import Entry
from prefcount.render.sheet_drawing import draw_compact
from prefcount.render.view import table_view
from prefcount.session.session import Session
from tests.bench.material import draw_correction, evening
from tests.bench.report import Row, paired

HANDS = 1000
CELLS = 78
"""Width of the sheet in a terminal of 80 columns."""


class Parts(NamedTuple):
    """Processor seconds for each part of a correction, and for a replay of all hands."""

    accepted: float
    viewed: float
    drawn: float
    folded: float

    @property
    def whole(self) -> float:
        return self.accepted + self.viewed + self.drawn


def correction(_folder: Path, rounds: int) -> Iterator[Row]:
    """Replace hand 1 by another one in every round, so that no result of an earlier round can be used.

    The garbage collector looks for cycles as seldom as in the program.
    """
    gc.set_threshold(CYCLE_SEARCH_THRESHOLD, 20, 20)
    session, random = evening(HANDS), Random(0)
    table_view(session)
    rows: list[Parts] = []
    for _round in range(rounds + 1):
        session, parts = _time_correction(session, draw_correction(session, 1, random))
        rows.append(parts)
    del rows[0]
    whole = [(parts.whole, parts.folded) for parts in rows]
    yield paired(f"correction of hand 1 of {HANDS:,}", whole, 16.7, relative=False)
    yield paired("  accepted", [(parts.accepted, parts.folded) for parts in rows], relative=False)
    yield paired("  looked at", [(parts.viewed, parts.folded) for parts in rows], relative=False)
    yield paired("  drawn", [(parts.drawn, parts.folded) for parts in rows], relative=False)


def _time_correction(session: Session, entry: Entry) -> tuple[Session, Parts]:
    gc.collect()
    times = [process_time()]
    after = session.accept(entry).session
    times.append(process_time())
    view = table_view(after)
    times.append(process_time())
    draw_compact(view, CELLS)
    times.append(process_time())
    folded = Session(after.header, after.entries)
    assert folded.state == after.state
    times.append(process_time())
    return after, Parts(*(end - begin for begin, end in pairwise(times)))
