"""A book of payments in memory, which is immutable."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from prefcount.base.i18n import N_
from prefcount.base.problems import InvalidInput, Problem, problem
from prefcount.entries.models import BookHeader, BookKinds, Entry, PaidEntry
from prefcount.entries.names_and_figures import fold
from prefcount.ledger import minor_digits, units_to_money
from prefcount.session.corrections import EffectiveEntry, effective_entries


class BookPayment(NamedTuple):
    """A payment in a book, from entry number `n`.

    Attributes:
        units: the amount in units such as cents.
    """

    n: int
    day: date | None
    payer: str
    receiver: str
    currency: str
    units: int
    note: str

    @property
    def amount(self) -> Decimal:
        """The amount of the payment as money, such as 24.87 for 24.87 EUR."""
        return units_to_money(self.units, minor_digits(self.currency))


class PaymentBook:
    """A book of payments: a header and numbered entries."""

    entry_kinds = BookKinds()

    def __init__(self, header: BookHeader, entries: Sequence[Entry] = ()) -> None:
        self.header = header
        self.entries = tuple(entries)

    def with_entries(self, entries: Sequence[Entry]) -> "PaymentBook":
        return PaymentBook(self.header, entries)

    @cached_property
    def _effective(self) -> list[EffectiveEntry]:
        return effective_entries(self.entries)

    @cached_property
    def problems(self) -> Mapping[int, tuple[Problem, ...]]:
        """The problems of each entry that cannot count, by entry number."""
        by_entry = {
            effective.n: (*effective.problems, *self._problems(effective.entry))
            for effective in self._effective
        }
        return {n: problems for n, problems in by_entry.items() if problems}

    @cached_property
    def payments(self) -> tuple[BookPayment, ...]:
        """The payments that count, in the order in which they were written."""
        payments = []
        for effective in self._effective:
            entry = effective.entry
            if isinstance(entry, PaidEntry) and effective.n not in self.problems:
                currency = entry.currency or self.header.currency
                units = int(Fraction(entry.amount) * 10 ** minor_digits(currency))
                day, note = None if entry.at is None else entry.at.date(), entry.note or ""
                payments.append(BookPayment(effective.n, day, entry.from_, entry.to, currency, units, note))
        return tuple(payments)

    def accept(self, entry: Entry, at: datetime | None = None) -> Entry:
        """Return `entry` with its number, and with `at` as its time if it has none.

        Raises:
            InvalidInput: if the entry cannot count in this book.
        """
        n = len(self.entries) + 1
        entry = entry.model_copy(update={"n": n, "at": entry.at or at})
        problems = self.with_entries((*self.entries, entry)).problems.get(n)
        if problems:
            raise InvalidInput(problems)
        return entry

    def _problems(self, entry: Entry | None) -> Iterator[Problem]:
        if not isinstance(entry, PaidEntry):
            return
        if fold(entry.from_) == fold(entry.to):
            yield problem("to", N_("a player cannot pay themselves; name another"))
        currency = entry.currency or self.header.currency
        digits = minor_digits(currency)
        if (Fraction(entry.amount) * 10**digits).denominator != 1:
            sentence = N_("{currency} has {digits} decimal places, so {amount} cannot be paid")
            yield problem("amount", sentence, currency=currency, digits=digits, amount=entry.amount)
