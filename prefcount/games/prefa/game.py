"""`Prefa`, the class of the game Greek Prefa, with its words, sheet and statistics."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.entries.models import Entry
from prefcount.games.game import Block, Blocks, Cell, Game, Measure, Tally, measure_contracts
from prefcount.games.prefa.hand import ask, find_doubt, format, get_answers, guide, parse
from prefcount.games.prefa.rules import (
    CASH,
    EMPTY,
    KASA,
    MODELS,
    OVER,
    POT_TRICKS,
    RULESET,
    VALUES,
    AddStakeEntry,
    PrefaAllPass,
    PrefaAllPassEntry,
    PrefaContract,
    PrefaContractEntry,
    PrefaState,
    apply_table_entry,
    make_first_state,
    play_hand,
    resolve,
    sheet_scaled_results,
    sheet_settlement,
    worth,
)
from prefcount.games.state import TransitionFacts
from prefcount.games.words import (
    Fact,
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
        "made": Phrase("{owner}: {contract} made, 10 × {value} = {amount} from the pot"),
        "uncontested": Phrase("{owner}: {contract}, both passed, 10 × {value} = {amount} from the pot"),
    },
    "down": {
        "down": Phrase(
            "{owner}: {contract} failed by one trick, 10 × {price} = {amount} into the pot",
            "{owner}: {contract} failed by {count} tricks, 10 × {price} = {amount} into the pot",
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
            "{owner}: 2 × {count} own tricks × {price} = {amount} from {who}, who is two "
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


def describe_hand(state: PrefaState, entry: Entry) -> Text | str:
    """Return a hand in words, such as “Anna 7♦, Boris 2, Vera 2: 1 down”, or a stake added to the pot.

    Return "" for a hand that the rules refuse.
    """
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
    return _describe_contract(state, hand, given_up=isinstance(entry, PrefaContractEntry) and entry.give_up)


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


def cells(state: PrefaState, owner: int) -> tuple[Cell, ...]:
    return (Cell(text(N_("taken")), Account(KASA, owner)), Cell(text(N_("cash")), Account(CASH, owner)))


def layout(state: PrefaState) -> Blocks:
    row = tuple(Block(player, cells(state, player)) for player in state.seats)
    named = zip(state.seats, pot_columns(state), strict=True)
    columns = ", ".join(f"{state.names[player]} {format_amount(figure)}" for player, figure in named)
    kitapi = text(N_("figures on paper, in tens: {columns}"), columns=columns)
    return Blocks((row,), (text(N_("pot {pot}"), pot=format_amount(state.pot)), kitapi))


def pot_columns(state: PrefaState) -> tuple[Amount, ...]:
    """Return the part of the pot (kitapi) that paper shows for each player, in tens, in seat order.

    No player owns a part of the pot. The columns only imitate the sheet on paper.
    """
    return lick_columns(
        tuple(divide_amount(state.paid(player) - state.kasa(player), TEN) for player in state.seats)
    )


def lick_columns(figures: tuple[Amount, ...]) -> tuple[Amount, ...]:
    """Return `figures` with columns below zero filled up from the next columns, as far as possible.

    A column is below zero if its player took more than their own stake. (-5, 20, 10) becomes (0, 15, 10).
    Players call this "licking off" the next player's column.
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


def yield_facts(state: PrefaState, now: datetime | None) -> Iterator[Fact]:
    yield from yield_next_hand(state, OVER, state.seats)
    yield Fact("pot", text(N_("pot")), format_amount(state.pot))
    cut = max(0, state.pot // POT_TRICKS)
    if not state.over and cut < _MOST and state.rules.last != "fair":
        sentence = N_("worth at most {value} in this hand")
        if state.rules.last == "unbalanced":
            sentence = N_("worth at most {value} if the contract is made")
        yield Fact("value", text(N_("a trick")), text(sentence, value=cut))


_DEFENCE = text(N_("Defence"))


def measures() -> tuple[Measure, ...]:
    """Return the columns of the statistics.

    A contract counts as made if the declarer is not down, even if a defender pays.
    """
    return (
        *measure_contracts(text(N_("Contracts made/played")), "made", VALUES, "failed"),
        *measure_contracts(text(N_("Contracts made after two passes")), "passed", VALUES),
        Measure("defended", _DEFENCE, text(N_("times"))),
        Measure("defence_tricks", _DEFENCE, text(N_("tricks"))),
        Measure("defence_short", _DEFENCE, text(N_("short"))),
        Measure("all_pass", text(N_("All pass")), text(N_("hands"))),
    )


def tallies(state: PrefaState, entry: Entry, transition: TransitionFacts) -> Iterator[Tally]:
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


class Prefa(Game[PrefaState]):
    """Prefa for three players, or for four of whom the dealer sits out."""

    name = "prefa"
    entries, adapter = MODELS
    hand_kinds = frozenset({"hand", "all_pass"})
    ruleset = RULESET
    over = OVER
    posting_words = PostingWords(RULES, CAUSES)
    sizes = (3, 4)
    words = Words(
        counts=Phrase("{n} kapiki", "{n} kapikia"),
        heading=N_("kapikia"),
        course=N_("Results in kapikia after each hand"),
        price=N_("Price per kapiki"),
        seats=N_("three or four names, in turn order"),
    )

    play_hand = staticmethod(play_hand)
    apply_table_entry = staticmethod(apply_table_entry)
    make_first_state = staticmethod(make_first_state)
    sheet_scaled_results = staticmethod(sheet_scaled_results)
    sheet_settlement = staticmethod(sheet_settlement)
    worth = staticmethod(worth)
    cells = staticmethod(cells)
    layout = staticmethod(layout)
    yield_facts = staticmethod(yield_facts)
    parse = staticmethod(parse)
    format = staticmethod(format)
    guide = staticmethod(guide)
    ask = staticmethod(ask)
    get_answers = staticmethod(get_answers)
    find_doubt = staticmethod(find_doubt)
    describe_hand = staticmethod(describe_hand)
    measures = staticmethod(measures)
    tallies = staticmethod(tallies)

    def can_continue(self, state: PrefaState) -> bool:
        return state.over == EMPTY
