"""The content of a report, section by section, before it becomes HTML or PDF: texts and tables of texts."""

from collections.abc import Iterator
from typing import NamedTuple

from prefcount.base.i18n import N_, _, language, ngettext
from prefcount.base.locale_format import day, money
from prefcount.games import TITLES
from prefcount.games.edited_rules import EditedRules
from prefcount.games.game import SettlementTable
from prefcount.games.rules import PRESET
from prefcount.render import text
from prefcount.render.figures import dotted, figure, signed
from prefcount.render.option_text import shown
from prefcount.render.text_cells import short_names
from prefcount.render.view import ColumnView, TableView, table_view
from prefcount.session.outcome import outcome
from prefcount.session.session import Session

NAME_CELLS = 8
"""The width of a name that heads a narrow column; beside the results it is given in full."""
NEWEST = 180
"""The totals of a column that a short report gives: more than an evening has."""


FILE = N_(
    "{file}. If the digits are the same later, nobody changed the file: eight of them rule out "
    "accidents, all 32 cheating."
)


class Grid(NamedTuple):
    """A table: its caption, headings and rows. The first column names the row."""

    caption: str
    explanation: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ReportHand(NamedTuple):
    """An entry: which hand it is, its text, what it was worth to each player, and whether it counts."""

    number: str
    text: str
    worth: tuple[str, ...]
    counts: bool


class ReportOption(NamedTuple):
    """An option that differs from the preset: its name, its value and one sentence about it."""

    name: str
    value: str
    about: str


class Captions(NamedTuple):
    """The headings of the sections and the columns."""

    payments: str
    convention: str
    changes: str
    calculation: str
    hands: str
    number: str
    entry: str


class Report(NamedTuple):
    """A session in words.

    Attributes:
        language: the code of the language of all texts.
        view: the snapshot that the sheet is drawn from.
        captions: the headings of the sections.
        players, heads: names in seat order, and the same short enough for narrow columns.
        title: the names of the players.
        about: the game, its date and its progress, in short phrases.
        preset, options: a sentence about the convention, and the options that differ from it.
        results, payments: the result of each player, and a sentence for each payment.
        columns: the columns of each player with all totals.
        steps: the calculation as on paper.
        hands: every entry in the order in which it counts.
        file: the hash of the file with its use, or "" where there is no file.
    """

    language: str
    view: TableView
    captions: Captions
    players: tuple[str, ...]
    heads: tuple[str, ...]
    title: str
    about: tuple[str, ...]
    preset: str
    options: tuple[ReportOption, ...]
    results: Grid
    payments: tuple[str, ...]
    columns: Grid
    steps: tuple[Grid, ...]
    hands: tuple[ReportHand, ...]
    file: str


def report(session: Session, file_hash: str, *, briefly: bool = False) -> Report:
    """The report of the current state of a session; the hash is left out before the end, which changes it.

    Briefly the list of hands is left out, and of every column all but its newest totals: what is made anew
    after every hand does not grow with the game.
    """
    view, settled = table_view(session), outcome(session)
    convention = EditedRules.of(session.game, session.game.spelled(session.state.rules))
    headings, *rows = text.results(settled)
    return Report(
        language=language(),
        view=view,
        captions=Captions(
            payments=_("Payments"),
            convention=_("Convention"),
            changes=_("Differences:"),
            calculation=_("Calculation, step by step"),
            hands=_("Hands, and what each one changed of the results"),
            number=_("no."),
            entry=_("entry"),
        ),
        players=session.players,
        heads=tuple(short_names(session.players, NAME_CELLS)),
        title=", ".join(session.players),
        about=tuple(_about(session)),
        preset=_(session.game.presets[convention.preset]),
        options=tuple(
            ReportOption(info.word, shown(info.value, info.name), str(info.explanation))
            for info in convention.changes
            if info.name not in (PRESET, session.game.goal.option)
        ),
        results=Grid(_("Results"), "", headings, tuple(rows)),
        payments=tuple(text.payments(settled)),
        columns=_columns(view, NEWEST if briefly else None),
        steps=tuple(map(_step, settled.settlement.steps)),
        hands=() if briefly else tuple(_hands(session, view)),
        file=_(FILE).format(file=text.file_line(file_hash)) if file_hash and session.state.ended else "",
    )


def _step(step: SettlementTable) -> Grid:
    headings, rows = tuple(map(str, step.headings)), tuple(text.step_rows(step))
    return Grid(str(step.title), str(step.explanation), headings, rows)


def _about(session: Session) -> Iterator[str]:
    header, state = session.header, session.state
    yield f"{_(TITLES[session.game.name])}, {text.convention(session)}"
    if header.started:
        yield day(header.started.date())
    yield ngettext("{n} hand", "{n} hands", state.hands).format(n=state.hands)
    yield _("the game is over") if state.over else _("the game is not over yet")
    price = session.price
    if price.amount is not None:
        yield f"{_(session.game.words.price)} {money(price.amount, price.currency)}"
    if header.note:
        yield header.note


def _columns(view: TableView, most: int | None) -> Grid:
    """Every column of every player with its totals, wrong ones left out; those before `most` are counted."""
    rows = [
        (row.name, column.heading, column.totals_text if most is None else _newest(column, most))
        for row in view.rows
        for column in row.columns
    ]
    return Grid(_("Columns"), "", ("", _("column"), _("all totals")), tuple(rows))


def _newest(column: ColumnView, most: int) -> str:
    """The newest totals of a column, and how many there are before them."""
    older = len(column.marks) - most
    if older <= 0:
        return column.totals_text
    before = ngettext("{n} total before", "{n} totals before", older).format(n=older)
    newest = [f"{sign}{figure(mark.amount)}" for mark, sign in column.signed(older) if not mark.struck]
    return f"({before}) … {dotted(newest)}"


def _hands(session: Session, view: TableView) -> Iterator[ReportHand]:
    for step, row in zip(session.replay.steps, view.hands, strict=True):
        changed = bool(step.postings) or any(row.exact_worth)
        worth = (signed(change) if changed and change is not None else "" for change in row.exact_worth)
        yield ReportHand(str(row.number or ""), row.in_words, tuple(worth), row.counts)
