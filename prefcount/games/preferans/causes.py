"""What a result is due to, in the words in which a table argues about conventions.

Several rules that write figures are one cause: a whist kept and a whist shared on a failed contract are
both whists on failed contracts, so that what another style changes stands in one line.
"""

from collections.abc import Iterator, Sequence

from prefcount.games.measures import Cause
from prefcount.games.preferans.phrases import WORDS
from prefcount.ledger.amount import exact, share
from prefcount.ledger.postings import Posting


def causes(postings: Sequence[Posting]) -> Iterator[tuple[Cause, Posting]]:
    """What each posting of one entry is due to; what a bomb doubled is due to it by half.

    Of what a hand's factor made of a figure, all but once the figure is due to the factor.
    """
    failed = any(posting.original.reason.rule == "failed" for posting in postings)
    whists = "whists_failed" if failed else "whists_made"
    for posting in postings:
        rule = WORDS.rules[posting.original.reason.rule]
        factor = next(
            (each.reason.figures[0] for each in posting.rewritten() if each.reason.rule == "factor"), 1
        )
        if factor != 1:
            assert isinstance(factor, int), "a hand counts a whole number of times"
            once = share(posting.amount, factor)
            yield WORDS.cause("factors"), posting._replace(amount=exact(posting.amount - once))
            posting = posting._replace(amount=once)  # noqa: PLW2901
        if any(each.reason.rule == "bomb" for each in posting.rewritten()):
            posting = posting._replace(amount=share(posting.amount, 2))  # noqa: PLW2901
            yield WORDS.cause("bombs"), posting
        yield WORDS.cause(rule.cause or whists), posting
