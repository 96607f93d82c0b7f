"""The rules of Balkan Preferans: options, entries, state, the check of a hand, postings, settlement.

Source: `docs/relatives.md`, section 2. If a game stops while bule are left, they are written off first, so
that the results sum to zero at any time. If the last hand brings the sum of bule below zero, each result
changes by the same amount.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from itertools import combinations
from operator import sub
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, model_validator

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.base.problems import Problem, problem
from prefcount.entries.models import (
    Flag,
    HandEntry,
    Header,
    OmittedIfEmpty,
    PlayerName,
    Tricks,
    UniquePlayers,
    entry_models,
)
from prefcount.games.game import Game, Settlement, SettlementTable
from prefcount.games.rules import OptionGroup, Options, Preset, Ruleset
from prefcount.games.state import (
    Owner,
    PlainState,
    Resolved,
    Seats,
    Transition,
    check_not_over,
    find_dealer,
    find_declarer,
    join_names,
    key_by_player,
    list_player_owners,
)
from prefcount.games.table_entries import OtherPlayer, SheetColumn
from prefcount.games.words import COMMON_OVER, Goal
from prefcount.ledger import (
    NO_PLAYER,
    Account,
    Amount,
    Posting,
    Reason,
    ScaledResults,
    Sheet,
    check_balanced,
    normalize_amount,
)

_sheet = OptionGroup("sheet", "The sheet", "2")
_followers = OptionGroup("followers", "Followers", "2.3")
_refe = OptionGroup("refe", "Refe", "2.4")
_end = OptionGroup("end", "The last hand", "2.5")

MAX_BULE = 100_000
Bule = Annotated[int, Field(ge=1, le=MAX_BULE)]
Refe = Annotated[int, Field(ge=0, le=1000)]


class BalkanRules(Options):
    """The value of each option at one table. Immutable."""

    preset: str = _sheet("standard", "The preset that the options start from.")
    start_bule: Bule = _sheet(
        100,
        "Bule of each player at the start; 60, 100, 200 or 400 are usual.",
        section="2.1",
        word="Bule at the start",
    )
    opposite_sign: bool = _sheet(
        False,
        "Also show each result with the opposite sign, because players say “40 bad” for a result of −40.",
        section="2.6",
        word="Results with the opposite sign",
    )

    follower_quota: Literal["joint", "each2"] = _followers(
        "joint",
        "A follower with fewer than 2 tricks falls either always, or only if both followers "
        "together have fewer than 4.",
        word="Tricks followers need",
    )
    stop_at_five: bool = _followers(
        True,
        "The hand stops as soon as the followers have five tricks, so together they have at most 5.",
        section="2.2",
        word="Stop at five tricks",
    )
    betl_kontra: Literal["kontra_only", "both"] = _followers(
        "kontra_only",
        "If a betl under kontra falls, supe are written either only by the player who gave "
        "kontra, or by both followers. The sources differ.",
        word="Supe of a betl under kontra",
    )

    max_refe: Refe = _refe(
        2, "How many refe a game can have; usually one for every 50 bule at the start.", word="Refe in a game"
    )
    pik_needs_kontra: bool = _refe(
        True,
        "A pik without kontra is not played: a refa is written instead.",
        word="Pik is played only under kontra",
    )
    pik_no_refe: Literal["pass", "under_hat_only", "void"] = _refe(
        "pass",
        "When all refe are already written, a pik without kontra counts either as made, or as "
        "made only if the declarer is below zero, or not at all.",
        word="Pik when no refa is left",
    )
    refe_frozen_under_hat: bool = _refe(
        False,
        "While any player is below zero, open refe do not double hands and are not used up.",
        word="Refe wait if a player is below zero",
    )

    cap_last_pass: bool = _end(
        True,
        "A declarer who makes the contract of the last hand takes off no more bule than are left.",
        word="Last hand: no more than is left",
    )
    cap_last_supe: bool = _end(
        False,
        "If the last contract takes off only the bule that are left, the supe of that "
        "hand use this smaller value too.",
        word="Last hand: supe of what is left",
    )
    double_fall: bool = _end(
        False,
        "If a contract falls and is worth more than all the bule that are left, the declarer "
        "writes its value twice.",
        word="Last hand: falling counts twice",
    )


RULESET = Ruleset(
    "balkan",
    BalkanRules,
    {
        "standard": Preset(
            "Standard: 100 bule each at the start, and at most 2 refe (hands that count double). Two "
            "followers need four tricks together."
        ),
        "short": Preset(
            "A short game: 60 bule each at the start, and at most 1 refa (a hand that counts double).",
            {"start_bule": 60, "max_refe": 1},
        ),
        "long": Preset(
            "A long game: 400 bule each at the start, and at most 8 refe (hands that count double).",
            {"start_bule": 400, "max_refe": 8},
        ),
        "vojvodina": Preset(
            "As in Vojvodina: a pik without kontra is played like any contract.", {"pik_needs_kontra": False}
        ),
        "each-two": Preset(
            "If both opponents follow, each of them needs two tricks.", {"follower_quota": "each2"}
        ),
        "chapter-15a": Preset(
            "Stricter last hands: a contract that falls counts twice, and a pik without "
            "kontra counts as made only if the declarer is below zero.",
            {"pik_no_refe": "under_hat_only", "double_fall": True},
        ),
    },
    (_sheet, _followers, _refe, _end),
    Goal("start_bule", N_("Bule from"), N_("{preset} from {goal}")),
    unending={"start_bule": MAX_BULE},
    started_with={
        "start_bule": N_(
            "cannot change, because all players started with this number of bule; start a new game instead"
        )
    },
)

Contract = Literal["pik", "karo", "herc", "tref", "betl", "sans"]
Role = Literal["out", "follow", "caller", "called", "kontra", "helper"]


class FollowerEntry(BaseModel):
    """The role of one of the declarer's two opponents, and the tricks of this opponent.

    An opponent with the role "out" has no tricks, so the number can be left out.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    role: Role
    tricks: Tricks | None = None

    @model_validator(mode="before")
    @classmethod
    def _none_outside(cls, given: Any) -> Any:
        if isinstance(given, dict) and given.get("role") == "out" and given.get("tricks") is None:
            return {**given, "tricks": 0}
        return given


