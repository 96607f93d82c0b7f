"""Entries of Priffe that are not hands: partners, rubbers and figures from paper, adjustments, the end."""

from collections.abc import Iterable, Iterator, Sequence

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem
from prefcount.entries.common import Entry
from prefcount.games.priffe.entries import PairsEntry, RubberEntry
from prefcount.games.priffe.legality import SESSION_OVER, fresh_problems, new_pairs
from prefcount.games.priffe.options import RULESET
from prefcount.games.priffe.phrases import OVER
from prefcount.games.priffe.play import game_decided, transition, whole_rubber, written
from prefcount.games.priffe.sheet import owners
from prefcount.games.priffe.state import (
    BONUS,
    BOTH,
    BY_KEY,
    COUNTED,
    GAMES,
    GAMES_TO_WIN,
    KEYS,
    LINE,
    NAMES,
    PAST,
    POINTS,
    POINTS_PER_TEN,
    PriffeState,
)
from prefcount.games.protocol.state import Transition
from prefcount.games.shared.player_names import over_problems
from prefcount.games.shared.table_entries import OtherPlayer, SheetColumn, TableEntries
from prefcount.ledger.amount import Amount
from prefcount.ledger.postings import Account, Posting


class PriffeTableEntries(TableEntries[PriffeState]):
    """Points of a side are tens, and may win a game; those of a player come from another player."""

    columns = (
        SheetColumn(BONUS, N_("bonus of a side"), owners=BOTH),
        SheetColumn(LINE, N_("a side's points to the game"), owners=BOTH),
        SheetColumn(
            POINTS,
            N_("points of a player"),
            OtherPlayer(
                asked=N_("Who gives it?"),
                missing=N_("is missing: points go from one player to another; say from whom"),
                oneself=N_("a player cannot give points to themselves; name another player"),
                elsewhere=N_("goes only with points, which another player gives; leave it out"),
                pays=True,
            ),
        ),
        SheetColumn(PAST, owners=BOTH, adjustable=False),
        SheetColumn(GAMES, owners=BOTH, adjustable=False),
    )
    over = OVER
    ruleset = RULESET
    reserved = tuple(BY_KEY)
    no_seat = N_("is missing: four are playing, so the newcomer takes the place of one of them")
    owners = staticmethod(owners)

    def owner_key(self, state: PriffeState, name: str) -> str:
        """A side is spelled @X or @Y, and X or Y where nobody is called so."""
        return f"@{name}" if name in NAMES.values() and name not in state.names else name

    def own_entry(self, state: PriffeState, entry: Entry) -> Transition[PriffeState]:
        """Other partners than the schedule has, or a rubber from paper."""
        if isinstance(entry, PairsEntry):
            pairs, further = new_pairs(state, entry.sides)
            problems = (*fresh_problems(state, entry), *further)
            return Transition(
                state if problems or pairs is None else state._replace(pairs=pairs), problems=problems
            )
        return _rubber(state, entry) if isinstance(entry, RubberEntry) else Transition(state)

    def written(self, state: PriffeState, postings: Iterable[Posting]) -> Transition[PriffeState]:
        """The transition that adds postings to the sheet."""
        return transition(state, written(state, tuple(postings)))

    def amount_problems(self, state: PriffeState, column: SheetColumn, amount: Amount) -> Iterator[Problem]:
        """Points of a side are tens, and only count while the session goes on."""
        if column.owners:
            if amount % POINTS_PER_TEN:
                yield _no_ten("amount", amount)
            yield from over_problems(state, OVER, SESSION_OVER)

    def adjusted(self, state: PriffeState, postings: Sequence[Posting]) -> Transition[PriffeState]:
        """Points of a side may win it a game, and the rubber."""
        owner = postings[0].account.owner
        if owner not in BOTH:
            return self.written(state, postings)
        adjusted = written(state, tuple(postings))
        return transition(state, adjusted, game_decided(adjusted.state, owner))

    def sheet_problems(self, transition: Transition[PriffeState]) -> Iterator[Problem]:
        """Tens, at most one game of a rubber that goes on, and points that sum to zero."""
        state = transition.state
        for side in BOTH:
            for column in COUNTED:
                amount = state.sheet[Account(column, side)]
                if amount % POINTS_PER_TEN:
                    yield _no_ten(f"columns.{KEYS[side]}.{column}", amount)
            if state.won(side) not in range(GAMES_TO_WIN):
                sentence = N_("is 0 or 1 in a rubber in progress, not {games}")
                field = f"columns.{KEYS[side]}.{GAMES}"
                yield problem(field, sentence, games=str(state.won(side)))
        total = sum(state.points(player) for player in state.seats)
        if total:
            sentence = N_("the points of all players add up to {sum}, not 0")
            yield problem("columns", sentence, sum=str(total))


def _rubber(state: PriffeState, entry: RubberEntry) -> Transition[PriffeState]:
    """A rubber from paper: its points, as if its hands stood here."""
    pairs, further = (state.pairs, []) if entry.sides is None else new_pairs(state, entry.sides)
    problems = fresh_problems(state, entry) + further
    for side, total in entry.totals.items():
        if total % POINTS_PER_TEN:
            problems.append(_no_ten(f"totals.{side}", total))
    if problems or pairs is None:
        return Transition(state, problems=tuple(problems))
    playing = state._replace(pairs=pairs)
    x, y = (entry.totals[name] for name in ("X", "Y"))
    return transition(playing, whole_rubber(playing, x, y))


def _no_ten(field: str, amount: Amount) -> Problem:
    sentence = N_("must be a multiple of 10, like all points of a side, not {amount}")
    return problem(field, sentence, amount=str(amount))


TABLE_ENTRIES = PriffeTableEntries()
apply_table_entry = TABLE_ENTRIES.apply
