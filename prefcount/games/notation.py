"""One-line hands as every game reads and writes them: words in every language, names, suits, numbers."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Generic, TypeVar

from prefcount.base.i18n import N_, _, language
from prefcount.base.problems import InvalidInput, find_nearest, problem, quote
from prefcount.entries.names_and_figures import fold
from prefcount.games.state import SITS_OUT, State, StateT, join_names

_CYRILLIC, _LATIN = "йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
_KEYS = str.maketrans(_CYRILLIC + _LATIN, _LATIN + _CYRILLIC)

Meaning = TypeVar("Meaning", bound=str)


def replace_yo(word: str) -> str:
    """A folded word with е for ё, as most people type it."""
    return word.replace("ё", "е")


@lru_cache(maxsize=10_000)
def typed_variants(word: str) -> tuple[str, ...]:
    """A word as it was typed, the same without ё, and as its keys would have typed it on the other layout."""
    folded = fold(word)
    return folded, replace_yo(folded), replace_yo(folded.translate(_KEYS))


class Word:
    """What a notation says in one word, such as who deals."""

    def __init__(self, **spellings: str) -> None:
        """For every language, by its code, its words for it between blanks; the first one is written.

        A low line stands for a blank inside of one.
        """
        by_language = {
            code: [word.replace("_", " ") for word in words.split()] for code, words in spellings.items()
        }
        self._written = {code: words[0] for code, words in by_language.items()}
        self.spellings = frozenset(replace_yo(word) for words in by_language.values() for word in words)

    def __contains__(self, word: str) -> bool:
        """Whether `word` says this, in any language and on either layout."""
        return not self.spellings.isdisjoint(typed_variants(word))

    def __str__(self) -> str:
        """The word in the language in use."""
        return self._written[language()]


class Vocabulary(Generic[Meaning]):
    """Words of which a line needs one, such as the suits, by what they mean to a file."""

    def __init__(self, words: Mapping[Meaning, Word]) -> None:
        self.words = words
        self._meanings = {spelling: meaning for meaning, word in words.items() for spelling in word.spellings}

    def __getitem__(self, meaning: Meaning) -> str:
        """What is written for a meaning in the language in use."""
        return str(self.words[meaning])

    def read(self, word: str) -> Meaning | None:
        """What a word means, or None."""
        return next(filter(None, map(self.read_exact, typed_variants(word))), None)

    def read_exact(self, word: str) -> Meaning | None:
        """What a word means that is one of `typed_variants`, just as it stands, or None."""
        return self._meanings.get(word)

    def read_letters(self, word: str) -> list[Meaning] | None:
        """What a word means, or its letters one by one; None if one of them means nothing."""
        for variant in typed_variants(word):
            if variant in self._meanings:
                return [self._meanings[variant]]
            if all(letter in self._meanings for letter in variant):
                return [self._meanings[letter] for letter in variant]
        return None


class PlayerSpelling(str):
    """The right name of a player, with the wrong spellings of it that are still understood when typed."""

    __slots__ = ("earlier",)
    earlier: tuple[str, ...]

    def __new__(cls, name: str, earlier: tuple[str, ...] = ()) -> "PlayerSpelling":
        """The name, and what it was before, oldest first."""
        spelling = super().__new__(cls, name)
        spelling.earlier = earlier
        return spelling


_MAX_WORDS = 3
"""The words of a name that may all be declined; of a longer one only the first ones."""


def decline_name(name: str) -> frozenset[str]:
    """A name in all its cases, folded and without ё; one that is not Cyrillic has none but its own."""
    return frozenset(_forms(replace_yo(fold(name))))


def decline_first_words(name: str) -> frozenset[str]:
    """The same of the words that a longer name begins with: Анну for Анна Петровна and for Анна-Мария."""
    words = re.findall(r"[^ -]+[ -]?", replace_yo(fold(name)))[:_MAX_WORDS]
    begun = ("".join(words[:count]).rstrip(" -") for count in range(1, len(words)))
    return frozenset(form for beginning in begun for form in _forms(beginning))


def _forms(name: str) -> Iterator[str]:
    """Every word of a name in every case, the others of it too: Анна-Марию, Анну-Марию."""
    parts = re.split(r"([ -])", name, maxsplit=_MAX_WORDS - 1)
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


PersonT = TypeVar("PersonT")

SUIT_WORDS = Vocabulary(
    {
        "S": Word(en="s ♠", ru="п пик пики"),
        "C": Word(en="c ♣", ru="т тр треф трефы к кр крести"),
        "D": Word(en="d ♦", ru="б бубен бубны"),
        "H": Word(en="h ♥", ru="ч черв червей черви"),
        "N": Word(en="n nt", ru="бк н"),
    }
)
DEALER = Word(en="dealer", ru="сдаёт сдающий")
SEAT = Word(en="#", ru="№")
"""Stands before the number of a seat: on a Russian keyboard № is the key of #."""
NUMBER = re.compile(r"^(10|\d|\?)$")


