"""Finding the rules that a table played: those under which the claims of its sessions agree best.

Nothing is guessed from figures: each candidate is a replay of the hands, and its figures are compared.
Presets come first, then one option away from them, two, three, and more as long as that helps.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, combinations
from typing import Any, NamedTuple

from prefcount.audit.claims_by_rules import (
    ClaimedGame,
    Fitted,
    RefusedHand,
    RulesCandidate,
    compared,
    taken_apart,
)
from prefcount.games.edited_rules import PRESET, dotted
from prefcount.games.protocol import Game
from prefcount.ledger.amount import Amount
from prefcount.problems import InvalidInput
from prefcount.session.session import Session

MOST_CHANGES = 8
"""How many options of a preset are changed at most."""
FOLLOWED = (12, 6, 4)
"""How many of the best candidates with one changed option, with two, and with more are changed further."""
FEW_CHANGES = 3
"""So many changes are tried whatever comes of them; more only while figures come nearer by two of them."""
NEAREST = 3
"""How many presets are changed first; the others only if nothing explains all figures."""
NUMBERS = (10, 0, 1, 2, 3, 4, 5, 6, 8, 20)
"""What is tried of an option that is a number."""

ENOUGH_IN_VAIN = 3
"""After this many numbers that changed nothing, its own among them, no more are tried of an option."""


class Fit(NamedTuple):
    """The result of a fit.

    Attributes:
        figures: how many claims there are.
        best: the smallest sets of differences from a preset that agree best, the likeliest first.
        tried: how many candidates were replayed.
        own: how well the rules of the first header agree; None where some of the tables cannot play so.
        simpler: what agrees best of those with few changes, where `best` has more; else None.
    """

    figures: int
    best: tuple[Fitted, ...]
    tried: int
    own: Fitted | None = None
    simpler: Fitted | None = None


def fit(sessions: Sequence[Session], stopped: Callable[[], bool] = lambda: False) -> Fit:
    """The rules under which what is claimed in sessions of one game agrees best.

    Args:
        sessions: at least one, all of the same game.
        stopped: asked before each candidate whether nobody waits any longer; then what was found so far is
            the best.
    """
    game = sessions[0].game
    games = [taken_apart(session) for session in sessions]
    figures = sum(len(each) for one in games for each in one.columns.values())
    figures += sum(len(each) for one in games for _n, each in one.results.values())
    if not figures:
        return Fit(0, (), 0)
    search = _Search(game, games, str(sessions[0].header.rules.get(PRESET, "")), stopped)
    best, own = search.best(), None
    with suppress(InvalidInput):
        own = compared(game, games, _own(sessions[0]))
    return Fit(figures, best, len(search.known), own, search.simpler(best))


def _own(session: Session) -> RulesCandidate:
    """The rules of a header."""
    own = dotted(session.header.rules)
    preset = str(own.pop(PRESET, next(iter(session.game.presets))))
    bounds = (session.game.goal.option, *session.game.unending({}))
    return RulesCandidate(
        preset, tuple(sorted((name, value) for name, value in own.items() if name not in bounds))
    )


class _Search:
    """Candidates replayed, each once.

    Attributes:
        known: how well each of them agrees; None where a table cannot play so.
    """

    def __init__(
        self, game: Game[Any], games: Sequence[ClaimedGame], own: str, stopped: Callable[[], bool]
    ) -> None:
        self.known: dict[RulesCandidate, Fitted | None] = {}
        self._game, self._games, self._stopped = game, games, stopped
        self._presets = sorted(game.presets, key=lambda name: name != own)
        self._options = options_tried(game)
        self._matters: dict[tuple[str, tuple[RefusedHand, ...]], set[str]] = {}
        """The options that changed what a preset writes, by the hands that it refuses."""

    def best(self) -> tuple[Fitted, ...]:
        """The best ones with the fewest changes, the likeliest first."""
        level = list(self._fitted(map(RulesCandidate, self._presets)))
        best = self._least(level)
        near = sorted(level, key=_distance)
        groups, nearest = [near[:NEAREST], near[NEAREST:]], list[Amount]()
        for changes in range(1, MOST_CHANGES + 1):
            if not near or (changes > FEW_CHANGES and near[0].apart >= nearest[-2]):
                break
            nearest.append(near[0].apart)
            level = []
            for followed in groups:
                if not best or best[0].wrong:
                    level += chain.from_iterable(map(self._changed, followed))
                    best = self._least([*best, *level])
            near = self._promising(level, FOLLOWED[min(changes, len(FOLLOWED)) - 1])
            groups = [near]
        return self._without_needless(best)

    def simpler(self, best: Sequence[Fitted]) -> Fitted | None:
        """What agrees best with few changes, if the best ones have more."""
        if not best or len(best[0].candidate.changes) <= FEW_CHANGES:
            return None
        tried = [each for each in self.known.values() if each is not None]
        few = [each for each in tried if len(each.candidate.changes) <= FEW_CHANGES]
        return next(iter(self._least(few)), None)

    def _without_needless(self, best: tuple[Fitted, ...]) -> tuple[Fitted, ...]:
        """The same with fewer changes: of many, some may have been steps on the way only."""
        while best and len(best[0].candidate.changes) > FEW_CHANGES:
            fewer = (
                RulesCandidate(each.candidate.preset, kept)
                for each in best
                for kept in combinations(each.candidate.changes, len(each.candidate.changes) - 1)
            )
            least = self._least([*best, *filter(None, map(self._known, fewer))])
            if len(least[0].candidate.changes) == len(best[0].candidate.changes):
                break
            best = least
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
        for each in sorted(level, key=_distance):
            chosen.setdefault((each.candidate.preset, each.written), each)
        by_distance = list(chosen.values())[:most]
        by_number = sorted(chosen.values(), key=lambda each: (each.wrong, each.apart))[: most // 2]
        return list(dict.fromkeys([*by_distance, *by_number]))

    def _changed(self, fitted: Fitted) -> Iterator[Fitted]:
        """The candidate with one more option changed."""
        preset, changes = fitted.candidate
        place = preset, fitted.refused
        mattered, matters = self._matters.get(place), self._matters.setdefault(place, set())
        taken = {name for name, _value in changes}
        groups = {self._options[name].group for name in taken}
        for name, option in self._options.items():
            if name in taken:
                continue
            if mattered is not None and option.group not in groups and name not in mattered:
                continue  # it wrote nothing of its own, and nothing that belongs to it was changed since
            in_vain = 0
            for value in option.values:
                candidate = RulesCandidate(preset, tuple(sorted((*changes, (name, value)))))
                for each in self._fitted([candidate]):
                    if each.written != fitted.written:
                        matters.add(name)
                    in_vain += each.written == fitted.written
                    yield each
                if option.number and in_vain == ENOUGH_IN_VAIN:
                    break

    def _fitted(self, candidates: Iterable[RulesCandidate]) -> Iterator[Fitted]:
        """Those of the candidates that are new, as far as a table can play so."""
        for candidate in candidates:
            if candidate not in self.known:
                found = self._known(candidate)
                if found is not None:
                    yield found

    def _known(self, candidate: RulesCandidate) -> Fitted | None:
        if candidate not in self.known:
            self.known[candidate] = None
            if self._stopped():
                return None
            with suppress(InvalidInput):
                self.known[candidate] = compared(self._game, self._games, candidate)
        return self.known[candidate]


def _distance(fitted: Fitted) -> tuple[Amount, int]:
    return fitted.apart, fitted.wrong


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
