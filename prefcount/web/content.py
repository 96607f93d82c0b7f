"""The content of the page about a session: texts and tables of texts."""

from datetime import datetime
from typing import NamedTuple

from prefcount.entries.common import AmendBase
from prefcount.i18n import _
from prefcount.render.explain_figure import why_entry
from prefcount.render.report.content import Report, report
from prefcount.session.figure_faults import figure_faults
from prefcount.session.loaded_file import Loaded
from prefcount.session.session import Session


class PageContent(NamedTuple):
    """The texts of the page about a session.

    Attributes:
        report: the content of a printed report, without its list of hands and the older totals.
        faults: what is wrong with the file, or with reading it.
        last: the entry that was written last, and the reasons of its postings; () before the first.
        standing: the heading of the results: final ones, or those so far.
        facts: the facts beside the figures, each with its name.
    """

    report: Report
    faults: tuple[str, ...]
    last: tuple[str, ...]
    standing: str
    facts: tuple[tuple[str, str], ...]


def page_content(loaded: Loaded, now: datetime, warning: str = "") -> PageContent:
    """What is to be said of a file at a moment; `warning` is what was found when it was looked at."""
    session = loaded.session
    found = (warning, *map(str, figure_faults(loaded)))
    return PageContent(
        report(session, loaded.file_hash, briefly=True),
        tuple(dict.fromkeys(filter(None, found))),
        tuple(last(session)),
        _("The game is over.") if session.state.over else _("If the game ended now:"),
        facts(session, now),
    )


def last(session: Session) -> list[str]:
    """The entry that was written last, with its reasons; of a correction with those of the corrected one."""
    if not session.entries:
        return []
    newest = session.replay.step(session.next_number - 1)
    lines, entry = why_entry(session, newest.n), newest.entry
    if isinstance(entry, AmendBase) and not newest.problems:
        lines += why_entry(session, entry.entry)[1:]
    return lines


def facts(session: Session, now: datetime) -> tuple[tuple[str, str], ...]:
    """The current facts of the table."""
    found = session.game.facts(session.state, now)
    return tuple((str(fact.label), str(fact.value)) for fact in found)
