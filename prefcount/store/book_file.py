"""Writing into a book of payments: one entry at a time, under the same locks as a session."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from prefcount.base.clock import now
from prefcount.base.i18n import N_, text
from prefcount.entries.models import BookHeader, Entry
from prefcount.entries.validation_messages import validated
from prefcount.store.disk import WriteError
from prefcount.store.journal import Journal, unwritten
from prefcount.store.lines import BOOK
from prefcount.store.loaded_file import TORN_TAIL, LoadedBook
from prefcount.store.lock import BOOK_SENTENCES, Busy, WriterLock
from prefcount.store.payment_book import PaymentBook
from prefcount.store.reader import load_book

PATIENCE = 1.0
"""The seconds that another writer of the book is waited for."""


def new_book(currency: str) -> PaymentBook:
    """A book without payments. Raises InvalidInput if there can be no such currency."""
    return PaymentBook(validated(BookHeader, {"kind": BOOK, "version": 1, "currency": currency}))


class Written(NamedTuple):
    """A book into which an entry was written: the file before, and the book after it."""

    before: LoadedBook
    after: PaymentBook


def write_entry(path: Path, made: Callable[[PaymentBook], Entry], currency: str | None = None) -> Written:
    """Put an entry into a book; when this returns it is on disk.

    Args:
        path: the book.
        made: makes the entry for the book as it stands. It may raise InvalidInput.
        currency: that of a new book, if there is none; without it there must be one.

    Raises:
        InvalidInput: if the entry cannot count in this book.
        ReadError: if there is no book that can be read.
        WriteError: if it cannot be written, or somebody else is writing.
    """
    writer = WriterLock.take(path, PATIENCE, BOOK_SENTENCES)
    if isinstance(writer, Busy):
        raise WriteError(writer.text)
    with writer:
        loaded = load_book(path) if currency is None or path.exists() else unwritten(new_book(currency))
        for fault in loaded.faults:
            if fault.code != TORN_TAIL:
                raise WriteError(
                    text(N_("nothing can be added to a damaged file: {fault}"), fault=fault.text)
                )
        entry = loaded.session.accepted(made(loaded.session), now())
        Journal.of(path, loaded).append(entry)
        return Written(loaded, loaded.session.with_entries((*loaded.session.entries, entry)))
