"""Random keys: the session on the screen is the one on the disk, and a form keeps what is typed."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from textual.screen import Screen
from textual.widgets import OptionList

from prefcount.store.reader import load
from prefcount.tui.games.new_game_screen import NewGameScreen
from prefcount.tui.kit.screens import QuestionScreen
from prefcount.tui.kit.widgets import Field
from prefcount.tui.paper.paper_screen import PaperScreen, ResultScreen
from prefcount.tui.table.table_screen import TableScreen
from tests.tui.game_files import game_file
from tests.tui.terminal import Terminal, running

KEYS = (
    *"0123456789-=" * 3,
    *("enter",) * 24,
    *("escape", "backspace", "up", "down", "left", "right") * 2,
    *("f1", "f2", "f3", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "delete", "tab", "tab", "shift+tab"),
    *("home", "end", "pageup", *"amwpr7hs /+.,яп"),
)
AT_ONCE = 12
"""Number of keys in one burst."""


def at_the_table(terminal: Terminal, path: Path) -> bool:
    """Return whether the same table is still open."""
    tables = [screen for screen in terminal.app.screen_stack if isinstance(screen, TableScreen)]
    return [table.open_session.path for table in tables] == [path]


async def press_anything(terminal: Terminal, path: Path, fate: random.Random, handfuls: int) -> None:
    """Press random keys while they do not leave the table."""
    pressed: list[str] = []
    for _ in range(handfuls):
        keys = fate.choices(KEYS, k=AT_ONCE)
        pressed += keys
        await terminal.burst(*keys)
        assert not terminal.app.return_code, pressed
        await terminal.work_done()  # in the list a question may wait for its answer
        loaded = load(path)
        assert loaded.faults == (), pressed
        if not at_the_table(terminal, path):
            return
        known = [(entry.n, entry.kind) for entry in terminal.open_session.session.entries]
        assert known == [(entry.n, entry.kind) for entry in loaded.session.entries], pressed


async def test_random_keys_leave_table_and_disk_equal(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris m 0", "r 3 5 2")
    fate = random.Random(0)
    for _ in range(2):
        async with running(path) as terminal:
            await press_anything(terminal, path, fate, handfuls=3)


# --- forms ---------------------------------------------------------------------------------------

AT_THE_LIST: dict[str, tuple[str, ...]] = {
    "a new game": ("f2",),
    "the rules of a new game": ("f2", "ctrl+r"),
    "the search": ("a",),
    "a path": ("f12",),
    "payments": ("ctrl+d",),
}
AT_THE_TABLE: dict[str, tuple[str, ...]] = {
    "an old sheet": ("ctrl+o",),
    "only the result": ("ctrl+o", "ctrl+o"),
    "the price": ("f5", "f7"),
    "the name of rules": ("ctrl+r", "ctrl+s"),
    "a file of rules": ("ctrl+r", "f12"),
    "a misspelled name": ("f7", "1"),
    "the seats": ("9", "9", "2"),
    "the date": ("9", "9", "3"),
    "another file": ("f12", "f2"),
}
"""The keys that open each form."""
MOVES = ("tab", "shift+tab", "up", "down", "left", "right", "home", "end", "pageup", "pagedown")
LETTERS = "abegknoprvxyzабвгдж0123456789"
WALKS_ON = (NewGameScreen, PaperScreen, ResultScreen)
"""Forms in which Enter goes to the next field. In others, it answers a question."""


def has_typed(terminal: Terminal, word: str) -> bool:
    """Return whether a word is in a field of the screen, or in the line at the table."""
    return any(word in field.value for field in terminal.app.screen.query(Field))


async def fill_at_random(terminal: Terminal, fate: random.Random) -> None:
    """Move about, and then type a word in a field that takes any text and press Enter, in one burst."""
    await terminal.burst(*fate.choices((*MOVES, "space", "backspace", "delete"), k=4))
    screen, field = terminal.app.screen, terminal.app.focused
    if isinstance(field, OptionList) and isinstance(screen, NewGameScreen):
        await terminal.press("escape")  # the list that the space bar has opened
    elif isinstance(field, Field) and field.type == "text" and len(field.value) < (field.max_length or 100):
        word = "".join(fate.choices(LETTERS, k=min(5, (field.max_length or 100) - len(field.value))))
        goes_on = isinstance(screen, WALKS_ON)
        await terminal.burst("end", *word, *["enter"] * goes_on)
        assert has_typed(terminal, word), word
        assert (terminal.app.focused is not field) == goes_on, word


async def leave(terminal: Terminal, to: Screen[Any]) -> None:
    """Press Escape, and leave where the program asks, until the screen is `to` without anything typed."""
    for _ in range(12):
        if terminal.app.screen is to and not has_pending(to):
            return
        await terminal.press("f2" if isinstance(terminal.app.screen, QuestionScreen) else "escape")
    raise AssertionError(terminal.frame)


def has_pending(screen: Screen[Any]) -> bool:
    """Return whether something is typed on the screen, or a part of a question is answered."""
    if isinstance(screen, TableScreen):
        return screen.prompt.is_open or screen.is_looking_back or screen.pending_input.has_input
    return any(field.has_class("-shown") for field in screen.query(Field))


def written(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, but not the locks and drafts of a table."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".lock", ".half"))
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.mark.parametrize("forms", [AT_THE_LIST, AT_THE_TABLE], ids=["list", "table"])
async def test_random_keys_in_a_form_lose_nothing_and_write_nothing(
    folder: Path, forms: Mapping[str, tuple[str, ...]]
) -> None:
    path = game_file(folder / "game.jsonl", players=4)
    is_repeatable = settings.default is not None and settings.default.derandomize
    fate = random.Random("forms" if is_repeatable else None)
    before = written(folder)
    async with running(path if forms is AT_THE_TABLE else None) as terminal:
        bottom = terminal.app.screen
        for form, keys in list(forms.items()) * (1 if is_repeatable else 20):
            await terminal.burst(*keys)
            for _ in range(1 if is_repeatable else 3):
                await fill_at_random(terminal, fate)
            await terminal.burst(*fate.choices((*MOVES, *LETTERS), k=AT_ONCE))
            assert not terminal.app.return_code, form
            await leave(terminal, bottom)
            assert written(folder) == before, form
