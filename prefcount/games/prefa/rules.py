"""The rules of Greek Prefa: options, entries, state, the check of a hand, its postings, and the settlement.

Source: `docs/relatives.md`, sections 3.1 to 3.5.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from prefcount.base.i18n import C_, N_, Text, text
from prefcount.base.problems import Problem, problem
from prefcount.entries.models import (
    Entry,
    Flag,
    HandEntry,
    Header,
    OmittedIfEmpty,
    PlacedEntry,
    PlayerName,
    TricksTaken,
    UniquePlayers,
    entry_models,
)
from prefcount.games.game import Game, Settlement, SettlementTable
from prefcount.games.rules import OptionGroup, Options, Preset, Ruleset
from prefcount.games.state import (
    PlainState,
    Resolved,
    Seats,
    Transition,
    check_not_over,
    find_dealer,
    find_declarer,
    join_names,
    key_by_player,
)
from prefcount.games.table_entries import OtherPlayer, SheetColumn
from prefcount.games.words import COMMON_OVER, Goal, describe_contract
from prefcount.ledger import (
    Account,
    Amount,
    Posting,
    Reason,
    Sheet,
    divide_amount,
    format_amount,
    normalize_amount,
)

_pot = OptionGroup("pot", "The pot", "3.1")
_defenders = OptionGroup("defenders", "Defenders", "3.3")
_aces = OptionGroup("aces", "Aces", "3.3")
_pass = OptionGroup("pass", "All pass", "3.3")

MAX_STAKE = 100_000
Stake = Annotated[int, Field(ge=10, le=MAX_STAKE, multiple_of=10)]


class PrefaRules(Options):
    """The value of each option at one table. Immutable."""

    preset: str = _pot("standard", "The preset that the options start from.")
    stake: Stake = _pot(
        500,
        "Kapikia that each player pays into the pot at the start, a multiple of 10.",
        word="Stake of each player",
    )
    last: Literal["normal", "unbalanced", "fair"] = _pot(
        "normal",
        "Payments that are reduced if the pot is short: all, only those for a made contract, or none.",
        section="3.4",
        word="If the pot is short, reduced are",
    )
    aces: bool = _aces(
        True,
        "A declarer who shows four aces is paid 25 kapikia at level six and 50 above.",
        word="Four aces are paid",
    )
    double_to_partner: bool = _defenders(
        False,
        "A defender who is two tricks short pays double not only to the declarer, but also to "
        "the other defender, as in an older scoring program.",
        word="Double to the other defender",
    )
    ppp: bool = _pass(
        False,
        "If all pass, the hand is played, and a player pays 10 into the pot for each trick above the fewest.",
        word="All pass is played",
    )


RULESET = Ruleset(
    "prefa",
    PrefaRules,
    {
        "standard": Preset(
            "Standard: 500 kapikia each in the pot, and a defender who is two tricks short pays "
            "double only to the declarer."
        ),
        "small": Preset(
            "Like the standard rules, but each player pays 300 kapikia into the pot.", {"stake": 300}
        ),
        "older": Preset(
            "Older scoring: a defender who is two tricks short pays double to the declarer and to "
            "the other defender.",
            {"double_to_partner": True},
        ),
        "ppp": Preset(
            "If all pass, the hand is played without trumps, and players pay into "
            "the pot for tricks above the fewest.",
            {"ppp": True},
        ),
    },
    (_pot, _defenders, _aces, _pass),
    Goal("stake", N_("Stake each"), N_("{preset}, stake {goal} each")),
    unending={"stake": MAX_STAKE},
    fixed=("stake",),
)

Level = Annotated[int, Field(ge=6, le=10)]
Trump = Literal["S", "C", "D", "H", "N"]
Role = Literal["pass", "play", "together", "helper"]
Roles = Annotated[dict[PlayerName, Role], UniquePlayers, OmittedIfEmpty]
WrittenTricks = Annotated[TricksTaken, OmittedIfEmpty]


class PrefaContractEntry(HandEntry):
    """A contract: the declarer, the roles of both defenders, and tricks."""

    kind: Literal["hand"] = "hand"
    declarer: PlayerName
    level: Level
    trump: Trump
    defenders_role: Roles = Field(default_factory=dict)
    tricks: WrittenTricks = Field(default_factory=dict)
    aces: Flag = False
    give_up: Flag = False


class PrefaAllPassEntry(HandEntry):
    """A hand that all players passed. The tricks are ignored at a table where such a hand is not played."""

    kind: Literal["all_pass"] = "all_pass"
    tricks: WrittenTricks = Field(default_factory=dict)


class AddStakeEntry(PlacedEntry):
    """Anagomosi: each player adds the same amount to the pot, and the game goes on."""

    kind: Literal["add_stake"] = "add_stake"
    amount: Stake


MODELS = entry_models("Prefa", PrefaContractEntry | PrefaAllPassEntry | AddStakeEntry)

KASA, CASH, STAKE = "kasa", "cash", "stake"
"""The columns of a player.

