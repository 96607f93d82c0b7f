"""The guided entry of a hand of Balkan Preferans: at most eight keys, what cannot be is not offered."""

from collections.abc import Mapping, Sequence
from typing import Any

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.common import Entry
from prefcount.games.balkan.entries import BalkanAllPassEntry, BalkanContractEntry, FollowerEntry
from prefcount.games.balkan.legality import ALL_TRICKS, FALL, VALUES, BalkanAllPass, resolve, unplayed
from prefcount.games.balkan.play import TABLE_ENTRIES
from prefcount.games.balkan.state import CONTRACTS, KONTRAS, BalkanState
from prefcount.games.form import (
    RolePair,
    defenders_tricks,
    far_down,
    numbered,
    role_answer,
    table_entry_question,
    tricks_question,
    who_plays,
)
from prefcount.games.game import Answers, Choice, Question

_ROLES: Mapping[str, RolePair] = {
    "ff": RolePair(("follow", "follow"), N_("{first} and {second} come"), N_("both")),
    "fo": RolePair(("follow", "out"), N_("{first} comes alone"), N_("the first")),
    "of": RolePair(("out", "follow"), N_("{second} comes alone"), N_("the second")),
    "oo": RolePair(("out", "out"), N_("nobody comes"), N_("nobody")),
    "cd": RolePair(("caller", "called"), N_("{first} calls {second}"), N_("first calls")),
    "dc": RolePair(("called", "caller"), N_("{second} calls {first}"), N_("second calls")),
    "kh": RolePair(("kontra", "helper"), N_("{first} gives kontra"), N_("first kontra")),
    "hk": RolePair(("helper", "kontra"), N_("{second} gives kontra"), N_("second kontra")),
}


def ask(state: BalkanState, answers: Answers, placed: bool = False) -> Question | Entry:
    """The next question, or the entry once everything is said, as `Game.ask` describes it."""
    if "who" not in answers:
        return who_plays(state, Choice("pass", "0", text(N_("everyone passed"))))
    who = answers["who"]
    if who == "pass":
        return BalkanAllPassEntry()
    if who == "other":
        return table_entry_question(state, answers, ask, TABLE_ENTRIES, placed=placed)
    return _hand(state, answers, int(who))


def answers_of(state: BalkanState, entry: Entry) -> dict[str, str]:
    """The answers that lead to a hand, as `Game.answers_of` describes them."""
    assert isinstance(entry, BalkanContractEntry | BalkanAllPassEntry)
    hand, _problems = resolve(state, entry)
    if hand is None:
        return {}
    if isinstance(hand, BalkanAllPass):
        return {"who": "pass"}
    contract = {"contract": "igra", "contract2": hand.contract} if hand.igra else {"contract": hand.contract}
    answers = {"who": str(hand.declarer), **contract}
    if not hand.played:
        return answers | {"roles": "none"}
    answers |= role_answer(_ROLES, hand.roles)
    if hand.kontra:
        answers["kontra"] = str(hand.kontra)
    if hand.contract == "betl":
        return answers | {"own": str(int(hand.fell))}
    if "caller" in hand.roles or "kontra" in hand.roles:
        return answers | {"total": str(hand.total)}
    return answers | {f"tricks{at}": str(taken) for at, taken in enumerate(hand.tricks)}


def doubted(entry: Entry) -> Text | None:
    """What hardly happens in a hand, as `Game.doubted` describes it."""
    if not isinstance(entry, BalkanContractEntry) or entry.contract == "betl":
        return None
    total = sum(follower.tricks or 0 for follower in entry.followers.values())
    return far_down(entry.declarer, total - FALL + 1)


def _hand(state: BalkanState, answers: Answers, declarer: int) -> Question | Entry:
    name = state.names[declarer]
    igra = answers.get("contract") == "igra"
    field = "contract2" if igra else "contract"
    if field not in answers:
        contracts = [Choice(code, str(value), text(CONTRACTS[code])) for code, value in VALUES.items()]
        if not igra:
            contracts.append(Choice("igra", "8", text(N_("igra, without the talon"))))
        return Question(field, text(N_("What does {who} play?"), who=name), tuple(contracts))
    contract = answers[field]
    fields: dict[str, Any] = {"declarer": name, "contract": contract, "igra": igra}
    names = [state.names[player] for player in state.seats.opponents(declarer, state.dealer)]
    if "roles" not in answers:
        return _roles(state, contract, names, igra=igra)
    if answers["roles"] == "none":
        return BalkanContractEntry(**fields)
    return _played(state, answers, fields, names)


def _played(
    state: BalkanState, answers: Answers, fields: dict[str, Any], names: Sequence[str]
) -> Question | Entry:
    """What follows once it is known who comes."""
    roles = _ROLES[answers["roles"]].roles
    if "kontra" in roles:
        if "kontra" not in answers:
            levels = numbered({str(level): text(label) for level, label in enumerate(KONTRAS, start=1)})
            prompt = text(N_("How far did it go after {who}'s kontra?"), who=names[roles.index("kontra")])
            return Question("kontra", prompt, levels)
        fields["kontra"] = int(answers["kontra"])
    tricks: Question | Sequence[int | None] = (None, None)
    if fields["contract"] != "betl":
        tricks = _tricks(state, answers, names, roles)
    elif "own" in answers:
        fields["declarer_tricks"] = int(answers["own"])
    else:
        choices = (Choice("0", "0", text(N_("none"))), Choice("1", "1", text(N_("at least one"))))
        prompt = text(N_("Tricks of {who}?"), who=fields["declarer"])
        return Question("own", prompt, choices, marked=True, pays=True)
    if isinstance(tricks, Question):
        return tricks
    followers = {
        who: FollowerEntry.model_validate({"role": role, "tricks": taken})
        for who, role, taken in zip(names, roles, tricks, strict=True)
    }
    return BalkanContractEntry(**fields, followers=followers)


def _roles(state: BalkanState, contract: str, names: Sequence[str], *, igra: bool) -> Question:
    """Who comes; betl is played by both in any case, and a pik may need a kontra."""
    first, second = names
    choices = []
    without_kontra = unplayed(state.rules, contract, igra=igra, kontra=0)
    if without_kontra:
        choices.append(Choice("none", "1", text(N_("nobody gives kontra")), short=text(N_("no kontra"))))
    for at, (letters, pair) in enumerate(_ROLES.items(), start=1):
        offered = "kontra" in pair.roles or not (without_kontra or (contract == "betl" and letters != "ff"))
        if offered:
            both = text(N_("both play")) if contract == "betl" and letters == "ff" else None
            label = both or text(pair.label, first=first, second=second)
            choices.append(Choice(letters, str(at), label, short=both or text(pair.short)))
    prompt = text(N_("Who comes? {who} speaks first."), who=first)
    return Question("roles", prompt, tuple(choices), pays=True)


def _tricks(
    state: BalkanState, answers: Answers, names: Sequence[str], roles: Sequence[str]
) -> Question | list[int]:
    """Tricks of each follower who came; of a caller, or under kontra, those of both together."""
    most = FALL if state.rules.stop_at_five else ALL_TRICKS
    answering = next((role for role in roles if role in ("caller", "kontra")), "")
    if answering:
        if "total" not in answers:
            prompt = text(N_("Tricks of {first} and {second} together?"), first=names[0], second=names[1])
            return tricks_question("total", prompt, range(most + 1), 4, marked=True, pays=True)
        total = int(answers["total"])
        return [total if role == answering else 0 for role in roles]
    following = [name if role == "follow" else None for name, role in zip(names, roles, strict=True)]
    return defenders_tricks(answers, following, most, (2, 2))
