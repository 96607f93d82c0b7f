"""Slips on sheets without hands: the share proved, the share repaired, and the time it takes.

Games of three with twenty hands, likelier hands more often, and one slip each. All kinds are equally often:
of
copying (digits exchanged or misread, a figure left out), of calculating (added up wrong, a wrong sign, one
forgotten), in a wrong column, or in the hand itself (a trick too many, the level above, no consolation).
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple
from unittest.mock import patch

from prefcount.entries.models import Entry, Header
from prefcount.games.preferans.legality import all_pass_players
from prefcount.ledger import Account, Amount
from prefcount.paper import known_games
from prefcount.paper.known_games import SearchBudget, SheetVerdict, find_readings, slips
from prefcount.paper.preferans.table_moves import steps_of
from prefcount.session.replay import Step
from prefcount.session.session import Session
from tests.bench.material import PLAYERS
from tests.bench.report import Row

HANDS = 20
SECONDS = 10
ROUNDS_A_KIND = 2
Columns = Mapping[Account, Sequence[Amount]]
TABLES = {
    "sochi, pools below target": {"preset": "sochi", "target": 100},
    "leningrad, pools below target": {"preset": "leningrad", "target": 100},
}
WITH_AID = {"sochi, pools of 20 with aid": {"preset": "sochi", "target": 20}}
FINISHED = {
    f"{preset} to {target}, {players} players": ({"preset": preset, "target": target}, players)
    for preset in ("sochi", "leningrad")
    for target in (10, 20)
    for players in (3, 4)
}
"""Tables whose games are played to their end, with aid; with four players the dealer leads the talon."""
FINISHED_SECONDS = 5
BY_HAND = (
    *("a digit misread", "digits swapped", "10 read as 1", "a strike forgotten", "in a wrong column"),
    *("for a wrong player", "forgotten", "added up wrong"),
)
"""Slips made on the paper itself."""
_COPIED_BY_HAND = {"a digit misread", "digits swapped", "10 read as 1"}
_READ_AS = {"0": "69", "1": "74", "2": "73", "3": "85", "4": "19", "5": "36", "6": "05", "7": "12"}
_READ_AS |= {"8": "30", "9": "47", "-": "-"}
KINDS = ("exchanged", "misread", "left out", "added wrong", "sign", "forgotten", "wrong column", "hand")
_ALIKE = {"1": "7", "7": "1", "3": "8", "8": "3", "0": "6", "6": "05", "4": "9", "9": "4", "5": "6"}
_IN_WRONG_COLUMN = {"wrong-neighbour", "wrong-writer", "whist-reversed", "wrong-player"}
_IN_WRONG_COLUMN |= {"pool-in-dump", "dump-in-pool"}


class Slipped(NamedTuple):
    """A sheet with one slip, and the first place that it changed."""

    columns: Columns
    account: Account
    position: int


def evening(random: Random, rules: dict[str, Any], players: int = 3) -> Session:
    header = Header(kind="session", version=1, game="preferans", players=PLAYERS[:players], rules=rules)
    while True:
        session = Session(header)
        while session.state.hands < HANDS and not session.state.over:
            session = session.accept(draw_likely_hand(session, random)).session
        if session.state.hands == HANDS:
            return session


def finished(random: Random, rules: dict[str, Any], players: int) -> Session:
    session = Session(
        Header(kind="session", version=1, game="preferans", players=PLAYERS[:players], rules=rules)
    )
    while not session.state.over:
        session = session.accept(draw_likely_hand(session, random)).session
    return session


def draw_likely_hand(session: Session, random: Random) -> Entry:
    """Draw a hand as tables play them: mostly sixes and sevens, mostly made, mostly one whister."""
    state, entries = session.state, session.game.entries
    active = state.seats.active(state.dealer)
    names = [state.names[player] for player in state.seats if player in active]
    chance = random.random()
    if chance < 0.12:
        first, second = random.choice(((3, 3), (2, 4), (4, 3), (5, 2), (0, 4), (1, 3), (3, 5), (6, 1)))
        tricks = dict(zip(names, (first, second, 10 - first - second), strict=True))
        leading = [state.names[player] for player in all_pass_players(state, state.dealer)]
        tricks |= dict.fromkeys((name for name in leading if name not in tricks), 0)
        return entries["raspasy"].model_validate({"kind": "raspasy", "tricks": tricks})
    declarer = random.choice(names)
    if chance < 0.17:
        tricks = {declarer: random.choice((0, 0, 0, 1, 2, 3))}
        return entries["misere"].model_validate({"kind": "misere", "declarer": declarer, "tricks": tricks})
    at = names.index(declarer)
    first_defender, second_defender = names[(at + 1) % 3], names[(at + 2) % 3]
    (level,) = random.choices((6, 7, 8, 9, 10), (45, 30, 16, 6, 3))
    low = level < 8
    calls = random.choices(
        (("whist", "pass"), ("pass", "whist"), ("whist", "whist"), ("pass", "pass"), ("pass", "half")),
        (35, 30, 12, 15 if low else 60, 6 if low else 0),
    )[0]
    fields: dict[str, Any] = {"kind": "game", "declarer": declarer, "contract": f"{level}H"}
    fields["calls"] = {first_defender: calls[0], second_defender: calls[1]}
    if "whist" in calls:
        (over,) = random.choices((-3, -2, -1, 0, 1, 2, 3), (2, 6, 14, 45, 22, 8, 3))
        taken = min(10, level + over)
        fields["tricks"] = {declarer: taken}
        if calls == ("whist", "whist"):
            own = random.randint(max(0, (10 - taken) // 2 - 1), min(10 - taken, (10 - taken) // 2 + 1))
            fields["tricks"] |= {first_defender: own, second_defender: 10 - taken - own}
    return entries["game"].model_validate(fields)


def columns_of(session: Session) -> dict[Account, list[Amount]]:
    histories = session.replay.histories()
    return {account: [total.amount for total in totals] for account, totals in histories.items()}


def make_slip(session: Session, kind: str, random: Random) -> Slipped:
    right = columns_of(session)
    while True:
        columns = _make_slip_in_hand(session, kind, random) if kind in ("wrong column", "hand") else None
        if columns is None and kind not in ("wrong column", "hand"):
            account = random.choice([each for each in right if right[each]])
            column = _make_slip_in_column(right[account], kind, random)
            columns = None if column is None else {**right, account: column}
        if columns is not None:
            for account in sorted(columns.keys() | right.keys()):
                is_, was = columns.get(account, ()), right.get(account, ())
                if list(is_) != list(was):
                    same = [one == other for one, other in zip(is_, was, strict=False)]
                    return Slipped(columns, account, [*same, False].index(False))


def _make_slip_in_column(column: Sequence[Any], kind: str, random: Random) -> list[Amount] | None:
    """Make a slip in a column; return None if it is impossible at the drawn place."""
    at = random.randrange(len(column))
    added = [new - old for old, new in pairwise((0, *column))]
    if kind == "left out":
        return [*column[:at], *column[at + 1 :]] if at < len(column) - 1 else None
    if kind == "forgotten":
        return list(accumulate([*added[:at], *added[at + 1 :]]))
    if kind in ("sign", "added wrong"):
        wrong = -added[at] if kind == "sign" else added[at] + random.choice((1, 2, 10, -1, -2, -10))
        return list(accumulate([*added[:at], wrong, *added[at + 1 :]])) if wrong else None
    digits = str(column[at])
    place = random.randrange(len(digits))
    if kind == "misread":
        typed = digits[:place] + random.choice(_ALIKE.get(digits[place], "-")) + digits[place + 1 :]
    else:
        typed = digits[:place] + digits[place + 1 : place + 2] + digits[place] + digits[place + 2 :]
    if not typed.isdecimal() or typed[0] == "0" or typed == digits:
        return None
    return [*column[:at], int(typed), *column[at + 1 :]]


def make_slip_by_hand(columns: Columns, kind: str, random: Random) -> Columns:
    """Make a slip on the paper itself, which knows nothing of hands."""
    while True:
        account = random.choice([each for each in columns if columns[each]])
        at = random.randrange(len(columns[account]))
        if kind in _COPIED_BY_HAND:
            found = _miscopy_by_hand(columns[account], at, kind, random)
            changed = {} if found is None else {account: found}
        elif kind in ("in a wrong column", "for a wrong player"):
            changed = _misplace_by_hand(columns, account, at, kind, random)
        else:
            changed = {account: _misadd_by_hand(columns[account], at, kind, random)}
        if any(list(columns[each]) != column for each, column in changed.items()):
            return {**columns, **changed}


def _miscopy_by_hand(column: Sequence[Any], at: int, kind: str, random: Random) -> list[Any] | None:
    digits = str(column[at])
    place = random.randrange(len(digits))
    if kind == "digits swapped":
        typed = digits[:place] + digits[place + 1 : place + 2] + digits[place] + digits[place + 2 :]
    else:
        read = random.choice(_READ_AS[digits[place]]) if kind == "a digit misread" else ""
        typed = digits[:place] + read + digits[place + 1 :]
    if not typed.isdecimal() or typed[0] == "0":
        return None
    return [*column[:at], int(typed), *column[at + 1 :]]


def _misadd_by_hand(column: Sequence[Any], at: int, kind: str, random: Random) -> list[Any]:
    added = [new - old for old, new in pairwise((0, *column))]
    if kind == "forgotten":
        return list(accumulate([*added[:at], *added[at + 1 :]]))
    wrong = random.choice((1, 2, 10, -1, -2, -10))
    if kind == "a strike forgotten":
        wrong = -added[at - 1] if at else 0
    if added[at] + wrong == 0:  # A total that is written again is not a slip.
        return list(column)
    return list(accumulate([*added[:at], added[at] + wrong, *added[at + 1 :]]))


def _misplace_by_hand(
    columns: Columns, account: Account, at: int, kind: str, random: Random
) -> dict[Account, list[Any]]:
    """Move a figure to another column, about as far down."""
    others = [
        each
        for each in columns
        if each != account and (each.owner == account.owner) == (kind == "in a wrong column")
    ]
    other = random.choice(others)
    added = [new - old for old, new in pairwise((0, *columns[account]))]
    there = [new - old for old, new in pairwise((0, *columns[other]))]
    into = min(len(there), round(at * (len(there) + 1) / len(added)))
    return {
        account: list(accumulate([*added[:at], *added[at + 1 :]])),
        other: list(accumulate([*there[:into], added[at], *there[into:]])),
    }


def _make_slip_in_hand(session: Session, kind: str, random: Random) -> dict[Account, list[Amount]] | None:
    """Make a slip in one hand, which later totals carry on; return None if that is impossible."""
    steps = [step for step in session.replay.steps if step.counts]
    wrong = random.choice(steps)
    assert wrong.entry is not None, "what counts has an entry"
    made = [
        each
        for each in slips(session.game, wrong.before, wrong.entry)
        if not each.habit and (each.key in _IN_WRONG_COLUMN) == (kind == "wrong column")
    ]
    if not made:
        return None
    slip = random.choice(made)
    columns: dict[Account, list[Amount]] = {}
    for step in steps:
        amounts = slip.amounts if step is wrong else _amounts(step)
        for account, amount in amounts.items():
            column = columns.setdefault(account, [])
            if amount:
                column.append((column[-1] if column else 0) + amount)
    return columns if columns != columns_of(session) else None


def _amounts(step: Step) -> dict[Account, Amount]:
    found: dict[Account, Amount] = {}
    for account, amount, _reason in step.postings:
        found[account] = found.get(account, 0) + amount
    return found


class Tried(NamedTuple):
    """The result for one sheet with a slip.

    Attributes:
        kind: the kind of slip.
        verdict: verdict on the sheet with the slip.
        right: verdict on the sheet without it.
        rank: index of the true correction among the offered ones, or None.
        alike: whether an offered correction leads to the same figures, perhaps in another order.
        seconds: processor seconds for the verdict.
    """

    kind: str
    verdict: str
    right: str
    rank: int | None
    alike: bool
    seconds: float


def sheets(_folder: Path, rounds: int) -> Iterator[Row]:
    """Measure slips at tables whose pools stay below the target; ten rounds try five of each kind."""
    yield from _measured(TABLES, rounds)


def sheets_with_aid(_folder: Path, rounds: int) -> Iterator[Row]:
    """Measure slips at tables whose pools are filled. Such sheets take longest."""
    yield from _measured(WITH_AID, rounds)


def sheets_by_hand(_folder: Path, rounds: int) -> Iterator[Row]:
    """Measure slips made on the paper itself, with three players and with four."""
    for players in (3, 4):
        random, tried = Random(players), list[Tried]()
        for _time in range(max(1, rounds // ROUNDS_A_KIND)):
            for kind in BY_HAND:
                session = evening(random, TABLES["sochi, pools below target"], players)
                tried.append(_judged(session, kind, make_slip_by_hand(columns_of(session), kind, random)))
        yield from _rows(f"{players} players, by hand", tried)


def sheets_of_finished_games(_folder: Path, rounds: int) -> Iterator[Row]:
    """Measure finished games, as tables have them: right sheets, with a slip, and with a figure left out."""
    with ProcessPoolExecutor() as pool:
        tables = list(pool.map(_finished, FINISHED, [rounds] * len(FINISHED)))
    for name, tried in zip(FINISHED, tables, strict=True):
        with_slip = [each for each in tried if each.kind != "left out"]
        left_out = [each for each in tried if each.kind == "left out"]
        proved = [each for each in with_slip if each.verdict == "impossible"]
        within = f"decided within {FINISHED_SECONDS} s"
        yield Row(f"{name}: sheets with a slip", len(with_slip))
        yield _share("  proved", [each.verdict == "impossible" for each in with_slip])
        yield _share("  the true correction among those offered", [each.rank is not None for each in proved])
        yield _share(f"  {within}", [each.verdict != "undecided" for each in with_slip])
        yield _share(f"  right sheets {within}", [each.right != "undecided" for each in left_out])
        yield Row("  right sheets doubted", sum(each.right == "impossible" for each in left_out), goal=0)
        yield _share(f"  {within} with a figure left out", [each.verdict != "undecided" for each in left_out])
        yield _share("  the figure left out is named", [each.rank is not None for each in left_out])


def _finished(name: str, rounds: int) -> list[Tried]:
    """Try a slip and a left-out figure at a table `rounds` times; all limits are in processor seconds."""
    (rules, players), random, tried = FINISHED[name], Random(1), list[Tried]()
    others = [kind for kind in KINDS if kind != "left out"]
    first = list(FINISHED).index(name)
    with patch.object(known_games, "monotonic", process_time):
        for at in range(
            first, first + rounds
        ):  # The offset lets few games of each table cover all kinds together.
            session = finished(random, rules, players)
            budget = SearchBudget(FINISHED_SECONDS, 0)
            right = _verdict(session, columns_of(session), budget).verdict
            for kind in (others[at % len(others)], "left out"):
                columns = make_slip(session, kind, random).columns
                tried.append(_judged(session, kind, columns, FINISHED_SECONDS, right))
    return tried


def _measured(names: Collection[str], rounds: int) -> Iterator[Row]:
    with ProcessPoolExecutor() as pool:
        tables = list(pool.map(_tried, names, [max(1, rounds // ROUNDS_A_KIND)] * len(names)))
    for name, tried in zip(names, tables, strict=True):
        yield from _rows(name, tried)
    for kind in KINDS:
        found = [each for tried in tables for each in tried if each.kind == kind]
        yield _share(f"{kind}: proved of {len(found)}", [each.verdict == "impossible" for each in found])


def _rows(name: str, tried: Sequence[Tried]) -> Iterator[Row]:
    proved = [each for each in tried if each.verdict == "impossible"]
    yield Row(f"{name}: sheets with a slip", len(tried))
    yield _share("  proved", [each.verdict == "impossible" for each in tried])
    yield _share(f"  decided within {SECONDS} s", [each.verdict != "undecided" for each in tried])
    yield Row("  the verdict, median", median(each.seconds for each in tried), unit="s", decimals=2)
    yield _share("  the true correction among those offered", [each.rank is not None for each in proved])
    yield _share("  or its figures in another order", [each.alike for each in proved])
    yield _share("  the true correction first", [each.rank == 0 for each in proved])
    yield _share("  right sheets decided within 1 s", [each.right != "undecided" for each in tried])
    yield Row("  right sheets doubted", sum(each.right == "impossible" for each in tried), goal=0)


def _share(name: str, what: Sequence[bool]) -> Row:
    return Row(name, 100 * sum(what) / max(1, len(what)), unit="%")


def _tried(name: str, times: int) -> list[Tried]:
    random, tried = Random(1), list[Tried]()
    for _time in range(times):
        for kind in KINDS:
            session = evening(random, (TABLES | WITH_AID)[name])
            tried.append(_judged(session, kind, make_slip(session, kind, random).columns))
    return tried


def _judged(
    session: Session, kind: str, wrong: Columns, seconds: float = SECONDS, of_right: str = ""
) -> Tried:
    """Judge a sheet with a slip of a kind, and the right sheet unless the verdict `of_right` is known."""
    right = columns_of(session)
    begun = process_time()
    found = _verdict(session, wrong, SearchBudget(seconds, 0))
    taken, rank, alike = process_time() - begun, None, False
    if found.verdict == "impossible":
        found = _verdict(session, wrong, SearchBudget(seconds, seconds))
        mended = [_figures({**wrong, **each.columns}) for each in found.repairs]
        rank = mended.index(_figures(right)) if _figures(right) in mended else None
        alike = _in_any_order(right) in map(_in_any_order, mended)
    of_right = of_right or _verdict(session, right, SearchBudget(1, 0)).verdict
    return Tried(kind, found.verdict, of_right, rank, alike, taken)


def _figures(columns: Columns) -> dict[Account, tuple[Amount, ...]]:
    return {account: tuple(column) for account, column in columns.items() if column}


def _in_any_order(columns: Columns) -> dict[Account, Counter[Amount]]:
    """Return the amounts added to columns: no sheet tells the place of a moved or forgotten figure."""
    return {account: Counter(steps_of(column)) for account, column in columns.items() if column}


def _verdict(session: Session, columns: Columns, budget: SearchBudget) -> SheetVerdict:
    return find_readings(session.game, session.replay.start, columns, budget)
