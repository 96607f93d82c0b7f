"""A game of Prefa written down by hand, for checking the figures of its sample sessions.

It shares no code with the program. Each method applies a rule of `docs/relatives.md`: the comments above
them name the sections, the numbers in docstrings are numbers of rules in section 3.3. Payments of two
defenders who are short are looked up in the printed table, `TWO_DEFENDERS`.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

TWO_DEFENDERS: dict[tuple[int, int, int], tuple[int, int, int]] = {
    (6, 0, 3): (7, 0, 3),
    (6, 1, 2): (7, 0, 2),
    (6, 2, 1): (0, 7, 2),
    (6, 3, 0): (0, 7, 3),
    (6, 0, 2): (16, 0, 2),
    (6, 1, 1): (8, 8, 0),
    (6, 2, 0): (0, 16, 2),
    (6, 0, 1): (18, 9, 0),
    (6, 1, 0): (9, 18, 0),
    (6, 0, 0): (20, 20, 0),
    (7, 0, 2): (8, 0, 2),
    (7, 1, 1): (8, 0, 1),
    (7, 2, 0): (0, 8, 2),
    (7, 0, 1): (18, 0, 1),
    (7, 1, 0): (9, 9, 0),
    (7, 0, 0): (20, 10, 0),
    (8, 0, 1): (9, 0, 1),
    (8, 1, 0): (0, 9, 1),
    (8, 0, 0): (10, 10, 0),
    (9, 0, 0): (10, 0, 0),
}
"""Payments of two defenders who are short, as the rules print them (section 3.3), in trick values.

By level and the tricks of the first and the second defender.
"""
VALUES = {6: dict(zip("SCDHN", (2, 3, 4, 5, 6), strict=True))} | {
    level: dict(zip("SCDHN", (*[level] * 4, no_trump), strict=True))
    for level, no_trump in ((7, 8), (8, 9), (9, 10), (10, 10))
}
"""v, by level and trump (section 3.1)."""

QUOTA_OF_TWO = {6: 4, 7: 3, 8: 2, 9: 1, 10: 0}
"""The tricks that two defenders together have to take, by level (section 3.3)."""
QUOTA_OF_ONE = {6: 2, 7: 2, 8: 1, 9: 1, 10: 0}
"""The tricks that one defender alone has to take, by level (section 3.3)."""
TRICKS_WHEN_GIVEN_UP = {6: (3, 3), 7: (3, 2), 8: (2, 2), 9: (2, 1), 10: (1, 1)}
"""The defenders' tricks in a contract that was given up, by level (section 3.3, 7)."""


class Defender(NamedTuple):
    """One of the two who play against the declarer."""

    name: str
    role: str
    """`play`, `pass`, `together` (takes the other one along) or `helper` (is taken along)."""
    tricks: int


class Contract(NamedTuple):
    """A contract and what came of it."""

    declarer: str
    level: int
    trump: str
    first: Defender
    second: Defender

    @property
    def defending(self) -> list[Defender]:
        """The defenders who did not pass."""
        return [each for each in (self.first, self.second) if each.role != "pass"]

    @property
    def answering(self) -> Defender | None:
        """The defender who has taken the other one along."""
        for each in (self.first, self.second):
            if each.role == "together":
                return each
        return None

    @property
    def declarers_tricks(self) -> int:
        """The defenders' rest of ten."""
        return 10 - self.first.tricks - self.second.tricks

    @property
    def undertricks(self) -> int:
        """The declarer's undertricks, or 0 if both pass."""
        return max(0, self.level - self.declarers_tricks) if self.defending else 0

    @property
    def missing(self) -> int:
        """The tricks that both defenders are short."""
        if not self.defending:
            return 0
        quota = QUOTA_OF_TWO if len(self.defending) == 2 else QUOTA_OF_ONE
        return max(0, quota[self.level] - self.first.tricks - self.second.tricks)


