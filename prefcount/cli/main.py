"""Running the command that the arguments name; unusable input is one line on stderr and exit code 2."""

import os
import sys
from collections.abc import Sequence

from prefcount.base.i18n import _
from prefcount.base.problems import InvalidInput
from prefcount.cli.arguments import FINE, UNUSABLE, UsageError
from prefcount.cli.language import take_language
from prefcount.cli.parser import COMMANDS, command_named, parser, version_text
from prefcount.cli.streams import not_printed, take_encoding


def run(arguments: Sequence[str]) -> int:
    """Run one command. Returns 0 fine, 1 the audit found something, 2 unusable input or wrong usage."""
    take_encoding(plain="--json" not in arguments)
    code, wrong = _ran(arguments)
    why = not_printed()
    if why:
        code, wrong = UNUSABLE, _("the output cannot be written: {reason}").format(reason=why)
    if wrong:
        print(f"prefcount: {wrong}", file=sys.stderr)  # noqa: T201
    return code


def _ran(arguments: Sequence[str]) -> tuple[int, str]:
    """The exit code of a command, and the sentence about what was wrong, or ""."""
    words, wrong = take_language(arguments)
    if wrong:
        return UNUSABLE, wrong
    if not words or (words[0] not in COMMANDS and not words[0].startswith("-")):
        words = ["open", *_opened(words)]
    try:
        top = parser(words[0])
        options = top.parse_args(words)
        if options.command is None:
            if not options.version:
                top.error(_("say which command"))
            print(version_text(verbose=options.verbose))  # noqa: T201
            return FINE, ""
        return command_named(options.command).main(options), ""
    except SystemExit as leaving:
        return (leaving.code if isinstance(leaving.code, int) else UNUSABLE), ""
    except (UsageError, InvalidInput) as error:
        return UNUSABLE, str(error)
    except OSError as error:
        from prefcount.base.system import os_error_text

        return UNUSABLE, str(os_error_text(error))


def _opened(words: Sequence[str]) -> Sequence[str]:
    """The arguments of `open`; of a misspelled command only its name, so that this is what is refused."""
    return words if words and os.path.exists(words[0]) else words[:1]  # noqa: PTH110 - pathlib loads slowly
