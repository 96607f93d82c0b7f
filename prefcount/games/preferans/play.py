"""The play of Preferans: hands with full pools, other entries, and the results with prizes.

The postings of a hand depend on the rules, the players, the dealer and the declarer, the row of raspasy, and
a bomb that is used up. Only the effect of a full pool on a gain depends on the sheet. So the effects of legal
hands are cached, because a correction plays all later hands again, and an archive has many equal hands.

Source: rule book, sections 4 (the row of raspasy, rotation), 5 to 7 and 14; fine print 8, 18, 21 and 23.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from operator import add
from typing import NamedTuple

from prefcount.base.i18n import N_, text
from prefcount.base.problems import Problem, problem
from prefcount.entries.models import MAX_PLAYERS, Entry, Join
from prefcount.games.game import Game, Settlement, SettlementTable, Sum
from prefcount.games.preferans.legality import resolve_hand, without_unused_details
from prefcount.games.preferans.options import RULESET, PreferansRules
from prefcount.games.preferans.scoring import (
    WHISTS_A_POINT,
    Gains,
    convert_dump,
    resolve_gains,
    score_contract,
    score_misere,
    score_raspasy,
    sum_gains,
)
from prefcount.games.preferans.state import (
    DUMP,
    DUMPS,
    FACTORS,
    HAS_LEFT,
    MODELS,
    OVER,
    POOL,
    POOLS,
    WHISTS,
    WHISTS_ON,
    ContractHand,
    Hand,
    HandPlayed,
    LeaveEntry,
    MisdealEntry,
    MisereHand,
    PreferansState,
    RaspasyHand,
    TalonThrownEntry,
    find_full_pools,
    make_first_state,
)
from prefcount.games.state import Seats, Transition, check_not_over, find_dealer, find_player, join_names
from prefcount.games.table_entries import OtherPlayer, SheetColumn
from prefcount.ledger import (
    NO_PLAYER,
    Account,
    Amount,
    Posting,
    Reason,
    ScaledResults,
    account_amounts,
    check_balanced,
    divide_amount,
    drop_zero_postings,
    normalize_amount,
    round_to_whole,
)


class Effect(NamedTuple):
    """The part of a hand's score that depends only on the hand and the rules. It is cached.

    Further postings depend on the sheet, such as those for points above a full pool.

    Attributes:
        rules: the rules by which the hand was scored.
        postings: the postings, with whists instead of dump points at a table without a dump.
        gains: the pool points that each player gained, clockwise from eldest hand.
        worth: the amounts that the postings add to `ScaledResults.parts`, one for each player.
    """

    rules: PreferansRules
    hand: HandPlayed
    postings: tuple[Posting, ...]
    gains: Gains
    worth: tuple[Amount, ...]


MAX_REMEMBERED = 30_000
"""Maximum number of hands in the cache. A full cache is emptied."""

_remembered: dict[tuple[object, ...], Effect] = {}
"""The effects of legal hands by `_make_key`. Equal rules are one object, so `id` identifies them."""


def play_hand(state: PreferansState, entry: Hand) -> Transition[PreferansState]:
    """Return the effect of a contract, a misère or a raspasy: its postings, and the state after it."""
    if state.left:
        return _play_without_those_who_left(state, entry)
    dealer = state.dealer
    if entry.dealer is not None:
        dealer = state.names.index(entry.dealer) if entry.dealer in state.names else NO_PLAYER
    key = _make_key(state, entry, dealer)
    # With three players a key does not contain the dealer, so an unknown dealer is checked here.
    effect = None if state.over or dealer == NO_PLAYER else _remembered.get(key)
    if effect is None:
        hand, problems = resolve_hand(state, entry)
        if hand is None:
            return Transition(state, (), tuple(problems))
        if len(_remembered) >= MAX_REMEMBERED:
            _remembered.clear()
        scored = drop_zero_postings(_score(state, hand))
        postings = convert_dump(state, scored)
        gains = sum_gains(scored, state.seats.from_first_hand(dealer))
        worth = parts(state, account_amounts(postings))
        effect = _remembered[key] = Effect(state.rules, hand, postings, gains, worth)
    return _make_transition(state, entry, dealer, effect)


def _play_without_those_who_left(state: PreferansState, entry: Hand) -> Transition[PreferansState]:
    declarer = () if entry.kind == "raspasy" else (entry.declarer,)
    calls = entry.calls or () if entry.kind == "game" else ()
    named = {*declarer, *calls, *(entry.tricks or ()), entry.dealer}
    gone = [state.names[player] for player in state.left]
    problems = [problem("", HAS_LEFT, name=name) for name in gone if name in named]
    if problems:
        return Transition(state, (), tuple(problems))
    done = play_hand(state.table, entry)
    if done.problems:
        return Transition(state, (), done.problems)
    worth = dict(zip(done.state.seats, done.worth, strict=True))
    return done._replace(
        state=done.state._replace(seats=state.seats, left=state.left, left_after=state.left_after),
        worth=tuple([worth.get(player, 0) for player in state.seats]),
    )


def _make_key(state: PreferansState, entry: Hand, dealer: int) -> tuple[object, ...]:
    # The key contains how many names have tricks or calls, so an entry with an unknown name never has the key
    # of a legal hand.
    names, seats, rules, tricks = state.names, state.seats, state.rules, entry.tricks or {}
    taken = (len(tricks), *map(tricks.get, names))
    if entry.kind == "raspasy":
        return (id(rules), seats, taken, dealer, state.row, entry.factor)
    declarer = names.index(entry.declarer) if entry.declarer in names else NO_PLAYER
    idle = seats.idle(dealer)
    bomb = rules.bombs and state.bombs[declarer] > 0
    table = (id(rules), seats, taken, declarer, idle, bomb, entry.talon, entry.blind, entry.factor)
    if entry.kind == "misere":
        return table
    calls = entry.calls or {}
    return (table, entry.contract, entry.left_without, len(calls), *map(calls.get, names))


def _make_transition(
    state: PreferansState, entry: Hand, dealer: int, effect: Effect
) -> Transition[PreferansState]:
    postings, worth = effect.postings, effect.worth
    sheet = state.sheet.with_postings(postings)
    raspasy = entry.kind == "raspasy"
    stayed = _count_stayed(state, dealer) if raspasy else 0
    further = resolve_gains(state, sheet, effect.gains) if effect.gains else []
    fee = state.rules.raspasy.stay_fee if state.rules.raspasy.rotation == "stays" else 0
    if raspasy and not stayed and fee:  # The deal moves on after too many raspasy (section 13).
        further.append(Posting(DUMPS[dealer], fee, Reason("stay_fee", {"points": fee})))
    if further:
        more = convert_dump(state, drop_zero_postings(further))
        sheet = sheet.with_postings(more)
        postings, worth = postings + more, add_amounts(worth, parts(state, account_amounts(more)))
    after = state._replace(
        sheet=sheet,
        dealer=dealer if stayed else state.seats.after(dealer),
        last_dealer=dealer,
        hands=state.hands + 1,
        row=_count_row(state, effect.hand),
        bombs=_count_bombs(state, effect.hand) if state.rules.bombs else state.bombs,
        latest=state.latest if entry.at is None else max(entry.at, state.latest or entry.at),
        stayed=stayed,
        first_dealer=dealer if state.first_dealer == NO_PLAYER else state.first_dealer,
        first_full=state.first_full or find_full_pools(state, sheet),
    )
    return Transition(after, postings, (), worth, effect.hand)


def _score(state: PreferansState, hand: HandPlayed) -> list[Posting]:
    # The bomb: section 7 and fine print 23. The hand's own factor: section 13.
    if isinstance(hand, RaspasyHand):
        scored = score_raspasy(state, hand)
    elif isinstance(hand, ContractHand):
        scored = score_contract(state.rules, hand)
    else:
        scored = score_misere(state.rules, hand, tuple(state.seats.others(hand.roles.declarer)))
    if not isinstance(hand, RaspasyHand) and state.rules.bombs and state.bombs[hand.roles.declarer] > 0:
        scored = [_multiply(2, posting, Reason("bomb", of=posting)) for posting in scored]
    if hand.factor != 1:
        figures = {"factor": hand.factor}
        scored = [
            _multiply(hand.factor, posting, Reason("factor", figures, of=posting)) for posting in scored
        ]
    return scored


def _multiply(factor: int, posting: Posting, reason: Reason) -> Posting:
    return posting._replace(amount=normalize_amount(factor * posting.amount), reason=reason)


def _count_row(state: PreferansState, hand: HandPlayed) -> int:
    if isinstance(hand, RaspasyHand):
        return state.row + 1
    options = state.rules.raspasy
    if isinstance(hand, MisereHand):
        ends_row = options.misere_resets == "any" or (options.misere_resets == "made" and hand.made)
    else:
        ends_row = options.reset == "any_hand" or (hand.made and (hand.played or options.reset == "made"))
    return 0 if ends_row else state.row


def _count_stayed(state: PreferansState, dealer: int) -> int:
    # Section 13: the deal stays with the same player.
    options = state.rules.raspasy
    if options.rotation != "stays":
        return 0
    dealt = 1 + (state.stayed if dealer == state.last_dealer else 0)
    return 0 if options.stays_at_most and dealt >= options.stays_at_most else dealt


def _count_bombs(state: PreferansState, hand: HandPlayed) -> tuple[int, ...]:
    if isinstance(hand, RaspasyHand):
        return tuple(count + (player in state.seats) for player, count in enumerate(state.bombs))
    declarer = hand.roles.declarer
    return tuple(max(0, count - (player == declarer)) for player, count in enumerate(state.bombs))


def add_amounts(one: Sequence[Amount], other: Sequence[Amount]) -> tuple[Amount, ...]:
    return tuple(map(add, one, other))


def parts(state: PreferansState, figures: Iterable[tuple[Account, Amount]]) -> tuple[Amount, ...]:
    # A whist counts for its owner and against the other player. A dump point counts against its owner, and in
    # equal parts for all players. A pool point counts as minus `pool_worth` dump points.
    seats = state.table.seats
    divisor, size, pool_point = state.whist_divisor, len(seats), -state.rules.pool_worth
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


class Prize(NamedTuple):
    """A prize that was won.

    Attributes:
        title: the name of the prize, marked for translation.
        reason: a sentence on the winners {who} and the payment {whists}, marked for translation.
        whists: the whists that each player who did not win pays. The winners share them equally.
        winners: the players who share the prize.
    """

    title: str
    reason: str
    whists: int
    winners: tuple[int, ...]

    def paid(self, payer: int, winner: int) -> Amount:
        pays = winner in self.winners and payer not in self.winners
        return normalize_amount(Fraction(self.whists, len(self.winners))) if pays else 0

    def won(self, player: int, players: Sequence[int]) -> Amount:
        """Return the whists that `player` wins from `players` by this prize.

        They are negative for a player who pays.
        """
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
            (state.names[player] for player in playing),
            {N_("whists"): [prize.won(player, playing) for player in playing]},
            won=1,
        )


def _settle_step_by_step(state: PreferansState, *, rounded: bool) -> Settlement:
    names = [state.names[player] for player in state.seats]
    table = state.table
    playing = [state.names[player] for player in table.seats]
    equal, equal_table = _equalize_pools(table, playing)
    left, amnesty_table = _apply_amnesty(equal, playing)
    tables = [equal_table, amnesty_table]
    moves = [0] * table.size
    if rounded:
        left, moves, divisible_table = _make_divisible(left, state.whist_divisor, playing)
        tables.append(divisible_table)
    dumps, dump_table = _convert_dumps(table, left, playing)
    point = WHISTS_A_POINT // state.whist_divisor
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
        names,
        {N_("result"): round_to_whole(results) if rounded else results},
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
    origin = N_("for the pool ({points} short of {full}, {worth} each)")
    sentence = N_(
        "Every pool is filled up to {full}. Each pool point that was missing adds {worth} to the dump."
    )
    table = SettlementTable.of(
        N_("Equal pools"),
        text(sentence, full=full, worth=worth),
        names,
        {N_("pool"): pools, N_("dump"): dumps, N_("new dump"): equal},
        sums=(
            {3: Sum(dump, added, text(origin, points=full - pool, full=full, worth=worth))} if added else {}
            for dump, added, pool in zip(dumps, missing, pools, strict=True)
        ),
    )
    return equal, table


def _apply_amnesty(dumps: list[Amount], names: list[str]) -> tuple[list[Amount], SettlementTable]:
    least = min(dumps)
    left = [normalize_amount(dump - least) for dump in dumps]
    sentence = N_("The smallest dump, {least}, is taken off every dump.")
    table = SettlementTable.of(
        N_("Amnesty"),
        text(sentence, least=str(least).replace("-", "−")),
        names,
        {N_("dump"): dumps, N_("left"): left},
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
        names,
        {N_("left"): left, N_("point"): moves, N_("new dump"): divisible},
    )
    return divisible, moves, table


def _convert_dumps(
    state: PreferansState, left: list[Amount], names: list[str]
) -> tuple[list[Amount], SettlementTable]:
    divisor = state.whist_divisor
    whists = [normalize_amount(Fraction(WHISTS_A_POINT * dump, divisor)) for dump in left]
    sentence = N_("For each dump point every opponent writes 10 whists divided by {divisor}.")
    if divisor == 1:
        sentence = N_("For each dump point every opponent writes 10 whists, undivided.")
    table = SettlementTable.of(
        N_("Dump into whists"),
        text(sentence, divisor=divisor),
        names,
        {N_("dump"): left, N_("each writes on them"): whists},
    )
    return whists, table


def _sum_pairs(
    state: PreferansState, dumps: Mapping[int, tuple[Amount, int]], names: list[str]
) -> tuple[list[Amount], SettlementTable]:
    # The two numbers in `dumps` are the whists that each opponent writes on the player for the dump, and the
    # whists that the player writes on each opponent.
    origin = text(N_("from the dump"))

    def count(one: int, other: int) -> Sum:
        both = one in dumps and other in dumps
        return Sum(state.whists(one, other), dumps[other][0] + dumps[one][1] if both else 0, origin)

    pairs = list(combinations(state.seats, 2))
    added = [(count(one, other), count(other, one)) for one, other in pairs]
    mine, theirs = (
        [normalize_amount(each.one + each.other) for each in own] for own in zip(*added, strict=True)
    )
    net = [normalize_amount(own - others) for own, others in zip(mine, theirs, strict=True)]
    sums: dict[int, Amount] = dict.fromkeys(state.seats, 0)
    for (one, other), amount in zip(pairs, net, strict=True):
        sums[one] = normalize_amount(sums[one] + amount)
        sums[other] = normalize_amount(sums[other] - amount)
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
        map(" – ".join, combinations(names, 2)),
        {N_("first on second"): mine, N_("second on first"): theirs, N_("net for first"): net},
        won=1,
        sums=({cell: each for cell, each in enumerate(both, 1) if each.other} for both in added),
    )
    return list(sums.values()), table


class PreferansPlay(Game[PreferansState]):
    """The rules of Preferans: the effect of each entry, and the settlement.

    `Preferans` adds the sheet, the questions and the short notation.
    """

    name = "preferans"
    entries, adapter = MODELS
    hand_kinds = frozenset({"game", "misere", "raspasy"})
    ruleset = RULESET
    over = OVER
    sizes = (2, 3, 4, 5)
    factors: Sequence[int] = FACTORS
    columns = (
        SheetColumn(POOL, N_("pool")),
        SheetColumn(DUMP, N_("dump")),
        SheetColumn(
            WHISTS,
            N_("whists"),
            OtherPlayer(
                asked=N_("On whom?"),
                missing=N_("is missing; whists are written on another player, so name that player"),
                oneself=N_("a player cannot write whists on themselves"),
                elsewhere=N_("only whists are written on another player; name no other player here"),
            ),
        ),
    )
    no_seat = N_(
        "is missing; the sheet already has five columns, so name the player whom the newcomer replaces"
    )
    player_first = True
    extra_seat = N_("between {before} and {after}, with the average score, and deals next")

    make_first_state = staticmethod(make_first_state)
    play_hand = staticmethod(play_hand)
    without_unused_details = staticmethod(without_unused_details)
    parts = staticmethod(parts)

    def divisor(self, state: PreferansState) -> int:
        return state.whist_divisor

    def whole_money(self, state: PreferansState) -> bool:
        return state.rules.rounding != "exact"

    def get_playing_seats(self, state: PreferansState) -> Seats:
        return state.table.seats

    def apply_own_entry(self, state: PreferansState, entry: Entry) -> Transition[PreferansState]:
        if isinstance(entry, LeaveEntry):
            return self._leave(state, entry)
        if not isinstance(entry, MisdealEntry | TalonThrownEntry):
            return Transition(state)
        problems = check_not_over(state, OVER)
        dealer, points = state.dealer, 1
        if isinstance(entry, MisdealEntry):
            points = state.rules.misdeal_dump
            dealer, unknown_dealer = find_dealer(state, entry)
            problems = problems or unknown_dealer
            if dealer in state.left:
                problems = [problem("dealer", HAS_LEFT, name=entry.dealer)]
        if problems:
            return Transition(state, problems=tuple(problems))
        amount = points * state.rules.dump_times
        posting = Posting(DUMPS[dealer], amount, Reason(entry.kind, {"points": amount}))
        return self.with_postings(state._replace(dealer=dealer), [posting])

    def with_postings(self, state: PreferansState, postings: Iterable[Posting]) -> Transition[PreferansState]:
        return super().with_postings(state, convert_dump(state.table, tuple(postings)))

    def bring_forward(self, state: PreferansState, postings: Sequence[Posting]) -> Transition[PreferansState]:
        # Dump points from paper are never turned into whists.
        return super().with_postings(state, postings)

    def has_free_seat(self, state: PreferansState) -> bool:
        # Columns of players who left count, too.
        return state.size < MAX_PLAYERS

    def _check_join(self, state: PreferansState, entry: Join) -> Iterator[Problem]:
        yield from super()._check_join(state, entry)
        if entry.replaces in [state.names[player] for player in state.left]:
            yield problem("replaces", HAS_LEFT, name=entry.replaces)

    def seat_newcomer(self, state: PreferansState, name: str) -> Transition[PreferansState]:
        # The newcomer deals next. The pool is the mean of the other pools, rounded down, and the dump the
        # mean of the other dumps, rounded up.
        number, others = len(state.names), state.table.seats
        pool = sum(state.pool(player) for player in others) // len(others)
        dump = -(-sum(state.dump(player) for player in others) // len(others))
        postings = (
            Posting(Account(column, number), amount, Reason("newcomer", {"value": amount}))
            for column, amount in ((POOL, pool), (DUMP, dump))
        )
        last = (
            state.last_dealer if state.last_dealer != NO_PLAYER else others.from_first_hand(state.dealer)[-2]
        )
        index = state.seats.index(last) + 1
        joined = state._replace(
            names=(*state.names, name),
            seats=Seats((*state.seats[:index], number, *state.seats[index:])),
            dealer=number,
        )
        return super().with_postings(joined, postings)

    def _leave(self, state: PreferansState, entry: LeaveEntry) -> Transition[PreferansState]:
        # Pool and dump become whists. If this player dealt last, the player before counts as the last dealer.
        # If it is this player's turn to deal, the next player deals.
        player, problems = find_player(state, "player", entry.player)
        problems += check_not_over(state, OVER)
        if player in state.left:
            problems.append(problem("player", HAS_LEFT, name=entry.player))
        if not state.table.seats.dealer_rests:
            problems.append(problem("", N_("at least three players must stay; end the game instead")))
        if problems or player is None:
            return Transition(state, problems=tuple(problems))
        closed = drop_zero_postings(
            Posting(account, -state.sheet[account], Reason("leaves_column", {"value": state.sheet[account]}))
            for account in (POOLS[player], DUMPS[player])
        )
        playing = state.table.seats
        before, next_one = playing[playing.index(player) - 1], playing.after(player)
        after = state._replace(
            sheet=state.sheet.with_postings(closed),
            left=(*state.left, player),
            left_after=(*state.left_after, state.hands),
            dealer=next_one if state.dealer == player else state.dealer,
            last_dealer=before if state.last_dealer == player else state.last_dealer,
            first_dealer=next_one if state.first_dealer == player else state.first_dealer,
            stayed=0 if state.last_dealer == player else state.stayed,
        )
        whists = drop_zero_postings(self._post_leaving_whists(state, after, player))
        after = after._replace(sheet=after.sheet.with_postings(whists))
        return Transition(after, closed + whists, (), (0,) * state.size)

    def _post_leaving_whists(
        self, state: PreferansState, after: PreferansState, player: int
    ) -> Iterator[Posting]:
        # Prizes are left out.
        before, without = super().sheet_scaled_results(state).exact, super().sheet_scaled_results(after).exact
        for other, was, would in zip(state.seats, before, without, strict=True):
            if other != player:
                amount = normalize_amount(was - would)
                account = WHISTS_ON[other][player] if amount > 0 else WHISTS_ON[player][other]
                value = max(amount, -amount)
                yield Posting(account, value, Reason("leaves_whists", {"value": value}))

    def sheet_scaled_results(self, state: PreferansState) -> ScaledResults:
        results, extra = super().sheet_scaled_results(state), sum_prizes(state)
        if not extra:
            return results
        return ScaledResults.from_results(check_balanced(add_amounts(results.exact, extra)))

    def sheet_whole_results(self, state: PreferansState, scaled_results: ScaledResults) -> tuple[int, ...]:
        if state.rules.rounding != "paper":
            return scaled_results.whole
        return round_to_whole(_settle_step_by_step(state, rounded=True).results)

    def sheet_settlement(self, state: PreferansState) -> Settlement:
        closed_form = self.sheet_scaled_results(state).exact
        if state.rules.rounding == "paper":
            return _settle_step_by_step(state, rounded=True)._replace(results=closed_form)
        on_paper = _settle_step_by_step(state, rounded=False)
        assert on_paper.results == closed_form, "both ways to settle give the same numbers"
        return on_paper

    def sheet_pairs(self, state: PreferansState) -> dict[tuple[int, int], Amount]:
        rules, pairs = state.rules, dict[tuple[int, int], Amount]()
        playing, won_here = state.table.seats, prizes(state)
        divisor = state.whist_divisor
        owed = {player: state.dump(player) - rules.pool_worth * state.pool(player) for player in playing}
        for one, other in combinations(state.seats, 2):
            both = one in owed and other in owed
            dumps = divide_amount(WHISTS_A_POINT * (owed[other] - owed[one]), divisor) if both else 0
            extra = sum(prize.paid(other, one) - prize.paid(one, other) for prize in won_here) if both else 0
            pairs[one, other] = normalize_amount(
                state.whists(one, other) - state.whists(other, one) + dumps + extra
            )
        return pairs
