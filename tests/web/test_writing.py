"""What a phone is asked, and that each hand is written once: without a server, and without a phone."""

import asyncio
from collections.abc import Awaitable, Callable, Container, Iterator, Sequence
from pathlib import Path

import pytest
from pydantic import ValidationError

from prefcount.base.i18n import N_, text
from prefcount.entries.models import Entry
from prefcount.session.corrections import UndoState, undo_state
from prefcount.session.session import Proposal, Session
from prefcount.store.disk import WriteError
from prefcount.store.reader import load
from prefcount.tui.kit import open_session
from prefcount.tui.kit.open_session import OpenSession
from prefcount.web import writing
from prefcount.web.writing import Data, EntryRequest, PhoneEntries
from tests.store.files import by_program
from tests.tables import each_line
from tests.web.phone import RASPASY, SEVEN, Answers, asked, ident

Write = Callable[[Entry, Session], Awaitable[Proposal]]


class Table:
    """A game with one hand, and what phones enter there."""

    def __init__(self, path: Path, write: Write | None = None) -> None:
        self.game = OpenSession(path)
        self.writing = PhoneEntries(self.game, write or self.game.write)

    @property
    def seen(self) -> str:
        """What somebody knows who has seen all of the game."""
        return self.game.last_hash

    def form(self, answers: Answers = (), seen: str = "", **more: bool) -> Data:
        """What a phone shows."""
        return self.writing.next_form(asked(seen or self.seen, answers, **more))

    async def record(self, answers: Answers = SEVEN, seen: str = "", name: str = "", **more: bool) -> Data:
        """What a phone is answered that wants a hand recorded."""
        return await self.writing.record(asked(seen or self.seen, answers, ident=name or ident(), **more))

    @property
    def lines(self) -> list[str]:
        """The entries on disk, as they are typed."""
        session = load(self.game.path).session
        return [session.line(step) or step.effective.written.kind for step in session.replay.steps]


@pytest.fixture
def table(game: Path) -> Iterator[Table]:
    """The game, open."""
    made = Table(game)
    yield made
    made.game.close()


# --- what is asked -------------------------------------------------------------------------------


