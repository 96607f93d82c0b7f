"""Faster than the disk, and with the mouse: no key is lost, and none writes what nobody saw."""

import re
from pathlib import Path

import pytest

from prefcount.tui.screens.start import StartScreen
from prefcount.tui.screens.table import TableScreen
from prefcount.tui.widgets.entry_form import EntryForm
from prefcount.tui.widgets.hand_list import HandList
from prefcount.tui.widgets.key_footer import KeyFooter
from prefcount.tui.widgets.sheet import Sheet
from tests.helpers import GAME, entry
from tests.tui.disks import SlowDisk
from tests.tui.evenings import game_file, on_disk, without
from tests.tui.terminal import ROOMY, Terminal, running, strips
from tests.waiting import quiet, until

WAITING = "Enter records it, Esc goes back"


def lines(path: Path) -> list[str]:
    """The entries of a file, each in one line."""
    session = on_disk(path)
    return [session.line(step) for step in session.replay.steps]


# --- keys while the disk is busy -----------------------------------------------------------------


async def test_a_hand_typed_while_the_one_before_is_written_is_not_lost(
    game: Path, slow_disk: SlowDisk
) -> None:
    """Two hands, a step back and a third, all before the disk has taken the first."""
    async with running(game) as terminal:
        terminal.send(*"2716", "enter", *"18", "escape", *"8", *"4", "enter", *"vera m 0", "enter", "enter")
        await until(terminal.pilot, lambda: slow_disk.asked, "the first hand to be on its way")
        await quiet(terminal.pilot)
        assert len(slow_disk.asked) == 1
        slow_disk.go_on()
        await terminal.shows("Recorded: hand 4.")
    assert lines(game)[1:] == ["Boris 7 wp 6", "Anna 8 pp", "Vera m 0"]


async def test_undo_pressed_while_a_hand_is_written_takes_that_hand_back(
    game: Path, slow_disk: SlowDisk
) -> None:
    async with running(game) as terminal:
        terminal.send(*"2716", "enter", "f3")
        await until(terminal.pilot, lambda: slow_disk.asked, "the hand to be on its way")
        slow_disk.go_on()
        await terminal.shows("Undone: Boris 7 wp 6")
    session = on_disk(game)
    assert [entry.kind for entry in session.entries] == ["game", "game", "void"]
    assert session.state.hands == 1


@pytest.mark.parametrize("key", ["escape", "f10"])
async def test_leaving_waits_for_the_disk(game: Path, slow_disk: SlowDisk, key: str) -> None:
    """The list of games tells of the hand, and the game opened again can be written to."""
    async with running(game) as terminal:
        terminal.send(*"2716", "enter", key)
        await until(terminal.pilot, lambda: slow_disk.asked, "the hand to be on its way")
        await quiet(terminal.pilot)
        assert isinstance(terminal.app.screen, TableScreen)
        slow_disk.go_on()
        await until(terminal.pilot, lambda: isinstance(terminal.app.screen, StartScreen), "the games")
        await terminal.shows("2 hands")
        await terminal.press("enter")
        await terminal.shows("2 Boris 7 wp 6")
        await terminal.press("1", "1", "0", "enter")
        await terminal.shows("Recorded: hand 3.")
    assert lines(game)[1:] == ["Boris 7 wp 6", "Anna m 0"]


async def test_keys_before_the_table_is_there_do_no_harm(folder: Path) -> None:
    """Everything that was pressed while it was being drawn."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with running() as terminal:
        terminal.app.push_screen(TableScreen(path))
        terminal.send("f6", "tab", "f5", "f9", "f3", "f4", "f2", "escape")
        await quiet(terminal.pilot)
        assert not terminal.app.return_code


async def test_enter_alone_writes_nothing(folder: Path) -> None:
    """Who plays is nobody's likeliest guess, so a book that lies on the Enter key plays no hand."""
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        terminal.send(*["enter"] * 30)
        await terminal.shows("Choose an answer first (digit or arrows).")
        await terminal.press("9", "enter", "enter")
        await terminal.shows("What happened?", "Choose an answer first")
    assert on_disk(path).entries == ()


# --- a line of the notation ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["+Plus", "#hash", "(Max)", "«Ёж»"])
async def test_a_name_may_begin_with_a_sign(folder: Path, name: str) -> None:
    path = game_file(folder / "game.jsonl", players=(name, "Boris", "Vera"))
    async with running(path) as terminal:
        await terminal.write(f"{name.casefold()} 7h wp 7")
        await terminal.press("enter", "enter")
        await terminal.shows("Recorded: hand 1.")
    assert lines(path) == [f"{name} 7h wp 7"]


