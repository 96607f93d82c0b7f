"""Make the pictures of the documents from the real screens: `uv run python docs/pictures.py`.

`… ru` makes those of one language. The Russian ones need the catalogue, which `uv run python -m tests.i18n`
compiles.
"""

import asyncio
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple
from unittest.mock import patch
from xml.etree.ElementTree import fromstring
from xml.sax.saxutils import escape

from textual.pilot import Pilot

from prefcount.base.i18n import use_language
from prefcount.render.svg import sheet_svg
from prefcount.store.reader import load
from prefcount.tui.app import PrefcountApp

HERE = Path(__file__).parent
SAMPLES = HERE.parent / "sample_sessions"
TITLE = "prefcount"
FONT = "Fira Code, monospace"
LONGEST_WAIT = 10
"""Seconds that a key may take until the screen has changed and is at rest."""


class Pictured(NamedTuple):
    """The game of the pictures in a language: its file, where it stands, and where the pictures go."""

    sample: Path
    hands: int
    folder: Path


PICTURED = {
    "en": Pictured(SAMPLES / "sochi-american-aid.jsonl", 17, HERE),
    "ru": Pictured(SAMPLES / "cyrillic-names.jsonl", 9, HERE / "ru"),
}


TUTORIAL_PLAYERS = {"en": ("Anna", "Boris", "Vera"), "ru": ("Анна", "Борис", "Вера")}


class Press(NamedTuple):
    """A key of the moving picture, as it is called on keyboards, and when it is pressed."""

    key: str
    at: int
    """In percent of the whole loop."""


PRESSES = (
    *(Press("1", 10), Press("7", 19), Press("1", 28), Press("8", 38)),
    *(Press("Enter", 57), Press("F5", 76)),
)
LOOP_SECONDS = 18


@asynccontextmanager
async def running(of: Pictured, size: tuple[int, int]) -> AsyncIterator[Pilot[Any]]:
    """The program at a game that is still running, on a screen of so many columns and lines.

    Its clock stands where the sample goes on: the settlement shows what follows from the time of a hand.
    """
    with tempfile.TemporaryDirectory() as folder:
        session = Path(folder) / of.sample.name
        shutil.copy(of.sample, session)
        lines = session.read_bytes().splitlines(keepends=True)
        session.write_bytes(b"".join(lines[: 1 + of.hands]))
        at = datetime.fromisoformat(json.loads(lines[1 + of.hands])["at"])
        with patch("prefcount.tui.kit.open_session.now", return_value=at):
            async with PrefcountApp(session).run_test(size=size) as pilot:
                await pilot.pause()
                yield pilot


async def shown_after(pilot: Pilot[Any], key: str) -> str:
    """Press a key, and take the picture of the screen that follows.

    Raises:
        TimeoutError: if the screen does not change, or comes to no rest.
    """
    before = last = pilot.app.export_screenshot(title=TITLE)
    await pilot.press(key)
    deadline = monotonic() + LONGEST_WAIT
    while monotonic() < deadline:
        await pilot.pause()
        shown = pilot.app.export_screenshot(title=TITLE)
        if before != shown == last:
            return shown
        last = shown
    raise TimeoutError(f"the key {key} leads to no new screen")


async def picture(name: str, of: Pictured, key: str) -> None:
    """Save the screen that a key leads to."""
    async with running(of, (100, 28)) as pilot:
        shown = await shown_after(pilot, key)
    save(name, of, shown)


def save(name: str, of: Pictured, shown: str) -> None:
    """Save a screenshot without its fonts: a picture fetches nothing from elsewhere."""
    shown = re.sub(r"@font-face \{.*?\}", "", shown, flags=re.S)
    shown = shown.replace("<svg ", '<svg xml:space="preserve" ', 1)
    (of.folder / f"{name}.svg").write_text(shown, encoding="utf-8")