class BalkanContractEntry(HandEntry):
    """A hand with a declarer: the contract, the level of kontra, and the opponents' roles and tricks."""

    kind: Literal["hand"] = "hand"
    declarer: PlayerName
    contract: Contract
    igra: Flag = False
    kontra: Annotated[int, Field(ge=0, le=4), OmittedIfEmpty] = 0
    followers: Annotated[dict[PlayerName, FollowerEntry], UniquePlayers, OmittedIfEmpty] = Field(
        default_factory=dict
    )
    declarer_tricks: Tricks | None = None


class BalkanAllPassEntry(HandEntry):
    """A hand that all players passed.

    If the rules allow another refa, each player gets a refa, which doubles the next hand that this player
    declares.
    """

    kind: Literal["all_pass"] = "all_pass"


MODELS = entry_models("Balkan", BalkanContractEntry | BalkanAllPassEntry)

BULE, SUPE, REFE_OPEN, REFE_WRITTEN = "bule", "supe", "refe_open", "refe_written"
"""The columns.

Bule count down: fewer are better. Supe are points that one player writes against another. Open refe are the
refe that a player has not used yet: each doubles a contract. Written refe are all refe of the game.
"""
REFE = Account(REFE_WRITTEN, NO_PLAYER)
"""The account of the number of refe written in the game, which belongs to the table."""
TABLE = "@table"
"""The key of the table in files. The table owns the number of written refe."""


