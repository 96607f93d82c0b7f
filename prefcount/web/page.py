"""The pages for phones. A page that follows the game is built of parts, which are replaced one by one."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from functools import cache
from xml.etree.ElementTree import Element

from babel import negotiate_locale

from prefcount.base.i18n import _, language
from prefcount.entering import Draft
from prefcount.entries.models import AmendBase
from prefcount.languages import LANGUAGES, READABLE
from prefcount.render.documents import Grid, add_list, add_table, html_text, make_report
from prefcount.render.svg import add_inline, add_line, draw_sheet
from prefcount.render.text import describe
from prefcount.render.view import EntryRow, explain_entry
from prefcount.session.session import Session
from prefcount.store.reader import LoadedSession, find_faults
from prefcount.store.settings import saved_coin
from prefcount.web.writing import FORM_PATH, RECORD_PATH


def table_facts(session: Session, now: datetime) -> tuple[tuple[str, str], ...]:
    return tuple((str(fact.label), str(fact.value)) for fact in session.game.facts(session.state, now))


LANGUAGE_PARAMETER = "lang"
"""The query parameter that selects the language of a page."""
_RANGE = re.compile(
    r"\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)\s*(?:;\s*q\s*=\s*(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)\s*)?", re.I
)
"""One language of an Accept-Language header with its quality value (RFC 9110, 12.5.4)."""


def language_query(code: str) -> str:
    return f"?{LANGUAGE_PARAMETER}={code}"


def known_language(code: str) -> str | None:
    """Return `code` if the program has a language with this code, else None."""
    return code if code in LANGUAGES else None


def negotiate_language(accepted: str) -> str:
    """Return the language that best fits an Accept-Language header, or the current language if none fits."""
    wished = sorted(_wanted_languages(accepted), key=lambda each: each[1], reverse=True)
    agreed = negotiate_locale([code for code, much in wished if much], READABLE, sep="-")
    return agreed or language()


def _wanted_languages(accepted: str) -> Iterator[tuple[str, Fraction]]:
    for encoding in accepted.split(","):
        if match := _RANGE.fullmatch(encoding):
            code, much = match.groups()
            yield language() if code == "*" else code.lower(), Fraction(much or 1)


MAX_LISTED_HANDS = 100
"""Maximum number of entries listed on the page. Most games have fewer."""
SCRIPT, STYLE, ICON, EVENTS, MANIFEST = "live.js", "style.css", "icon.svg", "events", "app.webmanifest"
"""Paths that the page requests, relative to the path of the page."""
ENTRY_SCRIPT = "enter.js"
CONTENT_TYPES = {
    SCRIPT: "text/javascript",
    ENTRY_SCRIPT: "text/javascript",
    STYLE: "text/css",
    ICON: "image/svg+xml",
    MANIFEST: "application/manifest+json",
}
"""The files that pages load, each with its type."""


def build_parts(
    loaded: LoadedSession, now: datetime, warning: str = "", played: Sequence[Draft] = ()
) -> Element:
    """Build the element with all parts of the page that change during a game.

    Args:
        now: the current time, for games that end at a set time.
        warning: the reason why the file could not be read again, or "".
        played: half-entered hands, whose contracts the page shows.
    """
    session = loaded.session
    report = make_report(session, loaded.file_hash, saved_coin(session.price.currency), briefly=True)
    whole = Element("div", {"id": "page"})
    whole.text = "\n"
    about = _add_part(whole, "header", "about")
    add_line(about, "h1", report.title, dir="auto")
    add_line(about, "p", " · ".join(report.about), dir="auto")
    doubts = _add_part(whole, "section", "doubts", aria_live="polite")
    for fault in dict.fromkeys(filter(None, (warning, *map(str, find_faults(loaded))))):
        add_line(doubts, "p", fault, dir="auto")
    in_play = _add_part(whole, "section", "played", aria_live="polite")
    for contract in dict.fromkeys(filter(None, (draft.contract_so_far() for draft in played))):
        add_line(in_play, "h2", _("Being played, not recorded yet"))
        add_line(in_play, "p", contract, class_="said", dir="auto")
    _add_last_entry(_add_part(whole, "section", "last", aria_live="polite", aria_atomic="true"), session)
    results = _add_part(whole, "section", "results")
    heading = _("The game is over.") if session.state.over else _("If the game ended now:")
    add_table(results, report.results._replace(caption=heading))
    add_line(results, "h2", report.captions["payments"])
    add_list(results, report.payments, dir="auto")
    _add_part(whole, "figure", "sheet").append(draw_sheet(report.view).picture)
    facts = add_line(_add_part(whole, "section", "facts"), "dl")
    for name, value in table_facts(session, now):
        pair = add_line(facts, "div")
        add_inline(pair, "dt", name)
        add_inline(pair, "dd", value, dir="auto")
    _add_columns(_add_part(whole, "section", "figures"), report.columns)
    _add_hands(_add_part(whole, "section", "hands"), report.view.hands)
    add_line(_add_part(whole, "section", "file"), "p", report.file)
    return whole


def page_html(whole: Element) -> str:
    """Return the whole page as HTML. `whole` is the result of `build_parts`."""
    root, body = page_frame(whole.findtext("header/h1", ""), SCRIPT)
    add_line(body, "main").append(whole)
    add_connection_line(body)
    return html_text(root)


def page_frame(title: str, *scripts: str) -> tuple[Element, Element]:
    """Begin a page that loads scripts.

    Args:
        scripts: the paths of the scripts, relative to the path of the page.

    Returns:
        The root element of the page, and its empty body.
    """
    root = Element("html", {"lang": language()})
    head = add_line(root, "head")
    add_line(head, "meta", charset="utf-8")
    add_line(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    add_line(head, "meta", name="color-scheme", content="light dark")
    add_line(head, "meta", name="mobile-web-app-capable", content="yes")
    add_line(head, "title", title)
    add_line(head, "link", rel="icon", href=ICON)
    add_line(head, "link", rel="manifest", href=MANIFEST)
    add_line(head, "link", rel="stylesheet", href=STYLE)
    for script in scripts:
        add_line(head, "script", src=script, defer="")
    body = add_line(root, "body", data_events=EVENTS + language_query(language()))
    links = add_line(body, "nav", id="languages", aria_label=_("Language"))
    for code, other in LANGUAGES.items():
        if code != language():
            add_line(links, "a", other.name, href=language_query(code), hreflang=code, lang=code)
    return root, body


def add_connection_line(body: Element) -> None:
    """Add lines about a lost connection, a screen that goes dark, and missing JavaScript."""
    live = _("Connected: this page updates itself.")
    lost = _("Not connected. This is the last known state. Trying again…")
    add_line(body, "p", id="connection", role="status", data_live=live, data_lost=lost)
    sleeps = _(
        "Without https this page cannot keep the screen on. It catches up when you turn the screen on again."
    )
    add_line(body, "p", sleeps, id="sleeps", hidden="")
    add_line(
        add_line(body, "noscript"),
        "p",
        _("Without JavaScript this page does not update; reload it to see more."),
    )


def _add_part(whole: Element, tag: str, name: str, **attributes: str) -> Element:
    made = add_line(whole, tag, id=name, data_part="", **attributes)
    made.text = "\n"
    return made


def _add_last_entry(part: Element, session: Session) -> None:
    heading = add_line(part, "h2", _("Last entry"))
    if not session.entries:
        add_line(part, "p", _("No hands yet."))
        return
    step = session.replay.step(session.next_number - 1)
    if step.hand_number is not None:
        heading.text = _("Hand {n}").format(n=step.hand_number)
    add_line(part, "p", describe(session, step, words=True), class_="said", dir="auto")
    explained = step.entry.entry if isinstance(step.entry, AmendBase) and not step.problems else step.n
    if reasons := explain_entry(session, explained)[1:]:
        add_list(part, reasons, dir="auto")


def _add_hands(part: Element, hands: Sequence[EntryRow]) -> None:
    rows = [row for row in reversed(hands) if not (row.crosses_out or row.is_past)]
    if rows:
        add_line(part, "h2", _("Hands"))
        listed = [f"{row.number or '–'} {row.in_words}" for row in rows[:MAX_LISTED_HANDS]]
        older = len(rows) - len(listed)
        earlier = [_("Earlier entries: {n}").format(n=older)] if older else []
        add_list(part, [*listed, *earlier], dir="auto")


def _add_columns(part: Element, columns: Grid) -> None:
    add_table(part, columns)
    for cell in part.iterfind("table/tbody/tr/td[last()]"):
        cell.text, *others = re.split(r"(?<=\.)", cell.text or "")
        for total in others:
            add_inline(cell, "wbr").tail = total


_PARTS = {
    "header": ("about",),
    "section": ("doubts", "last", "results", "facts", "hands"),
    "figure": ("sheet",),
}
"""Ids of the empty parts below the form, by HTML tag. The first state that arrives fills them."""


@cache
def entry_page(_code: str) -> bytes:
    """Return the page for entering hands in the current language.

    `_code` is the code of the current language. It is only the key of the cache.
    """
    root, body = page_frame(_("Enter a hand"), SCRIPT, ENTRY_SCRIPT)
    main = add_line(body, "main")
    _add_form(main)
    shown = add_line(main, "div", id="page")
    for tag, names in _PARTS.items():
        for name in names:
            add_line(shown, tag, id=name, data_part="")
    add_connection_line(body)
    return html_text(root).encode()


def _add_form(main: Element) -> None:
    query = language_query(language())
    form = add_line(
        main,
        "section",
        id="entry",
        aria_label=_("Enter a hand"),
        data_form=FORM_PATH[1:] + query,
        data_record=RECORD_PATH[1:] + query,
        data_sending=_("Sending…"),
        data_lost=_("No answer yet: it is not known whether the hand is recorded. Trying again…"),
        data_offline=_("No connection. Your answers are kept on this phone. Trying again…"),
        data_closed=_("Hands can now be entered only on the computer. Your answers here are kept."),
        data_meanwhile=_("Recorded in the meantime:"),
    )
    add_line(form, "h2", id="heading")
    for name in ("notice", "problem"):
        add_line(form, "p", id=name, role="status")
    add_line(form, "button", id="factor", type="button", hidden="")
    add_line(form, "p", id="said", dir="auto")
    add_line(form, "p", id="prompt", tabindex="-1", dir="auto")
    add_line(form, "div", id="choices", role="group", aria_labelledby="prompt")
    typed = add_line(form, "form", id="typed", hidden="")
    add_line(
        typed, "input", id="text", aria_labelledby="prompt", autocomplete="off", maxlength="500", dir="auto"
    )
    add_line(typed, "button", _("Next"))
    add_line(form, "div", id="preview", dir="auto")
    keys = add_line(form, "div", id="keys")
    add_line(keys, "button", _("Record"), id="record", type="button", hidden="")
    add_line(keys, "button", _("One step back"), id="back", type="button", hidden="")
    undo = _("Take back {entry}").format(entry="…")
    add_line(keys, "button", undo, id="undo", type="button", hidden="", data_undo=undo)
