"""Debts over many evenings: balances, the payments that settle them, and payments typed as a line."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from datetime import date, timedelta
from decimal import Decimal
from itertools import accumulate, chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, Text, _, text
from prefcount.base.locale_format import normalize_decimal, remove_thousands_separators
from prefcount.base.problems import InvalidInput, Problem, find_lookalike, find_nearest, invalid, quote
from prefcount.entries.names_and_figures import fold
from prefcount.games.notation import PlayerSpelling, Word, find_people
from prefcount.ledger import (
    Coin,
    IndexedTransfer,
    check_balanced,
    find_transfers,
    minor_digits,
    round_to_coin,
    sums_and_groups,
    units_to_money,
)
from prefcount.session.outcome import compute_results
from prefcount.session.typed_entries import parse_money
from prefcount.stats.aliases import (
    NO_ALIASES,
    People,
    UnusablePeople,
    find_similar_names,
    most_frequent_spelling,
    person_key,
    read_people_files,
)
from prefcount.stats.sums import Period, load_trusted_session, session_day
from prefcount.store.payment_book import BookPayment, PaymentBook
from prefcount.store.reader import BookNotSession, ReadError, find_book_faults, load_book
from prefcount.store.session_folder import BOOK_NAME, find_known_tables, merge_spellings

MAX_EXACT_PEOPLE = 14
"""The maximum number of people for whom the fewest payments are found. One more doubles the time."""


def minimize_transfers(balances: Sequence[int]) -> tuple[IndexedTransfer, ...]:
    """Return payments that bring every balance to zero.

    Up to `MAX_EXACT_PEOPLE` people get as few payments as possible. More people get fewer payments than there
    are people. When the balances change by one of the payments, the
    function returns the other payments.

    Args:
        balances: the amount that each person is owed, in smallest units. It is negative for a debtor.
    """
    check_balanced(balances)
    left, payments = list(balances), list[IndexedTransfer]()
    first_payment = _first_payment if len(left) <= MAX_EXACT_PEOPLE else _first_in_order
    while any(left):
        payments.append(first_payment(left))
        payer, receiver, amount = payments[-1]
        left[payer] += amount
        left[receiver] -= amount
    return tuple(payments)


def _first_in_order(left: Sequence[int]) -> IndexedTransfer:
    payer = next(index for index, amount in enumerate(left) if amount < 0)
    receiver = next(index for index, amount in enumerate(left) if amount > 0)
    return IndexedTransfer(payer, receiver, min(-left[payer], left[receiver]))


def _first_payment(left: Sequence[int]) -> IndexedTransfer:
    # A list is shortest if the people form as many groups as possible that settle among themselves, because n
    # people in a group need n - 1 payments. Of several payments, the one to the first receiver is returned,
    # and then the largest.
    #
    # To test a payment, the other people are divided in two: `with_payer` and the people with the receiver.
    # The payment is the amount that the payer's side owes in all. It belongs to a shortest list if the two
    # sides contain every group except the group of the payer and the receiver.
    people = [index for index, amount in enumerate(left) if amount]
    amounts = [left[index] for index in people]
    everybody = (1 << len(people)) - 1
    sums, groups = sums_and_groups(amounts)
    payer = next(index for index, amount in enumerate(amounts) if amount < 0)
    for receiver, claim in enumerate(amounts):
        if claim > 0:
            others = everybody & ~(1 << payer | 1 << receiver)
            most, best = min(-amounts[payer], claim), 0
            for with_payer in _subsets(others):
                amount = -amounts[payer] - sums[with_payer]
                if best < amount <= most:
                    split = groups[with_payer] + groups[others & ~with_payer]
                    best = amount if split == groups[everybody] - 1 else best
            if best:
                return IndexedTransfer(people[payer], people[receiver], best)
    raise AssertionError("every debtor has a creditor")


def _subsets(people: int) -> Iterator[int]:
    part = people
    while part:
        yield part
        part = (part - 1) & people
    yield 0


class EveningMoney(NamedTuple):
    """The winnings of one evening.

    Attributes:
        units: the winnings of the players in the smallest units of the currency, or None without a price.
        currency: the code of the currency, or "" if the file does not name one.
    """

    players: tuple[str, ...]
    units: tuple[int, ...] | None
    currency: str
    day: date | None
    over: bool


def read_money(path: Path) -> EveningMoney | list[BookPayment] | str:
    """Read the winnings or payments in a file.

    Returns:
        The winnings in a session file, the payments in a payment book, or why the file is unusable.
    """
    try:
        loaded = load_trusted_session(path)
    except BookNotSession:
        try:
            book = load_book(path)
        except ReadError as error:
            return str(error)
        faults = (str(fault) for fault in find_book_faults(book) if fault.is_serious)
        return next(faults, None) or [*book.session.payments]
    if isinstance(loaded, str):
        return loaded
    session, units = loaded.session, compute_results(loaded.session).units
    day, over = session_day(session), bool(session.state.over)
    return EveningMoney(session.players, units, session.price.currency, day, over)


def find_later_payments(path: Path) -> list[BookPayment]:
    """Return the payments between players of a finished game, from the day of the game on, oldest first.

    They are in the payment book next to `path`, the file of the game. Without a usable book, or if the game
    is not over or not played for money, there are none.
    """
    evening, book = read_money(path), path.parent / BOOK_NAME
    payments = read_money(book) if book.exists() else []
    if not (isinstance(evening, EveningMoney) and isinstance(payments, list)):
        return []
    if not (evening.over and evening.units):
        return []
    day, people = evening.day, NO_ALIASES
    with suppress(UnusablePeople):
        people = read_people_files([path])
    former_names = FormerNames(people)
    former_names.add_table(evening.players)
    people, currency = former_names.resolve(), evening.currency or NO_CURRENCY
    players = set(map(people.key, evening.players))
    return [
        payment
        for payment in payments
        if (day and payment.day and day <= payment.day and payment.currency == currency)
        and players.issuperset(map(people.key, (payment.payer, payment.receiver)))
    ]


NO_CURRENCY = "XXX"
"""The ISO 4217 code for no currency. A payment book uses it for games with a price but no currency."""
NO_PRICE = N_("the game has no price")
RUNNING = N_("the game is not over")
NO_DATE = N_("the game has no date")


class Debt(NamedTuple):
    """A suggested payment. `is_later` is True if its payer or receiver does not settle now (`--without`)."""

    payer: str
    receiver: str
    amount: Decimal
    is_later: bool = False


class BookedPayment(NamedTuple):
    """A payment in a payment book, with the path of the book."""

    path: Path
    payment: BookPayment


class NotCounted(NamedTuple):
    """A game or a payment that is left out of the debts, with the reason."""

    path: Path
    reason: Text
    day: date | None = None
    players: tuple[str, ...] = ()


class Movement(NamedTuple):
    """The change of one person's balance by an evening or a payment.

    Attributes:
        key: the key of the person, from `People.key`.
        kind: "evening", "paid" or "received".
        others: the other players, or the other person of the payment, as the file names them.
        units: the change in smallest units, which is negative if the person lost or received the amount.
        n: the number of the payment in its book, or 0 for an evening.
    """

    key: str
    path: Path
    day: date | None
    kind: str
    others: tuple[str, ...]
    units: int
    n: int = 0
    note: str = ""


class Balance:
    """The amounts that one person won, lost, paid and received in one currency, in smallest units."""

    def __init__(self) -> None:
        self.won = self.lost = self.paid = self.received = 0
        self.names_in_games, self.names_in_books = Counter[str](), Counter[str]()

    @property
    def name(self) -> str:
        """The person's most frequent name in games, or in payment books if the person played no game."""
        return most_frequent_spelling(self.names_in_games or self.names_in_books)

    @property
    def names(self) -> list[str]:
        return [*self.names_in_games, *self.names_in_books]

    @property
    def units(self) -> int:
        """The amount that others owe to the person. It is negative if the person owes money."""
        return self.won - self.lost + self.paid - self.received


