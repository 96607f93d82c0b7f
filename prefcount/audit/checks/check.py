"""The type of a check of the audit, and the type of the codes of its findings."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from prefcount.base.findings import Finding, Severity
from prefcount.base.i18n import text
from prefcount.ledger.amount import spoken
from prefcount.store.loaded_file import Loaded


class Code(NamedTuple):
    """The code of a mistake, with its severity.

    Attributes:
        name: the code as files and options spell it.
        mistake: the mistake that it catches, as a marked sentence.
        severity: an error or a remark.
    """

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
        said = text(template, player=player, **figures, **values)
        return Finding(self.name, said, entry, player, "", claimed, computed, severity=self.severity)


def _shown(figure: int | str | None) -> str | None:
    return spoken(figure) if isinstance(figure, int) else figure


class AuditCheck(NamedTuple):
    """A function from a loaded file to findings, and the codes of these."""

    codes: tuple[Code, ...]
    find: Callable[[Loaded], Iterator[Finding]]
