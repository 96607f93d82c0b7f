"""What is made for everybody: once for each state, under a name that follows from what is shown."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from prefcount.session.reader import load
from prefcount.web import feed
from prefcount.web.feed import Feed, Shot, Watcher, event
from tests.session.files import by_program
from tests.tui.others import appended


def watcher(path: Path) -> Watcher:
    """Somebody who watches a file."""
    return Watcher(lambda: path, load(path))


def test_a_file_that_does_not_change(game: Path) -> None:
    """Then nothing is made."""
    watching = watcher(game)
    watching.first()
    assert [watching.look() for _ in range(3)] == [None] * 3


def test_a_hand(game: Path) -> None:
    """There is another state, of which page and event say the same."""
    watching = watcher(game)
    first = watching.first()
    appended(game, "r 3 5 2")
    second = watching.look()
    assert second is not None
    assert second.name != first.name
    assert b"r 3 5 2" in second.page
    assert b'data: <p class="said" dir="auto">2  r 3 5 2</p>\n' in second.event
    assert watching.look() is None


def test_equal_states_have_one_name(game: Path) -> None:
    """Also those of another server, so that nobody is told anew what he knows."""
    assert watcher(game).first() == watcher(game).first()


def test_a_file_that_is_gone_and_back(game: Path) -> None:
    """That is said, and not any more when it is there again."""
    watching = watcher(game)
    first = watching.first()
    content = game.read_bytes()
    game.unlink()
    gone = watching.look()
    assert gone is not None
    assert b"the file was moved or deleted" in gone.page
    game.write_bytes(content)
    assert watching.look() == first


def test_a_game_that_goes_on_elsewhere(game: Path, tmp_path: Path) -> None:
    """The other file is watched from then on, as soon as it can be read."""
    places = [game]
    watching = Watcher(lambda: places[-1], load(game))
    watching.first()
    places.append(tmp_path / "elsewhere.jsonl")
    assert watching.look() is None
    by_program(places[-1], "anna 7h wp 6", "r 3 5 2")
    moved = watching.look()
    assert moved is not None
    assert b"2  r 3 5 2" in moved.page
    assert watching.look() is None


def test_the_clock_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game on time the facts change without a hand; they are told when they do."""
    began = datetime(2026, 3, 6, 21, 0, tzinfo=UTC)
    path = by_program(tmp_path / "evening.jsonl", started=began, rules={"end": "time", "minutes": 60})
    monkeypatch.setattr(feed, "_now", lambda: began + timedelta(minutes=10))
    watching = watcher(path)
    assert b"10 of 60 minutes" in watching.first().page
    assert watching.look() is None
    monkeypatch.setattr(feed, "_now", lambda: began + timedelta(minutes=11))
    later = watching.look()
    assert later is not None
    assert b"11 of 60 minutes" in later.page


def test_an_event_of_any_text() -> None:
    """Whatever ends a line ends it here, too, and nothing else does: no text becomes another field."""
    told = event("game", "a\nid: b\r\ndata: c\rd\u2028e", "name")
    lines = told.decode().split("\n")
    assert lines == [
        "id: name",
        "event: game",
        "data: a",
        "data: id: b",
        "data: data: c",
        "data: d\u2028e",
        "",
        "",
    ]


async def test_only_the_newest_state_is_there() -> None:
    """Whoever comes late finds it; what was between is nowhere kept."""
    told = Feed(Shot("a", b"", b""))
    waiting = asyncio.create_task(told.after("a"))
    await asyncio.sleep(0)
    for name in "bcd":
        told.show(Shot(name, b"", b""))
    await asyncio.wait_for(waiting, 5)
    assert told.newest.name == "d"
    await asyncio.wait_for(told.after("a"), 5)