Settlement = tuple[dict[str, int], list[tuple[str, str, int]]]
"""The balances in whole coins by key, and the transfers from one key to another, in smallest units."""


class CurrencyDebts:
    """The balances of all people in one currency.

    Attributes:
        currency: the code of the currency, or "" for games that name none.
        coin: the smallest coin for payments, in smallest units of the currency.
        movements: all changes of balances, in the order in which they were added.
        left_out: the keys of people who do not settle now, whom the option `--without` names.
        games: for each evening, the keys of the players, and their winnings in smallest units.
        paid: for each payment in a book, the keys of payer and receiver, and the amount in smallest units.
    """

    def __init__(self, currency: str, coin: int = 1) -> None:
        self.currency, self.coin = currency, coin
        self.movements: list[Movement] = []
        self.left_out = set[str]()
        self.games: list[tuple[tuple[str, ...], tuple[int, ...]]] = []
        self.paid: list[tuple[str, str, int]] = []
        self._people: dict[str, Balance] = {}
        self._settled: tuple[int, Settlement] = (0, ({}, []))

    def balance_of(self, people: People, name: str, *, in_book: bool) -> Balance:
        """Return the stored balance of a person, so that the caller can add an amount to it.

        The balance also counts how often each name is used, because reports show the most frequent name.

        Args:
            people: the people who have several names.
            in_book: whether the name is in a payment book, not in a game.
        """
        balance = self._people.setdefault(people.key(name), Balance())
        (balance.names_in_books if in_book else balance.names_in_games)[people.shown(name)] += 1
        return balance

    def shown(self, key: str) -> str:
        """Return the name to show for the person with this key, or "" if the person has no balance here."""
        return self._people[key].name if key in self._people else ""

    @property
    def balances(self) -> list[Balance]:
        return [balance for _key, balance in sorted(self._people.items())]

    def amount(self, units: int) -> Decimal:
        return units_to_money(units, minor_digits(self.currency))

    @property
    def in_coins(self) -> tuple[int, ...]:
        """The balances rounded to whole coins, in smallest units and in the order of `balances`."""
        in_coins, _transfers = self._settlement()
        return tuple(in_coins[key] for key in sorted(self._people))

    @property
    def suggested_payments(self) -> list[Debt]:
        """The payments that settle all balances, except for amounts below the smallest coin."""
        return [
            Debt(
                self.shown(payer),
                self.shown(receiver),
                self.amount(units),
                is_later=bool(self.left_out & {payer, receiver}),
            )
            for payer, receiver, units in self._settlement()[1]
        ]

    def _settlement(self) -> Settlement:
        if self._settled[0] != len(self.movements):
            settled = self._settlement_of_only_game() or self._settlement_of_circles()
            self._settled = len(self.movements), settled
        return self._settled[1]

    def _settlement_of_circles(self) -> Settlement:
        in_coins, transfers = dict[str, int](), list[tuple[str, str, int]]()
        for circle in self._circles():
            rounded = round_to_coin([self._people[key].units for key in circle], self.coin)
            in_coins |= zip(circle, rounded, strict=True)
            for payer, receiver, units in minimize_transfers(rounded):
                transfers.append((circle[payer], circle[receiver], units))
        return in_coins, transfers

    def _settlement_of_only_game(self) -> Settlement | None:
        # With a single game, players see the payments of their game here, less what they have paid since.
        if len(self.games) != 1:
            return None
        [(keys, units)] = self.games
        in_coins = round_to_coin(units, self.coin)
        left = {(keys[payer], keys[receiver]): amount for payer, receiver, amount in find_transfers(in_coins)}
        balances = dict(zip(keys, in_coins, strict=True))
        for payer, receiver, amount in self.paid:
            if left.get((payer, receiver), 0) < amount:
                return None
            left[payer, receiver] -= amount
            balances[payer] += amount
            balances[receiver] -= amount
        return balances, sorted((*pair, amount) for pair, amount in left.items() if amount)

    def _circles(self) -> list[list[str]]:
        keys = sorted(self._people)
        if len(keys) <= MAX_EXACT_PEOPLE:
            return [keys]
        met: defaultdict[tuple[Path, int], set[str]] = defaultdict(set)
        for each in self.movements:
            met[each.path, each.n].add(each.key)
        circles = [{key} for key in keys]
        for people in met.values():
            apart = [circle for circle in circles if circle.isdisjoint(people)]
            joined = people.union(*(circle for circle in circles if circle not in apart))
            circles = [*apart, joined]
        return sorted(map(sorted, circles))


