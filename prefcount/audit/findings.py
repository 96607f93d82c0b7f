"""What an audit finds, and the reports it puts findings in."""

from pathlib import Path
from typing import Any, NamedTuple

from prefcount.i18n import Text


class Finding(NamedTuple):
    """One thing that is wrong.

    Attributes:
        code: the name of the mistake, as the machine-readable output spells it.
        message: a sentence that says what is wrong and helps to mend it.
        entry: the entry it concerns, or 0.
        player, column: the figure it concerns, or "".
        claimed, computed: what the file says and what follows from its entries.
    """

    code: str
    message: Text
    entry: int = 0
    player: str = ""
    column: str = ""
    claimed: int | str | None = None
    computed: int | str | None = None

    def as_object(self) -> dict[str, Any]:
        """The finding for programs; fields that do not apply are left out."""
        found: dict[str, Any] = {"entry": self.entry or None, "code": self.code}
        found |= {"player": self.player or None, "column": self.column or None}
        found |= {"claimed": self.claimed, "computed": self.computed, "message": str(self.message)}
        return {key: value for key, value in found.items() if value is not None}


class Report(NamedTuple):
    """What was found in one file; `hands` is how many it holds."""

    path: Path
    hands: int
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings
