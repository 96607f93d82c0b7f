"""A check of the audit, the codes of its findings, and the report on one file."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from prefcount.base.i18n import text
from prefcount.base.problems import Finding, Severity
from prefcount.ledger.sheet import spoken
from prefcount.store.loaded_file import Loaded


class Code(NamedTuple):
    """The code of a mistake as files and options spell it, with a marked sentence on what it catches."""

    name: str
    mistake: str
    severity: Severity = "error"

    def found(
        self,
        template: str,
        entry: int = 0,
        *,
        player: str = "",
        claimed: int | str | None = None,
        computed: int | str | None = None,
        **values: object,
    ) -> Finding:
        """A finding of this code whose message is a marked sentence.

        Its `{player}`, `{claimed}` and `{computed}` are those of the finding; `values` are all others.
        """
        figures = {"claimed": _shown(claimed), "computed": _shown(computed)}
        sentence = text(template, player=player, **figures, **values)
        return Finding(self.name, sentence, entry, player, "", claimed, computed, severity=self.severity)


def _shown(figure: int | str | None) -> str | None:
    return spoken(figure) if isinstance(figure, int) else figure


def remark(name: str, mistake: str) -> Code:
    """The code of what is possible and mostly a mistake."""
    return Code(name, mistake, "remark")


class AuditCheck(NamedTuple):
    """A function from a loaded file to findings, and the codes of these."""

    codes: tuple[Code, ...]
    find: Callable[[Loaded], Iterator[Finding]]


class FileReport(NamedTuple):
    """What was found in one file: its hands, and errors and remarks in the order of the checks."""

    path: Path
    hands: int
    findings: tuple[Finding, ...] = ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What cannot be."""
        return tuple(each for each in self.findings if each.severity == "error")

    @property
    def remarks(self) -> tuple[Finding, ...]:
        """What is possible but unlikely."""
        return tuple(each for each in self.findings if each.severity == "remark")

    @property
    def ok(self) -> bool:
        """Whether there are no errors."""
        return not self.errors
