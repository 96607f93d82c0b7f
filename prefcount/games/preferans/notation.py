"""One line for one hand (file format, "One line for one hand").

What is printed parses to the same hand.
"""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import InvalidInput
from prefcount.entries.models import Entry
from prefcount.entries.names_and_figures import fold
from prefcount.games.notation import (
    DEALER,
    NUMBER,
    SUIT_WORDS,
    LineWords,
    Word,
    contract_of,
    contract_written,
    dealing,
    dealt,
    joined,
    letters_written,
    name_written,
    numbers_written,
    player_typed,
    seat_written,
    sits_out,
    tricks_by_name,
    with_rest,
    wrong,
)
from prefcount.games.preferans.entries import (
    FACTORS,
    ContractEntry,
    MisdealEntry,
    MisereEntry,
    RaspasyEntry,
    TalonThrownEntry,
)
from prefcount.games.preferans.hands import ALL_TRICKS, CALL_LETTERS, LEVELS, Call, Contract, Roles, roles_of
from prefcount.games.preferans.legality import raspasy_order
from prefcount.games.preferans.state import PreferansState
from prefcount.games.preferans.talon import TALON, card_written, talon_cards
from prefcount.games.state import HOLD_CARDS, listed
from prefcount.games.words import Guide
from prefcount.ledger.sheet import NOBODY

_RASPASY = Word(en="r raspasy", ru="р распасы распас рас")
_MISERE = Word(en="m misere misère", ru="м мизер миз")
_BLIND = Word(en="blind", ru="без_прикупа бп втёмную")
_TIMES = Word(en="x ×", ru="х")
_LEVELS = frozenset(map(str, LEVELS))
_TOGETHER = re.compile(r"[0-9](-?[0-9]){2,3}")
_MISDEAL = Word(en="misdeal", ru="пересдача")
_THROWN = Word(en="thrown", ru="брошен")


def parse(state: PreferansState, line: str) -> Entry:
    """The entry that `line` describes at this point of the game. Raises InvalidInput."""
    state = state.table
    reader = _Words(state, line, N_("is empty; a hand looks like “anna 7h wp 6”"))
    words = reader.words
    if _is_raspasy(state, words):
        return _parse_raspasy(reader)
    if words[0] in _MISDEAL and (len(words) == 1 or words[1] in DEALER):
        reader.take()
        return MisdealEntry(dealer=reader.dealer())
    if len(words) == 1 and words[0] in _THROWN:
        return TalonThrownEntry()
    return _parse_contract(reader)


def _is_raspasy(state: PreferansState, words: Sequence[str]) -> bool:
    """Whether behind the word for it only factors and numbers follow, up to the dealer.

    Where nobody is called so, the first of them is enough.
    """
    if words[0] not in _RASPASY:
        return False
    further = list(takewhile(lambda word: word not in DEALER, words[1:]))
    if all(NUMBER.match(word) or _times(word) or _together(word) for word in further):
        return True
    begins = further[0][0].isdecimal() or NUMBER.match(further[0]) or _times(further[0])
    return bool(begins) and _player_named(state, words[:1]) is None


def _times(word: str) -> str | None:
    """The number in a word such as x2, or None."""
    match = re.match(r"^(\D)(\d+)$", word)
    return match[2] if match and match[1] in _TIMES else None


def _together(word: str) -> list[int]:
    """The tricks of three or four players in one word, such as 352 or 3-5-2; none unless they make ten."""
    digits = [int(digit) for digit in word if digit.isdecimal()] if _TOGETHER.fullmatch(word) else []
    return digits if sum(digits) == ALL_TRICKS else []


class _Words(LineWords[PreferansState]):
    """The words of a line of this game."""

    def numbers(self) -> list[int | None]:
        """The numbers that come next, one by one or together; a question mark is one that is not known."""
        if self.next_is(_together):
            return [*_together(self.take())]
        return super().numbers()

    def factor(self) -> int | None:
        """How many times the hand counts, if the line says so. Raises InvalidInput."""
        times = _times(self.words[0]) if self.words else None
        if times is None:
            return None
        word = self.take()
        if times not in map(str, FACTORS):
            raise wrong(word, N_("is not a factor of a hand; write x2 to x8"))
        return int(times)

    def talon(self) -> tuple[str, str] | None:
        if not self.take_if(TALON):
            return None
        cards = talon_cards(" ".join(self.words[:2]))
        del self.words[:2]
        return cards


