"""Checks of the audit, and the report on the findings in a file.

To add a check, write a function that yields the findings in a loaded file, and add it to `CHECKS`. Add a code
for each kind of finding to `ERRORS` or `REMARKS`. A check for one game only belongs in `Game.remarks`.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from pydantic_core import from_json, to_json

from prefcount.base.i18n import N_, Text, text
from prefcount.base.locale_format import Day
from prefcount.base.problems import MAX_CANDIDATES, Finding, Severity, join_file_problems
from prefcount.entries.models import (
    COMMON_KINDS,
    ENVELOPE,
    Adjust,
    AmendBase,
    DateEntry,
    End,
    Entry,
    HandEntry,
    Header,
    NoteEntry,
    PlacedEntry,
    PriceEntry,
    RenameEntry,
)
from prefcount.entries.models import ClaimEntry as CheckEntry
from prefcount.games import GAMES, get_game
from prefcount.games.game import Cell, Game
from prefcount.ledger import Account, Amount, amount_to_json, format_amount, normalize_amount
from prefcount.paper.compare import follows_totals
from prefcount.paper.known_games import settlement_slips
from prefcount.paper.sheet_without_hands import find_impossible_claims
from prefcount.render.text_cells import signed
from prefcount.session.outcome import whole_results_after
from prefcount.session.replay import Claim, Step, Total, claims, find_columns_brought_twice
from prefcount.session.session import Session, entry_label
from prefcount.store.journal import header_line, spell_entry
from prefcount.store.reader import (
    BAD_ENTRY,
    CHAIN_BROKEN,
    NUMBER_GAP,
    SEAL_BROKEN,
    TORN_TAIL,
    UNREADABLE,
    LoadedBook,
    LoadedSession,
    find_book_faults,
    not_counted_text,
)


class Code(NamedTuple):
    """A kind of finding.

    Attributes:
        name: the code that identifies the kind, such as "line-retyped".
        mistake: a sentence about the mistake that is found.
        severity: "error", or "remark" for a finding that may be correct.
    """

    name: str
    mistake: str
    severity: Severity


ERRORS = {
    UNREADABLE: N_(
        "The file is not a session: it is too large, is not text, or its first line is not a header."
    ),
    NUMBER_GAP: N_("The entry numbers have a gap or are out of order: a line was lost, moved or doubled."),
    CHAIN_BROKEN: N_("A line was changed, lost or moved after the next line was written."),
    TORN_TAIL: N_("The last line is cut off, as after a power cut; it does not count."),
    SEAL_BROKEN: N_("A line was changed after the game was ended and sealed."),
    BAD_ENTRY: N_(
        "A line is not an entry, a hand cannot be played, or the entry that a correction "
        "names does not exist."
    ),
    "after-end": N_("A hand, a misdeal or a thrown talon was recorded after the game was over."),
    "check-mismatch": N_("A figure on the paper sheet does not follow from the hands before it."),
    "result-mismatch": N_("A result announced at the end does not follow from the sheet."),
}
"""Codes of findings that no correct file has, each with the mistake."""
REMARKS = {
    "column-differs": N_(
        "In a column on paper an earlier figure is wrong, although the last figure is right."
    ),
    "results-odd": N_("The announced results leave a player out, or do not sum to zero."),
    "results-rounded": N_(
        "An announced result differs by less than one, because it was rounded in another way."
    ),
    "deal-out-of-turn": N_("A hand was dealt out of turn, e.g. twice by the same player."),
    "hand-twice": N_(
        "A hand was entered twice: it is the same as the hand before it, and was written a moment later."
    ),
    "sheet-twice": N_("The same old sheet was entered twice, so its figures count twice."),
    "clock-back": N_(
        "The time of an entry is before the time of the entry before it, or before the start of the game."
    ),
    "empty-text": N_("A note is empty, or an adjustment has no reason."),
    "blank-line": N_("There are blank lines between entries or after them, which the program never writes."),
    "line-retyped": N_(
        "A line with “prev” (the code of the line above) has extra blanks or another line end, "
        "which the program never writes."
    ),
    "chain-missing": N_(
        "A line has no “prev” (the code of the line above), although lines above have one or the "
        "program wrote the file: the code was removed."
    ),
    "seal-missing": N_(
        "The end of a game has no seal (the code of the whole file), although the program wrote "
        "the file: the seal was removed."
    ),
    "impossible-figure": N_(
        "A sheet without hands has figures that no hands at this table can have written."
    ),
}
"""Codes of findings that may be correct, but are usually mistakes."""
CODES = {name: Code(name, mistake, "error") for name, mistake in ERRORS.items()}
CODES |= {name: Code(name, mistake, "remark") for name, mistake in REMARKS.items()}
"""The codes for every game. A game has further codes in `Game.remarkable`."""


def make_finding(
    code: str,
    template: str,
    entry: int = 0,
    *,
    player: str = "",
    column: str = "",
    claimed: int | str | None = None,
    computed: int | str | None = None,
    **values: object,
) -> Finding:
    """Return a finding with the usual severity of its code.

    Args:
        code: the code of the finding, such as "hand-twice".
        template: the message in English, with placeholders such as {player} and {n}.
        entry: the number of the entry, or 0 for a finding on the whole file.
        player: the name of the player whom the finding concerns, or "".
        column: the column that the finding concerns, such as "pool", or "".
        claimed: the figure on paper or in the file, or None. The placeholder in the message is {claimed}.
        computed: the figure that follows from the hands, or None. The placeholder is {computed}.
        values: the values of further placeholders in the message.
    """
    figures = {
        name: format_amount(figure) if isinstance(figure, int) else figure
        for name, figure in (("claimed", claimed), ("computed", computed))
    }
    message = text(template, player=player, **figures, **values)
    return Finding(code, message, entry, player, column, claimed, computed, severity=CODES[code].severity)


class FileReport(NamedTuple):
    """The findings in one file, in the order of the checks, and the number of its hands."""

    path: Path
    hands: int
    findings: tuple[Finding, ...] = ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that are certainly mistakes."""
        return tuple(each for each in self.findings if each.severity == "error")

    @property
    def remarks(self) -> tuple[Finding, ...]:
        """The findings that may be correct, but are usually mistakes."""
        return tuple(each for each in self.findings if each.severity == "remark")

    @property
    def ok(self) -> bool:
        """Return whether the file has no errors. It may have remarks."""
        return not self.errors


