"""What is to be mended on a sheet that no hands can have written: one slip, the likeliest first.

Each repair is the sheet with one slip taken back. It is offered if hands could have written that.
"""

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise, permutations
from typing import NamedTuple

from prefcount.base.i18n import N_, Text, text
from prefcount.games.preferans.state import DUMP, POOL, WHISTS, PreferansState
from prefcount.ledger.sheet import Account, Amount, exact, spoken
from prefcount.paper.arithmetic_slips import COPIED, Miscalculated, miscalculated
from prefcount.paper.preferans.hand_search import Columns, HandSearch
from prefcount.paper.preferans.player_grid import Places, PlayerGrid
from prefcount.paper.preferans.possible_figures import places_of_steps, steps_of
from prefcount.paper.verdicts import SheetRepair
from prefcount.paper.watch import GivenUp, Watch

MOST_REPAIRS = 12
MOST_PERHAPS = 3
"""Slips that are named although they were not decided; more of them would say nothing."""
MOST_AT_ONE_PLACE = 3
"""Repairs of one place that are offered where nothing speaks for one of them."""
NODES = 40
"""Nodes of a mended sheet that are looked at first; each further time four times as many."""
_OFTEN = {
    **{"transposed": 600, "misread": 600, "digit-lost": 300, "digit-added": 200, "digit": 100},
    **{"subtracted": 1_000, "not-counted": 600, "added-wrong": 170, "carry": 170},
    **{"left-out": 800, "skipped": 800, "too-much": 20, "value": 50},
    **{"copied-on": 30, "no-sum": 100, "other": 10},
    **{"beside": 600, "for-another": 400, "crossed": 120, "elsewhere": 40},
}
"""How often a slip happens at one figure in one way, compared with the others."""
_MANY = {"beside", "for-another", "crossed", "elsewhere", "other"}
"""Slips that fit in many ways at one place."""
UNUSUAL = 8
"""A sheet that no usual hands could have written is so many times less likely."""
PARTLY = 4
"""A part of a figure is moved as seldom as a whole one to so many figures from where it belongs."""
OTHERS = 20
"""Added to the number of figures of a kind: what stands nowhere else counts as half of one of so many."""


class Edit(NamedTuple):
    """One slip in the columns about a player.

    Attributes:
        kind: another "value" was to be added, a figure was "skipped", is "too-much", or was "moved".
        column, figure: which step of which column, by its place among those about the player.
        value: what should be added; 0 where a figure is too much.
        to, at: the column to which a moved one was to be added, and before which of its steps; else -1.
    """

    kind: str
    column: int
    figure: int
    value: Amount
    to: int = -1
    at: int = -1


class _Mended(NamedTuple):
    """A sheet without one slip; a figure that was moved stands so far `apart` from where it belongs."""

    key: str
    repair: SheetRepair
    apart: Fraction = Fraction(0)


class Repairs(NamedTuple):
    """The single slips that were tried on a sheet, the likeliest first.

    Attributes:
        found: those without which hands could have written the sheet.
        perhaps: those of which that was not decided in time, unless likelier ones were found.
        all_tried: whether all of them were decided.
    """

    found: tuple[SheetRepair, ...] = ()
    perhaps: tuple[SheetRepair, ...] = ()
    all_tried: bool = False


def try_repairs(search: HandSearch, columns: Columns, watch: Watch) -> Repairs:
    """Try the single slips without which hands could have written a sheet."""
    with contextlib.suppress(GivenUp):
        trial = _Trial(_likeliest_first(search, columns, watch), columns, watch)
        with contextlib.suppress(GivenUp):
            trial.go_on()
        return trial.so_far()
    return Repairs()


