"""What a report says, section by section, before it becomes HTML or PDF: texts and tables of texts."""

from collections.abc import Iterator
from typing import NamedTuple

from prefcount.fields import option_word
from prefcount.games.convention import PRESET, Convention
from prefcount.i18n import _, language, ngettext
from prefcount.local import day, money
from prefcount.render import text
from prefcount.render.figures import figure, signed
from prefcount.render.layout import clipped
from prefcount.render.options import shown
from prefcount.render.view import TableView, table_view
from prefcount.session.outcome import outcome
from prefcount.session.replay import Step
from prefcount.session.session import Session

NAME_CELLS = 10
"""So much of a name heads a narrow column; in full it stands beside the results."""


class Grid(NamedTuple):
    """A table: what stands above it, its headings, its rows. The first column names the row."""

    caption: str
    explanation: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Hand(NamedTuple):
    """An entry: its number, what it says, what it was worth to everybody, and whether it counts."""

    n: int
    said: str
    worth: tuple[str, ...]
    counts: bool


class Option(NamedTuple):
    """An option that differs from the preset: its name, its value and one sentence about it."""

    name: str
    value: str
    about: str


class Captions(NamedTuple):
    """What stands above the sections and the columns."""

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
        view: the same as the sheet has it.
        captions: what stands above the sections.
        players: names in seat order.
        heads: the same, short enough for narrow columns.
        title: who plays.
        about: what is played, when and how far, in short phrases.
        preset: a sentence about the convention.
        options: what differs from it.
        results: everybody's result.
        payments: a sentence for each.
        columns: everybody's columns with all totals.
        steps: the calculation as on paper.
        hands: every entry in the order in which it counts.
        file: a sentence with the short hash of the file, or "" where there is none.
    """

    language: str
    view: TableView
    captions: Captions
    players: tuple[str, ...]
    heads: tuple[str, ...]
    title: str
    about: tuple[str, ...]
    preset: str
    options: tuple[Option, ...]
    results: Grid
    payments: tuple[str, ...]
    columns: Grid
    steps: tuple[Grid, ...]
    hands: tuple[Hand, ...]
    file: str


def report(session: Session, head: str) -> Report:
    """The report of a session as it stands; `head` is the short hash of its file."""
    view, settled = table_view(session), outcome(session)
    convention = Convention.of(session.game, session.game.spelled(session.state.rules))
    headings, *rows = text.results(settled)
    return Report(
        language(),
        view,
        _captions(),
        session.players,
        tuple(clipped(name, NAME_CELLS) for name in session.players),
        ", ".join(session.players),
        tuple(_about(session)),
        _(session.game.presets[convention.preset]),
        tuple(
            Option(option_word(info.name), shown(info.value, info.name), str(info.explanation))
            for info in convention.changes
            if info.name not in (PRESET, session.game.goal.option)
        ),
        Grid(_("Results"), "", headings, tuple(rows)),
        tuple(text.payments(settled)),
        _columns(view),
        tuple(
            Grid(
                str(step.title),
                str(step.explanation),
                tuple(map(str, step.headings)),
                tuple(tuple(map(figure, row)) for row in step.rows),
            )
            for step in settled.settlement.steps
        ),
        tuple(_hands(session, view)),
        _file(head) if head else "",
    )


def _captions() -> Captions:
    return Captions(
        payments=_("Payments"),
        convention=_("Convention"),
        changes=_("Different from that:"),
        calculation=_("The calculation, step by step"),
        hands=_("Hands, and what each one changed of the results"),
        number=_("no."),
        entry=_("entry"),
    )


def _file(head: str) -> str:
    said = _("File: {head}. By this short name everybody can see later whether it still is the same file.")
    return said.format(head=head)


def _about(session: Session) -> Iterator[str]:
    header, state = session.header, session.state
    yield f"{_(session.game.name)}, {text.convention(session)}"
    if header.started:
        yield day(header.started.date())
    yield ngettext("{n} hand", "{n} hands", state.hands).format(n=state.hands)
    yield _("the game is over") if state.over else _("the game is not over yet")
    if header.price is not None:
        yield f"{_(session.game.words.price)} {money(header.price, header.currency or '')}"
    if header.note:
        yield header.note


def _columns(view: TableView) -> Grid:
    """Every column of every player with all its totals, wrong ones left out."""
    rows = []
    for row in view.rows:
        for column in row.columns:
            rows.append((row.name, column.heading, column.said))
    return Grid(_("Columns"), "", ("", _("column"), _("all totals")), tuple(rows))


def _hands(session: Session, view: TableView) -> Iterator[Hand]:
    seats = session.state.seats
    for step, line in zip(session.replay.steps, view.hands, strict=True):
        yield Hand(line.n, line.said, _worth(step, line.worth, seats), line.counts)


def _worth(step: Step, changes: tuple[int, ...], seats: tuple[int, ...]) -> tuple[str, ...]:
    """What an entry changed for those who sit there now; blank where it wrote nothing."""
    if not step.postings:
        return ("",) * len(seats)
    found = dict(zip(step.state.seats, changes, strict=True))
    return tuple(signed(found[player]) if player in found else "" for player in seats)
