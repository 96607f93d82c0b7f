"""The animated picture of both READMEs is complete at every moment, true, and still on request."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import fromstring

import pytest

from docs.pictures import LOOP_SECONDS, PICTURED, PRESSES, Film, Pictured
from prefcount.cli.arguments import EXIT_OK
from prefcount.cli.main import run

SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 300_000
"""Maximum bytes of a picture at the top of a page."""

each_picture = pytest.mark.parametrize("of", PICTURED.values(), ids=PICTURED)


class Words(NamedTuple):
    """A text in the picture: its style, line and columns."""

    look: str
    y: int
    left: int
    right: int
    text: str


class Moving:
    """The animated picture in a language, as browsers render it."""

    def __init__(self, of: Pictured) -> None:
        self.source = (of.folder / "hand.svg").read_text("utf-8")
        self._root = fromstring(self.source)
        still, _, moving = (self._root.findtext(f"{SVG}style") or "").partition(
            "@media (prefers-reduced-motion: no-preference)"
        )
        self._hidden = set(re.findall(r"\.(in[\d-]+)(?=[^{}]*\{ visibility: hidden \})", still))
        self.animated = re.findall(
            rf"\.([\w-]+) {{ animation: \1 {LOOP_SECONDS}s step-end infinite }}", moving
        )
        self._steps = {
            name: [
                (int(at), seen == "visible") for at, seen in re.findall(r"(\d+)% \{ visibility: (\w+)", steps)
            ]
            for name, steps in re.findall(r"@keyframes (\S+) \{ (.*) \}", moving)
        }
        self.groups = {group.get("class", "") for group in self._root.iter(f"{SVG}g")} - {""}
        self.starts = sorted({at for steps in self._steps.values() for at, _seen in steps})

    def at(self, percent: int) -> list[Words]:
        """Return the text at a moment of the loop."""
        return self._read(lambda name: [seen for at, seen in self._steps[name] if at <= percent][-1])

    def still(self) -> list[Words]:
        """Return the text for readers who do not want animations."""
        return self._read(lambda name: name not in self._hidden)

    def _read(self, seen: Callable[[str], bool]) -> list[Words]:
        return sorted(
            Words(text.get("class", ""), int(text.get("y", "")), left, left + length, text.text or "")
            for group in self._root.findall(f"{SVG}g")
            if "class" not in group.attrib or seen(group.attrib["class"])
            for text in group.findall(f"{SVG}text")
            for left, length in [(int(text.get("x", "")), int(text.get("textLength", "0")))]
        )


def screen(shown: list[Words]) -> dict[int, str]:
    lines: dict[int, str] = {}
    for words in sorted((each for each in shown if each.look != "key"), key=lambda each: (each.y, each.left)):
        column = (words.left - Film.LEFT) // Film.CELL
        line = lines.get(words.y, "")
        assert len(line) <= column, f"{words.text!r} stands on {line!r}"
        assert len(words.text) * Film.CELL == words.right - words.left
        lines[words.y] = line.ljust(column) + words.text.replace("\u00a0", " ")
    return lines


def keys(shown: list[Words]) -> list[str]:
    return [each.text for each in sorted(shown, key=lambda each: each.left) if each.look == "key"]


@each_picture
def test_it_is_one_small_file(of: Pictured) -> None:
    """It has no scripts, fetches nothing and has no links, so it works in any page."""
    source = Moving(of).source
    assert len(source.encode()) < LARGEST
    assert not re.search(r"script|href|url\(|@import|@font-face|http(?!://www\.w3\.org/2000/svg)", source)


@each_picture
def test_every_moment_is_a_screen(of: Pictured) -> None:
    """Texts never overlap, and each press leads to a new screen.

    All keys pressed so far are shown. Without animation the last screen is shown.
    """
    moving = Moving(of)
    assert moving.starts == [0, *(press.at for press in PRESSES)]
    shown = [moving.at(start) for start in moving.starts]
    screens = [screen(each) for each in shown]
    assert all(lines.keys() >= {min(screens[0]), max(screens[0])} for lines in screens)
    assert len({lines[min(lines)] for lines in screens}) == 1
    assert all(before != after for before, after in pairwise(screens))
    assert [keys(each) for each in shown] == [
        [press.key for press in PRESSES[:at]] for at in range(len(shown))
    ]
    assert set(moving.animated) == moving.groups
    assert moving.still() == shown[-1]


@pytest.mark.parametrize(("code", "of"), PICTURED.items(), ids=PICTURED)
def test_the_figures_of_the_picture_are_true(
    code: str, of: Pictured, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moving = Moving(of)
    typed, accepted = (press.at for press in PRESSES[-3:-1])
    preview, written = ("\n".join(screen(moving.at(at)).values()) for at in (typed, accepted))
    [declarer] = set(re.findall(r"  (\w+) 7, \w+ ", preview))
    assert re.search(rf"\d {declarer} 7", written)
    session = tmp_path / of.sample.name
    session.write_bytes(b"".join(of.sample.read_bytes().splitlines(keepends=True)[: 1 + of.hands]))
    assert run(["add", str(session), f"{declarer} 7 wp 8", "--lang", code]) == EXIT_OK
    capsys.readouterr()
    assert run(["settle", str(session), "--lang", code]) == EXIT_OK
    _game, _heading, *lines = filter(None, capsys.readouterr().out.splitlines())
    settled = [each.split() for each in screen(moving.still()).values()]
    told = [each.split() for each in lines]
    without_exact = [[*each[:2], *each[3:]] for each in told]  # The screen shows whole results only once.
    assert all(
        each in settled or short in settled for each, short in zip(told, without_exact, strict=True)
    ), lines
