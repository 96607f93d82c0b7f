"""Reports of the audit, for people and for programs."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from prefcount.audit.checks import FileReport, all_codes
from prefcount.base.i18n import C_, Text, _, ngettext
from prefcount.base.problems import Finding, quote
from prefcount.render.data import Object
from prefcount.render.text_cells import table_lines, wrap
from prefcount.store.reader import UNREADABLE

LEAST = 20
"""The minimum width to which messages are wrapped, in cells."""


def code_name(code: str) -> str:
    """Return the name of a code in the current language. In English this is the code itself."""
    return _(C_("mistake", code))


def code_lines() -> Iterator[str]:
    """Yield a line for every code, with the mistake that it reports."""
    severities = {"error": "", "remark": _("remark")}
    rows = [(code.name, severities[code.severity], _(code.mistake)) for code in all_codes().values()]
    yield from table_lines(rows, left=3)


class Summary:
    """The counts of findings in all files so far, for the lines after the reports."""

    def __init__(self, code_shown: Callable[[str], str] = code_name) -> None:
        """Start without files. `code_shown` returns the name shown for a code."""
        self._shown = code_shown
        self._files = self._hands = 0
        self._errors = Counter[str]()
        self._remarks = Counter[str]()

    @property
    def ok(self) -> bool:
        """Return whether all findings are remarks."""
        return not self._errors

    def add(self, report: FileReport) -> None:
        """Add the findings and hands of one file to the counts."""
        self._files += 1
        self._hands += report.hands
        self._errors.update(each.code for each in report.errors)
        self._remarks.update(each.code for each in report.remarks)

    def lines(self, unseen: int) -> Iterator[str]:
        """Yield the number of findings of each code, then the total. `unseen` places were skipped."""
        errors, remarks = self._errors.total(), self._remarks.total()
        if errors + remarks > 1:
            rows = [(self._shown(code), "", str(count)) for code, count in self._errors.most_common()]
            remarked = self._remarks.most_common()
            rows += [(self._shown(code), _("remark"), str(count)) for code, count in remarked]
            yield ""
            yield from table_lines(rows, left=2)
        counted = []
        if errors:
            counted.append(ngettext("{n} finding", "{n} findings", errors).format(n=errors))
        if remarks:
            counted.append(ngettext("{n} remark", "{n} remarks", remarks).format(n=remarks))
        looked_at = ngettext("{n} file", "{n} files", self._files).format(n=self._files)
        hands = ngettext("{n} hand", "{n} hands", self._hands).format(n=self._hands)
        counts = ", ".join(counted) or _("nothing found")
        if unseen:
            counts += "; " + ngettext("{n} place skipped", "{n} places skipped", unseen).format(n=unseen)
        yield f"{looked_at}, {hands}: {counts}"


def report_lines(
    report: FileReport, room: int | None, code_shown: Callable[[str], str] = code_name
) -> Iterator[str]:
    """Yield findings on the whole file, then its name and the findings on its entries.

    Messages are wrapped to `room` cells, or not wrapped if `room` is None.
    """
    path = quote(report.path)
    rows = list(
        _finding_rows(sorted((*report.errors, *report.remarks), key=lambda each: each.entry), code_shown)
    )
    yield from (f"{path}: {code}: {message}" for entry, code, _line, message in rows if not entry)
    entries = [row for row in rows if row[0]]
    if entries:
        yield path
    if room is None:
        yield from (f"  {line}" for line in table_lines(entries, left=4))
        return
    for head, row in zip(table_lines([row[:3] for row in entries], left=3), entries, strict=True):
        yield f"  {head}"
        yield from (f"      {line}" for line in wrap(row[3], max(LEAST, room - 6)))


def _finding_rows(
    findings: Sequence[Finding], code_shown: Callable[[str], str]
) -> Iterator[tuple[str, str, str, str]]:
    """Yield a row for each finding. The same advice for several findings is given only once.

    Findings of a code that follow from one entry are shown as two rows: the first finding, and the number of
    the others.
    """
    said_before: set[str] = set()
    following: dict[tuple[str, int], list[int]] = {}
    for finding in findings:
        if finding.cause:
            following.setdefault((finding.code, finding.cause), []).append(finding.entry)
    shown, folded = set[tuple[str, int]](), set[tuple[str, int]]()
    for finding in findings:
        entry = _("entry {n}").format(n=finding.entry) if finding.entry else ""
        message = str(finding.message)
        if finding.again is not None:
            message = str(finding.again) if str(finding.again) in said_before else message
            said_before.add(str(finding.again))
        code = code_shown(finding.code)
        if finding.severity == "remark":
            code = " ".join((_("remark"), code))
        group = finding.code, finding.cause
        others = following.get(group, [])[1:]
        if len(others) > 1 and group in shown:
            if group not in folded:
                sentence = ngettext(
                    "{n} more difference, up to entry {last}, probably follows from entry {cause}, too",
                    "{n} more differences, up to entry {last}, probably follow from entry {cause}, too",
                    len(others),
                )
                yield entry, code, "", sentence.format(n=len(others), last=others[-1], cause=finding.cause)
            folded.add(group)
            continue
        shown.add(group)
        yield entry, code, finding.line, message


def audit_object(reports: Sequence[FileReport], left_out: Iterable[tuple[Path, Text | str]]) -> Object:
    """Return the object of `audit --json`. Places that could not be read come last."""
    objects = list(map(_report_object, reports))
    for path, why in left_out:
        findings = [{"code": UNREADABLE, "message": str(why)}]
        objects.append({"path": str(path), "ok": False, "hands": 0, "findings": findings})
    hands = sum(each.hands for each in reports)
    ok = all(each["ok"] for each in objects)
    return {"ok": ok, "files": len(reports), "hands": hands, "reports": objects}


def _report_object(report: FileReport) -> Object:
    report_object: Object = {"path": str(report.path), "ok": report.ok, "hands": report.hands}
    report_object["findings"] = list(map(finding_object, report.errors))
    if report.remarks:
        report_object["remarks"] = list(map(finding_object, report.remarks))
    return report_object


def finding_object(finding: Finding) -> Object:
    """Return a finding as a JSON object, without empty fields."""
    fields: Object = {"entry": finding.entry or None, "code": finding.code}
    fields |= {"player": finding.player or None, "column": finding.column or None}
    fields |= {"claimed": finding.claimed, "computed": finding.computed, "message": str(finding.message)}
    return {key: value for key, value in fields.items() if value is not None}
