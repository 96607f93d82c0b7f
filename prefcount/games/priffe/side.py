"""Entries of Priffe that are not hands: partners, rubbers and figures from paper, adjustments, the end."""

from prefcount.entries.base import Entry
from prefcount.entries.common import Adjust, End, Join, RulesEntry, SheetEntry
from prefcount.entries.figures import amount_of
from prefcount.games.people import player_number
from prefcount.games.priffe.entries import Pairs, Rubber
from prefcount.games.priffe.legality import fresh_problems, name_problems, new_pairs, over_problems
from prefcount.games.priffe.options import RULESET
from prefcount.games.priffe.play import turn
from prefcount.games.priffe.reasons import OVER
from prefcount.games.priffe.rubbers import closed, whole_rubber, written
from prefcount.games.priffe.sides import BOTH, BY_KEY, KEYS, NAMES
from prefcount.games.priffe.state import (
    BONUS,
    COUNTED,
    GAMES,
    GAMES_TO_WIN,
    LINE,
    OF_SIDES,
    POINTS,
    POINTS_PER_TEN,
    State,
    points_of,
    side_account,
)
from prefcount.games.protocol import Turn
from prefcount.games.records import brought_forward, end_problems, renamed, replacement_problems
from prefcount.i18n import N_
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account, Posting, Reason
from prefcount.problems import Problem, Refused, problem, unknown

ADJUSTABLE = (LINE, BONUS)
_NO_NEWCOMER = N_("is missing: four play, so a newcomer takes the place of one of them")


def play_side(state: State, entry: Entry) -> Turn[State]:
    """What an entry does that is no hand."""
    match entry:
        case Pairs():
            return _pairs(state, entry)
        case Rubber():
            return _rubber(state, entry)
        case Adjust():
            return _adjust(state, entry)
        case SheetEntry():
            return _sheet(state, entry)
    return _at_the_table(state, entry)


def _at_the_table(state: State, entry: Entry) -> Turn[State]:
    """What changes who plays, by which rules, or whether there is a session at all."""
    match entry:
        case Join():
            found = replacement_problems(state, entry, OVER, _NO_NEWCOMER) + name_problems([entry.player])
            return _refused(state, found) or Turn(state._replace(names=renamed(state.names, entry)))
        case RulesEntry():
            return _rules(state, entry)
        case End():
            found = end_problems(state, entry, OVER)
            return _refused(state, found) or Turn(state._replace(ended=entry.reason))
    return Turn(state)


def _refused(state: State, found: list[Problem]) -> Turn[State] | None:
    return Turn(state, (), tuple(found)) if found else None


def _pairs(state: State, entry: Pairs) -> Turn[State]:
    found = fresh_problems(state, entry)
    pairs = new_pairs(state, entry.sides, found)
    if found or pairs is None:
        return Turn(state, (), tuple(found))
    return Turn(state._replace(pairs=pairs))


def _rubber(state: State, entry: Rubber) -> Turn[State]:
    """A rubber from paper: its points, as if its hands stood here."""
    found = fresh_problems(state, entry)
    pairs = state.pairs if entry.sides is None else new_pairs(state, entry.sides, found)
    for side, total in entry.totals.items():
        if total % POINTS_PER_TEN:
            found.append(_no_ten(f"totals.{side}", total))
    if found or pairs is None:
        return Turn(state, (), tuple(found))
    playing = state._replace(pairs=pairs)
    x, y = (entry.totals[name] for name in ("X", "Y"))
    return turn(playing, whole_rubber(playing, x, y))


def _no_ten(field: str, amount: Amount) -> Problem:
    said = N_("must be a multiple of 10, as all points of a side are, not {amount}")
    return problem(field, said, amount=str(amount))


