"""What everybody wins or loses in Balkan Preferans (rules of the relatives, sections 2.5 and 2.6).

A game that stops while bule are left is written off first, so that results sum to zero at any time. One that
ends below zero, because the last hand was not limited, moves every result by the same.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from prefcount.base.i18n import N_, Phrase, text
from prefcount.games.balkan.state import BULE, SUPE, BalkanState
from prefcount.games.game import Settlement, SettlementTable
from prefcount.ledger.amount import Amount, exact
from prefcount.ledger.postings import Posting
from prefcount.ledger.settle import ScaledResults, balanced

A_BULA = 10
"""What a bula is worth in supe."""
BEFORE_RESULT = 3
"""The columns of the last step before the result: names, supe, and what the bule are worth."""
_HIGHEST = Phrase(
    "{left} bule are left: everyone goes down alike, the highest one more.",
    "{left} bule are left: everyone goes down alike, the {n} highest one more each.",
)


def written_off(bule: Sequence[Amount]) -> tuple[Amount, ...]:
    """Bule after otpisivanje, which leaves none in all: everybody goes down alike.

    What does not divide takes one more off the players who have most; of equal ones the earlier seat.
    """
    share, rest = divmod(sum(bule), len(bule))
    order = sorted(range(len(bule)), key=lambda seat: -bule[seat])
    return tuple(exact(own - share - (order.index(seat) < rest)) for seat, own in enumerate(bule))


def sheet_scaled_results(state: BalkanState) -> ScaledResults:
    """The results over the number of players, which is what a sum below zero is divided by."""
    size = state.size
    bule = _settled(state)
    moved = A_BULA * sum(bule)
    parts = tuple(
        exact(size * (_supe(state, player) - A_BULA * own) + moved)
        for player, own in zip(state.seats, bule, strict=True)
    )
    return ScaledResults(balanced(parts), size)


def score(state: BalkanState) -> tuple[Amount, ...]:
    """The running score: what the sheet says as it is; it sums to zero at the end only."""
    return tuple(exact(_supe(state, player) - A_BULA * state.bule(player)) for player in state.seats)


def _settled(state: BalkanState) -> tuple[Amount, ...]:
    """Everybody's bule as they are settled: written off if some are left."""
    bule = tuple(state.bule(player) for player in state.seats)
    return written_off(bule) if sum(bule) > 0 else bule


def _supe(state: BalkanState, player: int) -> Amount:
    """What a player wrote against the others, less what they wrote against that player."""
    return exact(
        sum(state.supe(player, other) - state.supe(other, player) for other in state.seats.others(player))
    )


def sheet_pairs(state: BalkanState) -> dict[tuple[int, int], Amount]:
    """What the first of each pair wins of the second: their supe, and a part of the bule between them."""
    seats, bule = state.seats, dict(zip(state.seats, _settled(state), strict=True))
    return {
        (one, other): exact(
            state.supe(one, other)
            - state.supe(other, one)
            + Fraction(A_BULA * (bule[other] - bule[one])) / state.size
        )
        for at, one in enumerate(seats)
        for other in seats[at + 1 :]
    }


def worth(state: BalkanState, postings: Iterable[Posting]) -> tuple[Amount, ...]:
    """What postings are worth to everybody, in seat order, in supe.

    That is before anything is written off, which rounds to whole bule.
    """
    seats = state.seats
    parts: dict[int, Amount] = dict.fromkeys(seats, 0)
    for (column, owner, other), amount, _reason in postings:
        if column == SUPE:
            parts[owner] += amount
            parts[other] -= amount
        elif column == BULE:
            parts[owner] -= A_BULA * amount
            for player in seats:
                parts[player] += Fraction(A_BULA * amount) / len(seats)
    return tuple(map(exact, parts.values()))


def sheet_settlement(state: BalkanState) -> Settlement:
    """The results with the calculation on paper, step by step."""
    names = [state.names[player] for player in state.seats]
    exactly = sheet_scaled_results(state).exact
    steps = [*_bule_steps(state, names), _pairs_table(state, names), _results_table(state, names, exactly)]
    return Settlement(exactly, tuple(steps))


def _bule_steps(state: BalkanState, names: Sequence[str]) -> list[SettlementTable]:
    """Writing off what is left, or spreading what is missing; nothing where the bule sum to zero."""
    bule = [state.bule(player) for player in state.seats]
    headings = (N_("running score"), N_("bule"), N_("settled"))
    if state.left > 0:
        more = int(state.left % state.size)
        sentence = text(N_("{left} bule are left: everyone goes down alike."), left=state.left)
        if more:
            sentence = _HIGHEST.of(more, {"left": state.left, "n": more})
        rows = zip(names, score(state), bule, written_off(bule), strict=True)
        return [SettlementTable.of(N_("Written off"), sentence, headings, rows)]
    if state.left < 0:
        missing = exact(Fraction(state.left) / state.size)
        sentence = text(
            N_("The bule add up to {left}: everyone moves up by the same."),
            left=str(state.left).replace("-", "−"),
        )
        rows = zip(names, score(state), bule, (exact(own - missing) for own in bule), strict=True)
        return [SettlementTable.of(N_("Bule below zero"), sentence, headings, rows)]
    return []


def _pairs_table(state: BalkanState, names: Sequence[str]) -> SettlementTable:
    rows = []
    for at, one in enumerate(state.seats):
        for there, other in enumerate(state.seats[at + 1 :], at + 1):
            mine, theirs = state.supe(one, other), state.supe(other, one)
            rows.append((f"{names[at]} – {names[there]}", mine, theirs, exact(mine - theirs)))
    return SettlementTable.of(
        N_("Supe"),
        text(N_("What two players have written against each other, and the difference.")),
        (N_("first on second"), N_("second on first"), N_("net for first")),
        rows,
        won=1,
    )


def _results_table(state: BalkanState, names: Sequence[str], exactly: Sequence[Amount]) -> SettlementTable:
    """Supe less ten for every bula; with the opposite sign, too, where the table reads it so."""
    supe = [_supe(state, player) for player in state.seats]
    bule = [exact(own - result) for own, result in zip(supe, exactly, strict=True)]
    headings = [N_("supe"), N_("ten a bula"), N_("result")]
    columns: list[Sequence[Amount | str]] = [names, supe, bule, exactly]
    if state.rules.opposite_sign:
        headings.append(N_("as tables read it"))
        columns.append([exact(-result) for result in exactly])
    sentence = text(
        N_("How far a player is ahead in supe, less ten for each of their bule; the results add up to zero.")
    )
    rows = zip(*columns, strict=True)
    return SettlementTable.of(N_("Results"), sentence, headings, rows, won=len(columns) - BEFORE_RESULT)
