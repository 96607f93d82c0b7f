"""A game of Preferans written down by hand: what players at the table would put on paper.

It checks the figures of the sample sessions and shares no code with the program. Each method applies a rule
of `docs/rules.md`, whose sections the comments above them name. Only what the samples need is here: the
presets `sochi`, `leningrad` and `races` with any target; no corrections, no penalties, no other option.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypedDict

VALUE = {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}
"""The value of a contract, by its level (section 0)."""
MISERE_VALUE = 10
QUOTA = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
"""The tricks that the defenders together have to take, by the level of the contract (section 0)."""
LEAVE_WITHOUT = 3
"""The undertricks of a declarer who gives up (section 1)."""
RASPASY_CAP = 3
"""The largest multiple of the first price that a trick in raspasy costs (section 4)."""
WHISTS_FOR_A_POINT = 10
"""Whists for a point in American aid (section 5), and for a dump point in the settlement (section 6)."""


class Preset(NamedTuple):
    """The lines of the table in section 9 in which `sochi` and `leningrad` differ."""

    times: int
    """The factor of dump and whists: 2 if the table doubles (section 0)."""
    gentlemen: bool
    """True if whister and passer share the whists of a failed contract (section 2)."""
    half_responsibility: bool
    """True if whisters pay half of the price for each undertrick (section 3)."""
    raspasy_base: int
    """The price of a trick in the first of several raspasy (section 4)."""
    only_made_ends_raspasy: bool
    """True if a failed contract or misère does not end a row of raspasy (section 4)."""
    only_whisted_ends_raspasy: bool
    """True if a contract without a whist does not end a row of raspasy either (section 14)."""
    american_aid: bool
    """True if points above the target help others. If not, pools grow above it (section 5)."""


PRESETS = {
    "sochi": Preset(
        times=1,
        gentlemen=False,
        half_responsibility=False,
        raspasy_base=1,
        only_made_ends_raspasy=False,
        only_whisted_ends_raspasy=False,
        american_aid=True,
    ),
    "leningrad": Preset(
        times=2,
        gentlemen=True,
        half_responsibility=True,
        raspasy_base=2,
        only_made_ends_raspasy=True,
        only_whisted_ends_raspasy=False,
        american_aid=False,
    ),
}
PRESETS["races"] = PRESETS["leningrad"]._replace(only_whisted_ends_raspasy=True)
FIRST_POOL, SMALLEST_DUMP = 300, 200
"""The prizes of `races`, in whists from each of the others (section 14)."""


class Columns(TypedDict):
    """The columns of one player, spelled as in the output for programs."""

    pool: int
    dump: int
    whists: dict[str, int]
    """By the opponent on whom they are written."""


class Contract(NamedTuple):
    """A contract of six to ten that was not given up."""

    declarer: str
    level: int
    defenders: list[str]
    """One or two, the first defender first."""
    whisters: list[str]
    half_whister: str
    """The defender who took half of the quota without play, or ""."""
    tricks: Mapping[str, int]
    """The tricks that were written down: the declarer's, and each whister's if two whist."""
    resting: str = ""
    """The player before the dealer of five, who writes nothing (section 14)."""

    @property
    def undertricks(self) -> int:
        """The declarer's undertricks, or 0 without a whister."""
        if not self.whisters:
            return 0
        return max(0, self.level - self.tricks[self.declarer])

    @property
    def defenders_tricks(self) -> int:
        return 10 - self.tricks[self.declarer]


