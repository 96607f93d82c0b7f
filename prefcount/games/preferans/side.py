"""Entries that are not hands: misdeals, adjustments, newcomers, changed rules, the end.

Source: rule book, sections 5 and 7; fine print 3, 15 and 19.
"""

from collections.abc import Iterable, Iterator

from prefcount.entries.base import Entry
from prefcount.entries.common import Adjust, End, Join, RulesEntry, SheetEntry
from prefcount.entries.figures import amount_of
from prefcount.entries.text import fold
from prefcount.games.people import player_number
from prefcount.games.preferans.closing import dump_as_whists
from prefcount.games.preferans.entries import Misdeal, TalonThrown
from prefcount.games.preferans.presets import changed_rules
from prefcount.games.preferans.reasons import OVER
from prefcount.games.preferans.settlement import worth
from prefcount.games.preferans.state import DUMP, DUMPS, MOST_PLAYERS, POOL, WHISTS, State
from prefcount.games.protocol import Turn
from prefcount.games.records import brought_forward, end_problems, renamed
from prefcount.i18n import N_, text
from prefcount.ledger.postings import NOBODY, Account, Posting, Reason, only_amounts
from prefcount.problems import Problem, Refused, problem, unknown

COLUMNS = (POOL, DUMP, WHISTS)


def refused(state: State, *problems: Problem) -> Turn[State]:
    """A turn that changes nothing and says why."""
    return Turn(state, (), problems)


def written(state: State, postings: list[Posting]) -> Turn[State]:
    """The turn that adds `postings` in the columns that this table keeps."""
    return _as_they_stand(state, dump_as_whists(state.rules, state.seats, postings))


def _as_they_stand(state: State, postings: Iterable[Posting]) -> Turn[State]:
    kept = only_amounts(postings)
    return Turn(
        state._replace(sheet=state.sheet.after(kept)), kept, (), worth(state.rules, state.seats, kept)
    )


def play_side(state: State, entry: Entry) -> Turn[State]:
    """What an entry does that is no hand."""
    if isinstance(entry, Misdeal | TalonThrown):
        return _at_the_dealer(state, entry)
    if isinstance(entry, Adjust):
        return _adjust(state, entry)
    if isinstance(entry, SheetEntry):
        return _sheet(state, entry)
    return _at_the_table(state, entry)


def _at_the_table(state: State, entry: Entry) -> Turn[State]:
    """What changes who plays, by which rules, or whether there is a game at all."""
    if isinstance(entry, Join):
        return _join(state, entry)
    if isinstance(entry, RulesEntry):
        return _rules(state, entry)
    if isinstance(entry, End):
        return _end(state, entry)
    return Turn(state)


def _at_the_dealer(state: State, entry: Misdeal | TalonThrown) -> Turn[State]:
    """Dump points of the dealer of the hand about to be played; he deals (again)."""
    if state.over:
        return refused(
            state,
            problem(
                "",
                N_("the game is over ({reason}); no more hands until the end is voided"),
                reason=text(OVER[state.over]),
            ),
        )
    found: list[Problem] = []
    named = entry.dealer if isinstance(entry, Misdeal) else None
    dealer = state.dealer if named is None else player_number(state, "dealer", named, found)
    if dealer is None:
        return refused(state, *found)
    amount = (state.rules.misdeal_dump if isinstance(entry, Misdeal) else 1) * state.rules.multiplier
    posting = Posting(DUMPS[dealer], amount, Reason(entry.kind, (amount,)))
    return written(state._replace(dealer=dealer), [posting])


def _adjust(state: State, entry: Adjust) -> Turn[State]:
    found: list[Problem] = []
    account = _account(state, entry.player, entry.column, entry.on, found)
    if account is None:
        return refused(state, *found)
    return written(state, [Posting(account, amount_of(entry.amount), Reason("adjust", (entry.reason,)))])


def _account(state: State, name: str, column: str, on: str | None, found: list[Problem]) -> Account | None:
    player = player_number(state, "player", name, found)
    if column not in COLUMNS:
        found.append(unknown("column", column, COLUMNS))
        return None
    if column != WHISTS:
        if on is not None:
            found.append(problem("on", N_("is only for whists, which are written on somebody; leave it out")))
        return None if found or player is None else Account(column, player)
    if on is None:
        found.append(problem("on", N_("is missing: whists are written on somebody; say on whom")))
        return None
    other = player_number(state, "on", on, found)
    if other is not None and other == player:
        found.append(problem("on", N_("nobody writes whists on himself")))
    return None if found or player is None or other is None else Account(WHISTS, player, other)


def _sheet(state: State, entry: SheetEntry) -> Turn[State]:
    """Figures from paper stand as they are: no aid follows, and a dump stays a dump."""
    found: list[Problem] = []

    def place(name: str, column: str, on: str | None, inner: list[Problem]) -> Account | None:
        return _account(state, name, column, on, inner)

    postings = list(brought_forward(entry, place, found))
    return refused(state, *found) if found else _as_they_stand(state, postings)


def _join(state: State, entry: Join) -> Turn[State]:
    found = list(_join_problems(state, entry))
    if found:
        return refused(state, *found)
    if entry.replaces is not None:
        return Turn(state._replace(names=renamed(state.names, entry)))
    return _newcomer(state, entry.player)


def _join_problems(state: State, entry: Join) -> Iterator[Problem]:
    if state.ended:
        said = N_("the game has ended ({reason}); nobody joins until the end is voided")
        yield problem("", said, reason=text(OVER[state.ended]))
    others = [name for name in state.names if name != entry.replaces]
    if fold(entry.player) in map(fold, others):
        yield problem("player", N_("{name} plays already"), name=entry.player)
    if entry.replaces is None and state.size == MOST_PLAYERS:
        yield problem("replaces", N_("is missing: four play already, so a newcomer replaces one of them"))
    if entry.replaces is not None and entry.replaces not in state.names:
        yield unknown("replaces", entry.replaces, state.names)


def _newcomer(state: State, name: str) -> Turn[State]:
    """He writes the mean of the pools rounded down and of the dumps rounded up, and deals next."""
    number, size = len(state.names), state.size
    pool = sum(state.pool(player) for player in state.seats) // size
    dump = -(-sum(state.dump(player) for player in state.seats) // size)
    postings = (
        Posting(Account(column, number), amount, Reason("newcomer", (amount,)))
        for column, amount in ((POOL, pool), (DUMP, dump))
    )
    last = state.last_dealer if state.last_dealer != NOBODY else list(state.clockwise(state.dealer))[-1]
    at = state.seats.index(last) + 1
    joined = state._replace(
        names=(*state.names, name),
        seats=(*state.seats[:at], number, *state.seats[at:]),
        dealer=number,
    )
    return _as_they_stand(joined, postings)


def _rules(state: State, entry: RulesEntry) -> Turn[State]:
    try:
        changed = changed_rules(state.rules, entry.set, started=state.hands > 0)
    except Refused as refusal:
        return refused(state, *refusal.problems)
    return Turn(state._replace(rules=changed))


def _end(state: State, entry: End) -> Turn[State]:
    found = end_problems(state, entry, OVER)
    return refused(state, *found) if found else Turn(state._replace(ended=entry.reason))