class FormerNames:
    """Former names of players. A payment under a former name counts for the player who had it.

    A former name is ignored if several players had it, or if a player or a file of names uses it today. It is
    also ignored if a payment is between this name and a player who had it: then they are two people.
    """

    def __init__(self, people: People) -> None:
        self._people = people
        self._players = dict[str, str]()
        self._by_former_key = defaultdict[str, set[str]](set)
        self._pairs = set[frozenset[str]]()

    def add_table(self, players: Sequence[str]) -> None:
        for name in players:
            key = self._people.key(name)
            self._players.setdefault(key, self._people.shown(name))
            for former in name.earlier if isinstance(name, PlayerSpelling) else ():
                self._by_former_key[person_key(former)].add(key)

    def add_payment(self, payer: str, receiver: str) -> None:
        """Add the payer and the receiver of a payment. They are never taken for one person."""
        self._pairs.add(frozenset(map(self._people.key, (payer, receiver))))

    def resolve(self) -> People:
        """Return the people who have several names. All former names that are not ignored are added."""
        meant = {former: self._players[min(keys)] for former, keys in self._left() if len(keys) == 1}
        return self._people._replace(names={**meant, **self._people.names})

    def is_former(self, name: str) -> bool:
        """Return whether `name` is a former name that is not ignored."""
        key = person_key(name)
        return key in self._by_former_key and self.resolve().key(name) != key

    @property
    def ambiguous(self) -> list[tuple[str, str]]:
        """Pairs of a player's key and the key of a former name that the player shares with others."""
        return [(key, former) for former, keys in self._left() if len(keys) > 1 for key in sorted(keys)]

    def _left(self) -> Iterator[tuple[str, set[str]]]:
        for former, keys in self._by_former_key.items():
            paired = any(frozenset((former, key)) in self._pairs for key in keys)
            if not paired and former not in self._players and former not in self._people.names:
                yield former, keys