def _parse_raspasy(reader: _Words) -> RaspasyEntry:
    word = reader.take()
    factor, numbers, dealer = reader.factor(), reader.numbers(), reader.dealer()
    state = reader.state
    players = _raspasy_players(state, dealing(state, dealer), len(numbers))
    if state.size > 2:
        numbers = with_rest(numbers, players)
    if len(numbers) != len(players):
        raise _not_enough(word, state, players)
    return RaspasyEntry(tricks=tricks_by_name(state, players, numbers), factor=factor, dealer=dealer)


def _not_enough(word: str, state: PreferansState, players: Sequence[int]) -> InvalidInput:
    """Build the refusal of a raspasy with too few or too many numbers; the last player has the rest."""
    if state.size == 2:
        return wrong(word, N_("needs a number of tricks for each of {who}"), who=listed(state, players))
    *others, last = players
    sentence = N_("needs the tricks of {who} in this order; {last} may be left out")
    return wrong(word, sentence, who=listed(state, others), last=state.names[last])


def _raspasy_players(state: PreferansState, dealer: int, count: int) -> tuple[int, ...]:
    """Return the players to whom so many numbers of a raspasy belong.

    Three numbers belong to those who hold cards, a fourth one to the dealer. Any other count has as many
    players as take part at this table.
    """
    active = [player for player in state.seats if player in state.seats.active(dealer)]
    order = (*active, *reversed(state.seats.resting(dealer)))
    return order[:count] if HOLD_CARDS <= count <= state.size else raspasy_order(state, dealer)


def line_order(state: PreferansState) -> Text | str:
    """Return whose tricks the numbers of a raspasy are, as `Game.line_order` describes it."""
    state = state.table
    if not state.seats.dealer_rests:
        return ""
    order = raspasy_order(state, state.dealer)
    who, dealer = listed(state, order[:HOLD_CARDS]), state.names[state.dealer]
    if len(order) > HOLD_CARDS:
        sentence = N_(
            "Raspasy: the tricks of {who}, in this order; those of {dealer}, who deals, may follow, "
            "or are the rest."
        )
        return text(sentence, who=who, dealer=dealer)
    return text(N_("Raspasy: the tricks of {who}, in this order."), who=who)


def _parse_contract(reader: _Words) -> ContractEntry | MisereEntry:
    state, words = reader.state, reader.words
    at, declarer = _contract_at(state, words)
    if at is None:
        raise _no_contract(reader)
    if declarer is None:
        declarer = player_typed(state, " ".join(words[:at]))  # says why it is nobody
    del words[:at]
    word, contract = words[0], _read_contract(reader)
    blind, factor = reader.take_if(_BLIND), reader.factor()
    left = _left_without(reader) if contract else None
    calls = _read_calls(reader) if contract and left is None else None
    numbers, talon, dealer = reader.numbers(), reader.talon(), reader.dealer()
    roles = _roles(state, declarer, dealer)
    if len(numbers) > len(roles.players):
        who = listed(state, roles.players)
        raise wrong(str(numbers[-1]), N_("is one number too many; tricks belong to {who}"), who=who)
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
            raise wrong(word, N_("needs the declarer's tricks, such as “m 0”"))
        return MisereEntry(**fields)
    named = None if calls is None else _calls_by_name(state, roles, calls)
    return ContractEntry(contract=contract, calls=named, left_without=left, **fields)


def _no_contract(reader: _Words) -> InvalidInput:
    """Why a line has no contract. Raises the same where its first word is no player."""
    state, words = reader.state, reader.words
    if len(words) > 1:
        player_typed(state, words[0])  # says who plays
    if raspasy := next((word for word in words[1:] if word in _RASPASY), ""):
        sentence = N_("is played by everybody; write r and the tricks of {who}, in this order")
        return wrong(raspasy, sentence, who=listed(state, raspasy_order(state, state.dealer)))
    sentence = N_("is not a contract; write 6s to 10n, m for misère, or r and the tricks for raspasy")
    return reader.no_contract(sentence)


def _read_contract(reader: _Words) -> Contract | None:
    """A contract such as 7h, 7 h or 7 alone; None for a misère."""
    word = reader.take()
    if word in _LEVELS and reader.next_is(_is_suit):
        word += reader.take()
    suited = (int(word), "") if word in _LEVELS else contract_of(word)
    return Contract(*suited) if suited else None


