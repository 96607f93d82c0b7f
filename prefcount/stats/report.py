"""The statistics: tables and a chart for people, objects and comma-separated values for programs."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from itertools import groupby
from pathlib import Path

from prefcount.base import locale_format
from prefcount.base.i18n import N_, Text, _, capitalize_first, ngettext, override_language, text
from prefcount.base.problems import quote
from prefcount.games import GAMES
from prefcount.games.game import Measure
from prefcount.ledger import Amount, amount_to_json, minor_digits, normalize_amount, units_to_money
from prefcount.render.chart import ScoreHistory, draw_chart
from prefcount.render.data import (
    COMMA,
    Cell,
    CsvStyle,
    ExactFraction,
    Object,
    csv_text,
    exact_cell,
    skipped_objects,
)
from prefcount.render.text_cells import (
    Section,
    figure,
    rounded_text,
    sections_text,
    signed,
    table_lines,
    width,
)
from prefcount.stats.aliases import People, people_lines, similar_name_lines
from prefcount.stats.sums import Evening, GameSums, Pace, PairSums, PersonSums, Statistics

CHART_COLUMNS, CHART_ROWS = 78, 18
"""The size of a printed chart, in cells."""
MAX_LINES = 4
"""Maximum number of people with a line in the chart."""
MAX_POINTS = 1000
"""The maximum number of points of a line in a chart by date. No screen has more columns of dots."""
NO_RESULT = "–"
"""The cell of a person without a figure."""
MAX_CURRENCY_COLUMNS = 2
"""The maximum number of currencies with a column. If there are more, sentences name them."""


def statistics_lines(gathered: Statistics, *, games: bool = False) -> Iterator[str]:
    """Yield the report on each game, then remarks on sessions that are not counted.

    Args:
        gathered: the statistics. If they are divided into periods, the report has a table with a row for each
            period.
        games: whether to show only a table with a row for each session.
    """
    course = course_by_date if gathered.by_dates else course_by_game
    shown = [sums for sums in gathered.games.values() if sums.is_shown]
    for position, sums in enumerate(shown):
        if position:
            yield ""
        sections: Iterable[Section] = statistics_sections(sums)
        if games:
            table = _split_into_blocks(_(sums.game.words.heading), tuple(game_rows(sums)))
            sections = (Section(game_heading(sums)), *table)
        elif gathered.by is not None:
            sections = (Section(game_heading(sums)), *_period_sections(gathered, sums))
        yield sections_text(sections)
        if len(sums.evenings) > 1:
            yield ""
            for line in draw_chart(course(sums), CHART_COLUMNS, CHART_ROWS):
                yield "".join(part for part, _style in line).rstrip()
    yield from not_counted_lines(gathered)
    yield from people_lines(gathered.people)


def _period_sections(gathered: Statistics, sums: GameSums) -> Iterator[Section]:
    name, shown = sums.game.name, sums.shown_people
    periods = [
        (key, games[name])
        for key, games in gathered.periods.items()
        if name in games and games[name].is_shown
    ]

    def grid(cell: Callable[[PersonSums], str]) -> list[tuple[str, ...]]:
        rows = [("", _("games"), *(person.name for _key, person in shown))]
        for title, part in (*((_period_title(key), part) for key, part in periods), (_("in all"), sums)):
            count = part.people[sums.only].games if sums.only else len(part.evenings)
            cells = (cell(part.people[key]) if key in part.people else NO_RESULT for key, _person in shown)
            rows.append((title, str(count), *cells))
        return rows

    yield from _split_into_blocks(
        _(sums.game.words.heading), grid(lambda each: signed(each.total) if each.games else NO_RESULT)
    )
    for currency in currencies_of(shown):
        title = locale_format.currency_sign(currency) or _("money")
        yield from _split_into_blocks(title, grid(partial(money_cell, currency)))


def money_cell(currency: str, person: PersonSums) -> str:
    """Return the total that a person won in a currency, such as “+€12”, or a dash if there is none."""
    amount = person.money.get(currency)
    return NO_RESULT if amount is None else locale_format.format_money(amount, "", signed=True)


def game_rows(sums: GameSums) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table: the headings, then the results of each session, by date."""
    shown = sums.shown_people
    yield ("", _("hands"), *(person.name for _key, person in shown))
    for evening in sums.in_order():
        if sums.only in ("", *evening.results):
            day = _("without a date") if evening.day is None else locale_format.format_day(evening.day)
            results = (evening.results.get(key) for key, _person in shown)
            cells = (NO_RESULT if result is None else signed(result) for result in results)
            yield (day, str(evening.hands or NO_RESULT), *cells)