class ScoreByHand:
    """The sheet of one game, written hand after hand."""

    def __init__(self, players: list[str], preset: Preset, target: int) -> None:
        self.players = players
        self.preset = preset
        self.target = target
        self.pool = dict.fromkeys(players, 0)
        self.dump = dict.fromkeys(players, 0)
        self.whists = {name: dict.fromkeys(self.opponents(name), 0) for name in players}
        self.raspasy_in_a_row = 0
        self.first_full: list[str] = []

    def columns(self) -> dict[str, Columns]:
        sheet: dict[str, Columns] = {}
        for name in self.players:
            sheet[name] = {"pool": self.pool[name], "dump": self.dump[name], "whists": self.whists[name]}
        return sheet

    def write(self, entry: Mapping[str, Any]) -> None:
        """Write one line of a session file; raises ValueError for what is not known here."""
        kind = entry["kind"]
        if kind == "raspasy":
            self.raspasy(entry["tricks"], entry["dealer"])
        elif kind == "misere":
            self.misere(entry["declarer"], entry["tricks"][entry["declarer"]])
        elif kind == "game" and "left_without" in entry:
            self.contract_given_up(entry["declarer"], level_of(entry))
        elif kind == "game":
            self.contract(self.contract_in(entry))
        elif kind == "seats":
            self.players = list(entry["order"])
        elif kind not in ("note", "end", "date"):
            raise ValueError(f"{kind} cannot be written by hand here")
        self.first_full = self.first_full or [name for name in self.players if self.pool[name] >= self.target]

    # Section 0: words, letters and values

    def opponents(self, name: str) -> list[str]:
        """The other players clockwise, the next one first."""
        seat = self.players.index(name)
        return self.players[seat + 1 :] + self.players[:seat]

    def contract_in(self, entry: Mapping[str, Any]) -> Contract:
        """Find the players of a hand. The first defender plays right after the declarer."""
        declarer, calls = entry["declarer"], entry["calls"]
        defenders, whisters, half_whister = [], [], ""
        for name in self.opponents(declarer):
            if name not in calls:
                continue  # the dealer of four sits out, of five the one before, too
            defenders.append(name)
            if calls[name] == "whist":
                whisters.append(name)
            elif calls[name] == "half":
                half_whister = name
        if len(defenders) > 2 or (whisters and half_whister):
            raise ValueError("neither the dealer's whist nor a whist returned can be written by hand here")
        level, tricks, resting = level_of(entry), entry.get("tricks", {}), self.resting(entry["dealer"])
        return Contract(declarer, level, defenders, whisters, half_whister, tricks, resting)

    def resting(self, dealer: str) -> str:
        """The player at the dealer's right with five players, who has no part in the hand."""
        return self.opponents(dealer)[-1] if len(self.players) == 5 else ""

    def price(self, level: int) -> int:
        """The value of a contract, doubled where the table doubles: a whist, or an undertrick in the dump."""
        return VALUE[level] * self.preset.times

    # Section 1: the declarer

    def contract(self, contract: Contract) -> None:
        """A contract of six to ten: what the declarer writes, then what the defenders write."""
        made = contract.undertricks == 0
        if made:
            self.contract_made(contract)
        else:
            self.contract_failed(contract)
            self.consolation(contract)
        if contract.half_whister:
            self.half_whist(contract)
        elif len(contract.whisters) == 1:
            self.whists_beside_one_whister(contract)
            self.one_whister_short(contract)
        elif len(contract.whisters) == 2:
            self.whists_of_two_whisters(contract)
            self.two_whisters_short(contract)
        whisted = bool(contract.whisters) or not self.preset.only_whisted_ends_raspasy
        self.end_row_of_raspasy(made=made and whisted)

    def contract_made(self, contract: Contract) -> None:
        """Made: the value goes into the pool, once."""
        self.gain(contract.declarer, VALUE[contract.level])

    def contract_failed(self, contract: Contract) -> None:
        """Failed: for every trick short the declarer writes the price of the contract in the dump."""
        self.dump[contract.declarer] += contract.undertricks * self.price(contract.level)

    def consolation(self, contract: Contract) -> None:
        """Every opponent writes the price for every undertrick, passers and the dealer who sits out, too."""
        for opponent in self.opponents(contract.declarer):
            if opponent == contract.resting:
                continue
            self.whists[opponent][contract.declarer] += contract.undertricks * self.price(contract.level)

    def contract_given_up(self, declarer: str, level: int) -> None:
        """Leaving: three undertricks in the dump, no whists, and a failed contract for the row of raspasy."""
        self.dump[declarer] += LEAVE_WITHOUT * self.price(level)
        self.end_row_of_raspasy(made=False)

    def misere(self, declarer: str, tricks: int) -> None:
        """No trick: 10 in the pool. Every trick: 10 in the dump, 20 where the table doubles."""
        if tricks == 0:
            self.gain(declarer, MISERE_VALUE)
        else:
            self.dump[declarer] += tricks * MISERE_VALUE * self.preset.times
        self.end_row_of_raspasy(made=tricks == 0)

    # Section 2: whists

    def whists_beside_one_whister(self, contract: Contract) -> None:
        """One whister writes all tricks; gentlemen share a failed contract's whists with the passer."""
        whists = contract.defenders_tricks * self.price(contract.level)
        if contract.undertricks and self.preset.gentlemen and len(contract.defenders) == 2:
            for defender in contract.defenders:
                self.whists[defender][contract.declarer] += whists // 2
        else:
            whister = contract.whisters[0]
            self.whists[whister][contract.declarer] += whists

    def whists_of_two_whisters(self, contract: Contract) -> None:
        """Two whisters: each writes the tricks they took themselves."""
        for whister in contract.whisters:
            whists = contract.tricks[whister] * self.price(contract.level)
            self.whists[whister][contract.declarer] += whists

    def half_whist(self, contract: Contract) -> None:
        """Half a whist: half of the quota, without play."""
        whists = QUOTA[contract.level] // 2 * self.price(contract.level)
        self.whists[contract.half_whister][contract.declarer] += whists

    # Section 3: undertricks of whisters

    def pay_for_missing(self, whister: str, missing: int, level: int) -> None:
        """A missing trick costs the price of the contract, or half of it."""
        price = self.price(level)
        if self.preset.half_responsibility:
            price //= 2
        self.dump[whister] += missing * price

    def one_whister_short(self, contract: Contract) -> None:
        """One whister answers for the whole quota."""
        missing = max(0, QUOTA[contract.level] - contract.defenders_tricks)
        self.pay_for_missing(contract.whisters[0], missing, contract.level)

    def two_whisters_short(self, contract: Contract) -> None:
        """No whister pays if both together have enough; a failed contract leaves them enough."""
        missing = QUOTA[contract.level] - contract.defenders_tricks
        if missing <= 0:
            return
        if contract.level in (6, 7):
            self.two_whisters_short_on_six_or_seven(contract, missing)
        else:
            self.two_whisters_short_from_eight_up(contract, missing)

    def two_whisters_short_on_six_or_seven(self, contract: Contract, missing: int) -> None:
        """Each pays for their own missing tricks, but never for more than both together are short."""
        own_quota = QUOTA[contract.level] // 2
        for whister in contract.whisters:
            own_missing = max(0, own_quota - contract.tricks[whister])
            self.pay_for_missing(whister, min(own_missing, missing), contract.level)

    def two_whisters_short_from_eight_up(self, contract: Contract, missing: int) -> None:
        """On 8, 9 and 10 the second defender alone pays."""
        second_defender = contract.whisters[1]
        self.pay_for_missing(second_defender, missing, contract.level)

    # Section 4: raspasy

    def raspasy(self, tricks: Mapping[str, int], dealer: str) -> None:
        """Every trick costs the price in the dump; who took none gains as much."""
        self.raspasy_in_a_row += 1
        price = self.raspasy_price()
        first_hand_first = [
            name for name in (*self.opponents(dealer), dealer) if name != self.resting(dealer)
        ]
        for name in first_hand_first:
            self.dump[name] += tricks[name] * price
        for name in first_hand_first:
            if tricks[name] == 0 and not self.sits_out(name, dealer):
                self.gain(name, price)

    def raspasy_price(self) -> int:
        """The price of a trick: once, twice, three times the first price, and no more."""
        return self.preset.raspasy_base * min(self.raspasy_in_a_row, RASPASY_CAP)

    def sits_out(self, name: str, dealer: str) -> bool:
        """Return whether a player deals and holds no cards, and so gains nothing without a trick."""
        return name == dealer and len(self.players) > 3

    def end_row_of_raspasy(self, *, made: bool) -> None:
        """A contract or misère ends the row: in Sochi any, in Leningrad one that was made."""
        if made or not self.preset.only_made_ends_raspasy:
            self.raspasy_in_a_row = 0

    # Section 5: closing the pool and American aid

    def gain(self, name: str, points: int) -> None:
        """A gain fills the own pool up to the target; the surplus helps others."""
        self.pool[name] += points
        surplus = self.pool[name] - self.target
        if surplus > 0 and self.preset.american_aid:
            self.pool[name] = self.target
            self.aid(name, surplus)

    def aid(self, helper: str, surplus: int) -> None:
        """One opponent after the other is helped up to the target; the rest comes off the helper's dump."""
        while surplus > 0:
            helped = self.next_to_help(helper)
            if helped is None:
                self.dump[helper] -= surplus
                return
            points = min(surplus, self.target - self.pool[helped])
            self.pool[helped] += points
            self.whists[helper][helped] += points * WHISTS_FOR_A_POINT * self.preset.times
            surplus -= points

    def next_to_help(self, helper: str) -> str | None:
        """The opponent with the largest pool below the target; of equal ones the nearest clockwise."""
        found = None
        for opponent in self.opponents(helper):
            if self.pool[opponent] >= self.target:
                continue
            if found is None or self.pool[opponent] > self.pool[found]:
                found = opponent
        return found


