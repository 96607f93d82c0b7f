"""How well the claims of sessions agree under rules that are not those of their headers.

The hands are replayed by these rules, and the figures compared: of columns as they are added to, and of
results.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from fractions import Fraction
from hashlib import blake2b
from itertools import chain, pairwise
from typing import Any, NamedTuple

from prefcount.entries.common import ClaimEntry, End, Entry, HandEntry, RulesEntry
from prefcount.entries.header import Header
from prefcount.entries.names_and_figures import history_of
from prefcount.games.edited_rules import nested
from prefcount.games.game import Cell, Game
from prefcount.games.rules import PRESET, merged
from prefcount.games.state import State
from prefcount.games.table_entries import replaced
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Account
from prefcount.paper.comparison import same_way
from prefcount.session.claims import Claim, claims
from prefcount.session.replay import NOT_PLAYED, totals
from prefcount.session.session import Session
from prefcount.whatif.whatif import goal_of

_RESULTS_A_FIGURE = 10
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
    """A claim that does not agree under the rules that fit best, in one of the sessions, from 0 on.

    It is of a column, or "" for a result; what is claimed and computed are the last totals.
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
        wrong: how many claims do not agree, and how many hands cannot be that are possible elsewhere.
        apart: how far these claims are from the computed ones.
        left: the claims that do not agree.
        refused: the hands that cannot be, whether they count by their header or not.
        allowed: how many hands can be that do not count by their header.
        written: a digest of everything that was computed; equal rules in these games have equal ones.
    """

    candidate: RulesCandidate
    wrong: int
    apart: Amount
    left: tuple[FigureLeft, ...]
    refused: tuple[RefusedHand, ...]
    allowed: int
    written: bytes


class _ClaimedColumn(NamedTuple):
    """A claim of a column.

    Attributes:
        totals: with dots, the running totals that differ from the one before; else None.
        added: with dots, what each of them adds, with how often; else what was added since `since`.
        since: the number of entries before the claim that stands before it.
    """

    entry: int
    player: str
    column: str
    account: Account
    total: Amount
    totals: tuple[Amount, ...] | None
    added: Counter[Amount]
    since: int


class ClaimedPart(NamedTuple):
    """Amounts, one of which entries have added to a column, from place `since` on and before `until`."""

    account: Account
    since: int
    until: int
    amounts: tuple[Amount, ...]


class _PlayedEntry(NamedTuple):
    """An entry with its number, and whether it counts by the header."""

    n: int
    entry: Entry
    counts: bool


class ClaimedGame(NamedTuple):
    """A session as its entries and its claims at each place.

    Attributes:
        names: what the first players are called now.
        goal: how long it is played, by the header.
        entries: what counts by the header, and hands that it does not allow. Where none is said, a hand has
            the dealer that follows: the header's rules may refuse hands, and lose the deal by that.
        columns: the claims, by the number of entries before them.
        results: announced results, by the number of entries before them, with the number of their entry.
    """

    header: Header
    names: tuple[str, ...]
    goal: dict[str, Any]
    entries: tuple[_PlayedEntry, ...]
    columns: Mapping[int, Sequence[_ClaimedColumn]]
    results: Mapping[int, tuple[int, Mapping[str, int]]]

    def parts(self) -> Iterator[ClaimedPart]:
        """What is claimed to have been added to columns: by each entry of one with dots, else by several."""
        dotted: dict[Account, tuple[int, _ClaimedColumn]] = {}
        for place, columns in self.columns.items():
            for claim in columns:
                if claim.totals is None:
                    yield ClaimedPart(claim.account, claim.since, place, tuple(claim.added))
                else:
                    dotted[claim.account] = place, claim
        for account, (places, claim) in dotted.items():
            for place in range(places):
                yield ClaimedPart(account, place, place + 1, tuple(claim.added))


def taken_apart(session: Session) -> ClaimedGame:
    """The hands of a session and its claims, apart from the rules of its header."""
    game, entries = session.game, list[_PlayedEntry]()
    columns: dict[int, list[_ClaimedColumn]] = {}
    results: dict[int, tuple[int, Mapping[str, int]]] = {}
    known: dict[Account, tuple[Amount, int]] = {}
    for step in session.replay.steps:
        entry = step.entry
        if entry is None or not step.may_count:
            continue
        if isinstance(entry, ClaimEntry):
            claimed = columns.setdefault(len(entries), [])
            for claim in claims(game, step.before, entry.columns):
                if claim.cell is not None:
                    column = _claimed_column(step.n, claim, claim.cell, known)
                    claimed.append(column)
                    known[column.account] = column.total, len(entries)
        elif isinstance(entry, End) and entry.results:
            results[len(entries)] = step.n, entry.results
        elif not isinstance(entry, (RulesEntry, End, *NOT_PLAYED)):
            entries.append(_PlayedEntry(step.n, entry, step.counts))
    names = session.replay.start.names
    return ClaimedGame(session.header, names, goal_of(session), tuple(entries), columns, results)


def _claimed_column(
    n: int, claim: Claim, cell: Cell, known: Mapping[Account, tuple[Amount, int]]
) -> _ClaimedColumn:
    """A claim of entry `n`; of each account it is known what was claimed last, after how many entries."""
    before, since = known.get(cell.account, (cell.began, 0))
    total = history_of(claim.figure)[-1]
    totals = claim.totals(cell.began) if claim.is_column else None
    added = Counter([exact(total - before)] if totals is None else _added(totals))
    return _ClaimedColumn(
        n, claim.player, claim.column, cell.account, total=total, totals=totals, added=added, since=since
    )


def compared(
    game: Game[Any],
    games: Sequence[ClaimedGame],
    candidate: RulesCandidate,
    impossible: Set[RefusedHand] = frozenset(),
) -> Fitted:
    """How well claims agree under these rules; `impossible` hands are nobody's. Raises InvalidInput."""
    again = replayed(game, games, candidate)
    left = tuple(chain.from_iterable(each.left for each in again))
    refused = tuple(chain.from_iterable(each.refused for each in again))
    return Fitted(
        candidate,
        len(left) + len(set(refused) - impossible),
        exact(sum(each.apart for each in again)),
        left,
        refused,
        sum(each.allowed for each in again),
        blake2b(repr([each.stood for each in again]).encode(), digest_size=16).digest(),
    )


