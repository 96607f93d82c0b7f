"""The screen that compares a paper sheet with a session, and the form for an evening's results alone."""

import asyncio
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Event, Lock

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Static

from prefcount.base.i18n import N_, _, ngettext, text
from prefcount.base.locale_format import format_day
from prefcount.base.problems import InvalidInput, join_problems, problem, quote
from prefcount.base.system import now
from prefcount.entering import ENDED
from prefcount.entries.models import Entry, ResultEntry, SheetEntry
from prefcount.entries.names_and_figures import MIXED, normalize_figure, parse_amount
from prefcount.games.notation import read_player
from prefcount.ledger import Account, format_amount
from prefcount.paper.compare import PaperCandidates
from prefcount.paper.sheet_without_hands import SheetReading
from prefcount.render.text import session_title
from prefcount.render.text_cells import width
from prefcount.session.typed_entries import parse_result, split_name_and_figure
from prefcount.tui.kit.keys import HELP, Command, Commands, key_of
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.kit.screens import (
    FormScreen,
    ResultT,
    ask,
    await_while_showing,
    close_session,
    next_item,
    run_in_thread,
)
from prefcount.tui.kit.widgets import Field, TranslatedInput, TranslatedText, WrappedText
from prefcount.tui.paper import paper_form as form

TYPED: dict[Path, dict[Account, str]] = {}
"""The texts typed for each file, by column, kept when the screen is left."""

SWITCH_INTERVAL = 0.000_5
"""Seconds after which a search lets another thread run, a tenth of Python's default."""
PAUSE_SECONDS = 0.2
"""Seconds without typing before the paper is compared."""

_LOCK = Lock()
_INTERVALS: list[float] = []
"""The switch interval before each running search; the first one is restored after the last search."""


def _run_politely(work: Callable[[], ResultT]) -> ResultT:
    # Above all, the thread that handles keys must run often.
    with _LOCK:
        _INTERVALS.append(sys.getswitchinterval())
        sys.setswitchinterval(SWITCH_INTERVAL)
    try:
        return work()
    finally:
        with _LOCK:
            last = _INTERVALS.pop()
            if not _INTERVALS:
                sys.setswitchinterval(last)