class _Trial:
    """Search of the mended sheets that hands could have written, by their places among the likely ones."""

    def __init__(self, likeliest: list[tuple[HandSearch, _Mended]], columns: Columns, watch: Watch) -> None:
        self._likeliest, self._columns, self._watch = likeliest, columns, watch
        self._found: dict[int, SheetRepair] = {}
        self._sentences = set[tuple[Account, str]]()
        self._places = Counter[tuple[frozenset[Account], int]]()
        self._waiting = [(NODES * (1 + at), at, NODES) for at in range(len(likeliest))]

    def go_on(self) -> None:
        """Look at all of them. Raises GivenUp.

        The likeliest is looked at twice as long as the second one, three times as long as the third.
        """
        begun: dict[int, HandSearch] = {}
        while self._waiting:
            _turn, at, nodes = self._waiting[0]
            search, (_key, repair, _apart) = self._likeliest[at]
            if self._is_needless(at):
                heappop(self._waiting)
                continue
            if at not in begun:
                mended = {**self._columns, **repair.columns}
                begun[at] = HandSearch(search.state, mended, search.habit, self._watch, search)
            possible = begun[at].possible(self._watch, most=nodes)
            heappop(self._waiting)
            if possible is None:
                heappush(self._waiting, (4 * nodes * (1 + at), at, 4 * nodes))
                continue
            del begun[at]
            if possible:
                self._sentences.add((repair.account, str(repair.text)))
                self._places[frozenset(repair.columns), repair.position] += 1
                self._found[at] = repair

    def _is_needless(self, at: int) -> bool:
        """Return whether enough is known without this one: it was found otherwise, or likelier ones were."""
        key, repair, _apart = self._likeliest[at][1]
        return (
            (repair.account, str(repair.text)) in self._sentences
            or sum(other < at for other in self._found) >= MOST_REPAIRS
            or (
                key in _MANY and self._places[frozenset(repair.columns), repair.position] >= MOST_AT_ONE_PLACE
            )
        )

    def so_far(self) -> Repairs:
        """Return what was found, and what was not decided."""
        found = sorted(self._found)[:MOST_REPAIRS]
        open_ones = sorted(at for _turn, at, _nodes in self._waiting if not self._is_needless(at))
        perhaps = {str(self._likeliest[at][1].repair.text): at for at in reversed(open_ones)}
        return Repairs(
            tuple(self._found[at] for at in found),
            tuple(self._likeliest[at][1].repair for at in sorted(perhaps.values())[:MOST_PERHAPS]),
            all_tried=not open_ones,
        )


def _likeliest_first(search: HandSearch, columns: Columns, watch: Watch) -> list[tuple[HandSearch, _Mended]]:
    """The mended sheets by their likeliest slips, each for usual hands and, less likely, for all.

    Before each stands a search in the sheet as it is, by usual hands or by all.
    """
    usual = Counter((each.column, step) for each, column in columns.items() for step in steps_of(column))
    ranked: list[tuple[Fraction, HandSearch, _Mended]] = []
    by_usual_hands = HandSearch(search.state, columns, search.habit, watch, usual=True)
    for hands, seldom in ((by_usual_hands, 1), (search, UNUSUAL)):
        by_columns: dict[frozenset[tuple[Account, tuple[Amount, ...]]], tuple[Fraction, _Mended]] = {}
        for mended in _every_mended(hands, columns, watch):
            likelihood = _likelihood(usual, columns, mended) / seldom
            same = frozenset(mended.repair.columns.items())
            if same not in by_columns or likelihood > by_columns[same][0]:
                by_columns[same] = likelihood, mended
        ranked += [(likelihood, hands, mended) for likelihood, mended in by_columns.values()]
    ranked.sort(key=lambda each: -each[0])
    return [(hands, mended) for _likelihood, hands, mended in ranked]


def _likelihood(usual: Counter[tuple[str, Amount]], columns: Columns, mended: _Mended) -> Fraction:
    """How likely a slip is: how often it happens, and how `usual` the figures without it are."""
    likelihood: Fraction = _OFTEN[mended.key] / (1 + mended.apart)
    if mended.key == "too-much":  # a figure too many is as usual as any other
        return likelihood
    for account, column in mended.repair.columns.items():
        stood, stands = Counter(steps_of(columns.get(account, ()))), Counter(steps_of(column))
        all_of_kind = sum(count for (kind, _step), count in usual.items() if kind == account.column)
        for step in (stands - stood).elements():
            likelihood *= Fraction(2 * usual[account.column, step] + 1, 2 * all_of_kind + OTHERS)
        for step in (stood - stands).elements():
            likelihood /= Fraction(2 * usual[account.column, step] - 1, 2 * all_of_kind + OTHERS)
    return likelihood


def _every_mended(search: HandSearch, columns: Columns, watch: Watch) -> Iterator[_Mended]:
    """Every sheet without one slip, unless more than this slip is wrong in somebody's columns."""
    broken = {at for at, player in enumerate(search.players) if not player.live}
    slips = [sorted(edits(player, watch)) for player in search.players]
    for at, about in enumerate(search.accounts):
        if broken <= {at}:
            for place, account in enumerate(about):
                yield from _copied(account, columns.get(account, ()), search.values(place))
            for edit in slips[at]:
                yield _carried(search, about, columns, edit)
    yield from _to_others(search, columns, broken, slips)


def _shifted(column: Sequence[Amount], at: int, taken: int, put: Sequence[Amount]) -> tuple[Amount, ...]:
    """A column in which some totals are replaced, with all later ones carried on from there."""
    last = put[-1] if put else _before(column, at)
    change = last - _before(column, at + taken)
    return (*column[:at], *put, *(exact(total + change) for total in column[at + taken :]))


def _before(column: Sequence[Amount], at: int) -> Amount:
    """The total before a place."""
    return column[at - 1] if at else 0


# --- slips of copying, which later totals do not carry on ------------------------------------------------


