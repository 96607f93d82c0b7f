"""Parser and writer of one-line hands, shared by all games: words in all languages, names, suits, numbers."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Generic, NamedTuple, TypeVar, cast
from unicodedata import combining, normalize

from prefcount.base.i18n import N_, _, language
from prefcount.base.problems import InvalidInput, Problem, find_nearest, problem, quote
from prefcount.entries.names_and_figures import fold, transliterate, unify_letters
from prefcount.games.state import SITS_OUT, State, StateT, join_names, who_left
from prefcount.languages import LANGUAGES, get_words, load_names, write_word

KEYBOARDS = tuple(
    str.maketrans("".join(each.layout), "".join(reversed(each.layout)))
    for each in LANGUAGES.values()
    if each.layout[0]
)
"""A table for each keyboard layout that exchanges its letters for the Latin letters on the same keys."""

Meaning = TypeVar("Meaning", bound=str)


@lru_cache(maxsize=10_000)
def typed_variants(word: str) -> tuple[str, ...]:
    """Return the words that a player may mean by `word`, in lower case.

    They are the word as typed, the word with е for ё, and what the same keys type in other keyboard layouts.
    """
    folded = fold(word)
    others = (unify_letters(folded.translate(keyboard)) for keyboard in KEYBOARDS)
    return tuple(dict.fromkeys((folded, unify_letters(folded), *others)))


class Spellings(NamedTuple):
    """The meanings of all words of one kind, such as suits, by their spellings.

    Attributes:
        by_language: for each language, the meaning of each spelling.
        certain: the meaning of each spelling that does not mean different things in different languages.
    """

    by_language: Mapping[str, Mapping[str, str]]
    certain: Mapping[str, str]

    def read(self, word: str) -> str | None:
        """Return the meaning of a spelling in the current language, or None.

        A spelling of another language is accepted if no two languages give it different meanings.
        """
        return self.by_language[language()].get(word) or self.certain.get(word)


@cache
def find_spellings(group: str) -> Spellings:
    """Return the meanings of all spellings of a kind of word, such as "suit"."""
    by_language: dict[str, dict[str, str]] = {}
    meanings: dict[str, set[str]] = {}
    for code in LANGUAGES:
        own = by_language[code] = {
            unify_letters(spelling): meaning
            for meaning, spellings in get_words(group, code).items()
            for spelling in spellings
        }
        for spelling, meaning in own.items():
            meanings.setdefault(spelling, set()).add(meaning)
    certain = {spelling: found.pop() for spelling, found in meanings.items() if len(found) == 1}
    return Spellings(by_language, certain)


class Word:
    """A word of the short notation, such as the word for the dealer, with its spellings in all languages.

    `key` is the kind and the name of the word in the folders of the languages, such as "line.dealer".
    """

    def __init__(self, key: str) -> None:
        self._group, _dot, self._meaning = key.rpartition(".")
        self._spellings = find_spellings(self._group)

    def __contains__(self, word: str) -> bool:
        """Return whether `word` is one of the spellings, even in capitals or another keyboard layout."""
        return any(map(self.is_exactly, typed_variants(word)))

    def is_exactly(self, word: str) -> bool:
        """Return whether `word` is one of the spellings.

        Unlike `in`, this accepts neither capitals nor other keyboard layouts.
        """
        return self._spellings.read(word) == self._meaning

    def __str__(self) -> str:
        """Return the spelling in the current language, or if this has none, in its fallback language."""
        return write_word(self._group, self._meaning, language())


class Vocabulary(Generic[Meaning]):
    """The words of one kind, such as the suits, by their meaning in files.

    `group` is the kind of word in the folders of the languages, such as "suit".
    """

    def __init__(self, group: str) -> None:
        meanings = cast(Iterable[Meaning], LANGUAGES["en"].words[group])
        self.words: Mapping[Meaning, Word] = {meaning: Word(f"{group}.{meaning}") for meaning in meanings}
        self._spellings = find_spellings(group)

    def __getitem__(self, meaning: Meaning) -> str:
        return str(self.words[meaning])

    def read(self, word: str) -> Meaning | None:
        """Return the meaning of `word`, or None. Capitals and other keyboard layouts are accepted."""
        return next(filter(None, map(self.read_exact, typed_variants(word))), None)

    def read_exact(self, word: str) -> Meaning | None:
        """Return the meaning of `word`, or None.

        Unlike `read`, this accepts neither capitals nor other keyboard layouts.
        """
        return cast(Meaning | None, self._spellings.read(word))

    def read_letters(self, word: str) -> list[Meaning] | None:
        """Return the meaning of a word, or else of each of its letters: “wp” gives ["whist", "pass"].

        Return None if any letter has no meaning.
        """
        for variant in typed_variants(word):
            for parts in ((variant,), variant):
                meanings = list(filter(None, map(self.read_exact, parts)))
                if len(meanings) == len(parts):
                    return meanings
        return None


class PlayerSpelling(str):
    """The current name of a player, with the earlier names, which can be typed, too, in `earlier`."""

    __slots__ = ("earlier",)
    earlier: tuple[str, ...]

    def __new__(cls, name: str, earlier: tuple[str, ...] = ()) -> "PlayerSpelling":
        spelling = super().__new__(cls, name)
        spelling.earlier = earlier
        return spelling


_MAX_WORDS = 3
"""Maximum number of parts into which a name is split to decline each of them."""


@lru_cache(maxsize=1000)
def decline_name(name: str, code: str) -> frozenset[str]:
    """Return a name in all grammatical cases of the language `code`, in lower case, such as анна and анну."""
    return frozenset(_decline_words(unify_letters(fold(name)), code))


def decline_first_words(name: str, code: str) -> frozenset[str]:
    """Return the first words of a long name in all grammatical cases of the language `code`.

    For Анна Петровна or Анна-Мария, these are анна, анну and so on.
    """
    words = re.findall(r"[^ -]+[ -]?", unify_letters(fold(name)))[:_MAX_WORDS]
    begun = ("".join(words[:count]).rstrip(" -") for count in range(1, len(words)))
    return frozenset(form for beginning in begun for form in _decline_words(beginning, code))


def _decline_words(name: str, code: str) -> Iterator[str]:
    parts, names = re.split(r"([ -])", name, maxsplit=_MAX_WORDS - 1), load_names(code)
    forms = (sorted({part, *names.yield_forms(part)}) if names else [part] for part in parts)
    return map("".join, product(*forms))


PersonT = TypeVar("PersonT")

SUIT_WORDS = Vocabulary[str]("suit")
DEALER = Word("line.dealer")
SEAT = Word("line.seat")
"""The sign before the number of a seat. On a Russian keyboard № is on the key of #."""
NUMBER = re.compile(r"^(10|\d|\?)$")


