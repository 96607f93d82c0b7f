"""Entries that are not hands: misdeals, adjustments, newcomers, changed rules, the end.

Source: rule book, sections 5 and 7; fine print 3, 15 and 19.
"""

from collections.abc import Iterable, Sequence

from prefcount.base.i18n import N_
from prefcount.entries.base import Entry
from prefcount.games.preferans.entries import MisdealEntry, TalonThrownEntry
from prefcount.games.preferans.phrases import OVER
from prefcount.games.preferans.pool_gains import dump_as_whists
from prefcount.games.preferans.presets import RULESET
from prefcount.games.preferans.settlement import parts
from prefcount.games.preferans.state import DUMP, DUMPS, MOST_PLAYERS, POOL, WHISTS, PreferansState
from prefcount.games.protocol.seats import Seats
from prefcount.games.protocol.state import Transition
from prefcount.games.shared.player_names import dealer_named, over_problems
from prefcount.games.shared.table_entries import OtherPlayer, SheetColumn, TableEntries
from prefcount.ledger.postings import NOBODY, Account, Posting, Reason, only_amounts


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
    no_seat = N_("is missing: five are playing, so the newcomer replaces one of them")
    extra_seat = N_("sits down besides the others with the average score, deals next")

    def own_entry(self, state: PreferansState, entry: Entry) -> Transition[PreferansState]:
        """Dump points of the dealer of the hand about to be played, who deals (again)."""
        if not isinstance(entry, MisdealEntry | TalonThrownEntry):
            return Transition(state)
        problems = over_problems(state, OVER)
        dealer, points = state.dealer, 1
        if isinstance(entry, MisdealEntry):
            points = state.rules.misdeal_dump
            dealer, unknown_dealer = dealer_named(state, entry)
            problems = problems or unknown_dealer
        if problems:
            return Transition(state, problems=tuple(problems))
        amount = points * state.rules.dump_times
        posting = Posting(DUMPS[dealer], amount, Reason(entry.kind, {"points": amount}))
        return self.written(state._replace(dealer=dealer), [posting])

    def written(self, state: PreferansState, postings: Iterable[Posting]) -> Transition[PreferansState]:
        """The transition that adds postings in the columns that this table keeps."""
        return _as_they_stand(state, dump_as_whists(state.rules, state.seats, list(postings)))

    def brought_forward(
        self, state: PreferansState, postings: Sequence[Posting]
    ) -> Transition[PreferansState]:
        """Figures from paper stand as they are: no aid follows, and a dump stays a dump."""
        return _as_they_stand(state, postings)

    def may_sit_down(self, state: PreferansState) -> bool:
        """Up to five play."""
        return state.size < MOST_PLAYERS

    def newcomer(self, state: PreferansState, name: str) -> Transition[PreferansState]:
        """The newcomer writes the mean of the pools rounded down, of the dumps rounded up, and deals next."""
        number, size = len(state.names), state.size
        pool = sum(state.pool(player) for player in state.seats) // size
        dump = -(-sum(state.dump(player) for player in state.seats) // size)
        postings = (
            Posting(Account(column, number), amount, Reason("newcomer", {"value": amount}))
            for column, amount in ((POOL, pool), (DUMP, dump))
        )
        last = (
            state.last_dealer
            if state.last_dealer != NOBODY
            else state.seats.from_first_hand(state.dealer)[-2]
        )
        at = state.seats.index(last) + 1
        joined = state._replace(
            names=(*state.names, name),
            seats=Seats((*state.seats[:at], number, *state.seats[at:])),
            dealer=number,
        )
        return _as_they_stand(joined, postings)


def _as_they_stand(state: PreferansState, postings: Iterable[Posting]) -> Transition[PreferansState]:
    kept = only_amounts(postings)
    after = state._replace(sheet=state.sheet.after(kept))
    return Transition(after, kept, (), parts(state.rules, state.seats, kept))


TABLE_ENTRIES = PreferansTableEntries()
apply_table_entry = TABLE_ENTRIES.apply
