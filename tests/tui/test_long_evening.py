"""A long evening by keys alone gives the same file and results as the same hands without a screen."""

import re
from pathlib import Path
from random import Random
from typing import Any

from prefcount.render.text_cells import signed
from prefcount.session.outcome import settle_session
from prefcount.session.session import Session
from tests.helpers import GAME, header
from tests.tui.game_files import game_file, on_disk, without
from tests.tui.terminal import Terminal, running
from tests.waiting import until

HANDS = 18
TARGET = 100
"""A target that these hands do not reach."""

CYRILLIC = ("Анна", "Борис", "Вера", "Глеб")
RUSSIAN_LAYOUT = str.maketrans("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить")
"""The Russian letter on the key of each Latin one."""

KINDS = (
    *("{who} 6{suit} wp 6", "{who} 6{suit} pw 5", "{who} 6{suit} ww 6 3 1", "{who} 6{suit} ph"),
    *("{who} 7{suit} wp 7", "{who} 7{suit} pw 8", "{who} 7{suit} ww 6 1 3", "{who} 7{suit} pp"),
    *("{who} 8{suit} pp", "{who} 8{suit} pw 7", "{who} 9{suit} wp 10", "{who} 10{suit} ww 9 0 1"),
    *("{who} m 0", "{who} m 3", "{who} 7{suit} -3", "{who} 6{suit} wh 6", "raspasy", "raspasy", "raspasy"),
)


def evening(names: tuple[str, ...]) -> Session:
    """Play hands of every kind without a screen."""
    random, game = Random(40), Session(header(names, target=TARGET))
    kinds = [KINDS[at % len(KINDS)] for at in range(HANDS)]
    random.shuffle(kinds)
    for kind in kinds:
        state: Any = game.state
        active = [state.names[player] for player in state.seats.active(state.dealer)]
        line = kind.format(who=random.choice(active), suit=random.choice("scdhn"))
        if line == "raspasy":
            tricks = {name: random.randint(0, 2) for name in game.players}
            loser = random.choice(active)
            tricks[loser] += 10 - sum(tricks.values())
            line = f"r {' '.join(map(str, tricks.values()))}"
        game = game.accept(GAME.parse(game.state, line)).session
    return game


def lines_of(game: Session) -> list[str]:
    return [game.line(step) for step in game.replay.steps]


def same(typed: Session, folded: Session) -> None:
    """Check that the file has exactly these hands and results."""
    skipped = ("at", "prev")
    assert [without(each, *skipped) for each in typed.entries] == [
        without(each, *skipped) for each in folded.entries
    ]
    assert typed.header == folded.header
    assert typed.state._replace(latest=None) == folded.state  # only what is typed has a time
    assert typed.replay.histories() == folded.replay.histories()
    assert settle_session(typed) == settle_session(folded)


async def written(terminal: Terminal, entries: int) -> None:
    what = f"entry {entries}"
    await until(terminal.pilot, lambda: len(terminal.open_session.session.entries) == entries, what)
    await until(terminal.pilot, lambda: terminal.app.focused, "the form to have the keys again")


async def test_hands_as_lines_on_a_russian_layout(folder: Path) -> None:
    game = evening(CYRILLIC)
    path = game_file(folder / "game.jsonl", players=CYRILLIC, target=TARGET)
    async with running(path) as terminal:
        for n, latin in enumerate(lines_of(game), 1):
            # The key of n types т, which is clubs in Russian, so no trumps are written nt.
            line = re.sub(r"\b(10|[6-9])n\b", r"\1nt", latin).translate(RUSSIAN_LAYOUT)
            assert not re.search("[a-z]", line)
            terminal.send(*line, "enter", "enter")
            await written(terminal, n)
        for name, result in zip(game.players, settle_session(game).exact, strict=True):
            assert terminal.row(name)[-2] == signed(result)
    same(on_disk(path), game)