class Statement(NamedTuple):
    """The balance of one person in one currency, and how it came about.

    Attributes:
        opening: the balance before the first counted day, in smallest units, or None without a first day.
        movements: the evenings and payments by date, each with the balance after it.
    """

    debts: CurrencyDebts
    name: str
    opening: int | None
    movements: list[tuple[Movement, int]]


class Debts:
    """The balances of all currencies, and the files that they come from.

    Attributes:
        currencies: the balances by currency.
        books: all payments that are counted, in the order of their books.
        people: the people who have several names, including former names from renames in games.
        before: the debts from the days before the first counted day, or None without a first day.
        met: sets of keys of people who sat at one table or paid each other.
    """

    def __init__(
        self,
        people: People = NO_ALIASES,
        since: date | None = None,
        until: date | None = None,
        coin: Coin | None = None,
    ) -> None:
        """Start without files.

        Args:
            since: the first day that counts.
            until: the last day that counts.
            coin: the smallest coin. Suggested payments are multiples of this coin.
        """
        self._files = list[tuple[Path, EveningMoney | list[BookPayment]]]()
        self._former_names = FormerNames(people)
        self.people, self._period, self._coin = people, Period(since, until), coin
        self._clear()
        day_before = None if since in (None, date.min) else since - timedelta(1)
        self.before = None if day_before is None else Debts(people, until=day_before, coin=coin)

    def _clear(self) -> None:
        self.currencies: dict[str, CurrencyDebts] = {}
        self.books: list[BookedPayment] = []
        self._not_counted: list[NotCounted] = []
        self.met = set[frozenset[str]]()

    def add_file(self, path: Path) -> str:
        """Read a file and add its evening or payments. Return "", or the reason why the file is unusable."""
        return self.add(path, read_money(path))

    def add(self, path: Path, read: EveningMoney | list[BookPayment] | str) -> str:
        """Add the content of a file.

        Args:
            read: the content, from `read_money`.

        Returns:
            The reason why the file is unusable, or "".
        """
        if isinstance(read, str):
            return read
        if self.before is not None:
            self.before.add(path, read)
        self._files.append((path, read))
        if isinstance(read, EveningMoney):
            self._former_names.add_table(read.players)
        else:
            for payment in read:
                self._former_names.add_payment(payment.payer, payment.receiver)
        people = self._former_names.resolve()
        if people == self.people:
            return self._add(path, read)
        self.people = people
        self._clear()
        return [self._add(*each) for each in self._files][-1]

    @property
    def read(self) -> int:
        return len(self._files)

    def _add(self, path: Path, read: EveningMoney | list[BookPayment]) -> str:
        return self._add_evening(path, read) if isinstance(read, EveningMoney) else self._add_book(path, read)

    @property
    def not_counted(self) -> list[NotCounted]:
        """The games and payments that are not counted, by date. Games without a date come first."""
        return sorted(self._not_counted, key=lambda each: (each.day or date.min, str(each.path)))

    @property
    def in_order(self) -> list[CurrencyDebts]:
        return [debts for _code, debts in sorted(self.currencies.items())]

    @property
    def all_balances(self) -> list[Balance]:
        """The balances of all people in each currency, also from the days before the first counted day."""
        periods = [self] if self.before is None else [self, self.before]
        counted = (each for period in periods for each in period.currencies.values())
        return [balance for each in counted for balance in each.balances]

    @property
    def names(self) -> list[str]:
        return [name for balance in self.all_balances for name in balance.names]

    def statements(self, key: str) -> list[Statement]:
        """Return the statements of the person with this key, one for each currency with a balance."""
        earlier = {} if self.before is None else self.before.currencies
        statements = []
        for code in sorted(self.currencies.keys() | earlier.keys()):
            before, debts = (found.get(code, CurrencyDebts(code)) for found in (earlier, self.currencies))
            old = sum(each.units for each in before.movements if each.key == key)
            own = [each for each in debts.movements if each.key == key]
            own.sort(key=lambda each: (each.day or date.min, each.n > 0, str(each.path), each.n))
            balances = accumulate((each.units for each in own), initial=old)
            movements = list(zip(own, islice(balances, 1, None), strict=True))
            if movements or old:
                name = debts.shown(key) or before.shown(key)
                statements.append(Statement(debts, name, None if self.before is None else old, movements))
        return statements

    def missing(self, key: str) -> list[NotCounted]:
        """Return the files that are not counted although the person with this key played in them."""
        found = [each for each in self.not_counted if key in map(self.people.key, each.players)]
        earlier = [] if self.before is None else self.before.missing(key)
        return [*(each for each in earlier if each not in found), *found]

    @property
    def strangers(self) -> list[str]:
        """Names that occur only in payments, not in games. Such a name may be misspelled.

        The list is empty if no games are counted, or if only some days count: games may be on other days.
        """
        movements = [(debts, each) for debts in self.currencies.values() for each in debts.movements]
        shown = {each.key: debts for debts, each in movements}
        played = {each.key for _debts, each in movements if each.kind == "evening"}
        if not played or self._period.bounded:
            return []
        played |= {self.people.key(name) for each in self.not_counted for name in each.players}
        return sorted(shown[key].shown(key) for key in shown.keys() - played)

    @property
    def similar_names(self) -> list[list[str]]:
        """Groups of names that may mean one person.

        The people in a group have similar names, and never sat at one table or paid each other. If several
        players had one former name, each of them is in a group of two with that name.
        """
        shown, evenings = dict[str, str](), Counter[str]()
        for debts in self.currencies.values():
            for each in debts.movements:
                shown.setdefault(each.key, debts.shown(each.key))
                evenings[each.key] += each.kind == "evening"
        former = [pair for pair in self._former_names.ambiguous if evenings.keys() >= {*pair}]
        groups = [*former, *(each for each in find_similar_names(evenings, self.met) if each not in former)]
        return [[shown[key] for key in group] for group in groups]

    def _add_evening(self, path: Path, evening: EveningMoney) -> str:
        players, won, currency, day, over = evening
        if reason := self.people.same_person_problem(players):
            return reason
        self.met.add(frozenset(map(self.people.key, players)))
        if not self._counts(path, day, players=players):
            return ""
        if not over or won is None:
            why = text(NO_PRICE if won is None else RUNNING)
            self._not_counted.append(NotCounted(path, why, day, players))
            return ""
        debts = self._currency_debts(currency)
        debts.games.append((tuple(map(self.people.key, players)), won))
        for name, units in zip(players, won, strict=True):
            balance = debts.balance_of(self.people, name, in_book=False)
            balance.won += max(units, 0)
            balance.lost += max(-units, 0)
            others = tuple(other for other in players if other != name)
            debts.movements.append(Movement(self.people.key(name), path, day, "evening", others, units))
        return ""

    def _add_book(self, path: Path, payments: Sequence[BookPayment]) -> str:
        for payment in payments:
            if self.people.key(payment.payer) == self.people.key(payment.receiver):
                sentence = _("{names} would count as one person, but by entry {n} one of them paid the other")
                return sentence.format(n=payment.n, names=f"{payment.payer}, {payment.receiver}")
        for listed in payments:
            payment = listed._replace(currency="") if listed.currency == NO_CURRENCY else listed
            self.met.add(frozenset(map(self.people.key, (payment.payer, payment.receiver))))
            if self._counts(path, payment.day, payment.n):
                debts = self._currency_debts(payment.currency)
                payer, receiver = payment.payer, payment.receiver
                debts.paid.append((self.people.key(payer), self.people.key(receiver), payment.units))
                debts.balance_of(self.people, payer, in_book=True).paid += payment.units
                debts.balance_of(self.people, receiver, in_book=True).received += payment.units
                for name, kind, other, units in (
                    (payer, "paid", receiver, payment.units),
                    (receiver, "received", payer, -payment.units),
                ):
                    moved = (self.people.key(name), path, payment.day, kind, (other,), units)
                    debts.movements.append(Movement(*moved, payment.n, payment.note))
                self.books.append(BookedPayment(path, payment))
        return ""

    def _currency_debts(self, currency: str) -> CurrencyDebts:
        if currency not in self.currencies:
            coin = 1 if self._coin is None else self._coin.units(currency)
            self.currencies[currency] = CurrencyDebts(currency, coin)
        return self.currencies[currency]

    def _counts(self, path: Path, day: date | None, n: int = 0, players: tuple[str, ...] = ()) -> bool:
        if day is None and self._period.bounded:
            sentence = text(N_("entry {n} has no date"), n=n) if n else text(NO_DATE)
            self._not_counted.append(NotCounted(path, sentence, None, players))
        return self._period.has(day)


