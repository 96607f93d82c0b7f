"""The shortest list of payments that settle debts; it stays the same while its payments are made.

Each of the suggested payments changes the balances when it is made. If the rest were worked out anew by any
shortest list, others might find another payment asked of them than yesterday. So among all lists that are as
short as can be one is chosen by an order of payments that does not depend on balances: of two lists the one
is chosen that has the first of the payments in which they differ. Any list for the balances after a payment,
together with that payment, is a list for those before; so whatever is first stays first.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from prefcount.ledger.settle import Payment, balanced, sums_and_groups

MOST_EXACT = 14
"""The people among whom the fewest payments are found; each one more doubles the time."""


def even_out(balances: Sequence[int]) -> tuple[Payment, ...]:
    """Payments that bring every balance to zero: a function of the balances alone.

    Each one taken away leaves the others as they are. Those who owe pay those who are owed. There are as few
    as there can be among up to `MOST_EXACT` people, the settled ones included, so that nobody who is settled
    changes the way it is reckoned; among more of them there is at most one less than there are people.

    Args:
        balances: what everybody is owed, below zero what they owe, in smallest units; the order of the people
            decides between lists of the same length.

    Raises:
        Unbalanced: if they do not sum to zero.
    """
    balanced(balances)
    return _even_out(tuple(balances))


@lru_cache
def _even_out(balances: tuple[int, ...]) -> tuple[Payment, ...]:
    left = list(balances)
    payments: list[Payment] = []
    if len(left) > MOST_EXACT:
        return tuple(_side_by_side(left))
    while any(left):
        payments.append(_first(left))
        payer, receiver, amount = payments[-1]
        left[payer] += amount
        left[receiver] -= amount
    return tuple(payments)


def _side_by_side(balances: Sequence[int]) -> list[Payment]:
    """Payments along two lines in the order of people: the first debt pays the first claim.

    A payment that is made is cut out of both lines at the same place, and nothing else moves.
    """
    debts = [(at, -amount) for at, amount in enumerate(balances) if amount < 0]
    claims = [(at, amount) for at, amount in enumerate(balances) if amount > 0]
    payments: list[Payment] = []
    while debts:
        (payer, owed), (receiver, claimed) = debts.pop(0), claims.pop(0)
        amount = min(owed, claimed)
        payments.append(Payment(payer, receiver, amount))
        if owed > amount:
            debts.insert(0, (payer, owed - amount))
        if claimed > amount:
            claims.insert(0, (receiver, claimed - amount))
    return payments


def _first(left: Sequence[int]) -> Payment:
    """The first payment of all shortest lists: by the payer, then the receiver, then the larger amount.

    A list is as short as can be if the people are split into as many groups that are even among themselves as
    there can be. A payment belongs to such a list if the group of both falls, without it, into two that are
    split as well as that: those whom the payer's other payments reach, and the rest.
    """
    people = [at for at, amount in enumerate(left) if amount]
    amounts = [left[at] for at in people]
    everybody = (1 << len(people)) - 1
    sums, groups = sums_and_groups(amounts)
    payer = next(at for at, amount in enumerate(amounts) if amount < 0)
    for receiver, claim in enumerate(amounts):
        if claim > 0:
            others = everybody & ~(1 << payer | 1 << receiver)
            most, best = min(-amounts[payer], claim), 0
            for with_payer in _parts(others):
                amount = -amounts[payer] - sums[with_payer]
                if best < amount <= most:
                    split = groups[with_payer] + groups[others & ~with_payer]
                    best = amount if split == groups[everybody] - 1 else best
            if best:
                return Payment(people[payer], people[receiver], best)
    raise AssertionError("whoever owes something has somebody to pay")


def _parts(people: int) -> Iterator[int]:
    """Every part of some people, from all of them down to nobody; a bit is one of them."""
    part = people
    while part:
        yield part
        part = (part - 1) & people
    yield 0