def replayed(game: Game[Any], games: Sequence[ClaimedGame], candidate: RulesCandidate) -> list["Replayed"]:
    """All sessions by these rules. Raises InvalidInput if these are none."""
    return [Replayed(game, each, candidate, at) for at, each in enumerate(games)]


def to_the_end(game: Game[Any], rules: dict[str, Any]) -> dict[str, Any]:
    """Rules by which all hands of a game are played, if that leaves the columns where they begin."""
    return rules if game.goal.option in game.unending({}) else game.unending(rules)


class Replayed:
    """One session replayed by other rules, with its claims compared on the way. Raises InvalidInput.

    Attributes:
        added: what each entry adds to a column, by its place from 0 on.
        refused, allowed: the entries that cannot be, and how many can that do not count by the header.
        left, apart: the claims that differ, and how far from what was computed.
        stood: what was computed where something is claimed.
    """

    def __init__(self, game: Game[Any], played: ClaimedGame, candidate: RulesCandidate, at: int) -> None:
        self.allowed, self.refused = 0, list[RefusedHand]()
        self.left, self.stood = list[FigureLeft](), list[Any]()
        self.apart: Amount = 0
        self._game, self._at = game, at
        rules = to_the_end(game, candidate.given(played.goal))
        begun: Any = game.start(played.header.model_copy(update={"rules": rules}))
        self._state: State = begun._replace(names=played.names)
        self.added = defaultdict[Account, dict[int, Amount]](dict)
        self._columns: dict[Account, list[Amount]] = {}
        for place in range(len(played.entries) + 1):
            for claim in played.columns.get(place, ()):
                self._hold_column(claim)
            if place in played.results:
                self._hold_results(*played.results[place])
            if place < len(played.entries):
                self._play(place, played.entries[place])

    def _play(self, place: int, played: _PlayedEntry) -> None:
        n, entry, counts = played
        transition = self._game.play(self._state, entry)
        if transition.problems:
            self.refused.append(RefusedHand(self._at, n))
            self.apart += _UNFIT
            if isinstance(entry, HandEntry):  # at the table it was played: the next player deals
                state: Any = self._state
                dealer = state.names.index(entry.dealer) if entry.dealer in state.names else state.dealer
                self._state = state._replace(dealer=state.seats.after(dealer))
            return
        self.allowed += not counts
        sheet = self._state.sheet
        for account, total in totals(sheet, transition.postings, whole_column=entry.kind == "sheet"):
            column = self._columns.setdefault(account, [])
            stood = column[-1] if column else sheet[account]
            if total != stood:
                column.append(total)
                self.added[account][place] = exact(self.added[account].get(place, 0) + total - stood)
        self._state = transition.state

    def _hold_column(self, claim: _ClaimedColumn) -> None:
        computed = self._state.sheet[claim.account]
        column = (computed,) if claim.totals is None else tuple(self._columns.get(claim.account, ()))
        self.stood.append(column)
        if claim.totals is None:
            agrees = claim.total == computed
            (added,) = claim.added
            more = added - self.between(claim.account, claim.since)
            further = max(more, -more)
        else:
            agrees = claim.totals == column or same_way(column, claim.totals)
            further = 0
            if not agrees:  # what was added counts: a rule that is not the table's changes all totals behind
                ours = Counter(_added(column))
                further = max(1, ((claim.added - ours) + (ours - claim.added)).total())
        self.apart = exact(self.apart + further)
        if not agrees:
            figure = FigureLeft(self._at, claim.entry, claim.player, claim.column, claim.total, computed)
            self.left.append(figure)

    def between(self, account: Account, since: int, until: int | None = None) -> Amount:
        """What entries add to a column: from place `since` on, and before `until`."""
        added = self.added.get(account, {})
        if until == since + 1:
            return added.get(since, 0)
        return exact(sum(each for at, each in added.items() if at >= since and (until is None or at < until)))

    def _hold_results(self, n: int, announced: Mapping[str, int]) -> None:
        ended = replaced(self._state, ended="agreed")  # only a game that is over has its prizes
        scaled_results = self._game.scaled_results(ended)
        results, in_whole = scaled_results.exact, self._game.whole_results(ended, scaled_results)
        by_rule = self._game.whole_money(ended)  # else everybody may round in another way
        self.stood.append(results)
        names = [ended.names[player] for player in ended.seats]
        for name, exactly, rounded in zip(names, results, in_whole, strict=True):
            claimed = announced.get(name)
            if claimed is not None and claimed != rounded and (by_rule or not -1 < claimed - exactly < 1):
                further = Fraction(max(claimed - exactly, exactly - claimed), _RESULTS_A_FIGURE)
                self.apart = exact(self.apart + further)
                self.left.append(FigureLeft(self._at, n, name, "", claimed, rounded))


