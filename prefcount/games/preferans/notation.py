"""The short notation of Preferans: one typed line for one hand.

`parse` reads each line that `format` writes as the same hand (file format, "One line for one hand"; rule
book, section 7). A line can also contain facts that the form does not ask for, such as tricks on which no
score depends.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from prefcount.base.i18n import N_
from prefcount.base.problems import InvalidInput
from prefcount.entries.models import Entry
from prefcount.entries.names_and_figures import fold, unify_letters
from prefcount.games.notation import (
    DEALER,
    NUMBER,
    SUIT_WORDS,
    LineWords,
    Vocabulary,
    Word,
    join_words,
    parse_contract,
    read_player,
    refuse_declarer,
    refuse_word,
    resolve_dealer,
    tricks_by_name,
    typed_variants,
    with_rest,
    write_contract,
    write_dealer,
    write_letters,
    write_name,
    write_numbers,
    write_seat,
)
from prefcount.games.preferans.legality import raspasy_order
from prefcount.games.preferans.state import (
    ALL_TRICKS,
    CALL_LETTERS,
    FACTORS,
    LEVELS,
    Call,
    Contract,
    ContractEntry,
    MisdealEntry,
    MisereEntry,
    PreferansState,
    RaspasyEntry,
    Roles,
    TalonThrownEntry,
    assign_roles,
)
from prefcount.games.state import HOLD_CARDS, join_names
from prefcount.ledger import NO_PLAYER

TALON = Word("preferans.talon")
_RANKS = Vocabulary[str]("preferans.rank")
_CARD = re.compile(r"^(10|.)(.)$")
_TWO_CARDS = re.compile(r"^((?:10|.)\D)((?:10|.)\D)$")
"""Two cards typed without a blank, such as ASKH."""


def read_talon(typed: str) -> tuple[str, str]:
    """Return the two cards of the talon as files spell them, or raise InvalidInput."""
    words = typed.upper().split()
    if len(words) == 1 and (both := _TWO_CARDS.match(words[0])):
        words = [both[1], both[2]]
    cards = [card for card in map(_read_card, words) if card]
    if len(cards) == len(words) == 2:
        return cards[0], cards[1]
    bad = next((word for word in words if not _read_card(word)), str(TALON))
    raise refuse_word(bad, N_("write the talon as two cards, such as AS 10H"))


def _read_card(word: str) -> str | None:
    for variant in typed_variants(word.replace("\N{VARIATION SELECTOR-16}", "")):
        match = _CARD.match(variant)
        if match:
            rank, suit = _RANKS.read_exact(match[1]), SUIT_WORDS.read_exact(match[2])
            if rank and suit and suit != "N":
                return f"{rank}{suit}"
    return None


_RASPASY = Word("preferans.raspasy")
_MISERE = Word("preferans.misere")
_BLIND = Word("preferans.blind")
_TIMES = Word("preferans.times")
_LEVELS = frozenset(map(str, LEVELS))
_TOGETHER = re.compile(r"[0-9]([-/]?[0-9]){2,3}")
_MISDEAL = Word("preferans.misdeal")
_THROWN = Word("preferans.thrown")
_CONCEDES, _CONCEDED = Word("preferans.concedes"), Word("preferans.conceded")
_BOTH_PASS = Word("preferans.both_pass")
"""Two passes after a contract. At the beginning of a line, “all pass” is a raspasy."""
_BOTH: dict[Word, Call] = {Word("preferans.both_whist"): "whist", _BOTH_PASS: "pass"}
_WITHOUT, _OVER = Word("preferans.down"), Word("preferans.over")
_EXACTLY, _MADE = Word("preferans.exactly"), Word("preferans.made")
_TRICKS, _TOOK = Word("preferans.tricks"), Word("preferans.took")
"""The words next to a number of tricks, which may be left out."""
_FILLER = Word("preferans.plays")
"""Words without a meaning of their own, such as “plays” and “and”. They are left out."""
_DASHES = frozenset("-–—")
_SPOKEN = Vocabulary[str]("preferans.number")
"""The spelled-out forms of levels and numbers of tricks, such as “six” for 6."""


def parse(state: PreferansState, line: str) -> Entry:
    state = state.table
    reader = _Words(state, line, N_("is empty; write a hand such as “anna 7h wp 6”"))
    words = reader.words
    if _is_raspasy(state, words):
        return _parse_raspasy(reader)
    is_name = len(words[0]) == 1 or _names_player(state, words[0])
    if words[0] in _MISDEAL and (len(words) == 1 or words[1] in DEALER or not is_name):
        reader.take()
        return MisdealEntry(dealer=reader.take_dealer())
    if len(words) == 1 and words[0] in _THROWN:
        return TalonThrownEntry()
    return _parse_contract(reader)


def _is_raspasy(state: PreferansState, words: Sequence[str]) -> bool:
    # A long word such as “raspasy” is enough if it names no player. After the letter r, numbers must follow.
    first, further = words[0], list(takewhile(lambda word: word not in DEALER, words[1:]))
    if first not in _RASPASY and first not in _BOTH_PASS:
        return False
    if all(NUMBER.match(word) or _read_factor(word) or _read_together(word) for word in further):
        return True
    named = further[1:] if _read_factor(further[0]) else further
    try:
        if len(_read_named_tricks(state, named)) > 1:
            return True
    except InvalidInput:
        pass
    begins = further[0][0].isdecimal() or NUMBER.match(further[0]) or _read_factor(further[0])
    return bool(begins or len(first) > 1) and _find_player_or_none(state, words[:1]) is None


def _read_named_tricks(state: PreferansState, words: Sequence[str]) -> dict[int, int]:
    tricks, name = dict[int, int](), list[str]()
    for word in words:
        if word not in _DASHES and not word.isdecimal():
            name.append(word)
        elif word.isdecimal():
            tricks[_read_new_player(state, tricks, name or [word])] = int(word)
            name = []
    if name:
        _read_new_player(state, tricks, name)
        raise refuse_word(name[-1], N_("a number of tricks must follow this name"))
    return tricks


def _read_new_player(state: PreferansState, known: Container[int], name: Sequence[str]) -> int:
    counts = range(len(name) - 1, 0, -1)
    begins = next((count for count in counts if _find_player_or_none(state, name[:count]) is not None), 0)
    if begins and _find_player_or_none(state, name) is None:
        raise refuse_word(name[begins], N_("must be a number of tricks from 0 to 10"))
    player = read_player(state, " ".join(name))  # raises InvalidInput
    if player in known:
        raise refuse_word(" ".join(name), N_("this player is named twice"))
    return player


def _read_factor(word: str) -> str | None:
    match = re.match(r"^(\D)(\d+)$", word)
    return match[2] if match and match[1] in _TIMES else None


def _read_together(word: str) -> list[int]:
    """Return [3, 5, 2] for a word such as 352 or 3-5-2, or [] if the numbers do not sum to ten."""
    digits = [int(digit) for digit in word if digit.isdecimal()] if _TOGETHER.fullmatch(word) else []
    return digits if sum(digits) == ALL_TRICKS else []


_DOWN = re.compile(r"^[-−][0-9]+$")
_DIFFERENCE = re.compile(r"^[-−+][0-9]+$")
"""Undertricks or overtricks, such as -2 or +1."""
_PHRASES = (_RASPASY, _MISERE, _BLIND, _MISDEAL, _CONCEDES, *_BOTH, _WITHOUT, _OVER, _EXACTLY, _TOOK)
_MAX_PHRASE = 3
"""Maximum number of words in a phrase."""
_MIN_NAME = 3
"""Minimum length of a name after a contract. Shorter words there are calls."""


def _read_sign(word: str) -> str:
    return "-" if word in _WITHOUT else "+" if word in _OVER else ""


class _Concession(NamedTuple):
    said: str
    down: str


class _Words(LineWords[PreferansState]):
    """The words of a Preferans line. They are simplified: “two tricks” becomes “2”."""

    def __init__(self, state: PreferansState, line: str, empty: str) -> None:
        super().__init__(state, line, empty)
        self._names = {word for player in state.seats for word in fold(state.names[player]).split()}
        self.words = [*self._join_phrases()]
        for at in range(len(self.words) - 2, -1, -1):
            if at or not _names_player(state, self.words[0]):
                self.words[at : at + 2] = self._simplify(*self.words[at : at + 2], after_contract=at > 1)
        self._put_declarer_first()

    def ends_in_letter(self, index: int) -> bool:
        # After the level of a contract, “7, dd” is 7б вв, but “7, both pass” is 7 and two passes.
        level, earlier, following = self.words[index][:-1], self.words[:index], self.words[index + 1 :][:1]
        has_contract = any(word in _LEVELS or parse_contract(word) for word in earlier)
        if level not in _LEVELS or has_contract or self.words[0] in _RASPASY:
            return False
        return not any(map(_is_typed_as_meant, following))

    def _join_phrases(self) -> Iterator[str]:
        """Yield the words of the line. “no trump” becomes one word, and “six” becomes “6”."""
        words, before = list(self.words), ""
        while words:
            counts = range(min(_MAX_PHRASE, len(words)), 1, -1)
            count = next((count for count in counts if self._is_phrase(words[:count])), 1)
            phrase = " ".join(words[:count])
            del words[:count]
            number = _SPOKEN.read_exact(unify_letters(fold(phrase)))
            # “и” is a player at the beginning, before a number and after “dealer”, and else the filler “and”.
            is_filler = phrase in _FILLER and (before in DEALER or (words and words[0].isdecimal()))
            may_be_name = count == 1 and (not before or is_filler)
            if fold(phrase) in self._names or (may_be_name and _names_player(self.state, phrase)):
                yield phrase
            elif number or not before or phrase not in _FILLER:
                yield number or phrase
            before = phrase

    def _is_phrase(self, words: Sequence[str]) -> bool:
        phrase = " ".join(words)
        if any(map(str.isdecimal, phrase)) or not self._names.isdisjoint(map(fold, words)):
            return False
        return any(phrase in meaning for meaning in _PHRASES) or any(
            vocabulary.read(phrase) for vocabulary in (SUIT_WORDS, CALL_LETTERS, _SPOKEN)
        )

    @staticmethod
    def _simplify(first: str, second: str, *, after_contract: bool) -> list[str]:
        is_contract = parse_contract(second) or (second in _LEVELS and not after_contract)
        is_result = NUMBER.match(second) or _DIFFERENCE.match(second) or second in _EXACTLY
        announces = is_contract and len(first) > 1 and first in _CONCEDED  # “on 7h”
        tells = (is_contract or is_result or second in _MISERE) and (first in _TOOK or first in _MADE)
        simple = [first, second]
        # A single letter after a level is a call, a longer word such as “пик” is the suit.
        if first in _LEVELS and len(second) > 1 and SUIT_WORDS.read(second):
            simple = [first + second]
        elif (is_contract and first in _BLIND) or (second in _MISERE and first in _MADE):
            simple = [second, first]
        elif announces or tells:
            simple = [second]
        elif NUMBER.match(first) and second in _TRICKS:
            simple = [first]
        elif second.isdecimal() and (sign := _read_sign(first)):  # “down one”
            simple = [f"{sign}{second}"]
        elif first.isdecimal() and after_contract and (sign := _read_sign(second)):  # “one down”
            simple = [f"{sign}{first}"]
        return simple

    def _put_declarer_first(self) -> None:
        """Turn “misere anna 2” into “anna misere 2”."""
        first, *others = self.words
        is_contract = parse_contract(first) is not None
        if not is_contract and (len(first) == 1 or first not in _MISERE or _names_player(self.state, first)):
            return
        for count in range(len(others), 0, -1):
            is_letter = is_contract and len(others[0]) < _MIN_NAME  # a call, such as “w”
            if not is_letter and _names_player(self.state, " ".join(others[:count])):
                self.words = [*others[:count], first, *others[count:]]
                return

    def take_numbers(self) -> list[int | None]:
        """Remove and return the numbers that come next, with None for each “?”.

        A word such as 352 is three numbers.
        """
        if self.next_is(_read_together):
            return [*_read_together(self.take())]
        return super().take_numbers()

    def take_concession(self) -> _Concession | None:
        """Remove and return the words of a concession, or return None if the line has no concession.

        “anna gave up for three on 7h” (three undertricks conceded) becomes “anna 7h”.
        """
        for at, word in enumerate(self.words[1:], start=1):
            further = self.words[at + 1 :]
            is_down = _DOWN.match(word) and further and parse_contract(further[0])  # “anna -3 7h”
            if is_down or (word in _CONCEDES and fold(word) not in self._names):
                down = word if is_down else further.pop(0) if further and _DOWN.match(further[0]) else ""
                if further and further[0] in _CONCEDED:
                    del further[0]
                self.words[at:] = further
                return _Concession(word, down)
        return None

    def take_named_tricks(self) -> dict[int, int]:
        """Remove words such as “anna 3 boris 5”, and return the tricks of each player they name."""
        words = list(takewhile(lambda word: word not in DEALER and word not in TALON, self.words))
        tricks = _read_named_tricks(self.state, words)
        del self.words[: len(words)]
        return tricks

    def take_factor(self) -> int | None:
        """Remove and return the factor of the hand, or return None if the next word is not a factor."""
        times = _read_factor(self.words[0]) if self.words else None
        if times is None:
            return None
        word = self.take()
        if times not in map(str, FACTORS):
            raise refuse_word(word, N_("a hand cannot count this many times; write x2 to x8"))
        return int(times)

    def take_talon(self) -> tuple[str, str] | None:
        if not self.take_if(TALON):
            return None
        count = 1 if self.next_is(_TWO_CARDS.match) else 2
        cards = read_talon(" ".join(self.words[:count]))
        del self.words[:count]
        return cards


def _is_typed_as_meant(word: str) -> bool:
    # A word after a level may be a call or a name, or a call typed on another keyboard, such as “dd”.
    letters = fold(word).rstrip(",")
    other_keyboards = typed_variants(letters)[1:]
    if not letters.isascii() or all(map(CALL_LETTERS.read_exact, letters)):
        return True
    return letters.isalpha() and len(letters) > 2 and not any(map(CALL_LETTERS.read_exact, other_keyboards))


def _parse_raspasy(reader: _Words) -> RaspasyEntry:
    word, state = reader.take(), reader.state
    factor = reader.take_factor()
    tricks = dict[int, int]()
    if reader.words and not reader.next_is(DEALER, NUMBER.match, lambda word: word[0].isdecimal()):
        tricks = reader.take_named_tricks()
    numbers, dealer = reader.take_numbers(), reader.take_dealer()
    players = _find_raspasy_players(state, resolve_dealer(state, dealer), len(tricks or numbers))
    if tricks:
        return _raspasy_by_name(state, players, tricks, RaspasyEntry(tricks={}, factor=factor, dealer=dealer))
    if state.size > 2:
        numbers = with_rest(numbers, players)
    if len(numbers) != len(players):
        sentence, named = N_("needs a number of tricks for each of {who}"), players
        if state.size > 2:
            sentence = N_("needs the tricks of {who} in this order; those of {last} may be left out")
            named = players[:-1]
        last = state.names[players[-1]]
        raise refuse_word(word, sentence, who=join_names(state, named), last=last)
    return RaspasyEntry(tricks=tricks_by_name(state, players, numbers), factor=factor, dealer=dealer)


def _raspasy_by_name(
    state: PreferansState, players: Sequence[int], tricks: Mapping[int, int], entry: RaspasyEntry
) -> RaspasyEntry:
    missing = [player for player in players if player not in tricks]
    if len(missing) == 1 and len(tricks) == len(players) - 1:
        tricks = {**tricks, missing[0]: max(0, ALL_TRICKS - sum(tricks.values()))}
    by_name = {state.names[player]: number for player, number in tricks.items()}
    return entry.model_copy(update={"tricks": by_name})


def _find_raspasy_players(state: PreferansState, dealer: int, count: int) -> tuple[int, ...]:
    # The first three numbers belong to the players who hold cards, the fourth to the dealer, and the fifth to
    # the other player who sits out.
    active = [player for player in state.seats if player in state.seats.active(dealer)]
    order = (*active, *reversed(state.seats.resting(dealer)))
    return order[:count] if HOLD_CARDS <= count <= state.size else raspasy_order(state, dealer)


def _parse_contract(reader: _Words) -> ContractEntry | MisereEntry:
    state, words, concession = reader.state, reader.words, reader.take_concession()
    index, declarer = _find_contract(state, words)
    if index is None and concession is not None:
        raise refuse_word(
            concession.said, N_("on which contract? Write it after the name: “anna 7h down three”")
        )
    if index is None:
        raise _refuse_no_contract(reader)
    if declarer is None:
        declarer = read_player(state, " ".join(words[:index]))  # raises InvalidInput
    del words[:index]
    word = reader.take()
    suited = (int(word), "") if word in _LEVELS else parse_contract(word)
    contract = Contract(*suited) if suited else None
    blind, factor = reader.take_if(_BLIND), reader.take_factor()
    if concession is not None and contract is None:
        raise refuse_word(concession.said, N_("this word is one too many, or in the wrong place"))
    left = _read_left_without(reader, concession) if contract else None
    further = list(reader.words)
    calls = _read_calls(reader) if contract and left is None else None
    said = " ".join(further[: len(further) - len(reader.words)])
    numbers = [*_read_spoken_tricks(reader, contract, calls), *reader.take_numbers()]
    by_player = dict[int, int]()
    if contract and not numbers and reader.words and _names_player(state, reader.words[0]):
        by_player = reader.take_named_tricks()
    talon, dealer = reader.take_talon(), reader.take_dealer()
    roles = _find_roles(state, declarer, dealer)
    if len(numbers) > len(roles.players):
        who = join_names(state, roles.players)
        raise refuse_word(
            str(numbers[-1]), N_("is one number too many; write a number of tricks only for {who}"), who=who
        )
    fields: dict[str, Any] = {
        "declarer": state.names[declarer],
        "blind": blind,
        "tricks": tricks_by_name(state, [*by_player] or roles.players, [*by_player.values()] or numbers),
        "talon": talon,
        "factor": factor,
        "dealer": dealer,
    }
    if contract is None:
        if not fields["tricks"]:
            raise refuse_word(word, N_("needs the declarer's tricks, such as “m 0”"))
        return MisereEntry(**fields)
    named = None if calls is None else _calls_by_name(state, roles, calls, said)
    return ContractEntry(contract=contract, calls=named, left_without=left, **fields)


def _read_spoken_tricks(
    reader: _Words, contract: Contract | None, calls: Sequence[Call] | Mapping[int, Call] | None
) -> list[int]:
    # The declarer's tricks in words such as “down 2”, “exactly” or, for a misère, “made”; else [].
    if contract is None:
        return [0] if reader.take_if(_MADE) else []
    if reader.next_is(_DIFFERENCE.match):
        word = reader.take()
        tricks = contract.level + int(word.replace("−", "-"))
        if tricks not in range(ALL_TRICKS + 1):
            raise refuse_word(word, N_("must be a number of tricks from 0 to 10"))
        return [tricks]
    if reader.take_if(_EXACTLY):
        return [contract.level]
    said = calls.values() if isinstance(calls, Mapping) else calls
    if reader.next_is(_MADE) and (said is None or "whist" in said):
        sentence = N_("with how many tricks? Write the number, or “{exactly}” for {level}")
        raise refuse_word(reader.take(), sentence, exactly=str(_EXACTLY), level=contract.level)
    reader.take_if(_MADE)
    return []


def _refuse_no_contract(reader: _Words) -> InvalidInput:
    state, words = reader.state, reader.words
    if parse_contract(words[0]):
        raise refuse_word(words[0], N_("write the declarer's name before the contract"))
    if len(words) > 1:
        read_player(state, words[0])  # raises if it names no player
    if raspasy := next((word for word in words[1:] if word in _RASPASY), ""):
        sentence = N_("a raspasy has no declarer; write r and the tricks of {who}, in this order")
        return refuse_word(raspasy, sentence, who=join_names(state, raspasy_order(state, state.dealer)))
    sentence = N_("is not a contract; write 6s to 10n, m for misère, or r and the tricks for raspasy")
    return reader.refuse_contract(sentence)


def _find_contract(state: PreferansState, words: Sequence[str]) -> tuple[int | None, int | None]:
    # A bare level such as 7 counts only if no contract with a suit follows a name. The last level is tried
    # first, because names may contain numbers.
    suited = _find_suited_contract(words)
    levels = [index for index, word in enumerate(words) if index and word in _LEVELS]
    for index in ([] if suited is None else [suited]) + levels[::-1]:
        declarer = _find_player_or_none(state, words[:index])
        if declarer is not None:
            return index, declarer
    if suited is None and levels[:1] == [1] and words[0] not in _RASPASY:
        return 1, None
    return suited, None


def _find_suited_contract(words: Sequence[str]) -> int | None:
    # A “v” is on the same key as the Russian “м” for misère. It counts only if the line has no other
    # contract.
    places = list(enumerate(words))[1:]
    typed = (index for index, word in places if parse_contract(word) or _MISERE.is_exactly(fold(word)))
    return next(typed, None) or next((index for index, word in places if word in _MISERE), None)


def _find_player_or_none(state: PreferansState, words: Sequence[str]) -> int | None:
    try:
        return read_player(state, " ".join(words))
    except InvalidInput:
        return None


def _names_player(state: PreferansState, typed: str) -> bool:
    return _find_player_or_none(state, [typed]) is not None


def _read_left_without(reader: _Words, concession: _Concession | None) -> int | None:
    word = concession.down if concession is not None else ""
    if not word and reader.next_is(_DOWN.match):
        word = reader.take()
    if not word:
        return None if concession is None else reader.state.rules.leave_without or 3
    if word[1:] not in {str(tricks) for tricks in range(1, 11)}:
        raise refuse_word(word, N_("must be a number of undertricks, such as “-3”"))
    return int(word[1:])


def _read_calls(reader: _Words) -> list[Call] | dict[int, Call] | None:
    if not reader.words or reader.next_is(_ends_calls):
        return None
    if named := _read_named_calls(reader):
        return named
    first, calls = reader.words[0], list[Call]()
    for both, call in _BOTH.items():
        if reader.take_if(both):
            calls += [call, call]
    while reader.words and (further := CALL_LETTERS.read_letters(reader.words[0])):
        calls += further
        reader.take()
    if not 0 < len(calls) <= 3:
        raise refuse_word(
            first,
            N_("these letters are not calls; write w for whist, p for pass, h for half a whist, e.g. “wp”"),
        )
    return calls


def _ends_calls(word: str) -> bool:
    number = NUMBER.match(word) or _DIFFERENCE.match(word) or _read_together(word)
    return bool(number) or any(word in further for further in (TALON, DEALER, _EXACTLY, _MADE))


def _read_named_calls(reader: _Words) -> dict[int, Call]:
    words = list(takewhile(lambda word: not _ends_calls(word), reader.words))
    count = len(words)
    if all(map(CALL_LETTERS.read_letters, words)):
        return {}
    calls = dict[int, Call]()
    while words:
        found = _read_named_call(reader.state, words)
        if found is None or found[0] in calls:
            break
        player, call, used = found
        calls[player] = call
        del words[:used]
    if calls:
        del reader.words[: count - len(words)]
    return calls


def _read_named_call(state: PreferansState, words: Sequence[str]) -> tuple[int, Call, int] | None:
    # Returns the player, the call, and the number of words that say so.
    for count in range(1, len(words)):
        for name, word in ((words[:count], words[count]), (words[1 : count + 1], words[0])):
            player, call = _find_player_or_none(state, name), CALL_LETTERS.read(word)
            if player is not None and call is not None:
                return player, call, count + 1
    return None


def _find_roles(state: PreferansState, declarer: int, dealer: str | None) -> Roles:
    out = resolve_dealer(state, dealer)
    roles = assign_roles(state.seats, out, declarer)
    if roles is None:
        raise refuse_declarer(state, declarer, out)
    return roles


def _calls_by_name(
    state: PreferansState, roles: Roles, calls: Sequence[Call] | Mapping[int, Call], typed: str
) -> dict[str, Call]:
    callers = list(roles.defenders)
    if len(calls) == 3 and roles.idle != NO_PLAYER:
        callers.append(roles.idle)
    by_player = calls if isinstance(calls, Mapping) else dict(zip(callers, calls, strict=False))
    if len(calls) != len(callers) or by_player.keys() != set(callers):
        raise refuse_word(typed, N_("needs one call for each of {who}"), who=join_names(state, callers))
    return {state.names[player]: by_player[player] for player in callers}


def format(state: PreferansState, entry: Entry) -> str:
    state = state.table
    match entry:
        case ContractEntry():
            return _write_contract_line(state, entry)
        case MisereEntry():
            name = write_name(state, entry.declarer, _is_misread)
            numbers = write_numbers(state, entry.tricks, _order_names(state, entry))
            return join_words(name, str(_MISERE), *_write_extras(entry), *numbers, *_write_tail(state, entry))
        case RaspasyEntry():
            words = (*_write_factor(entry), *_write_raspasy_numbers(state, entry))
            return join_words(str(_RASPASY), *words, write_dealer(state, entry.dealer, _is_misread))
        case MisdealEntry():
            return join_words(str(_MISDEAL), write_dealer(state, entry.dealer, _is_misread))
        case TalonThrownEntry():
            return str(_THROWN)
    return ""


def _write_contract_line(state: PreferansState, entry: ContractEntry) -> str:
    # If the declarer's name before a contract without a suit would be misread, the line names the seat.
    name, order = write_name(state, entry.declarer, _is_misread), _order_names(state, entry)
    words = (
        *_write_extras(entry),
        "" if entry.left_without is None else f"-{entry.left_without}",
        write_letters(CALL_LETTERS, entry.calls or {}, order[1:]),
        *write_numbers(state, entry.tricks or {}, order),
        *_write_tail(state, entry),
    )
    if entry.contract.trump:
        return join_words(name, write_contract(*entry.contract), *words)
    line = join_words(name, str(entry.contract), *words)
    typed = line.split()
    misread = _is_raspasy(state, typed) or _find_contract(state, typed)[0] != len(name.split())
    if entry.declarer in state.names and misread:
        seat = write_seat(state, state.names.index(entry.declarer))
        return join_words(seat, str(entry.contract), *words)
    return line


def _is_misread(words: Sequence[str]) -> bool:
    contract = any(parse_contract(word) or word in _MISERE for word in words[1:])
    return contract or (len(words) > 1 and (words[0] in _RASPASY or words[0] in _MISDEAL))


def _write_extras(entry: ContractEntry | MisereEntry) -> list[str]:
    return [*([str(_BLIND)] if entry.blind else []), *_write_factor(entry)]


def _write_factor(entry: ContractEntry | MisereEntry | RaspasyEntry) -> list[str]:
    return [f"{_TIMES}{entry.factor}"] if entry.factor else []


def _order_names(state: PreferansState, entry: ContractEntry | MisereEntry) -> list[str]:
    dealer = entry.dealer if entry.dealer in state.names else None
    try:
        players = _find_roles(state, state.names.index(entry.declarer), dealer).players
    except (InvalidInput, ValueError):
        return [entry.declarer]
    return [state.names[player] for player in players]


def _write_raspasy_numbers(state: PreferansState, entry: RaspasyEntry) -> list[str]:
    dealer = state.names.index(entry.dealer) if entry.dealer in state.names else state.dealer
    order = [state.names[player] for player in _find_raspasy_players(state, dealer, state.size)]
    while len(order) > HOLD_CARDS and order[-1] not in entry.tricks:
        order.pop()
    return [str(entry.tricks.get(name, "?")) for name in order]


def _write_tail(state: PreferansState, entry: ContractEntry | MisereEntry) -> list[str]:
    cards = [f"{_RANKS[card[:-1]]}{SUIT_WORDS[card[-1]]}" for card in entry.talon or ()]
    talon = [str(TALON), *cards] if cards else []
    return [*talon, write_dealer(state, entry.dealer, _is_misread)]
