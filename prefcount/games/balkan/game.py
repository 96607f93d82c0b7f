"""`Balkan`, the class of the game Balkan Preferans, with its words, sheet and statistics."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from prefcount.base.i18n import C_, N_, Phrase, Text, text
from prefcount.entries.models import Entry
from prefcount.games.balkan.hand import ask, find_doubt, format, get_answers, guide, parse
from prefcount.games.balkan.rules import (
    BULE,
    KONTRAS,
    MODELS,
    OVER,
    REFE,
    REFE_OPEN,
    RULESET,
    SUPE,
    TABLE,
    VALUES,
    BalkanAllPass,
    BalkanAllPassEntry,
    BalkanContract,
    BalkanContractEntry,
    BalkanState,
    Role,
    apply_table_entry,
    describe_contract,
    find_fallen_followers,
    hand_postings,
    make_first_state,
    owners,
    play_hand,
    resolve,
    sheet_pairs,
    sheet_scaled_results,
    sheet_settlement,
    worth,
)
from prefcount.games.game import Block, Blocks, Cell, Game, Measure, Tally, measure_contracts
from prefcount.games.state import TransitionFacts, join_names
from prefcount.games.words import Fact, PostingWords, Words, WritingRules, join_hand, yield_next_hand
from prefcount.ledger import NO_PLAYER, Account

RULES: WritingRules = {
    "passed": {
        "passed": Phrase("{owner}: {contract} made, {value} bule taken off"),
        "passed_last": Phrase("{owner}: {contract} made, {value} bule taken off, which is all that was left"),
        "pik_uncontested": Phrase(
            "{owner}: pik without kontra counts as made, because no refa can be written, "
            "{value} bule taken off"
        ),
    },
    "fell": {
        "fell": Phrase("{owner}: {contract} fell, {value} bule added"),
        "fell_twice": Phrase(
            "{owner}: {contract} fell and is worth more than all bule that are left, so 2 × "
            "{value} = {amount} bule added"
        ),
    },
    "follower_fell": {
        "follower_fell": Phrase("{owner}: too few tricks against {contract} of {who}, {value} bule added"),
        "caller_fell": Phrase(
            "{owner}: called the other follower in, but they took too few tricks against "
            "{contract} of {who}, {value} bule added"
        ),
    },
    "kontra_fell": {
        "kontra_fell": Phrase("{owner}: gave kontra, but {contract} of {who} was made, {value} bule added")
    },
    "supe": {
        "supe": Phrase(
            "{owner}: one trick, {amount} supe against {other}",
            "{owner}: {count} tricks × {price} = {amount} supe against {other}",
        ),
        "supe_both": Phrase(
            "{owner}: one trick of both followers, {amount} supe against {other}",
            "{owner}: {count} tricks of both followers × {price} = {amount} supe against {other}",
        ),
        "betl_supe": Phrase("{owner}: betl fell, {count} × {price} = {amount} supe against {other}"),
    },
    "refe": {
        "refa": Phrase("{owner}: refa number {number} is written and not used yet"),
        "refa_written": Phrase("refa number {number} is written for everyone"),
        "refa_used": Phrase("{owner}: a refa is used, so {contract} counts twice"),
    },
}

CAUSES: Mapping[str, str] = {
    "passed": N_("contracts made"),
    "fell": N_("contracts that fell"),
    "supe": N_("supe"),
    "follower_fell": N_("followers who fell"),
    "kontra_fell": N_("kontra that fell"),
    "refe": N_("refe"),
}

_DONE: Mapping[Role, str] = {
    "follow": N_("{who} {n}"),
    "out": N_("{who} stays out"),
    "caller": N_("{who} calls {other}"),
    "kontra": N_("kontra by {who}"),
}
_NO_KONTRA = text(N_("no kontra"))


def describe_hand(state: BalkanState, entry: Entry) -> Text | str:
    """Return a hand in words, such as “Milena tref, Dragan 2, Zoran 1: Zoran falls”.

    Return "" for a hand that the rules refuse.
    """
    if not isinstance(entry, BalkanContractEntry | BalkanAllPassEntry):
        return ""
    hand, _problems = resolve(state, entry)
    if hand is None:
        return ""
    posted = {posting.reason.rule for posting in hand_postings(state, hand)}
    refa = text(N_("a refa for everyone")) if "refa" in posted else ""
    if isinstance(hand, BalkanAllPass):
        return join_hand(text(N_("everyone passed")), (), refa)
    contract = describe_contract(hand.contract, hand.igra)
    if "refa_used" in posted:
        contract = Text("{contract} ×2", {"contract": contract})
    played = text(N_("{who} {contract}"), who=state.names[hand.declarer], contract=contract)
    if not hand.played and "pik_uncontested" not in posted:
        return join_hand(played, (_NO_KONTRA,), refa or text(N_("nothing is written")))
    return join_hand(played, _describe_followers(state, hand), _describe_result(state, hand))


def _describe_followers(state: BalkanState, hand: BalkanContract) -> Iterator[Text | str]:
    names, betl = [state.names[player] for player in hand.followers], hand.contract == "betl"
    if not hand.played:
        yield _NO_KONTRA
    elif set(hand.roles) == {"out"}:
        yield text(N_("nobody follows"))
        return
    for who, other, role, own in zip(names, reversed(names), hand.roles, hand.tricks, strict=True):
        if role in _DONE and not (betl and role == "follow"):
            yield text(_DONE[role], who=who, other=other, n=own)
    if hand.kontra > 1:
        yield text(KONTRAS[hand.kontra - 1])
    if not betl and ("kontra" in hand.roles or "caller" in hand.roles):
        yield str(hand.total)


def _describe_result(state: BalkanState, hand: BalkanContract) -> Text:
    fallen = find_fallen_followers(state, hand)
    if hand.fell:
        return text(C_("contract", "fell"))
    if len(fallen) == 1:
        return text(N_("{who} falls"), who=state.names[fallen[0]])
    return text(N_("both fall") if fallen else N_("made"))


HAT, OFF = "∩", "∪"
"""Signs drawn where bule fall below zero, and where they rise above zero again."""
OPEN, PLAYED = "□", "⊠"


def cells(state: BalkanState, owner: int) -> tuple[Cell, ...]:
    if owner == NO_PLAYER:
        return (Cell(text(N_("refe written")), REFE),)
    refe = Cell(text(C_("heading", "open refe")), Account(REFE_OPEN, owner))
    return (
        _bule_cell(state, owner),
        refe,
        *(_supe_cell(state, owner, other) for other in state.seats.others(owner)),
    )


def _bule_cell(state: BalkanState, player: int) -> Cell:
    return Cell(text(N_("bule")), Account(BULE, player), below=HAT, above=OFF, began=state.rules.start_bule)


def _supe_cell(state: BalkanState, player: int, other: int) -> Cell:
    return Cell(text(N_("on {name}"), name=state.names[other]), Account(SUPE, player, other))


def layout(state: BalkanState) -> Blocks:
    """Return a block for each player: supe against the left neighbour, bule, supe against the right one.

    The right neighbour is the player whose turn comes next. With four players, supe against the opposite
    player come last.
    """
    return Blocks(tuple((_player_block(state, player),) for player in state.seats))


def _player_block(state: BalkanState, player: int) -> Block:
    right, *opposite, left = state.seats.others(player)
    supe_left, *further = (_supe_cell(state, player, other) for other in (left, right, *opposite))
    columns = (supe_left, _bule_cell(state, player), *further)
    open_ones = int(state.refe(player))
    played = max(0, int(state.refe_written) - open_ones)
    return Block(player, columns, signs=OPEN * min(open_ones, 20) + PLAYED * min(played, 20))


def yield_facts(state: BalkanState, now: datetime | None) -> Iterator[Fact]:
    yield from yield_next_hand(state, OVER, state.seats)
    yield Fact("left", text(N_("bule left")), str(state.left).replace("-", "−"))
    if not state.over:
        yield Fact("refe", text(N_("refe left")), str(max(0, state.rules.max_refe - state.refe_written)))
        waiting = [
            f"{state.names[player]} {state.refe(player)}" for player in state.seats if state.refe(player)
        ]
        if waiting:
            yield Fact("open", text(N_("open refe")), ", ".join(waiting))
    if state.under_hat:
        yield Fact("hat", text(N_("under the hat")), join_names(state, state.under_hat))


_FOLLOWING = text(N_("Followers"))


def measures() -> tuple[Measure, ...]:
    return (
        *measure_contracts(text(N_("Contracts made/played")), "passed", VALUES, "fell"),
        Measure("came", _FOLLOWING, text(N_("times"))),
        Measure("came_tricks", _FOLLOWING, text(N_("tricks"))),
        Measure("came_fell", _FOLLOWING, text(N_("fell"))),
        Measure("kontra", _FOLLOWING, text(N_("kontra"))),
        Measure("all_pass", text(N_("All pass")), text(N_("hands"))),
    )


def tallies(state: BalkanState, entry: Entry, transition: TransitionFacts) -> Iterator[Tally]:
    # A pik that was not played counts only if it took bule off.
    hand = transition.hand
    if isinstance(hand, BalkanAllPass):
        yield from (Tally(player, "all_pass") for player in state.seats.active(hand.dealer))
    if not isinstance(hand, BalkanContract):
        return
    if not hand.played and not any(posting.account.column == BULE for posting in transition.postings):
        return
    key = "fell" if hand.fell else "passed"
    yield Tally(hand.declarer, key)
    yield Tally(hand.declarer, f"{key}_{hand.contract}")
    fallen = find_fallen_followers(state, hand)
    for player, role, tricks in zip(hand.followers, hand.roles, hand.tricks, strict=True):
        if role in ("follow", "kontra"):
            yield Tally(player, "kontra" if role == "kontra" else "came")
            yield Tally(player, "came_tricks", tricks)
        if player in fallen:
            yield Tally(player, "came_fell")


class Balkan(Game[BalkanState]):
    """Balkan Preferans for three players, or for four of whom the dealer sits out."""

    name = "balkan"
    entries, adapter = MODELS
    hand_kinds = frozenset({"hand", "all_pass"})
    ruleset = RULESET
    over = OVER
    posting_words = PostingWords(RULES, CAUSES, {NO_PLAYER: N_("the table")})
    sizes = (3, 4)
    reserved = (TABLE,)
    words = Words(
        counts=Phrase("{n} supa", "{n} supe"),
        heading=N_("supe"),
        course=N_("Results in supe after each hand"),
        price=N_("Price per supa"),
        seats=N_("three or four names, counter-clockwise"),
    )

    play_hand = staticmethod(play_hand)
    apply_table_entry = staticmethod(apply_table_entry)
    make_first_state = staticmethod(make_first_state)
    sheet_scaled_results = staticmethod(sheet_scaled_results)
    sheet_settlement = staticmethod(sheet_settlement)
    sheet_pairs = staticmethod(sheet_pairs)
    worth = staticmethod(worth)
    owners = staticmethod(owners)
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
