"""The form of the next hand: questions, typed lines, previews, keys."""

from pathlib import Path

from prefcount.tui.kit.widgets import KeyFooter
from prefcount.tui.table.hand_list import HandList
from tests.helpers import GAME
from tests.tui.game_files import game_file, lines_on_disk, on_disk, without
from tests.tui.terminal import WAITING, running


async def test_what_is_recorded_was_chosen_and_looked_at(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", target=1000)
    async with running(path) as terminal:
        # Enter alone writes nothing, because no answer to the first question is marked.
        await terminal.burst(*["enter"] * 30, shows="Choose an answer first (digit or arrows).")
        await terminal.press("9", "enter", "enter", shows=("What happened?", "Choose an answer first"))
        assert on_disk(path).entries == ()
        await terminal.drop_all()
        # F2 records only a hand in a preview.
        await terminal.press("f2", "2", "f2", "8", "f2", "4", shows=("Boris 8, both pass", WAITING))
        assert on_disk(path).entries == ()
        await terminal.press("f2", shows="Recorded: hand 1.")
        await terminal.press(*"anna m 0", "f2")
        assert len(on_disk(path).entries) == 1
        await terminal.press("enter", "f2", shows="Recorded: hand 2.")
        assert lines_on_disk(path) == ["Boris 8 pp", "Anna m 0"]
        # The last player's tricks are not asked for; if typed, they have to be right.
        await terminal.press("0", "3", "5", "2", shows=("raspasy: Anna 3, Boris 5, Vera 2", WAITING))
        await terminal.press("enter", shows="Recorded: hand 3.")
        await terminal.press("0", "3", "5", "3", "enter")
        await terminal.shows(
            "5 is already chosen, so “3” is not possible. Press Esc, then choose another answer.",
            "raspasy: Anna 3, Boris 5",
        )
        await terminal.press("escape", "4", "3", "enter", shows="Recorded: hand 4.")
        assert lines_on_disk(path)[2:] == ["r 3 5 2", "r 3 4 3"]
        # Enter takes no answer that was not chosen, and the next digit answers the question.
        await terminal.press("1", "enter", "enter", shows=("What does Anna play?", "Choose an answer first"))
        await terminal.press("6", "enter", "enter", shows=("Who whists?", "Choose an answer first"))
        await terminal.press("3", "enter", "enter", "enter")
        await terminal.shows("Anna · 6 · both whist · 6", "Tricks of Boris?", "Choose an answer first")
        await terminal.press("2", "enter", shows="Recorded: hand 5.")
        await terminal.press("0", "3", "enter", shows=("Anna 3 · Boris ? · Vera", "Choose an answer first"))
        assert lines_on_disk(path)[4:] == ["Anna 6 ww 6 2 2"]
        await terminal.drop_all()
        # "Recorded" stays visible until the next hand has an answer.
        await terminal.press("1", "7", "1", "enter", "enter")
        await terminal.shows("Recorded: hand 6.", "Choose an answer first (digit or arrows).")
        await terminal.press("7", shows=("Recorded: hand 6.", "“7” is not one of the answers here."))
        await terminal.press("escape", "ы", "escape", shows=("Recorded: hand 6.", "Who plays?"))
        await terminal.press("2", shows="What does Boris play?")
        assert "Recorded" not in terminal.flowing


async def test_losing_typed_fields_needs_a_confirmation(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", target=1000)
    async with running(path) as terminal:
        # Unusual hands need a second confirmation, which a burst of Enter does not give.
        recorded: list[str] = []
        for keys, said, line in (
            (
                "19305",
                "Anna is down 9 tricks. Are you sure? F2 records it, Esc goes back.",
                "Anna 9 ww 0 5 5",
            ),
            ("1612", "", "Anna 6 wp 2"),
            ("1611", "Anna is down 5 tricks.", "Anna 6 wp 1"),
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
        # Switching suits on in mid-hand keeps answers and chosen tricks.
        await terminal.press("1", "7", "2", "6", "ctrl+t")
        await terminal.shows("Anna · 7 · Boris passes, Vera whists · 6", "Trumps?")
        await terminal.press("4", shows=("Anna 7♥, Vera whists: 1 down", WAITING))
        await terminal.press("enter", "2", "8", "4", "ctrl+t", shows=("Boris · 8 · ♥", "Who whists?"))
        await terminal.drop_all()
        # A ten may be typed as 1 and 0.
        await terminal.press("1", "6", "1", "1", "0", shows=("Anna 6, Boris whists: made, 4 over", WAITING))
        await terminal.press("up", shows="Boris whists: made, 3 over")
        await terminal.press("escape", "1", "7", shows="Boris whists: made, 1 over")
        await terminal.drop_all()
        # 1 and then 0 does not turn a misère of one trick into ten.
        await terminal.press("1", "1", "1", "0")
        await terminal.shows(
            "1 is already chosen, so “0” is not possible. Press Esc, then choose another answer.",
            "Anna misère: caught, 1 trick",
        )
        await terminal.press("enter", "escape", "1", "up", "enter", shows="Recorded: hand 7.")
        await terminal.press("2", "1", "=", "enter", "f2", shows="Recorded: hand 8.")
        assert lines_on_disk(path)[5:] == ["Anna 7h pw 6", "Anna m 0", "Boris m 10"]
        # Ctrl+X at any question multiplies the hand and keeps its answers; in a line x2 does.
        await terminal.press("1", "7", "ctrl+x")
        await terminal.shows("The hand counts ×2; press Ctrl+X again for ×3.", "Anna · 7 · ×2", "Who whists?")
        await terminal.press("1", "ctrl+x")
        await terminal.shows(
            "×3", "Tricks of Anna?", "Anna 7 ×3, Boris whists: made", "the hand counts 3 times"
        )
        await terminal.press("6", "enter", shows="Recorded: hand 9.")
        await terminal.press(*["ctrl+x"] * 7, shows="The hand counts ×8")
        await terminal.press("ctrl+x", shows=("The hand counts once.", "Who plays?"))
        await terminal.press("ctrl+x", "escape", "1", "8", "4", "enter", shows="Recorded: hand 10.")
        await terminal.press(*"anna 7h wp 6", "enter", "ctrl+x")
        await terminal.shows("In a typed line, write the multiplier after the contract, such as x2.")
        assert lines_on_disk(path)[8:] == ["Anna 7 x3 wp 6", "Anna 8 pp"]
        # A correction begins with the factor of the hand, and the key changes it.
        await terminal.drop_all()
        await terminal.enter(
            "anna 7h x8 wp 6", "enter", "tab", "f7", shows=("×8 · Anna · 7", "Tricks of Anna?")
        )
        await terminal.press(
            "ctrl+x", shows=("The hand counts once.", "new hand: Anna 7♥, Boris whists: 1 down")
        )
        await terminal.press("f2", shows="Corrected: hand 11.")
        assert lines_on_disk(path)[10:] == ["Anna 7h wp 6", ""]


async def test_a_hand_replaced_by_another_line_is_reported_as_not_recorded(folder: Path) -> None:
    path = game_file(folder / "over.jsonl", players=3)
    async with running(path) as terminal:
        await terminal.press(*"anna 8 pp", "enter", shows=("Anna 8, both pass", WAITING))
        await terminal.press(
            *"boris 7 pp", "enter", shows=("Not recorded: Anna 8, both pass", "Boris 7, both pass", WAITING)
        )
        await terminal.press("enter", shows="Recorded: hand 1.")
        await terminal.press("1", "6", "4", shows=("Anna 6, both pass", WAITING))
        await terminal.press(
            *"vera m 0", "enter", shows=("Not recorded: Anna 6, both pass", "Vera misère: made", WAITING)
        )
        await terminal.press("enter", shows="Recorded: hand 2.")
        # So does the question whether to end the game.
        for keys, asked in (
            (("1", "7", "4"), "Anna 7, both pass"),
            ([*"boris 6 pp"], "boris 6 pp"),
            (("tab", "f7"), "Correcting hand 2"),
        ):
            question = (f"Not recorded: {asked}", "Press F2 again to record it")
            await terminal.press(*keys, "f5", "f2", shows=question)
            await terminal.press("escape", "escape", shows="Tab look back")
            await terminal.drop_all()
        assert lines_on_disk(path) == ["Boris 7 pp", "Vera m 0"]
        # An edited line stays the same hand.
        other = ("escape", "backspace", "backspace", *"wp 8", "enter")
        await terminal.press(*"anna 8 pp", "enter", *other, shows="Anna 8, Boris whists: made")
        assert "Not recorded" not in terminal.flowing


async def test_examples_of_a_line_name_players_by_their_first_word(folder: Path) -> None:
    names = ["Svyatoslav", "Lyubov Petrovna", "Ian"]
    async with running(game_file(folder / "game.jsonl", players=names)) as terminal:
        await terminal.write("x", shows=("svyatoslav 7h wp 6", "lyubov 6s ww 5 3 2", "ian m 0"))


async def test_a_score_of_zero_is_shown(folder: Path) -> None:
    path = game_file(folder / "even.jsonl", "anna 6h pp", "boris 6h pp", players=3)
    async with running(path) as terminal:
        await terminal.press(*"vera 6h pp", "enter", shows=("this hand −6⅔ −6⅔ +13⅓", "score after 0 0 0"))


async def test_a_name_may_begin_with_a_sign(folder: Path) -> None:
    name = "«Ёж»"
    path = game_file(folder / "game.jsonl", players=(name, "Boris", "Vera"))
    async with running(path) as terminal:
        await terminal.enter(f"{name.casefold()} 7h wp 7", "enter", shows="Recorded: hand 1.")
    assert lines_on_disk(path) == [f"{name} 7h wp 7"]


async def test_page_down_shows_further_reasons(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", players=4)
    session = on_disk(path)
    done = GAME.play(session.state, GAME.parse(session.state, "boris 6s ww 3 4 3"))
    wanted = {str(GAME.sentence(posting, session.players)) for posting in done.postings}
    async with running(path, size=(60, 18)) as terminal:
        await terminal.enter("boris 6s ww 3 4 3", shows=("more: PgDn, PgUp", WAITING))
        first = terminal.frame
        seen = set[str]()
        for _page in wanted:
            seen |= {sentence for sentence in wanted if sentence in terminal.flowing}
            await terminal.press("pagedown")
        assert seen == wanted
        last = terminal.frame
        await terminal.press("pagedown")
        assert terminal.frame == last != first  # it stops at the end
        for _page in wanted:
            await terminal.press("pageup")
        assert terminal.frame == first


async def test_page_down_leaves_out_no_reason_of_a_marked_answer_in_a_small_window(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris m 1", "r 4 2 3 1", players=4)
    session = on_disk(path)
    done = GAME.play(session.state, GAME.parse(session.state, "boris 6 ww 3 4 3"))
    wanted = {str(GAME.sentence(posting, session.players)) for posting in done.postings}
    async with running(path, size=(60, 20)) as terminal:
        await terminal.press(*"26334", shows=("more: PgDn, PgUp", WAITING))
        seen = set[str]()
        for _page in wanted:
            seen |= {sentence for sentence in wanted if sentence in terminal.flowing}
            assert "more: PgDn, PgUp" in terminal.flowing
            await terminal.press("pagedown")
        assert seen == wanted


async def test_the_list_of_hands_is_searched_and_the_bottom_says_what_escape_does(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris 8n pp", "vera m 0", "boris m 1")
    async with running(path) as terminal:
        # The footer shows what Escape does.
        await terminal.shows("Esc games")
        await terminal.press("1", "7", shows="Esc one step back")
        await terminal.press("x", shows="Esc discard the line")
        await terminal.press("escape", shows="Esc one step back")
        await terminal.press("escape", "escape", shows="Esc games")
        await terminal.press("tab", shows="Esc back to the question")
        await terminal.press("f8", shows="Esc cancel")
        await terminal.press("escape", "escape", shows="Esc games")
        # Letters mark the next hand with these letters.
        before = path.read_bytes()
        await terminal.press("tab")
        hands = terminal.app.screen.query_one(HandList)
        for typed in ("anna", "vera", "bor", "mis"):
            await terminal.press("home", *typed)
            assert typed in hands.hands[hands.index].in_words.casefold()
        index = hands.index
        await terminal.press(*"ыы", "7")
        assert hands.index == index
        assert path.read_bytes() == before
        await terminal.press("escape", "escape", shows="Esc games")
        # The footer shows the most important keys, and a click presses them.
        for columns, seen in (
            (80, ["a–z type a line"]),
            (130, ["Ctrl+O paper", "Ctrl+R rules", "Ctrl+L share"]),
            (150, ["Ctrl+L share", "Ctrl+G other rules"]),
        ):
            await terminal.resize(columns, 30)
            await terminal.shows("F1 help Esc games Tab look back F5 settle F3 undo", *seen)
        await terminal.click_on("paper", KeyFooter, shows="Type what the paper says")


async def test_a_wrong_digit_blocks_further_keys_until_escape(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", players=("Anna", "Boris", "Vera", "Gleb"), dealer="Vera")
    async with running(path) as terminal:
        await terminal.press("3", "1", "1", "enter", *"анна", "enter", "f2")
        await terminal.shows(
            "Vera deals and does not play. Press Esc, then choose another answer.",
            "Who plays?",
            "Esc choose again",
        )
        await terminal.press("escape", "1", "4")
        await terminal.shows(
            "“4” is not one of the answers here. Press Esc, then choose another answer.",
            "What does Anna play?",
        )
        await terminal.press("1", "0", "enter", "escape", "1", "1", "enter", shows="Recorded: hand 1.")
    assert lines_on_disk(path) == ["Anna m 1"]


async def test_the_talon_is_asked_for_only_if_it_scores(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", preset="leningrad-sport", minutes=60)
    expected = GAME.parse(on_disk(path).state, "anna 6 wp 6 talon AS KS")
    async with running(path) as terminal:
        await terminal.press("1", shows="5 talon's cards")
        await terminal.press("5", *"as ks", "enter", shows="What does Anna play?")
        assert "talon's cards" not in terminal.flowing.rpartition("What does Anna play?")[2]
        await terminal.press("6", "1", "6", "enter", shows="Recorded: hand 1.")
    assert without(on_disk(path).entries[0], "n", "at", "prev", "dealer") == without(expected)


async def test_a_refused_line_is_to_be_corrected(folder: Path) -> None:
    async with running(game_file(folder / "game.jsonl")) as terminal:
        await terminal.write("anna 7 wp 99", shows="from 0 to 10")
        await terminal.press("enter", shows="Correct the line, or discard it with Esc.")
        await terminal.press("backspace", shows="> anna 7 wp 9▏")
        assert "Correct the line" not in terminal.flowing


async def test_after_the_end_the_screen_says_how_to_play_on(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", *["anna 10 pp", "boris 10 pp", "vera 10 pp"], target=10)
    async with running(path) as terminal:
        await terminal.shows(
            "The game is over. F5 shows the settlement.", "To play on, press Ctrl+R and change “Pool target”."
        )
        await terminal.press("ctrl+r", *"target", *["right"], "f2", shows=WAITING)
        await terminal.press("enter", shows="Who plays?")
