"""The page of a season: results by evening, a chart with all people, and debts, as HTML, PDF or PNG."""

from collections.abc import Iterator, Sequence
from math import ceil, floor
from pathlib import Path
from typing import Literal, NamedTuple
from xml.etree.ElementTree import Element

from prefcount.base.i18n import _, capitalize_first, language
from prefcount.base.locale_format import currency_sign, format_day, use_no_break_spaces
from prefcount.debts.balances import CurrencyDebts, Debts, EveningMoney, read_money
from prefcount.debts.report import (
    balance_rows,
    counts_line,
    doubtful_name_lines,
    not_counted_line,
    suggestion_lines,
)
from prefcount.ledger import Amount
from prefcount.render.chart import round_ticks
from prefcount.render.documents import Grid, add_list, add_table, html_page, html_text, typeset
from prefcount.render.svg import add_line, make_picture, shorten, text_units
from prefcount.render.text_cells import shorten_names, signed, width
from prefcount.stats.report import (
    NO_RESULT,
    course_by_game,
    currencies_of,
    game_heading,
    game_rows,
    money_cell,
    not_counted_lines,
)
from prefcount.stats.sums import GameSums, SessionRecord, Statistics, read_session
from prefcount.store.payment_book import BookPayment

MAX_COLUMNS, MAX_HEAD, MAX_HEADS = 10, 16, 70
"""Maximum people in a table, and widths of one name and of all names, beyond which names are abbreviated."""

EveningRead = tuple[SessionRecord | str, EveningMoney | list[BookPayment] | str]
"""The content of a file in the two forms that `Statistics.add` and `Debts.add` take."""


def read_evening(path: Path) -> EveningRead:
    return read_session(path), read_money(path)


class SeasonGame(NamedTuple):
    """The results of all evenings with one game: a row for each evening, and a column for each person."""

    heading: str
    tables: tuple[Grid, ...]


class SeasonDebts(NamedTuple):
    """The debts in one currency: the balances, and a sentence for each payment that settles them."""

    balances: Grid
    payments: tuple[str, ...]


class SeasonPage(NamedTuple):
    """The texts of a page with the results and debts of a season."""

    language: str
    title: str
    games: tuple[SeasonGame, ...]
    debts_heading: str
    debts: tuple[SeasonDebts, ...]
    remarks: tuple[str, ...]


def make_season(statistics: Statistics, debts: Debts) -> tuple[SeasonPage, list[Element | None]]:
    """Return the texts of a season's page and its charts."""
    games = list(statistics.games.values())
    remarks = [line.strip() for line in not_counted_lines(statistics)]
    remarks += map(not_counted_line, debts.not_counted)
    remarks += doubtful_name_lines(debts)
    page = SeasonPage(
        language(),
        _season_title(games),
        tuple(SeasonGame(game_heading(sums), tuple(_tables(sums))) for sums in games),
        _("Debts"),
        tuple(map(_debts, debts.in_order)),
        tuple(remarks),
    )
    return page, [draw_history(sums) if len(sums.evenings) > 1 else None for sums in games]


def _season_title(games: Sequence[GameSums]) -> str:
    days = sorted(each.day for sums in games for each in sums.evenings if each.day is not None)
    if not days:
        return _("Season")
    dates = " – ".join(dict.fromkeys(map(format_day, (days[0], days[-1]))))
    return _("Season: {dates}").format(dates=dates)


def _tables(sums: GameSums) -> Iterator[Grid]:
    people = sums.shown_people
    headings, *rows = game_rows(sums)
    rows.append((_("in all"), str(sums.hands), *(signed(each.total) for _key, each in people)))
    for currency in currencies_of(people):
        title = currency_sign(currency) or _("money")
        rows.append((title, "", *(money_cell(currency, person) for _key, person in people)))
    labels = 2 if sums.hands else 1
    heads = headings[2:]
    if max(map(width, heads)) > MAX_HEAD or sum(map(width, heads[:MAX_COLUMNS])) > MAX_HEADS:
        heads = tuple(shorten_names(heads))
    caption = capitalize_first(_(sums.game.words.heading))
    for first in range(0, len(people), MAX_COLUMNS):
        part = slice(first, first + MAX_COLUMNS)
        cells = [(*row[:labels], *row[2:][part]) for row in rows if {*row[2:][part]} != {NO_RESULT}]
        spaced = tuple(tuple(map(use_no_break_spaces, row)) for row in cells)
        yield Grid(caption, "", (*headings[:labels], *heads[part]), spaced)


def _debts(debts: CurrencyDebts) -> SeasonDebts:
    headings, *rows = balance_rows(debts, everyone=True)
    cells = [(name, *map(use_no_break_spaces, row)) for name, *row in rows]
    balances = Grid(counts_line(debts), "", headings, tuple(cells))
    return SeasonDebts(balances, tuple(filter(None, suggestion_lines(debts))))


PAGE_WIDTH, PLOT_HEIGHT, SIZE, DAY_SIZE = 1900, 620, 26, 22
"""Width of the chart, minimum height of its lines, and font sizes, in tenths of a millimetre."""
MARGIN, LINE = 16, 34
MAX_TICKS = 7
COLOURS = ("#1f5fa8", "#c0392b", "#1e8449", "#8e44ad", "#b9770e", "#117a8b", "#5d4037", "#555")
DASHES = ("", "14 7", "4 5", "22 6 4 6", "9 4", "2 8", "26 9")
"""Styles of the lines. Eight colours and seven kinds of dashes make 56 different lines."""


