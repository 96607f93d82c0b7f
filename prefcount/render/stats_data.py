"""The statistics for programs: one object, or a table of comma-separated values."""

from collections.abc import Iterable, Iterator, Mapping

from prefcount.i18n import speaking
from prefcount.ledger.amount import Amount, written
from prefcount.render.machine import Object
from prefcount.render.report.csv import Cell, document
from prefcount.render.stats import ordered
from prefcount.stats.gather import Statistics
from prefcount.stats.sums import Evening, GameSums, Pair, Person


@speaking("en")
def statistics_object(found: Statistics, left_out: Mapping[str, str], only: str = "") -> Object:
    """The object of `stats --json`; `left_out` says of files why they are not counted."""
    return {
        "games": [_game(sums, only) for sums in found.games.values()],
        "running": found.running,
        "left_out": [{"path": path, "why": why} for path, why in left_out.items()],
    }


def _game(sums: GameSums, only: str) -> Object:
    return {
        "game": sums.game.name,
        "games": len(sums.evenings),
        "hands": sums.hands,
        "players": [_person(sums, key, person) for key, person in ordered(sums, only)],
        "pairs": [_pair(sums, *each) for each in sorted(sums.pairs.items()) if only in ("", *each[0])],
        "course": [_evening(sums, evening) for evening in sums.in_order()],
    }


def _person(sums: GameSums, key: str, person: Person) -> Object:
    return {
        "name": person.name,
        "games": person.games,
        "hands": person.hands,
        "result": str(person.total),
        "per_hand": _exactly(person.per_hand),
        "money": {currency: str(amount) for currency, amount in sorted(person.money.items())},
        "best": _extreme(person.best, key),
        "worst": _extreme(person.worst, key),
        "tallies": {name: written(amount) for name, amount in sorted(person.tallies.items()) if amount},
        "averages": {
            measure.name or measure.key: _exactly(person.average(measure.key, measure.per))
            for measure in sums.game.measures()
            if measure.per
        },
    }


def _exactly(amount: Amount | None) -> str | None:
    return None if amount is None else str(written(amount))


def _day(evening: Evening) -> str | None:
    return None if evening.day is None else evening.day.isoformat()


def _extreme(evening: Evening | None, key: str) -> Object | None:
    if evening is None:
        return None
    return {"date": _day(evening), "file": str(evening.path), "result": str(evening.results[key])}


def _pair(sums: GameSums, keys: tuple[str, str], pair: Pair) -> Object:
    return {
        "players": [sums.people[key].name for key in keys],
        "games": pair.games,
        "net": _exactly(pair.net),
        "results": list(map(str, pair.totals)),
    }


def _evening(sums: GameSums, evening: Evening) -> Object:
    results = {sums.people[key].name: str(result) for key, result in evening.results.items()}
    return {
        "date": _day(evening),
        "file": str(evening.path),
        "hands": evening.hands,
        "results": results,
    }


@speaking("en")
def comma_separated(found: Iterable[GameSums], only: str = "") -> str:
    """A line for each player and game, with a heading; columns are every key that is counted anywhere."""
    people = [(sums, person) for sums in found for _key, person in ordered(sums, only)]
    currencies = sorted({currency for _sums, person in people for currency in person.money})
    keys = sorted({key for _sums, person in people for key in person.tallies})
    money = (f"money_{currency}".rstrip("_") for currency in currencies)
    heading = ["game", "player", "games", "hands", "result", "per_hand", *money, *keys]
    return document([heading, *(_line(sums, person, currencies, keys) for sums, person in people)])


def _line(sums: GameSums, person: Person, currencies: list[str], keys: list[str]) -> Iterator[Cell]:
    yield from (sums.game.name, person.name, person.games, person.hands, person.total)
    yield "" if person.per_hand is None else person.per_hand
    yield from (person.money.get(currency, "") for currency in currencies)
    yield from (person.tallies.get(key, 0) for key in keys)
