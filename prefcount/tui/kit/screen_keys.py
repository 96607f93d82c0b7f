"""The keys of the screens that are opened from the table and from the list of games, as in `key_table.py`."""

from prefcount.base.i18n import C_, N_
from prefcount.tui.kit.command import Command, Commands
from prefcount.tui.kit.key_table import DEBTS_OF_ALL, HELP, WHAT_IF_OF_GAME

_SCROLL = Command("up,down,pageup,pagedown", help=N_("scroll"), footer=N_("scroll"), in_footer=2)
_SCROLL_PAGES = Command("pageup,pagedown", help=N_("scroll"), footer=N_("scroll"), in_footer=2)

# --- screens that are opened from the table ------------------------------------------------------

SETTLEMENT: Commands = (
    Command("1", "show('results')", N_("results and payments"), N_("results"), N_("Results")),
    Command("2", "show('chart')", N_("the chart of the evening"), N_("chart"), N_("Chart")),
    Command(
        "3", "show('steps')", N_("the calculation, step by step as on paper"), N_("steps"), N_("Calculation")
    ),
    _SCROLL,
    Command("ctrl+c", "copy", N_("copy the results for the group chat"), N_("copy"), N_("Copy for the chat")),
    Command("ctrl+s", "save", N_("save them as a text in your documents"), N_("save"), N_("Save as text")),
    Command(
        "f12",
        "page",
        N_("save the evening as a page to print, in your documents"),
        N_("page"),
        N_("Save as a page to print"),
    ),
    Command("enter", "open_saved", N_("open what was saved"), N_("open"), N_("Open what was saved")),
    WHAT_IF_OF_GAME,
    DEBTS_OF_ALL,
    Command(
        "f7",
        "price",
        N_("enter or correct what is played for, for the whole game, also after its end"),
        N_("price"),
        N_("Enter or correct the price"),
    ),
    Command(
        "f2",
        "end",
        N_("end the game, pressed twice: writes the results and seals the file"),
        N_("end, seal"),
        N_("End the game"),
    ),
    Command(
        "escape,f5",
        "back",
        N_("back to the table (looking does not end the game)"),
        N_("table"),
        N_("Back"),
        also="f10",
    ),
    Command(
        "",
        help=N_(
            "nobody has changed the file as long as its check code is the same: compare the first eight "
            "digits, in a dispute all 32"
        ),
    ),
    HELP,
)

DEBTS: Commands = (
    *(Command(str(digit), f"choose({digit})") for digit in range(1, 10)),
    Command(
        "1–9",
        help=N_("choose a suggested payment (nothing is recorded yet); prefcount paid records a part of one"),
    ),
    Command(
        "f2",
        "write",
        N_("record what was chosen in the book: a payment made, or one taken back"),
        N_("paid"),
        N_("Record what was chosen in the book"),
    ),
    Command(
        "f3",
        "undo",
        N_("choose the last payment of the book, to take it back; F2 does it"),
        N_("take back"),
        N_("Take back the last payment"),
    ),
    Command("ctrl+c", "copy", N_("copy the debts for the group chat"), palette=N_("Copy for the chat")),
    _SCROLL,
    HELP,
    Command("escape", "back", N_("drop what was chosen, or go back"), N_("back"), N_("Back"), also="f10"),
)
"""The debts of a circle. What is chosen by one key is written by another, so that no stray key writes."""

PAPER: Commands = (
    Command(N_("figures"), help=N_("the last figure, e.g. 12, or the whole column: 2.6.12")),
    Command("enter,down", "go_to_field(1)", N_("the next column"), N_("next column"), priority=True),
    Command("up", "go_to_field(-1)", N_("the column before"), priority=True),
    Command("up,down", footer=N_("columns"), in_footer=2),
    Command("pageup,pagedown", help=N_("the player before, the next player")),
    Command("pageup", "go_to_player(-1)", priority=True),
    Command("pagedown", "go_to_player(1)", priority=True),
    Command(
        "f2",
        "write",
        N_(
            "record the figures in the session: before the first hand they are brought forward and "
            "the game goes on from there; later they are saved with the game for later checks"
        ),
        N_("save with the game"),
        N_("Record the figures"),
    ),
    Command(
        "ctrl+s",
        "claim",
        N_("keep these figures to compare later"),
        N_("keep to compare"),
        N_("Save the paper figures with the game"),
    ),
    Command(
        "ctrl+o",
        "paper",
        N_("before the first hand: a form for an evening of which only the result is known"),
        N_("only the result"),
        N_("Result only"),
    ),
    Command(
        "ctrl+g",
        "fit",
        N_("the rules under which these figures agree best, once there are hands"),
        N_("which rules"),
        N_("Which rules were played?"),
    ),
    Command("", help=N_("+: can be brought forward; there is nothing to compare it with yet.")),
    Command(
        "",
        help=N_("✓ to 7: agrees up to hand 7. ≠ at 7: they differ from there on; the likely cause is below."),
    ),
    Command("escape,f10", "dismiss", N_("back; what you typed stays here"), N_("back"), N_("Back")),
    HELP,
)

