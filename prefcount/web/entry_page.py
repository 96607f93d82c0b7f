"""The page on which a phone enters hands: what it is asked above, the game as it stands below.

What is asked comes from the server; the page knows no rule, and its script only shows it.
"""

from functools import cache
from xml.etree.ElementTree import Element

from prefcount.base.i18n import _, language
from prefcount.render.report.elements import add
from prefcount.render.report.html import html_text
from prefcount.web.door import FORM, RECORD
from prefcount.web.languages import query
from prefcount.web.page import around, state_of_connection

ENTRY_SCRIPT = "enter.js"
_PARTS = {
    "header": ("about",),
    "section": ("doubts", "last", "results", "facts"),
    "figure": ("sheet",),
}
"""The parts of the game that stand below, by their elements; the first state that comes fills them."""


def entry_page() -> bytes:
    """The page in the language in use."""
    return _entry_page(language())


@cache
def _entry_page(_code: str) -> bytes:
    root, body = around(_("Enter a hand"), ENTRY_SCRIPT)
    main = add(body, "main")
    _form(main)
    shown = add(main, "div", id="page")
    for tag, names in _PARTS.items():
        for name in names:
            add(shown, tag, id=name, data_part="")
    state_of_connection(body)
    return html_text(root).encode()


def _form(main: Element) -> None:
    """The form that the script fills, with all that it says by itself."""
    asked = query(language())
    form = add(
        main,
        "section",
        id="entry",
        aria_label=_("Enter a hand"),
        data_form=FORM[1:] + asked,
        data_record=RECORD[1:] + asked,
        data_sending=_("Sending…"),
        data_lost=_("No answer yet: it is not known whether the hand is recorded. Trying again…"),
        data_offline=_("No connection; what was entered is kept on this phone. Trying again…"),
        data_closed=_("Hands are entered at the laptop only now. What was entered here is kept."),
        data_meanwhile=_("Written meanwhile:"),
    )
    add(form, "h2", id="heading")
    for name in ("notice", "problem"):
        add(form, "p", id=name, role="status")
    add(form, "p", id="said", dir="auto")
    add(form, "p", id="prompt", tabindex="-1", dir="auto")
    add(form, "div", id="choices", role="group", aria_labelledby="prompt")
    typed = add(form, "form", id="typed", hidden="")
    add(typed, "input", id="text", aria_labelledby="prompt", autocomplete="off", maxlength="500", dir="auto")
    add(typed, "button", _("Next"))
    add(form, "div", id="preview", dir="auto")
    keys = add(form, "div", id="keys")
    add(keys, "button", _("Record"), id="record", type="button", hidden="")
    add(keys, "button", _("One step back"), id="back", type="button", hidden="")
    add(keys, "button", id="factor", type="button", hidden="")
    undo = _("Take back {entry}").format(entry="…")
    add(keys, "button", undo, id="undo", type="button", hidden="", data_undo=undo)
