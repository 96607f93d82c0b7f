"""Hands that phones enter: who may write, and each hand written once."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from secrets import token_urlsafe
from typing import Annotated, NamedTuple, Protocol

from aiohttp.web import BaseRequest, HTTPRequestEntityTooLarge, Response
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from prefcount.base.clock import now
from prefcount.base.i18n import N_, _, text
from prefcount.base.problems import InvalidInput, in_plain_words
from prefcount.entering.draft import (
    ENDED,
    Draft,
    displaced,
    displaced_by,
    next_hand,
    offered,
    recorded_notice,
    refused,
    score_rows,
    taken_back,
    what_counts,
)
from prefcount.entries.models import Entry
from prefcount.games.game import FACTOR, Question
from prefcount.render.text import describe, describe_unmarked
from prefcount.render.text_cells import signed
from prefcount.render.view import preview
from prefcount.session.corrections import UndoState, undo_state
from prefcount.session.session import Proposal, Session
from prefcount.store.disk import WriteError
from prefcount.store.journal import header_line
from prefcount.store.reader import line_hash
from prefcount.store.settings import SUITS_ASKED, load_settings
from prefcount.web.address import TOKEN_BYTES, Access

DRAFT_SECONDS = 120.0
"""The seconds after its last answer for which a phone is taken to be entering a hand."""
MAX_REMEMBERED_RECORDS = 512
"""The records of which the ids are remembered; an older one is known by the line that it has written."""
MAX_PHONES = 32
"""The phones whose half-entered hands are shown."""
MAX_REPORTED_ENTRIES = 5
"""So many of the entries that were written meanwhile are told."""

Data = dict[str, object]
"""What a phone is sent: texts and lists of texts by their names."""
_Id = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
_Answer = tuple[Annotated[str, Field(max_length=60)], Annotated[str, Field(max_length=500)]]


class EntryRequest(BaseModel):
    """What a phone sends.

    Attributes:
        page: the id of its page.
        seen: the hash of the newest line that it has seen; "" before the first answer of the server.
        answers: the questions and answers so far, in their order.
        undo: whether the newest entry is to be taken back instead.
        id: the id of the record that is wanted, or was wanted and not confirmed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    page: _Id
    seen: Annotated[str, Field(pattern=r"^([0-9a-f]{16})?$")]
    answers: Annotated[list[_Answer], Field(max_length=50)] = []
    undo: bool = False
    id: _Id | None = None


class WritableGame(Protocol):
    """The open game that phones write into."""

    @property
    def session(self) -> Session:
        """What is on disk."""

    @property
    def last_hash(self) -> str:
        """The hash of its last line."""

    @property
    def undo_state(self) -> UndoState:
        """What can be taken back."""

    def lines_after(self, known: str) -> int | None:
        """How many lines stand after the one with this hash; None if there is none."""


class _WrittenRecord(NamedTuple):
    """A record that was written: what its phone wanted, and the entry."""

    request: EntryRequest
    proposal: Proposal
    before: Session


class RevokedLink(Exception):
    """The link by which an entry came was revoked before the entry was written."""


