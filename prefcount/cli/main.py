"""From arguments to a command; every refusal becomes one line on stderr and exit code 2."""

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from prefcount.cli.language import take_language
from prefcount.cli.parser import COMMANDS, parser
from prefcount.cli.usage import translated
from prefcount.reasons import reason

FINE, FOUND, UNUSABLE = 0, 1, 2


class Unusable(Exception):
    """Input that a command cannot use; its text is the one line that is shown."""


def run(arguments: Sequence[str]) -> int:
    """Run one command. Returns 0 fine, 1 the audit found something, 2 unusable input or wrong usage."""
    _speak_utf8()
    given, wrong = take_language(arguments)
    if wrong:
        return _refuse(wrong)
    if not given or (given[0] not in COMMANDS and not given[0].startswith("-")):
        given = ["open", *_opened(given)]
    try:
        with translated():
            options = parser().parse_args(given)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else UNUSABLE
    command: Callable[..., int] = import_module(f"prefcount.cli.{options.command}").main
    try:
        code = command(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except Unusable as error:
        return _refuse(str(error))
    except BrokenPipeError:
        _drop_output()
        return FINE
    except OSError as error:
        _drop_output()
        return _refuse(str(reason(error)))
    return code


def _opened(given: Sequence[str]) -> Sequence[str]:
    """What is opened: a misspelled command is refused by its own name, not for what follows it."""
    return given if given and os.path.exists(given[0]) else given[:1]  # noqa: PTH110 - pathlib loads slowly


def _refuse(said: str) -> int:
    print(f"prefcount: {said}", file=sys.stderr)  # noqa: T201
    return UNUSABLE


def _drop_output() -> None:
    """What could not be printed is not tried again when the process ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_utf8() -> None:
    """Names and card suits need UTF-8, whatever the locale of the process is."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
