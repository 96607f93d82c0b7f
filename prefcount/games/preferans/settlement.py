"""The results of all players, and the prizes of a game that is over.

Source: rule book, sections 6 and 14; fine print 18.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from operator import add
from typing import NamedTuple

from prefcount.base.i18n import N_, text
from prefcount.games.game import Settlement, SettlementTable, Sum
from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.scoring import WHISTS_A_POINT
from prefcount.games.preferans.state import DUMP, WHISTS, PreferansState
from prefcount.games.state import join_names
from prefcount.ledger import (
    Account,
    Amount,
    ScaledResults,
    check_balanced,
    divide_amount,
    normalize_amount,
    round_to_whole,
)


class Prize(NamedTuple):
    """A prize that was won.

    Attributes:
        title: the name of the prize, marked for translation.
        reason: a sentence on the winners {who} and the payment {whists}, marked for translation.
        whists: the whists that each of the others pays.
        winners: the players who share the prize.
    """

    title: str
    reason: str
    whists: int
    winners: tuple[int, ...]

    def paid(self, payer: int, winner: int) -> Amount:
        """Return the whists that `payer` pays to `winner` for this prize."""
        pays = winner in self.winners and payer not in self.winners
        return normalize_amount(Fraction(self.whists, len(self.winners))) if pays else 0

    def won(self, player: int, players: Sequence[int]) -> Amount:
        """Return the whists that a player wins by this prize, negative for a player who pays."""
        return normalize_amount(sum(self.paid(other, player) - self.paid(player, other) for other in players))


def prizes(state: PreferansState) -> tuple[Prize, ...]:
    """Return the prizes of a game that is over. A prize that all players would share is left out."""
    table = state.table
    possible = _find_prizes(table) if table.over else ()
    return tuple([prize for prize in possible if len(prize.winners) < table.size])


def _find_prizes(state: PreferansState) -> Iterator[Prize]:
    rules = state.rules
    first = tuple([player for player in state.seats if player in (state.first_full or state.full)])
    if rules.prize_first and first:
        sentence = N_("The first full pool: {who}. Each of the others pays {whists}.")
        yield Prize(N_("Prize for the first full pool"), sentence, rules.prize_first, first)
    if rules.prize_dump:
        least = min(state.dump(player) for player in state.seats)
        smallest = tuple([player for player in state.seats if state.dump(player) == least])
        sentence = N_("The smallest dump on the sheet: {who}. Each of the others pays {whists}.")
        yield Prize(N_("Prize for the smallest dump"), sentence, rules.prize_dump, smallest)


def sum_prizes(state: PreferansState) -> tuple[Amount, ...]:
    """Return each player's whists from all prizes, in seat order, or an empty tuple without prizes."""
    won_prizes = prizes(state)
    playing = state.table.seats
    amounts = {
        player: normalize_amount(sum(prize.won(player, playing) for prize in won_prizes))
        for player in playing
    }
    return tuple([amounts.get(player, 0) for player in state.seats]) if won_prizes else ()


def prize_tables(state: PreferansState) -> Iterator[SettlementTable]:
    playing = state.table.seats
    for prize in prizes(state):
        who = join_names(state, prize.winners)
        yield SettlementTable.of(
            prize.title,
            text(prize.reason, who=who, whists=prize.whists),
            (N_("whists"),),
            ((state.names[player], prize.won(player, playing)) for player in playing),
            won=1,
        )


def without_prizes(state: PreferansState) -> ScaledResults:
    divisor = whist_divisor(state.rules, state.table.seats)
    return ScaledResults(check_balanced(parts(state, state.sheet.items())), divisor)


def sheet_scaled_results(state: PreferansState) -> ScaledResults:
    results, extra = without_prizes(state), sum_prizes(state)
    return ScaledResults.from_results(check_balanced(add_amounts(results.exact, extra))) if extra else results


def sheet_whole_results(state: PreferansState, scaled_results: ScaledResults) -> tuple[int, ...]:
    if state.rules.rounding != "paper":
        return scaled_results.whole
    return round_to_whole(_settle_step_by_step(state, rounded=True).results)


def add_amounts(one: Sequence[Amount], other: Sequence[Amount]) -> tuple[Amount, ...]:
    return tuple(map(add, one, other))