_Divergence = tuple[Total | None, Amount | None]
"""The first computed total and figure on paper that differ. One of them is None if its column is shorter."""


def _find_divergence(computed: Sequence[Total], claimed: Sequence[Amount]) -> _Divergence | None:
    pairs = zip_longest(computed, claimed)
    return next(((ours, theirs) for ours, theirs in pairs if ours is None or ours.amount != theirs), None)


def _check_claims(loaded: LoadedSession) -> Iterator[Finding]:
    session, checker = loaded.session, None
    for step in session.replay.steps:
        if isinstance(step.entry, CheckEntry):
            checker = checker or _ClaimChecker(loaded)
            for claim in claims(session.game, step.before, step.entry.columns):
                if claim.cell is not None:
                    yield from checker.check(step, claim, claim.cell)


class _ClaimChecker:
    def __init__(self, loaded: LoadedSession) -> None:
        self.session = session = loaded.session
        self.histories = session.replay.histories()
        self.order = {step.n: index for index, step in enumerate(session.replay.steps)}
        self.missing = _find_missing_figures(loaded)
        self.last_claims: dict[Account, _LastClaim] = {}

    def check(self, step: Step, claim: Claim, cell: Cell) -> Iterator[Finding]:
        totals = claim.totals(cell.began) or (cell.began,)
        computed = step.before.sheet[cell.account]
        column: Sequence[Total] = ()
        divergence = None
        if claim.is_column:
            history = self.histories.get(cell.account, [])
            end = bisect_left(history, self.order[step.n], key=lambda total: self.order[total.n])
            column = history[: min(end, len(totals) + 1)]
            divergence = _find_divergence(column, totals)
        cause = self._find_cause(cell.account, step, normalize_amount(totals[-1] - computed), divergence)
        code = "check-mismatch"
        if totals[-1] == computed:
            code = "column-differs"
            amounts = [total.amount for total in column]
            if divergence is None or follows_totals(amounts, totals, cell.began):
                return
        message = claim_sentence(claim, computed, totals[-1], self._describe(divergence))
        theirs, ours = amount_to_json(totals[-1]), amount_to_json(computed)
        finding = Finding(code, message, step.n, claim.player, claim.column, theirs, ours)
        yield _with_cause(finding._replace(severity=CODES[code].severity), cause)

    def _find_cause(
        self, account: Account, step: Step, difference: Amount, divergence: _Divergence | None
    ) -> int:
        index = self.order[step.n]
        last = self.last_claims.get(account, _LastClaim(-1, 0, 0))
        # The cause is kept if the difference has changed: a missing hand may change the value of later hands.
        cause = last.cause if difference else 0
        if not cause and difference not in (0, last.difference):
            missing = (each for each in self.missing if last.place < each[0] <= index)
            before, n = next(missing, (0, 0))
            early = divergence and divergence[0] and self.order[divergence[0].n] < before
            cause = 0 if early else n
        self.last_claims[account] = _LastClaim(index, difference, cause)
        return cause

    def _describe(self, divergence: _Divergence | None) -> Text | str:
        if divergence is None:
            return ""
        ours, claimed = divergence
        theirs = "" if claimed is None else format_amount(claimed)
        if ours is None:
            sentence = N_(
                "; all figures up to the last entry agree, but then the paper continues with {theirs}"
            )
            return text(sentence, theirs=theirs)
        sentence = N_("; the first difference is at entry {n} ({line}): expected {ours}, found {theirs}")
        if claimed is None:
            sentence = N_(
                "; the first difference is at entry {n} ({line}): expected {ours}, but "
                "the paper has no figure there"
            )
        line = entry_label(self.session, self.session.replay.steps[self.order[ours.n]])
        return text(sentence, n=ours.n, line=line, ours=format_amount(ours.amount), theirs=theirs)


