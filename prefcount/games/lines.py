"""The words of a one-line hand: names, suits, numbers, as every game reads them.

Typed lines may be Latin or Cyrillic, and may have been typed with the other keyboard layout on: a
word that makes no sense is read once more as the letters that the same keys would have given.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Generic

from prefcount.entries.text import fold
from prefcount.games.protocol import State, StateT
from prefcount.i18n import N_
from prefcount.problems import Refused, nearest, problem, quote

_KEYS = str.maketrans("йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`")
_SUITS = {
    **{letter: letter.upper() for letter in "scdhn"},
    **{"♠": "S", "♣": "C", "♦": "D", "♥": "H", "nt": "N"},
    **{"п": "S", "т": "C", "б": "D", "ч": "H", "бк": "N", "н": "N"},
}
DEALER = {"dealer", "сдаёт", "сдает"}
NUMBER = re.compile(r"^(10|\d|\?)$")


def wrong(word: str, template: str, **values: object) -> Refused:
    """The refusal of a line because of one of its words."""
    return Refused([problem(f"“{quote(word)}”", template, **values)])


def variants(word: str) -> tuple[str, str]:
    """A word as it was typed, and as the same keys would have typed it in Latin."""
    folded = fold(word)
    return folded, folded.translate(_KEYS)


def means(word: str, meanings: Iterable[str]) -> bool:
    """Whether a word is one of `meanings`, typed on either layout."""
    return any(variant in meanings for variant in variants(word))


def before(words: Sequence[str], stop: set[str]) -> Iterable[str]:
    """The words up to the first one that is among `stop`."""
    for word in words:
        if means(word, stop):
            return
        yield word


def contract_of(word: str) -> str | None:
    """The contract of six to ten that a word names, as files spell it, or None."""
    match = re.match(r"^(10|[6-9])(\D+)$", word.replace("\N{VARIATION SELECTOR-16}", ""))
    if match is None:
        return None
    level, suit = match.groups()
    found = next((_SUITS[variant] for variant in variants(suit) if variant in _SUITS), None)
    return f"{level}{found}" if found else None


class Words(Generic[StateT]):
    """The words of a line, taken one after the other."""

    def __init__(self, state: StateT, words: Sequence[str]) -> None:
        self.state = state
        self.words = list(words)

    def next_is(self, meaning: set[str] | Callable[[str], object]) -> bool:
        """Whether there is a next word and it is one of these, or such a one."""
        if not self.words:
            return False
        return means(self.words[0], meaning) if isinstance(meaning, set) else bool(meaning(self.words[0]))

    def take(self) -> str:
        """The next word, which is then no longer there."""
        return self.words.pop(0)

    def said(self, meaning: set[str]) -> bool:
        """Whether the next word is one of these; if so it is taken."""
        return self.next_is(meaning) and bool(self.take())

    def numbers(self) -> list[int | None]:
        """The numbers that come next; a question mark is one that is not known."""
        found: list[int | None] = []
        while self.next_is(NUMBER.match):
            word = self.take()
            found.append(None if word == "?" else int(word))
        return found

    def dealer(self) -> str | None:
        """The dealer that the rest of the line names, or None. Raises Refused."""
        if not self.said(DEALER):
            return None
        name, self.words = " ".join(self.words), []
        return self.state.names[player_typed(self.state, name)]

    def finish(self) -> None:
        """Raises Refused if a word is left."""
        if self.words and self.words[0].isdecimal():
            raise wrong(self.words[0], N_("is no number of tricks; they are 0 to 10"))
        if self.words:
            raise wrong(self.words[0], N_("is too much here, or not where it belongs"))


def player_typed(state: State, typed: str) -> int:
    """The player that a beginning of a name, or #1 … #4 for a seat, means. Raises Refused."""
    seat = re.match(r"^#([1-4])$", typed)
    if seat and int(seat[1]) <= len(state.seats):
        return state.seats[int(seat[1]) - 1]
    names = {player: " ".join(fold(state.names[player]).split()) for player in state.seats}
    for variant in variants(" ".join(typed.split())):
        exact = [player for player, name in names.items() if name == variant]
        found = exact or [player for player, name in names.items() if variant and name.startswith(variant)]
        if len(found) == 1:
            return found[0]
        if found:
            who = ", ".join(state.names[player] for player in found)
            raise wrong(typed, N_("could be each of {who}; type more of the name"), who=who)
    guess = nearest(typed, [state.names[player] for player in state.seats])
    if guess:
        raise wrong(typed, N_("is no player; did you mean {guess}? #1 is the first seat"), guess=guess)
    players = ", ".join(state.names[player] for player in state.seats)
    raise wrong(typed, N_("is no player; players are {players}, or #1 for the first seat"), players=players)


def joined(*words: str) -> str:
    """A line of the words that are not empty."""
    return " ".join(word for word in words if word)


def name_written(state: State, name: str, misread: Callable[[Sequence[str]], bool]) -> str:
    """The name where a line with it is read back as that player, else his seat as #1 … #4.

    Args:
        state: who plays.
        name: who is meant; a name of nobody stays as it is.
        misread: whether a line that begins with these words would be taken for something else.
    """
    if name not in state.names:
        return name
    player = state.names.index(name)
    words = name.split()
    try:
        safe = player_typed(state, name) == player
    except Refused:
        safe = False
    return " ".join(words) if safe and not misread(words) else f"#{state.seats.index(player) + 1}"
