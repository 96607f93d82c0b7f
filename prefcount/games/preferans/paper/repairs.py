"""What is to be mended on a sheet that no hands can have written: one slip, the likeliest first.

Each repair is the sheet with one slip taken back. It is offered if hands could have written that.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, permutations
from random import Random
from typing import NamedTuple

from prefcount.games.arithmetic_slips import miscalculated
from prefcount.games.preferans.paper.hand_search import (
    Columns,
    Edit,
    HandSearch,
    explore,
    most_figures_first,
)
from prefcount.games.preferans.state import DUMP, POOL, WHISTS, PreferansState
from prefcount.games.suspicions import SheetRepair
from prefcount.i18n import N_, Text, text
from prefcount.ledger.amount import Amount, exact, written
from prefcount.ledger.postings import Account

MOST_REPAIRS = 12
MOST_AT_ONE_PLACE = 3
"""Of one place no more are named where nothing speaks for one of them."""
ROUNDS = (400, 400, 400, 400, 2_000, 2_000, 2_000, 30_000)
"""How many places of a mended sheet are looked at in each round. Where hands could have written it, a way is
found after few places or after very many; to begin again in another order is quicker than to go on."""
_ALIKE = {"1": "7", "7": "1", "3": "8", "8": "3", "0": "6", "6": "05", "4": "9", "9": "4", "5": "6"}

_RANKS = (
    *("transposed", "subtracted", "misread", "left-out", "elsewhere", "value", "skipped", "added-wrong"),
    *("carry", "no-sum", "too-much", "other"),
)
_LAST = _RANKS[-1]
"""The slips, the likeliest first."""


class _Mended(NamedTuple):
    """A sheet without one slip.

    Attributes:
        key: the slip.
        repair: what is to be said.
        columns: the columns that change.
    """

    key: str
    repair: SheetRepair
    columns: dict[Account, tuple[Amount, ...]]


def repairs(search: HandSearch, columns: Columns, used_up: Callable[[int], bool]) -> Iterator[SheetRepair]:
    """The single slips without which hands could have written a sheet, the likeliest first.

    Args:
        search: the sheet.
        columns: its columns.
        used_up: asked now and then whether to stop; what was found until then is offered.
    """
    found, places = set[str](), Counter[tuple[Account, int]]()
    waiting = sorted(_mended(search, columns), key=lambda each: _RANKS.index(each.key))
    for at, most in enumerate(ROUNDS):
        order = Random(at).shuffle if at else most_figures_first
        undecided: list[_Mended] = []
        for each in waiting:
            if used_up(0) or len(found) == MOST_REPAIRS:
                return
            place, sentence = (each.repair.account, each.repair.position), str(each.repair.text)
            if sentence in found or (each.key == _LAST and places[place] >= MOST_AT_ONE_PLACE):
                continue
            again = HandSearch(search.state, {**columns, **each.columns}, search.habit, search)
            explored = explore(again, used_up, most=most, first=True, order=order)
            if explored.ended:
                found.add(sentence)
                places[place] += 1
                yield each.repair
            elif not explored.complete:
                undecided.append(each)
        waiting = undecided


def _mended(search: HandSearch, columns: Columns) -> Iterator[_Mended]:
    """Every sheet without one slip in which nobody's columns by themselves are impossible."""
    broken = [at for at, player in enumerate(search.players) if player.begin < 0 or player.end < 0]
    edits = [list(player.edits()) for player in search.players]
    for at, about in enumerate(search.accounts):
        if all(other == at for other in broken):
            for place, account in enumerate(about):
                yield from _copied(account, columns.get(account, ()), search.values(place))
            for edit in edits[at]:
                yield from _carried(search, about, columns, edit)
    yield from _to_others(search, columns, broken, edits)


def _stood(column: Sequence[Amount]) -> list[int]:
    """The places of the totals that differ from the one before."""
    return [at for at, (old, new) in enumerate(pairwise((0, *column))) if new != old]


def _shifted(column: Sequence[Amount], at: int, taken: int, put: Sequence[Amount]) -> tuple[Amount, ...]:
    """A column in which some totals are replaced, with all later ones carried on from there."""
    before = column[at - 1] if at else 0
    last = put[-1] if put else before
    change = last - (column[at + taken - 1] if taken else before)
    return (*column[:at], *put, *(exact(total + change) for total in column[at + taken :]))


# --- slips of copying, which later totals do not carry on ------------------------------------------------


def _copied(account: Account, column: Sequence[Amount], values: frozenset[Amount]) -> Iterator[_Mended]:
    """Totals that were copied wrong or left out."""
    for at in _stood(column):
        wrong, before = column[at], column[at - 1] if at else 0
        for right in sorted(_looks_like(wrong)):
            for slip in miscalculated(right, wrong, exact(right - before)):
                if slip.key in ("transposed", "misread"):
                    yield _replaced(account, column, at, right, slip.key, slip.text, carried=False)
                    break
        for value in sorted(values):
            between = exact(before + value)
            if exact(wrong - between) in values and value != wrong - before:
                said = N_("{before} → {wrong}: {right} between them was left out")
                figures = {"before": written(before), "wrong": written(wrong), "right": written(between)}
                repair = SheetRepair(account, at, between, text(said, **figures))
                yield _Mended("left-out", repair, {account: (*column[:at], between, *column[at:])})


def _looks_like(total: Amount) -> set[int]:
    """Totals that are easily taken for another one: two digits exchanged, or one that looks alike."""
    found = set()
    digits = str(total)
    for at, digit in enumerate(digits):
        found |= {digits[:at] + other + digits[at + 1 :] for other in _ALIKE.get(digit, "")}
        found.add(digits[:at] + digits[at + 1 : at + 2] + digit + digits[at + 2 :])
    return {int(each) for each in found if each.lstrip("-").isdigit()} - {total}


