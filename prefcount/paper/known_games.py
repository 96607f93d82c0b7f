"""Paper sheets of a game: bounds of a search, verdicts, and the games whose scorers' slips are known."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from importlib import import_module
from math import inf
from time import monotonic
from types import ModuleType
from typing import Any, Concatenate, Literal, NamedTuple, ParamSpec, TypeVar

from prefcount.base.i18n import Text
from prefcount.entries.models import Entry
from prefcount.games.game import Game
from prefcount.games.state import State
from prefcount.ledger.sheet import Account, Amount

MAX_SEARCH_BITS = 800_000_000
"""The most bits that a search keeps."""
PER_NUMBER = 1_600
"""Bits that a kept number takes besides its own, about."""
MAX_REMEMBERED = 8

ParamsT = ParamSpec("ParamsT")
ResultT = TypeVar("ResultT")


def _never(_looked_at: int) -> bool:
    return False


class SearchBudget(NamedTuple):
    """Bounds of a search, and what it takes for granted.

    Attributes:
        seconds: for the verdict; 0 for no limit.
        repair_seconds: for the repairs behind it; 0 for none of them.
        habit: how whist and consolation are written: as "one" figure, as "two", or "either".
        stopped: from how much was looked at to whether nobody waits any longer.
    """

    seconds: float = 5
    repair_seconds: float = 5
    habit: str = "either"
    stopped: Callable[[int], bool] = _never


class SearchStopped(Exception):
    """A search has used up its time or its room, or nobody waits for it any longer."""


class SearchTooLarge(SearchStopped):
    """A search has used up its room, or would: more time would not help."""


class SearchGuard:
    """A guard asked in every loop of a search whether it may go on; `nodes` counts what was looked at."""

    def __init__(self, seconds: float = 0, stopped: Callable[[int], bool] = _never) -> None:
        """Start the clock with the seconds and the question of a `SearchBudget`."""
        self._until, self._stopped = monotonic() + seconds if seconds else inf, stopped
        self.nodes, self._room = 0, 0

    @property
    def left(self) -> float:
        """The seconds that are left; never 0, which would be no limit."""
        return max(self._until - monotonic(), 0.001)

    def is_over(self) -> bool:
        """Return whether the search has to end."""
        return monotonic() >= self._until or self._room > MAX_SEARCH_BITS or self._stopped(self.nodes)

    def check(self) -> None:
        """Raise SearchStopped if the search has to end."""
        if self._room > MAX_SEARCH_BITS:
            raise SearchTooLarge
        if self.is_over():
            raise SearchStopped

    def reserve(self, bits: int) -> None:
        """Raise SearchStopped if a number of so many bits cannot be kept, or the search has to end."""
        self._room += bits + PER_NUMBER
        self.check()


def cache_results(
    work: Callable[Concatenate[SearchGuard, ParamsT], ResultT],
) -> Callable[Concatenate[SearchGuard, ParamsT], ResultT]:
    """Cache the newest results of a function, whatever its guard. A search that was given up has none."""
    known: dict[object, ResultT] = {}

    @wraps(work)
    def asked(guard: SearchGuard, /, *args: ParamsT.args, **kwargs: ParamsT.kwargs) -> ResultT:
        if args not in known:
            result = work(guard, *args, **kwargs)
            if len(known) >= MAX_REMEMBERED:
                del known[next(iter(known))]
            known[args] = result
        return known[args]

    return asked


class Slip(NamedTuple):
    """A mistake that scorers make, and what is written with it.

    Attributes:
        key: the name of the mistake; the same one in another hand has the same key.
        amounts: what is then written in this hand, by account; what is not named is not written.
        habit: whether it comes from another reading of the rules, so that it is made in every such hand.
    """

    key: str
    text: Text
    amounts: Mapping[Account, Amount]
    habit: bool = False


class ImpossibleFigure(NamedTuple):
    """A place in a column from paper that no hand of this table can have written, and why.

    Its position counts from 0 on; it is -1 for the column as a whole.
    """

    account: Account
    position: int
    text: Text


class SettlementSlip(NamedTuple):
    """A mistake in the calculation of the results, and what everybody then has, in seat order."""

    text: Text
    results: tuple[Amount, ...]


class PossibleHand(NamedTuple):
    """A hand that may have written a figure, and a table at which it can be played."""

    before: Any
    entry: Entry


class SheetRepair(NamedTuple):
    """One slip without which hands could have written a sheet.

    Attributes:
        right: the total that should stand there; None where a figure is too much.
        text: what is wrong and by which slip.
        columns: the columns that are to be mended, as they should be.
    """

    account: Account
    position: int
    right: Amount | None
    text: Text
    columns: Mapping[Account, tuple[Amount, ...]]


Verdict = Literal["possible", "impossible", "undecided"]


class SheetVerdict(NamedTuple):
    """The answer whether hands could have written a sheet.

    Attributes:
        verdict: "undecided" where the budget did not last, or where not everything can be tried.
        complete: whether all readings were found.
        readings: the hands that may have written each figure, by its column and its place in it.
        repairs: for an impossible sheet, the slips that would explain it, the likeliest first.
        perhaps: slips that may explain it, the likeliest first; the time was over before that was decided.
        all_tried: whether every slip that is known was tried to the end.
        too_much: whether the search ended for want of room, or because not everything can be tried; more time
            would not help then.
    """

    verdict: Verdict
    complete: bool = False
    readings: Mapping[tuple[Account, int], tuple[PossibleHand, ...]] = {}
    repairs: tuple[SheetRepair, ...] = ()
    perhaps: tuple[SheetRepair, ...] = ()
    all_tried: bool = False
    too_much: bool = False


_PACKAGES = {"preferans": "prefcount.paper.preferans"}
"""By the name of the game; the modules of a package are imported when they are first asked."""


def knows_columns(game: Game[Any]) -> bool:
    """Return whether it is known what hands of a game write into a column."""
    return game.name in _PACKAGES


def _module(game: Game[Any], name: str) -> ModuleType | None:
    package = _PACKAGES.get(game.name)
    return import_module(f"{package}.{name}") if package else None


def slips(game: Game[Any], state: State, entry: Entry) -> Iterator[Slip]:
    """Yield the known mistakes in writing down an entry at this place, the likelier ones first."""
    module = _module(game, "slips")
    return module.slips(state, entry) if module else iter(())


def settlement_slips(game: Game[Any], state: State) -> Iterator[SettlementSlip]:
    """Yield the results by each formula that is mistaken for the right one, the likelier ones first."""
    module = _module(game, "slips")
    return module.settlement_slips(state) if module else iter(())


def find_impossible_figures(
    game: Game[Any], state: State, columns: Mapping[Account, Sequence[Amount] | None], guard: SearchGuard
) -> Iterator[ImpossibleFigure]:
    """Yield figures in columns of running totals that no hands from the first on can have written.

    A column is None where something stands, but not how it came there. Raises SearchStopped.
    """
    module = _module(game, "readings")
    return module.find_impossible_figures(state, columns, guard) if module else iter(())


def find_readings(
    game: Game[Any], state: State, columns: Mapping[Account, Sequence[Amount]], budget: SearchBudget
) -> SheetVerdict:
    """Find the hands of a table that could have written the running totals of all its columns together."""
    module = _module(game, "readings")
    return module.find_readings(state, columns, budget) if module else SheetVerdict("undecided")
