"""The rules of Swedish Priffe: options, entries, state, the check of a hand, postings, settlement.

Source: `docs/relatives.md`, sections 1.1 to 1.6. Sides own columns as players do, with negative numbers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, Field

from prefcount.base.i18n import C_, N_, text
from prefcount.base.problems import Problem, problem
from prefcount.entries.models import (
    Entry,
    HandEntry,
    Header,
    Number,
    OmittedIfEmpty,
    PlacedEntry,
    PlayerName,
    UniquePlayers,
    entry_models,
)
from prefcount.games.game import Game, Settlement, SettlementTable
from prefcount.games.rules import OptionGroup, Options, Preset, Ruleset
from prefcount.games.state import (
    Owner,
    Resolved,
    Seats,
    Transition,
    check_not_over,
    find_dealer,
    find_player,
    key_by_player,
    list_player_owners,
)
from prefcount.games.table_entries import OtherPlayer, SheetColumn
from prefcount.games.words import COMMON_OVER, Goal
from prefcount.ledger import (
    Account,
    Amount,
    Posting,
    Reason,
    Sheet,
    account_amounts,
    divide_amount,
    drop_zero_postings,
    normalize_amount,
)

_hand = OptionGroup("hand", "A hand", "1.6")
_game = OptionGroup("game", "Game and rubber", "1.3")
_session = OptionGroup("session", "The session", "1.5")

Limit = Annotated[int, Field(ge=1, le=1000)]
MAX_RUBBERS = 300
Rubbers = Annotated[int, Field(ge=3, le=MAX_RUBBERS, multiple_of=3)]


class PriffeRules(Options):
    """The value of each option at one table. Immutable."""

    preset: str = _hand("standard", "The preset that the options start from.")
    honours: Literal["side", "hand"] = _hand(
        "side",
        "Honours are counted in the two hands of a side together, or only in one player's hand.",
        word="Honours of",
    )
    noll_slams: bool = _hand(
        False,
        "Slams are paid in Noll too. The source mentions only slams for tricks that a side takes.",
        section="1.2",
        word="Slams count in Noll",
    )
    forced_noll_honours: bool = _hand(
        True,
        "The twos count as honours in a forced Noll, as in a Noll that a side plays.",
        word="Honours in a forced Noll",
    )
    first_game: Limit = _game(
        30, "Trick points that a side needs to win its first game.", word="Points of the first game"
    )
    second_game: Limit = _game(
        40, "Trick points that a side needs to win its second game.", word="Points of the second game"
    )
    reset_other_side: bool = _game(
        True,
        "When one side wins a game, the other side also starts the next game at 0, as in whist and bridge.",
        word="A game won resets the other side",
    )
    rubbers: Rubbers = _session(
        6, "Number of rubbers, a multiple of 3 so that everyone partners everyone equally often."
    )
    count_unfinished: bool = _session(
        False,
        "A rubber that is not finished at the end counts with its points so far. Without this "
        "option it does not count.",
        word="Unfinished rubbers count",
    )


RULESET = Ruleset(
    "priffe",
    PriffeRules,
    {
        "standard": Preset("Standard: six rubbers, and honours count for both partners together."),
        "hand-honours": Preset(
            "Honours are counted only in one player's hand, not in the two hands of a side together.",
            {"honours": "hand"},
        ),
        "short": Preset("Three rubbers: everyone partners everyone once.", {"rubbers": 3}),
    },
    (_hand, _game, _session),
    Goal("rubbers", N_("Rubbers"), N_("{preset}, {goal} rubbers")),
    unending={"rubbers": MAX_RUBBERS},
)

Side = Literal["X", "Y"]
Contract = Literal["diamonds", "hearts", "noll", "play", "forced_noll"]
SideTricks = Annotated[int, Field(ge=0, le=13)]
HeldHonours = Annotated[int, Field(ge=0, le=4)]
Sides = dict[Side, tuple[PlayerName, PlayerName]]

Honours = Annotated[
    Annotated[dict[PlayerName, HeldHonours], UniquePlayers],
    AfterValidator(lambda held: {name: count for name, count in held.items() if count}),
    OmittedIfEmpty,
]


class PriffeHandEntry(HandEntry):
    """A hand: the contract, the declaring side, the tricks of one side, and the honours of players."""

    kind: Literal["hand"] = "hand"
    contract: Contract
    declarer: Side | None = None
    tricks: Annotated[dict[Side, SideTricks], Field(min_length=1)]
    honours: Honours = Field(default_factory=dict)


class PairsEntry(PlacedEntry):
    """The partners of the next rubber, if they differ from the schedule."""

    kind: Literal["pairs"] = "pairs"
    sides: Annotated[Sides, Field(min_length=1)]


class RubberEntry(PlacedEntry):
    """A whole rubber brought forward from paper: the totals of both sides."""

    kind: Literal["rubber"] = "rubber"
    totals: Annotated[dict[Side, Number], Field(min_length=2)]
    sides: Annotated[Sides, Field(min_length=1)] | None = None


MODELS = entry_models("Priffe", PriffeHandEntry | PairsEntry | RubberEntry)

X, Y = -2, -3
BOTH = (X, Y)
NAMES = {X: "X", Y: "Y"}
"""The name of each side in entries."""
NUMBERS = {name: side for side, name in NAMES.items()}
KEYS = {X: "@X", Y: "@Y"}
"""The key of each side in `columns` of a file. The sign @ allows a player to be called X."""

_PARTNER_STEPS = (2, 3, 1)
"""Number of seats from the first dealer to their partner in each of three rubbers: AC-BD, AD-BC, AB-CD."""


class Partnership(NamedTuple):
    """The two players of side X and the two players of side Y in a rubber."""

    x: tuple[int, int]
    y: tuple[int, int]

    def of(self, side: int) -> tuple[int, int]:
        return self.x if side == X else self.y

    def side(self, player: int) -> int:
        return X if player in self.x else Y


def get_other_side(side: int) -> int:
    return Y if side == X else X


def schedule_partnership(rubber: int, first: int) -> Partnership:
    """Return the partners of a rubber by the schedule.

    `rubber` counts from 0. `first` dealt the first hand of the session.
    """
    partner = (first + _PARTNER_STEPS[rubber % 3]) % 4
    return make_partnership(X if 0 in (first, partner) else Y, first, partner)


def make_partnership(side: int, one: int, two: int) -> Partnership:
    """Return the partnership in which players `one` and `two` are on `side`."""
    pair = (min(one, two), max(one, two))
    rest = [player for player in range(4) if player not in pair]
    others = (rest[0], rest[1])
    return Partnership(pair, others) if side == X else Partnership(others, pair)


LINE, BONUS, PAST, GAMES, POINTS = "line", "bonus", "past", "games", "points"
"""The columns. A side has the first four in the running rubber. A player has only `POINTS`."""
COUNTED = (LINE, BONUS, PAST)
"""The columns that sum to a side's total: points towards the game, bonuses, and points of earlier games."""
OF_SIDES = (*COUNTED, GAMES)
"""The columns of a side. `GAMES` has the number of games that the side has won in the rubber."""
GAMES_TO_WIN = 2
POINTS_PER_TEN = 10
"""Number of points of difference between the sides that give each player one point (section 1.4)."""