class BalkanState(PlainState[BalkanRules]):
    """The state of a game of Balkan Preferans. The seats are in turn order, which is counter-clockwise."""

    __slots__ = ()

    def bule(self, player: int) -> Amount:
        return self.sheet[Account(BULE, player)]

    def supe(self, player: int, other: int) -> Amount:
        return self.sheet[Account(SUPE, player, other)]

    def refe(self, player: int) -> Amount:
        return self.sheet[Account(REFE_OPEN, player)]

    @property
    def refe_written(self) -> Amount:
        return self.sheet[REFE]

    @property
    def left(self) -> Amount:
        return sum(self.bule(player) for player in self.seats)

    @property
    def under_hat(self) -> tuple[int, ...]:
        """The players whose bule are below zero, which is called “under the hat”."""
        return tuple(player for player in self.seats if self.bule(player) < 0)

    @property
    def refa_possible(self) -> bool:
        """True if a refa may be written.

        This is so if no player's bule are below zero, and fewer than `max_refe` refe were written.
        """
        return not self.under_hat and self.refe_written < self.rules.max_refe

    def counts_double(self, player: int) -> bool:
        """Return whether an open refa doubles the player's next hand."""
        frozen = self.rules.refe_frozen_under_hat and bool(self.under_hat)
        return self.refe(player) > 0 and not frozen

    @property
    def over(self) -> str:
        return self.ended or ("pool" if self.left <= 0 else "")


OVER: Mapping[str, str] = {
    **COMMON_OVER,
    "pool": N_("no bule are left"),
    "agreed": N_("by agreement, with the remaining bule written off"),
}

CONTRACTS: Mapping[Contract, str] = {
    "pik": N_("pik"),
    "karo": N_("karo"),
    "herc": N_("herc"),
    "tref": N_("tref"),
    "betl": N_("betl"),
    "sans": N_("sans"),
}

KONTRAS = (N_("kontra"), N_("rekontra"), N_("subkontra"), N_("mortkontra"))
"""The levels of kontra from 1 on."""


def describe_contract(contract: Contract, igra: bool, kontra: int = 0) -> Text:
    """Return the name of a contract, such as “herc”, “igra-herc” or, with level 1, “herc kontra”."""
    played = text(CONTRACTS[contract])
    if igra:
        played = text(N_("igra-{contract}"), contract=played)
    if not kontra:
        return played
    return text(N_("{contract} {kontra}"), contract=played, kontra=text(KONTRAS[kontra - 1]))


VALUES: Mapping[Contract, int] = {"pik": 2, "karo": 3, "herc": 4, "tref": 5, "betl": 6, "sans": 7}
PAIRS: tuple[set[Role], ...] = (
    {"follow"},
    {"follow", "out"},
    {"out"},
    {"caller", "called"},
    {"kontra", "helper"},
)
"""The possible pairs of roles of the two players who are not the declarer."""
BETL_PAIRS: tuple[set[Role], ...] = ({"follow"}, {"kontra", "helper"})
FALL = 5
"""The number of tricks of both followers together at which the declarer falls."""
ALL_TRICKS = 10


class BalkanContract(NamedTuple):
    """A hand with a contract, checked by the rules. Players are numbers.

    Attributes:
        igra: whether the declarer plays without the talon.
        kontra: the level of kontra: 1 kontra, 2 rekontra, 3 subkontra, 4 mortkontra, or 0 without kontra.
        followers: the two opponents of the declarer in turn order, even if they stay out. Empty if `played`
            is False.
        roles: the role of each of `followers`.
        tricks: the tricks of each of `followers`, or (0, 0) in betl, which needs only the declarer's tricks.
        fell: whether the declarer failed the contract.
        played: False if the hand ends after the bidding, as a pik without kontra does at some tables.
    """

    dealer: int
    declarer: int
    contract: Contract
    igra: bool
    kontra: int
    followers: tuple[int, ...] = ()
    roles: tuple[Role, ...] = ()
    tricks: tuple[int, ...] = ()
    fell: bool = False
    played: bool = True

    @property
    def total(self) -> int:
        return sum(self.tricks)

    @property
    def unit(self) -> int:
        """The price of the hand before any refa: twice the value of the contract, doubled by each kontra.

        Igra raises the value by one.
        """
        return (VALUES[self.contract] + self.igra) << (1 + self.kontra)

    def who(self, role: Role) -> tuple[int, ...]:
        return tuple(player for player, own in zip(self.followers, self.roles, strict=True) if own == role)


class BalkanAllPass(NamedTuple):
    """A hand that all players passed."""

    dealer: int


HandPlayed = BalkanContract | BalkanAllPass
Followers = dict[int, FollowerEntry]


