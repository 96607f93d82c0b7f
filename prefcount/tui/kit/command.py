"""The record of a key, and what is made from such records: bindings, help, footers, names of keys."""

from collections.abc import Mapping
from typing import NamedTuple

from textual.binding import Binding, BindingType

from prefcount.games.words import Lines

_KEY_LABELS = {
    "backspace": "⌫",
    "delete": "Del",
    "down": "↓",
    "enter": "Enter",
    "escape": "Esc",
    "insert": "Ins",
    "left": "←",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "right": "→",
    "slash": "/",
    "tab": "Tab",
    "up": "↑",
}
"""The names of keys on the screen, where they differ from those of Textual."""


class Command(NamedTuple):
    """A command at one place of the program, and its keys.

    Attributes:
        keys: the keys as Textual names them, between commas, first the one that sentences name. None is a
            letter: letters search, or are typed. Where nothing is bound it may be any words for keys, such as
            "0–9", or "" for a remark.
        action: what Textual runs; "" where a widget handles the keys itself, or another record binds them.
        help: what the page of help says, marked; "" if it is not listed there.
        footer: a word or two beside the key at the bottom of the screen, marked.
        palette: what the list of all commands calls it, marked; "" if it is not listed there.
        also: further keys for the same, which are named nowhere.
        in_footer: how many of the keys the footer names.
        priority: whether the key is heard before the widget that has the focus.
    """

    keys: str
    action: str = ""
    help: str = ""
    footer: str = ""
    palette: str = ""
    also: str = ""
    in_footer: int = 1
    priority: bool = False

    @property
    def name(self) -> str:
        """Its name in code: its action, or else its first key."""
        return self.action or self.keys.split(",")[0]

    def key_names(self, count: int | None = None) -> str:
        """The names of its keys on the screen, all of them or the first `count`."""
        return " ".join(map(_key_label, self.keys.split(",")[:count]))


Commands = tuple[Command, ...]


def _key_label(key: str) -> str:
    if key.startswith("ctrl+"):
        return f"Ctrl+{key.removeprefix('ctrl+').upper()}"
    if key[1:].isdigit():
        return key.upper()
    return _KEY_LABELS.get(key, key)


def bindings(*places: Commands) -> list[BindingType]:
    """The bindings for Textual of some places."""
    return [
        Binding(
            ",".join(filter(None, (*command.keys.split(","), *command.also.split(",")))),
            command.action,
            command.palette,
            show=bool(command.palette),
            priority=command.priority,
        )
        for place in places
        for command in place
        if command.action
    ]


def help_lines(commands: Commands) -> Lines:
    """The keys of a place for its page of help."""
    return tuple((command.key_names(), command.help) for command in commands if command.help)


def footer(names: str, *places: Commands, words: Mapping[str, str] | None = None) -> Lines:
    """The keys at the bottom of a screen: commands of some places, named between blanks, the first one first.

    Some of them may have other `words` than usual, by their names.
    """
    other = words or {}
    commands = {command.name: command for place in reversed(places) for command in place}
    return tuple(
        (commands[name].key_names(commands[name].in_footer), other.get(name) or commands[name].footer)
        for name in names.split()
    )


def key_of(commands: Commands, name: str) -> str:
    """The name of a key on the screen, for sentences."""
    return next(command.key_names(1) for command in commands if command.name == name)
