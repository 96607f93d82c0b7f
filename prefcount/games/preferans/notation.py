"""The short notation of Preferans: one typed line for one hand.

`parse` reads each line that `format` writes as the same hand (file format, "One line for one hand"; rule
book, section 7). A line can also contain facts that the form does not ask for, such as tricks on which no
score depends.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import product, takewhile
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
_TOGETHER = re.compile(r"[0-9](-?[0-9]){2,3}")
_MISDEAL = Word("preferans.misdeal")
_THROWN = Word("preferans.thrown")
_CONCEDES, _CONCEDED = Word("preferans.concedes"), Word("preferans.conceded")
_BOTH: dict[Word, Call] = {Word("preferans.both_whist"): "whist", Word("preferans.both_pass"): "pass"}
_WITHOUT = Word("preferans.down")
_PLAYS, _EXACTLY, _MADE = map(Word, ("preferans.plays", "preferans.exactly", "preferans.made"))
_TRICKS, _TOOK = Word("preferans.tricks"), Word("preferans.took")
"""The word after a number of tricks, which may be left out."""
_SPOKEN = Vocabulary[str]("preferans.number")
"""The spelled-out forms of levels and numbers of tricks, such as “six” for 6."""


def parse(state: PreferansState, line: str) -> Entry:
    state = state.table
    reader = _Words(state, line, N_("is empty; write a hand such as “anna 7h wp 6”"))
    words = reader.words
    if _is_raspasy(state, words):
        return _parse_raspasy(reader)
    if words[0] in _MISDEAL and (len(words) == 1 or words[1] in DEALER):
        reader.take()
        return MisdealEntry(dealer=reader.take_dealer())
    if len(words) == 1 and words[0] in _THROWN:
        return TalonThrownEntry()
    return _parse_contract(reader)


def _is_raspasy(state: PreferansState, words: Sequence[str]) -> bool:
    # If no player's name begins with the first word, only the second word is checked.
    if words[0] not in _RASPASY:
        return False
    further = list(takewhile(lambda word: word not in DEALER, words[1:]))
    if all(NUMBER.match(word) or _read_factor(word) or _read_together(word) for word in further):
        return True
    if _read_named_tricks(state, further[1:] if _read_factor(further[0]) else further):
        return True
    begins = further[0][0].isdecimal() or NUMBER.match(further[0]) or _read_factor(further[0])
    return bool(begins) and _find_player_or_none(state, words[:1]) is None


def _read_named_tricks(state: PreferansState, words: Sequence[str]) -> dict[int, int]:
    tricks, name = dict[int, int](), list[str]()
    for word in words:
        if not word.isdecimal():
            name.append(word)
            continue
        player = _find_player_or_none(state, name) if name else None
        if player is None or player in tricks:
            return {}
        tricks[player], name = int(word), []
    return tricks if len(tricks) > 1 and not name else {}


def _read_factor(word: str) -> str | None:
    match = re.match(r"^(\D)(\d+)$", word)
    return match[2] if match and match[1] in _TIMES else None


def _read_together(word: str) -> list[int]:
    """Split a word such as 352 or 3-5-2 into numbers of tricks. Return [] unless they sum to ten."""
    digits = [int(digit) for digit in word if digit.isdecimal()] if _TOGETHER.fullmatch(word) else []
    return digits if sum(digits) == ALL_TRICKS else []


_DOWN = re.compile(r"^[-−][0-9]+$")


class _Concession(NamedTuple):
    said: str
    down: str


class _Words(LineWords[PreferansState]):
    """The words of a Preferans line. They are simplified: “two tricks” becomes “2”."""

    def __init__(self, state: PreferansState, line: str, empty: str) -> None:
        super().__init__(state, line, empty)
        self._drop_commas()
        first, *others = self.words
        self._names = {word for player in state.seats for word in fold(state.names[player]).split()}
        self.words = [first]
        for word in others:
            number = None if fold(word) in self._names else _SPOKEN.read_exact(unify_letters(fold(word)))
            if number or word not in _PLAYS or fold(word) in self._names:
                self.words.append(number or word)
        for at in range(len(self.words) - 2, 0, -1):
            self.words[at : at + 2] = self._simplify(*self.words[at : at + 2], after_contract=at > 1)
        if len(first) > 1 and first in _MISERE:
            self._put_declarer_first()

    def _drop_commas(self) -> None:
        """Remove commas after contracts and numbers.

        After the level of a contract the comma may be the letter б on another keyboard: “7, dd” is 7б вв.
        """
        has_contract = self.words[0] in _RASPASY
        for at, word in enumerate(self.words):
            figure, following = word.removesuffix(","), self.words[at + 1 : at + 2]
            if figure in _LEVELS and not has_contract:
                is_figure = any(map(_is_typed_as_meant, following))
            else:
                is_figure = figure.isdecimal() or parse_contract(figure) is not None
            if is_figure:
                self.words[at] = figure
            has_contract |= figure in _LEVELS or parse_contract(word) is not None

    @staticmethod
    def _simplify(first: str, second: str, *, after_contract: bool) -> list[str]:
        joined = f"{first} {second}"
        if SUIT_WORDS.read(joined) or CALL_LETTERS.read(joined):  # “no trump”, “takes half”
            return [joined]
        if NUMBER.match(first) and second in _TRICKS:
            return [first]
        if NUMBER.match(second) and first in _TOOK:
            return [second]
        if second.isdecimal() and first in _WITHOUT:
            return [f"-{second}"]
        if first.isdecimal() and second in _WITHOUT and after_contract:  # “one down”
            return [f"-{first}"]
        return [first, second]

    def _put_declarer_first(self) -> None:
        """Turn “misere anna 2” into “anna misere 2”, unless the first word names a player."""
        misere, *others = self.words
        counts = range(len(others), 0, -1) if _find_player_or_none(self.state, [misere]) is None else ()
        for count in counts:
            if _find_player_or_none(self.state, others[:count]) is not None:
                self.words = [*others[:count], misere, *others[count:]]
                return

    def take_numbers(self) -> list[int | None]:
        """Remove and return the next numbers, also from one word such as 352. Each “?” becomes None."""
        if self.next_is(_read_together):
            return [*_read_together(self.take())]
        return super().take_numbers()

    def take_concession(self) -> _Concession | None:
        """Remove and return the words of a concession, or return None if the line has no concession.

        “anna gave up for three on 7h” becomes “anna 7h”.
        """
        for at, count in product(range(1, len(self.words)), (2, 1)):
            words, further = self.words[at : at + count], self.words[at + count :]
            if " ".join(words) not in _CONCEDES or not self._names.isdisjoint(map(fold, words)):
                continue
            down = further.pop(0) if further and _DOWN.match(further[0]) else ""
            if further and further[0] in _CONCEDED:
                del further[0]
            self.words[at:] = further
            return _Concession(" ".join(words), down)
        return None

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
    tricks = _read_named_tricks(state, list(takewhile(lambda word: word not in DEALER, reader.words)))
    while tricks and not reader.next_is(DEALER) and reader.words:
        reader.take()
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
    word, contract = words[0], _read_contract(reader)
    blind, factor = reader.take_if(_BLIND), reader.take_factor()
    if concession is not None and contract is None:
        raise refuse_word(concession.said, N_("this word is one too many, or in the wrong place"))
    left = _read_left_without(reader, concession) if contract else None
    calls = _read_calls(reader) if contract and left is None else None
    numbers = [*_read_spoken_tricks(reader, contract), *reader.take_numbers()]
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
        "tricks": tricks_by_name(state, roles.players, numbers),
        "talon": talon,
        "factor": factor,
        "dealer": dealer,
    }
    if contract is None:
        if not fields["tricks"]:
            raise refuse_word(word, N_("needs the declarer's tricks, such as “m 0”"))
        return MisereEntry(**fields)
    named = None if calls is None else _calls_by_name(state, roles, calls)
    return ContractEntry(contract=contract, calls=named, left_without=left, **fields)


def _read_spoken_tricks(reader: _Words, contract: Contract | None) -> list[int]:
    # The declarer's tricks in words such as “down 2”, “exactly” or, for a misère, “made”; else [].
    if contract and reader.next_is(_DOWN.match):
        return [contract.level - int(reader.take()[1:])]
    if contract and reader.take_if(_EXACTLY):
        return [contract.level]
    return [0] if not contract and reader.take_if(_MADE) else []


def _refuse_no_contract(reader: _Words) -> InvalidInput:
    state, words = reader.state, reader.words
    if len(words) > 1:
        read_player(state, words[0])  # raises if it names no player
    if raspasy := next((word for word in words[1:] if word in _RASPASY), ""):
        sentence = N_("a raspasy has no declarer; write r and the tricks of {who}, in this order")
        return refuse_word(raspasy, sentence, who=join_names(state, raspasy_order(state, state.dealer)))
    sentence = N_("is not a contract; write 6s to 10n, m for misère, or r and the tricks for raspasy")
    return reader.refuse_contract(sentence)


def _read_contract(reader: _Words) -> Contract | None:
    word = reader.take()
    # A single letter after a level is a call, a longer word such as “пик” is the suit.
    if word in _LEVELS and reader.next_is(lambda suit: len(suit) > 1 and SUIT_WORDS.read(suit)):
        word += reader.take()
    suited = (int(word), "") if word in _LEVELS else parse_contract(word)
    return Contract(*suited) if suited else None


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
    number = NUMBER.match(word) or _DOWN.match(word) or _read_together(word)
    return bool(number) or any(word in further for further in (TALON, DEALER, _EXACTLY))


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
    state: PreferansState, roles: Roles, calls: Sequence[Call] | Mapping[int, Call]
) -> dict[str, Call]:
    callers = list(roles.defenders)
    if len(calls) == 3 and roles.idle != NO_PLAYER:
        callers.append(roles.idle)
    by_player = calls if isinstance(calls, Mapping) else dict(zip(callers, calls, strict=False))
    if len(calls) != len(callers) or by_player.keys() != set(callers):
        said = calls.values() if isinstance(calls, Mapping) else calls
        letters = "".join(CALL_LETTERS[call] for call in said)
        who = join_names(state, callers)
        raise refuse_word(letters, N_("needs one call for each of {who}"), who=who)
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
