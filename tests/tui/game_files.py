"""Session files for the screens, written by the real journal, and hands as the keys that enter them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from prefcount.entries.common import Entry
from prefcount.games.protocol.entry import Question
from prefcount.games.protocol.state import State
from prefcount.session.session import Session
from prefcount.store.journal import Journal
from prefcount.store.reader import load
from tests.helpers import GAME, Players, header


def game_file(path: Path, *hands: str | Entry, players: Players = 3, **options: Any) -> Path:
    """A session in `path` with hands given as lines or entries, as the program would have written it.

    `options` are rules, and the fields of the header `dealer`, `started`, `stake` and `currency`.
    """
    fields: dict[str, Any] = {key: options.pop(key) for key in ("stake", "currency") if key in options}
    first = header(players, **options).model_copy(update=fields)
    session, journal = Session(first), Journal.create(path, first)
    for hand in hands:
        entry = GAME.parse(session.state, hand) if isinstance(hand, str) else hand
        session = session.accepted(entry).session
        journal.append(session.entries[-1])
    return path


def on_disk(path: Path) -> Session:
    """The session in a file in which nothing may be wrong."""
    loaded = load(path)
    assert loaded.faults == ()
    return loaded.session


def lines_on_disk(path: Path) -> list[str]:
    """The entries of a file, each in one line."""
    session = on_disk(path)
    return [session.line(step) for step in session.replay.steps]


def shortened(path: Path, source: Path, entries: int) -> Path:
    """The beginning of another session file."""
    lines = source.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: entries + 1]))
    return path


def keys(state: State, entry: Entry) -> list[str]:
    """The keys that enter a hand in the guided form, without the Enter that writes it."""
    answers: dict[str, str] = {}
    pressed: list[str] = []
    while isinstance(asked := GAME.ask(state, answers), Question):
        wanted = _answer(state, entry, asked.field)
        choice = next(choice for choice in asked.choices if wanted in (choice.value, str(choice.label)))
        pressed.append(choice.key)
        answers[asked.field] = choice.value
    return pressed


def _answer(state: State, entry: Any, field: str) -> str:
    """What the scorer answers when the hand is `entry`: the value of a choice, or its label."""
    match field:
        case "who":
            said = getattr(entry, "declarer", entry.kind)
        case "contract":
            said = str(entry.contract.level) if entry.kind == "game" else "misere"
        case "suit":
            said = entry.contract.trump
        case "calls" if entry.left_without:
            said = "leave"
        case "calls":
            said = "".join(entry.calls[name][0] for name in _callers(state, entry))
        case "tricks":
            said = entry.tricks[entry.declarer]
        case "first":
            said = entry.tricks[next(_callers(state, entry))]
        case _:
            names = [state.names[seat] for seat in state.seats]
            players = [name for name in names if name in entry.tricks]
            said = entry.tricks[players[int(field.removeprefix("tricks"))]]
    return str(said)


def _callers(state: State, entry: Any) -> Iterator[str]:
    """The defenders in their order, then the player who sits out, as far as they called."""
    seats = [state.names[seat] for seat in state.seats]
    at = seats.index(entry.declarer) + 1
    around = [*seats[at:], *seats[: at - 1]]
    dealer = state.names[state.dealer]
    if len(seats) == 4 and dealer in around:
        around = [*(name for name in around if name != dealer), dealer]
    return (name for name in around if name in entry.calls)


def without(entry: Entry, *fields: str) -> dict[str, Any]:
    """An entry as an object, without the fields that differ from game to game."""
    return entry.model_dump(by_alias=True, exclude_none=True, exclude=set(fields))
