"""Everything about a game of Preferans that follows from its entries."""

from datetime import datetime, timedelta
from typing import NamedTuple

from prefcount.entries.models import MOST_PLAYERS, Header
from prefcount.games.preferans.options import PreferansRules
from prefcount.games.state import Seats
from prefcount.ledger.sheet import NOBODY, Account, Amount, Sheet

POOL, DUMP, WHISTS = "pool", "dump", "whists"

_SECOND = timedelta(seconds=1)
_PLAYERS = range(MOST_PLAYERS)
POOLS = tuple(Account(POOL, player) for player in _PLAYERS)
"""The pool of each player, by number."""
DUMPS = tuple(Account(DUMP, player) for player in _PLAYERS)
"""The dump of each player, by number."""
WHISTS_ON = tuple(tuple(Account(WHISTS, player, other) for other in _PLAYERS) for player in _PLAYERS)
"""The whists of each player on each other one, by both numbers."""


_BY_RULES = {"each": "pool", "total": "pool", "any": "pool", "hands": "hands", "time": "time"}
"""Why a game is over that has reached what its table plays to, by the option `end`."""


class PreferansState(NamedTuple):
    """What a fold of entries has led to. Players are numbers; `names` says who they are.

    Attributes:
        names: the name of every player, in the order in which they joined.
        seats: player numbers in seat order, clockwise.
        rules: the conventions for the next hand.
        sheet: pool, dump and whists.
        dealer: who deals the next hand.
        last_dealer: who dealt the last hand, or -1 before the first.
        hands: contracts, misères and raspasy so far.
        row: raspasy in a row that the next hand follows.
        bombs: bombs of each player that wait for the next contract.
        started: when the game began, for games on time.
        latest: the time of the latest hand, for games on time; a clock set back changes nothing.
        ended: the reason of an `end` entry, or "" while the game goes on.
        stayed: raspasy of the last dealer after which the deal stayed.
        first_dealer: who dealt the first hand, or -1 before it.
        first_full: whose pools were full after the first hand after which any was.
        left: who has left the table and still has columns, in which nothing but whists stands.
    """

    names: tuple[str, ...]
    seats: Seats
    rules: PreferansRules
    sheet: Sheet
    dealer: int
    last_dealer: int = NOBODY
    hands: int = 0
    row: int = 0
    bombs: tuple[int, ...] = (0,) * MOST_PLAYERS
    started: datetime | None = None
    latest: datetime | None = None
    ended: str = ""
    stayed: int = 0
    first_dealer: int = NOBODY
    first_full: tuple[int, ...] = ()
    left: tuple[int, ...] = ()

    @property
    def table(self) -> "PreferansState":
        """The game without those who have left."""
        if not self.left:
            return self
        playing = Seats(player for player in self.seats if player not in self.left)
        return self._replace(seats=playing, left=())

    @property
    def size(self) -> int:
        """How many players are in the match: 2 to 5."""
        return len(self.seats)

    def pool(self, player: int) -> Amount:
        """Pool points of a player."""
        return self.sheet[POOLS[player]]

    def dump(self, player: int) -> Amount:
        """Dump points of a player."""
        return self.sheet[DUMPS[player]]

    def whists(self, player: int, other: int) -> Amount:
        """Whists that a player has written on another."""
        return self.sheet[WHISTS_ON[player][other]]

    def closed(self, player: int) -> bool:
        """Whether a player's pool has reached the target."""
        return self.sheet[POOLS[player]] >= self.rules.target

    @property
    def over(self) -> str:
        """Why the game is over (pool, hands, time, agreed, resigned), or "" while it goes on.

        Judged from the state as it stands (rule book, section 5, fine print 4).
        """
        if self.left:
            return self.table.over
        if self.ended or not self._is_reached() or (self.rules.finish_circle and not self.circle_closed):
            return self.ended
        return _BY_RULES.get(self.rules.end, "")

    def _is_reached(self) -> bool:
        """Whether that is reached which this table plays to."""
        rules = self.rules
        match rules.end:
            case "each":
                return all(map(self.closed, self.seats))
            case "total":
                return sum(self.pool(player) for player in self.seats) >= rules.target * self.size
            case "any":
                return any(map(self.closed, self.seats))
            case "hands":
                return rules.hands is not None and self.hands >= rules.hands
        return rules.minutes is not None and self.played_for >= 60 * rules.minutes

    @property
    def circle_closed(self) -> bool:
        """Whether everybody has dealt equally often: the deal passes on to who dealt first (section 14)."""
        return (
            self.last_dealer != NOBODY
            and not self.stayed
            and self.seats.after(self.last_dealer) == self.first_dealer
        )

    @property
    def full(self) -> tuple[int, ...]:
        """Whose pools have reached the target, in seat order."""
        return full_pools(self, self.sheet)

    @property
    def played_for(self) -> int:
        """Seconds from the start of the game to the latest hand; 0 where either is not known."""
        if self.latest is None or self.started is None:
            return 0
        return max(0, (self.latest - self.started) // _SECOND)

    @property
    def next_price(self) -> int:
        """What a trick would cost in the dump if the next hand were raspasy, in dump points."""
        return raspasy_price(self.rules, self.row + 1)

    @property
    def lowest_bid(self) -> int:
        """The lowest level that leaves raspasy by the table's agreement; shown, never enforced."""
        options, exits = self.rules.raspasy, self.rules.raspasy.exit
        if not self.row:
            return 6
        return exits[(self.row - 1) % len(exits) if options.cycle else min(self.row, len(exits)) - 1]


def full_pools(state: PreferansState, sheet: Sheet) -> tuple[int, ...]:
    """Whose pools on a sheet have reached the target of the table, in seat order."""
    target = state.rules.target
    return tuple([player for player in state.seats if sheet[POOLS[player]] >= target])


def raspasy_multiplier(rules: PreferansRules, row: int) -> int:
    """The multiplier of the `row`-th raspasy in a row, never above the cap (rule book, sections 4 and 13)."""
    options = rules.raspasy
    if options.cycle and options.cap:
        until_cap = {  # how many raspasy in a row it takes to reach the cap
            "constant": 1,
            "arithmetic": options.cap,
            "geometric": (options.cap - 1).bit_length() + 1,
        }[options.progression]
        row = (row - 1) % until_cap + 1
    growth = {"constant": 1, "arithmetic": row, "geometric": 1 << min(row - 1, 40)}[options.progression]
    return min(growth, options.cap) if options.cap else growth


def raspasy_price(rules: PreferansRules, row: int) -> int:
    """The price of a trick in the `row`-th raspasy in a row, in dump points."""
    return rules.raspasy.base * raspasy_multiplier(rules, row)


def first_state(header: Header, seats: Seats, rules: PreferansRules, dealer: int) -> PreferansState:
    """The state before the first entry, with the rules and the first dealer of a header."""
    return PreferansState(header.players, seats, rules, Sheet(), dealer, started=header.started)
