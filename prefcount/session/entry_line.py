"""The short text that names an entry in findings and comparisons."""

from prefcount.base.i18n import C_, _
from prefcount.session.replay import Step
from prefcount.session.session import Session


def line_of(session: Session, step: Step) -> str:
    """An entry as people know it: a hand in the short notation, anything else by its kind."""
    return session.line(step) or _(C_("kind", step.standing.written.kind))
