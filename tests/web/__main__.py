"""`python -m tests.web`: make the pictures of the phone that enters a hand, for the guides."""

import tempfile
from pathlib import Path

from docs.pictures import PICTURED, Pictured
from prefcount.web.page import language_query
from tests.web.browser import Browser, written

ANSWERS = ("1", "7", "wp", "7")
HEIGHT = 740


def picture(browser: Browser, of: Pictured, code: str, folder: Path) -> None:
    game = folder / f"{code}.jsonl"
    game.write_bytes(b"".join(of.sample.read_bytes().splitlines(keepends=True)[: of.hands + 1]))
    with written(game) as server:
        browser.device(360, HEIGHT, scale=2)
        browser.open(server.writing.link + language_query(code))
        for count, value in enumerate(ANSWERS):
            button = f"document.querySelector('#choices button[value=\"{value}\"]')"
            labels = "document.getElementById('said').textContent.split(' · ').filter(Boolean).length"
            browser.until(lambda: browser.run(f"return {labels} === {count} && Boolean({button})"), value)  # noqa: B023
            browser.run(f"{button}.click()")
        browser.until(lambda: browser.run("return !document.getElementById('record').hidden"), "the hand")
        browser.until(lambda: browser.run("return document.querySelector('#about h1') !== null"), "the game")
        browser.run("document.activeElement.blur(); scrollTo(0, 0)")
        browser.device(360, browser.run("return document.getElementById('page').offsetTop"), scale=2)
        browser.save(of.folder / "phone.png")
        browser.open("about:blank")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(Path(folder) / "profile")
        try:
            for code, of in PICTURED.items():
                picture(browser, of, code, Path(folder))
        finally:
            browser.close()


if __name__ == "__main__":
    main()
