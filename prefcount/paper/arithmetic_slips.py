"""Slips of adding up and of copying: a digit carried wrong, two digits exchanged, a 7 for a 1."""

from collections.abc import Iterator
from typing import NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.ledger.sheet import Amount

_ALIKE = {frozenset("17"), frozenset("38"), frozenset("06"), frozenset("49"), frozenset("56")}

COPIED = frozenset({"transposed", "misread", "digit-lost", "digit-added"})
"""The slips of copying, which later totals seldom carry on."""


class Miscalculated(NamedTuple):
    """An arithmetic slip that leads from a right total to a wrong one."""

    key: str
    text: Text


def miscalculated(
    right: Amount, wrong: Amount, change: Amount, before: Amount = 0
) -> Iterator[Miscalculated]:
    """The slips with digits that turn a right total into a wrong one.

    `change` was to be added to the total before; `before` had been added to get that one.
    """
    if not (isinstance(right, int) and isinstance(wrong, int)):
        return
    one, other, off = str(right), str(wrong), abs(right - wrong)
    slips = (
        ("no-sum", N_("the figure was written by itself, not added up"), wrong == change != right),
        ("subtracted", N_("the figure was taken off instead of added"), wrong == right - 2 * change),
        ("not-counted", N_("the figure before it was not counted"), 0 != before == right - wrong),
        ("transposed", N_("two digits were exchanged"), sorted(one) == sorted(other)),
        ("misread", N_("a digit was taken for one that looks like it"), _one_alike(one, other)),
        ("digit-lost", N_("a digit was left out"), _one_left_out(one, other)),
        ("digit-added", N_("there is a digit too many"), _one_left_out(other, one)),
        ("carry", N_("a digit was carried wrong in adding up"), off in (10, 100, 1000)),
        ("added-wrong", N_("it was added up wrong"), off in (1, 2)),
    )
    for key, sentence, is_it in slips:
        if is_it:
            yield Miscalculated(key, text(sentence))


def _one_alike(right: str, wrong: str) -> bool:
    """Whether two figures differ in one digit, which is easily mistaken for the other."""
    if len(right) != len(wrong):
        return False
    differing = [frozenset(pair) for pair in zip(right, wrong, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and differing[0] in _ALIKE


def _one_left_out(whole: str, rest: str) -> bool:
    """Whether one digit of a figure is missing in another one."""
    return any(whole[:at] + whole[at + 1 :] == rest for at in range(len(whole)))
