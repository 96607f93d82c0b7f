"""Payments typed as a line, and the people of a circle whom their names may mean."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from prefcount.base.i18n import N_, Text, _, text
from prefcount.base.locale_format import normalize_decimal, remove_thousands_separators
from prefcount.base.problems import InvalidInput, Problem, find_lookalike, find_nearest, invalid, quote
from prefcount.debts.balances import Debts
from prefcount.entries.names_and_figures import fold
from prefcount.games.notation import PlayerSpelling, Word, find_people
from prefcount.session.typed_entries import parse_money
from prefcount.stats.aliases import People, find_similar_names, person_key
from prefcount.store.payment_book import PaymentBook
from prefcount.store.session_folder import find_known_tables, merge_spellings

Spelling = tuple[str, str]
"""A name as written in games or payments, and one of its spellings in a form to compare with input."""


class DoubtfulNames(InvalidInput):
    """Raised for a payment of people whose names are unknown, or similar to the names of other people."""


class Circle:
    """The people in the games and the payment book of a folder, to be found by any of their names."""

    def __init__(
        self,
        names: Iterable[str],
        people: People,
        met: Collection[Set[str]] = (),
        booked: Collection[str] = (),
    ) -> None:
        """Collect the names, their earlier spellings, and the other names in `people`.

        Args:
            names: the names in games and payments.
            people: the people who have several names.
            met: sets of keys of people who sat at one table or paid each other.
            booked: the keys of the people in the payments of the book.
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
        """Return the name that begins with `typed`, or equals it if `whole` is set, or None.

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
        """Return the full name of a payer or receiver.

        Args:
            typed: the name, or its beginning.
            is_new: whether the name may be unknown.

        Raises:
            InvalidInput: if several people have such a name, or if the name may be a mistake.
        """
        found = self.find(typed, whole=is_new) or typed
        doubt = None if is_new else self._doubt(found)
        if doubt is not None:
            raise invalid(N_("{doubt} (--new accepts the name)"), doubt=doubt)
        return found

    def check(self, names: Iterable[str]) -> None:
        """Raise DoubtfulNames if some of these full names may be mistakes."""
        if doubts := list(filter(None, map(self._doubt, dict.fromkeys(names)))):
            raise DoubtfulNames(Problem("", doubt) for doubt in doubts)

    def _doubt(self, name: str) -> Text | None:
        """Return a sentence if a full name may be a mistake, or else None.

        The name is unknown, or similar to the name of another person who was never at the same table. A name
        in the payment book is not compared with similar names.
        """
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
    """Return the people in the games of a folder, in a payment book, and in `debts`."""
    tables = [(payment.payer, payment.receiver) for payment in book.payments]
    booked = {people.key(name) for pair in tables for name in pair}
    known = list[tuple[str, ...]]()
    with suppress(OSError):
        known = find_known_tables(folder)
    named = [
        *merge_spellings(known),
        *(debts.names if debts else ()),
        *(name for pair in tables for name in pair),
    ]
    met = {frozenset(map(people.key, table)) for table in (*known, *tables)} | (debts.met if debts else set())
    return Circle(dict.fromkeys(named), people, met, booked)


# --- payments typed as a line --------------------------------------------------------------------

NO_PAYMENT = N_("write who paid whom how much, such as boris anna 24.87")
_ARROWS = ("->", "→", "–")
_OWES = Word("entry.owes")
"""The word between debtor and creditor in the line of a debt from before the first game."""
_GROUPED_BADLY = re.compile(r"(?<= )[0-9]+(?: [0-9]+)*$")


def parse_payment(line: str, circle: Circle, *, is_new: bool = False) -> dict[str, Any]:
    """Return the fields of a payment that was typed as a line, such as "boris anna 24.87".

    An arrow separates names of several words. “boris owes anna 5” is a debt from before the first game. It
    becomes a payment in the other direction, with a note.

    Args:
        line: the line.
        circle: the people whose names may end in digits.
        is_new: whether the names may be unknown.

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
    """Raise InvalidInput if there is a player “anna 1”, so that “anna 1 200” may mean 200 or 1,200."""
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
