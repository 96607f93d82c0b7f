"""All checks of the audit, and the report that they make of a file.

To add one: write a function from a loaded file to findings, silent when all is well, and a `Code` for each
name that it gives them; put both as an `AuditCheck` into CHECKS. What only one game knows is a remark of that
game.
"""

from pathlib import Path

from prefcount.audit.checks.claims import CLAIM_CHECK, PAPER_CHECK
from prefcount.audit.checks.entries import ENTRY_CHECK, FILE_CHECK, GAME_CHECK
from prefcount.audit.checks.plausibility import PLAUSIBILITY_CHECKS
from prefcount.audit.checks.report import AuditCheck, Code, FileReport, remark
from prefcount.audit.checks.results import RESULT_CHECK
from prefcount.audit.checks.written import WRITING_CHECKS, chain_is_there, lines_are_the_programs
from prefcount.base.problems import Finding
from prefcount.games import GAMES, game_named
from prefcount.session.session import line_of
from prefcount.store.loaded_file import Loaded, LoadedBook, book_faults

CHECKS: tuple[AuditCheck, ...] = (
    FILE_CHECK,
    ENTRY_CHECK,
    CLAIM_CHECK,
    RESULT_CHECK,
    *PLAUSIBILITY_CHECKS,
    *WRITING_CHECKS,
    GAME_CHECK,
    PAPER_CHECK,
)


def codes() -> dict[str, Code]:
    """Every code by its name: errors first, then the remarks, those of all games included."""
    known = [code for check in CHECKS for code in check.codes]
    for game in map(game_named, GAMES):
        known += [remark(name, mistake) for name, mistake in game.remarkable.items()]
    return {code.name: code for code in sorted(known, key=lambda code: code.severity)}


def check_session(path: Path, loaded: Loaded) -> FileReport:
    """Everything that the checks find in a file."""
    session = loaded.session
    findings = [finding for check in CHECKS for finding in check.find(loaded)]
    steps = {step.n: step for step in session.replay.steps} if findings else {}
    for at, finding in enumerate(findings):
        if finding.entry in steps:
            findings[at] = finding._replace(line=line_of(session, steps[finding.entry]))
    return FileReport(path, session.state.hands, tuple(findings))


def check_book(path: Path, loaded: LoadedBook) -> FileReport:
    """Everything that is found in a book of payments: damage, and payments that cannot count."""
    findings = [Finding(fault.code, fault.text, fault.entry) for fault in book_faults(loaded)]
    remarks = [*lines_are_the_programs(loaded), *chain_is_there(loaded)]
    return FileReport(path, 0, (*sorted(findings, key=lambda each: each.entry), *remarks))
