"""Entries that phones send: the check that a phone may write, and writing each hand only once."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from secrets import token_urlsafe
from typing import Annotated, NamedTuple, Protocol

from aiohttp.web import BaseRequest, HTTPRequestEntityTooLarge, Response
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from prefcount.base.i18n import N_, _, text
from prefcount.base.problems import InvalidInput, explain_problems
from prefcount.base.system import now
from prefcount.entering import (
    ENDED,
    Draft,
    append_sentence,
    describe_undo,
    displaced_preview_sentence,
    displaced_sentence,
    draft_next_hand,
    draft_whole_entry,
    preview_lines,
    recorded_notice,
    refusal_text,
    score_rows,
)
from prefcount.entries.models import Entry
from prefcount.games.game import FACTOR, Question
from prefcount.render.text import describe_unmarked
from prefcount.render.text_cells import signed
from prefcount.render.view import preview
from prefcount.session.corrections import UndoState, undo_state
from prefcount.session.session import Proposal, Session
from prefcount.store.disk import WriteError
from prefcount.store.journal import header_line
from prefcount.store.reader import line_hash
from prefcount.store.settings import SUITS_ASKED, load_settings
from prefcount.web.address import TOKEN_BYTES, Address

DRAFT_SECONDS = 120.0
"""Seconds after the last answer of a phone during which readers see its half-entered hand."""
MAX_REMEMBERED_RECORDS = 512
"""Maximum number of written entries whose ids are remembered. Older entries are compared by content."""
MAX_PHONES = 32
"""Maximum number of phones whose half-entered hands are shown."""
MAX_REPORTED_ENTRIES = 5
"""Maximum number of entries described to a phone that were written since its last answer."""

Data = dict[str, object]
"""A JSON object to send to a phone."""
_Id = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
_Answer = tuple[Annotated[str, Field(max_length=60)], Annotated[str, Field(max_length=500)]]


class EntryRequest(BaseModel):
    """A request from the entry page.

    Attributes:
        page: the id of the page, which is new each time the page is opened.
        seen: the hash of the newest line of the file in the last reply to the page, or "" before any reply.
        answers: the questions answered so far, by name, each with its answer.
        undo: whether to take back the newest entry instead of entering a hand.
        id: the id of the entry to write. A page that gets no reply repeats the request with the same id.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    page: _Id
    seen: Annotated[str, Field(pattern=r"^([0-9a-f]{16})?$")]
    answers: Annotated[list[_Answer], Field(max_length=50)] = []
    undo: bool = False
    id: _Id | None = None


class WritableGame(Protocol):
    """The properties and methods that `PhoneEntries` uses of the game that is open on the screen."""

    @property
    def session(self) -> Session:
        """The session as it is on disk."""

    @property
    def last_hash(self) -> str:
        """The hash of the last line of the file."""

    @property
    def undo_state(self) -> UndoState:
        """The entries that can be undone and redone."""

    def lines_after(self, known: str) -> int | None:
        """Return the number of lines after the line with the hash `known`, or None if no line has it."""


class _WrittenRecord(NamedTuple):
    request: EntryRequest
    proposal: Proposal
    before: Session


class RevokedLink(Exception):
    """Raised when the link of a phone was revoked before its entry was written."""


