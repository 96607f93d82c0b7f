"""An archive to measure with: games of several groups, as the program writes them, the same in every run."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from prefcount.entries.header import Header
from prefcount.session.session import Session
from tests.bench.material import BEGAN, HAND_LASTS, save, some_hand

HANDS = 40
FILES_A_FOLDER = 250
GROUPS = 50
"""So many groups of friends play in turns, each with its own names, conventions and number of people."""
_LATIN = (
    "Anna",
    "Boris",
    "Vera",
    "Gleb",
    "Darya",
    "Egor",
    "Zhanna",
    "Zakhar",
    "Irina",
    "Kirill",
    "Lidia",
    "Oleg",
)
_CYRILLIC = (
    "Анна",
    "Борис",
    "Вера",
    "Глеб",
    "Дарья",
    "Егор",
    "Жанна",
    "Захар",
    "Ирина",
    "Кирилл",
    "Лидия",
    "Олег",
)
_CONVENTIONS: tuple[dict[str, Any], ...] = (
    {"preset": "sochi", "target": 40},
    {"preset": "leningrad", "target": 60, "raspasy": {"exit": [6]}},
    {"preset": "rostov", "target": 40},
    {"preset": "sochi", "target": 40, "ten": "checked"},
    {
        "preset": "leningrad-sport",
        "target": 60,
        "minutes": 1000,
        "talon_bonus": False,
        "raspasy": {"exit": [6]},
    },
    {"preset": "classic", "target": 40},
)


class Group(NamedTuple):
    """People who meet again and again, and what they have agreed on."""

    players: tuple[str, ...]
    rules: dict[str, Any]


def archive(folder: Path, games: int) -> list[Path]:
    """So many games of 40 hands each, in folders of 250; a game that ends sooner is dealt anew."""
    groups = list(_groups(Random(0)))
    paths = []
    for number in range(games):
        shelf = folder / f"{number // FILES_A_FOLDER:03}"
        shelf.mkdir(exist_ok=True)
        paths.append(save(_game(groups[number % GROUPS], number), shelf / f"evening-{number:05}.jsonl"))
    return paths


def _groups(random: Random) -> Iterator[Group]:
    for number in range(GROUPS):
        size = 4 if number % 2 else 3
        yield Group(
            tuple(random.sample(_CYRILLIC if number % 5 == 0 else _LATIN, size)),
            _CONVENTIONS[number % len(_CONVENTIONS)],
        )


def _game(group: Group, number: int) -> Session:
    header = Header(
        kind="session",
        version=1,
        game="preferans",
        players=group.players,
        dealer=group.players[number % len(group.players)],
        rules=group.rules,
        stake="0.10",
        currency="EUR",
        started=BEGAN,
    )
    tries = (_played(Session(header), Random(f"{number} {again}")) for again in count())
    return next(session for session in tries if session.state.hands == HANDS)


def _played(session: Session, random: Random) -> Session:
    while session.state.hands < HANDS and not session.state.over:
        hand = some_hand(session, session.state, random)
        at = BEGAN + (session.state.hands + 1) * HAND_LASTS
        session = session.accepted(hand, at).session
    return session
