"""Tests of the page in a real browser."""

from pathlib import Path

import pytest

from prefcount.store.journal import Journal
from prefcount.store.reader import load
from prefcount.web import server
from prefcount.web.page import language_query
from tests.store.files import by_hand, entry, void
from tests.tui.game_files import appended
from tests.web.browser import BEYOND, MIN_CONTRAST, Browser, browser_test, served

pytestmark = browser_test

SAMPLES = Path(__file__).parents[2] / "sample_sessions"
PHONE, DESK, WALL = (360, 740), (1280, 800), (1920, 1080)
WIDE_NAMES = ("W" * 40, "漢" * 40, "Вера Константиновна Преображенская")


def corrected(path: Path, n: int) -> None:
    loaded = load(path)
    Journal.from_loaded(path, loaded).append(loaded.session.accept(entry(void(n))).session.entries[-1])


def test_the_page_follows_the_game(browser: Browser, game: Path) -> None:
    browser.device(*PHONE)
    browser.complaints()
    with served(game) as address:
        browser.open(address.link)
        browser.shows("#connection", "Connected")
        browser.shows("#last", "Anna 7♥, Boris whists: 1 down")
        browser.run("window.sheet = document.querySelector('#sheet svg')")
        appended(game, "r 3 5 2")
        browser.shows("#last", "raspasy: Anna 3, Boris 5, Vera 2")
        browser.shows("#facts", "3")
        assert browser.run("return window.sheet !== document.querySelector('#sheet svg')")
        corrected(game, 1)
        browser.shows("#last", "does not count: Anna 7♥, Boris whists: 1 down")
        # A note replaces none of the other parts.
        browser.run("window.kept = [...document.querySelectorAll('#results > *, #facts > *, #sheet > *')]")
        loaded = load(game)
        note = entry({"kind": "note", "text": "<b>the cat</b>"})
        Journal.from_loaded(game, loaded).append(loaded.session.accept(note).session.entries[-1])
        browser.shows("#last", "<b>the cat</b>")
        assert browser.run("return window.kept.length > 3 && window.kept.every((each) => each.isConnected)")
        assert browser.loaded_once
        assert browser.complaints() == []


def test_the_language_can_be_switched(browser: Browser, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "RETRY_MILLISECONDS", 100)
    with served(game) as address:
        browser.open(address.link)
        for code in ("ru", "en", "ru"):
            browser.click(f"#languages a[lang={code}]")
            browser.until(lambda: browser.run(LANGUAGE) == code, code)  # noqa: B023
        browser.until(lambda: browser.run(STATE) == "live", "the server")
        browser.run("window.loadedOnce = true")
    browser.until(lambda: browser.run(STATE) == "lost", "the end")
    appended(game, "r 3 5 2")
    with served(game, address.port, address.token):
        browser.shows("#last", "распасы: Anna 3, Boris 5, Vera 2")
        assert (browser.run(LANGUAGE), browser.loaded_once) == ("ru", True)
        browser.open(browser.run("return location.href"))
        assert browser.run(LANGUAGE) == "ru"
    browser.complaints()


def test_a_refused_page_connects_again(browser: Browser, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_STREAMS", 0)
    with served(game) as address:
        browser.open(address.link)
        browser.shows("#connection", "Not connected")
        browser.shows("#last", "Anna 7♥, Boris whists: 1 down")
        monkeypatch.setattr(server, "MAX_STREAMS", 1)
        browser.run("document.dispatchEvent(new Event('visibilitychange'))")
        browser.shows("#connection", "Connected")
    assert [said for said in browser.complaints() if "503" in said]


@pytest.mark.parametrize(
    ("name", "code"),
    [("sochi-american-aid", "en"), ("prefa-four-players", "ru"), ("wide", "en")],
)
def test_every_screen_is_readable(browser: Browser, tmp_path: Path, name: str, code: str) -> None:
    wide = by_hand(tmp_path / "wide.jsonl", players=WIDE_NAMES, dealer=WIDE_NAMES[0])
    with served(wide if name == "wide" else SAMPLES / f"{name}.jsonl") as address:
        browser.open(address.link + language_query(code))
        browser.until(lambda: browser.run(STATE) == "live", "the server")
        for size, dark in ((PHONE, True), (PHONE, False), (DESK, False), (WALL, True)):
            browser.device(*size, dark=dark)
            browser.until(lambda: browser.run("return innerWidth") == size[0], f"{size}")  # noqa: B023
            assert browser.run("return document.documentElement.scrollWidth") <= size[0]
            assert browser.run(BEYOND) == []
            assert browser.run(MIN_CONTRAST) >= 4.5
            assert browser.run("return parseFloat(getComputedStyle(document.body).fontSize)") >= 18
            assert browser.run("return matchMedia('(prefers-color-scheme: dark)').matches") is dark


LANGUAGE, STATE = "return document.documentElement.lang", "return document.body.dataset.state"