def refuse_word(word: str, template: str, **values: object) -> InvalidInput:
    """Return the error about a wrong word of a line.

    Args:
        template: a sentence that says what is wrong, marked for translation.
        values: the values of the placeholders in `template`.
    """
    refusal = problem(_("“{word}”").format(word=quote(word)), template, **values)
    return InvalidInput([refusal._replace(word=word)])


@lru_cache(maxsize=1000)
def parse_contract(word: str) -> tuple[int, str] | None:
    """Return level and suit of a contract such as 7h, or None if the word is not a contract."""
    match = re.match(r"^(10|[6-9])(\D+)$", word.replace("\N{VARIATION SELECTOR-16}", ""))
    if match is None:
        return None
    suit = SUIT_WORDS.read(match[2])
    return (int(match[1]), suit) if suit else None


def write_contract(level: int, suit: str) -> str:
    """Return a contract as it is typed in the current language, such as 7h."""
    return f"{level}{SUIT_WORDS[suit]}"


_LETTERS = 2
"""Maximum number of letters of a word that is too short to be read as a later word of a name."""


class LineWords(Generic[StateT]):
    """The words of a line, which are read and removed one after the other.

    Methods raise InvalidInput if the next words are not what they expect. `empty` is the error message for
    a line without words.
    """

    def __init__(self, state: StateT, line: str, empty: str) -> None:
        self.state = state
        self.words = line.split()
        if not self.words:
            raise refuse_word(line, empty)
        for index, word in enumerate(self.words):
            plain = word[:-1] if word[-1] in ",:" else ""
            if (plain[-1:].isalnum() or parse_contract(plain)) and not self.ends_in_letter(index):
                self.words[index] = plain

    def ends_in_letter(self, index: int) -> bool:
        """Return whether word `index` ends in a comma that is meant as the letter б.

        Both are on the same key: “6,” on an English keyboard is 6б on a Russian one.
        """
        return False

    def next_is(self, *meanings: Word | Callable[[str], object]) -> bool:
        """Return whether the next word is one of these words, or is accepted by one of these functions."""
        return bool(self.words) and any(
            self.words[0] in meaning if isinstance(meaning, Word) else meaning(self.words[0])
            for meaning in meanings
        )

    def take(self) -> str:
        return self.words.pop(0)

    def take_if(self, meaning: Word) -> bool:
        """Remove the next one or two words if they spell `meaning`, and return whether they do."""
        for count in (1, 2):
            if len(self.words) >= count and " ".join(self.words[:count]) in meaning:
                del self.words[:count]
                return True
        return False

    def take_numbers(self) -> list[int | None]:
        """Remove and return the numbers that come next, with None for each question mark."""
        numbers: list[int | None] = []
        while self.next_is(NUMBER.match):
            word = self.take()
            numbers.append(None if word == "?" else int(word))
        return numbers

    def take_player(self, count: int) -> int:
        """Remove the next `count` words and return the player they name."""
        name = " ".join(self.words[:count])
        del self.words[:count]
        return read_player(self.state, name)

    def take_dealer(self) -> str | None:
        """Return the dealer whom the rest of the line names, or None if no words are left."""
        if self.take_if(DEALER):
            return self.state.names[self.take_player(len(self.words))]
        if self.words and self.words[0].isdecimal():
            raise refuse_word(self.words[0], N_("must be a number of tricks from 0 to 10"))
        if self.words:
            raise refuse_word(self.words[0], N_("this word is one too many, or in the wrong place"))
        return None

    def refuse_contract(self, template: str) -> InvalidInput:
        """Return the error for a line without a contract. `template` is the message.

        If the line is a single word that looks like a name, but names no player, the error is about the name.
        """
        if len(self.words) == 1 and len(self.words[0]) > _LETTERS and self.words[0].isalpha():
            read_player(self.state, self.words[0])  # raises InvalidInput if it names no player
        return refuse_word(self.words[min(1, len(self.words) - 1)], template)