class PriffeState(NamedTuple):
    """The state after some entries. `PlainState` explains the fields that all games have.

    Attributes:
        seats: the players clockwise, in the seats of the first rubber. Columns are in this order.
        first: the player who dealt the first hand of the session, with whom the schedule begins.
        pairs: the partners in the running rubber.
        rubber: number of finished rubbers.
        fresh: True until the first hand of the running rubber is played.
    """

    names: tuple[str, ...]
    seats: Seats
    rules: PriffeRules
    sheet: Sheet
    dealer: int
    first: int
    pairs: Partnership
    rubber: int = 0
    hands: int = 0
    fresh: bool = True
    ended: str = ""

    @property
    def size(self) -> int:
        return len(self.seats)

    def line(self, side: int) -> Amount:
        """Return the trick points of a side towards its next game."""
        return self.sheet[Account(LINE, side)]

    def total(self, side: int) -> Amount:
        """Return all points of a side in the running rubber."""
        return normalize_amount(sum((self.sheet[Account(column, side)] for column in COUNTED), 0))

    def won(self, side: int) -> Amount:
        """Return the number of games that a side has won in the running rubber."""
        return self.sheet[Account(GAMES, side)]

    @property
    def untouched(self) -> bool:
        """True if the running rubber has no hand and no points yet."""
        return self.fresh and not any(
            self.sheet[Account(column, side)] for side in BOTH for column in OF_SIDES
        )

    def limit(self, side: int) -> int:
        """Return the number of trick points that a side needs to win its next game."""
        return self.rules.second_game if self.won(side) else self.rules.first_game

    def points(self, player: int) -> Amount:
        return self.sheet[Account(POINTS, player)]

    def side_name(self, side: int) -> str:
        """Return the players of a side, such as "Anna + Vera"."""
        return " + ".join(self.names[player] for player in self.pairs.of(side))

    @property
    def order(self) -> Seats:
        """The players in the order of the deal in this rubber. Partners sit opposite each other."""
        first, side = self.first, self.pairs.side(self.first)
        (partner,) = (player for player in self.pairs.of(side) if player != first)
        left, right = sorted(self.pairs.of(get_other_side(side)), key=lambda player: (player - first) % 4)
        return Seats((first, left, partner, right))

    @property
    def over(self) -> str:
        return self.ended or ("hands" if self.rubber >= self.rules.rubbers else "")


