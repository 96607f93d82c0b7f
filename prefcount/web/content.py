"""The content of the page about a session: texts and tables of texts."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from prefcount.base.i18n import _
from prefcount.entering.draft import Draft
from prefcount.entries.models import AmendBase
from prefcount.render.report.content import Report, report
from prefcount.render.text import describe
from prefcount.render.view import why_entry
from prefcount.session.session import Session
from prefcount.store.loaded_file import Loaded, figure_faults


class PageContent(NamedTuple):
    """The texts of the page about a session.

    Attributes:
        report: the content of a printed report, without its list of hands and the older totals.
        faults: what is wrong with the file, or with reading it.
        played: the hands that are played and not written yet, as far as they are known.
        newest: the heading of the entry that was written last: the number of the hand, if it is one.
        last: that entry, and the reasons of its postings; () before the first.
        effective: the heading of the results: final ones, or those so far.
        facts: the facts beside the figures, each with its name.
    """

    report: Report
    faults: tuple[str, ...]
    played: tuple[str, ...]
    newest: str
    last: tuple[str, ...]
    effective: str
    facts: tuple[tuple[str, str], ...]


def page_content(
    loaded: Loaded, now: datetime, warning: str = "", played: Sequence[Draft] = ()
) -> PageContent:
    """What is to be said of a file at a moment.

    The warning is what was found when it was looked at; the hands that are played are half entered.
    """
    session = loaded.session
    doubts = (warning, *map(str, figure_faults(loaded)))
    heading, last = _last_entry(session)
    return PageContent(
        report(session, loaded.file_hash, briefly=True),
        tuple(dict.fromkeys(filter(None, doubts))),
        tuple(dict.fromkeys(filter(None, (draft.contract_so_far() for draft in played)))),
        heading,
        tuple(last),
        _("The game is over.") if session.state.over else _("If the game ended now:"),
        facts(session, now),
    )


def _last_entry(session: Session) -> tuple[str, list[str]]:
    """The heading of the entry that was written last, and that entry with its reasons.

    Those of a correction are those of the corrected entry.
    """
    heading = _("Last entry")
    if not session.entries:
        return heading, []
    step = session.replay.step(session.next_number - 1)
    if step.hand_number is not None:
        heading = _("Hand {n}").format(n=step.hand_number)
    explained = step.entry.entry if isinstance(step.entry, AmendBase) and not step.problems else step.n
    return heading, [describe(session, step, words=True), *why_entry(session, explained)[1:]]


def facts(session: Session, now: datetime) -> tuple[tuple[str, str], ...]:
    """The current facts of the table."""
    table_facts = session.game.facts(session.state, now)
    return tuple((str(fact.label), str(fact.value)) for fact in table_facts)
