"""The guided entry of a hand of Prefa: at most seven keys, what cannot be is not offered."""

from collections.abc import Mapping
from typing import Any

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.common import Entry
from prefcount.entries.names_and_figures import whole_or_text
from prefcount.entries.validation_messages import validated
from prefcount.games.form import (
    SOMETHING_ELSE,
    GameEntryKind,
    RolePair,
    defenders_tricks,
    far_down,
    numbered,
    role_answer,
    table_entry_question,
    tricks_question,
    who_plays,
)
from prefcount.games.game import NONE_LIKELY, Answers, Choice, Question
from prefcount.games.prefa.entries import AddStakeEntry, PrefaAllPassEntry, PrefaContractEntry
from prefcount.games.prefa.legality import ALL_TRICKS, REQUIRED, PrefaAllPass, resolve
from prefcount.games.prefa.play import TABLE_ENTRIES
from prefcount.games.prefa.state import PrefaState
from prefcount.games.words import SUITS

_LEVEL_KEYS = {"6": "6", "7": "7", "8": "8", "9": "9", "10": "0"}
_ROLES: Mapping[str, RolePair] = {
    "dd": RolePair(("play", "play"), N_("{first} and {second} defend"), N_("both defend")),
    "dp": RolePair(("play", "pass"), N_("{first} defends alone"), N_("the first")),
    "pd": RolePair(("pass", "play"), N_("{second} defends alone"), N_("the second")),
    "pp": RolePair(("pass", "pass"), N_("both pass"), N_("both pass")),
    "th": RolePair(("together", "helper"), N_("{first} takes {second} along"), N_("first with second")),
    "ht": RolePair(("helper", "together"), N_("{second} takes {first} along"), N_("second with first")),
}
_USUAL_STAKE = "100"


def ask(state: PrefaState, answers: Answers, placed: bool = False) -> Question | Entry:
    """The next question, or the entry once everything is said, as `Game.ask` describes it."""
    if "who" not in answers:
        if not state.over:
            return who_plays(state, Choice("pass", "0", text(N_("all pass"))))
        more = Choice("add_stake", "1", text(N_("everyone adds to the pot")))
        prompt = text(N_("The pot is empty. F5 settles, or what next?"))
        return Question("who", prompt, (more, SOMETHING_ELSE), likely=NONE_LIKELY)
    who = answers["who"]
    if who == "pass":
        return _all_pass(state, answers)
    if who == "add_stake":
        return _add_stake(state, answers)
    if who == "other":
        return table_entry_question(state, answers, ask, TABLE_ENTRIES, _OWN, placed=placed)
    return _contract(state, answers, int(who))


def answers_of(state: PrefaState, entry: Entry) -> dict[str, str]:
    """The answers that lead to a hand, as `Game.answers_of` describes them."""
    assert isinstance(entry, PrefaContractEntry | PrefaAllPassEntry)
    hand, _problems = resolve(state, entry)
    if hand is None:
        return {}
    if isinstance(hand, PrefaAllPass):
        return {"who": "pass"} | {f"tricks{at}": str(taken) for at, (_who, taken) in enumerate(hand.tricks)}
    level = {"level": "aces", "level2": str(hand.level)} if hand.aces else {"level": str(hand.level)}
    answers = {"who": str(hand.declarer), **level, "trump": hand.trump}
    if isinstance(entry, PrefaContractEntry) and entry.give_up:
        return answers | {"roles": "up"}
    came = [tricks for tricks, role in zip(hand.tricks, hand.roles, strict=True) if role != "pass"]
    tricks = {f"tricks{at}": str(taken) for at, taken in enumerate(came)}
    return answers | role_answer(_ROLES, hand.roles) | tricks


def doubted(entry: Entry) -> Text | None:
    """What hardly happens in a hand, as `Game.doubted` describes it."""
    if not isinstance(entry, PrefaContractEntry):
        return None
    taken = entry.tricks.get(entry.declarer, ALL_TRICKS - sum(entry.tricks.values()))
    return far_down(entry.declarer, entry.level - taken)