Spelling = tuple[str, str]
"""A name as written in games or payments, and one of its spellings in a form to compare with input."""


class DoubtfulNames(InvalidInput):
    """Raised if names in a payment may be mistakes: unknown, or similar to the names of other people."""


class Circle:
    """The people whom a payment may name. They are found by any of their names."""

    def __init__(
        self,
        names: Iterable[str],
        people: People,
        met: Collection[Set[str]] = (),
        booked: Collection[str] = (),
    ) -> None:
        """Collect the names by which people may be found.

        Args:
            names: the names in games and payments. A player is also found by the names before a rename.
            people: the people who have several names.
            met: sets of keys of people who sat at one table or paid each other. They are different people.
            booked: the keys of people in payments. Their names are never reported as possible mistakes.
        """
        self._people, self._met, self._booked = people, met, booked
        self._by_person: dict[str, str] = {}
        current, earlier = list[Spelling](), list[Spelling]()
        for name in names:
            self._by_person.setdefault(people.key(name), name)
            current.append((name, fold(name)))
            if isinstance(name, PlayerSpelling):
                earlier += ((name, fold(each)) for each in name.earlier)
        others = [(self._by_person.get(people.key(each), main), each) for each, main in people.names.items()]
        self._tiers = (current, earlier, others)

    def find(self, typed: str, *, whole: bool = False) -> str | None:
        """Return the name of the person whom the user typed, or None if no person fits.

        Args:
            whole: whether to accept the whole name only, not its beginning.

        Raises:
            InvalidInput: if several people have such a name.
        """
        key = person_key(typed)
        same = ([name for name, each in tier if person_key(each) == key] for tier in self._tiers)
        meant = next(filter(None, same), None) or ([] if whole else find_people(typed, *self._tiers))
        if len({self._people.key(name) for name in meant}) > 1:
            sentence = N_("“{typed}” may be {names}; type more letters")
            raise invalid(sentence, typed=quote(typed), names=", ".join(dict.fromkeys(meant)))
        return str(meant[0]) if meant else None

    def name(self, typed: str, *, is_new: bool = False) -> str:
        """Return the full name of the payer or receiver whom the user typed.

        Args:
            is_new: whether to accept a name that no known person has.

        Raises:
            InvalidInput: if several people have such a name, or if the name may be a mistake.
        """
        found = self.find(typed, whole=is_new) or typed
        doubt = None if is_new else self._doubt(found)
        if doubt is not None:
            raise invalid(N_("{doubt} (--new accepts the name)"), doubt=doubt)
        return found

    def check(self, names: Iterable[str]) -> None:
        """Check full names for mistakes. Raises DoubtfulNames."""
        if doubts := list(filter(None, map(self._doubt, dict.fromkeys(names)))):
            raise DoubtfulNames(Problem("", doubt) for doubt in doubts)

    def _doubt(self, name: str) -> Text | None:
        key = self._people.key(name)
        met = set(chain.from_iterable(table for table in self._met if key in table))
        others = {each: other for each, other in self._by_person.items() if each not in {key, *met}}
        groups = find_similar_names({key: 1} | dict.fromkeys(others, 0), ())
        similar = [others[each] for group in groups if key in group for each in group if each != key]
        similar += filter(None, [find_lookalike(name, others.values())])
        if key not in self._by_person:
            guess = next(iter(similar), None) or find_nearest(name, others.values())
            sentence = N_("no player in the games next to this book is called “{typed}”")
            if guess is not None:
                sentence = N_(
                    "no player in the games next to this book is called “{typed}”; did you mean {guess}?"
                )
            return text(sentence, typed=quote(name), guess=guess)
        if similar and key not in self._booked:
            sentence = N_("{name} and {others} may be one person")
            return text(sentence, name=name, others=", ".join(dict.fromkeys(similar)))
        return None


