"""One line for one hand (file format, "One line for one hand").

What is printed parses to the same hand.
"""

import re
from collections.abc import Mapping, Sequence
from functools import partial

from prefcount.entries.base import Entry
from prefcount.entries.text import fold
from prefcount.games.lines import (
    DEALER,
    NUMBER,
    Words,
    before,
    contract_of,
    contract_written,
    dealt,
    joined,
    name_written,
    player_typed,
    wrong,
)
from prefcount.games.preferans.cards import TALON, card_written, talon_cards
from prefcount.games.preferans.entries import Call, Game, Misdeal, Misere, Raspasy, TalonThrown
from prefcount.games.preferans.state import State
from prefcount.games.vocabulary import Vocabulary, Word
from prefcount.i18n import N_
from prefcount.problems import Refused

_CALLS = Vocabulary[Call](
    {
        "whist": Word(en="w", ru="в"),
        "pass": Word(en="p", ru="п"),
        "half": Word(en="h", ru="х ½"),
    }
)
_RASPASY = Word(en="r raspasy", ru="р распасы")
_MISERE = Word(en="m misere misère", ru="м мизер")
_BLIND = Word(en="blind", ru="втёмную")
_MISDEAL = Word(en="misdeal", ru="пересдача")
_THROWN = Word(en="thrown", ru="брошен")


def parse(state: State, line: str) -> Entry:
    """The entry that `line` describes at this point of the game.

    Raises:
        Refused: with one sentence that says what is wrong and where.
    """
    words = line.split()
    if not words:
        raise wrong(line, N_("is empty; a hand looks like “anna 7h wp 6”"))
    reader = _Words(state, words)
    if words[0] in _RASPASY and all(NUMBER.match(word) for word in before(words[1:], DEALER)):
        return _parse_raspasy(reader)
    if words[0] in _MISDEAL and (len(words) == 1 or words[1] in DEALER):
        reader.take()
        return Misdeal(dealer=reader.dealer())
    if len(words) == 1 and words[0] in _THROWN:
        return TalonThrown()
    return _parse_contract(reader)


class _Words(Words[State]):
    """The words of a line of this game."""

    def talon(self) -> tuple[str, str] | None:
        if not self.said(TALON):
            return None
        cards = talon_cards(" ".join(self.words[:2]))
        del self.words[:2]
        return cards


def _parse_raspasy(reader: _Words) -> Raspasy:
    word = reader.take()
    numbers = reader.numbers()
    dealer = reader.dealer()
    reader.finish()
    state = reader.state
    players = _raspasy_order(state, dealer, len(numbers))
    if len(numbers) != len(players):
        who = ", ".join(state.names[player] for player in players)
        raise wrong(word, N_("needs a number of tricks for each of {who}"), who=who)
    return Raspasy(tricks=_by_name(state, players, numbers), dealer=dealer)


def _raspasy_order(state: State, dealer: str | None, count: int) -> tuple[int, ...]:
    """Whom the numbers of a raspasy belong to: everybody, or three numbers for those who hold cards."""
    if state.size == 4 and count == 3:
        out = state.dealer if dealer is None else state.names.index(dealer)
        return tuple(player for player in state.seats if player != out)
    return state.seats


def _by_name(state: State, players: Sequence[int], numbers: Sequence[int | None]) -> dict[str, int]:
    pairs = zip(players, numbers, strict=False)
    return {state.names[player]: number for player, number in pairs if number is not None}


def _parse_contract(reader: _Words) -> Game | Misere:
    state, words = reader.state, reader.words
    at = _contract_at(words)
    if at is None:
        where = words[1] if len(words) > 1 else words[0]
        raise wrong(
            where, N_("is no contract; write 6s to 10n, m for misère, or r and the tricks for raspasy")
        )
    declarer = player_typed(state, " ".join(words[:at]))
    del reader.words[:at]
    contract = contract_of(reader.words[0])
    word = reader.take()
    blind = reader.said(_BLIND)
    if contract is None:
        return _parse_misere(reader, declarer, word, blind)
    calls, left = None, None
    if reader.words and re.match(r"^[-−][0-9]+$", reader.words[0]):
        left = _left_without(reader.take())
    elif reader.words and not reader.next_is(NUMBER.match, TALON, DEALER):
        calls = _read_calls(reader)
    numbers, talon, dealer = reader.numbers(), reader.talon(), reader.dealer()
    reader.finish()
    players = _players(state, declarer, dealer)
    _enough(numbers, players, state)
    return Game(
        declarer=state.names[declarer],
        contract=contract,
        blind=blind,
        calls=None if calls is None else _calls_by_name(state, players, calls, dealer),
        tricks=_by_name(state, players, numbers) or None,
        left_without=left,
        talon=talon,
        dealer=dealer,
    )


def _contract_at(words: Sequence[str]) -> int | None:
    """Where the contract stands; “v” is the key of “м”, but before a contract the beginning of a name."""
    places = list(enumerate(words))[1:]
    typed = (at for at, word in places if contract_of(word) or fold(word) in _MISERE.spellings)
    return next(typed, None) or next((at for at, word in places if word in _MISERE), None)


def _left_without(word: str) -> int:
    """By how many tricks a contract is given up. Raises Refused."""
    if word[1:] not in {str(tricks) for tricks in range(1, 11)}:
        raise wrong(word, N_("is no number of tricks to be left without; write such as “-3”"))
    return int(word[1:])


