"""One game that writes a sheet: with it a search has proved that hands could have written that."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from prefcount.games.preferans.state import TalonThrownEntry
from prefcount.ledger import Account, Amount
from prefcount.paper.preferans.hand_search import Edge, HandSearch, Node, Sets
from prefcount.paper.preferans.player_grid import Places, PlayerGrid, shift_back, shift_places
from prefcount.paper.preferans.table_moves import Move, TriedHand, figures_of, steps_of, ways_to_write
from tests.helpers import transition


def one_game(search: HandSearch) -> list[TriedHand]:
    """Return hands that write a sheet found possible, each as it was tried at some table."""
    looked_at = {node: at for at, node in enumerate(search.nodes)}
    node, places, hands = _end(search)
    while True:  # from the end to the beginning
        led_here = (
            (earlier, edge)
            for earlier, edge, following in search.edges
            if looked_at[earlier] < looked_at[node] and following.row == node.row
            if all(place & there for place, there in zip(places, following.sets, strict=True))
        )
        earlier, edge = next(led_here, (node, None))
        begin = edge.after if edge else tuple(player.begin for player in search.players)
        hands += _alone(search, node, begin, places)
        if edge is None:
            return [move.hand for move in reversed(hands)]
        hands.append(_together(search, edge, places))
        node = earlier


def _end(search: HandSearch) -> tuple[Node, list[Places], list[Move]]:
    node, before, move = search.last[0]
    places = [_one(player, here) for player, here in zip(search.players, before, strict=True)]
    if move is not None:
        return node, places, [move.move]
    who = [at for at, player in enumerate(search.players) if not places[at] & player.end]
    return (
        node,
        places,
        [_step(search.players[at], places[at], search.players[at].end, {False, True})[0] for at in who],
    )


def _alone(search: HandSearch, node: Node, begin: Sets, places: list[Places]) -> Iterator[Move]:
    for at, player in enumerate(search.players):
        stages = [begin[at]]
        while not stages[-1] & places[at]:
            assert stages[-1], "no hands of this player alone lead there"
            stages.append(shift_places(stages[-1], player.keeping if node.row else player.any_hand))
        for stage in reversed(stages[:-1]):
            hand, places[at] = _step(player, stage, places[at], {False, node.row == 0})
            yield hand


def _together(search: HandSearch, edge: Edge, places: list[Places]) -> Move:
    if edge.move is None:  # a hand about one player ends a row of raspasy
        (at,) = (at for at, before in enumerate(edge.before) if before != edge.after[at])
        hand, places[at] = _step(search.players[at], edge.before[at], places[at], {True})
        return hand
    for at, number in edge.move.touches:
        player = search.players[at]
        places[at] = _one(player, edge.before[at] & player.places_before(places[at], number))
    return edge.move.move


def writes(state: Any, game: Sequence[TriedHand], columns: Mapping[Account, Sequence[Amount]]) -> bool:
    """Return whether hands write these running totals, whist and consolation as one figure or as two."""
    read: dict[Account, set[int]] = {}  # how many figures of each column
    for before, entry, _postings, _row in game:
        if isinstance(entry, TalonThrownEntry):
            done = transition(state._replace(dealer=before.dealer), entry)
        else:
            dealt_by = {"dealer": before.names[before.dealer]}
            done = transition(state, entry.model_copy(update=dealt_by))
        assert not done.problems, [str(problem) for problem in done.problems]
        for account, parts in figures_of(done.postings):
            steps = steps_of(columns.get(account, ()))
            read[account] = {
                at + len(figures)
                for at in read.get(account, {0})
                for figures in ways_to_write(parts, "either")
                if steps[at : at + len(figures)] == figures
            }
        state = done.state
    steps_there = {account: len(steps_of(column)) for account, column in columns.items()}
    return all(steps_there.get(account, 0) in read.get(account, {0}) for account in {*steps_there, *read})


def _step(player: PlayerGrid, before: Places, after: Places, ends: set[bool]) -> tuple[Move, Places]:
    """Return a hand of one player that leads from some places to others, and a place before it."""
    for each, offset, fitting in player.alone:
        here = before & shift_back(after, [(offset, fitting)])
        if here and each.ends in ends:
            return each.move, _one(player, here)
    raise AssertionError("no hand leads there")


def _one(player: PlayerGrid, places: Places) -> Places:
    """Choose a place with the lowest pool, at which the game goes on if it does at any of them."""
    lowest = min(player.places_by_total(0, places).items())[1]
    return lowest & -lowest