OVER: Mapping[str, str] = {
    **COMMON_OVER,
    "pool": N_("the session is over"),
    "hands": N_("all rubbers are played"),
}

CONTRACTS: Mapping[str, str] = {
    "diamonds": N_("diamonds"),
    "hearts": N_("hearts"),
    "noll": N_("Noll"),
    "play": N_("play"),
    "forced_noll": N_("forced Noll"),
}


def side_label(state: PriffeState, side: int) -> str:
    """Return a side with its players, such as "X: Anna + Vera"."""
    return f"{NAMES[side]}: {state.side_name(side)}"


ALL_TRICKS = 13
HONOURS = 4
BOOK = 6
"""Number of tricks that earn nothing. The side with more good tricks than this wins the hand."""
NOLLS = ("noll", "forced_noll")
SESSION_OVER = N_("the session is over ({reason}); no more hands can be recorded")


class PriffeHand(NamedTuple):
    """A hand, checked by the rules. Sides are numbers.

    Attributes:
        declaring: the declaring side, or None in a forced Noll.
        tricks_x: the tricks of side X. Side Y has the rest of thirteen.
        honours: the honours of each player of side X, then of each player of side Y.
    """

    contract: Contract
    declaring: int | None
    tricks_x: int
    honours: tuple[tuple[int, int], tuple[int, int]]

    def tricks(self, side: int) -> int:
        return self.tricks_x if side == X else ALL_TRICKS - self.tricks_x

    def good_tricks(self, side: int) -> int:
        """Return the tricks that score for a side. In Noll, these are the tricks of the other side."""
        return self.tricks(get_other_side(side) if self.contract in NOLLS else side)

    @property
    def winner(self) -> int:
        """The side with at least seven of the thirteen tricks. In Noll, the side with at most six."""
        return next(side for side in BOTH if self.good_tricks(side) > BOOK)

    @property
    def over(self) -> int:
        """The number of tricks above six that score for the winner, from 1 to 7."""
        return self.good_tricks(self.winner) - BOOK

    @property
    def penalty(self) -> bool:
        """True if the declaring side lost, so that the trick points are doubled."""
        return self.declaring is not None and self.winner != self.declaring


def _check_declarer(entry: PriffeHandEntry) -> Iterator[Problem]:
    if entry.contract == "forced_noll" and entry.declarer is not None:
        sentence = N_("a forced Noll has no declaring side; leave the side out, or write the contract “noll”")
        yield problem("declarer", sentence)
    if entry.contract != "forced_noll" and entry.declarer is None:
        sentence = N_("is missing; say which side, X or Y, plays “{contract}”")
        yield problem("declarer", sentence, contract=entry.contract)


