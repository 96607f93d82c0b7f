"""Finding the rules that a table played: those under which the claims of its sessions agree best.

Each candidate is a replay of the hands, and its figures are compared. Presets come first, then one option
away from them, two, three, and more as long as that helps. Numbers are those that the claimed figures say.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import suppress
from itertools import chain, combinations, zip_longest
from typing import Any, NamedTuple

from prefcount.base.problems import InvalidInput
from prefcount.fit.claims_by_rules import (
    ClaimedGame,
    Fitted,
    RefusedHand,
    RulesCandidate,
    compared,
    numbers_said,
    replayed,
    taken_apart,
)
from prefcount.games.edited_rules import dotted
from prefcount.games.game import Game
from prefcount.games.rules import PRESET, OptionInfo
from prefcount.ledger.amount import Amount, exact
from prefcount.paper.watch import SearchBudget, Watch
from prefcount.session.session import Session

MOST_CHANGES = 8
"""How many options of a preset are changed at most."""
FEW_CHANGES = 3
"""What agrees best with so many changes is named, too, where more agree better: slips may be likelier."""
NEAREST = 3
"""How many presets are changed in any case."""
A_CHANGE = 2
"""Figures that a change has to mend to be followed before candidates without it."""
FAR = 4
"""Each so many turns a preset that is further away is changed, while nothing explains all figures."""
MOST_FOLLOWED, PATIENCE = 40, 14
"""How many candidates are changed further, and how many in turn without coming nearer."""
NUMBERS = (1, 2, 0, 3)
"""What is tried of every option that is a number; what else it may be is read from the claimed figures."""
PROBES = ((1, 2), (2, 4))
"""Two numbers of an option, by which the claimed figures say what it is; others where these cannot be."""
MOST_LEVELS = 9
"""A list of so many values is one of levels; others are of amounts."""
FIT_SECONDS = 30
"""How long rules are looked for unless somebody says it."""
ENOUGH_IN_VAIN = 3
"""After this many numbers that changed nothing, its own among them, no more are tried of an option."""


class Fit(NamedTuple):
    """The result of a fit.

    Attributes:
        best: the smallest sets of differences from a preset that agree best, the likeliest first; only the
            first one has what it leaves.
        tried: how many candidates were replayed.
        own: how well the rules of the first header agree; None where some of the tables cannot play so.
        simpler: what agrees best of those with few changes, where `best` has more; else None.
        complete: whether everything was tried; else this is what was found until the time was over.
    """

    figures: int
    best: tuple[Fitted, ...]
    tried: int
    own: Fitted | None = None
    simpler: Fitted | None = None
    complete: bool = True


def fit(sessions: Sequence[Session], budget: SearchBudget) -> Fit:
    """The rules under which what is claimed in sessions of one game agrees best, as far as time allows."""
    games = [taken_apart(session) for session in sessions]
    figures = sum(len(each) for one in games for each in one.columns.values())
    figures += sum(len(each) for one in games for _n, each in one.results.values())
    if not figures:
        return Fit(0, (), 0)
    search = _Search(sessions[0], games, budget)
    best = search.best()
    simpler = search.simpler(best)
    if best:
        best = (search.compared(best[0].candidate), *best[1:])
    return Fit(figures, best, len(search.known), search.own, simpler, complete=not search.over)


class _Search:
    """Candidates replayed, each once.

    Attributes:
        known: how well each of them agrees, without what it leaves; None where a table cannot play so.
        own: how well the rules of the first header agree.
        over: whether the time is over.
    """

    def __init__(self, session: Session, games: Sequence[ClaimedGame], budget: SearchBudget) -> None:
        self.known: dict[RulesCandidate, Fitted | None] = {}
        self.over = False
        self._games, self._game = games, session.game
        game, own_rules = session.game, dotted(session.header.rules)
        self._watch = Watch(budget.seconds, budget.stopped)
        self._parts = [tuple(each.parts()) for each in games]
        self._options = options_tried(game)
        self._matters: dict[tuple[str, tuple[RefusedHand, ...]], set[str]] = {}
        """The options that changed what a preset writes, by the hands that it refuses."""
        self._refused: dict[tuple[RefusedHand, ...], tuple[RefusedHand, ...]] = {}
        self._impossible: frozenset[RefusedHand] = frozenset()
        preset = str(own_rules.get(PRESET, next(iter(game.presets))))
        changes = sorted((name, _fixed(value)) for name, value in own_rules.items() if name in self._options)
        own = RulesCandidate(preset, tuple(changes))
        self._presets = sorted(game.presets, key=lambda name: name != preset)
        self._first = [own, *map(RulesCandidate, self._presets)]
        plain = [frozenset(each.refused) for each in map(self._known, self._first) if each]
        self._impossible = frozenset.intersection(*plain) if plain else frozenset()
        self.known.clear()
        self.own = self._known(own)

    def compared(self, candidate: RulesCandidate) -> Fitted:
        """How well a candidate agrees, and what it leaves. Raises InvalidInput."""
        return compared(self._game, self._games, candidate, self._impossible)

    def best(self) -> tuple[Fitted, ...]:
        """The best ones with the fewest changes, the likeliest first."""
        presets = sorted(filter(None, map(self._known, dict.fromkeys(self._first))), key=_distance)
        best, reached, nearest = self._least(presets), list[Fitted](), presets[:1]
        written, in_vain = set[tuple[str, bytes]](), 0
        for turn in range(MOST_FOLLOWED):
            if in_vain == PATIENCE or _is_enough(best, presets, reached, turn):
                break
            followed = _next_followed(best[0], presets, reached, turn)
            changed = list(self._changed(followed))
            changed += self._together(followed, changed)
            best = self._least([*best, *changed])
            reached += _written_first(changed, written)
            in_vain += 1
            near = min([*nearest, *reached], key=_distance)
            if _distance(near) < _distance(nearest[0]):
                nearest, in_vain = [near], 0
        best = self._without_needless(best)
        if best and best[0].candidate.changes and not best[0].wrong:
            # what explains as much, where not all with so many changes were tried
            fewer = filter(None, map(self._known, _with_fewer(best[0].candidate)))
            best = self._least([*best, *chain.from_iterable(map(self._changed, fewer))])
        return self._without_needless(best)

    def _together(self, fitted: Fitted, changed: Sequence[Fitted]) -> Iterator[Fitted]:
        """The nearest of changed candidates with the changes of the others, as long as each of them helps."""
        nearer = sorted((each for each in changed if each.apart < fitted.apart), key=_distance)
        before, best = set(fitted.candidate.changes), nearer[0] if nearer else fitted
        for each in nearer[1:]:
            preset, changes = best.candidate
            taken, new = dict(changes), set(each.candidate.changes) - before
            if any(name in taken for name, _value in new) or len(changes) + len(new) > MOST_CHANGES:
                continue
            both = self._known(RulesCandidate(preset, _in_order((*changes, *new))))
            if both is not None and _distance(both) < _distance(best):
                best = both
                yield both

    def simpler(self, best: Sequence[Fitted]) -> Fitted | None:
        """What agrees best with few changes, if the best ones have more."""
        if not best or len(best[0].candidate.changes) <= FEW_CHANGES:
            return None
        tried = [each for each in self.known.values() if each is not None]
        few = [each for each in tried if len(each.candidate.changes) <= FEW_CHANGES]
        return next(iter(self._least(few)), None)

    def _without_needless(self, best: tuple[Fitted, ...]) -> tuple[Fitted, ...]:
        """The same with fewer changes: of several, some may have been steps on the way only."""
        while best and len(best[0].candidate.changes) > 1:
            fewer = chain.from_iterable(_with_fewer(each.candidate) for each in best)
            least = self._least([*best, *filter(None, map(self._known, fewer))])
            if len(least[0].candidate.changes) == len(best[0].candidate.changes):
                break
            best = least
        return best

    def _least(self, candidates: Sequence[Fitted]) -> tuple[Fitted, ...]:
        """Those with the fewest wrong figures; of these the ones with the fewest changes."""
        if not candidates:
            return ()
        least = min((each.wrong, len(each.candidate.changes)) for each in candidates)
        best = [each for each in candidates if (each.wrong, len(each.candidate.changes)) == least]
        return tuple(sorted(best, key=self._unlikely))

    def _unlikely(self, fitted: Fitted) -> tuple[Amount, int, int]:
        """An order in which likelier rules come first: the preset of the header, values that presets have."""
        strange = sum(not self._options[name].values.get(value) for name, value in fitted.candidate.changes)
        return fitted.apart, strange, self._presets.index(fitted.candidate.preset)

    def _changed(self, fitted: Fitted) -> Iterator[Fitted]:
        """The candidate with one more option changed, or with another number for one that is.

        Where a word brings a number into play, it is changed with that number.
        """
        preset, changes = fitted.candidate
        place = preset, fitted.refused
        mattered, matters = self._matters.get(place), self._matters.setdefault(place, set())
        taken = {name for name, _value in changes}
        groups = {self._options[name].group for name in taken}
        for name, option in self._options.items():
            if name in taken and not option.number:
                continue
            if mattered is not None and option.group not in groups and name not in mattered:
                continue  # it wrote nothing of its own, and nothing that belongs to it was changed since
            for changed in self._with_other(fitted, name):
                yield changed
                if changed.written != fitted.written:
                    matters.add(name)
                    if not option.number:
                        yield from self._with_numbers(changed, option.group, matters)

    def _with_numbers(self, fitted: Fitted, group: str, matters: Set[str]) -> Iterator[Fitted]:
        """The candidate with numbers of the group that did not matter before its last change."""
        taken = {name for name, _value in fitted.candidate.changes}
        for name, option in self._options.items():
            if option.number and option.group == group and name not in matters | taken:
                yield from self._with_other(fitted, name)

    def _with_other(self, fitted: Fitted, name: str) -> Iterator[Fitted]:
        """The candidate with other values of an option; with some numbers, and such as are claimed."""
        option, in_vain = self._options[name], 0
        for value in option.values:
            for changed in self._fitted([_with(fitted.candidate, name, value)]):
                in_vain += changed.written == fitted.written
                yield changed
            if option.number and in_vain == ENOUGH_IN_VAIN:
                return
        if option.number:
            values = self._said(fitted.candidate, name)
            yield from self._fitted(_with(fitted.candidate, name, value) for value in values)

    def _said(self, candidate: RulesCandidate, name: str) -> Iterator[Any]:
        """The values of an option of numbers that the claimed figures say."""
        own = self._options[name].own[candidate.preset]
        if not isinstance(own, tuple):
            yield from (each for each in self._numbers(candidate, name, PROBES) if each is not None)
            return
        columns = [
            self._numbers(candidate, name, [(number, number + 1)], (own[:at], own[at + 1 :]))
            for at, number in enumerate(own)
        ]
        for numbers in zip_longest(*columns):  # of a number that was not asked for any more nothing is said
            likeliest = (column[0] for column in columns)
            choices = zip(numbers, likeliest, own, strict=True)
            yield tuple(next(each for each in three if each is not None) for three in choices)

    def _numbers(
        self,
        candidate: RulesCandidate,
        name: str,
        probes: Iterable[tuple[int, int]],
        around: tuple[tuple[int, ...], tuple[int, ...]] | None = None,
    ) -> list[int | None]:
        """What the claimed figures say of a number, alone or with others `around` it in a list."""
        for less, more in () if self._is_over() else probes:
            with suppress(InvalidInput):
                values = (each if around is None else (*around[0], each, *around[1]) for each in (less, more))
                replays = [
                    replayed(self._game, self._games, _with(candidate, name, value)) for value in values
                ]
                return numbers_said(self._parts, replays, (less, more), self._options[name].limits)
        return [None]

    def _fitted(self, candidates: Iterable[RulesCandidate]) -> Iterator[Fitted]:
        """Those of the candidates that are new, as far as a table can play so."""
        for candidate in candidates:
            if candidate not in self.known:
                fitted = self._known(candidate)
                if fitted is not None:
                    yield fitted

    def _known(self, candidate: RulesCandidate) -> Fitted | None:
        if candidate not in self.known and not (self.known and self._is_over()):
            self.known[candidate] = None
            with suppress(InvalidInput):
                fitted = self.compared(candidate)
                refused = self._refused.setdefault(fitted.refused, fitted.refused)
                self.known[candidate] = fitted._replace(left=(), refused=refused)
        return self.known.get(candidate)

    def _is_over(self) -> bool:
        self._watch.nodes = len(self.known)
        self.over = self.over or self._watch.is_over()
        return self.over


def _is_enough(
    best: Sequence[Fitted], presets: Sequence[Fitted], reached: Sequence[Fitted], turn: int
) -> bool:
    """Whether nothing is left to be changed, or the best explains all figures with few enough changes."""
    if not presets and not reached:
        return True
    changes = len(best[0].candidate.changes)
    return not best[0].wrong and (not presets or not changes or (turn >= NEAREST and changes < FEW_CHANGES))


def _next_followed(best: Fitted, presets: list[Fitted], reached: list[Fitted], turn: int) -> Fitted:
    """What is changed next, taken out of where it stands: the nearest presets, then what promises most.

    In turns those promise most that leave the least amounts, and those that leave the fewest figures wrong.
    """
    if presets and (not best.wrong or turn < NEAREST or turn % FAR == 0 or not reached):
        return presets.pop(0)

    def left(fitted: Fitted) -> tuple[Amount, Amount]:
        # a change that is the table's mends more than one figure
        changes = A_CHANGE * len(fitted.candidate.changes)
        return exact((fitted.wrong if turn % 2 else fitted.apart) + changes), fitted.apart

    followed = min(reached, key=left)
    reached.remove(followed)
    return followed


def _written_first(changed: Iterable[Fitted], written: set[tuple[str, bytes]]) -> Iterator[Fitted]:
    """The candidates to be changed further: of those that write the same the first, noted in `written`."""
    for fitted in changed:
        place = fitted.candidate.preset, fitted.written
        if place not in written and len(fitted.candidate.changes) < MOST_CHANGES:
            written.add(place)
            yield fitted


def _distance(fitted: Fitted) -> tuple[Amount, int]:
    return fitted.apart, fitted.wrong


def _in_order(changes: Iterable[tuple[str, Any]]) -> tuple[tuple[str, Any], ...]:
    """Changes by the names of their options."""
    return tuple(sorted(changes, key=lambda change: change[0]))


def _with(candidate: RulesCandidate, name: str, value: Any) -> RulesCandidate:
    """A candidate with an option changed, whatever it was."""
    changes = {**dict(candidate.changes), name: value}
    return RulesCandidate(candidate.preset, _in_order(changes.items()))


def _with_fewer(candidate: RulesCandidate) -> Iterator[RulesCandidate]:
    """A candidate without one of its changes, each in turn."""
    changes = candidate.changes
    return (RulesCandidate(candidate.preset, fewer) for fewer in combinations(changes, len(changes) - 1))


class OptionTried(NamedTuple):
    """What is tried of an option.

    Attributes:
        number: whether it is an amount, or a list of such, so that claimed figures may say others.
        limits: of such a number.
        values: those that are tried in any case, each with whether a preset has it.
        own: the value of each preset.
    """

    group: str
    number: bool
    limits: tuple[int, int]
    values: dict[Any, bool]
    own: dict[str, Any]


def options_tried(game: Game[Any]) -> dict[str, OptionTried]:
    """What is tried of each option that writes figures, numbers first."""
    left_out = {PRESET, game.goal.option, *game.unending({})}
    presets = [game.options(game.preset(name)) for name in game.presets]
    tried: dict[str, OptionTried] = {}
    for infos in zip(*presets, strict=True):
        info = infos[0]
        if info.name not in left_out and not (info.group_key == "end" and info.number):
            own = {name: _fixed(each.value) for name, each in zip(game.presets, infos, strict=True)}
            tried[info.name] = _option_tried(info, own)
    return dict(sorted(tried.items(), key=lambda each: not each[1].number))


def _option_tried(info: OptionInfo, own: dict[str, Any]) -> OptionTried:
    """What is tried of an option that has these values in the presets."""
    least, most = info.limits or (0, 0)
    number = not info.choices and most - least >= MOST_LEVELS
    others: Sequence[Any] = info.choices
    if info.many and not number:
        others = [tuple(range(least, most + 1))]
    elif number and not info.many:
        others = [each for each in NUMBERS if least <= each <= most]
    played = dict.fromkeys((each for each in own.values() if each is not None), True)
    values = {**dict.fromkeys(others, False), **played}
    return OptionTried(info.group_key, number, (least, most), values, own)


def _fixed(value: Any) -> Any:
    """A value that does not change, lists included."""
    return tuple(value) if isinstance(value, list) else value
