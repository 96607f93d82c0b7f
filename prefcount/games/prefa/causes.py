"""What a result is due to, and what is counted over years of Prefa."""

from collections.abc import Iterator, Mapping, Sequence

from prefcount.entries.base import Entry
from prefcount.games.contracts import by_contract
from prefcount.games.prefa.entries import AllPass, Hand
from prefcount.games.prefa.hands import VALUES, ContractHand
from prefcount.games.prefa.legality import resolve
from prefcount.games.prefa.state import State
from prefcount.games.terms import Cause, Measure, Tally
from prefcount.i18n import N_, text
from prefcount.ledger.postings import Posting

_RULES: Mapping[str, tuple[str, ...]] = {
    "made": ("made", "uncontested"),
    "down": ("down",),
    "tricks": ("tricks_paid", "tricks_got"),
    "short": ("short_paid", "short_got", "short_twice_paid", "short_twice_got"),
    "partner": ("partner_paid", "partner_got"),
    "aces": ("aces_paid", "aces_got"),
    "ppp": ("ppp",),
    "adjusted": ("adjust", "adjust_from", "sheet", "add_stake"),
}
_CAUSE_OF = {rule: key for key, rules in _RULES.items() for rule in rules}

LABELS: Mapping[str, str] = {
    "made": N_("contracts made"),
    "down": N_("failed contracts"),
    "tricks": N_("tricks of defenders"),
    "short": N_("defenders who are short"),
    "partner": N_("tricks of the other defender"),
    "aces": N_("four aces"),
    "ppp": N_("all pass"),
    "adjusted": N_("adjustments and figures brought forward"),
}


def causes(postings: Sequence[Posting]) -> Iterator[tuple[Cause, Posting]]:
    """What each posting is due to."""
    for posting in postings:
        key = _CAUSE_OF[posting.reason.rule]
        yield Cause(key, text(LABELS[key])), posting


_DEFENCE = text(N_("Defence"))

MEASURES: tuple[Measure, ...] = (
    *by_contract(text(N_("Contracts made, of those played")), "made", VALUES, "failed"),
    *by_contract(text(N_("Of those made both passed")), "passed", VALUES),
    Measure("defended", _DEFENCE, text(N_("times"))),
    Measure("defence_tricks", _DEFENCE, text(N_("tricks"))),
    Measure("defence_short", _DEFENCE, text(N_("short"))),
    Measure("all_pass", text(N_("All pass")), text(N_("hands"))),
)
"""The tables of the statistics. A contract is made where the declarer is not down, whoever pays him."""


def tallies(state: State, entry: Entry) -> Iterator[Tally]:
    """What a hand adds to the statistics, given the table before it."""
    if not isinstance(entry, Hand | AllPass):
        return
    hand, dealer, _problems = resolve(state, entry)
    if isinstance(hand, ContractHand):
        yield from _contract(hand)
    elif hand is not None:
        yield from (Tally(player, "all_pass") for player in state.active(dealer))


def _contract(hand: ContractHand) -> Iterator[Tally]:
    keys = ["failed" if hand.down else "made", *(["passed"] if hand.uncontested else [])]
    for key in keys:
        yield Tally(hand.declarer, key)
        yield Tally(hand.declarer, f"{key}_{hand.level}")
    for position, player in enumerate(hand.defenders):
        if hand.roles[position] == "pass":
            continue
        yield Tally(player, "defended")
        yield Tally(player, "defence_tricks", hand.tricks[position])
        yield Tally(player, "defence_short", hand.missing[position])
