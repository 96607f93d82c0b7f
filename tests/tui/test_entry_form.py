"""The form of the next hand: questions, typed lines, previews, and the words about keys at the bottom."""

from pathlib import Path

from prefcount.tui.kit.widgets import KeyFooter
from prefcount.tui.table.hand_list import HandList
from tests.helpers import GAME
from tests.tui.game_files import game_file, lines_on_disk, on_disk, without
from tests.tui.terminal import running

WAITING = "Enter records it, Esc goes back"


async def test_enter_alone_writes_nothing(folder: Path) -> None:
    """No answer to who plays is marked, so a book that lies on the Enter key plays no hand."""
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        terminal.send(*["enter"] * 30)
        await terminal.shows("Choose an answer first (digit or arrows).")
        await terminal.press("9", "enter", "enter")
        await terminal.shows("What happened?", "Nothing is chosen yet")
    assert on_disk(path).entries == ()


async def test_a_name_may_begin_with_a_sign(folder: Path) -> None:
    name = "«Ёж»"
    path = game_file(folder / "game.jsonl", players=(name, "Boris", "Vera"))
    async with running(path) as terminal:
        await terminal.write(f"{name.casefold()} 7h wp 7")
        await terminal.press("enter", "enter")
        await terminal.shows("Recorded: hand 1.")
    assert lines_on_disk(path) == [f"{name} 7h wp 7"]


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
    assert lines_on_disk(path) == ["Boris 8 pp", "Anna m 0"]


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
        await terminal.shows("Esc back to the question")
        await terminal.press("f8")
        await terminal.shows("Esc cancel")
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


async def test_what_is_needed_most_is_named_at_the_bottom(folder: Path) -> None:
    """As much as there is room for; a click on a key with Ctrl presses it, too."""
    async with running(game_file(folder / "game.jsonl")) as terminal:
        for columns, seen in (
            (80, ["a–z type a line"]),
            (130, ["Ctrl+O paper", "Ctrl+R rules", "Ctrl+L share"]),
            (150, ["Ctrl+L share", "Ctrl+G other rules"]),
        ):
            await terminal.resize(columns, 30)
            await terminal.shows("F1 help Esc games Tab look back F5 settle F3 undo", *seen)
        await terminal.click_on("paper", KeyFooter)
        await terminal.shows("Type what the paper says")


async def test_the_tricks_of_the_last_player_may_be_typed_and_have_to_be_right(folder: Path) -> None:
    """They follow from the others and are not asked for; another number is no answer."""
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await terminal.press("0", "3", "5", "2")
        await terminal.shows("r 3 5 2", WAITING)
        await terminal.press("enter")
        await terminal.shows("Recorded: hand 1.")
        await terminal.press("0", "3", "5", "3", "enter")
        await terminal.shows("5 is chosen; “3” after it is no answer. Esc first, then the answer;", "r 3 5 2")
        await terminal.press("escape", "4", "3", "enter")
        await terminal.shows("Recorded: hand 2.")
    assert lines_on_disk(path) == ["r 3 5 2", "r 3 4 3"]


async def test_a_digit_that_is_no_answer_stops_the_hand(folder: Path) -> None:
    """Vera deals: her misère of one trick does not become one of Anna, made."""
    path = game_file(folder / "game.jsonl", players=("Anna", "Boris", "Vera", "Gleb"), dealer="Vera")
    async with running(path) as terminal:
        await terminal.press("3", "1", "1", "enter", *"анна", "enter", "f2")
        await terminal.shows(
            "Vera deals and does not play. Esc first, then the answer; until then no key counts.",
            "Who plays?",
            "Esc choose again",
        )
        await terminal.press("escape", "1", "4")
        await terminal.shows(
            "“4” is no answer here. Esc first, then the answer; until then no key counts.",
            "What does Anna play?",
        )
        await terminal.press("1", "0", "enter", "escape", "1", "1", "enter")
        await terminal.shows("Recorded: hand 1.")
    assert lines_on_disk(path) == ["Anna m 1"]


async def test_enter_takes_nothing_that_nobody_said(folder: Path) -> None:
    """No level, no caller, no share of two whisters; and what comes after such an Enter is not taken."""
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await terminal.press("1", "enter", "1", "enter")
        await terminal.shows(
            "What does Anna play?",
            "Nothing is chosen yet. Esc first, then the answer; until then no key counts.",
        )
        await terminal.press("escape", "6", "enter", "enter")
        await terminal.shows("Who whists?", "Nothing is chosen yet")
        await terminal.press("escape", "3", "enter", "enter", "enter")
        await terminal.shows("Anna · 6 · both whist · 6", "Tricks of Boris?", "Nothing is chosen yet")
        await terminal.press("escape", "2", "enter")
        await terminal.shows("Recorded: hand 1.")
        await terminal.press("0", "3", "enter")
        await terminal.shows("Tricks of Boris?", "Nothing is chosen yet")
    assert lines_on_disk(path) == ["Anna 6 ww 6 2 2"]


