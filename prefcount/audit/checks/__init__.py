"""The checks. Each is a function from a loaded file to findings, and silent when all is well.

To add one: write a function with a docstring that names the mistake it catches, a `Code` for each name that
it gives findings, and put both as a `Check` into CHECKS. What only one game knows is a remark of that game.
"""

from collections.abc import Iterator
from pathlib import Path

from prefcount.audit.checks.check import Check, Code
from prefcount.audit.checks.claims import HOLD
from prefcount.audit.checks.conventions import KEPT
from prefcount.audit.checks.entries import FIT
from prefcount.audit.checks.files import SOUND
from prefcount.audit.checks.paper import POSSIBLE
from prefcount.audit.checks.plausibility import COURSE
from prefcount.audit.checks.results import ANNOUNCED
from prefcount.audit.checks.written import WRITTEN, chain_is_there, lines_are_the_programs
from prefcount.audit.entry_line import line_of
from prefcount.audit.findings import Finding, Report
from prefcount.games import GAMES, game_named
from prefcount.session.figure_doubts import book_doubts
from prefcount.session.reader import Loaded, LoadedBook
from prefcount.session.session import Session

CHECKS: tuple[Check, ...] = (SOUND, FIT, HOLD, ANNOUNCED, *COURSE, *WRITTEN, KEPT, POSSIBLE)
_REMARKS = frozenset(code.name for check in CHECKS for code in check.codes if code.remark)


def codes() -> dict[str, Code]:
    """Every code by its name: what is wrong first, then the remarks, those of all games included."""
    known = [code for check in CHECKS for code in check.codes]
    for game in map(game_named, GAMES):
        known += [Code(name, mistake, remark=True) for name, mistake in game.remarkable.items()]
    return {code.name: code for code in sorted(known, key=lambda code: code.remark)}


def examined(path: Path, loaded: Loaded) -> Report:
    """Everything that the checks find in a file."""
    session = loaded.session
    found = [finding for check in CHECKS for finding in check.find(loaded)]
    unlikely = _REMARKS.union(session.game.remarkable) if found else _REMARKS
    found = list(_with_lines(session, found))
    return Report(
        path,
        session.state.hands,
        tuple(each for each in found if each.code not in unlikely),
        tuple(each for each in found if each.code in unlikely),
    )


def examined_book(path: Path, loaded: LoadedBook) -> Report:
    """What is found in a book of payments: it is a file like others, and every payment can be."""
    found = [Finding(fault.code, fault.text, fault.entry) for fault in book_doubts(loaded)]
    remarks = [*lines_are_the_programs(loaded), *chain_is_there(loaded)]
    return Report(path, 0, tuple(sorted(found, key=lambda each: each.entry)), tuple(remarks))


def _with_lines(session: Session, found: list[Finding]) -> Iterator[Finding]:
    """The findings with the entries they are about, as people know them."""
    steps = {step.n: step for step in session.replay.steps} if found else {}
    for each in found:
        step = steps.get(each.entry)
        yield each if step is None else each._replace(line=line_of(session, step))
