"""Numbers of rules as claimed figures say them: what a number has to be for a claimed amount to be right.

What a hand writes is mostly a number of the rules so many times. So two replays, by rules in which that
number differs, say of each claimed amount by which number it comes about; the one that most amounts come
about by is that of the table, whatever else is wrong in these rules.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from prefcount.fit.claims_by_rules import ClaimedPart, Replayed

MOST_SAID = 3
"""How many numbers are tried of those that the amounts of all columns say, the most frequent first."""


def numbers_said(
    parts: Sequence[Sequence[ClaimedPart]],
    replays: Sequence[Sequence[Replayed]],
    numbers: tuple[int, int],
    limits: tuple[int, int],
) -> list[int | None]:
    """The numbers that most amounts say: of all columns some, and one of each kind of column; None for none.

    Args:
        parts: what is claimed, session by session.
        replays: the sessions by the one number, and by the other.
        numbers: the two.
        limits: the least and the largest number that there may be.
    """
    (less, more), (least, most) = numbers, limits
    said = defaultdict[str, Counter[int]](Counter)
    for claimed, one, other in zip(parts, *replays, strict=True):
        for account, since, until, amounts in claimed:
            votes, begin = said[account.column], one.between(account, since, until)
            grows = other.between(account, since, until) - begin
            for amount in amounts if grows else ():
                number, rest = divmod((amount - begin) * (more - less), grows)
                if not rest and least <= less + number <= most:
                    votes[less + int(number)] += 1
    ranked = [number for number, _votes in sum(said.values(), Counter[int]()).most_common(MOST_SAID)]
    kinds = [next((number for number, _votes in said[kind].most_common(1)), None) for kind in sorted(said)]
    return [*ranked, *[None] * (MOST_SAID - len(ranked)), *kinds]
