"""The content of a report as texts and tables of texts, before it becomes HTML or PDF."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from prefcount.base.i18n import N_, _, language, ngettext
from prefcount.base.locale_format import format_day, format_money, use_no_break_spaces
from prefcount.entries.models import AmendBase, PriceEntry, RenameEntry, ResultEntry, RulesEntry, Void
from prefcount.games import TITLES
from prefcount.games.game import EditedRules, SettlementTable
from prefcount.games.rules import PRESET
from prefcount.ledger import Coin
from prefcount.render import text
from prefcount.render.report.svg import EM, text_ems
from prefcount.render.text import value_text
from prefcount.render.text_cells import dotted_totals, figure, shorten_names, signed
from prefcount.render.view import ColumnView, TableView, table_view
from prefcount.session.outcome import has_only_result, settle_session
from prefcount.session.session import Session

MAX_HANDS_IN_ONE_COLUMN = 10
"""Maximum number of hands listed in one column, with the players' whole names."""
LINE_EMS, MIN_ENTRY_SIZE = 70, 13
"""Width of the page in the list of hands, and the least width of an entry, in ems."""
MAX_BRIEF_TOTALS = 180
"""Maximum number of totals of a column in a brief report. A usual game has fewer."""


FILE_HASH_USE = N_(
    "{file}. If the digits are the same later, the file is unchanged: eight of them rule out accidents, "
    "all 32 rule out cheating."
)


