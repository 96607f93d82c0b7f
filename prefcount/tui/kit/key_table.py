"""Every key of the terminal program, place by place: one record says what it does, and all words for it.

Bindings, the footer, the palette of commands, the pages of help and the sentences that name a key are made
from these records (`command.py`), so that a key is changed here and nowhere else. A key means the same at
every place, see `EVERYWHERE`.
"""

from prefcount.base.i18n import C_, N_
from prefcount.games.protocol.words import Lines
from prefcount.tui.kit.command import Command, Commands

_SCROLL = Command("up,down,pageup,pagedown", help=N_("scroll"), footer=N_("scroll"), in_footer=2)
_SCROLL_PAGES = Command("pageup,pagedown", help=N_("scroll"), footer=N_("scroll"), in_footer=2)
_ALL_COMMANDS = Command(
    "ctrl+p", help=N_("all commands with their keys, and the colours"), footer=N_("all commands")
)
"""Bound by Textual."""

APP: Commands = (Command("ctrl+q", "quit", palette=N_("Quit"), priority=True),)

DEBTS_OF_ALL = Command(
    "ctrl+d",
    "debts",
    N_("debts: who owes whom over all evenings, and the book of payments"),
    N_("debts"),
    N_("Debts over all evenings, and the book of payments"),
    priority=True,
)
"""The same key on the start screen, at the table and on the settlement."""

WHAT_IF_OF_GAME = Command(
    "ctrl+g",
    "what_if",
    N_("what if: the same hands under other rules"),
    N_("other rules"),
    N_("What if? The same hands under other rules"),
)
"""The same key at the table and on the settlement."""

PAGE: Commands = (Command("escape", "dismiss", palette=N_("Close"), also="f1,f10,enter"),)
"""A page of help, or of the rule book, over a screen."""
BOOK: Commands = (*PAGE, Command("ctrl+r", "dismiss"))

EVERYWHERE: Lines = (
    ("F1", N_("help")),
    ("F2", N_("go ahead: begin, record, apply, write, answer a question with yes")),
    ("F3", N_("undo; take back what was deleted or paid")),
    ("F4", N_("once more: redo, rematch, as last time")),
    ("F5", N_("results: the settlement, the statistics of all games")),
    ("F6", N_("what each answer would score")),
    ("F7", N_("correct")),
    ("F8, Del", N_("delete, leave out, stop")),
    ("F9, Ins", N_("put in another: a forgotten hand, another preset, a link that writes")),
    ("F10", N_("leave")),
    ("F11", N_("reload the file and take over")),
    ("F12", N_("another file: open, import, export, continue there")),
    ("Ctrl+C", N_("copy what is marked; the results and the link without marking them")),
    ("Ctrl+D", N_("debts")),
    ("Ctrl+E", N_("the names that files have for options and values, or not")),
    ("Ctrl+F", N_("only what differs, what counts, or what is written; or everything")),
    ("Ctrl+G", N_("the same hands under other rules")),
    ("Ctrl+L", N_("share with phones")),
    ("Ctrl+N", N_("the other language")),
    ("Ctrl+O", N_("compare with paper, or take over an old sheet")),
    ("Ctrl+P", N_("all commands")),
    ("Ctrl+Q", N_("quit")),
    ("Ctrl+R", N_("rules, and in them the rule book")),
    ("Ctrl+S", N_("save: the results as a text, rules, figures from paper")),
    ("Ctrl+T", N_("ask for suits, or not")),
    ("Ctrl+X", N_("the hand counts several times")),
    ("Esc", N_("one step back; the bottom line says where")),
)
"""What keys mean, at whatever place they do anything."""

# --- the list of games ---------------------------------------------------------------------------

GAMES: Commands = (
    Command("up,down,enter", help=N_("mark a game, and continue it")),
    Command("enter", footer=N_("continue")),
    Command("f1", "keys", footer=N_("help"), palette=N_("Help")),
    Command(
        "f2",
        "new",
        N_("a new game; Ctrl+O in its form takes an old sheet, or only the result of an evening"),
        N_("new game"),
        N_("New game"),
    ),
    Command(
        "f4",
        "rematch",
        N_("rematch: the players, rules and stake of the marked game; the next player deals"),
        N_("rematch"),
        N_("Rematch: the same players, rules and stake"),
    ),
    Command(N_("letters"), help=N_("search by name, date or convention; Esc closes the search")),
    Command(N_("a–z"), footer=N_("search")),
    Command("slash", "search", also="full_stop"),
    Command(
        "f12",
        "open",
        N_("open a file by its path: one that somebody sent, or import one of another program"),
        N_("open, import"),
        N_("Open a file, or import one of another program"),
    ),
    Command(
        "f5",
        "stats",
        N_("statistics: totals of all games by player"),
        N_("statistics"),
        N_("Statistics of all games"),
    ),
    DEBTS_OF_ALL,
    Command(
        "ctrl+o",
        "paper",
        N_("compare a paper sheet with the marked game"),
        N_("paper"),
        N_("Compare with paper"),
    ),
    Command(
        "f8,delete",
        "delete",
        N_("delete the marked game (it moves to the folder “trash” beside the others)"),
        N_("delete"),
        N_("Delete a game"),
    ),
    Command("f3", "trash", N_("take a deleted game back"), N_("deleted games"), N_("Deleted games")),
    _ALL_COMMANDS,
    Command("ctrl+n", "switch_language", N_("switch language (elsewhere Ctrl+P)")),
    Command("f10", "app.quit", N_("quit"), N_("quit"), N_("Quit")),
    Command("escape", "close", footer=N_("all games")),
    Command("down", "move(1)"),
    Command("up", "move(-1)"),
)

