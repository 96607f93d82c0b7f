"""A hand of Preferans as players tell it to each other: “Boris 7♥, Vera whists: made, 1 over”."""

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.entries.base import Entry
from prefcount.games.preferans.entries import (
    ContractEntry,
    MisdealEntry,
    MisereEntry,
    RaspasyEntry,
    TalonThrownEntry,
)
from prefcount.games.preferans.state import PreferansState
from prefcount.games.preferans.trick_counts import declarers_tricks

_CALLS = {
    "whist": (N_("{first} whists"), N_("{first} and {second} whist")),
    "half": (N_("{first} takes half"), N_("{first} and {second} take half")),
}
_MISERE_MADE = Phrase("{who} misère{times}: made")
_CAUGHT = Phrase("{who} misère{times}: caught, {n} trick", "{who} misère{times}: caught, {n} tricks")
_OVER = Phrase("made, {n} over", "made, {n} over")


def hand_in_words(state: PreferansState, entry: Entry) -> Text | str:
    """A hand in words, as `GameWords.hand_in_words` describes it."""
    match entry:
        case ContractEntry():
            return _contract(entry)
        case MisereEntry():
            taken = declarers_tricks(entry)
            values = {"who": entry.declarer, "times": _times(entry.factor), "n": taken}
            return (_CAUGHT if taken else _MISERE_MADE).of(taken, values)
        case RaspasyEntry():
            tricks = ", ".join(f"{name} {count}" for name, count in entry.tricks.items())
            return text(N_("raspasy{times}: {tricks}"), tricks=tricks, times=_times(entry.factor))
        case MisdealEntry():
            dealer = entry.dealer or state.names[state.dealer]
            points = state.rules.misdeal_dump * state.rules.dump_times
            return text(N_("misdeal by {dealer}: {points} in the dump"), dealer=dealer, points=points)
        case TalonThrownEntry():
            thrown = N_("the talon thrown at {dealer}: {points} in the dump")
            return text(thrown, dealer=state.names[state.dealer], points=state.rules.dump_times)
    return ""


def _times(factor: int | None) -> str:
    """Behind a hand that counts several times, the factor."""
    return f" ×{factor}" if factor else ""


def _contract(entry: ContractEntry) -> Text:
    contract = f"{entry.contract}{_times(entry.factor)}"
    said: Text = text(N_("{who} {contract}"), who=entry.declarer, contract=contract)
    if entry.left_without:
        return text(N_("{hand}: gives up without {n}"), hand=said, n=entry.left_without)
    calls = dict[str, list[str]]()
    for name, call in (entry.calls or {}).items():
        calls.setdefault(call, []).append(name)
    if entry.calls and set(calls) == {"pass"}:
        return text(N_("{hand}, pass") if len(entry.calls) == 1 else N_("{hand}, both pass"), hand=said)
    for called, (one, two) in _CALLS.items():
        names = calls.get(called, [])
        if names:
            who = text(one if len(names) == 1 else two, first=names[0], second=names[-1])
            said = text(N_("{hand}, {called}"), hand=said, called=who)
    if not entry.tricks:
        return said
    result = _result(declarers_tricks(entry) - entry.contract.level)
    return text(N_("{hand}: {result}"), hand=said, result=result)


def _result(over: int) -> Text:
    if over < 0:
        return text(N_("{n} down"), n=-over)
    return _OVER.of(over, {"n": over}) if over else text(N_("made"))
