"""Postings of Priffe and their settlement: points of the sides, games, rubbers, points of the players.

Source: `docs/relatives.md`, sections 1.2 to 1.5.
"""

from collections.abc import Iterable, Iterator, Sequence

from prefcount.base.i18n import C_, N_, text
from prefcount.base.problems import Problem, problem
from prefcount.entries.models import Entry
from prefcount.games.game import Settlement, SettlementTable
from prefcount.games.priffe.rules import (
    BONUS,
    BOTH,
    CONTRACTS,
    COUNTED,
    GAMES,
    GAMES_TO_WIN,
    HONOURS,
    KEYS,
    LINE,
    NAMES,
    NOLLS,
    OF_SIDES,
    OVER,
    PAST,
    POINTS,
    POINTS_PER_TEN,
    RULESET,
    PairsEntry,
    PriffeHand,
    PriffeHandEntry,
    PriffeRules,
    PriffeState,
    RubberEntry,
    X,
    check_fresh_rubber,
    get_other_side,
    owners,
    resolve,
    resolve_pairs,
    schedule_partnership,
)
from prefcount.games.state import Transition, check_not_over, find_dealer
from prefcount.games.table_entries import OtherPlayer, SheetColumn, TableEntries
from prefcount.ledger import (
    Account,
    Amount,
    Posting,
    Reason,
    ScaledResults,
    Sheet,
    account_amounts,
    check_balanced,
    divide_amount,
    drop_zero_postings,
    normalize_amount,
)

A_TRICK = 10
SLAMS = {6: ("little_slam", 10), 7: ("big_slam", 20)}
"""The slam and its bonus by the number of tricks over six. A penalty doubles the bonus."""
FIRST_GAME_BONUS, SECOND_GAME_BONUS = 10, 20
"""The bonus points for the first and the second game of a side."""


def play_hand(state: PriffeState, entry: PriffeHandEntry) -> Transition[PriffeState]:
    """Return the transition of a hand, with all problems if the hand is not possible."""
    hand, problems = resolve(state, entry)
    if hand is None:
        return Transition(state, (), tuple(problems))
    dealer, _problems = find_dealer(state, entry)
    after = state._replace(dealer=state.order.after(dealer), hands=state.hands + 1, fresh=False)
    scored = with_postings(after, hand_postings(state.rules, hand))
    return transition(state, scored, decide_game(scored.state, hand.winner))._replace(hand=hand)


def hand_postings(rules: PriffeRules, hand: PriffeHand) -> Iterator[Posting]:
    """Yield the postings of a hand, without the postings of a game or rubber that it wins."""
    winner, over, noll = hand.winner, hand.over, hand.contract in NOLLS
    contract = text(CONTRACTS[hand.contract])
    figures: dict[str, object] = {"count": over, "price": A_TRICK, "contract": contract}
    reason = Reason("noll_tricks" if noll else "tricks", figures)
    yield Posting(Account(LINE, winner), A_TRICK * over, reason)
    if hand.penalty:
        yield _post_bonus(winner, A_TRICK * over, "penalty", count=over, price=A_TRICK)
    if over in SLAMS and (rules.noll_slams or not noll):
        rule, value = SLAMS[over]
        if hand.penalty:
            rule, value = f"{rule}_penalty", 2 * value
        yield _post_bonus(winner, value, rule, value=value)
    if hand.contract == "forced_noll" and not rules.forced_noll_honours:
        return
    for side, held in zip(BOTH, hand.honours, strict=True):
        value = _value_honours(rules, held)
        if value:
            yield _post_bonus(side, value, "honours", count=sum(held), value=value)


def _post_bonus(side: int, amount: int, rule: str, **figures: int) -> Posting:
    return Posting(Account(BONUS, side), amount, Reason(rule, figures))


def _value_honours(rules: PriffeRules, held: tuple[int, int]) -> int:
    """Return the bonus of a side whose two players hold the numbers `held` of honours."""
    most, together = max(held), sum(held)
    if most == HONOURS:
        return 50
    if rules.honours == "hand" and most < 3:
        return 0
    return {4: 40, 3: 20}.get(together, 0)


