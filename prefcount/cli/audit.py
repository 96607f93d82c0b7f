"""`prefcount audit PATH…`: replay sessions and compare what they claim."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from prefcount.audit.choice import Choice
from prefcount.audit.explained import explained
from prefcount.audit.findings import Finding, Report
from prefcount.audit.run import WorkerLost, audited, files_in
from prefcount.cli.files import as_json, look_for, say, spoken_for
from prefcount.cli.main import FINE, FOUND, Unusable
from prefcount.cli.progress import watched, watching
from prefcount.i18n import _, ngettext
from prefcount.problems import Refused, quote
from prefcount.render.layout import table

if TYPE_CHECKING:
    from pathlib import Path

LEAST = 20
"""So many cells a sentence gets in any case; no terminal that somebody reads on has fewer."""


def main(options: argparse.Namespace) -> int:
    """Audit files and folders; exit code 1 if anything was found."""
    if options.list:
        return _list()
    if not options.paths:
        raise Unusable(_("name the session files or folders to audit; see prefcount audit --help"))
    choice = _choice(options)
    look_for(options.paths)
    try:
        with spoken_for(options):
            reports = explained(map(choice.of_report, _audited(options.paths)))
            ok = _as_object(list(reports)) if options.json else _as_text(reports)
    except WorkerLost as error:
        raise Unusable(str(error)) from None
    return FINE if ok else FOUND


def _audited(paths: "Sequence[Path]") -> Iterable[Report]:
    """The reports of all files; where somebody watches they are counted first, and come at the end."""
    if not watching():
        return audited(files_in(paths))
    files = list(files_in(paths))
    return list(watched(audited(files), len(files)))


def _list() -> int:
    from prefcount.audit.checks import codes

    said = {False: "", True: _("remark")}
    for line in table([(code.name, said[code.remark], _(code.mistake)) for code in codes().values()], left=3):
        say(line)
    return FINE


def _choice(options: argparse.Namespace) -> Choice:
    try:
        return Choice.of(options.only, options.ignore, strict=options.strict)
    except Refused as refusal:
        raise Unusable(str(refusal)) from None


def _as_object(reports: Sequence[Report]) -> bool:
    """Print all reports as one object. Returns whether nothing is wrong."""
    ok = all(report.ok for report in reports)
    hands = sum(report.hands for report in reports)
    objects = [report.as_object() for report in reports]
    say(as_json({"ok": ok, "files": len(reports), "hands": hands, "reports": objects}))
    return ok


def _as_text(reports: Iterable[Report]) -> bool:
    """Print what was found file by file, and a summary. Returns whether nothing is wrong."""
    files = hands = 0
    findings: Counter[str] = Counter()
    remarks: Counter[str] = Counter()
    for report in reports:
        files += 1
        hands += report.hands
        findings.update(each.code for each in report.findings)
        remarks.update(each.code for each in report.remarks)
        for line in _report(report):
            say(line)
    for line in _by_code(findings, remarks):
        say(line)
    counted = [
        ngettext("{n} finding", "{n} findings", findings.total()).format(n=findings.total())
        if findings
        else "",
        ngettext("{n} remark", "{n} remarks", remarks.total()).format(n=remarks.total()) if remarks else "",
    ]
    looked_at = ngettext("{n} file", "{n} files", files).format(n=files)
    hands_in_them = ngettext("{n} hand", "{n} hands", hands).format(n=hands)
    found = ", ".join(filter(None, counted)) or _("nothing found")
    say(f"{looked_at}, {hands_in_them}: {found}")
    return not findings


def _by_code(findings: Counter[str], remarks: Counter[str]) -> Iterator[str]:
    """How often each code was found, the most frequent first; nothing where one line says it all."""
    rows = [(code, "", str(count)) for code, count in findings.most_common()]
    rows += [(code, _("remark"), str(count)) for code, count in remarks.most_common()]
    if findings.total() + remarks.total() > 1:
        yield ""
        yield from table(rows, left=2)


def _report(report: Report) -> Iterator[str]:
    """What concerns the file, and below its name a line for everything else, entry by entry."""
    path = quote(report.path)
    found = [(each, "") for each in report.findings] + [(each, _("remark")) for each in report.remarks]
    rows = list(_rows(sorted(found, key=lambda pair: pair[0].entry)))
    yield from (f"{path}: {code}: {message}" for entry, code, _line, message in rows if not entry)
    entries = [row for row in rows if row[0]]
    if entries:
        yield path
        yield from _below(entries)


def _below(rows: Sequence[tuple[str, str, str, str]]) -> Iterator[str]:
    """The rows of a file: one line each, on a terminal as many as it has room for."""
    if sys.stdout is None or not sys.stdout.isatty():
        yield from (f"  {line}" for line in table(rows, left=4))
        return
    from shutil import get_terminal_size

    from prefcount.render.fitted import wrap

    room = get_terminal_size().columns
    for head, row in zip(table([row[:3] for row in rows], left=3), rows, strict=True):
        yield f"  {head}"
        yield from (f"      {line}" for line in wrap(row[3], max(LEAST, room - 6)))


def _rows(found: Iterable[tuple[Finding, str]]) -> Iterator[tuple[str, str, str, str]]:
    """A row for each finding; what helps against several of a code is said with the first one in a file."""
    said_before: set[str] = set()
    for each, kind in found:
        entry = _("entry {n}").format(n=each.entry) if each.entry else ""
        said = str(each.message)
        if each.again is not None:
            said = str(each.again) if str(each.again) in said_before else said
            said_before.add(str(each.again))
        yield entry, f"{kind} {each.code}".strip(), each.line, said
