"""Writing into a book of payments: one entry at a time, under the same locks as a session."""

from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError

from prefcount.clock import now
from prefcount.entries.base import Entry
from prefcount.entries.payments import BookHeader
from prefcount.entries.validation_messages import problems_of
from prefcount.i18n import N_, text
from prefcount.problems import InvalidInput
from prefcount.session.file_faults import TORN_TAIL
from prefcount.session.journal import Journal
from prefcount.session.line_models import BOOK
from prefcount.session.loaded_file import LoadedBook
from prefcount.session.lock import BOOK_SENTENCES, Busy, WriterLock
from prefcount.session.payment_book import PaymentBook
from prefcount.session.reader import load_book
from prefcount.session.write_errors import WriteError

PATIENCE = 1.0
"""The seconds that another writer of the book is waited for."""


def new_book(currency: str) -> PaymentBook:
    """A book without payments. Raises InvalidInput if there can be no such currency."""
    try:
        header = BookHeader.model_validate({"kind": BOOK, "version": 1, "currency": currency})
    except ValidationError as error:
        raise InvalidInput(problems_of(error, BookHeader)) from None
    return PaymentBook(header)


def write_entry(path: Path, made: Callable[[PaymentBook], Entry], currency: str | None = None) -> LoadedBook:
    """Put an entry into a book; when this returns it is on disk.

    Args:
        path: the book.
        made: makes the entry for the book as it stands. It may raise InvalidInput.
        currency: that of a new book, if there is none; without it there must be one.

    Returns:
        the book as it was read before.

    Raises:
        InvalidInput: if the entry cannot count in this book.
        ReadError: if there is no book that can be read.
        WriteError: if it cannot be written, or somebody else is writing.
    """
    if currency is not None and not path.exists():
        book = new_book(currency)
        book.accepted(made(book))
        Journal.create(path, book.header)
    writer = WriterLock.take(path, PATIENCE, BOOK_SENTENCES)
    if isinstance(writer, Busy):
        raise WriteError(writer.text)
    with writer:
        loaded = load_book(path)
        for fault in loaded.faults:
            if fault.code != TORN_TAIL:
                raise WriteError(
                    text(N_("nothing can be added to a damaged file: {fault}"), fault=fault.text)
                )
        entry = loaded.session.accepted(made(loaded.session), now())
        Journal.of(path, loaded).append(entry)
        return loaded
