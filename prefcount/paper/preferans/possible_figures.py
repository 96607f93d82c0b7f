"""Everything that one hand of a table can write in the columns about one player.

No second table of prices: every legal hand is played by the engine, and what it wrote is seen
from each chair.
What a full pool makes of a gain depends on the sheet; there all is allowed that aid could give.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import NamedTuple

from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.scoring import WHISTS_A_POINT, WHISTS_FOR_DUMP, gains_of
from prefcount.games.preferans.state import DUMPS, POOLS, WHISTS_ON, PreferansState
from prefcount.games.state import Seats
from prefcount.ledger.sheet import Account, Amount, Posting, Sheet, exact
from prefcount.paper.preferans.sheet_moves import every_hand, table
from prefcount.paper.watch import Watch, remembered

Figures = tuple[Amount, ...]
"""What is added to the pool and the dump of a player and to the whists on them, the next player's first."""

MOST_GAINED = 60
"""A table at which a hand can gain more pool points than this is not looked into."""
FIRST_WHISTS = 2
"""The place of the first whists among the columns about a player, behind pool and dump."""
_NAMES = "ABCDE"


class PossibleFigures(NamedTuple):
    """What hands of a table can write about a player.

    Attributes:
        figures: what one hand or side record adds to all columns about a player at once.
        halves: what is often written as two figures, such as whist and consolation.
        most_gained: the pool points that one hand can give to all players together.
    """

    figures: frozenset[Figures]
    halves: frozenset["Halves"]
    most_gained: Amount

    def steps(self, place: int) -> frozenset[Amount]:
        """What can be added to one column about a player, by its place among them."""
        parts = (part for half in self.halves if half.place == place for part in (half.first, half.second))
        return frozenset({figures[place] for figures in self.figures} | set(parts)) - {0}


class Halves(NamedTuple):
    """Two figures of one hand in one column about a player, and whether that player's dump grew with it."""

    place: int
    first: Amount
    second: Amount
    failed: bool


class _PlayersPart(NamedTuple):
    """One hand as it concerns one player: figures, gain, and the gains of others by their places."""

    figures: Figures
    gain: Amount
    helpers: tuple[tuple[int, Amount], ...]


def accounts_about(player: int, seats: Sequence[int]) -> tuple[Account, ...]:
    """The columns about a player: pool, dump, the whists on that player by the others clockwise."""
    at = seats.index(player)
    others = (*seats[at + 1 :], *seats[:at])
    return (POOLS[player], DUMPS[player], *(WHISTS_ON[other][player] for other in others))


def most_rows(figures: int) -> int:
    """The longest row of raspasy behind a sheet of so many figures: some raspasy write nothing."""
    return min(figures + 12, 60)


def steps_of(column: Sequence[Amount]) -> tuple[Amount, ...]:
    """What is added to a column, figure by figure; a total that is written again adds nothing."""
    return tuple(exact(new - old) for old, new in pairwise((0, *column)) if new != old)


def places_of_steps(column: Sequence[Amount]) -> list[int]:
    """The places of the totals that differ from the one before."""
    return [at for at, (old, new) in enumerate(pairwise((0, *column))) if new != old]


@remembered
def possible(watch: Watch, rules: PreferansRules, size: int, longest_row: int) -> PossibleFigures | None:
    """What hands of a table of `size` players can write, raspasy in rows up to some length.

    None where a single hand can gain so much that not everything can be tried. Raises GivenUp.
    """
    state = table(PreferansState(tuple(_NAMES[:size]), Seats(range(size)), rules, Sheet(), size - 1))
    parts: set[_PlayersPart] = set()
    halves: set[Halves] = set()
    most: Amount = 0
    for tried in every_hand(state, longest_row):
        watch.look()
        postings = tried.transition.postings
        gains = dict(gains_of(postings, state.seats))
        most = max(most, sum(gains.values()))
        for player in state.seats:
            about = accounts_about(player, state.seats)
            part = _players_part(about, postings, gains)
            parts.add(part)
            halves.update(_halves(about, postings, failed=part.figures[1] > 0))
    if most > MOST_GAINED:
        return None
    figures = {figures for part in parts for figures in _closings(rules, part)}
    nothing = (0,) * (size + 1)
    return PossibleFigures(frozenset(figures) - {nothing}, frozenset(halves), exact(most))