def _replaced(
    account: Account,
    column: Sequence[Amount],
    at: int,
    right: Amount,
    key: str,
    slip: Text,
    *,
    carried: bool,
) -> _Mended:
    """A column with another total, by itself or carried on."""
    figures = {"before": written(column[at - 1] if at else 0), "wrong": written(column[at])}
    said = N_("{before} → {wrong}: {right} should stand there; {slip}")
    repair = SheetRepair(account, at, right, text(said, **figures, right=written(right), slip=slip))
    mended = _shifted(column, at, 1, (right,)) if carried else (*column[:at], right, *column[at + 1 :])
    return _Mended(key, repair, {account: mended})


# --- slips that later totals carry on --------------------------------------------------------------------


def _carried(search: HandSearch, about: Sequence[Account], columns: Columns, edit: Edit) -> Iterator[_Mended]:
    """A sheet without a slip in one of its steps."""
    account = about[edit.column]
    column = columns.get(account, ())
    at = _place(column, edit.figure)
    before = column[at - 1] if at else 0
    if edit.kind == "moved":
        other = about[edit.to]
        yield _moved(search, columns, account, at, other, _place(columns.get(other, ()), edit.at))
    elif edit.kind == "skipped":
        right = exact(before + edit.value)
        said = N_("after {before} the figure {right} was forgotten; {change} is missing from there on")
        figures = {"before": written(before), "right": written(right), "change": written(edit.value)}
        repair = SheetRepair(account, at, right, text(said, **figures))
        yield _Mended("skipped", repair, {account: _shifted(column, at, 0, (right,))})
    elif edit.kind == "too-much":
        said = N_("{before} → {wrong}: this figure is too much, and all later ones by {change}")
        change = written(exact(column[at] - before))
        figures = {"before": written(before), "wrong": written(column[at]), "change": change}
        repair = SheetRepair(account, at, None, text(said, **figures))
        yield _Mended("too-much", repair, {account: _shifted(column, at, 1, ())})
    else:
        right = exact(before + edit.value)
        key, slip = _slip(search.state, right, column[at], edit.value, exact(column[at] - before))
        yield _replaced(account, column, at, right, key, slip, carried=True)


def _place(column: Sequence[Amount], figure: int) -> int:
    """The place of a step in its column; that behind its end for a step that is not there."""
    stood = _stood(column)
    return stood[figure] if figure < len(stood) else len(column)


def _slip(
    state: PreferansState, right: Amount, wrong: Amount, change: Amount, added: Amount
) -> tuple[str, Text]:
    """How a wrong total may have come from a right one, with its key."""
    for slip in miscalculated(right, wrong, change):
        return slip.key, slip.text
    values = state.rules.values
    if any(change * one == added * other for one, other in pairwise((*values, *values[::-1]))):
        return "value", text(N_("the value of the level above or below was written"))
    said = N_("{added} was added instead of {change}")
    return "other", text(said, added=written(added), change=written(change))


# --- figures in a wrong column ---------------------------------------------------------------------------


def _to_others(
    search: HandSearch, columns: Columns, broken: Sequence[int], edits: Sequence[Sequence[Edit]]
) -> Iterator[_Mended]:
    """Figures that belong to the columns about another player."""
    for one, other in permutations(range(len(edits)), 2):
        if not set(broken) <= {one, other}:
            continue
        missing = [each for each in edits[other] if each.kind == "skipped"]
        for edit in edits[one]:
            account = search.accounts[one][edit.column]
            column = columns.get(account, ())
            for each in missing if edit.kind == "too-much" else ():
                at = _place(column, edit.figure)
                to = search.accounts[other][each.column]
                if each.value == column[at] - (column[at - 1] if at else 0) and _near(account, to):
                    yield _moved(search, columns, account, at, to, _place(columns.get(to, ()), each.figure))


def _near(account: Account, other: Account) -> bool:
    """Whether a figure easily lands in the one column instead of the other."""
    if account.column != other.column:
        return account.owner == other.owner and {account.column, other.column} == {POOL, DUMP}
    return (
        account.column != WHISTS
        or account.owner == other.owner
        or account.other == other.other
        or (account.owner == other.other and account.other == other.owner)
    )


_BELONGS = {
    POOL: N_("{before} → {wrong}: {change} belongs in the pool of {who}, which becomes {right}"),
    DUMP: N_("{before} → {wrong}: {change} belongs in the dump of {who}, which becomes {right}"),
    WHISTS: N_("{before} → {wrong}: {change} belongs to the whists of {who} on {on}, which become {right}"),
}


def _moved(
    search: HandSearch, columns: Columns, account: Account, at: int, other: Account, to: int
) -> _Mended:
    """A sheet with one figure in another column."""
    column, elsewhere = columns.get(account, ()), columns.get(other, ())
    before = column[at - 1] if at else 0
    change = exact(column[at] - before)
    right = exact((elsewhere[to - 1] if to else 0) + change)
    names = search.state.names
    said, place = _BELONGS[other.column], {"who": names[other.owner], "on": names[other.other]}
    figures = {"before": written(before), "wrong": written(column[at]), "change": written(change)}
    repair = SheetRepair(account, at, None, text(said, **figures, **place, right=written(right)))
    mended = {account: _shifted(column, at, 1, ()), other: _shifted(elsewhere, to, 0, (right,))}
    return _Mended("elsewhere", repair, mended)
