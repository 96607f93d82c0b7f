"""The verdict on a sheet without hands: the hands that could have written it, or the slip behind it."""

from collections.abc import Mapping
from contextlib import suppress

from prefcount.games.preferans.state import PreferansState
from prefcount.ledger.sheet import Account
from prefcount.paper.preferans.hand_search import Columns, Edge, HandSearch, Node, Sets, within
from prefcount.paper.preferans.player_grid import Places, moved_back, spread
from prefcount.paper.preferans.possible_figures import places_of_steps
from prefcount.paper.preferans.repairs import Repairs, try_repairs
from prefcount.paper.preferans.sheet_check import is_settled
from prefcount.paper.preferans.sheet_moves import Move
from prefcount.paper.verdicts import PossibleHand, SheetVerdict
from prefcount.paper.watch import GivenUp, SearchBudget, TooMuch, Watch

Readings = dict[tuple[Account, int], dict[int, PossibleHand]]


def readings(state: PreferansState, columns: Columns, budget: SearchBudget) -> SheetVerdict:
    """Which hands of a table before its first hand could have written the running totals of all columns."""
    watch = Watch(budget.seconds, budget.stopped)
    possible = False
    try:
        search = HandSearch(state, columns, budget.habit, watch)
        possible = search.possible(watch) is True
        if possible:
            search.expand_all()
            return SheetVerdict("possible", True, _Ways(search, columns, watch).of_figures())
    except GivenUp as reason:
        too_much = isinstance(reason, TooMuch)
        if possible:
            return SheetVerdict("possible", too_much=too_much)
        with suppress(GivenUp):  # there was no time to look for hands, but for the figures, each by itself
            if is_settled(state, columns, Watch(budget.seconds, budget.stopped)):
                return _impossible(Repairs() if budget.stopped(0) else _repairs(state, columns, budget))
        return SheetVerdict("undecided", too_much=too_much)
    if not search.bounded:
        return SheetVerdict("undecided", too_much=True)
    tried = Repairs()
    if budget.repair_seconds:
        tried = try_repairs(search, columns, Watch(budget.repair_seconds, budget.stopped))
    return _impossible(tried, complete=True)


def _repairs(state: PreferansState, columns: Columns, budget: SearchBudget) -> Repairs:
    """Try to mend a sheet with an impossible figure, in whose hands nobody has searched to the end."""
    if budget.repair_seconds:
        watch = Watch(budget.repair_seconds, budget.stopped)
        with suppress(GivenUp):
            return try_repairs(HandSearch(state, columns, budget.habit, watch), columns, watch)
    return Repairs()


def _impossible(tried: Repairs, *, complete: bool = False) -> SheetVerdict:
    return SheetVerdict("impossible", complete, {}, tried.found, tried.perhaps, tried.all_tried)


class _Ways:
    """The hands on all ways from the beginning of a sheet to its end, found from there back to the nodes."""

    def __init__(self, search: HandSearch, columns: Columns, watch: Watch) -> None:
        """Walk back through a search that has looked everywhere. Raises GivenUp."""
        self._search, self._watch = search, watch
        self._places = {account: places_of_steps(column) for account, column in columns.items()}
        self._found: Readings = {}
        self._finishing: dict[Node, list[Sets]] = {}
        self._frontier: list[tuple[Node, Sets]] = []
        self._incoming: dict[Node, list[tuple[Node, Edge]]] = {}
        for node, edge, following in search.edges:
            self._incoming.setdefault(search.merged_into(following), []).append((node, edge))
        for node, before, move in search.last:
            ends = tuple(player.end for player in search.players)
            if move is None:
                for at, places in enumerate(before):
                    if not places & ends[at]:
                        self._note_alone(at, places, ends[at])
                self._add(node, before)
            else:
                self._go_back(node, Edge(before, move, ends, 0), ends)
        while self._frontier:
            node, finishing = self._frontier.pop()
            for earlier, edge in self._incoming.get(node, ()):
                watch.look()
                after = tuple([one & other for one, other in zip(edge.after, finishing, strict=True)])
                if all(after):
                    self._go_back(earlier, edge, after)
        self._note_all_alone()

    def of_figures(self) -> Mapping[tuple[Account, int], tuple[PossibleHand, ...]]:
        """The hands that may have written each figure."""
        return {figure: tuple(hands.values()) for figure, hands in self._found.items()}

    def _add(self, node: Node, sets: Sets) -> None:
        """Note that the sheet can be finished from some places of a node, and whatever leads to them."""
        finishing = tuple(
            [
                spread(places, player.keeping if node.row else player.any_hand, moved_back) & here
                for player, places, here in zip(self._search.players, sets, node.sets, strict=True)
            ]
        )
        known = self._finishing.setdefault(node, [])
        if not any(within(finishing, other) for other in known):
            self._watch.keep(sum(player.bits for player in self._search.players))
            known[:] = [other for other in known if not within(other, finishing)] + [finishing]
            self._frontier.append((node, finishing))

    def _go_back(self, node: Node, edge: Edge, after: Sets) -> None:
        """Note a hand that leads to some places, and from where it leads there."""
        before = list(after)
        if edge.move is None:
            both = zip(edge.before, edge.after, strict=True)
            at = next(at for at, (one, other) in enumerate(both) if one != other)
            before[at] = edge.before[at] & moved_back(after[at], self._search.players[at].ending)
            self._note_alone(at, before[at], after[at], ending=True)
        else:
            for at, number in edge.move.touches:
                player = self._search.players[at]
                before[at] = edge.before[at] & player.before(after[at], number)
                for by, places in player.shifts(number):
                    here = before[at] & places & moved_back(after[at], [(by, places)])
                    self._note(at, by, here, edge.move.move)
        self._add(node, tuple(before))

    def _note_all_alone(self) -> None:
        """Note the hands that write about one player only: they can be played wherever a way leads along."""
        for at in range(len(self._search.players)):
            seen: dict[bool, set[Places]] = {False: set(), True: set()}
            for node, known in self._finishing.items():
                seen[node.row > 0].update(sets[at] for sets in known)
            for keeping, all_places in seen.items():
                for places in all_places:
                    self._watch.look()
                    self._note_alone(at, places, places, keeping=keeping)

    def _note_alone(
        self, at: int, before: Places, after: Places, *, keeping: bool = False, ending: bool = False
    ) -> None:
        for each, by, fitting in self._search.players[at].alone:
            if not (keeping and each.ends) and (each.ends or not ending):
                self._note(at, by, before & moved_back(after, [(by, fitting)]), each.move)

    def _note(self, at: int, by: int, before: Places, move: Move) -> None:
        """Note what a hand reads at some places of a player."""
        if not before:
            return
        for column, figure in self._search.players[at].figures(before, by):
            account = self._search.accounts[at][column]
            hands = self._found.setdefault((account, self._places[account][figure]), {})
            for hand in (move.hand, *move.others):
                hands.setdefault(id(hand), PossibleHand(hand.before, hand.entry))
