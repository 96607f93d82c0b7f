"""Finding the rules that a table played: those under which the claims of its sessions agree best.

Nothing is guessed from figures: each candidate is a replay of the hands, and its figures are compared.
Presets come first, then one, two and three options away from them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any, NamedTuple

from prefcount.entries.base import Entry
from prefcount.entries.common import Check, End, RulesEntry
from prefcount.entries.figures import history_of
from prefcount.entries.header import Header
from prefcount.games.edited_rules import PRESET, dotted, nested
from prefcount.games.equal_hands import equal_hands_scored_once
from prefcount.games.protocol import Game, State
from prefcount.games.ruleset import merged
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Account
from prefcount.ledger.settle import whole
from prefcount.problems import InvalidInput
from prefcount.session.claims import claims
from prefcount.session.replay import NOT_PLAYED, totals
from prefcount.session.session import Session

MOST_CHANGES = 3
"""How many options of a preset are changed at most."""
FOLLOWED = (12, 6)
"""How many of the best candidates with one changed option, and with two, are changed further."""
NEAREST = 3
"""How many presets are changed first; the others only if nothing explains all figures."""
NUMBERS = (10, 0, 1, 2, 3, 4, 5, 6, 8, 20)
"""What is tried of an option that is a number."""

WHISTS_A_POINT = 10
"""How much less a different result weighs than a figure, since one figure moves all results."""
_UNFIT = 50
"""What a hand that cannot be weighs."""

ENOUGH_IN_VAIN = 3
"""After this many numbers that changed nothing, its own among them, no more are tried of an option."""

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


class Fitted(NamedTuple):
    """How well a candidate agrees.

    Attributes:
        candidate: the rules.
        wrong: how many claims do not agree, and how many hands cannot be.
        apart: how far these claims are from the computed ones.
        left: the claims that do not agree.
        written: everything that was computed; equal rules in these games have equal ones.
    """

    candidate: RulesCandidate
    wrong: int
    apart: Amount
    left: tuple[FigureLeft, ...]
    written: tuple[Any, ...]


class Fit(NamedTuple):
    """The result of a fit.

    Attributes:
        figures: how many claims there are.
        best: the smallest sets of differences from a preset that agree best, the likeliest first.
        tried: how many candidates were replayed.
        own: how well the rules of the first header agree; None where some of the tables cannot play so.
    """

    figures: int
    best: tuple[Fitted, ...]
    tried: int
    own: Fitted | None = None


class _ClaimedColumn(NamedTuple):
    """A claim of a column: running totals, or a single one."""

    entry: int
    player: str
    column: str
    account: Account
    dotted: bool
    figures: tuple[Amount, ...]


class _Game(NamedTuple):
    """A session as its entries and its claims at each place.

    Attributes:
        names: what the first players are called now.
        goal: how long it is played, by the header.
        entries: what counted, each hand with its dealer.
        columns: the claims, by the number of entries before them.
        results: announced results, by the number of entries before them, with the number of their entry.
    """

    header: Header
    names: tuple[str, ...]
    goal: dict[str, Any]
    entries: tuple[Entry, ...]
    columns: Mapping[int, Sequence[_ClaimedColumn]]
    results: Mapping[int, tuple[int, Mapping[str, int]]]


def fit(sessions: Sequence[Session]) -> Fit:
    """The rules under which what is claimed in sessions of one game agrees best.

    Args:
        sessions: at least one, all of the same game.
    """
    game = sessions[0].game
    games = [_taken_apart(session) for session in sessions]
    figures = sum(len(each) for one in games for each in one.columns.values())
    figures += sum(len(each) for one in games for _n, each in one.results.values())
    if not figures:
        return Fit(0, (), 0)
    with equal_hands_scored_once():
        search = _Search(game, games, str(sessions[0].header.rules.get(PRESET, "")))
        best, own = search.best(), None
        with suppress(InvalidInput):
            own = _compared(game, games, _own(sessions[0]))
    return Fit(figures, best, len(search.known), own)


def _own(session: Session) -> RulesCandidate:
    """The rules of a header."""
    own = dotted(session.header.rules)
    preset = str(own.pop(PRESET, next(iter(session.game.presets))))
    bounds = (session.game.goal.option, *session.game.unending({}))
    return RulesCandidate(
        preset, tuple(sorted((name, value) for name, value in own.items() if name not in bounds))
    )


def _taken_apart(session: Session) -> _Game:
    game, entries = session.game, list[Entry]()
    columns: dict[int, list[_ClaimedColumn]] = {}
    results: dict[int, tuple[int, Mapping[str, int]]] = {}
    for step in session.replay.steps:
        entry = step.entry
        if entry is None or not step.counts:
            continue
        if isinstance(entry, Check):
            found = columns.setdefault(len(entries), [])
            for claim in claims(game, step.before, entry.columns):
                if claim.cell is not None:
                    dotted = isinstance(claim.figure, str) and "." in claim.figure
                    place, stood = claim.cell.account, history_of(claim.figure)
                    found.append(_ClaimedColumn(step.n, claim.player, claim.column, place, dotted, stood))
        elif isinstance(entry, End) and entry.results:
            results[len(entries)] = step.n, entry.results
        elif not isinstance(entry, (RulesEntry, End, *NOT_PLAYED)):
            entries.append(game.addressed(step.before, entry))
    goal = game.goal.option
    own = game.spelled(session.state.rules)
    length = {goal: own[goal]} if goal in own else {}
    return _Game(session.header, session.replay.start.names, length, tuple(entries), columns, results)


class _Search:
    """Candidates replayed, each once.

    Attributes:
        known: how well each of them agrees; None where a table cannot play so.
    """

    def __init__(self, game: Game[Any], games: Sequence[_Game], own: str) -> None:
        self.known: dict[RulesCandidate, Fitted | None] = {}
        self._game, self._games, self._own = game, games, own
        self._presets = sorted(game.presets, key=lambda name: name != own)
        self._options = options_tried(game)
        self._matters: set[tuple[str, str]] = set()

    def best(self) -> tuple[Fitted, ...]:
        """The best ones with the fewest changes, the likeliest first."""
        level = list(self._fitted(map(RulesCandidate, self._presets)))
        best = self._least(level)
        for changes in range(1, MOST_CHANGES + 1):
            if best and not best[0].wrong:
                break
            if changes == 1:
                near = sorted(level, key=lambda each: (each.apart, each.wrong))
                groups = [near[:NEAREST], near[NEAREST:]]
            else:
                groups = [self._promising(level, FOLLOWED[changes - 2])]
            level = []
            for followed in groups:
                if not best or best[0].wrong:
                    level += chain.from_iterable(map(self._changed, followed))
                    best = self._least([*best, *level])
        return best

    def _least(self, found: Sequence[Fitted]) -> tuple[Fitted, ...]:
        """Those with the fewest wrong figures; of these the ones with the fewest changes."""
        if not found:
            return ()
        least = min((each.wrong, len(each.candidate.changes)) for each in found)
        best = [each for each in found if (each.wrong, len(each.candidate.changes)) == least]
        return tuple(sorted(best, key=self._unlikely))

    def _unlikely(self, fitted: Fitted) -> tuple[Amount, int, int]:
        """An order in which likelier rules come first: the preset of the header, values that presets have."""
        strange = sum(not self._options[name].values.get(value) for name, value in fitted.candidate.changes)
        return fitted.apart, strange, self._presets.index(fitted.candidate.preset)

    def _promising(self, level: Sequence[Fitted], most: int) -> list[Fitted]:
        """Some candidates to be changed further; of those that write the same one is enough."""
        chosen: dict[tuple[str, tuple[Any, ...]], Fitted] = {}
        for each in sorted(level, key=lambda each: (each.apart, each.wrong)):
            chosen.setdefault((each.candidate.preset, each.written), each)
        by_distance = list(chosen.values())[:most]
        by_number = sorted(chosen.values(), key=lambda each: (each.wrong, each.apart))[: most // 2]
        return list(dict.fromkeys([*by_distance, *by_number]))

    def _changed(self, fitted: Fitted) -> Iterator[Fitted]:
        """The candidate with one more option changed."""
        preset, changes = fitted.candidate
        taken = {name for name, _value in changes}
        groups = {self._options[name].group for name in taken}
        for name, option in self._options.items():
            if name in taken:
                continue
            if taken and option.group not in groups and (preset, name) not in self._matters:
                continue  # it wrote nothing of its own, and nothing that belongs to it was changed since
            in_vain = 0
            for value in option.values:
                candidate = RulesCandidate(preset, tuple(sorted((*changes, (name, value)))))
                for each in self._fitted([candidate]):
                    if each.written != fitted.written:
                        self._matters.add((preset, name))
                    in_vain += each.written == fitted.written
                    yield each
                if option.number and in_vain == ENOUGH_IN_VAIN:
                    break

    def _fitted(self, candidates: Iterable[RulesCandidate]) -> Iterator[Fitted]:
        for candidate in candidates:
            if candidate not in self.known:
                self.known[candidate] = None
                with suppress(InvalidInput):
                    found = _compared(self._game, self._games, candidate)
                    self.known[candidate] = found
                    yield found


class OptionTried(NamedTuple):
    """The values of an option to be tried, each with whether a preset has it."""

    group: str
    number: bool
    values: dict[Any, bool]


def options_tried(game: Game[Any]) -> dict[str, OptionTried]:
    """What is tried of each option that writes figures: all its values, or some numbers."""
    left_out = {PRESET, game.goal.option, *game.unending({})}
    presets = [game.options(game.preset(name)) for name in game.presets]
    found: dict[str, OptionTried] = {}
    for infos in zip(*presets, strict=True):
        info = infos[0]
        if info.name in left_out or info.many or (info.group_key == "end" and info.number):
            continue
        played = dict.fromkeys((each.value for each in infos if each.value is not None), True)
        others: Sequence[Any] = info.choices
        if info.limits is not None and not others:
            others = [each for each in NUMBERS if info.limits[0] <= each <= info.limits[1]]
        values = {**dict.fromkeys(others, False), **played}
        found[info.name] = OptionTried(info.group_key, not info.choices, values)
    return found


def _compared(game: Game[Any], games: Sequence[_Game], candidate: RulesCandidate) -> Fitted:
    """How well the claims of all sessions agree under these rules. Raises InvalidInput."""
    again = [_Again(game, each, candidate, at) for at, each in enumerate(games)]
    left = tuple(chain.from_iterable(each.left for each in again))
    return Fitted(
        candidate,
        sum(each.unfit for each in again) + len(left),
        exact(sum(each.apart for each in again)),
        left,
        tuple(tuple(each.stood) for each in again),
    )


class _Again:
    """One session replayed by other rules, with its claims compared on the way. Raises InvalidInput.

    Attributes:
        unfit: how many entries cannot be by these rules.
        apart: how far claims are from what was computed.
        left: the claims that differ.
        stood: what was computed where something is claimed.
    """

    def __init__(self, game: Game[Any], played: _Game, candidate: RulesCandidate, at: int) -> None:
        self.unfit, self.left, self.stood = 0, list[FigureLeft](), list[Any]()
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

    def _play(self, entry: Entry) -> None:
        turn = self._game.play(self._state, entry)
        if turn.problems:
            self.unfit += 1
            self.apart += _UNFIT
            return
        sheet = self._state.sheet
        for account, total in totals(sheet, turn.postings, whole_column=entry.kind == "sheet"):
            column = self._columns.setdefault(account, [])
            if total != (column[-1] if column else sheet[account]):
                column.append(total)
        self._state = turn.state

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
