"""One line for one hand of Prefa (file format, "Prefa"). What is printed parses to the same hand.

anna 6h dd 2 2      six hearts, both defend and take 2 and 2        anna 6h th 0 3   the first takes the
anna 8c pd 1        the second defends alone                        second along
anna 7s pp          both passed                                     anna 9s up       given up
pass                everybody passed (pass 5 3 2 where it is played)     stake 100   more into the pot
anna 8c pd anna=9   tricks of a player without a place among the numbers
"""

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile

from prefcount.base.i18n import N_
from prefcount.entries.common import Entry
from prefcount.games.notation import (
    DEALER,
    NUMBER,
    LineWords,
    Vocabulary,
    Word,
    contract_of,
    contract_written,
    dealing,
    dealt,
    joined,
    letters_written,
    name_written,
    numbers_written,
    opponents_typed,
    opponents_written,
    player_typed,
    tricks_by_name,
    with_rest,
    wrong,
)
from prefcount.games.prefa.entries import AddStakeEntry, PrefaAllPassEntry, PrefaContractEntry, Role
from prefcount.games.prefa.options import MOST_STAKE
from prefcount.games.prefa.state import PrefaState
from prefcount.games.state import listed
from prefcount.games.words import Guide

_ROLES = Vocabulary[Role](
    {
        "pass": Word(en="p", ru="п"),
        "play": Word(en="d", ru="в д"),
        "together": Word(en="t", ru="б"),
        "helper": Word(en="h", ru="с"),
    }
)
_PASS = Word(en="pass", ru="пас")
_STAKE = Word(en="stake", ru="ставка")
_UP = Word(en="up", ru="уход сдаюсь сдаётся")
_ACES = Word(en="aces", ru="тузы")
_AMOUNT = re.compile(r"^[0-9]{1,6}$")
_NAMED = re.compile(r"^(.+)=(10|\d)$")


def parse(state: PrefaState, line: str) -> Entry:
    """The entry that `line` describes at this point of the game. Raises InvalidInput."""
    reader = LineWords(state, line, N_("is empty; a hand looks like “anna 6h dd 2 2”"))
    words = reader.words
    tricks = takewhile(lambda word: word not in DEALER, words[1:])
    if words[0] in _PASS and all(NUMBER.match(word) or _NAMED.match(word) for word in tricks):
        return _parse_pass(reader)
    if words[0] in _STAKE and len(words) == 2 and _AMOUNT.match(words[1]):
        amount = int(words[1])
        if amount % 10 or not 10 <= amount <= MOST_STAKE:
            raise wrong(words[1], N_("is not a stake; stakes are multiples of 10, from 10 to 100000"))
        return AddStakeEntry(amount=amount)
    return _parse_contract(reader)


def _parse_pass(reader: LineWords[PrefaState]) -> PrefaAllPassEntry:
    word = reader.take()
    numbers, named, dealer = reader.numbers(), _read_named(reader), reader.dealer()
    state = reader.state
    players = _holding(state, dealer)
    numbers = with_rest(numbers, players)
    if numbers and len(numbers) != len(players):
        who = listed(state, players)
        raise wrong(word, N_("needs a number of tricks for each of {who}, or none"), who=who)
    tricks = _with_named(tricks_by_name(state, players, numbers), named)
    return PrefaAllPassEntry(tricks=tricks, dealer=dealer)


def _read_named(reader: LineWords[PrefaState]) -> dict[str, int]:
    """Tricks that come next with their players, who have no place among the numbers: vera=3."""
    named: dict[str, int] = {}
    while reader.next_is(_NAMED.match):
        name, number = reader.take().rsplit("=", 1)
        named[reader.state.names[player_typed(reader.state, name)]] = int(number)
    return named


def _with_named(tricks: Mapping[str, int], named: Mapping[str, int]) -> dict[str, int]:
    for name in tricks.keys() & named.keys():
        raise wrong(f"{name}={named[name]}", N_("is too much, or in the wrong place"))
    return {**tricks, **named}


def _holding(state: PrefaState, dealer: str | None) -> tuple[int, ...]:
    """Who holds cards, in seat order."""
    out = state.seats.idle(dealing(state, dealer))
    return tuple(player for player in state.seats if player != out)


