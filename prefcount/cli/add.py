"""`prefcount add FILE LINE`: append one entry; when the command is done, it is on disk."""

import argparse
from datetime import datetime
from pathlib import Path

from prefcount.cli.files import lines_typed, read, warn
from prefcount.cli.main import Unusable
from prefcount.entries.base import Entry
from prefcount.entries.common import End, SheetEntry
from prefcount.i18n import N_, _
from prefcount.problems import Refused, problem, quote, together
from prefcount.session.ending import completed, end_typed, sealed
from prefcount.session.faults import TORN_TAIL
from prefcount.session.journal import Journal, NotWritten
from prefcount.session.lock import Busy, Writer
from prefcount.session.reader import Loaded, read_entry
from prefcount.session.session import Session

PATIENCE = 1.0
"""So many seconds another command that is just adding an entry is waited for."""


def main(options: argparse.Namespace) -> int:
    """Check one entry against the game and append it."""
    given = [bool(options.line), bool(options.sheet), options.end is not None, options.json is not None]
    if given.count(True) != 1:
        said = _("add needs one of a line such as “anna 7h wp 6”, --sheet COLUMN, --end and --json ENTRY")
        raise Unusable(said)
    if options.sheet:
        options.sheet = _typed(options.sheet)  # before the file is taken: somebody may sit and type
    path: Path = options.file
    loaded = read(path)
    writer = Writer.take(path, PATIENCE)
    if isinstance(writer, Busy):
        raise Unusable(f"{quote(path)}: {writer.text}")
    with writer:
        _append(path, _writable(path, loaded), options)
    return 0


def _append(path: Path, loaded: Loaded, options: argparse.Namespace) -> None:
    session = loaded.session
    try:
        journal = Journal.of(path, loaded)
        entry = _entry(loaded, options)
        if isinstance(entry, End):
            entry = sealed(entry, journal) if options.end is None else completed(entry, session, journal)
        proposal = session.accepted(entry, datetime.now().astimezone().replace(microsecond=0))
        journal.append(proposal.session.entries[-1])
    except Refused as refusal:
        raise Unusable(together(refusal.problems)) from None
    except NotWritten as error:
        doubt = _(
            "it is not sure whether the entry is in the file; prefcount show tells, before it is added again"
        )
        raise Unusable(f"{quote(path)}: {error if error.certain else doubt}") from None
    for n in proposal.displaced:
        warn(_("entry {n} does not fit any more and does not count; correct it too").format(n=n))


def _writable(path: Path, loaded: Loaded) -> Loaded:
    """The file as it stands now that nobody else writes it; it may have grown until then."""
    if not loaded.is_of(path):
        loaded = read(path)
    for fault in loaded.faults:
        if fault.code != TORN_TAIL:
            raise Unusable(
                _("{path}: nothing is added to a damaged file: {fault}").format(path=quote(path), fault=fault)
            )
        warn(f"{quote(path)}: {fault}")
    return loaded


def _entry(loaded: Loaded, options: argparse.Namespace) -> Entry:
    session = loaded.session
    if options.sheet:
        return _sheet(session, options.sheet)
    if options.end is not None:
        return end_typed(session, options.end)
    if options.json is None:
        return session.game.parse(session.state, " ".join(options.line))
    entry = read_entry(session.game, options.json.encode(errors="surrogateescape"))
    if entry.n not in (None, session.next_number):
        raise Refused([problem("n", N_("must be {n} or left out"), n=session.next_number)])
    return entry


def _typed(given: list[str]) -> list[str]:
    """The lines of a paper sheet. Raises Unusable if there are none."""
    lines = lines_typed(given)
    if not lines:
        raise Unusable(_("say what stands on the sheet, such as --sheet “anna pool 2.6.12”"))
    return lines


def _sheet(session: Session, lines: list[str]) -> SheetEntry:
    """Columns of a paper sheet, as they are typed. Raises Refused."""
    from prefcount.audit.paper.typed import check_of, columns_typed

    return SheetEntry(columns=check_of(columns_typed(session, lines)).columns)