def _copied(account: Account, column: Sequence[Amount], values: frozenset[Amount]) -> Iterator[_Mended]:
    """Totals that were copied wrong, be it as the total before, or left out, where `values` can be added."""
    for at, (before, wrong) in enumerate(pairwise((0, *column))):
        for right in sorted(_looks_like(wrong)):
            added = [exact(new - old) for old, new in pairwise((before, right, *column[at + 1 : at + 2]))]
            if values.issuperset(added):
                slips = (each for each in miscalculated(right, wrong, added[0]) if each.key in COPIED)
                slip = next(slips, Miscalculated("digit", text(N_("a digit was misread"))))
                yield _replaced(account, column, at, right, slip.key, slip.text, carried=False)
        for value in sorted(values - {wrong - before}) if wrong != before else ():
            between = exact(before + value)
            if exact(wrong - between) in values:
                sentence = N_("{before} → {wrong}: {right} between them was left out")
                figures = {"before": spoken(before), "wrong": spoken(wrong), "right": spoken(between)}
                mended = {account: (*column[:at], between, *column[at:])}
                yield _Mended(
                    "left-out", SheetRepair(account, at, between, text(sentence, **figures), mended)
                )


def _looks_like(total: Amount) -> set[int]:
    """Totals that are easily taken for another one: a digit exchanged, misread, left out or too many."""
    digits = str(total)
    found = {digits[:at] + other + digits[at:] for at in range(len(digits) + 1) for other in "0123456789"}
    for at, digit in enumerate(digits):
        found |= {digits[:at] + other + digits[at + 1 :] for other in "0123456789"}
        found.add(digits[:at] + digits[at + 1 : at + 2] + digit + digits[at + 2 :])
        found.add(digits[:at] + digits[at + 1 :])
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
    figures = {"before": spoken(_before(column, at)), "wrong": spoken(column[at]), "right": spoken(right)}
    mended = _shifted(column, at, 1, (right,)) if carried else (*column[:at], right, *column[at + 1 :])
    why = text(N_("{before} → {wrong}: {right} should stand there; {slip}"), **figures, slip=slip)
    return _Mended(key, SheetRepair(account, at, right, why, {account: mended}))


# --- slips that later totals carry on --------------------------------------------------------------------


def _carried(search: HandSearch, about: Sequence[Account], columns: Columns, edit: Edit) -> _Mended:
    """A sheet without a slip in one of its steps."""
    account = about[edit.column]
    column = columns.get(account, ())
    at = _place(column, edit.figure)
    before = _before(column, at)
    if edit.kind == "moved":
        other = about[edit.to]
        to = _place(columns.get(other, ()), edit.at)
        return _moved(search, columns, account, at, other, to, exact(column[at] - before))
    if edit.kind == "skipped":
        right = exact(before + edit.value)
        sentence = N_("after {before} the figure {right} was forgotten; {change} is missing from there on")
        figures = {"before": spoken(before), "right": spoken(right), "change": spoken(edit.value)}
        mended = {account: _shifted(column, at, 0, (right,))}
        return _Mended("skipped", SheetRepair(account, at, right, text(sentence, **figures), mended))
    if edit.kind == "too-much":
        sentence = N_("{before} → {wrong}: this figure is too much, and all later ones by {change}")
        change = spoken(exact(column[at] - before))
        figures = {"before": spoken(before), "wrong": spoken(column[at]), "change": change}
        mended = {account: _shifted(column, at, 1, ())}
        return _Mended("too-much", SheetRepair(account, at, None, text(sentence, **figures), mended))
    right = exact(before + edit.value)
    last = exact(before - (column[at - 2] if at > 1 else 0))
    key, slip = _slip(search.state, right, column[at], edit.value, exact(column[at] - before), last)
    return _replaced(account, column, at, right, key, slip, carried=True)


def _place(column: Sequence[Amount], figure: int) -> int:
    """The place of a step in its column; that behind its end for a step that is not there."""
    stood = places_of_steps(column)
    return stood[figure] if figure < len(stood) else len(column)


def _slip(
    state: PreferansState, right: Amount, wrong: Amount, change: Amount, added: Amount, last: Amount
) -> tuple[str, Text]:
    """How a wrong total may have come from a right one, with its key; `last` is what was added before it."""
    slips = [
        ("copied-on" if slip.key in COPIED else slip.key, slip.text)
        for slip in miscalculated(right, wrong, change, last)
    ]
    if slips:
        return max(slips, key=lambda slip: _OFTEN[slip[0]])
    values = state.rules.values
    if any(change * one == added * other for one, other in pairwise((*values, *values[::-1]))):
        return "value", text(N_("the value of the level above or below was written"))
    sentence = N_("{added} was added instead of {change}")
    return "other", text(sentence, added=spoken(added), change=spoken(change))