def resolve(state: PriffeState, entry: PriffeHandEntry) -> Resolved[PriffeHand]:
    """Return the hand that `entry` describes, or None with all reasons why it is not possible."""
    problems = check_not_over(state, OVER, SESSION_OVER)
    problems += find_dealer(state, entry)[1]
    problems += _check_declarer(entry)
    total = sum(entry.tricks.values())
    if len(entry.tricks) == len(BOTH) and total != ALL_TRICKS:
        sentence = N_("the tricks of both sides add up to {given}, not 13; write those of only one side")
        problems.append(problem("tricks", sentence, given=total))
    held, unknown = key_by_player(state, "honours", entry.honours)
    problems += unknown
    total = sum(entry.honours.values())
    if total > HONOURS:
        sentence = N_("{given} honours were entered, but there are only 4")
        problems.append(problem("honours", sentence, given=total))
    if problems:
        return None, problems
    declaring = None if entry.declarer is None else NUMBERS[entry.declarer]
    taken = entry.tricks["X"] if "X" in entry.tricks else ALL_TRICKS - entry.tricks["Y"]
    x, y = ((held.get(one, 0), held.get(two, 0)) for one, two in map(state.pairs.of, BOTH))
    return PriffeHand(entry.contract, declaring, taken, (x, y)), []


def resolve_pairs(state: PriffeState, sides: Mapping[Side, tuple[str, str]]) -> Resolved[Partnership]:
    """Return the partnership in `sides`, which names the players of one side or both.

    If only one side is named, the other two players are the other side.
    """
    problems: list[Problem] = []
    named: dict[str, tuple[int, int]] = {}
    for side, people in sides.items():
        (one, unknown), (two, unknown_too) = (find_player(state, f"sides.{side}", name) for name in people)
        problems += unknown + unknown_too
        if one is not None and two is not None:
            named[side] = (one, two)
    if problems:
        return None, problems
    players = [player for pair in named.values() for player in pair]
    if len(set(players)) != len(players):
        return None, [problem("sides", N_("a player is named twice; two players play against the other two"))]
    first, pair = next(iter(named.items()))
    return make_partnership(NUMBERS[first], *pair), []


def check_fresh_rubber(state: PriffeState, entry: PairsEntry | RubberEntry) -> list[Problem]:
    """Return a problem if a rubber is in progress or the session is over."""
    problems = check_not_over(state, OVER, SESSION_OVER)
    if not problems and not state.untouched:
        sentence = (
            N_("the rubber has begun; partners can change only before its first hand")
            if isinstance(entry, PairsEntry)
            else N_(
                "a rubber is in progress; a rubber from paper can be entered only "
                "before the first hand of a rubber"
            )
        )
        problems.append(problem("", sentence))
    return problems


A_TRICK = 10
SLAMS = {6: ("little_slam", 10), 7: ("big_slam", 20)}
"""The slam and its bonus by the number of tricks over six. A penalty doubles the bonus."""
FIRST_GAME_BONUS, SECOND_GAME_BONUS = 10, 20
"""The bonus points for the first and the second game of a side."""


def hand_postings(rules: PriffeRules, hand: PriffeHand) -> Iterator[Posting]:
    """Yield the postings of a hand.

    They do not include the postings for a game or rubber that the hand wins (see `decide_game`).
    """
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
        value = value_honours(rules, held)
        if value:
            yield _post_bonus(side, value, "honours", count=sum(held), value=value)


def _post_bonus(side: int, amount: int, rule: str, **figures: int) -> Posting:
    return Posting(Account(BONUS, side), amount, Reason(rule, figures))


def value_honours(rules: PriffeRules, held: tuple[int, int]) -> int:
    """Return the bonus of a side whose two players hold `held` honours each, such as (3, 1)."""
    most, together = max(held), sum(held)
    if most == HONOURS:
        return 50
    if rules.honours == "hand" and most < 3:
        return 0
    return {4: 40, 3: 20}.get(together, 0)


Stage = Transition[PriffeState]
"""The effect of an entry so far, such as a hand before it wins a game. Its `worth` is not set."""


def add_postings(stage: Stage, postings: Iterable[Posting]) -> Stage:
    added = drop_zero_postings(postings)
    after = stage.state._replace(sheet=stage.state.sheet.with_postings(added))
    return Transition(after, stage.postings + added)


def decide_game(stage: Stage, side: int) -> Stage:
    """Return `stage`, the effect of the entry so far, after `side` wins a game if it has enough trick points.

    If the side has too few points, `stage` is unchanged. The last game that it needs also wins the rubber.
    """
    state = stage.state
    if state.line(side) < state.limit(side):
        return stage
    game = add_postings(stage, _post_game(state, side))
    return finish_rubber(game) if game.state.won(side) == GAMES_TO_WIN else game


def _post_game(state: PriffeState, side: int) -> Iterator[Posting]:
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


