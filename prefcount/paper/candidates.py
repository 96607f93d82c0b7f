"""Candidates for the slip in one entry: those of the game, and those of any score sheet."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.ledger.sheet import Account, Amount, Posting, exact
from prefcount.paper.comparison import Column, column_of, edited
from prefcount.paper.known_games import slips
from prefcount.session.replay import Step, as_written, totals
from prefcount.session.session import Session

Changes = Mapping[Account, tuple[Amount, ...]]


class Candidate(NamedTuple):
    """One explanation for entry `n`.

    Attributes:
        key: the name of the slip.
        changes: what the entry then adds to each column, figure by figure; nothing to all others. None where
            the slip concerns no other column than the one that was looked at.
        rank: its place among the slips of its entry, the likeliest first.
        habit: whether it is made in every such hand.
    """

    n: int
    key: str
    text: Text
    changes: Changes | None
    rank: int = 0
    habit: bool = False


class PaperCandidates:
    """A session up to an entry with the candidates for its slips, each computed once.

    Attributes:
        steps: what counts up to that point.
        order: the place of each of these entries, by its number.
        columns: what stands in each account, figure by figure.
    """

    def __init__(self, session: Session, before: int | None = None) -> None:
        """Everything, or everything that counts before entry number `before`."""
        self.session = session
        steps = session.replay.steps
        end = next((at for at, step in enumerate(steps) if step.n == before), len(steps))
        self.steps: tuple[Step, ...] = steps[:end]
        self.order = {step.n: at for at, step in enumerate(self.steps)}
        self.columns: dict[Account, Column] = {
            account: column_of((total for total in history if total.n in self.order), self.begun(account))
            for account, history in session.replay.histories().items()
        }
        self._known: dict[int, tuple[Candidate, ...]] = {}

    def column(self, account: Account) -> Column:
        """The figures of an account; none where nothing was written."""
        return self.columns.get(account, ())

    def begun(self, account: Account) -> Amount:
        """The value of an account before the first hand; all totals are counted from there."""
        return self.session.replay.start.sheet[account]

    def step(self, n: int) -> Step:
        """The step of an entry."""
        return self.steps[self.order[n]]

    def candidates(self, at: int) -> tuple[Candidate, ...]:
        """Every explanation for the step at a place, the likeliest first."""
        if at not in self._known:
            step, candidates = self.steps[at], list(self.plain(at))
            if step.counts and step.entry is not None and step.entry.kind != "sheet":
                for slip in slips(self.session.game, step.before, step.entry):
                    amounts = {account: (amount,) for account, amount in slip.amounts.items() if amount}
                    candidates.append(Candidate(step.n, slip.key, slip.text, amounts, habit=slip.habit))
            self._known[at] = tuple(each._replace(rank=rank) for rank, each in enumerate(candidates))
        return self._known[at]

    def plain(self, at: int) -> tuple[Candidate, ...]:
        """Those explanations that need no game to be tried: left out, written twice, not corrected."""
        return tuple(_plain(self.session, self.steps[at]))

    def with_slip(self, column: Column, account: Account, candidate: Candidate) -> Column:
        """The column on paper after a slip."""
        return edited(column, candidate.n, (candidate.changes or {}).get(account, ()), self.order)


def _plain(session: Session, step: Step) -> Iterator[Candidate]:
    entry, n = step.entry, step.n
    if step.counts and entry is not None and step.postings and entry.kind != "sheet":
        left_out, doubled = N_("this entry was left out"), N_("this entry was written twice")
        if entry.kind in session.game.hand_kinds:
            left_out, doubled = N_("this hand was left out"), N_("this hand was written twice")
        yield Candidate(n, "left-out", text(left_out), {})
        right = figures_of(step, step.postings)
        twice = {account: (*figures, *figures) for account, figures in right.items()}
        yield Candidate(n, "twice", text(doubled), twice)
    written = as_written(session.game, step) if step.effective.corrected_by else None
    if written and written.postings:
        sentence = N_("the correction by entry {n} is not on the paper")
        why = text(sentence, n=step.effective.corrected_by)
        yield Candidate(n, "uncorrected", why, figures_of(step, written.postings))


def figures_of(step: Step, postings: tuple[Posting, ...]) -> dict[Account, tuple[Amount, ...]]:
    """What postings at the place of a step add to each column, figure by figure."""
    sheet, figures = step.before.sheet, dict[Account, tuple[Amount, ...]]()
    for account, total in totals(sheet, postings):
        own = figures.get(account, ())
        change = exact(total - sheet[account] - sum(own))
        if change:
            figures[account] = (*own, change)
    return figures