def refuse_word(word: str, template: str, **values: object) -> InvalidInput:
    """The refusal of a line because of one of its words."""
    refusal = problem(_("“{word}”").format(word=quote(word)), template, **values)
    return InvalidInput([refusal._replace(word=word)])


@lru_cache(maxsize=1000)
def parse_contract(word: str) -> tuple[int, str] | None:
    """Level and suit of the contract of six to ten that a word names, or None."""
    match = re.match(r"^(10|[6-9])(\D+)$", word.replace("\N{VARIATION SELECTOR-16}", ""))
    if match is None:
        return None
    suit = SUIT_WORDS.read(match[2])
    return (int(match[1]), suit) if suit else None


def write_contract(level: int, suit: str) -> str:
    """A contract as it is typed in the language in use: 7h."""
    return f"{level}{SUIT_WORDS[suit]}"


_LETTERS = 2
"""Shorter words alone in a line are hardly meant as a name."""


class LineWords(Generic[StateT]):
    """The words of a line, taken one after the other."""

    def __init__(self, state: StateT, line: str, empty: str) -> None:
        """The words of `line`. Raises InvalidInput with the sentence `empty` if there are none."""
        self.state = state
        self.words = line.split()
        if not self.words:
            raise refuse_word(line, empty)

    def next_is(self, *meanings: Word | Callable[[str], object]) -> bool:
        """Whether there is a next word and it says one of these, or is such a one."""
        return bool(self.words) and any(
            self.words[0] in meaning if isinstance(meaning, Word) else meaning(self.words[0])
            for meaning in meanings
        )

    def take(self) -> str:
        """The next word, which is then no longer there."""
        return self.words.pop(0)

    def take_if(self, meaning: Word) -> bool:
        """Whether the next word says this, or the next two together; if so they are taken."""
        for count in (1, 2):
            if len(self.words) >= count and " ".join(self.words[:count]) in meaning:
                del self.words[:count]
                return True
        return False

    def take_numbers(self) -> list[int | None]:
        """The numbers that come next; a question mark is one that is not known."""
        numbers: list[int | None] = []
        while self.next_is(NUMBER.match):
            word = self.take()
            numbers.append(None if word == "?" else int(word))
        return numbers

    def take_player(self, count: int) -> int:
        """The player whom the next so many words name, which are taken. Raises InvalidInput."""
        name = " ".join(self.words[:count])
        del self.words[:count]
        return read_player(self.state, name)

    def take_dealer(self) -> str | None:
        """The dealer whom the rest of the line names, or None. Raises InvalidInput if it says more."""
        if self.take_if(DEALER):
            return self.state.names[self.take_player(len(self.words))]
        if self.words and self.words[0].isdecimal():
            raise refuse_word(self.words[0], N_("is not possible; tricks are 0 to 10"))
        if self.words:
            raise refuse_word(self.words[0], N_("is too much, or in the wrong place"))
        return None

    def refuse_contract(self, template: str) -> InvalidInput:
        """The refusal of a line that has no contract behind its first name, or of a name of nobody."""
        if len(self.words) == 1 and len(self.words[0]) > _LETTERS and self.words[0].isalpha():
            read_player(self.state, self.words[0])  # says who plays
        return refuse_word(self.words[min(1, len(self.words) - 1)], template)


def read_player(state: State, typed: str) -> int:
    """The player that a beginning of a name, a Russian name in any case, or #1 … #5 for a seat means.

    № may stand for #, and е for ё.

    Raises:
        InvalidInput: for nobody, or for several.
    """
    seat = re.match(r"^(\D)([1-5])$", typed)
    if seat and seat[1] in SEAT.spellings and int(seat[2]) <= len(state.seats):
        return state.seats[int(seat[2]) - 1]
    meant = _players_called(state, typed)
    if len(meant) == 1:
        return meant[0]
    if meant:
        who = join_names(state, meant)
        raise refuse_word(typed, N_("{who}? Type more letters"), who=who)
    guess = find_nearest(typed, [state.names[player] for player in state.seats])
    if guess:
        raise refuse_word(typed, N_("no such player; did you mean {guess}?"), guess=guess)
    players = join_names(state, state.seats)
    raise refuse_word(typed, N_("no such player; the players are {players}"), players=players)


def _players_called(state: State, typed: str) -> list[int]:
    """Whom a beginning of a name means, or of what they were called earlier."""
    names = [(player, fold(state.names[player])) for player in state.seats]
    earlier = [
        (player, fold(spelling))
        for player in state.seats
        if isinstance(name := state.names[player], PlayerSpelling)
        for spelling in name.earlier
    ]
    return find_people(typed, names, earlier)


def resolve_dealer(state: State, dealer: str | None) -> int:
    """The number of the dealer whom a line names, else of the player whose turn it is to deal."""
    return state.dealer if dealer is None else state.names.index(dealer)


