"""An archive to measure with: games of several groups, as the program writes them, the same in every run."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from prefcount.entries.models import Entry, Header
from prefcount.games.game import Question
from prefcount.session.session import Session
from tests.bench.material import BEGAN, HAND_LASTS, save

HANDS = 40
FILES_A_FOLDER = 250
GROUPS = 50
"""Number of groups that play in turns, each with its own names, rules and number of players."""
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
_NAMED = frozenset({"who", "contract", "suit", "calls"})
"""Questions whose answers are not numbers near the likeliest answer."""
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
    """Players who meet regularly, and the rules that they play by."""

    players: tuple[str, ...]
    rules: dict[str, Any]


def archive(folder: Path, games: int) -> list[Path]:
    """Write `games` games of 40 hands in folders of 250; replace a game that ends earlier."""
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
        hand = draw_typical_hand(session, random)
        at = BEGAN + (session.state.hands + 1) * HAND_LASTS
        session = session.accept(hand, at).session
    return session


_HOW_OFTEN = {"raspasy": 0.6, "other": 0.0, "6": 10.0, "7": 6.0, "8": 2.5, "9": 0.8, "10": 0.3, "leave": 0.1}
"""Weights of answers; all other answers weigh 1."""


def draw_typical_hand(session: Session, random: Random) -> Entry:
    """Draw a hand as tables play them: mostly sixes and sevens, with about the promised number of tricks."""
    answers: dict[str, str] = {}
    while isinstance(asked := session.game.ask(session.state, answers), Question):
        weights = [
            _HOW_OFTEN.get(choice.value, 1.0) if asked.field in _NAMED else 0.5 ** abs(at - asked.likely)
            for at, choice in enumerate(asked.choices)
        ]
        (choice,) = random.choices(asked.choices, weights)
        answers[asked.field] = choice.value
    return asked