class _LastClaim(NamedTuple):
    place: int
    difference: Amount
    cause: int


def claim_sentence(claim: Claim, ours: Amount, theirs: Amount, where: Text | str) -> Text:
    """Return the message about a wrong figure on paper.

    Args:
        ours: the computed total.
        theirs: the total on paper.
        where: a text to append, which says where the column on paper begins to differ, or "".
    """
    assert claim.cell is not None, "a compared claim has a place on the sheet"
    sentence = N_("{player}, {heading}: expected {ours}, found {theirs}, difference {more}{where}")
    if ours == theirs:
        sentence = N_("{player}, {heading}: {ours} is right, but an earlier figure on paper is wrong{where}")
    values = {"player": claim.player, "heading": claim.cell.heading, "where": where}
    totals = {"ours": format_amount(ours), "theirs": format_amount(theirs), "more": signed(theirs - ours)}
    return text(sentence, **values, **totals)


def _check_possible_figures(loaded: LoadedSession) -> Iterator[Finding]:
    if all(entry.kind != "sheet" for entry in loaded.session.entries):
        return
    for claim in find_impossible_claims(loaded.session):
        place: dict[str, Any] = {"player": claim.player, "column": claim.column, "heading": claim.heading}
        sentence = N_("{player}, {heading}: {why}")
        yield make_finding("impossible-figure", sentence, claim.entry, **place, why=claim.text)


def _check_file_faults(loaded: LoadedSession) -> Iterator[Finding]:
    for fault in loaded.faults:
        yield Finding(fault.code, fault.text, fault.entry)


def _check_entries(loaded: LoadedSession) -> Iterator[Finding]:
    steps = loaded.session.replay.steps
    if not any(step.problems for step in steps):
        return
    end = 0
    following = _find_undealt_hands(loaded.session)
    for step in steps:
        if step.problems and step.n not in following:
            yield _report_refused(loaded, step, end)
        if step.state.over and not step.before.over:
            end = step.n
    for cause, run in groupby(following, following.__getitem__):
        yield _report_undealt_hands(cause, list(run))


def _find_undealt_hands(session: Session) -> dict[int, int]:
    deals, game, missed, cause = dict[int, int](), session.game, 0, 0
    for step in session.replay.steps:
        entry = step.entry
        if not isinstance(entry, HandEntry):
            continue
        if entry.dealer is not None:
            missed = 0
        elif step.problems and not step.before.over:
            if missed and not game.play(step.before, _with_dealer_moved(game, step, entry, missed)).problems:
                deals[step.n] = cause
            else:
                cause = step.n
            missed += 1
    return deals


