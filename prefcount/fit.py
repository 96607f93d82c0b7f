"""Find the rules behind a sheet: the preset and options that agree best with its claims and results.

A candidate is a preset with some options changed. The search replays the sessions with the rules of each
candidate, and compares every figure from paper and every announced result. It starts with the rules in the
header and with all presets. In each turn it changes one more option of the best candidate, or a few options
together. It ends when all figures agree or further changes do not help. For options that are numbers,
`_infer_numbers` calculates from the figures which values are worth trying.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from fractions import Fraction
from hashlib import blake2b
from itertools import chain, combinations, pairwise, zip_longest
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, Phrase, Text, _, override_language, text
from prefcount.base.locale_format import format_money
from prefcount.base.problems import InvalidInput, quote
from prefcount.entries.models import ClaimEntry, End, Entry, HandEntry, Header, RulesEntry
from prefcount.entries.names_and_figures import parse_history
from prefcount.games.game import Cell, Game, flatten_options, nest_options
from prefcount.games.rules import PRESET, OptionInfo, merge_options, preset_word
from prefcount.games.state import State
from prefcount.games.table_entries import replace_fields
from prefcount.ledger import Account, Amount, amount_to_json, format_amount
from prefcount.paper.compare import follows_totals
from prefcount.paper.known_games import SearchBudget, SearchGuard
from prefcount.render.data import Object
from prefcount.render.text import option_text
from prefcount.render.text_cells import signed
from prefcount.session.replay import KINDS_NOT_PLAYED, Claim, claims, column_key, totals
from prefcount.session.session import Session
from prefcount.whatif import RulesComparison, compare_rules, goal_options

_RESULTS_A_FIGURE = 10
"""A wrong result counts as a tenth of a wrong figure, because one wrong figure changes all results."""
_REFUSED_HAND_DISTANCE = 50
"""The distance that a hand adds which the rules do not allow."""

Changes = tuple[tuple[str, Any], ...]
"""Name and value of each option that differs from a preset. Names of nested options contain dots."""


class RulesCandidate(NamedTuple):
    """Rules that the search tries: a preset with some options changed."""

    preset: str
    changes: Changes = ()

    def as_header_rules(self, goal: Mapping[str, Any]) -> dict[str, Any]:
        """Return the rules as the header of a session has them, such as {"preset": "sochi", "target": 20}.

        `goal` is the option that decides how long the game is played, such as {"target": 20}.
        """
        return merge_options({PRESET: self.preset, **goal}, nest_options(dict(self.changes)))


class WrongFigure(NamedTuple):
    """A figure on paper, or an announced result, that differs from the computed one.

    Attributes:
        session: the index of the session among the sessions that are replayed.
        entry: the number of the entry that has the figure from paper.
        player: the name of the player or side.
        column: the column, or "" for an announced result.
        claimed: the total or result on paper.
        computed: the total or result by the rules that are tried.
    """

    session: int
    entry: int
    player: str
    column: str
    claimed: Amount
    computed: Amount


class RefusedHand(NamedTuple):
    """A hand that is impossible by the rules that are tried.

    Attributes:
        session: the index of the session among the sessions that are replayed.
        entry: the number of the hand's entry.
    """

    session: int
    entry: int


class CandidateFit(NamedTuple):
    """The agreement of one candidate with the figures on paper.

    Attributes:
        candidate: the rules that were tried.
        wrong: the number of wrong figures and of hands that these rules refuse. Hands that all presets refuse
            do not count.
        apart: the distance from the figures on paper. Each wrong figure and each refused hand adds to it.
        wrong_figures: the figures on paper that differ from the computed ones.
        refused: the hands that these rules refuse.
        allowed: the number of hands that these rules allow, but the rules in the session's header refuse.
        written: a digest of all computed figures. It is equal for rules that lead to the same figures.
    """

    candidate: RulesCandidate
    wrong: int
    apart: Amount
    wrong_figures: tuple[WrongFigure, ...]
    refused: tuple[RefusedHand, ...]
    allowed: int
    written: bytes


class _ClaimedColumn(NamedTuple):
    entry: int
    player: str
    column: str
    account: Account
    total: Amount
    totals: tuple[Amount, ...] | None
    added: Counter[Amount]
    since: int


class _ClaimedPart(NamedTuple):
    account: Account
    since: int
    until: int
    amounts: tuple[Amount, ...]


class _PlayedEntry(NamedTuple):
    n: int
    entry: Entry
    counts: bool


class _ClaimedGame(NamedTuple):
    header: Header
    names: tuple[str, ...]
    goal: dict[str, Any]
    entries: tuple[_PlayedEntry, ...]
    columns: Mapping[int, Sequence[_ClaimedColumn]]
    results: Mapping[int, tuple[int, Mapping[str, int]]]

    def parts(self) -> Iterator[_ClaimedPart]:
        dotted: dict[Account, tuple[int, _ClaimedColumn]] = {}
        for place, columns in self.columns.items():
            for claim in columns:
                if claim.totals is None:
                    yield _ClaimedPart(claim.account, claim.since, place, tuple(claim.added))
                else:
                    dotted[claim.account] = place, claim
        for account, (places, claim) in dotted.items():
            for place in range(places):
                yield _ClaimedPart(account, place, place + 1, tuple(claim.added))


def _extract_claims(session: Session) -> _ClaimedGame:
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
                    column = _make_claimed_column(step.n, claim, claim.cell, known)
                    claimed.append(column)
                    known[column.account] = column.total, len(entries)
        elif isinstance(entry, End) and entry.results:
            results[len(entries)] = step.n, entry.results
        elif not isinstance(entry, (RulesEntry, End, *KINDS_NOT_PLAYED)):
            entries.append(_PlayedEntry(step.n, entry, step.counts))
    names = session.replay.start.names
    return _ClaimedGame(session.header, names, goal_options(session), tuple(entries), columns, results)


def _make_claimed_column(
    n: int, claim: Claim, cell: Cell, known: Mapping[Account, tuple[Amount, int]]
) -> _ClaimedColumn:
    before, since = known.get(cell.account, (cell.began, 0))
    total = parse_history(claim.figure)[-1]
    totals = claim.totals(cell.began) if claim.is_column else None
    added = Counter([total - before] if totals is None else _amounts_added(totals))
    return _ClaimedColumn(
        n, claim.player, claim.column, cell.account, total=total, totals=totals, added=added, since=since
    )


def _rules_without_end(game: Game[Any], rules: dict[str, Any]) -> dict[str, Any]:
    return rules if game.goal.option in game.make_endless({}) else game.make_endless(rules)


class _ReplayedGame:
    def __init__(self, game: Game[Any], played: _ClaimedGame, candidate: RulesCandidate, index: int) -> None:
        self.allowed, self.refused = 0, list[RefusedHand]()
        self.wrong_figures, self.computed = list[WrongFigure](), list[Any]()
        self.apart: Amount = 0
        self._game, self._index = game, index
        rules = _rules_without_end(game, candidate.as_header_rules(played.goal))
        begun: Any = game.start(played.header.model_copy(update={"rules": rules}))
        self._state: State = begun._replace(names=played.names)
        self.added = defaultdict[Account, dict[int, Amount]](dict)
        self._columns: dict[Account, list[Amount]] = {}
        for place in range(len(played.entries) + 1):
            for claim in played.columns.get(place, ()):
                self._compare_column(claim)
            if place in played.results:
                self._compare_results(*played.results[place])
            if place < len(played.entries):
                self._play(place, played.entries[place])

    def _play(self, place: int, played: _PlayedEntry) -> None:
        n, entry, counts = played
        transition = self._game.play(self._state, entry)
        if transition.problems:
            self.refused.append(RefusedHand(self._index, n))
            self.apart += _REFUSED_HAND_DISTANCE
            if isinstance(entry, HandEntry):  # the hand was played, so the next player deals
                state: Any = self._state
                dealer = state.names.index(entry.dealer) if entry.dealer in state.names else state.dealer
                self._state = state._replace(dealer=state.seats.after(dealer))
            return
        self.allowed += not counts
        sheet = self._state.sheet
        for account, total in totals(sheet, transition.postings, whole_column=entry.kind == "sheet"):
            column = self._columns.setdefault(account, [])
            before = column[-1] if column else sheet[account]
            if total != before:
                column.append(total)
                self.added[account][place] = self.added[account].get(place, 0) + total - before
        self._state = transition.state

    def _compare_column(self, claim: _ClaimedColumn) -> None:
        computed = self._state.sheet[claim.account]
        column = (computed,) if claim.totals is None else tuple(self._columns.get(claim.account, ()))
        self.computed.append(column)
        if claim.totals is None:
            agrees = claim.total == computed
            (added,) = claim.added
            missing = added - self.between(claim.account, claim.since)
            self.apart += max(missing, -missing)
        else:
            agrees = claim.totals == column or follows_totals(column, claim.totals)
            if not agrees:  # compare amounts, because one wrong rule changes all later totals
                ours = Counter(_amounts_added(column))
                self.apart += max(1, ((claim.added - ours) + (ours - claim.added)).total())
        if not agrees:
            place = self._index, claim.entry, claim.player, claim.column
            self.wrong_figures.append(WrongFigure(*place, claim.total, computed))

    def between(self, account: Account, since: int, until: int | None = None) -> Amount:
        added = self.added.get(account, {})
        if until == since + 1:
            return added.get(since, 0)
        end = inf if until is None else until
        return sum(amount for index, amount in added.items() if since <= index < end)

    def _compare_results(self, n: int, announced: Mapping[str, int]) -> None:
        ended = replace_fields(self._state, ended="agreed")  # prizes are paid only if the game is over
        scaled_results = self._game.scaled_results(ended)
        results, in_whole = scaled_results.exact, self._game.whole_results(ended, scaled_results)
        by_rule = self._game.whole_money(ended)  # without a rule, players may round differently
        self.computed.append(results)
        names = [ended.names[player] for player in ended.seats]
        for name, exact, rounded in zip(names, results, in_whole, strict=True):
            claimed = announced.get(name)
            if claimed is not None and claimed != rounded and (by_rule or not -1 < claimed - exact < 1):
                self.apart += Fraction(max(claimed - exact, exact - claimed), _RESULTS_A_FIGURE)
                self.wrong_figures.append(WrongFigure(self._index, n, name, "", claimed, rounded))


def _amounts_added(column: Sequence[Amount]) -> list[Amount]:
    return [after - before for before, after in pairwise((0, *column))]


MAX_TRIED_NUMBERS = 3
"""The number of inferred values that are tried because most amounts in all columns agree with them."""


def _infer_numbers(
    parts: Sequence[Sequence[_ClaimedPart]],
    replays: Sequence[Sequence[_ReplayedGame]],
    numbers: tuple[int, int],
    limits: tuple[int, int],
) -> list[int | None]:
    # If a hand adds 4 with the value 1 and 8 with the value 2, then 12 on paper suggests the value 3.
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
    ranked = [number for number, _votes in sum(votes.values(), Counter[int]()).most_common(MAX_TRIED_NUMBERS)]
    kinds = [next((number for number, _votes in votes[kind].most_common(1)), None) for kind in sorted(votes)]
    return [*ranked, *[None] * (MAX_TRIED_NUMBERS - len(ranked)), *kinds]


MAX_CHANGES = 8
"""The maximum number of changed options of a preset."""
MAX_FEW_CHANGES = 3
"""The best rules with at most this number of changes are also reported, because slips may be likelier."""
MIN_PRESETS = 3
"""The search changes options of at least this number of presets, the best presets first."""
FIGURES_PER_CHANGE = 2
"""The number of figures that a change must correct before it is preferred to no change."""
NEXT_PRESET_TURNS = 4
"""Each turn divisible by this number changes another preset, while no candidate explains all figures."""
MAX_TURNS, MAX_FRUITLESS_TURNS = 40, 14
"""The maximum number of turns of the search, and of turns in a row without a better candidate."""
NUMBERS = (1, 2, 0, 3)
"""The values tried for every numeric option. Other values are inferred from the figures on paper."""
PROBES = ((1, 2), (2, 4))
"""Pairs of values with which games are replayed to infer an option. The first valid pair is used."""
MIN_AMOUNT_RANGE = 9
"""An option is treated as an amount if its largest value exceeds its smallest by at least this number."""
FIT_SECONDS = 30
"""The default time limit of a fit, in seconds."""
MAX_VALUES_IN_VAIN = 3
"""The number of values without effect after which no more values of a numeric option are tried."""


class FitResult(NamedTuple):
    """The result of a search: the rules that agree best with the figures on paper.

    Attributes:
        figures: the number of figures on paper and announced results.
        best: the equally good candidates, the likeliest first. Only the first keeps its `wrong_figures`.
        tried: the number of candidates that were tried.
        own: the result for the rules in the first session's header, or None if these rules are not valid.
        simpler: the best candidate with at most `MAX_FEW_CHANGES` changes, or None if `best[0]` has no more.
        complete: False if the time was over before the search ended.
    """

    figures: int
    best: tuple[CandidateFit, ...]
    tried: int
    own: CandidateFit | None = None
    simpler: CandidateFit | None = None
    complete: bool = True


def fit_rules(sessions: Sequence[Session], budget: SearchBudget) -> FitResult:
    """Find the rules that agree best with the figures on paper.

    Args:
        sessions: sessions of one game that were played by the same rules.
        budget: the time limit of the search.
    """
    games = [_extract_claims(session) for session in sessions]
    figures = sum(len(each) for one in games for each in one.columns.values())
    figures += sum(len(each) for one in games for _n, each in one.results.values())
    if not figures:
        return FitResult(0, (), 0)
    search = _Search(sessions[0], games, budget)
    best = search.best()
    simpler = search.simpler(best)
    if best:
        best = (search.compared(best[0].candidate), *best[1:])
    return FitResult(figures, best, len(search.known), search.own, simpler, complete=not search.over)


class _Search:
    def __init__(self, session: Session, games: Sequence[_ClaimedGame], budget: SearchBudget) -> None:
        self.known: dict[RulesCandidate, CandidateFit | None] = {}
        self.over = False
        self._games, self._game = games, session.game
        game, own_rules = session.game, flatten_options(session.header.rules)
        self._guard = SearchGuard(budget.seconds, budget.stopped)
        self._parts = [tuple(each.parts()) for each in games]
        self._options = list_tried_options(game)
        self._matters: dict[tuple[str, tuple[RefusedHand, ...]], set[str]] = {}
        """The options that had an effect on a candidate, by its preset and its refused hands."""
        self._refused: dict[tuple[RefusedHand, ...], tuple[RefusedHand, ...]] = {}
        self._impossible: frozenset[RefusedHand] = frozenset()
        preset = str(own_rules.get(PRESET, next(iter(game.presets))))
        changes = ((name, _make_hashable(each)) for name, each in own_rules.items() if name in self._options)
        own = RulesCandidate(preset, _sort_changes(changes))
        self._presets = sorted(game.presets, key=lambda name: name != preset)
        self._first = [own, *map(RulesCandidate, self._presets)]
        plain = [frozenset(each.refused) for each in map(self._fit_candidate, self._first) if each]
        self._impossible = frozenset.intersection(*plain) if plain else frozenset()
        self.known.clear()
        self.own = self._fit_candidate(own)

    def compared(self, candidate: RulesCandidate) -> CandidateFit:
        replays = self._replay_games(candidate)
        wrong_figures = tuple(chain.from_iterable(each.wrong_figures for each in replays))
        refused = tuple(chain.from_iterable(each.refused for each in replays))
        return CandidateFit(
            candidate,
            len(wrong_figures) + len(set(refused) - self._impossible),
            sum(each.apart for each in replays),
            wrong_figures,
            refused,
            sum(each.allowed for each in replays),
            blake2b(repr([each.computed for each in replays]).encode(), digest_size=16).digest(),
        )

    def _replay_games(self, candidate: RulesCandidate) -> list[_ReplayedGame]:
        return [_ReplayedGame(self._game, each, candidate, index) for index, each in enumerate(self._games)]

    def best(self) -> tuple[CandidateFit, ...]:
        presets = sorted(filter(None, map(self._fit_candidate, dict.fromkeys(self._first))), key=_distance)
        best, reached, nearest = self._select_best(presets), list[CandidateFit](), presets[:1]
        written, in_vain = set[tuple[str, bytes]](), 0
        for turn in range(MAX_TURNS):
            if in_vain == MAX_FRUITLESS_TURNS or _is_enough(best, presets, reached, turn):
                break
            followed = _pop_next(best[0], presets, reached, turn)
            changed = list(self._change_one_option(followed))
            changed += self._combine_changes(followed, changed)
            best = self._select_best([*best, *changed])
            reached += _distinct_fits(changed, written)
            in_vain += 1
            near = min([*nearest, *reached], key=_distance)
            if _distance(near) < _distance(nearest[0]):
                nearest, in_vain = [near], 0
        best = self._drop_needless(best)
        if best and best[0].candidate.changes and not best[0].wrong:
            # not all candidates with this number of changes were tried yet
            fewer = filter(None, map(self._fit_candidate, _with_fewer(best[0].candidate)))
            best = self._select_best([*best, *chain.from_iterable(map(self._change_one_option, fewer))])
        return self._drop_needless(best)

    def _combine_changes(
        self, fitted: CandidateFit, changed: Sequence[CandidateFit]
    ) -> Iterator[CandidateFit]:
        nearer = sorted((each for each in changed if each.apart < fitted.apart), key=_distance)
        before, best = set(fitted.candidate.changes), nearer[0] if nearer else fitted
        for each in nearer[1:]:
            preset, changes = best.candidate
            taken, new = dict(changes), set(each.candidate.changes) - before
            if any(name in taken for name, _value in new) or len(changes) + len(new) > MAX_CHANGES:
                continue
            both = self._fit_candidate(RulesCandidate(preset, _sort_changes((*changes, *new))))
            if both is not None and _distance(both) < _distance(best):
                best = both
                yield both

    def simpler(self, best: Sequence[CandidateFit]) -> CandidateFit | None:
        if not best or len(best[0].candidate.changes) <= MAX_FEW_CHANGES:
            return None
        tried = [each for each in self.known.values() if each is not None]
        few = [each for each in tried if len(each.candidate.changes) <= MAX_FEW_CHANGES]
        return next(iter(self._select_best(few)), None)

    def _drop_needless(self, best: tuple[CandidateFit, ...]) -> tuple[CandidateFit, ...]:
        while best and len(best[0].candidate.changes) > 1:
            fewer = chain.from_iterable(_with_fewer(each.candidate) for each in best)
            least = self._select_best([*best, *filter(None, map(self._fit_candidate, fewer))])
            if len(least[0].candidate.changes) == len(best[0].candidate.changes):
                break
            best = least
        return best

    def _select_best(self, candidates: Sequence[CandidateFit]) -> tuple[CandidateFit, ...]:
        if not candidates:
            return ()
        least = min((each.wrong, len(each.candidate.changes)) for each in candidates)
        best = [each for each in candidates if (each.wrong, len(each.candidate.changes)) == least]
        return tuple(sorted(best, key=self._sort_key))

    def _sort_key(self, fitted: CandidateFit) -> tuple[Amount, int, int]:
        unusual = sum(not self._options[name].values.get(value) for name, value in fitted.candidate.changes)
        return fitted.apart, unusual, self._presets.index(fitted.candidate.preset)

    def _change_one_option(self, fitted: CandidateFit) -> Iterator[CandidateFit]:
        preset, changes = fitted.candidate
        place = preset, fitted.refused
        mattered, matters = self._matters.get(place), self._matters.setdefault(place, set())
        taken = {name for name, _value in changes}
        groups = {self._options[name].group for name in taken}
        for name, option in self._options.items():
            if name in taken and not option.number:
                continue
            if mattered is not None and option.group not in groups and name not in mattered:
                continue  # this option had no effect, and no other option of its group was changed since
            for changed in self._with_other_values(fitted, name):
                yield changed
                if changed.written != fitted.written:
                    matters.add(name)
                    if not option.number:
                        yield from self._with_numbers(changed, option.group, matters)

    def _with_numbers(self, fitted: CandidateFit, group: str, matters: Set[str]) -> Iterator[CandidateFit]:
        taken = {name for name, _value in fitted.candidate.changes}
        for name, option in self._options.items():
            if option.number and option.group == group and name not in matters | taken:
                yield from self._with_other_values(fitted, name)

    def _with_other_values(self, fitted: CandidateFit, name: str) -> Iterator[CandidateFit]:
        option, in_vain = self._options[name], 0
        for value in option.values:
            for changed in self._fit_new([_with_change(fitted.candidate, name, value)]):
                in_vain += changed.written == fitted.written
                yield changed
            if option.number and in_vain == MAX_VALUES_IN_VAIN:
                return
        if option.number:
            values = self._infer_values(fitted.candidate, name)
            yield from self._fit_new(_with_change(fitted.candidate, name, value) for value in values)

    def _infer_values(self, candidate: RulesCandidate, name: str) -> Iterator[Any]:
        own = self._options[name].own[candidate.preset]
        if not isinstance(own, tuple):
            yield from (each for each in self._infer_number(candidate, name, PROBES) if each is not None)
            return
        columns = [
            self._infer_number(candidate, name, [(number, number + 1)], (own[:index], own[index + 1 :]))
            for index, number in enumerate(own)
        ]
        for numbers in zip_longest(*columns):
            likeliest = (column[0] for column in columns)
            choices = zip(numbers, likeliest, own, strict=True)
            yield tuple(next(each for each in three if each is not None) for three in choices)

    def _infer_number(
        self,
        candidate: RulesCandidate,
        name: str,
        probes: Iterable[tuple[int, int]],
        around: tuple[tuple[int, ...], tuple[int, ...]] | None = None,
    ) -> list[int | None]:
        for less, more in () if self._is_over() else probes:
            with suppress(InvalidInput):
                values = (each if around is None else (*around[0], each, *around[1]) for each in (less, more))
                replays = [self._replay_games(_with_change(candidate, name, value)) for value in values]
                return _infer_numbers(self._parts, replays, (less, more), self._options[name].limits)
        return [None]

    def _fit_new(self, candidates: Iterable[RulesCandidate]) -> Iterator[CandidateFit]:
        for candidate in candidates:
            if candidate not in self.known:
                fitted = self._fit_candidate(candidate)
                if fitted is not None:
                    yield fitted

    def _fit_candidate(self, candidate: RulesCandidate) -> CandidateFit | None:
        if candidate not in self.known and not (self.known and self._is_over()):
            self.known[candidate] = None
            with suppress(InvalidInput):
                fitted = self.compared(candidate)
                refused = self._refused.setdefault(fitted.refused, fitted.refused)
                self.known[candidate] = fitted._replace(wrong_figures=(), refused=refused)
        return self.known.get(candidate)

    def _is_over(self) -> bool:
        self._guard.nodes = len(self.known)
        self.over = self.over or self._guard.is_over()
        return self.over


def _is_enough(
    best: Sequence[CandidateFit], presets: Sequence[CandidateFit], reached: Sequence[CandidateFit], turn: int
) -> bool:
    if not presets and not reached:
        return True
    changes = len(best[0].candidate.changes)
    return not best[0].wrong and (
        not presets or not changes or (turn >= MIN_PRESETS and changes < MAX_FEW_CHANGES)
    )


def _pop_next(
    best: CandidateFit, presets: list[CandidateFit], reached: list[CandidateFit], turn: int
) -> CandidateFit:
    if presets and (not best.wrong or turn < MIN_PRESETS or turn % NEXT_PRESET_TURNS == 0 or not reached):
        return presets.pop(0)

    def sort_key(fitted: CandidateFit) -> tuple[Amount, Amount]:
        changes = FIGURES_PER_CHANGE * len(fitted.candidate.changes)
        return (fitted.wrong if turn % 2 else fitted.apart) + changes, fitted.apart

    followed = min(reached, key=sort_key)
    reached.remove(followed)
    return followed


def _distinct_fits(
    changed: Iterable[CandidateFit], written: set[tuple[str, bytes]]
) -> Iterator[CandidateFit]:
    for fitted in changed:
        place = fitted.candidate.preset, fitted.written
        if place not in written and len(fitted.candidate.changes) < MAX_CHANGES:
            written.add(place)
            yield fitted


def _distance(fitted: CandidateFit) -> tuple[Amount, int]:
    return fitted.apart, fitted.wrong


def _sort_changes(changes: Iterable[tuple[str, Any]]) -> Changes:
    return tuple(sorted(changes, key=lambda change: change[0]))


def _with_change(candidate: RulesCandidate, name: str, value: Any) -> RulesCandidate:
    changes = {**dict(candidate.changes), name: value}
    return RulesCandidate(candidate.preset, _sort_changes(changes.items()))


def _with_fewer(candidate: RulesCandidate) -> Iterator[RulesCandidate]:
    changes = candidate.changes
    return (RulesCandidate(candidate.preset, fewer) for fewer in combinations(changes, len(changes) - 1))


class TriedOption(NamedTuple):
    """An option of the rules that the search changes.

    Attributes:
        group: the key of the group to which the option belongs.
        number: whether the value is an amount or a list of amounts.
        limits: the smallest and the largest valid amount.
        values: for each value to try, whether a preset has this value.
        own: the value of the option in each preset, by the name of the preset.
    """

    group: str
    number: bool
    limits: tuple[int, int]
    values: dict[Any, bool]
    own: dict[str, Any]


def list_tried_options(game: Game[Any]) -> dict[str, TriedOption]:
    """Return the options of a game that the search changes, by name. Options with amounts come first.

    These are all options that affect figures. Those that decide how long the game is played are left out.
    """
    left_out = {PRESET, game.goal.option, *game.make_endless({})}
    tried: dict[str, TriedOption] = {}
    for infos in zip(*(game.options(game.preset(name)) for name in game.presets), strict=True):
        info = infos[0]
        if info.name not in left_out and not (info.group_key == "end" and info.number):
            own = {name: _make_hashable(each.value) for name, each in zip(game.presets, infos, strict=True)}
            tried[info.name] = _make_tried_option(info, own)
    return dict(sorted(tried.items(), key=lambda each: not each[1].number))


def _make_tried_option(info: OptionInfo, own: dict[str, Any]) -> TriedOption:
    least, most = info.limits or (0, 0)
    number = not info.choices and most - least >= MIN_AMOUNT_RANGE
    others: Sequence[Any] = info.choices
    if info.many and not number:
        others = [tuple(range(least, most + 1))]
    elif number and not info.many:
        others = [each for each in NUMBERS if least <= each <= most]
    played = dict.fromkeys((each for each in own.values() if each is not None), True)
    values = {**dict.fromkeys(others, False), **played}
    return TriedOption(info.group_key, number, (least, most), values, own)


def _make_hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


MAX_RULE_SETS = 5
"""The maximum number of equally good sets of rules that are named."""
_ALL = Phrase("{rules}: the only figure agrees", "{rules}: all {count} figures agree")
_ALLOWED = Phrase(
    "these rules allow {count} hand that is impossible by the session's own rules",
    "these rules allow {count} hands that are impossible by the session's own rules",
)
_REST = Phrase("and {count} more set of rules", "and {count} more sets of rules")


class FittedFile(NamedTuple):
    """A session whose rules are searched, and its file.

    Attributes:
        path: the path of the file, or None for the game on the screen.
    """

    path: Path | None
    session: Session

    @property
    def name(self) -> str:
        """The path as text, or “this game” without a path."""
        return _("this game") if self.path is None else quote(self.path)


def fit_lines(files: Sequence[FittedFile], fit: FitResult) -> Iterator[str]:
    """Yield the result of a search as text: the likeliest rules, then figures that still differ from paper.

    For each file, a line tells how the likeliest rules change the results.
    """
    best = fit.best[0]
    yield from _verdict_lines(fit)
    for figure in best.wrong_figures:
        yield _wrong_figure_line(files, figure)
    for hand in best.refused:
        sentence = N_("{path}, entry {n} does not count by these rules")
        yield str(text(sentence, path=files[hand.session].name, n=hand.entry))
    if best.allowed:
        yield str(_ALLOWED.of(best.allowed, {"count": best.allowed}))
    for file in files:
        yield _difference_line(file, best)


def _verdict_lines(fit: FitResult) -> Iterator[str]:
    best = fit.best[0]
    yield _fit_sentence(best, fit.figures)
    for fitted in fit.best[1:MAX_RULE_SETS]:
        sentence = N_("or {rules}, which gives the same figures for these hands")
        if fitted.written != best.written:
            sentence = N_("or {rules}")
        yield str(text(sentence, rules=_rules_text(fitted)))
    if len(fit.best) > MAX_RULE_SETS:
        rest = len(fit.best) - MAX_RULE_SETS
        yield str(_REST.of(rest, {"count": rest}))
    if not fit.complete:
        yield _("the search ended before everything was tried; there may be better rules")
    if fit.simpler is not None:
        sentence = N_("with fewer changed options, {said}")
        yield str(text(sentence, said=_fit_sentence(fit.simpler, fit.figures)))


def _fit_sentence(fitted: CandidateFit, figures: int) -> str:
    values = {"rules": _rules_text(fitted), "count": figures}
    if not fitted.wrong:
        return str(_ALL.of(figures, values))
    sentence = N_("{rules}: {wrong} of {count} figures or hands do not agree")
    return str(text(sentence, **values, wrong=fitted.wrong))


def _rules_text(fitted: CandidateFit) -> str:
    preset = preset_word(fitted.candidate.preset)
    changes = ", ".join(option_text(name, value) for name, value in fitted.candidate.changes)
    if not changes:
        return preset
    return str(text(N_("{convention}, but {changes}"), convention=preset, changes=changes))


def _wrong_figure_line(files: Sequence[FittedFile], figure: WrongFigure) -> str:
    sentence = N_("{path}, entry {n}, {player}, {column}: expected {computed}, found {claimed}")
    if not figure.column:
        sentence = N_("{path}, entry {n}, {player}: expected {computed}, announced {claimed}")
    place = {"path": files[figure.session].name, "n": figure.entry}
    whose = {"player": figure.player, "column": _find_heading(files[figure.session].session, figure)}
    totals = {"computed": format_amount(figure.computed), "claimed": format_amount(figure.claimed)}
    return str(text(sentence, **place, **whose, **totals))


def _find_heading(session: Session, figure: WrongFigure) -> Text | str:
    game, state = session.game, session.state
    cells = (cell for owner in game.owners(state) for cell in game.cells(state, owner.number))
    return next((cell.heading for cell in cells if column_key(state, cell) == figure.column), "")


def _replay_by_fit(file: FittedFile, best: CandidateFit) -> RulesComparison:
    rules = best.candidate.as_header_rules(goal_options(file.session))
    return compare_rules(file.session, _rules_without_end(file.session.game, rules))


def _difference_line(file: FittedFile, best: CandidateFit) -> str:
    other = _replay_by_fit(file, best)
    if not any(other.counted):
        return str(text(N_("{path}: the results are the same as under its own rules"), path=file.name))
    amounts = [
        f"{player} {signed(amount)}" for player, amount in zip(other.players, other.counted, strict=True)
    ]
    if other.money is not None:
        money = (format_money(each, other.currency, signed=True) for each in other.money)
        amounts = [f"{amount} ({paid})" for amount, paid in zip(amounts, money, strict=True)]
    sentence = N_("{path}: compared with its own rules, the results change by {amounts}")
    return str(text(sentence, path=file.name, amounts=", ".join(amounts)))


@override_language("en")
def fit_object(files: Sequence[FittedFile], fit: FitResult) -> Object:
    """Return the object of `fit --json`."""
    best = fit.best[0]
    return {
        "ok": not best.wrong,
        "figures": fit.figures,
        "wrong": best.wrong,
        "complete": fit.complete,
        "fits": [_rules_object(each, best) for each in fit.best],
        "remaining": [_figure_object(files, figure) for figure in best.wrong_figures],
        "refused": [{"path": str(files[hand.session].path), "entry": hand.entry} for hand in best.refused],
        "files": [_file_object(file, best) for file in files],
    }


def _rules_object(fitted: CandidateFit, best: CandidateFit) -> Object:
    preset, changes = fitted.candidate
    return {
        "preset": preset,
        "changes": dict(changes),
        "rules": {"preset": preset, **nest_options(dict(changes))},
        "same": fitted.written == best.written,
    }


def _figure_object(files: Sequence[FittedFile], figure: WrongFigure) -> Object:
    return {
        "path": str(files[figure.session].path),
        "entry": figure.entry,
        "player": figure.player,
        "column": figure.column or None,
        "claimed": amount_to_json(figure.claimed),
        "computed": amount_to_json(figure.computed),
    }


def _file_object(file: FittedFile, best: CandidateFit) -> Object:
    other = _replay_by_fit(file, best)
    exact, money = (
        None if amounts is None else dict(zip(other.players, map(str, amounts), strict=True))
        for amounts in (other.difference, other.money)
    )
    return {"path": str(file.path), "difference": {"exact": exact, "money": money}}
