"""Contracts and calls, entries of files, resolved hands for the scoring, and the state of a table.

Players are numbers in hands and states, and names in entries (file format, "Entries").
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import product, starmap
from operator import attrgetter
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field, GetCoreSchemaHandler, StringConstraints
from pydantic_core import CoreSchema, core_schema

from prefcount.base.i18n import N_, _
from prefcount.entries.models import (
    MAX_PLAYERS,
    Entry,
    Flag,
    HandEntry,
    Header,
    PlacedEntry,
    PlayerName,
    TricksTaken,
    UniquePlayers,
    entry_models,
)
from prefcount.games.notation import Vocabulary
from prefcount.games.preferans.options import PreferansRules
from prefcount.games.state import Seats
from prefcount.games.words import COMMON_OVER, SUITS
from prefcount.ledger import NO_PLAYER, Account, Amount, Sheet

OVER: Mapping[str, str] = {**COMMON_OVER, "pool": N_("the pool is closed")}

HAS_LEFT = N_("{name} has left the table")

LEVELS = (6, 7, 8, 9, 10)
ALL_TRICKS = 10


class Contract(NamedTuple):
    """A contract. As a string it is shown in the current language, such as 7♥ or 10NT.

    `trump` is one of S C D H, or N for no trump, or "" if the suit was not written down.
    """

    level: int
    trump: str = ""

    def __str__(self) -> str:
        return f"{self.level}{_(SUITS[self.trump])}" if self.trump else str(self.level)

    @property
    def spelling(self) -> str:
        """The contract as in files, such as 7H or 10N, or 7 without a suit."""
        return f"{self.level}{self.trump}"

    @staticmethod
    def parse(spelling: str) -> "Contract":
        """Return the contract whose spelling in files is `spelling`, such as 7H, or raise KeyError."""
        return _CONTRACTS[spelling]

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        spelling = core_schema.str_schema(pattern="^(6|7|8|9|10)[SCDHN]?$")
        from_text = core_schema.no_info_after_validator_function(_CONTRACTS.__getitem__, spelling)
        return core_schema.json_or_python_schema(
            json_schema=from_text,
            python_schema=core_schema.no_info_wrap_validator_function(
                lambda given, parse: given if isinstance(given, Contract) else parse(given), from_text
            ),
            serialization=core_schema.plain_serializer_function_ser_schema(
                attrgetter("spelling"), return_schema=spelling
            ),
        )


_CONTRACTS = {contract.spelling: contract for contract in starmap(Contract, product(LEVELS, ("", *SUITS)))}
STALINGRAD = Contract(6, "S")
"""The contract that both defenders must whist by the option `stalingrad`: not a six without a suit."""

Call = Literal["whist", "pass", "half"]


class _CallWords(NamedTuple):
    """The letter, the sentence and the name of a call, such as “w”, “{who} whists” and “whist”."""

    letter: str
    sentence: str
    name: str


CALLS: Mapping[Call, _CallWords] = {
    "whist": _CallWords("w", N_("{who} whists"), N_("whist")),
    "pass": _CallWords("p", N_("{who} passes"), N_("pass")),
    "half": _CallWords("h", N_("{who} takes half"), N_("half")),
}
CALL_LETTERS = Vocabulary[Call]("preferans.call")
"""The letters and words for the calls in the short notation."""
CALL_OF: Mapping[str, Call] = {words.letter: call for call, words in CALLS.items()}
"""Each call by its letter in answers of the form."""

MISERE_TALON_UNIT = 10
"""The whists for a seven in the talon of a misère, unless a blind misère has its own value."""


class Roles(NamedTuple):
    """The roles of the players in one hand.

    Attributes:
        idle: the dealer who sits out with four or five players, or NO_PLAYER.
        first: the first defender, clockwise from the declarer.
        second: the second defender, or NO_PLAYER with two players.
        defenders: one or two defenders.
        players: declarer and defenders, in the order in which lines and questions list their tricks.
    """

    idle: int
    declarer: int
    first: int
    second: int
    defenders: tuple[int, ...]
    players: tuple[int, ...]


@lru_cache(maxsize=1000)
def assign_roles(seats: Seats, dealer: int, declarer: int) -> Roles | None:
    """Return the roles if `dealer` has dealt and `declarer` plays, or None if the declarer sits out."""
    active = seats.active(dealer)
    if declarer not in active:
        return None
    defenders = tuple(player for player in seats.others(declarer) if player in active)
    first, second = (*defenders, NO_PLAYER)[:2]
    return Roles(seats.idle(dealer), declarer, first, second, defenders, (declarer, *defenders))


def is_lone_whist(calls: Collection[Call]) -> bool:
    """Return whether only one of two defenders whisted, and the dealer did not."""
    return len(calls) == 2 and list(calls).count("whist") == 1


class ContractHand(NamedTuple):
    """A contract of six to ten, checked by the rules. Players are numbers.

    Attributes:
        value: the value of the contract (v in the rule book).
        calls: the calls of the first and the second defender, then "whist" if the dealer whisted.
        tricks: the tricks of declarer, first and second defender. A number can be None if no rule needs it.
        left_without: the undertricks that the declarer conceded, or 0 if the declarer did not concede.
        checked: whether this is a ten that was played with open cards and without calls (option `ten`).
        played: whether tricks were taken, because a player whisted or a ten was checked.
        whisters: the players who whisted, in the order of the calls.
        undertricks: the declarer's undertricks (u in the rule book).
        talon_units: the number of tricks that the bonus for the talon's cards is worth.
        factor: the factor by which all postings of the hand are multiplied.
    """

    roles: Roles
    contract: Contract
    value: int
    calls: tuple[Call, ...] = ()
    tricks: tuple[int | None, ...] = ()
    left_without: int = 0
    checked: bool = False
    played: bool = False
    whisters: tuple[int, ...] = ()
    undertricks: int = 0
    talon_units: int = 0
    factor: int = 1

    @property
    def level(self) -> int:
        return self.contract.level

    @property
    def half_whister(self) -> int:
        """The defender whose half-whist ended the hand before any trick was played, or NO_PLAYER."""
        if self.played or "half" not in self.calls:
            return NO_PLAYER
        return self.roles.defenders[self.calls.index("half")]

    @property
    def taken(self) -> int:
        """The declarer's tricks in a hand that was played (T in the rule book)."""
        taken = self.tricks[0]
        assert taken is not None, "a played hand knows the declarer's tricks"
        return taken

    @property
    def made(self) -> bool:
        return self.undertricks == 0

    def own(self, defender: int) -> int:
        """Return the tricks of `defender`. Call this only if their number was entered or calculated."""
        position = 1 if defender == self.roles.first else 2
        taken = self.tricks[position]
        assert taken is not None, "it counts, so both numbers are known"
        return taken


