"""Slips with the convention: a hand written as another table writes it."""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import InvalidInput
from prefcount.games.preferans.options import RULESET, PreferansRules

_OF_CONTRACTS = {"doubled", "bombs", "dump_factor"}
"""Options of contracts and of misères."""
_OF_ALL = {"aid", "aid_order", "dump_floor", "made_first", "dump_points"}


class _Other(NamedTuple):
    """Another value of an option, dotted where it is nested, and the slip in words."""

    option: str
    value: Any
    said: str

    @property
    def kinds(self) -> frozenset[str]:
        """The hands that it concerns."""
        if self.option in _OF_ALL:
            return frozenset({"game", "misere", "raspasy"})
        if self.option in _OF_CONTRACTS:
            return frozenset({"game", "misere"})
        return frozenset({next((kind for kind in ("raspasy", "misere") if kind in self.option), "game")})


_OTHERS = (
    _Other("doubled", False, N_("written undoubled, as in Sochi")),
    _Other("doubled", True, N_("written double, as in Leningrad")),
    _Other("consolation", "none", N_("the consolation was forgotten")),
    _Other("consolation_to_passer", False, N_("the consolation of the passer was forgotten")),
    _Other("consolation_to_dealer", False, N_("the consolation of the dealer was forgotten")),
    _Other("consolation", "value", N_("consolation by the value of the contract")),
    _Other("consolation", "fixed", N_("consolation of 10 for each undertrick")),
    _Other("consolation_to_passer", True, N_("consolation for the passer, which this table does not give")),
    _Other("consolation_to_dealer", True, N_("consolation for the dealer, which this table does not give")),
    _Other("style", "gentleman", N_("the whists were shared with the passer, as gentlemen play")),
    _Other("style", "greedy", N_("the whists were not shared with the passer, as the greedy play")),
    _Other("gentleman_scope", "always", N_("the whists of a made contract were shared")),
    _Other("gentleman_scope", "failed", N_("the whists of a made contract were not shared")),
    _Other("responsibility", "half", N_("the whister's undertricks were written at half their price")),
    _Other("responsibility", "full", N_("the whister's undertricks were written at their full price")),
    _Other("undertricks", "personal", N_("each whister was charged for his own share of tricks")),
    _Other("undertricks", "collective", N_("the whisters' tricks were counted together")),
    _Other("undertricks", "shared", N_("the missing tricks were split between the whisters")),
    _Other("undertricks", "individual", N_("each whister was charged whatever the other one took")),
    _Other("undertricks", "both", N_("each whister was charged with all the missing tricks")),
    _Other("undertricks", "fewer", N_("the whister with fewer tricks was charged with all missing ones")),
    _Other("eight_up", "second", N_("the second defender was charged with the missing trick")),
    _Other("eight_up", "first", N_("the first defender was charged with the missing trick")),
    _Other("eight_up", "both", N_("both defenders were charged with the missing trick")),
    _Other("eight_up", "split", N_("the missing trick was split between the defenders")),
    _Other("aid", False, N_("the aid was forgotten, and the pool grew past its target")),
    _Other("aid", True, N_("aid was written, but this table does not play it")),
    _Other("aid_order", "highest", N_("the player with the largest pool was helped")),
    _Other("aid_order", "lowest", N_("the player with the smallest pool was helped")),
    _Other("aid_order", "clockwise", N_("the next player clockwise was helped")),
    _Other("dump_floor", "none", N_("the dump was written off below zero")),
    _Other("dump_floor", "zero", N_("the dump was written off to zero only")),
    _Other("made_first", "pool", N_("the gain was not written off the dump first")),
    _Other("made_first", "dump", N_("the gain was written off the dump first")),
    _Other("bombs", False, N_("the bomb was forgotten")),
    _Other("dump_factor", 1, N_("the dump was written once, not as many times over as here")),
    _Other("dump_factor", 2, N_("the dump was written double")),
    _Other("whist_factor", 1, N_("the whists were written once, not as many times over as here")),
    _Other("whist_factor", 2, N_("the whists were written double")),
    _Other("values", (2, 4, 6, 8, 10), N_("the usual values of contracts, from 2 to 10")),
    _Other("misere_value", 10, N_("the usual ten of a misère")),
    _Other("lone_whister", "all", N_("the lone whister was given the passer's tricks too")),
    _Other("lone_whister", "own", N_("the lone whister was left without the passer's tricks")),
    _Other("lone_quota", "whole", N_("the lone whister was bound for the tricks of both")),
    _Other("lone_quota", "half", N_("the lone whister was bound for the tricks of one only")),
    _Other("dealer_whist_alone", False, N_("consolation beside the whist of the dealer")),
    _Other("dealer_whist_alone", True, N_("the dealer's whist left the others without consolation")),
    _Other("consolation_cap", 0, N_("the consolation was written without its limit")),
    _Other("consolation_cap", 10, N_("the consolation was written as ten at most")),
    _Other("consolation_fixed", 10, N_("the usual consolation of 10 for each undertrick")),
    _Other("raspasy.zero_bonus", "none", N_("the bonus for no trick was forgotten")),
    _Other("raspasy.zero_bonus", "one", N_("a bonus of one point for no trick")),
    _Other("raspasy.zero_bonus", "price", N_("the price of a trick as the bonus for no trick")),
    _Other("raspasy.zero_bonus", "multiplier", N_("the length of the row as the bonus for no trick")),
    _Other("raspasy.zero_bonus", "dump_one_trick", N_("a trick off the dump as the bonus for none")),
    _Other("raspasy.zero_bonus", "dump_two_tricks", N_("two tricks off the dump as the bonus for none")),
    _Other("raspasy.amnesty", True, N_("the fewest tricks were subtracted from everyone's")),
    _Other("raspasy.amnesty", False, N_("the fewest tricks were not subtracted from everyone's")),
    _Other("raspasy.dealer_zero_bonus", "always", N_("the dealer got the bonus for no trick")),
    _Other("raspasy.dealer_zero_bonus", "never", N_("the dealer's bonus for no trick was forgotten")),
    _Other("raspasy.base", 1, N_("the prices of Sochi, from one point a trick")),
    _Other("raspasy.base", 2, N_("the prices of Leningrad, from two points a trick")),
    _Other("raspasy.progression", "constant", N_("a price that does not grow")),
    _Other("raspasy.progression", "arithmetic", N_("a price that grows by 1-2-3")),
    _Other("raspasy.progression", "geometric", N_("a price that grows by 1-2-4")),
    _Other("raspasy.cap", 0, N_("a price that grows without limit")),
    _Other("raspasy.cycle", False, N_("the price did not begin again")),
    _Other("raspasy.cycle", True, N_("the price began again too soon")),
    _Other("raspasy.stay_fee", 0, N_("the fee for the deal that moves on was forgotten")),
    _Other("raspasy.basis", "tricks", N_("all tricks of the losers were counted")),
    _Other("raspasy.basis", "difference", N_("only the losers' tricks above the winner's counted")),
    _Other("raspasy.tie", "half", N_("half was written for a tie")),
    _Other("raspasy.tie", "none", N_("nothing was written for a tie")),
    _Other("raspasy.dealer_pool", 0, N_("the dealer's point for raspasy was forgotten")),
    _Other("raspasy.dealer_pool", 1, N_("the dealer got a point for raspasy")),
    _Other("raspasy.to", "dump", N_("the raspasy was written in the dump")),
    _Other("raspasy.to", "whists", N_("the raspasy was written in whists, as in Rostov")),
    _Other("returned_half_whister", "none", N_("the half-whister got nothing")),
    _Other("returned_half_whister", "consolation", N_("the half-whister got consolation")),
    _Other("returned_half_whister", "share", N_("the half-whister had his share")),
    _Other("ten_checked_whists", "own", N_("each defender wrote his own tricks on the ten")),
    _Other("ten_checked_whists", "shared", N_("the defenders shared the tricks on the ten")),
    _Other("ten_checked_whists", "none", N_("no whists were written on the ten")),
    _Other("misere_consolation", True, N_("whists were written on a failed misère")),
    _Other("misere_consolation", False, N_("the whists on a failed misère were forgotten")),
    _Other("misere_half_with_dealer", True, N_("the misère was shared with the dealer")),
    _Other("misere_half_with_dealer", False, N_("the misère was not shared with the dealer")),
    _Other("talon_bonus", False, N_("the talon bonus was forgotten")),
    _Other("dump_points", "whists", N_("the dump was written as whists of every opponent")),
    _Other("dump_points", "dump", N_("a dump was written, which this table keeps in whists")),
)
"""Likelier ones first; those of the table itself are skipped."""


def _in_force(rules: PreferansRules, option: str) -> object:
    """The value of an option, also where it follows another one."""
    followed = {
        "raspasy.zero_bonus": rules.raspasy.bonus,
        "dump_factor": rules.dump_times,
        "whist_factor": rules.whist_times,
    }
    group, _, name = option.rpartition(".")
    return followed.get(option, getattr(rules.raspasy if group else rules, name))


def changed_options(rules: PreferansRules, kind: str) -> Iterator[tuple[str, Text, PreferansRules]]:
    """The rules with one option as others play it that concerns hands of this kind."""
    return ((key, said, other) for key, said, other, kinds in _tables(rules) if kind in kinds)


@lru_cache(maxsize=32)
def _tables(rules: PreferansRules) -> list[tuple[str, Text, PreferansRules, frozenset[str]]]:
    tables = []
    for each in _OTHERS:
        option, value, sentence = each
        group, _, name = option.rpartition(".")
        if _in_force(rules, option) != value:
            with suppress(InvalidInput):  # some tables that play so differ in more than this
                changed = {group: {name: value}} if group else {name: value}
                other = RULESET.changed(rules, changed, started=False)
                tables.append((f"{option}={value}", text(sentence), other, each.kinds))
    return tables