Stage = Transition[PriffeState]
"""A transition that is only a part of an entry, so its `worth` is not set."""


def with_postings(state: PriffeState, postings: Iterable[Posting]) -> Stage:
    """Return the stage that adds postings to the sheet."""
    added = drop_zero_postings(postings)
    return Transition(state._replace(sheet=state.sheet.with_postings(added)), added)


def decide_game(state: PriffeState, side: int) -> Stage:
    """Return the stage that ends the game, and perhaps the rubber, if `side` has won it."""
    if state.line(side) < state.limit(side):
        return Transition(state)
    game = with_postings(state, _post_game(state, side))
    if game.state.won(side) < GAMES_TO_WIN:
        return game
    rubber = finish_rubber(game.state)
    return Transition(rubber.state, game.postings + rubber.postings)


def _post_game(state: PriffeState, side: int) -> Iterator[Posting]:
    """Yield the postings of a game that `side` has won: its points towards the game become past points."""
    first = not state.won(side)
    number, bonus = (1, FIRST_GAME_BONUS) if first else (2, SECOND_GAME_BONUS)
    yield Posting(Account(GAMES, side), 1, Reason("game", {"number": number}))
    yield from _post_move(state, side, "game_line")
    yield Posting(Account(PAST, side), bonus, Reason("game_bonus", {"number": number, "value": bonus}))
    if state.rules.reset_other_side:
        yield from _post_move(state, get_other_side(side), "game_reset")


def _post_move(state: PriffeState, side: int, rule: str) -> Iterator[Posting]:
    line = state.line(side)
    yield Posting(Account(LINE, side), -line, Reason(rule, {"value": line}, closes=True))
    yield Posting(Account(PAST, side), line, Reason(f"{rule}_kept", {"value": line}))


def finish_rubber(state: PriffeState) -> Stage:
    """Return the stage that ends a rubber: it gives points to players and clears the sides' columns."""
    ending = with_postings(state, _post_rubber_end(state))
    number = state.rubber + 1
    following = ending.state._replace(
        pairs=schedule_partnership(number, state.first), rubber=number, fresh=True
    )
    return Transition(following, ending.postings)


def _post_rubber_end(state: PriffeState) -> Iterator[Posting]:
    """Yield each player's points from the rubber, then the postings that clear the columns of both sides."""
    number, totals = state.rubber + 1, {side: state.total(side) for side in BOTH}
    for player in state.seats:
        side = state.pairs.side(player)
        total, against = totals[side], totals[get_other_side(side)]
        figures = {"number": number, "total": total, "against": against}
        amount = divide_amount(total - against, POINTS_PER_TEN)  # d of section 1.4
        yield Posting(Account(POINTS, player), amount, Reason("rubber_points", figures))
    for side in BOTH:
        for column in OF_SIDES:
            account = Account(column, side)
            reason = Reason("rubber_over", {"number": number}, closes=True)
            yield Posting(account, -state.sheet[account], reason)


def transition(before: PriffeState, *done: Stage) -> Transition[PriffeState]:
    """Return the transition from `before` through the stages in `done`, one after the other."""
    postings = tuple(posting for stage in done for posting in stage.postings)
    return Transition(done[-1].state, postings, (), parts(before, account_amounts(postings)))


