"""What is wrong with a file as a file; the reader has found it already."""

from collections.abc import Iterator

from prefcount.audit.checks.check import Check, Code
from prefcount.audit.findings import Finding
from prefcount.i18n import N_
from prefcount.session.file_faults import CHAIN_BROKEN, NUMBER_GAP, SEAL_BROKEN, TORN_TAIL, UNREADABLE
from prefcount.session.reader import Loaded


def file_is_sound(loaded: Loaded) -> Iterator[Finding]:
    """Lines that cannot be read, numbers that do not follow, a broken chain or seal, a torn last line."""
    for fault in loaded.faults:
        yield Finding(fault.code, fault.text, fault.entry)


SOUND = Check(
    (
        Code(
            UNREADABLE,
            N_("A file that is no session: too large, no text, or a first line that is no header."),
        ),
        Code(NUMBER_GAP, N_("A line that was lost, moved or doubled: the numbers of entries do not follow.")),
        Code(CHAIN_BROKEN, N_("A line that was changed, lost or moved after the next one was written.")),
        Code(TORN_TAIL, N_("A last line that is cut off, as by a power cut; it does not count.")),
        Code(SEAL_BROKEN, N_("A line that was changed after the game was ended and sealed.")),
    ),
    file_is_sound,
)
