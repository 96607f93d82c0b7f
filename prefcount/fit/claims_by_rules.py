"""How well the claims of sessions agree under rules that are not those of their headers.

The hands are replayed by these rules, and the figures compared: of columns as they are added to, and of
results.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any, NamedTuple

from prefcount.entries.base import Entry
from prefcount.entries.common import ClaimEntry, End, RulesEntry
from prefcount.entries.header import Header
from prefcount.entries.names_and_figures import history_of
from prefcount.games.protocol.game import Game
from prefcount.games.protocol.ruleset import merged
from prefcount.games.protocol.state import State
from prefcount.games.shared.edited_rules import PRESET, nested
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Account
from prefcount.ledger.settle import whole
from prefcount.session.claims import claims
from prefcount.session.replay import NOT_PLAYED, totals
from prefcount.session.session import Session

WHISTS_A_POINT = 10
"""How much less a different result weighs than a figure, since one figure moves all results."""
_UNFIT = 50
"""What a hand that cannot be weighs."""

Changes = tuple[tuple[str, Any], ...]
"""Options that differ from a preset, dotted where they are nested."""


class RulesCandidate(NamedTuple):
    """A preset with some options changed."""

    preset: str
    changes: Changes = ()

    def given(self, goal: Mapping[str, Any]) -> dict[str, Any]:
        """The rules as a header spells them, with the goal of a session."""
        return merged({PRESET: self.preset, **goal}, nested(dict(self.changes)))


class FigureLeft(NamedTuple):
    """A claim that does not agree under the rules that fit best.

    Attributes:
        session: which of the sessions it is of, from 0 on.
        entry: the entry that claims it.
        player, column: whose figure it is; the column is "" for a result.
        claimed, computed: the last totals.
    """

    session: int
    entry: int
    player: str
    column: str
    claimed: Amount
    computed: Amount


class RefusedHand(NamedTuple):
    """A hand that cannot be by some rules: which of the sessions it is of, from 0 on, and its entry."""

    session: int
    entry: int


class Fitted(NamedTuple):
    """How well a candidate agrees.

    Attributes:
        candidate: the rules.
        wrong: how many claims do not agree, and how many hands cannot be that count by their header.
        apart: how far these claims are from the computed ones.
        left: the claims that do not agree.
        refused: the hands that cannot be, whether they count by their header or not.
        allowed: how many hands can be that do not count by their header.
        written: everything that was computed; equal rules in these games have equal ones.
    """

    candidate: RulesCandidate
    wrong: int
    apart: Amount
    left: tuple[FigureLeft, ...]
    refused: tuple[RefusedHand, ...]
    allowed: int
    written: tuple[Any, ...]


class _ClaimedColumn(NamedTuple):
    """A claim of a column: running totals, or a single one."""

    entry: int
    player: str
    column: str
    account: Account
    dotted: bool
    figures: tuple[Amount, ...]


class _PlayedEntry(NamedTuple):
    """An entry with its number, each hand with its dealer, and whether it counts by the header."""

    n: int
    entry: Entry
    counts: bool


class ClaimedGame(NamedTuple):
    """A session as its entries and its claims at each place.

    Attributes:
        names: what the first players are called now.
        goal: how long it is played, by the header.
        entries: what counts by the header, and hands that it does not allow.
        columns: the claims, by the number of entries before them.
        results: announced results, by the number of entries before them, with the number of their entry.
    """

    header: Header
    names: tuple[str, ...]
    goal: dict[str, Any]
    entries: tuple[_PlayedEntry, ...]
    columns: Mapping[int, Sequence[_ClaimedColumn]]
    results: Mapping[int, tuple[int, Mapping[str, int]]]


def taken_apart(session: Session) -> ClaimedGame:
    """The hands of a session and its claims, apart from the rules of its header."""
    game, entries = session.game, list[_PlayedEntry]()
    columns: dict[int, list[_ClaimedColumn]] = {}
    results: dict[int, tuple[int, Mapping[str, int]]] = {}
    for step in session.replay.steps:
        entry = step.entry
        if entry is None or not step.may_count:
            continue
        if isinstance(entry, ClaimEntry):
            found = columns.setdefault(len(entries), [])
            for claim in claims(game, step.before, entry.columns):
                if claim.cell is not None:
                    dotted = isinstance(claim.figure, str) and "." in claim.figure
                    place, stood = claim.cell.account, history_of(claim.figure)
                    found.append(_ClaimedColumn(step.n, claim.player, claim.column, place, dotted, stood))
        elif isinstance(entry, End) and entry.results:
            results[len(entries)] = step.n, entry.results
        elif not isinstance(entry, (RulesEntry, End, *NOT_PLAYED)):
            entries.append(_PlayedEntry(step.n, game.completed_entry(step.before, entry), step.counts))
    goal = game.goal.option
    own = game.spelled(session.state.rules)
    length = {goal: own[goal]} if goal in own else {}
    names = session.replay.start.names
    return ClaimedGame(session.header, names, length, tuple(entries), columns, results)


def compared(game: Game[Any], games: Sequence[ClaimedGame], candidate: RulesCandidate) -> Fitted:
    """How well the claims of all sessions agree under these rules. Raises InvalidInput."""
    again = [_Again(game, each, candidate, at) for at, each in enumerate(games)]
    left = tuple(chain.from_iterable(each.left for each in again))
    return Fitted(
        candidate,
        sum(each.unfit for each in again) + len(left),
        exact(sum(each.apart for each in again)),
        left,
        tuple(chain.from_iterable(each.refused for each in again)),
        sum(each.allowed for each in again),
        tuple(tuple(each.stood) for each in again),
    )


class _Again:
    """One session replayed by other rules, with its claims compared on the way. Raises InvalidInput.

    Attributes:
        unfit: how many entries cannot be by these rules that count by the header.
        refused: the entries that cannot be, whether they count by the header or not.
        allowed: how many entries can be that do not count by the header.
        apart: how far claims are from what was computed.
        left: the claims that differ.
        stood: what was computed where something is claimed.
    """

    def __init__(self, game: Game[Any], played: ClaimedGame, candidate: RulesCandidate, at: int) -> None:
        self.unfit, self.allowed, self.refused = 0, 0, list[RefusedHand]()
        self.left, self.stood = list[FigureLeft](), list[Any]()
        self.apart: Amount = 0
        self._game, self._at = game, at
        rules = game.unending(candidate.given(played.goal))
        begun: Any = game.start(played.header.model_copy(update={"rules": rules}))
        self._state: State = begun._replace(names=played.names)
        self._columns: dict[Account, list[Amount]] = {}
        for place in range(len(played.entries) + 1):
            for claim in played.columns.get(place, ()):
                self._hold_column(claim)
            if place in played.results:
                self._hold_results(*played.results[place])
            if place < len(played.entries):
                self._play(played.entries[place])

    def _play(self, played: _PlayedEntry) -> None:
        n, entry, counts = played
        transition = self._game.play(self._state, entry)
        if transition.problems:
            self.unfit += counts
            self.refused.append(RefusedHand(self._at, n))
            self.apart += _UNFIT
            return
        self.allowed += not counts
        sheet = self._state.sheet
        for account, total in totals(sheet, transition.postings, whole_column=entry.kind == "sheet"):
            column = self._columns.setdefault(account, [])
            if total != (column[-1] if column else sheet[account]):
                column.append(total)
        self._state = transition.state

    def _hold_column(self, claim: _ClaimedColumn) -> None:
        computed = self._state.sheet[claim.account]
        column = tuple(self._columns.get(claim.account, ())) if claim.dotted else (computed,)
        self.stood.append(column)
        further = _apart(claim, column)
        if further:
            self.apart = exact(self.apart + further)
            claimed = claim.figures[-1]
            self.left.append(FigureLeft(self._at, claim.entry, claim.player, claim.column, claimed, computed))

    def _hold_results(self, n: int, announced: Mapping[str, int]) -> None:
        results = self._game.results(self._state)
        self.stood.append(results)
        names = [self._state.names[player] for player in self._state.seats]
        for name, exactly, rounded in zip(names, results, whole(results), strict=True):
            claimed = announced.get(name)
            if claimed is not None and not -1 < claimed - exactly < 1:
                further = Fraction(max(claimed - exactly, exactly - claimed), WHISTS_A_POINT)
                self.apart = exact(self.apart + further)
                self.left.append(FigureLeft(self._at, n, name, "", claimed, rounded))


def _apart(claim: _ClaimedColumn, column: Sequence[Amount]) -> Amount:
    """How far a claim is from what was computed; 0 where it agrees.

    Of a whole column it is what was added that counts, whatever was added before: a rule that is not the
    table's changes some figures, and by that all totals behind them.
    """
    if not claim.dotted:
        difference = claim.figures[-1] - column[-1]
        return max(difference, -difference)
    theirs = tuple(total for before, total in pairwise((exact(0), *claim.figures)) if total != before)
    if theirs == tuple(column) or _on_the_way(theirs, column):
        return 0
    ours, said = Counter(_added(column)), Counter(_added(theirs))
    differing = (ours - said).total() + (said - ours).total()
    return max(differing, 1)


def _on_the_way(claimed: Sequence[Amount], column: Sequence[Amount]) -> bool:
    """Whether a claim has all totals, and what else it has is between two of them: a hand in two figures."""
    theirs, before = iter(claimed), exact(0)
    for total in column:
        least, most = min(before, total), max(before, total)
        if next((each for each in theirs if not least < each < most), None) != total:
            return False
        before = total
    return next(theirs, None) is None


def _added(column: Sequence[Amount]) -> list[Amount]:
    return [exact(after - before) for before, after in pairwise((exact(0), *column))]