def draw_history(sums: GameSums) -> Element:
    """Draw the chart of the running totals in one game. Each line ends at the name of its player."""
    history = course_by_game(sums, most=len(sums.people))
    values = [value for line in history.results for value in line if value is not None]
    least, most = floor(min((*values, 0))), ceil(max((*values, 0)))
    totals = [line[-1] or 0 for line in history.results]
    labels = [
        shorten(f"{name} {signed(total)}", PAGE_WIDTH // 2, SIZE)
        for name, total in zip(history.players, totals, strict=True)
    ]
    ticks = round_ticks(least, most, MAX_TICKS)
    left = MARGIN + max(text_units(signed(tick), SIZE) for tick in ticks)
    right = PAGE_WIDTH - max(text_units(label, SIZE) for label in labels) - 5 * MARGIN
    height = max(PLOT_HEIGHT, LINE * len(labels))
    root = make_picture(f"0 0 {PAGE_WIDTH} {height + 2 * LINE}", str(history.title))

    def across(evening: int) -> int:
        return left + (right - left) * evening // max(1, history.hands)

    def down(value: Amount) -> int:
        return LINE // 2 + int((height - LINE) * (most - value) // max(1, most - least))

    for tick in ticks:
        colour = "#888" if tick == 0 else "#ddd"
        _draw_line(root, [(left, down(tick)), (right, down(tick))], colour, 2)
        _write(root, left - MARGIN // 2, down(tick) + SIZE // 3, signed(tick), anchor="end")
    days = ["" if played.day is None else format_day(played.day) for played in sums.in_order()]
    room = max(text_units(day, DAY_SIZE) for day in days) + MARGIN
    step = -(-history.hands * room // (right - left)) or 1
    for evening, day in enumerate(days, 1):
        if day and (history.hands - evening) % step == 0:
            x = max(room // 2, across(evening))
            _write(root, x, height + LINE, day, anchor="middle", size=DAY_SIZE)
    from_top = sorted(range(len(totals)), key=lambda index: -totals[index])
    heights = _spread([down(totals[index]) for index in from_top], height)
    for index, y in zip(from_top, heights, strict=True):
        colour, dashes = COLOURS[index % len(COLOURS)], DASHES[index % len(DASHES)]
        values_of_line = enumerate(history.results[index])
        points = [(across(evening), down(value)) for evening, value in values_of_line if value is not None]
        end = [(right + MARGIN, points[-1][1]), (right + 3 * MARGIN, y), (right + 4 * MARGIN, y)]
        _draw_line(root, [*points, *end], colour, 5, dashes)
        _write(root, right + 9 * MARGIN // 2, y + SIZE // 3, labels[index])
    return root


def _spread(heights: Sequence[int], bottom: int) -> list[int]:
    spread: list[int] = []
    for y in heights:
        spread.append(max(y, spread[-1] + LINE if spread else LINE // 2))
    limit = bottom - LINE // 2
    for index in reversed(range(len(spread))):
        spread[index] = min(spread[index], limit)
        limit = spread[index] - LINE
    return spread


def _draw_line(
    root: Element, points: Sequence[tuple[int, int]], colour: str, thick: int, dashes: str = ""
) -> None:
    pairs = " ".join(f"{x},{y}" for x, y in points)
    line = add_line(root, "polyline", points=pairs, fill="none", stroke=colour, stroke_width=thick)
    line.set("stroke-linejoin", "round")
    if dashes:
        line.set("stroke-dasharray", dashes)


def _write(root: Element, x: int, y: int, words: str, anchor: str = "start", size: int = SIZE) -> None:
    add_line(root, "text", words, x=x, y=y, font_size=size, text_anchor=anchor)


def season_html(statistics: Statistics, debts: Debts) -> str:
    page, charts = make_season(statistics, debts)
    root, body = html_page(page.title, page.language, class_="season")
    add_line(body, "h1", page.title)
    for game, chart in zip(page.games, charts, strict=True):
        section = add_line(body, "section")
        add_line(section, "h2", game.heading)
        for grid in game.tables:
            add_table(section, grid)
        if chart is not None:
            add_line(section, "figure").append(chart)
    if page.debts:
        add_line(body, "h2", page.debts_heading)
    for debts_of_one in page.debts:
        beside = add_line(body, "div", class_="beside")
        add_table(add_line(beside, "section"), debts_of_one.balances, class_="results")
        add_list(add_line(beside, "section"), debts_of_one.payments)
    for remark in page.remarks:
        add_line(body, "p", remark, class_="about")
    return html_text(root)


def season_typeset(statistics: Statistics, debts: Debts, kind: Literal["pdf", "png"]) -> bytes:
    """Return the page of a season as a PDF or PNG. Raises InvalidInput if typst is not installed."""
    page, charts = make_season(statistics, debts)
    return typeset({**page._asdict(), "season": True, "image": kind == "png"}, charts, kind)
