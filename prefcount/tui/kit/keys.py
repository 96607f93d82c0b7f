"""Commands with their keys, and the bindings, help pages and footers made from them."""

from collections.abc import Mapping
from typing import NamedTuple

from textual.binding import Binding, BindingType

from prefcount.base.i18n import C_, N_
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
    "space": N_("Space"),
    "tab": "Tab",
    "up": "↑",
}
"""Names of keys on the screen, if they differ from Textual's."""


class Command(NamedTuple):
    """A command, with its keys and its words on the screen.

    Attributes:
        keys: Textual's names of the keys, such as "f2,ctrl+o". Sentences on the screen name only the first.
            For keys without an action, this may be any text for the help page, such as "0–9", or "".
        action: the action of Textual that the keys run, or "" if other code handles the keys.
        help: the line of the help page and of the command palette, marked for translation, or "".
        footer: a word or two for the bottom of the screen and the command palette, marked for translation.
        also: further keys, which work but are not shown anywhere.
        in_footer: the number of `keys`, counted from the first, that the bottom of the screen shows.
        priority: whether the key is handled before the focused widget gets it.
    """

    keys: str
    action: str = ""
    help: str = ""
    footer: str = ""
    also: str = ""
    in_footer: int = 1
    priority: bool = False

    @property
    def name(self) -> str:
        """The name of the command in code: its action, or its first key if it has no action."""
        return self.action or self.keys.split(",")[0]

    def key_names(self, count: int | None = None) -> str:
        """Return the keys as they are shown on the screen, or only the first `count` of them."""
        return " ".join(map(_key_label, self.keys.split(",")[:count]))


Commands = tuple[Command, ...]


def _key_label(key: str) -> str:
    if key.startswith("ctrl+"):
        return f"Ctrl+{key.removeprefix('ctrl+').upper()}"
    if key[1:].isdigit():
        return key.upper()
    return _KEY_LABELS.get(key, key)


def bindings(*places: Commands) -> list[BindingType]:
    """Return Textual's bindings for all commands that have an action. `places` are groups of commands."""
    return [
        Binding(
            ",".join(filter(None, (*command.keys.split(","), *command.also.split(",")))),
            command.action,
            command.footer,
            tooltip=command.help,
            priority=command.priority,
        )
        for place in places
        for command in place
        if command.action
    ]


def help_lines(commands: Commands) -> Lines:
    """Return pairs of keys and help text for the commands that have a help text."""
    return tuple((command.key_names(), command.help) for command in commands if command.help)


def footer(names: str, *places: Commands, words: Mapping[str, str] | None = None) -> Lines:
    """Return pairs of keys and a word for the bottom of a screen, in the order of `names`.

    Args:
        names: names of commands, separated by blanks.
        places: groups of commands in which the names are looked up; the first match counts.
        words: words to show instead of a command's own, by the name of the command.
    """
    other = words or {}
    commands = {command.name: command for place in reversed(places) for command in place}
    return tuple(
        (commands[name].key_names(commands[name].in_footer), other.get(name) or commands[name].footer)
        for name in names.split()
    )


def key_of(commands: Commands, name: str) -> str:
    """Return the first key of the command called `name`, as it is shown on the screen."""
    return next(command.key_names(1) for command in commands if command.name == name)


_ALL_COMMANDS = Command(
    "ctrl+p", help=N_("list all commands with their keys, and the colour themes"), footer=N_("all commands")
)

HELP = Command("f1", "keys", footer=N_("help"))

APP: Commands = (Command("ctrl+q", "quit", footer=N_("quit"), priority=True),)

DEBTS_OF_ALL = Command(
    "ctrl+d",
    "debts",
    N_("debts: who owes whom over all evenings, and the book of payments"),
    N_("debts"),
    priority=True,
)

WHAT_IF_OF_GAME = Command(
    "ctrl+g", "what_if", N_("what if: the same hands under other rules"), N_("other rules")
)

PAGE: Commands = (Command("escape", "dismiss", footer=N_("Close"), also="f1,f10,enter"),)
"""The keys of a help page, or of a page of the rule book."""
BOOK: Commands = (*PAGE, Command("ctrl+r", "dismiss"))