def _adjust(state: State, entry: Adjust) -> Turn[State]:
    """Points of a side, a multiple of ten; or individual points that one player gets from another."""
    found: list[Problem] = []
    account = _account(state, entry.player, entry.column, found)
    if account is not None and entry.column not in (*ADJUSTABLE, POINTS):
        found.append(unknown("column", entry.column, (*ADJUSTABLE, POINTS)))
    if found or account is None:
        return Turn(state, (), tuple(found))
    amount = amount_of(entry.amount)
    if entry.column == POINTS:
        return _points_from(state, entry, account, amount)
    if amount % POINTS_PER_TEN:
        found.append(_no_ten("amount", amount))
    if entry.on is not None:
        found.append(problem("on", N_("is only for points, which another player gives; leave it out")))
    found += over_problems(state)
    if found:
        return Turn(state, (), tuple(found))
    adjusted = written(state, (Posting(account, amount, Reason("adjust", (entry.reason,))),))
    return turn(state, adjusted, closed(adjusted.state, account.owner))


def _points_from(state: State, entry: Adjust, account: Account, amount: Amount) -> Turn[State]:
    found: list[Problem] = []
    other = None if entry.on is None else player_number(state, "on", entry.on, found)
    if entry.on is None:
        found.append(problem("on", N_("is missing: points go from one player to another; say from whom")))
    elif other == account.owner:
        found.append(problem("on", N_("nobody gives himself points; name another player")))
    if found or other is None:
        return Turn(state, (), tuple(found))
    mine, theirs = (Reason("adjust_from", (entry.reason,), who) for who in (other, account.owner))
    postings = (Posting(account, amount, mine), Posting(points_of(other), -amount, theirs))
    return turn(state, written(state, postings))


def _account(state: State, name: str, column: str, found: list[Problem]) -> Account | None:
    """The column of a player, or of a side that is spelled @X or @Y (X or Y where nobody is called so)."""
    key = f"@{name}" if name in NAMES.values() and name not in state.names else name
    if key in BY_KEY:
        if column in OF_SIDES:
            return side_account(column, BY_KEY[key])
        found.append(unknown("column", column, OF_SIDES))
        return None
    if name not in state.names:
        found.append(unknown("player", name, [*state.names, *BY_KEY]))
        return None
    if column != POINTS:
        found.append(unknown("column", column, (POINTS,)))
        return None
    return points_of(state.names.index(name))


def _sheet(state: State, entry: SheetEntry) -> Turn[State]:
    """Figures from paper stand as they are, as long as they can be: tens, games, points that sum to zero."""
    found: list[Problem] = []

    def place(name: str, column: str, on: str | None, inner: list[Problem]) -> Account | None:
        if on is not None:
            inner.append(problem("", N_("is one figure, not one on each of the others")))
            return None
        return _account(state, name, column, inner)

    brought = written(state, tuple(brought_forward(entry, place, found)))
    found += _impossible(brought.state)
    return _refused(state, found) or turn(state, brought)


def _impossible(state: State) -> list[Problem]:
    """What cannot stand on a sheet."""
    found: list[Problem] = []
    for side in BOTH:
        for column in COUNTED:
            amount = state.sheet[side_account(column, side)]
            if amount % POINTS_PER_TEN:
                found.append(_no_ten(f"columns.{KEYS[side]}.{column}", amount))
        if state.won(side) not in range(GAMES_TO_WIN):
            said = N_("is 0 or 1 in a rubber that is being played, not {games}")
            field = f"columns.{KEYS[side]}.{GAMES}"
            found.append(problem(field, said, games=str(state.won(side))))
    total = sum(state.points(player) for player in state.seats)
    if total:
        said = N_("the points of all players sum to {sum}, not to 0")
        found.append(problem("columns", said, sum=str(total)))
    return found


def _rules(state: State, entry: RulesEntry) -> Turn[State]:
    try:
        changed = RULESET.changed(state.rules, entry.set, started=state.hands > 0)
    except Refused as refusal:
        return Turn(state, (), refusal.problems)
    return Turn(state._replace(rules=changed))
