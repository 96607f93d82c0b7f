"""Tests of a phone that enters hands, in a real browser."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from prefcount.entering import draft_next_hand
from prefcount.session.session import Session
from prefcount.store.reader import load
from prefcount.web.page import language_query
from prefcount.web.writing import WriteEndpoint
from tests.bench.material import draw_hand
from tests.helpers import header
from tests.store.files import by_program
from tests.web.browser import BEYOND, MIN_CONTRAST, Browser, browser_test, written
from tests.web.phone import RASPASY, SEVEN

pytestmark = browser_test

HANDS = 6
PHONE = (360, 740)
WIDE_NAMES = ("W" * 40, "漢" * 40, "Вера Константиновна Преображенская")


@pytest.fixture(autouse=True)
def nothing_kept(browser: Browser) -> Iterator[None]:
    browser.device(*PHONE)
    browser.complaints()
    yield
    browser.open("about:blank")


def tap(browser: Browser, selector: str) -> None:
    button = f"document.querySelector({selector!r})"
    there = f"return Boolean({button} && !{button}.disabled && !{button}.hidden)"
    browser.until(lambda: browser.run(there), selector, lambda: browser.text("#entry"))
    browser.run(f"{button}.click()")


def answer(browser: Browser, answers: Mapping[str, str]) -> None:
    for count, value in enumerate(answers.values(), start=1):
        tap(browser, f'#choices button[value="{value}"]')
        said = "return document.getElementById('said').textContent.split(' · ').filter(Boolean).length"
        browser.until(
            lambda: browser.run(said) == count,  # noqa: B023
            f"answer {count}",
            lambda: browser.text("#entry"),
        )


def record(browser: Browser, notice: str) -> None:
    tap(browser, "#record")
    browser.shows("#notice", notice)


def test_hands_are_entered_by_taps(browser: Browser, tmp_path: Path) -> None:
    random, folded = Random(1), Session(header())
    for _hand in range(HANDS):
        folded = folded.accept(draw_hand(folded, folded.state, random)).session
    path = by_program(tmp_path / "evening.jsonl", rules=folded.header.rules)
    with written(path) as server:
        browser.open(server.writing.link)
        browser.shows("#prompt", "Who plays?")
        # The page can be installed, and keeps the screen on.
        browser.shows("#connection", "Connected")
        manifest = browser.find_out("Page.getAppManifest")
        assert (manifest["errors"], manifest["url"]) == ([], f"{server.writing.link}app.webmanifest")
        assert browser.run("return 'wakeLock' in navigator && document.getElementById('sleeps').hidden")
        for number, step in enumerate(folded.replay.steps, start=1):
            known = folded.game.get_answers(step.before, step.effective.written)
            asked = draft_next_hand(server.game.session).with_answers(
                {name: known[name] for name in known if name != "suit"}
            )
            answer(browser, asked.answers)
            record(browser, f"Recorded: hand {number}.")
        assert browser.loaded_once
        assert browser.complaints() == []
        entered = load(path).session
    assert len(entered.entries) == HANDS
    assert entered.state.names == folded.state.names
    suit = re.compile(r"(?<=\d)[shdcn](?= )")  # suits are not asked for by default
    lines = ([game.line(step) for step in game.replay.steps] for game in (entered, folded))
    same = [[suit.sub("", line) for line in of_game] for of_game in lines]
    assert same[0] == same[1]
    assert entered.game.results(entered.state) == folded.game.results(folded.state)


def test_answers_and_the_last_entry_are_taken_back(browser: Browser, game: Path) -> None:
    with written(game) as server:
        browser.open(server.writing.link)
        answer(browser, dict(SEVEN))
        browser.shows("#preview", "Boris 7, Vera whists: made")
        browser.shows("#preview", "score after")
        tap(browser, "#back")
        browser.shows("#prompt", "Tricks of Boris?")
        tap(browser, '#choices button[value="6"]')
        browser.shows("#preview", "1 down")
        record(browser, "Recorded: hand 2.")
        browser.shows("#last", "Boris 7, Vera whists: 1 down")
        browser.shows("#undo", "Take back hand 2")
        tap(browser, "#undo")
        browser.shows("#heading", "Take back hand 2")
        record(browser, "Undone: Boris 7, Vera whists: 1 down")
        browser.shows("#last", "does not count")
    assert [entry.kind for entry in load(game).session.entries] == ["game", "game", "void"]


def test_a_wrong_text_is_reported_and_kept(browser: Browser, game: Path) -> None:
    with written(game) as server:
        browser.open(server.writing.link)
        answer(browser, {"who": "other", "other": "adjust", "player": "0", "column": "pool"})
        browser.run("document.getElementById('text').value = 'many'")
        tap(browser, "#typed button")
        browser.shows("#problem", "many")
        assert browser.run("return document.getElementById('text').value") == "many"
        browser.run("document.getElementById('text').value = '-2'")
        tap(browser, "#typed button")
        browser.shows("#prompt", "Why?")
        assert browser.run("return document.getElementById('text').value") == ""
        browser.run("document.getElementById('text').value = '<img src=x onerror=alert(1)>'")
        tap(browser, "#typed button")
        browser.shows("#preview", "<img src=x onerror=alert(1)>")
        record(browser, "Recorded: ")
        assert browser.complaints() == []


def test_half_entered_answers_survive_a_reload(browser: Browser, game: Path) -> None:
    with written(game) as server:
        browser.open(server.writing.link)
        answer(browser, dict(SEVEN[:3]))
        browser.open(server.writing.link)
        browser.shows("#prompt", "Tricks of Boris?")
        browser.shows("#said", "Boris · 7 · Vera whists, Anna passes")
    other = by_program(game.with_name("other.jsonl"), players=("Gleb", "Dina", "Egor"), dealer="Egor")
    with written(other, server.writing.port) as server:
        browser.open(server.writing.link)
        browser.shows("#prompt", "Who plays?")
        browser.shows("#choices", "Gleb")
        assert browser.text("#said") == ""


def test_a_record_waits_for_the_server(browser: Browser, game: Path) -> None:
    with written(game) as server:
        browser.open(server.writing.link)
        browser.hurry()
        answer(browser, dict(SEVEN))
        browser.shows("#preview", "made")
    tap(browser, "#record")
    browser.shows("#problem", "it is not known whether the hand is recorded")
    with written(game, server.writing.port):
        browser.shows("#notice", "Recorded: hand 2.")
        assert browser.text("#problem") == ""
        assert browser.loaded_once
    assert len(load(game).session.entries) == 2
    browser.complaints()


@pytest.mark.parametrize("loads", [False, True])
def test_a_lost_answer_records_once(
    browser: Browser, game: Path, monkeypatch: pytest.MonkeyPatch, loads: bool
) -> None:
    answered, cuts = WriteEndpoint.answer, [True]

    async def cut(endpoint: WriteEndpoint, request: object, behind: str, address: str) -> object:
        said = await answered(endpoint, request, behind, address)  # type: ignore[arg-type]
        if behind == "/record" and all(cuts):
            request.transport.abort()  # type: ignore[attr-defined]
        return said

    monkeypatch.setattr(WriteEndpoint, "answer", cut)
    with written(game) as server:
        browser.open(server.writing.link)
        browser.hurry()
        answer(browser, dict(SEVEN))
        tap(browser, "#record")
        browser.shows("#problem", "it is not known whether the hand is recorded")
        if loads:
            browser.open(server.writing.link)
        cuts.append(False)
        browser.shows("#notice", "Recorded: hand 2.")
        browser.shows("#prompt", "Who plays?")
    assert len(load(game).session.entries) == 2
    browser.complaints()


def test_a_second_phone_sees_the_newer_entries_before_it_writes(browser: Browser, game: Path) -> None:
    with written(game) as server, browser.another_page("en"):
        browser.open(server.writing.link)
        answer(browser, dict(RASPASY))
        with browser.another_page("en"):
            browser.open(server.writing.link)
            browser.run("localStorage.clear()")
            browser.open(server.writing.link)
            answer(browser, dict(SEVEN))
            record(browser, "Recorded: hand 2.")
        browser.shows("#notice", "Recorded in the meantime:")
        browser.shows("#notice", "hand 2: Boris 7 wp 7")
        browser.shows("#preview", "raspasy")
        record(browser, "Recorded: hand 3.")
    assert [entry.kind for entry in load(game).session.entries] == ["game", "game", "raspasy"]


def test_a_page_recovers_from_ten_minutes_of_sleep(browser: Browser, game: Path) -> None:
    with written(game) as server:
        browser.open(server.writing.link)
        browser.shows("#connection", "Connected")
        answer(browser, dict(RASPASY))
        browser.run("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
        server.writes("boris 7h wp 7")
        browser.run("const now = Date.now; Date.now = () => now() + 600000")
        browser.run("document.dispatchEvent(new Event('visibilitychange'))")
        browser.shows("#notice", "hand 2: Boris 7h wp 7")
        browser.shows("#last", "Boris 7♥, Vera whists: made")
        browser.shows("#connection", "Connected")
        record(browser, "Recorded: hand 3.")
        assert browser.loaded_once


def test_revoked_writing_is_reported_and_answers_stay(browser: Browser, game: Path) -> None:
    with written(game) as server:
        browser.open(server.writing.link)
        answer(browser, dict(SEVEN))
        server.close_the_door()
        tap(browser, "#record")
        browser.shows(
            "#problem", "Hands can now be entered only on the computer. Your answers here are kept."
        )
        browser.shows("#preview", "made")
        assert "Recorded" not in browser.text("#notice")
    assert len(load(game).session.entries) == 1
    browser.complaints()


def test_the_form_works_by_keyboard_and_screen_reader(browser: Browser, game: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    with written(game) as server:
        browser.open(server.writing.link)
        browser.shows("#prompt", "Who plays?")
        roles = browser.run("return [...document.querySelectorAll('#entry [role]')].map((each) => each.role)")
        assert roles.count("status") == 2
        assert browser.run("return document.querySelectorAll('#choices > :not(button)').length") == 0
        browser.press("2")
        browser.shows("#prompt", "What does Boris play?")
        browser.until(lambda: browser.run("return document.activeElement.id") == "prompt", "the focus")
        browser.press(Keys.TAB, Keys.TAB)
        browser.press(Keys.ENTER)
        browser.shows("#prompt", "Who whists?")
        browser.press("1")
        browser.shows("#prompt", "Tricks of Boris?")
        browser.press("7")
        browser.shows("#preview", "made")
        browser.until(lambda: browser.run("return document.activeElement.id") == "preview", "the focus")
        browser.press(Keys.ESCAPE)
        browser.shows("#prompt", "Tricks of Boris?")
        browser.press("7")
        browser.shows("#preview", "made")
        browser.press(Keys.TAB)
        browser.press(Keys.ENTER)
        browser.shows("#notice", "Recorded: hand 2.")


def test_a_double_tap_answers_once(browser: Browser, game: Path) -> None:
    thumb = "arguments[0].dispatchEvent(new MouseEvent('click', {detail: 1, bubbles: true}))"
    twice = f"""
      new MutationObserver((_changes, observer) => {{
        const next = document.querySelector('#choices button');
        if (document.getElementById('said').textContent && next) {{
          observer.disconnect();
          (function () {{ {thumb} }})(next);
          window.tapped = true;
        }}
      }}).observe(document.getElementById('choices'), {{childList: true}});
      (function () {{ {thumb} }})(document.querySelector('#choices button[value="1"]'));
    """
    with written(game) as server:
        browser.open(server.writing.link)
        browser.shows("#prompt", "Who plays?")
        browser.run("return new Promise((done) => setTimeout(done, 400))")
        browser.run(twice)
        browser.until(lambda: browser.run("return window.tapped === true"), "the second tap")
        browser.shows("#prompt", "What does Boris play?")
        assert browser.text("#said") == "Boris"


@pytest.mark.parametrize(("name", "code"), [("preferans", "ru"), ("priffe", "en")])
def test_every_form_is_readable(browser: Browser, tmp_path: Path, name: str, code: str) -> None:
    names = (*WIDE_NAMES, "D") if name == "priffe" else WIDE_NAMES
    path = by_program(tmp_path / "wide.jsonl", game=name, players=names, dealer=names[-1])
    with written(path) as server:
        browser.open(server.writing.link + language_query(code))
        browser.shows("#prompt", "?")
        for step, dark in enumerate((False, True) * 6):
            browser.device(*PHONE, dark=dark)
            browser.until(lambda: browser.run(DARK) is dark, "the light")  # noqa: B023
            assert browser.run("return document.documentElement.scrollWidth") <= PHONE[0]
            assert browser.run(BEYOND) == []
            assert browser.run(MIN_CONTRAST) >= 4.5
            assert browser.run(MIN_BUTTON) >= 44
            if browser.run("return !document.getElementById('record').hidden"):
                break
            before = browser.text("#said")
            tap(browser, "#choices button:nth-child(%d)" % (1 + (step == 2)))  # noqa: UP031 - braces of CSS
            browser.until(lambda: browser.text("#said") != before, "the answer")  # noqa: B023
        else:
            pytest.fail("no hand was whole")
        assert browser.complaints() == []


DARK = "return matchMedia('(prefers-color-scheme: dark)').matches"
MIN_BUTTON = """
const buttons = [...document.querySelectorAll("#entry button")].filter((each) => each.offsetParent);
return Math.min(...buttons.map((each) => Math.min(each.offsetHeight, each.offsetWidth)));
"""
"""Pixels of the smallest button that a thumb can hit."""
