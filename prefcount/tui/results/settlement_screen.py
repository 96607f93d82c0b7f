"""The screen of the settlement and of the end: results, payments, chart, calculation."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from pathlib import Path

from textual import work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Static

from prefcount.base import system
from prefcount.base.i18n import N_, _, ngettext, text
from prefcount.base.locale_format import format_day
from prefcount.base.problems import quote
from prefcount.entering import ENDED
from prefcount.entries.models import DateEntry, Entry, SheetEntry
from prefcount.games.state import RESULT
from prefcount.ledger import Coin, minor_digits, units_to_money, usual_coins
from prefcount.render.chart import score_history
from prefcount.render.text import chat_message, coin_sentence, session_title, settlement_steps
from prefcount.session.outcome import NO_HANDS, has_only_result, settle_session
from prefcount.session.typed_entries import get_price_question, parse_price_or_date
from prefcount.store.session_folder import correct_file_name
from prefcount.store.settings import save_settings, saved_coin, sessions_folder
from prefcount.tui.kit.keys import (
    DEBTS_OF_ALL,
    HELP,
    SCROLL,
    TABLE,
    WHAT_IF_OF_GAME,
    Command,
    Commands,
    key_of,
)
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.kit.screens import (
    REFUSALS,
    KeyedScreen,
    ask,
    error_text,
    run_in_thread,
    save_file,
)
from prefcount.tui.kit.widgets import PromptLine, WrappedText
from prefcount.tui.results.report_lines import Chart, doubt_lines, result_lines, step_lines

SETTLEMENT: Commands = (
    Command("1", "show('results')", N_("results and payments"), N_("results")),
    Command("2", "show('chart')", N_("the chart of the evening"), N_("chart")),
    Command("3", "show('steps')", N_("the calculation, step by step as on paper"), N_("steps")),
    Command(
        "4",
        "coin",
        N_("round payments to a coin or note; press again for a larger one, and at last for exact payments"),
        N_("coin"),
    ),
    SCROLL,
    Command("ctrl+c", "copy", N_("copy the results for the group chat"), N_("copy")),
    Command("ctrl+s", "save", N_("save the results as a text in your documents"), N_("save")),
    Command("f12", "page", N_("save the evening as a page to print, in your documents"), N_("page")),
    Command(
        "ctrl+k",
        "picture",
        N_("save the sheet and the results as a picture in your documents"),
        N_("picture"),
    ),
    Command("enter", "open_saved", N_("open what was saved"), N_("open")),
    WHAT_IF_OF_GAME,
    DEBTS_OF_ALL,
    Command(
        "f7",
        "price",
        N_("enter or correct the price or the date of the whole game, even after its end"),
        N_("price, date"),
    ),
    Command(
        "f2", "end", N_("end the game and record the results for good; press the key twice"), N_("end game")
    ),
    Command(
        "escape,f5", "back", N_("back to the table (looking does not end the game)"), N_("table"), also="f10"
    ),
    HELP,
)

BARS, EDGES = 3, 4
"""Number of lines above and below the page, and of columns left and right of its text."""

WIDE = 110
"""Minimum width of a window in which the steps are next to the results and the chart."""

MIN_CHART, MAX_CHART, LONE_CHART = 8, 30, 14
"""Limits of the chart's height below the results, and the height of a chart that needs scrolling."""

KEYS = (
    "back end keys copy save coin show('steps') show('chart') page picture what_if debts price "
    "show('results') up"
)


