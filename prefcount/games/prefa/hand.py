"""Guided form and one-line notation of hands of Prefa. A printed line parses to the same hand.

anna 6h dd 2 2      six hearts, both defend and take 2 and 2        anna 6h th 0 3   the first takes the
anna 8c pd 1        the second defends alone                        second along
anna 7s pp          both passed                                     anna 9s up       given up
pass                all passed (pass 5 3 2 if it is played)     stake 100   more into the pot
anna 8c pd anna=9   the tricks of a named player, here the declarer
"""

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.models import Entry
from prefcount.entries.names_and_figures import parse_whole_number
from prefcount.entries.validation_messages import validate_fields
from prefcount.games.form import (
    SOMETHING_ELSE,
    GameEntryKind,
    RolePair,
    ask_defenders_tricks,
    ask_table_entry,
    ask_tricks,
    ask_who_plays,
    doubt_undertricks,
    get_role_answer,
    number_choices,
    offer_level,
)
from prefcount.games.game import NONE_LIKELY, Answers, Choice, Question
from prefcount.games.notation import (
    DEALER,
    NUMBER,
    LineWords,
    Vocabulary,
    Word,
    find_opponents,
    get_opponent_names,
    join_words,
    parse_contract,
    read_player,
    refuse_word,
    resolve_dealer,
    tricks_by_name,
    with_rest,
    write_contract,
    write_dealer,
    write_letters,
    write_name,
    write_numbers,
)
from prefcount.games.prefa.rules import (
    ALL_TRICKS,
    MAX_STAKE,
    REQUIRED,
    TABLE_ENTRIES,
    AddStakeEntry,
    PrefaAllPass,
    PrefaAllPassEntry,
    PrefaContractEntry,
    PrefaState,
    Role,
    resolve,
)
from prefcount.games.state import join_names
from prefcount.games.words import SUITS, Guide

_ROLE_PAIRS: Mapping[str, RolePair] = {
    "dd": RolePair(("play", "play"), N_("{first} and {second} defend"), N_("both defend")),
    "dp": RolePair(("play", "pass"), N_("{first} defends alone"), N_("the first")),
    "pd": RolePair(("pass", "play"), N_("{second} defends alone"), N_("the second")),
    "pp": RolePair(("pass", "pass"), N_("both pass"), N_("both pass")),
    "th": RolePair(("together", "helper"), N_("{first} takes {second} along"), N_("first with second")),
    "ht": RolePair(("helper", "together"), N_("{second} takes {first} along"), N_("second with first")),
}
_USUAL_STAKE = "100"


def ask(state: PrefaState, answers: Answers, placed: bool = False) -> Question | Entry:
    if "who" not in answers:
        if not state.over:
            return ask_who_plays(state, Choice("pass", "0", text(N_("all pass"))))
        more = Choice("add_stake", "1", text(N_("everyone adds to the pot")))
        prompt = text(N_("The pot is empty. Press F5 to settle, or choose what happens next."))
        return Question("who", prompt, (more, SOMETHING_ELSE), likely=NONE_LIKELY)
    who = answers["who"]
    if who == "pass":
        return _ask_all_pass(state, answers)
    if who == "add_stake":
        return _ask_stake(state, answers)
    if who == "other":
        return ask_table_entry(state, answers, ask, TABLE_ENTRIES, _OWN, placed=placed)
    return _ask_contract(state, answers, int(who))


def get_answers(state: PrefaState, entry: Entry) -> dict[str, str]:
    assert isinstance(entry, PrefaContractEntry | PrefaAllPassEntry)
    hand, _problems = resolve(state, entry)
    if hand is None:
        return {}
    if isinstance(hand, PrefaAllPass):
        return {"who": "pass"} | {
            f"tricks{index}": str(taken) for index, (_who, taken) in enumerate(hand.tricks)
        }
    level = {"level": "aces", "level2": str(hand.level)} if hand.aces else {"level": str(hand.level)}
    answers = {"who": str(hand.declarer), **level, "trump": hand.trump}
    if isinstance(entry, PrefaContractEntry) and entry.give_up:
        return answers | {"roles": "up"}
    came = [tricks for tricks, role in zip(hand.tricks, hand.roles, strict=True) if role != "pass"]
    tricks = {f"tricks{index}": str(taken) for index, taken in enumerate(came)}
    return answers | get_role_answer(_ROLE_PAIRS, hand.roles) | tricks


