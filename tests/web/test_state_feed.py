"""Tests of the states for readers: made once per language, with names that depend on the content."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from prefcount.store.reader import load
from prefcount.web.server import SessionWatcher, Snapshot, StateFeed, server_sent_event
from tests.store.files import by_program
from tests.tui.second_table import appended


def watcher(path: Path) -> SessionWatcher:
    return SessionWatcher(lambda: path, load(path))


def test_a_hand_makes_another_state(game: Path) -> None:
    watching = watcher(game)
    first = watching.first_state().snapshot("en")
    appended(game, "r 3 5 2")
    moment = watching.poll()
    assert moment is not None
    second = moment.snapshot("en")
    assert second.name != first.name
    assert b"raspasy: Anna 3, Boris 5, Vera 2" in second.page
    assert b'data: <p class="said" dir="auto">raspasy: Anna 3, Boris 5, Vera 2</p>\n' in second.event
    assert watching.poll() is None


def test_equal_states_have_equal_names(game: Path) -> None:
    assert watcher(game).first_state().snapshot("en") == watcher(game).first_state().snapshot("en")


def test_a_missing_file_is_reported_until_it_is_back(game: Path) -> None:
    watching = watcher(game)
    first = watching.first_state()
    content = game.read_bytes()
    game.unlink()
    gone = watching.poll()
    assert gone is not None
    assert b"the file was moved or deleted" in gone.snapshot("en").page
    game.write_bytes(content)
    back = watching.poll()
    assert back is not None
    assert back.snapshot("en") == first.snapshot("en")


def test_the_watcher_switches_to_another_file(game: Path, tmp_path: Path) -> None:
    places = [game]
    watching = SessionWatcher(lambda: places[-1], load(game))
    watching.first_state()
    places.append(tmp_path / "elsewhere.jsonl")
    assert watching.poll() is None
    by_program(places[-1], "anna 7h wp 6", "r 3 5 2")
    moved = watching.poll()
    assert moved is not None
    assert b"raspasy: Anna 3, Boris 5, Vera 2" in moved.snapshot("en").page
    assert watching.poll() is None


def test_facts_change_with_the_clock(tmp_path: Path) -> None:
    began = datetime(2026, 3, 6, 21, 0, tzinfo=UTC)
    path = by_program(tmp_path / "evening.jsonl", started=began, rules={"end": "time", "minutes": 60})
    times = [began + timedelta(minutes=10)]
    watching = SessionWatcher(lambda: path, load(path), lambda: times[-1])
    assert b"10 of 60 minutes" in watching.first_state().snapshot("en").page
    assert watching.poll() is None
    times.append(began + timedelta(minutes=11))
    later = watching.poll()
    assert later is not None
    assert b"11 of 60 minutes" in later.snapshot("en").page


def test_line_ends_in_data_start_no_field() -> None:
    told = server_sent_event("game", "a\nid: b\r\ndata: c\rd\u2028e", "name")
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


def test_snapshots_of_languages_have_different_names(game: Path) -> None:
    moment = watcher(game).first_state()
    english, russian = moment.snapshot("en"), moment.snapshot("ru")
    assert english.name != russian.name
    assert "Anna 7♥, Boris whists: 1 down" in english.page.decode()
    assert "Anna 7♥, Boris вистует: без одной" in russian.page.decode()
    assert (moment.snapshot("en"), moment.snapshot("ru")) == (english, russian)


class Maker:
    """Makes snapshots of a state, and counts the languages requested."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.asked: list[str] = []

    def __call__(self, code: str) -> Snapshot:
        self.asked.append(code)
        return Snapshot(f"{self.name}-{code}", b"", b"")


async def test_only_the_newest_state_is_kept() -> None:
    told = StateFeed(Maker("a"))
    waiting = asyncio.create_task(told.wait_for_change("en", "a-en"))
    await asyncio.sleep(0)
    for name in "bcd":
        told.publish(Maker(name))
    await asyncio.wait_for(waiting, 5)
    assert (await told.newest_snapshot("en")).name == "d-en"
    await asyncio.wait_for(told.wait_for_change("en", "a-en"), 5)


async def test_a_language_is_made_once_at_its_first_request() -> None:
    first, second = Maker("a"), Maker("b")
    told = StateFeed(first)
    gone = asyncio.create_task(told.newest_snapshot("ru"))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(*(told.newest_snapshot("ru") for _ in range(5)))
    assert first.asked == ["ru"]
    told.publish(second)
    await asyncio.gather(*(told.newest_snapshot(code) for code in ("en", "ru", "en")))
    assert (first.asked, sorted(second.asked)) == (["ru"], ["en", "ru"])


async def test_waiting_readers_are_released_at_the_end() -> None:
    told = StateFeed(Maker("a"))
    waiting = asyncio.create_task(told.wait_for_change("ru", "a-ru"))
    await told.newest_snapshot("ru")
    assert not waiting.done()
    told.close()
    await asyncio.wait_for(waiting, 5)