TRASH: Commands = (
    Command("up,down", footer=N_("games"), in_footer=2),
    Command("enter", help=N_("take the marked game back"), footer=N_("take it back")),
    Command("f1", "keys", footer=N_("help"), palette=N_("Help")),
    Command("escape", "dismiss", N_("back to the games"), N_("games"), N_("Back"), also="f3,f10"),
)
"""The deleted games."""

QUESTION: Commands = (
    Command("f2", "go_ahead", palette=N_("Yes")),
    Command("escape", "dismiss(False)", palette=N_("No")),
)
"""What is asked before something is begun, deleted or lost."""

# --- the table -----------------------------------------------------------------------------------

TABLE: Commands = (
    Command("f1", "help", footer=N_("help"), palette=N_("Help")),
    Command(
        "tab",
        "focus_next_part(1)",
        N_("from the next hand to the list of hands, and to the sheet"),
        N_("look back"),
        N_("Previous hands"),
        priority=True,
    ),
    Command("shift+tab", "focus_next_part(-1)", priority=True),
    Command(
        "ctrl+r",
        "rules",
        N_("view the rules, or change them from the next hand"),
        N_("rules"),
        N_("Rules of this game"),
    ),
    Command(
        "f3",
        "undo",
        N_("undo, without limit; a correction that is open is only dropped"),
        N_("undo"),
        N_("Undo"),
        also="ctrl+z",
    ),
    Command("f4", "redo", N_("redo what was undone"), N_("redo"), N_("Redo"), also="ctrl+y"),
    Command(
        "ctrl+f",
        "show_struck",
        N_("show what was undone or struck out in sheet and list, too, or hide it again"),
        N_("struck out"),
        N_("What was struck out, or not"),
    ),
    Command(
        "f5",
        "settle",
        N_("settlement: results, payments, the calculation, the chart"),
        N_("settle"),
        N_("Settlement"),
    ),
    WHAT_IF_OF_GAME,
    Command(
        "ctrl+o",
        "paper",
        N_("compare with the paper sheet, or type in an old one before the first hand"),
        N_("paper"),
        N_("Compare with paper"),
    ),
    Command(
        "ctrl+t",
        "suits",
        N_("ask for the trump suit of every contract, or not (no figure depends on it)"),
        N_("suits"),
        N_("Ask for suits, or not"),
    ),
    Command(
        "ctrl+l",
        "share",
        N_("share with phones in the room: a link and a QR code"),
        C_("with the room", "share"),
        N_("Share with phones in the room"),
    ),
    DEBTS_OF_ALL,
    Command("ctrl+s", "save", N_("nothing is to be saved: all that is entered is on disk already")),
    _ALL_COMMANDS,
    Command("escape", "step_back", footer=N_("back to the question")),
    Command("f10", "leave", N_("back to the games, or quit"), palette=N_("Games")),
    Command("f11", "take_over", palette=N_("Reload and take over")),
    Command("f12", "continue_in_copy", palette=N_("Continue in a copy")),
)

ENTRY_FORM: Commands = (
    Command("up,down,enter", help=N_("select an answer; on the last question Enter records the hand")),
    Command(
        "escape,backspace",
        help=N_("take back the last answer, or a digit that is none; on an empty form, back to the games"),
    ),
    Command(
        N_("letters"),
        help=N_("type a hand as a line; Enter checks it, Esc returns to it for editing"),
    ),
    Command(N_("a–z"), footer=N_("type a line")),
    Command("ctrl+u", help=N_("clear the line up to the cursor; arrows, Home, End and Del edit it too")),
    Command("up,down", help=N_("in a line: the lines typed before; pasted lines come one after the other")),
    Command("pagedown,pageup", help=N_("turn the pages of a long preview")),
    Command("f2", "record", N_("record the hand that is shown"), palette=N_("Record it")),
    Command(
        "f6",
        "payoffs",
        N_("what would it score? Every player's result for each answer"),
        N_("what it scores"),
        N_("What would it score?"),
    ),
    Command(
        "ctrl+x",
        "count_more",
        N_("a dark game: the hand counts ×2, pressed again ×3 … ×8, and then once"),
        N_("counts ×2"),
        N_("The hand counts several times"),
    ),
    Command(
        "f7",
        "correct_name",
        N_("correct a misspelled name, for the whole game"),
        palette=N_("Correct a misspelled name"),
    ),
)
"""The next hand, at the table."""