class SettlementScreen(KeyedScreen[None], keys=SETTLEMENT):
    """Shows results, payments, chart and calculation of a game. A running game is settled as if it ended."""

    HORIZONTAL_BREAKPOINTS = [(WIDE, "-wide")]  # noqa: RUF012 - as in Screen
    CSS = """
    SettlementScreen #state { height: auto; background: $panel; padding: 0 1; }
    SettlementScreen #notice { width: 1fr; height: auto; text-style: bold; }
    SettlementScreen #hands { width: auto; height: 1; color: $foreground-muted; }
    SettlementScreen #state.-done { background: $success-muted; color: $text-success; }
    SettlementScreen #state.-asked { background: $warning-muted; color: $text-warning; }
    SettlementScreen #state.-refused { background: $error-muted; color: $text-error; }
    SettlementScreen #columns, SettlementScreen #first { height: auto; }
    SettlementScreen #chart, SettlementScreen #steps { margin-top: 1; }
    SettlementScreen.-wide #columns { layout: horizontal; }
    SettlementScreen.-wide #first { width: 1fr; }
    SettlementScreen.-wide #steps { width: 1fr; margin-top: 0; }
    """

    def __init__(self, open_session: OpenSession, unrecorded: str = "") -> None:
        """Create the screen. `unrecorded` is a notice about an unfinished hand at the table, or ""."""
        super().__init__()
        self.open_session, self._unrecorded = open_session, unrecorded
        self._is_confirming_end = False
        self._saved: Path | None = None
        self._payments = ""

    def parts(self) -> ComposeResult:
        with Horizontal(id="state"):
            yield Static(id="notice", markup=False)
            yield Static(id="hands", markup=False)
        with VerticalScroll(id="page"), Container(id="columns"):
            with Container(id="first"):
                yield WrappedText(id="results")
                yield Chart(id="chart")
            yield WrappedText(id="steps")
        yield PromptLine()

    def on_mount(self) -> None:
        self._show()
        self.query_one("#page").focus()

    @work(exclusive=True, group="read")
    async def on_screen_resume(self) -> None:
        from prefcount.debts.report import payments_since

        payments = await run_in_thread(self, payments_since, self.open_session.path)
        if payments != self._payments:
            self._payments = payments
            self._show()

    def on_key(self) -> None:
        """Clear a notice of success, such as "Copied", at the next key."""
        if self.query_one("#state").has_class("-done"):
            self._report()

    def on_resize(self, event: Resize) -> None:
        self._fit(event.size)

    def _show(self) -> None:
        session, warning = self.open_session.session, self.open_session.warning
        file_hash = "" if self._may_end else self.open_session.file_hash
        results, over = settle_session(session, self._coin), bool(session.state.over)
        self.show_title(session_title(session))
        hands = ngettext("{n} hand", "{n} hands", session.state.hands).format(n=session.state.hands)
        if has_only_result(session):
            hands = _("only the result")
        self.query_one("#hands", Static).update(Content(hands))
        self.query_one("#results", WrappedText).show(
            lambda width: [
                *doubt_lines(session, warning, width),
                *result_lines(results, file_hash, width, large=over, payments=self._payments),
            ]
        )
        chart = self.query_one(Chart)
        chart.course = score_history(session)
        chart.display = chart.course.hands > 0
        self.query_one("#steps", WrappedText).show(lambda width: step_lines(settlement_steps(results), width))
        self.show_keys(KEYS if self._may_end else KEYS.replace(" end", ""))
        self._report()
        self._fit(self.app.size)

    @property
    def _coin(self) -> Coin | None:
        return saved_coin(self.open_session.session.price.currency)

    @property
    def _may_end(self) -> bool:
        return not self.open_session.session.state.ended

    @property
    def _is_old_sheet(self) -> bool:
        session = self.open_session.session
        brought = (step.counts and isinstance(step.entry, SheetEntry) for step in session.replay.steps)
        return not session.state.over and session.state.hands == 0 and any(brought)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        is_asking = any(prompt.is_open for prompt in self.query(PromptLine))
        if is_asking and action != "back":
            return False
        return super().check_action(action, parameters) and (action != "end" or self._may_end)

    retranslate = _show

    def _report(self, notice: str = "", kind: str = "") -> None:
        self._is_confirming_end = kind == "asked"
        over = self.open_session.session.state.over
        effective = _("The game is over.") if over else _("If the game ended now:")
        if not self._may_end:
            effective = _("The game has ended. To reopen it, press {key} at the table.").format(
                key=key_of(TABLE, "undo")
            )
        elif self._is_old_sheet:
            effective = _(
                "This is an old sheet. {key} records these results; with a price, they count in the debts."
            ).format(key=key_of(SETTLEMENT, "end"))
        self.query_one("#notice", Static).update(Content(notice or effective))
        self.query_one("#hands").display = not kind
        for state in ("done", "asked", "refused"):
            self.query_one("#state").set_class(state == kind, f"-{state}")

    def _fit(self, size: Size) -> None:
        page, cells = size.height - BARS, size.width - EDGES
        if size.width >= WIDE:
            cells //= 2
        rows_left = page - len(self.query_one("#results", WrappedText).lines(cells)) - 1
        height = min(rows_left, MAX_CHART) if rows_left >= MIN_CHART else min(page, LONE_CHART)
        self.query_one(Chart).styles.height = height

    def action_show(self, section: str) -> None:
        self._report()
        page = self.query_one("#page", VerticalScroll)
        if section == "results":
            page.scroll_home(animate=False, immediate=True)
        elif section == "chart" and not self.query_one(Chart).display:
            self._report(_("There is no chart yet, because the game has no hands."), "done")
        else:
            page.scroll_to_widget(self.query_one(f"#{section}"), animate=False, top=True, immediate=True)

    def action_coin(self) -> None:
        """Round payments to the next larger coin, or not at all after the largest coin. Save the setting."""
        paid, coin = settle_session(self.open_session.session).money, self._coin
        if paid is None:
            self._report(_("The game is not played for money, so nothing is rounded to a coin."), "done")
            return
        largest = max(paid.amounts)
        smallest = max(units_to_money(1, minor_digits(paid.currency)), largest / 1000)
        larger = (
            f"{amount} {paid.currency}"
            for amount in usual_coins(paid.currency)
            if smallest <= Decimal(amount) <= largest and (coin is None or Decimal(amount) > coin.amount)
        )
        save_settings(coin=next(larger, ""))
        self._show()
        if rounded := settle_session(self.open_session.session, self._coin).money:
            self._report(coin_sentence(rounded), "done")

    def action_copy(self) -> None:
        if self.get_selected_text():
            self.action_copy_text()
            return
        if self._may_pass_on():
            self.app.copy_to_clipboard(self._message())
            notice = _("Copied. If pasting does not work, press {key} to save a file.")
            self._report(notice.format(key=key_of(SETTLEMENT, "save")) + self._code_to_come(), "done")

    def action_save(self) -> None:
        self._save("-settlement.txt", f"{self._message()}\n".encode)

    def action_page(self) -> None:
        from prefcount.render.documents import session_html

        session, file_hash = self.open_session.session, self.open_session.file_hash
        self._save(".html", lambda: session_html(session, file_hash, self._coin).encode())

    def action_picture(self) -> None:
        from prefcount.render.documents import session_png

        session, file_hash = self.open_session.session, self.open_session.file_hash
        self._save(".png", lambda: session_png(session, file_hash, self._coin))

    @work(group="save")
    async def _save(self, ending: str, made: Callable[[], bytes]) -> None:
        if not self._may_pass_on():
            return
        try:
            named = correct_file_name(self.open_session.path, self.open_session.session)
            path = await run_in_thread(self, lambda: save_file(named, ending, made()))
        except REFUSALS as error:
            self._report(error_text(error), "refused")
            return
        self._saved = path
        notice, key = _("Saved as {path}; {key} opens it."), key_of(SETTLEMENT, "open_saved")
        self._report(notice.format(path=quote(path), key=key) + self._code_to_come(), "done")

    def action_open_saved(self) -> None:
        if self._saved is not None and not system.CURRENT.open_with_desktop(self._saved):
            reason = _("No program here can open the file; its path is {path}")
            self._report(reason.format(path=quote(self._saved)), "refused")

    def _code_to_come(self) -> str:
        sentence = _("You get a check code when you end the game ({key}).")
        return " " + sentence.format(key=key_of(SETTLEMENT, "end")) if self._may_end else ""

    def _message(self) -> str:
        return chat_message(self.open_session.session, self.open_session.file_hash, self._coin)

    def _may_pass_on(self) -> bool:
        if not self.open_session.is_sound:
            self._report(
                _("The file is damaged, so results can't be passed on. Run prefcount audit for details."),
                "refused",
            )
        return self.open_session.is_sound

    def action_end(self) -> None:
        """Ask whether to end the game. When the key is pressed again, end it."""
        if not self._is_confirming_end and (self._unrecorded or not self._is_old_sheet):
            question = _(
                "End the game with these results? Press {key} again to record it, or Esc to go back."
            )
            asked = [self._unrecorded, question.format(key=key_of(SETTLEMENT, "end"))]
            self._report("\n".join(filter(None, asked)), "asked")
        else:
            self._end()

    @work(group="holds keys")
    async def _end(self) -> None:
        if await self._written(self.open_session.end):
            self._show()
            self.action_show("results")
            self._report(_("The game has ended; the results are recorded.") + self._debts_sentence(), "done")

    def _debts_sentence(self) -> str:
        if self.open_session.path.parent.resolve() != sessions_folder().resolve():
            return ""
        command, sentence = "debts", _("The results now count in the debts, which {key} shows.")
        if self.open_session.session.price.amount is None:
            priced = _("The results count in the debts when the game has a price; press {key} to enter it.")
            command, sentence = "price", priced
        return " " + sentence.format(key=key_of(SETTLEMENT, command))

    async def _written(self, made: Callable[[], Entry]) -> Entry | None:
        return await self.write_entry(self.open_session, made, partial(self._report, kind="refused"))

    def action_price(self) -> None:
        """Ask for the price, such as 0.10 EUR for a whist. A typed date corrects the game's date instead."""
        question, known = get_price_question(self.open_session.session)
        self.query_one(PromptLine).open("price", question, known, selected=known)
        self._report(_("To change the date of the game instead, type a date, e.g. 2026-11-26."))

    def on_prompt_line_answered(self, message: PromptLine.Answered) -> None:
        write = partial(self._write_correction, message.text)
        if self.open_session.session.state.ended in ("", RESULT):
            write()
        else:
            ask(self, text(ENDED), N_("write it anyway"), N_("leave it"), write)

    @work(group="holds keys")
    async def _write_correction(self, typed: str) -> None:
        written = await self._written(partial(parse_price_or_date, self.open_session.session, typed.strip()))
        if written is not None:
            self._close_prompt()
            self._show()
            recorded = _("The price is recorded. It applies to the whole game.")
            started = self.open_session.session.started
            if started is not None and isinstance(written, DateEntry):
                recorded = _("The evening was on {date}.").format(date=format_day(started.date()))
            self._report(recorded, "done")

    def _close_prompt(self) -> None:
        self.query_one(PromptLine).close()
        self.query_one("#page").focus()

    def action_what_if(self) -> None:
        from prefcount.tui.results.whatif_screen import WhatIfScreen

        if has_only_result(self.open_session.session):
            self._report(_(NO_HANDS), "done")
            return
        self.app.push_screen(WhatIfScreen(self.open_session.session))

    def action_debts(self) -> None:
        from prefcount.tui.results.debts_screen import DebtsScreen

        self.app.push_screen(DebtsScreen())

    def action_back(self) -> None:
        if self._is_confirming_end:
            self._report()
        elif self.query_one(PromptLine).is_open:
            self._close_prompt()
            self._report()
        else:
            self.dismiss()
