"""Entries of Prefa that are not hands: added stakes, adjustments, figures from paper, the end."""

from collections.abc import Iterator

from prefcount.base.i18n import N_, text
from prefcount.base.problems import Problem, problem
from prefcount.entries.common import Entry
from prefcount.games.prefa.entries import AddStakeEntry
from prefcount.games.prefa.options import RULESET
from prefcount.games.prefa.phrases import OVER
from prefcount.games.prefa.play import written
from prefcount.games.prefa.state import CASH, KASA, STAKE, PrefaState
from prefcount.games.protocol.state import Transition
from prefcount.games.shared.player_names import Resolved
from prefcount.games.shared.table_entries import OtherPlayer, SheetColumn, TableEntries
from prefcount.ledger.postings import Account, Posting, Reason


class PrefaTableEntries(TableEntries[PrefaState]):
    """A figure of takings moves the pot; cash goes from one player to another, so that it sums to zero."""

    columns = (
        SheetColumn(KASA, N_("taken from the pot")),
        SheetColumn(
            CASH,
            N_("cash"),
            OtherPlayer(
                asked=N_("Who gives it?"),
                missing=N_("is missing: cash goes between two players; say from whom"),
                oneself=N_("a player cannot pay themselves; name another player"),
                elsewhere=N_("goes only with cash, which another player pays; leave it out"),
                pays=True,
            ),
        ),
    )
    over = OVER
    ruleset = RULESET
    written = staticmethod(written)

    def own_entry(self, state: PrefaState, entry: Entry) -> Transition[PrefaState]:
        """Anagomosi: the same from everybody, whether the pot is empty or not (section 3.4)."""
        if not isinstance(entry, AddStakeEntry):
            return Transition(state)
        if state.ended:
            sentence = N_("the game has ended ({reason}); no stakes until the end is voided")
            return Transition(state, problems=(problem("", sentence, reason=text(OVER[state.ended])),))
        reason = Reason("add_stake", {"value": entry.amount})
        return written(
            state, [Posting(Account(STAKE, player), entry.amount, reason) for player in state.seats]
        )

    def on_paper(self, state: PrefaState, name: str, column: str, on: str | None) -> Resolved[Account]:
        """The account of a figure from paper; the stakes are no such figures."""
        if column == STAKE:
            return None, [
                problem("", N_("is set by the rule “stake”, and grows by “add_stake”; leave it out"))
            ]
        return super().on_paper(state, name, column, on)

    def sheet_problems(self, transition: Transition[PrefaState]) -> Iterator[Problem]:
        """The cash of all players sums to zero."""
        cash = sum(posting.amount for posting in transition.postings if posting.account.column == CASH)
        if cash:
            sentence = N_("the cash of all players adds up to {sum}, not 0")
            yield problem("columns", sentence, sum=str(cash))


TABLE_ENTRIES = PrefaTableEntries()
apply_table_entry = TABLE_ENTRIES.apply