# --- figures in a wrong column ---------------------------------------------------------------------------


def _to_others(
    search: HandSearch, columns: Columns, broken: Set[int], slips: Sequence[Sequence[Edit]]
) -> Iterator[_Mended]:
    """Figures that belong to the columns about another player."""
    for one, other in permutations(range(len(slips)), 2):
        if not broken <= {one, other}:
            continue
        missing: dict[Amount, list[Edit]] = {}
        for each in slips[other]:
            if each.kind == "skipped":
                missing.setdefault(each.value, []).append(each)
        for edit in slips[one]:
            if edit.kind in ("too-much", "value"):
                account = search.accounts[one][edit.column]
                column = columns.get(account, ())
                at = _place(column, edit.figure)
                change = exact(column[at] - _before(column, at) - edit.value)
                for each in missing.get(change, ()):
                    to = search.accounts[other][each.column]
                    place = _place(columns.get(to, ()), each.figure)
                    yield _moved(search, columns, account, at, to, place, change)


def _way(account: Account, other: Account) -> str:
    """How a figure comes into the one column instead of the other."""
    if account.owner == other.owner:
        return "beside" if (account.column == WHISTS) == (other.column == WHISTS) else "crossed"
    if account.column == other.column and account.other == other.other:
        return "for-another"
    return "crossed" if (account.owner, account.other) == (other.other, other.owner) else "elsewhere"


_BELONGS = {
    POOL: N_("{before} → {wrong}: {change} belongs in the pool of {who}, which becomes {right}"),
    DUMP: N_("{before} → {wrong}: {change} belongs in the dump of {who}, which becomes {right}"),
    WHISTS: N_("{before} → {wrong}: {change} belongs to the whists of {who} on {on}, which become {right}"),
}


def _moved(
    search: HandSearch,
    columns: Columns,
    account: Account,
    at: int,
    other: Account,
    to: int,
    change: Amount,
) -> _Mended:
    """A sheet with one figure, or what was added to another one, in another column."""
    column, elsewhere = columns.get(account, ()), columns.get(other, ())
    before, stays = _before(column, at), exact(column[at] - change)
    right = exact(_before(elsewhere, to) + change)
    names = search.state.names
    place = {"who": names[other.owner], "on": names[other.other]}
    figures = {"before": spoken(before), "wrong": spoken(column[at]), "change": spoken(change)}
    mended = {
        account: _shifted(column, at, 1, () if stays == before else (stays,)),
        other: _shifted(elsewhere, to, 0, (right,)),
    }
    why = text(_BELONGS[other.column], **figures, **place, right=spoken(right))
    apart = abs(to - Fraction(at * (len(elsewhere) + 1), len(column))) + (stays != before) * PARTLY
    return _Mended(_way(account, other), SheetRepair(account, at, None, why, mended), apart)


# --- the single steps without which the columns about a player can be finished ---------------------------


def edits(player: PlayerGrid, watch: Watch) -> set[Edit]:
    """The slips in one column, in a hand that is right in the others. Raises GivenUp."""
    slips: set[Edit] = set()
    all_sums = (player.sums or frozenset()) | {(0,) * len(player.steps)}
    for column in range(len(player.steps)):
        values: dict[tuple[Amount, ...], list[Amount]] = {}
        for sums in all_sums:
            values.setdefault((*sums[:column], 0, *sums[column + 1 :]), []).append(sums[column])
        for others, possible in values.items():
            watch.look()
            for by, places in player.reading(others):
                here = places & player.ahead
                if here:
                    slips.update(_in_column(player, column, possible, by, here))
                    slips.update(_from_other(player, column, possible, by, here, others))
    return slips


def _in_column(
    player: PlayerGrid, column: int, possible: list[Amount], by: int, here: Places
) -> Iterator[Edit]:
    """What should be added to a column by a hand that adds to the others what stands there."""
    steps = player.steps[column]
    for figure in player.read(column, here & player.behind >> by):
        yield from (Edit("skipped", column, figure, value) for value in possible if value)
    for figure in player.read(column, here & player.behind >> by + player.stride(column)):
        for value in possible if figure < len(steps) else ():
            if value != steps[figure]:
                yield Edit("value" if value else "too-much", column, figure, value)


def _from_other(
    player: PlayerGrid, to: int, possible: list[Amount], by: int, here: Places, others: tuple[Amount, ...]
) -> Iterator[Edit]:
    """What a hand should add to a column and was added to another one."""
    for column, steps in enumerate(player.steps):
        if column == to or others[column]:
            continue
        fitting = here & player.behind >> by + player.stride(column)
        for figure, step in enumerate(steps) if fitting else ():
            if step in possible:
                for at in player.read(to, fitting & player.at(column, figure)):
                    yield Edit("moved", column, figure, step, to, at)
