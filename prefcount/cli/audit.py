"""`prefcount audit PATH…`: replay sessions and compare what they claim."""

import argparse

from prefcount.audit.findings import Report
from prefcount.audit.run import WorkerLost, audited, files_in
from prefcount.cli.files import as_json, is_there, say
from prefcount.cli.main import FINE, FOUND, Unusable
from prefcount.i18n import _, ngettext
from prefcount.problems import quote


def main(options: argparse.Namespace) -> int:
    """Audit files and folders; exit code 1 if anything was found."""
    for path in options.paths:
        if not is_there(path):
            raise Unusable(_("{path}: there is no such file or folder").format(path=quote(path)))
    try:
        reports = list(audited(files_in(options.paths)))
    except WorkerLost as error:
        raise Unusable(str(error)) from None
    ok = all(report.ok for report in reports)
    if options.json:
        say(as_json(_object(reports, ok)))
    else:
        _print(reports)
    return FINE if ok else FOUND


def _object(reports: list[Report], ok: bool) -> dict[str, object]:
    return {
        "ok": ok,
        "files": len(reports),
        "hands": sum(report.hands for report in reports),
        "reports": [
            {
                "path": str(report.path),
                "ok": report.ok,
                "hands": report.hands,
                "findings": [finding.as_object() for finding in report.findings],
            }
            for report in reports
        ],
    }


def _print(reports: list[Report]) -> None:
    for report in reports:
        for finding in report.findings:
            say(f"{quote(report.path)}: {finding.code}: {finding.message}")
    found = sum(len(report.findings) for report in reports)
    files = ngettext("{n} file", "{n} files", len(reports)).format(n=len(reports))
    hands = sum(report.hands for report in reports)
    counted = ngettext("{n} hand", "{n} hands", hands).format(n=hands)
    findings = ngettext("{n} finding", "{n} findings", found).format(n=found) if found else _("nothing found")
    say(f"{files}, {counted}: {findings}")