Kasa is the amount taken out of the pot, less payments into the pot besides the stake. Cash is the amount
received from the other players, less the amount paid to them. Stake is the amount that was later added to the
stake.
"""
EMPTY = "pool"
"""The reason why a game with an empty pot is over, as in files."""


class PrefaState(PlainState[PrefaRules]):
    """The state of a table of Prefa. Amounts are in kapikia.

    The columns are kasa (taken from the pot), cash (won from other players) and stake (added to the pot).
    """

    __slots__ = ()

    def paid(self, player: int) -> Amount:
        return normalize_amount(self.rules.stake + self.sheet[Account(STAKE, player)])

    def kasa(self, player: int) -> Amount:
        return self.sheet[Account(KASA, player)]

    def cash(self, player: int) -> Amount:
        return self.sheet[Account(CASH, player)]

    @property
    def pot(self) -> Amount:
        """The kapikia left in the pot (R in the rules)."""
        return normalize_amount(sum((self.paid(player) - self.kasa(player) for player in self.seats), 0))

    @property
    def over(self) -> str:
        return self.ended or (EMPTY if self.pot <= 0 else "")


OVER: Mapping[str, str] = {**COMMON_OVER, "pool": N_("the pot is empty")}

ALL_TRICKS = 10
Pair = tuple[Role, Role]
PAIRS: tuple[Pair, ...] = (
    ("pass", "pass"),
    ("play", "pass"),
    ("pass", "play"),
    ("play", "play"),
    ("together", "helper"),
    ("helper", "together"),
)
"""The possible roles of the first and the second defender."""

VALUES = {
    6: {"S": 2, "C": 3, "D": 4, "H": 5, "N": 6},
    7: {"S": 7, "C": 7, "D": 7, "H": 7, "N": 8},
    8: {"S": 8, "C": 8, "D": 8, "H": 8, "N": 9},
    9: {"S": 9, "C": 9, "D": 9, "H": 9, "N": 10},
    10: {"S": 10, "C": 10, "D": 10, "H": 10, "N": 10},
}
"""Kapikia for each trick, by level and trump (v in section 3.1)."""

REQUIRED = {6: (2, 2), 7: (2, 1), 8: (1, 1), 9: (1, 0), 10: (0, 0)}
"""Tricks that the first and the second of two defenders are required to take (section 3.3)."""
REQUIRED_ALONE = {6: 2, 7: 2, 8: 1, 9: 1, 10: 0}
"""Tricks that a single defender is required to take."""
GIVEN_UP = {6: (3, 3), 7: (3, 2), 8: (2, 2), 9: (2, 1), 10: (1, 1)}
"""Tricks that count for the defenders when the declarer gives up (rule 7)."""


class PrefaContract(NamedTuple):
    """A hand with a contract, checked by the rules. Players are numbers.

    Attributes:
        defenders: the declarer's two opponents in turn order.
        roles: the role of each of `defenders`.
        tricks: the tricks of each of `defenders`, which are 0 for a defender who passed.
        aces: whether the declarer showed four aces and this table pays for them.
    """

    declarer: int
    defenders: tuple[int, int]
    level: int
    trump: str
    roles: Pair
    tricks: tuple[int, int]
    aces: bool

    @property
    def contract(self) -> str:
        return f"{self.level}{self.trump}"

    @property
    def uncontested(self) -> bool:
        return self.roles == ("pass", "pass")

    @property
    def alone(self) -> int | None:
        """The index in `defenders` of the only defender who plays, or None if both play or both pass."""
        return self.roles.index("play") if set(self.roles) == {"play", "pass"} else None

    @property
    def taken(self) -> int:
        """The declarer's tricks (t in the rules)."""
        return ALL_TRICKS - sum(self.tricks)

    @property
    def down(self) -> int:
        """The declarer's undertricks, or 0 if the contract was made or uncontested."""
        return 0 if self.uncontested else max(0, self.level - self.taken)

    def find_answering(self, position: int) -> int:
        """Return the player who pays or is paid for the tricks of a defender (rule 6).

        This is the defender, or a partner with the role "together", who pays and is paid for both.

        Args:
            position: 0 for the first defender, 1 for the second.
        """
        if "together" in self.roles:
            return self.defenders[self.roles.index("together")]
        return self.defenders[position]

    @property
    def missing(self) -> tuple[int, int]:
        """The number of required tricks that each defender did not take (mesa in rules 4 and 5).

        If both play, a defender's tricks beyond the required number reduce the partner's missing tricks. Both
        numbers are 0 if the declarer is down or both defenders passed.
        """
        if self.down or self.uncontested:
            return 0, 0
        if self.alone is not None:
            short = max(0, REQUIRED_ALONE[self.level] - self.tricks[self.alone])
            return (short, 0) if self.alone == 0 else (0, short)
        first, second = self.differences
        return max(0, first + min(0, second)), max(0, second + min(0, first))

    @property
    def differences(self) -> tuple[int, int]:
        """Each defender's required tricks minus the tricks taken (dif in rules 4 and 5)."""
        required = REQUIRED[self.level]
        return required[0] - self.tricks[0], required[1] - self.tricks[1]

    @property
    def made(self) -> bool:
        """True if the pot pays the declarer.

        This is so if both defenders passed, or if the contract was made and no defender has missing tricks.
        """
        return not self.down and self.missing == (0, 0)


