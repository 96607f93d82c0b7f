"""A real headless browser, a game that is served during a test, and measurements of a page."""

import asyncio
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from prefcount.session.typed_entries import parse_line
from prefcount.store.reader import load
from prefcount.tui.kit.open_session import OpenSession
from prefcount.web.address import LOOPBACK, Address
from prefcount.web.sharing import Sharing
from prefcount.web.writing import PhoneEntries

LONGEST = 20.0
EACH = 0.02
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")

browser_test = [
    pytest.mark.browser,
    pytest.mark.skipif(
        CHROMIUM is None or DRIVER is None or find_spec("selenium") is None,
        reason="needs a browser: apt-get install chromium chromium-driver, and selenium",
    ),
]
"""Marks of a module whose tests share one browser."""


class Server:
    """A game shared from a thread of its own, as by another program.

    Attributes:
        address: the address for readers.
        writing: the address for writers, or None.
    """

    def __init__(
        self, path: Path, port: int = 0, token: str | None = None, *, writes: str | None = None
    ) -> None:
        self._sharing = Sharing(lambda: path, load(path), LOOPBACK, port, token)
        self.address: Address = self._sharing.address
        self.game = OpenSession(path)
        self.writing = self.address
        if writes is not None:
            self._sharing.allow_writing(PhoneEntries(self.game, self.game.write), writes)
            assert self._sharing.writing_address is not None
            self.writing = self._sharing.writing_address
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._sharing.run())
        self.game.close()

    def writes(self, line: str) -> None:
        seen = self.game.session
        entry = parse_line(seen, seen.state, line)
        asyncio.run_coroutine_threadsafe(self.game.write(entry, seen), self._loop).result(LONGEST)

    def close_the_door(self) -> None:
        self._loop.call_soon_threadsafe(self._sharing.stop_writing)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._sharing.close)
        self._thread.join(LONGEST)
        assert not self._thread.is_alive()


@contextmanager
def served(path: Path, port: int = 0, token: str | None = None) -> Iterator[Address]:
    server = Server(path, port, token)
    try:
        yield server.address
    finally:
        server.stop()


@contextmanager
def written(path: Path, port: int = 0, token: str = "w" * 22) -> Iterator[Server]:
    server = Server(path, port, writes=token)
    try:
        yield server
    finally:
        server.stop()


class Browser:
    """One page in a real browser."""

    def __init__(self, profile: Path) -> None:
        from selenium import webdriver

        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM or ""
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        options.add_argument(f"--user-data-dir={profile}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self._driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))

    def close(self) -> None:
        self._driver.quit()

    def device(self, width: int, height: int, *, dark: bool = False, scale: int = 1) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600}
        self._driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def open(self, link: str) -> None:
        """Open a page, and mark it to detect a reload."""
        self._driver.get(link)
        self._driver.execute_script("window.loadedOnce = true")

    def click(self, selector: str) -> None:
        self._driver.find_element("css selector", selector).click()

    @contextmanager
    def another_page(self, accepted: str) -> Iterator[None]:
        before = self._driver.current_window_handle
        self._driver.switch_to.new_window("tab")
        agent = {"userAgent": self.run("return navigator.userAgent"), "acceptLanguage": accepted}
        self._driver.execute_cdp_cmd("Emulation.setUserAgentOverride", agent)
        try:
            yield
        finally:
            self._driver.close()
            self._driver.switch_to.window(before)

    @property
    def loaded_once(self) -> bool:
        return self.run("return window.loadedOnce === true") is True

    def run(self, script: str) -> Any:
        return self._driver.execute_script(script)

    def hurry(self) -> None:
        """Shorten the waits of the page to a tenth."""
        self.run("const later = setTimeout; window.setTimeout = (work, time) => later(work, time / 10)")

    def find_out(self, command: str, **what: object) -> Any:
        """Return the answer of the browser to a command of its protocol."""
        return self._driver.execute_cdp_cmd(command, what)

    def press(self, *keys: str) -> None:
        for key in keys:
            self._driver.switch_to.active_element.send_keys(key)

    def save(self, path: Path) -> None:
        self._driver.save_screenshot(str(path))

    def text(self, selector: str) -> str:
        return str(self.run(f"return document.querySelector({selector!r}).innerText"))

    def shows(self, selector: str, text: str) -> None:
        self.until(
            lambda: text in self.text(selector), f"{text!r} in {selector}", lambda: self.text(selector)
        )

    def until(self, holds: Callable[[], object], what: str, seen: Callable[[], object] = str) -> None:
        """Wait until a condition holds. Raises AssertionError if it never does."""
        deadline = monotonic() + LONGEST
        while not holds():
            assert monotonic() < deadline, f"waited in vain for {what}; there is {seen()}"
            sleep(EACH)

    def complaints(self) -> list[str]:
        """Return errors that the browser reported since the last call."""
        return [entry["message"] for entry in self._driver.get_log("browser")]


BEYOND = """
return [...document.querySelectorAll("#page *:not(svg *), #entry *, #connection, #languages *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.id || each.tagName);
"""
"""A script that returns the elements beyond the right edge."""

MIN_CONTRAST = """
const light = (colour) => {
  const [red, green, blue] = colour.match(/[\\d.]+/g).map((each) => each / 255)
    .map((each) => each <= .04045 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4);
  return .2126 * red + .7152 * green + .0722 * blue;
};
const behind = (element) => {
  const colour = getComputedStyle(element).backgroundColor;
  return colour === "rgba(0, 0, 0, 0)" ? behind(element.parentElement) : colour;
};
const written = document.querySelectorAll(
  "#page *:not(svg, svg *), #entry :enabled, #entry p, #entry h2, #connection, #languages *");
return Math.min(...[...written].map((each) => {
  const [less, more] = [light(getComputedStyle(each).color), light(behind(each))].sort((a, b) => a - b);
  return (more + .05) / (less + .05);
}));
"""
"""A script that returns the least contrast between text and background, as defined by WCAG 2."""