def resolve(state: BalkanState, entry: BalkanContractEntry | BalkanAllPassEntry) -> Resolved[HandPlayed]:
    """Return the hand that `entry` describes, or None with all reasons why it is not possible."""
    problems = check_not_over(state, OVER)
    dealer, further = find_dealer(state, entry)
    problems += further
    hand: HandPlayed | None = BalkanAllPass(dealer)
    if isinstance(entry, BalkanContractEntry):
        hand, further = _resolve_contract(state, entry, dealer)
        problems += further
    return (None, problems) if problems else (hand, [])


def is_unplayed(rules: BalkanRules, contract: str, *, igra: bool, kontra: int) -> bool:
    """Return whether the hand ends after the bidding, as a pik without kontra does at some tables."""
    return contract == "pik" and not igra and not kontra and rules.pik_needs_kontra


def _resolve_contract(
    state: BalkanState, entry: BalkanContractEntry, dealer: int
) -> Resolved[BalkanContract]:
    declarer, problems = find_declarer(state, entry.declarer, dealer)
    if declarer is None:
        return None, problems
    players = state.seats.opponents(declarer, dealer)

    def stranger(name: str, _follower: FollowerEntry) -> Problem:
        sentence = N_("{name} is not a follower in this hand; the followers are {who}")
        return problem(f"followers.{name}", sentence, name=name, who=join_names(state, players))

    followers, problems = key_by_player(state, "followers", entry.followers, players, stranger)
    played = not is_unplayed(state.rules, entry.contract, igra=entry.igra, kontra=entry.kontra)
    if followers or played:
        problems += _check_roles(state, entry, followers, players)
    if played and len(followers) == len(players):
        problems += _check_tricks(state, entry, followers)
    problems += _check_own_tricks(entry)
    if problems:
        return None, problems
    hand = BalkanContract(dealer, declarer, entry.contract, entry.igra, entry.kontra, played=played)
    if not played:
        return hand, []
    betl, own = entry.contract == "betl", [followers[player] for player in players]
    tricks = (0, 0) if betl else tuple(follower.tricks or 0 for follower in own)
    fell = bool(entry.declarer_tricks) if betl else sum(tricks) >= FALL
    roles = tuple(follower.role for follower in own)
    return hand._replace(followers=players, roles=roles, tricks=tricks, fell=fell), []


def _check_own_tricks(entry: BalkanContractEntry) -> Iterator[Problem]:
    if entry.contract == "betl" and entry.declarer_tricks is None:
        sentence = N_("is missing; write 0 tricks if betl was made, or at least 1 if it fell")
        yield problem("declarer_tricks", sentence)
    if entry.contract != "betl" and entry.declarer_tricks is not None:
        sentence = N_("must be left out, because only a betl needs the declarer's tricks")
        yield problem("declarer_tricks", sentence)


def _check_roles(
    state: BalkanState, entry: BalkanContractEntry, followers: Followers, players: tuple[int, int]
) -> Iterator[Problem]:
    for player in players:
        if player not in followers:
            sentence = N_(
                "is missing; say whether the player followed, stayed out, called the other follower in, "
                "was called in by the other, or gave kontra"
            )
            yield problem(f"followers.{state.names[player]}", sentence)
    if len(followers) == len(players):
        yield from _check_role_pair(state, entry, followers)


def _check_role_pair(
    state: BalkanState, entry: BalkanContractEntry, followers: Followers
) -> Iterator[Problem]:
    roles = {follower.role for follower in followers.values()}
    if entry.contract == "betl" and not roles <= {"follow", "kontra", "helper"}:
        for player, follower in followers.items():
            if follower.role in ("out", "caller", "called"):
                sentence = N_(
                    "both opponents always play against betl, so write follow, kontra or helper, not {role}"
                )
                yield problem(f"followers.{state.names[player]}.role", sentence, role=follower.role)
    elif roles not in (BETL_PAIRS if entry.contract == "betl" else PAIRS):
        yield problem("followers", _explain_bad_pair(roles), roles=", ".join(sorted(roles)))
    yield from _check_kontra(entry, roles)