class MisereHand(NamedTuple):
    """A misère, checked by the rules.

    Attributes:
        value: the value of the misère (v in the rule book).
        taken: the declarer's tricks.
        talon_units: the number of sevens in the talon. A seven and eight of one suit count as two.
        talon_value: the whists for one seven in the talon.
        factor: the factor by which all postings of the hand are multiplied.
    """

    roles: Roles
    value: int
    taken: int
    talon_units: int = 0
    talon_value: int = MISERE_TALON_UNIT
    factor: int = 1

    @property
    def made(self) -> bool:
        return self.taken == 0


class RaspasyHand(NamedTuple):
    """An all-pass hand. `tricks` has pairs of a player and the tricks that this player took."""

    dealer: int
    tricks: tuple[tuple[int, int], ...]
    factor: int = 1


HandPlayed = ContractHand | MisereHand | RaspasyHand

Card = Annotated[str, StringConstraints(pattern="^(7|8|9|10|J|Q|K|A)[SCDH]$")]
Talon = Annotated[tuple[Card, ...], Field(min_length=2, max_length=2)]

FACTORS = range(2, 9)
"""The factors of a hand: everything in it can count two to eight times."""
Factor = Annotated[int, Field(ge=FACTORS[0], le=FACTORS[-1])] | None
"""The factor of a hand, by which everything in it is multiplied."""

EmptyIsNone = AfterValidator(lambda value: value or None)


