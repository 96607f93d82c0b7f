"""The floor of the terminal measures: an application that shows one label and changes it on a key."""

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static

GREETING = "Hello, world"


class Hello(App[None]):
    """Shows a greeting, and how many keys there were."""

    keys = 0

    def compose(self) -> ComposeResult:
        """The one label."""
        yield Static(GREETING, markup=False)

    def on_key(self, event: Key) -> None:
        """Count the key."""
        event.stop()
        self.keys += 1
        self.query_one(Static).update(f"{GREETING} {self.keys}")


if __name__ == "__main__":
    Hello().run()