def _contract_at(state: PreferansState, words: Sequence[str]) -> tuple[int | None, int | None]:
    """Where the contract of a line stands, after the words that name the declarer; and the declarer.

    A level alone is a contract without its suit where no other contract follows a name; the longest name
    counts, since names may have numbers in them.
    """
    suited = _suited_at(words)
    levels = [at for at, word in enumerate(words) if at and word in _LEVELS]
    for at in ([] if suited is None else [suited]) + levels[::-1]:
        declarer = _player_named(state, words[:at])
        if declarer is not None:
            return at, declarer
    if suited is None and levels[:1] == [1] and words[0] not in _RASPASY:
        return 1, None
    return suited, None


def _suited_at(words: Sequence[str]) -> int | None:
    """Where a contract with its suit or a misère stands.

    “v” is the key of “м”, but before a contract the beginning of a name.
    """
    places = list(enumerate(words))[1:]
    typed = (at for at, word in places if contract_of(word) or fold(word) in _MISERE.spellings)
    return next(typed, None) or next((at for at, word in places if word in _MISERE), None)


def _is_suit(word: str) -> bool:
    """Whether a word after a level is its suit, as in 6 пик; a letter alone is a call."""
    return len(word) > 1 and SUIT_WORDS.read(word) is not None


def _player_named(state: PreferansState, words: Sequence[str]) -> int | None:
    """The player whom words name; None if they name nobody, or several."""
    try:
        return player_typed(state, " ".join(words))
    except InvalidInput:
        return None


def _left_without(reader: _Words) -> int | None:
    """By how many tricks a contract is given up, if the line says so. Raises InvalidInput."""
    if not reader.next_is(re.compile(r"^[-−][0-9]+$").match):
        return None
    word = reader.take()
    if word[1:] not in {str(tricks) for tricks in range(1, 11)}:
        raise wrong(word, N_("is not a number of undertricks; write e.g. “-3”"))
    return int(word[1:])


def _read_calls(reader: _Words) -> list[Call] | None:
    """The calls that come next, if the line has any. Raises InvalidInput."""
    if not reader.words or reader.next_is(NUMBER.match, _together, TALON, DEALER):
        return None
    first, calls = reader.words[0], list[Call]()
    while reader.words and (further := CALL_LETTERS.letters(reader.words[0])):
        calls += further
        reader.take()
    if not 0 < len(calls) <= 3:
        raise wrong(first, N_("these are no calls; write w for whist, p for pass, h for half, e.g. “wp”"))
    return calls


def _roles(state: PreferansState, declarer: int, dealer: str | None) -> Roles:
    """Who is who in the hand of a line. Raises InvalidInput if the declarer sits out."""
    out = dealing(state, dealer)
    roles = roles_of(state.seats, out, declarer)
    if roles is None:
        raise sits_out(state, declarer, out)
    return roles


def _calls_by_name(state: PreferansState, roles: Roles, calls: Sequence[Call]) -> dict[str, Call]:
    callers = list(roles.defenders)
    if len(calls) == 3 and roles.idle != NOBODY:
        callers.append(roles.idle)
    if len(calls) != len(callers):
        who = listed(state, callers)
        letters = "".join(CALL_LETTERS[call] for call in calls)
        raise wrong(letters, N_("needs one call for each of {who}"), who=who)
    return {state.names[player]: call for player, call in zip(callers, calls, strict=True)}


def format(state: PreferansState, entry: Entry) -> str:
    """The line that parses to `entry` at this point of the game; "" for entries without a line."""
    state = state.table
    match entry:
        case ContractEntry():
            return _contract_line(state, entry)
        case MisereEntry():
            name = name_written(state, entry.declarer, _misread)
            numbers = numbers_written(state, entry.tricks, _order(state, entry))
            return joined(name, str(_MISERE), *_beside(entry), *numbers, *_tail(state, entry))
        case RaspasyEntry():
            words = (*_factor(entry), *_raspasy_numbers(state, entry))
            return joined(str(_RASPASY), *words, dealt(state, entry.dealer, _misread))
        case MisdealEntry():
            return joined(str(_MISDEAL), dealt(state, entry.dealer, _misread))
        case TalonThrownEntry():
            return str(_THROWN)
    return ""


