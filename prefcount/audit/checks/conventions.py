"""What the game itself finds unlikely by the table's own rules."""

from collections.abc import Iterator

from prefcount.audit.checks.check import Check
from prefcount.audit.findings import Finding
from prefcount.session.reader import Loaded


def rules_are_kept(loaded: Loaded) -> Iterator[Finding]:
    """Entries that count although the table's own convention speaks against them."""
    remarks = loaded.session.game.remarks
    for step in loaded.session.replay.steps:
        if step.entry is not None and not step.problems:
            for remark in remarks(step.before, step.entry, step.state):
                yield Finding(
                    remark.code,
                    remark.text,
                    step.n,
                    remark.player,
                    claimed=remark.found,
                    computed=remark.expected,
                )


KEPT = Check((), rules_are_kept)
"""Its codes are those of the games: what each calls `remarkable`."""
