"""Limits of a search, verdicts on paper sheets, and the games whose usual mistakes are known."""

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
from prefcount.ledger import Account, Amount

MAX_SEARCH_BITS = 800_000_000
"""The maximum number of bits that a search may keep in memory."""
PER_NUMBER = 1_600
"""The approximate overhead, in bits, of each integer that a search keeps in memory."""
MAX_REMEMBERED = 8
"""The maximum number of results that `cache_results` keeps of a function."""

ParamsT = ParamSpec("ParamsT")
ResultT = TypeVar("ResultT")


def _never(_looked_at: int) -> bool:
    return False


class SearchBudget(NamedTuple):
    """The limits of a search for hands that could have written a sheet, and the habit of the scorer.

    Attributes:
        seconds: the time to find out whether hands could have written the sheet, or 0 for no limit.
        repair_seconds: the time to look for slips that explain an impossible sheet, or 0 to look for none.
        habit: "one" if the scorer writes whist and consolation as one figure, "two" if as two, or "either".
        stopped: a function that is called with the amount of work done. It returns whether to stop, for
            example after a key press.
    """

    seconds: float = 5
    repair_seconds: float = 5
    habit: str = "either"
    stopped: Callable[[int], bool] = _never


class SearchStopped(Exception):
    """Raised when a search has used up its time or memory, or its result is no longer needed."""


class SearchTooLarge(SearchStopped):
    """Raised when a search needs too much memory. More time would not help."""


class SearchGuard:
    """The time and memory used by one search. Every loop of the search calls `check`.

    Attributes:
        nodes: the amount of work done, which is passed to `SearchBudget.stopped`.
        used: the memory in use, in bits.
    """

    def __init__(self, seconds: float = 0, stopped: Callable[[int], bool] = _never) -> None:
        """Start the time limit of a search.

        Args:
            seconds: the time limit, or 0 for none.
            stopped: a function that is called with the amount of work done, and returns whether to stop.
        """
        self._until, self._stopped = monotonic() + seconds if seconds else inf, stopped
        self.nodes, self.used = 0, 0

    @property
    def left(self) -> float:
        """The seconds that are left. The minimum is 0.001, because a limit of 0 would mean no limit."""
        return max(self._until - monotonic(), 0.001)

    def is_over(self) -> bool:
        """Return whether the search has to end: no time or memory is left, or the result is not needed."""
        return monotonic() >= self._until or self.used > MAX_SEARCH_BITS or self._stopped(self.nodes)

    def check(self) -> None:
        """Check the limits before the search goes on.

        Raises:
            SearchStopped: if the search has to end.
        """
        if self.used > MAX_SEARCH_BITS:
            raise SearchTooLarge
        if self.is_over():
            raise SearchStopped

    def reserve(self, bits: int) -> int:
        """Count memory as used, and check the limits.

        Args:
            bits: the size of the memory. The overhead of one integer is added.

        Returns:
            The number of bits counted, to pass to `release`.

        Raises:
            SearchStopped: if the search has to end.
        """
        self.used += bits + PER_NUMBER
        self.check()
        return bits + PER_NUMBER

    def release(self, bits: int) -> None:
        """Count `bits` bits of memory as free again."""
        self.used -= bits


def cache_results(
    work: Callable[Concatenate[SearchGuard, ParamsT], ResultT],
) -> Callable[Concatenate[SearchGuard, ParamsT], ResultT]:
    """Return a version of `work` that caches its last `MAX_REMEMBERED` results.

    Calls that differ only in their `SearchGuard` share a result.

    Args:
        work: the function, whose first parameter is a `SearchGuard`.
    """
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
    """A mistake of a scorer in one hand.

    Attributes:
        key: the name of the mistake, such as "factor".
        text: a sentence about the mistake.
        amounts: the sums that the scorer writes for the hand, including the mistake, by account.
        habit: whether the scorer misreads a rule, and so makes the mistake in every such hand.
    """

    key: str
    text: Text
    amounts: Mapping[Account, Amount]
    habit: bool = False


class ImpossibleFigure(NamedTuple):
    """A figure on paper that no hand can have written, and the reason.

    Attributes:
        account: the column of the figure.
        position: the index of the figure in its column, or -1 for the column as a whole.
        text: the reason.
    """

    account: Account
    position: int
    text: Text


class SettlementSlip(NamedTuple):
    """One mistake in calculating the results of a game.

    Attributes:
        text: a sentence about the mistake.
        results: the wrong results to which the mistake leads, in seat order.
    """

    text: Text
    results: tuple[Amount, ...]


class PossibleHand(NamedTuple):
    """One hand that the players may have played, because it writes a figure that is on the sheet.

    Attributes:
        before: the table before the hand, which names the dealer.
        entry: the hand.
    """

    before: Any
    entry: Entry


class SheetRepair(NamedTuple):
    """One slip that may explain an impossible sheet: with the slip undone, the sheet is possible.

    Attributes:
        account: the column of the wrong figure.
        position: the index of the wrong figure in its column.
        right: the right total, or None if the figure should not be there.
        text: a sentence about the wrong figure and the slip.
        columns: the right totals of each column that the slip changed.
    """

    account: Account
    position: int
    right: Amount | None
    text: Text
    columns: Mapping[Account, tuple[Amount, ...]]


Verdict = Literal["possible", "impossible", "undecided"]


class SheetVerdict(NamedTuple):
    """The result of a search for hands that could have written a sheet.

    Attributes:
        verdict: "possible", "impossible", or "undecided" if time or memory was too short.
        complete: whether the search was finished.
        readings: for each figure, by column and index, the hands that could have written it.
        repairs: slips that explain an impossible sheet, the likeliest first.
        perhaps: likely slips that the search had too little time to confirm or rule out.
        all_tried: whether the search confirmed or ruled out every known slip.
        too_much: whether the search needs too much memory, so that more time would not help.
    """

    verdict: Verdict
    complete: bool = False
    readings: Mapping[tuple[Account, int], tuple[PossibleHand, ...]] = {}
    repairs: tuple[SheetRepair, ...] = ()
    perhaps: tuple[SheetRepair, ...] = ()
    all_tried: bool = False
    too_much: bool = False


_PACKAGES = {"preferans": "prefcount.paper.preferans"}
"""The package for each game, by the name of the game. Its modules are imported when first needed."""


def knows_columns(game: Game[Any]) -> bool:
    """Return whether the program can test the sheets of a game without recorded hands."""
    return game.name in _PACKAGES


def _load_module(game: Game[Any], name: str) -> ModuleType | None:
    package = _PACKAGES.get(game.name)
    return import_module(f"{package}.{name}") if package else None


def slips(game: Game[Any], state: State, entry: Entry) -> Iterator[Slip]:
    """Yield the usual mistakes in writing down an entry, the likelier ones first.

    Args:
        game: the game of the table.
        state: the table before the entry.
        entry: the entry.
    """
    module = _load_module(game, "slips")
    return module.slips(state, entry) if module else iter(())


def settlement_slips(game: Game[Any], state: State) -> Iterator[SettlementSlip]:
    """Yield usual mistakes in calculating the results, such as a wrong divisor, the likelier ones first.

    Args:
        game: the game of the table.
        state: the table at the end of the game.
    """
    module = _load_module(game, "slips")
    return module.settlement_slips(state) if module else iter(())


def find_impossible_figures(
    game: Game[Any], state: State, columns: Mapping[Account, Sequence[Amount] | None], guard: SearchGuard
) -> Iterator[ImpossibleFigure]:
    """Yield figures on paper that no hands can have written.

    Args:
        game: the game of the table.
        state: the table before its first hand.
        columns: for each column all totals, or None if only the last total is known.
        guard: the limits of time and memory.

    Raises:
        SearchStopped: if it takes too long or too much memory.
    """
    module = _load_module(game, "readings")
    return module.find_impossible_figures(state, columns, guard) if module else iter(())


def find_readings(
    game: Game[Any], state: State, columns: Mapping[Account, Sequence[Amount]], budget: SearchBudget
) -> SheetVerdict:
    """Return the verdict on a sheet: whether hands could have written it.

    The verdict contains these hands, or slips that explain an impossible sheet.

    Args:
        game: the game of the table.
        state: the table before its first hand.
        columns: all totals of each column.
        budget: the limits of the search.
    """
    module = _load_module(game, "readings")
    return module.find_readings(state, columns, budget) if module else SheetVerdict("undecided")
