"""One line for one hand of Priffe (file format, "Priffe"). What is printed parses to the same hand.

x h 9               side X plays hearts and takes nine       f x 5             a forced Noll, X takes five
anna n 4            Anna's side plays Noll                   x h y4            the tricks of the other side
x h 9 2 0 1 1       with honours, in first seats             pairs anna boris  partners of a rubber
rubber 190 140      a rubber brought forward
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from prefcount.entries.base import Entry
from prefcount.games.lines import DEALER, Words, joined, means, name_written, player_typed, wrong
from prefcount.games.priffe.entries import Hand, Pairs, Rubber
from prefcount.games.priffe.scoring import FORCED
from prefcount.games.priffe.sides import NAMES, NUMBERS
from prefcount.games.priffe.state import State
from prefcount.i18n import N_
from prefcount.problems import Refused

_CONTRACTS = {"d": "diamonds", "h": "hearts", "n": "noll", "p": "play", "♦": "diamonds", "♥": "hearts"}
_LETTERS = {"diamonds": "d", "hearts": "h", "noll": "n", "play": "p"}
_FORCED = {"f", "forced"}
_PAIRS = {"pairs"}
_RUBBER = {"rubber"}
_TRICKS = re.compile(r"^([xy]?)(1[0-3]|[0-9])$", re.IGNORECASE)
_HONOURS = re.compile(r"^[0-4]$")
_TOTAL = re.compile(r"^-?[0-9]{1,6}$")


def parse(state: State, line: str) -> Entry:
    """The entry that `line` describes at this point of the session.

    Raises:
        Refused: with one sentence that says what is wrong and where.
    """
    words = line.split()
    if not words:
        raise wrong(line, N_("is empty; a hand looks like “x h 9”"))
    reader = Words(state, words)
    if means(words[0], _PAIRS):
        return Pairs(sides={"X": _partners(state, words[1:])})
    if means(words[0], _RUBBER) and len(words) == 3 and all(map(_TOTAL.match, words[1:])):
        return Rubber(totals={"X": int(words[1]), "Y": int(words[2])})
    if means(words[0], _FORCED):
        return _parse_forced(reader)
    return _parse_hand(reader)


def _partners(state: State, words: Sequence[str]) -> tuple[str, str]:
    """The two on side X. Raises Refused."""
    found = []
    for cut in range(1, len(words)):
        try:
            one, two = (player_typed(state, " ".join(part)) for part in (words[:cut], words[cut:]))
        except Refused:
            continue
        if one != two:
            found.append((one, two))
    if not found:
        typed = " ".join(words) or "pairs"
        raise wrong(typed, N_("are no two players; write such as “pairs anna boris”, or #1 and #2"))
    one, two = found[0]
    return state.names[one], state.names[two]


def _parse_forced(reader: Words[State]) -> Hand:
    reader.take()
    side = None if reader.next_is(_TRICKS.match) else _side(reader)
    return _made(reader, {"contract": FORCED}, side)


def _parse_hand(reader: Words[State]) -> Hand:
    at = next((at for at, word in enumerate(reader.words) if at and means(word, _CONTRACTS)), None)
    if at is None:
        where = reader.words[1] if len(reader.words) > 1 else reader.words[0]
        said = N_("is no contract; write d, h, n for Noll, p for play without trumps, or f first if forced")
        raise wrong(where, said)
    side = _side(reader, at)
    contract = next(_CONTRACTS[each] for each in _CONTRACTS if means(reader.words[0], {each}))
    reader.take()
    return _made(reader, {"contract": contract, "declarer": side}, side)


def _side(reader: Words[State], until: int | None = None) -> str:
    """The side that the next words name: x, y, or one of its players. Raises Refused."""
    words = reader.words
    if until is None:
        until = next((at for at, word in enumerate(words) if _TRICKS.match(word)), len(words))
    named = " ".join(words[:until])
    del words[:until]
    if named.upper() in NUMBERS:
        return named.upper()
    if not named:
        raise wrong("f", N_("needs a side and its tricks, such as “f x 5”"))
    return NAMES[reader.state.pairs.side(player_typed(reader.state, named))]


def _made(reader: Words[State], given: dict[str, Any], side: str | None) -> Hand:
    tricks: dict[str, int] = {}
    while reader.next_is(_TRICKS.match) and len(tricks) < 2:
        match = _TRICKS.match(reader.words[0])
        assert match is not None
        if tricks and not match[1]:
            break
        whose = match[1].upper() or side
        if whose is None:
            raise wrong(reader.words[0], N_("are whose tricks? write such as “f x 5”"))
        tricks[whose] = int(match[2])
        reader.take()
    if not tricks:
        where = reader.words[0] if reader.words else "…"
        raise wrong(where, N_("is no number of tricks; they are 0 to 13"))
    honours, dealer = _read_honours(reader), reader.dealer()
    reader.finish()
    return Hand.model_validate({**given, "tricks": tricks, "honours": honours, "dealer": dealer})


def _read_honours(reader: Words[State]) -> dict[str, int]:
    """Honours of everybody in first seats, or of nobody. Raises Refused."""
    state, found = reader.state, list[int]()
    while reader.next_is(_HONOURS.match):
        found.append(int(reader.take()))
    if found and len(found) != state.size:
        who = ", ".join(state.names[player] for player in state.seats)
        raise wrong(str(found[-1]), N_("needs the honours of each of {who}, or none"), who=who)
    if not found and reader.words and not reader.next_is(DEALER):
        raise wrong(reader.words[0], N_("is too much here, or not where it belongs"))
    return {state.names[player]: count for player, count in zip(state.seats, found, strict=False) if count}


def format_entry(state: State, entry: Entry) -> str:
    """The line that parses to `entry` at this point of the session; "" for entries without a line."""
    match entry:
        case Hand():
            return _format_hand(state, entry)
        case Pairs() if list(entry.sides) == ["X"]:
            return joined("pairs", *(_named(state, name) for name in entry.sides["X"]))
        case Rubber() if entry.sides is None:
            return f"rubber {entry.totals['X']} {entry.totals['Y']}"
    return ""


def _format_hand(state: State, entry: Hand) -> str:
    forced = entry.contract == FORCED
    declarer = "" if entry.declarer is None else entry.declarer.lower()
    begin = ["f", declarer] if forced else [declarer, _LETTERS[entry.contract]]
    dealt = [] if entry.dealer is None else ["dealer", _named(state, entry.dealer)]
    return joined(*begin, *_trick_words(entry), *_honour_words(state, entry.honours), *dealt)


def _trick_words(entry: Hand) -> list[str]:
    """The declarer's tricks as a number; others with their side before them."""
    if entry.declarer is not None and list(entry.tricks) == [entry.declarer]:
        return [str(entry.tricks[entry.declarer])]
    return [f"{side.lower()}{taken}" for side, taken in entry.tricks.items()]


def _honour_words(state: State, honours: Mapping[str, int]) -> list[str]:
    if not honours:
        return []
    names = [state.names[player] for player in state.seats]
    words = [str(honours.get(name, 0)) for name in names]
    return words + [f"{name}={count}" for name, count in honours.items() if name not in names]


def _named(state: State, name: str) -> str:
    return name_written(state, name, lambda _words: False)
