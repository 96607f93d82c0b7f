"""Paper sheets without hands."""

from collections.abc import Iterator

from prefcount.audit.checks.check import Check, Code
from prefcount.audit.findings import Finding
from prefcount.i18n import N_
from prefcount.session.reader import Loaded

IMPOSSIBLE_FIGURE = Code(
    "impossible-figure",
    N_("A column of a sheet without hands in which a figure stands that no hand of this table writes."),
    remark=True,
)


def columns_can_be(loaded: Loaded) -> Iterator[Finding]:
    """Running totals from paper that no hands of this table can have led to."""
    if all(entry.kind != "sheet" for entry in loaded.session.entries):
        return
    from prefcount.audit.paper.sheet_without_hands import impossible

    for each in impossible(loaded.session):
        said = IMPOSSIBLE_FIGURE.found(
            N_("{player}, {heading}: {why}"),
            each.entry,
            player=each.player,
            heading=each.heading,
            why=each.text,
        )
        yield said._replace(column=each.column)


POSSIBLE = Check((IMPOSSIBLE_FIGURE,), columns_can_be)