def load_circle(folder: Path, book: PaymentBook, people: People, debts: Debts | None = None) -> Circle:
    """Collect the people whom a payment may name.

    Args:
        folder: the folder of games. Their players may be named.
        book: the book of payments. All people in it may be named.
        people: the people who have several names.
        debts: more people who may be named, or None.
    """
    tables = [(payment.payer, payment.receiver) for payment in book.payments]
    known = list[tuple[str, ...]]()
    with suppress(OSError):
        known = find_known_tables(folder)
    former_names = FormerNames(people)
    for table in known:
        former_names.add_table(table)
    for pair in tables:
        former_names.add_payment(*pair)
    named = [
        *merge_spellings(known),
        *(debts.names if debts else ()),
        *(name for pair in tables for name in pair if not former_names.is_former(name)),
    ]
    people = former_names.resolve()
    booked = {people.key(name) for pair in tables for name in pair}
    met = {frozenset(map(people.key, table)) for table in (*known, *tables)} | (debts.met if debts else set())
    return Circle(dict.fromkeys(named), people, met, booked)


# --- payments typed as a line --------------------------------------------------------------------

NO_PAYMENT = N_("write who paid whom how much, such as boris anna 24.87")
_ARROWS = ("->", "→", "–")
_OWES = Word("entry.owes")
"""The word between debtor and creditor in the line of a debt from before the first game."""
_GROUPED_BADLY = re.compile(r"(?<= )[0-9]+(?: [0-9]+)*$")