class ContractEntry(HandEntry):
    """A contract of six to ten tricks: the declarer, the calls, and tricks."""

    kind: Literal["game"] = "game"
    declarer: PlayerName
    contract: Contract
    blind: Flag = False
    calls: Annotated[Annotated[dict[PlayerName, Call], UniquePlayers] | None, EmptyIsNone] = None
    tricks: Annotated[TricksTaken | None, EmptyIsNone] = None
    left_without: Annotated[int, Field(ge=1, le=10)] | None = None
    talon: Talon | None = None
    factor: Factor = None


class MisereEntry(HandEntry):
    """A misère: a contract to take no trick."""

    kind: Literal["misere"] = "misere"
    declarer: PlayerName
    blind: Flag = False
    tricks: TricksTaken
    talon: Talon | None = None
    factor: Factor = None


class RaspasyEntry(HandEntry):
    """An all-pass hand, with the tricks of each player who takes part."""

    kind: Literal["raspasy"] = "raspasy"
    tricks: TricksTaken
    factor: Factor = None


class MisdealEntry(HandEntry):
    """A misdeal. The dealer deals again."""

    kind: Literal["misdeal"] = "misdeal"


class TalonThrownEntry(PlacedEntry):
    """A bad talon that the declarer threw at the dealer, who gets dump points for it."""

    kind: Literal["talon_thrown"] = "talon_thrown"


class LeaveEntry(Entry):
    """A player leaves the table and settles with the others, who go on."""

    kind: Literal["leave"] = "leave"
    player: PlayerName


Hand = ContractEntry | MisereEntry | RaspasyEntry
MODELS = entry_models("Preferans", Hand | MisdealEntry | TalonThrownEntry | LeaveEntry)


def get_declarer_tricks(entry: ContractEntry | MisereEntry) -> int:
    """Return the declarer's tricks in a hand that was played out.

    If `entry` does not have them, they are ten minus the other players' tricks.
    """
    tricks = entry.tricks or {}
    return tricks.get(entry.declarer, ALL_TRICKS - sum(tricks.values()))


POOL, DUMP, WHISTS = "pool", "dump", "whists"

_SECOND = timedelta(seconds=1)
_PLAYERS = range(MAX_PLAYERS)
POOLS = tuple(Account(POOL, player) for player in _PLAYERS)
"""The account of each player's pool, by player number."""
DUMPS = tuple(Account(DUMP, player) for player in _PLAYERS)
"""The account of each player's dump, by player number."""
WHISTS_ON = tuple(tuple(Account(WHISTS, player, other) for other in _PLAYERS) for player in _PLAYERS)
"""`WHISTS_ON[player][other]` is the account of the whists that `player` writes on `other`."""

_BY_RULES = {"each": "pool", "total": "pool", "any": "pool", "hands": "hands", "time": "time"}
"""The reason why a game that has reached its goal is over, by the option `end`."""


