"""Every screen in all sizes of terminal: nothing is cut off, and something has the focus."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual import containers, widgets
from textual.events import Resize
from textual.geometry import Size as Dimensions
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from prefcount.base.i18n import _
from prefcount.games.game import Question
from prefcount.render.text_cells import width
from prefcount.tui.app import MIN_SIZE
from prefcount.tui.kit.widgets import KeyFooter, PromptLine, WrappedText
from prefcount.tui.table.entry_form import EntryForm
from prefcount.tui.table.sheet_widget import Sheet
from tests.helpers import brought
from tests.tui.game_files import SAMPLES, game_file, shortened
from tests.tui.terminal import NORMAL, WAITING, Terminal, plain, running, seen, strips, visible

PROGRAM = Path(__file__).parents[2] / "prefcount" / "tui"
HANDS_BELOW = "────"
"""The line between the entry and the newest hands."""
CROWD = ("Nina", "Oleg", "Pavel", "Rita")


def check(terminal: Terminal, *texts: str) -> None:
    """Check what holds for every frame, and that `texts` are visible without scrolling."""
    columns, rows = terminal.app.size
    shown = strips(terminal.app)
    frame = plain(shown)
    assert len(shown) == rows
    for strip in shown:
        assert strip.cell_length == width(strip.text) == columns, frame
        assert strip.text.isprintable(), frame
    there = terminal.app.screen.walk_children(Widget)
    focused = [widget for widget in there if widget.has_focus]
    assert len(focused) == any(widget.focusable for widget in there), frame
    for laid_out in terminal.app.screen.query(WrappedText):
        room = laid_out.content_size.width
        assert [str(line) for line in laid_out.lines(room) if line.cell_length > room] == [], frame
    for sheet in filter(visible, terminal.app.screen.query(Sheet)):
        drawn = ["".join(said for said, _style in line) for line in sheet.lines()]
        assert [line for line in drawn if width(line) > sheet.content_size.width] == [], frame
    for field in filter(visible, terminal.app.screen.query(Input)):
        assert width(field.placeholder) <= field.content_size.width, frame
    for line in (line for line in terminal.app.screen.query(PromptLine) if line.is_open):
        assert f"{line.text[-9:]} " in frame, frame
    hints = [each for hints in terminal.app.screen.query(KeyFooter) for each in said_hints(hints, shown)]
    assert hints or modal(terminal) or asked(terminal), frame
    flowing = terminal.flowing if texts else ""
    for text in texts:
        assert text in flowing, f"{text} is not on the screen:\n{frame}"


def said_hints(hints: KeyFooter, lines: Sequence[Strip]) -> list[str]:
    if not visible(hints):
        return []
    said = [each for each in re.split(" {2,}", seen(hints, lines).strip()) if each]
    assert set(said) <= {f"{_(key)} {_(word)}" for key, word in hints.hints}, said
    return said


def asked(terminal: Terminal) -> bool:
    """Return whether a prompt is open, which shows its own keys."""
    return any(visible(line) and line.is_open for line in terminal.app.screen.query(PromptLine))


def modal(terminal: Terminal) -> bool:
    """Return whether a screen above another one shows its own keys."""
    return isinstance(terminal.app.screen, ModalScreen)


def check_form(terminal: Terminal, *texts: str) -> None:
    """Check that the question, all answers, and all names in the sheet are visible."""
    pending = terminal.app.screen.query_one(EntryForm).entry_input.draft.pending
    asked: list[str] = []
    if isinstance(pending, Question):
        whole = [str(choice.label) for choice in pending.choices]
        short = [str(choice.short or choice.label) for choice in pending.choices]
        asked = [str(pending.prompt), *(whole if all(each in terminal.flowing for each in whole) else short)]
    check(terminal, *terminal.open_session.session.players, *asked, *texts)


def answers(terminal: Terminal, apart: str = r"\n") -> list[str]:
    """Return the visible answers; `apart` is the separator between two."""
    form = terminal.app.screen.query_one(EntryForm)
    asked = form.entry_input.draft.pending
    assert isinstance(asked, Question)
    own = seen(form, strips(terminal.app)).partition(HANDS_BELOW)[0]
    said = [each.strip() for each in re.split(apart, own)]
    found = [[each for each in said if each.startswith(f"{choice.key} ")] for choice in asked.choices]
    assert all(len(each) <= 1 for each in found), terminal.frame
    in_sight = [line for each in found for line in each]
    assert len(in_sight) >= 5, terminal.frame
    return in_sight


def test_every_css_rule_names_an_existing_widget() -> None:
    source = "".join(path.read_text() for path in PROGRAM.rglob("*.py"))
    styled = set(re.findall(r"^ +([A-Z]\w+)[^=(\n]* \{(?: |$)", source, re.MULTILINE))
    own = set(re.findall(r"^class (\w+)", source, re.MULTILINE))
    assert styled - own <= {*vars(containers), *widgets.__all__, "SelectCurrent"}


async def test_every_question_to_four_fits(folder: Path) -> None:
    path = shortened(folder / "game.jsonl", "leningrad-four-players", 30)
    async with running(path, size=(60, 18)) as terminal:
        await every_question(terminal)
        await what_the_answers_would_pay(terminal)
        await terminal.write("nina 7h zz 6")
        check(terminal, *CROWD, "> nina 7h zz 6")
        await terminal.press("enter")
        check(
            terminal,
            "“zz”: these letters are not calls; write w for whist, p for pass, h for half a whist, e.g. “wp”",
        )


async def every_question(terminal: Terminal) -> None:
    questions = ("What does Pavel play?", "Who whists?", "Tricks of Pavel?", "Tricks of Rita?")
    check_form(terminal, "Who plays?")
    for key, question in zip("3635", questions, strict=True):
        await terminal.press(key)
        check_form(terminal, question)
    await terminal.press("2")
    check_form(terminal, "Pavel 6, both whist: 1 down", "this hand +26 +14 −62 +22", WAITING)
    await terminal.press(*["escape"] * 4)
    for key in "0323":
        await terminal.press(key)
        check_form(terminal)
    check_form(terminal, "raspasy: Nina 3, Pavel 2, Rita 3, Oleg 2", WAITING)
    await terminal.press(*["escape"] * 3, "9")
    check_form(terminal, "What happened?")
    await terminal.press("escape")
    check_form(terminal, "Who plays?")


async def what_the_answers_would_pay(terminal: Terminal) -> None:
    await terminal.press("1", "6", "f6")
    for key in ("up", "3", "4"):
        check(terminal, *CROWD)
        for answer in answers(terminal):
            figures = answer.split()[-4:]
            assert all(re.fullmatch(r"[+−]?\d*[¼½¾⅓⅔]?", each) for each in figures), terminal.frame
        await terminal.press(key)
    await terminal.press("f6", *["escape"] * 4)
    check_form(terminal, "Who plays?")


@pytest.mark.parametrize(
    ("name", "said"),
    [("balkan-four-players-written-off", "supe"), ("prefa-four-players", "★"), ("priffe-second-table", "★")],
)
async def test_every_screen_of_the_other_games_fits(name: str, said: str) -> None:
    async with running(SAMPLES / f"{name}.jsonl") as terminal:
        await terminal.press("f5")
        async for _size in terminal.sizes():
            check(terminal, said)


async def test_a_prompt_shows_the_end_of_a_long_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = folder / "a-folder-with-a-long-name"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    async with running(game_file(folder / "game.jsonl")) as terminal:
        await terminal.press("f12", "f2", shows="long-name/game.jsonl")
        for size in ((60, 18), NORMAL):
            await terminal.resize(*size)
            await terminal.shows("long-name/game.jsonl")


async def test_a_window_that_is_too_small_takes_no_keys_and_a_prompt_shows_its_own(folder: Path) -> None:
    async with running(game_file(folder / "game.jsonl")) as terminal:
        await terminal.press("1", "8", shows="Who whists?")
        before = terminal.frame
        for small in (Dimensions(59, 24), Dimensions(80, 17), Dimensions(3, 40), Dimensions(1, 1)):
            terminal.app.post_message(Resize(small, small))
            await terminal.burst(*"184", "enter", "enter", "f5", "ctrl+l", "escape", "ctrl+p", "f10", "x")
            assert terminal.app.screen.size >= MIN_SIZE
        await terminal.resize(*NORMAL)
        assert terminal.frame == before
        assert terminal.open_session.session.entries == ()
        # A prompt shows its own keys.
        await terminal.drop_all()
        await terminal.becomes_writer()
        for way, keys in (((), ("f12", "f2")), (("ctrl+r",), ("ctrl+s",))):
            await terminal.press(*way)
            before = terminal.frame
            await terminal.press(*keys, shows="Esc: cancel")
            [hints] = terminal.app.screen.query(KeyFooter)
            assert not visible(hints), keys
            await terminal.press("escape")
            assert terminal.frame == before, keys


async def test_a_damaged_file(folder: Path) -> None:
    path = shortened(folder / "game.jsonl", "leningrad-four-players", 30)
    path.write_bytes(path.read_bytes().replace(b'"Pavel":7', b'"Pavel":8', 1))
    async with running(path) as terminal:
        async for _size in terminal.sizes():
            check_form(
                terminal, "the file is damaged and can only be read: the line before entry 3 has changed"
            )


LONG = (
    "Konstantin Alexandrovich",
    "Maria Vladimirovna Ivanova",
    "Ekaterina Konstantinovna",
    "Alexander Sergeevich",
)


async def test_answers_with_long_names_stay_distinct(folder: Path) -> None:
    rules = {"preset": "leningrad-sport", "minutes": 600, "leave_without": 3}
    async with running(game_file(folder / "game.jsonl", players=LONG, **rules)) as terminal:
        for key in "16":
            await terminal.press(key)
        async for _size in terminal.sizes():
            check(terminal)
            said = [answer.split(maxsplit=1)[1] for answer in answers(terminal, r"\n| {2,}")]
            assert len(set(said)) == len(said), terminal.frame


async def test_large_figures_keep_their_columns(folder: Path) -> None:
    amounts = {"pool": "-1234/7", "dump": "123456", "whists": dict.fromkeys(CROWD[1:], "98765/3")}
    async with running(game_file(folder / "game.jsonl", brought(Nina=amounts), players=CROWD)) as terminal:
        async for _size in terminal.sizes():
            check(terminal, *CROWD, "123456", "−176 2/7", "32921⅔")
