"""The standard streams: closed or full streams do no harm, and the encoding fits the terminal."""

import codecs
import io
import os
import select
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TextIO

from prefcount.base import system
from prefcount.base.i18n import language
from prefcount.languages import write_word

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class _StdoutFile(io.FileIO):
    """A stdout that discards output that cannot be written, and raises no error.

    Attributes:
        failure: the error of a failed write, or None. A closed pipe does not count as an error.
    """

    failure: OSError | None = None

    def write(self, data: "ReadableBuffer", /) -> int:
        if self.failure is None:
            try:
                while (written := super().write(data)) is None:  # another program made stdout non-blocking
                    select.select([], [self], [])
                return written
            except BrokenPipeError:
                pass
            except OSError as error:
                self.failure = error
        return memoryview(data).nbytes


class _StderrFile(io.FileIO):
    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data) or memoryview(data).nbytes
        except OSError:
            return memoryview(data).nbytes


def open_streams() -> None:
    """Keep closed or full standard streams from raising errors.

    Streams that a caller has replaced, such as a test, are left unchanged.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            # The device is opened for reading only, so that output fails as on a full disk.
            os.open(os.devnull, os.O_RDONLY)  # the new descriptor is the lowest free one: `number`
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - for the whole process
    if sys.stdout is sys.__stdout__:
        sys.stdout = _open_stream(sys.stdout, _StdoutFile(1, "wb", closefd=False), lines=False)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _open_stream(sys.stderr, _StderrFile(2, "wb", closefd=False), lines=True)


def _open_stream(stream: TextIO | None, raw: io.FileIO, *, lines: bool) -> TextIO:
    if stream is not None and stream.isatty() and not system.CURRENT.console_is_file:
        return stream
    at_once = isinstance(stream, io.TextIOWrapper) and stream.write_through
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding="utf-8",
        errors="backslashreplace",
        line_buffering=lines or at_once or raw.isatty(),
    )


def flush_output() -> str:
    """Flush stdout, and return the reason if some output could not be written, or ""."""
    sys.stdout.flush()
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    if not isinstance(raw, _StdoutFile) or raw.failure is None:
        return ""
    from prefcount.base.system import os_error_text

    return str(os_error_text(raw.failure))


ERROR_HANDLER = "prefcount.spelled"
_SUITS = {"♠": "S", "♣": "C", "♦": "D", "♥": "H"}
_LIKE = {
    **{"−": "-", "–": "-", "—": "-", "·": ".", "×": "x", "«": '"', "»": '"', "“": '"', "”": '"', "„": '"'},
    **{"’": "'", "‘": "'", "→": ">", "←": "<", "↑": "^", "↓": "v", "⁄": "/", "│": "|", "─": "-", "■": "#"},
    **{"₽": "р.", "€": "EUR", "£": "GBP", "☐": "[ ]", "✓": "+", "†": "+"},
}
_LIKE_KIND = {"BOX": "+", "BRAILLE": "*", "BLOCK": "#"}
_LIKE_CATEGORY = {"So": "*", "Sm": "*", "Cf": ""}


def set_encoding(*, plain: bool) -> None:
    """Set the encoding of stdout and stderr.

    Plain text has the encoding in the variable PYTHONIOENCODING, if this encoding has Cyrillic letters.
    Characters that it lacks are replaced: 7½ becomes 7 1/2, and ♠ a word. All other output is UTF-8.

    Args:
        plain: whether the output is plain text, not JSON.
    """
    name = os.environ.get("PYTHONIOENCODING", "").partition(":")[0]
    encoding, errors = "utf-8", "backslashreplace"
    if plain and name and _has_cyrillic(name):
        encoding, errors = name, ERROR_HANDLER
        codecs.register_error(ERROR_HANDLER, partial(_replace_unprintable, name))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding=encoding, errors=errors)


def terminal_width() -> int:
    # `shutil` has this function, too, but loads compression libraries.
    with suppress(KeyError, ValueError):
        if (columns := int(os.environ["COLUMNS"])) > 0:
            return columns
    with suppress(OSError):
        return os.get_terminal_size().columns or 80
    return 80


def _has_cyrillic(encoding: str) -> bool:
    try:
        return bool("Преферанс".encode(encoding))
    except (LookupError, UnicodeEncodeError):
        return False


def _replace_unprintable(encoding: str, error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_similar_sign(char, encoding) for char in error.object[error.start : error.end]), error.end


def _similar_sign(char: str, encoding: str) -> str:
    from unicodedata import category, name, normalize

    if char in _SUITS:
        return write_word("suit", _SUITS[char], language())
    parts = normalize("NFKD", char)
    like = _LIKE.get(char) or "".join(_LIKE.get(part, part) for part in parts)
    before = " " if "⁄" in parts else ""  # so that 7⅓ becomes 7 1/3, not 71/3
    like_sign = before + like.encode(encoding, "ignore").decode(encoding)
    return like_sign.rstrip() or _sign_by_name(name(parts[0], "")) or _LIKE_CATEGORY.get(category(char), "?")


def _sign_by_name(name: str) -> str:
    kind, _letter, letter = name.partition(" LETTER ")
    if letter:
        return letter[0] if "CAPITAL" in kind else letter[0].lower()
    if name.endswith(" SIGN"):  # such as EURO SIGN
        return name.removesuffix(" SIGN").lower()
    return _LIKE_KIND.get(name.partition(" ")[0], "")
