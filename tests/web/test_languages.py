"""Tests of the language of each phone: by its link, its browser, or the program."""

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from prefcount.base.i18n import use_language
from prefcount.languages import LANGUAGES
from prefcount.store.reader import load
from prefcount.web import server
from prefcount.web.page import known_language, negotiate_language
from prefcount.web.server import ObservedState
from tests.render.reading import Page
from tests.tables import each_line
from tests.tui.game_files import appended
from tests.web.shared import Answer, answer, following, request, shared

NOW = datetime(2026, 3, 6, 21, 0, tzinfo=UTC)
RUSSIAN, ENGLISH = "ru-RU,ru;q=0.9,en;q=0.8", "en-GB,en;q=0.9"


@pytest.fixture(params=LANGUAGES)
def own(request: pytest.FixtureRequest) -> str:
    code = str(request.param)
    use_language(code)
    return code


def names(path: Path, *codes: str) -> dict[str, str]:
    moment = ObservedState(load(path), NOW)
    return {code: moment.snapshot(code).name for code in codes or LANGUAGES}


def spoken(answered: Answer) -> str:
    assert (answered.headers["vary"], answered.headers["cache-control"]) == ("Accept-Language", "no-store")
    return answered.headers["content-language"]


# --- choosing a language ------------------------------------------------------------------------


@each_line(
    ("accepted", "code"),
    [
        (RUSSIAN, "ru"),
        (ENGLISH, "en"),
        ("en-US,en;q=0.9,ru;q=0.8", "en"),
        ("en;q=0.8, ru", "ru"),
        ("en;q=0.8,ru;q=0.85", "ru"),
        ("de-DE,de;q=0.9,ru;q=0.5,en;q=0.4", "ru"),
        ("RU", "ru"),
        ("ru-Cyrl-RU", "ru"),
        ("en,ru", "en"),
        ("ru,en", "ru"),
        (" ru ; Q = 1.000 , en ; q = 0.999", "ru"),
        ("ru;q=0,en;q=0.1", "en"),
        ("ru;q=9,en;q=0.1", "en"),
        ("<ru>,en", "en"),
    ],
)
def test_the_most_wanted_known_language_is_chosen(accepted: str, code: str) -> None:
    use_language("ru" if code == "en" else "en")
    assert negotiate_language(accepted) == code


@each_line(
    "accepted",
    [
        *("", "de", "de-DE,de;q=0.9,fr;q=0.8", "*", "de,*;q=0.5", "en;q=0,ru;q=0", "rus,english"),
        *(",;=,;q=,q=1,;;;", "ru;level=1", "<script>", "ру,en-,-ru", "ru\x00", "\udcff\udcfe"),
        *("xx," * 10_000, "x" * 100_000, " " * 100_000, "ru" + " " * 100_000 + "!"),
    ],
)
def test_unknown_languages_give_that_of_the_program(accepted: str, own: str) -> None:
    assert negotiate_language(accepted) == own


@each_line("asked", ["", "de", "RU", "ru ", "<script>", "ru\r\nX: y", "../ru"])
def test_links_name_only_known_languages(asked: str) -> None:
    assert known_language(asked) is None


# --- answers -------------------------------------------------------------------------------------


async def test_the_page_follows_the_browser_language(game: Path, own: str) -> None:
    async with shared(game) as address:
        for accepted, code in ((RUSSIAN, "ru"), (ENGLISH, "en"), ("de", own), ("", own), ("(,;q=\xff", own)):
            page = await answer(address, request(address, Accept_Language=accepted))
            assert (page.status, spoken(page)) == (200, code)
            read = Page(page.text)
            others = [other for other in LANGUAGES if other != code]
            assert dict(read.tags)["html"] == {"lang": code}
            assert dict(read.tags)["body"]["data-events"] == f"events?lang={code}"
            assert read.texts["a"] == [LANGUAGES[other].name for other in others]
            assert [attributes for tag, attributes in read.tags if tag == "a"] == [
                {"href": f"?lang={other}", "hreflang": other, "lang": other} for other in others
            ]


NONE = ("lang=tlh", "lang=", "lang=%3Cscript%3E", "lang=%0d%0aX:y", "lang=%ff", "x&&=;lang=%u", "?")


async def test_a_known_language_of_a_link_overrides_the_browser(game: Path) -> None:
    async with shared(game) as address:
        for path, code, accepted in (("", "ru", "de"), ("events", "en", "de"), ("", "en", RUSSIAN)):
            head = request(address, f"{path}?lang={code}", "HEAD", Accept_Language=accepted)
            assert spoken(await answer(address, head)) == code
        # Unknown languages in a link are ignored.
        plain = await answer(address, request(address, Accept_Language=RUSSIAN))
        for query in NONE:
            answered = await answer(address, request(address, f"?{query}", Accept_Language=RUSSIAN))
            assert (answered.status, answered.text, spoken(answered)) == (200, plain.text, "ru")
            moved = request(address, f"?{query}").replace("/?", "?", 1)
            assert (await answer(address, moved)).headers["location"] == f"/{address.token}/"
        moved = request(address, "?lang=ru").replace("/?", "?", 1)
        assert (await answer(address, moved)).headers["location"] == f"/{address.token}/?lang=ru"


async def test_refusals_are_translated(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_STREAMS", 0)
    async with shared(game) as address:
        for status, asked in (
            (404, request(address, "x", Accept_Language=RUSSIAN)),
            (405, request(address, method="POST", Accept_Language=RUSSIAN)),
            (421, request(address, Host="evil.example", Accept_Language=RUSSIAN)),
            (403, request(address, Origin="null", Accept_Language=RUSSIAN)),
            (503, request(address, "events", Accept_Language=RUSSIAN)),
        ):
            answered = await answer(address, asked)
            assert (answered.status, spoken(answered)) == (status, "ru")


# --- following -----------------------------------------------------------------------------------


async def test_two_languages_follow_the_same_hand(game: Path) -> None:
    async with shared(game) as address, AsyncExitStack() as stack:
        wished = {"ru": RUSSIAN, "en": ENGLISH}
        readers = {
            code: await stack.enter_async_context(following(address, Accept_Language=said))
            for code, said in wished.items()
        }
        assert {code: (await each.told()).name for code, each in readers.items()} == names(game, *readers)
        appended(game, "r 3 5 2")
        told = dict(
            zip(readers, await asyncio.gather(*(each.told() for each in readers.values())), strict=True)
        )
        assert {code: each.name for code, each in told.items()} == names(game, *readers)
        assert (
            "raspasy: Anna 3, Boris 5, Vera 2" in told["en"].text,
            "распасы: Anna 3, Boris 5, Vera 2" in told["ru"].text,
        ) == (True, True)


async def test_a_reader_in_another_language_gets_the_state_again(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HEARTBEAT_SECONDS", 0.05)
    known = names(game)
    async with shared(game) as address, following(address, "?lang=ru", Last_Event_ID=known["en"]) as reader:
        assert (await reader.told()).name == known["ru"]
    async with (
        shared(game, address.port, address.token) as again,
        following(again, "?lang=ru", Accept_Language=ENGLISH, Last_Event_ID=known["ru"]) as reader,
    ):
        assert (await reader.told()).kind == "alive"
        appended(game, "r 3 5 2")
        told = await reader.told()
        while told.kind == "alive":
            told = await reader.told()
        assert told.name == names(game)["ru"]