EVERYWHERE: Lines = (
    ("F1", N_("help")),
    ("F2", N_("confirm: begin, record, apply, save, answer yes")),
    ("F3", N_("undo; restore a deleted game; take back a payment")),
    ("F4", N_("repeat: redo, play a rematch, use the settings of the last game")),
    ("F5", N_("show results: the settlement, the statistics of all games")),
    ("F6", N_("show what each answer would score")),
    ("F7", N_("correct")),
    ("F8, Del", N_("delete a game, leave out a hand, stop sharing")),
    ("F9, Ins", N_("add a forgotten hand, a preset, or a link for entering hands")),
    ("F10", N_("leave")),
    ("F11", N_("reload the file and enter hands here")),
    ("F12", N_("files: open, import, export, print, continue in another file")),
    ("Ctrl+C", N_("copy the selected text; if there is none, copy the results or the link")),
    ("Ctrl+D", N_("debts")),
    ("Ctrl+E", N_("show or hide the names that options have in files")),
    ("Ctrl+F", N_("show or hide some lines, such as struck-out hands or unchanged rules")),
    ("Ctrl+G", N_("the same hands under other rules")),
    ("Ctrl+K", N_("save the sheet and the results as a picture")),
    ("Ctrl+L", N_("share with phones")),
    ("Ctrl+N", N_("the next language")),
    ("Ctrl+O", N_("compare with the paper sheet, or enter an old sheet")),
    ("Ctrl+P", N_("all commands")),
    ("Ctrl+Q", N_("quit")),
    ("Ctrl+R", N_("show the rules; from there, the rule book")),
    ("Ctrl+S", N_("save the results as text, save the rules, or save the paper figures")),
    ("Ctrl+T", N_("turn questions about trump suits on or off")),
    ("Ctrl+X", N_("count the hand several times")),
    ("Esc", N_("go one step back; the bottom line of the screen says where to")),
)
"""The meaning of each key on all screens that use it."""

# --- the list of games ---------------------------------------------------------------------------

GAMES: Commands = (
    Command("up,down,enter", help=N_("select a game, and continue it")),
    Command("enter", footer=N_("continue")),
    HELP,
    Command(
        "f2",
        "new",
        N_("start a new game; in its form, Ctrl+O enters an old sheet, or only the result of an evening"),
        N_("new game"),
    ),
    Command(
        "f4",
        "rematch",
        N_(
            "start a rematch with the players, rules and stake of the marked game; "
            "the next player deals first"
        ),
        N_("rematch"),
    ),
    Command(N_("letters"), help=N_("search by name, date or preset; Esc closes the search")),
    Command(N_("a–z"), footer=N_("search")),
    Command("slash", "search", also="full_stop"),
    Command("f12", "open", N_("open a file, or import one from another program"), N_("open, import")),
    Command("f5", "stats", N_("statistics: totals of all games by player"), N_("statistics")),
    DEBTS_OF_ALL,
    Command("ctrl+o", "paper", N_("compare a paper sheet with the marked game"), N_("paper")),
    Command(
        "f8,delete", "delete", N_("delete the marked game (it moves to the folder “trash”)"), N_("delete")
    ),
    Command("f3", "trash", N_("restore a deleted game"), N_("deleted games")),
    _ALL_COMMANDS,
    Command("ctrl+n", "switch_language", N_("switch the language (on other screens with Ctrl+P)")),
    Command("f10", "app.quit", N_("quit"), N_("quit")),
    Command("escape", "close", footer=N_("all games")),
    Command("down", "move(1)"),
    Command("up", "move(-1)"),
)

TRASH: Commands = (
    Command("up,down", footer=N_("games"), in_footer=2),
    Command("enter", help=N_("restore the marked game"), footer=N_("take it back")),
    HELP,
    Command("escape", "dismiss", N_("back to the games"), N_("games"), also="f3,f10"),
)

QUESTION: Commands = (
    Command("f2", "go_ahead", footer=N_("Yes")),
    Command("f7", "change", footer=N_("Change first")),
    Command("escape", "dismiss(None)", footer=N_("No")),
)

# --- the table -----------------------------------------------------------------------------------

TABLE: Commands = (
    Command("f1", "help", footer=N_("help")),
    Command(
        "tab",
        "focus_next_part(1)",
        N_(
            "go from the next hand to the list of hands, then to the sheet; Shift+Tab goes straight to "
            "the sheet"
        ),
        N_("look back"),
        priority=True,
    ),
    Command("shift+tab", "focus_next_part(-1)", priority=True),
    Command("ctrl+r", "rules", N_("view the rules, or change them from the next hand"), N_("rules")),
    Command(
        "f3",
        "undo",
        N_("undo, as often as you like; an unfinished digit, correction or hand is undone first"),
        N_("undo"),
        also="ctrl+z",
    ),
    Command("f4", "redo", N_("redo what was undone"), N_("redo"), also="ctrl+y"),
    Command(
        "ctrl+f",
        "show_struck",
        N_(
            "show or hide entries that were undone or struck out, in the sheet and in the list; “5 →” in the "
            "list is a correction of hand 5"
        ),
        N_("struck out"),
    ),
    Command("f5", "settle", N_("settlement: results, payments, the calculation, the chart"), N_("settle")),
    WHAT_IF_OF_GAME,
    Command(
        "ctrl+o",
        "paper",
        N_("compare with the paper sheet, or enter an old sheet before the first hand"),
        N_("paper"),
    ),
    Command(
        "ctrl+t",
        "suits",
        N_("turn the question for the trump suit of each contract on or off (the suit changes no figure)"),
        N_("suits"),
    ),
    Command(
        "ctrl+l", "share", N_("share with phones in the room: link and QR code"), C_("with the room", "share")
    ),
    DEBTS_OF_ALL,
    Command("ctrl+s", "save", N_("check that everything is saved (it is saved as you enter it)")),
    _ALL_COMMANDS,
    Command("escape", "step_back", footer=N_("back to the question")),
    Command("f10", "leave", N_("back to the games, or quit"), footer=N_("games")),
    Command("f11", "take_over", footer=N_("Reload the file and enter hands here")),
    Command("f12", "continue_in_copy", footer=N_("Continue in another file")),
)