def parts(state: PreferansState, figures: Iterable[tuple[Account, Amount]]) -> tuple[Amount, ...]:
    """Return the amounts that `figures` add to each player's result, in parts of a whist (`whist_divisor`).

    A whist counts for its owner and against the other player. A dump point counts against its owner, and in
    equal parts for all players. A pool point counts as minus `pool_worth` dump points.
    """
    seats = state.table.seats
    divisor, size, pool_point = whist_divisor(state.rules, seats), len(seats), -state.rules.pool_worth
    parts: dict[int, Amount] = dict.fromkeys(state.seats, 0)
    for_all: Amount = 0
    for (column, owner, other), amount in figures:
        if column == WHISTS:
            parts[owner] += divisor * amount
            parts[other] -= divisor * amount
        else:
            points = WHISTS_A_POINT * (amount if column == DUMP else pool_point * amount)
            parts[owner] -= size * points
            for_all += points
    return tuple([part + for_all if player in seats else part for player, part in parts.items()])


def whist_divisor(rules: PreferansRules, seats: Sequence[int]) -> int:
    """Return the number of parts of a whist in exact results: 3 for thirds (option `dump_divisor`)."""
    return {"n": len(seats), "n_minus_1": len(seats) - 1, "one": 1}[rules.dump_divisor]


def sheet_settlement(state: PreferansState) -> Settlement:
    """Return the results, with each step of the traditional calculation on paper."""
    closed_form = sheet_scaled_results(state).exact
    if state.rules.rounding == "paper":
        return _settle_step_by_step(state, rounded=True)._replace(results=closed_form)
    on_paper = _settle_step_by_step(state, rounded=False)
    assert on_paper.results == closed_form, "both ways to settle give the same numbers"
    return on_paper


def _settle_step_by_step(state: PreferansState, *, rounded: bool) -> Settlement:
    names = [state.names[player] for player in state.seats]
    table = state.table
    playing = [state.names[player] for player in table.seats]
    equal, equal_table = _equalize_pools(table, playing)
    left, amnesty_table = _apply_amnesty(equal, playing)
    tables = [equal_table, amnesty_table]
    moves = [0] * table.size
    if rounded:
        left, moves, divisible_table = _make_divisible(left, whist_divisor(state.rules, table.seats), playing)
        tables.append(divisible_table)
    dumps, dump_table = _convert_dumps(table, left, playing)
    point = WHISTS_A_POINT // whist_divisor(state.rules, table.seats)
    on = [normalize_amount(dump + max(0, -move) * point) for dump, move in zip(dumps, moves, strict=True)]
    by = [max(0, move) * point for move in moves]
    sums, pairs_table = _sum_pairs(
        state, dict(zip(table.seats, zip(on, by, strict=True), strict=True)), names
    )
    results, extra = tuple(sums), sum_prizes(state)
    added_up = N_(
        "A player's result is the sum of the whist differences with all opponents. All results "
        "add up to zero."
    )
    if extra:
        results = tuple(map(normalize_amount, add_amounts(results, extra)))
        added_up = N_(
            "A player's result is the sum of the whist differences with all opponents, plus prizes. "
            "All results add up to zero."
        )
    final = SettlementTable.of(
        N_("Results"),
        text(added_up),
        (N_("result"),),
        zip(names, round_to_whole(results) if rounded else results, strict=True),
        won=1,
    )
    return Settlement(results, (*tables, dump_table, pairs_table, *prize_tables(state), final), extra)


def _equalize_pools(state: PreferansState, names: list[str]) -> tuple[list[Amount], SettlementTable]:
    worth = state.rules.pool_worth
    pools = [state.pool(player) for player in state.seats]
    full = max(pools)
    dumps = [state.dump(player) for player in state.seats]
    missing = [worth * (full - pool) for pool in pools]
    equal = [normalize_amount(dump + points) for dump, points in zip(dumps, missing, strict=True)]
    origin = text(N_("for the pool"))
    sentence = N_(
        "Every pool is filled up to {full}. Each pool point that was missing adds {worth} to the dump."
    )
    table = SettlementTable.of(
        N_("Equal pools"),
        text(sentence, full=full, worth=worth),
        (N_("pool"), N_("dump"), N_("new dump")),
        zip(names, pools, dumps, equal, strict=True),
        sums=({3: Sum(*each, origin)} if each[1] else {} for each in zip(dumps, missing, strict=True)),
    )
    return equal, table


def _apply_amnesty(dumps: list[Amount], names: list[str]) -> tuple[list[Amount], SettlementTable]:
    least = min(dumps)
    left = [normalize_amount(dump - least) for dump in dumps]
    sentence = N_("The smallest dump, {least}, is taken off every dump.")
    table = SettlementTable.of(
        N_("Amnesty"),
        text(sentence, least=str(least).replace("-", "−")),
        (N_("dump"), N_("left")),
        zip(names, dumps, left, strict=True),
    )
    return left, table


