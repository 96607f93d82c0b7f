"""`prefcount paid FILE 'boris anna 24.87'`: write a payment into a book, or list those that it has."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from prefcount.base.clock import now
from prefcount.base.i18n import N_, _
from prefcount.base.locale_format import decimal_typed
from prefcount.base.problems import invalid, quote
from prefcount.cli.arguments import (
    FINE,
    UNUSABLE,
    UsageError,
    add_alias,
    add_currency,
    add_day,
    add_switch,
    as_path,
)
from prefcount.cli.command_io import UnusableFile, is_there, people_of, say, warn
from prefcount.debts.balances import load_circle
from prefcount.debts.report import numbered
from prefcount.entries.models import Entry, PaidEntry, Void
from prefcount.entries.validation_messages import validated
from prefcount.render.text import file_line
from prefcount.session.session import started_on
from prefcount.session.typed_entries import amount_and_currency
from prefcount.stats.aliases import People
from prefcount.store.book_file import Written, write_entry
from prefcount.store.disk import WriteError
from prefcount.store.loaded_file import book_faults
from prefcount.store.open_file import ReadError
from prefcount.store.payment_book import BookPayment, PaymentBook
from prefcount.store.reader import load_book

SHORT = N_("say who paid whom how much, e.g. boris anna 24.87")
_OF_A_PAYMENT = ("date", "note", "currency", "new")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount paid`."""
    command.description = _(
        "Writes a payment into a book, and lists the payments of a book if none is given. Names are those of "
        "the games beside the book and of its payments: their beginnings, Russian cases, earlier spellings "
        "and the other names of --alias or people.txt are understood."
    )
    command.add_argument("file", type=as_path, help=_("a book of payments, e.g. payments.jsonl"))
    line = _(
        "who paid whom how much: boris anna 24.87; names of several words with -> between them; "
        "the currency after the amount unless it is the book's"
    )
    command.add_argument("line", nargs="*", metavar="LINE", help=line)
    add_currency(command, _("the currency, e.g. EUR; with it a new book is begun"))
    command.add_argument("--note", help=_("a remark"))
    add_day(command, "--date", _("the day of the payment, e.g. 2026-01-31; else today"))
    add_switch(command, "--new", _("the names are right as they stand, also those of nobody yet"))
    add_alias(command)
    undo = _("instead of a payment: leave entry number N out")
    command.add_argument("--undo", type=int, metavar="N", help=undo)


def main(options: argparse.Namespace) -> int:
    """Append one payment, take one back, or list all; a new book is made if its currency is said."""
    path: Path = options.file
    if options.line and options.undo is not None:
        raise UsageError(_("paid takes either a payment such as “boris anna 24.87” or --undo N"))
    if not options.line and options.undo is None:
        if any(getattr(options, each) for each in _OF_A_PAYMENT):
            raise UsageError(_(SHORT))
        return _list(path)
    if options.currency is None and not is_there(path):
        sentence = _("{path}: this book does not exist; --currency EUR begins it")
        raise UsageError(sentence.format(path=quote(path)))
    change = _write(path, options)
    for fault in change.before.faults:
        warn(f"{quote(path)}: {fault}")
    _print_changes(change.before.session.payments, change.after.payments, len(change.after.entries))
    return FINE


def _print_changes(before: Sequence[BookPayment], after: Sequence[BookPayment], newest: int) -> None:
    """Print the payments that count now and did not before, and those that count no more.

    Warn if the same people had paid the same on the same day: one of both may have been entered twice.
    """
    for new in (payment for payment in after if payment not in before):
        say(numbered(new))
        double = next((old for old in before if old._replace(n=new.n, note=new.note) == new), None)
        if double is not None:
            sentence = _(
                "the same payment is in the book already, as number {n}; --undo {last} takes this one back"
            )
            warn(sentence.format(n=double.n, last=new.n))
    for old in (payment for payment in before if payment not in after):
        sentence = _("taken back: {payment}; --undo {n} brings it back")
        say(sentence.format(payment=numbered(old).strip(), n=newest))


def _write(path: Path, options: argparse.Namespace) -> Written:
    """Write what is asked for. Raises UsageError or InvalidInput."""
    people = people_of(options.alias, [options.file])
    try:
        return write_entry(path, lambda book: _entry(book, options, people), options.currency)
    except ReadError as error:
        raise UsageError(f"{quote(path)}: {error}") from None
    except WriteError as error:
        doubt = _("it is uncertain whether the payment is in the book; run prefcount debts to see")
        raise UsageError(f"{quote(path)}: {error if error.certain else doubt}") from None


def _list(path: Path) -> int:
    """Print every payment that counts, with its number."""
    try:
        loaded = load_book(path)
    except ReadError as error:
        raise UnusableFile(path, error.text) from None
    code = FINE
    for fault in book_faults(loaded):
        warn(f"{quote(path)}: {fault}")
        code = UNUSABLE if fault.serious else code
    for payment in loaded.session.payments:
        say(numbered(payment))
    say(("\n" if loaded.session.payments else "") + file_line(loaded.file_hash))
    return code


def _undoing(book: PaymentBook, n: int) -> Entry:
    """What takes back a payment that counts, or what took one back. Raises InvalidInput."""
    entry = next((entry for entry in book.entries if entry.n == n), None)
    if isinstance(entry, PaidEntry) and n not in [payment.n for payment in book.payments]:
        raise invalid(N_("payment {n} does not count any more"), n=n)
    return validated(Void, {"entry": n})


def _entry(book: PaymentBook, options: argparse.Namespace, people: People) -> Entry:
    """What is to be written, with the names of the circle. Raises InvalidInput or UsageError."""
    if options.undo is not None:
        return _undoing(book, options.undo)
    fields = _paid(" ".join(options.line).split())
    circle = load_circle(options.file.parent, book, people)
    fields |= {field: circle.name(fields[field], is_new=options.new) for field in ("from", "to")}
    currency = fields.pop("currency") or options.currency
    if currency not in (None, book.header.currency):
        fields["currency"] = currency
    if options.date is not None:
        fields["at"] = started_on(options.date, now())
    return validated(PaidEntry, {**fields, "note": options.note})


_IN_THOUSANDS = re.compile(r"([1-9][0-9]{0,2})[.,]([0-9]{2}0)")


def _paid(words: Sequence[str]) -> dict[str, Any]:
    """Who paid whom how much, as it is typed; names of several words have “–” or “->” between them."""
    for count in (2, 1):
        amount, currency = amount_and_currency(words[-count:])
        if currency:
            break
    if grouped := _IN_THOUSANDS.fullmatch(amount):
        one, other = "".join(grouped.groups()), decimal_typed(amount)[:-1]
        sentence = N_("“{cell}” may be {one} or {other}; write one of these")
        raise invalid(sentence, cell=amount, one=one, other=other)
    names = words[:-count]
    arrow = next((at for at, word in enumerate(names) if word in ("->", "→", "–")), None)
    if arrow is not None:
        payer, receiver = names[:arrow], names[arrow + 1 :]
    else:
        payer, receiver = names[:1], names[1:]
    if not payer or not receiver:
        raise UsageError(_(SHORT))
    return {
        "from": " ".join(payer),
        "to": " ".join(receiver),
        "amount": decimal_typed(amount),
        "currency": currency,
    }