async def form_picture(name: str, of: Pictured, players: tuple[str, ...]) -> None:
    """Save the form of a new game with the names and the price of the tutorial."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, PREFCOUNT_SESSIONS=folder):
        async with PrefcountApp().run_test(size=(100, 28)) as pilot:
            await pilot.press("f2")
            await pilot.pause()
            for player in players:
                await pilot.press(*player, "enter")
            await pilot.press(*("tab",) * 6, *"0.10", "tab", *"EUR")
            await pilot.pause()
            save(name, of, pilot.app.export_screenshot(title=TITLE))


async def moving_picture(name: str, of: Pictured, presses: Iterable[Press], size: tuple[int, int]) -> None:
    """Save the screens that keys lead to, one after the other, as one picture that moves."""
    film = Film(size)
    async with running(of, size) as pilot:
        film.add(pilot.app.export_screenshot(title=TITLE))
        for press in presses:
            film.add(await shown_after(pilot, press.key.lower()), press)
    (of.folder / f"{name}.svg").write_text(film.svg(), encoding="utf-8")


class Run(NamedTuple):
    """Neighbouring cells of a line that look alike: what is written in them, or only their background."""

    line: int
    column: int
    cells: int
    look: str
    text: str

    def precedes(self, other: "Run") -> bool:
        """Whether the other one goes on where this one ends, and looks the same."""
        ends = (self.line, self.column + self.cells, self.look)
        return ends == (other.line, other.column, other.look)


def joined(runs: Iterable[Run]) -> list[Run]:
    """As few runs as possible instead of these, which are in the order of reading."""
    fewer: list[Run] = []
    for run in runs:
        if fewer and fewer[-1].precedes(run):
            last = fewer.pop()
            fewer.append(last._replace(cells=last.cells + run.cells, text=last.text + run.text))
        else:
            fewer.append(run)
    return fewer


class Screenshot:
    """What stands where on a screen, read from the picture that Textual makes of it."""

    SVG = "{http://www.w3.org/2000/svg}"
    CELL, LINE = Decimal("12.2"), Decimal("24.4")
    LOOK = re.compile(r"\.(\S+-r\d+) \{ (.*) \}")

    def __init__(self, svg: str) -> None:
        root = fromstring(svg)
        looks = dict(self.LOOK.findall(root.findtext(f"{self.SVG}style") or ""))
        groups = root.findall(f"{self.SVG}g[@clip-path]")
        self.backgrounds = joined(
            self._run(rect.attrib, "width", rect.attrib["fill"], "")
            for group in groups
            for rect in group.iter(f"{self.SVG}rect")
        )
        self.texts = joined(
            self._run(text.attrib, "textLength", looks[text.attrib["class"]], text.text)
            for group in groups
            for text in group.iter(f"{self.SVG}text")
            if text.text and text.text != "\n"
        )

    def _run(self, attributes: dict[str, str], width: str, look: str, text: str) -> Run:
        line = int(Decimal(attributes["y"]) / self.LINE)
        column, cells = (round(Decimal(attributes[name]) / self.CELL) for name in ("x", width))
        return Run(line, column, cells, look, text)


class Film:
    """Screens of one size as a picture that moves; what several of them have in common is in it once.

    Where readers want nothing to move, the last screen stands still.
    """

    CELL, LINE, BASE = 12, 23, 17
    LEFT, TOP, EDGE = 10, 42, 10
    BARE = "#121212"
    """The background that most of every screen has."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._width, self._height = self.CELL * size[0], self.LINE * size[1]
        self._starts: list[int] = []
        self._backgrounds: list[list[str]] = []
        self._texts: list[list[str]] = []
        self._looks: dict[str, str] = {}
        self._keys: list[str] = []

    def add(self, screenshot: str, press: Press | None = None) -> None:
        """Go on with a screen, which a key led to unless it is the first."""
        screen = Screenshot(screenshot)
        if press is not None:
            self._keys.append(press.key)
        self._starts.append(0 if press is None else press.at)
        caps, captions = self._pressed()
        self._backgrounds.append([*map(self._background, screen.backgrounds), *caps])
        self._texts.append([*map(self._text, screen.texts), *captions])

    def svg(self) -> str:
        """The whole picture."""
        backgrounds, texts = by_frames(self._backgrounds), by_frames(self._texts)
        width, height = self._width + 2 * self.LEFT, self._height + self.TOP + self.EDGE
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 {width} {height}">',
            "<style>",
            f"text {{ font: 20px {FONT}; white-space: pre }}",
            ".title { font: bold 18px arial; fill: #c5c8c6; text-anchor: middle }",
            ".key { font: bold 17px arial; fill: #121212; text-anchor: middle }",
            *(f".{name} {{ {look} }}" for look, name in self._looks.items()),
            *self._motion({*backgrounds, *texts}),
            "</style>",
            f'<rect width="{width}" height="{height}" rx="8" fill="#292929"/>',
            *(
                f'<circle cx="{26 + 22 * place}" cy="22" r="7" fill="{colour}"/>'
                for place, colour in enumerate(("#ff5f57", "#febc2e", "#28c840"))
            ),
            f'<text class="title" x="{width // 2}" y="28">{TITLE}</text>',
            f'<rect x="{self.LEFT}" y="{self.TOP}" width="{self._width}" height="{self._height}" '
            f'fill="{self.BARE}"/>',
            *self._layer(backgrounds),
            *self._layer(texts),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def _background(self, run: Run) -> str:
        if run.look == self.BARE:
            return ""
        x, y = self.LEFT + self.CELL * run.column, self.TOP + self.LINE * run.line
        size = f'width="{self.CELL * run.cells}" height="{self.LINE}"'
        return f'<rect x="{x}" y="{y}" {size} fill="{run.look}" shape-rendering="crispEdges"/>'

    def _text(self, run: Run) -> str:
        look = self._looks.setdefault(run.look, f"look{len(self._looks) + 1}")
        x, y = self.LEFT + self.CELL * run.column, self.TOP + self.LINE * run.line + self.BASE
        length = self.CELL * run.cells
        return f'<text class="{look}" x="{x}" y="{y}" textLength="{length}">{escape(run.text)}</text>'

    def _pressed(self) -> tuple[list[str], list[str]]:
        """The caps of all keys so far, above the screen, the newest one lit; and what is on them."""
        caps, captions = [], []
        x = self.LEFT + self._width * 2 // 3
        for place, key in enumerate(self._keys, 1):
            width = 18 + 10 * len(key)
            colour = "#ffc473" if place == len(self._keys) else "#8d8d8d"
            caps.append(f'<rect x="{x}" y="8" width="{width}" height="28" rx="5" fill="{colour}"/>')
            captions.append(f'<text class="key" x="{x + width // 2}" y="28">{key}</text>')
            x += width + 8
        return caps, captions

    def _motion(self, shown: Iterable[tuple[int, ...]]) -> list[str]:
        """The rules that show each group of marks in its frames, and nothing in between."""
        last, moving = len(self._starts) - 1, [frames for frames in sorted(shown) if not self._always(frames)]
        hidden = ", ".join(f".{named(frames)}" for frames in moving if last not in frames)
        rules = [f"{hidden} {{ visibility: hidden }}", "@media (prefers-reduced-motion: no-preference) {"]
        rules += [
            f".{named(frames)} {{ animation: {named(frames)} {LOOP_SECONDS}s step-end infinite }}"
            for frames in moving
        ]
        rules.append("}")
        for frames in moving:
            steps = [
                f"{start}% {{ visibility: {'visible' if place in frames else 'hidden'} }}"
                for place, start in enumerate(self._starts)
                if not place or (place in frames) != (place - 1 in frames)
            ]
            rules.append(f"@keyframes {named(frames)} {{ {' '.join(steps)} }}")
        return rules

    def _layer(self, shown: dict[tuple[int, ...], list[str]]) -> list[str]:
        lines = []
        for frames, marks in shown.items():
            group = "<g>" if self._always(frames) else f'<g class="{named(frames)}">'
            lines += [group, *marks, "</g>"]
        return lines

    def _always(self, frames: tuple[int, ...]) -> bool:
        return len(frames) == len(self._starts)


