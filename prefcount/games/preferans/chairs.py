"""Who sits where, seen from one player; and what was written by some, as others would have written it.

Names and numbers of players are nothing to the rules: whoever sits on the same chairs, counted clockwise from
the declarer, writes the same in his own columns.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from prefcount.games.preferans.state import DUMPS, POOLS, WHISTS_ON
from prefcount.ledger.postings import NOBODY, Account, Posting, Reason

TABLES = 1000
"""So many tables are remembered as they are seen from each of their players."""

Players = tuple[int, ...]


def seen_from(seats: Players, player: int) -> Players:
    """The players clockwise, beginning with `player`."""
    at = seats.index(player)
    return seats[at:] + seats[:at]


@lru_cache(maxsize=TABLES)
def chairs(names: tuple[str, ...], players: Players) -> Mapping[str, int]:
    """The chair of everybody by his name, the first of the players being on chair 0."""
    return {names[player]: chair for chair, player in enumerate(players)}


@lru_cache(maxsize=TABLES)
def _columns(there: Players, here: Players) -> Mapping[Account, Account]:
    """The columns of players on the same chairs of two tables."""
    pairs = list(zip(there, here, strict=True))
    columns = {POOLS[mine]: POOLS[yours] for mine, yours in pairs}
    columns |= {DUMPS[mine]: DUMPS[yours] for mine, yours in pairs}
    for mine, yours in pairs:
        columns |= {WHISTS_ON[mine][one]: WHISTS_ON[yours][other] for one, other in pairs}
    return columns


def moved(postings: Iterable[Posting], there: Players, here: Players, contract: str) -> tuple[Posting, ...]:
    """The postings of the players `there` as those on the same chairs `here` write them.

    Args:
        postings: of a hand that was played there.
        there: the players, clockwise from one of the chairs.
        here: the same of those who play it now.
        contract: the name of the contract here, which is the only text among the figures of a reason.
    """
    columns = _columns(there, here)
    return tuple(
        [
            Posting(columns[account], amount, _moved_reason(reason, there, here, contract))
            for account, amount, reason in postings
        ]
    )


def _moved_reason(reason: Reason, there: Players, here: Players, contract: str) -> Reason:
    rule, figures, who, of = reason
    if any(type(figure) is str for figure in figures):
        figures = tuple([contract if type(figure) is str else figure for figure in figures])
    elif who == NOBODY and of is None:
        return reason
    if who != NOBODY:
        who = here[there.index(who)]
    if of is not None:
        (of,) = moved((of,), there, here, contract)
    return Reason(rule, figures, who, of)
