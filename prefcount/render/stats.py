"""The statistics of one game as tables, players below each other, and as the chart of all evenings."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from prefcount import local
from prefcount.games.terms import Measure
from prefcount.i18n import N_, _, ngettext, text
from prefcount.ledger.amount import Amount, exact
from prefcount.problems import quote
from prefcount.render.course import Course
from prefcount.render.figures import figure, rounded, rounded_change, signed
from prefcount.render.sections import Section
from prefcount.stats.alike import alike
from prefcount.stats.sums import Evening, GameSums, Person

LINES = 4
"""So many people have a line in the chart."""
MOST_ALIKE = 5
"""So many groups of names that may be one person's are shown."""
FEW_CURRENCIES = 2
"""So many have a column; more stand in sentences."""


def ordered(sums: GameSums, only: str = "") -> list[tuple[str, Person]]:
    """Everybody with his key, or one alone; who won most comes first."""
    everybody = sorted(sums.people.items(), key=lambda each: (-each[1].total, each[1].name))
    return [each for each in everybody if only in ("", each[0])]


def statistics(sums: GameSums, only: str = "") -> Iterator[Section]:
    """The report on one game.

    Args:
        sums: what was summed up.
        only: the key of the player who is shown alone, or "" for everybody.
    """
    shown = ordered(sums, only)
    yield Section(_heading(sums), (), tuple(_results(sums, shown)))
    paragraphs = (
        (_("Money"), _money(shown)),
        (_("Perhaps one person"), _alike(sums, only)),
        (_("Best and worst"), _extremes(shown)),
    )
    for heading, said in paragraphs:
        sentences = tuple(said)
        if sentences:
            yield Section(heading, sentences)
    for group, measures in groupby(sums.game.measures(), key=lambda measure: str(measure.group)):
        rows = tuple(_measured(shown, list(measures)))
        if len(rows) > 1:
            yield Section(group, (), rows)
    pairs = tuple(_pairs(sums, only))
    if len(pairs) > 1:
        yield Section(_("Between two players"), (), pairs)


def _heading(sums: GameSums) -> str:
    count = len(sums.evenings)
    games = ngettext("{n} game", "{n} games", count).format(n=count)
    hands = ngettext("{n} hand", "{n} hands", sums.hands).format(n=sums.hands)
    days = sorted(evening.day for evening in sums.evenings if evening.day is not None)
    said = f"{_(sums.game.title)} · {games}, {hands}"
    if not days:
        return said
    first, last = local.day(days[0]), local.day(days[-1])
    return f"{said} · {first}" if first == last else f"{said} · {first} – {last}"


def _results(sums: GameSums, shown: Sequence[tuple[str, Person]]) -> Iterator[tuple[str, ...]]:
    currencies = _currencies(shown)
    columns = currencies if len(currencies) <= FEW_CURRENCIES else ()
    money = (currency or _("money") for currency in columns)
    yield ("", _("games"), _("hands"), _(sums.game.words.heading), _("a hand"), *money)
    for _key, person in shown:
        amounts = (person.money.get(currency) for currency in columns)
        yield (
            person.name,
            str(person.games),
            str(person.hands),
            signed(person.total),
            rounded_change(person.per_hand, 2),
            *("–" if amount is None else local.money(amount, "", signed=True) for amount in amounts),
        )


def _currencies(shown: Sequence[tuple[str, Person]]) -> tuple[str, ...]:
    return tuple(sorted({currency for _key, person in shown for currency in person.money}))


def _money(shown: Sequence[tuple[str, Person]]) -> Iterator[str]:
    """Everybody's sums in money, where there are too many currencies for columns."""
    if len(_currencies(shown)) > FEW_CURRENCIES:
        for _key, person in shown:
            sums = (
                local.money(amount, currency, signed=True)
                for currency, amount in sorted(person.money.items())
            )
            if person.money:
                yield f"{person.name}: {', '.join(sums)}"


def _alike(sums: GameSums, only: str) -> Iterator[str]:
    """Names that may be one person's, as the lines of a file of names that would say so."""
    groups = [group for group in alike(sums) if only in ("", *group)]
    for first, *others in groups[:MOST_ALIKE]:
        yield f"{sums.people[first].name} = {', '.join(sums.people[other].name for other in others)}"
    if groups:
        yield _("If so, such lines in a file for --alias, or in people.txt beside the games, add them up.")


def _extremes(shown: Sequence[tuple[str, Person]]) -> Iterator[str]:
    for key, person in shown:
        if person.best is None or person.worst is None:
            continue
        best, worst = _evening(person.best, key), _evening(person.worst, key)
        if person.best is person.worst:
            yield f"{person.name}: {best}"
        else:
            said = _("{name}: best {best}, worst {worst}")
            yield said.format(name=person.name, best=best, worst=worst)


def _evening(evening: Evening, key: str) -> str:
    result, file = signed(evening.results[key]), quote(evening.path.name)
    if evening.day is None:
        return _("{result} ({file})").format(result=result, file=file)
    return _("{result} on {day} ({file})").format(result=result, day=local.day(evening.day), file=file)


def _measured(shown: Sequence[tuple[str, Person]], measures: Sequence[Measure]) -> Iterator[tuple[str, ...]]:
    """A line for everybody for whom anything was counted."""
    yield ("", *(str(measure.label) for measure in measures))
    for _own, person in shown:
        keys = (key for measure in measures for key in (measure.key, *measure.out_of))
        if any(person.tallies.get(key) for key in keys):
            yield (person.name, *(_measure(person, measure) for measure in measures))


def _measure(person: Person, measure: Measure) -> str:
    if measure.per:
        average = person.average(measure.key, measure.per)
        return rounded_change(average) if measure.signed else rounded(average)
    amount = person.tallies.get(measure.key, 0)
    if measure.out_of:
        whole = exact(sum(person.tallies.get(key, 0) for key in measure.out_of))
        return f"{figure(amount)}/{figure(whole)}" if whole else "–"
    return signed(amount) if measure.signed else figure(amount)


def _pairs(sums: GameSums, only: str) -> Iterator[tuple[str, ...]]:
    """Who won what of whom, whoever is shown alone first; all they won where the game does not tell."""
    told = all(pair.net is not None for pair in sums.pairs.values())
    yield ("", _("games"), _("for the first")) if told else ("", _("games"), _("the first"), _("the second"))
    for (one, other), pair in sorted(sums.pairs.items(), key=lambda each: (-each[1].games, each[0])):
        if only not in ("", one, other):
            continue
        turned = only == other
        first, second = (other, one) if turned else (one, other)
        names = f"{sums.people[first].name} – {sums.people[second].name}"
        if told:
            yield names, str(pair.games), signed(_turned(pair.net or 0, turned=turned))
        else:
            totals = pair.totals[::-1] if turned else pair.totals
            yield (names, str(pair.games), *map(signed, totals))


def _turned(amount: Amount, *, turned: bool) -> Amount:
    return -amount if turned else amount


def over_time(sums: GameSums, only: str = "") -> Course:
    """Everybody's results added up game by game, in whole units; of many people those who played most."""
    found = sorted(ordered(sums, only), key=lambda each: -each[1].games)[:LINES]
    lines = tuple(tuple(_running(sums.in_order(), key)) for key, _person in found)
    title = text(N_("Results added up, game by game"))
    return Course(title, tuple(person.name for _key, person in found), lines, _("game"))


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