def _split_into_blocks(title: str, rows: Sequence[tuple[str, ...]]) -> Iterator[Section]:
    columns = list(zip(*rows, strict=True))
    labels, figures = columns[:2], columns[2:]
    blocks: list[list[tuple[str, ...]]] = [[]]
    for column in figures:
        widest = max(map(width, table_lines(list(zip(*labels, *blocks[-1], column, strict=True)))))
        if blocks[-1] and widest > CHART_COLUMNS:
            blocks.append([])
        blocks[-1].append(column)
    for block in blocks:
        yield Section(capitalize_first(title), (), tuple(zip(*labels, *block, strict=True)))


def not_counted_lines(gathered: Statistics) -> Iterator[str]:
    """Yield sentences about games that are not counted, because they are not over or have no date.

    If the period has no games, a sentence says so.
    """
    running, undated = gathered.running, gathered.undated
    if running:
        sentence = ngettext(
            "{n} game is not over and not counted; --running counts it.",
            "{n} games are not over and not counted; --running counts them.",
            running,
        )
        yield ("\n" if gathered.games else "") + sentence.format(n=running)
    if undated:
        sentence = ngettext(
            "{n} game has no date, so no period counts it.",
            "{n} games have no date, so no period counts them.",
            undated,
        )
        yield sentence.format(n=undated)
    if gathered.by_dates and not gathered.games and not running:
        yield _("No games in this period.")


def statistics_sections(sums: GameSums) -> Iterator[Section]:
    """Yield the sections of the report on one game, such as the table of results."""
    shown = sums.shown_people
    paragraphs_above = (*_pace_lines(sums.pace), *_without_hands_lines(sums, shown))
    yield Section(game_heading(sums), paragraphs_above, tuple(_result_rows(sums, shown)))
    paragraphs = (
        (_("Money"), _money_lines(shown)),
        (_("Possibly one person"), _similar_lines(sums)),
        (_("Best and worst"), _extreme_lines(sums, shown)),
    )
    yield from (Section(heading, each) for heading, lines in paragraphs if (each := tuple(lines)))
    for group, measures in groupby(sums.game.measures, key=lambda measure: str(measure.group)):
        rows = tuple(_measure_rows(shown, list(measures)))
        if len(rows) > 1:
            yield Section(group, (), rows)
    pairs = tuple(_pair_rows(sums))
    if len(pairs) > 1:
        yield Section(_("Between two players"), (), pairs)


def _period_title(key: str) -> str:
    year, _sign, quarter = key.partition("-Q")
    if quarter:
        return locale_format.format_period(date(int(year), 3 * int(quarter), 1), locale_format.QUARTER)
    if "/" in key:
        return _("season {years}").format(years=key)
    if "-" in key:
        return locale_format.format_period(date.fromisoformat(f"{key}-01"), locale_format.MONTH)
    return key or _("without a date")


def game_heading(sums: GameSums) -> str:
    """Return a heading such as “Preferans · 12 games, 480 hands”, with the first and the last day."""
    count = len(sums.evenings)
    games = ngettext("{n} game", "{n} games", count).format(n=count)
    hands = ngettext("{n} hand", "{n} hands", sums.hands).format(n=sums.hands)
    days = sorted(evening.day for evening in sums.evenings if evening.day is not None)
    line = f"{_(sums.game.title)} · {games}, {hands}"
    if not days:
        return line
    first, last = locale_format.format_day(days[0]), locale_format.format_day(days[-1])
    return f"{line} · {first}" if first == last else f"{line} · {first} – {last}"


def _pace_lines(pace: Pace) -> Iterator[str]:
    if pace.evenings:
        hours, minutes = divmod(pace.minutes, 60)
        sentence = _("An evening lasts {hours}:{minutes:02} on average, {hands} hands an hour.")
        yield sentence.format(hours=hours, minutes=minutes, hands=rounded_text(pace.hands_per_hour))


def _without_hands_lines(sums: GameSums, shown: Sequence[tuple[str, PersonSums]]) -> Iterator[str]:
    keys = {key for key, _person in shown}
    known = [evening.hands > 0 for evening in sums.evenings if not keys.isdisjoint(evening.results)]
    if any(known) and not all(known):
        n = known.count(False)
        sentence = ngettext(
            "The column “{a_hand}” does not count {n} evening of which only the result is known.",
            "The column “{a_hand}” does not count {n} evenings of which only the result is known.",
            n,
        )
        yield sentence.format(a_hand=_("a hand"), n=n)


