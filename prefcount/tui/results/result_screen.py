"""The form for an evening of which only the result is known."""

import re
from collections.abc import Sequence

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from prefcount.base.i18n import N_, _
from prefcount.base.locale_format import format_day
from prefcount.base.problems import InvalidInput, join_problems, problem, quote
from prefcount.entries.models import ResultEntry
from prefcount.entries.names_and_figures import MIXED, normalize_figure, parse_amount
from prefcount.games.notation import read_player
from prefcount.ledger import format_amount
from prefcount.render.text import session_title
from prefcount.session.typed_entries import parse_result, split_name_and_figure
from prefcount.tui.kit.keys import (
    HELP,
    Command,
    Commands,
    bindings,
    footer,
    key_of,
)
from prefcount.tui.kit.open_session import OpenSession
from prefcount.tui.kit.screens import FormScreen
from prefcount.tui.kit.widgets import Field, KeyFooter

RESULT: Commands = (
    Command(N_("figures"), help=N_("won or lost: 57, -18, -27 1/2 or -55/2")),
    Command("enter,down", "go_to_field(1)", N_("the next player"), N_("next player"), priority=True),
    Command("up", "go_to_field(-1)", N_("the previous player"), priority=True),
    Command("up,down", footer=N_("players"), in_footer=2),
    Command(
        "f2",
        "go_ahead",
        N_("record the result of an evening without hands"),
        N_("record the result"),
        N_("Record the result"),
    ),
    Command("escape,f10", "back", N_("back; nothing is recorded"), N_("back"), N_("Back"), also="ctrl+o"),
    HELP,
)


SIGNS = "+-−"
"""Signs with which a figure may begin. A sign alone is a figure that is being typed."""


def _check_figures(typed: Sequence[tuple[str, str]]) -> None:
    """Raise InvalidInput with a problem for each player whose text is not a figure."""
    sentence = N_("“{typed}” is not a result such as 57, -18 or -27 1/2")
    problems = [
        problem(name, sentence, typed=quote(figure))
        for name, figure in typed
        if not re.fullmatch(rf"\+?{MIXED}", normalize_figure(figure))
    ]
    if problems:
        raise InvalidInput(problems)


class ResultScreen(FormScreen[bool]):
    """Asks for the result of each player. Returns whether the results were written."""

    KEYS = RESULT
    BINDINGS = bindings(RESULT)
    CSS = """
    ResultScreen #players { height: 1fr; padding: 0 1; }
    ResultScreen Horizontal { height: 1; }
    ResultScreen .name { width: 50%; max-width: 42; height: 1; padding: 0 1; }
    ResultScreen .name { text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, open_session: OpenSession) -> None:
        super().__init__()
        self.open_session = open_session

    def compose(self) -> ComposeResult:
        """Lay out a field for each player, the panel and the keys."""
        yield Static(id="title", markup=False)
        with VerticalScroll(id="players", can_focus=False):
            for name in self.open_session.session.players:
                with Horizontal():
                    yield Static(name, classes="name", markup=False)
                    yield Field(series="results", select_on_focus=False, classes="typed")
        with VerticalScroll(id="message", can_focus=False):
            yield Static(markup=False)
        yield KeyFooter(*footer("keys back go_ahead go_to_field(1) up", RESULT))

    def on_mount(self) -> None:
        """Focus the first player."""
        self.query(Input).first().focus()
        self.retranslate()

    def retranslate(self) -> None:
        """Show all words in the language in use."""
        heading = _("Only the result: {game}").format(game=session_title(self.open_session.session))
        self.query_one("#title", Static).update(Content(heading))
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
                "Type what each player won or lost, e.g. 57 or -27 1/2. One player may be left empty and "
                "gets the rest."
            )
            self.show_message(f"{prompt}\n{self._whose_day}")
            return
        results = ", ".join(
            f"{name} {format_amount(parse_amount(figure))}" for name, figure in entry.results.items()
        )
        ready = _("{results}. {key} records this as an evening without hands.")
        sentence = ready.format(results=results, key=key_of(RESULT, "go_ahead"))
        self.show_message(f"{sentence}\n{self._whose_day}")

    def read_lines(self, lines: Sequence[str]) -> Sequence[str]:
        """Put lines such as "anna 57" into the fields of their players; return the other lines."""
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
    def _whose_day(self) -> str:
        """A sentence about the date of a game without a file, and where to change it."""
        started = None if self.open_session.has_file else self.open_session.session.header.started
        sentence = _("It was played on {date}; press {key} to change the date.")
        return sentence.format(date=format_day(started.date()), key=key_of(RESULT, "back")) if started else ""

    def _entry(self) -> ResultEntry | None:
        """Return the entry for the typed results, or None if no result was typed. Raises InvalidInput."""
        session = self.open_session.session
        typed = [(name, figure) for name, figure in self._typed() if figure]
        _check_figures(typed)
        if not typed:
            return None
        entry = parse_result(session, [f"{name} {figure}" for name, figure in typed])
        session.accept(entry)
        return entry

    def _typed(self) -> list[tuple[str, str]]:
        """Return the name of each player with the typed text."""
        fields = (field.value.strip() for field in self.query(Input))
        return list(zip(self.open_session.session.players, fields, strict=True))

    # --- keys ------------------------------------------------------------------------------------

    @work(group="result")
    async def action_go_ahead(self) -> None:
        """Write the result, and leave."""
        if await self.write_entry(self.open_session, self._entry, self.show_message):
            self.dismiss(True)

    def action_back(self) -> None:
        """Return to the form of an old sheet; if something was typed, ask first."""
        self.leave(False, loses=any(field.value for field in self.query(Input)))