def _check_kontra(entry: BalkanContractEntry, roles: Set[Role]) -> Iterator[Problem]:
    if "kontra" in roles and not entry.kontra:
        sentence = N_("is missing; there was a kontra, so write a number from 1 (kontra) to 4 (mortkontra)")
        yield problem("kontra", sentence)
    if entry.kontra and "kontra" not in roles:
        sentence = N_(
            "is {kontra}, but no player has the role “kontra”; name the player who gave kontra, or write 0"
        )
        yield problem("kontra", sentence, kontra=entry.kontra)


def _explain_bad_pair(roles: set[Role]) -> str:
    if roles == {"caller"}:
        return N_(
            "two followers cannot both call each other in; give the role “called” to the one who was "
            "called in"
        )
    if roles == {"kontra"}:
        return N_("two followers cannot both give kontra; give the role “helper” to the one who helped")
    if "caller" in roles or "called" in roles:
        return N_("the followers have the roles {roles}, but if one is “caller”, the other must be “called”")
    return N_("the followers have the roles {roles}, but if one is “kontra”, the other must be “helper”")


def _check_tricks(state: BalkanState, entry: BalkanContractEntry, followers: Followers) -> Iterator[Problem]:
    if entry.contract == "betl":
        return
    for player, follower in followers.items():
        field = f"followers.{state.names[player]}.tricks"
        if follower.role == "out" and follower.tricks:
            sentence = N_("a player who stays out takes no trick, not {given}")
            yield problem(field, sentence, given=follower.tricks)
        elif follower.tricks is None:
            yield problem(field, N_("is missing; say how many tricks the player took"))
    total = sum(follower.tricks or 0 for follower in followers.values())
    if state.rules.stop_at_five and total > FALL:
        sentence = N_("the followers take {total} tricks together, but the hand stops when they have 5")
        yield problem("followers", sentence, total=total)
    elif total > ALL_TRICKS:
        sentence = N_("the followers take {total} tricks together, but a hand has only 10")
        yield problem("followers", sentence, total=total)


OWN_DUTY, JOINT_DUTY = 2, 4
"""The tricks that one follower needs, and the tricks that both followers together, or a caller, need."""


class HandPrice(NamedTuple):
    """The amounts for which a hand is played.

    Attributes:
        unit: the price: twice the value of the contract, doubled by each kontra and by an open refa.
        bule: the bule that a declarer who makes the contract gets rid of: the price, or at some tables at
            most the bule that are left in the game.
        supe: the supe that a follower writes for each trick: the price, or at some tables `bule`.
    """

    unit: int
    bule: Amount
    supe: Amount


def hand_postings(state: BalkanState, hand: HandPlayed) -> Iterator[Posting]:
    """Yield the postings of a hand. `state` is the game before the hand."""
    if not isinstance(hand, BalkanContract):
        yield from _post_refa(state)
    elif not hand.played:
        yield from _post_unplayed(state, hand)
    else:
        price, falls = _price_hand(state, hand), find_fallen_followers(state, hand)
        if falls:
            price = price._replace(bule=price.unit, supe=price.unit)
        yield _post_declarer(state, hand, price)
        yield from (_post_fall(hand, player, price) for player in falls)
        yield from _post_supe(state, hand, price)
        yield from _post_refa_used(state, hand)


def find_fallen_followers(state: BalkanState, hand: BalkanContract) -> tuple[int, ...]:
    """Return the followers who took too few tricks. If the declarer fails, the result is empty."""
    if hand.fell:
        return ()
    kontra, caller = hand.who("kontra"), hand.who("caller")
    if kontra or hand.contract == "betl":
        return kontra
    if caller:
        return caller if hand.total < JOINT_DUTY else ()
    both = len(hand.who("follow")) == len(hand.followers)
    if both and state.rules.follower_quota == "joint" and hand.total >= JOINT_DUTY:
        return ()
    pairs = zip(hand.followers, hand.roles, hand.tricks, strict=True)
    return tuple(player for player, role, tricks in pairs if role == "follow" and tricks < OWN_DUTY)


def _price_hand(state: BalkanState, hand: BalkanContract) -> HandPrice:
    # Options may limit the price of the last hand to the bule that are left (section 2.5).
    unit = hand.unit * (2 if state.counts_double(hand.declarer) else 1)
    last = state.rules.cap_last_pass and not hand.fell and unit > state.left
    bule = state.left if last else unit
    return HandPrice(unit, bule, bule if last and state.rules.cap_last_supe else unit)