def _find_move(dump: Amount, divisor: int) -> int:
    points = int(dump // 1)
    if divisor == 4:
        return -(points % 2)
    return (0, -1, 1)[points % 3] if divisor == 3 else 0


def _make_divisible(
    left: list[Amount], divisor: int, names: list[str]
) -> tuple[list[Amount], list[int], SettlementTable]:
    moves = [_find_move(dump, divisor) for dump in left]
    divisible = [normalize_amount(dump + move) for dump, move in zip(left, moves, strict=True)]
    whists = WHISTS_A_POINT // divisor
    sentence = N_(
        "For each point taken off a player's dump, every opponent writes {whists} whists "
        "on that player. For each point added, that player writes as many on every "
        "opponent."
    )
    table = SettlementTable.of(
        N_("Dumps rounded for whole whists"),
        text(sentence, whists=whists),
        (N_("left"), N_("point"), N_("new dump")),
        zip(names, left, moves, divisible, strict=True),
    )
    return divisible, moves, table


def _convert_dumps(
    state: PreferansState, left: list[Amount], names: list[str]
) -> tuple[list[Amount], SettlementTable]:
    divisor = whist_divisor(state.rules, state.seats)
    whists = [normalize_amount(Fraction(WHISTS_A_POINT * dump, divisor)) for dump in left]
    sentence = N_("For each dump point every opponent writes 10 whists divided by {divisor}.")
    if divisor == 1:
        sentence = N_("For each dump point every opponent writes 10 whists, undivided.")
    table = SettlementTable.of(
        N_("Dump into whists"),
        text(sentence, divisor=divisor),
        (N_("dump"), N_("each writes on them")),
        zip(names, left, whists, strict=True),
    )
    return whists, table


def sheet_pairs(state: PreferansState) -> dict[tuple[int, int], Amount]:
    rules, pairs = state.rules, dict[tuple[int, int], Amount]()
    playing, won_here = state.table.seats, prizes(state)
    divisor = whist_divisor(rules, playing)
    owed = {player: state.dump(player) - rules.pool_worth * state.pool(player) for player in playing}
    for one, other in combinations(state.seats, 2):
        both = one in owed and other in owed
        dumps = divide_amount(WHISTS_A_POINT * (owed[other] - owed[one]), divisor) if both else 0
        extra = sum(prize.paid(other, one) - prize.paid(one, other) for prize in won_here) if both else 0
        pairs[one, other] = normalize_amount(
            state.whists(one, other) - state.whists(other, one) + dumps + extra
        )
    return pairs


def _sum_pairs(
    state: PreferansState, dumps: Mapping[int, tuple[Amount, int]], names: list[str]
) -> tuple[list[Amount], SettlementTable]:
    # The two numbers in `dumps` are the whists that each opponent writes on the player for the dump, and the
    # whists that the player writes on each opponent.
    sums: list[Amount] = [0] * state.size
    rows: list[tuple[Amount | str, ...]] = []
    dump_sums: list[dict[int, Sum]] = []
    origin = text(N_("from the dump"))
    for (at_one, one), (at_other, other) in combinations(enumerate(state.seats), 2):
        mine, theirs = state.whists(one, other), state.whists(other, one)
        if one in dumps and other in dumps:
            (on_one, by_one), (on_other, by_other) = dumps[one], dumps[other]
            added = (Sum(mine, on_other + by_one, origin), Sum(theirs, on_one + by_other, origin))
            mine, theirs = (normalize_amount(each.one + each.other) for each in added)
            dump_sums.append({cell: each for cell, each in enumerate(added, 1) if each.other})
        else:
            dump_sums.append({})
        net = normalize_amount(mine - theirs)
        sums[at_one], sums[at_other] = (
            normalize_amount(sums[at_one] + net),
            normalize_amount(sums[at_other] - net),
        )
        rows.append((f"{names[at_one]} – {names[at_other]}", mine, theirs, net))
    explanation = text(
        N_("The whists of two players on each other, including those for the dump, and the difference.")
    )
    if len(dumps) < len(state.seats):
        gone = [name for player, name in zip(state.seats, names, strict=True) if player not in dumps]
        sentence = N_(
            "The whists of two players on each other, including those for the dump, and the "
            "difference. The pool and dump of {names} became whists when they left the table."
        )
        explanation = text(sentence, names=", ".join(gone))
    table = SettlementTable.of(
        N_("Pairs"),
        explanation,
        (N_("first on second"), N_("second on first"), N_("net for first")),
        rows,
        won=1,
        sums=dump_sums,
    )
    return sums, table