def _with_dealer_moved(game: Game[Any], step: Step, entry: HandEntry, missed: int) -> HandEntry:
    names = [step.before.names[seat] for seat in step.before.seats]
    completed_entry = game.with_dealer(step.before, entry)
    assert isinstance(completed_entry, HandEntry), "a completed hand is a hand"
    assert completed_entry.dealer is not None, "a completed hand has a dealer"
    dealer = names[(names.index(completed_entry.dealer) + missed) % len(names)]
    return completed_entry.model_copy(update={"dealer": dealer})


def _report_undealt_hands(cause: int, entries: Sequence[int]) -> Finding:
    first, last = entries[0], entries[-1]
    sentence = N_(
        "entries {first} to {last} do not count either ({count} hands), because entry {cause} did "
        "not pass the deal to the next player; correct that entry first"
    )
    if len(entries) == 1:
        sentence = N_(
            "entry {first} does not count either, because entry {cause} did not pass the deal to the "
            "next player; correct that entry first"
        )
    return make_finding(BAD_ENTRY, sentence, first, first=first, last=last, count=len(entries), cause=cause)


def _report_refused(loaded: LoadedSession, step: Step, end: int) -> Finding:
    if not step.before.over or step.entry is None or step.entry.kind in COMMON_KINDS:
        return Finding(BAD_ENTRY, not_counted_text(loaded, step.n, step.problems), step.n)
    sentence = N_("entry {n} (line {line}) does not count: {why}; the game ended with entry {ended}")
    if end > step.n:
        sentence = N_(
            "entry {n} (line {line}) does not count: {why}; the game ended with entry {ended}, "
            "which was inserted later"
        )
    why, line = join_file_problems(step.problems), loaded.line_of(step.n)
    finding = make_finding("after-end", sentence, step.n, n=step.n, line=line, why=why, ended=end)
    if len(step.problems) > 1:
        return finding
    return finding._replace(
        again=text(N_("this entry is also after entry {ended}, the end of the game"), ended=end)
    )


_KINDS_WITHOUT_FIGURES = (CheckEntry, DateEntry, End, NoteEntry, PriceEntry, RenameEntry)


def _find_missing_figures(loaded: LoadedSession) -> list[tuple[int, int]]:
    steps = loaded.session.replay.steps
    missing = [
        (index, step.n)
        for index, step in enumerate(steps)
        if step.problems and not isinstance(step.effective.written, _KINDS_WITHOUT_FIGURES)
    ]
    for fault in loaded.faults:
        if fault.code == BAD_ENTRY:
            later = (index for index, step in enumerate(steps) if step.n > fault.entry)
            missing.append((next(later, len(steps)), fault.entry))
    return sorted(missing)


def _with_cause(finding: Finding, cause: int) -> Finding:
    if not cause:
        return finding
    sentence = N_("{said}; the cause is probably entry {n}, which does not count; correct that entry first")
    return finding._replace(message=text(sentence, said=finding.message, n=cause), cause=cause)


def _check_game_remarks(loaded: LoadedSession) -> Iterator[Finding]:
    remarks = loaded.session.game.remarks
    for step in loaded.session.replay.steps:
        if step.entry is not None and not step.problems:
            for found in remarks(step.before, step.entry, step.state):
                yield found._replace(entry=step.n)


_MIN_HAND_TIME = timedelta(minutes=1)
"""Two equal hands within this time are reported, because no hand can be played so fast."""
_NOT_COMPARED = ENVELOPE | {"dealer"}


def _check_dealers(loaded: LoadedSession) -> Iterator[Finding]:
    # The first hand is checked only if the header names the first dealer. Hands next to a lost line or a
    # correction are not checked.
    last = ""
    for step, is_sure in _hands_dealt(loaded):
        if isinstance(step.entry, HandEntry):
            expected = step.before.names[step.before.dealer]
            dealer = step.entry.dealer or expected
            if is_sure and dealer != expected:
                sentence = N_("{claimed} deals this hand, but it is {computed}'s turn")
                if dealer == last:
                    sentence = N_(
                        "{claimed} deals this hand and also dealt the last one, but it is {computed}'s turn"
                    )
                yield make_finding(
                    "deal-out-of-turn", sentence, step.n, player=dealer, claimed=dealer, computed=expected
                )
            last = dealer


