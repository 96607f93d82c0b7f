"""Tests of questions for phones, and of recording each hand once, without a server."""

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
    """A game with one hand, and the hands that phones enter."""

    def __init__(self, path: Path, write: Write | None = None) -> None:
        self.game = OpenSession(path)
        self.writing = PhoneEntries(self.game, write or self.game.write)

    @property
    def seen(self) -> str:
        return self.game.last_hash

    def form(self, answers: Answers = (), seen: str = "", **more: bool) -> Data:
        return self.writing.next_form(asked(seen or self.seen, answers, **more))

    async def record(self, answers: Answers = SEVEN, seen: str = "", name: str = "", **more: bool) -> Data:
        return await self.writing.record(asked(seen or self.seen, answers, ident=name or ident(), **more))

    @property
    def lines(self) -> list[str]:
        session = load(self.game.path).session
        return [session.line(step) or step.effective.written.kind for step in session.replay.steps]


@pytest.fixture
def table(game: Path) -> Iterator[Table]:
    made = Table(game)
    yield made
    made.game.close()


# --- questions ----------------------------------------------------------------------------------


async def test_undo_is_computed_once_per_state(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_questions_lead_to_a_preview(table: Table) -> None:
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


def test_nothing_says_who_leads_while_tricks_are_asked_in_seat_order(table: Table) -> None:
    shown = table.form([("who", "raspasy"), ("tricks0", "3")])
    assert shown["heading"] == "Hand 2 · Anna deals · pools 0/60"
    assert shown["question"]["prompt"] == "Tricks in this order: Anna 3 · Boris ? · Vera"  # type: ignore[call-overload, index]


def test_a_wrong_typed_answer_is_asked_again(table: Table) -> None:
    penalty = (("who", "other"), ("other", "adjust"), ("player", "0"), ("column", "pool"))
    shown = table.form([*penalty, ("amount", "many")])
    assert shown["answers"] == list(penalty)
    assert "many" in str(shown["problem"])
    question = shown["question"]
    assert isinstance(question, dict)
    assert (question["field"], question["choices"]) == ("amount", [])


def test_unknown_answers_are_dropped(table: Table) -> None:
    for answers in (
        [("who", "7")],
        [("contract", "7")],
        [("who", "1"), ("contract", "11")],
        [("factor", "99")],
    ):
        shown = table.form(answers)
        assert len(shown["answers"]) < len(answers) or shown["answers"] == []  # type: ignore[arg-type]
        assert shown["preview"] is None


def test_a_hand_can_count_twice_where_one_did(table: Table, tmp_path: Path) -> None:
    assert table.form(SEVEN)["factor"] is None
    doubling = Table(by_program(tmp_path / "doubled.jsonl", "anna 7h x2 wp 6"))
    assert doubling.form()["factor"] is None
    assert doubling.form(SEVEN)["factor"] == {"label": "×2", "value": "2"}
    shown = doubling.form([*SEVEN, ("factor", "2")])
    assert shown["factor"] == {"label": "×3", "value": "3"}
    assert shown["said"][-1] == "×2"  # type: ignore[index]
    doubling.game.close()


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
def test_malformed_requests_are_refused(line: str) -> None:
    with pytest.raises(ValidationError):
        EntryRequest.model_validate_json(line.replace("%(id)s", "0" * 32))


# --- each record once -------------------------------------------------------------------------


async def test_a_recorded_hand_is_confirmed_when_on_disk(table: Table) -> None:
    shown = await table.record()
    assert (shown["status"], shown["notice"]) == ("recorded", "Recorded: hand 2.")
    assert table.lines == ["Anna 7h wp 6", "Boris 7 wp 7"]
    assert (shown["answers"], shown["seen"]) == ([], table.seen)


async def test_a_repeated_record_is_written_once(table: Table) -> None:
    seen, name = table.seen, ident()
    wanted = asked(seen, SEVEN, ident=name)
    assert table.writing.next_form(wanted)["status"] == "open"
    for _time in range(2):
        shown = await table.record(seen=seen, name=name)
        assert (shown["status"], shown["notice"]) == ("recorded", "Recorded: hand 2.")
    assert table.writing.next_form(wanted)["notice"] == "Recorded: hand 2."
    assert len(table.lines) == 2


async def test_two_equal_records_at_once_are_written_once(table: Table) -> None:
    seen, name = table.seen, ident()
    both = await asyncio.gather(*(table.record(seen=seen, name=name) for _time in range(5)))
    assert [shown["status"] for shown in both] == ["recorded"] * 5
    assert len(table.lines) == 2


async def test_a_repeated_record_is_recognised_after_a_restart(table: Table) -> None:
    seen, name = table.seen, ident()
    await table.record(seen=seen, name=name)
    table.game.close()
    again = Table(table.game.path)
    shown = await again.record(seen=seen, name=name)
    assert shown["status"] == "recorded"
    assert shown["notice"] == "hand 2 is already on the sheet, so it was not recorded again: Boris 7 wp 7"
    assert len(again.lines) == 2
    again.game.close()


async def test_a_record_missing_from_a_restored_file_is_written_again(table: Table) -> None:
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


async def test_other_answers_with_the_same_id_are_a_new_record(table: Table) -> None:
    seen, name = table.seen, ident()
    await table.record(seen=seen, name=name)
    shown = await table.record([*SEVEN[:3], ("tricks", "6")], seen=seen, name=name)
    assert (shown["status"], shown["meanwhile"]) == ("meanwhile", ["hand 2: Boris 7 wp 7"])
    assert len(table.lines) == 2


async def test_newer_entries_are_shown_before_a_record(table: Table) -> None:
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


async def test_an_unknown_last_line_is_shown_before_a_record(table: Table) -> None:
    shown = await table.record(seen="0" * 16)
    assert shown["meanwhile"] == ["The file was changed; check the game and your answers."]
    assert len(table.lines) == 1


async def test_nothing_is_recorded_before_the_preview(table: Table) -> None:
    assert (await table.writing.record(asked("", SEVEN, ident=ident())))["status"] == "open"
    assert (await table.record(SEVEN[:-1]))["status"] == "open"
    assert len(table.lines) == 1


async def test_the_newest_entry_can_be_taken_back(table: Table) -> None:
    await table.record()
    shown = table.form(undo=True)
    assert (shown["heading"], shown["undoes"]) == ("Take back hand 2", True)
    seen, name = table.seen, ident()
    for _time in range(2):
        shown = await table.record((), seen, name, undo=True)
        assert (shown["status"], shown["notice"]) == ("recorded", "Undone: Boris 7, Vera whists: made")
    assert table.lines == ["Anna 7h wp 6", "Boris 7 wp 7", "void"]
    assert table.form()["undo"] == "hand 1"


async def test_a_game_can_be_ended_and_reopened(table: Table) -> None:
    await table.record([("who", "other"), ("other", "agreed")])
    assert table.lines[-1] == "end"
    shown = table.form()
    assert (shown["question"], shown["notice"]) == (None, "The game is over.")
    preview = table.form(undo=True)["preview"]
    assert isinstance(preview, dict)
    assert any("its results are recorded" in said for said in preview["remarks"])


async def test_a_failed_write_keeps_the_answers(game: Path) -> None:
    full = text(N_("nothing was written: {reason}"), reason="the disk is full")
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


async def test_a_record_is_written_if_the_phone_disconnects(table: Table) -> None:
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


# --- half-entered hands --------------------------------------------------------------------------


async def test_a_contract_is_known_until_recorded_or_given_up(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_old_ids_and_phones_are_forgotten(table: Table) -> None:
    for number in range(writing.MAX_PHONES + 5):
        table.writing.next_form(EntryRequest(page=f"{number:032x}", seen="", answers=[("who", "1")]))
    assert len(table.writing.drafts) == writing.MAX_PHONES


def test_every_game_asks_its_own_questions(tmp_path: Path) -> None:
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