class PreferansState(NamedTuple):
    """The state after some entries. `PlainState` explains the fields that all games have.

    Attributes:
        last_dealer: the player who dealt the last hand, or NO_PLAYER before the first hand.
        row: number of raspasy in a row before the next hand.
        bombs: number of bombs of each player. Each bomb doubles one later contract of the player.
        started: when the game began, for games with a time limit.
        latest: the time of the latest hand, for games with a time limit.
        stayed: number of raspasy in a row that the last dealer has dealt, if this table leaves the deal with
            the dealer after raspasy.
        first_dealer: the player who dealt the first hand, or NO_PLAYER before the first hand.
        first_full: the players who filled their pools first, all in the same hand.
        left: the players who have left the table. They still have columns of whists, but no others.
        left_after: for each player in `left`, the number of hands played before leaving.
    """

    names: tuple[str, ...]
    seats: Seats
    rules: PreferansRules
    sheet: Sheet
    dealer: int
    last_dealer: int = NO_PLAYER
    hands: int = 0
    row: int = 0
    bombs: tuple[int, ...] = (0,) * MAX_PLAYERS
    started: datetime | None = None
    latest: datetime | None = None
    ended: str = ""
    stayed: int = 0
    first_dealer: int = NO_PLAYER
    first_full: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    left_after: tuple[int, ...] = ()

    @property
    def table(self) -> "PreferansState":
        """The state without the players who have left."""
        if not self.left:
            return self
        left = dict(zip(self.left, self.left_after, strict=True))
        return self._replace(seats=self.seats.without(left), left=())

    @property
    def size(self) -> int:
        return len(self.seats)

    @property
    def whist_divisor(self) -> int:
        """The denominator of exact results: 3 if they are in thirds of a whist (option `dump_divisor`)."""
        size = len(self.table.seats)
        return {"n": size, "n_minus_1": size - 1, "one": 1}[self.rules.dump_divisor]

    def pool(self, player: int) -> Amount:
        return self.sheet[POOLS[player]]

    def dump(self, player: int) -> Amount:
        return self.sheet[DUMPS[player]]

    def whists(self, player: int, other: int) -> Amount:
        return self.sheet[WHISTS_ON[player][other]]

    def is_closed(self, player: int) -> bool:
        return self.sheet[POOLS[player]] >= self.rules.target

    @property
    def over(self) -> str:
        if self.left:
            return self.table.over
        if self.ended or not self._is_reached() or (self.rules.finish_circle and not self.circle_closed):
            return self.ended
        return _BY_RULES.get(self.rules.end, "")

    def _is_reached(self) -> bool:
        rules = self.rules
        match rules.end:
            case "each":
                return all(map(self.is_closed, self.seats))
            case "total":
                return sum(self.pool(player) for player in self.seats) >= rules.target * self.size
            case "any":
                return any(map(self.is_closed, self.seats))
            case "hands":
                return rules.hands is not None and self.hands >= rules.hands
        return rules.minutes is not None and self.played_for >= 60 * rules.minutes

    @property
    def circle_closed(self) -> bool:
        """True if all players have dealt equally often, so that the first dealer deals next."""
        return (
            self.last_dealer != NO_PLAYER
            and not self.stayed
            and self.seats.after(self.last_dealer) == self.first_dealer
        )

    @property
    def full(self) -> tuple[int, ...]:
        """The players whose pools have reached the target, in seat order."""
        return find_full_pools(self, self.sheet)

    @property
    def played_for(self) -> int:
        """Seconds from the start of the game to the latest hand, or 0 if either time is unknown."""
        if self.latest is None or self.started is None:
            return 0
        return max(0, (self.latest - self.started) // _SECOND)

    @property
    def next_price(self) -> int:
        """The dump points for each trick if the next hand is raspasy."""
        return raspasy_price(self.rules, self.row + 1)

    @property
    def lowest_bid(self) -> int:
        """The lowest contract that ends a row of raspasy, by the option `raspasy.exit`.

        A lower contract is accepted, but the audit remarks on it.
        """
        options, exits = self.rules.raspasy, self.rules.raspasy.exit
        if not self.row:
            return 6
        return exits[(self.row - 1) % len(exits) if options.cycle else min(self.row, len(exits)) - 1]


def find_full_pools(state: PreferansState, sheet: Sheet) -> tuple[int, ...]:
    """Return the players whose pools on `sheet` have reached the target, in seat order."""
    target = state.rules.target
    return tuple([player for player in state.seats if sheet[POOLS[player]] >= target])


def raspasy_multiplier(rules: PreferansRules, row: int) -> int:
    """Return the number by which the price of a trick in a raspasy is multiplied.

    `row` is 1 for the first raspasy in a row, 2 for the second.
    """
    options = rules.raspasy
    if options.cycle and options.cap:
        until_cap = {  # number of raspasy in a row until the cap is reached
            "constant": 1,
            "arithmetic": options.cap,
            "geometric": (options.cap - 1).bit_length() + 1,
        }[options.progression]
        row = (row - 1) % until_cap + 1
    growth = {"constant": 1, "arithmetic": row, "geometric": 1 << min(row - 1, 40)}[options.progression]
    return min(growth, options.cap) if options.cap else growth


def raspasy_price(rules: PreferansRules, row: int) -> int:
    """Return the price of a trick in the `row`-th raspasy in a row, in dump points."""
    return rules.raspasy.base * raspasy_multiplier(rules, row)


def make_first_state(header: Header, seats: Seats, rules: PreferansRules, dealer: int) -> PreferansState:
    return PreferansState(header.players, seats, rules, Sheet(), dealer, started=header.started)
