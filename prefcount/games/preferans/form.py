"""The guided entry of a hand: one question after the other; that a contract was made is marked, nothing else.

What cannot be is not offered. Every answer has a digit (or - and =) that is the same key on every
keyboard layout. A line of the notation can say more (blind, the talon's cards) than is asked here.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from prefcount.base.i18n import N_, Text, _, text
from prefcount.entries.models import Entry, NoteEntry
from prefcount.games.form import (
    GameEntryKind,
    far_down,
    numbered,
    place_of,
    player_question,
    table_entry_question,
    tricks_question,
    who_plays,
)
from prefcount.games.game import FACTOR, NONE_LIKELY, Answers, Choice, Question
from prefcount.games.preferans.calls import (
    is_checked,
    is_stalingrad,
    letters_of,
    possible_calls,
    said_by,
    said_short,
    said_without_names,
)
from prefcount.games.preferans.entries import (
    ContractEntry,
    Hand,
    LeaveEntry,
    MisdealEntry,
    MisereEntry,
    RaspasyEntry,
    TalonThrownEntry,
    declarers_tricks,
)
from prefcount.games.preferans.hands import (
    ALL_TRICKS,
    CALL_OF,
    LEVELS,
    STALINGRAD,
    Contract,
    ContractHand,
    MisereHand,
    RaspasyHand,
    Roles,
    roles_of,
)
from prefcount.games.preferans.legality import (
    TALON_TRICKS,
    each_counts,
    raspasy_order,
    resolve_hand,
    talon_counts,
)
from prefcount.games.preferans.state import PreferansState
from prefcount.games.preferans.table_entries import TABLE_ENTRIES
from prefcount.games.preferans.talon import talon_cards
from prefcount.games.words import SUITS
from prefcount.ledger.sheet import NOBODY


def _misdeal(state: PreferansState, answers: Answers) -> Question | Entry:
    """A misdeal; where it costs something the table may let it pass, which leaves a note."""
    points = state.rules.misdeal_dump * state.rules.dump_times
    if not points:
        return MisdealEntry()
    if "fine" not in answers:
        fine = text(N_("{who}: {points} in the dump"), who=state.names[state.dealer], points=points)
        choices = (Choice("yes", "1", fine), Choice("no", "2", text(N_("without a fine this time"))))
        return Question("fine", text(N_("A misdeal:")), choices, marked=True)
    return MisdealEntry() if answers["fine"] == "yes" else NoteEntry(text=_("misdeal, without a fine"))


def _leaves(state: PreferansState, answers: Answers) -> Question | Entry:
    if "player" not in answers:
        return player_question(state, "player", N_("Who leaves?"))
    return LeaveEntry(player=state.names[int(answers["player"])])


_LEAVES = {"leave": GameEntryKind(N_("a player leaves, settled"), _leaves, last=True)}
_OWN = {
    "misdeal": GameEntryKind(N_("misdeal"), _misdeal),
    "talon_thrown": GameEntryKind(N_("talon thrown back"), lambda _state, _answers: TalonThrownEntry()),
}
_OWN_PLACED = {**_OWN, "misdeal": GameEntryKind(N_("misdeal"), lambda _state, _answers: MisdealEntry())}
"""What is put in between other entries, where no note can stand."""
_LEVEL_FIELDS = ("contract", "contract2", "contract3")
NO_SUIT = ""
"""The answer of those who do not write suits down."""
MOST_ON_MISERE = 4
"""More tricks than these are hardly ever taken on a misère."""
_LEVEL_KEYS = {"6": "6", "7": "7", "8": "8", "9": "9", "10": "0", "misere": "1"}


def ask(state: PreferansState, answers: Answers, placed: bool = False) -> Question | Entry:
    """The next question, or the entry once everything is said, as `Game.ask` describes it."""
    state, who = state.table, answers.get("who")
    pending: Question | Entry
    if who is None:
        pending = who_plays(state, Choice("raspasy", "0", text(N_("raspasy"))))
    elif who == "raspasy":
        pending = _raspasy(state, answers)
    elif who == "other":
        own = _OWN_PLACED if placed else _OWN | _LEAVES if state.seats.dealer_rests else _OWN
        pending = table_entry_question(state, answers, ask, TABLE_ENTRIES, own, placed=placed)
    else:
        pending = _contract(state, answers, int(who))
    if FACTOR in answers and isinstance(pending, ContractEntry | MisereEntry | RaspasyEntry):
        return pending.model_copy(update={"factor": int(answers[FACTOR])})
    return pending


def doubted(entry: Entry) -> Text | None:
    """What hardly happens in a hand, as `Game.doubted` describes it."""
    match entry:
        case ContractEntry():
            return far_down(entry.declarer, entry.contract.level - declarers_tricks(entry))
        case MisereEntry() if (taken := declarers_tricks(entry)) > MOST_ON_MISERE:
            return text(N_("{who} takes {tricks} tricks on a misère."), who=entry.declarer, tricks=taken)
    return None


def answers_of(state: PreferansState, entry: Entry) -> dict[str, str]:
    """The answers that lead to a hand, as `Game.answers_of` describes them."""
    assert isinstance(entry, ContractEntry | MisereEntry | RaspasyEntry)
    state = state.table
    hand, _problems = resolve_hand(state, entry)
    answers = {FACTOR: str(entry.factor)} if entry.factor else {}
    match hand:
        case RaspasyHand():
            tricks = dict(hand.tricks)
            order = [tricks[player] for player in raspasy_order(state, hand.dealer) if player in tricks]
            taken = {f"tricks{at}": str(count) for at, count in enumerate(order)}
            return {**answers, "who": "raspasy", **taken}
        case MisereHand(roles=roles):
            announced = _announcing(state, entry, "misere")
            return {**answers, "who": str(roles.declarer), **announced, "tricks": str(hand.taken)}
        case ContractHand(roles=roles):
            return {**answers, "who": str(roles.declarer), **_contract_answers(state, entry, hand)}
    return {}


def _contract_answers(state: PreferansState, entry: Hand, hand: ContractHand) -> dict[str, str]:
    """What answers the questions about a contract, once it is known whose it is."""
    contract = hand.contract
    if is_stalingrad(state, contract):
        answers = _announcing(state, entry, contract.spelling)
    else:
        answers = _announcing(state, entry, str(contract.level)) | {"suit": contract.trump}
    if hand.left_without:
        return answers | {"tricks" if is_checked(state, contract) else "calls": "leave"}
    if hand.calls:
        answers["calls"] = letters_of(hand.calls)
    taken = zip(("tricks", "first"), hand.tricks, strict=False)
    return answers | {field: str(tricks) for field, tricks in taken if tricks is not None}


def _announcing(state: PreferansState, entry: Hand, level: str) -> dict[str, str]:
    """What answers the questions for the level: it comes last."""
    assert not isinstance(entry, RaspasyEntry), "a raspasy has no level"
    extras = {"blind": entry.blind, "talon": entry.talon}
    beside = [choice.value for choice in _beside(state, {}) if extras[choice.value]]
    *announced, last = zip(_LEVEL_FIELDS, [*beside, level], strict=False)
    cards = {"talon": " ".join(entry.talon)} if entry.talon and "talon" in beside else {}
    return dict(announced) | cards | dict([last])


def _misere(answers: Answers, name: str, declared: Mapping[str, Any]) -> Question | Entry:
    if "tricks" not in answers:
        prompt = text(N_("Tricks of {who}?"), who=name)
        question = tricks_question("tricks", prompt, range(ALL_TRICKS + 1), 0, marked=True, pays=True)
        return question._replace(two_digits=False)
    return MisereEntry(declarer=name, tricks={name: int(answers["tricks"])}, **declared)


def _contract(state: PreferansState, answers: Answers, declarer: int) -> Question | Entry:
    name = state.names[declarer]
    announced = _announced(state, answers, name)
    if isinstance(announced, Question):
        return announced
    level, declared = announced
    if level == "misere":
        return _misere(answers, name, declared)
    contract = Contract.parse(level)
    if not contract.trump:
        if "suit" not in answers:
            suits = numbered({suit: text(sign) for suit, sign in SUITS.items()})
            if any(is_stalingrad(state, contract._replace(trump=suit.value)) for suit in suits):
                choices = (*suits, Choice(NO_SUIT, "0", text(N_("not spades"))))
                return Question("suit", text(N_("Spades? Both must whist six spades.")), choices)
            # No figure depends on the suit, so it is asked only if the table wants it.
            choices = (*suits, Choice(NO_SUIT, "0", text(N_("not noted"))))
            return Question("suit", text(N_("Trumps?")), choices, default_if_skipped=NO_SUIT)
        contract = contract._replace(trump=answers["suit"])
    game = ContractEntry(declarer=name, contract=contract, **declared)
    roles = roles_of(state.seats, state.dealer, declarer)
    assert roles is not None, "nobody who sits out is offered as the declarer"
    if not is_checked(state, contract) and "calls" not in answers:
        return _calls_question(state, game, roles)
    return _tricks(state, answers, game, roles)


def _announced(state: PreferansState, answers: Answers, name: str) -> Question | tuple[str, dict[str, Any]]:
    """The level, and what else the declarer's entry says of the talon; or the question that is open.

    Before the level it can be said that the talon was left alone, or which cards lay in it, where that
    counts; then the level is asked once more.
    """
    declared: dict[str, Any] = {}
    for field in _LEVEL_FIELDS:
        answer = answers.get(field)
        if answer is None:
            return _level(state, name, field, declared)
        if answer == "blind":
            declared["blind"] = True
        elif answer != "talon":
            return answer, declared
        elif "talon" not in answers:
            return Question("talon", text(N_("The two cards of the talon? (e.g. AS 10H)")))
        else:
            declared["talon"] = talon_cards(answers["talon"])
    raise AssertionError("each can be said once only")


def _beside(state: PreferansState, declared: Mapping[str, Any]) -> Iterator[Choice]:
    """What can be said besides the level, as far as it counts at this table and was not said yet."""
    idle, rules = state.seats.idle(state.dealer), state.rules
    if "talon" not in declared and any(talon_counts(state, idle, misere=misere) for misere in (False, True)):
        yield Choice("talon", "5", text(N_("talon's cards")))
    dearer = rules.value(9, blind=True) != rules.value(9)
    dearer |= rules.value_of_misere(blind=True) != rules.value_of_misere(blind=False)
    if "blind" not in declared and dearer:
        yield Choice("blind", "4", text(N_("without the talon")))


def _level(state: PreferansState, name: str, field: str, declared: Mapping[str, Any]) -> Question:
    lowest = state.lowest_bid
    low = text(N_("below {level}, the lowest bid that ends raspasy"), level=lowest)
    choices = [
        Choice(str(level), _LEVEL_KEYS[str(level)], str(level), low if level < lowest else None)
        for level in LEVELS
    ]
    if is_stalingrad(state, STALINGRAD):
        choices.insert(1, Choice(STALINGRAD.spelling, "2", str(STALINGRAD), choices[0].caution))
    choices.append(Choice("misere", _LEVEL_KEYS["misere"], text(N_("misère"))))
    if "talon" in declared:
        idle = state.seats.idle(state.dealer)
        choices = [choice for choice in choices if talon_counts(state, idle, misere=choice.value == "misere")]
    choices += _beside(state, declared)
    prompt = text(N_("What does {who} play?"), who=name)
    return Question(field, prompt, tuple(choices), place_of(str(lowest), choices))


def _calls_question(state: PreferansState, game: ContractEntry, roles: Roles) -> Question:
    names = [state.names[player] for player in (*roles.defenders, state.dealer)]
    choices = [
        Choice(
            letters_of(calls),
            str(at),
            said_by(calls, names),
            short=said_short(calls, names),
            shortest=said_without_names(calls),
        )
        for at, calls in enumerate(possible_calls(state, game.contract, roles), start=1)
    ]
    prompt = text(N_("Who whists? {who} speaks first."), who=names[0])
    return Question("calls", prompt, (*choices, *_leaving(state, game)), pays=True)


def _leaving(state: PreferansState, game: ContractEntry) -> tuple[Choice, ...]:
    """Giving the contract up without play, where that is played."""
    tricks = state.rules.leave_without
    label = text(N_("{who} concedes, down {tricks}"), who=game.declarer, tricks=tricks)
    short = text(N_("concede, down {tricks}"), tricks=tricks)
    return (Choice("leave", "-", label, short=short),) if tricks else ()


def _tricks(state: PreferansState, answers: Answers, game: ContractEntry, roles: Roles) -> Question | Entry:
    answer = answers.get("calls", "")
    if "leave" in (answer, answers.get("tricks")):
        return game.model_copy(update={"left_without": state.rules.leave_without})
    calls = tuple(CALL_OF[letter] for letter in answer)
    if calls:
        called = zip((*roles.defenders, roles.idle), calls, strict=False)
        game = game.model_copy(update={"calls": {state.names[player]: call for player, call in called}})
        if "whist" not in calls:
            return game
    if "tricks" not in answers:
        prompt = text(N_("Tricks of {who}?"), who=game.declarer)
        question = tricks_question(
            "tricks",
            prompt,
            range(ALL_TRICKS + 1),
            game.contract.level,
            marked=True,
            pays=True,
            left=ALL_TRICKS,
        )
        leaving = () if calls else _leaving(state, game)
        return question._replace(choices=(*question.choices, *leaving))
    return _with_tricks(state, answers, game, roles)


def _with_tricks(
    state: PreferansState, answers: Answers, game: ContractEntry, roles: Roles
) -> Question | Entry:
    taken = int(answers["tricks"])
    tricks, left = {game.declarer: taken}, ALL_TRICKS - taken
    calls = (game.calls or {}).values()
    if roles.second != NOBODY and each_counts(state.rules, game.contract.level, calls, taken):
        first, second = (state.names[player] for player in roles.defenders)
        if left and "first" not in answers:
            prompt = text(N_("Tricks of {who}?"), who=first)
            return tricks_question("first", prompt, range(left + 1), (left + 1) // 2, pays=True, left=left)
        own = int(answers.get("first", "0"))
        tricks |= {first: own, second: left - own}
    return game.model_copy(update={"tricks": tricks})


def _raspasy(state: PreferansState, answers: Answers) -> Question | Entry:
    dealer = state.dealer
    players = raspasy_order(state, dealer)
    left, tricks = ALL_TRICKS, dict[str, int]()
    for at, player in enumerate(players):
        name, field = state.names[player], f"tricks{at}"
        possible = _possible(state, left, player, players[at + 1 :], dealer)
        if len(possible) == 1:
            tricks[name] = possible[0]
        elif field in answers:
            tricks[name] = int(answers[field])
        else:
            likely = possible.index(
                min(possible, key=lambda count: abs(count - round(left / (len(players) - at))))
            )
            last = state.size > 2 and at == len(players) - 2
            prompt = text(N_("Tricks of {who}?"), who=name)
            question = tricks_question(field, prompt, possible, possible[likely], left=left if last else None)
            # The dummy of two takes an unknown part, so no rest is likelier than another.
            return question._replace(likely=NONE_LIKELY) if state.size == 2 and at else question
        left -= tricks[name]
    return RaspasyEntry(tricks=tricks)


def _possible(state: PreferansState, left: int, player: int, others: Sequence[int], dealer: int) -> list[int]:
    """The numbers of tricks that a player can take and that leave those still to come a possible rest."""
    if state.size == 2:
        return list(range(left + 1))

    def most(each: int) -> int:
        return TALON_TRICKS if each == state.seats.idle(dealer) else ALL_TRICKS

    return list(range(max(0, left - sum(map(most, others))), min(left, most(player)) + 1))
