"""What is counted over years of Balkan Preferans."""

from collections.abc import Iterator

from prefcount.base.i18n import N_, text
from prefcount.entries.common import Entry
from prefcount.games.balkan.legality import VALUES, BalkanAllPass, BalkanContract
from prefcount.games.balkan.play import falling
from prefcount.games.balkan.state import BULE, BalkanState
from prefcount.games.game import Measure, Tally, by_contract
from prefcount.games.state import TransitionFacts

_FOLLOWING = text(N_("Followers"))


def measures() -> tuple[Measure, ...]:
    """The columns of the statistics, group by group."""
    return (
        *by_contract(text(N_("Contracts made/played")), "passed", VALUES, "fell"),
        Measure("came", _FOLLOWING, text(N_("times"))),
        Measure("came_tricks", _FOLLOWING, text(N_("tricks"))),
        Measure("came_fell", _FOLLOWING, text(N_("fell"))),
        Measure("kontra", _FOLLOWING, text(N_("kontra"))),
        Measure("all_pass", text(N_("All pass")), text(N_("hands"))),
    )


def tallies(state: BalkanState, entry: Entry, transition: TransitionFacts) -> Iterator[Tally]:
    """What a hand adds to the statistics at the table before it; a pik that became a refa adds none."""
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
    yield from _of_followers(state, hand)


def _of_followers(state: BalkanState, hand: BalkanContract) -> Iterator[Tally]:
    fallen = falling(state, hand)
    for player, role, tricks in zip(hand.followers, hand.roles, hand.tricks, strict=True):
        if role in ("follow", "kontra"):
            yield Tally(player, "kontra" if role == "kontra" else "came")
            yield Tally(player, "came_tricks", tricks)
        if player in fallen:
            yield Tally(player, "came_fell")