async def test_all_entries_are_looked_at_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many phones ask in one state of the game, and whatever they have seen."""
    looked: list[int] = []

    def counted(entries: Sequence[Entry], chosen: Container[int]) -> UndoState:
        looked.append(len(entries))
        return undo_state(entries, chosen)

    monkeypatch.setattr(open_session, "undo_state", counted)
    for _phone in range(8):
        assert table.form(seen="f" * 16)["undo"] == "hand 1"
    await table.record()
    assert [table.form()["undo"] for _phone in range(2)] == ["hand 2"] * 2
    assert looked == [1, 2]


def test_the_questions_of_the_screen(table: Table) -> None:
    """One after the other, until there is a hand; it is told in words, with what it does to the score."""
    shown = table.form()
    assert shown["heading"] == "Hand 2 · Anna deals · Boris leads · pools 0/60"
    for (field, value), prompt in zip(
        SEVEN,
        ["Who plays?", "What does Boris play?", "Who whists? Vera speaks first.", "Tricks of Boris?"],
        strict=True,
    ):
        question = shown["question"]
        assert isinstance(question, dict)
        assert (question["field"], question["prompt"]) == (field, prompt)
        assert value in [choice["value"] for choice in question["choices"]]
        shown = table.form([*map(tuple, shown["answers"]), (field, value)])  # type: ignore[call-overload]
    assert shown["question"] is None
    assert shown["said"] == ["Boris", "7", "Vera whists, Anna passes", "7"]
    preview = shown["preview"]
    assert isinstance(preview, dict)
    assert preview["counts"] == ["Boris 7, Vera whists: made"]
    assert "Boris: 7 made, 4 in the pool" in preview["reasons"]
    assert preview["heads"] == ["this hand", "score after"]
    assert [row[0] for row in preview["score"]] == ["Anna", "Boris", "Vera"]
    assert table.lines == ["Anna 7h wp 6"], "nothing is written by asking"


def test_a_typed_answer_that_cannot_be(table: Table) -> None:
    """Says what is wrong, and asks the same once more."""
    penalty = (("who", "other"), ("other", "adjust"), ("player", "0"), ("column", "pool"))
    shown = table.form([*penalty, ("amount", "many")])
    assert shown["answers"] == list(penalty)
    assert "many" in str(shown["problem"])
    question = shown["question"]
    assert isinstance(question, dict)
    assert (question["field"], question["choices"]) == ("amount", [])


def test_answers_that_answer_nothing(table: Table) -> None:
    """Are left out, wherever they come from."""
    for answers in (
        [("who", "7")],
        [("contract", "7")],
        [("who", "1"), ("contract", "11")],
        [("factor", "99")],
    ):
        shown = table.form(answers)
        assert len(shown["answers"]) < len(answers) or shown["answers"] == []  # type: ignore[arg-type]
        assert shown["preview"] is None


def test_a_hand_that_counts_twice(table: Table) -> None:
    """Is offered once there is a hand, with what comes after it."""
    assert table.form()["factor"] is None
    assert table.form(SEVEN)["factor"] == {"label": "×2", "value": "2"}
    shown = table.form([*SEVEN, ("factor", "2")])
    assert shown["factor"] == {"label": "×3", "value": "3"}
    assert shown["said"][-1] == "×2"  # type: ignore[index]


@each_line(
    "line",
    [
        '{"page": "1", "seen": ""}',
        '{"page": "%(id)s", "seen": "x"}',
        '{"page": "%(id)s", "seen": "", "answers": [["a"]]}',
        '{"page": "%(id)s", "seen": "", "answers": [["a", 1]]}',
        '{"page": "%(id)s", "seen": "", "more": 1}',
        '{"page": "%(id)s", "seen": "", "undo": 1}',
        '{"page": "%(id)s\\n", "seen": ""}',
        "[]",
        "{",
        "",
    ],
)
def test_what_no_page_sends(line: str) -> None:
    """Is not read."""
    with pytest.raises(ValidationError):
        EntryRequest.model_validate_json(line.replace("%(id)s", "0" * 32))


# --- once, and nothing lost --------------------------------------------------------------------


async def test_a_hand_is_recorded(table: Table) -> None:
    """Said only when it is on disk; the next one is asked for."""
    shown = await table.record()
    assert (shown["status"], shown["notice"]) == ("recorded", "Recorded: hand 2.")
    assert table.lines == ["Anna 7h wp 6", "Boris 7 wp 7"]
    assert (shown["answers"], shown["seen"]) == ([], table.seen)


async def test_the_same_record_once_more(table: Table) -> None:
    """A phone that got no answer sends it again, or asks for it: it is found, and said to be recorded."""
    seen, name = table.seen, ident()
    wanted = asked(seen, SEVEN, ident=name)
    assert table.writing.next_form(wanted)["status"] == "open"
    for _time in range(2):
        shown = await table.record(seen=seen, name=name)
        assert (shown["status"], shown["notice"]) == ("recorded", "Recorded: hand 2.")
    assert table.writing.next_form(wanted)["notice"] == "Recorded: hand 2."
    assert len(table.lines) == 2


async def test_both_at_the_same_moment(table: Table) -> None:
    """The second one waits for the first, and finds it."""
    seen, name = table.seen, ident()
    both = await asyncio.gather(*(table.record(seen=seen, name=name) for _time in range(5)))
    assert [shown["status"] for shown in both] == ["recorded"] * 5
    assert len(table.lines) == 2


async def test_after_a_new_start_of_the_program(table: Table) -> None:
    """Ids are forgotten; the hand is known by its place behind the line that the phone saw."""
    seen, name = table.seen, ident()
    await table.record(seen=seen, name=name)
    table.game.close()
    again = Table(table.game.path)
    shown = await again.record(seen=seen, name=name)
    assert shown["status"] == "recorded"
    assert shown["notice"] == "hand 2 stands on the sheet already, and was not written twice: Boris 7 wp 7"
    assert len(again.lines) == 2
    again.game.close()


async def test_a_record_that_the_file_has_lost_is_written_again(table: Table) -> None:
    """An older file was put back and read anew; the hand that it lacks was kept in a copy."""
    older, seen, name = table.game.path.read_bytes(), table.seen, ident()
    await table.record(seen=seen, name=name)
    table.game.path.write_bytes(older)
    assert await table.game.reopen()
    for _time in range(2):
        assert (await table.record(seen=seen, name=name))["status"] == "recorded"
    assert table.lines == ["Anna 7h wp 6", "Boris 7 wp 7"]
    [kept] = table.game.copies
    assert kept.path is not None
    assert len(load(kept.path).session.entries) == 2


async def test_other_answers_are_another_record(table: Table) -> None:
    """Even with the same id: the first hand was written, the second one is shown anew."""
    seen, name = table.seen, ident()
    await table.record(seen=seen, name=name)
    shown = await table.record([*SEVEN[:3], ("tricks", "6")], seen=seen, name=name)
    assert (shown["status"], shown["meanwhile"]) == ("meanwhile", ["hand 2: Boris 7 wp 7"])
    assert len(table.lines) == 2


async def test_something_was_written_meanwhile(table: Table) -> None:
    """The phone is told what, and shown anew what it would write; then it can."""
    seen = table.seen
    await table.record(RASPASY)
    shown = await table.record(SEVEN, seen)
    assert (shown["status"], shown["meanwhile"]) == ("meanwhile", ["hand 2: r 3 5 2"])
    assert shown["seen"] == table.seen
    assert len(table.lines) == 2
    preview = shown["preview"]
    assert isinstance(preview, dict)
    assert preview["counts"] == ["Boris 7, Vera whists: made"]
    assert (await table.record(SEVEN))["notice"] == "Recorded: hand 3."


async def test_a_file_that_is_another_one(table: Table) -> None:
    """A line that the phone has seen stands nowhere: nothing is written before it has looked again."""
    shown = await table.record(seen="0" * 16)
    assert shown["meanwhile"] == ["The file was changed; look at the game, and at what you have entered."]
    assert len(table.lines) == 1


async def test_nothing_is_recorded_unseen(table: Table) -> None:
    """Neither before the page has seen the game, nor before all is answered."""
    assert (await table.writing.record(asked("", SEVEN, ident=ident())))["status"] == "open"
    assert (await table.record(SEVEN[:-1]))["status"] == "open"
    assert len(table.lines) == 1


async def test_the_newest_entry_is_taken_back(table: Table) -> None:
    """Shown first, and written as an entry."""
    await table.record()
    shown = table.form(undo=True)
    assert (shown["heading"], shown["undoes"]) == ("Take back hand 2", True)
    seen, name = table.seen, ident()
    for _time in range(2):
        shown = await table.record((), seen, name, undo=True)
        assert (shown["status"], shown["notice"]) == ("recorded", "Undone: Boris 7 wp 7")
    assert table.lines == ["Anna 7h wp 6", "Boris 7 wp 7", "void"]
    assert table.form()["undo"] == "hand 1"


async def test_a_game_that_has_ended(table: Table) -> None:
    """It can be ended by a phone; to take that back is asked about as on the screen."""
    await table.record([("who", "other"), ("other", "agreed")])
    assert table.lines[-1] == "end"
    shown = table.form()
    assert (shown["question"], shown["notice"]) == (None, "The game is over.")
    preview = table.form(undo=True)["preview"]
    assert isinstance(preview, dict)
    assert any("its results are recorded and sealed" in said for said in preview["remarks"])


async def test_a_disk_that_does_not_take_it(game: Path) -> None:
    """It is said why, and not that it was recorded; the answers stay, and can be sent again."""
    full = text(N_("nothing was written: the disk is full; make room on it, or write to another place"))
    table = Table(game)
    refusing = True

    async def write(entry: Entry, seen: Session) -> Proposal:
        if refusing:
            raise WriteError(full)
        return await table.game.write(entry, seen)

    table.writing = PhoneEntries(table.game, write)
    name = ident()
    shown = await table.record(name=name)
    assert (shown["status"], shown["problem"]) == ("failed", str(full))
    assert shown["answers"] == list(SEVEN)
    refusing = False
    assert (await table.record(name=name))["status"] == "recorded"
    table.game.close()


async def test_a_phone_that_goes_away_while_it_is_written(table: Table) -> None:
    """The hand is written all the same, and found when the phone comes back."""
    seen, name = table.seen, ident()
    waiting = asyncio.create_task(table.record(seen=seen, name=name))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await table.writing.finish()
    assert len(table.lines) == 2
    assert (await table.record(seen=seen, name=name))["notice"] == "Recorded: hand 2."


# --- what is half entered ------------------------------------------------------------------------


async def test_what_is_played(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Known as soon as there is a contract, without its tricks; no more once it is recorded, or given up."""
    moment = 0.0
    monkeypatch.setattr(writing.time, "monotonic", lambda: moment)
    said = []
    for count in range(len(SEVEN) + 1):
        table.form(SEVEN[:count])
        said.append([draft.contract_so_far() for draft in table.writing.drafts])
    contract = "Boris · 7 · Vera whists, Anna passes"
    assert said == [[], [""], ["Boris · 7"], [contract], [contract]]
    moment = writing.DRAFT_SECONDS
    assert not table.writing.drafts, "a phone that is silent for so long was put away"
    table.form(SEVEN)
    assert len(table.writing.drafts) == 1
    await table.record()
    assert not table.writing.drafts
    table.form([("who", "other"), ("other", "note")])
    assert [draft.contract_so_far() for draft in table.writing.drafts] == [""]
    table.form()
    assert not table.writing.drafts


def test_ids_and_phones_are_forgotten(table: Table) -> None:
    """So many phones are shown, however many ask."""
    for number in range(writing.MAX_PHONES + 5):
        table.writing.next_form(EntryRequest(page=f"{number:032x}", seen="", answers=[("who", "1")]))
    assert len(table.writing.drafts) == writing.MAX_PHONES


def test_the_relatives(tmp_path: Path) -> None:
    """Every game asks its own questions, and knows which of them come before the play."""
    games = {
        "balkan": ([("who", "1"), ("contract", "herc"), ("roles", "ff")], "Boris · herc"),
        "prefa": ([("who", "1"), ("level", "7"), ("trump", "H")], "Boris · 7 · "),
        "priffe": ([("who", "X"), ("contract", "hearts")], "X: Anna + Vera · hearts"),
    }
    for name, (answers, begins) in games.items():
        names = ("Anna", "Boris", "Vera", "Gleb")[: 4 if name == "priffe" else 3]
        table = Table(by_program(tmp_path / f"{name}.jsonl", game=name, players=names))
        shown = table.form()
        assert shown["question"], name
        table.form(answers)
        said = [draft.contract_so_far() for draft in table.writing.drafts]
        assert said, name
        assert said[0].startswith(begins), said
        table.game.close()
