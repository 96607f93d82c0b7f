"""The other games at the table: begun on the form, entered by digits, corrected, settled."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from prefcount.entering import draft_correction
from prefcount.render.sheet_drawing import draw_sheet
from prefcount.session.session import Session
from prefcount.store.journal import Journal
from prefcount.store.settings import load_settings
from prefcount.tui.table.sheet_widget import Sheet
from tests.counting import counted
from tests.games.family import Table
from tests.tables import each_line
from tests.tui import new_game
from tests.tui.game_files import on_disk
from tests.tui.terminal import ROOMY, WAITING, running

AT_ONCE = 200
"""Limit of questions that the form may ask."""
EVENING = datetime(2026, 3, 14, 19, 5, tzinfo=UTC)
PREFA = ("Anna", "Boris", "Vera")
PRIFFE = (*PREFA, "Gleb")


def game_file(path: Path, name: str, *lines: str, **rules: object) -> Path:
    table = Table.of(name)
    header = table.header(PRIFFE if name == "priffe" else PREFA, **rules)
    session, journal = Session(header), Journal.create(path, header)
    for line in lines:
        session = session.accept(table.game.parse(session.state, line)).session
        journal.append(session.entries[-1])
    return path


def said(path: Path) -> list[str]:
    session = on_disk(path)
    return [session.line(step) for step in session.replay.steps]


async def test_a_hand_of_prefa_is_entered_by_digits(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "prefa")
    async with running(path) as terminal:
        # In the other games no hand counts several times.
        await terminal.press("ctrl+x", shows="In this game every hand counts once.")
        # A hand of Greek Prefa takes six keys and Enter.
        await terminal.shows("Who plays?", "2 Boris", "0 all pass", "pot: 1500")
        for key, asked in (("2", "What does Boris play?"), ("6", "Trumps?"), ("4", "Who defends?")):
            await terminal.press(key, shows=asked)
        await terminal.press("1", shows="Tricks of Vera?")
        await terminal.press("1", shows="Tricks of Anna?")
        await terminal.press("3")
        await terminal.shows(
            "Boris 6♥, Vera 1, Anna 3: made",
            "Boris: 6♥ made, the pot pays for ten tricks, 10 × 5 = 50",
            WAITING,
        )
        await terminal.press("enter", shows=("Recorded: hand 1.", "pot: 1450"))
        assert said(path) == ["Boris 6h dd 1 3"]
        # A line is read while it is typed.
        await terminal.write("anna 7s d", shows="Anna 7s “d”: must be one letter for each defender,")
        await terminal.write("d 2 1", shows="Anna 7♠, Boris 2, Vera 1: made Enter checks the line")


@pytest.mark.parametrize("name", ["balkan", "prefa", "priffe"])
async def test_only_a_drawn_sheet_is_next_to_the_questions(name: str, folder: Path) -> None:
    async with running(game_file(folder / "game.jsonl", name)) as terminal:
        sheet = terminal.app.screen.query_one(Sheet)
        for columns in (100, 119, 120, 160):
            await terminal.resize(columns, 30)
            assert sheet.view is not None
            drawn = draw_sheet(sheet.view, *sheet.content_size) is not None
            assert drawn is (sheet.region.width < columns)


async def test_the_pot_is_filled_up_and_the_game_goes_on(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "prefa", "anna 10h pp", stake=30)
    async with running(path) as terminal:
        await terminal.shows(
            "The pot is empty, 1 hand", "The pot is empty. Press F5 to settle, or choose what happens next."
        )
        await terminal.press("1", "1", shows=("Anna: 100 added to the pot", WAITING))
        await terminal.press("enter", shows=("Recorded: everyone adds 100 to the pot", "Who plays?"))
    assert said(path) == ["Anna 10h pp", "stake 100"]


async def test_a_hand_of_priffe_ends_a_rubber(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "priffe", "x h 9")
    async with running(path) as terminal:
        # Below a typed line are examples of its own game.
        await terminal.write("x", shows="x h 9 · y p 5 · vera n 4")
        await terminal.drop_all()
        # A hand of Swedish Priffe takes four keys; players get points, and partners change.
        await terminal.shows("Which side plays?", "1 X: Anna + Vera", "rubber: 1 of 6")
        for key, asked in (("1", "What is played?"), ("4", "Which side took seven tricks or more?")):
            await terminal.press(key, shows=asked)
        await terminal.press("1", shows="Tricks of X?")
        await terminal.press("0", shows="Honours of Anna?")
        await terminal.press(
            "minus", shows=("Anna + Vera play: made, 10 tricks", "this hand +10 −10 +10 −10", WAITING)
        )
        await terminal.press("enter", shows=("Recorded: hand 2.", "1 X: Anna + Gleb", "rubber: 2 of 6"))
        assert said(path) == ["x h 9", "x p 10"]


async def test_a_long_hand_without_amounts_takes_two_rows(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "priffe", "y h 6 3 0 1 0")
    async with running(path) as terminal:
        await terminal.shows("1 Boris + Gleb hearts: lost, 6 tricks, opponents' honours 40")
        await terminal.resize(120, 40)
        rows = ("1 Boris + Gleb hearts: lost, 6 tricks,", "opponents' honours 40")
        await terminal.until(lambda: all(row in terminal.frame for row in rows), "the hand in two rows")


@each_line(
    ("name", "line"),
    [
        *(("prefa", "boris 6h dd 2 2"), ("prefa", "vera 10n up"), ("prefa", "anna 7s pp aces")),
        *(("balkan", "vera herc 2 1"), ("balkan", "vera betl 0")),
        *(("priffe", "x h 9"), ("priffe", "y p 10 3 0 0 1"), ("priffe", "f x 8")),
    ],
)
def test_a_correction_begins_without_delay_with_the_old_answers(
    name: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.of(name)
    start = Session(table.header(PRIFFE if name == "priffe" else PREFA))
    hand = table.game.parse(start.state, line).model_copy(update={"at": EVENING})
    session = start.accept(hand).session
    tried = counted(monkeypatch, table.game, "ask")
    draft, _line = draft_correction(session, 1, "correct")
    assert draft.former
    assert len(tried) < AT_ONCE


async def test_a_game_is_begun_on_the_form() -> None:
    async with new_game.form(size=ROOMY) as terminal:
        await new_game.choose(terminal, "game", 1)
        await terminal.shows("three or four names, counter-clockwise", "Bule from", "100", "Price per supa")
        assert "Minutes" not in terminal.frame
        await new_game.fill(terminal, ("Ana", "Boro", "Ceca"), preset=1, stake="0.01", currency="eur")
        await terminal.shows(
            "A short game: 60 bule each at the start, and at most 1 refa (a hand that counts double)."
        )
        await terminal.press("f2")
        await terminal.shows("Ana, Boro, Ceca · Balkan Preferans · Short from 60", "refe left: 1")
        header = terminal.open_session.session.header
    assert (header.game, header.rules["preset"], header.stake) == ("balkan", "short", "0.01")
    assert load_settings().game == "balkan"
    async with new_game.form(size=ROOMY) as terminal:
        await terminal.shows("Balkan Preferans", "Bule from")


async def test_a_whole_balkan_game_is_entered_by_digits(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "balkan", start_bule=9)
    hands = [
        (["0"], "pass"),
        (["3", "4", "1", "2", "2"], "Vera herc 2 2"),
        (["2", "3", "7", "1", "3"], "Boris karo k3 0"),
        (["1", "6", "1", "0"], "Anna betl 0"),
    ]
    async with running(path) as terminal:
        await terminal.shows("Who plays?", "0 everyone passed", "bule left: 27")
        for number, (keys, _line) in enumerate(hands, start=1):
            await terminal.press(*keys, shows=WAITING)
            await terminal.press("enter", shows=f"Recorded: hand {number}.")
    assert said(path) == [line for _keys, line in hands]
    assert on_disk(path).state.over == "pool"


async def test_a_balkan_hand_is_typed_corrected_and_explained(folder: Path) -> None:
    path = game_file(folder / "game.jsonl", "balkan", "anna tref 2 2", start_bule=60)
    async with running(path) as terminal:
        await terminal.enter("b herc c2 1")
        await terminal.shows(
            "Boris herc, Vera calls Anna, 3: Vera falls", "both took too few tricks against herc", WAITING
        )
        await terminal.press("enter", shows="Recorded: hand 2.")
        await terminal.press("f3", shows="Undone: Boris herc, Vera calls Anna, 3: Vera falls")
        await terminal.press("shift+tab", shows="Anna bule: 50, recorded in hand 1")
    assert on_disk(path).state.bule(1) == 60