def parse_payment(line: str, circle: Circle, *, is_new: bool = False) -> dict[str, Any]:
    """Return the fields of a payment that was typed as a line. “boris anna 24.87” means that Boris pays Anna.

    An arrow is needed after a payer's name with blanks: “boris b → anna 24.87”. The line “boris owes anna 5”
    records a debt from before the first game as a payment from Anna to Boris, with a note.

    Args:
        circle: the known people. If one is called “anna 1”, “boris anna 1 000” could be read in two ways.
        is_new: whether the payment may also name unknown people.

    Raises:
        InvalidInput: if the line is not a payment, or could be read in two ways.
    """
    line = " ".join(line.split())
    plain = remove_thousands_separators(line)
    fields = _parse_words(plain.split())
    if plain != line:
        _refuse_two_readings(circle, line, plain, fields)
    elif (
        not is_new
        and (amount := _GROUPED_BADLY.search(fields["to"]))
        and circle.find(fields["to"], whole=True) is None
    ):
        cell = f"{amount[0]} {fields['amount']}".strip()
        raise invalid(N_("“{cell}” is not an amount; write it without blanks, such as 1000.50"), cell=cell)
    if "note" in fields:
        fields["from"], fields["to"] = fields["to"], fields["from"]
    return fields


def _refuse_two_readings(circle: Circle, line: str, plain: str, fields: Mapping[str, Any]) -> None:
    before = line[: next(index for index, sign in enumerate(line) if not plain.startswith(sign, index))]
    first, rest = before.rpartition(" ")[2], line[len(before) :]
    name = f"{fields['to']} {first}"
    if rest.startswith(" ") and circle.find(name, whole=True) is not None:
        sentence = N_("“{first}” may belong to the amount or to {name}; write {one} or {other}")
        receiver = f"{fields['from']} -> {fields['to']}"
        one, other = f"{receiver} -> {fields['amount']}", f"{receiver} {first} -> {rest.strip()}"
        raise invalid(sentence, first=quote(first), name=quote(name), one=quote(one), other=quote(other))


def _parse_words(words: Sequence[str]) -> dict[str, Any]:
    for count in (2, 1):
        amount, currency = parse_money(words[-count:])
        if currency:
            break
    names = words[:-count]
    if names and names[-1] in _ARROWS:
        names = names[:-1]
    arrow = next((index for index, word in enumerate(names) if word in _ARROWS or word in _OWES), None)
    owes = arrow is not None and names[arrow] in _OWES
    payer, receiver = (names[:1], names[1:]) if arrow is None else (names[:arrow], names[arrow + 1 :])
    if not payer or not receiver:
        raise invalid(NO_PAYMENT)
    return {
        **({"note": _("debt from before")} if owes else {}),
        "from": " ".join(payer),
        "to": " ".join(receiver),
        "amount": normalize_decimal(amount),
        "currency": currency,
    }