HAND_LIST: Commands = (
    Command(
        "up,down",
        help=N_("select a hand; what it wrote is shown beside it"),
        footer=N_("entries"),
        in_footer=2,
    ),
    Command("right,left", help=N_("5 → a hand: a correction of hand 5")),
    Command(
        "f7,enter",
        "choose('correct')",
        N_("correct it: the answers of the old hand are there, Escape goes back to each"),
        N_("correct"),
        N_("Correct"),
    ),
    Command("f8", "choose('void')", N_("exclude or restore it"), N_("void"), N_("Void"), also="delete"),
    Command(
        "f9",
        "choose('after')",
        N_("insert a forgotten hand after it"),
        N_("insert after"),
        N_("Insert a hand after it"),
        also="insert",
    ),
    Command("escape", help=N_("back to the next hand")),
    Command("up", "mark_hand(-1)"),
    Command("down", "mark_hand(1)"),
    Command("pageup", "mark_hand(-10)"),
    Command("pagedown", "mark_hand(10)"),
    Command("home", "mark_hand(-1000000)"),
    Command("end", "mark_hand(1000000)"),
)

SHEET: Commands = (
    Command("up,down", help=N_("another column"), footer=N_("columns"), in_footer=2),
    Command(
        "left,right",
        help=N_("older and newer totals of the column, and on to the next one; the reason is shown beside"),
        footer=N_("totals"),
        in_footer=2,
    ),
    Command("enter", "open", N_("the hand that wrote the figure"), N_("the hand")),
    Command("f7", help=N_("correct a misspelled name, for the whole game")),
    Command("escape", help=N_("back to the next hand")),
    Command("left", "mark_total(-1)"),
    Command("right", "mark_total(1)"),
    Command("up", "mark_column(-1)"),
    Command("down", "mark_column(1)"),
)

# --- screens that are opened from the table ------------------------------------------------------

SETTLEMENT: Commands = (
    Command("1", "show('results')", N_("results and payments"), N_("results"), N_("Results")),
    Command("2", "show('chart')", N_("the chart of the evening"), N_("chart"), N_("Chart")),
    Command(
        "3",
        "show('steps')",
        N_("the calculation, step by step as on paper"),
        N_("steps"),
        N_("Calculation"),
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
        N_("end"),
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
            "where the check code is the same nobody has changed the file: compare the first eight digits, "
            "in a dispute all 32"
        ),
    ),
    Command("f1", "keys", footer=N_("help"), palette=N_("Help")),
)

DEBTS: Commands = (
    *(Command(str(digit), f"choose({digit})") for digit in range(1, 10)),
    Command("1–9", help=N_("choose a suggested payment (nothing is recorded yet)")),
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
    Command("f1", "keys", footer=N_("help"), palette=N_("Help")),
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
    Command("escape,f10", "back", N_("back; what you typed stays here"), N_("back"), N_("Back")),
    Command(
        "",
        help=N_("+: can be brought forward; there is nothing to compare it with yet."),
    ),
    Command(
        "",
        help=N_("✓ to 7: agrees up to hand 7. ≠ at 7: they differ from there on; the likely cause is below."),
    ),
    Command("f1", "keys", footer=N_("help"), palette=N_("Help")),
)

RESULT: Commands = (
    Command(N_("figures"), help=N_("whists won or lost: 57, -18, -27 1/2 or -55/2")),
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
    Command("f1", "keys", footer=N_("help"), palette=N_("Help")),
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
        "f9",
        "presets",
        N_("compare with another preset, also your own"),
        N_("presets"),
        N_("Another preset"),
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
    Command(
        "escape",
        "dismiss",
        N_("back; looking changes nothing"),
        N_("back"),
        N_("Back"),
        also="f10",
    ),
    Command("f1", "keys", footer=N_("help"), palette=N_("Help")),
)

SHARE: Commands = (
    *(Command(str(digit), f"open({digit})") for digit in range(9)),
    Command("up,down,enter", footer=N_("choose"), in_footer=3),
    Command("f9", "let_write", footer=N_("let write"), palette=N_("Let phones write")),
    Command("f8", "stop", footer=N_("stop sharing"), palette=N_("Stop sharing")),
    Command(
        "ctrl+f",
        "tell",
        footer=N_("hide unwritten"),
        palette=N_("Show unwritten hands, or hide them"),
    ),
    Command("ctrl+c", "copy", footer=C_("share", "copy"), palette=N_("Copy the link")),
    Command("escape", "dismiss", footer=N_("table"), palette=N_("Back"), also="ctrl+l,f10"),
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
        "left,right",
        help=N_("one player after the other, or everybody"),
        footer=N_("player"),
        in_footer=2,
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
        N_("running games"),
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
    Command("f1", "keys", footer=N_("help"), palette=N_("Help")),
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
        "f12",
        "export",
        N_("write these rules into a file for others"),
        N_("export"),
        N_("Write to a file"),
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

PROMPT_LINE: Commands = (Command("tab", "keep_focus", also="shift+tab"),)
PICK_LIST: Commands = (Command("enter", "show_overlay", also="space"),)
