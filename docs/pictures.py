"""Makes the pictures of the READMEs from the real screens: `uv run python docs/pictures.py`.

`… ru` makes those of one language. The Russian ones need the catalogue, which `uv run python -m tests.i18n`
compiles.
"""

import asyncio
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from prefcount.i18n import LANGUAGES, use_language
from prefcount.render.report.svg import sheet_svg
from prefcount.session.reader import load
from prefcount.tui.app import PrefcountApp

HERE = Path(__file__).parent
SAMPLES = HERE.parent / "sample_sessions"


class Pictured(NamedTuple):
    """The game of the pictures in a language: its file, where it stands, and where the pictures go."""

    sample: Path
    hands: int
    folder: Path


PICTURED = {
    "en": Pictured(SAMPLES / "sochi-american-aid.jsonl", 17, HERE),
    "ru": Pictured(SAMPLES / "cyrillic-names.jsonl", 9, HERE / "ru"),
}


async def picture(name: str, of: Pictured, keys: list[str], size: tuple[int, int]) -> None:
    """Save the screen after some keys, at a game that is still running."""
    with tempfile.TemporaryDirectory() as folder:
        session = Path(folder) / of.sample.name
        shutil.copy(of.sample, session)
        lines = session.read_bytes().splitlines(keepends=True)
        session.write_bytes(b"".join(lines[: 1 + of.hands]))
        app = PrefcountApp(session)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            for key in keys:
                app.simulate_key(key)
            await pilot.pause()
            shown = app.export_screenshot(title="prefcount")
    # Fonts are the reader's own: a picture fetches nothing from elsewhere.
    shown = re.sub(r"@font-face \{.*?\}", "", shown, flags=re.S)
    shown = shown.replace("<svg ", '<svg xml:space="preserve" ', 1)
    (of.folder / f"{name}.svg").write_text(shown, encoding="utf-8")


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
        await picture("table", of, ["1", "7", "4", "3", "6", "2"], (100, 28))
        await picture("settlement", of, ["f5"], (100, 28))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:] or list(LANGUAGES)))
