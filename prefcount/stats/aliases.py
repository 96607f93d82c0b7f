"""Names that belong to one person, by their spelling or by a file of names."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from prefcount.base.i18n import N_, _, text
from prefcount.base.problems import InvalidInput, Problem, problem, quote
from prefcount.entries.names_and_figures import Name, fold
from prefcount.store.open_file import ReadError, read_small

LIMIT = 1024 * 1024
"""The largest size of a file of names, in bytes."""
MOST_KEPT = 10_000
"""So many names are remembered with their keys; a circle has a few that come again and again."""
PEOPLE = "people.txt"
"""The file in the folder of the games that says who goes by several names."""

_NAME: TypeAdapter[str] = TypeAdapter(Name)


@lru_cache(maxsize=MOST_KEPT)
def person_key(name: str) -> str:
    """The form in which names are one person's: capitals, blanks, ё or е do not count."""
    return fold(name).replace("ё", "е")


def most_used(spellings: Counter[str]) -> str:
    """The spelling of a name to be shown: the most frequent one, of several the first by the alphabet."""
    return min(spellings, key=lambda name: (-spellings[name], name))


class People(NamedTuple):
    """The names of every person: the name to be shown, by the key of each of them."""

    names: dict[str, str]

    def key(self, name: str) -> str:
        """The same for all names of a person."""
        return person_key(self.names.get(person_key(name), name))

    def shown(self, name: str) -> str:
        """The name to be shown for a person in the file; else the name itself."""
        return self.names.get(person_key(name), name)

    def one_person(self, players: Sequence[str]) -> str:
        """Why players cannot have sat at one table: some are one person; "" if nobody sits there twice."""
        keys = [self.key(name) for name in players]
        names = [name for name, key in zip(players, keys, strict=True) if keys.count(key) > 1]
        return _("these players would be one person: {names}").format(names=", ".join(names)) if names else ""


NOBODY_ELSE = People({})


def read_people(path: Path) -> People:
    """The people of a file: a line for each, `Anna = Anya, Аня`; empty lines and those after # are skipped.

    Raises ReadError if it cannot be read or is not UTF-8, InvalidInput with every line that cannot be used.
    """
    content = read_small(path, LIMIT, follow_links=True)
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ReadError(text(N_("this is not UTF-8 text"))) from None
    return people_of(lines)


def people_of_folder(folder: Path) -> People:
    """The people of the file in a folder, if it has one. Raises as `read_people` does, and OSError."""
    path = folder / PEOPLE
    return read_people(path) if path.exists() else NOBODY_ELSE


def people_of(lines: list[str]) -> People:
    """The people of the lines of a file. Raises InvalidInput with every line that cannot be used."""
    names: dict[str, str] = {}
    problems: list[Problem] = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            problems += _read(names, number, line)
    if problems:
        raise InvalidInput(problems)
    return People(names)


def _read(names: dict[str, str], number: int, line: str) -> Iterator[Problem]:
    """Add the names of a line to those that are known; yields what is wrong with it."""
    main, equals, others = line.partition("=")
    if not equals or not main.strip() or not others.strip(" ,\t"):
        sentence = N_("line {number} needs a name, “=”, and other names of the same person: Anna = Anya, Аня")
        yield problem("", sentence, number=number)
        return
    names_of_line = [main, *(other for other in others.split(",") if other.strip())]
    try:
        cleaned = [_NAME.validate_python(each) for each in names_of_line]
    except ValidationError:
        sentence = N_("line {number} has a name that no player can have: {line}")
        yield problem("", sentence, number=number, line=quote(line.strip()))
        return
    for name in cleaned:
        known = names.setdefault(person_key(name), cleaned[0])
        if person_key(known) != person_key(cleaned[0]):
            sentence = N_("line {number}: “{name}” is {person} already")
            yield problem("", sentence, number=number, name=name, person=known)