ENTRY_FORM: Commands = (
    Command("up,down,enter", help=N_("select an answer; on the last question Enter records the hand")),
    Command(
        "escape,backspace",
        help=N_("take back the last answer or a wrong digit; on an empty form, go back to the games"),
    ),
    Command(N_("letters"), help=N_("type a hand as a line; Enter checks it, then Esc lets you edit it")),
    Command(N_("a–z"), footer=N_("type a line")),
    Command("ctrl+u", help=N_("delete the typed line up to the cursor; arrows, Home, End and Del also work")),
    Command(
        "up,down",
        help=N_("while you type a line, bring back an earlier one. Pasted lines are checked one by one."),
    ),
    Command("pagedown,pageup", help=N_("turn the pages of a long preview")),
    Command("f2", "record", N_("record the hand that is shown"), footer=N_("Record it")),
    Command(
        "f6",
        "payoffs",
        N_("show what the hand would score: every player's result for each answer"),
        N_("what it scores"),
    ),
    Command(
        "ctrl+x",
        "count_more",
        N_("count the hand double (a dark game); press again for ×3 up to ×8, then for ×1"),
        N_("counts ×2"),
    ),
    Command(
        "f7", "correct_name", N_("correct a misspelled name in the whole game"), footer=N_("correct a name")
    ),
)

HAND_LIST: Commands = (
    Command(
        "up,down",
        help=N_("select a hand; its effect on the sheet is shown next to it"),
        footer=N_("entries"),
        in_footer=2,
    ),
    Command("pageup,pagedown", help=N_("scroll a long explanation, then move by ten hands")),
    Command("0–9", help=N_("type a figure to find it on the sheet")),
    Command(
        "f7,enter",
        "choose('correct')",
        N_("correct the selected hand, starting from its old answers; Esc goes back answer by answer"),
        N_("correct"),
    ),
    Command("f8", "choose('void')", N_("exclude the marked hand, or restore it"), N_("void"), also="delete"),
    Command(
        "f9",
        "choose('after')",
        N_("insert a forgotten hand after the selected one"),
        N_("insert after"),
        also="insert",
    ),
    Command("escape", help=N_("go back to entering the next hand")),
    Command("up", "mark_hand(-1)"),
    Command("down", "mark_hand(1)"),
    Command("pageup", "screen.read_on(-1)"),
    Command("pagedown", "screen.read_on(1)"),
    Command("home", "mark_hand(-1000000)"),
    Command("end", "mark_hand(1000000)"),
)

SHEET: Commands = (
    Command(
        "left,right,up,down",
        help=N_("go to the next figure and see which hand it comes from"),
        footer=N_("figures"),
        in_footer=4,
    ),
    Command(
        "0–9",
        help=N_(
            "type a figure to find it, a past result, or what a hand changed; type it again to find the "
            "next equal one"
        ),
    ),
    Command("space", help=N_("show the next figure that is equal to the typed one")),
    Command("pageup,pagedown", help=N_("scroll a long explanation")),
    Command("enter", "open", N_("go to the hand that the figure comes from"), N_("the hand")),
    Command("f7", help=N_("correct a misspelled name in the whole game")),
    Command("escape", help=N_("go back to entering the next hand")),
    Command("left", "move(-1,0)"),
    Command("right", "move(1,0)"),
    Command("up", "move(0,-1)"),
    Command("down", "move(0,1)"),
    Command("pageup", "screen.read_on(-1)"),
    Command("pagedown", "screen.read_on(1)"),
)

PROMPT_LINE: Commands = (Command("tab", "keep_focus", also="shift+tab"),)
PICK_LIST: Commands = (Command("space", "show_overlay", footer=N_("open the list")),)

SCROLL = Command("up,down,pageup,pagedown", help=N_("scroll"), footer=N_("scroll"), in_footer=2)

SCROLL_PAGES = Command("pageup,pagedown", help=N_("scroll"), footer=N_("scroll"), in_footer=2)
