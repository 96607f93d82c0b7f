"""Reports to print: their content as texts and tables, and their layout as HTML, PDF and PNG."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, Literal, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from prefcount.base.i18n import N_, _, language, ngettext
from prefcount.base.locale_format import format_day, format_money, use_no_break_spaces
from prefcount.base.problems import invalid
from prefcount.entries.models import AmendBase, PriceEntry, RenameEntry, ResultEntry, RulesEntry, Void
from prefcount.games import TITLES, get_game
from prefcount.games.game import EditedRules, SettlementTable
from prefcount.games.rules import PRESET
from prefcount.ledger import Coin
from prefcount.render import text
from prefcount.render.svg import EM, add_inline, add_line, draw_sheet, figures_in_words, svg_text, text_ems
from prefcount.render.text import value_text
from prefcount.render.text_cells import dotted_totals, figure, shorten_names, signed
from prefcount.render.view import ColumnView, TableView, table_view
from prefcount.session.outcome import has_only_result, settle_session
from prefcount.session.session import Session, new_header

MAX_HANDS_IN_ONE_COLUMN = 10
"""A list with more hands may be in two columns, with abbreviated names of players."""
LINE_EMS, MIN_ENTRY_SIZE = 70, 13
"""The width of the page, and the least width of the text of a hand in the list of hands, in ems."""
MAX_BRIEF_TOTALS = 180
"""Maximum number of totals of a column in a brief report. Most games have fewer."""


class Grid(NamedTuple):
    """A table of a report, with a title and a sentence that explains the table.

    The first cell of each row is its label, such as the name of a player.
    """

    caption: str
    explanation: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ReportHand(NamedTuple):
    """A line in the list of hands of a report.

    Attributes:
        number: the number of the hand, or "" for another entry.
        text: the hand or entry in words.
        worth: the change of each player's result, such as "+12", in seat order.
        counts: False if the entry is not valid. It is then struck through.
    """

    number: str
    text: str
    worth: tuple[str, ...]
    counts: bool


class ReportOption(NamedTuple):
    """An option that differs from the preset: its name, its value, and a sentence that explains it."""

    name: str
    value: str
    about: str


class Report(NamedTuple):
    """The content of a report on a session, from which HTML pages, PDF and PNG files are made.

    Attributes:
        view: the content of the drawn sheet.
        captions: the headings of sections and columns, by keys such as "payments".
        sheet: whether the report has a sheet. False if only the result of the game is known.
        heads: the abbreviated names in seat order, for narrow columns.
        about: short phrases about the game, such as its preset, its date and its number of hands.
        preset: a sentence that describes the preset.
        options: the options that differ from the preset.
        changed: a sentence for each change of the rules during the game, with the hand from which it counted.
        payments: a sentence for each payment, and sentences about the rounding of results.
        columns: the text version of the sheet, with all totals of the pool, dump and whists of each player.
        steps: a table for each step of the calculation.
        hands: the entries that were not taken back, in the order in which they count.
        hand_columns: the number of columns (1 or 2) in which the list of hands is printed.
        hand_lines: the estimated height of the list of hands, in lines.
        corrections: a sentence with the number of entries that were corrected or taken back, or "".
        file: a sentence with the hash of the file, or "".
    """

    language: str
    view: TableView
    sheet: bool
    captions: dict[str, str]
    players: tuple[str, ...]
    heads: tuple[str, ...]
    title: str
    about: tuple[str, ...]
    preset: str
    options: tuple[ReportOption, ...]
    changed: tuple[str, ...]
    results: Grid
    payments: tuple[str, ...]
    columns: Grid
    steps: tuple[Grid, ...]
    hands: tuple[ReportHand, ...]
    hand_columns: int
    hand_lines: int
    corrections: str
    file: str

    @property
    def is_short(self) -> bool:
        """Return whether the report is short enough for larger letters on one page."""
        return self._lines + 4 * len(self.players) <= 19

    @property
    def fills_no_page(self) -> bool:
        """Return whether the report leaves space on its page for a larger drawing of the sheet."""
        return self._lines + 7 * len(self.players) <= 44

    @property
    def _lines(self) -> int:
        return self.hand_lines + 2 * len(self.options) + len(self.changed)


def make_report(
    session: Session, file_hash: str, coin: Coin | None = None, *, briefly: bool = False
) -> Report:
    """Return the report on the current state of a session.

    Args:
        file_hash: the hash of the session file, which is shown only if the game has ended.
        coin: the smallest coin for payments, or None for exact payments.
        briefly: whether to leave out the calculation, the list of hands, and the oldest totals of long
            columns.
    """
    view, settled = table_view(session, struck=False), settle_session(session, coin)
    sheet = not has_only_result(session)
    convention = EditedRules.from_header(session.game, session.game.spell_rules(session.state.rules))
    headings, *rows = text.result_rows(settled)
    heads = tuple(shorten_names(session.players))
    narrow = session if briefly or heads == session.players else _rename_players(session, heads)
    hands = () if briefly else tuple(_hands(session, view))
    if len(hands) > MAX_HANDS_IN_ONE_COLUMN and narrow is not session:
        hands = tuple(_hands(session, table_view(narrow)))
    hand_columns, hand_lines = _hand_columns(heads, hands)
    return Report(
        language=language(),
        view=view,
        sheet=sheet,
        captions={
            "payments": _("Payments"),
            "convention": _("Preset"),
            "changes": _("Differences:"),
            "changed": _("Rules changed during the game:"),
            "calculation": _("Calculation, step by step"),
            "hands": _("Hands, and how each one changed the results"),
            "number": _("no."),
            "entry": _("entry"),
        },
        players=session.players,
        heads=heads,
        title=", ".join(session.players),
        about=tuple(_about(session, sheet)),
        preset=_(session.game.presets[convention.preset]) if sheet else "",
        options=tuple(
            ReportOption(info.word, value_text(info.value, info.name), str(info.explanation))
            for info in (convention.changes if sheet else ())
            if info.name not in (PRESET, session.game.goal.option)
        ),
        changed=tuple(_changed(session)),
        results=Grid(
            _("Results"), "", headings, tuple([(name, *map(use_no_break_spaces, row)) for name, *row in rows])
        ),
        payments=(
            *text.payment_lines(settled, use_no_break_spaces),
            *(() if briefly else text.rounding_lines(settled)),
        ),
        columns=_columns(view, MAX_BRIEF_TOTALS if briefly else None),
        steps=()
        if briefly
        else tuple(map(_step, text.settlement_steps(settle_session(narrow), use_no_break_spaces))),
        hands=hands,
        hand_columns=hand_columns,
        hand_lines=hand_lines,
        corrections="" if briefly else _corrections(session),
        file=text.explain_hash(file_hash) if file_hash and session.state.ended else "",
    )


def _rename_players(session: Session, names: Sequence[str]) -> Session:
    renames = (
        RenameEntry.model_construct(n=n, player=player, to=name)
        for n, (player, name) in enumerate(zip(session.players, names, strict=True), session.next_number)
        if player != name
    )
    return session.with_entries((*session.entries, *renames))


def _corrections(session: Session) -> str:
    corrected = sum(
        step.effective.corrected_by != 0 and not isinstance(step.effective.written, Void | AmendBase)
        for step in session.replay.steps
    )
    sentence = _("Entries corrected or taken back during the game: {n}. prefcount show --all lists them.")
    return sentence.format(n=corrected) if corrected else ""


def _hand_columns(heads: Sequence[str], hands: Sequence[ReportHand]) -> tuple[int, int]:
    figures = zip(heads, *(hand.worth for hand in hands), strict=True)
    taken = 3 * EM + sum(max(map(text_ems, column)) + EM for column in figures)
    alone, beside = (max(EM, room * EM - taken) for room in (LINE_EMS, LINE_EMS // 2 - 1))
    lines, halved = (sum(-(-text_ems(hand.text) // room) for hand in hands) for room in (alone, beside))
    if len(hands) > MAX_HANDS_IN_ONE_COLUMN and beside >= MIN_ENTRY_SIZE * EM and halved < 2 * lines:
        return 2, (halved + 1) // 2
    return 1, lines


def _step(step: SettlementTable) -> Grid:
    headings, rows = tuple(map(str, step.headings)), text.settlement_step_rows(step)
    unbroken = tuple((name, *map(use_no_break_spaces, figures)) for name, *figures in rows)
    return Grid(str(step.title), str(step.explanation), headings, unbroken)


def _about(session: Session, sheet: bool) -> Iterator[str]:
    header, state = session.header, session.state
    played = _(TITLES[session.game.name])
    yield f"{played}, {text.rules_name(session)}" if sheet else played
    if session.started:
        yield format_day(session.started.date())
    if sheet:
        yield ngettext("{n} hand", "{n} hands", state.hands).format(n=state.hands)
        yield _("the game is over") if state.over else _("the game is not over yet")
    else:
        yield _("only the result of the game is known")
    price = session.price
    if price.amount is not None:
        amount = use_no_break_spaces(format_money(price.amount, price.currency))
        yield f"{_(session.game.words.price)} {amount}"
    if header.note:
        yield header.note


def _changed(session: Session) -> Iterator[str]:
    for step in session.replay.steps:
        if isinstance(step.entry, RulesEntry) and step.counts and step.before.hands:
            before, now = (
                {info.name: info for info in session.game.options(state.rules)}
                for state in (step.before, step.state)
            )
            change, sentence = _("{option}: {value} (before: {old})"), _("from hand {n} on: {changes}")
            changes = (
                change.format(option=info.word, value=value_text(info.value, name), old=value_text(old, name))
                for name, info in now.items()
                if name in before and (old := before[name].value) != info.value
            )
            yield sentence.format(n=step.before.hands + 1, changes="; ".join(changes))


def _columns(view: TableView, most: int | None) -> Grid:
    rows = [
        (row.name, column.heading, column.totals_text if most is None else _newest(column, most))
        for row in view.rows
        for column in row.columns
    ]
    return Grid(_("Columns"), "", ("", _("column"), _("all totals")), tuple(rows))


def _newest(column: ColumnView, most: int) -> str:
    older = len(column.marks) - most
    if older <= 0:
        return column.totals_text
    before = ngettext("{n} total before", "{n} totals before", older).format(n=older)
    newest = [f"{sign}{figure(mark.amount)}" for mark, sign in column.signed(older) if not mark.struck]
    return f"({before}) … {dotted_totals(newest)}"


def _hands(session: Session, view: TableView) -> Iterator[ReportHand]:
    for step, row in zip(session.replay.steps, view.hands, strict=False):
        if row.crosses_out or row.is_past or (isinstance(step.entry, ResultEntry) and step.counts):
            continue
        changed = bool(step.postings) or any(row.exact_worth)
        worth = (signed(change) if changed and change is not None else "" for change in row.exact_worth)
        words = row.words_now
        if isinstance(step.entry, PriceEntry):
            words = use_no_break_spaces(words)
        yield ReportHand(str(row.number or ""), words, tuple(worth), row.counts)


POLICY = "default-src 'none'; style-src 'unsafe-inline'"
MAX_ENTRIES_ON_A_PAGE = 50_000
"""Maximum number of entries on an HTML page. Such a page has eight megabytes, and slows browsers down."""


def session_html(session: Session, file_hash: str, coin: Coin | None = None) -> str:
    """Return the report on a session as an HTML document.

    Args:
        file_hash: the hash of the session file, which is shown only if the game has ended.
        coin: the smallest coin for payments, or None for exact payments.

    Raises:
        InvalidInput: if the session has too many entries for a page.
    """
    if len(session.entries) > MAX_ENTRIES_ON_A_PAGE:
        sentence = N_(
            "a page has room for {most} entries, and this game has {count}; make a table instead: "
            "prefcount report --csv hands"
        )
        raise invalid(sentence, most=MAX_ENTRIES_ON_A_PAGE, count=len(session.entries))
    content = make_report(session, file_hash, coin)
    drawn = draw_sheet(content.view)
    classes = (("filled", content.fills_no_page and content.sheet), ("short", content.is_short))
    class_ = " ".join(name for name, has in classes if has)
    root, body = html_page(content.title, content.language, class_=class_)
    header = add_line(body, "header")
    add_line(header, "h1", content.title, dir="auto")
    add_line(header, "p", " · ".join(content.about), class_="about")
    if content.sheet:
        sizes = f"--least: {drawn.page.least_height}mm; --most: {drawn.page.most_height}mm"
        add_line(body, "figure", style=sizes).append(drawn.picture)
    beside = add_line(body, "div", class_="beside")
    add_table(add_line(beside, "section"), content.results, class_="results")
    paid = add_line(beside, "section")
    add_line(paid, "h2", content.captions["payments"])
    add_list(paid, content.payments)
    if content.sheet:
        _add_rules(add_line(beside, "section"), content)
        section = add_line(body, "section")
        add_line(section, "h2", content.captions["calculation"])
        steps = add_line(section, "div", class_="steps")
        for step in content.steps:
            add_table(steps, step)
    if content.hands:
        section = add_line(body, "section")
        _add_hands(add_line(section, "div", class_="list") if content.hand_columns > 1 else section, content)
    if content.corrections:
        add_line(body, "p", content.corrections, class_="about")
    if content.sheet and not drawn.complete:
        add_table(add_line(body, "section"), content.columns, class_="columns")
    if content.file:
        add_line(add_line(body, "footer"), "p", content.file)
    return html_text(root)


def html_page(title: str, language: str, *, class_: str = "") -> tuple[Element, Element]:
    """Return the root element and the empty body of a new HTML page.

    Args:
        language: the code of the language, such as "en".
        class_: the CSS class of the body.
    """
    root = Element("html", {"lang": language})
    head = add_line(root, "head")
    add_line(head, "meta", charset="utf-8")
    SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": POLICY}).tail = "\n"
    add_line(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    add_line(head, "title", title)
    add_line(head, "style", "\n" + _resource("report.css").decode())
    return root, add_line(root, "body", **({"class_": class_} if class_ else {}))


def html_text(root: Element) -> str:
    return f"<!DOCTYPE html>\n{tostring(root, encoding='unicode', method='html')}\n"


def add_table(parent: Element, grid: Grid, **attributes: str) -> None:
    """Append a table to an HTML element.

    Args:
        grid: the content. The first cell of each row becomes the heading of the row.
        attributes: the HTML attributes of the table, such as `class_="results"`.
    """
    made = add_line(parent, "table", **attributes)
    caption = add_line(made, "caption", grid.caption)
    if grid.explanation:
        add_inline(caption, "br")
        add_inline(caption, "small", grid.explanation)
    _add_headings(made, grid.headings)
    rows = add_line(made, "tbody")
    for name, *cells in grid.rows:
        row = add_line(rows, "tr")
        add_inline(row, "th", name, scope="row", dir="auto")
        for cell in cells:
            add_inline(row, "td", cell)


def add_list(parent: Element, texts: Iterable[str], **attributes: str) -> None:
    """Append a bulleted list to an HTML element.

    Args:
        texts: the text of each item.
        attributes: the HTML attributes of each item, such as `dir="auto"`.
    """
    items = add_line(parent, "ul")
    for item in texts:
        add_line(items, "li", item, **attributes)


def _add_headings(table: Element, headings: Sequence[str]) -> None:
    row = add_line(add_line(table, "thead"), "tr")
    for heading in headings:
        if heading:
            add_inline(row, "th", heading, scope="col", dir="auto")
        else:
            add_inline(row, "td")


def _add_rules(section: Element, content: Report) -> None:
    add_line(section, "h2", content.captions["convention"])
    add_line(section, "p", content.preset)
    if content.options:
        add_line(section, "p", content.captions["changes"])
        listed = add_line(section, "ul")
        for option in content.options:
            item = add_line(listed, "li")
            add_inline(item, "b", f"{option.name}: {option.value}").tail = f" – {option.about}"
    if content.changed:
        add_line(section, "p", content.captions["changed"])
        add_list(section, content.changed)


def _add_hands(parent: Element, content: Report) -> None:
    made = add_line(parent, "table", class_="hands")
    add_line(made, "caption", content.captions["hands"])
    _add_headings(made, (content.captions["number"], content.captions["entry"], *content.heads))
    rows = add_line(made, "tbody")
    for hand in content.hands:
        row = add_line(rows, "tr")
        add_inline(row, "th", hand.number, scope="row")
        line = add_inline(row, "td", class_="said", dir="auto")
        if hand.counts:
            line.text = hand.text
        else:
            add_inline(line, "s", hand.text)
        for change in hand.worth:
            add_inline(row, "td", change)


EPOCH = 0
"""The creation date of every PDF, so that equal reports are equal files."""
MAX_ENTRIES_IN_A_PDF = 2000
"""Maximum number of entries in a PDF, because typst takes 1/8 MB of memory for each entry."""
LONG_WORD = 24
"""Longest word in letters that fits on one line everywhere. Longer words may be broken."""
BREAK = "\u200b"
"""A zero-width space, at which typst may break a line."""
_LONG_WORD = re.compile(rf"(?<![^ ])[^ {BREAK}]{{{LONG_WORD + 1},}}(?![^ ])")


def session_pdf(session: Session, file_hash: str) -> bytes:
    """Return the report on a session as a PDF.

    `file_hash` is the hash of the session file, which is shown only if the game has ended.

    Raises:
        InvalidInput: if the session has too many entries for a PDF, or typst is not installed.
    """
    if len(session.entries) > MAX_ENTRIES_IN_A_PDF:
        sentence = N_(
            "a PDF has room for {most} entries, and this game has {count}; make an HTML page instead: --html"
        )
        raise invalid(sentence, most=MAX_ENTRIES_IN_A_PDF, count=len(session.entries))
    content = make_report(session, file_hash)
    drawn = draw_sheet(content.view)
    texts = content._asdict()
    del texts["view"]
    columns = content.columns
    # Totals have dots between them, but no blanks, at which typst could break a line.
    rows = tuple((name, column, totals.replace(".", f".{BREAK}")) for name, column, totals in columns.rows)
    texts["columns"] = None if drawn.complete or not content.sheet else columns._replace(rows=rows)
    texts |= {"short": content.is_short, "filled": content.fills_no_page}
    texts |= {"least_height": drawn.page.least_height, "most_height": drawn.page.most_height}
    texts["words"] = "\n".join(figures_in_words(content.view))
    return typeset(texts, [drawn.picture], "pdf")


PHONE_PPI = 3 * 72
"""Dots per inch of a PNG: three dots for each of the 390 pixels across a phone."""

PHONE_LABEL = 46
"""Height of the smallest writing on the sheet of a PNG, in units of the page: ten pixels of a phone."""


def session_png(session: Session, file_hash: str, coin: Coin | None = None) -> bytes:
    """Return the sheet, the results and the payments of a session as a PNG to send to a chat.

    Args:
        file_hash: the hash of the session file, which is shown only if the game has ended.
        coin: the smallest coin for payments, or None for exact payments.

    Raises:
        InvalidInput: if typst is not installed.
    """
    content = make_report(session, file_hash, coin, briefly=True)
    texts = {**content._asdict(), "view": None, "phone": True}
    return typeset(texts, [draw_sheet(content.view, smallest=PHONE_LABEL).picture], "png")


def typeset(
    texts: Mapping[str, Any], pictures: Sequence[Element | None], kind: Literal["pdf", "png"]
) -> bytes:
    """Typeset a report with typst and return the content of the file.

    Args:
        texts: the values for the template `report.typ`, such as the fields of a `Report`.
        pictures: the sheets or charts as SVG elements, or None for a game without a chart.
        kind: the format of the file.

    Raises:
        InvalidInput: if typst is not installed.
    """
    try:
        import typst
    except ImportError:
        sentence = N_("a PDF or PNG needs typst; install it with: pip install 'prefcount[pdf]'")
        raise invalid(sentence) from None
    plain = _plain({"blank": False, "short": False, "phone": False, "season": False, **texts})
    drawn = [None if picture is None else svg_text(picture) for picture in pictures]
    content = json.dumps({**plain, "pictures": drawn})
    template, inputs = _resource("report.typ"), {"report": content}
    made = typst.compile(template, format=kind, ppi=PHONE_PPI, sys_inputs=inputs, timestamp=EPOCH)
    if not isinstance(made, bytes):
        raise TypeError(f"typst made {type(made).__name__} of a report")
    return made


def _resource(name: str) -> bytes:
    return files("prefcount.render").joinpath(name).read_bytes()


def _plain(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, str):
        words = value.split(" ")
        return " ".join(
            BREAK.join(word) if len(word) > LONG_WORD and BREAK not in word else word for word in words
        )
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


class Blank(NamedTuple):
    """An empty sheet to print.

    Attributes:
        view: the sheet, which has columns but no figures.
        fields: labels such as “Date”, next to which players write by hand.
    """

    view: TableView
    fields: tuple[str, ...]


def make_blank(game: str, players: int, names: Sequence[str], target: int | None = None) -> Blank:
    """Return an empty sheet of a game.

    Args:
        game: the code of the game, such as "preferans".
        players: the number of players, which is used if `names` is empty.
        names: the names of the players. If empty, the sheet has lines to write the names on.
        target: the goal of the game, such as 20 in the pool, or None for the usual goal.

    Raises:
        InvalidInput: if the game cannot be played by this number of players or to this goal.
    """
    header = new_header(game=game, players=tuple(names) or tuple(map(str, range(1, players + 1))))
    played = get_game(header.game)
    rules = {} if target is None else {played.goal.option: target}
    view = table_view(Session(header.model_copy(update={"rules": rules})))
    title = f"{', '.join(names)} · {_(TITLES[header.game])}"
    if not names:
        view = view._replace(rows=tuple(row._replace(name="") for row in view.rows))
        sentence = ngettext("An empty sheet for {n} player", "An empty sheet for {n} players", players)
        title = sentence.format(n=players)
    fields = (_("Date"), _("Place"), _("Preset"), _(played.words.price))
    return Blank(view._replace(title=title), fields)


def blank_svg(empty: Blank) -> str:
    return svg_text(draw_sheet(empty.view, empty=True).picture)


def blank_html(empty: Blank) -> str:
    """Return an empty sheet as an HTML document, to print on A4 in landscape."""
    root, body = html_page(empty.view.title, language(), class_="blank")
    fields = add_line(body, "p")
    for field in empty.fields:
        add_line(fields, "span", field, class_="field")
    add_line(body, "figure").append(draw_sheet(empty.view, empty=True).picture)
    return html_text(root)


def blank_pdf(empty: Blank) -> bytes:
    """Return an empty sheet as a PDF.

    Raises:
        InvalidInput: if typst is not installed.
    """
    title = empty.view.title
    texts = {"blank": True, "language": language(), "title": title, "words": title, "fields": empty.fields}
    return typeset(texts, [draw_sheet(empty.view, empty=True).picture], "pdf")
