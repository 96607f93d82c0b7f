"""One line for one hand of Priffe (file format, "Priffe"). What is printed parses to the same hand.

x h 9               side X plays hearts and takes nine       f x 5             a forced Noll, X takes five
anna n 4            Anna's side plays Noll                   x h y4            the tricks of the other side
x h 9 2 0 1 1       with honours, in first seats             pairs anna boris  partners of a rubber
rubber 190 140      a rubber brought forward
"""

import re
from collections.abc import Sequence
from typing import Any

from prefcount.base.i18n import N_
from prefcount.base.problems import InvalidInput
from prefcount.entries.common import Entry
from prefcount.entries.names_and_figures import fold
from prefcount.games.notation import (
    DEALER,
    LineWords,
    Vocabulary,
    Word,
    dealt,
    joined,
    name_written,
    numbers_written,
    player_typed,
    seat_written,
    wrong,
)
from prefcount.games.priffe.entries import PairsEntry, PriffeHandEntry, RubberEntry
from prefcount.games.priffe.state import NAMES, PriffeState, X, Y
from prefcount.games.state import listed
from prefcount.games.words import Guide

_CONTRACTS = Vocabulary(
    {
        "diamonds": Word(en="d ♦", ru="б бубны"),
        "hearts": Word(en="h ♥", ru="ч черви"),
        "noll": Word(en="n", ru="н нолль"),
        "play": Word(en="p", ru="бк к игра"),
    }
)
_SIDES = Vocabulary({NAMES[X]: Word(en="x", ru="х"), NAMES[Y]: Word(en="y", ru="у")})
_FORCED = Word(en="f forced", ru="вын вынужденный")
_PAIRS = Word(en="pairs", ru="пары")
_RUBBER = Word(en="rubber", ru="роббер")
_TRICKS = re.compile(r"^(\D?)(1[0-3]|[0-9])$")
_HONOURS = re.compile(r"^[0-4]$")
_TOTAL = re.compile(r"^-?[0-9]{1,6}$")


def parse(state: PriffeState, line: str) -> Entry:
    """The entry that `line` describes at this point of the session. Raises InvalidInput."""
    reader = LineWords(state, line, N_("is empty; a hand looks like “x h 9”"))
    words = reader.words
    if words[0] in _PAIRS:
        return PairsEntry(sides={"X": _partners(state, words[1:])})
    if words[0] in _RUBBER and len(words) == 3 and all(map(_TOTAL.match, words[1:])):
        return RubberEntry(totals={"X": int(words[1]), "Y": int(words[2])})
    return _hand(reader)


def _hand(reader: LineWords[PriffeState]) -> PriffeHandEntry:
    words = reader.words
    at = next((at for at, word in enumerate(words) if at and _CONTRACTS.read(word)), None)
    if fold(words[0]) in _FORCED.spellings or (words[0] in _FORCED and at is None):
        reader.take()
        side = None if reader.next_is(_tricks) else _side(reader)
        return _made(reader, {"contract": "forced_noll"}, side)
    if at is None:
        sentence = N_(
            "is not a contract; write d, h, n for Noll, p for play without trumps, or f first if forced"
        )
        raise reader.no_contract(sentence)
    side = _side(reader, at)
    return _made(reader, {"contract": _CONTRACTS.read(reader.take()), "declarer": side}, side)


def _partners(state: PriffeState, words: Sequence[str]) -> tuple[str, str]:
    """The two on side X. Raises InvalidInput."""
    pairs = []
    for cut in range(1, len(words)):
        try:
            one, two = (player_typed(state, " ".join(part)) for part in (words[:cut], words[cut:]))
        except InvalidInput:
            continue
        if one != two:
            pairs.append((one, two))
    if not pairs:
        typed = " ".join(words) or "pairs"
        raise wrong(typed, N_("are not two players; write e.g. “pairs anna boris”, or #1 and #2"))
    one, two = pairs[0]
    return state.names[one], state.names[two]


def _side(reader: LineWords[PriffeState], until: int | None = None) -> str:
    """The side that the next words name: x, y, or one of its players. Raises InvalidInput."""
    words = reader.words
    if until is None:
        until = next((at for at, word in enumerate(words) if _tricks(word)), len(words))
    if not until:
        raise wrong("f", N_("needs a side and its tricks, such as “f x 5”"))
    side = _SIDES.spelled(fold(" ".join(words[:until])))
    if side is None:
        return NAMES[reader.state.pairs.side(reader.player(until))]
    del words[:until]
    return side


