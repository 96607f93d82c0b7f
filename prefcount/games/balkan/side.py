"""Entries of Balkan Preferans that are not hands: adjustments, figures from paper, newcomers, the end."""

from collections.abc import Iterator

from prefcount.entries.base import Entry
from prefcount.entries.common import Adjust, End, Join, RulesEntry, SheetEntry
from prefcount.entries.figures import amount_of
from prefcount.games.balkan.layout import TABLE
from prefcount.games.balkan.options import RULESET
from prefcount.games.balkan.play import written
from prefcount.games.balkan.reasons import OVER
from prefcount.games.balkan.state import (
    BULE,
    REFE,
    REFE_OPEN,
    REFE_WRITTEN,
    SUPE,
    State,
    bule_of,
    refe_of,
    supe_of,
)
from prefcount.games.people import player_number
from prefcount.games.protocol import Turn
from prefcount.games.records import brought_forward, end_problems, renamed, replacement_problems
from prefcount.i18n import N_
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account, Posting, Reason
from prefcount.problems import Problem, Refused, problem, unknown

COLUMNS = (BULE, SUPE, REFE_OPEN)
_NO_NEWCOMER = N_("is missing: a newcomer takes the place of a player; for one more start a new game")


def play_side(state: State, entry: Entry) -> Turn[State]:
    """What an entry does that is no hand."""
    found: list[Problem] = []
    turn = _side(state, entry, found)
    return Turn(state, (), tuple(found)) if found else turn


def _side(state: State, entry: Entry, found: list[Problem]) -> Turn[State]:
    match entry:
        case Adjust():
            return _adjust(state, entry, found)
        case SheetEntry():
            return written(state, list(_brought_forward(state, entry, found)))
        case Join():
            found += replacement_problems(state, entry, OVER, _NO_NEWCOMER)
            return Turn(state._replace(names=renamed(state.names, entry)))
        case RulesEntry():
            return _rules(state, entry, found)
        case End():
            found += end_problems(state, entry, OVER)
            return Turn(state._replace(ended=entry.reason))
    return Turn(state)


def _adjust(state: State, entry: Adjust, found: list[Problem]) -> Turn[State]:
    account = _account(state, entry.player, entry.column, entry.on, found)
    amount = amount_of(entry.amount)
    if not isinstance(amount, int):
        found.append(problem("amount", N_("must be a whole number: no figure of this sheet is a fraction")))
    if found or account is None:
        return Turn(state)
    return written(state, [Posting(account, amount, Reason("adjust", (entry.reason,)))])


def _account(state: State, name: str, column: str, on: str | None, found: list[Problem]) -> Account | None:
    """The account of a column; refe that were written belong to the table."""
    if name == TABLE:
        return _of_the_table(column, on, found)
    player = player_number(state, "player", name, found)
    if column not in COLUMNS:
        found.append(unknown("column", column, COLUMNS))
        return None
    if column != SUPE:
        if on is not None:
            found.append(
                problem("on", N_("is only for supe, which are written against somebody; leave it out"))
            )
        if player is None:
            return None
        return bule_of(player) if column == BULE else refe_of(player)
    if on is None:
        found.append(problem("on", N_("is missing: supe are written against somebody; say against whom")))
        return None
    other = player_number(state, "on", on, found)
    if other is not None and other == player:
        found.append(problem("on", N_("nobody writes supe against himself")))
    return None if found or player is None or other is None else supe_of(player, other)


def _of_the_table(column: str, on: str | None, found: list[Problem]) -> Account | None:
    if column != REFE_WRITTEN:
        found.append(unknown("column", column, (REFE_WRITTEN,)))
    elif on is not None:
        found.append(problem("on", N_("is only for supe, which are written against somebody; leave it out")))
    return None if found else REFE


def _brought_forward(state: State, entry: SheetEntry, found: list[Problem]) -> Iterator[Posting]:
    """Figures from paper. The bule on paper begin with the start value that is on this sheet already."""

    def place(name: str, column: str, on: str | None, inner: list[Problem]) -> Account | None:
        return _account(state, name, column, on, inner)

    begun: set[Account] = set()
    for posting in brought_forward(entry, place, found):
        account, amount = posting.account, posting.amount
        if not isinstance(amount, int):
            found.append(problem("columns", N_("are whole numbers: no figure of this sheet is a fraction")))
            return
        started: Amount = state.rules.start_bule if account.column == BULE and account not in begun else 0
        begun.add(account)
        yield posting._replace(amount=amount - started)


def _rules(state: State, entry: RulesEntry, found: list[Problem]) -> Turn[State]:
    try:
        changed = RULESET.changed(state.rules, entry.set, started=True)
    except Refused as refusal:
        found += refusal.problems
        return Turn(state)
    if changed.start_bule != state.rules.start_bule:
        said = N_("is where everybody's bule began; it cannot change, so start a new game for it")
        found.append(problem("set.start_bule", said))
    return Turn(state._replace(rules=changed))