def level_of(entry: Mapping[str, Any]) -> int:
    return int(entry["contract"].rstrip("SCDHN"))


def columns_by_hand(header: Mapping[str, Any], entries: Iterable[Mapping[str, Any]]) -> dict[str, Columns]:
    """The columns of a game at its end, from the lines of its file."""
    rules = header["rules"]
    sheet = ScoreByHand(header["players"], PRESETS[rules["preset"]], rules["target"])
    for entry in entries:
        sheet.write(entry)
    return sheet.columns()


# Section 6: settlement


def settlement_by_hand(sheet: Mapping[str, Columns], pool_point: int) -> dict[str, Fraction]:
    """The results in whists, in the four steps on paper.

    `pool_point` is what a point of the pool is worth in the dump: 1, or 2 where the table doubles.
    """
    dumps = smallest_dump_off(dumps_with_equal_pools(sheet, pool_point))
    results = {}
    for name in sheet:
        result = Fraction(0)
        for other in sheet:
            if other == name:
                continue
            result += whists_for_dump(dumps[other], len(sheet)) - whists_for_dump(dumps[name], len(sheet))
            result += sheet[name]["whists"][other] - sheet[other]["whists"][name]
        results[name] = result
    return results


def dumps_with_equal_pools(sheet: Mapping[str, Columns], pool_point: int) -> dict[str, int]:
    """Step 1: each player is brought to the largest pool; missing points go into the dump."""
    largest_pool = max(columns["pool"] for columns in sheet.values())
    dumps = {}
    for name, columns in sheet.items():
        dumps[name] = columns["dump"] + pool_point * (largest_pool - columns["pool"])
    return dumps


def smallest_dump_off(dumps: Mapping[str, int]) -> dict[str, int]:
    smallest = min(dumps.values())
    return {name: dump - smallest for name, dump in dumps.items()}


def whists_for_dump(dump: int, players: int) -> Fraction:
    """Step 3: what every other player writes on the owner of a dump."""
    return Fraction(WHISTS_FOR_A_POINT * dump, players)


# Section 14: prizes


def prizes_by_hand(header: Mapping[str, Any], entries: Iterable[Mapping[str, Any]]) -> dict[str, Fraction]:
    """The prizes of each player after a leg of races."""
    rules, players = header["rules"], header["players"]
    sheet = ScoreByHand(players, PRESETS[rules["preset"]], rules["target"])
    for entry in entries:
        sheet.write(entry)
    smallest = [name for name in players if sheet.dump[name] == min(sheet.dump.values())]
    won = dict.fromkeys(players, Fraction(0))
    for winners, prize in ((sheet.first_full, FIRST_POOL), (smallest, SMALLEST_DUMP)):
        payers = [name for name in players if name not in winners]
        for payer in payers:
            won[payer] -= prize
        for winner in winners:
            won[winner] += Fraction(prize * len(payers), len(winners))
    return won
