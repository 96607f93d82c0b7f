"""Every place in each complete language and three sizes: nothing is cut off, and languages are not mixed."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from prefcount.base.i18n import use_language
from prefcount.games import GAMES, get_game
from prefcount.languages import LANGUAGES
from prefcount.store.reader import load
from prefcount.store.settings import FOLDER_VARIABLE
from prefcount.tui.kit.widgets import change_language
from tests.i18n.catalogues import COMPLETE, options
from tests.i18n.places import PLACES, SAMPLES, SEASON, at, at_rest
from tests.i18n.test_catalogues import LATIN, NAMES
from tests.tui.terminal import NORMAL, Terminal, texts
from tests.tui.test_frames import check

ELSEWHERE = re.compile(r"\S+\.jsonl\b|\S*/\S+|\b(?:[0-9a-f]+:)+:?[0-9a-f]*|\b[0-9a-f]{8}\b")
"""Paths, addresses, and hashes of files."""
AT_THE_END = re.compile(r"(?<= )[a-z_.0-9]+(?=\s*(?:[│▀-▟].*)?$)", re.MULTILINE)
"""A possible code of an option at the end of its line, before the scrollbar or the border of the list."""
CODES = {f"({name})" for game in map(get_game, GAMES) for _about, name in options(game)}
"""Codes for `--set` in parentheses, as the help of an option shows them."""


LANGUAGE_NAMES = {language.name for language in LANGUAGES.values()}
CIRCLE = {name for evening in (SAMPLES / SEASON).glob("2*.jsonl") for name in load(evening).session.players}
"""The players of the season."""


def foreign(frame: str, names: Iterable[str]) -> list[str]:
    """Return the Latin words of a frame in another script, except names, codes and keys."""
    called = [name.casefold() for name in names]
    return [
        word
        for word in LATIN.findall(ELSEWHERE.sub("", _without_codes(frame)))
        if word not in NAMES and not any(name.startswith(word.casefold()) for name in called)
    ]


def _without_codes(frame: str) -> str:
    """Remove codes of options in parentheses and at the ends of lines, which are words of files."""

    def kept(found: re.Match[str]) -> str:
        return "" if f"({found[0].strip('()')})" in CODES else found[0]

    return AT_THE_END.sub(kept, re.sub(r"\([a-z_.0-9]+\)", kept, frame))


def players(terminal: Terminal) -> tuple[str, ...]:
    """Return the names of the players and the typed words."""
    typed = {"Igor", "Marta", "Felix", "xy", "cash", *CIRCLE, *LANGUAGE_NAMES}
    try:
        return (*terminal.open_session.session.players, *typed)
    except StopIteration:
        return tuple(typed)


def check_language(terminal: Terminal, code: str) -> None:
    """Check that nothing is cut off, and that the window has no word of the other language."""
    check(terminal)
    shown = "\n".join(texts(terminal.app))
    if LATIN.search(LANGUAGES[code].name):
        plain = re.sub("|".join(LANGUAGE_NAMES), "", shown)
        assert not re.search("[Ѐ-ԯ]{3}", plain), terminal.frame
    else:
        assert foreign(shown, players(terminal)) == [], terminal.frame


async def spoken(terminal: Terminal, code: str) -> str:
    """Return the frame in another language."""
    change_language(terminal.app, code)
    await at_rest(terminal)
    return terminal.frame


@pytest.mark.parametrize("place", PLACES)
async def test_every_place_is_whole_and_in_one_language(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "games"))
    use_language("ru")
    async with at(place, tmp_path / "games", size=(60, 18)) as terminal:
        frame = terminal.frame
        for code in COMPLETE:
            assert (await spoken(terminal, code) == frame) == (code == "ru")
            check_language(terminal, code)
        assert await spoken(terminal, "ru") == frame
        for size in (NORMAL, (200, 50)):
            await terminal.resize(*size)
            await at_rest(terminal)
            check_language(terminal, "ru")