class PriffeTableEntries(TableEntries[PriffeState]):
    """The transitions of entries other than hands. An adjustment of a side's line may win a game."""

    fixed_seats = N_("partners sit opposite each other, so the seats follow from who plays with whom")

    columns = (
        SheetColumn(BONUS, N_("bonus of a side"), owners=BOTH),
        SheetColumn(LINE, N_("a side's points to the game"), owners=BOTH),
        SheetColumn(
            POINTS,
            N_("points of a player"),
            OtherPlayer(
                asked=N_("Who gives it?"),
                missing=N_("is missing: points go from one player to another; say from whom"),
                oneself=N_("a player cannot give points to themselves; name another player"),
                elsewhere=N_("is only for points, which another player gives; leave it out"),
                pays=True,
            ),
        ),
        SheetColumn(PAST, owners=BOTH, adjustable=False),
        SheetColumn(GAMES, owners=BOTH, adjustable=False),
    )
    over = OVER
    ruleset = RULESET
    reserved = tuple(KEYS.values())
    no_seat = N_("is missing: four are playing, so the newcomer takes the place of one of them")
    owners = staticmethod(owners)

    def owner_key(self, state: PriffeState, name: str) -> str:
        """Return the key of the owner `name`: @X for X and @Y for Y unless a player has that name."""
        return f"@{name}" if name in NAMES.values() and name not in state.names else name

    def apply_own_entry(self, state: PriffeState, entry: Entry) -> Transition[PriffeState]:
        """Return the transition of an entry that only Priffe has: new partners, or a rubber from paper."""
        if isinstance(entry, PairsEntry):
            pairs, further = resolve_pairs(state, entry.sides)
            problems = (*check_fresh_rubber(state, entry), *further)
            return Transition(
                state if problems or pairs is None else state._replace(pairs=pairs), problems=problems
            )
        return _bring_rubber(state, entry) if isinstance(entry, RubberEntry) else Transition(state)

    def with_postings(self, state: PriffeState, postings: Iterable[Posting]) -> Transition[PriffeState]:
        """Return the transition that adds postings to the sheet."""
        return transition(state, with_postings(state, postings))

    def check_amount(self, state: PriffeState, column: SheetColumn, amount: Amount) -> Iterator[Problem]:
        """Yield a problem if points of a side are not a multiple of ten, or the session is over."""
        if column.owners:
            if amount % POINTS_PER_TEN:
                yield _refuse_no_ten("amount", amount)
            sentence = N_("the session is over ({reason}); points of a side count only in a rubber")
            yield from check_not_over(state, OVER, sentence)

    def apply_adjustment(self, state: PriffeState, postings: Sequence[Posting]) -> Transition[PriffeState]:
        """Return the transition of an adjustment. Points on a side's line may win a game and the rubber."""
        (column, owner, _other), amount, _reason = postings[0]
        if column != LINE or amount <= 0:
            return self.with_postings(state, postings)
        adjusted = with_postings(state, postings)
        return transition(state, adjusted, decide_game(adjusted.state, owner))

    def check_figures(self, transition: Transition[PriffeState]) -> Iterator[Problem]:
        """Yield the problems of an unfinished rubber that is brought forward from paper.

        Points of sides must be multiples of ten, a side can have won one game at most, its points towards the
        next game must not be enough to win it, and the points of all players must sum to zero.
        """
        state = transition.state
        brought = Sheet().with_postings(transition.postings)
        for side in BOTH:
            for column in COUNTED:
                amount = state.sheet[Account(column, side)]
                if amount % POINTS_PER_TEN:
                    yield _refuse_no_ten(f"columns.{KEYS[side]}.{column}", amount)
            if state.won(side) not in range(GAMES_TO_WIN):
                sentence = N_("is 0 or 1 in a rubber in progress, not {games}")
                field = f"columns.{KEYS[side]}.{GAMES}"
                yield problem(field, sentence, games=str(state.won(side)))
            elif (line := brought[Account(LINE, side)]) >= state.limit(side):
                sentence = N_(
                    "wins a game at {limit}, so it cannot be {line}; write the game under games, "
                    "its points under past"
                )
                field = f"columns.{KEYS[side]}.{LINE}"
                yield problem(field, sentence, limit=state.limit(side), line=str(line))
        total = sum(state.points(player) for player in state.seats)
        if total:
            sentence = N_("the points of all players add up to {sum}, not 0")
            yield problem("columns", sentence, sum=str(total))


