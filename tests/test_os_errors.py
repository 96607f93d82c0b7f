"""Errors of the system are translated."""

import errno
import os
import re
import sys
from pathlib import Path

import pytest

from prefcount.base.i18n import override_language
from prefcount.base.system import os_error_text

USUAL = (
    *(errno.EACCES, errno.EBUSY, errno.EEXIST, errno.EFBIG, errno.EINVAL, errno.EIO, errno.EISDIR),
    *(errno.ELOOP, errno.EMFILE, errno.ENAMETOOLONG, errno.ENODEV, errno.ENOENT, errno.ENOSPC),
    *(errno.ENOTDIR, errno.ENOTSUP, errno.ENXIO, errno.EOPNOTSUPP, errno.EPERM, errno.EROFS),
)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems choose other words")
def test_english_has_the_words_of_the_system() -> None:
    for number in USUAL:
        assert str(os_error_text(OSError(number, "whatever was said"))) == os.strerror(number)


def test_russian_has_no_english_words() -> None:
    with override_language("ru"):
        for number in USUAL:
            assert re.fullmatch("[а-яё ]+", str(os_error_text(OSError(number, os.strerror(number)))))


def test_unusual_errors_are_quoted() -> None:
    assert os_error_text(OSError(errno.ECHILD, "No \x1bchild processes")) == "No �child processes"
    assert os_error_text(OSError("the door is closed")) == "the door is closed"


def test_impossible_names_have_a_sentence() -> None:
    with pytest.raises(ValueError, match="null") as caught:
        Path("a\0b").stat()
    assert str(os_error_text(caught.value)) == "a file cannot have this name"
