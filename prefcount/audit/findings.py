"""What an audit finds, and the reports it puts findings in."""

from pathlib import Path
from typing import Any, NamedTuple

from prefcount.i18n import Text


class Finding(NamedTuple):
    """One thing that is wrong, or a remark on what is possible but unlikely.

    Attributes:
        code: the name of the mistake, as the machine-readable output spells it.
        message: a sentence that says what is wrong and helps to mend it.
        entry: the entry it concerns, or 0.
        player, column: the figure it concerns, or "".
        claimed, computed: what the file says and what follows from its entries or from the rules.
        line: what the entry is in the short notation, or its kind; for people, who know it by that.
        again: what is enough for people where another finding of the file with the same words said all of
            its message, or None.
    """

    code: str
    message: Text
    entry: int = 0
    player: str = ""
    column: str = ""
    claimed: int | str | None = None
    computed: int | str | None = None
    line: str = ""
    again: Text | None = None

    def as_object(self) -> dict[str, Any]:
        """The finding for programs; fields that do not apply are left out."""
        found: dict[str, Any] = {"entry": self.entry or None, "code": self.code}
        found |= {"player": self.player or None, "column": self.column or None}
        found |= {"claimed": self.claimed, "computed": self.computed, "message": str(self.message)}
        return {key: value for key, value in found.items() if value is not None}


class Report(NamedTuple):
    """What was found in one file.

    Attributes:
        path: the file.
        hands: how many it holds.
        findings: what is wrong.
        remarks: what is possible but unlikely by the table's own rules; it makes no file wrong.
    """

    path: Path
    hands: int
    findings: tuple[Finding, ...] = ()
    remarks: tuple[Finding, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    def as_object(self) -> dict[str, Any]:
        """The report for programs; `remarks` are left out where there are none."""
        found: dict[str, Any] = {"path": str(self.path), "ok": self.ok, "hands": self.hands}
        found["findings"] = [finding.as_object() for finding in self.findings]
        if self.remarks:
            found["remarks"] = [remark.as_object() for remark in self.remarks]
        return found


class WorkerLost(Exception):
    """A process that audited files was ended from outside, so their reports will not come."""