async def test_escape_on_the_preview_of_a_line_gives_the_line_back(folder: Path) -> None:
    """What was typed is mended, not typed again."""
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await terminal.write("anna 7h wp 6")
        await terminal.press("enter")
        await terminal.shows(WAITING)
        await terminal.press("escape")
        await terminal.shows("> anna 7h wp 6")
        await terminal.press("backspace", "7", "enter", "enter")
        await terminal.shows("Recorded: hand 1.")
    assert lines(path) == ["Anna 7h wp 7"]


# --- more than there is room for -------------------------------------------------------------------


async def test_reasons_that_do_not_fit_are_turned_to(folder: Path) -> None:
    """PgDn goes on, PgUp back; in the end every posting was seen."""
    path = game_file(folder / "game.jsonl")
    session = on_disk(path)
    done = GAME.play(session.state, GAME.parse(session.state, "anna 6s ww 3 4 3"))
    wanted = {str(GAME.sentence(posting, session.players)) for posting in done.postings}
    async with running(path, size=(60, 16)) as terminal:
        await terminal.write("anna 6s ww 3 4 3")
        await terminal.press("enter")
        await terminal.shows("more: PgDn, PgUp", WAITING)
        first = terminal.frame
        seen = set[str]()
        for _page in wanted:
            seen |= {sentence for sentence in wanted if sentence in terminal.flowing}
            await terminal.press("pagedown")
        assert seen == wanted
        for _page in wanted:
            await terminal.press("pageup")
        assert terminal.frame == first


# --- the mouse -------------------------------------------------------------------------------------


async def click(terminal: Terminal, text: str, kind: type, times: int = 1) -> None:
    """Click where a text stands in a part of the screen."""
    widget = terminal.app.screen.query_one(kind)
    region = widget.region
    found = [
        (match.start() + len(text) // 2, y)
        for y, line in enumerate(terminal.frame.splitlines())
        for match in re.finditer(re.escape(text), line)
        if region.contains(match.start(), y)
    ]
    assert found, f"{text} is not seen:\n{terminal.frame}"
    x, y = found[0]
    await terminal.pilot.click(offset=(x, y), times=times)
    await quiet(terminal.pilot)


async def test_a_hand_is_entered_with_the_mouse(folder: Path) -> None:
    """Every answer can be clicked; only the last line writes, and a click on a chosen answer does nothing."""
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        for answer in ("2 Boris", " 8 ", "4 Vera passes, Anna passes"):
            await click(terminal, answer, EntryForm)
        await terminal.shows("Boris 8 pp", WAITING)
        await click(terminal, "Enter records", EntryForm)
        await terminal.shows("Recorded: hand 1.")
        for answer in ("1 Anna", "1 misère", " 2 "):
            await click(terminal, answer, EntryForm)
        assert len(on_disk(path).entries) == 1
        for times in (1, 2, 3):
            await click(terminal, " 2 ", EntryForm, times)
        assert len(on_disk(path).entries) == 1
        await terminal.shows("Anna m 2", WAITING)
        await click(terminal, "Enter records", EntryForm)
        await terminal.shows("Recorded: hand 2.")
    assert lines(path) == ["Boris 8 pp", "Anna m 2"]


async def test_f2_records_what_is_shown_and_nothing_else(folder: Path) -> None:
    """Between two answers it does nothing; in a line, too."""
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await terminal.press("f2", "2", "f2", "8", "f2", "4")
        await terminal.shows("Boris 8 pp", WAITING)
        assert on_disk(path).entries == ()
        await terminal.press("f2")
        await terminal.shows("Recorded: hand 1.")
        await terminal.press(*"anna m 0", "f2")
        assert len(on_disk(path).entries) == 1
        await terminal.press("enter", "f2")
        await terminal.shows("Recorded: hand 2.")
    assert lines(path) == ["Boris 8 pp", "Anna m 0"]


async def test_the_bottom_says_what_escape_does(folder: Path) -> None:
    """One answer back, the line, the correction, and only then the game."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with running(path) as terminal:
        await terminal.shows("Esc games")
        await terminal.press("1", "7")
        await terminal.shows("Esc one step back")
        await terminal.press("x")
        await terminal.shows("Esc discard the line")
        await terminal.press("escape")
        await terminal.shows("Esc one step back")
        await terminal.press("escape", "escape")
        await terminal.shows("Esc games")
        await terminal.press("tab")
        await terminal.shows("Esc next hand")
        await terminal.press("f8")
        await terminal.shows("Esc discard it")
        await terminal.press("escape", "escape")
        await terminal.shows("Esc games")


async def test_letters_search_in_the_list_of_hands(folder: Path) -> None:
    """The next hand of that name, in words or in short; nothing is written."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris 8n pp", "vera m 0", "boris m 1")
    before = path.read_bytes()
    async with running(path) as terminal:
        await terminal.press("tab")
        hands = terminal.app.screen.query_one(HandList)
        for typed in ("anna", "vera", "bor", "mis"):
            await terminal.press("home", *typed)
            assert typed in hands.hands[hands.at].in_words.casefold()
        at = hands.at
        await terminal.press(*"ыы", "7")
        assert hands.at == at
    assert path.read_bytes() == before


