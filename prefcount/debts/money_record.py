"""What the debts need of one file: the money of an evening, or the payments of a book."""

from datetime import date
from pathlib import Path
from typing import NamedTuple

from prefcount.session.outcome import results_of
from prefcount.stats.session_record import day_of, trusted_session
from prefcount.store.lines import BookNotSession
from prefcount.store.loaded_file import book_faults
from prefcount.store.open_file import ReadError
from prefcount.store.payment_book import BookPayment
from prefcount.store.reader import load_book


class EveningMoney(NamedTuple):
    """What everybody won on one evening, in seat order and in the smallest units of its currency.

    There are none where whists have no price; the currency is "" where the file does not name it.
    """

    players: tuple[str, ...]
    units: tuple[int, ...] | None
    currency: str
    day: date | None
    over: bool


def read_money(path: Path) -> EveningMoney | list[BookPayment] | str:
    """The money of the evening in a file, or the payments of the book in it, or why it cannot be used."""
    try:
        loaded = trusted_session(path)
    except BookNotSession:
        return _payments(path)
    if isinstance(loaded, str):
        return loaded
    session = loaded.session
    return EveningMoney(
        session.players,
        results_of(session).units,
        session.price.currency,
        day_of(session),
        bool(session.state.over),
    )


def _payments(path: Path) -> list[BookPayment] | str:
    try:
        loaded = load_book(path)
    except ReadError as error:
        return str(error)
    serious = next((str(fault) for fault in book_faults(loaded) if fault.serious), None)
    return [*loaded.session.payments] if serious is None else serious
