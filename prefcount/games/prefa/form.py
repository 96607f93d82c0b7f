"""The guided entry of a hand of Prefa: at most seven keys, what cannot be is not offered."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from prefcount.entries.base import Entry
from prefcount.games.common_form import player_choices, something_else
from prefcount.games.prefa import other_entries_form
from prefcount.games.prefa.entries import PrefaAllPassEntry, PrefaContractEntry
from prefcount.games.prefa.hands import ALL_TRICKS, HELPER, PASS, PLAY, REQUIRED, TOGETHER
from prefcount.games.prefa.state import PrefaState
from prefcount.games.questions import NONE_LIKELY, Answers, Choice, Question
from prefcount.games.suits import SUITS
from prefcount.i18n import N_, Text, text

_LEVEL_KEYS = {"6": "6", "7": "7", "8": "8", "9": "9", "10": "0"}
_ROLES: Mapping[str, tuple[str, str]] = {
    "dd": (PLAY, PLAY),
    "dp": (PLAY, PASS),
    "pd": (PASS, PLAY),
    "pp": (PASS, PASS),
    "th": (TOGETHER, HELPER),
    "ht": (HELPER, TOGETHER),
}
_LABELS: Mapping[str, str] = {
    "dd": N_("{first} and {second} defend"),
    "dp": N_("{first} defends alone"),
    "pd": N_("{second} defends alone"),
    "pp": N_("both pass"),
    "th": N_("{first} takes {second} along"),
    "ht": N_("{second} takes {first} along"),
}
_SHORT: Mapping[str, str] = {
    "dd": N_("both defend"),
    "dp": N_("the first"),
    "pd": N_("the second"),
    "pp": N_("both pass"),
    "th": N_("first with second"),
    "ht": N_("second with first"),
}


def ask(state: PrefaState, answers: Answers, placed: bool = False) -> Question | Entry:
    """The next question, or the entry once everything is said, as `GameEntry.ask` describes it."""
    if "who" not in answers:
        return _who(state)
    who = answers["who"]
    if who == "pass":
        return _all_pass(state, answers)
    if who == "add_stake":
        return other_entries_form.add_stake(answers)
    if who == "other":
        return something_else(
            state, answers, partial(ask, placed=placed), partial(other_entries_form.ask, placed=placed)
        )
    return _contract(state, answers, int(who))


def _who(state: PrefaState) -> Question:
    """Whose contract it is; once the pot is empty only what lets the game go on."""
    others = (Choice("other", "9", text(N_("something else"))),)
    if state.over:
        more = Choice("add_stake", "1", text(N_("everybody adds to the pot")))
        prompt = text(N_("The pot is empty. F5 settles, or what else?"))
        return Question("who", prompt, (more, *others), likely=NONE_LIKELY)
    players = state.seats.active(state.dealer)
    choices = list(player_choices(state, players))
    choices.append(Choice("pass", "0", text(N_("all pass"))))
    return Question("who", text(N_("Who plays?")), (*choices, *others), likely=NONE_LIKELY)


def _contract(state: PrefaState, answers: Answers, declarer: int) -> Question | Entry:
    name = state.names[declarer]
    aces = answers.get("level") == "aces"
    field = "level2" if aces else "level"
    if field not in answers:
        return _level(state, name, field, said=aces)
    if "trump" not in answers:
        choices = tuple(
            Choice(suit, str(at), text(sign)) for at, (suit, sign) in enumerate(SUITS.items(), start=1)
        )
        return Question("trump", text(N_("Trumps?")), choices)
    given: dict[str, Any] = {
        "declarer": name,
        "level": int(answers[field]),
        "trump": answers["trump"],
        "aces": aces,
    }
    defenders = state.seats.opponents(declarer, state.dealer)
    names = [state.names[player] for player in defenders]
    if "roles" not in answers:
        return _roles(names, name)
    if answers["roles"] == "up":
        return PrefaContractEntry(**given, give_up=True)
    roles = _ROLES[answers["roles"]]
    given["defenders_role"] = dict(zip(names, roles, strict=True))
    playing = [who for who, role in zip(names, roles, strict=True) if role != PASS]
    tricks = _tricks(answers, playing, REQUIRED[given["level"]])
    return tricks if isinstance(tricks, Question) else PrefaContractEntry(**given, tricks=tricks)


def _level(state: PrefaState, name: str, field: str, *, said: bool) -> Question:
    choices = [Choice(level, key, level) for level, key in _LEVEL_KEYS.items()]
    if state.rules.aces and not said:
        choices.append(Choice("aces", "4", text(N_("four aces shown"))))
    return Question(field, text(N_("What does {who} play?"), who=name), tuple(choices))


def _roles(names: list[str], declarer: str) -> Question:
    first, second = names
    choices = [
        Choice(roles, str(at), text(label, first=first, second=second), short=text(_SHORT[roles]))
        for at, (roles, label) in enumerate(_LABELS.items(), start=1)
    ]
    choices.append(Choice("up", "-", text(N_("{who} gives up"), who=declarer)))
    prompt = text(N_("Who defends? {who} is first."), who=first)
    return Question("roles", prompt, tuple(choices), pays=True)


def _tricks(answers: Answers, playing: list[str], required: tuple[int, int]) -> Question | dict[str, int]:
    """Tricks of the defenders who came, one after the other."""
    left, tricks = ALL_TRICKS, dict[str, int]()
    for at, name in enumerate(playing):
        field = f"tricks{at}"
        if field not in answers:
            prompt = text(N_("Tricks of {who}?"), who=name)
            return _count(field, prompt, range(left + 1), min(left, required[at]))._replace(pays=True)
        tricks[name] = int(answers[field])
        left -= tricks[name]
    return tricks


def _all_pass(state: PrefaState, answers: Answers) -> Question | Entry:
    if not state.rules.ppp:
        return PrefaAllPassEntry()
    players = state.seats.active(state.dealer)
    left, tricks = ALL_TRICKS, dict[str, int]()
    for at, player in enumerate(players[:-1]):
        name, field = state.names[player], f"tricks{at}"
        if field not in answers:
            likely = round(left / (len(players) - at))
            return _count(field, text(N_("Tricks of {who}?"), who=name), range(left + 1), likely)
        tricks[name] = int(answers[field])
        left -= tricks[name]
    return PrefaAllPassEntry(tricks={**tricks, state.names[players[-1]]: left})


def _count(field: str, prompt: Text, numbers: Iterable[int], likely: int) -> Question:
    choices = tuple(
        Choice(str(number), "=" if number == ALL_TRICKS else str(number), str(number)) for number in numbers
    )
    return Question(field, prompt, choices, likely)
