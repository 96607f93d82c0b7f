"""What an audit found, for programs."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from prefcount.audit.checks.report import FileReport
from prefcount.base.i18n import Text
from prefcount.base.problems import Finding
from prefcount.render.data import Object
from prefcount.store.loaded_file import UNREADABLE


def audit_object(reports: Sequence[FileReport], left_out: Iterable[tuple[Path, Text | str]]) -> Object:
    """The object of `audit --json`; places that could not be looked into come last."""
    objects = list(map(_report, reports))
    for path, why in left_out:
        findings = [{"code": UNREADABLE, "message": str(why)}]
        objects.append({"path": str(path), "ok": False, "hands": 0, "findings": findings})
    hands = sum(each.hands for each in reports)
    ok = all(each["ok"] for each in objects)
    return {"ok": ok, "files": len(reports), "hands": hands, "reports": objects}


def _report(report: FileReport) -> Object:
    """Errors as `findings`; `remarks` are left out where there are none."""
    report_object: Object = {"path": str(report.path), "ok": report.ok, "hands": report.hands}
    report_object["findings"] = list(map(finding_object, report.errors))
    if report.remarks:
        report_object["remarks"] = list(map(finding_object, report.remarks))
    return report_object


def finding_object(finding: Finding) -> Object:
    """A finding; fields that do not apply are left out."""
    fields: Object = {"entry": finding.entry or None, "code": finding.code}
    fields |= {"player": finding.player or None, "column": finding.column or None}
    fields |= {"claimed": finding.claimed, "computed": finding.computed, "message": str(finding.message)}
    return {key: value for key, value in fields.items() if value is not None}
