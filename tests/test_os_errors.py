"""Sentences about errors of the system."""

import errno
import re
from pathlib import Path

import pytest

from prefcount.base.i18n import override_language
from prefcount.base.system import os_error_text

USUAL = (
    *(errno.EACCES, errno.EBUSY, errno.EEXIST, errno.EFBIG, errno.EINVAL, errno.EIO, errno.EISDIR),
    *(errno.ELOOP, errno.EMFILE, errno.ENAMETOOLONG, errno.ENODEV, errno.ENOENT, errno.ENOSPC),
    *(errno.ENOTDIR, errno.ENOTSUP, errno.ENXIO, errno.EOPNOTSUPP, errno.EPERM, errno.EROFS),
)


def test_usual_errors_say_what_to_do() -> None:
    for number in USUAL:
        reason = os_error_text(OSError(number, "words of the system"))
        assert re.fullmatch("[a-z ,-]+; [a-z ,-]+", str(reason))
        with override_language("ru"):
            assert re.fullmatch("[а-яё ,—]+; [а-яё ,]+", str(reason))


def test_unusual_errors_are_quoted() -> None:
    assert (
        str(os_error_text(OSError(errno.ECHILD, "No \x1bchild processes")))
        == "the system says “No �child processes”"
    )
    assert str(os_error_text(OSError("the door is closed"))) == "the door is closed"


def test_impossible_names_have_a_sentence() -> None:
    with pytest.raises(ValueError, match="null") as caught:
        Path("a\0b").stat()
    assert str(os_error_text(caught.value)) == "a file cannot have this name; choose another"