class ScoreByHand:
    """The sheet of one game, written line after line."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.players: list[str] = header["players"]
        self.stake: int = header["rules"]["stake"]
        self.last: str = header["rules"].get("last", "normal")
        self.taken = dict.fromkeys(self.players, 0)
        self.cash = dict.fromkeys(self.players, 0)

    def write(self, entry: Mapping[str, Any]) -> None:
        """Write one line of a session file; raises ValueError for what is not known here."""
        kind = entry["kind"]
        if kind == "add_stake":
            self.stake += entry["amount"]
        elif kind == "all_pass":
            self.all_pass(entry.get("tricks", {}))
        elif kind == "hand":
            self.hand(entry)
        elif kind not in ("note", "end"):
            raise ValueError(f"{kind} cannot be written by hand here")

    def pay(self, payer: str, receiver: str, amount: int) -> None:
        """Cash from one player to another."""
        self.cash[payer] -= amount
        self.cash[receiver] += amount

    # Section 3.1: the pot and the value of a trick

    @property
    def pot(self) -> int:
        return self.stake * len(self.players) - sum(self.taken.values())

    def value(self, contract: Contract, *, made: bool) -> int:
        """The value of one trick, and what becomes of it when the pot is nearly empty (section 3.4)."""
        full = VALUES[contract.level][contract.trump]
        limited = self.last == "normal" or (self.last == "unbalanced" and made)
        return min(full, self.pot // 10) if limited else full

    # Section 3.2: a hand

    def hand(self, entry: Mapping[str, Any]) -> None:
        """A contract, given up or played, and four aces if they were shown."""
        contract = self.contract_given_up(entry) if entry.get("give_up") else self.contract_played(entry)
        if contract.undertricks:
            self.declarer_short(contract)
        elif contract.missing:
            self.defenders_short(contract)
        else:
            self.made(contract)
        if entry.get("aces"):
            self.four_aces(contract)

    def two_defenders(self, entry: Mapping[str, Any]) -> list[str]:
        """The first and the second defender: clockwise from the declarer; the dealer of four sits out."""
        seat = self.players.index(entry["declarer"])
        others = self.players[seat + 1 :] + self.players[:seat]
        if len(self.players) == 4:
            others.remove(entry["dealer"])
        return others

    def contract_played(self, entry: Mapping[str, Any]) -> Contract:
        """Find the players of a hand with their tricks. A player who passes has none."""
        roles, tricks = entry["defenders_role"], entry.get("tricks", {})
        first, second = self.two_defenders(entry)
        return Contract(
            entry["declarer"],
            entry["level"],
            entry["trump"],
            Defender(first, roles[first], tricks.get(first, 0)),
            Defender(second, roles[second], tricks.get(second, 0)),
        )

    # Section 3.3: who pays what, by number

    def declarer_short(self, contract: Contract) -> None:
        """2: ten values into the pot, a value to each defender for each trick; double if two are missing."""
        value = self.value(contract, made=False)
        if contract.undertricks >= 2:
            value *= 2
        self.taken[contract.declarer] -= 10 * value
        self.pay_for_tricks(contract, value)

    def made(self, contract: Contract) -> None:
        """1 and 3: ten values from the pot, and a value to each defender for each trick."""
        value = self.value(contract, made=True)
        self.taken[contract.declarer] += 10 * value
        self.pay_for_tricks(contract, value)

    def pay_for_tricks(self, contract: Contract, value: int) -> None:
        """The declarer pays each defender, or (6) one for both, who has taken the other along."""
        for defender in contract.defending:
            receiver = contract.answering or defender
            self.pay(contract.declarer, receiver.name, value * defender.tricks)

    def defenders_short(self, contract: Contract) -> None:
        """4 to 6: the pot stays as it is, and who is short pays."""
        value = self.value(contract, made=False)
        defender = contract.answering or contract.defending[0]
        if contract.answering or len(contract.defending) == 1:
            self.single_defender_short(contract, defender, value)
        else:
            self.one_of_two_short(contract, value)

    def single_defender_short(self, contract: Contract, defender: Defender, value: int) -> None:
        """4 and 6: the value for each of the declarer's tricks, times all tricks that are missing.

        Pays who defends alone, or answers for both.
        """
        self.pay(defender.name, contract.declarer, contract.declarers_tricks * contract.missing * value)

    def one_of_two_short(self, contract: Contract, value: int) -> None:
        """5: by the printed table, to the declarer and to the defender who has done their duty."""
        first, second = contract.first, contract.second
        by_first, by_second, to_partner = TWO_DEFENDERS[contract.level, first.tricks, second.tricks]
        self.pay(first.name, contract.declarer, by_first * value)
        self.pay(second.name, contract.declarer, by_second * value)
        if by_first:
            self.pay(first.name, second.name, to_partner * value)
        else:
            self.pay(second.name, first.name, to_partner * value)

    def contract_given_up(self, entry: Mapping[str, Any]) -> Contract:
        """7: it counts as two short against two defenders."""
        first, second = self.two_defenders(entry)
        tricks_of_first, tricks_of_second = TRICKS_WHEN_GIVEN_UP[entry["level"]]
        return Contract(
            entry["declarer"],
            entry["level"],
            entry["trump"],
            Defender(first, "play", tricks_of_first),
            Defender(second, "play", tricks_of_second),
        )

    def four_aces(self, contract: Contract) -> None:
        """8: 25 on level six, 50 above; each of the two others pays, or a declarer who is short pays both."""
        amount = 25 if contract.level == 6 else 50
        for defender in (contract.first, contract.second):
            if contract.undertricks:
                self.pay(contract.declarer, defender.name, amount)
            else:
                self.pay(defender.name, contract.declarer, amount)

    def all_pass(self, tricks: Mapping[str, int]) -> None:
        """9: ten into the pot for each trick above the fewest; nothing where it is not played."""
        for name in tricks:
            above_the_fewest = tricks[name] - min(tricks.values())
            self.taken[name] -= 10 * above_the_fewest

    # Section 3.5: the settlement

    def results(self) -> dict[str, Fraction]:
        """The kasa and cash less the stake, plus an equal part of the pot."""
        part = Fraction(self.pot, len(self.players))
        results = {}
        for name in self.players:
            results[name] = self.taken[name] + self.cash[name] - self.stake + part
        return results