class PrefaAllPass(NamedTuple):
    """A hand that all players passed.

    `tricks` has pairs of a player and the tricks that this player took. It is empty at a table where such a
    hand is not played.
    """

    tricks: tuple[tuple[int, int], ...]


HandPlayed = PrefaContract | PrefaAllPass
Tricks = dict[int, int]
"""Tricks by player number."""


def resolve(state: PrefaState, entry: PrefaContractEntry | PrefaAllPassEntry) -> Resolved[HandPlayed]:
    """Return the hand that `entry` describes, or None with all reasons why it is not possible."""
    add_stakes = N_("the game is over ({reason}); to go on, everyone must add to the pot")
    no_more = N_("the game is over ({reason}); no more hands can be recorded")
    problems = check_not_over(state, OVER, add_stakes if state.over == EMPTY else no_more)
    dealer, unknown_dealer = find_dealer(state, entry)
    tricks, trick_problems = key_by_player(state, "tricks", entry.tricks)
    total = sum(entry.tricks.values())
    if total > ALL_TRICKS and (state.rules.ppp or isinstance(entry, PrefaContractEntry)):
        sentence = N_("the tricks add up to {given}, but a hand has only 10")
        trick_problems.append(problem("tricks", sentence, given=total))
    known = None if trick_problems else tricks
    hand, further = (
        _resolve_all_pass(state, entry, dealer, known)
        if isinstance(entry, PrefaAllPassEntry)
        else _resolve_contract(state, entry, dealer, known)
    )
    problems += unknown_dealer + trick_problems + further
    return (None, problems) if problems else (hand, [])


def _resolve_contract(
    state: PrefaState, entry: PrefaContractEntry, dealer: int, known: Tricks | None
) -> Resolved[HandPlayed]:
    declarer, problems = find_declarer(state, entry.declarer, dealer)
    if declarer is None:
        return None, problems
    defenders = state.seats.opponents(declarer, dealer)
    if entry.give_up:  # The hand counts as if both defenders had played (rule 7).
        pair: Pair = ("play", "play")
        tricks = GIVEN_UP[entry.level]
        if entry.tricks:
            sentence = N_("must be left out, because “give_up” says that the declarer conceded before play")
            problems.append(problem("tricks", sentence))
        if entry.defenders_role:
            problems += _resolve_roles(state, entry, defenders)[1]
    else:
        roles, problems = _resolve_roles(state, entry, defenders)
        if roles is None or known is None:
            return None, problems
        playing = [player for player, role in zip(defenders, roles, strict=True) if role != "pass"]
        taken, problems = _resolve_tricks(state, known, declarer, playing)
        if taken is None:
            return None, problems
        pair, tricks = roles, (taken.get(defenders[0], 0), taken.get(defenders[1], 0))
    aces = entry.aces and state.rules.aces
    return PrefaContract(declarer, defenders, entry.level, entry.trump, pair, tricks, aces), problems


