"""The outcome of a session: results in units of the game, money, and transfers between players."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from prefcount.base.i18n import N_
from prefcount.entries.models import End, ResultEntry
from prefcount.games.game import Settlement
from prefcount.games.state import State
from prefcount.games.words import Words
from prefcount.ledger import (
    Account,
    Amount,
    Coin,
    LeftoverUnits,
    ScaledResults,
    check_balanced,
    divide_amount,
    find_transfers,
    minor_digits,
    round_to_coin,
    scale_to_units,
    units_to_money,
)
from prefcount.session.replay import Step, Total, play_as_written, totals
from prefcount.session.session import Session

NO_HANDS = N_("only the result of this game is known, without its hands")
"""The reason why a command that needs hands cannot do its work."""


AmountT = TypeVar("AmountT", Decimal, Amount)


class Transfer(NamedTuple, Generic[AmountT]):
    """A transfer from one player to another, in money or in units of the game."""

    payer: str
    receiver: str
    amount: AmountT


class Money(NamedTuple):
    """The settlement in money, with all players in seat order.

    Attributes:
        price: the price of one unit of the game.
        amounts: the amount that each player won.
        transfers: the shortest list of payments that settles `in_coins`.
        coin: the coin to which amounts are rounded, or None for exact payments.
        in_coins: the amounts rounded to the coin.
        leftovers: for each rounding, the unit, such as 0.01, and the players whose amounts got one unit more
            so that the sum is zero.
    """

    price: Decimal
    currency: str
    amounts: tuple[Decimal, ...]
    transfers: tuple[Transfer[Decimal], ...]
    coin: Decimal | None
    in_coins: tuple[Decimal, ...]
    leftovers: tuple[tuple[Decimal, LeftoverUnits], ...]


class Outcome(NamedTuple):
    """The current settlement of a session, with all players in seat order.

    Attributes:
        settlement: the exact results, and the steps to compute them on paper.
        whole: the results in whole units, for programs and for the `end` entry.
        counted: the results that the players settle: whole or exact, depending on the rules of the table.
        transfers: the shortest list of transfers in units of the game that settles `counted`.
        money: the settlement in money, or None without a stake.
    """

    words: Words
    players: tuple[str, ...]
    settlement: Settlement
    whole: tuple[int, ...]
    counted: tuple[Amount, ...]
    transfers: tuple[Transfer[Amount], ...]
    money: Money | None

    @property
    def exact(self) -> tuple[Amount, ...]:
        return self.settlement.results


def has_only_result(session: Session) -> bool:
    """Return whether only the result of the session is known, without its hands."""
    return any(step.counts and isinstance(step.entry, ResultEntry) for step in session.replay.steps)


def whole_results_after(session: Session, step: Step) -> dict[str, int]:
    """Return the results in whole units after `step`, by player name."""
    state = step.state
    whole = session.game.whole_results(state, session.game.scaled_results(state))
    return {state.names[player]: result for player, result in zip(state.seats, whole, strict=True)}


def find_wrong_announcement(session: Session) -> dict[str, int]:
    """Return the results that the players announced at the end if one of them is wrong, or else {}."""
    for step in reversed(session.replay.steps):
        if isinstance(step.entry, End) and step.counts:
            announced, right = step.entry.results or {}, whole_results_after(session, step)
            return announced if any(right[name] != announced[name] for name in announced) else {}
    return {}


class Results(NamedTuple):
    """The current results of a session in seat order, without a settlement.

    Attributes:
        counted: the results that the table plays for: whole or exact, depending on its rules.
        units: the results in the smallest unit of money, such as cents, or None without a price.
    """

    counted: tuple[Amount, ...]
    units: tuple[int, ...] | None


def compute_results(session: Session) -> Results:
    """Return the results of a session. This is faster than `settle_session`, because it finds no payments."""
    scaled_results = session.game.scaled_results(session.state)
    check_balanced(scaled_results.parts)
    counted = session.game.counted_results(session.state, scaled_results)
    return Results(counted, money_units(session, session.state, scaled_results))


def money_units(session: Session, state: State, scaled_results: ScaledResults) -> tuple[int, ...] | None:
    """Return the results in `state` in the smallest unit of money, such as cents, or None without a price."""
    units = _scaled_units(session, state, scaled_results)
    return None if units is None else units.whole


def settle_session(session: Session, coin: Coin | None = None) -> Outcome:
    """Settle the current state of a session.

    Args:
        coin: the coin to which payments are rounded, or None for exact payments. A coin of another currency
            is ignored.
    """
    settlement = session.game.settle(session.state)
    check_balanced(settlement.results)
    scaled_results = ScaledResults.from_results(settlement.results)
    players, counted = session.players, session.game.counted_results(session.state, scaled_results)
    shares, divisor = ScaledResults.from_results(counted)
    return Outcome(
        session.game.words,
        players,
        settlement,
        session.game.whole_results(session.state, scaled_results),
        counted,
        tuple(
            Transfer(players[payer], players[receiver], divide_amount(share, divisor))
            for payer, receiver, share in find_transfers(tuple(map(int, shares)))
        ),
        _money(session, scaled_results, coin),
    )


def _money(session: Session, scaled_results: ScaledResults, coin: Coin | None) -> Money | None:
    scaled_units = _scaled_units(session, session.state, scaled_results)
    price = session.price.amount
    if scaled_units is None or price is None:
        return None
    units = scaled_units.whole
    currency, players = session.price.currency, session.players
    digits = minor_digits(currency)
    coin_units = 1 if coin is None else coin.units(currency)
    in_coins = round_to_coin(units, coin_units)
    roundings = (
        (1, scaled_units.leftover_units),
        (coin_units, ScaledResults(units, coin_units).leftover_units),
    )
    return Money(
        price=price,
        currency=currency,
        amounts=tuple(units_to_money(unit, digits) for unit in units),
        transfers=tuple(
            Transfer(players[payer], players[receiver], units_to_money(amount, digits))
            for payer, receiver, amount in find_transfers(in_coins)
        ),
        coin=units_to_money(coin_units, digits) if coin_units > 1 else None,
        in_coins=tuple(units_to_money(unit, digits) for unit in in_coins),
        leftovers=tuple((units_to_money(unit, digits), odd) for unit, odd in roundings if odd is not None),
    )


def _scaled_units(session: Session, state: State, scaled_results: ScaledResults) -> ScaledResults | None:
    price, digits = session.price.amount, minor_digits(session.price.currency)
    if price is None:
        return None
    if session.game.whole_money(state):
        scaled_results = ScaledResults(session.game.whole_results(state, scaled_results), 1)
    return scale_to_units(scaled_results, price, digits)


@lru_cache(maxsize=2)  # the sheet and the explanation of its figures use the same session
def column_marks(session: Session) -> Mapping[Account, tuple[Total, ...]]:
    """Return all totals that each column has had, oldest first.

    The total of a corrected entry is kept, and comes before the total that replaces it.
    """
    columns, steps = session.replay.histories(), session.replay.steps
    corrected = [step for step in steps if step.effective.corrected_by]
    if corrected:
        order = {step.n: index for index, step in enumerate(steps)}
        for step in corrected:
            written, sheet = play_as_written(session.game, step), step.before.sheet
            struck = [*totals(sheet, written.postings if written else ())]
            for account, amount in reversed(struck):
                if amount != sheet[account]:
                    _insert_struck_total(columns.setdefault(account, []), step.n, amount, order)
    return {account: tuple(column) for account, column in columns.items()}


def _insert_struck_total(column: list[Total], n: int, amount: Amount, order: Mapping[int, int]) -> None:
    searches = (bisect_left, bisect_right)
    place, end = (bisect(column, order[n], key=lambda mark: order[mark.n]) for bisect in searches)
    if Total(n, amount) not in column[place:end]:
        column.insert(place, Total(n, amount, struck=True))