class PaperScreen(FormScreen[None], keys=form.PAPER):
    """The form for a paper sheet, with a field for each column. It compares the figures with the session."""

    CSS = """
    PaperScreen #columns { height: 1fr; padding: 0 1; }
    PaperScreen .player { height: 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
    PaperScreen #evening { height: 1; }
    PaperScreen #evening .heading { width: 38%; max-width: 34; height: 1; text-style: bold; }
    """

    def __init__(self, open_session: OpenSession, *, own: bool = False) -> None:
        super().__init__()
        self.open_session = open_session
        self._own = own
        self._typed = TYPED.setdefault(open_session.path.absolute(), {})
        self._paper: PaperCandidates | None = None
        self._marks: dict[Account, form.ColumnVerdict] = {}
        self._notice, self._noticed_at = "", self.focused
        self._undated = ""
        self._doubted: dict[Account, str] = {}
        self._sheet: SheetReading | None = None
        self._single: list[str] = []
        self._stop, self._fitted = Event(), Event()
        self._is_compared, self._is_comparing = True, False
        self._places = self._tried = 0

    def parts(self) -> ComposeResult:
        with VerticalScroll(id="columns", can_focus=False):
            if not self.open_session.has_file:
                with Horizontal(id="evening"):
                    yield TranslatedText(text(N_("Date of the evening")), classes="heading")
                    yield TranslatedInput(text(N_("today, or e.g. 2026-01-31")), id="date", classes="typed")
            last: int | None = None
            for owner, cell in form.owned_cells(self.open_session.session):
                if owner != last:
                    yield TranslatedText(form.owner_name(self.open_session.session, owner), classes="player")
                last = owner
                yield form.ClaimRow(owner, cell, self._typed.get(cell.account, ""))
        with VerticalScroll(id="message", can_focus=False):
            yield WrappedText()

    @property
    def _begins(self) -> bool:
        return form.begins_on_paper(self.open_session.session)

    def _head(self) -> None:
        session = self.open_session.session
        if self._begins:
            self.show_title(_("An old sheet: {game}").format(game=session_title(session)))
            words = {"write": N_("record figures")}
            self.show_keys("keys dismiss write settle paper go_to_field(1) claim up", words)
        else:
            self.show_title(_("On paper: {game}").format(game=form.game_label(session)))
            self.show_keys("keys dismiss write settle fit go_to_field(1) up")
        longest = max(width(str(row.cell.heading)) for row in self.query(form.ClaimRow))
        for heading in self.query("ClaimRow .heading"):
            heading.styles.width = longest + 4
        if self.open_session.has_file:
            self.query("#evening").remove()

    def on_mount(self) -> None:
        self._head()
        for field in self.query(Input):
            self.watch(field, "selection", self._describe, init=False)
        self.query(form.ClaimRow).first().query_one(Input).focus()
        started = self.open_session.session.started
        for field in self.query("#date").results(Input):
            if started is not None and started.date() != now().date():
                field.value = str(started.date())
        self._describe()
        self._compare()

    def retranslate(self) -> None:
        self._notice = ""
        self._head()
        self._compare()

    def on_unmount(self) -> None:
        self._stop.set()
        self._fitted.set()
        if self._own:
            close_session(self.app, self.open_session)

    # --- comparing -------------------------------------------------------------------------------

    @on(Input.Changed, "ClaimRow Input")
    def _figure_typed(self, message: Input.Changed) -> None:
        row = message.input.parent
        if isinstance(row, form.ClaimRow) and self._typed.get(row.cell.account, "") != message.value:
            self._typed[row.cell.account] = message.value
            self._notice = ""
            self._compare()

    def read_lines(self, lines: Sequence[str]) -> Sequence[str]:
        named, others = form.parse_columns(self.open_session.session, lines)
        for row in self.query(form.ClaimRow):
            if row.cell.account in named:
                row.query_one(Input).value = named[row.cell.account]
        return others

    @on(Input.Changed, "#date")
    def _dated(self, message: Input.Changed) -> None:
        message.stop()
        try:
            started = form.parse_evening(message.value, now())
        except InvalidInput as refusal:
            self._undated = join_problems(refusal.problems)
        else:
            self._undated = ""
            self.open_session.set_start(started)
        self._notice = ""
        self._describe()

    def _compare(self) -> None:
        self._stop.set()
        self._sheet, self._places = None, 0
        self._is_compared = False
        if not self._is_comparing:
            self._is_comparing = True
            self._compare_newest()

    @work(group="compare")
    async def _compare_newest(self) -> None:
        while not self._is_compared:
            self._is_compared = True
            await asyncio.sleep(PAUSE_SECONDS if self._marks else 0)
            if not self._is_compared:  # more was typed meanwhile
                continue
            session = self.open_session.session
            sheet = form.TypedSheet(session, dict(self._typed))
            if self._paper is None or self._paper.session is not session:
                self._paper = PaperCandidates(session)
            marks = await run_in_thread(
                self, _run_politely, partial(form.column_verdicts, self._paper, sheet)
            )
            if self._is_compared:
                self._marks = marks
                for row in self.query(form.ClaimRow):
                    row.show(marks.get(row.cell.account))
                self._describe()
        self._is_comparing = False
        if form.is_old_sheet(self.open_session.session):
            self._search()

    @work(exclusive=True, group="search")
    async def _search(self) -> None:
        if not self._is_compared:  # more was typed before this began
            return
        stop = self._stop = Event()

        def stopped(places: int) -> bool:
            if self._stop is stop and not stop.is_set():
                self._places = places
            return stop.is_set()

        typed = form.TypedSheet(self.open_session.session, dict(self._typed))
        if typed.fields:
            sheet = await self._searched(self._describe, partial(typed.read, stopped))
            if not stop.is_set():
                self._sheet, self._places = sheet, 0
                self._single = typed.single_figures()
                self._describe()

    async def _searched(self, report: Callable[[], None], search: Callable[[], ResultT]) -> ResultT:
        searching = asyncio.create_task(asyncio.to_thread(_run_politely, search))
        while not (await await_while_showing(self, asyncio.wait([searching], timeout=PAUSE_SECONDS)))[0]:
            report()
        return searching.result()

    @property
    def _row(self) -> form.ClaimRow | None:
        field = self.focused  # changes before the field gets its own message
        return next(
            (row for row in self.query(form.ClaimRow) if field is not None and row in field.ancestors), None
        )

    def _describe(self) -> None:
        lines = [self._notice] if self._notice and self.focused is self._noticed_at else []
        lines += self._about_column()
        row = self._row
        if self._places:
            how_far = _("Searching for hands that could have given this sheet: {places} steps so far")
            lines.append(how_far.format(places=self._places))
        elif self._sheet is not None:
            figure = None if row is None else row.figure
            lines += form.sheet_sentences(self.open_session.session, self._sheet, self._single, figure)
        elif self._marks and self._begins:
            lines += form.TypedSheet(self.open_session.session, self._typed).missing_sentences()
        shown = None if row is None else row.cell.account
        lines += form.impossible_sentences(self.open_session.session, self._marks, shown)
        lines += form.summary(self._marks.values())
        self.show_message("\n".join(lines))

    on_descendant_focus = _describe

    def _about_column(self) -> list[str]:
        row, session = self._row, self.open_session.session
        if self.focused is not None and self.focused.id == "date":
            started = session.started
            if self._undated or started is None:
                return [self._undated]
            return [_("The evening was on {date}.").format(date=format_day(started.date()))]
        if row is not None and self._marks:
            mark = self._marks.get(row.cell.account)
            first, *others = [_("not typed yet")] if mark is None else mark.sentences
            return [form.column_sentence(session, row.owner, row.cell, first), *others]
        return form.typing_help(session)

    # --- keys ------------------------------------------------------------------------------------

    def action_go_to_player(self, step: int) -> None:
        firsts: dict[int, form.ClaimRow] = {}
        for row in self.query(form.ClaimRow):
            firsts.setdefault(row.owner, row)
        owner = None if self._row is None else self._row.owner
        self.set_focus(firsts[next_item(list(firsts), owner, step)].query_one(Input))

    def action_settle(self) -> None:
        """Show the settlement. A game without hands first records the typed figures as its start."""
        if self._begins:
            self.action_write(then_settle=True)
        else:
            self._settle()

    def _settle(self) -> None:
        from prefcount.tui.results.settlement_screen import SettlementScreen

        self.app.push_screen(SettlementScreen(self.open_session))

    def action_write(self, *, then_settle: bool = False) -> None:
        """Record the typed figures.

        A game without hands goes on from these figures. A game with hands only keeps them for a comparison.

        Args:
            then_settle: whether to show the settlement afterwards.
        """
        doubtful = sum(mark.agrees is False for mark in self._marks.values())
        if self._begins and doubtful and self._doubted != self._in_fields:
            self._doubted = self._in_fields
            warning = ngettext(
                "{n} column has figures that are impossible; press {key} again to record them anyway.",
                "{n} columns have figures that are impossible; press {key} again to record them anyway.",
                doubtful,
            )
            self._report(
                warning.format(n=doubtful, key=key_of(form.PAPER, "settle" if then_settle else "write"))
            )
            return
        self._write(
            form.TypedSheet.sheet if self._begins else form.TypedSheet.new_claim, then_settle=then_settle
        )

    @property
    def _in_fields(self) -> dict[Account, str]:
        return {row.cell.account: row.typed for row in self.query(form.ClaimRow)}

    def action_claim(self) -> None:
        self._write(form.TypedSheet.new_claim)

    def action_paper(self) -> None:
        """Open the form for an evening of which only the results are known."""
        if self._undated:
            self.query_one("#date", Input).focus()  # shows what is wrong with the date
        elif self._begins:
            self.app.push_screen(ResultScreen(self.open_session), self._result_written)
        else:
            self._report(_("This game already has hands or figures, so its result can't be typed."))

    def action_fit(self) -> None:
        """Search for the rules by which the hands agree best with the typed figures, or stop the search."""
        if self._begins:
            self._report(_("The rules cannot be found, because the game has no hands yet."))
        elif self._tried:
            self._fitted.set()
        else:
            self._fit()

    @work(group="fit", exclusive=True)
    async def _fit(self) -> None:
        def stopped(tried: int) -> bool:
            self._tried = max(1, tried)
            return self._fitted.is_set()

        def say_how_many() -> None:
            how_many = _("Searching for rules that give these figures: {n} tried; {key} stops")
            self._report(how_many.format(n=self._tried, key=key_of(form.PAPER, "fit")))

        session = self.open_session.session
        try:
            claim = form.TypedSheet(session, self._typed | self._in_fields).claim()
            if claim is None:
                self._report(_("Type figures from the paper first."))
                return
            self._tried = 1
            self._fitted.clear()
            lines = await self._searched(say_how_many, partial(form.find_rules, stopped, session, claim))
            self._report("\n".join(lines))
        except InvalidInput as refusal:
            self._report(join_problems(refusal.problems))
        finally:
            self._tried = 0

    def _result_written(self, written: bool | None) -> None:
        if written:
            self.dismiss()

    @work(group="claim")
    async def _write(
        self,
        made: Callable[[form.TypedSheet], Entry | None],
        *,
        is_sure: bool = False,
        then_settle: bool = False,
    ) -> None:
        self._typed |= self._in_fields
        session = self.open_session.session
        if self._undated:
            self.query_one("#date", Input).focus()  # shows what is wrong with the date
            return
        sheet = form.TypedSheet(session, self._typed)
        if wrong := sheet.without_figure:
            notice = ngettext(
                "Nothing is recorded, because {n} column has something that is not a figure.",
                "Nothing is recorded, because {n} columns have something that is not a figure.",
                len(wrong),
            )
            first = next(row for row in self.query(form.ClaimRow) if row.cell.account == wrong[0])
            self.set_focus(first.query_one(Input))
            self._report(notice.format(n=len(wrong)))
            return
        try:
            entry = made(sheet)
        except InvalidInput as refusal:
            self._report(str(refusal))
            return
        if entry is not None and session.state.ended and not is_sure:
            go_ahead = partial(self._write, made, is_sure=True)
            ask(self, text(ENDED), N_("write it anyway"), N_("leave it"), go_ahead)
        elif await self.write_entry(self.open_session, lambda: entry, self._report):
            notice = (
                _("The figures are recorded, and the game continues from them.")
                if isinstance(entry, SheetEntry)
                else _("The figures are saved with the game, to compare later.")
            )
            self._head()
            self._report(notice)
            self._compare()
            if then_settle:
                self._settle()

    def _report(self, notice: str) -> None:
        self._notice, self._noticed_at = notice, self.focused
        self._describe()