def _result_rows(sums: GameSums, shown: Sequence[tuple[str, PersonSums]]) -> Iterator[tuple[str, ...]]:
    currencies = currencies_of(shown)
    columns = currencies if len(currencies) <= MAX_CURRENCY_COLUMNS else ()
    money = [locale_format.currency_sign(currency) or _("money") for currency in columns]
    yield ("", _("games"), _("hands"), _(sums.game.words.heading), _("a hand"), *money)
    for _key, person in shown:
        results = (signed(person.total), rounded_change_text(person.per_hand, 2))
        money = [money_cell(currency, person) for currency in columns]
        yield (person.name, str(person.games), str(person.hands), *results, *money)


def currencies_of(shown: Sequence[tuple[str, PersonSums]]) -> tuple[str, ...]:
    """Return the currencies in which people won or lost money, in alphabetical order.

    `shown` has the key and the sums of each person.
    """
    return tuple(sorted({currency for _key, person in shown for currency in person.money}))


def _money_lines(shown: Sequence[tuple[str, PersonSums]]) -> Iterator[str]:
    if len(currencies_of(shown)) > MAX_CURRENCY_COLUMNS:
        for _key, person in shown:
            money = sorted(person.money.items())
            amounts = [locale_format.format_money(won, currency, signed=True) for currency, won in money]
            if amounts:
                yield f"{person.name}: {', '.join(amounts)}"


def _similar_lines(sums: GameSums) -> Iterator[str]:
    shown = [group for group in sums.similar_names if sums.shows(*group)]
    yield from similar_name_lines([[sums.people[key].name for key in group] for group in shown])


def _extreme_lines(sums: GameSums, shown: Sequence[tuple[str, PersonSums]]) -> Iterator[str]:
    for key, person in shown:
        if person.best is not None and person.worst is not None:
            best, worst = _evening_text(sums, person.best, key), _evening_text(sums, person.worst, key)
            sentence = _("{name}: best {best} · worst {worst}")
            if person.best is person.worst:
                sentence = _("{name} {evening}")
            yield sentence.format(name=person.name, best=best, worst=worst, evening=best)


def _evening_text(sums: GameSums, evening: Evening, key: str) -> str:
    result = signed(evening.results[key])
    others = ", ".join(sums.people[other].name for other in evening.results if other != key)
    if evening.day is None:
        file = quote(evening.path.name)
        return _("{result} with {others} ({file})").format(result=result, others=others, file=file)
    day = locale_format.format_day(evening.day)
    return _("{result} on {day} with {others}").format(result=result, day=day, others=others)


def _measure_rows(
    shown: Sequence[tuple[str, PersonSums]], measures: Sequence[Measure]
) -> Iterator[tuple[str, ...]]:
    yield ("", *(str(measure.label) for measure in measures))
    for _own, person in shown:
        keys = (key for measure in measures for key in (measure.key, *measure.out_of))
        if any(person.tallies.get(key) for key in keys):
            yield (person.name, *(_measure_cell(person, measure) for measure in measures))


def _measure_cell(person: PersonSums, measure: Measure) -> str:
    if measure.per:
        average = person.average(measure.key, measure.per)
        return rounded_change_text(average) if measure.signed else rounded_text(average)
    amount = person.tallies.get(measure.key, 0)
    if measure.out_of:
        whole = normalize_amount(sum(person.tallies.get(key, 0) for key in measure.out_of))
        return f"{figure(amount)}/{figure(whole)}" if whole else NO_RESULT
    return signed(amount) if measure.signed else figure(amount)


def _pair_rows(sums: GameSums) -> Iterator[tuple[str, ...]]:
    known = all(pair.net is not None for pair in sums.pairs.values())
    yield ("", _("games"), _("net for first")) if known else ("", _("games"), _("the first"), _("the second"))
    for (one, other), pair in sorted(sums.pairs.items(), key=lambda each: (-each[1].games, each[0])):
        if not sums.shows(one, other):
            continue
        turned = sums.only == other
        first, second = (other, one) if turned else (one, other)
        names = f"{sums.people[first].name} – {sums.people[second].name}"
        if known:
            net = pair.net or 0
            yield names, str(pair.games), signed(-net if turned else net)
        else:
            totals = pair.totals[::-1] if turned else pair.totals
            yield (names, str(pair.games), *map(signed, totals))


def course_by_game(sums: GameSums, most: int = MAX_LINES) -> ScoreHistory:
    """Return each player's running total after each game, for a chart.

    Args:
        sums: the statistics of a game.
        most: the maximum number of players. Players with more games come first.
    """
    everybody = sums.shown_people
    people = sorted(everybody, key=lambda each: -each[1].games)[:most]
    lines = tuple(tuple(_running_sums(sums.in_order(), key)) for key, _person in people)
    title = _chart_title(N_("Each player's total after each game"), len(people), len(everybody))
    return ScoreHistory(title, tuple(person.name for _key, person in people), lines, _("game"))


