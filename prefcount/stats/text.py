"""The statistics of one game as tables, players below each other, and as the chart of all evenings."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from itertools import groupby

from prefcount.base import locale_format
from prefcount.base.i18n import N_, Text, _, capital, ngettext, text
from prefcount.base.problems import quote
from prefcount.games.game import Measure
from prefcount.ledger.sheet import Amount, exact
from prefcount.render.chart import Course, chart
from prefcount.render.figures import figure, rounded, rounded_change, signed
from prefcount.render.tables import Section, plain
from prefcount.render.text_cells import table, width
from prefcount.stats.aliases import alike_lines, people_lines
from prefcount.stats.gather_files import Statistics
from prefcount.stats.sums import Evening, GameSums, Pace, PersonSums

CHART_COLUMNS, CHART_ROWS = 78, 18
"""The size of a chart that is printed, in cells."""
LINES = 4
"""How many people have a line in the chart."""
MOST_PLACES = 1000
"""The places on the axis of a chart by date; no screen has more columns of dots."""
FEW_CURRENCIES = 2
"""How many currencies have a column; more are in sentences."""


def ordered(sums: GameSums, only: str = "") -> list[tuple[str, PersonSums]]:
    """All people with their keys, or one of them; the biggest winner comes first."""
    everybody = sorted(sums.people.items(), key=lambda each: (-each[1].total, each[1].name))
    return [each for each in everybody if sums.shows(only, each[0])]


def statistics_lines(gathered: Statistics, only: str = "", *, games: bool = False) -> Iterator[str]:
    """Yield the report on each game with its chart, then what is not counted.

    By month, quarter, season or year the report is a table with a row for each of them; with `games` one with
    a row for each game, by date.
    """
    course = by_date if gathered.by_dates else over_time
    shown = [sums for sums in gathered.games.values() if not only or only in sums.people]
    for position, sums in enumerate(shown):
        if position:
            yield ""
        sections: Iterable[Section] = statistics(sums, only)
        if games:
            sections = (Section(_heading(sums)), *_games(sums, only))
        elif gathered.by is not None:
            sections = (Section(_heading(sums)), *_periods(gathered, sums, only))
        yield plain(sections)
        if len(sums.evenings) > 1:
            yield ""
            for line in chart(course(sums, only), CHART_COLUMNS, CHART_ROWS):
                yield "".join(part for part, _style in line).rstrip()
    yield from _not_counted(gathered)
    yield from people_lines(gathered.people)


def _periods(gathered: Statistics, sums: GameSums, only: str) -> Iterator[Section]:
    """Yield what everybody won in each period: in units of the game, then in each currency."""
    periods = [
        (key, games[sums.game.name])
        for key, games in gathered.periods.items()
        if sums.game.name in games and (not only or only in games[sums.game.name].people)
    ]
    shown = ordered(sums, only)

    def grid(cell: Callable[[PersonSums], str]) -> list[tuple[str, ...]]:
        rows = [("", _("games"), *(person.name for _key, person in shown))]
        for title, part in (*((_called(key), part) for key, part in periods), (_("in all"), sums)):
            count = part.people[only].games if only else len(part.evenings)
            cells = (cell(part.people[key]) if key in part.people else "–" for key, _person in shown)
            rows.append((title, str(count), *cells))
        return rows

    yield from _in_blocks(
        _(sums.game.words.heading), grid(lambda each: signed(each.total) if each.games else "–")
    )
    for currency in _currencies(shown):
        title = locale_format.currency_sign(currency) or _("money")
        yield from _in_blocks(title, grid(partial(_won, currency)))


def _won(currency: str, person: PersonSums) -> str:
    amount = person.money.get(currency)
    return "–" if amount is None else locale_format.money(amount, "", signed=True)


def _games(sums: GameSums, only: str) -> Iterator[Section]:
    """Yield the results of each game, by date."""
    shown = ordered(sums, only)
    rows = [("", _("hands"), *(person.name for _key, person in shown))]
    for evening in sums.in_order():
        if not only or only in evening.results:
            day = _("without a date") if evening.day is None else locale_format.day(evening.day)
            results = (evening.results.get(key) for key, _person in shown)
            cells = ("–" if result is None else signed(result) for result in results)
            rows.append((day, str(evening.hands or "–"), *cells))
    yield from _in_blocks(_(sums.game.words.heading), rows)


def _in_blocks(title: str, rows: Sequence[tuple[str, ...]]) -> Iterator[Section]:
    """Yield a table below a title, its columns in as many blocks as the width of a terminal needs."""
    columns = list(zip(*rows, strict=True))
    labels, figures = columns[:2], columns[2:]
    block = list[tuple[str, ...]]()
    for column in figures:
        widest = max(map(width, table(list(zip(*labels, *block, column, strict=True)))))
        if block and widest > CHART_COLUMNS:
            yield Section(capital(title), (), tuple(zip(*labels, *block, strict=True)))
            block = []
        block.append(column)
    yield Section(capital(title), (), tuple(zip(*labels, *block, strict=True)))


def _not_counted(gathered: Statistics) -> Iterator[str]:
    """The games that are not over, and those without a date; or that there are none at all."""
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
            "{n} game has no date and is in no period.",
            "{n} games have no date and are in no period.",
            undated,
        )
        yield sentence.format(n=undated)
    if gathered.by_dates and not gathered.games and not running:
        yield _("No games in this period.")


def statistics(sums: GameSums, only: str = "") -> Iterator[Section]:
    """The report on one game, for everybody or `only` the player of a key."""
    shown = ordered(sums, only)
    paragraphs_above = (*_pace(sums.pace), *_without_hands(sums, shown))
    yield Section(_heading(sums), paragraphs_above, tuple(_results(sums, shown)))
    paragraphs = (
        (_("Money"), _money(shown)),
        (_("Possibly one person"), _alike(sums, only)),
        (_("Best and worst"), _extremes(sums, shown)),
    )
    yield from (Section(heading, each) for heading, lines in paragraphs if (each := tuple(lines)))
    for group, measures in groupby(sums.game.measures(), key=lambda measure: str(measure.group)):
        rows = tuple(_measured(shown, list(measures)))
        if len(rows) > 1:
            yield Section(group, (), rows)
    pairs = tuple(_pairs(sums, only))
    if len(pairs) > 1:
        yield Section(_("Between two players"), (), pairs)


def _called(key: str) -> str:
    """A month, a quarter, a season or a year, by what tables call it; "" for games without a date."""
    year, _sign, quarter = key.partition("-Q")
    if quarter:
        return locale_format.quarter(date(int(year), 3 * int(quarter), 1))
    if "/" in key:
        return _("season {years}").format(years=key)
    if "-" in key:
        return locale_format.month(date.fromisoformat(f"{key}-01"))
    return key or _("without a date")


def _heading(sums: GameSums) -> str:
    count = len(sums.evenings)
    games = ngettext("{n} game", "{n} games", count).format(n=count)
    hands = ngettext("{n} hand", "{n} hands", sums.hands).format(n=sums.hands)
    days = sorted(evening.day for evening in sums.evenings if evening.day is not None)
    line = f"{_(sums.game.title)} · {games}, {hands}"
    if not days:
        return line
    first, last = locale_format.day(days[0]), locale_format.day(days[-1])
    return f"{line} · {first}" if first == last else f"{line} · {first} – {last}"


def _pace(pace: Pace) -> Iterator[str]:
    """How long an evening lasts and how quickly it is played, where that is known of any."""
    if pace.evenings:
        hours, minutes = divmod(pace.minutes, 60)
        sentence = _("An evening lasts {hours}:{minutes:02} on average, {hands} hands an hour.")
        yield sentence.format(hours=hours, minutes=minutes, hands=rounded(pace.an_hour))


def _without_hands(sums: GameSums, shown: Sequence[tuple[str, PersonSums]]) -> Iterator[str]:
    """That results for each hand are of other evenings than the sums, where that is so."""
    keys = {key for key, _person in shown}
    known = [evening.hands > 0 for evening in sums.evenings if not keys.isdisjoint(evening.results)]
    if any(known) and not all(known):
        n = known.count(False)
        sentence = ngettext(
            "“{a_hand}” leaves out {n} evening of which only the result is known.",
            "“{a_hand}” leaves out {n} evenings of which only the result is known.",
            n,
        )
        yield sentence.format(a_hand=_("a hand"), n=n)


def _results(sums: GameSums, shown: Sequence[tuple[str, PersonSums]]) -> Iterator[tuple[str, ...]]:
    currencies = _currencies(shown)
    columns = currencies if len(currencies) <= FEW_CURRENCIES else ()
    money = [locale_format.currency_sign(currency) or _("money") for currency in columns]
    yield ("", _("games"), _("hands"), _(sums.game.words.heading), _("a hand"), *money)
    for _key, person in shown:
        won = (person.money.get(currency) for currency in columns)
        money = ["–" if each is None else locale_format.money(each, "", signed=True) for each in won]
        results = (signed(person.total), rounded_change(person.per_hand, 2))
        yield (person.name, str(person.games), str(person.hands), *results, *money)


def _currencies(shown: Sequence[tuple[str, PersonSums]]) -> tuple[str, ...]:
    return tuple(sorted({currency for _key, person in shown for currency in person.money}))


def _money(shown: Sequence[tuple[str, PersonSums]]) -> Iterator[str]:
    """The sums in money, where there are too many currencies for columns."""
    if len(_currencies(shown)) > FEW_CURRENCIES:
        for _key, person in shown:
            won = sorted(person.money.items())
            if won:
                amounts = (locale_format.money(amount, currency, signed=True) for currency, amount in won)
                yield f"{person.name}: {', '.join(amounts)}"


def _alike(sums: GameSums, only: str) -> Iterator[str]:
    shown = [group for group in sums.alike if sums.shows(only, *group)]
    yield from alike_lines([[sums.people[key].name for key in group] for group in shown])


def _extremes(sums: GameSums, shown: Sequence[tuple[str, PersonSums]]) -> Iterator[str]:
    for key, person in shown:
        if person.best is not None and person.worst is not None:
            best, worst = _evening(sums, person.best, key), _evening(sums, person.worst, key)
            sentence = _("{name}: best {best} · worst {worst}")
            if person.best is person.worst:
                sentence = _("{name} {evening}")
            yield sentence.format(name=person.name, best=best, worst=worst, evening=best)


def _evening(sums: GameSums, evening: Evening, key: str) -> str:
    """A result with the day and the others, by which players know an evening; else with its file."""
    result = signed(evening.results[key])
    others = ", ".join(sums.people[other].name for other in evening.results if other != key)
    if evening.day is None:
        file = quote(evening.path.name)
        return _("{result} with {others} ({file})").format(result=result, others=others, file=file)
    day = locale_format.day(evening.day)
    return _("{result} on {day} with {others}").format(result=result, day=day, others=others)


def _measured(
    shown: Sequence[tuple[str, PersonSums]], measures: Sequence[Measure]
) -> Iterator[tuple[str, ...]]:
    """A line for each person with a count."""
    yield ("", *(str(measure.label) for measure in measures))
    for _own, person in shown:
        keys = (key for measure in measures for key in (measure.key, *measure.out_of))
        if any(person.tallies.get(key) for key in keys):
            yield (person.name, *(_measure(person, measure) for measure in measures))


def _measure(person: PersonSums, measure: Measure) -> str:
    if measure.per:
        average = person.average(measure.key, measure.per)
        return rounded_change(average) if measure.signed else rounded(average)
    amount = person.tallies.get(measure.key, 0)
    if measure.out_of:
        whole = exact(sum(person.tallies.get(key, 0) for key in measure.out_of))
        return f"{figure(amount)}/{figure(whole)}" if whole else "–"
    return signed(amount) if measure.signed else figure(amount)


def _pairs(sums: GameSums, only: str) -> Iterator[tuple[str, ...]]:
    """Who won what of whom; all they won in games that do not know it. A single person comes first."""
    known = all(pair.net is not None for pair in sums.pairs.values())
    yield ("", _("games"), _("net for first")) if known else ("", _("games"), _("the first"), _("the second"))
    for (one, other), pair in sorted(sums.pairs.items(), key=lambda each: (-each[1].games, each[0])):
        if not sums.shows(only, one, other):
            continue
        turned = only == other
        first, second = (other, one) if turned else (one, other)
        names = f"{sums.people[first].name} – {sums.people[second].name}"
        if known:
            net = pair.net or 0
            yield names, str(pair.games), signed(-net if turned else net)
        else:
            totals = pair.totals[::-1] if turned else pair.totals
            yield (names, str(pair.games), *map(signed, totals))


def over_time(sums: GameSums, only: str = "") -> Course:
    """Return the results added up game by game, in whole units; of many people those who played most."""
    everybody = ordered(sums, only)
    people = sorted(everybody, key=lambda each: -each[1].games)[:LINES]
    lines = tuple(tuple(_running(sums.in_order(), key)) for key, _person in people)
    title = _titled(N_("Results added up, game by game"), len(people), len(everybody))
    return Course(title, tuple(person.name for _key, person in people), lines, _("game"))


def _titled(title: str, drawn: int, people: int) -> Text:
    """Return the title of a chart; if there are more people than lines, it says who is drawn."""
    if drawn == people:
        return text(title)
    some = N_("{title} ({drawn} of {people}: most games)")
    return text(some, title=text(title), drawn=drawn, people=people)


def by_date(sums: GameSums, only: str = "") -> Course:
    """The same as `over_time`, with the days of the evenings as its axis.

    What has no date was played before the first day. Of many years not every day is a place of its own.
    """
    evenings = sums.in_order()
    dated = [evening.day for evening in evenings if evening.day is not None]
    if not dated:
        return over_time(sums, only)
    first, last = dated[0].toordinal() - 1, dated[-1].toordinal()
    apart = 1 + (last - first) // MOST_PLACES
    count = -((first - last) // apart)
    places = [-((first - day.toordinal()) // apart) for day in dated]
    places = [0] * (len(evenings) - len(dated)) + places  # those without a date come first
    plain = over_time(sums, only)
    played = [bisect_right(places, place) for place in range(count + 1)]  # evenings up to the end of each
    lines = tuple(tuple(line[evening] for evening in played) for line in plain.results)
    days = tuple(date.fromordinal(min(max(1, first + place * apart), last)) for place in range(count + 1))
    title = _titled(N_("Results added up, by date"), len(plain.players), len(ordered(sums, only)))
    return Course(title, plain.players, lines, _("date"), days)


def _running(evenings: Sequence[Evening], key: str) -> Iterator[int | None]:
    """The sum after each evening, in whole units; zero before the first one, and None before that."""
    total: Amount | None = None
    following = [*evenings[1:], None]
    yield 0 if evenings and key in evenings[0].results else None
    for evening, after in zip(evenings, following, strict=True):
        if key in evening.results:
            total = (total or 0) + evening.results[key]
        elif total is None and after is not None and key in after.results:
            yield 0
            continue
        yield None if total is None else round(total)