def _hands_dealt(loaded: LoadedSession) -> Iterator[tuple[Step, bool]]:
    uncertain = loaded.session.header.dealer is None
    lost = {fault.entry for fault in loaded.faults}
    for step in loaded.session.replay.steps:
        if isinstance(step.effective.written, HandEntry) and not step.problems:
            written = step.effective.written
            inserted = isinstance(written, PlacedEntry) and written.after is not None
            corrected = bool(step.effective.corrected_by) or inserted
            yield step, not (uncertain or corrected or {step.n, step.n - 1} & lost)
            uncertain = corrected


def _check_repeated_hands(loaded: LoadedSession) -> Iterator[Finding]:
    kinds = loaded.session.game.hand_kinds
    last: Entry | None = None
    n = 0
    for step in loaded.session.replay.steps:
        entry = step.entry
        if entry is None or entry.kind not in kinds or step.problems:
            continue
        if last is not None and _is_same_hand(entry, last):
            sentence = N_("entry {n} is the same as entry {last}; if it was entered twice, void one of them")
            yield make_finding("hand-twice", sentence, step.n, n=step.n, last=n)
        last, n = entry, step.n


def _is_same_hand(one: Entry, other: Entry) -> bool:
    if one.kind != other.kind or one.at is None or other.at is None or one.at - other.at > _MIN_HAND_TIME:
        return False
    theirs = other.__dict__
    return all(value == theirs[field] for field, value in one.__dict__.items() if field not in _NOT_COMPARED)


def _check_repeated_sheets(loaded: LoadedSession) -> Iterator[Finding]:
    session = loaded.session
    for n, sentence in find_columns_brought_twice(session.game, session.replay.steps):
        yield Finding("sheet-twice", sentence, n, severity="remark")


def _check_clock(loaded: LoadedSession) -> Iterator[Finding]:
    moment, n = loaded.session.started, 0
    for entry in loaded.session.entries:
        if entry.at is None:
            continue
        if moment is not None and entry.at < moment:
            sentence = N_("the time ({claimed}) is before that of entry {last} ({computed})")
            if not n:
                sentence = N_("the time ({claimed}) is before the game started ({computed})")
            local = moment
            with suppress(OverflowError):  # near year 1 or 9999 a time cannot be converted
                local = moment.astimezone(entry.at.tzinfo)
            message = text(sentence, claimed=Day(entry.at), computed=Day(local), last=n)
            finding = Finding("clock-back", message, entry.n or 0, severity="remark")
            yield finding._replace(claimed=entry.at.isoformat(), computed=moment.isoformat())
        moment, n = entry.at, entry.n or 0


def _check_empty_texts(loaded: LoadedSession) -> Iterator[Finding]:
    if loaded.session.header.note == "":
        yield make_finding("empty-text", N_("the note in line 1 of the file is empty; delete this note"))
    for entry in loaded.session.entries:
        for field in _find_empty_texts(entry):
            sentence = N_("the field {field} is empty; write a text into it")
            yield make_finding("empty-text", sentence, entry.n or 0, field=field)


def _find_empty_texts(entry: Entry) -> Iterator[str]:
    if entry.note == "":
        yield "note"
    if isinstance(entry, NoteEntry) and not entry.text:
        yield "text"
    if isinstance(entry, Adjust) and not entry.reason:
        yield "reason"
    if isinstance(entry, AmendBase):
        yield from _find_empty_texts(entry.with_)


def check_results(loaded: LoadedSession) -> Iterator[Finding]:
    """Yield a finding for each result that was announced at the end, but does not follow from the sheet."""
    session = loaded.session
    altered = any(fault.code in (CHAIN_BROKEN, SEAL_BROKEN) for fault in loaded.faults)
    for index, step in enumerate(session.replay.steps):
        if isinstance(step.entry, End) and step.entry.results and not step.problems:
            cause = next((n for before, n in _find_missing_figures(loaded) if before <= index), 0)
            yield from _compare_results(session, step, step.entry.results, cause, altered=altered)
            yield from _check_sum(step, step.entry.results)


