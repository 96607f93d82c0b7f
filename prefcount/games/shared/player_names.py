"""Who sits at a table: names turned into numbers, and the forms of Russian names."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeVar

from prefcount.base.i18n import N_, text
from prefcount.base.problems import Problem, problem, unknown
from prefcount.entries.common import HandEntry
from prefcount.entries.names_and_figures import fold
from prefcount.games.protocol.state import State
from prefcount.games.shared.vocabulary import plain

T = TypeVar("T")
ValueT = TypeVar("ValueT")
Resolved = tuple[T | None, list[Problem]]
"""What an entry means, and all that is wrong with it; where something is wrong the meaning may be None."""


class PlayerSpelling(str):
    """The right name of a player, with the wrong spellings of it that are still understood when typed."""

    __slots__ = ("earlier",)
    earlier: tuple[str, ...]

    def __new__(cls, name: str, earlier: tuple[str, ...] = ()) -> "PlayerSpelling":
        """The name, and what it was before, oldest first."""
        spelling = super().__new__(cls, name)
        spelling.earlier = earlier
        return spelling


def reserved_names(field: str, names: Iterable[str], reserved: Sequence[str]) -> list[Problem]:
    """Why people cannot be called so: files spell other owners of columns like that."""
    sentence = N_("the name “{name}” means something else in this game; choose another")
    return [problem(field, sentence, name=name) for name in names if name in reserved]


def player_number(state: State, field: str, name: str) -> Resolved[int]:
    """The number of the player called `name`; an unknown name is a problem of `field`."""
    if name in state.names:
        return state.names.index(name), []
    return None, [unknown(field, name, [state.names[player] for player in state.seats])]


def by_player(
    state: State,
    field: str,
    given: Mapping[str, ValueT],
    players: Sequence[int] | None = None,
    stranger: Callable[[str, ValueT], Problem | None] = lambda _name, _value: None,
) -> tuple[dict[int, ValueT], list[Problem]]:
    """What an entry says of players by their numbers; unknown names are problems of `field`.

    Args:
        state: who plays.
        field: the field of the entry.
        given: what it says, by name.
        players: who may be named, everybody if None.
        stranger: why somebody else may not, or None where what is said of them is left out in silence.
    """
    known: dict[int, ValueT] = {}
    problems: list[Problem] = []
    for name, value in given.items():
        player, further = player_number(state, field, name)
        problems += further
        if player is None:
            continue
        if players is None or player in players:
            known[player] = value
        elif refusal := stranger(name, value):
            problems.append(refusal)
    return known, problems


def dealer_named(state: State, entry: HandEntry) -> tuple[int, list[Problem]]:
    """The number of the dealer whom a hand names, else of the player whose turn it is to deal."""
    if entry.dealer is None:
        return state.dealer, []
    dealer, problems = player_number(state, "dealer", entry.dealer)
    return state.dealer if dealer is None else dealer, problems


SITS_OUT = (N_("{name} sits out this hand"), N_("{name} deals this hand and sits out"))
"""Why a player who holds no cards cannot declare; the second one of the dealer."""


def declarer_named(state: State, name: str, dealer: int) -> Resolved[int]:
    """The number of the declarer; one who sits out, because of having dealt, is a problem."""
    declarer, problems = player_number(state, "declarer", name)
    if declarer is not None and declarer in state.seats.resting(dealer):
        return None, [problem("declarer", SITS_OUT[declarer == dealer], name=name)]
    return declarer, problems


NO_MORE_HANDS = N_("the game is over ({reason}); no more hands until the end is voided")


def over_problems(state: State, over: Mapping[str, str], why: str = NO_MORE_HANDS) -> list[Problem]:
    """Why no further hand counts, with the reason in the words of `over`; nothing while the game goes on."""
    return [problem("", why, reason=text(over[state.over]))] if state.over else []


def listed(state: State, players: Sequence[int]) -> str:
    """The names of players for a sentence."""
    return ", ".join(state.names[player] for player in players)


_MOST_WORDS = 3
"""The words of a name that may all be declined; of a longer one only the first ones."""


def declined(name: str) -> frozenset[str]:
    """A name in all its cases, folded and without ё; one that is not Cyrillic has none but its own."""
    return frozenset(_forms(plain(fold(name))))


def first_words_declined(name: str) -> frozenset[str]:
    """The same of the words that a longer name begins with: Анну for Анна Петровна and for Анна-Мария."""
    words = re.findall(r"[^ -]+[ -]?", plain(fold(name)))[:_MOST_WORDS]
    begun = ("".join(words[:count]).rstrip(" -") for count in range(1, len(words)))
    return frozenset(form for beginning in begun for form in _forms(beginning))


def _forms(name: str) -> Iterator[str]:
    """Every word of a name in every case, the others of it too: Анна-Марию, Анну-Марию."""
    parts = re.split(r"([ -])", name, maxsplit=_MOST_WORDS - 1)
    return map("".join, product(*(sorted({part, *_cases(part)}) for part in parts)))


_ENDINGS = {
    "я": ("и", "е", "ю", "ей"),
    "й": ("я", "ю", "ем", "е", "и"),
    "ь": ("я", "ю", "ем", "е", "и", "ью"),
}
_CONSONANTS = frozenset("бвгджзклмнпрстфхцчшщ")


def _cases(word: str) -> Iterator[str]:
    """A word in the other cases of the singular, as its last letter wants it."""
    stem, last = word[:-1], word[-1:]
    stems, endings = [stem], _ENDINGS.get(last, ())
    if last == "а":
        endings = ("и" if stem[-1:] in "гкхжчшщ" else "ы", "е", "у", "ей" if stem[-1:] in "жчшщц" else "ой")
    elif last in _CONSONANTS:
        stems, endings = [word], ("а", "у", "ом", "ем", "е")
        if stem[-1:] in ("е", "о"):  # which it loses: Павел, Павла; Лев, Льва; Игорёк, Игорька
            stems += [f"{stem[:-1]}{last}", f"{stem[:-1]}ь{last}"]
    yield from (f"{stem}{ending}" for stem in stems for ending in endings)