def _parse_contract(reader: LineWords[PrefaState]) -> PrefaContractEntry:
    state = reader.state
    at = next((at for at, word in enumerate(reader.words) if at and contract_of(word)), None)
    if at is None:
        sentence = N_("is not a contract; write 6s to 10n, “pass” if everyone passed, or “stake 100”")
        raise reader.no_contract(sentence)
    declarer = reader.player(at)
    contract = contract_of(reader.take())
    assert contract is not None, "it was looked for"
    level, trump = contract
    up = reader.take_if(_UP)
    roles = _read_roles(reader)
    numbers, named = reader.numbers(), _read_named(reader)
    aces, dealer = reader.take_if(_ACES), reader.dealer()
    defenders = opponents_typed(state, declarer, dealer)
    role_of = dict(zip(defenders, roles or (), strict=False))
    playing = [player for player in defenders if role_of.get(player) != "pass"]
    if len(numbers) > len(playing):
        who = listed(state, playing) or "–"
        sentence = N_("is one number too many; tricks belong to the defenders who came: {who}")
        raise wrong(str(numbers[-1]), sentence, who=who)
    return PrefaContractEntry.model_validate(
        {
            "declarer": state.names[declarer],
            "level": level,
            "trump": trump,
            "defenders_role": {state.names[player]: role for player, role in role_of.items()},
            "tricks": _with_named(tricks_by_name(state, playing, numbers), named),
            "aces": aces,
            "give_up": up,
            "dealer": dealer,
        }
    )


def _read_roles(reader: LineWords[PrefaState]) -> list[Role] | None:
    """What both defenders did, as a pair of letters; None where the line says nothing of it."""
    if not reader.words or reader.next_is(NUMBER.match, DEALER, _ACES):
        return None
    word = reader.take()
    roles = _ROLES.letters(word)
    if roles and len(roles) == 2:
        return roles
    sentence = N_(
        "is not what two defenders do; write p for pass, d for defends, t for takes the other along, "
        "h for the one taken along, such as “dd” or “th”; or “up” if the declarer gives up"
    )
    raise wrong(word, sentence)


def format(state: PrefaState, entry: Entry) -> str:
    """The line that parses to `entry` at this point of the game; "" for entries without a line."""
    match entry:
        case PrefaContractEntry():
            defenders = opponents_written(state, entry.declarer, entry.dealer)
            came = [name for name in defenders if entry.defenders_role.get(name) != "pass"]
            return joined(
                name_written(state, entry.declarer, _misread),
                contract_written(entry.level, entry.trump),
                str(_UP) if entry.give_up else "",
                letters_written(_ROLES, entry.defenders_role, defenders),
                *numbers_written(state, entry.tricks, came),
                str(_ACES) if entry.aces else "",
                dealt(state, entry.dealer, _misread),
            )
        case PrefaAllPassEntry():
            dealer = entry.dealer if entry.dealer in state.names else None
            names = [state.names[player] for player in _holding(state, dealer)]
            numbers = numbers_written(state, entry.tricks, names, whole=True) if entry.tricks else []
            return joined(str(_PASS), *numbers, dealt(state, entry.dealer, _misread))
        case AddStakeEntry():
            return f"{_STAKE} {entry.amount}"
    return ""


def _misread(words: Sequence[str]) -> bool:
    """Whether a name of these words would be taken for a contract, an all-pass hand or a stake."""
    contract = any(contract_of(word) for word in words[1:])
    return contract or (len(words) > 1 and (words[0] in _PASS or words[0] in _STAKE))


def guide() -> Guide:
    """What the help says about the entry of hands."""
    return Guide(
        answers=N_("answer the question; 0 and = are ten, - gives up"),
        other=N_("more into the pot, penalties, a newcomer, another dealer, the end of the game"),
        lines=(
            (N_("anna 6h dd 2 2"), N_("Anna plays six hearts, both defend and take two tricks each")),
            (N_("anna 8c pd 1"), N_("the first defender passes, the second takes one trick")),
            (N_("b 6s th 0 3"), N_("the first defender takes the second along; their tricks")),
            (N_("v 7n pp"), N_("both pass")),
            (N_("anna 9s up"), N_("Anna concedes before play")),
            (N_("v 6h dd 3 1 aces"), N_("with four aces shown")),
            (N_("pass"), N_("all pass; with the tricks in seat order where it is played, e.g. pass 5 3 2")),
            (N_("stake 100"), N_("everyone adds 100 to the pot")),
        ),
        spelling=N_(
            "p passes, d defends, t takes the other along, h is taken along. Suits are s c d h n or "
            "♠ ♣ ♦ ♥; names may be shortened, #1 is the first seat."
        ),
        typed=N_("{first} 6h dd 2 2 · {second} 8c pd 1 · {third} 6s th 0 3 · {first} 9s up · pass"),
    )
