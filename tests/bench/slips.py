"""Slips on sheets whose whole columns were typed in next to the hands: how many the audit finds.

Each sheet has one slip of a known kind: copying slips spoil a figure, calculating slips change the result of
a hand.
A slip is found if the audit names its hand.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from prefcount.entries.models import ClaimEntry
from prefcount.ledger import NO_PLAYER, Account, Amount, amount_to_json
from prefcount.paper.compare import compare_check
from prefcount.session.session import Session
from tests.bench.material import evening
from tests.bench.report import Row

HANDS = 20
SHEETS = 6
"""Number of sheets of each kind in a round."""
ALIKE = {"1": "7", "7": "1", "3": "8", "8": "3", "5": "6", "6": "0", "0": "6", "4": "9", "9": "4", "2": "7"}
COPYING = (
    *("two digits exchanged", "look-alike digit", "figure skipped", "figure doubled"),
    *("pool and dump confused", "wrong column"),
)
CALCULATING = (
    "the price of the level above",
    "added up wrong by ten",
    "wrong sign",
    "half of it",
    "twice as much",
)

Gains = dict[Account, list[tuple[int, Amount]]]
"""Amounts added to each column, with the numbers of the entries."""


class Slip(NamedTuple):
    """The place of a slip: the column, the index of the figure in it, and the number of the entry."""

    account: Account
    at: int
    n: int


class Found(NamedTuple):
    """The result of the audit for one slip.

    Attributes:
        named: whether the first named hand is the hand of the slip.
        among: whether it is, or the hand is named as an equally good explanation.
        explained: whether it is, and a known slip explains the difference.
    """

    named: bool
    among: bool
    explained: bool


def slips(_folder: Path, rounds: int) -> Iterator[Row]:
    """Count for each kind of slip how many are named at their own hand."""
    random, made = Random(1), Counter[str]()
    named, among, explained = Counter[str](), Counter[str](), Counter[str]()
    for _sheet in range(SHEETS * rounds):
        session = evening(HANDS, random.randrange(10**6))
        for group, kinds in (("copying", COPYING), ("calculating", CALCULATING)):
            for kind in kinds:
                found = _found(session, kind, random)
                if found is not None:
                    for name in (f"{group} slips", f"{group}: {kind}"):
                        made[name] += 1
                        named[name] += found.named
                        among[name] += found.among
                        explained[name] += found.explained
    for name, count in sorted(made.items()):
        yield Row(f"{name}: named at their hand, of {count}", 100 * named[name] / count, unit="%")
        yield Row(f"{name}: that, or beside it", 100 * among[name] / count, unit="%")
        yield Row(f"{name}: and by a known slip", 100 * explained[name] / count, unit="%")


def _found(session: Session, kind: str, random: Random) -> Found | None:
    """Audit a sheet with a slip; return None if no figure allows such a slip."""
    columns = _gains(session)
    places = [
        Slip(account, at, n) for account, gains in columns.items() for at, (n, _gain) in enumerate(gains)
    ]
    random.shuffle(places)
    for slip in places:
        totals = _with_slip(columns, slip, kind, random)
        if totals is not None:
            check = ClaimEntry.model_validate({"columns": _spelled(session, totals)})
            claimed = session.accept(check).session
            compared = compare_check(claimed, claimed.next_number - 1)
            parted = [parting for found in compared for parting in found.divergences[:1]]
            named = min((parting.entry for parting in parted), default=0) == slip.n
            place = f"{claimed.replay.step(slip.n).name} ("
            beside = any(place in str(other) for parting in parted for other in parting.others)
            known = any(parting.slip is not None and parting.entry == slip.n for parting in parted)
            return Found(named, named or beside, named and known)
    return None


def _gains(session: Session) -> Gains:
    found: Gains = {}
    for account, totals in session.replay.histories().items():
        before: Amount = 0
        for total in totals:
            found.setdefault(account, []).append((total.n, total.amount - before))
            before = total.amount
    return found


def _totals(gains: list[Amount]) -> list[Amount]:
    return [sum(gains[: at + 1], start=0) for at in range(len(gains))]


def _with_slip(columns: Gains, slip: Slip, kind: str, random: Random) -> dict[Account, list[Amount]] | None:
    """Return the running totals of a sheet with a slip; None if the slip changes nothing."""
    gains = {account: [gain for _n, gain in column] for account, column in columns.items()}
    own, gain = gains[slip.account], gains[slip.account][slip.at]
    total = _totals(own)[slip.at]
    match kind:
        case "figure skipped":
            del own[slip.at]
        case "figure doubled":
            own.insert(slip.at, gain)
        case "pool and dump confused" | "wrong column":
            other = {"pool": "dump", "dump": "pool"}.get(slip.account.column)
            to = Account(other or "", slip.account.owner, NO_PLAYER)
            if kind == "wrong column":
                to = random.choice([each for each in gains if each != slip.account])
            if to not in gains:
                return None
            del own[slip.at]
            gains[to].insert(sum(n < slip.n for n, _gain in columns[to]), gain)
        case _:
            wrong = _make_wrong_total(kind, total, gain)
            if wrong is None or wrong == total or wrong < 0:
                return None
            own[slip.at] += wrong - total
    return {account: _totals(column) for account, column in gains.items()}


def _make_wrong_total(kind: str, total: Amount, gain: Amount) -> Amount | None:
    """Return the wrong total; None if this kind of slip is impossible here."""
    digits = str(total)
    if kind in ("two digits exchanged", "look-alike digit"):
        if not digits.isdecimal() or (kind == "two digits exchanged" and len(digits) == 1):
            return None
        *kept, last = digits
        return int(
            "".join([*kept, ALIKE[last]] if kind == "look-alike digit" else [*kept[:-1], last, kept[-1]])
        )
    if kind == "half of it" and gain % 2:
        return None
    changes = {
        "the price of the level above": 2,
        "added up wrong by ten": 10,
        "wrong sign": -2 * gain,
        "half of it": -(gain // 2),
        "twice as much": gain,
    }
    return total + changes[kind]


def _spelled(session: Session, totals: dict[Account, list[Amount]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for account, column in totals.items():
        said = ".".join(str(amount_to_json(total)) for total in column or (0,)) + "."
        own = found.setdefault(session.state.names[account.owner], {})
        if account.column == "whists":
            own.setdefault("whists", {})[session.state.names[account.other]] = said
        else:
            own[account.column] = said
    return found