def finish_rubber(stage: Stage) -> Stage:
    """Return `stage`, the effect of the entry so far, with the end of the rubber.

    The players get the points of the rubber, and the next rubber begins.
    """
    ended = add_postings(stage, _post_rubber_end(stage.state))
    number, first = stage.state.rubber + 1, stage.state.first
    pairs = schedule_partnership(number, first)
    return ended._replace(state=ended.state._replace(pairs=pairs, rubber=number, fresh=True))


def _post_rubber_end(state: PriffeState) -> Iterator[Posting]:
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


def _refuse_no_ten(field: str, amount: Amount) -> Problem:
    sentence = N_("must be a multiple of 10, like all points of a side, not {amount}")
    return problem(field, sentence, amount=str(amount))


def _running_points(state: PriffeState, player: int) -> Amount:
    if not state.rules.count_unfinished:
        return 0
    difference = state.total(X) - state.total(BOTH[1])
    return divide_amount(difference if state.pairs.side(player) == X else -difference, POINTS_PER_TEN)


def _make_rubber_step(state: PriffeState) -> SettlementTable:
    sentence = N_("The rubber is not finished, so it does not count.")
    if state.untouched:
        sentence = N_("No rubber is in progress.")
    elif state.rules.count_unfinished:
        sentence = N_("The rubber is not finished, but its points so far count.")
    return SettlementTable.of(
        N_("The running rubber"),
        text(sentence),
        map(state.side_name, BOTH),
        {C_("of a rubber", "games"): map(state.won, BOTH), N_("total"): map(state.total, BOTH)},
    )


