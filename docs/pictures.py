"""Makes the pictures of the README from the real screens: `uv run python docs/pictures.py`."""

import asyncio
import re
import shutil
import tempfile
from pathlib import Path

from prefcount.render.report.svg import sheet_svg
from prefcount.session.reader import load
from prefcount.tui.app import PrefcountApp

HERE = Path(__file__).parent
SAMPLE = HERE.parent / "sample_sessions" / "sochi-american-aid.jsonl"
HANDS = 17


async def picture(name: str, keys: list[str], size: tuple[int, int]) -> None:
    """Save the screen after some keys, at a game that is still running."""
    with tempfile.TemporaryDirectory() as folder:
        session = Path(folder) / SAMPLE.name
        shutil.copy(SAMPLE, session)
        lines = session.read_bytes().splitlines(keepends=True)
        session.write_bytes(b"".join(lines[: 1 + HANDS]))
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
    (HERE / f"{name}.svg").write_text(shown, encoding="utf-8")


def drawn_sheet() -> None:
    """Save the sheet of the whole game as it is drawn on paper."""
    (HERE / "sheet.svg").write_text(sheet_svg(load(SAMPLE).session), encoding="utf-8")


async def main() -> None:
    """All pictures."""
    drawn_sheet()
    await picture("table", ["1", "7", "4", "3", "6", "2"], (100, 28))
    await picture("settlement", ["f5"], (100, 28))


if __name__ == "__main__":
    asyncio.run(main())