def _added(column: Sequence[Amount]) -> list[Amount]:
    return [exact(after - before) for before, after in pairwise((exact(0), *column))]


# --- numbers of rules as claimed figures say them ---------------------------------------------------------
#
# What a hand writes is mostly a number of the rules so many times. So two replays, by rules in which that
# number differs, say of each claimed amount by which number it comes about; the one that most amounts come
# about by is that of the table, whatever else is wrong in these rules.

MOST_SAID = 3
"""How many numbers are tried of those that the amounts of all columns say, the most frequent first."""


def numbers_said(
    parts: Sequence[Sequence[ClaimedPart]],
    replays: Sequence[Sequence[Replayed]],
    numbers: tuple[int, int],
    limits: tuple[int, int],
) -> list[int | None]:
    """The numbers within `limits` that most amounts say by the replays with each of two `numbers`.

    Of all columns they are the most frequent ones, and one of each kind of column; None for none.
    """
    (less, more), (least, most) = numbers, limits
    votes = defaultdict[str, Counter[int]](Counter)
    for claimed, one, other in zip(parts, *replays, strict=True):
        for account, since, until, amounts in claimed:
            of_kind, begin = votes[account.column], one.between(account, since, until)
            grows = other.between(account, since, until) - begin
            for amount in amounts if grows else ():
                number, rest = divmod((amount - begin) * (more - less), grows)
                if not rest and least <= less + number <= most:
                    of_kind[less + int(number)] += 1
    ranked = [number for number, _votes in sum(votes.values(), Counter[int]()).most_common(MOST_SAID)]
    kinds = [next((number for number, _votes in votes[kind].most_common(1)), None) for kind in sorted(votes)]
    return [*ranked, *[None] * (MOST_SAID - len(ranked)), *kinds]