def named(frames: tuple[int, ...]) -> str:
    """The name of the marks that are shown in these frames."""
    return "in-" + "-".join(map(str, frames))


def by_frames(frames: list[list[str]]) -> dict[tuple[int, ...], list[str]]:
    """The marks of all frames, each of them once, by the frames that have it."""
    places: dict[str, list[int]] = {}
    for place, marks in enumerate(frames):
        for mark in filter(None, marks):
            places.setdefault(mark, []).append(place)
    shown: dict[tuple[int, ...], list[str]] = {}
    for mark, its in places.items():
        shown.setdefault(tuple(its), []).append(mark)
    return shown


def drawn_sheet(of: Pictured) -> None:
    """Save the sheet of the whole game as it is drawn on paper."""
    (of.folder / "sheet.svg").write_text(sheet_svg(load(of.sample).session), encoding="utf-8")


async def main(languages: list[str]) -> None:
    """All pictures in these languages."""
    for code in languages:
        use_language(code)
        of = PICTURED[code]
        of.folder.mkdir(exist_ok=True)
        drawn_sheet(of)
        await moving_picture("hand", of, PRESSES, (100, 30))
        await picture("settlement", of, "f5")
        await form_picture("new-game", of, TUTORIAL_PLAYERS[code])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:] or list(PICTURED)))