def _post_declarer(state: BalkanState, hand: BalkanContract, price: HandPrice) -> Posting:
    amount: Amount = price.unit
    value: Amount = price.unit
    if not hand.fell:
        rule = "passed" if price.bule == price.unit else "passed_last"
        amount, value = -price.bule, price.bule
    elif state.rules.double_fall and price.unit > state.left:
        rule, amount = "fell_twice", 2 * price.unit
    else:
        rule = "fell"
    contract = describe_contract(hand.contract, hand.igra, hand.kontra)
    return Posting(Account(BULE, hand.declarer), amount, Reason(rule, {"contract": contract, "value": value}))


def _post_fall(hand: BalkanContract, player: int, price: HandPrice) -> Posting:
    role = hand.roles[hand.followers.index(player)]
    rule = {"kontra": "kontra_fell", "caller": "caller_fell"}.get(role, "follower_fell")
    contract = describe_contract(hand.contract, hand.igra, hand.kontra)
    reason = Reason(rule, {"contract": contract, "value": price.unit}, hand.declarer)
    return Posting(Account(BULE, player), price.unit, reason)


def _post_supe(state: BalkanState, hand: BalkanContract, price: HandPrice) -> Iterator[Posting]:
    if hand.contract == "betl":
        both = state.rules.betl_kontra == "both" or not hand.kontra
        writers = (hand.followers if both else hand.who("kontra")) if hand.fell else ()
        counted = [(player, FALL, "betl_supe") for player in writers]
    else:
        counted = []
        for player, role, own in zip(hand.followers, hand.roles, hand.tricks, strict=True):
            if role == "follow":
                counted.append((player, own, "supe"))
            elif role in ("caller", "kontra"):
                counted.append((player, hand.total, "supe_both"))
    for player, tricks, rule in counted:
        reason = Reason(rule, {"count": tricks, "price": price.supe})
        yield Posting(Account(SUPE, player, hand.declarer), normalize_amount(tricks * price.supe), reason)


def _post_refa_used(state: BalkanState, hand: BalkanContract) -> Iterator[Posting]:
    if state.counts_double(hand.declarer):
        reason = Reason("refa_used", {"contract": describe_contract(hand.contract, hand.igra)})
        yield Posting(Account(REFE_OPEN, hand.declarer), -1, reason)


def _post_refa(state: BalkanState) -> Iterator[Posting]:
    if state.refa_possible:
        figures = {"number": state.refe_written + 1}
        for player in state.seats:
            yield Posting(Account(REFE_OPEN, player), 1, Reason("refa", figures))
        yield Posting(REFE, 1, Reason("refa_written", figures))


def _post_unplayed(state: BalkanState, hand: BalkanContract) -> Iterator[Posting]:
    how = state.rules.pik_no_refe
    if state.refa_possible:
        yield from _post_refa(state)
    elif how == "pass" or (how == "under_hat_only" and state.bule(hand.declarer) < 0):
        price = _price_hand(state, hand)
        reason = Reason("pik_uncontested", {"value": price.bule})
        yield Posting(Account(BULE, hand.declarer), -price.bule, reason)
        yield from _post_refa_used(state, hand)


A_BULA = 10
"""The number of supe that one bula is worth."""
BEFORE_RESULT = 2
"""Number of columns before the result in the last table: supe, and the value of the bule."""
_HIGHEST = Phrase(
    "{left} bule are left. Everyone's bule go down by the same number, and those of "
    "the player with the most bule by one more.",
    "{left} bule are left. Everyone's bule go down by the same number, and those of "
    "the {n} players with the most bule by one more.",
)


def write_off(bule: Sequence[Amount]) -> tuple[Amount, ...]:
    """Return the bule after an equal share of their sum is taken off each player, so that they sum to zero.

    (30, 20, 10) becomes (10, 0, -10). If the sum cannot be divided equally, the players with the most bule
    lose one more.
    """
    share, rest = divmod(sum(bule), len(bule))
    order = sorted(range(len(bule)), key=lambda seat: -bule[seat])
    return tuple(normalize_amount(own - share - (order.index(seat) < rest)) for seat, own in enumerate(bule))


