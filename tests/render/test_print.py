"""Tests of printed pages, read back from their PDF: every word is whole, and no two words overlap."""

import re
import shutil
import subprocess
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import NamedTuple
from xml.etree.ElementTree import fromstring

import pytest

from prefcount.base.i18n import override_language
from prefcount.debts.balances import Debts, EveningMoney
from prefcount.debts.season_page import season_html, season_typeset
from prefcount.render.documents import Report, make_report, session_html, session_pdf
from prefcount.session.outcome import compute_results
from prefcount.session.session import Session
from prefcount.stats.sums import Statistics, make_record, session_day
from tests.bench.archive import draw_typical_hand
from tests.helpers import entry, header
from tests.tables import each_line
from tests.web.browser import Browser, browser_test

PDFTOTEXT = shutil.which("pdftotext")
NAMES = ("Константин", "Любовь Петровна", "Maximilian", "Святослав", "Екатерина")
WIDE = ("Константинопольская", "Константинопольский", "W" * 40, "Вера Константиновна", "漢" * 20)
POINT = 100
MARGIN = 20 * POINT
"""The empty margin of the page, except at its foot."""
SIDES = ("xMin", "yMin", "xMax", "yMax")
WIDTH, HEIGHT = 595 * POINT, 842 * POINT

pytestmark = pytest.mark.skipif(PDFTOTEXT is None, reason="needs pdftotext: apt-get install poppler-utils")
typst = pytest.mark.skipif(find_spec("typst") is None, reason="needs typst")
in_browser, chromium = browser_test
A4 = {(595, 842), (596, 842)}


class Word(NamedTuple):
    """A word on a page, and the box around it, in hundredths of a point."""

    page: int
    left: int
    top: int
    right: int
    bottom: int
    text: str


def overlapping(words: Sequence[Word]) -> Iterator[tuple[Word, Word]]:
    """Yield pairs of words in one line that overlap."""
    ordered = sorted(words, key=lambda word: (word.page, word.top + word.bottom))
    for at, one in enumerate(ordered, start=1):
        for other in ordered[at:]:
            apart = other.top + other.bottom - one.top - one.bottom
            low = min(one.bottom - one.top, other.bottom - other.top)
            if other.page != one.page or apart > one.bottom - one.top:
                break
            if apart * 5 < low * 4 and min(one.right, other.right) - max(one.left, other.left) >= POINT:
                yield one, other


class Printed(NamedTuple):
    """The words of a printed report, and the number of its pages."""

    words: tuple[Word, ...]
    pages: int

    @classmethod
    def read(cls, path: Path) -> "Printed":
        assert PDFTOTEXT is not None
        made = subprocess.run([PDFTOTEXT, "-bbox", path, "-"], check=True, capture_output=True, timeout=60)
        pages = fromstring(made.stdout).findall(".//{*}page")
        words = [
            Word(
                number,
                *(round(float(word.attrib[side]) * POINT) for side in SIDES),
                word.text or "",
            )
            for number, page in enumerate(pages)
            for word in page.findall("{*}word")
        ]
        for page in pages:
            assert (round(float(page.attrib["width"])), round(float(page.attrib["height"]))) in A4
        return cls(tuple(words), len(pages))


@cache
def evening(names: tuple[str, ...], hands: int) -> Session:
    for again in range(100):
        random, rules = Random(again), {"target": 60 if hands > 20 else 20}
        played = Session(header(names, **rules).model_copy(update={"stake": "12.5", "currency": "RUB"}))
        while played.state.hands < hands and not played.state.over:
            played = played.accept(draw_typical_hand(played, random)).session
        if played.state.hands == hands:
            return played
    raise AssertionError("some evening has so many hands")


def said(content: Report) -> Iterator[str]:
    yield from (content.title, *content.about, content.preset, *content.payments, *content.heads)
    for grid in (content.results, *content.steps):
        yield from (grid.caption, grid.explanation, *grid.headings)
        yield from (cell for row in grid.rows for cell in row)
    for hand in content.hands:
        yield from (hand.number, hand.text, *hand.worth)


def parts(text: str) -> list[str]:
    """Return the words of a text. A bold fraction is a word of its own, because few fonts have it."""
    broken = re.sub(r"(?<=\w)-(?=\w)", "- ", text.replace("\u200b", ""))
    return re.sub("(?<=[0-9])(?=[⅓⅔])", " ", broken).split()


