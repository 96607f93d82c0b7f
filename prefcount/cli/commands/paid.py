"""`prefcount paid FILE 'boris anna 24.87'`: write a payment into a book; when it is done, it is on disk."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from prefcount.base.i18n import N_, _
from prefcount.base.locale_format import decimal_typed
from prefcount.base.problems import InvalidInput, quote, together
from prefcount.cli.command_io import is_there, warn
from prefcount.cli.main import UsageError
from prefcount.entries.base import Entry
from prefcount.entries.common import Void
from prefcount.entries.payments import PaidEntry
from prefcount.entries.validation_messages import problems_of
from prefcount.stats.aliases import person_key
from prefcount.store.book_file import write_entry
from prefcount.store.open_file import ReadError
from prefcount.store.payment_book import PaymentBook
from prefcount.store.session_folder import known_names
from prefcount.store.write_errors import WriteError

_CURRENCY = re.compile("^[A-Z]{3}$")
SHORT = N_("say who paid whom how much, e.g. boris anna 24.87")


def main(options: argparse.Namespace) -> int:
    """Append one payment, or take one back; a book that is not there is made if its currency is said."""
    path: Path = options.file
    if bool(options.line) == (options.undo is not None):
        raise UsageError(_("paid needs either a payment such as “boris anna 24.87” or --undo N"))
    if options.currency is None and not is_there(path):
        said = _("{path}: this book does not exist; --currency EUR begins it")
        raise UsageError(said.format(path=quote(path)))
    try:
        before = write_entry(path, lambda book: _entry(book, options), options.currency)
    except InvalidInput as refusal:
        raise UsageError(together(refusal.problems)) from None
    except ReadError as error:
        raise UsageError(f"{quote(path)}: {error}") from None
    except WriteError as error:
        doubt = _("it is uncertain whether the payment is in the book; run prefcount debts to see")
        raise UsageError(f"{quote(path)}: {error if error.certain else doubt}") from None
    for fault in before.faults:
        warn(f"{quote(path)}: {fault}")
    return 0


def _entry(book: PaymentBook, options: argparse.Namespace) -> Entry:
    """What is to be written. Raises InvalidInput."""
    if options.undo is not None:
        return _made(Void, {"entry": options.undo})
    given = _paid(" ".join(options.line).split())
    known = _known(options.file, book)
    given |= {field: _called(given[field], known) for field in ("from", "to")}
    currency = given.pop("currency", None) or options.currency
    if currency not in (None, book.header.currency):
        given["currency"] = currency
    return _made(PaidEntry, {**given, "note": options.note})


def _known(path: Path, book: PaymentBook) -> list[str]:
    """All names in the book, and of the players in the sessions beside it."""
    named = [name for payment in book.payments for name in (payment.payer, payment.receiver)]
    try:
        return list(dict.fromkeys([*known_names(path.parent), *named]))
    except OSError:
        return named


def _called(typed: str, known: Sequence[str]) -> str:
    """The name with a beginning, if only one person has it; else the name as it was typed."""
    exact = [name for name in known if person_key(name) == person_key(typed)]
    begun = {person_key(name): name for name in known if person_key(name).startswith(person_key(typed))}
    return exact[0] if exact else next(iter(begun.values())) if len(begun) == 1 else typed


def _paid(words: Sequence[str]) -> dict[str, Any]:
    """Who paid whom how much, as it is typed; names of several words have “–” or “->” between them."""
    found: dict[str, Any] = {}
    if words and _CURRENCY.match(words[-1]):
        *words, found["currency"] = words
    *names, amount = words or [""]
    arrow = next((at for at, word in enumerate(names) if word in ("->", "→", "–")), None)
    if arrow is not None:
        payer, receiver = names[:arrow], names[arrow + 1 :]
    else:
        payer, receiver = names[:1], names[1:]
    if not payer or not receiver:
        raise UsageError(_(SHORT))
    return {"from": " ".join(payer), "to": " ".join(receiver), "amount": decimal_typed(amount), **found}


def _made(model: type[Entry], given: dict[str, Any]) -> Entry:
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise InvalidInput(problems_of(error, model)) from None
