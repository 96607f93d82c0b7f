"""Entries that are not hands: misdeals, adjustments, newcomers, changed rules, the end.

Source: rule book, sections 5 and 7; fine print 3, 15 and 19.
"""

from collections.abc import Iterable, Iterator, Sequence

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem
from prefcount.entries.models import MOST_PLAYERS, Entry, Join
from prefcount.games.game import Owner, players_of
from prefcount.games.preferans.entries import LeaveEntry, MisdealEntry, TalonThrownEntry
from prefcount.games.preferans.phrases import HAS_LEFT, OVER
from prefcount.games.preferans.pool_gains import as_written
from prefcount.games.preferans.presets import RULESET
from prefcount.games.preferans.settlement import parts, without_prizes
from prefcount.games.preferans.state import DUMP, DUMPS, POOL, POOLS, WHISTS, WHISTS_ON, PreferansState
from prefcount.games.state import Seats, Transition, dealer_named, over_problems, player_number
from prefcount.games.table_entries import OtherPlayer, SheetColumn, TableEntries
from prefcount.ledger.sheet import NOBODY, Account, Posting, Reason, exact, figures_of, only_amounts


class PreferansTableEntries(TableEntries[PreferansState]):
    """What a table without a dump writes is whists instead; figures from paper stand as they are."""

    columns = (
        SheetColumn(POOL, N_("pool")),
        SheetColumn(DUMP, N_("dump")),
        SheetColumn(
            WHISTS,
            N_("whists"),
            OtherPlayer(
                asked=N_("On whom?"),
                missing=N_("is missing: whists are written on somebody; say on whom"),
                oneself=N_("a player cannot write whists on themselves"),
                elsewhere=N_("goes only with whists, which are written on a player; leave it out"),
            ),
        ),
    )
    over = OVER
    ruleset = RULESET
    no_seat = N_("is missing: the sheet has five columns, so the newcomer replaces somebody")
    player_first = True
    extra_seat = N_("sits down as well with the average score, deals next")

    def own_entry(self, state: PreferansState, entry: Entry) -> Transition[PreferansState]:
        """Dump points of the dealer of the hand about to be played, who deals (again); or who leaves."""
        if isinstance(entry, LeaveEntry):
            return _leave(state, entry)
        if not isinstance(entry, MisdealEntry | TalonThrownEntry):
            return Transition(state)
        problems = over_problems(state, OVER)
        dealer, points = state.dealer, 1
        if isinstance(entry, MisdealEntry):
            points = state.rules.misdeal_dump
            dealer, unknown_dealer = dealer_named(state, entry)
            problems = problems or unknown_dealer
            if dealer in state.left:
                problems = [problem("dealer", HAS_LEFT, name=entry.dealer)]
        if problems:
            return Transition(state, problems=tuple(problems))
        amount = points * state.rules.dump_times
        posting = Posting(DUMPS[dealer], amount, Reason(entry.kind, {"points": amount}))
        return self.with_postings(state._replace(dealer=dealer), [posting])

    def with_postings(self, state: PreferansState, postings: Iterable[Posting]) -> Transition[PreferansState]:
        """The transition that adds postings in the columns that this table keeps."""
        return _as_they_stand(state, as_written(state.table, tuple(postings)))

    def brought_forward(
        self, state: PreferansState, postings: Sequence[Posting]
    ) -> Transition[PreferansState]:
        """Figures from paper stand as they are: no aid follows, and a dump stays a dump."""
        return _as_they_stand(state, postings)

    def may_sit_down(self, state: PreferansState) -> bool:
        """A sheet has up to five columns, those of players who left among them."""
        return state.size < MOST_PLAYERS

    def owners(self, state: PreferansState) -> tuple[Owner, ...]:
        """Who has columns that may still be written in."""
        return players_of(state.table)

    def _join_problems(self, state: PreferansState, entry: Join) -> Iterator[Problem]:
        yield from super()._join_problems(state, entry)
        if entry.replaces in [state.names[player] for player in state.left]:
            yield problem("replaces", HAS_LEFT, name=entry.replaces)

    def newcomer(self, state: PreferansState, name: str) -> Transition[PreferansState]:
        """The newcomer writes the mean of the pools rounded down, of the dumps rounded up, and deals next."""
        number, others = len(state.names), state.table.seats
        pool = sum(state.pool(player) for player in others) // len(others)
        dump = -(-sum(state.dump(player) for player in others) // len(others))
        postings = (
            Posting(Account(column, number), amount, Reason("newcomer", {"value": amount}))
            for column, amount in ((POOL, pool), (DUMP, dump))
        )
        last = state.last_dealer if state.last_dealer != NOBODY else others.from_first_hand(state.dealer)[-2]
        at = state.seats.index(last) + 1
        joined = state._replace(
            names=(*state.names, name),
            seats=Seats((*state.seats[:at], number, *state.seats[at:])),
            dealer=number,
        )
        return _as_they_stand(joined, postings)


def _leave(state: PreferansState, entry: LeaveEntry) -> Transition[PreferansState]:
    """Pool and dump of a player become whists between that player and all others: nobody's result changes.

    The player before deals last, the next one next.
    """
    player, problems = player_number(state, "player", entry.player)
    problems += over_problems(state, OVER)
    if player in state.left:
        problems.append(problem("player", HAS_LEFT, name=entry.player))
    if not state.table.seats.dealer_rests:
        problems.append(problem("", N_("three go on at least; end the game instead")))
    if problems or player is None:
        return Transition(state, problems=tuple(problems))
    closed = only_amounts(
        Posting(account, -state.sheet[account], Reason("leaves_column", {"value": state.sheet[account]}))
        for account in (POOLS[player], DUMPS[player])
    )
    playing = state.table.seats
    before, next_one = playing[playing.index(player) - 1], playing.after(player)
    after = state._replace(
        sheet=state.sheet.after(closed),
        left=(*state.left, player),
        dealer=next_one if state.dealer == player else state.dealer,
        last_dealer=before if state.last_dealer == player else state.last_dealer,
        first_dealer=next_one if state.first_dealer == player else state.first_dealer,
        stayed=0 if state.last_dealer == player else state.stayed,
    )
    whists = only_amounts(_instead(state, after, player))
    after = after._replace(sheet=after.sheet.after(whists))
    return Transition(after, closed + whists, (), (0,) * state.size)


def _instead(state: PreferansState, after: PreferansState, player: int) -> Iterator[Posting]:
    """The whists between a player and all others that leave results as they were before."""
    before, without = without_prizes(state).exact, without_prizes(after).exact
    for other, was, would in zip(state.seats, before, without, strict=True):
        if other != player:
            amount = exact(was - would)
            account = WHISTS_ON[other][player] if amount > 0 else WHISTS_ON[player][other]
            value = max(amount, -amount)
            yield Posting(account, value, Reason("leaves_whists", {"value": value}))


def _as_they_stand(state: PreferansState, postings: Iterable[Posting]) -> Transition[PreferansState]:
    added = only_amounts(postings)
    after = state._replace(sheet=state.sheet.after(added))
    return Transition(after, added, (), parts(state, figures_of(added)))


TABLE_ENTRIES = PreferansTableEntries()
apply_table_entry = TABLE_ENTRIES.apply
