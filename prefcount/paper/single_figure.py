"""Explaining a single figure on paper, of which only the difference is known: every hand is tried."""

from collections.abc import Callable

from prefcount.base.i18n import N_, text
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Account
from prefcount.paper.candidates import Candidate, PaperCandidates
from prefcount.paper.column import totals

MOST_TRIED = 12_000
"""How many slips are tried, the newest hands first; older hands are only left out or doubled."""


def found_anywhere(
    paper: PaperCandidates, account: Account, difference: Amount, weight: Callable[[Candidate], int]
) -> list[Candidate]:
    """Slips that change a column by exactly this difference, the likeliest first, one for each entry.

    Args:
        paper: the session.
        account: the column.
        difference: what the paper has too much.
        weight: how much a candidate explains of other columns.
    """
    best: list[tuple[tuple[int, int, int], Candidate]] = []
    tried = 0
    for at in reversed(range(len(paper.steps))):
        candidates = paper.candidates(at) if tried < MOST_TRIED else paper.plain(at)
        tried += len(candidates)
        fitting = [each for each in candidates if _difference(paper, account, each) == difference]
        keyed = [((-weight(each), each.rank, -at), each) for each in fitting]
        if keyed:
            best.append(min(keyed, key=lambda pair: pair[0]))
    found = [candidate for _key, candidate in sorted(best, key=lambda pair: pair[0])]
    return found + _behind(paper, account, difference)


def _difference(paper: PaperCandidates, account: Account, candidate: Candidate) -> Amount:
    right = sum(amount for owner, amount, _reason in paper.step(candidate.n).postings if owner == account)
    return exact(sum((candidate.changes or {}).get(account, ())) - right)


def _behind(paper: PaperCandidates, account: Account, difference: Amount) -> list[Candidate]:
    """Paper on which the newest figures are still missing."""
    column = paper.column(account)
    stood = totals(column)
    if not stood:
        return []
    wanted = stood[-1] + difference
    later = next((at for at in range(len(stood) - 1, 0, -1) if stood[at - 1] == wanted), None)
    if later is None:
        return []
    said = N_("the paper stands as before this entry; it and later ones are missing")
    return [Candidate(column[later].n, "behind", text(said), None)]
