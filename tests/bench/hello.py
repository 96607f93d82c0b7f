"""The floor of the terminal measures: an application with one label, which changes at each key."""

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static

GREETING = "Hello, world"


class Hello(App[None]):
    """An application that shows a greeting and the number of keys pressed."""

    keys = 0

    def compose(self) -> ComposeResult:
        yield Static(GREETING, markup=False)

    def on_key(self, event: Key) -> None:
        event.stop()
        self.keys += 1
        self.query_one(Static).update(f"{GREETING} {self.keys}")


if __name__ == "__main__":
    Hello().run()