def find_doubt(entry: Entry) -> Text | None:
    if not isinstance(entry, PrefaContractEntry):
        return None
    taken = entry.tricks.get(entry.declarer, ALL_TRICKS - sum(entry.tricks.values()))
    return doubt_undertricks(entry.declarer, entry.level - taken)


def _ask_announcement(state: PrefaState, answers: Answers, name: str) -> Question | dict[str, Any]:
    aces = answers.get("level") == "aces"
    field = "level2" if aces else "level"
    if field not in answers:
        choices = [offer_level(str(level)) for level in range(6, 11)]
        if state.rules.aces and not aces:
            choices.append(Choice("aces", "4", text(N_("four aces shown"))))
        return Question(field, text(N_("What does {who} play?"), who=name), tuple(choices))
    if "trump" not in answers:
        suits = number_choices({suit: text(sign) for suit, sign in SUITS.items()})
        return Question("trump", text(N_("Trumps?")), suits)
    return {"level": int(answers[field]), "trump": answers["trump"], "aces": aces}


def _ask_contract(state: PrefaState, answers: Answers, declarer: int) -> Question | Entry:
    name = state.names[declarer]
    announced = _ask_announcement(state, answers, name)
    if isinstance(announced, Question):
        return announced
    fields = {"declarer": name, **announced}
    names = [state.names[player] for player in state.seats.opponents(declarer, state.dealer)]
    if "roles" not in answers:
        return _ask_roles(names, name)
    if answers["roles"] == "up":
        return PrefaContractEntry(**fields, give_up=True)
    roles = _ROLE_PAIRS[answers["roles"]].roles
    fields["defenders_role"] = dict(zip(names, roles, strict=True))
    playing = [who for who, role in zip(names, roles, strict=True) if role != "pass"]
    tricks = ask_defenders_tricks(answers, playing, ALL_TRICKS, REQUIRED[fields["level"]])
    if isinstance(tricks, Question):
        return tricks
    return PrefaContractEntry(**fields, tricks=dict(zip(playing, tricks, strict=True)))


def _ask_roles(names: list[str], declarer: str) -> Question:
    first, second = names
    choices = [
        Choice(letters, str(digit), text(pair.label, first=first, second=second), short=text(pair.short))
        for digit, (letters, pair) in enumerate(_ROLE_PAIRS.items(), start=1)
    ]
    choices.append(Choice("up", "-", text(N_("{who} resigns"), who=declarer)))
    prompt = text(N_("Who defends? {who} speaks first."), who=first)
    return Question("roles", prompt, tuple(choices), pays=True)


def _ask_all_pass(state: PrefaState, answers: Answers) -> Question | Entry:
    if not state.rules.ppp:
        return PrefaAllPassEntry()
    players = state.seats.active(state.dealer)
    left, tricks = ALL_TRICKS, dict[str, int]()
    for index, player in enumerate(players[:-1]):
        name, field = state.names[player], f"tricks{index}"
        if left and field not in answers:
            likely, prompt = round(left / (len(players) - index)), text(N_("Tricks of {who}?"), who=name)
            rest = left if index == len(players) - 2 else None
            return ask_tricks(field, prompt, range(left + 1), likely, left=rest)
        tricks[name] = int(answers.get(field, "0"))
        left -= tricks[name]
    return PrefaAllPassEntry(tricks={**tricks, state.names[players[-1]]: left})


