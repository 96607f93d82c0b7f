"""Sample games, typed key by key: file and results are those of the samples."""

import hashlib
from pathlib import Path

from prefcount.games.protocol.state import State
from prefcount.session.outcome import outcome
from prefcount.session.session import Session
from prefcount.store.reader import load
from tests.helpers import GAME
from tests.tui import new_game
from tests.tui.game_files import keys, on_disk, without
from tests.tui.terminal import Terminal, running
from tests.waiting import until

SAMPLES = Path(__file__).parents[2] / "sample_sessions"
EVENING = "cyrillic-names"
"""Three players with names in another alphabet."""


async def begin(terminal: Terminal, folder: Path, evening: Session) -> Path:
    """Begin a game in the form with the header of another one."""
    header = evening.header
    money = {key: value for key in ("stake", "currency") if (value := getattr(header, key)) is not None}
    await new_game.opened(terminal)
    await new_game.fill(
        terminal,
        header.players,
        dealer=header.players.index(header.dealer or header.players[0]),
        preset=list(GAME.presets).index(header.rules["preset"]),
        goal=str(header.rules["target"]),
        **money,
    )
    await terminal.press("f2")
    await terminal.shows("Who plays?")
    return terminal.open_session.path


async def play(terminal: Terminal, state: State, evening: Session, number: int) -> None:
    """Enter one hand as the scorer would: by digits, or as a line where it says more than is asked."""
    step = evening.replay.step(number)
    if getattr(step.entry, "blind", False):
        terminal.send(*evening.line(step), "enter", "enter")
    else:
        terminal.send(*keys(state, step.effective.written), "enter")
    entries = len(terminal.open_session.session.entries) + 1
    await until(
        terminal.pilot, lambda: len(terminal.open_session.session.entries) == entries, f"hand {number}"
    )
    await until(terminal.pilot, lambda: terminal.app.focused, "the form to have the keys again")


async def test_an_evening_at_the_keyboard_gives_the_file_and_the_results_of_the_replay(
    folder: Path,
) -> None:
    """By a scorer who writes suits down too: the samples have them."""
    evening = load(SAMPLES / f"{EVENING}.jsonl").session
    hands = [entry for entry in evening.entries if entry.kind in GAME.hand_kinds]
    async with running() as terminal:
        path = await begin(terminal, folder, evening)
        await terminal.press("ctrl+t")
        for hand in hands:
            await terminal.shows("Who plays?")
            await play(terminal, terminal.open_session.session.state, evening, hand.n or 0)
        await terminal.shows("The game is over.")
        await terminal.press("f5", "f2", "f2")
        await terminal.shows("recorded and sealed")
    typed = on_disk(path)
    *played, end = typed.entries
    skipped = ("n", "at", "prev", "note")
    assert [without(entry, *skipped) for entry in played] == [without(entry, *skipped) for entry in hands]
    assert [entry.n for entry in typed.entries] == list(range(1, len(hands) + 2))
    assert outcome(typed)[:4] == outcome(evening)[:4]
    assert without(end, *skipped, "seal") == without(evening.entries[-1], *skipped, "seal")
    *before, _last = path.read_bytes().splitlines(keepends=True)
    assert end.model_dump()["seal"] == hashlib.sha256(b"".join(before)).hexdigest()
    shared = {"players", "dealer", "rules", "stake", "currency"}
    assert typed.header.model_dump(include=shared) == evening.header.model_dump(include=shared)