def _players_part(
    about: Sequence[Account], postings: Sequence[Posting], gains: Mapping[int, Amount]
) -> _PlayersPart:
    figures = dict.fromkeys(about, exact(0))
    for account, amount, _reason in postings:
        if account in figures:
            figures[account] = exact(figures[account] + amount)
    writers = enumerate(about[FIRST_WHISTS:], FIRST_WHISTS)
    helpers = tuple((place, gains[account.owner]) for place, account in writers if account.owner in gains)
    return _PlayersPart(tuple(figures.values()), gains.get(about[0].owner, 0), helpers)


def _halves(about: Sequence[Account], postings: Sequence[Posting], *, failed: bool) -> Iterator[Halves]:
    """Two figures of one hand in one column, in either order."""
    for place, account in enumerate(about[FIRST_WHISTS:], FIRST_WHISTS):
        amounts = [posting.amount for posting in postings if posting.account == account and posting.amount]
        if len(amounts) > 1:
            whole = sum(amounts)
            yield from (Halves(place, exact(amount), exact(whole - amount), failed) for amount in amounts)


# --- what a full pool, or a dump that comes first, makes of a gain -----------------------------------


def _closings(rules: PreferansRules, view: _PlayersPart) -> Iterator[Figures]:
    """The figures of a hand, with everything that its gains may lead to on some sheet."""
    pool, dump, *whists = view.figures
    unit = view.gain - view.gain // 1 or 1
    places = [place - FIRST_WHISTS for place, _most in view.helpers]
    aid = [set(_aid(rules, most, unit)) for _place, most in view.helpers]
    for own_pool, own_dump in set(_own(rules, view.gain, unit)):
        for given in product(*aid):
            changed = list(whists)
            for place, (_points, written) in zip(places, given, strict=True):
                changed[place] = exact(changed[place] + written)
            received = sum(points for points, _written in given)
            yield exact(pool + own_pool + received), exact(dump + own_dump), *changed


def _own(rules: PreferansRules, gain: Amount, unit: Amount) -> Iterator[tuple[Amount, Amount]]:
    """What a gain takes off the own pool again, and off the own dump for it."""
    worth = rules.pool_worth
    first = rules.made_first == "dump" and rules.dump_points == "dump"
    for written_off in range(int(gain // 1) + 1 if first else 1):
        left = gain - written_off
        for surplus in _range(left, unit) if rules.aid else (0,):
            for back in _backs(rules, surplus, unit) if rules.dump_points == "dump" else (0,):
                yield -written_off - surplus, -written_off * worth - back


def _backs(rules: PreferansRules, surplus: Amount, unit: Amount) -> Iterable[Amount]:
    """The dump points that a surplus may take off the own dump; down to zero it may be any part of them."""
    if rules.dump_floor == "zero":
        return _range(exact(surplus * rules.pool_worth), min(unit, exact(Fraction(1, 2))))
    return (exact(points * rules.pool_worth) for points in _range(surplus, unit))


def _aid(rules: PreferansRules, most: Amount, unit: Amount) -> Iterator[tuple[Amount, Amount]]:
    """Pool points that a helper gives, with the whists written for them.

    Where no dump is kept, what nobody can take any more becomes whists of the helper too.
    """
    worth = rules.pool_worth
    for points in _range(most, unit) if rules.aid else (0,):
        for rest in _range(most - points, unit) if rules.aid and rules.dump_points == "whists" else (0,):
            yield points, (points * WHISTS_A_POINT + rest * WHISTS_FOR_DUMP) * worth


def _range(most: Amount, unit: Amount) -> Iterable[Amount]:
    """0 up to `most` in steps of `unit`."""
    return (exact(step * unit) for step in range(int(most / unit) + 1))
