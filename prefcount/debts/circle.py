"""The people of a circle: everybody in the games and the book of a folder, by all names that they go by."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from prefcount.base.i18n import N_
from prefcount.base.problems import invalid, nearest, quote
from prefcount.entries.names_and_figures import fold
from prefcount.games.notation import PlayerSpelling, called
from prefcount.stats.aliases import People, person_key
from prefcount.store.payment_book import PaymentBook
from prefcount.store.session_folder import known_names

Spelling = tuple[str, str]
"""A name as the games have it, and a folded spelling by which it is understood."""


class Circle:
    """Everybody who is known."""

    def __init__(self, names: Iterable[str], people: People) -> None:
        """Know people as games and payments call them; a `PlayerSpelling` has earlier spellings, too."""
        self._people = people
        by_person: dict[str, str] = {}
        current, earlier = list[Spelling](), list[Spelling]()
        for name in names:
            by_person.setdefault(people.key(name), name)
            current.append((name, fold(name)))
            if isinstance(name, PlayerSpelling):
                earlier += ((name, fold(each)) for each in name.earlier)
        others = [(by_person.get(people.key(each), main), each) for each, main in people.names.items()]
        self._tiers = (current, earlier, others)

    def find(self, typed: str, *, whole: bool = False) -> str | None:
        """The name that games or payments have for somebody, who was typed in any of the ways that are known.

        With `whole` no letters may be missing. None if it is nobody's. Raises InvalidInput if several fit.
        """
        key = person_key(typed)
        same = ([name for name, each in tier if person_key(each) == key] for tier in self._tiers)
        meant = next(filter(None, same), None) or ([] if whole else called(typed, *self._tiers))
        if len({self._people.key(name) for name in meant}) > 1:
            sentence = N_("“{typed}” may be {names}; type more letters")
            raise invalid(sentence, typed=quote(typed), names=", ".join(dict.fromkeys(meant)))
        return str(meant[0]) if meant else None

    def name(self, typed: str, *, is_new: bool = False) -> str:
        """The name of somebody who pays; with `is_new` it may be that of nobody yet. Raises InvalidInput."""
        found = self.find(typed, whole=is_new)
        if found is not None or is_new:
            return found or typed
        guess = nearest(typed, [name for name, _spelled in self._tiers[0]])
        sentence = N_(
            "nobody in the games beside this book is called “{typed}”; --new takes the name as right"
        )
        if guess is not None:
            sentence = N_(
                "nobody in the games beside this book is called “{typed}”; did you mean {guess}? "
                "--new takes the name as right"
            )
        raise invalid(sentence, typed=quote(typed), guess=guess)


def circle_of(folder: Path, book: PaymentBook, people: People) -> Circle:
    """Everybody in the games of a folder, and in a book."""
    named = [name for payment in book.payments for name in (payment.payer, payment.receiver)]
    with suppress(OSError):
        named = [*known_names(folder), *named]
    return Circle(dict.fromkeys(named), people)
