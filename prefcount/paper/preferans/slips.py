"""Slips of Preferans scorers: figures that they write by mistake, for a hand and for a settlement.

Most slips are found by playing the hand once more, with another value of one option or with another entry.
The other slips change the right figures: a figure is forgotten, written in a wrong column, or has the
value of another level.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import permutations
from typing import Any, NamedTuple, cast

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import InvalidInput
from prefcount.entries.models import MAX_PLAYERS, Entry
from prefcount.games import get_game
from prefcount.games.preferans.game import WORDS
from prefcount.games.preferans.options import RULESET, PreferansRules
from prefcount.games.preferans.play import play_hand
from prefcount.games.preferans.scoring import WHISTS_A_POINT
from prefcount.games.preferans.state import (
    ALL_TRICKS,
    DUMPS,
    LEVELS,
    POOL,
    POOLS,
    WHISTS,
    WHISTS_ON,
    Contract,
    ContractEntry,
    ContractHand,
    Hand,
    HandPlayed,
    MisereHand,
    PreferansState,
    RaspasyEntry,
    RaspasyHand,
)
from prefcount.ledger import Account, Amount, Posting, divide_amount, normalize_amount
from prefcount.paper.known_games import SettlementSlip, Slip

_OF_CONTRACTS = {"doubled", "bombs", "dump_factor"}
_OF_ALL = {"aid", "aid_order", "dump_floor", "made_first", "dump_points"}


class _Other(NamedTuple):
    option: str
    value: Any
    said: str

    @property
    def kinds(self) -> frozenset[str]:
        if self.option in _OF_ALL:
            return frozenset({"game", "misere", "raspasy"})
        if self.option in _OF_CONTRACTS:
            return frozenset({"game", "misere"})
        return frozenset({next((kind for kind in ("raspasy", "misere") if kind in self.option), "game")})


_OTHERS = (
    _Other("doubled", False, N_("the figures were not doubled, but this table doubles them")),
    _Other("doubled", True, N_("the figures were doubled, but this table does not double them")),
    _Other("consolation", "none", N_("the consolation was forgotten")),
    _Other("consolation_to_passer", False, N_("the consolation of the passer was forgotten")),
    _Other("consolation_to_dealer", False, N_("the consolation of the dealer was forgotten")),
    _Other("consolation", "value", N_("the consolation was computed from the value of the contract")),
    _Other("consolation", "fixed", N_("10 for each undertrick was written as consolation")),
    _Other(
        "consolation_to_passer",
        True,
        N_("consolation was written for the passer, but this table gives the passer none"),
    ),
    _Other(
        "consolation_to_dealer",
        True,
        N_("consolation was written for the dealer, but this table gives the dealer none"),
    ),
    _Other(
        "style", "gentleman", N_("the whists were shared with the passer, but this table does not share them")
    ),
    _Other("style", "greedy", N_("the whists were not shared with the passer, but this table shares them")),
    _Other(
        "gentleman_scope",
        "always",
        N_("the whists of a made contract were shared, but this table does not share them"),
    ),
    _Other(
        "gentleman_scope",
        "failed",
        N_("the whists of a made contract were not shared, but this table shares them"),
    ),
    _Other("responsibility", "half", N_("the whister's undertricks were written at half their price")),
    _Other("responsibility", "full", N_("the whister's undertricks were written at their full price")),
    _Other(
        "undertricks",
        "personal",
        N_("each whister was charged for what was missing from his own share of tricks"),
    ),
    _Other(
        "undertricks", "collective", N_("the whisters' tricks were counted together, not each on his own")
    ),
    _Other("undertricks", "shared", N_("the missing tricks were split between the whisters")),
    _Other(
        "undertricks",
        "individual",
        N_("each whister was charged for his missing tricks, however many the other one took"),
    ),
    _Other("undertricks", "both", N_("each whister was charged with all the missing tricks")),
    _Other("undertricks", "fewer", N_("the whister with fewer tricks was charged with all missing tricks")),
    _Other("eight_up", "second", N_("the second defender was charged with the missing trick")),
    _Other("eight_up", "first", N_("the first defender was charged with the missing trick")),
    _Other("eight_up", "both", N_("both defenders were charged with the missing trick")),
    _Other("eight_up", "split", N_("the missing trick was split between the defenders")),
    _Other("aid", False, N_("the aid was forgotten, and the pool grew past its target")),
    _Other("aid", True, N_("aid was written, but this table does not play it")),
    _Other("aid_order", "highest", N_("the aid went first to the player with the largest pool")),
    _Other("aid_order", "lowest", N_("the aid went first to the player with the smallest pool")),
    _Other("aid_order", "clockwise", N_("the aid went first to the next player clockwise")),
    _Other("dump_floor", "none", N_("the dump was written off below zero")),
    _Other("dump_floor", "zero", N_("the dump was written off only down to zero")),
    _Other(
        "made_first",
        "pool",
        N_("the points were written in the pool, but this table first writes off the dump"),
    ),
    _Other(
        "made_first",
        "dump",
        N_("the points were first taken off the dump, but this table writes them in the pool"),
    ),
    _Other("bombs", False, N_("the bomb was forgotten")),
    _Other("dump_factor", 1, N_("the dump was not multiplied, but this table multiplies it")),
    _Other("dump_factor", 2, N_("the dump was doubled, which is not the rule of this table")),
    _Other("whist_factor", 1, N_("the whists were not multiplied, but this table multiplies them")),
    _Other("whist_factor", 2, N_("the whists were doubled, which is not the rule of this table")),
    _Other("values", (2, 4, 6, 8, 10), N_("contracts were written at the usual values, from 2 to 10")),
    _Other("misere_value", 10, N_("a misère was written at the usual value of 10")),
    _Other("lone_whister", "all", N_("the lone whister wrote whists for the passer's tricks, too")),
    _Other("lone_whister", "own", N_("the lone whister wrote no whists for the passer's tricks")),
    _Other(
        "lone_quota",
        "whole",
        N_("the lone whister was charged for the tricks that both should take"),
    ),
    _Other(
        "lone_quota",
        "half",
        N_("the lone whister was charged only for the tricks that one should take"),
    ),
    _Other(
        "dealer_whist_alone",
        False,
        N_("consolation was written, but this table gives none if the dealer whists"),
    ),
    _Other(
        "dealer_whist_alone",
        True,
        N_("the consolation was forgotten, which this table gives even if the dealer whists"),
    ),
    _Other("consolation_cap", 0, N_("the consolation was written in full, but this table limits it")),
    _Other(
        "consolation_cap", 10, N_("the consolation was limited to 10, which is not the rule of this table")
    ),
    _Other("consolation_fixed", 10, N_("the consolation was written as the usual 10 for each undertrick")),
    _Other("raspasy.zero_bonus", "none", N_("the bonus for taking no trick was forgotten")),
    _Other("raspasy.zero_bonus", "one", N_("the bonus for taking no trick was written as one pool point")),
    _Other(
        "raspasy.zero_bonus", "price", N_("the bonus for taking no trick was written as the price of a trick")
    ),
    _Other(
        "raspasy.zero_bonus",
        "multiplier",
        N_("the bonus for taking no trick was written as the number of raspasy in a row"),
    ),
    _Other(
        "raspasy.zero_bonus",
        "dump_one_trick",
        N_("the bonus for taking no trick was written as the price of one trick off the dump"),
    ),
    _Other(
        "raspasy.zero_bonus",
        "dump_two_tricks",
        N_("the bonus for taking no trick was written as the price of two tricks off the dump"),
    ),
    _Other(
        "raspasy.amnesty",
        True,
        N_("in raspasy, the smallest number of tricks was taken off for every player"),
    ),
    _Other(
        "raspasy.amnesty",
        False,
        N_("in raspasy, the smallest number of tricks was not taken off for every player"),
    ),
    _Other(
        "raspasy.dealer_zero_bonus",
        "always",
        N_("the dealer got the bonus for taking no trick, but this table gives the dealer none"),
    ),
    _Other("raspasy.dealer_zero_bonus", "never", N_("the dealer's bonus for taking no trick was forgotten")),
    _Other("raspasy.base", 1, N_("raspasy were written at the prices of Sochi, from one point a trick")),
    _Other("raspasy.base", 2, N_("raspasy were written at the prices of Leningrad, from two points a trick")),
    _Other("raspasy.progression", "constant", N_("raspasy were written at a price that does not grow")),
    _Other("raspasy.progression", "arithmetic", N_("raspasy were written at a price that grows by 1-2-3")),
    _Other("raspasy.progression", "geometric", N_("raspasy were written at a price that grows by 1-2-4")),
    _Other("raspasy.cap", 0, N_("raspasy were written at a price that grows without limit")),
    _Other("raspasy.cycle", False, N_("the price of raspasy did not start again after the highest")),
    _Other("raspasy.cycle", True, N_("the price of raspasy started again, but this table keeps the highest")),
    _Other("raspasy.stay_fee", 0, N_("the dealer's fee for dealing too many raspasy in a row was forgotten")),
    _Other(
        "raspasy.basis",
        "tricks",
        N_("raspasy whists were written for all tricks of the others, not for the difference"),
    ),
    _Other(
        "raspasy.basis",
        "difference",
        N_("raspasy whists were written only for the difference in tricks, not for all tricks"),
    ),
    _Other(
        "raspasy.tie",
        "half",
        N_("half of the whists were written for a tie in raspasy, where this table writes none"),
    ),
    _Other(
        "raspasy.tie", "none", N_("no whists were written for a tie in raspasy, where this table writes half")
    ),
    _Other("raspasy.dealer_pool", 0, N_("the dealer's point for raspasy was forgotten")),
    _Other("raspasy.dealer_pool", 1, N_("the dealer got a point for raspasy")),
    _Other("raspasy.to", "dump", N_("the raspasy was written in the dump")),
    _Other("raspasy.to", "whists", N_("the raspasy was written in whists, as in Rostov")),
    _Other("returned_half_whister", "none", N_("the half-whister was given nothing")),
    _Other("returned_half_whister", "consolation", N_("the half-whister was given consolation")),
    _Other("returned_half_whister", "share", N_("the half-whister was given a share of the whists")),
    _Other(
        "ten_checked_whists", "own", N_("on a contract of ten, each defender wrote whists for his own tricks")
    ),
    _Other(
        "ten_checked_whists",
        "shared",
        N_("on a contract of ten, the whists were split equally between the defenders"),
    ),
    _Other(
        "ten_checked_whists",
        "none",
        N_("no whists were written on a contract of ten, but this table writes them"),
    ),
    _Other(
        "misere_consolation", True, N_("whists were written on a failed misère, but this table writes none")
    ),
    _Other("misere_consolation", False, N_("the whists on a failed misère were forgotten")),
    _Other(
        "misere_half_with_dealer",
        True,
        N_("half of the misère was written for the dealer, but this table does not share it"),
    ),
    _Other(
        "misere_half_with_dealer",
        False,
        N_("half of the misère was not written for the dealer, although this table shares it"),
    ),
    _Other("talon_bonus", False, N_("the talon bonus was forgotten")),
    _Other("dump_points", "whists", N_("every opponent wrote whists, but this table writes dump points")),
    _Other("dump_points", "dump", N_("dump points were written, but this table writes whists instead")),
)
"""Slips of scoring by a wrong option, the likelier ones first. Values that the table uses are skipped."""


def _value_in_force(rules: PreferansRules, option: str) -> object:
    followed = {
        "raspasy.zero_bonus": rules.raspasy.bonus,
        "dump_factor": rules.dump_times,
        "whist_factor": rules.whist_times,
    }
    group, _, name = option.rpartition(".")
    return followed.get(option, getattr(rules.raspasy if group else rules, name))


def changed_options(rules: PreferansRules, kind: str) -> Iterator[tuple[str, Text, PreferansRules]]:
    """Yield rules with one wrong option, as a scorer may use by mistake.

    Each result is a key, a sentence about the mistake, and the wrong rules.

    Args:
        rules: the right rules.
        kind: only options that change the figures of this kind of hand: "game", "misere" or "raspasy".
    """
    return (
        (key, said, other) for key, said, other, kinds in _rules_with_other_options(rules) if kind in kinds
    )


@lru_cache(maxsize=32)
def _rules_with_other_options(
    rules: PreferansRules,
) -> list[tuple[str, Text, PreferansRules, frozenset[str]]]:
    tables = []
    for each in _OTHERS:
        option, value, sentence = each
        group, _, name = option.rpartition(".")
        if _value_in_force(rules, option) != value:
            with suppress(InvalidInput):  # some values are only valid together with other options
                changed = {group: {name: value}} if group else {name: value}
                other = RULESET.change_rules(rules, changed, started=False)
                tables.append((f"{option}={value}", text(sentence), other, each.kinds))
    return tables


Amounts = dict[Account, Amount]
_COMMONEST = ("wrong-neighbour", "pool-in-dump")


def sum_by_account(postings: Sequence[Posting]) -> Amounts:
    """Return the sum of the postings of each account, without accounts whose sum is zero."""
    found: Amounts = {}
    for account, amount, _reason in postings:
        found[account] = normalize_amount(found.get(account, 0) + amount)
    return {account: amount for account, amount in found.items() if amount}


def commonest_slips(state: PreferansState, postings: Sequence[Posting]) -> Iterator[Slip]:
    """Yield the commonest slips, such as writing whists on the wrong player or a gain into the dump.

    Args:
        state: the table before the hand.
        postings: the right figures of the hand.
    """
    tricks = {
        posting.account
        for posting in postings
        if posting.original.reason.rule not in ("consolation", "raspasy")
    }
    amounts = sum_by_account(postings)
    yield from (slip for slip in _misplaced_slips(state, postings, tricks) if slip.key in _COMMONEST)
    for account, amount, reason in postings:
        if reason.rule != "aid_whists":
            continue
        right = reason.figures["price"]
        assert isinstance(right, int | Fraction), "a price is a number"
        for price, written in ((2 * right, 2 * amount), (divide_amount(right, 2), divide_amount(amount, 2))):
            sentence = text(
                N_("each point of American aid was written as {price} whists instead of {each}"),
                price=price,
                each=right,
            )
            yield Slip(
                f"aid-price-{price}", sentence, _with_change(amounts, account, written - amount), habit=True
            )


def _misplaced_slips(
    state: PreferansState, postings: Sequence[Posting], accounts: Collection[Account]
) -> Iterator[Slip]:
    amounts = sum_by_account(postings)
    for account, amount in amounts.items():
        if account in accounts:
            for key, sentence, to in _wrong_columns(state, account):
                yield Slip(key, sentence, _with_change(_with_change(amounts, account, -amount), to, amount))


def _wrong_columns(state: PreferansState, account: Account) -> Iterator[tuple[str, Text, Account]]:
    column, owner, other = account
    who = state.names[owner]
    if column == WHISTS:
        on = state.names[other]
        thirds = [third for third in state.seats.others(owner) if third != other]
        for third in thirds:
            sentence = N_("the whist of {who} on {on} was written on {third}")
            values = {"who": who, "on": on, "third": state.names[third]}
            yield "wrong-neighbour", text(sentence, **values), WHISTS_ON[owner][third]
        for third in thirds:
            sentence = N_("the whist of {who} on {on} was written by {third}")
            values = {"who": who, "on": on, "third": state.names[third]}
            yield "wrong-writer", text(sentence, **values), WHISTS_ON[third][other]
        sentence = N_("the whist of {who} on {on} was written the other way round, by {on} on {who}")
        yield "whist-reversed", text(sentence, who=who, on=on), WHISTS_ON[other][owner]
        return
    if column == POOL:
        sentence = N_("the pool gain of {who} was written in the dump")
        yield "pool-in-dump", text(sentence, who=who), DUMPS[owner]
        places, template = POOLS, N_("the pool gain of {who} was written for {third}")
    else:
        sentence = N_("the dump of {who} was written in the pool")
        yield "dump-in-pool", text(sentence, who=who), POOLS[owner]
        places, template = DUMPS, N_("the dump of {who} was written for {third}")
    for third in state.seats.others(owner):
        yield "wrong-player", text(template, who=who, third=state.names[third]), places[third]


def single_figures(state: PreferansState, postings: Sequence[Posting]) -> Iterator[Slip]:
    """Yield slips in one figure of a hand, such as a forgotten figure or a wrong sign.

    Args:
        state: the table before the hand.
        postings: the right figures of the hand.
    """
    amounts = sum_by_account(postings)
    figures = [(posting, WORDS.sentence(posting, state.names)) for posting in postings]
    for (account, amount, reason), figure in figures:
        forgotten = text(N_("this was forgotten: {figure}"), figure=figure)
        yield Slip(f"forgotten-{reason.rule}", forgotten, _with_change(amounts, account, -amount))
    yield from _forgotten_aid(state, postings)
    yield from _misplaced_slips(state, postings, {posting.account for posting in postings})
    for (account, amount, reason), figure in figures:
        turned = text(N_("this was added instead of taken off: {figure}"), figure=figure)
        if amount > 0:
            turned = text(N_("this was taken off instead of added: {figure}"), figure=figure)
        yield Slip(f"sign-{reason.rule}", turned, _with_change(amounts, account, -2 * amount))


def _forgotten_aid(state: PreferansState, postings: Sequence[Posting]) -> Iterator[Slip]:
    together = [posting for posting in postings if posting.reason.rule == "aid_whists"]
    if len(together) > 1:
        first, *others = (WORDS.sentence(posting, state.names) for posting in together)
        figures = reduce(lambda one, other: text(N_("{one}; {other}"), one=one, other=other), others, first)
        rest = sum_by_account([posting for posting in postings if posting not in together])
        yield Slip("forgotten-all-aid_whists", text(N_("this was forgotten: {figure}"), figure=figures), rest)


_OF_DEFENDERS = {"whist", "whist_shared", "half_whist", "consolation", "whist_undertrick"}
_BY_VALUE = _OF_DEFENDERS | {"made", "passed", "half_taken", "failed", "left"}
"""The rules whose figures are multiples of the value of the contract."""


def _other_levels(
    state: PreferansState, entry: ContractEntry, postings: Sequence[Posting], *, only_whists: bool
) -> Iterator[Slip]:
    key, sentence = "level", N_("the value of level {wrong} was written instead of {right}")
    if only_whists:
        key, sentence = (
            "whists-level",
            N_("the whists were written at the value of level {wrong}, not {right}"),
        )
    rules, right = state.rules, entry.contract.level
    fixed = {"consolation"} if rules.consolation == "fixed" or rules.consolation_cap else set()
    concerned = (_OF_DEFENDERS if only_whists else _BY_VALUE) - fixed
    scaled = [posting for posting in postings if posting.original.reason.rule in concerned]
    for level in (right + 1, right - 1):
        if level in LEVELS and scaled:
            factor = Fraction(rules.value(level), rules.value(right))
            written = [
                posting._replace(amount=normalize_amount(posting.amount * factor))
                if posting in scaled
                else posting
                for posting in postings
            ]
            yield Slip(f"{key}-{level}", text(sentence, wrong=level, right=right), sum_by_account(written))


def _with_change(amounts: Amounts, account: Account, change: Amount) -> Amounts:
    changed = {**amounts, account: normalize_amount(amounts.get(account, 0) + change)}
    return {each: amount for each, amount in changed.items() if amount}


def slips(state: PreferansState, entry: Entry) -> Iterator[Slip]:
    """Yield the slips that a scorer may make in writing down `entry`, the likelier ones first.

    Args:
        state: the table before the entry.
        entry: a hand, or another entry that changes figures.
    """
    if not isinstance(entry, Hand):
        done = get_game("preferans").play(state, entry)
        # A newcomer has a name only in the state after the entry.
        yield from single_figures(done.state, done.postings)
        return
    right = play_hand(state, entry)
    if not right.problems:
        yield from _slips_of_hand(state, entry, cast(HandPlayed, right.hand), right.postings)


def _slips_of_hand(
    state: PreferansState, entry: Hand, hand: HandPlayed, postings: Sequence[Posting]
) -> Iterator[Slip]:
    right = sum_by_account(postings)
    yield from commonest_slips(state, postings)
    if isinstance(entry, ContractEntry):
        yield from _other_levels(state, entry, postings, only_whists=False)
    for key, sentence, table, other in _changed_plays(state, entry, hand):
        wrong = play_hand(table, other)
        amounts = sum_by_account(wrong.postings)
        if not wrong.problems and amounts != right:
            yield Slip(key, sentence, amounts, habit="=" in key)
    if isinstance(entry, ContractEntry):
        yield from _other_levels(state, entry, postings, only_whists=True)
    yield from single_figures(state, postings)


def _changed_plays(
    state: PreferansState, entry: Hand, hand: HandPlayed
) -> Iterator[tuple[str, Text, PreferansState, Hand]]:
    row = state.row
    longer = N_("the raspasy was written at the price of a later one in the row")
    rows = (
        (row > 0, "price-before", N_("the raspasy was written at the price of the previous one"), row - 1),
        (row > 1, "price-first", N_("the raspasy was written at the price of the first in a row"), 0),
        (True, "price-next", longer, row + 1),
        (True, "price-after-next", longer, row + 2),
    )
    for possible, key, sentence, miscounted in rows if isinstance(entry, RaspasyEntry) else ():
        if possible:
            yield key, text(sentence), state._replace(row=miscounted), entry
    for key, said, other in changed_hands(state, entry, hand):
        yield key, said, state, other
    for key, said, rules in changed_options(state.rules, entry.kind):
        yield key, said, state._replace(rules=rules), entry
    if state.rules.bombs and not isinstance(entry, RaspasyEntry):
        said = text(N_("a bomb was counted, although there was none"))
        yield "bomb-invented", said, state._replace(bombs=(1,) * MAX_PLAYERS), entry


# --- slips with the hand itself: a trick miscounted, a neighbouring level, the whist of another player -----

Changed = Iterator[tuple[str, Text, Hand]]


def changed_hands(state: PreferansState, entry: Hand, hand: HandPlayed) -> Changed:
    """Yield hands that a scorer may write down instead of the right one, such as one with a trick miscounted.

    Each result is a key, a sentence about the slip, and the wrong hand, which may be illegal.

    Args:
        state: the table before the hand.
        entry: the right hand, as it was recorded.
        hand: the right hand as it was played, with the roles of the players.
    """
    if entry.factor:
        said = text(N_("the figures of the hand were not multiplied by {factor}"), factor=entry.factor)
        yield "factor", said, entry.model_copy(update={"factor": None})
    if isinstance(hand, RaspasyHand):
        yield from _miscounted_tricks(state, entry, dict(hand.tricks))
    elif isinstance(hand, MisereHand):
        yield from _tricks_of_one(state, entry, hand.roles.declarer, hand.taken)
    elif isinstance(hand, ContractHand) and isinstance(entry, ContractEntry):
        yield from _changed_contracts(state, entry, hand)


def _changed_contracts(state: PreferansState, entry: ContractEntry, hand: ContractHand) -> Changed:
    if hand.played:
        players = (hand.roles.declarer, *hand.roles.defenders)
        tricks = zip(players, hand.tricks, strict=False)
        known = {player: taken for player, taken in tricks if taken is not None}
        if len(known) == len(players):
            yield from _miscounted_tricks(state, entry, known)
        else:
            yield from _tricks_of_one(state, entry, hand.roles.declarer, hand.taken)
    for level in (hand.level + 1, hand.level - 1):
        if level in LEVELS:
            contract = Contract(level, hand.contract.trump)
            figures = {"wrong": contract, "right": hand.contract}
            said = text(N_("{wrong} was taken for the contract instead of {right}"), **figures)
            yield f"level{level - hand.level:+}", said, entry.model_copy(update={"contract": contract})
    yield from _changed_calls(state, entry, hand)
    yield from _changed_declarers(state, entry, hand)
    if not hand.made:
        said = text(N_("the contract was counted as made"))
        yield "taken-as-made", said, _as_made(state, entry, hand)


def _as_made(state: PreferansState, entry: ContractEntry, hand: ContractHand) -> ContractEntry:
    declarer = state.names[hand.roles.declarer]
    if hand.left_without:
        calls = {state.names[player]: "pass" for player in hand.roles.defenders}
        return entry.model_copy(update={"left_without": None, "calls": calls})
    tricks = {declarer: hand.level}
    if len(hand.tricks) > 2 and None not in hand.tricks:
        defenders = [state.names[player] for player in hand.roles.defenders]
        rest = ALL_TRICKS - hand.level
        own = min(hand.own(hand.roles.first), rest)
        tricks |= dict(zip(defenders, (own, rest - own), strict=True))
    return entry.model_copy(update={"tricks": tricks})


def _tricks_of_one(state: PreferansState, entry: Hand, player: int, taken: int) -> Changed:
    name = state.names[player]
    for wrong, template in (
        (taken - 1, N_("one trick too few was counted for {who}: {wrong} instead of {taken}")),
        (taken + 1, N_("one trick too many was counted for {who}: {wrong} instead of {taken}")),
    ):
        if 0 <= wrong <= ALL_TRICKS:
            said = text(template, who=name, wrong=wrong, taken=taken)
            yield f"tricks{wrong - taken:+}", said, entry.model_copy(update={"tricks": {name: wrong}})


def _miscounted_tricks(state: PreferansState, entry: Hand, tricks: dict[int, int]) -> Changed:
    for (loser, taken), (winner, won) in permutations(tricks.items(), 2):
        if taken:
            wrong = {**tricks, loser: taken - 1, winner: won + 1}
            names = {"who": state.names[loser], "other": state.names[winner]}
            said = text(N_("a trick of {who} was counted for {other}"), **names)
            given = {state.names[player]: count for player, count in wrong.items()}
            yield "trick-moved", said, entry.model_copy(update={"tricks": given})


def _changed_calls(state: PreferansState, entry: ContractEntry, hand: ContractHand) -> Changed:
    if len(hand.roles.defenders) < 2 or len(hand.calls) != 2:
        return
    names = [state.names[player] for player in hand.roles.defenders]
    if set(hand.calls) == {"whist", "pass"}:
        whister, passer = names if hand.calls[0] == "whist" else reversed(names)
        sentence = N_("{passer} was taken for the whister instead of {whister}")
        calls = {passer: "whist", whister: "pass"}
        said = text(sentence, passer=passer, whister=whister)
        yield "whister", said, entry.model_copy(update={"calls": calls})
    if hand.calls == ("pass", "pass"):
        said = text(N_("a half-whist was written for {who}, who did not take one"), who=names[1])
        calls = {names[0]: "pass", names[1]: "half"}
        yield "half-invented", said, entry.model_copy(update={"calls": calls})


def _changed_declarers(state: PreferansState, entry: ContractEntry, hand: ContractHand) -> Changed:
    right = entry.declarer
    for player in hand.roles.defenders:
        wrong = state.names[player]
        update: dict[str, object] = {"declarer": wrong}
        exchange = {right: wrong, wrong: right}
        for field in ("calls", "tricks"):
            given = getattr(entry, field)
            if given is not None:
                update[field] = {exchange.get(name, name): value for name, value in given.items()}
        said = text(N_("{wrong} was taken for the declarer instead of {right}"), wrong=wrong, right=right)
        yield "declarer", said, entry.model_copy(update=update)


# --- settlements by a wrong formula -----------------------------------------------------------------------


def settlement_slips(state: PreferansState) -> Iterator[SettlementSlip]:
    """Yield the wrong results that slips in the calculation lead to, the likelier ones first.

    Some of these results may by chance be the right ones.

    Args:
        state: the table at the end of the game.
    """
    size, worth = state.size, state.rules.pool_worth
    by_all = state.rules.dump_divisor == "n"
    divisor = size if by_all else size - 1
    other = size - 1 if by_all else size
    said = N_("the dump was divided by {wrong} instead of {right}")
    yield _settlement_slip(
        state, text(said, wrong=other, right=divisor), _owed_dump_points(state, worth), other
    )
    yield _settlement_slip(
        state, text(N_("the pools were not counted")), _owed_dump_points(state, 0), divisor
    )
    said = N_("a pool point was counted as {wrong} dump points instead of {right}")
    yield _settlement_slip(
        state, text(said, wrong=3 - worth, right=worth), _owed_dump_points(state, 3 - worth), divisor
    )
    only_pools = [normalize_amount(-worth * state.pool(player)) for player in state.seats]
    yield _settlement_slip(state, text(N_("the dumps were not counted")), only_pools, divisor)
    said = N_("fractions of a whist were cut off when the dump was divided")
    owed = _owed_dump_points(state, worth)
    least = min(owed)
    cut = [divisor * (WHISTS_A_POINT * (each - least) // divisor) for each in owed]
    yield _settlement_slip(state, text(said), [divide_amount(each, WHISTS_A_POINT) for each in cut], divisor)
    whists = text(N_("only the dump and the pools were counted, not the whists"))
    yield _settlement_slip(state, whists, owed, divisor, whists=False)


def _owed_dump_points(state: PreferansState, pool_point: int) -> list[Amount]:
    return [normalize_amount(state.dump(player) - pool_point * state.pool(player)) for player in state.seats]


def _settlement_slip(
    state: PreferansState, said: Text, owed: Sequence[Amount], divisor: int, *, whists: bool = True
) -> SettlementSlip:
    results = []
    for index, player in enumerate(state.seats):
        others = [place for place in range(state.size) if place != index]
        dumps = sum(divide_amount(WHISTS_A_POINT * (owed[place] - owed[index]), divisor) for place in others)
        pairs = [(player, state.seats[place]) for place in others] if whists else []
        written = sum(state.whists(*pair) - state.whists(*reversed(pair)) for pair in pairs)
        results.append(normalize_amount(dumps + written))
    return SettlementSlip(said, tuple(results))
