"""What a check is: the codes it gives, the mistake that each of them stands for, and a function."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from prefcount.findings import Finding, Severity
from prefcount.i18n import text
from prefcount.session.loaded_file import Loaded


class Code(NamedTuple):
    """A mistake by its name.

    Attributes:
        name: as the machine-readable output spells it.
        mistake: what is caught, a marked sentence.
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
        """A finding of this code, said by a marked sentence.

        Its `{player}`, `{claimed}` and `{computed}` are those of the finding; `values` are all others.
        """
        said = text(template, player=player, claimed=claimed, computed=computed, **values)
        return Finding(self.name, said, entry, player, "", claimed, computed, severity=self.severity)


class AuditCheck(NamedTuple):
    """The codes that a check gives, and the function that finds them; it is silent when all is well."""

    codes: tuple[Code, ...]
    find: Callable[[Loaded], Iterator[Finding]]
