"""Mended sheets, looked at from both ends: what they have in common is worked out once.

Before its slip a mended sheet is the sheet as it stands, and behind it as well, as long as all pools are the
same. So where places lead there is asked of the sheet itself, with the columns about one player open: places
are kept that can only be reached, or only be finished.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from prefcount.games.preferans.paper.explore import BothEnds, most_figures_first, slowest_first
from prefcount.games.preferans.paper.hand_search import Columns, HandSearch, Led, Place, steps_of
from prefcount.games.preferans.state import POOL
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account

NOWHERE_BEHIND = -1
"""How many figures are alike behind a slip after which the pools are others: not even none."""


class _Alike(NamedTuple):
    """How many figures of a column are the same in a sheet and in the mended one, from either end on."""

    group: int
    column: int
    before: int
    behind: int


class _OpenColumns:
    """A sheet in which a figure about one player may be wrong, and where its places lead.

    The mended sheets have the places before their slips in common, and those behind.

    Attributes:
        search: the sheet.
        ahead: where places lead on that were asked for.
        before: from where hands lead to places that were asked for.
    """

    def __init__(self, search: HandSearch, columns: Columns, group: int) -> None:
        """Open the columns about the player at a place of the table."""
        self.search = HandSearch(search.state, columns, search.habit, search, group)
        self.ahead: dict[Place, list[Led]] = {}
        self.before: dict[Place, list[Place]] = {}

    def led_to(self, place: Place) -> list[Led]:
        found = self.ahead.get(place)
        if found is None:
            found = self.ahead[place] = self.search.led_to(place)
        return found

    def came_from(self, place: Place) -> list[Place]:
        found = self.before.get(place)
        if found is None:
            found = self.before[place] = self.search.came_from(place)
        return found


class _Numbers(NamedTuple):
    """The numbers of the nodes of a player in the open columns by those in the mended ones, and back."""

    there: dict[int, int]
    back: dict[int, int]


class _MendedSearch:
    """A sheet mended in the columns about one player, read where that is known from the open columns."""

    def __init__(self, search: HandSearch, opened: _OpenColumns, group: int, slips: Sequence[_Alike]) -> None:
        """Find out which places are alike.

        Args:
            search: the mended sheet.
            opened: the sheet as it stands.
            group: the player's place at the table.
            slips: what is alike of the columns that differ.
        """
        self._search, self._opened, self._group = search, opened, group
        mine, theirs = search.players[group], opened.search.players[group]
        most = search.most_read
        self._before, self._behind = _Numbers({}, {}), _Numbers({}, {})
        self._far_before, self._far_behind = set[int](), set[int]()
        for number, node in enumerate(mine.nodes):
            other = theirs.number(node)
            if other is not None and all(node[each.column] <= each.before for each in slips):
                self._before.there[number], self._before.back[other] = other, number
                if all(node[each.column] + most <= each.before for each in slips):
                    self._far_before.add(number)
            left = mine.left[number]
            other = theirs.number_left(left)
            if other is not None and all(left[each.column] <= each.behind for each in slips):
                self._behind.there[number], self._behind.back[other] = other, number
                if all(left[each.column] + most <= each.behind for each in slips):
                    self._far_behind.add(number)

    def led_to(self, place: Place) -> list[Led]:
        """Where one hand leads from a place, with that hand."""
        node = place[self._group]
        numbers = self._before if node in self._far_before else self._behind
        other = numbers.there.get(node)
        if other is None:
            return self._search.led_to(place)
        found = list[Led]()
        for led, move in self._opened.led_to(self._at(place, other)):
            mine = numbers.back.get(led[self._group])
            if mine is not None:
                found.append((self._at(led, mine), move))
        return found

    def came_from(self, place: Place) -> list[Place]:
        """The places from which one hand leads to a place."""
        node = place[self._group]
        numbers = self._behind if node in self._far_behind else self._before
        other = numbers.there.get(node)
        if other is None:
            return self._search.came_from(place)
        found = list[Place]()
        for before in self._opened.came_from(self._at(place, other)):
            mine = numbers.back.get(before[self._group])
            if mine is not None:
                found.append(self._at(before, mine))
        return found

    def _at(self, place: Place, node: int) -> Place:
        return (*place[: self._group], node, *place[self._group + 1 :])


class MendedSheets:
    """The sheets that a sheet becomes without some slip.

    Attributes:
        closes: whether gains may meet full pools in it.
    """

    def __init__(self, search: HandSearch, columns: Columns) -> None:
        """A sheet of which nothing was looked at yet."""
        self._search, self._columns, self.closes = search, columns, search.closes
        self._opened: dict[int, _OpenColumns] = {}

    def without_slip(self, mended: Columns) -> tuple[BothEnds, BothEnds]:
        """The sheet with some columns mended, to be looked at from both ends in one order or in another.

        Most figures first, or the player whose columns have been read least.
        """
        first = self._search
        search = HandSearch(first.state, {**self._columns, **mended}, first.habit, first)
        slips = [self._alike(account, column) for account, column in mended.items()]
        groups = {each.group for each in slips}
        if len(groups) > 1 or not search.goes_back or search.closes != first.closes:
            return self._in_orders(search, search)
        (group,) = groups
        if group not in self._opened:
            self._opened[group] = _OpenColumns(first, self._columns, group)
        return self._in_orders(search, _MendedSearch(search, self._opened[group], group, slips))

    @staticmethod
    def _in_orders(search: HandSearch, known: "HandSearch | _MendedSearch") -> tuple[BothEnds, BothEnds]:
        return (
            BothEnds(search, most_figures_first, known.led_to, known.came_from),
            BothEnds(search, slowest_first(search), known.led_to, known.came_from),
        )

    def _alike(self, account: Account, column: Sequence[Amount]) -> _Alike:
        stood, stands = steps_of(self._columns.get(account, ())), steps_of(column)
        about = next(at for at, accounts in enumerate(self._search.accounts) if account in accounts)
        behind = _alike(stood[::-1], stands[::-1])
        if account.column == POOL and sum(stood) != sum(stands):
            behind = NOWHERE_BEHIND
        return _Alike(about, self._search.accounts[about].index(account), _alike(stood, stands), behind)


def _alike(one: Sequence[Amount], other: Sequence[Amount]) -> int:
    """How many figures at the beginning of two columns are the same."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))