# --- an evening of which only the result is known -------------------------------------------------

RESULT: Commands = (
    Command(N_("figures"), help=N_("type what each player won or lost: 57, -18, -27 1/2 or -55/2")),
    Command("enter,down", "go_to_field(1)", N_("the next player"), N_("next player"), priority=True),
    Command("up", "go_to_field(-1)", N_("the previous player"), priority=True),
    Command("up,down", footer=N_("players"), in_footer=2),
    Command("f2", "go_ahead", N_("record the result of an evening without hands"), N_("record the result")),
    Command("escape,f10", "back", N_("back; nothing is recorded"), N_("back"), also="ctrl+o"),
    HELP,
)

SIGNS = "+-−"
"""Signs with which a figure may begin. A sign alone is a figure that is being typed."""


def _check_figures(typed: Sequence[tuple[str, str]]) -> None:
    sentence = N_("“{typed}” is not a result such as 57, -18 or -27 1/2")
    problems = [
        problem(name, sentence, typed=quote(figure))
        for name, figure in typed
        if not re.fullmatch(rf"\+?{MIXED}", normalize_figure(figure))
    ]
    if problems:
        raise InvalidInput(problems)


class ResultScreen(FormScreen[bool], keys=RESULT):
    """The form for an evening of which only the results are known.

    Its result is True if the results were recorded.
    """

    CSS = """
    ResultScreen #players { height: 1fr; padding: 0 1; }
    ResultScreen Horizontal { height: 1; }
    ResultScreen .name { width: 50%; max-width: 42; height: 1; padding: 0 1; }
    ResultScreen .name { text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, open_session: OpenSession) -> None:
        super().__init__()
        self.open_session = open_session

    def parts(self) -> ComposeResult:
        with VerticalScroll(id="players", can_focus=False):
            for name in self.open_session.session.players:
                with Horizontal():
                    yield Static(name, classes="name", markup=False)
                    yield Field(series="results", select_on_focus=False, classes="typed")
        with VerticalScroll(id="message", can_focus=False):
            yield WrappedText()

    def on_mount(self) -> None:
        self.query(Input).first().focus()
        self.retranslate()

    def retranslate(self) -> None:
        title = session_title(self.open_session.session)
        self.show_title(_("Record only the result: {game}").format(game=title))
        self.show_keys("keys back go_ahead go_to_field(1) up")
        self._describe()

    @on(Input.Changed)
    def _describe(self) -> None:
        entry = None
        typed = self._typed()
        try:
            _check_figures([(name, figure) for name, figure in typed if figure.strip(SIGNS)])
            if [figure for _name, figure in typed if not figure.strip(SIGNS)] in ([], [""]):
                entry = self._entry()
        except InvalidInput as refusal:
            self.show_message(join_problems(refusal.problems))
            return
        if entry is None:
            prompt = _(
                "Type what each player won or lost, e.g. 57 or -27 1/2. You may leave one player "
                "out; the program adds that result."
            )
            self.show_message(f"{prompt}\n{self._date_sentence}")
            return
        results = ", ".join(
            f"{name} {format_amount(parse_amount(figure))}" for name, figure in entry.results.items()
        )
        ready = _("{results}. {key} records this as an evening without hands.")
        sentence = ready.format(results=results, key=key_of(RESULT, "go_ahead"))
        self.show_message(f"{sentence}\n{self._date_sentence}")

    def read_lines(self, lines: Sequence[str]) -> Sequence[str]:
        state = self.open_session.session.state
        fields = dict(zip(state.seats, self.query(Input), strict=True))
        others = list[str]()
        for line in lines:
            name, figure = split_name_and_figure(line)
            try:
                field = fields.pop(read_player(state, name), None) if name else None
            except InvalidInput:
                field = None
            if field is None:
                others.append(line)
            else:
                field.value = figure
        return others

    @property
    def _date_sentence(self) -> str:
        started = None if self.open_session.has_file else self.open_session.session.header.started
        sentence = _("The game was played on {date}; press {key} to change the date.")
        return sentence.format(date=format_day(started.date()), key=key_of(RESULT, "back")) if started else ""

    def _entry(self) -> ResultEntry | None:
        session = self.open_session.session
        typed = [(name, figure) for name, figure in self._typed() if figure]
        _check_figures(typed)
        if not typed:
            return None
        entry = parse_result(session, [f"{name} {figure}" for name, figure in typed])
        session.accept(entry)
        return entry

    def _typed(self) -> list[tuple[str, str]]:
        fields = (field.value.strip() for field in self.query(Input))
        return list(zip(self.open_session.session.players, fields, strict=True))

    # --- keys ------------------------------------------------------------------------------------

    @work(group="result")
    async def action_go_ahead(self) -> None:
        if await self.write_entry(self.open_session, self._entry, self.show_message):
            self.dismiss(True)

    def action_back(self) -> None:
        self.leave(False, loses=any(field.value for field in self.query(Input)))
