"""Opening files of users within bounds, and why one cannot be read."""

import os
from pathlib import Path
from typing import BinaryIO

from prefcount.base.i18n import N_, Text, text
from prefcount.base.system import NotRegular, TooLarge, open_regular, os_error_text, read_regular

FILE_LIMIT = 64 * 1024 * 1024
LINES_LIMIT = 250_000
A_FOLDER = N_("this is a folder; name a session file in it")
A_FOLDER_OF_BOOKS = N_("this is a folder; name a book of payments in it")
NO_FILE = N_("this is not a regular file, so it is not read")


class ReadError(Exception):
    """A file cannot be read as what it should be; `text` says why."""

    def __init__(self, sentence: Text) -> None:
        self.text = sentence
        super().__init__(str(sentence))


def opened(path: Path, folder: str = A_FOLDER) -> BinaryIO:
    """A regular file of no more than 64 MiB or a link to one, open for reading; nothing is ever waited for.

    Raises:
        ReadError: if it is something else, or cannot be opened.
    """
    try:
        descriptor = open_regular(path, follow_links=True)
    except (OSError, ValueError) as error:
        raise _not_opened(error, folder) from None
    file = os.fdopen(descriptor, "rb")
    if os.fstat(descriptor).st_size > FILE_LIMIT:
        file.close()
        raise too_large()
    return file


def read_small(path: Path, most: int, *, follow_links: bool = False) -> bytes:
    """All bytes of a small file that is no session, such as a preset; a name that was typed may be a link.

    Raises:
        ReadError: if it is no regular file, too large, or cannot be read.
    """
    try:
        return read_regular(path, most, follow_links=follow_links)
    except TooLarge:
        sentence = N_("the file is larger than {most} KiB; no such file is that large")
        raise ReadError(text(sentence, most=most // 1024)) from None
    except (OSError, ValueError) as error:
        raise _not_opened(error, NO_FILE) from None


def _not_opened(error: OSError | ValueError, folder: str) -> ReadError:
    if isinstance(error, FileNotFoundError):
        return ReadError(text(N_("there is no such file")))
    if isinstance(error, IsADirectoryError):
        return ReadError(text(folder))
    if isinstance(error, NotRegular):
        return ReadError(text(NO_FILE))
    return ReadError(text(N_("the file cannot be opened: {reason}"), reason=os_error_text(error)))


def too_large() -> ReadError:
    """The error of a file that is too large to be read."""
    return ReadError(text(N_("the file is larger than 64 MiB; no session is that large")))
