"""Colours that can be read in every theme, also in a terminal with only 16 colours."""

from collections.abc import Mapping

from textual.color import Color
from textual.theme import Theme

HIGH_CONTRAST = Theme(
    name="high-contrast",
    primary="#ffffff",
    secondary="#ffff00",
    accent="#ffff00",
    warning="#ffff00",
    error="#ff6060",
    success="#60ff60",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#202020",
    variables={"text": "#000000", "text-muted": "#e0e0e0", "foreground-muted": "#e0e0e0"},
)
ANSI_DARK = "ansi-dark"
"""The theme for terminals with 16 colours."""

MIN_CONTRAST = 4.5
"""Minimum contrast of text (WCAG 2.2, 1.4.3)."""
GROUNDS = ("background", "surface", "panel")
TEXTS: Mapping[str, tuple[str, ...]] = {
    **{f"text-{kind}": (*GROUNDS, f"{kind}-muted") for kind in ("primary", "warning", "error", "success")},
    **dict.fromkeys(("text-accent", "text-secondary", "foreground", "foreground-muted"), GROUNDS),
    "block-cursor-foreground": ("block-cursor-background",),
}
"""The colours of texts, and the colours on which each of them is shown."""
_NO_BARS = {f"{kind}-muted": "ansi_default" for kind in ("primary", "warning", "error", "success")}
_ANSI = {
    True: _NO_BARS
    | {f"text-{kind}": "ansi_bright_cyan" for kind in ("primary", "secondary")}
    | {f"text-{kind}": "ansi_bright_green" for kind in ("success", "accent")}
    | {"text-warning": "ansi_bright_yellow", "text-error": "ansi_bright_red", "primary": "ansi_cyan"},
    False: _NO_BARS
    | {f"text-{kind}": "ansi_magenta" for kind in ("warning", "accent")}
    | {f"text-{kind}": "ansi_default" for kind in ("success", "secondary")}
    | {"input-selection-foreground": "ansi_black"},
}
"""Colours of the ANSI themes that differ from Textual's, by whether the theme is dark."""


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def readable(variables: dict[str, str], *, dark: bool, ansi: bool) -> dict[str, str]:
    """Return the colours of a theme, with the texts that are hard to read moved towards black or white."""
    if ansi:
        return variables | _ANSI[dark]
    changed = dict(variables)
    for text, grounds in TEXTS.items():
        below = [color_on(variables, ground) for ground in grounds]
        color = color_on(variables, text, below[-1])
        end = max(
            (Color(0, 0, 0), Color(255, 255, 255)), key=lambda end: min(contrast(end, each) for each in below)
        )
        steps = (color.blend(end, step / 20, 1) for step in range(21))
        changed[text] = next(
            (each for each in steps if all(contrast(each, ground) >= MIN_CONTRAST for ground in below)), end
        ).hex
    return changed


def color_on(variables: Mapping[str, str], name: str, ground: Color | None = None) -> Color:
    """Return a colour of a theme as it is seen on another one, by default on the background."""
    below, value = ground or Color.parse(variables["background"]), variables[name]
    if value.startswith("auto"):  # black or white, such as "auto 87%"
        return below.blend(below.get_contrast_text(1), int(value[5:-1]) / 100, 1)
    color = Color.parse(value)
    return below.blend(color, color.a, 1)
