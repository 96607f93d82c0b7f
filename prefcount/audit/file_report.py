"""The report of an audit on one file."""

from pathlib import Path
from typing import Any, NamedTuple

from prefcount.base.findings import Finding


class FileReport(NamedTuple):
    """What was found in one file.

    Attributes:
        path: the file.
        hands: how many it holds.
        findings: errors and remarks, in the order of the checks.
    """

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

    def as_object(self) -> dict[str, Any]:
        """The report for programs: errors as `findings`; `remarks` are left out where there are none."""
        found: dict[str, Any] = {"path": str(self.path), "ok": self.ok, "hands": self.hands}
        found["findings"] = [finding.as_object() for finding in self.errors]
        if self.remarks:
            found["remarks"] = [remark.as_object() for remark in self.remarks]
        return found
