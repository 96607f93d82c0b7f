"""The form for a paper sheet: a row for each column, and sentences about what was typed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from prefcount.base.i18n import N_, Text, _, ngettext
from prefcount.base.locale_format import format_day
from prefcount.base.problems import InvalidInput, Problem, invalid, quote
from prefcount.entries.models import ClaimEntry, SheetEntry, spell_day
from prefcount.fit import FIT_SECONDS, FittedFile, fit_lines, fit_rules
from prefcount.games.game import Cell, find_owner
from prefcount.games.state import RESULT
from prefcount.ledger import Account
from prefcount.paper.compare import Comparison, PaperCandidates, compare
from prefcount.paper.known_games import SearchBudget
from prefcount.paper.sheet_without_hands import (
    SheetReading,
    find_impossible_in_entry,
    has_only_sheets,
    read_columns,
)
from prefcount.paper.text import (
    alternatives,
    comparison_sentence,
    reading_sentence,
    repair_lines,
    verdict_sentence,
)
from prefcount.paper.typed_columns import (
    BLANK,
    Columns,
    add_figure,
    add_line,
    make_check,
    make_claims,
    parse_figure,
    with_dots,
)
from prefcount.render.text import session_title
from prefcount.session.session import Session, start_of_day
from prefcount.tui.kit.keys import HELP, Command, Commands, key_of
from prefcount.tui.kit.widgets import Field, TranslatedText

PAPER: Commands = (
    Command(N_("figures"), help=N_("type the last figure of a column, e.g. 12, or the whole column: 2.6.12")),
    Command("enter,down", "go_to_field(1)", N_("the next column"), N_("next column"), priority=True),
    Command("up", "go_to_field(-1)", N_("the previous column"), priority=True),
    Command("up,down", footer=N_("columns"), in_footer=2),
    Command("pageup,pagedown", help=N_("go to the previous or next player")),
    Command("pageup", "go_to_player(-1)", priority=True),
    Command("pagedown", "go_to_player(1)", priority=True),
    Command(
        "f2",
        "write",
        N_(
            "record the figures; a game without hands continues from them, otherwise they are only kept "
            "to compare"
        ),
        N_("save with the game"),
    ),
    Command(
        "f5", "settle", N_("show the settlement (the figures of a new game are recorded first)"), N_("settle")
    ),
    Command("ctrl+s", "claim", N_("save the figures with the game to compare later"), N_("keep to compare")),
    Command("ctrl+o", "paper", N_("before the first hand: record only a result"), N_("only the result")),
    Command("ctrl+g", "fit", N_("find the rules that fit these figures best"), N_("which rules")),
    Command("", help=N_("+ marks a figure that cannot be compared yet, because the game has no hands.")),
    Command(
        "",
        help=N_(
            "“✓ to 7” means that the column agrees up to hand 7. “≠ at 7” means that it differs from "
            "hand 7 on; the likely cause is shown below."
        ),
    ),
    Command("escape,f10", "dismiss", N_("back; what you typed stays here"), N_("back")),
    HELP,
)


class ColumnVerdict(NamedTuple):
    """The result of comparing one typed column of a paper sheet with the recorded hands.

    Attributes:
        agrees: True if the column agrees with the hands, False if not, None if they cannot be compared.
        short: a mark to show next to the column, such as "✓ to 7" if the column agrees up to hand 7.
        sentences: the explanation of the mark.
        impossible: for a sheet without recorded hands, why no hands can lead to these figures, or "".
    """

    agrees: bool | None
    short: str
    sentences: tuple[str, ...]
    impossible: str = ""


def owned_cells(session: Session) -> list[tuple[int, Cell]]:
    """Return the columns of the sheet, each with the number of its owner.

    The number of a player is their index. A side or the whole table has a negative number.
    """
    game, state = session.game, session.state
    return [(owner.number, cell) for owner in game.owners(state) for cell in game.cells(state, owner.number)]


def game_label(session: Session) -> str:
    started, hands = session.started, session.state.hands
    words = [f"{format_day(started.date())}, {started:%H:%M}"] if started else []
    words += [ngettext("{n} hand", "{n} hands", hands).format(n=hands)] if hands else []
    return " · ".join((*words, session_title(session)))


def owner_name(session: Session, owner: int) -> Text | str:
    return find_owner(session.game, session.state, owner).name


def begins_on_paper(session: Session) -> bool:
    """Return whether nothing has been recorded yet, so that the session can begin with figures from paper."""
    state = session.state
    return not state.hands and not state.over and not any(step.postings for step in session.replay.steps)


class _TypedField(NamedTuple):
    account: Account
    where: str
    text: str
    problems: tuple[Problem, ...] = ()


class TypedSheet:
    """The texts that were typed into the form for a paper sheet, and the figures that they mean.

    Args:
        session: the session to which the paper sheet belongs.
        typed: the text of each column, such as "2.6.12" for a total of 2, then 6, then 12.

    Attributes:
        columns: the figures of all columns whose text could be read.
        fields: the texts that are not empty, each with the reasons why it could not be read.
        without_figure: the columns whose text could not be read.
    """

    def __init__(self, session: Session, typed: Mapping[Account, str]) -> None:
        self.session, self.typed = session, typed
        self.columns, self.fields = Columns(), list[_TypedField]()
        for owner, cell in owned_cells(session):
            text = typed.get(cell.account, "").strip()
            if text:
                field = _TypedField(cell.account, f"{owner_name(session, owner)}, {cell.heading}", text)
                try:
                    add_figure(session, self.columns, owner, cell, parse_figure(text))
                except InvalidInput as refusal:
                    field = field._replace(problems=refusal.problems)
                self.fields.append(field)
        self.without_figure = [field.account for field in self.fields if field.problems]

    @property
    def _has_dots(self) -> bool:
        return any(claim.is_column for claim in make_claims(self.session, self.columns))

    def claim(self) -> ClaimEntry | None:
        """Return the typed figures as a `check` entry, or None if nothing was typed.

        A `check` entry changes no score. It keeps the figures for a comparison with the hands.

        Raises:
            InvalidInput: if a text is not a figure.
        """
        problems = [
            problem._replace(field=field.where) for field in self.fields for problem in field.problems
        ]
        if problems:
            raise InvalidInput(problems)
        return make_check(self.columns) if self.columns else None

    def new_claim(self) -> ClaimEntry | None:
        """Return the typed figures as a `check` entry, or None if nothing was typed.

        Raises:
            InvalidInput: if a text is not a figure, or if the figures are saved already and no hand follows.
        """
        claim = self.claim()
        for step in reversed(self.session.replay.steps):
            if step.postings or step.state.hands < self.session.state.hands:
                break
            if step.counts and isinstance(step.entry, ClaimEntry):
                if claim is not None and step.entry.columns == claim.columns:
                    raise invalid(N_("These figures are already saved with the game."))
                break
        return claim

    def sheet(self) -> SheetEntry | None:
        """Return the typed figures as a `sheet` entry, or None if nothing was typed.

        After this entry the game goes on from the figures.
        """
        claim = self.claim()
        return None if claim is None else SheetEntry(columns=claim.columns)

    def single_figures(self) -> list[str]:
        """Return columns with one figure, such as "Anna, pool 12", if other columns have several.

        The scorer may have typed only the last total of such a column, and left out the earlier totals.
        """
        fields = [field for field in self.fields if not field.problems] if self._has_dots else []
        texts = [(field.where, with_dots(field.text)) for field in fields]
        return [f"{where} {text}" for where, text in texts if "." not in text and text.strip("-–—0")]

    def missing_sentences(self) -> list[str]:
        """Return a reminder to type "-" in columns that are empty on paper, or [] if no column is missing."""
        missing = len(owned_cells(self.session)) - len(self.fields)
        if self.without_figure or not missing or not self._has_dots:
            return []
        needed = ngettext(
            "{n} column is empty. If it is empty on paper, type - there; then the program can "
            "search for the hands.",
            "{n} columns are empty. If they are empty on paper, type - there; then the program can "
            "search for the hands.",
            missing,
        )
        return [needed.format(n=missing)]

    def read(self, stopped: Callable[[int], bool]) -> SheetReading | None:
        """Search for hands that lead to the typed sheet. Return None if a text is not a figure.

        `stopped` is called with the number of steps so far. If it returns True, the search ends.
        """
        if self.without_figure or not self.columns:
            return None
        sheet = self
        if self.single_figures():
            typed = {
                account: f"{with_dots(text).rstrip('.')}." if any(map(str.isdigit, text)) else text
                for account, text in self.typed.items()
            }
            sheet = TypedSheet(self.session, typed)
        check = make_check(sheet.columns)
        return read_columns(self.session, check, SearchBudget(stopped=stopped), complete=False)


def column_verdicts(paper: PaperCandidates, sheet: TypedSheet) -> dict[Account, ColumnVerdict]:
    """Compare each typed column with the recorded hands. Return a verdict for each column that is not empty.

    Args:
        paper: the session, with mistakes of the scorer that could explain why a column differs.
        sheet: the typed columns.
    """
    session, columns = paper.session, sheet.columns
    verdicts: dict[Account, ColumnVerdict] = {}
    begins, compares = begins_on_paper(session), _has_figures(session)
    for account, _where, text, problems in sheet.fields:
        if problems:
            verdicts[account] = ColumnVerdict(None, "?", tuple(str(problem.text) for problem in problems))
        elif begins:
            sentence = _(
                "{figure} cannot be compared yet (+); {key} records it, and the game continues from it"
            )
            forward = sentence.format(key=key_of(PAPER, "write"), figure=quote(text))
            verdicts[account] = ColumnVerdict(None, "+", (forward,))
        elif not compares:
            nothing = _("this game has no hands, so there is nothing to compare with")
            verdicts[account] = ColumnVerdict(None, "", (nothing,))
    for comparison in compare(paper, make_claims(session, columns)) if compares else ():
        if comparison.claim.cell is not None:
            verdicts[comparison.claim.cell.account] = _verdict(paper, comparison)
    if is_old_sheet(session):
        _mark_impossible(session, columns, verdicts)
    return verdicts


def _has_figures(session: Session) -> bool:
    postings = (posting for step in session.replay.steps for posting in step.postings)
    return bool(session.state.hands) or any(posting.account.column != RESULT for posting in postings)


def is_old_sheet(session: Session) -> bool:
    """Return whether the session has no hands, but only figures that were copied from paper, or nothing."""
    return begins_on_paper(session) or has_only_sheets(session)


def _mark_impossible(session: Session, columns: Columns, verdicts: dict[Account, ColumnVerdict]) -> None:
    places = {(claim.player, claim.column): claim.cell for claim in make_claims(session, columns)}
    for figure in find_impossible_in_entry(session, make_check(columns), complete=False):
        cell = places[figure.player, figure.column]
        if cell is not None:
            before = verdicts[cell.account].sentences if cell.account in verdicts else ()
            reason = str(figure.text)
            verdicts[cell.account] = ColumnVerdict(False, "≠", (*before, reason), impossible=reason)


def _verdict(paper: PaperCandidates, comparison: Comparison) -> ColumnVerdict:
    first = str(comparison_sentence(paper, comparison))
    n = comparison.upto if comparison.agrees else comparison.divergences[0].entry
    hands = paper.session.replay.step(n).state.hands if n else 0
    if comparison.agrees:
        return ColumnVerdict(True, _("✓ to {n}").format(n=hands) if hands else "✓", (first,))
    others = alternatives(comparison)
    sentences = (first,) if others is None else (first, str(others))
    return ColumnVerdict(False, _("≠ at {n}").format(n=hands) if hands else "≠", sentences)


def typing_help(session: Session) -> list[str]:
    sentences = [_("Type what the paper says: the last figure, e.g. 12, or the whole column, e.g. 2.6.12.")]
    if begins_on_paper(session):
        begins = _(
            "Nothing is recorded yet. {key} records these figures, and the game "
            "continues from them. {settle} records them and shows the settlement."
        )
        sentences.append(begins.format(key=key_of(PAPER, "write"), settle=key_of(PAPER, "settle")))
    return sentences


def column_sentence(session: Session, owner: int, cell: Cell, said: str) -> str:
    """Return a sentence about one column, such as "Anna, pool: not typed yet".

    Args:
        owner: the number of the player or side that owns the column.
        cell: the column.
        said: the end of the sentence, such as "not typed yet".
    """
    sentence = _("{player}, {heading}: {said}")
    return sentence.format(player=owner_name(session, owner), heading=cell.heading, said=said)


def sheet_sentences(
    session: Session, sheet: SheetReading, single: Sequence[str], figure: tuple[Account, int] | None
) -> list[str]:
    """Return sentences about whether hands can have led to a sheet that was copied from paper.

    Args:
        sheet: the result of the search for such hands.
        single: columns with only one figure, such as "Anna, pool 12". A warning names these columns.
        figure: a column and the index of a figure in it, or None. A sentence names hands that lead to it.
    """
    sentences = [verdict_sentence(sheet, int(SearchBudget().seconds)), *repair_lines(sheet)]
    if single:
        taken = _(
            "One figure was typed in each of these columns. It was read as the only figure, not as the "
            "last of several: {columns}."
        )
        sentences.insert(0, taken.format(columns="; ".join(single)))  # above the slips
    if figure is not None and figure in sheet.found.readings:
        sentences.insert(0, str(reading_sentence(session, sheet, *figure)))
    return sentences


def impossible_sentences(
    session: Session, verdicts: Mapping[Account, ColumnVerdict], shown: Account | None
) -> list[str]:
    """Return a sentence about the number of columns that cannot be right, and the reason for one of them.

    Args:
        session: the session that is compared with the paper.
        verdicts: the verdict about each column.
        shown: the column whose verdict the screen shows already, or None. Its reason is not repeated, and
            if it cannot be right, no other reason is returned.
    """
    wrong = [account for account, verdict in verdicts.items() if verdict.impossible]
    if not wrong:
        return []
    many = ngettext(
        "{n} column has figures that are impossible.",
        "{n} columns have figures that are impossible.",
        len(wrong),
    )
    sentences = [many.format(n=len(wrong))]
    if shown not in wrong:
        owner, cell = next(pair for pair in owned_cells(session) if pair[1].account in wrong)
        sentences.append(column_sentence(session, owner, cell, verdicts[cell.account].impossible))
    return sentences


def summary(verdicts: Iterable[ColumnVerdict]) -> list[str]:
    """Return a sentence such as "3 columns compared, 1 differs.", or [] if no column was compared."""
    compared = (verdict for verdict in verdicts if not verdict.impossible)
    agreeing = [verdict.agrees for verdict in compared if verdict.agrees is not None]
    many = ngettext("{n} column compared", "{n} columns compared", len(agreeing)).format(n=len(agreeing))
    parted = agreeing.count(False)
    differing = ngettext("{n} differs", "{n} differ", parted).format(n=parted) if parted else _("all agree")
    return [f"{many}, {differing}."] if agreeing else []


def find_rules(stopped: Callable[[int], bool], session: Session, claim: ClaimEntry) -> list[str]:
    """Return lines about the rules under which the hands agree best with figures from paper.

    Args:
        stopped: called with the number of rules tried so far. If it returns True, the search ends.
        session: the session with the hands.
        claim: the figures from paper.
    """
    claimed = session.accept(claim).session
    fitted = fit_rules([claimed], SearchBudget(FIT_SECONDS, stopped=stopped))
    return list(fit_lines([FittedFile(None, claimed)], fitted)) if fitted.best else []


def parse_evening(typed: str, now: datetime) -> datetime:
    """Return midnight at the beginning of a typed date, such as "2026-01-31". For "", return `now`."""
    if not typed.strip():
        return now
    try:
        day = date.fromisoformat(spell_day(typed))
    except ValueError:
        no_date = N_("“{cell}” is not a date; write year, month and day, e.g. 2026-01-31 or 31.01.2026")
        raise invalid(no_date, cell=quote(typed)) from None
    return start_of_day(day, now)


def parse_columns(session: Session, lines: Sequence[str]) -> tuple[dict[Account, str], list[str]]:
    """Parse pasted lines such as "anna pool 2.6.12".

    Returns:
        the text for each column, here "2.6.12" for Anna's pool, and the lines that cannot be used. These name
        no column, or a column that an earlier line has named.
    """
    named, others = dict[Account, str](), list[str]()
    for line in lines:
        columns = Columns()
        try:
            add_line(session, columns, line)
            [claim] = make_claims(session, columns)
        except InvalidInput:
            others.append(line)
            continue
        if claim.cell is None or claim.cell.account in named:
            others.append(line)
        else:
            named[claim.cell.account] = "-" if claim.figure == BLANK else str(claim.figure)
    return named, others


class ClaimRow(Horizontal):
    """A row of the form: the name of a column, a field for its figures, and a mark for the comparison."""

    DEFAULT_CSS = """
    ClaimRow { height: 1; }
    ClaimRow .heading { max-width: 44%; height: 1; padding: 0 1 0 2; }
    ClaimRow .heading { text-wrap: nowrap; text-overflow: ellipsis; }
    ClaimRow Input { max-width: 40; }
    ClaimRow .mark { width: 11; height: 1; padding: 0 0 0 1; text-style: bold; }
    ClaimRow.-right .mark { color: $text-success; }
    ClaimRow.-wrong .mark { color: $text-error; }
    ClaimRow.-open .mark { color: $text-warning; }
    """

    def __init__(self, owner: int, cell: Cell, typed: str) -> None:
        super().__init__()
        self.owner, self.cell = owner, cell
        self._begin = typed

    def compose(self) -> ComposeResult:
        yield TranslatedText(self.cell.heading, classes="heading")
        yield Field(self._begin, series="columns", select_on_focus=False, classes="typed")
        yield Static(classes="mark", markup=False)

    def show(self, mark: ColumnVerdict | None) -> None:
        """Show the mark of a verdict next to the field. If `mark` is None, clear the mark."""
        for right, name in ((True, "-right"), (False, "-wrong"), (None, "-open")):
            self.set_class(mark is not None and mark.agrees is right, name)
        words = Content("" if mark is None else mark.short)
        self.query_one(".mark", Static).update(words, layout=False)  # its width is fixed

    @property
    def typed(self) -> str:
        return self.query_one(Input).value

    @property
    def figure(self) -> tuple[Account, int]:
        """The column of this row, and the index of the figure at the cursor. In "2.6.12", the 6 has 1."""
        text, cursor = self.typed, self.query_one(Input).cursor_position
        before, column = with_dots(f"{text[:cursor]}x"), with_dots(text)
        return self.cell.account, min(before.count("."), column.rstrip(".").count("."))
