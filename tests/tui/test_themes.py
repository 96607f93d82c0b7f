"""Every text can be read in every theme."""

import re
from pathlib import Path

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from prefcount.base.i18n import _, override_language
from prefcount.tui.app import (
    ANSI_DARK,
    HIGH_CONTRAST,
    MIN_CONTRAST,
    TEXTS,
    PrefcountApp,
    color_on,
    contrast,
    readable,
)
from tests.tui.terminal import running

TUI = Path(__file__).parents[2] / "prefcount" / "tui"
THEMES = {**BUILTIN_THEMES, HIGH_CONTRAST.name: HIGH_CONTRAST}
ON_BLACK = {
    f"ansi_{name}" for name in ("default", "bright_cyan", "bright_green", "bright_yellow", "bright_red")
}
ON_WHITE = {"ansi_default", "ansi_blue", "ansi_red", "ansi_magenta"}
PAIRS = {"ansi_black on ansi_white", "ansi_bright_white on ansi_blue"}
"""Colours that can be read in a terminal with the usual 16 colours."""


@pytest.mark.parametrize("name", THEMES)
def test_texts_have_enough_contrast(name: str) -> None:
    theme = THEMES[name]
    generated = theme.to_color_system().generate() | theme.variables
    variables = readable(generated, dark=theme.dark, ansi=theme.ansi)
    for text, grounds in TEXTS.items():
        for ground in grounds:
            if not theme.ansi:
                below = color_on(variables, ground)
                assert contrast(color_on(variables, text, below), below) > MIN_CONTRAST - 0.05, (text, ground)
            elif variables[ground] in ("ansi_default", "transparent"):
                assert variables[text].removesuffix(" 50%") in (ON_BLACK if theme.dark else ON_WHITE), text
            else:
                assert f"{variables[text]} on {variables[ground]}" in PAIRS


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast(Color.parse("#fff"), Color.parse("#000")) == pytest.approx(21)
    assert contrast(Color.parse("#767676"), Color.parse("#fff")) == pytest.approx(4.54, abs=0.01)


def test_no_text_is_on_a_colour_that_is_not_checked() -> None:
    source = "\n".join(path.read_text("utf-8") for path in TUI.rglob("*.py"))
    grounds = set(re.findall(r"(?:background: |[ \"]on )\$([a-z0-9-]+)", source))
    assert grounds <= {*(each for of in TEXTS.values() for each in of), "boost", "surface-lighten-2"}


@pytest.mark.parametrize(("system", "is_ansi"), [("standard", True), ("truecolor", False)])
def test_a_terminal_of_16_colours_has_its_own_theme(
    monkeypatch: pytest.MonkeyPatch, system: str, is_ansi: bool
) -> None:
    monkeypatch.setattr("rich.console.Console.color_system", system)
    assert (PrefcountApp().terminal_theme == ANSI_DARK) is is_ansi


@pytest.mark.parametrize(
    ("code", "typed"), [("en", "color"), ("en", "colour"), ("ru", "цвет"), ("ru", "тема")]
)
async def test_the_palette_finds_themes_by_colour(code: str, typed: str) -> None:
    with override_language(code):
        title = _("Colour theme")
        async with running() as terminal:
            await terminal.press("ctrl+p")
            await terminal.write(typed, shows=title)