class PriffePlay(Game[PriffeState]):
    """The rules of Priffe: the effect of each entry, and the settlement.

    `Priffe` adds the sheet, the questions and the short notation.
    """

    name = "priffe"
    entries, adapter = MODELS
    hand_kinds = frozenset({"hand"})
    ruleset = RULESET
    over = OVER
    sizes = (4,)
    reserved = tuple(KEYS.values())
    no_seat = N_("is missing; four are playing, so name the player whose place the newcomer takes")
    fixed_seats = N_(
        "seats cannot change on their own, because partners sit opposite each other; "
        "change the partners instead"
    )
    columns = (
        SheetColumn(BONUS, N_("bonus of a side"), owners=BOTH),
        SheetColumn(LINE, N_("points of a side towards the next game"), owners=BOTH),
        SheetColumn(
            POINTS,
            N_("points of a player"),
            OtherPlayer(
                asked=N_("From whom?"),
                missing=N_("is missing; points come from another player, so name that player"),
                oneself=N_("a player cannot give points to themselves; name another player"),
                elsewhere=N_("only points of a player come from another player; name no other player here"),
                pays=True,
            ),
        ),
        SheetColumn(PAST, owners=BOTH, adjustable=False),
        SheetColumn(GAMES, owners=BOTH, adjustable=False),
    )

    def make_first_state(self, header: Header, seats: Seats, rules: PriffeRules, dealer: int) -> PriffeState:
        return PriffeState(
            header.players, seats, rules, Sheet(), dealer, dealer, schedule_partnership(0, dealer)
        )

    def owners(self, state: PriffeState) -> tuple[Owner, ...]:
        sides = (Owner(side, KEYS[side], side_label(state, side)) for side in BOTH)
        return (*list_player_owners(state), *sides)

    def play_hand(self, state: PriffeState, entry: PriffeHandEntry) -> Transition[PriffeState]:
        hand, problems = resolve(state, entry)
        if hand is None:
            return Transition(state, (), tuple(problems))
        dealer, _problems = find_dealer(state, entry)
        after = state._replace(dealer=state.order.after(dealer), hands=state.hands + 1, fresh=False)
        scored = add_postings(Transition(after), hand_postings(state.rules, hand))
        return self._with_worth(state, decide_game(scored, hand.winner))._replace(hand=hand)

    def _with_worth(self, before: PriffeState, stage: Stage) -> Transition[PriffeState]:
        return stage._replace(worth=self.parts(before, account_amounts(stage.postings)))

    def owner_key(self, state: PriffeState, name: str) -> str:
        # A player may be called X or Y, too.
        return f"@{name}" if name in NAMES.values() and name not in state.names else name

    def apply_own_entry(self, state: PriffeState, entry: Entry) -> Transition[PriffeState]:
        if isinstance(entry, PairsEntry):
            pairs, further = resolve_pairs(state, entry.sides)
            problems = (*check_fresh_rubber(state, entry), *further)
            return Transition(
                state if problems or pairs is None else state._replace(pairs=pairs), problems=problems
            )
        return self._bring_rubber(state, entry) if isinstance(entry, RubberEntry) else Transition(state)

    def check_amount(self, state: PriffeState, column: SheetColumn, amount: Amount) -> Iterator[Problem]:
        if column.owners:
            if amount % POINTS_PER_TEN:
                yield _refuse_no_ten("amount", amount)
            sentence = N_("the session is over ({reason}); points of a side count only in a rubber")
            yield from check_not_over(state, OVER, sentence)

    def apply_adjustment(self, state: PriffeState, postings: Sequence[Posting]) -> Transition[PriffeState]:
        (column, owner, _other), amount, _reason = postings[0]
        adjusted = add_postings(Transition(state), postings)
        return self._with_worth(
            state, decide_game(adjusted, owner) if column == LINE and amount > 0 else adjusted
        )

    def check_figures(self, transition: Transition[PriffeState]) -> Iterator[Problem]:
        # Points of sides must be multiples of ten. A side can have won one game at most, and its points
        # towards the next game must not be enough to win it. The points of all players must sum to zero.
        state = transition.state
        brought = Sheet().with_postings(transition.postings)
        for side in BOTH:
            for column in COUNTED:
                amount = state.sheet[Account(column, side)]
                if amount % POINTS_PER_TEN:
                    yield _refuse_no_ten(f"columns.{KEYS[side]}.{column}", amount)
            if state.won(side) not in range(GAMES_TO_WIN):
                sentence = N_("must be 0 or 1 while a rubber is in progress, not {games}")
                field = f"columns.{KEYS[side]}.{GAMES}"
                yield problem(field, sentence, games=str(state.won(side)))
            elif (line := brought[Account(LINE, side)]) >= state.limit(side):
                sentence = N_(
                    "cannot be {line}, because {limit} points win a game; add 1 to “games” and write the "
                    "points in “past”"
                )
                field = f"columns.{KEYS[side]}.{LINE}"
                yield problem(field, sentence, limit=state.limit(side), line=str(line))
        total = sum(state.points(player) for player in state.seats)
        if total:
            sentence = N_("the points of all players add up to {sum}, not 0")
            yield problem("columns", sentence, sum=str(total))

    def _bring_rubber(self, state: PriffeState, entry: RubberEntry) -> Transition[PriffeState]:
        pairs, further = (state.pairs, []) if entry.sides is None else resolve_pairs(state, entry.sides)
        problems = check_fresh_rubber(state, entry) + further
        for side, total in entry.totals.items():
            if total % POINTS_PER_TEN:
                problems.append(_refuse_no_ten(f"totals.{side}", total))
        if problems or pairs is None:
            return Transition(state, problems=tuple(problems))
        playing = state._replace(pairs=pairs)
        totals = zip(BOTH, (entry.totals["X"], entry.totals["Y"]), strict=True)
        brought = [Posting(Account(BONUS, side), total, Reason("sheet")) for side, total in totals]
        return self._with_worth(playing, finish_rubber(add_postings(Transition(playing), brought)))

    def divisor(self, state: PriffeState) -> int:
        return POINTS_PER_TEN

    def parts(self, state: PriffeState, figures: Iterable[tuple[Account, Amount]]) -> tuple[Amount, ...]:
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

    def sheet_settlement(self, state: PriffeState) -> Settlement:
        results = self.sheet_scaled_results(state).exact
        own = [state.points(player) for player in state.seats]
        running = [_running_points(state, player) for player in state.seats]
        sums = tuple(
            normalize_amount(mine + unfinished) for mine, unfinished in zip(own, running, strict=True)
        )
        assert sums == results, "both ways to settle give the same numbers"
        names = [state.names[player] for player in state.seats]
        final = SettlementTable.of(
            N_("Results"),
            text(
                N_(
                    "A result is the player's points from finished rubbers, and from the unfinished "
                    "one if the rules count it. All results add up to zero."
                )
            ),
            names,
            {N_("finished rubbers"): own, N_("running rubber"): running, N_("result"): results},
            won=3,
        )
        return Settlement(results, (_make_rubber_step(state), final))
