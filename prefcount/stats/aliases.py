"""Names of one person: different spellings, and files that list the names of each person."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple
from unicodedata import combining, normalize

from pydantic import TypeAdapter, ValidationError

from prefcount.base.i18n import N_, _, text
from prefcount.base.problems import InvalidInput, Problem, problem, quote
from prefcount.entries.models import Name
from prefcount.entries.names_and_figures import fold, transliterate
from prefcount.store.reader import ReadError, read_small_file

MAX_BYTES = 1024 * 1024
"""Maximum size of a file of names, in bytes."""
MAX_CACHED = 10_000
"""The maximum number of names whose keys are cached."""
PEOPLE_FILE = "people.txt"
"""The name of the file in a folder of games that lists people with several names."""

_NAME: TypeAdapter[str] = TypeAdapter(Name)


@lru_cache(maxsize=MAX_CACHED)
def person_key(name: str) -> str:
    """Return a key that all spellings of a name share: “alyona” for “Alyona” and “ALYONA ”.

    The letters “ё” and “е” are equal: “алена” is the key of “Алёна” and “Алена”.
    """
    return fold(name).replace("ё", "е")


def most_frequent_spelling(spellings: Counter[str]) -> str:
    """Return the spelling with the highest count. Of equal counts, the first spelling by alphabet wins."""
    return min(spellings, key=lambda name: (-spellings[name], name))


class UnusablePeople(Exception):
    """Raised when a file of names cannot be used. Attributes are the path of the file and the reason."""

    def __init__(self, path: Path, reason: object) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{quote(path)}: {reason}")


class People(NamedTuple):
    """The people who have several names, such as Anna, who is also called Anya.

    Attributes:
        names: the name to be shown for each of these names, such as {"anya": "Anna"}. The keys are from
            `person_key`.
        sources: the files that list these names.
    """

    names: dict[str, str]
    sources: tuple[Path, ...] = ()

    def key(self, name: str) -> str:
        """Return the key of the person with this name. All names of a person have one key."""
        return person_key(self.shown(name))

    def shown(self, name: str) -> str:
        """Return the name to be shown for `name`: “Anna” for “Anya” if a file says so, or else `name`."""
        return self.names.get(person_key(name), name)

    def same_person_problem(self, players: Sequence[str]) -> str:
        """Return a sentence that names players of a table who count as one person, or "" if none do."""
        keys = [self.key(name) for name in players]
        names = [name for name, key in zip(players, keys, strict=True) if keys.count(key) > 1]
        sentence = _("{names} would count as one person, although they played in the same game")
        return sentence.format(names=", ".join(names)) if names else ""


NO_ALIASES = People({})


def people_lines(people: People, *, short: bool = False) -> Iterator[str]:
    """Yield a sentence for each file of names that was read.

    If `short`, the sentence has the name of the file without its folder.
    """
    for path in people.sources:
        named = quote(path.name if short else path)
        yield _("Several names count as one person, as listed in {path}.").format(path=named)


def read_people_files(files: Iterable[Path], folders: Iterable[Path] = ()) -> People:
    """Read the names in all `people.txt` in some folders. A folder without this file is skipped.

    Args:
        files: the session files whose folders are searched.
        folders: further folders to search.

    Raises:
        UnusablePeople: if a `people.txt` cannot be used, or if two of these files contradict each other.
    """
    found: dict[Path, Path] = {}
    for folder in sorted({*folders, *(path.parent for path in files)}):
        path = folder / PEOPLE_FILE
        try:
            if path.exists() or path.is_symlink():
                found.setdefault(path.resolve(), path)
        except OSError:  # the games in this folder cannot be read either
            continue
    return read_people(*found.values())


def read_people(*paths: Path) -> People:
    """Read files with a line for each person, such as `Anna = Anya, Аня`.

    Raises:
        UnusablePeople: if a file cannot be read, is not UTF-8, or has lines that cannot be used.
    """
    names: dict[str, str] = {}
    for path in paths:
        try:
            content = read_small_file(path, MAX_BYTES, follow_links=True)
            add_people(names, content.decode("utf-8-sig").splitlines())
        except UnicodeDecodeError:
            raise UnusablePeople(path, text(N_("this is not UTF-8 text"))) from None
        except (ReadError, InvalidInput) as error:
            raise UnusablePeople(path, error) from None
    return People(names, paths)


def add_people(names: dict[str, str], lines: Sequence[str]) -> None:
    """Add the names in the lines of a file to `names`.

    Args:
        names: the name to be shown for each name, such as {"anya": "Anna"}. The keys are from `person_key`.
        lines: the lines of the file, such as "Anna = Anya, Аня".

    Raises:
        InvalidInput: with a problem for each line that cannot be used.
    """
    problems: list[Problem] = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            problems += _add_line(names, number, line)
    if problems:
        raise InvalidInput(problems)


def _add_line(names: dict[str, str], number: int, line: str) -> Iterator[Problem]:
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
            sentence = N_("line {number}: “{name}” already belongs to {person}")
            yield problem("", sentence, number=number, name=name, person=known)


MIN_LETTERS = 3
"""Shorter names are not compared, because too many longer names begin in the same way."""
MIN_LETTERS_OF_SLIP = {"missing": 4, "other": 5}
"""Shorter names are different if a letter is missing or swapped, or if one letter is another letter."""
MAX_GROUPS = 5
"""The maximum number of groups of similar names that are shown."""
_IN_NO_LINE = frozenset("=,#")
"""The signs that no name in a file of names can contain."""
_MORE_LETTERS = str.maketrans(
    dict(zip("ієґїјљњћђџўαβγδεζηθικλμνξοπρσςτυφχω", "iegiilncdgvavgdeziiiklmnxoprsstifho", strict=True))
    | {"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss", "ψ": "ps"}
)
_TRANSLITERATED = [
    (re.compile(pattern), letters)
    for pattern, letters in (
        ("shch|sch|sh|sz", "s"), ("zh", "z"), ("kh", "h"), ("ch|ts|tz|cz", "c"), ("ph", "f"), ("th", "t"),
        ("ck", "k"), ("x", "ks"), ("w", "v"), ("[yj]", "i"), ("i[eo]", "e"), (r"(.)\1+", r"\1"),
    )
]  # fmt: skip
"""Patterns for different spellings of a sound, with replacements. Doubled letters become single."""


@lru_cache(maxsize=MAX_CACHED)
def _simplify(key: str) -> str:
    plain = "".join(char for char in normalize("NFD", transliterate(key)) if not combining(char))
    plain = plain.translate(_MORE_LETTERS)
    for pattern, letters in _TRANSLITERATED:
        plain = pattern.sub(letters, plain)
    return plain


def find_similar_names(evenings: Mapping[str, int], together: Collection[Set[str]]) -> list[tuple[str, ...]]:
    """Return groups of people who may be one person, to be shown as a hint.

    The names in a group differ by transliteration, by a slip of one letter, or by a further word, such as
    Boris, Борис and Boris B. In each group the person with most evenings comes first. No person is in two
    groups.

    Args:
        evenings: the number of evenings of each person, by key.
        together: sets of keys of people who sat at one table or paid each other. They are different people.
    """
    by_traces = defaultdict[str, list[str]](list)
    for key in sorted(evenings, key=lambda key: (-evenings[key], key)):
        if _IN_NO_LINE.isdisjoint(key) and len(key) >= MIN_LETTERS:
            for trace in _similarity_keys(_simplify(key)):
                by_traces[trace].append(key)
    pairs = {pair for keys in by_traces.values() for pair in combinations(keys, 2) if _are_similar(*pair)}
    if not pairs:
        return []
    met = defaultdict[str, set[str]](set)
    for table in together:
        for key in table:
            met[key] |= table
    groups = dict[str, list[str]]()
    grouped = set[str]()
    for first, other in sorted(pairs, key=lambda pair: [(-evenings[key], key) for key in pair]):
        group = groups.get(first, [first])
        free = other not in grouped and (first in groups or first not in grouped)
        if free and met[other].isdisjoint(group):
            groups[first] = [*group, other]
            grouped |= {first, other}
    return [tuple(group) for group in groups.values()]


def _similarity_keys(sounds: str) -> set[str]:
    words = sounds.split()
    return {
        sounds,
        *(sounds[:index] + sounds[index + 1 :] for index in range(len(sounds))),
        *(" ".join(words[:count]) for count in range(1, len(words))),
    }


def _are_similar(one: str, other: str) -> bool:
    short, long = sorted(map(_simplify, (one, other)), key=len)
    if short == long or (
        long.startswith(short) and (len(long) == len(short) + 1 or long[len(short)] in " .-")
    ):
        return True
    index = next(
        (index for index, (first, second) in enumerate(zip(short, long, strict=False)) if first != second), 0
    )
    if index == 0 or len(short) < MIN_LETTERS_OF_SLIP["missing"]:
        return False  # names that begin differently, such as Anna and Inna, are two names
    if len(long) > len(short):
        return short[index:] == long[index + 1 :]
    if short[index + 2 :] == long[index + 2 :] and short[index : index + 2] == long[index : index + 2][::-1]:
        return True
    return len(short) >= MIN_LETTERS_OF_SLIP["other"] and short[index + 1 :] == long[index + 1 :]


def similar_name_lines(groups: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a line for `people.txt` for each group of names, such as “Boris = Борис”.

    A last sentence tells the user what to do with these lines.
    """
    for first, *others in groups[:MAX_GROUPS]:
        yield f"{first} = {', '.join(others)}"
    if groups:
        yield _(
            "If these are one person, add such lines to people.txt in the folder of "
            "the games, or to a file for --alias."
        )
