"""Who sits where, seen from one player; and what was written by some, as others would have written it.

Names and numbers of players are nothing to the rules: whoever sits on the same chairs, counted clockwise from
the declarer, writes the same in his own columns.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from prefcount.games.preferans.state import DUMPS, POOLS, WHISTS_ON
from prefcount.ledger.postings import NOBODY, Account, Posting, Reason

TABLES = 1000
"""So many tables are remembered as they are seen from each of their players."""

Players = tuple[int, ...]


class Seen(NamedTuple):
    """A table as one of its players sees it.

    Attributes:
        players: clockwise, beginning with himself.
        chairs: of everybody by his name; his own is 0.
    """

    players: Players
    chairs: Mapping[str, int]


@lru_cache(maxsize=TABLES)
def seen_from(names: tuple[str, ...], seats: Players, name: str | None) -> Seen | None:
    """The table from the chair of the player called `name`, which is the first one if nobody is named.

    None if nobody there is called so.
    """
    if name is not None and name not in names:
        return None
    at = 0 if name is None else seats.index(names.index(name))
    players = seats[at:] + seats[:at]
    return Seen(players, {names[player]: chair for chair, player in enumerate(players)})


@lru_cache(maxsize=TABLES)
def _columns(there: Players, here: Players) -> Mapping[Account, Account]:
    """The columns of players on the same chairs of two tables."""
    pairs = list(zip(there, here, strict=True))
    columns = {POOLS[mine]: POOLS[yours] for mine, yours in pairs}
    columns |= {DUMPS[mine]: DUMPS[yours] for mine, yours in pairs}
    for mine, yours in pairs:
        columns |= {WHISTS_ON[mine][one]: WHISTS_ON[yours][other] for one, other in pairs}
    return columns


_NAME_CONTRACTS = frozenset({"made", "half_taken", "passed", "failed", "left"})
"""Rules whose reasons hold the name of the contract, as the only text among their figures."""
_new = tuple.__new__
"""Makes a posting in a third of the time; this is done several times for each hand that is met again."""


def moved(postings: Iterable[Posting], there: Players, here: Players, contract: str) -> tuple[Posting, ...]:
    """The postings of the players `there` as those on the same chairs `here` write them.

    Args:
        postings: of a hand that was played there.
        there: the players, clockwise from one of the chairs.
        here: the same of those who play it now.
        contract: the name of the contract they play.
    """
    columns = _columns(there, here)
    return tuple(
        [
            _new(Posting, (columns[account], amount, _moved_reason(reason, there, here, contract)))
            for account, amount, reason in postings
        ]
    )


def _moved_reason(reason: Reason, there: Players, here: Players, contract: str) -> Reason:
    rule, figures, who, of, closes = reason
    if rule in _NAME_CONTRACTS:
        return Reason(rule, tuple([contract if type(each) is str else each for each in figures]))
    if who == NOBODY and of is None:
        return reason
    if of is not None:
        (of,) = moved((of,), there, here, contract)
    return Reason(rule, figures, who if who == NOBODY else here[there.index(who)], of, closes)
