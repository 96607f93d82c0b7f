"""Looking back, figure by figure: what is said, previewed and announced is what the postings say."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.content import Content
from textual.widgets import Static

from prefcount.entries.base import Entry
from prefcount.entries.common import End
from prefcount.games.questions import Question
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Account
from prefcount.render.figures import changes_text, figure, short_signed, signed
from prefcount.render.text import entry_name, entry_names
from prefcount.render.text_cells import width
from prefcount.session.column_marks import ColumnMark, column_marks
from prefcount.session.outcome import outcome
from prefcount.session.session import Session
from prefcount.tui.draft import Draft, looking_back, next_hand
from prefcount.tui.widgets.entry_form import EntryForm
from prefcount.tui.widgets.explanation import Explanation
from prefcount.tui.widgets.hand_list import HandList
from prefcount.tui.widgets.sheet import Sheet
from tests.helpers import GAME, entry, header
from tests.session.files import by_hand
from tests.tui.evenings import game_file, on_disk, without
from tests.tui.terminal import ROOMY, Terminal, running
from tests.waiting import quiet, until

WAITING = "Enter records it, Esc goes back"
HANDS: dict[int, tuple[str, ...]] = {
    2: ("anna 7h w 6", "boris m 0", "r 3 4"),
    3: ("anna 7h wp 7", "boris 6s ww 5 3 2", "r 0 5 5", "anna 8d pp"),
    4: ("anna 7h wp 6", "boris m 1", "r 4 2 3 1"),
}


# --- what stands on the screen --------------------------------------------------------------------


def explained(terminal: Terminal) -> list[str]:
    """The lines that look back, without the keys at their end."""
    content = terminal.app.screen.query_one(Explanation).query_one(Static).content
    assert isinstance(content, Content)
    return content.plain.splitlines()[:-1]


def sheet(terminal: Terminal) -> Sheet:
    """The sheet on the screen."""
    return terminal.app.screen.query_one(Sheet)


def form(terminal: Terminal) -> list[str]:
    """The lines of the entry form."""
    rendered = terminal.app.screen.query_one(EntryForm).render()
    return rendered.plain.splitlines()


def columns(session: Session) -> list[tuple[Account, tuple[ColumnMark, ...]]]:
    """Every column that has totals, player by player, pool, dump, whists in seat order."""
    found, state = [], session.state
    for player in state.seats:
        cells = {cell.account: cell for cell in GAME.cells(state, player)}
        own = [account for account, cell in cells.items() if cell.other < 0]
        on = sorted(
            (account for account in cells if account not in own),
            key=lambda each: state.seats.index(each.other),
        )
        found += [(account, column_marks(session).get(account, ())) for account in (*own, *on)]
    return [(account, column) for account, column in found if column]


def name_of(session: Session, account: Account) -> str:
    """A column as people name it."""
    names = session.state.names
    return f"{names[account.owner]} {f'on {names[account.other]}' if account.other >= 0 else account.column}"


def reasons(session: Session, account: Account, n: int) -> list[str]:
    """Why an entry changed a column: its postings in words, with the amounts."""
    step = session.replay.step(n)
    return [
        f"{GAME.sentence(posting, step.state.names)} ({name_of(session, account)} {signed(posting.amount)})"
        for posting in step.postings
        if posting.account == account
    ]


def moved(before: Session, after: Session) -> list[str]:
    """Every column whose figure differs, as "Anna pool: 12 → 8"."""
    found = []
    for player in after.state.seats:
        for cell in GAME.cells(after.state, player):
            was, now = before.state.sheet[cell.account], after.state.sheet[cell.account]
            if was != now:
                found.append(f"{name_of(after, cell.account)}: {figure(was)} → {figure(now)}")
    return found


def changed(before: Session, after: Session) -> list[Amount]:
    """What differs in everybody's exact result."""
    pairs = zip(outcome(before).exact, outcome(after).exact, strict=True)
    return [exact(now - was) for was, now in pairs]


def results_line(before: Session, after: Session) -> str:
    """What a correction changes of everybody's score, as the preview says it."""
    pairs = zip(after.players, changed(before, after), strict=True)
    return f"changes the score: {changes_text(pairs)}"


# --- walking --------------------------------------------------------------------------------------