RESULT: Commands = (
    Command(N_("figures"), help=N_("won or lost: 57, -18, -27 1/2 or -55/2")),
    Command("enter,down", "go_to_field(1)", N_("the next player"), N_("next player"), priority=True),
    Command("up", "go_to_field(-1)", N_("the player before"), priority=True),
    Command("up,down", footer=N_("players"), in_footer=2),
    Command(
        "f2",
        "go_ahead",
        N_("record the result; the evening then has no hands"),
        N_("record the result"),
        N_("Record the result"),
    ),
    Command("escape,f10", "back", N_("back; nothing is recorded"), N_("back"), N_("Back"), also="ctrl+o"),
    HELP,
)
"""The form for an evening of which only the result is known, beside that of an old sheet."""

WHAT_IF: Commands = (
    Command(
        "up,down,tab",
        help=N_("the game before and after under those rules; the differences are below"),
        footer=N_("rules"),
        in_footer=2,
    ),
    Command("down", "step(1)", palette=N_("Next rules"), also="right,tab", priority=True),
    Command("up", "step(-1)", palette=N_("Rules before"), also="left,shift+tab", priority=True),
    Command(
        "ctrl+r",
        "options",
        N_("change an option of these rules, and compare by that too"),
        C_("rules", "options"),
        N_("Change an option"),
    ),
    Command(
        "f9", "presets", N_("compare with another preset, also your own"), N_("presets"), N_("Another preset")
    ),
    Command("1", "end(False)", N_("compare all hands"), N_("all hands"), N_("Compare all hands")),
    Command(
        "2",
        "end(True)",
        N_("stop where those rules end the game"),
        N_("stop where these rules end"),
        N_("Stop where those rules end the game"),
    ),
    _SCROLL_PAGES,
    Command("escape", "dismiss", N_("back; looking changes nothing"), N_("back"), N_("Back"), also="f10"),
    HELP,
)

SHARE: Commands = (
    *(Command(str(digit), f"open({digit})") for digit in range(9)),
    Command("up,down,enter", help=N_("choose the network"), footer=N_("choose"), in_footer=3),
    Command(
        "f9",
        "let_write",
        N_("let phones write hands, by a second link"),
        N_("let write"),
        N_("Let phones write"),
    ),
    Command(
        "f8",
        "stop",
        N_("let no phone write any more; once more: stop sharing"),
        N_("stop sharing"),
        N_("Stop sharing"),
    ),
    Command(
        "ctrl+f",
        "tell",
        N_("hide hands from readers until they are written, or show them"),
        N_("hide unwritten"),
        N_("Show unwritten hands, or hide them"),
    ),
    Command("ctrl+c", "copy", N_("copy the link that only reads"), C_("share", "copy"), N_("Copy the link")),
    HELP,
    Command(
        "escape", "dismiss", N_("to the table; sharing goes on"), N_("table"), N_("Back"), also="ctrl+l,f10"
    ),
)

# --- screens that are opened from the list of games ----------------------------------------------

NEW_GAME: Commands = (
    Command(
        "tab,down,up,enter",
        help=N_("from field to field; Enter opens a list"),
        footer=N_("next field"),
        in_footer=3,
    ),
    Command("right", help=N_("accept the suggestion")),
    Command("f2", "begin", N_("begin the game"), N_("begin"), N_("Begin")),
    Command(
        "ctrl+o",
        "begin_from_paper",
        N_("begin it with an old sheet, or with only the result of an evening (Ctrl+O once more)"),
        N_("old sheet, result"),
        N_("An old sheet, or only the result"),
    ),
    Command(
        "f12",
        "import",
        N_("import it from a file of another program, or evenings from a table"),
        N_("import"),
        N_("Import a file of another program"),
    ),
    Command(
        "f4",
        "as_last_time",
        N_("players, rules and stake as last time; the next player deals"),
        N_("as last time"),
        N_("As last time"),
    ),
    Command(
        "ctrl+r", "rules", N_("every rule of the game, to look at and to change"), N_("rules"), N_("Rules")
    ),
    Command("escape", "cancel", N_("cancel"), N_("games"), N_("Back"), also="f10"),
    Command("f1", "keys", footer=N_("keys"), palette=N_("Keys")),
    Command("down", "focus_field(1)", also="tab", priority=True),
    Command("up", "focus_field(-1)", also="shift+tab", priority=True),
    Command("enter", "leave_field", priority=True),
)
"""What leads from field to field is heard before the field: letters right behind it go to the next one."""