def _resolve_roles(
    state: PrefaState, entry: PrefaContractEntry, defenders: tuple[int, int]
) -> Resolved[Pair]:

    def stranger(name: str, _role: Role) -> Problem:
        sentence = N_("{name} does not defend this hand; the defenders are {who}")
        return problem(f"defenders_role.{name}", sentence, name=name, who=join_names(state, defenders))

    roles, problems = key_by_player(state, "defenders_role", entry.defenders_role, defenders, stranger)
    missing = [player for player in defenders if player not in roles]
    if missing and not problems:
        sentence = N_(
            "is missing for {who}; write pass, play, together (takes the other along) or "
            "helper (is taken along)"
        )
        problems.append(problem("defenders_role", sentence, who=join_names(state, missing)))
    if problems:
        return None, problems
    first, second = (roles[player] for player in defenders)
    if (first, second) not in PAIRS:
        return None, [_refuse_roles({role: state.names[player] for player, role in roles.items()})]
    return (first, second), []


def _refuse_roles(names: Mapping[Role, str]) -> Problem:
    if list(names) == ["together"]:
        sentence = N_(
            "two defenders cannot both be “together”; give the role “helper” to the one who is taken along"
        )
        return problem("defenders_role", sentence)
    if "together" in names:
        role = next(role for role in names if role != "together")
        sentence = N_(
            "{caller} takes the other defender along (“together”), who must then be “helper”, not “{role}”"
        )
        return problem("defenders_role", sentence, caller=names["together"], role=role)
    sentence = N_(
        "{helper} cannot be “helper”, because no defender is “together”; write “pass” or “play” instead"
    )
    return problem("defenders_role", sentence, helper=names["helper"])


def _resolve_all_pass(
    state: PrefaState, entry: PrefaAllPassEntry, dealer: int, known: Tricks | None
) -> Resolved[HandPlayed]:
    if not state.rules.ppp:
        return PrefaAllPass(()), []
    active, problems = state.seats.active(dealer), list[Problem]()
    for name in entry.tricks:
        if name in state.names and state.names.index(name) not in active:
            problems.append(problem(f"tricks.{name}", N_("{who} does not play this hand"), who=name))
    if known is None or problems:
        return None, problems
    tricks, problems = _complete_tricks(state, known, active, active)
    if tricks is None:
        return None, problems
    return PrefaAllPass(tuple((player, tricks[player]) for player in active)), []


def _resolve_tricks(
    state: PrefaState, known: Tricks, declarer: int, playing: Sequence[int]
) -> Resolved[Tricks]:
    problems: list[Problem] = []
    for player, taken in known.items():
        if player != declarer and player not in playing and taken:
            sentence = N_("{who} did not play this hand; leave these tricks out")
            name = state.names[player]
            problems.append(problem(f"tricks.{name}", sentence, who=name))
    if problems:
        return None, problems
    return _complete_tricks(state, known, (declarer, *playing), playing)


def _complete_tricks(
    state: PrefaState, known: Tricks, players: Sequence[int], asked: Sequence[int]
) -> Resolved[Tricks]:
    total = sum(known.values())
    missing = [player for player in players if player not in known]
    if len(missing) > 1 and total < ALL_TRICKS:
        sentence = N_("how many tricks did each of {who} take?")
        return None, [problem("tricks", sentence, who=join_names(state, asked))]
    if not missing and total != ALL_TRICKS:
        return None, [problem("tricks", N_("the tricks add up to {given}, not 10"), given=total)]
    return known | dict.fromkeys(missing, ALL_TRICKS - total), []


POT_TRICKS = 10
"""The number of tricks that the pot pays for a contract made, or gets for a failed one."""
ACES_AT_SIX, ACES_ABOVE = 25, 50
TWICE = 2
"""A player who is short by this number of tricks, or more, pays double."""


