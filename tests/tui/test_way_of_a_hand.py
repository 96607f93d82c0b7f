"""docs/architecture.md tells the way of a hand through the program as it really is."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import prefcount
from prefcount.games.preferans.play import forget
from tests.documents import SPAN, sections
from tests.tui.game_files import game_file
from tests.tui.terminal import running

DOCUMENT = "docs/architecture.md"
LINE = "anna 7h wp 7"
PROGRAM = str(Path(prefcount.__file__).parent)

Place = tuple[str, str]
"""A file of the program and the name of what is called in it."""


def told() -> list[list[Place]]:
    """The calls of both tables, in their order."""
    [section] = [each for each in sections(DOCUMENT) if each.anchor == "the-way-of-a-hand"]
    assert LINE in section.spans
    found = []
    for table in section.tables:
        rows = [SPAN.findall(row[0]) for row in table[1:]]
        found.append([(file, called) for file, called in rows])
    return found


@contextmanager
def calls() -> Iterator[list[Place]]:
    """Everything of the program that is called from here on, in every thread that is begun."""
    met: list[Place] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PROGRAM):
            met.append((code.co_filename[len(PROGRAM) + 1 :], code.co_qualname))

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield met
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def test_the_way_of_a_hand(folder: Path) -> None:
    """Each table names calls of its `Enter` in the order in which they come first."""
    forget()
    path = game_file(folder / "game.jsonl")
    read, written = told()
    with calls() as met:
        async with running(path) as terminal:
            await terminal.shows("Who plays?")
            await terminal.write(LINE)
            met.clear()
            await terminal.press("enter")
            await terminal.shows("Enter records it, Esc goes back")
            assert [place for place in dict.fromkeys(met) if place in read] == read
            met.clear()
            await terminal.press("enter")
            await terminal.shows("Recorded: hand 1.")
            assert [place for place in dict.fromkeys(met) if place in written] == written
