"""Errors of the operating system as sentences in the language in use."""

from errno import errorcode

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import quote

_REASONS = {
    "EACCES": N_("Permission denied"),
    "EAFNOSUPPORT": N_("Address family not supported by protocol"),
    "EBADF": N_("Bad file descriptor"),
    "EBUSY": N_("Device or resource busy"),
    "EDQUOT": N_("Disk quota exceeded"),
    "EEXIST": N_("File exists"),
    "EFBIG": N_("File too large"),
    "EINVAL": N_("Invalid argument"),
    "EIO": N_("Input/output error"),
    "EISDIR": N_("Is a directory"),
    "ELOOP": N_("Too many levels of symbolic links"),
    "EMFILE": N_("Too many open files"),
    "EMLINK": N_("Too many links"),
    "ENAMETOOLONG": N_("File name too long"),
    "ENETDOWN": N_("Network is down"),
    "ENETUNREACH": N_("Network is unreachable"),
    "ENFILE": N_("Too many open files in system"),
    "ENODEV": N_("No such device"),
    "ENOENT": N_("No such file or directory"),
    "ENOLCK": N_("No locks available"),
    "ENOMEM": N_("Cannot allocate memory"),
    "ENOSPC": N_("No space left on device"),
    "ENOTCONN": N_("Transport endpoint is not connected"),
    "ENOTDIR": N_("Not a directory"),
    "ENOTEMPTY": N_("Directory not empty"),
    "ENOTSUP": N_("Operation not supported"),
    "ENXIO": N_("No such device or address"),
    "EOPNOTSUPP": N_("Operation not supported"),
    "EPERM": N_("Operation not permitted"),
    "EROFS": N_("Read-only file system"),
    "ESTALE": N_("Stale file handle"),
    "ETIMEDOUT": N_("Connection timed out"),
    "ETXTBSY": N_("Text file busy"),
    "EXDEV": N_("Invalid cross-device link"),
}
"""What a file, a disk or a network may answer, by the name of its number, which systems give differently."""


def os_error_text(error: OSError | ValueError) -> Text | str:
    """Why something was refused, as part of a sentence: the usual reasons in our words, others as they come.

    A name that no file can have, such as one with a zero byte, is a ValueError.
    """
    if not isinstance(error, OSError):
        return text(N_("this name is not possible for a file"))
    reason = _REASONS.get(errorcode.get(error.errno or 0, ""))
    return text(reason) if reason else quote(error.strerror or error)