def hand_postings(rules: PrefaRules, pot: Amount, hand: HandPlayed) -> Iterator[Posting]:
    """Yield the postings of a hand. `pot` is the number of kapikia in the pot before the hand."""
    if isinstance(hand, PrefaAllPass):
        yield from _post_all_pass(hand)
        return
    value, contract = _compute_trick_value(rules, pot, hand), describe_contract(hand.contract)
    account = Account(KASA, hand.declarer)
    if hand.down:  # The pot gets ten trick values, and a defender gets one for each own trick (rule 2).
        price = value * (2 if hand.down >= TWICE else 1)
        figures = {"count": hand.down, "price": price, "contract": contract}
        yield Posting(account, -POT_TRICKS * price, Reason("down", figures))
        yield from _post_tricks(hand, price)
    elif hand.made:  # The pot pays ten trick values, and a defender gets one for each own trick (rules 1, 3).
        rule = "uncontested" if hand.uncontested else "made"
        yield Posting(account, POT_TRICKS * value, Reason(rule, {"contract": contract, "value": value}))
        yield from _post_tricks(hand, value)
    else:
        yield from _post_short_defenders(rules, hand, value, contract)
    if hand.aces:  # Each of the two others pays, or is paid if the declarer is down (rule 8).
        amount = ACES_AT_SIX if hand.level == 6 else ACES_ABOVE
        for other in hand.defenders:
            payer, receiver = (hand.declarer, other) if hand.down else (other, hand.declarer)
            yield from _post_payment(payer, receiver, amount, "aces", value=amount)