def _ask_stake(_state: PrefaState, answers: Answers) -> Question | Entry:
    if "amount" not in answers:
        usual = Choice(_USUAL_STAKE, "1", _USUAL_STAKE)
        typed = Choice("", "2", text(N_("another amount")))
        return Question("amount", text(N_("How much does each player add to the pot?")), (usual, typed))
    if answers["amount"]:
        return validate_fields(AddStakeEntry, {"amount": parse_whole_number(answers["amount"])})
    if "typed" not in answers:
        return Question("typed", text(N_("Amount (a multiple of 10)")))
    return validate_fields(AddStakeEntry, {"amount": parse_whole_number(answers["typed"])})


_OWN = {"add_stake": GameEntryKind(N_("everyone adds to the pot"), _ask_stake)}

_ROLES = Vocabulary[Role]("prefa.role")
_PASS = Word("prefa.pass")
_STAKE = Word("prefa.stake")
_UP = Word("prefa.up")
_ACES = Word("prefa.aces")
_AMOUNT = re.compile(r"^[0-9]{1,6}$")
_NAMED = re.compile(r"^(.+)=(10|\d)$")


def parse(state: PrefaState, line: str) -> Entry:
    reader = LineWords(state, line, N_("is empty; write a hand such as “anna 6h dd 2 2”"))
    words = reader.words
    tricks = takewhile(lambda word: word not in DEALER, words[1:])
    if words[0] in _PASS and all(NUMBER.match(word) or _NAMED.match(word) for word in tricks):
        return _parse_pass(reader)
    if words[0] in _STAKE and len(words) == 2 and _AMOUNT.match(words[1]):
        amount = int(words[1])
        if amount % 10 or not 10 <= amount <= MAX_STAKE:
            raise refuse_word(words[1], N_("is not a stake; stakes are multiples of 10, from 10 to 100000"))
        return AddStakeEntry(amount=amount)
    return _parse_contract(reader)


def _parse_pass(reader: LineWords[PrefaState]) -> PrefaAllPassEntry:
    word = reader.take()
    numbers, named, dealer = reader.take_numbers(), _read_named(reader), reader.take_dealer()
    state = reader.state
    players = _find_holding(state, dealer)
    numbers = with_rest(numbers, players)
    if numbers and len(numbers) != len(players):
        who = join_names(state, players)
        raise refuse_word(
            word, N_("needs a number of tricks for each of {who}, or no numbers at all"), who=who
        )
    tricks = _with_named(tricks_by_name(state, players, numbers), named)
    return PrefaAllPassEntry(tricks=tricks, dealer=dealer)


def _read_named(reader: LineWords[PrefaState]) -> dict[str, int]:
    named: dict[str, int] = {}
    while reader.next_is(_NAMED.match):
        name, number = reader.take().rsplit("=", 1)
        named[reader.state.names[read_player(reader.state, name)]] = int(number)
    return named


def _with_named(tricks: Mapping[str, int], named: Mapping[str, int]) -> dict[str, int]:
    for name in tricks.keys() & named.keys():
        raise refuse_word(f"{name}={named[name]}", N_("this word is one too many, or in the wrong place"))
    return {**tricks, **named}


def _find_holding(state: PrefaState, dealer: str | None) -> tuple[int, ...]:
    out = state.seats.idle(resolve_dealer(state, dealer))
    return tuple(player for player in state.seats if player != out)


