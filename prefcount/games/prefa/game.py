"""`Prefa`, the class of the game Greek Prefa, with its words, sheet, statistics, form and notation.

`parse` reads each line that `format` writes as the same hand. `guide` has examples of lines.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any

from prefcount.base.i18n import N_, Phrase, Text, text
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
from prefcount.games.game import (
    NONE_LIKELY,
    Answers,
    Block,
    Blocks,
    Cell,
    Choice,
    Measure,
    Question,
    Tally,
    measure_contracts,
)
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
    CASH,
    KASA,
    MAX_STAKE,
    OVER,
    POT_TRICKS,
    REQUIRED,
    VALUES,
    AddStakeEntry,
    PrefaAllPass,
    PrefaAllPassEntry,
    PrefaContract,
    PrefaContractEntry,
    PrefaPlay,
    PrefaState,
    Role,
    resolve,
)
from prefcount.games.state import TransitionFacts, join_names
from prefcount.games.words import (
    SUITS,
    Fact,
    Guide,
    PostingWords,
    Words,
    WritingRules,
    describe_contract,
    join_hand,
    yield_next_hand,
)
from prefcount.ledger import Account, Amount, divide_amount, format_amount

RULES: WritingRules = {
    "made": {
        "made": Phrase("{owner}: {contract} made, the pot pays for ten tricks, 10 × {value} = {amount}"),
        "uncontested": Phrase(
            "{owner}: {contract}, both passed, the pot pays for ten tricks, 10 × {value} = {amount}"
        ),
    },
    "down": {
        "down": Phrase(
            "{owner}: {contract} failed by one trick, pays the pot for ten tricks, 10 × {price} = {amount}",
            "{owner}: {contract} failed by {count} tricks, pays the pot double for ten tricks, 10 × "
            "{price} = {amount}",
        )
    },
    "tricks": {
        "tricks_paid": Phrase(
            "{owner}: pays {who} for one trick, {amount}",
            "{owner}: pays {who} for {count} tricks × {price} = {amount}",
        ),
        "tricks_got": Phrase(
            "{owner}: one trick, {amount} from {who}",
            "{owner}: {count} tricks × {price} = {amount} from {who}",
        ),
    },
    "short": {
        "short_paid": Phrase(
            "{owner}: short of tricks against {contract}, pays {who} for one trick, {amount}",
            "{owner}: short of tricks against {contract}, pays {who} for {count} tricks × {price} = {amount}",
        ),
        "short_got": Phrase(
            "{owner}: one own trick, {amount} from {who}, who is short of tricks against {contract}",
            "{owner}: {count} own tricks × {price} = {amount} from {who}, who is short of "
            "tricks against {contract}",
        ),
        "short_twice_paid": Phrase(
            "{owner}: two tricks short against {contract}, pays {who} double for one trick, 2"
            " × {price} = {amount}",
            "{owner}: two tricks short against {contract}, pays {who} double, 2 × {count} "
            "tricks × {price} = {amount}",
        ),
        "short_twice_got": Phrase(
            "{owner}: one own trick paid double, 2 × {price} = {amount} from {who}, who is "
            "two tricks short against {contract}",
            "{owner}: 2 × {count} own tricks × {price} = {amount} from {who}, who pays double, two "
            "tricks short against {contract}",
        ),
    },
    "partner": {
        "partner_paid": Phrase(
            "{owner}: short of tricks, pays the other defender {who} for one trick, {amount}",
            "{owner}: short of tricks, pays the other defender {who} for {count} tricks × {price} = {amount}",
        ),
        "partner_got": Phrase(
            "{owner}: one own trick, {amount} from the other defender {who}, who is short of tricks",
            "{owner}: {count} own tricks × {price} = {amount} from the other defender {who}, "
            "who is short of tricks",
        ),
    },
    "aces": {
        "aces_paid": Phrase("{owner}: pays {who} {value} for four aces"),
        "aces_got": Phrase("{owner}: {value} for four aces from {who}"),
    },
    "ppp": {
        "ppp": Phrase(
            "{owner}: all pass, one trick more than the fewest, {amount} into the pot",
            "{owner}: all pass, {count} tricks more than the fewest × {price} = {amount} into the pot",
        )
    },
    "adjusted": {"add_stake": Phrase("{owner}: {value} added to the pot")},
}

CAUSES: Mapping[str, str] = {
    "made": N_("contracts made"),
    "down": N_("failed contracts"),
    "tricks": N_("tricks of defenders"),
    "short": N_("defenders short of tricks"),
    "partner": N_("payments between defenders"),
    "aces": N_("four aces"),
    "ppp": N_("all pass"),
}

_DEFENCE = text(N_("Defence"))


class Prefa(PrefaPlay):
    """Greek Prefa, for three players, or for four of whom the dealer sits out.

    `PrefaPlay` has the rules. This class adds the sheet, the questions and the short notation.
    """

    posting_words = PostingWords(RULES, CAUSES)
    words = Words(
        counts=Phrase("{n} kapiki", "{n} kapikia"),
        heading=N_("kapikia"),
        course=N_("Results in kapikia after each hand"),
        price=N_("Price per kapiki"),
        seats=N_("three or four names, in turn order"),
    )
    guide = Guide(
        answers=N_(
            "answer the question; type = for ten (a contract of ten may also be 0), or - if the "
            "declarer concedes"
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
            "Letters of the defenders: p passes, d defends, t takes the other defender along, h is "
            "taken along. Write suits as s c d h n or ♠ ♣ ♦ ♥. Write a player as the beginning of "
            "the name, or as #1 for the first seat."
        ),
        typed=N_("{first} 6h dd 2 2 · {second} 8c pd 1 · {third} 6s th 0 3 · {first} 9s up · pass"),
    )
    measures = (
        *measure_contracts(text(N_("Contracts made/played")), "made", VALUES, "failed"),
        *measure_contracts(text(N_("Contracts made after two passes")), "passed", VALUES),
        Measure("defended", _DEFENCE, text(N_("times"))),
        Measure("defence_tricks", _DEFENCE, text(N_("tricks"))),
        Measure("defence_short", _DEFENCE, text(N_("short"))),
        Measure("all_pass", text(N_("All pass")), text(N_("hands"))),
    )
    """A contract counts as made if the declarer is not down, even if a defender pays."""

    def describe_hand(self, state: PrefaState, entry: Entry) -> Text | str:
        if isinstance(entry, AddStakeEntry):
            return text(N_("everyone adds {amount} to the pot"), amount=entry.amount)
        if not isinstance(entry, PrefaContractEntry | PrefaAllPassEntry):
            return ""
        hand, _problems = resolve(state, entry)
        if hand is None:
            return ""
        if isinstance(hand, PrefaAllPass):
            taken = dict(hand.tricks)
            tricks = (f"{state.names[player]} {taken[player]}" for player in state.seats if player in taken)
            return join_hand(text(N_("all pass")), (), ", ".join(tricks))
        return _describe_contract(
            state, hand, given_up=isinstance(entry, PrefaContractEntry) and entry.give_up
        )

    def cells(self, state: PrefaState, owner: int) -> tuple[Cell, ...]:
        return (Cell(text(N_("taken")), Account(KASA, owner)), Cell(text(N_("cash")), Account(CASH, owner)))

    def layout(self, state: PrefaState) -> Blocks:
        row = tuple(Block(player, self.cells(state, player)) for player in state.seats)
        named = zip(state.seats, pot_columns(state), strict=True)
        columns = ", ".join(f"{state.names[player]} {format_amount(figure)}" for player, figure in named)
        kitapi = text(N_("written on paper in tens: {columns}"), columns=columns)
        return Blocks((row,), (text(N_("pot {pot}"), pot=format_amount(state.pot)), kitapi))

    def yield_facts(self, state: PrefaState, now: datetime | None) -> Iterator[Fact]:
        yield from yield_next_hand(state, OVER, state.seats)
        yield Fact("pot", text(N_("pot")), format_amount(state.pot))
        cut = max(0, state.pot // POT_TRICKS)
        if not state.over and cut < _MOST and state.rules.last != "fair":
            sentence = N_("worth at most {value} in this hand")
            if state.rules.last == "unbalanced":
                sentence = N_("worth at most {value} if the contract is made")
            yield Fact("value", text(N_("a trick")), text(sentence, value=cut))

    def ask(self, state: PrefaState, answers: Answers, placed: bool = False) -> Question | Entry:
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
            return ask_table_entry(self, state, answers, _OWN, placed=placed)
        return _ask_contract(state, answers, int(who))

    def get_answers(self, state: PrefaState, entry: Entry) -> dict[str, str]:
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

    def find_doubt(self, entry: Entry) -> Text | None:
        if not isinstance(entry, PrefaContractEntry):
            return None
        taken = entry.tricks.get(entry.declarer, ALL_TRICKS - sum(entry.tricks.values()))
        return doubt_undertricks(entry.declarer, entry.level - taken)

    def parse(self, state: PrefaState, line: str) -> Entry:
        reader = _Words(state, line, N_("is empty; write a hand such as “anna 6h dd 2 2”"))
        words = reader.words
        tricks = takewhile(lambda word: word not in DEALER, words[1:])
        if words[0] in _PASS and all(NUMBER.match(word) or _NAMED.match(word) for word in tricks):
            return _parse_pass(reader)
        if words[0] in _STAKE and len(words) == 2 and _AMOUNT.match(words[1]):
            amount = int(words[1])
            if amount % 10 or not 10 <= amount <= MAX_STAKE:
                raise refuse_word(
                    words[1], N_("is not a stake; stakes are multiples of 10, from 10 to 100000")
                )
            return AddStakeEntry(amount=amount)
        return _parse_contract(reader)

    def format(self, state: PrefaState, entry: Entry) -> str:
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

    def tallies(self, state: PrefaState, entry: Entry, transition: TransitionFacts) -> Iterator[Tally]:
        hand = transition.hand
        if isinstance(hand, PrefaAllPass) and isinstance(entry, PrefaAllPassEntry):
            dealer = state.dealer if entry.dealer is None else state.names.index(entry.dealer)
            yield from (Tally(player, "all_pass") for player in state.seats.active(dealer))
        if not isinstance(hand, PrefaContract):
            return
        for key in ("failed" if hand.down else "made", *(["passed"] if hand.uncontested else [])):
            yield Tally(hand.declarer, key)
            yield Tally(hand.declarer, f"{key}_{hand.level}")
        for player, role, tricks, short in zip(
            hand.defenders, hand.roles, hand.tricks, hand.missing, strict=True
        ):
            if role != "pass":
                yield Tally(player, "defended")
                yield Tally(player, "defence_tricks", tricks)
                yield Tally(player, "defence_short", short)


def _describe_contract(state: PrefaState, hand: PrefaContract, *, given_up: bool) -> Text | str:
    contract = describe_contract(hand.contract)
    if hand.aces:
        contract = text(N_("{contract} with aces"), contract=contract)
    played = text(N_("{who} {contract}"), who=state.names[hand.declarer], contract=contract)
    if given_up:
        return join_hand(played, (), text(N_("concedes")))
    if hand.uncontested:
        return text(N_("{hand}, both pass"), hand=played)
    return join_hand(played, _describe_defence(state, hand), _describe_result(state, hand))


def _describe_defence(state: PrefaState, hand: PrefaContract) -> Iterator[Text]:
    names = [state.names[player] for player in hand.defenders]
    for who, other, role, taken in zip(names, reversed(names), hand.roles, hand.tricks, strict=True):
        if role == "together":
            yield text(N_("{who} and {other} together {n}"), who=who, other=other, n=sum(hand.tricks))
        elif role != "helper":
            yield text(N_("{who} passes") if role == "pass" else N_("{who} {n}"), who=who, n=taken)


def _describe_result(state: PrefaState, hand: PrefaContract) -> Text:
    short = {
        hand.find_answering(position): sum(hand.missing) if "together" in hand.roles else missing
        for position, missing in enumerate(hand.missing)
        if missing
    }
    if hand.down:
        return text(N_("{n} down"), n=hand.down)
    if len(short) > 1:
        return text(N_("both short"))
    if not short:
        return text(N_("made"))
    ((player, missing),) = short.items()
    return text(N_("{who} {n} short"), who=state.names[player], n=missing)


TEN = 10


def pot_columns(state: PrefaState) -> tuple[Amount, ...]:
    """Return the pot (kitapi) as a paper sheet shows it: a column for each player, in tens of kapikia.

    A column is what the player paid into the pot minus what the player took. `lick_columns` then fills each
    column below zero up to 0.
    """
    return lick_columns(
        tuple(divide_amount(state.paid(player) - state.kasa(player), TEN) for player in state.seats)
    )


def lick_columns(figures: tuple[Amount, ...]) -> tuple[Amount, ...]:
    """Return the columns of the pot after columns below zero are filled up to 0 from the columns after them.

    (-5, 20, 10) becomes (0, 15, 10). After the last column comes the first. A column is below zero if its
    player took more than they paid in. Players call this "licking off" the next player's column.
    """
    columns = list(figures)
    for index in range(len(columns)):
        for step in range(1, len(columns)):
            other = (index + step) % len(columns)
            taken = min(-columns[index], columns[other])
            if taken > 0:
                columns[index] += taken
                columns[other] -= taken
    return tuple(columns)


_MOST = max(max(by_trump.values()) for by_trump in VALUES.values())


_ROLE_PAIRS: Mapping[str, RolePair] = {
    "dd": RolePair(("play", "play"), N_("{first} and {second} defend"), N_("both defend")),
    "dp": RolePair(("play", "pass"), N_("{first} defends alone"), N_("the first")),
    "pd": RolePair(("pass", "play"), N_("{second} defends alone"), N_("the second")),
    "pp": RolePair(("pass", "pass"), N_("both pass"), N_("both pass")),
    "th": RolePair(("together", "helper"), N_("{first} takes {second} along"), N_("first with second")),
    "ht": RolePair(("helper", "together"), N_("{second} takes {first} along"), N_("second with first")),
}
_USUAL_STAKE = "100"


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
    amount = answers.get("amount")
    if amount is None:
        usual = Choice(_USUAL_STAKE, "1", _USUAL_STAKE)
        typed = Choice("", "2", text(N_("another amount")))
        return Question("amount", text(N_("How much does each player add to the pot?")), (usual, typed))
    if not amount and "typed" not in answers:
        return Question("typed", text(N_("Amount (a multiple of 10)")))
    return validate_fields(AddStakeEntry, {"amount": parse_whole_number(amount or answers["typed"])})


_OWN = {"add_stake": GameEntryKind(N_("everyone adds to the pot"), _ask_stake)}

_ROLES = Vocabulary[Role]("prefa.role")
_PASS = Word("prefa.pass")
_STAKE = Word("prefa.stake")
_UP = Word("prefa.up")
_ACES = Word("prefa.aces")
_AMOUNT = re.compile(r"^[0-9]{1,6}$")
_NAMED = re.compile(r"^(.+)=(10|\d)$")
"""The tricks of a named player, such as anna=9."""


class _Words(LineWords[PrefaState]):
    def ends_in_letter(self, index: int) -> bool:
        # “6,” is 6б, and “d,” is вб: the first defender plays, the second is taken along.
        word, earlier = self.words[index], self.words[:index]
        is_contract = parse_contract(word) is not None and not any(map(parse_contract, earlier))
        return is_contract or len(_ROLES.read_letters(word) or ()) == 2


def _parse_pass(reader: _Words) -> PrefaAllPassEntry:
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


def _read_named(reader: _Words) -> dict[str, int]:
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


def _parse_contract(reader: _Words) -> PrefaContractEntry:
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


def _read_roles(reader: _Words) -> list[Role] | None:
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


def _is_misread(words: Sequence[str]) -> bool:
    contract = any(parse_contract(word) for word in words[1:])
    return contract or (len(words) > 1 and (words[0] in _PASS or words[0] in _STAKE))