class Grid(NamedTuple):
    """A table: its caption, headings and rows. The first column names the row."""

    caption: str
    explanation: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ReportHand(NamedTuple):
    """An entry: the number of its hand, its text, the change of each result, and whether it counts."""

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
    """Headings of sections and columns."""

    payments: str
    convention: str
    changes: str
    changed: str
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
        sheet: False for a game of which only the result is known.
        players, heads: names in seat order, and their abbreviations for narrow columns.
        title: the names of the players.
        about: the game, its date and its progress, in short phrases.
        preset, options: a sentence about the preset, and the options that differ from it.
        changed: the changes of the rules during the game, each with the hand from which it counted.
        results: the result of each player.
        payments: a sentence for each payment, and about what rounding left over.
        columns: the columns of each player with all totals.
        steps: the calculation as on paper.
        hands: every entry in the order in which it counts, without those taken back.
        hand_columns, hand_lines: number of columns for the hands, and their approximate height in lines.
        corrections: a sentence about entries that were corrected or taken back, or "".
        file: the hash of the file with its use, or "".
    """

    language: str
    view: TableView
    sheet: bool
    captions: Captions
    players: tuple[str, ...]
    heads: tuple[str, ...]
    title: str
    about: tuple[str, ...]
    preset: str
    options: tuple[ReportOption, ...]
    changed: tuple[str, ...]
    results: Grid
    payments: tuple[str, ...]
    columns: Grid
    steps: tuple[Grid, ...]
    hands: tuple[ReportHand, ...]
    hand_columns: int
    hand_lines: int
    corrections: str
    file: str

    @property
    def is_short(self) -> bool:
        """Return whether the page has room for larger writing."""
        return self._lines + 4 * len(self.players) <= 19

    @property
    def fills_no_page(self) -> bool:
        """Return whether the report leaves space on one page, which a larger sheet then fills."""
        return self._lines + 7 * len(self.players) <= 44

    @property
    def _lines(self) -> int:
        return self.hand_lines + 2 * len(self.options) + len(self.changed)


def make_report(
    session: Session, file_hash: str, coin: Coin | None = None, *, briefly: bool = False
) -> Report:
    """Return the report of the current state of a session.

    Payments are rounded to the `coin`, if any. `file_hash` is left out before the end of the game, which
    changes the hash. A brief report is made after every hand. So that it does not grow, it has no
    calculation, no hands and only the newest totals.
    """
    view, settled = table_view(session, struck=False), settle_session(session, coin)
    sheet = not has_only_result(session)
    convention = EditedRules.from_header(session.game, session.game.spell_rules(session.state.rules))
    headings, *rows = text.result_rows(settled)
    heads = tuple(shorten_names(session.players))
    narrow = session if briefly or heads == session.players else _renamed(session, heads)
    hands = () if briefly else tuple(_hands(session, view))
    if len(hands) > MAX_HANDS_IN_ONE_COLUMN and narrow is not session:
        hands = tuple(_hands(session, table_view(narrow)))
    hand_columns, hand_lines = _hand_columns(heads, hands)
    return Report(
        language=language(),
        view=view,
        sheet=sheet,
        captions=Captions(
            payments=_("Payments"),
            convention=_("Preset"),
            changes=_("Differences:"),
            changed=_("Changed during the game:"),
            calculation=_("Calculation, step by step"),
            hands=_("Hands, and how each one changed the results"),
            number=_("no."),
            entry=_("entry"),
        ),
        players=session.players,
        heads=heads,
        title=", ".join(session.players),
        about=tuple(_about(session, sheet)),
        preset=_(session.game.presets[convention.preset]) if sheet else "",
        options=tuple(
            ReportOption(info.word, value_text(info.value, info.name), str(info.explanation))
            for info in (convention.changes if sheet else ())
            if info.name not in (PRESET, session.game.goal.option)
        ),
        changed=tuple(_changed(session)),
        results=Grid(
            _("Results"), "", headings, tuple([(name, *map(use_no_break_spaces, row)) for name, *row in rows])
        ),
        payments=(
            *text.payment_lines(settled, use_no_break_spaces),
            *(() if briefly else text.rounding_lines(settled)),
        ),
        columns=_columns(view, MAX_BRIEF_TOTALS if briefly else None),
        steps=() if briefly else tuple(map(_step, settle_session(narrow).settlement.steps)),
        hands=hands,
        hand_columns=hand_columns,
        hand_lines=hand_lines,
        corrections="" if briefly else _corrections(session),
        file=_(FILE_HASH_USE).format(file=text.file_line(file_hash))
        if file_hash and session.state.ended
        else "",
    )


def _renamed(session: Session, names: Sequence[str]) -> Session:
    """Return the session with new `names` of the players. A new name that is not allowed is ignored."""
    renames = (
        RenameEntry.model_construct(n=n, player=player, to=name)
        for n, (player, name) in enumerate(zip(session.players, names, strict=True), session.next_number)
        if player != name
    )
    return session.with_entries((*session.entries, *renames))


def _corrections(session: Session) -> str:
    corrected = sum(
        step.effective.corrected_by != 0 and not isinstance(step.effective.written, Void | AmendBase)
        for step in session.replay.steps
    )
    sentence = _("Corrected or taken back during the game: {n}. prefcount show --all lists everything.")
    return sentence.format(n=corrected) if corrected else ""


def _hand_columns(heads: Sequence[str], hands: Sequence[ReportHand]) -> tuple[int, int]:
    """Choose one or two columns for the list of hands, whichever is shorter, and estimate its lines."""
    figures = zip(heads, *(hand.worth for hand in hands), strict=True)
    taken = 3 * EM + sum(max(map(text_ems, column)) + EM for column in figures)
    alone, beside = (max(EM, room * EM - taken) for room in (LINE_EMS, LINE_EMS // 2 - 1))
    lines, halved = (sum(-(-text_ems(hand.text) // room) for hand in hands) for room in (alone, beside))
    if len(hands) > MAX_HANDS_IN_ONE_COLUMN and beside >= MIN_ENTRY_SIZE * EM and halved < 2 * lines:
        return 2, (halved + 1) // 2
    return 1, lines


def _step(step: SettlementTable) -> Grid:
    headings = tuple(map(str, step.headings))
    return Grid(str(step.title), str(step.explanation), headings, tuple(text.settlement_step_rows(step)))


def _about(session: Session, sheet: bool) -> Iterator[str]:
    header, state = session.header, session.state
    played = _(TITLES[session.game.name])
    yield f"{played}, {text.rules_name(session)}" if sheet else played
    if session.started:
        yield format_day(session.started.date())
    if sheet:
        yield ngettext("{n} hand", "{n} hands", state.hands).format(n=state.hands)
        yield _("the game is over") if state.over else _("the game is not over yet")
    else:
        yield _("only the result is known")
    price = session.price
    if price.amount is not None:
        amount = use_no_break_spaces(format_money(price.amount, price.currency))
        yield f"{_(session.game.words.price)} {amount}"
    if header.note:
        yield header.note


def _changed(session: Session) -> Iterator[str]:
    """Yield a sentence for each change of the rules after the first hand, with the old and new values."""
    for step in session.replay.steps:
        if isinstance(step.entry, RulesEntry) and step.counts and step.before.hands:
            before, now = (
                {info.name: info for info in session.game.options(state.rules)}
                for state in (step.before, step.state)
            )
            changes = (
                _("{option}: {value} (before: {old})").format(
                    option=info.word,
                    value=value_text(info.value, name),
                    old=value_text(before[name].value, name),
                )
                for name, info in now.items()
                if name in before and before[name].value != info.value
            )
            sentence = _("from hand {n} on: {changes}")
            yield sentence.format(n=step.before.hands + 1, changes="; ".join(changes))


def _columns(view: TableView, most: int | None) -> Grid:
    """Return a table of all columns, each with its newest `most` totals and the number of older totals."""
    rows = [
        (row.name, column.heading, column.totals_text if most is None else _newest(column, most))
        for row in view.rows
        for column in row.columns
    ]
    return Grid(_("Columns"), "", ("", _("column"), _("all totals")), tuple(rows))


def _newest(column: ColumnView, most: int) -> str:
    older = len(column.marks) - most
    if older <= 0:
        return column.totals_text
    before = ngettext("{n} total before", "{n} totals before", older).format(n=older)
    newest = [f"{sign}{figure(mark.amount)}" for mark, sign in column.signed(older) if not mark.struck]
    return f"({before}) … {dotted_totals(newest)}"


def _hands(session: Session, view: TableView) -> Iterator[ReportHand]:
    """Yield the entries that were not taken back, with texts from `view`, in which names may be shorter."""
    for step, row in zip(session.replay.steps, view.hands, strict=False):
        if row.crosses_out or row.is_past or (isinstance(step.entry, ResultEntry) and step.counts):
            continue
        changed = bool(step.postings) or any(row.exact_worth)
        worth = (signed(change) if changed and change is not None else "" for change in row.exact_worth)
        words = row.words_now
        if isinstance(step.entry, PriceEntry):
            words = use_no_break_spaces(words)
        yield ReportHand(str(row.number or ""), words, tuple(worth), row.counts)