def _parse_contract(reader: LineWords[PrefaState]) -> PrefaContractEntry:
    state = reader.state
    index = next((index for index, word in enumerate(reader.words) if index and parse_contract(word)), None)
    if index is None:
        sentence = N_("is not a contract; write 6s to 10n, “pass” if everyone passed, or “stake 100”")
        raise reader.refuse_contract(sentence)
    declarer = reader.take_player(index)
    contract = parse_contract(reader.take())
    assert contract is not None, "it was looked for"
    level, trump = contract
    up = reader.take_if(_UP)
    roles = _read_roles(reader)
    numbers, named = reader.take_numbers(), _read_named(reader)
    aces, dealer = reader.take_if(_ACES), reader.take_dealer()
    defenders = find_opponents(state, declarer, dealer)
    role_of = dict(zip(defenders, roles or (), strict=False))
    playing = [player for player in defenders if role_of.get(player) != "pass"]
    if len(numbers) > len(playing):
        who = join_names(state, playing) or "–"
        sentence = N_(
            "is one number too many; write a number of tricks only for the defenders who play ({who})"
        )
        raise refuse_word(str(numbers[-1]), sentence, who=who)
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
    if not reader.words or reader.next_is(NUMBER.match, DEALER, _ACES):
        return None
    word = reader.take()
    roles = _ROLES.read_letters(word)
    if roles and len(roles) == 2:
        return roles
    sentence = N_(
        "must be one letter for each defender, such as “dd” or “th” (p passes, d defends,"
        " t takes the other along, h is taken along), or “up” if the declarer concedes"
    )
    raise refuse_word(word, sentence)


def format(state: PrefaState, entry: Entry) -> str:
    match entry:
        case PrefaContractEntry():
            defenders = get_opponent_names(state, entry.declarer, entry.dealer)
            came = [name for name in defenders if entry.defenders_role.get(name) != "pass"]
            return join_words(
                write_name(state, entry.declarer, _is_misread),
                write_contract(entry.level, entry.trump),
                str(_UP) if entry.give_up else "",
                write_letters(_ROLES, entry.defenders_role, defenders),
                *write_numbers(state, entry.tricks, came),
                str(_ACES) if entry.aces else "",
                write_dealer(state, entry.dealer, _is_misread),
            )
        case PrefaAllPassEntry():
            dealer = entry.dealer if entry.dealer in state.names else None
            names = [state.names[player] for player in _find_holding(state, dealer)]
            numbers = write_numbers(state, entry.tricks, names, whole=True) if entry.tricks else []
            return join_words(str(_PASS), *numbers, write_dealer(state, entry.dealer, _is_misread))
        case AddStakeEntry():
            return f"{_STAKE} {entry.amount}"
    return ""


def _is_misread(words: Sequence[str]) -> bool:
    contract = any(parse_contract(word) for word in words[1:])
    return contract or (len(words) > 1 and (words[0] in _PASS or words[0] in _STAKE))


def guide() -> Guide:
    return Guide(
        answers=N_(
            "answer the question; = means ten, 0 also means a contract of ten, - means that "
            "the declarer concedes"
        ),
        other=N_("add to the pot, or enter a penalty, a newcomer, another dealer or the end of the game"),
        lines=(
            (N_("anna 6h dd 2 2"), N_("Anna plays six hearts, both defend and take two tricks each")),
            (N_("anna 8c pd 1"), N_("the first defender passes, the second defends and takes one trick")),
            (
                N_("b 6s th 0 3"),
                N_("the first defender takes the second along, and they take 0 and 3 tricks"),
            ),
            (N_("v 7n pp"), N_("both pass")),
            (N_("anna 9s up"), N_("Anna concedes before play")),
            (N_("v 6h dd 3 1 aces"), N_("the declarer has shown four aces")),
            (
                N_("pass"),
                N_(
                    "everyone passes; if your table then plays the hand, add the tricks in seat "
                    "order, as in “pass 5 3 2”"
                ),
            ),
            (N_("stake 100"), N_("everyone adds 100 to the pot")),
        ),
        spelling=N_(
            "Letters of the defenders: p passes, d defends, t takes the other defender along,"
            " h is taken along. Write suits as s c d h n or ♠ ♣ ♦ ♥. Names may be shortened, "
            "and #1 is the first seat."
        ),
        typed=N_("{first} 6h dd 2 2 · {second} 8c pd 1 · {third} 6s th 0 3 · {first} 9s up · pass"),
    )