STATS: Commands = (
    Command(
        "left,right", help=N_("one player after the other, or everybody"), footer=N_("player"), in_footer=2
    ),
    Command("right", "show_player(1)", palette=N_("Next player"), priority=True),
    Command("left", "show_player(-1)", palette=N_("Player before"), priority=True),
    Command(
        "tab",
        "show_game(1)",
        N_("which game, if several were played"),
        N_("another game"),
        N_("Another game"),
        priority=True,
    ),
    Command(
        "3",
        "count_running",
        N_("count the games that are not over as they stand, or leave them out"),
        N_("running"),
        N_("Count games that are not over"),
    ),
    Command(
        "4",
        "change_period",
        N_("all games, those of this year, those of this month"),
        N_("period"),
        N_("Games of this year or month"),
    ),
    Command("1", "show('report')", N_("the tables"), N_("tables"), N_("Tables")),
    Command("2", "show('chart')", N_("the chart of all games"), N_("chart"), N_("Chart")),
    _SCROLL,
    Command("escape", "dismiss", N_("back to the games"), N_("games"), N_("Back"), also="f5,f10"),
    Command(
        "", help=N_("people.txt in the folder of the games says who has several names: Anna = Anya, Аня")
    ),
    HELP,
)

# --- rules ---------------------------------------------------------------------------------------

RULES: Commands = (
    Command("up,down,pageup,pagedown", help=N_("from option to option")),
    Command("tab", help=N_("to the next group, with Shift to the one before"), footer=N_("next group")),
    Command("a–z", help=N_("search: names, sentences and values with these letters"), footer=N_("search")),
    Command(
        "ctrl+f",
        "show_changes",
        N_("only what differs from the preset, or everything again"),
        N_("what differs"),
        N_("Only what differs"),
    ),
    Command(
        "left,right,enter",
        help=N_("the next value, a number is typed after Enter; a group opens or closes"),
        footer=N_("change"),
        in_footer=2,
    ),
    Command("0–9", help=N_("type a number, or a list, e.g. 6 7 8"), footer=N_("type")),
    Command("backspace,delete", "reset", N_("the value of the preset"), palette=N_("As in the preset")),
    Command("right", "step(1)", palette=N_("Next value")),
    Command("left", "step(-1)", palette=N_("Value before")),
    Command("f2", "accept", N_("apply these rules"), N_("apply"), N_("Apply these rules")),
    Command(
        "f9",
        "presets",
        N_("start from another preset; import and delete your own there"),
        N_("presets"),
        N_("Another preset"),
    ),
    Command(
        "ctrl+e",
        "show_codes",
        N_("the names that files have for options and values, or not"),
        palette=N_("Names in files"),
    ),
    Command("ctrl+s", "save", N_("save these rules under a name"), N_("save as"), N_("Save under a name")),
    Command(
        "f12", "export", N_("write these rules into a file for others"), N_("export"), N_("Write to a file")
    ),
    Command(
        "ctrl+r",
        "open_rule_book",
        N_("read about the marked option in the rule book"),
        N_("rule book"),
        N_("Rule book"),
    ),
    Command("escape", "back", N_("cancel; nothing changes"), N_("back"), N_("Back"), also="f10"),
    Command("f1", "keys", footer=N_("keys"), palette=N_("Keys")),
)

RULE_LIST: Commands = (
    Command("tab", "group(1)", palette=N_("Next group")),
    Command("shift+tab", "group(-1)", palette=N_("Group before")),
    Command("space", "select"),
)

PRESETS: Commands = (
    Command("enter", footer=N_("choose")),
    Command("f12", "import", footer=N_("import"), palette=N_("Import a preset from a file")),
    Command("f8,delete", "forget", footer=N_("delete"), palette=N_("Delete a preset of your own")),
    Command("escape", "back", footer=N_("back"), palette=N_("Back"), also="f9,f10"),
)