def _parse_misere(reader: _Words, declarer: int, word: str, blind: bool) -> Misere:
    numbers, talon, dealer = reader.numbers(), reader.talon(), reader.dealer()
    reader.finish()
    state = reader.state
    players = _players(state, declarer, dealer)
    _enough(numbers, players, state)
    if not any(number is not None for number in numbers):
        raise wrong(word, N_("needs the declarer's tricks, such as “m 0”"))
    return Misere(
        declarer=state.names[declarer],
        blind=blind,
        tricks=_by_name(state, players, numbers),
        talon=talon,
        dealer=dealer,
    )


def _read_calls(reader: _Words) -> list[Call]:
    word = reader.take()
    calls = _CALLS.letters(word)
    if calls is None or len(calls) > 3:
        raise wrong(word, N_("is no pair of calls; write w for whist, p for pass, h for half, such as “wp”"))
    return calls


def _players(state: State, declarer: int, dealer: str | None) -> list[int]:
    """Declarer, first and second defender, in the order of the line. Raises Refused if he sits out."""
    active = state.active(state.dealer if dealer is None else state.names.index(dealer))
    if declarer not in active:
        name = state.names[declarer]
        raise wrong(name, N_("{name} deals this hand and sits out"), name=name)
    return [declarer, *(player for player in state.clockwise(declarer) if player in active)]


def _enough(numbers: Sequence[int | None], players: Sequence[int], state: State) -> None:
    if len(numbers) > len(players):
        who = ", ".join(state.names[player] for player in players)
        raise wrong(str(numbers[-1]), N_("is one number too many; tricks are those of {who}"), who=who)


def _calls_by_name(
    state: State, players: Sequence[int], calls: Sequence[Call], dealer: str | None
) -> dict[str, Call]:
    callers = list(players[1:])
    if len(calls) == 3 and state.size == 4:
        callers.append(state.dealer if dealer is None else state.names.index(dealer))
    if len(calls) != len(callers):
        who = ", ".join(state.names[player] for player in callers)
        said = "".join(_CALLS[call] for call in calls)
        raise wrong(said, N_("needs one call for each of {who}"), who=who)
    return {state.names[player]: call for player, call in zip(callers, calls, strict=True)}


def format_hand(state: State, entry: Entry) -> str:
    """The line that parses to `entry` at this point of the game; "" for entries without a line."""
    match entry:
        case Game():
            contract = contract_written(entry.contract)
            return joined(_named(state, entry.declarer), contract, *_game_words(state, entry))
        case Misere():
            words = [*_blind(entry), *_numbers(state, entry, entry.tricks), *_tail(state, entry)]
            return joined(_named(state, entry.declarer), str(_MISERE), *words)
        case Raspasy():
            return joined(str(_RASPASY), *_raspasy_numbers(state, entry), *_dealt(state, entry.dealer))
        case Misdeal():
            return joined(str(_MISDEAL), *_dealt(state, entry.dealer))
        case TalonThrown():
            return str(_THROWN)
    return ""


def _named(state: State, name: str) -> str:
    """The name where a line with it is read back as that player, else his seat as #1 … #4."""
    return name_written(state, name, _misread)


def _misread(words: Sequence[str]) -> bool:
    """Whether a name of these words would be taken for a contract, a raspasy or a misdeal."""
    contract = any(contract_of(word) or word in _MISERE for word in words[1:])
    return contract or (len(words) > 1 and (words[0] in _RASPASY or words[0] in _MISDEAL))


def _game_words(state: State, entry: Game) -> list[str]:
    words = [*_blind(entry)]
    if entry.left_without is not None:
        words.append(f"-{entry.left_without}")
    if entry.calls is not None:
        words.append(_call_letters(state, entry, entry.calls))
    return [*words, *_numbers(state, entry, entry.tricks or {}), *_tail(state, entry)]


def _blind(entry: Game | Misere) -> list[str]:
    return [str(_BLIND)] if entry.blind else []


def _call_letters(state: State, entry: Game, calls: Mapping[str, Call]) -> str:
    """Letters in the order of the defenders; an impossible caller is shown last, as it stands."""
    defenders = _order(state, entry)[1:]
    others = [name for name in calls if name not in defenders]
    return "".join(_CALLS[calls[name]] for name in [*defenders, *others] if name in calls)


def _order(state: State, entry: Game | Misere) -> list[str]:
    """Declarer and defenders by name; of an entry that cannot be, whoever it names."""
    dealer = entry.dealer if entry.dealer in state.names else None
    try:
        players = _players(state, state.names.index(entry.declarer), dealer)
    except (Refused, ValueError):
        return [entry.declarer]
    return [state.names[player] for player in players]


def _numbers(state: State, entry: Game | Misere, tricks: Mapping[str, int]) -> list[str]:
    """Tricks in the order of the line; those of somebody who cannot have any with his name."""
    players = _order(state, entry)
    words = [str(tricks.get(name, "?")) for name in players]
    while words and words[-1] == "?":
        words.pop()
    return words + [f"{name}={taken}" for name, taken in tricks.items() if name not in players]


def _raspasy_numbers(state: State, entry: Raspasy) -> list[str]:
    dealer = entry.dealer if entry.dealer in state.names else state.names[state.dealer]
    players = [state.names[player] for player in state.seats]
    if state.size == 4 and dealer not in entry.tricks and len(entry.tricks) == 3:
        players.remove(dealer)
    return [str(entry.tricks.get(name, "?")) for name in players]


def _tail(state: State, entry: Game | Misere) -> list[str]:
    cards = [str(TALON), *map(card_written, entry.talon)] if entry.talon else []
    return [*cards, *_dealt(state, entry.dealer)]


def _dealt(state: State, dealer: str | None) -> list[str]:
    return dealt(dealer, partial(_named, state))