def _compare_results(
    session: Session, step: Step, results: dict[str, int], cause: int, *, altered: bool
) -> Iterator[Finding]:
    players = [step.state.names[player] for player in step.state.seats]
    scaled_results = session.game.scaled_results(step.state)
    exactly = dict(zip(players, scaled_results.exact, strict=True))
    right = whole_results_after(session, step)
    differing = [name for name in results if results[name] != right[name]]
    if not differing:
        return
    loose = not session.game.whole_money(step.state)
    rounded = loose and all(_is_rounding(results[name], exactly[name]) for name in results)
    formula = None if rounded else _find_wrong_formula(session, step, results, right)
    for name in differing:
        claimed, computed = results[name], right[name]
        values: dict[str, Any] = {"player": name, "claimed": claimed, "computed": computed}
        if loose and formula is None and _is_rounding(claimed, exactly[name]):
            sentence = N_(
                "{player}: announced {claimed}, expected {computed}; {exact} was rounded differently"
            )
            exact = format_amount(exactly[name])
            yield make_finding("results-rounded", sentence, step.n, **values, exact=exact)
        else:
            slip = formula if formula or altered or cause else _find_digit_slip(computed, claimed)
            sentence = N_("{player}: expected {computed}, announced {claimed}, difference {difference}{slip}")
            end = text(N_("; most likely: {slip}"), slip=slip) if slip else ""
            values |= {"difference": signed(claimed - computed), "slip": end}
            finding = make_finding("result-mismatch", sentence, step.n, **values)
            yield finding if slip else _with_cause(finding, cause)


def _is_rounding(announced: int, exact: Amount) -> bool:
    return -1 < announced - exact < 1


def _find_wrong_formula(
    session: Session, step: Step, results: dict[str, int], right: dict[str, int]
) -> Text | None:
    if results.keys() != right.keys():
        return None
    announced = [results[name] for name in right]
    if any(announced) and announced == [-each for each in right.values()]:
        return text(N_("plus and minus are swapped in all results"))
    slips = settlement_slips(session.game, step.state)
    return next((slip.text for slip in slips if all(map(_is_rounding, announced, slip.results))), None)


def _find_digit_slip(right: int, wrong: int) -> Text | None:
    if wrong == -right:
        return text(N_("the sign is reversed"))
    if sorted(str(right)) == sorted(str(wrong)):
        return text(N_("two digits were swapped"))
    return None


def _check_sum(step: Step, results: dict[str, int]) -> Iterator[Finding]:
    names = (step.state.names[player] for player in step.state.seats)
    missing = [name for name in names if name not in results]
    total = sum(results.values())
    if missing:
        sentence = N_("the announced results leave out {missing}")
        yield make_finding("results-odd", sentence, step.n, missing=", ".join(missing))
    elif total:
        sentence = N_("the announced results add up to {claimed}, not {computed}: one of them is wrong")
        yield make_finding("results-odd", sentence, step.n, claimed=total, computed=0)


_DOUBTFUL = (b" ", b"\t", b"\r", b"\\", b":-0", b":null")
"""A line without these byte strings is spelled as the program spells it, and need not be parsed."""


def _check_blank_lines(loaded: LoadedSession | LoadedBook) -> Iterator[Finding]:
    lines = loaded.content.removesuffix(b"\n").split(b"\n")
    blank = [n for n, line in enumerate(lines, start=1) if not line.strip()]
    if blank:
        numbers = ", ".join(map(str, blank[:MAX_CANDIDATES])) + (" …" if len(blank) > MAX_CANDIDATES else "")
        yield make_finding("blank-line", N_("blank lines, which change nothing: {lines}"), lines=numbers)


def _check_retyped_lines(loaded: LoadedSession | LoadedBook) -> Iterator[Finding]:
    # Only the program writes `prev`. Blanks, line ends and escapes show whether the line was changed later.
    if not any(mark in loaded.content for mark in _DOUBTFUL):
        return
    for line in loaded.content.split(b"\n"):
        if b'"prev"' in line and any(mark in line for mark in _DOUBTFUL) and (n := _find_retyped_entry(line)):
            sentence = N_(
                "the line has “prev” but is not written as the program does it (blanks, line end, "
                "“null”): it was edited, or another program wrote it"
            )
            yield make_finding("line-retyped", sentence, n)


