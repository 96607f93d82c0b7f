"""A hand of Preferans as players tell it to each other: “Boris 7♥, Vera whists: made, 1 over”."""

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.entries.base import Entry
from prefcount.games.preferans.entries import ContractEntry, MisereEntry, RaspasyEntry
from prefcount.games.preferans.state import PreferansState
from prefcount.games.preferans.trick_counts import declarers_tricks

_CALLS = {
    "whist": (N_("{first} whists"), N_("{first} and {second} whist")),
    "half": (N_("{first} takes half"), N_("{first} and {second} take half")),
}
_CAUGHT = Phrase("caught, {n} trick", "caught, {n} tricks")


def hand_in_words(state: PreferansState, entry: Entry) -> Text | str:
    """A hand in words, as `GameWords.hand_in_words` describes it."""
    match entry:
        case ContractEntry():
            return _contract(entry)
        case MisereEntry():
            taken = declarers_tricks(entry)
            result = _CAUGHT.of(taken, {"n": taken}) if taken else text(N_("made"))
            said = N_("{who} misère ×{factor}: {result}") if entry.factor else N_("{who} misère: {result}")
            return text(said, who=entry.declarer, result=result, factor=entry.factor or 1)
        case RaspasyEntry():
            tricks = ", ".join(f"{name} {count}" for name, count in entry.tricks.items())
            said = N_("raspasy ×{factor}: {tricks}") if entry.factor else N_("raspasy: {tricks}")
            return text(said, tricks=tricks, factor=entry.factor or 1)
    return ""


def _contract(entry: ContractEntry) -> Text:
    times = f" ×{entry.factor}" if entry.factor else ""
    said: Text = text(N_("{who} {contract}"), who=entry.declarer, contract=f"{entry.contract}{times}")
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
    return text(N_("made, {n} over"), n=over) if over else text(N_("made"))