def _contract_line(state: PreferansState, entry: ContractEntry) -> str:
    """The line of a contract; without its suit the name must not be taken for more or less than it is."""
    name, order = name_written(state, entry.declarer, _misread), _order(state, entry)
    words = (
        *_beside(entry),
        "" if entry.left_without is None else f"-{entry.left_without}",
        letters_written(CALL_LETTERS, entry.calls or {}, order[1:]),
        *numbers_written(state, entry.tricks or {}, order),
        *_tail(state, entry),
    )
    if entry.contract.trump:
        return joined(name, contract_written(*entry.contract), *words)
    line = joined(name, str(entry.contract), *words)
    typed = line.split()
    misread = _is_raspasy(state, typed) or _contract_at(state, typed)[0] != len(name.split())
    if entry.declarer in state.names and misread:
        seat = seat_written(state, state.names.index(entry.declarer))
        return joined(seat, str(entry.contract), *words)
    return line


def _misread(words: Sequence[str]) -> bool:
    """Whether a name of these words would be taken for a contract, a raspasy or a misdeal."""
    contract = any(contract_of(word) or word in _MISERE for word in words[1:])
    return contract or (len(words) > 1 and (words[0] in _RASPASY or words[0] in _MISDEAL))


def _beside(entry: ContractEntry | MisereEntry) -> list[str]:
    return [*([str(_BLIND)] if entry.blind else []), *_factor(entry)]


def _factor(entry: ContractEntry | MisereEntry | RaspasyEntry) -> list[str]:
    return [f"{_TIMES}{entry.factor}"] if entry.factor else []


def _order(state: PreferansState, entry: ContractEntry | MisereEntry) -> list[str]:
    """Declarer and defenders by name; of an entry that cannot be, the declarer it names."""
    dealer = entry.dealer if entry.dealer in state.names else None
    try:
        players = _roles(state, state.names.index(entry.declarer), dealer).players
    except (InvalidInput, ValueError):
        return [entry.declarer]
    return [state.names[player] for player in players]


def _raspasy_numbers(state: PreferansState, entry: RaspasyEntry) -> list[str]:
    dealer = state.names.index(entry.dealer) if entry.dealer in state.names else state.dealer
    order = [state.names[player] for player in _raspasy_players(state, dealer, state.size)]
    while len(order) > HOLD_CARDS and order[-1] not in entry.tricks:
        order.pop()
    return [str(entry.tricks.get(name, "?")) for name in order]


def _tail(state: PreferansState, entry: ContractEntry | MisereEntry) -> list[str]:
    cards = [str(TALON), *map(card_written, entry.talon)] if entry.talon else []
    return [*cards, dealt(state, entry.dealer, _misread)]


def guide() -> Guide:
    """What the help says about the entry of hands."""
    return Guide(
        answers=N_("answer the question; = is ten, - concedes, down three"),
        other=N_("penalties, a misdeal, a newcomer, another dealer, the end of the game"),
        lines=(
            (
                N_("anna 7h wp 6"),
                N_("Anna plays seven hearts, the first defender whists, the second passes, six tricks"),
            ),
            (
                N_("b 6s ww 5 3 2"),
                N_("both whist: tricks of the declarer, the first and the second defender"),
            ),
            (N_("v 8n pp"), N_("both pass")),
            (N_("anna 6c ph"), N_("the second defender takes half a whist")),
            (N_("anna 7d wh 7"), N_("the whist returned by the first defender")),
            (N_("anna m 0"), N_("misère and the declarer's tricks")),
            (N_("anna 7h -3"), N_("concedes, down three")),
            (
                N_("r 3 5 2"),
                N_("raspasy: tricks of those who hold cards, in seat order; the rest is the dealer's"),
            ),
            (N_("anna 7h x2 wp 6"), N_("everything times two")),
        ),
        spelling=N_(
            "Suits are s c d h n, or п т б ч бк, or ♠ ♣ ♦ ♥; names may be shortened, #1 is the first seat."
        ),
        typed=N_("{first} 7h wp 6 · {second} 6s ww 5 3 2 · {third} m 0 · r 3 5 2"),
        by_two=N_("{first} 7h w 6 · {second} 6s p · {first} m 0 · r 3 5"),
    )
