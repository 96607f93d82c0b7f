"""`prefcount audit PATH…`: replay sessions and compare what they claim."""

import argparse
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, Never

from prefcount.audit.checks import codes
from prefcount.audit.checks.report import FileReport
from prefcount.audit.explanations import Explanations, with_sheets_searched
from prefcount.audit.run_audit import CodeFilter, audited
from prefcount.base.findings import Finding
from prefcount.base.i18n import Text, _, ngettext
from prefcount.base.problems import InvalidInput, quote
from prefcount.cli.command_io import LeftOut, as_json, output_language, say, usable_in, warn
from prefcount.cli.exits import FINE, FOUND, UsageError
from prefcount.cli.progress import watched, watching
from prefcount.render.tables import wrap
from prefcount.render.text_cells import table
from prefcount.store.file_faults import UNREADABLE

LEAST = 20
"""The smallest width of a sentence, in cells."""


def main(options: argparse.Namespace) -> int:
    """Audit files and folders; exit code 1 if anything was found, 2 if a place could not be looked into."""
    if options.list:
        return _list()
    if not options.paths:
        raise UsageError(_("name the session files or folders to audit; see prefcount audit --help"))
    choice, left_out = _choice(options), LeftOut()
    explanations = Explanations(everything=options.explain)
    with output_language(options), _ended_in_order():
        reports = _audited(options.paths, left_out, options.jobs)
        if options.explain:
            reports = with_sheets_searched(reports)
        reports = explanations.of(map(choice.of_report, reports))
        ok = _as_object(list(reports), left_out) if options.json else _as_text(reports, left_out)
    if explanations.left_out:
        said = ngettext(
            "in {n} more file no slip was looked for; --explain looks in every file",
            "in {n} more files no slip was looked for; --explain looks in every file",
            explanations.left_out,
        )
        warn(said.format(n=explanations.left_out))
    return left_out.code(FINE if ok else FOUND)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Within this block a signal that ends the process ends it as an interrupt from the keyboard does.

    Nothing is left behind then, and what was found is printed. A signal that is ignored stays so.
    """
    names = ("SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    taken = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, _leave)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _leave(number: int, _frame: object) -> Never:
    """End with the exit code that shells give a process which a signal has ended."""
    raise SystemExit(128 + number)


def _audited(paths: Sequence[Path], left_out: LeftOut, jobs: int | None) -> Iterable[FileReport]:
    """The reports of all files; counted first where progress is shown, so that reports come at the end."""
    if not watching():
        return audited(usable_in(paths, left_out), jobs)
    files = list(usable_in(paths, left_out))
    return list(watched(audited(files, jobs), len(files)))


def _list() -> int:
    said = {"error": "", "remark": _("remark")}
    rows = [(code.name, said[code.severity], _(code.mistake)) for code in codes().values()]
    for line in table(rows, left=3):
        say(line)
    return FINE


def _choice(options: argparse.Namespace) -> CodeFilter:
    try:
        return CodeFilter.of(options.only, options.ignore, strict=options.strict)
    except InvalidInput as refusal:
        raise UsageError(str(refusal)) from None


def _as_object(reports: Sequence[FileReport], left_out: LeftOut) -> bool:
    """Print all reports as one object, places that were left out last. Returns whether all is well."""
    ok = all(report.ok for report in reports) and not left_out.found
    hands = sum(report.hands for report in reports)
    objects = [report.as_object() for report in reports] + [_unseen(*each) for each in left_out.found]
    say(as_json({"ok": ok, "files": len(reports), "hands": hands, "reports": objects}))
    return ok


def _unseen(path: Path, why: Text | str) -> dict[str, Any]:
    """The report of a place that could not be looked into, for programs."""
    findings = [{"code": UNREADABLE, "message": str(why)}]
    return {"path": str(path), "ok": False, "hands": 0, "findings": findings}


def _as_text(reports: Iterable[FileReport], left_out: LeftOut) -> bool:
    """Print what was found file by file, and a summary. Returns whether nothing is wrong."""
    files = hands = 0
    errors: Counter[str] = Counter()
    remarks: Counter[str] = Counter()
    for report in reports:
        files += 1
        hands += report.hands
        errors.update(each.code for each in report.errors)
        remarks.update(each.code for each in report.remarks)
        for line in _report(report):
            say(line)
    for line in _by_code(errors, remarks):
        say(line)
    counted = [
        ngettext("{n} finding", "{n} findings", errors.total()).format(n=errors.total()) if errors else "",
        ngettext("{n} remark", "{n} remarks", remarks.total()).format(n=remarks.total()) if remarks else "",
    ]
    looked_at = ngettext("{n} file", "{n} files", files).format(n=files)
    hands_in_them = ngettext("{n} hand", "{n} hands", hands).format(n=hands)
    found = ", ".join(filter(None, counted)) or _("nothing found")
    unseen = len(left_out.found)
    if unseen:
        found += "; " + ngettext("{n} place left out", "{n} places left out", unseen).format(n=unseen)
    say(f"{looked_at}, {hands_in_them}: {found}")
    return not errors


def _by_code(errors: Counter[str], remarks: Counter[str]) -> Iterator[str]:
    """The number of findings of each code, the most frequent first; empty for a single finding."""
    rows = [(code, "", str(count)) for code, count in errors.most_common()]
    rows += [(code, _("remark"), str(count)) for code, count in remarks.most_common()]
    if errors.total() + remarks.total() > 1:
        yield ""
        yield from table(rows, left=2)


def _report(report: FileReport) -> Iterator[str]:
    """What concerns the file, and below its name a line for everything else, entry by entry."""
    path = quote(report.path)
    rows = list(_rows(sorted((*report.errors, *report.remarks), key=lambda each: each.entry)))
    yield from (f"{path}: {code}: {message}" for entry, code, _line, message in rows if not entry)
    entries = [row for row in rows if row[0]]
    if entries:
        yield path
        yield from _below(entries)


def _below(rows: Sequence[tuple[str, str, str, str]]) -> Iterator[str]:
    """The rows of a file: one line each, on a terminal as many as it has room for."""
    if not sys.stdout.isatty():
        yield from (f"  {line}" for line in table(rows, left=4))
        return
    room = get_terminal_size().columns
    for head, row in zip(table([row[:3] for row in rows], left=3), rows, strict=True):
        yield f"  {head}"
        yield from (f"      {line}" for line in wrap(row[3], max(LEAST, room - 6)))


def _rows(found: Iterable[Finding]) -> Iterator[tuple[str, str, str, str]]:
    """A row for each finding; what helps against several of a code is said with the first one in a file."""
    said_before: set[str] = set()
    for each in found:
        entry = _("entry {n}").format(n=each.entry) if each.entry else ""
        said = str(each.message)
        if each.again is not None:
            said = str(each.again) if str(each.again) in said_before else said
            said_before.add(str(each.again))
        code = " ".join((_("remark"), each.code)) if each.severity == "remark" else each.code
        yield entry, code, each.line, said
