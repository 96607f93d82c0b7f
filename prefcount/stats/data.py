"""The statistics for programs: one object, or a table of comma-separated values."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path

from prefcount.base.i18n import Text, speaking
from prefcount.ledger.settle import as_money, minor_digits
from prefcount.ledger.sheet import Amount, exact, written
from prefcount.render.data import Object, left_out_objects
from prefcount.render.report.csv import Cell, Exactly, csv_text
from prefcount.stats.aliases import People
from prefcount.stats.gather_files import Statistics
from prefcount.stats.sums import Evening, GameSums, Pace, PairSums, PersonSums
from prefcount.stats.text import ordered

GAMES_HEADING = ("date", "file", "game", "player", "whists", "exact", "money", "currency", "price")


@speaking("en")
def statistics_object(
    statistics: Statistics,
    left_out: Iterable[tuple[Path, Text | str]],
    only: str = "",
) -> Object:
    """The object of `stats --json`; `left_out` has the files that are not counted, with the reasons."""
    report: Object = {
        "games": _games(statistics.games, only),
        "running": statistics.running,
        "left_out": left_out_objects(left_out),
        **people_object(statistics.people),
    }
    if statistics.by_dates:
        since, until = map(_iso, statistics.period)
        report |= {"since": since, "until": until, "undated": statistics.undated}
    if statistics.by is not None:
        report["periods"] = [
            {"period": key or None, "games": _games(games, only)} for key, games in statistics.periods.items()
        ]
    return report


def people_object(people: People) -> Object:
    """Return the field that names the files of names; an object without it if there are none."""
    return {"aliases": list(map(str, people.sources))} if people.sources else {}


def _games(games: Mapping[str, GameSums], only: str) -> list[Object]:
    return [_game(sums, only) for sums in games.values()]


def _game(sums: GameSums, only: str) -> Object:
    return {
        "game": sums.game.name,
        "games": len(sums.evenings),
        "hands": sums.hands,
        "pace": _pace(sums.pace),
        "players": [_person(sums, key, person) for key, person in ordered(sums, only)],
        "pairs": [_pair(sums, *each) for each in sorted(sums.pairs.items()) if sums.shows(only, *each[0])],
        "course": [_evening(sums, evening) for evening in sums.in_order()],
    }


def _pace(pace: Pace) -> Object | None:
    """How long evenings last, of those of which it is known; None where there are none."""
    if not pace.evenings:
        return None
    known = {"evenings": pace.evenings, "hands": pace.hands, "seconds": int(pace.lasted.total_seconds())}
    return known | {"hands_an_hour": _exactly(exact(pace.an_hour))}


def _person(sums: GameSums, key: str, person: PersonSums) -> Object:
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


def _exactly(amount: Amount | Decimal | None) -> str | None:
    if amount is None or isinstance(amount, Decimal):
        return None if amount is None else str(amount)
    return str(written(amount))


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _extreme(evening: Evening | None, key: str) -> Object | None:
    if evening is None:
        return None
    return {"date": _iso(evening.day), "file": str(evening.path), "result": str(evening.results[key])}


def _pair(sums: GameSums, keys: tuple[str, str], pair: PairSums) -> Object:
    return {
        "players": [sums.people[key].name for key in keys],
        "games": pair.games,
        "net": _exactly(pair.net),
        "results": list(map(str, pair.totals)),
    }


def _evening(sums: GameSums, evening: Evening) -> Object:
    results = {sums.people[key].name: str(result) for key, result in evening.results.items()}
    place = {"date": _iso(evening.day), "file": str(evening.path)}
    return {**place, "hands": evening.hands, "results": results}


@speaking("en")
def comma_separated(statistics: Statistics, only: str = "") -> str:
    """A line for each player and game, with a heading; columns are every key that is counted anywhere.

    By month or year there is a line for each of them, which begins with it.
    """
    everybody = list(_everybody(statistics, only))
    currencies = sorted({currency for *_rest, person in everybody for currency in person.money})
    keys = sorted({key for *_rest, person in everybody for key in person.tallies})
    heading: list[Cell] = ["period"] if statistics.by else []
    heading += ["game", "player", "games", "hands", "result", "exact", "per_hand"]
    heading += [*(f"money_{currency}".rstrip("_") for currency in currencies), *keys]
    table: list[list[Cell]] = [heading]
    for period, sums, person in everybody:
        table.append([*period, sums.game.name, *_counts(person, currencies, keys)])
    return csv_text(table)


def _counts(person: PersonSums, currencies: Sequence[str], keys: Sequence[str]) -> Iterator[Cell]:
    yield from (person.name, person.games, person.hands)
    yield from (person.total, Exactly(person.total), person.per_hand)
    yield from map(person.money.get, currencies)
    yield from (person.tallies.get(key, 0) for key in keys)


def _everybody(statistics: Statistics, only: str) -> Iterator[tuple[list[Cell], GameSums, PersonSums]]:
    """Every person with the game and, by month or year, its cell; without periods there is no such cell."""
    periods: list[tuple[list[Cell], dict[str, GameSums]]] = [([], statistics.games)]
    if statistics.by:
        periods = [([key], games) for key, games in statistics.periods.items()]
    for period, games in periods:
        for sums in games.values():
            for _key, person in ordered(sums, only):
                yield period, sums, person


@speaking("en")
def games_separated(statistics: Statistics, only: str = "") -> str:
    """A line for each game and each player in it, the games by their dates, as `import` reads it."""
    table: list[tuple[Cell, ...]] = [GAMES_HEADING]
    everything = ((sums, evening) for sums in statistics.games.values() for evening in sums.evenings)
    for sums, evening in sorted(everything, key=lambda each: each[1].order):
        for key, result in evening.results.items():
            if sums.shows(only, key):
                name, units = sums.people[key].name, evening.units.get(key)
                money: tuple[Cell, ...] = (None, None, None)
                if units is not None:
                    amount, currency = evening.price
                    money = (as_money(units, minor_digits(currency)), currency, amount)
                played = (_iso(evening.day), str(evening.path), sums.game.name)
                table.append((*played, name, result, Exactly(result), *money))
    return csv_text(table)
