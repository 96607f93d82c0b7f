"""Columns of the statistics that count contracts one kind by one, as several games have them."""

from collections.abc import Iterable, Iterator

from prefcount.games.terms import Measure
from prefcount.i18n import N_, Text, text


def by_contract(group: Text, key: str, contracts: Iterable[int | str], other: str = "") -> Iterator[Measure]:
    """A column for each kind of contract and one for all.

    Args:
        group: the table that the columns belong to.
        key: what is counted, such as "made"; a kind has it with its name, such as "made_7".
        contracts: the kinds, such as levels; those that are words are marked sentences.
        other: the rest of the whole that a number is shown as part of, such as "failed"; "" for none.
    """

    def measure(label: Text | str, kind: str = "") -> Measure:
        return Measure(key + kind, group, label, out_of=(key + kind, other + kind) if other else ())

    for contract in contracts:
        yield measure(text(contract) if isinstance(contract, str) else str(contract), f"_{contract}")
    yield measure(text(N_("all")))
