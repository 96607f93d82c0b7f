"""Questions of the guided form about a hand of Preferans.

The form offers only possible answers. Each answer has a digit (or - and =), on the same key of every keyboard
layout. Enter selects only a very likely answer, such as that a contract was made.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from prefcount.base.i18n import N_, Text, _, text
from prefcount.entries.models import Entry, NoteEntry
from prefcount.games.form import (
    GameEntryKind,
    ask_player,
    ask_table_entry,
    ask_tricks,
    ask_who_plays,
    doubt_undertricks,
    find_choice_index,
    number_choices,
    offer_level,
)
from prefcount.games.game import FACTOR, NONE_LIKELY, Answers, Choice, Game, Question
from prefcount.games.preferans.legality import (
    TALON_TRICKS,
    describe_calls,
    earns_talon_bonus,
    encode_calls,
    is_checked,
    is_stalingrad,
    list_possible_calls,
    needs_tricks_of_each,
    raspasy_order,
    resolve_hand,
)
from prefcount.games.preferans.notation import read_talon
from prefcount.games.preferans.state import (
    ALL_TRICKS,
    CALL_OF,
    LEVELS,
    STALINGRAD,
    Contract,
    ContractEntry,
    ContractHand,
    Hand,
    LeaveEntry,
    MisdealEntry,
    MisereEntry,
    MisereHand,
    PreferansState,
    RaspasyEntry,
    RaspasyHand,
    Roles,
    TalonThrownEntry,
    assign_roles,
    get_declarer_tricks,
)
from prefcount.games.words import SUITS
from prefcount.ledger import NO_PLAYER


def _ask_misdeal(state: PreferansState, answers: Answers) -> Question | Entry:
    points = state.rules.misdeal_dump * state.rules.dump_times
    if not points:
        return MisdealEntry()
    if "fine" not in answers:
        fine = text(N_("{who} writes {points} in the dump"), who=state.names[state.dealer], points=points)
        choices = (Choice("yes", "1", fine), Choice("no", "2", text(N_("no fine this time"))))
        return Question("fine", text(N_("A misdeal:")), choices, marked=True)
    return MisdealEntry() if answers["fine"] == "yes" else NoteEntry(text=_("misdeal without a fine"))


def _ask_who_leaves(state: PreferansState, answers: Answers) -> Question | Entry:
    if "player" not in answers:
        return ask_player(state, "player", N_("Who leaves?"))
    return LeaveEntry(player=state.names[int(answers["player"])])


_LEAVES = {"leave": GameEntryKind(N_("a player leaves for good"), _ask_who_leaves, last=True)}
_OWN = {
    "misdeal": GameEntryKind(N_("misdeal"), _ask_misdeal),
    "talon_thrown": GameEntryKind(N_("talon thrown back"), lambda _state, _answers: TalonThrownEntry()),
}
_OWN_PLACED = {**_OWN, "misdeal": GameEntryKind(N_("misdeal"), lambda _state, _answers: MisdealEntry())}
"""The kinds that can be inserted between earlier entries. An inserted misdeal always has a fine."""
_LEVEL_FIELDS = ("contract", "contract2", "contract3")
NO_SUIT = ""
"""The answer for a contract whose suit is not written down."""
MAX_USUAL_MISERE_TRICKS = 4
"""Maximum number of tricks of the declarer on a misère that is not very unlikely."""


def ask(
    game: Game[PreferansState], state: PreferansState, answers: Answers, placed: bool
) -> Question | Entry:
    state, who = state.table, answers.get("who")
    pending: Question | Entry
    if who is None:
        pending = ask_who_plays(state, Choice("raspasy", "0", text(N_("raspasy"))))
    elif who == "raspasy":
        pending = _ask_raspasy(state, answers)
    elif who == "other":
        own = _OWN_PLACED if placed else _OWN | _LEAVES if state.seats.dealer_rests else _OWN
        pending = ask_table_entry(game, state, answers, own, placed=placed)
    else:
        pending = _ask_contract(state, answers, int(who))
    if FACTOR in answers and isinstance(pending, ContractEntry | MisereEntry | RaspasyEntry):
        return pending.model_copy(update={"factor": int(answers[FACTOR])})
    return pending


def find_doubt(entry: Entry) -> Text | None:
    match entry:
        case ContractEntry():
            return doubt_undertricks(entry.declarer, entry.contract.level - get_declarer_tricks(entry))
        case MisereEntry() if (taken := get_declarer_tricks(entry)) > MAX_USUAL_MISERE_TRICKS:
            return text(N_("{who} takes {tricks} tricks on a misère."), who=entry.declarer, tricks=taken)
    return None


def get_answers(state: PreferansState, entry: Entry) -> dict[str, str]:
    assert isinstance(entry, ContractEntry | MisereEntry | RaspasyEntry)
    state = state.table
    hand, _problems = resolve_hand(state, entry)
    answers = {FACTOR: str(entry.factor)} if entry.factor else {}
    match hand:
        case RaspasyHand():
            tricks = dict(hand.tricks)
            order = [tricks[player] for player in raspasy_order(state, hand.dealer) if player in tricks]
            taken = {f"tricks{index}": str(count) for index, count in enumerate(order)}
            return {**answers, "who": "raspasy", **taken}
        case MisereHand(roles=roles):
            announced = _get_level_answers(state, entry, "misere")
            return {**answers, "who": str(roles.declarer), **announced, "tricks": str(hand.taken)}
        case ContractHand(roles=roles):
            return {**answers, "who": str(roles.declarer), **_get_contract_answers(state, entry, hand)}
    return {}


def _get_contract_answers(state: PreferansState, entry: Hand, hand: ContractHand) -> dict[str, str]:
    contract = hand.contract
    if is_stalingrad(state, contract):
        answers = _get_level_answers(state, entry, contract.spelling)
    else:
        answers = _get_level_answers(state, entry, str(contract.level)) | {"suit": contract.trump}
    if hand.left_without:
        return answers | {"tricks" if is_checked(state, contract) else "calls": "leave"}
    if hand.calls:
        answers["calls"] = encode_calls(hand.calls)
    taken = zip(("tricks", "first"), hand.tricks, strict=False)
    return answers | {field: str(tricks) for field, tricks in taken if tricks is not None}


def _get_level_answers(state: PreferansState, entry: Hand, level: str) -> dict[str, str]:
    assert not isinstance(entry, RaspasyEntry), "a raspasy has no level"
    extras = {"blind": entry.blind, "talon": entry.talon}
    beside = [choice.value for choice in _offer_besides_level(state, {}) if extras[choice.value]]
    *announced, last = zip(_LEVEL_FIELDS, [*beside, level], strict=False)
    cards = {"talon": " ".join(entry.talon)} if entry.talon and "talon" in beside else {}
    return dict(announced) | cards | dict([last])


def _ask_misere(answers: Answers, name: str, declared: Mapping[str, Any]) -> Question | Entry:
    if "tricks" not in answers:
        prompt = text(N_("Tricks of {who}?"), who=name)
        question = ask_tricks("tricks", prompt, range(ALL_TRICKS + 1), 0, marked=True, pays=True)
        return question._replace(two_digits=False)
    return MisereEntry(declarer=name, tricks={name: int(answers["tricks"])}, **declared)


def _ask_contract(state: PreferansState, answers: Answers, declarer: int) -> Question | Entry:
    name = state.names[declarer]
    announced = _ask_announcement(state, answers, name)
    if isinstance(announced, Question):
        return announced
    level, declared = announced
    if level == "misere":
        return _ask_misere(answers, name, declared)
    contract = Contract.parse(level)
    if not contract.trump:
        if "suit" not in answers:
            suits = number_choices({suit: text(sign) for suit, sign in SUITS.items()})
            if any(is_stalingrad(state, contract._replace(trump=suit.value)) for suit in suits):
                choices = (*suits, Choice(NO_SUIT, "0", text(N_("not spades"))))
                return Question("suit", text(N_("Spades? On six spades both defenders must whist.")), choices)
            # No figure depends on the suit, so the question is asked only if the table wants it.
            choices = (*suits, Choice(NO_SUIT, "0", text(N_("not noted"))))
            return Question("suit", text(N_("Trumps?")), choices, default_if_skipped=NO_SUIT)
        contract = contract._replace(trump=answers["suit"])
    game = ContractEntry(declarer=name, contract=contract, **declared)
    roles = assign_roles(state.seats, state.dealer, declarer)
    assert roles is not None, "nobody who sits out is offered as the declarer"
    if not is_checked(state, contract) and "calls" not in answers:
        return _ask_calls(state, game, roles)
    return _ask_tricks_taken(state, answers, game, roles)


def _ask_announcement(
    state: PreferansState, answers: Answers, name: str
) -> Question | tuple[str, dict[str, Any]]:
    # The question about the level also offers “without the talon” and “talon's cards”. After these answers
    # the level is still unknown, and its question is asked again.
    declared: dict[str, Any] = {}
    for field in _LEVEL_FIELDS:
        answer = answers.get(field)
        if answer is None:
            return _ask_level(state, name, field, declared)
        if answer == "blind":
            declared["blind"] = True
        elif answer != "talon":
            return answer, declared
        elif "talon" not in answers:
            return Question("talon", text(N_("Which two cards were in the talon? (e.g. AS 10H)")))
        else:
            declared["talon"] = read_talon(answers["talon"])
    raise AssertionError("each can be said once only")


def _offer_besides_level(state: PreferansState, declared: Mapping[str, Any]) -> Iterator[Choice]:
    idle, rules = state.seats.idle(state.dealer), state.rules
    if "talon" not in declared and any(
        earns_talon_bonus(state, idle, misere=misere) for misere in (False, True)
    ):
        yield Choice("talon", "5", text(N_("talon's cards")))
    dearer = rules.value(9, blind=True) != rules.value(9)
    dearer |= rules.value_of_misere(blind=True) != rules.value_of_misere(blind=False)
    if "blind" not in declared and dearer:
        yield Choice("blind", "4", text(N_("without the talon")))


def _ask_level(state: PreferansState, name: str, field: str, declared: Mapping[str, Any]) -> Question:
    lowest = state.lowest_bid
    low = text(N_("below {level}, the lowest bid that ends raspasy"), level=lowest)
    choices = [offer_level(str(level), caution=low if level < lowest else None) for level in LEVELS]
    if is_stalingrad(state, STALINGRAD):
        choices.insert(1, Choice(STALINGRAD.spelling, "2", str(STALINGRAD), choices[0].caution))
    choices.append(Choice("misere", "1", text(N_("misère"))))
    if "talon" in declared:
        idle = state.seats.idle(state.dealer)
        choices = [
            choice for choice in choices if earns_talon_bonus(state, idle, misere=choice.value == "misere")
        ]
    choices += _offer_besides_level(state, declared)
    prompt = text(N_("What does {who} play?"), who=name)
    return Question(field, prompt, tuple(choices), find_choice_index(str(lowest), choices))


def _ask_calls(state: PreferansState, game: ContractEntry, roles: Roles) -> Question:
    names = [state.names[player] for player in (*roles.defenders, state.dealer)]
    choices = []
    for digit, calls in enumerate(list_possible_calls(state, game.contract, roles), start=1):
        label, short, shortest = describe_calls(calls, names)
        choices.append(Choice(encode_calls(calls), str(digit), label, None, short, shortest))
    prompt = text(N_("Who whists? {who} speaks first."), who=names[0])
    return Question("calls", prompt, (*choices, *_offer_conceding(state, game)), pays=True)


def _offer_conceding(state: PreferansState, game: ContractEntry) -> tuple[Choice, ...]:
    tricks = state.rules.leave_without
    label = text(N_("{who} concedes, down {tricks}"), who=game.declarer, tricks=tricks)
    short = text(N_("concede, down {tricks}"), tricks=tricks)
    return (Choice("leave", "-", label, short=short),) if tricks else ()


def _ask_tricks_taken(
    state: PreferansState, answers: Answers, game: ContractEntry, roles: Roles
) -> Question | Entry:
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
        question = ask_tricks(
            "tricks",
            prompt,
            range(ALL_TRICKS + 1),
            game.contract.level,
            marked=True,
            pays=True,
            left=ALL_TRICKS,
        )
        leaving = () if calls else _offer_conceding(state, game)
        return question._replace(choices=(*question.choices, *leaving))
    return _ask_first_defender(state, answers, game, roles)


def _ask_first_defender(
    state: PreferansState, answers: Answers, game: ContractEntry, roles: Roles
) -> Question | Entry:
    taken = int(answers["tricks"])
    tricks, left = {game.declarer: taken}, ALL_TRICKS - taken
    calls = (game.calls or {}).values()
    if roles.second != NO_PLAYER and needs_tricks_of_each(state.rules, game.contract.level, calls, taken):
        first, second = (state.names[player] for player in roles.defenders)
        if left and "first" not in answers:
            prompt = text(N_("Tricks of {who}?"), who=first)
            return ask_tricks("first", prompt, range(left + 1), (left + 1) // 2, pays=True, left=left)
        own = int(answers.get("first", "0"))
        tricks |= {first: own, second: left - own}
    return game.model_copy(update={"tricks": tricks})


def _ask_raspasy(state: PreferansState, answers: Answers) -> Question | Entry:
    dealer = state.dealer
    players = raspasy_order(state, dealer)
    left, tricks = ALL_TRICKS, dict[str, int]()
    for index, player in enumerate(players):
        name, field = state.names[player], f"tricks{index}"
        possible = _list_possible_tricks(state, left, player, players[index + 1 :], dealer)
        if len(possible) == 1:
            tricks[name] = possible[0]
        elif field in answers:
            tricks[name] = int(answers[field])
        else:
            likely = possible.index(
                min(possible, key=lambda count: abs(count - round(left / (len(players) - index))))
            )
            last = state.size > 2 and index == len(players) - 2
            prompt = text(N_("Tricks in this order: {players}"), players=_list_seats(state, players, tricks))
            question = ask_tricks(field, prompt, possible, possible[likely], left=left if last else None)
            question = question._replace(who=name, hidden_fact="first")
            # With two players the dummy takes tricks, too, so no number is likeliest for the second player.
            return question._replace(likely=NONE_LIKELY) if state.size == 2 and index else question
        left -= tricks[name]
    return RaspasyEntry(tricks=tricks)


def _list_seats(state: PreferansState, players: Sequence[int], tricks: Mapping[str, int]) -> Text:
    # “Anna 4 · Gleb ? · Vera · Boris (dealer)”: the known tricks, the player who is asked, and the rest.
    shown: list[Text | str] = []
    for player in players:
        name = state.names[player]
        mark = f" {tricks[name]}" if name in tricks else " ?" if len(shown) == len(tricks) else ""
        sits_out = player == state.seats.idle(state.dealer)
        shown.append(text(N_("{who} (dealer)"), who=name) if sits_out else f"{name}{mark}")
    numbered = {f"player{index}": seat for index, seat in enumerate(shown)}
    return Text(" · ".join(f"{{{key}}}" for key in numbered), numbered)


def _list_possible_tricks(
    state: PreferansState, left: int, player: int, others: Sequence[int], dealer: int
) -> list[int]:
    # A dealer who sits out leads the talon, and can take only its tricks.
    if state.size == 2:
        return list(range(left + 1))

    def most(other: int) -> int:
        return TALON_TRICKS if other == state.seats.idle(dealer) else ALL_TRICKS

    return list(range(max(0, left - sum(map(most, others))), min(left, most(player)) + 1))