class PhoneEntries:
    """The hands that phones enter into one game.

    Attributes:
        is_revoked: whether the link no longer works, so that nothing further is written.
    """

    def __init__(self, desk: WritableGame, write: Callable[[Entry, Session], Awaitable[Proposal]]) -> None:
        """Write into a game; `write` puts an entry on disk, or raises InvalidInput or WriteError.

        A `write` that waits first raises RevokedLink if the link is revoked meanwhile.
        """
        self.is_revoked = False
        self._desk, self._write = desk, write
        self._write_lock = asyncio.Lock()
        self._written: dict[str, _WrittenRecord] = {}
        self._drafts: dict[str, tuple[float, Draft]] = {}
        self._tasks = set[asyncio.Task[Data | None]]()

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """The hands that are half entered on phones."""
        moment, session = time.monotonic(), self._desk.session
        return tuple(
            draft for until, draft in self._drafts.values() if until > moment and draft.session is session
        )

    def next_form(self, asked: EntryRequest) -> Data:
        """What a phone shows next: a question, or what it would write."""
        if notice := self._already_written_text(asked):
            return self._recorded_answer(asked, notice)
        draft, problem = self._draft(asked)
        self._remember_draft(asked.page, draft)
        return self._draft_answer(draft, problem=problem, meanwhile=self._entries_since(asked.seen))

    def raise_if_revoked(self) -> None:
        """Raise RevokedLink if the link was revoked."""
        if self.is_revoked:
            raise RevokedLink

    def revoke(self) -> None:
        """Write nothing more, except what is being written."""
        self.is_revoked = True

    async def record(self, asked: EntryRequest) -> Data | None:
        """Write what a phone wants recorded; it goes on if the phone is gone before it has the answer.

        Returns:
            the answer; None if the link was revoked before anything was written.
        """
        task = asyncio.create_task(self._record(asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait until everything that was begun is written."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- once, and nothing lost --------------------------------------------------------------------

    async def _record(self, asked: EntryRequest) -> Data | None:
        async with self._write_lock:
            if self.is_revoked:
                return None
            if not asked.seen or self._already_written_text(asked) or self._entries_since(asked.seen):
                return self.next_form(asked)
            draft, problem = self._draft(asked)
            entry = draft.pending
            if problem or not isinstance(entry, Entry):
                return self.next_form(asked)
            try:
                proposal = await self._write(entry, draft.session)
            except RevokedLink:
                return None
            except (InvalidInput, WriteError) as error:
                shown, why = self.next_form(asked), refused(error)
                return shown if shown["meanwhile"] else {**shown, "problem": why, "status": "failed"}
            self._written[asked.id or ""] = done = _WrittenRecord(asked, proposal, draft.session)
            while len(self._written) > MAX_REMEMBERED_RECORDS:
                del self._written[next(iter(self._written))]
            return self._recorded_answer(asked, _recorded_text(done))

    def _already_written_text(self, asked: EntryRequest) -> str:
        """How it is said that a record was written before; "" if it was not."""
        done, entries = self._written.get(asked.id or ""), self._desk.session.entries
        # An id that comes again with other answers is another wish.
        if done is not None and (done.request.answers, done.request.undo) == (asked.answers, asked.undo):
            written = done.proposal.entry
            if any(_same_entry(written, each) for each in entries[(written.n or 0) - 1 : written.n]):
                return _recorded_text(done)  # else another file was read, which does not have it
        after = self._desk.lines_after(asked.seen) if asked.id else None
        if not after or after > len(entries):
            return ""
        before = self._desk.session.with_entries(entries[:-after])
        recorded = entries[-after]
        draft, _problem = self._draft(asked, before)
        entry = draft.pending
        if not isinstance(entry, Entry) or not _same_entry(draft.proposal(entry).entry, recorded):
            return ""
        step = self._desk.session.replay.step(recorded.n or 0)
        sentence = _("{entry} stands on the sheet already, and was not written twice: {said}")
        return sentence.format(entry=step.name, said=describe_unmarked(self._desk.session, step))

    def _entries_since(self, seen: str) -> list[str]:
        """What was written after the line that a phone saw last, in words."""
        session, after = self._desk.session, self._desk.lines_after(seen)
        if not seen or after == 0:
            return []
        if after is None or after > len(session.entries):
            return [_("The file was changed; look at the game, and at what you have entered.")]
        newest = session.entries[-after:][-MAX_REPORTED_ENTRIES:]
        steps = [session.replay.step(entry.n or 0) for entry in newest]
        return [f"{step.name}: {describe_unmarked(session, step)}" for step in steps]

    def _recorded_answer(self, asked: EntryRequest, notice: str) -> Data:
        """The answer to a record that stands on the sheet: it is said, and the next hand is asked for."""
        self._drafts.pop(asked.page, None)
        draft = self._first_draft(self._desk.session)
        return {**self._draft_answer(draft), "status": "recorded", "notice": notice}

    # --- what is entered -----------------------------------------------------------------------------

    @staticmethod
    def _first_draft(session: Session) -> Draft:
        return next_hand(session).with_questions(all_questions=load_settings().suits == SUITS_ASKED)

    def _draft(self, asked: EntryRequest, session: Session | None = None) -> tuple[Draft, str]:
        """What a phone has entered, as far as it fits the game, and what is wrong with the last answer."""
        begun = self._first_draft(session or self._desk.session)
        if asked.undo:
            newest = begun.session is self._desk.session
            void = (self._desk.undo_state if newest else undo_state(begun.session.entries)).undo
            if void is None:
                return begun, _("Nothing to undo.")
            taken = begun.session.replay.step(void.entry).name
            return offered(begun.session, void, text(N_("Take back {entry}"), entry=taken)), ""
        answers = {name: value.strip() for name, value in asked.answers}
        draft = begun.resumed(answers)
        question = draft.pending
        if isinstance(question, Question) and not question.choices and question.field in answers:
            try:
                draft.answered(question, answers[question.field])
            except InvalidInput as refusal:
                return draft, in_plain_words(refusal.problems)
        return draft, ""

    def _remember_draft(self, page: str, draft: Draft) -> None:
        """Note that a phone is entering a hand, or is not any more."""
        self._drafts.pop(page, None)
        if draft.answers:
            self._drafts[page] = time.monotonic() + DRAFT_SECONDS, draft
        while len(self._drafts) > MAX_PHONES:
            del self._drafts[next(iter(self._drafts))]

    # --- what is shown -------------------------------------------------------------------------------

    def _draft_answer(self, draft: Draft, *, problem: str = "", meanwhile: list[str] | None = None) -> Data:
        """A draft as a phone shows it."""
        session, pending = draft.session, draft.pending
        void = self._desk.undo_state.undo
        facts = session.game.facts(session.state, now())
        counting = draft.counting_more()
        return {
            "status": "meanwhile" if meanwhile else "open",
            "game": line_hash(header_line(session.header)),
            "seen": self._desk.last_hash,
            "heading": str(draft.about) or " · ".join(str(each.short) for each in facts if each.short),
            "answers": list(draft.answers.items()),
            "undoes": draft.offered is not None,
            "said": draft.answer_labels(),
            "question": _question_data(pending) if isinstance(pending, Question) else None,
            "preview": _preview_data(draft, pending) if isinstance(pending, Entry) else None,
            "factor": _factor_data(draft, counting),
            "undo": "" if void is None else str(session.replay.step(void.entry).name),
            "notice": _("The game is over.") if pending is None else "",
            "problem": problem,
            "meanwhile": meanwhile or [],
        }


def _same_entry(entry: Entry, recorded: Entry) -> bool:
    """Whether an entry is what was written, but for the time and what the end of a file adds."""
    added = {"at", "prev", "results", "seal"}
    return entry.model_dump(exclude=added) == recorded.model_dump(exclude=added)


def _recorded_text(done: _WrittenRecord) -> str:
    """How it is said that a hand was recorded."""
    entry, after = done.proposal.entry, done.proposal.session
    if done.request.undo:
        sentence = _("Undone: {what}").format(what=taken_back(done.before, after, entry, redo=False))
    else:
        sentence = recorded_notice(done.before, done.proposal)
    return sentence + displaced(done.before, done.proposal)


def _question_data(question: Question) -> Data:
    """A question with its answers; without any a text is typed."""
    choices = [
        {
            "value": choice.value,
            "key": choice.key,
            "label": str(choice.label),
            "caution": str(choice.caution or ""),
            "marked": question.marked and at == question.likely,
        }
        for at, choice in enumerate(question.choices)
    ]
    return {"field": question.field, "prompt": str(question.prompt), "choices": choices}


def _preview_data(draft: Draft, entry: Entry) -> Data:
    """What an entry would write, and what it does to everybody's result; or why it cannot be written."""
    session, proposal = draft.session, draft.proposal(entry)
    if proposal.problems:
        return {"problem": in_plain_words(proposal.problems)}
    shown = preview(session, proposal)
    rows = score_rows(shown)
    in_words = describe(proposal.session, proposal.step, words=True)
    doubts = [draft.proposal(entry).doubt, _(ENDED) if session.state.ended else ""]
    return {
        "problem": "",
        "counts": [in_words] if shown.was is None else what_counts(shown),
        "remarks": list(filter(None, [*doubts, *shown.remarks, displaced_by(session, shown)])),
        "reasons": [*shown.reasons, *shown.columns],
        "unchanged": "" if rows else _("nobody's result changes"),
        "heads": [label for label, _figures in rows],
        "score": [
            [name, *(signed(figures[at][1]) for _label, figures in rows)]
            for at, (name, _figure) in enumerate(shown.after)
        ],
    }


def _factor_data(draft: Draft, counting: Draft | None) -> Data | None:
    """How many times the hand can be made to count; None where that is not possible."""
    if counting is None or not draft.answers or draft.answers.get("who") == "other":
        return None
    factor = counting.answers.get(FACTOR, "")
    return {"label": f"×{factor or 1}", "value": factor}


FORM_PATH, RECORD_PATH = "/form", "/record"
"""What is asked for behind the door besides the page: the next question, and to write a hand."""
NOT_FROM_OUR_PAGE = N_("This is not what the page sends; reload it.")
TOO_MUCH = N_("That is too much for one hand.")
MAX_BODY_BYTES = 16 * 1024
"""The most bytes of what a phone sends."""
REQUESTS_PER_SECOND, BURST_REQUESTS = 20, 200
"""The requests a second that are read from one address in the long run, and at once."""
ALL_ADDRESSES_FACTOR = 8
"""How many times as many are read from all addresses together."""


class WriteEndpoint:
    """The way in for phones that write; nobody gets in before it is opened, or after it was closed.

    Attributes:
        access: the access of those who write: another token than that of those who read.
        writing: what is entered by the phones that were let in; None while the door is closed.
    """

    def __init__(self, access: Access) -> None:
        self.access = access
        self.writing: PhoneEntries | None = None
        self._rates: dict[str, tuple[float, float]] = {}

    def open(self, writing: PhoneEntries, token: str | None = None) -> None:
        """Let phones in by a new link, unless another token is given."""
        self.close()
        self.access = self.access._replace(token=token or token_urlsafe(TOKEN_BYTES))
        self.writing = writing

    def close(self) -> None:
        """Let nobody in any more; what is just being written still is, and what waits for it is refused."""
        if self.writing is not None:
            self.writing.revoke()
        self.writing = None

    def path_after_token(self, path: str) -> str | None:
        """What a path asks for behind the door; None if it is closed, or the link another one."""
        behind = self.access.path_after_token(path)
        return behind if self.writing is not None else None

    async def answer(self, request: BaseRequest, behind: str, address: str) -> Response | None:
        """Return the answer to what a phone has sent, or a refusal if it is not what our page sends.

        If the link is revoked while the request is read or waits, there is no answer.
        """
        refused, writing = self._refused(request, address), self.writing
        if refused is not None or writing is None:
            return refused
        asked = await _read_request(request)
        if writing.is_revoked:
            return None
        if not isinstance(asked, EntryRequest):
            return asked
        if behind == FORM_PATH:
            return _json_response(writing.next_form(asked))
        if asked.id is None:
            return Response(status=400, text=_(NOT_FROM_OUR_PAGE))
        recorded = await writing.record(asked)
        return None if recorded is None else _json_response(recorded)

    def _refused(self, request: BaseRequest, address: str) -> Response | None:
        """The refusal of what no page of ours sends, or of too much of it."""
        site = ",".join(request.headers.getall("Sec-Fetch-Site", []))
        if len(request.headers.getall("Origin", [])) != 1 or site not in ("", "same-origin"):
            return Response(status=403, text=_("Other websites cannot write here."))
        if request.headers.get("Content-Type", "") != "application/json":
            return Response(status=415, text=_(NOT_FROM_OUR_PAGE))
        if (request.content_length or 0) > MAX_BODY_BYTES:
            return Response(status=413, text=_(TOO_MUCH))
        if not (self._is_within_rate(address, 1) and self._is_within_rate("", ALL_ADDRESSES_FACTOR)):
            text = _("Too many requests; wait a moment.")
            return Response(status=429, text=text, headers={"Retry-After": "1"})
        return None

    def _is_within_rate(self, address: str, times: int) -> bool:
        """Whether one more request is read from an address; what was asked a while ago does not count."""
        moment = time.monotonic()
        used, since = self._rates.get(address, (0.0, moment))
        used = max(0.0, used - (moment - since) * REQUESTS_PER_SECOND * times)
        if used >= BURST_REQUESTS * times:
            return False
        self._rates = {
            key: rate
            for key, rate in self._rates.items()
            if moment - rate[1] < BURST_REQUESTS / REQUESTS_PER_SECOND
        }
        self._rates[address] = used + 1, moment
        return True


async def _read_request(request: BaseRequest) -> EntryRequest | Response:
    """Read what a phone sends, or return the refusal of what no page of ours sends."""
    try:
        return EntryRequest.model_validate_json(await request.read())
    except HTTPRequestEntityTooLarge:
        return Response(status=413, text=_(TOO_MUCH))
    except (ValidationError, RecursionError):
        return Response(status=400, text=_(NOT_FROM_OUR_PAGE))


def _json_response(answer: Data) -> Response:
    return Response(text=json.dumps(answer, ensure_ascii=False), content_type="application/json")
