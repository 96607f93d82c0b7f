"""Entries of Balkan Preferans that are not hands: adjustments, figures from paper, newcomers, the end."""

from collections.abc import Iterator, Sequence

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem
from prefcount.games.balkan.options import RULESET
from prefcount.games.balkan.phrases import OVER
from prefcount.games.balkan.play import written
from prefcount.games.balkan.sheet import TABLE, owners
from prefcount.games.balkan.state import BULE, REFE_OPEN, REFE_WRITTEN, SUPE, BalkanState
from prefcount.games.protocol.state import Transition
from prefcount.games.shared.table_entries import OtherPlayer, SheetColumn, TableEntries
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import NOBODY, Account, Posting


class BalkanTableEntries(TableEntries[BalkanState]):
    """Every figure is a whole number; refe that were written belong to the table."""

    columns = (
        SheetColumn(BULE, N_("bule")),
        SheetColumn(
            SUPE,
            N_("supe"),
            OtherPlayer(
                asked=N_("Against whom?"),
                missing=N_("is missing: supe are written against a player; say against whom"),
                oneself=N_("a player cannot write supe against themselves"),
                elsewhere=N_("goes only with supe, which are written against a player; leave it out"),
            ),
        ),
        SheetColumn(REFE_OPEN, N_("open refe")),
        SheetColumn(REFE_WRITTEN, owners=(NOBODY,)),
    )
    over = OVER
    ruleset = RULESET
    reserved = (TABLE,)
    owners = staticmethod(owners)
    written = staticmethod(written)

    def amount_problems(self, state: BalkanState, column: SheetColumn, amount: Amount) -> Iterator[Problem]:
        """No fraction is ever written."""
        if not isinstance(amount, int):
            yield problem("amount", N_("must be a whole number: no figure of this sheet is a fraction"))

    def brought_forward(self, state: BalkanState, postings: Sequence[Posting]) -> Transition[BalkanState]:
        """The bule on paper begin with the start value, which is on this sheet already."""
        begun: set[Account] = set()
        added: list[Posting] = []
        for posting in postings:
            account = posting.account
            started = state.rules.start_bule if account.column == BULE and account not in begun else 0
            begun.add(account)
            added.append(posting._replace(amount=posting.amount - started))
        return written(state, added)

    def sheet_problems(self, transition: Transition[BalkanState]) -> Iterator[Problem]:
        """No fraction is ever written."""
        if not all(isinstance(posting.amount, int) for posting in transition.postings):
            yield problem("columns", N_("are whole numbers: this sheet has no fractions"))


TABLE_ENTRIES = BalkanTableEntries()
apply_table_entry = TABLE_ENTRIES.apply
