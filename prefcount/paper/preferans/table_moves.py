"""A catalogue of the hands that a table can play, and of the figures that each writes on the sheet.

A *table* is the players, their seats and their rules. The *columns about a player* are the pool, the dump,
and the whists that the other players write on this player. A *move* is a group of hands that write the same
figures, such as all games of six that are passed out.

The prices of hands are not written down here a second time. `find_moves` lets the engine play every legal
hand, and the figures are read from the postings.

A gain of pool points can have further effects on a real sheet: it may first be written off the dump, or fill
the pool and go to other players as aid. `find_possible_figures` lists all these effects, for tests of single
columns. `Catalogue.with_gains_resolved` calculates the effects for given pools and dumps, for `hand_search`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, pairwise, permutations, product
from typing import Any, NamedTuple

from prefcount.entries.models import MAX_PLAYERS
from prefcount.games import get_game
from prefcount.games.preferans.legality import TALON_TRICKS, all_pass_players, list_possible_calls
from prefcount.games.preferans.options import RULESET, PreferansRules
from prefcount.games.preferans.play import play_hand
from prefcount.games.preferans.scoring import (
    WHISTS_A_POINT,
    WHISTS_FOR_DUMP,
    Gains,
    convert_dump,
    resolve_gains,
    sum_gains,
)
from prefcount.games.preferans.state import (
    ALL_TRICKS,
    DUMPS,
    POOL,
    POOLS,
    WHISTS_ON,
    Contract,
    ContractEntry,
    MisdealEntry,
    MisereEntry,
    PreferansState,
    RaspasyEntry,
    TalonThrownEntry,
    assign_roles,
    raspasy_multiplier,
)
from prefcount.games.state import Seats
from prefcount.ledger import NO_PLAYER, Account, Amount, Posting, Sheet, drop_zero_postings, normalize_amount
from prefcount.paper.known_games import SearchGuard, cache_results

_CONTRACTS = tuple(
    (Contract.parse(spelling), blind)
    for spelling in ("6", "6S", "7", "8", "9", "10")
    for blind in ((False, True) if spelling == "9" else (False,))
)
"""One contract for each level. The suit matters only for Stalingrad, and a blind bid only for a nine."""
_TALONS = (None, ("AS", "KS"), ("AS", "AH"), ("KS", "QS"))
_MISERE_TALONS = (None, ("7S", "8S"), ("7S", "9H"))
"""The talons to try: an unknown one, and one for each bonus that a talon can bring."""
_USUALLY_OFF = 4


class TriedHand(NamedTuple):
    """A hand, or a penalty of the dealer, played on trial by the engine, and the figures that it writes.

    Attributes:
        before: the table before the hand.
        entry: the hand or penalty.
        postings: the figures that the hand writes.
        row: the number of raspasy in a row after the hand.
    """

    before: PreferansState
    entry: ContractEntry | MisereEntry | RaspasyEntry | MisdealEntry | TalonThrownEntry
    postings: Sequence[Posting]
    row: int

    def turned(self, dealer: int) -> "TriedHand":
        """Return the hand as it would be played with another dealer.

        All roles move around the table by the same number of seats, and the figures move with them.

        Args:
            dealer: the index of the new dealer.
        """
        before, entry, postings, row = self
        seats = before.seats
        places = dict(zip(seats.from_first_hand(before.dealer), seats.from_first_hand(dealer), strict=True))
        names = {before.names[player]: before.names[other] for player, other in places.items()}
        changed: dict[str, Any] = {}
        if declarer := getattr(entry, "declarer", None):
            changed["declarer"] = names[declarer]
        for field in ("calls", "tricks"):
            if by_name := getattr(entry, field, None):
                changed[field] = {names[name]: value for name, value in by_name.items()}
        return TriedHand(
            before._replace(dealer=dealer, last_dealer=places.get(before.last_dealer, before.last_dealer)),
            entry.model_copy(update=changed),
            [
                Posting(Account(column, places.get(owner, owner), places.get(other, other)), amount, reason)
                for (column, owner, other), amount, reason in postings
            ],
            row,
        )

    @property
    def is_usual(self) -> bool:
        """Return whether the hand is common: not blind, and not more than 4 tricks off."""
        entry = self.entry
        if not isinstance(entry, ContractEntry | MisereEntry):
            return True
        level = entry.contract.level if isinstance(entry, ContractEntry) else 0
        taken = (entry.tricks or {}).get(entry.declarer, level)
        return not entry.blind and abs(taken - level) <= _USUALLY_OFF


def every_penalty(state: PreferansState) -> Iterator[TriedHand]:
    """Yield the penalties of the dealer: for a misdeal, and for a talon that was thrown at the dealer."""
    for entry in (MisdealEntry(), TalonThrownEntry()):
        done = get_game("preferans").play(state, entry)
        yield TriedHand(state, entry, done.postings, done.state.row)


def every_contract(state: PreferansState, declarers: Iterable[int]) -> Iterator[TriedHand]:
    """Yield every contract and misère that one of the `declarers` can play."""
    talons = _TALONS if state.rules.talon_bonus else (None,)
    misere_talons = _MISERE_TALONS if state.rules.misere_talon_bonus else (None,)
    for player in declarers:
        declarer = state.names[player]
        for talon, (contract, blind) in product(talons, _CONTRACTS):
            contracted = {"declarer": declarer, "talon": talon, "contract": contract, "blind": blind}
            yield from _try_contract(state, contracted)
        for talon, taken, blind in product(misere_talons, range(ALL_TRICKS + 1), (False, True)):
            misere = {"declarer": declarer, "talon": talon, "blind": blind, "tricks": {declarer: taken}}
            yield from _try_hand(state, MisereEntry, misere)


def every_raspasy(state: PreferansState) -> Iterator[TriedHand]:
    """Yield each raspasy that can be played next, with every distribution of the tricks."""
    options = state.rules.raspasy
    yield from _try_raspasy(state)
    if options.stay_fee and options.stays_at_most:
        last = options.stays_at_most - 1
        yield from _try_raspasy(state._replace(last_dealer=state.dealer, stayed=last))


def _try_hand(
    state: PreferansState, model: type[ContractEntry | MisereEntry | RaspasyEntry], fields: dict[str, Any]
) -> Iterator[TriedHand]:
    entry = model(**fields)
    transition = play_hand(state, entry)
    if not transition.problems:
        yield TriedHand(state, entry, transition.postings, transition.state.row)


def _try_contract(state: PreferansState, fields: dict[str, Any]) -> Iterator[TriedHand]:
    roles = assign_roles(state.seats, state.dealer, state.names.index(fields["declarer"]))
    assert roles is not None, "the declarer holds cards"
    players = [state.names[player] for player in roles.players]
    yield from _try_tricks(state, fields, players)  # Stalingrad, or a ten that is laid open
    callers = [state.names[player] for player in (*roles.defenders, state.dealer)]
    for calls in list_possible_calls(state, fields["contract"], roles):
        called = {**fields, "calls": dict(zip(callers, calls, strict=False))}
        if "whist" in calls:
            yield from _try_tricks(state, called, players)
        else:
            yield from _try_hand(state, ContractEntry, called)
    if state.rules.leave_without:
        yield from _try_hand(state, ContractEntry, {**fields, "left_without": state.rules.leave_without})


def _try_tricks(state: PreferansState, fields: dict[str, Any], players: Sequence[str]) -> Iterator[TriedHand]:
    for taken in range(ALL_TRICKS + 1):
        tried = list(_try_hand(state, ContractEntry, {**fields, "tricks": {players[0]: taken}}))
        yield from tried
        if not tried and len(players) > 2:
            for own in range(ALL_TRICKS - taken + 1):
                tricks = zip(players, (taken, own, ALL_TRICKS - taken - own), strict=True)
                yield from _try_hand(state, ContractEntry, {**fields, "tricks": dict(tricks)})


def _try_raspasy(state: PreferansState) -> Iterator[TriedHand]:
    names = [state.names[player] for player in all_pass_players(state, state.dealer)]
    idle = state.names[state.dealer] if state.seats.dealer_rests else ""
    for tricks in product(range(ALL_TRICKS + 1), repeat=len(names) - 1):
        left = ALL_TRICKS - sum(tricks)
        for last in range(left + 1) if len(names) == 2 else (left,):
            taken = dict(zip(names, (*tricks, last), strict=True))
            if left >= 0 and taken.get(idle, 0) <= TALON_TRICKS:
                yield from _try_hand(state, RaspasyEntry, {"tricks": taken})


# --- what hands add to the columns of a sheet, figure by figure --------------------------------------------

Parts = tuple[Amount, ...]
"""The amounts that one hand adds to one column, e.g. whist and consolation, often written as one figure."""
Figures = tuple[tuple[Account, Parts], ...]
"""The parts that one hand adds to each column, sorted by account."""

NEXT_OF_ROW, ENDS_ROW, KEEPS_ROW = "next", "ends", "keeps"
"""The effects of a hand on a row of raspasy."""


class Move(NamedTuple):
    """A group of hands that write the same figures.

    Example: a game of six in spades and one in hearts, both made by Anna while the others pass. Both write 2
    in her pool.

    Attributes:
        figures: for each column, the amounts that the hands write while no pool is full.
        gains: each player who gains pool points, with the points, clockwise from eldest hand.
        row: the effect on raspasy in a row: NEXT_OF_ROW for raspasy, ENDS_ROW if the hands end the row, or
            KEEPS_ROW if the row goes on after them.
        declarer: the index of the declarer, or NO_PLAYER.
        hand: one of the hands, as an example to show.
        usual: whether at least one of the hands is common.
        others: further examples: the same calls as in `hand`, but made by other defenders.
    """

    figures: Figures
    gains: Gains
    row: str
    declarer: int
    hand: TriedHand
    usual: bool
    others: tuple[TriedHand, ...] = ()


class Moves(NamedTuple):
    """The moves of a table: groups of hands that write the same figures, by the time they are possible.

    Attributes:
        contracts: contracts and misères of declarers without a bomb, and penalties of the dealer.
        bombed: contracts and misères of declarers with a bomb.
        raspasy: for each number of raspasy played before in the row, the raspasy that can follow.
    """

    contracts: tuple[Move, ...]
    bombed: tuple[Move, ...]
    raspasy: dict[int, tuple[Move, ...]]


def empty_table(state: PreferansState) -> PreferansState:
    """Return the table with an empty sheet, on which hands can be tried.

    The rules are changed: pools never get full, and gains are not written off the dump first.
    """
    plain = {"aid": False, "made_first": "pool", "end": "manual", "target": ANY_TARGET}
    rules = RULESET.change_rules(state.rules, plain, started=False)
    return PreferansState(state.names, state.seats, rules, Sheet(), state.seats[-1])


@cache_results
def find_moves(guard: SearchGuard, state: PreferansState, rows: int) -> Moves:
    """Find all figures that a single hand of a table can write.

    Entries with a `factor`, which multiplies the figures of one hand, are left out. With a factor, nearly any
    figure is possible.

    Args:
        guard: the limits of time and memory.
        state: the table, from `empty_table`.
        rows: raspasy are tried after 0, 1 and so on up to `rows` − 1 raspasy in a row, because their price
            may change with each.

    Raises:
        SearchStopped: if it takes too long or too much memory.
    """
    rules, seats = state.rules, state.seats
    dealt = [state._replace(dealer=dealer) for dealer in seats]
    in_row = [before._replace(row=1) for before in (dealt if seats.dealer_rests else dealt[-1:])]
    with_bombs = [before._replace(bombs=(1,) * MAX_PLAYERS) for before in in_row if rules.bombs]
    return Moves(
        _merge_equal(
            chain(play_at_each_dealer(in_row, _every_contract), play_at_each_dealer(dealt, every_penalty)),
            guard,
        ),
        _merge_equal(play_at_each_dealer(with_bombs, _every_contract), guard),
        {
            row: _merge_equal(
                play_at_each_dealer([each._replace(row=row) for each in dealt], every_raspasy), guard
            )
            for row in range(rows)
        },
    )


def play_at_each_dealer(
    tables: Sequence[PreferansState], play: Callable[[PreferansState], Iterator[TriedHand]]
) -> Iterator[TriedHand]:
    """Yield the hands of a table for each dealer.

    Only the hands of the first dealer are played. The others are copies with the roles moved around the
    table.

    Args:
        tables: the same table with different dealers.
        play: returns the hands of one of these tables.
    """
    played = list[TriedHand]()
    for state in tables[:1]:
        for hand in play(state):
            played.append(hand)
            yield hand
    for state in tables[1:]:
        yield from (hand.turned(state.dealer) for hand in played)


def _every_contract(state: PreferansState) -> Iterator[TriedHand]:
    return every_contract(state, state.seats.active(state.dealer))


def _merge_equal(tried: Iterable[TriedHand], guard: SearchGuard) -> tuple[Move, ...]:
    moves: dict[tuple[object, ...], Move] = {}
    for hand in tried:
        guard.check()
        move = _make_move(hand)
        key = move.figures, move.gains, move.row, move.declarer
        same = moves.setdefault(key, move)
        if move.usual and not same.usual:
            moves[key] = same = same._replace(usual=True)
        if _is_of_other_whister(hand, (same.hand, *same.others)):
            moves[key] = same._replace(others=(*same.others, hand))
    return tuple(moves.values())


def _is_of_other_whister(hand: TriedHand, known: Sequence[TriedHand]) -> bool:
    calls = [getattr(each.entry, "calls", None) or {} for each in (hand, *known)]
    return calls[0] not in calls[1:] and sorted(calls[0].values()) == sorted(calls[1].values())


def _make_move(tried: TriedHand) -> Move:
    before, entry, postings, after = tried
    if entry.kind in ("misdeal", "talon_thrown"):
        return Move(figures_of(postings), (), KEEPS_ROW, NO_PLAYER, tried, usual=False)
    raspasy = entry.kind == "raspasy"
    row = NEXT_OF_ROW if raspasy else KEEPS_ROW if after else ENDS_ROW
    declarer = before.names.index(entry.declarer) if entry.kind in ("game", "misere") else NO_PLAYER
    gains = sum_gains(postings, before.seats.from_first_hand(before.dealer))
    return Move(figures_of(postings), gains, row, declarer, tried, tried.is_usual)


def figures_of(postings: Iterable[Posting]) -> Figures:
    """Return the amounts that the postings of one hand add to each column.

    If a pool cannot take all of a gain, its amount is the part that fits: 4 for a gain of 6 with 2 too many.
    """
    parts: dict[Account, list[Amount]] = {}
    for account, amount, _reason in postings:
        if amount:
            parts.setdefault(account, []).append(normalize_amount(amount))
    return tuple(
        (
            account,
            (normalize_amount(sum(own)),) if account.column == POOL and min(own) < 0 else tuple(sorted(own)),
        )
        for account, own in sorted(parts.items())
        if sum(own) or len(own) > 1
    )


@lru_cache(maxsize=4096)
def ways_to_write(parts: Parts, habit: str) -> frozenset[Parts]:
    """Return the ways to write the amounts that one hand adds to a column.

    The amounts 4 and 8 can be written as (4, 8), as (8, 4), or added up as (12,).

    Args:
        parts: the amounts, such as (4, 8).
        habit: "one" if the scorer adds the amounts up, "two" if each amount is a figure, or "either".
    """
    whole = normalize_amount(sum(parts))
    one: set[Parts] = {(whole,) if whole else ()}
    if habit == "one" or len(parts) == 1:
        return frozenset(one)
    orders = set(permutations(parts))
    if habit == "two":
        return frozenset(orders)
    return frozenset(one | {grouped for order in orders for grouped in _group_neighbours(order)})


def _group_neighbours(order: Parts) -> Iterator[Parts]:
    for cuts in range(1 << (len(order) - 1)):
        sums: list[Amount] = [order[0]]
        for index, part in enumerate(order[1:]):
            if cuts >> index & 1:
                sums.append(part)
            else:
                sums[-1] = normalize_amount(sums[-1] + part)
        yield tuple(each for each in sums if each)


def shortest_equal_row(rules: PreferansRules, row: int) -> int:
    """Return the length of the shortest row of raspasy after which raspasy cost the same as after `row`.

    Example: if the price grows up to the third raspasy in a row, the result is 2 for each `row` from 2 on.
    """
    options = rules.raspasy
    if options.bonus == "multiplier" and options.to == "whists":
        return row
    if options.to == "whists" or options.progression == "constant":
        return 0
    if options.cycle and options.cap:
        return next(
            index for index in range(row + 1) if _prices_after(rules, index) == _prices_after(rules, row)
        )
    while row and options.cap and raspasy_multiplier(rules, row) == options.cap:
        row -= 1
    return row


def _prices_after(rules: PreferansRules, row: int) -> list[int]:
    return [raspasy_multiplier(rules, row + step) for step in range(1, rules.raspasy.cap + 2)]


Sums = tuple[Amount, ...]
"""The amounts added to the columns about a player, in the order of `accounts_about`."""

ANY_TARGET = 20
"""The pool target of the table at which hands are tried. There no pool gets full, whatever the target."""
MAX_POOL_GAIN = 60
"""The maximum pool points of one hand. Tables at which a hand can gain more are not tested."""
FIRST_WHISTS = 2
"""The index of the first whists among the columns about a player, after pool and dump."""


class PossibleFigures(NamedTuple):
    """The figures that the hands of a table can write in the columns about a player.

    Attributes:
        figures: the amounts that one hand can add together, such as (2, 0, 4, 0): pool, dump, and the whists
            of two other players on this player.
        halves: pairs of amounts of one hand in the same column, such as whist and consolation.
        most_gained: the maximum number of pool points that one hand gives to all players together.
    """

    figures: frozenset[Sums]
    halves: frozenset["Halves"]
    most_gained: Amount

    def steps(self, place: int) -> frozenset[Amount]:
        """Return the amounts that a figure can add to one column.

        Args:
            place: the index of the column: 0 for the pool, 1 for the dump, and from 2 on for whists.
        """
        parts = (part for half in self.halves if half.place == place for part in (half.first, half.second))
        return frozenset({figures[place] for figures in self.figures} | set(parts)) - {0}


class Halves(NamedTuple):
    """Two amounts that one hand writes in one column, such as whist and consolation of Anna on Boris.

    Attributes:
        place: the index of the column: 0 for the pool, 1 for the dump, and from 2 on for whists.
        first: the amount written first.
        second: the amount written second.
        failed: whether the hand also adds to this player's dump.
    """

    place: int
    first: Amount
    second: Amount
    failed: bool


class _PlayersPart(NamedTuple):
    figures: Sums
    gain: Amount
    helpers: tuple[tuple[int, Amount], ...]


def accounts_about(player: int, seats: Sequence[int]) -> tuple[Account, ...]:
    """Return the columns about a player: pool, dump, and the whists of each other player on this player.

    The other players follow clockwise. For Anna the columns may be: pool, dump, Boris on Anna, Clara on Anna.
    """
    index = seats.index(player)
    others = (*seats[index + 1 :], *seats[:index])
    return (POOLS[player], DUMPS[player], *(WHISTS_ON[other][player] for other in others))


def max_row_length(figures: int) -> int:
    """Return the maximum number of raspasy in a row to try for a sheet.

    Some raspasy write nothing, so a row may have more raspasy than the sheet has figures.

    Args:
        figures: the number of figures on the sheet.
    """
    return min(figures + 12, 60)


def count_rows(rules: PreferansRules, figures: int) -> int:
    """Return how many lengths of a row of raspasy to try for a sheet: 3 for the lengths 0, 1 and 2.

    After a longer row the next raspasy costs as much as after one of these lengths.

    Args:
        rules: the prices of raspasy.
        figures: the number of figures on the sheet.
    """
    return 1 + max(shortest_equal_row(rules, row) for row in range(max_row_length(figures)))


def steps_of(column: Sequence[Amount]) -> tuple[Amount, ...]:
    """Return the amounts by which a column grows: 2, 4 and 6 for the totals 2.6.12."""
    return tuple(normalize_amount(new - old) for old, new in pairwise((0, *column)) if new != old)


def places_of_steps(column: Sequence[Amount]) -> list[int]:
    """Return the indexes of the totals that differ from the total before: 0 and 2 for 2.2.6."""
    return [index for index, (old, new) in enumerate(pairwise((0, *column))) if new != old]


@cache_results
def find_possible_figures(
    guard: SearchGuard, rules: PreferansRules, names: tuple[str, ...], seats: Seats, rows: int
) -> PossibleFigures | None:
    """Find all figures that hands can write in the columns about a player.

    Args:
        guard: the limits of time and memory.
        rules: the rules of the table.
        names: the names of the players.
        seats: the players in seat order.
        rows: raspasy are tried after 0, 1 and so on up to `rows` − 1 raspasy in a row.

    Returns:
        The figures, or None if one hand can gain more than `MAX_POOL_GAIN` pool points, because then there
            are too many cases to try.

    Raises:
        SearchStopped: if it takes too long or too much memory.
    """
    moves = find_moves(guard, empty_table(PreferansState(names, seats, rules, Sheet(), seats[-1])), rows)
    parts: set[_PlayersPart] = set()
    halves: set[Halves] = set()
    most: Amount = 0
    about_players = [accounts_about(player, seats) for player in seats]
    for move in chain(moves.contracts, moves.bombed, *moves.raspasy.values()):
        guard.check()
        postings, gains = move.hand.postings, dict(move.gains)
        most = max(most, sum(gains.values()))
        for about in about_players:
            part = _make_players_part(about, postings, gains)
            parts.add(part)
            halves.update(_halves(about, postings, failed=part.figures[1] > 0))
    if most > MAX_POOL_GAIN:
        return None
    figures = {figures for part in parts for figures in _resolved_figures(rules, part)}
    nothing = (0,) * (len(seats) + 1)
    return PossibleFigures(frozenset(figures) - {nothing}, frozenset(halves), normalize_amount(most))


def _make_players_part(
    about: Sequence[Account], postings: Sequence[Posting], gains: Mapping[int, Amount]
) -> _PlayersPart:
    figures = dict.fromkeys(about, normalize_amount(0))
    for account, amount, _reason in postings:
        if account in figures:
            figures[account] = normalize_amount(figures[account] + amount)
    writers = enumerate(about[FIRST_WHISTS:], FIRST_WHISTS)
    helpers = tuple((place, gains[account.owner]) for place, account in writers if account.owner in gains)
    return _PlayersPart(tuple(figures.values()), gains.get(about[0].owner, 0), helpers)


def _halves(about: Sequence[Account], postings: Sequence[Posting], *, failed: bool) -> Iterator[Halves]:
    for place, account in enumerate(about[FIRST_WHISTS:], FIRST_WHISTS):
        amounts = [posting.amount for posting in postings if posting.account == account and posting.amount]
        if len(amounts) > 1:
            whole = sum(amounts)
            yield from (
                Halves(place, normalize_amount(amount), normalize_amount(whole - amount), failed)
                for amount in amounts
            )


# --- effects of a gain if a pool is full, or if gains are written off the dump first -----------------


def _resolved_figures(rules: PreferansRules, view: _PlayersPart) -> Iterator[Sums]:
    pool, dump, *whists = view.figures
    unit = view.gain - view.gain // 1 or 1
    places = [place - FIRST_WHISTS for place, _most in view.helpers]
    aid = [set(_aid_effects(rules, most, unit)) for _place, most in view.helpers]
    for own_pool, own_dump in set(_own_effects(rules, view.gain, unit)):
        for given in product(*aid):
            changed = list(whists)
            for place, (_points, written) in zip(places, given, strict=True):
                changed[place] = normalize_amount(changed[place] + written)
            received = sum(points for points, _written in given)
            yield normalize_amount(pool + own_pool + received), normalize_amount(dump + own_dump), *changed


def _own_effects(rules: PreferansRules, gain: Amount, unit: Amount) -> Iterator[tuple[Amount, Amount]]:
    worth = rules.pool_worth
    first = rules.made_first == "dump" and rules.dump_points == "dump"
    for written_off in range(int(gain // 1) + 1 if first else 1):
        left = gain - written_off
        for surplus in _steps_up_to(left, unit) if rules.aid else (0,):
            for back in _dump_effects(rules, surplus, unit) if rules.dump_points == "dump" else (0,):
                yield -written_off - surplus, -written_off * worth - back


def _dump_effects(rules: PreferansRules, surplus: Amount, unit: Amount) -> Iterable[Amount]:
    if rules.dump_floor == "zero":
        return _steps_up_to(
            normalize_amount(surplus * rules.pool_worth), min(unit, normalize_amount(Fraction(1, 2)))
        )
    return (normalize_amount(points * rules.pool_worth) for points in _steps_up_to(surplus, unit))


def _aid_effects(rules: PreferansRules, most: Amount, unit: Amount) -> Iterator[tuple[Amount, Amount]]:
    worth = rules.pool_worth
    for points in _steps_up_to(most, unit) if rules.aid else (0,):
        for rest in (
            _steps_up_to(most - points, unit) if rules.aid and rules.dump_points == "whists" else (0,)
        ):
            yield points, (points * WHISTS_A_POINT + rest * WHISTS_FOR_DUMP) * worth


def _steps_up_to(most: Amount, unit: Amount) -> Iterable[Amount]:
    return (normalize_amount(step * unit) for step in range(int(most / unit) + 1))


Projection = tuple[tuple[int, Parts], ...]
"""The parts that a move adds to the columns about one player, each with the index of its column."""

MIN_HELPERS = 2
"""The number of players who can help a third one in the same hand."""
MORE_PARTS = 2
"""The number of additional parts of a column that can follow from gains."""
BOMBS_AT_MOST = 4
"""The largest number of bombs that is counted for a player. It also means any larger number."""
ENDLESS = 10**9


class TableMove(NamedTuple):
    """A group of hands that write the same figures, with the players whose columns change.

    Example: Anna (player 0) makes a six against Boris (player 1), who whists. Then `gains` is ((0, 2),), and
    `touches` names only player 0: both her pool and the whists of Boris are columns about Anna.

    Attributes:
        move: the hands with their figures.
        touches: for each player whose columns change, the index of the player, and the index in
            `Catalogue.projections` of the amounts added to these columns.
        gains: for each player who gains pool points, the index of the player, and the points.
    """

    move: Move
    touches: tuple[tuple[int, int], ...]
    gains: tuple[tuple[int, Amount], ...]


class LocalMove(NamedTuple):
    """A group of hands that write the same figures, only in the columns about one player.

    By some rules a gain is first written off the dump. Then the amounts depend on the dump before the hand,
    and each range of dumps has its own instance. Example, if a pool point is worth one dump point: a gain of
    2 adds 2 to the pool if the dump is 0, and takes 2 off the dump if the dump is at least 2.

    Attributes:
        move: the hands with their figures.
        number: the index in `Catalogue.projections` of the amounts added.
        ends: whether the hands end a row of raspasy.
        least: the smallest dump of the range, or None without a lower limit.
        below: the dump at which the next range begins, or None without an upper limit.
    """

    move: Move
    number: int
    ends: bool
    least: Amount | None = None
    below: Amount | None = None


class Catalogue:
    """A catalogue of moves, the groups of hands that write the same figures at one table.

    The columns about a player are the pool, the dump, and the whists of the other players on this player.

    Attributes:
        projections: amounts that moves add to the columns about a player. ((0, (2,)), (2, (4, 8))) adds 2 to
            column 0, the pool, and 4 and 8 to column 2. A move names its amounts by their index in this list.
        local: for each player in seat order, the moves that write in the columns about this player only.
        joint: contracts and penalties that write in the columns about several players, or in none.
        raspasy: for each number of raspasy played before in the row, the raspasy that can follow.
    """

    def __init__(
        self,
        guard: SearchGuard,
        rules: PreferansRules,
        names: tuple[str, ...],
        seats: Seats,
        rows: int,
        usual: bool,
    ) -> None:
        """Find all moves of a table.

        Args:
            guard: the limits of time and memory.
            rules: the rules of the table.
            names: the names of the players.
            seats: the players in seat order.
            rows: raspasy are tried after 0, 1 and so on up to `rows` − 1 raspasy in a row.
            usual: True to leave out uncommon hands: blind bids, and contracts more than 4 tricks off.

        Raises:
            SearchStopped: if it takes too long or too much memory.
        """
        self.projections: list[Projection] = []
        self._numbers: dict[Projection, int] = {}
        self._seats, self.rules, self._rows, self._usual = seats, rules, rows, usual
        self.dump_first = rules.made_first == "dump" and rules.dump_points == "dump"
        self.needs_dumps = self.dump_first or rules.dump_floor == "zero"
        self.most_bombs = BOMBS_AT_MOST if rules.bombs else 0
        self.fullest: Amount = rules.target if rules.aid else ENDLESS
        self._columns: dict[Account, tuple[int, int]] = {}
        for group, player in enumerate(seats):
            about = accounts_about(player, seats)
            self._columns |= {account: (group, column) for column, account in enumerate(about)}
        self._state = empty_table(PreferansState(names, seats, rules, Sheet(), seats[-1]))
        self._resolved: dict[tuple[object, ...], TableMove] = {}
        self._sums_of_moves: dict[tuple[int, int], frozenset[tuple[Sums, Parts]]] = {}
        hands = find_moves(guard, self._state, rows)
        contracts = self._at_table(hands.contracts, 0) + self._at_table(hands.bombed, -1)
        self.raspasy = {row: self._at_table(of_row, 1) for row, of_row in hands.raspasy.items()}
        self.joint = [move for move in contracts if len(move.touches) != 1]
        self.local: list[list[LocalMove]] = [[] for _player in seats]
        # The moves in `local` that may overflow a full pool.
        self.overflowing: list[list[TableMove]] = [[] for _player in seats]
        for move in contracts:
            if len(move.touches) == 1:
                ((group, _number),) = move.touches
                self.local[group] += self._local_moves(move)
                self.overflowing[group] += [move] if rules.aid and move.gains else []
        parts = (len(parts) for projection in self.projections for _column, parts in projection)
        # The maximum number of figures that a hand can have written in one column.
        self.most_read: int = max(MIN_HELPERS, *parts) + _parts_that_follow(rules)
        # The sums that a hand may add to the columns about a player while no pool is full.
        self.plain_sums = frozenset(map(self._sums_of, self.projections))
        # The amounts that a hand can write in each column, and the changes in the number of bombs.
        self.written: list[set[Amount]] = [set() for _column in range(len(seats) + 2)]
        for column, written in chain.from_iterable(self.projections):
            self.written[column].update(written)

    def _at_table(self, moves: Sequence[Move], bombs: int) -> list[TableMove]:
        played = (move for move in moves if move.usual or not self._usual)
        return [self.at_table(move, move.figures, bombs) for move in played]

    def all_sums(self, guard: SearchGuard) -> frozenset[tuple[Amount, ...]] | None:
        """Return all combinations of amounts that one hand can add to the columns about a player.

        One combination is (2, 0, 4, 0): pool, dump, and the whists of two other players on this player. Aid
        from players with full pools is included.

        Returns:
            The combinations, or None if there are too many to try.

        Raises:
            SearchStopped: if it takes too long or too much memory.
        """
        allowed = find_possible_figures(guard, self.rules, self._state.names, self._seats, self._rows)
        return None if allowed is None else allowed.figures

    def _sums_of(self, projection: Projection) -> tuple[Amount, ...]:
        sums: list[Amount] = [0] * (len(self._seats) + 1)
        for column, parts in projection:
            if column < len(sums):
                sums[column] = normalize_amount(sum(parts))
        return tuple(sums)

    def _local_moves(self, move: TableMove) -> Iterator[LocalMove]:
        ((group, number),) = move.touches
        ends = move.move.row == ENDS_ROW
        gain = sum(gain for _at, gain in move.gains)
        if not self.dump_first or gain < 1:
            yield LocalMove(move.move, number, ends)
            return
        worth, most = self.rules.pool_worth, int(gain)
        yield LocalMove(move.move, number, ends, None, worth)
        for points in range(1, most + 1):
            dumps = [0] * len(self._seats)
            dumps[group] = points * worth
            ((_group, other),) = self.with_gains_resolved(move, tuple(dumps), None).touches
            below = None if points == most else (points + 1) * worth
            yield LocalMove(move.move, other, ends, points * worth, below)

    def with_gains_resolved(
        self, each: TableMove, dumps: tuple[Amount, ...] | None, pools: tuple[Amount, ...] | None
    ) -> TableMove:
        """Return a move with the figures that it writes when the players have these dumps and pools.

        A gain of pool points may be written off the dump, or go to other players if the pool is full.

        Args:
            each: the move with the figures that it writes on an empty sheet.
            dumps: the dump of each player before the move, or None if the dumps do not matter.
            pools: the pool of each player before the move, or None if no pool gets full.
        """
        key = id(each), dumps, pools
        if key not in self._resolved:
            stood: dict[Account, Amount] = {}
            for totals, accounts in ((dumps, DUMPS), (pools, POOLS)):
                stood.update(zip((accounts[player] for player in self._seats), totals or (), strict=False))
            rules = self.rules
            if pools is None:
                rules = RULESET.change_rules(rules, {"aid": False}, started=False)
            before = self._state._replace(sheet=Sheet(stood), rules=rules)
            written = each.move.hand.postings
            # A gain of pool points may lead to further postings, such as aid from a full pool.
            further = resolve_gains(before, before.sheet.with_postings(written), each.move.gains)
            figures = figures_of((*written, *convert_dump(before, drop_zero_postings(further))))
            parts = chain.from_iterable(self.projections[number] for _at, number in each.touches)
            bomb = next((sum(bombs) for column, bombs in parts if column > len(self._seats)), None)
            self._resolved[key] = self.at_table(each.move, figures, bomb)
        return self._resolved[key]

    def overflows(self, gain: Amount, pool: Amount, dump: Amount) -> bool:
        """Return whether a gain of pool points is more than the pool can take.

        By some rules, a part of the gain is first written off the dump.

        Args:
            gain: the pool points that the player gains.
            pool: the pool of the player before the gain.
            dump: the dump of the player before the gain.
        """
        if self.dump_first:
            gain -= min(gain // 1, dump // self.rules.pool_worth)
        return self.rules.aid and pool + gain > self.rules.target

    def sums_of(self, each: TableMove, group: int) -> frozenset[tuple[Sums, Parts]]:
        """Return the amounts that a move can add to the columns about a player.

        There are several cases if a gain may be written off the dump, or go to others because a pool is full.

        Args:
            each: the move.
            group: the index of the player in seat order.

        Returns:
            For each case a pair: the amount for each column, and the change in the number of bombs, such as
                (1,), or () for no change.
        """
        key = id(each), group
        if key not in self._sums_of_moves:
            about = accounts_about(self._seats[group], self._seats)
            part = _make_players_part(about, each.move.hand.postings, dict(each.move.gains))
            parts = [self.projections[number] for index, number in each.touches if index == group]
            bombs = dict(chain.from_iterable(parts)).get(len(about), ())
            sums = (_resolved_figures(self.rules, part)) if part.gain or part.helpers else [part.figures]
            self._sums_of_moves[key] = frozenset((each, bombs) for each in sums if any(each) or bombs)
        return self._sums_of_moves[key]

    def at_table(self, move: Move, figures: Figures, bomb: Amount | None) -> TableMove:
        """Return `move` with the indexes of the players whose columns it changes.

        Args:
            move: the hands.
            figures: the amounts that the hands write. They may differ from `move.figures` if a pool is
                full or a gain is written off the dump.
            bomb: the change in the number of bombs: of all players after raspasy, of the declarer after other
                hands. None leaves the bombs as they are.
        """
        by_group: dict[int, list[tuple[int, Parts]]] = {}
        for account, parts in figures:
            group, column = self._columns[account]
            by_group.setdefault(group, []).append((column, parts))
        if self.most_bombs and bomb is not None:
            everybody = move.row == NEXT_OF_ROW
            concerned = self._seats if everybody else [move.declarer] if move.declarer != NO_PLAYER else []
            for player in concerned:
                by_group.setdefault(self._seats.index(player), []).append((len(self._seats) + 1, (bomb,)))
        touches = []
        for group, columns in sorted(by_group.items()):
            projection = tuple(columns)
            number = self._numbers.setdefault(projection, len(self.projections))
            if number == len(self.projections):
                self.projections.append(projection)
            touches.append((group, number))
        gains = tuple((self._seats.index(player), gain) for player, gain in move.gains)
        return TableMove(move, tuple(touches), gains)


def _parts_that_follow(rules: PreferansRules) -> int:
    apart = rules.raspasy.to == "dump" and rules.dump_points == "dump" and not rules.raspasy.stay_fee
    return 0 if apart and rules.made_first == "pool" else MORE_PARTS


load_catalogue = cache_results(Catalogue)
"""A cached constructor of `Catalogue`, which may raise SearchStopped."""