async def test_the_keys_at_the_bottom_can_be_clicked(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with running(path) as terminal:
        await click(terminal, "F3 undo", KeyFooter)
        await terminal.shows("Undone: Anna 7h wp 6")
        await click(terminal, "settle", KeyFooter)
        await terminal.shows("If the game ended now:")


@pytest.mark.parametrize(
    ("columns", "seen"),
    [
        (80, ["a–z type a line"]),
        (100, ["Ctrl+O paper", "Ctrl+R rules"]),
        (130, ["Ctrl+O paper", "Ctrl+R rules", "Ctrl+L share"]),
        (150, ["Ctrl+L share", "Ctrl+G other rules"]),
    ],
)
async def test_what_is_needed_most_is_named_at_the_bottom(
    folder: Path, columns: int, seen: list[str]
) -> None:
    """As much as there is room for; a click on a key with Ctrl presses it, too."""
    async with running(game_file(folder / "game.jsonl"), size=(columns, 30)) as terminal:
        await terminal.shows("F1 help Esc games Tab look back F5 settle F3 undo", *seen)
        if "Ctrl+O paper" in seen:
            await click(terminal, "paper", KeyFooter)
            await terminal.shows("Type what the paper says")


async def test_a_click_marks_a_hand_and_a_double_click_corrects_it(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris m 0", "vera 8s pp")
    async with running(path) as terminal:
        await click(terminal, "2 Boris", HandList)
        await terminal.shows("F7 correct")
        assert terminal.app.screen.query_one(HandList).marked == 2
        await click(terminal, "1 Anna", HandList, times=2)
        await terminal.shows("Correcting hand 1", "Tricks of Anna?")


@pytest.mark.parametrize("size", [(80, 24), ROOMY], ids=["compact", "drawn"])
async def test_a_click_on_a_figure_asks_why_it_stands_there(folder: Path, size: tuple[int, int]) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris m 0", "boris 8s pp")
    async with running(path, size=size) as terminal:
        await click(terminal, "16", Sheet)
        await terminal.shows("Enter shows the hand")
        sheet = terminal.app.screen.query_one(Sheet)
        assert sheet.cursor is not None


# --- only what has changed is drawn -------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["textual-light", "high-contrast"])
async def test_every_cell_has_the_colours_of_the_theme(folder: Path, theme: str) -> None:
    """Also those that nothing is written in, before and after keys and another theme."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with running(path) as terminal:
        await terminal.press("1", "7")
        terminal.app.theme = theme
        await quiet(terminal.pilot)
        form = terminal.app.screen.query_one(EntryForm)
        await terminal.press("escape")
        wanted = form.rich_style.bgcolor
        for y in range(form.region.y, form.region.bottom):
            line = strips(terminal.app)[y].crop(form.region.x, form.region.right)
            assert {style.bgcolor for _text, style, _ in line if style and not style.reverse} == {wanted}


async def test_what_is_drawn_bit_by_bit_is_what_would_be_drawn_at_once(folder: Path) -> None:
    """After every key the screen is the same as after a redraw of everything."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 6")
    async with running(path) as terminal:
        for key in (*"17", "f6", "down", "f6", "3", "escape", *"anna 8", "escape", "9", "3", "1", "2"):
            await terminal.press(key)
            before = terminal.frame
            form = terminal.app.screen.query_one(EntryForm)
            form._strips = ()
            form.redraw()
            form.refresh()
            await quiet(terminal.pilot)
            assert terminal.frame == before


# --- what a tired scorer does ----------------------------------------------------------------------


async def test_a_number_too_many_changes_nothing_unseen(folder: Path) -> None:
    """The third player's tricks follow from the others; whoever types them all the same spoils nothing."""
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await terminal.press("0", "3", "5")
        await terminal.shows("r 3 5 2", WAITING)
        await terminal.press("2")
        await terminal.shows("5 is selected. Enter records the hand; arrows or Esc change it.", "r 3 5 2")
        await terminal.press("enter")
        await terminal.shows("Recorded: hand 1.")
    assert lines(path) == ["r 3 5 2"]


async def test_a_ten_may_be_typed_as_one_and_nought(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await terminal.press("1", "6", "1", "1", "0")
        await terminal.shows("Anna 6 wp 10", WAITING)
        await terminal.press("up")
        await terminal.shows("Anna 6 wp 9")
        await terminal.press("7")
        await terminal.shows("Anna 6 wp 7")


async def test_a_misere_of_one_trick_does_not_become_one_of_ten(folder: Path) -> None:
    """Whoever types 1 and then 0 has mistyped; what is chosen stays until it is changed on purpose."""
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await terminal.press("1", "1", "1", "0")
        await terminal.shows("1 is selected. Enter records the hand; arrows or Esc change it.", "Anna m 1")
        await terminal.press("up", "enter")
        await terminal.shows("Recorded: hand 1.")
        await terminal.press("2", "1", "=", "enter")
        await terminal.shows("Recorded: hand 2.")
    assert lines(path) == ["Anna m 0", "Boris m 10"]


async def test_the_talon_is_asked_for_where_it_earns_something(folder: Path) -> None:
    """Before the level, so that a hand without such cards takes no key more."""
    path = game_file(folder / "game.jsonl", preset="leningrad-sport", minutes=60)
    expected = GAME.parse(on_disk(path).state, "anna 6 wp 6 talon AS KS")
    async with running(path) as terminal:
        await terminal.press("1")
        await terminal.shows("5 talon's cards")
        await terminal.press("5", *"as ks", "enter")
        await terminal.shows("What does Anna play?")
        assert "talon's cards" not in terminal.flowing.rpartition("What does Anna play?")[2]
        await terminal.press("6", "1", "6", "enter")
        await terminal.shows("Recorded: hand 1.")
    assert without(on_disk(path).entries[0], "n", "at", "prev", "dealer") == without(expected)


async def test_the_talon_is_not_asked_for_where_it_earns_nothing(folder: Path) -> None:
    async with running(game_file(folder / "game.jsonl")) as terminal:
        await terminal.press("1")
        await terminal.shows("What does Anna play?")
        assert "talon" not in terminal.flowing


async def test_a_contract_without_the_talon_can_be_answered(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", misere_blind_value=20)
    async with running(path) as terminal:
        await terminal.press("1", "4", "1", "0", "enter")
        await terminal.shows("Recorded: hand 1.")
    assert lines(path) == ["Anna m blind 0"]


async def test_another_dealer_waits_while_the_rules_are_changed(folder: Path) -> None:
    """What was half entered is taken up again after whatever came first."""
    path = game_file(folder / "game.jsonl", "boris m 0")
    async with running(path) as terminal:
        await terminal.press("1", "7")
        await terminal.shows("Who whists?")
        await terminal.press("tab", "f8")
        await terminal.shows("Leave hand 1 out of the score")
        await terminal.press("enter")
        await terminal.shows("Recorded: hand 1 does not count", "· 7", "Who whists?")


async def test_while_something_is_typed_it_is_seen_what_it_is_about(folder: Path) -> None:
    async with running(game_file(folder / "game.jsonl")) as terminal:
        await terminal.press("9", "3", "2", "1")
        await terminal.shows("penalty or adjustment · Boris · pool", "Amount")


async def test_what_changed_last_stays_seen_when_a_note_follows(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h pp", entry("note", text="tea"))
    async with running(path) as terminal:
        assert [terminal.row(name)[-1] for name in ("Anna", "Boris", "Vera")] == ["+26⅔", "−13⅓", "−13⅓"]


async def test_a_long_name_leaves_the_hand_to_be_seen(folder: Path) -> None:
    name = "Константин Константинопольский"
    path = game_file(folder / "game.jsonl", "#1 7h wp 6", players=(name, "Boris", "Vera"))
    async with running(path) as terminal:
        await terminal.shows("7h wp 6")


async def test_f1_says_what_the_keys_of_the_settlement_do(folder: Path) -> None:
    async with running(game_file(folder / "game.jsonl", "anna 7h wp 6")) as terminal:
        await terminal.press("f5", "f1")
        await terminal.shows("end the game, pressed twice: writes the results and seals the file")
        await terminal.press("escape")
        await terminal.shows("If the game ended now:")