def _compute_trick_value(rules: PrefaRules, pot: Amount, hand: PrefaContract) -> int:
    # The option `last` limits the value to a tenth of the pot (section 3.4).
    full = VALUES[hand.level][hand.trump]
    if rules.last == "fair" or (rules.last == "unbalanced" and not hand.made):
        return full
    return min(full, max(0, pot // POT_TRICKS))


def _post_payment(
    payer: int, receiver: int, amount: int, rule: str, **figures: int | Text
) -> Iterator[Posting]:
    yield Posting(Account(CASH, payer), -amount, Reason(f"{rule}_paid", figures, receiver))
    yield Posting(Account(CASH, receiver), amount, Reason(f"{rule}_got", figures, payer))


def _post_tricks(hand: PrefaContract, price: int) -> Iterator[Posting]:
    for position, taken in enumerate(hand.tricks):
        if hand.roles[position] != "pass":
            receiver = hand.find_answering(position)
            yield from _post_payment(
                hand.declarer, receiver, taken * price, "tricks", count=taken, price=price
            )


def _post_short_defenders(
    rules: PrefaRules, hand: PrefaContract, value: int, contract: Text
) -> Iterator[Posting]:
    # Rules 4 to 6: a short defender pays the declarer and the other defender.
    for position, short in enumerate(hand.missing):
        if not short:
            continue
        payer, twice = hand.find_answering(position), short >= TWICE
        rule, amount = ("short_twice", 2 * hand.taken * value) if twice else ("short", hand.taken * value)
        yield from _post_payment(
            payer, hand.declarer, amount, rule, count=hand.taken, price=value, contract=contract
        )
        other = 1 - position
        if hand.alone is None and "together" not in hand.roles and hand.differences[other] <= 0:
            price = 2 * value if twice and rules.double_to_partner else value
            taken = hand.tricks[other]
            yield from _post_payment(
                payer, hand.defenders[other], taken * price, "partner", count=taken, price=price
            )


def _post_all_pass(hand: PrefaAllPass) -> Iterator[Posting]:
    # Rule 9: each trick above the fewest of any player costs ten kapikia.
    fewest = min((taken for _player, taken in hand.tricks), default=0)
    for player, taken in hand.tricks:
        figures = {"count": taken - fewest, "price": POT_TRICKS}
        yield Posting(Account(KASA, player), -POT_TRICKS * (taken - fewest), Reason("ppp", figures))


class PrefaPlay(Game[PrefaState]):
    """The rules of Prefa: the effect of each entry, and the settlement.

    `Prefa` adds the sheet, the questions and the short notation.
    """

    name = "prefa"
    entries, adapter = MODELS
    hand_kinds = frozenset({"hand", "all_pass"})
    ruleset = RULESET
    over = OVER
    sizes = (3, 4)
    columns = (
        SheetColumn(KASA, N_("taken from the pot")),
        SheetColumn(
            CASH,
            N_("cash"),
            OtherPlayer(
                asked=N_("From whom?"),
                missing=N_("is missing; cash comes from another player, so name that player"),
                oneself=N_("a player cannot pay themselves; name another player"),
                elsewhere=N_("only cash comes from another player; name no other player here"),
                pays=True,
            ),
        ),
    )

    def make_first_state(self, header: Header, seats: Seats, rules: PrefaRules, dealer: int) -> PrefaState:
        return PrefaState(header.players, seats, rules, Sheet(), dealer)

    def play_hand(
        self, state: PrefaState, entry: PrefaContractEntry | PrefaAllPassEntry
    ) -> Transition[PrefaState]:
        hand, problems = resolve(state, entry)
        if hand is None:
            return Transition(state, (), tuple(problems))
        dealer, _problems = find_dealer(state, entry)
        after = state._replace(dealer=state.seats.after(dealer), hands=state.hands + 1)
        return self.with_postings(after, hand_postings(state.rules, state.pot, hand))._replace(hand=hand)

    def apply_own_entry(self, state: PrefaState, entry: Entry) -> Transition[PrefaState]:
        if not isinstance(entry, AddStakeEntry):
            return Transition(state)
        if state.ended:
            sentence = N_("the game has ended ({reason}); no stakes can be added until the end is voided")
            return Transition(state, problems=(problem("", sentence, reason=text(OVER[state.ended])),))
        reason = Reason("add_stake", {"value": entry.amount})
        added = [Posting(Account(STAKE, player), entry.amount, reason) for player in state.seats]
        return self.with_postings(state, added)

    def can_continue(self, state: PrefaState) -> bool:
        return state.over == EMPTY

    def find_account(self, state: PrefaState, name: str, column: str, on: str | None) -> Resolved[Account]:
        if column == STAKE:
            sentence = N_(
                "must be left out, because the option “stake” and the entries “add_stake” set the stake"
            )
            return None, [problem("", sentence)]
        return super().find_account(state, name, column, on)

    def check_figures(self, transition: Transition[PrefaState]) -> Iterator[Problem]:
        cash = sum(posting.amount for posting in transition.postings if posting.account.column == CASH)
        if cash:
            sentence = N_("the cash of all players adds up to {sum}, not 0")
            yield problem("columns", sentence, sum=str(cash))

    def divisor(self, state: PrefaState) -> int:
        return state.size

    def parts(self, state: PrefaState, figures: Iterable[tuple[Account, Amount]]) -> tuple[Amount, ...]:
        # All stakes are equal, so they cancel out.
        parts: dict[int, Amount] = dict.fromkeys(state.seats, 0)
        taken: Amount = 0
        for (column, owner, _other), amount in figures:
            if column in (KASA, CASH):
                parts[owner] += state.size * amount
            if column == KASA:
                taken += amount
        return tuple(normalize_amount(part - taken) for part in parts.values())

    def sheet_settlement(self, state: PrefaState) -> Settlement:
        names = [state.names[player] for player in state.seats]
        paid, taken, cash = (
            [amount(player) for player in state.seats] for amount in (state.paid, state.kasa, state.cash)
        )
        spent = [normalize_amount(-stake) for stake in paid]
        shares = [divide_amount(state.pot, state.size)] * state.size
        sums = zip(spent, taken, cash, shares, strict=True)
        results = self.sheet_scaled_results(state).exact
        assert tuple(map(sum, sums)) == results, "both ways to settle give the same numbers"
        pot = SettlementTable.of(
            N_("The pot"),
            text(
                N_("All stakes, minus the amounts taken from the pot, leave {pot} in the pot."),
                pot=format_amount(state.pot),
            ),
            names,
            {N_("stake"): paid, N_("taken from the pot"): taken},
        )
        sentence = N_("{pot} divided by {players}: everyone gets {share} from the pot.")
        shared = SettlementTable.of(
            N_("The rest is shared"),
            text(sentence, pot=format_amount(state.pot), players=state.size, share=format_amount(shares[0])),
            names,
            {N_("from the pot"): shares},
        )
        final = SettlementTable.of(
            N_("Results"),
            text(
                N_(
                    "A result is what the player took from the pot, plus cash from the others, plus a share "
                    "of what is left in the pot, minus the stake. All results add up to zero."
                )
            ),
            names,
            {
                N_("stake"): spent,
                N_("taken"): taken,
                N_("cash"): cash,
                C_("of the pot", "share"): shares,
                N_("result"): results,
            },
            won=5,
        )
        return Settlement(results, (pot, shared, final))
