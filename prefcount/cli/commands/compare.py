"""Commands that compare: `replay`, `paper`, `fit` and `audit`."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Never

from prefcount.audit.checks import FileReport
from prefcount.audit.run_audit import (
    CodeFilter,
    SlipExplainer,
    Summary,
    audit_files,
    audit_object,
    code_lines,
    code_name,
    report_lines,
)
from prefcount.base import system
from prefcount.base.i18n import N_, _, ngettext
from prefcount.base.problems import InvalidInput
from prefcount.cli.arguments import (
    EXIT_FOUND,
    EXIT_OK,
    Command,
    UsageError,
    add_file,
    add_paths,
    add_repeated,
    add_seconds,
    add_shared,
    add_switch,
    number_type,
    parse_path,
    set_options,
)
from prefcount.cli.command_io import (
    SkippedFiles,
    UnusableFile,
    iter_files,
    output_language,
    print_json,
    print_line,
    print_lines,
    read_each_for_money,
    read_for_money,
    read_lines,
    read_with_warnings,
    warn,
)
from prefcount.cli.streams import terminal_width
from prefcount.fit import FittedFile, fit_lines, fit_object, fit_rules
from prefcount.games.rules import preset_word
from prefcount.paper.compare import PaperCandidates, compare
from prefcount.paper.known_games import SearchBudget
from prefcount.paper.sheet_without_hands import (
    check_sheet,
    find_impossible_claims,
    has_only_sheets,
    name_columns_without_dots,
    reason_untestable,
)
from prefcount.paper.text import comparison_lines, impossible_lines, paper_object, sheet_lines, sheet_object
from prefcount.paper.typed_columns import parse_claims
from prefcount.render.text import contradictions_text
from prefcount.render.text_cells import sections_text
from prefcount.session.outcome import NO_HANDS, has_only_result
from prefcount.session.session import Session
from prefcount.store.reader import find_faults_ignoring_rules
from prefcount.whatif import (
    RulesComparison,
    choose_rules,
    compare_rules,
    comparison_object,
    comparison_sections,
    list_other_presets,
)


def _add_replay_arguments(command: argparse.ArgumentParser) -> None:
    add_file(command, _("a session file; it is only read"))
    preset = _(
        "replay the hands by the rules of this preset; may be repeated; default: the rules of the session"
    )
    add_repeated(command, "--preset", "NAME", preset)
    add_switch(command, "--all", _("compare all presets, side by side"))
    add_shared(command, "--set")
    end = _("leave out hands played after the other rules end the game; default: compare all hands")
    add_switch(command, "--end", end)
    add_shared(command, "--json")


def _run_replay(options: argparse.Namespace) -> int:
    if not (options.preset or options.all or options.set):
        raise UsageError(N_("choose the other rules: --preset NAME, --all, or --set OPTION=VALUE"))
    session = read_for_money(options.file).session
    if has_only_result(session):
        raise UsageError(NO_HANDS)
    try:
        replays = list(_replays(session, options))
    except InvalidInput as refusal:
        raise UsageError("{problems}", problems=contradictions_text(refusal.problems)) from None
    if not replays:
        raise UsageError(
            N_("with --end, this game cannot be replayed under any of the presets; leave --end out")
        )
    if options.json:
        print_json(comparison_object(replays))
    else:
        print_line(sections_text(comparison_sections(replays)))
    return 0


def _replays(session: Session, options: argparse.Namespace) -> Iterator[RulesComparison]:
    named: list[str | None] = list(dict.fromkeys(map(session.game.find_preset, options.preset)))
    others = [name for name in list_other_presets(session) if name not in named] if options.all else []
    for preset in named if named or others else [None]:
        yield _replay(session, preset, options)
    for preset in others:
        try:
            yield _replay(session, preset, options)
        except InvalidInput as refusal:
            reason = contradictions_text(refusal.problems)
            warn(_("{preset} is skipped: {why}").format(preset=preset, why=reason))


def _replay(session: Session, preset: str | None, options: argparse.Namespace) -> RulesComparison:
    rules: dict[str, Any] = choose_rules(session, preset)
    set_options(rules, options.set, session.game)
    name = str(rules.get("preset", ""))
    if options.set:
        with output_language(options):
            called = name if options.json else preset_word(name)
            name = _("{preset}, changed").format(preset=called)
    return compare_rules(session, rules, name, own_end=options.end)


NO_CLAIMS = N_("write what is on the paper, such as --says 'anna pool 2.6.12'")


def _add_paper_arguments(command: argparse.ArgumentParser) -> None:
    command.description = _(
        "Shows where the paper and the calculation differ, and which slip explains the difference. For a "
        "paper sheet without hands, shows whether any hands could have written the sheet, and which."
    )
    add_file(command, _("a session file; it is only read"))
    says = _(
        "a column on paper: all its figures, “anna pool 2.6.12”, or the last, “boris on anna 20”. May be "
        "repeated. “-” reads columns from the standard input, one a line"
    )
    add_repeated(command, "--says", "CLAIM", says)
    hands = _("for a sheet without hands: list the hands that could have written each figure")
    add_switch(command, "--hands", hands)
    seconds = _(
        "time limit in seconds to find the hands, and again as many seconds to find corrections; default: 5"
    )
    add_seconds(command, 5, seconds)
    whists = _("how whists and consolation are written on paper: as one figure or as two; default: either")
    command.add_argument("--whists", choices=("either", "one", "two"), default="either", help=whists)
    add_shared(command, "--json")


def _run_paper(options: argparse.Namespace) -> int:
    session = read_with_warnings(options.file).session
    if has_only_result(session):
        raise UsageError(NO_HANDS)
    return _compare_claims(session, options) if options.says else _test_sheet(session, options)


def _compare_claims(session: Session, options: argparse.Namespace) -> int:
    claims = parse_claims(session, read_lines(options.says, _(NO_CLAIMS)))
    paper = PaperCandidates(session)
    with output_language(options):
        comparisons = compare(paper, claims)
        odd = list(find_impossible_claims(session)) if has_only_sheets(session) else []
    parted = sum(not each.agrees for each in comparisons)
    if options.json:
        print_json(paper_object(paper, comparisons, odd))
    else:
        print_lines(comparison_lines(paper, comparisons))
        print_lines(impossible_lines(odd))
        many = ngettext("{n} column compared", "{n} columns compared", len(comparisons))
        sentence = ngettext("{n} differs", "{n} differ", parted) if parted else _("all agree")
        print_line(f"{many.format(n=len(comparisons))}, {sentence.format(n=parted)}")
    return EXIT_FOUND if parted or odd else EXIT_OK


def _test_sheet(session: Session, options: argparse.Namespace) -> int:
    if not has_only_sheets(session):
        raise UsageError(NO_CLAIMS)
    with output_language(options):
        odd, sheet = check_sheet(session, SearchBudget(options.seconds, options.seconds, options.whists))
    ok = not odd and (sheet is None or sheet.found.verdict != "impossible")
    if options.json:
        objects = paper_object(PaperCandidates(session), (), odd) | sheet_object(session, sheet)
        print_json(objects | {"ok": ok})
    else:
        print_lines(impossible_lines(odd))
        if sheet is not None:
            print_lines(sheet_lines(session, sheet, seconds=options.seconds, hands=options.hands))
        elif ok:
            print_line(
                str(
                    reason_untestable(session)
                    or _("in columns with dots, all figures are possible at this table")
                )
            )
        if without := name_columns_without_dots(session):
            print_line(str(without))
    return EXIT_OK if ok else EXIT_FOUND


def _add_fit_arguments(command: argparse.ArgumentParser) -> None:
    command.description = _(
        "Tries every preset, then presets with one option changed, with two, and so on, until all figures "
        "from paper and all announced results agree. Several files count as games with the same rules."
    )
    add_paths(command, "files", _("session files"))
    about = _("time limit of the search in seconds, after which the best rules so far are named; default: 30")
    add_seconds(command, 30, about)
    add_shared(command, "--json")


def _run_fit(options: argparse.Namespace) -> int:
    skipped = SkippedFiles()
    files = [
        FittedFile(path, loaded.session)
        for path, loaded in read_each_for_money(options.files, skipped, find_faults_ignoring_rules)
        if not isinstance(loaded, UnusableFile)
    ]
    sessions = [file.session for file in files]
    if len({session.game.name for session in sessions}) > 1:
        raise UsageError(N_("these sessions are of different games; give sessions of one game"))
    with _show_count(lambda n: ngettext("{n} set of rules tried", "{n} sets of rules tried", n)) as tell:
        budget = SearchBudget(options.seconds, stopped=tell)
        fitted = fit_rules(sessions, budget) if sessions else None
    if fitted is None or not fitted.best:
        raise UsageError(
            N_(
                "there is nothing to compare with; the files have no figures from paper and no announced "
                "results"
            )
        )
    with output_language(options):
        if options.json:
            print_json(fit_object(files, fitted))
        else:
            print_lines(fit_lines(files, fitted))
    return skipped.code(EXIT_FOUND if fitted.best[0].wrong else EXIT_OK)


def _add_audit_arguments(command: argparse.ArgumentParser) -> None:
    command.description = _("A folder that cannot be read is reported; the exit code is then 2.")
    command.epilog = _("prefcount audit --list explains every code.")
    paths = _("session files or folders of them")
    command.add_argument("paths", nargs="*", type=parse_path, metavar="PATH", help=paths)
    add_switch(command, "--list", _("list every code with the mistake that it finds"))
    only = _(
        "report only this code, and count a remark with it as an error; may be repeated, or as CODE,CODE"
    )
    add_repeated(command, "--only", "CODE", only)
    add_repeated(command, "--ignore", "CODE", _("report all codes except this; may be repeated"))
    add_switch(command, "--strict", _("count remarks as errors"))
    explain = _(
        "look for the slip behind wrong figures in all files, not only in the first ones. For sheets "
        "without hands, look for hands that could have written them"
    )
    add_switch(command, "--explain", explain)
    add_seconds(command, 60, _("time limit of all searches in seconds; default: 60"))
    jobs = number_type(64, _("{given} is not a number of processes from 1 to 64"))
    about = _("the number of processes; default: one for each processor")
    command.add_argument("--jobs", type=jobs, metavar="N", help=about)
    add_shared(command, "--codes", "--json")


def _run_audit(options: argparse.Namespace) -> int:
    if options.list:
        print_lines(code_lines())
        return EXIT_OK
    if not options.paths:
        raise UsageError(N_("name the session files or folders to audit; see prefcount audit --help"))
    choice, skipped = (
        CodeFilter.from_arguments(options.only, options.ignore, strict=options.strict),
        SkippedFiles(),
    )
    explanations = SlipExplainer(options.seconds, everything=options.explain)
    with output_language(options), _exit_on_signals():
        reports = _audit_files(options, skipped)
        if options.explain:
            reports = explanations.explain_sheets(reports)
        reports = explanations.explain(map(choice.filter_report, reports))
        if options.json:
            audit = audit_object(list(reports), skipped.found)
            print_json(audit)
            ok = bool(audit["ok"])
        else:
            ok = _print_reports(reports, skipped, code_name if not options.codes else str)
    if explanations.left_out:
        sentence = ngettext(
            "in {n} more file, not all possible slips were tried; {more}",
            "in {n} more files, not all possible slips were tried; {more}",
            explanations.left_out,
        )
        more = (
            _("--seconds gives the search more time")
            if options.explain
            else _("--explain searches all files for slips")
        )
        warn(sentence.format(n=explanations.left_out, more=more))
    return skipped.code(EXIT_OK if ok else EXIT_FOUND)


@contextmanager
def _exit_on_signals() -> Iterator[None]:
    def leave(number: int, _frame: object) -> Never:
        raise SystemExit(128 + number)  # the exit code that shells report for a signal

    numbers = system.CURRENT.ending_signals()
    taken = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


COUNT_SECONDS = 0.2
"""Minimum number of seconds between two updates of a count on the screen."""
_CLEAR = "\r\x1b[K"


@contextmanager
def _show_count(count_text: Callable[[int], str]) -> Iterator[Callable[[int], bool]]:
    if not sys.stderr.isatty():
        yield lambda _done: False
        return
    due, shown = monotonic() + COUNT_SECONDS, False

    def show(done: int) -> bool:
        nonlocal due, shown
        if monotonic() >= due:
            due, shown = monotonic() + COUNT_SECONDS, True
            _write(_CLEAR + count_text(done).format(n=done))
        return False

    try:
        yield show
    finally:
        if shown:
            _write(_CLEAR)


def _write(line: str) -> None:
    sys.stderr.write(line)
    sys.stderr.flush()


def _audit_files(options: argparse.Namespace, skipped: SkippedFiles) -> Iterable[FileReport]:
    found = iter_files(options.paths, skipped, even_alone=options.json)
    if not sys.stderr.isatty():
        return audit_files(found, options.jobs)
    files, reports = list(found), list[FileReport]()
    sentence = _("{done} of {total} files, {percent} %")
    with _show_count(
        lambda done: sentence.format(done=done, total=len(files), percent=100 * done // len(files))
    ) as tell:
        for done, report in enumerate(audit_files(files, options.jobs)):
            tell(done)
            reports.append(report)
    return reports


def _print_reports(
    reports: Iterable[FileReport], skipped: SkippedFiles, code_shown: Callable[[str], str]
) -> bool:
    summary, room = Summary(code_shown), terminal_width() if sys.stdout.isatty() else None
    for report in reports:
        summary.add(report)
        print_lines(report_lines(report, room, code_shown))
    print_lines(summary.lines(len(skipped.found)))
    return summary.ok


FUNCTIONS = {
    "replay": Command(_add_replay_arguments, _run_replay),
    "paper": Command(_add_paper_arguments, _run_paper),
    "fit": Command(_add_fit_arguments, _run_fit),
    "audit": Command(_add_audit_arguments, _run_audit),
}