def refuse_declarer(state: State, declarer: int, dealer: int) -> InvalidInput:
    """The refusal of a line whose declarer sits out."""
    name = state.names[declarer]
    return refuse_word(name, SITS_OUT[declarer == dealer], name=name)


def with_rest(numbers: Sequence[int | None], players: Sequence[int]) -> list[int | None]:
    """Tricks with those of the last of the players, who has what the others did not take of ten."""
    known = [number for number in numbers if number is not None]
    if len(known) != len(numbers) or len(known) != len(players) - 1:
        return [*numbers]
    return [*known, max(0, 10 - sum(known))]


def tricks_by_name(state: State, players: Sequence[int], numbers: Sequence[int | None]) -> dict[str, int]:
    """Tricks as an entry has them: a number for each player, those left out that are not known."""
    pairs = zip(players, numbers, strict=False)
    return {state.names[player]: number for player, number in pairs if number is not None}


def write_numbers(
    state: State, numbers: Mapping[str, int], names: Sequence[str], *, whole: bool = False
) -> list[str]:
    """Numbers in the order of a line; those of players who have no place in it with their names.

    Args:
        state: who plays.
        numbers: what each player has, such as tricks.
        names: who has a place in the line, in its order.
        whole: whether a line needs a number for each; else those that are not known are left out at the end.
    """
    words = [str(numbers.get(name, "?")) for name in names]
    while not whole and words and words[-1] == "?":
        words.pop()
    others = {name: number for name, number in numbers.items() if name not in names}
    return words + [f"{write_name(state, name, _spaced)}={number}" for name, number in others.items()]


def _spaced(words: Sequence[str]) -> bool:
    return len(words) > 1


def write_letters(letters: Vocabulary[Meaning], meanings: Mapping[str, Meaning], names: Sequence[str]) -> str:
    """What players said or did in the order of a line; that of those who have no place in it is last."""
    others = [name for name in meanings if name not in names]
    return "".join(letters[meanings[name]] for name in (*names, *others) if name in meanings)


def find_opponents(state: State, declarer: int, dealer: str | None) -> tuple[int, int]:
    """The two others who hold cards, in turn order. Raises InvalidInput if the declarer sits out."""
    dealt_by = resolve_dealer(state, dealer)
    if declarer == state.seats.idle(dealt_by):
        raise refuse_declarer(state, declarer, dealt_by)
    return state.seats.opponents(declarer, dealt_by)


def get_opponent_names(state: State, declarer: str, dealer: str | None) -> list[str]:
    """Their names in turn order; nobody's where no such hand can be."""
    if declarer not in state.names:
        return []
    try:
        pair = find_opponents(state, state.names.index(declarer), dealer if dealer in state.names else None)
    except InvalidInput:
        return []
    return [state.names[player] for player in pair]


def find_people(typed: str, *tiers: Sequence[tuple[PersonT, str]]) -> list[PersonT]:
    """Those who may be meant by a typed name; several where it says too little, nobody where it fits none.

    Args:
        typed: what was typed, on either layout of the keyboard.
        tiers: people by their folded names; the further ones are asked only where nobody was found before.
    """
    for names in tiers:
        for variant in typed_variants(" ".join(typed.split())):
            people = _called(names, variant)
            if people:
                return people
    return []


def _called(names: Sequence[tuple[PersonT, str]], typed: str) -> list[PersonT]:
    """The people whom a typed name means in the first way that fits anybody."""
    russian = not typed.isascii()
    ways: tuple[Callable[[str], bool], ...] = (
        lambda name: name == typed,
        lambda name: replace_yo(name) == typed,
        lambda name: (
            name.startswith(typed)
            or replace_yo(name).startswith(typed)
            or (russian and typed in decline_name(name))
        ),
        lambda name: russian and typed in decline_first_words(name),
    )
    fitting = (dict.fromkeys(player for player, name in names if fits(name)) for fits in ways if typed)
    return list(next(filter(None, fitting), ()))


def join_words(*words: str) -> str:
    """A line of the words that are not empty."""
    return " ".join(word for word in words if word)


def never(_words: Sequence[str]) -> bool:
    """Says of no words that a line with them would be taken for something else."""
    return False


def write_name(state: State, name: str, misread: Callable[[Sequence[str]], bool] = never) -> str:
    """The name where a line with it is read back as that player, else the number of their seat.

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
        safe = read_player(state, name) == player
    except InvalidInput:
        safe = False
    return " ".join(words) if safe and not misread(words) else write_seat(state, player)


def write_seat(state: State, player: int) -> str:
    """The seat of a player as it is typed: #2, in Russian №2."""
    return f"{SEAT}{state.seats.index(player) + 1}"


def write_dealer(state: State, dealer: str | None, misread: Callable[[Sequence[str]], bool] = never) -> str:
    """The words that name a dealer, if an entry does; `misread` as for `write_name`."""
    return "" if dealer is None else f"{DEALER} {write_name(state, dealer, misread)}"