async def test_tab_goes_round_form_hands_and_sheet(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", *HANDS[3])
    around = [HandList, Sheet, EntryForm]
    async with running(path) as terminal:
        for kind in around * 2:
            await terminal.press("tab")
            assert isinstance(terminal.app.focused, kind)
        for kind in [Sheet, HandList, EntryForm]:
            await terminal.press("shift+tab")
            assert isinstance(terminal.app.focused, kind)
        await terminal.shows("Who plays?")


@pytest.mark.parametrize("players", HANDS)
async def test_the_cursor_goes_over_every_total_of_every_column_and_says_why_it_stands_there(
    folder: Path, players: int
) -> None:
    """Down to the next column, left to the total before; what is said are that total's postings."""
    path = game_file(folder / "game.jsonl", *HANDS[players], players=players)
    session = on_disk(path)
    async with running(path, size=ROOMY) as terminal:
        await terminal.press("tab", "tab")
        for account, column in columns(session):
            for mark in reversed(column):
                assert sheet(terminal).cursor == (account, mark.n)
                title, line, *said = explained(terminal)
                by = entry_name(session.replay.step(mark.n))
                assert title == f"{name_of(session, account)}: {figure(mark.amount)}, written by {by}"
                assert line == session.line(session.replay.step(mark.n))
                assert said == reasons(session, account, mark.n)
                await terminal.press("left")
            assert sheet(terminal).cursor == (account, column[0].n)
            await terminal.press("down")
        first, column = columns(session)[0]
        assert sheet(terminal).cursor == (first, column[-1].n)
        await terminal.press("up")
        assert sheet(terminal).cursor == (columns(session)[-1][0], columns(session)[-1][1][-1].n)


async def test_right_goes_back_to_the_newest_total_and_stays_there(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 6s pp", "anna 7h pp", "anna 8d pp")
    async with running(path) as terminal:
        await terminal.press("tab", "tab", "left", "left", "left")
        walked = []
        for _ in range(3):
            walked.append(sheet(terminal).cursor)
            await terminal.press("right")
        assert walked == [(Account("pool", 0), n) for n in (1, 2, 3)]
        assert sheet(terminal).cursor == walked[-1]


async def test_the_cursor_gets_past_a_corrected_total_in_both_directions(folder: Path) -> None:
    """The second entry has two totals in the column: the wrong one, struck through, and the right one."""
    instead = without(GAME.parse(on_disk(game_file(folder / "empty.jsonl")).state, "anna 8h pp"))
    hands = ("anna 6s pp", "anna 7h pp", "anna 6d pp", entry("amend", entry=2, **{"with": instead}))
    path = game_file(folder / "game.jsonl", *hands)
    assert [mark.n for mark in column_marks(on_disk(path))[Account("pool", 0)]] == [1, 2, 2, 3]
    async with running(path) as terminal:
        await terminal.press("tab", "tab", *["left"] * 4)
        assert sheet(terminal).cursor == (Account("pool", 0), 1)
        await terminal.press(*["right"] * 4)
        assert sheet(terminal).cursor == (Account("pool", 0), 3)


async def test_enter_shows_the_hand_behind_the_figure(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", *HANDS[3])
    session = on_disk(path)
    async with running(path, size=ROOMY) as terminal:
        for account, column in columns(session)[::3]:
            await terminal.press("tab", "tab")
            while (cursor := sheet(terminal).cursor) is None or cursor[0] != account:
                await terminal.press("down")
            await terminal.press("left", "enter")
            n = column[max(0, len(column) - 2)].n
            assert isinstance(terminal.app.focused, HandList)
            assert terminal.app.focused.marked == n
            assert (
                explained(terminal)[0]
                == f"{entry_name(session.replay.step(n))}: {session.line(session.replay.step(n))}"
            )
            await terminal.press("escape")


@pytest.mark.parametrize("key", ["f3", "f4"])
async def test_undo_while_looking_back_leaves_the_keys_where_they_are_seen(folder: Path, key: str) -> None:
    """Otherwise the next digits and Enters write a hand that nobody has seen."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 7", "boris m 0")
    async with running(path) as terminal:
        await terminal.press("f3")
        await terminal.shows("Undone: ")
        await terminal.press("tab", key)
        await until(
            terminal.pilot, lambda: len(terminal.open_session.session.entries) == 4, "the entry to be written"
        )
        await quiet(terminal.pilot)
        assert terminal.app.focused is not None
        assert terminal.app.focused.display


# --- correcting -----------------------------------------------------------------------------------


async def check_preview(
    terminal: Terminal, before: Session, after: Session, displaced: Sequence[int] = ()
) -> None:
    """The preview names every column that changes, and only those, and the results."""
    await terminal.shows(WAITING)
    lines = form(terminal)
    assert [line for line in lines if "→" in line] == moved(before, after)
    assert [line for line in lines if line.startswith("changes the score: ")] == [results_line(before, after)]
    named = entry_names(before, displaced)
    assert [line for line in lines if "No longer" in line] == (
        [f"No longer valid: {named}"] if displaced else []
    )


async def accept(terminal: Terminal, path: Path, folded: Session) -> None:
    """Enter writes what was previewed: the file is that of the headless fold."""
    await terminal.press("enter")
    await until(
        terminal.pilot, lambda: len(on_disk(path).entries) == len(folded.entries), "the entry on the disk"
    )
    written = on_disk(path)
    assert [without(each, "at", "prev") for each in written.entries] == [
        without(each, "at", "prev") for each in folded.entries
    ]
    assert written.state._replace(latest=None) == folded.state  # only what is written has a time


async def test_a_correction_shows_all_that_it_moves(folder: Path) -> None:
    """Anna's failed seven was made; then she is helped less, and everything after it moves, too."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 6", "boris 6s pp", "anna 6c ww 6 4 0", target=4)
    game = on_disk(path)
    place = game.replay.step(1).before
    instead = without(GAME.addressed(place, GAME.parse(place, "anna 7h wp 8")))
    after = game.accepted(entry("amend", entry=1, **{"with": instead})).session
    assert len(moved(game, after)) > 3
    async with running(path, size=ROOMY) as terminal:
        await terminal.press("tab", "home", "f7", "8")
        await check_preview(terminal, game, after)
        assert on_disk(path).entries == game.entries
        await accept(terminal, path, after)


async def test_a_void_and_the_void_of_it_show_all_that_they_move(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", *HANDS[3])
    game = on_disk(path)
    without_it = game.accepted(entry("void", entry=2)).session
    again = without_it.accepted(entry("void", entry=5)).session
    async with running(path, size=ROOMY) as terminal:
        for before, after in ((game, without_it), (without_it, again)):
            await terminal.press("tab", "home", "down", "f8")
            await check_preview(terminal, before, after)
            await accept(terminal, path, after)
    assert again.state == game.state


async def test_a_forgotten_hand_shows_all_that_it_moves(folder: Path) -> None:
    """Put in before a raspasy, it makes that the first one in a row again."""
    path = game_file(folder / "game.jsonl", "r 3 3 4", "r 2 4 4", "r 1 4 5")
    game = on_disk(path)
    hand = GAME.parse(game.replay.step(1).state, "vera 8 pp")
    after = game.accepted(hand.model_copy(update={"after": 1})).session
    async with running(path, size=ROOMY) as terminal:
        await terminal.press("tab", "home", "f9", "3", "8", "4")
        await check_preview(terminal, game, after)
        await accept(terminal, path, after)
        await terminal.press("tab")
        assert [line.split()[0] for line in hand_lines(terminal)] == ["1", "2", "3", "4"]


def hand_lines(terminal: Terminal) -> list[str]:
    """The lines of the list of hands."""
    hands = terminal.app.screen.query_one(HandList)
    return [hands.render_line(y).text.strip() for y in range(1, 1 + len(hands.hands))]


async def test_numbers_of_any_length_stand_below_each_other(folder: Path) -> None:
    """A club that keeps one file for a season: hand 1 and hand 1,000 begin in one column, and end in one."""
    path = by_hand(folder / "season.jsonl", *["anna 6s pp", "anna 7h wp 6"] * 500, rules={"end": "manual"})
    async with running(path, size=ROOMY) as terminal:
        hands = terminal.app.screen.query_one(HandList)
        await until(terminal.pilot, lambda: hands.scroll_y == hands.max_scroll_y, "the newest hand")
        new = hands.render_line(hands.size.height - 1).text.rstrip()
        hands.mark(2)
        await until(terminal.pilot, lambda: hands.scroll_y <= 1, "the oldest hands")
        old = next(
            line for y in range(1, 5) if (line := hands.render_line(y).text.rstrip()).split()[0] == "2"
        )
    assert new.split()[0] == "1000"
    assert (new.index("Anna"), len(new)) == (old.index("Anna"), len(old))


async def test_what_no_longer_fits_is_announced_before_and_after(folder: Path) -> None:
    """Gleb joined and played. Without him there are no such hands."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 7", entry("join", player="Gleb"))
    game = on_disk(path)
    for line in ("anna 6s pp", "vera 8d pp"):
        game = game.accepted(GAME.parse(game.state, line)).session
    path = game_file(folder / "all.jsonl", *(each.model_copy(update={"n": None}) for each in game.entries))
    game = on_disk(path)
    proposal = game.proposed(game.addressed(entry("void", entry=2)))
    assert proposal.displaced
    async with running(path, size=ROOMY) as terminal:
        await terminal.press("tab", "home", "down", "f8")
        await terminal.shows(f"No longer valid: {entry_names(game, proposal.displaced)}", WAITING)
        await terminal.press("enter")
        await terminal.shows(f"No longer valid, not counted: {entry_names(game, proposal.displaced)}.")
        await terminal.press("tab")
        dead = [hand.n for hand in terminal.app.screen.query_one(HandList).hands if not hand.counts]
        assert dead == [2, *proposal.displaced]


# --- something else -------------------------------------------------------------------------------

Keys = Sequence[str]
SOMETHING_ELSE: list[tuple[Keys, Entry]] = [
    ("1", entry("misdeal", dealer="Anna")),
    ("2", entry("talon_thrown")),
    (("3", "1", "2", *"4", "enter", *"Fined for a revoke", "enter"),
     entry("adjust", player="Anna", column="dump", amount=4, reason="Fined for a revoke")),
    (("3", "2", "3", "3", *"-5/2", "enter", *"по уговору", "enter"),
     entry("adjust", player="Boris", column="whists", on="Vera", amount="-5/2", reason="по уговору")),
    (("6", *"1 tea = 2 cups", "enter"), entry("note", text="1 tea = 2 cups")),
    (("5", *"Дядя Ваня", "enter", "2"), entry("join", player="Дядя Ваня", replaces="Boris")),
    (("4", "1", "1", "7", "1", "6"),
     entry("game", dealer="Anna", declarer="Anna", contract="7",
           calls={"Дядя Ваня": "whist", "Vera": "pass"}, tricks={"Anna": 6})),
    (("5", *"Gleb", "enter", "0"), entry("join", player="Gleb")),
    (("8", "4"), entry("end", reason="resigned", player="Vera")),
]  # fmt: skip
"""What is pressed after 9, in one game, and what is written."""


async def written(terminal: Terminal, entries: int) -> None:
    """Wait until so many entries are on disk and the form is ready for the next one."""
    await until(
        terminal.pilot,
        lambda: len(terminal.open_session.session.entries) == entries,
        f"entry {entries} to be written",
    )
    await until(terminal.pilot, lambda: terminal.app.focused, "the form to have the keys again")


async def test_something_else_writes_what_it_says(folder: Path) -> None:
    """Answers are digits; names, amounts and reasons are typed, and may hold digits and blanks."""
    path = game_file(folder / "game.jsonl", "anna 7h wp 7")
    game = on_disk(path)
    async with running(path, size=ROOMY) as terminal:
        for keys, expected in SOMETHING_ELSE:
            await terminal.shows("Who plays?")
            terminal.send("9", *keys)
            await terminal.shows(WAITING)
            await terminal.press("enter")
            n = game.next_number
            await written(terminal, n)
            new = on_disk(path).entries[-1]
            assert without(new, "n", "at", "prev", "seal", "results") == without(expected)
            game = game.accepted(new.model_copy(update={"n": None})).session
        await terminal.shows("The game is over.")
    assert on_disk(path).state == game.state


def announced(session: Session) -> dict[str, int] | None:
    """The results that the last entry carries."""
    [*_before, last] = session.entries
    assert isinstance(last, End)
    assert last.seal
    return last.results


@pytest.mark.parametrize(("keys", "reason"), [("97", "ended by agreement"), ("981", "a player resigned")])
async def test_an_end_is_taken_back_by_undo(folder: Path, keys: str, reason: str) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 7")
    async with running(path) as terminal:
        terminal.send(*keys)
        await terminal.shows(f"end ({reason})", WAITING)
        await terminal.press("enter")
        await terminal.shows("The game is over.")
        session = on_disk(path)
        assert announced(session) == dict(zip(session.players, outcome(session).whole, strict=True))
        await terminal.press("f3")
        await terminal.shows("Who plays?")
    assert on_disk(path).state.over == ""


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (("3", "1", "1", *"lots", "enter"), "amount: "),
        (("5", *"anna", "enter", "2"), "anna plays already"),
        (("5", "enter"), "player: "),
    ],
    ids=["amount", "name", "no name"],
)
async def test_what_cannot_be_is_refused_where_it_is_typed(folder: Path, keys: Keys, said: str) -> None:
    path = game_file(folder / "game.jsonl", "anna 7h wp 7")
    async with running(path) as terminal:
        terminal.send("9", *keys)
        await terminal.shows(said)
        await terminal.press("enter")
    assert len(on_disk(path).entries) == 1


async def test_a_newcomer_who_takes_a_place_changes_no_result(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "anna 8h pp")
    async with running(path) as terminal:
        terminal.send("9", "5", *"Gleb", "enter", "1")
        await terminal.shows(WAITING)
        assert [line for line in form(terminal) if "score" in line] == ["the score does not change"]


# --- what it would pay ----------------------------------------------------------------------------


def likeliest(draft: Draft, value: str) -> Entry:
    """The entry after an answer, and Enter to all further questions."""
    asked = draft.pending
    assert isinstance(asked, Question)
    draft = draft.answered(asked, value)
    while isinstance(asked := draft.pending, Question):
        draft = draft.answered(asked, asked.choices[max(0, asked.likely)].value)
    assert asked is not None
    return asked


def paying(terminal: Terminal) -> list[list[str]]:
    """What each answer on the screen would pay, in seat order."""
    draft = terminal.app.screen.query_one(EntryForm).draft
    assert draft is not None
    asked = draft.pending
    assert isinstance(asked, Question)
    keys, words = [choice.key for choice in asked.choices], [line.split() for line in form(terminal)]
    tables = [words[at : at + len(keys)] for at in range(len(words))]
    [rows] = [rows for rows in tables if [row[0] for row in rows] == keys]
    return [row[-len(draft.state.seats) :] for row in rows]


def payoffs(game: Session, draft: Draft) -> list[list[str]]:
    """What writing each answer to the open question really changes of everybody's result."""
    asked = draft.pending
    assert isinstance(asked, Question)
    assert asked.pays
    entries = [likeliest(draft, choice.value) for choice in asked.choices]
    return [list(map(short_signed, changed(game, game.accepted(each).session))) for each in entries]


PAID: list[tuple[int, str, dict[str, Any]]] = [
    (3, "17", {}),
    (3, "171", {}),
    (3, "11", {}),
    (3, "163", {}),
    (2, "26", {}),
    (4, "26", {"preset": "leningrad"}),
    (4, "266", {"dealer_may_whist": True}),
]
"""How many play, the keys up to a question that pays, and the rules."""


@pytest.mark.parametrize(("players", "keys", "rules"), PAID, ids=str)
async def test_f6_shows_what_writing_each_answer_would_really_change(
    folder: Path, players: int, keys: str, rules: dict[str, Any]
) -> None:
    path = game_file(folder / "game.jsonl", *HANDS[players], players=players, **rules)
    game = on_disk(path)
    async with running(path, size=ROOMY) as terminal:
        terminal.send(*keys)
        await terminal.shows("F6 what it scores")
        await terminal.press("f6")
        draft = terminal.app.screen.query_one(EntryForm).draft
        assert draft is not None
        assert paying(terminal) == payoffs(game, draft)
        assert all(width(line) <= 60 for line in form(terminal))
        await terminal.press("f6")
        await terminal.shows("F6 what it scores")
    assert on_disk(path).entries == game.entries


async def test_f6_while_correcting_shows_what_the_whole_game_would_change(folder: Path) -> None:
    """Not what the hand alone is worth: everything after it is reckoned again."""
    path = game_file(folder / "game.jsonl", *HANDS[3])
    game = on_disk(path)
    async with running(path, size=ROOMY) as terminal:
        await terminal.press("tab", "home", "f7")
        terminal.send("escape", "f6")
        await quiet(terminal.pilot)
        draft, _line = looking_back(game, 1, "correct")
        before = draft.back()
        assert before is not None
        draft = before
        assert paying(terminal) == payoffs(game, draft)
    assert on_disk(path).entries == game.entries


def test_the_likeliest_hand_follows_the_answers() -> None:
    """What the payments are reckoned from in these tests."""
    game = Session(header(3))
    assert GAME.format(game.state, likeliest(next_hand(game), "0")) == "Anna 6 wp 6"