def _announced(state: PrefaState, answers: Answers, name: str) -> Question | dict[str, Any]:
    """The next question about a contract, or level, trumps and aces of its entry."""
    aces = answers.get("level") == "aces"
    field = "level2" if aces else "level"
    if field not in answers:
        choices = [Choice(level, key, level) for level, key in _LEVEL_KEYS.items()]
        if state.rules.aces and not aces:
            choices.append(Choice("aces", "4", text(N_("four aces shown"))))
        return Question(field, text(N_("What does {who} play?"), who=name), tuple(choices))
    if "trump" not in answers:
        suits = numbered({suit: text(sign) for suit, sign in SUITS.items()})
        return Question("trump", text(N_("Trumps?")), suits)
    return {"level": int(answers[field]), "trump": answers["trump"], "aces": aces}


def _contract(state: PrefaState, answers: Answers, declarer: int) -> Question | Entry:
    name = state.names[declarer]
    announced = _announced(state, answers, name)
    if isinstance(announced, Question):
        return announced
    fields = {"declarer": name, **announced}
    names = [state.names[player] for player in state.seats.opponents(declarer, state.dealer)]
    if "roles" not in answers:
        return _roles(names, name)
    if answers["roles"] == "up":
        return PrefaContractEntry(**fields, give_up=True)
    roles = _ROLES[answers["roles"]].roles
    fields["defenders_role"] = dict(zip(names, roles, strict=True))
    playing = [who for who, role in zip(names, roles, strict=True) if role != "pass"]
    tricks = defenders_tricks(answers, playing, ALL_TRICKS, REQUIRED[fields["level"]])
    if isinstance(tricks, Question):
        return tricks
    return PrefaContractEntry(**fields, tricks=dict(zip(playing, tricks, strict=True)))


def _roles(names: list[str], declarer: str) -> Question:
    first, second = names
    choices = [
        Choice(letters, str(at), text(pair.label, first=first, second=second), short=text(pair.short))
        for at, (letters, pair) in enumerate(_ROLES.items(), start=1)
    ]
    choices.append(Choice("up", "-", text(N_("{who} resigns"), who=declarer)))
    prompt = text(N_("Who defends? {who} is first."), who=first)
    return Question("roles", prompt, tuple(choices), pays=True)


def _all_pass(state: PrefaState, answers: Answers) -> Question | Entry:
    if not state.rules.ppp:
        return PrefaAllPassEntry()
    players = state.seats.active(state.dealer)
    left, tricks = ALL_TRICKS, dict[str, int]()
    for at, player in enumerate(players[:-1]):
        name, field = state.names[player], f"tricks{at}"
        if left and field not in answers:
            likely, prompt = round(left / (len(players) - at)), text(N_("Tricks of {who}?"), who=name)
            rest = left if at == len(players) - 2 else None
            return tricks_question(field, prompt, range(left + 1), likely, left=rest)
        tricks[name] = int(answers.get(field, "0"))
        left -= tricks[name]
    return PrefaAllPassEntry(tricks={**tricks, state.names[players[-1]]: left})


def _add_stake(_state: PrefaState, answers: Answers) -> Question | Entry:
    """How much everybody adds, or the entry. Raises InvalidInput."""
    if "amount" not in answers:
        usual = Choice(_USUAL_STAKE, "1", _USUAL_STAKE)
        typed = Choice("", "2", text(N_("another amount")))
        return Question("amount", text(N_("How much does everyone add?")), (usual, typed))
    if answers["amount"]:
        return validated(AddStakeEntry, {"amount": whole_or_text(answers["amount"])})
    if "typed" not in answers:
        return Question("typed", text(N_("Amount (a multiple of 10)")))
    return validated(AddStakeEntry, {"amount": whole_or_text(answers["typed"])})


_OWN = {"add_stake": GameEntryKind(N_("everyone adds to the pot"), _add_stake)}
