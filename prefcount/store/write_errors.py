"""Errors of writing: why, and what can be done."""

import errno

from prefcount.base.i18n import N_, Text, text
from prefcount.base.os_errors import os_error_text

_REASONS = {
    errno.ENOSPC: N_("nothing was written: the disk is full; make room on it, or write to another place"),
    errno.EDQUOT: N_(
        "nothing was written: your share of the disk is used up; make room, or write to another place"
    ),
    errno.EFBIG: N_("nothing was written: files here cannot be this large; write to another place"),
    errno.EACCES: N_("nothing was written: you have no permission to write here; write to another place"),
    errno.EPERM: N_("nothing was written: you have no permission to write here; write to another place"),
    errno.EROFS: N_("nothing was written: the disk is read-only; write to another place"),
    errno.ENOENT: N_(
        "nothing was written: the file was moved or deleted; put it back, or write to another place"
    ),
    errno.EIO: N_("nothing was written: the disk failed; write to another place, and do not trust this disk"),
    errno.ESTALE: N_(
        "nothing was written: the server has lost the file; open it again, or write to another place"
    ),
}
"""What the errors of the system mean for a game, and what can be done."""


NO_FOLDER = N_("nothing was written: the folder does not exist; name one that does")


class WriteError(Exception):
    """A line or a file could not be written.

    Attributes:
        text: why, and what can be done.
        elsewhere: whether writing to another place would help, see `Journal.copy_to`.
        certain: whether the file is as it was before; if not, the next append clears it first.
    """

    def __init__(self, said: Text, *, elsewhere: bool = False, certain: bool = True) -> None:
        self.text = said
        self.elsewhere = elsewhere
        self.certain = certain
        super().__init__(str(said))


def write_error(error: OSError) -> WriteError:
    """The error for a write that the system refused."""
    said = _REASONS.get(error.errno or 0)
    if said is not None:
        return WriteError(text(said), elsewhere=True)
    return WriteError(text(N_("nothing was written: {reason}"), reason=os_error_text(error)), elsewhere=True)