def read_player(state: State, typed: str) -> int:
    """Return the player whom `typed` names, or raise InvalidInput if it names none or several.

    `typed` is the beginning of a name, a declined name, or a seat such as #2 or №2. The name may be typed in
    the other alphabet, and with е for ё.
    """
    seat = re.match(r"^(\D)([1-5])$", typed)
    left = state.seats.left
    meant = _find_players(state, state.seats, typed) or _find_players(state, tuple(left), typed)
    if seat and SEAT.is_exactly(seat[1]):
        seats = (*state.seats, *left)
        meant = [player for player in seats if str(state.seats.number(player)) == seat[2]] or meant
    if len(meant) == 1 and meant[0] not in left:
        return meant[0]
    if len(meant) == 1:
        raise InvalidInput([Problem("", who_left(state, meant[0]), word=typed)])
    if meant:
        who = join_names(state, meant)
        raise refuse_word(typed, N_("this name could mean {who}; type more letters"), who=who)
    guess = find_nearest(typed, [state.names[player] for player in state.seats])
    if guess:
        raise refuse_word(typed, N_("no player has this name; did you mean {guess}?"), guess=guess)
    players = join_names(state, state.seats)
    raise refuse_word(typed, N_("no player has this name; the players are {players}"), players=players)


def _find_players(state: State, among: Sequence[int], typed: str) -> list[int]:
    names = [(player, fold(state.names[player])) for player in among]
    earlier = [
        (player, fold(spelling))
        for player in among
        if isinstance(name := state.names[player], PlayerSpelling)
        for spelling in name.earlier
    ]
    in_latin = [(player, _write_latin(name)) for player, name in names]
    return find_people(typed, names, earlier) or find_people(_write_latin(fold(typed)), in_latin)


def _write_latin(folded: str) -> str:
    """Return a name in plain Latin letters, so that Чедомир, Čedomir and Chedomir are the same."""
    plain = "".join(char for char in normalize("NFD", transliterate(folded)) if not combining(char))
    return re.sub("(?<=[csz])h|k(?=h)", "", plain)


def resolve_dealer(state: State, dealer: str | None) -> int:
    """Return the number of the dealer whom a line names, or of the player whose turn it is to deal."""
    return state.dealer if dealer is None else state.names.index(dealer)


def refuse_declarer(state: State, declarer: int, dealer: int) -> InvalidInput:
    """Return the error for a line whose declarer sits out."""
    name = state.names[declarer]
    return refuse_word(name, SITS_OUT[declarer == dealer], name=name)


def with_rest(numbers: Sequence[int | None], players: Sequence[int]) -> list[int | None]:
    """Return the typed numbers of tricks, and add the last player's number if only this number is missing.

    For three players, [2, 3] becomes [2, 3, 5], because the tricks sum to ten.
    """
    known = [number for number in numbers if number is not None]
    if len(known) != len(numbers) or len(known) != len(players) - 1:
        return [*numbers]
    return [*known, max(0, 10 - sum(known))]


def tricks_by_name(state: State, players: Sequence[int], numbers: Sequence[int | None]) -> dict[str, int]:
    """Return the `numbers` of tricks by player name, as in an entry. Unknown numbers are left out."""
    pairs = zip(players, numbers, strict=False)
    return {state.names[player]: number for player, number in pairs if number is not None}