def score(state: BalkanState) -> tuple[Amount, ...]:
    """Return each player's supe minus ten times the player's bule."""
    return tuple(
        normalize_amount(_net_supe(state, player) - A_BULA * state.bule(player)) for player in state.seats
    )


def _settle_bule(state: BalkanState) -> tuple[Amount, ...]:
    bule = tuple(state.bule(player) for player in state.seats)
    return write_off(bule) if sum(bule) > 0 else bule


def _net_supe(state: BalkanState, player: int) -> Amount:
    return normalize_amount(
        sum(state.supe(player, other) - state.supe(other, player) for other in state.seats.others(player))
    )


def _make_bule_steps(state: BalkanState, names: Sequence[str]) -> list[SettlementTable]:
    bule = [state.bule(player) for player in state.seats]
    columns: dict[str, Sequence[Amount]] = {N_("running score"): score(state), N_("bule"): bule}
    if state.left > 0:
        more = int(state.left % state.size)
        sentence = N_("{left} bule are left. Everyone's bule go down by the same number.")
        figures = {"left": state.left, "n": more}
        explanation = _HIGHEST.of(more, figures) if more else text(sentence, left=state.left)
        columns[N_("settled")] = write_off(bule)
        return [SettlementTable.of(N_("Written off"), explanation, names, columns)]
    if state.left < 0:
        missing = Fraction(state.left) / state.size
        sentence = N_(
            "The bule add up to {left}. Everyone's bule go up by the same number, until they add up to 0."
        )
        explanation = text(sentence, left=str(state.left).replace("-", "−"))
        columns[N_("settled")] = [normalize_amount(own - missing) for own in bule]
        return [SettlementTable.of(N_("Bule below zero"), explanation, names, columns)]
    return []


def _make_pairs_step(state: BalkanState, names: Sequence[str]) -> SettlementTable:
    pairs = list(combinations(state.seats, 2))
    mine = [state.supe(one, other) for one, other in pairs]
    theirs = [state.supe(other, one) for one, other in pairs]
    net = [normalize_amount(own - others) for own, others in zip(mine, theirs, strict=True)]
    return SettlementTable.of(
        N_("Supe"),
        text(N_("The supe that two players have written against each other, and the difference.")),
        map(" – ".join, combinations(names, 2)),
        {N_("first on second"): mine, N_("second on first"): theirs, N_("net for first"): net},
        won=1,
    )


def _make_results_step(
    state: BalkanState, names: Sequence[str], exactly: Sequence[Amount]
) -> SettlementTable:
    supe = [_net_supe(state, player) for player in state.seats]
    bule = [normalize_amount(own - result) for own, result in zip(supe, exactly, strict=True)]
    columns: dict[str, Sequence[Amount]] = {N_("supe"): supe, N_("bule × 10"): bule, N_("result"): exactly}
    if state.rules.opposite_sign:
        columns[N_("opposite sign")] = [normalize_amount(-result) for result in exactly]
    sentence = text(
        N_(
            "A result is the player's lead in supe minus ten for each bula of the player. "
            "All results add up to zero."
        )
    )
    return SettlementTable.of(N_("Results"), sentence, names, columns, won=len(columns) - BEFORE_RESULT)


