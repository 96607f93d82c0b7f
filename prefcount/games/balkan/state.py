"""Everything about a game of Balkan Preferans that follows from its entries."""

from collections.abc import Mapping

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.header import Header
from prefcount.games.balkan.entries import Contract
from prefcount.games.balkan.options import BalkanRules
from prefcount.games.state import PlainState, Seats
from prefcount.games.words import COMMON_OVER
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import NOBODY, Account
from prefcount.ledger.sheet import Sheet

BULE, SUPE, REFE_OPEN, REFE_WRITTEN = "bule", "supe", "refe_open", "refe_written"
"""The columns: bule, of which fewer are better; what a player has written against another; the refe that a
player has not played yet; those of the game.
"""
REFE = Account(REFE_WRITTEN, NOBODY)
"""How many refe were written in the game: it belongs to the table."""
TABLE = "@table"
"""How files spell the owner of what belongs to nobody."""


class BalkanState(PlainState[BalkanRules]):
    """A table with bule, supe, and refe that were written and are open; its seats are counter-clockwise."""

    __slots__ = ()

    def bule(self, player: int) -> Amount:
        """The bule of a player."""
        return self.sheet[Account(BULE, player)]

    def supe(self, player: int, other: int) -> Amount:
        """The supe that a player has written against another."""
        return self.sheet[Account(SUPE, player, other)]

    def refe(self, player: int) -> Amount:
        """The refe that a player has not played yet."""
        return self.sheet[Account(REFE_OPEN, player)]

    @property
    def refe_written(self) -> Amount:
        """The refe that were written in the game."""
        return self.sheet[REFE]

    @property
    def left(self) -> Amount:
        """S: the sum of everybody's bule."""
        return sum(self.bule(player) for player in self.seats)

    @property
    def under_hat(self) -> tuple[int, ...]:
        """Who is below zero."""
        return tuple(player for player in self.seats if self.bule(player) < 0)

    @property
    def refa_possible(self) -> bool:
        """Whether a refa may be written: nobody is below zero, and there are some left (section 2.4)."""
        return not self.under_hat and self.refe_written < self.rules.max_refe

    def doubles(self, player: int) -> bool:
        """Whether a player's next hand counts twice because of an open refa (section 2.4)."""
        frozen = self.rules.refe_frozen_under_hat and bool(self.under_hat)
        return self.refe(player) > 0 and not frozen

    @property
    def over(self) -> str:
        """Why the game is over (pool: no bule are left; agreed, resigned …), or "" while it goes on."""
        return self.ended or ("pool" if self.left <= 0 else "")


def first_state(header: Header, seats: Seats, rules: BalkanRules, dealer: int) -> BalkanState:
    """The state before the first entry, with the rules and the first dealer of a header."""
    sheet = Sheet({Account(BULE, player): rules.start_bule for player in seats})
    return BalkanState(header.players, seats, rules, sheet, dealer)


OVER: Mapping[str, str] = {
    **COMMON_OVER,
    "pool": N_("no bule are left"),
    "agreed": N_("by agreement, the rest is written off"),
}


CONTRACTS: Mapping[Contract, str] = {
    "pik": N_("pik"),
    "karo": N_("karo"),
    "herc": N_("herc"),
    "tref": N_("tref"),
    "betl": N_("betl"),
    "sans": N_("sans"),
}


KONTRAS = (N_("kontra"), N_("rekontra"), N_("subkontra"), N_("mortkontra"))
"""The levels of kontra from 1 on."""


def contract_in_words(contract: Contract, igra: bool, kontra: int = 0) -> Text:
    """A contract as postings say it: herc, igra-herc, herc kontra."""
    played = text(CONTRACTS[contract])
    if igra:
        played = text(N_("igra-{contract}"), contract=played)
    if not kontra:
        return played
    return text(N_("{contract} {kontra}"), contract=played, kontra=text(KONTRAS[kontra - 1]))
