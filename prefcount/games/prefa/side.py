"""Entries of Prefa that are not hands: added stakes, adjustments, figures from paper, the end."""

from prefcount.entries.base import Entry
from prefcount.entries.common import Adjust, End, Join, RulesEntry, SheetEntry
from prefcount.entries.figures import amount_of
from prefcount.games.people import player_number
from prefcount.games.prefa.entries import AddStake
from prefcount.games.prefa.options import RULESET
from prefcount.games.prefa.play import written
from prefcount.games.prefa.reasons import OVER
from prefcount.games.prefa.state import CASH, KASA, STAKE, State, added_by, cash_of, kasa_of
from prefcount.games.protocol import Turn
from prefcount.games.records import brought_forward, end_problems, renamed, replacement_problems
from prefcount.i18n import N_, text
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account, Posting, Reason
from prefcount.problems import Problem, Refused, problem, unknown

COLUMNS = (KASA, CASH)
_NO_NEWCOMER = N_("is missing: a newcomer takes the place of a player; for one more start a new game")


def play_side(state: State, entry: Entry) -> Turn[State]:
    """What an entry does that is no hand."""
    match entry:
        case AddStake():
            return _add_stake(state, entry)
        case Adjust():
            return _adjust(state, entry)
        case SheetEntry():
            return _sheet(state, entry)
    return _at_the_table(state, entry)


def _at_the_table(state: State, entry: Entry) -> Turn[State]:
    """What changes who plays, by which rules, or whether there is a game at all."""
    match entry:
        case Join():
            found = replacement_problems(state, entry, OVER, _NO_NEWCOMER)
            return _refused(state, found) or Turn(state._replace(names=renamed(state.names, entry)))
        case RulesEntry():
            return _rules(state, entry)
        case End():
            found = end_problems(state, entry, OVER)
            return _refused(state, found) or Turn(state._replace(ended=entry.reason))
    return Turn(state)


def _refused(state: State, found: list[Problem]) -> Turn[State] | None:
    return Turn(state, (), tuple(found)) if found else None


def _add_stake(state: State, entry: AddStake) -> Turn[State]:
    """Anagomosi: the same from everybody, whether the pot is empty or not (section 3.4)."""
    if state.ended:
        said = N_("the game has ended ({reason}); no stakes until the end is voided")
        return Turn(state, (), (problem("", said, reason=text(OVER[state.ended])),))
    reason = Reason("add_stake", (entry.amount,))
    return written(state, [Posting(added_by(player), entry.amount, reason) for player in state.seats])


def _adjust(state: State, entry: Adjust) -> Turn[State]:
    """A takings figure moves the pot; cash goes from one player to another, so that it sums to zero."""
    found: list[Problem] = []
    account = _account(state, entry.player, entry.column, found)
    other = None if entry.on is None else player_number(state, "on", entry.on, found)
    if entry.column == CASH:
        if entry.on is None:
            found.append(problem("on", N_("is missing: cash goes between two players; say from whom")))
        elif other is not None and account is not None and other == account.owner:
            found.append(problem("on", N_("nobody pays himself; name another player")))
    elif entry.column == KASA and entry.on is not None:
        found.append(problem("on", N_("is only for cash, which another player pays; leave it out")))
    if found or account is None:
        return Turn(state, (), tuple(found))
    amount: Amount = amount_of(entry.amount)
    if other is None:
        return written(state, [Posting(account, amount, Reason("adjust", (entry.reason,)))])
    mine, theirs = (Reason("adjust_from", (entry.reason,), who) for who in (other, account.owner))
    return written(state, [Posting(account, amount, mine), Posting(cash_of(other), -amount, theirs)])


def _account(state: State, name: str, column: str, found: list[Problem]) -> Account | None:
    player = player_number(state, "player", name, found)
    if column not in COLUMNS:
        found.append(unknown("column", column, COLUMNS))
        return None
    if player is None:
        return None
    return kasa_of(player) if column == KASA else cash_of(player)


def _sheet(state: State, entry: SheetEntry) -> Turn[State]:
    """Figures from paper stand as they are, as long as the cash of all players sums to zero."""
    found: list[Problem] = []

    def place(name: str, column: str, on: str | None, inner: list[Problem]) -> Account | None:
        if column == STAKE:
            inner.append(problem("", N_("is the rule “stake”, and grows by “add_stake”; leave it out")))
            return None
        if on is not None:
            inner.append(problem("", N_("is one figure for a player, not one on each of the others")))
            return None
        return _account(state, name, column, inner)

    postings = list(brought_forward(entry, place, found))
    cash = sum(posting.amount for posting in postings if posting.account.column == CASH)
    if not found and cash:
        said = N_("the cash of all players sums to {sum}, not to 0")
        found.append(problem("columns", said, sum=str(cash)))
    return _refused(state, found) or written(state, postings)


def _rules(state: State, entry: RulesEntry) -> Turn[State]:
    try:
        changed = RULESET.changed(state.rules, entry.set, started=state.hands > 0)
    except Refused as refusal:
        return Turn(state, (), refusal.problems)
    return Turn(state._replace(rules=changed))