def write_numbers(
    state: State, numbers: Mapping[str, int], names: Sequence[str], *, whole: bool = False
) -> list[str]:
    """Return numbers of tricks as words of a line, such as ["3", "?", "4", "Vera=0"].

    Args:
        numbers: the known numbers by player name.
        names: the players whose numbers are written first, without names, with “?” for an unknown number. The
            other players in `numbers` follow with names.
        whole: whether to write “?” even if only unknown numbers of `names` follow.
    """
    words = [str(numbers.get(name, "?")) for name in names]
    while not whole and words and words[-1] == "?":
        words.pop()
    others = {name: number for name, number in numbers.items() if name not in names}
    named = (
        f"{write_name(state, name, lambda words: len(words) > 1)}={number}" for name, number in others.items()
    )
    return [*words, *named]


def write_letters(letters: Vocabulary[Meaning], meanings: Mapping[str, Meaning], names: Sequence[str]) -> str:
    """Return the calls or roles of players as one word, such as “wp”.

    Args:
        letters: the letter of each call or role.
        meanings: the call or role of each player, by name.
        names: the players whose letters are written first, in this order.
    """
    others = [name for name in meanings if name not in names]
    return "".join(letters[meanings[name]] for name in (*names, *others) if name in meanings)


def find_opponents(state: State, declarer: int, dealer: str | None) -> tuple[int, int]:
    """Return the two opponents of `declarer` in turn order, or raise InvalidInput if `declarer` sits out."""
    dealt_by = resolve_dealer(state, dealer)
    if declarer == state.seats.idle(dealt_by):
        raise refuse_declarer(state, declarer, dealt_by)
    return state.seats.opponents(declarer, dealt_by)


def get_opponent_names(state: State, declarer: str, dealer: str | None) -> list[str]:
    """Return the names of the declarer's two opponents in turn order, or [] for an impossible hand."""
    if declarer not in state.names:
        return []
    try:
        pair = find_opponents(state, state.names.index(declarer), dealer if dealer in state.names else None)
    except InvalidInput:
        return []
    return [state.names[player] for player in pair]


def find_people(typed: str, *tiers: Sequence[tuple[PersonT, str]]) -> list[PersonT]:
    """Return the people who may be meant by a typed name: several if it is ambiguous, none if it is unknown.

    Args:
        tiers: lists of pairs of a person and a name in lower case. A later list is searched only if no
            earlier list contains a match.
    """
    for names in tiers:
        for variant in typed_variants(" ".join(typed.split())):
            people = _match_people(names, variant)
            if people:
                return people
    return []


def _match_people(names: Sequence[tuple[PersonT, str]], typed: str) -> list[PersonT]:
    # A strict comparison that finds people ends the search. A name typed in ASCII is declined only in the
    # current language.
    codes = [language()] if typed.isascii() else dict.fromkeys(filter(load_names, (language(), *LANGUAGES)))
    fitting = (
        dict.fromkeys(player for player, name in names if fits(name))
        for code in codes
        for fits in _name_comparisons(typed, code)
        if typed
    )
    return list(next(filter(None, fitting), ()))


def _name_comparisons(typed: str, code: str) -> tuple[Callable[[str], bool], ...]:
    return (
        lambda name: name == typed,
        lambda name: unify_letters(name) == typed,
        lambda name: (
            name.startswith(typed)
            or unify_letters(name).startswith(typed)
            or typed in decline_name(name, code)
        ),
        lambda name: typed in decline_first_words(name, code),
        lambda name: _names_later_word(name, typed, code),
    )


def _names_later_word(name: str, typed: str, code: str) -> bool:
    first, *later = unify_letters(name).split()
    beginning = len(typed) > _LETTERS and any(
        word.startswith(typed) or typed in decline_name(word, code) for word in later
    )
    return beginning or (bool(later) and typed == "".join(word[0] for word in (first, *later)))


def join_words(*words: str) -> str:
    return " ".join(word for word in words if word)


Misread = Callable[[Sequence[str]], bool]
"""A function that returns whether a line that begins with the words of a name would be misread."""


def write_name(state: State, name: str, misread: Misread | None = None) -> str:
    """Return a player's name for a line, or the seat, such as #2, if the name could mean something else.

    Args:
        name: the name. If no player has this name, it is returned unchanged.
        misread: a function that returns whether the words of a name look like other words, such as a
            contract. None checks only whether the name could mean another player.
    """
    if name not in state.names:
        return name
    player = state.names.index(name)
    words = name.split()
    try:
        safe = read_player(state, name) == player
    except InvalidInput:
        safe = False
    if not safe or (misread and misread(words)):
        return write_seat(state, player)
    return " ".join(words)


def write_seat(state: State, player: int) -> str:
    """Return a player's seat as it is typed, such as #2, or №2 in Russian."""
    return f"{SEAT}{state.seats.number(player)}"


def write_dealer(state: State, dealer: str | None, misread: Misread | None = None) -> str:
    """Return the words that name the dealer in a line, or "" if `dealer` is None.

    `misread` is explained in `write_name`.
    """
    return "" if dealer is None else f"{DEALER} {write_name(state, dealer, misread)}"
