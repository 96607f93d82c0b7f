"""Helpers for tests of paper sheets."""

from typing import Any

from prefcount.entries.models import Entry
from prefcount.paper.compare import Comparison, PaperCandidates, compare
from prefcount.paper.text import comparison_sentence
from prefcount.session.replay import claims
from prefcount.session.session import Session
from tests.helpers import Players, header


def play_session(*entries: str | Entry, players: Players = 3, **rules: Any) -> Session:
    session = Session(header(players, **rules))
    for each in entries:
        entry = session.game.parse(session.state, each) if isinstance(each, str) else each
        session = session.accept(entry).session
    return session


def compare_columns(session: Session, **columns: Any) -> list[Comparison]:
    paper = PaperCandidates(session)
    return list(compare(paper, list(claims(session.game, session.state, columns))))


def comparison_sentences(session: Session, **columns: Any) -> list[str]:
    paper = PaperCandidates(session)
    return [str(comparison_sentence(paper, each)) for each in compare_columns(session, **columns)]


def difference_sentences(session: Session, **columns: Any) -> list[str]:
    paper = PaperCandidates(session)
    found = compare_columns(session, **columns)
    return [str(comparison_sentence(paper, each)) for each in found if not each.agrees]