def _bring_rubber(state: PriffeState, entry: RubberEntry) -> Transition[PriffeState]:
    pairs, further = (state.pairs, []) if entry.sides is None else resolve_pairs(state, entry.sides)
    problems = check_fresh_rubber(state, entry) + further
    for side, total in entry.totals.items():
        if total % POINTS_PER_TEN:
            problems.append(_refuse_no_ten(f"totals.{side}", total))
    if problems or pairs is None:
        return Transition(state, problems=tuple(problems))
    playing = state._replace(pairs=pairs)
    totals = zip(BOTH, (entry.totals["X"], entry.totals["Y"]), strict=True)
    brought = with_postings(
        playing, [Posting(Account(BONUS, side), total, Reason("sheet")) for side, total in totals]
    )
    return transition(playing, brought, finish_rubber(brought.state))


def _refuse_no_ten(field: str, amount: Amount) -> Problem:
    sentence = N_("must be a multiple of 10, like all points of a side, not {amount}")
    return problem(field, sentence, amount=str(amount))


TABLE_ENTRIES = PriffeTableEntries()
apply_table_entry = TABLE_ENTRIES.apply


def sheet_scaled_results(state: PriffeState) -> ScaledResults:
    """Return the results in tenths of a point, with the running rubber if `count_unfinished` is set."""
    return ScaledResults(check_balanced(parts(state, state.sheet.items())), POINTS_PER_TEN)


def worth(state: PriffeState, postings: Iterable[Posting]) -> tuple[Amount, ...]:
    """Return the value of postings to each player, in seat order, in points."""
    return ScaledResults(parts(state, account_amounts(postings)), POINTS_PER_TEN).exact


def parts(state: PriffeState, figures: Iterable[tuple[Account, Amount]]) -> tuple[Amount, ...]:
    """Return the worth of `figures` for each player, in tenths of a point, with the partners of `state`."""
    parts: dict[int, Amount] = dict.fromkeys(state.seats, 0)
    ahead: Amount = 0
    for (column, owner, _other), amount in figures:
        if column == POINTS:
            parts[owner] += POINTS_PER_TEN * amount
        elif column in COUNTED:
            ahead += amount if owner == X else -amount
    if state.rules.count_unfinished:
        for player in state.seats:
            parts[player] += ahead if state.pairs.side(player) == X else -ahead
    return tuple(normalize_amount(part) for part in parts.values())


def sheet_settlement(state: PriffeState) -> Settlement:
    """Return the results with the points of finished rubbers, and of the running rubber if it counts."""
    results = sheet_scaled_results(state).exact
    own = [state.points(player) for player in state.seats]
    running = [_running_points(state, player) for player in state.seats]
    sums = tuple(normalize_amount(mine + unfinished) for mine, unfinished in zip(own, running, strict=True))
    assert sums == results, "both ways to settle give the same numbers"
    names = [state.names[player] for player in state.seats]
    final = SettlementTable.of(
        N_("Results"),
        text(
            N_("Points of finished rubbers, and of the running one if it counts; the results add up to zero.")
        ),
        (N_("finished rubbers"), N_("running rubber"), N_("result")),
        zip(names, own, running, results, strict=True),
        won=3,
    )
    return Settlement(results, (_make_rubber_step(state), final))


def _running_points(state: PriffeState, player: int) -> Amount:
    if not state.rules.count_unfinished:
        return 0
    difference = state.total(X) - state.total(BOTH[1])
    return divide_amount(difference if state.pairs.side(player) == X else -difference, POINTS_PER_TEN)


def _make_rubber_step(state: PriffeState) -> SettlementTable:
    sentence = N_("The rubber is not finished; it does not count.")
    if state.untouched:
        sentence = N_("No rubber is in progress.")
    elif state.rules.count_unfinished:
        sentence = N_("The rubber is not finished; it counts as it stands.")
    return SettlementTable.of(
        N_("The running rubber"),
        text(sentence),
        (C_("of a rubber", "games"), N_("total")),
        ((state.side_name(side), state.won(side), state.total(side)) for side in BOTH),
    )