def _made(reader: LineWords[PriffeState], fields: dict[str, Any], side: str | None) -> PriffeHandEntry:
    tricks: dict[str, int] = {}
    while reader.next_is(_tricks) and len(tricks) < 2:
        own, taken = _tricks(reader.words[0]) or ("", 0)
        if tricks and not own:
            break
        whose = own or side
        if whose is None:
            raise wrong(reader.words[0], N_("are whose tricks? write e.g. “f x 5”"))
        tricks[whose] = taken
        reader.take()
    if not tricks:
        where = reader.words[0] if reader.words else "…"
        raise wrong(where, N_("is not possible; tricks are 0 to 13"))
    honours, dealer = _read_honours(reader), reader.dealer()
    return PriffeHandEntry.model_validate({**fields, "tricks": tricks, "honours": honours, "dealer": dealer})


def _tricks(word: str) -> tuple[str, int] | None:
    """The side that a word such as x5 names, or "", and its tricks; None for another word."""
    match = _TRICKS.match(word)
    side = _SIDES.spelled(fold(match[1])) if match and match[1] else ""
    return None if match is None or side is None else (side, int(match[2]))


def _read_honours(reader: LineWords[PriffeState]) -> dict[str, int]:
    """Honours of everybody in first seats, or of nobody. Raises InvalidInput."""
    state, honours = reader.state, list[int]()
    while reader.next_is(_HONOURS.match):
        honours.append(int(reader.take()))
    if honours and len(honours) != state.size:
        who = listed(state, state.seats)
        raise wrong(str(honours[-1]), N_("needs the honours of each of {who}, or none"), who=who)
    if not honours and reader.words and not reader.next_is(DEALER):
        raise wrong(reader.words[0], N_("is too much, or in the wrong place"))
    return {state.names[player]: count for player, count in zip(state.seats, honours, strict=False) if count}


def format(state: PriffeState, entry: Entry) -> str:
    """The line that parses to `entry` at this point of the session; "" for entries without a line."""
    match entry:
        case PriffeHandEntry():
            declarer = "" if entry.declarer is None else _SIDES[entry.declarer]
            forced = entry.contract == "forced_noll"
            begin = (str(_FORCED), declarer) if forced else (declarer, _CONTRACTS[entry.contract])
            names = [state.names[player] for player in state.seats]
            held = {**dict.fromkeys(names, 0), **entry.honours}
            honours = numbers_written(state, held, names) if entry.honours else []
            return joined(*begin, *_trick_words(entry), *honours, dealt(state, entry.dealer))
        case PairsEntry() if list(entry.sides) == ["X"]:
            return joined(str(_PAIRS), *_partners_written(state, entry.sides["X"]))
        case RubberEntry() if entry.sides is None:
            return f"{_RUBBER} {entry.totals['X']} {entry.totals['Y']}"
    return ""


def _partners_written(state: PriffeState, names: Sequence[str]) -> list[str]:
    """Their names where they are read back as these two, else their seats."""
    words = [name_written(state, name) for name in names]
    if set(names) <= set(state.names) and _partners(state, " ".join(words).split()) != tuple(names):
        return [seat_written(state, state.names.index(name)) for name in names]
    return words


def _trick_words(entry: PriffeHandEntry) -> list[str]:
    """The declarer's tricks as a number; others with their side before them."""
    if entry.declarer is not None and list(entry.tricks) == [entry.declarer]:
        return [str(entry.tricks[entry.declarer])]
    return [f"{_SIDES[side]}{taken}" for side, taken in entry.tricks.items()]


def guide() -> Guide:
    """What the help says about the entry of hands."""
    return Guide(
        answers=N_("answer the question; of ten tricks and more the last digit, - for no honours"),
        other=N_("partners, penalties, a newcomer, another dealer, the end of the session"),
        lines=(
            (N_("x h 9"), N_("side X plays hearts and takes nine tricks; d is diamonds")),
            (N_("y p 5"), N_("side Y plays without trumps and takes five")),
            (N_("x n 4"), N_("side X plays Noll and takes four")),
            (N_("f x 5"), N_("a forced Noll in which X takes five")),
            (N_("x h 9 2 0 1 1"), N_("with everyone's honours in the order of the first seats")),
            (N_("pairs anna boris"), N_("these two play together in the rubber that begins")),
            (N_("rubber 190 140"), N_("a whole rubber brought forward: totals of X and Y")),
        ),
        spelling=N_("Instead of x and y you may write the beginning of a name, or #1 for the first seat."),
        typed=N_("x h 9 · y p 5 · {first} n 4 · f x 5 · x h 9 2 0 1 1"),
    )