async def test_that_a_hand_was_recorded_stays_seen_whatever_is_pressed(folder: Path) -> None:
    """Until an answer to the next hand is taken."""
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await terminal.press("1", "7", "1", "enter", "enter")
        await terminal.shows("Recorded: hand 1.", "Choose an answer first (digit or arrows).")
        await terminal.press("7")
        await terminal.shows("Recorded: hand 1.", "“7” is no answer here.")
        await terminal.press("escape", "ы", "escape")
        await terminal.shows("Recorded: hand 1.", "Who plays?")
        await terminal.press("2")
        await terminal.shows("What does Boris play?")
        assert "Recorded" not in terminal.flowing


async def test_what_hardly_happens_is_asked_about_once(folder: Path) -> None:
    """Five undertricks and more, a misère with more than four tricks; no burst of Enter answers that."""
    path = game_file(folder / "game.jsonl")
    recorded: list[str] = []
    async with running(path) as terminal:
        for keys, said, line in (
            ("19305", "Anna is down 9. Really? F2 records it, Esc goes back.", "Anna 9 ww 0 5 5"),
            ("1612", "", "Anna 6 wp 2"),
            ("1611", "Anna is down 5.", "Anna 6 wp 1"),
            ("115", "Anna takes 5 tricks on a misère.", "Anna m 5"),
            ("114", "", "Anna m 4"),
        ):
            await terminal.press(*keys, "enter", "enter", "enter")
            if said:
                await terminal.shows(said, "F2 records it, Esc goes back")
                assert lines_on_disk(path) == recorded
                await terminal.press("f2")
            recorded.append(line)
            await terminal.shows(f"Recorded: hand {len(recorded)}.")
    assert lines_on_disk(path) == recorded


async def test_suits_asked_for_in_the_middle_of_a_hand_lose_nothing(folder: Path) -> None:
    """Neither the answers, which stay words, nor the tricks that are chosen."""
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await terminal.press("1", "7", "2", "6", "ctrl+t")
        await terminal.shows("Anna · 7 · Boris passes, Vera whists · 6", "Trumps?")
        await terminal.press("4")
        await terminal.shows("Anna 7h pw 6", WAITING)
        await terminal.press("enter", "2", "8", "4", "ctrl+t")
        await terminal.shows("Boris · 8 · ♥", "Who whists?")


async def test_a_ten_may_be_typed_as_one_and_nought(folder: Path) -> None:
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await terminal.press("1", "6", "1", "1", "0")
        await terminal.shows("Anna 6 wp 10", WAITING)
        await terminal.press("up")
        await terminal.shows("Anna 6 wp 9")
        await terminal.press("escape", "1", "7")
        await terminal.shows("Anna 6 wp 7")


async def test_a_misere_of_one_trick_does_not_become_one_of_ten(folder: Path) -> None:
    """1 and then 0 is a slip of the finger; the chosen answer stays until it is changed on purpose."""
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await terminal.press("1", "1", "1", "0")
        await terminal.shows(
            "1 is chosen; “0” after it is no answer. Esc first, then the answer; until then no key counts.",
            "Anna m 1",
        )
        await terminal.press("enter", "escape", "1", "up", "enter")
        await terminal.shows("Recorded: hand 1.")
        await terminal.press("2", "1", "=", "enter", "f2")
        await terminal.shows("Recorded: hand 2.")
    assert lines_on_disk(path) == ["Anna m 0", "Boris m 10"]


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


async def test_a_hand_counts_several_times_without_losing_an_answer(folder: Path) -> None:
    """The key may be pressed at any question, and again: the answers stay, the preview says it.

    After the highest factor the hand counts once; Escape takes a factor back; a line says it by itself.
    """
    path = game_file(folder / "game.jsonl")
    async with running(path) as terminal:
        await terminal.press("1", "7", "ctrl+x")
        await terminal.shows("The hand counts ×2; Ctrl+X again: ×3.", "Anna · 7 · ×2", "Who whists?")
        await terminal.press("1", "ctrl+x")
        await terminal.shows("×3", "Tricks of Anna?", "Anna 7 x3 wp 7", "times 3 for the whole hand")
        await terminal.press("6", "enter")
        await terminal.shows("Recorded: hand 1.")
        await terminal.press(*["ctrl+x"] * 7)
        await terminal.shows("The hand counts ×8")
        await terminal.press("ctrl+x")
        await terminal.shows("The hand counts once.", "Who plays?")
        await terminal.press("ctrl+x", "escape", "1", "8", "4", "enter")
        await terminal.shows("Recorded: hand 2.")
        await terminal.press(*"anna 7h wp 6", "enter", "ctrl+x")
        await terminal.shows("In a line the hand itself says it: x2 after the contract.")
    assert lines_on_disk(path) == ["Anna 7 x3 wp 6", "Anna 8 pp"]


async def test_a_correction_begins_with_the_factor_of_the_hand(folder: Path) -> None:
    """It is asked by questions like any hand, and the key changes how often it counts."""
    path = game_file(folder / "game.jsonl", "anna 7h x8 wp 6")
    async with running(path) as terminal:
        await terminal.press("tab", "f7")
        await terminal.shows("×8 · Anna · 7", "Tricks of Anna?")
        await terminal.press("ctrl+x")
        await terminal.shows("The hand counts once.", "new hand: Anna 7h wp 6")
        await terminal.press("f2")
        await terminal.shows("Corrected: hand 1.")
    assert lines_on_disk(path) == ["Anna 7h wp 6", ""]