def check(played: Session, printed: Printed, *, whole: bool = True) -> None:
    content = make_report(played, "")
    if whole:
        found = Counter(part for word in printed.words for part in parts(word.text))
        missing = Counter(part for text in said(content) for part in parts(text)) - found
        assert not missing, "every word is printed whole"
    first = next(word for word in printed.words if word.text == content.results.caption and word.page == 0)
    below = [word for word in printed.words if word.page or word.top >= first.top - POINT]
    check_margins(printed)
    assert list(overlapping(below)) == []


def check_margins(printed: Printed) -> None:
    for word in printed.words:
        assert MARGIN <= word.left < word.right <= WIDTH - MARGIN, word
        assert word.top > MARGIN - 5 * POINT, word
        assert word.bottom < HEIGHT - 5 * POINT, word


def set_by_typst(played: Session, folder: Path) -> Printed:
    path = folder / "report.pdf"
    path.write_bytes(session_pdf(played, ""))
    return Printed.read(path)


def printed_by_browser(html: str, folder: Path, browser: Browser) -> Printed:
    page, path = folder / "report.html", folder / "report.pdf"
    page.write_text(html, "utf-8")
    browser.open(page.as_uri())
    made = browser.find_out("Page.printToPDF", preferCSSPageSize=True, printBackground=True)
    path.write_bytes(b64decode(made["data"]))
    return Printed.read(path)


LONG = (("ru", 2, 40), ("ru", 3, 40), ("en", 3, 4), ("en", 4, 40), ("ru", 5, 4), ("ru", 5, 34))


@typst
@each_line(("language", "players", "hands"), LONG)
def test_long_names_are_whole_in_a_pdf(language: str, players: int, hands: int, tmp_path: Path) -> None:
    with override_language(language):
        printed = set_by_typst(evening(NAMES[:players], hands), tmp_path)
        check(evening(NAMES[:players], hands), printed)
    assert printed.pages == (1 if players < 4 or hands < 5 else 2)


@in_browser
@chromium
@each_line(("language", "players", "hands"), LONG[1::2])
def test_long_names_are_whole_in_a_browser(
    language: str, players: int, hands: int, tmp_path: Path, browser: Browser
) -> None:
    with override_language(language):
        printed = printed_by_browser(session_html(evening(NAMES[:players], hands), ""), tmp_path, browser)
        check(evening(NAMES[:players], hands), printed)
    assert printed.pages == (1 if players < 4 or hands < 5 else 2)


@typst
def test_the_longest_names_overlap_nothing_in_a_pdf(tmp_path: Path) -> None:
    for players in (2, 5):
        check(evening(WIDE[:players], 12), set_by_typst(evening(WIDE[:players], 12), tmp_path), whole=False)


@in_browser
@chromium
def test_the_longest_names_overlap_nothing_in_a_browser(tmp_path: Path, browser: Browser) -> None:
    played = evening(WIDE, 12)
    check(played, printed_by_browser(session_html(played, ""), tmp_path, browser), whole=False)


PEOPLE = (*NAMES, "Екатерина Великолепная-Длинная", "Константин Константинович Длиннофамилин", "Вася")
EVENINGS = 30


@cache
def season() -> tuple[Statistics, Debts]:
    """Return a season of many people with long names, four at each table."""
    statistics, debts, random = Statistics(), Debts(), Random(0)
    for n in range(EVENINGS):
        people = random.sample(PEOPLE, 4)
        won = [random.randint(-900, 900) for _player in people[1:]]
        started = f"2026-{n // 3 + 1:02}-{n % 3 * 9 + 1:02}T19:00:00+03:00"
        began = Session(header(people, None, started).model_copy(update={"stake": "0.10", "currency": "EUR"}))
        result = entry("result", results=dict(zip(people, (-sum(won), *won), strict=True)))
        played = began.accept(result).session
        statistics.add(Path(str(n)), make_record(played))
        units, day = compute_results(played).units, session_day(played)
        debts.add(Path(str(n)), EveningMoney(played.players, units, "EUR", day, True))
    return statistics, debts


def check_season(printed: Printed) -> None:
    assert printed.pages == 1
    check_margins(printed)
    assert list(overlapping(printed.words)) == []
    found = Counter(part for word in printed.words for part in parts(word.text))
    named = Counter(part for name in PEOPLE for part in parts(name))
    assert not named + named - found, "the chart and the debts name everybody"


@typst
def test_a_season_is_one_page_in_a_pdf(tmp_path: Path) -> None:
    path = tmp_path / "season.pdf"
    with override_language("ru"):
        path.write_bytes(season_typeset(*season(), "pdf"))
    check_season(Printed.read(path))


@in_browser
@chromium
def test_a_season_is_one_page_in_a_browser(tmp_path: Path, browser: Browser) -> None:
    with override_language("ru"):
        check_season(printed_by_browser(season_html(*season()), tmp_path, browser))