def _find_retyped_entry(line: bytes) -> int:
    try:
        entry = from_json(line)
    except ValueError:  # not JSON; `_check_file_faults` reports the line
        return 0
    if not isinstance(entry, dict) or (to_json(entry) == line and None not in entry.values()):
        return 0
    n = entry.get("n")
    return n if isinstance(n, int) else 0


def _check_chain(loaded: LoadedSession | LoadedBook) -> Iterator[Finding]:
    # Neighbouring entries share a finding. Entries written by hand before all others are not reported.
    begun = False
    for chained, run in groupby(loaded.session.entries, lambda entry: entry.prev is not None):
        entries = list(run)
        if chained:
            begun = True
        elif begun or _is_by_program(loaded, entries):
            first, last = entries[0].n or 0, entries[-1].n or 0
            sentence = N_(
                "the line has no “prev” (the code of the line above), which the program always writes: "
                "the code was removed, or another program wrote the line"
            )
            if first != last:
                sentence = N_(
                    "the lines up to entry {last} have no “prev” (the code of the line above), which the "
                    "program always writes: the codes were removed, or another program wrote the lines"
                )
            yield make_finding("chain-missing", sentence, first, last=last)


def _check_seal(loaded: LoadedSession) -> Iterator[Finding]:
    # A game that was never ended needs no seal.
    entries = loaded.session.entries
    counting = (step.effective.written for step in loaded.session.replay.steps if step.counts)
    ends = [entry for entry in counting if isinstance(entry, End)]
    if not ends or any(end.seal is not None for end in ends):
        return
    if any(entry.prev is not None for entry in entries) or _is_by_program(loaded, entries):
        sentence = N_(
            "the end of the game has no seal (the code of the whole file), which the program always "
            "writes: the seal was removed, or another program wrote the line"
        )
        yield make_finding("seal-missing", sentence, ends[-1].n or 0)


def _is_by_program(loaded: LoadedSession | LoadedBook, entries: Sequence[Entry]) -> bool:
    header = loaded.session.header
    if (isinstance(header, Header) and header.started is None) or any(entry.at is None for entry in entries):
        return False
    if not loaded.content.startswith(header_line(header)):
        return False
    lines = frozenset(loaded.content.split(b"\n"))
    return all(spell_entry(entry) in lines for entry in entries)


CHECKS: tuple[Callable[[LoadedSession], Iterator[Finding]], ...] = (
    _check_file_faults,
    _check_entries,
    _check_claims,
    check_results,
    _check_dealers,
    _check_repeated_hands,
    _check_repeated_sheets,
    _check_clock,
    _check_empty_texts,
    _check_blank_lines,
    _check_retyped_lines,
    _check_chain,
    _check_seal,
    _check_game_remarks,
    _check_possible_figures,
)


def all_codes() -> dict[str, Code]:
    """Return all codes of findings by name, including those for one game only. Errors come before remarks."""
    of_games = (
        Code(name, mistake, "remark")
        for game in map(get_game, GAMES)
        for name, mistake in game.remarkable.items()
    )
    known = sorted((*CODES.values(), *of_games), key=lambda code: code.severity)
    return {code.name: code for code in known}


def check_session(path: Path, loaded: LoadedSession) -> FileReport:
    """Run all checks on a loaded session file."""
    session = loaded.session
    findings = [finding for check in CHECKS for finding in check(loaded)]
    steps = {step.n: step for step in session.replay.steps} if findings else {}
    for index, finding in enumerate(findings):
        if finding.entry in steps:
            findings[index] = finding._replace(line=entry_label(session, steps[finding.entry]))
    return FileReport(path, session.state.hands, tuple(findings))


def check_book(path: Path, loaded: LoadedBook) -> FileReport:
    """Run the checks on a loaded payment book, and find damaged lines and payments that do not count."""
    findings = [Finding(fault.code, fault.text, fault.entry) for fault in find_book_faults(loaded)]
    remarks = [*_check_blank_lines(loaded), *_check_retyped_lines(loaded), *_check_chain(loaded)]
    return FileReport(path, 0, (*sorted(findings, key=lambda each: each.entry), *remarks))
