"""Slips with single figures: the right figure in a wrong place, forgotten, or with the wrong sign."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import reduce

from prefcount.base.i18n import N_, Text, text
from prefcount.games.preferans.phrases import WORDS
from prefcount.games.preferans.state import (
    DUMPS,
    LEVELS,
    POOL,
    POOLS,
    WHISTS,
    WHISTS_ON,
    ContractEntry,
    PreferansState,
)
from prefcount.ledger.sheet import Account, Amount, Posting, divided, exact
from prefcount.paper.verdicts import Slip

Amounts = dict[Account, Amount]
_COMMONEST = ("wrong-neighbour", "pool-in-dump")


def net(postings: Sequence[Posting]) -> Amounts:
    """What postings add to each account; what they take back is left out."""
    found: Amounts = {}
    for account, amount, _reason in postings:
        found[account] = exact(found.get(account, 0) + amount)
    return {account: amount for account, amount in found.items() if amount}


def commonest(state: PreferansState, postings: Sequence[Posting]) -> Iterator[Slip]:
    """What happens most: whists on the wrong neighbour, a gain in the dump, another price of aid."""
    tricks = {
        posting.account
        for posting in postings
        if posting.original.reason.rule not in ("consolation", "raspasy")
    }
    amounts = net(postings)
    yield from (slip for slip in _misplaced(state, postings, tricks) if slip.key in _COMMONEST)
    for posting in postings:
        if posting.reason.rule == "aid_whists":
            yield from _aid_price(amounts, posting)


def _misplaced(
    state: PreferansState, postings: Sequence[Posting], accounts: Collection[Account]
) -> Iterator[Slip]:
    """Right figures in the column of another player, or in the pool instead of the dump."""
    amounts = net(postings)
    for account, amount in amounts.items():
        if account in accounts:
            for key, sentence, to in _elsewhere(state, account):
                yield Slip(key, sentence, _with(_with(amounts, account, -amount), to, amount))


def _elsewhere(state: PreferansState, account: Account) -> Iterator[tuple[str, Text, Account]]:
    """Where a figure lands by mistake."""
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
    """Figures that were forgotten, written elsewhere, or turned around.

    What was forgotten needs least to have happened; a figure that does stand elsewhere is explained by that
    more often, and so is likelier wherever the other column is claimed.
    """
    amounts = net(postings)
    figures = [(posting, WORDS.sentence(posting, state.names)) for posting in postings]
    for (account, amount, reason), figure in figures:
        forgotten = text(N_("forgotten: {figure}"), figure=figure)
        yield Slip(f"forgotten-{reason.rule}", forgotten, _with(amounts, account, -amount))
    yield from _forgotten_aid(state, postings)
    yield from _misplaced(state, postings, {posting.account for posting in postings})
    for (account, amount, reason), figure in figures:
        turned = text(N_("added instead of taken off: {figure}"), figure=figure)
        if amount > 0:
            turned = text(N_("taken off instead of added: {figure}"), figure=figure)
        yield Slip(f"sign-{reason.rule}", turned, _with(amounts, account, -2 * amount))


def _forgotten_aid(state: PreferansState, postings: Sequence[Posting]) -> Iterator[Slip]:
    """The whists for aid to several players forgotten together."""
    together = [posting for posting in postings if posting.reason.rule == "aid_whists"]
    if len(together) > 1:
        first, *others = (WORDS.sentence(posting, state.names) for posting in together)
        figures = reduce(lambda one, other: text(N_("{one}; {other}"), one=one, other=other), others, first)
        rest = net([posting for posting in postings if posting not in together])
        yield Slip("forgotten-all-aid_whists", text(N_("forgotten: {figure}"), figure=figures), rest)


def _aid_price(amounts: Amounts, posting: Posting) -> Iterator[Slip]:
    account, amount, reason = posting
    each = reason.figures["price"]
    assert isinstance(each, int | Fraction), "a price is a number"
    for price, written in ((2 * each, 2 * amount), (divided(each, 2), divided(amount, 2))):
        sentence = text(N_("aid at {price} whists a point instead of {each}"), price=price, each=each)
        yield Slip(f"aid-price-{price}", sentence, _with(amounts, account, written - amount), habit=True)


_OF_DECLARERS = ("made", "passed", "half_taken", "failed", "left")
_OF_DEFENDERS = ("whist", "whist_shared", "half_whist", "consolation", "whist_undertrick")
_BY_VALUE = (*_OF_DECLARERS, *_OF_DEFENDERS)
"""The rules whose figures are multiples of the value of the contract."""


def other_values(state: PreferansState, entry: ContractEntry, postings: Sequence[Posting]) -> Iterator[Slip]:
    """The figures of a contract by the value of the level above or below it."""
    sentence = N_("the value of level {wrong} was written instead of {right}")
    return _by_other_levels("level", sentence, _BY_VALUE, state, entry, postings)


def other_whists(state: PreferansState, entry: ContractEntry, postings: Sequence[Posting]) -> Iterator[Slip]:
    """The figures of the defenders by another level, while the declarer's are right."""
    sentence = N_("the whists were written at the value of level {wrong}, not {right}")
    return _by_other_levels("whists-level", sentence, _OF_DEFENDERS, state, entry, postings)


def _by_other_levels(
    key: str,
    sentence: str,
    concerned: Collection[str],
    state: PreferansState,
    entry: ContractEntry,
    postings: Sequence[Posting],
) -> Iterator[Slip]:
    rules, right = state.rules, entry.contract.level
    fixed = {"consolation"} if rules.consolation == "fixed" or rules.consolation_cap else set()
    scaled = [posting for posting in postings if posting.original.reason.rule in {*concerned} - fixed]
    for level in (right + 1, right - 1):
        if level in LEVELS and scaled:
            factor = Fraction(rules.value(level), rules.value(right))
            written = [
                posting._replace(amount=exact(posting.amount * factor)) if posting in scaled else posting
                for posting in postings
            ]
            yield Slip(f"{key}-{level}", text(sentence, wrong=level, right=right), net(written))


def _with(amounts: Amounts, account: Account, change: Amount) -> Amounts:
    """The same figures with one of them changed."""
    changed = {**amounts, account: exact(amounts.get(account, 0) + change)}
    return {each: amount for each, amount in changed.items() if amount}