class PhoneEntries:
    """The hands that phones enter into one game, until the link is revoked."""

    def __init__(self, desk: WritableGame, write: Callable[[Entry, Session], Awaitable[Proposal]]) -> None:
        """Begin to accept entries.

        Args:
            desk: the game that is open on the screen.
            write: writes an entry that was made for the given session. It raises InvalidInput or WriteError
                if that fails, or RevokedLink if the link was revoked before.
        """
        self.is_revoked = False
        self._desk, self._write = desk, write
        self._write_lock = asyncio.Lock()
        self._written: dict[str, _WrittenRecord] = {}
        self._drafts: dict[str, tuple[float, Draft]] = {}
        self._tasks = set[asyncio.Task[Data | None]]()

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """The half-entered hands of phones that answered a question in the last two minutes."""
        moment, session = time.monotonic(), self._desk.session
        return tuple(
            draft for until, draft in self._drafts.values() if until > moment and draft.session is session
        )

    def next_form(self, asked: EntryRequest) -> Data:
        """Return the reply to a phone: the next question, or a preview of the entry."""
        if notice := self._already_written_text(asked):
            return self._recorded_answer(asked, notice)
        draft, problem = self._draft(asked)
        self._remember_draft(asked.page, draft)
        return self._draft_answer(draft, problem=problem, meanwhile=self._entries_since(asked.seen))

    def raise_if_revoked(self) -> None:
        if self.is_revoked:
            raise RevokedLink

    def revoke(self) -> None:
        """Revoke the link. An entry that is already being written is still finished."""
        self.is_revoked = True

    async def record(self, asked: EntryRequest) -> Data | None:
        """Write the entry that a phone has confirmed, even if the phone disconnects.

        Returns:
            The reply to the phone, or None if the link was revoked before the entry was written.
        """
        task = asyncio.create_task(self._record(asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- writing each entry once --------------------------------------------------------------------

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
                shown, why = self.next_form(asked), refusal_text(error)
                return shown if shown["meanwhile"] else {**shown, "problem": why, "status": "failed"}
            self._written[asked.id or ""] = done = _WrittenRecord(asked, proposal, draft.session)
            while len(self._written) > MAX_REMEMBERED_RECORDS:
                del self._written[next(iter(self._written))]
            return self._recorded_answer(asked, _recorded_text(done))

    def _already_written_text(self, asked: EntryRequest) -> str:
        done, entries = self._written.get(asked.id or ""), self._desk.session.entries
        # A known id with other answers belongs to a new request.
        if done is not None and (done.request.answers, done.request.undo) == (asked.answers, asked.undo):
            written = done.proposal.entry
            if any(_same_entry(written, each) for each in entries[(written.n or 0) - 1 : written.n]):
                return _recorded_text(done)  # if not, an older file without the entry was put back
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
        sentence = _("{entry} is already on the sheet, so it was not recorded again: {said}")
        return sentence.format(entry=step.name, said=describe_unmarked(self._desk.session, step))

    def _entries_since(self, seen: str) -> list[str]:
        session, after = self._desk.session, self._desk.lines_after(seen)
        if not seen or after == 0:
            return []
        if after is None or after > len(session.entries):
            return [_("The file was changed; check the game and your answers.")]
        newest = session.entries[-after:][-MAX_REPORTED_ENTRIES:]
        steps = [session.replay.step(entry.n or 0) for entry in newest]
        return [f"{step.name}: {describe_unmarked(session, step)}" for step in steps]

    def _recorded_answer(self, asked: EntryRequest, notice: str) -> Data:
        self._drafts.pop(asked.page, None)
        draft = self._first_draft(self._desk.session)
        return {**self._draft_answer(draft), "status": "recorded", "notice": notice}

    # --- drafts ---------------------------------------------------------------------------------------

    @staticmethod
    def _first_draft(session: Session) -> Draft:
        return draft_next_hand(session).with_questions(all_questions=load_settings().suits == SUITS_ASKED)

    def _draft(self, asked: EntryRequest, session: Session | None = None) -> tuple[Draft, str]:
        begun = self._first_draft(session or self._desk.session)
        if asked.undo:
            newest = begun.session is self._desk.session
            void = (self._desk.undo_state if newest else undo_state(begun.session.entries)).undo
            if void is None:
                return begun, _("Nothing to undo.")
            taken = begun.session.replay.step(void.entry).name
            return draft_whole_entry(begun.session, void, text(N_("Take back {entry}"), entry=taken)), ""
        answers = {name: value.strip() for name, value in asked.answers}
        draft = begun.with_answers(answers)
        question = draft.pending
        if isinstance(question, Question) and not question.choices and question.field in answers:
            try:
                draft.with_answer(question, answers[question.field])
            except InvalidInput as refusal:
                return draft, explain_problems(refusal.problems)
        return draft, ""

    def _remember_draft(self, page: str, draft: Draft) -> None:
        self._drafts.pop(page, None)
        if draft.answers:
            self._drafts[page] = time.monotonic() + DRAFT_SECONDS, draft
        while len(self._drafts) > MAX_PHONES:
            del self._drafts[next(iter(self._drafts))]

    # --- answers to phones ---------------------------------------------------------------------------

    def _draft_answer(self, draft: Draft, *, problem: str = "", meanwhile: list[str] | None = None) -> Data:
        session, pending = draft.session, draft.pending
        void = self._desk.undo_state.undo
        facts = session.game.facts(session.state, now())
        heading = (str(fact.short) for fact in facts if fact.short and fact.key != draft.hidden_fact)
        counting = draft.with_next_factor()
        return {
            "status": "meanwhile" if meanwhile else "open",
            "game": line_hash(header_line(session.header)),
            "seen": self._desk.last_hash,
            "heading": str(draft.about) or " · ".join(heading),
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
    added = {"at", "prev", "results", "seal"}
    return entry.model_dump(exclude=added) == recorded.model_dump(exclude=added)


def _recorded_text(done: _WrittenRecord) -> str:
    entry, after = done.proposal.entry, done.proposal.session
    if done.request.undo:
        sentence = _("Undone: {what}").format(what=describe_undo(done.before, after, entry, redo=False))
    else:
        sentence = recorded_notice(done.before, done.proposal)
    return append_sentence(sentence, displaced_sentence(done.before, done.proposal))


def _question_data(question: Question) -> Data:
    choices = [
        {
            "value": choice.value,
            "key": f"{choice.key}{choice.also}",
            "label": str(choice.label),
            "caution": str(choice.caution or ""),
            "marked": question.marked and at == question.likely,
        }
        for at, choice in enumerate(question.choices)
    ]
    return {"field": question.field, "prompt": str(question.prompt), "choices": choices}


def _preview_data(draft: Draft, entry: Entry) -> Data:
    session, proposal = draft.session, draft.proposal(entry)
    if proposal.problems:
        return {"problem": explain_problems(proposal.problems)}
    shown = preview(session, proposal)
    rows = score_rows(shown)
    doubts = [draft.proposal(entry).doubt, _(ENDED) if session.state.ended else ""]
    return {
        "problem": "",
        "counts": preview_lines(shown),
        "remarks": list(filter(None, [*doubts, *shown.remarks, displaced_preview_sentence(session, shown)])),
        "reasons": [*shown.reasons, *shown.columns],
        "unchanged": "" if rows else _("no result changes"),
        "heads": [label for label, _figures in rows],
        "score": [
            [name, *(signed(figures[at][1]) for _label, figures in rows)]
            for at, (name, _figure) in enumerate(shown.after)
        ],
    }


def _factor_data(draft: Draft, counting: Draft | None) -> Data | None:
    doubles = FACTOR in draft.answers or any(getattr(entry, FACTOR, None) for entry in draft.session.entries)
    if counting is None or not doubles or not draft.answers or draft.answers.get("who") == "other":
        return None
    factor = counting.answers.get(FACTOR, "")
    return {"label": f"×{factor or 1}", "value": factor}


FORM_PATH, RECORD_PATH = "/form", "/record"
"""Paths that the entry page requests: for the next question, and to write a hand."""
INVALID_REQUEST = N_("This request is not valid; reload the page.")
TOO_MUCH = N_("This request is too large for one hand.")
MAX_BODY_BYTES = 16 * 1024
"""Maximum size of the body of a request."""
REQUESTS_PER_SECOND, BURST_REQUESTS = 20, 200
"""Maximum requests from one address: the average per second, and the number accepted at once."""
ALL_ADDRESSES_FACTOR = 8
"""The limits for all addresses together are this many times the limits for one address."""


class WriteEndpoint:
    """The part of the server for phones that write. It refuses all requests until `open` is called.

    Attributes:
        address: the address for phones that write. Its token differs from the token for readers.
    """

    def __init__(self, address: Address) -> None:
        self.address = address
        self.writing: PhoneEntries | None = None
        self._rates: dict[str, tuple[float, float]] = {}

    def open(self, writing: PhoneEntries, token: str | None = None) -> None:
        """Begin to accept requests.

        Args:
            writing: receives the entries of phones.
            token: the secret of the link, or None for a new random one.
        """
        self.close()
        self.address = self.address._replace(token=token or token_urlsafe(TOKEN_BYTES))
        self.writing = writing

    def close(self) -> None:
        """Refuse all later requests. An entry that is already being written is still finished."""
        if self.writing is not None:
            self.writing.revoke()
        self.writing = None

    def path_after_token(self, path: str) -> str | None:
        """Return the path after the token, or None for a wrong token or while phones may not write."""
        behind = self.address.path_after_token(path)
        return behind if self.writing is not None else None

    async def answer(self, request: BaseRequest, behind: str, address: str) -> Response | None:
        """Return the reply to a request, or None if the link was revoked in the meantime.

        Args:
            behind: the part of the request's path after the token.
            address: the IP address of the phone.
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
            return Response(status=400, text=_(INVALID_REQUEST))
        recorded = await writing.record(asked)
        return None if recorded is None else _json_response(recorded)

    def _refused(self, request: BaseRequest, address: str) -> Response | None:
        site = ",".join(request.headers.getall("Sec-Fetch-Site", []))
        if len(request.headers.getall("Origin", [])) != 1 or site not in ("", "same-origin"):
            return Response(
                status=403, text=_("Hands cannot be entered from another website; open the link itself.")
            )
        if request.headers.get("Content-Type", "") != "application/json":
            return Response(status=415, text=_(INVALID_REQUEST))
        if (request.content_length or 0) > MAX_BODY_BYTES:
            return Response(status=413, text=_(TOO_MUCH))
        if not (self._is_within_rate(address, 1) and self._is_within_rate("", ALL_ADDRESSES_FACTOR)):
            text = _("Too many requests; wait a moment.")
            return Response(status=429, text=text, headers={"Retry-After": "1"})
        return None

    def _is_within_rate(self, address: str, times: int) -> bool:
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
    try:
        return EntryRequest.model_validate_json(await request.read())
    except HTTPRequestEntityTooLarge:
        return Response(status=413, text=_(TOO_MUCH))
    except (ValidationError, RecursionError):
        return Response(status=400, text=_(INVALID_REQUEST))


def _json_response(answer: Data) -> Response:
    return Response(text=json.dumps(answer, ensure_ascii=False), content_type="application/json")