def _chart_title(title: str, drawn: int, people: int) -> Text:
    if drawn == people:
        return text(title)
    some = N_("{title} (the {drawn} of {people} players with the most games)")
    return text(some, title=text(title), drawn=drawn, people=people)


def course_by_date(sums: GameSums) -> ScoreHistory:
    """Return each player's running total on each date, for a chart of at most `MAX_LINES` players.

    Games without a date count before the first date.
    """
    plain = course_by_game(sums)
    evenings = sums.in_order()
    dated = [evening.day for evening in evenings if evening.day is not None]
    if not dated:
        return plain
    first, last = dated[0].toordinal() - 1, dated[-1].toordinal()
    step = 1 + (last - first) // MAX_POINTS
    points = range(1 - (first - last) // step)
    point_of_evening = [-((first - day.toordinal()) // step) for day in dated]
    point_of_evening = [0] * (len(evenings) - len(dated)) + point_of_evening  # without a date they come first
    played = [bisect_right(point_of_evening, point) for point in points]
    lines = tuple(tuple(line[evening] for evening in played) for line in plain.results)
    days = tuple(date.fromordinal(min(max(1, first + point * step), last)) for point in points)
    title = _chart_title(N_("Each player's total on each date"), len(plain.players), len(sums.shown_people))
    return ScoreHistory(title, plain.players, lines, _("date"), days)


def _running_sums(evenings: Sequence[Evening], key: str) -> Iterator[Amount | None]:
    played = (index for index, evening in enumerate(evenings) if key in evening.results)
    first = next(played, len(evenings) + 1)
    total: Amount = 0
    yield None if first else total
    for index, evening in enumerate(evenings, 1):
        total += evening.results.get(key, 0)
        yield None if index < first else total


GAMES_HEADING = ("date", "file", "game", "player", "whists", "exact", "money", "currency", "price")


@override_language("en")
def statistics_object(statistics: Statistics, left_out: Iterable[tuple[Path, Text | str]]) -> Object:
    """Return the object that `stats --json` prints.

    `left_out` has the path of each file that could not be read, with the reason.
    """
    report: Object = {
        "games": [_game_object(sums) for sums in statistics.games.values()],
        "running": statistics.running,
        "left_out": skipped_objects(left_out),
        **people_object(statistics.people),
    }
    if statistics.by_dates:
        since, until = map(_iso, statistics.period)
        report |= {"since": since, "until": until, "undated": statistics.undated}
    if statistics.by is not None:
        report["periods"] = [
            {"period": key or None, "games": [_game_object(sums) for sums in games.values()]}
            for key, games in statistics.periods.items()
        ]
    return report


def people_object(people: People) -> Object:
    """Return a JSON object with the files that list several names of a person, or {} without such files."""
    return {"aliases": list(map(str, people.sources))} if people.sources else {}


def _game_object(sums: GameSums) -> Object:
    return {
        "game": sums.game.name,
        "games": len(sums.evenings),
        "hands": sums.hands,
        "pace": _pace_object(sums.pace),
        "players": [_person_object(sums, key, person) for key, person in sums.shown_people],
        "pairs": [_pair_object(sums, *each) for each in sorted(sums.pairs.items()) if sums.shows(*each[0])],
        "course": [_evening_object(sums, evening) for evening in sums.in_order()],
    }


def _pace_object(pace: Pace) -> Object | None:
    if not pace.evenings:
        return None
    known = {"evenings": pace.evenings, "hands": pace.hands, "seconds": int(pace.lasted.total_seconds())}
    return known | {"hands_an_hour": _exact_text(normalize_amount(pace.hands_per_hour))}


def _person_object(sums: GameSums, key: str, person: PersonSums) -> Object:
    return {
        "name": person.name,
        "games": person.games,
        "hands": person.hands,
        "result": str(person.total),
        "per_hand": _exact_text(person.per_hand),
        "money": {currency: str(amount) for currency, amount in sorted(person.money.items())},
        "best": _extreme_object(person.best, key),
        "worst": _extreme_object(person.worst, key),
        "tallies": {
            name: amount_to_json(amount) for name, amount in sorted(person.tallies.items()) if amount
        },
        "averages": {
            measure.name or measure.key: _exact_text(person.average(measure.key, measure.per))
            for measure in sums.game.measures
            if measure.per
        },
    }


def _exact_text(amount: Amount | None) -> str | None:
    return None if amount is None else str(amount_to_json(amount))


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _extreme_object(evening: Evening | None, key: str) -> Object | None:
    if evening is None:
        return None
    return {"date": _iso(evening.day), "file": str(evening.path), "result": str(evening.results[key])}


def _pair_object(sums: GameSums, keys: tuple[str, str], pair: PairSums) -> Object:
    return {
        "players": [sums.people[key].name for key in keys],
        "games": pair.games,
        "net": _exact_text(pair.net),
        "results": list(map(str, pair.totals)),
    }


def _evening_object(sums: GameSums, evening: Evening) -> Object:
    results = {sums.people[key].name: str(result) for key, result in evening.results.items()}
    place = {"date": _iso(evening.day), "file": str(evening.path)}
    return {**place, "hands": evening.hands, "results": results}


@override_language("en")
def statistics_csv(statistics: Statistics, style: CsvStyle = COMMA) -> str:
    """Return the statistics as CSV, with a row for each player of each game.

    If the statistics are divided into periods, there is a row for each player, game and period.
    """
    everybody = list(_all_people(statistics))
    currencies = sorted({currency for *_rest, person in everybody for currency in person.money})
    keys = sorted({key for *_rest, person in everybody for key in person.tallies})
    heading: list[Cell] = ["period"] if statistics.by else []
    heading += ["game", "player", "games", "hands", "result", "exact", "per_hand"]
    heading += [*(f"money_{currency}".rstrip("_") for currency in currencies), *keys]
    table: list[list[Cell]] = [heading]
    for period, sums, person in everybody:
        played = (sums.game.name, person.name, person.games, person.hands)
        results = (person.total, ExactFraction(person.total), person.per_hand)
        tallies = (person.tallies.get(key, 0) for key in keys)
        table.append([*period, *played, *results, *map(person.money.get, currencies), *tallies])
    return csv_text(table, style)


def _all_people(statistics: Statistics) -> Iterator[tuple[list[Cell], GameSums, PersonSums]]:
    periods: list[tuple[list[Cell], dict[str, GameSums]]] = [([], statistics.games)]
    if statistics.by:
        periods = [([key], games) for key, games in statistics.periods.items()]
    for period, games in periods:
        for sums in games.values():
            for _key, person in sums.shown_people:
                yield period, sums, person


@override_language("en")
def games_csv(statistics: Statistics, style: CsvStyle = COMMA) -> str:
    """Return the results of all games as CSV for `import`: a row for each game and player, by date."""
    table: list[tuple[Cell, ...]] = [GAMES_HEADING]
    for sums, evening in _games_in_order(statistics):
        for key, result in evening.results.items():
            if sums.shows(key):
                name, units = sums.people[key].name, evening.units.get(key)
                money: tuple[Cell, ...] = (None, None, None)
                if units is not None:
                    amount, currency = evening.price
                    money = (units_to_money(units, minor_digits(currency)), currency, amount)
                played = (_iso(evening.day), str(evening.path), sums.game.name)
                table.append((*played, name, result, ExactFraction(result), *money))
    return csv_text(table, style)


def _games_in_order(statistics: Statistics) -> list[tuple[GameSums, Evening]]:
    everything = ((sums, evening) for sums in statistics.games.values() for evening in sums.evenings)
    return sorted(everything, key=lambda each: each[1].order)


@override_language("en")
def wide_games_csv(statistics: Statistics, style: CsvStyle = COMMA) -> str:
    """Return the results of all games as CSV for `import`: a row for each game, a column for each player."""
    games = _games_in_order(statistics)
    shown = ((sums, key) for sums, evening in games for key in evening.results if sums.shows(key))
    names = {key: sums.people[key].name for sums, key in shown}
    keys = sorted(names, key=lambda key: names[key])
    several = any(sums.game.name != GAMES[0] for sums, _evening in games)
    heading = ("date", "file", *(["game"] if several else []), "currency", "price")
    table: list[list[Cell]] = [[*heading, *(names[key] for key in keys)]]
    for sums, evening in games:
        if not names.keys().isdisjoint(evening.results):
            amount, currency = evening.price if evening.units else (None, None)
            played = (_iso(evening.day), str(evening.path), *([sums.game.name] if several else []))
            results = map(evening.results.get, keys)
            cells = (None if result is None else exact_cell(result) for result in results)
            table.append([*played, currency, amount, *cells])
    return csv_text(table, style)


def rounded_change_text(amount: Amount | None, places: int = 1) -> str:
    """Return an amount won or lost with its sign, rounded to `places` decimal places, such as “+0.3”.

    For None return a dash.
    """
    shown = rounded_text(amount, places)
    return f"+{shown}" if amount is not None and amount > 0 and shown.strip("0.,") else shown