class BalkanPlay(Game[BalkanState]):
    """The rules of Balkan Preferans: the effect of each entry, and the settlement.

    `Balkan` adds the sheet, the questions and the short notation.
    """

    name = "balkan"
    entries, adapter = MODELS
    hand_kinds = frozenset({"hand", "all_pass"})
    ruleset = RULESET
    over = OVER
    sizes = (3, 4)
    reserved = (TABLE,)
    columns = (
        SheetColumn(BULE, N_("bule")),
        SheetColumn(
            SUPE,
            N_("supe"),
            OtherPlayer(
                asked=N_("Against whom?"),
                missing=N_("is missing; supe are written against another player, so name that player"),
                oneself=N_("a player cannot write supe against themselves"),
                elsewhere=N_("only supe are written against another player; name no other player here"),
            ),
        ),
        SheetColumn(REFE_OPEN, N_("open refe")),
        SheetColumn(REFE_WRITTEN, owners=(NO_PLAYER,)),
    )

    def make_first_state(self, header: Header, seats: Seats, rules: BalkanRules, dealer: int) -> BalkanState:
        sheet = Sheet({Account(BULE, player): rules.start_bule for player in seats})
        return BalkanState(header.players, seats, rules, sheet, dealer)

    def owners(self, state: BalkanState) -> tuple[Owner, ...]:
        return (*list_player_owners(state), Owner(NO_PLAYER, TABLE, text(N_("the table"))))

    def play_hand(
        self, state: BalkanState, entry: BalkanContractEntry | BalkanAllPassEntry
    ) -> Transition[BalkanState]:
        hand, problems = resolve(state, entry)
        if hand is None:
            return Transition(state, (), tuple(problems))
        transition = self.with_postings(state, hand_postings(state, hand))
        after = transition.state._replace(dealer=state.seats.after(hand.dealer), hands=state.hands + 1)
        return transition._replace(state=after, hand=hand)

    def with_postings(self, state: BalkanState, postings: Iterable[Posting]) -> Transition[BalkanState]:
        # Bule that are written off are rounded, so the worth is the difference of two results.
        done = super().with_postings(state, postings)
        before, after = (self.sheet_scaled_results(each).parts for each in (state, done.state))
        return done._replace(worth=tuple(map(sub, after, before)))

    def check_amount(self, state: BalkanState, column: SheetColumn, amount: Amount) -> Iterator[Problem]:
        if not isinstance(amount, int):
            yield problem("amount", N_("must be a whole number, because this score sheet has no fractions"))

    def bring_forward(self, state: BalkanState, postings: Sequence[Posting]) -> Transition[BalkanState]:
        # Every player already has the start value of bule on this sheet, so it is subtracted.
        begun: set[Account] = set()
        added: list[Posting] = []
        for posting in postings:
            account = posting.account
            started = state.rules.start_bule if account.column == BULE and account not in begun else 0
            begun.add(account)
            added.append(posting._replace(amount=posting.amount - started))
        return self.with_postings(state, added)

    def check_figures(self, transition: Transition[BalkanState]) -> Iterator[Problem]:
        if not all(isinstance(posting.amount, int) for posting in transition.postings):
            yield problem("columns", N_("must be whole numbers, because this score sheet has no fractions"))

    def sheet_scaled_results(self, state: BalkanState) -> ScaledResults:
        size = state.size
        bule = _settle_bule(state)
        moved = A_BULA * sum(bule)
        parts = tuple(
            normalize_amount(size * (_net_supe(state, player) - A_BULA * own) + moved)
            for player, own in zip(state.seats, bule, strict=True)
        )
        return ScaledResults(check_balanced(parts), size)

    def sheet_pairs(self, state: BalkanState) -> dict[tuple[int, int], Amount]:
        bule = dict(zip(state.seats, _settle_bule(state), strict=True))
        return {
            (one, other): normalize_amount(
                state.supe(one, other)
                - state.supe(other, one)
                + Fraction(A_BULA * (bule[other] - bule[one])) / state.size
            )
            for one, other in combinations(state.seats, 2)
        }

    def divisor(self, state: BalkanState) -> int:
        return state.size

    def parts(self, state: BalkanState, figures: Iterable[tuple[Account, Amount]]) -> tuple[Amount, ...]:
        parts: dict[int, Amount] = dict.fromkeys(state.seats, 0)
        for_all: Amount = 0
        for (column, owner, other), amount in figures:
            if column == SUPE:
                parts[owner] += state.size * amount
                parts[other] -= state.size * amount
            elif column == BULE:
                parts[owner] -= state.size * A_BULA * amount
                for_all += A_BULA * amount
        return tuple(normalize_amount(part + for_all) for part in parts.values())

    def sheet_settlement(self, state: BalkanState) -> Settlement:
        names = [state.names[player] for player in state.seats]
        exactly = self.sheet_scaled_results(state).exact
        pairs, final = _make_pairs_step(state, names), _make_results_step(state, names, exactly)
        return Settlement(exactly, (*_make_bule_steps(state, names), pairs, final))
